#include "dl-map.h"

#include "dl-map-private.h"

#include <math.h>

/* Overlay of the dense layer: axes, crosses, datelines, selection and pointer. */

#define LINE_ASIDE 3.5 /* of an outline along a line */

static void
add_link (const DlMap *map, guint node, guint port, GArray *marks)
{
  DlRect rects[2];

  if (dl_map_has_link (map, node, port))
    g_array_append_vals (marks, rects, map->layout->link_rects (map, node, port, rects));
}

/* DlRect, of the broken parts of @network. */
static GArray *
find_broken (const DlMap *map, const DlTorusNetwork *network)
{
  GArray *broken = g_array_new (FALSE, FALSE, sizeof (DlRect));
  DlRect rect;

  for (guint node = 0; node < network->n_nodes; node++)
    {
      for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
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
      add_link (map, link / DL_TORUS_N_NETWORK_PORTS, link % DL_TORUS_N_NETWORK_PORTS,
                found.outliers);
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
  const DlTorusNetwork *network = overlay->net->shape;
  g_auto (DlMapFound) found = find (map, overlay);
  guint marks = dl_map_found_marks (&found);

  for (guint node = 0; node < network->n_nodes; node++)
    for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
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
  const guint node = link / DL_TORUS_N_NETWORK_PORTS, port = link % DL_TORUS_N_NETWORK_PORTS;
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
    for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
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

/* Smaller maps (thumbnails) are cells alone. */
#define BARE_WIDTH  260
#define BARE_HEIGHT 150

static const DlMapLayout *const layouts[DL_N_MAPS] = {
  [DL_MAP_RING_MATRIX] = &dl_map_rings,
  [DL_MAP_PLANES] = &dl_map_planes,
  [DL_MAP_ISOMETRIC] = &dl_map_iso,
};

DlMap *
dl_map_new (const DlTorusNetwork *network, const DlMapOptions *options)
{
  const DlTorus *torus = &network->torus;
  DlMap *map = g_new0 (DlMap, 1);

  g_assert (network->n_ports == DL_TORUS_N_NETWORK_PORTS && options->kind < DL_N_MAPS);
  g_assert (options->scale > 0 && options->slice < DL_TORUS_N_DIMS);
  map->options = *options;
  map->layout = layouts[options->kind];
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      map->radix[dim] = torus->radix[dim];
      map->ring[dim] = torus->ring[dim];
      map->stride[dim] = torus->stride[dim];
    }
  map->n_nodes = network->n_nodes;
  map->n_regions = torus->n_regions;
  map->region_planes = torus->region_planes;
  map->bare = options->width < BARE_WIDTH || options->height < BARE_HEIGHT;
  map->no_label = DL_LABEL (map->n_nodes, 0);
  map->ground = map->no_label + 1;

  dl_label_map_init (&map->dense, options->width, options->height, options->scale, &options->zoom,
                     map->no_label);
  map->width = options->width * map->dense.zoom;
  map->height = options->height * map->dense.zoom;

  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *measure = cairo_create (surface);
  map->layout->place (map, measure);
  cairo_destroy (measure);
  cairo_surface_destroy (surface);
  return map;
}

void
dl_map_free (DlMap *map)
{
  if (map == NULL)
    return;
  map->layout->free (map);
  dl_label_map_clear (&map->dense);
  g_free (map);
}

const DlMapOptions *
dl_map_options (const DlMap *map)
{
  return &map->options;
}

gboolean
dl_map_has_node_means (const DlMap *map)
{
  return map->node_means;
}

/* Handles can be close together: the one whose tip is nearest counts. */
typedef struct
{
  double x, y;
  double nearest;
  DlHit *hit;
} HandleSearch;

static void
try_handle (const DlHandle *handle, gpointer data)
{
  HandleSearch *search = data;
  const DlRect *rect = &handle->hit;
  const double distance = hypot (search->x - handle->tip_x, search->y - handle->tip_y);

  if (search->x < rect->x || search->x >= rect->x + rect->width || search->y < rect->y
      || search->y >= rect->y + rect->height || distance >= search->nearest)
    return;
  search->nearest = distance;
  *search->hit = (DlHit) { DL_HIT_DATELINE, DL_NO_LINK, DL_NO_NODE, handle->dim };
}

DlHit
dl_map_hit (const DlMap *map, double x, double y, const gint dateline[DL_TORUS_N_DIMS])
{
  const DlRect window = dl_map_window (map);
  const double scale = map->options.scale;
  DlHit hit = { DL_HIT_NOTHING, DL_NO_LINK, DL_NO_NODE, DL_X };
  HandleSearch search = { window.x + x, window.y + y, G_MAXDOUBLE, &hit };
  gint px, py;

  map->layout->foreach_handle (map, dateline, try_handle, &search);
  if (hit.kind != DL_HIT_NOTHING || !dl_label_map_find (map->dense.left, x * scale, &px)
      || !dl_label_map_find (map->dense.top, y * scale, &py))
    return hit;

  /* The gap after a cell is its own. */
  guint32 label = dl_label_map_at (&map->dense, px, py, map->no_label);
  for (guint side = 1; side < 4 && label >= map->no_label && map->gap > 0; side++)
    label = dl_label_map_at (&map->dense, px - (side & 1 ? map->gap : 0),
                             py - (side & 2 ? map->gap : 0), map->no_label);
  if (label >= map->no_label)
    return hit;

  const guint node = label >> 3, code = label & 7;
  if (code >= DL_LABEL_BODY)
    hit = (DlHit) { DL_HIT_NODE, DL_NO_LINK, node, DL_X };
  else if (dl_map_has_link (map, node, code))
    hit = (DlHit) { DL_HIT_LINK, dl_map_link (node, code), node, DL_X };
  return hit;
}

guint32 *
dl_map_labels (const DlMap *map, guint *width, guint *height)
{
  const DlLabelMap *dense = &map->dense;
  const gsize n = (gsize) dense->width * dense->height;
  guint32 *links = g_new (guint32, MAX (1, n));

  for (gsize i = 0; i < n; i++)
    {
      const guint32 label = dense->labels[i];
      const guint node = label >> 3, code = label & 7;

      links[i] = label == map->ground                ? DL_MAP_GROUND
                 : label >= map->no_label            ? DL_NO_LINK
                 : code == DL_LABEL_FRAME            ? DL_MAP_FRAME
                 : code == DL_LABEL_BODY             ? DL_MAP_BODY
                 : dl_map_has_link (map, node, code) ? dl_map_link (node, code)
                                                     : DL_NO_LINK;
    }
  *width = dense->width;
  *height = dense->height;
  return links;
}

guint
dl_map_position_at (const DlMap *map, double x, double y, DlTorusDim dim)
{
  const DlRect window = dl_map_window (map);

  g_assert (dim < DL_TORUS_N_DIMS);
  return map->layout->position_at (map, window.x + x, window.y + y, dim);
}

/* The node and port of a link that is there. */
static gboolean
split_link (const DlMap *map, guint link, guint *node, guint *port)
{
  *node = link / DL_TORUS_N_NETWORK_PORTS;
  *port = link % DL_TORUS_N_NETWORK_PORTS;
  return *node < map->n_nodes && dl_map_has_link (map, *node, *port);
}

/* From the whole map to its window. */
static DlRect
in_window (const DlMap *map, DlRect rect)
{
  const DlRect window = dl_map_window (map);

  return (DlRect) { rect.x - window.x, rect.y - window.y, rect.width, rect.height };
}

gboolean
dl_map_link_rect (const DlMap *map, guint link, DlRect *rect)
{
  DlRect rects[2];
  guint node, port;

  if (!split_link (map, link, &node, &port)
      || map->layout->link_rects (map, node, port, rects) == 0)
    return FALSE;
  *rect = in_window (map, rects[0]);
  return TRUE;
}

gboolean
dl_map_node_rect (const DlMap *map, guint node, DlRect *rect)
{
  if (node >= map->n_nodes || !map->layout->node_rect (map, node, rect))
    return FALSE;
  *rect = in_window (map, *rect);
  return TRUE;
}

gboolean
dl_map_plane_at (const DlMap *map, double x, double y, guint *plane, gboolean *title)
{
  const DlRect window = dl_map_window (map);

  return map->layout->plane_at != NULL
         && map->layout->plane_at (map, window.x + x, window.y + y, plane, title);
}

guint
dl_map_step (const DlMap *map, guint link, gint dx, gint dy)
{
  DlRect rects[2];
  guint node, port;

  if (!split_link (map, link, &node, &port)
      || map->layout->link_rects (map, node, port, rects) == 0)
    return map->layout->first (map);
  return map->layout->step (map, link, CLAMP (dx, -1, 1), CLAMP (dy, -1, 1));
}

/* One color for the links that leave @node: their mean, of what breaking a cable does the worst. */
static gboolean
mean_color (const DlTorusNetwork *network, const float *values, const DlScale *scale,
            const DlTheme *theme, guint node, guint32 color[2])
{
  const guint32 absent = dl_color_rgb (&theme->absent);
  double sum = 0, worst = 0;
  guint n_values = 0, n_idle = 0;

  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    {
      const guint link = dl_map_link (node, port);

      if (network->link_state[link] != DL_LINK_UP || dl_value_is_unknown (values[link]))
        continue;
      if (isnan (values[link]))
        {
          n_idle++;
          continue;
        }
      sum += values[link];
      worst = MAX (worst, values[link]);
      n_values++;
    }
  color[0] = color[1] = absent;
  if (n_values > 0)
    color[0] = color[1]
        = DL_OPAQUE
          | dl_scale_rgb (scale, scale->kind == DL_SCALE_CRITICAL && !scale->is_difference
                                     ? worst
                                     : sum / n_values);
  else if (n_idle > 0)
    {
      color[0] = dl_color_rgb (&theme->idle[0]);
      color[1] = dl_color_rgb (&theme->idle[1]);
    }
  return n_values == 0 && n_idle > 0;
}

/* The colors of each label: (labels x 2), beside and on a hatching stroke. Returns whether there
 * is any hatching. */
static gboolean
fill_table (const DlMap *map, const DlTorusNetwork *network, const float *values,
            const DlScale *scale, const DlTheme *theme, guint32 (*table)[2])
{
  const guint32 background = dl_color_rgb (&theme->background),
                absent = dl_color_rgb (&theme->absent);
  const guint32 frame = dl_color_rgb (&theme->node);
  const guint32 idle[2] = { dl_color_rgb (&theme->idle[0]), dl_color_rgb (&theme->idle[1]) };
  gboolean hatched = FALSE;

  for (guint node = 0; node < map->n_nodes; node++)
    {
      guint32 (*colors)[2] = &table[DL_LABEL (node, 0)];

      for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
        {
          const guint link = dl_map_link (node, port);
          const guint state = network->link_state[link];

          if (state == DL_LINK_UP && isnan (values[link]))
            {
              colors[port][0] = idle[0];
              colors[port][1] = idle[1];
              hatched = TRUE;
            }
          else
            colors[port][0] = colors[port][1]
                = state == DL_LINK_BROKEN ? background
                  : state == DL_LINK_UP && !dl_value_is_unknown (values[link])
                      ? DL_OPAQUE | dl_scale_rgb (scale, values[link])
                      : absent;
        }
      colors[DL_LABEL_BODY][0] = colors[DL_LABEL_BODY][1]
          = network->node_up[node] ? absent : background;
      if (map->node_means && network->node_up[node])
        hatched |= mean_color (network, values, scale, theme, node, colors[DL_LABEL_BODY]);
      colors[DL_LABEL_FRAME][0] = colors[DL_LABEL_FRAME][1] = frame;
    }
  table[map->no_label][0] = table[map->no_label][1] = background;
  table[map->ground][0] = table[map->ground][1] = dl_color_rgb (&theme->grid);
  return hatched;
}

cairo_surface_t *
dl_map_paint (const DlMap *map, const DlTorusNetwork *network, const float *values,
              const DlScale *scale, const DlTheme *theme, cairo_surface_t *reuse)
{
  g_autofree guint32 *colors = g_new0 (guint32, 2 * ((gsize) map->ground + 1));
  guint32 (*table)[2] = (guint32 (*)[2]) colors;

  g_assert (network->n_nodes == map->n_nodes);
  const gboolean hatched = fill_table (map, network, values, scale, theme, table);
  return dl_label_map_paint (&map->dense, (const guint32 (*)[2]) table, hatched, reuse);
}

void
dl_map_minimum_size (const DlTorusNetwork *network, DlMapKind kind, double *width, double *height)
{
  if (kind == DL_MAP_RING_MATRIX)
    dl_map_rings_minimum_size (network->torus.radix, width, height);
  else if (kind == DL_MAP_ISOMETRIC)
    dl_map_iso_minimum_size (network->torus.radix, width, height);
  else
    dl_map_planes_minimum_size (network->torus.radix, DL_Z, width, height);
}
