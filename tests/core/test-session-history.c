/* Moving through the history of a session: to any position and back, durable as undo is, and states
 * of it as scenarios of their own. */
#include "dl-scenario-file.h"
#include "dl-session-edits.h"

#include "test-files.h"
#include "test-scenario-random.h"
#include "toggle-fixture.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define N_KILLS      12
#define MAX_DELAY_MS 60

typedef struct
{
  char *folder;
  char *path;
  DlLibrary *library;
  DlSession *session;
  guint n_announced;
  char *failure;
  gint64 branch; /* the last one; 0: none yet */
  char *branch_name;
} Fixture;

static void
on_announce (Fixture *fixture)
{
  fixture->n_announced++;
}

static void
on_failed (DlSession *session, const char *message, Fixture *fixture)
{
  g_free (fixture->failure);
  fixture->failure = g_strdup (message);
}

static void
on_branched (DlSession *session, gint64 id, const char *name, Fixture *fixture)
{
  g_free (fixture->branch_name);
  fixture->branch = id;
  fixture->branch_name = g_strdup (name);
}

static gboolean
is_settled (DlSession *session)
{
  DlEvaluation *result = dl_session_get_result (session);
  gboolean busy;

  g_object_get (session, "busy", &busy, NULL);
  return !busy && result != NULL && result->generation == dl_session_get_generation (session)
         && dl_session_get_save_state (session) != DL_SAVE_PENDING;
}

static void
settle (DlSession *session)
{
  do
    g_main_context_iteration (NULL, TRUE);
  while (!is_settled (session));
}

static void
open_session (Fixture *fixture)
{
  fixture->library = dl_library_new (fixture->path);
  fixture->session = dl_session_new (fixture->library);
  g_signal_connect_swapped (fixture->session, "announce", G_CALLBACK (on_announce), fixture);
  g_signal_connect (fixture->session, "failed", G_CALLBACK (on_failed), fixture);
  g_signal_connect (fixture->session, "branched", G_CALLBACK (on_branched), fixture);
  settle (fixture->session);
}

static void
close_session (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (dl_library_close (fixture->library, &error));
  g_assert_no_error (error);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_clear_object (&fixture->session);
  g_clear_object (&fixture->library);
}

