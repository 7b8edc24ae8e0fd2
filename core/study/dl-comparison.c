#include "dl-comparison.h"

#include "dl-parallel.h"
#include "dl-sim-counters.h"
#include "dl-sweep.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

const DlComparisonRow *
dl_comparison_base (const DlComparison *self, const DlComparisonWrite *write)
{
  return write->base < self->rows->len ? dl_comparison_row (self, write->base) : NULL;
}

static DlComparisonCell *
cell_at (DlComparisonGrid *grid, guint line, guint column)
{
  return &grid->cells[line * grid->n_columns + column];
}

const DlComparisonCell *
dl_comparison_grid_at (const DlComparisonGrid *grid, guint line, guint column)
{
  return &grid->cells[line * grid->n_columns + column];
}

void
dl_comparison_grid_free (DlComparisonGrid *grid)
{
  if (grid == NULL)
    return;
  for (guint i = 0; i < grid->n_lines * grid->n_columns; i++)
    g_free (grid->cells[i].text);
  g_free (grid->cells);
  g_free (grid);
}

/* With the mark of what it does not deliver. */
static char *
row_title (const DlComparisonRow *row, DlComparisonGrid *grid)
{
  const DlShortfall shortfall = dl_comparison_shortfall (row);

  grid->shortfall |= shortfall;
  return shortfall != DL_SHORTFALL_NONE
             ? g_strdup_printf ("%s %s", row->name, dl_shortfall_mark (shortfall))
             : g_strdup (row->name);
}

