#include "dl-dragonfly-metric.h"

#include "dl-families.h"
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

  if (counters == NULL || counters->kind != &dl_counters_kind_cascade
      || (metric == DL_METRIC_MEASURED_STALLS && !dl_cascade_counters (counters)->has_stalls))
    return;
  links = dl_counters_find_links (counters, input->dragonfly);
  for (guint row = 0; row < dl_cascade_counters (counters)->links->len; row++)
    fits |= links[row] != G_MAXUINT32;
  for (guint link = 0; link < n && fits; link++)
    values[link] = DL_VALUE_UNKNOWN;
  for (guint pass = 0; pass < 2; pass++)
    for (guint row = 0; row < dl_cascade_counters (counters)->links->len; row++)
      {
        const DlCascadeCount *count
            = &g_array_index (dl_cascade_counters (counters)->links, DlCascadeCount, row);
        const guint64 counted = metric == DL_METRIC_MEASURED_FLITS ? count->flits : count->stalls;

        if (links[row] == G_MAXUINT32)
          continue;
        if (pass == 0)
          most = MAX (most, counted);
        else
          values[links[row]] = count->flits == 0 ? NAN : most > 0 ? (double) counted / most : 0;
      }
}

static void
critical_values (const DlDragonflyMetricInput *input, float *values)
{
  const DlCritical *critical = input->critical;

  if (critical != NULL && critical->family->same_places (critical->net.shape, input->dragonfly))
    dl_critical_values (critical, values);
}

void
dl_dragonfly_metric_values (DlMetric metric, const DlDragonflyMetricInput *input, float *values)
{
  const DlDragonfly *dragonfly = input->dragonfly;

  for (guint link = 0; link < dragonfly->n_links; link++)
    values[link] = NAN;
  if (metric == DL_METRIC_USE || metric == DL_METRIC_LOAD || metric == DL_METRIC_VC_SHARE)
    analysis_values (metric, input, values);
  else if (metric == DL_METRIC_CRITICAL)
    critical_values (input, values);
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

gboolean
dl_dragonfly_metric_is_known (DlMetric metric, const DlDragonflyMetricInput *input)
{
  if (dl_metric_is_simulated (metric))
    return input->simulated != NULL && input->simulated->n_links == input->dragonfly->n_links;
  if (metric == DL_METRIC_CRITICAL)
    return input->critical != NULL;
  return !dl_metric_is_measured (metric) || input->counters != NULL;
}

DlDragonflyShown *
dl_dragonfly_shown_new (DlMetric metric, const DlDragonflyMetricInput *input)
{
  const guint n = input->dragonfly->n_groups;
  const gboolean is_use = metric == DL_METRIC_USE;
  const DlDragonflySumRule rule = { .idle_counts = metric != DL_METRIC_VC_SHARE,
                                    .worst = metric == DL_METRIC_CRITICAL,
                                    .full = is_use ? 1 : INFINITY };
  DlDragonflyShown *shown = g_new0 (DlDragonflyShown, 1);

  shown->values = g_new (float, MAX (1, input->dragonfly->n_links));
  shown->group_value = g_new (float, (gsize) n *n);
  shown->group_out = g_new (float, n);
  shown->group_in = g_new (float, n);
  if (is_use)
    shown->over = g_new (guint32, (gsize) n * n + 2 * n);
  const DlDragonflyOver over = { shown->over, is_use ? shown->over + (gsize) n * n : NULL,
                                 is_use ? shown->over + (gsize) n * n + n : NULL };

  dl_dragonfly_metric_values (metric, input, shown->values);
  dl_dragonfly_values_sum_over (input->dragonfly, shown->values, &rule, shown->group_value,
                                shown->group_out, shown->group_in, is_use ? &over : NULL);
  shown->sums = (DlDragonflyValues) { shown->values, shown->group_value, shown->group_out,
                                      shown->group_in };
  shown->sums.is_worst = rule.worst;
  if (is_use)
    {
      shown->sums.pair_over = over.pair;
      shown->sums.out_over = over.out;
      shown->sums.in_over = over.in;
    }
  return shown;
}

gboolean
dl_dragonfly_shown_value (const DlDragonflyShown *shown, const DlDragonfly *dragonfly,
                          DlPlace place, gboolean in, DlDragonflyValue *value)
{
  const DlDragonflyValues *sums = &shown->sums;
  const gsize pair = (gsize) place.a * dragonfly->n_groups + place.b;

  switch (place.kind)
    {
    case DL_PLACE_LINK:
      *value = (DlDragonflyValue) { sums->values[place.a], 0 };
      return TRUE;
    case DL_PLACE_PAIR:
      *value = (DlDragonflyValue) { sums->group_value[pair],
                                    sums->pair_over != NULL ? sums->pair_over[pair] : 0 };
      return place.a != place.b;
    case DL_PLACE_GROUP:
      *value = (DlDragonflyValue) { (in ? sums->group_in : sums->group_out)[place.a], 0 };
      if (sums->out_over != NULL)
        value->n_over = (in ? sums->in_over : sums->out_over)[place.a];
      return TRUE;
    case DL_PLACE_ROUTER:
    case DL_PLACE_NODE:
    case DL_PLACE_NOTHING:
      break;
    }
  return FALSE;
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
  g_free (shown->over);
  g_free (shown);
}
