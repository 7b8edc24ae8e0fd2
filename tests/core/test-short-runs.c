/* Short runs with a given warm-up say on average what long ones say, with each router: packets
 * count when they are delivered after it, whenever they were created. */
#include "dl-edit.h"
#include "dl-scenario-file.h"
#include "dl-simulate.h"
#include "test-rounds.h"

#include <math.h>

typedef struct
{
  const char *preset;
  const char *sets[3];
  guint64 warmup, cycles; /* of the short runs */
  guint n;
  guint64 long_cycles; /* 0: the mean is known */
  double known;
} Case;

/* The mean of mesh-8x8 is of 60 runs of 160,000 cycles; BookSim 2 has 46.62. */
static const Case cases[] = {
  { "mesh-8x8", { "traffic.load=0.38" }, 1000, 2000, 200, 0, 46.63 },
  { "torus-5x5x5", { "traffic.load=0.25" }, 1500, 2000, 40, 40000, 0 },
  { "cascade-2", { "traffic.load=0.05", "dragonfly.chassis=1" }, 2000, 2300, 16, 15000, 0 },
  { "fat-tree-16", { "traffic.load=0.5" }, 1000, 1200, 150, 80000, 0 },
};

static DlScenario *
scenario_of (const Case *it)
{
  DlScenario *scenario = dl_preset_load (it->preset, NULL);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; it->sets[i] != NULL; i++)
    dl_edits_parse_assignment (edits, it->sets[i], &error);
  g_assert_no_error (error);
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  return scenario;
}

static double
latency_of (const DlScenario *scenario, guint64 seed, guint64 warmup, guint64 cycles)
{
  DlSimulateOptions options = dl_simulate_options (scenario);
  g_autoptr (DlSimulation) run = NULL;
  g_autoptr (GError) error = NULL;

  options.seed = seed;
  options.warmup_cycles = warmup;
  options.cycles = cycles;
  options.stop = DL_STOP_CYCLES;
  run = dl_simulate (scenario, &options, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (run->options.warmup_cycles, ==, warmup);
  return dl_latency_mean (&run->stats.total);
}

static void
test_case (gconstpointer data)
{
  const Case *it = data;
  const guint n = TEST_SANITIZED ? it->n / 5 : it->n;
  g_autoptr (DlScenario) scenario = scenario_of (it);
  g_autofree double *means = g_new (double, n);
  double mean, reach, wanted = it->known;

  for (guint i = 0; i < n; i++)
    means[i] = latency_of (scenario, 1 + i, it->warmup, it->cycles);
  dl_mean_interval (means, n, &mean, &reach);
  if (it->long_cycles > 0)
    wanted = latency_of (scenario, 1000, it->long_cycles / 6, it->long_cycles);
  g_test_message ("%s: %.2f +- %.2f for %.2f", it->preset, mean, reach, wanted);
  /* Twice the interval is four standard errors. */
  g_assert_cmpfloat (fabs (mean - wanted), <=, 2 * reach);
  if (it->known > 0 && !TEST_SANITIZED)
    g_assert_cmpfloat_with_epsilon (mean, wanted, 0.003 * wanted);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/short-runs/", cases[i].preset, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
