#include "dl-paper-check.h"

#include "dl-edit.h"
#include "dl-evaluate.h"
#include "dl-numerals.h"
#include "dl-paper-cascade.h"
#include "dl-paper-list.h"
#include "dl-paper-private.h"
#include "dl-sim-counters.h"
#include "dl-simulate.h"
#include "dl-validation.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Running a check of the papers: its scenarios, and the simulations or analyses of them, several at
 * once. */

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

/* Scenarios of all runs. NULL on error. */
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

static void
add_facts (DlPaperTable *table)
{
  for (guint i = 0; i < table->check->n_facts; i++)
    {
      const DlPaperFact *fact = &table->check->facts[i];
      const gboolean beyond = fact->value == DL_PAPER_BEYOND;
      const DlPaperRow row = {
        .group = (char *) _ (fact->group),
        .what = (char *) _ (fact->what),
        .unit = fact->unit,
        .section = fact->section,
        .kind = fact->kind,
        .quote = fact->quote,
        .expected = fact->expected,
        .precision = fact->precision,
        .rule = fact->rule,
        .bound = fact->bound,
      };
      const DlPaperSource source
          = { beyond ? 0 : fact->run,   -1,           beyond ? NULL : dl_paper_value,
              beyond ? 0 : fact->value, fact->agrees, fact->differs };

      dl_paper_add (table, &row, &source);
    }
}

static void
add_rows_once (DlPaperTable *table)
{
  add_facts (table);
  if (table->check->add_rows != NULL)
    table->check->add_rows (table);
}

/* The rows hold sentences: once for people, and once for files that programs read. */
static void
add_rows (DlPaperTable *table)
{
  DlPaperResult *result = table->result;
  DlPlainNumerals *plain;

  add_rows_once (table);
  table->result = dl_paper_result_new (table->check, result->scenario);
  plain = dl_plain_text_new ();
  add_rows_once (table);
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

/* A plan has no computed values. */
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

/* Several checks as one, for the figure of them: all the quick ones. */

static void
take (DlPaperResult *result, gpointer parts)
{
  g_ptr_array_add (parts, dl_paper_result_ref (result));
}

/* In the order of @some, whatever was run first. */
static void
sort_parts (GPtrArray *parts, const DlPaperCheck *const *some, guint n_some)
{
  g_autoptr (GPtrArray) sorted
      = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_paper_result_unref);

  for (guint i = 0; i < n_some; i++)
    for (guint j = 0; j < parts->len; j++)
      {
        DlPaperResult *part = g_ptr_array_index (parts, j);

        if (part->check == some[i])
          g_ptr_array_add (sorted, dl_paper_result_ref (part));
      }
  g_ptr_array_set_size (parts, 0);
  g_ptr_array_extend_and_steal (parts, g_steal_pointer (&sorted));
}

DlPaperResult *
dl_paper_collect (const DlPaperCheck *check, const DlPaperCheck *const *some, guint n_some,
                  const DlPaperOptions *options, GCancellable *cancellable, GError **error)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (DlPaperResult) result = dl_paper_result_new (check, scenario);
  const DlPaperListOptions own = { .settings = options->settings,
                                   .threads = options->threads,
                                   .progress = options->progress,
                                   .progress_data = options->progress_data,
                                   .on_result = take,
                                   .data = result->parts };

  if (!dl_paper_checks_run (some, n_some, &own, cancellable, error))
    return NULL;
  sort_parts (result->parts, some, n_some);
  return g_steal_pointer (&result);
}

static DlPaperResult *
run_quick (const DlPaperCheck *check, const DlPaperOptions *options, GCancellable *cancellable,
           GError **error)
{
  g_autoptr (GPtrArray) quick = g_ptr_array_new ();
  guint n;
  const DlPaperCheck *const *checks = dl_paper_checks (&n);

  for (guint i = 0; i < n; i++)
    if (dl_paper_check_is_quick (checks[i]))
      g_ptr_array_add (quick, (gpointer) checks[i]);
  return dl_paper_collect (check, (const DlPaperCheck *const *) quick->pdata, quick->len, options,
                           cancellable, error);
}

const DlPaperCheck dl_paper_check_all = {
  .seconds = 1,
  .id = "paper-checks",
  .title = N_ ("Published values and computed values"),
  .section = N_ ("VC paper, book excerpt, age paper, Cascade paper"),
  .choices = N_ ("Computed at once; simulations of several minutes have their own figures. "
                 "Nothing is tuned to match a paper."),
  .run = run_quick,
};

