/* One router for a cycle: it takes in what happens to it, its outputs choose, its inputs send. */
#include "dl-sim-private.h"

#include <math.h>

/* Routes --------------------------------------------------------------------------------------- */

void
dl_sim_plan_hop (const DlSimPlan *plan, DlSimPacket *packet, guint node, DlArrival arrival)
{
  if (packet->left == 0)
    {
      DlWalker walker;
      DlLeg run;

      dl_walker_init_at (&walker, plan->routes, node, arrival, packet->dest);
      if (!dl_walker_next (&walker, &run))
        {
          g_assert (walker.status == DL_ROUTE_DELIVERED); /* others are not created */
          packet->port = DL_SIM_PROCESSOR;
          packet->vc = packet->class;
          return;
        }
      packet->port = run.port;
      packet->left = run.length;
      packet->to_dateline = run.to_dateline;
      packet->run_vc = run.vc;
      packet->crossed = FALSE;
    }
  packet->vc = packet->class + (packet->to_dateline == 0 ? 1 : packet->run_vc);
}

/* The packet leaves by the output it wanted. */
static void
take_hop (DlSimPacket *packet)
{
  packet->left--;
  packet->hops++;
  if (packet->to_dateline > 0)
    packet->to_dateline--;
  else
    packet->crossed = TRUE;
}

/* Queues --------------------------------------------------------------------------------------- */

/* The staging queue's first packet wants to go. */
static void
set_want (const DlSimBlock *block, DlSimNode *state, guint output, guint queue)
{
  const DlSimPacket *packet = &block->packets[state->staged[output][queue].first];

  state->want[output][packet->vc] |= 1u << queue;
  state->key[output][queue] = packet->head;
}

static guint
age_bias (const DlRouterSpec *router, guint port, const DlSimPacket *packet)
{
  return packet->class == 0 ? router->request_age_bias[port] : router->response_age_bias[port];
}

void
dl_sim_enter_router (DlSimBlock *block, DlSimNode *state, guint port, guint vc, guint16 index)
{
  const DlRouterSpec *router = &block->sim->plan->router;
  DlSimPacket *packet = &block->packets[index];

  dl_age_clock_advance (&state->clock, router->age_clock_period, block->now);
  packet->head = dl_age_receive (&state->clock, packet->age, age_bias (router, port, packet));
  if (!dl_sim_queue_push (block, &state->input[DL_SIM_VCS * port + vc], index))
    return;
  /* The one before may not be out yet. */
  packet->head_at
      = state->input_free[port] > block->now && state->input_vc[port] == (vc + 1) % DL_SIM_VCS
            ? state->input_free[port]
            : block->now;
  state->inputs |= 1 << port;
}

/* Output arbitration --------------------------------------------------------------------------- */

static guint32
wanting (const DlSimNode *state, guint output)
{
  const guint32 *want = state->want[output];

  return want[0] | want[1] | want[2] | want[3];
}

/* The virtual channels (bits) that they want. */
static guint
wanted_vcs (const DlSimNode *state, guint output)
{
  guint vcs = 0;

  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    vcs |= (state->want[output][vc] != 0) << vc;
  return vcs;
}

/* The staging queues whose first packet could go: its virtual channel has the credits. */
static guint32
candidates (const DlSim *sim, const DlSimNode *state, guint node, guint output)
{
  guint32 queues = 0;

  if (output == DL_SIM_PROCESSOR || dl_sim_is_dead (sim, node, output))
    return wanting (state, output);
  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    if (state->credits[output][vc] >= sim->threshold)
      queues |= state->want[output][vc];
  return queues;
}

/* Those of @queues that hold the oldest packets. */
static guint32
oldest (const DlSimNode *state, guint output, guint32 queues)
{
  guint32 best = 0;
  guint best_age = 0;

  for (guint32 rest = queues; rest != 0; rest &= rest - 1)
    {
      const guint queue = __builtin_ctz (rest);
      const guint age = dl_age_now (&state->clock, state->key[output][queue]);

      if (best == 0 || age > best_age)
        {
          best = 0;
          best_age = age;
        }
      if (age == best_age)
        best |= 1u << queue;
    }
  return best;
}

/* The next bit of @bits from @from on, round and round. */
static guint
next_in_turn (guint bits, guint from)
{
  const guint ahead = bits >> from << from;

  return __builtin_ctz (ahead != 0 ? ahead : bits);
}

