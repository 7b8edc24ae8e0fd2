/* The states of a session's history side by side: pictures with their edits, the open one marked,
 * undone ones paler. One state is at the keyboard's cursor. */
#pragma once

#include "dl-history-pictures.h"
#include "dl-shell.h"

G_BEGIN_DECLS

#define DL_TYPE_HISTORY_STRIP (dl_history_strip_get_type ())
G_DECLARE_FINAL_TYPE (DlHistoryStrip, dl_history_strip, DL, HISTORY_STRIP, GtkWidget)

/* Properties, notified:
 *   cursor (uint)  a position of the history; it follows when the history moves
 *
 * A click and a drag go to what they meet (dl_session_go_to). Keys and the menu activate the
 * actions history.go, history.pin and history.branch, which whoever has the strip brings: they are
 * meant for the cursor. */
/* "Step 12 of 40: Broke the cable X+ of (3,4,5), 14:05", and whether it was undone. @position as in
 * dl_history_scenario_at. Free with g_free. */
char *dl_history_describe (const DlHistory *history, guint position);

guint dl_history_strip_get_cursor (DlHistoryStrip *self);
/* Where a state is drawn, FALSE where it is out of sight: for tests. */
gboolean dl_history_strip_get_cell (DlHistoryStrip *self, guint position, graphene_rect_t *cell);
DlHistoryPictures *dl_history_strip_get_pictures (DlHistoryStrip *self);

/* The history of the scenario below the map: a scrubber over its steps, their pictures, and what
 * can be done with one. */

#define DL_TYPE_HISTORY_BAR (dl_history_bar_get_type ())
G_DECLARE_FINAL_TYPE (DlHistoryBar, dl_history_bar, DL, HISTORY_BAR, GtkBox)

/* Actions, of the state at the strip's cursor: history.go opens it, history.pin pins it as B,
 * history.branch makes it a scenario of its own; win.show-history closes the bar. */
GtkWidget *dl_history_bar_new (DlView *view);
DlHistoryStrip *dl_history_bar_get_strip (DlHistoryBar *self);

/* The actions on the history: undo, redo, and the state show-history. What a step did is told, with
 * a button to take it back. */

/* @bar is hidden until it is asked for. */
void dl_history_actions_add (DlShell *shell, DlHistoryBar *bar);

G_END_DECLS
