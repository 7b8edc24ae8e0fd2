/* Columns of a torus' links, and of its simulation if there is one. */
#include "dl-figure-family.h"
#include "dl-link-columns.h"

#include <glib/gi18n-lib.h>

static const DlTorusAnalysis *
analysis_of (gconstpointer source)
{
  return dl_evaluation_torus (((const DlLinkSource *) source)->result);
}

static double
get_vc0 (gconstpointer source, guint link)
{
  return analysis_of (source)->vc_load[2 * link];
}

static double
get_vc1 (gconstpointer source, guint link)
{
  return analysis_of (source)->vc_load[2 * link + 1];
}

static double
get_balance (gconstpointer source, guint link)
{
  return dl_torus_analysis_link_balance (analysis_of (source), link);
}

static double
get_load (gconstpointer source, guint link)
{
  return dl_torus_analysis_link_load (analysis_of (source), link);
}

#define NUMBER    .type = DL_COLUMN_REAL, .min_chars = 7, .nat_chars = 14
#define SIMULATED 6
static const DlTableColumn columns[] = {
  { NULL, N_ ("Link"), .value = dl_link_number, .text = dl_link_name, .name = TRUE, .min_chars = 17,
    .nat_chars = 17 },
  { NULL, N_ ("State"), .value = dl_link_state, .text = dl_link_state_text, .nat_chars = 14 },
  { NULL, N_ ("VC0, packets"), .value = get_vc0, NUMBER },
  { NULL, N_ ("VC1, packets"), .value = get_vc1, NUMBER },
  { NULL, N_ ("VC balance"), .digits = 4, .value = get_balance, NUMBER },
  { NULL, N_ ("Load, packets"), .value = get_load, NUMBER },
  { .value = dl_link_shown, .text = dl_link_shown_text, NUMBER },
};

/* Metric of the maps if that is simulated; analyzed ones have columns of their own. */
static void
fill (DlView *view, DlLinkSource *source)
{
  const DlMetric *shown = dl_view_get_metric (view);
  DlMetricInput input;

  source->metric = dl_metric_is_simulated (shown)
                       ? shown
                       : dl_family_metric_of (&dl_family_torus, DL_METRIC_SIMULATED);
  if (!dl_beside_get_input (dl_view_get_beside (view), DL_SHOW_A, &input) || input.simulated == NULL
      || input.analysis != source->result->analysis_of_family)
    return;
  source->values = g_new (float, source->result->net.graph->n_links);
  dl_metric_values (source->metric, &input, source->values);
}

const DlLinkColumns dl_link_columns_torus
    = { columns, G_N_ELEMENTS (columns), SIMULATED, TRUE, "ring", fill };
