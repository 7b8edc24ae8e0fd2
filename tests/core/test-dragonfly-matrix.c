/* Ranks on the nodes of a dragonfly, and a communication matrix between them. */
#include "dl-dragonfly-matrix.h"
#include "dragonfly-fixture.h"

#include "dl-dragonfly-name.h"
#include "dl-dragonfly-sites.h"

#include <string.h>

#define N_RANDOM 60

static void
check_sound (const DlPlacement *placement, const DlDragonfly *net, guint n_ranks)
{
  guint n_placed = 0;

  g_assert_nonnull (placement);
  g_assert_cmpuint (placement->n_ranks, ==, n_ranks);
  g_assert_cmpuint (placement->n_nodes, ==, net->n_nodes);
  for (guint rank = 0; rank < n_ranks; rank++)
    {
      g_assert_true (dl_dragonfly_node_up (net, placement->node[rank]));
      g_assert_cmpuint (placement->rank[placement->node[rank]], ==, rank);
    }
  for (guint node = 0; node < net->n_nodes; node++)
    n_placed += placement->rank[node] != DL_NO_RANK;
  g_assert_cmpuint (n_placed, ==, n_ranks);
}

static void
test_placement (void)
{
  for (guint seed = 0; seed < N_RANDOM; seed++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlDragonfly) net = fixture_random (seed, seed % 2 == 0 ? 0 : 8, NULL);
      const DlSites sites = dl_sites_of_dragonfly (net);
      g_autoptr (DlPlacement) linear = dl_placement_new_linear_on (&sites, 0, &error);
      g_autoptr (DlPlacement) random = NULL, again = NULL;
      g_autofree char *text = NULL;
      guint n_working = 0;

      for (guint node = 0; node < net->n_nodes; node++)
        n_working += dl_dragonfly_node_up (net, node);
      if (n_working == 0)
        {
          g_assert_error (error, DL_PLACEMENT_ERROR, DL_PLACEMENT_ERROR_COUNT);
          continue;
        }
      g_assert_no_error (error);
      check_sound (linear, net, n_working);
      for (guint rank = 1; rank < n_working; rank++)
        g_assert_cmpuint (linear->node[rank - 1], <, linear->node[rank]);

      random = dl_placement_new_random_on (&sites, (n_working + 1) / 2, seed, &error);
      g_assert_no_error (error);
      check_sound (random, net, (n_working + 1) / 2);
      text = dl_placement_to_text_on (random, &sites);
      again = dl_placement_parse_on (&sites, 0, text, -1, "f", &error);
      g_assert_no_error (error);
      check_sound (again, net, random->n_ranks);
      g_assert_cmpmem (random->node, random->n_ranks * sizeof *random->node, again->node,
                       again->n_ranks * sizeof *again->node);
    }
}

static void
test_file (void)
{
  DlDragonflySpec spec;
  const DlRouterAt broken = { .group = 1, .chassis = 2, .blade = 3 };
  static const struct
  {
    const char *text, *part;
  } bad[] = {
    { "0.0.0.0\n1.2.3.0\n", "f:2: rank 1 is on node 1.2.3.0, which is broken" },
    { "0.0.0.1\n1\n", "f:2: node 0.0.0.1 already has rank 0" },
    { "0.0.0.0\n\n2.0.0.0\n", "f:3: " },
    { "1,2,3\n", "f:1: " },
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (DlDragonfly) net = NULL;
  g_autoptr (DlPlacement) placement = NULL;
  DlSites sites;

  dl_dragonfly_spec_init (&spec);
  spec.groups = 2;
  g_array_append_val (spec.broken_routers, broken);
  net = dl_dragonfly_new (&spec, &error);
  g_assert_no_error (error);
  dl_dragonfly_spec_clear (&spec);
  sites = dl_sites_of_dragonfly (net);
  placement = dl_placement_parse_on (&sites, 0, "# a job\n1.0.0.2\n5\n", -1, "f", &error);
  g_assert_no_error (error);
  check_sound (placement, net, 2);
  g_assert_cmpuint (placement->node[0], ==, 386);
  g_assert_cmpuint (placement->node[1], ==, 5);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) why = NULL;
      g_autoptr (DlPlacement) none = dl_placement_parse_on (&sites, 0, bad[i].text, -1, "f", &why);

      g_assert_null (none);
      if (!g_str_has_prefix (why->message, bad[i].part))
        g_error ("“%s”, not %s", why->message, bad[i].part);
    }
}

