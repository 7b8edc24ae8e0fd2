/* Demand in a dragonfly: how often each destination is drawn against its weight, what each node
 * sends in all, and the patterns against their definitions, on whole and damaged networks. */
#include "dl-dragonfly-demand.h"
#include "dragonfly-fixture.h"

#include <math.h>

#define N_RANDOM 40
#define N_DRAWS  20000

/* Packets from a node to another by the definition of each form: the oracle. */
typedef double (*Weight) (const DlDragonfly *net, guint from, guint to, gconstpointer data);

static guint
group_of (const DlDragonfly *net, guint node)
{
  return net->router[node / net->nodes_per_router].group;
}

/* Whether @from can send to @to at all. */
static gboolean
is_pair (const DlDragonfly *net, guint from, guint to)
{
  return from != to && dl_dragonfly_node_up (net, from) && dl_dragonfly_node_up (net, to);
}

/* Draws from @source against weights (n_nodes) that add up to @sum. Pearson's statistic has as many
 * degrees of freedom as there are destinations, less one; a normal approximation of it is past 6
 * standard deviations once in a billion. */
static void
check_draws (const DlDragonflyDemand *demand, guint source, const double *weight, double sum,
             DlRng *rng)
{
  const guint n = demand->dragonfly->n_nodes;
  g_autofree guint *drawn = g_new0 (guint, n);
  double chi_square = 0;
  guint freedom = 0;

  for (guint i = 0; i < N_DRAWS; i++)
    {
      const guint dest = dl_dragonfly_demand_draw (demand, source, rng);

      g_assert_cmpuint (dest, <, n);
      drawn[dest]++;
    }
  for (guint node = 0; node < n; node++)
    {
      const double expected = weight[node] * N_DRAWS / sum;

      if (weight[node] == 0)
        g_assert_cmpuint (drawn[node], ==, 0);
      else
        {
          chi_square += (drawn[node] - expected) * (drawn[node] - expected) / expected;
          freedom++;
        }
    }
  g_assert_cmpfloat (chi_square, <, freedom + 6 * sqrt (2.0 * freedom) + 40);
}

/* Sums of all nodes; draws of some of those that send. */
static void
check_demand (const DlDragonflyDemand *demand, Weight weight_of, gconstpointer data, DlRng *rng)
{
  const DlDragonfly *net = demand->dragonfly;
  g_autofree double *weight = g_new (double, net->n_nodes);
  guint n_drawn = 0;

  for (guint from = 0; from < net->n_nodes; from++)
    {
      double sum = 0;

      for (guint to = 0; to < net->n_nodes; to++)
        {
          weight[to] = is_pair (net, from, to) ? weight_of (net, from, to, data) : 0;
          sum += weight[to];
        }
      g_assert_cmpfloat (fabs (dl_dragonfly_demand_sent (demand, from) - sum), <=, 1e-9 * sum);
      if (sum > 0 && n_drawn < 3 && (from + 3 >= net->n_nodes || dl_rng_below (rng, 10) == 0))
        {
          check_draws (demand, from, weight, sum, rng);
          n_drawn++;
        }
    }
}

static double
weight_uniform (const DlDragonfly *net, guint from, guint to, gconstpointer data)
{
  return 1;
}

static double
weight_shift (const DlDragonfly *net, guint from, guint to, gconstpointer data)
{
  return group_of (net, to) == (group_of (net, from) + 1) % net->n_groups;
}

static double
weight_in_group (const DlDragonfly *net, guint from, guint to, gconstpointer data)
{
  return group_of (net, to) == group_of (net, from);
}

static double
weight_groups (const DlDragonfly *net, guint from, guint to, gconstpointer data)
{
  const double *groups = data;

  return groups[group_of (net, from) * net->n_groups + group_of (net, to)];
}

static double
weight_sets (const DlDragonfly *net, guint from, guint to, gconstpointer data)
{
  const guint32 *set = data;

  return set[from] != DL_NO_SET && set[from] == set[to];
}

