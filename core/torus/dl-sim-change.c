/* Another plan while the network is at work. Arbitration and traffic change at once. New routes
 * wait: a packet on its way by the old tables could meet one by the new ones in a circle that
 * neither allows, so the sources pause, the network drains, and the tables are swapped when it is
 * empty, as the machine itself is quiesced. */
#include "dl-sim-private.h"

#include <string.h>

/* In cycles that are a multiple of this it is looked at whether the network is empty. */
#define LOOK_EVERY 64
/* Without any progress for so long it is asked whether packets wait for each other for ever. */
#define PATIENCE 2048

gboolean
dl_sim_fits (const DlSim *sim, const DlSimPlan *plan)
{
  const DlRouterSpec *a = &sim->plan->router, *b = &plan->router;
  const DlNetwork *here = sim->plan->routes->network, *there = plan->routes->network;

  /* Ranks cannot take up another's work, or leave theirs. */
  if (sim->plan->workload != NULL || plan->workload != NULL)
    return FALSE;
  return a->input_buffer == b->input_buffer && a->staging_buffer == b->staging_buffer
         && a->link_cycles == b->link_cycles && a->crossbar_cycles == b->crossbar_cycles
         && a->ejection_rate == b->ejection_rate && a->link_error_rate == b->link_error_rate
         && sim->plan->packet_flits == plan->packet_flits && here->n_links == there->n_links
         && memcmp (here->torus.radix, there->torus.radix, sizeof here->torus.radix) == 0
         && memcmp (here->link_to, there->link_to, here->n_links * sizeof *here->link_to) == 0;
}

gboolean
dl_sim_is_draining (const DlSim *sim)
{
  return sim->swap.plan != NULL;
}

/* Changing at once ----------------------------------------------------------------------------- */

static gboolean
is_no_wake (const DlSimEvent *event, gpointer data)
{
  return event->kind != DL_SIM_WAKE_SOURCE;
}

/* The packet has a way by the routes now. */
static gboolean
has_way (const DlSim *sim, guint node, const DlSimBirth *birth)
{
  return sim->plan->routes->network->node_up[node]
         && dl_sim_route_status (sim->plan, node, birth->dest) == DL_ROUTE_DELIVERED;
}

static void
forget_births (DlSim *sim, guint node)
{
  DlSimBirths *births = &sim->nodes[node].births;
  guint n = 0;

  for (guint i = 0; i < births->n; i++)
    {
      const DlSimBirth birth = *dl_sim_births_at (births, i);

      if (has_way (sim, node, &birth))
        *dl_sim_births_at (births, n++) = birth;
    }
  sim->tallies.of[0].counters.dropped_source += births->n - n;
  births->n = n;
}

/* The clocks have counted by the old period up to now, and the new one is not longer to come than
 * it lasts. */
static void
change_clock (DlSim *sim, DlAgeClock *clock, guint32 period)
{
  dl_age_clock_advance (clock, sim->plan->router.age_clock_period, sim->now);
  if (clock->inhibit_end != G_MAXUINT64)
    clock->next_cycle = MIN (clock->next_cycle, sim->now + period);
}

static void
take_plan (DlSim *sim, DlSimPlan *plan)
{
  const guint n_nodes = plan->routes->network->n_nodes;

  for (guint node = 0; node < n_nodes; node++)
    change_clock (sim, &sim->nodes[node].clock, plan->router.age_clock_period);
  dl_sim_plan_ref (plan);
  dl_sim_plan_unref (sim->plan);
  sim->plan = plan;
  dl_sim_set_birth_rate (sim);
  for (guint i = 0; i < sim->n_blocks; i++)
    {
      sim->blocks[i].router = &plan->router;
      dl_sim_wheel_filter (&sim->blocks[i].wheel, is_no_wake, NULL);
    }
  for (guint node = 0; node < n_nodes; node++)
    dl_sim_source_start (sim, node);
}

/* Draining ------------------------------------------------------------------------------------- */

/* Packets go no more over what works by the old plan and not by the new one. */
static void
mark_dead (DlSim *sim, const DlNetwork *after)
{
  const DlNetwork *before = sim->plan->routes->network;

  if (sim->swap.dead == NULL)
    sim->swap.dead = g_new0 (guint8, before->n_links);
  for (guint link = 0; link < before->n_links; link++)
    if (before->link_state[link] == DL_LINK_UP && after->link_state[link] != DL_LINK_UP)
      sim->swap.dead[link] = TRUE;
  if (sim->swap.dead_node == NULL)
    sim->swap.dead_node = g_new0 (guint8, before->n_nodes);
  for (guint node = 0; node < before->n_nodes; node++)
    if (before->node_up[node] && !after->node_up[node])
      sim->swap.dead_node[node] = TRUE;
}

