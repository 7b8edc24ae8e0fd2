#include "dateline-sweep.h"

#include "dateline-private.h"
#include "dl-load-sweep.h"
#include "dl-names.h"
#include "dl-sim-counters.h"
#include "dl-value.h"

#include <math.h>

/**
 * DatelineSweep:
 *
 * A simulation, or only an analysis, for every combination of values that some keys of a scenario
 * take, and for every seed. The results do not depend on how many run at once.
 */
struct _DatelineSweep
{
  GObject parent_instance;

  DlSweepSpec *spec;

  GMutex lock; /* of what follows, which runs leave on threads of their own */
  guint n_changes;
  DlSweepPoints *points; /* of the latest run; NULL: none, or of another sweep than it is now */
};

G_DEFINE_FINAL_TYPE (DatelineSweep, dateline_sweep, G_TYPE_OBJECT)

static void
dateline_sweep_finalize (GObject *object)
{
  DatelineSweep *self = DATELINE_SWEEP (object);

  dl_sweep_spec_free (self->spec);
  dl_sweep_points_unref (self->points);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (dateline_sweep_parent_class)->finalize (object);
}

static void
dateline_sweep_class_init (DatelineSweepClass *class)
{
  G_OBJECT_CLASS (class)->finalize = dateline_sweep_finalize;
}

static void
dateline_sweep_init (DatelineSweep *self)
{
  g_mutex_init (&self->lock);
}

/* The sweep is another one: results of earlier runs are not its own. */
static void
forget (DatelineSweep *self)
{
  g_mutex_lock (&self->lock);
  self->n_changes++;
  g_clear_pointer (&self->points, dl_sweep_points_unref);
  g_mutex_unlock (&self->lock);
}

static guint
get_n_changes (DatelineSweep *self)
{
  guint n;

  g_mutex_lock (&self->lock);
  n = self->n_changes;
  g_mutex_unlock (&self->lock);
  return n;
}

/* @results of all points of @spec, which it was after @n_changes. */
static void
keep_results (DatelineSweep *self, const DlSweepSpec *spec, guint n_changes, const GArray *results)
{
  DlSweepPoints *points = dl_sweep_points_new (spec);

  for (guint i = 0; i < results->len; i++)
    dl_sweep_points_add (points, &g_array_index (results, DlSweepResult, i));
  g_mutex_lock (&self->lock);
  if (n_changes == self->n_changes)
    {
      dl_sweep_points_unref (self->points);
      self->points = g_steal_pointer (&points);
    }
  g_mutex_unlock (&self->lock);
  dl_sweep_points_unref (points);
}

DlSweepPoints *
dl_api_sweep_copy_points (DatelineSweep *self, GError **error)
{
  DlSweepPoints *points = NULL;
  GError *inner = NULL;

  g_mutex_lock (&self->lock);
  if (self->points != NULL)
    points = dl_sweep_points_copy (self->points);
  g_mutex_unlock (&self->lock);
  if (points == NULL && dl_sweep_spec_check (self->spec, NULL, &inner))
    points = dl_sweep_points_new (self->spec);
  dl_api_take_error (error, inner);
  return points;
}

/**
 * dateline_sweep_new:
 * @scenario: a scenario
 *
 * Begins a sweep: dateline_sweep_vary() says over which keys, dateline_sweep_run() runs it.
 *
 * Returns: (transfer full): a sweep of the scenario as it is now, in which no key is varied yet
 */
DatelineSweep *
dateline_sweep_new (DatelineScenario *scenario)
{
  DatelineSweep *self;

  g_return_val_if_fail (DATELINE_IS_SCENARIO (scenario), NULL);
  self = g_object_new (DATELINE_TYPE_SWEEP, NULL);
  self->spec = dl_sweep_spec_new (dl_api_scenario_peek (scenario));
  return self;
}

/**
 * dateline_sweep_vary:
 * @self: a sweep
 * @key: a key, `GROUP.KEY`
 * @values: (array zero-terminated=1): the values that it takes, as files have them; of numbers also
 *   `FROM:TO:STEP` and `FROM:TO:*FACTOR`
 * @error: return location for an error
 *
 * Varies another key. The values of the last one change fastest.
 *
 * Returns: %TRUE if it is varied; %FALSE with %DATELINE_ERROR_NOT_FOUND or %DATELINE_ERROR_VALUE
 */
