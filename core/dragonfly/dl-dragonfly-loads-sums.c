/* Sums of the packets on a dragonfly's links. */
#include "dl-dragonfly-analysis.h"
#include "dl-dragonfly-loads-private.h"

#include <math.h>
#include <string.h>

DlDragonflyRates
dl_dragonfly_rates_default (void)
{
  return (DlDragonflyRates) {
    .class_GBps = { 3 * 14 / 8.0, 3 * 14 / 8.0, 3 * 12.5 / 8 },
    .efficiency = .64,
    .injection_GBps = 10,
  };
}

DlDragonflyRates
dl_dragonfly_rates_for (const DlDragonfly *net)
{
  if (net->shape == DL_DRAGONFLY_GENERIC)
    return (DlDragonflyRates) { { 1, 1, 1 }, 1, 1, TRUE };
  return dl_dragonfly_rates_default ();
}

DlDragonflyLoads *
dl_dragonfly_loads_new_empty (DlDragonflyRoutes *routes, gboolean nonminimal)
{
  DlDragonflyLoads *loads = g_new0 (DlDragonflyLoads, 1);

  loads->routes = dl_dragonfly_routes_ref (routes);
  loads->nonminimal = nonminimal;
  loads->beside = g_new0 (double *, MAX (routes->dragonfly->n_routers, 1));
  return loads;
}

/* Add them to @vc_load, @times as many. */
static void
dragonfly_loads_put_beside (const DlDragonflyLoads *loads, double times, double *vc_load)
{
  const DlDragonfly *net = loads->routes->dragonfly;

  for (guint router = 0; router < net->n_routers; router++)
    {
      const guint first = net->first_link[router] * DL_DRAGONFLY_VCS;
      const guint n = net->first_link[router + 1] * DL_DRAGONFLY_VCS - first;

      for (guint i = 0; loads->beside[router] != NULL && i < n; i++)
        vc_load[first + i] += times * loads->beside[router][i];
    }
}

void
dl_dragonfly_loads_free (DlDragonflyLoads *loads)
{
  if (loads == NULL)
    return;
  for (guint router = 0; router < loads->routes->dragonfly->n_routers; router++)
    g_free (loads->beside[router]);
  g_free (loads->beside);
  dl_dragonfly_routes_unref (loads->routes);
  g_free (loads->vc_load);
  g_free (loads);
}

static guint64
working_nodes (const DlDragonflyRoutes *routes, guint group)
{
  return (guint64) (routes->working_first[group + 1] - routes->working_first[group])
         * routes->dragonfly->nodes_per_router;
}

/* Pairs of nodes, and their packets. */
static void
sum_groups (DlDragonflyLoads *loads, const double *groups)
{
  const DlDragonflyRoutes *routes = loads->routes;
  const guint n_groups = routes->dragonfly->n_groups;

  for (guint from = 0; from < n_groups; from++)
    for (guint to = 0; to < n_groups; to++)
      {
        const guint64 nodes = working_nodes (routes, from);
        const guint64 dests = working_nodes (routes, to) - (from == to && nodes > 0 ? 1 : 0);
        const double weight = groups[from * n_groups + to];

        if (weight == 0)
          continue;
        loads->pairs += nodes * dests;
        loads->delivered += weight * (nodes * dests);
      }
}

static void
sum_demand (DlDragonflyLoads *loads, const DlDragonflyDemand *demand)
{
  const DlDragonfly *net = loads->routes->dragonfly;

  for (guint node = 0; node < net->n_nodes; node++)
    loads->node_packets = MAX (loads->node_packets, dl_dragonfly_demand_sent (demand, node));
  loads->node_packets += demand->own;
  if (demand->groups != NULL)
    {
      sum_groups (loads, demand->groups);
      return;
    }
  for (guint node = 0; node < net->n_nodes; node++)
    {
      const double sent = dl_dragonfly_demand_sent (demand, node);

      loads->delivered += sent;
      if (demand->set != NULL || demand->weight == NULL)
        loads->pairs += sent;
      else
        for (guint flow = demand->first_flow[node]; flow < demand->first_flow[node + 1]; flow++)
          loads->pairs += demand->weight[flow] > 0;
    }
}

