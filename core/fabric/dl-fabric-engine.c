#include "dl-fabric-engine.h"
#include "dl-fabric-layers.h"
#include "dl-stage.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* One more is a file with a DlFabricEngine (tables, choices or detours, with its source) and a
 * line here. dl-fabric-graph has what engines share, dl-fabric-lightest chooses routes by
 * weights, dl-fabric-layers puts routes into layers without cycles. The tests hold it to
 * dependencies built pair by pair. */
static const DlFabricEngine *const engines[] = {
  &dl_fabric_lft,       &dl_fabric_min_hop,     &dl_fabric_up_down, &dl_fabric_ftree,
  &dl_fabric_dor,       &dl_fabric_lash,        &dl_fabric_dfsssp,  &dl_fabric_dijkstra,
  &dl_fabric_random_up, &dl_fabric_adaptive_up, &dl_fabric_valiant, &dl_fabric_ugal,
  &dl_fabric_dateline,
};

const DlFabricEngine *const *
dl_fabric_engines (guint *n)
{
  *n = G_N_ELEMENTS (engines);
  return engines;
}

const DlFabricEngine *
dl_fabric_engine_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (engines); i++)
    if (g_str_equal (engines[i]->id, id) || g_strcmp0 (engines[i]->alias, id) == 0)
      return engines[i];
  return NULL;
}

DlFabricEngineOptions
dl_fabric_engine_options_default (void)
{
  return (DlFabricEngineOptions) { .layers = 4 };
}

gboolean
dl_fabric_work_at (const DlFabricWork *work, double fraction)
{
  if (work->progress != NULL)
    work->progress (fraction, work->data);
  dl_stage_note (work->cancellable, fraction);
  return !g_cancellable_is_cancelled (work->cancellable);
}

void
dl_fabric_rank_by (DlFabricGraph *graph, const DlFabricEngineOptions *options)
{
  g_autofree guint32 *found = NULL;
  guint n = 0;

  if (options->n_roots == 0)
    {
      found = g_new (guint32, graph->S);
      n = dl_fabric_find_roots (graph->fabric, found);
    }
  dl_fabric_graph_rank (graph, found != NULL ? found : options->roots,
                        found != NULL ? n : options->n_roots);
}

gboolean
dl_fabric_leads_to (const DlFabricRoutes *routes, const DlFabricGraph *graph, guint to)
{
  return routes->fabric->switch_up[to]
         && (graph->dest_first[to + 1] > graph->dest_first[to]
             || routes->n_rows > routes->fabric->n_hosts);
}

gboolean
dl_fabric_has_layers (const DlFabricRoutes *routes, const DlFabricEngineOptions *options,
                      GError **error)
{
  if (routes->n_layers <= options->layers)
    return TRUE;
  if (routes->n_layers > DL_FABRIC_MAX_LAYERS)
    {
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
                   _ ("engine %s needs more than %d layers here (choose another engine)"),
                   routes->engine->id, DL_FABRIC_MAX_LAYERS);
      return FALSE;
    }
  g_set_error (
      error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
      g_dngettext (
          GETTEXT_PACKAGE,
          "engine %s needs %u layer here and has %u (raise layers, or choose another engine)",
          "engine %s needs %u layers here and has %u (raise layers, or choose another engine)",
          routes->n_layers),
      routes->engine->id, routes->n_layers, options->layers);
  return FALSE;
}

/* Entries of the switch itself, and of the hosts at it, which are the same whatever the engine. */
static void
fill_last_hops (DlFabricRoutes *routes, const DlFabricGraph *graph)
{
  const DlFabric *fabric = routes->fabric;

  for (guint h = 0; h < fabric->n_hosts; h++)
    if (graph->gives[h] != DL_FABRIC_NONE)
      routes->port[(gsize) h * graph->S + graph->gives[h]]
          = fabric->channel_from_port[dl_fabric_host_receives (fabric, h)];
  for (guint v = fabric->n_hosts; v < routes->n_rows; v++)
    routes->port[(gsize) v * graph->S + v - fabric->n_hosts] = 0;
}

