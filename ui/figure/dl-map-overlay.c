/* What is drawn over the dense layer: axes, crosses, datelines, selection and pointer. */
#include "dl-map-private.h"

#include <math.h>

#define CROSS          9    /* of a cross, at least */
#define CROSS_MAX      18   /* and at most */
#define MANY_CROSSES   1500 /* from here on */
#define SQUARE         14   /* one in each of these */
#define CROSSES_A_PATH 32
#define MIN_OUTLINE    9   /* around a cell, however small */
#define LINE_ASIDE     3.5 /* of an outline along a line */

/* Crosses keep their size when cells are smaller. */
static void
add_cross (cairo_t *cr, const DlRect *rect)
{
  const double size = CLAMP (MIN (rect->width, rect->height) * 0.6, CROSS, CROSS_MAX);
  const double arm = size / 2 - 1;
  const double x = rect->x + rect->width / 2, y = rect->y + rect->height / 2;

  cairo_move_to (cr, x - arm, y - arm);
  cairo_line_to (cr, x + arm, y + arm);
  cairo_move_to (cr, x + arm, y - arm);
  cairo_line_to (cr, x - arm, y + arm);
}

/* Stroke @crosses in paths of a few each: cairo's time grows with the square of a path's length. */
static void
stroke_crosses (cairo_t *cr, const GArray *crosses, const DlColor *color, double line)
{
  dl_color_set (cr, color);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_width (cr, line);
  for (guint i = 0; i < crosses->len; i++)
    {
      add_cross (cr, &g_array_index (crosses, DlRect, i));
      if (i % CROSSES_A_PATH == CROSSES_A_PATH - 1)
        cairo_stroke (cr);
    }
  cairo_stroke (cr);
}

/* One cross in each square, where there are too many to be told apart. */
static gboolean
is_crowded (const DlMap *map, guint8 *squares, const DlRect *rect)
{
  const guint columns = map->options.width / SQUARE + 1, rows = map->options.height / SQUARE + 1;
  const guint column = CLAMP ((rect->x + rect->width / 2) / SQUARE, 0, columns - 1.0);
  const guint row = CLAMP ((rect->y + rect->height / 2) / SQUARE, 0, rows - 1.0);
  const gboolean crowded = squares[row * columns + column];

  squares[row * columns + column] = TRUE;
  return crowded;
}

static void
draw_crosses (const DlMap *map, cairo_t *cr, const DlNetwork *network, const DlTheme *theme)
{
  g_autofree guint8 *squares = NULL;
  g_autoptr (GArray) crosses = g_array_new (FALSE, FALSE, sizeof (DlRect));
  guint broken = 0;
  DlRect rects[2];

  for (guint link = 0; link < network->n_links; link++)
    broken += network->link_state[link] == DL_LINK_BROKEN;
  if (broken == 0 && network->n_working_nodes == network->n_nodes)
    return;
  if (broken > MANY_CROSSES)
    squares = g_new0 (guint8, (gsize) (map->options.width / SQUARE + 1)
                                  * (gsize) (map->options.height / SQUARE + 1));

  for (guint node = 0; node < network->n_nodes; node++)
    {
      for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
        {
          if (network->link_state[dl_map_link (node, port)] != DL_LINK_BROKEN)
            continue;
          const guint n = map->layout->link_rects (map, node, port, rects);
          for (guint i = 0; i < n; i++)
            if (squares == NULL || !is_crowded (map, squares, &rects[i]))
              g_array_append_val (crosses, rects[i]);
        }
      if (!network->node_up[node] && map->layout->node_rect (map, node, &rects[0])
          && (squares == NULL || !is_crowded (map, squares, &rects[0])))
        g_array_append_val (crosses, rects[0]);
    }
  /* A halo makes them stand out on any colour, but hides no other cross. */
  stroke_crosses (cr, crosses, &theme->background, 4.5);
  stroke_crosses (cr, crosses, &theme->broken, 2);
}

typedef struct
{
  cairo_t *cr;
  gint dragged;
  const DlTheme *theme;
} HandlePen;

static void
draw_handle (const DlHandle *handle, gpointer data)
{
  const HandlePen *pen = data;
  const gboolean dragged = pen->dragged == (gint) handle->dim;
  const double half = dragged ? 8 : 6, length = dragged ? 11 : 9;
  cairo_t *cr = pen->cr;

  cairo_move_to (cr, handle->tip_x, handle->tip_y);
  if (handle->from_left)
    {
      cairo_line_to (cr, handle->tip_x - length, handle->tip_y - half);
      cairo_line_to (cr, handle->tip_x - length, handle->tip_y + half);
    }
  else
    {
      cairo_line_to (cr, handle->tip_x - half, handle->tip_y - length);
      cairo_line_to (cr, handle->tip_x + half, handle->tip_y - length);
    }
  cairo_close_path (cr);
  dl_color_set (cr, &pen->theme->accent);
  cairo_fill (cr);
}

