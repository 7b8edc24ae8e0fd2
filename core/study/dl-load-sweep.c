#include "dl-load-sweep.h"

#include "dl-booksim.h"
#include "dl-edit.h"
#include "dl-measure.h"
#include "dl-simulate.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Loads that are about as many. */
#define N_LOADS 11
/* Accepting less than this share of the offered load: saturated. */
#define ACCEPTS 0.97

#define LOAD_KEY   0
#define SELECT_KEY 1

DlLoadSweepOptions
dl_load_sweep_options_for (const DlScenario *scenario)
{
  const DlFamilyCurve *curve = scenario->family->curve;

  return (DlLoadSweepOptions) { .n_seeds = curve->n_seeds, .cycles = curve->cycles };
}

/* Loads ---------------------------------------------------------------------------------------- */

/* A step that people count in, of which about N_LOADS go up to @bound. */
static double
load_step (double bound)
{
  static const double mantissas[] = { 1, 2, 2.5, 4, 5, 10 };
  const double power = pow (10, floor (log10 (bound / N_LOADS)));

  for (guint i = 0; i < G_N_ELEMENTS (mantissas); i++)
    if (mantissas[i] * power * N_LOADS >= bound * (1 - 1e-9))
      return mantissas[i] * power;
  g_assert_not_reached ();
}

/* "traffic.load=0.04:0.44:0.04": one load past the bound, which is saturated for sure. */
static char *
vary_load (double bound)
{
  const double step = load_step (bound);
  const double last = MIN (ceil (bound / step * (1 - 1e-9)) * step, 1);
  char from[G_ASCII_DTOSTR_BUF_SIZE], to[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (from, sizeof from, "%.6g", MIN (step, last));
  g_ascii_formatd (to, sizeof to, "%.6g", last);
  return g_strdup_printf ("traffic.load=%s:%s:%s", from, to, from);
}

static gboolean
is_one (const DlScenario *scenario)
{
  const DlFamilyCurve *curve = scenario->family->curve;

  return curve->is_one != NULL && curve->is_one (scenario);
}

/* Is there such a scenario with @value? A mode may take more virtual channels than there are. */
static gboolean
can_have (const DlScenario *scenario, const char *value)
{
  g_autofree char *setting = g_strdup_printf ("%s=%s", scenario->family->curve->key, value);
  g_autoptr (DlScenario) other = dl_scenario_copy (scenario);
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  return dl_edits_parse_assignment (edits, setting, NULL)
         && dl_scenario_apply (other, edits, NULL, NULL, NULL);
}

/* The values that have a curve: values that always have one and that it can have, and the
 * scenario's. */
static GStrv
curve_values (const DlScenario *scenario)
{
  const DlFamilyCurve *curve = scenario->family->curve;
  g_autoptr (GStrvBuilder) values = g_strv_builder_new ();

  for (guint i = 0; curve->values[i] != NULL && !is_one (scenario); i++)
    if (can_have (scenario, curve->values[i]))
      g_strv_builder_add (values, curve->values[i]);
  if (is_one (scenario) || !dl_load_sweep_has (scenario))
    {
      g_autofree char *own = curve->value (scenario);
      g_strv_builder_add (values, own);
    }
  return g_strv_builder_end (values);
}

static char *
vary_values (const DlFamilyCurve *curve, GStrv values)
{
  g_autofree char *list = g_strjoinv (",", values);

  return g_strdup_printf ("%s=%s", curve->key, list);
}

static void
set_key (DlScenario *scenario, const char *key, const char *value)
{
  const gboolean set = dl_field_set (dl_field_find ("simulation", key), scenario, value, NULL);

  g_assert (set);
}

/* Runs are as long as they must be: the more is offered, the longer it takes. */
static void
set_length (DlScenario *scenario, guint64 cycles)
{
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, cycles);

  set_key (scenario, "cycles", text);
  set_key (scenario, "warmup-cycles", "auto");
  set_key (scenario, "stop", "precision");
}

gboolean
dl_load_sweep_has (const DlScenario *scenario)
{
  const DlFamilyCurve *curve = scenario->family->curve;
  const DlField *field = dl_field_find_name (curve->key);
  g_autoptr (DlScenario) other = dl_scenario_copy (scenario);

  for (guint i = 0; curve->values[i] != NULL; i++)
    {
      dl_field_set (field, other, curve->values[i], NULL);
      if (dl_field_same_value (field, scenario, other))
        return TRUE;
    }
  return FALSE;
}

