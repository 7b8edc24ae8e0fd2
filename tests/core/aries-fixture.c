#include "aries-fixture.h"

#include "dl-aries-private.h"

#include <string.h>

DlAriesPlanOptions
aries_options (DlDragonflyRoutes *routes, DlDragonflyDemand *demand)
{
  return (DlAriesPlanOptions) {
    .routes = routes,
    .mode = dl_dragonfly_mode_find ("min-hash"),
    .demand = demand,
    .router
    = { .input_buffer = 24, .link_cycles = 5, .rate = { 1, 1, 12.5 / 14 }, .node_rate = 1.75 },
    .packet_flits = 4,
    .payload_bytes = 64,
    .load = 0.3,
    .seed = 1,
  };
}

DlAries *
aries_new (const DlAriesPlanOptions *options, guint block_routers, guint n_threads)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlAriesPlan) plan = dl_aries_plan_new (options, &error);
  DlAries *sim;

  g_assert_no_error (error);
  sim = dl_aries_new (plan, block_routers);
  dl_aries_set_threads (sim, n_threads);
  return sim;
}

void
aries_check (const DlAries *sim, const char *message)
{
  g_autofree char *wrong = aries_find_problem (sim);

  if (wrong != NULL)
    g_error ("%s, cycle %" G_GUINT64_FORMAT ": %s", message, dl_aries_cycle (sim), wrong);
}

static void
assert_same_links (const DlAries *a, const DlAries *b, const char *message)
{
  const guint n = a->dragonfly->n_links;
  g_autofree guint64 *stalls = g_new (guint64, 2 * n);
  g_autofree guint64 *packets = g_new (guint64, 2 * n);
  g_autofree guint64 *vc_flits = g_new (guint64, 2 * n * DL_ARIES_SIM_VCS);
  const DlAriesLinkCounters of_a = { .packets = packets, .stalls = stalls, .vc_flits = vc_flits };
  const DlAriesLinkCounters of_b = { .packets = packets + n,
                                     .stalls = stalls + n,
                                     .vc_flits = vc_flits + n * DL_ARIES_SIM_VCS };

  dl_aries_get_links (a, &of_a);
  dl_aries_get_links (b, &of_b);
  if (memcmp (stalls, stalls + n, n * sizeof *stalls) != 0
      || memcmp (packets, packets + n, n * sizeof *packets) != 0
      || memcmp (vc_flits, of_b.vc_flits, n * DL_ARIES_SIM_VCS * sizeof *vc_flits) != 0)
    g_error ("%s: links differ", message);
}

void
aries_assert_same (const DlAries *a, const DlAries *b, const char *message)
{
  DlSimCounters of_a, of_b;
  DlSimStats stats_a, stats_b;

  dl_aries_get_counters (a, &of_a);
  dl_aries_get_counters (b, &of_b);
  if (memcmp (&of_a, &of_b, sizeof of_a) != 0)
    g_error ("%s: counters differ, digests %" G_GINT64_MODIFIER "x and %" G_GINT64_MODIFIER "x",
             message, of_a.digest, of_b.digest);
  dl_aries_get_stats (a, &stats_a);
  dl_aries_get_stats (b, &stats_b);
  g_assert_cmpuint (stats_a.hops, ==, stats_b.hops);
  g_assert_cmpuint (stats_a.network.sum, ==, stats_b.network.sum);
  g_assert_cmpuint (stats_a.network.square_low, ==, stats_b.network.square_low);
  g_assert_cmpuint (stats_a.total.sum, ==, stats_b.total.sum);
  g_assert_cmpuint (stats_a.minimal.count, ==, stats_b.minimal.count);
  g_assert_cmpuint (stats_a.nonminimal.sum, ==, stats_b.nonminimal.sum);
  dl_sim_stats_clear (&stats_a);
  dl_sim_stats_clear (&stats_b);
  assert_same_links (a, b, message);
}

void
aries_drain (DlAries *sim, const char *message)
{
  DlSimCounters counters;

  dl_aries_stop_sources (sim);
  for (guint i = 0; i < 4000; i++)
    {
      dl_aries_run (sim, 64);
      dl_aries_get_counters (sim, &counters);
      if (counters.created == counters.delivered + counters.dropped_link + counters.dropped_source
          && !dl_aries_is_draining (sim))
        {
          aries_check (sim, message);
          return;
        }
    }
  g_error ("%s: %" G_GUINT64_FORMAT " packets created, %" G_GUINT64_FORMAT " delivered", message,
           counters.created, counters.delivered);
}
