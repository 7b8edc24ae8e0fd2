/* Judging a step by worlds: what an attempt asks, and knows nothing of runs. Private to
 * DlLessonAttempt. */
#pragma once

#include "dl-lesson-attempt.h"

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

G_END_DECLS
