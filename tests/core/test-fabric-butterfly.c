/* k-ary n-flies: one route per pair, by the digits of its destination, what a permutation can do to
 * it, and nodes that hear the last stage and send to the first. */
#include "dl-fabric-analysis.h"
#include "dl-fabric-engine.h"
#include "dl-families.h"
#include "dl-iq-machine.h"
#include "dl-scenario-file.h"
#include "fabric-fixture.h"
#include "iq-fixture.h"

#include <math.h>

static DlFabric *
fly (guint k, guint n)
{
  const DlFabricSpec spec = { .radix = k, .stages = n };
  g_autoptr (GError) error = NULL;
  DlFabric *fabric = dl_fabric_generate ("butterfly", &spec, &error);

  g_assert_no_error (error);
  return fabric;
}

static DlFabricRoutes *
route (DlFabric *fabric)
{
  DlFabricEngineOptions options = dl_fabric_engine_options_default ();
  g_autoptr (GError) error = NULL;
  DlFabricRoutes *routes
      = dl_fabric_route (fabric, dl_fabric_engine_find ("min-hop"), &options, NULL, &error);

  g_assert_no_error (error);
  return routes;
}

static guint
power (guint k, guint n)
{
  return n > 0 ? k * power (k, n - 1) : 1;
}

/* Routes -------------------------------------------------------------------------------------- */

/* How many ways lead from switch @from to @to. */
static guint
count_ways (const DlFabric *fabric, guint from, guint to)
{
  const guint H = fabric->n_hosts;
  guint n = from == to;

  for (guint c = fabric->first[H + from]; c < fabric->first[H + from + 1] && from != to; c++)
    if (fabric->channel_to[c] >= H)
      n += count_ways (fabric, fabric->channel_to[c] - H, to);
  return n;
}

/* A packet leaves stage i by the output of digit n - 1 - i of its destination. */
static void
check_pair (const DlFabricRoutes *routes, guint k, guint n, guint from, guint to)
{
  const DlFabric *fabric = routes->fabric;
  guint32 channels[64];
  guint n_channels;

  g_assert_cmpint (dl_fabric_routes_walk (routes, from, to, 0, channels, &n_channels, NULL), ==,
                   DL_FABRIC_DELIVERED);
  g_assert_cmpuint (n_channels, ==, n + 1);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (fabric->channel_from_port[channels[i + 1]], ==,
                      k + 1 + to / power (k, n - 1 - i) % k);
}

static void
test_routes (void)
{
  for (guint k = 2; k <= 4; k++)
    for (guint n = 1; n <= (k > 2 ? 3 : 5); n++)
      {
        g_autoptr (DlFabric) fabric = fly (k, n);
        g_autoptr (DlFabricRoutes) routes = route (fabric);
        g_autoptr (DlFabricAnalysis) analysis = dl_fabric_analysis_new (routes, NULL, NULL);
        const guint H = fabric->n_hosts, width = power (k, n - 1);

        fabric_check (fabric);
        g_assert_cmpuint (H, ==, k * width);
        g_assert_cmpuint (fabric->n_switches, ==, n * width);
        for (guint from = 0; from < H; from++)
          for (guint to = 0; to < H; to++)
            {
              check_pair (routes, k, n, from, to);
              if (from % k == 0 && to % k == 0)
                g_assert_cmpuint (count_ways (fabric, from / k, (n - 1) * width + to / k), ==, 1);
            }
        g_assert_cmpuint (analysis->n_unreachable, ==, 0);
        g_assert_true (analysis->deadlock_free);
        g_assert_cmpuint (analysis->max_hops, ==, n - 1);
        /* Uniform traffic is spread evenly: each channel carries the pairs of a node. */
        if (n > 1)
          g_assert_cmpfloat (dl_fabric_analysis_max_load (analysis, NULL), <=, H);
      }
}

