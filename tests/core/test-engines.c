/* Invariants of each engine of the first oracle, over the same random scenarios: the loads are the
 * oracle's, the fast analysis equals the naive one, routes end; also on networks with next to
 * nothing. */
#include "dl-families.h"
#include "oracle.h"

#include "dl-torus-analysis.h"
#include "test-rounds.h"

#include <math.h>
#include <string.h>

#define N_SCENARIOS TEST_ROUNDS (300)

static DlDemand *
uniform (const DlTorusRoutes *routes)
{
  return dl_torus_demand_new (
      routes->network, &(DlTorusTraffic) { .pattern = dl_pattern_find ("uniform"), .target = -1 });
}

static void
check_loads (const DlTorusAnalysis *a, const OracleLoads *o, const char *which, const char *text)
{
  if (memcmp (a->vc_load, o->load, DL_TORUS_VCS * a->network->n_links * sizeof *o->load) != 0)
    g_error ("%s: the oracle has other loads: %s", which, text);
  if (a->pairs != o->pairs || a->unreachable_pairs != o->unreachable
      || a->dropped_pairs != o->dropped || a->illegal_pairs != o->illegal)
    g_error ("%s: of %" G_GUINT64_FORMAT " pairs %" G_GUINT64_FORMAT
             " unreachable, %" G_GUINT64_FORMAT " dropped, %" G_GUINT64_FORMAT
             " illegal; the oracle has %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT
             ", %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT ": %s",
             which, a->pairs, a->unreachable_pairs, a->dropped_pairs, a->illegal_pairs, o->pairs,
             o->unreachable, o->dropped, o->illegal, text);
  if (a->hops_max != (guint) o->hops_max
      || !((isnan (a->hops_mean) && isnan (o->hops_mean))
           || fabs (a->hops_mean - o->hops_mean) <= 1e-9))
    g_error ("%s: hops mean %g max %u, the oracle has %g and %d: %s", which, a->hops_mean,
             a->hops_max, o->hops_mean, o->hops_max, text);
}

/* Both analyses are the oracle's, and so is the verdict of the fast one the naive one's. */
static DlTorusAnalysis *
check_torus (const OracleTorus *torus)
{
  g_autoptr (Oracle) oracle = oracle_new (torus);
  g_autoptr (OracleLoads) loads = oracle_loads_uniform (oracle);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (torus);
  g_autoptr (DlDemand) demand = uniform (routes);
  DlTorusAnalysis *fast = dl_torus_analysis_new (routes, demand, NULL);
  g_autoptr (DlTorusAnalysis) naive = dl_torus_analysis_new_naive (routes, demand);
  g_autofree char *text = oracle_torus_to_string (torus);

  check_loads (naive, loads, "naive", text);
  check_loads (fast, loads, "fast", text);
  if (fast->verdict->cyclic_components != naive->verdict->cyclic_components
      || fast->verdict->n_cycle != naive->verdict->n_cycle)
    g_error ("%u cycles, the shortest %u; naive %u and %u: %s", fast->verdict->cyclic_components,
             fast->verdict->n_cycle, naive->verdict->cyclic_components, naive->verdict->n_cycle,
             text);
  return fast;
}

static void
test_oracle (gconstpointer data)
{
  for (guint32 seed = 1; seed <= N_SCENARIOS; seed++)
    {
      OracleTorus torus;

      oracle_torus_random (&torus, 7000000 + seed, seed % 4 == 0 ? ORACLE_MAX_FAULTS : 5);
      torus.engine = GPOINTER_TO_INT (data);
      g_autoptr (DlTorusAnalysis) analysis = check_torus (&torus);
    }
}

/* No route visits a node twice; in a ring's, each dimension is one run, and the route is legal. */
static void
check_route (const DlTorusRoutes *routes, guint dest, const DlTorusRoute *route, int engine,
             guint8 *seen, const char *text)
{
  const DlTorusNetwork *network = routes->network;

  memset (seen, 0, network->n_nodes);
  for (guint i = 0; i < route->n_hops; i++)
    {
      const guint link = route->hops[i].link;

      if (seen[link / network->n_ports]++)
        g_error ("twice at node %u: %s", link / network->n_ports, text);
      if (engine != ORACLE_RING || i == 0)
        continue;
      const guint before = route->hops[i - 1].link % network->n_ports;
      g_assert_true (link % network->n_ports == before
                     || dl_torus_port_dim (link % network->n_ports) > dl_torus_port_dim (before));
    }
  g_assert_false (seen[dest]);
  if (engine == ORACLE_RING && !route->legal)
    g_error ("illegal: %s", text);
}

static void
test_bounded (gconstpointer data)
{
  const int engine = GPOINTER_TO_INT (data);

  for (guint32 seed = 1; seed <= N_SCENARIOS / 4; seed++)
    {
      g_auto (DlTorusRoute) route = { 0 };
      OracleTorus torus;

      oracle_torus_random (&torus, 8000000 + seed, ORACLE_MAX_FAULTS);
      torus.engine = engine;
      g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
      g_autofree char *text = oracle_torus_to_string (&torus);
      const DlTorusNetwork *network = routes->network;
      g_autofree guint8 *seen = g_new (guint8, network->n_nodes);

      for (guint source = 0; source < network->n_nodes; source++)
        for (guint dest = 0; dest < network->n_nodes; dest++)
          {
            if (source == dest || !network->node_up[source] || !network->node_up[dest])
              continue;
            dl_torus_routes_walk (routes, source, dest, &route);
            /* One that goes round for ever is followed no longer than it takes to know. */
            g_assert_cmpuint (route.n_hops, <, 2 * network->n_nodes);
            if (engine == ORACLE_RING)
              g_assert_true (route.status == DL_TORUS_ROUTE_DELIVERED
                             || route.status == DL_TORUS_ROUTE_UNREACHABLE);
            if (route.status == DL_TORUS_ROUTE_DELIVERED)
              check_route (routes, dest, &route, engine, seen, text);
          }
    }
}

