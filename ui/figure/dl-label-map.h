/* A dense layer: which label each pixel shows, laid out once for a size, and recoloured by a table.
 * All in device pixels, so that edges are crisp. */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/* What cairo and memory bear. */
#define DL_LABEL_MAP_MAX_EXTENT 16384

typedef struct
{
  gint width, height;
  double scale;    /* device pixels a unit */
  guint32 *labels; /* (height x width) */
} DlLabelMap;

/* @width x @height units, each pixel @label. Clear with dl_label_map_clear. */
void dl_label_map_init (DlLabelMap *map, double width, double height, double scale, guint32 label);
void dl_label_map_clear (DlLabelMap *map);

/* An opaque image (RGB24, each pixel 0xffrrggbb) with the map's size and device scale. @reuse
 * (nullable) is taken over: returned if it has the size, and destroyed if not. */
cairo_surface_t *dl_label_map_surface (const DlLabelMap *map, cairo_surface_t *reuse);
/* Paint it. @colors (labels x 2): beside and on a stroke of hatching, which is looked for if
 * @hatched. The time it takes is that of the pixels, whatever the number of labels. */
cairo_surface_t *dl_label_map_paint (const DlLabelMap *map, const guint32 (*colors)[2],
                                     gboolean hatched, cairo_surface_t *reuse);
/* @value units in device pixels. */
static inline gint
dl_label_map_px (const DlLabelMap *map, double value)
{
  return value * map->scale + 0.5;
}

/* Move to the device's grid. */
static inline double
dl_label_map_snap (const DlLabelMap *map, double value)
{
  return (double) (gint64) (value * map->scale + 0.5) / map->scale;
}

/* The label of a pixel, or @outside. */
static inline guint32
dl_label_map_at (const DlLabelMap *map, gint x, gint y, guint32 outside)
{
  if (x < 0 || y < 0 || x >= map->width || y >= map->height)
    return outside;
  return map->labels[(gsize) y * map->width + x];
}

/* The edge before the @i-th of @n cells across @extent pixels: a cell has the pixels whose centres
 * lie in it. */
static inline gint
dl_map_edge (gint extent, guint n, guint i)
{
  return (2 * (gint64) extent * i + n - 1) / (2 * (gint64) n);
}

/* The cell that has pixel @pixel. */
static inline guint
dl_map_index (gint extent, guint n, gint pixel)
{
  return (2 * (gint64) pixel + 1) * n / (2 * (gint64) extent);
}

/* A cell's extent in one direction, less @gap: its true one where it is less than a pixel. */
void dl_map_cell_extent (gint extent, guint n, guint i, gint gap, double *start, double *length);

/* Numbers 0 .. n-1 along an axis: the smallest round step that keeps them @room apart. */
guint dl_map_number_step (double room, double pitch);

G_END_DECLS
