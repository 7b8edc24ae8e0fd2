/* Whether a lesson can be done as it is written: what needs its networks, and not only its text. */
#pragma once

#include "dl-lesson.h"

G_BEGIN_DECLS

/* The lesson's edits apply in their order; facts are of the kind of network that there is, the
 * nodes, links and groups that are named are in it, and so are pages, views, @metrics and actions
 * in the window. The work in a step is assumed to be what its until: lines ask for. Adds mistakes
 * to @problems. @metrics NULL: any will do. */
void dl_lesson_check (const DlLesson *lesson, DlLessonMetrics metrics, DlProblems *problems);
/* The same by doing it, which takes its time: each step as its lines say, and once all of them
 * skipped. Adds explanations and answers that do not hold then, and steps that blame a user who has
 * done nothing. It skips a step that its lines do not solve, or that takes too long. To be asked of
 * a lesson without other problems. */
void dl_lesson_check_model (DlLesson *lesson, DlProblems *problems, GCancellable *cancellable);
/* The part of that check that needs no networks: links to sections that the manual does not have.
 * @problems: (nullable). */
void dl_lesson_check_links (const DlLesson *lesson, DlProblems *problems);

G_END_DECLS
