/* A torus or mesh of input-queued routers: the same routes as the analysis and the SeaStar have, as
 * that router asks for them. Ports are DlTorusPort: inputs are named by where they face. */
#pragma once

#include "dl-iq.h"
#include "dl-scenario.h"
#include "dl-torus-routes.h"

G_BEGIN_DECLS

/* Do its routes keep to a half of the virtual channels in any dimension? */
gboolean dl_torus_needs_halves (const DlScenario *scenario);
/* How many virtual channels a port needs for the routes of @scenario: halves of the rings, of
 * requests and of responses. */
guint dl_torus_least_vcs (const DlScenario *scenario);

/* Implements DlFamily.queue. */
gboolean dl_torus_queue (const DlScenario *scenario, gpointer routes, DlIqPlanOptions *options,
                         GError **error);

G_END_DECLS