/* A line around a cell on a halo, not over the cell's own colour. */
static void
draw_outline (const DlMap *map, cairo_t *cr, const DlRect *rect, double line, const DlColor *color,
              const DlTheme *theme)
{
  const double width = MAX (rect->width, MIN_OUTLINE - 2),
               height = MAX (rect->height, MIN_OUTLINE - 2);
  const double x = dl_map_snap (map, rect->x + (rect->width - width) / 2) - line / 2;
  const double y = dl_map_snap (map, rect->y + (rect->height - height) / 2) - line / 2;

  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  cairo_rectangle (cr, x, y, ceil (width) + line, ceil (height) + line);
  dl_color_set (cr, &theme->background);
  cairo_set_line_width (cr, line + 2);
  cairo_stroke_preserve (cr);
  dl_color_set (cr, color);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
}

/* A line around the lines of a link, which may be out of sight: it is where it would be. */
static void
outline_lines (const DlMap *map, cairo_t *cr, guint node, guint port, double line,
               const DlColor *color, const DlTheme *theme)
{
  DlMapLine lines[2];
  const guint n = map->layout->link_lines (map, node, port, lines);

  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  for (guint i = 0; i < n; i++)
    {
      const double dx = lines[i].x1 - lines[i].x0, dy = lines[i].y1 - lines[i].y0;
      const double length = MAX (hypot (dx, dy), 1e-6);
      /* Beside the middle of the line, clear of the nodes at its ends. */
      const double from = n == 1 || i == 0 ? 0.2 : 0, to = n == 1 || i == 1 ? 0.8 : 1;
      const double x = -dy / length * LINE_ASIDE, y = dx / length * LINE_ASIDE;

      cairo_move_to (cr, lines[i].x0 + dx * from + x, lines[i].y0 + dy * from + y);
      cairo_line_to (cr, lines[i].x0 + dx * to + x, lines[i].y0 + dy * to + y);
      cairo_line_to (cr, lines[i].x0 + dx * to - x, lines[i].y0 + dy * to - y);
      cairo_line_to (cr, lines[i].x0 + dx * from - x, lines[i].y0 + dy * from - y);
      cairo_close_path (cr);
    }
  dl_color_set (cr, &theme->background);
  cairo_set_line_width (cr, line + 2);
  cairo_stroke_preserve (cr);
  dl_color_set (cr, color);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
}

static void
outline_link (const DlMap *map, cairo_t *cr, guint link, double line, const DlColor *color,
              const DlTheme *theme)
{
  const guint node = link / DL_N_NETWORK_PORTS, port = link % DL_N_NETWORK_PORTS;
  DlRect rects[2];

  if (node >= map->n_nodes || !dl_map_has_link (map, node, port))
    return;
  if (map->layout->outline_lines)
    {
      outline_lines (map, cr, node, port, line, color, theme);
      return;
    }
  const guint n = map->layout->link_rects (map, node, port, rects);
  for (guint i = 0; i < n; i++)
    draw_outline (map, cr, &rects[i], line, color, theme);
}

/* The body, or on a map without bodies all links that leave the node. */
static void
outline_node (const DlMap *map, cairo_t *cr, guint node, double line, const DlTheme *theme)
{
  DlRect rect;

  if (dl_map_node_rect (map, node, &rect))
    draw_outline (map, cr, &rect, line, &theme->accent, theme);
  else
    for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
      outline_link (map, cr, dl_map_link (node, port), line, &theme->accent, theme);
}

void
dl_map_draw_overlay (const DlMap *map, cairo_t *cr, const DlMapOverlay *overlay,
                     const DlTheme *theme)
{
  HandlePen pen = { cr, overlay->dragged_dateline, theme };
  const double selected_line = overlay->focused ? 3 : 2;

  g_assert (overlay->network->n_nodes == map->n_nodes);
  cairo_save (cr);
  map->layout->draw_axes (map, cr, overlay->dateline, theme);
  map->layout->draw_datelines (map, cr, overlay, theme);
  map->layout->foreach_handle (map, overlay->dateline, draw_handle, &pen);
  draw_crosses (map, cr, overlay->network, theme);
  if (overlay->selected_node < map->n_nodes)
    outline_node (map, cr, overlay->selected_node, selected_line, theme);
  if (overlay->hovered_link != DL_NO_LINK && overlay->hovered_link != overlay->selected_link)
    outline_link (map, cr, overlay->hovered_link, 1, &theme->foreground, theme);
  if (overlay->selected_link != DL_NO_LINK)
    outline_link (map, cr, overlay->selected_link, selected_line, &theme->accent, theme);
  if (overlay->path != NULL)
    dl_map_draw_path (map, cr, overlay, theme);
  cairo_restore (cr);
}
