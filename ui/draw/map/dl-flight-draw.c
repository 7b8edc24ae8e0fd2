/* The picture of a small network and the packets in it. */
#include "dl-chart-private.h"
#include "dl-flight-map-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* From this radius on a packet has the number of its virtual channel. */
#define NUMBERED_RADIUS 5.5
/* From so many lanes on, or below this radius, they are faint and without arrows. */
#define CROWDED_LANES  300
#define CROWDED_RADIUS 6.0

#define N_SHAPES 4

typedef struct
{
  const DlFlightMap *map;
  cairo_t *cr;
  const DlFlightScene *scene;
  const DlTheme *theme;
  const DlFlightKind *kind;
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
  const DlPoint middle = lane->cut ? lane->b : dl_lane_at (lane, 0.5);

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

static void
draw_router (const Drawing *d, guint router)
{
  const DlPoint at = d->map->router[router];
  const double radius = d->map->router_radius;
  const gboolean selected = router == d->scene->selected_router;
  g_autofree char *name = NULL;

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

/* Requests are full, responses hollow. */
static void
draw_packet (const Drawing *d, double x, double y, double r, guint vc)
{
  const guint n_requests = d->kind->n_requests;
  const DlColor *color = d->kind->vc_color (d->theme, vc % n_requests);
  const gboolean hollow = vc >= n_requests;
  const DlColor *fill = hollow ? &d->theme->background : color;

  add_shape (d->cr, x, y, r, vc % n_requests % N_SHAPES);
  dl_color_set (d->cr, fill);
  cairo_fill_preserve (d->cr);
  dl_color_set (d->cr, hollow ? color : &d->theme->background);
  cairo_set_line_width (d->cr, hollow ? MAX (r * 0.3, 1.5) : 1);
  cairo_stroke (d->cr);
  if (r < NUMBERED_RADIUS)
    return;

  const DlColor ink = hollow ? d->theme->foreground : dl_chart_ink (color);
  const double scale = r / 8.5;
  const char digit[2] = { (char) ('0' + vc), 0 };

  cairo_save (d->cr);
  cairo_translate (d->cr, x, y);
  cairo_scale (d->cr, scale, scale);
  dl_chart_text (d->cr, &ink, 0, -DL_LINE_SMALL / 2, digit, DL_TEXT_SMALL, TRUE, DL_ALIGN_CENTER,
                 0);
  cairo_restore (d->cr);
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

      if (!spot->hidden)
        draw_packet (d, spot->x, spot->y, d->map->packet_radius,
                     g_array_index (scene->flights, DlFlight, i).vc);
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

/* A key to the shapes; the width that it takes. */
static double
draw_key_entry (const Drawing *d, double x, double y, guint vc)
{
  g_autofree char *text = NULL;

  text = vc < d->kind->n_requests || is_input_queued (d)
             ? g_strdup_printf (_ ("VC%u"), vc)
             : g_strdup_printf (_ ("VC%u (response)"), vc);
  draw_packet (d, x + 9, y, 8, vc);
  return 22
         + dl_chart_text (d->cr, &d->theme->foreground, x + 22, y - DL_LINE_SMALL / 2, text,
                          DL_TEXT_SMALL, FALSE, DL_ALIGN_START, 0);
}

static void
draw_key (const Drawing *d)
{
  const DlScenario *scenario = d->scene->scenario;
  const gboolean responses = scenario != NULL && scenario->traffic.response_share > 0;
  const guint n = is_input_queued (d) ? scenario->input_queued.vcs
                                      : (responses ? 2 : 1) * d->kind->n_requests;
  const double y = d->map->height - DL_FLIGHT_BOTTOM / 2;
  double x = 12;

  for (guint vc = 0; vc < n && x < d->map->width - 80; vc++)
    x += draw_key_entry (d, x, y, vc) + 14;
  dl_chart_text (d->cr, &d->theme->muted, x + 4, y - DL_LINE_SMALL / 2, _ (d->kind->key),
                 DL_TEXT_SMALL, FALSE, DL_ALIGN_START, MAX (d->map->width - x - 12, 1));
}

static Drawing
begin (const DlFlightMap *map, cairo_t *cr, const DlFlightScene *scene, const DlTheme *theme)
{
  cairo_save (cr);
  return (Drawing) {
    .map = map,
    .cr = cr,
    .scene = scene,
    .theme = theme,
    .kind = scene->kind,
  };
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
