/* Sources: when packets are born, where they go, and how they enter the network. */
#include "dl-aries-private.h"
#include "dl-dragonfly-modes.h"

#include <math.h>

/* Sleeping and waking -------------------------------------------------------------------------- */

static void
wake (DlAriesBlock *block, guint node, DlAriesEventKind kind, guint64 cycle)
{
  const DlAriesNode *state = &block->sim->nodes[node];

  dl_aries_schedule (block, cycle,
                     (DlSimEvent) { .kind = kind, .node = state->router, .port = state->port });
}

/* When the next one is born, or before, since the wheel does not reach further. */
static void
wake_for_birth (DlAriesBlock *block, guint node, guint64 now)
{
  const DlAries *sim = block->sim;
  const guint64 slot = sim->nodes[node].next_birth;

  if (slot < G_MAXUINT64)
    wake (block, node, DL_ARIES_WAKE_SOURCE,
          MIN (slot >> sim->slot_bits, now + sim->wheel_size - 1));
}

/* The rank on @node computes until @due. */
static void
wake_at (DlAriesBlock *block, guint node, guint64 due)
{
  const DlAries *sim = block->sim;

  if (due == G_MAXUINT64 || due << sim->slot_bits >= sim->nodes[node].next_birth)
    return;
  sim->nodes[node].next_birth = due << sim->slot_bits;
  wake_for_birth (block, node, block->now);
}

/* Programs ------------------------------------------------------------------------------------- */

/* A program of messages on a dragonfly: messages of its ranks (dl-sim-births.h) as packets of a
 * node. If no rank waits for them, messages without a path are counted and left out. */

/* dl-aries-source.c: what @node sends next goes into @packet; FALSE if it has nothing to send now.
 */
static gboolean
aries_program_packet (DlAriesBlock *block, guint node, DlAriesPacket *packet)
{
  const DlAries *sim = block->sim;
  DlSimCounters *counters = &block->tally->counters;
  DlSimSend send;

  while (dl_sim_ranks_next (sim->ranks, node, block->now, sim->sources_stopped, &send))
    {
      if (send.begun > 0 && !dl_aries_reaches (sim->plan, node, send.dest))
        {
          counters->unreachable += send.begun;
          dl_sim_ranks_skip (sim->ranks, node);
          continue;
        }
      counters->created += send.begun;
      packet->created = send.created;
      packet->dest = send.dest;
      packet->tag = send.tag;
      packet->flits = send.flits;
      packet->payload = send.payload_bytes;
      return TRUE;
    }
  wake_at (block, node, send.due);
  return FALSE;
}

guint64
dl_aries_program_waiting (const DlAries *sim, guint node)
{
  return sim->ranks != NULL ? dl_sim_ranks_waiting (sim->ranks, node) : 0;
}

void
dl_aries_program_forget (DlAries *sim, guint node)
{
  const guint64 waiting = dl_aries_program_waiting (sim, node);

  if (waiting == 0 || dl_aries_reaches (sim->plan, node, dl_sim_ranks_dest (sim->ranks, node)))
    return;
  sim->tallies.of[0].counters.dropped_source += waiting;
  dl_sim_ranks_skip (sim->ranks, node);
}

guint64
dl_aries_program_done (const DlAries *sim)
{
  guint64 in_network = 0, last = 0;

  if (sim->ranks == NULL)
    return G_MAXUINT64;
  for (guint node = 0; node < sim->dragonfly->n_nodes; node++)
    if (!dl_sim_ranks_is_over (sim->ranks, node))
      return G_MAXUINT64;
  for (guint i = 0; i < sim->tallies.n; i++)
    {
      const DlSimCounters *tally = &sim->tallies.of[i].counters;

      in_network += tally->injected - tally->delivered - tally->dropped_link;
      last = MAX (last, sim->tallies.of[i].last_delivery);
    }
  return in_network == 0 ? last : G_MAXUINT64;
}

