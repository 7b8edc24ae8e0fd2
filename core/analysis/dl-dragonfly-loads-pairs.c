/* Loads of a demand by sets of nodes, or pair by pair. Minimal packets are put on the ways of their
 * two routers, or of the classes of a set's routers in two groups; what draws roots goes from each
 * source to all routers of a group alike, and from them alike to each destination, but for both
 * ends themselves. Where some roots do not fit, they are followed one by one. */
#include "dl-dragonfly-loads-private.h"

#include "dl-dragonfly-router-pairs.h"

#include <string.h>

/* Fewer flows between two groups are put on their ways one by one. */
#define MIN_GATHERED 64
/* What a product of a set's parts does at each router, as a multiple of what a pair takes. */
#define LOOKS 8

typedef struct
{
  DlLoadsTask *task;
  DlDragonflyLoads *out;
  const DlDragonflyRoutes *routes;
  const DlDragonfly *net;
  const DlRouterPairs *pairs;
  guint lane;       /* of the first leg */
  guint8 *by_root;  /* (n_groups x n_groups) gboolean: its packets draw roots */
  guint32 *n_roots; /* (n_groups x n_groups) so many */
  GArray *cuts;     /* Cut */
  double minimal;   /* part of the packets that is put on minimal ways */
  gboolean any_root;
  double *up;       /* (n_groups x n_routers) from a router to each root of the other group, one for
                       which that is the packet's end too */
  double *down;     /* (n_groups x n_routers) to it from each, of packets from elsewhere */
  double *own_up;   /* (n_routers) from a router to each root of its own group */
  double *own_down; /* (n_routers) to it from each, of packets from other groups */
  DlLongest longest;
  guint root, bound;  /* looked at for the longest route, and how long it can be at most */
  double *sent, *got; /* (routers of a group) */
  double *middle; /* (routers of a group) to each from each root of the other group, which sent it
                   */
  double *whole;  /* (n_groups x routers of a group) */
} Builder;

/* Groups without a blue link from the one to the other. */
typedef struct
{
  guint16 from, to;
} Cut;

static void
find_by_root (Builder *b)
{
  const guint n_groups = b->net->n_groups;

  b->by_root = g_new0 (guint8, n_groups * n_groups);
  b->n_roots = g_new0 (guint32, n_groups * n_groups);
  for (guint from = 0; from < n_groups; from++)
    for (guint to = 0; to < n_groups; to++)
      {
        const guint pair = from * n_groups + to;

        const Cut cut = { from, to };

        if (from != to && dl_dragonfly_cut (b->routes, from, to))
          g_array_append_val (b->cuts, cut);
        if (from == to || !dl_router_pairs_any (b->pairs, from, to))
          continue;
        const DlRootChoice choice = dl_dragonfly_lacks_choice (&b->task->lacks, from, to);
        b->by_root[pair] = choice.n > 0 && (b->out->nonminimal || choice.detour);
        b->n_roots[pair] = choice.n;
        b->any_root |= b->by_root[pair];
      }
}

/* Roots ---------------------------------------------------------------------------------------- */

/* What each root gets of a pair's packets. */
static double
root_share (const Builder *b, const DlRouterPair *pair)
{
  return pair->packets
         / b->n_roots[b->net->router[pair->source].group * b->net->n_groups
                      + b->net->router[pair->dest].group];
}

static void
note_roots (const DlRouterPair *pair, gpointer data)
{
  Builder *b = data;
  const gsize n_routers = b->net->n_routers;
  const double each = root_share (b, pair);

  b->up[b->net->router[pair->dest].group * n_routers + pair->source] += each;
  b->down[b->net->router[pair->source].group * n_routers + pair->dest] += each;
}

/* Roots in the groups of both ends get the same, where there is a way between these. */
static void
spread_own (Builder *b)
{
  const guint n_groups = b->net->n_groups;

  b->own_up = g_new0 (double, b->net->n_routers);
  b->own_down = g_new0 (double, b->net->n_routers);
  for (guint router = 0; router < b->net->n_routers; router++)
    for (guint own = b->net->router[router].group, other = 0; other < n_groups; other++)
      {
        const gsize at = (gsize) other * b->net->n_routers + router;

        if (!dl_dragonfly_cut (b->routes, own, other))
          b->own_up[router] += b->up[at];
        if (!dl_dragonfly_cut (b->routes, other, own))
          b->own_down[router] += b->down[at];
      }
}

