/* A simulation from its making to its counters. */
#include "dl-aries.h"

#include "dl-aries-private.h"
#include "dl-flights.h"

#include <math.h>
#include <string.h>

/* Packets of a dragonfly at work. */

/* The link by which packets come to @port of @router, a link of its own or its node's. */
static guint32
link_into (const DlAries *sim, guint router, guint port)
{
  return port < sim->routers[router].n_links
             ? sim->dragonfly->link_back[sim->dragonfly->first_link[router] + port]
             : DL_FLIGHT_NO_LINK;
}

/* A block's packets with something to come, and where they are put. */
typedef struct
{
  const DlAries *sim;
  const DlAriesBlock *block;
  const DlFlightsAt *at; /* nullable */
  GArray *flights;
} Coming;

/* Add a packet's event in @left cycles. */
static void
add_event (const DlSimEvent *event, guint left, gpointer data)
{
  const Coming *coming = data;
  const DlAries *sim = coming->sim;
  const guint router = coming->block->first_router + event->node;
  const DlAriesPacket *packet;
  DlFlight flight;

  if (event->kind != DL_ARIES_ARRIVE && event->kind != DL_ARIES_DELIVER)
    return;
  packet = &coming->block->packets[event->packet32];
  if (!dl_flights_at (coming->at, router)
      && (event->kind != DL_ARIES_ARRIVE
          || !dl_flights_at (coming->at,
                             sim->dragonfly->link_from[link_into (sim, router, packet->in)])))
    return;
  flight = DL_FLIGHT_OF (packet, router, DL_FLIGHT_EJECTED, packet->buffer);
  if (event->kind == DL_ARIES_ARRIVE)
    {
      flight.place = DL_FLIGHT_LINK;
      flight.out = link_into (sim, router, packet->in);
      flight.router = sim->dragonfly->link_from[flight.out];
      /* A packet may begin in the course of a cycle: then its head needs a little longer. */
      flight.of = MAX (sim->link_cycles, left);
      flight.left = left;
    }
  g_array_append_val (coming->flights, flight);
}

static void
add_queue (const DlAries *sim, guint router, guint in, guint vc, GArray *flights)
{
  const DlAriesRouterState *state = &sim->routers[router];
  const DlAriesBlock *block = dl_aries_block_of (sim, router);
  guint rank = 0;

  for (guint32 i = dl_aries_queue (sim, state->first_port + in, vc)->first; i != DL_ARIES_NO_PACKET;
       i = block->packets[i].next)
    {
      const DlAriesPacket *packet = &block->packets[i];
      DlFlight flight = DL_FLIGHT_OF (packet, router, DL_FLIGHT_INPUT, packet->buffer);

      flight.in = link_into (sim, router, in);
      if (packet->out < state->n_links)
        flight.out = sim->dragonfly->first_link[router] + packet->out;
      flight.rank = rank++;
      g_array_append_val (flights, flight);
    }
}

void
dl_aries_list_flights (const DlAries *sim, const DlFlightsAt *at, GArray *flights)
{
  g_array_set_size (flights, 0);
  for (guint i = 0; i < sim->n_blocks; i++)
    {
      Coming coming = { sim, &sim->blocks[i], at, flights };

      for (guint wheel = 0; wheel < DL_ARIES_WHEELS; wheel++)
        dl_sim_wheel_foreach_ahead (&sim->blocks[i].wheels[wheel], sim->now, add_event, &coming);
    }
  for (guint router = 0; router < sim->dragonfly->n_routers; router++)
    for (guint in = 0; in < sim->routers[router].n_ports && dl_flights_at (at, router); in++)
      for (guint vc = 0; vc < DL_ARIES_SIM_VCS; vc++)
        add_queue (sim, router, in, vc, flights);
}

void
dl_aries_get_flights (const DlAries *sim, GArray *flights)
{
  dl_aries_list_flights (sim, NULL, flights);
  dl_flights_sort (flights);
}

/* The port of @router by which packets come over the link @in, or from the node @source. */
static guint
port_into (const DlAries *sim, guint router, guint32 in, guint source)
{
  return in != DL_FLIGHT_NO_LINK ? dl_aries_link_port (sim, sim->dragonfly->link_back[in])
                                 : dl_aries_node_port (sim, source);
}

/* The packet of @flight in @queue; NULL: it is not in there. *@before: the first one ahead of it
 * that goes by the same output, or NULL. */
