/* What a switch has in its table, in words and as CSV. */
#include "dl-fabric-explain.h"
#include "dl-safe-text.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* The ports by which packets for host @to leave @s, "5" or "5 6 7"; their number. *@first: the
 * first of them, DL_FABRIC_NO_PORT: none. */
static guint
list_ports (const DlFabricRoutes *routes, guint s, guint to, GString *text, guint *first)
{
  const DlFabric *fabric = routes->fabric;
  const guint32 in = dl_fabric_host_receives (fabric, to);
  const guint64 *words;
  guint last, n = 0;

  *first = DL_FABRIC_NO_PORT;
  g_string_truncate (text, 0);
  if (routes->kind != DL_FABRIC_CHOICES)
    {
      *first = routes->port[(gsize) to * fabric->n_switches + s];
      if (*first != DL_FABRIC_NO_PORT)
        g_string_printf (text, "%u", *first);
      return *first != DL_FABRIC_NO_PORT;
    }
  if (in == DL_FABRIC_NONE || fabric->link_state[in] != DL_LINK_UP)
    return 0;
  last = fabric->channel_from[in] - fabric->n_hosts;
  if (last == s)
    {
      *first = fabric->channel_from_port[in];
      g_string_printf (text, "%u", *first);
      return 1;
    }
  words = routes->choices + ((gsize) last * fabric->n_switches + s) * routes->n_words;
  for (guint port = 1; port <= 64 * routes->n_words; port++)
    if ((words[(port - 1) / 64] >> (port - 1) % 64 & 1) != 0)
      {
        g_string_append_printf (text, "%s%u", n > 0 ? " " : "", port);
        if (n++ == 0)
          *first = port;
      }
  return n;
}

/* Where port @port leads; (none), or broken, too. Free with g_free. */
static char *
far_end (const DlFabric *fabric, guint s, guint port)
{
  const guint32 c = port != DL_FABRIC_NO_PORT
                        ? dl_fabric_port_channel (fabric, fabric->n_hosts + s, port)
                        : DL_FABRIC_NONE;

  if (c == DL_FABRIC_NONE)
    return g_strdup (port == DL_FABRIC_NO_PORT ? _ ("not known here") : _ ("no cable"));
  if (fabric->link_state[c] != DL_LINK_UP)
    return g_strdup_printf (_ ("%s (broken)"), dl_fabric_name (fabric, fabric->channel_to[c]));
  return g_strdup (dl_fabric_name (fabric, fabric->channel_to[c]));
}

/* Each of the counts in its own plural. Free with g_free. */
static char *
summary (guint n_known, guint n_hosts, guint n_ports)
{
  g_autofree char *hosts = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%'u of %'u host known", "%'u of %'u hosts known", n_hosts),
      n_known, n_hosts);
  g_autofree char *ports = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u port with a cable", "%u ports with a cable", n_ports),
      n_ports);

  /* Translators: how many hosts a switch knows, and its ports, as in “16 of 16 hosts known, 8 ports
   * with a cable” */
  return g_strdup_printf (C_ ("hosts and ports", "%s, %s"), hosts, ports);
}

DlRouterTable *
dl_fabric_switch_table (const DlFabricRoutes *routes, guint s)
{
  const DlFabric *fabric = routes->fabric;
  const guint v = fabric->n_hosts + s;
  DlRouterTable *table = dl_router_table_new (fabric->n_hosts, 0, 0);
  g_autoptr (GString) csv = g_string_new ("switch,destination,ports,to\n");
  g_autoptr (GString) ports = g_string_new (NULL);
  guint n_known = 0;

  for (guint h = 0; h < fabric->n_hosts; h++)
    {
      DlTableRow *row = &table->rows[h];
      guint first;

      n_known += list_ports (routes, s, h, ports, &first) > 0;
      row->cells[0] = g_strdup (dl_fabric_name (fabric, h));
      row->cells[1] = g_strdup (ports->str);
      row->cells[2] = far_end (fabric, s, first);
      row->order[0] = h;
      row->order[1] = first;
      row->order[2] = first;
      row->node = dl_fabric_host_works (fabric, h) ? h : DL_NO_NODE;
      dl_csv_append (csv, dl_fabric_name (fabric, v));
      g_string_append_c (csv, ',');
      dl_csv_append (csv, row->cells[0]);
      g_string_append_printf (csv, ",%s,", ports->str);
      if (first != DL_FABRIC_NO_PORT)
        dl_csv_append (csv, row->cells[2]);
      g_string_append_c (csv, '\n');
    }
  table->title = g_strdup_printf (_ ("Switch %s"), dl_fabric_name (fabric, v));
  table->summary = summary (n_known, fabric->n_hosts, fabric->first[v + 1] - fabric->first[v]);

  table->label = _ ("Forwarding table");
  table->columns[0] = _ ("Destination");
  table->columns[1] = _ ("Port");
  table->columns[2] = _ ("Leads to");
  table->csv = g_string_free (g_steal_pointer (&csv), FALSE);
  table->csv_name = g_strdup_printf ("switch-%u.csv", s);
  return table;
}
