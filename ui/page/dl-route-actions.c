#include "dl-route-actions.h"

#include <glib/gi18n-lib.h>

#define ROOM "routes"

/* The way that is shown, to tell a new one from another step. */
typedef struct
{
  DlPathKind kind;
  guint source, dest;
} Shown;

/* Routes ----------------------------------------------------------------------------------------
 */

/* The node that the line of details names. */
static guint
named_node (DlView *view)
{
  return dl_view_node_at (view, dl_view_get_named (view));
}

static void
route_from (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlView *view = dl_shell_get_view (user_data);

  dl_view_set_route_origin (view, named_node (view));
}

/* Where a route to the named node would begin. */
static guint
source_of (DlView *view)
{
  guint source = dl_view_get_route_origin (view);

  if (source == DL_NO_NODE && dl_view_get_route (view, &source, NULL) == NULL)
    return DL_NO_NODE;
  return source;
}

static void
route_to (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlView *view = dl_shell_get_view (user_data);
  const guint source = source_of (view), dest = named_node (view);

  if (source != DL_NO_NODE && dest != DL_NO_NODE)
    dl_view_show_route (view, source, dest, 0);
}

/* One key for both: first where from, then where to. */
static void
explain_route (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlShell *self = user_data;
  DlView *view = dl_shell_get_view (self);

  if (named_node (view) == DL_NO_NODE)
    dl_shell_toast (self, _ ("Select a node or a link first: click it, or use the arrow keys"),
                    NULL);
  else if (dl_view_get_route_origin (view) == DL_NO_NODE)
    route_from (NULL, NULL, self);
  else
    route_to (NULL, NULL, self);
}

/* Steps -----------------------------------------------------------------------------------------
 */

static void
move_step (DlShell *self, gint by)
{
  DlView *view = dl_shell_get_view (self);
  DlMapPath path;

  if (dl_view_get_path (view, &path))
    dl_view_set_path_step (view, path.step + by);
}

static void
path_next (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  move_step (user_data, 1);
}

static void
path_previous (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  move_step (user_data, -1);
}

static void
hide_path (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_view_hide_path (dl_shell_get_view (user_data));
}

/* Deadlock --------------------------------------------------------------------------------------
 */

static void
show_cycle (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_view_show_cycle (dl_shell_get_view (user_data));
  dl_shell_show_page (user_data, "deadlock");
}

/* What is seen of them ------------------------------------------------------------------------- */

static void
update (DlShell *self)
{
  DlView *view = dl_shell_get_view (self);
  const gboolean shown = dl_view_get_path_kind (view) != DL_PATH_NONE;
  const gboolean placed = dl_view_get_selected_place (view) != DL_NO_NODE;
  const DlEvaluation *result = dl_session_get_result (dl_view_get_session (view));

  dl_shell_set_enabled (self, "route-from", placed);
  dl_shell_set_enabled (self, "route-to", placed && source_of (view) != DL_NO_NODE);
  dl_shell_set_enabled (self, "path-next", shown);
  dl_shell_set_enabled (self, "path-previous", shown);
  dl_shell_set_enabled (self, "hide-path", shown);
  dl_shell_set_enabled (
      self, "show-cycle",
      result != NULL && !result->findings.deadlock_free
          && dl_family_has_feature (dl_shell_get_family (self), DL_FEATURE_PAGE, "deadlock"));
}

/* A way that is new comes with its page; another step of it does not. */
static void
on_path (DlShell *self)
{
  DlView *view = dl_shell_get_view (self);
  Shown *shown = dl_shell_kept (self, ROOM);
  const DlPathKind kind = dl_view_get_path_kind (view);
  guint source = DL_NO_NODE, dest = DL_NO_NODE;

  dl_view_get_route (view, &source, &dest);
  if (kind != shown->kind || source != shown->source || dest != shown->dest)
    {
      if (kind != DL_PATH_NONE)
        dl_shell_show_page (self, kind == DL_PATH_ROUTE   ? "route"
                                  : kind == DL_PATH_CYCLE ? "deadlock"
                                                          : "simulation");
      *shown = (Shown) { kind, source, dest };
    }
  update (self);
}

void
dl_route_actions_add (DlShell *shell)
{
  static const GActionEntry entries[] = {
    { .name = "route-from", .activate = route_from },
    { .name = "route-to", .activate = route_to },
    { .name = "explain-route", .activate = explain_route },
    { .name = "path-next", .activate = path_next },
    { .name = "path-previous", .activate = path_previous },
    { .name = "hide-path", .activate = hide_path },
    { .name = "show-cycle", .activate = show_cycle },
  };
  DlSession *session = dl_shell_get_session (shell);
  DlView *view = dl_shell_get_view (shell);

  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
  dl_shell_keep (shell, ROOM, g_new0 (Shown, 1), g_free);
  g_signal_connect_object (session, "notify::generation", G_CALLBACK (update), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::result", G_CALLBACK (update), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::selection", G_CALLBACK (update), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::route-origin", G_CALLBACK (on_path), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::path", G_CALLBACK (on_path), shell, G_CONNECT_SWAPPED);
  update (shell);
}
