/* One router for a cycle: it takes in its events, queues arrived packets, its nodes send, its
 * outputs choose. Inside the router packets wait for nothing but their output and room in the
 * downstream buffer: a blocked packet delays only packets for the same output and virtual channel
 * that came after it by the same port (assumed; the paper says only that there is a crossbar). */
#include "dl-aries-private.h"
#include "dl-dragonfly-choice.h"

#include <string.h>

/* Which way a packet takes: the lightest of the candidates that its mode draws (manual, dragonfly).
 */

/* The load that adaptive routing sees for a candidate that begins with @link, in flits; it goes by
 * the sum (manual, dragonfly; what exactly the three are is assumed). */
typedef struct
{
  guint near_end;   /* flits that wait for the link here */
  guint far_end;    /* flits sent over it that, as far as is known here, have not left the
                       downstream buffers: its missing credits */
  guint downstream; /* flits that wait for each link of the downstream router, on average, as that
                       one stated at the end of the last window of a link's delay */
} Load;

static Load
load_of (const DlAries *sim, guint link)
{
  const guint router = sim->dragonfly->link_from[link];
  const DlAriesPort *output
      = &sim->ports[sim->routers[router].first_port + dl_aries_link_port (sim, link)];

  return (Load) {
    .near_end = output->waiting,
    .far_end = output->taken,
    .downstream = dl_aries_block_of (sim, router)->published[sim->dragonfly->link_to[link]],
  };
}

void
dl_aries_publish (DlAriesBlock *block, guint64 cycle)
{
  const DlAries *sim = block->sim;
  guint32 *published = dl_aries_published (sim, cycle);

  for (guint router = block->first_router; router < block->first_router + block->n_routers;
       router++)
    {
      const DlAriesRouterState *state = &sim->routers[router];
      guint64 waiting = 0;

      for (guint link = 0; link < state->n_links; link++)
        waiting += sim->ports[state->first_port + link].waiting;
      published[router] = state->n_links > 0 ? waiting / state->n_links : 0;
    }
}

static guint
sum_of (const Load *load)
{
  return load->near_end + load->far_end + load->downstream;
}

/* Load that adaptive routing sees for it now; @data is the simulation. */
static guint
queue_of (gconstpointer data, guint link)
{
  const Load load = load_of (data, link);

  return sum_of (&load);
}

/* Keep the choice, if it is one of those that are judged. */
static void
tell_choice (const DlAriesBlock *block, const DlDragonflyCandidates *candidates,
             DlDragonflyBias bias, guint router, const DlAriesPacket *packet, const double *loads,
             guint best)
{
  const DlSimChoice choice = { .cycle = block->now,
                               .router = router,
                               .n = candidates->n,
                               .taken = best,
                               .later = best,
                               .flits = packet->flits,
                               .counted = dl_sim_choices_count (packet->hash),
                               .watched = DL_SIM_CHOICES_WATCH (block->choices, packet) };
  DlSimCandidate told[DL_DRAGONFLY_CANDIDATES];

  block->tally->counters.choices++;
  if (!choice.counted && !choice.watched)
    return;
  for (guint i = 0; i < candidates->n; i++)
    told[i] = dl_dragonfly_told (bias, &candidates->at[i], loads[i]);
  dl_sim_choices_add (block->choices, &choice, told);
}

/* The lightest of several. */
static guint
choose_lightest (const DlAriesBlock *block, const DlDragonflyCandidates *candidates,
                 DlDragonflyBias bias, guint router, const DlAriesPacket *packet, DlDetour *detour)
{
  double loads[DL_DRAGONFLY_CANDIDATES], own[DL_DRAGONFLY_CANDIDATES];
  guint best;

  for (guint i = 0; i < candidates->n; i++)
    {
      const Load load = load_of (block->sim, candidates->at[i].hop.link);

      loads[i] = sum_of (&load);
      own[i] = load.near_end + load.far_end;
    }
  best = dl_dragonfly_candidates_lightest (candidates, bias, loads);
  if (candidates->at[best].nonminimal)
    *detour = candidates->at[dl_dragonfly_candidates_lightest (candidates, bias, own)].nonminimal
                  ? DL_DETOUR_QUEUE
                  : DL_DETOUR_DOWNSTREAM;
  tell_choice (block, candidates, bias, router, packet, loads, best);
  return best;
}

