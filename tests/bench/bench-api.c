/* The C side of bench-python.py: bench-api analyses N | run CYCLES. Prints seconds of processor
 * time of the loop alone. */
#include <dateline.h>

#include <stdio.h>
#include <string.h>
#include <time.h>

/* Prime to the number of cables, so that none is broken twice. */
#define STRIDE 19

static double
seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

static void
analyze (DatelineScenario *scenario, guint n)
{
  g_autoptr (DatelineAnalysis) intact = dateline_analysis_new (scenario, NULL, NULL, NULL);
  DatelineNetwork *network = dateline_analysis_get_network (intact);
  const guint n_cables = dateline_network_get_n_links (network) / 2;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *cable
          = dateline_network_get_link_name (network, 2 * (i * STRIDE % n_cables), NULL);
      g_autoptr (DatelineAnalysis) broken = NULL;

      dateline_scenario_set (scenario, "torus.broken-links", cable, NULL);
      broken = dateline_analysis_new (scenario, intact, NULL, NULL);
      g_assert_cmpfloat (dateline_analysis_get_saturation (broken, NULL), >, 0);
    }
}

static void
simulate (DatelineScenario *scenario, guint64 cycles)
{
  g_autoptr (DatelineSimulation) simulation = dateline_simulation_new (scenario, NULL);

  dateline_simulation_run (simulation, cycles, NULL, NULL, NULL, NULL);
  g_assert_cmpfloat (dateline_simulation_get (simulation, "latency_mean", NULL, NULL), >, 0);
}

int
main (int argc, char **argv)
{
  g_autoptr (DatelineScenario) scenario = dateline_scenario_new_preset ("xt3-11x12x16", NULL);
  guint64 n = 0;
  double start;

  if (argc != 3 || !g_ascii_string_to_unsigned (argv[2], 10, 1, 1000000, &n, NULL))
    {
      fprintf (stderr, "usage: bench-api analyses N | run CYCLES\n");
      return 2;
    }
  start = seconds ();
  if (strcmp (argv[1], "analyses") == 0)
    analyze (scenario, (guint) n);
  else
    simulate (scenario, n);
  printf ("%.6f\n", seconds () - start);
  return 0;
}
