/* Model 1: nodes, links, faults, NIDs, regions and their limits. */
#include "dl-rng.h"
#include "dl-torus.h"

#include <string.h>

static DlTorusSpec
torus_spec (guint kx, guint ky, guint kz)
{
  DlTorusSpec spec;

  dl_torus_spec_init (&spec);
  spec.radix[DL_X] = kx;
  spec.radix[DL_Y] = ky;
  spec.radix[DL_Z] = kz;
  return spec;
}

static DlTorusNetwork *
build (const DlTorusSpec *spec)
{
  g_autoptr (GError) error = NULL;
  DlTorusNetwork *network = dl_torus_network_new (spec, &error);

  g_assert_no_error (error);
  return network;
}

static DlTorusNetwork *
build_torus (guint kx, guint ky, guint kz)
{
  DlTorusSpec spec = torus_spec (kx, ky, kz);
  DlTorusNetwork *network = build (&spec);

  dl_torus_spec_clear (&spec);
  return network;
}

static DlTorusLinkAt
link_at (const char *text)
{
  DlTorusLinkAt link;

  g_assert_true (dl_torus_link_at_parse (text, &link));
  return link;
}

static DlTorusCoord
coord (const char *text)
{
  DlTorusCoord c;

  g_assert_true (dl_torus_coord_parse (text, &c));
  return c;
}

static void
break_link (GArray *links, const char *text)
{
  const DlTorusLinkAt link = link_at (text);

  g_array_append_val (links, link);
}

static void
break_node (DlTorusSpec *spec, const char *text)
{
  const DlTorusCoord node = coord (text);

  g_array_append_val (spec->broken_nodes, node);
}

static guint
state (const DlTorusNetwork *network, const char *text)
{
  const DlTorusLinkAt link = link_at (text);

  return network->link_state[dl_torus_network_link (
      network, dl_torus_network_node_at (network, link.from), link.port)];
}

static void
test_xt3 (void)
{
  g_autoptr (DlTorusNetwork) network = build_torus (11, 12, 16);

  g_assert_cmpuint (network->n_nodes, ==, 2112);
  g_assert_cmpuint (network->n_working_nodes, ==, 2112);
  g_assert_cmpuint (network->n_links, ==, 12672);
  g_assert_cmpuint (network->n_working_links, ==, 12672);
  g_assert_cmpuint (network->torus.n_regions, ==, 1);
}

/* Each link leads to the neighbor in its direction, and the opposite one of that back. */
static void
check_links (const DlTorusNetwork *network)
{
  for (guint node = 0; node < network->n_nodes; node++)
    for (guint port = 0; port < network->n_ports; port++)
      {
        const guint link = dl_torus_network_link (network, node, port);
        const guint far = network->link_to[link];
        const DlTorusDim dim = dl_torus_port_dim (port);
        const guint k = network->torus.radix[dim];
        DlTorusCoord at = network->torus.coord[node];
        const guint edge = dl_torus_port_is_minus (port) ? 0 : k - 1;

        g_assert_cmpuint (dl_torus_network_node_at (network, at), ==, node);
        if (!network->torus.ring[dim] && at.at[dim] == edge)
          {
            g_assert_cmpuint (network->link_state[link], ==, DL_LINK_ABSENT);
            g_assert_cmpuint (far, ==, DL_NO_NODE);
            continue;
          }
        at.at[dim] = (at.at[dim] + (dl_torus_port_is_minus (port) ? k - 1 : 1)) % k;
        g_assert_cmpuint (network->link_state[link], ==, DL_LINK_UP);
        g_assert_cmpuint (far, ==, dl_torus_network_node_at (network, at));
        g_assert_cmpuint (
            network->link_to[dl_torus_network_link (network, far, dl_torus_port_opposite (port))],
            ==, node);
      }
}

