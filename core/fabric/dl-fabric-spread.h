/* Loads of engines whose packets choose: the expectation, or the bound that the engine states. */
#pragma once

#include "dl-fabric-analysis.h"
#include "dl-fabric-graph.h"

G_BEGIN_DECLS

/* Fills loads, dependencies and counts of @analysis. @demand: NULL: uniform. FALSE if canceled. */
gboolean dl_fabric_spread (DlFabricAnalysis *analysis, DlFabricGraph *graph, const DlDemand *demand,
                           GCancellable *cancellable);

G_END_DECLS
