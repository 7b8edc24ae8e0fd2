#include "dl-curve-job.h"

#include "dl-evaluate.h"
#include "dl-job.h"
#include "dl-search-job.h"
#include "dl-sweep-job.h"

#include <math.h>
#include <string.h>

struct _DlCurveJob
{
  GObject parent;
  DlSession *session;
  DlJob *planning;    /* finds the points to sweep, which takes an analysis */
  DlSweepJob *sweep;  /* runs it, and keeps its points in the library */
  DlScenario *swept;  /* the scenario as the last sweep found it; nullable */
  DlLoadCurve *curve; /* nullable */
  char *problem;      /* of the plan; nullable */
  gboolean stale;
};

enum
{
  RUNNING = 1,
  PROGRESS,
  STALE,
  PROBLEM,
  LIBRARY_PROBLEM,
  CURVE,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_BOXED_TYPE (DlLoadCurve, dl_load_curve, dl_load_curve_ref, dl_load_curve_unref)
G_DEFINE_FINAL_TYPE (DlCurveJob, dl_curve_job, G_TYPE_OBJECT)

static void
notify (DlCurveJob *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static void
set_curve (DlCurveJob *self, DlLoadCurve *curve)
{
  dl_load_curve_unref (self->curve);
  self->curve = curve;
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

static void
set_stale (DlCurveJob *self, gboolean stale)
{
  if (self->stale == stale)
    return;
  self->stale = stale;
  notify (self, STALE);
}

/* The plan ------------------------------------------------------------------------------------- */

typedef struct
{
  DlScenario *scenario;
  DlLoadSweepOptions options;
  DlSweepSpec *spec; /* NULL: there is an error */
  GError *error;
} Plan;

static void
plan_free (gpointer data)
{
  Plan *plan = data;

  dl_scenario_free (plan->scenario);
  dl_sweep_spec_free (plan->spec);
  g_clear_error (&plan->error);
  g_free (plan);
}

static gpointer
make_plan (gpointer data, DlProgressFunc progress, gpointer progress_data,
           GCancellable *cancellable)
{
  const Plan *asked = data;
  Plan *plan = g_new0 (Plan, 1);
  g_autoptr (DlEvaluation) result
      = dl_evaluation_new (asked->scenario, 0, NULL, cancellable, &plan->error);

  if (result != NULL)
    plan->spec = dl_load_sweep_new (result, &asked->options, cancellable, &plan->error);
  return plan;
}

static void
on_planned (gpointer result, gpointer user_data)
{
  DlCurveJob *self = user_data;
  Plan *plan = result;

  if (plan->spec != NULL)
    dl_sweep_job_start (self->sweep, plan->spec);
  else
    set_problem (self, plan->error->message);
  notify (self, RUNNING);
  plan_free (plan);
}

/* The sweep ------------------------------------------------------------------------------------ */

/* Update the curve from the sweep's points so far; before the first it is empty axes. */
static void
on_points (DlCurveJob *self)
{
  const DlSweepPoints *points = dl_sweep_job_get_points (self->sweep);
  g_autoptr (GArray) results = g_array_new (FALSE, FALSE, sizeof (DlSweepResult));

  if (self->swept == NULL || points == NULL || dl_job_is_running (self->planning))
    return;
  for (guint i = 0; i < points->n_points; i++)
    if (points->known[i])
      g_array_append_val (results, points->results[i]);
  set_curve (self, dl_load_curve_new (points->spec, results));
}

static void
on_sweep (DlCurveJob *self, GParamSpec *pspec)
{
  if (g_str_equal (pspec->name, "state"))
    {
      DlLibrary *library = dl_session_get_library (self->session);

      notify (self, RUNNING);
      if (library != NULL && dl_sweep_job_get_state (self->sweep) != DL_SWEEP_RUNNING)
        dl_library_results_changed (library);
    }
  else if (g_str_equal (pspec->name, "progress"))
    notify (self, PROGRESS);
  else if (g_str_equal (pspec->name, "n-done"))
    on_points (self);
  else if (g_str_equal (pspec->name, "problem"))
    notify (self, PROBLEM);
  else if (g_str_equal (pspec->name, "library-problem"))
    notify (self, LIBRARY_PROBLEM);
}

/* Does the sweep depend on @field? Not on the curves' own key between values that all sweeps
 * have. */
static gboolean
depends_on (const DlField *field, const DlScenario *a, const DlScenario *b)
{
  return field != dl_field_find_name (a->family->curve->key) || !dl_load_sweep_has (a)
         || !dl_load_sweep_has (b);
}

static void
on_generation (DlCurveJob *self)
{
  gboolean stale;

  if (self->swept == NULL)
    return;
  stale = dl_search_differs (depends_on, self->swept, dl_session_get_scenario (self->session));
  if (stale)
    dl_curve_job_cancel (self);
  set_stale (self, stale);
}

/* Curves are of the scenario that was swept: they leave with it, and so does a sweep. */
static void
on_opened (DlCurveJob *self)
{
  if (self->swept == NULL)
    return;
  dl_curve_job_cancel (self);
  g_clear_pointer (&self->swept, dl_scenario_free);
  set_stale (self, FALSE);
  g_clear_pointer (&self->problem, g_free);
  notify (self, PROBLEM);
  set_curve (self, NULL);
}

void
dl_curve_job_start (DlCurveJob *self, DlLoadSweepOptions options)
{
  Plan *plan = g_new0 (Plan, 1);

  dl_sweep_job_cancel (self->sweep);
  dl_scenario_free (self->swept);
  self->swept = dl_scenario_copy (dl_session_get_scenario (self->session));
  plan->scenario = dl_scenario_copy (self->swept);
  plan->options = options;
  set_problem (self, NULL);
  set_stale (self, FALSE);
  dl_job_start (self->planning, make_plan, plan, plan_free, plan_free, on_planned, self);
  set_curve (self, NULL);
  notify (self, RUNNING);
}

void
dl_curve_job_cancel (DlCurveJob *self)
{
  if (!dl_curve_job_is_running (self))
    return;
  dl_job_cancel (self->planning);
  dl_sweep_job_cancel (self->sweep);
  notify (self, RUNNING);
}

gboolean
dl_curve_job_is_running (DlCurveJob *self)
{
  return dl_job_is_running (self->planning)
         || dl_sweep_job_get_state (self->sweep) == DL_SWEEP_RUNNING;
}

double
dl_curve_job_get_progress (DlCurveJob *self)
{
  return dl_job_is_running (self->planning) ? 0 : dl_sweep_job_get_progress (self->sweep);
}

double
dl_curve_job_get_seconds_left (DlCurveJob *self)
{
  return dl_job_is_running (self->planning) ? NAN : dl_sweep_job_get_seconds_left (self->sweep);
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
  if (self->problem != NULL)
    return self->problem;
  return self->swept == NULL || dl_job_is_running (self->planning)
             ? NULL
             : dl_sweep_job_get_problem (self->sweep);
}

const char *
dl_curve_job_get_library_problem (DlCurveJob *self)
{
  return dl_job_is_running (self->planning) ? NULL : dl_sweep_job_get_library_problem (self->sweep);
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
    case STALE:
      g_value_set_boolean (value, self->stale);
      break;
    case PROBLEM:
      g_value_set_string (value, dl_curve_job_get_problem (self));
      break;
    case LIBRARY_PROBLEM:
      g_value_set_string (value, dl_curve_job_get_library_problem (self));
      break;
    case CURVE:
      g_value_set_boxed (value, self->curve);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
dispose (GObject *object)
{
  DlCurveJob *self = DL_CURVE_JOB (object);

  if (self->planning != NULL)
    dl_job_cancel (self->planning);
  if (self->sweep != NULL)
    g_signal_handlers_disconnect_by_data (self->sweep, self);
  g_clear_object (&self->planning);
  g_clear_object (&self->sweep);
  g_clear_object (&self->session);
  g_clear_pointer (&self->curve, dl_load_curve_unref);
  G_OBJECT_CLASS (dl_curve_job_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlCurveJob *self = DL_CURVE_JOB (object);

  dl_scenario_free (self->swept);
  g_free (self->problem);
  G_OBJECT_CLASS (dl_curve_job_parent_class)->finalize (object);
}

#define FLAGS (G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY)

static void
dl_curve_job_class_init (DlCurveJobClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = get_property;
  object_class->dispose = dispose;
  object_class->finalize = finalize;
  properties[RUNNING] = g_param_spec_boolean ("running", NULL, NULL, FALSE, FLAGS);
  properties[PROGRESS] = g_param_spec_double ("progress", NULL, NULL, 0, 1, 0, FLAGS);
  properties[STALE] = g_param_spec_boolean ("stale", NULL, NULL, FALSE, FLAGS);
  properties[PROBLEM] = g_param_spec_string ("problem", NULL, NULL, NULL, FLAGS);
  properties[LIBRARY_PROBLEM] = g_param_spec_string ("library-problem", NULL, NULL, NULL, FLAGS);
  properties[CURVE] = g_param_spec_boxed ("curve", NULL, NULL, DL_TYPE_LOAD_CURVE, FLAGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
dl_curve_job_init (DlCurveJob *self)
{
  self->planning = dl_job_new ();
}

DlCurveJob *
dl_curve_job_new (DlSession *session)
{
  DlCurveJob *self = g_object_new (DL_TYPE_CURVE_JOB, NULL);

  self->session = g_object_ref (session);
  self->sweep = dl_sweep_job_new (session);
  g_signal_connect_swapped (self->sweep, "notify", G_CALLBACK (on_sweep), self);
  g_signal_connect_object (session, "notify::generation", G_CALLBACK (on_generation), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "opened", G_CALLBACK (on_opened), self, G_CONNECT_SWAPPED);
  return self;
}
