/* Loads where each pair of nodes keeps the route of its hash, as packets that stay in order do. */
#include "dl-dragonfly-hash.h"
#include "dl-dragonfly-loads-private.h"

/* Pairs of nodes for each node, on average, up to which every hash is followed: beyond that a link
 * has the routes of so many that their expectation tells nearly the same, at less cost. */
#define MAX_PAIRS_PER_NODE 4

gboolean
dl_dragonfly_loads_can_hash (const DlDragonflyDemand *demand)
{
  const guint n_nodes = demand->dragonfly->n_nodes;

  return demand->first_flow != NULL
         && demand->first_flow[n_nodes] <= (guint64) MAX_PAIRS_PER_NODE * n_nodes;
}

static void
add_flow (DlDragonflyLoads *loads, guint64 seed, guint source, guint dest, double packets)
{
  const guint p = loads->routes->dragonfly->nodes_per_router;
  DlDragonflyRoute route;

  dl_dragonfly_walk (loads->routes, source / p, dest / p, FALSE,
                     dl_dragonfly_header_hash (seed, source, dest), &route);
  if (!route.delivered)
    {
      loads->unreachable_pairs++;
      loads->delivered -= packets;
      return;
    }
  loads->hops_max = MAX (loads->hops_max, route.n_steps);
  for (guint i = 0; i < route.n_steps; i++)
    loads->vc_load[(gsize) route.steps[i].link * DL_DRAGONFLY_VCS + route.steps[i].vc] += packets;
}

DlDragonflyLoads *
dl_dragonfly_loads_new_hashed (DlDragonflyRoutes *routes, const DlDragonflyDemand *demand,
                               guint64 seed)
{
  const DlDragonfly *net = routes->dragonfly;
  DlDragonflyLoads *loads = dl_dragonfly_loads_new_empty (routes, FALSE);

  g_assert (dl_dragonfly_loads_can_hash (demand));
  loads->vc_load = g_new0 (double, (gsize) net->n_links *DL_DRAGONFLY_VCS);
  for (guint node = 0; node < net->n_nodes; node++)
    for (guint flow = demand->first_flow[node]; flow < demand->first_flow[node + 1]; flow++)
      {
        const double packets = demand->weight != NULL ? demand->weight[flow] : 1;

        if (packets > 0)
          add_flow (loads, seed, node, demand->dest[flow], packets);
      }
  dl_dragonfly_loads_sum_up (loads, demand);
  return loads;
}
