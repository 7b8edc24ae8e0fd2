#include "dl-curve-job.h"

#include "dl-edit.h"
#include "dl-evaluate.h"
#include "dl-job.h"

#include <string.h>

/* What a sweep and its owner share; it may outlive the owner. */
typedef struct
{
  gatomicrefcount refs;
  DlScenario *scenario;
  DlLoadSweepOptions options;
  GWeakRef owner;
  DlSweepSpec *spec;   /* of the sweep's thread */
  GArray *results;     /* DlSweepResult; likewise */
  GMutex lock;         /* of what follows */
  DlLoadCurve *latest; /* not yet taken over in the main context; nullable */
  char *problem;       /* nullable */
} Sweep;

struct _DlCurveJob
{
  GObject parent;
  DlSession *session;
  DlJob *job;
  Sweep *sweep; /* the last one, whose points count; nullable */
  DlLoadCurve *curve;
  char *problem;
  gboolean stale;
};

enum
{
  RUNNING = 1,
  PROGRESS,
  CURVE,
  STALE,
  PROBLEM,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_BOXED_TYPE (DlLoadCurve, dl_load_curve, dl_load_curve_ref, dl_load_curve_unref)
G_DEFINE_FINAL_TYPE (DlCurveJob, dl_curve_job, G_TYPE_OBJECT)

static Sweep *
sweep_ref (Sweep *sweep)
{
  g_atomic_ref_count_inc (&sweep->refs);
  return sweep;
}

static void
sweep_unref (gpointer data)
{
  Sweep *sweep = data;

  if (sweep == NULL || !g_atomic_ref_count_dec (&sweep->refs))
    return;
  dl_scenario_free (sweep->scenario);
  dl_sweep_spec_free (sweep->spec);
  g_array_unref (sweep->results);
  dl_load_curve_unref (sweep->latest);
  g_free (sweep->problem);
  g_weak_ref_clear (&sweep->owner);
  g_mutex_clear (&sweep->lock);
  g_free (sweep);
}

static void
notify (DlCurveJob *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static void
set_curve (DlCurveJob *self, DlLoadCurve *curve)
{
  if (self->curve == curve)
    return;
  dl_load_curve_unref (self->curve);
  self->curve = curve != NULL ? dl_load_curve_ref (curve) : NULL;
  notify (self, CURVE);
}

static void
set_problem (DlCurveJob *self, const char *problem)
{
  if (g_strcmp0 (self->problem, problem) == 0)
    return;
  g_free (self->problem);
  self->problem = g_strdup (problem);
  notify (self, PROBLEM);
}

/* On their way from the sweep's threads: only the latest counts. */

static gboolean
take_latest (gpointer data)
{
  Sweep *sweep = data;
  g_autoptr (DlCurveJob) self = g_weak_ref_get (&sweep->owner);
  g_autoptr (DlLoadCurve) latest = NULL;
  g_autofree char *problem = NULL;

  g_mutex_lock (&sweep->lock);
  latest = g_steal_pointer (&sweep->latest);
  problem = g_steal_pointer (&sweep->problem);
  g_mutex_unlock (&sweep->lock);
  if (self == NULL || self->sweep != sweep)
    return G_SOURCE_REMOVE;
  if (latest != NULL)
    set_curve (self, latest);
  if (problem != NULL)
    set_problem (self, problem);
  return G_SOURCE_REMOVE;
}

static void
look_soon (Sweep *sweep)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, take_latest, sweep_ref (sweep), sweep_unref);
}

static void
post (Sweep *sweep)
{
  DlLoadCurve *curve = dl_load_curve_new (sweep->spec, sweep->results);
  gboolean first;

  g_mutex_lock (&sweep->lock);
  first = sweep->latest == NULL;
  dl_load_curve_unref (sweep->latest);
  sweep->latest = curve;
  g_mutex_unlock (&sweep->lock);
  if (first)
    look_soon (sweep);
}

static gboolean
add_result (const DlSweepResult *result, gpointer data, GError **error)
{
  Sweep *sweep = data;

  g_array_append_val (sweep->results, *result);
  post (sweep);
  return TRUE;
}

static gboolean
run_sweep (Sweep *sweep, DlSweepOptions *options, GCancellable *cancellable, GError **error)
{
  g_autoptr (DlAnalysis) analysis = dl_evaluate (sweep->scenario, cancellable, error);

  if (analysis == NULL)
    return FALSE;
  sweep->spec = dl_load_sweep_new (sweep->scenario, analysis, &sweep->options, error);
  if (sweep->spec == NULL)
    return FALSE;
  post (sweep); /* axes to be filled */
  return dl_sweep_run (sweep->spec, options, cancellable, error);
}

static gpointer
run (gpointer data, DlProgressFunc progress, gpointer progress_data, GCancellable *cancellable)
{
  Sweep *sweep = data;
  DlSweepOptions options = { .n_jobs = MAX (g_get_num_processors (), 2) - 1,
                             .seeds_last = TRUE, /* a whole curve soon */
                             .on_point = add_result,
                             .on_point_data = sweep,
                             .progress = progress,
                             .progress_data = progress_data };
  g_autoptr (GError) error = NULL;

  if (run_sweep (sweep, &options, cancellable, &error))
    return dl_load_curve_new (sweep->spec, sweep->results);
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_mutex_lock (&sweep->lock);
      sweep->problem = g_strdup (error->message);
      g_mutex_unlock (&sweep->lock);
      look_soon (sweep);
    }
  return NULL;
}

