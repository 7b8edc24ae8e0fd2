/* Parts that all maps share. All layout is in device pixels, so that edges are crisp; results of a
 * map are in its units. */
#pragma once

#include "dl-label-map.h"
#include "dl-map-marks.h"
#include "dl-map.h"
#include "dl-text.h"

G_BEGIN_DECLS

/* A label: what a pixel shows, eight for each node: its ports, its body and the body's frame. */
#define DL_LABEL(node, code) ((guint32) (node) << 3 | (code))
#define DL_LABEL_BODY        DL_TORUS_N_NETWORK_PORTS
#define DL_LABEL_FRAME       (DL_TORUS_N_NETWORK_PORTS + 1)

/* A dateline's handle: a triangle whose tip touches the column or row. */
typedef struct
{
  DlTorusDim dim;
  double tip_x, tip_y;
  gboolean from_left; /* it points right, at a row; else down, at a column */
  DlRect hit;
} DlHandle;

/* Where the way over a link is drawn: bulging to the right of it by @bulge of its length. */
typedef struct
{
  double x0, y0, x1, y1;
  double bulge;
} DlMapLine;

typedef void (*DlHandleFunc) (const DlHandle *handle, gpointer data);

/* A kind of map: all of it is on the whole map, of which the window may show a part. */
typedef struct
{
  gboolean outline_lines; /* a selected link is outlined along its lines, not its rectangles */
  /* Lay it out and fill the labels; @measure is for text. */
  void (*place) (DlMap *map, cairo_t *measure);
  void (*free) (DlMap *map);
  /* Where the link is: its cell, and for a link that wraps around a plane the other half's too.
   * Returns how many. */
  guint (*link_rects) (const DlMap *map, guint node, guint port, DlRect rects[2]);
  /* Where a way over the link is drawn, from node to node: two halves where it wraps around, the
   * one that leaves first. NULL: links are cells in rows. Returns how many. */
  guint (*link_lines) (const DlMap *map, guint node, guint port, DlMapLine lines[2]);
  gboolean (*node_rect) (const DlMap *map, guint node, DlRect *rect);
  guint (*step) (const DlMap *map, guint link, gint dx, gint dy);
  guint (*first) (const DlMap *map);
  guint (*position_at) (const DlMap *map, double x, double y, DlTorusDim dim);
  /* Implements dl_map_plane_at; NULL: there are no planes. */
  gboolean (*plane_at) (const DlMap *map, double x, double y, guint *plane, gboolean *title);
  void (*foreach_handle) (const DlMap *map, const gint dateline[DL_TORUS_N_DIMS], DlHandleFunc func,
                          gpointer data);
  /* Titles and numbers; those at datelines give way or stand out. On a map that is zoomed they stay
   * in sight, over the cells. */
  void (*draw_axes) (const DlMap *map, cairo_t *cr, const gint dateline[DL_TORUS_N_DIMS],
                     const DlTheme *theme);
  /* The values of cells that have room for them. Nullable. */
  void (*draw_values) (const DlMap *map, cairo_t *cr, const DlOverlay *overlay);
  /* The stripes and bars, without their handles. */
  void (*draw_datelines) (const DlMap *map, cairo_t *cr, const DlOverlay *overlay,
                          const DlDatelines *datelines, const DlTheme *theme);
} DlMapLayout;

/* Draw the overlay's path, over all else. */
void dl_map_draw_path (const DlMap *map, cairo_t *cr, const DlOverlay *overlay,
                       const DlDatelines *datelines, const DlTheme *theme);

extern const DlMapLayout dl_map_rings;
extern const DlMapLayout dl_map_planes;
extern const DlMapLayout dl_map_iso;

void dl_map_rings_minimum_size (const guint radix[DL_TORUS_N_DIMS], double *width, double *height);
void dl_map_planes_minimum_size (const guint radix[DL_TORUS_N_DIMS], DlTorusDim slice,
                                 double *width, double *height);
void dl_map_iso_minimum_size (const guint radix[DL_TORUS_N_DIMS], double *width, double *height);

typedef struct _DlRings DlRings;
typedef struct _DlPlanes DlPlanes;
typedef struct _DlIso DlIso;

struct _DlMap
{
  DlMapOptions options;
  double width, height; /* units of the whole map */
  const DlMapLayout *layout;
  guint radix[DL_TORUS_N_DIMS];
  gboolean ring[DL_TORUS_N_DIMS];
  guint stride[DL_TORUS_N_DIMS];
  guint n_nodes;
  guint n_regions;
  guint region_planes; /* YZ planes a region */
  DlLabelMap dense;
  guint32 no_label;    /* where there is nothing; all labels are below it */
  guint32 ground;      /* nothing either, but on the faces of a block */
  gint gap;            /* between neighboring cells, device pixels */
  gboolean bare;       /* too small for text */
  gboolean node_means; /* a node's body is colored by its links */
  DlRings *rings;
  DlPlanes *planes;
  DlIso *iso;
};

/* @value units in device pixels. */
static inline gint
dl_map_px (const DlMap *map, double value)
{
  return dl_label_map_px (&map->dense, value);
}

static inline guint
dl_map_at (const DlMap *map, guint node, guint dim)
{
  return node / map->stride[dim] % map->radix[dim];
}

/* Is there such a link in a network of this shape? */
static inline gboolean
dl_map_has_link (const DlMap *map, guint node, guint port)
{
  const guint dim = port >> 1;
  const guint edge = port & 1 ? 0 : map->radix[dim] - 1;

  return map->ring[dim] || dl_map_at (map, node, dim) != edge;
}

static inline guint
dl_map_link (guint node, guint port)
{
  return node * DL_TORUS_N_NETWORK_PORTS + port;
}

static inline gboolean
dl_map_has_dateline (const DlMap *map, const gint dateline[DL_TORUS_N_DIMS], guint dim)
{
  return map->ring[dim] && dateline[dim] >= 0 && dateline[dim] < (gint) map->radix[dim];
}

/* Window's view, in units. */
static inline DlRect
dl_map_window (const DlMap *map)
{
  return (DlRect) { map->dense.left / map->options.scale, map->dense.top / map->options.scale,
                    map->options.width, map->options.height };
}

/* Does it show anything of that? */
static inline gboolean
dl_map_shows (const DlMap *map, DlRect rect)
{
  const DlRect window = dl_map_window (map);

  return rect.x < window.x + window.width && rect.x + rect.width > window.x
         && rect.y < window.y + window.height && rect.y + rect.height > window.y;
}

/* The two dimensions beside @dim. */
static inline void
dl_map_others (guint dim, guint *a, guint *b)
{
  *a = dim == DL_X ? DL_Y : DL_X;
  *b = dim == DL_Z ? DL_Y : DL_Z;
}

/* Move to the device's grid. */
static inline double
dl_map_snap (const DlMap *map, double value)
{
  return dl_label_map_snap (&map->dense, value);
}

G_END_DECLS
