#include "dl-fault-actions.h"

#include "dl-break.h"
#include "dl-random-dialog.h"
#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>

static void
break_named (DlShell *self, gboolean other)
{
  DlView *view = dl_shell_get_view (self);
  const DlPlace place = dl_view_get_named (view);

  if (place.kind != DL_PLACE_NOTHING)
    {
      dl_view_select (view, place); /* as a click breaks */
      dl_view_toggle (view, place, other);
    }
  else
    dl_shell_toast (self, _ ("Select a node or a link first: click it, or use the arrow keys"),
                    NULL);
}

static void
break_cable (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  break_named (user_data, FALSE);
}

static void
break_direction (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  break_named (user_data, TRUE);
}

/* That of the place that is named; a pair of groups has none. */
static DlPlace
named_router (DlShell *self)
{
  DlView *view = dl_shell_get_view (self);

  return dl_view_router_at (view, dl_view_get_named (view));
}

static void
break_node (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_view_toggle (dl_shell_get_view (user_data), named_router (user_data), FALSE);
}

static void
break_random (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_random_dialog_present (user_data, dl_shell_get_session (user_data));
}

/* Of a list, by its key, an item. */
static void
go_to_fault (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlEvaluation *result = dl_session_get_result (dl_shell_get_session (user_data));
  const DlFamily *family = dl_shell_get_family (user_data);
  const DlBreakable *list;
  const char *key, *item;
  DlPlace place;

  if (result == NULL || result->scenario->family != family)
    return;
  g_variant_get (parameter, "(&s&s)", &key, &item);
  list = dl_break_list (family, key);
  if (list != NULL && dl_break_find (family, list, result->net.shape, item, &place))
    dl_view_select (dl_shell_get_view (user_data), place);
}

static void
restore_all (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_session_restore_all (dl_shell_get_session (user_data));
}

static void
change_break_tool (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  g_simple_action_set_state (action, state);
  g_object_set (dl_shell_get_view (user_data), "break-tool", g_variant_get_boolean (state), NULL);
}

/* Which of them make sense now. */
static void
on_named (DlShell *self)
{
  dl_shell_set_enabled (self, "break-node", named_router (self).kind != DL_PLACE_NOTHING);
}

static void
update (DlShell *self)
{
  g_autoptr (GPtrArray) restore
      = dl_edits_restore_all (dl_session_get_scenario (dl_shell_get_session (self)));

  on_named (self);
  dl_shell_set_enabled (self, "restore-all", restore->len > 0);
}

void
dl_fault_actions_add (DlShell *shell)
{
  static const GActionEntry entries[] = {
    { .name = "break", .activate = break_cable },
    { .name = "break-direction", .activate = break_direction },
    { .name = "break-node", .activate = break_node },
    { .name = "break-random", .activate = break_random },
    { .name = "go-to-fault", .activate = go_to_fault, .parameter_type = "(ss)" },
    { .name = "restore-all", .activate = restore_all },
    { .name = "break-tool", .state = "false", .change_state = change_break_tool },
  };
  DlSession *session = dl_shell_get_session (shell);

  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
  g_signal_connect_object (session, "notify::generation", G_CALLBACK (update), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::result", G_CALLBACK (update), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_shell_get_view (shell), "notify::selection", G_CALLBACK (on_named),
                           shell, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_shell_get_view (shell), "notify::hovered", G_CALLBACK (on_named),
                           shell, G_CONNECT_SWAPPED);
  update (shell);
}