/* "478.6 ± 12.0 (+3.1 %*)", "0.2812 § (=)" */
static char *
cell_text (const DlComparisonRow *row, const DlComparisonRow *base, const DlMeasure *measure,
           DlComparisonGrid *grid)
{
  const DlEstimate estimate = dl_comparison_get (row, measure);
  g_autofree char *value
      = dl_measure_format_interval (measure, estimate.mean, estimate.reach, TRUE);
  GString *text = g_string_new (value);
  DlRowDifference difference;

  grid->intervals = grid->intervals || isfinite (estimate.reach);
  if (!isnan (estimate.mean) && dl_measure_is_bound (measure, row->scenario))
    {
      g_string_append (text, " " DL_MEASURE_BOUND_MARK);
      grid->any_bound = TRUE;
    }
  if (base == NULL || row == base)
    return g_string_free (text, FALSE);
  difference = dl_comparison_difference (row, base, measure);
  if (measure->type == DL_MEASURE_FLAG)
    {
      if (difference.differs != DL_DIFFERS_YES)
        return g_string_free (text, FALSE);
      g_string_append (text, " (");
    }
  else if (difference.absolute == 0)
    g_string_append (text, " (=");
  else if (isfinite (difference.relative))
    {
      char number[32];

      g_ascii_formatd (number, sizeof number, "%+.1f", 100 * difference.relative);
      g_string_append_printf (text, " (%s %%", number);
    }
  else if (isfinite (difference.absolute))
    {
      g_autofree char *number = dl_measure_format_plain (measure, difference.absolute);

      g_string_append_printf (text, " (%s%s", difference.absolute > 0 ? "+" : "", number);
    }
  else
    return g_string_free (text, FALSE);
  if (difference.differs == DL_DIFFERS_YES)
    {
      g_string_append_c (text, '*');
      grid->any_star = TRUE;
    }
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

DlComparisonGrid *
dl_comparison_grid_new (const DlComparison *self, const DlComparisonWrite *write,
                        gboolean measures_down)
{
  const guint n_rows = self->rows->len, n_measures = write->n_measures;
  const DlComparisonRow *base = dl_comparison_base (self, write);
  DlComparisonGrid *grid = g_new0 (DlComparisonGrid, 1);

  grid->n_lines = 1 + (measures_down ? n_measures : n_rows);
  grid->n_columns = 1 + (measures_down ? n_rows : n_measures);
  grid->cells = g_new0 (DlComparisonCell, grid->n_lines * grid->n_columns);
  cell_at (grid, 0, 0)->text = g_strdup (measures_down ? _ ("Measure") : _ ("Scenario"));
  for (guint i = 0; i < n_rows; i++)
    (measures_down ? cell_at (grid, 0, i + 1) : cell_at (grid, i + 1, 0))->text
        = row_title (dl_comparison_row (self, i), grid);
  for (guint j = 0; j < n_measures; j++)
    (measures_down ? cell_at (grid, j + 1, 0) : cell_at (grid, 0, j + 1))->text
        = dl_comparison_title (self, write->measures[j]);
  for (guint i = 0; i < n_rows; i++)
    for (guint j = 0; j < n_measures; j++)
      {
        DlComparisonCell *cell
            = measures_down ? cell_at (grid, j + 1, i + 1) : cell_at (grid, i + 1, j + 1);
        const DlComparisonRow *row = dl_comparison_row (self, i);

        cell->text = cell_text (row, base, write->measures[j], grid);
        cell->best = dl_comparison_is_best (self, row, write->measures[j]);
        grid->any_best = grid->any_best || cell->best;
      }
  return grid;
}

char *
dl_comparison_grid_notes (const DlComparisonGrid *grid, const DlComparison *self,
                          const DlComparisonWrite *write, const char *best)
{
  const DlComparisonRow *base = dl_comparison_base (self, write);
  GString *text = g_string_new (NULL);

  if (grid->intervals)
    g_string_append (text, /* xgettext:no-c-format */ _ (
                         "± is the half-width of the 95% confidence interval of the mean, over the "
                         "seeds, or over batches of a single run."));
  if (grid->any_best)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", best);
  if (grid->shortfall != DL_SHORTFALL_NONE)
    {
      g_autofree char *notes = dl_shortfall_notes (grid->shortfall);

      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", notes);
    }
  if (grid->any_bound)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", dl_measure_bound_note ());
  if (base != NULL)
    {
      g_string_append_printf (text, "%s", text->len > 0 ? " " : "");
      /* Translators: a scenario's name */
      g_string_append_printf (text, _ ("In brackets, the difference from “%s”."), base->name);
      if (grid->any_star)
        g_string_append_printf (text, " %s %s", _ ("An asterisk marks a difference."),
                                dl_comparison_rule ());
    }
  return g_string_free (text, FALSE);
}

/* The tasks of a comparison, on several threads. */

/* A static analysis counts for the progress as so much of a run. */
#define STATIC_WEIGHT .01

typedef struct
{
  const GPtrArray *tasks;
  const DlComparisonOptions *options;
  GCancellable *cancellable;
  double weight; /* of all tasks */
  GMutex lock;   /* of what follows, and of both callbacks */
  double done;
} Work;

/* A task under way. */
typedef struct
{
  Work *work;
  double weight;
  double fraction;
} Piece;

static double
weight_of (const DlComparisonTask *task)
{
  return task->simulate ? 1 : STATIC_WEIGHT;
}

static void
note_progress (double fraction, gpointer data)
{
  Piece *piece = data;
  Work *work = piece->work;

  g_mutex_lock (&work->lock);
  work->done += (fraction - piece->fraction) * piece->weight;
  piece->fraction = fraction;
  if (work->options->progress != NULL)
    work->options->progress (CLAMP (work->done / work->weight, 0, 1), work->options->progress_data);
  g_mutex_unlock (&work->lock);
}

static gboolean
evaluate (const DlComparisonTask *task, DlSweepResult *result, GCancellable *cancellable,
          GError **error)
{
  g_autoptr (DlEvaluation) state = dl_evaluation_new (task->scenario, 0, NULL, cancellable, error);

  if (state == NULL)
    return FALSE;
  dl_scalars_of_result (result, state);
  return TRUE;
}

static gboolean
simulate (const DlComparisonTask *task, Piece *piece, DlSweepResult *result, GError **error)
{
  DlSimulateOptions options = dl_simulate_options (task->scenario);
  g_autoptr (DlSimulation) simulation = NULL;

  options.seed = task->scenario->seed + task->run;
  options.threads = 1;
  options.progress = note_progress;
  options.progress_data = piece;
  simulation = dl_simulate (task->scenario, &options, piece->work->cancellable, error);
  if (simulation == NULL)
    return FALSE;
  dl_sweep_result_init (result, task->scenario->family);
  dl_sweep_result_set_simulated (result, task->scenario, simulation);
  return TRUE;
}

static void
do_task (guint i, gpointer data)
{
  Work *work = data;
  const DlComparisonTask *task = g_ptr_array_index (work->tasks, i);
  Piece piece = { .work = work, .weight = weight_of (task) };
  g_autoptr (GError) error = NULL;
  DlSweepResult result;
  const gboolean good = task->simulate ? simulate (task, &piece, &result, &error)
                                       : evaluate (task, &result, work->cancellable, &error);

  if (!good && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_mutex_lock (&work->lock);
  work->options->on_result (task, good ? &result : NULL, error, work->options->on_result_data);
  g_mutex_unlock (&work->lock);
  note_progress (1, &piece);
}

gboolean
dl_comparison_run (const GPtrArray *tasks, const DlComparisonOptions *options,
                   GCancellable *cancellable)
{
  Work work = { .tasks = tasks, .options = options, .cancellable = cancellable };
  const DlParallel parallel = { .n_threads = options->n_jobs, .cancellable = cancellable };
  gboolean done;

  for (guint i = 0; i < tasks->len; i++)
    work.weight += weight_of (g_ptr_array_index (tasks, i));
  g_mutex_init (&work.lock);
  done = dl_parallel_run (&parallel, tasks->len, do_task, &work);
  g_mutex_clear (&work.lock);
  return done && !g_cancellable_is_cancelled (cancellable);
}

/* Rounding of sums: exact values differ by more than this. */
#define ROUNDING 1e-12

static void
row_free (gpointer data)
{
  DlComparisonRow *row = data;

  g_free (row->name);
  g_free (row->origin);
  dl_scenario_free (row->scenario);
  g_array_unref (row->runs);
  g_free (row->problem);
  g_free (row);
}

DlComparison *
dl_comparison_new (void)
{
  DlComparison *self = g_new (DlComparison, 1);

  self->rows = g_ptr_array_new_with_free_func (row_free);
  self->next_id = 1;
  return self;
}

void
dl_comparison_free (DlComparison *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->rows);
  g_free (self);
}

guint
dl_comparison_add (DlComparison *self, const char *name, const char *origin,
                   const DlScenario *scenario)
{
  DlComparisonRow *row = g_new0 (DlComparisonRow, 1);

  row->id = self->next_id++;
  row->name = g_strdup (name);
  row->origin = g_strdup (origin);
  row->scenario = dl_scenario_copy (scenario);
  row->runs = g_array_new (FALSE, FALSE, sizeof (DlSweepResult));
  g_ptr_array_add (self->rows, row);
  return row->id;
}

DlComparisonRow *
dl_comparison_find (const DlComparison *self, guint id)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (dl_comparison_row (self, i)->id == id)
      return dl_comparison_row (self, i);
  return NULL;
}

