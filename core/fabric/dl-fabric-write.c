/* A fabric and its tables in the words of others: dump_fts, and Slurm's topology.conf. */
#include "dl-fabric-reader.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* LIDs as they are, and of vertices without one, or with one that another has, the lowest that are
 * free; (n_vertices). */
static guint16 *
give_lids (const DlFabric *fabric)
{
  g_autofree guint8 *taken = g_new0 (guint8, 65536);
  guint16 *lid = g_memdup2 (fabric->lid, fabric->n_vertices * sizeof *lid);
  guint next = 1;

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

/* Slurm ---------------------------------------------------------------------------------------- */

/* Names of all vertices as Slurm takes them, each once; of hosts the first word, which is the
 * machine's name where the rest is the adapter's. */
static char **
slurm_names (const DlFabric *fabric)
{
  g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);
  char **names = g_new0 (char *, fabric->n_vertices + 1);

  for (guint v = 0; v < fabric->n_vertices; v++)
    {
      const char *name = dl_fabric_name (fabric, v);
      g_autofree char *word
          = g_strndup (name, dl_fabric_is_host (fabric, v) ? strcspn (name, " ") : strlen (name));

      g_strcanon (word, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.-", '_');
      names[v] = g_strdup (*word != '\0' ? word : "_");
      for (guint n = 2; g_hash_table_contains (taken, names[v]); n++)
        {
          g_free (names[v]);
          names[v] = g_strdup_printf ("%s_%u", word, n);
        }
      g_hash_table_add (taken, names[v]);
    }
  return names;
}

char *
dl_fabric_slurm_write (const DlFabric *fabric, GError **error)
{
  g_auto (GStrv) names = NULL;
  GString *text;

  if (!fabric->leveled)
    {
      g_set_error_literal (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER,
                           _ ("the fabric is not a tree by levels, as topology.conf has it (use a "
                              "fat tree)"));
      return NULL;
    }
  names = slurm_names (fabric);
  text = g_string_new ("# topology.conf for TopologyPlugin=topology/tree\n");
  for (guint level = 0; level < fabric->n_levels; level++)
    for (guint s = 0; s < fabric->n_switches; s++)
      {
        const guint v = fabric->n_hosts + s;
        const char *key = level == 0 ? " Nodes=" : " Switches=";
        guint before = DL_FABRIC_NONE;

        if (fabric->level[s] != level)
          continue;
        g_string_append_printf (text, "SwitchName=%s", names[v]);
        for (guint c = fabric->first[v]; c < fabric->first[v + 1]; c++)
          {
            const guint to = fabric->channel_to[c];
            const gboolean below = level == 0 ? dl_fabric_is_host (fabric, to)
                                              : !dl_fabric_is_host (fabric, to)
                                                    && fabric->level[to - fabric->n_hosts] < level;

            if (!below || to == before)
              continue;
            g_string_append_printf (text, "%s%s", key, names[to]);
            key = ",";
            before = to;
          }
        g_string_append_c (text, '\n');
      }
  return g_string_free (text, FALSE);
}
