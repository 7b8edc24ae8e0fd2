#include "dl-dragonfly-ways.h"

#include <string.h>

/* Inside a group a way is known by where it is: routers by their place, chassis and blade, whether
 * there is one or not. */
struct _DlDragonflyWays
{
  const DlDragonflyRoutes *routes;
  const DlDragonfly *net;
  guint n_places;                      /* chassis and blades of a group */
  guint16 *place;                      /* (n_routers) of them */
  guint8 *chassis, *blade;             /* (n_routers) */
  DlWayWeight *near_green, *far_green; /* (n_groups x n_places x n_blades) to that blade */
  DlWayWeight *near_black, *far_black; /* (n_groups x n_chassis x n_chassis x n_blades) from and to
                                          a chassis, at that blade */
  DlWayWeight *blue;                   /* (blue runs) */
  DlSharesCache *cache;

  /* The pair of groups looked at. */
  guint from, to;
  DlDragonflyClasses near, far;
  const DlDragonflyShares *shares;
  const DlBlueRun *runs;
  double *row;                /* (MAX (n_chassis, n_blades) x routers of a group + 1) by class */
  double *sum;                /* (most runs of a pair x MAX (n_chassis, n_blades)) */
  double *near_row, *far_row; /* (most runs of a pair x routers of a group + 1) by class */
  double *sent_sum, *got_sum; /* (routers of a group) by class */
};

static inline gsize
green_at (const DlDragonflyWays *ways, guint group, guint chassis, guint blade)
{
  return ((gsize) group * ways->n_places + chassis * ways->routes->n_blades + blade)
         * ways->routes->n_blades;
}

static inline gsize
black_at (const DlDragonflyWays *ways, guint group, guint chassis, guint to)
{
  return ((gsize) group * ways->n_places + chassis * ways->routes->n_blades)
             * ways->routes->n_chassis
         + to * ways->routes->n_blades;
}

static inline void
add (DlWayWeight *restrict to, const DlWayWeight *restrict weight, double times)
{
  for (guint i = 0; i < DL_WAY_LANES; i++)
    to->lane[i] += times * weight->lane[i];
}

DlDragonflyWays *
dl_dragonfly_ways_new (const DlDragonflyRoutes *routes, const DlSharesCache *previous)
{
  const DlDragonfly *net = routes->dragonfly;
  DlDragonflyWays *ways = g_new0 (DlDragonflyWays, 1);
  guint most = 1, most_runs = routes->words * 64;

  for (guint group = 0; group < net->n_groups; group++)
    most = MAX (most, net->group_first[group + 1] - net->group_first[group]);
  ways->routes = routes;
  ways->net = net;
  ways->n_places = routes->n_chassis * routes->n_blades;
  ways->place = g_new (guint16, net->n_routers);
  ways->chassis = g_new (guint8, net->n_routers);
  ways->blade = g_new (guint8, net->n_routers);
  for (guint router = 0; router < net->n_routers; router++)
    {
      ways->chassis[router] = net->router[router].chassis;
      ways->blade[router] = net->router[router].blade;
      ways->place[router] = ways->chassis[router] * routes->n_blades + ways->blade[router];
    }
  const gsize places = (gsize) net->n_groups * ways->n_places;
  ways->near_green = g_new0 (DlWayWeight, places * routes->n_blades);
  ways->far_green = g_new0 (DlWayWeight, places * routes->n_blades);
  ways->near_black = g_new0 (DlWayWeight, places * routes->n_chassis);
  ways->far_black = g_new0 (DlWayWeight, places * routes->n_chassis);
  ways->blue = g_new0 (DlWayWeight, MAX (routes->pair_first[net->n_groups * net->n_groups], 1));
  ways->cache = dl_shares_cache_new (routes, previous);
  dl_dragonfly_classes_init (&ways->near, routes);
  dl_dragonfly_classes_init (&ways->far, routes);
  ways->row = g_new (double, (gsize) most *most_runs);
  ways->sum = g_new (double, (gsize) MAX (routes->n_chassis, routes->n_blades) * most_runs);
  ways->near_row = g_new (double, (gsize) most *most_runs);
  ways->far_row = g_new (double, (gsize) most *most_runs);
  ways->sent_sum = g_new (double, most);
  ways->got_sum = g_new (double, most);
  return ways;
}

