/* A step's question: a number, choices or words to answer it with, and then the answer and whether
 * that was right. */
#pragma once

#include "dl-lesson-attempt.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define DL_TYPE_LESSON_QUESTION (dl_lesson_question_get_type ())
G_DECLARE_FINAL_TYPE (DlLessonQuestion, dl_lesson_question, DL, LESSON_QUESTION, GtkBox)

/* Activates lesson.answer with the typed text, or the number of a choice from 1. */
/* Show the question of the attempt's step; nothing, and hidden, if it asks nothing. Text being
 * typed stays as long as it is the same step. */
void dl_lesson_question_follow (DlLessonQuestion *self, DlLessonAttempt *attempt);
/* Why an answer was not taken; NULL: nothing. */
void dl_lesson_question_set_problem (DlLessonQuestion *self, const char *problem);
/* Send the keyboard to it and say, once per question, that it is not answered and that @next, the
 * name of a key, continues; FALSE if that was said, or it is answered. */
gboolean dl_lesson_question_remind (DlLessonQuestion *self, const char *next);
/* Send the keyboard to the number that is asked for, and append @typed; FALSE if there is none, or
 * it is not part of a number. */
gboolean dl_lesson_question_type (DlLessonQuestion *self, gunichar typed);

G_END_DECLS
