#include "dl-report.h"

#include "dl-config.h"
#include "dl-figure-family.h"
#include "dl-figure-private.h"
#include "dl-numerals.h"
#include "dl-report-private.h"
#include "dl-scenario-file.h"
#include "dl-value.h"
#include "dl-verdict-text.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* A scenario's chapter: what it asks for, whether it can deadlock, its map, and what its links
 * carry. */

#define MOST_CHANNELS 40 /* of a cycle that is printed */

/* Deadlock and reachability -------------------------------------------------------------------- */

static void add_configuration (DlReport *report, const DlReportScenario *scenario);

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

static void
add_scenario (DlReport *report, const DlReportScenario *scenario)
{
  g_auto (GStrv) pieces = dl_figure_caption (&scenario->input, TRUE);
  g_autofree char *described = *pieces != NULL ? g_strjoinv (" · ", pieces + 1) : g_strdup ("");

  dl_document_add_heading (report->document, 1, scenario->name);
  dl_document_add_text (report->document, DL_PARAGRAPH_NORMAL, described);
  if (dl_report_has (report, DL_REPORT_CONFIGURATION))
    add_configuration (report, scenario);
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

/* Settings of a scenario, as a table: the keys that matter with their units, and the default beside
 * values that differ from it. */

#define LONGEST     90 /* characters of a value */
#define MOST_FAULTS 60 /* of a list */

/* Is the key said even if it has its default? */
static gboolean
is_always_said (const DlField *field, gboolean simulated)
{
  return field->reported == DL_REPORTED_ALWAYS
         || (simulated && field->reported == DL_REPORTED_SIMULATED);
}

/* Value if the scenario did not set the field. */
static char *
default_of (const DlField *field, const DlScenario *scenario)
{
  g_autoptr (DlScenario) bare = dl_scenario_copy (scenario);

  dl_field_unset (field, bare);
  return dl_field_get (field, bare);
}

/* @value for people: with its unit, and only a summary if it is too long to be read. */
static char *
shown (const DlField *field, const DlScenario *scenario, const char *value)
{
  const glong length = g_utf8_strlen (value, -1);
  const char *unit = dl_field_unit (field);
  const char *title = dl_field_value_title (field, value);

  if (strcmp (field->key, "load") == 0 && g_ascii_isdigit (*value))
    unit = dl_measure_unit (dl_measure_find ("offered_load"), scenario);
  if (length > LONGEST)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%lu character, in the scenario’s file",
                                         "%lu characters, in the scenario’s file", (gulong) length),
                            (gulong) length);
  if (*value == '\0')
    return g_strdup (_ ("none"));
  if (title != NULL)
    return g_strdup_printf (_ ("%s (%s)"), title, value);
  if (unit == NULL)
    return g_strdup (value);
  /* Translators: a value and its unit, "96 flits" */
  return g_strdup_printf (_ ("%s %s"), value, unit);
}

static void
add_row (DlCells *cells, const DlField *field, const DlScenario *scenario, gboolean simulated)
{
  g_autofree char *name = g_strdup_printf ("%s.%s", field->group, field->key);
  g_autofree char *value = dl_field_get (field, scenario);
  g_autofree char *initial = default_of (field, scenario);
  const gboolean differs = strcmp (value, initial) != 0;
  g_autofree char *text = NULL;
  g_autofree char *other = NULL;

  if (!differs && !is_always_said (field, simulated))
    return;
  text = shown (field, scenario, value);
  other = differs ? shown (field, scenario, initial) : g_strdup ("");
  dl_cells_text (cells, dl_field_title (field) != NULL ? dl_field_title (field) : name);
  dl_cells_look (cells, differs ? DL_CELL_BOLD : DL_CELL_PLAIN);
  dl_cells_take_text (cells, g_steal_pointer (&text));
  dl_cells_look (cells, differs ? DL_CELL_BOLD : DL_CELL_PLAIN);
  dl_cells_take_text (cells, g_steal_pointer (&other));
  dl_cells_text (cells, name);
}

/* Rows for the fields of @group that apply to @scenario. */
static void
add_group (DlCells *cells, const char *group, const DlScenario *scenario, gboolean simulated)
{
  guint n;
  const DlField *fields = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    if (strcmp (fields[i].group, group) == 0 && !dl_field_is_list (&fields[i])
        && fields[i].reported != DL_REPORTED_NEVER && dl_field_suits (&fields[i], scenario))
      add_row (cells, &fields[i], scenario, simulated);
}

