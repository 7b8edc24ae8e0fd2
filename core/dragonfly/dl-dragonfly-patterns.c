/* The patterns of a dragonfly that need no file (dateline-scenario(5)). */
#include "dl-dragonfly-demand.h"
#include "dl-random-order.h"

DlDragonflyDemand *
dl_dragonfly_demand_new_uniform (DlDragonfly *dragonfly)
{
  const guint n = dragonfly->n_groups;
  double *groups = g_new (double, (gsize) n *n);

  for (guint i = 0; i < n * n; i++)
    groups[i] = 1;
  return dl_dragonfly_demand_new_groups (dragonfly, groups);
}

/* Every node of a group to each of the group @shift further. */
static DlDragonflyDemand *
new_shift (DlDragonfly *dragonfly, guint shift)
{
  const guint n = dragonfly->n_groups;
  double *groups = g_new0 (double, (gsize) n *n);

  for (guint group = 0; group < n; group++)
    groups[(gsize) group * n + (group + shift) % n] = 1;
  return dl_dragonfly_demand_new_groups (dragonfly, groups);
}

DlDragonflyDemand *
dl_dragonfly_demand_new_group_shift (DlDragonfly *dragonfly)
{
  return new_shift (dragonfly, 1);
}

DlDragonflyDemand *
dl_dragonfly_demand_new_in_group (DlDragonfly *dragonfly)
{
  return new_shift (dragonfly, 0);
}

/* @to (n_nodes): the one that each node sends to, itself for none. */
static DlDragonflyDemand *
new_one_each (DlDragonfly *dragonfly, const guint32 *to)
{
  const guint n = dragonfly->n_nodes;
  guint32 *first = g_new (guint32, n + 1), *dest = g_new (guint32, n);

  first[0] = 0;
  for (guint node = 0; node < n; node++)
    {
      first[node + 1] = first[node];
      if (to[node] != node)
        dest[first[node + 1]++] = to[node];
    }
  return dl_dragonfly_demand_new_flows (dragonfly, first, dest, NULL);
}

DlDragonflyDemand *
dl_dragonfly_demand_new_permutation (DlDragonfly *dragonfly, guint64 seed)
{
  const guint n = dragonfly->n_nodes;
  g_autofree guint32 *order = dl_random_order_new (n, seed);
  g_autofree guint32 *to = g_new (guint32, n);

  /* Each cycle of the permutation closes over broken nodes: what is left is one of the working
   * nodes, and a node that breaks changes one destination. */
  for (guint node = 0; node < n; node++)
    {
      to[node] = node;
      if (dl_dragonfly_node_up (dragonfly, node))
        do
          to[node] = order[to[node]];
        while (!dl_dragonfly_node_up (dragonfly, to[node]));
    }
  return new_one_each (dragonfly, to);
}

DlDragonflyDemand *
dl_dragonfly_demand_new_to_one (DlDragonfly *dragonfly, guint target)
{
  g_autofree guint32 *to = g_new (guint32, dragonfly->n_nodes);

  g_assert (target < dragonfly->n_nodes && dl_dragonfly_node_up (dragonfly, target));
  for (guint node = 0; node < dragonfly->n_nodes; node++)
    to[node] = dl_dragonfly_node_up (dragonfly, node) ? target : node;
  return new_one_each (dragonfly, to);
}
