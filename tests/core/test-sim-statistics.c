/* Statistics of the simulator over many seeds and long runs. In a suite of its own, "statistics":
 * it takes minutes, and the other tests of the simulator are enough for a sanitizer. */
#include "sim-fixture.h"

#include <math.h>

#define N_SEEDS 3
/* The 0.975 quantile of Student's t with N_SEEDS - 1 degrees of freedom. */
#define T_975 4.303

static const DlDemand uniform = { .uniform = TRUE };

static DlSeastarPlan *
make_plan (DlTorusRoutes *routes, DlRouterSpec router, double load, double response_share,
           guint64 seed)
{
  const DlSeastarPlanOptions options = {
    .routes = routes,
    .sent.demand = &uniform,
    .router = router,
    .packet_flits = 9,
    .sent.burst = 1,
    .load = load,
    .response_share = response_share,
    .seed = seed,
  };
  return dl_seastar_plan_new (&options, NULL);
}

/* Results of a run after its warm-up. */
typedef struct
{
  double offered, accepted; /* flits/node/cycle */
  double latency;           /* cycles, from creation */
  double p99;               /* cycles in the network */
} Outcome;

static Outcome
run (DlSeastarPlan *plan, guint64 warmup, guint64 cycles)
{
  const double node_cycles = (double) (cycles - warmup) * plan->routes->network->n_nodes;
  g_autoptr (DlSeastar) sim = dl_seastar_new (plan, 0);
  DlSimCounters before, after;
  DlSimStats stats, early;
  Outcome outcome;

  dl_seastar_set_threads (sim, 2);
  dl_seastar_run (sim, warmup);
  dl_seastar_get_stats (sim, &early);
  dl_seastar_get_counters (sim, &before);
  dl_seastar_run (sim, cycles - warmup);
  dl_seastar_get_counters (sim, &after);
  dl_seastar_get_stats (sim, &stats);
  dl_sim_stats_subtract (&stats, &early, plan->routes->network->n_nodes);
  sim_check (sim, "at the end");
  outcome = (Outcome) {
    .offered = (after.created - before.created) * 9 / node_cycles,
    .accepted = (after.delivered - before.delivered) * 9 / node_cycles,
    .latency = dl_latency_mean (&stats.total),
    .p99 = dl_latency_quantile (&stats.network, 0.99),
  };
  dl_sim_stats_clear (&early);
  dl_sim_stats_clear (&stats);
  return outcome;
}

/* Below saturation what is offered is accepted, whatever the network and its arbitration. */
static void
test_accepted (void)
{
  static const struct
  {
    int radix[3];
    double load, response_share;
    gboolean by_age;
  } cases[] = {
    { { 8, 8, 8 }, 0.1, 0, TRUE },     { { 8, 8, 8 }, 0.3, 0.5, TRUE },
    { { 8, 8, 8 }, 0.3, 0, FALSE },    { { 5, 7, 3 }, 0.35, 0, TRUE },
    { { 16, 4, 1 }, 0.15, 0.3, TRUE }, { { 11, 12, 16 }, 0.2, 0, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const guint64 warmup = 3000, cycles = 15000;
      OracleTorus torus = sim_torus (cases[i].radix[0], cases[i].radix[1], cases[i].radix[2]);
      DlRouterSpec router = sim_default_router ();

      torus.tie_parity = TRUE;
      if (!cases[i].by_age)
        router.age_rr_select = 0;
      g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
      g_autoptr (DlSeastarPlan) plan
          = make_plan (routes, router, cases[i].load, cases[i].response_share, i);
      const Outcome outcome = run (plan, warmup, cycles);
      const double packets = cases[i].load / 9 * routes->network->n_nodes * (cycles - warmup);
      const double sd = cases[i].load / sqrt (packets);

      g_test_message ("%dx%dx%d: offered %.5f, %.5f and accepted %.5f, latency %.1f",
                      cases[i].radix[0], cases[i].radix[1], cases[i].radix[2], cases[i].load,
                      outcome.offered, outcome.accepted, outcome.latency);
      g_assert_cmpfloat_with_epsilon (outcome.offered, cases[i].load, 5 * sd);
      /* Packets on their way at either end of the time, by Little's law, vary like a Poisson
       * number. */
      g_assert_cmpfloat_with_epsilon (outcome.accepted, outcome.offered,
                                      5 * sd * sqrt (2 * outcome.latency / (cycles - warmup)));
    }
}

/* Mean, and how far the 95% interval reaches. */
static void
interval (const double *values, double *mean, double *reach)
{
  double squares = 0;

  *mean = 0;
  for (guint i = 0; i < N_SEEDS; i++)
    *mean += values[i] / N_SEEDS;
  for (guint i = 0; i < N_SEEDS; i++)
    squares += (values[i] - *mean) * (values[i] - *mean);
  *reach = T_975 * sqrt (squares / (N_SEEDS - 1) / N_SEEDS);
}

/* Past the load at which round robin collapses, age-based arbitration accepts more, with a shorter
 * tail of latencies, beyond the 95% intervals. */
static void
test_age_based (void)
{
  OracleTorus torus = sim_torus (11, 12, 16);
  double accepted[2][N_SEEDS], p99[2][N_SEEDS];
  double accepted_mean[2], accepted_reach[2], p99_mean[2], p99_reach[2];

  torus.tie_parity = TRUE;
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  for (guint by_age = 0; by_age < 2; by_age++)
    {
      DlRouterSpec router = sim_default_router ();

      router.age_rr_select = by_age ? G_MAXUINT64 : 0;
      for (guint seed = 0; seed < N_SEEDS; seed++)
        {
          g_autoptr (DlSeastarPlan) plan = make_plan (routes, router, 0.34, 0, seed + 1);
          /* Round robin takes some 8,000 cycles to collapse. */
          const Outcome outcome = run (plan, 9000, 15000);

          accepted[by_age][seed] = outcome.accepted;
          p99[by_age][seed] = outcome.p99;
          g_test_message ("%s, seed %u: offered %.4f, accepted %.4f, p99 %.0f",
                          by_age ? "age-based" : "round robin", seed + 1, outcome.offered,
                          outcome.accepted, outcome.p99);
        }
      interval (accepted[by_age], &accepted_mean[by_age], &accepted_reach[by_age]);
      interval (p99[by_age], &p99_mean[by_age], &p99_reach[by_age]);
      g_test_message ("%s: accepted %.4f +- %.4f, p99 %.0f +- %.0f",
                      by_age ? "age-based" : "round robin", accepted_mean[by_age],
                      accepted_reach[by_age], p99_mean[by_age], p99_reach[by_age]);
    }
  g_assert_cmpfloat (accepted_mean[1] - accepted_reach[1], >, accepted_mean[0] + accepted_reach[0]);
  g_assert_cmpfloat (p99_mean[1] + p99_reach[1], <, p99_mean[0] - p99_reach[0]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim-statistics/accepted", test_accepted);
  g_test_add_func ("/sim-statistics/age-based", test_age_based);
  return g_test_run ();
}
