#include "dl-dragonfly-metric.h"

#include "dl-cascade-sums.h"
#include "dl-dragonfly-map-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Rows ----------------------------------------------------------------------------------------- */

/* Shares of the largest value that the machine's links have. */
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

/* Counters are of a link even where it is broken now: measured values are shown where the link
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
    .source = DL_METRIC_MEASURED, .counters = &dl_counters_kind_cascade, .of_stalls = TRUE,
    .scale = DL_SCALE_PART, .fill = fill_stalls },
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

/* A - B ---------------------------------------------------------------------------------------- */

static void
fill_unknown (float *values, gsize n)
{
  for (gsize i = 0; i < n; i++)
    values[i] = DL_VALUE_UNKNOWN;
}

static DlDragonflyShown *
side_of (const DlMetric *metric, const DlMetricInput *input, const float *values)
{
  const DlDragonfly *dragonfly = input->net.shape;
  const guint n = dragonfly->n_groups;
  DlDragonflyShown *shown = dl_dragonfly_shown_of (metric, dragonfly, values);

  if (!dl_metric_is_known (metric, input))
    {
      fill_unknown (shown->group_value, (gsize) n * n);
      fill_unknown (shown->group_out, n);
      fill_unknown (shown->group_in, n);
    }
  return shown;
}

/* (n_groups x n_groups) whether any blue link between two groups works. */
static guint8 *
pair_states (const DlDragonfly *dragonfly)
{
  const guint n = dragonfly->n_groups;
  guint8 *state = g_new0 (guint8, (gsize) n * n);

  for (guint link = 0; link < dragonfly->n_links; link++)
    if (dragonfly->link_class[link] == DL_LINK_BLUE)
      {
        guint8 *pair = &state[(gsize) dragonfly->router[dragonfly->link_from[link]].group * n
                              + dragonfly->router[dragonfly->link_to[link]].group];
        *pair = MAX (*pair, dragonfly->link_state[link]);
      }
  return state;
}

/* Totals that groups send or get. */
static float *
contrast_sums (const float *a, const float *b, guint n, gboolean idle_is_zero)
{
  g_autofree guint8 *up = g_new (guint8, n);
  g_autoptr (DlDifference) difference = NULL;

  memset (up, DL_LINK_UP, n);
  difference = dl_difference_new (n, (DlDifferenceSide) { up, a }, (DlDifferenceSide) { up, b },
                                  idle_is_zero);
  return g_steal_pointer (&difference->values);
}

DlDragonflyContrast *
dl_dragonfly_contrast_new (const DlMetric *metric, const DlMetricInput *a, const DlMetricInput *b)
{
  const gboolean idle_is_zero = metric->idle_is_zero;
  DlContrast *links = dl_contrast_new (metric, a, b);
  DlDragonflyContrast *contrast;
  DlDragonflyShown *shown;

  if (links == NULL)
    return NULL;
  contrast = g_new0 (DlDragonflyContrast, 1);
  contrast->head = *links;
  g_free (links);
  contrast->side[0] = side_of (metric, a, contrast->head.side[0]);
  contrast->side[1] = side_of (metric, b, contrast->head.side[1]);

  const DlDragonfly *dragonfly = a->net.shape;
  const guint n = dragonfly->n_groups;
  const DlDragonflyShown *of_a = contrast->side[0], *of_b = contrast->side[1];
  g_autofree guint8 *pairs_a = pair_states (dragonfly);
  g_autofree guint8 *pairs_b = pair_states (b->net.shape);

  contrast->pairs
      = dl_difference_new (n * n, (DlDifferenceSide) { pairs_a, of_a->group_value },
                           (DlDifferenceSide) { pairs_b, of_b->group_value }, idle_is_zero);
  contrast->shown = shown = g_new0 (DlDragonflyShown, 1);
  shown->values = g_new (float, MAX (1, dragonfly->n_links));
  shown->group_value = g_new (float, (gsize) n *n);
  dl_contrast_values (contrast->head.links, shown->values);
  dl_contrast_values (contrast->pairs, shown->group_value);
  shown->group_out = contrast_sums (of_a->group_out, of_b->group_out, n, idle_is_zero);
  shown->group_in = contrast_sums (of_a->group_in, of_b->group_in, n, idle_is_zero);
  shown->sums = (DlDragonflyValues) { shown->values, shown->group_value, shown->group_out,
                                      shown->group_in };
  return contrast;
}

void
dl_dragonfly_contrast_free (DlDragonflyContrast *contrast)
{
  if (contrast == NULL)
    return;
  dl_difference_free (contrast->pairs);
  dl_dragonfly_shown_free (contrast->shown);
  for (guint i = 0; i < 2; i++)
    dl_dragonfly_shown_free (contrast->side[i]);
  dl_contrast_free (&contrast->head); /* and the whole, which begins with it */
}