/* A switch of the last stage takes with it the hosts that hear it. */
static void
test_faults (void)
{
  g_autoptr (DlFabric) fabric = fly (2, 3);
  g_autoptr (DlFabric) broken = dl_fabric_new_broken (
      fabric, &(DlFabricFaults) { .switches = (const guint32[]) { 8 }, .n_switches = 1 });

  g_assert_cmpuint (dl_fabric_count_working_hosts (broken), ==, 6);
  for (guint h = 0; h < 8; h++)
    {
      g_assert_cmpint (dl_fabric_host_works (broken, h), ==, h > 1);
      g_assert_cmpint (broken->graph->node_up[h], ==, h > 1);
      g_assert_cmpint (broken->link_state[dl_fabric_host_sends (broken, h)] == DL_LINK_UP, ==,
                       h > 1);
    }
}

/* Permutations -------------------------------------------------------------------------------- */

/* The most packets on a channel between switches if host i sends to @dest[i]. */
static guint
count_most (const DlFabricRoutes *routes, const guint *dest)
{
  const DlFabric *fabric = routes->fabric;
  g_autofree guint *load = g_new0 (guint, fabric->n_channels);
  guint32 channels[64];
  guint most = 0, n;

  for (guint h = 0; h < fabric->n_hosts; h++)
    {
      dl_fabric_routes_walk (routes, h, dest[h], 0, channels, &n, NULL);
      for (guint i = 1; i + 1 < n; i++)
        {
          load[channels[i]]++;
          most = MAX (most, load[channels[i]]);
        }
    }
  return most;
}

/* The worst of all permutations that begin with @dest (n). */
static guint
find_worst (const DlFabricRoutes *routes, guint *dest, guint n)
{
  const guint H = routes->fabric->n_hosts;
  guint worst = 0;

  if (n == H)
    return count_most (routes, dest);
  for (guint to = 0; to < H; to++)
    {
      gboolean taken = FALSE;

      for (guint i = 0; i < n; i++)
        taken |= dest[i] == to;
      dest[n] = to;
      if (taken)
        continue;
      const guint found = find_worst (routes, dest, n + 1);
      worst = MAX (worst, found);
    }
  return worst;
}

/* A permutation that sends as many packets as it can over @channel, all others anywhere; returns
 * how many. */
static guint
crowd (const DlFabricRoutes *routes, guint channel, guint *dest)
{
  const guint H = routes->fabric->n_hosts;
  g_autofree guint8 *sent = g_new0 (guint8, H), *taken = g_new0 (guint8, H);
  guint32 channels[64];
  guint crowded = 0;

  for (guint pass = 0; pass < 2; pass++)
    for (guint from = 0; from < H; from++)
      for (guint to = 0; to < H && !sent[from]; to++)
        {
          gboolean over = pass == 1;
          guint n;

          dl_fabric_routes_walk (routes, from, to, 0, channels, &n, NULL);
          for (guint i = 0; i < n; i++)
            over |= channels[i] == channel;
          if (taken[to] || !over)
            continue;
          sent[from] = taken[to] = TRUE;
          dest[from] = to;
          crowded += pass == 0;
        }
  return crowded;
}

/* 1 / k^(n / 2) of the capacity (Dally & Towles 2004, 4.4): as many packets of a permutation meet
 * on a channel, at its worst. Of small ones all permutations are tried. */
static void
test_worst (void)
{
  for (guint k = 2; k <= 4; k++)
    for (guint n = 2; n <= (k > 2 ? 3 : 5); n++)
      {
        g_autoptr (DlFabric) fabric = fly (k, n);
        g_autoptr (DlFabricRoutes) routes = route (fabric);
        g_autofree guint *dest = g_new (guint, fabric->n_hosts);
        const guint expected = power (k, n / 2);
        guint most = 0;

        for (guint c = 0; c < fabric->n_channels; c++)
          if (dl_fabric_link_class (fabric, c) == DL_FABRIC_BETWEEN_SWITCHES)
            {
              const guint n_crowded = crowd (routes, c, dest);

              g_assert_cmpuint (n_crowded, <=, expected);
              if (n_crowded <= most)
                continue;
              most = n_crowded;
              g_assert_cmpuint (count_most (routes, dest), >=, most);
            }
        g_assert_cmpuint (most, ==, expected);
        if (fabric->n_hosts <= 8)
          g_assert_cmpuint (find_worst (routes, dest, 0), ==, expected);
      }
}

