/* Going back in time: what recording costs a simulation, in pairs of runs one after the other, the
 * size of a state, and how long it takes to go to any cycle that was seen. Of one thread, in
 * processor time. Prints Markdown; asserts no time. --quick only runs everything once, shortly. */
#include "dl-edit.h"
#include "dl-rng.h"
#include "dl-tape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BUDGET  ((gsize) 256 << 20)
#define N_SEEKS 60
#define N_PAIRS 5

typedef struct
{
  const char *title, *preset;
  const char *sets[4]; /* NULL behind them */
  guint64 cycles;
} Case;

static double
now_s (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static DlScenario *
load (const Case *it)
{
  DlScenario *scenario = dl_preset_load (it->preset, NULL);
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  for (guint i = 0; it->sets[i] != NULL; i++)
    g_assert_true (dl_edits_parse_assignment (edits, it->sets[i], NULL));
  g_assert_true (dl_scenario_apply (scenario, edits, NULL, NULL, NULL));
  return scenario;
}

static DlTape *
new_tape (const DlScenario *scenario, gsize budget)
{
  g_autoptr (DlRecording) recording = dl_recording_new (scenario);

  return dl_tape_new (recording, (DlTapeOptions) { .budget = budget, .threads = 1 }, NULL, NULL);
}

static double
time_go (DlTape *tape, guint64 cycles)
{
  const double begin = now_s ();

  dl_tape_go (tape, cycles, NULL, NULL);
  return now_s () - begin;
}

static int
compare (const void *a, const void *b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Without states and with them, of the same cycles, in stretches that take turns. */
static double
measure_cost (const DlScenario *scenario, guint64 cycles, double *per_second)
{
  g_autoptr (DlTape) plain = new_tape (scenario, 0);
  g_autoptr (DlTape) kept = new_tape (scenario, BUDGET);
  double without = 0, with = 0;

  for (guint pair = 0; pair < N_PAIRS; pair++)
    {
      without += time_go (plain, cycles / N_PAIRS);
      with += time_go (kept, cycles / N_PAIRS);
    }
  *per_second = cycles / without;
  return with / without;
}

/* The median of @n times, and the worst. */
static void
print_times (double *times, guint n)
{
  qsort (times, n, sizeof *times, compare);
  printf (" %.0f | %.0f |", 1e3 * times[n / 2], 1e3 * times[n - 1]);
}

static void
measure_seeks (DlTape *tape, guint64 cycles, guint n)
{
  g_autofree double *times = g_new (double, n);
  DlRng rng;

  dl_rng_init (&rng, 1);
  for (guint i = 0; i < n; i++)
    {
      const double begin = now_s ();

      dl_tape_seek (tape, dl_rng_below (&rng, cycles + 1), NULL, NULL);
      times[i] = now_s () - begin;
    }
  print_times (times, n);
  dl_tape_seek (tape, cycles, NULL, NULL);
  dl_tape_settle (tape, NULL, NULL);
  for (guint i = 0; i < n; i++)
    {
      const double begin = now_s ();

      dl_tape_seek (tape, cycles - i - 1, NULL, NULL);
      times[i] = now_s () - begin;
    }
  print_times (times, n);
}

int
main (int argc, char **argv)
{
  static const Case cases[] = {
    { "SeaStar 8x8x8 .3", "xt3-11x12x16", { "torus.radix=8;8;8", "traffic.load=0.3" }, 40000 },
    { "SeaStar XT3 .34", "xt3-11x12x16", { "traffic.load=0.34" }, 20000 },
    { "input-queued 8x8x8 .3",
      "mesh-8x8",
      { "torus.radix=8;8;8", "torus.wrap=true;true;true", "traffic.load=0.3" },
      20000 },
    { "Aries Edison .2", "edison", { "traffic.load=0.2" }, 8000 },
  };
  const gboolean quick = argc > 1 && strcmp (argv[1], "--quick") == 0;

  printf ("| | cycles/s | with states | a state, MB | states | any cycle: median, ms | worst | one "
          "back: median, ms | worst |\n|---|---|---|---|---|---|---|---|---|\n");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const guint64 cycles = quick ? 100 : cases[i].cycles;
      g_autoptr (DlScenario) scenario = load (&cases[i]);
      g_autoptr (DlTape) tape = new_tape (scenario, BUDGET);
      double per_second, cost;
      guint n_states;
      gsize size;

      cost = measure_cost (scenario, cycles, &per_second);
      dl_tape_go (tape, cycles, NULL, NULL);
      size = dl_tape_get_size (tape, &n_states);
      printf ("| %s | %.0f | %.3f | %.1f | %u |", cases[i].title, per_second, cost,
              size / 1e6 / n_states, n_states);
      measure_seeks (tape, cycles, quick ? 2 : N_SEEKS);
      printf ("\n");
      fflush (stdout);
    }
  return 0;
}