void
dl_comparison_remove (DlComparison *self, guint id)
{
  g_ptr_array_remove (self->rows, dl_comparison_find (self, id));
}

/* The digest leaves out what the results do not depend on. */
static gboolean
same_results (const DlScenario *a, const DlScenario *b)
{
  g_autofree char *of_a = dl_sweep_digest (a, a->seed);
  g_autofree char *of_b = dl_sweep_digest (b, b->seed);

  return strcmp (of_a, of_b) == 0;
}

gboolean
dl_comparison_change (DlComparison *self, guint id, const char *name, const DlScenario *scenario)
{
  DlComparisonRow *row = dl_comparison_find (self, id);
  const gboolean same = same_results (row->scenario, scenario);

  g_free (row->name);
  row->name = g_strdup (name);
  dl_scenario_free (row->scenario);
  row->scenario = dl_scenario_copy (scenario);
  if (same)
    return FALSE;
  row->evaluated = FALSE;
  g_array_set_size (row->runs, 0);
  g_clear_pointer (&row->problem, g_free);
  return TRUE;
}

/* Results of tasks ----------------------------------------------------------------------------- */

static gint
compare_seeds (gconstpointer a, gconstpointer b)
{
  const guint64 x = ((const DlSweepResult *) a)->seed, y = ((const DlSweepResult *) b)->seed;

  return (x > y) - (x < y);
}

static const DlSweepResult *
run_of (const DlComparisonRow *row, guint i)
{
  return &g_array_index (row->runs, DlSweepResult, i);
}

static gboolean
has_seed (const DlComparisonRow *row, guint64 seed)
{
  for (guint i = 0; i < row->runs->len; i++)
    if (run_of (row, i)->seed == seed)
      return TRUE;
  return FALSE;
}

void
dl_comparison_take (DlComparison *self, const DlComparisonTask *task, const DlSweepResult *result,
                    const GError *problem)
{
  DlComparisonRow *row = dl_comparison_find (self, task->id);

  if (row == NULL || !same_results (row->scenario, task->scenario))
    return;
  if (result == NULL)
    {
      g_free (row->problem);
      row->problem = g_strdup (problem->message);
      return;
    }
  if (!task->simulate)
    {
      row->state = *result;
      row->evaluated = TRUE;
    }
  else if (!has_seed (row, result->seed))
    {
      g_array_append_val (row->runs, *result);
      g_array_sort (row->runs, compare_seeds);
    }
}

/* Values and texts ----------------------------------------------------------------------------- */

static const DlSweepResult **
runs_of (const DlComparisonRow *row)
{
  const DlSweepResult **runs = g_new (const DlSweepResult *, MAX (row->runs->len, 1));

  for (guint i = 0; i < row->runs->len; i++)
    runs[i] = run_of (row, i);
  return runs;
}

