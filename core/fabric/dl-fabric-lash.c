/* Engines that break cycles by layers: LASH (Skeie et al. 2002), a shortest way for each pair of
 * switches; and DFSSSP (Domke et al. 2011), shortest ways for each host that avoid what is loaded
 * so far. Each route goes to the first layer that it does not close a cycle in. */
#include "dl-fabric-engine.h"
#include "dl-fabric-layers.h"

#include <glib/gi18n-lib.h>

#include <string.h>

typedef struct
{
  DlFabricRoutes *routes;
  const DlFabricGraph *graph;
  DlFabricWave wave;
  guint64 *weight;  /* (n_edges) routes that take it */
  guint64 *sum;     /* (S) of weights to the destination */
  guint32 *choice;  /* (S) edge that a switch takes */
  guint64 *through; /* (S) routes that come through */
  guint32 *path;    /* (S + 1) */
  DlFabricLayers *layers;
} Maker;

/* Of the shortest ways to wave's switch the least loaded one, from each switch. */
static void
choose_lightest (Maker *m)
{
  const DlFabricGraph *graph = m->graph;

  m->sum[m->wave.queue[0]] = 0;
  for (guint i = 1; i < m->wave.n; i++)
    {
      const guint s = m->wave.queue[i];
      guint64 least = G_MAXUINT64;

      for (guint e = graph->first[s]; e < graph->first[s + 1]; e++)
        {
          guint64 sum;

          if (!dl_fabric_wave_takes (&m->wave, graph, s, e))
            continue;
          sum = m->weight[e] + m->sum[graph->to[e]];
          if (sum < least)
            {
              least = sum;
              m->choice[s] = e;
            }
        }
      m->sum[s] = least;
    }
}

/* As many routes from each switch as there are sources, @times each. */
static void
add_weights (Maker *m, guint times)
{
  const DlFabricGraph *graph = m->graph;

  for (guint i = 0; i < m->wave.n; i++)
    m->through[m->wave.queue[i]] = (guint64) graph->n_sources[m->wave.queue[i]] * times;
  for (guint i = m->wave.n; i-- > 1;)
    {
      const guint s = m->wave.queue[i];

      m->weight[m->choice[s]] += m->through[s];
      m->through[graph->to[m->choice[s]]] += m->through[s];
    }
}

/* Routes from all switches with sources find their layers; most of them, and G_MAXUINT8 if it is
 * past what a byte holds, which no machine has. */
static void
choose_layers (Maker *m, guint8 *row)
{
  const DlFabricGraph *graph = m->graph;
  const guint to = m->wave.queue[0];

  for (guint i = 1; i < m->wave.n; i++)
    {
      guint s = m->wave.queue[i], n = 0;

      if (graph->n_sources[s] == 0)
        continue;
      for (guint t = s; t != to; t = graph->to[m->choice[t]])
        m->path[n++] = m->choice[t];
      row[s] = (guint8) dl_fabric_layers_add (m->layers, m->path, n);
    }
}

static void
set_ports (Maker *m, guint8 *row)
{
  for (guint i = 1; i < m->wave.n; i++)
    row[m->wave.queue[i]] = m->graph->port[m->choice[m->wave.queue[i]]];
}

/* To one switch and all its hosts: one way for all of them, or one for each. */
static void
fill_switch (Maker *m, guint to, gboolean each)
{
  const DlFabricGraph *graph = m->graph;
  DlFabricRoutes *routes = m->routes;
  const guint S = graph->S, n = graph->dest_first[to + 1] - graph->dest_first[to];
  const guint32 *dests = graph->dests + graph->dest_first[to];

  dl_fabric_wave_min (&m->wave, graph, to);
  for (guint i = 0; i < n; i++)
    {
      guint8 *row = routes->port + (gsize) dests[i] * S;
      guint8 *layer = routes->layer + (gsize) dests[i] * S;

      if (i == 0 || each)
        {
          choose_lightest (m);
          add_weights (m, each ? 1 : n);
          choose_layers (m, layer);
        }
      else
        memcpy (layer, routes->layer + (gsize) dests[0] * S, S);
      set_ports (m, row);
    }
  if (routes->fabric->n_hosts + to < routes->n_rows)
    {
      choose_lightest (m);
      set_ports (m, routes->port + (gsize) (routes->fabric->n_hosts + to) * S);
    }
}

static gboolean
fill (DlFabricRoutes *routes, DlFabricGraph *graph, const DlFabricEngineOptions *options,
      const DlFabricWork *work, gboolean each, GError **error)
{
  const guint S = graph->S;
  Maker m = { .routes = routes, .graph = graph };
  gboolean going = TRUE;

  routes->layer = g_malloc0 ((gsize) routes->fabric->n_hosts * S);
  dl_fabric_wave_init (&m.wave, S);
  m.weight = g_new0 (guint64, graph->n_edges);
  m.sum = g_new (guint64, S);
  m.choice = g_new (guint32, S);
  m.through = g_new (guint64, S);
  m.path = g_new (guint32, S + 1);
  m.layers = dl_fabric_layers_new (graph);
  for (guint to = 0; to < S && going; to++)
    {
      if (routes->fabric->switch_up[to]
          && (graph->dest_first[to + 1] > graph->dest_first[to]
              || routes->n_rows > routes->fabric->n_hosts))
        fill_switch (&m, to, each);
      going = dl_fabric_work_at (work, (double) to / S);
    }
  routes->n_layers = MAX (dl_fabric_layers_count (m.layers), 1);
  if (going && routes->n_layers > options->layers)
    {
      g_set_error (
          error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
          g_dngettext (
              GETTEXT_PACKAGE,
              "engine %s needs %u layer here and has %u (raise layers, or choose another engine)",
              "engine %s needs %u layers here and has %u (raise layers, or choose another engine)",
              routes->n_layers),
          routes->engine->id, routes->n_layers, options->layers);
      going = FALSE;
    }
  dl_fabric_layers_free (m.layers);
  dl_fabric_wave_clear (&m.wave);
  g_free (m.weight);
  g_free (m.sum);
  g_free (m.choice);
  g_free (m.through);
  g_free (m.path);
  return going;
}

static gboolean
route_lash (DlFabricRoutes *routes, DlFabricGraph *graph, const DlFabricEngineOptions *options,
            const DlFabricWork *work, GError **error)
{
  return fill (routes, graph, options, work, FALSE, error);
}

static gboolean
route_dfsssp (DlFabricRoutes *routes, DlFabricGraph *graph, const DlFabricEngineOptions *options,
              const DlFabricWork *work, GError **error)
{
  return fill (routes, graph, options, work, TRUE, error);
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

const DlFabricEngine dl_fabric_dfsssp = {
  .id = "dfsssp",
  .title = N_ ("DFSSSP"),
  .description
  = N_ ("Shortest routes that avoid loaded cables, in as many layers as keep each without a cycle"),
  .citation = "Domke, Hoefler & Nagel, Deadlock-free oblivious routing for arbitrary topologies, "
              "IPDPS 2011; layers as LASH has them",
  .acyclic = TRUE,
  .route = route_dfsssp,
};
