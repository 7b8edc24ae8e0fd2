/* What of a dragonfly is analyzed and simulated, from its scenario. */
#pragma once

#include "dl-aries-machine.h"
#include "dl-dragonfly-analysis.h"
#include "dl-dragonfly-scenario.h"

G_BEGIN_DECLS

/* What the links and nodes of @dragonfly, the scenario's network, carry in its router. */
DlDragonflyRates dl_dragonfly_rates_of (const DlScenario *scenario, const DlDragonfly *dragonfly);
/* As DlFamily.analyze. */
DlDragonflyAnalysis *dl_dragonfly_analyze (const DlScenario *scenario, DlDragonflyRoutes *known,
                                           const DlDragonflyAnalysis *previous,
                                           GCancellable *cancellable, GError **error);

/* The same without routes that are known. */
static inline DlDragonflyAnalysis *
dl_dragonfly_evaluate (const DlScenario *scenario, const DlDragonflyAnalysis *previous,
                       GCancellable *cancellable, GError **error)
{
  return dl_dragonfly_analyze (scenario, NULL, previous, cancellable, error);
}

/* What its Aries are simulated by, as dl_scenario_plan; dl-units.h says in which units. */
DlAriesPlan *dl_dragonfly_plan_new (const DlScenario *scenario, guint64 seed,
                                    DlDragonflyRoutes *routes, GCancellable *cancellable,
                                    GError **error);

G_END_DECLS
