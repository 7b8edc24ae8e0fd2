/* A step of a lesson to read and to do: its text and marks, its question, its task and progress,
 * hints, and its result. */
#pragma once

#include "dl-lesson-attempt.h"
#include "dl-lesson-guide.h"
#include "dl-lesson-pointer.h"
#include "dl-lesson-question.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_LESSON_PAGE (dl_lesson_page_get_type ())
G_DECLARE_FINAL_TYPE (DlLessonPage, dl_lesson_page, DL, LESSON_PAGE, GtkBox)

/* Activates lesson.next, lesson.back, lesson.hint, lesson.answer, lesson.point, lesson.free and
 * lesson.come-back. */
GtkWidget *dl_lesson_page_new (DlLessonPointer *pointer);
/* Show the guide's step in its current state. */
void dl_lesson_page_follow (DlLessonPage *self, DlLessonGuide *guide);
/* The same for a step that begins, with the keyboard at its beginning. */
void dl_lesson_page_begin (DlLessonPage *self, DlLessonGuide *guide);
/* The keyboard to its beginning, or further on to the task, or to the latest part. */
void dl_lesson_page_focus (DlLessonPage *self);
/* Like dl_lesson_question_remind, for the step that @guide is at. */
gboolean dl_lesson_page_remind (DlLessonPage *self, DlLessonGuide *guide);
/* Text beside the question and task, where there is room for that. */
void dl_lesson_page_set_wide (DlLessonPage *self, gboolean wide);
/* Height with so many lines of text, and all that is always there. */
int dl_lesson_page_measure (DlLessonPage *self, guint lines);
DlLessonQuestion *dl_lesson_page_get_question (DlLessonPage *self);

/* The end of a lesson: how it went, and a file of it to hand in. */

#define DL_TYPE_LESSON_END (dl_lesson_end_get_type ())
G_DECLARE_FINAL_TYPE (DlLessonEnd, dl_lesson_end, DL, LESSON_END, GtkBox)

/* Activates lesson.hand-in, lesson.back, win.lesson with the next one, and win.lessons. */
GtkWidget *dl_lesson_end_new (void);
void dl_lesson_end_follow (DlLessonEnd *self, DlLessonAttempt *attempt);
/* Student's name as typed; may be empty. */
const char *dl_lesson_end_get_name (DlLessonEnd *self);
void dl_lesson_end_focus (DlLessonEnd *self);

G_END_DECLS