/* Another scenario of the library, small so that nothing takes its time. */
static void
open_small (Fixture *fixture, const char *preset)
{
  const gint64 before = dl_session_get_scenario_id (fixture->session);

  dl_session_open_new (fixture->session, dl_preset_load (preset, NULL));
  while (dl_session_get_scenario_id (fixture->session) == before)
    g_main_context_iteration (NULL, TRUE);
  settle (fixture->session);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("dateline-session-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "library.db", NULL);
  open_session (fixture);
  open_small (fixture, data != NULL ? data : "torus-5x5x5");
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  close_session (fixture);
  test_remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
  g_free (fixture->failure);
  g_free (fixture->branch_name);
}

static const DlHistory *
history (Fixture *fixture)
{
  return dl_session_get_history (fixture->session);
}

static const DlScenario *
scenario (Fixture *fixture)
{
  return dl_session_get_scenario (fixture->session);
}

/* A step of any kind, in words that small networks of both families know. */
static void
do_random_step (DlSession *session, DlRng *rng)
{
  static const char *const loads[] = { "0.1", "0.2", "0.34", "0.5", "saturated" };
  static const char *const policies[] = { "initial", "neighbors", "global-table" };
  static const char *const modes[] = { "min-hash", "valiant", "adaptive-0", "adaptive-2" };
  const gboolean torus = dl_session_get_scenario (session)->family == &dl_family_torus;
  g_autofree char *seed = g_strdup_printf ("%u", (guint) dl_rng_below (rng, 1000));

  switch (dl_rng_below (rng, 8))
    {
    case 0:
      dl_session_set (session, "scenario.seed", seed, FALSE);
      break;
    case 1:
      dl_session_rename (session, seed);
      break;
    case 2:
      dl_session_set (session, "traffic.load", loads[dl_rng_below (rng, 5)], TRUE);
      break;
    case 3:
      if (torus)
        dl_session_set (session, "torus.vc-policy", policies[dl_rng_below (rng, 3)], FALSE);
      else
        dl_session_set (session, "dragonfly.routing", modes[dl_rng_below (rng, 4)], FALSE);
      break;
    case 4:
      if (torus)
        dl_session_set_number (session, "torus.radix", dl_rng_below (rng, DL_TORUS_N_DIMS),
                               3 + dl_rng_below (rng, 4), TRUE);
      else
        dl_session_toggle (session, dl_place_router (dl_rng_below (rng, 4)), FALSE);
      break;
    case 5:
      if (torus)
        dl_session_set_number (session, "torus.datelines", dl_rng_below (rng, DL_TORUS_N_DIMS),
                               dl_rng_below (rng, 3), TRUE);
      else
        dl_session_toggle (session, dl_place_pair (0, 1), FALSE);
      break;
    case 6:
      dl_session_seal (session);
      break;
    default:
      if (torus)
        dl_session_break_random (session, "nodes", dl_rng_below (rng, 2), dl_rng_below (rng, 1000));
      else
        dl_session_restore_all (session);
    }
}

static void
do_random_steps (DlSession *session, guint n, DlRng *rng)
{
  while (dl_history_position (dl_session_get_history (session)) < n)
    do_random_step (session, rng);
}

/* To any position is as many undos or redos, one change of the scenario, no message; and the whole
 * history is there all the time. */
static void
test_anywhere (Fixture *fixture, gconstpointer data)
{
  DlRng rng;

  dl_rng_init (&rng, data != NULL ? 5 : 3);
  for (guint round = 0; round < 4; round++)
    {
      g_autoptr (GPtrArray) states
          = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_scenario_free);
      guint n;

      do_random_steps (fixture->session, 10 + dl_rng_below (&rng, 20), &rng);
      n = dl_history_n_steps (history (fixture));
      for (guint p = dl_history_position (history (fixture)); p > 0; p--)
        {
          g_ptr_array_insert (states, 0, dl_scenario_copy (scenario (fixture)));
          dl_session_undo (fixture->session);
          g_assert_cmpuint (dl_history_position (history (fixture)), ==, p - 1);
        }
      g_ptr_array_insert (states, 0, dl_scenario_copy (scenario (fixture)));
      settle (fixture->session);
      fixture->n_announced = 0;

      for (guint i = 0; i < 60; i++)
        {
          const guint64 generation = dl_session_get_generation (fixture->session);
          const guint before = dl_history_position (history (fixture));
          const guint to = dl_rng_below (&rng, n + 1);

          dl_session_go_to (fixture->session, to);
          g_assert_cmpuint (dl_history_position (history (fixture)), ==, to);
          g_assert_cmpuint (dl_history_n_steps (history (fixture)), ==, n);
          test_assert_equal (scenario (fixture), states->pdata[to]);
          g_assert_cmpuint (dl_session_get_generation (fixture->session), ==,
                            generation + (to != before));
          dl_session_go_to (fixture->session, before);
          test_assert_equal (scenario (fixture), states->pdata[before]);
          dl_session_go_to (fixture->session, to);
        }
      dl_session_go_to (fixture->session, n + 1000);
      g_assert_cmpuint (dl_history_position (history (fixture)), ==, n);
      settle (fixture->session);
      g_assert_cmpuint (fixture->n_announced, ==, 0);
      test_assert_equal (dl_session_get_result (fixture->session)->scenario, states->pdata[n]);
      g_assert_cmpint (dl_session_get_save_state (fixture->session), ==, DL_SAVE_DONE);

      /* From somewhere in the middle it goes on as after undo: what came later is forgotten. */
      dl_session_go_to (fixture->session, n / 2);
    }
}

/* The shown state is kept: the same position and the same steps when it is opened again. */
static void
test_reopen (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DlScenario) there = NULL;
  DlRng rng;

  dl_rng_init (&rng, 17);
  do_random_steps (fixture->session, 12, &rng);
  dl_session_go_to (fixture->session, 5);
  there = dl_scenario_copy (scenario (fixture));
  settle (fixture->session);
  close_session (fixture);

  open_session (fixture);
  g_assert_cmpuint (dl_history_position (history (fixture)), ==, 5);
  g_assert_cmpuint (dl_history_n_steps (history (fixture)), ==, 12);
  test_assert_equal (scenario (fixture), there);
  dl_session_go_to (fixture->session, 12);
  dl_session_go_to (fixture->session, 5);
  test_assert_equal (scenario (fixture), there);
}