/* The same for all pairs of parts of @group and @other, at the one end: @each (n_routers). */
static void
note_parts (const Builder *b, guint group, guint other, double n_roots, double *each)
{
  const DlRouterPairs *pairs = b->pairs;

  for (guint i = pairs->part_first[group]; i < pairs->part_first[group + 1]; i++)
    {
      const DlSetPart *part = &pairs->part[i];
      const double packets = dl_router_pairs_part (pairs, part->set, other)->nodes / n_roots;

      for (guint j = part->first; j < part->first + part->n; j++)
        each[pairs->entry_router[j]] += pairs->entry_nodes[j] * packets;
    }
}

static void
take_off (double *from, double packets)
{
  /* Without the error that a difference of equal sums would have. */
  *from = *from > packets * (1 + 1e-9) ? *from - packets : 0;
}

/* For the routers of @group: from what @each (n_groups x n_routers) of the groups is to get, or
 * with @down to send, to what the roots of each get: all of it, or with @down all that comes from
 * others, but for those that it is cut off from. */
static void
turn_to_roots (const Builder *b, guint group, double *each, gboolean down)
{
  const guint n_groups = b->net->n_groups, first = b->net->group_first[group];
  const guint n = b->net->group_first[group + 1] - first;
  double *sum = down ? b->got : b->sent;

  memset (sum, 0, n * sizeof *sum);
  for (guint other = 0; other < n_groups; other++)
    {
      const double *row = each + (gsize) other * b->net->n_routers + first;

      memcpy (b->whole + (gsize) other * n, row, n * sizeof *row);
      for (guint i = 0; i < n; i++)
        sum[i] += row[i];
    }
  for (guint other = 0; other < n_groups; other++)
    for (guint i = 0; i < n; i++)
      {
        double *packets = &each[(gsize) other * b->net->n_routers + first + i];

        *packets = sum[i];
        if (down)
          take_off (packets, b->whole[(gsize) other * n + i]);
      }
  for (guint i = 0; i < b->cuts->len; i++)
    {
      const Cut *cut = &g_array_index (b->cuts, Cut, i);
      const guint root = down ? cut->to : cut->from, other = down ? cut->from : cut->to;

      for (guint j = 0; j < n; j++)
        take_off (&each[(gsize) root * b->net->n_routers + first + j],
                  b->whole[(gsize) other * n + j]);
    }
}

static void
spread_roots (Builder *b)
{
  const guint n_groups = b->net->n_groups;

  b->up = g_new0 (double, (gsize) b->net->n_routers *n_groups);
  b->down = g_new0 (double, (gsize) b->net->n_routers *n_groups);
  for (guint from = 0; from < n_groups; from++)
    for (guint to = 0; to < n_groups; to++)
      {
        const double n_roots = b->n_roots[from * n_groups + to];

        if (!b->by_root[from * n_groups + to])
          continue;
        if (b->pairs->flow != NULL)
          {
            dl_router_pairs_foreach (b->pairs, from, to, note_roots, b);
            continue;
          }
        note_parts (b, from, to, n_roots, b->up + (gsize) to * b->net->n_routers);
        note_parts (b, to, from, n_roots, b->down + (gsize) from * b->net->n_routers);
      }
  spread_own (b);
  for (guint group = 0; group < n_groups; group++)
    {
      turn_to_roots (b, group, b->up, FALSE);
      turn_to_roots (b, group, b->down, TRUE);
    }
}

/* @each packets of a leg from @from to @to, both ends of which are known. */
static void
add_leg (Builder *b, guint from, guint to, double each, guint leg)
{
  const guint group = b->net->router[from].group, other = b->net->router[to].group;

  if (group == other)
    dl_dragonfly_ways_add_near (b->task->ways, from, to, each, b->lane + leg);
  else
    dl_dragonfly_ways_add_pair (b->task->ways, from, to, each, b->lane + leg);
}

