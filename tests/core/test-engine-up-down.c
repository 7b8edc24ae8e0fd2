/* Model 3's up-down engine against an oracle: it delivers while there is a way over whole cables,
 * in up hops and then down hops, and that cannot deadlock. */
#include "dl-families.h"
#include "dl-rng.h"
#include "dl-torus-analysis.h"
#include "dl-torus-dependency.h"
#include "dl-torus-engine-up-down.h"
#include "oracle-up-down.h"
#include "test-rounds.h"

#define N_SCENARIOS TEST_ROUNDS (400)

static DlTorusRoutes *
build (const DlTorusSpec *spec, const DlTorusEngine *engine)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlTorusNetwork) network = dl_torus_network_new (spec, &error);

  g_assert_no_error (error);
  return dl_torus_routes_new (network, &(DlTorusRouting) {
                                           .engine = engine,
                                           .vc_policy = dl_vc_policy_find ("output-crossing"),
                                           .dateline = { 0, 0, 0 },
                                       });
}

static void
set_radix (DlTorusSpec *spec, guint kx, guint ky, guint kz)
{
  spec->radix[DL_X] = kx;
  spec->radix[DL_Y] = ky;
  spec->radix[DL_Z] = kz;
}

static void
break_cable (DlTorusSpec *spec, guint x, guint y, guint z, guint port)
{
  const DlTorusLinkAt cable = dl_torus_spec_cable (spec, (DlTorusLinkAt) { { { x, y, z } }, port });
  guint at;

  if (!g_array_binary_search (spec->broken_cables, &cable, dl_torus_link_at_compare, &at))
    {
      g_array_append_val (spec->broken_cables, cable);
      g_array_sort (spec->broken_cables, dl_torus_link_at_compare);
    }
}

static void
break_randomly (DlTorusSpec *spec, DlRng *rng)
{
  const DlTorusLinkAt link
      = { { { dl_rng_below (rng, spec->radix[DL_X]), dl_rng_below (rng, spec->radix[DL_Y]),
              dl_rng_below (rng, spec->radix[DL_Z]) } },
          dl_rng_below (rng, DL_TORUS_N_NETWORK_PORTS) };
  const guint kind = dl_rng_below (rng, 5);

  if (kind == 0)
    {
      if (!g_array_binary_search (spec->broken_nodes, &link.from, dl_torus_coord_compare, NULL))
        g_array_append_val (spec->broken_nodes, link.from);
      g_array_sort (spec->broken_nodes, dl_torus_coord_compare);
    }
  else if (!dl_torus_spec_has_link (spec, link))
    return;
  else if (kind == 1)
    {
      if (!g_array_binary_search (spec->broken_channels, &link, dl_torus_link_at_compare, NULL))
        g_array_append_val (spec->broken_channels, link);
      g_array_sort (spec->broken_channels, dl_torus_link_at_compare);
    }
  else
    break_cable (spec, link.from.at[DL_X], link.from.at[DL_Y], link.from.at[DL_Z], link.port);
}

/* ---- One scenario ---- */

typedef struct
{
  const UpDownOracle *oracle;
  const DlTorusRoutes *routes;
  gboolean *after; /* (n_links x 6) a packet went from the link on by that port */
  const char *what;
} Check;

/* Routes between neighbors say which hops are up. */
static void
learn_directions (UpDownOracle *oracle, const DlTorusRoutes *routes)
{
  for (int node = 0; node < oracle->n; node++)
    for (int port = 0; port < 6; port++)
      {
        DlTorusDecision decision;

        if (!up_down_oracle_is_whole (oracle, node, port))
          continue;
        decision
            = dl_torus_routes_first (routes, node, up_down_oracle_far_end (oracle, node, port));
        /* Nothing is shorter than one hop, and no tree needs another. */
        g_assert_cmpint (decision.port, ==, port);
        g_assert_true (decision.rule == DL_TORUS_RULE_TREE_UP
                       || decision.rule == DL_TORUS_RULE_TREE_DOWN);
        oracle->up[6 * node + port] = decision.rule == DL_TORUS_RULE_TREE_UP;
      }
}

