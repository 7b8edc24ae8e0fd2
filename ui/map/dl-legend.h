/* Legend of a map's colors and marks: the strip below it. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_LEGEND (dl_legend_get_type ())
G_DECLARE_FINAL_TYPE (DlLegend, dl_legend, DL, LEGEND, GtkWidget)

/* Once. */
void dl_legend_set_view (DlLegend *self, DlView *view);

G_END_DECLS