/* One more is a file with a scenario for each of its runs and a table of rows, and a line here. */
static const DlPaperCheck *const checks[] = {
  &dl_paper_check_vc_balance,
  &dl_paper_check_vc_routing,
  &dl_paper_check_vc_router,
  &dl_paper_check_xt_book,
  &dl_paper_check_age_equations,
  &dl_paper_check_age_router,
  &dl_paper_check_4a,
  &dl_paper_check_4b,
  &dl_paper_check_5,
  &dl_paper_check_table_5,
  &dl_paper_check_table_6,
  &dl_paper_check_cascade_sizes,
  &dl_paper_check_cascade_routing,
  &dl_paper_check_cascade_minimal,
  &dl_paper_check_cascade_bandwidth,
  &dl_paper_check_cascade_9,
  &dl_paper_check_cascade_10,
  &dl_paper_check_cascade_11,
  &dl_paper_check_cascade_12,
  &dl_paper_check_cascade_13,
};

/* Up to so many seconds, a check is quick. */
#define QUICK_SECONDS 3

static const struct
{
  const char *id, *name, *title;
} papers[DL_N_PAPERS] = {
  [DL_PAPER_VC] = { "vc", N_ ("VC paper"), N_ ("Virtual channels of the Cray XT") },
  [DL_PAPER_XT_BOOK] = { "xt-book", N_ ("Book excerpt"), N_ ("Routing of the Cray XT") },
  [DL_PAPER_AGE] = { "age", N_ ("Age paper"), N_ ("Age-based arbitration") },
  [DL_PAPER_CASCADE] = { "cascade", N_ ("Cascade paper"), N_ ("Cray Cascade, a dragonfly") },
  [DL_PAPER_BOOKSIM]
  = { "booksim", N_ ("BookSim 2"), N_ ("The input-queued router in another simulator") },
};

const char *
dl_paper_id (DlPaper paper)
{
  return papers[paper].id;
}

const char *
dl_paper_name (DlPaper paper)
{
  return _ (papers[paper].name);
}

const char *
dl_paper_title (DlPaper paper)
{
  return _ (papers[paper].title);
}

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
  return strcmp (dl_paper_check_all.id, id) == 0        ? &dl_paper_check_all
         : strcmp (dl_validation_check_all.id, id) == 0 ? &dl_validation_check_all
                                                        : NULL;
}

const char *
dl_paper_check_id (const DlPaperCheck *check)
{
  return check->id;
}

DlPaper
dl_paper_check_paper (const DlPaperCheck *check)
{
  return check->paper;
}

guint
dl_paper_check_seconds (const DlPaperCheck *check)
{
  return check->seconds;
}

gboolean
dl_paper_check_is_quick (const DlPaperCheck *check)
{
  return check->curve == NULL && check->seconds <= QUICK_SECONDS;
}

gboolean
dl_paper_check_is_simulated (const DlPaperCheck *check)
{
  return check->analyze == NULL;
}

const char *
dl_paper_check_title (const DlPaperCheck *check)
{
  return _ (check->title);
}

const char *
dl_paper_check_section (const DlPaperCheck *check)
{
  return check->describe != NULL ? check->describe (check) : _ (check->section);
}

const char *
dl_paper_check_choices (const DlPaperCheck *check)
{
  return check->curve != NULL
             ? _ ("The same network, settings, seeds 1 to 5 and numbers of cycles in both "
                  "programs; nothing is tuned to match.")
             : _ (check->choices);
}

/* Verdicts ------------------------------------------------------------------------------------- */

static const struct
{
  const char *id, *title, *phrase;
} kinds[DL_PAPER_N_KINDS] = {
  [DL_PAPER_PRINTED] = { "printed", N_ ("printed"), N_ ("Printed in the paper") },
  [DL_PAPER_DERIVED] = { "derived", N_ ("derived"), N_ ("Follows from the paper") },
  [DL_PAPER_INPUT]
  = { "input", N_ ("given"), N_ ("An input of this program: agreement is not evidence") },
  [DL_PAPER_REFERENCE] = { "reference", N_ ("reference"), N_ ("Simulated by BookSim 2") },
};

const char *
dl_paper_kind_id (DlPaperKind kind)
{
  return kinds[kind].id;
}

const char *
dl_paper_kind_title (DlPaperKind kind)
{
  return _ (kinds[kind].title);
}

const char *
dl_paper_kind_phrase (DlPaperKind kind)
{
  return _ (kinds[kind].phrase);
}

/* Can @row's rule be applied to its numbers? */
static gboolean
can_compare (const DlPaperRow *row)
{
  return isfinite (row->computed) && isfinite (row->reach) && row->rule != DL_PAPER_NO_RULE
         && (row->rule == DL_PAPER_ABOVE || row->rule == DL_PAPER_BELOW
             || isfinite (row->expected));
}

