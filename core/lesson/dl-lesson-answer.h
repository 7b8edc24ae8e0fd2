/* Answers as people type them. */
#pragma once

#include "dl-lesson.h"

G_BEGIN_DECLS

/* A number in the manner of @decimal, the locale's decimal point ("." or ","), or in any other that
 * can only mean one thing: "1,204", "1 204", "0.25", "0,25", "25 %". As files have it: "1204",
 * "0.25", "25 %"; NULL if it is none. Free with g_free. */
char *dl_lesson_answer_normalize (const char *text, const char *decimal);
/* What @step's number is read from: of "VC1", as the program calls a virtual channel, the 1 where
 * one is asked for; else @text. */
const char *dl_lesson_answer_number (const DlLessonStep *step, const char *text);
/* The value of what files have: a share of 25 % is 0.25. */
gboolean dl_lesson_answer_parse (const char *text, double *number);
/* What files have as the answer to @step's question: @number of one for a number, @choice, from 0,
 * of one for a choice. Errors: DL_LESSON_ERROR_SYNTAX. */
gboolean dl_lesson_answer_read (const DlLessonStep *step, const char *text, double *number,
                                guint *choice, GError **error);
/* Lines of text, and nothing else. Free with g_free. */
char *dl_lesson_answer_clean (const char *text);

G_END_DECLS
