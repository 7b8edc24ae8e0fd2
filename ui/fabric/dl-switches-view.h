/* Switches by switches of a fabric, by level, subtree or load. */
#pragma once

#include "dl-matrix-view.h"

G_BEGIN_DECLS

/* A DlMatrixView. Its action "switches.order" takes "level", "subtree" or "load". */
GtkWidget *dl_switches_view_new (DlView *view);

G_END_DECLS
