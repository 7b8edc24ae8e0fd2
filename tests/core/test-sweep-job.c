/* Sweeps in the background: point by point what dl_sweep_run gives, paused, canceled, kept in the
 * library and taken from there. */
#include "dl-edit.h"
#include "dl-scenario-file.h"
#include "dl-session-edits.h"
#include "dl-sweep-job.h"
#include "dl-sweep-store.h"
#include "test-files.h"
#include "test-rounds.h"

#include <glib/gstdio.h>
#include <math.h>
#include <unistd.h>

#define NOBODY 65534

typedef struct
{
  char *folder, *path;
  DlLibrary *library;
  DlSession *session;
  DlSweepJob *job;
  guint n_notified; /* n-done */
} Fixture;

static void
on_n_done (DlSweepJob *job, GParamSpec *pspec, Fixture *fixture)
{
  fixture->n_notified++;
}

static gboolean
is_settled (Fixture *fixture)
{
  gboolean busy;

  g_object_get (fixture->session, "busy", &busy, NULL);
  return !busy && dl_session_get_result (fixture->session) != NULL
         && dl_session_get_save_state (fixture->session) != DL_SAVE_PENDING;
}

static void
settle (Fixture *fixture)
{
  while (!is_settled (fixture))
    g_main_context_iteration (NULL, TRUE);
}

static void
open_session (Fixture *fixture)
{
  if (fixture->path != NULL)
    fixture->library = dl_library_new (fixture->path);
  fixture->session = dl_session_new (fixture->library);
  settle (fixture);
  fixture->job = dl_sweep_job_new (fixture->session);
  fixture->n_notified = 0;
  g_signal_connect (fixture->job, "notify::n-done", G_CALLBACK (on_n_done), fixture);
}

static void
close_session (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  g_assert_finalize_object (fixture->job);
  settle (fixture);
  /* A canceled job may take a moment to notice. */
  for (guint i = 0; i < 50; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
  g_clear_object (&fixture->session);
  if (fixture->library != NULL)
    dl_library_close (fixture->library, &error);
  g_assert_no_error (error);
  g_clear_object (&fixture->library);
}

/* @data: is there a library? */
static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  if (data != NULL)
    {
      fixture->folder = g_dir_make_tmp ("sweep-job-XXXXXX", &error);
      g_assert_no_error (error);
      fixture->path = g_build_filename (fixture->folder, "library.db", NULL);
    }
  open_session (fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  close_session (fixture);
  if (fixture->folder != NULL)
    test_remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
}

/* A ring with keys, values, seeds and length drawn by @seed. */
static DlSweepSpec *
random_spec (guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *cycles = g_strdup_printf ("%d", g_rand_int_range (rand, 200, 3000));
  static const char *const varied[]
      = { "router.age-clock-period=2:64:*2", "traffic.load=0.1,0.3,saturated",
          "torus.vc-policy=initial,output-crossing", "router.input-buffer=24,48,96" };
  const guint first = g_rand_int_range (rand, 0, G_N_ELEMENTS (varied));
  g_autoptr (GError) error = NULL;
  DlSweepSpec *spec;

  dl_edits_add (edits, DL_EDIT_SET, "torus.radix", g_rand_boolean (rand) ? "8;1;1" : "4;3;2");
  dl_edits_add (edits, DL_EDIT_SET, "simulation.cycles", cycles);
  dl_edits_add (edits, DL_EDIT_SET, "simulation.warmup-cycles", "100");
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  spec = dl_sweep_spec_new (scenario);
  spec->only_static = g_rand_int_range (rand, 0, 4) == 0;
  spec->n_seeds = spec->only_static ? 1 : g_rand_int_range (rand, 1, 4);
  dl_sweep_spec_vary (spec, varied[first], &error);
  g_assert_no_error (error);
  if (g_rand_boolean (rand))
    dl_sweep_spec_vary (spec, varied[(first + 1) % G_N_ELEMENTS (varied)], &error);
  dl_sweep_spec_check (spec, NULL, &error);
  g_assert_no_error (error);
  return spec;
}

static gboolean
keep (const DlSweepResult *result, gpointer data, GError **error)
{
  dl_sweep_points_add (data, result);
  return TRUE;
}

static DlSweepPoints *
run_all (const DlSweepSpec *spec)
{
  DlSweepPoints *points = dl_sweep_points_new (spec);
  const DlSweepOptions options = { .n_jobs = 1, .on_point = keep, .on_point_data = points };
  g_autoptr (GError) error = NULL;

  dl_sweep_run (spec, &options, NULL, &error);
  g_assert_no_error (error);
  return points;
}

/* Compare the points that @points has. */
static void
assert_same (const DlSweepPoints *points, const DlSweepPoints *expected)
{
  guint n_measures, n = 0;
  const DlMeasure *measures = dl_measure_table (&n_measures);

  g_assert_cmpuint (points->n_points, ==, expected->n_points);
  for (guint i = 0; i < points->n_points; i++)
    {
      if (!points->known[i])
        continue;
      n++;
      g_assert_cmpuint (points->results[i].seed, ==, expected->results[i].seed);
      g_assert_cmpuint (points->results[i].digest, ==, expected->results[i].digest);
      for (guint j = 0; j < n_measures; j++)
        {
          const double a = dl_measure_get (&measures[j], &points->results[i]);
          const double b = dl_measure_get (&measures[j], &expected->results[i]);

          g_assert_true (a == b || (isnan (a) && isnan (b)));
        }
    }
  g_assert_cmpuint (n, ==, points->n_known);
}

static void
wait_for (Fixture *fixture, DlSweepState state)
{
  const gint64 end = g_get_monotonic_time () + 120 * G_USEC_PER_SEC;

  while (dl_sweep_job_get_state (fixture->job) != state)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, TRUE);
    }
}