static void
wait_for_branch (Fixture *fixture)
{
  while (fixture->branch == 0 && fixture->failure == NULL)
    g_main_context_iteration (NULL, TRUE);
}

/* The state of a step is a scenario of its own, with nothing before it; what is open stays. */
static void
test_branch (Fixture *fixture, gconstpointer data)
{
  const gint64 id = dl_session_get_scenario_id (fixture->session);
  g_autofree char *name = g_strdup (scenario (fixture)->name);
  g_autofree char *expected = g_strdup_printf ("%s (step 3)", name);
  g_autoptr (DlScenario) there = NULL;
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  for (guint i = 0; i < 7; i++)
    toggle_node (fixture->session, (DlTorusCoord) { { i % 5, 1, 2 } });
  dl_session_go_to (fixture->session, 5);
  settle (fixture->session);
  there = dl_history_scenario_at (history (fixture), scenario (fixture), 3);
  dl_session_branch (fixture->session, 3);
  wait_for_branch (fixture);
  g_assert_null (fixture->failure);
  g_assert_cmpstr (fixture->branch_name, ==, expected);
  g_assert_cmpint (fixture->branch, !=, id);
  g_assert_cmpint (dl_session_get_scenario_id (fixture->session), ==, id);
  g_assert_cmpuint (dl_history_position (history (fixture)), ==, 5);
  g_assert_cmpuint (dl_history_n_steps (history (fixture)), ==, 7);

  dl_session_open (fixture->session, fixture->branch);
  while (dl_session_get_scenario_id (fixture->session) == id)
    g_main_context_iteration (NULL, TRUE);
  settle (fixture->session);
  g_assert_cmpuint (dl_history_n_steps (history (fixture)), ==, 0);
  g_assert_cmpuint (dl_torus_options (scenario (fixture))->spec.broken_nodes->len, ==, 3);
  dl_edits_add (edits, DL_EDIT_SET, "scenario.name", expected);
  g_assert_true (dl_scenario_apply (there, edits, NULL, NULL, NULL));
  test_assert_equal (scenario (fixture), there);

  /* The state before any step. */
  fixture->branch = 0;
  dl_session_branch (fixture->session, 0);
  wait_for_branch (fixture);
  g_assert_cmpstr (fixture->branch_name, ==, "Torus 5x5x5 (step 3) (initial state)");
}

/* Said, not done, where there is nowhere to keep it or no name for it. */
static void
test_branch_refused (Fixture *fixture, gconstpointer data)
{
  g_autofree char *name = g_strnfill (250, 'x');
  g_autoptr (DlSession) unkept = dl_session_new (NULL);

  settle (unkept);
  g_signal_connect (unkept, "failed", G_CALLBACK (on_failed), fixture);
  dl_session_branch (unkept, 0);
  g_assert_cmpstr (fixture->failure, ==, "This session is not saved");
  g_signal_handlers_disconnect_by_data (unkept, fixture);

  g_clear_pointer (&fixture->failure, g_free);
  dl_session_rename (fixture->session, name);
  g_assert_null (fixture->failure);
  dl_session_branch (fixture->session, 1);
  g_assert_nonnull (fixture->failure);
  g_assert_nonnull (strstr (fixture->failure, "too long"));
}

/* kill -9 ---------------------------------------------------------------------------------------
 */

/* The other process: goes from position to position and says, before it asks, where it will be
 * ("S 7") and, when that is durable, that it is ("A 7"). */
