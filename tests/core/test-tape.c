/* Simulations that go back: at each cycle, after whatever was done before, the state is that of a
 * run from the start; so are its statistics. A branch leaves the first line untouched, and what is
 * kept stays within its budget. */
#include "tape-fixture.h"
#include "test-rounds.h"

#include <math.h>
#include <string.h>

static void
add_number (GString *text, double value)
{
  g_string_append_printf (text, " %a", value);
}

/* State and verdict of a run. */
static char *
describe (const DlTape *tape)
{
  const DlMachineRun *run = dl_tape_get_run (tape);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GArray) flights = g_array_new (FALSE, FALSE, sizeof (DlFlight));
  DlMachineState state = { 0 };
  DlSimVerdict verdict;
  gboolean precise;
  guint64 enough = dl_tape_get_enough (tape, &precise);

  dl_machine_run_get_state (run, &state);
  dl_machine_run_get_flights (run, flights);
  dl_run_observer_judge (dl_tape_get_observer (tape), &verdict);
  g_string_printf (text, "%lu %lx %u since %lu: %d %d cut %lu enough %lu %d", (gulong) state.cycle,
                   (gulong) state.counters.digest, flights->len, (gulong) dl_tape_get_begun (tape),
                   verdict.state, verdict.reason, (gulong) verdict.cut, (gulong) enough, precise);
  add_number (text, verdict.latency.mean);
  add_number (text, verdict.latency.half_width);
  add_number (text, verdict.throughput.mean);
  add_number (text, dl_tape_get_deadlock (tape) != NULL);
  add_number (text, dl_run_observer_start (dl_tape_get_observer (tape), &verdict)->stats.total.sum);
  for (guint link = 0; link < state.links.n_links; link++)
    g_string_append_printf (text, " %lu/%lu", (gulong) state.links.flits[link],
                            (gulong) state.links.stalls[link]);
  g_assert_cmpuint (state.counters.injected, ==,
                    state.counters.delivered + state.counters.dropped_link
                        + state.counters.dropped_deadlock + flights->len);
  dl_machine_state_clear (&state);
  return g_strdup (text->str);
}

/* The same of a run from the start, without states. */
static char *
describe_from_start (const DlRecording *recording, guint64 cycle, guint threads)
{
  g_autoptr (DlTape) tape = tape_new (recording, (DlTapeOptions) { .threads = threads });

  tape_seek (tape, cycle);
  return describe (tape);
}

#define END     3000
#define BUDGET  (1 << 20)
#define N_SEEKS (TEST_SANITIZED ? 3 : 8)

static void
test_seek (gconstpointer data)
{
  DlRng rng;

  dl_rng_init (&rng, 5);
  for (guint round = 0; round < TEST_ROUNDS (3); round++)
    {
      const gsize budget = BUDGET << round;
      g_autoptr (DlRecording) recording = tape_random_recording (data, 4, END, &rng);
      g_autoptr (DlTape) tape
          = tape_new (recording, (DlTapeOptions) { .budget = budget,
                                                   .every = 100 + 400 * round,
                                                   .threads = round == 2 ? 8 : 1 + round });

      tape_seek (tape, END);
      for (guint i = 0; i < N_SEEKS; i++)
        {
          const guint64 now = dl_tape_get_cycle (tape);
          const guint64 cycle = i % 3 == 2 ? now - MIN (now, 1) : dl_rng_below (&rng, END + 1);
          g_autofree char *there = NULL, *here = NULL;
          guint n_states;

          tape_seek (tape, cycle);
          here = describe (tape);
          there = describe_from_start (recording, cycle, 1 + i % 2);
          g_assert_cmpstr (here, ==, there);
          if (dl_tape_get_size (tape, &n_states) > budget)
            g_assert_cmpuint (n_states, ==, 1);
        }
    }
}

/* Edits while it runs are those of the recording; a branch goes its own way, and the line that it
 * left is as it was. */
