/* From a scenario to what is simulated: the way the data goes, in one call. */
#pragma once

#include "dl-aries-machine.h"
#include "dl-families.h"
#include "dl-sim-machine.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Network, routes, traffic and router of @scenario, of a torus, with @seed. @routes (nullable) are
 * taken over if they are known to be @scenario's (dl_plan_same_routes): building them takes the
 * time. Errors: those of dl_scenario_check for a scenario that it refuses,
 * DL_SCENARIO_ERROR_CONFLICT for a program without a length of messages, with the key,
 * DL_SIM_ERROR, G_IO_ERROR_CANCELLED. Any thread. */
DlSimPlan *dl_plan_new (const DlScenario *scenario, guint64 seed, DlRoutes *routes,
                        GCancellable *cancellable, GError **error);

/* The same of a dragonfly (dl-units.h says in which units). All to all with a length of messages,
 * and jobs with one, are programs: rotating shifts, of which simulation.shifts limits the number to
 * those around the middle, where nearly all go to other groups; traffic.order=random draws their
 * order. */
DlAriesPlan *dl_plan_new_dragonfly (const DlScenario *scenario, guint64 seed,
                                    DlDragonflyRoutes *routes, GCancellable *cancellable,
                                    GError **error);

/* Either, as @scenario is of the one kind or the other. */
DlMachinePlan *dl_plan_new_machine (const DlScenario *scenario, guint64 seed, DlRoutes *routes,
                                    DlDragonflyRoutes *dragonfly_routes, GCancellable *cancellable,
                                    GError **error);

/* Does @scenario send a program, of a beginning and an end, rather than a load? */
gboolean dl_plan_is_program (const DlScenario *scenario);
/* Both have the same network, faults and routing. */
gboolean dl_plan_same_routes (const DlScenario *a, const DlScenario *b);
/* The same is simulated for both: they differ in name, run length and the like at most. */
gboolean dl_plan_same (const DlScenario *a, const DlScenario *b);

G_END_DECLS
