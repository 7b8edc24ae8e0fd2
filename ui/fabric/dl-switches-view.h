/* Switches by switches of a fabric, by level or subtree, or by load where the view is sorted. */
#pragma once

#include "dl-matrix-view.h"

G_BEGIN_DECLS

/* A DlMatrixView. Its action "switches.order" takes "level" or "subtree". */
GtkWidget *dl_switches_view_new (DlView *view);

G_END_DECLS
