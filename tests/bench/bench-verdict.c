/* How long a cable toggle or a dateline move takes with everything: network, routes, loads, the
 * verdict on deadlock, and what the step changed, as a session computes it. Beside it the walk of
 * every pair's route, which is the least that a verdict without the fast way would cost, in the
 * same run. Prints ms of processor time on one thread. Asserts no time. --quick only runs
 * everything once, on a small network. */
#include "../core/break-fixture.h"
#include "dl-evaluate.h"

#include "dl-edit.h"
#include "dl-memory.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define MAX_SOURCES 64 /* of the walk, past which it is estimated */

static gboolean quick;

static double
now_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

static gint
compare_doubles (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

static void
apply (DlScenario *scenario, const GPtrArray *edits)
{
  g_autoptr (GError) error = NULL;

  if (!dl_scenario_apply (scenario, edits, NULL, NULL, &error))
    g_error ("%s", error->message);
}

static void
set (DlScenario *scenario, const char *name, const char *value)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  dl_edits_add (edits, DL_EDIT_SET, name, value);
  apply (scenario, edits);
}

static void
set_datelines (DlScenario *scenario, const gint *dateline)
{
  g_autofree char *value
      = g_strdup_printf ("%d;%d;%d", dateline[DL_X], dateline[DL_Y], dateline[DL_Z]);

  set (scenario, "torus.datelines", value);
}

static DlEvaluation *
evaluate (const DlScenario *scenario, const DlEvaluation *before)
{
  g_autoptr (GError) error = NULL;
  DlEvaluation *result = dl_evaluation_new (scenario, 0, before, NULL, &error);

  if (result == NULL)
    g_error ("%s", error->message);
  return result;
}

/* The @i-th cable of the rows along @dim, spread over the machine. */
static DlTorusLinkAt
cable_at (const DlScenario *scenario, guint dim, guint i)
{
  DlTorusLinkAt cable = { .port = 2 * dim };

  for (guint d = 0; d < DL_TORUS_N_DIMS; d++)
    cable.from.at[d] = (i * 7 + 3) % dl_torus_options (scenario)->spec.radix[d];
  return cable;
}

/* Edit of a step. */
typedef enum
{
  CUT,      /* a cable */
  MEND,     /* it, again */
  MOVE,     /* a dateline */
  MOVE_CUT, /* a dateline, with a cable cut */
  OFF,      /* a dateline, to none: what can deadlock */
  N_STEPS
} Step;

static const char *const steps[N_STEPS]
    = { "cut a cable", "mend it", "move the dateline", "move it, a cable cut", "dateline off" };

/* ms of the @i-th repetition of @step; @scenario is left as it was. */
static double
measure_once (const DlScenario *scenario, Step step, guint dim, guint i)
{
  g_autoptr (DlScenario) before = dl_scenario_copy (scenario);
  g_autoptr (DlScenario) after = NULL;
  g_autoptr (GPtrArray) toggle = toggle_link_edits (scenario, cable_at (scenario, dim, i), FALSE);

  if (step == MEND || step == MOVE_CUT)
    apply (before, toggle);
  after = dl_scenario_copy (step == MEND ? scenario : before);
  if (step == CUT)
    apply (after, toggle);
  else if (step != MEND)
    {
      DlTorusRouting routing = dl_torus_routing (scenario);

      routing.dateline[dim] = step == OFF
                                  ? DL_NO_DATELINE
                                  : (gint) (i * 5 % dl_torus_options (scenario)->spec.radix[dim]);
      set_datelines (after, routing.dateline);
    }

  g_autoptr (DlEvaluation) old = evaluate (before, NULL);
  const double start = now_ms ();
  g_autoptr (DlEvaluation) new = evaluate (after, old);
  return now_ms () - start;
}

/* ms to follow every pair's route, a hop at a time. */
static double
measure_walk (const DlScenario *scenario)
{
  g_autoptr (DlEvaluation) result = evaluate (scenario, NULL);
  const DlTorusRoutes *routes = dl_evaluation_torus (result)->routes;
  const guint n = routes->network->n_nodes, n_sources = MIN (n, MAX_SOURCES);
  g_auto (DlTorusRoute) route = { 0 };
  const double start = now_ms ();

  for (guint i = 0; i < n_sources; i++)
    for (guint dest = 0; dest < n; dest++)
      dl_torus_routes_walk (routes, (guint64) i * n / n_sources, dest, &route);
  return (now_ms () - start) * n / n_sources;
}

static void
bench_step (const DlScenario *scenario, const char *name, Step step, guint dim, double walk)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  const guint n = quick ? 1 : dl_torus_options (scenario)->spec.radix[DL_X] > 20 ? 7 : 41;

  for (guint i = 0; i < n; i++)
    {
      const double took = measure_once (scenario, step, dim, i);
      g_array_append_val (times, took);
    }
  g_array_sort (times, compare_doubles);

  const double median = g_array_index (times, double, n / 2);
  printf ("| %s, %s in %s | %.2f | %.2f | %.2f | %.0f |\n", name, steps[step],
          dl_torus_dim_name (dim), median, g_array_index (times, double, 0),
          g_array_index (times, double, n - 1), walk / median);
  fflush (stdout);
}

static void
bench_machine (const char *radix, const char *engine)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();

  set (scenario, "torus.radix", radix);
  set (scenario, "torus.engine", engine);
  const double walk = measure_walk (scenario);
  for (Step step = CUT; step < N_STEPS; step++)
    for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
      bench_step (scenario, engine, step, dim, walk);
}

int
main (int argc, char **argv)
{
  static const char *const engines[] = { "xt", "xt-literal", "ring" };
  static const char *const machines[] = { "11;12;16", "32;32;32" };

  dl_memory_keep ();
  quick = argc > 1 && strcmp (argv[1], "--quick") == 0;
  if (argc > 1 + quick)
    {
      fprintf (stderr, "Usage: %s [--quick]\n", argv[0]);
      return 2;
    }
  for (guint m = 0; m < (quick ? 1 : G_N_ELEMENTS (machines)); m++)
    {
      const char *radix = quick ? "4;5;3" : machines[m];

      printf ("\nRadix %s\n\n| engine, edit | median, ms | min, ms | max, ms | walk / median |\n"
              "|---|---|---|---|---|\n",
              radix);
      for (guint e = 0; e < G_N_ELEMENTS (engines); e++)
        bench_machine (radix, engines[e]);
    }
  return 0;
}
