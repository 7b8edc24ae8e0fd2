/* Demands by interface.md: weight 1 per pair, none to itself, only working nodes. */
#include "dl-families.h"
#include "dl-workload.h"
#include "placement-fixture.h"

#include <string.h>

static DlTorusNetwork *
build (guint kx, guint ky, guint kz, gboolean wrap, const char *broken_node)
{
  g_autoptr (GError) error = NULL;
  DlTorusSpec spec;
  DlTorusCoord node;

  dl_torus_spec_init (&spec);
  spec.radix[DL_X] = kx;
  spec.radix[DL_Y] = ky;
  spec.radix[DL_Z] = kz;
  spec.wrap[DL_X] = spec.wrap[DL_Y] = spec.wrap[DL_Z] = wrap;
  if (broken_node != NULL)
    {
      g_assert_true (dl_torus_coord_parse (broken_node, &node));
      g_array_append_val (spec.broken_nodes, node);
    }
  DlTorusNetwork *network = dl_torus_network_new (&spec, &error);
  g_assert_no_error (error);
  dl_torus_spec_clear (&spec);
  return network;
}

static DlDemand *
demand_of (const DlTorusNetwork *network, const char *pattern, gint64 target, guint64 seed)
{
  const DlTorusTraffic spec
      = { .pattern = dl_pattern_find (pattern), .target = target, .seed = seed };

  g_assert_nonnull (spec.pattern);
  return dl_torus_demand_new (network, &spec);
}

static gboolean
has_flow (const DlDemand *demand, guint source, guint dest)
{
  for (guint i = 0; i < demand->flows->len; i++)
    {
      const DlFlow flow = g_array_index (demand->flows, DlFlow, i);
      if (flow.source == source && flow.dest == dest)
        return TRUE;
    }
  return FALSE;
}

static guint
node_at (const DlTorusNetwork *network, guint x, guint y, guint z)
{
  return dl_torus_network_node_at (network, (DlTorusCoord) { { x, y, z } });
}

static void
test_table (void)
{
  static const char *const ids[] = { "uniform",    "nearest-neighbor",
                                     "transpose",  "bit-complement",
                                     "tornado",    "random-permutation",
                                     "all-to-one", "all-to-all",
                                     "allreduce",  "fft",
                                     "matrix" };
  const guint n_patterns = dl_family_n_patterns (&dl_family_torus);

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      const DlPattern *pattern = dl_pattern_find (ids[i]);
      g_assert_nonnull (pattern);
      g_assert_cmpstr (pattern->id, ==, ids[i]);
      g_assert_true (pattern->needs_target == (strcmp (ids[i], "all-to-one") == 0));
    }
  for (guint i = 0; i < n_patterns; i++)
    {
      g_assert_true (dl_pattern_find (dl_torus_patterns[i].pattern->id)
                     == dl_torus_patterns[i].pattern);
      /* Programs by steps have a kind of the same name. */
      g_assert_true (
          (dl_torus_patterns[i].pattern->program && !dl_torus_patterns[i].pattern->needs_program)
          == (dl_workload_kind_find (dl_torus_patterns[i].pattern->id) != NULL));
      /* A program knows how much is sent; weighted pairs of a file need no program. */
      g_assert_true (dl_torus_patterns[i].pattern->program
                     == (dl_torus_patterns[i].pattern->needs_bytes
                         || dl_torus_patterns[i].pattern->needs_program
                         || strcmp (dl_torus_patterns[i].pattern->id, "matrix") == 0));
      g_assert_cmpstr (dl_torus_patterns[i].pattern->title, !=, "");
      g_assert_cmpstr (dl_torus_patterns[i].pattern->description, !=, "");
    }
  g_assert_null (dl_pattern_find ("Uniform"));
  g_assert_null (dl_pattern_find (""));
}

