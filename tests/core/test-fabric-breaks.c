/* Effective bisection bandwidth, and what breaking cables and switches does. */
#include "dl-fabric-bisection.h"
#include "dl-fabric-critical.h"
#include "dl-fabric-engine.h"
#include "fabric-fixture.h"

#include <math.h>

static DlFabricRoutes *
route (DlFabric *fabric, const char *engine)
{
  DlFabricEngineOptions options = dl_fabric_engine_options_default ();
  g_autoptr (GError) error = NULL;
  DlFabricRoutes *routes
      = dl_fabric_route (fabric, dl_fabric_engine_find (engine), &options, NULL, &error);

  g_assert_no_error (error);
  return routes;
}

/* One switch is a crossbar; one cable between two halves is shared by all pairs that cross it; in a
 * tree it lies in between, as Hoefler et al. found. The same for a seed. */
static void
test_bisection (void)
{
  static const struct
  {
    const char *tree;
    double least, most;
  } trees[] = {
    { "8/1", 1, 1 },
    { "4,4/1,4", 0.55, 0.999 },
    { "4,4/1,1", 0.2, 0.7 }, /* tapered 4:1 */
    { "8,8,4/1,8,8", 0.4, 0.8 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (trees); i++)
    {
      g_autoptr (DlFabric) fabric = fabric_tree (trees[i].tree);
      g_autoptr (DlFabricRoutes) routes = route (fabric, "ftree"), random = NULL;
      DlFabricBisection a, b;

      g_assert_true (dl_fabric_bisection (routes, 200, 7, &a, NULL));
      g_assert_true (dl_fabric_bisection (routes, 200, 7, &b, NULL));
      g_test_message ("%s: %g, least %g, sd %g", trees[i].tree, a.mean, a.least, a.sd);
      g_assert_cmpuint (a.n_trials, ==, 200);
      g_assert_cmpfloat (a.mean, ==, b.mean);
      g_assert_cmpfloat (a.mean, >=, trees[i].least);
      g_assert_cmpfloat (a.mean, <=, trees[i].most);
      g_assert_cmpfloat (a.least, <=, a.mean);
    }
}

/* Two switches, two hosts each, one cable: of the six ways to halve them, two send both pairs over
 * the cable in one direction (1/2 each), and of the other four, half of the matchings send one pair
 * each way, half none: 1/3 x 1/2 + 2/3 x 1. */
static void
test_bisection_exact (void)
{
  g_autoptr (DlFabric) fabric = fabric_hyperx (1, (const guint[]) { 2 }, 1, 2);
  g_autoptr (DlFabricRoutes) routes = route (fabric, "min-hop");
  DlFabricBisection found;

  g_assert_true (dl_fabric_bisection (routes, 40000, 1, &found, NULL));
  g_assert_cmpfloat_with_epsilon (found.mean, 5.0 / 6, 0.01);
}

static void
test_critical (void)
{
  /* A chain of three switches: every cable and the middle switch cut it. */
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  g_autoptr (DlFabric) chain = NULL, tree = fabric_tree ("4,4/1,2");
  g_autoptr (DlFabricRoutes) routes = NULL, tree_routes = route (tree, "up-down");
  g_autoptr (DlFabricAnalysis) analysis = NULL, tree_analysis = NULL;
  g_autoptr (DlCritical) critical = NULL, mild = NULL;
  g_autoptr (GArray) switches = NULL;

  for (guint s = 0; s < 3; s++)
    {
      dl_fabric_builder_add_switch (builder, NULL, 0, 0);
      dl_fabric_builder_add_host (builder, NULL, 0);
      dl_fabric_builder_add_cable (builder, (DlFabricEnd) { s, FALSE, 0 },
                                   (DlFabricEnd) { s, TRUE, 0 }, NULL);
      if (s > 0)
        dl_fabric_builder_add_cable (builder, (DlFabricEnd) { s - 1, FALSE, 0 },
                                     (DlFabricEnd) { s, FALSE, 0 }, NULL);
    }
  chain = dl_fabric_builder_finish (builder, NULL, NULL);
  routes = route (chain, "min-hop");
  analysis = dl_fabric_analysis_new (routes, NULL, NULL);
  critical = dl_fabric_critical_cables (analysis, NULL, dl_critical_options_default (), NULL);
  g_assert_cmpuint (critical->n_cables, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpint (critical->cables[i].class, ==, DL_CRITICAL_CUT);
      g_assert_cmpint (critical->cables[i].undelivered_more, ==, 4);
    }
  switches = dl_fabric_critical_switches (analysis, NULL, NULL, NULL, NULL);
  g_assert_cmpuint (switches->len, ==, 3);
  g_assert_cmpuint (g_array_index (switches, DlFabricCriticalSwitch, 0).number, ==, 1);
  g_assert_cmpint (g_array_index (switches, DlFabricCriticalSwitch, 0).undelivered_more, ==, 2);
  g_assert_cmpint (g_array_index (switches, DlFabricCriticalSwitch, 1).undelivered_more, ==, 0);

  tree_analysis = dl_fabric_analysis_new (tree_routes, NULL, NULL);
  mild = dl_fabric_critical_cables (tree_analysis, NULL, dl_critical_options_default (), NULL);
  g_assert_cmpuint (mild->n_cables, ==, 8);
  for (guint i = 0; i < mild->n_cables; i++)
    {
      g_assert_cmpint (mild->cables[i].class, ==, DL_CRITICAL_LOAD);
      g_assert_cmpfloat (mild->cables[i].figures.load_max, >, mild->base.load_max);
    }
}

/* An engine that refuses without the cable delivers nothing then. */
static void
test_refused (void)
{
  g_autoptr (DlFabric) torus = fabric_torus (2, (const guint[]) { 4, 4 }, 1);
  g_autoptr (DlFabricRoutes) least = route (torus, "lash"), exact = NULL;
  DlFabricEngineOptions options = dl_fabric_engine_options_default ();
  g_autoptr (DlFabricAnalysis) analysis = NULL;
  guint n_refused = 0;

  options.layers = least->n_layers;
  exact = dl_fabric_route (torus, &dl_fabric_lash, &options, NULL, NULL);
  analysis = dl_fabric_analysis_new (exact, NULL, NULL);
  for (guint32 c = 0; c < torus->n_channels; c++)
    {
      const DlFabricFaults more = { .channels = &c, .n_channels = 1, .whole_cables = TRUE };
      DlCriticalFigures figures;

      if (torus->channel_from[c] < torus->n_hosts || torus->channel_to[c] < torus->n_hosts)
        continue;
      g_assert_true (dl_fabric_figures_without (analysis, NULL, &more, &figures, NULL));
      g_assert_true (figures.deadlock_free);
      g_assert_true (figures.unreachable_pairs == 0
                     || figures.unreachable_pairs == analysis->n_pairs);
      n_refused += figures.unreachable_pairs > 0;
    }
  g_test_message ("%u refused", n_refused);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fabric-breaks/bisection", test_bisection);
  g_test_add_func ("/fabric-breaks/bisection-exact", test_bisection_exact);
  g_test_add_func ("/fabric-breaks/critical", test_critical);
  g_test_add_func ("/fabric-breaks/refused", test_refused);
  return g_test_run ();
}
