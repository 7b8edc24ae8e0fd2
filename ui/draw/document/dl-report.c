#include "dl-config.h"
#include "dl-figure-private.h"
#include "dl-numerals.h"
#include "dl-report-private.h"
#include "dl-scenario-file.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Pieces --------------------------------------------------------------------------------------- */

void
dl_report_add_line (DlReport *report, DlParagraph style, const char *format, ...)
{
  va_list args;
  g_autofree char *text = NULL;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  dl_document_add_text (report->document, style, text);
}

void
dl_report_add_figure (DlReport *report, const DlReportScenario *scenario, const char *id,
                      const DlFigureInput *input, const char *caption)
{
  const DlFigure *figure = dl_family_figure_find (scenario->row->scenario->family, id);
  DlFigureInput plain = *input;

  g_assert (figure != NULL);
  plain.style = (DlFigureStyle) { .no_title = TRUE, .no_caption = TRUE };
  dl_document_add_figure (report->document, figure, &plain,
                          figure->page_share > 0 ? figure->page_share : 1, caption);
}

gboolean
dl_report_has_runs (const DlReport *report)
{
  for (guint i = 0; i < report->n; i++)
    if (report->scenarios[i].row->runs->len > 0)
      return TRUE;
  return FALSE;
}

/* Scenarios ------------------------------------------------------------------------------------ */

/* What is drawn beside each other has one name each: what varies of one scenario comes behind its
 * name. */
static char *
heading_name (const DlComparisonRow *row)
{
  const char *own = row->scenario->name;

  if (*own == '\0' || strstr (row->name, own) != NULL)
    return g_strdup (row->name);
  return g_strdup_printf ("%s, %s", own, row->name);
}

static const DlReportKind *
kind_of (const DlFamily *family)
{
  static const DlReportKind *const kinds[]
      = { &dl_report_torus, &dl_report_dragonfly, &dl_report_fabric };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i]->family == family)
      return kinds[i];
  return &dl_report_plain;
}

static void
scenario_init (DlReportScenario *scenario, const DlReportData *data, guint i)
{
  const DlReportItem *item = &data->items[i];
  const DlEvaluation *result = item->result;

  scenario->row = dl_comparison_row (data->comparison, i);
  scenario->item = item;
  scenario->name = heading_name (scenario->row);
  if (item->simulation != NULL)
    scenario->simulation = dl_sim_figure_new_run (item->simulation);
  scenario->kind = kind_of (result->scenario->family);
  scenario->input = dl_figure_input_default (result->scenario, result->analysis_of_family);
  scenario->input.simulation = scenario->simulation;
  scenario->input.load_curve = item->load_curve;
}

/* The first page ------------------------------------------------------------------------------- */

static char *
default_title (const DlReport *report)
{
  const char *name = report->scenarios[0].row->scenario->name;

  for (guint i = 1; i < report->n; i++)
    if (strcmp (name, report->scenarios[i].row->scenario->name) != 0)
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Report on %u scenario",
                                           "Report on %u scenarios", report->n),
                              report->n);
  return g_strdup (*name != '\0' ? name : _ ("Report on a scenario"));
}

/* "Static analysis and simulation of 4 scenarios" */
static char *
describe (const DlReport *report)
{
  const guint n = report->n;

  if (!dl_report_has_runs (report) && !report->data->options.load_curve)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Static analysis of %u scenario",
                                         "Static analysis of %u scenarios", n),
                            n);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "Static analysis and simulation of %u scenario",
                                       "Static analysis and simulation of %u scenarios", n),
                          n);
}

static char *
describe_network (const DlReportScenario *scenario)
{
  g_auto (GStrv) pieces = dl_figure_caption (&scenario->input, TRUE);

  return g_strdup (pieces[0] != NULL && pieces[1] != NULL ? pieces[1] : "");
}

static void
add_overview (DlReport *report)
{
  const DlTableColumn columns[] = {
    { .title = "", .type = DL_COLUMN_INTEGER },
    { .title = N_ ("Scenario"), .share = 3 },
    { .title = N_ ("Network"), .share = 1.5 },
    { .title = N_ ("Nodes"), .type = DL_COLUMN_INTEGER },
    { .title = N_ ("Mean hops"), .type = DL_COLUMN_REAL, .digits = 4 },
    { .title = N_ ("Deadlock-free") },
    { .title = N_ ("Pairs not delivered"), .type = DL_COLUMN_INTEGER },
    { .title = N_ ("Accepted throughput"), .right = TRUE },
    { .title = N_ ("Mean network latency, cycles"), .right = TRUE },
  };
  DlRecord *record = dl_record_new ();
  const gboolean simulated = dl_report_has_runs (report);
  const DlMeasure *accepted = dl_measure_find ("accepted_load");
  const DlMeasure *latency = dl_measure_find ("latency_mean");
  DlCells *cells;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (simulated ? i != 2 && i != 4 : i < 7)
      dl_record_add_columns (record, &columns[i], 1);
  cells = dl_record_cells (record);
  for (guint i = 0; i < report->n; i++)
    {
      const DlReportScenario *scenario = &report->scenarios[i];
      const DlSweepResult *state = &scenario->row->state;

      dl_cells_integer (cells, i + 1);
      dl_cells_text (cells, scenario->name);
      if (!simulated)
        dl_cells_take_text (cells, describe_network (scenario));
      dl_cells_integer (cells, state->found.working_nodes);
      if (!simulated)
        dl_cells_real (cells, state->found.hops_mean);
      dl_cells_text (cells, state->found.deadlock_free ? _ ("yes") : _ ("NO"));
      dl_cells_look (cells, state->found.deadlock_free ? DL_CELL_PLAIN : DL_CELL_BOLD);
      dl_cells_integer (cells, state->found.unreachable_pairs + state->found.dropped_pairs);
      for (guint j = 0; j < 2 && simulated; j++)
        {
          const DlMeasure *measure = j == 0 ? accepted : latency;
          const DlEstimate estimate = dl_comparison_get (scenario->row, measure);

          dl_cells_take_text (
              cells, dl_measure_format_interval (measure, estimate.mean, estimate.reach, TRUE));
        }
    }
  dl_document_add_table (report->document, record);
}

