#include "dl-job.h"

/* How often the progress is looked at, in milliseconds. */
#define LOOK_EVERY_MS 100

/* The progress in 1/65536, as what two threads can share. */
#define WHOLE 65536

/* Work under way; kept by its task, so that it may outlive the job. */
typedef struct
{
  DlJobFunc func;
  gpointer data;
  GDestroyNotify data_free;
  GDestroyNotify result_free;
  DlJobDone done;
  gpointer user_data;
  gint progress;
} Work;

struct _DlJob
{
  GObject parent;
  Work *work; /* the task's, while it runs */
  GCancellable *cancellable;
  guint look_timeout;
  double progress;
  gint64 since_us; /* when it began */
};

enum
{
  RUNNING = 1,
  PROGRESS,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (DlJob, dl_job, G_TYPE_OBJECT)

static void
work_free (gpointer data)
{
  Work *work = data;

  if (work->data_free != NULL)
    work->data_free (work->data);
  g_free (work);
}

static void
note_progress (double fraction, gpointer data)
{
  Work *work = data;

  g_atomic_int_set (&work->progress, (gint) (CLAMP (fraction, 0, 1) * WHOLE));
}

static void
set_progress (DlJob *self, double progress)
{
  if (self->progress == progress)
    return;
  self->progress = progress;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROGRESS]);
}

static gboolean
look (gpointer user_data)
{
  DlJob *self = user_data;

  set_progress (self, g_atomic_int_get (&self->work->progress) / (double) WHOLE);
  return G_SOURCE_CONTINUE;
}

static void
run_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Work *work = data;
  gpointer result = work->func (work->data, note_progress, work, cancellable);

  g_task_return_pointer (task, result, work->result_free);
}

/* Let go of the running work. */
static void
forget (DlJob *self)
{
  self->work = NULL;
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->look_timeout, g_source_remove);
}

static void
on_done (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  DlJob *self = DL_JOB (source);
  GTask *task = G_TASK (async_result);
  Work *work = g_task_get_task_data (task);
  const gboolean wanted = work == self->work;
  gpointer result = g_task_propagate_pointer (task, NULL);

  if (wanted)
    {
      forget (self);
      set_progress (self, 1);
      g_object_notify_by_pspec (G_OBJECT (self), properties[RUNNING]);
    }
  if (result == NULL)
    return;
  if (wanted)
    work->done (result, work->user_data);
  else
    work->result_free (result);
}

DlJob *
dl_job_new (void)
{
  return g_object_new (DL_TYPE_JOB, NULL);
}

void
dl_job_start (DlJob *self, DlJobFunc func, gpointer data, GDestroyNotify data_free,
              GDestroyNotify result_free, DlJobDone done, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Work *work = g_new (Work, 1);
  const gboolean was_running = self->work != NULL;

  g_cancellable_cancel (self->cancellable);
  forget (self);
  *work = (Work) { func, data, data_free, result_free, done, user_data, 0 };
  self->work = work;
  self->cancellable = g_cancellable_new ();
  self->look_timeout = g_timeout_add (LOOK_EVERY_MS, look, self);
  self->since_us = g_get_monotonic_time ();
  set_progress (self, 0);
  if (!was_running)
    g_object_notify_by_pspec (G_OBJECT (self), properties[RUNNING]);

  task = g_task_new (self, self->cancellable, on_done, NULL);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, work, work_free);
  g_task_run_in_thread (task, run_in_thread);
}

void
dl_job_cancel (DlJob *self)
{
  if (self->work == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  forget (self);
  set_progress (self, 0);
  g_object_notify_by_pspec (G_OBJECT (self), properties[RUNNING]);
}

gboolean
dl_job_is_running (DlJob *self)
{
  return self->work != NULL;
}

double
dl_job_get_progress (DlJob *self)
{
  return self->progress;
}

double
dl_job_get_seconds_left (DlJob *self)
{
  return self->work == NULL ? NAN
                            : dl_progress_seconds_left (
                                (g_get_monotonic_time () - self->since_us) / 1e6, self->progress);
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlJob *self = DL_JOB (object);

  switch (id)
    {
    case RUNNING:
      g_value_set_boolean (value, dl_job_is_running (self));
      break;
    case PROGRESS:
      g_value_set_double (value, self->progress);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
dl_job_class_init (DlJobClass *class)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  G_OBJECT_CLASS (class)->get_property = get_property;
  properties[RUNNING] = g_param_spec_boolean ("running", NULL, NULL, FALSE, flags);
  properties[PROGRESS] = g_param_spec_double ("progress", NULL, NULL, 0, 1, 0, flags);
  g_object_class_install_properties (G_OBJECT_CLASS (class), N_PROPERTIES, properties);
}

static void
dl_job_init (DlJob *self)
{
}
