#include "dl-dragonfly-metric.h"

#include "dl-dragonfly-map-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Rows ----------------------------------------------------------------------------------------- */

/* As shares of the largest that the machine's links have. */
static gboolean
fill_measured (const DlMetricInput *input, gboolean stalls, float *values)
{
  const DlDragonfly *dragonfly = input->net.shape;
  const GArray *counts = dl_cascade_counters (input->counters)->links;
  g_autofree guint32 *links = NULL;
  gboolean fits = FALSE;
  guint64 most = 0;

  if (stalls && !dl_cascade_counters (input->counters)->has_stalls)
    return FALSE;
  links = dl_counters_find_links (input->counters, dragonfly);
  for (guint row = 0; row < counts->len; row++)
    fits |= links[row] != G_MAXUINT32;
  for (guint link = 0; link < dragonfly->n_links && fits; link++)
    values[link] = DL_VALUE_UNKNOWN;
  for (guint pass = 0; pass < 2; pass++)
    for (guint row = 0; row < counts->len; row++)
      {
        const DlCascadeCount *count = &g_array_index (counts, DlCascadeCount, row);
        const guint64 counted = stalls ? count->stalls : count->flits;

        if (links[row] == G_MAXUINT32)
          continue;
        if (pass == 0)
          most = MAX (most, counted);
        else
          values[links[row]] = count->flits == 0 ? NAN : most > 0 ? (double) counted / most : 0;
      }
  return fits;
}

static gboolean
fill_flits (const DlMetricInput *input, float *values)
{
  return fill_measured (input, FALSE, values);
}

static gboolean
fill_stalls (const DlMetricInput *input, float *values)
{
  return fill_measured (input, TRUE, values);
}

/* Counters are of a link even where it is broken now: what is measured is shown where the link
 * works. */
const DlMetric dl_metrics_dragonfly[] = {
  { "load", N_ ("Channel load"), N_ ("packets, all VCs"), N_ ("packets"), .scale = DL_SCALE_COUNT,
    .form = DL_FORM_COUNT, .to_max = TRUE, .idle_is_zero = TRUE, .value = dl_metric_packets },
  { "sim-load", N_ ("Simulated load"), N_ ("utilization"), N_ ("flits/cycle"),
    .source = DL_METRIC_SIMULATED, .scale = DL_SCALE_PART, .idle_is_zero = TRUE,
    .value = dl_metric_simulated_load },
  { "measured-flits", N_ ("Measured flits"), N_ ("share of the busiest link’s"),
    .source = DL_METRIC_MEASURED, .counters = &dl_counters_kind_cascade, .scale = DL_SCALE_PART,
    .idle_is_zero = TRUE, .fill = fill_flits },
  { "measured-stalls", N_ ("Measured stalls"), N_ ("share of the most stalled link’s"),
    .source = DL_METRIC_MEASURED, .counters = &dl_counters_kind_cascade, .scale = DL_SCALE_PART,
    .fill = fill_stalls },
  { NULL },
};

/* Sums ----------------------------------------------------------------------------------------- */

DlDragonflyShown *
dl_dragonfly_shown_of (const DlMetric *metric, const DlDragonfly *dragonfly, const float *values)
{
  const guint n = dragonfly->n_groups;
  const gboolean is_use = metric->scale == DL_SCALE_CAPACITY;
  const DlDragonflySumRule rule = { .idle_counts = metric->scale != DL_SCALE_SHARE,
                                    .worst = dl_metric_is_critical (metric),
                                    .full = is_use ? 1 : INFINITY };
  DlDragonflyShown *shown = g_new0 (DlDragonflyShown, 1);

  shown->values = g_memdup2 (values, MAX (1, dragonfly->n_links) * sizeof *values);
  shown->group_value = g_new (float, (gsize) n *n);
  shown->group_out = g_new (float, n);
  shown->group_in = g_new (float, n);
  if (is_use)
    shown->over = g_new (guint32, (gsize) n * n + 2 * n);
  const DlDragonflyOver over = { shown->over, is_use ? shown->over + (gsize) n * n : NULL,
                                 is_use ? shown->over + (gsize) n * n + n : NULL };

  dl_dragonfly_values_sum_over (dragonfly, shown->values, &rule, shown->group_value,
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

DlDragonflyShown *
dl_dragonfly_shown_new (const DlMetric *metric, const DlMetricInput *input)
{
  g_autofree float *values = g_new (float, MAX (1, input->net.graph->n_links));

  dl_metric_values (metric, input, values);
  return dl_dragonfly_shown_of (metric, input->net.shape, values);
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
