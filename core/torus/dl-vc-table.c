#include "dl-vc-table.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>

#include <string.h>

/* Contents of the text before base64: a head, then the bits as raw deflate. Numbers are little
 * endian.
 *
 *    0  "DLVC"
 *    4  version
 *    5  rings, a bit per dimension
 *    6  radices of x, y, z, two bytes each
 *   12  planes of a region, two bytes
 *   14  the first bytes of the SHA-256 of bytes 0 to 13 and the bits
 *   22  deflate: a row per node, in whole bytes; in several regions, two bytes per node of
 *       global bits
 */
#define MAGIC        "DLVC"
#define VERSION      1
#define VERSION_AT   4
#define RINGS_AT     5
#define RADIX_AT     6
#define PLANES_AT    12
#define SUM_AT       14
#define SUM_BYTES    8
#define HEAD_BYTES   (SUM_AT + SUM_BYTES)
#define GLOBAL_BYTES 2

G_DEFINE_QUARK (dl - vc - table - error - quark, dl_vc_table_error)

static guint
row_nodes (const DlVcTable *table)
{
  return MIN (table->region_planes, table->radix[DL_X]) * table->plane_nodes;
}

static gsize
row_bytes (const DlVcTable *table)
{
  return (row_nodes (table) + 7) / 8;
}

static gsize
bits_bytes (const DlVcTable *table)
{
  return table->n_nodes * (row_bytes (table) + (table->n_regions > 1 ? GLOBAL_BYTES : 0));
}

static void
vc_table_free (gpointer data)
{
  DlVcTable *table = data;

  g_free (table->region_of_x);
  g_free (table->local);
  g_free (table->global);
  g_free (table->text);
  g_free (table);
}

/* For a shape within the limits. */
static DlVcTable *
new_of_shape (const guint radix[DL_TORUS_N_DIMS], const gboolean ring[DL_TORUS_N_DIMS],
              guint region_planes)
{
  DlVcTable *table = g_new0 (DlVcTable, 1);

  dl_shared_init (&table->shared, vc_table_free);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      table->radix[dim] = radix[dim];
      table->ring[dim] = ring[dim] != FALSE;
    }
  table->region_planes = region_planes;
  table->plane_nodes = radix[DL_Y] * radix[DL_Z];
  table->n_nodes = radix[DL_X] * table->plane_nodes;
  table->n_regions = (radix[DL_X] + region_planes - 1) / region_planes;
  table->row_words = (row_nodes (table) + 63) / 64;
  table->region_of_x = g_new (guint8, radix[DL_X]);
  for (guint x = 0; x < radix[DL_X]; x++)
    table->region_of_x[x] = x / region_planes;
  table->local = g_new0 (guint64, (gsize) table->n_nodes * table->row_words + 1);
  table->global = g_new0 (guint16, table->n_nodes);
  return table;
}

DlVcTable *
dl_vc_table_new (const DlTorusNetwork *network)
{
  const DlTorus *torus = &network->torus;

  return new_of_shape (torus->radix, torus->ring, torus->region_planes);
}

gboolean
dl_vc_table_fits (const DlVcTable *table, const DlTorusNetwork *network)
{
  const DlTorus *torus = &network->torus;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (table->radix[dim] != torus->radix[dim] || table->ring[dim] != (torus->ring[dim] != FALSE))
      return FALSE;
  return table->region_planes == torus->region_planes;
}

gboolean
dl_vc_table_fits_spec (const DlVcTable *table, const DlTorusSpec *spec)
{
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (table->radix[dim] != spec->radix[dim]
        || table->ring[dim] != (dl_torus_spec_is_ring (spec, dim) != FALSE))
      return FALSE;
  return table->region_planes == spec->region_nodes / (spec->radix[DL_Y] * spec->radix[DL_Z]);
}

void
dl_vc_table_set (DlVcTable *table, guint entry, guint dest, guint dest_nid, guint vc)
{
  const guint region = table->region_of_x[dest / table->plane_nodes];

  g_assert (table->text == NULL && vc < 2);
  if (table->region_of_x[entry / table->plane_nodes] == region)
    {
      const guint place = dest - region * table->region_planes * table->plane_nodes;
      guint64 *word = &table->local[(gsize) entry * table->row_words + place / 64];

      *word = (*word & ~(G_GUINT64_CONSTANT (1) << place % 64)) | (guint64) vc << place % 64;
    }
  else
    {
      const guint place = 2 * region + (dest_nid & 1);

      table->global[entry] = (table->global[entry] & ~(1u << place)) | vc << place;
    }
}

