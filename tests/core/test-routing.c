/* Models 1 to 3: where routes go, with and without faults. */
#include "oracle.h"

#include "dl-torus-analysis.h"
#include "test-rounds.h"

#include <math.h>
#include <string.h>

#define N_SCENARIOS TEST_ROUNDS (200)

/* ---- Without faults ---- */

/* Model 1: all ordered pairs of distinct nodes. */
static void
test_mean_hops (void)
{
  static const struct
  {
    int k[DL_TORUS_N_DIMS];
    gboolean wrap;
    double hops;
  } cases[] = { { { 11, 12, 16 }, TRUE, 9.7319 }, { { 4, 4, 4 }, TRUE, 3.0476 },
                { { 5, 5, 5 }, TRUE, 3.6290 },    { { 8, 8, 8 }, TRUE, 6.0117 },
                { { 5, 5, 5 }, FALSE, 4.8387 },   { { 25, 16, 24 }, TRUE, 16.5297 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      OracleTorus torus = oracle_torus_of (cases[i].k[0], cases[i].k[1], cases[i].k[2]);
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        torus.wrap[dim] = cases[i].wrap;
      g_autoptr (DlTorusAnalysis) analysis = oracle_torus_analyze (&torus);
      if (fabs (analysis->hops_mean - cases[i].hops) > 5e-5)
        g_error ("%dx%dx%d: mean hops %.6f, should be %.4f", cases[i].k[0], cases[i].k[1],
                 cases[i].k[2], analysis->hops_mean, cases[i].hops);
    }
}

/* A destination half the ring away: positive, or as the entry coordinate's parity has it. */
static void
test_ties (void)
{
  for (int parity = 0; parity < 2; parity++)
    {
      OracleTorus torus = oracle_torus_of (8, 4, 5);
      torus.tie_parity = parity;
      g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);

      for (int from = 0; from < 8; from++)
        for (int to = 0; to < 8; to++)
          {
            const guint source
                = dl_torus_network_node_at (routes->network, (DlTorusCoord) { { from, 0, 0 } });
            const guint dest
                = dl_torus_network_node_at (routes->network, (DlTorusCoord) { { to, 0, 0 } });
            const int plus = (to - from + 8) % 8;
            const gboolean minus = plus > 4 || (plus == 4 && parity && from % 2 == 1);

            if (from != to)
              g_assert_cmpuint (dl_torus_routes_first (routes, source, dest).port, ==,
                                minus ? DL_TORUS_PORT_X_MINUS : DL_TORUS_PORT_X_PLUS);
          }
      g_assert_cmpuint (dl_torus_routes_first (routes, oracle_core_node (routes, "0,1,0"),
                                               oracle_core_node (routes, "0,3,0"))
                            .port,
                        ==, parity ? DL_TORUS_PORT_Y_MINUS : DL_TORUS_PORT_Y_PLUS);
    }
}

/* 25 planes in regions of 10, 10 and 5: between regions to the nearest edge, inside one straight.
 */
static void
test_regions (void)
{
  OracleTorus torus = oracle_torus_of (25, 16, 24);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  static const struct
  {
    const char *from, *to;
    guint port;
  } cases[] = {
    { "0,0,0", "9,0,0", DL_TORUS_PORT_X_PLUS },
    { "9,0,0", "0,0,0", DL_TORUS_PORT_X_MINUS },  /* never round: it would leave the region */
    { "0,0,0", "19,0,0", DL_TORUS_PORT_X_MINUS }, /* 6 to the edge at 19, 10 to the one at 10 */
    { "2,0,0", "11,0,0", DL_TORUS_PORT_X_PLUS },  /* 8 to 10, 8 to 19: a tie */
    { "3,0,0", "19,0,0", DL_TORUS_PORT_X_PLUS },  /* 16 hops though 9 would do: 7 to 10 */
    { "1,0,0", "10,0,0", DL_TORUS_PORT_X_MINUS }, /* 16 hops: 7 to 19 */
    { "5,0,0", "24,0,0", DL_TORUS_PORT_X_MINUS },
    { "12,0,0", "20,0,0", DL_TORUS_PORT_X_PLUS },
  };

  g_assert_cmpuint (routes->network->torus.n_regions, ==, 3);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const guint port = dl_torus_routes_first (routes, oracle_core_node (routes, cases[i].from),
                                                oracle_core_node (routes, cases[i].to))
                             .port;
      if (port != cases[i].port)
        g_error ("%s to %s leaves by %s, should by %s", cases[i].from, cases[i].to,
                 dl_torus_port_name (port), dl_torus_port_name (cases[i].port));
    }

  torus.tie_parity = TRUE;
  g_autoptr (DlTorusRoutes) parity = oracle_torus_build (&torus);
  g_assert_cmpuint (dl_torus_routes_first (parity, oracle_core_node (parity, "2,0,0"),
                                           oracle_core_node (parity, "11,0,0"))
                        .port,
                    ==, DL_TORUS_PORT_X_PLUS);
}

