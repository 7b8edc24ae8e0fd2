/* Flows of a dragonfly's link: against all routes of every pair, and against the load that the
 * analysis has. */
#include "dl-dragonfly-flows.h"
#include "dragonfly-fixture.h"

#include <math.h>

#define N_NETWORKS  24
#define N_LINKS     4
#define MAX_ROUTERS 30

static void
assert_close (double value, double expected, const char *what, guint i)
{
  if (fabs (value - expected) > 1e-9 * (1 + fabs (expected)))
    g_error ("%s %u: %.12g instead of %.12g", what, i, value, expected);
}

static void
check_sums (const DlLinkFlows *flows, const DlDragonflyAnalysis *analysis)
{
  double sent = 0, got = 0;

  for (guint router = 0; router < flows->n_ends; router++)
    {
      sent += flows->by_source[router];
      got += flows->by_dest[router];
    }
  assert_close (sent, flows->packets, "sources of link", flows->link);
  assert_close (got, flows->packets, "destinations of link", flows->link);
  assert_close (flows->packets, dl_dragonfly_analysis_load (analysis, flows->link), "load of link",
                flows->link);
}

static void
check_pairs (const DlLinkFlows *flows, const DlDragonflyAnalysis *analysis,
             const DlDragonflyDemand *demand)
{
  g_autoptr (DlLinkFlows) naive = dl_dragonfly_flows_new_naive (analysis, demand, flows->link);

  for (guint router = 0; router < flows->n_ends; router++)
    {
      assert_close (flows->by_source[router], naive->by_source[router], "source", router);
      assert_close (flows->by_dest[router], naive->by_dest[router], "destination", router);
      /* None that is only an error of rounding. */
      g_assert_true ((flows->by_source[router] > 0) == (naive->by_source[router] > 0));
      g_assert_true ((flows->by_dest[router] > 0) == (naive->by_dest[router] > 0));
    }
}

/* Flows of each source alone add up to those of all. */
static void
check_alone (const DlLinkFlows *flows, const DlDragonflyAnalysis *analysis,
             const DlDragonflyDemand *demand, guint64 seed)
{
  g_autofree double *by_dest = g_new0 (double, flows->n_ends);

  for (guint source = 0; source < flows->n_ends; source++)
    {
      g_autoptr (DlLinkFlows) alone
          = dl_dragonfly_flows_new (analysis, demand, seed, flows->link, source, NULL);

      assert_close (alone->packets, flows->by_source[source], "alone", source);
      assert_close (alone->by_source[source], alone->packets, "alone from", source);
      for (guint dest = 0; dest < flows->n_ends; dest++)
        by_dest[dest] += alone->by_dest[dest];
    }
  for (guint dest = 0; dest < flows->n_ends; dest++)
    assert_close (by_dest[dest], flows->by_dest[dest], "all to", dest);
}

static void
check_network (DlDragonfly *net, guint n, DlRng *rng)
{
  guint n_modes, n_minimals;
  const DlDragonflyMode *const *modes = dl_dragonfly_modes (&n_modes);
  const DlDragonflyMinimal *const *minimals = dl_dragonfly_minimals (&n_minimals);
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, minimals[n % n_minimals]);

  for (guint which = 0; which < FIXTURE_DEMANDS; which++)
    {
      const DlDragonflyMode *mode = modes[(n + which) % n_modes];
      const guint64 seed = dl_rng_next (rng);
      g_autoptr (DlDragonflyDemand) demand = fixture_demand (net, which, rng);
      g_autoptr (DlDragonflyAnalysis) analysis = dl_dragonfly_analysis_new (
          routes, mode, demand, dl_dragonfly_rates_for (net), &seed, NULL, NULL);

      g_test_message ("demand %u, %s, %s", which, mode->id, minimals[n % n_minimals]->id);
      for (guint i = 0; i < N_LINKS; i++)
        {
          const guint link = dl_rng_below (rng, net->n_links);
          g_autoptr (DlLinkFlows) flows
              = dl_dragonfly_flows_new (analysis, demand, seed, link, DL_NO_NODE, NULL);

          check_sums (flows, analysis);
          if (analysis->basis != DL_BASIS_HASHES)
            check_pairs (flows, analysis, demand);
          if (i == 0)
            check_alone (flows, analysis, demand, seed);
        }
    }
}

static void
test_random (gconstpointer damage)
{
  guint checked = 0;
  DlRng rng;

  dl_rng_init (&rng, 5);
  for (guint seed = 0; checked < N_NETWORKS; seed++)
    {
      g_autofree char *text = NULL;
      g_autoptr (DlDragonfly) net
          = fixture_random (900 + seed, damage != NULL ? 1 + seed % 8 : 0, &text);

      if (net->n_routers > MAX_ROUTERS || net->n_links == 0)
        continue;
      g_test_message ("%s", text);
      check_network (net, checked, &rng);
      checked++;
    }
}

/* All links of a network as large as real ones that many packets share. */
static void
test_large (void)
{
  static const char *const ids[] = { "min-adaptive", "valiant", "adaptive-3" };
  g_autoptr (DlDragonfly) net = fixture_cascade (5, 12);
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
  g_autoptr (DlDragonflyDemand) demand = dl_dragonfly_demand_new_uniform (net);

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr (DlDragonflyAnalysis) analysis
          = dl_dragonfly_analysis_new (routes, dl_dragonfly_mode_find (ids[i]), demand,
                                       dl_dragonfly_rates_for (net), NULL, NULL, NULL);

      for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
        {
          g_autoptr (DlLinkFlows) flows = dl_dragonfly_flows_new (
              analysis, demand, 0, analysis->classes[class].busiest, DL_NO_NODE, NULL);

          check_sums (flows, analysis);
        }
    }
}

static void
test_cancel (void)
{
  g_autoptr (DlDragonfly) net = fixture_cascade (2, 4);
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
  g_autoptr (DlDragonflyDemand) demand = dl_dragonfly_demand_new_uniform (net);
  g_autoptr (DlDragonflyAnalysis) analysis
      = dl_dragonfly_analysis_new (routes, dl_dragonfly_mode_find ("valiant"), demand,
                                   dl_dragonfly_rates_for (net), NULL, NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_null (dl_dragonfly_flows_new (analysis, demand, 0, 0, DL_NO_NODE, cancellable));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/dragonfly-flows/healthy", NULL, test_random);
  g_test_add_data_func ("/dragonfly-flows/damaged", "damaged", test_random);
  g_test_add_func ("/dragonfly-flows/large", test_large);
  g_test_add_func ("/dragonfly-flows/cancel", test_cancel);
  return g_test_run ();
}