DlFabricRoutes *
dl_fabric_route (DlFabric *fabric, const DlFabricEngine *engine,
                 const DlFabricEngineOptions *options, const DlFabricWork *work, GError **error)
{
  static const DlFabricWork quiet = { 0 };
  g_autoptr (DlFabricGraph) graph = dl_fabric_graph_new (fabric);
  g_autoptr (DlFabricRoutes) routes = g_new0 (DlFabricRoutes, 1);
  g_autoptr (GError) local = NULL;

  dl_shared_init (&routes->head.shared, dl_fabric_routes_free);
  routes->head.shape = routes->fabric = dl_fabric_ref (fabric);
  routes->engine = engine;
  routes->kind = engine->kind;
  routes->n_layers = 1;
  routes->most_layers = options->layers;
  routes->compares_all = options->compares_all;
  routes->n_roots = options->n_roots;
  routes->roots = g_memdup2 (options->roots, options->n_roots * sizeof *options->roots);
  if (options->tables != NULL)
    routes->tables = dl_fabric_tables_ref (options->tables);
  routes->n_rows = options->to_switches || engine->kind == DL_FABRIC_DETOURS ? fabric->n_vertices
                                                                             : fabric->n_hosts;
  if (engine->kind != DL_FABRIC_CHOICES)
    {
      const gsize size = (gsize) routes->n_rows * fabric->n_switches;

      routes->port = g_malloc (size);
      memset (routes->port, DL_FABRIC_NO_PORT, size);
      if (engine != &dl_fabric_lft)
        fill_last_hops (routes, graph);
    }
  if (engine->route (routes, graph, options, work != NULL ? work : &quiet, &local))
    return g_steal_pointer (&routes);
  if (local != NULL)
    g_propagate_error (error, g_steal_pointer (&local));
  else
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("canceled"));
  return NULL;
}

DlFabricRoutes *
dl_fabric_reroute (const DlFabricRoutes *routes, DlFabric *fabric, const DlFabricWork *work,
                   GError **error)
{
  const DlFabricEngineOptions options = {
    .roots = routes->roots,
    .n_roots = routes->n_roots,
    .layers = routes->most_layers,
    .tables = routes->tables,
    .compares_all = routes->compares_all,
    .to_switches = routes->kind != DL_FABRIC_DETOURS && routes->n_rows > fabric->n_hosts,
  };

  return dl_fabric_route (fabric, routes->engine, &options, work, error);
}

/* Tables that were read stay as they are, whatever breaks. */
static gboolean
route_lft (DlFabricRoutes *routes, DlFabricGraph *graph, const DlFabricEngineOptions *options,
           const DlFabricWork *work, GError **error)
{
  if (options->tables == NULL)
    {
      g_set_error_literal (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER,
                           _ ("there are no tables (open output of dump_fts, or choose another "
                              "engine)"));
      return FALSE;
    }
  if (options->tables->n_vertices != routes->fabric->n_vertices
      || options->tables->n_switches != graph->S)
    {
      g_set_error_literal (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_MISMATCH,
                           _ ("the tables are of a different fabric (open those of this one)"));
      return FALSE;
    }
  if (options->tables->n_layers > options->layers)
    {
      g_set_error (
          error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
          g_dngettext (
              GETTEXT_PACKAGE,
              "the path records of the tables use %u layer and engine %s has %u (raise layers)",
              "the path records of the tables use %u layers and engine %s has %u (raise layers)",
              options->tables->n_layers),
          options->tables->n_layers, routes->engine->id, options->layers);
      return FALSE;
    }
  memcpy (routes->port, options->tables->port, (gsize) routes->n_rows * graph->S);
  if (options->tables->layer != NULL)
    {
      routes->host_layer = g_memdup2 (options->tables->layer,
                                      (gsize) routes->fabric->n_hosts * routes->fabric->n_hosts);
      routes->n_layers = options->tables->n_layers;
    }
  return TRUE;
}

const DlFabricEngine dl_fabric_lft = {
  .id = "lft",
  .title = N_ ("Tables as read"),
  .description = N_ ("The forwarding tables of the machine; after a fault they stay as they are"),
  .citation = "InfiniBand Architecture Specification 1, 18.2.4.3 (linear forwarding tables)",
  .route = route_lft,
};