/* ---- Known answers (model 3) ---- */

static char *
route_text (const DlTorusRoutes *routes, const DlTorusRoute *route)
{
  static const char *const ports[] = { "X+", "X-", "Y+", "Y-", "Z+", "Z-" };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < route->n_hops; i++)
    g_string_append_printf (text, "%s%s.%u", i > 0 ? " " : "",
                            ports[route->hops[i].link % routes->network->n_ports],
                            route->hops[i].vc);
  return g_string_free (text, FALSE);
}

/* The route in port.VC, and the rule of its first hop that is not dimension order. */
static void
check_route (const OracleTorus *torus, const char *from, const char *to, const char *expected,
             DlTorusRule rule)
{
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (torus);
  g_auto (DlTorusRoute) route = { 0 };
  guint i = 0;

  dl_torus_routes_walk (routes, oracle_core_node (routes, from), oracle_core_node (routes, to),
                        &route);
  g_assert_cmpint (route.status, ==, DL_TORUS_ROUTE_DELIVERED);
  g_assert_true (route.legal);
  g_autofree char *text = route_text (routes, &route);
  if (strcmp (text, expected) != 0)
    g_error ("%s to %s: %s, should be %s", from, to, text, expected);
  while (i + 1 < route.n_hops && route.hops[i].rule == DL_TORUS_RULE_DIMENSION_ORDER)
    i++;
  g_assert_cmpuint (route.hops[i].rule, ==, rule);
}

static void
test_known_routes (void)
{
  OracleTorus torus = oracle_torus_of (5, 5, 5);

  check_route (&torus, "1,1,1", "3,4,0", "X+.0 X+.0 Y-.0 Y-.1 Z-.1", DL_TORUS_RULE_DIMENSION_ORDER);
  check_route (&torus, "4,1,4", "1,2,1", "X+.0 X+.1 Y+.0 Z+.0 Z+.1", DL_TORUS_RULE_DIMENSION_ORDER);
}

static void
test_known_detours (void)
{
  OracleTorus torus = oracle_torus_of (5, 5, 5);

  torus.n_cables = 1;
  torus.cables[0] = oracle_link_at (1, 2, 2, DL_TORUS_PORT_X_PLUS);
  check_route (&torus, "0,2,2", "2,2,2", "X+.1 Y+.0 X+.0 Y-.1", DL_TORUS_RULE_X_BROKEN_Y);

  torus.cables[0] = oracle_link_at (2, 1, 2, DL_TORUS_PORT_Y_PLUS);
  check_route (&torus, "2,0,2", "2,2,2", "Y+.1 Z+.0 Y+.0 Z-.1", DL_TORUS_RULE_Y_BROKEN_Z);

  torus.cables[0] = oracle_link_at (2, 2, 1, DL_TORUS_PORT_Z_PLUS);
  torus.dateline[DL_Z] = 2;
  check_route (&torus, "2,2,0", "2,2,2", "Z+.0 Y+.1 Z+.0 Y-.1", DL_TORUS_RULE_Z_BROKEN_Y_PLUS);
  check_route (&torus, "2,2,2", "2,2,1", "Z+.1 Z+.1 Z+.1 Z+.1", DL_TORUS_RULE_Z_LONG_PATH);

  torus = oracle_torus_of (5, 5, 5);
  torus.n_nodes = 1;
  torus.nodes[0] = (OracleNode) { { 2, 2, 2 } };
  check_route (&torus, "1,2,2", "2,1,1", "Y+.0 X+.0 Z+.0 Y-.0 Y-.0 Z-.0 Z-.0",
               DL_TORUS_RULE_X_BROKEN_Y);
}

