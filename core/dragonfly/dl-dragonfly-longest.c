/* The longest route that a packet may take. */
#include "dl-dragonfly-loads-private.h"

#include <string.h>

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
dl_longest_look (DlLongest *self, const DlDragonflyWays *ways, guint from, guint to)
{
  const DlDragonfly *net = self->routes->dragonfly;

  dl_dragonfly_ways_longest (ways, self->out + to * (gsize) net->n_routers + net->group_first[from],
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

guint
dl_longest_bound (const DlLongest *self)
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

guint
dl_longest_between (const DlLongest *self, guint from, guint to, guint *at)
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
  const guint bound = dl_longest_bound (self);
  guint most = 0;

  for (guint pair = 0; pair < n_groups * n_groups && most < bound; pair++)
    if (by_root[pair])
      most = MAX (most, dl_longest_between (self, pair / n_groups, pair % n_groups, NULL));
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
