/* Puts routes into layers so that the dependencies of none have a cycle: each into the first layer
 * that stays acyclic, as LASH does (Skeie 2002). The order of channels of a layer is kept up as
 * dependencies are added (Pearce & Kelly, A dynamic topological sort algorithm for directed acyclic
 * graphs, ACM JEA 11, 2006), so that most of them cost a comparison. */
#pragma once

#include "dl-fabric-graph.h"

G_BEGIN_DECLS

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
