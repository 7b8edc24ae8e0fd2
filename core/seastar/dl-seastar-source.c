/* Sources and destinations: when packets are born, where they go, how they enter the network, and
 * counts of packets that have left it. */
#include "dl-seastar-private.h"

#include <math.h>

/* Programs ------------------------------------------------------------------------------------- */

/* A program of messages on a torus: what its ranks (dl-sim-births.h) send as packets of a node. */

/* A packet of a message with @tag has arrived at @node. */
static void
program_receive (DlSeastarBlock *block, guint node, guint source, guint tag)
{
  dl_sim_ranks_receive (block->sim->ranks, node, source, tag, block->now);
  dl_seastar_ready_source (block, &block->sim->nodes[node], node - block->first_node);
}

/* The rank on @node computes until @due: look at it then, or before, since the wheel does not reach
 * further. */
static void
wake_at (DlSeastarBlock *block, guint node, guint64 due)
{
  DlSeastarNode *state = &block->sim->nodes[node];

  if (due >= state->next_birth)
    return;
  state->next_birth = due;
  dl_seastar_schedule (
      block, MIN (due, block->now + block->sim->wheel_size - 1),
      (DlSimEvent) { .kind = DL_SEASTAR_WAKE_SOURCE, .node = node - block->first_node });
}

/* Put the next packet of the rank on @node into @packet: when it was created, where it goes, its
 * flits and tag. FALSE if it has nothing to send now. The packet before has left @node whole. */
static gboolean
program_packet (DlSeastarBlock *block, guint node, DlSeastarPacket *packet)
{
  const DlSeastar *sim = block->sim;
  DlSimSend send;

  if (!dl_sim_ranks_next (sim->ranks, node, block->now, sim->sources_stopped, &send))
    {
      wake_at (block, node, send.due);
      return FALSE;
    }
  block->tally->counters.created += send.begun;
  packet->created = send.created;
  packet->dest = send.dest;
  packet->flits = send.flits;
  packet->tag = send.tag;
  return TRUE;
}

guint64
dl_seastar_program_waiting (const DlSeastar *sim, guint node)
{
  return sim->ranks != NULL ? dl_sim_ranks_waiting (sim->ranks, node) : 0;
}

guint64
dl_seastar_program_done (const DlSeastar *sim)
{
  return sim->ranks != NULL ? dl_sim_ranks_all_done_at (sim->ranks) : G_MAXUINT64;
}

/* Sources -------------------------------------------------------------------------------------- */

DlTorusRouteStatus
dl_seastar_route_status (const DlSeastarPlan *plan, guint source, guint dest)
{
  return plan->all_reachable ? DL_TORUS_ROUTE_DELIVERED
                             : dl_torus_routes_status (plan->routes, source, dest);
}

/* A burst of packets to one destination; FALSE if this node has none. */
static gboolean
create_burst (DlSeastarBlock *block, guint node)
{
  const DlSeastarPlan *plan = block->sim->plan;
  DlSeastarNode *state = &block->sim->nodes[node];
  DlSimCounters *counters = &block->tally->counters;
  const guint dest = dl_sim_sources_draw (&plan->sources, node, &state->rng);
  DlTorusRouteStatus status;

  if (dest == DL_NO_NODE)
    return FALSE;
  status = dl_seastar_route_status (plan, node, dest);
  dl_sim_births_burst (&state->births, (DlSimBirth) { block->now, dest, 0, 0 }, plan->burst,
                       &plan->lengths, plan->response_share, 2, status != DL_TORUS_ROUTE_DELIVERED,
                       status == DL_TORUS_ROUTE_DELIVERED ? &counters->created
                       : status == DL_TORUS_ROUTE_DROPPED ? &counters->at_dateline
                                                          : &counters->unreachable,
                       &state->rng);
  return TRUE;
}

void
dl_seastar_source_init (DlSeastar *sim, guint node)
{
  dl_rng_init (&sim->nodes[node].rng,
               sim->plan->seed * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + node);
}

void
dl_seastar_source_start (DlSeastar *sim, guint node)
{
  DlSeastarBlock *block = dl_seastar_block_of (sim, node);
  DlSeastarNode *state = &sim->nodes[node];
  const DlSimEvent wake = { .kind = DL_SEASTAR_WAKE_SOURCE, .node = node - block->first_node };

  state->next_birth = G_MAXUINT64;
  if (!sim->plan->routes->network->node_up[node])
    return;
  if (sim->ranks != NULL)
    {
      dl_seastar_schedule (block, sim->now, wake);
      return;
    }
  if (sim->rates.rate > 0 && !isinf (sim->rates.rate))
    state->next_birth
        = dl_sim_rates_next (&sim->rates, node, &state->rng, sim->now) - 1; /* this cycle too */
  if (isinf (sim->rates.rate) || state->births.n > 0)
    dl_seastar_schedule (block, sim->now, wake);
  else if (state->next_birth < G_MAXUINT64)
    dl_seastar_schedule (block, MIN (state->next_birth, sim->now + sim->wheel_size - 1), wake);
}

