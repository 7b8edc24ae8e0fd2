#include "dl-store-thread.h"

#include "dl-output.h"
#include "dl-store-share.h"

/* For the thread: @args with copies of its own, but for the runs, which it shares. */
static DlStoreArgs
store_args_copy (DlStoreArgs args)
{
  args.text = g_strdup (args.text);
  if (args.png != NULL)
    g_bytes_ref (args.png);
  if (args.scenario != NULL)
    args.scenario = dl_scenario_copy (args.scenario);
  args.digests = (const char *const *) g_strdupv ((char **) args.digests);
  if (args.runs != NULL)
    g_ptr_array_ref (args.runs);
  return args;
}

static void
store_args_clear (DlStoreArgs *args)
{
  g_free ((char *) args->text);
  g_clear_pointer (&args->png, g_bytes_unref);
  dl_scenario_free ((DlScenario *) args->scenario);
  g_strfreev ((char **) args->digests);
  g_clear_pointer (&args->runs, g_ptr_array_unref);
}

void
dl_store_answer_free (DlStoreAnswer *answer)
{
  if (answer == NULL)
    return;
  g_free (answer->text);
  g_clear_pointer (&answer->entries, g_ptr_array_unref);
  dl_store_record_free (answer->record);
  g_clear_pointer (&answer->png, g_bytes_unref);
  g_strfreev (answer->tags);
  g_clear_pointer (&answer->sweeps, g_ptr_array_unref);
  dl_store_page_free (answer->page);
  g_clear_pointer (&answer->runs, g_ptr_array_unref);
  dl_scenario_free (answer->scenario);
  g_clear_pointer (&answer->recordings, g_ptr_array_unref);
  dl_store_recording_unref (answer->recording);
  dl_store_space_free (answer->space);
  dl_store_imported_clear (&answer->imported);
  g_free (answer);
}

gboolean
dl_store_can_cancel (DlStoreOperation operation)
{
  return operation <= DL_STORE_IMPORT; /* they come first */
}

static GPtrArray *
find_runs (DlStore *store, const char *const *digests, GError **error)
{
  GPtrArray *runs = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_store_run_free);

  for (; *digests != NULL && *error == NULL; digests++)
    g_ptr_array_add (runs, dl_store_find_run (store, *digests, error));
  return runs;
}

/* Do it now; not one of the thread's own. It is done if @error, which must be there, stays NULL. */
static void
store_do (DlStore *store, DlStoreOperation operation, const DlStoreArgs *args,
          GCancellable *cancellable, DlStoreAnswer *answer, GError **error)
{
  switch (operation)
    {
    case DL_STORE_LIST:
      answer->entries = dl_store_list (store, args->text, &answer->text, error);
      break;
    case DL_STORE_LAST_OPENED:
      answer->id = dl_store_last_opened (store);
      break;
    case DL_STORE_THUMBNAIL:
      answer->png = dl_store_thumbnail (store, args->id, error);
      break;
    case DL_STORE_NOTE:
      answer->text = dl_store_note (store, args->id, error);
      break;
    case DL_STORE_ALL_TAGS:
      answer->tags = dl_store_all_tags (store, error);
      break;
    case DL_STORE_LIST_SWEEPS:
      answer->sweeps = dl_store_list_sweeps (store, args->id, error);
      break;
    case DL_STORE_PAGE_RUNS:
      answer->page = dl_store_page_runs (store, args->id, args->from, args->limit, error);
      break;
    case DL_STORE_PAGE_POINTS:
      answer->page = dl_store_page_points (store, args->id, args->from, args->limit, error);
      break;
    case DL_STORE_FIND_RUNS:
      answer->runs = find_runs (store, args->digests, error);
      break;
    case DL_STORE_RUN_SCENARIO:
      answer->scenario = dl_store_run_scenario (store, args->id, error);
      break;
    case DL_STORE_LIST_RECORDINGS:
      answer->recordings = dl_store_list_recordings (store, args->id, error);
      break;
    case DL_STORE_LOAD_RECORDING:
      answer->recording = dl_store_load_recording (store, args->id, error);
      break;
    case DL_STORE_READ_SPACE:
      answer->space = dl_store_read_space (store, args->text, error);
      break;
    case DL_STORE_CHANGED_ELSEWHERE:
      answer->changed = dl_store_changed_elsewhere (store);
      break;
    case DL_STORE_EXPORT:
      dl_store_export (store, args->id, args->text, cancellable, error);
      break;
    case DL_STORE_IMPORT:
      dl_store_import (store, args->text, cancellable, &answer->imported, error);
      break;
    case DL_STORE_ADD:
      dl_store_add (store, args->scenario, &answer->id, error);
      break;
    case DL_STORE_DUPLICATE:
      dl_store_duplicate (store, args->id, args->text, &answer->id, error);
      break;
    case DL_STORE_RENAME:
      dl_store_rename (store, args->id, args->text, error);
      break;
    case DL_STORE_REMOVE:
      dl_store_remove (store, args->id, error);
      break;
    case DL_STORE_UNREMOVE:
      dl_store_unremove (store, args->id, error);
      break;
    case DL_STORE_PURGE:
      dl_store_purge (store, args->before_us, error);
      break;
    case DL_STORE_SET_THUMBNAIL:
      dl_store_set_thumbnail (store, args->id, args->png, error);
      break;
    case DL_STORE_MARK_OPENED:
      dl_store_mark_opened (store, args->id, error);
      break;
    case DL_STORE_ADD_TAG:
      dl_store_add_tag (store, args->id, args->text, error);
      break;
    case DL_STORE_REMOVE_TAG:
      dl_store_remove_tag (store, args->id, args->text, error);
      break;
    case DL_STORE_SET_NOTE:
      dl_store_set_note (store, args->id, args->text, error);
      break;
    case DL_STORE_ADD_RUNS:
      dl_store_add_runs (store, (const DlStoreRun *const *) args->runs->pdata, args->runs->len,
                         error);
      break;
    case DL_STORE_REMOVE_SWEEP:
      dl_store_remove_sweep (store, args->id, error);
      break;
    case DL_STORE_CLEAN:
      dl_store_clean (store, args->clean, args->text, &answer->cleaned, error);
      break;
    case DL_STORE_LOAD:
    case DL_STORE_OPEN:
    case DL_STORE_FLUSH:
    case DL_STORE_RESTORE:
    case DL_STORE_FORGET:
      g_assert_not_reached ();
    }
}

