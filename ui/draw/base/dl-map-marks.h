/* What is marked on the cells of any map: crosses on what is broken, outlines of what is selected
 * or under the pointer. In units. */
#pragma once

#include "dl-palette.h"
#include "dl-rect.h"

G_BEGIN_DECLS

/* @crosses: DlRect, of cells on a map of @width x @height. Crosses keep their size when cells are
 * small; of many only those that can be told apart are drawn. */
void dl_map_draw_crosses (cairo_t *cr, const GArray *crosses, double width, double height,
                          const DlTheme *theme);
/* Half a cross as a path: that of a link broken in A, or in B, so that both together are a cross.
 */
void dl_map_draw_broken_stroke (cairo_t *cr, double x, double y, double arm, gboolean in_b);
/* Of two networks: strokes over the cells that are broken in A, and in B (DlRect), and outlines of
 * @outliers (DlRect), whose change stands out. */
void dl_map_draw_contrast (cairo_t *cr, const GArray *broken_a, const GArray *broken_b,
                           const GArray *outliers, double width, double height,
                           const DlTheme *theme);
/* A line around a cell on a halo, not over the cell's own color; however small the cell is, it is
 * seen. @scale: device pixels a unit. */
void dl_map_draw_outline (cairo_t *cr, double scale, const DlRect *rect, double line,
                          const DlColor *color, const DlTheme *theme);

G_END_DECLS
