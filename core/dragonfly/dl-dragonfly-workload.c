#include "dl-dragonfly-workload.h"

#include "dl-workload-kinds.h"

/* Demand --------------------------------------------------------------------------------------- */

typedef struct
{
  guint32 *first; /* (n_nodes + 1) flows of each source, one place further; then where they begin */
  GArray *dest;   /* guint32 */
  GArray *weight; /* double */
  gboolean weighted;
} Flows;

static void
take_flow (const DlFlow *flow, gpointer data)
{
  Flows *flows = data;

  flows->first[flow->source + 1]++;
  g_array_append_val (flows->dest, flow->dest);
  g_array_append_val (flows->weight, flow->weight);
  flows->weighted |= flow->weight != 1;
}

DlDragonflyDemand *
dl_dragonfly_demand_new_workload (DlDragonfly *dragonfly, const DlWorkload *workload)
{
  Flows flows = {
    .first = g_new0 (guint32, dragonfly->n_nodes + 1),
    .dest = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .weight = g_array_new (FALSE, FALSE, sizeof (double)),
  };
  double *weight;

  g_assert (workload->spec.placement->n_nodes == dragonfly->n_nodes);
  dl_workload_foreach_flow (workload, take_flow, &flows);
  for (guint node = 0; node < dragonfly->n_nodes; node++)
    flows.first[node + 1] += flows.first[node];
  weight = (double *) g_array_free (flows.weight, !flows.weighted);
  return dl_dragonfly_demand_new_flows (dragonfly, flows.first,
                                        (guint32 *) g_array_free (flows.dest, FALSE), weight);
}

/* All to all ----------------------------------------------------------------------------------- */

static guint
team_of (const DlDragonflyDemand *demand, guint node)
{
  if (demand->set != NULL)
    return demand->set[node];
  return dl_dragonfly_demand_sent (demand, node) > 0 ? 0 : DL_NO_SET;
}

void
dl_dragonfly_teams_init (DlDragonflyTeams *teams, const DlDragonflyDemand *demand)
{
  const guint n_nodes = demand->dragonfly->n_nodes;
  const guint n_teams = demand->set != NULL ? demand->n_sets : 1;
  g_autofree guint32 *next = g_new (guint32, n_teams + 1);
  g_autofree guint32 *node_of = g_new (guint32, n_nodes);

  *teams = (DlDragonflyTeams) { .n_teams = n_teams, .first = g_new0 (guint32, n_teams + 1) };
  for (guint node = 0; node < n_nodes; node++)
    if (team_of (demand, node) != DL_NO_SET)
      teams->first[team_of (demand, node) + 1]++;
  for (guint team = 0; team < n_teams; team++)
    {
      teams->first[team + 1] += teams->first[team];
      next[team] = teams->first[team];
    }
  for (guint node = 0; node < n_nodes; node++)
    if (team_of (demand, node) != DL_NO_SET)
      node_of[next[team_of (demand, node)]++] = node;
  teams->placement = dl_placement_new_nodes (n_nodes, node_of, teams->first[n_teams]);
}

void
dl_dragonfly_teams_init_ranks (DlDragonflyTeams *teams, DlPlacement *placement)
{
  *teams = (DlDragonflyTeams) { dl_placement_ref (placement), 1, g_new0 (guint32, 2) };
  teams->first[1] = placement->n_ranks;
}

void
dl_dragonfly_teams_clear (DlDragonflyTeams *teams)
{
  dl_placement_unref (teams->placement);
  g_free (teams->first);
}

guint
dl_dragonfly_teams_most (const DlDragonflyTeams *teams)
{
  guint most = 0;

  for (guint team = 0; team < teams->n_teams; team++)
    most = MAX (most, teams->first[team + 1] - teams->first[team]);
  return most;
}

DlWorkload *
dl_dragonfly_shifts_new (const DlDragonflyTeams *teams, DlWorkloadSpec spec, GError **error)
{
  spec.kind = &dl_workload_shifts;
  spec.placement = teams->placement;
  spec.teams.n_teams = teams->n_teams;
  spec.teams.first = teams->first;
  return dl_workload_new (&spec, error);
}
