/* What is drawn over the dense layer: axes, crosses, datelines, selection and pointer. */
#include "dl-map-private.h"

#include <math.h>

#define LINE_ASIDE 3.5 /* of an outline along a line */

static void
add_link (const DlMap *map, guint node, guint port, GArray *marks)
{
  DlRect rects[2];

  if (dl_map_has_link (map, node, port))
    g_array_append_vals (marks, rects, map->layout->link_rects (map, node, port, rects));
}

/* DlRect, of what is broken in @network. */
static GArray *
find_broken (const DlMap *map, const DlNetwork *network)
{
  GArray *broken = g_array_new (FALSE, FALSE, sizeof (DlRect));
  DlRect rect;

  for (guint node = 0; node < network->n_nodes; node++)
    {
      for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
        if (network->link_state[dl_map_link (node, port)] == DL_LINK_BROKEN)
          add_link (map, node, port, broken);
      if (!network->node_up[node] && map->layout->node_rect (map, node, &rect))
        g_array_append_val (broken, rect);
    }
  return broken;
}

static DlMapFound
find (const DlMap *map, const DlOverlay *overlay)
{
  const DlDifference *difference = overlay->difference;
  DlMapFound found = { .broken = find_broken (map, overlay->net->shape) };

  if (difference == NULL)
    return found;
  found.broken_b = find_broken (map, overlay->against->shape);
  found.outliers = g_array_new (FALSE, FALSE, sizeof (DlRect));
  for (guint link = 0; link < difference->n; link++)
    if (difference->outlier[link])
      add_link (map, link / DL_N_NETWORK_PORTS, link % DL_N_NETWORK_PORTS, found.outliers);
  return found;
}

static void
note_handle (const DlHandle *handle, gpointer marks)
{
  *(guint *) marks |= DL_MARK_DATELINE;
}

guint
dl_map_marks (const DlMap *map, const DlOverlay *overlay, const DlDatelines *datelines)
{
  const DlNetwork *network = overlay->net->shape;
  g_auto (DlMapFound) found = find (map, overlay);
  guint marks = dl_map_found_marks (&found);

  for (guint node = 0; node < network->n_nodes; node++)
    for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
      {
        const guint link = dl_map_link (node, port);

        if (dl_map_has_link (map, node, port))
          marks |= dl_scale_marks_of (overlay->scale, network->link_state[link],
                                      overlay->values[link])
                   & ~DL_MARK_BROKEN;
      }
  map->layout->foreach_handle (map, datelines->at, note_handle, &marks);
  return marks;
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

static void
draw_handles (const DlMap *map, cairo_t *cr, const DlDatelines *datelines, const DlTheme *theme)
{
  HandlePen pen = { cr, datelines->dragged, theme };

  map->layout->foreach_handle (map, datelines->at, draw_handle, &pen);
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
    dl_map_draw_outline (cr, map->options.scale, &rects[i], line, color, theme);
}

/* The body, or on a map without bodies all links that leave the node. */
static void
outline_node (const DlMap *map, cairo_t *cr, guint node, double line, const DlColor *color,
              const DlTheme *theme)
{
  DlRect rect;

  if (node >= map->n_nodes)
    return;
  if (map->layout->node_rect (map, node, &rect))
    dl_map_draw_outline (cr, map->options.scale, &rect, line, color, theme);
  else
    for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
      outline_link (map, cr, dl_map_link (node, port), line, color, theme);
}

static void
outline (gconstpointer data, cairo_t *cr, DlPlace place, double line, const DlColor *color,
         const DlTheme *theme)
{
  if (place.kind == DL_PLACE_LINK)
    outline_link (data, cr, place.a, line, color, theme);
  else if (place.kind == DL_PLACE_NODE)
    outline_node (data, cr, place.a, line, color, theme);
}

void
dl_map_draw_overlay (const DlMap *map, cairo_t *cr, const DlOverlay *overlay,
                     const DlDatelines *datelines, const DlTheme *theme)
{
  const DlOverlayMap on = { .width = map->width, .height = map->height, .outline = outline };
  const gboolean is_part = dl_label_map_is_part (&map->dense);
  const DlRect window = dl_map_window (map);
  g_auto (DlMapFound) found = find (map, overlay);

  g_assert (overlay->net->graph->n_routers == map->n_nodes);
  cairo_save (cr);
  cairo_translate (cr, -window.x, -window.y);
  if (!is_part)
    map->layout->draw_axes (map, cr, datelines->at, theme);
  if (overlay->values != NULL && map->layout->draw_values != NULL)
    map->layout->draw_values (map, cr, overlay);
  map->layout->draw_datelines (map, cr, overlay, datelines, theme);
  if (!is_part)
    draw_handles (map, cr, datelines, theme);
  dl_overlay_draw (overlay, &on, map, &found, cr, theme);
  if (overlay->path != NULL)
    dl_map_draw_path (map, cr, overlay, datelines, theme);
  if (is_part) /* they stay in sight over what moves */
    {
      map->layout->draw_axes (map, cr, datelines->at, theme);
      draw_handles (map, cr, datelines, theme);
    }
  cairo_restore (cr);
}
