#include "dl-dragonfly-workload.h"

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
dl_dragonfly_teams_init (DlTeams *teams, const DlDragonflyDemand *demand)
{
  const guint n_nodes = demand->dragonfly->n_nodes;
  g_autofree guint32 *team = g_new (guint32, n_nodes);

  for (guint node = 0; node < n_nodes; node++)
    team[node] = team_of (demand, node);
  dl_teams_init (teams, team, n_nodes, demand->set != NULL ? demand->n_sets : 1);
}
