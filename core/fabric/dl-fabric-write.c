/* Tables of a fabric in the words of others: dump_fts. */
#include "dl-fabric-reader.h"

#include <string.h>

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
