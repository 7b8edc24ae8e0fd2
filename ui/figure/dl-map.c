#include "dl-map.h"

#include "dl-map-private.h"

#include <math.h>

/* What cairo and memory bear. */
#define MAX_EXTENT 16384

/* Smaller maps (thumbnails) are cells alone. */
#define BARE_WIDTH  260
#define BARE_HEIGHT 150

static const DlMapLayout *const layouts[DL_N_MAPS] = {
  [DL_MAP_RING_MATRIX] = &dl_map_rings,
  [DL_MAP_PLANES] = &dl_map_planes,
  [DL_MAP_ISOMETRIC] = &dl_map_iso,
};

static gint
extent_in_pixels (double units, double scale)
{
  return CLAMP (ceil (units * scale - 1e-6), 1, MAX_EXTENT);
}

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
  map->width = extent_in_pixels (options->width, options->scale);
  map->height = extent_in_pixels (options->height, options->scale);
  map->bare = options->width < BARE_WIDTH || options->height < BARE_HEIGHT;
  map->no_label = DL_LABEL (map->n_nodes, 0);
  map->ground = map->no_label + 1;

  const gsize n_pixels = (gsize) map->width * map->height;
  map->labels = g_new (guint32, n_pixels);
  for (gsize i = 0; i < n_pixels; i++)
    map->labels[i] = map->no_label;

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
  g_free (map->labels);
  g_free (map);
}

const DlMapOptions *
dl_map_options (const DlMap *map)
{
  return &map->options;
}

guint
dl_map_number_step (double room, double pitch)
{
  static const guint mantissas[] = { 1, 2, 5 };
  guint power = 1;

  for (;;)
    {
      for (guint i = 0; i < G_N_ELEMENTS (mantissas); i++)
        if (mantissas[i] * power * pitch >= room || power >= DL_TORUS_MAX_NODES)
          return mantissas[i] * power;
      power *= 10;
    }
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

static guint32
label_at (const DlMap *map, gint x, gint y)
{
  if (x < 0 || y < 0 || x >= map->width || y >= map->height)
    return map->no_label;
  return map->labels[(gsize) y * map->width + x];
}

DlHit
dl_map_hit (const DlMap *map, double x, double y, const gint dateline[DL_N_DIMS])
{
  DlHit hit = { DL_HIT_NOTHING, DL_NO_LINK, DL_NO_NODE, DL_X };
  HandleSearch search = { x, y, G_MAXDOUBLE, &hit };
  const double device_x = floor (x * map->options.scale), device_y = floor (y * map->options.scale);

  map->layout->foreach_handle (map, dateline, try_handle, &search);
  if (hit.kind != DL_HIT_NOTHING || !(fabs (device_x) < MAX_EXTENT)
      || !(fabs (device_y) < MAX_EXTENT))
    return hit;

  /* The gap behind a cell is its own. */
  const gint px = device_x, py = device_y;
  guint32 label = label_at (map, px, py);
  for (guint side = 1; side < 4 && label >= map->no_label && map->gap > 0; side++)
    label = label_at (map, px - (side & 1 ? map->gap : 0), py - (side & 2 ? map->gap : 0));
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
  g_assert (dim < DL_N_DIMS);
  return map->layout->position_at (map, x, y, dim);
}

/* The node and port of a link that is there. */
static gboolean
split_link (const DlMap *map, guint link, guint *node, guint *port)
{
  *node = link / DL_N_NETWORK_PORTS;
  *port = link % DL_N_NETWORK_PORTS;
  return *node < map->n_nodes && dl_map_has_link (map, *node, *port);
}

gboolean
dl_map_link_rect (const DlMap *map, guint link, DlRect *rect)
{
  DlRect rects[2];
  guint node, port;

  if (!split_link (map, link, &node, &port)
      || map->layout->link_rects (map, node, port, rects) == 0)
    return FALSE;
  *rect = rects[0];
  return TRUE;
}

gboolean
dl_map_node_rect (const DlMap *map, guint node, DlRect *rect)
{
  return node < map->n_nodes && map->layout->node_rect (map, node, rect);
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

/* Set in each pixel, so that the image may be taken for one with alpha too. */
#define OPAQUE 0xff000000u

static guint32
color_rgb (const DlColor *color)
{
  return OPAQUE | (guint32) (color->r * 255 + 0.5) << 16 | (guint32) (color->g * 255 + 0.5) << 8
         | (guint32) (color->b * 255 + 0.5);
}

/* The colours of each label: (labels x 2), beside and on a hatching stroke. Returns whether there
 * is any hatching. */
static gboolean
fill_table (const DlMap *map, const DlNetwork *network, const float *values, const DlScale *scale,
            const DlTheme *theme, guint32 (*table)[2])
{
  const guint32 background = color_rgb (&theme->background), absent = color_rgb (&theme->absent);
  const guint32 frame = color_rgb (&theme->node);
  const guint32 idle[2] = { color_rgb (&theme->idle[0]), color_rgb (&theme->idle[1]) };
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
            colors[port][0] = colors[port][1] = state == DL_LINK_UP
                                                    ? OPAQUE | dl_scale_rgb (scale, values[link])
                                                : state == DL_LINK_BROKEN ? background
                                                                          : absent;
        }
      colors[DL_LABEL_BODY][0] = colors[DL_LABEL_BODY][1]
          = network->node_up[node] ? absent : background;
      colors[DL_LABEL_FRAME][0] = colors[DL_LABEL_FRAME][1] = frame;
    }
  table[map->no_label][0] = table[map->no_label][1] = background;
  table[map->ground][0] = table[map->ground][1] = color_rgb (&theme->grid);
  return hatched;
}

