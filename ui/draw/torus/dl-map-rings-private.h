/* The layout of the ring matrix: what placing and drawing share. */
#pragma once

#include "dl-map-private.h"

G_BEGIN_DECLS

/* All in units, above the cells. */
#define DL_RINGS_TITLE_Y   2
#define DL_RINGS_NUMBERS_Y 21
#define DL_RINGS_HEADER    48 /* titles, numbers and markers */
#define DL_RINGS_LABEL_GAP 6  /* between a row's number and its cells */
#define DL_RINGS_BOTTOM    6  /* below the cells */
#define DL_RINGS_REGIONS   14 /* for the regions' numbers, where there are several */

/* Device pixels. */
typedef struct
{
  gint x, y, width, height;
} DlPanel;

/* What a dimension's rows are called. */
typedef struct
{
  gint width;       /* device pixels; 0: not at all */
  gboolean by_ring; /* a number for each ring; else one for all rings of the first coordinate */
  guint step;       /* numbers this many apart */
} DlRowLabels;

struct _DlRings
{
  DlPanel panels[DL_N_NETWORK_PORTS]; /* width 0: not shown */
  guint rows[DL_N_DIMS];
  guint other[DL_N_DIMS][2]; /* a ring is known by these coordinates */
  DlRowLabels labels[DL_N_DIMS];
  gint caption_x; /* device pixels; -1: no room */
};

/* A dimension of radix 1 has no links, hence no panels. */
static inline gboolean
dl_rings_is_shown (const DlMap *map, guint dim)
{
  return map->radix[dim] > 1;
}

/* Units below the cells for the regions of X. */
static inline guint
dl_rings_region_room (const DlMap *map)
{
  return map->n_regions > 1 ? DL_RINGS_REGIONS : 0;
}

/* The top of the titles and numbers above the cells, which stay in the window. Units. */
static inline double
dl_rings_header_y (const DlMap *map, guint port)
{
  return MAX (map->rings->panels[port].y / map->options.scale - DL_RINGS_HEADER,
              map->dense.top / map->options.scale);
}

/* The text for @row of @dim. */
void dl_rings_row_text (const DlMap *map, guint dim, guint row, gboolean by_ring, char text[16]);
/* The node of a cell. */
guint dl_rings_node (const DlMap *map, guint dim, guint row, guint column);
/* Units. */
DlRect dl_rings_cell_rect (const DlMap *map, guint port, guint row, guint column);

void dl_rings_draw_axes (const DlMap *map, cairo_t *cr, const gint dateline[DL_N_DIMS],
                         const DlTheme *theme);
void dl_rings_draw_values (const DlMap *map, cairo_t *cr, const DlOverlay *overlay);
void dl_rings_draw_datelines (const DlMap *map, cairo_t *cr, const DlOverlay *overlay,
                              const DlDatelines *datelines, const DlTheme *theme);

G_END_DECLS