/* The packet goes by @candidates' lightest. */
static const DlDragonflyCandidate *
take_lightest (const DlAriesBlock *block, const DlDragonflyCandidates *candidates,
               DlDragonflyBias bias, guint router, DlAriesPacket *packet, DlDetour *detour)
{
  const DlAries *sim = block->sim;
  const DlDragonflyCandidate *taken = &candidates->at[0];

  *detour = taken->nonminimal ? DL_DETOUR_MODE : DL_DETOUR_NONE;
  if (candidates->n > 1)
    taken = &candidates->at[choose_lightest (block, candidates, bias, router, packet, detour)];
  packet->out = taken->hop.link - sim->dragonfly->first_link[router];
  packet->next_root = taken->hop.root;
  return taken;
}

/* TRUE if the packet has arrived: it leaves by its node's port. */
static gboolean
goes_out (const DlAries *sim, guint router, DlAriesPacket *packet)
{
  if (packet->dest_router != router || packet->root != DL_NO_NODE)
    return FALSE;
  packet->out
      = sim->routers[router].n_links + packet->dest - router * sim->dragonfly->nodes_per_router;
  return TRUE;
}

/* Only ways ------------------------------------------------------------------------------------ */

/* Most that fit in cache. */
#define MAX_KEPT_ROUTERS 512

void
dl_aries_only_ports_init (DlAries *sim)
{
  const gsize n = sim->dragonfly->n_routers;

  g_clear_pointer (&sim->only_port, g_free);
  if (sim->plan->all_reachable && n <= MAX_KEPT_ROUTERS)
    sim->only_port = g_new0 (guint8, DL_ARIES_ONLY_PORT_TURNS * n * n);
}

static gsize
only_port_index (const DlAries *sim, guint router, guint target, DlDragonflyTurn turn)
{
  const gsize n = sim->dragonfly->n_routers;
  const guint done = turn <= DL_TURN_ROOT ? 0 : turn - DL_TURN_ROOT;

  return (done * n + router) * n + target;
}

/* The port by which all paths go, and 1 more. */
static guint8
find_way (const DlAries *sim, guint router, guint target, DlDragonflyTurn turn)
{
  const DlDragonflyPacket stand = { target, DL_NO_NODE, 0, turn };
  DlDragonflyNextHop *ways = g_newa (DlDragonflyNextHop, sim->routes->max_candidates);
  const guint n = dl_dragonfly_next (sim->routes, router, &stand, ways);
  const guint port = n == 1 ? ways[0].hop.link - sim->dragonfly->first_link[router] : G_MAXUINT;

  return n == 1 && ways[0].hop.root == DL_NO_NODE && port + 1 < DL_ARIES_ONLY_PORT_MANY
             ? port + 1
             : DL_ARIES_ONLY_PORT_MANY;
}

/* TRUE if there is only one way to where the packet goes next, and it takes that. */
static gboolean
takes_only_port (const DlAries *sim, guint router, DlAriesPacket *packet)
{
  const guint target = packet->root != DL_NO_NODE ? packet->root : packet->dest_router;
  guint8 *kept;

  if (sim->only_port == NULL)
    return FALSE;
  kept = &sim->only_port[only_port_index (sim, router, target, packet->turn)];
  if (*kept == DL_ARIES_ONLY_PORT_UNKNOWN)
    *kept = find_way (sim, router, target, packet->turn);
  if (*kept == DL_ARIES_ONLY_PORT_MANY)
    return FALSE;
  packet->out = *kept - 1;
  packet->next_root = packet->root;
  return TRUE;
}

/* The choice ----------------------------------------------------------------------------------- */

gboolean
dl_aries_route_first (const DlAriesBlock *block, guint router, DlAriesPacket *packet,
                      DlDetour *detour)
{
  const DlAries *sim = block->sim;
  const DlDragonflyMode *mode = sim->plan->options.mode;
  const guint dest = packet->dest_router;
  const DlDragonflyCandidate *taken;
  DlDragonflyCandidates candidates;

  *detour = DL_DETOUR_NONE;
  packet->root = DL_NO_NODE;
  packet->vc -= packet->vc % DL_DRAGONFLY_VCS;
  packet->turn = DL_TURN_NONE;
  packet->nonminimal = FALSE;
  if (goes_out (sim, router, packet)
      || (mode->nonminimal == 0 && takes_only_port (sim, router, packet)))
    return TRUE;
  dl_dragonfly_candidates_draw (sim->routes, mode, router, dest, packet->hash, &candidates);
  if (candidates.n == 0)
    return FALSE;
  taken = take_lightest (block, &candidates, dl_dragonfly_bias (sim->routes, mode, router, dest),
                         router, packet, detour);
  packet->root = taken->hop.root;
  packet->nonminimal = taken->nonminimal;
  return TRUE;
}