gboolean
dateline_sweep_vary (DatelineSweep *self, const char *key, const char *const *values,
                     GError **error)
{
  g_autoptr (GString) text = NULL;
  GError *inner = NULL;

  g_return_val_if_fail (DATELINE_IS_SWEEP (self), FALSE);
  g_return_val_if_fail (key != NULL && values != NULL, FALSE);
  if (dl_api_find_key (key, error) == NULL)
    return FALSE;
  text = g_string_new (key);
  for (guint i = 0; values[i] != NULL; i++)
    {
      g_autoptr (GString) value = g_string_new (values[i]);

      g_string_replace (value, ",", "\\,", 0);
      g_string_append_printf (text, "%c%s", i == 0 ? '=' : ',', value->str);
    }
  forget (self);
  return dl_sweep_spec_vary (self->spec, text->str, &inner) || dl_api_take_error (error, inner);
}

/**
 * dateline_sweep_set_n_seeds:
 * @self: a sweep
 * @n_seeds: how many, at least 1
 * @error: return location for an error
 *
 * Simulates each combination with the scenario's seed and the following ones.
 *
 * Returns: %TRUE if it is possible; %FALSE with %DATELINE_ERROR_LIMIT
 */
gboolean
dateline_sweep_set_n_seeds (DatelineSweep *self, guint n_seeds, GError **error)
{
  g_return_val_if_fail (DATELINE_IS_SWEEP (self), FALSE);

  if (n_seeds == 0 || n_seeds > DL_SWEEP_MAX_SEEDS)
    {
      g_set_error (error, DATELINE_ERROR, DATELINE_ERROR_LIMIT,
                   "a sweep cannot have %u seeds (expected 1 to %u)", n_seeds, DL_SWEEP_MAX_SEEDS);
      return FALSE;
    }
  forget (self);
  self->spec->n_seeds = n_seeds;
  return TRUE;
}

/**
 * dateline_sweep_set_only_analyzes:
 * @self: a sweep
 * @only_analyzes: whether it does
 *
 * Analyzes each combination, and does not simulate it.
 */
void
dateline_sweep_set_only_analyzes (DatelineSweep *self, gboolean only_analyzes)
{
  g_return_if_fail (DATELINE_IS_SWEEP (self));

  forget (self);
  self->spec->only_static = only_analyzes;
}

/**
 * dateline_sweep_get_n_points:
 * @self: a sweep
 *
 * Counts the runs: the product of the numbers of values and of seeds.
 *
 * Returns: how many runs it has
 */
guint
dateline_sweep_get_n_points (DatelineSweep *self)
{
  g_return_val_if_fail (DATELINE_IS_SWEEP (self), 0);

  return dl_sweep_n_points (self->spec);
}

/* Columns -------------------------------------------------------------------------------------- */

static gboolean
has_value (const DlMeasure *measure, const GArray *results)
{
  for (guint i = 0; i < results->len; i++)
    if (!isnan (dl_measure_get (measure, &g_array_index (results, DlSweepResult, i))))
      return TRUE;
  return FALSE;
}

/* Those of the points' scenarios that have a value at all. */
static GPtrArray *
list_measures (const DlSweepSpec *spec, const GArray *results)
{
  GPtrArray *list = g_ptr_array_new ();
  g_autofree const DlMeasure **measures = NULL;
  guint n;

  measures = dl_sweep_spec_measures (spec, &n);
  for (guint i = 0; i < n; i++)
    if (has_value (measures[i], results))
      g_ptr_array_add (list, (gpointer) measures[i]);
  return list;
}

static void
add_columns (DlRecord *record, const DlSweepSpec *spec, const GPtrArray *measures)
{
  static const DlTableColumn seed = { "seed", "seed", DL_COLUMN_INTEGER };
  static const DlTableColumn state = { "state", "state" };

  for (guint i = 0; i < spec->keys->len; i++)
    {
      const DlField *field = ((const DlSweepKey *) spec->keys->pdata[i])->field;
      const DlTableColumn column = { field->name, field->name,
                                     dl_field_is_number (field) ? DL_COLUMN_REAL : DL_COLUMN_TEXT };

      dl_record_add_columns (record, &column, 1);
    }
  dl_record_add_columns (record, &seed, 1);
  if (!spec->only_static)
    dl_record_add_columns (record, &state, 1);
  for (guint i = 0; i < measures->len; i++)
    {
      const DlMeasure *measure = measures->pdata[i];
      g_autofree char *half = dl_measure_half_id (measure);

      dl_record_add_columns (record, &(DlTableColumn) { measure->id, measure->id, DL_COLUMN_REAL },
                             1);
      if (half != NULL)
        dl_record_add_columns (record, &(DlTableColumn) { half, half, DL_COLUMN_REAL }, 1);
    }
}

