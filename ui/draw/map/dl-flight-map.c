#include "dl-flight-map.h"

#include "dl-chart-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Sizes, as shares of the distance between neighbors. */
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

/* A point of the lane, 0..1. */
static DlPoint
lane_at (const DlLane *lane, double along)
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

/* Hit testing ---------------------------------------------------------------------------------- */

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

/* The picture of a small network and the packets in it. */

/* From this radius on a packet has the number of its virtual channel. */
#define NUMBERED_RADIUS 5.5
/* From so many lanes on, or below this radius, they are faint and without arrows. */
#define CROWDED_LANES  300
#define CROWDED_RADIUS 6.0

#define N_SHAPES 4

/* Cycles in the network from which on a packet is of the next class. */
static const guint age_classes[] = { 0, 30, 100, 300, 1000 };

#define N_AGE_CLASSES G_N_ELEMENTS (age_classes)

typedef struct
{
  const DlFlightMap *map;
  cairo_t *cr;
  const DlFlightScene *scene;
  const DlTheme *theme;
  const DlFlightKind *kind;
  DlColor age_color[N_AGE_CLASSES]; /* where packets are colored by age */
} Drawing;

/* Links ---------------------------------------------------------------------------------------- */

static void
add_lane (cairo_t *cr, const DlLane *lane)
{
  cairo_move_to (cr, lane->a.x, lane->a.y);
  cairo_line_to (cr, lane->b.x, lane->b.y);
  if (lane->cut)
    {
      cairo_move_to (cr, lane->c.x, lane->c.y);
      cairo_line_to (cr, lane->d.x, lane->d.y);
    }
}

/* At the end of the lane: where it leads. */
static void
add_arrow (const Drawing *d, const DlLane *lane)
{
  const double size = CLAMP (d->map->packet_radius * 0.6, 2.5, 6);
  const DlPoint back = dl_point_unit (lane->d, lane->c), across = { -back.y, back.x };
  const DlPoint base = dl_point_add (lane->d, back, 1.6 * size);
  const DlPoint left = dl_point_add (base, across, 0.7 * size);
  const DlPoint right = dl_point_add (base, across, -0.7 * size);

  cairo_move_to (d->cr, lane->d.x, lane->d.y);
  cairo_line_to (d->cr, left.x, left.y);
  cairo_line_to (d->cr, right.x, right.y);
  cairo_close_path (d->cr);
}

static gboolean
is_broken (const Drawing *d, guint link)
{
  return d->scene->net.graph->link_state[link] != DL_LINK_UP;
}

/* Where there are many small lanes, packets must stand out from them. */
static gboolean
is_crowded (const Drawing *d)
{
  return d->map->n_links > CROWDED_LANES || d->map->packet_radius < CROWDED_RADIUS;
}

static void
draw_broken (const Drawing *d, const DlLane *lane)
{
  static const double dashes[] = { 3, 4 };
  const DlPoint middle = lane->cut ? lane->b : lane_at (lane, 0.5);

  cairo_set_dash (d->cr, dashes, G_N_ELEMENTS (dashes), 0);
  dl_color_set (d->cr, &d->theme->broken);
  add_lane (d->cr, lane);
  cairo_stroke (d->cr);
  cairo_set_dash (d->cr, NULL, 0, 0);
  dl_chart_cross (d->cr, middle.x, middle.y, MAX (d->map->packet_radius * 0.7, 3),
                  &d->theme->broken);
}

static void
draw_lane (const Drawing *d, guint link)
{
  const DlLane *lane = &d->map->lane[link];
  const DlColor color = d->kind->lane_color (d->scene->net.shape, link, is_crowded (d), d->theme);

  cairo_set_line_width (d->cr, 1.25);
  if (is_broken (d, link))
    {
      draw_broken (d, lane);
      return;
    }
  dl_color_set (d->cr, &color);
  add_lane (d->cr, lane);
  cairo_stroke (d->cr);
  if (is_crowded (d))
    return;
  add_arrow (d, lane);
  cairo_fill (d->cr);
}

static void
mark_lane (const Drawing *d, guint link, double width, const DlColor *color)
{
  if (link >= d->map->n_links || d->map->absent[link])
    return;
  cairo_save (d->cr);
  cairo_set_line_width (d->cr, width);
  cairo_set_line_cap (d->cr, CAIRO_LINE_CAP_ROUND);
  dl_color_set (d->cr, color);
  add_lane (d->cr, &d->map->lane[link]);
  cairo_stroke (d->cr);
  cairo_restore (d->cr);
}

