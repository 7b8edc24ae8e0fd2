#include "dl-comparison-job.h"

#include <string.h>

struct _DlEngineJob
{
  DlSearchJob parent;
};

G_DEFINE_BOXED_TYPE (DlEngineComparison, dl_engine_comparison, dl_engine_comparison_ref,
                     dl_engine_comparison_unref)
G_DEFINE_FINAL_TYPE (DlEngineJob, dl_engine_job, DL_TYPE_SEARCH_JOB)

static void
on_partial (DlEngineComparison *partial, gpointer run)
{
  dl_search_task_post (run, partial);
}

static gpointer
compare_engines (DlSearchTask *run, GError **error)
{
  return dl_engine_comparison_new (run->scenario, run->progress, run->progress_data, on_partial,
                                   run, run->cancellable, error);
}

/* The router's handling of packets on their routes changes none of these. */
static gboolean
depends_on (const DlField *field, const DlScenario *a, const DlScenario *b)
{
  return g_strcmp0 (field->name, a->family->engine_key) != 0
         && (strcmp (field->group, "router") != 0
             || strcmp (field->name, "router.payload-efficiency") == 0);
}

static void
dl_engine_job_class_init (DlEngineJobClass *class)
{
  DlSearchJobClass *search_class = DL_SEARCH_JOB_CLASS (class);

  search_class->search = compare_engines;
  search_class->depends_on = depends_on;
  dl_search_job_class_install_results (search_class, "results", DL_TYPE_ENGINE_COMPARISON,
                                       (GBoxedCopyFunc) dl_engine_comparison_ref,
                                       (GBoxedFreeFunc) dl_engine_comparison_unref);
}

static void
dl_engine_job_init (DlEngineJob *self)
{
}

DlEngineJob *
dl_engine_job_new (DlSession *session)
{
  return dl_search_job_new (DL_TYPE_ENGINE_JOB, session);
}

struct _DlPlacementsJob
{
  DlSearchJob parent;
};

G_DEFINE_BOXED_TYPE (DlJobPlacements, dl_job_placements, dl_job_placements_ref,
                     dl_job_placements_unref)
G_DEFINE_FINAL_TYPE (DlPlacementsJob, dl_placements_job, DL_TYPE_SEARCH_JOB)

static void
on_partial_placements (DlJobPlacements *partial, gpointer run)
{
  dl_search_task_post (run, partial);
}

static gpointer
compare_placements (DlSearchTask *run, GError **error)
{
  return dl_job_placements_new (run->scenario, run->progress, run->progress_data,
                                on_partial_placements, run, run->cancellable, error);
}

/* Everything that is simulated. */
static gboolean
is_simulated (const DlField *field, const DlScenario *a, const DlScenario *b)
{
  return TRUE;
}

static void
dl_placements_job_class_init (DlPlacementsJobClass *class)
{
  DlSearchJobClass *search_class = DL_SEARCH_JOB_CLASS (class);

  search_class->search = compare_placements;
  search_class->depends_on = is_simulated;
  dl_search_job_class_install_results (search_class, "results", DL_TYPE_JOB_PLACEMENTS,
                                       (GBoxedCopyFunc) dl_job_placements_ref,
                                       (GBoxedFreeFunc) dl_job_placements_unref);
}

static void
dl_placements_job_init (DlPlacementsJob *self)
{
}

DlPlacementsJob *
dl_placements_job_new (DlSession *session)
{
  return dl_search_job_new (DL_TYPE_PLACEMENTS_JOB, session);
}

struct _DlComparisonWork
{
  gatomicrefcount refs;
  GPtrArray *tasks;
  GAsyncQueue *outcomes; /* Outcome */
};

typedef struct
{
  const DlComparisonTask *task; /* of the work */
  DlSweepResult result;
  GError *problem; /* instead of a result */
} Outcome;

static void
outcome_free (gpointer data)
{
  Outcome *outcome = data;

  g_clear_error (&outcome->problem);
  g_free (outcome);
}

void
dl_comparison_work_unref (DlComparisonWork *work)
{
  if (work == NULL || !g_atomic_ref_count_dec (&work->refs))
    return;
  g_async_queue_unref (work->outcomes);
  g_ptr_array_unref (work->tasks);
  g_free (work);
}

static void
on_result (const DlComparisonTask *task, const DlSweepResult *result, const GError *problem,
           gpointer data)
{
  DlComparisonWork *work = data;
  Outcome *outcome = g_new0 (Outcome, 1);

  outcome->task = task;
  if (result != NULL)
    outcome->result = *result;
  else
    outcome->problem = g_error_copy (problem);
  g_async_queue_push (work->outcomes, outcome);
}

static gpointer
do_work (gpointer data, DlProgressFunc progress, gpointer progress_data, GCancellable *cancellable)
{
  DlComparisonWork *work = data;
  const DlComparisonOptions options = { .n_jobs = MAX (g_get_num_processors (), 2) - 1,
                                        .on_result = on_result,
                                        .on_result_data = work,
                                        .progress = progress,
                                        .progress_data = progress_data };

  if (!dl_comparison_run (work->tasks, &options, cancellable))
    return NULL;
  g_atomic_ref_count_inc (&work->refs);
  return work;
}

DlComparisonWork *
dl_comparison_work_start (DlJob *job, GPtrArray *tasks, DlJobDone done, gpointer user_data)
{
  DlComparisonWork *work;

  if (tasks->len == 0)
    {
      g_ptr_array_unref (tasks);
      return NULL;
    }
  work = g_new (DlComparisonWork, 1);
  g_atomic_ref_count_init (&work->refs);
  g_atomic_ref_count_inc (&work->refs); /* the job's and the caller's */
  work->tasks = tasks;
  work->outcomes = g_async_queue_new_full (outcome_free);
  dl_job_start (job, do_work, work, (GDestroyNotify) dl_comparison_work_unref,
                (GDestroyNotify) dl_comparison_work_unref, done, user_data);
  return work;
}

gboolean
dl_comparison_work_take (DlComparisonWork *work, DlComparison *comparison, DlComparisonFunc func,
                         gpointer data)
{
  Outcome *outcome;
  gboolean any = FALSE;

  while (work != NULL && (outcome = g_async_queue_try_pop (work->outcomes)) != NULL)
    {
      const DlSweepResult *result = outcome->problem == NULL ? &outcome->result : NULL;

      dl_comparison_take (comparison, outcome->task, result, outcome->problem);
      if (func != NULL)
        func (outcome->task, result, outcome->problem, data);
      outcome_free (outcome);
      any = TRUE;
    }
  return any;
}
