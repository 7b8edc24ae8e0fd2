#include "dl-iq-machine.h"

#include "dl-flights.h"
#include "dl-iq-here.h"
#include "dl-iq-inside.h"
#include "dl-iq-private.h"

#include <math.h>
#include <string.h>

/* Where packets are, read from the buffers and rings as they are between two cycles. */

/* Flits of the input's virtual channel that are on its link, and the cycle in which the @which-th
 * of them, from 0, arrives. */
static guint
count_on_link (const DlIq *iq, guint place, guint vc, guint which, guint64 *arrives)
{
  guint n = 0;

  for (guint ahead = 0; ahead < iq->flit_ring; ahead++)
    {
      const guint8 *row = iq->flits + ((iq->now + ahead) & (iq->flit_ring - 1)) * iq->row_stride;

      if (!dl_iq_row_has (iq, row, place, vc))
        continue;
      if (n == which)
        *arrives = iq->now + ahead;
      n++;
    }
  return n;
}

/* Packets with flits in the ring of an input's virtual channel: the last one ends where the next
 * flit is written. */
static guint
count_queued (const DlIq *iq, guint place, guint vc)
{
  const DlIqPort *port = &iq->plan->ports[place];
  const guint filled = port->sender != DL_IQ_NONE ? place : port->near_port;

  if (filled == DL_IQ_NONE)
    return 0;
  return (guint16) (iq->out[dl_iq_at (iq, filled, vc)].next
                    - iq->in[dl_iq_at (iq, place, vc)].first);
}

static DlFlight
flight_of (const DlIqPacket *packet, guint router, DlFlightPlace place, guint vc)
{
  return (DlFlight) {
    .created = packet->created,
    .injected = packet->injected,
    .source = packet->head.source,
    .dest = packet->head.dest,
    .router = router,
    .in = DL_FLIGHT_NO_LINK,
    .out = DL_FLIGHT_NO_LINK,
    .place = place,
    .vc = vc,
    .flits = packet->flits,
  };
}

/* The head of the packet is in this input's virtual channel, or on the link to it: @before flits
 * of packets before it are still to leave. */
static void
add_waiting (const DlIq *iq, GArray *flights, guint place, guint vc, guint rank, guint before,
             const DlIqPacket *packet)
{
  const DlIqPort *port = &iq->plan->ports[place];
  const gsize at = dl_iq_at (iq, place, vc);
  const guint router = place / iq->n_ports, out = dl_iq_hold (iq, at)->out;
  DlFlight flight = flight_of (packet, router, DL_FLIGHT_INPUT, vc);

  if (port->near_port != DL_IQ_NONE)
    flight.in = iq->plan->ports[port->near_port].link;
  if (dl_iq_n_flits (iq, at) > before)
    {
      flight.rank = rank;
      if (rank == 0 && out != DL_IQ_NO_VC)
        flight.out = iq->plan->ports[router * iq->n_ports + (out >> iq->shift)].link;
    }
  else if (port->near_port != DL_IQ_NONE)
    {
      guint64 arrives = iq->now;

      count_on_link (iq, place, vc, before - dl_iq_n_flits (iq, at), &arrives);
      flight.place = DL_FLIGHT_LINK;
      flight.router = port->near_port / iq->n_ports;
      flight.in = DL_FLIGHT_NO_LINK;
      flight.out = iq->plan->ports[port->near_port].link;
      flight.of = iq->cross_delay + 1 + iq->plan->ports[port->near_port].delay;
      flight.left = arrives - iq->now;
    }
  g_array_append_val (flights, flight);
}

static void
add_ejected (const DlIq *iq, GArray *flights, guint32 index)
{
  const DlIqPacket *packet = dl_iq_packet (iq, index);
  const guint place = iq->plan->eject_port[packet->head.dest];
  const DlFlight flight = flight_of (packet, place / iq->n_ports, DL_FLIGHT_EJECTED, 0);

  g_array_append_val (flights, flight);
}

