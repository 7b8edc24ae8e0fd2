/* A fabric by hand: ports, one-way cables, names, faults, levels. Generated ones: what their papers
 * state. The finite fields they need: the axioms. */
#include "dl-fabric-slim-fly.h"
#include "fabric-fixture.h"

#include <string.h>

static void
test_field (void)
{
  for (guint q = 2; q <= 64; q++)
    {
      g_autoptr (DlFiniteField) field = dl_finite_field_new (q);
      guint p = 2, rest = q;

      while (q % p != 0)
        p++;
      while (rest % p == 0)
        rest /= p;
      g_assert_true ((field != NULL) == (rest == 1));
      if (field == NULL)
        continue;
      for (guint a = 0; a < q; a++)
        {
          gboolean has_inverse = a == 0;

          g_assert_cmpuint (dl_finite_field_add (field, a, 0), ==, a);
          g_assert_cmpuint (dl_finite_field_multiply (field, a, 1), ==, a);
          g_assert_cmpuint (dl_finite_field_add (field, a, dl_finite_field_negative (field, a)), ==,
                            0);
          for (guint b = 0; b < q; b++)
            {
              const guint sum = dl_finite_field_add (field, a, b);
              const guint product = dl_finite_field_multiply (field, a, b);

              g_assert_cmpuint (sum, <, q);
              g_assert_cmpuint (product, <, q);
              has_inverse |= product == 1;
              for (guint c = 0; c<q; c += q> 16 ? 5 : 1)
                g_assert_cmpuint (dl_finite_field_multiply (field, c, sum), ==,
                                  dl_finite_field_add (field,
                                                       dl_finite_field_multiply (field, c, a),
                                                       dl_finite_field_multiply (field, c, b)));
            }
          g_assert_true (has_inverse);
        }
    }
}

