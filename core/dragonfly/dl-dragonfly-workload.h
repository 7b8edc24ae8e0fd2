/* Programs of messages (dl-workload.h) on a dragonfly: what they send in all, and the all to all of
 * its nodes and jobs. */
#pragma once

#include "dl-dragonfly-demand.h"
#include "dl-workload.h"

G_BEGIN_DECLS

/* What @workload, whose ranks are on nodes of @dragonfly, sends in all: pair by pair, weights are
 * packets. */
DlDragonflyDemand *dl_dragonfly_demand_new_workload (DlDragonfly *dragonfly,
                                                     const DlWorkload *workload);

/* Who exchanges messages with whom in an all to all. */
typedef struct
{
  DlPlacement *placement;
  guint n_teams;
  guint32 *first; /* (n_teams + 1) the rank that each team begins with */
} DlDragonflyTeams;

/* The sets of @demand, or all nodes that send as one; ranks rise with nodes in each. */
void dl_dragonfly_teams_init (DlDragonflyTeams *teams, const DlDragonflyDemand *demand);
/* All ranks of @placement as one. */
void dl_dragonfly_teams_init_ranks (DlDragonflyTeams *teams, DlPlacement *placement);
void dl_dragonfly_teams_clear (DlDragonflyTeams *teams);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlDragonflyTeams, dl_dragonfly_teams_clear)
/* Ranks of the largest one. */
guint dl_dragonfly_teams_most (const DlDragonflyTeams *teams);

/* All to all in each of @teams by shifts. @spec says which of them and in which order
 * (DlWorkloadTeams), what is sent, and in what packets. Errors: DL_WORKLOAD_ERROR. */
DlWorkload *dl_dragonfly_shifts_new (const DlDragonflyTeams *teams, DlWorkloadSpec spec,
                                     GError **error);

G_END_DECLS
