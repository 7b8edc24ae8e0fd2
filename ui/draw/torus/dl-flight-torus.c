/* A small torus and the packets in it: of one dimension a circle (a row if it does not wrap), of
 * two a plane, of three a block. */
#include "dl-flight-map.h"

#include "dl-chart-private.h"
#include "dl-torus-scenario.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* In a block: larger packets, and routers of so many of them: the ways between stay free. */
#define PACKETS_OF_BLOCK 1.6
#define ROUTER_OF_BLOCK  1.4
#define QUEUE_NUMBER     8.0 /* half of how many more wait */

/* How a block is seen: to the right, up, and to the back; a plane is only stretched. */
#define UP_SHARE 1.3
#define BACK_X   0.45
#define BACK_Y   0.25
/* A ring: its radius, about, of the room that it has; and how much wider than high it may be. */
#define CIRCLE_SHARE       0.82
#define MAX_CIRCLE_STRETCH 1.3
/* Drawn part of half a wraparound link. */
#define STUB          0.5
#define STUB_OF_BLOCK 0.42

/* The dimensions that have more than one position. */
static guint
list_dims (const DlTorus *torus, DlTorusDim dims[DL_TORUS_N_DIMS])
{
  guint n = 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (torus->radix[dim] > 1)
      dims[n++] = dim;
  return n;
}

/* One ring, its first node at the top, clockwise. What waits at its node does so inside. */
static void
lay_circle (DlFlightMap *map, guint k)
{
  const DlPoint centre = { map->width / 2, (map->height + DL_FLIGHT_TOP - DL_FLIGHT_BOTTOM) / 2 };
  const double wide = map->width / 2 - DL_FLIGHT_MARGIN;
  const double high = (map->height - DL_FLIGHT_TOP - DL_FLIGHT_BOTTOM) / 2;
  const double room = MAX (MIN (wide, high), 1);
  const double stretch = CLAMP (wide / high, 1, MAX_CIRCLE_STRETCH);
  double radius;

  dl_flight_map_set_sizes (map, 2 * room * CIRCLE_SHARE * sin (G_PI / k));
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
make_axes (const DlTorus *torus, DlPoint axis[DL_TORUS_N_DIMS])
{
  DlTorusDim dims[DL_TORUS_N_DIMS];
  const guint n = list_dims (torus, dims);

  memset (axis, 0, DL_TORUS_N_DIMS * sizeof *axis);
  if (n > 0)
    axis[dims[0]] = (DlPoint) { 1, 0 };
  if (n > 1)
    axis[dims[1]] = (DlPoint) { 0, n > 2 ? -UP_SHARE : -1 };
  if (n > 2)
    axis[dims[2]] = (DlPoint) { BACK_X, -BACK_Y };
  return n;
}

/* Make room at the left and below for the packets that wait at the outermost nodes, and for the
 * number of packets without room: their queues would end outside of the picture. */
static void
keep_queues_inside (DlFlightMap *map, const DlTorus *torus, DlPoint *origin, DlPoint *axis)
{
  const double reach = M_SQRT1_2 * dl_flight_home_reach (map) + QUEUE_NUMBER;
  double left = origin->x, bottom = origin->y, wide = 0, high = 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
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
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    axis[dim] = (DlPoint) { axis[dim].x * share_x, axis[dim].y * share_y };
}

/* Planes and blocks: a grid, as large as there is room for, with half a link beyond its edges. */
static void
lay_grid (DlFlightMap *map, const DlTorusNetwork *network)
{
  const DlTorus *torus = &network->torus;
  DlPoint axis[DL_TORUS_N_DIMS];
  const guint n = make_axes (torus, axis);
  double wide = 0, high = 0, across, up, pitch = G_MAXDOUBLE;
  DlPoint origin;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const double steps = torus->radix[dim] - 1 + (torus->ring[dim] ? 1 : 0.6);

      wide += fabs (axis[dim].x) * steps;
      high += fabs (axis[dim].y) * steps;
    }
  across = (map->width - 2 * DL_FLIGHT_MARGIN) / MAX (wide, 1);
  up = (map->height - DL_FLIGHT_TOP - DL_FLIGHT_BOTTOM - DL_FLIGHT_MARGIN) / MAX (high, 1);
  across = MAX (MIN (across, DL_FLIGHT_MOST_STRETCH * up), 1);
  up = MAX (MIN (up, DL_FLIGHT_MOST_STRETCH * across), 1);
  origin = (DlPoint) { map->width / 2, (map->height + DL_FLIGHT_TOP - DL_FLIGHT_BOTTOM) / 2 };
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      axis[dim] = (DlPoint) { axis[dim].x * across, axis[dim].y * up };
      origin.x -= axis[dim].x * (torus->radix[dim] - 1) / 2;
      origin.y -= axis[dim].y * (torus->radix[dim] - 1) / 2;
      if (torus->radix[dim] > 1)
        pitch = MIN (pitch, hypot (axis[dim].x, axis[dim].y));
    }
  dl_flight_map_set_sizes (map, n > 2 ? pitch * PACKETS_OF_BLOCK : pitch);
  if (n > 2)
    map->router_radius = ROUTER_OF_BLOCK * map->packet_radius;
  keep_queues_inside (map, torus, &origin, axis);
  map->names_outside = TRUE;
  for (guint node = 0; node < network->n_nodes; node++)
    {
      map->router[node] = origin;
      map->home[node] = (DlPoint) { -M_SQRT1_2, M_SQRT1_2 };
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        map->router[node] = dl_point_add (map->router[node], axis[dim], torus->coord[node].at[dim]);
    }
}

