/* What the window's maps are colored by: the drop-down, and what stands in where there is nothing
 * to see of the one that was chosen. */
#include "dl-window-private.h"

#include "dl-choices.h"
#include "dl-figure-family.h"
#include "dl-legend.h"

/* As the drop-down; of another family's metrics, nothing. */
static void
color (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  const DlMetric *metric;

  for (guint i = 0; (metric = dl_family_metric (self->family, i)) != NULL; i++)
    if (g_str_equal (metric->id, g_variant_get_string (parameter, NULL)))
      gtk_drop_down_set_selected (self->metric_dropdown, i);
}

static const GActionEntry entries[]
    = { { .name = "color", .activate = color, .parameter_type = "s" } };

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

/* Who chooses another one waits for none. */
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

  /* Of another family: the window follows soon. */
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

/* Maps of a run of the library show what it measured, as soon as there is any of it. */
static void
on_run_opened (DlWindow *self)
{
  const DlMetric *metric = dl_family_metric_of (self->family, DL_METRIC_SIMULATED);

  if ((is_awaited (self) && dl_metric_is_simulated (self->awaited_metric)) || metric == NULL)
    return;
  await (self, metric, dl_view_get_metric_of (self->view, self->family));
}

void
dl_window_add_metrics (DlWindow *self)
{
  dl_shell_add_actions (DL_SHELL (self), entries, G_N_ELEMENTS (entries));
  g_signal_connect_swapped (self->metric_dropdown, "notify::selected",
                            G_CALLBACK (on_metric_chosen), self);
  g_signal_connect_object (self->view, "notify::metric", G_CALLBACK (on_metric), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_live (self->view), "notify::picture", G_CALLBACK (on_data),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_counters (self->view), "notify::counters",
                           G_CALLBACK (on_data), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "opened", G_CALLBACK (dl_window_settle_metric), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->session, "run-opened", G_CALLBACK (on_run_opened), self,
                           G_CONNECT_SWAPPED);
  dl_legend_set_view (DL_LEGEND (self->legend), self->view);
  dl_window_fill_metrics (self);
}
