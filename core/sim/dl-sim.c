#include "dl-sim-private.h"

#include <math.h>

/* A node's packets, at most, when they are of one flit, are too many for large blocks. */
#define MAX_BLOCK_PACKETS (DL_SIM_NO_PACKET - 1)
#define GOOD_BLOCK        64

/* After a grant, until the packet's place in the staging buffer is free (model 4). */
#define RELEASE_CYCLES 2

/* Events -------------------------------------------------------------------------------------- */

static void
schedule (DlSim *sim, guint node, guint64 cycle, DlSimEvent event)
{
  DlSimBlock *block = dl_sim_block_of (sim, node);

  g_assert (cycle > sim->now || event.kind == DL_SIM_WAKE_SOURCE);
  event.node = node - block->first_node;
  g_array_append_val (block->wheel[cycle & (sim->wheel_size - 1)], event);
}

/* Packets and queues --------------------------------------------------------------------------- */

static guint16
packet_take (DlSimBlock *block)
{
  const guint16 index = block->free_packet;

  g_assert (index != DL_SIM_NO_PACKET);
  block->free_packet = block->packets[index].next;
  return index;
}

static void
packet_give_back (DlSimBlock *block, guint16 index)
{
  block->packets[index].next = block->free_packet;
  block->free_packet = index;
}

/* TRUE if it is the first. */
static gboolean
queue_push (DlSimBlock *block, DlSimQueue *queue, guint16 index)
{
  const gboolean was_empty = queue->first == DL_SIM_NO_PACKET;

  block->packets[index].next = DL_SIM_NO_PACKET;
  if (was_empty)
    queue->first = index;
  else
    block->packets[queue->last].next = index;
  queue->last = index;
  return was_empty;
}

static void
queue_pop (const DlSimBlock *block, DlSimQueue *queue)
{
  queue->first = block->packets[queue->first].next;
}

/* Routes --------------------------------------------------------------------------------------- */

/* Which output and virtual channel the packet takes from @node, where it came by @arrival; a new
 * run begins when the one before is over. */
static void
plan_hop (const DlSim *sim, DlSimPacket *packet, guint node, DlArrival arrival)
{
  if (packet->left == 0)
    {
      DlWalker walker;
      DlRun run;

      dl_walker_init_at (&walker, sim->plan->routes, node, arrival, packet->dest);
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
      if (sim->plan->source_vc_zero && run.vc_rule > DL_VC_RULE_TO_HIGHER)
        packet->run_vc = 0;
      packet->crossed = FALSE;
    }
  packet->vc = packet->class + (packet->to_dateline == 0 ? 1 : packet->run_vc);
}

/* The packet leaves by the output it wanted. */
static void
take_hop (DlSimPacket *packet)
{
  packet->left--;
  if (packet->to_dateline > 0)
    packet->to_dateline--;
  else
    packet->crossed = TRUE;
}

static guint
age_bias (const DlRouterSpec *router, guint port, const DlSimPacket *packet)
{
  return packet->class == 0 ? router->request_age_bias[port] : router->response_age_bias[port];
}

/* The packet is in the input buffer of @port. */
static void
enter_router (DlSim *sim, DlSimBlock *block, guint node, guint port, guint vc, guint16 index)
{
  DlSimNode *state = &sim->nodes[node];
  DlSimPacket *packet = &block->packets[index];
  const DlArrival arrival = port == DL_SIM_PROCESSOR
                                ? DL_ARRIVAL_INJECTED
                                : (DlArrival) { dl_port_opposite (port), packet->crossed };

  dl_age_clock_advance (&state->clock, sim->plan->router.age_clock_period, sim->now);
  packet->head
      = dl_age_receive (&state->clock, packet->age, age_bias (&sim->plan->router, port, packet));
  plan_hop (sim, packet, node, arrival);
  if (queue_push (block, &state->input[DL_SIM_VCS * port + vc], index))
    state->inputs |= 1 << port;
}

/* Sources -------------------------------------------------------------------------------------- */

/* The next burst after one in cycle @from. */
static guint64
draw_birth (const DlSim *sim, DlSimNode *state, guint64 from)
{
  /* In (0, 1]. */
  const double draw = ((dl_rng_next (&state->rng) >> 11) + 1) * 0x1p-53;
  double gap;

  if (sim->birth_rate <= 0 || sim->sources_stopped)
    return G_MAXUINT64;
  if (sim->birth_rate >= 1)
    return from + 1;
  gap = floor (log (draw) / log1p (-sim->birth_rate));
  return gap < 1e15 ? from + 1 + (guint64) gap : G_MAXUINT64;
}

