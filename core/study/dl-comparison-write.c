/* A comparison as a text: CSV for programs, tables for people. */
#include "dl-comparison-write.h"

#include "dl-measure.h"
#include "dl-sweep-store.h"
#include "dl-table.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Digest that identifies the run of @task, a simulation. Free with g_free. */
static char *
digest_of (const DlComparisonTask *task)
{
  return dl_sweep_digest (task->scenario, task->scenario->seed + task->run);
}

/* The run is that of a point of a sweep over seeds alone. */
static DlStoreRun *
store_run (const DlComparisonTask *task, const DlSweepResult *result, const DlSweepResult *state,
           gint64 scenario_id)
{
  g_autoptr (DlSweepSpec) spec = dl_sweep_spec_new (task->scenario);
  g_auto (GStrv) digests = NULL;
  DlSweepResult full = *result;
  guint n;
  const DlMeasure *table = dl_measure_table (&n);

  for (guint i = 0; i < n; i++)
    {
      const double value = dl_measure_get (&table[i], state);

      if (!table[i].simulated && !isnan (value))
        dl_measure_set (&table[i], &full, value);
    }
  spec->n_seeds = task->run + 1;
  full.point = task->run;
  digests = dl_sweep_digests (spec);
  return dl_sweep_store_run (spec, (const char *const *) digests, scenario_id, &full);
}

DlStoreRun *
dl_comparison_store_run (const DlComparison *comparison, const DlComparisonTask *task,
                         const DlSweepResult *result, gint64 scenario_id)
{
  const DlComparisonRow *row = dl_comparison_find (comparison, task->id);
  g_autofree char *of_row = NULL;
  g_autofree char *of_task = NULL;

  if (result == NULL || !task->simulate || row == NULL || !row->evaluated)
    return NULL;
  of_row = dl_sweep_digest (row->scenario, 0);
  of_task = dl_sweep_digest (task->scenario, 0);
  if (strcmp (of_row, of_task) != 0)
    return NULL;
  return store_run (task, result, &row->state, scenario_id);
}

/* Looking up ----------------------------------------------------------------------------------- */

typedef struct
{
  GPtrArray *tasks; /* DlComparisonTask */
  GPtrArray *runs;  /* (tasks->len) DlStoreRun; NULL before they are there */
} Search;

static void
search_free (gpointer data)
{
  Search *search = data;

  g_ptr_array_unref (search->tasks);
  g_clear_pointer (&search->runs, g_ptr_array_unref);
  g_free (search);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Search *search = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, &error);

  if (answer == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  search->runs = g_steal_pointer (&answer->runs);
  g_task_return_boolean (task, TRUE);
}

void
dl_comparison_store_look_up_async (DlStoreThread *thread, GPtrArray *tasks,
                                   GCancellable *cancellable, GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Search *search = g_new0 (Search, 1);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) digests = NULL;

  for (guint i = tasks->len; i-- > 0;)
    if (!((const DlComparisonTask *) g_ptr_array_index (tasks, i))->simulate)
      g_ptr_array_remove_index (tasks, i);
  for (guint i = 0; i < tasks->len; i++)
    {
      g_autofree char *digest = digest_of (g_ptr_array_index (tasks, i));

      g_strv_builder_add (builder, digest);
    }
  search->tasks = tasks;
  g_task_set_task_data (task, search, search_free);
  digests = g_strv_builder_end (builder);
  dl_store_call_async (thread, DL_STORE_FIND_RUNS,
                       (DlStoreArgs) { .digests = (const char *const *) digests }, cancellable,
                       on_found, task);
}

static void
take (DlComparison *comparison, const DlComparisonTask *task, const DlStoreRun *run)
{
  DlSweepResult values;

  dl_sweep_store_result (run, task->scenario->family, task->run, &values);
  dl_comparison_take (comparison, task, &values, NULL);
}

