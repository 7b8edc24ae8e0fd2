/* The tasks of a comparison, on several threads. */
#include "dl-comparison.h"

#include "dl-parallel.h"
#include "dl-sweep.h"

/* A static analysis counts for the progress as so much of a run. */
#define STATIC_WEIGHT .01

typedef struct
{
  const GPtrArray *tasks;
  const DlComparisonOptions *options;
  GCancellable *cancellable;
  double weight; /* of all tasks */
  GMutex lock;   /* of what follows, and of both callbacks */
  double done;
} Work;

/* A task under way. */
typedef struct
{
  Work *work;
  double weight;
  double fraction;
} Piece;

static double
weight_of (const DlComparisonTask *task)
{
  return task->simulate ? 1 : STATIC_WEIGHT;
}

static void
note_progress (double fraction, gpointer data)
{
  Piece *piece = data;
  Work *work = piece->work;

  g_mutex_lock (&work->lock);
  work->done += (fraction - piece->fraction) * piece->weight;
  piece->fraction = fraction;
  if (work->options->progress != NULL)
    work->options->progress (CLAMP (work->done / work->weight, 0, 1), work->options->progress_data);
  g_mutex_unlock (&work->lock);
}

static gboolean
evaluate (const DlComparisonTask *task, DlSweepResult *result, GCancellable *cancellable,
          GError **error)
{
  g_autoptr (DlEvaluation) state = dl_evaluation_new (task->scenario, 0, NULL, cancellable, error);

  if (state == NULL)
    return FALSE;
  dl_scalars_of_result (result, state);
  return TRUE;
}

static gboolean
simulate (const DlComparisonTask *task, Piece *piece, DlSweepResult *result, GError **error)
{
  DlSimulateOptions options = dl_simulate_options (task->scenario);
  g_autoptr (DlSimulation) simulation = NULL;

  options.seed = task->scenario->seed + task->run;
  options.threads = 1;
  options.progress = note_progress;
  options.progress_data = piece;
  simulation = dl_simulate (task->scenario, &options, piece->work->cancellable, error);
  if (simulation == NULL)
    return FALSE;
  dl_sweep_result_init (result, task->scenario->family);
  dl_sweep_result_set_simulated (result, simulation);
  return TRUE;
}

static void
do_task (guint i, gpointer data)
{
  Work *work = data;
  const DlComparisonTask *task = g_ptr_array_index (work->tasks, i);
  Piece piece = { .work = work, .weight = weight_of (task) };
  g_autoptr (GError) error = NULL;
  DlSweepResult result;
  const gboolean good = task->simulate ? simulate (task, &piece, &result, &error)
                                       : evaluate (task, &result, work->cancellable, &error);

  if (!good && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_mutex_lock (&work->lock);
  work->options->on_result (task, good ? &result : NULL, error, work->options->on_result_data);
  g_mutex_unlock (&work->lock);
  note_progress (1, &piece);
}

gboolean
dl_comparison_run (const GPtrArray *tasks, const DlComparisonOptions *options,
                   GCancellable *cancellable)
{
  Work work = { .tasks = tasks, .options = options, .cancellable = cancellable };
  const DlParallel parallel = { .n_threads = options->n_jobs, .cancellable = cancellable };
  gboolean done;

  for (guint i = 0; i < tasks->len; i++)
    work.weight += weight_of (g_ptr_array_index (tasks, i));
  g_mutex_init (&work.lock);
  done = dl_parallel_run (&parallel, tasks->len, do_task, &work);
  g_mutex_clear (&work.lock);
  return done && !g_cancellable_is_cancelled (cancellable);
}
