#include "test-figure-fixture.h"

#include "dl-edit.h"
#include "dl-evaluate.h"
#include "dl-scenario-file.h"

#include <math.h>

/* Nothing that was simulated: what a figure draws does not depend on that. */
static void
make_up_simulation (DlSimFigure *simulation)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  DlSimPoint point = { 0 };

  simulation->from = 1000;
  simulation->to = 30000;
  simulation->packet_flits = 9;
  simulation->n_nodes = 125;
  for (guint i = 0; i < DL_N_AGES; i++)
    simulation->age[i] = i % 7 == 3 ? 0 : (guint64) g_rand_int_range (rand, 0, 1000) << (i / 16);
  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    for (guint stall = 0; stall < DL_N_STALLS; stall++)
      simulation->stalls[stall][port]
          = port == DL_TORUS_PORT_Y_PLUS ? NAN : g_rand_double_range (rand, 0, 1 << (4 * stall));
  for (guint wait = 0; wait < DL_N_WAITS; wait++)
    simulation->waits[wait] = g_rand_double_range (rand, 0, 1 << (4 * wait));
  for (guint i = 0; i < 3000; i++)
    dl_latency_add (&simulation->latency, 40 + (guint64) exp (g_rand_double_range (rand, 0, 9)));
  simulation->points = g_array_new (FALSE, FALSE, sizeof point);
  for (guint i = 0; i < 300; i++)
    {
      g_array_append_val (simulation->points, point);
      point.cycle += g_rand_int_range (rand, 1, 200);
      point.created += g_rand_int_range (rand, 0, 1000);
      /* Now and then nothing arrives. */
      if (i % 50 < 45)
        {
          point.injected = point.delivered = point.created;
          point.delivered_flits = 9 * point.delivered;
          point.latency_sum += g_rand_int_range (rand, 1, 100000);
        }
    }
}

/* A router at work, of whatever network. */
static void
watch_router (DlSimFigure *simulation)
{
  g_autoptr (DlScenario) scenario = dl_preset_load ("torus-5x5x5", NULL);
  DlSimulateOptions options = dl_simulate_options (scenario);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlSimulation) run = NULL;

  scenario->traffic.load = 0.5;
  options.cycles = 700;
  options.warmup_cycles = 100;
  options.watches = TRUE;
  options.watched = 62;
  run = dl_simulate (scenario, &options, NULL, &error);
  g_assert_no_error (error);
  simulation->family = run->family;
  simulation->shape = dl_shared_ref (run->plan->shape);
  simulation->inside = dl_router_inside_ref (run->inside);
  simulation->flights = g_array_copy (run->flights);
}

static DlLoadCurve *
make_up_load_curve (const DlScenario *scenario)
{
  const DlLoadSweepOptions options = dl_load_sweep_options_for (scenario);
  g_autoptr (DlEvaluation) analyzed = dl_evaluation_new (scenario, 0, NULL, NULL, NULL);
  g_autoptr (DlSweepSpec) spec = dl_load_sweep_new (analyzed, &options, NULL, NULL);
  g_autoptr (GArray) results = g_array_new (FALSE, FALSE, sizeof (DlSweepResult));
  const guint n = dl_sweep_n_points (spec);

  for (guint i = 0; i < n; i++)
    {
      const double load = g_ascii_strtod (dl_sweep_value (spec, i, 0), NULL);
      const DlSweepResult result = {
        .point = i,
        .offered = load,
        .accepted = MIN (load, 0.3) + 0.001 * (i % 3),
        .latency_mean = i == 4 ? NAN : 200 + 5.0 * i + (i % 3) * 3,
        .family = scenario->family,
        .cycles = 1000,
        .accepted_half = 0.002,
        .latency_half = 2,
        .total_latency_half = NAN,
        .state = i < n - 7    ? DL_SIM_CONVERGED
                 : i % 2 == 0 ? DL_SIM_SATURATED
                              : DL_SIM_NOT_CONVERGED,
        .deadlocked = i == n - 1,
      };

      /* Some are not there yet. */
      if (i % 11 != 7)
        g_array_append_val (results, result);
    }
  return dl_load_curve_new (spec, results);
}

/* Rows of every rule and verdict, with numbers of every size, and some that are not there. */
static void
make_up_paper (TestFigure *test)
{
  static const double numbers[] = { 0, 1, -3, 43.05, 1e-6, 2e6, 7.25, NAN };
  static const char *const reasons[] = { "It is made up.", "So is this.", NULL };

  test->paper = dl_paper_result_new (dl_paper_check_find ("paper-4a"), test->scenario);
  for (guint i = 0; i < 14; i++)
    dl_paper_result_add (test->paper,
                         (DlPaperRow) {
                             .group = g_strdup_printf ("Made up <%u> & longer, %%s", i / 5),
                             .what = g_strdup (i % 7 == 3 ? "what takes two lines" : "x"),
                             .unit = i % 2 == 0 ? "cycles/packet" : "",
                             .kind = DL_PAPER_PRINTED + i % 3,
                             .expected = numbers[i % 8],
                             .precision = 0.5,
                             .rule = i % 4,
                             .bound = i % 3,
                             .computed = numbers[i * 5 % 8],
                             .reach = i % 6 == 5 ? NAN : i % 6,
                             .n_seeds = 3,
                             .why = reasons[i % 3],
                         });
}

