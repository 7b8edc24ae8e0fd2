/* From a scenario to what is simulated: the way the data goes, in one call. */
#pragma once

#include "dl-scenario.h"
#include "dl-sim.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Network, routes, traffic and router of @scenario, with @seed. @routes (nullable) are taken over
 * if they are known to be @scenario's (dl_plan_same_routes): building them takes the time. Errors:
 * those of dl_scenario_check for a scenario that it refuses, DL_SCENARIO_ERROR_CONFLICT for a
 * program without a length of messages, with the key, DL_SIM_ERROR, G_IO_ERROR_CANCELLED. Any
 * thread. */
DlSimPlan *dl_plan_new (const DlScenario *scenario, guint64 seed, DlRoutes *routes,
                        GCancellable *cancellable, GError **error);
/* Both have the same network, faults and routing: every key of [torus] is the same. */
gboolean dl_plan_same_routes (const DlScenario *a, const DlScenario *b);
/* The same is simulated for both: they differ in name, run length and the like at most. */
gboolean dl_plan_same (const DlScenario *a, const DlScenario *b);

G_END_DECLS