static void
draw_lanes (const Drawing *d)
{
  const DlFlightScene *scene = d->scene;
  const double wide = MAX (d->map->packet_radius * 0.5, 3);

  for (guint i = 0; i < scene->n_marked_places; i++)
    if (scene->marked_places[i].kind == DL_PLACE_LINK)
      mark_lane (d, scene->marked_places[i].a, 2 * wide, &d->theme->path);
  for (guint i = 0; i < scene->n_path; i++)
    mark_lane (d, scene->path[i], wide, &d->theme->path);
  mark_lane (d, scene->selected_link, wide, &d->theme->accent);
  if (scene->hovered_link != scene->selected_link)
    mark_lane (d, scene->hovered_link, 2.5, &d->theme->accent);
  for (guint link = 0; link < d->map->n_links; link++)
    if (!d->map->absent[link])
      draw_lane (d, link);
}

/* Routers -------------------------------------------------------------------------------------- */

static gboolean
is_marked (const DlFlightScene *scene, guint router)
{
  for (guint i = 0; i < scene->n_marked_places; i++)
    if (scene->marked_places[i].kind != DL_PLACE_LINK
        && dl_shape_router_at (scene->net.shape, scene->marked_places[i]).a == router)
      return TRUE;
  return FALSE;
}

static void
draw_router (const Drawing *d, guint router)
{
  const DlPoint at = d->map->router[router];
  const double radius = d->map->router_radius;
  const gboolean selected = router == d->scene->selected_router;
  g_autofree char *name = NULL;

  if (is_marked (d->scene, router))
    {
      cairo_arc (d->cr, at.x, at.y, radius + 4, 0, 2 * G_PI);
      dl_color_set (d->cr, &d->theme->path);
      cairo_fill (d->cr);
    }
  cairo_arc (d->cr, at.x, at.y, radius, 0, 2 * G_PI);
  dl_color_set (d->cr, &d->theme->absent);
  cairo_fill_preserve (d->cr);
  dl_color_set (d->cr, selected ? &d->theme->accent : &d->theme->node);
  cairo_set_line_width (d->cr, selected ? 3 : 1.5);
  cairo_stroke (d->cr);
  if (!d->scene->net.graph->router_up[router])
    dl_chart_cross (d->cr, at.x, at.y, radius * 0.6, &d->theme->broken);
  name = d->kind->router_label (d->scene->net.shape, router);
  const double width = dl_chart_text_width (d->cr, name, DL_TEXT_SMALL, FALSE);
  if (width >= 1.8 * radius)
    return;
  const DlPoint home = d->map->home[router];
  const double out = d->map->names_outside ? radius + width / 2 + 3 : 0;
  dl_chart_text (d->cr, &d->theme->muted, at.x - out * home.x,
                 at.y - out * home.y - DL_LINE_SMALL / 2, name, DL_TEXT_SMALL, FALSE,
                 DL_ALIGN_CENTER, 0);
}

/* Packets -------------------------------------------------------------------------------------- */

/* A circle, a square, a diamond, a triangle, of about one area. */
static void
add_shape (cairo_t *cr, double x, double y, double r, guint shape)
{
  switch (shape)
    {
    case 0:
      cairo_arc (cr, x, y, r, 0, 2 * G_PI);
      break;
    case 1:
      cairo_rectangle (cr, x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r);
      break;
    case 2:
      cairo_move_to (cr, x, y - 1.25 * r);
      cairo_line_to (cr, x + 1.25 * r, y);
      cairo_line_to (cr, x, y + 1.25 * r);
      cairo_line_to (cr, x - 1.25 * r, y);
      break;
    default:
      cairo_move_to (cr, x, y - 1.3 * r);
      cairo_line_to (cr, x + 1.3 * r, y + 0.9 * r);
      cairo_line_to (cr, x - 1.3 * r, y + 0.9 * r);
      break;
    }
  cairo_close_path (cr);
}

