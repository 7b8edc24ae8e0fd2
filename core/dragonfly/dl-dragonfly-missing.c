#include "dl-dragonfly-missing.h"

static void
begin (DlDragonflyMissing *missing)
{
  const DlDragonfly *net = missing->routes->dragonfly;

  missing->any = TRUE;
  missing->to = g_new0 (guint16, (gsize) net->n_routers * net->n_groups);
  missing->from = g_new0 (guint16, (gsize) net->n_routers * net->n_groups);
  missing->router_any = g_new0 (guint8, net->n_routers);
  missing->pair = g_new0 (guint32, net->n_groups * net->n_groups);
  missing->sent = g_new0 (guint64, 2 * net->n_groups);
  missing->got = g_new0 (guint64, 2 * net->n_groups);
}

static void
note (DlDragonflyMissing *missing, guint u, guint v)
{
  const DlDragonfly *net = missing->routes->dragonfly;
  const guint n_groups = net->n_groups, a = net->router[u].group, b = net->router[v].group;

  if (!missing->any)
    begin (missing);
  missing->to[(gsize) u * n_groups + b]++;
  missing->from[(gsize) v * n_groups + a]++;
  missing->router_any[u] = missing->router_any[v] = TRUE;
  missing->pair[a * n_groups + b]++;
}

static void
sum_pair (DlDragonflyMissing *missing, guint a, guint b)
{
  const guint n_groups = missing->routes->dragonfly->n_groups;

  for (guint but_cut = 0;
       missing->any && but_cut < (dl_dragonfly_is_cut (missing->routes, a, b) ? 1 : 2); but_cut++)
    {
      missing->sent[but_cut * n_groups + a] += missing->pair[a * n_groups + b];
      missing->got[but_cut * n_groups + b] += missing->pair[a * n_groups + b];
    }
}

/* Count the pairs of two groups without a minimal path, by the classes of their routers. */
static void
count_pair (DlDragonflyMissing *missing, DlDragonflyPathLoads *ways, guint a, guint b)
{
  const DlDragonflyRoutes *routes = missing->routes;
  const DlDragonflyShares *shares = dl_dragonfly_path_loads_between (ways, a, b);

  if (shares->plain)
    return;
  for (guint i = routes->working_first[a]; i < routes->working_first[a + 1]; i++)
    for (guint j = routes->working_first[b]; j < routes->working_first[b + 1]; j++)
      {
        const guint u = routes->working[i], v = routes->working[j];

        if (shares->hops[dl_dragonfly_path_loads_near_class (ways, u) * shares->n_far
                         + dl_dragonfly_path_loads_far_class (ways, v)]
            == DL_DRAGONFLY_FAR)
          note (missing, u, v);
      }
  sum_pair (missing, a, b);
}

static void
count_inside (DlDragonflyMissing *missing, guint group)
{
  const DlDragonflyRoutes *routes = missing->routes;

  for (guint i = routes->working_first[group]; i < routes->working_first[group + 1]; i++)
    for (guint j = routes->working_first[group]; j < routes->working_first[group + 1]; j++)
      if (!dl_dragonfly_plain (routes, routes->working[i], routes->working[j]))
        note (missing, routes->working[i], routes->working[j]);
  sum_pair (missing, group, group);
}

void
dl_dragonfly_missing_init (DlDragonflyMissing *missing, const DlDragonflyRoutes *routes,
                           DlDragonflyPathLoads *ways)
{
  const guint n_groups = routes->dragonfly->n_groups;

  *missing = (DlDragonflyMissing) { .routes = routes };
  for (guint a = 0; a < n_groups; a++)
    for (guint b = 0; b < n_groups; b++)
      if (dl_dragonfly_plain_groups (routes, a, b))
        continue;
      else if (a == b)
        count_inside (missing, a);
      else
        count_pair (missing, ways, a, b);
}

void
dl_dragonfly_missing_clear (DlDragonflyMissing *missing)
{
  g_clear_pointer (&missing->to, g_free);
  g_clear_pointer (&missing->from, g_free);
  g_clear_pointer (&missing->router_any, g_free);
  g_clear_pointer (&missing->pair, g_free);
  g_clear_pointer (&missing->sent, g_free);
  g_clear_pointer (&missing->got, g_free);
}

