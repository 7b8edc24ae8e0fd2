/* Packets that draw roots: what goes from each source to all routers of a group alike, and from
 * them alike to each destination, but for both ends themselves. Where some roots do not fit, they
 * are followed one by one. */
#include "dl-dragonfly-loads-roots.h"

#include "dl-dragonfly-loads-pairs.h"
#include "dl-dragonfly-loads-private.h"
#include "dl-dragonfly-path-loads.h"

#include <string.h>

/* The longest route that a packet may take. */

void
dl_longest_init (DlLongest *self, const DlDragonflyRoutes *routes)
{
  const gsize n = (gsize) routes->dragonfly->n_groups * routes->dragonfly->n_routers;

  *self = (DlLongest) { routes, g_new0 (guint8, n), g_new0 (guint8, n) };
}

void
dl_longest_clear (DlLongest *self)
{
  g_clear_pointer (&self->in, g_free);
  g_clear_pointer (&self->out, g_free);
}

void
dl_longest_look (DlLongest *self, const DlDragonflyPathLoads *ways, guint from, guint to)
{
  const DlDragonfly *net = self->routes->dragonfly;

  dl_dragonfly_path_loads_longest (ways,
                                   self->out + to * (gsize) net->n_routers + net->group_first[from],
                                   self->in + from * (gsize) net->n_routers + net->group_first[to]);
}

void
dl_longest_look_inside (DlLongest *self, guint group)
{
  const DlDragonflyRoutes *routes = self->routes;
  const DlDragonfly *net = routes->dragonfly;
  const guint first = net->group_first[group], n = net->group_first[group + 1] - first;
  guint8 *in = self->in + (gsize) group * net->n_routers + first;
  guint8 *out = self->out + (gsize) group * net->n_routers + first;

  if (routes->whole[group])
    {
      /* The last router is of another chassis and blade than the first, if there are such. */
      memset (in, dl_dragonfly_cost (routes, first, first + n - 1), n);
      memset (out, dl_dragonfly_cost (routes, first, first + n - 1), n);
      return;
    }
  for (guint u = 0; u < n; u++)
    for (guint v = 0; v < n; v++)
      {
        const guint cost = dl_dragonfly_cost (routes, first + u, first + v);

        if (u == v || cost >= DL_DRAGONFLY_DETOUR)
          continue;
        out[u] = MAX (out[u], cost);
        in[v] = MAX (in[v], cost);
      }
}

/* Through roots, as long as any route can be at most. */
static guint
longest_bound (const DlLongest *self)
{
  const gsize n = (gsize) self->routes->dragonfly->n_groups * self->routes->dragonfly->n_routers;
  guint up = 0, down = 0;

  for (gsize i = 0; i < n; i++)
    {
      up = MAX (up, self->in[i]);
      down = MAX (down, self->out[i]);
    }
  return up + down;
}

static guint
longest_between (const DlLongest *self, guint from, guint to, guint *at)
{
  const gsize n_routers = self->routes->dragonfly->n_routers;
  const guint8 *in = self->in + from * n_routers, *out = self->out + to * n_routers;
  guint8 most = 0;

  for (guint root = 0; root < n_routers; root++)
    {
      const guint8 hops = in[root] > 0 && out[root] > 0 ? in[root] + out[root] : 0;

      most = MAX (most, hops);
    }
  for (guint root = 0; at != NULL && root < n_routers; root++)
    if (in[root] > 0 && out[root] > 0 && in[root] + out[root] == most)
      {
        *at = root;
        break;
      }
  return most;
}

guint
dl_longest_by_root (const DlLongest *self, const guint8 *by_root)
{
  const guint n_groups = self->routes->dragonfly->n_groups;
  const guint bound = longest_bound (self);
  guint most = 0;

  for (guint pair = 0; pair < n_groups * n_groups && most < bound; pair++)
    if (by_root[pair])
      most = MAX (most, longest_between (self, pair / n_groups, pair % n_groups, NULL));
  return most;
}

