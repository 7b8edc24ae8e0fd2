/* A fabric of input-queued routers: a switch is a router whose port p is the router's p - 1. */
#pragma once

#include "dl-fabric-graph.h"
#include "dl-iq.h"

G_BEGIN_DECLS

/* Virtual channels that a port needs at least for @routes: one for each layer, of requests and,
 * with
 * @responses, as many of responses. Layer l of n has an equal share, those from l v / n on. */
guint dl_fabric_least_vcs (const DlFabricRoutes *routes, gboolean responses);

/* Fills network and routing of @options, whose other members say the rest.
 * Links are channels of the fabric. Choices are made at each switch: of random-up evenly, of
 * adaptive-up the port with the shorter queue of two at random, or the shortest of all; ugal goes
 * directly if its queue times its hops is not the longer of the two (Singh 2005). Packets without a
 * route are not created. Errors: DL_SIM_ERROR. */
gboolean dl_fabric_iq_options (DlFabricRoutes *routes, DlIqPlanOptions *options, GError **error);

G_END_DECLS
