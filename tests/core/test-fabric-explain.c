/* Routes in words, tables of switches, and who loads a channel, against the analysis. */
#include "dl-fabric-engine.h"
#include "dl-fabric-explain.h"
#include "fabric-fixture.h"

#include <string.h>

static DlFabricRoutes *
route (DlFabric *fabric, const DlFabricEngine *engine)
{
  DlFabricEngineOptions options = dl_fabric_engine_options_default ();

  options.layers = 15;
  return dl_fabric_route (fabric, engine, &options, NULL, NULL);
}

/* Flows of each channel sum up to its load: by source, by destination, in all. */
static void
test_flows (void)
{
  for (guint64 seed = 0; seed < 60; seed++)
    {
      g_autoptr (DlFabric) fabric = fabric_random (seed);
      g_autoptr (DlFabric) broken = fabric_break_some (fabric, seed % 7, seed);
      g_autoptr (DlFabricRoutes) whole = route (fabric, &dl_fabric_min_hop);
      g_autoptr (DlFabricTables) tables = dl_fabric_routes_tables (whole);
      g_autoptr (DlFabricRoutes) routes = NULL;
      g_autoptr (DlFabricAnalysis) analysis = NULL, second = NULL;
      g_autoptr (DlDemand) demand = g_new0 (DlDemand, 1);
      DlFabricEngineOptions options = dl_fabric_engine_options_default ();
      DlRng rng;

      /* Every third of tables that were read, with wrong entries. */
      dl_rng_init (&rng, seed);
      for (guint i = 0; i < fabric->n_switches; i++)
        tables->port[dl_rng_below (&rng, fabric->n_hosts * fabric->n_switches)]
            = (guint8) dl_rng_below (&rng, fabric->n_ports + 2);
      options.tables = tables;
      options.layers = 15;
      routes = dl_fabric_route (broken,
                                seed % 3 == 0   ? &dl_fabric_lft
                                : seed % 3 == 1 ? &dl_fabric_lash
                                                : &dl_fabric_up_down,
                                &options, NULL, NULL);
      demand->flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
      for (guint a = 0; a < broken->n_hosts; a++)
        for (guint b = 0; b < broken->n_hosts; b++)
          if (a != b && dl_rng_below (&rng, 3) == 0 && dl_fabric_host_works (broken, a)
              && dl_fabric_host_works (broken, b))
            g_array_append_vals (demand->flows, &(DlFlow) { a, b, 1 + (a + b) % 3 }, 1);
      analysis = dl_fabric_analysis_new (routes, NULL, NULL);
      second = dl_fabric_analysis_new (routes, demand, NULL);
      for (guint c = 0; c < broken->n_channels; c++)
        for (guint i = 0; i < 2; i++)
          {
            g_autoptr (DlLinkFlows) flows
                = dl_fabric_flows (routes, i == 0 ? NULL : demand, c, NULL);
            double sent = 0, got = 0;

            for (guint h = 0; h < broken->n_hosts; h++)
              {
                sent += flows->by_source[h];
                got += flows->by_dest[h];
              }
            g_assert_cmpfloat (sent, ==, flows->packets);
            g_assert_cmpfloat (got, ==, flows->packets);
            g_assert_cmpfloat (flows->packets, ==,
                               dl_fabric_analysis_load (i == 0 ? analysis : second, c));
          }
    }
}

static void
test_routes (void)
{
  g_autoptr (DlFabric) tree = fabric_tree ("2,2/1,2");
  g_autoptr (DlFabric) torus = fabric_torus (2, (const guint[]) { 4, 4 }, 1);
  g_autoptr (DlFabricRoutes) routes = route (tree, &dl_fabric_ftree);
  g_autoptr (DlFabricRoutes) detours = route (torus, &dl_fabric_valiant);
  g_autoptr (DlExplained) explained = dl_fabric_explain (routes, 0, 3, 0);
  g_autoptr (DlExplained) first = NULL;
  guint n_longer = 0;

  g_assert_true (explained->good);
  g_assert_cmpuint (explained->n_hops, ==, 4);
  g_assert_cmpstr (explained->line, ==, "H0 L1-0:4 L2-1:2 L1-1:2");
  g_assert_nonnull (strstr (explained->text, "L2-1  Port 2  to L1-1, port 4\n"));
  g_assert_cmpuint (explained->n_routes, ==, 1);

  first = dl_fabric_explain (detours, 0, 5, 0);
  g_assert_cmpuint (first->n_routes, ==, 16);
  for (guint which = 0; which < first->n_routes; which++)
    {
      g_autoptr (DlExplained) other = dl_fabric_explain (detours, 0, 5, which);
      guint before = 0;

      g_assert_true (other->good);
      n_longer += other->n_hops > 4;
      for (guint i = 0; i < other->n_hops; i++)
        {
          const guint layer = other->channels[i] % 2;

          /* First layer 0, then layer 1. */
          g_assert_cmpuint (layer, >=, before);
          before = layer;
        }
      g_assert_cmpuint (before, ==, 1);
    }
  g_assert_cmpuint (n_longer, >, 8);
}