static gboolean
choose_next (const DlAriesBlock *block, guint router, DlAriesPacket *packet)
{
  const DlAries *sim = block->sim;
  const DlDragonflyPacket stand = dl_aries_routing_state (packet);
  DlDragonflyCandidates candidates;
  DlDetour none;

  dl_dragonfly_candidates_draw_next (sim->routes, sim->plan->options.mode, router, &stand,
                                     dl_rng_mix (packet->hash, 1 + packet->hops), &candidates);
  if (candidates.n == 0)
    return FALSE;
  take_lightest (block, &candidates, (DlDragonflyBias) { 0 }, router, packet, &none);
  return TRUE;
}

gboolean
dl_aries_route_next (const DlAriesBlock *block, guint router, DlAriesPacket *packet)
{
  const DlAries *sim = block->sim;

  return goes_out (sim, router, packet) || takes_only_port (sim, router, packet)
         || choose_next (block, router, packet);
}

static void
grow_packets (DlAriesBlock *block)
{
  const guint32 n = block->n_packets + block->n_packets / 4 + 16 * block->n_routers;
  DlAriesPacket *grown = g_aligned_alloc (n, sizeof *grown, sizeof *grown);

  if (block->n_used > 0)
    memcpy (grown, block->packets, block->n_used * sizeof *grown);
  g_aligned_free (block->packets);
  block->packets = grown;
  block->n_packets = n;
}

void
dl_aries_packets_use (DlAriesBlock *block, guint32 n)
{
  block->n_used = 0; /* so that nothing is copied as they grow */
  while (block->n_packets < n)
    grow_packets (block);
  block->n_used = n;
}

guint32
dl_aries_packet_take (DlAriesBlock *block)
{
  const guint32 index = block->free_packet;

  if (index != DL_ARIES_NO_PACKET)
    {
      block->free_packet = block->packets[index].next;
      __builtin_prefetch (&block->packets[block->free_packet], 1);
      return index;
    }
  if (block->n_used == block->n_packets)
    grow_packets (block);
  return block->n_used++;
}

/* Queues --------------------------------------------------------------------------------------- */

/* The packet, of which its output knows, goes into its queue. */
static void
put_in_queue (DlAriesBlock *block, const DlAriesRouterState *state, guint32 index)
{
  DlAries *sim = block->sim;
  DlAriesPacket *packet = &block->packets[index];
  const guint vc = packet->vc;
  DlAriesQueue *queue = dl_aries_queue (sim, state->first_port + packet->in, vc);

  packet->next = DL_ARIES_NO_PACKET;
  if (queue->first == DL_ARIES_NO_PACKET)
    queue->first = index;
  else
    block->packets[queue->last].next = index;
  queue->last = index;
  sim->ports[state->first_port + packet->out].vcs |= 1 << vc;
  dl_aries_set_bit (dl_aries_requests (sim, state->first_port + packet->out, vc), packet->in);
}

/* Queue the packet alone at @output. */
static inline void
join_queue (DlAriesBlock *block, const DlAriesRouterState *state, DlAriesPort *output)
{
  if (output->alone == DL_ARIES_NO_PACKET)
    return;
  put_in_queue (block, state, output->alone);
  output->alone = DL_ARIES_NO_PACKET;
}

static inline DlAriesPort *
tell_output (const DlAriesBlock *block, DlAriesRouterState *state, const DlAriesPacket *packet)
{
  DlAriesPort *output = &block->sim->ports[state->first_port + packet->out];

  output->waiting += packet->flits;
  dl_aries_set_bit (state->outputs, packet->out);
  return output;
}

void
dl_aries_enqueue (DlAriesBlock *block, guint router, guint32 index)
{
  DlAriesRouterState *state = &block->sim->routers[router];

  tell_output (block, state, &block->packets[index]);
  put_in_queue (block, state, index);
}

void
dl_aries_offer (DlAriesBlock *block, guint router, guint32 index)
{
  DlAriesRouterState *state = &block->sim->routers[router];
  DlAriesPort *output = tell_output (block, state, &block->packets[index]);

  if (output->vcs == 0 && output->alone == DL_ARIES_NO_PACKET)
    output->alone = index;
  else
    {
      join_queue (block, state, output);
      put_in_queue (block, state, index);
    }
}