static void
add_queued (const DlIq *iq, GArray *flights, guint place, guint vc)
{
  const gsize at = dl_iq_at (iq, place, vc);
  const DlIqHold *hold = dl_iq_hold (iq, at);
  const guint n = count_queued (iq, place, vc);
  guint before = 0;

  for (guint i = 0; i < n; i++)
    {
      const guint32 index = *dl_iq_queued (iq, at, (iq->in[at].first + i));
      const DlIqPacket *packet = dl_iq_packet (iq, index);

      /* The rest of a packet that is being dropped is shown at the input that it was to leave. */
      if (i > 0 || hold->left == 0 || hold->fresh || hold->out == DL_IQ_NO_VC)
        add_waiting (iq, flights, place, vc, i, before, packet);
      else if (dl_iq_port (iq, place / iq->n_ports * iq->n_ports + (hold->out >> iq->shift))
                   ->is_node)
        add_ejected (iq, flights, index);
      /* Else its head has gone ahead, where it is found, too. */
      before += i == 0 && hold->left > 0 ? hold->left : packet->flits;
    }
}

void
dl_iq_list_flights (const DlIq *iq, const DlFlightsAt *at, GArray *flights)
{
  const DlGraph *graph = iq->plan->options.graph;

  g_array_set_size (flights, 0);
  for (guint place = 0; place < graph->n_routers * graph->n_ports; place++)
    for (guint vc = 0; vc < iq->vcs && dl_flights_at (at, place / graph->n_ports); vc++)
      add_queued (iq, flights, place, vc);
  for (guint i = 0; i < iq->n_blocks; i++)
    for (guint slot = 0; slot < iq->eject_ring; slot++)
      for (guint j = 0; j < iq->blocks[i].ejected[slot].n; j++)
        add_ejected (iq, flights, iq->blocks[i].ejected[slot].items[j]);
}

void
dl_iq_get_flights (const DlIq *iq, GArray *flights)
{
  dl_iq_list_flights (iq, NULL, flights);
  dl_flights_sort (flights);
}

/* Another plan while the network is at work. Traffic changes at once. New routes wait: a packet on
 * its way by the old ones could meet one by the new ones in a cycle that neither allows, so the
 * sources pause, the network drains, and the routes are swapped when it is empty. */

/* In cycles that are a multiple of this it is looked at whether the network is empty. */
#define LOOK_EVERY 64
/* Without any progress for so long it is asked whether packets wait for each other for ever. */
#define PATIENCE 2048

gboolean
dl_iq_fits (const DlIq *iq, const DlIqPlan *plan)
{
  const DlIqPlanOptions *a = &iq->plan->options, *b = &plan->options;

  /* Ranks cannot take up another's work, or leave theirs. */
  return a->sent.workload == NULL && b->sent.workload == NULL && a->routing == b->routing
         && a->most_choices == b->most_choices && a->packet_flits == b->packet_flits
         && dl_packet_lengths_equal (&a->lengths, &b->lengths)
         && memcmp (&a->spec, &b->spec, sizeof a->spec) == 0
         && memcmp (a->class_cycles, b->class_cycles, sizeof a->class_cycles) == 0
         && dl_graph_same_wires (a->graph, b->graph);
}

/* Changing at once --------------------------------------------------------------------------- */

/* Packets that wait at @node and have no path by the routes now are given up. */
static void
forget_births (DlIq *iq, guint node)
{
  const DlIqPlanOptions *options = &iq->plan->options;
  DlSimBirths *births = &iq->nodes[node].births;
  guint n = 0;

  for (guint i = 0; i < births->n; i++)
    {
      const DlSimBirth birth = *dl_sim_births_at (births, i);

      if (options->graph->node_up[node]
          && (options->routing->fate == NULL
              || options->routing->fate (options->routing_data, node, birth.dest)
                     == DL_IQ_DELIVERED))
        *dl_sim_births_at (births, n++) = birth;
    }
  iq->tallies.of[0].counters.dropped_source += births->n - n;
  births->n = n;
}

static void
take_plan (DlIq *iq, DlIqPlan *plan)
{
  dl_iq_plan_ref (plan);
  dl_iq_plan_unref (iq->plan);
  iq->plan = plan;
  dl_iq_set_birth_rate (iq);
  for (guint i = 0; i < iq->n_blocks; i++)
    {
      DlIqBlock *block = &iq->blocks[i];

      block->now = iq->now;
      for (guint slot = 0; slot < DL_IQ_WHEEL; slot++)
        block->wheel[slot] = DL_IQ_NONE;
      for (guint place = 0; place < block->n_nodes; place++)
        dl_iq_node_start (block, iq->node_order[block->first_node + place]);
    }
}

