/* Loads of dragonflies: the fast way against every route of every pair through every root, what
 * must come out (model 5), and packets that are neither made nor lost on the way. */
#include "dl-dragonfly-loads.h"
#include "dragonfly-fixture.h"
#include "dragonfly-naive.h"

#include <math.h>
#include <string.h>

#define N_HEALTHY   4
#define N_DAMAGED   7
#define MAX_ROUTERS 40

typedef enum
{
  UNIFORM,
  GROUP_SHIFT
} Pattern;

static DlDragonflyDemand *
demand_of (DlDragonfly *net, Pattern pattern)
{
  return pattern == UNIFORM ? dl_dragonfly_demand_new_uniform (net)
                            : dl_dragonfly_demand_new_group_shift (net);
}

/* The same as for the loads, but each router's packets in and out come from the demand. */
static void
check_conservation (const DlDragonflyLoads *loads, const double *demand)
{
  const DlDragonfly *net = loads->routes->dragonfly;
  const double p = net->nodes_per_router;
  g_autofree double *surplus = g_new0 (double, net->n_routers);
  double most = 1, total = 0;
  guint64 unreachable = 0;

  for (guint link = 0; link < net->n_links; link++)
    {
      const double load = dl_dragonfly_link_load (loads, link);

      surplus[net->link_from[link]] -= load;
      surplus[net->link_to[link]] += load;
      total += load;
      if (net->link_state[link] != DL_LINK_UP)
        g_assert_cmpfloat (load, ==, 0);
    }
  for (guint from = 0; from < net->n_routers; from++)
    for (guint to = 0; to < net->n_routers; to++)
      {
        const double packets
            = p * p * demand[net->router[from].group * net->n_groups + net->router[to].group];
        DlDragonflyPacket packet;

        if (from == to || packets == 0 || !net->router_up[from] || !net->router_up[to])
          continue;
        if (!dl_dragonfly_inject (loads->routes, from, to, FALSE, 0, &packet))
          {
            unreachable += p * p;
            continue;
          }
        surplus[from] += packets;
        surplus[to] -= packets;
        most += packets;
      }
  g_assert_cmpuint (loads->unreachable_pairs, ==, unreachable);
  for (guint router = 0; router < net->n_routers; router++)
    g_assert_cmpfloat (fabs (surplus[router]), <, 1e-9 * most);
  if (loads->delivered > 0)
    g_assert_cmpfloat (fabs (total - loads->delivered * loads->hops_mean), <, 1e-9 * most);
}

static void
assert_same (const DlDragonflyLoads *fast, const DlDragonflyLoads *naive)
{
  const DlDragonfly *net = fast->routes->dragonfly;

  for (guint i = 0; i < 4 * net->n_links; i++)
    if (fabs (fast->vc_load[i] - naive->vc_load[i]) > 1e-9 * (1 + naive->vc_load[i]))
      g_error ("link %u (%s) vc %u: %.12g instead of %.12g", i / 4,
               dl_link_class_name (net->link_class[i / 4]), i % 4, fast->vc_load[i],
               naive->vc_load[i]);
}

static void
check_loads (DlDragonflyRoutes *routes, const DlDragonflyDemand *demand, gboolean nonminimal)
{
  g_autoptr (DlDragonflyLoads) fast = fixture_loads (routes, demand, nonminimal);
  g_autoptr (DlDragonflyLoads) naive = dragonfly_naive_loads (routes, demand, nonminimal);

  assert_same (fast, naive);
  g_assert_cmpuint (fast->pairs, ==, naive->pairs);
  g_assert_cmpuint (fast->unreachable_pairs, ==, naive->unreachable_pairs);
  g_assert_cmpuint (fast->all.pairs, ==, naive->all.pairs);
  g_assert_cmpuint (fast->all.unreachable, ==, naive->all.unreachable);
  g_assert_cmpuint (fast->hops_max, ==, naive->hops_max);
  g_assert_cmpfloat (fabs (fast->delivered - naive->delivered), <, 1e-9 * (1 + naive->delivered));
  if (demand->groups != NULL)
    check_conservation (fast, demand->groups);
}