static void
test_links (void)
{
  static const guint radices[][DL_TORUS_N_DIMS]
      = { { 1, 1, 1 }, { 2, 3, 4 }, { 8, 1, 1 }, { 1, 5, 2 }, { 3, 3, 3 }, { 4, 4, 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (radices); i++)
    for (guint wraps = 0; wraps < 8; wraps++)
      {
        DlTorusSpec spec = torus_spec (radices[i][0], radices[i][1], radices[i][2]);
        for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
          spec.wrap[dim] = wraps >> dim & 1;
        g_autoptr (DlTorusNetwork) network = build (&spec);
        check_links (network);
        dl_torus_spec_clear (&spec);
      }
}

/* A torus dimension of radix 2 or less is a mesh. */
static void
test_small_torus_is_mesh (void)
{
  g_autoptr (DlTorusNetwork) network = build_torus (1, 2, 3);

  g_assert_false (network->torus.ring[DL_X]);
  g_assert_false (network->torus.ring[DL_Y]);
  g_assert_true (network->torus.ring[DL_Z]);
  g_assert_cmpuint (network->n_working_links, ==, 2 * (0 + 3 * 1 + 2 * 3));
  g_assert_cmpuint (state (network, "0,0,0:x+"), ==, DL_LINK_ABSENT);
  g_assert_cmpuint (state (network, "0,0,0:y-"), ==, DL_LINK_ABSENT);
  g_assert_cmpuint (state (network, "0,1,0:y+"), ==, DL_LINK_ABSENT);
  g_assert_cmpuint (state (network, "0,0,0:y+"), ==, DL_LINK_UP);
  g_assert_cmpuint (state (network, "0,0,0:z-"), ==, DL_LINK_UP);
}

/* Red Storm: mesh in X and Y, torus in Z. */
static void
test_mixed (void)
{
  DlTorusSpec spec = torus_spec (27, 16, 24);
  spec.wrap[DL_X] = spec.wrap[DL_Y] = FALSE;
  g_autoptr (DlTorusNetwork) network = build (&spec);

  g_assert_cmpuint (network->n_nodes, ==, 10368);
  g_assert_cmpuint (network->n_working_links, ==, 2 * (26 * 16 * 24 + 27 * 15 * 24 + 10368));
  g_assert_cmpuint (network->torus.n_regions, ==, 3);
  dl_torus_spec_clear (&spec);
}

static void
test_faults (void)
{
  DlTorusSpec spec = torus_spec (5, 5, 5);

  break_link (spec.broken_cables, "4,1,1:x+");
  break_link (spec.broken_channels, "2,2,2:y-");
  break_node (&spec, "0,3,3");
  g_autoptr (DlTorusNetwork) network = build (&spec);

  g_assert_cmpuint (state (network, "4,1,1:x+"), ==, DL_LINK_BROKEN);
  g_assert_cmpuint (state (network, "0,1,1:x-"), ==, DL_LINK_BROKEN);
  g_assert_cmpuint (state (network, "2,2,2:y-"), ==, DL_LINK_BROKEN);
  g_assert_cmpuint (state (network, "2,1,2:y+"), ==, DL_LINK_UP); /* one direction only */
  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    {
      const guint node = dl_torus_network_node_at (network, coord ("0,3,3"));
      const guint link = dl_torus_network_link (network, node, port);
      const guint back
          = dl_torus_network_link (network, network->link_to[link], dl_torus_port_opposite (port));
      g_assert_cmpuint (network->link_state[link], ==, DL_LINK_BROKEN);
      g_assert_cmpuint (network->link_state[back], ==, DL_LINK_BROKEN);
    }
  g_assert_cmpuint (network->n_nodes, ==, 125);
  g_assert_cmpuint (network->n_working_nodes, ==, 124);
  g_assert_cmpuint (network->n_working_links, ==, 750 - 2 - 1 - 12);
  dl_torus_spec_clear (&spec);
}

/* The same link broken for more than one reason counts once; the edge of a mesh stays absent. */
static void
test_faults_overlap (void)
{
  DlTorusSpec spec = torus_spec (4, 4, 1);

  spec.wrap[DL_X] = spec.wrap[DL_Y] = FALSE;
  break_link (spec.broken_cables, "0,0,0:x+");
  break_link (spec.broken_channels, "0,0,0:x+");
  break_link (spec.broken_channels, "1,0,0:x-");
  break_node (&spec, "0,0,0");
  g_autoptr (DlTorusNetwork) network = build (&spec);

  g_assert_cmpuint (network->n_working_links, ==, 48 - 4);
  g_assert_cmpuint (state (network, "0,0,0:x-"), ==, DL_LINK_ABSENT);
  g_assert_cmpuint (state (network, "0,0,0:z+"), ==, DL_LINK_ABSENT);
  dl_torus_spec_clear (&spec);
}

/* nid = region << 12 | ((x mod planes) ky + y) kz + z, planes = floor (4096 / (ky kz)) */
static void
check_nids (guint kx, guint ky, guint kz, guint planes)
{
  DlTorusSpec spec = torus_spec (kx, ky, kz);
  g_autoptr (DlTorusNetwork) network = build (&spec);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  g_assert_cmpuint (network->torus.region_planes, ==, planes);
  for (guint node = 0; node < network->n_nodes; node++)
    {
      const DlTorusCoord at = network->torus.coord[node];
      const guint x = at.at[DL_X], y = at.at[DL_Y], z = at.at[DL_Z];
      const guint nid = x / planes * 4096 + ((x % planes) * ky + y) * kz + z;
      g_autofree char *decimal = g_strdup_printf ("%u", nid);
      g_autofree char *hex = g_strdup_printf ("0x%x", nid);
      g_autoptr (GError) error = NULL;
      DlTorusCoord parsed;

      g_assert_cmpuint (network->torus.nid[node], ==, nid);
      g_assert_cmpuint (nid, <, 32768);
      g_assert_true (g_hash_table_add (seen, GUINT_TO_POINTER (nid)));
      g_assert_cmpuint (network->torus.region_of_x[x], ==, nid >> 12);

      g_assert_true (dl_torus_spec_parse_node (&spec, decimal, &parsed, &error));
      g_assert_cmpint (dl_torus_coord_compare (&parsed, &at), ==, 0);
      g_assert_true (dl_torus_spec_parse_node (&spec, hex, &parsed, &error));
      g_assert_cmpint (dl_torus_coord_compare (&parsed, &at), ==, 0);
    }
  dl_torus_spec_clear (&spec);
}

static void
test_nids (void)
{
  check_nids (11, 12, 16, 21);
  check_nids (25, 16, 24, 10);
  check_nids (32, 32, 32, 4);
  check_nids (8, 64, 64, 1);
  check_nids (5, 5, 5, 163);
  check_nids (9, 59, 7, 9); /* 4,096 nodes do not end with a plane */
}

static void
check_regions (guint kx, guint ky, guint kz, guint n_regions, const guint *planes)
{
  g_autoptr (DlTorusNetwork) network = build_torus (kx, ky, kz);
  guint x = 0;

  g_assert_cmpuint (network->torus.n_regions, ==, n_regions);
  for (guint region = 0; region < n_regions; region++)
    {
      g_assert_cmpuint (network->torus.region_low[region], ==, x);
      g_assert_cmpuint (network->torus.region_high[region], ==, x + planes[region] - 1);
      for (guint i = 0; i < planes[region]; i++)
        g_assert_cmpuint (network->torus.region_of_x[x++], ==, region);
    }
  g_assert_cmpuint (x, ==, kx);
}

static void
test_regions (void)
{
  check_regions (11, 12, 16, 1, (guint[]) { 11 });
  check_regions (25, 16, 24, 3, (guint[]) { 10, 10, 5 }); /* model 2 */
  check_regions (32, 32, 32, 8, (guint[]) { 4, 4, 4, 4, 4, 4, 4, 4 });
  check_regions (16, 16, 16, 1, (guint[]) { 16 }); /* one region up to 4,096 nodes */
  check_regions (17, 16, 16, 2, (guint[]) { 16, 1 });
  check_regions (8, 64, 64, 8, (guint[]) { 1, 1, 1, 1, 1, 1, 1, 1 });
}

/* The hook of the tests: regions of fewer nodes, so that small networks have several. */
static void
test_region_hook (void)
{
  DlTorusSpec spec = torus_spec (7, 2, 3);

  spec.region_nodes = 17; /* two planes of 6 and a bit */
  g_autoptr (DlTorusNetwork) network = build (&spec);
  g_assert_cmpuint (network->torus.region_planes, ==, 2);
  g_assert_cmpuint (network->torus.n_regions, ==, 4);
  g_assert_cmpuint (network->torus.region_high[3], ==, 6);
  g_assert_cmpuint (network->torus.nid[dl_torus_network_node_at (network, coord ("5,1,2"))], ==,
                    2 << 12 | 11);
  dl_torus_spec_clear (&spec);
}

static void
check_shape (guint kx, guint ky, guint kz, const char *message)
{
  DlTorusSpec spec = torus_spec (kx, ky, kz);
  g_autoptr (GError) error = NULL;
  const gboolean fits = dl_torus_spec_check_shape (&spec, &error);

  if (message == NULL)
    g_assert_no_error (error);
  else
    {
      g_assert_error (error, DL_NETWORK_ERROR, DL_NETWORK_ERROR_LIMIT);
      if (strstr (error->message, message) == NULL)
        g_error ("%ux%ux%u: “%s” does not say “%s”", kx, ky, kz, error->message, message);
      g_assert_null (dl_torus_network_new (&spec, NULL));
    }
  g_assert_true (fits == (message == NULL));
  dl_torus_spec_clear (&spec);
}

/* At most 32,768 nodes, ky kz <= 4,096 and at most 8 regions, else an error that names the limit.
 */
static void
test_limits (void)
{
  check_shape (32, 32, 32, NULL);
  check_shape (8, 64, 64, NULL);
  check_shape (32768, 1, 1, NULL);
  check_shape (8, 1, 4096, NULL);
  check_shape (8, 4096, 1, NULL);
  check_shape (1, 1, 1, NULL);

  check_shape (33, 32, 32, "32768");
  check_shape (32769, 1, 1, "32768");
  check_shape (1 << 16, 1 << 16, 1 << 16, "32768");
  check_shape (4294967295u, 4294967295u, 4294967295u, "32768");
  check_shape (0, 5, 5, "1 to");
  check_shape (5, 0, 5, "1 to");
  check_shape (5, 5, 0, "1 to");
  check_shape (1, 1, 4097, "4096");
  check_shape (7, 65, 64, "4096");
  check_shape (2, 4097, 1, "4096");
  check_shape (9, 57, 63, "at most 8"); /* a plane of 3,591 is a region: 9 of them */
  check_shape (16, 40, 51, NULL);
  check_shape (15, 46, 47, "at most 8");
}

static void
check_faults (const DlTorusSpec *spec, gint code, const char *name)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (dl_torus_spec_check (spec, &error));
  g_assert_error (error, DL_NETWORK_ERROR, code);
  g_assert_nonnull (strstr (error->message, name));
}

