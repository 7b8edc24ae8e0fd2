/* The search for critical links in the background: results as they come, canceled, stale. */
#include "dl-critical-job.h"
#include "dl-session-edits.h"
#include "toggle-fixture.h"

typedef struct
{
  DlSession *session;
  DlCriticalJob *job;
  guint n_results, n_stale, n_running;
} Fixture;

static void
settle (Fixture *fixture)
{
  gboolean busy;

  for (g_object_get (fixture->session, "busy", &busy, NULL); busy;
       g_object_get (fixture->session, "busy", &busy, NULL))
    g_main_context_iteration (NULL, TRUE);
}

static void
on_notify (DlCriticalJob *job, GParamSpec *pspec, Fixture *fixture)
{
  fixture->n_results += g_str_equal (pspec->name, "results");
  fixture->n_stale += g_str_equal (pspec->name, "stale");
  fixture->n_running += g_str_equal (pspec->name, "running");
}

/* 11x12x16 takes its time; three nodes per side are done at once. */
static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->session = dl_session_new (NULL);
  if (GPOINTER_TO_UINT (data) != 0)
    for (DlTorusDim dim = DL_X; dim < DL_TORUS_N_DIMS; dim++)
      dl_session_set_number (fixture->session, "torus.radix", dim, GPOINTER_TO_UINT (data), TRUE);
  dl_session_seal (fixture->session);
  settle (fixture);
  fixture->job = dl_critical_job_new (fixture->session, DL_CRITICAL_CABLES);
  g_signal_connect (fixture->job, "notify", G_CALLBACK (on_notify), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  settle (fixture);
  if (fixture->job != NULL)
    g_assert_finalize_object (fixture->job);
  /* A canceled search may take a moment to notice. */
  for (guint i = 0; i < 50; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
  g_assert_finalize_object (fixture->session);
}

static void
wait_until_done (Fixture *fixture)
{
  while (dl_critical_job_is_running (fixture->job))
    g_main_context_iteration (NULL, TRUE);
}

static void
test_results (Fixture *fixture, gconstpointer data)
{
  DlCritical *critical;

  g_assert_null (dl_critical_job_get_results (fixture->job));
  dl_critical_job_start (fixture->job);
  g_assert_true (dl_critical_job_is_running (fixture->job));
  wait_until_done (fixture);
  while (dl_critical_job_get_results (fixture->job) == NULL)
    g_main_context_iteration (NULL, TRUE);
  critical = dl_critical_job_get_results (fixture->job);
  g_assert_cmpuint (critical->n_cables, ==, 81);
  g_assert_cmpuint (critical->n_evaluated, ==, 81);
  g_assert_cmpfloat (dl_critical_job_get_progress (fixture->job), ==, 1);
  g_assert_false (dl_critical_job_is_stale (fixture->job));
  g_assert_cmpuint (fixture->n_running, ==, 2);
  g_assert_cmpuint (fixture->n_results, >=, 1);

  /* In words: the worst cuts pairs off or loads links, whatever it is. */
  g_autofree char *text = dl_critical_cable_to_text (critical, &critical->cables[0]);
  g_assert_nonnull (strstr (text, "rerouted"));
  g_assert_nonnull (strstr (text, "mean balance"));
  g_assert_true ((strstr (text, "cut off") != NULL) == (critical->cables[0].undelivered_more > 0));
}

/* Stale while the scenario is another one, and not for what changes no route. */
static void
test_stale (Fixture *fixture, gconstpointer data)
{
  const DlCritical *critical;

  dl_critical_job_start (fixture->job);
  wait_until_done (fixture);
  while (dl_critical_job_get_results (fixture->job) == NULL)
    g_main_context_iteration (NULL, TRUE);
  critical = dl_critical_job_get_results (fixture->job);

  dl_session_rename (fixture->session, "Another name");
  dl_session_set (fixture->session, "router.age-clock-period", "64", FALSE);
  g_assert_false (dl_critical_job_is_stale (fixture->job));

  toggle_link (fixture->session, (DlTorusLinkAt) { { { 1, 1, 1 } }, DL_TORUS_PORT_X_PLUS }, FALSE);
  g_assert_true (dl_critical_job_is_stale (fixture->job));
  g_assert_cmpuint (fixture->n_stale, ==, 1);
  g_assert_true (dl_critical_job_get_results (fixture->job) == critical); /* kept */
  settle (fixture);
  dl_session_undo (fixture->session);
  g_assert_false (dl_critical_job_is_stale (fixture->job));
  settle (fixture);

  dl_session_set_number (fixture->session, "torus.datelines", DL_Y, 0, TRUE);
  g_assert_true (dl_critical_job_is_stale (fixture->job));
  settle (fixture);
  dl_critical_job_start (fixture->job);
  g_assert_false (dl_critical_job_is_stale (fixture->job));
  g_assert_null (dl_critical_job_get_results (fixture->job));
  wait_until_done (fixture);
}

static void
test_partial_and_cancel (Fixture *fixture, gconstpointer data)
{
  DlCritical *critical;
  guint n;

  dl_critical_job_start (fixture->job);
  while (dl_critical_job_get_results (fixture->job) == NULL)
    g_main_context_iteration (NULL, TRUE);
  critical = dl_critical_job_get_results (fixture->job);
  g_assert_true (dl_critical_job_is_running (fixture->job));
  g_assert_cmpuint (critical->n_cables, ==, 6336);
  g_assert_cmpuint (critical->n_evaluated, <, 6336);
  n = critical->n_evaluated;

  dl_critical_job_cancel (fixture->job);
  g_assert_false (dl_critical_job_is_running (fixture->job));
  for (guint i = 0; i < 100; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (2000);
    }
  critical = dl_critical_job_get_results (fixture->job);
  g_assert_nonnull (critical);
  g_assert_cmpuint (critical->n_evaluated, >=, n);
  g_assert_cmpuint (critical->n_evaluated, <, 6336);
  g_assert_false (dl_critical_job_is_stale (fixture->job));
}

/* A change of the scenario stops what would be of no use; what is not is left running. */
static void
test_change_cancels (Fixture *fixture, gconstpointer data)
{
  dl_critical_job_start (fixture->job);
  dl_session_rename (fixture->session, "Another name");
  g_assert_true (dl_critical_job_is_running (fixture->job));
  dl_session_set_number (fixture->session, "torus.datelines", DL_X, 3, TRUE);
  g_assert_false (dl_critical_job_is_running (fixture->job));
  g_assert_true (dl_critical_job_is_stale (fixture->job));
}

static void
test_gone_while_running (Fixture *fixture, gconstpointer data)
{
  dl_critical_job_start (fixture->job);
  while (dl_critical_job_get_results (fixture->job) == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_finalize_object (g_steal_pointer (&fixture->job));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, radix, func)                                                                     \
  g_test_add ("/critical-job/" name, Fixture, GUINT_TO_POINTER (radix), set_up, func, tear_down)
  ADD ("results", 3, test_results);
  ADD ("stale", 3, test_stale);
  ADD ("partial-and-cancel", 0, test_partial_and_cancel);
  ADD ("change-cancels", 0, test_change_cancels);
  ADD ("gone-while-running", 0, test_gone_while_running);
  return g_test_run ();
}
