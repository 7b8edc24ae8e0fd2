#include "dl-dragonfly-path-loads.h"

#include <string.h>

/* The packets of a lane on the links that are alike. Inside a group the first hop of a path is
 * known by its router and the blade it goes to, the second by its router's chassis and where it
 * ends. */
typedef struct
{
  double *near_green; /* (n_groups x n_blades x routers of the group) to that blade, from each */
  double *near_black; /* (n_routers x n_chassis) to each, from that chassis */
  double *far_green;  /* (n_routers x n_blades) from each, to that blade */
  double *far_black;  /* (n_groups x n_chassis x routers of the group) from that chassis, to each */
  double *blue;       /* (blue bundles) */
} DlPathLane;

/* Common cell of some routers of a group: a row of packets sent or got, and a chassis or a blade.
 */
typedef struct
{
  guint16 row, key;
  double times; /* that row, of all of them */
} DlPathCell;

struct _DlDragonflyPathLoads
{
  const DlDragonflyRoutes *routes;
  const DlDragonfly *net;
  guint most;                      /* routers of a group */
  guint8 *chassis, *blade;         /* (n_routers) */
  guint16 *each;                   /* (most) 0, 1, 2 and so on: a row of each router */
  DlPathLane lanes[DL_PATH_LANES]; /* NULL without packets */
  DlSharesCache *cache;

  /* The pair of groups looked at. */
  guint from, to;
  DlDragonflyClasses near, far;
  const DlDragonflyShares *shares;
  const DlBlueBundle *bundles;
  double *sent_sum, *got_sum;   /* (most) by class */
  double *near_rows, *far_rows; /* (most + 1 x most bundles of a pair) */
  double *row;                  /* (most + 1 x MAX (n_chassis, n_blades)) */
  double *packets;              /* (most) */
  double *sum;                  /* (MAX (n_chassis, n_blades) x most bundles of a pair) */
  guint16 *cell_at;             /* (most + 1 x MAX (n_chassis, n_blades)) and 1; 0: none */
  DlPathCell *cells;            /* (most) */
  gboolean gathered;
  double *to_class, *from_class;   /* (most x most) gathered, of each router; else 0 */
  guint16 *near_order, *far_order; /* (2 x most + 2) where classes begin, then their routers */
  /* Rows of each router, as large as the others. */
  double *gathered_near, *gathered_far, *rest_near, *rest_far;
};

static inline gsize
near_green_at (const DlDragonflyPathLoads *ways, guint group, guint blade)
{
  const guint first = ways->net->group_first[group];

  return (gsize) first * ways->routes->n_blades
         + (gsize) blade * (ways->net->group_first[group + 1] - first);
}

static inline gsize
far_black_at (const DlDragonflyPathLoads *ways, guint group, guint chassis)
{
  const guint first = ways->net->group_first[group];

  return (gsize) first * ways->routes->n_chassis
         + (gsize) chassis * (ways->net->group_first[group + 1] - first);
}