/* An input first, then one of its virtual channels, each in its turn. */
static guint
choose_in_turn (DlSimPointer *pointer, guint32 queues)
{
  guint ports = 0, port, vc;

  for (guint32 rest = queues; rest != 0; rest &= ~(0xfu << DL_SIM_VCS * (__builtin_ctz (rest) / 4)))
    ports |= 1 << __builtin_ctz (rest) / DL_SIM_VCS;
  port = next_in_turn (ports, pointer->port);
  vc = next_in_turn (queues >> (DL_SIM_VCS * port) & 0xf, pointer->vcs >> (2 * port) & 3);
  pointer->port = (port + 1) % DL_N_ROUTER_PORTS;
  pointer->vcs = (pointer->vcs & ~(3 << (2 * port))) | (vc + 1) % DL_SIM_VCS << (2 * port);
  return DL_SIM_VCS * port + vc;
}

static guint
arbitrate (DlSimBlock *block, DlSimNode *state, guint node, guint output, guint32 queues)
{
  const DlRouterSpec *router = &block->sim->plan->router;
  DlSimDecision decision
      = { .candidates = queues, .output = output, .select = state->grants[output] };

  state->grants[output] = (state->grants[output] + 1) % 64;
  dl_age_clock_advance (&state->clock, router->age_clock_period, block->now);
  decision.rule = !(router->age_rr_select >> decision.select & 1)      ? DL_SIM_GRANT_BY_TURN
                  : dl_age_clock_inhibited (&state->clock, block->now) ? DL_SIM_GRANT_INHIBITED
                                                                       : DL_SIM_GRANT_BY_AGE;
  decision.winner = decision.rule == DL_SIM_GRANT_BY_AGE
                        ? choose_in_turn (&state->by_age[output], oldest (state, output, queues))
                        : choose_in_turn (&state->by_turn[output], queues);
  if (G_UNLIKELY (node == block->sim->watch.node))
    dl_sim_note_grant (block, state, &decision);
  return decision.winner;
}

/* What it needs at the other end it takes along. */
void
dl_sim_cross_link (DlSimBlock *block, guint node, guint output, guint16 index)
{
  const DlNetwork *network = block->sim->plan->routes->network;
  const guint next = network->link_to[dl_network_link (network, node, output)];
  const guint64 cycle = block->now + block->sim->plan->router.link_cycles;
  const DlSimPacket *packet = &block->packets[index];
  const DlSimEvent event = {
    .kind = DL_SIM_ARRIVE,
    .node = next - block->first_node,
    .packet = index,
    .port = dl_port_opposite (output),
    .queue = packet->vc,
  };

  if (next - block->first_node < block->n_nodes)
    dl_sim_schedule (block, cycle, event);
  else
    {
      dl_sim_send (block, next, cycle, event, packet);
      dl_sim_packet_give_back (block, index);
    }
}

static void
send_packet (DlSimBlock *block, guint node, guint output, guint16 index)
{
  DlSimPacket *packet = &block->packets[index];

  take_hop (packet);
  block->tally->counters.flit_hops += packet->flits;
  if (G_LIKELY (block->sim->links == NULL))
    dl_sim_cross_link (block, node, output, index);
  else
    dl_sim_link_send (block, node, output, index);
}

static void
eject_packet (DlSimBlock *block, DlSimNode *state, guint node, guint16 index, guint flits)
{
  const double begin = MAX (state->eject_free, (double) block->now);

  state->eject_free = begin + flits / block->sim->plan->router.ejection_rate;
  dl_sim_schedule (
      block, (guint64) ceil (state->eject_free),
      (DlSimEvent) { .kind = DL_SIM_DELIVER, .node = node - block->first_node, .packet = index });
}

/* The virtual channels (bits) for which something is staged, while the output could send, but has
 * no credits; 0: it sends, or has nothing to send. */
static void
set_blocked (const DlSimBlock *block, DlSimNode *state, guint output, guint vcs)
{
  const guint before = state->blocked[output];
  DlSimPortCounters *counters = &state->ports[output];

  if (G_LIKELY (vcs == before))
    return;
  state->blocked[output] = vcs;
  if ((vcs == 0) != (before == 0))
    dl_sim_count_time (&counters->stalled_output, vcs != 0, block->now);
  for (guint changed = vcs ^ before; changed != 0; changed &= changed - 1)
    {
      const guint vc = __builtin_ctz (changed);
      dl_sim_count_time (&counters->blocked[vc], vcs >> vc & 1, block->now);
    }
}

