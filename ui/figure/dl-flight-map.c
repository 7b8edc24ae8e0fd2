#include "dl-flight-map-private.h"

#include <math.h>

/* Of the distance between neighbours. */
#define ROUTER_SHARE     0.25
#define PACKET_SHARE     0.1
#define PACKETS_OF_GROUP 1.15 /* only a group's neighbours are so near */
/* Units. */
#define MIN_PACKET 3.5
/* In a block: larger packets, and routers of so many of them: the ways between stay free. */
#define PACKETS_OF_BLOCK 1.6
#define ROUTER_OF_BLOCK  1.4
#define MAX_PACKET       16.0
#define MAX_ROUTER       48.0
#define MARGIN           12.0
#define QUEUE_NUMBER     8.0 /* half of how many more wait */

/* From the middle of a cable to either lane, and from there to those of parallel ones, in radii of
 * a packet. */
#define LANE_ASIDE 1.2
#define LANE_PITCH 2.1

/* How a block is seen: to the right, up, and to the back; a plane is only stretched. */
#define UP_SHARE    1.3
#define BACK_X      0.45
#define BACK_Y      0.25
#define MAX_STRETCH 1.6
/* A ring: its radius, about, of the room that it has; and how much wider than high it may be. */
#define CIRCLE_SHARE       0.82
#define MAX_CIRCLE_STRETCH 1.3
/* What is drawn of half a link that goes round. */
#define STUB          0.5
#define STUB_OF_BLOCK 0.42

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

static DlFlightMap *
map_new (guint n_routers, guint n_links, double width, double height)
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

/* Routers are @pitch apart. */
static void
set_sizes (DlFlightMap *map, double pitch)
{
  map->packet_radius = CLAMP (pitch * PACKET_SHARE, MIN_PACKET, MAX_PACKET);
  map->router_radius = CLAMP (pitch * ROUTER_SHARE, 1.5 * map->packet_radius, MAX_ROUTER);
}

/* The lane from @from to @to, the @nth of @n side by side, on the right of the way. */
static DlLane
make_lane (const DlFlightMap *map, DlPoint from, DlPoint to, guint nth, guint n)
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

/* A torus ---------------------------------------------------------------------------------------
 */

/* The dimensions that have more than one position. */
static guint
list_dims (const DlTorus *torus, DlDim dims[DL_N_DIMS])
{
  guint n = 0;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (torus->radix[dim] > 1)
      dims[n++] = dim;
  return n;
}

/* One ring, its first node at the top, clockwise. What waits at its node does so inside. */
static void
lay_circle (DlFlightMap *map, guint k)
{
  const DlPoint centre = { map->width / 2, (map->height + DL_FLIGHT_TOP - DL_FLIGHT_BOTTOM) / 2 };
  const double wide = map->width / 2 - MARGIN;
  const double high = (map->height - DL_FLIGHT_TOP - DL_FLIGHT_BOTTOM) / 2;
  const double room = MAX (MIN (wide, high), 1);
  const double stretch = CLAMP (wide / high, 1, MAX_CIRCLE_STRETCH);
  double radius;

  set_sizes (map, 2 * room * CIRCLE_SHARE * sin (G_PI / k));
  radius = room - map->router_radius;
  for (guint i = 0; i < k; i++)
    {
      const double angle = 2 * G_PI * i / k - G_PI / 2;

      map->home[i] = (DlPoint) { -cos (angle), -sin (angle) };
      map->router[i] = (DlPoint) { centre.x + radius * stretch * cos (angle),
                                   centre.y + radius * sin (angle) };
    }
}

/* Steps along the dimensions, of a size of 1. */
static guint
make_axes (const DlTorus *torus, DlPoint axis[DL_N_DIMS])
{
  DlDim dims[DL_N_DIMS];
  const guint n = list_dims (torus, dims);

  memset (axis, 0, DL_N_DIMS * sizeof *axis);
  if (n > 0)
    axis[dims[0]] = (DlPoint) { 1, 0 };
  if (n > 1)
    axis[dims[1]] = (DlPoint) { 0, n > 2 ? -UP_SHARE : -1 };
  if (n > 2)
    axis[dims[2]] = (DlPoint) { BACK_X, -BACK_Y };
  return n;
}

/* Make room at the left and below for the packets that wait at the outermost nodes, and for the
 * number of those that have none: their queues would end outside of the picture. */
