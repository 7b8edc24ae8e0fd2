/* The row above a map while something is pinned: which of A, B and A - B the map shows, what B is,
 * and a button that unpins it. */
#pragma once

#include "dl-shell.h"
#include "dl-view.h"

G_BEGIN_DECLS

/* A GtkBox, hidden while nothing is pinned. Its buttons activate win.show-beside and win.unpin. */
GtkWidget *dl_beside_bar_new (DlView *view);

/* The actions on the state pinned as B: pin, pin-before, pin-step, unpin, and the state
 * show-beside. */

void dl_pin_actions_add (DlShell *shell);

G_END_DECLS