/* The roots in @group of a pair for which not all of them fit: those that do, one by one. */
static void
add_fitting (Builder *b, const DlRouterPair *pair, guint group, double each)
{
  const DlDragonflyRoutes *routes = b->routes;
  const guint from = b->net->router[pair->source].group, to = b->net->router[pair->dest].group;
  const guint low = routes->working_first[group], high = routes->working_first[group + 1];

  for (guint down = 0; down < 2; down++)
    {
      const guint leg = !down ? DL_WAY_FIRST : group == from ? DL_WAY_MIDDLE : DL_WAY_SECOND;

      if ((down ? to : from) != group)
        dl_dragonfly_ways_between (b->task->ways, down ? group : from, down ? to : group);
      for (guint i = low; i < high; i++)
        {
          const guint root = routes->working[i];

          if (root != pair->source && root != pair->dest
              && dl_dragonfly_root_fits (routes, pair->source, root, pair->dest))
            add_leg (b, down ? root : pair->source, down ? pair->dest : root, each, leg);
        }
    }
}

/* Do all roots in @group fit a pair? */
static gboolean
all_fit_in (const Builder *b, const DlRouterPair *pair, guint group)
{
  return !b->task->lacks.any
         || dl_dragonfly_lacks_unfit (&b->task->lacks, pair->source, pair->dest, group) == 0;
}

/* Are all packets that go minimally for roots in groups that are cut off alike? */
static gboolean
cuts_alike (const Builder *b, guint from, guint to)
{
  const DlDragonflyLacks *lacks = &b->task->lacks;

  return !lacks->any || lacks->pair[from * b->net->n_groups + to] == 0
         || dl_dragonfly_lacks_choice (lacks, from, to).detour;
}

/* A pair that lacks some roots: what these would get goes minimally. */
static void
add_unfit (const DlRouterPair *pair, gpointer data)
{
  Builder *b = data;
  const DlDragonflyLacks *lacks = &b->task->lacks;
  const guint n_groups = b->net->n_groups;
  const guint from = b->net->router[pair->source].group, to = b->net->router[pair->dest].group;
  const double each = root_share (b, pair);
  guint unfit = cuts_alike (b, from, to) ? 0 : dl_dragonfly_lacks_cut (lacks, from, to);

  for (guint group = 0; group < n_groups; group++)
    {
      guint here;

      if (dl_dragonfly_cut (b->routes, from, group) || dl_dragonfly_cut (b->routes, group, to))
        continue;
      here = dl_dragonfly_lacks_unfit (lacks, pair->source, pair->dest, group);
      if (here == 0)
        continue;
      unfit += here;
      take_off (group == from ? &b->own_up[pair->source]
                              : &b->up[(gsize) group * b->net->n_routers + pair->source],
                each);
      /* Those from its own group are summed up where they are put on their ways. */
      if (group != from)
        take_off (group == to ? &b->own_down[pair->dest]
                              : &b->down[(gsize) group * b->net->n_routers + pair->dest],
                  each);
      if (here < dl_dragonfly_roots_in (b->routes, from, to, group))
        add_fitting (b, pair, group, each);
    }
  if (unfit > 0)
    dl_dragonfly_loads_add_minimal (b->out, pair->source, pair->dest, each * unfit, pair->pairs);
}

static void
add_all_unfit (Builder *b)
{
  const guint n_groups = b->net->n_groups;

  for (guint from = 0; from < n_groups; from++)
    for (guint to = 0; to < n_groups; to++)
      if (b->by_root[from * n_groups + to]
          && !(dl_dragonfly_lacks_all_fit (&b->task->lacks, from, to, TRUE)
               && cuts_alike (b, from, to)))
        dl_router_pairs_foreach (b->pairs, from, to, add_unfit, b);
}

/* Between groups ------------------------------------------------------------------------------- */

static void
add_minimal (const DlRouterPair *pair, gpointer data)
{
  Builder *b = data;
  DlDragonflyWays *ways = b->task->ways;
  const guint hops = dl_dragonfly_ways_hops (ways, pair->source, pair->dest);

  if (dl_dragonfly_ways_add_pair (ways, pair->source, pair->dest, pair->packets * b->minimal,
                                  b->lane))
    b->out->hops_max = MAX (b->out->hops_max, hops);
  else
    dl_dragonfly_loads_add_minimal (b->out, pair->source, pair->dest, pair->packets, pair->pairs);
}

static void
gather_minimal (const DlRouterPair *pair, gpointer data)
{
  Builder *b = data;

  if (!dl_dragonfly_ways_gather (b->task->ways, pair->source, pair->dest,
                                 pair->packets * b->minimal))
    dl_dragonfly_loads_add_minimal (b->out, pair->source, pair->dest, pair->packets, pair->pairs);
}