/* Draining ----------------------------------------------------------------------------------- */

void
dl_iq_change (DlIq *iq, DlIqPlan *plan)
{
  const DlIqPlanOptions *options = &iq->plan->options;

  g_assert (dl_iq_fits (iq, plan));
  dl_iq_plan_ref (plan);
  g_clear_pointer (&iq->swap.plan, dl_iq_plan_unref);
  if (iq->swap.dead == NULL
      && options->routing->same (options->routing_data, plan->options.routing_data))
    {
      take_plan (iq, plan);
      dl_iq_plan_unref (plan);
      return;
    }
  for (guint i = 0; i < iq->n_blocks; i++)
    dl_sim_choices_forget (&iq->blocks[i].choices);
  iq->swap.plan = plan;
  iq->swap.progress = 0;
  iq->swap.progress_at = iq->now;
  dl_iq_mark_dead (iq, plan);
}

/* Packets wait for each other for ever: all that is in the network is gone, and buffers are empty.
 */
static void
clear_network (DlIq *iq)
{
  for (guint i = 0; i < iq->n_blocks; i++)
    for (guint slot = 0; slot < iq->eject_ring; slot++)
      {
        DlIqList *list = &iq->blocks[i].ejected[slot];

        while (list->n > 0)
          dl_iq_list_add (&iq->spare_packets, list->items[--list->n]);
      }
  dl_iq_clear_routers (iq);
}

static void
swap (DlIq *iq, guint64 in_network)
{
  g_autoptr (DlIqPlan) plan = g_steal_pointer (&iq->swap.plan);

  dl_iq_forget_dead (iq);
  if (in_network > 0)
    {
      iq->tallies.of[0].counters.dropped_deadlock += in_network;
      clear_network (iq);
    }
  take_plan (iq, plan);
  for (guint node = 0; node < plan->options.graph->n_nodes; node++)
    forget_births (iq, node);
}

/* Whether packets wait for each other in a cycle, looked at when nothing has moved for long. */
static gboolean
is_locked (DlIq *iq, guint64 progress)
{
  g_autoptr (GArray) waits = NULL;

  if (progress != iq->swap.progress)
    {
      iq->swap.progress = progress;
      iq->swap.progress_at = iq->now;
    }
  if (iq->now - iq->swap.progress_at < PATIENCE)
    return FALSE;
  iq->swap.progress_at = iq->now;
  waits = dl_iq_find_deadlock (iq);
  return waits != NULL;
}

/* Swap the routes if the network is empty, or will never be. */
static void
try_swap (DlIq *iq)
{
  DlSimCounters counters;
  guint64 out, in_network;

  dl_iq_get_counters (iq, &counters);
  out = counters.delivered + counters.dropped_link + counters.dropped_deadlock;
  in_network = counters.injected - out;
  if (in_network == 0 || is_locked (iq, out + counters.flit_hops))
    swap (iq, in_network);
}

guint64
dl_iq_drain (DlIq *iq, guint64 cycles)
{
  guint64 done = 0;

  while (done < cycles && dl_iq_is_draining (iq))
    {
      const guint64 stretch = MIN (cycles - done, LOOK_EVERY - iq->now % LOOK_EVERY);

      dl_iq_run_cycles (iq, stretch);
      done += stretch;
      if (iq->now % LOOK_EVERY == 0)
        try_swap (iq);
    }
  return done;
}

/* The cycle of a router some of whose stages take several. They work in batches (iq_router.cpp:
 * Evaluate ends at the first entry of its list that is in progress): who comes while a batch is at
 * work waits until it is over. */

