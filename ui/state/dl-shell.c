#include "dl-shell.h"

G_DEFINE_INTERFACE (DlShell, dl_shell, GTK_TYPE_APPLICATION_WINDOW)

static void
dl_shell_default_init (DlShellInterface *iface)
{
}

/* What is shown ---------------------------------------------------------------------------------
 */

DlView *
dl_shell_get_view (DlShell *self)
{
  return DL_SHELL_GET_IFACE (self)->get_view (self);
}

DlSession *
dl_shell_get_session (DlShell *self)
{
  DlView *view = dl_shell_get_view (self);

  return view != NULL ? dl_view_get_session (view) : NULL;
}

const DlFamily *
dl_shell_get_family (DlShell *self)
{
  return dl_session_get_scenario (dl_shell_get_session (self))->family;
}

GSettings *
dl_shell_get_settings (DlShell *self)
{
  return DL_SHELL_GET_IFACE (self)->get_settings (self);
}

GtkStack *
dl_shell_get_views (DlShell *self)
{
  return DL_SHELL_GET_IFACE (self)->get_views (self);
}

void
dl_shell_show_view (DlShell *self, const char *id)
{
  dl_shell_change_state (self, "show-view", g_variant_new_string (id));
}

void
dl_shell_focus_view (DlShell *self)
{
  gtk_widget_child_focus (gtk_stack_get_visible_child (dl_shell_get_views (self)),
                          GTK_DIR_TAB_FORWARD);
}

const char *
dl_shell_get_page (DlShell *self)
{
  const char *id;

  DL_SHELL_GET_IFACE (self)->get_page (self, &id);
  return id;
}

GtkWidget *
dl_shell_show_page (DlShell *self, const char *id)
{
  const char *shown;

  dl_shell_change_state (self, "evidence-page", g_variant_new_string (id));
  return DL_SHELL_GET_IFACE (self)->get_page (self, &shown);
}

/* What is said ----------------------------------------------------------------------------------
 */

DlToast *
dl_shell_get_toast (DlShell *self)
{
  return DL_SHELL_GET_IFACE (self)->get_toast (self);
}

void
dl_shell_toast (DlShell *self, const char *title, const char *detail)
{
  dl_toast_show (dl_shell_get_toast (self), title, detail, NULL, NULL, NULL);
}

void
dl_shell_say (DlShell *self, const char *message)
{
  DL_SHELL_GET_IFACE (self)->say (self, message);
}

void
dl_shell_set_lesson (DlShell *self, const char *title)
{
  DL_SHELL_GET_IFACE (self)->set_lesson (self, title);
}

void
dl_shell_open_file (DlShell *self, GFile *file)
{
  DL_SHELL_GET_IFACE (self)->open_file (self, file);
}

/* Actions ---------------------------------------------------------------------------------------
 */

static GSimpleAction *
find_action (DlShell *self, const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), name));
}

void
dl_shell_add_actions (DlShell *self, const GActionEntry *entries, guint n)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, (int) n, self);
}

void
dl_shell_set_enabled (DlShell *self, const char *action, gboolean enabled)
{
  g_simple_action_set_enabled (find_action (self, action), enabled);
}

GVariant *
dl_shell_get_state (DlShell *self, const char *action)
{
  return g_action_group_get_action_state (G_ACTION_GROUP (self), action);
}

void
dl_shell_change_state (DlShell *self, const char *action, GVariant *state)
{
  g_action_group_change_action_state (G_ACTION_GROUP (self), action, state);
}

void
dl_shell_show_state (DlShell *self, const char *action, GVariant *state)
{
  g_simple_action_set_state (find_action (self, action), state);
}

/* Rooms -----------------------------------------------------------------------------------------
 */

#define ROOMS "dl-rooms"

typedef struct
{
  const char *room;
  gpointer state;
  GDestroyNotify free;
} Kept;

void
dl_shell_keep (DlShell *self, const char *room, gpointer state, GDestroyNotify free)
{
  const Kept kept = { room, state, free };
  GArray *rooms = g_object_get_data (G_OBJECT (self), ROOMS);

  if (rooms == NULL)
    {
      rooms = g_array_new (FALSE, FALSE, sizeof kept);
      g_object_set_data_full (G_OBJECT (self), ROOMS, rooms, (GDestroyNotify) g_array_unref);
    }
  g_array_append_val (rooms, kept);
}

gpointer
dl_shell_kept (DlShell *self, const char *room)
{
  const GArray *rooms = g_object_get_data (G_OBJECT (self), ROOMS);

  for (guint i = 0; rooms != NULL && i < rooms->len; i++)
    if (g_str_equal (g_array_index (rooms, Kept, i).room, room))
      return g_array_index (rooms, Kept, i).state;
  return NULL;
}

void
dl_shell_close (DlShell *self)
{
  GArray *rooms = g_object_get_data (G_OBJECT (self), ROOMS);

  while (rooms != NULL && rooms->len > 0)
    {
      const Kept last = g_array_index (rooms, Kept, rooms->len - 1);

      g_array_set_size (rooms, rooms->len - 1); /* it is found no more while it goes */
      last.free (last.state);
    }
}
