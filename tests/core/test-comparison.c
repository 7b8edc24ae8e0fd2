/* Comparisons: means and intervals recomputed here from runs made one by one, a scenario beside
 * itself, what is run and what is not run again. */
#include "comparison-fixture.h"

#include <math.h>
#include <string.h>

static DlScenario *
make_dragonfly (void)
{
  return MAKE ("scenario.kind", "dragonfly", "dragonfly.shape", "generic", "dragonfly.groups", "5",
               "dragonfly.routers-per-group", "4", "dragonfly.nodes-per-router", "2",
               "dragonfly.global-per-router", "1", "traffic.load", "0.2");
}

/* Oracle: mean and 95% interval of two or three numbers, by the textbook. */
static void
textbook (const double *x, guint n, double *mean, double *reach)
{
  static const double t[] = { 0, 0, 12.706, 4.303 };
  double sum = 0, squares = 0;

  for (guint i = 0; i < n; i++)
    sum += x[i];
  *mean = sum / n;
  for (guint i = 0; i < n; i++)
    squares += (x[i] - *mean) * (x[i] - *mean);
  *reach = n < 2 ? NAN : t[n] * sqrt (squares / (n - 1)) / sqrt (n);
}

static void
assert_near (double a, double b)
{
  if (isnan (a) && isnan (b))
    return;
  if (a == b || fabs (a - b) <= 1e-9 * fmax (fabs (a), fabs (b)))
    return;
  g_error ("%.17g is not %.17g", a, b);
}

/* @half: of its interval over batches. */
static double
latency_of (const DlScenario *scenario, guint run, double *half)
{
  DlSimulateOptions options = dl_simulate_options (scenario);
  g_autoptr (DlSimulation) simulation = NULL;

  options.seed = scenario->seed + run;
  simulation = dl_simulate (scenario, &options, NULL, NULL);
  *half = simulation->verdict.latency_grows ? NAN : simulation->verdict.network.half_width;
  return dl_latency_mean (&simulation->stats.network);
}

/* Random scenarios, and the figures of runs by themselves. */
static void
test_intervals (void)
{
  guint n_parted = 0, n_not = 0;
  const DlMeasure *latency = dl_measure_find ("latency_mean");
  const DlMeasure *balance = dl_measure_find ("vc_balance_mean_x");

  for (guint round = 0; round < 4; round++)
    {
      /* Two that part for certain, and two of which nothing can be said. */
      const guint n_seeds = round == 0 ? 3 : round == 1 ? 1 : g_test_rand_int_range (1, 4);
      g_autoptr (DlComparison) comparison = dl_comparison_new ();
      double runs[2][3], differences[3];
      double mean, reach, balances[2], halves[2];

      for (guint i = 0; i < 2; i++)
        {
          const int tenths = round == 0 ? 1 + 5 * (int) i : g_test_rand_int_range (1, 7);
          g_autofree char *load = g_strdup_printf ("0.%d", tenths);
          g_autofree char *seed = g_strdup_printf ("%d", g_test_rand_int_range (1, 1000));
          DlScenario *scenario
              = MAKE ("traffic.load", load, "scenario.seed", seed, "torus.vc-policy",
                      g_test_rand_bit () ? "initial" : "output-crossing");
          g_autoptr (DlTorusAnalysis) analysis = dl_torus_evaluate (scenario, NULL, NULL);

          balances[i] = analysis->dims[DL_X].balance_mean;
          for (guint j = 0; j < n_seeds; j++)
            runs[i][j] = latency_of (scenario, j, &halves[i]);
          comparison_add (comparison, load, scenario);
        }
      comparison_complete (comparison, n_seeds);

      for (guint i = 0; i < 2; i++)
        {
          const DlEstimate estimate
              = dl_comparison_get (dl_comparison_row (comparison, i), latency);

          textbook (runs[i], n_seeds, &mean, &reach);
          if (n_seeds == 1)
            reach = halves[i];
          assert_near (estimate.mean, mean);
          assert_near (estimate.reach, reach);
          g_assert_cmpuint (estimate.n, ==, n_seeds);
          assert_near (dl_comparison_get (dl_comparison_row (comparison, i), balance).mean,
                       balances[i]);
        }
      for (guint j = 0; j < n_seeds; j++)
        differences[j] = runs[1][j] - runs[0][j];
      textbook (differences, n_seeds, &mean, &reach);
      if (n_seeds == 1)
        reach = hypot (halves[0], halves[1]);

      const DlRowDifference difference = dl_comparison_difference (
          dl_comparison_row (comparison, 1), dl_comparison_row (comparison, 0), latency);
      double base, unused;

      assert_near (difference.absolute, mean);
      assert_near (difference.reach, reach);
      textbook (runs[0], n_seeds, &base, &unused);
      assert_near (difference.relative, mean / base);
      if (isnan (reach))
        g_assert_cmpint (difference.differs, ==, DL_DIFFERS_UNKNOWN);
      else
        g_assert_cmpint (difference.differs, ==,
                         mean - reach > 0 || mean + reach < 0 ? DL_DIFFERS_YES : DL_DIFFERS_NOT);
      g_assert_cmpint (difference.better, ==,
                       difference.differs != DL_DIFFERS_YES ? 0
                       : mean < 0                           ? 1
                                                            : -1);
      /* Only where the interval parts them. */
      g_assert_true (
          dl_comparison_is_best (comparison, dl_comparison_row (comparison, mean < 0), latency)
          == (difference.differs == DL_DIFFERS_YES));
      n_parted += difference.differs == DL_DIFFERS_YES;
      n_not += difference.differs != DL_DIFFERS_YES;
      g_assert_false (
          dl_comparison_is_best (comparison, dl_comparison_row (comparison, mean >= 0), latency));
    }
  g_assert_cmpuint (n_parted, >, 0);
  g_assert_cmpuint (n_not, >, 0);
}

