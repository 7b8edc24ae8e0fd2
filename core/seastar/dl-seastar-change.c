/* Another plan while the network is at work. Arbitration and traffic change at once. New routes
 * wait: a packet on its way by the old tables could meet one by the new ones in a cycle that
 * neither allows, so the sources pause, the network drains, and the tables are swapped when it is
 * empty, as the machine itself is quiesced. */
#include "dl-seastar-private.h"

#include <string.h>

/* Deadlock ------------------------------------------------------------------------------------- */

/* Current deadlock, not a possible one: packets that wait for each other in a cycle. */

/* A queue's first packet waits for at most one other queue to move: an input queue for the staging
 * queue that it goes to, a staging queue for the input buffer downstream of its output. Queues are
 * numbered (n_nodes x DL_SEASTAR_STAGED) input queues, then (n_nodes x outputs x DL_SEASTAR_STAGED)
 * staging queues. Only queued packets count as an obstacle: packets under way may yet make room, so
 * that a cycle of such waits cannot come apart. */

#define NOTHING G_MAXUINT32

static guint32
staged_number (const DlSeastar *sim, guint node, guint output, guint queue)
{
  return (sim->plan->routes->network->n_nodes + node * DL_N_ROUTER_PORTS + output)
             * DL_SEASTAR_STAGED
         + queue;
}

static guint
queued_flits (const DlSeastarBlock *block, guint16 first)
{
  guint flits = 0;

  for (guint16 i = first; i != DL_SEASTAR_NO_PACKET; i = block->packets[i].next)
    flits += block->packets[i].flits;
  return flits;
}

static guint32
input_waits_for (const DlSeastar *sim, guint node, guint queue)
{
  const DlSeastarBlock *block = dl_seastar_block_of (sim, node);
  const DlSeastarNode *state = &sim->nodes[node];
  const DlSeastarPacket *packet;

  if (dl_seastar_input_first (state, queue) == DL_SEASTAR_NO_PACKET)
    return NOTHING;
  packet = &block->packets[dl_seastar_input_first (state, queue)];
  if (queued_flits (block, state->output[packet->port].staged[queue].queue.first) + packet->flits
      <= sim->plan->router.staging_buffer)
    return NOTHING;
  return staged_number (sim, node, packet->port, queue);
}

static guint32
staged_waits_for (const DlSeastar *sim, guint node, guint output, guint queue)
{
  const DlTorusNetwork *network = sim->plan->routes->network;
  const DlSeastarBlock *block = dl_seastar_block_of (sim, node);
  const DlSeastarNode *state = &sim->nodes[node];
  guint next, behind;

  if (output == DL_SEASTAR_PROCESSOR || dl_seastar_is_dead (sim, node, output)
      || state->output[output].staged[queue].queue.first == DL_SEASTAR_NO_PACKET)
    return NOTHING;
  next = network->link_to[dl_torus_network_link (network, node, output)];
  behind = DL_SIM_VCS * dl_torus_port_opposite (output)
           + block->packets[state->output[output].staged[queue].queue.first].vc;
  if (queued_flits (dl_seastar_block_of (sim, next),
                    dl_seastar_input_first (&sim->nodes[next], behind))
          + sim->threshold
      <= sim->plan->router.input_buffer)
    return NOTHING;
  return next * DL_SEASTAR_STAGED + behind;
}

static guint32
waits_for (const DlSeastar *sim, guint32 number)
{
  const guint n_inputs = sim->plan->routes->network->n_nodes * DL_SEASTAR_STAGED;
  const guint queue = number % DL_SEASTAR_STAGED;

  if (number < n_inputs)
    return input_waits_for (sim, number / DL_SEASTAR_STAGED, queue);
  number = (number - n_inputs) / DL_SEASTAR_STAGED;
  return staged_waits_for (sim, number / DL_N_ROUTER_PORTS, number % DL_N_ROUTER_PORTS, queue);
}

