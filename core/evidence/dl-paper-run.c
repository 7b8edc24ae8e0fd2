/* Running a check of the papers: its scenarios, and the simulations or analyses of them, several at
 * once. */
#include "dl-paper-cascade.h"
#include "dl-paper-team.h"

#include "dl-edit.h"
#include "dl-evaluate.h"
#include "dl-numerals.h"
#include "dl-simulate.h"

#include <glib/gi18n-lib.h>

#include <math.h>

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

DlScenario *
dl_paper_scenario (const DlPaperCheck *check, const DlPaperRun *run, const char *const *settings,
                   GError **error)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *placement
      = run != NULL && run->n_ranks > 0 ? placement_setting (run->n_ranks) : NULL;
  const char *const program[] = { placement, NULL };

  dl_edits_add (edits, DL_EDIT_SET, "scenario.name", check->title);
  if (!parse_settings (edits, check->settings, error) || !parse_settings (edits, program, error)
      || !parse_settings (edits, run != NULL ? run->settings : NULL, error)
      || !parse_settings (edits, settings, error)
      || !dl_scenario_apply (scenario, edits, NULL, NULL, error))
    return NULL;
  return g_steal_pointer (&scenario);
}

/* A whole check under way. */
typedef struct
{
  const DlPaperCheck *check;
  DlScenario **scenarios; /* (n_runs) */
  gpointer *routes;       /* (n_runs) of each's network; NULL: nothing is simulated */
  double *values;         /* as DlPaperTable's */
  GArray *pieces;         /* guint: run * DL_PAPER_MAX_SEEDS + seed */
  DlPaperTeam team;
} Work;

static gboolean
run_piece (const Work *work, DlPaperPiece *piece, guint at, GError **error)
{
  GCancellable *cancellable = piece->team->cancellable;
  const guint run = at / DL_PAPER_MAX_SEEDS;
  double *values = work->values + at * work->check->n_values;
  DlSimulateOptions options = dl_simulate_options (work->scenarios[run]);
  g_autoptr (DlSimulation) simulation = NULL;

  if (work->check->analyze != NULL)
    return work->check->analyze (work->scenarios[run], values, cancellable, error);
  options.seed += at % DL_PAPER_MAX_SEEDS;
  options.threads = 1;
  options.progress = dl_paper_piece_progress;
  options.progress_data = piece;
  options.routes = work->routes[run];
  if (work->check->measure == NULL)
    {
      return dl_paper_cascade_run (work->scenarios[run], &options, cancellable, values, error);
    }
  simulation = dl_simulate (work->scenarios[run], &options, cancellable, error);
  if (simulation == NULL)
    return FALSE;
  work->check->measure (simulation, values);
  return TRUE;
}

static void
do_piece (guint i, gpointer data)
{
  Work *work = data;
  DlPaperPiece piece = { &work->team };
  GError *error = NULL;

  if (run_piece (work, &piece, g_array_index (work->pieces, guint, i), &error))
    dl_paper_piece_progress (1, &piece);
  else
    dl_paper_team_fail (&work->team, error);
}

static void
fill_nan (const DlPaperCheck *check, double *values)
{
  for (gsize i = 0; i < (gsize) check->n_runs * DL_PAPER_MAX_SEEDS * check->n_values; i++)
    values[i] = NAN;
}

/* The values of every run with every seed, on these routes. */
static double *
measure (const DlPaperCheck *check, const DlPaperOptions *options, DlScenario **scenarios,
         gpointer *routes, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (guint));
  Work work = {
    .check = check,
    .scenarios = scenarios,
    .routes = routes,
    .pieces = pieces,
  };
  DlParallel parallel;

  for (guint run = 0; run < check->n_runs; run++)
    {
      g_assert (check->runs[run].n_seeds <= DL_PAPER_MAX_SEEDS);
      for (guint seed = 0; seed < check->runs[run].n_seeds; seed++)
        {
          const guint at = run * DL_PAPER_MAX_SEEDS + seed;

          g_array_append_val (pieces, at);
        }
    }
  work.values = g_new0 (double, check->n_runs *DL_PAPER_MAX_SEEDS * check->n_values);
  if (check->analyze != NULL)
    fill_nan (check, work.values);
  dl_paper_team_begin (&work.team, options, pieces->len, cancellable);
  parallel = dl_paper_team_parallel (&work.team);
  dl_parallel_run (&parallel, pieces->len, do_piece, &work);
  if (!dl_paper_team_end (&work.team, error))
    g_clear_pointer (&work.values, g_free);
  return work.values;
}

/* (scenarios->len) the routes of each run, which are in @all; runs of the same network have the
 * same. NULL on error. */
