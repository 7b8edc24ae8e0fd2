#include "dl-fabric-file.h"

#include "dl-deflate.h"
#include "dl-path-records.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Tables of a fabric in the words of others: dump_fts. */

/* LIDs as they are, and of vertices without one, or with one that another has, the lowest that are
 * free; (n_vertices). */
static guint16 *
give_lids (const DlFabric *fabric)
{
  g_autofree guint8 *taken = g_new0 (guint8, 65536);
  guint16 *lid = g_memdup2 (fabric->lid, fabric->n_vertices * sizeof *lid);
  guint next = 1;

  for (guint i = 0; i < fabric->n_apart; i++)
    taken[fabric->apart[i].lid] = fabric->apart[i].lid != 0;
  for (guint v = 0; v < fabric->n_vertices; v++)
    if (taken[lid[v]])
      lid[v] = 0;
    else
      taken[lid[v]] = lid[v] != 0;
  for (guint v = 0; v < fabric->n_vertices; v++)
    if (lid[v] == 0)
      {
        while (taken[next])
          next++;
        lid[v] = (guint16) next++;
      }
  return lid;
}

static void
write_table (GString *text, const DlFabric *fabric, const DlFabricTables *tables, guint s,
             const guint32 *by_lid)
{
  const guint v = fabric->n_hosts + s;
  guint n = 0, last = 0;

  for (guint lid = 1; lid < 65536; lid++)
    if (by_lid[lid] != 0)
      last = lid;
  g_string_append_printf (text,
                          "Unicast lids [0x0-0x%x] of switch guid 0x%016" G_GINT64_MODIFIER
                          "x (%s):\n  Lid  Out   Destination\n       Port     Info \n",
                          last, fabric->guid[v], dl_fabric_name (fabric, v));
  for (guint lid = 1; lid <= last; lid++)
    {
      const guint to = by_lid[lid] - 1;
      guint8 port;

      if (by_lid[lid] == 0)
        continue;
      port = tables->port[(gsize) to * fabric->n_switches + s];
      if (port == DL_FABRIC_NO_PORT)
        continue;
      n++;
      g_string_append_printf (
          text, "0x%04x %03u : (%s portguid 0x%016" G_GINT64_MODIFIER "x: '%s')\n", lid, port,
          dl_fabric_is_host (fabric, to) ? "Channel Adapter" : "Switch", fabric->guid[to],
          dl_fabric_name (fabric, to));
    }
  g_string_append_printf (text, "%u %s \n\n", n, "valid lids dumped");
}

char *
dl_fabric_tables_write (const DlFabric *fabric, const DlFabricTables *tables, gsize *length)
{
  g_autofree guint16 *lid = give_lids (fabric);
  g_autofree guint32 *by_lid = g_new0 (guint32, 65536);
  GString *text = g_string_new (NULL);

  for (guint v = 0; v < fabric->n_vertices; v++)
    by_lid[lid[v]] = v + 1;
  for (guint s = 0; s < fabric->n_switches; s++)
    if (tables->stated[s])
      write_table (text, fabric, tables, s, by_lid);
  if (length != NULL)
    *length = text->len;
  return g_string_free (text, FALSE);
}

/* One more format of a machine's files is a file with a DlFabricFormat, a line here, and a fuzz
 * target with a corpus. */
static const DlFabricFormat *const formats[] = {
  &dl_fabric_ibnetdiscover, &dl_fabric_ibsim,     &dl_fabric_anynet,  &dl_fabric_htsim,
  &dl_fabric_ns3,           &dl_fabric_node_link, &dl_fabric_graphml, &dl_fabric_edges,
};

const char dl_fabric_formats[] = N_ (
    "output of ibnetdiscover, a netlist of ibsim, an anynet file of BookSim 2, a .topo file of "
    "htsim, a topology of ns-3 as HPCC or SimAI has it, a graph of NetQ or networkx in JSON, "
    "GraphML, or with fabric.file= a list of edges, “from to” per line");

const DlFabricFormat *
dl_fabric_format_probe (const char *text, gsize length)
{
  guint i = 0;

  while (!formats[i]->probe (text, length))
    i++;
  return formats[i];
}

static void
clear_note (gpointer data)
{
  DlFabricNote *note = data;

  g_free (note->problem);
  g_free (note->remedy);
}

