/* A packet's way through a scenario's dragonfly, under the loads that its traffic can be expected
 * to make: what the route page and the command line explain. */
#pragma once

#include "dl-dragonfly-expected.h"
#include "dl-dragonfly-explain.h"
#include "dl-scenario.h"

G_BEGIN_DECLS

/* @analysis is @scenario's. */
DlDragonflyExpected *dl_evaluate_expected (const DlScenario *scenario,
                                           DlDragonflyAnalysis *analysis);

/* The route of @scenario's packet from node @source to node @dest; another seed makes it another
 * packet. @expected NULL: on an idle network. @routes are kept by whoever keeps the trip. */
void dl_evaluate_trip (const DlScenario *scenario, const DlDragonflyRoutes *routes, guint source,
                       guint dest, DlDragonflyExpected *expected, DlDragonflyTrip *trip);

G_END_DECLS
