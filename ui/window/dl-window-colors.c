/* Colors of the window's maps: which quantity they show, the stand-in where there is nothing to
 * see of the chosen one, and what they turn to when a simulation is run. */
#include "dl-choices.h"
#include "dl-family-rooms.h"
#include "dl-figure-family.h"
#include "dl-legend.h"
#include "dl-toy-actions.h"
#include "dl-window-private.h"

#include <glib/gi18n-lib.h>

/* Choose in the drop-down; a metric of another family changes nothing. */
static void
color (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  const DlMetric *metric;

  for (guint i = 0; (metric = dl_family_metric (self->family, i)) != NULL; i++)
    if (g_str_equal (metric->id, g_variant_get_string (parameter, NULL)))
      gtk_drop_down_set_selected (self->metric_dropdown, i);
}

static void
on_metric_chosen (DlWindow *self)
{
  const guint i = gtk_drop_down_get_selected (self->metric_dropdown);
  const DlMetric *metric = dl_family_metric (self->family, i);

  if (metric == NULL || metric == dl_view_get_metric_of (self->view, self->family))
    return;
  g_object_set (self->view, "metric", metric, NULL);
  if (dl_window_get_memory (self) != NULL)
    dl_window_keep (self, "metric", metric->id);
}

static void
show_metric (DlWindow *self)
{
  const DlMetric *metric;

  for (guint i = 0; (metric = dl_family_metric (self->family, i)) != NULL; i++)
    if (metric == dl_view_get_metric_of (self->view, self->family))
      gtk_drop_down_set_selected (self->metric_dropdown, i);
  dl_window_update_details (self);
}

/* Choosing another one ends the waiting. */
static void
on_metric (DlWindow *self)
{
  if (self->awaiting_family == self->family
      && dl_view_get_metric_of (self->view, self->family) != self->standin_metric)
    self->awaiting_family = NULL;
  show_metric (self);
}

void
dl_window_fill_metrics (DlWindow *self)
{
  g_autoptr (GArray) choices = g_array_new (FALSE, FALSE, sizeof (DlOption));
  const DlMetric *metric;

  for (guint i = 0; (metric = dl_family_metric (self->family, i)) != NULL; i++)
    {
      const DlOption choice = { metric->id, metric->title, dl_metric_formula (metric) };

      g_array_append_val (choices, choice);
    }
  g_signal_handlers_block_by_func (self->metric_dropdown, on_metric_chosen, self);
  dl_choices_fill (self->metric_dropdown, (const DlOption *) choices->data, choices->len);
  show_metric (self);
  g_signal_handlers_unblock_by_func (self->metric_dropdown, on_metric_chosen, self);
}

void
dl_window_restore_metrics (DlWindow *self)
{
  guint n_families;
  const DlFamily *const *families = dl_families (&n_families);

  for (guint i = 0; i < n_families; i++)
    {
      g_autofree char *id = dl_window_kept (self, families[i], "metric");
      const DlMetric *metric = dl_family_metric_find (families[i], id);

      if (metric != NULL)
        dl_view_set_metric_of (self->view, families[i], metric);
    }
}

/* There is nothing to see of it, or not yet. */
static gboolean
lacks_data (DlWindow *self, const DlMetric *metric)
{
  const DlScenario *scenario = dl_session_get_scenario (self->session);

  if (metric->tells != NULL && !metric->tells (scenario))
    return TRUE;
  if (dl_metric_is_simulated (metric))
    return dl_live_get_picture (dl_view_get_live (self->view)) == NULL;
  return dl_metric_is_measured (metric)
         && dl_counters_source_get_counters (dl_view_get_counters (self->view)) == NULL;
}

static gboolean
is_awaited (DlWindow *self)
{
  return self->awaiting_family != NULL && self->awaiting_family == self->family;
}

/* The first run, or counters that are opened. */
static void
on_data (DlWindow *self)
{
  if (!is_awaited (self) || lacks_data (self, self->awaited_metric))
    return;
  self->awaiting_family = NULL;
  g_object_set (self->view, "metric", self->awaited_metric, NULL);
}

static void
await (DlWindow *self, const DlMetric *metric, const DlMetric *standin)
{
  self->awaiting_family = self->family;
  self->awaited_metric = metric;
  self->standin_metric = standin;
}

void
dl_window_settle_metric (DlWindow *self)
{
  const DlMetric *metric = dl_view_get_metric_of (self->view, self->family);
  const DlMetric *other;

  /* The scenario is of another family: the window follows soon. */
  if (dl_session_get_scenario (self->session)->family != self->family)
    return;
  if (!lacks_data (self, metric))
    {
      on_data (self);
      return;
    }
  for (guint i = 0; (other = dl_family_metric (self->family, i)) != NULL; i++)
    if (!lacks_data (self, other))
      {
        await (self, metric, other);
        g_object_set (self->view, "metric", other, NULL);
        return;
      }
}

