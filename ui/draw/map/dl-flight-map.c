#include "dl-flight-map-private.h"

#include <math.h>

/* Of the distance between neighbors. */
#define ROUTER_SHARE 0.25
#define PACKET_SHARE 0.1
/* Units. */
#define MIN_PACKET 3.5
#define MAX_PACKET 16.0
#define MAX_ROUTER 48.0

/* From the middle of a cable to either lane, and from there to those of parallel ones, in radii of
 * a packet. */
#define LANE_ASIDE 1.2
#define LANE_PITCH 2.1

DlPoint
dl_point_unit (DlPoint a, DlPoint b)
{
  const double length = hypot (b.x - a.x, b.y - a.y);

  return length > 0 ? (DlPoint) { (b.x - a.x) / length, (b.y - a.y) / length } : (DlPoint) { 0, 0 };
}

DlPoint
dl_lane_at (const DlLane *lane, double along)
{
  if (!lane->cut)
    return dl_point_toward (lane->a, lane->b, along);
  return along < 0.5 ? dl_point_toward (lane->a, lane->b, 2 * along)
                     : dl_point_toward (lane->c, lane->d, 2 * along - 1);
}

DlFlightMap *
dl_flight_map_new (guint n_routers, guint n_links, double width, double height)
{
  DlFlightMap *map = g_new0 (DlFlightMap, 1);

  map->width = width;
  map->height = height;
  map->n_routers = n_routers;
  map->n_links = n_links;
  map->router = g_new0 (DlPoint, n_routers);
  map->home = g_new0 (DlPoint, n_routers);
  map->lane = g_new0 (DlLane, n_links);
  map->absent = g_new0 (guint8, n_links);
  return map;
}

void
dl_flight_map_free (DlFlightMap *map)
{
  if (map == NULL)
    return;
  g_free (map->router);
  g_free (map->home);
  g_free (map->lane);
  g_free (map->absent);
  g_free (map);
}

double
dl_flight_map_router_radius (const DlFlightMap *map)
{
  return map->router_radius;
}

double
dl_flight_map_packet_radius (const DlFlightMap *map)
{
  return map->packet_radius;
}

void
dl_flight_map_router_at (const DlFlightMap *map, guint router, double *x, double *y)
{
  *x = map->router[router].x;
  *y = map->router[router].y;
}

void
dl_flight_map_set_sizes (DlFlightMap *map, double pitch)
{
  map->packet_radius = CLAMP (pitch * PACKET_SHARE, MIN_PACKET, MAX_PACKET);
  map->router_radius = CLAMP (pitch * ROUTER_SHARE, 1.5 * map->packet_radius, MAX_ROUTER);
}

DlLane
dl_flight_map_lane (const DlFlightMap *map, DlPoint from, DlPoint to, guint nth, guint n)
{
  const DlPoint unit = dl_point_unit (from, to), side = { -unit.y, unit.x };
  const double r = map->packet_radius, first = LANE_ASIDE * r;
  const double pitch
      = n > 1 ? MIN (LANE_PITCH * r, MAX (map->router_radius - first, r) / (n - 1)) : 0;
  const double aside = first + nth * pitch;
  /* Where the disc's edge is so far aside. */
  const double out = sqrt (MAX (map->router_radius * map->router_radius - aside * aside, 0));
  DlLane lane = { .side = side };

  lane.a = lane.c = dl_point_add (dl_point_add (from, unit, out), side, aside);
  lane.b = lane.d = dl_point_add (dl_point_add (to, unit, -out), side, aside);
  return lane;
}

/* What is under a point ------------------------------------------------------------------------ */

guint
dl_flight_map_hit_router (const DlFlightMap *map, double x, double y)
{
  guint best = DL_NO_NODE;
  double nearest = map->router_radius;

  for (guint router = 0; router < map->n_routers; router++)
    {
      const double away = hypot (map->router[router].x - x, map->router[router].y - y);

      if (away <= nearest)
        {
          nearest = away;
          best = router;
        }
    }
  return best;
}

static double
away_from (DlPoint a, DlPoint b, double x, double y)
{
  const double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
  const double along = length > 0 ? CLAMP (((x - a.x) * dx + (y - a.y) * dy) / length, 0, 1) : 0;

  return hypot (a.x + along * dx - x, a.y + along * dy - y);
}

guint
dl_flight_map_hit_link (const DlFlightMap *map, double x, double y)
{
  guint best = DL_NO_LINK;
  double nearest = MAX (map->packet_radius, 5);

  for (guint link = 0; link < map->n_links; link++)
    {
      const DlLane *lane = &map->lane[link];

      if (map->absent[link])
        continue;
      const double away
          = MIN (away_from (lane->a, lane->b, x, y), away_from (lane->c, lane->d, x, y));
      if (away < nearest)
        {
          nearest = away;
          best = link;
        }
    }
  return best;
}
