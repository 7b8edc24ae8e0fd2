/* A small network drawn large: routers as discs, each direction of a link as a lane, and packets as
 * pieces that stand or move on them: by virtual channel of a color, a shape and a number of their
 * own. No GTK. Where each packet is comes from dl-flights.h. */
#pragma once

#include "dl-flights.h"
#include "dl-map-marks.h"

G_BEGIN_DECLS

typedef struct _DlFlightMap DlFlightMap;
typedef struct _DlFlightScene DlFlightScene;

/* Drawing of a family's small networks. */
typedef struct
{
  /* The layout of a network for @width x @height; it depends on the shape alone. */
  DlFlightMap *(*lay) (gconstpointer shape, double width, double height);
  guint n_requests; /* virtual channels of requests; those of responses follow */
  const char *key;  /* names of the directions beside and across lanes, translatable */
  const DlColor *(*vc_color) (const DlTheme *theme, guint vc); /* of requests */
  DlColor (*lane_color) (gconstpointer shape, guint link, gboolean crowded, const DlTheme *theme);
  /* Over the lanes, by the scene's scenario. Nullable. */
  void (*draw_marks) (const DlFlightMap *map, cairo_t *cr, const DlFlightScene *scene,
                      const DlTheme *theme);
  char *(*router_label) (gconstpointer shape, guint router); /* as short as it can be */
  char *(*router_text) (gconstpointer shape, guint router);  /* as files have it */
  char *(*node_text) (gconstpointer shape, guint node);
} DlFlightKind;

extern const DlFlightKind dl_flight_torus;
extern const DlFlightKind dl_flight_dragonfly;
extern const DlFlightKind dl_flight_fabric;

void dl_flight_map_free (DlFlightMap *map);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlFlightMap, dl_flight_map_free)
/* Half of what a router and a packet are wide. */
double dl_flight_map_router_radius (const DlFlightMap *map);
double dl_flight_map_packet_radius (const DlFlightMap *map);
void dl_flight_map_router_at (const DlFlightMap *map, guint router, double *x, double *y);

/* Where a packet is drawn. */
typedef struct
{
  double x, y;
  guint32 lane;    /* link that it is on; DL_NO_LINK */
  double along;    /* of the lane, 0..1 */
  gboolean hidden; /* there is no room: a number stands for it, too */
} DlFlightSpot;

/* The number of packets without room. */
typedef struct
{
  double x, y;
  guint n;
} DlFlightMore;

/* @spots (DlFlightSpot) is as long as @flights then, @more (DlFlightMore) as it has to be. On a
 * link a packet is as far as its head; what waits stands beside the end of the link that it came
 * by, or outside at its own router, the first one nearest. */
void dl_flight_map_place (const DlFlightMap *map, const GArray *flights, GArray *spots,
                          GArray *more);
/* Packets at @share (0..1) of the way from their earlier places to their current ones: packets of
 * both by dl_flight_compare, whose order both have. @spots are those of @flights, and moved. */
void dl_flight_map_blend (const DlFlightMap *map, const GArray *flights_before,
                          const GArray *spots_before, const GArray *flights, GArray *spots,
                          double share);

/* Drawn scene. */
struct _DlFlightScene
{
  const DlFlightKind *kind;            /* of its family */
  DlNet net;                           /* the states of links and routers */
  const DlScenario *scenario;          /* nullable: its rules are not known */
  guint32 selected_link, hovered_link; /* DL_NO_LINK */
  guint32 selected_router;             /* DL_NO_NODE */
  const guint32 *path;                 /* (n_path) links of a route; nullable */
  guint n_path;
  const DlPlace *marked_places; /* (n_marked_places) links and routers that stand out */
  guint n_marked_places;
  gboolean ages; /* packets by how long they have been in the network, not by virtual channel */
  guint64 cycle; /* of @flights */
  const GArray *flights; /* DlFlight; nullable: no packets are known */
  const GArray *spots;   /* (flights->len) DlFlightSpot */
  const GArray *more;    /* DlFlightMore */
  guint marked;          /* a packet by its place in @flights; G_MAXUINT: none */
  const char *caption;   /* nullable */
};

/* The network, which seldom changes, with its key; and over it the packets and the caption. */
void dl_flight_map_draw_network (const DlFlightMap *map, cairo_t *cr, const DlFlightScene *scene,
                                 const DlTheme *theme);
void dl_flight_map_draw_packets (const DlFlightMap *map, cairo_t *cr, const DlFlightScene *scene,
                                 const DlTheme *theme);

/* The packet under a point, by its place among @spots; G_MAXUINT: none. */
guint dl_flight_map_hit_packet (const DlFlightMap *map, const GArray *spots, double x, double y);
/* The link there, and the router: DL_NO_LINK, DL_NO_NODE. */
guint dl_flight_map_hit_link (const DlFlightMap *map, double x, double y);
guint dl_flight_map_hit_router (const DlFlightMap *map, double x, double y);

/* The layout of a small network, for the files that make and draw it. */

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

/* The direction from @a to @b, of length 1; 0 if they are the same. */
DlPoint dl_point_unit (DlPoint a, DlPoint b);

/* Routers and lanes to be placed. */
DlFlightMap *dl_flight_map_new (guint n_routers, guint n_links, double width, double height);
/* Routers are @pitch apart. */
void dl_flight_map_set_sizes (DlFlightMap *map, double pitch);
/* The lane from @from to @to, the @nth of @n side by side, on the right of the way. */
DlLane dl_flight_map_lane (const DlFlightMap *map, DlPoint from, DlPoint to, guint nth, guint n);

/* How far from a router's middle the packets go that wait at it. */
double dl_flight_home_reach (const DlFlightMap *map);

G_END_DECLS
