/* The loads of a torus before and after one of its cables breaks, and whether it can deadlock. */
#include <dateline.h>

int
main (void)
{
  const char *const cables[] = { "", "1,2,2:x+" };
  g_autoptr (DatelineAnalysis) analysis = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (DatelineScenario) scenario = dateline_scenario_new_preset ("torus-5x5x5", &error);

  for (guint i = 0; scenario != NULL && i < G_N_ELEMENTS (cables); i++)
    {
      if (!dateline_scenario_set (scenario, "torus.broken-links", cables[i], &error))
        break;
      g_clear_object (&analysis);
      analysis = dateline_analysis_new (scenario, NULL, NULL, &error);
      if (analysis == NULL)
        break;
      g_print ("broken: %s\n", *cables[i] != '\0' ? cables[i] : "none");
      g_print ("mean_hops: %.17g\n", dateline_analysis_get (analysis, "mean_hops", NULL));
      g_print ("max_load_x: %.17g\n", dateline_analysis_get (analysis, "max_load_x", NULL));
      g_print ("deadlock_free: %s\n",
               dateline_analysis_is_deadlock_free (analysis) ? "true" : "false");
    }
  if (error != NULL)
    g_printerr ("%s\n", error->message);
  return error != NULL ? 1 : 0;
}