/* The cycle in which a flit that is granted the switch now is sent by @output. */
static guint64
cross (const DlIqHere *here, DlIqBatches *batches, guint output)
{
  const guint delay = here->iq->cross_delay;
  guint64 sent;

  if (batches->cross_begin <= here->now)
    {
      batches->cross_begin = MAX (here->now + 1, batches->cross_free);
      batches->cross_free = batches->cross_begin + delay;
    }
  /* If several have crossed, one is sent per cycle. */
  sent = MAX (batches->cross_begin + delay - 1, batches->sent[output] + 1);
  batches->sent[output] = sent;
  return sent;
}

static gboolean
any (const DlIqHere *here, gsize offset)
{
  for (guint word = 0; word < here->n_words; word++)
    if (G_STRUCT_MEMBER (guint64, &here->masks[word], offset) != 0)
      return TRUE;
  return FALSE;
}

/* Could flits be sent but for their links, which still send others? A batch of these alone would
 * make them wait for its end, too. */
static gboolean
waits_for_links (const DlIqHere *here)
{
  const guint64 busy = here->iq->slow != NULL ? dl_iq_busy_outputs (here) : 0;
  gboolean any = FALSE;

  for (guint word = 0; word < here->n_words && busy != 0; word++)
    for (guint64 left = dl_iq_ready (&here->masks[word]); left != 0; left &= left - 1)
      {
        any = TRUE;
        if (!(busy >> dl_iq_output_of (here, word * 64 + __builtin_ctzll (left)) & 1))
          return FALSE;
      }
  return any;
}

static void
begin (const DlIqHere *here, DlIqBatches *batches)
{
  const DlIqSpec *spec = &here->iq->plan->options.spec;

  if (batches->vc_end == DL_IQ_NO_BATCH && any (here, offsetof (DlIqMasks, waiting)))
    {
      guint16 winners[DL_IQ_MAX_PORTS * DL_IQ_MAX_VCS];

      dl_iq_allocate_vcs (here->block, here->router, winners);
      batches->vc_end = here->now + spec->vc_allocation_delay - 1;
    }
  if (batches->route_end == DL_IQ_NO_BATCH && any (here, offsetof (DlIqMasks, routing)))
    {
      for (guint word = 0; word < here->n_words; word++)
        batches->routing[word] = here->masks[word].routing;
      batches->route_end = here->now + spec->routing_delay - 1;
    }
  if (!dl_iq_has_contenders (here))
    return;
  dl_iq_count_stalls (here);
  if (batches->switch_end == DL_IQ_NO_BATCH && !waits_for_links (here))
    {
      DlIqWon won = { 0, batches->vc };

      dl_iq_match (here, here->iq->row, &won);
      batches->winners = won.inputs;
      batches->switch_end = here->now + spec->switch_allocation_delay - 1;
    }
}

/* Count waits in a batch at work: inputs that were granted something wait for its end only. */
static void
count_waits (const DlIqHere *here, const DlIqBatches *batches)
{
  guint n_given = 0;

  for (guint word = 0; word < here->n_words; word++)
    for (guint64 left = here->masks[word].waiting; left != 0; left &= left - 1)
      n_given += here->hold[word * 64 + __builtin_ctzll (left)].out != DL_IQ_NO_VC;
  dl_iq_count_waits (here->block, here->router, n_given,
                     batches->switch_end != DL_IQ_NO_BATCH ? __builtin_popcountll (batches->winners)
                                                           : 0);
}

static void
end_routing (const DlIqHere *here, DlIqBatches *batches)
{
  batches->route_end = DL_IQ_NO_BATCH;
  for (guint word = 0; word < here->n_words; word++)
    {
      const guint64 mask = batches->routing[word];

      dl_iq_route_packets (here, word, mask);
      here->masks[word].waiting |= mask;
      here->masks[word].routing &= ~mask;
    }
}

static void
end_switch_allocation (const DlIqHere *here, DlIqBatches *batches)
{
  batches->switch_end = DL_IQ_NO_BATCH;
  for (guint64 won = batches->winners; won != 0; won &= won - 1)
    {
      const guint input = __builtin_ctzll (won);
      const guint at = (input << here->shift) + batches->vc[input];

      const guint output = dl_iq_output_of (here, at);

      dl_iq_send_flit (here, at, input, output, cross (here, batches, output));
    }
}