static gboolean
fits (const DlPaperRow *row)
{
  switch (row->rule)
    {
    case DL_PAPER_NO_RULE:
      return FALSE;
    case DL_PAPER_VALUE:
      return fabs (row->computed - row->expected) <= MAX (row->reach, row->precision);
    case DL_PAPER_ABOVE:
      return row->computed - row->reach > row->bound;
    case DL_PAPER_BELOW:
      return row->computed + row->reach < row->bound;
    case DL_PAPER_JOINT:
      return fabs (row->computed - row->expected) <= MAX (row->joint, row->precision);
    case DL_PAPER_WITHIN:
      return fabs (row->computed - row->expected) <= row->precision;
    }
  g_return_val_if_reached (FALSE);
}

DlPaperVerdict
dl_paper_verdict (const DlPaperRow *row)
{
  if (row->kind == DL_PAPER_INPUT && isfinite (row->computed))
    return DL_PAPER_IS_INPUT;
  if (!can_compare (row))
    return DL_PAPER_NOT_COMPARED;
  return fits (row) ? DL_PAPER_AGREES : DL_PAPER_DIFFERS;
}

static const struct
{
  const char *id, *title;
} verdicts[DL_PAPER_N_VERDICTS] = {
  [DL_PAPER_AGREES] = { "agrees", N_ ("agrees") },
  [DL_PAPER_DIFFERS] = { "differs", N_ ("differs") },
  [DL_PAPER_NOT_COMPARED] = { "not-compared", N_ ("cannot be checked") },
  [DL_PAPER_IS_INPUT] = { "input", N_ ("is an input") },
  [DL_PAPER_NOT_RUN] = { "not-run", N_ ("not run yet") },
};

const char *
dl_paper_verdict_title (DlPaperVerdict verdict)
{
  return _ (verdicts[verdict].title);
}

const char *
dl_paper_verdict_id (DlPaperVerdict verdict)
{
  return verdicts[verdict].id;
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

DlPaperResult *
dl_paper_result_new (const DlPaperCheck *check, const DlScenario *scenario)
{
  DlPaperResult *result = g_atomic_rc_box_new0 (DlPaperResult);

  result->check = check;
  result->scenario = dl_scenario_copy (scenario);
  result->rows = g_array_new (FALSE, FALSE, sizeof (DlPaperRow));
  g_array_set_clear_func (result->rows, row_clear);
  result->curves = g_ptr_array_new_with_free_func (curve_free);
  result->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_paper_result_unref);
  result->limits = g_array_new (FALSE, FALSE, sizeof (DlPaperLimit));
  g_array_set_clear_func (result->limits, limit_clear);
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
  g_array_unref (result->rows);
  g_ptr_array_unref (result->curves);
  g_ptr_array_unref (result->parts);
  g_array_unref (result->limits);
  dl_load_curve_unref (result->loads);
  dl_paper_result_unref (result->untranslated);
}

const DlPaperResult *
dl_paper_result_untranslated (const DlPaperResult *result)
{
  return result->untranslated != NULL ? result->untranslated : result;
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
  g_assert (row.kind > DL_PAPER_NO_KIND && row.kind < DL_PAPER_N_KINDS);
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

const char *
dl_paper_result_section (const DlPaperResult *result, const DlPaperRow *row)
{
  return row->section != NULL ? _ (row->section) : dl_paper_check_section (result->check);
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

/* The mean of @source's number over its seeds into @row. */
static void
take_mean (const DlPaperTable *table, const DlPaperSource *source, DlPaperRow *row)
{
  const guint n = table->check->runs[source->run].n_seeds;
  double numbers[DL_PAPER_MAX_SEEDS];

  for (guint seed = 0; seed < n; seed++)
    numbers[seed] = source->func (
        dl_paper_values (table, source->run, seed),
        source->other >= 0 ? dl_paper_values (table, source->other, seed) : NULL, source->param);
  dl_mean_interval (numbers, n, &row->computed, &row->reach);
  if (n == 1)
    row->reach = 0;
  row->n_seeds = dl_paper_check_is_simulated (table->check) ? n : 0;
}

void
dl_paper_add (DlPaperTable *table, const DlPaperRow *row, const DlPaperSource *source)
{
  DlPaperRow own = *row;

  own.group = g_strdup (row->group);
  own.what = g_strdup (row->what);
  own.beyond = source->func == NULL;
  g_assert (!own.beyond || row->rule == DL_PAPER_NO_RULE);
  if (own.beyond)
    own.computed = NAN;
  else
    take_mean (table, source, &own);
  if (can_compare (&own) && fits (&own))
    own.why = source->agrees;
  else if (isfinite (own.computed) || own.beyond)
    own.why = source->differs;
  else
    own.why = dl_paper_check_is_simulated (table->check)
                  ? N_ ("The run is too short for a measurement.")
                  : N_ ("This network has no such value.");
  dl_paper_result_add (table->result, own);
}
