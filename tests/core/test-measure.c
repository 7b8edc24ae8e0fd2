/* The table of measures: each is the figure that it is called after, looked up here by hand; none
 * where there is none; what people read. */
#include "dl-edit.h"
#include "dl-evaluate.h"
#include "dl-measure.h"

#include <locale.h>
#include <math.h>
#include <string.h>

/* Their places in dl_families. */
enum
{
  TORUS,
  DRAGONFLY
};

static DlScenario *
make (const char *const *settings)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  DlScenario *scenario = dl_scenario_new ();
  g_autoptr (GError) error = NULL;

  for (; *settings != NULL; settings += 2)
    dl_edits_add (edits, DL_EDIT_SET, settings[0], settings[1]);
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  return scenario;
}

#define MAKE(...) make ((const char *const[]) { __VA_ARGS__, NULL })

static DlScenario *
make_torus (void)
{
  return MAKE ("torus.radix", "4;3;2", "torus.broken-links", "1,1,1:x+", "traffic.load", "0.3",
               "simulation.cycles", "900", "simulation.warmup-cycles", "100");
}

static DlScenario *
make_dragonfly (void)
{
  return MAKE ("scenario.kind", "dragonfly", "dragonfly.shape", "generic", "dragonfly.groups", "5",
               "dragonfly.routers-per-group", "4", "dragonfly.nodes-per-router", "2",
               "dragonfly.global-per-router", "1", "dragonfly.routing", "valiant", "traffic.load",
               "0.2", "simulation.cycles", "900", "simulation.warmup-cycles", "100");
}

typedef struct
{
  const char *id;
  double value;
} Expected;

static void
check (const DlSweepResult *result, const Expected *expected, guint n)
{
  guint n_measures;
  g_autofree const DlMeasure **measures = dl_measures (result->family, &n_measures);

  g_assert_cmpuint (n_measures, ==, n);
  for (guint i = 0; i < n; i++)
    {
      const double value = dl_measure_get (measures[i], result);

      g_assert_cmpstr (measures[i]->id, ==, expected[i].id);
      g_assert_true (dl_measure_find (expected[i].id) == measures[i]);
      if (!(value == expected[i].value || (isnan (value) && isnan (expected[i].value))))
        g_error ("%s is %g, not %g", expected[i].id, value, expected[i].value);
    }
}

/* A value that only a run has. */
#define SIM(value) (run != NULL ? (value) : NAN)

static void
check_torus (const DlSweepResult *result, const DlTorusAnalysis *analysis, const DlSimulation *run)
{
  const DlLatency *latency = run != NULL ? &run->stats.network : NULL;
  const DlTorusDimensionStats *dims = analysis->dims;
  const Expected expected[] = {
    { "offered_load", SIM (run->offered_load) },
    { "accepted_load", SIM (run->accepted_load) },
    { "latency_mean", SIM (dl_latency_mean (latency)) },
    { "latency_sd", SIM (dl_latency_sd (latency)) },
    { "latency_p50", SIM (dl_latency_quantile (latency, .5)) },
    { "latency_p99", SIM (dl_latency_quantile (latency, .99)) },
    { "latency_max", SIM (latency->max) },
    { "total_latency_mean", SIM (dl_latency_mean (&run->stats.total)) },
    { "completion_ns", NAN },
    { "algorithm_bandwidth_GBps", NAN },
    { "bus_bandwidth_GBps", NAN },
    { "contention_share", NAN },
    { "settled", SIM (run->verdict.state == DL_SIM_CONVERGED) },
    { "warmup_cycles", SIM (run->options.warmup_cycles) },
    { "deadlocked", SIM (run->deadlock != NULL) },
    { "cycles", SIM (run->cycles) },
    { "pairs", analysis->pairs },
    { "unreachable_pairs", analysis->unreachable_pairs },
    { "illegal_pairs", analysis->illegal_pairs },
    { "dropped_pairs", analysis->dropped_pairs },
    { "mean_hops", analysis->hops_mean },
    { "deadlock_free", analysis->verdict->deadlock_free },
    { "vc_balance_mean_x", dims[0].balance_mean },
    { "vc_balance_mean_y", dims[1].balance_mean },
    { "vc_balance_mean_z", dims[2].balance_mean },
    { "max_load_x", dims[0].load_max },
    { "max_load_y", dims[1].load_max },
    { "max_load_z", dims[2].load_max },
  };

  check (result, expected, G_N_ELEMENTS (expected));
}

