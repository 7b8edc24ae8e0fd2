/* One router for a cycle: it takes in what happens to it, its outputs choose, its inputs send. */
#include "dl-seastar-private.h"

#include <math.h>

/* Links that make errors ----------------------------------------------------------------------- */

/* Links that make errors, and go-back-N: the receiver discards a packet in error and all that comes
 * after it until that one comes again. Its answer is at the sender when the packet's last flit has
 * come over the link and the answer has gone back; until then the sender grants on, and keeps what
 * it sends; then it sends all of it again, in order and without gaps, before it grants anything
 * new. Such a packet has its credits, and may be in error again. */

void
dl_seastar_links_init (DlSeastar *sim)
{
  const guint n_nodes = sim->plan->routes->network->n_nodes;
  const double rate = sim->plan->router.link_error_rate;

  if (rate == 0)
    return;
  for (guint flits = 0; flits <= DL_SEASTAR_MAX_FLITS; flits++)
    sim->intact[flits] = pow (1 - rate, flits);
  sim->links = g_new0 (DlSeastarLink, n_nodes * DL_TORUS_N_NETWORK_PORTS);
  for (guint node = 0; node < n_nodes; node++)
    for (guint output = 0; output < DL_TORUS_N_NETWORK_PORTS; output++)
      /* Apart from the sources' seeds, which are below 2^56 away from each other. */
      dl_rng_init (&dl_seastar_link_of (sim, node, output)->rng,
                   (sim->plan->seed * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + node)
                       ^ (guint64) (output + 1) << 56);
  dl_seastar_links_clear (sim);
}

void
dl_seastar_links_clear (DlSeastar *sim)
{
  if (sim->links == NULL)
    return;
  for (guint i = 0; i < sim->plan->routes->network->n_nodes * DL_TORUS_N_NETWORK_PORTS; i++)
    {
      sim->links[i].held.first = sim->links[i].resend = DL_SEASTAR_NO_PACKET;
      sim->links[i].failed = FALSE;
    }
}

/* The next packet that the receiver waits for. */
static gboolean
arrives_intact (const DlSeastar *sim, DlSeastarLink *link, guint flits)
{
  return (dl_rng_next (&link->rng) >> 11) * 0x1p-53 < sim->intact[flits];
}

/* The packet, the first that is held, is in error. */
static void
fail (DlSeastarBlock *block, DlSeastarLink *link, guint node, guint output)
{
  const guint flits = block->packets[link->held.first].flits;
  const guint64 cycle = block->now + flits + 2 * block->sim->plan->router.link_cycles;

  link->failed = TRUE;
  dl_seastar_schedule (block, cycle,
                       (DlSimEvent) { .kind = DL_SEASTAR_DISCARDED,
                                      .node = node - block->first_node,
                                      .port = output });
}

/* The packet of @age is on the wire from this cycle on, whether it arrives or not. */
static void
link_send (DlSeastarBlock *block, guint node, guint output, guint16 index, guint age)
{
  DlSeastarLink *link = dl_seastar_link_of (block->sim, node, output);

  if (!link->failed && arrives_intact (block->sim, link, block->packets[index].flits))
    {
      dl_seastar_cross_link (block, &block->sim->nodes[node], output, index, age);
      return;
    }
  block->packets[index].head = age;
  if (dl_seastar_queue_push (block, &link->held, index))
    fail (block, link, node, output);
}

/* Resend the next packet that the receiver discarded, before others. Its flits. */
static guint
link_resend (DlSeastarBlock *block, guint node, guint output)
{
  DlSeastarLink *link = dl_seastar_link_of (block->sim, node, output);
  const guint16 index = link->resend;
  const guint flits = block->packets[index].flits;

  link->resend = block->packets[index].next;
  link->retransmitted_packets++;
  link->retransmitted_flits += flits;
  if (link->failed)
    return flits;
  /* Then all before it have arrived, so that it is the first. */
  if (arrives_intact (block->sim, link, flits))
    {
      dl_seastar_queue_pop (block, &link->held);
      dl_seastar_cross_link (block, &block->sim->nodes[node], output, index,
                             block->packets[index].head);
    }
  else
    fail (block, link, node, output);
  return flits;
}