static void
check_route (const Check *check, int source, int dest, DlTorusRoute *route)
{
  const UpDownOracle *o = check->oracle;
  gboolean down = FALSE;
  int node = source;

  dl_torus_routes_walk (check->routes, source, dest, route);
  if (o->group[source] != o->group[dest])
    {
      if (route->status != DL_TORUS_ROUTE_UNREACHABLE || route->n_hops > 0)
        g_error ("%s: %d to %d: a way where there is none", check->what, source, dest);
      return;
    }
  if (route->status != DL_TORUS_ROUTE_DELIVERED)
    g_error ("%s: %d to %d: status %d, %u hops", check->what, source, dest, route->status,
             route->n_hops);
  for (guint i = 0; i < route->n_hops; i++)
    {
      const DlTorusHop *hop = &route->hops[i];
      const int port = hop->link % 6;

      g_assert_cmpint (hop->link / 6, ==, node);
      g_assert_true (up_down_oracle_is_whole (o, node, port));
      g_assert_cmpint (hop->rule, ==,
                       o->up[6 * node + port] ? DL_TORUS_RULE_TREE_UP : DL_TORUS_RULE_TREE_DOWN);
      if (o->up[6 * node + port] && down)
        g_error ("%s: %d to %d: up after down", check->what, source, dest);
      down |= !o->up[6 * node + port];
      g_assert_cmpuint (hop->vc, <, DL_TORUS_VCS);
      if (i > 0 && check->after != NULL)
        check->after[6 * route->hops[i - 1].link + port] = TRUE;
      node = up_down_oracle_far_end (o, node, port);
    }
  g_assert_cmpint (node, ==, dest);
}

/* The same by runs. */
static void
check_legs (const Check *check, int source, int dest, const DlTorusRoute *route)
{
  DlTorusWalker walker;
  DlTorusLeg leg;
  guint hop = 0;

  dl_torus_walker_init (&walker, check->routes, source, dest);
  while (dl_torus_walker_next (&walker, &leg))
    for (guint i = 0; i < leg.length; i++, hop++)
      {
        g_assert_cmpuint (route->hops[hop].link % 6, ==, leg.port);
        g_assert_cmpuint (route->hops[hop].vc, ==, dl_torus_leg_vc (&leg, i));
      }
  g_assert_cmpuint (hop, ==, route->n_hops);
  g_assert_cmpint (walker.status, ==, route->status);
}

/* Does something come to an end whichever way the hops are followed? Takes away links that nothing
 * goes on from, until none is left. On links rather than channels, so whatever the VCs. */
static void
check_acyclic (const Check *check)
{
  const int n_links = 6 * check->oracle->n;
  g_autofree gboolean *gone = g_new0 (gboolean, n_links);
  gboolean changed = TRUE;

  while (changed)
    {
      changed = FALSE;
      for (int i = 0; i < 2 * n_links; i++)
        {
          const int link = i < n_links ? i : 2 * n_links - 1 - i; /* there and back: sooner done */
          gboolean stays = FALSE;

          if (gone[link])
            continue;
          const int far = up_down_oracle_far_end (check->oracle, link / 6, link % 6);
          for (int port = 0; port < 6; port++)
            stays |= check->after[6 * link + port] && !gone[6 * far + port];
          gone[link] = !stays;
          changed |= !stays;
        }
    }
  for (int link = 0; link < n_links; link++)
    if (!gone[link])
      g_error ("%s: the hops go in a circle", check->what);
}

static void
check_scenario (const DlTorusSpec *spec, const char *what)
{
  g_autoptr (UpDownOracle) oracle = up_down_oracle_new (spec);
  g_autoptr (DlTorusRoutes) routes = build (spec, &dl_engine_up_down);
  g_autofree gboolean *after = g_new0 (gboolean, 36 * oracle->n);
  const Check check = { oracle, routes, after, what };
  g_auto (DlTorusRoute) route = { 0 };

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    g_assert_cmpint (routes->spec.dateline[dim], ==, DL_NO_DATELINE);
  learn_directions (oracle, routes);
  up_down_oracle_check_levels (oracle);
  for (int dest = 0; dest < oracle->n; dest++)
    {
      g_autofree int *shortest = up_down_oracle_shortest (oracle, dest);

      for (int source = 0; source < oracle->n; source++)
        {
          if (!oracle->node_up[source] || !oracle->node_up[dest])
            continue;
          check_route (&check, source, dest, &route);
          check_legs (&check, source, dest, &route);
          if (route.status == DL_TORUS_ROUTE_DELIVERED && (int) route.n_hops != shortest[source])
            g_error ("%s: %d to %d: %u hops, %d would do", what, source, dest, route.n_hops,
                     shortest[source]);
        }
    }
  check_acyclic (&check);
}

