#include "dl-comparison-job.h"

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
