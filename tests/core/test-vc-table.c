/* The table of virtual channels: what is put in comes out, also by way of its text, and no text
 * does harm. */
#include "dl-vc-table.h"

#include "dl-rng.h"

#include <gio/gio.h>
#include <string.h>

static DlTorusNetwork *
build (guint x, guint y, guint z, guint region_nodes)
{
  g_autoptr (GError) error = NULL;
  DlTorusSpec spec;
  DlTorusNetwork *network;

  dl_torus_spec_init (&spec);
  spec.radix[DL_X] = x;
  spec.radix[DL_Y] = y;
  spec.radix[DL_Z] = z;
  spec.wrap[DL_Y] = FALSE;
  if (region_nodes > 0)
    spec.region_nodes = region_nodes;
  network = dl_torus_network_new (&spec, &error);
  g_assert_no_error (error);
  dl_torus_spec_clear (&spec);
  return network;
}

/* The entry of @dest in the hardware's table: @dest itself in the entry's region, elsewhere the
 * region and the bottom bit. */
static guint
cell (const DlTorusNetwork *network, guint entry, guint dest)
{
  const guint own = network->torus.nid[entry] >> 12, other = network->torus.nid[dest] >> 12;

  return own == other ? dest : network->n_nodes + 2 * other + (network->torus.nid[dest] & 1);
}

static DlVcTable *
random_table (const DlTorusNetwork *network, guint64 seed, guint8 *bits)
{
  const guint n = network->n_nodes, n_cells = n + 2 * DL_TORUS_MAX_REGIONS;
  DlVcTable *table = dl_vc_table_new (network);
  DlRng rng;

  dl_rng_init (&rng, seed);
  memset (bits, 0, (gsize) n * n_cells);
  for (guint i = 0; i < 3 * n * n; i++)
    {
      const guint entry = dl_rng_below (&rng, n), dest = dl_rng_below (&rng, n);
      const guint vc = dl_rng_below (&rng, 2);

      dl_vc_table_set (table, entry, dest, network->torus.nid[dest], vc);
      bits[(gsize) entry * n_cells + cell (network, entry, dest)] = vc;
    }
  return table;
}

static void
check_bits (const DlVcTable *table, const DlTorusNetwork *network, const guint8 *bits)
{
  const guint n = network->n_nodes, n_cells = n + 2 * DL_TORUS_MAX_REGIONS;

  g_assert_true (dl_vc_table_fits (table, network));
  for (guint entry = 0; entry < n; entry++)
    for (guint dest = 0; dest < n; dest++)
      g_assert_cmpuint (dl_vc_table_get (table, entry, dest, network->torus.nid[dest]), ==,
                        bits[(gsize) entry * n_cells + cell (network, entry, dest)]);
}

static void
test_round_trip (void)
{
  static const guint shapes[][4]
      = { { 1, 1, 1, 0 },  { 5, 1, 1, 2 },  { 3, 4, 5, 0 },   { 4, 4, 4, 32 },   { 7, 3, 3, 9 },
          { 2, 8, 8, 64 }, { 8, 5, 3, 40 }, { 65, 1, 1, 10 }, { 3, 1, 130, 260 } };

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autoptr (DlTorusNetwork) network
          = build (shapes[i][0], shapes[i][1], shapes[i][2], shapes[i][3]);
      const guint n = network->n_nodes;
      g_autofree guint8 *bits = g_new (guint8, (gsize) n * (n + 2 * DL_TORUS_MAX_REGIONS));
      g_autoptr (DlVcTable) table = random_table (network, i, bits);
      g_autoptr (DlVcTable) again = NULL;
      g_autoptr (GError) error = NULL;

      check_bits (table, network, bits);
      dl_vc_table_finish (table);
      again = dl_vc_table_parse (dl_vc_table_text (table), &error);
      g_assert_no_error (error);
      check_bits (again, network, bits);
      g_assert_cmpstr (dl_vc_table_text (again), ==, dl_vc_table_text (table));
    }
}