void
dl_seastar_source_wake (DlSeastarBlock *block, guint node)
{
  const DlSeastar *sim = block->sim;
  DlSeastarNode *state = &sim->nodes[node];

  if (sim->ranks != NULL)
    {
      const guint64 due = state->next_birth;

      state->next_birth = G_MAXUINT64;
      if (due > block->now && due < G_MAXUINT64)
        wake_at (block, node, due);
      else
        dl_seastar_ready_source (block, state, node - block->first_node);
      return;
    }
  dl_seastar_ready_source (block, state, node - block->first_node);
  if (sim->sources_stopped)
    return;
  while (state->next_birth <= block->now)
    {
      create_burst (block, node);
      state->next_birth = dl_sim_rates_next (&sim->rates, node, &state->rng, state->next_birth);
    }
  if (state->next_birth < G_MAXUINT64)
    dl_seastar_schedule (
        block, MIN (state->next_birth, block->now + sim->wheel_size - 1),
        (DlSimEvent) { .kind = DL_SEASTAR_WAKE_SOURCE, .node = node - block->first_node });
}

/* Look again when the processor can send the next packet. */
static void
wake_injector (DlSeastarBlock *block, DlSeastarNode *state, guint node)
{
  if (state->injector_wakes)
    return;
  state->injector_wakes = TRUE;
  dl_seastar_schedule (
      block, state->inject_free,
      (DlSimEvent) { .kind = DL_SEASTAR_WAKE_INJECTOR, .node = node - block->first_node });
}

/* The first packet that waits, if any. */
static gboolean
first_birth (DlSeastarBlock *block, guint node, DlSeastarPacket *packet)
{
  const DlSeastar *sim = block->sim;
  DlSeastarNode *state = &sim->nodes[node];
  const DlSimBirth *birth;

  if (state->births.n == 0 && isinf (sim->rates.rate) && !sim->sources_stopped)
    {
      if (!create_burst (block, node))
        return FALSE;
      /* A packet without a route takes the time of a packet. */
      if (state->births.n == 0)
        {
          state->inject_free = block->now + sim->plan->packet_flits;
          wake_injector (block, state, node);
        }
    }
  if (state->births.n == 0)
    return FALSE;
  birth = dl_sim_births_at (&state->births, 0);
  packet->created = birth->created;
  packet->dest = birth->dest;
  packet->class = birth->class;
  packet->flits = birth->flits > 0 ? birth->flits : sim->plan->packet_flits;
  return TRUE;
}

void
dl_seastar_source_inject (DlSeastarBlock *block, guint node)
{
  const DlSeastar *sim = block->sim;
  DlSeastarNode *state = &sim->nodes[node];
  DlSeastarPacket first = { .injected = block->now, .source = node };
  guint16 index;

  if (dl_seastar_is_draining (sim))
    return;
  if (state->inject_free > block->now)
    {
      wake_injector (block, state, node);
      return;
    }
  if (!(sim->ranks != NULL ? program_packet : first_birth) (block, node, &first))
    return;
  dl_seastar_plan_hop (sim->plan, &first, node, DL_TORUS_ARRIVAL_INJECTED);
  if (state->output[DL_SEASTAR_PROCESSOR].credits[first.vc] < first.flits)
    return;
  if (sim->ranks != NULL)
    dl_sim_ranks_sent (sim->ranks, node);
  else
    dl_sim_births_pop (&state->births);
  state->output[DL_SEASTAR_PROCESSOR].credits[first.vc] -= first.flits;
  block->tally->counters.injected++;
  index = dl_seastar_packet_take (block);
  block->packets[index] = first;
  dl_seastar_enter_router (block, state, node - block->first_node, DL_SEASTAR_PROCESSOR, first.vc,
                           index, 0);
  state->inject_free = block->now + first.flits;
  if (dl_seastar_may_inject (block, state))
    wake_injector (block, state, node);
}

/* Destinations ----------------------------------------------------------------------------------
 */

/* splitmix64's last steps. */
static inline guint64
mix (guint64 z)
{
  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

void
dl_seastar_deliver (DlSeastarBlock *block, guint16 index)
{
  const DlSeastarPacket *packet = &block->packets[index];
  DlSimCounters *counters = &block->tally->counters;
  DlSimStats *stats = &block->tally->stats;
  const guint64 created = dl_seastar_whole_cycle (block->now, packet->created);
  const guint64 injected = dl_seastar_whole_cycle (block->now, packet->injected);
  const guint64 latency = block->now - injected;
  const guint64 who = (guint64) packet->source << 32 | packet->dest << 8 | packet->class;

  counters->delivered++;
  counters->delivered_flits += packet->flits;
  counters->latency_sum += latency;
  counters->total_latency_sum += block->now - created;
  counters->latency_max = MAX (counters->latency_max, latency);
  /* A sum, since the order of deliveries in a cycle is open. */
  counters->digest += mix (mix (mix (mix (who) + created) + injected) + block->now);
  dl_latency_add (&stats->network, latency);
  dl_latency_add (&stats->total, block->now - created);
  stats->hops += packet->hops;
  stats->sources[packet->source]++;
  if (block->sim->ranks != NULL)
    program_receive (block, packet->dest, packet->source, packet->tag);
  dl_seastar_packet_give_back (block, index);
}

gboolean
dl_seastar_is_draining (const DlSeastar *sim)
{
  return sim->swap.plan != NULL;
}
