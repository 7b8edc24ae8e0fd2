/* A torus or mesh of input-queued routers: the same routes as the analysis and the SeaStar have, as
 * that router asks for them. Ports are DlPort: inputs are named by where they face. */
#pragma once

#include "dl-iq-machine.h"
#include "dl-routes.h"
#include "dl-scenario.h"

G_BEGIN_DECLS

/* Do its routes keep to a half of the virtual channels in any dimension? */
gboolean dl_torus_needs_halves (const DlScenario *scenario);
/* How many virtual channels a port needs for the routes of @scenario: halves of the rings, of
 * requests and of responses. */
guint dl_torus_least_vcs (const DlScenario *scenario);

/* The plan of @scenario with @seed on @routes, which are of it. Errors: DL_SIM_ERROR, those of its
 * workload. */
DlMachinePlan *dl_torus_input_queued (const DlScenario *scenario, guint64 seed, DlRoutes *routes,
                                      GError **error);

G_END_DECLS
