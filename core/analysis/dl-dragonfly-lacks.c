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

/* Of two groups by the classes of their routers. */
static void
count_pair (DlDragonflyLacks *lacks, DlDragonflyWays *ways, guint a, guint b)
{
  const DlDragonflyRoutes *routes = lacks->routes;
  const guint n_groups = routes->dragonfly->n_groups;
  const DlDragonflyShares *shares = dl_dragonfly_ways_between (ways, a, b);

  if (shares->plain)
    return;
  if (!lacks->any)
    begin (lacks);
  for (guint i = routes->working_first[a]; i < routes->working_first[a + 1]; i++)
    for (guint j = routes->working_first[b]; j < routes->working_first[b + 1]; j++)
      {
        const guint u = routes->working[i], v = routes->working[j];

        if (shares->hops[dl_dragonfly_ways_near_class (ways, u) * shares->n_far
                         + dl_dragonfly_ways_far_class (ways, v)]
            != DL_DRAGONFLY_FAR)
          continue;
        lacks->to[(gsize) u * n_groups + b]++;
        lacks->from[(gsize) v * n_groups + a]++;
        lacks->router_any[u] = lacks->router_any[v] = TRUE;
        lacks->pair[a * n_groups + b]++;
      }
  for (guint but_cut = 0; but_cut < (dl_dragonfly_cut (routes, a, b) ? 1 : 2); but_cut++)
    {
      lacks->sent[but_cut * n_groups + a] += lacks->pair[a * n_groups + b];
      lacks->got[but_cut * n_groups + b] += lacks->pair[a * n_groups + b];
    }
}

void
dl_dragonfly_lacks_init (DlDragonflyLacks *lacks, const DlDragonflyRoutes *routes,
                         DlDragonflyWays *ways)
{
  const guint n_groups = routes->dragonfly->n_groups;

  *lacks = (DlDragonflyLacks) { .routes = routes };
  for (guint a = 0; a < n_groups; a++)
    for (guint b = 0; b < n_groups; b++)
      if (a != b && !dl_dragonfly_plain_groups (routes, a, b))
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
  const guint up = dl_dragonfly_lacks_to (lacks, source, group);
  const guint down = dl_dragonfly_lacks_from (lacks, dest, group);
  const guint working = dl_dragonfly_working (routes, group);
  guint n = 0;

  if (up == 0 || down == 0)
    return up + down;
  if (up == working || down == working)
    return working;
  for (guint i = routes->working_first[group]; i < routes->working_first[group + 1]; i++)
    n += !dl_dragonfly_root_fits (routes, source, routes->working[i], dest);
  return n;
}

gboolean
dl_dragonfly_lacks_all_fit (const DlDragonflyLacks *lacks, guint from, guint to, gboolean but_cut)
{
  const guint n_groups = lacks->routes->dragonfly->n_groups;
  guint64 own;

  if (!lacks->any)
    return TRUE;
  own = but_cut && dl_dragonfly_cut (lacks->routes, from, to) ? 0
                                                              : lacks->pair[from * n_groups + to];
  return lacks->sent[but_cut * n_groups + from] == own
         && lacks->got[but_cut * n_groups + to] == own;
}

guint
dl_dragonfly_lacks_cut (const DlDragonflyLacks *lacks, guint from, guint to)
{
  const DlDragonflyRoutes *routes = lacks->routes;
  guint n = 0;

  if (!dl_dragonfly_lacks_all_fit (lacks, from, to, FALSE))
    for (guint group = 0; group < routes->dragonfly->n_groups; group++)
      if (group != from && group != to
          && (dl_dragonfly_cut (routes, from, group) || dl_dragonfly_cut (routes, group, to)))
        n += dl_dragonfly_working (routes, group);
  return n;
}

DlRootChoice
dl_dragonfly_lacks_choice (const DlDragonflyLacks *lacks, guint from, guint to)
{
  DlRootChoice choice = { dl_dragonfly_thirds (lacks->routes, from, to), FALSE };

  /* What would go minimally for a root that does not fit goes through one that does. */
  if (dl_dragonfly_cut (lacks->routes, from, to)
      && dl_dragonfly_lacks_all_fit (lacks, from, to, TRUE))
    {
      choice.n -= dl_dragonfly_lacks_cut (lacks, from, to);
      choice.detour = choice.n > 0;
    }
  return choice;
}
