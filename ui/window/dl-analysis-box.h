/* Over the map while the result is awaited: what is analyzed, how far that is, and a button that
 * cancels it; or why there is no result, and a button that asks for it again. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

#define DL_TYPE_ANALYSIS_BOX (dl_analysis_box_get_type ())
G_DECLARE_FINAL_TYPE (DlAnalysisBox, dl_analysis_box, DL, ANALYSIS_BOX, GtkWidget)

/* Once. */
void dl_analysis_box_set_session (DlAnalysisBox *self, DlSession *session);

G_END_DECLS
