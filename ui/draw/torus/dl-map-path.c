/* A way through the network over a map: its hops as lines from node to node, or on maps of cells as
 * boxes with connectors from one to the next. */
#include "dl-map-path-private.h"

#include <math.h>

#define LEAST_BOX  9  /* of a cell's box, across its ring */
#define APART      5  /* ends further apart than this are connected */
#define SHORT_HOP  14 /* lines shorter than this are drawn thin */
#define PIECE_CELL 6  /* cells narrower than this are drawn as one piece */
#define HEAD_HOP   28 /* hops from this length on have an arrow head each: dashes show beside it */
#define HALO       3  /* more than the line, both sides together */
#define HEAD       4.0
#define ROW_BULGE  18 /* of a connector beside its own row */

/* Hops -------------------------------------------------------------------------------------------
 */

DlPoint
dl_way_start (const DlWay *way, guint i)
{
  const DlMapLine *line = &way->hops[i].lines[0];

  return (DlPoint) { line->x0, line->y0 };
}

DlPoint
dl_way_end (const DlWay *way, guint i)
{
  const DlMapLine *line = &way->hops[i].lines[way->hops[i].n_lines - 1];

  return (DlPoint) { line->x1, line->y1 };
}

/* How far the middle of a line lies beside the straight one. */
static DlPoint
bulge_of (const DlMapLine *line)
{
  return (DlPoint) { -(line->y1 - line->y0) * line->bulge, (line->x1 - line->x0) * line->bulge };
}

DlPoint
dl_way_middle (const DlWay *way, guint i)
{
  const DlMapLine *line = &way->hops[i].lines[0];
  const DlPoint bulge = bulge_of (line);

  return (DlPoint) { (line->x0 + line->x1) / 2 + bulge.x * 0.75,
                     (line->y0 + line->y1) / 2 + bulge.y * 0.75 };
}

double
dl_way_length (const DlWay *way, guint i)
{
  const DlMapLine *line = &way->hops[i].lines[0];

  return hypot (line->x1 - line->x0, line->y1 - line->y0);
}

DlPoint
dl_way_direction (const DlWay *way, guint i)
{
  const DlMapLine *line = &way->hops[i].lines[0];
  const double length = MAX (dl_way_length (way, i), 1e-6);

  return (DlPoint) { (line->x1 - line->x0) / length, (line->y1 - line->y0) / length };
}

/* Is hop @i drawn away from the one before, so that a connector leads to it? */
static gboolean
is_apart (const DlWay *way, guint before, guint i)
{
  const DlPoint from = dl_way_end (way, before), to = dl_way_start (way, i);

  return hypot (to.x - from.x, to.y - from.y) > APART;
}

guint
dl_way_piece_end (const DlWay *way, guint first)
{
  const DlWayHop *hop = &way->hops[first];
  guint i = first + 1;

  while (i < way->n && way->hops[i].port == hop->port && way->hops[i].vc == hop->vc
         && way->hops[i - 1].n_lines == 1 && hop->lines[0].bulge == 0 && !is_apart (way, i - 1, i))
    i++;
  return i;
}

DlPoint
dl_way_turn (const DlWay *way, guint before, guint after)
{
  const DlPoint from = dl_way_end (way, before), to = dl_way_start (way, after);

  if (!is_apart (way, before, after))
    return from;
  return (DlPoint) { (from.x + to.x) / 2, (from.y + to.y) / 2 };
}

/* The box of a cell and the line through it, in the direction of its ring. */
static gboolean
place_cell (DlWay *way, DlWayHop *hop)
{
  const gboolean minus = hop->port & 1;
  DlRect rects[2];

  if (way->map->layout->link_rects (way->map, hop->node, hop->port, rects) == 0)
    return FALSE;
  const double height = MAX (rects[0].height, LEAST_BOX);
  const double y = rects[0].y + rects[0].height / 2;
  hop->box = (DlRect) { rects[0].x, y - height / 2, rects[0].width, height };
  const double left = hop->box.x, right = hop->box.x + hop->box.width;
  hop->n_lines = 1;
  hop->lines[0] = (DlMapLine) { minus ? right : left, y, minus ? left : right, y, 0 };
  return TRUE;
}

