#include "dl-router-demand.h"

#include <string.h>

typedef struct
{
  guint32 source; /* router */
  double packets;
} Arrival;

struct _DlRouterDemand
{
  const DlDragonflyDemand *demand;
  guint32 *first; /* (n_routers + 1) where the arrivals at each router begin; NULL: not by flows */
  Arrival *arrival; /* (first[n_routers]) */
};

static double
weight_of (const DlDragonflyDemand *demand, guint flow)
{
  return demand->weight != NULL ? demand->weight[flow] : 1;
}

/* Flows by where they end. */
static void
list_arrivals (DlRouterDemand *self)
{
  const DlDragonflyDemand *demand = self->demand;
  const DlDragonfly *net = demand->dragonfly;
  const guint p = net->nodes_per_router, n_flows = demand->first_flow[net->n_nodes];
  g_autofree guint32 *next = NULL;

  self->first = g_new0 (guint32, net->n_routers + 1);
  self->arrival = g_new (Arrival, MAX (n_flows, 1));
  for (guint flow = 0; flow < n_flows; flow++)
    self->first[demand->dest[flow] / p + 1]++;
  for (guint router = 0; router < net->n_routers; router++)
    self->first[router + 1] += self->first[router];
  next = g_memdup2 (self->first, net->n_routers * sizeof *self->first);
  for (guint node = 0; node < net->n_nodes; node++)
    for (guint flow = demand->first_flow[node]; flow < demand->first_flow[node + 1]; flow++)
      self->arrival[next[demand->dest[flow] / p]++]
          = (Arrival) { node / p, weight_of (demand, flow) };
}

DlRouterDemand *
dl_router_demand_new (const DlDragonflyDemand *demand)
{
  DlRouterDemand *self = g_new0 (DlRouterDemand, 1);

  self->demand = demand;
  if (demand->first_flow != NULL)
    list_arrivals (self);
  return self;
}

void
dl_router_demand_free (DlRouterDemand *self)
{
  if (self == NULL)
    return;
  g_free (self->first);
  g_free (self->arrival);
  g_free (self);
}

/* Each to all others of its set: the same both ways. */
static void
add_sets (const DlDragonflyDemand *demand, guint router, double *packets)
{
  const guint p = demand->dragonfly->nodes_per_router;

  for (guint node = router * p; node < (router + 1) * p; node++)
    {
      const guint set = demand->set[node];

      for (guint i = set != DL_NO_SET ? demand->set_first[set] : 0;
           set != DL_NO_SET && i < demand->set_first[set + 1]; i++)
        packets[demand->set_node[i] / p]++;
    }
}

static void
add_groups (const DlDragonflyDemand *demand, guint router, gboolean from, double *packets)
{
  const DlDragonfly *net = demand->dragonfly;
  const double pairs = (double) net->nodes_per_router * net->nodes_per_router;
  const guint group = net->router[router].group;

  for (guint other = 0; other < net->n_routers && net->router_up[router]; other++)
    if (net->router_up[other])
      {
        const guint at = net->router[other].group;

        packets[other] = pairs
                         * (from ? demand->groups[group * net->n_groups + at]
                                 : demand->groups[at * net->n_groups + group]);
      }
}

void
dl_router_demand_row (const DlRouterDemand *self, guint source, double *packets)
{
  const DlDragonflyDemand *demand = self->demand;
  const guint p = demand->dragonfly->nodes_per_router;

  memset (packets, 0, demand->dragonfly->n_routers * sizeof *packets);
  if (demand->groups != NULL)
    add_groups (demand, source, TRUE, packets);
  else if (demand->set != NULL)
    add_sets (demand, source, packets);
  else
    for (guint flow = demand->first_flow[source * p]; flow < demand->first_flow[(source + 1) * p];
         flow++)
      packets[demand->dest[flow] / p] += weight_of (demand, flow);
  packets[source] = 0;
}

void
dl_router_demand_column (const DlRouterDemand *self, guint dest, double *packets)
{
  const DlDragonflyDemand *demand = self->demand;

  memset (packets, 0, demand->dragonfly->n_routers * sizeof *packets);
  if (demand->groups != NULL)
    add_groups (demand, dest, FALSE, packets);
  else if (demand->set != NULL)
    add_sets (demand, dest, packets);
  else
    for (guint i = self->first[dest]; i < self->first[dest + 1]; i++)
      packets[self->arrival[i].source] += self->arrival[i].packets;
  packets[dest] = 0;
}
