/* The link that changed most at a cycle, against counting the flits of each cycle in a run from the
 * start. */
#include "dl-journey.h"
#include "tape-fixture.h"

#include <math.h>

#define END    1200
#define WINDOW 200

/* Flits that left by each link in the cycles @from .. @to - 1, cycle by cycle. */
static double *
count (const DlRecording *recording, guint64 from, guint64 to)
{
  g_autoptr (DlTape) tape = tape_new (recording, (DlTapeOptions) { .threads = 1 });
  const guint n_links = dl_tape_get_plan (tape)->n_links;
  double *flits = g_new0 (double, n_links);
  g_autofree double *before = g_new0 (double, n_links);
  DlMachineState state = { 0 };

  for (guint64 cycle = from; cycle <= to; cycle++)
    {
      tape_seek (tape, cycle);
      dl_machine_run_get_state (dl_tape_get_run (tape), &state);
      for (guint link = 0; link < n_links; link++)
        {
          const double now = (double) state.links.flits[link] - state.links.sending[link];

          if (cycle > from)
            flits[link] += now - before[link];
          before[link] = now;
        }
    }
  dl_machine_state_clear (&state);
  return flits;
}

/* All differences, and the first of the largest. */
static void
check (const DlRecording *recording, const DlTape *tape, guint64 cycle)
{
  g_autoptr (DlTape) copy = dl_tape_copy (tape);
  const DlMachinePlan *plan = dl_tape_get_plan (tape);
  const guint64 n_before = MIN (cycle, WINDOW), n_after = MIN (recording->end - cycle, WINDOW);
  g_autofree double *before = count (recording, cycle - n_before, cycle);
  g_autofree double *after = count (recording, cycle, cycle + n_after);
  g_autoptr (GError) error = NULL;
  double largest = 0;
  guint best = DL_FLIGHT_NO_LINK;
  DlTapeChange change;

  g_assert_true (dl_tape_find_change (copy, cycle, WINDOW, &change, NULL, &error));
  g_assert_no_error (error);
  for (guint link = 0; link < plan->n_links; link++)
    {
      const double rate = dl_machine_plan_link_rate (plan, link);
      const double by = fabs (after[link] / n_after - before[link] / n_before) / rate;

      if (by > largest + 1e-9)
        {
          largest = by;
          best = link;
        }
    }
  g_assert_cmpuint (change.before, ==, n_before);
  g_assert_cmpuint (change.after, ==, n_after);
  if (best == DL_FLIGHT_NO_LINK) /* it locked long before */
    {
      g_assert_cmpuint (change.link, ==, DL_FLIGHT_NO_LINK);
      return;
    }
  g_assert_cmpfloat_with_epsilon (fabs (change.to - change.from), largest, 1e-9);
  /* Another one of the same size, up to rounding, is as right. */
  g_assert_cmpfloat_with_epsilon (change.from * n_before
                                      * dl_machine_plan_link_rate (plan, change.link),
                                  before[change.link], 1e-6);
  g_assert_cmpfloat_with_epsilon (change.to * n_after
                                      * dl_machine_plan_link_rate (plan, change.link),
                                  after[change.link], 1e-6);
}

static void
test_change (gconstpointer data)
{
  DlRng rng;

  dl_rng_init (&rng, 11);
  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (DlRecording) recording = tape_random_recording (data, 3, END, &rng);
      g_autoptr (DlTape) tape
          = tape_new (recording, (DlTapeOptions) { .budget = 1 << 22, .every = 150 });

      tape_seek (tape, END);
      check (recording, tape, 90);
      check (recording, tape, 600);
      check (recording, tape, END - 50);
      for (guint i = 0; i < recording->edits->len; i++)
        {
          const DlRecordedEdit *edit = g_ptr_array_index (recording->edits, i);

          if (edit->cycle > 0 && edit->cycle < END)
            check (recording, tape, edit->cycle);
        }
      g_assert_cmpuint (dl_tape_get_cycle (tape), ==, END);
    }
}

/* Without anything before it, or after it. */
static void
test_ends (gconstpointer data)
{
  g_autoptr (DlRecording) recording = tape_random_recording (data, 0, 100, NULL);
  g_autoptr (DlTape) tape = tape_new (recording, (DlTapeOptions) { .threads = 1 });
  DlTapeChange change;

  tape_seek (tape, 100);
  g_assert_true (dl_tape_find_change (tape, 0, WINDOW, &change, NULL, NULL));
  g_assert_cmpuint (change.link, ==, DL_FLIGHT_NO_LINK);
  g_assert_true (dl_tape_find_change (tape, 100, WINDOW, &change, NULL, NULL));
  g_assert_cmpuint (change.link, ==, DL_FLIGHT_NO_LINK);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tape_cases); i++)
    {
      g_autofree char *change = g_strdup_printf ("/tape-change/%s", tape_cases[i].name);
      g_autofree char *ends = g_strdup_printf ("/tape-change/%s/ends", tape_cases[i].name);

      g_test_add_data_func (change, &tape_cases[i], test_change);
      g_test_add_data_func (ends, &tape_cases[i], test_ends);
    }
  return g_test_run ();
}