static gboolean
place_hop (DlWay *way, guint32 channel, DlWayHop *hop)
{
  const DlMap *map = way->map;
  const guint link = channel / DL_TORUS_VCS;

  *hop = (DlWayHop) {
    .node = link / DL_N_NETWORK_PORTS,
    .port = link % DL_N_NETWORK_PORTS,
    .vc = channel % DL_TORUS_VCS,
  };
  if (hop->node >= map->n_nodes || !dl_map_has_link (map, hop->node, hop->port))
    return FALSE;
  hop->far = way->network->link_to[link];
  if (way->cells)
    return place_cell (way, hop);
  hop->n_lines = map->layout->link_lines (map, hop->node, hop->port, hop->lines);
  return hop->n_lines > 0;
}

/* FALSE if the map does not show it. */
static gboolean
place (DlWay *way)
{
  double shortest = G_MAXDOUBLE;

  way->hops = g_new (DlWayHop, MAX (way->n, 1));
  for (guint i = 0; i < way->n; i++)
    {
      if (!place_hop (way, way->path->channels[i], &way->hops[i]))
        return FALSE;
      shortest = MIN (shortest, dl_way_length (way, i));
    }
  way->line = way->cells || shortest < SHORT_HOP ? 2 : 3;
  return TRUE;
}

/* Lines ------------------------------------------------------------------------------------------
 */

static void
trace_line (cairo_t *cr, const DlMapLine *line)
{
  const DlPoint bulge = bulge_of (line);
  const double dx = line->x1 - line->x0, dy = line->y1 - line->y0;

  cairo_move_to (cr, line->x0, line->y0);
  if (line->bulge == 0)
    cairo_line_to (cr, line->x1, line->y1);
  else
    cairo_curve_to (cr, line->x0 + dx * 0.3 + bulge.x, line->y0 + dy * 0.3 + bulge.y,
                    line->x0 + dx * 0.7 + bulge.x, line->y0 + dy * 0.7 + bulge.y, line->x1,
                    line->y1);
}

/* The piece of hops @first to before @end. */
static void
trace_piece (const DlWay *way, guint first, guint end)
{
  if (end - first == 1)
    for (guint i = 0; i < way->hops[first].n_lines; i++)
      trace_line (way->cr, &way->hops[first].lines[i]);
  else
    {
      /* All but the last are one line each. */
      const DlPoint from = dl_way_start (way, first), to = dl_way_start (way, end - 1);
      cairo_move_to (way->cr, from.x, from.y);
      cairo_line_to (way->cr, to.x, to.y);
      trace_piece (way, end - 1, end);
    }
}

static void
trace_joint (const DlWay *way, guint before, guint after)
{
  const DlPoint from = dl_way_end (way, before), to = dl_way_start (way, after);

  cairo_move_to (way->cr, from.x, from.y);
  cairo_line_to (way->cr, to.x, to.y);
}

/* A triangle whose tip is at @tip. */
static void
trace_head (cairo_t *cr, DlPoint tip, DlPoint along, double size)
{
  const DlPoint base = { tip.x - along.x * size * 1.8, tip.y - along.y * size * 1.8 };

  cairo_move_to (cr, tip.x, tip.y);
  cairo_line_to (cr, base.x - along.y * size, base.y + along.x * size);
  cairo_line_to (cr, base.x + along.y * size, base.y - along.x * size);
  cairo_close_path (cr);
}

/* The way that a curve goes where it ends. */
static DlPoint
line_end_direction (const DlMapLine *line)
{
  const DlPoint bulge = bulge_of (line);
  const double dx = (line->x1 - line->x0) * 0.3 - bulge.x;
  const double dy = (line->y1 - line->y0) * 0.3 - bulge.y;
  const double length = MAX (hypot (dx, dy), 1e-6);

  return (DlPoint) { dx / length, dy / length };
}

