/* A dragonfly of input-queued routers. Ports of a router: its nodes, then its links in their order,
 * which is BookSim 2's (networks/dragonfly.cpp). */
#pragma once

#include "dl-iq.h"
#include "dl-dragonfly-routes.h"
#include "dl-scenario.h"

G_BEGIN_DECLS

/* How many virtual channels a port needs for the routes of @scenario. */
guint dl_dragonfly_least_vcs (const DlScenario *scenario);

/* As DlFamily.queue. */
gboolean dl_dragonfly_queue (const DlScenario *scenario, gpointer routes, DlIqPlanOptions *options,
                             GError **error);

G_END_DECLS