static void
assert_done (Fixture *fixture, const DlSweepPoints *expected)
{
  const DlSweepPoints *points = dl_sweep_job_get_points (fixture->job);

  wait_for (fixture, DL_SWEEP_DONE);
  g_assert_null (dl_sweep_job_get_problem (fixture->job));
  g_assert_cmpuint (points->n_known, ==, points->n_points);
  g_assert_cmpfloat (dl_sweep_job_get_progress (fixture->job), ==, 1);
  assert_same (points, expected);
}

static void
test_rows (Fixture *fixture, gconstpointer data)
{
  for (guint round = 0; round < TEST_ROUNDS (12); round++)
    {
      g_autoptr (DlSweepSpec) spec = random_spec (round);
      g_autoptr (DlSweepPoints) expected = run_all (spec);

      dl_sweep_job_start (fixture->job, spec);
      g_assert_cmpint (dl_sweep_job_get_state (fixture->job), ==, DL_SWEEP_RUNNING);
      g_assert_cmpuint (dl_sweep_job_get_points (fixture->job)->n_known, ==, 0);
      assert_done (fixture, expected);
      g_assert_null (dl_sweep_job_get_library_problem (fixture->job));
      g_assert_cmpint (dl_sweep_job_get_sweep_id (fixture->job) != 0, ==, fixture->library != NULL);
    }
  g_assert_cmpuint (fixture->n_notified, >=, 2);
}

/* For @ms milliseconds. */
static void
go_on (guint ms)
{
  const gint64 end = g_get_monotonic_time () + ms * 1000;

  while (g_get_monotonic_time () < end)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (500);
    }
}

/* Long enough to be met in the middle of it. */
static DlSweepSpec *
long_spec (void)
{
  DlSweepSpec *spec = random_spec (0);
  g_autoptr (DlScenario) scenario = dl_scenario_copy (spec->scenario);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;

  dl_edits_add (edits, DL_EDIT_SET, "torus.radix", "5;4;3");
  dl_edits_add (edits, DL_EDIT_SET, "simulation.cycles", "6000");
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  dl_sweep_spec_free (spec);
  spec = dl_sweep_spec_new (scenario);
  spec->n_seeds = 2;
  dl_sweep_spec_vary (spec, "router.age-clock-period=2:64:*2", &error);
  dl_sweep_spec_vary (spec, "traffic.load=0.1,0.3", &error);
  g_assert_no_error (error);
  return spec;
}

