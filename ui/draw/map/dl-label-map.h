/* A dense layer: which label each pixel shows, laid out once per size, and recolored by a table.
 * All in device pixels, so that edges are crisp. */
#pragma once

#include "dl-map-zoom.h"

#include <cairo.h>

G_BEGIN_DECLS

/* Limit of cairo and memory. */
#define DL_LABEL_MAP_MAX_EXTENT 16384

/* Layouts place cells on the whole of a map; labels are of its window alone, which is all of it
 * where nothing is zoomed. */
typedef struct
{
  gint width, height;             /* of the window */
  gint left, top;                 /* its corner on the whole */
  gint whole_width, whole_height; /* of the layout */
  double zoom;                    /* of the whole, times the window */
  double scale;                   /* device pixels per unit */
  guint32 *labels;                /* (height x width) */
} DlLabelMap;

/* A window of @width x @height units, each pixel @label, on a map that is larger by @zoom
 * (nullable; in the same units). Clear with dl_label_map_clear. */
void dl_label_map_init (DlLabelMap *map, double width, double height, double scale,
                        const DlMapZoom *zoom, guint32 label);
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

/* Does the window show less than the whole? */
static inline gboolean
dl_label_map_is_part (const DlLabelMap *map)
{
  return map->zoom > 1;
}

/* The part of a row or column of cells from @from up to @to that the window shows, on the whole
 * map; empty if *from >= *to. */
static inline void
dl_label_map_clip_x (const DlLabelMap *map, gint *from, gint *to)
{
  *from = MAX (*from, map->left);
  *to = MIN (*to, map->left + map->width);
}

static inline void
dl_label_map_clip_y (const DlLabelMap *map, gint *from, gint *to)
{
  *from = MAX (*from, map->top);
  *to = MIN (*to, map->top + map->height);
}

/* The label of a pixel of the whole map that the window shows. */
static inline guint32 *
dl_label_map_pixel (const DlLabelMap *map, gint x, gint y)
{
  return &map->labels[(gsize) (y - map->top) * map->width + (x - map->left)];
}

/* The same of any, or @outside. */
static inline guint32
dl_label_map_at (const DlLabelMap *map, gint x, gint y, guint32 outside)
{
  if (x < map->left || y < map->top || x >= map->left + map->width || y >= map->top + map->height)
    return outside;
  return *dl_label_map_pixel (map, x, y);
}

/* The pixel at @at, device pixels from @origin; FALSE where that is far away. */
static inline gboolean
dl_label_map_find (gint origin, double at, gint *pixel)
{
  const gint most = G_MAXINT / 4;

  if (!(at >= -most && at < most))
    return FALSE;
  *pixel = origin + (gint) (at + most) - most;
  return TRUE;
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