void
dl_dragonfly_loads_sum_links (DlDragonflyLoads *loads)
{
  const DlDragonfly *net = loads->routes->dragonfly;
  double total = 0;

  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    loads->classes[class] = (DlLinkClassStats) { 0, 0, 0, G_MAXUINT32 };
  for (guint link = 0; link < net->n_links; link++)
    {
      DlLinkClassStats *stats = &loads->classes[net->link_class[link]];
      const double load = dl_dragonfly_link_load (loads, link);

      total += load;
      if (net->link_state[link] != DL_LINK_UP)
        continue;
      stats->links++;
      stats->load_mean += load;
      if (load > stats->load_max)
        {
          stats->load_max = load;
          stats->busiest = link;
        }
    }
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    {
      DlLinkClassStats *stats = &loads->classes[class];
      stats->load_mean = stats->links > 0 ? stats->load_mean / stats->links : NAN;
      stats->load_max = stats->links > 0 ? stats->load_max : NAN;
    }
  loads->hops_mean = loads->delivered > 0 ? total / loads->delivered : NAN;
}

void
dl_dragonfly_loads_sum_up (DlDragonflyLoads *loads, const DlDragonflyDemand *demand)
{
  sum_demand (loads, demand);
  dl_dragonfly_loads_sum_links (loads);
}

typedef struct
{
  const DlDragonfly *net;
  double share[2]; /* of each load */
  double *vc_load;
} Putting;

static void
put (const DlBundlePackets *links, gpointer data)
{
  const Putting *to = data;
  const DlLinkBundle *bundle = links->links;
  double packets[DL_DRAGONFLY_VCS];

  for (guint vc = 0; vc < DL_DRAGONFLY_VCS; vc++)
    packets[vc] = to->share[0] * links->packets[0][vc] + to->share[1] * links->packets[1][vc];
  for (guint link = bundle->first; link < bundle->first + bundle->n; link++)
    if (bundle->up == bundle->n || to->net->link_state[link] == DL_LINK_UP)
      for (guint vc = 0; vc < DL_DRAGONFLY_VCS; vc++)
        to->vc_load[(gsize) link * DL_DRAGONFLY_VCS + vc] += packets[vc];
}

gboolean
dl_dragonfly_loads_fill (DlDragonflyRoutes *routes, const DlDragonflyDemand *demand,
                         DlDragonflyLoads *minimal, DlDragonflyLoads *nonminimal,
                         const DlDragonflyRates *rates, double *share,
                         const DlSharesCache *previous, DlSharesCache **cache,
                         GCancellable *cancellable)
{
  g_autoptr (DlDragonflyPathLoads) ways = dl_dragonfly_path_loads_new (routes, previous);
  DlDragonflyLoads *out = minimal != NULL ? minimal : nonminimal;
  Putting to = { routes->dragonfly, { 1, 1 }, NULL };
  DlLoadsTask task = {
    .routes = routes,
    .demand = demand,
    .loads = { minimal, nonminimal },
    .ways = ways,
    .cancellable = cancellable,
  };
  gboolean done;

  dl_dragonfly_missing_init (&task.missing, routes, ways);
  out->all = dl_dragonfly_missing_all_pairs (&task.missing);
  done = demand->groups != NULL ? dl_dragonfly_loads_by_groups (&task)
                                : dl_dragonfly_loads_by_pairs (&task);
  dl_dragonfly_missing_clear (&task.missing);
  if (!done)
    return FALSE;
  if (minimal != NULL && nonminimal != NULL)
    {
      *share = dl_dragonfly_best_share (ways, minimal, nonminimal, rates);
      to.share[0] = 1 - *share;
      to.share[1] = *share;
      out->hops_max = MAX (minimal->hops_max, nonminimal->hops_max);
    }
  out->vc_load = to.vc_load = g_new0 (double, (gsize) routes->dragonfly->n_links *DL_DRAGONFLY_VCS);
  for (guint load = 0; load < 2; load++)
    if (task.loads[load] != NULL)
      dragonfly_loads_put_beside (task.loads[load], to.share[load], to.vc_load);
  dl_dragonfly_path_loads_foreach (ways, put, &to);
  sum_demand (out, demand);
  if (cache != NULL)
    *cache = dl_dragonfly_path_loads_steal_cache (ways);
  return TRUE;
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
      const double GBps = dl_dragonfly_link_rate (rates, net->link_class[link]);

      if (load <= 0 || GBps * loads->node_packets / load >= bound)
        continue;
      bound = GBps * loads->node_packets / load;
      if (busiest != NULL)
        *busiest = link;
    }
  return bound;
}