static const DlAriesPacket *
find_in_queue (const DlAries *sim, guint router, const DlAriesQueue *queue, const DlFlight *flight,
               const DlAriesPacket **before)
{
  const DlAriesBlock *block = dl_aries_block_of (sim, router);
  const DlAriesPacket *found = NULL;

  *before = NULL;
  for (guint32 i = queue->first; i != DL_ARIES_NO_PACKET && found == NULL;
       i = block->packets[i].next)
    {
      const DlFlight it = DL_FLIGHT_KNOWN (&block->packets[i]);

      if (dl_flight_compare (&it, flight) == 0)
        found = &block->packets[i];
    }
  for (guint32 i = queue->first; found != NULL && &block->packets[i] != found;
       i = block->packets[i].next)
    if (block->packets[i].out == found->out)
      {
        *before = &block->packets[i];
        break;
      }
  return found;
}

void
dl_aries_get_wait (const DlAries *sim, const DlFlight *flight, const DlFlightPassage *out,
                   DlFlightWait *wait)
{
  const DlAriesRouterState *state = &sim->routers[flight->router];
  const guint in = state->first_port + port_into (sim, flight->router, flight->in, flight->source);
  const DlAriesPacket *packet = NULL, *before = NULL;
  const DlAriesPort *output;
  gboolean is_link;

  for (guint vc = 0; vc < DL_ARIES_SIM_VCS && packet == NULL; vc++)
    packet = find_in_queue (sim, flight->router, dl_aries_queue (sim, in, vc), flight, &before);
  if (packet == NULL)
    return;
  if (before != NULL)
    {
      *wait = (DlFlightWait) { DL_HELD_QUEUE, TRUE, DL_FLIGHT_KNOWN (before) };
      return;
    }
  is_link = packet->out < state->n_links;
  output = &sim->ports[state->first_port + packet->out];
  dl_flight_wait_at_output (wait, out, sim->now - 1, dl_aries_floor (output->free) >= sim->now,
                            packet->vc, is_link ? output->credits[packet->vc] : G_MAXUINT,
                            sim->threshold);
}

/* Runs: blocks shared out among threads, and what blocks do to each other. */

static void
receive (DlAriesBlock *block, guint64 cycle, DlSimEvent event, guint router,
         const DlAriesPacket *packet)
{
  if (event.kind == DL_ARIES_ARRIVE)
    {
      const guint32 index = dl_aries_packet_take (block);

      block->packets[index] = *packet;
      event.packet32 = index;
    }
  event.node = router - block->first_router;
  dl_aries_schedule (block, cycle, event);
}

void
dl_aries_send_away (DlAriesBlock *from, guint router, guint64 cycle, DlSimEvent event,
                    const DlAriesPacket *packet)
{
  DlAries *sim = from->sim;
  DlAriesBlock *to = dl_aries_block_of (sim, router);
  DlAriesMail *mail;

  if (to->worker == from->worker)
    {
      receive (to, cycle, event, router, packet);
      return;
    }
  mail = dl_sim_post_add (&sim->post, from->parity, from->worker, to->worker);
  mail->cycle = cycle;
  mail->router = router;
  mail->event = event;
  if (event.kind == DL_ARIES_ARRIVE)
    mail->packet = *packet;
}

static void
take_mail (gpointer data, guint worker, guint parity)
{
  DlAries *sim = data;

  for (guint from = 0; from < sim->post.n_threads; from++)
    {
      DlSimMailbox *box = dl_sim_post_box (&sim->post, parity, from, worker);
      const DlAriesMail *mails = box->items;

      for (guint i = 0; i < box->n; i++)
        {
          const DlAriesMail *mail = &mails[i];
          receive (dl_aries_block_of (sim, mail->router), mail->cycle, mail->event, mail->router,
                   &mail->packet);
        }
      box->n = 0;
    }
}

static void
give_block (gpointer data, guint block, guint worker)
{
  DlAries *sim = data;

  sim->blocks[block].worker = worker;
  sim->blocks[block].tally = &sim->tallies.of[worker];
}

static void
advance (gpointer data, guint i, guint64 from, guint64 to, guint parity)
{
  DlAries *sim = data;
  DlAriesBlock *block = &sim->blocks[i];

  block->parity = parity;
  block->published = dl_aries_published (sim, from);
  for (block->now = from; block->now < to; block->now++)
    dl_aries_block_run_cycle (block);
  if (to % sim->link_cycles == 0)
    dl_aries_publish (block, to);
}

