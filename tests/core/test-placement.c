/* Ranks on nodes: each on a working one of its own, from a rule or a file; and the random orders
 * behind them. */
#include "dl-placement.h"

#include "dl-rng.h"
#include "placement-fixture.h"

#include <string.h>

/* A 4 x 3 x 5 torus without the nodes at @broken (a list by ;). */
static DlTorusNetwork *
build (const char *broken, guint region_nodes)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) names = g_strsplit (broken, ";", -1);
  DlTorusSpec spec;
  DlTorusNetwork *network;
  DlTorusCoord node;

  dl_torus_spec_init (&spec);
  spec.radix[DL_X] = 4;
  spec.radix[DL_Y] = 3;
  spec.radix[DL_Z] = 5;
  if (region_nodes > 0)
    spec.region_nodes = region_nodes;
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_assert_true (dl_torus_coord_parse (names[i], &node));
      g_array_append_val (spec.broken_nodes, node);
    }
  network = dl_torus_network_new (&spec, &error);
  g_assert_no_error (error);
  dl_torus_spec_clear (&spec);
  return network;
}

static void
check_sound (const DlPlacement *placement, const DlTorusNetwork *network, guint n_ranks)
{
  guint n_placed = 0;

  g_assert_nonnull (placement);
  g_assert_cmpuint (placement->n_ranks, ==, n_ranks);
  g_assert_cmpuint (placement->n_nodes, ==, network->n_nodes);
  for (guint rank = 0; rank < n_ranks; rank++)
    {
      g_assert_cmpuint (placement->node[rank], <, network->n_nodes);
      g_assert_true (network->node_up[placement->node[rank]]);
      g_assert_cmpuint (placement->rank[placement->node[rank]], ==, rank);
    }
  for (guint node = 0; node < network->n_nodes; node++)
    n_placed += placement->rank[node] != DL_NO_RANK;
  g_assert_cmpuint (n_placed, ==, n_ranks);
}

static void
test_linear (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlTorusNetwork) whole = build ("", 0);
  g_autoptr (DlTorusNetwork) broken = build ("0,0,0;0,1,1;3,2,4", 0);
  g_autoptr (DlPlacement) all = dl_placement_new_linear (whole, 0, &error);
  g_autoptr (DlPlacement) left = dl_placement_new_linear (broken, 0, &error);
  g_autoptr (DlPlacement) some = dl_placement_new_linear (broken, 7, &error);
  g_autoptr (DlPlacement) many = NULL;

  check_sound (all, whole, 60);
  check_sound (left, broken, 57);
  check_sound (some, broken, 7);
  for (guint rank = 0; rank < 60; rank++)
    g_assert_cmpuint (all->node[rank], ==, rank);
  for (guint rank = 0; rank < 57; rank++)
    g_assert_cmpuint (left->node[rank], ==, rank < 5 ? rank + 1 : rank + 2);
  g_assert_no_error (error);

  many = dl_placement_new_linear (broken, 58, &error);
  g_assert_null (many);
  g_assert_error (error, DL_PLACEMENT_ERROR, DL_PLACEMENT_ERROR_COUNT);
  g_assert_nonnull (
      strstr (error->message, "58 ranks need as many working nodes, and there are 57"));
}

static void
test_random (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlTorusNetwork) whole = build ("", 0);
  g_autoptr (DlPlacement) one = dl_placement_new_random (whole, 0, 1, &error);
  g_autoptr (DlPlacement) again = dl_placement_new_random (whole, 40, 1, &error);
  g_autoptr (DlPlacement) other = dl_placement_new_random (whole, 0, 2, &error);

  check_sound (one, whole, 60);
  check_sound (again, whole, 40);
  g_assert_cmpmem (one->node, 40 * sizeof *one->node, again->node, 40 * sizeof *one->node);
  g_assert_true (memcmp (one->node, other->node, 60 * sizeof *one->node) != 0);

  /* The others keep their order. */
  for (guint lost = 0; lost < 60; lost += 7)
    {
      g_autofree char *name = dl_torus_coord_to_string (whole->torus.coord[lost]);
      g_autoptr (DlTorusNetwork) broken = build (name, 0);
      g_autoptr (DlPlacement) left = dl_placement_new_random (broken, 0, 1, &error);

      check_sound (left, broken, 59);
      for (guint rank = 0; rank < 59; rank++)
        g_assert_cmpuint (left->node[rank], ==,
                          one->node[rank < one->rank[lost] ? rank : rank + 1]);
    }
  g_assert_no_error (error);
}

