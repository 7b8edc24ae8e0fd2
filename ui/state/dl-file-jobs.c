#include "dl-file-jobs.h"

#include "dl-families.h"
#include "dl-figure-sweep.h"
#include "dl-figure.h"
#include "dl-output.h"
#include "dl-scenario-file.h"

#include <glib/gi18n-lib.h>

#include <string.h>

char *
dl_file_path (GFile *file, GError **error)
{
  char *path = g_file_get_path (file);

  if (path == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                         _ ("Only files on this computer can be opened"));
  return path;
}

/* Reading -------------------------------------------------------------------------------------- */

typedef struct
{
  GFile *file;
  DlReadFunc read;
  GDestroyNotify free_read;
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  g_object_unref (reading->file);
  g_free (reading);
}

static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Reading *reading = data;
  GError *error = NULL;
  g_autofree char *path = dl_file_path (reading->file, &error);
  gpointer found = path != NULL ? reading->read (path, cancellable, &error) : NULL;

  if (found != NULL)
    g_task_return_pointer (task, found, reading->free_read);
  else
    g_task_return_error (task, error);
}

void
dl_read_file_async (GFile *file, DlReadFunc read, GDestroyNotify free_read,
                    GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Reading *reading = g_new (Reading, 1);

  *reading = (Reading) { g_object_ref (file), read, free_read };
  g_task_set_task_data (task, reading, reading_free);
  g_task_run_in_thread (task, read_in_thread);
}

gpointer
dl_read_file_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Writing -------------------------------------------------------------------------------------- */

/* Write @what into the file at @path. Called in a thread. */
typedef gboolean (*WriteFunc) (gconstpointer what, const char *path, GError **error);

typedef struct
{
  GFile *file;
  gpointer what;
  GDestroyNotify free_what;
  WriteFunc write;
} Writing;

static void
writing_free (gpointer data)
{
  Writing *writing = data;

  g_object_unref (writing->file);
  writing->free_what (writing->what);
  g_free (writing);
}

static void
write_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Writing *writing = data;
  g_autofree char *path = g_file_get_path (writing->file);
  GError *error = NULL;

  if (path == NULL)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "%s",
                             _ ("Files can be written on this computer only"));
  else if (writing->write (writing->what, path, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* Write @what, taken, by @write. */
static void
write_async (GFile *file, gpointer what, GDestroyNotify free_what, WriteFunc write,
             GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);
  Writing *writing = g_new (Writing, 1);

  *writing = (Writing) { g_object_ref (file), what, free_what, write };
  g_task_set_task_data (task, writing, writing_free);
  g_task_run_in_thread (task, write_in_thread);
}

static gboolean
write_text (gconstpointer text, const char *path, GError **error)
{
  g_autofree char *name = dl_file_name_show (path);
  const int number = dl_output_write (path, text, strlen (text), FALSE);

  if (number == 0)
    return TRUE;
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (number), "%s: %s", name,
               g_strerror (number));
  return FALSE;
}

void
dl_write_text_async (GFile *file, char *text, GAsyncReadyCallback callback, gpointer user_data)
{
  write_async (file, text, g_free, write_text, callback, user_data);
}

gboolean
dl_write_file_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

char *
dl_write_file_place (GAsyncResult *result)
{
  const Writing *writing = g_task_get_task_data (G_TASK (result));

  return g_file_get_parse_name (writing->file);
}

/* Scenarios and machines ----------------------------------------------------------------------- */

typedef struct
{
  GFile *file;
  char **chosen;
  DlScenario *scenario;
  DlRecording *recording;
  GStrv warnings;
  char *outside;
} Loaded;

static void
loaded_free (gpointer data)
{
  Loaded *loaded = data;

  g_object_unref (loaded->file);
  g_strfreev (loaded->chosen);
  dl_scenario_free (loaded->scenario);
  dl_recording_free (loaded->recording);
  g_strfreev (loaded->warnings);
  g_free (loaded->outside);
  g_free (loaded);
}

