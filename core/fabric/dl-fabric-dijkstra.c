/* Shortest routes by the cycles of channels, as the anynet of BookSim 2 finds them: each switch
 * keeps the first step of its own shortest ways. Of switches as near the one with the lowest number
 * is settled first, and of ways as short the one that is found first stays, so that of a
 * destination's neighbors on such ways the one settled first decides. */
#include "dl-fabric-engine.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define STRIDE 16 /* switches between two looks at the cancellable */
#define FAR    G_MAXUINT32

typedef struct
{
  const DlFabricGraph *graph;
  guint32 *cycles; /* (n_edges) */
  guint32 *hops;   /* (S) cycles from the switch whose ways these are */
  guint8 *port;    /* (S) by which its way begins */
  guint8 *settled; /* (S) gboolean */
  guint64 *heap;   /* (n_edges + 1) cycles and switch, the least one first */
  guint n;         /* in heap */
} Search;

static guint64
entry (guint32 cycles, guint32 s)
{
  return (guint64) cycles << 32 | s;
}

static void
push (Search *search, guint64 what)
{
  guint64 *heap = search->heap;
  guint at = search->n++;

  for (; at > 0 && heap[(at - 1) / 2] > what; at = (at - 1) / 2)
    heap[at] = heap[(at - 1) / 2];
  heap[at] = what;
}

static guint64
pop (Search *search)
{
  guint64 *heap = search->heap;
  const guint64 least = heap[0], last = heap[--search->n];
  guint at = 0;

  for (guint child; (child = 2 * at + 1) < search->n; at = child)
    {
      if (child + 1 < search->n && heap[child + 1] < heap[child])
        child++;
      if (heap[child] >= last)
        break;
      heap[at] = heap[child];
    }
  heap[at] = last;
  return least;
}

/* All ways from @from. */
static void
find_ways (Search *search, guint from)
{
  const DlFabricGraph *graph = search->graph;

  memset (search->hops, 0xff, graph->S * sizeof *search->hops);
  memset (search->settled, FALSE, graph->S);
  search->hops[from] = 0;
  search->n = 0;
  push (search, entry (0, from));
  while (search->n > 0)
    {
      const guint s = (guint32) pop (search);

      if (search->settled[s])
        continue;
      search->settled[s] = TRUE;
      for (guint e = graph->first[s]; e < graph->first[s + 1]; e++)
        {
          const guint t = graph->to[e];
          const guint32 cycles = search->hops[s] + search->cycles[e];

          if (cycles >= search->hops[t])
            continue;
          search->hops[t] = cycles;
          search->port[t] = s == from ? graph->port[e] : search->port[s];
          push (search, entry (cycles, t));
        }
    }
}

/* The table of @from, but for what is at it. */
static void
fill_table (DlFabricRoutes *routes, const Search *search, guint from)
{
  const DlFabricGraph *graph = search->graph;
  const guint S = graph->S, H = routes->fabric->n_hosts;

  for (guint to = 0; to < S; to++)
    {
      if (to == from || search->hops[to] == FAR)
        continue;
      for (guint i = graph->dest_first[to]; i < graph->dest_first[to + 1]; i++)
        routes->port[(gsize) graph->dests[i] * S + from] = search->port[to];
      if (H + to < routes->n_rows)
        routes->port[(gsize) (H + to) * S + from] = search->port[to];
    }
}

static gboolean
route_dijkstra (DlFabricRoutes *routes, DlFabricGraph *graph, const DlFabricEngineOptions *options,
                const DlFabricWork *work, GError **error)
{
  const guint16 *stated = routes->fabric->channel_cycles;
  g_autofree guint32 *cycles = g_new (guint32, MAX (graph->n_edges, 1));
  g_autofree guint32 *hops = g_new (guint32, graph->S);
  g_autofree guint8 *port = g_new (guint8, graph->S), *settled = g_new (guint8, graph->S);
  g_autofree guint64 *heap = g_new (guint64, (gsize) graph->n_edges + 1);
  Search search = { graph, cycles, hops, port, settled, heap, 0 };
  gboolean going = TRUE;

  for (guint e = 0; e < graph->n_edges; e++)
    cycles[e] = stated != NULL ? MAX (stated[graph->channel[e]], 1) : 1;
  for (guint from = 0; from < graph->S && going; from++)
    {
      if (from % STRIDE == 0)
        going = dl_fabric_work_at (work, (double) from / graph->S);
      if (!routes->fabric->switch_up[from])
        continue;
      find_ways (&search, from);
      fill_table (routes, &search, from);
    }
  return going;
}

const DlFabricEngine dl_fabric_dijkstra = {
  .id = "dijkstra",
  .alias = "min",
  .title = N_ ("Dijkstra"),
  .description = N_ ("Shortest routes by cycles, one of them for each destination; can deadlock"),
  .citation = "BookSim 2, min of anynet (src/networks/anynet.cpp); Dijkstra, Numerische Mathematik "
              "1, 1959",
  .route = route_dijkstra,
};