/* (n_nodes x n_nodes) */
static double
weight_pairs (const DlDragonfly *net, guint from, guint to, gconstpointer data)
{
  const double *pairs = data;

  return pairs[from * net->n_nodes + to];
}

static DlDragonfly *
draw_network (guint seed)
{
  g_autofree char *text = NULL;
  DlDragonfly *net = fixture_random (seed, seed % 2 == 0 ? 0 : 8, &text);

  g_test_message ("%s", text);
  return net;
}

static void
test_patterns (void)
{
  for (guint seed = 0; seed < N_RANDOM; seed++)
    {
      g_autoptr (DlDragonfly) net = draw_network (seed);
      g_autoptr (DlDragonflyDemand) uniform = dl_dragonfly_demand_new_uniform (net);
      g_autoptr (DlDragonflyDemand) shift = dl_dragonfly_demand_new_group_shift (net);
      g_autoptr (DlDragonflyDemand) in_group = dl_dragonfly_demand_new_in_group (net);
      DlRng rng;

      dl_rng_init (&rng, seed);
      check_demand (uniform, weight_uniform, NULL, &rng);
      check_demand (shift, weight_shift, NULL, &rng);
      check_demand (in_group, weight_in_group, NULL, &rng);
    }
}

static void
test_groups (void)
{
  for (guint seed = 0; seed < N_RANDOM; seed++)
    {
      g_autoptr (DlDragonfly) net = draw_network (seed);
      g_autoptr (DlDragonflyDemand) demand = NULL;
      double *groups = g_new (double, net->n_groups * net->n_groups);
      DlRng rng;

      dl_rng_init (&rng, seed);
      /* Zeros, fractions and large ones side by side. */
      for (guint i = 0; i < net->n_groups * net->n_groups; i++)
        groups[i] = dl_rng_below (&rng, 3) == 0
                        ? 0
                        : dl_rng_below (&rng, 1000) / (double) (1 + dl_rng_below (&rng, 100));
      demand = dl_dragonfly_demand_new_groups (net, groups);
      check_demand (demand, weight_groups, groups, &rng);
    }
}

/* Without other groups the shift comes back to one's own. */
static void
test_single_group (void)
{
  g_autoptr (DlDragonfly) net = fixture_cascade (1, 0);
  g_autoptr (DlDragonflyDemand) uniform = dl_dragonfly_demand_new_uniform (net);
  g_autoptr (DlDragonflyDemand) shift = dl_dragonfly_demand_new_group_shift (net);
  DlRng rng;

  dl_rng_init (&rng, 1);
  g_assert_cmpfloat (dl_dragonfly_demand_sent (shift, 5), ==, 383);
  check_demand (uniform, weight_uniform, NULL, &rng);
  check_demand (shift, weight_in_group, NULL, &rng);
}

/* A node that has nobody to send to is no source. */
static void
test_alone (void)
{
  g_autoptr (DlDragonfly) net = NULL;
  g_autoptr (DlDragonflyDemand) uniform = NULL, shift = NULL, in_group = NULL, sets = NULL;
  DlDragonflySpec spec;

  dl_dragonfly_spec_init (&spec);
  spec.shape = DL_DRAGONFLY_GENERIC;
  spec.groups = 2;
  spec.routers = 2;
  spec.nodes = 1;
  spec.globals = 1;
  for (guint i = 0; i < 3; i++)
    {
      const DlRouterAt at = { .group = i / 2, .blade = i % 2 };
      g_array_append_val (spec.broken_routers, at);
    }
  net = dl_dragonfly_new (&spec, NULL);
  dl_dragonfly_spec_clear (&spec);
  g_assert_nonnull (net);
  uniform = dl_dragonfly_demand_new_uniform (net);
  shift = dl_dragonfly_demand_new_group_shift (net);
  in_group = dl_dragonfly_demand_new_in_group (net);
  sets = dl_dragonfly_demand_new_sets (net, g_new0 (guint32, 4), 1);
  g_assert_cmpuint (sets->set_first[1], ==, 1);
  for (guint node = 0; node < 4; node++)
    {
      g_assert_cmpfloat (dl_dragonfly_demand_sent (uniform, node), ==, 0);
      g_assert_cmpfloat (dl_dragonfly_demand_sent (shift, node), ==, 0);
      g_assert_cmpfloat (dl_dragonfly_demand_sent (in_group, node), ==, 0);
      g_assert_cmpfloat (dl_dragonfly_demand_sent (sets, node), ==, 0);
    }
}