DlSweepSpec *
dl_load_sweep_new (const DlEvaluation *result, const DlLoadSweepOptions *options,
                   GCancellable *cancellable, GError **error)
{
  const DlScenario *scenario = result->scenario;
  const DlFamilyCurve *curve = scenario->family->curve;
  g_autoptr (DlSweepSpec) spec = dl_sweep_spec_new (scenario);
  g_auto (GStrv) values = curve_values (scenario);
  g_autofree char *load = NULL;
  g_autofree char *vary = vary_values (curve, values);
  double bound;

  if (!curve->has_load (scenario))
    {
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT,
                   _ ("traffic.pattern: %s is a program without an offered load (use a pattern "
                      "with a load, such as uniform)"),
                   scenario->traffic.pattern->id);
      return NULL;
    }
  bound = curve->bound (scenario, values, result->analysis_of_family, cancellable, error);
  if (isnan (bound))
    return NULL;
  load = vary_load (bound);
  set_length (spec->scenario, options->cycles);
  spec->n_seeds = options->n_seeds;
  if (!dl_sweep_spec_vary (spec, load, error) || !dl_sweep_spec_vary (spec, vary, error)
      || !dl_sweep_spec_check (spec, NULL, error))
    return NULL;
  return g_steal_pointer (&spec);
}

/* Curves --------------------------------------------------------------------------------------- */

gboolean
dl_load_point_converged (const DlLoadPoint *point)
{
  return point->state == DL_SIM_CONVERGED;
}

static gboolean
is_saturated (const DlLoadPoint *point)
{
  return point->accepted < ACCEPTS * point->offered || point->state == DL_SIM_SATURATED
         || 2 * point->n_in[DL_SIM_SATURATED] > point->n_runs;
}

/* The first load after which no run gets everything through. */
static void
find_saturation (DlLoadSeries *series)
{
  series->saturation = NAN;
  for (guint i = series->points->len; i-- > 0;)
    {
      const DlLoadPoint *point = &g_array_index (series->points, DlLoadPoint, i);

      if (!is_saturated (point))
        {
          series->carried = point->load;
          break;
        }
      series->saturation = point->load;
    }
}

char *
dl_load_series_title (const DlLoadSeries *series)
{
  return series->of != NULL ? series->of->title (series->value) : g_strdup (series->label);
}

static double
mean_of (const char *measure, const DlSweepResult *const *runs, guint n, double *reach)
{
  double mean, unused;

  dl_measure_mean (dl_measure_find (measure), runs, n, &mean, reach != NULL ? reach : &unused);
  return mean;
}

static DlLoadPoint
make_point (double load, const DlSweepResult *const *runs, guint n)
{
  DlLoadPoint point = { .load = load, .n_runs = n, .latency_min = NAN, .latency_max = NAN };

  point.state = dl_sweep_results_state (runs, n, &point.reason);
  for (guint i = 0; i < n; i++)
    {
      point.n_in[runs[i]->state]++;
      point.n_deadlocked += runs[i]->deadlocked;
      /* A NAN gives way. */
      point.latency_min = fmin (point.latency_min, runs[i]->latency_mean);
      point.latency_max = fmax (point.latency_max, runs[i]->latency_mean);
    }
  point.offered = mean_of ("offered_load", runs, n, NULL);
  point.accepted = mean_of ("accepted_load", runs, n, &point.accepted_reach);
  point.latency = mean_of ("latency_mean", runs, n, &point.latency_reach);
  point.p99 = mean_of ("latency_p99", runs, n, NULL);
  point.cycles = mean_of ("cycles", runs, n, NULL);
  point.warmup_cycles = mean_of ("warmup_cycles", runs, n, NULL);
  point.total_latency = mean_of ("total_latency_mean", runs, n, &point.total_latency_reach);
  return point;
}

static const GPtrArray *
values_of (const DlSweepSpec *spec, guint key)
{
  return ((const DlSweepKey *) g_ptr_array_index (spec->keys, key))->values;
}

/* Add the runs of one load and arbitration, from @by_point (DlSweepResult * or NULL). */
static void
add_point (DlLoadSeries *series, const DlSweepSpec *spec, const DlSweepResult *const *by_point,
           guint first)
{
  g_autofree const DlSweepResult **runs = g_new (const DlSweepResult *, spec->n_seeds);
  const double load = g_ascii_strtod (dl_sweep_value (spec, first, LOAD_KEY), NULL);
  guint n = 0;

  for (guint i = first; i < first + spec->n_seeds; i++)
    if (by_point[i] != NULL)
      runs[n++] = by_point[i];
  if (n > 0)
    {
      const DlLoadPoint point = make_point (load, runs, n);

      g_array_append_val (series->points, point);
    }
}