static void
test_pause (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DlSweepSpec) spec = long_spec ();
  g_autoptr (DlSweepPoints) expected = run_all (spec);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  guint n_pauses = 0;

  dl_sweep_job_start (fixture->job, spec);
  while (dl_sweep_job_get_state (fixture->job) == DL_SWEEP_RUNNING)
    {
      guint n;

      go_on (g_rand_int_range (rand, 1, 120));
      dl_sweep_job_pause (fixture->job);
      if (dl_sweep_job_get_state (fixture->job) != DL_SWEEP_PAUSED)
        break;
      n_pauses++;
      go_on (150); /* points on their way arrive */
      n = dl_sweep_job_get_points (fixture->job)->n_known;
      go_on (250);
      g_assert_cmpuint (dl_sweep_job_get_points (fixture->job)->n_known, ==, n);
      assert_same (dl_sweep_job_get_points (fixture->job), expected);
      if (dl_sweep_job_get_state (fixture->job) == DL_SWEEP_DONE)
        break; /* points on their way were the last */
      g_assert_cmpint (dl_sweep_job_get_state (fixture->job), ==, DL_SWEEP_PAUSED);
      dl_sweep_job_resume (fixture->job);
      go_on (200);
    }
  g_assert_cmpuint (n_pauses, >, 0);
  assert_done (fixture, expected);
}

/* At any moment, paused or not; then on to the end. */
static void
test_cancel (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DlSweepSpec) spec = long_spec ();
  g_autoptr (DlSweepPoints) expected = run_all (spec);

  for (guint round = 0; round < 4; round++)
    {
      guint n;

      if (round == 0)
        dl_sweep_job_start (fixture->job, spec);
      else
        dl_sweep_job_resume (fixture->job);
      while (dl_sweep_job_get_state (fixture->job) == DL_SWEEP_RUNNING
             && dl_sweep_job_get_points (fixture->job)->n_known < 3 * (round + 1))
        g_main_context_iteration (NULL, TRUE);
      if (round % 2 == 1)
        dl_sweep_job_pause (fixture->job);
      dl_sweep_job_cancel (fixture->job);
      if (dl_sweep_job_get_state (fixture->job) == DL_SWEEP_DONE)
        break;
      g_assert_cmpint (dl_sweep_job_get_state (fixture->job), ==, DL_SWEEP_STOPPED);
      n = dl_sweep_job_get_points (fixture->job)->n_known;
      g_assert_cmpuint (n, >=, 3 * (round + 1));
      if (round < 2)
        go_on (150); /* else it goes on before the one before has ended */
      g_assert_cmpuint (dl_sweep_job_get_points (fixture->job)->n_known, >=, n);
      assert_same (dl_sweep_job_get_points (fixture->job), expected);
    }
  dl_sweep_job_resume (fixture->job);
  assert_done (fixture, expected);
}

/* The library ---------------------------------------------------------------------------------- */

static DlStore *
open_store (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  DlStore *store = dl_store_open (fixture->path, &error);

  g_assert_no_error (error);
  return store;
}

static DlStoreSweep *
stored_sweep (DlStore *store, gint64 id)
{
  g_autoptr (GError) error = NULL;
  DlStoreSweep *sweep = dl_store_load_sweep (store, id, &error);

  g_assert_no_error (error);
  return sweep;
}