/* "same cut, dateline z=1: xt: 75 pairs unreachable", all others delivered and legal. */
static void
test_known_unreachable (void)
{
  OracleTorus torus = oracle_torus_of (5, 5, 5);

  torus.n_cables = 1;
  torus.cables[0] = oracle_link_at (2, 2, 1, DL_TORUS_PORT_Z_PLUS);
  torus.dateline[DL_Z] = 1;
  g_autoptr (DlTorusAnalysis) analysis = oracle_torus_analyze (&torus);
  g_assert_cmpuint (analysis->pairs, ==, 15500);
  g_assert_cmpuint (analysis->unreachable_pairs, ==, 75);
  g_assert_cmpuint (analysis->dropped_pairs, ==, 0);
  g_assert_cmpuint (analysis->illegal_pairs, ==, 0);
}

/* Each rule that an engine can name, at a node where it decides. */
static void
test_rules (void)
{
  OracleTorus torus = oracle_torus_of (5, 5, 5);
  OracleTorus mesh = oracle_torus_of (4, 4, 4);
  g_autoptr (DlTorusRoutes) plain = oracle_torus_build (&torus);
  DlTorusDecision decision;

  decision = dl_torus_routes_first (plain, 7, 7);
  g_assert_cmpuint (decision.port, ==, DL_TORUS_PORT_PROCESSOR);
  g_assert_cmpuint (decision.rule, ==, DL_TORUS_RULE_EJECT);

  /* 2.2.2: X and Y+ broken, or Y+ not safe at the dateline: Z+; nor that: unreachable. */
  torus.n_cables = 1;
  torus.cables[0] = oracle_link_at (1, 0, 2, DL_TORUS_PORT_X_PLUS);
  g_autoptr (DlTorusRoutes) no_y = oracle_torus_build (&torus);
  decision = dl_torus_routes_first (no_y, oracle_core_node (no_y, "1,0,2"),
                                    oracle_core_node (no_y, "3,0,2"));
  g_assert_cmpuint (decision.port, ==, DL_TORUS_PORT_Z_PLUS);
  g_assert_cmpuint (decision.rule, ==, DL_TORUS_RULE_X_BROKEN_Z);
  torus.dateline[DL_Z] = 2;
  g_autoptr (DlTorusRoutes) stuck = oracle_torus_build (&torus);
  decision = dl_torus_routes_first (stuck, oracle_core_node (stuck, "1,0,2"),
                                    oracle_core_node (stuck, "3,0,2"));
  g_assert_cmpuint (decision.port, ==, DL_TORUS_PORT_NONE);
  g_assert_cmpuint (decision.rule, ==, DL_TORUS_RULE_UNREACHABLE);

  /* 2.2.2, early: node (2,3,1) of a mesh in Y has no Y+ and has lost Z+. */
  mesh.wrap[DL_Y] = FALSE;
  mesh.n_channels = 1;
  mesh.channels[0] = oracle_link_at (2, 3, 1, DL_TORUS_PORT_Z_PLUS);
  g_autoptr (DlTorusRoutes) early = oracle_torus_build (&mesh);
  decision = dl_torus_routes_first (early, oracle_core_node (early, "1,3,1"),
                                    oracle_core_node (early, "3,3,1"));
  g_assert_cmpuint (decision.port, ==, DL_TORUS_PORT_Z_PLUS);
  g_assert_cmpuint (decision.rule, ==, DL_TORUS_RULE_X_EARLY_DETOUR);
  /* Not towards the node itself, nor for another row. */
  decision = dl_torus_routes_first (early, oracle_core_node (early, "1,3,1"),
                                    oracle_core_node (early, "2,3,1"));
  g_assert_cmpuint (decision.port, ==, DL_TORUS_PORT_X_PLUS);
  decision = dl_torus_routes_first (early, oracle_core_node (early, "1,3,1"),
                                    oracle_core_node (early, "3,2,1"));
  g_assert_cmpuint (decision.port, ==, DL_TORUS_PORT_X_PLUS);

  /* 2.2.3, look-ahead: (1,2,1) has lost Z+. */
  mesh = oracle_torus_of (4, 4, 4);
  mesh.n_channels = 1;
  mesh.channels[0] = oracle_link_at (1, 2, 1, DL_TORUS_PORT_Z_PLUS);
  g_autoptr (DlTorusRoutes) ahead = oracle_torus_build (&mesh);
  decision = dl_torus_routes_first (ahead, oracle_core_node (ahead, "1,1,1"),
                                    oracle_core_node (ahead, "1,2,2"));
  g_assert_cmpuint (decision.port, ==, DL_TORUS_PORT_Z_PLUS);
  g_assert_cmpuint (decision.rule, ==, DL_TORUS_RULE_Y_LOOK_AHEAD);
  decision = dl_torus_routes_first (ahead, oracle_core_node (ahead, "1,1,1"),
                                    oracle_core_node (ahead, "1,2,0"));
  g_assert_cmpuint (decision.port, ==, DL_TORUS_PORT_Y_PLUS);

  /* 2.2.4: Y- where a mesh has no Y+. */
  mesh.wrap[DL_Y] = FALSE;
  mesh.channels[0] = oracle_link_at (1, 3, 1, DL_TORUS_PORT_Z_PLUS);
  g_autoptr (DlTorusRoutes) below = oracle_torus_build (&mesh);
  decision = dl_torus_routes_first (below, oracle_core_node (below, "1,3,1"),
                                    oracle_core_node (below, "1,3,2"));
  g_assert_cmpuint (decision.port, ==, DL_TORUS_PORT_Y_MINUS);
  g_assert_cmpuint (decision.rule, ==, DL_TORUS_RULE_Z_BROKEN_Y_MINUS);

  for (guint rule = 0; rule < DL_TORUS_N_RULES; rule++)
    {
      g_assert_cmpstr (dl_torus_rule_text (rule), !=, "");
      g_assert_cmpstr (dl_torus_rule_section (rule), !=, "");
    }
}

