#include "dl-fabric-graph.h"

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

/* The interface that all families have --------------------------------------------------------- */

#define NOWHERE G_MAXUINT16 /* there is no detour, or it is past it */

/* State of a packet: its layer, and where it goes first. */
static guint64
pack (guint layer, guint middle)
{
  return layer | (guint64) middle << 16;
}

/* The choice of @channel, if that works. */
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

/* Choices by each port of the shortest legal paths to the switch of host @to. */
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

static void
place_hosts (DlFabricGraph *graph)
{
  const DlFabric *fabric = graph->fabric;
  const guint H = fabric->n_hosts;
  guint n = 0;

  for (guint h = 0; h < H; h++)
    {
      const guint32 out = dl_fabric_host_sends (fabric, h),
                    in = dl_fabric_host_receives (fabric, h);

      graph->takes[h] = out != DL_FABRIC_NONE && fabric->link_state[out] == DL_LINK_UP
                            ? fabric->channel_to[out] - H
                            : DL_FABRIC_NONE;
      graph->gives[h] = in != DL_FABRIC_NONE && fabric->link_state[in] == DL_LINK_UP
                            ? fabric->channel_from[in] - H
                            : DL_FABRIC_NONE;
      if (graph->takes[h] != DL_FABRIC_NONE)
        graph->n_sources[graph->takes[h]]++;
      if (graph->gives[h] != DL_FABRIC_NONE)
        graph->dest_first[graph->gives[h] + 1]++;
    }
  for (guint s = 0; s < graph->S; s++)
    graph->dest_first[s + 1] += graph->dest_first[s];
  graph->dests = g_new (guint32, graph->dest_first[graph->S]);
  g_autofree guint32 *at = g_memdup2 (graph->dest_first, (graph->S + 1) * sizeof *at);
  for (guint h = 0; h < H; h++, n++)
    if (graph->gives[h] != DL_FABRIC_NONE)
      graph->dests[at[graph->gives[h]]++] = h;
}

/* @beside: with cables between switches of one level. */
static DlFabricGraph *
new_graph (const DlFabric *fabric, gboolean beside)
{
  DlFabricGraph *graph = g_new0 (DlFabricGraph, 1);
  const guint S = fabric->n_switches, H = fabric->n_hosts;
  g_autofree guint32 *edge_of = g_new (guint32, fabric->n_channels);
  guint n = 0;

  graph->fabric = fabric;
  graph->S = S;
  graph->first = g_new (guint32, S + 1);
  graph->in_first = g_new (guint32, S + 1);
  graph->to = g_new (guint32, fabric->n_channels);
  graph->from = g_new (guint32, fabric->n_channels);
  graph->in = g_new (guint32, fabric->n_channels);
  graph->port = g_new (guint8, fabric->n_channels);
  graph->channel = g_new (guint32, fabric->n_channels);
  graph->takes = g_new (guint32, H);
  graph->gives = g_new (guint32, H);
  graph->dest_first = g_new0 (guint32, S + 1);
  graph->n_sources = g_new0 (guint32, S);
  for (guint s = 0; s < S; s++)
    {
      graph->first[s] = n;
      for (guint c = fabric->first[H + s]; c < fabric->first[H + s + 1]; c++)
        {
          edge_of[c] = DL_FABRIC_NONE;
          if (fabric->channel_to[c] < H || fabric->link_state[c] != DL_LINK_UP
              || (!beside && fabric->level[fabric->channel_to[c] - H] == fabric->level[s]))
            continue;
          edge_of[c] = n;
          graph->to[n] = fabric->channel_to[c] - H;
          graph->from[n] = s;
          graph->port[n] = fabric->channel_from_port[c];
          graph->channel[n] = c;
          n++;
        }
    }
  graph->first[S] = graph->n_edges = n;
  for (guint s = 0; s < S; s++)
    graph->n_leaving += graph->first[s] < graph->first[s + 1];
  n = 0;
  for (guint s = 0; s < S; s++)
    {
      graph->in_first[s] = n;
      for (guint i = fabric->arrive_first[H + s]; i < fabric->arrive_first[H + s + 1]; i++)
        {
          const guint32 c = fabric->arrive[i];

          if (fabric->channel_from[c] >= H && edge_of[c] != DL_FABRIC_NONE)
            graph->in[n++] = edge_of[c];
        }
    }
  graph->in_first[S] = n;
  place_hosts (graph);
  return graph;
}

