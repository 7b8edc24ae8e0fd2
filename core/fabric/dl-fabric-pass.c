#include "dl-fabric-pass.h"

#include <string.h>

void
dl_fabric_pass_init (DlFabricPass *pass, const DlFabricRoutes *routes, const DlFabricGraph *graph)
{
  const DlFabric *fabric = routes->fabric;
  const guint S = graph->S, H = fabric->n_hosts;
  const guint n_slots = fabric->port_first[H + S] + 1;

  *pass = (DlFabricPass) { .routes = routes, .graph = graph };
  pass->n_words = (MAX (fabric->n_ports, 1) + 63) / 64;
  dl_fabric_wave_init (&pass->wave, S);
  pass->base = g_new (guint32, S);
  pass->slot_to = g_new (guint32, n_slots);
  pass->slot_channel = g_new (guint32, n_slots);
  pass->amount = g_new0 (double, routes->n_layers *S);
  pass->good = g_new (guint8, S);
  pass->depth = g_new (guint16, S);
  pass->order = g_new (guint32, S);
  pass->waiting = g_new (guint32, S);
  pass->next = g_new (guint32, S);
  for (guint s = 0; s < S; s++)
    {
      pass->base[s] = fabric->port_first[H + s] - 1;
      for (guint slot = fabric->port_first[H + s]; slot < fabric->port_first[H + s + 1]; slot++)
        {
          const guint32 c = fabric->port_leaves[slot];
          const gboolean works = c != DL_FABRIC_NONE && fabric->link_state[c] == DL_LINK_UP;

          pass->slot_channel[slot] = works ? c : DL_FABRIC_NONE;
          pass->slot_to[slot]
              = works && fabric->channel_to[c] >= H ? fabric->channel_to[c] - H : DL_FABRIC_NONE;
        }
    }
}

void
dl_fabric_pass_clear (DlFabricPass *pass)
{
  dl_fabric_wave_clear (&pass->wave);
  g_free (pass->base);
  g_free (pass->slot_to);
  g_free (pass->slot_channel);
  g_free (pass->amount);
  g_free (pass->good);
  g_free (pass->depth);
  g_free (pass->order);
  g_free (pass->waiting);
  g_free (pass->next);
}

void
dl_fabric_pass_aim (DlFabricPass *pass, guint to)
{
  dl_fabric_wave_min (&pass->wave, pass->graph, to);
}

/* The slot by which @s leaves for @row; DL_FABRIC_NONE if the switch does not have that port. */
static inline guint32
slot_of (const DlFabricPass *pass, const guint8 *row, guint s)
{
  const guint port = row[s];
  const guint32 slot = pass->base[s] + port;

  return port > 0
                 && slot < pass->base[s] + 1
                               + dl_fabric_count_ports (pass->routes->fabric,
                                                        pass->routes->fabric->n_hosts + s)
             ? slot
             : DL_FABRIC_NONE;
}

/* Does @s deliver the packets for @row itself? */
static gboolean
is_last (const DlFabricPass *pass, const guint8 *row_ports, guint row, guint s)
{
  const DlFabric *fabric = pass->routes->fabric;
  guint32 slot;

  if (row >= fabric->n_hosts)
    return row_ports[s] == 0 && row == fabric->n_hosts + s;
  slot = slot_of (pass, row_ports, s);
  return slot != DL_FABRIC_NONE && pass->slot_channel[slot] != DL_FABRIC_NONE
         && fabric->channel_to[pass->slot_channel[slot]] == row;
}

static inline void
add_follower (DlFabricPass *pass, guint layer, guint32 channel, guint port)
{
  const gsize at = ((gsize) layer * pass->routes->fabric->n_channels + channel) * pass->n_words;

  pass->follows[at + (port - 1) / 64] |= (guint64) 1 << (port - 1) % 64;
}

/* Is this a tree whose switches all come nearer with each step? Then @wave's order serves. */
static gboolean
is_tree (DlFabricPass *pass, const guint8 *row, guint number, guint to)
{
  const guint16 *hops = pass->wave.hops;
  const guint32 *queue = pass->wave.queue;
  const guint n = pass->wave.n;

  if (n < pass->graph->S)
    for (guint s = 0; s < pass->graph->S; s++)
      if (hops[s] == DL_FABRIC_FAR && row[s] != DL_FABRIC_NO_PORT)
        return FALSE;
  if (!is_last (pass, row, number, to))
    return FALSE;
  pass->depth[to] = 0;
  for (guint i = 1; i < n; i++)
    {
      const guint s = queue[i];
      const guint32 slot = pass->base[s] + row[s];
      guint32 t;

      if (row[s] - 1u
          >= dl_fabric_count_ports (pass->routes->fabric, pass->routes->fabric->n_hosts + s))
        return FALSE;
      t = pass->slot_to[slot];
      if (t == DL_FABRIC_NONE || hops[t] >= hops[s])
        return FALSE;
      pass->next[s] = slot;
      pass->depth[s] = pass->depth[t] + 1;
    }
  return TRUE;
}