/* Heads given a virtual channel when the batch began. */
static void
end_vc_allocation (const DlIqHere *here, DlIqBatches *batches)
{
  guint16 winners[DL_IQ_MAX_PORTS * DL_IQ_MAX_VCS];
  guint n_winners = 0;

  batches->vc_end = DL_IQ_NO_BATCH;
  for (guint word = 0; word < here->n_words; word++)
    for (guint64 left = here->masks[word].waiting; left != 0; left &= left - 1)
      {
        const guint at = word * 64 + __builtin_ctzll (left);

        if (here->hold[at].out != DL_IQ_NO_VC)
          winners[n_winners++] = at;
      }
  dl_iq_begin_switching (here, winners, n_winners);
}

void
dl_iq_batches_cycle (DlIqBlock *block)
{
  const guint shift = block->iq->shift, row = block->iq->row;

  for (guint i = 0; i < block->n_routers; i++)
    {
      const DlIqHere here
          = dl_iq_here (block, block->first_router + i, shift, row, block->iq->one_word, FALSE);
      DlIqBatches *batches = &block->iq->batches[here.router];

      dl_iq_take_arrivals (&here, row);
      begin (&here, batches);
      if (G_UNLIKELY (block->counts_waits))
        count_waits (&here, batches);
      if (batches->route_end == here.now)
        end_routing (&here, batches);
      if (batches->switch_end == here.now)
        end_switch_allocation (&here, batches);
      if (batches->vc_end == here.now)
        end_vc_allocation (&here, batches);
    }
}

static void
unref_plan (gpointer plan)
{
  dl_iq_plan_unref (plan);
}

static double
link_rate (gconstpointer plan, guint link)
{
  return dl_graph_capacity (((const DlIqPlan *) plan)->options.graph, link);
}

static guint
link_buffers (gconstpointer plan, guint link)
{
  const DlIqSpec *spec = &((const DlIqPlan *) plan)->options.spec;

  return spec->vcs * spec->buffer_flits;
}

DL_SIM_CLASS_FORWARD (dl_iq)

static void
get_point (gconstpointer sim, DlSimPoint *point)
{
  dl_iq_get_point (sim, point);
}

static GArray *
find_deadlock (gconstpointer sim)
{
  return dl_iq_find_deadlock (sim);
}

static void
get_vcs (const DlIq *iq, guint place, guint link, DlLinkCounts *links)
{
  for (guint vc = 0; vc < links->n_vcs; vc++)
    {
      DlIqVcCounters counters;

      dl_iq_get_vc (iq, place / iq->n_ports, place % iq->n_ports, vc, &counters);
      links->vc_flits[(gsize) link * links->n_vcs + vc] = counters.flits;
      links->vc_taken[(gsize) link * links->n_vcs + vc] = counters.taken;
    }
}

static void
get_links (const DlIq *iq, DlLinkCounts *links)
{
  const DlGraph *graph = iq->plan->options.graph;

  memset (links->flits, 0, links->n_links * sizeof *links->flits);
  memset (links->packets, 0, links->n_links * sizeof *links->packets);
  memset (links->stalls, 0, links->n_links * sizeof *links->stalls);
  memset (links->taken, 0, links->n_links * sizeof *links->taken);
  memset (links->sending, 0, links->n_links * sizeof *links->sending);
  dl_link_counts_set_vcs (links, iq->vcs);
  memset (links->vc_flits, 0, (gsize) links->n_links * iq->vcs * sizeof *links->vc_flits);
  memset (links->vc_taken, 0, (gsize) links->n_links * iq->vcs * sizeof *links->vc_taken);
  for (guint place = 0; place < graph->n_routers * graph->n_ports; place++)
    {
      const guint link = iq->plan->ports[place].link;
      DlIqPortCounters counters;

      if (link == DL_IQ_NONE)
        continue;
      dl_iq_get_port (iq, place / graph->n_ports, place % graph->n_ports, &counters);
      links->flits[link] = counters.flits;
      links->packets[link] = counters.packets;
      links->stalls[link] = counters.stalls;
      links->taken[link] = counters.taken;
      get_vcs (iq, place, link, links);
    }
}