static inline guint32
dequeue (DlAriesBlock *block, guint router, guint out, guint vc, guint in)
{
  DlAries *sim = block->sim;
  const DlAriesRouterState *state = &sim->routers[router];
  DlAriesPort *output = &sim->ports[state->first_port + out];
  DlAriesQueue *queue = dl_aries_queue (sim, state->first_port + in, vc);
  guint64 *want = dl_aries_requests (sim, state->first_port + out, vc);
  guint32 before = DL_ARIES_NO_PACKET, index = queue->first, rest, after;
  guint64 any = 0;

  while (block->packets[index].out != out)
    {
      before = index;
      index = block->packets[index].next;
    }
  after = block->packets[index].next;
  if (before == DL_ARIES_NO_PACKET)
    queue->first = after;
  else
    block->packets[before].next = after;
  if (queue->last == index)
    queue->last = before;
  output->waiting -= block->packets[index].flits;
  for (rest = after; rest != DL_ARIES_NO_PACKET && block->packets[rest].out != out;)
    rest = block->packets[rest].next;
  if (rest != DL_ARIES_NO_PACKET)
    return index;
  want[in / 64] &= ~(G_GUINT64_CONSTANT (1) << in % 64);
  for (guint w = 0; w < state->n_words; w++)
    any |= want[w];
  output->vcs &= ~((any == 0) << vc);
  return index;
}

guint32
dl_aries_dequeue (DlAriesBlock *block, guint router, guint out, guint vc, guint in)
{
  return dequeue (block, router, out, vc, in);
}

/* The next of @bits from @from on, round and round; some are set. */
static guint
next_in_turn (const guint64 *bits, guint n_words, guint from)
{
  guint w = from / 64;
  guint64 word = bits[w] >> from % 64 << from % 64;

  /* It is by chance whether the turn has gone round: without a branch for most routers. */
  word = n_words == 1 && word == 0 ? bits[0] : word;
  while (word == 0)
    {
      w = w + 1 < n_words ? w + 1 : 0;
      word = bits[w];
    }
  return 64 * w + __builtin_ctzll (word);
}

/* Sending -------------------------------------------------------------------------------------- */

/* @event for @router in @cycle, by its number in its block. */
static inline void
send_event (DlAriesBlock *block, guint router, guint64 cycle, DlSimEvent event)
{
  DlAriesBlock *to = dl_aries_block_of (block->sim, router);

  event.node = router - to->first_router;
  if (G_LIKELY (to->worker == block->worker))
    dl_aries_schedule (to, cycle, event);
  else
    dl_aries_send_away (block, router, cycle, event, NULL);
}

/* From @cycle on the packet's place in the buffer that it came to is free. */
static inline void
free_place (DlAriesBlock *block, guint router, const DlAriesPacket *packet, guint64 cycle)
{
  const DlAries *sim = block->sim;
  const DlAriesRouterState *state = &sim->routers[router];
  DlSimEvent credit = { .kind = DL_ARIES_CREDIT,
                        .node = router - block->first_router,
                        .port = packet->in,
                        .queue = packet->buffer,
                        .flits = packet->flits };

  if (packet->in >= state->n_links)
    dl_aries_schedule (block, MAX (cycle, block->now + 1), credit);
  else
    {
      const DlAriesWire *wire = &sim->wires[state->first_port + packet->in];

      credit.port = wire->port;
      send_event (block, wire->router, cycle + sim->link_cycles, credit);
    }
}

/* The same for one that came by a node's port, without an event: if it is free in the next cycle
 * and the node, which has had its turn in this one, does not wait for it. */
static inline gboolean
free_place_now (const DlAriesBlock *block, DlAriesPort *input, const DlAriesPacket *packet,
                guint64 cycle)
{
  if (cycle > block->now + 1 || input->starved)
    return FALSE;
  input->credits[packet->buffer] += packet->flits;
  input->taken -= packet->flits;
  return TRUE;
}

/* Tell the source of @packet that it may send another one: the answer takes the link delays of the
 * path back. */
static void
answer (DlAriesBlock *block, const DlAriesPacket *packet)
{
  const DlAries *sim = block->sim;
  const guint source = dl_aries_router_of (sim, packet->source);

  if (sim->plan->options.router.outstanding == 0)
    return;
  send_event (
      block, source, block->now + MAX (packet->hops, 1) * sim->link_cycles,
      (DlSimEvent) { .kind = DL_ARIES_ANSWER, .port = dl_aries_node_port (sim, packet->source) });
}