static void
on_done (gpointer result, gpointer user_data)
{
  DlCurveJob *self = user_data;
  g_autoptr (DlLoadCurve) curve = result;

  g_mutex_lock (&self->sweep->lock);
  g_clear_pointer (&self->sweep->latest, dl_load_curve_unref);
  g_mutex_unlock (&self->sweep->lock);
  set_curve (self, curve);
}

void
dl_curve_job_start (DlCurveJob *self, DlLoadSweepOptions options)
{
  Sweep *sweep = g_new0 (Sweep, 1);

  g_atomic_ref_count_init (&sweep->refs);
  g_mutex_init (&sweep->lock);
  g_weak_ref_init (&sweep->owner, self);
  sweep->scenario = dl_scenario_copy (dl_session_get_scenario (self->session));
  sweep->options = options;
  sweep->results = g_array_new (FALSE, FALSE, sizeof (DlSweepResult));
  sweep_unref (self->sweep);
  self->sweep = sweep;
  set_curve (self, NULL);
  set_problem (self, NULL);
  if (self->stale)
    {
      self->stale = FALSE;
      notify (self, STALE);
    }
  dl_job_start (self->job, run, sweep_ref (sweep), sweep_unref,
                (GDestroyNotify) dl_load_curve_unref, on_done, self);
}

void
dl_curve_job_cancel (DlCurveJob *self)
{
  dl_job_cancel (self->job);
}

gboolean
dl_curve_job_is_running (DlCurveJob *self)
{
  return dl_job_is_running (self->job);
}

double
dl_curve_job_get_progress (DlCurveJob *self)
{
  return dl_job_get_progress (self->job);
}

DlLoadCurve *
dl_curve_job_get_curve (DlCurveJob *self)
{
  return self->curve;
}

gboolean
dl_curve_job_is_stale (DlCurveJob *self)
{
  return self->stale;
}

const char *
dl_curve_job_get_problem (DlCurveJob *self)
{
  return self->problem;
}

static gboolean
is_mixture (const DlScenario *scenario)
{
  const guint64 select = scenario->router.age_rr_select;

  return select != 0 && select != G_MAXUINT64;
}

/* Would a sweep find something else in @b than in @a? Loads, lengths and both arbitrations are its
 * own. */
static gboolean
differs (const DlScenario *a, const DlScenario *b)
{
  g_autoptr (GPtrArray) edits = dl_edits_between (a, b);

  for (guint i = 0; i < edits->len; i++)
    {
      const DlField *field = ((const DlEdit *) g_ptr_array_index (edits, i))->field;
      const gboolean of_arbitration = field == dl_field_find ("router", "age-rr-select");

      if (of_arbitration ? is_mixture (a) || is_mixture (b)
                         : strcmp (field->group, "simulation") != 0
                               && field != dl_field_find ("scenario", "name")
                               && field != dl_field_find ("traffic", "load"))
        return TRUE;
    }
  return FALSE;
}

static void
on_generation (DlCurveJob *self)
{
  gboolean stale;

  if (self->sweep == NULL)
    return;
  stale = differs (self->sweep->scenario, dl_session_get_scenario (self->session));
  if (stale)
    dl_job_cancel (self->job);
  if (stale == self->stale)
    return;
  self->stale = stale;
  notify (self, STALE);
}

static void
on_job (DlCurveJob *self, GParamSpec *pspec)
{
  notify (self, g_str_equal (pspec->name, "running") ? RUNNING : PROGRESS);
}

/* Object --------------------------------------------------------------------------------------- */

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  DlCurveJob *self = DL_CURVE_JOB (object);

  switch (id)
    {
    case RUNNING:
      g_value_set_boolean (value, dl_curve_job_is_running (self));
      break;
    case PROGRESS:
      g_value_set_double (value, dl_curve_job_get_progress (self));
      break;
    case CURVE:
      g_value_set_boxed (value, self->curve);
      break;
    case STALE:
      g_value_set_boolean (value, self->stale);
      break;
    case PROBLEM:
      g_value_set_string (value, self->problem);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
dispose (GObject *object)
{
  DlCurveJob *self = DL_CURVE_JOB (object);

  if (self->job != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->job, self);
      dl_job_cancel (self->job);
    }
  g_clear_object (&self->job);
  g_clear_object (&self->session);
  g_clear_pointer (&self->sweep, sweep_unref);
  g_clear_pointer (&self->curve, dl_load_curve_unref);
  g_clear_pointer (&self->problem, g_free);
  G_OBJECT_CLASS (dl_curve_job_parent_class)->dispose (object);
}

static void
dl_curve_job_class_init (DlCurveJobClass *class)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = get_property;
  object_class->dispose = dispose;
  properties[RUNNING] = g_param_spec_boolean ("running", NULL, NULL, FALSE, flags);
  properties[PROGRESS] = g_param_spec_double ("progress", NULL, NULL, 0, 1, 0, flags);
  properties[CURVE] = g_param_spec_boxed ("curve", NULL, NULL, DL_TYPE_LOAD_CURVE, flags);
  properties[STALE] = g_param_spec_boolean ("stale", NULL, NULL, FALSE, flags);
  properties[PROBLEM] = g_param_spec_string ("problem", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
dl_curve_job_init (DlCurveJob *self)
{
  self->job = dl_job_new ();
  g_signal_connect_swapped (self->job, "notify", G_CALLBACK (on_job), self);
}

DlCurveJob *
dl_curve_job_new (DlSession *session)
{
  DlCurveJob *self = g_object_new (DL_TYPE_CURVE_JOB, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::generation", G_CALLBACK (on_generation), self,
                           G_CONNECT_SWAPPED);
  return self;
}