static void
test_branch (gconstpointer data)
{
  const TapeCase *it = data;
  g_autoptr (DlRecording) begin = tape_random_recording (it, 0, 0, NULL);
  g_autoptr (DlTape) tape = tape_new (begin, (DlTapeOptions) { .budget = 16 << 20, .every = 300 });
  g_autoptr (DlTape) branch = NULL;
  g_autofree char *before = NULL, *after = NULL, *of_branch = NULL, *again = NULL, *text = NULL;
  DlRng rng;

  dl_rng_init (&rng, 8);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (DlScenario) scenario = dl_scenario_copy (dl_tape_get_scenario (tape));
      g_autoptr (GPtrArray) edits = NULL;
      g_autoptr (GError) error = NULL;

      dl_tape_go (tape, 700 + 33 * i, NULL, &error);
      g_assert_no_error (error);
      edits = tape_random_edits (scenario, dl_tape_get_plan (tape), &rng);
      dl_scenario_apply (scenario, edits, NULL, NULL, NULL);
      if (!dl_tape_edit (tape, scenario, "Edit", NULL, &error))
        g_assert_error (error, DL_SIM_ERROR, DL_SIM_ERROR_FIXED);
    }
  dl_tape_go (tape, 900, NULL, NULL);
  before = describe (tape);
  text = dl_recording_to_text (dl_tape_get_recording (tape));

  tape_seek (tape, 1200);
  branch = dl_tape_branch (tape);
  g_assert_cmpuint (dl_tape_get_cycle (branch), ==, 1200);
  g_assert_cmpuint (dl_tape_get_recording (branch)->end, ==, 1200);
  {
    g_autoptr (DlScenario) scenario = dl_scenario_copy (dl_tape_get_scenario (branch));
    g_autoptr (GPtrArray) edits = dl_edits_new ();
    g_autoptr (GError) error = NULL;

    dl_edits_add (edits, DL_EDIT_SET, "traffic.load", "0.05");
    dl_scenario_apply (scenario, edits, NULL, NULL, &error);
    g_assert_no_error (error);
    dl_tape_edit (branch, scenario, "Less", NULL, &error);
    g_assert_no_error (error);
    dl_tape_go (branch, 1000, NULL, &error);
    g_assert_no_error (error);
  }
  of_branch = describe (branch);
  g_assert_cmpstr (of_branch, !=, before);
  again = describe_from_start (dl_tape_get_recording (branch), 2200, 2);
  g_assert_cmpstr (of_branch, ==, again);

  tape_seek (tape, dl_tape_get_seen (tape));
  after = describe (tape);
  g_assert_cmpstr (after, ==, before);
  {
    g_autofree char *text_after = dl_recording_to_text (dl_tape_get_recording (tape));

    g_assert_cmpstr (text_after, ==, text);
  }
}

/* Read back by somebody else it is the same run. */
static void
test_text (gconstpointer data)
{
  DlRng rng;

  dl_rng_init (&rng, 13);
  for (guint round = 0; round < TEST_ROUNDS (4); round++)
    {
      g_autoptr (DlRecording) recording = tape_random_recording (data, 5, 2000, &rng);
      g_autofree char *text = dl_recording_to_text (recording);
      g_autoptr (GError) error = NULL;
      g_autoptr (DlRecording) read
          = dl_recording_parse_in (text, -1, "t", (DlScenarioFiles) { 0 }, NULL, &error);
      g_autofree char *again = NULL, *here = NULL, *there = NULL;

      g_assert_no_error (error);
      again = dl_recording_to_text (read);
      g_assert_cmpstr (again, ==, text);
      here = describe_from_start (recording, 2000, 1);
      there = describe_from_start (read, 2000, 2);
      g_assert_cmpstr (here, ==, there);
    }
}

