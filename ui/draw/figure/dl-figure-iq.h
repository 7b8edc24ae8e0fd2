/* The figure of an input-queued router from inside, of any family: beside that of a family's own
 * router, which asks whether it is one. */
#pragma once

#include "dl-figure.h"

G_BEGIN_DECLS

/* Is the watched router of @input an input-queued one? */
gboolean dl_figure_iq_shows (const DlFigureInput *input);
/* Members of DlFigure. */
double dl_figure_iq_height (const DlFigureInput *input, double width);
void dl_figure_iq_draw (cairo_t *cr, const DlFigureInput *input, double width, double height,
                        const DlTheme *theme);
void dl_figure_iq_numbers (DlRecord *record, const DlFigureInput *input);

G_END_DECLS