/* Each demand under another rule of minimal routes, the first under rule @first. */
static void
check_network (DlDragonfly *net, guint first, DlRng *rng)
{
  guint n_minimals;
  const DlDragonflyMinimal *const *minimals = dl_dragonfly_minimals (&n_minimals);

  for (guint which = 0; which < FIXTURE_DEMANDS; which++)
    {
      g_autoptr (DlDragonflyRoutes) routes
          = dl_dragonfly_routes_new (net, minimals[(first + which) % n_minimals]);
      g_autoptr (DlDragonflyDemand) demand = fixture_demand (net, which, rng);

      for (guint nonminimal = 0; nonminimal < 2; nonminimal++)
        check_loads (routes, demand, nonminimal);
    }
}

static void
check_random (guint n, guint64 first_seed, gboolean damaged)
{
  guint checked = 0;
  DlRng rng;

  dl_rng_init (&rng, first_seed);
  for (guint seed = 0; checked < n; seed++)
    {
      g_autofree char *text = NULL;
      g_autoptr (DlDragonfly) net
          = fixture_random (first_seed + seed, damaged ? 1 + seed % 10 : 0, &text);

      if (net->n_routers > MAX_ROUTERS)
        continue;
      g_test_message ("%s", text);
      check_network (net, checked, &rng);
      checked++;
    }
}

static void
test_healthy (void)
{
  check_random (N_HEALTHY, 100, FALSE);
}

static void
test_damaged (void)
{
  check_random (N_DAMAGED, 7000, TRUE);
}

/* A cut between two whole groups, whose packets go through the third ones. */
static void
test_cut (void)
{
  for (guint also = 0; also < 2; also++)
    {
      DlDragonflySpec spec;
      DlRng rng;

      dl_rng_init (&rng, 1);
      dl_dragonfly_spec_init (&spec);
      spec.groups = 4;
      spec.chassis = 2;
      spec.blades = 4;
      spec.cables_per_pair = 2;
      for (guint cable = 0; cable < 2; cable++)
        {
          const DlCableAt at = { 1, 2, cable };
          g_array_append_val (spec.broken_cables, at);
        }
      if (also)
        {
          const DlDragonflyLinkAt green = { { 3, 0, 0 }, { 3, 0, 1 }, 0 };
          g_array_append_val (spec.broken_links, green);
        }
      g_autoptr (DlDragonfly) net = dl_dragonfly_new (&spec, NULL);
      for (guint first = 0; first < 3; first++)
        check_network (net, first, &rng);
      dl_dragonfly_spec_clear (&spec);
    }
}

/* Groups whose routers meet in many pairs: minimal loads of sets large and small, and of flows. */
static void
test_whole_groups (void)
{
  for (guint broken = 0; broken < 2; broken++)
    {
      const DlDragonflyLinkAt green = { { 1, 2, 3 }, { 1, 2, 7 }, 0 };
      DlDragonflySpec spec;
      DlRng rng;

      dl_rng_init (&rng, 1);
      dl_dragonfly_spec_init (&spec);
      spec.groups = 3;
      spec.cables_per_pair = 3;
      if (broken)
        g_array_append_val (spec.broken_links, green);
      g_autoptr (DlDragonfly) net = dl_dragonfly_new (&spec, NULL);
      g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
      for (guint n_sets = 2; n_sets <= 128; n_sets *= 8)
        {
          guint32 *set = g_new (guint32, net->n_nodes);

          /* The first is larger than all others. */
          for (guint node = 0; node < net->n_nodes; node++)
            set[node] = dl_rng_below (&rng, 2) ? 0 : dl_rng_below (&rng, n_sets);
          g_autoptr (DlDragonflyDemand) demand = dl_dragonfly_demand_new_sets (net, set, n_sets);
          check_loads (routes, demand, FALSE);
        }
      for (guint weighted = 0; weighted < 2; weighted++)
        {
          g_autoptr (DlDragonflyDemand) demand = fixture_flows (net, 600, weighted, &rng);
          check_loads (routes, demand, FALSE);
        }
      dl_dragonfly_spec_clear (&spec);
    }
}

/* Networks in their real sizes ------------------------------------------------------------------
 */

