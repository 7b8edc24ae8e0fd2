#include "dl-map.h"

#include "dl-map-private.h"

#include <math.h>

/* Smaller maps (thumbnails) are cells alone. */
#define BARE_WIDTH  260
#define BARE_HEIGHT 150

static const DlMapLayout *const layouts[DL_N_MAPS] = {
  [DL_MAP_RING_MATRIX] = &dl_map_rings,
  [DL_MAP_PLANES] = &dl_map_planes,
  [DL_MAP_ISOMETRIC] = &dl_map_iso,
};

DlMap *
dl_map_new (const DlNetwork *network, const DlMapOptions *options)
{
  const DlTorus *torus = &network->torus;
  DlMap *map = g_new0 (DlMap, 1);

  g_assert (network->n_ports == DL_N_NETWORK_PORTS && options->kind < DL_N_MAPS);
  g_assert (options->scale > 0 && options->slice < DL_N_DIMS);
  map->options = *options;
  map->layout = layouts[options->kind];
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
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
dl_map_hit (const DlMap *map, double x, double y, const gint dateline[DL_N_DIMS])
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

  /* The gap behind a cell is its own. */
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

guint
dl_map_position_at (const DlMap *map, double x, double y, DlDim dim)
{
  const DlRect window = dl_map_window (map);

  g_assert (dim < DL_N_DIMS);
  return map->layout->position_at (map, window.x + x, window.y + y, dim);
}

/* The node and port of a link that is there. */
static gboolean
split_link (const DlMap *map, guint link, guint *node, guint *port)
{
  *node = link / DL_N_NETWORK_PORTS;
  *port = link % DL_N_NETWORK_PORTS;
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
mean_color (const DlNetwork *network, const float *values, const DlScale *scale,
            const DlTheme *theme, guint node, guint32 color[2])
{
  const guint32 absent = dl_color_rgb (&theme->absent);
  double sum = 0, worst = 0;
  guint n_values = 0, n_idle = 0;

  for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
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
fill_table (const DlMap *map, const DlNetwork *network, const float *values, const DlScale *scale,
            const DlTheme *theme, guint32 (*table)[2])
{
  const guint32 background = dl_color_rgb (&theme->background),
                absent = dl_color_rgb (&theme->absent);
  const guint32 frame = dl_color_rgb (&theme->node);
  const guint32 idle[2] = { dl_color_rgb (&theme->idle[0]), dl_color_rgb (&theme->idle[1]) };
  gboolean hatched = FALSE;

  for (guint node = 0; node < map->n_nodes; node++)
    {
      guint32 (*colors)[2] = &table[DL_LABEL (node, 0)];

      for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
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
dl_map_paint (const DlMap *map, const DlNetwork *network, const float *values, const DlScale *scale,
              const DlTheme *theme, cairo_surface_t *reuse)
{
  g_autofree guint32 *colors = g_new0 (guint32, 2 * ((gsize) map->ground + 1));
  guint32 (*table)[2] = (guint32 (*)[2]) colors;

  g_assert (network->n_nodes == map->n_nodes);
  const gboolean hatched = fill_table (map, network, values, scale, theme, table);
  return dl_label_map_paint (&map->dense, (const guint32 (*)[2]) table, hatched, reuse);
}

void
dl_map_minimum_size (const DlNetwork *network, DlMapKind kind, double *width, double *height)
{
  if (kind == DL_MAP_RING_MATRIX)
    dl_map_rings_minimum_size (network->torus.radix, width, height);
  else if (kind == DL_MAP_ISOMETRIC)
    dl_map_iso_minimum_size (network->torus.radix, width, height);
  else
    dl_map_planes_minimum_size (network->torus.radix, DL_Z, width, height);
}
