#include "dl-paper-cascade.h"

#include "dl-edit.h"
#include "dl-evaluate.h"
#include "dl-interval.h"
#include "dl-parallel.h"
#include "dl-plan.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

static const DlPaperCheck *const checks[] = {
  &dl_paper_check_4a,         &dl_paper_check_4b,         &dl_paper_check_5,
  &dl_paper_check_table_5,    &dl_paper_check_table_6,    &dl_paper_check_cascade_9,
  &dl_paper_check_cascade_10, &dl_paper_check_cascade_11, &dl_paper_check_cascade_12,
  &dl_paper_check_cascade_13,
};

const DlPaperCheck *const *
dl_paper_checks (guint *n_checks)
{
  *n_checks = G_N_ELEMENTS (checks);
  return checks;
}

const DlPaperCheck *
dl_paper_check_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (checks); i++)
    if (strcmp (checks[i]->id, id) == 0)
      return checks[i];
  return NULL;
}

const char *
dl_paper_check_id (const DlPaperCheck *check)
{
  return check->id;
}

const char *
dl_paper_check_title (const DlPaperCheck *check)
{
  return _ (check->title);
}

const char *
dl_paper_check_section (const DlPaperCheck *check)
{
  return _ (check->section);
}

const char *
dl_paper_check_choices (const DlPaperCheck *check)
{
  return _ (check->choices);
}

/* Verdicts ------------------------------------------------------------------------------------- */

DlPaperVerdict
dl_paper_verdict (const DlPaperRow *row)
{
  gboolean agrees = FALSE;

  if (!isfinite (row->simulated) || !isfinite (row->reach))
    return DL_PAPER_NOT_COMPARED;
  switch (row->rule)
    {
    case DL_PAPER_NO_RULE:
      return DL_PAPER_NOT_COMPARED;
    case DL_PAPER_VALUE:
      if (isnan (row->published))
        return DL_PAPER_NOT_COMPARED;
      agrees = fabs (row->simulated - row->published) <= MAX (row->reach, row->precision);
      break;
    case DL_PAPER_ABOVE:
      agrees = row->simulated - row->reach > row->bound;
      break;
    case DL_PAPER_BELOW:
      agrees = row->simulated + row->reach < row->bound;
      break;
    }
  return agrees ? DL_PAPER_AGREES : DL_PAPER_DIFFERS;
}

const char *
dl_paper_verdict_title (DlPaperVerdict verdict)
{
  if (verdict == DL_PAPER_NOT_COMPARED)
    return _ ("cannot be compared");
  return verdict == DL_PAPER_AGREES ? _ ("agrees") : _ ("differs");
}

const char *
dl_paper_verdict_id (DlPaperVerdict verdict)
{
  static const char *const ids[] = { "agrees", "differs", "not-compared" };

  return ids[verdict];
}

/* Results -------------------------------------------------------------------------------------- */

static void
row_clear (gpointer data)
{
  DlPaperRow *row = data;

  g_free (row->group);
  g_free (row->what);
}

static void
curve_free (gpointer data)
{
  DlPaperCurve *curve = data;

  g_free (curve->label);
  g_array_unref (curve->points);
  g_free (curve);
}

static void
limit_clear (gpointer data)
{
  g_free (((DlPaperLimit *) data)->label);
}

static DlPaperResult *
new_result (const DlPaperCheck *check, DlScenario *scenario)
{
  DlPaperResult *result = g_atomic_rc_box_new0 (DlPaperResult);

  result->check = check;
  result->scenario = dl_scenario_copy (scenario);
  result->rows = g_array_new (FALSE, FALSE, sizeof (DlPaperRow));
  g_array_set_clear_func (result->rows, row_clear);
  result->curves = g_ptr_array_new_with_free_func (curve_free);
  result->limits = g_array_new (FALSE, FALSE, sizeof (DlPaperLimit));
  g_array_set_clear_func (result->limits, limit_clear);
  return result;
}

DlPaperResult *
dl_paper_result_new (const DlPaperCheck *check, DlScenario *scenario, DlAnalysis *analysis)
{
  DlPaperResult *result = new_result (check, scenario);

  result->analysis = dl_analysis_ref (analysis);
  return result;
}

DlPaperResult *
dl_paper_result_new_dragonfly (const DlPaperCheck *check, DlScenario *scenario,
                               DlDragonfly *dragonfly)
{
  DlPaperResult *result = new_result (check, scenario);

  result->dragonfly = dl_dragonfly_ref (dragonfly);
  return result;
}

DlPaperResult *
dl_paper_result_ref (DlPaperResult *result)
{
  return g_atomic_rc_box_acquire (result);
}

