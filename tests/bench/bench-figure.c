/* Cost of exporting a figure, beside an empty page of the same size and format. */
#include "dl-evaluate.h"
#include "dl-figure.h"
#include "dl-scenario-file.h"
#include "dl-sweep-chart.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void
draw_nothing (cairo_t *cr, const DlFigureInput *input, double width, double height,
              const DlTheme *theme)
{
  dl_color_set (cr, &theme->background);
  cairo_paint (cr);
}

static void
no_numbers (DlRecord *record, const DlFigureInput *input)
{
}

/* An empty page of @figure's size. */
static DlFigure
empty_page (const DlFigure *figure)
{
  DlFigure empty = *figure;

  empty.draw = draw_nothing;
  empty.numbers = no_numbers;
  return empty;
}

/* The least of some runs, in milliseconds. */
static double
measure (const DlFigure *figure, const DlFigureInput *input, DlFigureFormat format, double width_in,
         guint n_runs)
{
  double least = INFINITY;

  for (guint i = 0; i < n_runs; i++)
    {
      const gint64 begin = g_get_monotonic_time ();
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes
          = dl_figure_render (figure, input, format, width_in, DL_DPI_DEFAULT, &error);

      if (bytes == NULL)
        g_error ("%s: %s", figure->id, error->message);
      least = MIN (least, (g_get_monotonic_time () - begin) / 1000.0);
    }
  return least;
}

/* Can the figure be shown without a load curve, counters or a check? */
static gboolean
is_measured (const DlFigure *figure)
{
  return !figure->needs_load_curve && !figure->needs_measured && figure->paper_check == NULL
         && !g_str_has_prefix (figure->id, "paper");
}

/* A short run, with a router from inside: how long it was makes no difference to a figure. */
static DlSimFigure *
simulate (const DlScenario *scenario)
{
  DlSimulateOptions options = dl_simulate_options (scenario);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlSimulation) run = NULL;

  options.cycles = 100;
  options.warmup_cycles = 0;
  options.watches = TRUE;
  run = dl_simulate (scenario, &options, NULL, &error);
  if (run == NULL)
    g_error ("%s: %s", scenario->name, error->message);
  return dl_sim_figure_new_run (run);
}

/* Two keys, three runs per point, with results that nobody simulated. */
static DlSweepFigure *
make_up_sweep (const DlScenario *scenario)
{
  g_autoptr (DlSweepSpec) spec = dl_sweep_spec_new (scenario);
  g_autoptr (DlSweepPoints) points = NULL;
  g_autofree const DlMeasure **measures = NULL;
  guint n;

  dl_sweep_spec_vary (spec, "traffic.load=0.05:0.5:0.05", NULL);
  dl_sweep_spec_vary (spec, "traffic.burst-messages=1,2,4,8", NULL);
  spec->n_seeds = 3;
  points = dl_sweep_points_new (spec);
  for (guint i = 0; i < points->n_points; i++)
    dl_sweep_points_add (
        points, &(DlSweepResult) { .point = i,
                                   .family = scenario->family,
                                   .accepted = 0.01 * i,
                                   .latency_mean = 100 + i % 17,
                                   .latency_p99 = 200 + i % 19,
                                   .state = i % 5 != 0 ? DL_SIM_CONVERGED : DL_SIM_NOT_CONVERGED });
  measures = dl_sweep_points_measures (points, &n);
  return dl_sweep_figure_new (
      &(DlSweepChart) { .points = points, .measures = measures, .n_measures = n });
}

static void
bench (const char *preset, guint n_runs)
{
  static const struct
  {
    const char *name;
    DlFigureFormat format;
    double width_in;
  } pages[] = {
    { "PDF", DL_FIGURE_PDF, DL_WIDTH_COLUMN_IN }, { "PDF", DL_FIGURE_PDF, DL_WIDTH_PAGE_IN },
    { "SVG", DL_FIGURE_SVG, DL_WIDTH_PAGE_IN },   { "PNG", DL_FIGURE_PNG, DL_WIDTH_PAGE_IN },
    { "CSV", DL_FIGURE_CSV, DL_WIDTH_PAGE_IN },
  };
  g_autoptr (DlScenario) scenario = dl_preset_load (preset, NULL);
  g_autoptr (DlEvaluation) result = dl_evaluation_new (scenario, 1, NULL, NULL, NULL);
  DlFigureInput input = dl_figure_input_default (scenario, result->analysis_of_family);
  g_autoptr (DlSimFigure) simulation = simulate (scenario);
  g_autoptr (DlSweepFigure) sweep = make_up_sweep (scenario);
  const gpointer own = dl_evaluation_torus (result);
  guint n;
  const DlFigure *const *figures = dl_evaluation_torus (result) != NULL
                                       ? dl_family_figures (&dl_family_torus, &n)
                                       : dl_family_figures (&dl_family_dragonfly, &n);
  double slowest = 0;

  input.policies = &own;
  input.n_policies = dl_evaluation_torus (result) != NULL ? 1 : 0;
  input.simulation = simulation;
  input.sweep = &sweep->chart;
  printf ("%s, ms (times an empty page)\n%-20s", preset, "");
  for (guint page = 0; page < G_N_ELEMENTS (pages); page++)
    printf ("  %s %5.2f in   ", pages[page].name, pages[page].width_in);
  printf ("\n");
  for (guint i = 0; i < n; i++)
    {
      if (!is_measured (figures[i]))
        continue;
      const DlFigure blank = empty_page (figures[i]);
      printf ("%-20s", figures[i]->id);
      for (guint page = 0; page < G_N_ELEMENTS (pages); page++)
        {
          const double own_ms
              = measure (figures[i], &input, pages[page].format, pages[page].width_in, n_runs);
          const double empty_ms
              = measure (&blank, &input, pages[page].format, pages[page].width_in, n_runs);

          slowest = MAX (slowest, own_ms);
          printf (" %7.1f (%6.0f)", own_ms, own_ms / empty_ms);
        }
      printf ("\n");
    }
  printf ("the slowest of them: %.0f ms\n\n", slowest);
}

int
main (int argc, char *argv[])
{
  const gboolean quick = argc > 1 && strcmp (argv[1], "--quick") == 0;

  if (quick)
    {
      bench ("torus-5x5x5", 1);
      bench ("cascade-2", 1);
      return 0;
    }
  bench ("xt3-11x12x16", 3);
  bench ("torus-32x32x32", 3);
  bench ("edison", 3);
  bench ("cascade-241", 3);
  return 0;
}
