/* A dragonfly of input-queued routers. Ports of a router: its nodes, then its links in their order,
 * which is BookSim 2's (networks/dragonfly.cpp). */
#pragma once

#include "dl-iq-machine.h"
#include "dl-dragonfly-routes.h"
#include "dl-scenario.h"

G_BEGIN_DECLS

/* How many virtual channels a port needs for the routes of @scenario. */
guint dl_dragonfly_least_vcs (const DlScenario *scenario);

/* The plan of @scenario with @seed on @routes, which are of it. Errors: DL_SIM_ERROR, those of its
 * demand and workload. */
DlMachinePlan *dl_dragonfly_input_queued (const DlScenario *scenario, guint64 seed,
                                          DlDragonflyRoutes *routes, GError **error);

G_END_DECLS