/* Look again when the output is free. */
static void
wake_output (DlSimBlock *block, DlSimNode *state, guint node, guint output)
{
  if (state->output_wakes >> output & 1)
    return;
  state->output_wakes |= 1 << output;
  dl_sim_schedule (block, state->output_free[output],
                   (DlSimEvent) { .kind = DL_SIM_OUTPUT_DONE,
                                  .node = node - block->first_node,
                                  .port = output });
}

/* The packet that was granted leaves its staging queue. */
static guint16
unstage (DlSimBlock *block, DlSimNode *state, guint output, guint queue)
{
  const DlRouterSpec *router = &block->sim->plan->router;
  const guint16 index = state->staged[output][queue].first;
  DlSimPacket *packet = &block->packets[index];

  dl_sim_queue_pop (block, &state->staged[output][queue]);
  state->want[output][packet->vc] &= ~(1u << queue);
  if (state->staged[output][queue].first != DL_SIM_NO_PACKET)
    set_want (block, state, output, queue);
  packet->age = dl_age_now (&state->clock, packet->head);
  dl_age_leave (&state->clock, router->age_clock_period, packet->head, block->now);
  block->tally->counters.age[packet->age]++;
  state->ports[output].packets[packet->vc]++;
  state->ports[output].flits[packet->vc] += packet->flits;
  return index;
}

/* It was on its way to what is broken now. */
static void
drop (DlSimBlock *block, guint16 index)
{
  block->tally->counters.dropped_link++;
  dl_sim_packet_give_back (block, index);
}

/* The output begins to send @flits of its staging queue. What it sent before has left. */
static void
leave (DlSimNode *state, guint output, guint queue, guint flits, guint64 now)
{
  DlSimLeaving *leaving = &state->leaving[output];

  state->room[output][leaving->queue] += leaving->flits - leaving->left;
  *leaving = (DlSimLeaving) { .granted = now, .queue = queue, .flits = flits };
  if (state->input[queue].first != DL_SIM_NO_PACKET)
    state->inputs |= 1 << (queue / DL_SIM_VCS);
}

static void
run_output (DlSimBlock *block, DlSimNode *state, guint node, guint output)
{
  const guint64 now = block->now;
  guint32 queues;
  guint chosen, flits;
  guint16 index;

  if (state->output_free[output] > now)
    {
      if (wanting (state, output) != 0 || dl_sim_link_resends (block->sim, node, output))
        wake_output (block, state, node, output);
      return;
    }
  if (dl_sim_link_resends (block->sim, node, output))
    {
      set_blocked (block, state, output, 0);
      state->output_free[output] = now + dl_sim_link_resend (block, node, output);
      wake_output (block, state, node, output);
      return;
    }
  queues = candidates (block->sim, state, node, output);
  set_blocked (block, state, output, queues == 0 ? wanted_vcs (state, output) : 0);
  if (queues == 0)
    return;
  chosen = arbitrate (block, state, node, output, queues);
  index = unstage (block, state, output, chosen);
  flits = block->packets[index].flits;
  leave (state, output, chosen, flits, now);
  if (dl_sim_is_dead (block->sim, node, output))
    {
      drop (block, index);
      state->output_free[output] = now + flits;
    }
  else if (output == DL_SIM_PROCESSOR)
    {
      eject_packet (block, state, node, index, flits);
      state->output_free[output] = MAX ((guint64) state->eject_free, now + 1);
    }
  else
    {
      state->credits[output][block->packets[index].vc] -= flits;
      send_packet (block, node, output, index);
      state->output_free[output] = now + flits;
    }
  if (wanting (state, output) != 0)
    wake_output (block, state, node, output);
}

/* The crossbar --------------------------------------------------------------------------------- */

static void
set_input_stalled (const DlSimBlock *block, DlSimNode *state, guint input, gboolean stalled)
{
  if (stalled == (state->input_stalled >> input & 1))
    return;
  state->input_stalled ^= 1 << input;
  dl_sim_count_time (&state->ports[input].stalled_input, stalled, block->now);
}

/* Is there room for the first packet of @queue in the staging queue it goes to? If what leaves that
 * makes it, an event tells when. */
