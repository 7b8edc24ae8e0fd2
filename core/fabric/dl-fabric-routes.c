#include "dl-fabric-engine.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

void
dl_fabric_routes_free (gpointer data)
{
  DlFabricRoutes *routes = data;

  dl_fabric_unref (routes->fabric);
  dl_fabric_tables_unref (routes->tables);
  g_free (routes->roots);
  g_free (routes->port);
  g_free (routes->layer);
  g_free (routes->host_layer);
  g_free (routes->ring);
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

/* As all families answer ----------------------------------------------------------------------- */

#define NOWHERE G_MAXUINT16 /* there is no detour, or it is past it */

/* What a packet carries: its layer, and where it goes first. */
static guint64
pack (guint layer, guint middle)
{
  return layer | (guint64) middle << 16;
}

/* By @channel, if that works. */
static guint
add_channel (const DlFabricRoutes *routes, guint32 channel, guint64 state, double share,
             DlChoice *choice)
{
  if (channel == DL_FABRIC_NONE || routes->fabric->link_state[channel] != DL_LINK_UP)
    return 0;
  *choice = (DlChoice) { channel, state & 0xff, state, share };
  return 1;
}

/* From host @from, over its own channel. */
static guint
send (const DlFabricRoutes *routes, guint from, guint to, DlChoice *choices)
{
  const DlFabric *fabric = routes->fabric;
  const guint32 out = dl_fabric_host_sends (fabric, from);
  const guint32 in = dl_fabric_host_receives (fabric, to);
  const guint s = fabric->channel_to[out] - fabric->n_hosts;
  guint32 part;
  guint n = 0;

  if (fabric->link_state[in] != DL_LINK_UP)
    return 0;
  if (routes->kind != DL_FABRIC_DETOURS)
    return add_channel (
        routes, out,
        pack (routes->kind == DL_FABRIC_TABLES ? dl_fabric_routes_layer (routes, from, s, to) : 0,
              NOWHERE),
        1, choices);
  part = routes->part[s];
  if (part != routes->part[fabric->channel_from[in] - fabric->n_hosts])
    return add_channel (routes, out, pack (1, NOWHERE), 1, choices);
  /* Directly, as it goes while queues are short: that is what its analysis counts. */
  if (routes->engine == &dl_fabric_ugal)
    {
      n = add_channel (routes, out, pack (1, NOWHERE), 1, choices);
      choices->vc = 0;
      return n;
    }
  for (guint middle = 0; middle < fabric->n_switches; middle++)
    if (routes->part[middle] == part)
      n += add_channel (routes, out, pack (0, middle), 1.0 / routes->part_size[part], choices + n);
  return n;
}

/* By each port of the shortest legal ways to the switch of host @to. */
static guint
choose (const DlFabricRoutes *routes, guint s, guint to, DlChoice *choices)
{
  const DlFabric *fabric = routes->fabric;
  const guint32 in = dl_fabric_host_receives (fabric, to);
  const guint last = fabric->channel_from[in] - fabric->n_hosts;
  const guint64 *words
      = routes->choices + ((gsize) last * fabric->n_switches + s) * routes->n_words;
  guint n = 0;

  if (s == last)
    return add_channel (routes, in, pack (0, NOWHERE), 1, choices);
  for (guint w = 0; w < routes->n_words; w++)
    for (guint64 set = words[w]; set != 0; set &= set - 1)
      n += add_channel (routes,
                        dl_fabric_port_channel (fabric, fabric->n_hosts + s,
                                                64 * w + (guint) __builtin_ctzll (set) + 1),
                        pack (0, NOWHERE), 1, choices + n);
  for (guint i = 0; i < n; i++)
    choices[i].share = routes->engine == &dl_fabric_adaptive_up ? NAN : 1.0 / n;
  return n;
}

static guint
next_hop (gconstpointer data, guint s, guint in_link, guint to, guint64 state, DlChoice *choices)
{
  const DlFabricRoutes *routes = data;
  const DlFabric *fabric = routes->fabric;
  guint middle = state >> 16, row = to;

  if (in_link == DL_NO_LINK)
    return send (routes, state, to, choices);
  if (routes->kind == DL_FABRIC_CHOICES)
    return choose (routes, s, to, choices);
  if (middle == s)
    {
      middle = NOWHERE;
      state = pack (1, NOWHERE);
    }
  if (middle != NOWHERE)
    row = fabric->n_hosts + middle;
  const guint port = routes->port[(gsize) row * fabric->n_switches + s];
  guint32 channel;

  if (port == DL_FABRIC_NO_PORT)
    return 0;
  channel = dl_fabric_port_channel (fabric, fabric->n_hosts + s, port);
  if (routes->ring != NULL && channel != DL_FABRIC_NONE)
    state = pack (dl_fabric_routes_next_layer (routes, state & 0xff, in_link, channel), NOWHERE);
  return add_channel (routes, channel, state, 1, choices);
}

DlNext
dl_fabric_next (const DlFabricRoutes *routes)
{
  const DlFabric *fabric = routes->fabric;

  return (DlNext) {
    .graph = fabric->graph,
    .routes = routes,
    .n_vcs = MAX (fabric->n_lanes, routes->n_layers),
    .max_choices = MAX (fabric->n_switches, 64 * MAX (routes->n_words, 1)),
    .max_hops = 2 * fabric->n_switches,
    .next = next_hop,
  };
}
