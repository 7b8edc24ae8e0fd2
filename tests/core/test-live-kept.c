/* A live run is in the library while it is simulated, and can be had again when its scenario is
 * opened the next time. */
#include "dl-live.h"
#include "dl-recording-store.h"
#include "dl-scenario-file.h"
#include "dl-session-edits.h"
#include "dl-tape.h"

#include "store-fixture.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#define CABLE "1,2,3:x+"

typedef struct
{
  StoreFixture store;
  DlLibrary *library;
  DlSession *session;
  DlLive *live;
  guint n_failed;
} Fixture;

static void
on_failed (Fixture *fixture, const char *message)
{
  g_test_message ("%s", message);
  fixture->n_failed++;
}

static void
open_again (Fixture *fixture)
{
  fixture->library = dl_library_new (fixture->store.path);
  fixture->session = dl_session_new (fixture->library);
  g_signal_connect_swapped (fixture->session, "failed", G_CALLBACK (on_failed), fixture);
  fixture->live = dl_live_new (fixture->session);
  while (dl_session_get_scenario_id (fixture->session) == 0)
    g_main_context_iteration (NULL, TRUE);
}

static void
close_all (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  g_clear_object (&fixture->live);
  dl_library_close (fixture->library, &error);
  g_assert_no_error (error);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_clear_object (&fixture->session);
  g_clear_object (&fixture->library);
}

static void
open_preset (Fixture *fixture, const char *preset)
{
  const gint64 before = dl_session_get_scenario_id (fixture->session);

  dl_session_open_new (fixture->session, dl_preset_load (preset, NULL));
  while (dl_session_get_scenario_id (fixture->session) == before)
    g_main_context_iteration (NULL, TRUE);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  store_fixture_set_up (&fixture->store, NULL);
  open_again (fixture);
  open_preset (fixture, "torus-5x5x5");
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  close_all (fixture);
  store_fixture_tear_down (&fixture->store, NULL);
}

/* Helpers -------------------------------------------------------------------------------------- */

static const DlLivePicture *
picture (Fixture *fixture)
{
  dl_live_sync (fixture->live);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  dl_live_sync (fixture->live);
  return dl_live_get_picture (fixture->live);
}

static const DlRecording *
shown (Fixture *fixture)
{
  guint n;
  const DlLiveLine *lines = dl_live_get_lines (fixture->live, &n);

  for (guint i = 0; i < n; i++)
    if (lines[i].is_shown)
      return lines[i].recording;
  return NULL;
}

/* All of the line that is shown is in the library. */
static void
await_kept (Fixture *fixture)
{
  const DlRecording *recording;
  guint n;

  picture (fixture);
  recording = shown (fixture);
  while (dl_live_get_kept (fixture->live, &n) < recording->end || n < recording->edits->len)
    g_main_context_iteration (NULL, TRUE);
}

static GPtrArray *
list (Fixture *fixture, DlStore *store)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *all
      = dl_store_list_recordings (store, dl_session_get_scenario_id (fixture->session), &error);

  g_assert_no_error (error);
  return all;
}

/* The recording that was written last, as anybody else finds it. */
static DlRecording *
newest (Fixture *fixture, guint *n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStore) store = dl_store_open_read_only (fixture->store.path, &error);
  g_autoptr (GPtrArray) all = list (fixture, store);
  g_autoptr (DlStoreRecording) kept = NULL;
  DlRecording *recording;

  *n = all->len;
  if (all->len == 0)
    return NULL;
  kept = dl_store_load_recording (store, ((DlStoreRecording *) all->pdata[0])->id, &error);
  g_assert_no_error (error);
  recording = dl_recording_from_store (kept, "it", &error);
  g_assert_no_error (error);
  return recording;
}

static void
assert_kept (Fixture *fixture, guint n_rows)
{
  guint n;
  g_autoptr (DlRecording) found = newest (fixture, &n);
  g_autofree char *text = dl_recording_to_text (found);
  g_autofree char *expected = dl_recording_to_text (shown (fixture));

  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpuint (n, ==, n_rows);
}

static void
await_pause (Fixture *fixture)
{
  while (dl_live_get_state (fixture->live) == DL_LIVE_RUNNING)
    g_main_context_iteration (NULL, TRUE);
}

