/* Routing engines of fabrics, one row each. */
#pragma once

#include "dl-fabric-graph.h"

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
  /* Entry of a table (DlEntry): */
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
/* The engine with this id or alias; NULL if there is none. */
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
/* Rank @graph by the roots of @options, or else by roots that it finds. */
void dl_fabric_rank_by (DlFabricGraph *graph, const DlFabricEngineOptions *options);
/* Does any row of @routes lead to switch @to, or to a host at it? */
gboolean dl_fabric_leads_to (const DlFabricRoutes *routes, const DlFabricGraph *graph, guint to);
/* Are as many layers as @routes need among those of @options? Errors: DL_FABRIC_ERROR_LIMIT, which
 * says how many they need. */
gboolean dl_fabric_has_layers (const DlFabricRoutes *routes, const DlFabricEngineOptions *options,
                               GError **error);

/* For dl_shared_init. */
void dl_fabric_routes_free (gpointer routes);

/* Shortest routes to one switch after the other, each the least loaded one so far: what engines
 * that balance by weights share (Domke et al., Deadlock-free oblivious routing for arbitrary
 * topologies, IPDPS 2011). */

typedef struct
{
  const DlFabricGraph *graph; /* borrowed */
  DlFabricWave wave;          /* of the switch that routes lead to */
  guint64 *weight;            /* (n_edges) routes that take it so far */
  guint32 *choice;            /* (S) edge that each switch of the wave but the first takes */
  guint64 *through;           /* (S) routes from a switch and through it, of those added last */
  guint64 *sum;               /* (S) of weights to the destination */
} DlFabricLightest;

void dl_fabric_lightest_init (DlFabricLightest *lightest, const DlFabricGraph *graph);
void dl_fabric_lightest_clear (DlFabricLightest *lightest);
/* Choose for each switch that the wave reaches the shortest route with the least sum of weights; of
 * equal ones, that by the lowest port. */
void dl_fabric_lightest_choose (DlFabricLightest *lightest);
/* Add the chosen routes to the weights: as many routes from each switch as there are sources at it,
 * @times each. */
void dl_fabric_lightest_add (DlFabricLightest *lightest, guint times);
/* Chosen ports as a row (S) of a table; other entries stay. */
void dl_fabric_lightest_set_ports (const DlFabricLightest *lightest, guint8 *row);

/* Puts routes into layers so that the dependencies of none have a cycle: each into the first layer
 * that stays acyclic, as LASH does (Skeie 2002). The order of channels of a layer is kept up as
 * dependencies are added (Pearce & Kelly, A dynamic topological sort algorithm for directed acyclic
 * graphs, ACM JEA 11, 2006), so that most of them cost a comparison. */

#define DL_FABRIC_MAX_LAYERS 64 /* that are looked for to say how many there would have to be */

typedef struct _DlFabricLayers DlFabricLayers;

DlFabricLayers *dl_fabric_layers_new (const DlFabricGraph *graph);
void dl_fabric_layers_free (DlFabricLayers *layers);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlFabricLayers, dl_fabric_layers_free)

/* A route over @edges (n) of the graph: its layer, from 0; DL_FABRIC_MAX_LAYERS if none takes it.
 */
guint dl_fabric_layers_add (DlFabricLayers *layers, const guint32 *edges, guint n);
guint dl_fabric_layers_count (const DlFabricLayers *layers);

G_END_DECLS
