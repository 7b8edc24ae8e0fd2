/* Statistics of the dragonfly's simulator over many packets: link loads against the analysis, and
 * where the modes saturate. In the suite "statistics": it takes minutes. */
#include "aries-fixture.h"
#include "dl-dragonfly-loads.h"

#include <math.h>

#define N_SEEDS 12

/* Loads ---------------------------------------------------------------------------------------- */

/* Packets by link and virtual channel, summed over many seeds; returns how many there were. */
static guint64
count_loads (DlDragonflyRoutes *routes, DlDragonflyDemand *demand, const char *mode,
             guint64 *packets)
{
  const guint n_links = routes->dragonfly->n_links;
  g_autofree guint64 *flits = g_new (guint64, n_links * DL_ARIES_SIM_VCS);
  const DlAriesLinkCounters links = { .vc_flits = flits };
  guint64 created = 0;

  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      DlAriesPlanOptions options = aries_options (routes, demand);
      DlSimCounters counters;

      options.mode = dl_dragonfly_mode_find (mode);
      options.load = 0.15;
      options.response_share = 0.4;
      options.seed = seed;
      g_autoptr (DlAries) sim = aries_new (&options, 0, 1);
      dl_aries_run (sim, 3000);
      aries_drain (sim, mode);
      dl_aries_get_counters (sim, &counters);
      created += counters.created;
      dl_aries_get_links (sim, &links);
      for (guint link = 0; link < n_links; link++)
        for (guint vc = 0; vc < DL_ARIES_SIM_VCS; vc++)
          packets[link * DL_DRAGONFLY_VCS + vc % DL_DRAGONFLY_VCS]
              += flits[link * DL_ARIES_SIM_VCS + vc] / options.packet_flits;
    }
  return created;
}

/* Each of P pairs sends about m packets per seed, and all of a pair may go the same way: a link
 * over which L pairs are expected gets S m L packets in S seeds, with a variance of no more than
 * S m (1 + m) L. */
static void
check_loads (DlDragonfly *net, const char *mode, gboolean nonminimal)
{
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
  g_autoptr (DlDragonflyDemand) demand = dl_dragonfly_demand_new_uniform (net);
  g_autoptr (DlDragonflyLoads) loads = fixture_loads (routes, demand, nonminimal);
  const guint n = net->n_links * DL_DRAGONFLY_VCS;
  g_autofree guint64 *packets = g_new0 (guint64, n);
  const guint64 created = count_loads (routes, demand, mode, packets);
  const double m = (double) created / loads->delivered / N_SEEDS;
  double worst = 0, sum = 0, hops = 0;
  guint used = 0;

  for (guint i = 0; i < n; i++)
    {
      const double expected = N_SEEDS * m * loads->vc_load[i];
      const double sd = sqrt (expected * (1 + m));

      hops += packets[i];
      /* Where the analysis has nothing, there is nothing. */
      if (loads->vc_load[i] <= 0)
        {
          g_assert_cmpuint (packets[i], ==, 0);
          continue;
        }
      worst = MAX (worst, fabs (packets[i] - expected) / sd);
      sum += (packets[i] - expected) * (packets[i] - expected) / (sd * sd);
      used++;
    }
  g_test_message ("%s: %u links and virtual channels, worst %.2f deviations, mean square %.2f, "
                  "%.4f hops, expected %.4f",
                  mode, used, worst, sum / used, hops / created, loads->hops_mean);
  /* One in 10^7, and there are some thousands; the mean square is below 1, but for chance. */
  g_assert_cmpfloat (worst, <, 5.5);
  g_assert_cmpfloat (sum / used, <, 1.2);
  /* A packet's hops deviate by less than 2. */
  g_assert_cmpfloat (fabs (hops / created - loads->hops_mean), <, 4 * 2 * sqrt ((1 + m) / created));
}

static DlDragonfly *
small_cascade (void)
{
  g_autoptr (GError) error = NULL;
  DlDragonflySpec spec;
  DlDragonfly *net;

  dl_dragonfly_spec_init (&spec);
  spec.groups = 4;
  spec.chassis = 2;
  spec.blades = 4;
  spec.cables_per_pair = 3;
  net = dl_dragonfly_new (&spec, &error);
  g_assert_no_error (error);
  dl_dragonfly_spec_clear (&spec);
  return net;
}

