/* Loads of a demand by groups: what a whole pair of groups sends over its blue links is known by
 * its wiring (dl-dragonfly-shares). Paths up to roots and down from them are such paths too. Only
 * pairs of routers that damage leaves without a plain path, or without some of their roots, are
 * followed one by one. */
#include "dl-dragonfly-loads.h"

#include "dl-dragonfly-loads-private.h"
#include "dl-dragonfly-modes.h"

/* Loads where each pair of nodes keeps the route of its hash, as packets that stay in order do. */

/* Pairs of nodes for each node, on average, up to which every hash is followed: beyond that a link
 * has the routes of so many that their expectation tells nearly the same, at less cost. */
#define MAX_PAIRS_PER_NODE 4

gboolean
dl_dragonfly_loads_can_hash (const DlDragonflyDemand *demand)
{
  const guint n_nodes = demand->dragonfly->n_nodes;

  return demand->first_flow != NULL
         && demand->first_flow[n_nodes] <= (guint64) MAX_PAIRS_PER_NODE * n_nodes;
}

static void
add_flow (DlDragonflyLoads *loads, guint64 seed, guint source, guint dest, double packets)
{
  const guint p = loads->routes->dragonfly->nodes_per_router;
  DlDragonflyRoute route;

  dl_dragonfly_walk (loads->routes, source / p, dest / p, FALSE,
                     dl_dragonfly_header_hash (seed, source, dest), &route);
  if (!route.delivered)
    {
      loads->unreachable_pairs++;
      loads->delivered -= packets;
      return;
    }
  loads->hops_max = MAX (loads->hops_max, route.n_steps);
  for (guint i = 0; i < route.n_steps; i++)
    loads->vc_load[(gsize) route.steps[i].link * DL_DRAGONFLY_VCS + route.steps[i].vc] += packets;
}

DlDragonflyLoads *
dl_dragonfly_loads_new_hashed (DlDragonflyRoutes *routes, const DlDragonflyDemand *demand,
                               guint64 seed)
{
  const DlDragonfly *net = routes->dragonfly;
  DlDragonflyLoads *loads = dl_dragonfly_loads_new_empty (routes, FALSE);

  g_assert (dl_dragonfly_loads_can_hash (demand));
  loads->vc_load = g_new0 (double, (gsize) net->n_links *DL_DRAGONFLY_VCS);
  for (guint node = 0; node < net->n_nodes; node++)
    for (guint flow = demand->first_flow[node]; flow < demand->first_flow[node + 1]; flow++)
      {
        const double packets = demand->weight != NULL ? demand->weight[flow] : 1;

        if (packets > 0)
          add_flow (loads, seed, node, demand->dest[flow], packets);
      }
  dl_dragonfly_loads_sum_up (loads, demand);
  return loads;
}

/* Groups that packets go to at a time, so that what they add up stays close at hand. */
#define TILE 8

/* Packets of one of the loads that draw roots. */
typedef struct
{
  gboolean any;
  guint8 *by_root;     /* (n_groups x n_groups) gboolean: its packets draw roots */
  guint32 *n;          /* (n_groups x n_groups) so many */
  double *up;          /* (n_groups x n_groups) from each router of one to each root in another */
  double *middle;      /* (n_groups x n_groups) from each root in one, of its own packets, to each
                          router of another */
  double *down;        /* (n_groups x n_groups) from each root in one, of others', to each router of
                          another */
  double *up_loss;     /* (n_groups x n_routers) what @up is less by, for this root; NULL: none */
  double *middle_loss; /* likewise */
  double *down_loss;   /* likewise */
  double *own_up;      /* (n_routers) from each other router of its group up to this root */
  double *own_down;    /* (n_routers) from this root down to each other router of its group */
} Roots;

typedef struct
{
  DlLoadsTask *task;
  const DlDragonflyRoutes *routes;
  const DlDragonfly *net;
  Roots roots[2]; /* of each load */
  gboolean any_root;
  DlLongest longest; /* with any_root */
  double *packets;   /* (routers of a group) */
  guint8 *lossy;     /* (n_groups) gboolean: some router of it lacks a way */
  guint16 *unfit;    /* (n_groups) those with roots that do not fit two groups */
} Builder;

