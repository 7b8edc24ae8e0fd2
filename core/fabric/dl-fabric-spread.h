/* Loads of engines whose packets choose: the expectation, or the bound that the engine states. */
#pragma once

#include "dl-fabric-analysis.h"
#include "dl-fabric-sets.h"

G_BEGIN_DECLS

/* Fills loads, dependencies and counts of @analysis. @demand: NULL: uniform. @sets: of a demand by
 * sets, for which one packet per pair is counted; else NULL. FALSE if canceled. */
gboolean dl_fabric_spread (DlFabricAnalysis *analysis, DlFabricGraph *graph, const DlDemand *demand,
                           const DlFabricSets *sets, GCancellable *cancellable);

G_END_DECLS