static gboolean
has_room (DlSimBlock *block, DlSimNode *state, guint node, guint queue)
{
  const DlSimPacket *packet = &block->packets[state->input[queue].first];
  guint16 *room = &state->room[packet->port][queue];
  DlSimLeaving *leaving = &state->leaving[packet->port];

  if (leaving->queue == queue && leaving->left < leaving->flits)
    {
      const guint left = MIN (block->now - leaving->granted, leaving->flits);

      *room += left - leaving->left;
      leaving->left = left;
      if (*room < packet->flits && *room + leaving->flits - left >= packet->flits)
        dl_sim_schedule (
            block, block->now + packet->flits - *room,
            (DlSimEvent) { .kind = DL_SIM_ROOM, .node = node - block->first_node, .queue = queue });
    }
  return *room >= packet->flits;
}

/* The first packet of the input's virtual channel @vc goes into the crossbar. */
static void
cross (DlSimBlock *block, DlSimNode *state, guint node, guint input, guint vc)
{
  const guint64 now = block->now;
  const guint queue = DL_SIM_VCS * input + vc;
  const guint16 index = state->input[queue].first;
  const DlSimPacket *packet = &block->packets[index];

  dl_sim_queue_pop (block, &state->input[queue]);
  if (state->input[queue].first != DL_SIM_NO_PACKET)
    block->packets[state->input[queue].first].head_at = now + packet->flits;
  state->ports[input].head_wait += (guint32) now - packet->head_at;
  state->room[packet->port][queue] -= packet->flits;
  state->input_vc[input] = (vc + 1) % DL_SIM_VCS;
  state->input_free[input] = now + packet->flits;
  dl_sim_schedule (block, now + block->sim->plan->router.crossbar_cycles,
                   (DlSimEvent) { .kind = DL_SIM_STAGE,
                                  .node = node - block->first_node,
                                  .packet = index,
                                  .port = packet->port,
                                  .queue = queue });
  dl_sim_schedule (block, state->input_free[input],
                   (DlSimEvent) { .kind = DL_SIM_INPUT_DONE,
                                  .node = node - block->first_node,
                                  .port = input,
                                  .queue = vc,
                                  .flits = packet->flits });
}

/* The input sends the first packet of one of its virtual channels, in turn, to a staging queue that
 * has room for all of it. */
static void
run_input (DlSimBlock *block, DlSimNode *state, guint node, guint input)
{
  gboolean waiting = FALSE;

  if (state->input_free[input] > block->now)
    return;
  for (guint i = 0; i < DL_SIM_VCS; i++)
    {
      const guint vc = (state->input_vc[input] + i) % DL_SIM_VCS;
      const guint queue = DL_SIM_VCS * input + vc;

      if (state->input[queue].first == DL_SIM_NO_PACKET)
        continue;
      waiting = TRUE;
      if (!has_room (block, state, node, queue))
        continue;
      set_input_stalled (block, state, input, FALSE);
      cross (block, state, node, input, vc);
      return;
    }
  set_input_stalled (block, state, input, waiting);
}

/* Events --------------------------------------------------------------------------------------- */

/* The input buffer of @port has room for @flits more on @vc: whoever sends into it is told. */
static void
return_credit (DlSimBlock *block, DlSimNode *state, guint node, const DlSimEvent *event)
{
  const DlNetwork *network = block->sim->plan->routes->network;
  const guint64 cycle = block->now + block->sim->plan->router.link_cycles;
  DlSimEvent credit = {
    .kind = DL_SIM_CREDIT,
    .port = dl_port_opposite (event->port),
    .queue = event->queue,
    .flits = event->flits,
  };
  guint from;

  if (event->port == DL_SIM_PROCESSOR)
    {
      state->credits[DL_SIM_PROCESSOR][event->queue] += event->flits;
      state->inject = TRUE;
      return;
    }
  from = network->link_to[dl_network_link (network, node, event->port)];
  credit.node = from - block->first_node;
  if (from - block->first_node < block->n_nodes)
    dl_sim_schedule (block, cycle, credit);
  else
    dl_sim_send (block, from, cycle, credit, NULL);
}

