#include "dl-dragonfly-ways.h"

#include <string.h>

/* The packets of a lane on the links that are alike. Inside a group the first hop of a way is known
 * by its router and the blade it goes to, the second by its router's chassis and where it ends. */
typedef struct
{
  double *near_green; /* (n_groups x n_blades x routers of the group) to that blade, from each */
  double *near_black; /* (n_routers x n_chassis) to each, from that chassis */
  double *far_green;  /* (n_routers x n_blades) from each, to that blade */
  double *far_black;  /* (n_groups x n_chassis x routers of the group) from that chassis, to each */
  double *blue;       /* (blue runs) */
} Lane;

/* What some routers of a group have in common: a row of what they send or get, and a chassis or a
 * blade. */
typedef struct
{
  guint16 row, key;
  double times; /* that row, of all of them */
} Cell;

/* What packets to or from a class of the other group have over a blue run. */
typedef struct
{
  double part;
  guint16 run, other;
} Part;

typedef struct
{
  guint32 *first; /* (classes + 1) */
  Part *part;
} PartList;

struct _DlDragonflyWays
{
  const DlDragonflyRoutes *routes;
  const DlDragonfly *net;
  guint most;               /* routers of a group */
  guint8 *chassis, *blade;  /* (n_routers) */
  guint16 *each;            /* (most) 0, 1, 2 and so on: a row of each router */
  Lane lanes[DL_WAY_LANES]; /* NULL without packets */
  DlSharesCache *cache;

  /* The pair of groups looked at. */
  guint from, to;
  DlDragonflyClasses near, far;
  const DlDragonflyShares *shares;
  const DlBlueRun *runs;
  double *sent_sum, *got_sum;      /* (most) by class */
  double *near_rows, *far_rows;    /* (most + 1 x most runs of a pair) */
  double *row;                     /* (most + 1 x MAX (n_chassis, n_blades)) */
  double *packets;                 /* (most) */
  double *sum;                     /* (MAX (n_chassis, n_blades) x most runs of a pair) */
  guint16 *cell_at;                /* (most + 1 x MAX (n_chassis, n_blades)) and 1; 0: none */
  Cell *cells;                     /* (most) */
  const DlDragonflyShares *listed; /* nullable: those that the lists are of */
  PartList near_list, far_list;
  gboolean gathered;
  double *to_class, *from_class; /* (most x most) gathered, of each router; else 0 */
};

static inline gsize
near_green_at (const DlDragonflyWays *ways, guint group, guint blade)
{
  const guint first = ways->net->group_first[group];

  return (gsize) first * ways->routes->n_blades
         + (gsize) blade * (ways->net->group_first[group + 1] - first);
}

static inline gsize
far_black_at (const DlDragonflyWays *ways, guint group, guint chassis)
{
  const guint first = ways->net->group_first[group];

  return (gsize) first * ways->routes->n_chassis
         + (gsize) chassis * (ways->net->group_first[group + 1] - first);
}

