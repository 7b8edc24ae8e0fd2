#include "dl-dragonfly-ways-private.h"

#include <string.h>

DlWayLane *
dl_dragonfly_ways_lane (DlDragonflyWays *ways, guint i)
{
  const gsize greens = (gsize) ways->net->n_routers * ways->routes->n_blades;
  const gsize blacks = (gsize) ways->net->n_routers * ways->routes->n_chassis;
  const guint n_groups = ways->net->n_groups;
  DlWayLane *lane = &ways->lanes[i];

  if (lane->blue == NULL)
    {
      lane->near_green = g_new0 (double, greens);
      lane->near_black = g_new0 (double, blacks);
      lane->far_green = g_new0 (double, greens);
      lane->far_black = g_new0 (double, blacks);
      lane->blue = g_new0 (double, MAX (ways->routes->pair_first[n_groups * n_groups], 1));
    }
  return lane;
}

DlDragonflyWays *
dl_dragonfly_ways_new (const DlDragonflyRoutes *routes, const DlSharesCache *previous)
{
  const DlDragonfly *net = routes->dragonfly;
  DlDragonflyWays *ways = g_new0 (DlDragonflyWays, 1);
  const gsize most_keys = MAX (routes->n_chassis, routes->n_blades), most_runs = routes->words * 64;
  gsize most = 1;

  for (guint group = 0; group < net->n_groups; group++)
    most = MAX (most, net->group_first[group + 1] - net->group_first[group]);
  ways->routes = routes;
  ways->net = net;
  ways->most = most;
  ways->chassis = g_new (guint8, net->n_routers);
  ways->blade = g_new (guint8, net->n_routers);
  for (guint router = 0; router < net->n_routers; router++)
    {
      ways->chassis[router] = net->router[router].chassis;
      ways->blade[router] = net->router[router].blade;
    }
  ways->each = g_new (guint16, most);
  for (guint i = 0; i < most; i++)
    ways->each[i] = i;
  ways->cache = dl_shares_cache_new (routes, previous);
  dl_dragonfly_classes_init (&ways->near, routes);
  dl_dragonfly_classes_init (&ways->far, routes);
  ways->sent_sum = g_new (double, most);
  ways->got_sum = g_new (double, most);
  ways->near_rows = g_new (double, (most + 1) * most_runs);
  ways->far_rows = g_new (double, (most + 1) * most_runs);
  ways->row = g_new (double, (most + 1) * most_keys);
  ways->packets = g_new (double, most);
  ways->sum = g_new (double, most_keys *most_runs);
  ways->cell_at = g_new0 (guint16, (most + 1) * most_keys);
  ways->cells = g_new (DlWayCell, most);
  return ways;
}

void
dl_dragonfly_ways_free (DlDragonflyWays *ways)
{
  if (ways == NULL)
    return;
  for (guint i = 0; i < DL_WAY_LANES; i++)
    {
      g_free (ways->lanes[i].near_green);
      g_free (ways->lanes[i].near_black);
      g_free (ways->lanes[i].far_green);
      g_free (ways->lanes[i].far_black);
      g_free (ways->lanes[i].blue);
    }
  g_free (ways->chassis);
  g_free (ways->blade);
  g_free (ways->each);
  dl_shares_cache_free (ways->cache);
  dl_dragonfly_classes_clear (&ways->near);
  dl_dragonfly_classes_clear (&ways->far);
  g_free (ways->sent_sum);
  g_free (ways->got_sum);
  g_free (ways->near_rows);
  g_free (ways->far_rows);
  g_free (ways->row);
  g_free (ways->packets);
  g_free (ways->sum);
  g_free (ways->cell_at);
  g_free (ways->cells);
  g_free (ways->to_class);
  g_free (ways->from_class);
  g_free (ways->near_order);
  g_free (ways->far_order);
  g_free (ways->gathered_near);
  g_free (ways->gathered_far);
  g_free (ways->rest_near);
  g_free (ways->rest_far);
  g_free (ways);
}

const DlDragonflyShares *
dl_dragonfly_ways_between (DlDragonflyWays *ways, guint from, guint to)
{
  guint ignored;

  ways->from = from;
  ways->to = to;
  dl_dragonfly_classes_sort (&ways->near, ways->routes, from, to, FALSE);
  dl_dragonfly_classes_sort (&ways->far, ways->routes, to, from, TRUE);
  ways->shares = dl_shares_cache_get (ways->cache, from, to, &ways->near, &ways->far);
  ways->bundles = dl_dragonfly_blue_bundles (ways->routes, from, to, &ignored);
  return ways->shares;
}