gboolean
dl_comparison_store_take (DlStore *store, DlComparison *comparison, guint n_seeds, GError **error)
{
  g_autoptr (GPtrArray) tasks = dl_comparison_tasks (comparison, n_seeds);

  for (guint i = 0; i < tasks->len; i++)
    {
      const DlComparisonTask *task = g_ptr_array_index (tasks, i);
      g_autofree char *digest = task->simulate ? digest_of (task) : NULL;
      g_autoptr (DlStoreRun) run = NULL;
      g_autoptr (GError) problem = NULL;

      if (digest == NULL)
        continue;
      run = dl_store_find_run (store, digest, &problem);
      if (problem != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
      if (run != NULL)
        take (comparison, task, run);
    }
  return TRUE;
}

gboolean
dl_comparison_store_look_up_finish (GAsyncResult *result, DlComparison *comparison, gboolean *any,
                                    GError **error)
{
  const Search *search = g_task_get_task_data (G_TASK (result));

  *any = FALSE;
  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  for (guint i = 0; i < search->tasks->len; i++)
    {
      const DlComparisonTask *task = g_ptr_array_index (search->tasks, i);
      const DlStoreRun *run = g_ptr_array_index (search->runs, i);

      if (run == NULL)
        continue;
      take (comparison, task, run);
      *any = TRUE;
    }
  return TRUE;
}

/* Has any row more than one run, or one with intervals over batches? */
static gboolean
has_intervals (const DlComparison *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const GArray *runs = dl_comparison_row (self, i)->runs;

      if (runs->len > 1
          || (runs->len == 1 && !isnan (g_array_index (runs, DlSweepResult, 0).accepted_half)))
        return TRUE;
    }
  return FALSE;
}

/* CSV ------------------------------------------------------------------------------------------ */

static void
add_column (DlRecord *record, const char *measure, const char *what, DlColumnType type)
{
  g_autofree char *id = g_strconcat (measure, what, NULL);

  dl_record_add_columns (record, &(DlTableColumn) { id, .type = type }, 1);
}

static void
add_columns (DlRecord *record, const DlComparisonWrite *write, gboolean against, gboolean intervals)
{
  static const DlTableColumn first[]
      = { { "scenario" }, { "from" }, { "kind" }, { "runs", .type = DL_COLUMN_INTEGER } };
  static const DlTableColumn last[] = { { "state" }, { "reason" } };

  DL_RECORD_ADD (record, first);
  for (guint i = 0; i < write->n_measures; i++)
    {
      const DlMeasure *measure = write->measures[i];
      const gboolean interval = intervals && measure->simulated;

      add_column (record, measure->id, "", DL_COLUMN_REAL);
      if (interval)
        add_column (record, measure->id, "_interval", DL_COLUMN_REAL);
      if (!against)
        continue;
      add_column (record, measure->id, "_difference", DL_COLUMN_REAL);
      if (interval)
        add_column (record, measure->id, "_difference_interval", DL_COLUMN_REAL);
      add_column (record, measure->id, "_relative", DL_COLUMN_REAL);
      add_column (record, measure->id, "_differs", DL_COLUMN_INTEGER);
    }
  if (intervals)
    DL_RECORD_ADD (record, last);
}

static void
add_difference (DlCells *cells, const DlRowDifference *difference, gboolean interval)
{
  dl_cells_real (cells, difference->absolute);
  if (interval)
    dl_cells_real (cells, difference->reach);
  dl_cells_real (cells, difference->relative);
  dl_cells_integer_if (cells, difference->differs != DL_DIFFERS_UNKNOWN,
                       difference->differs == DL_DIFFERS_YES);
}

static void
add_state (DlCells *cells, const DlComparisonRow *row)
{
  DlSimReason why;

  dl_cells_text (cells, dl_sim_state_id (dl_comparison_state (row, &why)));
  dl_cells_text (cells, dl_sim_reason_id (why));
}

char *
dl_comparison_to_csv (const DlComparison *self, const DlComparisonWrite *write)
{
  const DlComparisonRow *base = dl_comparison_base (self, write);
  const gboolean intervals = has_intervals (self);
  g_autoptr (DlRecord) record = dl_record_new ();
  GString *out = g_string_new (NULL);
  DlCells *cells;
  DlTable table;

  add_columns (record, write, base != NULL, intervals);
  cells = dl_record_cells (record);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const DlComparisonRow *row = dl_comparison_row (self, i);

      dl_cells_text (cells, row->name);
      dl_cells_text (cells, row->origin);
      dl_cells_text (cells, row->scenario->family->id);
      dl_cells_integer (cells, row->runs->len);
      for (guint j = 0; j < write->n_measures; j++)
        {
          const DlMeasure *measure = write->measures[j];
          const gboolean interval = intervals && measure->simulated;
          const DlEstimate estimate = dl_comparison_get (row, measure);

          dl_cells_real (cells, estimate.mean);
          if (interval)
            dl_cells_real (cells, estimate.reach);
          if (base != NULL)
            {
              const DlRowDifference difference = dl_comparison_difference (row, base, measure);

              add_difference (cells, &difference, interval);
            }
        }
      if (intervals)
        add_state (cells, row);
    }
  table = dl_record_table (record);
  dl_table_append_csv (out, &table);
  return g_string_free (out, FALSE);
}