static void
test_nobody (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint node = 0; node < 60; node++)
    g_string_append_printf (all, "%s%u,%u,%u", node > 0 ? ";" : "", node / 15, node / 5 % 3,
                            node % 5);
  g_autoptr (DlTorusNetwork) dead = build (all->str, 0);
  g_autoptr (DlPlacement) linear = dl_placement_new_linear (dead, 0, &error);
  g_assert_null (linear);
  g_assert_error (error, DL_PLACEMENT_ERROR, DL_PLACEMENT_ERROR_COUNT);
  g_clear_error (&error);
  g_autoptr (DlPlacement) random = dl_placement_new_random (dead, 3, 1, &error);
  g_assert_null (random);
  g_assert_error (error, DL_PLACEMENT_ERROR, DL_PLACEMENT_ERROR_COUNT);
}

static void
test_file (void)
{
  static const char text[] = "# nodes of a job\r\n 3,2,4 \r\n\r\n0x11\n16\n0,0,0";
  static const guint nodes[] = { 59, 17, 16, 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (DlTorusNetwork) network = build ("1,1,0", 0);

  for (guint n_ranks = 0; n_ranks <= 4; n_ranks++)
    {
      const guint n = n_ranks == 0 ? 4 : n_ranks;
      g_autoptr (DlPlacement) placement
          = dl_placement_parse (network, n_ranks, text, -1, "f", &error);

      g_assert_no_error (error);
      check_sound (placement, network, n);
      g_assert_cmpmem (placement->node, n * sizeof *nodes, nodes, n * sizeof *nodes);
    }

  /* Two planes a region: NIDs of the second region begin at 4096. */
  g_autoptr (DlTorusNetwork) regions = build ("", 30);
  g_autoptr (DlPlacement) global
      = dl_placement_parse (regions, 0, "4096\n0x101d\n29", -1, "f", &error);
  g_assert_no_error (error);
  check_sound (global, regions, 3);
  g_assert_cmpuint (global->node[0], ==, 30);
  g_assert_cmpuint (global->node[1], ==, 59);
  g_assert_cmpuint (global->node[2], ==, 29);

  g_autoptr (DlPlacement) random = dl_placement_new_random (network, 33, 9, &error);
  g_autofree char *written = dl_placement_to_text (random, network);
  g_autoptr (DlPlacement) again = dl_placement_parse (network, 0, written, -1, "f", &error);
  g_assert_no_error (error);
  check_sound (again, network, 33);
  g_assert_cmpmem (random->node, 33 * sizeof *nodes, again->node, 33 * sizeof *nodes);
}

static void
test_bad_file (void)
{
  static const struct
  {
    const char *text;
    guint n_ranks, line;
    const char *part;
  } cases[] = {
    { "", 0, 1, "ends after 0 nodes" },
    { "#\n\n", 0, 2, "ends after 0 nodes" },
    { "0,0,1\n0,0,2\n", 3, 2, "ends after 2 nodes (expected one node per line for 3 ranks)" },
    { "0,0,1\n0,0,2\n0,0,1\n", 0, 3, "node 0,0,1 already has rank 0" },
    { "0,0,1\n1\n", 0, 2, "node 0,0,1 already has rank 0" },
    { "0,0,1\n0,0,1\n", 1, 2, "already" }, /* past the ranks that are wanted, too */
    { "0,0,1\n\n1,1,0\n", 0, 3, "rank 1 is on node 1,1,0, which is broken" },
    { "0,0,1\n4,0,0\n", 0, 2, "outside" },
    { "60\n", 0, 1, "no node" },
    { "99999999999999999999999999\n", 0, 1, "no node" },
    { "-1\n", 0, 1, "not a node" },
    { "0,0\n", 0, 1, "not a node" },
    { "0,0,1 0,0,2\n", 0, 1, "not a node" },
    { "a\xff\x01z\n", 0, 1, "not a node" },
    { "0.0.0.1\n", 0, 1, "not a node" },
    { "00000000000000000000000000000000000000000000000000000000000000000000000001", 0, 1,
      "…” is not" },
  };
  g_autoptr (DlTorusNetwork) network = build ("1,1,0", 0);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlPlacement) placement
          = dl_placement_parse (network, cases[i].n_ranks, cases[i].text, -1, "a file", &error);
      g_autofree char *place = g_strdup_printf ("a file:%u: ", cases[i].line);

      g_assert_null (placement);
      g_assert_nonnull (error);
      if (!g_str_has_prefix (error->message, place)
          || strstr (error->message, cases[i].part) == NULL)
        g_error ("case %u: “%s”, not %s … %s", i, error->message, place, cases[i].part);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_nonnull (strchr (error->message, '('));
    }
}