/* Issue 19: "ring" looked best, and had cut pairs off. */
/* Analyzed loads of modes that choose by load are marked as a bound; the others, and what is
 * simulated, are not. Files for programs have numbers alone. */
static void
test_bound (void)
{
  static const char *const modes[] = { "min-hash", "valiant", "adaptive-0", "tuned" };
  const DlMeasure *const few[] = { dl_measure_find ("pairs"), dl_measure_find ("bound_load"),
                                   dl_measure_find ("latency_mean") };
  const DlComparisonWrite write = { few, G_N_ELEMENTS (few), .base = G_MAXUINT };
  g_autoptr (DlComparison) comparison = dl_comparison_new ();
  g_autofree char *csv = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_autoptr (DlScenario) scenario = make_dragonfly ();
      DlComparisonRow *row;

      dl_dragonfly_options (scenario)->mode = dl_dragonfly_mode_find (modes[i]);
      dl_comparison_add (comparison, modes[i], "test", scenario);
      row = dl_comparison_row (comparison, i);
      dl_sweep_result_init (&row->state, &dl_family_dragonfly);
      row->evaluated = TRUE;
      row->state.found.deadlock_free = TRUE;
      row->state.found.bound_load = 0.25;
    }
  text = dl_comparison_to_markdown (comparison, &write);
  g_assert_nonnull (strstr (text, "| min-hash | 0 | 0.2500 | – |"));
  g_assert_nonnull (strstr (text, "| valiant | 0 | 0.2500 | – |"));
  g_assert_nonnull (strstr (text, "| adaptive-0 | 0 | 0.2500 § | – |"));
  g_assert_nonnull (strstr (text, "| tuned | 0 | 0.2500 § | – |"));
  g_assert_nonnull (strstr (text, "§ A bound. "));
  csv = dl_comparison_to_csv (comparison, &write);
  g_assert_null (strstr (csv, "§"));
}