/* The recording that is in the file, if any; FALSE if it is bad. */
static gboolean
read_recording (const char *path, DlRecording **recording, GError **error)
{
  g_autoptr (GByteArray) bytes = dl_scenario_read_file (path, dl_figure_load_limit, NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = dl_file_name_show (path);
  g_autofree char *inside = NULL;
  const char *text;
  gsize length;

  /* It was read as a scenario: what cannot be read again is none. */
  if (bytes == NULL)
    return TRUE;
  inside = dl_figure_read_scenario (bytes->data, bytes->len, NULL);
  text = inside != NULL ? inside : (const char *) bytes->data;
  length = inside != NULL ? strlen (inside) : bytes->len;
  if (length == 0 || !dl_recording_is (text, length))
    return TRUE;
  *recording = dl_recording_parse_in (text, length, name, (DlScenarioFiles) { .folder = folder },
                                      NULL, error);
  return *recording != NULL;
}

static void
load_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Loaded *loaded = data;
  GError *error = NULL;
  g_autofree char *path = dl_file_path (loaded->file, &error);

  if (path != NULL)
    loaded->scenario = dl_figure_load_scenario (path, (const char *const *) loaded->chosen,
                                                &loaded->outside, &loaded->warnings, &error);
  if (loaded->scenario != NULL && read_recording (path, &loaded->recording, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
dl_load_scenario_async (GFile *file, const char *const *chosen, GCancellable *cancellable,
                        GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Loaded *loaded = g_new0 (Loaded, 1);

  loaded->file = g_object_ref (file);
  loaded->chosen = g_strdupv ((char **) chosen);
  g_task_set_task_data (task, loaded, loaded_free);
  g_task_run_in_thread (task, load_in_thread);
}

DlScenario *
dl_load_scenario_finish (GAsyncResult *result, GStrv *warnings, GError **error)
{
  Loaded *loaded = g_task_get_task_data (G_TASK (result));

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return NULL;
  if (warnings != NULL)
    *warnings = g_steal_pointer (&loaded->warnings);
  return g_steal_pointer (&loaded->scenario);
}

const DlRecording *
dl_load_scenario_get_recording (GAsyncResult *result)
{
  const Loaded *loaded = g_task_get_task_data (G_TASK (result));

  return loaded->recording;
}

const char *
dl_load_scenario_get_outside (GAsyncResult *result)
{
  const Loaded *loaded = g_task_get_task_data (G_TASK (result));

  return loaded->outside;
}

GFile *
dl_load_scenario_get_file (GAsyncResult *result, const char *const **chosen)
{
  const Loaded *loaded = g_task_get_task_data (G_TASK (result));

  *chosen = (const char *const *) loaded->chosen;
  return loaded->file;
}

static gboolean
write_scenario (gconstpointer scenario, const char *path, GError **error)
{
  return dl_scenario_save (scenario, path, error);
}

void
dl_save_scenario_async (const DlScenario *scenario, GFile *file, GAsyncReadyCallback callback,
                        gpointer user_data)
{
  write_async (file, dl_scenario_copy (scenario), (GDestroyNotify) dl_scenario_free, write_scenario,
               callback, user_data);
}

/* The last resort ------------------------------------------------------------------------------ */

static char *
rescue_path (const char *folder, const char *stem, const char *ending)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *time = g_date_time_format (now, "%Y%m%d-%H%M%S");
  g_autofree char *name = g_strdup_printf ("%s-unsaved-%s%s", stem, time, ending);

  return g_build_filename (folder, name, NULL);
}

/* At once: the program ends. */
static void
remember_rescued (GSettings *settings, const char *path)
{
  g_auto (GStrv) before = g_settings_get_strv (settings, "rescued");
  g_autoptr (GStrvBuilder) all = g_strv_builder_new ();
  g_auto (GStrv) now = NULL;

  g_strv_builder_addv (all, (const char **) before);
  g_strv_builder_add (all, path);
  now = g_strv_builder_end (all);
  g_settings_set_strv (settings, "rescued", (const char *const *) now);
  g_settings_sync ();
}

char *
dl_rescue_tell (GSettings *settings)
{
  g_auto (GStrv) paths = g_settings_get_strv (settings, "rescued");
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_autofree char *name = dl_file_name_show (paths[i]);

      if (g_file_test (paths[i], G_FILE_TEST_EXISTS))
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", name);
    }
  g_settings_reset (settings, "rescued");
  if (names->len == 0)
    return NULL;
  /* Translators: %s are names of files */
  return g_strdup_printf (_ ("The last time not everything could be saved; a copy is in %s"),
                          names->str);
}

void
dl_rescue_text (GSettings *settings, DlLibrary *library, const char *ending, const char *what,
                const char *text)
{
  const char *file = library != NULL ? dl_library_get_path (library) : NULL;
  g_autofree char *beside = file != NULL ? g_path_get_dirname (file) : NULL;
  g_autofree char *stem = g_path_get_basename (file != NULL ? file : "dateline");
  const char *const folders[] = { beside, g_get_home_dir (), g_get_tmp_dir () };

  if (g_str_has_suffix (stem, ".db"))
    stem[strlen (stem) - strlen (".db")] = '\0';
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = folders[i] != NULL ? rescue_path (folders[i], stem, ending) : NULL;

      if (path == NULL || g_file_test (path, G_FILE_TEST_EXISTS)
          || dl_output_write (path, text, strlen (text), TRUE) != 0)
        continue;
      /* Translators: the first %s is the name of a scenario or lesson, the second a file */
      g_printerr (_ ("dateline: “%s” could not be saved; a copy is in %s\n"), what, path);
      if (settings != NULL)
        remember_rescued (settings, path);
      return;
    }
  /* Translators: %s is the name of a scenario or lesson */
  g_printerr (_ ("dateline: “%s” could not be saved anywhere\n"), what);
}