static void
check_dragonfly (const DlSweepResult *result, const DlDragonflyAnalysis *analysis,
                 const DlSimulation *run)
{
  const DlLatency *latency = run != NULL ? &run->stats.network : NULL;
  const DlSimCounters *measured = run != NULL ? &run->measured : NULL;
  const Expected expected[] = {
    { "offered_load", SIM (run->offered_load) },
    { "accepted_load", SIM (run->accepted_load) },
    { "latency_mean", SIM (dl_latency_mean (latency)) },
    { "latency_sd", SIM (dl_latency_sd (latency)) },
    { "latency_p50", SIM (dl_latency_quantile (latency, .5)) },
    { "latency_p99", SIM (dl_latency_quantile (latency, .99)) },
    { "latency_max", SIM (latency->max) },
    { "total_latency_mean", SIM (dl_latency_mean (&run->stats.total)) },
    { "minimal_share",
      SIM (measured->minimal / ((double) measured->minimal + measured->nonminimal)) },
    { "bandwidth_GBps_per_node", SIM (dl_simulation_bandwidth_GBps (run)) },
    { "completion_ns", NAN },
    { "algorithm_bandwidth_GBps", NAN },
    { "bus_bandwidth_GBps", NAN },
    { "contention_share", NAN },
    { "settled", SIM (run->verdict.state == DL_SIM_CONVERGED) },
    { "warmup_cycles", SIM (run->options.warmup_cycles) },
    { "cycles", SIM (run->cycles) },
    { "pairs", analysis->pairs },
    { "unreachable_pairs", analysis->unreachable_pairs },
    { "mean_hops", analysis->hops_mean },
    { "deadlock_free", analysis->verdict->deadlock_free },
    { "bound_load", analysis->bound_load },
    { "max_load_green", analysis->classes[DL_LINK_GREEN].load_max },
    { "max_load_black", analysis->classes[DL_LINK_BLACK].load_max },
    { "max_load_blue", analysis->classes[DL_LINK_BLUE].load_max },
  };

  check (result, expected, G_N_ELEMENTS (expected));
}

static void
test_values (gconstpointer data)
{
  g_autoptr (DlScenario) scenario
      = GPOINTER_TO_INT (data) == TORUS ? make_torus () : make_dragonfly ();
  const DlSimulateOptions options = dl_simulate_options (scenario);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlEvaluation) state = dl_evaluation_new (scenario, 0, NULL, NULL, &error);
  g_autoptr (DlSimulation) run = NULL;
  DlSweepResult result;

  g_assert_no_error (error);
  dl_sweep_result_init (&result, scenario->family);
  result.found = state->findings;
  if (dl_evaluation_torus (state) != NULL)
    check_torus (&result, dl_evaluation_torus (state), NULL);
  else
    check_dragonfly (&result, dl_evaluation_dragonfly (state), NULL);

  run = dl_simulate (scenario, &options, NULL, &error);
  g_assert_no_error (error);
  dl_sweep_result_set_simulated (&result, scenario, run);
  g_assert_cmpuint (result.seed, ==, scenario->seed);
  if (dl_evaluation_torus (state) != NULL)
    check_torus (&result, dl_evaluation_torus (state), run);
  else
    check_dragonfly (&result, dl_evaluation_dragonfly (state), run);
}