/* Packets between two routers: all their nodes. */
static double
router_demand (const Builder *b, guint from, guint to)
{
  return b->task->demand->groups[from * b->net->n_groups + to] * b->net->nodes_per_router
         * b->net->nodes_per_router;
}

/* All minimal routes of a pair of routers whose nodes all send to each other. */
static void
add_minimal (DlDragonflyLoads *out, guint source, guint dest, double packets)
{
  const guint64 p = out->routes->dragonfly->nodes_per_router;

  dl_dragonfly_loads_add_minimal (out, source, dest, packets, p * p);
}

/* Roots ---------------------------------------------------------------------------------------- */

/* Find the pairs of groups whose packets draw roots: all in Valiant; else groups without a blue
 * link between them, if all their pairs of routers have the same roots. */
static void
find_by_root (Builder *b, guint load)
{
  const guint n_groups = b->net->n_groups;
  Roots *roots = &b->roots[load];

  roots->by_root = g_new0 (guint8, n_groups * n_groups);
  roots->n = g_new0 (guint32, n_groups * n_groups);
  for (guint from = 0; from < n_groups; from++)
    for (guint to = 0; to < n_groups; to++)
      {
        const guint pair = from * n_groups + to;

        if (from == to || b->task->demand->groups[pair] == 0)
          continue;
        const DlRootChoice choice = dl_dragonfly_missing_choice (&b->task->missing, from, to);
        roots->by_root[pair] = choice.n > 0 && (b->task->loads[load]->nonminimal || choice.detour);
        roots->n[pair] = choice.n;
        roots->any |= roots->by_root[pair];
      }
}

/* Packets up to and down from each root: each pair's spread evenly over all roots. All that a group
 * sends goes up, except for the root itself; down from a root in a third group come packets that
 * the root's own group has not sent. */
static void
spread_roots (Builder *b, Roots *roots)
{
  const guint n_groups = b->net->n_groups;
  g_autofree double *sent = g_new0 (double, n_groups);
  g_autofree double *got = g_new0 (double, n_groups);

  roots->up = g_new0 (double, n_groups *n_groups);
  roots->middle = g_new0 (double, n_groups *n_groups);
  roots->down = g_new0 (double, n_groups *n_groups);
  for (guint pass = 0; pass < 2; pass++)
    for (guint from = 0; from < n_groups; from++)
      for (guint to = 0; to < n_groups; to++)
        {
          const guint pair = from * n_groups + to;
          const double each
              = roots->by_root[pair] ? router_demand (b, from, to) / roots->n[pair] : 0;
          const double up = each * dl_dragonfly_working (b->routes, to);
          const double down = each * dl_dragonfly_working (b->routes, from);

          if (pass == 0)
            {
              sent[from] += up;
              got[to] += down;
            }
          else if (from != to)
            {
              /* Without the error that a difference of equal sums would have. */
              roots->up[pair] = sent[from] > each * (1 + 1e-12) ? sent[from] - each : 0;
              roots->middle[pair] = down - each;
              roots->down[pair] = got[to] > down * (1 + 1e-12) ? got[to] - down : 0;
            }
        }
}

/* Up to @root from each other router of its group, and down from it, where the other path is
 * plain. */
static void
sum_own (const Builder *b, const Roots *roots, guint root, double *up, double *down)
{
  const guint n_groups = b->net->n_groups, own = b->net->router[root].group;

  *up = *down = 0;
  for (guint other = 0; other < n_groups; other++)
    {
      const guint to = own * n_groups + other, from = other * n_groups + own;
      const guint working = dl_dragonfly_working (b->routes, other);

      if (roots->by_root[to])
        *up += router_demand (b, own, other) / roots->n[to]
               * (working - dl_dragonfly_missing_to (&b->task->missing, root, other));
      if (roots->by_root[from])
        *down += router_demand (b, other, own) / roots->n[from]
                 * (working - dl_dragonfly_missing_from (&b->task->missing, root, other));
    }
}

