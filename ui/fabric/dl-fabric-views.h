/* Maps of a fabric in the window. */
#pragma once

#include "dl-canvas.h"

G_BEGIN_DECLS

/* Switches by level: boxes that a click opens and Esc folds again. Its layout is a DlLevelsMap. */
GtkWidget *dl_levels_view_new (DlView *view);
/* Open a folded box of the map, or fold the boxes around one. */
void dl_levels_view_turn (DlCanvas *levels, guint box);

/* A switch from inside: its ports, loads, and how many destinations its table sends out by each. */
GtkWidget *dl_switch_view_new (DlView *view);
/* Switches by switches, by level or subtree, or by load where the view is sorted. Its action
 * "switches.order" takes "level", "subtree" or "rail". */
GtkWidget *dl_switches_view_new (DlView *view);

G_END_DECLS
