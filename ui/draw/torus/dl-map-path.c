/* A way through the network over a map: its hops as lines from node to node, or on maps of cells as
 * boxes with connectors from one to the next. */
#include "dl-map-path.h"

#include <glib/gi18n.h>

#include <math.h>

static DlPoint drawn_path_start (const DlDrawnPath *way, guint i);
static DlPoint drawn_path_end (const DlDrawnPath *way, guint i);
static DlPoint drawn_path_middle (const DlDrawnPath *way, guint i);
static DlPoint drawn_path_direction (const DlDrawnPath *way, guint i);
static double drawn_path_length (const DlDrawnPath *way, guint i);
static guint drawn_path_piece_end (const DlDrawnPath *way, guint first);
static DlPoint drawn_path_turn (const DlDrawnPath *way, guint before, guint after);

/* Marks over the lines of a path: its two ends, datelines that it crosses, the turn that is not
 * legal, and the numbers of its hops. */

#define RADIUS     7.5  /* of the ends, S and D */
#define ALONE_FROM 34.0 /* hops of this length have a number each */
#define ALONE_CELL 23.0 /* and cells of this width */
#define BAR_APART  3.0  /* a dateline's two bars */

static void
take (DlDrawnPath *way, DlRect rect)
{
  g_array_append_val (way->taken, rect);
}

static gboolean
overlap (const DlRect *a, const DlRect *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height
         && b->y < a->y + a->height;
}

static gboolean
is_free (const DlDrawnPath *way, const DlRect *rect)
{
  if (rect->x < 0 || rect->y < 0 || rect->x + rect->width > way->map->width
      || rect->y + rect->height > way->map->height)
    return FALSE;
  for (guint i = 0; i < way->taken->len; i++)
    if (overlap (rect, &g_array_index (way->taken, DlRect, i)))
      return FALSE;
  return TRUE;
}

/* Datelines --------------------------------------------------------------------------------------
 */

/* A hop that leaves the dateline's node, going straight on. */
static gboolean
crosses_dateline (const DlDrawnPath *way, guint i)
{
  const DlDrawnHop *hop = &way->hops[i];
  const guint dim = hop->port >> 1;
  const guint before = i > 0 ? i - 1 : way->n - 1;

  if ((i == 0 && !way->path->closed) || way->hops[before].port != hop->port)
    return FALSE;
  return dl_map_has_dateline (way->map, way->datelines->at, dim)
         && dl_map_at (way->map, hop->node, dim) == (guint) way->datelines->at[dim];
}

/* Two bars across the hop, as a dateline is drawn. */
static void
draw_crossing (DlDrawnPath *way, guint i)
{
  cairo_t *cr = way->cr;
  const DlPoint along = drawn_path_direction (way, i), start = drawn_path_start (way, i);
  const double length = drawn_path_length (way, i);
  const double half = way->cells ? way->hops[i].box.height / 2 + 3 : way->line + 4;
  const double at = way->cells ? 0 : MIN (length * 0.35, 14);

  for (guint halo = 2; halo-- > 0;)
    {
      dl_color_set (cr, halo ? &way->theme->background : &way->theme->accent);
      cairo_set_line_width (cr, halo ? 4 : 2);
      for (gint side = -1; side <= 1; side += 2)
        {
          const double x = start.x + along.x * (at + side * BAR_APART / 2);
          const double y = start.y + along.y * (at + side * BAR_APART / 2);

          cairo_move_to (cr, x - along.y * half, y + along.x * half);
          cairo_line_to (cr, x + along.y * half, y - along.x * half);
        }
      cairo_stroke (cr);
    }
}

/* Illegal turn -----------------------------------------------------------------------------------
 */

/* A warning sign: a triangle with an exclamation mark. */
static void
draw_broken_turn (DlDrawnPath *way, guint before)
{
  cairo_t *cr = way->cr;
  const guint after = before + 1 < way->n ? before + 1 : 0;
  const DlPoint at = drawn_path_turn (way, before, after);
  const double size = 9;

  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_move_to (cr, at.x, at.y - size);
  cairo_line_to (cr, at.x + size, at.y + size * 0.75);
  cairo_line_to (cr, at.x - size, at.y + size * 0.75);
  cairo_close_path (cr);
  dl_color_set (cr, &way->theme->background);
  cairo_set_line_width (cr, 5);
  cairo_stroke_preserve (cr);
  dl_color_set (cr, &way->theme->broken);
  cairo_set_line_width (cr, 2);
  cairo_stroke_preserve (cr);
  cairo_fill (cr);

  dl_color_set (cr, &way->theme->background);
  cairo_rectangle (cr, at.x - 1, at.y - 4.5, 2, 6);
  cairo_rectangle (cr, at.x - 1, at.y + 3, 2, 2);
  cairo_fill (cr);
  take (way, (DlRect) { at.x - size - 2, at.y - size - 2, 2 * size + 4, 2 * size + 2 });
}

