/* The state of a simulation as one block of memory (dl-sim-image.h). Not in it: the plan's values,
 * and values found again in each window. */
#include "dl-aries-private.h"
#include "dl-sim-image.h"

static void
walk_packets (DlAriesBlock *block, DlSimWalk *walk)
{
  guint32 n = block->n_used;

  dl_sim_walk_value (walk, &n);
  if (dl_sim_walk_loads (walk))
    dl_aries_packets_use (block, n);
  dl_sim_walk_value (walk, &block->free_packet);
  dl_sim_walk_bytes (walk, block->packets, n * sizeof *block->packets);
}

static void
walk_ports (DlAries *sim, DlSimWalk *walk)
{
  const gsize n_vcs = (gsize) sim->n_ports * DL_ARIES_SIM_VCS;

  dl_sim_walk_bytes (walk, sim->routers, sim->dragonfly->n_routers * sizeof *sim->routers);
  dl_sim_walk_bytes (walk, sim->ports, sim->n_ports * sizeof *sim->ports);
  /* Few virtual channels are in use. */
  dl_sim_walk_sparse (walk, sim->outgoing, n_vcs * (1 + sim->words) * sizeof *sim->outgoing);
  dl_sim_walk_sparse (walk, sim->queues, n_vcs * sizeof *sim->queues);
}

static void
walk_nodes (DlAries *sim, DlSimWalk *walk)
{
  for (guint node = 0; node < sim->dragonfly->n_nodes; node++)
    {
      DlAriesNode *state = &sim->nodes[node];
      DlSimBirths births = state->births;

      dl_sim_walk_value (walk, state);
      dl_sim_births_walk (&births, walk);
      state->births = births;
    }
}

/* An image may have other routes than @sim: the ports kept for routes are found again then. */
static void
walk_plan (DlAries *sim, DlSimWalk *walk)
{
  dl_sim_walk_object (walk, (gpointer *) &sim->plan);
  if (!dl_sim_walk_loads (walk))
    return;
  dl_aries_take_rates (sim);
  if (sim->routes == sim->plan->options.routes)
    return;
  sim->routes = sim->plan->options.routes;
  sim->dragonfly = sim->routes->dragonfly;
  dl_aries_only_ports_init (sim);
}

void
dl_aries_walk (DlAries *sim, DlSimWalk *walk)
{
  walk_plan (sim, walk);
  dl_sim_walk_value (walk, &sim->now);
  dl_sim_walk_value (walk, &sim->sources_stopped);
  dl_sim_walk_object (walk, (gpointer *) &sim->swap.plan);
  dl_sim_walk_perhaps (walk, (gpointer *) &sim->swap.dead, sim->dragonfly->n_links);
  dl_sim_walk_perhaps (walk, (gpointer *) &sim->swap.dead_router, sim->dragonfly->n_routers);
  dl_sim_tallies_walk (&sim->tallies, walk, 0);
  walk_ports (sim, walk);
  walk_nodes (sim, walk);
  if (sim->ranks != NULL)
    dl_sim_ranks_walk (sim->ranks, walk);
  for (guint i = 0; i < G_N_ELEMENTS (sim->published); i++)
    dl_sim_walk_bytes (walk, sim->published[i],
                       sim->dragonfly->n_routers * sizeof *sim->published[i]);
  for (guint i = 0; i < sim->n_blocks; i++)
    {
      DlAriesBlock *block = &sim->blocks[i];

      walk_packets (block, walk);
      dl_sim_choices_walk (block->choices, walk);
      for (guint wheel = 0; wheel < DL_ARIES_WHEELS; wheel++)
        dl_sim_wheel_walk (&block->wheels[wheel], walk);
      dl_sim_walk_value (walk, &block->n_active);
      dl_sim_walk_bytes (walk, block->active, block->n_active * sizeof *block->active);
      if (!dl_sim_walk_loads (walk))
        continue;
      block->now = sim->now;
      block->published = dl_aries_published (sim, sim->now);
    }
}
