/* Flows of a link of a dragonfly, by routers: the nodes of a router share its routes. */
#pragma once

#include "dl-dragonfly-analysis.h"
#include "dl-link-flows.h"

G_BEGIN_DECLS

/* The packets of @demand that pass @link under the mode of @analysis, which has these as the link's
 * load: where a choice is drawn, as many as are expected. @seed: that of the hashes, where the
 * analysis follows them (DL_BASIS_HASHES). @only: of that source alone; DL_NO_NODE: of all. NULL if
 * canceled. */
DlLinkFlows *dl_dragonfly_flows_new (const DlDragonflyAnalysis *analysis,
                                     const DlDragonflyDemand *demand, guint64 seed, guint link,
                                     guint only, GCancellable *cancellable);
/* The same by following all routes of every pair, through every root that it may draw: the oracle
 * of expectations, not of hashes. */
DlLinkFlows *dl_dragonfly_flows_new_naive (const DlDragonflyAnalysis *analysis,
                                           const DlDragonflyDemand *demand, guint link);

G_END_DECLS