static void
test_fits (void)
{
  g_autoptr (DlTorusNetwork) network = build (4, 4, 4, 0);
  g_autoptr (DlTorusNetwork) mesh = build (4, 2, 8, 0);
  g_autoptr (DlTorusNetwork) regions = build (4, 4, 4, 32);
  g_autoptr (DlVcTable) table = dl_vc_table_new (network);

  g_assert_true (dl_vc_table_fits (table, network));
  g_assert_false (dl_vc_table_fits (table, mesh));
  g_assert_false (dl_vc_table_fits (table, regions));
}

/* Sixty-four at once, as far as the region goes. */
static void
test_bits (void)
{
  g_autoptr (DlTorusNetwork) network = build (6, 5, 7, 70);
  const guint n = network->n_nodes, n_cells = n + 2 * DL_TORUS_MAX_REGIONS;
  g_autofree guint8 *bits = g_new (guint8, (gsize) n * n_cells);
  g_autoptr (DlVcTable) table = random_table (network, 1, bits);
  DlRng rng;

  dl_rng_init (&rng, 2);
  for (guint i = 0; i < 20000; i++)
    {
      const guint entry = dl_rng_below (&rng, n), region = network->torus.nid[entry] >> 12;
      const guint low = network->torus.region_low[region] * 35;
      const guint high = (network->torus.region_high[region] + 1) * 35;
      const guint first = low + dl_rng_below (&rng, high - low);
      const guint64 got = dl_vc_table_bits (table, entry, first);

      for (guint dest = first; dest < MIN (first + 64, high); dest++)
        g_assert_cmpuint (got >> (dest - first) & 1, ==, bits[(gsize) entry * n_cells + dest]);
    }
}

static void
refused (const char *text, DlVcTableError code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlVcTable) table = dl_vc_table_parse (text, &error);

  g_assert_null (table);
  g_assert_error (error, DL_VC_TABLE_ERROR, (gint) code);
  g_assert_null (strchr (error->message, '\n'));
}

static void
refused_bytes (const guint8 *bytes, gsize n, DlVcTableError code)
{
  g_autofree char *text = g_base64_encode (bytes, n);

  refused (text, code);
}

static void
test_garbage (void)
{
  DlRng rng;

  refused ("", DL_VC_TABLE_ERROR_SYNTAX);
  refused ("A", DL_VC_TABLE_ERROR_SYNTAX);
  refused ("AAAA", DL_VC_TABLE_ERROR_SYNTAX);
  refused ("AA=A", DL_VC_TABLE_ERROR_SYNTAX);
  refused ("A===", DL_VC_TABLE_ERROR_SYNTAX);
  refused ("====", DL_VC_TABLE_ERROR_SYNTAX);
  refused ("RExW Q=", DL_VC_TABLE_ERROR_SYNTAX);
  dl_rng_init (&rng, 7);
  for (guint i = 0; i < 3000; i++)
    {
      guint8 bytes[200] = "DLVC\1";
      const gsize n = 22 + dl_rng_below (&rng, sizeof bytes - 22);

      for (gsize j = 5; j < n; j++)
        bytes[j] = dl_rng_below (&rng, 256);
      if (i % 2 == 0) /* a shape that there is */
        memcpy (bytes + 5, "\7\4\0\4\0\4\0\0\1", 9);
      refused_bytes (bytes, n, DL_VC_TABLE_ERROR_DAMAGED);
    }
}

/* Each bit turned, and each length cut to. */
static void
test_damage (void)
{
  g_autoptr (DlTorusNetwork) network = build (5, 3, 4, 24);
  const guint n = network->n_nodes;
  g_autofree guint8 *bits = g_new (guint8, (gsize) n * (n + 2 * DL_TORUS_MAX_REGIONS));
  g_autoptr (DlVcTable) table = random_table (network, 3, bits);
  g_autofree guint8 *bytes = NULL;
  gsize n_bytes;
  guint harmless = 0;

  dl_vc_table_finish (table);
  bytes = g_base64_decode (dl_vc_table_text (table), &n_bytes);
  for (gsize i = 0; i < 8 * n_bytes; i++)
    {
      g_autoptr (DlVcTable) again = NULL;
      g_autofree char *text = NULL;

      bytes[i / 8] ^= 1 << i % 8;
      text = g_base64_encode (bytes, n_bytes);
      again = dl_vc_table_parse (text, NULL);
      /* Deflate has a few bits that say nothing. */
      if (again != NULL)
        {
          check_bits (again, network, bits);
          harmless++;
        }
      bytes[i / 8] ^= 1 << i % 8;
    }
  g_assert_cmpuint (harmless, <, 16);
  for (gsize i = 0; i < n_bytes; i++)
    refused_bytes (bytes, i, i < 22 ? DL_VC_TABLE_ERROR_SYNTAX : DL_VC_TABLE_ERROR_DAMAGED);

  bytes[4] = 2;
  refused_bytes (bytes, n_bytes, DL_VC_TABLE_ERROR_VERSION);
}

