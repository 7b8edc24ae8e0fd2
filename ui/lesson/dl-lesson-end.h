/* The end of a lesson: how it went, and a file of it to hand in. */
#pragma once

#include "dl-lesson-attempt.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_LESSON_END (dl_lesson_end_get_type ())
G_DECLARE_FINAL_TYPE (DlLessonEnd, dl_lesson_end, DL, LESSON_END, GtkBox)

/* Activates lesson.hand-in, lesson.back, win.lesson with the next one, and win.lessons. */
GtkWidget *dl_lesson_end_new (void);
void dl_lesson_end_follow (DlLessonEnd *self, DlLessonAttempt *attempt);
/* What was typed as the student's name; may be empty. */
const char *dl_lesson_end_get_name (DlLessonEnd *self);
void dl_lesson_end_focus (DlLessonEnd *self);

G_END_DECLS