static int
run_mover (const char *path)
{
  Fixture fixture = { .path = g_strdup (path) };
  DlRng rng;
  char line[32];

  dl_rng_init (&rng, getpid ());
  open_session (&fixture);
  for (;;)
    {
      const guint to = dl_rng_below (&rng, dl_history_n_steps (history (&fixture)) + 1);

      g_snprintf (line, sizeof line, "S %u\n", to);
      if (write (STDOUT_FILENO, line, strlen (line)) < 0)
        return 1;
      dl_session_go_to (fixture.session, to);
      if (dl_rng_below (&rng, 3) > 0)
        continue;
      while (dl_session_get_save_state (fixture.session) == DL_SAVE_PENDING)
        g_main_context_iteration (NULL, TRUE);
      line[0] = 'A';
      if (write (STDOUT_FILENO, line, strlen (line)) < 0)
        return 1;
    }
}

/* Output of the mover until it was killed, at least one word on a durable state. */
static char *
run_and_kill (const char *program, const char *path, guint delay_ms)
{
  const char *argv[] = { program, "--mover", path, NULL };
  g_autoptr (GString) output = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  gint64 deadline = G_MAXINT64;
  char buffer[4096];
  gssize n;
  int fd, status;
  GPid child;

  g_spawn_async_with_pipes (NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                            &child, NULL, &fd, NULL, &error);
  g_assert_no_error (error);
  while ((n = read (fd, buffer, sizeof buffer)) > 0)
    {
      g_string_append_len (output, buffer, n);
      if (deadline == G_MAXINT64 && strstr (output->str, "A ") != NULL)
        deadline = g_get_monotonic_time () + delay_ms * 1000;
      if (g_get_monotonic_time () >= deadline)
        kill (child, SIGKILL);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status));
  g_assert_cmpint (WTERMSIG (status), ==, SIGKILL);
  close (fd);
  return g_string_free (g_steal_pointer (&output), FALSE);
}

/* Is @position one that may be found after @output: the last that was durable, or a later one? */
static gboolean
may_be_at (const char *output, guint position)
{
  g_auto (GStrv) lines = g_strsplit (output, "\n", -1);
  g_autofree char *said = g_strdup_printf ("S %u", position);
  guint last = 0;
  gboolean found;

  for (guint i = 0; lines[i] != NULL; i++)
    if (lines[i][0] == 'A')
      last = i;
  found = strtoul (lines[last] + 1, NULL, 10) == position;
  for (guint i = last; lines[i] != NULL; i++)
    found = found || strcmp (lines[i], said) == 0;
  return found;
}

static char *program;

static void
test_kill (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) states = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_scenario_free);
  guint n;
  DlRng rng;

  dl_rng_init (&rng, 23);
  do_random_steps (fixture->session, 30, &rng);
  n = dl_history_n_steps (history (fixture));
  for (guint p = 0; p <= n; p++)
    g_ptr_array_add (states, dl_history_scenario_at (history (fixture), scenario (fixture), p));
  settle (fixture->session);

  for (guint i = 0; i < N_KILLS; i++)
    {
      g_autofree char *output = NULL;
      guint position;

      close_session (fixture);
      output = run_and_kill (program, fixture->path, dl_rng_below (&rng, MAX_DELAY_MS));
      open_session (fixture);
      position = dl_history_position (history (fixture));
      g_assert_null (fixture->failure);
      g_assert_true (may_be_at (output, position));
      g_assert_cmpuint (dl_history_n_steps (history (fixture)), ==, n);
      test_assert_equal (scenario (fixture), states->pdata[position]);
    }
}

int
main (int argc, char **argv)
{
  if (argc == 3 && strcmp (argv[1], "--mover") == 0)
    return run_mover (argv[2]);
  program = argv[0];
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/session-history/anywhere", Fixture, NULL, set_up, test_anywhere, tear_down);
  g_test_add ("/session-history/anywhere-dragonfly", Fixture, "cascade-2", set_up, test_anywhere,
              tear_down);
  g_test_add ("/session-history/reopen", Fixture, NULL, set_up, test_reopen, tear_down);
  g_test_add ("/session-history/branch", Fixture, NULL, set_up, test_branch, tear_down);
  g_test_add ("/session-history/branch-refused", Fixture, NULL, set_up, test_branch_refused,
              tear_down);
  g_test_add ("/session-history/kill", Fixture, NULL, set_up, test_kill, tear_down);
  return g_test_run ();
}