/* The lane of a link that goes round: half of it leaves, half of it comes in. */
static DlLane
make_cut_lane (const DlFlightMap *map, DlPoint from, DlPoint to, DlPoint step, double stub)
{
  const DlPoint beyond = dl_point_add (from, step, 1), before = dl_point_add (to, step, -1);
  const DlLane leaving = dl_flight_map_lane (map, from, beyond, 0, 1);
  const DlLane coming = dl_flight_map_lane (map, before, to, 0, 1);

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
  const guint stride = torus->stride[dl_torus_port_dim (port)];
  const DlPoint step
      = { map->router[stride].x - map->router[0].x, map->router[stride].y - map->router[0].y };

  return dl_torus_port_is_minus (port) ? (DlPoint) { -step.x, -step.y } : step;
}

static void
add_torus_lanes (DlFlightMap *map, const DlTorusNetwork *network, gboolean circle, double stub)
{
  const DlTorus *torus = &network->torus;

  for (guint link = 0; link < network->n_links; link++)
    {
      const guint from = link / network->n_ports, port = link % network->n_ports;
      const guint to = network->link_to[link], dim = dl_torus_port_dim (port);

      map->absent[link] = to == DL_NO_NODE;
      if (to == DL_NO_NODE)
        continue;
      const gint along = (gint) torus->coord[to].at[dim] - torus->coord[from].at[dim];
      if (circle || along == (dl_torus_port_is_minus (port) ? -1 : 1))
        map->lane[link] = dl_flight_map_lane (map, map->router[from], map->router[to], 0, 1);
      else
        map->lane[link] = make_cut_lane (map, map->router[from], map->router[to],
                                         grid_step (map, torus, port), stub);
    }
}

static DlFlightMap *
lay (gconstpointer shape, double width, double height)
{
  const DlTorusNetwork *network = shape;
  DlFlightMap *map = dl_flight_map_new (network->n_nodes, network->n_links, width, height);
  DlTorusDim dims[DL_TORUS_N_DIMS];
  const guint n = list_dims (&network->torus, dims);
  const gboolean circle = n == 1 && network->torus.ring[dims[0]];

  if (circle)
    lay_circle (map, network->n_nodes);
  else
    lay_grid (map, network);
  add_torus_lanes (map, network, circle, n > 2 ? STUB_OF_BLOCK : STUB);
  return map;
}

/* Drawing -------------------------------------------------------------------------------------- */

static const DlColor *
vc_color (const DlTheme *theme, guint vc)
{
  return &theme->vc[vc];
}

static DlColor
lane_color (gconstpointer shape, guint link, gboolean crowded, const DlTheme *theme)
{
  return crowded ? theme->grid : theme->node;
}

/* Across the lanes by which packets leave a dateline's node: there they change to VC1. */
static void
draw_datelines (const DlFlightMap *map, cairo_t *cr, const DlFlightScene *scene,
                const DlTheme *theme)
{
  const DlTorusNetwork *network = scene->net.shape;
  const DlTorusRouting routing = dl_torus_routing (scene->scenario);
  const double half = map->packet_radius * 1.1;

  dl_color_set (cr, &theme->accent);
  cairo_set_line_width (cr, MAX (map->packet_radius * 0.35, 2));
  for (guint link = 0; link < map->n_links; link++)
    {
      const guint dim = dl_torus_port_dim (link % network->n_ports);
      const guint at = network->torus.coord[link / network->n_ports].at[dim];
      const DlLane *lane = &map->lane[link];
      const DlPoint unit = dl_point_unit (lane->a, lane->b);
      const DlPoint begin = dl_point_add (lane->a, unit, map->packet_radius * 0.3);

      if (map->absent[link] || !network->torus.ring[dim] || routing.dateline[dim] != (gint) at)
        continue;
      cairo_move_to (cr, begin.x + lane->side.x * half, begin.y + lane->side.y * half);
      cairo_line_to (cr, begin.x - lane->side.x * half, begin.y - lane->side.y * half);
      cairo_stroke (cr);
    }
}

/* Without the dimensions that it does not have. */
static char *
router_label (gconstpointer shape, guint router)
{
  const DlTorus *torus = &((const DlTorusNetwork *) shape)->torus;
  GString *text = g_string_new (NULL);

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (torus->radix[dim] > 1)
      g_string_append_printf (text, "%s%u", text->len > 0 ? "," : "", torus->coord[router].at[dim]);
  return g_string_free (text, FALSE);
}

static char *
router_text (gconstpointer shape, guint router)
{
  return dl_torus_coord_to_string (((const DlTorusNetwork *) shape)->torus.coord[router]);
}

const DlFlightKind dl_flight_torus = {
  .lay = lay,
  .n_requests = 2,
  .key = N_ ("beside a lane: waiting · bar across a lane: dateline"),
  .vc_color = vc_color,
  .lane_color = lane_color,
  .draw_marks = draw_datelines,
  .router_label = router_label,
  .router_text = router_text,
  .node_text = router_text,
};