/* Invariants of every pattern, with a lost node and without. */
static void
test_properties (void)
{
  static const guint radices[][DL_TORUS_N_DIMS]
      = { { 1, 1, 1 }, { 8, 1, 1 }, { 4, 4, 1 }, { 5, 3, 2 }, { 3, 5, 2 }, { 5, 5, 5 } };
  const guint n_patterns = dl_family_n_patterns (&dl_family_torus);

  for (guint shape = 0; shape < G_N_ELEMENTS (radices); shape++)
    for (guint p = 0; p < n_patterns; p++)
      for (guint lost = 0; lost < 2; lost++)
        {
          if (dl_torus_patterns[p].pattern->needs_matrix
              || dl_torus_patterns[p].pattern->needs_program)
            continue;

          const guint *k = radices[shape];
          g_autoptr (DlTorusNetwork) network
              = build (k[0], k[1], k[2], TRUE, lost && k[0] > 1 ? "0,0,0" : NULL);
          const guint n = network->n_nodes;
          g_autoptr (DlDemand) demand
              = demand_of (network, dl_torus_patterns[p].pattern->id, n - 1, 5);
          g_autofree guint8 *seen = g_new0 (guint8, n * n);
          guint last = 0;

          g_assert_true (demand->uniform == dl_torus_patterns[p].pattern->uniform);
          g_assert_true (!demand->uniform || demand->flows->len == 0);
          for (guint i = 0; i < demand->flows->len; i++)
            {
              const DlFlow flow = g_array_index (demand->flows, DlFlow, i);
              g_assert_cmpuint (flow.source, <, n);
              g_assert_cmpuint (flow.dest, <, n);
              g_assert_cmpuint (flow.source, !=, flow.dest);
              g_assert_true (network->node_up[flow.source] && network->node_up[flow.dest]);
              g_assert_cmpuint (seen[flow.source * n + flow.dest]++, ==, 0);
              g_assert_cmpuint (flow.source, >=, last); /* by source */
              last = flow.source;
            }
        }
}

/* Programs: what their ranks send, wherever these are; all to all among all nodes is uniform. */
static void
test_programs (void)
{
  static const char *const ids[] = { "all-to-all", "allreduce", "fft" };
  g_autoptr (DlTorusNetwork) network = build (4, 3, 2, TRUE, "1,1,1");

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    for (guint n_ranks = 22; n_ranks <= 23; n_ranks++)
      {
        g_autoptr (DlPlacement) placement = dl_placement_new_random (network, n_ranks, i, NULL);
        const DlWorkloadSpec spec = {
          .kind = dl_workload_kind_find (ids[i]),
          .placement = placement,
          .message_bytes = 65,
          .packet = dl_packet_shape_seastar (9),
        };
        g_autoptr (DlWorkload) workload = dl_workload_new (&spec, NULL);
        const DlTorusTraffic traffic
            = { .pattern = dl_pattern_find (ids[i]), .target = -1, .workload = workload };
        g_autoptr (DlDemand) demand = dl_torus_demand_new (network, &traffic);
        double packets = 0;

        if (i == 0 && n_ranks == 23)
          {
            g_assert_true (demand->uniform);
            g_assert_cmpuint (demand->flows->len, ==, 0);
            continue;
          }
        g_assert_false (demand->uniform);
        for (guint f = 0; f < demand->flows->len; f++)
          {
            const DlFlow flow = g_array_index (demand->flows, DlFlow, f);
            g_assert_cmpfloat (flow.weight, ==, 2);
            packets += flow.weight;
          }
        g_assert_cmpfloat (packets, ==, workload->n_packets);
        g_assert_false (dl_demand_is_weighted (demand));
        g_array_index (demand->flows, DlFlow, 3).weight = 3;
        g_assert_true (dl_demand_is_weighted (demand));
      }
}