/* Faults --------------------------------------------------------------------------------------- */

/* "Broken cables, both directions (3): 1,2,2:x+; ...", shortened if there are very many. */
static void
add_faults (DlReport *report, const DlField *field, const DlScenario *scenario)
{
  g_autofree char *value = dl_field_get (field, scenario);
  g_auto (GStrv) items = dl_value_items (value);
  g_autoptr (GString) text = g_string_new (NULL);
  const guint n = g_strv_length (items);
  guint shown_items;

  if (n == 0)
    return;
  shown_items = n > MOST_FAULTS ? MOST_FAULTS : n;
  for (guint i = 0; i < shown_items; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "; " : "", items[i]);
  if (n > shown_items)
    g_string_append_printf (
        text, g_dngettext (GETTEXT_PACKAGE, " and %u more", " and %u more", n - shown_items),
        n - shown_items);
  /* Translators: what is broken, how many there are, and which */
  dl_report_add_line (report, DL_PARAGRAPH_NORMAL, _ ("%s (%u): %s."), dl_field_title (field), n,
                      text->str);
}

/* The preset that it comes from, and each key in which it differs. */
static void
add_deviations (DlReport *report, const DlScenario *scenario)
{
  const DlPreset *preset = dl_scenario_preset (scenario);
  g_autoptr (GPtrArray) deviations = dl_scenario_deviations (scenario);
  g_autoptr (GString) text = g_string_new (NULL);

  if (preset == NULL || deviations->len == 0)
    return;
  for (guint i = 0; i < deviations->len; i++)
    {
      const DlField *field = g_ptr_array_index (deviations, i);
      g_autofree char *said = dl_field_text (field, scenario, LONGEST);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                              said != NULL ? said : dl_field_title (field));
    }
  /* Translators: a preset’s name, and keys with their values */
  dl_report_add_line (report, DL_PARAGRAPH_NORMAL, _ ("Different from the preset %s: %s."),
                      _ (preset->title), text->str);
}

static void
add_configuration (DlReport *report, const DlReportScenario *scenario)
{
  const DlScenario *values = scenario->row->scenario;
  const gboolean simulated = report->data->options.simulate || report->data->options.load_curve;
  /* The network, its traffic, and the simulation. */
  const char *const groups[]
      = { values->family->id, "traffic", "scenario", "router", "simulation" };
  static const DlTableColumn columns[] = {
    { .title = N_ ("Setting"), .share = 3 },
    { .title = N_ ("Value"), .share = 3 },
    { .title = N_ ("Default"), .look = DL_CELL_MUTED, .share = 2.4 },
    { .title = N_ ("Key"), .look = DL_CELL_CODE | DL_CELL_MUTED },
  };
  DlRecord *record = dl_record_new ();
  DlCells *cells = DL_RECORD_BEGIN (record, columns);
  g_auto (GStrv) warnings = dl_scenario_warnings (values);
  guint n_fields;
  const DlField *fields = dl_fields (&n_fields);

  dl_document_add_heading (report->document, 2, _ ("Configuration"));
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    add_group (cells, groups[i], values, simulated);
  dl_document_add_table (report->document, record);
  dl_document_add_text (report->document, DL_PARAGRAPH_NOTE,
                        _ ("Bold: differs from its default, which is next to it."));
  add_deviations (report, values);
  for (guint i = 0; i < n_fields; i++)
    if (dl_field_is_list (&fields[i]) && dl_field_suits (&fields[i], values))
      add_faults (report, &fields[i], values);
  for (char **warning = warnings; *warning != NULL; warning++)
    /* Translators: something that a scenario says without effect */
    dl_report_add_line (report, DL_PARAGRAPH_NOTE, _ ("Note: %s."), *warning);
}

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

/* Names of scenarios drawn side by side, one each: variations of one scenario follow its name. */
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
    add_scenario (report, &report->scenarios[i]);
  if (report->n > 1
      && (dl_report_has (report, DL_REPORT_COMPARISON)
          || dl_report_has (report, DL_REPORT_DIFFERENCES)))
    dl_report_add_comparison (report);
  if (data->lines != NULL)
    dl_report_add_lines (report);
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