/* Counters of links in the positive directions, without those that wrap around. */
static void
make_up_counters (TestFigure *test)
{
  const DlTorusNetwork *network = test->analysis->network;
  g_autoptr (GString) text = g_string_new (
      "---\nkey: MADE_UP\n---\n- [sx]\n- [sy]\n- [sz]\n- [tx]\n- [ty]\n- [tz]\n- [packets]\n...\n");
  g_autoptr (DlCounters) counters = NULL;

  for (guint link = 0; link < network->n_links; link += 2)
    {
      const DlTorusCoord a = network->torus.coord[link / network->n_ports];
      DlTorusCoord b = a;
      const DlTorusDim dim = dl_torus_port_dim (link % network->n_ports);

      if (++b.at[dim] < network->torus.radix[dim])
        g_string_append_printf (text, "%d %d %d %d %d %d %u\n", a.at[0], a.at[1], a.at[2], b.at[0],
                                b.at[1], b.at[2], link % 97);
    }
  counters = dl_counters_read (text->str, -1, "made up", NULL);
  if (counters != NULL)
    test->measured = dl_measured_new (counters, NULL, test->analysis, NULL, NULL);
}

TestFigure *
test_figure_new (const char *preset, const char *const *edits)
{
  g_autoptr (GPtrArray) list = dl_edits_new ();
  g_autoptr (GError) error = NULL;
  TestFigure *test = g_new0 (TestFigure, 1);

  make_up_simulation (&test->simulation);
  watch_router (&test->simulation);
  test->scenario = dl_preset_load (preset, &error);
  g_assert_no_error (error);
  for (guint i = 0; edits != NULL && edits[i] != NULL; i++)
    {
      dl_edits_parse_assignment (list, edits[i], &error);
      g_assert_no_error (error);
    }
  dl_scenario_apply (test->scenario, list, NULL, NULL, &error);
  g_assert_no_error (error);
  test->analysis = dl_torus_evaluate (test->scenario, NULL, &error);
  g_assert_no_error (error);
  test->load_curve = make_up_load_curve (test->scenario);
  make_up_paper (test);
  make_up_counters (test);
  test->all_policies = dl_torus_analyze_policies (test->scenario, NULL, NULL, &error);
  g_assert_no_error (error);
  test->policies = (const gpointer *) test->all_policies->pdata;
  test->n_policies = test->all_policies->len;
  return test;
}

void
test_figure_free (TestFigure *test)
{
  g_ptr_array_unref (test->all_policies);
  g_array_unref (test->simulation.points);
  dl_latency_clear (&test->simulation.latency);
  if (test->simulation.shape != NULL)
    dl_shared_unref (test->simulation.shape);
  g_clear_pointer (&test->simulation.flights, g_array_unref);
  g_clear_pointer (&test->simulation.inside, dl_router_inside_unref);
  dl_paper_result_unref (test->paper);
  dl_load_curve_unref (test->load_curve);
  dl_measured_unref (test->measured);
  dl_torus_analysis_unref (test->analysis);
  dl_scenario_free (test->scenario);
  g_free (test);
}

DlFigureInput
test_figure_input (const TestFigure *test, const DlFigure *figure)
{
  DlFigureInput input = dl_figure_input_default (test->scenario, test->analysis);

  if (figure->needs_policies)
    {
      input.policies = test->policies;
      input.n_policies = test->n_policies;
    }
  if (figure->needs_simulation)
    input.simulation = &test->simulation;
  if (figure->paper_check != NULL)
    input.paper = test->paper;
  if (figure->needs_load_curve)
    input.load_curve = test->load_curve;
  if (figure->needs_measured)
    input.measured = test->measured;
  return input;
}

GBytes *
test_figure_render (const TestFigure *test, const char *name, DlFigureFormat format,
                    double width_in, double dpi)
{
  const DlFigure *figure = dl_family_figure_find (&dl_family_torus, name);
  const DlFigureInput input = test_figure_input (test, figure);
  g_autoptr (GError) error = NULL;
  GBytes *bytes = dl_figure_render (figure, &input, format, width_in, dpi, &error);

  g_assert_no_error (error);
  g_assert_nonnull (bytes);
  return bytes;
}

TestFigure *
test_figure_new_awkward (void)
{
  const char *const edits[]
      = { "scenario.name=<Müller & \"söhne\"> ]]> 🚀 %s \\", "torus.broken-links=3,0,0:x+", NULL };

  return test_figure_new ("ring-8", edits);
}