DlSimState
dl_comparison_state (const DlComparisonRow *row, DlSimReason *reason)
{
  g_autofree const DlSweepResult **runs = runs_of (row);

  *reason = DL_SIM_REASON_NONE;
  return row->runs->len > 0 ? dl_sweep_results_state (runs, row->runs->len, reason)
                            : DL_SIM_STATE_NONE;
}

DlEstimate
dl_comparison_get (const DlComparisonRow *row, const DlMeasure *measure)
{
  DlEstimate estimate = { NAN, NAN, 0 };
  g_autofree const DlSweepResult **runs = runs_of (row);

  if (!measure->simulated)
    {
      if (row->evaluated)
        estimate.mean = dl_measure_get (measure, &row->state);
      estimate.n = !isnan (estimate.mean);
      return estimate;
    }
  estimate.n = dl_measure_mean (measure, runs, row->runs->len, &estimate.mean, &estimate.reach);
  return estimate;
}

/* The run of @row that belongs to @run of @base: as far from its scenario's seed. */
static const DlSweepResult *
partner (const DlComparisonRow *row, const DlComparisonRow *base, const DlSweepResult *run)
{
  for (guint i = 0; i < row->runs->len; i++)
    if (run_of (row, i)->seed - row->scenario->seed == run->seed - base->scenario->seed)
      return run_of (row, i);
  return NULL;
}

/* Mean and interval of the differences of paired runs. Of a single pair the interval is that of two
 * means that know nothing of each other. */
static void
pair_runs (const DlComparisonRow *row, const DlComparisonRow *base, const DlMeasure *measure,
           double *mean, double *reach)
{
  g_autofree double *values = g_new (double, base->runs->len);
  double within = NAN;
  guint n = 0;

  for (guint i = 0; i < base->runs->len; i++)
    {
      const DlSweepResult *other = partner (row, base, run_of (base, i));

      if (other == NULL)
        continue;
      values[n] = dl_measure_get (measure, other) - dl_measure_get (measure, run_of (base, i));
      if (isnan (values[n]))
        continue;
      within = hypot (dl_measure_half_width (measure, other),
                      dl_measure_half_width (measure, run_of (base, i)));
      n++;
    }
  dl_mean_interval (values, n, mean, reach);
  if (n == 1)
    *reach = within;
}

static gboolean
same_unit (const DlComparisonRow *a, const DlComparisonRow *b, const DlMeasure *measure)
{
  return g_strcmp0 (dl_measure_unit (measure, a->scenario), dl_measure_unit (measure, b->scenario))
         == 0;
}

static gint
judge (const DlMeasure *measure, double difference)
{
  const gint sign = (difference > 0) - (difference < 0);

  switch (measure->better)
    {
    case DL_BETTER_HIGHER:
      return sign;
    case DL_BETTER_LOWER:
      return -sign;
    case DL_BETTER_NEITHER:
      return 0;
    }
  g_return_val_if_reached (0);
}

DlRowDifference
dl_comparison_difference (const DlComparisonRow *row, const DlComparisonRow *base,
                          const DlMeasure *measure)
{
  DlRowDifference difference = { NAN, NAN, NAN, DL_DIFFERS_UNKNOWN, 0 };
  const double a = dl_comparison_get (row, measure).mean;
  const double b = dl_comparison_get (base, measure).mean;

  if (isnan (a) || isnan (b) || !same_unit (row, base, measure))
    return difference;
  if (measure->simulated)
    {
      pair_runs (row, base, measure, &difference.absolute, &difference.reach);
      if (!isnan (difference.reach))
        difference.differs
            = fabs (difference.absolute) > difference.reach ? DL_DIFFERS_YES : DL_DIFFERS_NOT;
    }
  else
    {
      difference.absolute = a == b ? 0 : a - b;
      difference.differs = fabs (difference.absolute) > ROUNDING * fmax (fabs (a), fabs (b))
                               ? DL_DIFFERS_YES
                               : DL_DIFFERS_NOT;
    }
  if (b != 0 && isfinite (b))
    difference.relative = difference.absolute / fabs (b);
  if (difference.differs == DL_DIFFERS_YES)
    difference.better = judge (measure, difference.absolute);
  return difference;
}

DlShortfall
dl_comparison_shortfall (const DlComparisonRow *row)
{
  DlShortfall shortfall = row->evaluated ? dl_shortfall_of (&row->state) : DL_SHORTFALL_NONE;

  /* A run says nothing of its static analysis. */
  for (guint i = 0; i < row->runs->len; i++)
    if (run_of (row, i)->deadlocked)
      shortfall |= DL_SHORTFALL_DEADLOCK;
  return shortfall;
}

