/* Packets between many routers of two groups put on their ways at once: summed by routers that are
 * alike, or by the router and the classes of those it sends to. */
#include "dl-dragonfly-ways-private.h"

#include <string.h>

/* By rows ------------------------------------------------------------------------------------- */

/* What a router of a group sends over each blue bundle, or gets: its row, of those that are not
 * alike.
 */
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
number_ends (const DlDragonflyWays *ways, gboolean far, gboolean chassis, guint8 *places,
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
sum_rows (DlDragonflyWays *ways, const Rows *rows, const guint16 *number, guint n)
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

/* What all routers of each of @n_keys chassis, or blades, have of each bundle: ways->sum (@n_keys x
 * n_bundles). @key: (n_routers) of the group's. Those with the same row and key are taken together.
 */
static void
sum_routers (DlDragonflyWays *ways, const Rows *rows, const guint8 *key, guint n_keys,
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
          ways->cells[n++] = (DlWayCell) { rows->of[i], key[i], times };
          *at = n;
        }
      else
        ways->cells[*at - 1].times += times;
    }
  memset (ways->sum, 0, (gsize) n_bundles * n_keys * sizeof *ways->sum);
  for (guint i = 0; i < n; i++)
    {
      const DlWayCell *cell = &ways->cells[i];

      ways->cell_at[(gsize) cell->row * n_keys + cell->key] = 0;
      add_times (ways->sum + (gsize) cell->key * n_bundles,
                 rows->rows + (gsize) cell->row * n_bundles, cell->times, n_bundles);
    }
}

/* The near parts, in each lane so many times. First along the chassis to the bundle's blade, then
 * to its chassis, then over it. What would go to where it already is has no link. */
static void
add_near_rows (DlDragonflyWays *ways, const Rows *rows, DlWayWeight times)
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
      for (guint i = 0; i < DL_WAY_LANES; i++)
        if (times.lane[i] != 0)
          add_times (dl_dragonfly_ways_lane (ways, i)->near_green
                         + dl_dragonfly_ways_near_green_at (ways, ways->from, blades[end]),
                     ways->packets, times.lane[i], n_routers);
    }
  sum_routers (ways, rows, ways->chassis + first, routes->n_chassis, n_routers);
  for (guint i = 0; i < DL_WAY_LANES; i++)
    {
      double *blue, *black;

      if (times.lane[i] == 0)
        continue;
      blue = dl_dragonfly_ways_lane (ways, i)->blue
             + routes->pair_first[ways->from * ways->net->n_groups + ways->to];
      black = dl_dragonfly_ways_lane (ways, i)->near_black;
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
add_far_rows (DlDragonflyWays *ways, const Rows *rows, DlWayWeight times)
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
      for (guint i = 0; i < DL_WAY_LANES; i++)
        if (times.lane[i] != 0)
          add_times (dl_dragonfly_ways_lane (ways, i)->far_black
                         + dl_dragonfly_ways_far_black_at (ways, ways->to, chassis[end]),
                     ways->packets, times.lane[i], n_routers);
    }
  sum_routers (ways, rows, ways->blade + first, routes->n_blades, n_routers);
  for (guint i = 0; i < DL_WAY_LANES; i++)
    if (times.lane[i] != 0)
      for (guint bundle = 0; bundle < n_bundles; bundle++)
        {
          double *green = dl_dragonfly_ways_lane (ways, i)->far_green
                          + (gsize) ways->bundles[bundle].to * routes->n_blades;

          for (guint blade = 0; blade < routes->n_blades; blade++)
            green[blade] += times.lane[i] * ways->sum[blade * n_bundles + bundle];
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

/* Many at once --------------------------------------------------------------------------------- */

static void
begin_gathering (DlDragonflyWays *ways)
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

/* A router's row gets @packets on the ways of @pair, of its class and one of the other group. */
static inline void
add_parts (const DlDragonflyShares *shares, gsize pair, double packets, double *row)
{
  if (packets != 0)
    for (guint k = shares->first[pair]; k < shares->first[pair + 1]; k++)
      row[shares->bundle[k]] += packets * shares->part[k];
}

/* The rows of all routers of what is gathered, @near and @far (routers x n_bundles), and nothing is
 * gathered afterwards. */
static void
use_gathered (DlDragonflyWays *ways, double *near, double *far)
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

/* @near and @far rows of each router in a lane. */
static void
add_routers (DlDragonflyWays *ways, const double *near, const double *far, guint lane)
{
  const Rows near_rows = { ways->each, ways->near.n_routers, near, NULL };
  const Rows far_rows = { ways->each, ways->far.n_routers, far, NULL };
  DlWayWeight once = { { 0 } };

  once.lane[lane] = 1;
  add_near_rows (ways, &near_rows, once);
  add_far_rows (ways, &far_rows, once);
}

guint
dl_dragonfly_ways_add_gathered (DlDragonflyWays *ways, guint lane, guint known)
{
  if (!ways->gathered)
    return known;
  known = longest_gathered (ways, known);
  use_gathered (ways, ways->near_rows, ways->far_rows);
  add_routers (ways, ways->near_rows, ways->far_rows, lane);
  return known;
}

/* @rest gets what each router has by the row of its class in @rows, as often as @times says
 * (nullable: once), less what is @gathered of it (routers x n_bundles). */
static void
find_rest (const DlDragonflyWays *ways, const DlDragonflyClasses *classes, const double *rows,
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
dl_dragonfly_ways_add_but_gathered (DlDragonflyWays *ways, const double *sent, guint sent_lane,
                                    const double *got, guint got_lane)
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
