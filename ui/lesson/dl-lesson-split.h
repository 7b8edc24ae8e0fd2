/* The window's panes with a lesson beside them, or below them where there is no room for that; the
 * line between is dragged, or moved with the keyboard. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_LESSON_SPLIT (dl_lesson_split_get_type ())
G_DECLARE_FINAL_TYPE (DlLessonSplit, dl_lesson_split, DL, LESSON_SPLIT, GtkWidget)

/* Properties, notified:
 *   beside (boolean)  the lesson stands beside the panes, and not below them; read-only
 */

/* @lesson takes part while it is visible. */
GtkWidget *dl_lesson_split_new (GtkWidget *panes, GtkWidget *lesson);
gboolean dl_lesson_split_get_beside (DlLessonSplit *self);

G_END_DECLS
