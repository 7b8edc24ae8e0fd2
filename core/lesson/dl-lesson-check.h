/* Whether a lesson can be done as it is written: what needs its networks, and not only its text. */
#pragma once

#include "dl-lesson.h"

G_BEGIN_DECLS

/* The lesson's edits apply in their order; facts are of the kind of network that there is, the
 * nodes, links and groups that are named are in it, and so are pages, views, @metrics and actions
 * in the window. What a person does in a step is taken to be what its until: lines ask for. Adds
 * what is wrong to @problems. @metrics NULL: any will do. */
void dl_lesson_check (const DlLesson *lesson, DlLessonMetrics metrics, DlProblems *problems);
/* The same by doing it, which takes its time: each step as its lines say, and once all of them
 * skipped. Adds explanations and answers that do not hold then, and steps that blame somebody who
 * has done nothing. Of a step that its lines do not do, or that takes too long, nothing is said. To
 * be asked of a lesson without other problems. */
void dl_lesson_check_model (DlLesson *lesson, DlProblems *problems, GCancellable *cancellable);
/* Of that, each link to what the manual does not have: it needs no networks. @problems NULL: nobody
 * wants to know. */
void dl_lesson_check_links (const DlLesson *lesson, DlProblems *problems);

G_END_DECLS
