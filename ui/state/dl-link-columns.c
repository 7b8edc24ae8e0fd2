#include "dl-link-columns.h"

#include "dl-palette.h"

#include <glib/gi18n-lib.h>

#include <math.h>

static const DlEvaluation *
result_of (gconstpointer source)
{
  return ((const DlLinkSource *) source)->result;
}

double
dl_link_number (gconstpointer source, guint link)
{
  return link;
}

char *
dl_link_name (gconstpointer source, guint link)
{
  const DlEvaluation *result = result_of (source);

  return result->scenario->family->name (result->net.shape, dl_place_link (link), DL_NAME_PEOPLE);
}

double
dl_link_state (gconstpointer source, guint link)
{
  return result_of (source)->net.graph->link_state[link];
}

char *
dl_link_state_text (gconstpointer source, guint link)
{
  return g_strdup (dl_link_state (source, link) == DL_LINK_UP ? _ ("up") : _ ("broken"));
}

double
dl_link_shown (gconstpointer source, guint link)
{
  const float *values = ((const DlLinkSource *) source)->values;

  return values != NULL && isfinite (values[link]) ? values[link] : NAN;
}

char *
dl_link_shown_text (gconstpointer source, guint link)
{
  const DlLinkSource *shown = source;

  if (dl_link_state (source, link) != DL_LINK_UP)
    return g_strdup ("–");
  return dl_metric_value_text (shown->metric,
                               shown->values != NULL ? shown->values[link] : DL_VALUE_UNKNOWN);
}

void
dl_link_fill_shown (DlView *view, DlLinkSource *source)
{
  const float *values = dl_shown_get_values_of_a (dl_view_get_shown (view));
  DlMetricInput input;

  source->metric = dl_view_get_metric (view);
  if (dl_beside_get_input (dl_view_get_beside (view), DL_SHOW_A, &input)
      && dl_metric_is_known (source->metric, &input))
    source->values = g_memdup2 (values, MAX (1, input.net.graph->n_links) * sizeof *values);
}
