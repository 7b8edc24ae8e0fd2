/* The page of routing engines: the network under each engine of its family, the best first, with a
 * button to use it, and how each differs from the current one. */
#pragma once

#include "dl-pane.h"

G_BEGIN_DECLS

#define DL_TYPE_ENGINES_PANE (dl_engines_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlEnginesPane, dl_engines_pane, DL, ENGINES_PANE, DlPane)

GtkWidget *dl_engines_pane_new (DlView *view);

G_END_DECLS
