/* The history of the scenario below the map: a scrubber over its steps, their pictures, and what
 * can be done with one. */
#pragma once

#include "dl-history-strip.h"

G_BEGIN_DECLS

#define DL_TYPE_HISTORY_BAR (dl_history_bar_get_type ())
G_DECLARE_FINAL_TYPE (DlHistoryBar, dl_history_bar, DL, HISTORY_BAR, GtkBox)

/* Actions, of the state at the strip's cursor: history.go opens it, history.pin pins it as B,
 * history.branch makes it a scenario of its own; win.show-history closes the bar. */
GtkWidget *dl_history_bar_new (DlView *view);
DlHistoryStrip *dl_history_bar_get_strip (DlHistoryBar *self);

G_END_DECLS
