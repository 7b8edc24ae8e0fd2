/* A scenario's chapter: what it asks for, whether it can deadlock, its map, and what its links
 * carry. */
#include "dl-report-private.h"
#include "dl-figure-private.h"
#include "dl-figure-family.h"
#include "dl-verdict-text.h"

#include <glib/gi18n-lib.h>

#define MOST_CHANNELS 40 /* of a cycle that is printed */

/* Deadlock and reachability -------------------------------------------------------------------- */

/* The shortest cycle, a channel a line. */
static void
add_cycle (DlReport *report, const DlReportScenario *scenario, const DlVerdict *verdict)
{
  const DlEvaluation *result = scenario->item->result;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < MIN (verdict->n_cycle, MOST_CHANNELS); i++)
    {
      g_autofree char *channel
          = dl_family_channel_name (result->scenario->family, &result->net, verdict->cycle[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? "  →  " : "", channel);
    }
  if (verdict->n_cycle > MOST_CHANNELS)
    g_string_append (text, "  →  …");
  else
    g_string_append (text, "  →");
  dl_document_add_text (report->document, DL_PARAGRAPH_NORMAL,
                        _ ("The shortest cycle; each channel waits for the next one, and the last "
                           "for the first:"));
  dl_document_add_text (report->document, DL_PARAGRAPH_CODE, text->str);
}

/* In two pairs of columns, down the first and then down the second. */
void
dl_report_add_facts (DlReport *report, const DlReportFact *facts, guint n)
{
  const guint n_rows = (n + 1) / 2;
  static const DlTableColumn columns[] = {
    { .title = "", .share = 2.4 },
    { .title = "", .type = DL_COLUMN_REAL, .share = 1 },
    { .title = "", .share = 0.2 },
    { .title = "", .share = 2.4 },
    { .title = "", .type = DL_COLUMN_REAL, .share = 1 },
  };
  DlRecord *record = dl_record_new ();
  DlCells *cells = DL_RECORD_BEGIN (record, columns);

  for (guint row = 0; row < n_rows; row++)
    for (guint pair = 0; pair < 2; pair++)
      {
        const guint i = pair * n_rows + row;

        dl_cells_text (cells, i < n ? facts[i].label : "");
        if (i < n)
          {
            dl_cells_at_most (cells, facts[i].value, facts[i].at_most);
            dl_cells_digits (cells, facts[i].digits);
          }
        else
          dl_cells_absent (cells);
        if (pair == 0)
          dl_cells_absent (cells);
      }
  dl_document_add_table (report->document, record);
}

static void
add_verdict (DlReport *report, const DlReportScenario *scenario)
{
  const DlEvaluation *result = scenario->item->result;
  const DlVerdict *verdict = result->findings.verdict;
  const DlPairCounts *all = &result->findings.all;
  const guint64 lost = all->unreachable + all->dropped;
  g_autofree char *text = dl_verdict_to_text (result->scenario->family, &result->findings);

  g_autofree char *caution
      = verdict->layers_unknown ? g_strconcat (dl_verdict_caution (verdict), ".", NULL) : NULL;

  dl_document_add_heading (report->document, 2, _ ("Deadlock and reachability"));

  dl_document_add_text (report->document, DL_PARAGRAPH_STRONG,
                        caution != NULL           ? caution
                        : !verdict->deadlock_free ? _ ("Routes can deadlock.")
                        : lost > 0
                            ? _ ("Routes cannot deadlock, but not all pairs of nodes are "
                                 "delivered.")
                            : _ ("Routes cannot deadlock, and all pairs of nodes are delivered."));
  dl_document_add_text (report->document, DL_PARAGRAPH_NORMAL, text);
  if (!verdict->deadlock_free)
    add_cycle (report, scenario, verdict);
  scenario->kind->add_facts (report, scenario);
}

/* Maps ----------------------------------------------------------------------------------------- */

static void
add_map (DlReport *report, const DlReportScenario *scenario)
{
  const DlReportKind *kind = scenario->kind;
  DlFigureInput input = scenario->input;

  dl_document_add_heading (report->document, 2, _ ("Map of the network"));
  dl_report_add_figure (report, scenario, kind->map, &input, _ (kind->map_caption));
  if (kind->simulated_caption == NULL || scenario->simulation == NULL)
    return;
  input.metric = dl_family_metric_of (input.scenario->family, DL_METRIC_SIMULATED);
  dl_report_add_figure (report, scenario, kind->map, &input, _ (kind->simulated_caption));
}

/* The chapter ---------------------------------------------------------------------------------- */

void
dl_report_add_scenario (DlReport *report, const DlReportScenario *scenario)
{
  g_auto (GStrv) pieces = dl_figure_caption (&scenario->input, TRUE);
  g_autofree char *described = *pieces != NULL ? g_strjoinv (" · ", pieces + 1) : g_strdup ("");

  dl_document_add_heading (report->document, 1, scenario->name);
  dl_document_add_text (report->document, DL_PARAGRAPH_NORMAL, described);
  if (dl_report_has (report, DL_REPORT_CONFIGURATION))
    dl_report_add_configuration (report, scenario);
  if (dl_report_has (report, DL_REPORT_VERDICT))
    add_verdict (report, scenario);
  if (dl_report_has (report, DL_REPORT_MAP))
    add_map (report, scenario);
  if (dl_report_has (report, DL_REPORT_BALANCE))
    scenario->kind->add_loads (report, scenario);
  if (dl_report_has (report, DL_REPORT_EQUATIONS) && scenario->kind->add_equations != NULL)
    scenario->kind->add_equations (report, scenario);
  if (scenario->row->runs->len > 0)
    dl_report_add_simulation (report, scenario);
  if (scenario->item->load_curve != NULL || scenario->item->curve_problem != NULL)
    dl_report_add_load_curve (report, scenario);
}