/* The sender hears that the receiver discards what it sent. */
static void
link_discarded (DlSeastar *sim, guint node, guint output)
{
  DlSeastarLink *link = dl_seastar_link_of (sim, node, output);

  link->failed = FALSE;
  link->resend = link->held.first;
}

/* Routes --------------------------------------------------------------------------------------- */

static DlTorusShortLeg
find_leg (const DlSeastarPlan *plan, guint node, DlTorusArrival arrival, guint dest)
{
  DlTorusWalker walker;
  DlTorusLeg leg;

  if (plan->legs != NULL)
    return dl_torus_leg_memo_get (plan->legs, node, dest);
  if (plan->all_reachable)
    dl_torus_routes_undisturbed_leg (plan->routes, node, dest, &leg);
  else
    {
      dl_torus_walker_init_at (&walker, plan->routes, node, arrival, dest);
      if (!dl_torus_walker_next (&walker, &leg))
        g_assert_not_reached (); /* others are not created */
    }
  return (DlTorusShortLeg) {
    .port = leg.port, .vc = leg.vc, .length = leg.length, .to_dateline = leg.to_dateline
  };
}

void
dl_seastar_begin_run (const DlSeastarPlan *plan, DlSeastarPacket *packet, guint node,
                      DlTorusArrival arrival)
{
  const DlTorusShortLeg run = find_leg (plan, node, arrival, packet->dest);

  packet->port = run.port;
  packet->left = run.length;
  packet->to_dateline = run.to_dateline;
  packet->run_vc = run.vc;
  packet->crossed = FALSE;
  packet->hops += run.length;
}

/* The packet came by the output it wanted. */
static void
take_hop (DlSeastarPacket *packet)
{
  packet->left--;
  packet->crossed |= packet->to_dateline == 0;
  packet->to_dateline -= packet->to_dateline > 0;
}

/* Queues --------------------------------------------------------------------------------------- */

/* The staging queue's first packet wants to go. */
static void
set_want (const DlSeastarBlock *block, DlSeastarOutput *output, guint queue)
{
  DlSeastarStaging *staging = &output->staged[queue];
  const DlSeastarPacket *packet = &block->packets[staging->queue.first];

  output->want[packet->vc] |= 1u << queue;
  staging->key = packet->head;
}

static guint
age_bias (const DlRouterSpec *router, guint port, const DlSeastarPacket *packet)
{
  return packet->class == 0 ? router->request_age_bias[port] : router->response_age_bias[port];
}

/* Output arbitration --------------------------------------------------------------------------- */

static guint32
wanting (const DlSeastarOutput *output)
{
  const guint32 *want = output->want;

  return want[0] | want[1] | want[2] | want[3];
}

/* The virtual channels (bits) that they want. */
static guint
wanted_vcs (const DlSeastarOutput *output)
{
  guint vcs = 0;

  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    vcs |= (output->want[vc] != 0) << vc;
  return vcs;
}

/* The same as dl_seastar_is_dead and dl_seastar_link_resends, for @node in its block. */
static inline gboolean
is_dead (const DlSeastarBlock *block, guint node, guint output)
{
  return !block->plain && dl_seastar_is_dead (block->sim, block->first_node + node, output);
}

static inline gboolean
resends (const DlSeastarBlock *block, guint node, guint output)
{
  return !block->plain && dl_seastar_link_resends (block->sim, block->first_node + node, output);
}

/* The staging queues whose first packet could go: its virtual channel has the credits. */
static guint32
candidates (const DlSeastarBlock *block, const DlSeastarNode *state, guint node, guint output)
{
  const DlSeastarOutput *out = &state->output[output];
  const guint threshold = block->threshold;
  guint32 queues = 0;

  if (output == DL_SEASTAR_PROCESSOR || is_dead (block, node, output))
    return wanting (out);
  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    queues |= out->want[vc] & -(guint32) (out->credits[vc] >= threshold);
  return queues;
}

