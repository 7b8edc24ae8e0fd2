#include "dl-file-jobs.h"

#include "dl-figure-load.h"
#include "dl-scenario-file.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  DlScenario *scenario;
  GStrv warnings;
} Loaded;

static void
loaded_free (gpointer data)
{
  Loaded *loaded = data;

  dl_scenario_free (loaded->scenario);
  g_strfreev (loaded->warnings);
  g_free (loaded);
}

static GError *
new_not_here (void)
{
  return g_error_new_literal (G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                              _ ("Only files on this computer can be opened"));
}

static void
load_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autofree char *path = g_file_get_path (data);
  Loaded *loaded = g_new0 (Loaded, 1);
  GError *error = NULL;

  if (path != NULL)
    loaded->scenario = dl_figure_load_scenario (path, &loaded->warnings, &error);
  else
    error = new_not_here ();
  if (error != NULL)
    {
      loaded_free (loaded);
      g_task_return_error (task, error);
    }
  else
    g_task_return_pointer (task, loaded, loaded_free);
}

void
dl_load_scenario_async (GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback,
                        gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  g_task_run_in_thread (task, load_in_thread);
}

DlScenario *
dl_load_scenario_finish (GAsyncResult *result, GStrv *warnings, GError **error)
{
  Loaded *loaded = g_task_propagate_pointer (G_TASK (result), error);
  DlScenario *scenario;

  if (loaded == NULL)
    return NULL;
  scenario = g_steal_pointer (&loaded->scenario);
  if (warnings != NULL)
    *warnings = g_steal_pointer (&loaded->warnings);
  loaded_free (loaded);
  return scenario;
}

static void
load_machine_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_autofree char *path = g_file_get_path (data);
  GError *error = NULL;
  DlMachine *machine = NULL;

  if (path != NULL)
    machine = dl_machine_load (path, &error);
  else
    error = new_not_here ();
  if (machine != NULL)
    g_task_return_pointer (task, machine, (GDestroyNotify) dl_machine_unref);
  else
    g_task_return_error (task, error);
}

void
dl_load_machine_async (GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback,
                       gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  g_task_run_in_thread (task, load_machine_in_thread);
}

DlMachine *
dl_load_machine_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

typedef struct
{
  DlScenario *scenario;
  GFile *file;
} Saving;

static void
saving_free (gpointer data)
{
  Saving *saving = data;

  dl_scenario_free (saving->scenario);
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
  else if (dl_scenario_save (saving->scenario, path, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
dl_save_scenario_async (const DlScenario *scenario, GFile *file, GAsyncReadyCallback callback,
                        gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);
  Saving *saving = g_new (Saving, 1);

  *saving = (Saving) { dl_scenario_copy (scenario), g_object_ref (file) };
  g_task_set_task_data (task, saving, saving_free);
  g_task_run_in_thread (task, save_in_thread);
}

gboolean
dl_save_scenario_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