/* ---- What the rules reach (model 3, measured) ---- */

static gboolean
all_delivered_and_legal (const OracleTorus *torus)
{
  g_autoptr (DlTorusAnalysis) analysis = oracle_torus_analyze (torus);

  return analysis->unreachable_pairs == 0 && analysis->dropped_pairs == 0
         && analysis->illegal_pairs == 0;
}

/* Single cable cuts of a 5x5x5 torus at fixed datelines: 79% fully delivered and legal. */
static void
test_single_cuts (void)
{
  for (int dateline = 0; dateline < 5; dateline += 4)
    {
      guint good = 0;

      for (int i = 0; i < 375; i++)
        {
          OracleTorus torus = oracle_torus_of (5, 5, 5);
          for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
            torus.dateline[dim] = dateline;
          torus.n_cables = 1;
          torus.cables[0] = oracle_link_at (i / 75, i / 15 % 5, i / 3 % 5, 2 * (i % 3));
          good += all_delivered_and_legal (&torus);
        }
      g_assert_cmpuint (good, ==, 295);
      g_assert_cmpfloat (round (100. * good / 375), ==, 79);
    }
}

/* "With the datelines put one past the fault (the node at y+1, z+1) 100 % for every single cable,
 * directed link and node." */
static void
test_datelines_past_fault (void)
{
  for (int i = 0; i < 125; i++)
    {
      const int x = i / 25, y = i / 5 % 5, z = i % 5;
      OracleTorus torus = oracle_torus_of (5, 5, 5);

      torus.dateline[DL_Y] = (y + 1) % 5;
      torus.dateline[DL_Z] = (z + 1) % 5;
      for (int port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
        {
          torus.n_channels = 1;
          torus.channels[0] = oracle_link_at (x, y, z, port);
          if (!all_delivered_and_legal (&torus))
            g_error ("channel %d,%d,%d:%s", x, y, z, dl_torus_port_name (port));
          torus.n_channels = 0;
        }
      for (int port = 0; port < DL_TORUS_N_NETWORK_PORTS; port += 2)
        {
          torus.n_cables = 1;
          torus.cables[0] = oracle_link_at (x, y, z, port);
          if (!all_delivered_and_legal (&torus))
            g_error ("cable %d,%d,%d:%s", x, y, z, dl_torus_port_name (port));
          torus.n_cables = 0;
        }
      torus.n_nodes = 1;
      torus.nodes[0] = (OracleNode) { { x, y, z } };
      if (!all_delivered_and_legal (&torus))
        g_error ("node %d,%d,%d", x, y, z);
    }
}

/* ---- Properties, and the oracle hop by hop ---- */

/* Does the route do what any delivered one must? */
static void
check_delivered (const DlTorusRoutes *routes, guint source, guint dest, const DlTorusRoute *route,
                 const char *text)
{
  const DlTorusNetwork *network = routes->network;
  guint node = source;

  for (guint i = 0; i < route->n_hops; i++)
    {
      const DlTorusHop *hop = &route->hops[i];
      const guint port = hop->link % network->n_ports;

      g_assert_cmpuint (hop->link / network->n_ports, ==, node);
      g_assert_cmpuint (network->link_state[hop->link], ==, DL_LINK_UP);
      g_assert_cmpuint (dl_torus_routes_first (routes, node, dest).port, ==, port);
      g_assert_cmpuint (hop->vc, <, DL_TORUS_VCS);
      if (dl_torus_routes_at_dateline (routes, node, dl_torus_port_dim (port)))
        g_assert_cmpuint (hop->vc, ==, 1);
      if (i > 0 && port == dl_torus_port_opposite (route->hops[i - 1].link % network->n_ports))
        g_error ("180 degrees from %u to %u: %s", source, dest, text);
      node = network->link_to[hop->link];
    }
  g_assert_cmpuint (node, ==, dest);
}

/* The tail of a route is the route of each node on it, port by port. */
static void
check_tails (const DlTorusRoutes *routes, guint dest, const DlTorusRoute *route, DlTorusRoute *tail)
{
  for (guint i = 1; i < route->n_hops; i++)
    {
      dl_torus_routes_walk (routes, route->hops[i].link / routes->network->n_ports, dest, tail);
      g_assert_cmpint (tail->status, ==, DL_TORUS_ROUTE_DELIVERED);
      g_assert_cmpuint (tail->n_hops, ==, route->n_hops - i);
      for (guint j = 0; j < tail->n_hops; j++)
        g_assert_cmpuint (tail->hops[j].link, ==, route->hops[i + j].link);
    }
}

static void
compare_hops (const Oracle *oracle, const DlTorusRoute *route, const OracleRoute *expected,
              const char *text)
{
  static const OracleStatus status[] = { [DL_TORUS_ROUTE_DELIVERED] = ORACLE_DELIVERED,
                                         [DL_TORUS_ROUTE_UNREACHABLE] = ORACLE_UNREACHABLE,
                                         [DL_TORUS_ROUTE_DROPPED] = ORACLE_DROPPED,
                                         [DL_TORUS_ROUTE_LOOP] = ORACLE_UNREACHABLE };

  if (status[route->status] != expected->status)
    g_error ("status %d, the oracle has %d: %s", route->status, expected->status, text);
  if (route->status != DL_TORUS_ROUTE_DELIVERED)
    return;
  if (route->legal != expected->legal)
    g_error ("legal %d, the oracle has %d: %s", route->legal, expected->legal, text);
  g_assert_cmpuint (route->n_hops, ==, expected->hops->len);
  for (guint i = 0; i < route->n_hops; i++)
    {
      const OracleHop hop = g_array_index (expected->hops, OracleHop, i);
      const guint link = DL_TORUS_N_NETWORK_PORTS * oracle_index (oracle, hop.node) + hop.port;
      if (route->hops[i].link != link || route->hops[i].vc != hop.vc)
        g_error ("hop %u differs from the oracle's: %s", i, text);
    }
}

static void
check_scenario (guint32 seed)
{
  g_auto (DlTorusRoute) route = { 0 };
  g_auto (DlTorusRoute) tail = { 0 };
  g_auto (OracleRoute) expected = { 0 };
  OracleTorus torus;

  oracle_torus_random (&torus, 4000000 + seed, 4);
  g_autoptr (Oracle) oracle = oracle_new (&torus);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  g_autofree char *text = oracle_torus_to_string (&torus);
  const gboolean faultless = torus.n_cables + torus.n_channels + torus.n_nodes == 0;
  const int n = oracle->n_nodes;

  for (int source = 0; source < n; source++)
    for (int dest = 0; dest < n; dest++)
      {
        if (source == dest || !oracle->node_up[source] || !oracle->node_up[dest])
          continue;
        dl_torus_routes_walk (routes, source, dest, &route);
        oracle_walk (oracle, oracle_node (oracle, source), oracle_node (oracle, dest), &expected);
        compare_hops (oracle, &route, &expected, text);
        if (faultless)
          g_assert_true (route.status == DL_TORUS_ROUTE_DELIVERED && route.legal);
        if (route.status != DL_TORUS_ROUTE_DELIVERED)
          continue;
        check_delivered (routes, source, dest, &route, text);
        if ((source + dest) % 8 == 0)
          check_tails (routes, dest, &route, &tail);
      }
}

static void
test_scenarios (void)
{
  for (guint32 seed = 1; seed <= N_SCENARIOS; seed++)
    check_scenario (seed);
}

/* Fault-free routes are minimal in one region, and always legal. */
static void
test_faultless (void)
{
  for (guint32 seed = 1; seed <= N_SCENARIOS / 2; seed++)
    {
      g_auto (DlTorusRoute) route = { 0 };
      OracleTorus torus;

      oracle_torus_random (&torus, 5000000 + seed, 0);
      torus.region_nodes = DL_TORUS_REGION_NODES;
      g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
      for (guint source = 0; source < routes->network->n_nodes; source++)
        for (guint dest = 0; dest < routes->network->n_nodes; dest++)
          {
            guint hops = 0;

            if (source == dest)
              continue;
            for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
              {
                const int k = torus.radix[dim];
                const int way = ABS ((int) routes->network->torus.coord[source].at[dim]
                                     - (int) routes->network->torus.coord[dest].at[dim]);
                hops += routes->network->torus.ring[dim] ? MIN (way, k - way) : way;
              }
            dl_torus_routes_walk (routes, source, dest, &route);
            g_assert_cmpint (route.status, ==, DL_TORUS_ROUTE_DELIVERED);
            g_assert_true (route.legal);
            g_assert_cmpuint (route.n_hops, ==, hops);
            for (guint i = 0; i < route.n_hops; i++)
              g_assert_cmpuint (route.hops[i].rule, ==, DL_TORUS_RULE_DIMENSION_ORDER);
          }
    }
}

/* A plane cut through and no dateline in Y: packets climb for ever, and count as unreachable. */
static void
test_loop (void)
{
  OracleTorus torus = oracle_torus_of (4, 3, 1);
  g_auto (DlTorusRoute) route = { 0 };

  torus.dateline[DL_Y] = -1;
  for (int y = 0; y < 3; y++)
    torus.cables[torus.n_cables++] = oracle_link_at (0, y, 0, DL_TORUS_PORT_X_PLUS);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  dl_torus_routes_walk (routes, oracle_core_node (routes, "0,0,0"),
                        oracle_core_node (routes, "1,0,0"), &route);
  g_assert_cmpint (route.status, ==, DL_TORUS_ROUTE_LOOP);

  /* The cut is on the way from x = 0 to 1 and 2, from 3 to 1, and from 1 to 0: 4 of the pairs of
   * columns, of 9 pairs of nodes each. */
  g_autoptr (DlTorusAnalysis) analysis = oracle_torus_analyze (&torus);
  g_assert_cmpuint (analysis->unreachable_pairs, ==, 4 * 9);
  g_assert_cmpuint (analysis->dropped_pairs, ==, 0);
}

/* With a dateline they climb to it, on VC1 around the ring, and are dropped there. */
static void
test_round (void)
{
  OracleTorus torus = oracle_torus_of (4, 3, 1);
  g_auto (DlTorusRoute) route = { 0 };

  torus.engine = ORACLE_XT_LITERAL;
  torus.dateline[DL_Y] = 1;
  for (int y = 0; y < 3; y++)
    torus.cables[torus.n_cables++] = oracle_link_at (0, y, 0, DL_TORUS_PORT_X_PLUS);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  for (guint y = 0; y < 3; y++)
    {
      const DlTorusCoord from = { { 0, y, 0 } };
      const guint dest = oracle_core_node (routes, "1,0,0"), to_dateline = (4 - y) % 3;
      DlTorusWalker walker;
      DlTorusLeg leg;

      dl_torus_routes_walk (routes, dl_torus_network_node_at (routes->network, from), dest, &route);
      g_assert_cmpint (route.status, ==, DL_TORUS_ROUTE_DROPPED);
      g_assert_cmpuint (route.n_hops, ==, to_dateline + 3);
      for (guint i = 0; i < route.n_hops; i++)
        g_assert_cmpuint (route.hops[i].vc, ==, i >= to_dateline);
      g_assert_cmpuint (routes->network->link_to[route.hops[route.n_hops - 1].link], ==,
                        oracle_core_node (routes, "0,1,0"));
      dl_torus_walker_init (&walker, routes, dl_torus_network_node_at (routes->network, from),
                            dest);
      g_assert_false (dl_torus_walker_next (&walker, &leg));
      g_assert_cmpint (walker.status, ==, DL_TORUS_ROUTE_DROPPED);
      g_assert_cmpuint (leg.vc, ==, to_dateline == 0);
    }
  g_autoptr (DlTorusAnalysis) analysis = oracle_torus_analyze (&torus);
  g_assert_cmpuint (analysis->unreachable_pairs, ==, 0);
  g_assert_cmpuint (analysis->dropped_pairs, ==, 4 * 9);
}

/* Datelines of mesh dimensions are ignored, whatever the file says. */
static void
test_mesh_has_no_dateline (void)
{
  OracleTorus torus = oracle_torus_of (5, 2, 5);

  torus.wrap[DL_X] = FALSE;
  torus.dateline[DL_X] = 3;
  torus.dateline[DL_Y] = 1;
  torus.dateline[DL_Z] = 4;
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  g_assert_cmpint (routes->spec.dateline[DL_X], ==, DL_NO_DATELINE);
  g_assert_cmpint (routes->spec.dateline[DL_Y], ==, DL_NO_DATELINE);
  g_assert_cmpint (routes->spec.dateline[DL_Z], ==, 4);
}

static void
test_engines (void)
{
  guint n_engines;
  const DlTorusEngine *const *engines = dl_torus_engines (&n_engines);

  g_assert_cmpuint (n_engines, >=, 1);
  g_assert_cmpstr (engines[0]->id, ==, "xt");
  for (guint i = 0; i < n_engines; i++)
    g_assert_true (dl_torus_engine_find (engines[i]->id) == engines[i]);
  g_assert_null (dl_torus_engine_find ("XT"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/routing/engines", test_engines);
  g_test_add_func ("/routing/mean-hops", test_mean_hops);
  g_test_add_func ("/routing/ties", test_ties);
  g_test_add_func ("/routing/regions", test_regions);
  g_test_add_func ("/routing/mesh-has-no-dateline", test_mesh_has_no_dateline);
  g_test_add_func ("/routing/known/routes", test_known_routes);
  g_test_add_func ("/routing/known/detours", test_known_detours);
  g_test_add_func ("/routing/known/unreachable", test_known_unreachable);
  g_test_add_func ("/routing/rules", test_rules);
  g_test_add_func ("/routing/loop", test_loop);
  g_test_add_func ("/routing/round", test_round);
  g_test_add_func ("/routing/reach/single-cuts", test_single_cuts);
  g_test_add_func ("/routing/reach/datelines-past-fault", test_datelines_past_fault);
  g_test_add_func ("/routing/faultless", test_faultless);
  g_test_add_func ("/routing/oracle", test_scenarios);
  return g_test_run ();
}