static const DlStoreRecording *
await_last (Fixture *fixture)
{
  while (dl_live_get_last (fixture->live) == NULL)
    g_main_context_iteration (NULL, TRUE);
  return dl_live_get_last (fixture->live);
}

static void
continue_last (Fixture *fixture)
{
  await_last (fixture);
  dl_live_continue_last (fixture->live);
  while (dl_live_get_state (fixture->live) == DL_LIVE_STOPPED)
    g_main_context_iteration (NULL, TRUE);
  await_pause (fixture);
}

/* Digest of a replay from the start, by the text alone. */
static guint64
digest_of (const DlRecording *recording)
{
  g_autofree char *text = dl_recording_to_text (recording);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlRecording) read
      = dl_recording_parse_in (text, -1, "it", (DlScenarioFiles) { 0 }, NULL, &error);
  g_autoptr (DlTape) tape = NULL;
  DlMachineState state = { 0 };
  guint64 digest;

  g_assert_no_error (error);
  tape = dl_tape_new (read, (DlTapeOptions) { .threads = 1 }, NULL, &error);
  g_assert_no_error (error);
  dl_tape_go (tape, read->end, NULL, &error);
  g_assert_no_error (error);
  dl_machine_run_get_state (dl_tape_get_run (tape), &state);
  digest = state.counters.digest;
  dl_machine_state_clear (&state);
  return digest;
}

/* Tests ---------------------------------------------------------------------------------------- */

/* Each edit as it is made, and the last cycle; closed and opened, it goes on from there. */
static void
test_continue (Fixture *fixture, gconstpointer data)
{
  guint64 digest, in_flight;
  guint n;

  g_assert_null (dl_live_get_last (fixture->live));
  dl_live_step (fixture->live, 500);
  picture (fixture);
  dl_session_set (fixture->session, "torus.broken-links", CABLE, FALSE);
  await_kept (fixture);
  assert_kept (fixture, 1);
  dl_live_step (fixture->live, 700);
  picture (fixture);
  dl_session_set (fixture->session, "traffic.load", "0.1", FALSE);
  dl_live_step (fixture->live, 300);
  digest = picture (fixture)->digest;
  in_flight = picture (fixture)->in_flight;
  /* Whoever leaves at once leaves nothing behind. */
  close_all (fixture);

  open_again (fixture);
  g_assert_cmpuint (await_last (fixture)->end, ==, 1500);
  g_assert_cmpuint (await_last (fixture)->n_edits, ==, 2);
  dl_live_set_speed (fixture->live, 1); /* is not that of the way there */
  continue_last (fixture);
  g_assert_cmpuint (picture (fixture)->cycle, ==, 1500);
  g_assert_cmphex (picture (fixture)->digest, ==, digest);
  g_assert_cmpuint (picture (fixture)->in_flight, ==, in_flight);
  g_assert_false (dl_live_is_past (fixture->live));
  g_assert_null (dl_live_get_last (fixture->live));
  /* It is the same run. */
  dl_session_set (fixture->session, "traffic.load", "0.2", FALSE);
  dl_live_step (fixture->live, 200);
  await_kept (fixture);
  assert_kept (fixture, 1);
  g_assert_cmpuint (shown (fixture)->edits->len, ==, 3);
  g_assert_cmphex (digest_of (shown (fixture)), ==, picture (fixture)->digest);
  g_assert_cmpuint (fixture->n_failed, ==, 0);
  g_autoptr (DlRecording) found = newest (fixture, &n);
  g_assert_cmphex (digest_of (found), ==, picture (fixture)->digest);
}