void
dl_aries_drop_on_link (DlAriesBlock *block, guint32 index)
{
  block->tally->counters.dropped_link++;
  answer (block, &block->packets[index]);
  dl_aries_packet_give_back (block, index);
}

void
dl_aries_drop (DlAriesBlock *block, guint router, guint32 index)
{
  const DlAriesPacket *packet = &block->packets[index];

  free_place (block, router, packet, MAX (dl_aries_ceil (packet->tail), block->now));
  dl_aries_drop_on_link (block, index);
}

/* On to the next router by @port: the head follows the link's delay after @start, the tail after
 * @tail. */
static void
cross_link (DlAriesBlock *block, guint router, guint port, guint32 index, guint64 start,
            guint64 tail)
{
  DlAries *sim = block->sim;
  const DlAriesWire *wire = &sim->wires[port];
  DlAriesPacket *packet = &block->packets[index];
  const guint vc = packet->vc;
  const guint64 cycle = dl_aries_ceil (start) + sim->link_cycles;
  const DlDragonflyHop hop
      = { sim->dragonfly->first_link[router] + packet->out, packet->next_root };
  DlDragonflyPacket stand = dl_aries_routing_state (packet);

  dl_dragonfly_move (sim->routes, hop, &stand);
  g_assert (stand.vc < DL_DRAGONFLY_VCS);
  packet->root = stand.root;
  packet->vc = vc - vc % DL_DRAGONFLY_VCS + stand.vc;
  packet->turn = stand.turn;
  packet->tail = tail + dl_aries_time (sim->link_cycles);
  packet->in = wire->port;
  packet->buffer = vc;
  packet->hops++;
  block->tally->counters.flit_hops += packet->flits;
  if (wire->router - block->first_router < block->n_routers)
    dl_aries_schedule (block, cycle,
                       (DlSimEvent) { .kind = DL_ARIES_ARRIVE,
                                      .node = wire->router - block->first_router,
                                      .packet32 = index });
  else
    {
      dl_aries_send_away (block, wire->router, cycle, (DlSimEvent) { .kind = DL_ARIES_ARRIVE },
                          packet);
      dl_aries_packet_give_back (block, index);
    }
}

/* The packet leaves by the output that it waited for, which is free in this cycle. */
static void
send_packet (DlAriesBlock *block, guint router, guint32 index)
{
  DlAries *sim = block->sim;
  const DlAriesRouterState *state = &sim->routers[router];
  const DlAriesPacket *packet = &block->packets[index];
  const guint port = state->first_port + packet->out;
  const guint vc = packet->vc, flits = packet->flits;
  const gboolean is_link = packet->out < state->n_links;
  DlAriesPort *output = &sim->ports[port];
  const guint64 start = MAX (output->free, dl_aries_time (block->now));
  guint64 tail;

  output->free = start + flits * sim->flit_time[sim->wires[port].class];
  /* It cannot leave before it has arrived. Others use the time that a slower path to this router
   * leaves free. */
  tail = MAX (output->free, packet->tail);
  if (packet->in < state->n_links
      || !free_place_now (block, &sim->ports[state->first_port + packet->in], packet,
                          dl_aries_ceil (tail)))
    free_place (block, router, packet, dl_aries_ceil (tail));
  output->packets++;
  if (!is_link)
    {
      dl_aries_schedule (block, dl_aries_ceil (tail),
                         (DlSimEvent) { .kind = DL_ARIES_DELIVER,
                                        .node = router - block->first_router,
                                        .packet32 = index });
      return;
    }
  *dl_aries_vc_flits (sim, port, vc) += flits;
  output->credits[vc] -= flits;
  output->taken += flits;
  cross_link (block, router, port, index, start, tail);
}

/* Output arbitration --------------------------------------------------------------------------- */

void
dl_aries_wake_output (DlAriesBlock *block, guint router, guint out)
{
  DlAriesPort *output = &block->sim->ports[block->sim->routers[router].first_port + out];

  if (output->wakes)
    return;
  output->wakes = TRUE;
  dl_aries_schedule (block, MAX (dl_aries_floor (output->free), block->now),
                     (DlSimEvent) { .kind = DL_ARIES_WAKE_OUTPUT,
                                    .node = router - block->first_router,
                                    .port = out });
}