static void
test_sets (void)
{
  for (guint seed = 0; seed < N_RANDOM; seed++)
    {
      g_autoptr (DlDragonfly) net = draw_network (seed);
      g_autoptr (DlDragonflyDemand) demand = NULL;
      guint32 *set = g_new (guint32, net->n_nodes);
      guint n_sets;
      DlRng rng;

      dl_rng_init (&rng, seed);
      n_sets = dl_rng_below (&rng, 6);
      for (guint node = 0; node < net->n_nodes; node++)
        {
          set[node] = dl_rng_below (&rng, n_sets + 1);
          if (set[node] == n_sets)
            set[node] = DL_NO_SET;
        }
      demand = dl_dragonfly_demand_new_sets (net, set, n_sets);
      check_demand (demand, weight_sets, set, &rng);
      for (guint s = 0; s < n_sets; s++)
        for (guint i = demand->set_first[s]; i < demand->set_first[s + 1]; i++)
          {
            g_assert_cmpuint (set[demand->set_node[i]], ==, s);
            g_assert_true (i == demand->set_first[s]
                           || demand->set_node[i] > demand->set_node[i - 1]);
          }
      for (guint node = 0; node < net->n_nodes; node++)
        g_assert_true (set[node] == DL_NO_SET || dl_dragonfly_node_up (net, node));
    }
}

/* Random flows, also as pairs (n_nodes x n_nodes). */
static DlDragonflyDemand *
draw_flows (DlDragonfly *net, gboolean weighted, double *pairs, DlRng *rng)
{
  guint32 *first = g_new0 (guint32, net->n_nodes + 1);
  GArray *dest = g_array_new (FALSE, FALSE, sizeof (guint32));
  GArray *weight = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint from = 0; from < net->n_nodes; from++)
    {
      for (guint32 to = 0; to < net->n_nodes; to++)
        if (is_pair (net, from, to) && dl_rng_below (rng, 5) == 0)
          {
            const double packets = weighted ? dl_rng_below (rng, 50) : 1;

            g_array_append_val (dest, to);
            g_array_append_val (weight, packets);
            pairs[from * net->n_nodes + to] = packets;
          }
      first[from + 1] = dest->len;
    }
  if (!weighted)
    g_array_set_size (weight, 0);
  return dl_dragonfly_demand_new_flows (
      net, first, (guint32 *) g_array_free (dest, FALSE),
      (double *) (weighted ? g_array_free (weight, FALSE) : g_array_free (weight, TRUE)));
}

static void
test_flows (void)
{
  for (guint seed = 0; seed < N_RANDOM; seed++)
    {
      g_autoptr (DlDragonfly) net = draw_network (seed);
      g_autofree double *pairs = g_new0 (double, (gsize) net->n_nodes * net->n_nodes);
      g_autoptr (DlDragonflyDemand) demand = NULL;
      DlRng rng;

      dl_rng_init (&rng, seed);
      demand = draw_flows (net, seed % 3 != 0, pairs, &rng);
      check_demand (demand, weight_pairs, pairs, &rng);
    }
}

/* Where @source sends everything; itself if it sends nothing. */
static guint
only_dest (const DlDragonflyDemand *demand, guint source, DlRng *rng)
{
  const double sent = dl_dragonfly_demand_sent (demand, source);

  if (sent == 0)
    return source;
  g_assert_cmpfloat (sent, ==, 1);
  return dl_dragonfly_demand_draw (demand, source, rng);
}