void
dl_aries_run_cycles (DlAries *sim, guint64 cycles)
{
  const DlSimWork work = {
    .sim = sim,
    .n_blocks = sim->n_blocks,
    .window = sim->link_cycles,
    .aligned = TRUE, /* at a window's end, neighbors are told */
    .give = give_block,
    .take_mail = take_mail,
    .advance = advance,
  };

  dl_sim_crew_run (sim->crew, &work, sim->now, sim->now + cycles);
  sim->now += cycles;
  for (guint i = 0; i < sim->n_blocks; i++)
    sim->blocks[i].published = dl_aries_published (sim, sim->now);
}

void
dl_aries_get_stats (const DlAries *sim, DlSimStats *stats)
{
  dl_sim_tallies_get_stats (&sim->tallies, 0, stats);
  dl_latency_merge (&stats->network, &stats->minimal);
  dl_latency_merge (&stats->network, &stats->nonminimal);
}

void
dl_aries_set_threads (DlAries *sim, guint n_threads)
{
  g_assert (n_threads >= 1);
  n_threads = MIN (n_threads, sim->n_blocks); /* more would have nothing to do */
  dl_sim_crew_set_threads (sim->crew, n_threads);
  dl_sim_post_set_threads (&sim->post, n_threads);
  dl_sim_tallies_grow (&sim->tallies, n_threads, 0);
}

/* A block's routers should stay in the cache while it is advanced; there should be enough blocks to
 * share out among threads. */
#define GOOD_BLOCK  16
#define GOOD_BLOCKS 16

static guint64
flit_time (double rate)
{
  return (guint64) nearbyint (ldexp (1 / rate, DL_ARIES_FRACTION));
}

static guint
good_wheel_size (const DlAries *sim)
{
  guint64 slowest = 0;
  guint packet, longest, size = 64;

  for (guint class = 0; class < G_N_ELEMENTS (sim->flit_time); class ++)
    slowest = MAX (slowest, sim->flit_time[class]);
  /* Until a tail has left; an answer; and from the end of a window into a block that is at its
   * beginning. */
  packet = 2 + dl_aries_ceil (sim->plan->options.packet_flits * slowest) + sim->link_cycles;
  longest = MAX (packet, DL_DRAGONFLY_MAX_HOPS * sim->link_cycles) + sim->link_cycles;
  while (size <= longest)
    size *= 2;
  return size;
}

/* The node that sends the most offers the load, others in proportion to what they send, as in the
 * analysis. NULL: @rate, all that send. */
static double *
rates_of_nodes (const DlAries *sim, double rate)
{
  const DlDragonflyDemand *demand = sim->plan->options.demand;
  const guint n_nodes = sim->dragonfly->n_nodes;
  double most = 0;
  gboolean same = TRUE;
  double *each;

  if (rate == 0 || isinf (rate))
    return NULL;
  for (guint node = 0; node < n_nodes; node++)
    most = MAX (most, dl_dragonfly_demand_sent (demand, node));
  for (guint node = 0; node < n_nodes && same; node++)
    {
      const double sent = dl_dragonfly_demand_sent (demand, node);
      same = sent == 0 || sent == most; /* a node that sends nothing has no births */
    }
  if (same)
    return NULL;
  each = g_new (double, n_nodes);
  for (guint node = 0; node < n_nodes; node++)
    each[node] = rate * dl_dragonfly_demand_sent (demand, node) / most;
  return each;
}

void
dl_aries_take_rates (DlAries *sim)
{
  const DlAriesPlanOptions *options = &sim->plan->options;
  double rate = options->workload == NULL ? options->load / dl_aries_mean_flits (options) : 0;

  /* One packet can be born in a slot. */
  sim->slot_bits = 0;
  while (!isinf (rate) && rate > 1 << sim->slot_bits)
    sim->slot_bits++;
  rate /= 1 << sim->slot_bits;
  dl_sim_rates_set (&sim->rates, rate, rates_of_nodes (sim, rate), sim->dragonfly->n_nodes);
}