DlFabricGraph *
dl_fabric_graph_new (const DlFabric *fabric)
{
  return new_graph (fabric, TRUE);
}

DlFabricGraph *
dl_fabric_graph_new_of_levels (const DlFabric *fabric)
{
  return new_graph (fabric, FALSE);
}

void
dl_fabric_graph_free (DlFabricGraph *graph)
{
  if (graph == NULL)
    return;
  g_free (graph->first);
  g_free (graph->to);
  g_free (graph->port);
  g_free (graph->channel);
  g_free (graph->in_first);
  g_free (graph->in);
  g_free (graph->from);
  g_free (graph->takes);
  g_free (graph->gives);
  g_free (graph->dest_first);
  g_free (graph->dests);
  g_free (graph->n_sources);
  g_free (graph->key);
  g_free (graph);
}

/* Spread ranks from the switches in @queue from @head on; returns where it ends. */
static guint
spread (const DlFabricGraph *graph, guint32 *rank, guint32 *queue, guint head, guint tail)
{
  while (head < tail)
    {
      const guint s = queue[head++];

      for (guint pass = 0; pass < 2; pass++)
        {
          const guint32 *first = pass == 0 ? graph->first : graph->in_first;

          for (guint i = first[s]; i < first[s + 1]; i++)
            {
              const guint t = pass == 0 ? graph->to[i] : graph->from[graph->in[i]];

              if (rank[t] != G_MAXUINT32)
                continue;
              rank[t] = rank[s] + 1;
              queue[tail++] = t;
            }
        }
    }
  return tail;
}

typedef struct
{
  const guint32 *rank;
  const guint64 *guid;
} Ranked;

static gint
by_rank (gconstpointer a, gconstpointer b, gpointer data)
{
  const Ranked *ranked = data;
  const guint32 s = *(const guint32 *) a, t = *(const guint32 *) b;

  if (ranked->rank[s] != ranked->rank[t])
    return ranked->rank[s] < ranked->rank[t] ? -1 : 1;
  if (ranked->guid[s] != ranked->guid[t])
    return ranked->guid[s] < ranked->guid[t] ? -1 : 1;
  return (s > t) - (s < t);
}

void
dl_fabric_graph_rank (DlFabricGraph *graph, const guint32 *roots, guint n_roots)
{
  const guint S = graph->S;
  g_autofree guint32 *queue = g_new (guint32, S);
  g_autofree guint32 *rank = g_new (guint32, S);
  guint tail = 0;

  memset (rank, 0xff, S * sizeof *rank);
  for (guint i = 0; i < n_roots; i++)
    if (graph->fabric->switch_up[roots[i]] && rank[roots[i]] != 0)
      {
        rank[roots[i]] = 0;
        queue[tail++] = roots[i];
      }
  tail = spread (graph, rank, queue, 0, tail);
  /* Pieces without a root: of their switches with hosts the first, then whatever is left. */
  for (guint pass = 0; pass < 2; pass++)
    for (guint s = 0; s < S; s++)
      if (rank[s] == G_MAXUINT32 && (pass == 1 || graph->dest_first[s + 1] > graph->dest_first[s]))
        {
          rank[s] = 0;
          queue[tail] = s;
          tail = spread (graph, rank, queue, tail, tail + 1);
        }
  /* Ranks as one number each, so that no two are equal. */
  for (guint s = 0; s < S; s++)
    queue[s] = s;
  g_qsort_with_data (queue, (gint) S, sizeof *queue, by_rank,
                     &(Ranked) { rank, graph->fabric->node_guid + graph->fabric->n_hosts });
  g_free (graph->key);
  graph->key = g_new (guint32, S);
  for (guint i = 0; i < S; i++)
    graph->key[queue[i]] = i;
}