/* Lane @i, whose arrays are made when it first gets packets. */
static DlPathLane *
dragonfly_path_loads_lane (DlDragonflyPathLoads *ways, guint i)
{
  const gsize greens = (gsize) ways->net->n_routers * ways->routes->n_blades;
  const gsize blacks = (gsize) ways->net->n_routers * ways->routes->n_chassis;
  const guint n_groups = ways->net->n_groups;
  DlPathLane *lane = &ways->lanes[i];

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

DlDragonflyPathLoads *
dl_dragonfly_path_loads_new (const DlDragonflyRoutes *routes, const DlSharesCache *previous)
{
  const DlDragonfly *net = routes->dragonfly;
  DlDragonflyPathLoads *ways = g_new0 (DlDragonflyPathLoads, 1);
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
  ways->cells = g_new (DlPathCell, most);
  return ways;
}

void
dl_dragonfly_path_loads_free (DlDragonflyPathLoads *ways)
{
  if (ways == NULL)
    return;
  for (guint i = 0; i < DL_PATH_LANES; i++)
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
dl_dragonfly_path_loads_between (DlDragonflyPathLoads *ways, guint from, guint to)
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
dl_dragonfly_path_loads_near_class (const DlDragonflyPathLoads *ways, guint router)
{
  return ways->near.of[router - ways->net->group_first[ways->from]];
}

guint
dl_dragonfly_path_loads_far_class (const DlDragonflyPathLoads *ways, guint router)
{
  return ways->far.of[router - ways->net->group_first[ways->to]];
}

void
dl_dragonfly_path_loads_add_inside_each (DlDragonflyPathLoads *ways, guint group, double near,
                                         double far, guint lane)
{
  const DlDragonflyRoutes *routes = ways->routes;
  const DlDragonfly *net = ways->net;
  const guint first = net->group_first[group], n = net->group_first[group + 1] - first;
  const DlPathLane *to = dragonfly_path_loads_lane (ways, lane);

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
            to->near_green[near_green_at (ways, group, blade) + i] += near * (n / blades);
            to->far_green[(gsize) router * routes->n_blades + blade] += far * (n / blades);
          }
      for (guint chassis = 0; chassis < routes->n_chassis; chassis++)
        /* The black link from there to here. */
        if (dl_dragonfly_black (routes, router, chassis)->n > 0)
          {
            to->near_black[(gsize) router * routes->n_chassis + chassis] += near * blades;
            to->far_black[far_black_at (ways, group, chassis) + i] += far * blades;
          }
    }
}

guint
dl_dragonfly_path_loads_hops (const DlDragonflyPathLoads *ways, guint source, guint dest)
{
  const guint hops
      = ways->shares->hops[dl_dragonfly_path_loads_near_class (ways, source) * ways->shares->n_far
                           + dl_dragonfly_path_loads_far_class (ways, dest)];

  return hops != DL_DRAGONFLY_FAR ? hops : 0;
}

void
dl_dragonfly_path_loads_longest (const DlDragonflyPathLoads *ways, guint8 *out, guint8 *in)
{
  const DlDragonflyShares *shares = ways->shares;

  for (guint i = 0; i < ways->near.n_routers; i++)
    out[i] = shares->near_max[ways->near.of[i]];
  for (guint i = 0; i < ways->far.n_routers; i++)
    in[i] = shares->far_max[ways->far.of[i]];
}

/* Router by router ----------------------------------------------------------------------------- */

/* Where a lane has the links of the plain path from @source to @dest inside a group; returns how
 * many there are. */
static guint
find_near (const DlDragonflyPathLoads *ways, const DlPathLane *lane, guint source, guint dest,
           double *links[2])
{
  const DlRouterAt *a = &ways->net->router[source], *b = &ways->net->router[dest];
  guint n = 0;

  if (a->blade != b->blade)
    links[n++] = &lane->near_green[near_green_at (ways, a->group, b->blade) + source
                                   - ways->net->group_first[a->group]];
  if (a->chassis != b->chassis)
    links[n++] = &lane->near_black[(gsize) dest * ways->routes->n_chassis + a->chassis];
  return n;
}

static guint
find_far (const DlDragonflyPathLoads *ways, const DlPathLane *lane, guint source, guint dest,
          double *links[2])
{
  const DlRouterAt *a = &ways->net->router[source], *b = &ways->net->router[dest];
  guint n = 0;

  if (a->blade != b->blade)
    links[n++] = &lane->far_green[(gsize) source * ways->routes->n_blades + b->blade];
  if (a->chassis != b->chassis)
    links[n++] = &lane->far_black[far_black_at (ways, a->group, a->chassis) + dest
                                  - ways->net->group_first[a->group]];
  return n;
}

void
dl_dragonfly_path_loads_add_near (DlDragonflyPathLoads *ways, guint source, guint dest,
                                  double packets, guint lane)
{
  double *links[2];
  const guint n = find_near (ways, dragonfly_path_loads_lane (ways, lane), source, dest, links);

  for (guint i = 0; i < n; i++)
    *links[i] += packets;
}

/* Sum of @packets by @place, a chassis or blade; NULL: 1 per router. */
static void
sum_places (const guint8 *place, guint n, const double *packets, double *sum, guint n_places)
{
  memset (sum, 0, n_places * sizeof *sum);
  for (guint i = 0; i < n; i++)
    sum[place[i]] += packets != NULL ? packets[i] : 1;
}

