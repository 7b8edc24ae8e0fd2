/* The search for the best positions of the datelines (VC paper 3.5), as a box with a ranked list
 * from which one is applied. */
#pragma once

#include "dl-search-box.h"

G_BEGIN_DECLS

DlSearchBox *dl_dateline_search_new (DlSession *session);

/* For tests, on what dl_dateline_search_new made: how many positions are listed; what row @i says,
 * its parts divided by " | "; the sentence on the current position; row @i activated. */
guint dl_dateline_search_get_n (DlSearchBox *box);
char *dl_dateline_search_describe (DlSearchBox *box, guint i);
char *dl_dateline_search_get_note (DlSearchBox *box);
void dl_dateline_search_activate (DlSearchBox *box, guint i);

G_END_DECLS
