/* Places of lessons: the program's own, and files. */
#pragma once

#include "dl-lesson.h"

G_BEGIN_DECLS

/* The names of the program's own lessons, in their order: "01-torus". Never NULL; free with
 * g_strfreev. */
GStrv dl_lessons_list (void);
/* One of them in the first of @languages (g_get_language_names; NULL: the original) that there is.
 * Errors: DL_LESSON_ERROR_NOT_FOUND with those there are. */
DlLesson *dl_lessons_load (const char *id, const char *const *languages, GError **error);
/* A file, with its translations beside it (FILE.de.lesson of FILE.lesson). @problems (nullable)
 * gets the lesson's mistakes; parts of a translation that do not fit stay in the original language.
 * Errors: G_FILE_ERROR, DL_LESSON_ERROR_SYNTAX. */
DlLesson *dl_lessons_load_file (const char *file_name, const char *const *languages,
                                DlProblems *problems, GError **error);
/* The one or the other: what has a '/' or ends in ".lesson" is a file. */
DlLesson *dl_lessons_load_any (const char *name, const char *const *languages, GError **error);
/* All that can be said of a file: of a lesson whether it can be done, of a translation whether it
 * fits the lesson beside it. FALSE if it cannot be read at all. Errors: G_FILE_ERROR. @metrics: as
 * dl_lesson_check. */
gboolean dl_lessons_check_file (const char *file_name, DlLessonMetrics metrics,
                                DlProblems *problems, GError **error);
/* A file that the user opens, checked: a lesson in the first of @languages that there is, or a
 * translation with the lesson beside it. NULL with @problems or an error: those above. */
DlLesson *dl_lessons_open (const char *file_name, const char *const *languages,
                           DlLessonMetrics metrics, DlProblems *problems, GError **error);

G_END_DECLS