static void
add_row (DlCells *cells, const DlSweepSpec *spec, const GPtrArray *measures,
         const DlSweepResult *result)
{
  for (guint i = 0; i < spec->keys->len; i++)
    {
      const char *value = dl_sweep_value (spec, result->point, i);

      if (dl_field_is_number (((const DlSweepKey *) spec->keys->pdata[i])->field))
        dl_cells_real (cells, g_ascii_strtod (value, NULL));
      else
        dl_cells_text (cells, value);
    }
  dl_cells_integer (cells, result->seed);
  if (!spec->only_static)
    dl_cells_text (cells, dl_sim_state_id (result->state));
  for (guint i = 0; i < measures->len; i++)
    {
      const DlMeasure *measure = measures->pdata[i];

      dl_cells_real (cells, dl_measure_get (measure, result));
      if (measure->half != 0)
        dl_cells_real (cells, dl_measure_half_width (measure, result));
    }
}

static gint
by_point (gconstpointer a, gconstpointer b)
{
  const guint x = ((const DlSweepResult *) a)->point, y = ((const DlSweepResult *) b)->point;

  return (x > y) - (x < y);
}

static DatelineTable *
results_table (const DlSweepSpec *spec, GArray *results)
{
  g_autoptr (GPtrArray) measures = list_measures (spec, results);
  DlRecord *record = dl_record_new ();
  DlCells *cells;

  g_array_sort (results, by_point);
  add_columns (record, spec, measures);
  cells = dl_record_cells (record);
  for (guint i = 0; i < results->len; i++)
    add_row (cells, spec, measures, &g_array_index (results, DlSweepResult, i));
  return dl_api_table_new_take (record);
}

/* Running -------------------------------------------------------------------------------------- */

static gboolean
keep (const DlSweepResult *result, gpointer data, GError **error)
{
  g_array_append_vals (data, result, 1);
  return TRUE;
}

static guint
jobs_of (guint n_jobs)
{
  return n_jobs > 0 ? n_jobs : g_get_num_processors ();
}

/* @n_changes: after which @self was as @spec has it. */
static DatelineTable *
sweep (DatelineSweep *self, const DlSweepSpec *spec, guint n_changes, guint n_jobs,
       GCancellable *cancellable, DatelineProgressFunc progress, gpointer progress_data,
       GError **error)
{
  g_autoptr (GArray) results = g_array_new (FALSE, FALSE, sizeof (DlSweepResult));
  const DlSweepOptions options = { .n_jobs = jobs_of (n_jobs),
                                   .on_point = keep,
                                   .on_point_data = results,
                                   .progress = progress,
                                   .progress_data = progress_data };
  GError *inner = NULL;

  if (dl_sweep_spec_check (spec, NULL, &inner)
      && dl_sweep_run (spec, &options, cancellable, &inner))
    {
      keep_results (self, spec, n_changes, results);
      return results_table (spec, results);
    }
  dl_api_take_error (error, inner);
  return NULL;
}

/**
 * dateline_sweep_run:
 * @self: a sweep
 * @n_jobs: how many run at once; 0: as many as there are processors
 * @cancellable: (nullable): to cancel
 * @progress: (nullable) (scope call) (closure user_data): told how far it is, on any thread
 * @user_data: data for @progress
 * @error: return location for an error
 *
 * Runs the sweep to its end.
 *
 * Returns: (transfer full): a row for each run, in the order of the values: each varied key,
 * `seed`, `state` where it was simulated, each measure that has a value and, where there is one,
 * half of its 95% confidence interval (`latency_mean_half_width_95`); %NULL with a #DatelineError
 * or %G_IO_ERROR_CANCELLED
 */
