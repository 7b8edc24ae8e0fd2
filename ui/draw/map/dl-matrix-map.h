/* A map of any network, whatever its family: routers by routers, a cell the links from its row's
 * router to its column's. The dense layer is a label map as those of dl-map.h; where there are more
 * routers than pixels a cell is a block of them. No GTK; shared by screen and paper. */
#pragma once

#include "dl-family.h"
#include "dl-map-marks.h"
#include "dl-map-zoom.h"
#include "dl-palette.h"
#include "dl-rect.h"

G_BEGIN_DECLS

typedef struct
{
  double width, height, scale; /* as DlMapOptions */
  double label_scale;          /* 1 */
  DlMapZoom zoom;
} DlMatrixMapOptions;

/* A run of rows, and of columns, that belong together. */
typedef struct
{
  guint first; /* of the routers in their order */
  char *title; /* "Level 2", and where that has no room, */
  char *brief; /* "2" */
} DlMatrixBand;

/* Routers in an order of their own. */
typedef struct
{
  const guint32 *routers;    /* (n_routers) */
  const DlMatrixBand *bands; /* (n_bands) ascending; none: rows and columns have no names */
  guint n_bands;
  const char *from, *to; /* titles of rows and columns, translated: "from switch" */
} DlMatrixOrder;

typedef struct _DlMatrixMap DlMatrixMap;

/* A map of all wires of @graph, broken ones included. @order: (nullable: by number) is copied.
 * Links that a router does not have on both sides are left out. */
DlMatrixMap *dl_matrix_map_new (const DlGraph *graph, const DlMatrixMapOptions *options,
                                const DlMatrixOrder *order);
void dl_matrix_map_free (DlMatrixMap *map);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlMatrixMap, dl_matrix_map_free)

/* The first link of the cell at a point; nothing where there is none. */
DlPlace dl_matrix_map_hit (const DlMatrixMap *map, double x, double y);
/* The link that colors @place's cell: among its links the working one with the largest of @values
 * (n_links), by @state (n_links). */
DlPlace dl_matrix_map_pick (const DlMatrixMap *map, DlPlace place, const guint8 *state,
                            const float *values);
/* Where a link's cell is. FALSE: it has none. */
gboolean dl_matrix_map_rect (const DlMatrixMap *map, DlPlace place, DlRect *rect);
/* The next cell with a link in direction @dx, @dy; from nothing the first one. */
DlPlace dl_matrix_map_step (const DlMatrixMap *map, DlPlace from, gint dx, gint dy);

/* A cell has the largest of its links' values (n_links); @state (n_links) tells broken links from
 * idle ones. */
cairo_surface_t *dl_matrix_map_paint (const DlMatrixMap *map, const guint8 *state,
                                      const float *values, const DlScale *scale,
                                      const DlTheme *theme, cairo_surface_t *reuse);

void dl_matrix_map_draw_overlay (const DlMatrixMap *map, cairo_t *cr, const DlOverlay *overlay,
                                 const DlTheme *theme);
/* Marks of such a map (DlMarks), by @overlay's values and scale. */
guint dl_matrix_map_marks (const DlMatrixMap *map, const DlOverlay *overlay);

/* Numbers in the cells of maps: black or white, whichever is read better on the cell's color. */

typedef struct _DlCellValues DlCellValues;

/* Numbers for values of @scale, drawn on @cr; both must outlive them. NULL where cells of @width x
 * @height units have no room for them, and for ranks, which are not numbers to read. */
DlCellValues *dl_cell_values_new (cairo_t *cr, const DlScale *scale, double width, double height);
void dl_cell_values_free (DlCellValues *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlCellValues, dl_cell_values_free)
/* In the middle of @cell, whose color is that of @value; nothing where that is not a number. */
void dl_cell_values_add (DlCellValues *self, const DlRect *cell, double value);
void dl_cell_values_draw (DlCellValues *self);

/* Whether @cell has room for the values of @scale. */
gboolean dl_cell_values_fit (const DlScale *scale, const DlRect *cell);
/* The corner of @cell for the mark of a fault, beside its value; FALSE where there is no room for
 * both: the mark goes before. */
gboolean dl_cell_values_corner (const DlScale *scale, const DlRect *cell, DlRect *corner);

G_END_DECLS
