/* Bounds on the time of a program of messages: no run is faster, with each router; and where
 * nothing is in the way of anything, hardly any is slower. */
#include "dl-edit.h"
#include "dl-program-result.h"
#include "dl-scenario-file.h"

#include <math.h>

/* Share of the completion beyond both bounds. */
static double
share_beyond (const char *preset, const char *collective, guint64 bytes)
{
  g_autoptr (DlScenario) scenario = dl_preset_load (preset, NULL);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *size = g_strdup_printf ("%" G_GUINT64_FORMAT, bytes);
  g_autoptr (DlSimulation) run = NULL;
  g_autoptr (GError) error = NULL;
  DlSimulateOptions options;
  DlProgramResult result;
  double share;

  dl_edits_add (edits, DL_EDIT_SET, "traffic.pattern", "program");
  dl_edits_add (edits, DL_EDIT_SET, "traffic.collective", collective);
  dl_edits_add (edits, DL_EDIT_SET, "traffic.bytes", size);
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  options = dl_simulate_options (scenario);
  options.cycles = 10000000;
  run = dl_simulate (scenario, &options, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (dl_program_result_init (&result, scenario, run));
  g_test_message ("%s, %s of %s: %.0f ns, bounds %.0f and %.0f ns", preset, collective, size,
                  result.completion_ns, result.links_ns, result.latency_ns);
  g_assert_false (isnan (result.completion_ns));
  g_assert_cmpfloat (result.links_ns, <=, result.completion_ns);
  g_assert_cmpfloat (result.latency_ns, <=, result.completion_ns);
  share = result.contention;
  dl_program_result_clear (&result);
  return share;
}

static void
test_bounds (void)
{
  static const char *const presets[] = { "ring-8", "fat-tree-16", "generic-33" };
  static const char *const collectives[]
      = { "allreduce-ring", "allreduce-doubling", "alltoall-bruck", "broadcast" };
  static const guint64 sizes[] = { 8, 4000 };

  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    for (guint k = 0; k < G_N_ELEMENTS (collectives); k++)
      for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
        share_beyond (presets[i], collectives[k], sizes[s]);
}

/* A chain of long messages, each alone on its way: what each waits for is its own flits. */
static void
test_chain (void)
{
  g_assert_cmpfloat (share_beyond ("fat-tree-16", "allreduce-ring", 160000), <, 0.05);
  g_assert_cmpfloat (share_beyond ("fat-tree-16", "broadcast", 64000), <, 0.5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/program-bounds/bounds", test_bounds);
  g_test_add_func ("/program-bounds/chain", test_chain);
  return g_test_run ();
}
