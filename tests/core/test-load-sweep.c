/* The sweep behind latency against load: its bound and loads, and the curves of hand-made results.
 */
#include "dl-edit.h"
#include "dl-evaluate.h"
#include "dl-load-sweep.h"
#include "dl-torus-plan.h"

#include <math.h>

static DlScenario *
scenario_with (const char *const *settings)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  DlScenario *scenario = dl_scenario_new ();
  g_autoptr (GError) error = NULL;

  for (; *settings != NULL; settings++)
    dl_edits_parse_assignment (edits, *settings, &error);
  g_assert_no_error (error);
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  return scenario;
}

#define SCENARIO(...) scenario_with ((const char *const[]) { __VA_ARGS__, NULL })

static void
test_bound (void)
{
  static const struct
  {
    const char *settings[5];
    double bound;
  } cases[] = {
    /* A processor takes 5/12, which is less than what the links carry. */
    { { "torus.radix=11;12;16" }, 0.416667 },
    { { "torus.radix=11;12;16", "router.ejection-rate=0.2" }, 0.2 },
    /* All of the others' packets come to one. */
    { { "torus.radix=4;3;2", "traffic.pattern=all-to-one", "traffic.target=0,0,0" },
      0.416667 / 24 },
    /* One flow each, two hops each way along a ring of five: two flows a link. */
    { { "torus.radix=5;1;1", "traffic.pattern=tornado", "router.ejection-rate=1" }, 0.5 },
    { { "torus.radix=1;1;1" }, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DlScenario) scenario = scenario_with (cases[i].settings);
      g_autoptr (DlTorusAnalysis) analysis = dl_torus_evaluate (scenario, NULL, NULL);
      g_assert_cmpfloat_with_epsilon (dl_torus_load_bound (scenario, analysis), cases[i].bound,
                                      1e-6);
    }
}

/* By hand: what a single load of 1 would put on each link and each processor. */
static void
test_bound_by_flows (void)
{
  static const char *const patterns[]
      = { "uniform",        "nearest-neighbor", "transpose",
          "bit-complement", "tornado",          "random-permutation" };

  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    {
      g_autofree char *pattern = g_strconcat ("traffic.pattern=", patterns[i], NULL);
      g_autoptr (DlScenario) scenario = SCENARIO ("torus.radix=4;4;3", pattern);
      g_autoptr (DlTorusAnalysis) analysis = dl_torus_evaluate (scenario, NULL, NULL);
      g_autoptr (DlDemand) demand = dl_torus_demand (scenario, analysis->network);
      double in[48] = { 0 }, sent = 0, busiest = 0, most = 0;

      for (guint a = 0; demand->uniform && a < 48; a++)
        for (guint b = 0; b < 48; b++)
          if (a != b)
            {
              in[b]++;
              sent++;
            }
      for (guint f = 0; !demand->uniform && f < demand->flows->len; f++)
        {
          in[g_array_index (demand->flows, DlFlow, f).dest]++;
          sent++;
        }
      for (guint node = 0; node < 48; node++)
        most = MAX (most, in[node]);
      for (guint link = 0; link < analysis->network->n_links; link++)
        busiest = MAX (busiest, dl_torus_analysis_link_load (analysis, link));
      g_assert_cmpfloat_with_epsilon (
          dl_torus_load_bound (scenario, analysis),
          MIN (1, MIN (sent / 48 / busiest, 0.416667 / (most / (sent / 48)))), 1e-12);
    }
}

static double
value (const DlSweepSpec *spec, guint point)
{
  return g_ascii_strtod (dl_sweep_value (spec, point, 0), NULL);
}

