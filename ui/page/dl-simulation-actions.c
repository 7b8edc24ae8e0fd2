/* The window's actions on the live simulation, and what the header bar and the status line say of
 * it. */
#include "dl-window-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static DlLive *
live_of (DlWindow *self)
{
  return dl_view_get_live (self->view);
}

/* The pages and views that show a simulation by themselves. */
static gboolean
shows_simulation (DlWindow *self)
{
  static const char *const places[]
      = { "simulation", "model", "curve", "router", "packets", "group-packets", NULL };

  return g_strv_contains (places, dl_evidence_pages_get_shown (self->evidence))
         || g_strv_contains (places, gtk_stack_get_visible_child_name (self->views));
}

static void
run (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  DlLive *live = live_of (self);

  if (dl_live_get_state (live) == DL_LIVE_RUNNING)
    {
      dl_live_pause (live);
      return;
    }
  /* What it does should be seen; where it was seen already, the page is the user's choice. */
  if (dl_live_get_state (live) == DL_LIVE_STOPPED && !shows_simulation (self))
    dl_window_show_evidence (self, "simulation");
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
  DlWindow *self = user_data;
  const guint node = dl_view_get_selected_place (self->view);

  if (dl_live_get_watched (live_of (self)) == DL_NO_NODE && node != DL_NO_NODE)
    dl_live_watch (live_of (self), node);
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

/* What is seen of it --------------------------------------------------------------------------- */

static void
on_state (DlWindow *self)
{
  const gboolean running = dl_live_get_state (live_of (self)) == DL_LIVE_RUNNING;

  gtk_button_set_icon_name (self->run_button, running ? "media-playback-pause-symbolic"
                                                      : "media-playback-start-symbolic");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->run_button),
                               running ? _ ("Pause the simulation (F8)")
                                       : _ ("Simulate the network, cycle by cycle (F8)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->run_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  running ? _ ("Pause the simulation") : _ ("Run the simulation"),
                                  -1);
  dl_window_set_enabled (self, "sim-restart",
                         dl_live_get_state (live_of (self)) != DL_LIVE_STOPPED);
}

/* "Cycle 41,250 · 3,050 a second" */
static char *
describe (const DlLivePicture *picture)
{
  const char *note = picture->deadlock != NULL ? _ ("deadlocked")
                     : picture->draining       ? _ ("draining for new tables")
                     : picture->settled        ? _ ("settled")
                                               : _ ("settling");

  if (isnan (picture->cycles_per_second))
    return g_strdup_printf (_ ("Cycle %'lu · paused · %s"), (gulong) picture->cycle, note);
  return g_strdup_printf (_ ("Cycle %'lu · %'.0f a second · %s"), (gulong) picture->cycle,
                          picture->cycles_per_second, note);
}

/* It has just locked: what waits for what is shown by itself, once. */
static void
show_deadlock (DlWindow *self, const DlLivePicture *picture)
{
  const gboolean locked = picture != NULL && picture->deadlock != NULL;

  if (locked == self->locked)
    return;
  self->locked = locked;
  if (!locked)
    return;
  dl_view_show_waits (self->view);
  dl_window_toast (self, _ ("The network has locked"),
                   _ ("Packets wait for each other in a circle, and will for ever"), FALSE);
}

static void
on_picture (DlWindow *self)
{
  const DlLivePicture *picture = dl_live_get_picture (live_of (self));
  const char *problem = dl_live_get_problem (live_of (self));
  g_autofree char *text = picture != NULL ? describe (picture) : NULL;

  gtk_label_set_text (self->status_simulation, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->status_simulation), text != NULL || problem != NULL);
  if (text == NULL && problem != NULL)
    gtk_label_set_text (self->status_simulation, _ ("✗ cannot be simulated"));
  /* The line may have less room than it takes. */
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->status_simulation),
                               problem != NULL ? problem : text);
  show_deadlock (self, picture);
  if (dl_metric_is_simulated (dl_view_get_metric (self->view)))
    {
      gtk_widget_queue_draw (self->legend);
      dl_window_update_details (self);
    }
}

static void
on_problem (DlWindow *self)
{
  const char *problem = dl_live_get_problem (live_of (self));

  if (problem != NULL)
    dl_window_toast (self, _ ("This cannot be simulated"), problem, FALSE);
  on_picture (self);
}

void
dl_window_add_sim_actions (DlWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "sim-run", .activate = run },
    { .name = "sim-step", .activate = step },
    { .name = "sim-grant", .activate = step_to_grant },
    { .name = "sim-restart", .activate = restart },
    { .name = "sim-speed", .parameter_type = "i", .state = "0", .change_state = set_speed },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (live_of (self), "notify::state", G_CALLBACK (on_state), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (live_of (self), "notify::picture", G_CALLBACK (on_picture), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (live_of (self), "notify::problem", G_CALLBACK (on_problem), self,
                           G_CONNECT_SWAPPED);
  on_state (self);
  on_picture (self);
}
