#include "dl-dragonfly-lacks.h"

static void
begin (DlDragonflyLacks *lacks)
{
  const DlDragonfly *net = lacks->routes->dragonfly;

  lacks->any = TRUE;
  lacks->to = g_new0 (guint16, (gsize) net->n_routers * net->n_groups);
  lacks->from = g_new0 (guint16, (gsize) net->n_routers * net->n_groups);
  lacks->router_any = g_new0 (guint8, net->n_routers);
  lacks->pair = g_new0 (guint32, net->n_groups * net->n_groups);
  lacks->sent = g_new0 (guint64, 2 * net->n_groups);
  lacks->got = g_new0 (guint64, 2 * net->n_groups);
}

static void
note (DlDragonflyLacks *lacks, guint u, guint v)
{
  const DlDragonfly *net = lacks->routes->dragonfly;
  const guint n_groups = net->n_groups, a = net->router[u].group, b = net->router[v].group;

  if (!lacks->any)
    begin (lacks);
  lacks->to[(gsize) u * n_groups + b]++;
  lacks->from[(gsize) v * n_groups + a]++;
  lacks->router_any[u] = lacks->router_any[v] = TRUE;
  lacks->pair[a * n_groups + b]++;
}

static void
sum_pair (DlDragonflyLacks *lacks, guint a, guint b)
{
  const guint n_groups = lacks->routes->dragonfly->n_groups;

  for (guint but_cut = 0;
       lacks->any && but_cut < (dl_dragonfly_is_cut (lacks->routes, a, b) ? 1 : 2); but_cut++)
    {
      lacks->sent[but_cut * n_groups + a] += lacks->pair[a * n_groups + b];
      lacks->got[but_cut * n_groups + b] += lacks->pair[a * n_groups + b];
    }
}

/* Of two groups by the classes of their routers. */
static void
count_pair (DlDragonflyLacks *lacks, DlDragonflyWays *ways, guint a, guint b)
{
  const DlDragonflyRoutes *routes = lacks->routes;
  const DlDragonflyShares *shares = dl_dragonfly_ways_between (ways, a, b);

  if (shares->plain)
    return;
  for (guint i = routes->working_first[a]; i < routes->working_first[a + 1]; i++)
    for (guint j = routes->working_first[b]; j < routes->working_first[b + 1]; j++)
      {
        const guint u = routes->working[i], v = routes->working[j];

        if (shares->hops[dl_dragonfly_ways_near_class (ways, u) * shares->n_far
                         + dl_dragonfly_ways_far_class (ways, v)]
            == DL_DRAGONFLY_FAR)
          note (lacks, u, v);
      }
  sum_pair (lacks, a, b);
}

static void
count_inside (DlDragonflyLacks *lacks, guint group)
{
  const DlDragonflyRoutes *routes = lacks->routes;

  for (guint i = routes->working_first[group]; i < routes->working_first[group + 1]; i++)
    for (guint j = routes->working_first[group]; j < routes->working_first[group + 1]; j++)
      if (!dl_dragonfly_plain (routes, routes->working[i], routes->working[j]))
        note (lacks, routes->working[i], routes->working[j]);
  sum_pair (lacks, group, group);
}

void
dl_dragonfly_lacks_init (DlDragonflyLacks *lacks, const DlDragonflyRoutes *routes,
                         DlDragonflyWays *ways)
{
  const guint n_groups = routes->dragonfly->n_groups;

  *lacks = (DlDragonflyLacks) { .routes = routes };
  for (guint a = 0; a < n_groups; a++)
    for (guint b = 0; b < n_groups; b++)
      if (dl_dragonfly_plain_groups (routes, a, b))
        continue;
      else if (a == b)
        count_inside (lacks, a);
      else
        count_pair (lacks, ways, a, b);
}

void
dl_dragonfly_lacks_clear (DlDragonflyLacks *lacks)
{
  g_clear_pointer (&lacks->to, g_free);
  g_clear_pointer (&lacks->from, g_free);
  g_clear_pointer (&lacks->router_any, g_free);
  g_clear_pointer (&lacks->pair, g_free);
  g_clear_pointer (&lacks->sent, g_free);
  g_clear_pointer (&lacks->got, g_free);
}