guint
dl_dragonfly_missing_unfit (const DlDragonflyMissing *missing, guint source, guint dest,
                            guint group)
{
  const DlDragonflyRoutes *routes = missing->routes;
  const DlDragonfly *net = routes->dragonfly;
  const guint a = net->router[source].group, b = net->router[dest].group;
  guint up = dl_dragonfly_missing_to (missing, source, group);
  guint down = dl_dragonfly_missing_from (missing, dest, group);
  guint n = 0, roots;

  if (up == 0 && down == 0)
    return 0;
  /* Neither end is a root. */
  if ((group == a && down > 0) || (group == b && up > 0))
    {
      const gboolean no_path = !dl_dragonfly_plain (routes, source, dest);

      down -= group == a && no_path;
      up -= group == b && no_path;
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
dl_dragonfly_missing_all_fit (const DlDragonflyMissing *missing, guint from, guint to,
                              gboolean but_cut)
{
  const guint n_groups = missing->routes->dragonfly->n_groups;

  return !missing->any
         || (missing->sent[but_cut * n_groups + from] == 0
             && missing->got[but_cut * n_groups + to] == 0);
}

guint
dl_dragonfly_missing_cut (const DlDragonflyMissing *missing, guint from, guint to)
{
  const DlDragonflyRoutes *routes = missing->routes;
  guint n = 0;

  if (!dl_dragonfly_missing_all_fit (missing, from, to, FALSE))
    for (guint group = 0; group < routes->dragonfly->n_groups; group++)
      if (dl_dragonfly_is_cut (routes, from, group) || dl_dragonfly_is_cut (routes, group, to))
        n += dl_dragonfly_roots_in (routes, from, to, group);
  return n;
}

DlRootChoice
dl_dragonfly_missing_choice (const DlDragonflyMissing *missing, guint from, guint to)
{
  DlRootChoice choice = { dl_dragonfly_roots_between (missing->routes, from, to), FALSE };

  /* Packets whose root does not fit take one that does, instead of a minimal path. */
  if (dl_dragonfly_is_cut (missing->routes, from, to)
      && dl_dragonfly_missing_all_fit (missing, from, to, TRUE))
    {
      choice.n -= dl_dragonfly_missing_cut (missing, from, to);
      choice.detour = choice.n > 0;
    }
  return choice;
}

/* Pairs of routers of two groups, or of one, that have no route at all: such a pair lacks a plain
 * path, and few do. */
static guint64
count_unreachable (const DlDragonflyMissing *missing, guint a, guint b)
{
  const DlDragonflyRoutes *routes = missing->routes;
  guint64 n = 0;

  for (guint i = routes->working_first[a]; i < routes->working_first[a + 1]; i++)
    for (guint j = routes->working_first[b];
         (a == b || dl_dragonfly_missing_to (missing, routes->working[i], b) > 0)
         && j < routes->working_first[b + 1];
         j++)
      n += !dl_dragonfly_plain (routes, routes->working[i], routes->working[j])
           && !dl_dragonfly_reachable (routes, routes->working[i], routes->working[j]);
  return n;
}

DlPairCounts
dl_dragonfly_missing_all_pairs (const DlDragonflyMissing *missing)
{
  const DlDragonflyRoutes *routes = missing->routes;
  const guint n_groups = routes->dragonfly->n_groups;
  const guint64 p = routes->dragonfly->nodes_per_router;
  const guint64 nodes = p * routes->working_first[n_groups];
  DlPairCounts all = { .pairs = nodes * (MAX (nodes, 1) - 1) };

  for (guint a = 0; a < n_groups; a++)
    for (guint b = 0; b < n_groups; b++)
      if (!dl_dragonfly_plain_groups (routes, a, b)
          && (a == b || (missing->any && missing->pair[a * n_groups + b] > 0)))
        all.unreachable += p * p * count_unreachable (missing, a, b);
  return all;
}