static void
routers_init (DlAries *sim)
{
  const DlDragonfly *net = sim->dragonfly;

  sim->routers = g_aligned_alloc0 (net->n_routers, sizeof *sim->routers, sizeof *sim->routers);
  sim->n_ports = 0;
  sim->words = 1;
  for (guint router = 0; router < net->n_routers; router++)
    {
      DlAriesRouterState *state = &sim->routers[router];

      state->first_port = sim->n_ports;
      state->n_links = net->first_link[router + 1] - net->first_link[router];
      state->n_ports = state->n_links + net->nodes_per_router;
      state->n_words = (state->n_ports + 63) / 64;
      sim->words = MAX (sim->words, state->n_words);
      sim->n_ports += state->n_ports;
    }
}

static void
ports_init (DlAries *sim)
{
  const gsize n = (gsize) sim->n_ports * DL_ARIES_SIM_VCS;

  sim->ports = g_aligned_alloc0 (sim->n_ports, sizeof *sim->ports, sizeof *sim->ports);
  sim->outgoing = g_aligned_alloc0 (n * (1 + sim->words), sizeof *sim->outgoing, 64);
  sim->queues = g_aligned_alloc (n, sizeof *sim->queues, 64);
  memset (sim->queues, 0xff, n * sizeof *sim->queues); /* DL_ARIES_NO_PACKET */
  for (guint port = 0; port < sim->n_ports; port++)
    {
      sim->ports[port].alone = DL_ARIES_NO_PACKET;
      for (guint vc = 0; vc < DL_ARIES_SIM_VCS; vc++)
        sim->ports[port].credits[vc] = sim->plan->options.router.input_buffer;
    }
}

static void
wires_init (DlAries *sim)
{
  const DlDragonfly *net = sim->dragonfly;

  sim->wires = g_new0 (DlAriesWire, sim->n_ports);
  for (guint port = 0; port < sim->n_ports; port++)
    sim->wires[port].class = DL_N_LINK_CLASSES;
  for (guint link = 0; link < net->n_links; link++)
    sim->wires[dl_aries_port_of_link (sim, link)]
        = (DlAriesWire) { .router = net->link_to[link],
                          .port = dl_aries_link_port (sim, net->link_back[link]),
                          .class = net->link_class[link] };
}

static void
blocks_init (DlAries *sim, guint block_routers)
{
  const guint n_routers = sim->dragonfly->n_routers;

  if (block_routers == 0)
    block_routers = CLAMP (n_routers / GOOD_BLOCKS, 1, GOOD_BLOCK);
  /* Events number a block's routers by 16 bits. */
  sim->block_routers = MIN (MIN (block_routers, G_MAXUINT16), n_routers);
  sim->n_blocks = (n_routers + sim->block_routers - 1) / sim->block_routers;
  sim->blocks = g_aligned_alloc0 (sim->n_blocks, sizeof *sim->blocks, DL_SIM_APART);
  sim->block_of = g_new (guint32, n_routers);
  for (guint i = 0; i < sim->n_blocks; i++)
    {
      DlAriesBlock *block = &sim->blocks[i];

      block->sim = sim;
      block->first_router = i * sim->block_routers;
      block->n_routers = MIN (sim->block_routers, n_routers - block->first_router);
      block->free_packet = DL_ARIES_NO_PACKET;
      block->published = sim->published[0];
      block->choices = g_new0 (DlSimChoices, 1);
      dl_sim_choices_init (block->choices);
      for (guint w = 0; w < DL_ARIES_WHEELS; w++)
        dl_sim_wheel_init (&block->wheels[w], sim->wheel_size);
      block->active = g_new (guint16, block->n_routers + 1);
      for (guint r = 0; r < block->n_routers; r++)
        sim->block_of[block->first_router + r] = i;
    }
}