gboolean
dl_aries_reaches (const DlAriesPlan *plan, guint source, guint dest)
{
  const guint nodes_per_router = plan->options.routes->dragonfly->nodes_per_router;
  DlDragonflyPacket packet;

  return plan->all_reachable
         || dl_dragonfly_inject (plan->options.routes, source / nodes_per_router,
                                 dest / nodes_per_router, FALSE, 0, &packet);
}

/* FALSE if this node sends nothing. */
static gboolean
create_packet (DlAriesBlock *block, guint node)
{
  const DlAriesPlanOptions *options = &block->sim->plan->options;
  DlAriesNode *state = &block->sim->nodes[node];
  DlSimCounters *counters = &block->tally->counters;
  guint dest;
  gboolean lost;

  if (!state->sends)
    return FALSE;
  dest = dl_dragonfly_demand_draw (options->demand, node, &state->rng);
  lost = !dl_aries_reaches (block->sim->plan, node, dest);
  dl_sim_births_burst (&state->births, (DlSimBirth) { block->now, dest, 0, 0 }, 1,
                       &options->lengths, options->response_share, DL_DRAGONFLY_VCS, lost,
                       lost ? &counters->unreachable : &counters->created, &state->rng);
  return TRUE;
}

void
dl_aries_source_init (DlAries *sim, guint node)
{
  const guint router = dl_aries_router_of (sim, node);
  DlAriesNode *state = &sim->nodes[node];

  state->router = router - dl_aries_block_of (sim, router)->first_router;
  state->port = dl_aries_node_port (sim, node);
  dl_rng_init (&state->rng,
               sim->plan->options.seed * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + node);
}

void
dl_aries_source_start (DlAries *sim, guint node)
{
  DlAriesBlock *block = dl_aries_block_of (sim, dl_aries_router_of (sim, node));
  DlAriesNode *state = &sim->nodes[node];

  state->sends = dl_dragonfly_demand_sent (sim->plan->options.demand, node) > 0;
  state->next_birth = G_MAXUINT64;
  if (sim->rates.rate > 0 && !isinf (sim->rates.rate) && state->sends)
    state->next_birth
        = dl_sim_rates_next (&sim->rates, node, &state->rng, sim->now << sim->slot_bits)
          - 1; /* this cycle's first slot too */
  wake_for_birth (block, node, sim->now);
  /* Packets already there. */
  if (!state->wakes)
    {
      state->wakes = TRUE;
      wake (block, node, DL_ARIES_WAKE_INJECTOR,
            MAX (dl_aries_floor (state->inject_free), sim->now));
    }
}

void
dl_aries_source_wake (DlAriesBlock *block, guint node)
{
  const DlAries *sim = block->sim;
  DlAriesNode *state = &sim->nodes[node];

  if (sim->ranks != NULL && state->next_birth >> sim->slot_bits <= block->now)
    {
      state->next_birth = G_MAXUINT64;
      dl_aries_ready_node (block, state->router, node);
    }
  if (sim->sources_stopped && sim->ranks == NULL)
    return;
  while (state->next_birth < G_MAXUINT64 && state->next_birth >> sim->slot_bits <= block->now)
    {
      create_packet (block, node);
      state->next_birth = dl_sim_rates_next (&sim->rates, node, &state->rng, state->next_birth);
    }
  wake_for_birth (block, node, block->now);
}

/* Look at the injector again when the node can send. */
static void
look (DlAriesBlock *block, guint node)
{
  DlAriesNode *state = &block->sim->nodes[node];

  if (state->wakes)
    return;
  state->wakes = TRUE;
  wake (block, node, DL_ARIES_WAKE_INJECTOR,
        MAX (dl_aries_floor (state->inject_free), block->now + 1));
}

/* Injection ------------------------------------------------------------------------------------ */

/* The node is busy from now on, as with a packet of @flits. */
static void
spend (DlAriesBlock *block, DlAriesNode *state, guint flits)
{
  state->inject_free = MAX (state->inject_free, dl_aries_time (block->now))
                       + flits * block->sim->flit_time[DL_N_LINK_CLASSES];
}