/* Ends -------------------------------------------------------------------------------------------
 */

static void
draw_end (DlDrawnPath *way, DlPoint at, const char *letter)
{
  cairo_t *cr = way->cr;
  const double edge = RADIUS + 2;
  double width, height;

  at.x = CLAMP (at.x, edge, MAX (way->map->width - edge, edge));
  at.y = CLAMP (at.y, edge, MAX (way->map->height - edge, edge));
  cairo_arc (cr, at.x, at.y, RADIUS, 0, 2 * G_PI);
  dl_color_set (cr, &way->theme->background);
  cairo_set_line_width (cr, 3);
  cairo_stroke_preserve (cr);
  dl_color_set (cr, &way->theme->path);
  cairo_fill (cr);
  dl_color_set (cr, &way->theme->background);
  dl_text_measure (cr, letter, DL_TEXT_SMALL, TRUE, &width, &height);
  dl_text_draw (cr, at.x, at.y - height / 2, letter, DL_TEXT_SMALL, TRUE, DL_ALIGN_CENTER, 0);
  take (way, (DlRect) { at.x - edge, at.y - edge, 2 * edge, 2 * edge });
}

/* Where a cycle comes back to its first hop: an arrow that goes round. */
static void
draw_closed (DlDrawnPath *way)
{
  cairo_t *cr = way->cr;
  const DlPoint along = drawn_path_direction (way, 0);
  const double edge = RADIUS + 2, radius = RADIUS * 0.5;
  const double aside = way->cells ? way->hops[0].box.height / 2 + edge : 0;
  DlPoint at = drawn_path_start (way, 0);

  at.x = CLAMP (at.x + fabs (along.y) * aside, edge, MAX (way->map->width - edge, edge));
  at.y = CLAMP (at.y - fabs (along.x) * aside, edge, MAX (way->map->height - edge, edge));
  cairo_arc (cr, at.x, at.y, RADIUS, 0, 2 * G_PI);
  dl_color_set (cr, &way->theme->background);
  cairo_set_line_width (cr, 3);
  cairo_stroke_preserve (cr);
  dl_color_set (cr, &way->theme->path);
  cairo_fill (cr);

  dl_color_set (cr, &way->theme->background);
  cairo_set_line_width (cr, 1.5);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_arc (cr, at.x, at.y, radius, 0.1 * G_PI, 1.6 * G_PI);
  cairo_stroke (cr);
  /* The head, at the top right. */
  cairo_move_to (cr, at.x + radius * 1.25, at.y - radius * 0.35);
  cairo_line_to (cr, at.x + radius * 0.05, at.y - radius * 0.35);
  cairo_line_to (cr, at.x + radius * 1.15, at.y - radius * 1.5);
  cairo_close_path (cr);
  cairo_fill (cr);
  take (way, (DlRect) { at.x - edge, at.y - edge, 2 * edge, 2 * edge });
}

/* Where a packet gets no further. */
static void
draw_dead_end (DlDrawnPath *way, DlPoint at)
{
  cairo_t *cr = way->cr;
  const double arm = 5;

  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  for (guint halo = 2; halo-- > 0;)
    {
      dl_color_set (cr, halo ? &way->theme->background : &way->theme->broken);
      cairo_set_line_width (cr, halo ? 6 : 3);
      cairo_move_to (cr, at.x - arm, at.y - arm);
      cairo_line_to (cr, at.x + arm, at.y + arm);
      cairo_move_to (cr, at.x + arm, at.y - arm);
      cairo_line_to (cr, at.x - arm, at.y + arm);
      cairo_stroke (cr);
    }
  take (way, (DlRect) { at.x - arm - 2, at.y - arm - 2, 2 * arm + 4, 2 * arm + 4 });
}

/* Where the mark of a node goes: on it, or on a map of cells beyond hop @i, @side -1 before it, 1
 * after it. */