guint
dl_longest_inside (const DlDragonflyRoutes *routes, guint group, const double *packets,
                   gboolean nonminimal, guint known)
{
  const guint low = routes->working_first[group], high = routes->working_first[group + 1];
  const guint first = routes->dragonfly->group_first[group];
  const guint n = routes->dragonfly->group_first[group + 1] - first;
  const gboolean by_root = nonminimal && high - low > 2;
  const guint bound = (by_root ? 2 : 1) * ((routes->n_chassis > 1) + (routes->n_blades > 1));

  for (guint i = low; i < high && known < bound; i++)
    for (guint j = low; j < high && known < bound; j++)
      {
        const guint u = routes->working[i], v = routes->working[j];
        const guint cost = dl_dragonfly_cost (routes, u, v);

        if (i == j || (packets != NULL && packets[(gsize) (u - first) * n + (v - first)] == 0))
          continue;
        if (!by_root && cost < DL_DRAGONFLY_DETOUR)
          known = MAX (known, cost);
        for (guint k = low; by_root && k < high && known < bound; k++)
          {
            const guint up = dl_dragonfly_cost (routes, u, routes->working[k]);
            const guint down = dl_dragonfly_cost (routes, routes->working[k], v);

            if (k != i && k != j && up < DL_DRAGONFLY_DETOUR && down < DL_DRAGONFLY_DETOUR)
              known = MAX (known, up + down);
          }
      }
  return known;
}

/* Lengths of routes: those of plain paths between routers and groups, joined at the roots. */

#define MOST 5 /* hops of a plain path */

/* Pairs by the hops of their way, each with its probability. */
typedef struct
{
  double n[MOST + 1];
} Hops;

typedef struct
{
  const DlDragonflyRoutes *routes;
  Hops *in;  /* (n_groups x n_routers) from all routers of the group to this one */
  Hops *out; /* (n_groups x n_routers) from this one to all of the group */
  DlDragonflyLengths *lengths;
} Builder;

/* Hops between a router and each bundle, from the @sets by hops. */
static void
find_hops (const Builder *b, const guint64 *sets, guint n_bundles, guint8 *hops)
{
  const guint words = b->routes->words;

  for (guint i = 0; i < n_bundles; i++)
    for (guint h = 0; h <= 2; h++)
      if (sets[h * words + i / 64] >> i % 64 & 1)
        hops[i] = h;
}

static void
add_times (Hops *to, const Hops *from, double times)
{
  for (guint h = 0; h <= MOST; h++)
    to->n[h] += times * from->n[h];
}

/* Hops of paths between two classes of routers. */
static Hops
hops_of (const DlDragonflyShares *shares, gsize pair, const guint8 *near, const guint8 *far,
         guint *spread)
{
  guint least = G_MAXUINT, most = 0;
  Hops hops = { { 0 } };

  for (guint i = shares->first[pair]; i < shares->first[pair + 1]; i++)
    {
      const guint h = near[shares->bundle[i]] + 1 + far[shares->bundle[i]];

      hops.n[h] += shares->part[i];
      least = MIN (least, h);
      most = MAX (most, h);
    }
  if (most > 0)
    *spread = MAX (*spread, most - least);
  return hops;
}

/* From group @from to group @to. */
static void
look (Builder *b, DlDragonflyPathLoads *ways, guint from, guint to)
{
  const DlDragonflyRoutes *routes = b->routes;
  const DlDragonfly *net = routes->dragonfly;
  const DlDragonflyShares *shares = dl_dragonfly_path_loads_between (ways, from, to);
  const guint n_from = net->group_first[from + 1] - net->group_first[from];
  const guint n_to = net->group_first[to + 1] - net->group_first[to];
  const guint n_bundles = MAX (shares->n_bundles, 1);
  g_autofree guint8 *near = g_new0 (guint8, (gsize) shares->n_near * n_bundles);
  g_autofree guint8 *far = g_new0 (guint8, (gsize) shares->n_far * n_bundles);
  g_autofree double *senders = g_new0 (double, shares->n_near + 1);
  g_autofree double *getters = g_new0 (double, shares->n_far + 1);
  g_autofree Hops *out = g_new0 (Hops, shares->n_near + 1);
  g_autofree Hops *in = g_new0 (Hops, shares->n_far + 1);
  g_autofree guint64 *sets = g_new (guint64, 3 * routes->words);

  for (guint i = 0; i < n_from; i++)
    {
      const guint router = net->group_first[from] + i;
      const guint class = dl_dragonfly_path_loads_near_class (ways, router);

      if (net->router_up[router] && senders[class]++ == 0)
        {
          dl_dragonfly_near_sets (routes, router, to, sets);
          find_hops (b, sets, shares->n_bundles, near + (gsize) class * n_bundles);
        }
    }
  for (guint i = 0; i < n_to; i++)
    {
      const guint router = net->group_first[to] + i;
      const guint class = dl_dragonfly_path_loads_far_class (ways, router);

      if (net->router_up[router] && getters[class]++ == 0)
        {
          dl_dragonfly_far_sets (routes, from, router, sets);
          find_hops (b, sets, shares->n_bundles, far + (gsize) class * n_bundles);
        }
    }
  for (guint u = 0; u < shares->n_near; u++)
    for (guint v = 0; v < shares->n_far; v++)
      {
        const Hops hops = hops_of (shares, (gsize) u * shares->n_far + v, near + u * n_bundles,
                                   far + v * n_bundles, &b->lengths->spread);

        add_times (&out[u], &hops, getters[v]);
        add_times (&in[v], &hops, senders[u]);
      }
  for (guint i = 0; i < n_from; i++)
    {
      const guint router = net->group_first[from] + i;
      const guint class = dl_dragonfly_path_loads_near_class (ways, router);

      if (!net->router_up[router])
        continue;
      b->out[(gsize) to * net->n_routers + router] = out[class];
      for (guint h = 0; h <= MOST; h++)
        b->lengths->minimal[h] += out[class].n[h];
    }
  for (guint i = 0; i < n_to; i++)
    if (net->router_up[net->group_first[to] + i])
      b->in[(gsize) from * net->n_routers + net->group_first[to] + i]
          = in[dl_dragonfly_path_loads_far_class (ways, net->group_first[to] + i)];
}