static void
test_shortfall (void)
{
  static const char *const names[] = { "whole", "cut", "locks", "worse" };
  const DlMeasure *peak = dl_measure_find ("max_load_x");
  const DlMeasure *pairs = dl_measure_find ("unreachable_pairs");
  const DlMeasure *few[] = { peak };
  const DlComparisonWrite write = { few, 1, .base = G_MAXUINT };
  g_autoptr (DlComparison) comparison = dl_comparison_new ();
  g_autofree char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      DlComparisonRow *row;

      comparison_add (comparison, names[i], MAKE ("traffic.load", "0.3"));
      row = dl_comparison_row (comparison, i);
      dl_sweep_result_init (&row->state, &dl_family_torus);
      row->evaluated = TRUE;
      row->state.found.deadlock_free = i != 2;
      row->state.found.class_load_max[DL_X] = i == 0 ? 5760 : i == 3 ? 6000 : 2880;
    }
  g_assert_false (dl_comparison_must_show (comparison, pairs));
  dl_comparison_row (comparison, 1)->state.found.unreachable_pairs = 10752;
  g_assert_true (dl_comparison_must_show (comparison, pairs));
  g_assert_true (dl_comparison_must_show (comparison, dl_measure_find ("deadlock_free")));
  g_assert_false (dl_comparison_must_show (comparison, dl_measure_find ("dropped_pairs")));
  g_assert_false (dl_comparison_must_show (comparison, peak));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const DlComparisonRow *row = dl_comparison_row (comparison, i);

      g_assert_cmpint (dl_comparison_shortfall (row), ==,
                       i == 1   ? DL_SHORTFALL_PAIRS
                       : i == 2 ? DL_SHORTFALL_DEADLOCK
                                : DL_SHORTFALL_NONE);
      g_assert_cmpint (dl_comparison_is_best (comparison, row, peak), ==, i == 0);
    }
  text = dl_comparison_to_markdown (comparison, &write);
  g_assert_nonnull (strstr (text, "| cut † |"));
  g_assert_nonnull (strstr (text, "| locks ‡ |"));
  g_assert_nonnull (strstr (text, "| whole |"));
  g_assert_nonnull (
      strstr (text, "† Some pairs are unreachable or dropped. ‡ Routes can deadlock."));
  /* Dropped pairs arrive no more than unreachable ones, and what has locked can. */
  dl_comparison_row (comparison, 0)->state.found.dropped_pairs = 1;
  dl_comparison_row (comparison, 3)->state.deadlocked = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_false (dl_comparison_is_best (comparison, dl_comparison_row (comparison, i), peak));
}

/* Beside itself everything is 0, and nothing is best. */
static void
test_itself (gconstpointer data)
{
  g_autoptr (DlComparison) comparison = dl_comparison_new ();
  guint n, n_known = 0;
  g_autofree const DlMeasure **measures = NULL;

  for (guint i = 0; i < 2; i++)
    comparison_add (comparison, "same",
                    data != NULL ? make_dragonfly () : MAKE ("traffic.load", "0.3"));
  comparison_complete (comparison, 2);
  measures = dl_comparison_measures (comparison, TRUE, &n);
  for (guint i = 0; i < n; i++)
    {
      const DlComparisonRow *a = dl_comparison_row (comparison, 0);
      const DlComparisonRow *b = dl_comparison_row (comparison, 1);
      const DlRowDifference difference = dl_comparison_difference (a, b, measures[i]);

      g_assert_false (dl_comparison_is_best (comparison, a, measures[i]));
      if (isnan (dl_comparison_get (a, measures[i]).mean))
        {
          g_assert_true (isnan (difference.absolute));
          continue;
        }
      n_known++;
      g_assert_cmpfloat (difference.absolute, ==, 0);
      g_assert_cmpint (difference.differs, ==, DL_DIFFERS_NOT);
      if (measures[i]->simulated)
        g_assert_cmpfloat (difference.reach, ==, 0);
      else
        g_assert_true (isnan (difference.reach));
    }
  g_assert_cmpuint (n_known, >, 12);
}