/* The virtual channels (bits) that something waits for and that have the credits. */
static guint
ready_vcs (const DlAries *sim, const DlAriesPort *output)
{
  guint ready = 0;

  for (guint vcs = output->vcs; vcs != 0; vcs &= vcs - 1)
    {
      const guint vc = __builtin_ctz (vcs);
      if (output->credits[vc] >= sim->threshold)
        ready |= 1 << vc;
    }
  return ready;
}

/* Give the next turn to the virtual channel after @vc, and on @vc to the input after @in. */
static inline void
next_turn (const DlAriesRouterState *state, DlAriesPort *output, guint vc, guint in)
{
  output->next_vc = (vc + 1) % DL_ARIES_SIM_VCS;
  output->next_in[vc] = in + 1 < state->n_ports ? in + 1 : 0;
}

/* A virtual channel in its turn, then an input in its turn. */
static inline guint32
arbitrate (DlAriesBlock *block, guint router, guint out, guint ready)
{
  const DlAriesRouterState *state = &block->sim->routers[router];
  const guint port = state->first_port + out;
  DlAriesPort *output = &block->sim->ports[port];
  const guint ahead = ready >> output->next_vc << output->next_vc;
  const guint vc = __builtin_ctz (ahead != 0 ? ahead : ready);
  const guint in = next_in_turn (dl_aries_requests (block->sim, port, vc), state->n_words,
                                 output->next_in[vc]);

  next_turn (state, output, vc, in);
  return dequeue (block, router, out, vc, in);
}

/* A packet that is alone at its output leaves if it can, and needs no queue: most of them. */
static inline gboolean
send_alone (DlAriesBlock *block, guint router, guint out, DlAriesPort *output)
{
  const DlAries *sim = block->sim;
  const DlAriesRouterState *state = &sim->routers[router];
  const guint32 index = output->alone;
  const DlAriesPacket *packet = &block->packets[index];

  if (dl_aries_floor (output->free) > block->now || sim->swap.dead != NULL
      || (out < state->n_links && output->credits[packet->vc] < sim->threshold))
    return FALSE;
  output->alone = DL_ARIES_NO_PACKET;
  output->waiting -= packet->flits;
  next_turn (state, output, packet->vc, packet->in);
  send_packet (block, router, index);
  return TRUE;
}

static void
run_output (DlAriesBlock *block, guint router, guint out)
{
  DlAries *sim = block->sim;
  const DlAriesRouterState *state = &sim->routers[router];
  const gboolean is_link = out < state->n_links;
  DlAriesPort *output = &sim->ports[state->first_port + out];

  if (output->alone != DL_ARIES_NO_PACKET)
    {
      if (send_alone (block, router, out, output))
        return;
      join_queue (block, state, output);
    }
  /* A node can take more than one packet in a cycle. */
  while (output->vcs != 0 && dl_aries_floor (output->free) <= block->now)
    {
      const gboolean dead
          = G_UNLIKELY (sim->swap.dead != NULL)
            && (is_link ? dl_aries_link_is_dead (sim, sim->dragonfly->first_link[router] + out)
                        : dl_aries_router_is_dead (sim, router));
      const guint ready = is_link && !dead ? ready_vcs (sim, output) : output->vcs;
      guint32 index;

      dl_aries_set_stalled (block, output, ready == 0);
      if (ready == 0)
        return;
      index = arbitrate (block, router, out, ready);
      if (dead)
        dl_aries_drop (block, router, index);
      else
        send_packet (block, router, index);
    }
  dl_aries_set_stalled (block, output, FALSE);
  if (output->vcs != 0)
    dl_aries_wake_output (block, router, out);
}

/* Events --------------------------------------------------------------------------------------- */

static void
deliver (DlAriesBlock *block, guint32 index)
{
  const DlAries *sim = block->sim;
  const DlAriesPacket *packet = &block->packets[index];
  DlSimTally *tally = block->tally;
  DlSimCounters *counters = &tally->counters;
  DlSimStats *stats = &tally->stats;
  const guint64 latency = block->now - packet->injected;
  guint64 digest
      = dl_rng_mix ((guint64) packet->source << 32 | packet->dest, packet->vc >= DL_DRAGONFLY_VCS);

  counters->delivered++;
  counters->delivered_flits += packet->flits;
  counters->delivered_bytes += packet->payload;
  counters->latency_sum += latency;
  counters->total_latency_sum += block->now - packet->created;
  counters->latency_max = MAX (counters->latency_max, latency);
  /* A sum, since the order of deliveries in a cycle is open. */
  digest = dl_rng_mix (digest, packet->created);
  digest = dl_rng_mix (digest, packet->injected << 8 | packet->hops);
  counters->digest += dl_rng_mix (digest, block->now);
  tally->last_delivery = MAX (tally->last_delivery, block->now);
  sim->nodes[packet->dest].received++;
  dl_latency_add (packet->nonminimal ? &stats->nonminimal : &stats->minimal, latency);
  dl_latency_add (&stats->total, block->now - packet->created);
  stats->hops += packet->hops;
  answer (block, packet);
  dl_aries_packet_give_back (block, index);
}