/* A piece of @shape, with @number in it where there is room. */
static void
draw_piece (const Drawing *d, DlPoint at, double r, guint shape, const DlColor *fill,
            const DlColor *line, double width, guint number)
{
  const DlColor ink = dl_chart_ink (fill);
  const double scale = r / 8.5;
  const char digit[2] = { (char) ('0' + number), 0 };

  add_shape (d->cr, at.x, at.y, r, shape % N_SHAPES);
  dl_color_set (d->cr, fill);
  cairo_fill_preserve (d->cr);
  dl_color_set (d->cr, line);
  cairo_set_line_width (d->cr, width);
  cairo_stroke (d->cr);
  if (r < NUMBERED_RADIUS)
    return;
  cairo_save (d->cr);
  cairo_translate (d->cr, at.x, at.y);
  cairo_scale (d->cr, scale, scale);
  dl_chart_text (d->cr, &ink, 0, -DL_LINE_SMALL / 2, digit, DL_TEXT_SMALL, TRUE, DL_ALIGN_CENTER,
                 0);
  cairo_restore (d->cr);
}

/* Color and shape are its virtual channel's: requests are full, responses hollow. */
static void
draw_packet (const Drawing *d, double x, double y, double r, guint vc)
{
  const guint n_requests = d->kind->n_requests;
  const DlColor *color = d->kind->vc_color (d->theme, vc % n_requests);
  const DlColor *ground = &d->theme->background;

  if (vc >= n_requests)
    draw_piece (d, (DlPoint) { x, y }, r, vc % n_requests, ground, color, MAX (r * 0.3, 1.5), vc);
  else
    draw_piece (d, (DlPoint) { x, y }, r, vc, color, ground, 1, vc);
}

/* The shape stays that of its virtual channel; the older the heavier. */
static void
draw_aged (const Drawing *d, double x, double y, double r, guint vc, guint age_class)
{
  draw_piece (d, (DlPoint) { x, y }, r, vc % d->kind->n_requests, &d->age_color[age_class],
              &d->theme->node, 1, age_class + 1);
}

static guint
age_class_of (const Drawing *d, const DlFlight *flight)
{
  const guint64 age = d->scene->cycle > flight->injected ? d->scene->cycle - flight->injected : 0;
  guint age_class = N_AGE_CLASSES - 1;

  while (age < age_classes[age_class])
    age_class--;
  return age_class;
}

/* On a ground of its own, since it may be over packets. */
static void
draw_more (const Drawing *d, const DlFlightMore *more)
{
  g_autofree char *text = g_strdup_printf ("+%u", more->n);
  const double width = dl_chart_text_width (d->cr, text, DL_TEXT_SMALL, TRUE) + 4;

  cairo_rectangle (d->cr, more->x - width / 2, more->y - DL_LINE_SMALL / 2, width, DL_LINE_SMALL);
  dl_color_set_alpha (d->cr, &d->theme->background, 0.85);
  cairo_fill (d->cr);
  dl_chart_text (d->cr, &d->theme->foreground, more->x, more->y - DL_LINE_SMALL / 2, text,
                 DL_TEXT_SMALL, TRUE, DL_ALIGN_CENTER, 0);
}

static void
draw_mark (const Drawing *d, const DlFlightSpot *spot)
{
  const double r = d->map->packet_radius;

  cairo_arc (d->cr, spot->x, spot->y, 1.7 * r, 0, 2 * G_PI);
  dl_color_set (d->cr, &d->theme->accent);
  cairo_set_line_width (d->cr, MAX (r * 0.3, 2));
  cairo_stroke (d->cr);
}

static void
draw_packets (const Drawing *d)
{
  const DlFlightScene *scene = d->scene;

  for (guint i = 0; i < scene->flights->len; i++)
    {
      const DlFlightSpot *spot = &g_array_index (scene->spots, DlFlightSpot, i);
      const DlFlight *flight = &g_array_index (scene->flights, DlFlight, i);

      if (!spot->hidden && scene->ages)
        draw_aged (d, spot->x, spot->y, d->map->packet_radius, flight->vc,
                   age_class_of (d, flight));
      else if (!spot->hidden)
        draw_packet (d, spot->x, spot->y, d->map->packet_radius, flight->vc);
    }
  for (guint i = 0; i < scene->more->len; i++)
    draw_more (d, &g_array_index (scene->more, DlFlightMore, i));
  if (scene->marked < scene->flights->len)
    draw_mark (d, &g_array_index (scene->spots, DlFlightSpot, scene->marked));
}

/* Around them ---------------------------------------------------------------------------------- */

/* The virtual channels are the router's own, and not those of the family: any carries anything. */
static gboolean
is_input_queued (const Drawing *d)
{
  return d->scene->scenario != NULL && dl_scenario_is_input_queued (d->scene->scenario);
}

