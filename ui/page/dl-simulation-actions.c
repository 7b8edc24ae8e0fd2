#include "dl-simulation-actions.h"

#include <glib/gi18n-lib.h>

#define ROOM "simulation"

static DlLive *
live_of (DlShell *self)
{
  return dl_view_get_live (dl_shell_get_view (self));
}

/* The pages and views that show a simulation by themselves. */
static gboolean
shows_simulation (DlShell *self)
{
  static const char *const places[] = { "simulation", "model", "curve", "router", "packets", NULL };

  return g_strv_contains (places, dl_shell_get_page (self))
         || g_strv_contains (places, gtk_stack_get_visible_child_name (dl_shell_get_views (self)));
}

static void
run (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlShell *self = user_data;
  DlLive *live = live_of (self);

  if (dl_live_get_state (live) == DL_LIVE_RUNNING)
    {
      dl_live_pause (live);
      return;
    }
  /* What it does should be seen; where it was seen already, the page is the user's choice. */
  if (dl_live_get_state (live) == DL_LIVE_STOPPED && !shows_simulation (self))
    dl_shell_show_page (self, "simulation");
  dl_live_run (live);
}

static void
step (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_live_step (live_of (user_data), 1);
}

static void
step_to_grant (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlShell *self = user_data;
  const guint router = dl_view_get_selected_router (dl_shell_get_view (self));

  if (dl_live_get_watched (live_of (self)) == DL_NO_NODE && router != DL_NO_NODE)
    dl_live_watch (live_of (self), router);
  dl_live_step_to_grant (live_of (self));
}

static void
restart (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_live_restart (live_of (user_data));
}

static void
set_speed (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  g_simple_action_set_state (action, value);
  dl_live_set_speed (live_of (user_data), g_variant_get_int32 (value));
}

/* What is told of it --------------------------------------------------------------------------- */

static void
on_state (DlShell *self)
{
  dl_shell_set_enabled (self, "sim-restart", dl_live_get_state (live_of (self)) != DL_LIVE_STOPPED);
}

/* It has just locked: what waits for what is shown by itself, once. */
static void
on_picture (DlShell *self)
{
  const DlLivePicture *picture = dl_live_get_picture (live_of (self));
  const gboolean locked = picture != NULL && picture->deadlock != NULL;
  gboolean *was_locked = dl_shell_kept (self, ROOM);

  if (locked == *was_locked)
    return;
  *was_locked = locked;
  if (!locked)
    return;
  dl_view_show_waits (dl_shell_get_view (self));
  dl_shell_toast (self, _ ("Deadlock detected"),
                  _ ("Packets wait for each other in a cycle and can never move"));
}

static void
on_problem (DlShell *self)
{
  const char *problem = dl_live_get_problem (live_of (self));

  if (problem != NULL)
    dl_shell_toast (self, _ ("This cannot be simulated"), problem);
}

void
dl_simulation_actions_add (DlShell *shell)
{
  static const GActionEntry entries[] = {
    { .name = "sim-run", .activate = run },
    { .name = "sim-step", .activate = step },
    { .name = "sim-grant", .activate = step_to_grant },
    { .name = "sim-restart", .activate = restart },
    { .name = "sim-speed", .parameter_type = "i", .state = "0", .change_state = set_speed },
  };
  DlLive *live = live_of (shell);

  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
  dl_shell_keep (shell, ROOM, g_new0 (gboolean, 1), g_free);
  g_signal_connect_object (live, "notify::state", G_CALLBACK (on_state), shell, G_CONNECT_SWAPPED);
  g_signal_connect_object (live, "notify::picture", G_CALLBACK (on_picture), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (live, "notify::problem", G_CALLBACK (on_problem), shell,
                           G_CONNECT_SWAPPED);
  on_state (shell);
}