static gpointer *
find_routes (const GPtrArray *scenarios, GPtrArray *all, GCancellable *cancellable, GError **error)
{
  g_autofree gpointer *routes = g_new0 (gpointer, scenarios->len);

  for (guint run = 0; run < scenarios->len; run++)
    {
      const DlScenario *scenario = g_ptr_array_index (scenarios, run);

      for (guint i = 0; i < run && routes[run] == NULL; i++)
        if (dl_scenario_same_routes (g_ptr_array_index (scenarios, i), scenario))
          routes[run] = routes[i];
      if (routes[run] != NULL)
        continue;
      routes[run] = scenario->family->route (scenario, cancellable, error);
      if (routes[run] == NULL)
        return NULL;
      g_ptr_array_add (all, routes[run]);
    }
  return g_steal_pointer (&routes);
}

/* A result without rows, and what they are made of. NULL on error. */
static DlPaperResult *
run_all (const DlPaperCheck *check, const DlPaperOptions *options, GPtrArray *scenarios,
         double **values, GCancellable *cancellable, GError **error)
{
  const DlScenario *first = g_ptr_array_index (scenarios, 0);
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (dl_shared_unref);
  g_autofree gpointer *routes = NULL;

  if (check->analyze == NULL)
    {
      routes = find_routes (scenarios, all, cancellable, error);
      if (routes == NULL)
        return NULL;
    }
  *values = measure (check, options, (DlScenario **) scenarios->pdata, routes, cancellable, error);
  return *values != NULL ? dl_paper_result_new (check, first) : NULL;
}

/* Of all runs. NULL on error. */
static GPtrArray *
make_scenarios (const DlPaperCheck *check, const DlPaperOptions *options, GError **error)
{
  g_autoptr (GPtrArray) scenarios
      = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_scenario_free);

  for (guint run = 0; run < check->n_runs; run++)
    {
      DlScenario *scenario = dl_paper_scenario (check, &check->runs[run], options->settings, error);

      if (scenario == NULL)
        return NULL;
      g_ptr_array_add (scenarios, scenario);
    }
  return g_steal_pointer (&scenarios);
}

/* The rows hold sentences: once for people, and once for files that programs read. */
static void
add_rows (DlPaperTable *table)
{
  DlPaperResult *result = table->result;
  DlPlainNumerals *plain;

  table->check->add_rows (table);
  table->result = dl_paper_result_new (table->check, result->scenario);
  plain = dl_plain_text_new ();
  table->check->add_rows (table);
  dl_plain_numerals_free (plain);
  result->untranslated = table->result;
  table->result = result;
}

DlPaperResult *
dl_paper_check_run (const DlPaperCheck *check, const DlPaperOptions *options,
                    GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) scenarios = NULL;
  g_autofree double *values = NULL;
  DlPaperTable table = { .check = check };

  g_assert (options->threads >= 1);
  if (check->run != NULL)
    return check->run (check, options, cancellable, error);
  scenarios = make_scenarios (check, options, error);
  table.scenarios = scenarios;
  if (scenarios == NULL)
    return NULL;
  table.result = run_all (check, options, scenarios, &values, cancellable, error);
  if (table.result == NULL)
    return NULL;
  table.values = values;
  add_rows (&table);
  return table.result;
}

/* Rows need not pass on that there is no value. */
static void
forget_values (DlPaperResult *result)
{
  for (guint i = 0; i < result->rows->len; i++)
    {
      DlPaperRow *row = &g_array_index (result->rows, DlPaperRow, i);

      if (row->beyond)
        continue;
      row->computed = NAN;
      row->reach = 0;
      row->verdict = DL_PAPER_NOT_RUN;
      row->why = NULL;
    }
  g_ptr_array_set_size (result->curves, 0);
  g_array_set_size (result->limits, 0);
}

DlPaperResult *
dl_paper_check_plan (const DlPaperCheck *check)
{
  const DlPaperOptions options = { .threads = 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) scenarios = NULL;
  g_autofree double *values = NULL;
  DlPaperTable table = { .check = check };

  if (check->plan != NULL)
    return check->plan (check);
  scenarios = make_scenarios (check, &options, &error);
  values = g_new (double, check->n_runs *DL_PAPER_MAX_SEEDS * check->n_values);
  table.values = values;
  table.scenarios = scenarios;
  /* A check's own settings are right. */
  g_assert_no_error (error);
  fill_nan (check, values);
  table.result = dl_paper_result_new (check, g_ptr_array_index (scenarios, 0));
  add_rows (&table);
  forget_values (table.result);
  forget_values (table.result->untranslated);
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

      /* A warm-up that is found leaves each check its own. */
      if (dl_field_is_set (field, scenario) && strcmp (value, "auto") != 0)
        g_strv_builder_add (settings, setting);
    }
  /* A shorter run has not room for the check's own warm-up. */
  if (dl_field_is_set (dl_field_find ("simulation", "cycles"), scenario)
      && (!dl_field_is_set (warmup, scenario)
          || scenario->simulation.warmup_cycles == DL_WARMUP_AUTO))
    {
      g_autofree char *setting
          = g_strdup_printf ("simulation.warmup-cycles=%" G_GUINT64_FORMAT,
                             (guint64) (DL_PAPER_WARMUP_SHARE * scenario->simulation.cycles));
      g_strv_builder_add (settings, setting);
    }
  return g_strv_builder_end (settings);
}
