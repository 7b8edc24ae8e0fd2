/* The layout of a small network, for the files that make and draw it. */
#pragma once

#include "dl-flight-map.h"

G_BEGIN_DECLS

/* Above and below the network: the caption, and the key. */
#define DL_FLIGHT_TOP    30.0
#define DL_FLIGHT_BOTTOM 34.0
#define DL_FLIGHT_MARGIN 12.0
/* How much longer a step may be in one direction than in the other. */
#define DL_FLIGHT_MOST_STRETCH 1.6

/* One direction of a link. One that wraps is cut: it leaves by its first half and comes in by its
 * second. */
typedef struct
{
  DlPoint a, b; /* the whole, or the half that leaves */
  DlPoint c, d; /* the half that comes in; else a and b */
  DlPoint side; /* unit, to the outside of the pair */
  gboolean cut;
} DlLane;

struct _DlFlightMap
{
  double width, height;
  double router_radius, packet_radius;
  guint n_routers, n_links;
  DlPoint *router;        /* (n_routers) */
  DlPoint *home;          /* (n_routers) unit, to where its own packets wait */
  gboolean names_outside; /* opposite of that, where no packet covers them; else in the middle */
  DlLane *lane;           /* (n_links) of an absent link zeroed */
  guint8 *absent;         /* (n_links) gboolean */
};

static inline DlPoint
dl_point_toward (DlPoint a, DlPoint b, double share)
{
  return (DlPoint) { a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share };
}

/* @length from @a in direction @unit. */
static inline DlPoint
dl_point_add (DlPoint a, DlPoint unit, double length)
{
  return (DlPoint) { a.x + unit.x * length, a.y + unit.y * length };
}

/* From @a to @b, of length 1; 0 if they are the same. */
DlPoint dl_point_unit (DlPoint a, DlPoint b);
/* A point of the lane, 0..1. */
DlPoint dl_lane_at (const DlLane *lane, double along);

/* Routers and lanes to be placed. */
DlFlightMap *dl_flight_map_new (guint n_routers, guint n_links, double width, double height);
/* Routers are @pitch apart. */
void dl_flight_map_set_sizes (DlFlightMap *map, double pitch);
/* The lane from @from to @to, the @nth of @n side by side, on the right of the way. */
DlLane dl_flight_map_lane (const DlFlightMap *map, DlPoint from, DlPoint to, guint nth, guint n);

/* How far from a router's middle the packets go that wait at it. */
double dl_flight_home_reach (const DlFlightMap *map);

G_END_DECLS
