/* What stands over the lines of a way: its two ends, datelines that it crosses, the turn that is
 * not legal, and the numbers of its hops. */
#include "dl-map-path-private.h"

#include <glib/gi18n.h>
#include <math.h>

#define RADIUS     7.5  /* of the ends, S and D */
#define ALONE_FROM 34.0 /* hops of this length have a number each */
#define ALONE_CELL 23.0 /* and cells of this width */
#define BAR_APART  3.0  /* a dateline's two bars */

static void
take (DlWay *way, DlRect rect)
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
is_free (const DlWay *way, const DlRect *rect)
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
crosses_dateline (const DlWay *way, guint i)
{
  const DlWayHop *hop = &way->hops[i];
  const guint dim = hop->port >> 1;
  const guint before = i > 0 ? i - 1 : way->n - 1;

  if ((i == 0 && !way->path->closed) || way->hops[before].port != hop->port)
    return FALSE;
  return dl_map_has_dateline (way->map, way->datelines->at, dim)
         && dl_map_at (way->map, hop->node, dim) == (guint) way->datelines->at[dim];
}

/* Two bars across the hop, as a dateline is drawn. */
static void
draw_crossing (DlWay *way, guint i)
{
  cairo_t *cr = way->cr;
  const DlPoint along = dl_way_direction (way, i), start = dl_way_start (way, i);
  const double length = dl_way_length (way, i);
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
draw_broken_turn (DlWay *way, guint before)
{
  cairo_t *cr = way->cr;
  const guint after = before + 1 < way->n ? before + 1 : 0;
  const DlPoint at = dl_way_turn (way, before, after);
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
draw_end (DlWay *way, DlPoint at, const char *letter)
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
draw_closed (DlWay *way)
{
  cairo_t *cr = way->cr;
  const DlPoint along = dl_way_direction (way, 0);
  const double edge = RADIUS + 2, radius = RADIUS * 0.5;
  const double aside = way->cells ? way->hops[0].box.height / 2 + edge : 0;
  DlPoint at = dl_way_start (way, 0);

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
draw_dead_end (DlWay *way, DlPoint at)
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
 * behind. */
static gboolean
find_end (const DlWay *way, guint node, guint i, gint side, DlPoint *at)
{
  DlRect rect;

  if (way->map->layout->node_rect (way->map, node, &rect))
    {
      *at = (DlPoint) { rect.x + rect.width / 2, rect.y + rect.height / 2 };
      return TRUE;
    }
  if (i >= way->n)
    return FALSE;
  const DlPoint along = dl_way_direction (way, i);
  const DlPoint edge = side < 0 ? dl_way_start (way, i) : dl_way_end (way, i);
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
draw_ends (DlWay *way)
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
draw_number (DlWay *way, guint first, guint last, gboolean filled)
{
  const DlPoint a = first == last ? dl_way_middle (way, first) : dl_way_start (way, first);
  /* The last may wrap around: its first half. */
  const DlMapLine *last_line = &way->hops[last].lines[0];
  const DlPoint b = first == last ? a : (DlPoint) { last_line->x1, last_line->y1 };
  const DlPoint along = dl_way_direction (way, first);
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

/* Its line is not to be hidden by numbers of others. */
static void
take_line (DlWay *way, guint i)
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
draw_numbers (DlWay *way)
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
      end = dl_way_piece_end (way, i);
      if (dl_way_length (way, i) < (way->cells ? ALONE_CELL : ALONE_FROM))
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

void
dl_way_draw_marks (DlWay *way)
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