/* The packets that are first in the staging queues of the cycle through @start. */
static GArray *
list_waits (const DlSeastar *sim, guint32 start)
{
  const guint n_inputs = sim->plan->routes->network->n_nodes * DL_SEASTAR_STAGED;
  GArray *waits = g_array_new (FALSE, FALSE, sizeof (DlSimWait));
  guint32 number = start;

  do
    {
      if (number >= n_inputs)
        {
          const guint router_output = (number - n_inputs) / DL_SEASTAR_STAGED;
          const guint node = router_output / DL_N_ROUTER_PORTS;
          const guint output = router_output % DL_N_ROUTER_PORTS;
          const DlSeastarOutput *out = &sim->nodes[node].output[output];
          const guint16 first = out->staged[number % DL_SEASTAR_STAGED].queue.first;
          const DlSeastarPacket *packet = &dl_seastar_block_of (sim, node)->packets[first];
          const DlSimWait wait = { node,
                                   output,
                                   packet->vc,
                                   packet->source,
                                   packet->dest,
                                   dl_seastar_whole_cycle (sim->now, packet->created),
                                   dl_seastar_whole_cycle (sim->now, packet->injected) };
          g_array_append_val (waits, wait);
        }
      number = waits_for (sim, number);
    }
  while (number != start);
  return waits;
}

GArray *
dl_seastar_find_deadlock (const DlSeastar *sim)
{
  const guint n_nodes = sim->plan->routes->network->n_nodes;
  const guint n = n_nodes * (1 + DL_N_ROUTER_PORTS) * DL_SEASTAR_STAGED;
  g_autofree guint32 *seen = g_new0 (guint32, n); /* by which walk, from 1; 0: by none */

  for (guint32 start = 0; start < n_nodes * DL_SEASTAR_STAGED; start++)
    {
      guint32 number = start;

      while (number != NOTHING && seen[number] == 0)
        {
          seen[number] = start + 1;
          number = waits_for (sim, number);
        }
      if (number != NOTHING && seen[number] == start + 1)
        return list_waits (sim, number);
    }
  return NULL;
}

/* In cycles that are a multiple of this it is looked at whether the network is empty. */
#define LOOK_EVERY 64
/* Without any progress for so long it is asked whether packets wait for each other for ever. */
#define PATIENCE 2048

gboolean
dl_seastar_fits (const DlSeastar *sim, const DlSeastarPlan *plan)
{
  const DlRouterSpec *a = &sim->plan->router, *b = &plan->router;
  const DlTorusNetwork *here = sim->plan->routes->network, *there = plan->routes->network;

  /* Ranks cannot take up another's work, or leave theirs. */
  if (sim->plan->workload != NULL || plan->workload != NULL)
    return FALSE;
  return a->input_buffer == b->input_buffer && a->staging_buffer == b->staging_buffer
         && a->link_cycles == b->link_cycles && a->crossbar_cycles == b->crossbar_cycles
         && a->ejection_rate == b->ejection_rate && a->link_error_rate == b->link_error_rate
         && sim->plan->packet_flits == plan->packet_flits
         && dl_packet_lengths_equal (&sim->plan->lengths, &plan->lengths)
         && here->n_links == there->n_links
         && memcmp (here->torus.radix, there->torus.radix, sizeof here->torus.radix) == 0
         && memcmp (here->link_to, there->link_to, here->n_links * sizeof *here->link_to) == 0;
}

/* Changing at once ----------------------------------------------------------------------------- */

static gboolean
is_no_wake (const DlSimEvent *event, gpointer data)
{
  return event->kind != DL_SEASTAR_WAKE_SOURCE;
}

/* The packet has a path by the routes now. */
static gboolean
has_way (const DlSeastar *sim, guint node, const DlSimBirth *birth)
{
  return sim->plan->routes->network->node_up[node]
         && dl_seastar_route_status (sim->plan, node, birth->dest) == DL_TORUS_ROUTE_DELIVERED;
}

static void
forget_births (DlSeastar *sim, guint node)
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
change_clock (DlSeastar *sim, DlAgeClock *clock, guint32 period)
{
  dl_age_clock_advance (clock, sim->plan->router.age_clock_period, sim->now);
  if (clock->inhibit_end != G_MAXUINT64)
    clock->next_cycle = MIN (clock->next_cycle, sim->now + period);
}

