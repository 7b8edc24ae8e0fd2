/* Reports on fabrics and on families that have no words of their own. */
#include "dl-report-private.h"

#include <glib/gi18n-lib.h>

static void
add_facts (DlReport *report, const DlReportScenario *scenario)
{
  const DlFindings *findings = &scenario->item->result->findings;
  const DlReportFact facts[] = {
    { _ ("Working nodes"), findings->working_nodes, 0 },
    { _ ("Mean hops"), findings->hops_mean, 4 },
    { _ ("Pairs that send"), findings->pairs, 0 },
    { _ ("Unreachable pairs"), findings->unreachable_pairs, 0 },
  };

  dl_report_add_facts (report, facts, G_N_ELEMENTS (facts));
}

static void
add_loads (DlReport *report, const DlReportScenario *scenario)
{
  const DlEvaluation *result = scenario->item->result;
  const DlFamily *family = result->scenario->family;
  g_autofree DlReportFact *facts = g_new (DlReportFact, family->n_classes);

  for (guint i = 0; i < family->n_classes; i++)
    facts[i] = (DlReportFact) { _ (family->classes[i].load_title),
                                result->findings.class_load_max[i], 2 };
  dl_document_add_heading (report->document, 2, _ ("Load of links"));
  dl_report_add_facts (report, facts, family->n_classes);
}

static char *
difference_caption (guint number, const char *name)
{
  /* Translators: a scenario’s number and name */
  return g_strdup_printf (_ ("Load of the links, A − B, where A is scenario %u, %s, and B is "
                             "scenario 1."),
                          number, name);
}

const DlReportKind dl_report_fabric = {
  .family = &dl_family_fabric,
  .add_facts = add_facts,
  .add_loads = add_loads,
  .map = "levels",
  .map_caption = N_ ("Static analysis: packets per link. Switches that have the same neighbors are "
                     "one box, and a line is the busiest of the cables between two boxes in one "
                     "direction."),
  .difference_caption = difference_caption,
};

const DlReportKind dl_report_plain = {
  .add_facts = add_facts,
  .add_loads = add_loads,
  .map = "matrix",
  .map_caption = N_ ("Static analysis: packets per link, one row per sending router and one "
                     "column per receiving router."),
  .difference_caption = difference_caption,
};