static void
add_first_page (DlReport *report)
{
  g_autofree char *description = describe (report);
  g_autofree char *day = report->date != NULL ? g_strndup (report->date, 10) : NULL;
  g_autoptr (GString) by = g_string_new (NULL);

  dl_document_add_text (report->document, DL_PARAGRAPH_TITLE, report->title);
  dl_document_add_text (report->document, DL_PARAGRAPH_LEAD, description);
  if (report->author != NULL)
    g_string_append (by, report->author);
  if (day != NULL)
    g_string_append_printf (by, "%s%s", by->len > 0 ? " · " : "", day);
  if (by->len > 0)
    dl_document_add_text (report->document, DL_PARAGRAPH_LEAD, by->str);
  if (report->data->interrupted)
    {
      g_autofree char *part = dl_report_data_how_far (report->data);

      /* Translators: how far it came: “3 of 20 simulations are finished” */
      dl_report_add_line (report, DL_PARAGRAPH_LEAD, _ ("Interrupted: %s."), part);
    }
  add_overview (report);
  dl_document_add_text (report->document, DL_PARAGRAPH_CONTENTS, _ ("Contents"));
  dl_document_add_contents (report->document);
}

/* The report ----------------------------------------------------------------------------------- */

DlReport *
dl_report_new (const DlReportData *data, const DlReportLook *look)
{
  g_autoptr (DlPlainNumerals) plain = dl_plain_numerals_new ();
  DlReport *report = g_new0 (DlReport, 1);

  report->data = data;
  report->n = data->comparison->rows->len;
  report->scenarios = g_new0 (DlReportScenario, report->n);
  for (guint i = 0; i < report->n; i++)
    scenario_init (&report->scenarios[i], data, i);
  report->title = look->title != NULL && *look->title != '\0' ? g_strdup (look->title)
                                                              : default_title (report);
  report->author = look->author != NULL && *look->author != '\0' ? g_strdup (look->author) : NULL;
  report->date = g_strdup (look->date);
  report->command = g_strdup (look->command);
  report->command_of_texts = g_strdup (look->command_of_texts);
  report->document = dl_document_new (look->sheet, report->title);

  add_first_page (report);
  dl_document_add_page_break (report->document);
  for (guint i = 0; i < report->n; i++)
    dl_report_add_scenario (report, &report->scenarios[i]);
  if (report->n > 1
      && (dl_report_has (report, DL_REPORT_COMPARISON)
          || dl_report_has (report, DL_REPORT_DIFFERENCES)))
    dl_report_add_comparison (report);
  dl_report_add_making (report);
  dl_document_lay (report->document);
  return report;
}

void
dl_report_free (DlReport *report)
{
  if (report == NULL)
    return;
  dl_document_free (report->document);
  for (guint i = 0; i < report->n; i++)
    {
      dl_sim_figure_unref (report->scenarios[i].simulation);
      g_free (report->scenarios[i].name);
    }
  g_free (report->scenarios);
  g_free (report->title);
  g_free (report->author);
  g_free (report->date);
  g_free (report->command);
  g_free (report->command_of_texts);
  g_free (report);
}

const DlDocument *
dl_report_get_document (const DlReport *report)
{
  return report->document;
}

GBytes *
dl_report_render (const DlReport *report, DlProgressFunc progress, gpointer progress_data,
                  GCancellable *cancellable, GError **error)
{
  g_autofree char *creator = g_strdup_printf ("Dateline %s", DL_VERSION);
  g_autofree char *subject = describe (report);
  g_autofree char *scenario = dl_scenario_to_compact_text (report->scenarios[0].row->scenario);
  g_autofree char *keywords = dl_figure_pdf_keywords (scenario);
  g_autofree char *date = report->date != NULL && strchr (report->date, 'T') == NULL
                              ? g_strconcat (report->date, "T00:00:00Z", NULL)
                              : g_strdup (report->date);
  const DlDocumentNotes notes = { .title = report->title,
                                  .author = report->author,
                                  .subject = subject,
                                  .keywords = keywords,
                                  .creator = creator,
                                  .date = date };

  return dl_document_render (report->document, &notes, progress, progress_data, cancellable, error);
}