guint
dl_dragonfly_ways_near_class (const DlDragonflyWays *ways, guint router)
{
  return ways->near.of[router - ways->net->group_first[ways->from]];
}

guint
dl_dragonfly_ways_far_class (const DlDragonflyWays *ways, guint router)
{
  return ways->far.of[router - ways->net->group_first[ways->to]];
}

void
dl_dragonfly_ways_add_inside_each (DlDragonflyWays *ways, guint group, double near, double far,
                                   guint lane)
{
  const DlDragonflyRoutes *routes = ways->routes;
  const DlDragonfly *net = ways->net;
  const guint first = net->group_first[group], n = net->group_first[group + 1] - first;
  const DlWayLane *to = dl_dragonfly_ways_lane (ways, lane);

  for (guint i = 0; i < n; i++)
    {
      const guint router = first + i;
      guint blades = 1;

      /* A green link is for all of its blade, a black one comes after one from any blade. */
      for (guint blade = 0; blade < routes->n_blades; blade++)
        blades += dl_dragonfly_green (routes, router, blade)->n > 0;
      for (guint blade = 0; blade < routes->n_blades; blade++)
        if (dl_dragonfly_green (routes, router, blade)->n > 0)
          {
            to->near_green[dl_dragonfly_ways_near_green_at (ways, group, blade) + i]
                += near * (n / blades);
            to->far_green[(gsize) router * routes->n_blades + blade] += far * (n / blades);
          }
      for (guint chassis = 0; chassis < routes->n_chassis; chassis++)
        /* The black link from there to here. */
        if (dl_dragonfly_black (routes, router, chassis)->n > 0)
          {
            to->near_black[(gsize) router * routes->n_chassis + chassis] += near * blades;
            to->far_black[dl_dragonfly_ways_far_black_at (ways, group, chassis) + i]
                += far * blades;
          }
    }
}

guint
dl_dragonfly_ways_hops (const DlDragonflyWays *ways, guint source, guint dest)
{
  const guint hops
      = ways->shares->hops[dl_dragonfly_ways_near_class (ways, source) * ways->shares->n_far
                           + dl_dragonfly_ways_far_class (ways, dest)];

  return hops != DL_DRAGONFLY_FAR ? hops : 0;
}

void
dl_dragonfly_ways_longest (const DlDragonflyWays *ways, guint8 *out, guint8 *in)
{
  const DlDragonflyShares *shares = ways->shares;

  for (guint i = 0; i < ways->near.n_routers; i++)
    out[i] = shares->near_max[ways->near.of[i]];
  for (guint i = 0; i < ways->far.n_routers; i++)
    in[i] = shares->far_max[ways->far.of[i]];
}

/* Router by router ----------------------------------------------------------------------------- */

/* Where a lane has the links of the plain way from @source to @dest inside a group; returns how
 * many there are. */
static guint
find_near (const DlDragonflyWays *ways, const DlWayLane *lane, guint source, guint dest,
           double *links[2])
{
  const DlRouterAt *a = &ways->net->router[source], *b = &ways->net->router[dest];
  guint n = 0;

  if (a->blade != b->blade)
    links[n++] = &lane->near_green[dl_dragonfly_ways_near_green_at (ways, a->group, b->blade)
                                   + source - ways->net->group_first[a->group]];
  if (a->chassis != b->chassis)
    links[n++] = &lane->near_black[(gsize) dest * ways->routes->n_chassis + a->chassis];
  return n;
}

static guint
find_far (const DlDragonflyWays *ways, const DlWayLane *lane, guint source, guint dest,
          double *links[2])
{
  const DlRouterAt *a = &ways->net->router[source], *b = &ways->net->router[dest];
  guint n = 0;

  if (a->blade != b->blade)
    links[n++] = &lane->far_green[(gsize) source * ways->routes->n_blades + b->blade];
  if (a->chassis != b->chassis)
    links[n++] = &lane->far_black[dl_dragonfly_ways_far_black_at (ways, a->group, a->chassis) + dest
                                  - ways->net->group_first[a->group]];
  return n;
}

