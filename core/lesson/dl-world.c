#include "dl-world.h"

#include "dl-sweep.h"

#include <math.h>
#include <string.h>

#define RECENT_CYCLES 5000

static void
world_free (gpointer data)
{
  DlWorld *world = data;

  dl_scenario_free (world->scenario);
  if (world->result != NULL)
    dl_evaluation_unref (world->result);
  g_free (world->source_share);
  g_free (world);
}

static DlWorld *
world_new (const DlScenario *scenario, DlEvaluation *result)
{
  DlWorld *world = g_new0 (DlWorld, 1);

  dl_shared_init (&world->shared, world_free);
  world->scenario = dl_scenario_copy (scenario);
  if (result != NULL && dl_scenario_same_values (result->scenario, scenario))
    {
      world->result = dl_evaluation_ref (result);
      dl_scalars_of_result (&world->scalars, result);
    }
  else
    dl_sweep_result_init (&world->scalars, scenario->family);
  for (guint port = 0; port < G_N_ELEMENTS (world->stalled); port++)
    world->stalled[port] = NAN;
  return world;
}

/* What of all that was delivered came from each. */
static void
take_shares (DlWorld *world, const guint64 *sources, guint n)
{
  guint64 all = 0;

  for (guint i = 0; i < n; i++)
    all += sources[i];
  if (all == 0)
    return;
  world->source_share = g_new (double, n);
  world->n_sources = n;
  for (guint i = 0; i < n; i++)
    world->source_share[i] = (double) sources[i] / all;
}

DlWorld *
dl_world_new (const DlScenario *scenario, DlEvaluation *result, const DlLivePicture *picture)
{
  DlWorld *world = world_new (scenario, result);

  /* While it drains it is still the simulation of the scenario before. */
  if (picture == NULL || picture->draining)
    return world;
  world->simulated = TRUE;
  dl_live_picture_add_scalars (picture, &world->scalars);
  world->cycles = picture->cycle - picture->since;
  world->delivered = picture->delivered;
  memcpy (world->age, picture->age, sizeof world->age);
  memcpy (world->stalled, picture->stalls[DL_STALL_OUTPUT], sizeof world->stalled);
  if (picture->sources != NULL)
    take_shares (world, picture->sources, picture->n_nodes);
  return world;
}

DlWorld *
dl_world_new_simulated (const DlScenario *scenario, DlEvaluation *result,
                        const DlSimulation *simulation)
{
  DlWorld *world = world_new (scenario, result);

  if (simulation == NULL)
    return world;
  world->simulated = TRUE;
  dl_sweep_result_set_simulated (&world->scalars, simulation);
  world->cycles = simulation->cycles;
  world->delivered = simulation->counters.delivered;
  memcpy (world->age, simulation->measured.age, sizeof world->age);
  for (guint port = 0; port < G_N_ELEMENTS (world->stalled); port++)
    world->stalled[port] = dl_simulation_stalled_output (simulation, port);
  if (simulation->stats.sources != NULL)
    take_shares (world, simulation->stats.sources, simulation->plan->n_nodes);
  return world;
}

DlSimulation *
dl_world_simulate (const DlScenario *scenario, DlEvaluation *result, guint64 cycles,
                   GCancellable *cancellable, GError **error)
{
  DlSimulateOptions options = dl_simulate_options (scenario);

  options.cycles = cycles;
  options.stop = DL_STOP_CYCLES;
  options.warmup_cycles = cycles > RECENT_CYCLES ? cycles - RECENT_CYCLES : 0;
  options.threads = 1;
  options.routes = dl_evaluation_routes (result);
  return dl_simulate (scenario, &options, cancellable, error);
}

DlWorld *
dl_world_new_run (const DlScenario *scenario, guint64 cycles, GCancellable *cancellable,
                  GError **error)
{
  DlEvaluation *result = dl_evaluation_new (scenario, 0, NULL, cancellable, error);
  DlSimulation *simulation
      = result != NULL ? dl_world_simulate (scenario, result, cycles, cancellable, error) : NULL;
  DlWorld *world
      = simulation != NULL ? dl_world_new_simulated (scenario, result, simulation) : NULL;

  g_clear_pointer (&simulation, dl_simulation_free);
  g_clear_pointer (&result, dl_evaluation_unref);
  return world;
}
