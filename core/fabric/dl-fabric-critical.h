/* Effects of one more broken cable, or switch, of a fabric. */
#pragma once

#include "dl-critical.h"
#include "dl-fabric-analysis.h"

G_BEGIN_DECLS

/* Figures of the fabric of @analysis with @more broken, rerouted by its engine, under @demand
 * (nullable: uniform), of which flows of hosts that no longer work are left out. An engine that
 * refuses delivers nothing. FALSE if canceled. */
gboolean dl_fabric_figures_without (const DlFabricAnalysis *analysis, const DlDemand *demand,
                                    const DlFabricFaults *more, DlCriticalFigures *figures,
                                    GCancellable *cancellable);

/* Each cable between switches of which a direction works, or each working switch, as @options say;
 * the worst first. Hosts of a broken switch are broken, and not counted among those cut off. NULL
 * if canceled. */
DlCritical *dl_fabric_critical (const DlFabricAnalysis *analysis, const DlDemand *demand,
                                DlCriticalOptions options, GCancellable *cancellable);

G_END_DECLS