DlAries *
dl_aries_new (DlAriesPlan *plan, guint block_routers)
{
  DlAries *sim = g_new0 (DlAries, 1);

  sim->plan = dl_aries_plan_ref (plan);
  sim->routes = plan->options.routes;
  sim->dragonfly = sim->routes->dragonfly;
  sim->link_cycles = plan->options.router.link_cycles;
  sim->threshold = plan->options.packet_flits;
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    sim->flit_time[class] = flit_time (plan->options.router.rate[class]);
  sim->flit_time[DL_N_LINK_CLASSES] = flit_time (plan->options.router.node_rate);
  sim->wheel_size = good_wheel_size (sim);
  dl_aries_take_rates (sim);
  routers_init (sim);
  ports_init (sim);
  wires_init (sim);
  dl_aries_only_ports_init (sim);
  for (guint i = 0; i < 2; i++)
    sim->published[i] = g_new0 (guint32, sim->dragonfly->n_routers);
  blocks_init (sim, block_routers);
  sim->nodes = g_aligned_alloc0 (sim->dragonfly->n_nodes, sizeof *sim->nodes, 64);
  if (plan->options.workload != NULL)
    sim->ranks = dl_sim_ranks_new (plan->options.workload, sim->dragonfly->n_nodes, 16);
  for (guint node = 0; node < sim->dragonfly->n_nodes; node++)
    {
      dl_aries_source_init (sim, node);
      dl_aries_source_start (sim, node);
    }
  dl_sim_post_init (&sim->post, sizeof (DlAriesMail));
  sim->crew = dl_sim_crew_new ("dl-aries");
  dl_aries_set_threads (sim, 1);
  return sim;
}

void
dl_aries_free (DlAries *sim)
{
  if (sim == NULL)
    return;
  dl_sim_crew_free (sim->crew);
  dl_sim_post_clear (&sim->post);
  dl_sim_tallies_clear (&sim->tallies);
  dl_aries_swap_clear (sim);
  for (guint i = 0; i < sim->n_blocks; i++)
    {
      DlAriesBlock *block = &sim->blocks[i];

      for (guint w = 0; w < DL_ARIES_WHEELS; w++)
        dl_sim_wheel_clear (&block->wheels[w]);
      g_free (block->active);
      dl_sim_choices_clear (block->choices);
      g_free (block->choices);
      g_aligned_free (block->packets);
    }
  for (guint node = 0; node < sim->dragonfly->n_nodes; node++)
    g_free (sim->nodes[node].births.births);
  dl_sim_ranks_free (sim->ranks);
  for (guint i = 0; i < 2; i++)
    g_free (sim->published[i]);
  g_free (sim->rates.each);
  g_aligned_free (sim->blocks);
  g_free (sim->block_of);
  g_aligned_free (sim->routers);
  g_aligned_free (sim->ports);
  g_free (sim->wires);
  g_free (sim->only_port);
  g_aligned_free (sim->outgoing);
  g_aligned_free (sim->queues);
  g_aligned_free (sim->nodes);
  dl_aries_plan_unref (sim->plan);
  g_free (sim);
}

guint64
dl_aries_cycle (const DlAries *sim)
{
  return sim->now;
}

void
dl_aries_run (DlAries *sim, guint64 cycles)
{
  cycles -= dl_aries_drain (sim, cycles);
  if (cycles > 0)
    dl_aries_run_cycles (sim, cycles);
}

void
dl_aries_stop_sources (DlAries *sim)
{
  sim->sources_stopped = TRUE;
}

/* Counters ------------------------------------------------------------------------------------- */

void
dl_aries_get_counters (const DlAries *sim, DlSimCounters *counters)
{
  dl_sim_tallies_get_counters (&sim->tallies, counters);
}

void
dl_aries_get_links (const DlAries *sim, const DlAriesLinkCounters *counters)
{
  for (guint link = 0; link < sim->dragonfly->n_links; link++)
    {
      const guint port = dl_aries_port_of_link (sim, link);
      guint64 flits = 0;

      for (guint vc = 0; vc < DL_ARIES_SIM_VCS; vc++)
        {
          const guint64 one = *dl_aries_vc_flits (sim, port, vc);

          flits += one;
          if (counters->vc_flits != NULL)
            counters->vc_flits[(gsize) link * DL_ARIES_SIM_VCS + vc] = one;
        }
      if (counters->flits != NULL)
        counters->flits[link] = flits;
      if (counters->packets != NULL)
        counters->packets[link] = sim->ports[port].packets;
      if (counters->stalls != NULL)
        {
          /* Ongoing stalls count up to now. */
          counters->stalls[link] = sim->ports[port].stalls;
          if (sim->ports[port].stalled)
            dl_sim_count_time (&counters->stalls[link], FALSE, sim->now);
        }
      if (counters->taken != NULL)
        counters->taken[link] = sim->ports[port].taken;
      if (counters->sending != NULL)
        {
          const guint64 each = sim->flit_time[sim->wires[port].class];
          const guint64 now = dl_aries_time (sim->now), free = sim->ports[port].free;

          const gboolean broken
              = dl_aries_link_is_dead (sim, link) || sim->dragonfly->link_state[link] != DL_LINK_UP;

          counters->sending[link] = free > now && !broken ? (free - now + each - 1) / each : 0;
        }
    }
}