static void
keep_queues_inside (DlFlightMap *map, const DlTorus *torus, DlPoint *origin, DlPoint *axis)
{
  const double reach = M_SQRT1_2 * dl_flight_home_reach (map) + QUEUE_NUMBER;
  double left = origin->x, bottom = origin->y, wide = 0, high = 0;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      const double x = axis[dim].x * (torus->radix[dim] - 1);
      const double y = axis[dim].y * (torus->radix[dim] - 1);

      wide += fabs (x);
      high += fabs (y);
      left += MIN (x, 0);
      bottom += MAX (y, 0);
    }
  const double over_x = reach - left;
  const double over_y = bottom + reach - (map->height - DL_FLIGHT_BOTTOM);
  const double share_x = over_x > 0 && wide > over_x ? 1 - over_x / wide : 1;
  const double share_y = over_y > 0 && high > over_y ? 1 - over_y / high : 1;

  if (over_x > 0)
    origin->x += over_x + (left - origin->x) * (1 - share_x);
  if (over_y > 0)
    origin->y += (bottom - origin->y) * (1 - share_y) - over_y;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    axis[dim] = (DlPoint) { axis[dim].x * share_x, axis[dim].y * share_y };
}

/* Planes and blocks: a grid, as large as there is room for, with half a link beyond its edges. */
static void
lay_grid (DlFlightMap *map, const DlNetwork *network)
{
  const DlTorus *torus = &network->torus;
  DlPoint axis[DL_N_DIMS];
  const guint n = make_axes (torus, axis);
  double wide = 0, high = 0, across, up, pitch = G_MAXDOUBLE;
  DlPoint origin;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      const double steps = torus->radix[dim] - 1 + (torus->ring[dim] ? 1 : 0.6);

      wide += fabs (axis[dim].x) * steps;
      high += fabs (axis[dim].y) * steps;
    }
  across = (map->width - 2 * MARGIN) / MAX (wide, 1);
  up = (map->height - DL_FLIGHT_TOP - DL_FLIGHT_BOTTOM - MARGIN) / MAX (high, 1);
  across = MAX (MIN (across, MAX_STRETCH * up), 1);
  up = MAX (MIN (up, MAX_STRETCH * across), 1);
  origin = (DlPoint) { map->width / 2, (map->height + DL_FLIGHT_TOP - DL_FLIGHT_BOTTOM) / 2 };
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      axis[dim] = (DlPoint) { axis[dim].x * across, axis[dim].y * up };
      origin.x -= axis[dim].x * (torus->radix[dim] - 1) / 2;
      origin.y -= axis[dim].y * (torus->radix[dim] - 1) / 2;
      if (torus->radix[dim] > 1)
        pitch = MIN (pitch, hypot (axis[dim].x, axis[dim].y));
    }
  set_sizes (map, n > 2 ? pitch * PACKETS_OF_BLOCK : pitch);
  if (n > 2)
    map->router_radius = ROUTER_OF_BLOCK * map->packet_radius;
  keep_queues_inside (map, torus, &origin, axis);
  map->names_outside = TRUE;
  for (guint node = 0; node < network->n_nodes; node++)
    {
      map->router[node] = origin;
      map->home[node] = (DlPoint) { -M_SQRT1_2, M_SQRT1_2 };
      for (guint dim = 0; dim < DL_N_DIMS; dim++)
        map->router[node] = dl_point_add (map->router[node], axis[dim], torus->coord[node].at[dim]);
    }
}

/* The lane of a link that goes round: half of it leaves, half of it comes in. */
static DlLane
make_cut_lane (const DlFlightMap *map, DlPoint from, DlPoint to, DlPoint step, double stub)
{
  const DlPoint beyond = dl_point_add (from, step, 1), before = dl_point_add (to, step, -1);
  const DlLane leaving = make_lane (map, from, beyond, 0, 1);
  const DlLane coming = make_lane (map, before, to, 0, 1);

  return (DlLane) {
    .a = leaving.a,
    .b = dl_point_toward (leaving.a, leaving.b, stub),
    .c = dl_point_toward (coming.d, coming.c, stub),
    .d = coming.d,
    .side = leaving.side,
    .cut = TRUE,
  };
}

/* The step from a node to the next one in the direction of @port, as it is drawn. */
static DlPoint
grid_step (const DlFlightMap *map, const DlTorus *torus, guint port)
{
  const guint stride = torus->stride[dl_port_dim (port)];
  const DlPoint step
      = { map->router[stride].x - map->router[0].x, map->router[stride].y - map->router[0].y };

  return dl_port_is_minus (port) ? (DlPoint) { -step.x, -step.y } : step;
}

static void
add_torus_lanes (DlFlightMap *map, const DlNetwork *network, gboolean circle, double stub)
{
  const DlTorus *torus = &network->torus;

  for (guint link = 0; link < network->n_links; link++)
    {
      const guint from = link / network->n_ports, port = link % network->n_ports;
      const guint to = network->link_to[link], dim = dl_port_dim (port);

      map->absent[link] = to == DL_NO_NODE;
      if (to == DL_NO_NODE)
        continue;
      const gint along = (gint) torus->coord[to].at[dim] - torus->coord[from].at[dim];
      if (circle || along == (dl_port_is_minus (port) ? -1 : 1))
        map->lane[link] = make_lane (map, map->router[from], map->router[to], 0, 1);
      else
        map->lane[link] = make_cut_lane (map, map->router[from], map->router[to],
                                         grid_step (map, torus, port), stub);
    }
}

