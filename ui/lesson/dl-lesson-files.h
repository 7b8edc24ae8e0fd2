/* Files of lessons and hand-ins, off the main loop. */
#pragma once

#include "dl-hand-in-story.h"
#include "dl-lessons.h"

#include <gio/gio.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Read a lesson, in the user's language, and check whether it can be done; a translation comes with
 * the lesson beside it. */
void dl_lesson_files_load_async (GFile *file, GAsyncReadyCallback callback, gpointer user_data);
/* NULL with its mistakes, one line each: "FILE:LINE: ..."; free with g_strfreev. */
DlLesson *dl_lesson_files_load_finish (GAsyncResult *result, GStrv *messages);

/* Read a hand-in, and replay it. */
void dl_lesson_files_story_async (GFile *file, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer user_data);
/* Errors: those of dl_story_load. */
DlStory *dl_lesson_files_story_finish (GAsyncResult *result, GError **error);

/* The program's own lessons, to choose from; also files of lessons, and hand-ins. */

#define DL_TYPE_LESSON_LIST (dl_lesson_list_get_type ())
G_DECLARE_FINAL_TYPE (DlLessonList, dl_lesson_list, DL, LESSON_LIST, GtkBox)

/* Activates win.lesson with the identifier of the one chosen, and win.open-lesson. */
GtkWidget *dl_lesson_list_new (void);
/* Mark those of @finished (nullable) as done before. */
void dl_lesson_list_set_finished (DlLessonList *self, const char *const *finished);
/* Let the keyboard begin at the first that is not done. */
void dl_lesson_list_focus (DlLessonList *self);

G_END_DECLS