void
dl_fabric_wave_init (DlFabricWave *wave, guint S)
{
  wave->hops = g_new (guint16, S);
  wave->ups = g_new0 (guint8, S);
  wave->queue = g_new (guint32, S);
  wave->n = 0;
}

void
dl_fabric_wave_clear (DlFabricWave *wave)
{
  g_free (wave->hops);
  g_free (wave->ups);
  g_free (wave->queue);
}

/* The most switches that a wave to @to can have in its queue. */
static guint
most_in_wave (const DlFabricGraph *graph, guint to)
{
  return graph->n_leaving + (graph->first[to] == graph->first[to + 1]);
}

void
dl_fabric_wave_min (DlFabricWave *wave, const DlFabricGraph *graph, guint to)
{
  const guint most = most_in_wave (graph, to);
  guint16 *hops = wave->hops;
  guint32 *queue = wave->queue;
  guint head = 0, tail = 1;

  memset (hops, 0xff, graph->S * sizeof *hops);
  hops[to] = 0;
  queue[0] = to;
  /* In a network of few hops, most switches are found in the last one. */
  while (head < tail && tail < most)
    {
      const guint t = queue[head++];
      const guint16 next = hops[t] + 1;

      for (guint i = graph->in_first[t]; i < graph->in_first[t + 1]; i++)
        {
          const guint s = graph->from[graph->in[i]];

          if (hops[s] != DL_FABRIC_FAR)
            continue;
          hops[s] = next;
          queue[tail++] = s;
        }
    }
  wave->n = tail;
}

void
dl_fabric_wave_min_takes (DlFabricWave *wave, const DlFabricGraph *graph, guint to, guint64 *takes,
                          guint n_words)
{
  const guint most = most_in_wave (graph, to);
  guint16 *hops = wave->hops;
  guint32 *queue = wave->queue;
  guint head = 0, tail = 1;

  memset (hops, 0xff, graph->S * sizeof *hops);
  memset (takes, 0, (gsize) graph->S * n_words * sizeof *takes);
  hops[to] = 0;
  queue[0] = to;
  /* Once all are found, none that is as far as the last is gone to. */
  while (head < tail && (tail < most || hops[queue[head]] < hops[queue[tail - 1]]))
    {
      const guint t = queue[head++];
      const guint16 next = hops[t] + 1;

      for (guint i = graph->in_first[t]; i < graph->in_first[t + 1]; i++)
        {
          const guint edge = graph->in[i], s = graph->from[edge];
          const guint bit = edge - graph->first[s];

          if (hops[s] == DL_FABRIC_FAR)
            {
              hops[s] = next;
              queue[tail++] = s;
            }
          if (hops[s] == next)
            takes[(gsize) s * n_words + bit / 64] |= (guint64) 1 << bit % 64;
        }
    }
  wave->n = tail;
}

void
dl_fabric_wave_legal (DlFabricWave *wave, const DlFabricGraph *graph, guint to)
{
  guint16 *hops = wave->hops;
  guint8 *ups = wave->ups;
  guint32 *queue = wave->queue;
  guint head = 0, tail = 1;

  memset (hops, 0xff, graph->S * sizeof *hops);
  hops[to] = 0;
  ups[to] = FALSE;
  queue[0] = to;
  while (head < tail)
    {
      const guint t = queue[head++];
      const guint16 next = hops[t] + 1;

      for (guint i = graph->in_first[t]; i < graph->in_first[t + 1]; i++)
        {
          const guint s = graph->from[graph->in[i]];
          const gboolean up = graph->key[t] < graph->key[s];

          if (!up && ups[t])
            continue; /* down to where the path goes up again */
          if (hops[s] == DL_FABRIC_FAR)
            {
              hops[s] = next;
              ups[s] = up;
              queue[tail++] = s;
            }
          else if (hops[s] == next && !up)
            ups[s] = FALSE; /* of paths as long, one that others can come down to */
        }
    }
  wave->n = tail;
}
