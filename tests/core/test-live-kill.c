/* kill -9 in the middle of a live run: what was acknowledged of it is there, and is had again.
 *
 * A second process (this program with --runner) simulates a scenario of the library and edits it at
 * random. On its standard output it says each edit with its cycle, and how far the run is known to
 * be kept. The parent kills it at some moment, opens the library and continues the last run: up to
 * a cycle and an edit at least as late as the last ones that were said, with the digest of a run
 * from the start with the edits that were said. */
#include "dl-live.h"
#include "dl-recording-store.h"
#include "dl-scenario-file.h"
#include "dl-session-edits.h"
#include "dl-tape.h"

#include "store-fixture.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define N_KILLS      8
#define MAX_DELAY_MS 1500
#define MOST_EDITS   400

/* The runner ----------------------------------------------------------------------------------- */

/* One write, so that a line is there as a whole or not at all. */
static void say (const char *format, ...) G_GNUC_PRINTF (1, 2);

static void
say (const char *format, ...)
{
  g_autofree char *line = NULL;
  va_list values;

  va_start (values, format);
  line = g_strdup_vprintf (format, values);
  va_end (values);
  if (write (STDOUT_FILENO, line, strlen (line)) < 0)
    exit (1);
}

static void
on_kept (DlLive *live)
{
  guint n_edits;
  const guint64 cycle = dl_live_get_kept (live, &n_edits);

  say ("A %u %" G_GUINT64_FORMAT "\n", n_edits, cycle);
}

static void
say_scenario (const DlScenario *scenario)
{
  g_autofree char *text = dl_scenario_to_text (scenario, FALSE);
  g_autofree char *escaped = g_strescape (text, NULL);

  say ("S %s\n", escaped);
}

/* The scenario that the run began with, which an edit before its first cycle has changed, and what
 * was recorded since. */
static void
say_edits (DlLive *live, guint *n_said)
{
  guint n_lines;
  const DlLiveLine *lines = dl_live_get_lines (live, &n_lines);
  const DlRecording *recording = n_lines > 0 ? lines[n_lines - 1].recording : NULL;

  if (recording != NULL && *n_said == 0)
    say_scenario (recording->scenario);
  for (; recording != NULL && *n_said < recording->edits->len; ++*n_said)
    {
      const DlRecordedEdit *edit = recording->edits->pdata[*n_said];
      g_autofree char *text = dl_edits_to_text (edit->edits);
      g_autofree char *escaped = g_strescape (text, NULL);

      say ("E %u %" G_GUINT64_FORMAT " %s\n", *n_said, edit->cycle, escaped);
    }
}

static void
do_random_edit (DlSession *session, GRand *rand)
{
  static const char *const cables[] = { "", "1,2,3:x+", "0,0,0:y-;2,2,2:z+" };
  g_autofree char *load = g_strdup_printf ("0.%d", g_rand_int_range (rand, 1, 9));

  if (g_rand_boolean (rand))
    dl_session_set (session, "traffic.load", load, FALSE);
  else
    dl_session_set (session, "torus.broken-links", cables[g_rand_int_range (rand, 0, 3)], FALSE);
}

static void
wait_for_opened (DlSession *session)
{
  while (dl_session_get_scenario_id (session) == 0)
    g_main_context_iteration (NULL, TRUE);
}

/* Until it is killed; by itself only if the parent is gone. */
static int
run_runner (const char *path, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  DlLibrary *library = dl_library_new (path);
  DlSession *session = dl_session_new (library);
  DlLive *live = dl_live_new (session);
  guint n_said = 0;

  signal (SIGPIPE, SIG_DFL);
  wait_for_opened (session);
  g_signal_connect (live, "notify::kept", G_CALLBACK (on_kept), NULL);
  dl_live_run (live);
  say ("begun\n");
  while (n_said < G_MAXUINT)
    {
      g_main_context_iteration (NULL, TRUE);
      say_edits (live, &n_said);
      if (g_rand_int_range (rand, 0, 3) == 0 && n_said < MOST_EDITS)
        do_random_edit (session, rand);
    }
  return 1;
}

/* The killer ----------------------------------------------------------------------------------- */

static char program_path[4096];

/* Read what is there within @timeout_ms; FALSE at the end. */
static gboolean
read_some (int fd, GString *output, int timeout_ms)
{
  struct pollfd wait = { .fd = fd, .events = POLLIN };
  char buffer[65536];
  ssize_t n;

  if (poll (&wait, 1, timeout_ms) <= 0)
    return TRUE;
  n = read (fd, buffer, sizeof buffer);
  if (n > 0)
    g_string_append_len (output, buffer, n);
  return n > 0;
}

static gint64
milliseconds (void)
{
  return g_get_monotonic_time () / 1000;
}

/* Output of the runner until it was killed, @delay_ms after an edit was kept. */
static GStrv
run_and_kill (const char *path, guint32 seed, int delay_ms)
{
  g_autofree char *seed_text = g_strdup_printf ("%u", seed);
  const char *argv[] = { program_path, "--runner", path, seed_text, NULL };
  g_autoptr (GString) output = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  gint64 deadline;
  int fd, status;
  GPid child;

  g_spawn_async_with_pipes (NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                            &child, NULL, &fd, NULL, &error);
  g_assert_no_error (error);
  while (strstr (output->str, "\nA 1 ") == NULL)
    g_assert_true (read_some (fd, output, 30000));
  deadline = milliseconds () + delay_ms;
  while (milliseconds () < deadline)
    g_assert_true (read_some (fd, output, (int) MAX (deadline - milliseconds (), 0)));
  g_assert_cmpint (kill (child, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status));
  while (read_some (fd, output, 1000))
    ;
  close (fd);
  return g_strsplit (output->str, "\n", -1);
}