/* Successive packets of an engine that chooses go all ways there are: 4 x 4 of a tree of three
 * levels, each by a root of its own. */
static void
test_choices (void)
{
  g_autoptr (DlFabric) tree = fabric_tree ("4,4,4/1,4,4");
  g_autoptr (DlFabricRoutes) routes = route (tree, &dl_fabric_random_up);
  g_autoptr (GHashTable) lines = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint which = 0; which < 16; which++)
    {
      g_autoptr (DlExplained) explained = dl_fabric_explain (routes, 0, 63, which);

      g_assert_true (explained->good);
      g_assert_cmpuint (explained->n_hops, ==, 6);
      g_assert_true (g_hash_table_add (lines, g_strdup (explained->line)));
    }
}

/* Lost on the way: the last step says so. */
static void
test_lost (void)
{
  g_autoptr (DlFabric) tree = fabric_tree ("2,2/1,2");
  g_autoptr (DlFabricRoutes) made = route (tree, &dl_fabric_ftree), routes = NULL;
  g_autoptr (DlFabricTables) tables = dl_fabric_routes_tables (made);
  g_autoptr (DlExplained) explained = NULL;
  DlFabricEngineOptions options = dl_fabric_engine_options_default ();

  tables->port[3 * tree->n_switches + 3] = DL_FABRIC_NO_PORT; /* L2-1, to H3 */
  options.tables = tables;
  routes = dl_fabric_route (tree, &dl_fabric_lft, &options, NULL, NULL);
  explained = dl_fabric_explain (routes, 0, 3, 0);
  g_assert_false (explained->good);
  g_assert_cmpuint (explained->n_hops, ==, 2);
  g_assert_nonnull (explained->steps[1].problem);
  g_assert_null (explained->steps[0].problem);
}

static void
test_table (void)
{
  g_autoptr (DlFabric) tree = fabric_tree ("2,2/1,2");
  g_autoptr (DlFabric) broken = dl_fabric_new_broken (
      tree, &(DlFabricFaults) { .hosts = (const guint32[]) { 1 }, .n_hosts = 1 });
  g_autoptr (DlFabricRoutes) routes = route (tree, &dl_fabric_ftree);
  g_autoptr (DlFabricRoutes) choices = route (broken, &dl_fabric_random_up);
  g_autoptr (DlRouterTable) table = dl_fabric_switch_table (routes, 0);
  g_autoptr (DlRouterTable) second = dl_fabric_switch_table (choices, 0);

  g_assert_cmpuint (table->n_rows, ==, 4);
  g_assert_cmpstr (table->csv, ==,
                   "switch,destination,ports,to\nL1-0,H0,1,H0\nL1-0,H1,2,H1\nL1-0,H2,3,L2-0\n"
                   "L1-0,H3,4,L2-1\n");
  g_assert_cmpstr (second->rows[2].cells[1], ==, "3 4");
  g_assert_cmpstr (second->rows[1].cells[1], ==, "");
  g_assert_cmpuint (second->rows[1].node, ==, DL_NO_NODE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fabric-explain/flows", test_flows);
  g_test_add_func ("/fabric-explain/routes", test_routes);
  g_test_add_func ("/fabric-explain/choices", test_choices);
  g_test_add_func ("/fabric-explain/lost", test_lost);
  g_test_add_func ("/fabric-explain/table", test_table);
  return g_test_run ();
}