/* Roots in the groups of both ends. Those that lack no paths have the same in each group. */
static void
spread_own (Builder *b, Roots *roots)
{
  const DlDragonflyMissing *missing = &b->task->missing;
  guint alike = DL_NO_NODE;

  roots->own_up = g_new0 (double, b->net->n_routers);
  roots->own_down = g_new0 (double, b->net->n_routers);
  for (guint root = 0; root < b->net->n_routers; root++)
    {
      const gboolean any = missing->any && missing->router_any[root];

      if (!any && alike != DL_NO_NODE && b->net->router[alike].group == b->net->router[root].group)
        {
          roots->own_up[root] = roots->own_up[alike];
          roots->own_down[root] = roots->own_down[alike];
          continue;
        }
      sum_own (b, roots, root, &roots->own_up[root], &roots->own_down[root]);
      if (!any)
        alike = root;
    }
}

/* A root that lacks the path to, or from, some router does not get that router's packets. */
static void
spread_losses (Builder *b, Roots *roots)
{
  const DlDragonflyMissing *missing = &b->task->missing;
  const guint n_groups = b->net->n_groups, n_routers = b->net->n_routers;

  roots->up_loss = g_new0 (double, (gsize) n_groups *n_routers);
  roots->middle_loss = g_new0 (double, (gsize) n_groups *n_routers);
  roots->down_loss = g_new0 (double, (gsize) n_groups *n_routers);
  for (guint root = 0; root < n_routers; root++)
    for (guint group = 0; missing->router_any[root] && group < n_groups; group++)
      {
        const guint to_it = dl_dragonfly_missing_to (missing, root, group);
        const guint from_it = dl_dragonfly_missing_from (missing, root, group);
        const guint own = b->net->router[root].group;

        for (guint other = 0; other < n_groups && to_it + from_it > 0; other++)
          {
            double *loss = group == own ? roots->middle_loss : roots->down_loss;

            if (other == own || other == group)
              continue;
            if (roots->by_root[other * n_groups + group])
              roots->up_loss[(gsize) other * n_routers + root]
                  += router_demand (b, other, group) * to_it / roots->n[other * n_groups + group];
            if (roots->by_root[group * n_groups + other])
              loss[(gsize) other * n_routers + root]
                  += router_demand (b, group, other) * from_it / roots->n[group * n_groups + other];
          }
      }
}

/* Add unfit packets minimally, pair by pair of the two groups looked at; with @but_cut without
 * those for groups cut off. */
static void
add_unfit (Builder *b, guint load, guint from, guint to, gboolean but_cut)
{
  DlDragonflyLoads *out = b->task->loads[load];
  const guint lane = load * DL_PATH_PHASES + DL_PATH_FIRST;
  const DlDragonflyRoutes *routes = b->routes;
  const DlDragonflyMissing *missing = &b->task->missing;
  const double packets
      = router_demand (b, from, to) / dl_dragonfly_roots_between (routes, from, to);
  guint n_unfit = 0;

  if (dl_dragonfly_missing_all_fit (missing, from, to, but_cut)
      || dl_dragonfly_missing_choice (missing, from, to).detour)
    return;
  for (guint group = 0; group < b->net->n_groups; group++)
    if (!dl_dragonfly_missing_all_fit_in (missing, from, to, group)
        && !(but_cut
             && (dl_dragonfly_is_cut (routes, from, group)
                 || dl_dragonfly_is_cut (routes, group, to))))
      b->unfit[n_unfit++] = group;
  for (guint i = routes->working_first[from]; i < routes->working_first[from + 1]; i++)
    for (guint j = routes->working_first[to]; j < routes->working_first[to + 1]; j++)
      {
        const guint source = routes->working[i], dest = routes->working[j];
        guint unfit = 0;

        if (!missing->router_any[source] && !missing->router_any[dest])
          continue;
        for (guint k = 0; k < n_unfit; k++)
          unfit += dl_dragonfly_missing_unfit (missing, source, dest, b->unfit[k]);
        if (unfit == 0)
          continue;
        if (dl_dragonfly_path_loads_add_pair (b->task->ways, source, dest, packets * unfit, lane))
          out->hops_max
              = MAX (out->hops_max, dl_dragonfly_path_loads_hops (b->task->ways, source, dest));
        else
          add_minimal (out, source, dest, packets * unfit);
      }
}

