/* Judging a step by worlds: what an attempt asks, and knows nothing of runs. Private to
 * DlLessonAttempt. */
#pragma once

#include "dl-lesson-attempt.h"
#include "dl-lesson.h"

G_BEGIN_DECLS

/* The answer to a question for a number: RIGHT, WRONG, WAITS while the fact is not known yet, or
 * UNJUDGED if it will not be, as the hops of a pair without a route. */
DlAnswer dl_lesson_judge_number (const DlLessonStep *step, const DlWorld *now, double answer);
/* The choice that holds: G_MAXUINT if there is none or more than one. FALSE: not known yet. */
gboolean dl_lesson_find_choice (const DlLessonStep *step, const DlWorld *now, const DlWorld *before,
                                const DlWorld *start, guint *choice);
/* The answer to a question with choices, also UNJUDGED. */
DlAnswer dl_lesson_judge_choice (const DlLessonStep *step, const DlWorld *now,
                                 const DlWorld *before, const DlWorld *start, guint answer);

/* Does the step look at a simulation? */
gboolean dl_lesson_step_is_simulated (const DlLessonStep *step);
/* Does the step need the simulation of the network that it (@start: the lesson) began with, for
 * what it judges or what it says? */
gboolean dl_lesson_step_needs (const DlLessonStep *step, gboolean start);
/* Does the lesson compare a simulation with the one that a step began with? */
gboolean dl_lesson_looks_back (const DlLesson *lesson);

/* Answers as people type them. */

/* A number in the manner of @decimal, the locale's decimal point ("." or ","), or in any other that
 * can only mean one thing: "1,204", "1 204", "0.25", "0,25", "25 %". As files have it: "1204",
 * "0.25", "25 %"; NULL if it is none. Free with g_free. */
char *dl_lesson_answer_normalize (const char *text, const char *decimal);
/* Source of @step's number: of "VC1", as the program calls a virtual channel, the 1 where one is
 * asked for; else @text. */
const char *dl_lesson_answer_number (const DlLessonStep *step, const char *text);
/* The value of what files have: a share of 25% is 0.25. */
gboolean dl_lesson_answer_parse (const char *text, double *number);
/* Answer to @step's question as files have it: @number of one for a number, @choice, from 0, of one
 * for a choice. Errors: DL_LESSON_ERROR_SYNTAX. */
gboolean dl_lesson_answer_read (const DlLessonStep *step, const char *text, double *number,
                                guint *choice, GError **error);
/* Lines of text, and nothing else. Free with g_free. */
char *dl_lesson_answer_clean (const char *text);

G_END_DECLS
