/* Report parts that only a torus has. */
#include "dl-report-private.h"

#include "dl-chart-private.h"
#include "dl-evaluate-aging.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Deadlock and reachability -------------------------------------------------------------------- */

static void
add_facts (DlReport *report, const DlReportScenario *scenario)
{
  const DlTorusAnalysis *analysis = scenario->input.analysis;
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
add_dimensions (DlReport *report, const DlTorusAnalysis *analysis)
{
#define COUNT  .type = DL_COLUMN_INTEGER, .share = 1
#define NUMBER .type = DL_COLUMN_REAL
  static const DlTableColumn columns[] = {
    { .title = "", .look = DL_CELL_BOLD },
    { .title = N_ ("Links"), COUNT },
    { .title = N_ ("Idle"), COUNT },
    { .title = N_ ("Mean balance"), NUMBER, .digits = 4, .share = 1 },
    { .title = N_ ("Exactly 0"), COUNT },
    { .title = "[0, .25]", COUNT },
    { .title = "(.25, .5]", COUNT },
    { .title = "(.5, .75]", COUNT },
    { .title = "(.75, 1]", COUNT },
    { .title = N_ ("Mean load"), NUMBER, .digits = 2, .share = 1.2 },
    { .title = N_ ("Maximum load"), NUMBER, .digits = 2, .share = 1.2 },
  };
#undef COUNT
#undef NUMBER
  DlRecord *record = dl_record_new ();
  DlCells *cells = DL_RECORD_BEGIN (record, columns);

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const DlTorusDimensionStats *stats = &analysis->dims[dim];

      if (stats->links == 0)
        continue;
      dl_cells_text (cells, dl_chart_dim_name (dim));
      dl_cells_integer (cells, stats->links);
      dl_cells_integer (cells, stats->idle_links);
      dl_cells_real (cells, stats->balance_mean);
      dl_cells_integer (cells, stats->balanced_links);
      for (guint bin = 0; bin < DL_BALANCE_BINS; bin++)
        dl_cells_integer (cells, stats->bins[bin]);
      dl_cells_real (cells, stats->load_mean);
      dl_cells_real (cells, stats->load_max);
    }
  dl_document_add_table (report->document, record);
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
add_equation (DlCells *cells, const DlAgingRecord *record)
{
  const DlAgingInfo *info = record->info;

  dl_cells_take_text (cells, dl_aging_info_number (info));
  dl_cells_text (cells, _ (info->title));
  dl_cells_look (cells, record->broken != 0 ? DL_CELL_MUTED : DL_CELL_PLAIN);
  dl_cells_text (cells, _ (dl_aging_source_title (info->source)));
  dl_cells_take_text (cells, dl_aging_value_text (record->value));
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    dl_cells_take_text (cells, dl_aging_value_text (record->dim[dim]));
  dl_cells_text (cells, *info->unit != '\0' ? _ (info->unit) : "");
}

static void
add_equations (DlReport *report, const DlReportScenario *scenario)
{
  g_autoptr (DlAgingModel) model = dl_aging_model_new (
      dl_evaluate_aging_options (scenario->row->scenario, scenario->input.analysis));
  const DlTableColumn columns[] = {
    { .title = N_ ("No."), .look = DL_CELL_MUTED },
    { .title = N_ ("Quantity"), .share = 3 },
    { .title = N_ ("Source"), .look = DL_CELL_MUTED, .share = 1.6 },
    { .title = N_ ("Value"), .right = TRUE },
    { .title = dl_chart_dim_name (DL_X), .right = TRUE, .share = 0.9 },
    { .title = dl_chart_dim_name (DL_Y), .right = TRUE, .share = 0.9 },
    { .title = dl_chart_dim_name (DL_Z), .right = TRUE, .share = 0.9 },
    { .title = N_ ("Unit"), .look = DL_CELL_MUTED, .share = 1 },
  };
  DlRecord *table = dl_record_new ();
  DlCells *cells = DL_RECORD_BEGIN (table, columns);
  g_autofree char *bias = dl_age_bias_text (model->bias);

  dl_document_add_heading (report->document, 2, _ ("Equations of the age paper"));
  if (model->age_clock_period > 0)
    dl_report_add_line (report, DL_PARAGRAPH_STRONG,
                        _ ("Recommended: age bias %s, age clock of %u cycles."), bias,
                        model->age_clock_period);
  else
    dl_report_add_line (report, DL_PARAGRAPH_STRONG,
                        _ ("Recommended: age bias %s; no period of the age clock fits."), bias);
  for (guint id = 0; id < DL_AGING_N_RECORDS; id++)
    {
      const DlAgingRecord *record = &model->records[id];

      /* An equation of meshes has no value for a torus, and the reverse. */
      if (isnan (record->value) && isnan (record->dim[DL_X]) && isnan (record->dim[DL_Y])
          && isnan (record->dim[DL_Z]))
        continue;
      add_equation (cells, record);
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