guint
dl_dragonfly_lacks_unfit (const DlDragonflyLacks *lacks, guint source, guint dest, guint group)
{
  const DlDragonflyRoutes *routes = lacks->routes;
  const DlDragonfly *net = routes->dragonfly;
  const guint a = net->router[source].group, b = net->router[dest].group;
  guint up = dl_dragonfly_lacks_to (lacks, source, group);
  guint down = dl_dragonfly_lacks_from (lacks, dest, group);
  guint n = 0, roots;

  if (up == 0 && down == 0)
    return 0;
  /* Neither end is a root. */
  if ((group == a && down > 0) || (group == b && up > 0))
    {
      const gboolean lacks_it = !dl_dragonfly_plain (routes, source, dest);

      down -= group == a && lacks_it;
      up -= group == b && lacks_it;
    }
  roots = dl_dragonfly_roots_in (routes, a, b, group);
  if (up == 0 || down == 0)
    return up + down;
  if (up == roots || down == roots)
    return roots;
  for (guint i = routes->working_first[group]; i < routes->working_first[group + 1]; i++)
    n += routes->working[i] != source && routes->working[i] != dest
         && !dl_dragonfly_root_fits (routes, source, routes->working[i], dest);
  return n;
}

gboolean
dl_dragonfly_lacks_all_fit (const DlDragonflyLacks *lacks, guint from, guint to, gboolean but_cut)
{
  const guint n_groups = lacks->routes->dragonfly->n_groups;

  return !lacks->any
         || (lacks->sent[but_cut * n_groups + from] == 0
             && lacks->got[but_cut * n_groups + to] == 0);
}

guint
dl_dragonfly_lacks_cut (const DlDragonflyLacks *lacks, guint from, guint to)
{
  const DlDragonflyRoutes *routes = lacks->routes;
  guint n = 0;

  if (!dl_dragonfly_lacks_all_fit (lacks, from, to, FALSE))
    for (guint group = 0; group < routes->dragonfly->n_groups; group++)
      if (dl_dragonfly_is_cut (routes, from, group) || dl_dragonfly_is_cut (routes, group, to))
        n += dl_dragonfly_roots_in (routes, from, to, group);
  return n;
}

DlRootChoice
dl_dragonfly_lacks_choice (const DlDragonflyLacks *lacks, guint from, guint to)
{
  DlRootChoice choice = { dl_dragonfly_roots_between (lacks->routes, from, to), FALSE };

  /* What would go minimally for a root that does not fit goes through one that does. */
  if (dl_dragonfly_is_cut (lacks->routes, from, to)
      && dl_dragonfly_lacks_all_fit (lacks, from, to, TRUE))
    {
      choice.n -= dl_dragonfly_lacks_cut (lacks, from, to);
      choice.detour = choice.n > 0;
    }
  return choice;
}

/* Pairs of routers of two groups, or of one, that have no route at all: such a pair lacks a plain
 * way, and few do. */
static guint64
count_unreachable (const DlDragonflyLacks *lacks, guint a, guint b)
{
  const DlDragonflyRoutes *routes = lacks->routes;
  guint64 n = 0;

  for (guint i = routes->working_first[a]; i < routes->working_first[a + 1]; i++)
    for (guint j = routes->working_first[b];
         (a == b || dl_dragonfly_lacks_to (lacks, routes->working[i], b) > 0)
         && j < routes->working_first[b + 1];
         j++)
      n += !dl_dragonfly_plain (routes, routes->working[i], routes->working[j])
           && !dl_dragonfly_reachable (routes, routes->working[i], routes->working[j]);
  return n;
}

DlPairCounts
dl_dragonfly_lacks_all_pairs (const DlDragonflyLacks *lacks)
{
  const DlDragonflyRoutes *routes = lacks->routes;
  const guint n_groups = routes->dragonfly->n_groups;
  const guint64 p = routes->dragonfly->nodes_per_router;
  const guint64 nodes = p * routes->working_first[n_groups];
  DlPairCounts all = { .pairs = nodes * (MAX (nodes, 1) - 1) };

  for (guint a = 0; a < n_groups; a++)
    for (guint b = 0; b < n_groups; b++)
      if (!dl_dragonfly_plain_groups (routes, a, b)
          && (a == b || (lacks->any && lacks->pair[a * n_groups + b] > 0)))
        all.unreachable += p * p * count_unreachable (lacks, a, b);
  return all;
}