static void
test_spec (void)
{
  static const char *const rates[] = {
    "router.ejection-rate=1",    "router.ejection-rate=0.416667", "router.ejection-rate=0.1",
    "router.ejection-rate=0.03", "router.ejection-rate=0.3333",   "router.ejection-rate=0.22"
  };

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    {
      const gboolean mixed = i % 2 == 1;
      const DlLoadSweepOptions options = { .n_seeds = 2, .cycles = 3000 };
      g_autoptr (DlScenario) scenario = SCENARIO (
          "torus.radix=4;3;2", rates[i],
          mixed ? "router.age-rr-select=0xff" : "router.age-rr-select=0", "traffic.load=saturated");
      g_autoptr (DlEvaluation) result = dl_evaluation_new (scenario, 0, NULL, NULL, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (DlSweepSpec) spec = dl_load_sweep_new (result, &options, NULL, &error);
      const double bound = dl_torus_load_bound (scenario, dl_evaluation_torus (result));
      const guint n = dl_sweep_n_points (spec), a_load = mixed ? 6 : 4;

      g_assert_no_error (error);
      g_assert_cmpuint (n % a_load, ==, 0);
      g_assert_cmpuint (n / a_load, >=, 6);
      g_assert_cmpuint (n / a_load, <=, 12);
      g_assert_cmpfloat (value (spec, 0), >, 0);
      g_assert_cmpfloat (value (spec, n - 1), >=, bound - 1e-9);
      g_assert_cmpfloat (value (spec, n - 1), <=, 1);
      if (n / a_load > 1)
        g_assert_cmpfloat (value (spec, n - 1 - a_load), <, bound);
      for (guint point = 0; point + a_load < n; point++)
        g_assert_cmpfloat (value (spec, point + a_load), >, value (spec, point));
      g_assert_cmpuint (spec->scenario->simulation.cycles, ==, 3000);
      g_assert_cmpuint (spec->scenario->simulation.warmup_cycles, ==, DL_WARMUP_AUTO);
      g_assert_cmpint (spec->scenario->simulation.stop, ==, DL_STOP_PRECISION);
    }
}

static void
test_program (void)
{
  g_autoptr (DlScenario) scenario
      = SCENARIO ("torus.radix=4;4;2", "traffic.pattern=allreduce", "traffic.message-bytes=64");
  const DlLoadSweepOptions options = dl_load_sweep_options_for (scenario);
  g_autoptr (DlEvaluation) result = dl_evaluation_new (scenario, 0, NULL, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (dl_load_sweep_new (result, &options, NULL, &error));
  g_assert_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT);
}

/* Curves --------------------------------------------------------------------------------------- */

static DlSweepSpec *
curve_spec (guint n_seeds)
{
  const DlLoadSweepOptions options = { .n_seeds = n_seeds, .cycles = 3000 };
  g_autoptr (DlScenario) scenario = SCENARIO ("torus.radix=4;3;2");
  g_autoptr (DlEvaluation) result = dl_evaluation_new (scenario, 0, NULL, NULL, NULL);

  return dl_load_sweep_new (result, &options, NULL, NULL);
}

static void
add (GArray *results, const DlSweepSpec *spec, guint load, guint series, guint seed, double share,
     DlSimState state)
{
  const guint point = (load * 2 + series) * spec->n_seeds + seed;
  const double offered = value (spec, point);
  DlSweepResult result;

  dl_sweep_result_init (&result, spec->scenario->family);
  result.point = point;
  result.cycles = 1000 + load;
  result.warmup_cycles = 100;
  result.offered = offered;
  result.accepted = offered * share;
  result.latency_mean = 100 + 10 * load + seed;
  result.latency_half = 7;
  result.latency_p99 = 300;
  result.total_latency_mean = 200;
  result.state = state;
  result.converged = state == DL_SIM_CONVERGED;

  g_array_append_val (results, result);
}

static const DlLoadPoint *
at (const DlLoadCurve *curve, guint series, guint point)
{
  return &g_array_index (curve->series[series].points, DlLoadPoint, point);
}

static void
test_curve (void)
{
  g_autoptr (DlSweepSpec) spec = curve_spec (3);
  g_autoptr (GArray) results = g_array_new (FALSE, FALSE, sizeof (DlSweepResult));
  g_autoptr (DlLoadCurve) empty = dl_load_curve_new (spec, results);
  g_autoptr (DlLoadCurve) curve = NULL;

  g_assert_cmpuint (empty->n_series, ==, 2);
  g_assert_cmpuint (empty->series[0].points->len, ==, 0);
  g_assert_true (isnan (empty->series[0].saturation));
  g_assert_cmpuint (empty->n_all_runs, ==, dl_sweep_n_points (spec));
  g_assert_cmpfloat (empty->max_load, ==, value (spec, dl_sweep_n_points (spec) - 1));

  /* In no order, some not there yet. */
  for (guint seed = 3; seed-- > 0;)
    for (guint load = 6; load-- > 0;)
      {
        /* Round robin accepts less from the fifth on; one run of the second has not converged. */
        add (results, spec, load, 0, seed, load >= 4 ? 0.96 : 0.98,
             load != 1 || seed != 1 ? DL_SIM_CONVERGED : DL_SIM_NOT_CONVERGED);
        /* By age: the last but one has not converged, the last is saturated. */
        if (load != 2 && (load != 0 || seed == 2))
          add (results, spec, load, 1, seed, 1,
               load == 5   ? DL_SIM_SATURATED
               : load == 4 ? DL_SIM_NOT_CONVERGED
                           : DL_SIM_CONVERGED);
      }
  curve = dl_load_curve_new (spec, results);
  g_assert_cmpuint (curve->n_runs, ==, results->len);
  g_assert_cmpstr (curve->series[0].value, ==, "0x0");
  g_assert_cmpstr (curve->series[1].value, ==, "0xffffffffffffffff");
  g_assert_cmpuint (curve->series[0].points->len, ==, 6);
  g_assert_cmpuint (curve->series[1].points->len, ==, 5);
  for (guint i = 0; i < 6; i++)
    {
      const DlLoadPoint *point = at (curve, 0, i);

      g_assert_cmpfloat (point->load, ==, value (spec, i * 6));
      g_assert_cmpuint (point->n_runs, ==, 3);
      g_assert_cmpint (dl_load_point_converged (point), ==, i != 1);
      g_assert_cmpint (point->reason, ==, i == 1 ? DL_SIM_REASON_RUNS_DIFFER : DL_SIM_REASON_NONE);
      g_assert_cmpuint (point->n_in[DL_SIM_CONVERGED], ==, i == 1 ? 2 : 3);
      g_assert_cmpfloat (point->cycles, ==, 1000 + i);
      g_assert_cmpfloat (point->warmup_cycles, ==, 100);
      g_assert_cmpfloat_with_epsilon (point->latency, 101 + 10 * i, 1e-9);
      /* 100, 101, 102: deviation 1, and t for two degrees of freedom. */
      g_assert_cmpfloat_with_epsilon (point->latency_reach, 4.303 / sqrt (3), 1e-9);
      g_assert_cmpfloat (point->latency_min, ==, 100 + 10 * i);
      g_assert_cmpfloat (point->latency_max, ==, 102 + 10 * i);
      g_assert_cmpfloat_with_epsilon (point->accepted_reach, 0, 1e-9);
    }
  g_assert_cmpuint (at (curve, 1, 0)->n_runs, ==, 1);
  /* A single run has an interval of its own. */
  g_assert_cmpfloat (at (curve, 1, 0)->latency_reach, ==, 7);
  g_assert_true (isnan (at (curve, 1, 0)->accepted_reach));
  g_assert_cmpint (at (curve, 1, 3)->state, ==, DL_SIM_NOT_CONVERGED);
  g_assert_cmpint (at (curve, 1, 4)->state, ==, DL_SIM_SATURATED);
  g_assert_cmpfloat (at (curve, 1, 1)->load, ==, value (spec, 6));
  g_assert_cmpfloat (at (curve, 1, 2)->load, ==, value (spec, 18));
  g_assert_cmpfloat (curve->series[0].saturation, ==, value (spec, 4 * 6));
  g_assert_cmpfloat (curve->series[1].saturation, ==, value (spec, 5 * 6));
  g_assert_cmpfloat (curve->series[0].carried, ==, value (spec, 3 * 6));
  g_assert_cmpfloat (curve->series[1].carried, ==, value (spec, 4 * 6));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/load-sweep/bound", test_bound);
  g_test_add_func ("/load-sweep/bound-by-flows", test_bound_by_flows);
  g_test_add_func ("/load-sweep/spec", test_spec);
  g_test_add_func ("/load-sweep/program", test_program);
  g_test_add_func ("/load-sweep/curve", test_curve);
  return g_test_run ();
}