/* The packet at a node of router @index of the block may be what its rank waits for. */
static void
tell_rank (DlAriesBlock *block, guint index, const DlAriesPacket *packet)
{
  const DlAries *sim = block->sim;

  if (dl_sim_ranks_receive (sim->ranks, packet->dest, packet->source, packet->tag, block->now))
    dl_aries_ready_node (block, index, packet->dest);
}

/* Credits may be what an output waits for, or a node. */
static void
take_credit (DlAriesBlock *block, const DlSimEvent *event)
{
  const DlAries *sim = block->sim;
  DlAriesRouterState *state = &sim->routers[block->first_router + event->node];
  DlAriesPort *output = &sim->ports[state->first_port + event->port];

  output->credits[event->queue] += event->flits;
  output->taken -= event->flits;
  if (G_LIKELY (!output->stalled && !output->starved))
    return;
  if (event->port < state->n_links)
    dl_aries_set_bit (state->outputs, event->port);
  else
    {
      output->starved = FALSE;
      state->nodes |= G_GUINT64_CONSTANT (1) << (event->port - state->n_links);
    }
  dl_aries_activate (block, event->node);
}

static void
take_credits (DlAriesBlock *block)
{
  DlSimWheel *wheel = &block->wheels[DL_ARIES_CREDIT];
  const DlSimChunk *chunk;

  for (chunk = dl_sim_wheel_first (wheel, block->now); chunk != NULL;
       chunk = dl_sim_wheel_next (wheel, chunk))
    for (guint i = 0; i < chunk->n; i++)
      take_credit (block, &chunk->events[i]);
  dl_sim_wheel_drop (wheel, block->now);
}

static void
take_in (DlAriesBlock *block, const DlSimEvent *event)
{
  DlAries *sim = block->sim;
  const guint router = block->first_router + event->node;
  DlAriesRouterState *state = &sim->routers[router];
  const guint nodes_per_router = sim->dragonfly->nodes_per_router;

  switch ((DlAriesEventKind) event->kind)
    {
    case DL_ARIES_ARRIVE:
    case DL_ARIES_CREDIT:
      g_assert_not_reached (); /* they have their own wheels */
    case DL_ARIES_WAKE_OUTPUT:
      sim->ports[state->first_port + event->port].wakes = FALSE;
      dl_aries_set_bit (state->outputs, event->port);
      break;
    case DL_ARIES_DELIVER:
      if (sim->ranks != NULL)
        tell_rank (block, event->node, &block->packets[event->packet32]);
      deliver (block, event->packet32);
      return;
    case DL_ARIES_ANSWER:
      sim->nodes[router * nodes_per_router + event->port - state->n_links].in_network--;
      state->nodes |= G_GUINT64_CONSTANT (1) << (event->port - state->n_links);
      break;
    case DL_ARIES_WAKE_SOURCE:
      dl_aries_source_wake (block, router * nodes_per_router + event->port - state->n_links);
      state->nodes |= G_GUINT64_CONSTANT (1) << (event->port - state->n_links);
      break;
    case DL_ARIES_WAKE_INJECTOR:
      sim->nodes[router * nodes_per_router + event->port - state->n_links].wakes = FALSE;
      state->nodes |= G_GUINT64_CONSTANT (1) << (event->port - state->n_links);
      break;
    }
  dl_aries_activate (block, event->node);
}

/* All else. */
static void
take_others (DlAriesBlock *block)
{
  DlSimWheel *wheel = &block->wheels[DL_ARIES_WHEELS - 1];
  DlSimChunk chunk;

  while (dl_sim_wheel_take (wheel, block->now, &chunk))
    {
      for (guint i = 0; i < chunk.n; i++)
        if (chunk.events[i].kind == DL_ARIES_DELIVER)
          __builtin_prefetch (&block->packets[chunk.events[i].packet32], 1);
      for (guint i = 0; i < chunk.n; i++)
        take_in (block, &chunk.events[i]);
    }
}