/* That of a lane that gets packets. */
static Lane *
lane_of (DlDragonflyWays *ways, guint i)
{
  const gsize greens = (gsize) ways->net->n_routers * ways->routes->n_blades;
  const gsize blacks = (gsize) ways->net->n_routers * ways->routes->n_chassis;
  const guint n_groups = ways->net->n_groups;
  Lane *lane = &ways->lanes[i];

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
  ways->cells = g_new (Cell, most);
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
  g_free (ways->near_list.first);
  g_free (ways->near_list.part);
  g_free (ways->far_list.first);
  g_free (ways->far_list.part);
  g_free (ways->to_class);
  g_free (ways->from_class);
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
  ways->runs = dl_dragonfly_blue_runs (ways->routes, from, to, &ignored);
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
  const Lane *to = lane_of (ways, lane);

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

/* By rows ------------------------------------------------------------------------------------- */

/* What a router of a group sends over each blue run, or gets: its row, of those that are not alike.
 */
typedef struct
{
  const guint16 *of;   /* (routers of the group) row */
  guint n;             /* rows that there are */
  const double *rows;  /* (n x n_runs) packets */
  const double *times; /* (routers of the group, nullable) as many times its row has each router */
} Rows;

/* The ends of the blue runs that share a blade, or with @chassis a chassis: @number (n_runs) gets
 * which of @places they are at. Returns how many places. */
static guint
number_ends (const DlDragonflyWays *ways, gboolean far, gboolean chassis, guint8 *places,
             guint16 *number)
{
  guint n = 0;

  number[0] = 0;
  for (guint i = 0; i < ways->shares->n_runs; i++)
    {
      const DlRouterAt *at = &ways->net->router[far ? ways->runs[i].to : ways->runs[i].from];
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

/* The rows summed over the runs of each place: ways->row (rows x @n). */
static void
sum_rows (DlDragonflyWays *ways, const Rows *rows, const guint16 *number, guint n)
{
  const guint n_runs = ways->shares->n_runs;

  memset (ways->row, 0, (gsize) rows->n * n * sizeof *ways->row);
  for (guint i = 0; i < rows->n; i++)
    {
      const double *restrict row = rows->rows + (gsize) i * n_runs;
      double *restrict sum = ways->row + (gsize) i * n;

      for (guint run = 0; run < n_runs; run++)
        sum[number[run]] += row[run];
    }
}

/* Of @n places, what goes between @place and each of @n_routers routers: ways->packets. */
static void
unfold (DlDragonflyWays *ways, const Rows *rows, guint place, guint n, guint n_routers)
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

/* What all routers of each of @n_keys chassis, or blades, have of each run: ways->sum (@n_keys x
 * n_runs). @key: (n_routers) of the group's. Those with the same row and key are taken together. */
static void
sum_routers (DlDragonflyWays *ways, const Rows *rows, const guint8 *key, guint n_keys,
             guint n_routers)
{
  const guint n_runs = ways->shares->n_runs;
  guint n = 0;

  for (guint i = 0; i < n_routers; i++)
    {
      const double times = rows->times != NULL ? rows->times[i] : 1;
      guint16 *at = &ways->cell_at[(gsize) rows->of[i] * n_keys + key[i]];

      if (*at == 0)
        {
          ways->cells[n++] = (Cell) { rows->of[i], key[i], times };
          *at = n;
        }
      else
        ways->cells[*at - 1].times += times;
    }
  memset (ways->sum, 0, (gsize) n_runs * n_keys * sizeof *ways->sum);
  for (guint i = 0; i < n; i++)
    {
      const Cell *cell = &ways->cells[i];

      ways->cell_at[(gsize) cell->row * n_keys + cell->key] = 0;
      add_times (ways->sum + (gsize) cell->key * n_runs, rows->rows + (gsize) cell->row * n_runs,
                 cell->times, n_runs);
    }
}

/* The near parts, in each lane so many times. First along the chassis to the run's blade, then to
 * its chassis, then over it. What would go to where it already is has no link. */
static void
add_near_rows (DlDragonflyWays *ways, const Rows *rows, DlWayWeight times)
{
  const DlDragonflyRoutes *routes = ways->routes;
  const guint n_runs = ways->shares->n_runs, n_routers = ways->near.n_routers;
  const guint first = ways->net->group_first[ways->from];
  guint8 *blades = g_newa (guint8, routes->n_blades);
  guint16 *number = g_newa (guint16, n_runs + 1);
  const guint n_ends = number_ends (ways, FALSE, FALSE, blades, number);

  sum_rows (ways, rows, number, n_ends);
  for (guint end = 0; end < n_ends; end++)
    {
      unfold (ways, rows, end, n_ends, n_routers);
      for (guint i = 0; i < DL_WAY_LANES; i++)
        if (times.lane[i] != 0)
          add_times (lane_of (ways, i)->near_green + near_green_at (ways, ways->from, blades[end]),
                     ways->packets, times.lane[i], n_routers);
    }
  sum_routers (ways, rows, ways->chassis + first, routes->n_chassis, n_routers);
  for (guint i = 0; i < DL_WAY_LANES; i++)
    {
      double *blue, *black;

      if (times.lane[i] == 0)
        continue;
      blue = lane_of (ways, i)->blue
             + routes->pair_first[ways->from * ways->net->n_groups + ways->to];
      black = lane_of (ways, i)->near_black;
      for (guint chassis = 0; chassis < routes->n_chassis; chassis++)
        for (guint run = 0; run < n_runs; run++)
          {
            const double packets = times.lane[i] * ways->sum[chassis * n_runs + run];

            blue[run] += packets;
            black[(gsize) ways->runs[run].from * routes->n_chassis + chassis] += packets;
          }
    }
}

/* The far parts likewise: along the chassis of the run's end, then to that of the router. */
static void
add_far_rows (DlDragonflyWays *ways, const Rows *rows, DlWayWeight times)
{
  const DlDragonflyRoutes *routes = ways->routes;
  const guint n_runs = ways->shares->n_runs, n_routers = ways->far.n_routers;
  const guint first = ways->net->group_first[ways->to];
  guint8 *chassis = g_newa (guint8, routes->n_chassis);
  guint16 *number = g_newa (guint16, n_runs + 1);
  const guint n_ends = number_ends (ways, TRUE, TRUE, chassis, number);

  sum_rows (ways, rows, number, n_ends);
  for (guint end = 0; end < n_ends; end++)
    {
      unfold (ways, rows, end, n_ends, n_routers);
      for (guint i = 0; i < DL_WAY_LANES; i++)
        if (times.lane[i] != 0)
          add_times (lane_of (ways, i)->far_black + far_black_at (ways, ways->to, chassis[end]),
                     ways->packets, times.lane[i], n_routers);
    }
  sum_routers (ways, rows, ways->blade + first, routes->n_blades, n_routers);
  for (guint i = 0; i < DL_WAY_LANES; i++)
    if (times.lane[i] != 0)
      for (guint run = 0; run < n_runs; run++)
        {
          double *green
              = lane_of (ways, i)->far_green + (gsize) ways->runs[run].to * routes->n_blades;

          for (guint blade = 0; blade < routes->n_blades; blade++)
            green[blade] += times.lane[i] * ways->sum[blade * n_runs + run];
        }
}

/* By classes ----------------------------------------------------------------------------------- */

static void
add_classes (DlDragonflyWays *ways, const double *near, const double *sent, const double *far,
             const double *got, DlWayWeight times)
{
  const Rows near_rows = { ways->near.of, ways->near.n + 1, near, sent };
  const Rows far_rows = { ways->far.of, ways->far.n + 1, far, got };

  add_near_rows (ways, &near_rows, times);
  add_far_rows (ways, &far_rows, times);
}

void
dl_dragonfly_ways_add_each (DlDragonflyWays *ways, DlWayWeight weight)
{
  add_classes (ways, ways->shares->near, NULL, ways->shares->far, NULL, weight);
}

/* What all routers of each class have of @packets. */
static void
sum_classes (const DlDragonflyClasses *classes, const double *packets, double *sum)
{
  memset (sum, 0, classes->n * sizeof *sum);
  for (guint i = 0; i < classes->n_routers; i++)
    if (classes->of[i] < classes->n)
      sum[classes->of[i]] += packets[i];
}

void
dl_dragonfly_ways_add_product (DlDragonflyWays *ways, const double *sent, const double *got,
                               guint lane)
{
  const DlDragonflyShares *shares = ways->shares;
  DlWayWeight once = { { 0 } };

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

/* Router by router ----------------------------------------------------------------------------- */

void
dl_dragonfly_ways_add_near (DlDragonflyWays *ways, guint source, guint dest, double packets,
                            guint lane)
{
  const DlRouterAt *a = &ways->net->router[source], *b = &ways->net->router[dest];
  const Lane *to = lane_of (ways, lane);

  if (a->blade != b->blade)
    to->near_green[near_green_at (ways, a->group, b->blade) + source
                   - ways->net->group_first[a->group]]
        += packets;
  if (a->chassis != b->chassis)
    to->near_black[(gsize) dest * ways->routes->n_chassis + a->chassis] += packets;
}

void
dl_dragonfly_ways_add_far (DlDragonflyWays *ways, guint source, guint dest, double packets,
                           guint lane)
{
  const DlRouterAt *a = &ways->net->router[source], *b = &ways->net->router[dest];
  const Lane *to = lane_of (ways, lane);

  if (a->blade != b->blade)
    to->far_green[(gsize) source * ways->routes->n_blades + b->blade] += packets;
  if (a->chassis != b->chassis)
    to->far_black[far_black_at (ways, a->group, a->chassis) + dest
                  - ways->net->group_first[a->group]]
        += packets;
}

gboolean
dl_dragonfly_ways_add_pair (DlDragonflyWays *ways, guint source, guint dest, double packets,
                            guint lane)
{
  const DlDragonflyShares *shares = ways->shares;
  const gsize pair = (gsize) dl_dragonfly_ways_near_class (ways, source) * shares->n_far
                     + dl_dragonfly_ways_far_class (ways, dest);
  double *blue = lane_of (ways, lane)->blue
                 + ways->routes->pair_first[ways->from * ways->net->n_groups + ways->to];

  for (guint i = shares->first[pair]; i < shares->first[pair + 1]; i++)
    {
      const DlBlueRun *run = &ways->runs[shares->run[i]];
      const double part = packets * shares->part[i];

      dl_dragonfly_ways_add_near (ways, source, run->from, part, lane);
      blue[shares->run[i]] += part;
      dl_dragonfly_ways_add_far (ways, run->to, dest, part, lane);
    }
  return shares->first[pair] < shares->first[pair + 1];
}

/* Many at once --------------------------------------------------------------------------------- */

static void
begin_gathering (DlDragonflyWays *ways)
{
  if (ways->to_class == NULL)
    {
      ways->to_class = g_new0 (double, (gsize) ways->most * ways->most);
      ways->from_class = g_new0 (double, (gsize) ways->most * ways->most);
    }
  ways->gathered = TRUE;
}

gboolean
dl_dragonfly_ways_gather (DlDragonflyWays *ways, guint source, guint dest, double packets)
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
dl_dragonfly_ways_gather_product (DlDragonflyWays *ways, DlWayRouters sources, DlWayRouters dests,
                                  double times)
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

/* All parts of the shares by the class of one side. */
static void
list_parts (PartList *list, const DlDragonflyShares *shares, gboolean far)
{
  const guint n = far ? shares->n_far : shares->n_near;
  const guint n_others = far ? shares->n_near : shares->n_far;
  guint k = 0;

  list->first = g_renew (guint32, list->first, n + 1);
  list->part = g_renew (Part, list->part, shares->first[n * n_others] + 1);
  for (guint class = 0; class < n; class ++)
    {
      list->first[class] = k;
      for (guint other = 0; other < n_others; other++)
        {
          const guint pair = far ? other * n + class : class * n_others + other;

          for (guint i = shares->first[pair]; i < shares->first[pair + 1]; i++)
            list->part[k++] = (Part) { shares->part[i], shares->run[i], other };
        }
    }
  list->first[n] = k;
}

/* The rows of routers that have gathered @packets (routers x @n_others classes of the other group),
 * which are none afterwards. */
static void
use_gathered (const DlDragonflyWays *ways, const PartList *list, const DlDragonflyClasses *classes,
              double *packets, guint n_others, double *rows)
{
  const guint n_runs = ways->shares->n_runs;

  memset (rows, 0, (gsize) classes->n_routers * n_runs * sizeof *rows);
  for (guint i = 0; i < classes->n_routers; i++)
    {
      const guint class = classes->of[i];
      const double *restrict sent = packets + (gsize) i * n_others;
      double *restrict row = rows + (gsize) i * n_runs;

      if (class < classes->n)
        for (guint k = list->first[class]; k < list->first[class + 1]; k++)
          row[list->part[k].run] += sent[list->part[k].other] * list->part[k].part;
    }
  memset (packets, 0, (gsize) classes->n_routers * n_others * sizeof *packets);
}

/* The longest way of those that are gathered, or @known, if that is longer. */
static guint
longest_gathered (const DlDragonflyWays *ways, guint known)
{
  const DlDragonflyShares *shares = ways->shares;

  for (guint i = 0; i < ways->near.n_routers; i++)
    for (guint v = 0; v < shares->n_far && known < shares->hops_max; v++)
      if (ways->to_class[i * shares->n_far + v] > 0)
        known = MAX (known, shares->hops[ways->near.of[i] * shares->n_far + v]);
  return known;
}

guint
dl_dragonfly_ways_add_gathered (DlDragonflyWays *ways, guint lane, guint known)
{
  const DlDragonflyShares *shares = ways->shares;
  const Rows near = { ways->each, ways->near.n_routers, ways->near_rows, NULL };
  const Rows far = { ways->each, ways->far.n_routers, ways->far_rows, NULL };
  DlWayWeight once = { { 0 } };

  if (!ways->gathered)
    return known;
  ways->gathered = FALSE;
  if (ways->listed != shares)
    {
      list_parts (&ways->near_list, shares, FALSE);
      list_parts (&ways->far_list, shares, TRUE);
      ways->listed = shares;
    }
  known = longest_gathered (ways, known);
  use_gathered (ways, &ways->near_list, &ways->near, ways->to_class, shares->n_far,
                ways->near_rows);
  use_gathered (ways, &ways->far_list, &ways->far, ways->from_class, shares->n_near,
                ways->far_rows);
  once.lane[lane] = 1;
  add_near_rows (ways, &near, once);
  add_far_rows (ways, &far, once);
  return known;
}

/* On the links --------------------------------------------------------------------------------- */

/* @near and @far: of a lane, over all of the links. The second leg is two virtual channels on. */
static inline void
share_links (DlWayLinks *links, guint lane, double near, double far)
{
  double *packets = links->packets[lane / DL_WAY_LEGS] + 2 * (lane % DL_WAY_LEGS);

  packets[0] = near / links->links->up;
  packets[1] = far / links->links->up;
}

static void
visit_router (const DlDragonflyWays *ways, guint router, DlWayLinksFunc func, gpointer data)
{
  const DlDragonflyRoutes *routes = ways->routes;
  const DlRouterAt *at = &ways->net->router[router];
  const guint first = ways->net->group_first[at->group];
  DlWayLinks links = { NULL, { { 0 } } };

  for (guint blade = 0; blade < routes->n_blades; blade++)
    {
      const gsize near = near_green_at (ways, at->group, blade) + router - first;
      const gsize far = (gsize) router * routes->n_blades + blade;

      links.links = dl_dragonfly_green (routes, router, blade);
      if (links.links->up == 0)
        continue;
      for (guint i = 0; i < DL_WAY_LANES; i++)
        if (ways->lanes[i].blue != NULL)
          share_links (&links, i, ways->lanes[i].near_green[near], ways->lanes[i].far_green[far]);
      func (&links, data);
    }
  for (guint chassis = 0; chassis < routes->n_chassis; chassis++)
    {
      guint end;

      links.links = dl_dragonfly_black (routes, router, chassis);
      if (links.links->up == 0)
        continue;
      end = ways->net->link_to[links.links->first];
      const gsize near = (gsize) end * routes->n_chassis + at->chassis;
      const gsize far = far_black_at (ways, at->group, at->chassis) + end - first;
      for (guint i = 0; i < DL_WAY_LANES; i++)
        if (ways->lanes[i].blue != NULL)
          share_links (&links, i, ways->lanes[i].near_black[near], ways->lanes[i].far_black[far]);
      func (&links, data);
    }
}

void
dl_dragonfly_ways_foreach (const DlDragonflyWays *ways, DlWayLinksFunc func, gpointer data)
{
  const DlDragonfly *net = ways->net;
  DlWayLinks links = { NULL, { { 0 } } };

  for (guint router = 0; router < net->n_routers; router++)
    visit_router (ways, router, func, data);
  for (guint run = 0; run < ways->routes->pair_first[net->n_groups * net->n_groups]; run++)
    {
      links.links = &ways->routes->blue[run].links;
      for (guint i = 0; i < DL_WAY_LANES; i++)
        if (ways->lanes[i].blue != NULL)
          share_links (&links, i, ways->lanes[i].blue[run], 0);
      func (&links, data);
    }
}

DlSharesCache *
dl_dragonfly_ways_steal_cache (DlDragonflyWays *ways)
{
  dl_shares_cache_forget_previous (ways->cache);
  return g_steal_pointer (&ways->cache);
}
