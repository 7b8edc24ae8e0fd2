/* Flows of a link, against every pair's route. */
#include "dl-families.h"
#include "dl-torus-analysis.h"
#include "dl-torus-flows.h"
#include "oracle.h"
#include "test-rounds.h"

#define MAX_NODES 200

static void
check_link (DlTorusRoutes *routes, const DlDemand *demand, guint link, const char *message)
{
  g_autoptr (DlLinkFlows) flows = dl_torus_flows_new (routes, demand, link, NULL);
  g_autoptr (DlLinkFlows) naive = dl_torus_flows_new_naive (routes, demand, link);
  double sent = 0, got = 0;

  for (guint node = 0; node < flows->n_ends; node++)
    {
      sent += flows->by_source[node];
      got += flows->by_dest[node];
      if (flows->by_source[node] != naive->by_source[node]
          || flows->by_dest[node] != naive->by_dest[node])
        g_error ("node %u sends %.0f and gets %.0f, not %.0f and %.0f, over link %u: %s", node,
                 flows->by_source[node], flows->by_dest[node], naive->by_source[node],
                 naive->by_dest[node], link, message);
    }
  g_assert_cmpfloat (flows->packets, ==, naive->packets);
  g_assert_cmpfloat (flows->packets, ==, sent);
  g_assert_cmpfloat (flows->packets, ==, got);
}

static void
test_random (gconstpointer data)
{
  const DlTorusEngine *engine = data;
  GRand *rand = g_rand_new_with_seed (17);
  const DlDemand uniform = { .uniform = TRUE };

  for (guint32 seed = 0, n = 0; n < TEST_ROUNDS (100); seed++)
    {
      OracleTorus torus;

      oracle_torus_random (&torus, seed, seed % 6);
      if (torus.radix[0] * torus.radix[1] * torus.radix[2] > MAX_NODES)
        continue;
      n++;

      g_autoptr (DlTorusRoutes) drawn = oracle_torus_build (&torus);
      DlTorusRouting spec = drawn->spec;
      spec.engine = engine;
      g_autoptr (DlTorusRoutes) routes = dl_torus_routes_new (drawn->network, &spec);
      g_autoptr (DlTorusAnalysis) analysis = dl_torus_analysis_new (routes, &uniform, NULL);
      g_autofree char *text = oracle_torus_to_string (&torus);

      for (guint i = 0; i < 8; i++)
        {
          const guint link = g_rand_int_range (rand, 0, routes->network->n_links);
          g_autoptr (DlLinkFlows) flows = dl_torus_flows_new (routes, &uniform, link, NULL);

          check_link (routes, &uniform, link, text);
          g_assert_cmpfloat (flows->packets, ==, dl_torus_analysis_link_load (analysis, link));
        }
    }
  g_rand_free (rand);
}

/* Neighbors send over one link each. */
static void
test_pattern (void)
{
  OracleTorus torus;

  oracle_torus_random (&torus, 5, 3);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  const DlTorusTraffic traffic = { .pattern = dl_pattern_find ("nearest-neighbor"), .target = -1 };
  g_autoptr (DlDemand) demand = dl_torus_demand_new (routes->network, &traffic);

  for (guint link = 0; link < routes->network->n_links; link += 3)
    check_link (routes, demand, link, "nearest neighbour");
}

/* With weights a link's packets are its load, as before. */
static void
test_weights (void)
{
  for (guint32 seed = 0; seed < TEST_ROUNDS (60); seed++)
    {
      OracleTorus torus;
      GRand *rand = g_rand_new_with_seed (seed);

      oracle_torus_random (&torus, seed, seed % 5);
      g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
      const DlTorusTraffic traffic
          = { .pattern = dl_pattern_find ("random-permutation"), .target = -1, .seed = seed };
      g_autoptr (DlDemand) demand = dl_torus_demand_new (routes->network, &traffic);

      for (guint i = 0; i < demand->flows->len; i++)
        g_array_index (demand->flows, DlFlow, i).weight
            = 1 + ((guint64) g_rand_int (rand) << g_rand_int_range (rand, 0, 8));
      g_autoptr (DlTorusAnalysis) analysis = dl_torus_analysis_new (routes, demand, NULL);
      for (guint i = 0; i < 12; i++)
        {
          const guint link = g_rand_int_range (rand, 0, routes->network->n_links);
          g_autoptr (DlLinkFlows) flows = dl_torus_flows_new (routes, demand, link, NULL);

          check_link (routes, demand, link, "weights");
          g_assert_cmpfloat (flows->packets, ==, dl_torus_analysis_link_load (analysis, link));
        }
      g_rand_free (rand);
    }
}

