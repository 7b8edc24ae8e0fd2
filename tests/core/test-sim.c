/* The simulator: what must hold in any state, and what is known in advance. */
#include "dl-families.h"
#include "dl-torus-analysis.h"
#include "sim-fixture.h"
#include "test-rounds.h"

#include <math.h>

/* Packets of any scenario that cannot deadlock: conserved, within their buffers, never on VC1
 * through a dateline, and all delivered in the end; the same whatever the blocks. */
static void
test_random (void)
{
  GRand *rand = g_rand_new_with_seed (2112);

  for (guint32 seed = 0, n = 0; n < TEST_ROUNDS (60); seed++)
    {
      OracleTorus torus;

      oracle_torus_random (&torus, seed, seed % 5);
      g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
      DlSeastarPlanOptions options = sim_options (routes);
      g_autoptr (DlTorusAnalysis) analysis
          = dl_torus_analysis_new (routes, options.sent.demand, NULL);
      if (!analysis->verdict->deadlock_free || routes->network->n_nodes > 250)
        continue;
      n++;

      DlRouterSpec router = options.router;
      router.link_cycles = g_rand_int_range (rand, 1, 40);
      router.crossbar_cycles = g_rand_int_range (rand, 1, 12);
      router.input_buffer = g_rand_int_range (rand, 9, 100);
      router.staging_buffer = g_rand_int_range (rand, 9, 33);
      router.ejection_rate = g_rand_double_range (rand, 0.1, 1);
      router.age_clock_period = g_rand_int_range (rand, 1, 20);
      router.age_rr_select = n % 3 == 0 ? 0 : n % 3 == 1 ? G_MAXUINT64 : g_rand_int (rand);
      options.router = router;
      options.packet_flits = g_rand_int_range (rand, 1, 10);
      options.sent.burst = g_rand_int_range (rand, 1, 4);
      options.load = n % 4 == 0 ? INFINITY : g_rand_double_range (rand, 0, 0.6);
      options.response_share = n % 2 * 0.3;
      options.seed = seed;
      g_autoptr (DlSeastarPlan) plan = dl_seastar_plan_new (&options, NULL);
      g_autoptr (DlSeastar) sim = dl_seastar_new (plan, 0);
      g_autoptr (DlSeastar) small = dl_seastar_new (plan, 1 + seed % 7);
      static const guint n_threads[] = { 1, 2, 3, 8 };
      g_autofree char *text = oracle_torus_to_string (&torus);

      for (guint i = 0; i < 4; i++)
        {
          dl_seastar_run (sim, 500 + i);
          sim_check (sim, text);
          sim_check_no_deadlock (sim, text);
        }
      /* In other portions, by other threads, too. */
      for (guint i = 0; i < G_N_ELEMENTS (n_threads); i++)
        {
          dl_seastar_set_threads (small, n_threads[(i + seed) % G_N_ELEMENTS (n_threads)]);
          dl_seastar_run (small, i == 0 ? 503 : 501);
          sim_check (small, text);
        }
      g_assert_cmpuint (dl_seastar_cycle (sim), ==, dl_seastar_cycle (small));
      sim_assert_same (sim, small);
      sim_drain (sim, text);
    }
  g_rand_free (rand);
}

/* Alone in the network a packet takes 25 cycles per hop, 7 through the last crossbar, and as long
 * as the processor takes for its flits. */
static void
test_zero_load (void)
{
  const OracleTorus torus = sim_torus (5, 4, 6);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  g_auto (DlTorusRoute) route = { 0 };

  for (guint i = 0; i < TEST_ROUNDS (200); i++)
    {
      const guint source = i * 7 % 120, dest = (i * 31 + 11) % 120;
      g_autoptr (GArray) flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
      const DlFlow flow = { source, dest, 1 };
      const DlDemand demand = { .flows = flows };
      DlSimCounters counters;

      if (source == dest)
        continue;
      g_array_append_val (flows, flow);
      DlSeastarPlanOptions options = sim_options (routes);
      options.sent.demand = &demand;
      options.packet_flits = 1 + i % 9;
      options.load = 1e-4 / 120; /* the mean over all nodes */
      options.seed = i;
      g_autoptr (DlSeastar) sim = sim_new (&options);

      do
        {
          dl_seastar_run (sim, 50);
          dl_seastar_get_counters (sim, &counters);
        }
      while (counters.created == 0);
      dl_seastar_stop_sources (sim);
      dl_seastar_run (sim, 1000);
      dl_seastar_get_counters (sim, &counters);
      dl_torus_routes_walk (routes, source, dest, &route);
      g_assert_cmpuint (counters.delivered, ==, 1);
      g_assert_cmpuint (counters.latency_sum, ==,
                        25 * route.n_hops + 7 + (guint) ceil ((1 + i % 9) * 12 / 5.0));
    }
}