static void
look_inside (const Builder *b, guint group)
{
  const DlDragonflyRoutes *routes = b->routes;
  const gsize first = (gsize) group * routes->dragonfly->n_routers;

  for (guint i = routes->working_first[group]; i < routes->working_first[group + 1]; i++)
    for (guint j = routes->working_first[group]; j < routes->working_first[group + 1]; j++)
      {
        const guint u = routes->working[i], v = routes->working[j];
        const guint cost = dl_dragonfly_cost (routes, u, v);

        if (u == v || cost >= DL_DRAGONFLY_DETOUR)
          continue;
        b->out[first + u].n[cost]++;
        b->in[first + v].n[cost]++;
      }
}

static void
join (DlDragonflyLengths *lengths, const Hops *in, const Hops *out, double times)
{
  for (guint up = 0; up <= MOST; up++)
    for (guint down = 0; down <= MOST; down++)
      lengths->nonminimal[up + down] += times * in->n[up] * out->n[down];
}

/* All paths up to each root meet all paths down from it, but for those of one group. */
static void
join_roots (const Builder *b)
{
  const DlDragonfly *net = b->routes->dragonfly;

  for (guint root = 0; root < net->n_routers; root++)
    {
      Hops in = { { 0 } }, out = { { 0 } };

      for (guint group = 0; group < net->n_groups; group++)
        {
          const Hops *up = &b->in[(gsize) group * net->n_routers + root];
          const Hops *down = &b->out[(gsize) group * net->n_routers + root];

          add_times (&in, up, 1);
          add_times (&out, down, 1);
          join (b->lengths, up, down, -1);
        }
      join (b->lengths, &in, &out, 1);
    }
}

static void
normalize (double *share)
{
  double sum = 0;

  for (guint h = 0; h <= DL_DRAGONFLY_MAX_HOPS; h++)
    sum += share[h];
  for (guint h = 0; h <= DL_DRAGONFLY_MAX_HOPS && sum > 0; h++)
    share[h] = MAX (share[h] / sum, 0);
}

gboolean
dl_dragonfly_lengths (const DlDragonflyRoutes *routes, DlDragonflyLengths *lengths,
                      GCancellable *cancellable)
{
  const DlDragonfly *net = routes->dragonfly;
  const gsize n = (gsize) net->n_groups * net->n_routers;
  g_autoptr (DlDragonflyPathLoads) ways = dl_dragonfly_path_loads_new (routes, NULL);
  Builder b = { routes, g_new0 (Hops, n), g_new0 (Hops, n), lengths };
  gboolean done = TRUE;

  *lengths = (DlDragonflyLengths) { .spread = 0 };
  for (guint from = 0; from < net->n_groups && done; from++)
    {
      look_inside (&b, from);
      for (guint to = 0; to < net->n_groups; to++)
        if (to != from)
          look (&b, ways, from, to);
      done = !g_cancellable_is_cancelled (cancellable);
    }
  if (done)
    join_roots (&b);
  normalize (lengths->minimal);
  normalize (lengths->nonminimal);
  g_free (b.in);
  g_free (b.out);
  return done;
}

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

/* Roots in the groups of both ends get the same, where there is a path between these. */
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
    dl_dragonfly_path_loads_add_near (b->task->ways, from, to, each, b->lane + phase);
  else
    dl_dragonfly_path_loads_add_pair (b->task->ways, from, to, each, b->lane + phase);
}