/* Between groups ------------------------------------------------------------------------------- */

/* @packets less the @loss (n_routers) of each router of @group; NULL if none loses. */
static const double *
lossy (Builder *b, guint group, double packets, const double *loss)
{
  const guint first = b->net->group_first[group], end = b->net->group_first[group + 1];
  gboolean any = FALSE;

  for (guint router = first; b->lossy[group] && router < end; router++)
    {
      b->packets[router - first] = packets - loss[router];
      any |= loss[router] != 0;
    }
  return any ? b->packets : NULL;
}

/* Pairs of routers without a plain path, of packets that draw no roots. */
static void
add_detours (Builder *b, DlDragonflyLoads *out, guint from, guint to)
{
  const DlDragonflyRoutes *routes = b->routes;
  const double packets = router_demand (b, from, to);

  for (guint i = routes->working_first[from]; i < routes->working_first[from + 1]; i++)
    for (guint j = routes->working_first[to];
         dl_dragonfly_missing_to (&b->task->missing, routes->working[i], to) > 0
         && j < routes->working_first[to + 1];
         j++)
      if (!dl_dragonfly_plain (routes, routes->working[i], routes->working[j]))
        add_minimal (out, routes->working[i], routes->working[j], packets);
}

/* Take the packets of a lane down from roots in @from, which @loss tells of, off @weight. */
static void
add_lossy_down (Builder *b, guint from, const double *loss, guint lane, DlPathWeight *weight)
{
  const double *packets = lossy (b, from, weight->lane[lane], loss);

  if (packets == NULL || weight->lane[lane] <= 0)
    return;
  dl_dragonfly_path_loads_add_product (b->task->ways, packets, NULL, lane);
  weight->lane[lane] = 0;
}

/* Take the packets of a lane, which lose some on the way, off @weight. */
static void
add_lossy (Builder *b, guint from, guint to, guint load, DlPathWeight *weight)
{
  const Roots *roots = &b->roots[load];
  const gsize n_routers = b->net->n_routers;
  const guint up = load * DL_PATH_PHASES + DL_PATH_FIRST;
  const double *packets;

  if (roots->up_loss == NULL)
    return;
  packets = lossy (b, to, weight->lane[up], roots->up_loss + from * n_routers);
  if (packets != NULL && weight->lane[up] > 0)
    {
      dl_dragonfly_path_loads_add_product (b->task->ways, NULL, packets, up);
      weight->lane[up] = 0;
    }
  add_lossy_down (b, from, roots->middle_loss + to * n_routers,
                  load * DL_PATH_PHASES + DL_PATH_MIDDLE, weight);
  add_lossy_down (b, from, roots->down_loss + to * n_routers,
                  load * DL_PATH_PHASES + DL_PATH_SECOND, weight);
}

/* How much of what the pair sends goes minimally in @load, of all its routers alike: without roots
 * all of it, else what would be for roots in groups that are cut off. */
static double
minimal_part (const Builder *b, guint load, guint from, guint to, const DlDragonflyShares *shares)
{
  if (!b->roots[load].by_root[from * b->net->n_groups + to])
    return 1;
  if (shares == NULL || !shares->plain)
    return 0;
  return (double) dl_dragonfly_missing_cut (&b->task->missing, from, to)
         / dl_dragonfly_roots_between (b->routes, from, to);
}