/* Below saturation what is offered is accepted. */
static void
test_accepted (void)
{
  const OracleTorus torus = sim_torus (4, 4, 4);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  const DlSeastarPlanOptions options = sim_options (routes);
  g_autoptr (DlSeastar) sim = sim_new (&options);
  DlSimCounters counters;

  dl_seastar_run (sim, 100000);
  sim_check (sim, "4x4x4");
  dl_seastar_get_counters (sim, &counters);
  /* 142,222 packets expected; five standard deviations are 1.3%. */
  g_assert_cmpfloat_with_epsilon (counters.delivered * 9.0 / 64 / 100000, 0.2, 0.2 * 0.014);
}

/* Whatever the pattern, the load is the mean over working nodes, each of which sends in proportion
 * to its pairs' weights; so every link carries what the analysis says. */
static void
check_pattern (DlTorusRoutes *routes, const DlDemand *demand, const char *name)
{
  const double load = 0.005, cycles = 200000; /* all to one takes it */
  const DlTorusNetwork *network = routes->network;
  DlSeastarPlanOptions options = sim_options (routes);
  g_autoptr (DlTorusAnalysis) analysis = dl_torus_analysis_new (routes, demand, NULL);
  g_autofree double *sent = g_new0 (double, network->n_nodes);
  double mean = 0, packets;
  DlSimCounters counters;
  DlSimStats stats;

  for (guint i = 0; i < demand->flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);
      sent[flow->source] += flow->weight;
      mean += flow->weight / network->n_working_nodes;
    }
  if (demand->uniform)
    mean = network->n_working_nodes - 1;
  options.sent.demand = demand;
  options.load = load;
  options.packet_flits = 1;
  g_autoptr (DlSeastar) sim = sim_new (&options);

  dl_seastar_run (sim, cycles);
  sim_drain (sim, name);
  dl_seastar_get_counters (sim, &counters);
  dl_seastar_get_stats (sim, &stats);
  packets = load * cycles * network->n_working_nodes;
  /* Offered, and accepted: five standard deviations. */
  g_assert_cmpuint (counters.created, ==, counters.delivered);
  g_assert_cmpfloat_with_epsilon (counters.delivered, packets, 5 * sqrt (packets));
  for (guint node = 0; node < network->n_nodes; node++)
    {
      const double expected
          = !network->node_up[node] ? 0 : load * cycles * (demand->uniform ? 1 : sent[node] / mean);
      g_assert_cmpfloat_with_epsilon (stats.sources[node], expected, 5 * sqrt (expected) + 0.5);
    }
  for (guint link = 0; link < network->n_links; link++)
    {
      const double expected = load * cycles * dl_torus_analysis_link_load (analysis, link) / mean;
      DlSeastarPortCounters one;

      if (network->link_state[link] == DL_LINK_ABSENT)
        continue;
      dl_seastar_get_port_counters (sim, link / network->n_ports, link % network->n_ports, &one);
      g_assert_cmpfloat_with_epsilon (one.packets[0] + one.packets[1], expected,
                                      5 * sqrt (expected) + 0.5);
    }
  dl_sim_stats_clear (&stats);
}

static void
test_patterns (void)
{
  const guint n_patterns = dl_family_n_patterns (&dl_family_torus);

  for (guint variant = 0; variant < 2; variant++)
    {
      OracleTorus torus = sim_torus (5, 4, 3);

      for (guint dim = 0; dim < 3; dim++)
        torus.wrap[dim] = variant == 1; /* the corners of a mesh have three neighbors */
      if (variant == 1)
        {
          torus.n_nodes = 1;
          torus.nodes[0] = (OracleNode) { { 1, 2, 1 } };
          torus.dateline[1] = 3;
          torus.dateline[2] = 2;
        }
      g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
      for (guint i = 0; i < n_patterns; i++)
        if (!dl_torus_patterns[i].pattern->program && !dl_torus_patterns[i].pattern->needs_matrix)
          {
            const DlTorusTraffic spec
                = { .pattern = dl_torus_patterns[i].pattern, .target = 7, .seed = 3 };
            g_autoptr (DlDemand) demand = dl_torus_demand_new (routes->network, &spec);
            check_pattern (routes, demand, dl_torus_patterns[i].pattern->id);
          }
      /* Weights. */
      g_autoptr (GArray) flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
      const DlDemand weighted = { .flows = flows };
      for (guint node = 0; node < 20; node++)
        for (guint j = 1; routes->network->node_up[node] && j <= node % 3; j++)
          {
            const DlFlow flow = { node, 40 + (node * j) % 20, 1 + 2 * (node % 5) };
            g_array_append_val (flows, flow);
          }
      check_pattern (routes, &weighted, "weights");
    }
}

