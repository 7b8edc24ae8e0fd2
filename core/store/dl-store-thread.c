#include "dl-store-thread.h"

typedef struct _Job Job;

struct _Job
{
  void (*run) (DlStoreThread *thread, Job *job);
  GPtrArray *tasks;      /* GTask; several if writes were merged */
  DlStoreChange *change; /* of a write */
  gint64 id;             /* of loading and forgetting */
  DlStoreFunc func;      /* of others */
  gpointer data;
  GDestroyNotify destroy;
  gboolean last; /* ends the thread */
};

struct _DlStoreThread
{
  GAsyncQueue *queue; /* Job; its lock guards last_write too */
  Job *last_write;    /* the last job in the queue, if it is a write */
  GThread *thread;
  char *path;
  DlStoreNoticeFunc notice; /* nullable */
  gpointer notice_data;
  GDestroyNotify notice_destroy;

  /* The thread's own. */
  DlStore *store;      /* NULL: not open (yet) */
  gboolean read_only;  /* it could only be opened for reading */
  GHashTable *unsaved; /* gint64 * (the change's revision) -> DlStoreChange that failed */
};

/* Jobs ----------------------------------------------------------------------------------------- */

static Job *
job_new (void (*run) (DlStoreThread *thread, Job *job), GCancellable *cancellable,
         GAsyncReadyCallback callback, gpointer user_data)
{
  Job *job = g_new0 (Job, 1);

  job->run = run;
  job->tasks = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (job->tasks, g_task_new (NULL, cancellable, callback, user_data));
  return job;
}

static void
job_free (Job *job)
{
  if (job->destroy != NULL)
    job->destroy (job->data);
  g_clear_pointer (&job->change, dl_store_change_unref);
  g_ptr_array_unref (job->tasks);
  g_free (job);
}

static GTask *
job_task (Job *job)
{
  return job->tasks->pdata[0];
}

/* Tell every task of the job, in the order they were asked for. @error NULL: success. */
static void
acknowledge (Job *job, const GError *error)
{
  for (guint i = 0; i < job->tasks->len; i++)
    if (error != NULL)
      g_task_return_error (job->tasks->pdata[i], g_error_copy (error));
    else
      g_task_return_boolean (job->tasks->pdata[i], TRUE);
}

/* Opening -------------------------------------------------------------------------------------- */

/* Close it, and say so if another file has taken its place. */
static void
leave_store (DlStoreThread *thread)
{
  g_autofree char *notice = dl_store_leave (g_steal_pointer (&thread->store));

  if (notice != NULL && thread->notice != NULL)
    thread->notice (notice, thread->notice_data);
}

/* Open it, or open it again where it has moved or could not be written. On error the store may
 * still be there for reading. */
static gboolean
open_store (DlStoreThread *thread, GError **error)
{
  g_autoptr (DlStore) store = NULL;
  g_autoptr (GError) local = NULL;

  if (thread->store != NULL && dl_store_has_moved (thread->store)
      && g_file_test (thread->path, G_FILE_TEST_EXISTS))
    leave_store (thread);
  if (thread->store != NULL && !thread->read_only)
    return TRUE;

  store = dl_store_open (thread->path, &local);
  if (store != NULL)
    {
      leave_store (thread);
      thread->store = g_steal_pointer (&store);
      thread->read_only = FALSE;
      return TRUE;
    }
  if (thread->store == NULL
      && (g_error_matches (local, DL_STORE_ERROR, DL_STORE_ERROR_READ_ONLY)
          || g_error_matches (local, DL_STORE_ERROR, DL_STORE_ERROR_FULL)))
    {
      thread->store = dl_store_open_read_only (thread->path, NULL);
      thread->read_only = TRUE;
    }
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static void
run_open (DlStoreThread *thread, Job *job)
{
  g_autoptr (GError) error = NULL;

  if (open_store (thread, &error))
    g_task_return_pointer (job_task (job), g_strdup (dl_store_notice (thread->store)), g_free);
  else
    acknowledge (job, error);
}

/* Writing -------------------------------------------------------------------------------------- */

/* What does not work now is kept for later. */
static gboolean
write_or_keep (DlStoreThread *thread, DlStoreChange *change, GError **error)
{
  g_autoptr (GError) local = NULL;

  if (open_store (thread, &local) && dl_store_write (thread->store, change, &local))
    return TRUE;
  g_hash_table_replace (thread->unsaved, &change->revision, dl_store_change_ref (change));
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static void
run_write (DlStoreThread *thread, Job *job)
{
  const DlStoreChange *kept = g_hash_table_lookup (thread->unsaved, &job->change->parent);
  g_autoptr (GError) error = NULL;

  if (kept != NULL && dl_store_change_follows (job->change, kept))
    {
      g_autoptr (DlStoreChange) both = dl_store_change_merge (kept, job->change);

      g_hash_table_remove (thread->unsaved, &job->change->parent);
      write_or_keep (thread, both, &error);
    }
  else
    write_or_keep (thread, job->change, &error);
  acknowledge (job, error);
}

/* The changes of scenario @id that have failed, of all of them if it is 0; taken out of those that
 * are kept. */
static GPtrArray *
take_unsaved (DlStoreThread *thread, gint64 id)
{
  GPtrArray *changes = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_store_change_unref);
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, thread->unsaved);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      DlStoreChange *change = value;

      if (id != 0 && change->id != id)
        continue;
      g_ptr_array_add (changes, dl_store_change_ref (change));
      g_hash_table_iter_remove (&iter);
    }
  return changes;
}

