/* The configuration arithmetic of the Cascade: numbers of the paper, and what networks that are
 * built so have. */
#include "dl-cascade-model.h"

#include "dl-dragonfly-analysis.h"
#include "dragonfly-fixture.h"

#include <math.h>

static DlCascadeModel
model_of (guint groups, guint cables)
{
  const DlDragonflyRates rates = dl_dragonfly_rates_default ();

  return dl_cascade_model (groups, cables, &rates);
}

/* Cascade paper II.C, II.D and VIII. */
static void
test_paper (void)
{
  const DlCascadeModel full = model_of (241, 1), six = model_of (6, 12);
  const DlDragonflyRates rates = dl_dragonfly_rates_default ();

  g_assert_cmpuint (DL_CASCADE_GROUP_NODES, ==, 384);
  g_assert_cmpuint (DL_CASCADE_GROUP_LINKS, ==, 960);
  g_assert_cmpuint (DL_CASCADE_GROUP_CABLES, ==, 240);
  /* 240 cables reach 240 other groups. */
  g_assert_cmpuint (dl_cascade_max_groups (1), ==, 241);
  g_assert_cmpuint (full.nodes, ==, 92544);
  g_assert_cmpuint (full.ports, ==, 240);
  /* 14 and 12.5 Gb/s a lane. */
  g_assert_cmpfloat (rates.class_GBps[DL_LINK_GREEN], ==, 5.25);
  g_assert_cmpfloat (rates.class_GBps[DL_LINK_BLACK], ==, 5.25);
  g_assert_cmpfloat (rates.class_GBps[DL_LINK_BLUE], ==, 4.6875);
  /* 11.7 and 7.5 GB/s a node; more than it injects. */
  g_assert_cmpfloat_with_epsilon (full.global_GBps, 11.72, .005);
  g_assert_cmpfloat_with_epsilon (full.global_payload_GBps, 7.5, 1e-9);
  g_assert_cmpfloat (full.global_per_injection, >, 1);
  /* Per node, about half of the global bandwidth. */
  g_assert_cmpfloat_with_epsilon (full.bisection_node_GBps / full.global_GBps, .5, .005);
  /* 6 groups with 12 cables: 60 of 240 ports; 8 groups with the same ones. */
  g_assert_cmpuint (six.ports, ==, 60);
  g_assert_cmpuint (six.optical_cables, ==, 12 * 5 * 6 / 2);
  g_assert_cmpuint (six.max_groups, >=, 8);
}

/* Model 5: derived. */
static void
test_derived (void)
{
  const DlCascadeModel edison = model_of (15, 6), theta = model_of (9, 12);

  g_assert_cmpfloat_with_epsilon (edison.worst_GBps, .293, .0005);
  g_assert_cmpuint (edison.ports, ==, 84);
  g_assert_cmpuint (edison.nodes, ==, 5760);
  g_assert_cmpuint (theta.ports, ==, 96);
  /* 9 groups: the paper's formula, and 4 of them against 5. */
  g_assert_cmpfloat_with_epsilon (theta.bisection_GBps, 9112.5, 1e-9);
  g_assert_cmpfloat_with_epsilon (theta.split_GBps, 9000, 1e-9);
  g_assert_cmpuint (dl_cascade_max_cables (2), ==, 240);
  g_assert_cmpuint (dl_cascade_max_cables (8), ==, 34);
  g_assert_cmpuint (dl_cascade_max_cables (64), ==, 3);
  g_assert_cmpuint (dl_cascade_max_cables (241), ==, 1);
  g_assert_cmpuint (dl_cascade_max_cables (1), ==, 0);
}