/* Measures as columns, or as rows if there are more of them than scenarios. */
static DlComparisonGrid *
new_grid (const DlComparison *self, const DlComparisonWrite *write)
{
  return dl_comparison_grid_new (self, write, write->n_measures > self->rows->len);
}

/* Markdown ------------------------------------------------------------------------------------- */

/* @specials each after a backslash. */
static char *
escape_by (const char *text, const char *specials, const char *escape)
{
  GString *out = g_string_new (NULL);

  for (; *text != '\0'; text++)
    {
      if (strchr (specials, *text) != NULL)
        g_string_append (out, escape);
      g_string_append_c (out, *text == '\n' || *text == '\r' ? ' ' : *text);
    }
  return g_string_free (out, FALSE);
}

static char *
escape_markdown (const char *text)
{
  return escape_by (text, "\\|*_`<>[]#", "\\");
}

char *
dl_comparison_to_markdown (const DlComparison *self, const DlComparisonWrite *write)
{
  g_autoptr (DlComparisonGrid) grid = new_grid (self, write);
  g_autofree char *note
      = dl_comparison_grid_notes (grid, self, write, _ ("The best value is bold."));
  GString *out = g_string_new (NULL);

  if (write->title != NULL)
    {
      g_autofree char *title = escape_markdown (write->title);

      g_string_append_printf (out, "**%s**\n\n", title);
    }
  for (guint line = 0; line < grid->n_lines; line++)
    {
      for (guint column = 0; column < grid->n_columns; column++)
        {
          const DlComparisonCell *cell = dl_comparison_grid_at (grid, line, column);
          g_autofree char *text = escape_markdown (cell->text);

          g_string_append_printf (out, cell->best ? "| **%s** " : "| %s ", text);
        }
      g_string_append (out, "|\n");
      if (line > 0)
        continue;
      for (guint column = 0; column < grid->n_columns; column++)
        g_string_append (out, column == 0 ? "| --- " : "| ---: ");
      g_string_append (out, "|\n");
    }
  if (*note != '\0')
    {
      g_autofree char *text = escape_markdown (note);

      g_string_append_printf (out, "\n%s\n", text);
    }
  return g_string_free (out, FALSE);
}

/* LaTeX ---------------------------------------------------------------------------------------- */

static const struct
{
  const char *text, *latex;
} latex_specials[] = {
  { "\\", "\\textbackslash{}" },
  { "~", "\\textasciitilde{}" },
  { "^", "\\textasciicircum{}" },
  { "<", "\\textless{}" },
  { ">", "\\textgreater{}" },
  { "|", "\\textbar{}" },
  { "\"", "\\textquotedbl{}" },
  { "#", "\\#" },
  { "$", "\\$" },
  { "%", "\\%" },
  { "&", "\\&" },
  { "_", "\\_" },
  { "{", "\\{" },
  { "}", "\\}" },
  { "±", "$\\pm$" },
  { "∞", "$\\infty$" },
  { "−", "$-$" },
  { "–", "--" },
  { "†", "\\textdagger{}" },
  { "§", "\\S{}" },
  { "‡", "\\textdaggerdbl{}" },
  { "“", "``" },
  { "”", "''" },
  { "’", "'" },
  { "\n", " " },
  { "\r", " " },
};

static char *
escape_latex (const char *text)
{
  GString *out = g_string_new (NULL);

  while (*text != '\0')
    {
      const char *latex = NULL;

      for (guint i = 0; latex == NULL && i < G_N_ELEMENTS (latex_specials); i++)
        if (g_str_has_prefix (text, latex_specials[i].text))
          {
            latex = latex_specials[i].latex;
            text += strlen (latex_specials[i].text);
          }
      if (latex != NULL)
        g_string_append (out, latex);
      else
        g_string_append_c (out, *text++);
    }
  return g_string_free (out, FALSE);
}

