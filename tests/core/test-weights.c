/* Weighted pairs as a load: in every family the analysis counts each pair by its weight, the
 * simulation sends to each as its weight says, and it has a load, not an end. */
#include "dl-edit.h"
#include "dl-family.h"
#include "dl-simulate.h"

#include <math.h>
#include <string.h>

#define PAIRS "src,dst,bytes\n0,5,3\n0,10,1\n10,15,1\n15,0,2\n15,0,4\n"

static DlScenario *
new_scenario (const char *preset, const char *matrix, GError **error)
{
  g_autoptr (DlScenario) scenario = dl_preset_load (preset, NULL);
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  dl_edits_add (edits, DL_EDIT_SET, "traffic.matrix", matrix);
  dl_edits_add (edits, DL_EDIT_SET, "traffic.pattern", "weights");
  dl_edits_add (edits, DL_EDIT_SET, "traffic.load",
                strcmp (preset, "generic-33") == 0 ? "0.02" : "0.004");
  if (strcmp (preset, "generic-33") == 0) /* one way for each pair */
    {
      dl_edits_add (edits, DL_EDIT_SET, "router.model", "input-queued");
      dl_edits_add (edits, DL_EDIT_SET, "dragonfly.routing", "min");
    }
  return dl_scenario_apply (scenario, edits, NULL, NULL, error) ? g_steal_pointer (&scenario)
                                                                : NULL;
}

/* Hops of all packets: of each pair its weight times its own. */
static void
test_hops (gconstpointer preset)
{
  static const double weights[4][4] = { { 0, 3, 1 }, { 0 }, { 0, 0, 0, 1 }, { 6 } };
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) scenario = new_scenario (preset, PAIRS, &error);
  const DlFamily *family = scenario->family;
  gpointer analysis = family->analyze (scenario, NULL, NULL, NULL, &error);
  double hops = 0, all = 0;
  DlFindings findings;

  g_assert_no_error (error);
  for (guint from = 0; from < 4; from++)
    for (guint to = 0; to < 4; to++)
      if (weights[from][to] > 0)
        {
          DlPairRoute route = { 0 };

          g_assert_true (family->follow (analysis, 5 * from, 5 * to, &route));
          hops += weights[from][to] * route.n_hops;
          all += weights[from][to];
          g_free (route.line);
        }
  family->find (analysis, &findings);
  g_assert_cmpfloat (fabs (findings.hops_mean - hops / all), <, 1e-9);
  g_assert_cmpfloat (findings.peak_load, >=, 3);
  dl_shared_unref (analysis);
}

static void
test_simulated (gconstpointer preset)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) scenario = new_scenario (preset, PAIRS, &error);
  g_autoptr (DlMachinePlan) plan = NULL;
  g_autoptr (DlMachineRun) run = NULL;
  DlMachineState state = { 0 };
  const guint64 *sources;
  double all;

  g_assert_no_error (error);
  g_assert_false (dl_scenario_is_program (scenario));
  plan = dl_scenario_plan (scenario, 1, NULL, NULL, &error);
  g_assert_no_error (error);
  run = dl_machine_run_new (plan);
  dl_machine_run_go (run, 400000);
  dl_machine_run_get_state (run, &state);
  sources = state.stats.sources;
  all = sources[0] + sources[10] + sources[15];
  g_test_message ("%s: %lu %lu %lu of %g", (const char *) preset, (gulong) sources[0],
                  (gulong) sources[10], (gulong) sources[15], all);
  g_assert_cmpuint (sources[5], ==, 0);
  g_assert_cmpfloat (all, ==, state.counters.delivered);
  g_assert_cmpfloat (all, >, 1000);
  /* Shares of 4, 1 and 6 of 11, within five deviations. */
  g_assert_cmpfloat (fabs (sources[0] - all * 4 / 11), <, 5 * sqrt (all * 4 / 11));
  g_assert_cmpfloat (fabs (sources[10] - all / 11), <, 5 * sqrt (all / 11));
  g_assert_cmpfloat (fabs (sources[15] - all * 6 / 11), <, 5 * sqrt (all * 6 / 11));
  dl_machine_state_clear (&state);
}

static void
test_refused (void)
{
  g_autoptr (GError) error = NULL, none = NULL;

  g_assert_null (new_scenario ("torus-5x5x5", "src,dst,bytes\n0,1,0.5\n1,0,2\n", &error));
  g_assert_nonnull (strstr (error->message, "whole numbers"));
  g_assert_null (new_scenario ("torus-5x5x5", "", &none));
  g_assert_nonnull (strstr (none->message, "traffic.matrix"));
}

int
main (int argc, char *argv[])
{
  static const char *const presets[] = { "torus-5x5x5", "generic-33", "fat-tree-16" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    {
      g_autofree char *hops = g_strdup_printf ("/weights/hops/%s", presets[i]);
      g_autofree char *simulated = g_strdup_printf ("/weights/simulated/%s", presets[i]);

      g_test_add_data_func (hops, presets[i], test_hops);
      g_test_add_data_func (simulated, presets[i], test_simulated);
    }
  g_test_add_func ("/weights/refused", test_refused);
  return g_test_run ();
}
