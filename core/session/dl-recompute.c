#include "dl-recompute.h"

#include "dl-progress.h"

/* A result that has taken longer is given up when a newer one is asked for; shorter ones are shown,
 * so that a drag over a large network moves at all. */
#define PATIENCE_US (1 * G_USEC_PER_SEC)

/* The progress in 1/65536, as what two threads can share. */
#define WHOLE 65536

typedef struct
{
  DlScenario *scenario;
  guint64 generation;
  DlEvaluation *before; /* nullable */
  gint progress;
} Request;

struct _DlRecompute
{
  gatomicrefcount refs; /* the owner's and that of the task under way */
  DlRecomputeFunc func; /* NULL once the owner has let go */
  gpointer user_data;
  Request *next;          /* nullable */
  const Request *current; /* while it is busy; the task's */
  gboolean busy;
  gint64 since_us;
  GCancellable *cancellable;
};

static void
request_free (gpointer data)
{
  Request *request = data;

  if (request == NULL)
    return;
  dl_scenario_free (request->scenario);
  dl_evaluation_unref (request->before);
  g_free (request);
}

static void
unref (DlRecompute *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  request_free (self->next);
  g_clear_object (&self->cancellable);
  g_free (self);
}

static void
note_progress (double fraction, gpointer data)
{
  Request *request = data;

  g_atomic_int_set (&request->progress, (gint) (CLAMP (fraction, 0, 1) * WHOLE));
}

static void
compute_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Request *request = data;
  GError *error = NULL;
  DlEvaluation *result;

  dl_stage_follow (cancellable, note_progress, request);
  result = dl_evaluation_new (request->scenario, request->generation, request->before, cancellable,
                              &error);

  if (result != NULL)
    g_task_return_pointer (task, result, (GDestroyNotify) dl_evaluation_unref);
  else
    g_task_return_error (task, error);
}

static void start (DlRecompute *self);

static void
on_computed (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  DlRecompute *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlEvaluation) result = g_task_propagate_pointer (G_TASK (async_result), &error);

  self->busy = FALSE;
  self->current = NULL;
  if (self->func != NULL)
    {
      start (self);
      self->func (result, error, self->user_data);
    }
  unref (self);
}

static void
start (DlRecompute *self)
{
  g_autoptr (GTask) task = NULL;

  if (self->busy || self->next == NULL)
    return;
  self->busy = TRUE;
  self->since_us = g_get_monotonic_time ();
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  g_atomic_ref_count_inc (&self->refs);
  task = g_task_new (NULL, self->cancellable, on_computed, self);
  self->current = self->next;
  g_task_set_task_data (task, g_steal_pointer (&self->next), request_free);
  g_task_run_in_thread (task, compute_in_thread);
}

DlRecompute *
dl_recompute_new (DlRecomputeFunc func, gpointer user_data)
{
  DlRecompute *self = g_new0 (DlRecompute, 1);

  g_atomic_ref_count_init (&self->refs);
  self->func = func;
  self->user_data = user_data;
  return self;
}

void
dl_recompute_free (DlRecompute *self)
{
  if (self == NULL)
    return;
  self->func = NULL;
  g_cancellable_cancel (self->cancellable);
  unref (self);
}

void
dl_recompute_request (DlRecompute *self, const DlScenario *scenario, guint64 generation,
                      DlEvaluation *before)
{
  request_free (self->next);
  self->next = g_new (Request, 1);
  *self->next = (Request) { dl_scenario_copy (scenario), generation,
                            before != NULL ? dl_evaluation_ref (before) : NULL, 0 };
  if (self->busy && g_get_monotonic_time () - self->since_us > PATIENCE_US)
    g_cancellable_cancel (self->cancellable);
  start (self);
}

gboolean
dl_recompute_is_busy (const DlRecompute *self)
{
  return self->busy;
}

double
dl_recompute_get_progress (const DlRecompute *self)
{
  return self->busy ? g_atomic_int_get (&self->current->progress) / (double) WHOLE : 0;
}

double
dl_recompute_get_seconds_left (const DlRecompute *self)
{
  return self->busy ? dl_progress_seconds_left ((double) (g_get_monotonic_time () - self->since_us)
                                                    / G_USEC_PER_SEC,
                                                dl_recompute_get_progress (self))
                    : NAN;
}

void
dl_recompute_cancel (DlRecompute *self)
{
  g_clear_pointer (&self->next, request_free);
  if (self->busy)
    g_cancellable_cancel (self->cancellable);
}