static void
run_tree (DlFabricPass *pass, const guint8 *row, guint to, guint n_layers)
{
  const guint S = pass->graph->S, n_channels = pass->routes->fabric->n_channels;
  const guint32 *queue = pass->wave.queue;
  double hops = 0;

  if (pass->wave.n < S)
    {
      memset (pass->good, FALSE, S);
      /* Packets that start without a path are lost at once. */
      for (guint s = 0; s < S; s++)
        for (guint layer = 0; pass->wave.hops[s] == DL_FABRIC_FAR && layer < n_layers; layer++)
          pass->amount[(gsize) layer * S + s] = 0;
    }
  for (guint i = 0; i < pass->wave.n; i++)
    pass->good[queue[i]] = TRUE;
  for (guint layer = 0; layer < n_layers; layer++)
    {
      double *amount = pass->amount + (gsize) layer * S;
      double *load = pass->load != NULL ? pass->load + (gsize) layer * n_channels : NULL;

      for (guint i = 0; i < pass->wave.n; i++)
        if (amount[queue[i]] > 0)
          pass->max_hops = MAX (pass->max_hops, pass->depth[queue[i]]);
      for (guint i = pass->wave.n; i-- > 1;)
        {
          const guint s = queue[i];
          const double here = amount[s];
          guint32 slot, c;
          guint t;

          if (here == 0)
            continue;
          amount[s] = 0;
          slot = pass->next[s];
          t = pass->slot_to[slot];
          c = pass->slot_channel[slot];
          amount[t] += here;
          hops += here;
          if (load != NULL)
            load[c] += here;
          if (pass->follows != NULL && t != to)
            add_follower (pass, layer, c, row[t]);
        }
      pass->delivered += amount[to];
      amount[to] = 0;
    }
  pass->hops += hops;
}

/* Along the order that run_any found, in one layer. */
static void
run_order (DlFabricPass *pass, const guint8 *row, guint n, guint layer)
{
  const guint S = pass->graph->S;
  double *amount = pass->amount + (gsize) layer * S;
  double *load
      = pass->load != NULL ? pass->load + (gsize) layer * pass->routes->fabric->n_channels : NULL;

  for (guint s = 0; s < S; s++)
    if (amount[s] > 0 && pass->good[s])
      pass->max_hops = MAX (pass->max_hops, pass->depth[s]);
  for (guint i = 0; i < n; i++)
    {
      const guint s = pass->order[i];
      const double here = amount[s];
      guint32 c;
      guint t;

      amount[s] = 0;
      if (here == 0)
        continue;
      if (pass->next[s] == DL_FABRIC_NONE)
        {
          if (pass->good[s])
            pass->delivered += here;
          continue;
        }
      t = pass->slot_to[pass->next[s]];
      c = pass->slot_channel[pass->next[s]];
      amount[t] += here;
      if (pass->good[s])
        {
          pass->hops += here;
          if (load != NULL)
            load[c] += here;
        }
      if (pass->follows != NULL && pass->next[t] != DL_FABRIC_NONE)
        add_follower (pass, layer, c, row[t]);
    }
}

/* The same where packets change layers at datelines: each amount is in the layer in which it
 * leaves. */
