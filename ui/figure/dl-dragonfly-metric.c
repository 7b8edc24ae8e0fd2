#include "dl-dragonfly-metric.h"

#include "dl-dragonfly-map-private.h"

#include <math.h>

static gboolean
fits (const DlDragonflyMetricInput *input)
{
  return input->analysis != NULL
         && input->analysis->dragonfly->n_links == input->dragonfly->n_links;
}

/* The packets of a link, and those of the virtual channel that has most. */
static double
link_packets (const DlDragonflyAnalysis *analysis, guint link, double *most)
{
  const double *load = analysis->vc_load + (gsize) link * DL_DRAGONFLY_VCS;
  double sum = 0;

  *most = 0;
  for (guint vc = 0; vc < DL_DRAGONFLY_VCS; vc++)
    {
      sum += load[vc];
      *most = MAX (*most, load[vc]);
    }
  return sum;
}

static void
analysis_values (DlMetric metric, const DlDragonflyMetricInput *input, float *values)
{
  for (guint link = 0; link < input->dragonfly->n_links && fits (input); link++)
    {
      double most;
      const double packets = link_packets (input->analysis, link, &most);

      if (packets > 0)
        values[link] = metric == DL_METRIC_LOAD ? packets
                       : metric == DL_METRIC_VC_SHARE
                           ? most / packets
                           : dl_dragonfly_analysis_use (input->analysis, link, input->load);
    }
}

static void
simulated_values (DlMetric metric, const DlDragonflyMetricInput *input, float *values)
{
  const DlLinkUse *use = input->simulated;

  if (use == NULL || use->n_links != input->dragonfly->n_links)
    return;
  const float *from = metric == DL_METRIC_SIM_LOAD     ? use->load
                      : metric == DL_METRIC_SIM_STALLS ? use->stalls
                                                       : use->occupancy;
  for (guint link = 0; link < use->n_links; link++)
    if (use->load[link] > 0)
      values[link] = from[link];
}

/* As shares of the largest that the machine's links have. */
static void
measured_values (DlMetric metric, const DlDragonflyMetricInput *input, float *values)
{
  const DlCounters *counters = input->counters;
  const guint n = input->dragonfly->n_links;
  g_autofree guint32 *links = NULL;
  gboolean fits = FALSE;
  guint64 most = 0;

  if (counters == NULL || counters->kind != DL_COUNTERS_CASCADE
      || (metric == DL_METRIC_MEASURED_STALLS && !counters->has_stalls))
    return;
  links = dl_counters_find_links (counters, input->dragonfly);
  for (guint row = 0; row < counters->cascade->len; row++)
    fits |= links[row] != G_MAXUINT32;
  for (guint link = 0; link < n && fits; link++)
    values[link] = DL_VALUE_UNKNOWN;
  for (guint pass = 0; pass < 2; pass++)
    for (guint row = 0; row < counters->cascade->len; row++)
      {
        const DlCascadeCount *count = &g_array_index (counters->cascade, DlCascadeCount, row);
        const guint64 counted = metric == DL_METRIC_MEASURED_FLITS ? count->flits : count->stalls;

        if (links[row] == G_MAXUINT32)
          continue;
        if (pass == 0)
          most = MAX (most, counted);
        else
          values[links[row]] = count->flits == 0 ? NAN : most > 0 ? (double) counted / most : 0;
      }
}

void
dl_dragonfly_metric_values (DlMetric metric, const DlDragonflyMetricInput *input, float *values)
{
  const DlDragonfly *dragonfly = input->dragonfly;

  for (guint link = 0; link < dragonfly->n_links; link++)
    values[link] = NAN;
  if (metric == DL_METRIC_USE || metric == DL_METRIC_LOAD || metric == DL_METRIC_VC_SHARE)
    analysis_values (metric, input, values);
  else if (dl_metric_is_simulated (metric))
    simulated_values (metric, input, values);
  else
    {
      g_assert (metric == DL_METRIC_MEASURED_FLITS || metric == DL_METRIC_MEASURED_STALLS);
      measured_values (metric, input, values);
    }
  for (guint link = 0; link < dragonfly->n_links; link++)
    if (dragonfly->link_state[link] != DL_LINK_UP)
      values[link] = NAN;
}

double
dl_dragonfly_metric_max (DlMetric metric, const DlDragonflyMetricInput *input)
{
  double max = 0, most;

  if (metric == DL_METRIC_LOAD && fits (input))
    for (guint link = 0; link < input->dragonfly->n_links; link++)
      max = MAX (max, link_packets (input->analysis, link, &most));
  if (metric == DL_METRIC_SIM_STALLS && input->simulated != NULL
      && input->simulated->n_links == input->dragonfly->n_links)
    for (guint link = 0; link < input->dragonfly->n_links; link++)
      if (input->simulated->stalls[link] > max)
        max = input->simulated->stalls[link];
  return max;
}

DlDragonflyShown *
dl_dragonfly_shown_new (DlMetric metric, const DlDragonflyMetricInput *input)
{
  const guint n = input->dragonfly->n_groups;
  DlDragonflyShown *shown = g_new0 (DlDragonflyShown, 1);

  shown->values = g_new (float, MAX (1, input->dragonfly->n_links));
  shown->group_value = g_new (float, (gsize) n *n);
  shown->group_out = g_new (float, n);
  shown->group_in = g_new (float, n);
  dl_dragonfly_metric_values (metric, input, shown->values);
  dl_dragonfly_values_sum_over (input->dragonfly, shown->values, metric != DL_METRIC_VC_SHARE,
                                shown->group_value, shown->group_out, shown->group_in);
  shown->sums = (DlDragonflyValues) { shown->values, shown->group_value, shown->group_out,
                                      shown->group_in };
  return shown;
}

void
dl_dragonfly_shown_free (DlDragonflyShown *shown)
{
  if (shown == NULL)
    return;
  g_free (shown->values);
  g_free (shown->group_value);
  g_free (shown->group_out);
  g_free (shown->group_in);
  g_free (shown);
}
