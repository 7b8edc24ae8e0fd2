/* Load curves in the background: their points are kept as they end, and taken from there. */
#include "dl-curve-job.h"
#include "dl-session-edits.h"
#include "dl-store-runs.h"
#include "dl-sweep-store.h"
#include "test-files.h"

#include <math.h>
#include <signal.h>
#include <unistd.h>

#define LIBRARY_VARIABLE "TEST_CURVE_LIBRARY"

typedef struct
{
  char *folder, *path;
  DlLibrary *library;
  DlSession *session;
  DlCurveJob *job;
} Fixture;

static void
settle (Fixture *fixture)
{
  gboolean busy;

  do
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
      g_object_get (fixture->session, "busy", &busy, NULL);
    }
  while (busy || dl_session_get_result (fixture->session) == NULL
         || dl_session_get_save_state (fixture->session) == DL_SAVE_PENDING);
}

/* Always the same scenario: a ring. */
static void
open_session (Fixture *fixture)
{
  fixture->library = dl_library_new (fixture->path);
  fixture->session = dl_session_new (fixture->library);
  settle (fixture);
  dl_session_set (fixture->session, "torus.radix", "6;1;1", FALSE);
  settle (fixture);
  fixture->job = dl_curve_job_new (fixture->session);
}

static void
close_session (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  g_assert_finalize_object (fixture->job);
  settle (fixture);
  for (guint i = 0; i < 50; i++) /* a canceled job may take a moment to notice */
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
  g_clear_object (&fixture->session);
  dl_library_close (fixture->library, &error);
  g_assert_no_error (error);
  g_clear_object (&fixture->library);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("curve-job-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->path = g_build_filename (fixture->folder, "library.db", NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  test_remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
}

static void
wait_for_runs (Fixture *fixture, guint n)
{
  const DlLoadCurve *curve;

  do
    {
      g_main_context_iteration (NULL, TRUE);
      curve = dl_curve_job_get_curve (fixture->job);
    }
  while (curve == NULL || curve->n_runs < n);
}

static void
wait_until_done (Fixture *fixture)
{
  while (dl_curve_job_is_running (fixture->job))
    g_main_context_iteration (NULL, TRUE);
}

static void
start (Fixture *fixture, guint n_seeds, guint64 cycles)
{
  dl_curve_job_start (fixture->job, (DlLoadSweepOptions) { n_seeds, cycles });
}

/* Runs that another program finds there. */
static guint
count_runs (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStore) store = dl_store_open (path, &error);
  guint n = 0;

  g_assert_no_error (error);
  for (gint64 scenario_id = 1; scenario_id <= 4; scenario_id++) /* there are fewer */
    {
      g_autoptr (GPtrArray) runs = dl_store_list_runs (store, scenario_id, &error);

      g_assert_no_error (error);
      n += runs->len;
    }
  return n;
}

static void
assert_same (const DlLoadCurve *a, const DlLoadCurve *b)
{
  g_assert_cmpuint (a->n_runs, ==, b->n_runs);
  g_assert_cmpuint (a->n_series, ==, b->n_series);
  for (guint i = 0; i < a->n_series; i++)
    {
      g_assert_cmpuint (a->series[i].points->len, ==, b->series[i].points->len);
      for (guint j = 0; j < a->series[i].points->len; j++)
        {
          const DlLoadPoint *x = &g_array_index (a->series[i].points, DlLoadPoint, j);
          const DlLoadPoint *y = &g_array_index (b->series[i].points, DlLoadPoint, j);

          g_assert_cmpfloat (x->load, ==, y->load);
          g_assert_cmpfloat (x->accepted, ==, y->accepted);
          g_assert_true (x->latency == y->latency || (isnan (x->latency) && isnan (y->latency)));
        }
    }
}

/* Canceled and started again: nothing is run twice, and the curve is as in one go. */
static void
test_cancelled (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DlLoadCurve) expected = NULL;
  guint kept;

  open_session (fixture);
  start (fixture, 1, 3000);
  wait_for_runs (fixture, 3);
  dl_curve_job_cancel (fixture->job);
  g_assert_false (dl_curve_job_is_running (fixture->job));
  close_session (fixture);
  kept = count_runs (fixture->path);
  g_assert_cmpuint (kept, >=, 3);

  open_session (fixture);
  start (fixture, 1, 3000);
  wait_for_runs (fixture, 1);
  /* At once, in one piece, and not one after the other. */
  g_assert_cmpuint (dl_curve_job_get_curve (fixture->job)->n_runs, >=, kept);
  wait_until_done (fixture);
  g_assert_null (dl_curve_job_get_problem (fixture->job));
  g_assert_null (dl_curve_job_get_library_problem (fixture->job));
  expected = dl_load_curve_run (dl_session_get_result (fixture->session),
                                &(DlLoadSweepOptions) { 1, 3000 }, 1, NULL, NULL, NULL, NULL);
  assert_same (dl_curve_job_get_curve (fixture->job), expected);
  close_session (fixture);
  g_assert_cmpuint (count_runs (fixture->path), ==, expected->n_all_runs);
}

/* The program is killed. */
static void
test_killed (Fixture *fixture, gconstpointer data)
{
  guint kept;

  if (g_test_subprocess ())
    {
      g_free (fixture->path);
      fixture->path = g_strdup (g_getenv (LIBRARY_VARIABLE));
      open_session (fixture);
      start (fixture, 3, 3000);
      wait_for_runs (fixture, 3);
      while (count_runs (fixture->path) < 3) /* on their way */
        g_main_context_iteration (NULL, TRUE);
      kill (getpid (), SIGKILL);
    }
  g_setenv (LIBRARY_VARIABLE, fixture->path, TRUE);
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_assert_false (g_test_trap_has_passed ());
  kept = count_runs (fixture->path);
  g_assert_cmpuint (kept, >=, 3);

  open_session (fixture);
  start (fixture, 3, 3000);
  wait_for_runs (fixture, 1);
  g_assert_cmpuint (dl_curve_job_get_curve (fixture->job)->n_runs, >=, kept);
  dl_curve_job_cancel (fixture->job);
  close_session (fixture);
}

/* How long it still takes is told once it can be. */
static void
test_seconds_left (Fixture *fixture, gconstpointer data)
{
  open_session (fixture);
  g_assert_true (isnan (dl_curve_job_get_seconds_left (fixture->job)));
  start (fixture, 5, 50000);
  g_assert_true (isnan (dl_curve_job_get_seconds_left (fixture->job)));
  while (dl_curve_job_get_progress (fixture->job) < 0.05)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpfloat (dl_curve_job_get_seconds_left (fixture->job), >, 0);
  dl_curve_job_cancel (fixture->job);
  g_assert_true (isnan (dl_curve_job_get_seconds_left (fixture->job)));
  close_session (fixture);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/curve-job/cancelled", Fixture, NULL, set_up, test_cancelled, tear_down);
  g_test_add ("/curve-job/killed", Fixture, NULL, set_up, test_killed, tear_down);
  g_test_add ("/curve-job/seconds-left", Fixture, NULL, set_up, test_seconds_left, tear_down);
  return g_test_run ();
}