/* A destination, or DL_NO_NODE if this node has none. */
static guint
draw_dest (const DlSim *sim, DlSimNode *state, guint node)
{
  const DlSimPlan *plan = sim->plan;
  const DlNetwork *network = plan->routes->network;

  if (!plan->uniform)
    {
      const guint n = plan->first_dest[node + 1] - plan->first_dest[node];
      return n > 0 ? plan->dest[plan->first_dest[node] + dl_rng_below (&state->rng, n)]
                   : DL_NO_NODE;
    }
  if (network->n_working_nodes < 2)
    return DL_NO_NODE;
  for (;;)
    {
      const guint dest = dl_rng_below (&state->rng, network->n_nodes);
      if (dest != node && network->node_up[dest])
        return dest;
    }
}

static gboolean
is_reachable (const DlSim *sim, guint source, guint dest)
{
  DlWalker walker;
  DlRun run;

  dl_walker_init (&walker, sim->plan->routes, source, dest);
  while (dl_walker_next (&walker, &run))
    ;
  return walker.status == DL_ROUTE_DELIVERED;
}

/* A burst of packets to one destination. */
static void
create_burst (DlSim *sim, DlSimBlock *block, guint node)
{
  DlSimNode *state = &sim->nodes[node];
  const guint dest = draw_dest (sim, state, node);

  if (dest == DL_NO_NODE)
    return;
  for (guint i = 0; i < sim->plan->burst; i++)
    {
      /* Drawn in any case, so that a load differs from another in nothing else. */
      const gboolean response
          = (dl_rng_next (&state->rng) >> 11) * 0x1p-53 < sim->plan->response_share;
      DlSimBirth *birth;

      if (!is_reachable (sim, node, dest))
        {
          block->counters.unreachable++;
          continue;
        }
      birth = g_new (DlSimBirth, 1);
      *birth = (DlSimBirth) { sim->now, dest, response ? 2 : 0 };
      g_queue_push_tail (state->births, birth);
      block->counters.created++;
    }
}

static void
wake_source (DlSim *sim, DlSimBlock *block, guint node)
{
  DlSimNode *state = &sim->nodes[node];

  if (sim->sources_stopped)
    return;
  while (state->next_birth <= sim->now)
    {
      create_burst (sim, block, node);
      state->next_birth = draw_birth (sim, state, state->next_birth);
    }
  if (state->next_birth < G_MAXUINT64)
    schedule (sim, node, MIN (state->next_birth, sim->now + sim->wheel_size - 1),
              (DlSimEvent) { .kind = DL_SIM_WAKE_SOURCE });
}

/* Move the first waiting packet into the processor's input buffer, if there is room. */
static void
inject (DlSim *sim, DlSimBlock *block, guint node)
{
  DlSimNode *state = &sim->nodes[node];
  const guint flits = sim->plan->packet_flits;
  DlSimBirth *birth;
  DlSimPacket first;
  guint16 index;

  if (state->inject_free > sim->now)
    return;
  if (g_queue_is_empty (state->births) && isinf (sim->birth_rate) && !sim->sources_stopped)
    create_burst (sim, block, node);
  birth = g_queue_peek_head (state->births);
  if (birth == NULL)
    return;

  first = (DlSimPacket) {
    .created = birth->created,
    .injected = sim->now,
    .source = node,
    .dest = birth->dest,
    .flits = flits,
    .class = birth->class,
  };
  plan_hop (sim, &first, node, DL_ARRIVAL_INJECTED);
  if (state->credits[DL_SIM_PROCESSOR][first.vc] < flits)
    return;
  first.left = 0; /* it is planned again where all packets are */
  g_free (g_queue_pop_head (state->births));
  state->credits[DL_SIM_PROCESSOR][first.vc] -= flits;
  state->inject_free = sim->now + flits;
  block->counters.injected++;
  index = packet_take (block);
  block->packets[index] = first;
  enter_router (sim, block, node, DL_SIM_PROCESSOR, first.vc, index);
  if (!g_queue_is_empty (state->births) || isinf (sim->birth_rate))
    schedule (sim, node, state->inject_free, (DlSimEvent) { .kind = DL_SIM_WAKE_INJECTOR });
}

/* Output arbitration ----------------------------------------------------------------------------
 */

