/* Links that make errors: what go-back-N costs, and that nothing is lost, doubled or overtaken. */
#include "dl-seastar-inside.h"
#include "dl-torus-analysis.h"
#include "sim-fixture.h"
#include "test-rounds.h"

#include <math.h>

static const DlDemand uniform = { .uniform = TRUE };

static DlSeastarPlan *
make_plan (DlTorusRoutes *routes, const DlDemand *demand, DlRouterSpec router, guint flits,
           double load, guint64 seed)
{
  const DlSeastarPlanOptions options = {
    .routes = routes,
    .sent.demand = demand,
    .router = router,
    .packet_flits = flits,
    .sent.burst = 1,
    .load = load,
    .response_share = 0.3,
    .seed = seed,
  };
  return dl_seastar_plan_new (&options, NULL);
}

static GArray *
one_flow (guint source, guint dest)
{
  GArray *flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
  const DlFlow flow = { source, dest, 1 };

  g_array_append_val (flows, flow);
  return flows;
}

/* Alone in the network a packet is late by one round trip and itself for each time that it is sent
 * again, on whichever link. */
static void
test_zero_load (void)
{
  const OracleTorus torus = sim_torus (5, 4, 6);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  g_auto (DlTorusRoute) route = { 0 };
  guint64 again = 0;

  for (guint i = 0; i < TEST_ROUNDS (200); i++)
    {
      const guint source = i * 7 % 120, dest = (i * 31 + 11) % 120, flits = 1 + i % 9;
      g_autoptr (GArray) flows = one_flow (source, dest);
      const DlDemand demand = { .flows = flows };
      DlRouterSpec router = sim_default_router ();
      DlSimCounters counters;

      if (source == dest)
        continue;
      router.link_cycles = 1 + i % 23;
      router.link_error_rate = 0.05;
      g_autoptr (DlSeastarPlan) plan = make_plan (routes, &demand, router, flits, 1e-4 / 120, i);
      g_autoptr (DlSeastar) sim = dl_seastar_new (plan, 0);

      do
        {
          dl_seastar_run (sim, 50);
          dl_seastar_get_counters (sim, &counters);
        }
      while (counters.created == 0);
      sim_drain (sim, "one packet");
      dl_seastar_get_counters (sim, &counters);
      dl_torus_routes_walk (routes, source, dest, &route);
      g_assert_cmpuint (counters.delivered, ==, 1);
      g_assert_cmpuint (counters.flit_hops, ==, flits * route.n_hops);
      g_assert_cmpuint (counters.retransmitted_flits, ==, flits * counters.retransmitted_packets);
      g_assert_cmpuint (counters.latency_sum, ==,
                        (router.link_cycles + 7) * route.n_hops + 7
                            + (guint) ceil (flits * 12 / 5.0)
                            + counters.retransmitted_packets * (flits + 2 * router.link_cycles));
      again += counters.retransmitted_packets;
    }
  g_assert_cmpuint (again, >, TEST_ROUNDS (100));
}

/* Throughput of a saturated link. A packet in error costs the time until the sender knows, which is
 * a whole number of packets, since it continues to send; then all of them are sent again. */
static void
test_goodput (void)
{
  static const struct
  {
    guint flits, link_cycles;
    double rate;
  } cases[]
      = { { 9, 18, 0.01 }, { 9, 18, 0.1 },  { 9, 1, 0.02 },  { 7, 18, 0.01 }, { 4, 18, 0.02 },
          { 4, 5, 0.1 },   { 2, 30, 0.01 }, { 1, 18, 0.01 }, { 1, 3, 0.3 },   { 5, 60, 0.001 } };
  OracleTorus torus = sim_torus (2, 1, 1);
  g_autoptr (GArray) flows = one_flow (0, 1);
  const DlDemand demand = { .flows = flows };

  torus.wrap[0] = FALSE;
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const guint flits = cases[i].flits, cycles = 600000;
      const double error = 1 - pow (1 - cases[i].rate, flits);
      const double lost = ceil ((flits + 2.0 * cases[i].link_cycles) / flits); /* packets */
      /* Time per packet, however often it fails. */
      const double mean = flits * (1 + lost * error / (1 - error));
      const double sd = flits * lost * sqrt (error) / (1 - error);
      DlRouterSpec router = sim_default_router ();
      DlSeastarPortCounters port;
      DlSimCounters counters;

      router.link_cycles = cases[i].link_cycles;
      router.link_error_rate = cases[i].rate;
      router.ejection_rate = 1;
      router.input_buffer = 400; /* credits are no limit */
      router.staging_buffer = 64;
      g_autoptr (DlSeastarPlan) plan = make_plan (routes, &demand, router, flits, INFINITY, i);
      g_autoptr (DlSeastar) sim = dl_seastar_new (plan, 0);

      dl_seastar_run (sim, cycles);
      sim_check (sim, "goodput");
      dl_seastar_get_counters (sim, &counters);
      dl_seastar_get_port_counters (sim, 0, DL_TORUS_PORT_X_PLUS, &port);
      g_test_message ("%u flits, %u cycles, %g: %.4f, expected %.4f +- %.4f", flits,
                      cases[i].link_cycles, cases[i].rate,
                      (double) counters.delivered * flits / cycles, flits / mean,
                      flits * sd / mean / sqrt (cycles * mean));
      g_assert_cmpfloat_with_epsilon (counters.delivered, cycles / mean,
                                      5 * sqrt (cycles / mean) * sd / mean + 20);
      g_assert_cmpuint (port.retransmitted_flits, ==, counters.retransmitted_flits);
      g_assert_cmpuint (port.retransmitted_packets, ==, counters.retransmitted_packets);
      /* The wire is never idle: all that was sent is what got over, what was sent again, and what
       * is held. */
      g_assert_cmpuint (flits
                            * (port.packets[0] + port.packets[1] + port.packets[2] + port.packets[3]
                               + port.retransmitted_packets),
                        >=, cycles - 200);
    }
}

