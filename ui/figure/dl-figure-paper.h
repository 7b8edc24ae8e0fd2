/* What the figures of the papers' checks share. */
#pragma once

#include "dl-figure-private.h"

G_BEGIN_DECLS

double dl_figure_paper_height (const DlFigureInput *input, double width);
void dl_figure_paper_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
                           const DlTheme *theme);
/* The caption of a check of a dragonfly, whose runs differ in routing, traffic or size. */
GStrv dl_figure_cascade_caption (const DlFigureInput *input);

extern const DlFigure dl_figure_paper_checks;
extern const DlFigure dl_figure_cascade_9;
extern const DlFigure dl_figure_cascade_10;
extern const DlFigure dl_figure_cascade_11;
extern const DlFigure dl_figure_cascade_12;
extern const DlFigure dl_figure_cascade_13;

G_END_DECLS
