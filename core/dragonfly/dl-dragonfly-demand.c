#include "dl-dragonfly-demand.h"

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

/* One of a row's groups, drawn with Walker's alias method: @group for fractions below @keep, else
 * @alias. */
typedef struct
{
  double keep;
  guint32 group, alias;
} Column;

/* Tables for drawing, worked out once; arrays of other forms are NULL. */
struct _DlDragonflyDraw
{
  guint n_up;        /* working routers */
  guint32 *up;       /* (n_up) rising */
  guint32 *up_first; /* (n_groups + 1) where each group's begin */
  guint32 *up_at;    /* (n_routers) of a working one, where it is */

  /* By groups. */
  guint32 *row;       /* (n_groups + 1) where each group's columns begin */
  Column *column;     /* (row[n_groups]) groups that it sends to; one if it is to all alike */
  double *group_sent; /* (n_groups) of each of its nodes */

  guint32 *set_at;   /* (n_nodes) by sets: where in its set */
  guint64 *flow_sum; /* (first_flow[n_nodes]) pair by pair: weights up to and with this flow */
};

/* Instead of a group: all of them. */
#define EVERY_GROUP G_MAXUINT32

static void
find_working (struct _DlDragonflyDraw *draw, const DlDragonfly *net)
{
  draw->up = g_new (guint32, net->n_routers);
  draw->up_first = g_new (guint32, net->n_groups + 1);
  draw->up_at = g_new (guint32, net->n_routers);
  for (guint group = 0; group < net->n_groups; group++)
    {
      draw->up_first[group] = draw->n_up;
      for (guint r = net->group_first[group]; r < net->group_first[group + 1]; r++)
        {
          draw->up_at[r] = draw->n_up;
          if (net->router_up[r])
            draw->up[draw->n_up++] = r;
        }
    }
  draw->up_first[net->n_groups] = draw->n_up;
}

static void
dragonfly_demand_free (gpointer data)
{
  DlDragonflyDemand *demand = data;

  g_free (demand->groups);
  g_free (demand->set);
  g_free (demand->set_first);
  g_free (demand->set_node);
  g_free (demand->first_flow);
  g_free (demand->dest);
  g_free (demand->weight);
  g_free (demand->draw->up);
  g_free (demand->draw->up_first);
  g_free (demand->draw->up_at);
  g_free (demand->draw->row);
  g_free (demand->draw->column);
  g_free (demand->draw->group_sent);
  g_free (demand->draw->set_at);
  g_free (demand->draw->flow_sum);
  g_free (demand->draw);
  dl_dragonfly_unref (demand->dragonfly);
  g_free (demand);
}

static DlDragonflyDemand *
demand_begin (DlDragonfly *dragonfly)
{
  DlDragonflyDemand *demand = g_new0 (DlDragonflyDemand, 1);

  dl_shared_init (&demand->shared, dragonfly_demand_free);
  demand->dragonfly = dl_dragonfly_ref (dragonfly);
  demand->draw = g_new0 (struct _DlDragonflyDraw, 1);
  return demand;
}

/* By groups */

/* Working nodes of @group that a node of @from can send to. */
static guint
count_others (const DlDragonflyDemand *demand, guint from, guint group)
{
  const guint32 *first = demand->draw->up_first;
  const guint n = (first[group + 1] - first[group]) * demand->dragonfly->nodes_per_router;

  return group == from && n > 0 ? n - 1 : n;
}

/* The columns of a row, as many as @n, whose @keep are weights that add up to @sum: the alias
 * method's table of them (Vose). */
static void
build_aliases (Column *column, guint n, double sum, guint32 *small, guint32 *large)
{
  guint n_small = 0, n_large = 0;

  for (guint i = 0; i < n; i++)
    {
      column[i].keep *= n / sum;
      column[i].alias = column[i].group;
      if (column[i].keep < 1)
        small[n_small++] = i;
      else
        large[n_large++] = i;
    }
  while (n_small > 0 && n_large > 0)
    {
      const guint give = large[n_large - 1], take = small[--n_small];

      column[take].alias = column[give].group;
      column[give].keep -= 1 - column[take].keep;
      if (column[give].keep < 1)
        {
          n_large--;
          small[n_small++] = give;
        }
    }
  /* Rounding's leftovers keep their own. */
  while (n_small > 0)
    column[small[--n_small]].keep = 1;
}

