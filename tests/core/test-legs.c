/* Legs: the part of a route inside one dimension, as it is computed at once, against hop after hop.
 */
#include "oracle.h"

#include "dl-torus-legs.h"
#include "test-rounds.h"

#define N_SCENARIOS TEST_ROUNDS (200)

/* Does the walker, which jumps over undisturbed legs, say what the walk from hop to hop does? */
static void
check_legs (const DlTorusRoutes *routes, guint source, guint dest, DlTorusRoute *route,
            const char *text)
{
  const guint n_ports = routes->network->n_ports;
  DlTorusLeg before = { 0 }, leg;
  DlTorusWalker walker;
  guint node = source, n_hops = 0;

  dl_torus_routes_walk (routes, source, dest, route);
  dl_torus_walker_init (&walker, routes, source, dest);
  while (dl_torus_walker_next (&walker, &leg))
    {
      g_assert_cmpuint (leg.entry, ==, node);
      g_assert_cmpuint (leg.length, >, 0);
      g_assert_cmpuint (n_hops + leg.length, <=, route->n_hops);
      if (n_hops > 0)
        {
          g_assert_cmpuint (leg.port, !=, before.port);
          g_assert_true (dl_torus_routes_legal_turn (routes, &before, &leg)
                         == route->hops[n_hops].legal);
          g_assert_true (before.to_higher
                         == (dl_torus_port_dim (leg.port) < dl_torus_port_dim (before.port)));
        }
      for (guint i = 0; i < leg.length; i++)
        {
          const DlTorusHop *hop = &route->hops[n_hops + i];
          const gboolean left
              = dl_torus_routes_at_dateline (routes, node, dl_torus_port_dim (leg.port));

          if (hop->link != node * n_ports + leg.port || hop->vc != dl_torus_leg_vc (&leg, i)
              || hop->vc_rule != leg.vc_rule || (i > 0 && !hop->legal))
            g_error ("%u to %u, hop %u: the leg says otherwise: %s", source, dest, n_hops + i,
                     text);
          g_assert_true (left == (i == leg.to_dateline));
          node = routes->network->link_to[hop->link];
        }
      g_assert_cmpuint (leg.end, ==, node);
      n_hops += leg.length;
      before = leg;
    }
  if (walker.status != route->status)
    g_error ("%u to %u: status %d by legs, %d by hops: %s", source, dest, walker.status,
             route->status, text);
  g_assert_cmpuint (walker.n_hops, ==, n_hops);
  if (route->status == DL_TORUS_ROUTE_DELIVERED)
    g_assert_cmpuint (n_hops, ==, route->n_hops);
}

static void
test_runs_are_hops (void)
{
  for (guint32 seed = 1; seed <= N_SCENARIOS; seed++)
    {
      g_auto (DlTorusRoute) route = { 0 };
      OracleTorus torus;

      oracle_torus_random (&torus, 6000000 + seed, seed % 3 == 0 ? ORACLE_MAX_FAULTS : 4);
      g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
      g_autofree char *text = oracle_torus_to_string (&torus);
      const DlTorusNetwork *network = routes->network;

      for (guint source = 0; source < network->n_nodes; source++)
        for (guint dest = 0; dest < network->n_nodes; dest++)
          if (source != dest && network->node_up[source] && network->node_up[dest])
            check_legs (routes, source, dest, &route, text);
    }
}

/* A leg known without the engine is what a walker says; one that is remembered, too. */
static void
check_undisturbed_legs (const DlTorusRoutes *routes, const DlTorusLegMemo *memo, guint source,
                        guint dest)
{
  DlTorusWalker walker;
  DlTorusLeg leg, same;

  dl_torus_walker_init (&walker, routes, source, dest);
  while (dl_torus_walker_next (&walker, &leg))
    {
      dl_torus_routes_undisturbed_leg (routes, leg.entry, dest, &same);
      g_assert_cmpuint (same.entry, ==, leg.entry);
      g_assert_cmpuint (same.end, ==, leg.end);
      g_assert_cmpuint (same.port, ==, leg.port);
      g_assert_cmpuint (same.length, ==, leg.length);
      g_assert_cmpuint (same.to_dateline, ==, leg.to_dateline);
      g_assert_true (same.reaches_dateline == leg.reaches_dateline);
      g_assert_true (same.to_higher == leg.to_higher);
      g_assert_cmpuint (same.vc, ==, leg.vc);
      g_assert_cmpuint (same.vc_rule, ==, leg.vc_rule);
      if (memo != NULL)
        {
          const DlTorusShortLeg part = dl_torus_leg_memo_get (memo, leg.entry, dest);

          g_assert_cmpuint (part.port, ==, leg.port);
          g_assert_cmpuint (part.vc, ==, leg.vc);
          g_assert_cmpuint (part.length, ==, leg.length);
          g_assert_cmpuint (part.to_dateline, ==, leg.to_dateline);
        }
    }
  g_assert_cmpint (walker.status, ==, DL_TORUS_ROUTE_DELIVERED);
}

static void
test_undisturbed_legs (void)
{
  guint n_checked = 0, n_remembered = 0;

  for (guint32 seed = 1; seed <= N_SCENARIOS; seed++)
    {
      OracleTorus torus;

      oracle_torus_random (&torus, 7000000 + seed, 0);
      g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
      DlTorusLegMemo *memo = dl_torus_leg_memo_new (routes);
      if (!dl_torus_routes_are_undisturbed (routes))
        {
          g_assert_null (memo);
          continue;
        }
      n_checked++;
      n_remembered += memo != NULL;
      for (guint source = 0; source < routes->network->n_nodes; source++)
        for (guint dest = 0; dest < routes->network->n_nodes; dest++)
          if (source != dest)
            check_undisturbed_legs (routes, memo, source, dest);
      dl_torus_leg_memo_free (memo);
    }
  g_assert_cmpuint (n_checked, >, N_SCENARIOS / 4);
  g_assert_cmpuint (n_remembered, >, N_SCENARIOS / 20);
  g_assert_cmpuint (n_remembered, <, n_checked); /* legs of several regions */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/legs/runs-are-hops", test_runs_are_hops);
  g_test_add_func ("/legs/undisturbed-legs", test_undisturbed_legs);
  return g_test_run ();
}