/* Results are there while the sweep continues, and when it was stopped. */
static void
test_kept (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DlSweepSpec) spec = long_spec ();
  g_autoptr (DlSweepPoints) expected = run_all (spec);
  g_autoptr (DlStore) store = open_store (fixture);
  g_autoptr (DlStoreSweep) running = NULL, stopped = NULL, done = NULL;
  gint64 id;

  dl_sweep_job_start (fixture->job, spec);
  while (dl_sweep_job_get_points (fixture->job)->n_known < 3)
    g_main_context_iteration (NULL, TRUE);
  dl_sweep_job_pause (fixture->job);
  go_on (300);
  id = dl_sweep_job_get_sweep_id (fixture->job);
  running = stored_sweep (store, id);
  g_assert_cmpint (running->state, ==, DL_STORE_SWEEP_PAUSED);
  g_assert_cmpint (running->scenario_id, ==, dl_session_get_scenario_id (fixture->session));
  g_assert_cmpuint (running->n_done, ==, dl_sweep_job_get_points (fixture->job)->n_known);

  /* The program ends: all that was there is there. */
  close_session (fixture);
  stopped = stored_sweep (store, id);
  g_assert_cmpint (stopped->state, ==, DL_STORE_SWEEP_STOPPED);
  g_assert_cmpuint (stopped->n_done, >=, running->n_done);
  g_assert_cmpuint (stopped->n_done, <, stopped->n_points);

  open_session (fixture);
  dl_sweep_job_open_stored (fixture->job, id);
  g_assert_cmpint (dl_sweep_job_get_state (fixture->job), ==, DL_SWEEP_LOADING);
  wait_for (fixture, DL_SWEEP_STOPPED);
  g_assert_cmpuint (dl_sweep_job_get_points (fixture->job)->n_known, ==, stopped->n_done);
  assert_same (dl_sweep_job_get_points (fixture->job), expected);
  dl_sweep_job_resume (fixture->job);
  assert_done (fixture, expected);
  g_assert_cmpint (dl_sweep_job_get_sweep_id (fixture->job), ==, id);
  go_on (100);
  done = stored_sweep (store, id);
  g_assert_cmpint (done->state, ==, DL_STORE_SWEEP_DONE);
}

/* Half of it by another program, which lies about the first point: nothing is run twice. */
static void
test_of_another (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DlSweepSpec) spec = long_spec ();
  g_autoptr (DlSweepPoints) expected = run_all (spec);
  g_autoptr (DlStore) store = open_store (fixture);
  g_auto (GStrv) digests = dl_sweep_digests (spec);
  const gint64 scenario_id = dl_session_get_scenario_id (fixture->session);
  g_autoptr (DlStoreSweep) sweep
      = dl_sweep_store_new (spec, (const char *const *) digests, scenario_id);
  g_autofree gboolean *known = g_new0 (gboolean, expected->n_points);
  g_autoptr (GError) error = NULL;
  gint64 id;

  dl_store_begin_sweep (store, sweep, (const char *const *) digests, &id, known, &error);
  g_assert_no_error (error);
  expected->results[0].latency_mean = 12345;
  for (guint i = 0; i < expected->n_points / 2; i++)
    {
      g_autoptr (DlStoreRun) run = dl_sweep_store_run (spec, (const char *const *) digests,
                                                       scenario_id, &expected->results[i]);

      dl_store_add_point (store, id, i, run, &error);
      g_assert_no_error (error);
    }
  /* By number, as after a crash, and by starting the same sweep. */
  dl_sweep_job_open_stored (fixture->job, id);
  wait_for (fixture, DL_SWEEP_STOPPED);
  g_assert_cmpuint (dl_sweep_job_get_points (fixture->job)->n_known, ==, expected->n_points / 2);
  assert_same (dl_sweep_job_get_points (fixture->job), expected);
  dl_sweep_job_start (fixture->job, spec);
  assert_done (fixture, expected);
  g_assert_cmpint (dl_sweep_job_get_sweep_id (fixture->job), ==, id);
}

/* While it runs, another program adds a point that was still to come. */
static void
test_beside_another (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DlSweepSpec) spec = long_spec ();
  g_autoptr (DlSweepPoints) expected = run_all (spec);
  g_autoptr (DlStore) store = open_store (fixture);
  g_auto (GStrv) digests = dl_sweep_digests (spec);
  const guint last = expected->n_points - 1;
  g_autoptr (DlStoreRun) run = NULL;
  g_autoptr (GError) error = NULL;

  expected->results[last].latency_mean = 54321;
  run = dl_sweep_store_run (spec, (const char *const *) digests,
                            dl_session_get_scenario_id (fixture->session),
                            &expected->results[last]);
  dl_sweep_job_start (fixture->job, spec);
  while (dl_sweep_job_get_points (fixture->job)->n_known < 2)
    g_main_context_iteration (NULL, TRUE);
  dl_store_add_runs (store, (const DlStoreRun *[]) { run }, 1, &error);
  g_assert_no_error (error);
  assert_done (fixture, expected);
}