/* Meaning of a piece that was drawn at @x; the width that both take. */
static double
draw_key_text (const Drawing *d, double x, double y, const char *text)
{
  return 22
         + dl_chart_text (d->cr, &d->theme->foreground, x + 22, y - DL_LINE_SMALL / 2, text,
                          DL_TEXT_SMALL, FALSE, DL_ALIGN_START, 0);
}

static double
draw_vc_key (const Drawing *d, double x, double y, guint vc)
{
  g_autofree char *text = vc < d->kind->n_requests || is_input_queued (d)
                              ? g_strdup_printf (_ ("VC%u"), vc)
                              : g_strdup_printf (_ ("VC%u (response)"), vc);

  draw_packet (d, x + 9, y, 8, vc);
  return draw_key_text (d, x, y, text);
}

static double
draw_age_key (const Drawing *d, double x, double y, guint age_class)
{
  g_autofree char *from = dl_chart_count (age_classes[age_class]);
  g_autofree char *text = age_class + 1 < N_AGE_CLASSES
                              ? g_strdup_printf ("%s–%u", from, age_classes[age_class + 1] - 1)
                              : g_strdup_printf (_ ("%s+ cycles"), from);

  draw_aged (d, x + 9, y, 8, 0, age_class);
  return draw_key_text (d, x, y, text);
}

static guint
n_vcs_of (const Drawing *d)
{
  const DlScenario *scenario = d->scene->scenario;
  const gboolean responses = scenario != NULL && scenario->traffic.response_share > 0;

  return is_input_queued (d) ? scenario->input_queued.vcs
                             : (responses ? 2 : 1) * d->kind->n_requests;
}

/* A key to the pieces. */
static void
draw_key (const Drawing *d)
{
  const gboolean ages = d->scene->ages;
  const guint n = ages ? N_AGE_CLASSES : n_vcs_of (d);
  const double y = d->map->height - DL_FLIGHT_BOTTOM / 2;
  double x = 12;

  for (guint i = 0; i < n && x < d->map->width - 80; i++)
    x += (ages ? draw_age_key : draw_vc_key) (d, x, y, i) + 14;
  dl_chart_text (d->cr, &d->theme->muted, x + 4, y - DL_LINE_SMALL / 2,
                 ages ? _ ("cycles in the network") : _ (d->kind->key), DL_TEXT_SMALL, FALSE,
                 DL_ALIGN_START, MAX (d->map->width - x - 12, 1));
}

static Drawing
begin (const DlFlightMap *map, cairo_t *cr, const DlFlightScene *scene, const DlTheme *theme)
{
  Drawing d = { .map = map, .cr = cr, .scene = scene, .theme = theme, .kind = scene->kind };
  DlScale scale;

  cairo_save (cr);
  if (!scene->ages)
    return d;
  dl_scale_init_kind (&scale, DL_SCALE_PART, theme);
  for (guint i = 0; i < N_AGE_CLASSES; i++)
    {
      const guint32 rgb = dl_scale_rgb (&scale, i / (N_AGE_CLASSES - 1.0));

      d.age_color[i] = (DlColor) { (rgb >> 16 & 0xff) / 255.0, (rgb >> 8 & 0xff) / 255.0,
                                   (rgb & 0xff) / 255.0 };
    }
  return d;
}

void
dl_flight_map_draw_network (const DlFlightMap *map, cairo_t *cr, const DlFlightScene *scene,
                            const DlTheme *theme)
{
  const Drawing d = begin (map, cr, scene, theme);

  dl_color_set (cr, &theme->background);
  cairo_paint (cr);
  draw_lanes (&d);
  if (scene->scenario != NULL && d.kind->draw_marks != NULL)
    d.kind->draw_marks (map, cr, scene, theme);
  for (guint router = 0; router < map->n_routers; router++)
    draw_router (&d, router);
  if (!theme->no_keys)
    draw_key (&d);
  cairo_restore (cr);
}

void
dl_flight_map_draw_packets (const DlFlightMap *map, cairo_t *cr, const DlFlightScene *scene,
                            const DlTheme *theme)
{
  const Drawing d = begin (map, cr, scene, theme);

  if (scene->flights != NULL)
    draw_packets (&d);
  if (scene->caption != NULL)
    dl_chart_text (cr, &theme->foreground, 12, 7, scene->caption, DL_TEXT_TITLE, TRUE,
                   DL_ALIGN_START, map->width - 24);
  cairo_restore (cr);
}

