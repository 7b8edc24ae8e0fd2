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

/* Groups by their number on the machine; DL_NO_NODE where there is none. Free with g_free. */
static guint32 *
groups_by_name (const DlDragonfly *dragonfly)
{
  guint32 *groups = g_new (guint32, G_MAXUINT16 + 1);

  for (guint name = 0; name <= G_MAXUINT16; name++)
    groups[name] = DL_NO_NODE;
  for (guint group = 0; group < dragonfly->n_groups; group++)
    groups[dragonfly->group_name[group]] = group;
  return groups;
}

static guint
router_of (const DlDragonfly *dragonfly, const guint32 *groups, DlRouterAt at)
{
  if (groups[at.group] == DL_NO_NODE)
    return DL_NO_NODE;
  at.group = groups[at.group];
  return dl_dragonfly_router_at (dragonfly, at);
}

/* As shares of the largest that the machine's links have. */
static void
measured_values (DlMetric metric, const DlDragonflyMetricInput *input, float *values)
{
  const DlDragonfly *dragonfly = input->dragonfly;
  g_autofree guint32 *groups = groups_by_name (dragonfly);
  guint64 most = 0;

  if (input->counters == NULL || input->counters->kind != DL_COUNTERS_CASCADE)
    return;
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < input->counters->cascade->len; i++)
      {
        const DlCascadeCount *count = &g_array_index (input->counters->cascade, DlCascadeCount, i);
        const guint64 counted = metric == DL_METRIC_MEASURED_FLITS ? count->flits : count->stalls;
        const guint from = router_of (dragonfly, groups, count->from);
        const guint to = router_of (dragonfly, groups, count->to);

        if (count->flits == 0 || from == DL_NO_NODE || to == DL_NO_NODE)
          continue;
        const guint link = dl_dragonfly_find_link (dragonfly, from, to, count->parallel);
        if (link == G_MAXUINT32)
          continue;
        if (pass == 0)
          most = MAX (most, counted);
        else
          values[link] = most > 0 ? (double) counted / most : 0;
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
