/* What follows from the packets on a dragonfly's links. */
#include "dl-dragonfly-loads-private.h"

#include <math.h>

double *
dl_dragonfly_demand_new (const DlDragonfly *net, DlDragonflyPattern pattern)
{
  double *demand = g_new0 (double, (gsize) net->n_groups * net->n_groups);

  for (guint from = 0; from < net->n_groups; from++)
    for (guint to = 0; to < net->n_groups; to++)
      demand[from * net->n_groups + to]
          = pattern == DL_DRAGONFLY_UNIFORM
            || (pattern == DL_DRAGONFLY_GROUP_SHIFT && to == (from + 1) % net->n_groups)
            || (pattern == DL_DRAGONFLY_IN_GROUP && to == from);
  return demand;
}

DlDragonflyRates
dl_dragonfly_rates_default (void)
{
  return (DlDragonflyRates) {
    .class_GBps = { 3 * 14 / 8.0, 3 * 14 / 8.0, 3 * 12.5 / 8 },
    .efficiency = .64,
    .injection_GBps = 10,
  };
}

DlDragonflyLoads *
dl_dragonfly_loads_new_empty (DlDragonflyRoutes *routes, gboolean nonminimal)
{
  DlDragonflyLoads *loads = g_new0 (DlDragonflyLoads, 1);

  g_atomic_ref_count_init (&loads->refs);
  loads->routes = dl_dragonfly_routes_ref (routes);
  loads->nonminimal = nonminimal;
  loads->vc_load = g_new0 (double, (gsize) routes->dragonfly->n_links *DL_DRAGONFLY_VCS);
  return loads;
}

DlDragonflyLoads *
dl_dragonfly_loads_ref (DlDragonflyLoads *loads)
{
  g_atomic_ref_count_inc (&loads->refs);
  return loads;
}

void
dl_dragonfly_loads_unref (DlDragonflyLoads *loads)
{
  if (loads == NULL || !g_atomic_ref_count_dec (&loads->refs))
    return;
  dl_dragonfly_routes_unref (loads->routes);
  g_free (loads->vc_load);
  g_free (loads);
}

/* Working nodes of @to that a node of @from sends to. */
static guint64
count_dests (const DlDragonflyRoutes *routes, guint from, guint to)
{
  const guint64 nodes = (guint64) (routes->working_first[to + 1] - routes->working_first[to])
                        * routes->dragonfly->nodes_per_router;

  return from == to && nodes > 0 ? nodes - 1 : nodes;
}

static void
sum_demand (DlDragonflyLoads *loads, const double *demand)
{
  const DlDragonflyRoutes *routes = loads->routes;
  const guint n_groups = routes->dragonfly->n_groups;

  for (guint from = 0; from < n_groups; from++)
    {
      const guint64 nodes
          = (guint64) (routes->working_first[from + 1] - routes->working_first[from])
            * routes->dragonfly->nodes_per_router;
      double sent = 0;

      for (guint to = 0; to < n_groups && nodes > 0; to++)
        {
          const double weight = demand[from * n_groups + to];
          const guint64 pairs = nodes * count_dests (routes, from, to);

          if (weight == 0)
            continue;
          loads->pairs += pairs;
          loads->delivered += weight * pairs;
          sent += weight * count_dests (routes, from, to);
        }
      loads->node_packets = MAX (loads->node_packets, sent);
    }
}

void
dl_dragonfly_loads_sum_up (DlDragonflyLoads *loads, const double *demand)
{
  const DlDragonfly *net = loads->routes->dragonfly;
  double total = 0;

  sum_demand (loads, demand);
  for (guint link = 0; link < net->n_links; link++)
    {
      DlLinkClassStats *stats = &loads->classes[net->link_class[link]];
      const double load = dl_dragonfly_link_load (loads, link);

      total += load;
      if (net->link_state[link] != DL_LINK_UP)
        continue;
      stats->links++;
      stats->load_mean += load;
      stats->load_max = MAX (stats->load_max, load);
    }
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    {
      DlLinkClassStats *stats = &loads->classes[class];
      stats->load_mean = stats->links > 0 ? stats->load_mean / stats->links : NAN;
      stats->load_max = stats->links > 0 ? stats->load_max : NAN;
    }
  loads->hops_mean = loads->delivered > 0 ? total / loads->delivered : NAN;
}

double
dl_dragonfly_loads_bound_GBps (const DlDragonflyLoads *loads, const DlDragonflyRates *rates,
                               guint *busiest)
{
  const DlDragonfly *net = loads->routes->dragonfly;
  double bound = INFINITY;

  for (guint link = 0; link < net->n_links; link++)
    {
      const double load = dl_dragonfly_link_load (loads, link);
      const double GBps = rates->class_GBps[net->link_class[link]];

      if (load <= 0 || GBps * loads->node_packets / load >= bound)
        continue;
      bound = GBps * loads->node_packets / load;
      if (busiest != NULL)
        *busiest = link;
    }
  return bound;
}

double
dl_dragonfly_loads_bound (const DlDragonflyLoads *loads, const DlDragonflyRates *rates)
{
  return dl_dragonfly_loads_bound_GBps (loads, rates, NULL) * rates->efficiency
         / rates->injection_GBps;
}
