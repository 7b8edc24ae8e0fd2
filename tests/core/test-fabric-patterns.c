/* Demand in a fabric, counted by hand; its hosts as sites. */
#include "dl-fabric-analysis.h"
#include "dl-fabric-engine.h"
#include "dl-fabric-patterns.h"
#include "dl-fabric-places.h"
#include "dl-families.h"
#include "dl-family.h"
#include "fabric-fixture.h"

#include <math.h>
#include <string.h>

static void
test_patterns (void)
{
  for (guint64 seed = 0; seed < 100; seed++)
    {
      g_autoptr (DlFabric) fabric = fabric_random (seed);
      g_autoptr (DlFabric) broken = fabric_break_some (fabric, seed % 7, seed);
      const DlSites sites = dl_fabric_sites (broken);
      guint n_working = 0, target = DL_NO_NODE;

      for (guint h = 0; h < broken->n_hosts; h++)
        if (dl_fabric_host_works (broken, h))
          {
            n_working++;
            target = h;
          }
      g_assert_cmpuint (sites.n_working, ==, n_working);
      for (const DlFamilyPattern *row = dl_fabric_patterns; row->pattern != NULL; row++)
        {
          const DlPattern *pattern = row->pattern;
          g_autofree guint *sends = g_new0 (guint, broken->n_hosts);
          g_autofree guint *hears = g_new0 (guint, broken->n_hosts);
          g_autoptr (DlDemand) demand = NULL;

          if (pattern->program || pattern->places || n_working < 3)
            continue;
          demand = dl_fabric_demand (broken, pattern, target, seed, FALSE);
          g_assert_cmpint (demand->uniform, ==, pattern == &dl_pattern_uniform);
          for (guint k = 0; k < demand->flows->len; k++)
            {
              const DlFlow *flow = &g_array_index (demand->flows, DlFlow, k);

              g_assert_true (dl_fabric_host_works (broken, flow->source));
              g_assert_true (dl_fabric_host_works (broken, flow->dest));
              g_assert_cmpuint (flow->source, !=, flow->dest);
              g_assert_cmpfloat (flow->weight, ==, 1);
              if (pattern == &dl_fabric_leaf_shift)
                g_assert_cmpuint (broken->host_switch[flow->source], !=,
                                  broken->host_switch[flow->dest]);
              sends[flow->source]++;
              hears[flow->dest]++;
            }
          for (guint h = 0; h < broken->n_hosts; h++)
            {
              if (!dl_fabric_host_works (broken, h))
                continue;
              if (pattern == &dl_pattern_random_permutation)
                g_assert_true (sends[h] == hears[h] && sends[h] <= 1);
              else if (pattern == &dl_fabric_rank_neighbor)
                g_assert_true (sends[h] == 2 && hears[h] == 2);
              else if (pattern == &dl_fabric_half_shift)
                g_assert_true (sends[h] == 1 && hears[h] == 1);
              else if (pattern == &dl_pattern_all_to_one)
                g_assert_true (sends[h] == (h != target) && (hears[h] > 0) == (h == target));
            }
        }
    }
}

/* Where host @h sends to; it itself: nowhere. */
static guint
dest_of (const DlFabric *fabric, const char *id, guint h)
{
  g_autoptr (DlDemand) demand = dl_fabric_demand (fabric, dl_pattern_find (id), 0, 0, FALSE);
  g_autoptr (DlDemand) sent = dl_fabric_demand (fabric, dl_pattern_find (id), 0, 0, TRUE);

  g_assert_cmpuint (sent->flows->len, >=, demand->flows->len);
  for (guint i = 0; i < sent->flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (sent->flows, DlFlow, i);

      if (flow->source != h)
        continue;
      for (guint k = 0; k < demand->flows->len && flow->dest != h; k++)
        if (g_array_index (demand->flows, DlFlow, k).source == h)
          g_assert_cmpuint (g_array_index (demand->flows, DlFlow, k).dest, ==, flow->dest);
      return flow->dest;
    }
  return DL_FABRIC_NONE;
}