void
dl_dragonfly_ways_free (DlDragonflyWays *ways)
{
  if (ways == NULL)
    return;
  g_free (ways->place);
  g_free (ways->chassis);
  g_free (ways->blade);
  g_free (ways->near_green);
  g_free (ways->far_green);
  g_free (ways->near_black);
  g_free (ways->far_black);
  g_free (ways->blue);
  dl_shares_cache_free (ways->cache);
  dl_dragonfly_classes_clear (&ways->near);
  dl_dragonfly_classes_clear (&ways->far);
  g_free (ways->row);
  g_free (ways->sum);
  g_free (ways->near_row);
  g_free (ways->far_row);
  g_free (ways->sent_sum);
  g_free (ways->got_sum);
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
dl_dragonfly_ways_add_inside_each (DlDragonflyWays *ways, guint group, DlWayWeight near,
                                   DlWayWeight far)
{
  const DlDragonflyRoutes *routes = ways->routes;
  const DlDragonfly *net = ways->net;
  const guint n = net->group_first[group + 1] - net->group_first[group];

  for (guint router = net->group_first[group]; router < net->group_first[group + 1]; router++)
    {
      const DlRouterAt *at = &net->router[router];
      const gsize green = green_at (ways, group, at->chassis, at->blade);
      guint blades = 1;

      /* A green link is for all of its blade, a black one comes after one from any blade. */
      for (guint blade = 0; blade < routes->n_blades; blade++)
        blades += dl_dragonfly_green (routes, router, blade)->n > 0;
      for (guint blade = 0; blade < routes->n_blades; blade++)
        if (dl_dragonfly_green (routes, router, blade)->n > 0)
          {
            add (&ways->near_green[green + blade], &near, n / blades);
            add (&ways->far_green[green + blade], &far, n / blades);
          }
      for (guint chassis = 0; chassis < routes->n_chassis; chassis++)
        if (dl_dragonfly_black (routes, router, chassis)->n > 0)
          {
            const gsize black = black_at (ways, group, at->chassis, chassis) + at->blade;
            add (&ways->near_black[black], &near, blades);
            add (&ways->far_black[black], &far, blades);
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

/* By classes ----------------------------------------------------------------------------------- */

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

/* @rows (n_runs x classes + 1) summed over the runs of each place: ways->row (@n x classes + 1). */
static void
sum_rows (DlDragonflyWays *ways, const DlDragonflyClasses *classes, const double *rows,
          const guint16 *number, guint n)
{
  const guint stride = classes->n + 1;

  memset (ways->row, 0, (gsize) n * stride * sizeof *ways->row);
  for (guint i = 0; i < ways->shares->n_runs; i++)
    {
      double *restrict sum = ways->row + number[i] * stride;
      const double *restrict row = rows + i * stride;

      for (guint class = 0; class < stride; class ++)
        sum[class] += row[class];
    }
}

/* @each times what the class of each router of @group has in @row, and @packets (nullable) times
 * that, to @to at the router's place, @stride apart. */
static void
add_row (const DlDragonflyWays *ways, const DlDragonflyClasses *classes, guint group,
         const double *row, const double *packets, const DlWayWeight *each, DlWayWeight *to,
         guint stride)
{
  const guint16 *place = ways->place + ways->net->group_first[group], *of = classes->of;

  if (packets == NULL)
    for (guint i = 0; i < classes->n_routers; i++)
      add (&to[place[i] * stride], each, row[of[i]]);
  else
    for (guint i = 0; i < classes->n_routers; i++)
      if (packets[i] != 0)
        add (&to[place[i] * stride], each, packets[i] * row[of[i]]);
}

/* What all routers of each of @n_keys chassis, or blades, have of each run: ways->sum (n_runs x
 * @n_keys). @key: (n_routers) of all routers. */
static void
sum_routers (DlDragonflyWays *ways, const DlDragonflyClasses *classes, guint group,
             const double *rows, const double *packets, const guint8 *key, guint n_keys)
{
  const guint n_routers = classes->n_routers, stride = classes->n + 1;
  const guint16 *of = classes->of;

  key += ways->net->group_first[group];
  memset (ways->sum, 0, (gsize) ways->shares->n_runs * n_keys * sizeof *ways->sum);
  for (guint j = 0; j < ways->shares->n_runs; j++)
    {
      const double *restrict row = rows + j * stride;
      double *restrict sum = ways->sum + j * n_keys;

      if (packets == NULL)
        for (guint i = 0; i < n_routers; i++)
          sum[key[i]] += row[of[i]];
      else
        for (guint i = 0; i < n_routers; i++)
          sum[key[i]] += packets[i] * row[of[i]];
    }
}

/* The near parts: of what a router sends over each run, @rows (n_runs x classes + 1), as many times
 * as it has @packets (nullable: 1, by place in the group), in each lane so much. First along the
 * chassis to the run's blade, then to its chassis, then over it. What would go to where it already
 * is has no link. */
static void
add_near_rows (DlDragonflyWays *ways, const double *rows, const double *packets,
               const DlWayWeight *each)
{
  const DlDragonflyRoutes *routes = ways->routes;
  const guint n_runs = ways->shares->n_runs, stride = ways->near.n + 1;
  guint8 *blades = g_newa (guint8, routes->n_blades);
  guint16 *number = g_newa (guint16, n_runs + 1);
  const guint n_ends = number_ends (ways, FALSE, FALSE, blades, number);
  DlWayWeight *green = ways->near_green + green_at (ways, ways->from, 0, 0);
  DlWayWeight *blue = ways->blue + routes->pair_first[ways->from * ways->net->n_groups + ways->to];

  sum_rows (ways, &ways->near, rows, number, n_ends);
  for (guint j = 0; j < n_ends; j++)
    add_row (ways, &ways->near, ways->from, ways->row + j * stride, packets, each,
             green + blades[j], routes->n_blades);
  sum_routers (ways, &ways->near, ways->from, rows, packets, ways->chassis, routes->n_chassis);
  for (guint chassis = 0; chassis < routes->n_chassis; chassis++)
    for (guint i = 0; i < n_runs; i++)
      {
        const DlRouterAt *end = &ways->net->router[ways->runs[i].from];
        const double sum = ways->sum[i * routes->n_chassis + chassis];

        add (&blue[i], each, sum);
        add (&ways->near_black[black_at (ways, ways->from, chassis, end->chassis) + end->blade],
             each, sum);
      }
}

/* The far parts likewise: along the chassis of the run's end, then to that of the router. */
static void
add_far_rows (DlDragonflyWays *ways, const double *rows, const double *packets,
              const DlWayWeight *each)
{
  const DlDragonflyRoutes *routes = ways->routes;
  const guint n_runs = ways->shares->n_runs, stride = ways->far.n + 1;
  guint8 *chassis = g_newa (guint8, routes->n_chassis);
  guint16 *number = g_newa (guint16, n_runs + 1);
  const guint n_ends = number_ends (ways, TRUE, TRUE, chassis, number);

  sum_rows (ways, &ways->far, rows, number, n_ends);
  for (guint j = 0; j < n_ends; j++)
    add_row (ways, &ways->far, ways->to, ways->row + j * stride, packets, each,
             ways->far_black + black_at (ways, ways->to, chassis[j], 0), 1);
  sum_routers (ways, &ways->far, ways->to, rows, packets, ways->blade, routes->n_blades);
  for (guint i = 0; i < n_runs; i++)
    {
      const DlRouterAt *end = &ways->net->router[ways->runs[i].to];
      DlWayWeight *green = ways->far_green + green_at (ways, ways->to, end->chassis, end->blade);

      for (guint blade = 0; blade < routes->n_blades; blade++)
        add (&green[blade], each, ways->sum[i * routes->n_blades + blade]);
    }
}

void
dl_dragonfly_ways_add_each (DlDragonflyWays *ways, DlWayWeight weight)
{
  add_near_rows (ways, ways->shares->near, NULL, &weight);
  add_far_rows (ways, ways->shares->far, NULL, &weight);
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
  DlWayWeight each = { { 0 } };

  each.lane[lane] = 1;
  if (sent != NULL)
    sum_classes (&ways->near, sent, ways->sent_sum);
  if (got != NULL)
    sum_classes (&ways->far, got, ways->got_sum);
  dl_dragonfly_shares_apply (shares, ways->sent_sum, ways->got_sum,
                             got != NULL ? ways->near_row : NULL,
                             sent != NULL ? ways->far_row : NULL);
  add_near_rows (ways, got != NULL ? ways->near_row : shares->near, sent, &each);
  add_far_rows (ways, sent != NULL ? ways->far_row : shares->far, got, &each);
}

/* Router by router ----------------------------------------------------------------------------- */

static void
add_inside (const DlDragonflyWays *ways, DlWayWeight *green, DlWayWeight *black, guint source,
            guint dest, double packets, guint lane)
{
  const DlRouterAt *a = &ways->net->router[source], *b = &ways->net->router[dest];

  if (a->blade != b->blade)
    green[green_at (ways, a->group, a->chassis, a->blade) + b->blade].lane[lane] += packets;
  if (a->chassis != b->chassis)
    black[black_at (ways, a->group, a->chassis, b->chassis) + b->blade].lane[lane] += packets;
}

void
dl_dragonfly_ways_add_near (DlDragonflyWays *ways, guint source, guint dest, double packets,
                            guint lane)
{
  add_inside (ways, ways->near_green, ways->near_black, source, dest, packets, lane);
}

void
dl_dragonfly_ways_add_far (DlDragonflyWays *ways, guint source, guint dest, double packets,
                           guint lane)
{
  add_inside (ways, ways->far_green, ways->far_black, source, dest, packets, lane);
}

gboolean
dl_dragonfly_ways_add_pair (DlDragonflyWays *ways, guint source, guint dest, double packets,
                            guint lane)
{
  const DlDragonflyShares *shares = ways->shares;
  const gsize pair = (gsize) dl_dragonfly_ways_near_class (ways, source) * shares->n_far
                     + dl_dragonfly_ways_far_class (ways, dest);
  DlWayWeight *blue
      = ways->blue + ways->routes->pair_first[ways->from * ways->net->n_groups + ways->to];

  for (guint i = shares->first[pair]; i < shares->first[pair + 1]; i++)
    {
      const DlBlueRun *run = &ways->runs[shares->run[i]];
      const double part = packets * shares->part[i];

      dl_dragonfly_ways_add_near (ways, source, run->from, part, lane);
      blue[shares->run[i]].lane[lane] += part;
      dl_dragonfly_ways_add_far (ways, run->to, dest, part, lane);
    }
  return shares->first[pair] < shares->first[pair + 1];
}

/* On the links --------------------------------------------------------------------------------- */

/* Both legs of @load over the working links of @run: near parts and those on the next virtual
 * channels. */
static void
put_run (const DlDragonflyWays *ways, const DlLinkRun *run, const DlWayWeight *near,
         const DlWayWeight *far, guint load, double *vc_load)
{
  const double *a = &near->lane[load * DL_WAY_LEGS], *b = &far->lane[load * DL_WAY_LEGS];
  const double part = run->up > 0 ? 1.0 / run->up : 0;

  for (guint link = run->first; link < run->first + run->n; link++)
    if (ways->net->link_state[link] == DL_LINK_UP)
      {
        double *vc = vc_load + (gsize) link * DL_DRAGONFLY_VCS;

        vc[0] += a[DL_WAY_FIRST] * part;
        vc[1] += b[DL_WAY_FIRST] * part;
        vc[2] += a[DL_WAY_SECOND] * part;
        vc[3] += b[DL_WAY_SECOND] * part;
      }
}

void
dl_dragonfly_ways_put (const DlDragonflyWays *ways, guint load, double *vc_load)
{
  static const DlWayWeight none;
  const DlDragonflyRoutes *routes = ways->routes;
  const DlDragonfly *net = ways->net;

  for (guint router = 0; router < net->n_routers; router++)
    {
      const DlRouterAt *at = &net->router[router];

      for (guint blade = 0; blade < routes->n_blades; blade++)
        {
          const gsize i = green_at (ways, at->group, at->chassis, at->blade) + blade;

          put_run (ways, dl_dragonfly_green (routes, router, blade), &ways->near_green[i],
                   &ways->far_green[i], load, vc_load);
        }
      for (guint chassis = 0; chassis < routes->n_chassis; chassis++)
        {
          const gsize i = black_at (ways, at->group, at->chassis, chassis) + at->blade;

          put_run (ways, dl_dragonfly_black (routes, router, chassis), &ways->near_black[i],
                   &ways->far_black[i], load, vc_load);
        }
    }
  for (guint i = 0; i < routes->pair_first[net->n_groups * net->n_groups]; i++)
    put_run (ways, &routes->blue[i].links, &ways->blue[i], &none, load, vc_load);
}

DlSharesCache *
dl_dragonfly_ways_steal_cache (DlDragonflyWays *ways)
{
  dl_shares_cache_forget_previous (ways->cache);
  return g_steal_pointer (&ways->cache);
}
