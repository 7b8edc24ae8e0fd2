/* The states of a session's history side by side: pictures with what was done, the one that is open
 * marked, those that were undone paler. One state is at the keyboard's cursor. */
#pragma once

#include "dl-history-pictures.h"

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

GtkWidget *dl_history_strip_new (DlView *view);
guint dl_history_strip_get_cursor (DlHistoryStrip *self);
/* Where a state is drawn, FALSE where it is out of sight: for tests. */
gboolean dl_history_strip_get_cell (DlHistoryStrip *self, guint position, graphene_rect_t *cell);
DlHistoryPictures *dl_history_strip_get_pictures (DlHistoryStrip *self);

G_END_DECLS