static void
test_nearest_neighbor (void)
{
  g_autoptr (DlTorusNetwork) torus = build (5, 5, 5, TRUE, NULL);
  g_autoptr (DlDemand) stencil = demand_of (torus, "nearest-neighbor", -1, 0);
  g_assert_cmpuint (stencil->flows->len, ==, 6 * 125);
  g_assert_true (has_flow (stencil, node_at (torus, 0, 1, 2), node_at (torus, 4, 1, 2)));
  g_assert_true (has_flow (stencil, node_at (torus, 0, 1, 2), node_at (torus, 0, 1, 3)));
  g_assert_false (has_flow (stencil, node_at (torus, 0, 1, 2), node_at (torus, 0, 2, 3)));

  g_autoptr (DlTorusNetwork) mesh = build (4, 4, 1, FALSE, NULL);
  g_autoptr (DlDemand) edges = demand_of (mesh, "nearest-neighbor", -1, 0);
  g_assert_cmpuint (edges->flows->len, ==, 2 * 2 * 3 * 4);

  /* Two nodes in a row have one another once. */
  g_autoptr (DlTorusNetwork) pair = build (2, 1, 1, TRUE, NULL);
  g_autoptr (DlDemand) once = demand_of (pair, "nearest-neighbor", -1, 0);
  g_assert_cmpuint (once->flows->len, ==, 2);

  g_autoptr (DlTorusNetwork) hole = build (5, 5, 5, TRUE, "2,2,2");
  g_autoptr (DlDemand) around = demand_of (hole, "nearest-neighbor", -1, 0);
  g_assert_cmpuint (around->flows->len, ==, 6 * 125 - 12);
}

static void
test_transpose (void)
{
  g_autoptr (DlTorusNetwork) square = build (4, 4, 2, TRUE, NULL);
  g_autoptr (DlDemand) all = demand_of (square, "transpose", -1, 0);
  g_assert_cmpuint (all->flows->len, ==, 32 - 8); /* the diagonal is silent */
  g_assert_true (has_flow (all, node_at (square, 1, 3, 1), node_at (square, 3, 1, 1)));

  /* Where (y, x, z) does not exist there is nothing to send to. */
  g_autoptr (DlTorusNetwork) oblong = build (11, 12, 16, TRUE, NULL);
  g_autoptr (DlDemand) some = demand_of (oblong, "transpose", -1, 0);
  g_assert_cmpuint (some->flows->len, ==, (11 * 11 - 11) * 16);
}

static void
test_bit_complement (void)
{
  g_autoptr (DlTorusNetwork) even = build (4, 2, 6, TRUE, NULL);
  g_autoptr (DlDemand) all = demand_of (even, "bit-complement", -1, 0);
  g_assert_cmpuint (all->flows->len, ==, 48);
  g_assert_true (has_flow (all, node_at (even, 0, 1, 2), node_at (even, 3, 0, 3)));

  g_autoptr (DlTorusNetwork) odd = build (5, 5, 5, TRUE, NULL);
  g_autoptr (DlDemand) but_one = demand_of (odd, "bit-complement", -1, 0);
  g_assert_cmpuint (but_one->flows->len, ==, 124); /* the node in the middle */
  g_assert_false (has_flow (but_one, node_at (odd, 2, 2, 2), node_at (odd, 2, 2, 2)));
}

/* c to c + ceil (k/2) - 1 mod k */
static void
test_tornado (void)
{
  g_autoptr (DlTorusNetwork) even = build (8, 1, 1, TRUE, NULL);
  g_autoptr (DlDemand) three = demand_of (even, "tornado", -1, 0);
  g_assert_cmpuint (three->flows->len, ==, 8);
  g_assert_true (has_flow (three, 0, 3) && has_flow (three, 6, 1));

  g_autoptr (DlTorusNetwork) odd = build (5, 7, 2, TRUE, NULL);
  g_autoptr (DlDemand) all = demand_of (odd, "tornado", -1, 0);
  g_assert_cmpuint (all->flows->len, ==, 70);
  g_assert_true (has_flow (all, node_at (odd, 0, 0, 1), node_at (odd, 2, 3, 1)));
  g_assert_true (has_flow (all, node_at (odd, 4, 5, 0), node_at (odd, 1, 1, 0)));

  /* ceil (2/2) - 1 = 0: everyone would send to itself. */
  g_autoptr (DlTorusNetwork) tiny = build (2, 1, 2, TRUE, NULL);
  g_autoptr (DlDemand) none = demand_of (tiny, "tornado", -1, 0);
  g_assert_cmpuint (none->flows->len, ==, 0);
}