/* Whatever the network, the load and the errors: conserved, within the buffers, all delivered in
 * the end, and the same for all blocks and threads. */
static void
test_random (void)
{
  GRand *rand = g_rand_new_with_seed (34);
  guint64 again = 0;

  for (guint32 seed = 1000, n = 0; n < 25; seed++)
    {
      OracleTorus torus;

      oracle_torus_random (&torus, seed, seed % 5);
      g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
      g_autoptr (DlTorusAnalysis) analysis = dl_torus_analysis_new (routes, &uniform, NULL);
      if (!analysis->verdict->deadlock_free || routes->network->n_nodes > 250)
        continue;
      n++;

      DlRouterSpec router = sim_default_router ();
      router.link_cycles = g_rand_int_range (rand, 1, 40);
      router.crossbar_cycles = g_rand_int_range (rand, 1, 12);
      router.input_buffer = g_rand_int_range (rand, 9, 100);
      router.staging_buffer = g_rand_int_range (rand, 9, 33);
      router.ejection_rate = g_rand_double_range (rand, 0.1, 1);
      router.link_error_rate = pow (10, g_rand_double_range (rand, -4, -0.8));
      g_autoptr (DlSeastarPlan) plan
          = make_plan (routes, &uniform, router, g_rand_int_range (rand, 1, 10),
                       n % 4 == 0 ? INFINITY : g_rand_double_range (rand, 0, 0.4), seed);
      g_autoptr (DlSeastar) sim = dl_seastar_new (plan, 0);
      g_autoptr (DlSeastar) small = dl_seastar_new (plan, 1 + seed % 7);
      g_autofree char *text = oracle_torus_to_string (&torus);
      DlSimCounters counters;

      for (guint i = 0; i < 4; i++)
        {
          dl_seastar_run (sim, 500 + i);
          sim_check (sim, text);
          sim_check_no_deadlock (sim, text);
        }
      for (guint i = 0; i < 3; i++)
        {
          dl_seastar_set_threads (small, 1 + (i + seed) % 3);
          dl_seastar_run (small, 668 + (i == 0) + (i == 1));
          sim_check (small, text);
        }
      g_assert_cmpuint (dl_seastar_cycle (sim), ==, dl_seastar_cycle (small));
      sim_assert_same (sim, small);
      sim_drain (sim, text);
      dl_seastar_get_counters (sim, &counters);
      again += counters.retransmitted_packets;
    }
  g_assert_cmpuint (again, >, 10000);
  g_rand_free (rand);
}

/* Errors that never come change nothing. */
static void
test_rare (void)
{
  const OracleTorus torus = sim_torus (4, 3, 5);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  DlRouterSpec router = sim_default_router ();
  g_autoptr (DlSeastarPlan) never = make_plan (routes, &uniform, router, 9, 0.3, 1);
  router.link_error_rate = 1e-300;
  g_autoptr (DlSeastarPlan) hardly = make_plan (routes, &uniform, router, 9, 0.3, 1);
  g_autoptr (DlSeastar) a = dl_seastar_new (never, 0);
  g_autoptr (DlSeastar) b = dl_seastar_new (hardly, 0);

  dl_seastar_run (a, 5000);
  dl_seastar_run (b, 5000);
  sim_assert_same (a, b);
}

/* A link that hardly ever lets anything through: cycles go by, and all is still there. */
static void
test_hopeless (void)
{
  const OracleTorus torus = sim_torus (3, 3, 3);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  DlRouterSpec router = sim_default_router ();
  DlSimCounters counters;

  router.link_error_rate = 1 - 1e-9;
  g_autoptr (DlSeastarPlan) plan = make_plan (routes, &uniform, router, 3, INFINITY, 1);
  g_autoptr (DlSeastar) sim = dl_seastar_new (plan, 0);

  dl_seastar_run (sim, 20000);
  sim_check (sim, "hopeless");
  sim_check_no_deadlock (sim, "hopeless");
  dl_seastar_get_counters (sim, &counters);
  g_assert_cmpuint (counters.delivered, ==, 0);
  g_assert_cmpuint (counters.retransmitted_flits, >, 27 * 20000);
}