static gboolean
find_end (const DlDrawnPath *way, guint node, guint i, gint side, DlPoint *at)
{
  DlRect rect;

  if (way->map->layout->node_rect (way->map, node, &rect))
    {
      *at = (DlPoint) { rect.x + rect.width / 2, rect.y + rect.height / 2 };
      return TRUE;
    }
  if (i >= way->n)
    return FALSE;
  const DlPoint along = drawn_path_direction (way, i);
  const DlPoint edge = side < 0 ? drawn_path_start (way, i) : drawn_path_end (way, i);
  if (!way->cells)
    {
      *at = edge; /* a node out of sight */
      return TRUE;
    }
  *at = (DlPoint) { edge.x + along.x * side * (RADIUS + 2),
                    edge.y + along.y * side * (RADIUS + 2) };
  return TRUE;
}

static void
draw_ends (DlDrawnPath *way)
{
  const DlMapPath *path = way->path;
  const guint n_nodes = way->map->n_nodes;
  const guint last = way->n > 0 ? way->n - 1 : 0;
  DlPoint at;

  if (path->source >= n_nodes || path->dest >= n_nodes)
    return;
  const guint arrived = way->n > 0 ? way->hops[last].far : path->source;
  const gboolean same = path->source == path->dest;
  /* Where a route of no hops ends is where it began. */
  if (arrived != path->dest && find_end (way, arrived, last, 1, &at))
    {
      at.x += way->n == 0 ? 2 * RADIUS : 0;
      draw_dead_end (way, at);
    }
  if (find_end (way, path->source, 0, -1, &at))
    draw_end (way, at, C_ ("source of a route, one letter in a circle", "S"));
  if ((arrived == path->dest || !way->cells) && find_end (way, path->dest, last, 1, &at))
    {
      at.x += same ? 2 * RADIUS + 2 : 0;
      draw_end (way, at, C_ ("destination of a route, one letter in a circle", "D"));
    }
}

/* Numbers ----------------------------------------------------------------------------------------
 */

/* Beside the middle of hops @first to @last, on the side with room. */
static void
draw_number (DlDrawnPath *way, guint first, guint last, gboolean filled)
{
  const DlPoint a = first == last ? drawn_path_middle (way, first) : drawn_path_start (way, first);
  /* The last may wrap around: its first half. */
  const DlMapLine *last_line = &way->hops[last].lines[0];
  const DlPoint b = first == last ? a : (DlPoint) { last_line->x1, last_line->y1 };
  const DlPoint along = drawn_path_direction (way, first);
  const DlPoint middle = { (a.x + b.x) / 2, (a.y + b.y) / 2 };
  char text[32];

  if (first == last)
    g_snprintf (text, sizeof text, "%u", first + 1);
  else
    g_snprintf (text, sizeof text, "%u–%u", first + 1, last + 1);
  const double width = dl_map_chip_width (way->cr, text);
  const double aside = way->cells ? way->hops[first].box.height / 2 + 3 : way->line + 3;
  const double reach = aside + fabs (along.y) * width / 2 + fabs (along.x) * DL_MAP_CHIP_HEIGHT / 2;
  for (guint try = 0; try < 9; try++)
    {
      const double beside = (try % 2 == 0 ? 1 : -1) * reach * (try >= 6 ? 2 : 1);
      const double on = (try / 2 % 3 - 1.0) * (try / 2 % 3 == 0 ? 1 : -1) * 12;
      const DlRect rect = {
        round (middle.x + along.y * beside + along.x * on - width / 2),
        round (middle.y - along.x * beside + along.y * on - DL_MAP_CHIP_HEIGHT / 2),
        width,
        DL_MAP_CHIP_HEIGHT,
      };
      if (!is_free (way, &rect))
        continue;
      dl_map_draw_chip (way->cr, &rect, text, filled, way->theme);
      take (way, rect);
      return;
    }
}

/* Keep the line of hop @i free of the numbers of other hops. */
static void
take_line (DlDrawnPath *way, guint i)
{
  if (way->cells)
    take (way, way->hops[i].box);
  for (guint j = 0; j < way->hops[i].n_lines && !way->cells; j++)
    {
      const DlMapLine *line = &way->hops[i].lines[j];
      const double w = way->line;

      if (line->bulge == 0)
        take (way, (DlRect) { MIN (line->x0, line->x1) - w / 2, MIN (line->y0, line->y1) - w / 2,
                              fabs (line->x1 - line->x0) + w, fabs (line->y1 - line->y0) + w });
    }
}

#define MOST_NUMBERED 400 /* hops: more are not followed by eye */

