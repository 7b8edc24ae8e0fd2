#include "dl-lesson-files.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define LESSON  ".lesson"
#define HAND_IN ".handin"

static gboolean
ends_in (GFile *file, const char *ending)
{
  g_autofree char *name = g_file_get_basename (file);

  return name != NULL && g_str_has_suffix (name, ending);
}

gboolean
dl_lesson_files_is_lesson (GFile *file)
{
  return ends_in (file, LESSON);
}

gboolean
dl_lesson_files_is_hand_in (GFile *file)
{
  return ends_in (file, HAND_IN);
}

static GError *
new_not_here (void)
{
  return g_error_new_literal (G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                              _ ("Only files on this computer can be opened"));
}

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

/* "my.lesson" of "my.de.lesson", if that is there; and "de". */
static char *
find_base (const char *path, char **language)
{
  g_autofree char *stem = g_strndup (path, strlen (path) - strlen (LESSON));
  char *dot = strrchr (stem, '.');
  g_autofree char *base = NULL;

  *language = NULL;
  if (dot == NULL || strchr (dot, '/') != NULL || dot[1] == '\0')
    return NULL;
  *dot = '\0';
  base = g_strconcat (stem, LESSON, NULL);
  if (!g_file_test (base, G_FILE_TEST_IS_REGULAR))
    return NULL;
  *language = g_strdup (dot + 1);
  return g_steal_pointer (&base);
}

static GStrv
messages_of (const DlProblems *problems, const GError *error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; problems != NULL && i < problems->messages->len; i++)
    g_strv_builder_add (builder, problems->messages->pdata[i]);
  if (problems != NULL && problems->n > problems->messages->len)
    {
      g_autofree char *more
          = g_strdup_printf (_ ("… and %u more"), problems->n - problems->messages->len);

      g_strv_builder_add (builder, more);
    }
  if ((problems == NULL || problems->n == 0) && error != NULL)
    g_strv_builder_add (builder, error->message);
  return g_strv_builder_end (builder);
}

static void
load_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autofree char *path = g_file_get_path (data);
  g_autofree char *name = path != NULL ? g_filename_display_basename (path) : NULL;
  g_autofree char *language = NULL;
  g_autofree char *base = path != NULL ? find_base (path, &language) : NULL;
  const char *const own[] = { language, NULL };
  g_autoptr (DlProblems) problems = dl_problems_new (name != NULL ? name : "");
  g_autoptr (GError) error = NULL;
  Loaded *loaded = g_new0 (Loaded, 1);

  if (path == NULL)
    error = new_not_here ();
  else if (dl_lessons_check_file (path, problems, &error) && problems->n == 0)
    loaded->lesson = dl_lessons_load_file (
        base != NULL ? base : path, base != NULL ? own : g_get_language_names (), NULL, &error);
  if (loaded->lesson == NULL)
    loaded->messages = messages_of (problems, error);
  g_task_return_pointer (task, loaded, loaded_free);
}

void
dl_lesson_files_load_async (GFile *file, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);

  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  g_task_run_in_thread (task, load_in_thread);
}

DlLesson *
dl_lesson_files_load_finish (GAsyncResult *result, GStrv *messages)
{
  Loaded *loaded = g_task_propagate_pointer (G_TASK (result), NULL);
  DlLesson *lesson = g_steal_pointer (&loaded->lesson);

  *messages = g_steal_pointer (&loaded->messages);
  loaded_free (loaded);
  return lesson;
}

/* Handed in ------------------------------------------------------------------------------------ */

static void
story_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autofree char *path = g_file_get_path (data);
  GError *error = NULL;
  DlStory *story = NULL;

  if (path != NULL)
    story = dl_story_load (path, g_get_language_names (), cancellable, &error);
  else
    error = new_not_here ();
  if (story != NULL)
    g_task_return_pointer (task, story, (GDestroyNotify) dl_story_free);
  else
    g_task_return_error (task, error);
}

void
dl_lesson_files_story_async (GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  g_task_run_in_thread (task, story_in_thread);
}

DlStory *
dl_lesson_files_story_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

typedef struct
{
  char *text;
  GFile *file;
} Saving;

static void
saving_free (gpointer data)
{
  Saving *saving = data;

  g_free (saving->text);
  g_object_unref (saving->file);
  g_free (saving);
}

static void
save_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Saving *saving = data;
  g_autofree char *path = g_file_get_path (saving->file);
  GError *error = NULL;

  if (path == NULL)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "%s",
                             _ ("Files can be written on this computer only"));
  else if (g_file_set_contents (path, saving->text, -1, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
dl_lesson_files_save_async (const DlHandIn *hand_in, GFile *file, GAsyncReadyCallback callback,
                            gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);
  Saving *saving = g_new (Saving, 1);

  *saving = (Saving) { dl_hand_in_to_text (hand_in), g_object_ref (file) };
  g_task_set_task_data (task, saving, saving_free);
  g_task_run_in_thread (task, save_in_thread);
}

gboolean
dl_lesson_files_save_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