/* The packet has come to @router and chooses its way. */
static void
route_arrival (DlAriesBlock *block, guint router, DlAriesPacket *packet)
{
  const DlAries *sim = block->sim;
  const DlAriesRouterState *state = &sim->routers[router];
  guint port, vc;

  if ((G_UNLIKELY (sim->swap.dead != NULL)
       && dl_aries_link_is_dead (
           sim, sim->dragonfly->link_back[sim->dragonfly->first_link[router] + packet->in]))
      || !dl_aries_route_next (block, router, packet))
    {
      packet->out = DL_ARIES_NO_PORT;
      return;
    }
  /* Data needed next. */
  port = state->first_port + packet->out;
  vc = packet->vc;
  __builtin_prefetch (&sim->ports[port], 1);
  __builtin_prefetch (dl_aries_requests (sim, port, vc), 1);
  __builtin_prefetch (dl_aries_queue (sim, state->first_port + packet->in, vc), 1);
}

/* Packets that came in this cycle, by whatever port, choose by the loads before any of them is
 * queued. */
static void
take_arrivals (DlAriesBlock *block)
{
  DlSimWheel *wheel = &block->wheels[DL_ARIES_ARRIVE];
  const DlSimChunk *first = dl_sim_wheel_first (wheel, block->now), *chunk;

  for (chunk = first; chunk != NULL; chunk = dl_sim_wheel_next (wheel, chunk))
    for (guint i = 0; i < chunk->n; i++)
      route_arrival (block, block->first_router + chunk->events[i].node,
                     &block->packets[chunk->events[i].packet32]);
  for (chunk = first; chunk != NULL; chunk = dl_sim_wheel_next (wheel, chunk))
    for (guint i = 0; i < chunk->n; i++)
      {
        const guint router = block->first_router + chunk->events[i].node;
        const guint32 index = chunk->events[i].packet32;

        if (G_UNLIKELY (block->packets[index].out == DL_ARIES_NO_PORT))
          dl_aries_drop (block, router, index);
        else
          dl_aries_offer (block, router, index);
        dl_aries_activate (block, chunk->events[i].node);
      }
  dl_sim_wheel_drop (wheel, block->now);
}

static void
run_router (DlAriesBlock *block, guint router)
{
  DlAries *sim = block->sim;
  DlAriesRouterState *state = &sim->routers[router];

  for (guint64 bits = state->nodes; bits != 0; bits &= bits - 1)
    dl_aries_source_inject (block,
                            router * sim->dragonfly->nodes_per_router + __builtin_ctzll (bits));
  state->nodes = 0;
  for (guint w = 0; w < state->n_words; w++)
    {
      for (guint64 bits = state->outputs[w]; bits != 0; bits &= bits - 1)
        run_output (block, router, 64 * w + __builtin_ctzll (bits));
      state->outputs[w] = 0;
    }
  state->active = FALSE;
}

/* Data of this cycle, before it is needed. */
static void
prefetch (const DlAriesBlock *block)
{
  const DlAries *sim = block->sim;
  const DlSimWheel *wheel = &block->wheels[DL_ARIES_CREDIT];
  const DlSimChunk *chunk;

  for (chunk = dl_sim_wheel_first (wheel, block->now); chunk != NULL;
       chunk = dl_sim_wheel_next (wheel, chunk))
    for (guint i = 0; i < chunk->n; i++)
      {
        const DlSimEvent *event = &chunk->events[i];
        const guint first = sim->routers[block->first_router + event->node].first_port;

        __builtin_prefetch (&sim->ports[first + event->port], 1);
      }
  wheel = &block->wheels[DL_ARIES_ARRIVE];
  for (chunk = dl_sim_wheel_first (wheel, block->now); chunk != NULL;
       chunk = dl_sim_wheel_next (wheel, chunk))
    for (guint i = 0; i < chunk->n; i++)
      __builtin_prefetch (&block->packets[chunk->events[i].packet32], 1);
}

void
dl_aries_block_run_cycle (DlAriesBlock *block)
{
  prefetch (block);
  dl_sim_choices_judge (block->choices, block->now, queue_of, block->sim, &block->tally->counters);
  take_credits (block);
  take_others (block);
  take_arrivals (block);
  for (guint i = 0; i < block->n_active; i++)
    run_router (block, block->first_router + block->active[i]);
  block->n_active = 0;
}
