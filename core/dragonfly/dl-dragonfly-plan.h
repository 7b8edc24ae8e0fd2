/* Analysis and simulation plans of a dragonfly, from its scenario. */
#pragma once

#include "dl-aries.h"
#include "dl-dragonfly-analysis.h"
#include "dl-dragonfly-routes.h"
#include "dl-dragonfly-scenario.h"
#include "dl-iq.h"
#include "dl-scenario.h"

G_BEGIN_DECLS

/* Rates of links and nodes of @dragonfly, the scenario's network, in its router. */
DlDragonflyRates dl_dragonfly_rates_of (const DlScenario *scenario, const DlDragonfly *dragonfly);
/* Implements DlFamily.analyze. */
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

/* Plan of its Aries' simulation, as dl_scenario_plan; dl-machine.h says in which units. */
DlAriesPlan *dl_dragonfly_plan_new (const DlScenario *scenario, guint64 seed,
                                    DlDragonflyRoutes *routes, GCancellable *cancellable,
                                    GError **error);

/* A dragonfly of input-queued routers. Ports of a router: its nodes, then its links in their order,
 * which is BookSim 2's (networks/dragonfly.cpp). */

/* How many virtual channels a port needs for the routes of @scenario. */
guint dl_dragonfly_least_vcs (const DlScenario *scenario);

/* Implement DlFamily.sends, always with the demand (DlDragonflyDemand) as its traffic, and
 * DlFamily.queue. */
gboolean dl_dragonfly_sends (const DlScenario *scenario, gpointer shape, guint64 seed, DlSent *sent,
                             GError **error);
gboolean dl_dragonfly_queue (const DlScenario *scenario, gpointer routes, DlIqPlanOptions *options,
                             GError **error);

G_END_DECLS