/* In a cell a number's sign is one, and not a hyphen. */
static char *
escape_latex_number (const char *text)
{
  g_autofree char *escaped = escape_latex (text);
  GString *out = g_string_new (NULL);

  for (const char *at = escaped; *at != '\0'; at++)
    if (*at == '-' && g_ascii_isdigit (at[1]))
      g_string_append (out, "$-$");
    else if (*at == '+' && g_ascii_isdigit (at[1]))
      g_string_append (out, "$+$");
    else
      g_string_append_c (out, *at);
  return g_string_free (out, FALSE);
}

char *
dl_comparison_to_latex (const DlComparison *self, const DlComparisonWrite *write)
{
  g_autoptr (DlComparisonGrid) grid = new_grid (self, write);
  g_autofree char *note
      = dl_comparison_grid_notes (grid, self, write, _ ("The best value is bold."));
  GString *out = g_string_new ("% \\usepackage{booktabs}\n");

  if (write->title != NULL)
    {
      g_autofree char *title = escape_by (write->title, "", "");

      g_string_append_printf (out, "%% %s\n", title);
    }
  g_string_append (out, "\\begin{tabular}{l");
  for (guint column = 1; column < grid->n_columns; column++)
    g_string_append_c (out, 'r');
  g_string_append (out, "}\n\\toprule\n");
  for (guint line = 0; line < grid->n_lines; line++)
    {
      for (guint column = 0; column < grid->n_columns; column++)
        {
          const DlComparisonCell *cell = dl_comparison_grid_at (grid, line, column);
          g_autofree char *text = line > 0 && column > 0 ? escape_latex_number (cell->text)
                                                         : escape_latex (cell->text);

          g_string_append_printf (out, cell->best ? "%s\\textbf{%s}" : "%s%s",
                                  column > 0 ? " & " : "", text);
        }
      g_string_append (out, line == 0 ? " \\\\\n\\midrule\n" : " \\\\\n");
    }
  g_string_append (out, "\\bottomrule\n\\end{tabular}\n");
  if (*note != '\0')
    {
      g_autofree char *text = escape_latex (note);

      g_string_append_printf (out, "\\par\\smallskip\n{\\footnotesize %s\\par}\n", text);
    }
  return g_string_free (out, FALSE);
}

/* Plain text ----------------------------------------------------------------------------------- */

/* Columns on a screen: wide characters are two. */
static void
add_padding (GString *out, guint n)
{
  g_string_append_printf (out, "%*s", (int) n, "");
}

/* The best is followed by a mark, for which the others have room. */
static char *
plain_text (const DlComparisonCell *cell)
{
  g_autofree char *text = escape_by (cell->text, "", "");

  return g_strconcat (text, cell->best ? " ◂" : "", NULL);
}

char *
dl_comparison_to_text (const DlComparison *self, const DlComparisonWrite *write)
{
  g_autoptr (DlComparisonGrid) grid = new_grid (self, write);
  g_autofree char *note = dl_comparison_grid_notes (grid, self, write, _ ("◂ is the best value."));
  g_autofree guint *widths = g_new0 (guint, grid->n_columns);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < grid->n_lines * grid->n_columns; i++)
    {
      const guint column = i % grid->n_columns;
      g_autofree char *text = plain_text (&grid->cells[i]);

      widths[column] = MAX (widths[column],
                            dl_text_width (text) + (column > 0 && !grid->cells[i].best ? 2 : 0));
    }
  if (write->title != NULL)
    g_string_append_printf (out, "%s\n\n", write->title);
  for (guint line = 0; line < grid->n_lines; line++)
    {
      for (guint column = 0; column < grid->n_columns; column++)
        {
          const DlComparisonCell *cell = dl_comparison_grid_at (grid, line, column);
          g_autofree char *text = plain_text (cell);
          const guint behind = column > 0 && !cell->best ? 2 : 0;
          const guint before = widths[column] - dl_text_width (text) - behind;

          if (column > 0)
            add_padding (out, 2 + before);
          g_string_append (out, text);
          add_padding (out, column > 0 ? behind : before);
        }
      while (out->str[out->len - 1] == ' ')
        g_string_truncate (out, out->len - 1);
      g_string_append_c (out, '\n');
    }
  if (*note != '\0')
    g_string_append_printf (out, "\n%s\n", note);
  return g_string_free (out, FALSE);
}
