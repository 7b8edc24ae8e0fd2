/* Where the texts of a lesson lead in the manual. Private to dl-lesson*.c. */
#pragma once

#include "dl-lesson.h"

G_BEGIN_DECLS

/* Each link of @lesson to what the manual does not have is among @problems; NULL: nobody wants to
 * know. */
void dl_lesson_check_links (const DlLesson *lesson, DlProblems *problems);

G_END_DECLS