/* The clock cycle in which the cycle closed, by looking at each. */
static void
test_lock (void)
{
  const guint64 most = 200000;
  g_autoptr (DlRecording) recording = tape_random_recording (&tape_cases[1], 0, most, NULL);
  g_autoptr (DlTape) tape = tape_new (recording, (DlTapeOptions) { .budget = 1 << 20 });
  g_autoptr (DlTape) slow = tape_new (recording, (DlTapeOptions) { 0 });
  g_autoptr (GError) error = NULL;
  guint64 cycle;

  while (dl_tape_get_deadlock (tape) == NULL && dl_tape_get_cycle (tape) < most)
    dl_tape_go (tape, 1000, NULL, NULL);
  g_assert_nonnull (dl_tape_get_deadlock (tape));
  dl_tape_find_lock (tape, &cycle, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (dl_tape_get_cycle (tape), ==, cycle);
  for (;;)
    {
      g_autoptr (GArray) waits = dl_machine_run_find_deadlock (dl_tape_get_run (slow));

      if (waits != NULL)
        break;
      g_assert_cmpuint (dl_tape_get_cycle (slow), <, cycle);
      /* A cycle stays, so that far from it fewer looks are enough. */
      dl_tape_go (slow, dl_tape_get_cycle (slow) + 2000 < cycle ? 100 : 1, NULL, NULL);
    }
  g_assert_cmpuint (dl_tape_get_cycle (slow), ==, cycle);
}

/* A run cannot go on with other buffers: it says so, with file, line and key. */
static void
test_refused (void)
{
  const char *text = "[scenario]\nformat=1\nname=a\nkind=torus\n[torus]\nradix=4;4;4\n"
                     "[recording]\nend=100\n[edit 50]\nrouter.input-buffer=64\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (DlRecording) recording
      = dl_recording_parse_in (text, -1, "a.dateline", (DlScenarioFiles) { 0 }, NULL, &error);
  g_autoptr (DlTape) tape = NULL;

  g_assert_no_error (error);
  tape = tape_new (recording, (DlTapeOptions) { .budget = 1 << 20 });
  g_assert_false (dl_tape_seek (tape, 100, NULL, &error));
  g_assert_error (error, DL_SIM_ERROR, DL_SIM_ERROR_FIXED);
  g_assert_true (g_str_has_prefix (error->message, "a.dateline:9: router.input-buffer: "));
  g_assert_cmpuint (dl_tape_get_cycle (tape), ==, 50);
  g_clear_error (&error);
  dl_tape_seek (tape, 20, NULL, &error);
  g_assert_no_error (error);
}

/* Points cover all that was seen, wherever it is now. */
static void
test_points (void)
{
  g_autoptr (DlRecording) recording = tape_random_recording (&tape_cases[2], 0, 60000, NULL);
  g_autoptr (DlTape) tape
      = tape_new (recording, (DlTapeOptions) { .budget = 4 << 20, .every = 5000 });
  const DlSimPoint *points;
  guint n, n_after;

  tape_seek (tape, 60000);
  points = dl_tape_get_points (tape, &n);
  g_assert_cmpuint (n, >, 900);
  g_assert_cmpuint (n, <=, 2048);
  for (guint i = 1; i < n; i++)
    g_assert_cmpuint (points[i].cycle - points[i - 1].cycle, ==, points[1].cycle);
  tape_seek (tape, 1000);
  tape_seek (tape, 60000);
  dl_tape_get_points (tape, &n_after);
  g_assert_cmpuint (n_after, ==, n);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tape_cases); i++)
    {
      g_autofree char *seeks = g_strdup_printf ("/tape/%s/seek", tape_cases[i].name);
      g_autofree char *branch = g_strdup_printf ("/tape/%s/branch", tape_cases[i].name);
      g_autofree char *text = g_strdup_printf ("/tape/%s/text", tape_cases[i].name);

      g_test_add_data_func (seeks, &tape_cases[i], test_seek);
      g_test_add_data_func (branch, &tape_cases[i], test_branch);
      g_test_add_data_func (text, &tape_cases[i], test_text);
    }
  g_test_add_func ("/tape/lock", test_lock);
  g_test_add_func ("/tape/refused", test_refused);
  g_test_add_func ("/tape/points", test_points);
  return g_test_run ();
}
