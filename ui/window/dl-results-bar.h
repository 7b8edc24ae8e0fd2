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
/* Say nothing of the result, whose numbers somebody is asked to predict. */
void dl_results_bar_withhold (DlResultsBar *self, gboolean withhold);
/* Where the window's messages are shown. The bar's. */
DlToast *dl_results_bar_get_toast (DlResultsBar *self);

/* Over the map while the result is awaited: what is analyzed, how far that is, and a button that
 * cancels it; or why there is no result, and a button that asks for it again. */

#define DL_TYPE_ANALYSIS_BOX (dl_analysis_box_get_type ())
G_DECLARE_FINAL_TYPE (DlAnalysisBox, dl_analysis_box, DL, ANALYSIS_BOX, GtkWidget)

/* Once. */
void dl_analysis_box_set_session (DlAnalysisBox *self, DlSession *session);

G_END_DECLS
