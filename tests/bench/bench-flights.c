/* Cost of listing the packets in flight, beside simulating: for toys as shipped and saturated, as
 * often as a live simulation sends pictures. Prints Markdown; asserts no time. --quick only runs
 * everything once, shortly. */
#include "dl-field.h"
#include "dl-flights.h"
#include "dl-preset.h"
#include "dl-simulate.h"

#include <stdio.h>
#include <string.h>

#define PICTURES_A_SECOND 30

/* Microseconds of a cycle and of a look, at the same state. */
static void
measure (DlMachineRun *run, guint n_cycles, guint n_looks, double *cycle_us, double *look_us)
{
  g_autoptr (GArray) flights = g_array_new (FALSE, FALSE, sizeof (DlFlight));
  gint64 begin = g_get_monotonic_time ();

  dl_machine_run_go (run, n_cycles);
  *cycle_us = (g_get_monotonic_time () - begin) / (double) n_cycles;
  begin = g_get_monotonic_time ();
  for (guint i = 0; i < n_looks; i++)
    dl_machine_run_get_flights (run, flights);
  *look_us = (g_get_monotonic_time () - begin) / (double) n_looks;
}

static void
measure_toy (const DlToy *toy, gboolean saturated, gboolean quick)
{
  g_autoptr (DlScenario) scenario = dl_toy_new_scenario (toy, NULL);
  g_autoptr (GArray) flights = g_array_new (FALSE, FALSE, sizeof (DlFlight));
  double cycle_us, look_us;

  if (saturated)
    dl_field_set (dl_field_find_name ("traffic.load"), scenario, "saturated", NULL);
  g_autoptr (DlMachinePlan) plan = dl_scenario_plan (scenario, scenario->seed, NULL, NULL, NULL);
  g_autoptr (DlMachineRun) run = dl_machine_run_new (plan);

  dl_machine_run_go (run, quick ? 100 : 5000);
  measure (run, quick ? 100 : 100000, quick ? 3 : 2000, &cycle_us, &look_us);
  dl_machine_run_get_flights (run, flights);
  printf ("| %s, %s | %u | %.2f | %.1f | %.1f | %.2f %% |\n", scenario->name,
          saturated ? "saturated" : toy->load, flights->len, cycle_us, look_us, look_us / cycle_us,
          100 * PICTURES_A_SECOND * look_us * 1e-6);
}

int
main (int argc, char **argv)
{
  const gboolean quick = argc > 1 && strcmp (argv[1], "--quick") == 0;
  guint n;
  const DlToy *toys = dl_toys (&n);

  printf (
      "| toy, load | packets | µs a cycle | µs a look | a look in cycles | time of a run that is "
      "watched |\n|---|---|---|---|---|---|\n");
  for (guint i = 0; i < n; i++)
    for (guint saturated = 0; saturated < 2; saturated++)
      measure_toy (&toys[i], saturated, quick);
  return 0;
}
