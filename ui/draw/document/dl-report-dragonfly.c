/* Report parts that only a dragonfly has. */
#include "dl-report-private.h"

#include "dl-dragonfly-analysis.h"
#include "dl-dragonfly-dependency.h"

#include <glib/gi18n-lib.h>

/* Deadlock and reachability -------------------------------------------------------------------- */

static void
add_facts (DlReport *report, const DlReportScenario *scenario)
{
  const DlDragonflyAnalysis *analysis = scenario->input.analysis;
  const DlReportFact facts[] = {
    { _ ("Groups"), analysis->dragonfly->n_groups, 0 },
    { _ ("Working nodes"), scenario->item->result->findings.working_nodes, 0 },
    { _ ("Mean hops between routers"), analysis->hops_mean, 4 },
    { _ ("Most hops between routers"), analysis->hops_max, 0 },
    { _ ("Pairs that send"), analysis->pairs, 0 },
    { _ ("Unreachable pairs"), analysis->unreachable_pairs, 0 },
  };

  dl_report_add_facts (report, facts, G_N_ELEMENTS (facts));
}

/* Load of links -------------------------------------------------------------------------------- */

static void
add_classes (DlReport *report, const DlDragonflyAnalysis *analysis)
{
  static const char *const names[DL_N_LINK_CLASSES]
      = { [DL_LINK_GREEN] = N_ ("green, in a chassis"),
          [DL_LINK_BLACK] = N_ ("black, in a group"),
          [DL_LINK_BLUE] = N_ ("blue, between groups") };
  const gboolean aries = analysis->dragonfly->shape == DL_DRAGONFLY_ARIES;
  const DlTableColumn columns[] = {
    { .title = N_ ("Class of links"), .look = DL_CELL_BOLD, .share = 2 },
    { .title = N_ ("Links"), .type = DL_COLUMN_INTEGER, .share = 1 },
    { .title = aries ? N_ ("GB/s") : N_ ("Flits/cycle"),
      .type = DL_COLUMN_REAL,
      .digits = 4,
      .share = 1 },
    { .title = N_ ("Mean load"), .type = DL_COLUMN_REAL, .digits = 2, .share = 1 },
    { .title = N_ ("Maximum load"), .type = DL_COLUMN_REAL, .digits = 2, .share = 1 },
  };
  DlRecord *record = dl_record_new ();
  DlCells *cells = DL_RECORD_BEGIN (record, columns);
  g_autofree char *split = g_strdup_printf (_ ("Bisection bandwidth, %u groups to %u, GB/s"),
                                            analysis->dragonfly->n_groups / 2,
                                            (analysis->dragonfly->n_groups + 1) / 2);
  const DlReportFact facts[] = {
    { _ ("Saturation load"), analysis->bound_load, 4, dl_dragonfly_analysis_is_bound (analysis) },
    { _ ("Non-minimal share with the lowest maximum load"), analysis->nonminimal_share, 4 },
    { aries ? _ ("Optical cables") : _ ("Links between groups"), analysis->optical_cables, 0 },
    /* Known of the machine alone: */
    { analysis->dragonfly->n_groups % 2 == 0 ? _ ("Bisection bandwidth, GB/s")
                                             : _ ("Bisection bandwidth by the formula, GB/s"),
      analysis->bisection_GBps, 2 },
    { _ ("Global bandwidth per node, GB/s"), analysis->global_GBps, 2 },
    /* Only for an odd number of groups, whose halves have different sizes. */
    { split, analysis->split_GBps, 2 },
  };

  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    {
      const DlLinkClassStats *stats = &analysis->classes[class];

      if (stats->links == 0)
        continue;
      dl_cells_text (cells, _ (names[class]));
      dl_cells_integer (cells, stats->links);
      dl_cells_real (cells, analysis->rates.class_GBps[class]);
      dl_cells_real (cells, stats->load_mean);
      dl_cells_real (cells, stats->load_max);
    }
  dl_document_add_table (report->document, record);
  dl_document_add_text (report->document, DL_PARAGRAPH_NOTE,
                        _ ("Load in packets/link for each direction, if each sending pair sends "
                           "packets equal to its weight."));
  dl_report_add_line (report, DL_PARAGRAPH_NOTE,
                      /* Translators: "exact: each packet draws its route by itself" */
                      _ ("Loads are %s."), dl_dragonfly_analysis_basis (analysis));
  dl_report_add_facts (report, facts,
                       G_N_ELEMENTS (facts)
                           - (!aries                                   ? 3
                              : analysis->dragonfly->n_groups % 2 == 0 ? 1
                                                                       : 0));
}

static void
add_loads (DlReport *report, const DlReportScenario *scenario)
{
  dl_document_add_heading (report->document, 2, _ ("Load of links"));
  add_classes (report, scenario->input.analysis);
}

static char *
difference_caption (guint number, const char *name)
{
  /* Translators: a scenario’s number and name */
  return g_strdup_printf (_ ("Utilization of the links between groups, A − B, where A is scenario "
                             "%u, %s, and B is scenario 1."),
                          number, name);
}

const DlReportKind dl_report_dragonfly = {
  .family = &dl_family_dragonfly,
  .add_facts = add_facts,
  .add_loads = add_loads,
  .map = "groups",
  .map_caption
  = N_ ("Utilization of the links between groups at the offered load, from the static analysis: "
        "one row per sending group, one column per receiving group."),
  .simulated_caption = N_ ("The simulated utilization of the same links, after the warm-up."),
  .difference_caption = difference_caption,
};