/* Another future is another recording; what was left stays as it was. */
static void
test_branch (Fixture *fixture, gconstpointer data)
{
  dl_live_step (fixture->live, 400);
  picture (fixture);
  dl_session_set (fixture->session, "torus.broken-links", CABLE, FALSE);
  dl_live_step (fixture->live, 400);
  await_kept (fixture);
  assert_kept (fixture, 1);
  dl_live_seek (fixture->live, 300);
  picture (fixture);
  dl_session_set (fixture->session, "traffic.load", "0.05", FALSE);
  dl_live_step (fixture->live, 100);
  await_kept (fixture);
  assert_kept (fixture, 2);
  g_assert_cmpuint (shown (fixture)->edits->len, ==, 1);
  g_assert_cmpuint (shown (fixture)->end, ==, 400);
  /* From a recording that is being simulated again, too. */
  close_all (fixture);
  open_again (fixture);
  continue_last (fixture);
  dl_live_seek (fixture->live, 200);
  picture (fixture);
  dl_session_set (fixture->session, "traffic.load", "0.4", FALSE);
  dl_live_step (fixture->live, 10);
  await_kept (fixture);
  assert_kept (fixture, 3);
}

/* Edits of the scenario without a simulation do not make it another run: it ends as it was, which
 * is an earlier state. */
static void
test_edited_since (Fixture *fixture, gconstpointer data)
{
  g_autofree char *load = NULL;
  guint64 digest;

  dl_live_step (fixture->live, 1000);
  digest = picture (fixture)->digest;
  close_all (fixture);
  open_again (fixture);
  await_last (fixture);
  dl_session_set (fixture->session, "traffic.load", "0.9", FALSE);
  continue_last (fixture);
  g_assert_cmphex (picture (fixture)->digest, ==, digest);
  g_assert_true (dl_session_looks_back (fixture->session));
  load = dl_field_get (dl_field_find_name ("traffic.load"),
                       dl_session_get_scenario (fixture->session));
  g_assert_cmpstr (load, !=, "0.9");
}

/* A pause on the way ends it; what is known of the run stays. */
static void
test_cancel (Fixture *fixture, gconstpointer data)
{
  dl_live_step (fixture->live, 60000);
  await_kept (fixture);
  close_all (fixture);
  open_again (fixture);
  await_last (fixture);
  dl_live_continue_last (fixture->live);
  while (dl_live_get_picture (fixture->live) == NULL
         || dl_live_get_picture (fixture->live)->seen != 60000)
    g_main_context_iteration (NULL, TRUE);
  dl_live_pause (fixture->live);
  g_assert_cmpuint (picture (fixture)->cycle, <, 60000);
  g_assert_cmpuint (picture (fixture)->seen, ==, 60000);
  dl_live_seek_end (fixture->live);
  g_assert_cmpuint (picture (fixture)->cycle, ==, 60000);
  await_kept (fixture);
  assert_kept (fixture, 1);
}

/* Short runs that nothing was done in leave the one that is newest. */
static void
test_short (Fixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < 5; i++)
    {
      dl_live_restart (fixture->live);
      dl_live_step (fixture->live, 100);
      picture (fixture);
    }
  await_kept (fixture);
  assert_kept (fixture, 1);
}

/* Another version's run is said to be one, and is simulated all the same, as a run of its own. */
static void
test_version (Fixture *fixture, gconstpointer data)
{
  guint64 digest;
  guint n;

  dl_live_step (fixture->live, 300);
  digest = picture (fixture)->digest;
  close_all (fixture);
  test_sql (fixture->store.path, "UPDATE recording SET results = results + 1");
  open_again (fixture);
  continue_last (fixture);
  g_assert_cmpuint (fixture->n_failed, ==, 1);
  g_assert_cmphex (picture (fixture)->digest, ==, digest);
  await_kept (fixture);
  assert_kept (fixture, 2);
  g_autoptr (DlRecording) found = newest (fixture, &n);
  g_assert_cmpuint (found->results, ==, DL_SIM_RESULTS);
}