/* The example's upgrade: two groups more, bundles of 12 from each to all others. */
static void
test_upgrades (void)
{
  const DlDragonflyRates rates = dl_dragonfly_rates_default ();
  const DlCascadeModel six = model_of (6, 12);
  DlCascadeUpgrade upgrades[240];
  const guint n = dl_cascade_upgrades (&six, &rates, upgrades);

  g_assert_cmpuint (n, ==, 241 - 6);
  g_assert_cmpuint (upgrades[1].groups, ==, 8);
  g_assert_true (upgrades[1].kept);
  g_assert_cmpuint (upgrades[1].cables, ==, 12);
  g_assert_cmpuint (upgrades[1].added, ==, 12 * (2 * 6 + 1));
  g_assert_cmpuint (model_of (8, 12).ports, ==, 84);
  for (guint i = 0; i < n; i++)
    {
      const DlCascadeModel model = model_of (upgrades[i].groups, upgrades[i].cables);

      g_assert_cmpuint (upgrades[i].groups, ==, 7 + i);
      g_assert_cmpint (upgrades[i].kept, ==, upgrades[i].groups <= six.max_groups);
      g_assert_cmpuint (model.ports, <=, 240);
      g_assert_cmpfloat (upgrades[i].global_GBps, ==, model.global_GBps);
      /* No bundle of one cable more would have fitted, if some were taken. */
      if (!upgrades[i].kept)
        g_assert_cmpuint ((upgrades[i].cables + 1) * (upgrades[i].groups - 1), >, 240);
    }
}

/* Generated networks, link by link. */
static void
test_built (void)
{
  static const guint sizes[][2]
      = { { 1, 0 }, { 2, 240 }, { 6, 12 }, { 8, 34 }, { 15, 6 }, { 9, 12 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      const DlCascadeModel model = model_of (sizes[i][0], sizes[i][1]);
      g_autoptr (DlDragonfly) net = fixture_cascade (sizes[i][0], sizes[i][1]);
      g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
      g_autoptr (DlDragonflyDemand) demand = dl_dragonfly_demand_new_group_shift (net);
      g_autoptr (DlDragonflyAnalysis) analysis
          = dl_dragonfly_analysis_new (routes, dl_dragonfly_mode_find ("min-hash"), demand,
                                       dl_dragonfly_rates_for (net), NULL, NULL, NULL);

      g_assert_cmpuint (analysis->optical_cables, ==, model.optical_cables);
      g_assert_cmpuint (net->n_nodes, ==, model.nodes);
      g_assert_cmpfloat_with_epsilon (analysis->global_GBps, model.global_GBps, 1e-9);
      if (sizes[i][0] == 1)
        {
          g_assert_true (isnan (analysis->bisection_GBps) && isnan (model.bisection_GBps));
          continue;
        }
      g_assert_cmpfloat_with_epsilon (analysis->bisection_GBps, model.bisection_GBps, 1e-6);
      g_assert_cmpfloat_with_epsilon (analysis->split_GBps, model.split_GBps, 1e-6);
      if (sizes[i][0] % 2 == 0)
        g_assert_cmpfloat_with_epsilon (model.split_GBps, model.bisection_GBps, 1e-6);
      /* Group shift, minimal: no more than the blue links of a pair. */
      g_assert_cmpfloat (analysis->bound_load * analysis->rates.injection_GBps
                             / analysis->rates.efficiency,
                         <=, model.worst_GBps + 1e-9);
    }
}

static void
test_quantities (void)
{
  const DlCascadeModel model = model_of (15, 6);
  guint n;
  const DlCascadeQuantity *quantities = dl_cascade_quantities (&n);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < n; i++)
    {
      g_assert_true (g_hash_table_add (seen, (gpointer) quantities[i].id));
      g_assert_true (isfinite (quantities[i].value (&model)));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cascade-model/paper", test_paper);
  g_test_add_func ("/cascade-model/derived", test_derived);
  g_test_add_func ("/cascade-model/upgrades", test_upgrades);
  g_test_add_func ("/cascade-model/built", test_built);
  g_test_add_func ("/cascade-model/quantities", test_quantities);
  return g_test_run ();
}