static DlDragonflyLoads *
loads_of (DlDragonfly *net, Pattern pattern, gboolean nonminimal, const char *name)
{
  static const char *const patterns[] = { "uniform", "group shift", "in group" };
  const DlDragonflyRates rates = dl_dragonfly_rates_default ();
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
  g_autoptr (DlDragonflyDemand) demand = demand_of (net, pattern);
  DlDragonflyLoads *loads = fixture_loads (routes, demand, nonminimal);

  g_test_message ("%s, %s, %s: %.3f hops, bound %.4f GB/s a node raw", name, patterns[pattern],
                  nonminimal ? "Valiant" : "minimal", loads->hops_mean,
                  dl_dragonfly_loads_bound_GBps (loads, &rates, NULL));
  return loads;
}

/* Every link carries 1 flit/cycle, so do nodes. */
static double
generic_bound (DlDragonfly *net, Pattern pattern, gboolean nonminimal)
{
  const DlDragonflyRates rates = dl_dragonfly_rates_for (net);
  g_autoptr (DlDragonflyLoads) loads = loads_of (net, pattern, nonminimal, "33 groups");

  return dl_dragonfly_loads_bound_GBps (loads, &rates, NULL) * rates.efficiency
         / rates.injection_GBps;
}

/* Model 5: worst case 1/(a p) minimal, near half Valiant; uniform close to all. */
static void
test_generic (void)
{
  g_autoptr (DlDragonfly) net = fixture_generic_33 ();
  const double shift = generic_bound (net, GROUP_SHIFT, TRUE);

  g_assert_cmpfloat_with_epsilon (generic_bound (net, GROUP_SHIFT, FALSE), 0.03125, 1e-12);
  g_assert_cmpfloat (shift, >, .4);
  /* The 14 of 262 roots in both groups need one blue link, the others two. */
  g_assert_cmpfloat (shift, <=, 1 / (2 - 14 / 262.) + 1e-9);
  g_assert_cmpfloat (generic_bound (net, UNIFORM, FALSE), >, .9);
}

static void
check_shift (DlDragonfly *net, const char *name)
{
  const DlDragonflyRates rates = dl_dragonfly_rates_default ();
  g_autoptr (DlDragonflyLoads) shift = loads_of (net, GROUP_SHIFT, FALSE, name);
  g_autoptr (DlDragonflyLoads) valiant = loads_of (net, GROUP_SHIFT, TRUE, name);
  const double minimal_GBps = dl_dragonfly_loads_bound_GBps (shift, &rates, NULL);
  /* 14 x 24 blue links of a group for its 384 nodes, each packet over two of them, but for those of
   * 1438 roots that are in the groups of both ends. */
  const double half_GBps = 14 * 24 * 4.6875 / 384 / (2 - 190 / 1438.);
  const double valiant_GBps = dl_dragonfly_loads_bound_GBps (valiant, &rates, NULL);

  g_assert_cmpfloat_with_epsilon (minimal_GBps, 6 * 4 * 4.6875 / 384, 1e-9);
  g_assert_cmpfloat (valiant_GBps, <=, half_GBps + 1e-9);
  g_assert_cmpfloat (valiant_GBps, >, .8 * half_GBps);
}

/* Model 5: 0.293 GB/s a node, by the rule and as the machine was cabled. */
static void
test_edison (void)
{
  g_autoptr (DlDragonfly) edison = fixture_edison ();
  g_autoptr (DlDragonfly) rule = fixture_cascade (15, 6);

  check_shift (rule, "15 groups");
  if (edison == NULL)
    g_test_skip ("there is no ../shared/data/edison-interconnect.txt (Edison’s cabling)");
  else
    check_shift (edison, "Edison");
}

/* No wiring lets more through than the blue links of a pair; all of it is accounted for. */
static void
test_sizes (void)
{
  static const guint sizes[][2] = { { 2, 240 }, { 8, 34 }, { 9, 12 }, { 64, 3 } };
  const DlDragonflyRates rates = dl_dragonfly_rates_default ();

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      const guint groups = sizes[i][0], cables = sizes[i][1];
      g_autoptr (DlDragonfly) net = fixture_cascade (groups, cables);
      g_autofree char *name = g_strdup_printf ("%u groups", groups);

      for (guint pattern = 0; pattern < 3; pattern++)
        for (guint nonminimal = 0; nonminimal < 2; nonminimal++)
          {
            g_autoptr (DlDragonflyLoads) loads = loads_of (net, pattern, nonminimal, name);
            g_autoptr (DlDragonflyDemand) demand = demand_of (net, pattern);

            g_assert_cmpuint (loads->unreachable_pairs, ==, 0);
            if (groups <= 9)
              check_conservation (loads, demand->groups);
            if (pattern == GROUP_SHIFT && !nonminimal)
              g_assert_cmpfloat (dl_dragonfly_loads_bound_GBps (loads, &rates, NULL), <=,
                                 cables * 4 * 4.6875 / 384 + 1e-9);
          }
    }
}