static void
draw_numbers (DlDrawnPath *way)
{
  const guint step = way->path->step;

  if (way->n <= MOST_NUMBERED)
    for (guint i = 0; i < way->n; i++)
      take_line (way, i);
  if (step < way->n)
    draw_number (way, step, step, TRUE);
  if (way->n > MOST_NUMBERED)
    return;
  for (guint i = 0, end; i < way->n; i = end)
    {
      end = drawn_path_piece_end (way, i);
      if (drawn_path_length (way, i) < (way->cells ? ALONE_CELL : ALONE_FROM))
        {
          if (end - i > 1 || i != step)
            draw_number (way, i, end - 1, FALSE);
        }
      else
        for (; i < end; i++)
          if (i != step)
            draw_number (way, i, i, FALSE);
    }
}

/* Datelines, illegal turn, ends and numbers, over the lines. */
static void
drawn_path_draw_marks (DlDrawnPath *way)
{
  if (way->map->bare)
    return;
  for (guint i = 0; i < way->n; i++)
    if (crosses_dateline (way, i))
      draw_crossing (way, i);
  draw_ends (way);
  if (way->path->closed && way->n > 0)
    draw_closed (way);
  if (way->path->broken_step < way->n)
    draw_broken_turn (way, way->path->broken_step);
  draw_numbers (way);
}

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

/* Where hop @i begins, ends and has its middle, and the unit vector along it. */
static DlPoint
drawn_path_start (const DlDrawnPath *way, guint i)
{
  const DlMapLine *line = &way->hops[i].lines[0];

  return (DlPoint) { line->x0, line->y0 };
}

static DlPoint
drawn_path_end (const DlDrawnPath *way, guint i)
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

static DlPoint
drawn_path_middle (const DlDrawnPath *way, guint i)
{
  const DlMapLine *line = &way->hops[i].lines[0];
  const DlPoint bulge = bulge_of (line);

  return (DlPoint) { (line->x0 + line->x1) / 2 + bulge.x * 0.75,
                     (line->y0 + line->y1) / 2 + bulge.y * 0.75 };
}

/* The length of its line or half line. */
static double
drawn_path_length (const DlDrawnPath *way, guint i)
{
  const DlMapLine *line = &way->hops[i].lines[0];

  return hypot (line->x1 - line->x0, line->y1 - line->y0);
}

static DlPoint
drawn_path_direction (const DlDrawnPath *way, guint i)
{
  const DlMapLine *line = &way->hops[i].lines[0];
  const double length = MAX (drawn_path_length (way, i), 1e-6);

  return (DlPoint) { (line->x1 - line->x0) / length, (line->y1 - line->y0) / length };
}

/* Is hop @i drawn away from the one before, so that a connector leads to it? */
static gboolean
is_apart (const DlDrawnPath *way, guint before, guint i)
{
  const DlPoint from = drawn_path_end (way, before), to = drawn_path_start (way, i);

  return hypot (to.x - from.x, to.y - from.y) > APART;
}

/* Hops that are drawn as one piece from @first on, straight on and beside each other: the first one
 * that is not, at most n. */
static guint
drawn_path_piece_end (const DlDrawnPath *way, guint first)
{
  const DlDrawnHop *hop = &way->hops[first];
  guint i = first + 1;

  while (i < way->n && way->hops[i].port == hop->port && way->hops[i].vc == hop->vc
         && way->hops[i - 1].n_lines == 1 && hop->lines[0].bulge == 0 && !is_apart (way, i - 1, i))
    i++;
  return i;
}

/* A point in the middle of the connector or turn between two hops. */
static DlPoint
drawn_path_turn (const DlDrawnPath *way, guint before, guint after)
{
  const DlPoint from = drawn_path_end (way, before), to = drawn_path_start (way, after);

  if (!is_apart (way, before, after))
    return from;
  return (DlPoint) { (from.x + to.x) / 2, (from.y + to.y) / 2 };
}