/* Hatching runs across cells: where it is depends on the pixel alone. */
static void
paint_hatched (const DlMap *map, const guint32 (*table)[2], guchar *data, gint stride)
{
  const gint period = MAX (dl_map_px (map, 5), 3), stroke = MAX (dl_map_px (map, 2), 1);
  g_autofree guint8 *phase = g_new (guint8, map->width + period);

  for (gint x = 0; x < map->width + period; x++)
    phase[x] = x % period < stroke;
  for (gint y = 0; y < map->height; y++)
    {
      const guint32 *labels = map->labels + (gsize) y * map->width;
      const guint8 *on = phase + y % period;
      guint32 *row = (guint32 *) (data + (gsize) y * stride);

      for (gint x = 0; x < map->width; x++)
        row[x] = table[labels[x]][on[x]];
    }
}

static void
paint_plain (const DlMap *map, const guint32 (*table)[2], guchar *data, gint stride)
{
  for (gint y = 0; y < map->height; y++)
    {
      const guint32 *labels = map->labels + (gsize) y * map->width;
      guint32 *row = (guint32 *) (data + (gsize) y * stride);

      for (gint x = 0; x < map->width; x++)
        row[x] = table[labels[x]][0];
    }
}

/* @reuse if it will do, or a new surface in its place. */
static cairo_surface_t *
surface_for (const DlMap *map, cairo_surface_t *reuse)
{
  if (reuse != NULL && cairo_surface_get_type (reuse) == CAIRO_SURFACE_TYPE_IMAGE
      && cairo_image_surface_get_format (reuse) == CAIRO_FORMAT_RGB24
      && cairo_image_surface_get_width (reuse) == map->width
      && cairo_image_surface_get_height (reuse) == map->height)
    return reuse;
  cairo_surface_destroy (reuse);
  return cairo_image_surface_create (CAIRO_FORMAT_RGB24, map->width, map->height);
}

cairo_surface_t *
dl_map_paint (const DlMap *map, const DlNetwork *network, const float *values, const DlScale *scale,
              const DlTheme *theme, cairo_surface_t *reuse)
{
  cairo_surface_t *surface = surface_for (map, reuse);
  g_autofree guint32 *colors = g_new0 (guint32, 2 * ((gsize) map->ground + 1));
  guint32 (*table)[2] = (guint32 (*)[2]) colors;

  g_assert (network->n_nodes == map->n_nodes);
  cairo_surface_set_device_scale (surface, map->options.scale, map->options.scale);
  const gboolean hatched = fill_table (map, network, values, scale, theme, table);

  cairo_surface_flush (surface);
  guchar *data = cairo_image_surface_get_data (surface);
  if (data == NULL)
    return surface; /* out of memory: cairo's own empty surface */
  const gint stride = cairo_image_surface_get_stride (surface);
  if (hatched)
    paint_hatched (map, (const guint32 (*)[2]) table, data, stride);
  else
    paint_plain (map, (const guint32 (*)[2]) table, data, stride);
  cairo_surface_mark_dirty (surface);
  return surface;
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