/* Results of core/: the verdict, and the loads, by runs as by hops. */
static void
check_analysis (const DlTorusSpec *spec, const char *what)
{
  g_autoptr (DlTorusRoutes) routes = build (spec, &dl_engine_up_down);
  const DlTorusTraffic uniform = { .pattern = dl_pattern_find ("uniform"), .target = -1 };
  g_autoptr (DlDemand) demand = dl_torus_demand_new (routes->network, &uniform);
  g_autoptr (DlTorusAnalysis) analysis = dl_torus_analysis_new (routes, demand, NULL);
  g_autoptr (DlTorusAnalysis) naive = dl_torus_analysis_new_naive (routes, demand);
  g_autoptr (DlTorusDependencies) dependencies = dl_torus_dependencies_new_naive (routes, NULL);
  g_autoptr (DlVerdict) verdict = dl_verdict_new (routes, dependencies, NULL);

  if (!verdict->deadlock_free || !analysis->verdict->deadlock_free)
    g_error ("%s: could deadlock", what);
  g_assert_cmpuint (analysis->dropped_pairs, ==, 0);
  g_assert_cmpuint (analysis->unreachable_pairs, ==, naive->unreachable_pairs);
  g_assert_cmpuint (analysis->illegal_pairs, ==, naive->illegal_pairs);
  for (guint i = 0; i < DL_TORUS_VCS * routes->network->n_links; i++)
    g_assert_cmpfloat (analysis->vc_load[i], ==, naive->vc_load[i]);
}

/* ---- Tests ---- */

static void
test_random (void)
{
  for (guint seed = 1; seed <= N_SCENARIOS; seed++)
    {
      g_autofree char *what = g_strdup_printf ("seed %u", seed);
      DlTorusSpec spec;
      DlRng rng;

      dl_rng_init (&rng, seed);
      dl_torus_spec_init (&spec);
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        {
          spec.radix[dim] = 1 + dl_rng_below (&rng, 6);
          spec.wrap[dim] = dl_rng_below (&rng, 3) > 0;
        }
      /* From none to most of the network. */
      const guint nodes = spec.radix[0] * spec.radix[1] * spec.radix[2];
      const guint faults = dl_rng_below (&rng, seed % 2 == 0 ? 6 : 3 * nodes);
      for (guint i = 0; i < faults; i++)
        break_randomly (&spec, &rng);
      check_scenario (&spec, what);
      if (seed % 4 == 0)
        check_analysis (&spec, what);
      dl_torus_spec_clear (&spec);
    }
}

/* "A network cut in two, all links of a node gone, every link broken, one node." */
static void
test_extremes (void)
{
  DlTorusSpec spec;

  dl_torus_spec_init (&spec);
  set_radix (&spec, 1, 1, 1);
  check_scenario (&spec, "one node");

  set_radix (&spec, 4, 3, 3);
  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    break_cable (&spec, 1, 1, 1, port);
  check_scenario (&spec, "all links of a node");

  for (guint y = 0; y < 3; y++)
    for (guint z = 0; z < 3; z++)
      {
        break_cable (&spec, 0, y, z, DL_TORUS_PORT_X_PLUS);
        break_cable (&spec, 2, y, z, DL_TORUS_PORT_X_PLUS);
      }
  check_scenario (&spec, "cut in two");

  for (guint x = 0; x < 4; x++)
    for (guint y = 0; y < 3; y++)
      for (guint z = 0; z < 3; z++)
        for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port += 2)
          break_cable (&spec, x, y, z, port);
  check_scenario (&spec, "every link");
  check_analysis (&spec, "every link");
  dl_torus_spec_clear (&spec);

  dl_torus_spec_init (&spec);
  set_radix (&spec, 300, 1, 1);
  spec.wrap[DL_X] = FALSE;
  check_scenario (&spec, "a long row");
  dl_torus_spec_clear (&spec);
}