/* One of each source's packets over the link, to the node that gets most over it of those it sends
 * to that way. */
static void
check_partners (DlTorusRoutes *routes, const DlDemand *demand, guint link)
{
  g_autoptr (DlLinkFlows) flows = dl_torus_flows_new (routes, demand, link, NULL);
  const guint n_nodes = routes->network->n_nodes;
  g_auto (DlTorusRoute) route = { 0 };

  for (guint source = 0; source < n_nodes; source++)
    {
      double most = 0;
      const guint partner = dl_torus_flows_partner (flows, routes, demand, source);
      gboolean passes_to_partner = FALSE;

      for (guint dest = 0; dest < n_nodes; dest++)
        {
          gboolean sends = demand->uniform && source != dest && routes->network->node_up[source]
                           && routes->network->node_up[dest];
          gboolean passes = FALSE;

          for (guint i = 0; i < demand->flows->len; i++)
            {
              const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);
              sends |= flow->source == source && flow->dest == dest;
            }
          if (!sends)
            continue;
          dl_torus_routes_walk (routes, source, dest, &route);
          for (guint i = 0; route.status == DL_TORUS_ROUTE_DELIVERED && i < route.n_hops; i++)
            passes |= route.hops[i].link == link;
          if (passes)
            most = MAX (most, flows->by_dest[dest]);
          passes_to_partner |= passes && dest == partner;
        }
      if (most == 0)
        g_assert_cmpuint (partner, ==, DL_NO_NODE);
      else
        {
          g_assert_true (passes_to_partner);
          g_assert_cmpfloat (flows->by_dest[partner], ==, most);
        }
    }
}

static void
test_partner (void)
{
  static const char *const patterns[] = { "uniform", "transpose", "all-to-one" };

  for (guint32 seed = 0; seed < TEST_ROUNDS (12); seed++)
    {
      OracleTorus torus;

      oracle_torus_random (&torus, seed, seed % 4);
      if (torus.radix[0] * torus.radix[1] * torus.radix[2] > MAX_NODES)
        continue;
      g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
      for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
        {
          const DlTorusTraffic traffic = { .pattern = dl_pattern_find (patterns[i]), .target = 0 };
          g_autoptr (DlDemand) demand = dl_torus_demand_new (routes->network, &traffic);

          for (guint link = seed; link < routes->network->n_links;
               link += 1 + routes->network->n_links / 7)
            check_partners (routes, demand, link);
        }
    }
}

static void
test_top (void)
{
  double counts[] = { 0, 3, 7, 3, 0, 9 };
  guint32 nodes[4];
  const DlLinkFlows flows = { .n_ends = G_N_ELEMENTS (counts) };

  g_assert_cmpuint (dl_link_flows_top (&flows, counts, 3, nodes), ==, 3);
  g_assert_cmpuint (nodes[0], ==, 5);
  g_assert_cmpuint (nodes[1], ==, 2);
  g_assert_cmpuint (nodes[2], ==, 1);
  counts[5] = counts[2] = counts[1] = 0;
  g_assert_cmpuint (dl_link_flows_top (&flows, counts, 4, nodes), ==, 1);
  g_assert_cmpuint (nodes[0], ==, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  oracle_add_engine_tests ("/link-flows/random", test_random);
  g_test_add_func ("/link-flows/pattern", test_pattern);
  g_test_add_func ("/link-flows/weights", test_weights);
  g_test_add_func ("/link-flows/partner", test_partner);
  g_test_add_func ("/link-flows/top", test_top);
  return g_test_run ();
}