/* Maps show the simulation as soon as it has results. */
static void
on_run_opened (DlWindow *self)
{
  const DlMetric *metric = dl_family_metric_of (self->family, DL_METRIC_SIMULATED);

  if ((is_awaited (self) && dl_metric_is_simulated (self->awaited_metric)) || metric == NULL)
    return;
  await (self, metric, dl_view_get_metric_of (self->view, self->family));
}

/* Runs ----------------------------------------------------------------------------------------- */

/* Up to so many routers packets are seen one by one. */
#define FEW_ROUTERS 64

/* At which they can be followed by eye, in cycles/s. */
#define PACKETS_SPEED 100

/* Go back to the view, quantity and speed that a run turned from; "" or -1: not from that one. */
static void
run_back (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  const char *view, *metric;
  int speed;

  g_variant_get (parameter, "(&s&si)", &view, &metric, &speed);
  if (*view != '\0')
    dl_shell_show_view (DL_SHELL (self), view);
  if (*metric != '\0')
    g_action_group_activate_action (G_ACTION_GROUP (self), "color", g_variant_new_string (metric));
  if (speed >= 0)
    dl_shell_change_state (DL_SHELL (self), "sim-speed", g_variant_new_int32 (speed));
}

static void
offer_back (DlWindow *self, const char *title, const char *view, const char *metric, int speed)
{
  dl_toast_show (dl_shell_get_toast (DL_SHELL (self)), title, NULL, _ ("_Back"), "win.run-back",
                 g_variant_new ("(ssi)", view, metric, speed));
}

static void
show_packets (DlWindow *self, const char *view)
{
  g_autoptr (GVariant) state = dl_shell_get_state (DL_SHELL (self), "sim-speed");
  const gboolean too_fast = g_variant_get_int32 (state) == 0;

  offer_back (self, _ ("The map shows the packets of the run"), view, "", too_fast ? 0 : -1);
  if (too_fast)
    dl_shell_change_state (DL_SHELL (self), "sim-speed", g_variant_new_int32 (PACKETS_SPEED));
  dl_shell_show_view (DL_SHELL (self), "packets");
}

/* A run that is started by hand is shown: packet by packet in a small network, else by loads. If
 * one is shown already, or the user went back before, nothing turns. */
static void
follow_run (DlWindow *self)
{
  const char *view = gtk_stack_get_visible_child_name (self->views);
  const DlMetric *metric = dl_view_get_metric_of (self->view, self->family);
  const DlEvaluation *result = dl_session_get_result (self->session);

  if (!dl_maker_find (DL_FEATURE_VIEW, view)->is_map || dl_metric_is_simulated (metric)
      || result == NULL)
    return;
  self->turned = TRUE;
  if (result->net.graph->n_routers <= FEW_ROUTERS
      && dl_family_has_feature (self->family, DL_FEATURE_VIEW, "packets"))
    show_packets (self, view);
  else if (dl_family_metric_of (self->family, DL_METRIC_SIMULATED) != NULL)
    {
      offer_back (self, _ ("The map shows the load of the run"), "", metric->id, -1);
      on_run_opened (self);
    }
}

/* Lessons and toys choose the view themselves. */
static void
on_live_state (DlWindow *self)
{
  const DlLiveState state = dl_live_get_state (dl_view_get_live (self->view));
  const gboolean begins = self->live_state == DL_LIVE_STOPPED && state == DL_LIVE_RUNNING;

  self->live_state = state;
  if (begins && !self->turned && self->lesson == NULL && !dl_toy_is_shown (DL_SHELL (self)))
    follow_run (self);
}

/* Another scenario may be seen by its runs again. */
static void
on_opened (DlWindow *self)
{
  self->turned = FALSE;
  dl_window_settle_metric (self);
}

void
dl_window_add_metrics (DlWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "color", .activate = color, .parameter_type = "s" },
    { .name = "run-back", .activate = run_back, .parameter_type = "(ssi)" },
  };

  dl_shell_add_actions (DL_SHELL (self), entries, G_N_ELEMENTS (entries));
  g_signal_connect_swapped (self->metric_dropdown, "notify::selected",
                            G_CALLBACK (on_metric_chosen), self);
  g_signal_connect_object (self->view, "notify::metric", G_CALLBACK (on_metric), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_live (self->view), "notify::picture", G_CALLBACK (on_data),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_counters (self->view), "notify::counters",
                           G_CALLBACK (on_data), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_live (self->view), "notify::state",
                           G_CALLBACK (on_live_state), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "opened", G_CALLBACK (on_opened), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->session, "run-opened", G_CALLBACK (on_run_opened), self,
                           G_CONNECT_SWAPPED);
  dl_legend_set_view (DL_LEGEND (self->legend), self->view);
  dl_window_fill_metrics (self);
}