/* Name the series of @value, in the words of files. */
static void
name_series (DlLoadSeries *series, const DlScenario *scenario, const char *value)
{
  const DlField *field = dl_field_find_name (scenario->family->curve->key);
  g_autoptr (DlScenario) other = dl_scenario_copy (scenario);
  const gboolean set = dl_field_set (field, other, value, NULL);

  g_assert (set);
  series->value = scenario->family->curve->value (other);
  if (is_one (scenario))
    {
      series->label = g_strdup ("Dateline");
      return;
    }
  series->of = scenario->family->curve;
  series->label = dl_load_series_title (series);
}

static void
load_curve_free (gpointer data)
{
  DlLoadCurve *curve = data;

  for (guint i = 0; i < curve->n_series; i++)
    {
      g_free (curve->series[i].label);
      g_free (curve->series[i].value);
      g_array_unref (curve->series[i].points);
    }
  g_free (curve->series);
  g_free (curve);
}

DlLoadCurve *
dl_load_curve_alloc (void)
{
  DlLoadCurve *curve = g_new0 (DlLoadCurve, 1);

  dl_shared_init (&curve->shared, load_curve_free);
  return curve;
}

DlLoadCurve *
dl_load_curve_new (const DlSweepSpec *spec, const GArray *results)
{
  const GPtrArray *loads = values_of (spec, LOAD_KEY), *selects = values_of (spec, SELECT_KEY);
  const guint n_points = dl_sweep_n_points (spec);
  g_autofree const DlSweepResult **by_point = g_new0 (const DlSweepResult *, n_points);
  const DlBooksimCurve *booksim = dl_booksim_match (spec->scenario);
  DlLoadCurve *curve = dl_load_curve_alloc ();

  curve->n_series = selects->len + (booksim != NULL);
  curve->series = g_new0 (DlLoadSeries, curve->n_series);
  curve->n_loads = loads->len;
  curve->load_unit = dl_scenario_load_unit (spec->scenario);
  curve->n_seeds = spec->n_seeds;
  curve->max_load = g_ascii_strtod (g_ptr_array_index (loads, loads->len - 1), NULL);
  curve->cycles = spec->scenario->simulation.cycles;
  curve->precision = spec->scenario->simulation.precision;
  curve->n_runs = results->len;
  curve->n_all_runs = n_points;
  for (guint i = 0; i < results->len; i++)
    {
      const DlSweepResult *result = &g_array_index (results, DlSweepResult, i);

      by_point[result->point] = result;
    }
  for (guint i = 0; i < selects->len; i++)
    {
      DlLoadSeries *series = &curve->series[i];

      name_series (series, spec->scenario, g_ptr_array_index (selects, i));
      series->points = g_array_new (FALSE, FALSE, sizeof (DlLoadPoint));
      for (guint load = 0; load < loads->len; load++)
        add_point (series, spec, by_point, (load * selects->len + i) * spec->n_seeds);
      find_saturation (series);
    }
  if (booksim != NULL)
    dl_booksim_fill_series (booksim, curve->max_load, &curve->series[selects->len]);
  return curve;
}

static gboolean
add_result (const DlSweepResult *result, gpointer data, GError **error)
{
  g_array_append_val ((GArray *) data, *result);
  return TRUE;
}

DlLoadCurve *
dl_load_curve_run (const DlEvaluation *result, const DlLoadSweepOptions *options, guint n_jobs,
                   DlProgressFunc progress, gpointer progress_data, GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (DlSweepSpec) spec = dl_load_sweep_new (result, options, cancellable, error);
  g_autoptr (GArray) results = g_array_new (FALSE, FALSE, sizeof (DlSweepResult));
  const DlSweepOptions run = { .n_jobs = n_jobs,
                               .on_point = add_result,
                               .on_point_data = results,
                               .progress = progress,
                               .progress_data = progress_data };

  g_autoptr (GError) problem = NULL;

  if (spec == NULL)
    return NULL;
  if (dl_sweep_run (spec, &run, cancellable, &problem)
      || (options->keeps && results->len > 0
          && g_error_matches (problem, G_IO_ERROR, G_IO_ERROR_CANCELLED)))
    return dl_load_curve_new (spec, results);
  g_propagate_error (error, g_steal_pointer (&problem));
  return NULL;
}