static void
run_rings (DlFabricPass *pass, const guint8 *row, guint n)
{
  const DlFabricRoutes *routes = pass->routes;
  const guint S = pass->graph->S, C = routes->fabric->n_channels;

  pass->late = 0;
  for (guint s = 0; s < S; s++)
    {
      const guint32 slot = pass->next[s];

      if (pass->amount[s] > 0 && pass->good[s])
        pass->max_hops = MAX (pass->max_hops, pass->depth[s]);
      if (slot == DL_FABRIC_NONE || (routes->ring[pass->slot_channel[slot]] & 1) == 0)
        continue;
      pass->amount[S + s] = pass->amount[s];
      pass->amount[s] = 0;
    }
  for (guint i = 0; i < 2 * n; i++)
    {
      const guint s = pass->order[i / 2], layer = i % 2;
      const double here = pass->amount[layer * S + s];
      guint32 c, t;

      pass->amount[layer * S + s] = 0;
      if (here > 0 && pass->next[s] == DL_FABRIC_NONE && pass->good[s])
        {
          pass->delivered += here;
          pass->late += layer * here;
        }
      if (here == 0 || pass->next[s] == DL_FABRIC_NONE)
        continue;
      c = pass->slot_channel[pass->next[s]];
      t = pass->slot_to[pass->next[s]];
      if (pass->good[s])
        {
          pass->hops += here;
          if (pass->load != NULL)
            pass->load[(gsize) layer * C + c] += here;
        }
      if (pass->next[t] == DL_FABRIC_NONE)
        {
          pass->amount[layer * S + t] += here;
          continue;
        }
      pass->amount[dl_fabric_routes_next_layer (routes, layer, c, pass->slot_channel[pass->next[t]])
                       * S
                   + t]
          += here;
      if (pass->follows != NULL)
        add_follower (pass, layer, c, row[t]);
    }
}

/* The loop that @s is in, of what goes round, in one layer. */
static void
run_loop (DlFabricPass *pass, const guint8 *row, guint s, guint layer)
{
  double *amount = pass->amount + (gsize) layer * pass->graph->S, sum = 0;
  guint at = s;

  do
    {
      sum += amount[at];
      amount[at] = 0;
      at = pass->slot_to[pass->next[at]];
    }
  while (at != s);
  if (sum == 0 || pass->follows == NULL)
    return;
  do
    {
      const guint t = pass->slot_to[pass->next[at]];

      add_follower (pass, layer, pass->slot_channel[pass->next[at]], row[t]);
      at = t;
    }
  while (at != s);
}

/* Anything: tables that were read may end, lead elsewhere or go round. */
static void
run_any (DlFabricPass *pass, const guint8 *row, guint number, guint n_layers)
{
  const guint S = pass->graph->S;
  guint n = 0;

  memset (pass->waiting, 0, S * sizeof *pass->waiting);
  for (guint s = 0; s < S; s++)
    {
      const guint32 slot = slot_of (pass, row, s);

      pass->next[s]
          = slot != DL_FABRIC_NONE && pass->slot_to[slot] != DL_FABRIC_NONE ? slot : DL_FABRIC_NONE;
      if (pass->next[s] != DL_FABRIC_NONE)
        pass->waiting[pass->slot_to[slot]]++;
    }
  for (guint s = 0; s < S; s++)
    if (pass->waiting[s] == 0)
      pass->order[n++] = s;
  for (guint i = 0; i < n; i++)
    if (pass->next[pass->order[i]] != DL_FABRIC_NONE)
      {
        const guint t = pass->slot_to[pass->next[pass->order[i]]];

        if (--pass->waiting[t] == 0)
          pass->order[n++] = t;
      }
  /* Unordered switches form cycles. */
  memset (pass->good, FALSE, S);
  for (guint i = n; i-- > 0;)
    {
      const guint s = pass->order[i];
      const guint t = pass->next[s] != DL_FABRIC_NONE ? pass->slot_to[pass->next[s]] : 0;

      if (pass->next[s] == DL_FABRIC_NONE)
        pass->good[s] = is_last (pass, row, number, s);
      else
        pass->good[s] = pass->good[t];
      pass->depth[s] = pass->next[s] != DL_FABRIC_NONE && pass->good[s] ? pass->depth[t] + 1 : 0;
    }
  if (pass->routes->ring != NULL)
    run_rings (pass, row, n);
  else
    for (guint layer = 0; layer < n_layers; layer++)
      run_order (pass, row, n, layer);
  for (guint s = 0; s < S; s++)
    {
      guint at = s;

      if (pass->waiting[s] == 0)
        continue;
      for (guint layer = 0; layer < n_layers; layer++)
        run_loop (pass, row, s, layer);
      do
        {
          pass->waiting[at] = 0;
          at = pass->slot_to[pass->next[at]];
        }
      while (at != s);
    }
}

void
dl_fabric_pass_run (DlFabricPass *pass, guint row, guint to, guint n_layers)
{
  const guint8 *ports = pass->routes->port + (gsize) row * pass->graph->S;

  if (pass->routes->ring == NULL && is_tree (pass, ports, row, to))
    run_tree (pass, ports, to, n_layers);
  else
    run_any (pass, ports, row, n_layers);
}