static void
result_clear (DlPaperResult *result)
{
  dl_scenario_free (result->scenario);
  g_clear_pointer (&result->analysis, dl_analysis_unref);
  g_clear_pointer (&result->dragonfly, dl_dragonfly_unref);
  g_array_unref (result->rows);
  g_ptr_array_unref (result->curves);
  g_array_unref (result->limits);
}

void
dl_paper_result_unref (DlPaperResult *result)
{
  if (result != NULL)
    g_atomic_rc_box_release_full (result, (GDestroyNotify) result_clear);
}

void
dl_paper_result_add (DlPaperResult *result, DlPaperRow row)
{
  row.verdict = dl_paper_verdict (&row);
  g_array_append_val (result->rows, row);
}

DlPaperCurve *
dl_paper_result_add_curve (DlPaperResult *result, const char *label)
{
  DlPaperCurve *curve = g_new (DlPaperCurve, 1);

  curve->label = g_strdup (label);
  curve->points = g_array_new (FALSE, FALSE, sizeof (DlPaperPoint));
  g_ptr_array_add (result->curves, curve);
  return curve;
}

void
dl_paper_result_add_limit (DlPaperResult *result, const char *label, double GBps)
{
  const DlPaperLimit limit = { g_strdup (label), GBps };

  g_array_append_val (result->limits, limit);
}

const DlPaperCurve *
dl_paper_result_curve (const DlPaperResult *result, guint curve)
{
  return g_ptr_array_index (result->curves, curve);
}

const DlPaperPoint *
dl_paper_curve_point (const DlPaperCurve *curve, guint point)
{
  return &g_array_index (curve->points, DlPaperPoint, point);
}

const DlPaperRow *
dl_paper_result_row (const DlPaperResult *result, guint row)
{
  return &g_array_index (result->rows, DlPaperRow, row);
}

guint
dl_paper_result_count (const DlPaperResult *result, DlPaperVerdict verdict)
{
  guint n = 0;

  for (guint i = 0; i < result->rows->len; i++)
    n += dl_paper_result_row (result, i)->verdict == verdict;
  return n;
}

/* Rows ----------------------------------------------------------------------------------------- */

const double *
dl_paper_values (const DlPaperTable *table, guint run, guint seed)
{
  return table->values + (run * DL_PAPER_MAX_SEEDS + seed) * table->check->n_values;
}

double
dl_paper_value (const double *values, const double *other, guint param)
{
  return values[param];
}

double
dl_paper_saving (const double *values, const double *other, guint param)
{
  return (other[param] - values[param]) / other[param];
}

void
dl_paper_add (DlPaperTable *table, const DlPaperRow *row, const DlPaperSource *source)
{
  const guint n = table->check->runs[source->run].n_seeds;
  double numbers[DL_PAPER_MAX_SEEDS];
  DlPaperRow own = *row;

  for (guint seed = 0; seed < n; seed++)
    numbers[seed] = source->func (
        dl_paper_values (table, source->run, seed),
        source->other >= 0 ? dl_paper_values (table, source->other, seed) : NULL, source->param);
  own.group = g_strdup (row->group);
  own.what = g_strdup (row->what);
  own.n_seeds = n;
  dl_mean_interval (numbers, n, &own.simulated, &own.reach);
  if (n == 1)
    own.reach = 0;
  own.verdict = dl_paper_verdict (&own);
  if (own.verdict == DL_PAPER_AGREES)
    own.why = source->agrees;
  else if (isfinite (own.simulated))
    own.why = source->differs;
  else
    own.why = N_ ("The run is too short: there was nothing to measure.");
  dl_paper_result_add (table->result, own);
}

/* Running -------------------------------------------------------------------------------------- */

/* Each rank on a line: in one region a NID is a node's number in order of x, y, z. */
static char *
placement_setting (guint n_ranks)
{
  GString *text = g_string_new ("traffic.placement=");

  for (guint rank = 0; rank < n_ranks; rank++)
    g_string_append_printf (text, "%u\n", rank);
  return g_string_free (text, FALSE);
}

static gboolean
parse_settings (GPtrArray *edits, const char *const *settings, GError **error)
{
  for (; settings != NULL && *settings != NULL; settings++)
    if (!dl_edits_parse_assignment (edits, *settings, error))
      return FALSE;
  return TRUE;
}

static DlScenario *
make_scenario (const DlPaperCheck *check, const DlPaperRun *run, const DlPaperOptions *options,
               GError **error)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *placement = run->n_ranks > 0 ? placement_setting (run->n_ranks) : NULL;
  const char *const program[] = { placement, NULL };

  dl_edits_add (edits, DL_EDIT_SET, "scenario.name", _ (check->title));
  if (!parse_settings (edits, check->settings, error) || !parse_settings (edits, program, error)
      || !parse_settings (edits, run->settings, error)
      || !parse_settings (edits, options->settings, error)
      || !dl_scenario_apply (scenario, edits, NULL, NULL, error))
    return NULL;
  return g_steal_pointer (&scenario);
}

