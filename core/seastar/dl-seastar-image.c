/* The state of a simulation as one block of memory (dl-sim-image.h). Not in it: the plan's values,
 * values found again in each window, and the watched router. */
#include "dl-seastar-private.h"

#include "dl-sim-image.h"

static void
walk_ready (DlSeastarReady *ready, DlSimWalk *walk)
{
  dl_sim_walk_value (walk, &ready->n);
  dl_sim_walk_bytes (walk, ready->items, ready->n * sizeof *ready->items);
}

static void
walk_packets (DlSeastarBlock *block, DlSimWalk *walk)
{
  guint n = block->n_used;

  dl_sim_walk_value (walk, &n);
  if (dl_sim_walk_loads (walk))
    {
      block->n_used = 0; /* so that nothing is copied as they grow */
      while (block->n_packets < n)
        dl_seastar_packets_grow (block);
      block->n_used = n;
    }
  dl_sim_walk_value (walk, &block->free_packet);
  dl_sim_walk_bytes (walk, block->packets, n * sizeof *block->packets);
}

static void
walk_nodes (DlSeastar *sim, DlSimWalk *walk)
{
  for (guint node = 0; node < sim->plan->routes->network->n_nodes; node++)
    {
      DlSeastarNode *state = &sim->nodes[node];
      DlSimBirths births = state->births;

      dl_sim_walk_value (walk, state);
      dl_sim_births_walk (&births, walk);
      state->births = births;
    }
}

static void
walk_swap (DlSeastar *sim, DlSimWalk *walk)
{
  const DlTorusNetwork *network = sim->plan->routes->network;
  DlSeastarSwap *swap = &sim->swap;

  dl_sim_walk_object (walk, (gpointer *) &swap->plan);
  dl_sim_walk_perhaps (walk, (gpointer *) &swap->dead, network->n_links);
  dl_sim_walk_perhaps (walk, (gpointer *) &swap->dead_node, network->n_nodes);
  dl_sim_walk_value (walk, &swap->progress);
  dl_sim_walk_value (walk, &swap->progress_at);
}

static void
walk_plan (DlSeastar *sim, DlSimWalk *walk)
{
  dl_sim_walk_object (walk, (gpointer *) &sim->plan);
  if (!dl_sim_walk_loads (walk))
    return;
  dl_seastar_set_birth_rate (sim);
  for (guint i = 0; i < sim->n_blocks; i++)
    sim->blocks[i].router = &sim->plan->router;
}

void
dl_seastar_walk (DlSeastar *sim, DlSimWalk *walk)
{
  const guint n_nodes = sim->plan->routes->network->n_nodes;

  walk_plan (sim, walk);
  dl_sim_walk_value (walk, &sim->now);
  dl_sim_walk_value (walk, &sim->sources_stopped);
  walk_swap (sim, walk);
  dl_sim_tallies_walk (&sim->tallies, walk, n_nodes);
  walk_nodes (sim, walk);
  dl_sim_walk_bytes (walk, sim->ports, n_nodes * DL_N_ROUTER_PORTS * sizeof *sim->ports);
  if (sim->links != NULL)
    dl_sim_walk_bytes (walk, sim->links, n_nodes * DL_TORUS_N_NETWORK_PORTS * sizeof *sim->links);
  if (sim->ranks != NULL)
    dl_sim_ranks_walk (sim->ranks, walk);
  for (guint i = 0; i < sim->n_blocks; i++)
    {
      DlSeastarBlock *block = &sim->blocks[i];

      walk_packets (block, walk);
      dl_sim_wheel_walk (&block->wheel, walk);
      walk_ready (&block->sources, walk);
      walk_ready (&block->outputs, walk);
      walk_ready (&block->inputs, walk);
    }
  if (!dl_sim_walk_loads (walk))
    return;
  for (guint i = 0; i < sim->n_blocks; i++)
    sim->blocks[i].now = sim->now;
  dl_seastar_watch (sim, sim->watch.node); /* earlier grants belong to another time */
}
