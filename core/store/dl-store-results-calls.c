#include "dl-store-results-calls.h"

#include "dl-store-call.h"
#include "dl-store-remarks.h"

/* Sweeps and runs ------------------------------------------------------------------------------ */

static void
unref_array (gpointer array)
{
  g_ptr_array_unref (array);
}

static void
list_sweeps (GTask *task, DlStore *store, gpointer data)
{
  GError *error = NULL;
  GPtrArray *sweeps = dl_store_list_sweeps (store, ((const DlStoreCall *) data)->id, &error);

  dl_store_call_return_pointer (task, sweeps, unref_array, error);
}

void
dl_store_thread_list_sweeps_async (DlStoreThread *thread, gint64 scenario_id,
                                   GCancellable *cancellable, GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  dl_store_call_run (thread, list_sweeps, dl_store_call_new (scenario_id, NULL), cancellable,
                     callback, user_data);
}

GPtrArray *
dl_store_thread_list_sweeps_finish (GAsyncResult *result, GError **error)
{
  return dl_store_call_finish_pointer (result, error);
}

static void
page_runs (GTask *task, DlStore *store, gpointer data)
{
  const DlStoreCall *call = data;
  GError *error = NULL;
  DlStorePage *page = dl_store_page_runs (store, call->id, call->from, call->number, &error);

  dl_store_call_return_pointer (task, page, (GDestroyNotify) dl_store_page_free, error);
}

static void
page_points (GTask *task, DlStore *store, gpointer data)
{
  const DlStoreCall *call = data;
  GError *error = NULL;
  DlStorePage *page = dl_store_page_points (store, call->id, call->from, call->number, &error);

  dl_store_call_return_pointer (task, page, (GDestroyNotify) dl_store_page_free, error);
}

static DlStoreCall *
page_call_new (gint64 id, gint64 from, guint limit)
{
  DlStoreCall *call = dl_store_call_new (id, NULL);

  call->from = from;
  call->number = limit;
  return call;
}

void
dl_store_thread_page_runs_async (DlStoreThread *thread, gint64 scenario_id, gint64 from,
                                 guint limit, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data)
{
  dl_store_call_run (thread, page_runs, page_call_new (scenario_id, from, limit), cancellable,
                     callback, user_data);
}

void
dl_store_thread_page_points_async (DlStoreThread *thread, gint64 sweep_id, gint64 from, guint limit,
                                   GCancellable *cancellable, GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  dl_store_call_run (thread, page_points, page_call_new (sweep_id, from, limit), cancellable,
                     callback, user_data);
}

DlStorePage *
dl_store_thread_page_finish (GAsyncResult *result, GError **error)
{
  return dl_store_call_finish_pointer (result, error);
}

static void
find_runs (GTask *task, DlStore *store, gpointer data)
{
  char **digests = data;
  GPtrArray *runs = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_store_run_free);
  GError *error = NULL;

  for (guint i = 0; digests[i] != NULL && error == NULL; i++)
    g_ptr_array_add (runs, dl_store_find_run (store, digests[i], &error));
  if (error != NULL)
    g_clear_pointer (&runs, g_ptr_array_unref);
  dl_store_call_return_pointer (task, runs, unref_array, error);
}

void
dl_store_thread_find_runs_async (DlStoreThread *thread, const char *const *digests,
                                 GCancellable *cancellable, GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  dl_store_thread_run_async (thread, find_runs, g_strdupv ((char **) digests),
                             (GDestroyNotify) g_strfreev, cancellable, callback, user_data);
}

GPtrArray *
dl_store_thread_find_runs_finish (GAsyncResult *result, GError **error)
{
  return dl_store_call_finish_pointer (result, error);
}

static void
add_runs (GTask *task, DlStore *store, gpointer data)
{
  const GPtrArray *runs = data;
  GError *error = NULL;

  dl_store_add_runs (store, (const DlStoreRun *const *) runs->pdata, runs->len, &error);
  dl_store_call_return (task, error);
}

void
dl_store_thread_add_runs_async (DlStoreThread *thread, GPtrArray *runs,
                                GAsyncReadyCallback callback, gpointer user_data)
{
  dl_store_thread_run_async (thread, add_runs, runs, unref_array, NULL, callback, user_data);
}