static void
test_bad_faults (void)
{
  DlTorusSpec spec = torus_spec (4, 4, 2);

  spec.wrap[DL_X] = FALSE;
  g_assert_true (dl_torus_spec_check (&spec, NULL));

  break_link (spec.broken_cables, "4,0,0:y+");
  check_faults (&spec, DL_NETWORK_ERROR_OUTSIDE, "4,0,0:y+");
  g_array_set_size (spec.broken_cables, 0);

  break_link (spec.broken_channels, "3,0,0:x+"); /* the edge of the mesh */
  check_faults (&spec, DL_NETWORK_ERROR_OUTSIDE, "3,0,0:x+");
  g_array_set_size (spec.broken_channels, 0);

  break_link (spec.broken_channels, "3,0,1:z+"); /* a torus of radix 2 is a mesh */
  check_faults (&spec, DL_NETWORK_ERROR_OUTSIDE, "3,0,1:z+");
  g_array_set_size (spec.broken_channels, 0);

  break_link (spec.broken_cables, "1,1,1:y+");
  break_link (spec.broken_cables, "1,1,1:y+");
  check_faults (&spec, DL_NETWORK_ERROR_TWICE, "1,1,1:y+");
  g_array_set_size (spec.broken_cables, 0);

  break_node (&spec, "0,0,2");
  check_faults (&spec, DL_NETWORK_ERROR_OUTSIDE, "0,0,2");
  g_array_set_size (spec.broken_nodes, 0);

  break_node (&spec, "0,0,1");
  break_node (&spec, "0,0,1");
  check_faults (&spec, DL_NETWORK_ERROR_TWICE, "0,0,1");
  dl_torus_spec_clear (&spec);
}

