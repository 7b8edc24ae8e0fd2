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

static float *
side_of (const DlMetric *metric, const DlMetricInput *input)
{
  const guint n = input->net.graph->n_links;
  float *values = g_new (float, MAX (1, n));

  if (dl_metric_is_known (metric, input))
    dl_metric_values (metric, input, values);
  else
    for (guint i = 0; i < n; i++)
      values[i] = DL_VALUE_UNKNOWN;
  return values;
}

/* Have both the same links by the same numbers? */
static gboolean
same_links (const DlMetricInput *a, const DlMetricInput *b)
{
  return a->family == b->family && a->family->same_places (a->net.shape, b->net.shape);
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
  contrast->links = dl_difference_new (
      a->net.graph->n_links, (DlDifferenceSide) { a->net.graph->link_state, contrast->side[0] },
      (DlDifferenceSide) { b->net.graph->link_state, contrast->side[1] }, metric->idle_is_zero);
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

void
dl_contrast_shared_scale (DlScale *scale, const DlMetric *metric, DlMetricRange a, DlMetricRange b,
                          const DlTheme *theme)
{
  /* Not MAX: a network without links has NAN. */
  const DlMetricRange both = dl_metric_range_both (a, b);

  dl_scale_init (scale, metric, both.max > 0 ? dl_scale_nice_max (both.max) : 0, theme);
  dl_scale_begin_at (scale, both.min);
}