/* @error gets the first reason why some still fail. */
static void
write_unsaved (DlStoreThread *thread, gint64 id, GError **error)
{
  g_autoptr (GPtrArray) changes = take_unsaved (thread, id);

  for (guint i = 0; i < changes->len; i++)
    write_or_keep (thread, changes->pdata[i], *error == NULL ? error : NULL);
}

static void
run_flush (DlStoreThread *thread, Job *job)
{
  g_autoptr (GError) error = NULL;

  write_unsaved (thread, 0, &error);
  acknowledge (job, error);
}

/* Only a removed file is made again: one that could not be opened never was the library. */
static void
run_restore (DlStoreThread *thread, Job *job)
{
  g_autoptr (GError) error = NULL;

  if (thread->store != NULL && !thread->read_only && dl_store_has_moved (thread->store)
      && !g_file_test (thread->path, G_FILE_TEST_EXISTS)
      && dl_store_restore (thread->store, &error))
    g_clear_pointer (&thread->store, dl_store_close);
  acknowledge (job, error);
}

static void
run_close (DlStoreThread *thread, Job *job)
{
  g_autoptr (GError) error = NULL;

  write_unsaved (thread, 0, &error);
  leave_store (thread);
  acknowledge (job, error);
}

/* Reading and the rest ------------------------------------------------------------------------- */

/* FALSE if the job is over already. */
static gboolean
ready (DlStoreThread *thread, Job *job)
{
  g_autoptr (GError) error = NULL;

  if (g_task_return_error_if_cancelled (job_task (job)))
    return FALSE;
  if (open_store (thread, &error) || thread->store != NULL)
    return TRUE;
  acknowledge (job, error);
  return FALSE;
}

/* May it work some time later? */
static gboolean
is_passing (const GError *error)
{
  return g_error_matches (error, DL_STORE_ERROR, DL_STORE_ERROR_FULL)
         || g_error_matches (error, DL_STORE_ERROR, DL_STORE_ERROR_LOCKED)
         || g_error_matches (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN);
}

static void
run_load (DlStoreThread *thread, Job *job)
{
  g_autoptr (DlStoreRecord) record = NULL;
  g_autoptr (GError) unsaved = NULL;
  g_autoptr (GError) error = NULL;

  if (!ready (thread, job))
    return;
  write_unsaved (thread, job->id, &unsaved);
  if (is_passing (unsaved))
    {
      acknowledge (job, unsaved);
      return;
    }
  record = dl_store_load (thread->store, job->id, &error);
  if (record == NULL)
    {
      acknowledge (job, error);
      return;
    }
  g_ptr_array_unref (take_unsaved (thread, job->id));
  if (unsaved != NULL && record->warning == NULL)
    record->warning = g_strdup (unsaved->message);
  g_task_return_pointer (job_task (job), g_steal_pointer (&record),
                         (GDestroyNotify) dl_store_record_free);
}

static void
run_forget (DlStoreThread *thread, Job *job)
{
  g_ptr_array_unref (take_unsaved (thread, job->id));
  acknowledge (job, NULL);
}

static void
run_func (DlStoreThread *thread, Job *job)
{
  if (ready (thread, job))
    job->func (job_task (job), thread->store, job->data);
}

/* The thread ----------------------------------------------------------------------------------- */

static Job *
take_job (DlStoreThread *thread)
{
  Job *job;

  g_async_queue_lock (thread->queue);
  job = g_async_queue_pop_unlocked (thread->queue);
  if (job == thread->last_write)
    thread->last_write = NULL;
  g_async_queue_unlock (thread->queue);
  return job;
}

static void
thread_free (DlStoreThread *thread)
{
  g_async_queue_unref (thread->queue);
  g_hash_table_unref (thread->unsaved);
  if (thread->notice_destroy != NULL)
    thread->notice_destroy (thread->notice_data);
  g_free (thread->path);
  g_free (thread);
}

static gpointer
run_thread (gpointer data)
{
  DlStoreThread *thread = data;
  gboolean last = FALSE;

  while (!last)
    {
      Job *job = take_job (thread);

      last = job->last;
      job->run (thread, job);
      job_free (job);
    }
  thread_free (thread);
  return NULL;
}

DlStoreThread *
dl_store_thread_new (const char *path)
{
  return dl_store_thread_new_with (path, NULL, NULL, NULL);
}