static void
test_builder (void)
{
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  g_autoptr (DlFabric) fabric = NULL, broken = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  const DlFabricEnd host = { 0, TRUE, 0 };
  DlFabricEnd far;
  guint channel, vertex;

  g_assert_null (dl_fabric_builder_finish (builder, NULL, &error));
  g_assert_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_EMPTY);
  g_clear_error (&error);
  dl_fabric_builder_add_switch (builder, "a:b;\\c", 0x10, 4);
  dl_fabric_builder_add_switch (builder, "twin", 0x20, 0);
  dl_fabric_builder_add_switch (builder, "twin", 0x30, 0);
  g_assert_null (dl_fabric_builder_finish (builder, NULL, &error));
  g_assert_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_EMPTY);
  g_clear_error (&error);
  dl_fabric_builder_add_host (builder, "host one", 0x41);
  dl_fabric_builder_set_node_guid (builder, host, 0x40);
  dl_fabric_builder_set_lid (builder, host, 7);
  dl_fabric_builder_add_host (builder, NULL, 0);

  g_assert_true (
      dl_fabric_builder_add_cable (builder, (DlFabricEnd) { 0, FALSE, 3 }, host, &error));
  g_assert_true (
      dl_fabric_builder_add_cable (builder, (DlFabricEnd) { 0, FALSE, 3 }, host, &error));
  g_assert_true (dl_fabric_builder_add_channel (builder, (DlFabricEnd) { 0, FALSE, 1 },
                                                (DlFabricEnd) { 1, FALSE, 200 }, &error));
  g_assert_true (dl_fabric_builder_add_cable (builder, (DlFabricEnd) { 1, FALSE, 0 },
                                              (DlFabricEnd) { 2, FALSE, 0 }, &error));
  g_assert_true (dl_fabric_builder_far_end (builder, (DlFabricEnd) { 2, FALSE, 1 }, &far));
  g_assert_true (far.index == 1 && far.port == 1 && !far.host);
  g_assert_false (dl_fabric_builder_far_end (builder, (DlFabricEnd) { 2, FALSE, 9 }, &far));
  /* A cable within one switch takes two of its ports. */
  g_assert_true (dl_fabric_builder_add_cable (builder, (DlFabricEnd) { 2, FALSE, 0 },
                                              (DlFabricEnd) { 2, FALSE, 0 }, &error));

  static const struct
  {
    DlFabricEnd a, b;
    gint code;
  } wrong[] = {
    { { 0, FALSE, 3 }, { 1, FALSE, 0 }, DL_FABRIC_ERROR_TWICE },
    { { 1, FALSE, 0 }, { 0, TRUE, 1 }, DL_FABRIC_ERROR_TWICE },
    { { 0, FALSE, 1 }, { 1, FALSE, 2 }, DL_FABRIC_ERROR_TWICE },
    { { 0, FALSE, 2 }, { 0, FALSE, 2 }, DL_FABRIC_ERROR_TWICE },
    { { 0, FALSE, 255 }, { 1, FALSE, 0 }, DL_FABRIC_ERROR_LIMIT },
    { { 0, FALSE, 0 }, { 1, TRUE, 2 }, DL_FABRIC_ERROR_LIMIT },
    { { 0, TRUE, 0 }, { 1, TRUE, 0 }, DL_FABRIC_ERROR_SYNTAX },
  };
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_assert_false (dl_fabric_builder_add_cable (builder, wrong[i].a, wrong[i].b, &error));
      g_assert_error (error, DL_FABRIC_ERROR, wrong[i].code);
      g_clear_error (&error);
    }

  fabric = dl_fabric_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  fabric_check (fabric);
  g_assert_cmpuint (fabric->n_channels, ==, 2 + 1 + 2 + 2);
  g_assert_cmpuint (fabric->lid[0], ==, 7);
  g_assert_cmpuint (dl_fabric_count_ports (fabric, 2), ==, 4);
  g_assert_cmpuint (fabric->host_switch[0], ==, 2);
  g_assert_cmpuint (fabric->host_switch[1], ==, DL_FABRIC_NONE);
  g_assert_cmpuint (dl_fabric_host_sends (fabric, 1), ==, DL_FABRIC_NONE);
  g_assert_cmpstr (dl_fabric_name (fabric, 3), ==, "twin");
  g_assert_cmpstr (dl_fabric_name (fabric, 4), ==, "twin#30");
  g_assert_cmpstr (dl_fabric_name (fabric, 1), ==, "H1");
  g_assert_cmpuint (dl_fabric_find (fabric, "0x40"), ==, 0);
  g_assert_cmpuint (dl_fabric_find_guid (fabric, 0x41), ==, 0);
  g_assert_cmpuint (dl_fabric_find_guid (fabric, 0x99), ==, DL_FABRIC_NONE);

  g_assert_true (dl_fabric_parse_channel (fabric, "a\\:b\\;\\\\c:1", &channel, &error));
  g_assert_cmpuint (fabric->channel_back[channel], ==, DL_FABRIC_NONE);
  name = dl_fabric_channel_name (fabric, channel);
  g_assert_cmpstr (name, ==, "a\\:b\\;\\\\c:1");
  g_assert_true (dl_fabric_parse_channel (fabric, "0x20:1", &channel, &error));
  g_assert_true (dl_fabric_parse_vertex (fabric, "a:b;\\\\c", &vertex, &error));
  g_assert_false (dl_fabric_parse_vertex (fabric, "a:b;c", &vertex, NULL));
  g_assert_cmpuint (vertex, ==, DL_FABRIC_NONE);
  static const char *const no_channels[]
      = { "", ":", "x", "a:b;\\c:x", ":1", "twin:0", "twin:999", "twin\\:1", "\\:1" };
  for (guint i = 0; i < G_N_ELEMENTS (no_channels); i++)
    {
      g_assert_false (dl_fabric_parse_channel (fabric, no_channels[i], &channel, &error));
      g_assert_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_SYNTAX);
      g_clear_error (&error);
    }
  g_assert_false (dl_fabric_parse_channel (fabric, "nobody:1", &channel, &error));
  g_assert_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_OUTSIDE);
  g_clear_error (&error);
  g_assert_false (dl_fabric_parse_channel (fabric, "twin:7", &channel, NULL));

  broken = dl_fabric_new_broken (fabric, &(DlFabricFaults) { .switches = (const guint32[]) { 1 },
                                                             .n_switches = 1,
                                                             .hosts = (const guint32[]) { 0 },
                                                             .n_hosts = 1 });
  fabric_check (broken);
  g_assert_cmpuint (broken->n_broken, ==, 5);
  g_assert_true (broken->names == fabric->names && broken->channel_to == fabric->channel_to);
  g_assert_cmpuint (dl_fabric_diameter (fabric, &vertex), ==, 2);
  g_assert_cmpuint (vertex, ==, 1);
  g_assert_cmpuint (dl_fabric_diameter (broken, &vertex), ==, 0);
  g_assert_cmpuint (vertex, ==, 2);
}