/* Where packets stand on the picture of a small network. */

/* Between packets that wait, in radii. */
#define QUEUE_PITCH 2.15
/* Outside at a router, at most. */
#define HOME_ROOM 3
/* At an output, inside the router. */
#define OUTPUT_ROOM 2

/* How many wait where, so far: in the queue beside each link's end, outside each router, at each
 * link's beginning, and in each router's middle. */
typedef struct
{
  guint *coming, *going;   /* (n_links) */
  guint *at_home, *inside; /* (n_routers) */
} Queues;

static void
put (DlFlightSpot *spot, DlPoint at)
{
  spot->x = at.x;
  spot->y = at.y;
}

static void
add_more (GArray *more, DlPoint at)
{
  for (guint i = 0; i < more->len; i++)
    {
      DlFlightMore *known = &g_array_index (more, DlFlightMore, i);

      if (known->x == at.x && known->y == at.y)
        {
          known->n++;
          return;
        }
    }
  const DlFlightMore first = { at.x, at.y, 1 };
  g_array_append_val (more, first);
}

/* The @nth in a queue that begins at @first and extends to @unit, with room for @room: the last
 * place is for a number if there are more. */
static void
queue_up (const DlFlightMap *map, DlFlightSpot *spot, DlPoint first, DlPoint unit, guint nth,
          guint room, GArray *more)
{
  const double pitch = QUEUE_PITCH * map->packet_radius;

  put (spot, dl_point_add (first, unit, MIN (nth, room) * pitch));
  spot->hidden = nth >= room;
  if (spot->hidden)
    add_more (more, dl_point_add (first, unit, room * pitch));
}

/* Beside the end of the lane that it came by, on the outside. */
static void
wait_beside (const DlFlightMap *map, DlFlightSpot *spot, const DlLane *lane, guint nth,
             GArray *more)
{
  const DlPoint back = dl_point_unit (lane->d, lane->c);
  const double r = map->packet_radius,
               length = hypot (lane->d.x - lane->c.x, lane->d.y - lane->c.y);
  const DlPoint first = dl_point_add (dl_point_add (lane->d, back, r), lane->side, 2.1 * r);
  const guint room = MAX (floor (length / (QUEUE_PITCH * r)), 1);

  queue_up (map, spot, first, back, nth, room, more);
}

double
dl_flight_home_reach (const DlFlightMap *map)
{
  return map->router_radius + (1.2 + HOME_ROOM * QUEUE_PITCH + 1) * map->packet_radius;
}

static void
wait_at_home (const DlFlightMap *map, DlFlightSpot *spot, guint router, guint nth, GArray *more)
{
  const DlPoint first = dl_point_add (map->router[router], map->home[router],
                                      map->router_radius + 1.2 * map->packet_radius);

  queue_up (map, spot, first, map->home[router], nth, HOME_ROOM, more);
}

/* Inside the disc, where the packet came in and where it goes out. */
static DlPoint
entrance (const DlFlightMap *map, const DlFlight *flight)
{
  const DlPoint centre = map->router[flight->router];

  if (flight->in == DL_FLIGHT_NO_LINK)
    return dl_point_add (centre, map->home[flight->router], map->router_radius * 0.6);
  return dl_point_toward (centre, map->lane[flight->in].d, 0.6);
}

static DlPoint
way_out (const DlFlightMap *map, const DlFlight *flight)
{
  const DlPoint centre = map->router[flight->router];

  return flight->out == DL_FLIGHT_NO_LINK ? centre
                                          : dl_point_toward (centre, map->lane[flight->out].a, 0.7);
}

