/* Engines whose packets choose: any shortest path up, then down; and detours by a switch at
 * random. */
#include "dl-fabric-engine.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* All first steps of shortest legal paths. */
static gboolean
route_up (DlFabricRoutes *routes, DlFabricGraph *graph, const DlFabricEngineOptions *options,
          const DlFabricWork *work, GError **error)
{
  const guint S = graph->S;
  DlFabricWave wave;
  gboolean going = TRUE;

  routes->n_words = (MAX (routes->fabric->n_ports, 1) + 63) / 64;
  routes->choices = g_new0 (guint64, (gsize) S * S * routes->n_words);
  dl_fabric_rank_by (graph, options);
  routes->key = g_memdup2 (graph->key, S * sizeof *graph->key);
  dl_fabric_wave_init (&wave, S);
  for (guint to = 0; to < S && going; to++)
    {
      guint64 *words = routes->choices + (gsize) to * S * routes->n_words;

      if (to % 64 == 0)
        going = dl_fabric_work_at (work, (double) to / S);
      if (graph->dest_first[to + 1] == graph->dest_first[to])
        continue;
      dl_fabric_wave_legal (&wave, graph, to);
      for (guint i = 1; i < wave.n; i++)
        {
          const guint s = wave.queue[i];

          for (guint e = graph->first[s]; e < graph->first[s + 1]; e++)
            if (dl_fabric_wave_takes_legal (&wave, graph, s, e))
              words[s * routes->n_words + (graph->port[e] - 1u) / 64]
                  |= (guint64) 1 << (graph->port[e] - 1) % 64;
        }
    }
  dl_fabric_wave_clear (&wave);
  return going;
}

/* Parts whose switches all reach each other: what a switch of it reaches and is reached from. */
static void
find_parts (DlFabricRoutes *routes, const DlFabricGraph *graph)
{
  const guint S = graph->S;
  g_autofree guint16 *there = g_new (guint16, S), *back = g_new (guint16, S);
  g_autofree guint32 *queue = g_new (guint32, S);
  guint n = 0;

  routes->part = g_new (guint32, S);
  routes->part_size = g_new0 (guint32, S);
  memset (routes->part, 0xff, S * sizeof *routes->part);
  for (guint s = 0; s < S; s++)
    {
      if (routes->part[s] != DL_FABRIC_NONE || !routes->fabric->switch_up[s])
        continue;
      dl_fabric_distances (routes->fabric, s, TRUE, there, queue);
      dl_fabric_distances (routes->fabric, s, FALSE, back, queue);
      for (guint t = s; t < S; t++)
        if (there[t] != DL_FABRIC_FAR && back[t] != DL_FABRIC_FAR)
          {
            routes->part[t] = n;
            routes->part_size[n]++;
          }
      n++;
    }
}

static gboolean
route_detours (DlFabricRoutes *routes, DlFabricGraph *graph, const DlFabricEngineOptions *options,
               const DlFabricWork *work, GError **error)
{
  if (options->layers < 2)
    {
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
                   _ ("detours need 2 layers and have %u (set layers to 2 or more)"),
                   options->layers);
      return FALSE;
    }
  routes->n_layers = 2;
  find_parts (routes, graph);
  return dl_fabric_fill_min_hop (routes, graph, work);
}

const DlFabricEngine dl_fabric_random_up = {
  .id = "random-up",
  .title = N_ ("Random up"),
  .description = N_ ("Up by any port of the shortest routes, at random, then down"),
  .citation = "BookSim 2, nca (src/routefunc.cpp); Leiserson, Fat-trees, IEEE Trans. Computers 34 "
              "(10), 1985",
  .kind = DL_FABRIC_CHOICES,
  .acyclic = TRUE,
  .expects = N_ ("the expectation: each of the ports that a packet may take is as likely"),
  .route = route_up,
};

const DlFabricEngine dl_fabric_adaptive_up = {
  .id = "adaptive-up",
  .title = N_ ("Adaptive up"),
  .description
  = N_ ("Up by the shorter queue of two random ports, or the shortest of all, then down"),
  .citation = "BookSim 2, anca (src/routefunc.cpp); Dally & Towles, Principles and practices of "
              "interconnection networks, 2004, 9.3",
  .kind = DL_FABRIC_CHOICES,
  .acyclic = TRUE,
  .expects = N_ ("the even share of all ports that a packet may take, which adapting aims at"),
  .route = route_up,
};

const DlFabricEngine dl_fabric_valiant = {
  .id = "valiant",
  .title = N_ ("Valiant"),
  .description = N_ ("To a switch at random first, from there to the destination"),
  .citation = "Valiant & Brebner, Universal schemes for parallel communication, STOC 1981",
  .kind = DL_FABRIC_DETOURS,
  .expects = N_ ("the expectation: each switch is as likely to be the middle of a route"),
  .route = route_detours,
};

const DlFabricEngine dl_fabric_ugal = {
  .id = "ugal",
  .title = N_ ("UGAL"),
  .description = N_ ("Directly or by a switch at random, whichever has the shorter queue"),
  .citation = "Singh, Load-balanced routing in interconnection networks, PhD thesis, Stanford 2005",
  .kind = DL_FABRIC_DETOURS,
  .expects = N_ ("a bound: the share of detours, the same for all pairs, by which the busiest "
                 "channel is least loaded"),
  .route = route_detours,
};
