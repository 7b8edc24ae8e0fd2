/* What it would do to break each cable, or switch, of a fabric beside what is broken. */
#pragma once

#include "dl-critical.h"
#include "dl-fabric-analysis.h"

G_BEGIN_DECLS

/* A switch, and the fabric without it. */
typedef struct
{
  guint number; /* of the switch */
  DlCriticalFigures figures;
  gint64 undelivered_more; /* pairs of hosts that still work, beyond those lost now */
} DlFabricCriticalSwitch;

/* The figures of an analysis. */
DlCriticalFigures dl_fabric_figures (const DlFabricAnalysis *analysis);
/* Those of the fabric of @analysis with @more broken, routed anew by its engine, under @demand
 * (nullable: uniform), of which flows of hosts that no longer work are left out. An engine that
 * refuses delivers nothing. FALSE if canceled. */
gboolean dl_fabric_figures_without (const DlFabricAnalysis *analysis, const DlDemand *demand,
                                    const DlFabricFaults *more, DlCriticalFigures *figures,
                                    GCancellable *cancellable);

/* Each cable between switches of which a direction works, the worst first. NULL if canceled. */
DlCritical *dl_fabric_critical_cables (const DlFabricAnalysis *analysis, const DlDemand *demand,
                                       DlCriticalOptions options, GCancellable *cancellable);
/* Each working switch, the worst first: most pairs lost, then what can deadlock, then by the
 * busiest channel. (DlFabricCriticalSwitch); NULL if canceled. */
GArray *dl_fabric_critical_switches (const DlFabricAnalysis *analysis, const DlDemand *demand,
                                     DlProgressFunc progress, gpointer data,
                                     GCancellable *cancellable);

G_END_DECLS
