#include "dl-sweep-work.h"

#include "dl-sweep-store.h"

/* The progress in 1/65536, as what two threads can share. */
#define WHOLE 65536

struct _DlSweepWork
{
  gatomicrefcount refs;
  DlSweepPoints *had; /* what was there before */
  GCancellable *cancellable;
  DlSweepWorkDone done; /* NULL once it is closed */
  gpointer user_data;
  GAsyncQueue *results; /* DlSweepResult */
  gint progress;        /* atomic */
  GError *error;        /* written before done */

  GMutex lock; /* of what follows */
  GCond moved;
  gboolean paused;
  DlStoreThread *thread; /* NULL: the library is not used, or no more */
  gint64 scenario_id, sweep_id;
  char *library_problem;

  GStrv digests; /* of its own thread */
};

static DlSweepWork *
work_ref (DlSweepWork *work)
{
  g_atomic_ref_count_inc (&work->refs);
  return work;
}

static void
work_unref (gpointer data)
{
  DlSweepWork *work = data;

  if (!g_atomic_ref_count_dec (&work->refs))
    return;
  dl_sweep_points_unref (work->had);
  g_object_unref (work->cancellable);
  g_async_queue_unref (work->results);
  g_clear_error (&work->error);
  g_mutex_clear (&work->lock);
  g_cond_clear (&work->moved);
  g_free (work->library_problem);
  g_strfreev (work->digests);
  g_free (work);
}

static void
post_result (DlSweepWork *work, const DlSweepResult *result)
{
  g_async_queue_push (work->results, g_memdup2 (result, sizeof *result));
}

/* The library ---------------------------------------------------------------------------------- */

/* Something to be done on the library's thread, for which the sweep's may wait. */
typedef struct _Call Call;
struct _Call
{
  DlSweepWork *work;
  gboolean (*func) (Call *call, DlStore *store, GError **error);
  DlSweepResult result; /* in and out */
  guint point;
  gboolean *known;         /* (n_points) out */
  DlStoreSweepState state; /* in */
  gboolean good;           /* out */
  gboolean *finished;      /* of the one who waits; NULL if nobody does */
};

/* Points stay in memory from here on. */
static void
give_up_library (DlSweepWork *work, const char *message)
{
  g_mutex_lock (&work->lock);
  work->thread = NULL;
  if (work->library_problem == NULL)
    work->library_problem = g_strdup (message);
  g_mutex_unlock (&work->lock);
}

static gboolean
run_call (DlStore *store, gpointer data, GError **error)
{
  Call *call = data;
  g_autoptr (GError) local = NULL;

  call->good = call->func (call, store, &local);
  if (!call->good)
    give_up_library (call->work, local->message);
  return TRUE;
}

/* After run_call, or without it where the library cannot be opened. */
static void
end_call (gpointer data)
{
  Call *call = data;
  DlSweepWork *work = call->work;

  if (call->finished != NULL)
    {
      g_mutex_lock (&work->lock);
      *call->finished = TRUE; /* the call is gone from here on */
      g_cond_broadcast (&work->moved);
      g_mutex_unlock (&work->lock);
    }
  else
    g_free (call);
  work_unref (work);
}

static void
on_called (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  DlSweepWork *work = user_data;

  if (!dl_store_thread_finish (result, &error))
    give_up_library (work, error->message);
  work_unref (work);
}

/* The caller holds the lock. FALSE: there is no library. */
static gboolean
post (DlSweepWork *work, Call *call)
{
  if (work->thread == NULL)
    return FALSE;
  call->work = work_ref (work);
  dl_store_thread_run_async (work->thread, run_call, call, end_call, NULL, on_called,
                             work_ref (work));
  return TRUE;
}

/* Wait for it; what is asked for is done even if the library is closed meanwhile. */
static gboolean
call_and_wait (DlSweepWork *work, Call *call)
{
  gboolean finished = FALSE;

  call->finished = &finished;
  g_mutex_lock (&work->lock);
  if (post (work, call))
    while (!finished)
      g_cond_wait (&work->moved, &work->lock);
  g_mutex_unlock (&work->lock);
  return call->good;
}

/* The caller holds the lock. */
static void
post_and_forget (DlSweepWork *work, const Call *call)
{
  Call *copy = g_memdup2 (call, sizeof *call);

  if (!post (work, copy))
    g_free (copy);
}

