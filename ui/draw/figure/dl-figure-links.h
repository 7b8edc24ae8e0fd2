/* Figures of the links of any network, whatever its family: their values, of one scenario or of
 * two, the frame around the map, and the numbers. */
#pragma once

#include "dl-figure-private.h"
#include "dl-contrast.h"
#include "dl-matrix-map.h"

G_BEGIN_DECLS

DlMetricInput dl_figure_links (const DlFigureInput *input);
/* @own, and what the panels that share its scale need. */
DlMetricRange dl_figure_range (const DlFigureInput *input, DlMetricRange own);
/* Contrast of A and B; NULL where one is shown alone. */
DlContrast *dl_figure_links_contrast (const DlFigureInput *input);
/* Implements DlFigure.numbers. */
void dl_figure_links_numbers (DlRecord *record, const DlFigureInput *input);

/* Data of a map. */
typedef struct
{
  DlRect rect;
  DlMetricInput links; /* of the shown network; for A - B, A's */
  const float *values; /* (n_links) */
  const DlScale *scale;
  const DlTheme *theme;
  const DlFigureInput *against; /* of A - B: B; else NULL */
  const DlDifference *difference;
} DlLinksDrawn;

/* Overlay of the map; it points into @drawn. */
DlOverlay dl_figure_links_overlay (const DlLinksDrawn *drawn);

/* The marks (DlMarks) of the map that is drawn; of @drawn the rectangle has no size. */
typedef guint (*DlLinksMarks) (const DlFigureInput *input, const DlLinksDrawn *drawn);

/* Implements DlFigure.scale, with @marks. */
DlScale dl_figure_links_scale (const DlFigureInput *input, const DlTheme *theme,
                               DlLinksMarks marks);
/* Height of a figure called @title whose map is as wide as the figure; the map's height is @share
 * of that. */
double dl_figure_links_height (const DlFigureInput *input, double width, const char *title,
                               double share, DlLinksMarks marks);

typedef void (*DlLinksMap) (cairo_t *cr, const DlFigureInput *input, const DlLinksDrawn *drawn);

/* Title, map, legend and caption. */
void dl_figure_links_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
                           const char *title, const DlTheme *theme, DlLinksMap map,
                           DlLinksMarks marks);

/* Routers by routers, in @order (nullable). */
void dl_figure_draw_matrix (cairo_t *cr, const DlFigureInput *input, const DlLinksDrawn *drawn,
                            const DlMatrixOrder *order);
guint dl_figure_matrix_marks (const DlFigureInput *input, const DlLinksDrawn *drawn);

G_END_DECLS