static void
test_permutation (void)
{
  guint n_moved = 0, n_fixed = 0, n_working = 0;

  for (guint seed = 0; seed < N_RANDOM; seed++)
    {
      g_autoptr (DlDragonfly) net = draw_network (seed);
      g_autoptr (DlDragonflyDemand) demand = dl_dragonfly_demand_new_permutation (net, seed);
      g_autoptr (DlDragonflyDemand) again = dl_dragonfly_demand_new_permutation (net, seed);
      g_autoptr (DlDragonflyDemand) other = dl_dragonfly_demand_new_permutation (net, seed + 1);
      g_autofree gboolean *reached = g_new0 (gboolean, net->n_nodes);
      DlRng rng;

      dl_rng_init (&rng, seed);
      for (guint node = 0; node < net->n_nodes; node++)
        {
          const guint dest = only_dest (demand, node, &rng);

          g_assert_cmpuint (only_dest (again, node, &rng), ==, dest);
          g_assert_false (reached[dest]);
          reached[dest] = TRUE;
          if (!dl_dragonfly_node_up (net, node))
            {
              g_assert_cmpuint (dest, ==, node);
              continue;
            }
          g_assert_true (dl_dragonfly_node_up (net, dest));
          n_working++;
          n_fixed += dest == node;
          n_moved += only_dest (other, node, &rng) != dest;
        }
    }
  /* One fixed point a permutation is what to expect of random ones. */
  g_assert_cmpuint (n_fixed, <, 3 * N_RANDOM);
  g_assert_cmpuint (n_moved, >, n_working * 3 / 4);
}

/* A router that breaks changes where its own nodes' sources send, and nothing else. */
static void
test_permutation_stays (void)
{
  DlDragonflySpec spec;
  g_autoptr (DlDragonfly) whole = NULL, broken = NULL;
  g_autoptr (DlDragonflyDemand) before = NULL, after = NULL;
  const DlRouterAt at = { .group = 1, .chassis = 2, .blade = 3 };
  guint n_changed = 0;
  DlRng rng;

  dl_dragonfly_spec_init (&spec);
  spec.groups = 2;
  whole = dl_dragonfly_new (&spec, NULL);
  g_array_append_val (spec.broken_routers, at);
  broken = dl_dragonfly_new (&spec, NULL);
  dl_dragonfly_spec_clear (&spec);
  before = dl_dragonfly_demand_new_permutation (whole, 7);
  after = dl_dragonfly_demand_new_permutation (broken, 7);
  dl_rng_init (&rng, 1);
  for (guint node = 0; node < whole->n_nodes; node++)
    if (dl_dragonfly_node_up (broken, node))
      n_changed += only_dest (before, node, &rng) != only_dest (after, node, &rng);
  g_assert_cmpuint (n_changed, >, 0);
  g_assert_cmpuint (n_changed, <=, DL_CASCADE_NODES);
}

static void
test_to_one (void)
{
  for (guint seed = 0; seed < N_RANDOM; seed++)
    {
      g_autoptr (DlDragonfly) net = draw_network (seed);
      g_autoptr (DlDragonflyDemand) demand = NULL;
      guint target = net->n_nodes;
      DlRng rng;

      dl_rng_init (&rng, seed);
      for (guint node = 0; node < net->n_nodes; node++)
        if (dl_dragonfly_node_up (net, node))
          target = node;
      if (target == net->n_nodes)
        continue;
      demand = dl_dragonfly_demand_new_to_one (net, target);
      for (guint node = 0; node < net->n_nodes; node++)
        g_assert_cmpuint (only_dest (demand, node, &rng), ==,
                          dl_dragonfly_node_up (net, node) ? target : node);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dragonfly-demand/patterns", test_patterns);
  g_test_add_func ("/dragonfly-demand/groups", test_groups);
  g_test_add_func ("/dragonfly-demand/single-group", test_single_group);
  g_test_add_func ("/dragonfly-demand/alone", test_alone);
  g_test_add_func ("/dragonfly-demand/sets", test_sets);
  g_test_add_func ("/dragonfly-demand/flows", test_flows);
  g_test_add_func ("/dragonfly-demand/permutation", test_permutation);
  g_test_add_func ("/dragonfly-demand/permutation-stays", test_permutation_stays);
  g_test_add_func ("/dragonfly-demand/to-one", test_to_one);
  return g_test_run ();
}
