/* A network under each engine of its family: what each says by itself, the best first, and kept
 * while the network is the same. */
#include "dl-comparison-job.h"
#include "dl-edit.h"
#include "dl-evaluate.h"
#include "dl-scenario-file.h"
#include "dl-session-edits.h"
#include "toggle-fixture.h"

#include <math.h>

static void
set (DlScenario *scenario, const char *key, const char *value)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;

  dl_edits_add (edits, DL_EDIT_SET, key, value);
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
}

static void
assert_number (double a, double b)
{
  g_assert_cmpint (isnan (a), ==, isnan (b));
  if (!isnan (a))
    g_assert_cmpfloat (a, ==, b);
}

/* Each row says what the evaluation of that engine alone says. */
static void
check_rows (const DlScenario *scenario, const DlEngineComparison *comparison)
{
  const DlFamily *family = scenario->family;

  for (guint i = 0; i < comparison->n_rows; i++)
    {
      const DlEngineRow *row = &comparison->rows[i];
      g_autoptr (DlScenario) alone = dl_scenario_copy (scenario);
      g_autoptr (DlEvaluation) result = NULL;
      g_autoptr (GError) error = NULL;

      set (alone, family->engine_key, row->id);
      result = dl_evaluation_new (alone, 0, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (row->unreachable_pairs, ==,
                        result->findings.unreachable_pairs + result->findings.dropped_pairs);
      g_assert_cmpint (row->deadlock_free, ==, result->findings.deadlock_free);
      assert_number (row->load_max, result->findings.peak_load);
      assert_number (row->hops_mean, result->findings.hops_mean);
      g_assert_cmpint (row->is_bound, ==, family->is_bound != NULL && family->is_bound (alone));
      g_assert_true (dl_engine_comparison_find (comparison, row->id) == row);
    }
}

static void
check_order (const DlEngineComparison *comparison)
{
  for (guint i = 1; i < comparison->n_rows; i++)
    {
      const DlEngineRow *a = &comparison->rows[i - 1], *b = &comparison->rows[i];

      g_assert_cmpuint (a->unreachable_pairs, <=, b->unreachable_pairs);
      if (a->unreachable_pairs == b->unreachable_pairs)
        g_assert_true (a->deadlock_free || !b->deadlock_free);
      if (a->unreachable_pairs == b->unreachable_pairs && a->deadlock_free == b->deadlock_free)
        g_assert_cmpfloat (a->load_max, <=, b->load_max);
    }
}

static void
on_partial (DlEngineComparison *partial, gpointer data)
{
  guint *n_before = data;

  g_assert_cmpuint (partial->n_rows + partial->n_refused, ==, ++*n_before);
  dl_engine_comparison_unref (partial);
}

static void
compare_all (const char *preset, const char *key, const char *value, guint n_engines)
{
  g_autoptr (DlScenario) scenario = dl_preset_load (preset, NULL);
  g_autoptr (DlEngineComparison) comparison = NULL;
  g_autoptr (GError) error = NULL;
  guint n_partial = 0;

  set (scenario, key, value);
  comparison
      = dl_engine_comparison_new (scenario, NULL, NULL, on_partial, &n_partial, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (comparison->n_engines, ==, n_engines);
  g_assert_cmpuint (n_partial, ==, n_engines - 1);
  g_assert_cmpuint (comparison->n_rows + comparison->n_refused, ==, n_engines);
  g_assert_cmpuint (comparison->n_rows, >=, 6);
  check_rows (scenario, comparison);
  check_order (comparison);
}

static void
test_torus (void)
{
  /* Two cables beside each other, which the XT's own rules do not get around. */
  compare_all ("torus-5x5x5", "torus.broken-links", "1,1,1:x+;1,1,1:z+", 6);
  compare_all ("mesh-4x4", "torus.broken-links", "1,1,0:x+", 6);
}

static void
test_dragonfly (void)
{
  guint n;

  dl_dragonfly_modes (&n);
  compare_all ("cascade-2", "dragonfly.broken-routers", "0.0.1", n);
}

static void
test_cancelled (void)
{
  g_autoptr (DlScenario) scenario = dl_preset_load ("torus-5x5x5", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (dl_engine_comparison_new (scenario, NULL, NULL, NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* The job -------------------------------------------------------------------------------------- */

static void
settle (DlSession *session)
{
  gboolean busy = TRUE;

  for (; busy; g_object_get (session, "busy", &busy, NULL))
    g_main_context_iteration (NULL, FALSE);
}

/* The comparison does not depend on the engine in use; it depends on the network. */
static void
test_kept (void)
{
  g_autoptr (DlSession) session = dl_session_new (NULL);
  g_autoptr (DlEngineJob) job = NULL;
  DlSearchJob *search;
  DlEngineComparison *comparison;

  for (DlTorusDim dim = DL_X; dim < DL_TORUS_N_DIMS; dim++)
    dl_session_set_number (session, "torus.radix", dim, 4, TRUE);
  dl_session_seal (session);
  settle (session);
  job = dl_engine_job_new (session);
  search = DL_SEARCH_JOB (job);
  dl_search_job_start (search, NULL);
  while (dl_search_job_is_running (search) || dl_search_job_get_results (search) == NULL)
    g_main_context_iteration (NULL, TRUE);
  comparison = dl_search_job_get_results (search);
  g_assert_cmpuint (comparison->n_rows, ==, 6);

  dl_session_set (session, "torus.engine", "ring", FALSE);
  dl_session_set (session, "router.age-clock-period", "64", FALSE);
  dl_session_set (session, "traffic.load", "0.1", FALSE);
  g_assert_false (dl_search_job_is_stale (search));
  g_assert_true (dl_search_job_get_results (search) == comparison);
  toggle_link (session, (DlTorusLinkAt) { { { 1, 1, 1 } }, DL_TORUS_PORT_X_PLUS }, FALSE);
  g_assert_true (dl_search_job_is_stale (search));
  dl_session_undo (session);
  g_assert_false (dl_search_job_is_stale (search));
  dl_session_set (session, "traffic.pattern", "transpose", FALSE);
  g_assert_true (dl_search_job_is_stale (search));
  settle (session);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine-comparison/torus", test_torus);
  g_test_add_func ("/engine-comparison/dragonfly", test_dragonfly);
  g_test_add_func ("/engine-comparison/cancelled", test_cancelled);
  g_test_add_func ("/engine-comparison/kept", test_kept);
  return g_test_run ();
}