/* Bytes */

static void
put_16 (guint8 *at, guint value)
{
  at[0] = value & 0xff;
  at[1] = value >> 8;
}

static guint
get_16 (const guint8 *at)
{
  return at[0] | at[1] << 8;
}

/* The bits, in the order of the file. */
static guint8 *
write_bits (const DlVcTable *table)
{
  const gsize n_row = row_bytes (table);
  guint8 *bytes = g_malloc (bits_bytes (table));
  guint8 *at = bytes;

  for (guint node = 0; node < table->n_nodes; node++)
    for (gsize i = 0; i < n_row; i++)
      *at++ = table->local[(gsize) node * table->row_words + i / 8] >> 8 * (i % 8) & 0xff;
  for (guint node = 0; table->n_regions > 1 && node < table->n_nodes; node++, at += GLOBAL_BYTES)
    put_16 (at, table->global[node]);
  return bytes;
}

static void
read_bits (DlVcTable *table, const guint8 *bytes)
{
  const gsize n_row = row_bytes (table);

  for (guint node = 0; node < table->n_nodes; node++)
    for (gsize i = 0; i < n_row; i++)
      table->local[(gsize) node * table->row_words + i / 8] |= (guint64) *bytes++ << 8 * (i % 8);
  for (guint node = 0; table->n_regions > 1 && node < table->n_nodes; node++)
    {
      table->global[node] = get_16 (bytes);
      bytes += GLOBAL_BYTES;
    }
}

static void
make_sum (const guint8 *head, const guint8 *bits, gsize n_bits, guint8 sum[SUM_BYTES])
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize n = sizeof digest;

  g_checksum_update (checksum, head, SUM_AT);
  g_checksum_update (checksum, bits, n_bits);
  g_checksum_get_digest (checksum, digest, &n);
  memcpy (sum, digest, SUM_BYTES);
}

/* Run @converter over @in. FALSE if it fails, or would give more than @out_size bytes, or does not
 * end with the input's end. @n_out gets the bytes written. */
static gboolean
convert (GConverter *converter, const guint8 *in, gsize in_size, guint8 *out, gsize out_size,
         gsize *n_out)
{
  *n_out = 0;
  for (;;)
    {
      guint8 more; /* a converter wants room even to say that it is done */
      const gboolean full = *n_out == out_size;
      gsize n_read, n_written;
      const GConverterResult result = g_converter_convert (
          converter, in, in_size, full ? &more : out + *n_out, full ? 1 : out_size - *n_out,
          G_CONVERTER_INPUT_AT_END, &n_read, &n_written, NULL);

      if (result == G_CONVERTER_ERROR || (full && n_written > 0))
        return FALSE;
      in += n_read;
      in_size -= n_read;
      *n_out += n_written;
      if (result == G_CONVERTER_FINISHED)
        return in_size == 0;
      if (n_read == 0 && n_written == 0)
        return FALSE;
    }
}

void
dl_vc_table_finish (DlVcTable *table)
{
  g_autoptr (GZlibCompressor) compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_RAW, 9);
  g_autofree guint8 *bits = write_bits (table);
  const gsize n_bits = bits_bytes (table);
  const gsize room = n_bits + n_bits / 1000 + 64; /* deflate never takes so much */
  g_autofree guint8 *bytes = g_malloc0 (HEAD_BYTES + room);
  gsize n;

  g_assert (table->text == NULL);
  memcpy (bytes, MAGIC, strlen (MAGIC));
  bytes[VERSION_AT] = VERSION;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      bytes[RINGS_AT] |= table->ring[dim] << dim;
      put_16 (bytes + RADIX_AT + 2 * dim, table->radix[dim]);
    }
  put_16 (bytes + PLANES_AT, table->region_planes);
  make_sum (bytes, bits, n_bits, bytes + SUM_AT);
  if (!convert (G_CONVERTER (compressor), bits, n_bits, bytes + HEAD_BYTES, room, &n))
    g_assert_not_reached ();
  table->text = g_base64_encode (bytes, HEAD_BYTES + n);
}