static void
test_no_such_sweep (Fixture *fixture, gconstpointer data)
{
  dl_sweep_job_open_stored (fixture->job, 4711);
  wait_for (fixture, DL_SWEEP_READY);
  g_assert_nonnull (dl_sweep_job_get_problem (fixture->job));
  g_assert_null (dl_sweep_job_get_points (fixture->job));
}

/* Too many points from the command line, and a library that claims fewer. */
static void
test_too_many (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (DlSweepSpec) spec = dl_sweep_spec_new (scenario);
  g_autoptr (DlStoreSweep) sweep = NULL;
  g_autoptr (DlStore) store = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree gboolean *known = NULL;
  g_auto (GStrv) digests = NULL;
  gint64 id;

  dl_sweep_spec_vary (spec, "router.age-clock-period=2:101:1", &error);
  spec->n_seeds = 100;
  g_assert_true (dl_sweep_job_check_size (spec, &error));
  spec->n_seeds = 101;
  g_assert_false (dl_sweep_job_check_size (spec, &error));
  g_assert_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE);
  g_clear_error (&error);

  digests = dl_sweep_digests (spec);
  known = g_new0 (gboolean, dl_sweep_n_points (spec));
  store = dl_store_open (fixture->path, &error);
  sweep = dl_sweep_store_new (spec, (const char *const *) digests, 0);
  g_assert_true (dl_store_adopt (store, scenario, &sweep->scenario_id, &error));
  for (int lies = 0; lies < 2; lies++)
    {
      sweep->n_points = lies ? 7 : sweep->n_points;
      if (lies)
        sweep->key[0] = sweep->key[0] == 'a' ? 'b' : 'a'; /* another one */
      g_assert_true (
          dl_store_begin_sweep (store, sweep, (const char *const *) digests, &id, known, &error));
      dl_sweep_job_open_stored (fixture->job, id);
      wait_for (fixture, DL_SWEEP_READY);
      g_assert_nonnull (dl_sweep_job_get_problem (fixture->job));
      g_assert_null (dl_sweep_job_get_points (fixture->job));
    }
}

/* Points stay in memory, and are kept once the library can be written. */
static void
test_read_only (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DlSweepSpec) spec = random_spec (3);
  g_autoptr (DlSweepPoints) expected = run_all (spec);
  const gboolean is_root = geteuid () == 0;

  close_session (fixture);
  g_assert_cmpint (g_chmod (fixture->path, 0444), ==, 0);
  g_assert_cmpint (g_chmod (fixture->folder, 0555), ==, 0);
  if (is_root)
    g_assert_cmpint (seteuid (NOBODY), ==, 0);
  open_session (fixture);
  dl_sweep_job_start (fixture->job, spec);
  assert_done (fixture, expected);
  g_assert_nonnull (dl_sweep_job_get_library_problem (fixture->job));
  g_assert_cmpint (dl_sweep_job_get_sweep_id (fixture->job), ==, 0);
  close_session (fixture);
  if (is_root)
    g_assert_cmpint (seteuid (0), ==, 0);
  g_assert_cmpint (g_chmod (fixture->folder, 0755), ==, 0);
  g_assert_cmpint (g_chmod (fixture->path, 0644), ==, 0);
  open_session (fixture);
}

int
main (int argc, char **argv)
{
  const gconstpointer with_library = GINT_TO_POINTER (TRUE);

  g_test_init (&argc, &argv, NULL);
#define ADD(name, data, func)                                                                      \
  g_test_add ("/sweep-job/" name, Fixture, data, set_up, func, tear_down)
  ADD ("rows", NULL, test_rows);
  ADD ("rows-with-library", with_library, test_rows);
  ADD ("pause", NULL, test_pause);
  ADD ("pause-with-library", with_library, test_pause);
  ADD ("cancel", NULL, test_cancel);
  ADD ("cancel-with-library", with_library, test_cancel);
  ADD ("kept", with_library, test_kept);
  ADD ("of-another", with_library, test_of_another);
  ADD ("beside-another", with_library, test_beside_another);
  ADD ("no-such-sweep", with_library, test_no_such_sweep);
  ADD ("too-many", with_library, test_too_many);
  ADD ("read-only", with_library, test_read_only);
  return g_test_run ();
}
