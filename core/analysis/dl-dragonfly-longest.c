/* The longest route that any packet of a demand by groups may take. */
#include "dl-dragonfly-loads-private.h"

#include "dl-dragonfly-classes.h"

#include <string.h>

typedef struct
{
  const DlDragonflyRoutes *routes;
  const DlDragonfly *net;
  const guint8 *by_root; /* (n_groups x n_groups) gboolean */
  DlDragonflyClasses near, far;
  guint64 *near_sets, *far_sets; /* (classes x 3 x words) */
  guint8 *in;                    /* (n_groups x n_routers) hops of the longest plain way from any
                                    router of the group; 0: none */
  guint8 *out;                   /* the same to any router of the group */
} Longest;

static void
note (guint8 *most, guint hops)
{
  *most = MAX (*most, hops);
}

/* The plain ways from each class of a group to each of another. */
static guint
look_at_pair (Longest *self, guint from, guint to)
{
  const DlDragonfly *net = self->net;
  const guint words = self->routes->words;
  guint64 *set = g_newa (guint64, words);
  g_autofree guint8 *sent = NULL, *got = NULL;
  guint most = 0;

  dl_dragonfly_classes_sort (&self->near, self->routes, from, to, FALSE);
  dl_dragonfly_classes_sort (&self->far, self->routes, to, from, TRUE);
  sent = g_new0 (guint8, self->near.n + 1);
  got = g_new0 (guint8, self->far.n + 1);
  for (guint u = 0; u < self->near.n; u++)
    if (self->near.count[u] > 0)
      dl_dragonfly_near_sets (self->routes, self->near.example[u], to,
                              self->near_sets + u * 3 * words);
  for (guint v = 0; v < self->far.n; v++)
    if (self->far.count[v] > 0)
      dl_dragonfly_far_sets (self->routes, from, self->far.example[v],
                             self->far_sets + v * 3 * words);
  for (guint u = 0; u < self->near.n; u++)
    for (guint v = 0; self->near.count[u] > 0 && v < self->far.n; v++)
      {
        const guint hops
            = self->far.count[v] > 0
                  ? dl_dragonfly_join_sets (self->routes, self->near_sets + u * 3 * words,
                                            self->far_sets + v * 3 * words, set)
                  : DL_DRAGONFLY_FAR;

        if (hops == DL_DRAGONFLY_FAR)
          continue;
        note (&sent[u], hops);
        note (&got[v], hops);
        most = MAX (most, hops);
      }
  for (guint i = 0; i < self->near.n_routers; i++)
    self->out[(gsize) to * net->n_routers + net->group_first[from] + i] = sent[self->near.of[i]];
  for (guint i = 0; i < self->far.n_routers; i++)
    self->in[(gsize) from * net->n_routers + net->group_first[to] + i] = got[self->far.of[i]];
  return most;
}

/* Through roots of third groups: at each of them the ways of all senders and receivers meet. */
static guint
find_by_root (const Longest *self)
{
  const DlDragonfly *net = self->net;
  const guint n_groups = net->n_groups, n_routers = net->n_routers;
  guint most = 0, up = 0, down = 0;

  for (gsize i = 0; i < (gsize) n_groups * n_routers; i++)
    {
      up = MAX (up, self->in[i]);
      down = MAX (down, self->out[i]);
    }
  for (guint root = 0; root < n_routers; root++)
    for (guint from = 0; from < n_groups; from++)
      {
        const guint in = self->in[(gsize) from * n_routers + root];

        for (guint to = 0; in > 0 && in + down > most && to < n_groups; to++)
          {
            const guint out = self->out[(gsize) to * n_routers + root];

            if (out > 0 && self->by_root[from * n_groups + to])
              most = MAX (most, in + out);
          }
        if (most == up + down)
          return most;
      }
  return most;
}

/* Between different routers of @group, through a third one with @nonminimal. */
static guint
find_local (const Longest *self, guint group, gboolean nonminimal)
{
  const DlDragonflyRoutes *routes = self->routes;
  const guint low = routes->working_first[group], high = routes->working_first[group + 1];
  const gboolean by_root = nonminimal && high - low > 2;
  const guint bound = (by_root ? 2 : 1) * ((routes->n_chassis > 1) + (routes->n_blades > 1));
  guint most = 0;

  for (guint i = low; i < high; i++)
    for (guint j = low; j < high && most < bound; j++)
      {
        const guint cost = dl_dragonfly_cost (routes, routes->working[i], routes->working[j]);

        if (cost >= DL_DRAGONFLY_DETOUR || i == j)
          continue;
        if (!by_root)
          most = MAX (most, cost);
        for (guint k = low; by_root && k < high && most < bound; k++)
          {
            const guint more = dl_dragonfly_cost (routes, routes->working[j], routes->working[k]);

            if (more < DL_DRAGONFLY_DETOUR && k != i && k != j)
              most = MAX (most, cost + more);
          }
      }
  return most;
}

guint
dl_dragonfly_longest_plain (const DlDragonflyRoutes *routes, const double *groups,
                            const guint8 *by_root, gboolean nonminimal)
{
  const DlDragonfly *net = routes->dragonfly;
  const guint n_groups = net->n_groups;
  Longest self = { .routes = routes, .net = net, .by_root = by_root };
  gboolean any = FALSE;
  guint most = 0, largest = 1;

  for (guint group = 0; group < n_groups; group++)
    largest = MAX (largest, net->group_first[group + 1] - net->group_first[group]);
  for (guint pair = 0; pair < n_groups * n_groups; pair++)
    any |= by_root[pair];
  dl_dragonfly_classes_init (&self.near, routes);
  dl_dragonfly_classes_init (&self.far, routes);
  self.near_sets = g_new (guint64, (gsize) largest * 3 * routes->words);
  self.far_sets = g_new (guint64, (gsize) largest * 3 * routes->words);
  self.in = g_new0 (guint8, (gsize) n_groups * net->n_routers);
  self.out = g_new0 (guint8, (gsize) n_groups * net->n_routers);
  for (guint from = 0; from < n_groups; from++)
    for (guint to = 0; to < n_groups; to++)
      {
        const guint pair = from * n_groups + to;
        const gboolean minimal = groups[pair] > 0 && !by_root[pair];

        if (from == to && groups[pair] > 0)
          most = MAX (most, find_local (&self, from, nonminimal));
        if (from == to || !(any || minimal))
          continue;
        const guint hops = look_at_pair (&self, from, to);
        if (minimal)
          most = MAX (most, hops);
      }
  if (any)
    most = MAX (most, find_by_root (&self));
  dl_dragonfly_classes_clear (&self.near);
  dl_dragonfly_classes_clear (&self.far);
  g_free (self.near_sets);
  g_free (self.far_sets);
  g_free (self.in);
  g_free (self.out);
  return most;
}