void
dl_aries_get_nodes (const DlAries *sim, guint64 *injected, guint64 *delivered)
{
  for (guint node = 0; node < sim->dragonfly->n_nodes; node++)
    {
      if (injected != NULL)
        injected[node] = sim->nodes[node].serial;
      if (delivered != NULL)
        delivered[node] = sim->nodes[node].received;
    }
}

static void
unref_plan (gpointer plan)
{
  dl_aries_plan_unref (plan);
}

static double
link_rate (gconstpointer plan, guint link)
{
  const DlAriesPlanOptions *options = &((const DlAriesPlan *) plan)->options;

  return options->router.rate[options->routes->dragonfly->link_class[link]];
}

static guint
link_buffers (gconstpointer plan, guint link)
{
  return DL_ARIES_SIM_VCS * ((const DlAriesPlan *) plan)->options.router.input_buffer;
}

DL_SIM_CLASS_FORWARD (dl_aries)

static void
get_point (gconstpointer data, DlSimPoint *point)
{
  const DlAries *sim = data;

  dl_sim_tallies_get_point (&sim->tallies, sim->now, point);
}

static void
get_state (gconstpointer sim, DlMachineState *state)
{
  const DlAriesLinkCounters links = { .flits = state->links.flits,
                                      .packets = state->links.packets,
                                      .stalls = state->links.stalls,
                                      .taken = state->links.taken,
                                      .sending = state->links.sending };

  dl_aries_get_counters (sim, &state->counters);
  dl_aries_get_links (sim, &links);
  dl_aries_get_stats (sim, &state->stats);
}

static void
list_flights (gconstpointer sim, const DlFlightsAt *at, GArray *flights)
{
  dl_aries_list_flights (sim, at, flights);
}

static void
get_wait (gconstpointer sim, const DlFlight *flight, const DlFlightPassage *out,
          const DlFlightPassage *crossed, DlFlightWait *wait)
{
  dl_aries_get_wait (sim, flight, out, wait);
}

static void
watch_packet (gpointer data, const DlFlight *packet)
{
  const DlAries *sim = data;

  for (guint i = 0; i < sim->n_blocks; i++)
    dl_sim_choices_watch (sim->blocks[i].choices, packet);
}

static void
get_choices (gconstpointer data, DlSimChoiceList *choices)
{
  const DlAries *sim = data;

  for (guint i = 0; i < sim->n_blocks; i++)
    dl_sim_choices_get_watched (sim->blocks[i].choices, choices);
}

static const DlSimRanks *
ranks (gconstpointer sim)
{
  return ((const DlAries *) sim)->ranks;
}

static const DlSimClass aries = {
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
  .get_point = get_point,
  .get_state = get_state,
  .list_flights = list_flights,
  .get_wait = get_wait,
  .watch_packet = watch_packet,
  .get_choices = get_choices,
};

DlMachinePlan *
dl_aries_plan_to_machine (DlAriesPlan *plan, double cycle_ns)
{
  const DlAriesPlanOptions *options = &plan->options;
  const DlDragonfly *net = options->routes->dragonfly;
  DlMachinePlan *self = dl_machine_plan_new (&aries, plan, options->routes);

  self->n_nodes = net->n_nodes;
  self->n_routers = net->n_routers;
  for (guint node = 0; node < net->n_nodes; node++)
    {
      self->n_working_nodes += dl_dragonfly_node_up (net, node);
      self->n_senders += dl_dragonfly_demand_sent (options->demand, node) > 0;
    }
  self->n_links = net->n_links;
  self->packet_flits = dl_aries_mean_flits (options);
  self->seed = options->seed;
  self->workload = options->workload;
  self->saturated = self->workload != NULL || isinf (options->load);
  self->chooses = TRUE;
  self->load_flits = self->node_rate = options->router.node_rate;
  self->cycle_ns = cycle_ns;
  return self;
}

DlAriesPlan *
dl_aries_plan_of (const DlMachinePlan *plan)
{
  return plan->class == &aries ? plan->plan : NULL;
}

DlAries *
dl_aries_of (const DlMachineRun *run)
{
  return run->plan->class == &aries ? run->sim : NULL;
}