static DlPoint
end_direction (const DlWay *way, guint i)
{
  return line_end_direction (&way->hops[i].lines[way->hops[i].n_lines - 1]);
}

/* Heads of a piece: on each hop where there is room, else where it ends. */
static void
trace_heads (const DlWay *way, guint first, guint end)
{
  const double size = way->line + 2;

  if (dl_way_length (way, first) < HEAD_HOP || way->hops[first].lines[0].bulge != 0)
    {
      trace_head (way->cr, dl_way_end (way, end - 1), end_direction (way, end - 1), size);
      return;
    }
  for (guint i = first; i < end; i++)
    {
      const DlPoint along = dl_way_direction (way, i), from = dl_way_start (way, i);
      const double at = dl_way_length (way, i) * 0.62 + size;
      const DlPoint tip = { from.x + along.x * at, from.y + along.y * at };

      trace_head (way->cr, tip, along, size);
    }
}

/* The second virtual channel is dashed. */
static void
set_dash (const DlWay *way, guint vc)
{
  const double dash[2] = { way->line * 1.6, way->line * 1.4 };

  cairo_set_line_cap (way->cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_dash (way->cr, dash, vc > 0 ? 2 : 0, 0);
}

static void
set_halo (const DlWay *way)
{
  cairo_set_dash (way->cr, NULL, 0, 0);
  cairo_set_line_cap (way->cr, CAIRO_LINE_CAP_ROUND);
  dl_color_set (way->cr, &way->theme->background);
}

/* All that follows each other and is not apart. */
static void
trace_joints (const DlWay *way)
{
  for (guint i = 1; i < way->n; i++)
    if (way->hops[i].port != way->hops[i - 1].port && !is_apart (way, i - 1, i))
      trace_joint (way, i - 1, i);
  if (way->path->closed && way->n > 1 && !is_apart (way, way->n - 1, 0))
    trace_joint (way, way->n - 1, 0);
}

static void
draw_lines (const DlWay *way)
{
  cairo_t *cr = way->cr;

  for (guint halo = 2; halo-- > 0;)
    {
      cairo_set_line_width (cr, way->line + halo * HALO);
      for (guint i = 0, end; i < way->n; i = end)
        {
          end = dl_way_piece_end (way, i);
          trace_piece (way, i, end);
          if (halo)
            set_halo (way);
          else
            {
              dl_color_set (cr, &way->theme->path);
              set_dash (way, way->hops[i].vc);
            }
          cairo_stroke (cr);
          trace_heads (way, i, end);
          if (halo)
            {
              cairo_set_line_width (cr, HALO);
              cairo_stroke_preserve (cr);
              cairo_set_line_width (cr, way->line + HALO);
            }
          cairo_fill (cr);
        }
      cairo_set_dash (cr, NULL, 0, 0);
      cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
      trace_joints (way);
      cairo_stroke (cr);
    }
}

/* The hop that stands out: thicker, on a wider halo. */
static void
draw_step_line (const DlWay *way, guint i)
{
  cairo_t *cr = way->cr;

  set_halo (way);
  cairo_set_line_width (cr, 2 * way->line + HALO + 2);
  trace_piece (way, i, i + 1);
  cairo_stroke (cr);
  dl_color_set (cr, &way->theme->path);
  cairo_set_line_width (cr, 2 * way->line + 1);
  set_dash (way, way->hops[i].vc);
  trace_piece (way, i, i + 1);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  trace_head (cr, dl_way_end (way, i), end_direction (way, i), way->line * 2 + 2);
  cairo_fill (cr);
}

/* Boxes ------------------------------------------------------------------------------------------
 */

/* The box of hops @first to before @end. */
static void
trace_box (const DlWay *way, guint first, guint end, double around)
{
  const DlRect *a = &way->hops[first].box, *b = &way->hops[end - 1].box;
  const double left = dl_map_snap (way->map, MIN (a->x, b->x));
  const double right = dl_map_snap (way->map, MAX (a->x + a->width, b->x + b->width));
  const double top = dl_map_snap (way->map, a->y);

  cairo_rectangle (way->cr, left - around, top - around, right - left + 2 * around,
                   ceil (a->height) + 2 * around);
}

/* From one box to the next that is elsewhere; in a curve where it would run over its own row. */
static void
draw_connector (const DlWay *way, guint before, guint after)
{
  cairo_t *cr = way->cr;
  const DlPoint from = dl_way_end (way, before), to = dl_way_start (way, after);
  const double length = hypot (to.x - from.x, to.y - from.y);
  const gboolean same_row = fabs (to.y - from.y) < 1;
  const DlMapLine line
      = { from.x, from.y, to.x, to.y, same_row ? MIN (0.3, ROW_BULGE / length) : 0 };
  const DlPoint along = line_end_direction (&line);
  const DlMapLine shaft
      = { line.x0, line.y0, to.x - along.x * HEAD, to.y - along.y * HEAD, line.bulge };

  for (guint halo = 2; halo-- > 0;)
    {
      trace_line (cr, &shaft);
      if (halo)
        set_halo (way);
      else
        dl_color_set (cr, &way->theme->path);
      cairo_set_line_width (cr, 1.25 + halo * HALO);
      cairo_stroke (cr);
      trace_head (cr, to, along, HEAD);
      if (halo)
        {
          cairo_set_line_width (cr, HALO - 1);
          cairo_stroke_preserve (cr);
        }
      cairo_fill (cr);
    }
}

static void
draw_connectors (const DlWay *way)
{
  for (guint i = 1; i < way->n; i++)
    if (is_apart (way, i - 1, i))
      draw_connector (way, i - 1, i);
  if (way->path->closed && way->n > 1 && is_apart (way, way->n - 1, 0))
    draw_connector (way, way->n - 1, 0);
}

static guint
box_end (const DlWay *way, guint first)
{
  return way->hops[first].box.width < PIECE_CELL ? dl_way_piece_end (way, first) : first + 1;
}

static void
draw_boxes (const DlWay *way)
{
  cairo_t *cr = way->cr;

  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  for (guint halo = 2; halo-- > 0;)
    for (guint i = 0, end; i < way->n; i = end)
      {
        end = box_end (way, i);
        trace_box (way, i, end, 0);
        if (halo)
          set_halo (way);
        else
          {
            dl_color_set (cr, &way->theme->path);
            set_dash (way, way->hops[i].vc);
          }
        cairo_set_line_width (cr, way->line + halo * HALO);
        cairo_stroke (cr);
      }
  cairo_set_dash (cr, NULL, 0, 0);
}

static void
draw_step_box (const DlWay *way, guint i)
{
  cairo_t *cr = way->cr;

  set_halo (way);
  trace_box (way, i, i + 1, 2);
  cairo_set_line_width (cr, 5);
  cairo_stroke (cr);
  dl_color_set (cr, &way->theme->path);
  trace_box (way, i, i + 1, 2);
  set_dash (way, way->hops[i].vc);
  cairo_set_line_width (cr, 3);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

void
dl_map_draw_path (const DlMap *map, cairo_t *cr, const DlOverlay *overlay,
                  const DlDatelines *datelines, const DlTheme *theme)
{
  DlWay way = {
    .map = map,
    .cr = cr,
    .network = overlay->net->shape,
    .datelines = datelines,
    .path = overlay->path,
    .theme = theme,
    .cells = map->layout->link_lines == NULL,
    .n = overlay->path->n,
  };

  if (place (&way))
    {
      way.taken = g_array_new (FALSE, FALSE, sizeof (DlRect));
      cairo_save (cr);
      cairo_rectangle (cr, 0, 0, map->width, map->height);
      cairo_clip (cr);
      if (way.cells)
        {
          draw_connectors (&way);
          draw_boxes (&way);
        }
      else
        draw_lines (&way);
      if (overlay->path->step < way.n && way.cells)
        draw_step_box (&way, overlay->path->step);
      else if (overlay->path->step < way.n)
        draw_step_line (&way, overlay->path->step);
      dl_way_draw_marks (&way);
      cairo_restore (cr);
      g_array_unref (way.taken);
    }
  g_free (way.hops);
}