void
dl_dragonfly_path_loads_add_near_each (DlDragonflyPathLoads *ways, guint group, const double *sent,
                                       const double *got, guint lane)
{
  const DlDragonflyRoutes *routes = ways->routes;
  const guint first = ways->net->group_first[group];
  const guint n = ways->net->group_first[group + 1] - first;
  const guint8 *chassis = ways->chassis + first, *blade = ways->blade + first;
  const DlPathLane *to = dragonfly_path_loads_lane (ways, lane);
  double *sum = ways->row;

  sum_places (blade, n, got, sum, routes->n_blades);
  for (guint to_blade = 0; to_blade < routes->n_blades; to_blade++)
    for (guint i = 0; i < n && sum[to_blade] > 0; i++)
      if (blade[i] != to_blade)
        to->near_green[near_green_at (ways, group, to_blade) + i]
            += sent != NULL ? sent[i] * sum[to_blade] : sum[to_blade];
  sum_places (chassis, n, sent, sum, routes->n_chassis);
  for (guint j = 0; j < n; j++)
    for (guint from = 0; from < routes->n_chassis; from++)
      if (chassis[j] != from && sum[from] > 0)
        to->near_black[(gsize) (first + j) * routes->n_chassis + from]
            += got != NULL ? got[j] * sum[from] : sum[from];
}

void
dl_dragonfly_path_loads_add_far (DlDragonflyPathLoads *ways, guint source, guint dest,
                                 double packets, guint lane)
{
  double *links[2];
  const guint n = find_far (ways, dragonfly_path_loads_lane (ways, lane), source, dest, links);

  for (guint i = 0; i < n; i++)
    *links[i] += packets;
}