const char *
dl_vc_table_text (const DlVcTable *table)
{
  g_assert (table->text != NULL);
  return table->text;
}

/* Reading */

/* The bytes of @text, which holds base64 and nothing else. */
static guint8 *
decode (const char *text, gsize *n_bytes, GError **error)
{
  static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const gsize digits = strspn (text, alphabet);
  const gsize padding = strspn (text + digits, "=");

  if (text[digits + padding] != '\0' || padding > 2 || (digits + padding) % 4 != 0)
    {
      g_set_error (error, DL_VC_TABLE_ERROR, DL_VC_TABLE_ERROR_SYNTAX,
                   _ ("not base64 (expected A-Z, a-z, 0-9, + and /, padded to groups of four with "
                      "=)"));
      return NULL;
    }
  return g_base64_decode (text, n_bytes);
}

/* An empty table of the shape in @head, NULL if no network has it. */
static DlVcTable *
read_shape (const guint8 *head)
{
  const guint planes = get_16 (head + PLANES_AT);
  guint radix[DL_TORUS_N_DIMS];
  gboolean ring[DL_TORUS_N_DIMS];
  guint64 nodes = 1;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      radix[dim] = get_16 (head + RADIX_AT + 2 * dim);
      ring[dim] = head[RINGS_AT] >> dim & 1;
      nodes *= radix[dim];
      if (radix[dim] == 0 || (ring[dim] && radix[dim] <= 2))
        return NULL;
    }
  /* The limits of dl_torus_spec_check_shape. */
  if (nodes > DL_TORUS_MAX_NODES || planes == 0 || head[RINGS_AT] >> DL_TORUS_N_DIMS != 0
      || planes * (guint64) radix[DL_Y] * radix[DL_Z] > DL_TORUS_REGION_NODES
      || (radix[DL_X] + planes - 1) / planes > DL_TORUS_MAX_REGIONS)
    return NULL;
  return new_of_shape (radix, ring, planes);
}

DlVcTable *
dl_vc_table_parse (const char *text, GError **error)
{
  g_autoptr (GZlibDecompressor) inflate = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_RAW);
  g_autoptr (DlVcTable) table = NULL;
  g_autofree guint8 *bytes = NULL;
  g_autofree guint8 *bits = NULL;
  guint8 sum[SUM_BYTES];
  gsize n_bytes, n_bits, n;

  bytes = decode (text, &n_bytes, error);
  if (bytes == NULL)
    return NULL;
  if (n_bytes < HEAD_BYTES || memcmp (bytes, MAGIC, strlen (MAGIC)) != 0)
    {
      g_set_error (error, DL_VC_TABLE_ERROR, DL_VC_TABLE_ERROR_SYNTAX,
                   _ ("not a table of virtual channels (expected the output of optimize --vc)"));
      return NULL;
    }
  if (bytes[VERSION_AT] != VERSION)
    {
      g_set_error (error, DL_VC_TABLE_ERROR, DL_VC_TABLE_ERROR_VERSION,
                   _ ("version %d of the table of virtual channels (this program reads version %d; "
                      "run optimize --vc again)"),
                   bytes[VERSION_AT], VERSION);
      return NULL;
    }

  table = read_shape (bytes);
  if (table != NULL)
    {
      n_bits = bits_bytes (table);
      bits = g_malloc (n_bits);
      if (convert (G_CONVERTER (inflate), bytes + HEAD_BYTES, n_bytes - HEAD_BYTES, bits, n_bits,
                   &n)
          && n == n_bits)
        {
          make_sum (bytes, bits, n_bits, sum);
          if (memcmp (sum, bytes + SUM_AT, SUM_BYTES) == 0)
            {
              read_bits (table, bits);
              table->text = g_strdup (text);
              return g_steal_pointer (&table);
            }
        }
    }
  g_set_error (error, DL_VC_TABLE_ERROR, DL_VC_TABLE_ERROR_DAMAGED,
               _ ("the table of virtual channels is damaged (run optimize --vc again)"));
  return NULL;
}