/* A cable whole in one direction only is no way: a hop over it could not come back. */
static void
test_one_way (void)
{
  const DlTorusLinkAt link = { { { 1, 0, 0 } }, DL_TORUS_PORT_X_PLUS };
  DlTorusSpec spec;

  dl_torus_spec_init (&spec);
  set_radix (&spec, 4, 1, 1);
  spec.wrap[DL_X] = FALSE;
  g_array_append_val (spec.broken_channels, link);
  check_scenario (&spec, "one way");
  g_autoptr (DlTorusRoutes) routes = build (&spec, &dl_engine_up_down);
  g_assert_cmpuint (dl_torus_routes_first (routes, 3, 0).port, ==, DL_TORUS_PORT_NONE);
  dl_torus_spec_clear (&spec);
}

/* Past the size of the tables: the tree, with the same promises but for the shortest path. */
static void
test_large (void)
{
  static const guint sizes[][DL_TORUS_N_DIMS] = { { 17, 16, 16 }, { 4200, 1, 1 }, { 3, 40, 35 } };

  for (guint seed = 1; seed <= 6; seed++)
    {
      g_autofree char *what = g_strdup_printf ("large, seed %u", seed);
      g_auto (DlTorusRoute) route = { 0 };
      const guint *size = sizes[seed % 3];
      DlTorusSpec spec;
      DlRng rng;

      dl_rng_init (&rng, seed);
      dl_torus_spec_init (&spec);
      set_radix (&spec, size[0], size[1], size[2]);
      spec.wrap[DL_X] = seed % 2;
      const guint faults = size[1] == 1 ? 3 : dl_rng_below (&rng, seed % 2 ? 30 : 9000);
      for (guint i = 0; i < faults; i++)
        break_randomly (&spec, &rng);
      g_autoptr (UpDownOracle) oracle = up_down_oracle_new (&spec);
      g_autoptr (DlTorusRoutes) routes = build (&spec, &dl_engine_up_down);
      g_autofree gboolean *after = g_new0 (gboolean, 36 * oracle->n);
      const Check check = { oracle, routes, after, what };

      g_assert_cmpint (oracle->n, >, DL_UP_DOWN_TABLE_NODES);
      learn_directions (oracle, routes);
      up_down_oracle_check_levels (oracle);
      for (guint i = 0; i < 20000; i++)
        {
          const int source = dl_rng_below (&rng, oracle->n), dest = dl_rng_below (&rng, oracle->n);

          if (!oracle->node_up[source] || !oracle->node_up[dest])
            continue;
          check_route (&check, source, dest, &route);
          check_legs (&check, source, dest, &route);
        }
      check_acyclic (&check);
      dl_torus_spec_clear (&spec);
    }
}