static void
test_cable_names (void)
{
  DlTorusSpec spec = torus_spec (5, 5, 5);
  static const char *const names[][2] = { { "1,2,2:x+", "1,2,2:x+" },
                                          { "2,2,2:x-", "1,2,2:x+" },
                                          { "0,0,0:x-", "4,0,0:x+" },
                                          { "0,0,0:y-", "0,4,0:y+" },
                                          { "3,4,1:z-", "3,4,0:z+" } };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name
          = dl_torus_link_at_to_string (dl_torus_spec_cable (&spec, link_at (names[i][0])));
      g_assert_cmpstr (name, ==, names[i][1]);
    }
  dl_torus_spec_clear (&spec);
}

static void
test_parse (void)
{
  static const char *const bad_links[]
      = { "",         "1,2",       "1,2,3",        "1,2,3:",          "1,2,3:w+",   "1,2,3:x",
          "1,2,3:p",  "1,2,3:x+ ", " 1,2,3:x+",    "1,2,3:x+x",       "-1,2,3:x+",  "+1,2,3:x+",
          "1;2;3:x+", "1,,3:x+",   "65536,0,0:x+", "99999999,0,0:x+", "1.5,2,3:x+", "0x1,2,3:x+" };
  static const char *const bad_coords[]
      = { "", "1", "1,2", "1,2,", "1,2,3,", "1,2,3,4", "1,2,3:x+", " 1,2,3", "1, 2,3", "a,b,c" };
  DlTorusLinkAt link;
  DlTorusCoord at;

  for (guint i = 0; i < G_N_ELEMENTS (bad_links); i++)
    if (dl_torus_link_at_parse (bad_links[i], &link))
      g_error ("“%s” was taken for a link", bad_links[i]);
  for (guint i = 0; i < G_N_ELEMENTS (bad_coords); i++)
    if (dl_torus_coord_parse (bad_coords[i], &at))
      g_error ("“%s” was taken for a node", bad_coords[i]);

  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    {
      g_autofree char *text
          = dl_torus_link_at_to_string ((DlTorusLinkAt) { { { 10, 0, 65535 } }, port });
      link = link_at (text);
      g_assert_cmpuint (link.from.at[DL_X], ==, 10);
      g_assert_cmpuint (link.from.at[DL_Z], ==, 65535);
      g_assert_cmpuint (link.port, ==, port);
    }
}

