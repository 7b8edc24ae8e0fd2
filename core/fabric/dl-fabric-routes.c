#include "dl-fabric-engine.h"

#include <glib/gi18n-lib.h>

#include <string.h>

DlFabricRoutes *
dl_fabric_routes_ref (DlFabricRoutes *routes)
{
  g_atomic_ref_count_inc (&routes->refs);
  return routes;
}

void
dl_fabric_routes_unref (DlFabricRoutes *routes)
{
  if (routes == NULL || !g_atomic_ref_count_dec (&routes->refs))
    return;
  dl_fabric_unref (routes->fabric);
  dl_fabric_tables_unref (routes->tables);
  g_free (routes->roots);
  g_free (routes->port);
  g_free (routes->layer);
  g_free (routes->host_layer);
  g_free (routes->choices);
  g_free (routes->key);
  g_free (routes->part);
  g_free (routes->part_size);
  g_free (routes);
}

gboolean
dl_fabric_routes_layers_known (const DlFabricRoutes *routes)
{
  return routes->engine != &dl_fabric_lft || routes->host_layer != NULL;
}

const char *
dl_fabric_routes_caveat (const DlFabricRoutes *routes)
{
  return dl_fabric_routes_layers_known (routes)
             ? NULL
             : _ ("The tables do not state layers. Layers may break this cycle: without path "
                  "records, whether packets can deadlock is not known.");
}

/* The port at switch @s to row @row, or to host @to of choices, which takes its part of *@pick. */
static guint
port_at (const DlFabricRoutes *routes, guint s, guint row, guint *pick)
{
  const DlFabric *fabric = routes->fabric;
  const guint64 *words;
  guint n = 0, last;

  if (routes->kind != DL_FABRIC_CHOICES)
    return routes->port[(gsize) row * fabric->n_switches + s];
  last = fabric->channel_from[dl_fabric_host_receives (fabric, row)] - fabric->n_hosts;
  if (s == last)
    return fabric->channel_from_port[dl_fabric_host_receives (fabric, row)];
  words = routes->choices + ((gsize) last * fabric->n_switches + s) * routes->n_words;
  for (guint i = 0; i < routes->n_words; i++)
    n += (guint) __builtin_popcountll (words[i]);
  if (n == 0)
    return DL_FABRIC_NO_PORT;
  const guint rest = *pick / n;
  n = *pick % n;
  *pick = rest;
  for (guint port = 1;; port++)
    if ((words[(port - 1) / 64] >> (port - 1) % 64 & 1) != 0 && n-- == 0)
      return port;
}

/* Go on from switch *@s to the host or switch of @row; FALSE with *@fate if it is not reached. */
static gboolean
follow (const DlFabricRoutes *routes, guint row, guint pick, guint *s, guint32 *channels, guint *n,
        DlFabricFate *fate)
{
  const DlFabric *fabric = routes->fabric;

  for (guint steps = 0; steps <= fabric->n_switches; steps++)
    {
      const guint port = port_at (routes, *s, row, &pick);
      guint32 channel;

      if (port == 0 && row == fabric->n_hosts + *s)
        return TRUE;
      *fate = port == DL_FABRIC_NO_PORT ? DL_FABRIC_NO_ENTRY : DL_FABRIC_DEAD_END;
      if (port == DL_FABRIC_NO_PORT)
        return FALSE;
      channel = dl_fabric_port_channel (fabric, fabric->n_hosts + *s, port);
      if (channel == DL_FABRIC_NONE || fabric->link_state[channel] != DL_LINK_UP)
        return FALSE;
      if (steps == fabric->n_switches)
        break;
      channels[(*n)++] = channel;
      if (fabric->channel_to[channel] < fabric->n_hosts)
        return fabric->channel_to[channel] == row;
      *s = fabric->channel_to[channel] - fabric->n_hosts;
    }
  *fate = DL_FABRIC_LOOP;
  return FALSE;
}

DlFabricFate
dl_fabric_routes_walk (const DlFabricRoutes *routes, guint from, guint to, guint pick,
                       guint32 *channels, guint *n, guint *layer)
{
  const DlFabric *fabric = routes->fabric;
  const guint32 out = dl_fabric_host_sends (fabric, from),
                in = dl_fabric_host_receives (fabric, to);
  DlFabricFate fate = DL_FABRIC_NO_CABLE;
  guint s;

  *n = 0;
  if (layer != NULL)
    *layer = 0;
  if (out == DL_FABRIC_NONE || in == DL_FABRIC_NONE || fabric->link_state[out] != DL_LINK_UP
      || fabric->link_state[in] != DL_LINK_UP)
    return fate;
  channels[(*n)++] = out;
  s = fabric->channel_to[out] - fabric->n_hosts;
  if (layer != NULL)
    *layer = dl_fabric_routes_layer (routes, from, s, to);
  if (routes->kind == DL_FABRIC_DETOURS)
    {
      const guint last = fabric->channel_from[in] - fabric->n_hosts;
      const guint32 part = routes->part[s];
      guint middle = 0;

      if (part == routes->part[last])
        {
          pick %= routes->part_size[part];
          while (routes->part[middle] != part || pick-- > 0)
            middle++;
          if (!follow (routes, fabric->n_hosts + middle, pick, &s, channels, n, &fate))
            return fate;
          if (layer != NULL)
            *layer = *n;
        }
    }
  return follow (routes, to, pick, &s, channels, n, &fate) ? DL_FABRIC_DELIVERED : fate;
}

DlFabricTables *
dl_fabric_routes_tables (const DlFabricRoutes *routes)
{
  DlFabricTables *tables;

  if (routes->port == NULL)
    return NULL;
  tables = dl_fabric_tables_new (routes->fabric);
  memcpy (tables->port, routes->port, (gsize) routes->n_rows * routes->fabric->n_switches);
  memcpy (tables->stated, routes->fabric->switch_up, routes->fabric->n_switches);
  return tables;
}