/* The row of @group; @scratch is (2 n_groups). */
static void
build_row (DlDragonflyDemand *demand, guint group, guint32 *scratch)
{
  struct _DlDragonflyDraw *draw = demand->draw;
  const guint n_groups = demand->dragonfly->n_groups;
  const double *weight = demand->groups + (gsize) group * n_groups;
  Column *column = draw->column + draw->row[group];
  double sum = 0, alike = -1;
  gboolean is_alike = TRUE;
  guint n = 0;

  for (guint to = 0; to < n_groups; to++)
    {
      const guint others = count_others (demand, group, to);

      g_assert (weight[to] >= 0);
      if (others == 0)
        continue;
      is_alike = is_alike && (alike < 0 || weight[to] == alike);
      alike = weight[to];
      if (weight[to] > 0)
        {
          column[n++] = (Column) { weight[to] * others, to, to };
          sum += weight[to] * others;
        }
    }
  if (is_alike && n > 1)
    {
      n = 1;
      column[0] = (Column) { 1, EVERY_GROUP, EVERY_GROUP };
    }
  else if (n > 0)
    build_aliases (column, n, sum, scratch, scratch + n_groups);
  draw->group_sent[group] = sum;
  draw->row[group + 1] = draw->row[group] + n;
}

DlDragonflyDemand *
dl_dragonfly_demand_new_groups (DlDragonfly *dragonfly, double *groups)
{
  DlDragonflyDemand *demand = demand_begin (dragonfly);
  struct _DlDragonflyDraw *draw = demand->draw;
  const guint n = dragonfly->n_groups;
  g_autofree guint32 *scratch = g_new (guint32, 2 * n);

  demand->groups = groups;
  find_working (draw, dragonfly);
  draw->row = g_new0 (guint32, n + 1);
  draw->column = g_new (Column, (gsize) n * n);
  draw->group_sent = g_new (double, n);
  for (guint group = 0; group < n; group++)
    build_row (demand, group, scratch);
  draw->column = g_renew (Column, draw->column, MAX (draw->row[n], 1));
  return demand;
}

/* Any working node of @group, or of all, but @source, as likely as each other. */
static guint
draw_in_group (const DlDragonflyDemand *demand, guint group, guint source, DlRng *rng)
{
  const struct _DlDragonflyDraw *draw = demand->draw;
  const guint p = demand->dragonfly->nodes_per_router;
  const guint begin = group == EVERY_GROUP ? 0 : draw->up_first[group] * p;
  const guint end = group == EVERY_GROUP ? draw->n_up * p : draw->up_first[group + 1] * p;
  const guint own = draw->up_at[source / p] * p + source % p;
  const gboolean skip = own >= begin && own < end;
  guint at = begin + dl_rng_below (rng, end - begin - (skip ? 1 : 0));

  if (skip && at >= own)
    at++;
  return draw->up[at / p] * p + at % p;
}

static guint
draw_by_groups (const DlDragonflyDemand *demand, guint source, DlRng *rng)
{
  const struct _DlDragonflyDraw *draw = demand->draw;
  const guint group = demand->dragonfly->router[source / demand->dragonfly->nodes_per_router].group;
  const guint n = draw->row[group + 1] - draw->row[group];
  const Column *column = draw->column + draw->row[group];

  if (n > 1)
    {
      column += dl_rng_below (rng, n);
      if ((dl_rng_next (rng) >> 11) * 0x1p-53 >= column->keep)
        return draw_in_group (demand, column->alias, source, rng);
    }
  return draw_in_group (demand, column->group, source, rng);
}

/* By sets */

