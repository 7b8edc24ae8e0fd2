#include "dl-curve-job.h"

#include "dl-evaluate.h"

struct _DlCurveJob
{
  DlSearchJob parent;
};

G_DEFINE_BOXED_TYPE (DlLoadCurve, dl_load_curve, dl_load_curve_ref, dl_load_curve_unref)
G_DEFINE_FINAL_TYPE (DlCurveJob, dl_curve_job, DL_TYPE_SEARCH_JOB)

/* A sweep on its way; of its own thread. */
typedef struct
{
  DlSearchRun *run;
  DlSweepSpec *spec;
  GArray *results; /* DlSweepResult */
} Sweep;

static gboolean
add_result (const DlSweepResult *result, gpointer data, GError **error)
{
  Sweep *sweep = data;

  g_array_append_val (sweep->results, *result);
  dl_search_run_post (sweep->run, dl_load_curve_new (sweep->spec, sweep->results));
  return TRUE;
}

static gpointer
search_curve (DlSearchRun *run, GError **error)
{
  const gboolean torus = run->scenario->kind == DL_KIND_TORUS;
  g_autoptr (DlAnalysis) analysis
      = torus ? dl_evaluate (run->scenario, run->cancellable, error) : NULL;
  g_autoptr (GArray) results = g_array_new (FALSE, FALSE, sizeof (DlSweepResult));
  g_autoptr (DlSweepSpec) spec = NULL;
  Sweep sweep = { .run = run, .results = results };
  DlSweepOptions options = { .n_jobs = MAX (g_get_num_processors (), 2) - 1,
                             .seeds_last = TRUE, /* a whole curve soon */
                             .on_point = add_result,
                             .on_point_data = &sweep,
                             .progress = run->progress,
                             .progress_data = run->progress_data };

  if (torus && analysis == NULL)
    return NULL;
  spec = dl_load_sweep_new (run->scenario, analysis, run->options, error);
  if (spec == NULL)
    return NULL;
  sweep.spec = spec;
  dl_search_run_post (run, dl_load_curve_new (spec, results)); /* axes to be filled */
  return dl_sweep_run (spec, &options, run->cancellable, error) ? dl_load_curve_new (spec, results)
                                                                : NULL;
}

static gboolean
is_mixture (const DlScenario *scenario)
{
  const guint64 select = scenario->router.age_rr_select;

  return select != 0 && select != G_MAXUINT64;
}

/* The curve has @mode whatever the scenario's is. */
static gboolean
is_swept (const DlDragonflyMode *mode)
{
  return g_str_equal (mode->id, "min-hash") || g_str_equal (mode->id, "valiant")
         || g_str_equal (mode->id, "adaptive-0");
}

/* Both arbitrations are the sweep's own, and so are the modes. */
static gboolean
depends_on (const DlField *field, const DlScenario *a, const DlScenario *b)
{
  if (field == dl_field_find ("dragonfly", "routing"))
    return !is_swept (a->mode) || !is_swept (b->mode);
  return field != dl_field_find ("router", "age-rr-select") || is_mixture (a) || is_mixture (b);
}

void
dl_curve_job_start (DlCurveJob *self, DlLoadSweepOptions options)
{
  dl_search_job_start (DL_SEARCH_JOB (self), g_memdup2 (&options, sizeof options));
}

void
dl_curve_job_cancel (DlCurveJob *self)
{
  dl_search_job_cancel (DL_SEARCH_JOB (self));
}

gboolean
dl_curve_job_is_running (DlCurveJob *self)
{
  return dl_search_job_is_running (DL_SEARCH_JOB (self));
}

double
dl_curve_job_get_progress (DlCurveJob *self)
{
  return dl_search_job_get_progress (DL_SEARCH_JOB (self));
}

DlLoadCurve *
dl_curve_job_get_curve (DlCurveJob *self)
{
  return dl_search_job_get_results (DL_SEARCH_JOB (self));
}

gboolean
dl_curve_job_is_stale (DlCurveJob *self)
{
  return dl_search_job_is_stale (DL_SEARCH_JOB (self));
}

const char *
dl_curve_job_get_problem (DlCurveJob *self)
{
  return dl_search_job_get_problem (DL_SEARCH_JOB (self));
}

static void
dl_curve_job_class_init (DlCurveJobClass *class)
{
  DlSearchJobClass *search_class = DL_SEARCH_JOB_CLASS (class);

  search_class->search = search_curve;
  search_class->depends_on = depends_on;
  dl_search_job_class_install_results (search_class, "curve", DL_TYPE_LOAD_CURVE,
                                       (GBoxedCopyFunc) dl_load_curve_ref,
                                       (GBoxedFreeFunc) dl_load_curve_unref);
}

static void
dl_curve_job_init (DlCurveJob *self)
{
}

DlCurveJob *
dl_curve_job_new (DlSession *session)
{
  return dl_search_job_new (DL_TYPE_CURVE_JOB, session);
}