/* Cables cut by halving the hosts in their order, each counted once. */
static guint
cut_by_halves (const DlFabric *fabric, const guint8 *side)
{
  guint n = 0;

  for (guint c = 0; c < fabric->n_channels; c++)
    n += side[fabric->channel_from[c]] < side[fabric->channel_to[c]];
  return n;
}

static void
count_degrees (const DlFabric *fabric, guint switch_number, guint *hosts, guint *switches)
{
  const guint v = fabric->n_hosts + switch_number;

  *hosts = *switches = 0;
  for (guint c = fabric->first[v]; c < fabric->first[v + 1]; c++)
    ++*(dl_fabric_is_host (fabric, fabric->channel_to[c]) ? hosts : switches);
}

static void
test_fat_tree (void)
{
  static const struct
  {
    const char *values;
    guint hosts, switches, cables, diameter, levels, up; /* up: of the first level */
  } trees[] = {
    { "8,8,16/1,8,8", 1024, 128 + 128 + 64, 3 * 1024, 4, 3, 8 },
    { "18,18,16/1,9,9", 5184, 288 + 144 + 81, 5184 + 288 * 9 + 144 * 9, 4, 3, 9 },
    { "18,18,36/1,18,18", 11664, 1620, 3 * 11664, 4, 3, 18 },
    { "18,36/1,9", 648, 36 + 9, 648 + 324, 2, 2, 9 },             /* tapered 2:1 */
    { "18,18/1,9/1,2", 324, 18 + 9, 324 + 18 * 9 * 2, 2, 2, 18 }, /* parallel ports */
    { "4/1", 4, 1, 4, 0, 1, 0 },
    { "2,2,2,2,2/1,2,2,2,2", 32, 5 * 16, 5 * 32, 8, 5, 2 }, /* a butterfly tree */
    { "32,32,32/1,32,32", 32768, 3072, 3 * 32768, 4, 3, 32 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (trees); i++)
    {
      g_autoptr (DlFabric) fabric = fabric_tree (trees[i].values);
      g_autofree guint32 *roots = g_new (guint32, fabric->n_switches);
      guint pieces, hosts, switches, n_roots;

      fabric_check (fabric);
      g_assert_cmpuint (fabric->n_hosts, ==, trees[i].hosts);
      g_assert_cmpuint (fabric->n_switches, ==, trees[i].switches);
      g_assert_cmpuint (fabric->n_channels, ==, 2 * trees[i].cables);
      g_assert_true (fabric->leveled);
      g_assert_cmpuint (fabric->n_levels, ==, trees[i].levels);
      if (fabric->n_switches < 2000)
        {
          g_assert_cmpuint (dl_fabric_diameter (fabric, &pieces), ==, trees[i].diameter);
          g_assert_cmpuint (pieces, ==, 1);
        }
      count_degrees (fabric, 0, &hosts, &switches);
      g_assert_cmpuint (switches, ==, trees[i].up);
      n_roots = dl_fabric_find_roots (fabric, roots);
      for (guint r = 0; r < n_roots; r++)
        {
          count_degrees (fabric, roots[r], &hosts, &switches);
          g_assert_cmpuint (hosts > 0, ==, trees[i].levels == 1);
        }
      g_assert_cmpuint (roots[n_roots - 1], ==, fabric->n_switches - 1);
    }
}

static void
test_hyperx (void)
{
  static const guint sizes[][3] = { { 8, 8, 8 }, { 2, 3, 5 }, { 2, 2, 2 }, { 7, 1, 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint cables = 1; cables <= 2; cables++)
      {
        const guint n = sizes[i][1] == 1 ? 1 : 3;
        g_autoptr (DlFabric) fabric = fabric_hyperx (n, sizes[i], cables, 2);
        g_autofree guint8 *side = g_new0 (guint8, fabric->n_vertices);
        const guint S = sizes[i][0] * sizes[i][1] * sizes[i][2];
        guint degree = 0;

        fabric_check (fabric);
        for (guint d = 0; d < n; d++)
          degree += (sizes[i][d] - 1) * cables;
        g_assert_cmpuint (fabric->n_switches, ==, S);
        g_assert_cmpuint (fabric->n_hosts, ==, 2 * S);
        for (guint s = 0; s < S; s++)
          {
            guint hosts, switches;

            count_degrees (fabric, s, &hosts, &switches);
            g_assert_cmpuint (hosts, ==, 2);
            g_assert_cmpuint (switches, ==, degree);
          }
        g_assert_cmpuint (dl_fabric_diameter (fabric, NULL), ==, n);
        if (sizes[i][n - 1] % 2 != 0)
          continue;
        /* Ahn et al., 2.2: a half of a dimension has S / 2 x size / 2 cables to the other. */
        for (guint s = 0; s < S; s++)
          side[fabric->n_hosts + s] = s >= S / 2;
        for (guint h = 0; h < fabric->n_hosts; h++)
          side[h] = side[fabric->host_switch[h]];
        g_assert_cmpuint (cut_by_halves (fabric, side), ==, S * sizes[i][n - 1] / 4 * cables);
      }
}

static void
test_slim_fly (void)
{
  guint n = 0;

  for (guint q = 3; q <= 27; q++)
    {
      const DlFabricSpec spec = { .q = q, .hosts_per_switch = 1 };
      g_autoptr (GError) error = NULL;
      g_autoptr (DlFabric) fabric = dl_fabric_generate ("slim-fly", &spec, &error);
      const gint delta = q % 4 == 3 ? -1 : (gint) (q % 4);

      g_assert_true ((fabric == NULL) == (error != NULL));
      if (fabric == NULL)
        {
          g_assert_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER);
          continue;
        }
      n++;
      fabric_check (fabric);
      g_assert_cmpuint (fabric->n_switches, ==, 2 * q * q);
      for (guint s = 0; s < fabric->n_switches; s++)
        {
          guint hosts, switches;

          count_degrees (fabric, s, &hosts, &switches);
          g_assert_cmpint ((gint) switches, ==, (3 * (gint) q - delta) / 2);
        }
      g_assert_cmpuint (dl_fabric_diameter (fabric, NULL), ==, 2);
    }
  g_assert_cmpuint (n, ==, 14); /* 3 4 5 7 8 9 11 13 16 17 19 23 25 27 */
}

static void
test_dragonfly_plus (void)
{
  for (guint groups = 1; groups <= 17; groups++)
    for (guint half = 2; half <= 4; half++)
      {
        const DlFabricSpec spec
            = { .groups = groups, .leaves = half, .spines = half, .hosts_per_switch = half };
        g_autoptr (GError) error = NULL;
        g_autoptr (DlFabric) fabric = dl_fabric_generate ("dragonfly-plus", &spec, &error);
        g_autofree guint *between = g_new0 (guint, groups * groups);

        /* Shpiner et al.: at most (k / 2)^2 + 1 groups of radix k. */
        g_assert_true ((fabric == NULL) == (groups > half * half + 1));
        if (fabric == NULL)
          {
            g_assert_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER);
            continue;
          }
        fabric_check (fabric);
        g_assert_cmpuint (fabric->n_switches, ==, groups * 2 * half);
        g_assert_cmpuint (fabric->n_hosts, ==, groups * half * half);
        for (guint c = 0; c < fabric->n_channels; c++)
          {
            const guint from = fabric->channel_from[c], to = fabric->channel_to[c];

            if (from >= fabric->n_hosts && to >= fabric->n_hosts)
              between[(from - fabric->n_hosts) / (2 * half) * groups
                      + (to - fabric->n_hosts) / (2 * half)]++;
          }
        for (guint i = 0; i < groups * groups; i++)
          g_assert_cmpuint (between[i], ==,
                            i % (groups + 1) == 0 ? 2 * half * half : half * half / (groups - 1));
        /* Leaf, spine, spine, leaf: three hops where each spine knows each group. */
        if (groups > 1 && groups - 1 <= half)
          g_assert_cmpuint (dl_fabric_diameter (fabric, NULL), <=, 4);
      }
}

