/* Hand-in, to look through: how it went, and its events moment by moment, with the network of each
 * in the window. Nothing of it can be changed. */
#pragma once

#include "dl-hand-in-story.h"
#include "dl-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_LESSON_STORY (dl_lesson_story_get_type ())
G_DECLARE_FINAL_TYPE (DlLessonStory, dl_lesson_story, DL, LESSON_STORY, GtkBox)

/* Signals:
 *   moment ()  another one is shown
 */
GtkWidget *dl_lesson_story_new (DlView *view);
/* Takes @story, and shows its first moment in the session, which leaves the open scenario. NULL:
 * goes back to that. */
void dl_lesson_story_show (DlLessonStory *self, DlStory *story);
const DlStory *dl_lesson_story_get (DlLessonStory *self);
/* The moment that is shown. */
guint dl_lesson_story_get_moment (DlLessonStory *self);
/* FALSE past the ends. */
gboolean dl_lesson_story_go_to (DlLessonStory *self, guint moment);

/* The window's panes with a lesson beside them, or below them where there is no room for that; the
 * line between is dragged, or moved with the keyboard. */

#define DL_TYPE_LESSON_SPLIT (dl_lesson_split_get_type ())
G_DECLARE_FINAL_TYPE (DlLessonSplit, dl_lesson_split, DL, LESSON_SPLIT, GtkWidget)

/* Properties, notified:
 *   beside (boolean)  the lesson stands beside the panes, and not below them; read-only
 */

/* @lesson takes part while it is visible. */
GtkWidget *dl_lesson_split_new (GtkWidget *panes, GtkWidget *lesson);
gboolean dl_lesson_split_get_beside (DlLessonSplit *self);

/* Height of a lesson with so many lines of its text. */
typedef int (*DlLessonLines) (GtkWidget *lesson, guint lines);

/* For an audience the map comes first: the lesson has a quarter of a wide window, or three lines
 * below the panes, as @lines says; NULL: no longer. */
void dl_lesson_split_present (DlLessonSplit *self, DlLessonLines lines);

G_END_DECLS