static void
test_parse_node (void)
{
  DlTorusSpec spec = torus_spec (25, 16, 24);
  static const struct
  {
    const char *text;
    gint code; /* -1: none */
    guint x, y, z;
  } cases[] = {
    { "0", -1, 0, 0, 0 },
    { "24,15,23", -1, 24, 15, 23 },
    { "4096", -1, 10, 0, 0 },
    { "0x1000", -1, 10, 0, 0 },
    { "0x277f", -1, 24, 15, 23 }, /* region 2, plane 4: 4 x 384 + 383 */
    { "3839", -1, 9, 15, 23 },
    { "3840", DL_NETWORK_ERROR_OUTSIDE, 0, 0, 0 }, /* ten planes a region, and a gap */
    { "0x2780", DL_NETWORK_ERROR_OUTSIDE, 0, 0, 0 },
    { "32768", DL_NETWORK_ERROR_OUTSIDE, 0, 0, 0 },
    { "99999999999999999999", DL_NETWORK_ERROR_OUTSIDE, 0, 0, 0 },
    { "25,0,0", DL_NETWORK_ERROR_OUTSIDE, 0, 0, 0 },
    { "0,16,0", DL_NETWORK_ERROR_OUTSIDE, 0, 0, 0 },
    { "", DL_NETWORK_ERROR_SYNTAX, 0, 0, 0 },
    { "-1", DL_NETWORK_ERROR_SYNTAX, 0, 0, 0 },
    { "+1", DL_NETWORK_ERROR_SYNTAX, 0, 0, 0 },
    { " 1", DL_NETWORK_ERROR_SYNTAX, 0, 0, 0 },
    { "1 ", DL_NETWORK_ERROR_SYNTAX, 0, 0, 0 },
    { "0x", DL_NETWORK_ERROR_SYNTAX, 0, 0, 0 },
    { "12a", DL_NETWORK_ERROR_SYNTAX, 0, 0, 0 },
    { "nan", DL_NETWORK_ERROR_SYNTAX, 0, 0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      DlTorusCoord at;

      if (dl_torus_spec_parse_node (&spec, cases[i].text, &at, &error) != (cases[i].code == -1))
        g_error ("“%s” should %sbe a node", cases[i].text, cases[i].code == -1 ? "" : "not ");
      if (cases[i].code == -1)
        {
          const DlTorusCoord expected = { { cases[i].x, cases[i].y, cases[i].z } };
          g_assert_cmpint (dl_torus_coord_compare (&at, &expected), ==, 0);
        }
      else
        g_assert_error (error, DL_NETWORK_ERROR, cases[i].code);
    }
  dl_torus_spec_clear (&spec);
}

static void
test_copy (void)
{
  DlTorusSpec spec = torus_spec (5, 5, 5), copy;

  break_link (spec.broken_cables, "1,2,3:x+");
  dl_torus_spec_copy (&spec, &copy);
  break_link (spec.broken_cables, "2,2,3:x+");
  g_assert_cmpuint (copy.broken_cables->len, ==, 1);
  dl_torus_spec_clear (&spec);
  g_assert_cmpuint (copy.radix[DL_X], ==, 5);
  dl_torus_spec_clear (&copy);
}

/* The same everywhere and for ever: files name seeds. From the published algorithms. */
static void
test_rng (void)
{
  static const guint64 expected[] = {
    G_GUINT64_CONSTANT (0xb3f2af6d0fc710c5),
    G_GUINT64_CONSTANT (0x853b559647364cea),
    G_GUINT64_CONSTANT (0x92f89756082a4514),
    G_GUINT64_CONSTANT (0x642e1c7bc266a3a7),
  };
  DlRng rng;
  guint counts[5] = { 0 };

  dl_rng_init (&rng, 1);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmphex (dl_rng_next (&rng), ==, expected[i]);

  for (guint i = 0; i < 10000; i++)
    {
      const guint64 r = dl_rng_below (&rng, 5);
      g_assert_cmpuint (r, <, 5);
      counts[r]++;
    }
  for (guint i = 0; i < 5; i++)
    {
      g_assert_cmpuint (counts[i], >, 1850);
      g_assert_cmpuint (counts[i], <, 2150);
    }
  g_assert_cmpuint (dl_rng_below (&rng, 1), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/network/xt3", test_xt3);
  g_test_add_func ("/network/links", test_links);
  g_test_add_func ("/network/small-torus-is-mesh", test_small_torus_is_mesh);
  g_test_add_func ("/network/mixed", test_mixed);
  g_test_add_func ("/network/faults", test_faults);
  g_test_add_func ("/network/faults-overlap", test_faults_overlap);
  g_test_add_func ("/network/nids", test_nids);
  g_test_add_func ("/network/regions", test_regions);
  g_test_add_func ("/network/region-hook", test_region_hook);
  g_test_add_func ("/network/limits", test_limits);
  g_test_add_func ("/network/bad-faults", test_bad_faults);
  g_test_add_func ("/network/cable-names", test_cable_names);
  g_test_add_func ("/network/parse", test_parse);
  g_test_add_func ("/network/parse-node", test_parse_node);
  g_test_add_func ("/network/copy", test_copy);
  g_test_add_func ("/network/rng", test_rng);
  return g_test_run ();
}