/* A pair of groups one of which lacks roots, or paths to the other. */
static void
add_damaged (Builder *b, guint from, guint to, guint load, const DlDragonflyShares *shares,
             DlPathWeight *weight)
{
  DlDragonflyLoads *out = b->task->loads[load];
  const guint pair = from * b->net->n_groups + to;

  add_lossy (b, from, to, load, weight);
  if (b->task->demand->groups[pair] == 0)
    return;
  if (b->roots[load].by_root[pair])
    add_unfit (b, load, from, to, shares->plain);
  else if (!shares->plain)
    add_detours (b, out, from, to);
}

static void
add_groups (Builder *b, guint from, guint to)
{
  const gboolean damaged = b->task->missing.any;
  const guint pair = from * b->net->n_groups + to;
  const double demand = router_demand (b, from, to);
  const DlDragonflyShares *shares
      = damaged ? dl_dragonfly_path_loads_between (b->task->ways, from, to) : NULL;
  DlPathWeight weight = { { 0 } };
  gboolean any = damaged;

  for (guint load = 0; load < 2; load++)
    if (b->task->loads[load] != NULL)
      {
        const Roots *roots = &b->roots[load];
        const double direct = demand * minimal_part (b, load, from, to, shares);
        double *lane = &weight.lane[load * DL_PATH_PHASES];

        lane[DL_PATH_FIRST] = direct + roots->up[pair];
        lane[DL_PATH_MIDDLE] = roots->middle[pair];
        lane[DL_PATH_SECOND] = roots->down[pair];
        any |= lane[DL_PATH_FIRST] > 0 || lane[DL_PATH_MIDDLE] > 0 || lane[DL_PATH_SECOND] > 0;
      }
  if (!any)
    return;
  if (!damaged)
    shares = dl_dragonfly_path_loads_between (b->task->ways, from, to);
  if (b->any_root)
    dl_longest_look (&b->longest, b->task->ways, from, to);
  for (guint load = 0; load < 2; load++)
    {
      DlDragonflyLoads *out = b->task->loads[load];

      if (out == NULL)
        continue;
      if (demand > 0 && minimal_part (b, load, from, to, shares) > 0)
        out->hops_max = MAX (out->hops_max, shares->hops_max);
      if (damaged)
        add_damaged (b, from, to, load, shares, &weight);
    }
  dl_dragonfly_path_loads_add_each (b->task->ways, weight);
}

/* Inside groups -------------------------------------------------------------------------------- */

/* Router by router. */
static void
add_local_pairs (Builder *b, guint group, guint load, double each)
{
  const DlDragonfly *net = b->net;
  const guint first = net->group_first[group], n = net->group_first[group + 1] - first;
  g_autofree double *packets = g_new0 (double, (gsize) n *n);
  g_autofree guint64 *pairs = g_new0 (guint64, (gsize) n * n);

  for (guint i = 0; i < n * n; i++)
    if (i / n != i % n && net->router_up[first + i / n] && net->router_up[first + i % n])
      {
        packets[i] = each;
        pairs[i] = (guint64) net->nodes_per_router * net->nodes_per_router;
      }
  dl_dragonfly_loads_add_local (b->task, load, group, packets, pairs);
}

/* The paths inside a group of packets between groups, up to roots in their own group and down from
 * those in the other. */
static void
add_own_roots (Builder *b, guint group, guint load)
{
  const DlDragonflyRoutes *routes = b->routes;
  const Roots *roots = &b->roots[load];
  const guint first = b->net->group_first[group], end = b->net->group_first[group + 1];
  const guint lane = load * DL_PATH_PHASES;

  if (!roots->any)
    return;
  if (routes->whole[group])
    {
      dl_dragonfly_path_loads_add_near_each (b->task->ways, group, NULL, roots->own_up + first,
                                             lane + DL_PATH_FIRST);
      dl_dragonfly_path_loads_add_near_each (b->task->ways, group, roots->own_down + first, NULL,
                                             lane + DL_PATH_SECOND);
      return;
    }
  for (guint u = first; u < end; u++)
    for (guint v = first; v < end; v++)
      if (u != v && dl_dragonfly_plain (routes, u, v))
        {
          dl_dragonfly_path_loads_add_near (b->task->ways, u, v, roots->own_up[v],
                                            lane + DL_PATH_FIRST);
          dl_dragonfly_path_loads_add_near (b->task->ways, u, v, roots->own_down[u],
                                            lane + DL_PATH_SECOND);
        }
}