void
dl_fabric_report_clear (DlFabricReport *report)
{
  g_clear_pointer (&report->notes, g_array_unref);
  report->n_notes = 0;
}

void
dl_fabric_report_add (DlFabricReport *report, guint line, const char *remedy, const char *format,
                      ...)
{
  DlFabricNote note = { .line = line };
  va_list args;

  if (report == NULL)
    return;
  report->n_notes++;
  if (report->notes == NULL)
    {
      report->notes = g_array_new (FALSE, FALSE, sizeof (DlFabricNote));
      g_array_set_clear_func (report->notes, clear_note);
    }
  if (report->notes->len >= DL_FABRIC_REPORT_MAX)
    return;
  va_start (args, format);
  note.problem = g_strdup_vprintf (format, args);
  va_end (args);
  note.remedy = g_strdup (remedy);
  g_array_append_val (report->notes, note);
}

static gint
by_line (gconstpointer a, gconstpointer b)
{
  const guint x = ((const DlFabricNote *) a)->line - 1, y = ((const DlFabricNote *) b)->line - 1;

  return (x > y) - (x < y);
}

void
dl_fabric_report_sort (DlFabricReport *report)
{
  if (report != NULL && report->notes != NULL)
    g_array_sort (report->notes, by_line);
}

char *
dl_fabric_report_line (const DlFabricReport *report, guint i, const char *file_name)
{
  const DlFabricNote *note = &g_array_index (report->notes, DlFabricNote, i);

  return note->line > 0 ? g_strdup_printf ("%s:%u: %s (%s)", file_name, note->line, note->problem,
                                           note->remedy)
                        : g_strdup_printf ("%s: %s (%s)", file_name, note->problem, note->remedy);
}

#define PREFIX "zlib:"

static void
fabric_file_free (gpointer data)
{
  DlFabricFile *file = data;

  g_free (file->text);
  g_clear_pointer (&file->bytes, g_bytes_unref);
  g_free (file);
}

static DlFabricFile *
new_file (char *text, GBytes *bytes)
{
  DlFabricFile *file = g_new (DlFabricFile, 1);

  dl_shared_init (&file->shared, fabric_file_free);
  file->text = text;
  file->bytes = bytes;
  file->is_records
      = bytes != NULL
        && dl_path_records_alone (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  return file;
}

DlFabricFile *
dl_fabric_file_new (const char *content, gsize length)
{
  g_autofree char *deflated = dl_deflate (content, length);

  return new_file (g_strconcat (PREFIX, deflated, NULL), g_bytes_new (content, length));
}

DlFabricFile *
dl_fabric_file_parse (const char *text, GError **error)
{
  g_autoptr (GError) local = NULL;
  GBytes *bytes;

  if (!dl_fabric_file_is_content (text))
    return new_file (g_strdup (text), NULL);
  bytes = dl_inflate (text + strlen (PREFIX), DL_FABRIC_MAX_BYTES, &local);
  if (bytes != NULL)
    return new_file (g_strdup (text), bytes);
  if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE))
    g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
                 _ ("the file has more than %lu bytes (no fabric of supported size has)"),
                 (gulong) DL_FABRIC_MAX_BYTES);
  else
    g_propagate_error (error, g_steal_pointer (&local));
  return NULL;
}

DlFabricFile *
dl_fabric_file_join (DlFabricFile *records, DlFabricFile *tables, GError **error)
{
  gsize n, more;
  const char *first = g_bytes_get_data (records->bytes, &n);
  const char *rest = g_bytes_get_data (tables->bytes, &more);
  g_autoptr (GByteArray) both = NULL;

  if (more >= n && memcmp (rest, first, n) == 0)
    return dl_fabric_file_ref (tables);
  if (n + 1 + more > DL_FABRIC_MAX_BYTES)
    {
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
                   _ ("path records and tables have more than %lu bytes together (leave out some "
                      "records)"),
                   (gulong) DL_FABRIC_MAX_BYTES);
      return NULL;
    }
  both = g_byte_array_sized_new ((guint) (n + 1 + more));
  g_byte_array_append (both, (const guint8 *) first, (guint) n);
  g_byte_array_append (both, (const guint8 *) "\n", 1);
  g_byte_array_append (both, (const guint8 *) rest, (guint) more);
  return dl_fabric_file_new ((const char *) both->data, both->len);
}

gboolean
dl_fabric_file_is_content (const char *text)
{
  return g_str_has_prefix (text, PREFIX);
}
