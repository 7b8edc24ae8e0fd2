/* Programs of messages (dl-workload.h) on a dragonfly: what they send in all, and the all to all of
 * its nodes and jobs. */
#pragma once

#include "dl-dragonfly-demand.h"
#include "dl-teams.h"

G_BEGIN_DECLS

/* What @workload, whose ranks are on nodes of @dragonfly, sends in all: pair by pair, weights are
 * packets. */
DlDragonflyDemand *dl_dragonfly_demand_new_workload (DlDragonfly *dragonfly,
                                                     const DlWorkload *workload);

/* The sets of @demand, or all nodes that send as one, each a team. */
void dl_dragonfly_teams_init (DlTeams *teams, const DlDragonflyDemand *demand);

G_END_DECLS