static void
take_plan (DlSeastar *sim, DlSeastarPlan *plan)
{
  const guint n_nodes = plan->routes->network->n_nodes;

  for (guint node = 0; node < n_nodes; node++)
    change_clock (sim, &sim->nodes[node].clock, plan->router.age_clock_period);
  dl_seastar_plan_ref (plan);
  dl_seastar_plan_unref (sim->plan);
  sim->plan = plan;
  dl_seastar_set_birth_rate (sim);
  for (guint i = 0; i < sim->n_blocks; i++)
    {
      sim->blocks[i].router = &plan->router;
      dl_sim_wheel_filter (&sim->blocks[i].wheel, is_no_wake, NULL);
    }
  for (guint node = 0; node < n_nodes; node++)
    dl_seastar_source_start (sim, node);
}

/* Draining ------------------------------------------------------------------------------------- */

/* Packets go no more over what works by the old plan and not by the new one. */
static void
mark_dead (DlSeastar *sim, const DlTorusNetwork *after)
{
  const DlTorusNetwork *before = sim->plan->routes->network;

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
dl_seastar_change (DlSeastar *sim, DlSeastarPlan *plan)
{
  g_assert (dl_seastar_fits (sim, plan));

  dl_seastar_plan_ref (plan);
  g_clear_pointer (&sim->swap.plan, dl_seastar_plan_unref);
  if (plan->routes == sim->plan->routes && sim->swap.dead == NULL)
    {
      take_plan (sim, plan);
      dl_seastar_plan_unref (plan);
      return;
    }
  sim->swap.plan = plan;
  sim->swap.progress = 0;
  sim->swap.progress_at = sim->now;
  mark_dead (sim, plan->routes->network);
}

/* All that was in the network is gone; credits and room are whole again. */
static void
clear_network (DlSeastar *sim)
{
  for (guint i = 0; i < sim->n_blocks; i++)
    {
      DlSeastarBlock *block = &sim->blocks[i];

      dl_sim_wheel_empty (&block->wheel);
      block->n_used = 0;
      block->free_packet = DL_SEASTAR_NO_PACKET;
    }
  dl_seastar_links_clear (sim);
  for (guint node = 0; node < sim->plan->routes->network->n_nodes; node++)
    {
      DlSeastarNode *state = &sim->nodes[node];

      for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
        {
          dl_seastar_end_times (sim, node, port, dl_seastar_port_rest (sim, node, port));
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
      dl_seastar_node_clear (sim, node);
      memset (state->clock.packet_count, 0, sizeof state->clock.packet_count);
      if (state->clock.inhibit_end == G_MAXUINT64)
        {
          state->clock.inhibit_end = sim->now;
          state->clock.next_cycle = sim->now + sim->plan->router.age_clock_period;
        }
    }
}

static void
swap (DlSeastar *sim, guint64 in_network)
{
  g_autoptr (DlSeastarPlan) plan = g_steal_pointer (&sim->swap.plan);

  sim->tallies.of[0].counters.dropped_deadlock += in_network;
  g_clear_pointer (&sim->swap.dead, g_free);
  g_clear_pointer (&sim->swap.dead_node, g_free);
  clear_network (sim);
  take_plan (sim, plan);
  for (guint node = 0; node < plan->routes->network->n_nodes; node++)
    forget_births (sim, node);
}

/* Whether packets wait for each other in a cycle, looked at when nothing has moved for long. */
static gboolean
is_locked (DlSeastar *sim, guint64 progress)
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
  waits = dl_seastar_find_deadlock (sim);
  return waits != NULL;
}

/* Swap the tables if the network is empty, or will never be. */
static void
try_swap (DlSeastar *sim)
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
dl_seastar_drain (DlSeastar *sim, guint64 cycles)
{
  guint64 done = 0;

  while (done < cycles && dl_seastar_is_draining (sim))
    {
      const guint64 stretch = MIN (cycles - done, LOOK_EVERY - sim->now % LOOK_EVERY);

      dl_seastar_run_cycles (sim, stretch);
      done += stretch;
      if (sim->now % LOOK_EVERY == 0)
        try_swap (sim);
    }
  return done;
}

void
dl_seastar_swap_clear (DlSeastar *sim)
{
  g_clear_pointer (&sim->swap.plan, dl_seastar_plan_unref);
  g_clear_pointer (&sim->swap.dead, g_free);
  g_clear_pointer (&sim->swap.dead_node, g_free);
}