/* Packets of a link and a virtual channel, in the order of their grants before it, are granted in
 * that order behind it, output by output. The same run twice: one router is watched at a time. */
static void
test_order (void)
{
  g_autofree DlSeastarInside *inside = g_new (DlSeastarInside, 1);
  guint64 again = 0, seen_behind = 0;

  for (guint run = 0; run < TEST_ROUNDS (12); run++)
    {
      const OracleTorus torus = sim_torus (4, 3, 3);
      const guint node = run * 5 % 36, port = run % DL_TORUS_N_NETWORK_PORTS;
      g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
      const guint next
          = routes->network->link_to[dl_torus_network_link (routes->network, node, port)];
      g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL); /* from 1, by packet */
      DlRouterSpec router = sim_default_router ();
      guint last[DL_SIM_VCS][DL_N_ROUTER_PORTS] = { 0 };

      router.link_error_rate = 0.03;
      g_autoptr (DlSeastarPlan) plan
          = make_plan (routes, &uniform, router, 1 + run % 9, INFINITY, run);
      for (guint behind = 0; behind < 2; behind++)
        {
          g_autoptr (DlSeastar) sim = dl_seastar_new (plan, 0);
          guint64 seen = 0;
          DlSeastarPortCounters counters;

          dl_seastar_watch (sim, behind ? next : node);
          while (dl_seastar_cycle (sim) < 8000)
            {
              dl_seastar_run (sim, 4);
              dl_seastar_get_inside (sim, inside);
              g_assert_cmpuint (inside->n_grants - seen, <=, inside->n_kept);
              for (guint i = inside->n_grants - seen; i-- > 0;)
                {
                  const DlSeastarGrant *grant = &inside->grants[i];
                  const guint vc = grant->winner % DL_SIM_VCS;
                  /* A source injects one packet in a cycle. */
                  const gpointer packet
                      = GSIZE_TO_POINTER (grant->packet.injected << 8 | grant->packet.source);
                  guint place;

                  if (!behind && grant->output == port)
                    g_hash_table_insert (places, packet,
                                         GUINT_TO_POINTER (g_hash_table_size (places) + 1));
                  if (!behind || grant->winner / DL_SIM_VCS != dl_torus_port_opposite (port))
                    continue;
                  place = GPOINTER_TO_UINT (g_hash_table_lookup (places, packet));
                  g_assert_cmpuint (place, >, last[vc][grant->output]);
                  last[vc][grant->output] = place;
                  seen_behind++;
                }
              seen = inside->n_grants;
            }
          dl_seastar_get_port_counters (sim, node, port, &counters);
          again += counters.retransmitted_packets;
        }
    }
  g_assert_cmpuint (seen_behind, >, 1000);
  g_assert_cmpuint (again, >, 1000);
}

/* A cable that breaks takes along what waits to be sent again over it. */
static void
test_break (void)
{
  OracleTorus torus = sim_torus (4, 4, 4);
  guint64 dropped = 0;

  g_autoptr (DlTorusRoutes) whole = oracle_torus_build (&torus);
  torus.n_cables = 1;
  torus.cables[0] = (OracleLink) { { { 1, 2, 3 } }, DL_TORUS_PORT_Y_PLUS };
  g_autoptr (DlTorusRoutes) broken = oracle_torus_build (&torus);
  for (guint run = 0; run < TEST_ROUNDS (20); run++)
    {
      DlRouterSpec router = sim_default_router ();
      DlSimCounters counters;

      router.link_error_rate = 0.05;
      g_autoptr (DlSeastarPlan) plan = make_plan (whole, &uniform, router, 1 + run % 9, 0.4, run);
      g_autoptr (DlSeastarPlan) changed
          = make_plan (broken, &uniform, router, 1 + run % 9, 0.4, run);
      g_autoptr (DlSeastar) sim = dl_seastar_new (plan, 0);

      dl_seastar_run (sim, 1000 + 7 * run);
      dl_seastar_change (sim, changed);
      for (guint i = 0; dl_seastar_is_draining (sim) && i < 3000; i++)
        {
          dl_seastar_run (sim, 64);
          sim_check (sim, "draining");
        }
      g_assert_false (dl_seastar_is_draining (sim));
      dl_seastar_run (sim, 1000);
      sim_check (sim, "after the swap");
      dl_seastar_get_counters (sim, &counters);
      dropped += counters.dropped_link;
    }
  g_assert_cmpuint (dropped, >, 100);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim-link/zero-load", test_zero_load);
  g_test_add_func ("/sim-link/goodput", test_goodput);
  g_test_add_func ("/sim-link/random", test_random);
  g_test_add_func ("/sim-link/rare", test_rare);
  g_test_add_func ("/sim-link/hopeless", test_hopeless);
  g_test_add_func ("/sim-link/order", test_order);
  g_test_add_func ("/sim-link/break", test_break);
  return g_test_run ();
}
