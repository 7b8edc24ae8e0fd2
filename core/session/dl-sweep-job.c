#include "dl-sweep-job.h"

#include "dl-sweep-store.h"
#include "dl-sweep-work.h"

#include <math.h>

#include <glib/gi18n-lib.h>

/* How often it is looked at what has come, in milliseconds. */
#define LOOK_EVERY_MS 100

struct _DlSweepJob
{
  GObject parent;
  DlSession *session;
  DlSweepState state;
  DlSweepPoints *points;
  DlSweepWork *work;     /* while there is any, paused or not; and while it is ending */
  GCancellable *loading; /* of a sweep of the library */
  guint look_timeout;
  double progress;
  gint64 sweep_id, scenario_id;
  char *problem, *library_problem;

  gint64 since_us; /* when it began, or went on */
  double seconds;  /* that it ran before that */
  guint lacking;   /* points, when it began */
};

enum
{
  STATE = 1,
  POINTS,
  N_DONE,
  PROGRESS,
  SWEEP_ID,
  PROBLEM,
  LIBRARY_PROBLEM,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (DlSweepJob, dl_sweep_job, G_TYPE_OBJECT)

static void
notify (DlSweepJob *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static void
set_state (DlSweepJob *self, DlSweepState state)
{
  if (self->state == state)
    return;
  if (self->state == DL_SWEEP_RUNNING)
    self->seconds += (g_get_monotonic_time () - self->since_us) / 1e6;
  self->since_us = g_get_monotonic_time ();
  self->state = state;
  notify (self, STATE);
}

static void
set_text (DlSweepJob *self, char **text, const char *to, guint property)
{
  if (g_strcmp0 (*text, to) == 0)
    return;
  g_free (*text);
  *text = g_strdup (to);
  notify (self, property);
}

static void
set_points (DlSweepJob *self, DlSweepPoints *points)
{
  dl_sweep_points_unref (self->points);
  self->points = points;
  notify (self, POINTS);
  notify (self, N_DONE);
}

static void
set_sweep (DlSweepJob *self, gint64 sweep_id)
{
  if (self->sweep_id == sweep_id)
    return;
  self->sweep_id = sweep_id;
  notify (self, SWEEP_ID);
}

static void
set_progress (DlSweepJob *self)
{
  const double share = self->points == NULL || self->points->n_points == 0
                           ? 0
                           : (double) self->lacking / self->points->n_points;
  const double progress = self->state == DL_SWEEP_RUNNING || self->state == DL_SWEEP_PAUSED
                              ? 1 - share * (1 - dl_sweep_work_get_progress (self->work))
                          : self->points != NULL
                              ? (double) self->points->n_known / self->points->n_points
                              : 0;

  if (progress == self->progress)
    return;
  self->progress = progress;
  notify (self, PROGRESS);
}

/* Running -------------------------------------------------------------------------------------- */

static void
take_in (DlSweepJob *self)
{
  g_autofree char *problem = dl_sweep_work_dup_library_problem (self->work);

  if (dl_sweep_work_take (self->work, self->points))
    notify (self, N_DONE);
  set_sweep (self, dl_sweep_work_get_sweep_id (self->work));
  set_text (self, &self->library_problem, problem, LIBRARY_PROBLEM);
  set_progress (self);
}

static gboolean
look (gpointer user_data)
{
  take_in (user_data);
  return G_SOURCE_CONTINUE;
}

/* Let go of the running or loading sweep. */
static void
let_go (DlSweepJob *self)
{
  g_clear_handle_id (&self->look_timeout, g_source_remove);
  g_clear_pointer (&self->work, dl_sweep_work_close);
  g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
}

static void
on_done (DlSweepWork *work, gpointer user_data)
{
  DlSweepJob *self = user_data;
  const GError *error = dl_sweep_work_get_error (work);

  take_in (self);
  set_text (self, &self->problem, error != NULL ? error->message : NULL, PROBLEM);
  let_go (self);
  set_state (self,
             self->points->n_known == self->points->n_points ? DL_SWEEP_DONE : DL_SWEEP_STOPPED);
  set_progress (self);
}

static void
run (DlSweepJob *self)
{
  set_text (self, &self->problem, NULL, PROBLEM);
  set_text (self, &self->library_problem, NULL, LIBRARY_PROBLEM);
  self->seconds = 0;
  self->lacking = self->points->n_points - self->points->n_known;
  self->work = dl_sweep_work_start (self->points, dl_session_get_store (self->session),
                                    self->scenario_id, on_done, self);
  self->look_timeout = g_timeout_add (LOOK_EVERY_MS, look, self);
  set_state (self, DL_SWEEP_RUNNING);
  set_progress (self);
}

static gboolean
check_size (guint n_points, GError **error)
{
  if (n_points <= DL_SWEEP_JOB_MAX_POINTS)
    return TRUE;
  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
               _ ("too many points for the window (at most %d; dateline-cli sweep takes up to %d)"),
               DL_SWEEP_JOB_MAX_POINTS, DL_SWEEP_MAX_POINTS);
  return FALSE;
}

gboolean
dl_sweep_job_check_size (const DlSweepSpec *spec, GError **error)
{
  return check_size (dl_sweep_n_points (spec), error);
}

void
dl_sweep_job_start (DlSweepJob *self, const DlSweepSpec *spec)
{
  let_go (self);
  self->scenario_id = dl_session_get_scenario_id (self->session);
  set_points (self, dl_sweep_points_new (spec));
  set_sweep (self, 0);
  run (self);
}

void
dl_sweep_job_pause (DlSweepJob *self)
{
  if (self->state != DL_SWEEP_RUNNING)
    return;
  dl_sweep_work_pause (self->work, TRUE);
  set_state (self, DL_SWEEP_PAUSED);
}

void
dl_sweep_job_resume (DlSweepJob *self)
{
  if (self->state == DL_SWEEP_PAUSED)
    {
      dl_sweep_work_pause (self->work, FALSE);
      set_state (self, DL_SWEEP_RUNNING);
    }
  else if (self->state == DL_SWEEP_STOPPED)
    {
      let_go (self);
      run (self);
    }
}

void
dl_sweep_job_cancel (DlSweepJob *self)
{
  if (self->state == DL_SWEEP_LOADING)
    {
      let_go (self);
      set_state (self, DL_SWEEP_READY);
    }
  if (self->state != DL_SWEEP_RUNNING && self->state != DL_SWEEP_PAUSED)
    return;
  take_in (self);
  dl_sweep_work_cancel (self->work);
  set_state (self, DL_SWEEP_STOPPED);
  set_progress (self);
  /* Points that still finish are taken in by on_done. */
}

/* Library -------------------------------------------------------------------------------------- */

static DlSweepPoints *
load (DlStore *store, gint64 id, gint64 *scenario_id, GError **error)
{
  g_autoptr (DlStoreSweep) sweep = dl_store_load_sweep (store, id, error);
  g_autoptr (DlSweepSpec) spec = sweep != NULL && check_size (sweep->n_points, error)
                                     ? dl_sweep_store_spec (sweep, error)
                                     : NULL;
  g_autoptr (GPtrArray) runs = spec != NULL ? dl_store_sweep_runs (store, sweep, error) : NULL;
  g_autoptr (DlSweepPoints) points = NULL;

  if (runs == NULL || !dl_sweep_job_check_size (spec, error))
    return NULL;
  *scenario_id = sweep->scenario_id;
  points = dl_sweep_points_new (spec);
  for (guint i = 0; i < MIN (runs->len, points->n_points); i++)
    {
      const DlStoreRun *stored = g_ptr_array_index (runs, i);
      DlSweepResult result;

      if (stored == NULL)
        continue;
      dl_sweep_store_result (stored, spec->scenario->family, i, &result);
      dl_sweep_points_add (points, &result);
    }
  return g_steal_pointer (&points);
}

typedef struct
{
  DlSweepJob *job;
  gint64 id, scenario_id;
  DlSweepPoints *points; /* NULL before it is loaded */
} Loading;

static gboolean
do_load (DlStore *store, gpointer data, GError **error)
{
  Loading *loading = data;

  loading->points = load (store, loading->id, &loading->scenario_id, error);
  return loading->points != NULL;
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Loading *loading = user_data;
  g_autoptr (DlSweepJob) self = loading->job;
  g_autoptr (DlSweepPoints) points = loading->points;
  const gboolean wanted = g_task_get_cancellable (G_TASK (result)) == self->loading;
  g_autoptr (GError) error = NULL;
  const gboolean loaded = dl_store_thread_finish (result, &error);

  if (wanted && loaded)
    {
      g_clear_object (&self->loading);
      self->scenario_id = loading->scenario_id;
      self->lacking = 0;
      set_points (self, g_steal_pointer (&points));
      set_state (self, self->points->n_known == self->points->n_points ? DL_SWEEP_DONE
                                                                       : DL_SWEEP_STOPPED);
      set_sweep (self, loading->id);
      set_progress (self);
    }
  else if (wanted)
    {
      g_clear_object (&self->loading);
      set_text (self, &self->problem, error->message, PROBLEM);
      set_state (self, self->points == NULL                              ? DL_SWEEP_READY
                       : self->points->n_known == self->points->n_points ? DL_SWEEP_DONE
                                                                         : DL_SWEEP_STOPPED);
    }
}

void
dl_sweep_job_open_stored (DlSweepJob *self, gint64 sweep_id)
{
  DlStoreThread *thread = dl_session_get_store (self->session);
  Loading *loading;

  g_return_if_fail (thread != NULL);
  if (self->state == DL_SWEEP_RUNNING || self->state == DL_SWEEP_PAUSED)
    take_in (self);
  let_go (self);
  set_text (self, &self->problem, NULL, PROBLEM);
  set_text (self, &self->library_problem, NULL, LIBRARY_PROBLEM);
  set_sweep (self, 0);
  self->loading = g_cancellable_new ();
  loading = g_new (Loading, 1);
  *loading = (Loading) { .job = g_object_ref (self), .id = sweep_id };
  dl_store_thread_run_async (thread, do_load, loading, NULL, self->loading, on_loaded, loading);
  set_state (self, DL_SWEEP_LOADING);
}

/* State ---------------------------------------------------------------------------------------- */

DlSweepState
dl_sweep_job_get_state (DlSweepJob *self)
{
  return self->state;
}

DlSweepPoints *
dl_sweep_job_get_points (DlSweepJob *self)
{
  return self->points;
}

double
dl_sweep_job_get_progress (DlSweepJob *self)
{
  return self->progress;
}

double
dl_sweep_job_get_seconds_left (DlSweepJob *self)
{
  double seconds;

  if (self->state != DL_SWEEP_RUNNING && self->state != DL_SWEEP_PAUSED)
    return NAN;
  seconds = self->seconds;
  if (self->state == DL_SWEEP_RUNNING)
    seconds += (g_get_monotonic_time () - self->since_us) / 1e6;
  return dl_progress_seconds_left (seconds, dl_sweep_work_get_progress (self->work));
}

gint64
dl_sweep_job_get_scenario_id (DlSweepJob *self)
{
  return self->scenario_id;
}

gint64
dl_sweep_job_get_sweep_id (DlSweepJob *self)
{
  return self->sweep_id;
}

const char *
dl_sweep_job_get_problem (DlSweepJob *self)
{
  return self->problem;
}

const char *
dl_sweep_job_get_library_problem (DlSweepJob *self)
{
  return self->library_problem;
}

/* Object --------------------------------------------------------------------------------------- */

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlSweepJob *self = DL_SWEEP_JOB (object);

