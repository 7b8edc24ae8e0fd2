/* How often the 95% confidence intervals of single runs hold the truth, where users stop: with
 * stop=precision, of runs that say that they have converged. Prints a Markdown table with a row per
 * cell (a network, a load and a precision) and, per mean, how many intervals hold it.
 *
 * The truth is the mean of long runs with other seeds, as many as it takes until its own 95%
 * interval is a tenth as wide as those that are judged by it. Seeds are fixed before the first run.
 * Status 1: too many or too few intervals hold it (model: 93.5% to 97.5% of all, at least 91% of a
 * cell of 300, 88% of one of 100). */
#include "dl-edit.h"
#include "dl-parallel.h"
#include "dl-scenario-file.h"
#include "dl-simulate.h"

#include <math.h>
#include <stdio.h>

#define FIRST_SEED       10001
#define FIRST_TRUTH_SEED 900001
/* Long runs at a time, and how long one is: so many times what the judged runs took, on average. */
#define TRUTH_RUNS  10
#define TRUTH_TIMES 4
#define TRUTH_SHARE 0.1
#define MOST_TRUTHS 100
/* With fewer seeds a share tells little, and the truth need not be so certain. */
#define FEW 100

typedef struct
{
  const char *preset, *load;
  guint n;             /* seeds, in full */
  guint share_at_most; /* per thousand of the intervals that may miss, of so many seeds */
} Cell;

static const Cell cells[] = {
  { "mesh-8x8", "0.3", 300, 90 },    { "mesh-8x8", "0.38", 300, 90 },
  { "torus-5x5x5", "0.3", 300, 90 }, { "fat-tree-16", "0.6", 300, 90 },
  { "generic-33", "0.4", 300, 90 },  { "xt3-11x12x16", "0.3", 100, 120 },
};

static const char *const precisions[] = { "0.02", "0.05" };

/* One mean of one run: of packet latency, or of throughput. */
typedef enum
{
  LATENCY,
  THROUGHPUT,
  N_MEANS
} Mean;

typedef struct
{
  DlSimState state;
  guint64 cycles;
  double seconds;
  double mean[N_MEANS], half_width[N_MEANS];
} Outcome;

typedef struct
{
  const DlScenario *scenario;
  DlSimulateOptions options;
  guint64 first_seed;
  Outcome *outcomes;
} Runs;

static DlScenario *
scenario_of (const Cell *cell, const char *precision)
{
  DlScenario *scenario = dl_preset_load (cell->preset, NULL);
  g_autofree char *load = g_strconcat ("traffic.load=", cell->load, NULL);
  g_autofree char *wanted = g_strconcat ("simulation.precision=", precision, NULL);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;

  if (!dl_edits_parse_assignment (edits, load, &error)
      || !dl_edits_parse_assignment (edits, wanted, &error)
      || !dl_scenario_apply (scenario, edits, NULL, NULL, &error))
    g_error ("%s", error->message);
  return scenario;
}

static void
run_piece (guint i, gpointer data)
{
  const Runs *runs = data;
  DlSimulateOptions options = runs->options;
  g_autoptr (DlSimulation) run = NULL;
  g_autoptr (GError) error = NULL;
  Outcome *outcome = &runs->outcomes[i];

  options.seed = runs->first_seed + i;
  run = dl_simulate (runs->scenario, &options, NULL, &error);
  if (run == NULL)
    g_error ("%s", error->message);
  outcome->state = run->verdict.state;
  outcome->cycles = run->cycles;
  outcome->seconds = run->elapsed_s;
  outcome->mean[LATENCY] = run->verdict.latency.mean;
  outcome->half_width[LATENCY] = run->verdict.latency.half_width;
  outcome->mean[THROUGHPUT] = run->verdict.throughput.mean;
  outcome->half_width[THROUGHPUT] = run->verdict.throughput.half_width;
}

static void
run_all (Runs *runs, guint n, guint n_threads)
{
  const DlParallel parallel = { .n_threads = n_threads };

  runs->options.threads = 1;
  dl_parallel_run (&parallel, n, run_piece, runs);
}

