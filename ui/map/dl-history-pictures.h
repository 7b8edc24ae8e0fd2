/* Small pictures of the states of a session's history: made one after the other off the main loop,
 * only of visible ones, and kept while the history has them. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

#define DL_HISTORY_PICTURE_WIDTH  96
#define DL_HISTORY_PICTURE_HEIGHT 54

#define DL_TYPE_HISTORY_PICTURES (dl_history_pictures_get_type ())
G_DECLARE_FINAL_TYPE (DlHistoryPictures, dl_history_pictures, DL, HISTORY_PICTURES, GObject)

/* Signals:
 *   made ()  there is another one
 */

DlHistoryPictures *dl_history_pictures_new (DlView *view);
/* Set the positions that are seen now, @near first, the theme and the pixels per unit: missing
 * pictures are made, of the metric that maps show, and no others. */
void dl_history_pictures_want (DlHistoryPictures *self, guint first, guint last, guint near,
                               const DlTheme *theme, guint scale);
/* Picture of the state at @position; NULL before it is made, and where it cannot be. */
GdkTexture *dl_history_pictures_get (DlHistoryPictures *self, guint position);
/* Nothing is seen any more. */
void dl_history_pictures_stop (DlHistoryPictures *self);
/* How many are kept: for tests. */
guint dl_history_pictures_get_n (DlHistoryPictures *self);

G_END_DECLS