  switch (id)
    {
    case STATE:
      g_value_set_int (value, self->state);
      break;
    case POINTS:
      g_value_set_boxed (value, self->points);
      break;
    case N_DONE:
      g_value_set_uint (value, self->points != NULL ? self->points->n_known : 0);
      break;
    case PROGRESS:
      g_value_set_double (value, self->progress);
      break;
    case SWEEP_ID:
      g_value_set_int64 (value, self->sweep_id);
      break;
    case PROBLEM:
      g_value_set_string (value, self->problem);
      break;
    case LIBRARY_PROBLEM:
      g_value_set_string (value, self->library_problem);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
dispose (GObject *object)
{
  DlSweepJob *self = DL_SWEEP_JOB (object);

  let_go (self);
  g_clear_pointer (&self->points, dl_sweep_points_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (dl_sweep_job_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlSweepJob *self = DL_SWEEP_JOB (object);

  g_free (self->problem);
  g_free (self->library_problem);
  G_OBJECT_CLASS (dl_sweep_job_parent_class)->finalize (object);
}

static void
dl_sweep_job_class_init (DlSweepJobClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = get_property;
  object_class->dispose = dispose;
  object_class->finalize = finalize;
  properties[STATE] = g_param_spec_int ("state", NULL, NULL, DL_SWEEP_READY, DL_SWEEP_DONE,
                                        DL_SWEEP_READY, flags);
  properties[POINTS] = g_param_spec_boxed ("points", NULL, NULL, DL_TYPE_SWEEP_POINTS, flags);
  properties[N_DONE] = g_param_spec_uint ("n-done", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROGRESS] = g_param_spec_double ("progress", NULL, NULL, 0, 1, 0, flags);
  properties[SWEEP_ID]
      = g_param_spec_int64 ("sweep-id", NULL, NULL, G_MININT64, G_MAXINT64, 0, flags);
  properties[PROBLEM] = g_param_spec_string ("problem", NULL, NULL, NULL, flags);
  properties[LIBRARY_PROBLEM] = g_param_spec_string ("library-problem", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
dl_sweep_job_init (DlSweepJob *self)
{
}

DlSweepJob *
dl_sweep_job_new (DlSession *session)
{
  DlSweepJob *self = g_object_new (DL_TYPE_SWEEP_JOB, NULL);

  self->session = g_object_ref (session);
  return self;
}