/* The truth ------------------------------------------------------------------------------------ */

typedef struct
{
  double mean[N_MEANS], reach[N_MEANS]; /* reach: of its own 95% interval */
} Truth;

/* Take the means of @n runs as the truth. */
static void
truth_take (Truth *truth, const Outcome *outcomes, guint n)
{
  g_autofree double *values = g_new (double, n);

  for (Mean mean = 0; mean < N_MEANS; mean++)
    {
      for (guint i = 0; i < n; i++)
        values[i] = outcomes[i].mean[mean];
      dl_mean_interval (values, n, &truth->mean[mean], &truth->reach[mean]);
    }
}

/* Find the true means by runs of @cycles each, to @share of intervals as wide as @half_width. */
static void
find_truth (const DlScenario *scenario, guint64 cycles, const double *half_width, double share,
            guint n_threads, Truth *truth)
{
  g_autofree Outcome *outcomes = g_new (Outcome, TRUTH_RUNS * MOST_TRUTHS);
  Runs runs = { .scenario = scenario, .options = dl_simulate_options (scenario) };

  runs.options.stop = DL_STOP_CYCLES;
  runs.options.cycles = cycles;
  runs.options.warmup_cycles = cycles / 4;
  for (guint n = 0; n < TRUTH_RUNS * MOST_TRUTHS;)
    {
      runs.first_seed = FIRST_TRUTH_SEED + n;
      runs.outcomes = outcomes + n;
      run_all (&runs, TRUTH_RUNS, n_threads);
      n += TRUTH_RUNS;
      truth_take (truth, outcomes, n);
      if (truth->reach[LATENCY] <= share * half_width[LATENCY]
          && truth->reach[THROUGHPUT] <= share * half_width[THROUGHPUT])
        return;
    }
  fprintf (stderr, "the truth is less certain than a tenth of the intervals\n");
}

/* A cell --------------------------------------------------------------------------------------- */

typedef struct
{
  guint n, held[N_MEANS]; /* runs that say converged, and intervals that hold it */
  gboolean too_few;       /* in one cell */
} Count;

/* The runs of one cell that are judged. */
typedef struct
{
  DlScenario *scenario;
  Outcome *outcomes;
  guint n_converged;
  double half_width[N_MEANS], cycles, seconds; /* means of those that converged */
} Judged;

static double
percent (guint held, guint n)
{
  return n > 0 ? 100.0 * held / n : NAN;
}

static void
judged_run (Judged *judged, const Cell *cell, const char *precision, guint n, guint n_threads)
{
  Runs runs;

  judged->scenario = scenario_of (cell, precision);
  judged->outcomes = g_new (Outcome, n);
  runs = (Runs) { .scenario = judged->scenario,
                  .options = dl_simulate_options (judged->scenario),
                  .first_seed = FIRST_SEED,
                  .outcomes = judged->outcomes };
  run_all (&runs, n, n_threads);
  for (guint i = 0; i < n; i++)
    if (judged->outcomes[i].state == DL_SIM_CONVERGED)
      {
        judged->n_converged++;
        judged->cycles += judged->outcomes[i].cycles;
        judged->seconds += judged->outcomes[i].seconds;
        for (Mean mean = 0; mean < N_MEANS; mean++)
          judged->half_width[mean] += judged->outcomes[i].half_width[mean];
      }
  for (Mean mean = 0; mean < N_MEANS; mean++)
    judged->half_width[mean] /= MAX (judged->n_converged, 1);
  judged->cycles /= MAX (judged->n_converged, 1);
  judged->seconds /= MAX (judged->n_converged, 1);
}

static void
judged_clear (Judged *judged)
{
  dl_scenario_free (judged->scenario);
  g_free (judged->outcomes);
}