/* Add the counts of all routers' outputs. */
static void
add_outputs (const DlIq *iq, DlSimCounters *counters)
{
  const DlGraph *graph = iq->plan->options.graph;

  for (guint place = 0; place < graph->n_routers * graph->n_ports; place++)
    {
      const guint port = place % graph->n_ports;
      DlIqPortCounters of;

      if (port >= DL_N_ROUTER_PORTS)
        continue;
      dl_iq_get_port (iq, place / graph->n_ports, port, &of);
      counters->packets[port][0] += of.packets;
      counters->flits[port][0] += of.flits;
      counters->stalled_output[port] += of.stalls;
    }
}

static void
get_state (gconstpointer sim, DlMachineState *state)
{
  dl_iq_get_counters (sim, &state->counters);
  add_outputs (sim, &state->counters);
  dl_iq_get_stats (sim, &state->stats);
  get_links (sim, &state->links);
}

static void
list_flights (gconstpointer sim, const DlFlightsAt *at, GArray *flights)
{
  dl_iq_list_flights (sim, at, flights);
}

static void
get_wait (gconstpointer sim, const DlFlight *flight, const DlFlightPassage *out,
          const DlFlightPassage *crossed, DlFlightWait *wait)
{
  dl_iq_get_wait (sim, flight, wait);
}

static void
watch_packet (gpointer sim, const DlFlight *packet)
{
  const DlIq *iq = sim;

  for (guint i = 0; i < iq->n_blocks; i++)
    dl_sim_choices_watch (&iq->blocks[i].choices, packet);
}

static void
get_choices (gconstpointer sim, DlSimChoiceList *choices)
{
  const DlIq *iq = sim;

  for (guint i = 0; i < iq->n_blocks; i++)
    dl_sim_choices_get_watched (&iq->blocks[i].choices, choices);
}

static void
watch (gpointer sim, guint router)
{
  dl_iq_watch (sim, router);
}

static gboolean
run_to_grant (gpointer sim, guint64 cycles)
{
  return dl_iq_run_to_grant (sim, cycles);
}

static DlRouterInside *
get_inside (gconstpointer sim)
{
  return dl_iq_get_router_inside (sim);
}

static const DlSimRanks *
ranks (gconstpointer sim)
{
  return ((const DlIq *) sim)->ranks;
}

static const DlSimClass input_queued = {
  .counts_waits = TRUE,
  .unref_plan = unref_plan,
  .link_rate = link_rate,
  .link_buffers = link_buffers,
  .new = sim_new,
  .free = sim_free,
  .set_threads = set_threads,
  .cycle = cycle,
  .run = run,
  .done = done,
  .ranks = ranks,
  .fits = fits,
  .change = change,
  .is_draining = is_draining,
  .walk = walk,
  .find_deadlock = find_deadlock,
  .get_point = get_point,
  .get_state = get_state,
  .list_flights = list_flights,
  .get_wait = get_wait,
  .watch_packet = watch_packet,
  .get_choices = get_choices,
  .watch = watch,
  .run_to_grant = run_to_grant,
  .get_inside = get_inside,
};

DlMachinePlan *
dl_iq_plan_to_machine (DlIqPlan *plan, gpointer routes)
{
  const DlIqPlanOptions *options = &plan->options;
  DlMachinePlan *self = dl_machine_plan_new (&input_queued, plan, routes);

  self->n_nodes = options->graph->n_nodes;
  self->n_routers = options->graph->n_routers;
  self->n_working_nodes = self->n_senders = plan->sources.n_working;
  self->n_links = options->graph->n_links;
  self->packet_flits = dl_iq_mean_flits (options);
  self->seed = options->seed;
  self->workload = options->sent.workload;
  self->saturated = self->workload != NULL || isinf (options->load);
  self->chooses = options->tells_routes;
  self->load_flits = 1;
  self->cycle_ns = NAN;
  if (self->workload != NULL && self->workload->spec.kind->has_program)
    self->cycle_ns = self->workload->spec.packet.cycle_ns;
  return self;
}

DlIqPlan *
dl_iq_plan_of (const DlMachinePlan *plan)
{
  return plan->class == &input_queued ? plan->plan : NULL;
}

DlIq *
dl_iq_of (const DlMachineRun *run)
{
  return run->plan->class == &input_queued ? run->sim : NULL;
}
