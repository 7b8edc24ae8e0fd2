#include "dl-lesson-files.h"

#include "dl-file-jobs.h"
#include "dl-figure-family.h"

#include <glib/gi18n-lib.h>

/* Lessons -------------------------------------------------------------------------------------- */

typedef struct
{
  DlLesson *lesson; /* or NULL: */
  GStrv messages;
} Loaded;

static void
loaded_free (gpointer data)
{
  Loaded *loaded = data;

  dl_lesson_unref (loaded->lesson);
  g_strfreev (loaded->messages);
  g_free (loaded);
}

static GStrv
messages_of (const DlProblems *problems, const GError *error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < problems->messages->len; i++)
    g_strv_builder_add (builder, problems->messages->pdata[i]);
  if (problems->n > problems->messages->len)
    {
      g_autofree char *more
          = g_strdup_printf (_ ("… and %u more"), problems->n - problems->messages->len);

      g_strv_builder_add (builder, more);
    }
  if (problems->n == 0)
    g_strv_builder_add (builder, error->message);
  return g_strv_builder_end (builder);
}

static gpointer
read_lesson (const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autoptr (DlProblems) problems = dl_problems_new (name);
  g_autoptr (GError) why = NULL;
  Loaded *loaded = g_new0 (Loaded, 1);

  loaded->lesson
      = dl_lessons_open (path, g_get_language_names (), dl_family_metric_names, problems, &why);
  if (loaded->lesson == NULL)
    loaded->messages = messages_of (problems, why);
  return loaded;
}

void
dl_lesson_files_load_async (GFile *file, GAsyncReadyCallback callback, gpointer user_data)
{
  dl_read_file_async (file, read_lesson, loaded_free, NULL, callback, user_data);
}

DlLesson *
dl_lesson_files_load_finish (GAsyncResult *result, GStrv *messages)
{
  g_autoptr (GError) error = NULL;
  Loaded *loaded = dl_read_file_finish (result, &error);
  DlLesson *lesson;

  *messages = NULL;
  if (loaded == NULL)
    {
      const char *const only[] = { error->message, NULL };

      *messages = g_strdupv ((char **) only);
      return NULL;
    }
  lesson = g_steal_pointer (&loaded->lesson);
  *messages = g_steal_pointer (&loaded->messages);
  loaded_free (loaded);
  return lesson;
}

/* Handed in ------------------------------------------------------------------------------------ */

static gpointer
read_story (const char *path, GCancellable *cancellable, GError **error)
{
  return dl_story_load (path, g_get_language_names (), cancellable, error);
}

void
dl_lesson_files_story_async (GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data)
{
  dl_read_file_async (file, read_story, (GDestroyNotify) dl_story_free, cancellable, callback,
                      user_data);
}

DlStory *
dl_lesson_files_story_finish (GAsyncResult *result, GError **error)
{
  return dl_read_file_finish (result, error);
}
