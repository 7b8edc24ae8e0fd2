/* A packet's route through a scenario's dragonfly, under the loads expected of its traffic, as the
 * route page and the command line explain it. */
#pragma once

#include "dl-dragonfly-explain.h"
#include "dl-dragonfly-analysis.h"
#include "dl-explained.h"
#include "dl-link-flows.h"
#include "dl-scenario.h"

G_BEGIN_DECLS

/* The route of @scenario's packet from node @source to node @dest; another seed makes it another
 * packet. @analysis is @scenario's, and must outlive the traced route. */
void dl_dragonfly_trace_packet (const DlScenario *scenario, DlDragonflyAnalysis *analysis,
                                guint source, guint dest, DlDragonflyTraced *traced);

/* Members of DlFamily. */
DlExplained *dl_dragonfly_explain (const DlScenario *scenario, gpointer analysis, guint from,
                                   guint to, guint which);
gboolean dl_dragonfly_flow_route (const DlScenario *scenario, gpointer analysis,
                                  const DlLinkFlows *flows, guint source, guint *from, guint *to,
                                  guint *which);

G_END_DECLS
