/* A scenario's chapter: what it asks for, whether it can deadlock, its map, and what its links
 * carry. */
#include "dl-report-private.h"

#include "dl-aging-text.h"
#include "dl-dragonfly-dependency.h"
#include "dl-dragonfly-name.h"
#include "dl-figure-private.h"
#include "dl-verdict-text.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define MOST_CHANNELS 40 /* of a cycle that is printed */

/* Deadlock and reachability -------------------------------------------------------------------- */

/* The shortest cycle, a channel a line. */
static void
add_cycle (DlReport *report, const DlReportScenario *scenario, const DlVerdict *verdict)
{
  const DlAnalysis *torus = dl_result_torus (scenario->item->result);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < MIN (verdict->n_cycle, MOST_CHANNELS); i++)
    {
      g_autofree char *channel
          = torus != NULL
                ? dl_channel_to_string (torus->network, verdict->cycle[i])
                : dl_dragonfly_channel_to_string (
                    dl_result_dragonfly (scenario->item->result)->dragonfly, verdict->cycle[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? "  →  " : "", channel);
    }
  if (verdict->n_cycle > MOST_CHANNELS)
    g_string_append (text, "  →  …");
  else
    g_string_append (text, "  →");
  dl_document_add_text (report->document, DL_PARAGRAPH_NORMAL,
                        _ ("The shortest cycle, each channel waiting for the next and the last for "
                           "the first:"));
  dl_document_add_text (report->document, DL_PARAGRAPH_CODE, text->str);
}

/* Something to list: what, and how much. */
typedef struct
{
  const char *label;
  double value;
  guint digits;
} Fact;

/* In two pairs of columns, down the first and then down the second. */
static void
add_facts (DlReport *report, const Fact *facts, guint n)
{
  const guint n_rows = (n + 1) / 2;
  DlDocumentTable *table = dl_document_table_new ();

  for (guint pair = 0; pair < 2; pair++)
    {
      dl_document_table_add_column (table, "", DL_ALIGN_START, 2.4);
      dl_document_table_add_column (table, "", DL_ALIGN_END, 1);
      if (pair == 0)
        dl_document_table_add_column (table, "", DL_ALIGN_START, 0.2);
    }
  for (guint row = 0; row < n_rows; row++)
    for (guint pair = 0; pair < 2; pair++)
      {
        const guint i = pair * n_rows + row;

        dl_document_table_add (table, i < n ? facts[i].label : "", DL_CELL_PLAIN);
        if (i < n)
          dl_report_cell_number (table, facts[i].value, facts[i].digits);
        else
          dl_document_table_add (table, "", DL_CELL_PLAIN);
        if (pair == 0)
          dl_document_table_add (table, "", DL_CELL_PLAIN);
      }
  dl_document_add_table (report->document, table);
}

static void
add_torus_facts (DlReport *report, const DlAnalysis *analysis)
{
  const Fact facts[] = {
    { _ ("Working nodes"), analysis->network->n_working_nodes, 0 },
    { _ ("Working links, each direction"), analysis->network->n_working_links, 0 },
    { _ ("Mean hops"), analysis->hops_mean, 4 },
    { _ ("Most hops"), analysis->hops_max, 0 },
    { _ ("Pairs that send"), analysis->pairs, 0 },
    { _ ("Unreachable pairs"), analysis->unreachable_pairs, 0 },
    { _ ("Pairs dropped at a dateline"), analysis->dropped_pairs, 0 },
    { _ ("Pairs on illegal turns"), analysis->illegal_pairs, 0 },
  };

  add_facts (report, facts, G_N_ELEMENTS (facts));
}

static void
add_dragonfly_facts (DlReport *report, const DlReportScenario *scenario)
{
  const DlDragonflyAnalysis *analysis = dl_result_dragonfly (scenario->item->result);
  const Fact facts[] = {
    { _ ("Groups"), analysis->dragonfly->n_groups, 0 },
    { _ ("Working nodes"), dl_report_working_nodes (scenario), 0 },
    { _ ("Mean hops between routers"), analysis->hops_mean, 4 },
    { _ ("Most hops between routers"), analysis->hops_max, 0 },
    { _ ("Pairs that send"), analysis->pairs, 0 },
    { _ ("Unreachable pairs"), analysis->unreachable_pairs, 0 },
  };

  add_facts (report, facts, G_N_ELEMENTS (facts));
}