/* splitmix64's last steps. */
static inline guint64
mix (guint64 z)
{
  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static void
deliver (DlSimBlock *block, guint16 index)
{
  const DlSimPacket *packet = &block->packets[index];
  DlSimCounters *counters = &block->tally->counters;
  DlSimStats *stats = &block->tally->stats;
  const guint64 latency = block->now - packet->injected;
  const guint64 who = (guint64) packet->source << 32 | packet->dest << 8 | packet->class;

  counters->delivered++;
  counters->delivered_flits += packet->flits;
  counters->latency_sum += latency;
  counters->total_latency_sum += block->now - packet->created;
  counters->latency_max = MAX (counters->latency_max, latency);
  /* A sum, since the order of deliveries in a cycle is open. */
  counters->digest += mix (mix (mix (mix (who) + packet->created) + packet->injected) + block->now);
  if (block->now >= block->sim->measure_from)
    stats->sources[packet->source]++;
  if (block->sim->ranks != NULL)
    dl_sim_program_receive (block, packet->dest, packet->tag);
  if (packet->created >= block->sim->measure_from)
    {
      dl_latency_add (&stats->network, latency);
      dl_latency_add (&stats->total, block->now - packet->created);
      stats->hops += packet->hops;
    }
  dl_sim_packet_give_back (block, index);
}

static void
arrive (DlSimBlock *block, DlSimNode *state, const DlSimEvent *event)
{
  const DlNetwork *network = block->sim->plan->routes->network;
  const guint node = block->first_node + event->node;
  DlSimPacket *packet = &block->packets[event->packet];

  if (dl_sim_is_dead (block->sim, network->link_to[dl_network_link (network, node, event->port)],
                      dl_port_opposite (event->port)))
    {
      drop (block, event->packet);
      return;
    }
  dl_sim_plan_hop (block->sim->plan, packet, node,
                   (DlArrival) { dl_port_opposite (event->port), packet->crossed });
  dl_sim_enter_router (block, state, event->port, event->queue, event->packet);
}

static void
take_in (DlSimBlock *block, const DlSimEvent *event)
{
  const guint node = block->first_node + event->node;
  DlSimNode *state = &block->sim->nodes[node];

  switch ((DlSimEventKind) event->kind)
    {
    case DL_SIM_ARRIVE:
      arrive (block, state, event);
      break;
    case DL_SIM_STAGE:
      if (dl_sim_queue_push (block, &state->staged[event->port][event->queue], event->packet))
        {
          set_want (block, state, event->port, event->queue);
          state->outputs |= 1 << event->port;
        }
      break;
    case DL_SIM_INPUT_DONE:
      return_credit (block, state, node, event);
      state->inputs |= 1 << event->port;
      break;
    case DL_SIM_OUTPUT_DONE:
      state->output_wakes &= ~(1 << event->port);
      state->outputs |= 1 << event->port;
      break;
    case DL_SIM_CREDIT:
      state->credits[event->port][event->queue] += event->flits;
      if (state->want[event->port][event->queue] != 0)
        state->outputs |= 1 << event->port;
      break;
    case DL_SIM_ROOM:
      if (state->input[event->queue].first != DL_SIM_NO_PACKET)
        state->inputs |= 1 << (event->queue / DL_SIM_VCS);
      break;
    case DL_SIM_DELIVER:
      deliver (block, event->packet);
      break;
    case DL_SIM_DISCARDED:
      dl_sim_link_discarded (block->sim, node, event->port);
      state->outputs |= 1 << event->port;
      break;
    case DL_SIM_WAKE_SOURCE:
      dl_sim_source_wake (block, node);
      break;
    case DL_SIM_WAKE_INJECTOR:
      state->inject = TRUE;
      break;
    }
  if (state->outputs | state->inputs | state->inject)
    dl_sim_activate (block, state, event->node);
}

void
dl_sim_block_run_cycle (DlSimBlock *block)
{
  DlSimChunk chunk;

  while (dl_sim_wheel_take (&block->wheel, block->now, &chunk))
    for (guint i = 0; i < chunk.n; i++)
      take_in (block, &chunk.events[i]);

  for (guint i = 0; i < block->n_active; i++)
    {
      const guint node = block->first_node + block->active[i];
      DlSimNode *state = &block->sim->nodes[node];

      if (state->inject)
        dl_sim_source_inject (block, node);
      for (guint bits = state->outputs; bits != 0; bits &= bits - 1)
        run_output (block, state, node, __builtin_ctz (bits));
      for (guint bits = state->inputs; bits != 0; bits &= bits - 1)
        run_input (block, state, node, __builtin_ctz (bits));
      state->outputs = state->inputs = 0;
      state->inject = state->active = FALSE;
    }
  block->n_active = 0;
}
