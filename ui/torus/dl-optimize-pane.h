/* The page of evidence on better settings: searches for the positions of the datelines and for the
 * virtual channels, whose results a click applies. */
#pragma once

#include "dl-pane.h"
#include "dl-search-box.h"

G_BEGIN_DECLS

#define DL_TYPE_OPTIMIZE_PANE (dl_optimize_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlOptimizePane, dl_optimize_pane, DL, OPTIMIZE_PANE, DlPane)

GtkWidget *dl_optimize_pane_new (DlView *view);

/* The boxes of the searches, which other parts start. */
DlSearchBox *dl_optimize_pane_get_datelines (DlOptimizePane *self);
DlSearchBox *dl_optimize_pane_get_vc (DlOptimizePane *self);

/* The search for the best positions of the datelines (VC paper 3.5), as a box with a ranked list
 * from which one is applied. */

/* For tests, on what dateline_search_new made: how many positions are listed; what row @i says,
 * its parts divided by " | "; the sentence on the current position; row @i activated. */
guint dl_dateline_search_get_n (DlSearchBox *box);
char *dl_dateline_search_describe (DlSearchBox *box, guint i);
char *dl_dateline_search_get_note (DlSearchBox *box);
void dl_dateline_search_activate (DlSearchBox *box, guint i);

G_END_DECLS