DatelineTable *
dateline_sweep_run (DatelineSweep *self, guint n_jobs, GCancellable *cancellable,
                    DatelineProgressFunc progress, gpointer user_data, GError **error)
{
  g_return_val_if_fail (DATELINE_IS_SWEEP (self), NULL);

  return sweep (self, self->spec, get_n_changes (self), n_jobs, cancellable, progress, user_data,
                error);
}

typedef struct
{
  DlSweepSpec *spec;
  guint n_changes;
  guint n_jobs;
} Asked;

static void
asked_free (gpointer data)
{
  Asked *asked = data;

  dl_sweep_spec_free (asked->spec);
  g_free (asked);
}

static void
sweep_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Asked *asked = data;
  GError *error = NULL;
  DatelineTable *table = sweep (source, asked->spec, asked->n_changes, asked->n_jobs, cancellable,
                                NULL, NULL, &error);

  dl_api_answer (task, table, error);
}

/**
 * dateline_sweep_run_async:
 * @self: a sweep
 * @n_jobs: as dateline_sweep_run() has it
 * @cancellable: (nullable): to cancel
 * @callback: (scope async): called when it is done
 * @user_data: data for @callback
 *
 * The same as dateline_sweep_run() on other threads.
 */
void
dateline_sweep_run_async (DatelineSweep *self, guint n_jobs, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Asked *asked;

  g_return_if_fail (DATELINE_IS_SWEEP (self));
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, dateline_sweep_run_async);
  asked = g_new (Asked, 1);
  asked->spec = dl_sweep_spec_copy (self->spec);
  asked->n_changes = get_n_changes (self);
  asked->n_jobs = n_jobs;
  g_task_set_task_data (task, asked, asked_free);
  g_task_run_in_thread (task, sweep_in_thread);
}

/**
 * dateline_sweep_run_finish:
 * @self: a sweep
 * @result: what the callback got
 * @error: return location for an error
 *
 * Ends what dateline_sweep_run_async() began.
 *
 * Returns: (transfer full): as dateline_sweep_run()
 */