DlFlightMap *
dl_flight_map_new_torus (const DlNetwork *network, double width, double height)
{
  DlFlightMap *map = map_new (network->n_nodes, network->n_links, width, height);
  DlDim dims[DL_N_DIMS];
  const guint n = list_dims (&network->torus, dims);
  const gboolean circle = n == 1 && network->torus.ring[dims[0]];

  if (circle)
    lay_circle (map, network->n_nodes);
  else
    lay_grid (map, network);
  add_torus_lanes (map, network, circle, n > 2 ? STUB_OF_BLOCK : STUB);
  return map;
}

/* A dragonfly ---------------------------------------------------------------------------------- */

/* The middle of a group, and the half axes of the ellipse that its routers stand on. */
static void
place_group (const DlFlightMap *map, guint group, guint n_groups, DlPoint *centre, DlPoint *axes)
{
  const double wide = map->width - 2 * MARGIN;
  const double high = map->height - DL_FLIGHT_TOP - DL_FLIGHT_BOTTOM - MARGIN;
  const DlPoint middle = { map->width / 2, DL_FLIGHT_TOP + high / 2 };
  double radius;

  if (n_groups <= 2)
    {
      const double own = wide / n_groups;

      *centre = (DlPoint) { MARGIN + own * (group + 0.5), middle.y };
      *axes = (DlPoint) { own * 0.33, high * 0.38 };
      return;
    }
  radius = MIN (wide, high) / 2;
  /* As many circles as stand side by side round a larger one. */
  const double share = sin (G_PI / n_groups) / (1 + sin (G_PI / n_groups));
  const double angle = 2 * G_PI * group / n_groups - G_PI / 2;
  const double out = radius * (1 - share);

  *centre = (DlPoint) { middle.x + out * cos (angle) * MIN (wide / high, MAX_STRETCH),
                        middle.y + out * sin (angle) };
  *axes = (DlPoint) { radius * share * 0.7, radius * share * 0.7 };
}

/* The place of router @i of a group of @n round its circle: chassis one after the other, to and
 * fro, so that the same slots of two neighbours are near each other. */
static guint
place_in_group (const DlDragonfly *net, guint first, guint i, guint n)
{
  const guint chassis = net->router[first + i].chassis;
  guint begin = i, end = i;

  while (begin > 0 && net->router[first + begin - 1].chassis == chassis)
    begin--;
  while (end + 1 < n && net->router[first + end + 1].chassis == chassis)
    end++;
  return chassis % 2 == 0 ? i : begin + end - i;
}

static void
lay_groups (DlFlightMap *map, const DlDragonfly *net)
{
  double pitch = G_MAXDOUBLE;

  for (guint group = 0; group < net->n_groups; group++)
    {
      const guint first = net->group_first[group], n = net->group_first[group + 1] - first;
      /* The second of two is the mirror image: their first chassis face each other. */
      const double mirrored = net->n_groups == 2 && group == 1 ? -1 : 1;
      DlPoint centre, axes;

      place_group (map, group, net->n_groups, &centre, &axes);
      for (guint i = 0; i < n; i++)
        {
          /* Turned a little, so that the two sides are not at the same heights. */
          const double angle = 2 * G_PI * (place_in_group (net, first, i, n) + 0.25) / n - G_PI / 2;
          const DlPoint out = { mirrored * cos (angle), sin (angle) };

          map->home[first + i] = out;
          map->router[first + i]
              = n > 1 ? (DlPoint) { centre.x + axes.x * out.x, centre.y + axes.y * out.y } : centre;
          for (guint k = 0; k < i; k++)
            pitch = MIN (pitch, hypot (map->router[first + i].x - map->router[first + k].x,
                                       map->router[first + i].y - map->router[first + k].y));
        }
      if (n == 1)
        pitch = MIN (pitch, axes.x * 2);
    }
  set_sizes (map, MAX (pitch, 8) * PACKETS_OF_GROUP);
}

/* How many links there are from the router of @link to where it leads. */
static guint
count_parallel (const DlDragonfly *net, guint link)
{
  const guint from = net->link_from[link];
  guint n = 0;

  for (guint other = net->first_link[from]; other < net->first_link[from + 1]; other++)
    n += net->link_to[other] == net->link_to[link];
  return n;
}

DlFlightMap *
dl_flight_map_new_dragonfly (const DlDragonfly *dragonfly, double width, double height)
{
  DlFlightMap *map = map_new (dragonfly->n_routers, dragonfly->n_links, width, height);

  lay_groups (map, dragonfly);
  for (guint link = 0; link < map->n_links; link++)
    map->lane[link] = make_lane (map, map->router[dragonfly->link_from[link]],
                                 map->router[dragonfly->link_to[link]],
                                 dragonfly->link_parallel[link], count_parallel (dragonfly, link));
  return map;
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