static void
test_random_permutation (void)
{
  g_autoptr (DlTorusNetwork) network = build (5, 5, 5, TRUE, NULL);
  g_autoptr (DlDemand) one = demand_of (network, "random-permutation", -1, 1);
  g_autoptr (DlDemand) again = demand_of (network, "random-permutation", -1, 1);
  g_autoptr (DlDemand) other = demand_of (network, "random-permutation", -1, 2);
  guint sent[125] = { 0 }, received[125] = { 0 };

  g_assert_cmpuint (one->flows->len, >, 115); /* a fixed point or two are silent */
  for (guint i = 0; i < one->flows->len; i++)
    {
      const DlFlow flow = g_array_index (one->flows, DlFlow, i);
      g_assert_cmpuint (sent[flow.source]++, ==, 0);
      g_assert_cmpuint (received[flow.dest]++, ==, 0);
    }
  for (guint node = 0; node < 125; node++)
    g_assert_cmpuint (sent[node], ==, received[node]); /* both or neither */
  g_assert_cmpmem (one->flows->data, one->flows->len * sizeof (DlFlow), again->flows->data,
                   again->flows->len * sizeof (DlFlow));
  g_assert_true (one->flows->len != other->flows->len
                 || memcmp (one->flows->data, other->flows->data, one->flows->len * sizeof (DlFlow))
                        != 0);

  /* A lost node takes its own flows with it and moves no others. */
  g_autoptr (DlTorusNetwork) hole = build (5, 5, 5, TRUE, "1,2,3");
  g_autoptr (DlDemand) left = demand_of (hole, "random-permutation", -1, 1);
  for (guint i = 0; i < left->flows->len; i++)
    {
      const DlFlow flow = g_array_index (left->flows, DlFlow, i);
      g_assert_true (has_flow (one, flow.source, flow.dest));
    }
  g_assert_cmpuint (left->flows->len, ==, one->flows->len - 2);
}

/* Files keep a seed, not the permutation: the same one in every version. */
static void
test_random_permutation_forever (void)
{
  static const guint to[] = { 7, 0, 1, 4, 3, 2, 6, 5 };
  g_autoptr (DlTorusNetwork) ring = build (8, 1, 1, TRUE, NULL);
  g_autoptr (DlDemand) demand = demand_of (ring, "random-permutation", -1, 1);
  guint n_flows = 0;

  for (guint node = 0; node < 8; node++)
    if (to[node] != node)
      {
        g_assert_true (has_flow (demand, node, to[node]));
        n_flows++;
      }
  g_assert_cmpuint (demand->flows->len, ==, n_flows);
}

static void
test_all_to_one (void)
{
  g_autoptr (DlTorusNetwork) network = build (5, 5, 5, TRUE, "0,0,1");
  const guint target = node_at (network, 4, 0, 2);
  g_autoptr (DlDemand) demand = demand_of (network, "all-to-one", target, 0);

  g_assert_cmpuint (demand->flows->len, ==, 123);
  for (guint i = 0; i < demand->flows->len; i++)
    g_assert_cmpuint (g_array_index (demand->flows, DlFlow, i).dest, ==, target);

  /* To a lost node nobody sends. */
  g_autoptr (DlDemand) silence = demand_of (network, "all-to-one", node_at (network, 0, 0, 1), 0);
  g_assert_cmpuint (silence->flows->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pattern/table", test_table);
  g_test_add_func ("/pattern/properties", test_properties);
  g_test_add_func ("/pattern/programs", test_programs);
  g_test_add_func ("/pattern/nearest-neighbor", test_nearest_neighbor);
  g_test_add_func ("/pattern/transpose", test_transpose);
  g_test_add_func ("/pattern/bit-complement", test_bit_complement);
  g_test_add_func ("/pattern/tornado", test_tornado);
  g_test_add_func ("/pattern/random-permutation", test_random_permutation);
  g_test_add_func ("/pattern/random-permutation-forever", test_random_permutation_forever);
  g_test_add_func ("/pattern/all-to-one", test_all_to_one);
  return g_test_run ();
}
