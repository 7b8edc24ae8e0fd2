/* What the window's maps are colored by: the drop-down, and what stands in where there is nothing
 * to see of the one that was chosen. */
#include "dl-window-private.h"

#include "dl-choices.h"
#include "dl-legend.h"

static guint
n_metrics (DlWindow *self)
{
  guint n = DL_N_METRICS;

  if (self->kind == DL_KIND_DRAGONFLY)
    dl_dragonfly_metrics (&n);
  return n;
}

static DlMetric
nth_metric (DlWindow *self, guint i)
{
  guint n;

  return self->kind == DL_KIND_DRAGONFLY ? dl_dragonfly_metrics (&n)[i] : (DlMetric) i;
}

DlMetric
dl_window_get_metric (DlWindow *self)
{
  return self->kind == DL_KIND_DRAGONFLY ? dl_places_get_metric (dl_view_get_places (self->view))
                                         : dl_view_get_metric (self->view);
}

static void
set_metric (DlWindow *self, DlMetric metric)
{
  if (self->kind == DL_KIND_DRAGONFLY)
    g_object_set (dl_view_get_places (self->view), "metric", metric, NULL);
  else
    g_object_set (self->view, "metric", metric, NULL);
}

static void
on_metric_chosen (DlWindow *self)
{
  const guint i = gtk_drop_down_get_selected (self->metric_dropdown);
  const gboolean dragonfly = self->kind == DL_KIND_DRAGONFLY;
  DlMetric metric;

  if (i >= n_metrics (self))
    return;
  metric = nth_metric (self, i);
  if (metric == dl_window_get_metric (self))
    return;
  set_metric (self, metric);
  if (self->settings != NULL)
    g_settings_set_string (self->settings, dragonfly ? "dragonfly-metric" : "metric",
                           dl_metric_id (metric));
}

/* Who chooses another one waits for none. */
static void
on_metric (DlWindow *self)
{
  if (!self->settling_metric)
    self->awaits_metric = FALSE;
  for (guint i = 0; i < n_metrics (self); i++)
    if (nth_metric (self, i) == dl_window_get_metric (self))
      gtk_drop_down_set_selected (self->metric_dropdown, i);
  gtk_widget_queue_draw (self->legend);
  dl_window_update_details (self);
}

void
dl_window_fill_metrics (DlWindow *self)
{
  DlChoice choices[DL_N_ALL_METRICS];
  const guint n = n_metrics (self);

  for (guint i = 0; i < n; i++)
    {
      const DlMetric metric = nth_metric (self, i);
      const DlMetricInfo *info = dl_metric_info (metric);

      choices[i]
          = (DlChoice) { info->id, info->title,
                         self->kind == DL_KIND_DRAGONFLY ? dl_dragonfly_metric_formula (metric)
                                                         : info->formula };
    }
  g_signal_handlers_block_by_func (self->metric_dropdown, on_metric_chosen, self);
  dl_choices_fill (self->metric_dropdown, choices, n);
  on_metric (self);
  g_signal_handlers_unblock_by_func (self->metric_dropdown, on_metric_chosen, self);
}

/* There is nothing to see of it yet. */
static gboolean
lacks_data (DlWindow *self, DlMetric metric)
{
  if (dl_metric_is_simulated (metric))
    return dl_live_get_picture (dl_view_get_live (self->view)) == NULL;
  return dl_metric_is_measured (metric)
         && dl_counters_source_get_counters (dl_view_get_counters (self->view)) == NULL;
}

static void
settle (DlWindow *self, DlMetric metric)
{
  self->settling_metric = TRUE;
  set_metric (self, metric);
  self->settling_metric = FALSE;
}

void
dl_window_settle_metric (DlWindow *self)
{
  const DlMetric metric = dl_window_get_metric (self);

  if (!lacks_data (self, metric))
    return;
  self->awaits_metric = TRUE;
  self->awaited_metric = metric;
  settle (self, self->kind == DL_KIND_DRAGONFLY ? DL_METRIC_USE : DL_METRIC_BALANCE);
}

/* The first run, or counters that are opened. */
static void
on_data (DlWindow *self)
{
  if (!self->awaits_metric || lacks_data (self, self->awaited_metric))
    return;
  self->awaits_metric = FALSE;
  settle (self, self->awaited_metric);
}

void
dl_window_add_metrics (DlWindow *self)
{
  g_signal_connect_swapped (self->metric_dropdown, "notify::selected",
                            G_CALLBACK (on_metric_chosen), self);
  g_signal_connect_object (self->view, "notify::metric", G_CALLBACK (on_metric), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_places (self->view), "notify::metric",
                           G_CALLBACK (on_metric), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_live (self->view), "notify::picture", G_CALLBACK (on_data),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_counters (self->view), "notify::counters",
                           G_CALLBACK (on_data), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "opened", G_CALLBACK (dl_window_settle_metric), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  dl_legend_set_view (DL_LEGEND (self->legend), self->view);
  dl_window_fill_metrics (self);
}
