/* Analyzes the XT3 before and after a cable breaks, and simulates a ring:
 *
 *     cc example.c $(pkg-config --cflags --libs dateline-1)
 */
#include <dateline.h>

static gboolean
compare (GError **error)
{
  g_autoptr (DatelineScenario) xt3 = dateline_scenario_new_preset ("xt3-11x12x16", error);
  g_autoptr (DatelineAnalysis) intact = NULL, broken = NULL;

  if (xt3 != NULL)
    intact = dateline_analysis_new (xt3, NULL, NULL, error);
  if (intact != NULL && dateline_scenario_set (xt3, "torus.broken-links", "3,4,5:z+", error))
    broken = dateline_analysis_new (xt3, intact, NULL, error);
  if (broken == NULL)
    return FALSE;
  g_print ("saturation load: %.4f, with a broken cable %.4f\n",
           dateline_analysis_get_saturation (intact, NULL),
           dateline_analysis_get_saturation (broken, NULL));
  return TRUE;
}

static gboolean
simulate (GError **error)
{
  g_autoptr (DatelineScenario) ring = dateline_scenario_new_preset ("ring-8", error);
  g_autoptr (DatelineSimulation) run = NULL;
  double latency, half_width;

  if (ring != NULL)
    run = dateline_simulation_new (ring, error);
  if (run == NULL || !dateline_simulation_run (run, 20000, NULL, NULL, NULL, error))
    return FALSE;
  latency = dateline_simulation_get (run, "latency_mean", &half_width, NULL);
  g_print ("mean latency: %.1f cycles, 95%% within %.1f of it\n", latency, half_width);
  return TRUE;
}

int
main (void)
{
  g_autoptr (GError) error = NULL;

  if (compare (&error) && simulate (&error))
    return 0;
  g_printerr ("%s\n", error->message);
  return 1;
}
