/* What the colours and marks of a map stand for: the strip below it. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_LEGEND (dl_legend_get_type ())
G_DECLARE_FINAL_TYPE (DlLegend, dl_legend, DL, LEGEND, GtkWidget)

/* Once. */
void dl_legend_set_view (DlLegend *self, DlView *view);
/* Pixels a unit that it draws in: its words are as much larger than usual as the user's text is, as
 * far as there is room at @width pixels. */
double dl_legend_get_words (double width);

G_END_DECLS