static void
note_hops (const DlRouterPair *pair, gpointer data)
{
  Builder *b = data;
  const guint hops = dl_dragonfly_ways_hops (b->task->ways, pair->source, pair->dest);

  b->out->hops_max = MAX (b->out->hops_max, hops);
}

/* The nodes of one part by place in the group, @times so many. */
static void
unfold (const Builder *b, const DlSetPart *part, guint group, double times, double *nodes)
{
  const guint first = b->net->group_first[group];

  memset (nodes, 0, (b->net->group_first[group + 1] - first) * sizeof *nodes);
  for (guint i = part->first; i < part->first + part->n; i++)
    nodes[b->pairs->entry_router[i] - first] = times * b->pairs->entry_nodes[i];
}

static DlWayRouters
nodes_of (const Builder *b, const DlSetPart *part)
{
  return (DlWayRouters) { part->n, b->pairs->entry_router + part->first,
                          b->pairs->entry_nodes + part->first };
}

/* A product looks at all that the shares list, and some times at each router; gathering, at each
 * pair of routers. */
static gboolean
is_product (const Builder *b, const DlDragonflyShares *shares, guint from, const DlSetPart *x,
            const DlSetPart *y)
{
  const guint n_parts = shares->first[shares->n_near * shares->n_far];
  const guint n_routers = b->net->group_first[from + 1] - b->net->group_first[from];

  return (guint64) x->n * y->n > n_parts + (guint64) LOOKS * n_routers;
}

static void
add_parts (Builder *b, const DlDragonflyShares *shares, guint from, guint to)
{
  const DlSetPart *x, *y;
  guint i = 0;

  while (dl_router_pairs_next_parts (b->pairs, from, to, &i, &x, &y))
    if (!shares->plain)
      dl_router_pairs_of_parts (b->pairs, x, y, gather_minimal, b);
    else if (!is_product (b, shares, from, x, y))
      dl_dragonfly_ways_gather_product (b->task->ways, nodes_of (b, x), nodes_of (b, y),
                                        b->minimal);
    else
      {
        unfold (b, x, from, b->minimal, b->sent);
        unfold (b, y, to, 1, b->got);
        dl_dragonfly_ways_add_product (b->task->ways, b->sent, b->got, b->lane);
        if (b->out->hops_max < shares->hops_max)
          dl_router_pairs_of_parts (b->pairs, x, y, note_hops, b);
      }
}

static void
add_direct (Builder *b, const DlDragonflyShares *shares, guint from, guint to)
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
  b->out->hops_max = dl_dragonfly_ways_add_gathered (b->task->ways, b->lane, b->out->hops_max);
}

/* What the routers of @other have of @group in @rows (n_groups x n_routers); NULL if there is
 * nothing.
 */
static const double *
part_of (const Builder *b, const double *rows, guint other, guint group)
{
  const guint first = b->net->group_first[other], n = b->net->group_first[other + 1] - first;
  const double *packets = rows + (gsize) group * b->net->n_routers + first;

  for (guint i = 0; i < n; i++)
    if (packets[i] > 0)
      return packets;
  return NULL;
}

/* What goes minimally, of all pairs of routers alike: without roots all of it, else what would be
 * for roots in groups that are cut off. */
static double
minimal_part (const Builder *b, guint from, guint to)
{
  const DlDragonflyLacks *lacks = &b->task->lacks;
  const guint pair = from * b->net->n_groups + to;

  if (!dl_router_pairs_any (b->pairs, from, to))
    return 0;
  if (!b->by_root[pair])
    return 1;
  if (!lacks->any || lacks->pair[pair] > 0)
    return 0;
  return (double) dl_dragonfly_lacks_cut (lacks, from, to) / b->n_roots[pair];
}

/* What the roots in the packets' own group send each router of the other. */
static void
sum_middle (const DlRouterPair *pair, gpointer data)
{
  Builder *b = data;
  const guint from = b->net->router[pair->source].group, to = b->net->router[pair->dest].group;

  if (all_fit_in (b, pair, from))
    b->middle[pair->dest - b->net->group_first[to]] += root_share (b, pair);
}

