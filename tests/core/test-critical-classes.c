/* Classes of cables: one analysis may speak for many, so each cable is analyzed on its own here. */
#include "critical-fixture.h"

#include <math.h>

/* A cable more broken in @torus, and everything from nothing. */
static DlTorusAnalysis *
analyze_without (const OracleTorus *torus, const DlCritical *critical, const DlCriticalCable *cable)
{
  const DlTorusLinkAt at = dl_torus_network_link_at (critical->net.shape, cable->link);
  OracleTorus after = *torus;

  after.cables[after.n_cables++]
      = (OracleLink) { { { at.from.at[0], at.from.at[1], at.from.at[2] } }, at.port };
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&after);
  g_autoptr (DlDemand) demand = critical_demand (routes->network, "uniform");
  return dl_torus_analysis_new (routes, demand, NULL);
}

static gboolean
is_close (double a, double b)
{
  return isnan (a) || isnan (b) ? isnan (a) && isnan (b) : fabs (a - b) <= 1e-12 * (1 + fabs (b));
}

static void
compare_all (const OracleTorus *torus, const DlCritical *critical)
{
  g_autofree char *text = oracle_torus_to_string (torus);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (torus);
  g_autoptr (DlDemand) demand = critical_demand (routes->network, "uniform");
  g_autoptr (DlTorusAnalysis) before = dl_torus_analysis_new (routes, demand, NULL);

  g_assert_cmpuint (critical->n_evaluated, ==, critical->n_cables);
  for (guint i = 0; i < critical->n_evaluated; i++)
    {
      const DlCriticalCable *cable = &critical->cables[i];
      const DlCriticalFigures *figures = &cable->figures;
      g_autofree char *name = dl_torus_link_at_to_string (
          dl_torus_network_link_at (critical->net.shape, cable->link));
      g_autoptr (DlTorusAnalysis) after = analyze_without (torus, critical, cable);
      guint64 rerouted = DL_CRITICAL_NOT_COUNTED;

      if (cable->rerouted_pairs != DL_CRITICAL_NOT_COUNTED)
        g_assert_true (dl_torus_analysis_rerouted_pairs (before, after, demand, &rerouted, NULL));
      if (figures->unreachable_pairs != after->unreachable_pairs
          || figures->dropped_pairs != after->dropped_pairs
          || figures->illegal_pairs != after->illegal_pairs
          || !!figures->deadlock_free != !!after->verdict->deadlock_free
          || !is_close (figures->load_max, dl_torus_analysis_max_channel_load (after))
          || !is_close (figures->balance_mean, dl_torus_analysis_balance_mean (after))
          || !is_close (figures->hops_mean, after->hops_mean) || cable->rerouted_pairs != rerouted)
        g_error ("%s of %s: unreachable %lu %lu, illegal %lu %lu, free %d %d, peak %g %g, "
                 "balance %.12g %.12g, hops %g %g, rerouted %lu %lu",
                 name, text, (gulong) figures->unreachable_pairs, (gulong) after->unreachable_pairs,
                 (gulong) figures->illegal_pairs, (gulong) after->illegal_pairs,
                 figures->deadlock_free, after->verdict->deadlock_free, figures->load_max,
                 dl_torus_analysis_max_channel_load (after), figures->balance_mean,
                 dl_torus_analysis_balance_mean (after), figures->hops_mean, after->hops_mean,
                 (gulong) cable->rerouted_pairs, (gulong) rerouted);
    }
}

/* Whole networks of all shapes, regions, datelines, ties, policies and engines. */
static void
test_whole (void)
{
  guint n_cables = 0, n_analyses = 0;

  for (guint32 seed = 1; seed <= TEST_ROUNDS (500); seed++)
    {
      OracleTorus torus;

      critical_random_torus (&torus, seed);
      torus.n_cables = torus.n_channels = torus.n_nodes = 0;
      torus.engine = seed % ORACLE_N_ENGINES;
      if (seed % 3 == 0) /* even ones have most classes, but come by chance only */
        for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
          {
            static const int radix[] = { 2, 3, 4, 4, 5 };

            torus.radix[dim] = radix[(seed / 3 + 7 * dim + seed / 17 * dim) % 5];
            torus.wrap[dim] = TRUE;
            torus.region_nodes = 4096;
            if (torus.dateline[dim] >= torus.radix[dim])
              torus.dateline[dim] = torus.radix[dim] - 1;
          }
      g_autoptr (DlCritical) critical = critical_evaluate (&torus, 1 + seed % 2);
      compare_all (&torus, critical);
      n_cables += critical->n_cables;
      n_analyses += critical->n_analyses;
    }
  g_test_message ("%u cables by %u analyses", n_cables, n_analyses);
  g_assert_cmpuint (n_analyses, <, n_cables * 3 / 4);
}

/* How few analyses whole machines take, and where each cable needs its own. */
static void
test_numbers (void)
{
  OracleTorus torus = oracle_torus_of (5, 4, 6);
  guint n;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    torus.dateline[dim] = torus.radix[dim] - 1;
  g_autoptr (DlCritical) xt = critical_evaluate (&torus, 1);
  n = xt->n_cables;
  g_assert_cmpuint (n, ==, 360);
  /* X by x and y, and all of the dateline's y; Y and Z by y and z, and those that cut pairs off. */
  g_assert_cmpuint (xt->n_analyses, >=, 5 * 4 + 4 * 6 + 4 * 6);
  g_assert_cmpuint (xt->n_analyses, <, n / 2);

  torus.engine = ORACLE_RING;
  g_autoptr (DlCritical) ring = critical_evaluate (&torus, 1);
  g_assert_cmpuint (ring->n_analyses, ==, 5 + 4 + 6);

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    torus.dateline[dim] = -1;
  torus.engine = ORACLE_XT;
  g_autoptr (DlCritical) off = critical_evaluate (&torus, 1);
  g_assert_cmpuint (off->n_analyses, ==, 5 + 4 + 6);

  /* Demands that name places, and faults. */
  g_autoptr (DlCritical) transpose = critical_evaluate_pattern (
      &torus, "transpose", (DlCriticalOptions) { .n_threads = 1 }, NULL);
  g_assert_cmpuint (transpose->n_analyses, ==, n);
  torus.channels[torus.n_channels++] = (OracleLink) { { { 1, 2, 3 } }, 1 };
  g_autoptr (DlCritical) broken = critical_evaluate (&torus, 1);
  g_assert_cmpuint (broken->n_analyses, ==, n);
}

static void
check_progress (double fraction, gpointer data)
{
  double *last = data;

  g_assert_cmpfloat (fraction, >=, *last);
  g_assert_cmpfloat (fraction, <=, 1);
  *last = fraction;
}

/* Progress counts the analyses, not the cables that they stand for. */
static void
test_progress (void)
{
  OracleTorus torus = oracle_torus_of (5, 4, 6);
  double fraction = 0;
  const DlCriticalOptions options
      = { .n_threads = 1, .progress = check_progress, .progress_data = &fraction };

  torus.dateline[DL_X] = torus.dateline[DL_Y] = torus.dateline[DL_Z] = 1;
  g_autoptr (DlCritical) critical = critical_evaluate_pattern (&torus, "uniform", options, NULL);
  g_assert_cmpuint (critical->n_analyses, <, critical->n_cables);
  g_assert_cmpfloat (fraction, ==, 1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/critical-classes/whole", test_whole);
  g_test_add_func ("/critical-classes/numbers", test_numbers);
  g_test_add_func ("/critical-classes/progress", test_progress);
  return g_test_run ();
}
