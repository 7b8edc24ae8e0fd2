/* A live run that was not edited says at any cycle what dl_simulate says of a run of so many
 * cycles, number for number: in each family, with each router and way to choose the warm-up, and at
 * any speed. */
#include "dl-edit.h"
#include "dl-live.h"
#include "dl-scenario-file.h"
#include "dl-simulate.h"

#include <math.h>

typedef struct
{
  const char *preset;
  const char *sets[4];
} Case;

static const Case cases[] = {
  { "torus-5x5x5", { "traffic.load=0.3" } },
  { "torus-5x5x5", { "traffic.load=saturated" } },
  { "torus-5x5x5", { "traffic.load=0.2", "simulation.warmup-cycles=1500" } },
  { "ring-8", { "traffic.load=0.9" } },
  { "mesh-8x8", { "traffic.load=0.38" } },
  { "mesh-8x8", { "traffic.pattern=transpose", "traffic.load=0.9", "simulation.warmup-cycles=0" } },
  { "mesh-8x8", { "simulation.warmup-cycles=1000" } },
  { "cascade-2", { "traffic.load=0.2", "dragonfly.chassis=1" } },
  { "fat-tree-16", { "traffic.load=0.6" } },
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

static void
assert_same_number (double a, double b)
{
  if (!isnan (a) || !isnan (b))
    g_assert_cmpfloat (a, ==, b);
}

static void
assert_same_means (const DlBatchMeans *a, const DlBatchMeans *b)
{
  assert_same_number (a->mean, b->mean);
  assert_same_number (a->half_width, b->half_width);
  g_assert_cmpuint (a->n_batches, ==, b->n_batches);
}

static void
assert_same_links (const DlLinkUse *a, const DlLinkUse *b)
{
  g_assert_cmpuint (a->n_links, ==, b->n_links);
  for (guint link = 0; link < a->n_links; link++)
    {
      assert_same_number (a->load[link], b->load[link]);
      assert_same_number (a->stalls[link], b->stalls[link]);
      assert_same_number (a->occupancy[link], b->occupancy[link]);
    }
}

static void
assert_same_latency (const DlLivePicture *seen, const DlSimStats *stats)
{
  assert_same_number (seen->latency_mean, dl_latency_mean (&stats->network));
  assert_same_number (seen->latency_sd, dl_latency_sd (&stats->network));
  assert_same_number (seen->latency_p50, dl_latency_quantile (&stats->network, 0.5));
  assert_same_number (seen->latency_p99, dl_latency_quantile (&stats->network, 0.99));
  assert_same_number (seen->total_latency_mean, dl_latency_mean (&stats->total));
  g_assert_cmpuint (seen->latency.count, ==, stats->network.count);
  g_assert_cmpuint (seen->latency.max, ==, stats->network.max);
  for (guint bin = 0; bin < MIN (seen->latency.n_bins, stats->network.n_bins); bin++)
    g_assert_cmpuint (seen->latency.bins[bin], ==, stats->network.bins[bin]);
}

static void
assert_same (const DlLivePicture *seen, const DlScenario *scenario)
{
  DlSimulateOptions options = dl_simulate_options (scenario);
  g_autoptr (DlSimulation) simulation = NULL;
  g_autoptr (GError) error = NULL;

  options.cycles = seen->cycle;
  options.stop = DL_STOP_CYCLES;
  /* A stated warm-up that is not over would be refused. */
  if (scenario->simulation.warmup_cycles != DL_WARMUP_AUTO
      && scenario->simulation.warmup_cycles >= seen->cycle)
    options.warmup_cycles = DL_WARMUP_AUTO;
  simulation = dl_simulate (scenario, &options, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmphex (seen->digest, ==, simulation->counters.digest);
  g_assert_cmpint (seen->verdict.state, ==, simulation->verdict.state);
  g_assert_cmpint (seen->verdict.reason, ==, simulation->verdict.reason);
  g_assert_cmpuint (seen->verdict.cut, ==, simulation->options.warmup_cycles);
  g_assert_cmpuint (seen->recent_cycles, ==, seen->cycle - simulation->options.warmup_cycles);
  assert_same_means (&seen->verdict.latency, &simulation->verdict.latency);
  assert_same_means (&seen->verdict.throughput, &simulation->verdict.throughput);
  assert_same_number (seen->accepted, simulation->accepted_load);
  assert_same_number (seen->offered, simulation->offered_load);
  assert_same_latency (seen, &simulation->stats);
  assert_same_links (&seen->links, &simulation->links);
  g_assert_cmpmem (seen->age, sizeof seen->age, simulation->measured.age, sizeof seen->age);
  for (guint wait = 0; wait < DL_N_WAITS; wait++)
    assert_same_number (seen->waits[wait], dl_simulation_wait (simulation, wait));
  for (guint node = 0; seen->sources != NULL && node < seen->n_nodes; node++)
    g_assert_cmpuint (seen->sources[node], ==, simulation->stats.sources[node]);
}

static const DlLivePicture *
picture (DlLive *live)
{
  dl_live_sync (live);
  return dl_live_get_picture (live);
}

/* At @speed until @cycle has passed; it stops wherever it is then. */
static void
run_past (DlLive *live, double speed, guint64 cycle)
{
  dl_live_set_speed (live, speed);
  dl_live_run (live);
  while (dl_live_get_picture (live) == NULL || dl_live_get_picture (live)->cycle < cycle)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (500);
  dl_live_pause (live);
}

static void
test_case (gconstpointer data)
{
  g_autoptr (DlScenario) scenario = scenario_of (data);
  g_autoptr (DlSession) session = dl_session_new (NULL);
  g_autoptr (DlLive) live = NULL;

  /* It opens what is there, and that is nothing, in its own time. */
  while (g_main_context_iteration (NULL, FALSE))
    ;
  dl_session_open_new (session, dl_scenario_copy (scenario));
  live = dl_live_new (session);
  dl_live_step (live, 10);
  assert_same (picture (live), scenario);
  dl_live_step (live, 990);
  assert_same (picture (live), scenario);
  run_past (live, 20000, 1700);
  assert_same (picture (live), scenario);
  /* At full speed, much more than a picture's distance. */
  run_past (live, 0, 9000);
  assert_same (picture (live), scenario);
  dl_live_step (live, 1);
  assert_same (picture (live), scenario);
  dl_live_restart (live);
  run_past (live, 0, 2500);
  assert_same (picture (live), scenario);
}

/* A live run goes on where dl_simulate ends, by its precision or by its cycles, and says which
 * cycle that was. */
static void
test_enough (gconstpointer data)
{
  const DlStop stops[] = { DL_STOP_PRECISION, DL_STOP_CYCLES };

  for (guint i = 0; i < G_N_ELEMENTS (stops); i++)
    {
      g_autoptr (DlScenario) scenario = dl_preset_load ("mesh-8x8", NULL);
      g_autoptr (DlSession) session = dl_session_new (NULL);
      g_autoptr (DlSimulation) simulation = NULL;
      g_autoptr (DlLive) live = NULL;
      g_autoptr (GError) error = NULL;
      DlSimulateOptions options;

      scenario->simulation.stop = stops[i];
      scenario->simulation.cycles = 12345;
      options = dl_simulate_options (scenario);
      simulation = dl_simulate (scenario, &options, NULL, &error);
      g_assert_no_error (error);
      g_assert_true ((simulation->cycles < 12345) == (stops[i] == DL_STOP_PRECISION));
      while (g_main_context_iteration (NULL, FALSE))
        ;
      dl_session_open_new (session, dl_scenario_copy (scenario));
      live = dl_live_new (session);
      run_past (live, 0, 20000);
      g_assert_cmpuint (picture (live)->enough_at, ==, simulation->cycles);
      g_assert_true (picture (live)->is_precise == (stops[i] == DL_STOP_PRECISION));
      dl_live_restart (live);
      g_assert_cmpuint (picture (live)->enough_at, ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/live-same/enough", NULL, test_enough);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/live-same/%u-%s", i, cases[i].preset);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