/* The box of a cell and the line through it, in the direction of its ring. */
static gboolean
place_cell (DlDrawnPath *way, DlDrawnHop *hop)
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
place_hop (DlDrawnPath *way, guint32 channel, DlDrawnHop *hop)
{
  const DlMap *map = way->map;
  const guint link = channel / DL_TORUS_VCS;

  *hop = (DlDrawnHop) {
    .node = link / DL_TORUS_N_NETWORK_PORTS,
    .port = link % DL_TORUS_N_NETWORK_PORTS,
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
place (DlDrawnPath *way)
{
  double shortest = G_MAXDOUBLE;

  way->hops = g_new (DlDrawnHop, MAX (way->n, 1));
  for (guint i = 0; i < way->n; i++)
    {
      if (!place_hop (way, way->path->channels[i], &way->hops[i]))
        return FALSE;
      shortest = MIN (shortest, drawn_path_length (way, i));
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
trace_piece (const DlDrawnPath *way, guint first, guint end)
{
  if (end - first == 1)
    for (guint i = 0; i < way->hops[first].n_lines; i++)
      trace_line (way->cr, &way->hops[first].lines[i]);
  else
    {
      /* All but the last are one line each. */
      const DlPoint from = drawn_path_start (way, first), to = drawn_path_start (way, end - 1);
      cairo_move_to (way->cr, from.x, from.y);
      cairo_line_to (way->cr, to.x, to.y);
      trace_piece (way, end - 1, end);
    }
}

static void
trace_joint (const DlDrawnPath *way, guint before, guint after)
{
  const DlPoint from = drawn_path_end (way, before), to = drawn_path_start (way, after);

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
end_direction (const DlDrawnPath *way, guint i)
{
  return line_end_direction (&way->hops[i].lines[way->hops[i].n_lines - 1]);
}

/* Heads of a piece: on each hop where there is room, else where it ends. */
static void
trace_heads (const DlDrawnPath *way, guint first, guint end)
{
  const double size = way->line + 2;

  if (drawn_path_length (way, first) < HEAD_HOP || way->hops[first].lines[0].bulge != 0)
    {
      trace_head (way->cr, drawn_path_end (way, end - 1), end_direction (way, end - 1), size);
      return;
    }
  for (guint i = first; i < end; i++)
    {
      const DlPoint along = drawn_path_direction (way, i), from = drawn_path_start (way, i);
      const double at = drawn_path_length (way, i) * 0.62 + size;
      const DlPoint tip = { from.x + along.x * at, from.y + along.y * at };

      trace_head (way->cr, tip, along, size);
    }
}

/* The second virtual channel is dashed. */
static void
set_dash (const DlDrawnPath *way, guint vc)
{
  const double dash[2] = { way->line * 1.6, way->line * 1.4 };

  cairo_set_line_cap (way->cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_dash (way->cr, dash, vc > 0 ? 2 : 0, 0);
}

static void
set_halo (const DlDrawnPath *way)
{
  cairo_set_dash (way->cr, NULL, 0, 0);
  cairo_set_line_cap (way->cr, CAIRO_LINE_CAP_ROUND);
  dl_color_set (way->cr, &way->theme->background);
}

/* All that follows each other and is not apart. */
static void
trace_joints (const DlDrawnPath *way)
{
  for (guint i = 1; i < way->n; i++)
    if (way->hops[i].port != way->hops[i - 1].port && !is_apart (way, i - 1, i))
      trace_joint (way, i - 1, i);
  if (way->path->closed && way->n > 1 && !is_apart (way, way->n - 1, 0))
    trace_joint (way, way->n - 1, 0);
}

static void
draw_lines (const DlDrawnPath *way)
{
  cairo_t *cr = way->cr;

  for (guint halo = 2; halo-- > 0;)
    {
      cairo_set_line_width (cr, way->line + halo * HALO);
      for (guint i = 0, end; i < way->n; i = end)
        {
          end = drawn_path_piece_end (way, i);
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
draw_step_line (const DlDrawnPath *way, guint i)
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
  trace_head (cr, drawn_path_end (way, i), end_direction (way, i), way->line * 2 + 2);
  cairo_fill (cr);
}

/* Boxes ------------------------------------------------------------------------------------------
 */

/* The box of hops @first to before @end. */
static void
trace_box (const DlDrawnPath *way, guint first, guint end, double around)
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
draw_connector (const DlDrawnPath *way, guint before, guint after)
{
  cairo_t *cr = way->cr;
  const DlPoint from = drawn_path_end (way, before), to = drawn_path_start (way, after);
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
draw_connectors (const DlDrawnPath *way)
{
  for (guint i = 1; i < way->n; i++)
    if (is_apart (way, i - 1, i))
      draw_connector (way, i - 1, i);
  if (way->path->closed && way->n > 1 && is_apart (way, way->n - 1, 0))
    draw_connector (way, way->n - 1, 0);
}

static guint
box_end (const DlDrawnPath *way, guint first)
{
  return way->hops[first].box.width < PIECE_CELL ? drawn_path_piece_end (way, first) : first + 1;
}

static void
draw_boxes (const DlDrawnPath *way)
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
draw_step_box (const DlDrawnPath *way, guint i)
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
  DlDrawnPath way = {
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
      drawn_path_draw_marks (&way);
      cairo_restore (cr);
      g_array_unref (way.taken);
    }
  g_free (way.hops);
}