DatelineTable *
dateline_sweep_run_finish (DatelineSweep *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (DATELINE_IS_SWEEP (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Load curves ---------------------------------------------------------------------------------- */

static DatelineTable *
curve_table (const DlLoadCurve *curve)
{
  static const DlTableColumn columns[] = {
    { "curve", "curve" },
    { "load", "load", DL_COLUMN_REAL },
    { "runs", "runs", DL_COLUMN_INTEGER },
    { "state", "state" },
    { "offered_load", "offered load", DL_COLUMN_REAL },
    { "accepted_load", "accepted load", DL_COLUMN_REAL },
    { "accepted_load_half_width_95", "± accepted load", DL_COLUMN_REAL },
    { "latency_mean", "mean latency", DL_COLUMN_REAL },
    { "latency_mean_half_width_95", "± mean latency", DL_COLUMN_REAL },
    { "total_latency_mean", "mean packet latency", DL_COLUMN_REAL },
    { "total_latency_mean_half_width_95", "± mean packet latency", DL_COLUMN_REAL },
    { "latency_p99", "p99 latency", DL_COLUMN_REAL },
    { "cycles", "cycles", DL_COLUMN_REAL },
  };
  DlRecord *record = dl_record_new ();
  DlCells *cells = DL_RECORD_BEGIN (record, columns);

  for (guint i = 0; i < curve->n_series; i++)
    {
      const DlLoadSeries *series = &curve->series[i];

      for (guint k = 0; k < series->points->len; k++)
        {
          const DlLoadPoint *point = &g_array_index (series->points, DlLoadPoint, k);

          dl_cells_text (cells, series->value);
          dl_cells_real (cells, point->load);
          dl_cells_integer (cells, point->n_runs);
          dl_cells_text (cells, dl_sim_state_id (point->state));
          dl_cells_real (cells, point->offered);
          dl_cells_real (cells, point->accepted);
          dl_cells_real (cells, point->accepted_reach);
          dl_cells_real (cells, point->latency);
          dl_cells_real (cells, point->latency_reach);
          dl_cells_real (cells, point->total_latency);
          dl_cells_real (cells, point->total_latency_reach);
          dl_cells_real (cells, point->p99);
          dl_cells_real (cells, point->cycles);
        }
    }
  return dl_api_table_new_take (record);
}

typedef struct
{
  DlScenario *scenario;
  DlLoadSweepOptions options;
  guint n_jobs;
} Curve;

static void
curve_free (gpointer data)
{
  Curve *curve = data;

  dl_scenario_free (curve->scenario);
  g_free (curve);
}

/* The curve that is asked for; free with curve_free. */
static Curve *
curve_new (DatelineScenario *scenario, guint n_seeds, guint64 cycles, guint n_jobs)
{
  Curve *curve = g_new (Curve, 1);

  curve->scenario = dl_scenario_copy (dl_api_scenario_peek (scenario));
  curve->options = dl_load_sweep_options_for (curve->scenario);
  if (n_seeds > 0)
    curve->options.n_seeds = MIN (n_seeds, DL_SWEEP_MAX_SEEDS);
  if (cycles > 0)
    curve->options.cycles = cycles;
  curve->n_jobs = jobs_of (n_jobs);
  return curve;
}

static DatelineTable *
trace (const Curve *asked, GCancellable *cancellable, DatelineProgressFunc progress,
       gpointer user_data, GError **error)
{
  g_autoptr (DlEvaluation) result = NULL;
  g_autoptr (DlLoadCurve) curve = NULL;
  GError *inner = NULL;

  result = dl_evaluation_new (asked->scenario, 0, NULL, cancellable, &inner);
  if (result != NULL)
    curve = dl_load_curve_run (result, &asked->options, asked->n_jobs, progress, user_data,
                               cancellable, &inner);
  if (curve != NULL)
    return curve_table (curve);
  dl_api_take_error (error, inner);
  return NULL;
}

/**
 * dateline_trace_load_curve:
 * @scenario: a scenario
 * @n_seeds: runs of each load; 0: as many as the window's curve has
 * @cycles: cycles of a run at most; 0: as many as the window's curve has
 * @n_jobs: how many run at once; 0: as many as there are processors
 * @cancellable: (nullable): to cancel
 * @progress: (nullable) (scope call) (closure user_data): told how far it is, on any thread
 * @user_data: data for @progress
 * @error: return location for an error
 *
 * Simulates loads in steps from 0 to the one that nothing gets past, under each value of the key
 * that the window compares for this kind of network.
 *
 * Returns: (transfer full): a row for each load of each curve: `curve` (the key's value; `booksim`
 *   for BookSim 2's own results where it simulated the same scenario), `load`, `runs`, `state`, and
 *   means over the runs with half of their 95% confidence intervals; %NULL with a #DatelineError or
 *   %G_IO_ERROR_CANCELLED
 */
DatelineTable *
dateline_trace_load_curve (DatelineScenario *scenario, guint n_seeds, guint64 cycles, guint n_jobs,
                           GCancellable *cancellable, DatelineProgressFunc progress,
                           gpointer user_data, GError **error)
{
  Curve *asked;
  DatelineTable *table;

  g_return_val_if_fail (DATELINE_IS_SCENARIO (scenario), NULL);
  asked = curve_new (scenario, n_seeds, cycles, n_jobs);
  table = trace (asked, cancellable, progress, user_data, error);
  curve_free (asked);
  return table;
}

static void
trace_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  DatelineTable *table = trace (data, cancellable, NULL, NULL, &error);

  dl_api_answer (task, table, error);
}

/**
 * dateline_trace_load_curve_async:
 * @scenario: a scenario
 * @n_seeds: as dateline_trace_load_curve() has it
 * @cycles: likewise
 * @n_jobs: likewise
 * @cancellable: (nullable): to cancel
 * @callback: (scope async): called when it is done
 * @user_data: data for @callback
 *
 * The same as dateline_trace_load_curve() on other threads. @scenario can be changed meanwhile.
 */
void
dateline_trace_load_curve_async (DatelineScenario *scenario, guint n_seeds, guint64 cycles,
                                 guint n_jobs, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (DATELINE_IS_SCENARIO (scenario));
  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, dateline_trace_load_curve_async);
  g_task_set_task_data (task, curve_new (scenario, n_seeds, cycles, n_jobs), curve_free);
  g_task_run_in_thread (task, trace_in_thread);
}

/**
 * dateline_trace_load_curve_finish:
 * @result: what the callback got
 * @error: return location for an error
 *
 * Ends what dateline_trace_load_curve_async() began.
 *
 * Returns: (transfer full): as dateline_trace_load_curve()
 */
DatelineTable *
dateline_trace_load_curve_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* BookSim 2 -------------------------------------------------------------------------------------
 */

const DlBooksimCurve *
dl_api_find_booksim (const char *curve, GError **error)
{
  const GPtrArray *curves = dl_booksim_curves ();
  const DlBooksimCurve *found = dl_booksim_find (curve);
  g_autoptr (GPtrArray) names = NULL;
  g_autofree char *hint = NULL;

  if (found != NULL)
    return found;
  names = g_ptr_array_new ();
  for (guint i = 0; i < curves->len; i++)
    g_ptr_array_add (names, ((const DlBooksimCurve *) curves->pdata[i])->name);
  g_ptr_array_add (names, NULL);
  hint = dl_names_hint (curve, (const char *const *) names->pdata);
  g_set_error (error, DATELINE_ERROR, DATELINE_ERROR_NOT_FOUND,
               "%s: BookSim 2 has no such curve (%s)", curve, hint);
  return NULL;
}

static void
add_mean (DlCells *cells, const double *values)
{
  double mean, reach;

  dl_mean_interval (values, DL_BOOKSIM_SEEDS, &mean, &reach);
  dl_cells_real (cells, mean);
  dl_cells_real (cells, reach);
}

static void
add_booksim (DlCells *cells, const DlBooksimCurve *curve)
{
  static const double unknown[DL_BOOKSIM_SEEDS] = { NAN, NAN, NAN, NAN, NAN };

  for (guint i = 0; i < curve->rows->len; i++)
    {
      const DlBooksimRow *row = &g_array_index (curve->rows, DlBooksimRow, i);
      const gboolean is_stable = row->kind == DL_BOOKSIM_LATENCY;

      dl_cells_text (cells, curve->name);
      dl_cells_text (cells, dl_booksim_kind_id (row->kind));
      dl_cells_real (cells, row->load);
      dl_cells_integer (cells, DL_BOOKSIM_SEEDS);
      add_mean (cells, row->accepted);
      add_mean (cells, is_stable ? row->network_latency : unknown);
      add_mean (cells, is_stable ? row->packet_latency : unknown);
    }
}

/**
 * dateline_list_booksim:
 * @curve: (nullable): the name of a curve, such as `mesh-8x8`; %NULL for all
 * @error: return location for an error
 *
 * Lists what BookSim 2 simulated, the curves that the input-queued router is held to.
 * dateline_scenario_new_booksim() makes the scenario of a curve.
 *
 * Returns: (transfer full): a row for each load of each curve: `curve`, `kind`, `load`, `runs`, and
 *   means over the runs with half of their 95% confidence intervals: `accepted_load`,
 *   `latency_mean` and `total_latency_mean`, named as in dateline_trace_load_curve(). `kind` is
 *   `latency` below the saturation load, `saturation` at it, `refused` a step above it and `past`
 *   well above it; latencies are those of the first, for the others grow with the length of a run.
 *   %NULL with %DATELINE_ERROR_NOT_FOUND
 */
DatelineTable *
dateline_list_booksim (const char *curve, GError **error)
{
  static const DlTableColumn columns[] = {
    { "curve", "curve" },
    { "kind", "kind" },
    { "load", "load", DL_COLUMN_REAL },
    { "runs", "runs", DL_COLUMN_INTEGER },
    { "accepted_load", "accepted load", DL_COLUMN_REAL },
    { "accepted_load_half_width_95", "± accepted load", DL_COLUMN_REAL },
    { "latency_mean", "mean latency", DL_COLUMN_REAL },
    { "latency_mean_half_width_95", "± mean latency", DL_COLUMN_REAL },
    { "total_latency_mean", "mean packet latency", DL_COLUMN_REAL },
    { "total_latency_mean_half_width_95", "± mean packet latency", DL_COLUMN_REAL },
  };
  const GPtrArray *curves = dl_booksim_curves ();
  const DlBooksimCurve *found = curve != NULL ? dl_api_find_booksim (curve, error) : NULL;
  DlRecord *record;
  DlCells *cells;

  if (curve != NULL && found == NULL)
    return NULL;
  record = dl_record_new ();
  cells = DL_RECORD_BEGIN (record, columns);
  if (found != NULL)
    add_booksim (cells, found);
  for (guint i = 0; found == NULL && i < curves->len; i++)
    add_booksim (cells, curves->pdata[i]);
  return dl_api_table_new_take (record);
}
