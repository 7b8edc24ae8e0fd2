/* Lengths of routes: those of plain ways between routers and groups, joined at the roots. */
#include "dl-dragonfly-lengths.h"

#include "dl-dragonfly-ways.h"

#include <string.h>

#define MOST 5 /* hops of a plain way */

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

/* What the ways of two classes of routers have. */
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
look (Builder *b, DlDragonflyWays *ways, guint from, guint to)
{
  const DlDragonflyRoutes *routes = b->routes;
  const DlDragonfly *net = routes->dragonfly;
  const DlDragonflyShares *shares = dl_dragonfly_ways_between (ways, from, to);
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
      const guint class = dl_dragonfly_ways_near_class (ways, router);

      if (net->router_up[router] && senders[class]++ == 0)
        {
          dl_dragonfly_near_sets (routes, router, to, sets);
          find_hops (b, sets, shares->n_bundles, near + (gsize) class * n_bundles);
        }
    }
  for (guint i = 0; i < n_to; i++)
    {
      const guint router = net->group_first[to] + i;
      const guint class = dl_dragonfly_ways_far_class (ways, router);

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
      const guint class = dl_dragonfly_ways_near_class (ways, router);

      if (!net->router_up[router])
        continue;
      b->out[(gsize) to * net->n_routers + router] = out[class];
      for (guint h = 0; h <= MOST; h++)
        b->lengths->minimal[h] += out[class].n[h];
    }
  for (guint i = 0; i < n_to; i++)
    if (net->router_up[net->group_first[to] + i])
      b->in[(gsize) from * net->n_routers + net->group_first[to] + i]
          = in[dl_dragonfly_ways_far_class (ways, net->group_first[to] + i)];
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

/* All ways up to each root meet all ways down from it, but for those of one group. */
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
  g_autoptr (DlDragonflyWays) ways = dl_dragonfly_ways_new (routes, NULL);
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