/* What the library has of the sweep: handed out as results. */
static gboolean
read_known (DlSweepWork *work, DlStore *store, gboolean *known, GError **error)
{
  for (guint i = 0; i < work->had->n_points; i++)
    {
      g_autoptr (DlStoreRun) stored = NULL;
      g_autoptr (GError) local = NULL;
      DlSweepResult result;

      if (work->had->known[i])
        continue;
      stored = dl_store_find_run (store, work->digests[i], &local);
      if (local != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
      known[i] = stored != NULL;
      if (stored == NULL)
        continue;
      dl_sweep_store_result (stored, work->had->spec->scenario->family, i, &result);
      post_result (work, &result);
    }
  return TRUE;
}

static gboolean
begin (Call *call, DlStore *store, GError **error)
{
  DlSweepWork *work = call->work;
  const char *const *digests = (const char *const *) work->digests;
  g_autofree gboolean *known = g_new0 (gboolean, work->had->n_points);
  g_autoptr (DlStoreSweep) sweep = NULL;
  gint64 scenario_id = work->scenario_id, sweep_id = 0;

  /* Also where nothing can be written. */
  if (!read_known (work, store, call->known, error)
      || (scenario_id == 0
          && !dl_store_adopt (store, work->had->spec->scenario, &scenario_id, error)))
    return FALSE;
  sweep = dl_sweep_store_new (work->had->spec, digests, scenario_id);
  if (!dl_store_begin_sweep (store, sweep, digests, &sweep_id, known, error))
    return FALSE;
  /* What could not be kept before. */
  for (guint i = 0; i < work->had->n_points; i++)
    if (work->had->known[i] && !known[i])
      {
        g_autoptr (DlStoreRun) stored
            = dl_sweep_store_run (work->had->spec, digests, scenario_id, &work->had->results[i]);

        if (!dl_store_add_point (store, sweep_id, i, stored, error))
          return FALSE;
      }
  g_mutex_lock (&work->lock);
  work->scenario_id = scenario_id;
  work->sweep_id = sweep_id;
  g_mutex_unlock (&work->lock);
  return TRUE;
}

/* Another program may have been faster. */
static gboolean
take_point (Call *call, DlStore *store, GError **error)
{
  DlSweepWork *work = call->work;
  const char *digest = work->digests[call->point];
  gboolean known;
  g_autoptr (DlStoreRun) stored = NULL;

  if (!dl_store_take_point (store, work->sweep_id, call->point, digest, &known, error))
    return FALSE;
  if (!known)
    return TRUE;
  stored = dl_store_find_run (store, digest, error);
  if (stored == NULL)
    return error == NULL || *error == NULL; /* removed between the two: it is run */
  dl_sweep_store_result (stored, work->had->spec->scenario->family, call->point, &call->result);
  *call->known = TRUE;
  return TRUE;
}

static gboolean
add_point (Call *call, DlStore *store, GError **error)
{
  DlSweepWork *work = call->work;
  g_autoptr (DlStoreRun) stored = dl_sweep_store_run (
      work->had->spec, (const char *const *) work->digests, work->scenario_id, &call->result);

  return dl_store_add_point (store, work->sweep_id, call->result.point, stored, error);
}

static gboolean
set_state (Call *call, DlStore *store, GError **error)
{
  return dl_store_end_sweep (store, call->work->sweep_id, call->state, error);
}

/* The caller holds the lock. */
static void
post_state (DlSweepWork *work, DlStoreSweepState state)
{
  if (work->sweep_id != 0)
    post_and_forget (work, &(Call) { .func = set_state, .state = state });
}

/* Its thread ----------------------------------------------------------------------------------- */

static void
wait_while_paused (DlSweepWork *work)
{
  g_mutex_lock (&work->lock);
  while (work->paused)
    g_cond_wait (&work->moved, &work->lock);
  g_mutex_unlock (&work->lock);
}

/* Simulations say how far they are every so many cycles: there they can be held. */
static void
note_progress (double fraction, gpointer data)
{
  DlSweepWork *work = data;

  g_atomic_int_set (&work->progress, (gint) (CLAMP (fraction, 0, 1) * WHOLE));
  wait_while_paused (work);
}

static gboolean
is_wanted (guint point, gpointer data)
{
  DlSweepWork *work = data;
  gboolean known = FALSE;
  Call call = { .func = take_point, .point = point, .known = &known };

  wait_while_paused (work);
  if (g_cancellable_is_cancelled (work->cancellable))
    return TRUE; /* what runs it sees that, too */
  call_and_wait (work, &call);
  if (known)
    post_result (work, &call.result);
  return !known;
}

static gboolean
take_result (const DlSweepResult *result, gpointer data, GError **error)
{
  DlSweepWork *work = data;

  post_result (work, result);
  g_mutex_lock (&work->lock);
  if (work->sweep_id != 0)
    post_and_forget (work, &(Call) { .func = add_point, .result = *result });
  g_mutex_unlock (&work->lock);
  return TRUE;
}

static void
run_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  DlSweepWork *work = data;
  g_autofree gboolean *skip = g_new0 (gboolean, work->had->n_points);
  const DlSweepOptions options = { .n_jobs = MAX (g_get_num_processors (), 2) - 1,
                                   .skip = skip,
                                   .wanted = is_wanted,
                                   .wanted_data = work,
                                   .seeds_last = TRUE, /* a whole curve soon */
                                   .on_point = take_result,
                                   .on_point_data = work,
                                   .progress = note_progress,
                                   .progress_data = work };

  work->digests = dl_sweep_digests (work->had->spec);
  call_and_wait (work, &(Call) { .func = begin, .known = skip });
  for (guint i = 0; i < work->had->n_points; i++)
    skip[i] |= work->had->known[i];
  dl_sweep_run (work->had->spec, &options, work->cancellable, &work->error);
  if (g_error_matches (work->error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_clear_error (&work->error);
  g_mutex_lock (&work->lock);
  post_state (work, DL_STORE_SWEEP_STOPPED);
  g_mutex_unlock (&work->lock);
  g_task_return_boolean (task, TRUE);
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  DlSweepWork *work = user_data;

  if (work->done != NULL)
    work->done (work, work->user_data);
}

DlSweepWork *
dl_sweep_work_start (const DlSweepPoints *points, DlStoreThread *thread, gint64 scenario_id,
                     DlSweepWorkDone done, gpointer user_data)
{
  DlSweepWork *work = g_new0 (DlSweepWork, 1);
  g_autoptr (GTask) task = NULL;

  g_atomic_ref_count_init (&work->refs);
  work->had = dl_sweep_points_copy (points);
  work->cancellable = g_cancellable_new ();
  work->done = done;
  work->user_data = user_data;
  work->results = g_async_queue_new_full (g_free);
  g_mutex_init (&work->lock);
  g_cond_init (&work->moved);
  work->thread = thread;
  work->scenario_id = scenario_id;

  task = g_task_new (NULL, NULL, on_done, work);
  g_task_set_task_data (task, work_ref (work), work_unref);
  g_task_run_in_thread (task, run_in_thread);
  return work;
}

/* The main context's side ---------------------------------------------------------------------- */

gboolean
dl_sweep_work_take (DlSweepWork *work, DlSweepPoints *points)
{
  DlSweepResult *result;
  gboolean any = FALSE;

  while ((result = g_async_queue_try_pop (work->results)) != NULL)
    {
      dl_sweep_points_add (points, result);
      g_free (result);
      any = TRUE;
    }
  return any;
}

void
dl_sweep_work_pause (DlSweepWork *work, gboolean pause)
{
  g_mutex_lock (&work->lock);
  work->paused = pause;
  post_state (work, pause ? DL_STORE_SWEEP_PAUSED : DL_STORE_SWEEP_RUNNING);
  g_cond_broadcast (&work->moved);
  g_mutex_unlock (&work->lock);
}

void
dl_sweep_work_cancel (DlSweepWork *work)
{
  g_cancellable_cancel (work->cancellable);
  g_mutex_lock (&work->lock);
  work->paused = FALSE;
  g_cond_broadcast (&work->moved);
  g_mutex_unlock (&work->lock);
}

void
dl_sweep_work_close (DlSweepWork *work)
{
  if (work == NULL)
    return;
  work->done = NULL;
  dl_sweep_work_cancel (work);
  g_mutex_lock (&work->lock);
  post_state (work, DL_STORE_SWEEP_STOPPED);
  work->thread = NULL;
  g_mutex_unlock (&work->lock);
  work_unref (work);
}

double
dl_sweep_work_get_progress (DlSweepWork *work)
{
  return g_atomic_int_get (&work->progress) / (double) WHOLE;
}

gint64
dl_sweep_work_get_sweep_id (DlSweepWork *work)
{
  gint64 id;

  g_mutex_lock (&work->lock);
  id = work->sweep_id;
  g_mutex_unlock (&work->lock);
  return id;
}

char *
dl_sweep_work_dup_library_problem (DlSweepWork *work)
{
  char *problem;

  g_mutex_lock (&work->lock);
  problem = g_strdup (work->library_problem);
  g_mutex_unlock (&work->lock);
  return problem;
}

const GError *
dl_sweep_work_get_error (DlSweepWork *work)
{
  return work->error;
}
