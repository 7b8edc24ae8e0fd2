/* Internals of all kinds of dragonfly maps. All layout is in device pixels, so that edges are
 * crisp; results of a map are in its units. */
#pragma once

#include "dl-chart-private.h"
#include "dl-dragonfly-map.h"
#include "dl-label-map.h"
#include "dl-map-marks.h"

G_BEGIN_DECLS

#define DL_NO_GRID_CELL G_MAXUINT32

/* A panel of cells in rows and columns. */
typedef struct
{
  gint x, y, width, height; /* device pixels */
  guint rows, columns;
  gint gap;      /* between cells */
  guint32 first; /* the cell at its top left; the others follow row by row */
  guint8 what;   /* whatever the layout tells them apart by */
  guint16 index;
} DlGrid;

/* Overlay of a kind of map. */
typedef struct
{
  const DlOverlay *over;
  const DlDragonfly *dragonfly; /* its network */
  const DlScale *colors;        /* and its scale */
  const DlDragonflyValues *values;
  const guint32 *job;
} DlDragonflyDrawn;

/* A kind of map. Of its places those in grids are painted, hit and stepped through by their cells.
 */
typedef struct
{
  /* Lay it out and fill the labels; @measure is for text. */
  void (*place) (DlDragonflyMap *map, cairo_t *measure);
  void (*free) (DlDragonflyMap *map);
  /* A cell's place, and a place's cell; nothing, and DL_NO_GRID_CELL, where there is none. */
  DlPlace (*cell_place) (const DlDragonflyMap *map, guint32 cell);
  guint32 (*place_cell) (const DlDragonflyMap *map, DlPlace place);
  /* Where a link of a route is seen. */
  DlPlace (*link_place) (const DlDragonflyMap *map, guint link);
  /* All else that lies over the dense layer, but for marks. */
  void (*draw) (const DlDragonflyMap *map, cairo_t *cr, const DlDragonflyDrawn *drawn,
                const DlTheme *theme);
  /* Titles and numbers that stay in sight on a map that is zoomed, over all else. Nullable. */
  void (*draw_axes) (const DlDragonflyMap *map, cairo_t *cr, const DlDragonflyDrawn *drawn,
                     const DlTheme *theme);
  /* Where in the cell @rect of @place, where something is broken, the cross goes; NULL: in the
   * middle. */
  DlRect (*mark) (const DlDragonflyMap *map, const DlDragonflyDrawn *drawn, DlPlace place,
                  const DlRect *rect);
  /* For kinds without grids, instead of what those have in common. Units. */
  DlPlace (*hit) (const DlDragonflyMap *map, double x, double y);
  gboolean (*rect) (const DlDragonflyMap *map, DlPlace place, DlRect *rect);
  DlPlace (*step) (const DlDragonflyMap *map, DlPlace from, gint dx, gint dy);
  cairo_surface_t *(*paint) (const DlDragonflyMap *map, const DlDragonfly *dragonfly,
                             const DlDragonflyValues *values, const DlScale *scale,
                             const DlTheme *theme, cairo_surface_t *reuse);
  /* The same on paper, in units; NULL: the painted image. */
  void (*paint_vectors) (const DlDragonflyMap *map, cairo_t *cr, const DlDragonfly *dragonfly,
                         const DlDragonflyValues *values, const DlScale *scale,
                         const DlTheme *theme);
  void (*outline) (const DlDragonflyMap *map, cairo_t *cr, DlPlace place, double line,
                   const DlColor *color, const DlTheme *theme);
} DlDragonflyLayout;

extern const DlDragonflyLayout dl_dragonfly_layout_groups;
extern const DlDragonflyLayout dl_dragonfly_layout_inside;
extern const DlDragonflyLayout dl_dragonfly_layout_chord;

void dl_dragonfly_groups_minimum_size (const DlDragonfly *dragonfly, double *width, double *height);
void dl_dragonfly_inside_minimum_size (const DlDragonfly *dragonfly, double *width, double *height);
void dl_dragonfly_chord_minimum_size (double *width, double *height);

typedef struct _DlChordLayout DlChordLayout;
typedef struct _DlGroupsLayout DlGroupsLayout;
typedef struct _DlInsideLayout DlInsideLayout;

struct _DlDragonflyMap
{
  DlDragonfly *dragonfly; /* its shape */
  DlDragonflyMapOptions options;
  const DlDragonflyLayout *layout;
  double width, height; /* of the whole map, in units of the layout: those of the options less
                           label_scale */
  DlLabelMap dense;
  GArray *grids;       /* DlGrid */
  guint32 n_cells;     /* labels below it are cells */
  gboolean bare;       /* too small for text */
  guint16 *order;      /* (n_groups) from first to last */
  guint16 *rank;       /* (n_groups) the other way round */
  guint32 *pair_links; /* (n_groups x n_groups) blue links */
  DlGroupsLayout *groups;
  DlInsideLayout *inside;
  DlChordLayout *chord;
};