gboolean
dl_dragonfly_path_loads_add_pair (DlDragonflyPathLoads *ways, guint source, guint dest,
                                  double packets, guint lane)
{
  const DlDragonflyShares *shares = ways->shares;
  const gsize pair = (gsize) dl_dragonfly_path_loads_near_class (ways, source) * shares->n_far
                     + dl_dragonfly_path_loads_far_class (ways, dest);
  double *blue = dragonfly_path_loads_lane (ways, lane)->blue
                 + ways->routes->pair_first[ways->from * ways->net->n_groups + ways->to];

  for (guint i = shares->first[pair]; i < shares->first[pair + 1]; i++)
    {
      const DlBlueBundle *bundle = &ways->bundles[shares->bundle[i]];
      const double part = packets * shares->part[i];

      dl_dragonfly_path_loads_add_near (ways, source, bundle->from, part, lane);
      blue[shares->bundle[i]] += part;
      dl_dragonfly_path_loads_add_far (ways, bundle->to, dest, part, lane);
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
dl_dragonfly_path_loads_take_pair (DlDragonflyPathLoads *ways, guint source, guint dest,
                                   double packets, guint lane)
{
  const DlDragonflyShares *shares = ways->shares;
  const gsize pair = (gsize) dl_dragonfly_path_loads_near_class (ways, source) * shares->n_far
                     + dl_dragonfly_path_loads_far_class (ways, dest);
  const DlPathLane *from = dragonfly_path_loads_lane (ways, lane);
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
share_links (DlBundlePackets *links, const DlPathWeight *near, const DlPathWeight *far)
{
  const double part = 1.0 / links->links->up;

  G_STATIC_ASSERT (DL_PATH_PHASES + 1 == DL_DRAGONFLY_VCS);
  for (guint load = 0; load < 2; load++)
    {
      const double *begin = near->lane + load * DL_PATH_PHASES,
                   *end = far->lane + load * DL_PATH_PHASES;
      double *packets = links->packets[load];

      packets[0] = begin[DL_PATH_FIRST] * part;
      packets[1] = (begin[DL_PATH_MIDDLE] + end[DL_PATH_FIRST]) * part;
      packets[2] = (begin[DL_PATH_SECOND] + end[DL_PATH_MIDDLE]) * part;
      packets[3] = end[DL_PATH_SECOND] * part;
    }
}

static void
visit_router (const DlDragonflyPathLoads *ways, guint router, DlBundlePacketsFunc func,
              gpointer data)
{
  const DlDragonflyRoutes *routes = ways->routes;
  const DlRouterAt *at = &ways->net->router[router];
  const guint first = ways->net->group_first[at->group];
  DlPathWeight near = { { 0 } }, far = { { 0 } };
  DlBundlePackets links;

  for (guint blade = 0; blade < routes->n_blades; blade++)
    {
      const gsize near_at = near_green_at (ways, at->group, blade) + router - first;
      const gsize far_at = (gsize) router * routes->n_blades + blade;

      links.links = dl_dragonfly_green (routes, router, blade);
      if (links.links->up == 0)
        continue;
      for (guint i = 0; i < DL_PATH_LANES; i++)
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
      far_at = far_black_at (ways, at->group, at->chassis) + end - first;
      for (guint i = 0; i < DL_PATH_LANES; i++)
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
dl_dragonfly_path_loads_foreach (const DlDragonflyPathLoads *ways, DlBundlePacketsFunc func,
                                 gpointer data)
{
  const DlDragonfly *net = ways->net;
  const DlPathWeight none = { { 0 } };
  DlPathWeight near = none;
  DlBundlePackets links;

  for (guint router = 0; router < net->n_routers; router++)
    visit_router (ways, router, func, data);
  for (guint bundle = 0; bundle < ways->routes->pair_first[net->n_groups * net->n_groups]; bundle++)
    {
      links.links = &ways->routes->blue[bundle].links;
      for (guint i = 0; i < DL_PATH_LANES; i++)
        if (ways->lanes[i].blue != NULL)
          near.lane[i] = ways->lanes[i].blue[bundle];
      share_links (&links, &near, &none);
      func (&links, data);
    }
}

DlSharesCache *
dl_dragonfly_path_loads_steal_cache (DlDragonflyPathLoads *ways)
{
  dl_shares_cache_forget_previous (ways->cache);
  return g_steal_pointer (&ways->cache);
}

/* Packets between many routers of two groups put on their paths at once: summed by routers that are
 * alike, or by the router and the classes of those it sends to. */

/* By rows ------------------------------------------------------------------------------------- */

/* Rows of packets that a router of a group sends over each blue bundle, or gets, each once. */
typedef struct
{
  const guint16 *of;   /* (routers of the group) row */
  guint n;             /* rows that there are */
  const double *rows;  /* (n x n_bundles) packets */
  const double *times; /* (routers of the group, nullable) as many times its row has each router */
} Rows;

/* The ends of the blue bundles that share a blade, or with @chassis a chassis: @number (n_bundles)
 * gets which of @places they are at. Returns how many places. */
static guint
number_ends (const DlDragonflyPathLoads *ways, gboolean far, gboolean chassis, guint8 *places,
             guint16 *number)
{
  guint n = 0;

  number[0] = 0;
  for (guint i = 0; i < ways->shares->n_bundles; i++)
    {
      const DlRouterAt *at = &ways->net->router[far ? ways->bundles[i].to : ways->bundles[i].from];
      const guint8 place = chassis ? at->chassis : at->blade;
      guint j = 0;

      while (j < n && places[j] != place)
        j++;
      if (j == n)
        places[n++] = place;
      number[i] = j;
    }
  return n;
}

/* The rows summed over the bundles of each place: ways->row (rows x @n). */
static void
sum_rows (DlDragonflyPathLoads *ways, const Rows *rows, const guint16 *number, guint n)
{
  const guint n_bundles = ways->shares->n_bundles;

  memset (ways->row, 0, (gsize) rows->n * n * sizeof *ways->row);
  for (guint i = 0; i < rows->n; i++)
    {
      const double *restrict row = rows->rows + (gsize) i * n_bundles;
      double *restrict sum = ways->row + (gsize) i * n;

      for (guint bundle = 0; bundle < n_bundles; bundle++)
        sum[number[bundle]] += row[bundle];
    }
}

/* Packets between @place, one of @n, and each of @n_routers routers: ways->packets. */
static void
unfold (DlDragonflyPathLoads *ways, const Rows *rows, guint place, guint n, guint n_routers)
{
  const double *row = ways->row + place;
  double *restrict packets = ways->packets;

  if (rows->times == NULL)
    for (guint i = 0; i < n_routers; i++)
      packets[i] = row[(gsize) rows->of[i] * n];
  else
    for (guint i = 0; i < n_routers; i++)
      packets[i] = rows->times[i] * row[(gsize) rows->of[i] * n];
}

static inline void
add_times (double *restrict to, const double *restrict packets, double times, guint n)
{
  for (guint i = 0; i < n; i++)
    to[i] += times * packets[i];
}

/* Packets of all routers of each of @n_keys chassis, or blades, by bundle: ways->sum (@n_keys x
 * n_bundles). @key: (n_routers) of the group's. Those with the same row and key are taken together.
 */
static void
sum_routers (DlDragonflyPathLoads *ways, const Rows *rows, const guint8 *key, guint n_keys,
             guint n_routers)
{
  const guint n_bundles = ways->shares->n_bundles;
  guint n = 0;

  for (guint i = 0; i < n_routers; i++)
    {
      const double times = rows->times != NULL ? rows->times[i] : 1;
      guint16 *at = &ways->cell_at[(gsize) rows->of[i] * n_keys + key[i]];

      if (*at == 0)
        {
          ways->cells[n++] = (DlPathCell) { rows->of[i], key[i], times };
          *at = n;
        }
      else
        ways->cells[*at - 1].times += times;
    }
  memset (ways->sum, 0, (gsize) n_bundles * n_keys * sizeof *ways->sum);
  for (guint i = 0; i < n; i++)
    {
      const DlPathCell *cell = &ways->cells[i];

      ways->cell_at[(gsize) cell->row * n_keys + cell->key] = 0;
      add_times (ways->sum + (gsize) cell->key * n_bundles,
                 rows->rows + (gsize) cell->row * n_bundles, cell->times, n_bundles);
    }
}

/* The near parts, in each lane so many times. First along the chassis to the bundle's blade, then
 * to its chassis, then over it. What would go to where it already is has no link. */
static void
add_near_rows (DlDragonflyPathLoads *ways, const Rows *rows, DlPathWeight times)
{
  const DlDragonflyRoutes *routes = ways->routes;
  const guint n_bundles = ways->shares->n_bundles, n_routers = ways->near.n_routers;
  const guint first = ways->net->group_first[ways->from];
  guint8 *blades = g_newa (guint8, routes->n_blades);
  guint16 *number = g_newa (guint16, n_bundles + 1);
  const guint n_ends = number_ends (ways, FALSE, FALSE, blades, number);

  sum_rows (ways, rows, number, n_ends);
  for (guint end = 0; end < n_ends; end++)
    {
      unfold (ways, rows, end, n_ends, n_routers);
      for (guint i = 0; i < DL_PATH_LANES; i++)
        if (times.lane[i] != 0)
          add_times (dragonfly_path_loads_lane (ways, i)->near_green
                         + near_green_at (ways, ways->from, blades[end]),
                     ways->packets, times.lane[i], n_routers);
    }
  sum_routers (ways, rows, ways->chassis + first, routes->n_chassis, n_routers);
  for (guint i = 0; i < DL_PATH_LANES; i++)
    {
      double *blue, *black;

      if (times.lane[i] == 0)
        continue;
      blue = dragonfly_path_loads_lane (ways, i)->blue
             + routes->pair_first[ways->from * ways->net->n_groups + ways->to];
      black = dragonfly_path_loads_lane (ways, i)->near_black;
      for (guint chassis = 0; chassis < routes->n_chassis; chassis++)
        for (guint bundle = 0; bundle < n_bundles; bundle++)
          {
            const double packets = times.lane[i] * ways->sum[chassis * n_bundles + bundle];

            blue[bundle] += packets;
            black[(gsize) ways->bundles[bundle].from * routes->n_chassis + chassis] += packets;
          }
    }
}

/* The far parts likewise: along the chassis of the bundle's end, then to that of the router. */
static void
add_far_rows (DlDragonflyPathLoads *ways, const Rows *rows, DlPathWeight times)
{
  const DlDragonflyRoutes *routes = ways->routes;
  const guint n_bundles = ways->shares->n_bundles, n_routers = ways->far.n_routers;
  const guint first = ways->net->group_first[ways->to];
  guint8 *chassis = g_newa (guint8, routes->n_chassis);
  guint16 *number = g_newa (guint16, n_bundles + 1);
  const guint n_ends = number_ends (ways, TRUE, TRUE, chassis, number);

  sum_rows (ways, rows, number, n_ends);
  for (guint end = 0; end < n_ends; end++)
    {
      unfold (ways, rows, end, n_ends, n_routers);
      for (guint i = 0; i < DL_PATH_LANES; i++)
        if (times.lane[i] != 0)
          add_times (dragonfly_path_loads_lane (ways, i)->far_black
                         + far_black_at (ways, ways->to, chassis[end]),
                     ways->packets, times.lane[i], n_routers);
    }
  sum_routers (ways, rows, ways->blade + first, routes->n_blades, n_routers);
  for (guint i = 0; i < DL_PATH_LANES; i++)
    if (times.lane[i] != 0)
      for (guint bundle = 0; bundle < n_bundles; bundle++)
        {
          double *green = dragonfly_path_loads_lane (ways, i)->far_green
                          + (gsize) ways->bundles[bundle].to * routes->n_blades;

          for (guint blade = 0; blade < routes->n_blades; blade++)
            green[blade] += times.lane[i] * ways->sum[blade * n_bundles + bundle];
        }
}

/* By classes ----------------------------------------------------------------------------------- */

static void
add_classes (DlDragonflyPathLoads *ways, const double *near, const double *sent, const double *far,
             const double *got, DlPathWeight times)
{
  const Rows near_rows = { ways->near.of, ways->near.n + 1, near, sent };
  const Rows far_rows = { ways->far.of, ways->far.n + 1, far, got };

  add_near_rows (ways, &near_rows, times);
  add_far_rows (ways, &far_rows, times);
}

void
dl_dragonfly_path_loads_add_each (DlDragonflyPathLoads *ways, DlPathWeight weight)
{
  add_classes (ways, ways->shares->near, NULL, ways->shares->far, NULL, weight);
}

/* Sum of @packets over the routers of each class. */
static void
sum_classes (const DlDragonflyClasses *classes, const double *packets, double *sum)
{
  memset (sum, 0, classes->n * sizeof *sum);
  for (guint i = 0; i < classes->n_routers; i++)
    if (classes->of[i] < classes->n)
      sum[classes->of[i]] += packets[i];
}

void
dl_dragonfly_path_loads_add_product (DlDragonflyPathLoads *ways, const double *sent,
                                     const double *got, guint lane)
{
  const DlDragonflyShares *shares = ways->shares;
  DlPathWeight once = { { 0 } };

  once.lane[lane] = 1;
  if (sent != NULL)
    sum_classes (&ways->near, sent, ways->sent_sum);
  if (got != NULL)
    sum_classes (&ways->far, got, ways->got_sum);
  dl_dragonfly_shares_apply (shares, ways->sent_sum, ways->got_sum,
                             got != NULL ? ways->near_rows : NULL,
                             sent != NULL ? ways->far_rows : NULL);
  add_classes (ways, got != NULL ? ways->near_rows : shares->near, sent,
               sent != NULL ? ways->far_rows : shares->far, got, once);
}

/* Many at once --------------------------------------------------------------------------------- */

static void
begin_gathering (DlDragonflyPathLoads *ways)
{
  if (ways->to_class == NULL)
    {
      ways->to_class = g_new0 (double, (gsize) ways->most * ways->most);
      ways->from_class = g_new0 (double, (gsize) ways->most * ways->most);
      ways->near_order = g_new (guint16, 2 * ways->most + 2);
      ways->far_order = g_new (guint16, 2 * ways->most + 2);
    }
  ways->gathered = TRUE;
}

gboolean
dl_dragonfly_path_loads_gather (DlDragonflyPathLoads *ways, guint source, guint dest,
                                double packets)
{
  const DlDragonflyShares *shares = ways->shares;
  const guint i = source - ways->net->group_first[ways->from];
  const guint j = dest - ways->net->group_first[ways->to];
  const guint u = ways->near.of[i], v = ways->far.of[j];

  if (shares->hops[u * shares->n_far + v] == DL_DRAGONFLY_FAR)
    return FALSE;
  begin_gathering (ways);
  ways->to_class[i * shares->n_far + v] += packets;
  ways->from_class[j * shares->n_near + u] += packets;
  return TRUE;
}

void
dl_dragonfly_path_loads_gather_product (DlDragonflyPathLoads *ways, DlGroupRouters sources,
                                        DlGroupRouters dests, double times)
{
  const guint n_near = ways->shares->n_near, n_far = ways->shares->n_far;
  const guint first = ways->net->group_first[ways->from];
  const guint other_first = ways->net->group_first[ways->to];

  begin_gathering (ways);
  for (guint i = 0; i < sources.n; i++)
    {
      const guint u = sources.router[i] - first;
      const double each = times * sources.nodes[i];
      double *restrict to_class = ways->to_class + u * n_far;
      double *restrict from_class = ways->from_class + ways->near.of[u];

      for (guint j = 0; j < dests.n; j++)
        {
          const guint v = dests.router[j] - other_first;
          const double packets = each * dests.nodes[j];

          to_class[ways->far.of[v]] += packets;
          from_class[v * n_near] += packets;
        }
    }
}

/* The routers of a group by class, those of class c from @first[c] to @first[c + 1]. */
static void
order_routers (const DlDragonflyClasses *classes, guint16 *first, guint16 *routers)
{
  memset (first, 0, (classes->n + 2) * sizeof *first);
  for (guint i = 0; i < classes->n_routers; i++)
    if (classes->of[i] < classes->n)
      first[classes->of[i] + 2]++;
  for (guint class = 0; class < classes->n; class ++)
    first[class + 2] += first[class + 1];
  /* Where the next router of a class goes is where the one before it ends, and then its own end. */
  for (guint i = 0; i < classes->n_routers; i++)
    if (classes->of[i] < classes->n)
      routers[first[classes->of[i] + 1]++] = i;
}

/* A router's row gets @packets on the paths of @pair, of its class and one of the other group. */
static inline void
add_parts (const DlDragonflyShares *shares, gsize pair, double packets, double *row)
{
  if (packets != 0)
    for (guint k = shares->first[pair]; k < shares->first[pair + 1]; k++)
      row[shares->bundle[k]] += packets * shares->part[k];
}

/* The rows of all routers of the gathered packets, @near and @far (routers x n_bundles); nothing is
 * gathered afterwards. */
static void
use_gathered (DlDragonflyPathLoads *ways, double *near, double *far)
{
  const DlDragonflyShares *shares = ways->shares;
  const guint n_near = shares->n_near, n_far = shares->n_far;
  const gsize near_routers = ways->near.n_routers, far_routers = ways->far.n_routers;
  const guint16 *near_first = ways->near_order, *far_first = ways->far_order;
  const guint16 *near_of = near_first + n_near + 2, *far_of = far_first + n_far + 2;

  order_routers (&ways->near, ways->near_order, ways->near_order + n_near + 2);
  order_routers (&ways->far, ways->far_order, ways->far_order + n_far + 2);
  memset (near, 0, near_routers * shares->n_bundles * sizeof *near);
  memset (far, 0, far_routers * shares->n_bundles * sizeof *far);
  for (guint u = 0; u < n_near; u++)
    for (guint v = 0; v < n_far; v++)
      {
        const gsize pair = (gsize) u * n_far + v;

        if (shares->first[pair] == shares->first[pair + 1])
          continue;
        for (guint i = near_first[u]; i < near_first[u + 1]; i++)
          add_parts (shares, pair, ways->to_class[(gsize) near_of[i] * n_far + v],
                     near + (gsize) near_of[i] * shares->n_bundles);
        for (guint i = far_first[v]; i < far_first[v + 1]; i++)
          add_parts (shares, pair, ways->from_class[(gsize) far_of[i] * n_near + u],
                     far + (gsize) far_of[i] * shares->n_bundles);
      }
  memset (ways->to_class, 0, near_routers * n_far * sizeof *ways->to_class);
  memset (ways->from_class, 0, far_routers * n_near * sizeof *ways->from_class);
  ways->gathered = FALSE;
}

/* The longest gathered path, or @known, if that is longer. */
static guint
longest_gathered (const DlDragonflyPathLoads *ways, guint known)
{
  const DlDragonflyShares *shares = ways->shares;

  for (guint i = 0; i < ways->near.n_routers; i++)
    for (guint v = 0; v < shares->n_far && known < shares->hops_max; v++)
      if (ways->to_class[i * shares->n_far + v] > 0)
        known = MAX (known, shares->hops[ways->near.of[i] * shares->n_far + v]);
  return known;
}

/* @near and @far rows of each router in a lane. */
static void
add_routers (DlDragonflyPathLoads *ways, const double *near, const double *far, guint lane)
{
  const Rows near_rows = { ways->each, ways->near.n_routers, near, NULL };
  const Rows far_rows = { ways->each, ways->far.n_routers, far, NULL };
  DlPathWeight once = { { 0 } };

  once.lane[lane] = 1;
  add_near_rows (ways, &near_rows, once);
  add_far_rows (ways, &far_rows, once);
}

guint
dl_dragonfly_path_loads_add_gathered (DlDragonflyPathLoads *ways, guint lane, guint known)
{
  if (!ways->gathered)
    return known;
  known = longest_gathered (ways, known);
  use_gathered (ways, ways->near_rows, ways->far_rows);
  add_routers (ways, ways->near_rows, ways->far_rows, lane);
  return known;
}

/* @rest gets what each router has by the row of its class in @rows, as often as @times says
 * (nullable: once), less its @gathered packets (routers x n_bundles). */
static void
find_rest (const DlDragonflyPathLoads *ways, const DlDragonflyClasses *classes, const double *rows,
           const double *times, const double *gathered, double *rest)
{
  const guint n_bundles = ways->shares->n_bundles;

  for (guint i = 0; i < classes->n_routers; i++)
    {
      const double *row = rows + (gsize) classes->of[i] * n_bundles;
      const gsize at = (gsize) i * n_bundles;

      for (guint bundle = 0; bundle < n_bundles; bundle++)
        {
          const double all = times != NULL ? times[i] * row[bundle] : row[bundle];
          const double left = all - gathered[at + bundle];

          /* Without the error that a difference of equal sums would have. */
          rest[at + bundle] = left > all * 1e-9 ? left : 0;
        }
    }
}

void
dl_dragonfly_path_loads_add_but_gathered (DlDragonflyPathLoads *ways, const double *sent,
                                          guint sent_lane, const double *got, guint got_lane)
{
  const DlDragonflyShares *shares = ways->shares;
  const gsize rows = (ways->most + 1) * ways->routes->words * 64;

  begin_gathering (ways);
  if (ways->rest_near == NULL)
    {
      ways->gathered_near = g_new (double, rows);
      ways->gathered_far = g_new (double, rows);
      ways->rest_near = g_new (double, rows);
      ways->rest_far = g_new (double, rows);
    }
  const double *near = ways->gathered_near, *far = ways->gathered_far;

  use_gathered (ways, ways->gathered_near, ways->gathered_far);
  sum_classes (&ways->near, sent, ways->sent_sum);
  sum_classes (&ways->far, got, ways->got_sum);
  dl_dragonfly_shares_apply (shares, ways->sent_sum, ways->got_sum, ways->near_rows,
                             ways->far_rows);
  find_rest (ways, &ways->near, shares->near, sent, near, ways->rest_near);
  find_rest (ways, &ways->far, ways->far_rows, NULL, far, ways->rest_far);
  add_routers (ways, ways->rest_near, ways->rest_far, sent_lane);
  find_rest (ways, &ways->near, ways->near_rows, NULL, near, ways->rest_near);
  find_rest (ways, &ways->far, shares->far, got, far, ways->rest_far);
  add_routers (ways, ways->rest_near, ways->rest_far, got_lane);
}
