/* A packet's way through a scenario's dragonfly, under the loads that its traffic can be expected
 * to make: what the route page and the command line explain. */
#pragma once

#include "dl-dragonfly-explain.h"
#include "dl-dragonfly-analysis.h"
#include "dl-explained.h"
#include "dl-link-flows.h"
#include "dl-scenario.h"

G_BEGIN_DECLS

/* The route of @scenario's packet from node @source to node @dest; another seed makes it another
 * packet. @analysis is @scenario's, and is kept by whoever keeps the traced. */
void dl_dragonfly_trace_packet (const DlScenario *scenario, DlDragonflyAnalysis *analysis,
                                guint source, guint dest, DlDragonflyTraced *traced);

/* As DlFamily has it. */
DlExplained *dl_dragonfly_explain (const DlScenario *scenario, gpointer analysis, guint from,
                                   guint to, guint which);
gboolean dl_dragonfly_flow_route (const DlScenario *scenario, gpointer analysis,
                                  const DlLinkFlows *flows, guint source, guint *from, guint *to,
                                  guint *which);

G_END_DECLS
