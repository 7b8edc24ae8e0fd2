/* The loads of a dragonfly by following all routes of every pair through every root. */
#include "dragonfly-naive.h"

#include "dl-dragonfly-loads-private.h"

/* Packets from the nodes of a router to those of another. */
typedef struct
{
  double packets;
  guint64 pairs;
} Sent;

typedef struct
{
  DlDragonflyLoads *loads;
  double packets;
} Adding;

static void
add_route (const DlDragonflyRoute *route, double probability, gpointer data)
{
  const Adding *adding = data;

  adding->loads->hops_max = MAX (adding->loads->hops_max, route->n_steps);
  for (guint i = 0; i < route->n_steps; i++)
    adding->loads->vc_load[route->steps[i].link * DL_DRAGONFLY_VCS + route->steps[i].vc]
        += adding->packets * probability;
}

/* @root (DL_NO_NODE: the minimal routes). */
static void
add_routes (DlDragonflyLoads *loads, guint source, guint dest, guint root, const Sent *sent,
            double packets)
{
  Adding adding = { loads, packets };

  if (dl_dragonfly_paths (loads->routes, source, dest, root, add_route, &adding))
    return;
  g_assert_cmpuint (root, ==, DL_NO_NODE);
  loads->unreachable_pairs += sent->pairs;
  loads->delivered -= packets;
}

static void
send (Sent *to, double packets)
{
  if (packets == 0)
    return;
  to->packets += packets;
  to->pairs++;
}

/* Packets from the nodes of @router to those of each router: @sent (n_routers). */
static void
gather (const DlDragonflyDemand *demand, guint router, Sent *sent)
{
  const DlDragonfly *net = demand->dragonfly;
  const guint p = net->nodes_per_router;

  for (guint i = 0; i < net->n_routers; i++)
    sent[i] = (Sent) { 0, 0 };
  for (guint node = router * p; node < (router + 1) * p && net->router_up[router]; node++)
    if (demand->first_flow != NULL)
      for (guint flow = demand->first_flow[node]; flow < demand->first_flow[node + 1]; flow++)
        send (&sent[demand->dest[flow] / p], demand->weight != NULL ? demand->weight[flow] : 1);
    else
      for (guint dest = 0; dest < net->n_nodes; dest++)
        if (dest != node && dl_dragonfly_node_up (net, dest))
          send (&sent[dest / p],
                demand->groups != NULL
                    ? demand->groups[net->router[router].group * net->n_groups
                                     + net->router[dest / p].group]
                    : demand->set[node] != DL_NO_SET && demand->set[node] == demand->set[dest]);
}

/* Each root is drawn as often; those that do not fit leave their packets to the minimal routes. */
static void
add_pair (DlDragonflyLoads *out, guint source, guint dest, const Sent *sent)
{
  const DlDragonflyRoutes *routes = out->routes;
  const guint n_roots = out->nonminimal ? dl_dragonfly_n_roots (routes, source, dest) : 0;
  guint fitting = 0;

  for (guint i = 0; i < n_roots; i++)
    {
      const guint root = dl_dragonfly_root (routes, source, dest, i);

      if (!dl_dragonfly_root_fits (routes, source, root, dest))
        continue;
      add_routes (out, source, dest, root, sent, sent->packets / n_roots);
      fitting++;
    }
  if (n_roots == 0)
    add_routes (out, source, dest, DL_NO_NODE, sent, sent->packets);
  else if (fitting < n_roots)
    add_routes (out, source, dest, DL_NO_NODE, sent, sent->packets * (n_roots - fitting) / n_roots);
}

static DlPairCounts
count_all_pairs (const DlDragonflyRoutes *routes)
{
  const DlDragonfly *net = routes->dragonfly;
  DlPairCounts all = { 0 };

  for (guint source = 0; source < net->n_nodes; source++)
    for (guint dest = 0; dest < net->n_nodes; dest++)
      if (source != dest && dl_dragonfly_node_up (net, source) && dl_dragonfly_node_up (net, dest))
        {
          DlDragonflyPacket packet;

          all.pairs++;
          all.unreachable += !dl_dragonfly_inject (routes, source / net->nodes_per_router,
                                                   dest / net->nodes_per_router, FALSE, 0, &packet);
        }
  return all;
}

DlDragonflyLoads *
dragonfly_naive_loads (DlDragonflyRoutes *routes, const DlDragonflyDemand *demand,
                       gboolean nonminimal)
{
  DlDragonflyLoads *out = dl_dragonfly_loads_new_empty (routes, nonminimal);
  const DlDragonfly *net = routes->dragonfly;
  g_autofree Sent *sent = g_new (Sent, net->n_routers);

  out->vc_load = g_new0 (double, (gsize) net->n_links *DL_DRAGONFLY_VCS);
  for (guint source = 0; source < net->n_routers; source++)
    {
      gather (demand, source, sent);
      for (guint dest = 0; dest < net->n_routers; dest++)
        if (dest != source && sent[dest].packets > 0)
          add_pair (out, source, dest, &sent[dest]);
    }
  out->all = count_all_pairs (routes);
  dl_dragonfly_loads_sum_up (out, demand);
  return out;
}
