/* Texts of an attempt at a lesson, with its facts filled in: the aims of a step, remarks on
 * mistakes, choices, answers, and explanations. */
#pragma once

#include "dl-lesson-attempt.h"

G_BEGIN_DECLS

/* Something that the step waits for, in words. */
typedef struct
{
  char *text;
  gboolean holds;
} DlLessonAim;

/* Until: conditions (DlLessonAim) of the step that did not hold when it began or do not hold now,
 * without those on what its question asks for. Free with g_ptr_array_unref. */
GPtrArray *dl_lesson_attempt_aims (DlLessonAttempt *self);

/* A choice of the current step's, from 0, for people: filled in, no Markdown. Free with g_free. */
char *dl_lesson_attempt_choice (DlLessonAttempt *self, guint choice);
/* Right answer, for people; NULL where that is not known. Free with g_free. */
char *dl_lesson_attempt_right_answer (DlLessonAttempt *self, guint step);

/* Reply to the choice that was taken in @step, filled in (dl_lesson_text_fill), once it is judged;
 * NULL before, and where there is none, or where another choice is right than the replies are
 * about. Free with g_free. */
char *dl_lesson_attempt_reply (DlLessonAttempt *self, guint step);

/* Texts of any step, for people: the question, the answer that was given (no Markdown; NULL without
 * one), and why it is right or wrong, once that is known: the reply, or else the beginning of the
 * explanation, filled in. Free with g_free. */
char *dl_lesson_attempt_asked (DlLessonAttempt *self, guint step);
char *dl_lesson_attempt_given (DlLessonAttempt *self, guint step);
char *dl_lesson_attempt_why (DlLessonAttempt *self, guint step);

/* Remark on the current mistake, or NULL: of the step (wrong:, filled in by dl_lesson_text_fill),
 * or, where it has none, on a change that it does not wait for. Free with g_free. */
char *dl_lesson_attempt_wrong (DlLessonAttempt *self);
/* A text of the current step (task, explain, ...) with its facts filled in (dl_lesson_text_fill):
 * once the step is done they are those with which it was. Free with g_free. */
char *dl_lesson_attempt_fill (DlLessonAttempt *self, const char *text);
/* The explanation of the current step, likewise, once it is done; NULL before, and without one.
 * Where another choice is right than it is about, the facts that decide stand in its place. */
char *dl_lesson_attempt_explain (DlLessonAttempt *self);
/* The same for texts before anything is done (say, ask, choices): the facts are those that the step
 * began with. */
char *dl_lesson_attempt_fill_first (DlLessonAttempt *self, const char *text);

G_END_DECLS