typedef struct _Job Job;

struct _Job
{
  void (*run) (DlStoreThread *thread, Job *job); /* NULL: it ends the thread */
  GPtrArray *tasks;                              /* GTask; several if writes were merged */
  DlStoreChange *change;                         /* of a write */
  DlStoreOperation operation;
  DlStoreArgs args; /* its own */
  DlStoreFunc func; /* of one's own job */
  gpointer data;
  GDestroyNotify destroy;
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
  store_args_clear (&job->args);
  g_clear_pointer (&job->change, dl_store_change_unref);
  g_ptr_array_unref (job->tasks);
  g_free (job);
}

static GTask *
job_task (Job *job)
{
  return job->tasks->pdata[0];
}

static void
free_answer (gpointer answer)
{
  dl_store_answer_free (answer);
}

/* Tell every task of the job, in the order they were asked for. @error NULL: success. */
static void
acknowledge (Job *job, const GError *error)
{
  for (guint i = 0; i < job->tasks->len; i++)
    if (error != NULL)
      g_task_return_error (job->tasks->pdata[i], g_error_copy (error));
    else
      g_task_return_pointer (job->tasks->pdata[i], g_new0 (DlStoreAnswer, 1), free_answer);
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

/* Writing -------------------------------------------------------------------------------------- */

/* Keep a change for later that fails now. */
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

/* The changes of scenario @id that have failed, of all of them if it is 0; taken out of the kept
 * ones. */
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

/* Calls ---------------------------------------------------------------------------------------- */

/* Only a removed file is made again: one that could not be opened never was the library. */
static void
restore (DlStoreThread *thread, GError **error)
{
  if (thread->store != NULL && !thread->read_only && dl_store_has_moved (thread->store)
      && !g_file_test (thread->path, G_FILE_TEST_EXISTS) && dl_store_restore (thread->store, error))
    g_clear_pointer (&thread->store, dl_store_close);
}

/* Is there a library, if only for reading? */
static gboolean
find_store (DlStoreThread *thread, GError **error)
{
  g_autoptr (GError) local = NULL;

  if (open_store (thread, &local) || thread->store != NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* May it work later? */
static gboolean
is_passing (const GError *error)
{
  return g_error_matches (error, DL_STORE_ERROR, DL_STORE_ERROR_FULL)
         || g_error_matches (error, DL_STORE_ERROR, DL_STORE_ERROR_LOCKED)
         || g_error_matches (error, DL_STORE_ERROR, DL_STORE_ERROR_OPEN);
}

static void
load (DlStoreThread *thread, gint64 id, DlStoreAnswer *answer, GError **error)
{
  g_autoptr (GError) unsaved = NULL;

  write_unsaved (thread, id, &unsaved);
  if (is_passing (unsaved))
    {
      g_propagate_error (error, g_steal_pointer (&unsaved));
      return;
    }
  answer->record = dl_store_load (thread->store, id, error);
  if (answer->record == NULL)
    return;
  g_ptr_array_unref (take_unsaved (thread, id));
  if (unsaved != NULL && answer->record->warning == NULL)
    answer->record->warning = g_strdup (unsaved->message);
}

/* Remove files that killed programs left beside the library. */
static void
clean_folder (DlStoreThread *thread)
{
  g_autofree char *folder = g_path_get_dirname (thread->path);

  dl_output_clean (folder);
}

/* @error stays NULL if it is done. */
static void
do_operation (DlStoreThread *thread, Job *job, DlStoreAnswer *answer, GError **error)
{
  GTask *task = job_task (job);
  const gint64 id = job->args.id;

  switch (job->operation)
    {
    case DL_STORE_OPEN:
      clean_folder (thread);
      if (open_store (thread, error))
        answer->text = g_strdup (dl_store_notice (thread->store));
      break;
    case DL_STORE_FLUSH:
      write_unsaved (thread, 0, error);
      break;
    case DL_STORE_RESTORE:
      restore (thread, error);
      break;
    case DL_STORE_FORGET:
      g_ptr_array_unref (take_unsaved (thread, id));
      break;
    case DL_STORE_LOAD:
      if (find_store (thread, error))
        load (thread, id, answer, error);
      break;
    default:
      if (!find_store (thread, error))
        break;
      store_do (thread->store, job->operation, &job->args, g_task_get_cancellable (task), answer,
                error);
      /* A file that is there is said to be there, and so is what has been taken in. */
      if (job->operation == DL_STORE_EXPORT || job->operation == DL_STORE_IMPORT)
        g_task_set_check_cancellable (task, FALSE);
    }
}

static void
run_call (DlStoreThread *thread, Job *job)
{
  g_autoptr (DlStoreAnswer) answer = g_new0 (DlStoreAnswer, 1);
  GError *error = NULL;
  GTask *task = job_task (job);

  if (g_task_return_error_if_cancelled (task))
    return;
  do_operation (thread, job, answer, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_steal_pointer (&answer), free_answer);
}

static void
run_func (DlStoreThread *thread, Job *job)
{
  g_autoptr (GError) error = NULL;

  if (g_task_return_error_if_cancelled (job_task (job)))
    return;
  if (find_store (thread, &error))
    job->func (thread->store, job->data, &error);
  acknowledge (job, error);
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

/* Returns why something could not be written, or NULL. */
static gpointer
run_thread (gpointer data)
{
  DlStoreThread *thread = data;
  GError *error = NULL;
  Job *job;

  while ((job = take_job (thread))->run != NULL)
    {
      job->run (thread, job);
      job_free (job);
    }
  job_free (job);
  write_unsaved (thread, 0, &error);
  leave_store (thread);
  thread_free (thread);
  return error;
}

DlStoreThread *
dl_store_thread_new (const char *path, DlStoreNoticeFunc notice, gpointer data,
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

gboolean
dl_store_thread_close (DlStoreThread *thread, GError **error)
{
  GThread *handle = thread->thread;
  Job *job = g_new0 (Job, 1);
  GError *problem;

  job->tasks = g_ptr_array_new ();
  push (thread, job); /* the thread is its own master from here on */
  problem = g_thread_join (handle);
  if (problem == NULL)
    return TRUE;
  g_propagate_error (error, problem);
  return FALSE;
}

/* Asking for jobs ------------------------------------------------------------------------------ */

void
dl_store_call_async (DlStoreThread *thread, DlStoreOperation operation, DlStoreArgs args,
                     GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  Job *job;

  g_assert (cancellable == NULL || dl_store_can_cancel (operation));
  job = job_new (run_call, cancellable, callback, user_data);
  job->operation = operation;
  job->args = store_args_copy (args);
  push (thread, job);
}

DlStoreAnswer *
dl_store_call_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

gboolean
dl_store_thread_finish (GAsyncResult *result, GError **error)
{
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, error);

  return answer != NULL;
}

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