static void
add_verdict (DlReport *report, const DlReportScenario *scenario)
{
  const DlAnalysis *torus = dl_result_torus (scenario->item->result);
  const DlDragonflyAnalysis *dragonfly = dl_result_dragonfly (scenario->item->result);
  const DlVerdict *verdict = torus != NULL ? torus->verdict : dragonfly->verdict;
  const DlPairCounts *all = torus != NULL ? &torus->all : &dragonfly->all;
  const guint64 lost = all->unreachable + all->dropped;
  g_autofree char *text
      = torus != NULL ? dl_verdict_to_text (torus) : dl_dragonfly_verdict_to_text (dragonfly);

  dl_document_add_heading (report->document, 2, _ ("Deadlock and reachability"));
  dl_document_add_text (report->document, DL_PARAGRAPH_STRONG,
                        !verdict->deadlock_free ? _ ("Routes can deadlock.")
                        : lost > 0
                            ? _ ("Routes cannot deadlock, but not all pairs of nodes are served.")
                            : _ ("Routes cannot deadlock, and all pairs of nodes are served."));
  dl_document_add_text (report->document, DL_PARAGRAPH_NORMAL, text);
  if (!verdict->deadlock_free)
    add_cycle (report, scenario, verdict);
  if (torus != NULL)
    add_torus_facts (report, torus);
  else
    add_dragonfly_facts (report, scenario);
}

/* Maps ----------------------------------------------------------------------------------------- */

static void
add_map (DlReport *report, const DlReportScenario *scenario)
{
  const DlScenario *values = scenario->row->scenario;
  DlFigureInput input = scenario->input;

  dl_document_add_heading (report->document, 2, _ ("Map of the network"));
  if (dl_scenario_kind (values) == DL_KIND_TORUS)
    {
      dl_report_add_figure (
          report, scenario, "ring-matrix", &input,
          _ ("VC balance |VC0 − VC1| / (VC0 + VC1) of each directed link: a panel a direction, a "
             "row a ring, a cell a link. Lines across the rings are datelines."));
      return;
    }
  dl_report_add_figure (
      report, scenario, "groups", &input,
      _ ("How much of the links between groups is used at the offered load, as the static analysis "
         "has it: a row a group that sends, a column a group that receives."));
  if (scenario->simulation == NULL)
    return;
  input.metric = DL_METRIC_SIM_LOAD;
  dl_report_add_figure (report, scenario, "groups", &input,
                        _ ("The same links as they were simulated: the share that is used of what "
                           "they carry, after the warm-up."));
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
  dl_document_table_add_column (table, _ ("Largest load"), DL_ALIGN_END, 1.2);
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
      _ ("Links by their VC balance, those that are exactly balanced among the first; the load in "
         "packets a link, if each pair that sends sends one for its weight."));
}

