/* What a report says of a torus alone. */
#include "dl-report-private.h"

#include "dl-aging-text.h"
#include "dl-chart-private.h"
#include "dl-evaluate-aging.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Deadlock and reachability -------------------------------------------------------------------- */

static void
add_facts (DlReport *report, const DlReportScenario *scenario)
{
  const DlAnalysis *analysis = scenario->input.analysis;
  const DlReportFact facts[] = {
    { _ ("Working nodes"), analysis->network->n_working_nodes, 0 },
    { _ ("Working links, each direction"), analysis->network->n_working_links, 0 },
    { _ ("Mean hops"), analysis->hops_mean, 4 },
    { _ ("Most hops"), analysis->hops_max, 0 },
    { _ ("Pairs that send"), analysis->pairs, 0 },
    { _ ("Unreachable pairs"), analysis->unreachable_pairs, 0 },
    { _ ("Pairs dropped at a dateline"), analysis->dropped_pairs, 0 },
    { _ ("Pairs on illegal turns"), analysis->illegal_pairs, 0 },
  };

  dl_report_add_facts (report, facts, G_N_ELEMENTS (facts));
}

/* Balance and load ----------------------------------------------------------------------------- */

static void
add_dimensions (DlReport *report, const DlAnalysis *analysis)
{
  static const char *const bins[DL_BALANCE_BINS]
      = { "[0, .25]", "(.25, .5]", "(.5, .75]", "(.75, 1]" };
  DlDocumentTable *table = dl_document_table_new ();
  const char *const heads[] = { _ ("Links"), _ ("Idle"), _ ("Mean balance"), _ ("Exactly 0") };

  dl_document_table_add_column (table, "", DL_ALIGN_START, 0);
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    dl_document_table_add_column (table, heads[i], DL_ALIGN_END, 1);
  for (guint i = 0; i < DL_BALANCE_BINS; i++)
    dl_document_table_add_column (table, bins[i], DL_ALIGN_END, 1);
  dl_document_table_add_column (table, _ ("Mean load"), DL_ALIGN_END, 1.2);
  dl_document_table_add_column (table, _ ("Maximum load"), DL_ALIGN_END, 1.2);
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      const DlDimensionStats *stats = &analysis->dims[dim];

      if (stats->links == 0)
        continue;
      dl_document_table_add (table, dl_chart_dim_name (dim), DL_CELL_BOLD);
      dl_report_cell_count (table, stats->links);
      dl_report_cell_count (table, stats->idle_links);
      dl_report_cell_number (table, stats->balance_mean, 4);
      dl_report_cell_count (table, stats->balanced_links);
      for (guint bin = 0; bin < DL_BALANCE_BINS; bin++)
        dl_report_cell_count (table, stats->bins[bin]);
      dl_report_cell_number (table, stats->load_mean, 2);
      dl_report_cell_number (table, stats->load_max, 2);
    }
  dl_document_add_table (report->document, table);
  dl_document_add_text (
      report->document, DL_PARAGRAPH_NOTE,
      _ ("Links by VC balance; the first bin includes exactly balanced links. Load in "
         "packets/link, if each sending pair sends packets equal to its weight."));
}

static void
add_loads (DlReport *report, const DlReportScenario *scenario)
{
  dl_document_add_heading (report->document, 2, _ ("Balance and load of links"));
  add_dimensions (report, scenario->input.analysis);
  dl_report_add_figure (report, scenario, "balance-histograms", &scenario->input,
                        _ ("Links by VC balance in each dimension."));
  dl_report_add_figure (report, scenario, "channel-load", &scenario->input,
                        _ ("The links of each dimension, sorted by load."));
}

/* Equations ------------------------------------------------------------------------------------ */

static void
add_aging_value (DlDocumentTable *table, double value)
{
  g_autofree char *text = dl_aging_value_text (value);

  dl_document_table_add (table, text, DL_CELL_PLAIN);
}

static void
add_equations (DlReport *report, const DlReportScenario *scenario)
{
  g_autoptr (DlAgingModel) model = dl_aging_model_new (
      dl_evaluate_aging_options (scenario->row->scenario, scenario->input.analysis));
  DlDocumentTable *table = dl_document_table_new ();
  g_autofree char *bias = dl_age_bias_text (model->bias);

  dl_document_add_heading (report->document, 2, _ ("Equations of the age paper"));
  if (model->age_clock_period > 0)
    dl_report_add_line (report, DL_PARAGRAPH_STRONG,
                        _ ("Recommended: age bias %s, age clock of %u cycles."), bias,
                        model->age_clock_period);
  else
    dl_report_add_line (report, DL_PARAGRAPH_STRONG,
                        _ ("Recommended: age bias %s; no period of the age clock fits."), bias);
  dl_document_table_add_column (table, _ ("No."), DL_ALIGN_START, 0);
  dl_document_table_add_column (table, _ ("Quantity"), DL_ALIGN_START, 3);
  dl_document_table_add_column (table, _ ("Source"), DL_ALIGN_START, 1.6);
  dl_document_table_add_column (table, _ ("Value"), DL_ALIGN_END, 0);
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    dl_document_table_add_column (table, dl_chart_dim_name (dim), DL_ALIGN_END, 0.9);
  dl_document_table_add_column (table, _ ("Unit"), DL_ALIGN_START, 1);
  for (guint id = 0; id < DL_AGING_N_RECORDS; id++)
    {
      const DlAgingRecord *record = &model->records[id];
      g_autofree char *number = dl_aging_info_number (record->info);

      /* Of tori or meshes, when it is the other. */
      if (isnan (record->value) && isnan (record->dim[DL_X]) && isnan (record->dim[DL_Y])
          && isnan (record->dim[DL_Z]))
        continue;
      dl_document_table_add (table, number, DL_CELL_MUTED);
      dl_document_table_add (table, _ (record->info->title),
                             record->broken != 0 ? DL_CELL_MUTED : DL_CELL_PLAIN);
      dl_document_table_add (table, _ (dl_aging_source_title (record->info->source)),
                             DL_CELL_MUTED);
      add_aging_value (table, record->value);
      for (guint dim = 0; dim < DL_N_DIMS; dim++)
        add_aging_value (table, record->dim[dim]);
      dl_document_table_add (table, *record->info->unit != '\0' ? _ (record->info->unit) : "",
                             DL_CELL_MUTED);
    }
  dl_document_add_table (report->document, table);
  dl_document_add_text (report->document, DL_PARAGRAPH_NOTE,
                        _ ("Gray values need an assumption that this scenario does not meet, such "
                           "as uniform traffic or a network without faults."));
}

static char *
difference_caption (guint number, const char *name)
{
  /* Translators: a scenario’s number and name */
  return g_strdup_printf (
      _ ("VC balance of each link, A − B, where A is scenario %u, %s, and B is scenario 1."),
      number, name);
}

const DlReportKind dl_report_torus = {
  .family = &dl_family_torus,
  .add_facts = add_facts,
  .add_loads = add_loads,
  .add_equations = add_equations,
  .map = "ring-matrix",
  .map_caption
  = N_ ("VC balance |VC0 − VC1| / (VC0 + VC1) of each directed link: one panel per direction, one "
        "row per ring, one cell per link. Lines across the rings are datelines."),
  .difference_caption = difference_caption,
};