/* @n_zeros bytes of 0 as raw deflate behind a head for a network of 2x2x2. */
static GByteArray *
bomb (gsize n_zeros)
{
  g_autoptr (GConverter) deflate
      = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_RAW, 9));
  g_autoptr (GInputStream) zeros
      = g_memory_input_stream_new_from_data (g_malloc0 (n_zeros), n_zeros, g_free);
  g_autoptr (GInputStream) stream = g_converter_input_stream_new (zeros, deflate);
  GByteArray *bytes = g_byte_array_new ();
  guint8 piece[4096];
  gssize n;

  g_byte_array_append (bytes, (const guint8 *) "DLVC\1\0\2\0\2\0\2\0\0\4--------", 22);
  while ((n = g_input_stream_read (stream, piece, sizeof piece, NULL, NULL)) > 0)
    g_byte_array_append (bytes, piece, n);
  return bytes;
}

/* Texts that unpack to more than the shape holds, and shapes past all limits. */
static void
test_bombs (void)
{
  static const char *const shapes[] = {
    "\0\0\0\1\0\1\0\1\0",             /* no nodes in x */
    "\0\377\377\377\377\377\377\1\0", /* 65535 cubed */
    "\0\0\200\2\0\1\0\0\1",           /* 65,536 nodes */
    "\0\0\200\1\0\1\0\377\17",        /* 9 regions */
    "\0\1\0\1\0\1\0\1\20",            /* a region of 4,097 planes */
    "\0\1\0\101\0\101\0\1\0",         /* a plane of 4,225 nodes */
    "\1\2\0\1\0\1\0\1\0",             /* a ring of two */
    "\10\4\0\4\0\4\0\1\0",            /* a fourth dimension */
    "\0\4\0\4\0\4\0\0\0",             /* no planes a region */
  };
  g_autoptr (GByteArray) large = bomb (64 << 20);

  refused_bytes (large->data, large->len, DL_VC_TABLE_ERROR_DAMAGED);
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      guint8 bytes[40] = "DLVC\1";
      memcpy (bytes + 5, shapes[i], 9);
      refused_bytes (bytes, sizeof bytes, DL_VC_TABLE_ERROR_DAMAGED);
    }
}

/* The largest network's table is small when it is regular. */
static void
test_largest (void)
{
  g_autoptr (DlTorusNetwork) network = build (32, 32, 32, 0);
  g_autoptr (DlVcTable) table = dl_vc_table_new (network);
  g_autoptr (DlVcTable) again = NULL;
  g_autoptr (GError) error = NULL;

  for (guint entry = 0; entry < network->n_nodes; entry += 3)
    dl_vc_table_set (table, entry, entry, network->torus.nid[entry], 1);
  dl_vc_table_finish (table);
  g_test_message ("%" G_GSIZE_FORMAT " characters", strlen (dl_vc_table_text (table)));
  g_assert_cmpuint (strlen (dl_vc_table_text (table)), <, 1 << 20);
  again = dl_vc_table_parse (dl_vc_table_text (table), &error);
  g_assert_no_error (error);
  g_assert_cmpmem (again->local, 8 * (gsize) again->n_nodes * again->row_words, table->local,
                   8 * (gsize) table->n_nodes * table->row_words);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vc-table/round-trip", test_round_trip);
  g_test_add_func ("/vc-table/fits", test_fits);
  g_test_add_func ("/vc-table/bits", test_bits);
  g_test_add_func ("/vc-table/garbage", test_garbage);
  g_test_add_func ("/vc-table/damage", test_damage);
  g_test_add_func ("/vc-table/bombs", test_bombs);
  g_test_add_func ("/vc-table/largest", test_largest);
  return g_test_run ();
}