static void
read_acknowledged (char **lines, guint *n_edits, guint64 *cycle)
{
  *n_edits = 0;
  *cycle = 0;
  for (; *lines != NULL; lines++)
    if (g_str_has_prefix (*lines, "A "))
      {
        char *end;

        *n_edits = (guint) g_ascii_strtoull (*lines + 2, &end, 10);
        *cycle = g_ascii_strtoull (end, NULL, 10);
      }
}

/* A recording of the scenario that was said first, without edits. */
static DlRecording *
begin_said (char **lines)
{
  for (; *lines != NULL; lines++)
    if (g_str_has_prefix (*lines, "S "))
      {
        g_autofree char *text = g_strcompress (*lines + 2);
        g_autoptr (GError) error = NULL;
        g_autoptr (DlScenario) scenario = dl_scenario_parse (text, -1, "said", NULL, &error);

        g_assert_no_error (error);
        return dl_recording_new (scenario);
      }
  g_assert_not_reached ();
}

/* The edit that was said with that number; FALSE: none was. */
static gboolean
add_said (DlRecording *recording, char **lines, guint number)
{
  g_autofree char *head = g_strdup_printf ("E %u ", number);

  for (; *lines != NULL; lines++)
    if (g_str_has_prefix (*lines, head))
      {
        char *end;
        const guint64 cycle = g_ascii_strtoull (*lines + strlen (head), &end, 10);
        g_autofree char *text = g_strcompress (end + 1);
        g_autoptr (GPtrArray) edits = dl_edits_from_text (text, NULL);

        dl_recording_add (recording, cycle, "", edits);
        return TRUE;
      }
  return FALSE;
}

static guint64
digest_from_start (const DlRecording *recording)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlTape) tape = dl_tape_new (recording, (DlTapeOptions) { .threads = 1 }, NULL, &error);
  DlMachineState state = { 0 };
  guint64 digest;

  g_assert_no_error (error);
  dl_tape_go (tape, recording->end, NULL, &error);
  g_assert_no_error (error);
  dl_tape_finish (tape, NULL, &error); /* an edit at its last cycle */
  g_assert_no_error (error);
  dl_machine_run_get_state (dl_tape_get_run (tape), &state);
  digest = state.counters.digest;
  dl_machine_state_clear (&state);
  return digest;
}

/* Continue the last run of @live, with the edits that were said; returns its cycles. */
static guint64
check_run (DlLive *live, char **lines)
{
  g_autoptr (DlRecording) said = begin_said (lines);
  const DlStoreRecording *last;
  guint n_acknowledged, n_edits;
  guint64 acknowledged, end;

  read_acknowledged (lines, &n_acknowledged, &acknowledged);
  while ((last = dl_live_get_last (live)) == NULL)
    g_main_context_iteration (NULL, TRUE);
  n_edits = last->n_edits;
  end = last->end;
  g_assert_cmpuint (n_edits, >=, n_acknowledged);
  g_assert_cmpuint (end, >=, acknowledged);
  dl_live_continue_last (live);
  while (dl_live_get_state (live) == DL_LIVE_STOPPED)
    g_main_context_iteration (NULL, TRUE);
  while (dl_live_get_state (live) == DL_LIVE_RUNNING)
    g_main_context_iteration (NULL, TRUE);
  dl_live_sync (live);
  g_assert_cmpuint (dl_live_get_picture (live)->cycle, ==, end);
  for (guint i = 0; i < n_edits; i++)
    if (!add_said (said, lines, i))
      {
        /* It was on the disk before it was on the pipe. */
        g_assert_cmpuint (i, >=, n_acknowledged);
        return end;
      }
  said->end = end;
  g_assert_cmphex (digest_from_start (said), ==, dl_live_get_picture (live)->digest);
  g_test_message ("%u edits acknowledged, %u there; %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                  " cycles acknowledged",
                  n_acknowledged, n_edits, acknowledged, end);
  return end;
}

static void
kill_in_the_middle (StoreFixture *fixture, gconstpointer data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());
  guint64 cycles = 0;

  for (guint i = 0; i < N_KILLS; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s.%u", fixture->path, i);
      g_autoptr (DlScenario) scenario = dl_preset_load ("torus-5x5x5", NULL);
      g_autoptr (DlLibrary) library = NULL;
      g_autoptr (DlSession) session = NULL;
      g_autoptr (DlLive) live = NULL;
      g_auto (GStrv) lines = NULL;
      g_autoptr (GError) error = NULL;
      gint64 id;

      {
        g_autoptr (DlStore) store = dl_store_open (path, &error);

        g_assert_true (dl_store_add (store, scenario, &id, &error));
        g_assert_true (dl_store_mark_opened (store, id, &error));
      }
      lines = run_and_kill (path, g_rand_int (rand), g_rand_int_range (rand, 0, MAX_DELAY_MS));
      library = dl_library_new (path);
      session = dl_session_new (library);
      live = dl_live_new (session);
      wait_for_opened (session);
      cycles += check_run (live, lines);
      g_clear_object (&live);
      g_assert_true (dl_library_close (library, &error));
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
  g_assert_cmpuint (cycles, >, 0);
}

int
main (int argc, char **argv)
{
  if (argc == 4 && strcmp (argv[1], "--runner") == 0)
    return run_runner (argv[2], (guint32) g_ascii_strtoull (argv[3], NULL, 10));

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (readlink ("/proc/self/exe", program_path, sizeof program_path - 1), >, 0);
  store_test_add ("/live/kill", kill_in_the_middle);
  return g_test_run ();
}