static void
run_scenario (GTask *task, DlStore *store, gpointer data)
{
  GError *error = NULL;
  DlScenario *scenario = dl_store_run_scenario (store, ((const DlStoreCall *) data)->id, &error);

  dl_store_call_return_pointer (task, scenario, (GDestroyNotify) dl_scenario_free, error);
}

void
dl_store_thread_run_scenario_async (DlStoreThread *thread, gint64 run_id, GCancellable *cancellable,
                                    GAsyncReadyCallback callback, gpointer user_data)
{
  dl_store_call_run (thread, run_scenario, dl_store_call_new (run_id, NULL), cancellable, callback,
                     user_data);
}

DlScenario *
dl_store_thread_run_scenario_finish (GAsyncResult *result, GError **error)
{
  return dl_store_call_finish_pointer (result, error);
}

static void
remove_sweep (GTask *task, DlStore *store, gpointer data)
{
  GError *error = NULL;

  dl_store_remove_sweep (store, ((const DlStoreCall *) data)->id, &error);
  dl_store_call_return (task, error);
}

void
dl_store_thread_remove_sweep_async (DlStoreThread *thread, gint64 sweep_id,
                                    GAsyncReadyCallback callback, gpointer user_data)
{
  dl_store_call_run (thread, remove_sweep, dl_store_call_new (sweep_id, NULL), NULL, callback,
                     user_data);
}

/* Tags and notes ------------------------------------------------------------------------------- */

static void
all_tags (GTask *task, DlStore *store, gpointer data)
{
  GError *error = NULL;
  GStrv tags = dl_store_all_tags (store, &error);

  dl_store_call_return_pointer (task, tags, (GDestroyNotify) g_strfreev, error);
}

void
dl_store_thread_all_tags_async (DlStoreThread *thread, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data)
{
  dl_store_call_run (thread, all_tags, dl_store_call_new (0, NULL), cancellable, callback,
                     user_data);
}

GStrv
dl_store_thread_all_tags_finish (GAsyncResult *result, GError **error)
{
  return dl_store_call_finish_pointer (result, error);
}

static void
read_note (GTask *task, DlStore *store, gpointer data)
{
  GError *error = NULL;
  char *note = dl_store_note (store, ((const DlStoreCall *) data)->id, &error);

  dl_store_call_return_pointer (task, note, g_free, error);
}

void
dl_store_thread_note_async (DlStoreThread *thread, gint64 id, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  dl_store_call_run (thread, read_note, dl_store_call_new (id, NULL), cancellable, callback,
                     user_data);
}

char *
dl_store_thread_note_finish (GAsyncResult *result, GError **error)
{
  return dl_store_call_finish_pointer (result, error);
}

static void
add_tag (GTask *task, DlStore *store, gpointer data)
{
  const DlStoreCall *call = data;
  GError *error = NULL;

  dl_store_add_tag (store, call->id, call->text, &error);
  dl_store_call_return (task, error);
}

void
dl_store_thread_add_tag_async (DlStoreThread *thread, gint64 id, const char *tag,
                               GAsyncReadyCallback callback, gpointer user_data)
{
  dl_store_call_run (thread, add_tag, dl_store_call_new (id, tag), NULL, callback, user_data);
}

static void
remove_tag (GTask *task, DlStore *store, gpointer data)
{
  const DlStoreCall *call = data;
  GError *error = NULL;

  dl_store_remove_tag (store, call->id, call->text, &error);
  dl_store_call_return (task, error);
}

void
dl_store_thread_remove_tag_async (DlStoreThread *thread, gint64 id, const char *tag,
                                  GAsyncReadyCallback callback, gpointer user_data)
{
  dl_store_call_run (thread, remove_tag, dl_store_call_new (id, tag), NULL, callback, user_data);
}

static void
set_note (GTask *task, DlStore *store, gpointer data)
{
  const DlStoreCall *call = data;
  GError *error = NULL;

  dl_store_set_note (store, call->id, call->text, &error);
  dl_store_call_return (task, error);
}

void
dl_store_thread_set_note_async (DlStoreThread *thread, gint64 id, const char *note,
                                GAsyncReadyCallback callback, gpointer user_data)
{
  dl_store_call_run (thread, set_note, dl_store_call_new (id, note), NULL, callback, user_data);
}

/* Disk use ------------------------------------------------------------------------------------- */