/* The oldest packets' queues, of @queues. */
static guint32
oldest (const DlAgeClock *clock, const DlSeastarOutput *output, guint32 queues)
{
  guint32 best = 0;
  guint best_age = 0;

  for (guint32 rest = queues; rest != 0; rest &= rest - 1)
    {
      const guint queue = __builtin_ctz (rest);
      const guint age = dl_age_now (clock, output->staged[queue].key);

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
choose_in_turn (DlSeastarOutput *output, gboolean by_age, guint32 queues)
{
  guint16 *vcs = &output->next_vcs[by_age];
  guint8 *next_port = &output->next_port[by_age];
  guint queue = __builtin_ctz (queues), port, vc, own;

  if ((queues & (queues - 1)) != 0) /* not only one */
    {
      const guint first = next_in_turn (queues, DL_SIM_VCS * *next_port) / DL_SIM_VCS;
      queue = DL_SIM_VCS * first
              + next_in_turn (queues >> (DL_SIM_VCS * first) & 0xf, *vcs >> (2 * first) & 3);
    }
  port = queue / DL_SIM_VCS;
  vc = queue % DL_SIM_VCS;
  own = 2 * port;
  *next_port = port + 1 < DL_N_ROUTER_PORTS ? port + 1 : 0;
  *vcs = (*vcs & ~(3 << own)) | (vc + 1) % DL_SIM_VCS << own;
  return queue;
}

static guint
arbitrate (DlSeastarBlock *block, DlSeastarNode *state, guint node, guint output, guint32 queues)
{
  const DlRouterSpec *router = block->router;
  DlSeastarOutput *out = &state->output[output];
  const guint select = out->grants;
  DlSeastarGrantRule rule = DL_SEASTAR_GRANT_BY_TURN;
  guint32 best = queues;
  guint winner;

  out->grants = (select + 1) % 64;
  dl_age_clock_advance (&state->clock, router->age_clock_period, block->now);
  if (router->age_rr_select >> select & 1)
    rule = dl_age_clock_inhibited (&state->clock, block->now) ? DL_SEASTAR_GRANT_INHIBITED
                                                              : DL_SEASTAR_GRANT_BY_AGE;
  if (rule == DL_SEASTAR_GRANT_BY_AGE && (queues & (queues - 1)) != 0)
    best = oldest (&state->clock, out, queues);
  winner = choose_in_turn (out, rule == DL_SEASTAR_GRANT_BY_AGE, best);
  if (G_UNLIKELY (!block->plain) && block->first_node + node == block->sim->watch.node)
    {
      const DlSeastarDecision decision = { queues, output, winner, select, rule };
      dl_seastar_note_grant (block, state, &decision);
    }
  return winner;
}

static void
send_packet (DlSeastarBlock *block, const DlSeastarNode *state, guint node, guint output,
             guint16 index, guint age)
{
  block->tally->counters.flit_hops += block->packets[index].flits;
  if (G_LIKELY (block->plain || block->sim->links == NULL))
    dl_seastar_cross_link (block, state, output, index, age);
  else
    link_send (block, block->first_node + node, output, index, age);
}

static void
eject_packet (DlSeastarBlock *block, DlSeastarNode *state, guint node, guint16 index, guint flits)
{
  const double begin = MAX (state->eject_free, (double) (gint64) block->now);
  gint64 whole; /* cycles of it, signed since that is converted at once */

  state->eject_free = begin + flits / block->router->ejection_rate;
  whole = state->eject_free;
  dl_seastar_schedule (block, whole + (whole < state->eject_free),
                       (DlSimEvent) { .kind = DL_SEASTAR_DELIVER, .node = node, .packet = index });
}

/* The virtual channels (bits) for which something is staged, while the output could send, but has
 * no credits; 0: it sends, or has nothing to send. */
static void
set_blocked (const DlSeastarBlock *block, DlSeastarNode *state, guint node, guint output, guint vcs)
{
  const guint before = state->output[output].blocked;
  DlSeastarPortRest *rest = dl_seastar_port_rest (block->sim, block->first_node + node, output);

  state->output[output].blocked = vcs;
  if ((vcs == 0) != (before == 0))
    dl_sim_count_time (&rest->stalled_output, vcs != 0, block->now);
  for (guint changed = vcs ^ before; changed != 0; changed &= changed - 1)
    {
      const guint vc = __builtin_ctz (changed);
      dl_sim_count_time (&rest->blocked[vc], vcs >> vc & 1, block->now);
    }
}

/* Look again when the output is free. */
static void
wake_output (DlSeastarBlock *block, DlSeastarNode *state, guint node, guint output)
{
  if (state->output_wakes >> output & 1)
    return;
  state->output_wakes |= 1 << output;
  dl_seastar_schedule (
      block, state->output[output].free_at,
      (DlSimEvent) { .kind = DL_SEASTAR_OUTPUT_DONE, .node = node, .port = output });
}

/* The packet that was granted leaves its staging queue, at @age. */
static guint16
unstage (DlSeastarBlock *block, DlSeastarNode *state, guint node, guint output, guint queue,
         guint *age)
{
  DlSeastarOutput *out = &state->output[output];
  DlSeastarQueue *staged = &out->staged[queue].queue;
  const guint16 index = staged->first;
  const DlSeastarPacket *packet = &block->packets[index];

  *age = dl_age_now (&state->clock, packet->head);
  dl_seastar_queue_pop (block, staged);
  out->want[packet->vc] &= ~(1u << queue);
  if (staged->first != DL_SEASTAR_NO_PACKET)
    set_want (block, out, queue);
  dl_age_leave (&state->clock, block->router->age_clock_period, packet->head, block->now);
  block->tally->counters.age[*age]++;
  if (G_UNLIKELY (++out->packets[packet->vc] == 0))
    dl_seastar_port_rest (block->sim, block->first_node + node, output)->wraps[packet->vc]++;
  if (packet->flits != block->packet_flits)
    dl_seastar_port_rest (block->sim, block->first_node + node, output)->missing[packet->vc]
        += block->packet_flits - packet->flits;
  return index;
}

/* Drop a packet that was on its way to a part that is broken now. */
static void
drop (DlSeastarBlock *block, guint16 index)
{
  block->tally->counters.dropped_link++;
  dl_seastar_packet_give_back (block, index);
}

/* Is there room for the first packet of @queue in the staging queue it goes to? If what leaves that
 * makes it, an event tells when. */
static gboolean
has_room (DlSeastarBlock *block, DlSeastarNode *state, guint node, guint queue)
{
  const DlSeastarPacket *packet = &block->packets[dl_seastar_input_first (state, queue)];
  guint16 *room = dl_seastar_room (state, queue, packet->port);
  DlSeastarLeaving *leaving = &state->output[packet->port].leaving;

  if (*room >= packet->flits)
    return TRUE; /* the packet that leaves can wait */
  if (leaving->queue == queue && leaving->left < leaving->flits)
    {
      const guint left = MIN ((guint32) block->now - leaving->granted, leaving->flits);

      *room += left - leaving->left;
      leaving->left = left;
      if (*room < packet->flits && *room + leaving->flits - left >= packet->flits)
        dl_seastar_schedule (
            block, block->now + packet->flits - *room,
            (DlSimEvent) { .kind = DL_SEASTAR_ROOM, .node = node, .queue = queue });
    }
  return *room >= packet->flits;
}

/* The output begins to send @flits of its staging queue. What it sent before has left. */
static void
leave (DlSeastarBlock *block, DlSeastarNode *state, guint node, guint output, guint queue,
       guint flits)
{
  DlSeastarLeaving *leaving = &state->output[output].leaving;
  const guint input = queue / DL_SIM_VCS;

  *dl_seastar_room (state, leaving->queue, output) += leaving->flits - leaving->left;
  *leaving = (DlSeastarLeaving) { .granted = block->now, .queue = queue, .flits = flits };
  /* Nothing else changes for the input's other virtual channels. */
  if ((state->waiting >> queue & 1) && !(state->input_wakes >> input & 1)
      && block->packets[dl_seastar_input_first (state, queue)].port == output
      && has_room (block, state, node, queue))
    dl_seastar_ready_input (block, state, node, input);
}

/* The output has something to send: now, or when it is free. */
static void
want_output (DlSeastarBlock *block, DlSeastarNode *state, guint node, guint output)
{
  if (state->output_wakes >> output & 1)
    return;
  if (state->output[output].free_at > block->now)
    wake_output (block, state, node, output);
  else
    dl_seastar_ready_output (block, state, node, output);
}

/* The output is free. */
static void
run_output (DlSeastarBlock *block, DlSeastarNode *state, guint node, guint output)
{
  const guint64 now = block->now;
  DlSeastarOutput *out = &state->output[output];
  guint32 queues;
  guint chosen, flits, age;
  guint16 index;

  /* Needed once it is decided. */
  __builtin_prefetch (dl_seastar_room (state, out->leaving.queue, output), TRUE);
  if (resends (block, node, output))
    {
      set_blocked (block, state, node, output, 0);
      out->free_at = now + link_resend (block, block->first_node + node, output);
      wake_output (block, state, node, output);
      return;
    }
  queues = candidates (block, state, node, output);
  if (queues == 0)
    {
      set_blocked (block, state, node, output, wanted_vcs (out));
      return;
    }
  /* Most often the one chosen. */
  __builtin_prefetch (&block->packets[out->staged[__builtin_ctz (queues)].queue.first], TRUE);
  if (out->blocked != 0)
    set_blocked (block, state, node, output, 0);
  chosen = arbitrate (block, state, node, output, queues);
  index = unstage (block, state, node, output, chosen, &age);
  flits = block->packets[index].flits;
  leave (block, state, node, output, chosen, flits);
  if (is_dead (block, node, output))
    {
      drop (block, index);
      out->free_at = now + flits;
    }
  else if (output == DL_SEASTAR_PROCESSOR)
    {
      eject_packet (block, state, node, index, flits);
      out->free_at = MAX ((guint64) (gint64) state->eject_free, now + 1);
    }
  else
    {
      out->credits[block->packets[index].vc] -= flits;
      send_packet (block, state, node, output, index, age);
      out->free_at = now + flits;
    }
  if (wanting (out) != 0)
    wake_output (block, state, node, output);
}

/* The crossbar --------------------------------------------------------------------------------- */

static void
set_input_stalled (const DlSeastarBlock *block, DlSeastarNode *state, guint input, gboolean stalled)
{
  if (stalled == (state->input_stalled >> input & 1))
    return;
  state->input_stalled ^= 1 << input;
  dl_sim_count_time (&state->input[input].stalled, stalled, block->now);
}

/* The packet @flits long begins to leave the input's virtual channel @vc: its sender learns, after
 * the delay, that there is room when it has left. */
static void
return_credit (DlSeastarBlock *block, const DlSeastarNode *state, guint node, guint input, guint vc,
               guint flits)
{
  const guint64 cycle = state->input[input].free_at;
  DlSimEvent credit
      = { .kind = DL_SEASTAR_CREDIT, .node = node, .port = input, .queue = vc, .flits = flits };

  if (input == DL_SEASTAR_PROCESSOR)
    {
      dl_seastar_schedule (block, cycle, credit);
      return;
    }
  credit.port = dl_torus_port_opposite (input);
  dl_seastar_send (block, state->next[input], cycle + block->router->link_cycles, credit);
}

/* Look again when the input is free. */
static void
wake_input (DlSeastarBlock *block, DlSeastarNode *state, guint node, guint input)
{
  if (state->input_wakes >> input & 1)
    return;
  state->input_wakes |= 1 << input;
  dl_seastar_schedule (block, state->input[input].free_at,
                       (DlSimEvent) { .kind = DL_SEASTAR_INPUT_DONE, .node = node, .port = input });
}

/* Virtual channels (bits) of the input that hold a packet. */
static inline guint
waiting_vcs (const DlSeastarNode *state, guint input)
{
  return state->waiting >> (DL_SIM_VCS * input) & 0xf;
}

/* Where the next round of the input's virtual channels begins. */
static inline guint
next_vc (const DlSeastarNode *state, guint input)
{
  return state->input_vc >> (2 * input) & 3;
}

/* The packet, which came by the input's virtual channel @vc, goes into the crossbar. */
static void
cross (DlSeastarBlock *block, DlSeastarNode *state, guint node, guint input, guint vc,
       guint16 index)
{
  const guint queue = DL_SIM_VCS * input + vc;
  const DlSeastarPacket *packet = &block->packets[index];
  const guint flits = packet->flits;

  state->input[input].vc[vc].room[packet->port] -= flits;
  state->input_vc = (state->input_vc & ~(3 << (2 * input))) | (vc + 1) % DL_SIM_VCS << (2 * input);
  state->input[input].free_at = block->now + flits;
  dl_seastar_schedule (block, block->now + block->router->crossbar_cycles,
                       (DlSimEvent) { .kind = DL_SEASTAR_STAGE,
                                      .node = node,
                                      .packet = index,
                                      .port = packet->port,
                                      .queue = queue });
  return_credit (block, state, node, input, vc, flits);
}

/* The first packet of the virtual channel @vc leaves its input queue. */
static guint16
leave_input (DlSeastarBlock *block, DlSeastarNode *state, guint input, guint vc)
{
  DlSeastarInput *in = &state->input[input];
  const guint16 index = in->vc[vc].queue.first;
  const DlSeastarPacket *packet = &block->packets[index];

  in->head_wait += (guint32) block->now - packet->head_at;
  dl_seastar_queue_pop (block, &in->vc[vc].queue);
  if (in->vc[vc].queue.first != DL_SEASTAR_NO_PACKET)
    block->packets[in->vc[vc].queue.first].head_at = block->now + packet->flits;
  else
    state->waiting &= ~(1u << (DL_SIM_VCS * input + vc));
  return index;
}

/* The input is free: it sends the first packet of one of its virtual channels, in turn, to a
 * staging queue that has room for all of it. */
static void
run_input (DlSeastarBlock *block, DlSeastarNode *state, guint node, guint input)
{
  const guint waiting = waiting_vcs (state, input);

  for (guint rest = waiting; rest != 0;)
    {
      const guint vc = next_in_turn (rest, next_vc (state, input));

      rest &= ~(1 << vc);
      if (!has_room (block, state, node, DL_SIM_VCS * input + vc))
        continue;
      set_input_stalled (block, state, input, FALSE);
      cross (block, state, node, input, vc, leave_input (block, state, input, vc));
      if (waiting_vcs (state, input) != 0)
        wake_input (block, state, node, input);
      return;
    }
  set_input_stalled (block, state, input, waiting != 0);
}

void
dl_seastar_enter_router (DlSeastarBlock *block, DlSeastarNode *state, guint node, guint port,
                         guint vc, guint16 index, guint age)
{
  const DlRouterSpec *router = block->router;
  const guint queue = DL_SIM_VCS * port + vc;
  DlSeastarInput *input = &state->input[port];
  DlSeastarPacket *packet = &block->packets[index];

  dl_age_clock_advance (&state->clock, router->age_clock_period, block->now);
  packet->head = dl_age_receive (&state->clock, age, age_bias (router, port, packet));
  /* Nothing else comes to this input in this cycle, and room does not shrink, so that what can go
   * on alone need not wait for the end of the cycle. */
  if (waiting_vcs (state, port) == 0 && input->free_at <= block->now
      && input->vc[vc].room[packet->port] >= packet->flits)
    {
      cross (block, state, node, port, vc, index);
      return;
    }
  if (dl_seastar_queue_push (block, &input->vc[vc].queue, index))
    {
      /* The one before may not be out yet. */
      packet->head_at
          = input->free_at > block->now && next_vc (state, port) == (vc + 1) % DL_SIM_VCS
                ? input->free_at
                : block->now;
      state->waiting |= 1u << queue;
      if (input->free_at > block->now)
        wake_input (block, state, node, port);
      else
        dl_seastar_ready_input (block, state, node, port);
    }
}

/* Events --------------------------------------------------------------------------------------- */

/* DL_SEASTAR_ARRIVE */
static void
arrive (DlSeastarBlock *block, const DlSimEvent *event)
{
  const guint node = block->first_node + event->node;
  const guint output = dl_torus_port_opposite (event->port);
  DlSeastarPacket *packet = &block->packets[event->packet];

  if (G_UNLIKELY (!block->plain) && block->sim->swap.dead != NULL)
    {
      const DlTorusNetwork *network = block->sim->plan->routes->network;
      const guint from = network->link_to[dl_torus_network_link (network, node, event->port)];

      if (dl_seastar_is_dead (block->sim, from, output))
        {
          drop (block, event->packet);
          return;
        }
    }
  take_hop (packet);
  dl_seastar_plan_hop (block->sim->plan, packet, node,
                       (DlTorusArrival) { output, packet->crossed });
  dl_seastar_enter_router (block, &block->nodes[event->node], event->node, event->port,
                           event->queue, event->packet, event->age);
}

/* DL_SEASTAR_STAGE */
static void
stage (DlSeastarBlock *block, const DlSimEvent *event)
{
  DlSeastarNode *state = &block->nodes[event->node];
  DlSeastarOutput *output = &state->output[event->port];

  if (!dl_seastar_queue_push (block, &output->staged[event->queue].queue, event->packet))
    return;
  set_want (block, output, event->queue);
  want_output (block, state, event->node, event->port);
}

/* DL_SEASTAR_CREDIT */
static void
take_credit (DlSeastarBlock *block, const DlSimEvent *event)
{
  DlSeastarNode *state = &block->nodes[event->node];
  DlSeastarOutput *output = &state->output[event->port];

  output->credits[event->queue] += event->flits;
  if (event->port == DL_SEASTAR_PROCESSOR)
    {
      if (dl_seastar_may_inject (block, state))
        dl_seastar_ready_source (block, state, event->node);
    }
  else if (output->want[event->queue] != 0)
    want_output (block, state, event->node, event->port);
}

/* Last lane's events. */
static void
take_other (DlSeastarBlock *block, const DlSimEvent *event)
{
  const guint node = event->node;
  DlSeastarNode *state = &block->nodes[node];

  switch ((DlSeastarEventKind) event->kind)
    {
    case DL_SEASTAR_INPUT_DONE:
      state->input_wakes &= ~(1 << event->port);
      dl_seastar_ready_input (block, state, node, event->port);
      break;
    case DL_SEASTAR_OUTPUT_DONE:
      state->output_wakes &= ~(1 << event->port);
      dl_seastar_ready_output (block, state, node, event->port);
      break;
    case DL_SEASTAR_ROOM:
      if ((state->waiting >> event->queue & 1)
          && !(state->input_wakes >> event->queue / DL_SIM_VCS & 1))
        dl_seastar_ready_input (block, state, node, event->queue / DL_SIM_VCS);
      break;
    case DL_SEASTAR_DELIVER:
      dl_seastar_deliver (block, event->packet);
      break;
    case DL_SEASTAR_DISCARDED:
      link_discarded (block->sim, block->first_node + node, event->port);
      want_output (block, state, node, event->port);
      break;
    case DL_SEASTAR_WAKE_SOURCE:
      dl_seastar_source_wake (block, block->first_node + node);
      break;
    case DL_SEASTAR_WAKE_INJECTOR:
      state->injector_wakes = FALSE;
      dl_seastar_ready_source (block, state, node);
      break;
    case DL_SEASTAR_ARRIVE:
    case DL_SEASTAR_STAGE:
    case DL_SEASTAR_CREDIT:
      g_assert_not_reached ();
    }
}

/* Events of this cycle in the lane of @kind. */
static inline void
take_in (DlSeastarBlock *block, DlSeastarEventKind kind,
         void (*take) (DlSeastarBlock *block, const DlSimEvent *event))
{
  DlSimChunk chunk;

  while (dl_sim_wheel_take (&block->wheel, dl_seastar_slot (block->now, dl_seastar_lane (kind)),
                            &chunk))
    {
      for (guint i = 0; i < chunk.n; i++)
        take (block, &chunk.events[i]);
    }
}

/* Sources first, then outputs, then inputs: a source fills an input, and an output makes room for
 * one. */
static void
run_ready (DlSeastarBlock *block)
{
  for (guint i = 0; i < block->sources.n; i++)
    {
      const guint node = block->sources.items[i] / DL_SEASTAR_READY;

      block->nodes[node].source = FALSE;
      dl_seastar_source_inject (block, block->first_node + node);
    }
  for (guint i = 0; i < block->outputs.n; i++)
    {
      const guint at = block->outputs.items[i];
      const guint node = at / DL_SEASTAR_READY, output = at % DL_SEASTAR_READY;
      DlSeastarNode *state = &block->nodes[node];

      state->outputs &= ~(1 << output);
      run_output (block, state, node, output);
    }
  for (guint i = 0; i < block->inputs.n; i++)
    {
      const guint at = block->inputs.items[i];
      const guint node = at / DL_SEASTAR_READY, input = at % DL_SEASTAR_READY;
      DlSeastarNode *state = &block->nodes[node];

      state->inputs &= ~(1 << input);
      run_input (block, state, node, input);
    }
  block->sources.n = block->outputs.n = block->inputs.n = 0;
}

void
dl_seastar_block_run_cycle (DlSeastarBlock *block)
{
  take_in (block, DL_SEASTAR_ARRIVE, arrive);
  take_in (block, DL_SEASTAR_STAGE, stage);
  take_in (block, DL_SEASTAR_CREDIT, take_credit);
  take_in (block, DL_SEASTAR_OUTPUT_DONE, take_other);
  run_ready (block);
}
