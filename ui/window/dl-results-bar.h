/* The answer first: the bar at the bottom of the window. Above is what is always asked for, each a
 * button to where it comes from: the busiest link and its load, the saturation load, deadlock,
 * pairs that are not reached, and what the last change, or the pinned state, makes of them. Below
 * is the network's size and how its simulation goes; messages take the place of that line. */
#pragma once

#include "dl-toast.h"
#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_RESULTS_BAR (dl_results_bar_get_type ())
G_DECLARE_FINAL_TYPE (DlResultsBar, dl_results_bar, DL, RESULTS_BAR, GtkWidget)

/* Once; until then it is empty. */
void dl_results_bar_set_view (DlResultsBar *self, DlView *view);
/* Where the window's messages are shown. The bar's. */
DlToast *dl_results_bar_get_toast (DlResultsBar *self);

G_END_DECLS