/* A whole check under way. */
typedef struct
{
  const DlPaperCheck *check;
  const DlPaperOptions *options;
  DlScenario **scenarios; /* (n_runs) */
  DlRoutes *routes;
  GPtrArray *fly_routes;     /* (n_runs) DlDragonflyRoutes, or NULL */
  double *values;            /* as DlPaperTable's */
  GArray *pieces;            /* guint: run * DL_PAPER_MAX_SEEDS + seed */
  GCancellable *cancellable; /* of this check: the caller's, or an error's */
  GMutex lock;               /* of what follows */
  double progress;           /* pieces, with the parts of those under way */
  GError *error;             /* the first */
} Work;

typedef struct
{
  Work *work;
  double progress;
} Piece;

static void
note_progress (double fraction, gpointer data)
{
  Piece *piece = data;
  Work *work = piece->work;

  g_mutex_lock (&work->lock);
  work->progress += fraction - piece->progress;
  piece->progress = fraction;
  if (work->options->progress != NULL)
    work->options->progress (MIN (work->progress / work->pieces->len, 1),
                             work->options->progress_data);
  g_mutex_unlock (&work->lock);
}

static gboolean
run_piece (Piece *piece, guint at, GError **error)
{
  const Work *work = piece->work;
  const guint run = at / DL_PAPER_MAX_SEEDS;
  double *values = work->values + at * work->check->n_values;
  DlSimulateOptions options = dl_simulate_options (work->scenarios[run]);
  g_autoptr (DlSimulation) simulation = NULL;

  options.seed += at % DL_PAPER_MAX_SEEDS;
  options.threads = 1;
  options.progress = note_progress;
  options.progress_data = piece;
  /* Every run of a torus is of the same network. */
  options.routes = work->routes;
  if (work->check->measure == NULL)
    {
      options.dragonfly_routes = g_ptr_array_index (work->fly_routes, run);
      return dl_paper_cascade_run (work->scenarios[run], &options, work->cancellable, values,
                                   error);
    }
  simulation = dl_simulate (work->scenarios[run], &options, work->cancellable, error);
  if (simulation == NULL)
    return FALSE;
  work->check->measure (simulation, values);
  return TRUE;
}

static void
do_piece (guint i, gpointer data)
{
  Work *work = data;
  Piece piece = { work };
  g_autoptr (GError) error = NULL;

  if (run_piece (&piece, g_array_index (work->pieces, guint, i), &error))
    {
      note_progress (1, &piece);
      return;
    }
  g_mutex_lock (&work->lock);
  if (work->error == NULL)
    work->error = g_steal_pointer (&error);
  g_mutex_unlock (&work->lock);
  g_cancellable_cancel (work->cancellable);
}

static void
pass_on (GCancellable *from, GCancellable *to)
{
  g_cancellable_cancel (to);
}

static gboolean
simulate (Work *work, GCancellable *cancellable, GError **error)
{
  const DlParallel parallel
      = { .n_threads = work->options->threads, .cancellable = work->cancellable };
  gulong connection = 0;

  if (cancellable != NULL)
    connection = g_cancellable_connect (cancellable, G_CALLBACK (pass_on), work->cancellable, NULL);
  dl_parallel_run (&parallel, work->pieces->len, do_piece, work);
  g_cancellable_disconnect (cancellable, connection);
  if (work->error == NULL)
    g_cancellable_set_error_if_cancelled (work->cancellable, &work->error);
  if (work->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&work->error));
  return FALSE;
}

/* The values of every run with every seed, on these routes, of which there are either. */
static double *
measure (const DlPaperCheck *check, const DlPaperOptions *options, DlScenario **scenarios,
         DlRoutes *routes, GPtrArray *fly_routes, GCancellable *cancellable, GError **error)
{
  g_autoptr (GCancellable) own = g_cancellable_new ();
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (guint));
  Work work = {
    .check = check,
    .options = options,
    .scenarios = scenarios,
    .routes = routes,
    .fly_routes = fly_routes,
    .pieces = pieces,
    .cancellable = own,
  };
  gboolean done;

  for (guint run = 0; run < check->n_runs; run++)
    {
      g_assert (check->runs[run].n_seeds <= DL_PAPER_MAX_SEEDS);
      g_assert (routes == NULL || dl_plan_same_routes (scenarios[run], scenarios[0]));
      for (guint seed = 0; seed < check->runs[run].n_seeds; seed++)
        {
          const guint at = run * DL_PAPER_MAX_SEEDS + seed;

          g_array_append_val (pieces, at);
        }
    }
  work.values = g_new0 (double, check->n_runs *DL_PAPER_MAX_SEEDS * check->n_values);
  g_mutex_init (&work.lock);
  done = simulate (&work, cancellable, error);
  g_mutex_clear (&work.lock);
  if (!done)
    g_clear_pointer (&work.values, g_free);
  return work.values;
}

