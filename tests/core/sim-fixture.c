#include "sim-fixture.h"

DlRouterSpec
sim_default_router (void)
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

DlSeastarPlanOptions
sim_options (DlTorusRoutes *routes)
{
  static const DlDemand uniform = { .uniform = TRUE };

  return (DlSeastarPlanOptions) {
    .routes = routes,
    .sent.demand = &uniform,
    .router = sim_default_router (),
    .packet_flits = 9,
    .sent.burst = 1,
    .load = 0.2,
    .seed = 1,
  };
}

DlSeastar *
sim_new (const DlSeastarPlanOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlSeastarPlan) plan = dl_seastar_plan_new (options, &error);

  g_assert_no_error (error);
  return dl_seastar_new (plan, 0);
}

OracleTorus
sim_torus (int kx, int ky, int kz)
{
  OracleTorus torus = oracle_torus_of (kx, ky, kz);

  for (int dim = 0; dim < 3; dim++)
    torus.dateline[dim] = torus.radix[dim] - 1;
  return torus;
}

void
sim_check (const DlSeastar *sim, const char *message)
{
  g_autofree char *problem = sim_find_problem (sim);

  if (problem != NULL)
    g_error ("cycle %" G_GUINT64_FORMAT ": %s: %s", dl_seastar_cycle (sim), problem, message);
}

void
sim_check_no_deadlock (const DlSeastar *sim, const char *message)
{
  g_autoptr (GArray) waits = dl_seastar_find_deadlock (sim);

  if (waits != NULL)
    g_error ("cycle %" G_GUINT64_FORMAT ": deadlock: %s", dl_seastar_cycle (sim), message);
}

static void
assert_same_latency (const DlLatency *a, const DlLatency *b)
{
  g_assert_cmpuint (a->count, ==, b->count);
  g_assert_cmpuint (a->sum, ==, b->sum);
  g_assert_cmpuint (a->square_low, ==, b->square_low);
  g_assert_cmpuint (a->square_high, ==, b->square_high);
  g_assert_cmpuint (a->max, ==, b->max);
  for (guint i = 0; i <= 100; i++)
    if (a->count > 0)
      g_assert_cmpfloat (dl_latency_quantile (a, i / 100.0), ==,
                         dl_latency_quantile (b, i / 100.0));
}

void
sim_assert_same (const DlSeastar *a, const DlSeastar *b)
{
  g_autofree DlSimCounters *counters = g_new (DlSimCounters, 2);
  DlSimStats stats[2];

  dl_seastar_get_counters (a, &counters[0]);
  dl_seastar_get_counters (b, &counters[1]);
  g_assert_cmphex (counters[0].digest, ==, counters[1].digest);
  g_assert_cmpmem (&counters[0], sizeof counters[0], &counters[1], sizeof counters[1]);
  dl_seastar_get_stats (a, &stats[0]);
  dl_seastar_get_stats (b, &stats[1]);
  assert_same_latency (&stats[0].network, &stats[1].network);
  assert_same_latency (&stats[0].total, &stats[1].total);
  g_assert_cmpuint (stats[0].hops, ==, stats[1].hops);
  g_assert_cmpuint (stats[0].network.sum, ==, counters[0].latency_sum);
  dl_sim_stats_clear (&stats[0]);
  dl_sim_stats_clear (&stats[1]);
}

void
sim_drain (DlSeastar *sim, const char *message)
{
  DlSimCounters counters;

  dl_seastar_stop_sources (sim);
  for (guint i = 0; i < 1000; i++)
    {
      dl_seastar_run (sim, 1000);
      dl_seastar_get_counters (sim, &counters);
      if (counters.delivered == counters.created)
        break;
    }
  sim_check (sim, message);
  if (counters.delivered != counters.created)
    g_error ("%" G_GUINT64_FORMAT " packets are stuck: %s", counters.created - counters.delivered,
             message);
}
