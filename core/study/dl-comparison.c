#include "dl-comparison.h"

#include "dl-sim-stats.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* What is exact differs by more than the rounding of sums. */
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

/* What came of a task -------------------------------------------------------------------------- */

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

/* What is said --------------------------------------------------------------------------------- */

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

/* The run of @row that belongs to @run of @base: as far behind its scenario's seed. */
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
          && dl_measure_is_for (&table[i], dl_comparison_row (self, row)->scenario->family))
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