static inline gint
dl_dragonfly_px (const DlDragonflyMap *map, double value)
{
  return dl_label_map_px (&map->dense, value);
}

/* Area in the window, in units of the layout. */
static inline DlRect
dl_dragonfly_window (const DlDragonflyMap *map)
{
  const DlLabelMap *dense = &map->dense;

  return (DlRect) { dense->left / dense->scale, dense->top / dense->scale, map->width / dense->zoom,
                    map->height / dense->zoom };
}

/* Does it show anything of that? */
static inline gboolean
dl_dragonfly_shows (const DlDragonflyMap *map, DlRect rect)
{
  const DlRect window = dl_dragonfly_window (map);

  return rect.x < dl_rect_right (window) && dl_rect_right (rect) > window.x
         && rect.y < dl_rect_bottom (window) && dl_rect_bottom (rect) > window.y;
}

static inline guint
dl_dragonfly_link_group (const DlDragonfly *dragonfly, guint link, gboolean far_end)
{
  return dragonfly->router[far_end ? dragonfly->link_to[link] : dragonfly->link_from[link]].group;
}

/* How the links of a cell are together. */
typedef enum
{
  DL_GRID_NONE,    /* there are none */
  DL_GRID_BROKEN,  /* none works */
  DL_GRID_IDLE,    /* working ones, none with a value */
  DL_GRID_UNKNOWN, /* nothing is known of any */
  DL_GRID_VALUE
} DlGridState;

/* The parallel links that begin with @link: how many, and how many of them are broken. */
guint dl_dragonfly_parallel (const DlDragonfly *dragonfly, guint link, guint *n_broken);
/* Broken blue links between groups, (n_groups x n_groups); NULL if there are none. */
guint32 *dl_dragonfly_broken_pairs (const DlDragonfly *dragonfly);

/* State of the blue links between two groups; @broken: from dl_dragonfly_broken_pairs. */
DlGridState dl_dragonfly_pair_state (const DlDragonflyMap *map, const guint32 *broken,
                                     const DlDragonflyValues *values, guint a, guint b,
                                     double *value);

typedef struct
{
  gboolean idle_counts; /* else the mean is over links with a value alone */
  double full;          /* links above it are counted: a use of 1; INFINITY */
  gboolean worst;       /* the largest value, not the mean */
} DlDragonflySumRule;

/* Counts of links above DlDragonflySumRule.full, written by dl_dragonfly_values_sum_over. */
typedef struct
{
  guint32 *pair;     /* (n_groups x n_groups) */
  guint32 *out, *in; /* (n_groups) */
} DlDragonflyOver;

/* Like dl_dragonfly_values_sum, by @rule; @over is nullable. */
void dl_dragonfly_values_sum_over (const DlDragonfly *dragonfly, const float *values,
                                   const DlDragonflySumRule *rule, float *group_value,
                                   float *group_out, float *group_in, const DlDragonflyOver *over);

/* The frame of parts with links of one class: it tells the class, besides its color. In units; ends
 * with the dashes set. */
void dl_dragonfly_set_frame (cairo_t *cr, DlLinkClass class, const DlTheme *theme);
/* A title with a piece of that frame. */
void dl_dragonfly_draw_title (cairo_t *cr, DlLinkClass class, double x, double y, double width,
                              const char *text, const DlTheme *theme);

/* Add a grid of cells and give them their pixels. Its cells are as large as there are pixels. */
const DlGrid *dl_grids_add (DlDragonflyMap *map, const DlGrid *grid);
/* Units. */
DlRect dl_grid_cell_rect (const DlDragonflyMap *map, const DlGrid *grid, guint row, guint column);
DlRect dl_grid_rect (const DlDragonflyMap *map, const DlGrid *grid);
/* State of the parallel links that begin with @link; @value: the mean over working ones, or the
 * worst. */
DlGridState dl_grid_link_state (const DlDragonfly *dragonfly, const DlDragonflyValues *values,
                                guint link, double *value);

DlPlace dl_grids_hit (const DlDragonflyMap *map, double x, double y);
gboolean dl_grids_rect (const DlDragonflyMap *map, DlPlace place, DlRect *rect);
DlPlace dl_grids_step (const DlDragonflyMap *map, DlPlace from, gint dx, gint dy);
cairo_surface_t *dl_grids_paint (const DlDragonflyMap *map, const DlDragonfly *dragonfly,
                                 const DlDragonflyValues *values, const DlScale *scale,
                                 const DlTheme *theme, cairo_surface_t *reuse);

#define DL_OVERLOAD_SIZE 5.0 /* of the mark of overload, units */
/* A triangle around (@x, @y), to the path: up, @right or @down, to where the scale does not reach.
 */
void dl_dragonfly_add_overload (cairo_t *cr, double x, double y, double size, gboolean right,
                                gboolean down);

G_END_DECLS
