/* Routing engines of fabrics, one row each. */
#pragma once

#include "dl-fabric-graph.h"
#include "dl-fabric-routes.h"

G_BEGIN_DECLS

/* A plain value that borrows what it points to. */
typedef struct
{
  const guint32 *roots; /* (n_roots) numbers of switches; 0: found */
  guint n_roots;
  guint layers;           /* that an engine may use, 1..15 */
  DlFabricTables *tables; /* of engine lft; nullable */
  gboolean compares_all;  /* adaptive-up takes the shortest queue of all ports, not of two */
  gboolean to_switches;   /* routes to switches, too (management) */
} DlFabricEngineOptions;

DlFabricEngineOptions dl_fabric_engine_options_default (void); /* 4 layers */

typedef struct
{
  DlProgressFunc progress; /* nullable */
  gpointer data;
  GCancellable *cancellable; /* nullable */
} DlFabricWork;

struct _DlFabricEngine
{
  /* As an entry of a table (DlEntry): */
  const char *id;          /* in files */
  const char *title;       /* translatable */
  const char *description; /* one line, translatable */
  const char *alias;       /* OpenSM's or BookSim's word for it, nullable */
  const char *citation;
  DlFabricRouteKind kind;
  gboolean acyclic;    /* whatever the fabric, no layer has a cycle */
  const char *expects; /* (nullable) what an analysis of loads states beside what happens;
                          translatable */
  /* Fills @routes, whose tables are without any entry. FALSE and no error: canceled. Errors:
   * DL_FABRIC_ERROR_PARAMETER where the engine does not apply, DL_FABRIC_ERROR_LIMIT for more
   * layers than there are. */
  gboolean (*route) (DlFabricRoutes *routes, DlFabricGraph *graph,
                     const DlFabricEngineOptions *options, const DlFabricWork *work,
                     GError **error);
};

const DlFabricEngine *const *dl_fabric_engines (guint *n);
/* By id or alias; NULL if there is none. */
const DlFabricEngine *dl_fabric_engine_find (const char *id);

/* Routes of @fabric. Errors: those of the engine, G_IO_ERROR_CANCELLED. */
DlFabricRoutes *dl_fabric_route (DlFabric *fabric, const DlFabricEngine *engine,
                                 const DlFabricEngineOptions *options, const DlFabricWork *work,
                                 GError **error);

/* Routes as @routes, by the same engine and options, on @fabric, which is a copy of the same fabric
 * with different faults. Errors: as dl_fabric_route. */
DlFabricRoutes *dl_fabric_reroute (const DlFabricRoutes *routes, DlFabric *fabric,
                                   const DlFabricWork *work, GError **error);

/* For engines: FALSE if it was canceled. */
gboolean dl_fabric_work_at (const DlFabricWork *work, double fraction);

/* Why ftree does not route @fabric, translated; NULL: it does. */
const char *dl_fabric_ftree_refusal (const DlFabric *fabric);

/* Rows of the table. */
extern const DlFabricEngine dl_fabric_lft, dl_fabric_min_hop, dl_fabric_up_down, dl_fabric_ftree,
    dl_fabric_dor, dl_fabric_lash, dl_fabric_dfsssp, dl_fabric_dijkstra, dl_fabric_random_up,
    dl_fabric_adaptive_up, dl_fabric_valiant, dl_fabric_ugal, dl_fabric_dateline;

/* Shared by engines: tables of least hops, balanced by counters of ports. */
gboolean dl_fabric_fill_min_hop (DlFabricRoutes *routes, DlFabricGraph *graph,
                                 const DlFabricWork *work);
/* Rank @graph by the roots of @options, or those that are found. */
void dl_fabric_rank_by (DlFabricGraph *graph, const DlFabricEngineOptions *options);
/* Does any row of @routes lead to switch @to, or to a host at it? */
gboolean dl_fabric_leads_to (const DlFabricRoutes *routes, const DlFabricGraph *graph, guint to);
/* Are as many layers as @routes need among those of @options? Errors: DL_FABRIC_ERROR_LIMIT, which
 * says how many they need. */
gboolean dl_fabric_has_layers (const DlFabricRoutes *routes, const DlFabricEngineOptions *options,
                               GError **error);

/* For dl_shared_init. */
void dl_fabric_routes_free (gpointer routes);

G_END_DECLS
