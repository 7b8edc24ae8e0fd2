#include "dl-contrast.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

static const struct
{
  const char *id;
  const char *title;
} shows[DL_N_SHOWS] = {
  [DL_SHOW_A] = { "a", N_ ("A") },
  [DL_SHOW_B] = { "b", N_ ("B") },
  [DL_SHOW_DIFFERENCE] = { "difference", N_ ("A − B") },
};

const char *
dl_show_id (DlShow show)
{
  return shows[show].id;
}

gboolean
dl_show_find (const char *id, DlShow *show)
{
  for (guint i = 0; i < DL_N_SHOWS; i++)
    if (strcmp (shows[i].id, id) == 0)
      {
        *show = i;
        return TRUE;
      }
  return FALSE;
}

const char *
dl_show_title (DlShow show)
{
  return _ (shows[show].title);
}

static void
fill_unknown (float *values, gsize n)
{
  for (gsize i = 0; i < n; i++)
    values[i] = DL_VALUE_UNKNOWN;
}

static float *
side_of (const DlMetric *metric, const DlMetricInput *input)
{
  const guint n = input->net.graph->n_links;
  float *values = g_new (float, MAX (1, n));

  if (dl_metric_is_known (metric, input))
    dl_metric_values (metric, input, values);
  else
    fill_unknown (values, n);
  return values;
}

/* Have both the same links by the same numbers? */
static gboolean
same_links (const DlMetricInput *a, const DlMetricInput *b)
{
  return a->family == b->family && a->family->same_places (a->net.shape, b->net.shape);
}

static DlDifference *
difference_of (const DlMetric *metric, const DlMetricInput *a, const float *of_a,
               const DlMetricInput *b, const float *of_b)
{
  return dl_difference_new (
      a->net.graph->n_links, (DlDifferenceSide) { a->net.graph->link_state, of_a },
      (DlDifferenceSide) { b->net.graph->link_state, of_b }, metric->idle_is_zero);
}

DlContrast *
dl_contrast_new (const DlMetric *metric, const DlMetricInput *a, const DlMetricInput *b)
{
  DlContrast *contrast;

  if (!same_links (a, b))
    return NULL;
  contrast = g_new (DlContrast, 1);
  contrast->side[0] = side_of (metric, a);
  contrast->side[1] = side_of (metric, b);
  contrast->links = difference_of (metric, a, contrast->side[0], b, contrast->side[1]);
  return contrast;
}

void
dl_contrast_free (DlContrast *contrast)
{
  if (contrast == NULL)
    return;
  dl_difference_free (contrast->links);
  for (guint i = 0; i < 2; i++)
    g_free (contrast->side[i]);
  g_free (contrast);
}

void
dl_contrast_values (const DlDifference *difference, float *values)
{
  for (guint i = 0; i < difference->n; i++)
    values[i] = difference->change[i] == DL_CHANGE_VALUE  ? difference->values[i]
                : difference->change[i] == DL_CHANGE_IDLE ? NAN
                                                          : DL_VALUE_UNKNOWN;
}

/* Dragonflies ---------------------------------------------------------------------------------- */

static DlDragonflyShown *
side_of_dragonfly (const DlMetric *metric, const DlMetricInput *input)
{
  const DlDragonfly *dragonfly = input->net.shape;
  const guint n = dragonfly->n_groups;
  DlDragonflyShown *shown = dl_dragonfly_shown_new (metric, input);

  if (!dl_metric_is_known (metric, input))
    {
      fill_unknown (shown->values, dragonfly->n_links);
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
  const DlDragonfly *net_a = a->net.shape, *net_b = b->net.shape;
  const gboolean idle_is_zero = metric->idle_is_zero;
  const guint n = net_a->n_groups;
  DlDragonflyContrast *contrast;
  DlDragonflyShown *shown;

  if (!same_links (a, b))
    return NULL;
  DlDragonflyShown *shown_a = side_of_dragonfly (metric, a);
  DlDragonflyShown *shown_b = side_of_dragonfly (metric, b);
  g_autofree guint8 *pairs_a = pair_states (net_a);
  g_autofree guint8 *pairs_b = pair_states (net_b);

  contrast = g_new0 (DlDragonflyContrast, 1);
  contrast->side[0] = shown_a;
  contrast->side[1] = shown_b;
  contrast->links = difference_of (metric, a, shown_a->values, b, shown_b->values);
  contrast->pairs
      = dl_difference_new (n * n, (DlDifferenceSide) { pairs_a, shown_a->group_value },
                           (DlDifferenceSide) { pairs_b, shown_b->group_value }, idle_is_zero);

  contrast->shown = shown = g_new0 (DlDragonflyShown, 1);
  shown->values = g_new (float, MAX (1, net_a->n_links));
  shown->group_value = g_new (float, (gsize) n *n);
  dl_contrast_values (contrast->links, shown->values);
  dl_contrast_values (contrast->pairs, shown->group_value);
  shown->group_out = contrast_sums (shown_a->group_out, shown_b->group_out, n, idle_is_zero);
  shown->group_in = contrast_sums (shown_a->group_in, shown_b->group_in, n, idle_is_zero);
  shown->sums = (DlDragonflyValues) { shown->values, shown->group_value, shown->group_out,
                                      shown->group_in };
  return contrast;
}

void
dl_dragonfly_contrast_free (DlDragonflyContrast *contrast)
{
  if (contrast == NULL)
    return;
  dl_difference_free (contrast->links);
  dl_difference_free (contrast->pairs);
  dl_dragonfly_shown_free (contrast->shown);
  for (guint i = 0; i < 2; i++)
    dl_dragonfly_shown_free (contrast->side[i]);
  g_free (contrast);
}

void
dl_contrast_shared_scale (DlScale *scale, const DlMetric *metric, double max_a, double max_b,
                          const DlTheme *theme)
{
  /* Not MAX: a network without links has NAN. */
  const double max = fmax (max_a, max_b);

  dl_scale_init (scale, metric, max > 0 ? dl_scale_nice_max (max) : 0, theme);
}