/* The analysis says the same of such a permutation. */
static void
test_saturation (void)
{
  g_autoptr (DlFabric) fabric = fly (4, 2);
  g_autoptr (DlFabricRoutes) routes = route (fabric);
  g_autoptr (DlFabricAnalysis) analysis = NULL;
  g_autoptr (GArray) flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
  const DlDemand demand = { .flows = flows };

  /* Host 4 a + b to host 4 (b' + 1) + a of the digits swapped: none sends to itself. */
  for (guint h = 0; h < 16; h++)
    g_array_append_val (
        flows, ((DlFlow) { .source = h, .dest = (h / 4 + 1) % 4 * 4 + h % 4, .weight = 1 }));
  analysis = dl_fabric_analysis_new (routes, &demand, NULL);
  g_assert_cmpfloat_with_epsilon (dl_fabric_analysis_max_load (analysis, NULL), 4, 1e-9);
  g_assert_cmpfloat_with_epsilon (dl_fabric_analysis_full_at (analysis, NULL), 0.25, 1e-9);
}

/* Simulation ---------------------------------------------------------------------------------- */

static DlMachinePlan *
plan_of (const char *traffic)
{
  g_autofree char *text = g_strdup_printf (
      "[scenario]\nformat=1\nname=Fly\nkind=fabric\n[fabric]\nsource=butterfly\nradix=3\n"
      "stages=3\nengine=min-hop\n[router]\nmodel=input-queued\n[traffic]\n%s",
      traffic);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) scenario = dl_scenario_parse (text, -1, "fly", NULL, &error);
  DlMachinePlan *plan;

  g_assert_no_error (error);
  plan = dl_scenario_plan (scenario, 1, NULL, NULL, &error);
  g_assert_no_error (error);
  return plan;
}

static guint64
digest_of (const DlMachinePlan *plan, guint block, guint threads, gboolean drains)
{
  g_autoptr (DlIq) iq = dl_iq_new (dl_iq_plan_of (plan), block);
  DlSimCounters counters;

  dl_iq_set_threads (iq, threads);
  for (guint i = 0; i < 10; i++)
    {
      dl_iq_run (iq, 300);
      iq_check (iq, FALSE);
    }
  dl_iq_stop_sources (iq);
  dl_iq_run (iq, 20000);
  iq_check (iq, drains);
  dl_iq_get_counters (iq, &counters);
  g_assert_cmpuint (counters.delivered, >, 0);
  return counters.digest;
}

/* Programs, too, whose ranks send when they have heard. */
static void
test_simulation (void)
{
  static const char *const traffics[]
      = { "load=0.4\npacket-flits=3\n", "pattern=all-to-all\nmessage-bytes=256\n" };

  for (guint i = 0; i < G_N_ELEMENTS (traffics); i++)
    {
      g_autoptr (DlMachinePlan) plan = plan_of (traffics[i]);
      const guint64 digest = digest_of (plan, 0, 1, TRUE);

      for (guint block = 1; block <= 9; block += 4)
        for (guint threads = 1; threads <= 3; threads += 2)
          g_assert_cmpuint (digest_of (plan, block, threads, TRUE), ==, digest);
    }
}

static void
test_refused (void)
{
  const struct
  {
    const char *key;
    guint radix, stages;
  } cases[] = { { "radix", 1, 3 },   { "radix", 128, 1 },   { "stages", 2, 0 },
                { "stages", 2, 13 }, { "stages", 127, 12 }, { "stages", 4, 4294967295 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const DlFabricSpec spec = { .radix = cases[i].radix, .stages = cases[i].stages };
      g_autoptr (GError) error = NULL;
      const char *key = NULL;

      g_assert_false (dl_fabric_butterfly.check (&spec, &key, &error));
      g_assert_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT);
      g_assert_cmpstr (key, ==, cases[i].key);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fabric-butterfly/routes", test_routes);
  g_test_add_func ("/fabric-butterfly/faults", test_faults);
  g_test_add_func ("/fabric-butterfly/worst", test_worst);
  g_test_add_func ("/fabric-butterfly/saturation", test_saturation);
  g_test_add_func ("/fabric-butterfly/simulation", test_simulation);
  g_test_add_func ("/fabric-butterfly/refused", test_refused);
  return g_test_run ();
}
