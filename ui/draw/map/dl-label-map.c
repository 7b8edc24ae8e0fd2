#include "dl-label-map.h"

#include <math.h>

#define MOST_NUMBERS 1000000

static gint
extent_in_pixels (double units, double scale)
{
  return CLAMP (ceil (units * scale - 1e-6), 1, DL_LABEL_MAP_MAX_EXTENT);
}

void
dl_label_map_init (DlLabelMap *map, double width, double height, double scale,
                   const DlMapZoom *zoom, guint32 label)
{
  const double by = zoom != NULL ? dl_map_zoom_by (zoom) : 1;

  map->width = extent_in_pixels (width, scale);
  map->height = extent_in_pixels (height, scale);
  map->scale = scale;
  map->zoom = by;
  map->whole_width = by * map->width + 0.5;
  map->whole_height = by * map->height + 0.5;
  map->left = by > 1 ? CLAMP (zoom->x * scale + 0.5, 0, map->whole_width - map->width) : 0;
  map->top = by > 1 ? CLAMP (zoom->y * scale + 0.5, 0, map->whole_height - map->height) : 0;

  const gsize n_pixels = (gsize) map->width * map->height;
  map->labels = g_new (guint32, n_pixels);
  for (gsize i = 0; i < n_pixels; i++)
    map->labels[i] = label;
}

void
dl_label_map_clear (DlLabelMap *map)
{
  g_clear_pointer (&map->labels, g_free);
}

static gint
hatch_period (const DlLabelMap *map)
{
  return MAX (dl_label_map_px (map, 5), 3);
}

static gint
hatch_stroke (const DlLabelMap *map)
{
  return MAX (dl_label_map_px (map, 2), 1);
}

static void
paint_hatched (const DlLabelMap *map, const guint32 (*colors)[2], guchar *data, gint stride)
{
  const gint period = hatch_period (map), stroke = hatch_stroke (map);
  g_autofree guint8 *phase = g_new (guint8, map->width + period);

  for (gint x = 0; x < map->width + period; x++)
    phase[x] = x % period < stroke;
  for (gint y = 0; y < map->height; y++)
    {
      const guint32 *labels = map->labels + (gsize) y * map->width;
      const guint8 *on = phase + y % period;
      guint32 *row = (guint32 *) (data + (gsize) y * stride);

      for (gint x = 0; x < map->width; x++)
        row[x] = colors[labels[x]][on[x]];
    }
}

static void
paint_plain (const DlLabelMap *map, const guint32 (*colors)[2], guchar *data, gint stride)
{
  for (gint y = 0; y < map->height; y++)
    {
      const guint32 *labels = map->labels + (gsize) y * map->width;
      guint32 *row = (guint32 *) (data + (gsize) y * stride);

      for (gint x = 0; x < map->width; x++)
        row[x] = colors[labels[x]][0];
    }
}

cairo_surface_t *
dl_label_map_surface (const DlLabelMap *map, cairo_surface_t *reuse)
{
  if (reuse == NULL || cairo_surface_get_type (reuse) != CAIRO_SURFACE_TYPE_IMAGE
      || cairo_image_surface_get_format (reuse) != CAIRO_FORMAT_RGB24
      || cairo_image_surface_get_width (reuse) != map->width
      || cairo_image_surface_get_height (reuse) != map->height)
    {
      cairo_surface_destroy (reuse);
      reuse = cairo_image_surface_create (CAIRO_FORMAT_RGB24, map->width, map->height);
    }
  cairo_surface_set_device_scale (reuse, map->scale, map->scale);
  return reuse;
}

cairo_surface_t *
dl_label_map_paint (const DlLabelMap *map, const guint32 (*colors)[2], gboolean hatched,
                    cairo_surface_t *reuse)
{
  cairo_surface_t *surface = dl_label_map_surface (map, reuse);

  cairo_surface_flush (surface);
  guchar *data = cairo_image_surface_get_data (surface);
  if (data == NULL)
    return surface; /* out of memory: cairo's own empty surface */
  const gint stride = cairo_image_surface_get_stride (surface);
  if (hatched)
    paint_hatched (map, colors, data, stride);
  else
    paint_plain (map, colors, data, stride);
  cairo_surface_mark_dirty (surface);
  return surface;
}

void
dl_map_cell_extent (gint extent, guint n, guint i, gint gap, double *start, double *length)
{
  const gint low = dl_map_edge (extent, n, i), high = dl_map_edge (extent, n, i + 1);

  *start = high > low ? low : (double) extent * i / n;
  *length = high > low ? high - low - gap : (double) extent / n;
}

guint
dl_map_number_step (double room, double pitch)
{
  static const guint mantissas[] = { 1, 2, 5 };
  guint power = 1;

  for (;;)
    {
      for (guint i = 0; i < G_N_ELEMENTS (mantissas); i++)
        if (mantissas[i] * power * pitch >= room || power >= MOST_NUMBERS)
          return mantissas[i] * power;
      power *= 10;
    }
}
