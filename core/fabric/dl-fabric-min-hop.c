/* Engines that take the candidates of a wave and balance by counters of ports, as OpenSM does
 * (osm_switch_recommend_path): of the ports of least hops the one with the fewest destinations so
 * far, the lowest one of several. Destinations are taken switch by switch. */
#include "dl-fabric-engine.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define STRIDE 64 /* destinations between two looks at the cancellable */

typedef enum
{
  MIN_HOP,
  FIRST_NEIGHBOR, /* among the ports of fewest hops, only ports to the same switch as the lowest
                     one */
  UP_DOWN
} Rule;

typedef struct
{
  DlFabricRoutes *routes;
  const DlFabricGraph *graph;
  DlFabricWave wave;
  guint64 *takes; /* (S x n_words) of least hops, the edges that begin a switch's way */
  guint n_words;
  guint32 *count; /* (n_edges) destinations reached by it */
} Filler;

/* The edges of @s that begin its way; how many. */
static guint
find_candidates (const Filler *filler, guint s, Rule rule, guint32 *edges)
{
  const DlFabricGraph *graph = filler->graph;
  const guint64 *takes = filler->takes + (gsize) s * filler->n_words;
  guint n = 0;

  for (guint e = graph->first[s]; rule == UP_DOWN && e < graph->first[s + 1]; e++)
    if (dl_fabric_wave_takes_legal (&filler->wave, graph, s, e))
      edges[n++] = e;
  for (guint w = 0; rule != UP_DOWN && w < filler->n_words; w++)
    for (guint64 set = takes[w]; set != 0; set &= set - 1)
      {
        const guint e = graph->first[s] + 64 * w + (guint) __builtin_ctzll (set);

        if (rule == MIN_HOP || n == 0 || graph->to[e] == graph->to[edges[0]])
          edges[n++] = e;
      }
  return n;
}

/* Routes to all hosts of switch @to, and to itself. */
static void
fill_switch (Filler *filler, guint to, Rule rule)
{
  const DlFabricGraph *graph = filler->graph;
  DlFabricRoutes *routes = filler->routes;
  const guint S = graph->S, H = routes->fabric->n_hosts;
  const guint32 *dests = graph->dests + graph->dest_first[to];
  const guint n_dests = graph->dest_first[to + 1] - graph->dest_first[to];
  guint32 edges[DL_FABRIC_MAX_PORTS];

  if (rule == UP_DOWN)
    dl_fabric_wave_legal (&filler->wave, graph, to);
  else
    dl_fabric_wave_min_takes (&filler->wave, graph, to, filler->takes, filler->n_words);
  for (guint i = 1; i < filler->wave.n; i++)
    {
      const guint s = filler->wave.queue[i];
      const guint n = find_candidates (filler, s, rule, edges);
      guint32 least = G_MAXUINT32;
      guint at = 0;

      for (guint k = 0; k < n; k++)
        least = MIN (least, filler->count[edges[k]]);
      if (H + to < routes->n_rows)
        {
          while (filler->count[edges[at]] != least)
            at++;
          routes->port[(gsize) (H + to) * S + s] = graph->port[edges[at]];
          at = 0;
        }
      /* The first of the least, again and again: round by round in ascending order. */
      for (guint d = 0; d < n_dests; d++)
        {
          while (filler->count[edges[at]] != least)
            if (++at == n)
              {
                at = 0;
                least++;
              }
          filler->count[edges[at]]++;
          routes->port[(gsize) dests[d] * S + s] = graph->port[edges[at]];
        }
    }
}

static gboolean
fill (DlFabricRoutes *routes, DlFabricGraph *graph, const DlFabricWork *work, Rule rule)
{
  Filler filler = { .routes = routes, .graph = graph };
  gboolean going = TRUE;

  filler.count = g_new0 (guint32, graph->n_edges);
  filler.n_words = (MAX (routes->fabric->n_ports, 1) + 63) / 64;
  filler.takes = g_new (guint64, (gsize) graph->S * filler.n_words);
  dl_fabric_wave_init (&filler.wave, graph->S);
  for (guint to = 0; to < graph->S && going; to++)
    {
      if (routes->fabric->switch_up[to]
          && (graph->dest_first[to + 1] > graph->dest_first[to]
              || routes->n_rows > routes->fabric->n_hosts))
        fill_switch (&filler, to, rule);
      if (to % STRIDE == 0)
        going = dl_fabric_work_at (work, (double) to / graph->S);
    }
  dl_fabric_wave_clear (&filler.wave);
  g_free (filler.count);
  g_free (filler.takes);
  return going;
}

gboolean
dl_fabric_fill_min_hop (DlFabricRoutes *routes, DlFabricGraph *graph, const DlFabricWork *work)
{
  return fill (routes, graph, work, MIN_HOP);
}

static gboolean
route_min_hop (DlFabricRoutes *routes, DlFabricGraph *graph, const DlFabricEngineOptions *options,
               const DlFabricWork *work, GError **error)
{
  return fill (routes, graph, work, MIN_HOP);
}

static gboolean
route_dor (DlFabricRoutes *routes, DlFabricGraph *graph, const DlFabricEngineOptions *options,
           const DlFabricWork *work, GError **error)
{
  return fill (routes, graph, work, FIRST_NEIGHBOR);
}

static gboolean
route_up_down (DlFabricRoutes *routes, DlFabricGraph *graph, const DlFabricEngineOptions *options,
               const DlFabricWork *work, GError **error)
{
  dl_fabric_rank_by (graph, options);
  return fill (routes, graph, work, UP_DOWN);
}

const DlFabricEngine dl_fabric_min_hop = {
  .id = "min-hop",
  .alias = "minhop",
  .title = N_ ("Min-hop"),
  .description = N_ ("Shortest routes, spread over ports by destination; can deadlock"),
  .citation = "OpenSM, minhop (opensm/osm_ucast_mgr.c)",
  .route = route_min_hop,
};

const DlFabricEngine dl_fabric_dor = {
  .id = "dor",
  .title = N_ ("Dimension order"),
  .description = N_ ("One dimension after the other, as in a HyperX or a torus"),
  .citation
  = "Ahn et al., SC 2009, 2.2 (HyperX); OpenSM, dor: dimensions are in the order of ports",
  .route = route_dor,
};

const DlFabricEngine dl_fabric_up_down = {
  .id = "up-down",
  .alias = "updn",
  .title = N_ ("Up*/down*"),
  .description = N_ ("Towards the roots first, then away from them"),
  .citation = "Schroeder et al., Autonet, IEEE JSAC 9 (8), 1991; OpenSM, updn",
  .acyclic = TRUE,
  .route = route_up_down,
};
