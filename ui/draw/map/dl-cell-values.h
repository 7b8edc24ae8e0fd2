/* Numbers in the cells of maps: black or white, whichever is read better on the cell's color. */
#pragma once

#include "dl-palette.h"
#include "dl-rect.h"

G_BEGIN_DECLS

typedef struct _DlCellValues DlCellValues;

/* Of values of @scale, drawn on @cr; both stay. NULL where cells of @width x @height units have no
 * room for them, and for ranks, which are no numbers to read. */
DlCellValues *dl_cell_values_new (cairo_t *cr, const DlScale *scale, double width, double height);
void dl_cell_values_free (DlCellValues *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlCellValues, dl_cell_values_free)
/* In the middle of @cell, whose color is that of @value; nothing where that is not a number. */
void dl_cell_values_add (DlCellValues *self, const DlRect *cell, double value);
void dl_cell_values_draw (DlCellValues *self);

/* Whether @cell has room for the values of @scale. */
gboolean dl_cell_values_fit (const DlScale *scale, const DlRect *cell);
/* The corner of @cell for the mark of what is broken, beside its value; FALSE where there is no
 * room for both: the mark goes before. */
gboolean dl_cell_values_corner (const DlScale *scale, const DlRect *cell, DlRect *corner);

G_END_DECLS
