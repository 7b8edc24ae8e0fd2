/* Scenarios beside each other: the table of measures, and what differs on each link; and how the
 * report was made. */
#include "dl-citation.h"
#include "dl-comparison.h"
#include "dl-config.h"
#include "dl-pin.h"
#include "dl-report-private.h"
#include "dl-scenario-file.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

#define MOST_ACROSS     4 /* columns of values in a table */
#define COMMAND_COLUMNS 90
#define LONGEST_VALUE   2000 /* characters of a value that are printed */

/* The table ------------------------------------------------------------------------------------ */

/* Has any scenario a value? */
static gboolean
is_known (const DlComparison *comparison, const DlMeasure *measure)
{
  for (guint i = 0; i < comparison->rows->len; i++)
    if (!isnan (dl_comparison_get (dl_comparison_row (comparison, i), measure).mean))
      return TRUE;
  return FALSE;
}

/* Is it one number for all of them? Simulated values are not told by a number alone. */
static gboolean
is_the_same (const DlComparison *comparison, const DlMeasure *measure)
{
  const DlComparisonRow *first = dl_comparison_row (comparison, 0);

  for (guint i = 0; i < comparison->rows->len; i++)
    {
      const DlComparisonRow *row = dl_comparison_row (comparison, i);
      const DlEstimate a = dl_comparison_get (first, measure), b = dl_comparison_get (row, measure);

      if (a.mean != b.mean || (isfinite (b.reach) && b.reach != 0)
          || g_strcmp0 (dl_measure_unit (measure, first->scenario),
                        dl_measure_unit (measure, row->scenario))
                 != 0)
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_bound (const DlComparison *comparison, guint row, const DlMeasure *measure)
{
  const DlScenario *scenario = dl_comparison_row (comparison, row)->scenario;

  return dl_measure_is_bound (measure, scenario);
}

/* "Pairs of nodes 4458432; Largest channel load in X 2880 packets" */
static void
add_same (DlReport *report, const GPtrArray *same)
{
  const DlComparison *comparison = report->data->comparison;
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean bound = FALSE;

  for (guint i = 0; i < same->len; i++)
    {
      const DlMeasure *measure = g_ptr_array_index (same, i);
      const double value = dl_comparison_get (dl_comparison_row (comparison, 0), measure).mean;
      const char *unit = dl_comparison_unit (comparison, measure);
      g_autofree char *number = dl_measure_format_plain (measure, value);

      g_string_append_printf (text, "%s%s %s", i > 0 ? "; " : "", _ (measure->title), number);
      if (unit != NULL && strstr (_ (measure->title), unit) == NULL)
        g_string_append_printf (text, " %s", unit);
      for (guint row = 0; row < comparison->rows->len; row++)
        if (is_bound (comparison, row, measure))
          {
            g_string_append (text, " " DL_MEASURE_BOUND_MARK);
            bound = TRUE;
            break;
          }
    }
  if (same->len > 0)
    dl_report_add_line (report, DL_PARAGRAPH_NORMAL, _ ("The same in all scenarios: %s."),
                        text->str);
  if (bound)
    dl_document_add_text (report->document, DL_PARAGRAPH_NOTE, dl_measure_bound_note ());
}

/* "198.5 ± 6.4 (−18.3 %*)" with a true minus, broken nowhere but before the difference. */
static char *
typeset (const char *text)
{
  GString *out = g_string_new (NULL);

  for (const char *at = text; *at != '\0'; at++)
    if (*at == ' ' && at[1] != '(')
      g_string_append (out, "\u00a0");
    else if (*at == '-' && g_ascii_isdigit (at[1]))
      g_string_append (out, "−");
    else
      g_string_append_c (out, *at);
  return g_string_free (out, FALSE);
}

static void
add_cell (DlCells *cells, const DlComparisonGrid *grid, guint line, guint column)
{
  const DlComparisonCell *cell = dl_comparison_grid_at (grid, line, column);

  dl_cells_take_text (cells, typeset (cell->text));
  dl_cells_look (cells, cell->best ? DL_CELL_BOLD : DL_CELL_PLAIN);
}

/* The name of a scenario with the number of its chapter. */
static char *
numbered (guint scenario, const char *name)
{
  return g_strdup_printf ("%u  %s", scenario + 1, name);
}

/* Columns @from to @to of @grid, beside its first. */
static void
add_band (DlReport *report, const DlComparisonGrid *grid, guint from, guint to,
          gboolean measures_down)
{
  DlRecord *record = dl_record_new ();
  DlCells *cells;

  for (guint column = from - 1; column < to; column++)
    {
      const gboolean head = column == from - 1;
      const char *text = dl_comparison_grid_at (grid, 0, head ? 0 : column)->text;
      g_autofree char *name
          = measures_down && !head ? numbered (column - 1, text) : g_strdup (text);
      const DlTableColumn it = { .title = name, .right = !head, .share = head ? 1.5 : 1 };

      dl_record_add_columns (record, &it, 1);
    }
  cells = dl_record_cells (record);
  for (guint line = 1; line < grid->n_lines; line++)
    {
      const char *text = dl_comparison_grid_at (grid, line, 0)->text;

      dl_cells_take_text (cells, measures_down ? g_strdup (text) : numbered (line - 1, text));
      for (guint column = from; column < to; column++)
        add_cell (cells, grid, line, column);
    }
  dl_document_add_table (report->document, record);
}

static void
add_table (DlReport *report)
{
  const DlComparison *comparison = report->data->comparison;
  guint n;
  g_autofree const DlMeasure **measures
      = dl_comparison_measures (comparison, dl_report_has_runs (report), &n);
  g_autoptr (GPtrArray) same = g_ptr_array_new ();
  g_autoptr (GPtrArray) different = g_ptr_array_new ();
  const gboolean measures_down = report->n <= MOST_ACROSS;

  for (guint i = 0; i < n; i++)
    if (is_known (comparison, measures[i]))
      g_ptr_array_add (is_the_same (comparison, measures[i]) ? same : different,
                       (gpointer) measures[i]);
  if (different->len == 0)
    dl_document_add_text (report->document, DL_PARAGRAPH_NORMAL,
                          dl_report_has_runs (report)
                              ? _ ("The scenarios do not differ in any measure.")
                              : _ ("The static analysis does not tell these scenarios apart. A "
                                   "simulation may."));
  else
    {
      const DlComparisonWrite write
          = { (const DlMeasure *const *) different->pdata, different->len, 0, NULL };
      g_autoptr (DlComparisonGrid) grid
          = dl_comparison_grid_new (comparison, &write, measures_down);
      g_autofree char *notes
          = dl_comparison_grid_notes (grid, comparison, &write, _ ("The best value is bold."));

      for (guint from = 1; from < grid->n_columns; from += MOST_ACROSS)
        add_band (report, grid, from, MIN (from + MOST_ACROSS, grid->n_columns), measures_down);
      dl_document_add_text (report->document, DL_PARAGRAPH_NOTE, notes);
    }
  add_same (report, same);
}

/* Differences ---------------------------------------------------------------------------------- */

/* Do the same links work in both, and carry the same on each virtual channel? How much of a link is
 * used depends on the offered load, too. */
static gboolean
same_loads (const DlReportScenario *a, const DlReportScenario *b)
{
  const DlEvaluation *x = a->item->result, *y = b->item->result;
  const gsize n = x->net.graph->n_links, n_vcs = x->net.n_vcs;

  return memcmp (x->net.graph->link_state, y->net.graph->link_state,
                 n * sizeof *x->net.graph->link_state)
             == 0
         && memcmp (x->findings.vc_load, y->findings.vc_load,
                    n * n_vcs * sizeof *x->findings.vc_load)
                == 0
         && (a->input.metric->scale != DL_SCALE_CAPACITY
             || x->scenario->traffic.load == y->scenario->traffic.load);
}

/* Each other scenario less the first. */
static void
add_difference (DlReport *report, guint i)
{
  const DlReportScenario *first = &report->scenarios[0], *other = &report->scenarios[i];
  const char *misfit = dl_pin_misfit (first->item->result, other->item->result);
  g_autofree char *caption = NULL;
  DlFigureInput input = other->input;

  if (misfit != NULL)
    {
      dl_report_add_line (report, DL_PARAGRAPH_NORMAL,
                          /* Translators: a scenario’s number and name, and a sentence why */
                          _ ("%u, %s: %s."), i + 1, other->name, misfit);
      return;
    }
  if (same_loads (first, other))
    {
      dl_report_add_line (report, DL_PARAGRAPH_NORMAL,
                          /* Translators: a scenario’s number and name */
                          _ ("%u, %s: each link carries the same as in scenario 1."), i + 1,
                          other->name);
      return;
    }
  input.against = &first->input;
  input.show = DL_SHOW_DIFFERENCE;
  caption = other->kind->difference_caption (i + 1, other->name);
  dl_report_add_figure (report, other, other->kind->map, &input, caption);
}

void
dl_report_add_comparison (DlReport *report)
{
  dl_document_add_heading (report->document, 1, _ ("Comparison"));
  if (dl_report_has (report, DL_REPORT_COMPARISON))
    {
      dl_document_add_heading (report->document, 2, _ ("Measures"));
      add_table (report);
    }
  if (!dl_report_has (report, DL_REPORT_DIFFERENCES))
    return;
  dl_document_add_heading (report->document, 2, _ ("Differences from the first scenario"));
  for (guint i = 1; i < report->n; i++)
    add_difference (report, i);
}

/* How it was made ------------------------------------------------------------------------------ */

static void
add_digests (DlReport *report)
{
  static const DlTableColumn columns[] = {
    { .title = "", .type = DL_COLUMN_INTEGER },       { .title = N_ ("Scenario"), .share = 2 },
    { .title = N_ ("From"), .share = 1.5 },           { .title = N_ ("Seeds"), .right = TRUE },
    { .title = N_ ("Digest"), .look = DL_CELL_CODE },
  };
  DlRecord *record = dl_record_new ();
  DlCells *cells = DL_RECORD_BEGIN (record, columns);

  for (guint i = 0; i < report->n; i++)
    {
      const DlComparisonRow *row = report->scenarios[i].row;
      const guint64 seed = row->scenario->seed;

      dl_cells_integer (cells, i + 1);
      dl_cells_text (cells, report->scenarios[i].name);
      dl_cells_text (cells, row->origin);
      dl_cells_take_text (cells, row->runs->len > 1
                                     ? g_strdup_printf ("%" G_GUINT64_FORMAT "–%" G_GUINT64_FORMAT,
                                                        seed, seed + row->runs->len - 1)
                                     : g_strdup_printf ("%" G_GUINT64_FORMAT, seed));
      dl_cells_take_text (cells, dl_sweep_digest (row->scenario, seed));
    }
  dl_document_add_table (report->document, record);
  dl_document_add_text (report->document, DL_PARAGRAPH_NOTE,
                        _ ("The digest covers everything that the results depend on: the values "
                           "of the scenario, its seed and the version of the program."));
}

/* The scenario's file, without unreadable lines. */
static char *
printed (const DlScenario *scenario)
{
  g_autofree char *text = dl_scenario_to_text (scenario, FALSE);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *out = g_string_new (NULL);

  for (char **line = lines; *line != NULL; line++)
    {
      const gsize length = strlen (*line), key = strcspn (*line, "=");

      if (length <= LONGEST_VALUE)
        g_string_append (out, *line);
      else
        {
          g_autofree char *sum
              = g_compute_checksum_for_string (G_CHECKSUM_SHA256, *line + key + 1, -1);

          g_string_append_printf (out, "# %.*s: ", (int) key, *line);
          g_string_append_printf (out, _ ("%lu characters, SHA-256 %s"),
                                  (gulong) (length - key - 1), sum);
        }
      if (line[1] != NULL && (*line[1] != '\0' || line[2] != NULL))
        g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}

/* Where the next option begins, or the end. */
static const char *
next_option (const char *at)
{
  gboolean quoted = FALSE;

  for (; *at != '\0'; at++)
    {
      if (!quoted && g_str_has_prefix (at, " -"))
        return at;
      if (!quoted && *at == '\\' && at[1] != '\0')
        at++;
      else
        quoted ^= *at == '\'';
    }
  return at;
}

/* In lines that a shell joins again, with each option beside its value. */
static char *
fold (const char *command)
{
  GString *out = g_string_new (NULL);
  gsize column = 0;

  while (*command != '\0')
    {
      const char *end = next_option (command + 1);
      const gsize length = (gsize) (end - command);

      if (column > 0 && column + length > COMMAND_COLUMNS)
        {
          g_string_append (out, " \\\n   ");
          column = 4;
        }
      g_string_append_len (out, command, (gssize) length);
      column += length;
      command = end;
    }
  return g_string_free (out, FALSE);
}

void
dl_report_add_making (DlReport *report)
{
  g_autofree char *citation = dl_citation_text ();

  dl_document_add_heading (report->document, 1, _ ("How this report was made"));
  dl_report_add_line (report, DL_PARAGRAPH_NORMAL,
                      report->command != NULL
                          ? _ ("Made by Dateline %s. This command makes the same report:")
                          : _ ("Made by Dateline %s."),
                      DL_VERSION);
  if (report->command != NULL)
    {
      g_autofree char *folded = fold (report->command);

      dl_document_add_text (report->document, DL_PARAGRAPH_CODE, folded);
    }
  dl_document_add_text (report->document, DL_PARAGRAPH_NORMAL, citation);
  add_digests (report);
  if (!dl_report_has (report, DL_REPORT_SOURCES))
    return;
  dl_document_add_heading (report->document, 2, _ ("The scenarios as files"));
  dl_document_add_text (report->document, DL_PARAGRAPH_NORMAL,
                        _ ("Save a text below as a file that ends in .dateline to get the "
                           "scenario. This PDF also contains the first one: drop it on the window "
                           "to open it."));
  if (report->command_of_texts != NULL)
    {
      g_autofree char *folded = fold (report->command_of_texts);

      dl_document_add_text (report->document, DL_PARAGRAPH_NORMAL,
                            _ ("Saved as scenario-1.dateline and so on, in their order, they make "
                               "this report again where the library is not:"));
      dl_document_add_text (report->document, DL_PARAGRAPH_CODE, folded);
    }
  for (guint i = 0; i < report->n; i++)
    {
      g_autofree char *name = numbered (i, report->scenarios[i].name);
      g_autofree char *text = printed (report->scenarios[i].row->scenario);

      dl_document_add_text (report->document, DL_PARAGRAPH_STRONG, name);
      dl_document_add_text (report->document, DL_PARAGRAPH_CODE, text);
    }
}
