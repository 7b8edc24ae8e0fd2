/* Loads of a demand by sets of nodes, or pair by pair. Minimal packets are put on the paths of
 * their two routers, or of the classes of a set's routers in two groups; packets that draw roots
 * are in dl-dragonfly-loads-roots.c. */
#include "dl-dragonfly-loads-pairs.h"

#include <string.h>

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

/* Demand of @router's nodes to other routers: @pairs (n_routers), @dests lists the ones that get
 * any. */
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

static void
router_pairs_init (DlRouterPairs *self, const DlDragonflyDemand *demand)
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

/* The parts of the same set in groups @from and @to, from the @i-th of @from (at first 0) on; FALSE
 * if there are no more. */
static gboolean
router_pairs_next_parts (const DlRouterPairs *self, guint from, guint to, guint *i,
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

/* The parts of one set in two groups. */
static void
router_pairs_of_parts (const DlRouterPairs *self, const DlSetPart *from, const DlSetPart *to,
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
    while (router_pairs_next_parts (self, from, to, &i, &a, &b))
      router_pairs_of_parts (self, a, b, func, data);
}

static gboolean
router_pairs_any (const DlRouterPairs *self, guint from, guint to)
{
  const guint pair = from * self->net->n_groups + to;
  const DlSetPart *a, *b;
  guint i = 0;

  if (self->flow != NULL)
    return self->flow_first[pair] < self->flow_first[pair + 1];
  return router_pairs_next_parts (self, from, to, &i, &a, &b);
}

/* Fewer flows between two groups are put on their paths one by one. */
#define MIN_GATHERED 64
/* Cost of a product of a set's parts per router, as a multiple of a pair's. */
#define LOOKS 8

static void
find_by_root (DlPairsBuilder *b)
{
  const guint n_groups = b->net->n_groups;

  b->by_root = g_new0 (guint8, n_groups * n_groups);
  b->n_roots = g_new0 (guint32, n_groups * n_groups);
  for (guint from = 0; from < n_groups; from++)
    for (guint to = 0; to < n_groups; to++)
      {
        const guint pair = from * n_groups + to;

        const DlGroupCut cut = { from, to };

        if (from != to && dl_dragonfly_is_cut (b->routes, from, to))
          g_array_append_val (b->cuts, cut);
        if (from == to || !router_pairs_any (b->pairs, from, to))
          continue;
        const DlRootChoice choice = dl_dragonfly_missing_choice (&b->task->missing, from, to);
        b->by_root[pair] = choice.n > 0 && (b->out->nonminimal || choice.detour);
        b->n_roots[pair] = choice.n;
        b->any_root |= b->by_root[pair];
      }
}

/* Between groups ------------------------------------------------------------------------------- */

static void
add_minimal (const DlRouterPair *pair, gpointer data)
{
  DlPairsBuilder *b = data;
  DlDragonflyPathLoads *ways = b->task->ways;
  const guint hops = dl_dragonfly_path_loads_hops (ways, pair->source, pair->dest);

  if (dl_dragonfly_path_loads_add_pair (ways, pair->source, pair->dest, pair->packets * b->minimal,
                                        b->lane))
    b->out->hops_max = MAX (b->out->hops_max, hops);
  else
    dl_dragonfly_loads_add_minimal (b->out, pair->source, pair->dest, pair->packets, pair->pairs);
}

static void
gather_minimal (const DlRouterPair *pair, gpointer data)
{
  DlPairsBuilder *b = data;

  if (!dl_dragonfly_path_loads_gather (b->task->ways, pair->source, pair->dest,
                                       pair->packets * b->minimal))
    dl_dragonfly_loads_add_minimal (b->out, pair->source, pair->dest, pair->packets, pair->pairs);
}

static void
note_hops (const DlRouterPair *pair, gpointer data)
{
  DlPairsBuilder *b = data;
  const guint hops = dl_dragonfly_path_loads_hops (b->task->ways, pair->source, pair->dest);

  b->out->hops_max = MAX (b->out->hops_max, hops);
}

/* The nodes of one part by place in the group, @times so many. */
static void
unfold (const DlPairsBuilder *b, const DlSetPart *part, guint group, double times, double *nodes)
{
  const guint first = b->net->group_first[group];

  memset (nodes, 0, (b->net->group_first[group + 1] - first) * sizeof *nodes);
  for (guint i = part->first; i < part->first + part->n; i++)
    nodes[b->pairs->entry_router[i] - first] = times * b->pairs->entry_nodes[i];
}

static DlGroupRouters
nodes_of (const DlPairsBuilder *b, const DlSetPart *part)
{
  return (DlGroupRouters) { part->n, b->pairs->entry_router + part->first,
                            b->pairs->entry_nodes + part->first };
}

/* A product looks at all that the shares list, and some times at each router; gathering, at each
 * pair of routers. */
static gboolean
is_product (const DlPairsBuilder *b, const DlDragonflyShares *shares, guint from,
            const DlSetPart *x, const DlSetPart *y)
{
  const guint n_parts = shares->first[shares->n_near * shares->n_far];
  const guint n_routers = b->net->group_first[from + 1] - b->net->group_first[from];

  return (guint64) x->n * y->n > n_parts + (guint64) LOOKS * n_routers;
}

static void
add_parts (DlPairsBuilder *b, const DlDragonflyShares *shares, guint from, guint to)
{
  const DlSetPart *x, *y;
  guint i = 0;

  while (router_pairs_next_parts (b->pairs, from, to, &i, &x, &y))
    if (!shares->plain)
      router_pairs_of_parts (b->pairs, x, y, gather_minimal, b);
    else if (!is_product (b, shares, from, x, y))
      dl_dragonfly_path_loads_gather_product (b->task->ways, nodes_of (b, x), nodes_of (b, y),
                                              b->minimal);
    else
      {
        unfold (b, x, from, b->minimal, b->sent);
        unfold (b, y, to, 1, b->got);
        dl_dragonfly_path_loads_add_product (b->task->ways, b->sent, b->got, b->lane);
        if (b->out->hops_max < shares->hops_max)
          router_pairs_of_parts (b->pairs, x, y, note_hops, b);
      }
}

static void
add_direct (DlPairsBuilder *b, const DlDragonflyShares *shares, guint from, guint to)
{
  const guint pair = from * b->net->n_groups + to;

  if (b->pairs->flow == NULL)
    add_parts (b, shares, from, to);
  else
    dl_router_pairs_foreach (
        b->pairs, from, to,
        b->pairs->flow_first[pair + 1] - b->pairs->flow_first[pair] < MIN_GATHERED ? add_minimal
                                                                                   : gather_minimal,
        b);
  b->out->hops_max
      = dl_dragonfly_path_loads_add_gathered (b->task->ways, b->lane, b->out->hops_max);
}

/* Packets of @other's routers with @group in @rows (n_groups x n_routers); NULL if there are none.
 */
static const double *
part_of (const DlPairsBuilder *b, const double *rows, guint other, guint group)
{
  const guint first = b->net->group_first[other], n = b->net->group_first[other + 1] - first;
  const double *packets = rows + (gsize) group * b->net->n_routers + first;

  for (guint i = 0; i < n; i++)
    if (packets[i] > 0)
      return packets;
  return NULL;
}

/* Minimal share, of all pairs of routers alike: without roots all of it, else that for roots in
 * groups that are cut off. */
static double
minimal_part (const DlPairsBuilder *b, guint from, guint to)
{
  const DlDragonflyMissing *missing = &b->task->missing;
  const guint pair = from * b->net->n_groups + to;

  if (!router_pairs_any (b->pairs, from, to))
    return 0;
  if (!b->by_root[pair])
    return 1;
  if (!missing->any || missing->pair[pair] > 0)
    return 0;
  return (double) dl_dragonfly_missing_cut (missing, from, to) / b->n_roots[pair];
}

/* Sum up packets from roots of their own group, by router of the other. */
static void
sum_middle (const DlRouterPair *pair, gpointer data)
{
  DlPairsBuilder *b = data;
  const guint from = b->net->router[pair->source].group, to = b->net->router[pair->dest].group;

  if (dl_pairs_all_fit_in (b, pair, from))
    b->middle[pair->dest - b->net->group_first[to]] += dl_pairs_root_share (b, pair);
}

/* A pair's own ends are no roots of it. */
static void
take_ends (const DlRouterPair *pair, gpointer data)
{
  DlPairsBuilder *b = data;
  const double each = dl_pairs_root_share (b, pair);

  if (dl_pairs_all_fit_in (b, pair, b->net->router[pair->dest].group))
    dl_dragonfly_path_loads_take_pair (b->task->ways, pair->source, pair->dest, each,
                                       b->lane + DL_PATH_FIRST);
  if (dl_pairs_all_fit_in (b, pair, b->net->router[pair->source].group))
    dl_dragonfly_path_loads_take_pair (b->task->ways, pair->source, pair->dest, each,
                                       b->lane + DL_PATH_MIDDLE);
}

static void
gather_ends (const DlRouterPair *pair, gpointer data)
{
  DlPairsBuilder *b = data;

  dl_dragonfly_path_loads_gather (b->task->ways, pair->source, pair->dest,
                                  dl_pairs_root_share (b, pair));
}

/* Up to roots from where packets between these groups come, and down from there. */
static void
add_ends (DlPairsBuilder *b, const double *sent, guint from, guint to)
{
  const guint pair = from * b->net->n_groups + to;
  const guint n = b->net->group_first[to + 1] - b->net->group_first[to];
  const double n_roots = b->n_roots[pair];
  const DlSetPart *x, *y;
  guint i = 0;

  memset (b->middle, 0, n * sizeof *b->middle);
  if (b->pairs->flow != NULL || b->task->missing.any)
    dl_router_pairs_foreach (b->pairs, from, to, sum_middle, b);
  else
    while (router_pairs_next_parts (b->pairs, from, to, &i, &x, &y))
      for (guint j = y->first; j < y->first + y->n; j++)
        b->middle[b->pairs->entry_router[j] - b->net->group_first[to]]
            += b->pairs->entry_nodes[j] * (x->nodes / n_roots);
  /* With damage each pair is looked at. */
  if (b->task->missing.any
      || (b->pairs->flow != NULL
          && b->pairs->flow_first[pair + 1] - b->pairs->flow_first[pair] < MIN_GATHERED))
    {
      if (sent != NULL)
        dl_dragonfly_path_loads_add_product (b->task->ways, sent, NULL, b->lane + DL_PATH_FIRST);
      dl_dragonfly_path_loads_add_product (b->task->ways, NULL, b->middle,
                                           b->lane + DL_PATH_MIDDLE);
      dl_router_pairs_foreach (b->pairs, from, to, take_ends, b);
      return;
    }
  if (b->pairs->flow != NULL)
    dl_router_pairs_foreach (b->pairs, from, to, gather_ends, b);
  else
    for (i = 0; router_pairs_next_parts (b->pairs, from, to, &i, &x, &y);)
      dl_dragonfly_path_loads_gather_product (b->task->ways, nodes_of (b, x), nodes_of (b, y),
                                              1 / n_roots);
  dl_dragonfly_path_loads_add_but_gathered (b->task->ways, sent, b->lane + DL_PATH_FIRST, b->middle,
                                            b->lane + DL_PATH_MIDDLE);
}

static void
add_groups (DlPairsBuilder *b, guint from, guint to)
{
  const DlDragonflyShares *shares;
  const double *sent, *got;

  b->minimal = minimal_part (b, from, to);
  if (b->minimal == 0 && !b->any_root)
    return;
  shares = dl_dragonfly_path_loads_between (b->task->ways, from, to);
  if (b->minimal > 0)
    add_direct (b, shares, from, to);
  if (!b->any_root)
    return;
  dl_longest_look (&b->longest, b->task->ways, from, to);
  sent = part_of (b, b->up, from, to);
  if (b->by_root[from * b->net->n_groups + to] && !dl_dragonfly_is_cut (b->routes, from, to))
    add_ends (b, sent, from, to);
  else if (sent != NULL)
    dl_dragonfly_path_loads_add_product (b->task->ways, sent, NULL, b->lane + DL_PATH_FIRST);
  got = part_of (b, b->down, to, from);
  if (got != NULL)
    dl_dragonfly_path_loads_add_product (b->task->ways, NULL, got, b->lane + DL_PATH_SECOND);
}

/* Inside groups -------------------------------------------------------------------------------- */

typedef struct
{
  guint first, n;
  double *packets; /* (n x n) */
  guint64 *pairs;
} Local;

static void
note_local (const DlRouterPair *pair, gpointer data)
{
  const Local *local = data;
  const gsize i = (gsize) (pair->source - local->first) * local->n + (pair->dest - local->first);

  local->packets[i] += pair->packets;
  local->pairs[i] += pair->pairs;
}

static void
add_local (DlPairsBuilder *b, guint group)
{
  const guint first = b->net->group_first[group];
  const guint n = b->net->group_first[group + 1] - first;
  const Local local = { first, n, g_new0 (double, (gsize) n *n), g_new0 (guint64, (gsize) n * n) };

  dl_router_pairs_foreach (b->pairs, group, group, note_local, (gpointer) &local);
  dl_dragonfly_loads_add_local (b->task, b->lane / DL_PATH_PHASES, group, local.packets,
                                local.pairs);
  g_free (local.packets);
  g_free (local.pairs);
}

/* All of it ------------------------------------------------------------------------------------ */

static gboolean
add_all (DlPairsBuilder *b)
{
  const guint n_groups = b->net->n_groups;

  find_by_root (b);
  if (b->any_root)
    {
      dl_pairs_spread_roots (b);
      dl_longest_init (&b->longest, b->routes);
      for (guint group = 0; group < n_groups; group++)
        dl_longest_look_inside (&b->longest, group);
    }
  if (b->task->missing.any)
    dl_pairs_add_unfit (b);
  for (guint from = 0; from < n_groups; from++)
    {
      if (g_cancellable_is_cancelled (b->task->cancellable))
        return FALSE;
      for (guint to = 0; to < n_groups; to++)
        if (to != from)
          add_groups (b, from, to);
      if (b->any_root)
        dl_pairs_add_own_roots (b, from);
      if (router_pairs_any (b->pairs, from, from))
        add_local (b, from);
    }
  if (b->any_root)
    dl_pairs_find_longest (b);
  return TRUE;
}

gboolean
dl_dragonfly_loads_by_pairs (DlLoadsTask *task)
{
  const DlDragonfly *net = task->routes->dragonfly;
  g_auto (DlRouterPairs) pairs;
  gboolean done = TRUE;
  guint most = 1;

  for (guint group = 0; group < net->n_groups; group++)
    most = MAX (most, net->group_first[group + 1] - net->group_first[group]);
  router_pairs_init (&pairs, task->demand);
  for (guint load = 0; load < 2 && done; load++)
    {
      DlPairsBuilder b = { .task = task,
                           .out = task->loads[load],
                           .routes = task->routes,
                           .net = net,
                           .pairs = &pairs,
                           .lane = load * DL_PATH_PHASES };

      if (b.out == NULL)
        continue;
      b.cuts = g_array_new (FALSE, FALSE, sizeof (DlGroupCut));
      b.sent = g_new (double, most);
      b.got = g_new (double, most);
      b.middle = g_new (double, most);
      b.whole = g_new (double, (gsize) net->n_groups *most);
      done = add_all (&b);
      dl_longest_clear (&b.longest);
      g_array_unref (b.cuts);
      g_free (b.by_root);
      g_free (b.n_roots);
      g_free (b.up);
      g_free (b.down);
      g_free (b.own_up);
      g_free (b.own_down);
      g_free (b.middle);
      g_free (b.sent);
      g_free (b.got);
      g_free (b.whole);
    }
  return done;
}