void
dl_store_space_free (DlStoreSpace *space)
{
  if (space == NULL)
    return;
  g_clear_pointer (&space->uses, g_ptr_array_unref);
  g_free (space->problem);
  g_free (space);
}

/* What can only be read still says what it takes up. */
static void
read_space (GTask *task, DlStore *store, gpointer data)
{
  const DlStoreCall *call = data;
  DlStoreSpace *space = g_new0 (DlStoreSpace, 1);
  g_autoptr (GError) problem = NULL;
  GError *error = NULL;

  space->uses = dl_store_list_use (store, &space->file_bytes, &error);
  for (guint i = 0; error == NULL && problem == NULL && i < DL_STORE_N_CLEAN; i++)
    dl_store_preview_clean (store, 1u << i, call->text, &space->cleaned[i], &problem);
  if (problem != NULL)
    space->problem = g_strdup (problem->message);
  if (error != NULL)
    g_clear_pointer (&space, dl_store_space_free);
  dl_store_call_return_pointer (task, space, (GDestroyNotify) dl_store_space_free, error);
}

void
dl_store_thread_space_async (DlStoreThread *thread, const char *version, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data)
{
  dl_store_call_run (thread, read_space, dl_store_call_new (0, version), cancellable, callback,
                     user_data);
}

DlStoreSpace *
dl_store_thread_space_finish (GAsyncResult *result, GError **error)
{
  return dl_store_call_finish_pointer (result, error);
}

static void
clean (GTask *task, DlStore *store, gpointer data)
{
  const DlStoreCall *call = data;
  DlStoreCleaned cleaned;
  GError *error = NULL;

  dl_store_clean (store, call->number, call->text, &cleaned, &error);
  dl_store_call_return_pointer (task, error == NULL ? g_memdup2 (&cleaned, sizeof cleaned) : NULL,
                                g_free, error);
}

void
dl_store_thread_clean_async (DlStoreThread *thread, guint what, const char *version,
                             GAsyncReadyCallback callback, gpointer user_data)
{
  DlStoreCall *call = dl_store_call_new (0, version);

  call->number = what;
  dl_store_call_run (thread, clean, call, NULL, callback, user_data);
}

gboolean
dl_store_thread_clean_finish (GAsyncResult *result, DlStoreCleaned *cleaned, GError **error)
{
  g_autofree DlStoreCleaned *found = dl_store_call_finish_pointer (result, error);

  *cleaned = found != NULL ? *found : (DlStoreCleaned) { 0 };
  return found != NULL;
}

/* Libraries as files --------------------------------------------------------------------------- */

static void
export_scenario (GTask *task, DlStore *store, gpointer data)
{
  const DlStoreCall *call = data;
  GError *error = NULL;

  dl_store_export (store, call->id, call->text, g_task_get_cancellable (task), &error);
  g_task_set_check_cancellable (task, FALSE); /* a file that is there is said to be there */
  dl_store_call_return (task, error);
}

void
dl_store_thread_export_async (DlStoreThread *thread, gint64 id, const char *path,
                              GCancellable *cancellable, GAsyncReadyCallback callback,
                              gpointer user_data)
{
  dl_store_call_run (thread, export_scenario, dl_store_call_new (id, path), cancellable, callback,
                     user_data);
}

static void
imported_free (gpointer data)
{
  dl_store_imported_clear (data);
  g_free (data);
}

static void
import (GTask *task, DlStore *store, gpointer data)
{
  const DlStoreCall *call = data;
  DlStoreImported *imported = g_new0 (DlStoreImported, 1);
  GError *error = NULL;

  dl_store_import (store, call->text, g_task_get_cancellable (task), imported, &error);
  g_task_set_check_cancellable (task, FALSE); /* and so is what has been taken in */
  if (error != NULL)
    g_clear_pointer (&imported, imported_free);
  dl_store_call_return_pointer (task, imported, imported_free, error);
}

void
dl_store_thread_import_async (DlStoreThread *thread, const char *path, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data)
{
  dl_store_call_run (thread, import, dl_store_call_new (0, path), cancellable, callback, user_data);
}

gboolean
dl_store_thread_import_finish (GAsyncResult *result, DlStoreImported *imported, GError **error)
{
  DlStoreImported *found = dl_store_call_finish_pointer (result, error);

  *imported = (DlStoreImported) { 0 };
  if (found == NULL)
    return FALSE;
  *imported = *found;
  g_free (found);
  return TRUE;
}
