#include "dl-store-call.h"

DlStoreCall *
dl_store_call_new (gint64 id, const char *text)
{
  DlStoreCall *call = g_new0 (DlStoreCall, 1);

  call->id = id;
  call->text = g_strdup (text);
  return call;
}

static void
call_free (gpointer data)
{
  DlStoreCall *call = data;

  g_free (call->text);
  g_clear_pointer (&call->bytes, g_bytes_unref);
  dl_scenario_free (call->scenario);
  g_free (call);
}

void
dl_store_call_run (DlStoreThread *thread, DlStoreFunc func, DlStoreCall *call,
                   GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  dl_store_thread_run_async (thread, func, call, call_free, cancellable, callback, user_data);
}

void
dl_store_call_return (GTask *task, GError *error)
{
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

void
dl_store_call_return_pointer (GTask *task, gpointer result, GDestroyNotify destroy, GError *error)
{
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, result, destroy);
}

gpointer
dl_store_call_finish_pointer (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
