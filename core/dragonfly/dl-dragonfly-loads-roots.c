/* Packets that draw roots: what goes from each source to all routers of a group alike, and from
 * them alike to each destination, but for both ends themselves. Where some roots do not fit, they
 * are followed one by one. */
#include "dl-dragonfly-loads-pairs-private.h"

#include <string.h>

/* Between groups ------------------------------------------------------------------------------- */

static void
note_roots (const DlRouterPair *pair, gpointer data)
{
  DlPairsBuilder *b = data;
  const gsize n_routers = b->net->n_routers;
  const double each = dl_pairs_root_share (b, pair);

  b->up[b->net->router[pair->dest].group * n_routers + pair->source] += each;
  b->down[b->net->router[pair->source].group * n_routers + pair->dest] += each;
}

/* Roots in the groups of both ends get the same, where there is a way between these. */
static void
spread_own (DlPairsBuilder *b)
{
  const guint n_groups = b->net->n_groups;

  b->own_up = g_new0 (double, b->net->n_routers);
  b->own_down = g_new0 (double, b->net->n_routers);
  for (guint router = 0; router < b->net->n_routers; router++)
    for (guint own = b->net->router[router].group, other = 0; other < n_groups; other++)
      {
        const gsize at = (gsize) other * b->net->n_routers + router;

        if (!dl_dragonfly_is_cut (b->routes, own, other))
          b->own_up[router] += b->up[at];
        if (!dl_dragonfly_is_cut (b->routes, other, own))
          b->own_down[router] += b->down[at];
      }
}

/* The same for all pairs of parts of @group and @other, at the one end: @each (n_routers). */
static void
note_parts (const DlPairsBuilder *b, guint group, guint other, double n_roots, double *each)
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
turn_to_roots (const DlPairsBuilder *b, guint group, double *each, gboolean down)
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
      const DlGroupCut *cut = &g_array_index (b->cuts, DlGroupCut, i);
      const guint root = down ? cut->to : cut->from, other = down ? cut->from : cut->to;

      for (guint j = 0; j < n; j++)
        take_off (&each[(gsize) root * b->net->n_routers + first + j],
                  b->whole[(gsize) other * n + j]);
    }
}

void
dl_pairs_spread_roots (DlPairsBuilder *b)
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

/* @each packets of a phase from @from to @to, both ends of which are known. */
static void
add_phase (DlPairsBuilder *b, guint from, guint to, double each, guint phase)
{
  const guint group = b->net->router[from].group, other = b->net->router[to].group;

  if (group == other)
    dl_dragonfly_ways_add_near (b->task->ways, from, to, each, b->lane + phase);
  else
    dl_dragonfly_ways_add_pair (b->task->ways, from, to, each, b->lane + phase);
}

/* The roots in @group of a pair for which not all of them fit: those that do, one by one. */
static void
add_fitting (DlPairsBuilder *b, const DlRouterPair *pair, guint group, double each)
{
  const DlDragonflyRoutes *routes = b->routes;
  const guint from = b->net->router[pair->source].group, to = b->net->router[pair->dest].group;
  const guint low = routes->working_first[group], high = routes->working_first[group + 1];

  for (guint down = 0; down < 2; down++)
    {
      const guint phase = !down ? DL_WAY_FIRST : group == from ? DL_WAY_MIDDLE : DL_WAY_SECOND;

      if ((down ? to : from) != group)
        dl_dragonfly_ways_between (b->task->ways, down ? group : from, down ? to : group);
      for (guint i = low; i < high; i++)
        {
          const guint root = routes->working[i];

          if (root != pair->source && root != pair->dest
              && dl_dragonfly_root_fits (routes, pair->source, root, pair->dest))
            add_phase (b, down ? root : pair->source, down ? pair->dest : root, each, phase);
        }
    }
}

/* Are all packets that go minimally for roots in groups that are cut off alike? */
static gboolean
cuts_alike (const DlPairsBuilder *b, guint from, guint to)
{
  const DlDragonflyLacks *lacks = &b->task->lacks;

  return !lacks->any || lacks->pair[from * b->net->n_groups + to] == 0
         || dl_dragonfly_lacks_choice (lacks, from, to).detour;
}

/* A pair that lacks some roots: what these would get goes minimally. */
static void
add_unfit (const DlRouterPair *pair, gpointer data)
{
  DlPairsBuilder *b = data;
  const DlDragonflyLacks *lacks = &b->task->lacks;
  const guint n_groups = b->net->n_groups;
  const guint from = b->net->router[pair->source].group, to = b->net->router[pair->dest].group;
  const double each = dl_pairs_root_share (b, pair);
  guint unfit = cuts_alike (b, from, to) ? 0 : dl_dragonfly_lacks_cut (lacks, from, to);

  for (guint group = 0; group < n_groups; group++)
    {
      guint here;

      if (dl_dragonfly_lacks_all_fit_in (lacks, from, to, group))
        continue;
      if (dl_dragonfly_is_cut (b->routes, from, group)
          || dl_dragonfly_is_cut (b->routes, group, to))
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

void
dl_pairs_add_unfit (DlPairsBuilder *b)
{
  const guint n_groups = b->net->n_groups;

  for (guint from = 0; from < n_groups; from++)
    for (guint to = 0; to < n_groups; to++)
      if (b->by_root[from * n_groups + to]
          && !(dl_dragonfly_lacks_all_fit (&b->task->lacks, from, to, TRUE)
               && cuts_alike (b, from, to)))
        dl_router_pairs_foreach (b->pairs, from, to, add_unfit, b);
}

/* The ways inside a group of packets between groups, up to roots in their own group and down from
 * those in the other. */
void
dl_pairs_add_own_roots (DlPairsBuilder *b, guint group)
{
  const guint first = b->net->group_first[group], end = b->net->group_first[group + 1];

  if (b->routes->whole[group])
    {
      dl_dragonfly_ways_add_near_each (b->task->ways, group, b->own_up + first, NULL,
                                       b->lane + DL_WAY_FIRST);
      dl_dragonfly_ways_add_near_each (b->task->ways, group, NULL, b->own_down + first,
                                       b->lane + DL_WAY_SECOND);
      return;
    }
  for (guint u = first; u < end; u++)
    for (guint v = first; v < end; v++)
      if (u != v && (b->own_up[u] > 0 || b->own_down[v] > 0)
          && dl_dragonfly_plain (b->routes, u, v))
        {
          dl_dragonfly_ways_add_near (b->task->ways, u, v, b->own_up[u], b->lane + DL_WAY_FIRST);
          dl_dragonfly_ways_add_near (b->task->ways, u, v, b->own_down[v], b->lane + DL_WAY_SECOND);
        }
}

/* The longest route ---------------------------------------------------------------------------- */

/* The longest plain ways from and to @group at @router. */
static guint
hops_out (const DlPairsBuilder *b, guint router, guint group)
{
  return b->longest.out[(gsize) group * b->net->n_routers + router];
}

static guint
hops_in (const DlPairsBuilder *b, guint router, guint group)
{
  return b->longest.in[(gsize) group * b->net->n_routers + router];
}

static void
note_root (const DlRouterPair *pair, gpointer data)
{
  DlPairsBuilder *b = data;
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
  DlPairsBuilder *b = data;
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
void
dl_pairs_find_longest (DlPairsBuilder *b)
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
