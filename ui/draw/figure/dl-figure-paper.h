/* Internals of the papers' check figures. */
#pragma once

#include "dl-figure-private.h"

G_BEGIN_DECLS

double dl_figure_paper_height (const DlFigureInput *input, double width);
void dl_figure_paper_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
                           const DlTheme *theme);
G_END_DECLS