static void
add_local (Builder *b, guint group, guint load)
{
  DlDragonflyLoads *out = b->task->loads[load];
  const double packets = router_demand (b, group, group);

  if (packets == 0)
    return;
  if (!b->routes->whole[group] || (out->nonminimal && dl_dragonfly_working (b->routes, group) < 3))
    {
      add_local_pairs (b, group, load, packets);
      return;
    }
  /* With roots, each router is one for as many of a router's packets as it would get itself. */
  dl_dragonfly_path_loads_add_inside_each (b->task->ways, group, packets,
                                           out->nonminimal ? packets : 0, load * DL_PATH_PHASES);
  out->hops_max = dl_longest_inside (b->routes, group, NULL, out->nonminimal, out->hops_max);
}

/* All of it ------------------------------------------------------------------------------------ */

static void
builder_init (Builder *b, DlLoadsTask *task)
{
  const DlDragonfly *net = task->routes->dragonfly;
  guint most = 1;

  *b = (Builder) { .task = task, .routes = task->routes, .net = net };
  for (guint group = 0; group < net->n_groups; group++)
    most = MAX (most, net->group_first[group + 1] - net->group_first[group]);
  b->packets = g_new (double, most);
  b->lossy = g_new0 (guint8, MAX (net->n_groups, 1));
  for (guint router = 0; task->missing.any && router < net->n_routers; router++)
    b->lossy[net->router[router].group] |= task->missing.router_any[router];
  b->unfit = g_new (guint16, MAX (net->n_groups, 1));
  for (guint load = 0; load < 2; load++)
    if (task->loads[load] != NULL)
      {
        find_by_root (b, load);
        b->any_root |= b->roots[load].any;
        spread_roots (b, &b->roots[load]);
        if (b->roots[load].any)
          spread_own (b, &b->roots[load]);
        if (b->roots[load].any && task->missing.any)
          spread_losses (b, &b->roots[load]);
      }
  if (b->any_root)
    dl_longest_init (&b->longest, b->routes);
}

static void
builder_clear (Builder *b)
{
  for (guint load = 0; load < 2; load++)
    {
      g_free (b->roots[load].by_root);
      g_free (b->roots[load].n);
      g_free (b->roots[load].up);
      g_free (b->roots[load].middle);
      g_free (b->roots[load].down);
      g_free (b->roots[load].up_loss);
      g_free (b->roots[load].middle_loss);
      g_free (b->roots[load].down_loss);
      g_free (b->roots[load].own_up);
      g_free (b->roots[load].own_down);
    }
  dl_longest_clear (&b->longest);
  g_free (b->packets);
  g_free (b->lossy);
  g_free (b->unfit);
}

gboolean
dl_dragonfly_loads_by_groups (DlLoadsTask *task)
{
  gboolean done = TRUE;
  Builder b;

  builder_init (&b, task);
  for (guint group = 0; b.any_root && group < b.net->n_groups; group++)
    dl_longest_look_inside (&b.longest, group);
  for (guint first = 0; first < b.net->n_groups && done; first += TILE)
    {
      for (guint from = 0; from < b.net->n_groups; from++)
        for (guint to = first; to < MIN (first + TILE, b.net->n_groups); to++)
          if (to != from)
            add_groups (&b, from, to);
      done = !g_cancellable_is_cancelled (task->cancellable);
    }
  for (guint load = 0; load < 2 && done; load++)
    if (task->loads[load] != NULL)
      {
        DlDragonflyLoads *out = task->loads[load];

        if (b.roots[load].any)
          out->hops_max
              = MAX (out->hops_max, dl_longest_by_root (&b.longest, b.roots[load].by_root));
        for (guint group = 0; group < b.net->n_groups; group++)
          {
            add_own_roots (&b, group, load);
            add_local (&b, group, load);
          }
      }
  builder_clear (&b);
  return done;
}