DlStoreThread *
dl_store_thread_new_with (const char *path, DlStoreNoticeFunc notice, gpointer data,
                          GDestroyNotify destroy)
{
  DlStoreThread *thread = g_new0 (DlStoreThread, 1);

  thread->queue = g_async_queue_new_full ((GDestroyNotify) job_free);
  thread->unsaved = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL,
                                           (GDestroyNotify) dl_store_change_unref);
  thread->path = g_strdup (path);
  thread->notice = notice;
  thread->notice_data = data;
  thread->notice_destroy = destroy;
  thread->thread = g_thread_new ("store", run_thread, thread);
  return thread;
}

static void
push (DlStoreThread *thread, Job *job)
{
  /* After the last job the thread may be gone before the lock is. */
  g_autoptr (GAsyncQueue) queue = g_async_queue_ref (thread->queue);

  g_async_queue_lock (queue);
  thread->last_write = job->change != NULL ? job : NULL;
  g_async_queue_push_unlocked (queue, job);
  g_async_queue_unlock (queue);
}

/* Once the job is pushed, the thread is its own master. */
static void
push_last (DlStoreThread *thread, GAsyncReadyCallback callback, gpointer user_data)
{
  Job *job = job_new (run_close, NULL, callback, user_data);

  job->last = TRUE;
  push (thread, job);
}

void
dl_store_thread_close_async (DlStoreThread *thread, GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_thread_unref (thread->thread);
  push_last (thread, callback, user_data);
}

static void
keep_result (GObject *source, GAsyncResult *result, gpointer user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

gboolean
dl_store_thread_close (DlStoreThread *thread, GError **error)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GAsyncResult) result = NULL;
  GThread *handle = thread->thread;

  g_main_context_push_thread_default (context);
  push_last (thread, keep_result, &result);
  while (result == NULL)
    g_main_context_iteration (context, TRUE);
  g_main_context_pop_thread_default (context);
  g_thread_join (handle);
  return dl_store_thread_close_finish (result, error);
}

gboolean
dl_store_thread_close_finish (GAsyncResult *result, GError **error)
{
  return dl_store_thread_finish (result, error);
}

/* Calls ---------------------------------------------------------------------------------------- */

void
dl_store_thread_run_async (DlStoreThread *thread, DlStoreFunc func, gpointer data,
                           GDestroyNotify destroy, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data)
{
  Job *job = job_new (run_func, cancellable, callback, user_data);

  job->func = func;
  job->data = data;
  job->destroy = destroy;
  push (thread, job);
}

void
dl_store_thread_write_async (DlStoreThread *thread, DlStoreChange *change,
                             GAsyncReadyCallback callback, gpointer user_data)
{
  Job *job = job_new (run_write, NULL, callback, user_data);
  Job *before;

  job->change = dl_store_change_ref (change);
  g_async_queue_lock (thread->queue);
  before = thread->last_write;
  if (before != NULL && dl_store_change_follows (change, before->change))
    {
      DlStoreChange *both = dl_store_change_merge (before->change, change);

      dl_store_change_unref (before->change);
      before->change = both;
      g_ptr_array_extend_and_steal (before->tasks, g_steal_pointer (&job->tasks));
      job->tasks = g_ptr_array_new ();
    }
  else
    {
      thread->last_write = job;
      g_async_queue_push_unlocked (thread->queue, g_steal_pointer (&job));
    }
  g_async_queue_unlock (thread->queue);
  g_clear_pointer (&job, job_free);
}

void
dl_store_thread_flush_async (DlStoreThread *thread, GAsyncReadyCallback callback,
                             gpointer user_data)
{
  push (thread, job_new (run_flush, NULL, callback, user_data));
}

void
dl_store_thread_restore_async (DlStoreThread *thread, GAsyncReadyCallback callback,
                               gpointer user_data)
{
  push (thread, job_new (run_restore, NULL, callback, user_data));
}

void
dl_store_thread_forget_async (DlStoreThread *thread, gint64 id, GAsyncReadyCallback callback,
                              gpointer user_data)
{
  Job *job = job_new (run_forget, NULL, callback, user_data);

  job->id = id;
  push (thread, job);
}

gboolean
dl_store_thread_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}

void
dl_store_thread_open_async (DlStoreThread *thread, GAsyncReadyCallback callback, gpointer user_data)
{
  push (thread, job_new (run_open, NULL, callback, user_data));
}

gboolean
dl_store_thread_open_finish (GAsyncResult *result, char **notice, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autofree char *text = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);
  text = g_task_propagate_pointer (G_TASK (result), &local);
  if (notice != NULL)
    *notice = g_steal_pointer (&text);
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

void
dl_store_thread_load_async (DlStoreThread *thread, gint64 id, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  Job *job = job_new (run_load, cancellable, callback, user_data);

  job->id = id;
  push (thread, job);
}

DlStoreRecord *
dl_store_thread_load_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