static void
place_one (const DlFlightMap *map, const DlFlight *flight, DlFlightSpot *spot, Queues *queues,
           GArray *more)
{
  const double done = flight->of > 0 ? (double) (flight->of - flight->left) / flight->of : 0;

  *spot = (DlFlightSpot) { .lane = DL_NO_LINK };
  switch ((DlFlightPlace) flight->place)
    {
    case DL_FLIGHT_LINK:
      spot->lane = flight->out;
      spot->along = done;
      put (spot, lane_at (&map->lane[flight->out], done));
      break;
    case DL_FLIGHT_INPUT:
      if (flight->in == DL_FLIGHT_NO_LINK)
        wait_at_home (map, spot, flight->router, queues->at_home[flight->router]++, more);
      else
        wait_beside (map, spot, &map->lane[flight->in], queues->coming[flight->in]++, more);
      break;
    case DL_FLIGHT_CROSSBAR:
      put (spot, dl_point_toward (entrance (map, flight), way_out (map, flight), done));
      break;
    case DL_FLIGHT_OUTPUT:
      {
        const DlPoint centre = map->router[flight->router], out = way_out (map, flight);
        guint *n = flight->out == DL_FLIGHT_NO_LINK ? &queues->inside[flight->router]
                                                    : &queues->going[flight->out];

        queue_up (map, spot, out, dl_point_unit (out, centre), (*n)++, OUTPUT_ROOM, more);
        break;
      }
    case DL_FLIGHT_EJECTED:
      queue_up (map, spot, map->router[flight->router],
                (DlPoint) { -map->home[flight->router].x, -map->home[flight->router].y },
                queues->inside[flight->router]++, OUTPUT_ROOM, more);
      break;
    case DL_N_FLIGHT_PLACES:
      g_assert_not_reached ();
    }
}

/* Packets by rank in their queue, then by virtual channel. */
static gint
compare_ranks (gconstpointer a, gconstpointer b, gpointer data)
{
  const GArray *flights = data;
  const guint i = *(const guint *) a, j = *(const guint *) b;
  const DlFlight *x = &g_array_index (flights, DlFlight, i);
  const DlFlight *y = &g_array_index (flights, DlFlight, j);

  return x->rank != y->rank ? x->rank - y->rank : x->vc != y->vc ? x->vc - y->vc : (gint) (i - j);
}

void
dl_flight_map_place (const DlFlightMap *map, const GArray *flights, GArray *spots, GArray *more)
{
  Queues queues = {
    g_new0 (guint, map->n_links),
    g_new0 (guint, map->n_links),
    g_new0 (guint, map->n_routers),
    g_new0 (guint, map->n_routers),
  };
  g_autofree guint *order = g_new (guint, flights->len);

  g_array_set_size (spots, flights->len);
  g_array_set_size (more, 0);
  for (guint i = 0; i < flights->len; i++)
    order[i] = i;
  g_qsort_with_data (order, flights->len, sizeof *order, compare_ranks, (gpointer) flights);
  for (guint i = 0; i < flights->len; i++)
    place_one (map, &g_array_index (flights, DlFlight, order[i]),
               &g_array_index (spots, DlFlightSpot, order[i]), &queues, more);
  g_free (queues.coming);
  g_free (queues.going);
  g_free (queues.at_home);
  g_free (queues.inside);
}

/* Along the lane if it stays on it: one that is cut is not left. */
static void
blend (const DlFlightMap *map, const DlFlightSpot *before, DlFlightSpot *spot, double share)
{
  if (spot->lane != DL_NO_LINK && spot->lane == before->lane)
    {
      spot->along = before->along + (spot->along - before->along) * share;
      put (spot, lane_at (&map->lane[spot->lane], spot->along));
    }
  else if (spot->lane == DL_NO_LINK || before->lane == DL_NO_LINK)
    put (spot, dl_point_toward ((DlPoint) { before->x, before->y }, (DlPoint) { spot->x, spot->y },
                                share));
}

void
dl_flight_map_blend (const DlFlightMap *map, const GArray *flights_before,
                     const GArray *spots_before, const GArray *flights, GArray *spots, double share)
{
  guint j = 0;

  for (guint i = 0; i < flights->len; i++)
    {
      const DlFlight *flight = &g_array_index (flights, DlFlight, i);
      gint order = -1;

      while (j < flights_before->len
             && (order = dl_flight_compare (&g_array_index (flights_before, DlFlight, j), flight))
                    < 0)
        j++;
      if (j < flights_before->len && order == 0)
        blend (map, &g_array_index (spots_before, DlFlightSpot, j),
               &g_array_index (spots, DlFlightSpot, i), share);
    }
}

guint
dl_flight_map_hit_packet (const DlFlightMap *map, const GArray *spots, double x, double y)
{
  guint best = G_MAXUINT;
  double nearest = map->packet_radius + 2;

  for (guint i = 0; i < spots->len; i++)
    {
      const DlFlightSpot *spot = &g_array_index (spots, DlFlightSpot, i);
      const double away = hypot (spot->x - x, spot->y - y);

      if (!spot->hidden && away < nearest)
        {
          nearest = away;
          best = i;
        }
    }
  return best;
}