void
dl_dragonfly_ways_add_near (DlDragonflyWays *ways, guint source, guint dest, double packets,
                            guint lane)
{
  double *links[2];
  const guint n = find_near (ways, dl_dragonfly_ways_lane (ways, lane), source, dest, links);

  for (guint i = 0; i < n; i++)
    *links[i] += packets;
}

/* What routers have of @packets by @place, a chassis or blade; NULL: 1. */
static void
sum_places (const guint8 *place, guint n, const double *packets, double *sum, guint n_places)
{
  memset (sum, 0, n_places * sizeof *sum);
  for (guint i = 0; i < n; i++)
    sum[place[i]] += packets != NULL ? packets[i] : 1;
}

void
dl_dragonfly_ways_add_near_each (DlDragonflyWays *ways, guint group, const double *sent,
                                 const double *got, guint lane)
{
  const DlDragonflyRoutes *routes = ways->routes;
  const guint first = ways->net->group_first[group];
  const guint n = ways->net->group_first[group + 1] - first;
  const guint8 *chassis = ways->chassis + first, *blade = ways->blade + first;
  const DlWayLane *to = dl_dragonfly_ways_lane (ways, lane);
  double *sum = ways->row;

  sum_places (blade, n, got, sum, routes->n_blades);
  for (guint to_blade = 0; to_blade < routes->n_blades; to_blade++)
    for (guint i = 0; i < n && sum[to_blade] > 0; i++)
      if (blade[i] != to_blade)
        to->near_green[dl_dragonfly_ways_near_green_at (ways, group, to_blade) + i]
            += sent != NULL ? sent[i] * sum[to_blade] : sum[to_blade];
  sum_places (chassis, n, sent, sum, routes->n_chassis);
  for (guint j = 0; j < n; j++)
    for (guint from = 0; from < routes->n_chassis; from++)
      if (chassis[j] != from && sum[from] > 0)
        to->near_black[(gsize) (first + j) * routes->n_chassis + from]
            += got != NULL ? got[j] * sum[from] : sum[from];
}

void
dl_dragonfly_ways_add_far (DlDragonflyWays *ways, guint source, guint dest, double packets,
                           guint lane)
{
  double *links[2];
  const guint n = find_far (ways, dl_dragonfly_ways_lane (ways, lane), source, dest, links);

  for (guint i = 0; i < n; i++)
    *links[i] += packets;
}

gboolean
dl_dragonfly_ways_add_pair (DlDragonflyWays *ways, guint source, guint dest, double packets,
                            guint lane)
{
  const DlDragonflyShares *shares = ways->shares;
  const gsize pair = (gsize) dl_dragonfly_ways_near_class (ways, source) * shares->n_far
                     + dl_dragonfly_ways_far_class (ways, dest);
  double *blue = dl_dragonfly_ways_lane (ways, lane)->blue
                 + ways->routes->pair_first[ways->from * ways->net->n_groups + ways->to];

  for (guint i = shares->first[pair]; i < shares->first[pair + 1]; i++)
    {
      const DlBlueBundle *bundle = &ways->bundles[shares->bundle[i]];
      const double part = packets * shares->part[i];

      dl_dragonfly_ways_add_near (ways, source, bundle->from, part, lane);
      blue[shares->bundle[i]] += part;
      dl_dragonfly_ways_add_far (ways, bundle->to, dest, part, lane);
    }
  return shares->first[pair] < shares->first[pair + 1];
}

static void
take (double *from, double packets)
{
  /* Without the error that a difference of equal sums would have. */
  *from = *from > packets * (1 + 1e-9) ? *from - packets : 0;
}

void
dl_dragonfly_ways_take_pair (DlDragonflyWays *ways, guint source, guint dest, double packets,
                             guint lane)
{
  const DlDragonflyShares *shares = ways->shares;
  const gsize pair = (gsize) dl_dragonfly_ways_near_class (ways, source) * shares->n_far
                     + dl_dragonfly_ways_far_class (ways, dest);
  const DlWayLane *from = dl_dragonfly_ways_lane (ways, lane);
  double *blue = from->blue + ways->routes->pair_first[ways->from * ways->net->n_groups + ways->to];

  for (guint i = shares->first[pair]; i < shares->first[pair + 1]; i++)
    {
      const DlBlueBundle *bundle = &ways->bundles[shares->bundle[i]];
      const double part = packets * shares->part[i];
      double *links[4];
      guint n = find_near (ways, from, source, bundle->from, links);

      n += find_far (ways, from, bundle->to, dest, links + n);
      for (guint j = 0; j < n; j++)
        take (links[j], part);
      take (&blue[shares->bundle[i]], part);
    }
}

