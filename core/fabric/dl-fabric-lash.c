/* LASH (Skeie et al. 2002): a shortest route for each pair of switches, here one that avoids the
 * links loaded so far. Each goes to the first layer that it does not close a cycle in. */
#include "dl-fabric-engine.h"

#include <glib/gi18n-lib.h>

#include <string.h>

typedef struct
{
  DlFabricRoutes *routes;
  const DlFabricGraph *graph;
  DlFabricLightest lightest;
  DlFabricLayers *layers;
  guint32 *path; /* (S + 1) edges of a route */
} Maker;

/* Routes from all switches with sources find their layers; DL_FABRIC_MAX_LAYERS of routes that do
 * not. */
static void
choose_layers (Maker *m, guint8 *row)
{
  const DlFabricGraph *graph = m->graph;
  const DlFabricWave *wave = &m->lightest.wave;
  const guint to = wave->queue[0];

  for (guint i = 1; i < wave->n; i++)
    {
      const guint s = wave->queue[i];
      guint n = 0;

      if (graph->n_sources[s] == 0)
        continue;
      for (guint t = s; t != to; t = graph->to[m->lightest.choice[t]])
        m->path[n++] = m->lightest.choice[t];
      row[s] = (guint8) dl_fabric_layers_add (m->layers, m->path, n);
    }
}

/* Routes to one switch, the same for all its hosts. */
static void
fill_switch (Maker *m, guint to)
{
  const DlFabricGraph *graph = m->graph;
  DlFabricRoutes *routes = m->routes;
  const guint S = graph->S, n = graph->dest_first[to + 1] - graph->dest_first[to];
  const guint32 *dests = graph->dests + graph->dest_first[to];

  dl_fabric_wave_min (&m->lightest.wave, graph, to);
  for (guint i = 0; i < n; i++)
    {
      guint8 *layer = routes->layer + (gsize) dests[i] * S;

      if (i == 0)
        {
          dl_fabric_lightest_choose (&m->lightest);
          dl_fabric_lightest_add (&m->lightest, n);
          choose_layers (m, layer);
        }
      else
        memcpy (layer, routes->layer + (gsize) dests[0] * S, S);
      dl_fabric_lightest_set_ports (&m->lightest, routes->port + (gsize) dests[i] * S);
    }
  if (routes->fabric->n_hosts + to < routes->n_rows)
    {
      dl_fabric_lightest_choose (&m->lightest);
      dl_fabric_lightest_set_ports (&m->lightest,
                                    routes->port + (gsize) (routes->fabric->n_hosts + to) * S);
    }
}

static gboolean
route_lash (DlFabricRoutes *routes, DlFabricGraph *graph, const DlFabricEngineOptions *options,
            const DlFabricWork *work, GError **error)
{
  const guint S = graph->S;
  Maker m = { .routes = routes, .graph = graph };
  gboolean going = TRUE;

  routes->layer = g_malloc0 ((gsize) routes->fabric->n_hosts * S);
  dl_fabric_lightest_init (&m.lightest, graph);
  m.path = g_new (guint32, S + 1);
  m.layers = dl_fabric_layers_new (graph);
  for (guint to = 0; to < S && going; to++)
    {
      if (dl_fabric_leads_to (routes, graph, to))
        fill_switch (&m, to);
      going = dl_fabric_work_at (work, (double) to / S);
    }
  routes->n_layers = MAX (dl_fabric_layers_count (m.layers), 1);
  going = going && dl_fabric_has_layers (routes, options, error);
  dl_fabric_layers_free (m.layers);
  dl_fabric_lightest_clear (&m.lightest);
  g_free (m.path);
  return going;
}

const DlFabricEngine dl_fabric_lash = {
  .id = "lash",
  .title = N_ ("LASH"),
  .description = N_ ("Shortest routes, in as many layers as keep each without a cycle"),
  .citation
  = "Skeie, Lysne & Theiss, Layered shortest path (LASH) routing in irregular system area "
    "networks, IPDPS 2002",
  .acyclic = TRUE,
  .route = route_lash,
};