static void
test_random_regular (void)
{
  for (guint n = 1; n <= 40; n++)
    for (guint degree = 0; degree <= n; degree++)
      {
        const DlFabricSpec spec
            = { .switches = n, .degree = degree, .hosts_per_switch = 1, .seed = n + degree };
        g_autoptr (GError) error = NULL;
        g_autoptr (DlFabric) fabric = dl_fabric_generate ("random-regular", &spec, &error);
        g_autoptr (DlFabric) same = NULL;
        const gboolean possible
            = degree < n && n * degree % 2 == 0 && (degree >= 2 || n == degree + 1);
        guint pieces;

        g_assert_true ((fabric != NULL) == possible);
        if (fabric == NULL)
          {
            g_assert_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER);
            continue;
          }
        fabric_check (fabric);
        for (guint s = 0; s < n; s++)
          {
            const guint v = fabric->n_hosts + s;
            guint hosts, switches;

            count_degrees (fabric, s, &hosts, &switches);
            g_assert_cmpuint (switches, ==, degree);
            for (guint c = fabric->first[v]; c < fabric->first[v + 1]; c++)
              for (guint d = fabric->first[v]; d < c; d++)
                g_assert_cmpuint (fabric->channel_to[c], !=, fabric->channel_to[d]);
          }
        dl_fabric_diameter (fabric, &pieces);
        g_assert_cmpuint (pieces, ==, 1);
        same = dl_fabric_generate ("random-regular", &spec, NULL);
        g_assert_cmpmem (same->channel_to, same->n_channels * sizeof (guint32), fabric->channel_to,
                         fabric->n_channels * sizeof (guint32));
      }
}