/* ---- Next to nothing ---- */

static OracleTorus
torus_of (int engine, int kx, int ky, int kz, gboolean wrap)
{
  OracleTorus torus = oracle_torus_of (kx, ky, kz);

  torus.engine = engine;
  for (int dim = 0; dim < 3; dim++)
    torus.wrap[dim] = wrap;
  return torus;
}

static void
break_cable (OracleTorus *torus, int x, int y, int z, int port)
{
  g_assert (torus->n_cables < ORACLE_MAX_FAULTS);
  torus->cables[torus->n_cables++] = (OracleLink) { { { x, y, z } }, port };
}

static void
check_unreachable (const OracleTorus *torus, guint64 pairs, guint64 unreachable)
{
  g_autoptr (DlTorusAnalysis) analysis = check_torus (torus);

  g_assert_cmpuint (analysis->pairs, ==, pairs);
  g_assert_cmpuint (analysis->unreachable_pairs, ==, unreachable);
  g_assert_cmpuint (analysis->dropped_pairs, ==, 0);
  g_assert_true (analysis->verdict->deadlock_free);
}

static void
test_one_node (gconstpointer data)
{
  const OracleTorus torus = torus_of (GPOINTER_TO_INT (data), 1, 1, 1, TRUE);

  check_unreachable (&torus, 0, 0);
}

/* Node (1,1,1) works, and nothing leads to or from it. */
static void
test_lonely_node (gconstpointer data)
{
  OracleTorus torus = torus_of (GPOINTER_TO_INT (data), 3, 3, 3, TRUE);

  for (int dim = 0; dim < 3; dim++)
    {
      OracleNode before = { { 1, 1, 1 } };

      break_cable (&torus, 1, 1, 1, 2 * dim);
      before.at[dim] = 0;
      break_cable (&torus, before.at[0], before.at[1], before.at[2], 2 * dim);
    }
  g_autoptr (DlTorusAnalysis) analysis = check_torus (&torus);
  g_assert_cmpuint (analysis->pairs, ==, 27 * 26);
  g_assert_cmpuint (analysis->unreachable_pairs, >=, 2 * 26);
  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    g_assert_cmpfloat (
        dl_torus_analysis_link_load (analysis, dl_torus_network_link (analysis->network, 13, port)),
        ==, 0);
}

static void
test_all_broken (gconstpointer data)
{
  OracleTorus torus = torus_of (GPOINTER_TO_INT (data), 4, 2, 1, TRUE);

  for (int x = 0; x < 4; x++)
    {
      break_cable (&torus, x, 0, 0, DL_TORUS_PORT_X_PLUS);
      break_cable (&torus, x, 1, 0, DL_TORUS_PORT_X_PLUS);
      break_cable (&torus, x, 0, 0, DL_TORUS_PORT_Y_PLUS);
    }
  check_unreachable (&torus, 8 * 7, 8 * 7);
}

/* A mesh of 4 x 2 with both cables between x = 1 and 2 cut: in the halves all is well. */
static void
test_two_halves (gconstpointer data)
{
  OracleTorus torus = torus_of (GPOINTER_TO_INT (data), 4, 2, 1, FALSE);

  break_cable (&torus, 1, 0, 0, DL_TORUS_PORT_X_PLUS);
  break_cable (&torus, 1, 1, 0, DL_TORUS_PORT_X_PLUS);
  check_unreachable (&torus, 8 * 7, 2 * 4 * 4);
}

/* A ring cut in two, and one with a single node left. */
static void
test_rings (gconstpointer data)
{
  OracleTorus torus = torus_of (GPOINTER_TO_INT (data), 1, 1, 6, TRUE);

  for (int z = 1; z < 6; z++)
    torus.nodes[torus.n_nodes++] = (OracleNode) { { 0, 0, z } };
  check_unreachable (&torus, 0, 0);

  torus.n_nodes = 0;
  break_cable (&torus, 0, 0, 0, DL_TORUS_PORT_Z_PLUS);
  break_cable (&torus, 0, 0, 3, DL_TORUS_PORT_Z_PLUS);
  g_autoptr (DlTorusAnalysis) analysis = check_torus (&torus);
  g_assert_cmpuint (analysis->unreachable_pairs, >=, 2 * 3 * 3);
  g_assert_true (analysis->verdict->deadlock_free);
}

int
main (int argc, char **argv)
{
  static const char *const engines[] = { "xt", "xt-literal", "ring" };
  static const struct
  {
    const char *name;
    GTestDataFunc func;
  } tests[] = {
    { "oracle", test_oracle },         { "bounded", test_bounded },
    { "one-node", test_one_node },     { "lonely-node", test_lonely_node },
    { "all-broken", test_all_broken }, { "two-halves", test_two_halves },
    { "rings", test_rings },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    for (int engine = 0; engine < ORACLE_N_ENGINES; engine++)
      {
        g_autofree char *path = g_strdup_printf ("/engines/%s/%s", tests[i].name, engines[engine]);
        g_test_add_data_func (path, GINT_TO_POINTER (engine), tests[i].func);
      }
  return g_test_run ();
}