static void
test_damaged (Fixture *fixture, gconstpointer data)
{
  dl_live_step (fixture->live, 300);
  picture (fixture);
  close_all (fixture);
  test_sql (fixture->store.path, "UPDATE recording SET n_edits = 7");
  open_again (fixture);
  await_last (fixture);
  dl_live_continue_last (fixture->live);
  while (fixture->n_failed == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (dl_live_get_state (fixture->live), ==, DL_LIVE_STOPPED);
}

static void
set_file_limit (rlim_t bytes)
{
  struct rlimit limit;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  limit.rlim_cur = MIN (bytes, limit.rlim_max);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
}

/* No file may grow, as on a full disk: the run goes on, it is said from where on it is not kept,
 * and nothing of it is missing when there is space again. */
static void
test_full (Fixture *fixture, gconstpointer data)
{
  const char *problem;
  guint64 kept;

  dl_live_step (fixture->live, 500);
  await_kept (fixture);
  kept = dl_live_get_kept (fixture->live, NULL);
  set_file_limit (1);
  dl_session_set (fixture->session, "torus.broken-links", CABLE, FALSE);
  dl_live_step (fixture->live, 500);
  picture (fixture); /* another message to the session would end it */
  while (dl_live_get_keep_problem (fixture->live) == NULL)
    g_main_context_iteration (NULL, TRUE);
  problem = dl_live_get_keep_problem (fixture->live);
  g_test_message ("%s", problem);
  g_assert_nonnull (strstr (problem, "500"));
  dl_live_step (fixture->live, 500);
  g_assert_cmpuint (picture (fixture)->cycle, ==, 1500);
  g_assert_cmpuint (dl_live_get_kept (fixture->live, NULL), ==, kept);
  set_file_limit (RLIM_INFINITY);
  dl_session_set (fixture->session, "traffic.load", "0.1", FALSE);
  await_kept (fixture);
  g_assert_null (dl_live_get_keep_problem (fixture->live));
  assert_kept (fixture, 1);
  g_assert_cmpuint (shown (fixture)->edits->len, ==, 2);
}

/* Edits, steps, looks back and other turns at random: what is shown is what is kept, and that alone
 * makes the same state. */
static void
test_random (Fixture *fixture, gconstpointer data)
{
  static const char *const loads[] = { "0.1", "0.3", "0.5", "0.7", "saturated" };
  static const char *const cables[] = { "", CABLE, "0,0,0:y-", CABLE ";2,2,2:z+" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (GPOINTER_TO_UINT (data));

  for (guint i = 0; i < 25; i++)
    {
      guint64 seen;

      dl_live_step (fixture->live, (guint64) g_rand_int_range (rand, 1, 400));
      seen = picture (fixture)->seen;
      switch (g_rand_int_range (rand, 0, 5))
        {
        case 0:
          dl_session_set (fixture->session, "traffic.load", loads[g_rand_int_range (rand, 0, 5)],
                          FALSE);
          break;
        case 1:
          dl_session_set (fixture->session, "torus.broken-links",
                          cables[g_rand_int_range (rand, 0, 4)], FALSE);
          break;
        case 2:
          dl_session_undo (fixture->session);
          break;
        case 3:
          dl_live_seek (fixture->live, (guint64) g_rand_int_range (rand, 0, (gint) seen + 1));
          break;
        default:
          break;
        }
      picture (fixture);
      if (g_rand_int_range (rand, 0, 6) == 0)
        {
          dl_live_seek_end (fixture->live);
          picture (fixture);
          close_all (fixture);
          open_again (fixture);
          continue_last (fixture);
        }
    }
  dl_live_seek_end (fixture->live);
  await_kept (fixture);
  {
    guint n;
    g_autoptr (DlRecording) found = newest (fixture, &n);

    g_assert_cmpuint (n, <=, DL_STORE_MOST_RECORDINGS);
    g_assert_cmphex (digest_of (found), ==, picture (fixture)->digest);
    g_test_message ("%u edits, %" G_GUINT64_FORMAT " cycles", found->edits->len, found->end);
  }
}

#define add(name, data, func) g_test_add (name, Fixture, data, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add ("/live-kept/continue", NULL, test_continue);
  add ("/live-kept/branch", NULL, test_branch);
  add ("/live-kept/edited-since", NULL, test_edited_since);
  add ("/live-kept/cancel", NULL, test_cancel);
  add ("/live-kept/short", NULL, test_short);
  add ("/live-kept/version", NULL, test_version);
  add ("/live-kept/damaged", NULL, test_damaged);
  add ("/live-kept/full", NULL, test_full);
  for (guint seed = 1; seed <= 4; seed++)
    {
      g_autofree char *name = g_strdup_printf ("/live-kept/random/%u", seed);

      add (name, GUINT_TO_POINTER (seed), test_random);
    }
  return g_test_run ();
}