/* On the links --------------------------------------------------------------------------------- */

/* Routers from one that is looked at to one whose packets are fetched. */
#define AHEAD 8

/* From what all links have in each lane to what one of them has. A phase's near part begins on the
 * virtual channel of its number, which its far part is one above. */
static inline void
share_links (DlWayLinks *links, const DlWayWeight *near, const DlWayWeight *far)
{
  const double part = 1.0 / links->links->up;

  G_STATIC_ASSERT (DL_WAY_LEGS + 1 == DL_DRAGONFLY_VCS);
  for (guint load = 0; load < 2; load++)
    {
      const double *begin = near->lane + load * DL_WAY_LEGS, *end = far->lane + load * DL_WAY_LEGS;
      double *packets = links->packets[load];

      packets[0] = begin[DL_WAY_FIRST] * part;
      packets[1] = (begin[DL_WAY_MIDDLE] + end[DL_WAY_FIRST]) * part;
      packets[2] = (begin[DL_WAY_SECOND] + end[DL_WAY_MIDDLE]) * part;
      packets[3] = end[DL_WAY_SECOND] * part;
    }
}

static void
visit_router (const DlDragonflyWays *ways, guint router, DlWayLinksFunc func, gpointer data)
{
  const DlDragonflyRoutes *routes = ways->routes;
  const DlRouterAt *at = &ways->net->router[router];
  const guint first = ways->net->group_first[at->group];
  DlWayWeight near = { { 0 } }, far = { { 0 } };
  DlWayLinks links;

  for (guint blade = 0; blade < routes->n_blades; blade++)
    {
      const gsize near_at
          = dl_dragonfly_ways_near_green_at (ways, at->group, blade) + router - first;
      const gsize far_at = (gsize) router * routes->n_blades + blade;

      links.links = dl_dragonfly_green (routes, router, blade);
      if (links.links->up == 0)
        continue;
      for (guint i = 0; i < DL_WAY_LANES; i++)
        if (ways->lanes[i].blue != NULL)
          {
            /* Blades are far from each other in memory, and routers side by side. */
            __builtin_prefetch (&ways->lanes[i].near_green[near_at + AHEAD]);
            near.lane[i] = ways->lanes[i].near_green[near_at];
            far.lane[i] = ways->lanes[i].far_green[far_at];
          }
      share_links (&links, &near, &far);
      func (&links, data);
    }
  for (guint chassis = 0; chassis < routes->n_chassis; chassis++)
    {
      gsize near_at, far_at;
      guint end;

      links.links = dl_dragonfly_black (routes, router, chassis);
      if (links.links->up == 0)
        continue;
      end = ways->net->link_to[links.links->first];
      near_at = (gsize) end * routes->n_chassis + at->chassis;
      far_at = dl_dragonfly_ways_far_black_at (ways, at->group, at->chassis) + end - first;
      for (guint i = 0; i < DL_WAY_LANES; i++)
        if (ways->lanes[i].blue != NULL)
          {
            near.lane[i] = ways->lanes[i].near_black[near_at];
            far.lane[i] = ways->lanes[i].far_black[far_at];
          }
      share_links (&links, &near, &far);
      func (&links, data);
    }
}

void
dl_dragonfly_ways_foreach (const DlDragonflyWays *ways, DlWayLinksFunc func, gpointer data)
{
  const DlDragonfly *net = ways->net;
  const DlWayWeight none = { { 0 } };
  DlWayWeight near = none;
  DlWayLinks links;

  for (guint router = 0; router < net->n_routers; router++)
    visit_router (ways, router, func, data);
  for (guint bundle = 0; bundle < ways->routes->pair_first[net->n_groups * net->n_groups]; bundle++)
    {
      links.links = &ways->routes->blue[bundle].links;
      for (guint i = 0; i < DL_WAY_LANES; i++)
        if (ways->lanes[i].blue != NULL)
          near.lane[i] = ways->lanes[i].blue[bundle];
      share_links (&links, &near, &none);
      func (&links, data);
    }
}

DlSharesCache *
dl_dragonfly_ways_steal_cache (DlDragonflyWays *ways)
{
  dl_shares_cache_forget_previous (ways->cache);
  return g_steal_pointer (&ways->cache);
}