static void
test_refused (void)
{
  static const struct
  {
    const char *id, *key;
    DlFabricSpec spec;
  } wrong[] = {
    { "fat-tree", "children", { .n_levels = 0 } },
    { "fat-tree", "parents", { .n_levels = 2, .children = { 2, 2 }, .n_parents = 1 } },
    { "fat-tree", "parents", { 2, { 2, 2 }, 2, { 2, 2 }, 0 } },
    { "fat-tree", "cables", { 2, { 2, 2 }, 2, { 1, 2 }, 1, { 1 } } },
    { "fat-tree", "parents", { 2, { 2, 2 }, 2, { 1, 0 }, 0 } },
    { "fat-tree", "children", { 1, { 255 }, 1, { 1 }, 0 } },
    { "fat-tree", "children", { 3, { 200, 200, 200 }, 3, { 1, 1, 1 }, 0 } },
    { "fat-tree", "children", { 3, { 4294967295u, 2, 200 }, 3, { 1, 1, 1 }, 0 } },
    { "hyperx", "size", { .n_dimensions = 1, .size = { 1 }, .hosts_per_switch = 1 } },
    { "hyperx", "size", { .n_dimensions = 3, .size = { 90, 90, 90 }, .hosts_per_switch = 1 } },
    { "hyperx", "hosts-per-switch", { .n_dimensions = 1, .size = { 4 } } },
    { "dragonfly-plus", "leaves", { .groups = 2, .spines = 2, .hosts_per_switch = 1 } },
    { "dragonfly-plus",
      "groups",
      { .groups = 9, .leaves = 2, .spines = 2, .hosts_per_switch = 1 } },
    { "slim-fly", "q", { .q = 6, .hosts_per_switch = 1 } },
    { "slim-fly", "q", { .q = 0, .hosts_per_switch = 1 } },
    { "slim-fly", "q", { .q = 4000000000u, .hosts_per_switch = 1 } },
    { "slim-fly", "q", { .q = 151, .hosts_per_switch = 100 } },
    { "random-regular", "degree", { .switches = 7, .degree = 3, .hosts_per_switch = 1 } },
    { "random-regular", "switches", { .switches = 100000, .degree = 4, .hosts_per_switch = 1 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      const DlFabricGenerator *generator = dl_fabric_generator_find (wrong[i].id);
      g_autoptr (GError) error = NULL;
      const char *key = NULL;

      g_assert_false (generator->check (&wrong[i].spec, &key, &error));
      g_assert_cmpstr (key, ==, wrong[i].key);
      g_assert_true (error->domain == DL_FABRIC_ERROR && strchr (error->message, '(') != NULL);
    }
}

static void
test_random_fabrics (void)
{
  for (guint64 seed = 0; seed < 300; seed++)
    {
      g_autoptr (DlFabric) fabric = fabric_random (seed);
      g_autoptr (DlFabric) broken = fabric_break_some (fabric, seed % 7, seed);
      guint n = 0;

      fabric_check (fabric);
      fabric_check (broken);
      for (guint c = 0; c < broken->n_channels; c++)
        n += broken->link_state[c] != DL_LINK_UP;
      g_assert_cmpuint (broken->n_broken, ==, n);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fabric/finite-field", test_field);
  g_test_add_func ("/fabric/builder", test_builder);
  g_test_add_func ("/fabric/fat-tree", test_fat_tree);
  g_test_add_func ("/fabric/hyperx", test_hyperx);
  g_test_add_func ("/fabric/slim-fly", test_slim_fly);
  g_test_add_func ("/fabric/dragonfly-plus", test_dragonfly_plus);
  g_test_add_func ("/fabric/random-regular", test_random_regular);
  g_test_add_func ("/fabric/refused", test_refused);
  g_test_add_func ("/fabric/random-fabrics", test_random_fabrics);
  return g_test_run ();
}