/* The routes of each run; runs of the same network have the same. NULL on error. */
static GPtrArray *
find_fly_routes (const GPtrArray *scenarios, GError **error)
{
  g_autoptr (GPtrArray) all
      = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_dragonfly_routes_unref);

  for (guint run = 0; run < scenarios->len; run++)
    {
      const DlScenario *scenario = g_ptr_array_index (scenarios, run);
      DlDragonflyRoutes *routes = NULL;

      for (guint i = 0; i < run && routes == NULL; i++)
        if (dl_plan_same_routes (g_ptr_array_index (scenarios, i), scenario))
          routes = dl_dragonfly_routes_ref (g_ptr_array_index (all, i));
      if (routes == NULL)
        {
          g_autoptr (DlDragonfly) dragonfly = dl_scenario_dragonfly (scenario, error);

          if (dragonfly == NULL)
            return NULL;
          routes = dl_dragonfly_routes_new (dragonfly);
        }
      g_ptr_array_add (all, routes);
    }
  return g_steal_pointer (&all);
}

/* A result without rows, and what they are made of. NULL on error. */
static DlPaperResult *
run_all (const DlPaperCheck *check, const DlPaperOptions *options, GPtrArray *scenarios,
         double **values, GCancellable *cancellable, GError **error)
{
  DlScenario *first = g_ptr_array_index (scenarios, 0);
  g_autoptr (DlAnalysis) analysis = NULL;
  g_autoptr (GPtrArray) fly_routes = NULL;

  if (first->kind == DL_KIND_TORUS)
    analysis = dl_evaluate (first, cancellable, error);
  else
    fly_routes = find_fly_routes (scenarios, error);
  if (analysis == NULL && fly_routes == NULL)
    return NULL;
  *values = measure (check, options, (DlScenario **) scenarios->pdata,
                     analysis != NULL ? analysis->routes : NULL, fly_routes, cancellable, error);
  if (*values == NULL)
    return NULL;
  if (analysis != NULL)
    return dl_paper_result_new (check, first, analysis);
  return dl_paper_result_new_dragonfly (
      check, first, ((DlDragonflyRoutes *) g_ptr_array_index (fly_routes, 0))->dragonfly);
}

DlPaperResult *
dl_paper_check_run (const DlPaperCheck *check, const DlPaperOptions *options,
                    GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) scenarios
      = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_scenario_free);
  g_autofree double *values = NULL;
  DlPaperTable table = { .check = check, .scenarios = scenarios };

  g_assert (options->threads >= 1);
  for (guint run = 0; run < check->n_runs; run++)
    {
      DlScenario *scenario = make_scenario (check, &check->runs[run], options, error);

      if (scenario == NULL)
        return NULL;
      g_ptr_array_add (scenarios, scenario);
    }
  table.result = run_all (check, options, scenarios, &values, cancellable, error);
  if (table.result == NULL)
    return NULL;
  table.values = values;
  check->add_rows (&table);
  return table.result;
}

GStrv
dl_paper_settings (const DlScenario *scenario)
{
  static const char *const heeded[]
      = { "scenario.seed", "simulation.warmup-cycles", "simulation.cycles" };
  const DlField *warmup = dl_field_find ("simulation", "warmup-cycles");
  g_autoptr (GStrvBuilder) settings = g_strv_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (heeded); i++)
    {
      const DlField *field = dl_field_find_name (heeded[i]);
      g_autofree char *value = dl_field_get (field, scenario);
      g_autofree char *setting = g_strconcat (heeded[i], "=", value, NULL);

      if (dl_field_is_set (field, scenario))
        g_strv_builder_add (settings, setting);
    }
  /* A shorter run has not room for the check's own warm-up. */
  if (dl_field_is_set (dl_field_find ("simulation", "cycles"), scenario)
      && !dl_field_is_set (warmup, scenario))
    {
      g_autofree char *setting
          = g_strdup_printf ("simulation.warmup-cycles=%" G_GUINT64_FORMAT,
                             (guint64) (DL_PAPER_WARMUP_SHARE * scenario->simulation.cycles));
      g_strv_builder_add (settings, setting);
    }
  return g_strv_builder_end (settings);
}