/* The first packet that waits, if any. */
static gboolean
first_birth (DlAriesBlock *block, guint node, DlAriesPacket *packet)
{
  const DlAries *sim = block->sim;
  const DlAriesPlanOptions *options = &sim->plan->options;
  DlAriesNode *state = &sim->nodes[node];
  const DlSimBirth *birth;

  if (state->births.n == 0 && isinf (sim->rates.rate) && !sim->sources_stopped)
    {
      if (!create_packet (block, node))
        return FALSE;
      /* A packet without a route takes the time of a packet. */
      if (state->births.n == 0)
        {
          spend (block, state, options->packet_flits);
          look (block, node);
        }
    }
  if (state->births.n == 0)
    return FALSE;
  birth = dl_sim_births_at (&state->births, 0);
  packet->created = birth->created;
  packet->dest = birth->dest;
  packet->vc = birth->class;
  packet->flits = birth->flits > 0 ? birth->flits : options->packet_flits;
  packet->payload = dl_aries_payload (options, packet->flits);
  return TRUE;
}

/* Seed of the packet's choices: its source and destination where packets must keep in order, that
 * is, go minimally by hash; else each is drawn by itself. */
static guint64
hash_of (const DlAries *sim, const DlAriesNode *state, guint source, guint dest)
{
  const DlAriesPlanOptions *options = &sim->plan->options;
  const guint64 header = dl_dragonfly_header_hash (options->seed, source, dest);

  return options->mode->by_load || options->mode->nonminimal > 0
             ? dl_rng_mix (header, state->serial)
             : header;
}

/* Is there something to send and room for it? FALSE too if it was lost for want of a way. */
static gboolean
inject_one (DlAriesBlock *block, guint node)
{
  DlAries *sim = block->sim;
  const guint outstanding = sim->plan->options.router.outstanding;
  DlAriesNode *state = &sim->nodes[node];
  const guint router = block->first_router + state->router;
  DlAriesPort *output = &sim->ports[sim->routers[router].first_port + state->port];
  DlAriesPacket first = { .injected = block->now, .source = node };
  guint32 index;
  DlDetour detour;
  guint vc;

  if (outstanding > 0 && state->in_network >= outstanding)
    return FALSE;
  if (!(sim->ranks != NULL ? aries_program_packet : first_birth) (block, node, &first))
    return FALSE;
  vc = first.vc;
  if (output->credits[vc] < first.flits)
    {
      output->starved = TRUE;
      return FALSE;
    }
  if (sim->ranks != NULL)
    dl_sim_ranks_sent (sim->ranks, node);
  else
    dl_sim_births_pop (&state->births);
  first.dest_router = dl_aries_router_of (sim, first.dest);
  first.hash = hash_of (sim, state, node, first.dest);
  if (!dl_aries_route_first (block, router, &first, &detour))
    g_assert_not_reached (); /* others are not created */
  spend (block, state, first.flits);
  first.tail = state->inject_free;
  first.in = state->port;
  first.buffer = vc;
  state->serial++;
  if (outstanding > 0)
    state->in_network++;
  output->credits[vc] -= first.flits;
  output->taken += first.flits;
  block->tally->counters.injected++;
  block->tally->counters.detours[detour]++;
  index = dl_aries_packet_take (block);
  block->packets[index] = first;
  dl_aries_offer (block, router, index);
  return TRUE;
}

gboolean
dl_aries_is_draining (const DlAries *sim)
{
  return sim->swap.plan != NULL;
}

void
dl_aries_source_inject (DlAriesBlock *block, guint node)
{
  const DlAries *sim = block->sim;
  const DlAriesNode *state = &sim->nodes[node];

  if (dl_aries_is_draining (sim))
    return;
  while (dl_aries_floor (state->inject_free) <= block->now)
    if (!inject_one (block, node))
      return;
  if (state->births.n > 0 || isinf (sim->rates.rate) || sim->ranks != NULL)
    look (block, node);
}