static void
test_tasks (void)
{
  g_autoptr (DlComparison) comparison = dl_comparison_new ();
  g_autoptr (DlScenario) other = MAKE ("traffic.load", "0.5");
  g_autoptr (DlScenario) renamed = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  ComparisonTaken taken = { .comparison = comparison };
  guint id;

  comparison_add (comparison, "one", MAKE ("traffic.load", "0.1"));
  comparison_add (comparison, "two", MAKE ("traffic.load", "0.2"));
  g_assert_true (comparison_run (&taken, 0, 1));
  g_assert_cmpuint (taken.n_static, ==, 2);
  g_assert_cmpuint (taken.n_runs, ==, 0);
  g_assert_true (comparison_run (&taken, 2, 3));
  g_assert_cmpuint (taken.n_static, ==, 0);
  g_assert_cmpuint (taken.n_runs, ==, 4);
  /* Only what is missing. */
  g_assert_true (comparison_run (&taken, 3, 2));
  g_assert_cmpuint (taken.n_runs, ==, 2);
  g_assert_true (comparison_run (&taken, 3, 2));
  g_assert_cmpuint (taken.n_runs, ==, 0);
  comparison_add (comparison, "three", MAKE ("traffic.load", "0.3"));
  g_assert_true (comparison_run (&taken, 1, 1));
  g_assert_cmpuint (taken.n_static, ==, 1);
  g_assert_cmpuint (taken.n_runs, ==, 1);

  /* Another name changes nothing of what is known, another load all of it. */
  id = dl_comparison_row (comparison, 0)->id;
  renamed = dl_scenario_copy (dl_comparison_row (comparison, 0)->scenario);
  g_assert_false (dl_comparison_change (comparison, id, "renamed", renamed));
  g_assert_cmpuint (dl_comparison_row (comparison, 0)->runs->len, ==, 3);
  g_assert_true (dl_comparison_change (comparison, id, "other", other));
  g_assert_cmpuint (dl_comparison_row (comparison, 0)->runs->len, ==, 0);
  g_assert_false (dl_comparison_row (comparison, 0)->evaluated);

  /* A result that is under way for a row that went, or changed, is not taken. */
  {
    g_autoptr (GPtrArray) tasks = dl_comparison_tasks (comparison, 1);
    const DlComparisonTask *task = g_ptr_array_index (tasks, 0);
    DlSweepResult result;

    g_assert_cmpuint (task->id, ==, id);
    dl_sweep_result_init (&result, &dl_family_torus);
    dl_comparison_change (comparison, id, "again", renamed);
    dl_comparison_take (comparison, task, &result, NULL);
    g_assert_false (dl_comparison_row (comparison, 0)->evaluated);
    dl_comparison_remove (comparison, id);
    dl_comparison_take (comparison, task, &result, NULL);
    g_assert_null (dl_comparison_find (comparison, id));
    g_assert_cmpuint (comparison->rows->len, ==, 2);
  }

  /* Stopped: what was finished is there, the rest comes later. */
  taken.cancellable = cancellable;
  taken.cancel_after = 1;
  g_assert_false (comparison_run (&taken, 6, 1));
  g_assert_cmpuint (taken.n_runs, >=, 1);
  g_assert_cmpuint (taken.n_runs, <, 8);
  taken.cancel_after = 0;
  taken.cancellable = NULL;
  g_assert_true (comparison_run (&taken, 6, 2));
  g_assert_cmpuint (dl_comparison_row (comparison, 0)->runs->len, ==, 6);
  g_assert_cmpuint (dl_comparison_row (comparison, 1)->runs->len, ==, 6);
}