/* The explanation of a hop: each minimal direction that was passed over, and rightly so. */
static void
test_trace (void)
{
  DlTorusSpec spec;
  DlTorusTrace trace = { 0 };

  dl_torus_spec_init (&spec);
  set_radix (&spec, 5, 1, 1);
  spec.wrap[DL_X] = FALSE;
  break_cable (&spec, 2, 0, 0, DL_TORUS_PORT_X_PLUS);
  g_autoptr (DlTorusRoutes) row = build (&spec, &dl_engine_up_down);
  DlTorusDecision decision = dl_engine_up_down.next (row, 2, DL_TORUS_ARRIVAL_INJECTED, 4, &trace);
  g_assert_cmpuint (decision.rule, ==, DL_TORUS_RULE_UNREACHABLE);
  g_assert_cmpuint (trace.n, ==, 1);
  g_assert_cmpuint (trace.rejected[0].port, ==, DL_TORUS_PORT_X_PLUS);
  g_assert_cmpuint (trace.rejected[0].reason, ==, DL_TORUS_REJECTED_BROKEN);
  trace.n = 0;
  decision = dl_engine_up_down.next (row, 1, DL_TORUS_ARRIVAL_INJECTED, 4, &trace);
  g_assert_cmpuint (trace.n, ==, 1);
  g_assert_cmpuint (trace.rejected[0].reason, ==, DL_TORUS_REJECTED_DEAD_END);

  /* A ring of 4, by index: from a node that a packet came down to, up is not allowed. */
  dl_torus_spec_clear (&spec);
  dl_torus_spec_init (&spec);
  set_radix (&spec, 4, 1, 1);
  g_autoptr (DlTorusRoutes) ring = build (&spec, &dl_engine_up_down);
  for (guint node = 0; node < 4; node++)
    for (guint port = DL_TORUS_PORT_X_PLUS; port <= DL_TORUS_PORT_X_MINUS; port++)
      {
        const guint from = (node + (port == DL_TORUS_PORT_X_PLUS ? 3 : 1)) % 4;
        const guint on = (node + (port == DL_TORUS_PORT_X_PLUS ? 1 : 3)) % 4;

        if (dl_torus_routes_first (ring, from, node).rule != DL_TORUS_RULE_TREE_DOWN
            || dl_torus_routes_first (ring, node, on).rule != DL_TORUS_RULE_TREE_UP)
          continue;
        trace.n = 0;
        decision
            = dl_engine_up_down.next (ring, node, (DlTorusArrival) { port, FALSE }, on, &trace);
        g_assert_cmpuint (decision.rule, ==, DL_TORUS_RULE_UNREACHABLE);
        g_assert_cmpuint (trace.n, ==, 1);
        g_assert_cmpuint (trace.rejected[0].reason, ==, DL_TORUS_REJECTED_ILLEGAL);
        g_test_message ("illegal at %u", node);
      }
  g_assert_cmpuint (trace.rejected[0].reason, ==,
                    DL_TORUS_REJECTED_ILLEGAL); /* there was such a node */
  dl_torus_spec_clear (&spec);
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  DlTorusSpec spec;

  dl_torus_spec_init (&spec);
  g_autoptr (DlTorusNetwork) network = dl_torus_network_new (&spec, &error);
  g_assert_no_error (error);
  g_cancellable_cancel (cancellable);
  g_assert_null (dl_torus_routes_new_from (network,
                                           &(DlTorusRouting) {
                                               .engine = &dl_engine_up_down,
                                               .vc_policy = dl_vc_policy_find ("initial"),
                                           },
                                           NULL, cancellable));
  dl_torus_spec_clear (&spec);
}

/* The cost of up-down: model 3 has 40 times the peak load on 11x12x16. */
static void
test_peak_load (void)
{
  static const char *const names[] = { "xt", "up-down" };
  double peak[2];
  DlTorusSpec spec;

  dl_torus_spec_init (&spec);
  set_radix (&spec, 11, 12, 16);
  for (guint i = 0; i < 2; i++)
    {
      const gint64 start = g_get_monotonic_time ();
      g_autoptr (DlTorusRoutes) routes
          = build (&spec, i == 0 ? dl_torus_engine_find ("xt") : &dl_engine_up_down);
      const double prepare_ms = (g_get_monotonic_time () - start) / 1e3;
      g_autoptr (DlDemand) demand = dl_torus_demand_new (
          routes->network,
          &(DlTorusTraffic) { .pattern = dl_pattern_find ("uniform"), .target = -1 });
      g_autoptr (DlTorusAnalysis) analysis = dl_torus_analysis_new (routes, demand, NULL);

      peak[i] = 0;
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        peak[i] = MAX (peak[i], analysis->dims[dim].load_max);
      g_assert_cmpuint (analysis->unreachable_pairs, ==, 0);
      g_assert_true (i == 0 || analysis->verdict->deadlock_free);
      g_test_message ("%s: peak load %.0f, mean hops %.4f, prepared in %.1f ms", names[i], peak[i],
                      analysis->hops_mean, prepare_ms);
    }
  g_test_message ("ratio %.1f", peak[1] / peak[0]);
  g_assert_cmpfloat (peak[0], ==, 4752); /* model 2 */
  g_assert_cmpfloat (peak[1], >, peak[0]);
  dl_torus_spec_clear (&spec);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine-up-down/random", test_random);
  g_test_add_func ("/engine-up-down/extremes", test_extremes);
  g_test_add_func ("/engine-up-down/one-way", test_one_way);
  g_test_add_func ("/engine-up-down/large", test_large);
  g_test_add_func ("/engine-up-down/trace", test_trace);
  g_test_add_func ("/engine-up-down/cancelled", test_cancelled);
  g_test_add_func ("/engine-up-down/peak-load", test_peak_load);
  return g_test_run ();
}
