/* The page of evidence on better settings: searches for the positions of the datelines and for the
 * virtual channels, whose results a click applies. */
#pragma once

#include "dl-pane.h"
#include "dl-search-box.h"

G_BEGIN_DECLS

#define DL_TYPE_OPTIMIZE_PANE (dl_optimize_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlOptimizePane, dl_optimize_pane, DL, OPTIMIZE_PANE, DlPane)

GtkWidget *dl_optimize_pane_new (DlView *view);

/* To start them from elsewhere. */
DlSearchBox *dl_optimize_pane_get_datelines (DlOptimizePane *self);
DlSearchBox *dl_optimize_pane_get_vc (DlOptimizePane *self);

G_END_DECLS
