/* What a step of a lesson points at, in a window: finds the real control, link or node, rings it,
 * says what it is, and sends the keyboard there. */
#pragma once

#include "dl-lesson-ring.h"
#include "dl-lesson.h"

G_BEGIN_DECLS

#define DL_TYPE_LESSON_POINTER (dl_lesson_pointer_get_type ())
G_DECLARE_FINAL_TYPE (DlLessonPointer, dl_lesson_pointer, DL, LESSON_POINTER, GObject)

/* @window, which outlives it, holds the controls, and the maps in @views with @ring over them. */
DlLessonPointer *dl_lesson_pointer_new (GtkWidget *window, GtkStack *views, DlView *view,
                                        DlLessonRing *ring);

/* Point at @places (DlLessonPlace, borrowed until the next call; NULL: nothing). Controls are
 * unfolded and brought into sight. */
void dl_lesson_pointer_set (DlLessonPointer *self, const GPtrArray *places);
guint dl_lesson_pointer_n (DlLessonPointer *self);

/* The widget that is ringed, or in which something is; NULL where the window has no such thing. */
GtkWidget *dl_lesson_pointer_find (DlLessonPointer *self, const DlLessonPlace *place);
/* "Topology: Radix", "Link (2,0,0) X+", as the window calls it. Free with g_free. */
char *dl_lesson_pointer_name (DlLessonPointer *self, const DlLessonPlace *place);

/* Send the keyboard to the one of that number, and let it pulse; a link or node gets selected.
 * FALSE if it takes no keys. */
gboolean dl_lesson_pointer_focus (DlLessonPointer *self, guint i);

G_END_DECLS