/* Whatever the size, each comes once. */
static void
test_order (void)
{
  for (guint n = 1; n <= 300; n++)
    {
      g_autofree guint8 *seen = g_new0 (guint8, n);
      g_autofree guint32 *order = dl_random_order_new (n, n);
      const guint64 key = dl_random_order_key (7, n);

      for (guint i = 0; i < n; i++)
        {
          const guint at = dl_random_order_at (n, key, i);

          g_assert_cmpuint (at, <, n);
          g_assert_cmpuint (order[i], <, n);
          g_assert_cmpuint (seen[at] & 1, ==, 0);
          seen[at] |= 1;
          g_assert_cmpuint (seen[order[i]] & 2, ==, 0);
          seen[order[i]] |= 2;
        }
    }
}

/* Every permutation of four, each about as often; chi-square with 23 degrees of freedom is past 58
 * one time in ten thousand. The seeds are fixed, so this passes or fails for ever. */
static void
test_order_even (void)
{
  for (guint kind = 0; kind < 2; kind++)
    {
      const guint n_draws = 24 * 500;
      guint count[256] = { 0 };
      guint n_met = 0;
      double chi_square = 0;

      for (guint draw = 0; draw < n_draws; draw++)
        {
          g_autofree guint32 *order = dl_random_order_new (4, draw);
          const guint64 key = dl_random_order_key (3, draw);
          guint code = 0;

          for (guint i = 0; i < 4; i++)
            code = 4 * code + (kind == 0 ? order[i] : dl_random_order_at (4, key, i));
          count[code]++;
        }
      for (guint code = 0; code < 256; code++)
        if (count[code] > 0)
          {
            chi_square += (count[code] - 500.) * (count[code] - 500.) / 500;
            n_met++;
          }
      g_assert_cmpuint (n_met, ==, 24);
      g_assert_cmpfloat (chi_square, <, 58);
    }
}

/* Files keep a seed, not the order: the same one in every version. */
static void
test_order_forever (void)
{
  static const guint to[] = { 7, 0, 1, 4, 3, 2, 6, 5 };
  static const guint at[] = { 3, 2, 5, 6, 1, 0, 4, 7 };
  g_autofree guint32 *order = dl_random_order_new (8, 1);
  const guint64 key = dl_random_order_key (1, 5);

  for (guint i = 0; i < 8; i++)
    {
      g_assert_cmpuint (order[i], ==, to[i]);
      g_assert_cmpuint (dl_random_order_at (8, key, i), ==, at[i]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/placement/linear", test_linear);
  g_test_add_func ("/placement/random", test_random);
  g_test_add_func ("/placement/nobody", test_nobody);
  g_test_add_func ("/placement/file", test_file);
  g_test_add_func ("/placement/bad-file", test_bad_file);
  g_test_add_func ("/placement/order", test_order);
  g_test_add_func ("/placement/order-even", test_order_even);
  g_test_add_func ("/placement/order-forever", test_order_forever);
  return g_test_run ();
}
