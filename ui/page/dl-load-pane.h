/* The page of channel load: how evenly the links of each class are loaded, and the link that
 * saturates first. */
#pragma once

#include "dl-pane.h"

G_BEGIN_DECLS

#define DL_TYPE_LOAD_PANE (dl_load_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlLoadPane, dl_load_pane, DL, LOAD_PANE, DlPane)

GtkWidget *dl_load_pane_new (DlView *view);

G_END_DECLS