void
dl_sim_change (DlSim *sim, DlSimPlan *plan)
{
  g_assert (dl_sim_fits (sim, plan));

  dl_sim_plan_ref (plan);
  g_clear_pointer (&sim->swap.plan, dl_sim_plan_unref);
  if (plan->routes == sim->plan->routes && sim->swap.dead == NULL)
    {
      take_plan (sim, plan);
      dl_sim_plan_unref (plan);
      return;
    }
  sim->swap.plan = plan;
  sim->swap.progress = 0;
  sim->swap.progress_at = sim->now;
  mark_dead (sim, plan->routes->network);
}

/* All that was in the network is gone; credits and room are whole again. */
static void
clear_network (DlSim *sim)
{
  for (guint i = 0; i < sim->n_blocks; i++)
    {
      DlSimBlock *block = &sim->blocks[i];

      dl_sim_wheel_empty (&block->wheel);
      block->n_used = 0;
      block->free_packet = DL_SIM_NO_PACKET;
    }
  dl_sim_links_clear (sim);
  for (guint node = 0; node < sim->plan->routes->network->n_nodes; node++)
    {
      DlSimNode *state = &sim->nodes[node];

      for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
        {
          dl_sim_end_times (sim, node, port, dl_sim_port_rest (sim, node, port));
          if (state->input_stalled >> port & 1)
            dl_sim_count_time (&state->input[port].stalled, FALSE, sim->now);
          state->output[port].free_at = state->input[port].free_at = sim->now;
          state->output[port].blocked = 0;
          memset (state->output[port].want, 0, sizeof state->output[port].want);
        }
      state->output_wakes = state->input_wakes = state->input_stalled = 0;
      state->eject_free = sim->now;
      state->inject_free = sim->now;
      state->injector_wakes = FALSE;
      dl_sim_node_clear (sim, node);
      memset (state->clock.packet_count, 0, sizeof state->clock.packet_count);
      if (state->clock.inhibit_end == G_MAXUINT64)
        {
          state->clock.inhibit_end = sim->now;
          state->clock.next_cycle = sim->now + sim->plan->router.age_clock_period;
        }
    }
}

static void
swap (DlSim *sim, guint64 in_network)
{
  g_autoptr (DlSimPlan) plan = g_steal_pointer (&sim->swap.plan);

  sim->tallies.of[0].counters.dropped_deadlock += in_network;
  g_clear_pointer (&sim->swap.dead, g_free);
  g_clear_pointer (&sim->swap.dead_node, g_free);
  clear_network (sim);
  take_plan (sim, plan);
  for (guint node = 0; node < plan->routes->network->n_nodes; node++)
    forget_births (sim, node);
}

/* Whether packets wait for each other in a circle, looked at when nothing has moved for long. */
static gboolean
is_locked (DlSim *sim, guint64 progress)
{
  g_autoptr (GArray) waits = NULL;

  if (progress != sim->swap.progress)
    {
      sim->swap.progress = progress;
      sim->swap.progress_at = sim->now;
    }
  if (sim->now - sim->swap.progress_at < PATIENCE)
    return FALSE;
  sim->swap.progress_at = sim->now;
  waits = dl_sim_find_deadlock (sim);
  return waits != NULL;
}

/* Swap the tables if the network is empty, or will never be. */
static void
try_swap (DlSim *sim)
{
  guint64 in_network = 0, progress = 0;

  for (guint i = 0; i < sim->tallies.n; i++)
    {
      const DlSimCounters *tally = &sim->tallies.of[i].counters;
      const guint64 out = tally->delivered + tally->dropped_link + tally->dropped_deadlock;

      in_network += tally->injected - out;
      progress += out + tally->flit_hops;
    }
  if (in_network == 0 || is_locked (sim, progress))
    swap (sim, in_network);
}

guint64
dl_sim_drain (DlSim *sim, guint64 cycles)
{
  guint64 done = 0;

  while (done < cycles && dl_sim_is_draining (sim))
    {
      const guint64 stretch = MIN (cycles - done, LOOK_EVERY - sim->now % LOOK_EVERY);

      dl_sim_run_cycles (sim, stretch);
      done += stretch;
      if (sim->now % LOOK_EVERY == 0)
        try_swap (sim);
    }
  return done;
}

void
dl_sim_swap_clear (DlSim *sim)
{
  g_clear_pointer (&sim->swap.plan, dl_sim_plan_unref);
  g_clear_pointer (&sim->swap.dead, g_free);
  g_clear_pointer (&sim->swap.dead_node, g_free);
}
