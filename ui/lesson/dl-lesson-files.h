/* Files of lessons and of what was handed in, off the main loop. */
#pragma once

#include <gio/gio.h>

#include "dl-hand-in-story.h"
#include "dl-lessons.h"

G_BEGIN_DECLS

/* Read a lesson, in the user's language, and check whether it can be done; a translation comes with
 * the lesson beside it. */
void dl_lesson_files_load_async (GFile *file, GAsyncReadyCallback callback, gpointer user_data);
/* NULL with what is wrong, one line each: "FILE:LINE: ..."; free with g_strfreev. */
DlLesson *dl_lesson_files_load_finish (GAsyncResult *result, GStrv *messages);

/* Read what was handed in, and do it once more. */
void dl_lesson_files_story_async (GFile *file, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer user_data);
/* Errors: those of dl_story_load. */
DlStory *dl_lesson_files_story_finish (GAsyncResult *result, GError **error);

G_END_DECLS