/* The roots in @group of a pair for which not all of them fit: the fitting ones, one by one. */
static void
add_fitting (DlPairsBuilder *b, const DlRouterPair *pair, guint group, double each)
{
  const DlDragonflyRoutes *routes = b->routes;
  const guint from = b->net->router[pair->source].group, to = b->net->router[pair->dest].group;
  const guint low = routes->working_first[group], high = routes->working_first[group + 1];

  for (guint down = 0; down < 2; down++)
    {
      const guint phase = !down ? DL_PATH_FIRST : group == from ? DL_PATH_MIDDLE : DL_PATH_SECOND;

      if ((down ? to : from) != group)
        dl_dragonfly_path_loads_between (b->task->ways, down ? group : from, down ? to : group);
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
  const DlDragonflyMissing *missing = &b->task->missing;

  return !missing->any || missing->pair[from * b->net->n_groups + to] == 0
         || dl_dragonfly_missing_choice (missing, from, to).detour;
}

/* A pair that lacks some roots: what these would get goes minimally. */
static void
add_unfit (const DlRouterPair *pair, gpointer data)
{
  DlPairsBuilder *b = data;
  const DlDragonflyMissing *missing = &b->task->missing;
  const guint n_groups = b->net->n_groups;
  const guint from = b->net->router[pair->source].group, to = b->net->router[pair->dest].group;
  const double each = dl_pairs_root_share (b, pair);
  guint unfit = cuts_alike (b, from, to) ? 0 : dl_dragonfly_missing_cut (missing, from, to);

  for (guint group = 0; group < n_groups; group++)
    {
      guint here;

      if (dl_dragonfly_missing_all_fit_in (missing, from, to, group))
        continue;
      if (dl_dragonfly_is_cut (b->routes, from, group)
          || dl_dragonfly_is_cut (b->routes, group, to))
        continue;
      here = dl_dragonfly_missing_unfit (missing, pair->source, pair->dest, group);
      if (here == 0)
        continue;
      unfit += here;
      take_off (group == from ? &b->own_up[pair->source]
                              : &b->up[(gsize) group * b->net->n_routers + pair->source],
                each);
      /* Packets from its own group are summed up where they are put on paths. */
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
          && !(dl_dragonfly_missing_all_fit (&b->task->missing, from, to, TRUE)
               && cuts_alike (b, from, to)))
        dl_router_pairs_foreach (b->pairs, from, to, add_unfit, b);
}

/* The paths inside a group of packets between groups, up to roots in their own group and down from
 * those in the other. */
void
dl_pairs_add_own_roots (DlPairsBuilder *b, guint group)
{
  const guint first = b->net->group_first[group], end = b->net->group_first[group + 1];

  if (b->routes->whole[group])
    {
      dl_dragonfly_path_loads_add_near_each (b->task->ways, group, b->own_up + first, NULL,
                                             b->lane + DL_PATH_FIRST);
      dl_dragonfly_path_loads_add_near_each (b->task->ways, group, NULL, b->own_down + first,
                                             b->lane + DL_PATH_SECOND);
      return;
    }
  for (guint u = first; u < end; u++)
    for (guint v = first; v < end; v++)
      if (u != v && (b->own_up[u] > 0 || b->own_down[v] > 0)
          && dl_dragonfly_plain (b->routes, u, v))
        {
          dl_dragonfly_path_loads_add_near (b->task->ways, u, v, b->own_up[u],
                                            b->lane + DL_PATH_FIRST);
          dl_dragonfly_path_loads_add_near (b->task->ways, u, v, b->own_down[v],
                                            b->lane + DL_PATH_SECOND);
        }
}

/* The longest route ---------------------------------------------------------------------------- */

/* The longest plain paths from and to @group at @router. */
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

/* First at a root where paths of the two groups are longest, then, if these are no pair's, at
 * all. */
void
dl_pairs_find_longest (DlPairsBuilder *b)
{
  const guint n_groups = b->net->n_groups;
  const guint bound = longest_bound (&b->longest);

  for (guint pass = 0; pass < 2; pass++)
    for (guint from = 0; from < n_groups; from++)
      for (guint to = 0; to < n_groups && b->out->hops_max < bound; to++)
        {
          if (!b->by_root[from * n_groups + to])
            continue;
          b->bound = longest_between (&b->longest, from, to, &b->root);
          if (b->bound > b->out->hops_max)
            dl_router_pairs_foreach (b->pairs, from, to, pass == 0 ? note_root : note_roots_all, b);
        }
}