DlDragonflyDemand *
dl_dragonfly_demand_new_sets (DlDragonfly *dragonfly, guint32 *set, guint n_sets)
{
  DlDragonflyDemand *demand = demand_begin (dragonfly);
  const guint n = dragonfly->n_nodes;
  g_autofree guint32 *next = NULL;

  demand->n_sets = n_sets;
  demand->set = set;
  demand->set_first = g_new0 (guint32, n_sets + 1);
  demand->draw->set_at = g_new0 (guint32, n);
  for (guint node = 0; node < n; node++)
    {
      g_assert (set[node] < n_sets || set[node] == DL_NO_SET);
      if (!dl_dragonfly_node_up (dragonfly, node))
        set[node] = DL_NO_SET;
      if (set[node] != DL_NO_SET)
        demand->set_first[set[node] + 1]++;
    }
  for (guint s = 0; s < n_sets; s++)
    demand->set_first[s + 1] += demand->set_first[s];
  demand->set_node = g_new (guint32, MAX (demand->set_first[n_sets], 1));
  next = g_new0 (guint32, MAX (n_sets, 1));
  for (guint node = 0; node < n; node++)
    if (set[node] != DL_NO_SET)
      {
        const guint at = next[set[node]]++;

        demand->draw->set_at[node] = at;
        demand->set_node[demand->set_first[set[node]] + at] = node;
      }
  return demand;
}

static guint
draw_by_sets (const DlDragonflyDemand *demand, guint source, DlRng *rng)
{
  const guint first = demand->set_first[demand->set[source]];
  const guint n = demand->set_first[demand->set[source] + 1] - first;
  const guint at = dl_rng_below (rng, n - 1);

  return demand->set_node[first + at + (at >= demand->draw->set_at[source] ? 1 : 0)];
}

/* Pair by pair */

DlDragonflyDemand *
dl_dragonfly_demand_new_flows (DlDragonfly *dragonfly, guint32 *first_flow, guint32 *dest,
                               double *weight)
{
  DlDragonflyDemand *demand = demand_begin (dragonfly);
  const guint n_flows = first_flow[dragonfly->n_nodes];

  demand->first_flow = first_flow;
  demand->dest = dest;
  demand->weight = weight;
  if (weight != NULL)
    demand->draw->flow_sum = g_new (guint64, MAX (n_flows, 1));
  for (guint node = 0; node < dragonfly->n_nodes; node++)
    {
      guint64 sum = 0;

      g_assert (first_flow[node] == first_flow[node + 1] || dl_dragonfly_node_up (dragonfly, node));
      for (guint flow = first_flow[node]; flow < first_flow[node + 1]; flow++)
        {
          g_assert (dest[flow] != node && dl_dragonfly_node_up (dragonfly, dest[flow]));
          if (weight != NULL)
            demand->draw->flow_sum[flow] = sum += weight[flow];
        }
    }
  return demand;
}

static guint64
flows_sent (const DlDragonflyDemand *demand, guint source)
{
  const guint32 *first = demand->first_flow + source;

  if (demand->weight == NULL || first[0] == first[1])
    return first[1] - first[0];
  return demand->draw->flow_sum[first[1] - 1];
}

static guint
draw_by_flows (const DlDragonflyDemand *demand, guint source, DlRng *rng)
{
  const guint64 at = dl_rng_below (rng, flows_sent (demand, source));
  guint low = demand->first_flow[source], high = demand->first_flow[source + 1] - 1;

  if (demand->weight == NULL)
    return demand->dest[low + at];
  /* The first flow whose sum is past it. */
  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (demand->draw->flow_sum[middle] > at)
        high = middle;
      else
        low = middle + 1;
    }
  return demand->dest[low];
}

/* All forms */

double
dl_dragonfly_demand_sent (const DlDragonflyDemand *demand, guint source)
{
  const DlDragonfly *net = demand->dragonfly;

  if (!dl_dragonfly_node_up (net, source))
    return 0;
  if (demand->groups != NULL)
    return demand->draw->group_sent[net->router[source / net->nodes_per_router].group];
  if (demand->set == NULL)
    return flows_sent (demand, source);
  if (demand->set[source] == DL_NO_SET)
    return 0;
  return demand->set_first[demand->set[source] + 1] - demand->set_first[demand->set[source]] - 1;
}

guint
dl_dragonfly_demand_draw (const DlDragonflyDemand *demand, guint source, DlRng *rng)
{
  if (demand->groups != NULL)
    return draw_by_groups (demand, source, rng);
  if (demand->set != NULL)
    return draw_by_sets (demand, source, rng);
  return draw_by_flows (demand, source, rng);
}