/* Buffers larger than can be simulated do no harm to the analysis. */
static void
test_problem (void)
{
  g_autoptr (DlComparison) comparison = dl_comparison_new ();
  ComparisonTaken taken = { .comparison = comparison };

  comparison_add (comparison, "good", MAKE ("traffic.load", "0.3"));
  comparison_add (comparison, "bad", MAKE ("router.input-buffer", "60000"));
  g_assert_true (comparison_run (&taken, 1, 2));
  g_assert_cmpuint (taken.n_problems, ==, 1);
  g_assert_null (dl_comparison_row (comparison, 0)->problem);
  g_assert_nonnull (strstr (dl_comparison_row (comparison, 1)->problem, "buffers"));
  g_assert_true (dl_comparison_row (comparison, 1)->evaluated);
  g_assert_cmpuint (dl_comparison_row (comparison, 0)->runs->len, ==, 1);
  /* It is not tried again. */
  g_assert_true (comparison_run (&taken, 1, 2));
  g_assert_cmpuint (taken.n_problems, ==, 0);
}

/* Rows of another kind: common measures are beside each other, loads in another unit do not
 * compare. */
static void
test_kinds (void)
{
  g_autoptr (DlComparison) comparison = dl_comparison_new ();
  g_autoptr (DlComparison) units = dl_comparison_new ();
  const DlMeasure *hops = dl_measure_find ("mean_hops"),
                  *dropped = dl_measure_find ("dropped_pairs");
  guint n, n_table, n_of_messages = 0;
  g_autofree const DlMeasure **measures = NULL;
  const DlMeasure *table = dl_measure_table (&n_table);
  const DlComparisonRow *torus, *dragonfly;

  comparison_add (comparison, "torus", MAKE ("traffic.load", "0.2"));
  comparison_add (comparison, "dragonfly", make_dragonfly ());
  comparison_complete (comparison, 0);
  measures = dl_comparison_measures (comparison, TRUE, &n);
  /* Loads of a fabric's classes are nobody's here, nor is what programs of messages came to. */
  for (guint i = 0; i < n_table; i++)
    n_of_messages += table[i].of_messages;
  g_assert_cmpuint (n + dl_family_fabric.n_classes + n_of_messages, ==, n_table);
  torus = dl_comparison_row (comparison, 0);
  dragonfly = dl_comparison_row (comparison, 1);
  g_assert_cmpfloat (dl_comparison_difference (torus, dragonfly, hops).absolute, ==,
                     dl_comparison_get (torus, hops).mean
                         - dl_comparison_get (dragonfly, hops).mean);
  g_assert_cmpfloat (dl_comparison_get (torus, dropped).mean, ==, 0);
  g_assert_true (isnan (dl_comparison_get (dragonfly, dropped).mean));
  g_assert_cmpint (dl_comparison_difference (torus, dragonfly, dropped).differs, ==,
                   DL_DIFFERS_UNKNOWN);

  comparison_add (units, "torus", MAKE ("traffic.load", "0.2", "simulation.cycles", "200"));
  comparison_add (units, "aries",
                  MAKE ("scenario.kind", "dragonfly", "dragonfly.groups", "1", "dragonfly.chassis",
                        "1", "traffic.load", "0.1", "simulation.cycles", "200"));
  comparison_complete (units, 1);
  g_assert_false (isnan (
      dl_comparison_get (dl_comparison_row (units, 1), dl_measure_find ("accepted_load")).mean));
  g_assert_true (
      isnan (dl_comparison_difference (dl_comparison_row (units, 0), dl_comparison_row (units, 1),
                                       dl_measure_find ("accepted_load"))
                 .absolute));
}

int
main (int argc, char **argv)
{
  g_setenv ("LC_ALL", "C.UTF-8", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/comparison/intervals", test_intervals);
  g_test_add_func ("/comparison/bound", test_bound);
  g_test_add_func ("/comparison/shortfall", test_shortfall);
  g_test_add_data_func ("/comparison/itself/torus", NULL, test_itself);
  g_test_add_data_func ("/comparison/itself/dragonfly", "", test_itself);
  g_test_add_func ("/comparison/tasks", test_tasks);
  g_test_add_func ("/comparison/problem", test_problem);
  g_test_add_func ("/comparison/kinds", test_kinds);
  return g_test_run ();
}