static void
judge (const Judged *judged, const Cell *cell, const char *precision, guint n, const Truth *truth,
       Count *all)
{
  const guint n_converged = judged->n_converged;
  guint held[N_MEANS] = { 0 };

  for (guint i = 0; i < n; i++)
    for (Mean mean = 0; judged->outcomes[i].state == DL_SIM_CONVERGED && mean < N_MEANS; mean++)
      held[mean] += fabs (judged->outcomes[i].mean[mean] - truth->mean[mean])
                    <= judged->outcomes[i].half_width[mean];
  for (Mean mean = 0; mean < N_MEANS; mean++)
    {
      all->held[mean] += held[mean];
      all->too_few |= percent (n_converged - held[mean], n_converged) > cell->share_at_most / 10.0;
    }
  all->n += n_converged;
  printf ("| %s %s | %s | %u of %u | %.1f%% | %.1f%% | %.0f | %.2f |\n", cell->preset, cell->load,
          precision, n_converged, n, percent (held[LATENCY], n_converged),
          percent (held[THROUGHPUT], n_converged), judged->cycles, judged->seconds);
  fflush (stdout);
}

/* One truth for all precisions: as certain as the narrowest of their intervals need it. */
static void
measure (const Cell *cell, guint n_precisions, guint n, guint n_threads, Count *all)
{
  Judged judged[G_N_ELEMENTS (precisions)] = { 0 };
  double narrowest[N_MEANS] = { INFINITY, INFINITY }, cycles = 0;
  Truth truth = { 0 };

  for (guint i = 0; i < n_precisions; i++)
    {
      judged_run (&judged[i], cell, precisions[i], n, n_threads);
      cycles = MAX (cycles, judged[i].cycles);
      for (Mean mean = 0; judged[i].n_converged > 0 && mean < N_MEANS; mean++)
        narrowest[mean] = MIN (narrowest[mean], judged[i].half_width[mean]);
    }
  if (cycles > 0)
    find_truth (judged[0].scenario, TRUTH_TIMES * cycles, narrowest, n < FEW ? 1 : TRUTH_SHARE,
                n_threads, &truth);
  for (guint i = 0; i < n_precisions; i++)
    {
      judge (&judged[i], cell, precisions[i], n, &truth, all);
      judged_clear (&judged[i]);
    }
}

int
main (int argc, char **argv)
{
  int most = G_MAXINT, n_threads = g_get_num_processors ();
  gboolean quick = FALSE;
  g_autofree char *only = NULL;
  const GOptionEntry entries[]
      = { { "seeds", 0, 0, G_OPTION_ARG_INT, &most, "At most so many seeds per cell", "N" },
          { "jobs", 0, 0, G_OPTION_ARG_INT, &n_threads, "Runs at once", "N" },
          { "only", 0, 0, G_OPTION_ARG_STRING, &only, "Cells of one preset", "PRESET" },
          { "quick", 0, 0, G_OPTION_ARG_NONE, &quick, "A few runs of the smallest cells", NULL },
          { NULL } };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  Count all = { 0 };
  double share;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      fprintf (stderr, "interval-coverage: %s\n", error->message);
      return 2;
    }
  printf (
      "| network, load | precision | converged | latency held | throughput held | cycles | s |\n"
      "|---|---|---|---|---|---|---|\n");
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    {
      const guint n = MIN (cells[i].n, quick ? 10 : (guint) MAX (most, 1));

      if (only != NULL && !g_str_equal (only, cells[i].preset))
        continue;
      if (quick && i != 0)
        continue;
      measure (&cells[i], quick ? 1 : G_N_ELEMENTS (precisions), n, MAX (n_threads, 1), &all);
    }
  share = percent (all.held[LATENCY] + all.held[THROUGHPUT], N_MEANS * all.n);
  printf (
      "\nAll: %.1f%% of %u intervals hold the truth: %.1f%% of latency, %.1f%% of throughput.\n",
      share, N_MEANS * all.n, percent (all.held[LATENCY], all.n),
      percent (all.held[THROUGHPUT], all.n));
  if (quick || most < FEW)
    return all.n > 0 ? 0 : 1;
  return share >= 93.5 && share <= 97.5 && !all.too_few ? 0 : 1;
}