/* The staging queues whose first packet could go: its virtual channel has the credits. */
static guint32
candidates (const DlSim *sim, const DlSimNode *state, guint output)
{
  guint32 queues = 0;

  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    if (output == DL_SIM_PROCESSOR || state->credits[output][vc] >= sim->threshold)
      queues |= state->want[output][vc];
  return queues;
}

/* Those of @queues that hold the oldest packets. */
static guint32
oldest (const DlSimBlock *block, const DlSimNode *state, guint output, guint32 queues)
{
  guint32 best = 0;
  guint best_age = 0;

  for (guint32 rest = queues; rest != 0; rest &= rest - 1)
    {
      const guint queue = __builtin_ctz (rest);
      const guint age
          = dl_age_now (&state->clock, block->packets[state->staged[output][queue].first].head);

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

/* The next bit of @bits from @from on, round and round over @n. */
static guint
next_in_turn (guint bits, guint from, guint n)
{
  const guint ahead = bits >> from << from;

  g_assert (bits != 0 && bits >> n == 0);
  return __builtin_ctz (ahead != 0 ? ahead : bits);
}

/* An input first, then one of its virtual channels, each in its turn. */
static guint
choose_in_turn (DlSimPointer *pointer, guint32 queues)
{
  guint ports = 0, port, vc;

  for (guint i = 0; i < DL_N_ROUTER_PORTS; i++)
    if (queues >> (DL_SIM_VCS * i) & 0xf)
      ports |= 1 << i;
  port = next_in_turn (ports, pointer->port, DL_N_ROUTER_PORTS);
  vc = next_in_turn (queues >> (DL_SIM_VCS * port) & 0xf, pointer->vc, DL_SIM_VCS);
  pointer->port = (port + 1) % DL_N_ROUTER_PORTS;
  pointer->vc = (vc + 1) % DL_SIM_VCS;
  return DL_SIM_VCS * port + vc;
}

static guint
arbitrate (DlSim *sim, DlSimBlock *block, DlSimNode *state, guint output, guint32 queues)
{
  const gboolean by_age = sim->plan->router.age_rr_select >> state->grants[output] & 1;

  state->grants[output] = (state->grants[output] + 1) % 64;
  dl_age_clock_advance (&state->clock, sim->plan->router.age_clock_period, sim->now);
  if (by_age && !dl_age_clock_inhibited (&state->clock, sim->now))
    return choose_in_turn (&state->by_age[output], oldest (block, state, output, queues));
  return choose_in_turn (&state->by_turn[output], queues);
}

/* The packet goes over the link; what it needs at the other end it takes along. */
static void
send_packet (DlSim *sim, DlSimBlock *block, guint node, guint output, guint16 index)
{
  const DlNetwork *network = sim->plan->routes->network;
  const guint next = network->link_to[dl_network_link (network, node, output)];
  DlSimBlock *next_block = dl_sim_block_of (sim, next);
  const guint vc = block->packets[index].vc;
  guint16 there = index;

  take_hop (&block->packets[index]);
  block->counters.flit_hops += block->packets[index].flits;
  if (next_block != block)
    {
      there = packet_take (next_block);
      next_block->packets[there] = block->packets[index];
      packet_give_back (block, index);
    }
  schedule (sim, next, sim->now + sim->plan->router.link_cycles,
            (DlSimEvent) {
                .kind = DL_SIM_ARRIVE,
                .packet = there,
                .port = dl_port_opposite (output),
                .queue = vc,
            });
}

static void
eject_packet (DlSim *sim, DlSimNode *state, guint node, guint16 index, guint flits)
{
  const double begin = MAX (state->eject_free, (double) sim->now);

  state->eject_free = begin + flits / sim->plan->router.ejection_rate;
  schedule (sim, node, (guint64) ceil (state->eject_free),
            (DlSimEvent) { .kind = DL_SIM_DELIVER, .packet = index });
}

static void
run_output (DlSim *sim, DlSimBlock *block, guint node, guint output)
{
  DlSimNode *state = &sim->nodes[node];
  guint32 queues;
  guint chosen, flits;
  guint16 index;
  DlSimPacket *packet;
  DlSimQueue *queue;

  if (state->output_free[output] > sim->now || (queues = candidates (sim, state, output)) == 0)
    return;
  chosen = arbitrate (sim, block, state, output, queues);
  queue = &state->staged[output][chosen];
  index = queue->first;
  packet = &block->packets[index];
  flits = packet->flits;

  queue_pop (block, queue);
  state->want[output][packet->vc] &= ~(1u << chosen);
  if (queue->first != DL_SIM_NO_PACKET)
    state->want[output][block->packets[queue->first].vc] |= 1u << chosen;
  packet->age = dl_age_now (&state->clock, packet->head);
  dl_age_leave (&state->clock, sim->plan->router.age_clock_period, packet->head, sim->now);
  block->counters.age[packet->age]++;

  schedule (
      sim, node, sim->now + RELEASE_CYCLES,
      (DlSimEvent) { .kind = DL_SIM_RELEASE, .port = output, .queue = chosen, .flits = flits });
  if (output == DL_SIM_PROCESSOR)
    {
      eject_packet (sim, state, node, index, flits);
      state->output_free[output] = MAX ((guint64) state->eject_free, sim->now + 1);
    }
  else
    {
      state->credits[output][packet->vc] -= flits;
      send_packet (sim, block, node, output, index);
      state->output_free[output] = sim->now + flits;
    }
  schedule (sim, node, state->output_free[output],
            (DlSimEvent) { .kind = DL_SIM_OUTPUT_DONE, .port = output });
}

/* The crossbar -----------------------------------------------------------------------------------
 */

/* The input sends the first packet of one of its virtual channels, in turn, to a staging queue that
 * has room for all of it. */
static void
run_input (DlSim *sim, DlSimBlock *block, guint node, guint input)
{
  DlSimNode *state = &sim->nodes[node];

  if (state->input_free[input] > sim->now)
    return;
  for (guint i = 0; i < DL_SIM_VCS; i++)
    {
      const guint vc = (state->input_vc[input] + i) % DL_SIM_VCS;
      const guint queue = DL_SIM_VCS * input + vc;
      const guint16 index = state->input[queue].first;
      DlSimPacket *packet;

      if (index == DL_SIM_NO_PACKET)
        continue;
      packet = &block->packets[index];
      if (state->room[packet->port][queue] < packet->flits)
        continue;

      queue_pop (block, &state->input[queue]);
      state->room[packet->port][queue] -= packet->flits;
      state->input_vc[input] = (vc + 1) % DL_SIM_VCS;
      state->input_free[input] = sim->now + packet->flits;
      schedule (sim, node, sim->now + sim->plan->router.crossbar_cycles,
                (DlSimEvent) {
                    .kind = DL_SIM_STAGE, .packet = index, .port = packet->port, .queue = queue });
      schedule (
          sim, node, state->input_free[input],
          (DlSimEvent) {
              .kind = DL_SIM_INPUT_DONE, .port = input, .queue = vc, .flits = packet->flits });
      return;
    }
}

/* Cycles ------------------------------------------------------------------------------------------
 */

/* The input buffer of @port has room for @flits more on @vc: whoever sends into it is told. */
static void
return_credit (DlSim *sim, guint node, guint port, guint vc, guint flits)
{
  const DlNetwork *network = sim->plan->routes->network;

  if (port == DL_SIM_PROCESSOR)
    {
      sim->nodes[node].credits[DL_SIM_PROCESSOR][vc] += flits;
      return;
    }
  schedule (
      sim, network->link_to[dl_network_link (network, node, port)],
      sim->now + sim->plan->router.link_cycles,
      (DlSimEvent) {
          .kind = DL_SIM_CREDIT, .port = dl_port_opposite (port), .queue = vc, .flits = flits });
}

static void
stage_packet (DlSimBlock *block, DlSimNode *state, const DlSimEvent *event)
{
  if (queue_push (block, &state->staged[event->port][event->queue], event->packet))
    state->want[event->port][block->packets[event->packet].vc] |= 1u << event->queue;
  state->outputs |= 1 << event->port;
}

static void
deliver (DlSim *sim, DlSimBlock *block, guint16 index)
{
  const guint64 latency = sim->now - block->packets[index].injected;

  block->counters.delivered++;
  block->counters.latency_sum += latency;
  block->counters.latency_max = MAX (block->counters.latency_max, latency);
  packet_give_back (block, index);
}

static void
take_in (DlSim *sim, DlSimBlock *block, const DlSimEvent *event)
{
  const guint node = block->first_node + event->node;
  DlSimNode *state = &sim->nodes[node];

  switch ((DlSimEventKind) event->kind)
    {
    case DL_SIM_ARRIVE:
      enter_router (sim, block, node, event->port, event->queue, event->packet);
      break;
    case DL_SIM_STAGE:
      stage_packet (block, state, event);
      break;
    case DL_SIM_INPUT_DONE:
      return_credit (sim, node, event->port, event->queue, event->flits);
      state->inputs |= 1 << event->port;
      break;
    case DL_SIM_OUTPUT_DONE:
      state->outputs |= 1 << event->port;
      break;
    case DL_SIM_CREDIT:
      state->credits[event->port][event->queue] += event->flits;
      state->outputs |= 1 << event->port;
      break;
    case DL_SIM_RELEASE:
      state->room[event->port][event->queue] += event->flits;
      state->inputs |= 1 << (event->queue / DL_SIM_VCS);
      break;
    case DL_SIM_DELIVER:
      deliver (sim, block, event->packet);
      break;
    case DL_SIM_WAKE_SOURCE:
      wake_source (sim, block, node);
      break;
    case DL_SIM_WAKE_INJECTOR:
      break;
    }
  if (!state->active)
    {
      state->active = TRUE;
      g_array_append_val (block->active, event->node);
    }
}

static void
run_block_cycle (DlSim *sim, DlSimBlock *block)
{
  GArray *events = block->wheel[sim->now & (sim->wheel_size - 1)];

  for (guint i = 0; i < events->len; i++)
    {
      const DlSimEvent event = g_array_index (events, DlSimEvent, i);
      take_in (sim, block, &event);
    }
  g_array_set_size (events, 0);

  for (guint i = 0; i < block->active->len; i++)
    {
      const guint node = block->first_node + g_array_index (block->active, guint16, i);
      DlSimNode *state = &sim->nodes[node];

      inject (sim, block, node);
      for (guint bits = state->outputs; bits != 0; bits &= bits - 1)
        run_output (sim, block, node, __builtin_ctz (bits));
      for (guint bits = state->inputs; bits != 0; bits &= bits - 1)
        run_input (sim, block, node, __builtin_ctz (bits));
      state->outputs = state->inputs = 0;
      state->active = FALSE;
    }
  g_array_set_size (block->active, 0);
}

void
dl_sim_run (DlSim *sim, guint64 cycles)
{
  const guint64 end = sim->now + cycles;

  while (sim->now < end)
    {
      /* What a block does to another happens there at least a link's delay later. */
      const guint64 begin = sim->now;
      const guint64 window = MIN (end - begin, sim->plan->router.link_cycles);

      for (guint i = 0; i < sim->n_blocks; i++)
        for (sim->now = begin; sim->now < begin + window; sim->now++)
          run_block_cycle (sim, &sim->blocks[i]);
      sim->now = begin + window;
    }
}

guint64
dl_sim_cycle (const DlSim *sim)
{
  return sim->now;
}

void
dl_sim_stop_sources (DlSim *sim)
{
  sim->sources_stopped = TRUE;
}

/* Building ----------------------------------------------------------------------------------------
 */

/* Packets that a node can hold at once, on links towards it included. */
static guint
node_packets (const DlSimPlan *plan)
{
  const guint buffered = plan->router.input_buffer / plan->packet_flits;
  const guint staged = plan->router.staging_buffer / plan->packet_flits;
  const guint ejected = 2 + DL_SIM_MAX_FLITS / plan->router.ejection_rate / plan->packet_flits;

  return DL_SIM_STAGED * buffered + DL_N_ROUTER_PORTS * DL_SIM_STAGED * staged + ejected;
}

static guint
good_wheel_size (const DlSimPlan *plan)
{
  const double eject = 2 * DL_SIM_MAX_FLITS / plan->router.ejection_rate;
  const guint longest = 2 * plan->router.link_cycles + plan->router.crossbar_cycles
                        + DL_SIM_MAX_FLITS + RELEASE_CYCLES + ceil (eject);
  guint size = 64;

  while (size <= longest)
    size *= 2;
  return size;
}

static void
node_init (DlSim *sim, guint node)
{
  const DlRouterSpec *router = &sim->plan->router;
  DlSimNode *state = &sim->nodes[node];

  for (guint queue = 0; queue < DL_SIM_STAGED; queue++)
    {
      state->input[queue].first = DL_SIM_NO_PACKET;
      for (guint output = 0; output < DL_N_ROUTER_PORTS; output++)
        {
          state->staged[output][queue].first = DL_SIM_NO_PACKET;
          state->room[output][queue] = router->staging_buffer;
        }
    }
  for (guint output = 0; output < DL_N_ROUTER_PORTS; output++)
    for (guint vc = 0; vc < DL_SIM_VCS; vc++)
      state->credits[output][vc] = router->input_buffer;
  dl_age_clock_init (&state->clock, router->age_clock_period);
  state->births = g_queue_new ();
  dl_rng_init (&state->rng, sim->plan->seed * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + node);
  state->next_birth = G_MAXUINT64;
  if (!sim->plan->routes->network->node_up[node] || sim->birth_rate <= 0)
    return;
  if (isinf (sim->birth_rate))
    schedule (sim, node, 0, (DlSimEvent) { .kind = DL_SIM_WAKE_SOURCE });
  else
    {
      state->next_birth = draw_birth (sim, state, 0) - 1; /* cycle 0 too */
      schedule (sim, node, MIN (state->next_birth, sim->wheel_size - 1),
                (DlSimEvent) { .kind = DL_SIM_WAKE_SOURCE });
    }
}

static void
block_init (DlSim *sim, guint i)
{
  DlSimBlock *block = &sim->blocks[i];

  block->first_node = i * sim->block_nodes;
  block->n_nodes = MIN (sim->block_nodes, sim->plan->routes->network->n_nodes - block->first_node);
  block->n_packets = MIN (block->n_nodes * node_packets (sim->plan), MAX_BLOCK_PACKETS);
  block->packets = g_new (DlSimPacket, block->n_packets);
  block->free_packet = DL_SIM_NO_PACKET;
  for (guint packet = block->n_packets; packet > 0; packet--)
    packet_give_back (block, packet - 1);
  block->wheel = g_new (GArray *, sim->wheel_size);
  for (guint slot = 0; slot < sim->wheel_size; slot++)
    block->wheel[slot] = g_array_new (FALSE, FALSE, sizeof (DlSimEvent));
  block->active = g_array_new (FALSE, FALSE, sizeof (guint16));
}

DlSim *
dl_sim_new (DlSimPlan *plan, guint block_nodes)
{
  const guint n_nodes = plan->routes->network->n_nodes;
  const guint most = MAX_BLOCK_PACKETS / node_packets (plan);
  DlSim *sim = g_new0 (DlSim, 1);

  g_assert (most > 0);
  sim->plan = dl_sim_plan_ref (plan);
  sim->block_nodes = MIN (block_nodes > 0 ? block_nodes : GOOD_BLOCK, most);
  sim->n_blocks = (n_nodes + sim->block_nodes - 1) / sim->block_nodes;
  sim->wheel_size = good_wheel_size (plan);
  sim->threshold = MIN (DL_SIM_MAX_FLITS, plan->router.input_buffer);
  sim->birth_rate = plan->load / plan->packet_flits / plan->burst;
  sim->blocks = g_new0 (DlSimBlock, sim->n_blocks);
  sim->nodes = g_new0 (DlSimNode, n_nodes);
  for (guint i = 0; i < sim->n_blocks; i++)
    block_init (sim, i);
  for (guint node = 0; node < n_nodes; node++)
    node_init (sim, node);
  return sim;
}

void
dl_sim_free (DlSim *sim)
{
  if (sim == NULL)
    return;
  for (guint i = 0; i < sim->n_blocks; i++)
    {
      DlSimBlock *block = &sim->blocks[i];

      for (guint slot = 0; slot < sim->wheel_size; slot++)
        g_array_unref (block->wheel[slot]);
      g_free (block->wheel);
      g_array_unref (block->active);
      g_free (block->packets);
    }
  for (guint node = 0; node < sim->plan->routes->network->n_nodes; node++)
    g_queue_free_full (sim->nodes[node].births, g_free);
  g_free (sim->blocks);
  g_free (sim->nodes);
  dl_sim_plan_unref (sim->plan);
  g_free (sim);
}

void
dl_sim_get_counters (const DlSim *sim, DlSimCounters *counters)
{
  *counters = (DlSimCounters) { 0 };
  for (guint i = 0; i < sim->n_blocks; i++)
    {
      const DlSimCounters *block = &sim->blocks[i].counters;

      counters->created += block->created;
      counters->injected += block->injected;
      counters->delivered += block->delivered;
      counters->unreachable += block->unreachable;
      counters->flit_hops += block->flit_hops;
      counters->latency_sum += block->latency_sum;
      counters->latency_max = MAX (counters->latency_max, block->latency_max);
      for (guint age = 0; age < G_N_ELEMENTS (counters->age); age++)
        counters->age[age] += block->age[age];
    }
}