static void
test_table (void)
{
  g_autoptr (GHashTable) titles = g_hash_table_new (g_str_hash, g_str_equal);
  gboolean is_static = FALSE;
  DlSweepResult result;
  guint n, n_families;
  const DlMeasure *table = dl_measure_table (&n);
  const DlFamily *const *families = dl_families (&n_families);

  g_assert_null (dl_measure_find ("latency"));
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (dl_measure_find (table[i].id) == &table[i]);
      g_assert_true (g_hash_table_add (titles, (gpointer) table[i].title));
      /* Simulated measures come first. */
      g_assert_false (is_static && table[i].simulated);
      is_static = !table[i].simulated;
      for (guint f = 0; f < n_families; f++)
        {
          dl_sweep_result_init (&result, families[f]);
          if (table[i].simulated || !dl_measure_is_for (&table[i], families[f]))
            g_assert_true (isnan (dl_measure_get (&table[i], &result)));
        }
    }
}

static void
test_unit (void)
{
  g_autoptr (DlScenario) torus = make_torus ();
  g_autoptr (DlScenario) generic = make_dragonfly ();
  g_autoptr (DlScenario) aries = MAKE ("scenario.kind", "dragonfly");
  const DlMeasure *load = dl_measure_find ("accepted_load");

  g_assert_cmpstr (dl_measure_unit (load, torus), ==, "flits/node/cycle");
  g_assert_cmpstr (dl_measure_unit (load, generic), ==, "flits/node/cycle");
  g_assert_cmpstr (dl_measure_unit (load, aries), ==, "of 10 GB/s of payload per node");
  g_assert_cmpstr (dl_measure_unit (dl_measure_find ("latency_p50"), aries), ==, "cycles");
  g_assert_null (dl_measure_unit (dl_measure_find ("pairs"), torus));
}

static void
test_format (void)
{
  static const struct
  {
    const char *id;
    double value;
    const char *text;
  } cases[] = {
    { "pairs", 4458432, "4458432" },
    { "pairs", 0, "0" },
    { "pairs", 2.5, "2.500" },
    { "pairs", NAN, "–" },
    { "deadlocked", 0, "no" },
    { "deadlocked", 1, "yes" },
    { "deadlocked", .25, "25.0%" },
    { "minimal_share", .3126, "31.3%" },
    { "minimal_share", 1, "100.0%" },
    { "latency_mean", 1234.5, "1234" },
    { "latency_mean", 123.45, "123.5" },
    { "latency_mean", 2880, "2880" },
    { "accepted_load", .33333, "0.3333" },
    { "accepted_load", .00001234, "1.23e-05" },
    { "accepted_load", -.5, "-0.5000" },
    { "bound_load", INFINITY, "∞" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = dl_measure_format (dl_measure_find (cases[i].id), cases[i].value);
      g_autofree char *plain
          = dl_measure_format_plain (dl_measure_find (cases[i].id), cases[i].value);

      g_assert_cmpstr (text, ==, cases[i].text);
      g_assert_cmpstr (plain, ==, cases[i].text);
    }
}

static void
test_interval (void)
{
  static const struct
  {
    const char *id;
    double mean, reach;
    const char *text;
  } cases[] = {
    { "latency_mean", 148.04, 6.77, "148.0 ± 6.8" },
    { "latency_mean", 148.04, NAN, "148.0" },
    { "latency_mean", 2148.6, .2, "2149 ± 0" },
    { "accepted_load", .33333, .00114, "0.3333 ± 0.0011" },
    { "minimal_share", .5, .031, "50.0% ± 3.1" },
    { "deadlocked", 1, 0, "yes" },
    { "cycles", 5000, 0, "5000 ± 0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = dl_measure_format_interval (dl_measure_find (cases[i].id),
                                                          cases[i].mean, cases[i].reach, TRUE);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

int
main (int argc, char **argv)
{
  g_setenv ("LC_ALL", "C.UTF-8", TRUE);
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/measure/torus", GINT_TO_POINTER (TORUS), test_values);
  g_test_add_data_func ("/measure/dragonfly", GINT_TO_POINTER (DRAGONFLY), test_values);
  g_test_add_func ("/measure/table", test_table);
  g_test_add_func ("/measure/unit", test_unit);
  g_test_add_func ("/measure/format", test_format);
  g_test_add_func ("/measure/interval", test_interval);
  return g_test_run ();
}