static void
test_loads (void)
{
  g_autoptr (DlDragonfly) cascade = small_cascade ();

  check_loads (cascade, "min-hash", FALSE);
  check_loads (cascade, "valiant", TRUE);
  for (guint seed = 1; seed <= 4; seed++)
    {
      g_autoptr (DlDragonfly) damaged = fixture_random (seed, 2, NULL);
      check_loads (damaged, seed % 2 ? "min-hash" : "valiant", seed % 2 == 0);
    }
}

/* Saturation ----------------------------------------------------------------------------------- */

/* Flits a node a cycle that are accepted of all that is offered. */
static double
saturation (DlDragonflyRoutes *routes, DlDragonflyDemand *demand, const char *mode)
{
  const guint64 warmup = 1000, cycles = 1500;
  DlAriesPlanOptions options = aries_options (routes, demand);
  DlSimCounters before, after;

  options.mode = dl_dragonfly_mode_find (mode);
  options.load = INFINITY;
  options.router = (DlAriesRouter) {
    .input_buffer = 64, .link_cycles = 10, .rate = { 1, 1, 1 }, .node_rate = 1
  };
  g_autoptr (DlAries) sim = aries_new (&options, 0, 2);
  dl_aries_run (sim, warmup);
  dl_aries_get_counters (sim, &before);
  dl_aries_run (sim, cycles);
  dl_aries_get_counters (sim, &after);
  return (double) (after.delivered_flits - before.delivered_flits) / routes->dragonfly->n_nodes
         / cycles;
}

/* BookSim's dragonfly: p = 4, a = 8, h = 4, 33 groups. */
static void
test_saturation (void)
{
  static const char *const biased[] = { "adaptive-1", "adaptive-2", "adaptive-3", "tuned" };
  g_autoptr (DlDragonfly) net = fixture_generic_33 ();
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
  g_autoptr (DlDragonflyDemand) uniform = dl_dragonfly_demand_new_uniform (net);
  g_autoptr (DlDragonflyDemand) shift = dl_dragonfly_demand_new_group_shift (net);
  const double min_uniform = saturation (routes, uniform, "min-hash");
  const double min_shift = saturation (routes, shift, "min-hash");
  const double valiant_uniform = saturation (routes, uniform, "valiant");
  const double valiant_shift = saturation (routes, shift, "valiant");

  g_test_message ("minimal: uniform %.4f, shift %.5f; valiant: uniform %.4f, shift %.4f",
                  min_uniform, min_shift, valiant_uniform, valiant_shift);
  /* One link between two groups for a p nodes; what is between packets at either end of the time is
   * less than 1%. */
  g_assert_cmpfloat (min_shift, <=, 1.0 / 32 * 1.001);
  g_assert_cmpfloat (min_shift, >=, 1.0 / 32 * 0.99);
  g_assert_cmpfloat (min_uniform, >, 0.8);
  /* Every packet takes two global links, of which there is one per node. */
  g_assert_cmpfloat (valiant_uniform, <=, 0.53);
  g_assert_cmpfloat (valiant_uniform, >=, 0.4);
  g_assert_cmpfloat (valiant_shift, <=, 0.53);
  g_assert_cmpfloat (valiant_shift, >=, 0.4);
  for (guint i = 0; i < G_N_ELEMENTS (biased); i++)
    {
      const double on_uniform = saturation (routes, uniform, biased[i]);
      const double on_shift = saturation (routes, shift, biased[i]);

      g_test_message ("%s: uniform %.4f, shift %.4f", biased[i], on_uniform, on_shift);
      g_assert_cmpfloat (on_uniform, >=, 0.9 * MAX (min_uniform, valiant_uniform));
      g_assert_cmpfloat (on_shift, >=, 0.9 * MAX (min_shift, valiant_shift));
    }
  /* Without a bias packets take the longer way too easily, and uniform traffic pays for it: as it
   * is, not as it should be. */
  g_assert_cmpfloat (saturation (routes, shift, "adaptive-0"), >=, 0.9 * valiant_shift);
  g_assert_cmpfloat (saturation (routes, uniform, "adaptive-0"), >=, 0.9 * valiant_uniform);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/aries-statistics/loads", test_loads);
  g_test_add_func ("/aries-statistics/saturation", test_saturation);
  return g_test_run ();
}