/* A pair's own ends are no roots of it. */
static void
take_ends (const DlRouterPair *pair, gpointer data)
{
  Builder *b = data;
  const double each = root_share (b, pair);

  if (all_fit_in (b, pair, b->net->router[pair->dest].group))
    dl_dragonfly_ways_take_pair (b->task->ways, pair->source, pair->dest, each,
                                 b->lane + DL_WAY_FIRST);
  if (all_fit_in (b, pair, b->net->router[pair->source].group))
    dl_dragonfly_ways_take_pair (b->task->ways, pair->source, pair->dest, each,
                                 b->lane + DL_WAY_MIDDLE);
}

static void
gather_ends (const DlRouterPair *pair, gpointer data)
{
  Builder *b = data;

  dl_dragonfly_ways_gather (b->task->ways, pair->source, pair->dest, root_share (b, pair));
}

/* Up to roots from where packets between these groups come, and down from there. */
static void
add_ends (Builder *b, const double *sent, guint from, guint to)
{
  const guint pair = from * b->net->n_groups + to;
  const guint n = b->net->group_first[to + 1] - b->net->group_first[to];
  const double n_roots = b->n_roots[pair];
  const DlSetPart *x, *y;
  guint i = 0;

  memset (b->middle, 0, n * sizeof *b->middle);
  if (b->pairs->flow != NULL || b->task->lacks.any)
    dl_router_pairs_foreach (b->pairs, from, to, sum_middle, b);
  else
    while (dl_router_pairs_next_parts (b->pairs, from, to, &i, &x, &y))
      for (guint j = y->first; j < y->first + y->n; j++)
        b->middle[b->pairs->entry_router[j] - b->net->group_first[to]]
            += b->pairs->entry_nodes[j] * (x->nodes / n_roots);
  /* With damage each pair is looked at. */
  if (b->task->lacks.any
      || (b->pairs->flow != NULL
          && b->pairs->flow_first[pair + 1] - b->pairs->flow_first[pair] < MIN_GATHERED))
    {
      if (sent != NULL)
        dl_dragonfly_ways_add_product (b->task->ways, sent, NULL, b->lane + DL_WAY_FIRST);
      dl_dragonfly_ways_add_product (b->task->ways, NULL, b->middle, b->lane + DL_WAY_MIDDLE);
      dl_router_pairs_foreach (b->pairs, from, to, take_ends, b);
      return;
    }
  if (b->pairs->flow != NULL)
    dl_router_pairs_foreach (b->pairs, from, to, gather_ends, b);
  else
    for (i = 0; dl_router_pairs_next_parts (b->pairs, from, to, &i, &x, &y);)
      dl_dragonfly_ways_gather_product (b->task->ways, nodes_of (b, x), nodes_of (b, y),
                                        1 / n_roots);
  dl_dragonfly_ways_add_but_gathered (b->task->ways, sent, b->lane + DL_WAY_FIRST, b->middle,
                                      b->lane + DL_WAY_MIDDLE);
}

static void
add_groups (Builder *b, guint from, guint to)
{
  const DlDragonflyShares *shares;
  const double *sent, *got;

  b->minimal = minimal_part (b, from, to);
  if (b->minimal == 0 && !b->any_root)
    return;
  shares = dl_dragonfly_ways_between (b->task->ways, from, to);
  if (b->minimal > 0)
    add_direct (b, shares, from, to);
  if (!b->any_root)
    return;
  dl_longest_look (&b->longest, b->task->ways, from, to);
  sent = part_of (b, b->up, from, to);
  if (b->by_root[from * b->net->n_groups + to] && !dl_dragonfly_cut (b->routes, from, to))
    add_ends (b, sent, from, to);
  else if (sent != NULL)
    dl_dragonfly_ways_add_product (b->task->ways, sent, NULL, b->lane + DL_WAY_FIRST);
  got = part_of (b, b->down, to, from);
  if (got != NULL)
    dl_dragonfly_ways_add_product (b->task->ways, NULL, got, b->lane + DL_WAY_SECOND);
}

/* Through roots -------------------------------------------------------------------------------- */

/* The longest plain ways from and to @group at @router. */
static guint
hops_out (const Builder *b, guint router, guint group)
{
  return b->longest.out[(gsize) group * b->net->n_routers + router];
}

static guint
hops_in (const Builder *b, guint router, guint group)
{
  return b->longest.in[(gsize) group * b->net->n_routers + router];
}

