#include "dl-dragonfly-router-pairs.h"

/* By sets */

static gboolean
counts (const DlDragonflyDemand *demand, guint set)
{
  return demand->set_first[set + 1] - demand->set_first[set] > 1;
}

/* Call for each part and entry: nodes of a set rise, so do their routers and groups. */
static void
list_parts (DlRouterPairs *self, const DlDragonflyDemand *demand)
{
  const DlDragonfly *net = self->net;
  const guint n_nodes = demand->set_first[demand->n_sets];
  g_autofree guint32 *filled = g_new0 (guint32, net->n_groups);
  guint n = 0;

  self->n_sets = demand->n_sets;
  self->part_first = g_new0 (guint32, net->n_groups + 1);
  self->part_first[0] = 1;
  self->part_at = g_new0 (guint32, (gsize) net->n_groups * demand->n_sets);
  self->entry_router = g_new (guint32, MAX (n_nodes, 1));
  self->entry_nodes = g_new (guint32, MAX (n_nodes, 1));
  for (guint pass = 0; pass < 2; pass++)
    {
      n = 0;
      for (guint set = 0; set < demand->n_sets; set++)
        {
          guint group = G_MAXUINT, router = G_MAXUINT;
          DlSetPart *part = NULL;

          for (guint i = demand->set_first[set];
               counts (demand, set) && i < demand->set_first[set + 1]; i++)
            {
              const guint at = demand->set_node[i] / net->nodes_per_router;

              if (net->router[at].group != group)
                {
                  group = net->router[at].group;
                  if (pass == 0)
                    self->part_first[group + 1]++;
                  else
                    {
                      part = &self->part[self->part_first[group] + filled[group]++];
                      self->part_at[(gsize) group * self->n_sets + set] = part - self->part;
                      *part = (DlSetPart) { set, n, 0, 0 };
                    }
                }
              if (at != router)
                {
                  router = at;
                  self->entry_router[n] = at;
                  self->entry_nodes[n++] = 0;
                  if (part != NULL)
                    part->n++;
                }
              self->entry_nodes[n - 1]++;
              if (part != NULL)
                part->nodes++;
            }
        }
      for (guint group = 0; pass == 0 && group < net->n_groups; group++)
        self->part_first[group + 1] += self->part_first[group];
      if (pass == 0)
        {
          self->part = g_new (DlSetPart, self->part_first[net->n_groups]);
          self->part[0] = (DlSetPart) { 0, 0, 0, 0 };
        }
    }
}

/* Pair by pair */

/* What the nodes of @router send to other routers: @pairs (n_routers), of which @dests lists those
 * that get any. */
static void
gather (const DlDragonflyDemand *demand, guint router, DlRouterPair *pairs, GArray *dests)
{
  const guint p = demand->dragonfly->nodes_per_router;

  g_array_set_size (dests, 0);
  for (guint flow = demand->first_flow[router * p]; flow < demand->first_flow[(router + 1) * p];
       flow++)
    {
      const guint32 dest = demand->dest[flow] / p;
      const double packets = demand->weight != NULL ? demand->weight[flow] : 1;

      if (packets == 0 || dest == router)
        continue;
      if (pairs[dest].pairs == 0)
        g_array_append_val (dests, dest);
      pairs[dest].packets += packets;
      pairs[dest].pairs++;
    }
}

static void
list_flows (DlRouterPairs *self, const DlDragonflyDemand *demand)
{
  const DlDragonfly *net = self->net;
  const guint n_pairs = net->n_groups * net->n_groups;
  g_autofree DlRouterPair *pairs = g_new0 (DlRouterPair, net->n_routers);
  g_autofree guint32 *filled = g_new0 (guint32, n_pairs);
  g_autoptr (GArray) dests = g_array_new (FALSE, FALSE, sizeof (guint32));

  self->flow_first = g_new0 (guint32, n_pairs + 1);
  for (guint pass = 0; pass < 2; pass++)
    {
      for (guint router = 0; router < net->n_routers; router++)
        {
          gather (demand, router, pairs, dests);
          for (guint i = 0; i < dests->len; i++)
            {
              const guint dest = g_array_index (dests, guint32, i);
              const guint pair
                  = net->router[router].group * net->n_groups + net->router[dest].group;

              if (pass == 0)
                self->flow_first[pair + 1]++;
              else
                self->flow[self->flow_first[pair] + filled[pair]++]
                    = (DlRouterPair) { router, dest, pairs[dest].packets, pairs[dest].pairs };
              pairs[dest] = (DlRouterPair) { 0, 0, 0, 0 };
            }
        }
      for (guint pair = 0; pass == 0 && pair < n_pairs; pair++)
        self->flow_first[pair + 1] += self->flow_first[pair];
      if (pass == 0)
        self->flow = g_new (DlRouterPair, MAX (self->flow_first[n_pairs], 1));
    }
}

/* Both */

void
dl_router_pairs_init (DlRouterPairs *self, const DlDragonflyDemand *demand)
{
  *self = (DlRouterPairs) { .net = demand->dragonfly };
  if (demand->set != NULL)
    list_parts (self, demand);
  else
    list_flows (self, demand);
}

void
dl_router_pairs_clear (DlRouterPairs *self)
{
  g_clear_pointer (&self->part_first, g_free);
  g_clear_pointer (&self->part, g_free);
  g_clear_pointer (&self->part_at, g_free);
  g_clear_pointer (&self->entry_router, g_free);
  g_clear_pointer (&self->entry_nodes, g_free);
  g_clear_pointer (&self->flow_first, g_free);
  g_clear_pointer (&self->flow, g_free);
}

gboolean
dl_router_pairs_next_parts (const DlRouterPairs *self, guint from, guint to, guint *i,
                            const DlSetPart **a, const DlSetPart **b)
{
  for (const guint n = self->part_first[from + 1] - self->part_first[from]; *i < n;)
    {
      *a = &self->part[self->part_first[from] + (*i)++];
      *b = dl_router_pairs_part (self, (*a)->set, to);
      if ((*b)->n > 0)
        return TRUE;
    }
  return FALSE;
}

void
dl_router_pairs_of_parts (const DlRouterPairs *self, const DlSetPart *from, const DlSetPart *to,
                          DlRouterPairFunc func, gpointer data)
{
  for (guint i = from->first; i < from->first + from->n; i++)
    for (guint j = to->first; j < to->first + to->n; j++)
      {
        const guint64 pairs = (guint64) self->entry_nodes[i] * self->entry_nodes[j];
        const DlRouterPair pair = { self->entry_router[i], self->entry_router[j], pairs, pairs };

        if (pair.source != pair.dest)
          func (&pair, data);
      }
}

void
dl_router_pairs_foreach (const DlRouterPairs *self, guint from, guint to, DlRouterPairFunc func,
                         gpointer data)
{
  const guint pair = from * self->net->n_groups + to;
  const DlSetPart *a, *b;
  guint i = 0;

  if (self->flow != NULL)
    for (guint flow = self->flow_first[pair]; flow < self->flow_first[pair + 1]; flow++)
      func (&self->flow[flow], data);
  else
    while (dl_router_pairs_next_parts (self, from, to, &i, &a, &b))
      dl_router_pairs_of_parts (self, a, b, func, data);
}

gboolean
dl_router_pairs_any (const DlRouterPairs *self, guint from, guint to)
{
  const guint pair = from * self->net->n_groups + to;
  const DlSetPart *a, *b;
  guint i = 0;

  if (self->flow != NULL)
    return self->flow_first[pair] < self->flow_first[pair + 1];
  return dl_router_pairs_next_parts (self, from, to, &i, &a, &b);
}
