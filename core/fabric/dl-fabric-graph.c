#include "dl-fabric-graph.h"

#include <string.h>

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

/* Spread ranks from what is in @queue from @head on; returns where it ends. */
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
  /* As one number, so that no two are the same. */
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

/* As many as a wave to @to can have in its queue. */
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
  /* Of a network of few hops most switches are found in the last one. */
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
            continue; /* down to where the way goes up again */
          if (hops[s] == DL_FABRIC_FAR)
            {
              hops[s] = next;
              ups[s] = up;
              queue[tail++] = s;
            }
          else if (hops[s] == next && !up)
            ups[s] = FALSE; /* of ways as long, one that others can come down to */
        }
    }
  wave->n = tail;
}