static void
add_classes (DlReport *report, const DlDragonflyAnalysis *analysis)
{
  static const char *const names[DL_N_LINK_CLASSES]
      = { [DL_LINK_GREEN] = N_ ("green, in a chassis"),
          [DL_LINK_BLACK] = N_ ("black, in a group"),
          [DL_LINK_BLUE] = N_ ("blue, between groups") };
  const gboolean aries = analysis->dragonfly->shape == DL_DRAGONFLY_ARIES;
  DlDocumentTable *table = dl_document_table_new ();
  g_autofree char *split
      = g_strdup_printf (_ ("Bisection, %u groups to %u, GB/s"), analysis->dragonfly->n_groups / 2,
                         (analysis->dragonfly->n_groups + 1) / 2);
  const Fact facts[] = {
    { analysis->basis == DL_BASIS_BOUND ? _ ("Offered load that saturates a link, at best")
                                        : _ ("Offered load that saturates a link"),
      analysis->bound_load, 4 },
    { _ ("Non-minimal share that loads the busiest link least"), analysis->nonminimal_share, 4 },
    { aries ? _ ("Optical cables") : _ ("Links between groups"), analysis->optical_cables, 0 },
    /* Known of the machine alone: */
    { analysis->dragonfly->n_groups % 2 == 0 ? _ ("Bisection, GB/s")
                                             : _ ("Bisection by the formula, GB/s"),
      analysis->bisection_GBps, 2 },
    { _ ("Global bandwidth a node, GB/s"), analysis->global_GBps, 2 },
    /* Of an odd number of groups, whose halves are not of the same size. */
    { split, analysis->split_GBps, 2 },
  };

  dl_document_table_add_column (table, _ ("Class of links"), DL_ALIGN_START, 2);
  dl_document_table_add_column (table, _ ("Links"), DL_ALIGN_END, 1);
  dl_document_table_add_column (table, aries ? _ ("GB/s") : _ ("Flits a cycle"), DL_ALIGN_END, 1);
  dl_document_table_add_column (table, _ ("Mean load"), DL_ALIGN_END, 1);
  dl_document_table_add_column (table, _ ("Largest load"), DL_ALIGN_END, 1);
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    {
      const DlLinkClassStats *stats = &analysis->classes[class];

      if (stats->links == 0)
        continue;
      dl_document_table_add (table, _ (names[class]), DL_CELL_BOLD);
      dl_report_cell_count (table, stats->links);
      dl_report_cell_number (table, analysis->rates.class_GBps[class], 4);
      dl_report_cell_number (table, stats->load_mean, 2);
      dl_report_cell_number (table, stats->load_max, 2);
    }
  dl_document_add_table (report->document, table);
  dl_document_add_text (report->document, DL_PARAGRAPH_NOTE,
                        _ ("The load in packets a link, each direction, if each pair that sends "
                           "sends one for its weight."));
  dl_report_add_line (report, DL_PARAGRAPH_NOTE,
                      /* Translators: "exact: each packet draws its route by itself" */
                      _ ("Loads are %s."), dl_dragonfly_basis_text (analysis->basis));
  add_facts (report, facts,
             G_N_ELEMENTS (facts)
                 - (!aries                                   ? 3
                    : analysis->dragonfly->n_groups % 2 == 0 ? 1
                                                             : 0));
}

static void
add_balance (DlReport *report, const DlReportScenario *scenario)
{
  const DlResult *result = scenario->item->result;

  if (dl_result_torus (result) == NULL)
    {
      dl_document_add_heading (report->document, 2, _ ("Load of links"));
      add_classes (report, dl_result_dragonfly (result));
      return;
    }
  dl_document_add_heading (report->document, 2, _ ("Balance and load of links"));
  add_dimensions (report, dl_result_torus (result));
  dl_report_add_figure (report, scenario, "balance-histograms", &scenario->input,
                        _ ("Links by their VC balance, in each dimension."));
  dl_report_add_figure (report, scenario, "channel-load", &scenario->input,
                        _ ("The links of each dimension by the packets that they carry, sorted."));
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
  const DlAgingModel *model = scenario->item->aging;
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
                        _ ("Grey quantities rest on something that this scenario does not fulfil, "
                           "such as uniform traffic or a network without faults."));
}

/* The chapter ---------------------------------------------------------------------------------- */

void
dl_report_add_scenario (DlReport *report, const DlReportScenario *scenario)
{
  g_auto (GStrv) pieces = dl_figure_caption (&scenario->input, TRUE);
  g_autofree char *described = *pieces != NULL ? g_strjoinv (" · ", pieces + 1) : g_strdup ("");

  dl_document_add_page_break (report->document);
  dl_document_add_heading (report->document, 1, scenario->name);
  dl_document_add_text (report->document, DL_PARAGRAPH_NORMAL, described);
  if (dl_report_has (report, DL_REPORT_CONFIGURATION))
    dl_report_add_configuration (report, scenario);
  if (dl_report_has (report, DL_REPORT_VERDICT))
    add_verdict (report, scenario);
  if (dl_report_has (report, DL_REPORT_MAP))
    add_map (report, scenario);
  if (dl_report_has (report, DL_REPORT_BALANCE))
    add_balance (report, scenario);
  if (scenario->item->aging != NULL)
    add_equations (report, scenario);
  if (scenario->simulation != NULL)
    dl_report_add_simulation (report, scenario);
  if (scenario->item->load_curve != NULL || scenario->item->curve_problem != NULL)
    dl_report_add_load_curve (report, scenario);
}
