/* The store's functions as jobs of its thread: for each one what runs there and how it is asked
 * for. */
#include "dl-store-call.h"

/* List ----------------------------------------------------------------------------------------- */

typedef struct
{
  GPtrArray *entries;
  char *warning;
} Listing;

static void
listing_free (gpointer data)
{
  Listing *listing = data;

  g_clear_pointer (&listing->entries, g_ptr_array_unref);
  g_free (listing->warning);
  g_free (listing);
}

static void
list (GTask *task, DlStore *store, gpointer data)
{
  const DlStoreCall *call = data;
  Listing *listing = g_new0 (Listing, 1);
  GError *error = NULL;

  listing->entries = dl_store_list (store, call->text, &listing->warning, &error);
  if (error != NULL)
    g_clear_pointer (&listing, listing_free);
  dl_store_call_return_pointer (task, listing, listing_free, error);
}

void
dl_store_thread_list_async (DlStoreThread *thread, const char *search, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  dl_store_call_run (thread, list, dl_store_call_new (0, search), cancellable, callback, user_data);
}

GPtrArray *
dl_store_thread_list_finish (GAsyncResult *result, char **warning, GError **error)
{
  Listing *listing;
  GPtrArray *entries;

  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  if (warning != NULL)
    *warning = NULL;
  listing = g_task_propagate_pointer (G_TASK (result), error);
  if (listing == NULL)
    return NULL;
  entries = g_steal_pointer (&listing->entries);
  if (warning != NULL)
    *warning = g_steal_pointer (&listing->warning);
  listing_free (listing);
  return entries;
}

/* Thumbnail ------------------------------------------------------------------------------------ */

static void
thumbnail (GTask *task, DlStore *store, gpointer data)
{
  const DlStoreCall *call = data;
  GError *error = NULL;
  GBytes *png = dl_store_thumbnail (store, call->id, &error);

  dl_store_call_return_pointer (task, png, (GDestroyNotify) g_bytes_unref, error);
}

void
dl_store_thread_thumbnail_async (DlStoreThread *thread, gint64 id, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data)
{
  dl_store_call_run (thread, thumbnail, dl_store_call_new (id, NULL), cancellable, callback,
                     user_data);
}

GBytes *
dl_store_thread_thumbnail_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* What gives an id ----------------------------------------------------------------------------- */

static void
return_id (GTask *task, gint64 id, GError *error)
{
  dl_store_call_return_pointer (task, g_memdup2 (&id, sizeof id), g_free, error);
}

gint64
dl_store_thread_id_finish (GAsyncResult *result, GError **error)
{
  g_autofree gint64 *id = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL), 0);
  id = g_task_propagate_pointer (G_TASK (result), error);
  return id != NULL ? *id : 0;
}

static void
add (GTask *task, DlStore *store, gpointer data)
{
  const DlStoreCall *call = data;
  GError *error = NULL;
  gint64 id = 0;

  dl_store_add (store, call->scenario, &id, &error);
  return_id (task, id, error);
}

void
dl_store_thread_add_async (DlStoreThread *thread, const DlScenario *scenario,
                           GAsyncReadyCallback callback, gpointer user_data)
{
  DlStoreCall *call = dl_store_call_new (0, NULL);

  call->scenario = dl_scenario_copy (scenario);
  dl_store_call_run (thread, add, call, NULL, callback, user_data);
}

static void
duplicate (GTask *task, DlStore *store, gpointer data)
{
  const DlStoreCall *call = data;
  GError *error = NULL;
  gint64 id = 0;

  dl_store_duplicate (store, call->id, call->text, &id, &error);
  return_id (task, id, error);
}

void
dl_store_thread_duplicate_async (DlStoreThread *thread, gint64 id, const char *name,
                                 GAsyncReadyCallback callback, gpointer user_data)
{
  dl_store_call_run (thread, duplicate, dl_store_call_new (id, name), NULL, callback, user_data);
}

static void
last_opened (GTask *task, DlStore *store, gpointer data)
{
  return_id (task, dl_store_last_opened (store), NULL);
}

void
dl_store_thread_last_opened_async (DlStoreThread *thread, GCancellable *cancellable,
                                   GAsyncReadyCallback callback, gpointer user_data)
{
  dl_store_thread_run_async (thread, last_opened, NULL, NULL, cancellable, callback, user_data);
}

/* What gives success --------------------------------------------------------------------------- */

static void
rename_scenario (GTask *task, DlStore *store, gpointer data)
{
  const DlStoreCall *call = data;
  GError *error = NULL;

  dl_store_rename (store, call->id, call->text, &error);
  dl_store_call_return (task, error);
}

void
dl_store_thread_rename_async (DlStoreThread *thread, gint64 id, const char *name,
                              GAsyncReadyCallback callback, gpointer user_data)
{
  dl_store_call_run (thread, rename_scenario, dl_store_call_new (id, name), NULL, callback,
                     user_data);
}

static void
remove_scenario (GTask *task, DlStore *store, gpointer data)
{
  const DlStoreCall *call = data;
  GError *error = NULL;

  dl_store_remove (store, call->id, &error);
  dl_store_call_return (task, error);
}

void
dl_store_thread_remove_async (DlStoreThread *thread, gint64 id, GAsyncReadyCallback callback,
                              gpointer user_data)
{
  dl_store_call_run (thread, remove_scenario, dl_store_call_new (id, NULL), NULL, callback,
                     user_data);
}

static void
unremove (GTask *task, DlStore *store, gpointer data)
{
  const DlStoreCall *call = data;
  GError *error = NULL;

  dl_store_unremove (store, call->id, &error);
  dl_store_call_return (task, error);
}

void
dl_store_thread_unremove_async (DlStoreThread *thread, gint64 id, GAsyncReadyCallback callback,
                                gpointer user_data)
{
  dl_store_call_run (thread, unremove, dl_store_call_new (id, NULL), NULL, callback, user_data);
}

static void
purge (GTask *task, DlStore *store, gpointer data)
{
  const DlStoreCall *call = data;
  GError *error = NULL;

  dl_store_purge (store, call->id, &error);
  dl_store_call_return (task, error);
}

void
dl_store_thread_purge_async (DlStoreThread *thread, gint64 before_us, GAsyncReadyCallback callback,
                             gpointer user_data)
{
  dl_store_call_run (thread, purge, dl_store_call_new (before_us, NULL), NULL, callback, user_data);
}

static void
set_thumbnail (GTask *task, DlStore *store, gpointer data)
{
  const DlStoreCall *call = data;
  GError *error = NULL;

  dl_store_set_thumbnail (store, call->id, call->bytes, &error);
  dl_store_call_return (task, error);
}

void
dl_store_thread_set_thumbnail_async (DlStoreThread *thread, gint64 id, GBytes *png,
                                     GAsyncReadyCallback callback, gpointer user_data)
{
  DlStoreCall *call = dl_store_call_new (id, NULL);

  call->bytes = png != NULL ? g_bytes_ref (png) : NULL;
  dl_store_call_run (thread, set_thumbnail, call, NULL, callback, user_data);
}

static void
mark_opened (GTask *task, DlStore *store, gpointer data)
{
  const DlStoreCall *call = data;
  GError *error = NULL;

  dl_store_mark_opened (store, call->id, &error);
  dl_store_call_return (task, error);
}

void
dl_store_thread_mark_opened_async (DlStoreThread *thread, gint64 id, GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  dl_store_call_run (thread, mark_opened, dl_store_call_new (id, NULL), NULL, callback, user_data);
}
