/* Long work in the background: its result, its progress, and what becomes of work nobody wants. */
#include "dl-job.h"

typedef struct
{
  GMutex mutex;
  GCond cond;
  gboolean begun;
  gboolean may_end;
  gint n_data_freed, n_result_freed, n_done;
  gpointer result;
  GMainLoop *loop;
} Stage;

typedef struct
{
  Stage *stage;
  gboolean waits; /* until the stage lets it end or it is canceled */
} Piece;

static Stage *the_stage; /* for functions that get no data */

static void
stage_init (Stage *stage)
{
  *stage = (Stage) { .loop = g_main_loop_new (NULL, FALSE) };
  g_mutex_init (&stage->mutex);
  g_cond_init (&stage->cond);
  the_stage = stage;
}

static void
stage_clear (Stage *stage)
{
  g_mutex_clear (&stage->mutex);
  g_cond_clear (&stage->cond);
  g_main_loop_unref (stage->loop);
}

static void
piece_free (gpointer data)
{
  g_atomic_int_inc (&((Piece *) data)->stage->n_data_freed);
  g_free (data);
}

static void
result_free (gpointer result)
{
  g_atomic_int_inc (&the_stage->n_result_freed);
}

static gpointer
work (gpointer data, DlProgressFunc progress, gpointer progress_data, GCancellable *cancellable)
{
  Piece *piece = data;
  Stage *stage = piece->stage;

  progress (0.5, progress_data);
  g_mutex_lock (&stage->mutex);
  stage->begun = TRUE;
  g_cond_signal (&stage->cond);
  while (piece->waits && !stage->may_end)
    g_cond_wait (&stage->cond, &stage->mutex);
  g_mutex_unlock (&stage->mutex);
  return GUINT_TO_POINTER (42); /* even if canceled: it may be too late to notice */
}

static void
on_done (gpointer result, gpointer user_data)
{
  Stage *stage = user_data;

  stage->n_done++;
  stage->result = result;
  g_main_loop_quit (stage->loop);
}

static void
start (DlJob *job, Stage *stage, gboolean waits)
{
  Piece *piece = g_new (Piece, 1);

  *piece = (Piece) { stage, waits };
  dl_job_start (job, work, piece, piece_free, result_free, on_done, stage);
}

static void
let_end (Stage *stage)
{
  g_mutex_lock (&stage->mutex);
  while (!stage->begun)
    g_cond_wait (&stage->cond, &stage->mutex);
  stage->may_end = TRUE;
  g_cond_broadcast (&stage->cond);
  g_mutex_unlock (&stage->mutex);
}

static void
wait_for (gint *count, gint n)
{
  while (g_atomic_int_get (count) < n)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
}

static void
count_notify (GObject *object, GParamSpec *pspec, gpointer count)
{
  (*(guint *) count)++;
}

static void
test_result (void)
{
  g_autoptr (DlJob) job = dl_job_new ();
  guint running = 0;
  Stage stage;

  stage_init (&stage);
  g_signal_connect (job, "notify::running", G_CALLBACK (count_notify), &running);
  start (job, &stage, FALSE);
  g_assert_true (dl_job_is_running (job));
  g_main_loop_run (stage.loop);
  g_assert_false (dl_job_is_running (job));
  g_assert_cmpfloat (dl_job_get_progress (job), ==, 1);
  g_assert_cmpuint (GPOINTER_TO_UINT (stage.result), ==, 42);
  g_assert_cmpuint (running, ==, 2);
  wait_for (&stage.n_data_freed, 1);
  g_assert_cmpint (stage.n_result_freed, ==, 0);
  stage_clear (&stage);
}

static void
test_progress (void)
{
  g_autoptr (DlJob) job = dl_job_new ();
  Stage stage;

  stage_init (&stage);
  start (job, &stage, TRUE);
  while (dl_job_get_progress (job) == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpfloat (dl_job_get_progress (job), ==, 0.5);
  let_end (&stage);
  g_main_loop_run (stage.loop);
  wait_for (&stage.n_data_freed, 1);
  stage_clear (&stage);
}

static void
test_cancel (void)
{
  g_autoptr (DlJob) job = dl_job_new ();
  Stage stage;

  stage_init (&stage);
  start (job, &stage, TRUE);
  dl_job_cancel (job);
  g_assert_false (dl_job_is_running (job));
  let_end (&stage);
  wait_for (&stage.n_result_freed, 1);
  wait_for (&stage.n_data_freed, 1);
  g_assert_cmpint (stage.n_done, ==, 0);
  dl_job_cancel (job); /* nothing to do */
  stage_clear (&stage);
}

/* The second is the one that is wanted, whichever ends first. */
static void
test_another (void)
{
  g_autoptr (DlJob) job = dl_job_new ();
  Stage stage;

  stage_init (&stage);
  start (job, &stage, TRUE);
  start (job, &stage, FALSE);
  g_main_loop_run (stage.loop);
  g_assert_cmpint (stage.n_done, ==, 1);
  let_end (&stage);
  wait_for (&stage.n_result_freed, 1);
  wait_for (&stage.n_data_freed, 2);
  g_assert_cmpint (stage.n_done, ==, 1);
  stage_clear (&stage);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/job/result", test_result);
  g_test_add_func ("/job/progress", test_progress);
  g_test_add_func ("/job/cancel", test_cancel);
  g_test_add_func ("/job/another", test_another);
  return g_test_run ();
}
