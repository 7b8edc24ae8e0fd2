#include "dl-teams.h"

#include "dl-workload-kinds.h"

void
dl_teams_init (DlTeams *teams, const guint32 *team, guint n_nodes, guint n_teams)
{
  g_autofree guint32 *next = g_new (guint32, n_teams + 1);
  g_autofree guint32 *node_of = g_new (guint32, n_nodes);

  *teams = (DlTeams) { .n_teams = n_teams, .first = g_new0 (guint32, n_teams + 1) };
  for (guint node = 0; node < n_nodes; node++)
    if (team[node] != DL_NO_SET)
      teams->first[team[node] + 1]++;
  for (guint i = 0; i < n_teams; i++)
    {
      teams->first[i + 1] += teams->first[i];
      next[i] = teams->first[i];
    }
  for (guint node = 0; node < n_nodes; node++)
    if (team[node] != DL_NO_SET)
      node_of[next[team[node]]++] = node;
  teams->placement = dl_placement_new_nodes (n_nodes, node_of, teams->first[n_teams]);
}

void
dl_teams_init_ranks (DlTeams *teams, DlPlacement *placement)
{
  *teams = (DlTeams) { dl_placement_ref (placement), 1, g_new0 (guint32, 2) };
  teams->first[1] = placement->n_ranks;
}

void
dl_teams_clear (DlTeams *teams)
{
  dl_placement_unref (teams->placement);
  g_free (teams->first);
}

guint
dl_teams_most (const DlTeams *teams)
{
  guint most = 0;

  for (guint team = 0; team < teams->n_teams; team++)
    most = MAX (most, teams->first[team + 1] - teams->first[team]);
  return most;
}

DlWorkload *
dl_teams_shifts (const DlTeams *teams, DlWorkloadSpec spec, GError **error)
{
  spec.kind = &dl_workload_shifts;
  spec.placement = teams->placement;
  spec.teams.n_teams = teams->n_teams;
  spec.teams.first = teams->first;
  return dl_workload_new (&spec, error);
}