/* Against sorting and adding up. */
static gint
compare_cycles (gconstpointer a, gconstpointer b)
{
  const guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

static void
test_latency (void)
{
  GRand *rand = g_rand_new_with_seed (7);

  for (guint run = 0; run < TEST_ROUNDS (200); run++)
    {
      const guint n = g_rand_int_range (rand, 1, 2000);
      const double width = pow (2, g_rand_double_range (rand, 1, 40));
      g_autofree guint64 *all = g_new (guint64, n);
      DlLatency parts[3] = { 0 };
      long double sum = 0, squares = 0;

      for (guint i = 0; i < n; i++)
        {
          all[i] = g_rand_double (rand) * width;
          dl_latency_add (&parts[i % 3], all[i]);
          sum += all[i];
        }
      dl_latency_merge (&parts[0], &parts[1]);
      dl_latency_merge (&parts[0], &parts[2]);
      for (guint i = 0; i < n; i++)
        squares += (all[i] - sum / n) * (all[i] - sum / n);
      qsort (all, n, sizeof *all, compare_cycles);

      g_assert_cmpuint (parts[0].count, ==, n);
      g_assert_cmpuint (parts[0].max, ==, all[n - 1]);
      g_assert_cmpfloat_with_epsilon (dl_latency_mean (&parts[0]), (double) (sum / n),
                                      1e-12 * width);
      if (n > 1)
        g_assert_cmpfloat_with_epsilon (dl_latency_sd (&parts[0]),
                                        (double) sqrtl (squares / (n - 1)), 1e-7 * width);
      for (guint i = 1; i <= 100; i++)
        {
          const double exact = all[(guint64) ceil (i / 100.0 * n) - 1];
          g_assert_cmpfloat_with_epsilon (dl_latency_quantile (&parts[0], i / 100.0), exact,
                                          exact < DL_LATENCY_EXACT ? 1e-9
                                                                   : exact / DL_LATENCY_EXACT);
        }
      for (guint i = 0; i < 3; i++)
        dl_latency_clear (&parts[i]);
    }
  g_rand_free (rand);
}

/* Figure 4(a) of the age paper: along a line of 8 nodes all send to the last one, and each router
 * gives half of its output to its own processor. */
static void
test_merging (void)
{
  OracleTorus torus = sim_torus (8, 1, 1);
  g_autoptr (GArray) flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
  const DlDemand demand = { .flows = flows };
  DlSimStats stats[2];

  torus.wrap[0] = FALSE;
  for (guint i = 0; i < 7; i++)
    {
      const DlFlow flow = { i, 7 };
      g_array_append_val (flows, flow);
    }
  g_autoptr (DlTorusRoutes) built = oracle_torus_build (&torus);
  DlTorusRouting spec = built->spec;
  spec.source_vc_zero = TRUE;
  g_autoptr (DlTorusRoutes) routes = dl_torus_routes_new (built->network, &spec);
  DlSeastarPlanOptions options = sim_options (routes);
  options.sent.demand = &demand;
  options.router.age_rr_select = 0;
  options.load = INFINITY;
  g_autoptr (DlSeastar) sim = sim_new (&options);
  guint64 shares[7], sum = 0;

  dl_seastar_run (sim, 200000);
  dl_seastar_get_stats (sim, &stats[0]);
  dl_seastar_run (sim, 300000);
  dl_seastar_get_stats (sim, &stats[1]);
  for (guint i = 0; i < 7; i++)
    sum += shares[i] = stats[1].sources[i] - stats[0].sources[i];
  g_assert_cmpuint (sum, >, 10000);
  /* A period of 64 packets, of which the window may cut one. */
  for (guint i = 0; i < 7; i++)
    g_assert_cmpfloat_with_epsilon (shares[i], sum / (double) (1 << MIN (7 - i, 6)), 1);
  dl_sim_stats_clear (&stats[0]);
  dl_sim_stats_clear (&stats[1]);
}

/* In the long run each link carries what the analysis expects of it. The packets of a link are a
 * sum over independent ones, so that their counts vary as Poisson's do, or less. */
static void
test_link_loads (void)
{
  OracleTorus torus = sim_torus (5, 4, 3);
  double chi = 0, all = 0;
  guint n = 0;
  DlSimCounters counters;

  torus.cables[torus.n_cables++] = oracle_link_at (1, 2, 1, DL_TORUS_PORT_Y_PLUS);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  DlSeastarPlanOptions options = sim_options (routes);
  g_autoptr (DlTorusAnalysis) analysis = dl_torus_analysis_new (routes, options.sent.demand, NULL);
  options.packet_flits = 3;
  options.seed = 5;
  g_autoptr (DlSeastar) sim = sim_new (&options);

  dl_seastar_run (sim, 60000);
  sim_drain (sim, "link loads");
  dl_seastar_get_counters (sim, &counters);
  all = counters.created + counters.unreachable + counters.at_dateline;
  for (guint link = 0; link < routes->network->n_links; link++)
    {
      const guint node = link / routes->network->n_ports, port = link % routes->network->n_ports;
      DlSeastarPortCounters one;

      if (routes->network->link_state[link] == DL_LINK_ABSENT)
        continue;
      dl_seastar_get_port_counters (sim, node, port, &one);
      for (guint vc = 0; vc < DL_TORUS_VCS; vc++)
        {
          const double expected
              = analysis->vc_load[DL_TORUS_VCS * link + vc] * all / analysis->pairs;

          if (expected == 0)
            g_assert_cmpuint (one.packets[vc], ==, 0);
          else
            {
              chi += (one.packets[vc] - expected) * (one.packets[vc] - expected) / expected;
              n++;
            }
        }
    }
  g_assert_cmpuint (n, >, 300);
  /* Packets that share a route make the terms depend on each other: five deviations of a mean, and
   * twice that for the correlation. */
  g_test_message ("chi-square %.1f for %u channels", chi, n);
  g_assert_cmpfloat (chi, <, n + 10 * sqrt (2.0 * n));
  g_assert_cmpfloat (chi, >, n / 2.0);
}

/* Without datelines a ring locks, and stays so: each packet waits for the channel on which the next
 * one stands. */
static void
test_deadlock (void)
{
  OracleTorus torus = sim_torus (5, 5, 5);

  for (guint dim = 0; dim < 3; dim++)
    torus.dateline[dim] = -1;
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  DlSeastarPlanOptions options = sim_options (routes);
  options.load = INFINITY;
  g_autoptr (DlSeastar) sim = sim_new (&options);
  g_autoptr (GArray) waits = NULL;

  for (guint i = 0; i < 200 && waits == NULL; i++)
    {
      dl_seastar_run (sim, 500);
      waits = dl_seastar_find_deadlock (sim);
    }
  g_assert_nonnull (waits);
  g_assert_cmpuint (waits->len, >=, 3);
  sim_check (sim, "no datelines");
  for (guint i = 0; i < waits->len; i++)
    {
      const DlSimWait *wait = &g_array_index (waits, DlSimWait, i);
      const DlSimWait *next = &g_array_index (waits, DlSimWait, (i + 1) % waits->len);

      g_assert_cmpuint (
          routes->network->link_to[dl_torus_network_link (routes->network, wait->node, wait->port)],
          ==, next->node);
      g_assert_cmpuint (wait->injected, <, dl_seastar_cycle (sim));
    }

  dl_seastar_run (sim, 20000);
  g_autoptr (GArray) later = dl_seastar_find_deadlock (sim);
  g_assert_nonnull (later);
  g_assert_cmpuint (waits->len, ==, later->len);
  for (guint i = 0; i < waits->len; i++)
    {
      const DlSimWait *wait = &g_array_index (waits, DlSimWait, i);
      const DlSimWait *still = &g_array_index (later, DlSimWait, i);

      g_assert_true (wait->node == still->node && wait->port == still->port && wait->vc == still->vc
                     && wait->source == still->source && wait->dest == still->dest
                     && wait->created == still->created);
    }
}

/* Plans that cannot be simulated are refused. */
static void
test_refused (void)
{
  const OracleTorus torus = sim_torus (3, 3, 3);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  const DlSeastarPlanOptions good = sim_options (routes);
  DlSeastarPlanOptions bad[14];
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    bad[i] = good;
  bad[n++].router.input_buffer = 8;
  bad[n++].router.staging_buffer = 8;
  bad[n++].router.input_buffer = 65536;
  bad[n++].router.ejection_rate = 0;
  bad[n++].router.ejection_rate = NAN;
  bad[n++].router.link_cycles = 0;
  bad[n++].router.age_clock_period = 0;
  bad[n++].router.request_age_bias[2] = 8;
  bad[n++].router.link_error_rate = 1;
  bad[n++].packet_flits = 10;
  bad[n++].packet_flits = 0;
  bad[n++].load = 1.01;
  bad[n++].load = -1;
  bad[n].packet_flits = 1;
  bad[n++].router.input_buffer = 65535;
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (bad));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (dl_seastar_plan_new (&bad[i], &error));
      g_assert_true (error != NULL && error->domain == DL_SIM_ERROR);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/random", test_random);
  g_test_add_func ("/sim/zero-load", test_zero_load);
  g_test_add_func ("/sim/accepted", test_accepted);
  g_test_add_func ("/sim/patterns", test_patterns);
  g_test_add_func ("/sim/latency", test_latency);
  g_test_add_func ("/sim/merging", test_merging);
  g_test_add_func ("/sim/link-loads", test_link_loads);
  g_test_add_func ("/sim/deadlock", test_deadlock);
  g_test_add_func ("/sim/refused", test_refused);
  return g_test_run ();
}