static void
note_root (const DlRouterPair *pair, gpointer data)
{
  Builder *b = data;
  const DlDragonflyRoutes *routes = b->routes;

  if (b->out->hops_max < b->bound && b->root != pair->source && b->root != pair->dest
      && dl_dragonfly_root_fits (routes, pair->source, b->root, pair->dest))
    b->out->hops_max
        = MAX (b->out->hops_max, dl_dragonfly_cost (routes, pair->source, b->root)
                                     + dl_dragonfly_cost (routes, b->root, pair->dest));
}

static void
note_roots_all (const DlRouterPair *pair, gpointer data)
{
  Builder *b = data;
  const DlDragonflyRoutes *routes = b->routes;

  for (guint group = 0; group < b->net->n_groups; group++)
    for (guint i = routes->working_first[group];
         i < routes->working_first[group + 1]
         && hops_out (b, pair->source, group) + hops_in (b, pair->dest, group) > b->out->hops_max;
         i++)
      {
        b->root = routes->working[i];
        note_root (pair, b);
      }
}

/* First at a root where ways of the two groups are longest, then, if these are no pair's, at all.
 */
static void
find_longest (Builder *b)
{
  const guint n_groups = b->net->n_groups;
  const guint bound = dl_longest_bound (&b->longest);

  for (guint pass = 0; pass < 2; pass++)
    for (guint from = 0; from < n_groups; from++)
      for (guint to = 0; to < n_groups && b->out->hops_max < bound; to++)
        {
          if (!b->by_root[from * n_groups + to])
            continue;
          b->bound = dl_longest_between (&b->longest, from, to, &b->root);
          if (b->bound > b->out->hops_max)
            dl_router_pairs_foreach (b->pairs, from, to, pass == 0 ? note_root : note_roots_all, b);
        }
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

/* The ways inside a group of packets between groups, up to roots in their own group and down from
 * those in the other. */
static void
add_own_roots (Builder *b, guint group)
{
  const guint first = b->net->group_first[group], end = b->net->group_first[group + 1];

  for (guint u = first; u < end; u++)
    for (guint v = first; v < end; v++)
      if (u != v && (b->own_up[u] > 0 || b->own_down[v] > 0)
          && dl_dragonfly_plain (b->routes, u, v))
        {
          dl_dragonfly_ways_add_near (b->task->ways, u, v, b->own_up[u], b->lane + DL_WAY_FIRST);
          dl_dragonfly_ways_add_near (b->task->ways, u, v, b->own_down[v], b->lane + DL_WAY_SECOND);
        }
}

static void
add_local (Builder *b, guint group)
{
  const guint first = b->net->group_first[group];
  const guint n = b->net->group_first[group + 1] - first;
  const Local local = { first, n, g_new0 (double, (gsize) n *n), g_new0 (guint64, (gsize) n * n) };

  dl_router_pairs_foreach (b->pairs, group, group, note_local, (gpointer) &local);
  dl_dragonfly_loads_add_local (b->task, b->lane / DL_WAY_LEGS, group, local.packets, local.pairs);
  g_free (local.packets);
  g_free (local.pairs);
}

/* All of it ------------------------------------------------------------------------------------ */

static gboolean
add_all (Builder *b)
{
  const guint n_groups = b->net->n_groups;

  find_by_root (b);
  if (b->any_root)
    {
      spread_roots (b);
      dl_longest_init (&b->longest, b->routes);
      for (guint group = 0; group < n_groups; group++)
        dl_longest_look_inside (&b->longest, group);
    }
  if (b->task->lacks.any)
    add_all_unfit (b);
  for (guint from = 0; from < n_groups; from++)
    {
      if (g_cancellable_is_cancelled (b->task->cancellable))
        return FALSE;
      for (guint to = 0; to < n_groups; to++)
        if (to != from)
          add_groups (b, from, to);
      if (b->any_root)
        add_own_roots (b, from);
      if (dl_router_pairs_any (b->pairs, from, from))
        add_local (b, from);
    }
  if (b->any_root)
    find_longest (b);
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
  dl_router_pairs_init (&pairs, task->demand);
  for (guint load = 0; load < 2 && done; load++)
    {
      Builder b = { .task = task,
                    .out = task->loads[load],
                    .routes = task->routes,
                    .net = net,
                    .pairs = &pairs,
                    .lane = load * DL_WAY_LEGS };

      if (b.out == NULL)
        continue;
      b.cuts = g_array_new (FALSE, FALSE, sizeof (Cut));
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
