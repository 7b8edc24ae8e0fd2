/* The search for the virtual channels of free runs (VC paper 3.6), as a box with what it reaches
 * beside the proven bound. */
#pragma once

#include "dl-search-box.h"

G_BEGIN_DECLS

DlSearchBox *dl_vc_search_new (DlSession *session);

/* For tests, on what dl_vc_search_new made: row @row of the table (0..2 a dimension, 3 all), its
 * cells divided by " | "; the head of the first column; whether the table can be used; use it. */
char *dl_vc_search_describe (DlSearchBox *box, guint row);
const char *dl_vc_search_get_head (DlSearchBox *box);
gboolean dl_vc_search_can_use (DlSearchBox *box);
void dl_vc_search_use (DlSearchBox *box);

G_END_DECLS
