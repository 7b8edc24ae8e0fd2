/* The answer first: the bar at the bottom of the window. Above are the main results, each a button
 * to its source: the busiest link and its load, the saturation load, deadlock, unreachable pairs,
 * and their change by the last edit, or against the pin. Below is the network's size and how its
 * simulation goes; messages take the place of that line. */
#pragma once

#include "dl-toast.h"
#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_RESULTS_BAR (dl_results_bar_get_type ())
G_DECLARE_FINAL_TYPE (DlResultsBar, dl_results_bar, DL, RESULTS_BAR, GtkWidget)

/* Once; until then it is empty. */
void dl_results_bar_set_view (DlResultsBar *self, DlView *view);
/* Hide the result, whose numbers the user is asked to predict. */
void dl_results_bar_withhold (DlResultsBar *self, gboolean withhold);
/* Where the window's messages are shown. The bar's. */
DlToast *dl_results_bar_get_toast (DlResultsBar *self);

/* Over the map while the result is awaited: the network being analyzed, the progress, and a button
 * that cancels it; or why there is no result, and a button that asks for it again. */

#define DL_TYPE_ANALYSIS_BOX (dl_analysis_box_get_type ())
G_DECLARE_FINAL_TYPE (DlAnalysisBox, dl_analysis_box, DL, ANALYSIS_BOX, GtkWidget)

/* Once. */
void dl_analysis_box_set_session (DlAnalysisBox *self, DlSession *session);

G_END_DECLS