gboolean
dl_comparison_must_show (const DlComparison *self, const DlMeasure *measure)
{
  double first = NAN;

  for (guint i = 0; measure->tells_delivery && i < self->rows->len; i++)
    {
      const double value = dl_comparison_get (dl_comparison_row (self, i), measure).mean;

      if (!isnan (first) && !isnan (value) && value != first)
        return TRUE;
      first = isnan (first) ? value : first;
    }
  return FALSE;
}

gboolean
dl_comparison_is_best (const DlComparison *self, const DlComparisonRow *row,
                       const DlMeasure *measure)
{
  const double value = dl_comparison_get (row, measure).mean;
  gboolean worse = FALSE;

  if (isnan (value) || measure->better == DL_BETTER_NEITHER
      || dl_comparison_shortfall (row) != DL_SHORTFALL_NONE)
    return FALSE;
  for (guint i = 0; i < self->rows->len; i++)
    {
      const DlComparisonRow *other = dl_comparison_row (self, i);
      const double others = dl_comparison_get (other, measure).mean;
      const double scale = fmax (fabs (value), fabs (others));

      if (other == row || isnan (others))
        continue;
      if (!same_unit (row, other, measure))
        return FALSE;
      if (others == value || fabs (others - value) <= ROUNDING * scale)
        continue;
      if (dl_comparison_difference (row, other, measure).better > 0)
        worse = TRUE;
      else if (dl_comparison_shortfall (other) == DL_SHORTFALL_NONE)
        return FALSE;
    }
  return worse;
}

const char *
dl_comparison_unit (const DlComparison *self, const DlMeasure *measure)
{
  const char *unit = NULL;

  for (guint i = 0; i < self->rows->len; i++)
    {
      const DlScenario *scenario = dl_comparison_row (self, i)->scenario;
      const char *own = dl_measure_unit (measure, scenario);

      if (!dl_measure_is_for (measure, scenario->family))
        continue;
      if (unit != NULL && g_strcmp0 (unit, own) != 0)
        return NULL;
      unit = own;
    }
  return unit;
}

char *
dl_comparison_title (const DlComparison *self, const DlMeasure *measure)
{
  const char *unit = dl_comparison_unit (self, measure);

  if (unit == NULL)
    return g_strdup (_ (measure->title));
  /* Translators: a quantity and its unit, "Mean latency (cycles)" */
  return g_strdup_printf (_ ("%s (%s)"), _ (measure->title), unit);
}

const char *
dl_comparison_rule (void)
{
  return /* xgettext:no-c-format */ _ (
      "Runs are paired in the order of their seeds. A simulated value differs if the 95% "
      "confidence interval of the mean difference, by Student’s t, excludes 0. With one run each, "
      "the intervals over batches of the two runs take its place. A static value is exact: it "
      "differs if it is not equal.");
}

const DlMeasure **
dl_comparison_measures (const DlComparison *self, gboolean simulated, guint *n)
{
  guint n_table;
  const DlMeasure *table = dl_measure_table (&n_table);
  const DlMeasure **measures = g_new (const DlMeasure *, n_table);

  *n = 0;
  for (guint i = 0; i < n_table; i++)
    for (guint row = 0; row < self->rows->len; row++)
      if ((simulated || !table[i].simulated)
          && dl_measure_suits (&table[i], dl_comparison_row (self, row)->scenario))
        {
          measures[(*n)++] = &table[i];
          break;
        }
  return measures;
}

/* Tasks ---------------------------------------------------------------------------------------- */

static void
task_free (gpointer data)
{
  DlComparisonTask *task = data;

  dl_scenario_free (task->scenario);
  g_free (task);
}

GPtrArray *
dl_comparison_tasks (const DlComparison *self, guint n_seeds)
{
  GPtrArray *tasks = g_ptr_array_new_with_free_func (task_free);

  for (guint i = 0; i <= n_seeds; i++)
    for (guint j = 0; j < self->rows->len; j++)
      {
        const DlComparisonRow *row = dl_comparison_row (self, j);
        const gboolean simulate = i > 0;
        DlComparisonTask *task;

        if (row->problem != NULL
            || (simulate ? has_seed (row, row->scenario->seed + i - 1) : row->evaluated))
          continue;
        task = g_new (DlComparisonTask, 1);
        *task = (DlComparisonTask) { row->id, dl_scenario_copy (row->scenario), simulate,
                                     simulate ? i - 1 : 0 };
        g_ptr_array_add (tasks, task);
      }
  return tasks;
}