/* Patterns of BookSim 2's traffic.cpp with k = 4, n = 2 (fat tree), and k = 10, n = 1. */
static void
test_booksim (void)
{
  g_autoptr (DlFabric) tree = fabric_tree ("4,4/1,4");
  g_autoptr (DlFabric) ring = fabric_torus (1, (const guint[]) { 5 }, 2);
  g_autoptr (DlFabric) broken
      = dl_fabric_new_broken (ring, &(DlFabricFaults) { .hosts = (guint32[]) { 1 }, .n_hosts = 1 });

  for (guint h = 0; h < 16; h++)
    {
      const guint x = h % 4, y = h / 4;

      g_assert_cmpuint (dest_of (tree, "bit-complement", h), ==, ~h & 15);
      g_assert_cmpuint (dest_of (tree, "transpose", h), ==, 4 * x + y);
      g_assert_cmpuint (dest_of (tree, "tornado", h), ==, (x + 1) % 4 + 4 * ((y + 1) % 4));
      g_assert_cmpuint (dest_of (tree, "neighbor", h), ==, (x + 1) % 4 + 4 * ((y + 1) % 4));
    }
  g_assert_cmpuint (ring->n_hosts, ==, 10);
  for (guint h = 0; h < 10; h++)
    {
      g_assert_cmpuint (dest_of (ring, "bit-complement", h), ==, 9 - h);
      g_assert_cmpuint (dest_of (ring, "transpose", h), ==,
                        h < 9 ? 3 * (h % 3) + h / 3 : DL_FABRIC_NONE);
      g_assert_cmpuint (dest_of (ring, "tornado", h), ==, (h + 4) % 10);
      g_assert_cmpuint (dest_of (ring, "neighbor", h), ==, (h + 1) % 10);
    }
  g_assert_cmpuint (dest_of (broken, "bit-complement", 8), ==, DL_FABRIC_NONE);
  g_assert_cmpuint (dest_of (broken, "bit-complement", 1), ==, DL_FABRIC_NONE);
  g_assert_cmpuint (dest_of (broken, "bit-complement", 7), ==, 2);
}

/* By hosts, not by coordinates that a fabric does not have; elsewhere as ever. */
static void
test_descriptions (void)
{
  static const char *const foreign[] = { "(x", "dimension", "ring", "mesh" };
  guint n_own = 0;

  for (const DlFamilyPattern *row = dl_fabric_patterns; row->pattern != NULL; row++)
    {
      const DlPattern *pattern = row->pattern;
      const char *text = dl_family_pattern_description (&dl_family_fabric, pattern);

      for (guint k = 0; k < G_N_ELEMENTS (foreign); k++)
        g_assert_null (strstr (text, foreign[k]));
      g_assert_cmpstr (dl_family_pattern_description (&dl_family_torus, pattern), ==,
                       pattern->description);
      n_own += text != pattern->description;
    }
  g_assert_cmpuint (n_own, ==, 4);
}

/* By leaf, minimal routes of a HyperX share one cable: m hosts to m hosts each. */
static void
test_worst (void)
{
  g_autoptr (DlFabric) fabric = fabric_hyperx (1, (const guint[]) { 6 }, 1, 4);
  const DlFabricEngineOptions options = dl_fabric_engine_options_default ();
  g_autoptr (DlFabricRoutes) routes
      = dl_fabric_route (fabric, &dl_fabric_min_hop, &options, NULL, NULL);
  g_autoptr (DlFabricRoutes) detours
      = dl_fabric_route (fabric, &dl_fabric_valiant, &options, NULL, NULL);
  g_autoptr (DlDemand) demand = dl_fabric_demand (fabric, &dl_fabric_leaf_shift, 0, 0, FALSE);
  g_autoptr (DlFabricAnalysis) a = dl_fabric_analysis_new (routes, demand, NULL);
  g_autoptr (DlFabricAnalysis) b = dl_fabric_analysis_new (detours, demand, NULL);

  g_assert_cmpuint (a->n_pairs, ==, 6 * 16);
  g_assert_cmpfloat (dl_fabric_analysis_max_load (a, NULL), ==, 16);
  /* Each switch is the middle for a sixth; the cable has packets whose middle is at either end of
   * it, and the cables of the other middles have theirs twice, too: to it, and from it. */
  g_assert_cmpfloat_with_epsilon (dl_fabric_analysis_max_load (b, NULL), 2 * 16.0 / 6, 1e-9);
}

static void
test_sites (void)
{
  g_autoptr (DlFabric) fabric = fabric_tree ("2,2/1,2");
  const DlSites sites = dl_fabric_sites (fabric);
  g_autofree char *text = sites.name (fabric, 3);
  g_autoptr (GError) error = NULL;
  guint node;

  g_assert_cmpstr (text, ==, "H3");
  g_assert_true (sites.parse (fabric, "H2", &node, &error));
  g_assert_cmpuint (node, ==, 2);
  g_assert_false (sites.parse (fabric, "L1-0", &node, &error));
  g_assert_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_OUTSIDE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fabric-patterns/patterns", test_patterns);
  g_test_add_func ("/fabric-patterns/booksim", test_booksim);
  g_test_add_func ("/fabric-patterns/descriptions", test_descriptions);
  g_test_add_func ("/fabric-patterns/worst", test_worst);
  g_test_add_func ("/fabric-patterns/sites", test_sites);
  return g_test_run ();
}