/* A damaged network of a real size: still exact where it can be followed by hand. */
static void
test_damaged_edison (void)
{
  const DlRouterAt router = { 3, 2, 9 };
  const DlCableAt cable = { 0, 14, 5 };
  const DlDragonflyLinkAt green = { { 7, 0, 1 }, { 7, 0, 5 }, 0 };
  DlDragonflySpec spec;

  dl_dragonfly_spec_init (&spec);
  g_array_append_val (spec.broken_routers, router);
  g_array_append_val (spec.broken_cables, cable);
  g_array_append_val (spec.broken_links, green);
  g_autoptr (DlDragonfly) net = dl_dragonfly_new (&spec, NULL);
  for (guint pattern = 0; pattern < 3; pattern++)
    for (guint nonminimal = 0; nonminimal < 2; nonminimal++)
      {
        g_autoptr (DlDragonflyLoads) loads = loads_of (net, pattern, nonminimal, "damaged");
        g_autoptr (DlDragonflyDemand) demand = demand_of (net, pattern);
        const guint64 nodes = 4 * (15 * 96 - 1);

        check_conservation (loads, demand->groups);
        g_assert_cmpuint (loads->unreachable_pairs, ==, 0);
        if (pattern == UNIFORM)
          g_assert_cmpuint (loads->pairs, ==, nodes * (nodes - 1));
      }
  dl_dragonfly_spec_clear (&spec);
}

/* The same traffic in all three forms. */
static void
test_forms (void)
{
  g_autoptr (DlDragonfly) net = fixture_cascade (4, 5);
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
  const guint n = net->n_nodes;
  guint32 *first = g_new (guint32, n + 1), *dest = g_new (guint32, (gsize) n * n);
  g_autoptr (DlDragonflyDemand) uniform = dl_dragonfly_demand_new_uniform (net);
  g_autoptr (DlDragonflyDemand) sets = dl_dragonfly_demand_new_sets (net, g_new0 (guint32, n), 1);

  first[0] = 0;
  for (guint node = 0; node < n; node++)
    {
      first[node + 1] = first[node];
      for (guint to = 0; to < n; to++)
        if (to != node)
          dest[first[node + 1]++] = to;
    }
  g_autoptr (DlDragonflyDemand) flows = dl_dragonfly_demand_new_flows (net, first, dest, NULL);
  for (guint nonminimal = 0; nonminimal < 2; nonminimal++)
    {
      g_autoptr (DlDragonflyLoads) a = fixture_loads (routes, uniform, nonminimal);
      g_autoptr (DlDragonflyLoads) b = fixture_loads (routes, sets, nonminimal);
      g_autoptr (DlDragonflyLoads) c = fixture_loads (routes, flows, nonminimal);

      assert_same (a, b);
      assert_same (a, c);
      g_assert_cmpuint (a->hops_max, ==, b->hops_max);
      g_assert_cmpuint (a->hops_max, ==, c->hops_max);
      g_assert_cmpuint (a->pairs, ==, b->pairs);
      g_assert_cmpuint (a->pairs, ==, c->pairs);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dragonfly-loads/healthy", test_healthy);
  g_test_add_func ("/dragonfly-loads/damaged", test_damaged);
  g_test_add_func ("/dragonfly-loads/cut", test_cut);
  g_test_add_func ("/dragonfly-loads/whole-groups", test_whole_groups);
  g_test_add_func ("/dragonfly-loads/generic", test_generic);
  g_test_add_func ("/dragonfly-loads/edison", test_edison);
  g_test_add_func ("/dragonfly-loads/sizes", test_sizes);
  g_test_add_func ("/dragonfly-loads/damaged-edison", test_damaged_edison);
  g_test_add_func ("/dragonfly-loads/forms", test_forms);
  return g_test_run ();
}