/* A random matrix of @n ranks: its text, and its bytes (n x n). */
static DlMatrix *
draw_matrix (guint n, DlRng *rng, guint64 *bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new ("%%MatrixMarket matrix coordinate integer general\n");
  g_autoptr (GString) entries = g_string_new (NULL);
  guint n_entries = 0;
  DlMatrix *matrix;

  for (guint from = 0; from < n; from++)
    for (guint to = 0; to < n; to++)
      if (from != to && dl_rng_below (rng, 4) == 0)
        {
          bytes[from * n + to] = 1 + dl_rng_below (rng, 1000);
          g_string_append_printf (entries, "%u %u %u\n", from + 1, to + 1,
                                  (guint) bytes[from * n + to]);
          n_entries++;
        }
  g_string_append_printf (text, "%u %u %u\n%s", n, n, n_entries, entries->str);
  matrix = dl_matrix_parse (text->str, -1, "f", &error);
  g_assert_no_error (error);
  return matrix;
}

static void
check_demand (const DlDragonflyDemand *demand, const DlPlacement *placement, guint n_ranks,
              const guint64 *bytes, guint payload)
{
  const guint n = demand->dragonfly->n_nodes;
  g_autofree double *packets = g_new0 (double, (gsize) n *n);

  for (guint from = 0; from < n_ranks; from++)
    for (guint to = 0; to < n_ranks; to++)
      {
        guint64 left = bytes[from * n_ranks + to];

        for (; left > 0; left -= MIN (left, payload))
          packets[placement->node[from] * n + placement->node[to]]++;
      }
  for (guint node = 0; node < n; node++)
    {
      double sent = 0;

      for (guint flow = demand->first_flow[node]; flow < demand->first_flow[node + 1]; flow++)
        {
          sent += demand->weight[flow];
          packets[node * n + demand->dest[flow]] -= demand->weight[flow];
        }
      g_assert_cmpfloat (dl_dragonfly_demand_sent (demand, node), ==, sent);
    }
  for (guint i = 0; i < n * n; i++)
    g_assert_cmpfloat (packets[i], ==, 0);
}

static void
test_matrix (void)
{
  guint n_done = 0;

  for (guint seed = 0; seed < N_RANDOM; seed++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlDragonfly) net = fixture_random (seed, seed % 2 == 0 ? 0 : 8, NULL);
      const DlSites sites = dl_sites_of_dragonfly (net);
      g_autoptr (DlPlacement) placement = dl_placement_new_random_on (&sites, 0, seed, NULL);
      g_autoptr (DlMatrix) matrix = NULL;
      g_autoptr (DlDragonflyDemand) demand = NULL, none = NULL;
      g_autofree guint64 *bytes = NULL;
      guint n_ranks, payload;
      DlRng rng;

      if (placement == NULL)
        continue;
      dl_rng_init (&rng, seed);
      n_ranks = 1 + dl_rng_below (&rng, placement->n_ranks);
      payload = 1 + dl_rng_below (&rng, 100);
      bytes = g_new0 (guint64, n_ranks * n_ranks);
      matrix = draw_matrix (n_ranks, &rng, bytes);
      demand = dl_dragonfly_demand_new_matrix (net, placement, matrix, payload, &error);
      g_assert_no_error (error);
      check_demand (demand, placement, n_ranks, bytes, payload);
      n_done++;

      if (n_ranks == 1)
        continue;
      g_autoptr (DlPlacement) few = dl_placement_new_linear_on (&sites, n_ranks - 1, NULL);
      none = dl_dragonfly_demand_new_matrix (net, few, matrix, payload, &error);
      g_assert_null (none);
      g_assert_error (error, DL_PLACEMENT_ERROR, DL_PLACEMENT_ERROR_COUNT);
    }
  g_assert_cmpuint (n_done, >, N_RANDOM / 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dragonfly-matrix/placement", test_placement);
  g_test_add_func ("/dragonfly-matrix/file", test_file);
  g_test_add_func ("/dragonfly-matrix/matrix", test_matrix);
  return g_test_run ();
}
