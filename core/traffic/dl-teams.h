/* Who exchanges messages with whom in an all to all: teams of ranks, such as jobs. */
#pragma once

#include "dl-workload.h"

G_BEGIN_DECLS

typedef struct
{
  DlPlacement *placement;
  guint n_teams;
  guint32 *first; /* (n_teams + 1) the rank that each team begins with */
} DlTeams;

/* @team: (n_nodes) of each node, DL_NO_SET: none. Ranks rise with nodes in each team. */
void dl_teams_init (DlTeams *teams, const guint32 *team, guint n_nodes, guint n_teams);
/* All ranks of @placement as one. */
void dl_teams_init_ranks (DlTeams *teams, DlPlacement *placement);
void dl_teams_clear (DlTeams *teams);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlTeams, dl_teams_clear)
/* Ranks of the largest one. */
guint dl_teams_most (const DlTeams *teams);

/* All to all in each of @teams by shifts. @spec says which of them and in which order
 * (DlWorkloadTeams), what is sent, and in what packets. Errors: DL_WORKLOAD_ERROR. */
DlWorkload *dl_teams_shifts (const DlTeams *teams, DlWorkloadSpec spec, GError **error);

G_END_DECLS
