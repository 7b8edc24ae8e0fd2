/* The simulator: what must hold in any state, and what is known in advance. */
#include "dl-analysis.h"
#include "dl-sim.h"
#include "oracle.h"

#include <math.h>

static DlRouterSpec
default_router (void)
{
  return (DlRouterSpec) {
    .input_buffer = 96,
    .staging_buffer = 16,
    .link_cycles = 18,
    .crossbar_cycles = 7,
    .ejection_rate = 5.0 / 12,
    .request_age_bias = { 3, 3, 2, 2, 1, 1, 1 },
    .response_age_bias = { 1, 1, 1, 1, 1, 1, 1 },
    .age_clock_period = 8,
    .age_rr_select = G_MAXUINT64,
  };
}

static OracleTorus
torus_of (int kx, int ky, int kz)
{
  OracleTorus torus = oracle_torus_of (kx, ky, kz);

  for (int dim = 0; dim < 3; dim++)
    torus.dateline[dim] = torus.radix[dim] - 1;
  return torus;
}

static void
check (DlSim *sim, const char *message)
{
  g_autofree char *problem = dl_sim_check (sim);

  if (problem != NULL)
    g_error ("cycle %" G_GUINT64_FORMAT ": %s: %s", dl_sim_cycle (sim), problem, message);
}

/* Until nothing is left in the network. */
static void
drain (DlSim *sim, const char *message)
{
  DlSimCounters counters;

  dl_sim_stop_sources (sim);
  for (guint i = 0; i < 1000; i++)
    {
      dl_sim_run (sim, 1000);
      dl_sim_get_counters (sim, &counters);
      if (counters.delivered == counters.created)
        break;
    }
  check (sim, message);
  if (counters.delivered != counters.created)
    g_error ("%" G_GUINT64_FORMAT " packets are stuck: %s", counters.created - counters.delivered,
             message);
}

/* Packets of any scenario that cannot deadlock: conserved, within their buffers, never on VC1
 * through a dateline, and all delivered in the end; the same whatever the blocks. */
static void
test_random (void)
{
  GRand *rand = g_rand_new_with_seed (2112);

  for (guint32 seed = 0, n = 0; n < 60; seed++)
    {
      const DlDemand uniform = { .uniform = TRUE };
      DlSimCounters counters, other;
      OracleTorus torus;

      oracle_torus_random (&torus, seed, seed % 5);
      g_autoptr (DlRoutes) routes = oracle_torus_build (&torus);
      g_autoptr (DlAnalysis) analysis = dl_analysis_new (routes, &uniform, NULL);
      if (!analysis->verdict->deadlock_free || routes->network->n_nodes > 250)
        continue;
      n++;

      DlRouterSpec router = default_router ();
      router.link_cycles = g_rand_int_range (rand, 1, 40);
      router.crossbar_cycles = g_rand_int_range (rand, 1, 12);
      router.input_buffer = g_rand_int_range (rand, 9, 100);
      router.staging_buffer = g_rand_int_range (rand, 9, 33);
      router.ejection_rate = g_rand_double_range (rand, 0.1, 1);
      router.age_clock_period = g_rand_int_range (rand, 1, 20);
      router.age_rr_select = n % 3 == 0 ? 0 : n % 3 == 1 ? G_MAXUINT64 : g_rand_int (rand);
      const DlSimPlanOptions options = {
        .routes = routes,
        .demand = &uniform,
        .router = router,
        .packet_flits = g_rand_int_range (rand, 1, 10),
        .burst = g_rand_int_range (rand, 1, 4),
        .load = n % 4 == 0 ? INFINITY : g_rand_double_range (rand, 0, 0.6),
        .response_share = n % 2 * 0.3,
        .seed = seed,
      };
      g_autoptr (DlSimPlan) plan = dl_sim_plan_new (&options);
      g_autoptr (DlSim) sim = dl_sim_new (plan, 0);
      g_autoptr (DlSim) small = dl_sim_new (plan, 1 + seed % 7);
      g_autofree char *text = oracle_torus_to_string (&torus);

      for (guint i = 0; i < 4; i++)
        {
          dl_sim_run (sim, 500 + i);
          check (sim, text);
        }
      /* In other portions, too. */
      dl_sim_run (small, 1003);
      dl_sim_run (small, 1003);
      dl_sim_get_counters (sim, &counters);
      dl_sim_get_counters (small, &other);
      g_assert_cmpmem (&counters, sizeof counters, &other, sizeof other);
      drain (sim, text);
    }
  g_rand_free (rand);
}

/* Alone in the network a packet takes 25 cycles a hop, 7 through the last crossbar, and as long as
 * the processor takes for its flits. */
static void
test_zero_load (void)
{
  const OracleTorus torus = torus_of (5, 4, 6);
  g_autoptr (DlRoutes) routes = oracle_torus_build (&torus);
  g_auto (DlRoute) route = { 0 };

  for (guint i = 0; i < 200; i++)
    {
      const guint source = i * 7 % 120, dest = (i * 31 + 11) % 120;
      g_autoptr (GArray) flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
      const DlFlow flow = { source, dest };
      const DlDemand demand = { .flows = flows };
      DlSimCounters counters;

      if (source == dest)
        continue;
      g_array_append_val (flows, flow);
      const DlSimPlanOptions options = {
        .routes = routes,
        .demand = &demand,
        .router = default_router (),
        .packet_flits = 1 + i % 9,
        .burst = 1,
        .load = 1e-4,
        .seed = i,
      };
      g_autoptr (DlSimPlan) plan = dl_sim_plan_new (&options);
      g_autoptr (DlSim) sim = dl_sim_new (plan, 0);

      do
        {
          dl_sim_run (sim, 1);
          dl_sim_get_counters (sim, &counters);
        }
      while (counters.created == 0);
      dl_sim_stop_sources (sim);
      dl_sim_run (sim, 1000);
      dl_sim_get_counters (sim, &counters);
      dl_routes_walk (routes, source, dest, &route);
      g_assert_cmpuint (counters.delivered, ==, 1);
      g_assert_cmpuint (counters.latency_sum, ==,
                        25 * route.n_hops + 7 + (guint) ceil ((1 + i % 9) * 12 / 5.0));
    }
}

/* Below saturation what is offered is accepted. */
static void
test_accepted (void)
{
  const DlDemand uniform = { .uniform = TRUE };
  const OracleTorus torus = torus_of (4, 4, 4);
  g_autoptr (DlRoutes) routes = oracle_torus_build (&torus);
  const DlSimPlanOptions options = {
    .routes = routes,
    .demand = &uniform,
    .router = default_router (),
    .packet_flits = 9,
    .burst = 1,
    .load = 0.2,
    .seed = 1,
  };
  g_autoptr (DlSimPlan) plan = dl_sim_plan_new (&options);
  g_autoptr (DlSim) sim = dl_sim_new (plan, 0);
  DlSimCounters counters;

  dl_sim_run (sim, 100000);
  check (sim, "4x4x4");
  dl_sim_get_counters (sim, &counters);
  /* 142,222 packets expected; five standard deviations are 1.3 %. */
  g_assert_cmpfloat_with_epsilon (counters.delivered * 9.0 / 64 / 100000, 0.2, 0.2 * 0.014);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/random", test_random);
  g_test_add_func ("/sim/zero-load", test_zero_load);
  g_test_add_func ("/sim/accepted", test_accepted);
  return g_test_run ();
}
