/* Routers seen from inside: the one that is watched, and the packets that are in all. */
#include "dl-seastar-private.h"

#include "dl-flights.h"
#include "dl-seastar-inside.h"

/* One router ----------------------------------------------------------------------------------- */

G_STATIC_ASSERT (DL_SEASTAR_N_STAGED == DL_SEASTAR_STAGED);

/* The clock in the next cycle. */
static DlAgeClock
clock_now (const DlSeastar *sim, const DlSeastarNode *state)
{
  DlAgeClock clock = state->clock;

  dl_age_clock_advance (&clock, sim->plan->router.age_clock_period, sim->now);
  return clock;
}

static DlSeastarPacketInside
look_at (const DlSeastarBlock *block, guint16 index, const DlAgeClock *clock)
{
  const DlSeastarPacket *packet = &block->packets[index];
  const guint64 now = block->now;

  return (DlSeastarPacketInside) {
    .source = packet->source,
    .dest = packet->dest,
    .created = dl_seastar_whole_cycle (now, packet->created),
    .injected = dl_seastar_whole_cycle (now, packet->injected),
    .age = dl_age_now (clock, packet->head),
    .epoch = DL_HEAD_EPOCH (packet->head),
    .flits = packet->flits,
    .port = packet->port,
    .vc = packet->vc,
    .hops = packet->hops - packet->left,
  };
}

void
dl_seastar_watch (DlSeastar *sim, guint node)
{
  g_assert (node == DL_NO_NODE || node < sim->plan->routes->network->n_nodes);
  sim->watch.node = node;
  sim->watch.n_grants = 0;
}

guint
dl_seastar_watched (const DlSeastar *sim)
{
  return sim->watch.node;
}

/* Where the next grant is kept: outputs decide in any order, but in a cycle they are kept in that
 * of their ports. */
static DlSeastarGrant *
make_room (DlSeastarWatch *watch, guint64 cycle, guint output)
{
  guint64 at = watch->n_grants++;

  for (; at > 0; at--)
    {
      const DlSeastarGrant *before = &watch->grants[(at - 1) % DL_SEASTAR_GRANTS_KEPT];

      if (before->cycle != cycle || before->output < output)
        break;
      watch->grants[at % DL_SEASTAR_GRANTS_KEPT] = *before;
    }
  return &watch->grants[at % DL_SEASTAR_GRANTS_KEPT];
}

void
dl_seastar_note_grant (DlSeastarBlock *block, const DlSeastarNode *state,
                       const DlSeastarDecision *decision)
{
  DlSeastarWatch *watch = &block->sim->watch;
  DlSeastarGrant *grant = make_room (watch, block->now, decision->output);
  const DlSeastarOutput *out = &state->output[decision->output];
  guint32 wanting = 0;

  *grant = (DlSeastarGrant) {
    .cycle = block->now,
    .output = decision->output,
    .winner = decision->winner,
    .rule = decision->rule,
    .select = decision->select,
    .candidates = decision->candidates,
    .packet = look_at (block, out->staged[decision->winner].queue.first, &state->clock),
  };
  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    wanting |= out->want[vc];
  grant->blocked = wanting & ~decision->candidates;
  for (guint32 rest = decision->candidates, best = 0; rest != 0; rest &= rest - 1)
    {
      const guint queue = __builtin_ctz (rest);

      grant->age[queue] = dl_age_now (&state->clock, out->staged[queue].key);
      if (grant->oldest == 0 || grant->age[queue] > best)
        {
          best = grant->age[queue];
          grant->oldest = 0;
        }
      if (grant->age[queue] == best)
        grant->oldest |= 1u << queue;
    }
}

static void
look_at_input (const DlSeastarBlock *block, guint16 first, const DlAgeClock *clock,
               DlSeastarInputInside *input)
{
  for (guint16 i = first; i != DL_SEASTAR_NO_PACKET; i = block->packets[i].next)
    {
      if (input->n < DL_SEASTAR_QUEUE_SHOWN)
        input->packets[input->n] = look_at (block, i, clock);
      input->n++;
      input->flits += block->packets[i].flits;
    }
}

static void
look_at_staged (const DlSeastarBlock *block, const DlSeastarNode *state, guint output, guint queue,
                const DlAgeClock *clock, DlSeastarStagedInside *staged)
{
  guint16 i = state->output[output].staged[queue].queue.first;

  if (i == DL_SEASTAR_NO_PACKET)
    return;
  staged->first = look_at (block, i, clock);
  staged->has_credits
      = output == DL_SEASTAR_PROCESSOR
        || state->output[output].credits[block->packets[i].vc] >= block->sim->threshold;
  for (; i != DL_SEASTAR_NO_PACKET; i = block->packets[i].next)
    {
      staged->n++;
      staged->flits += block->packets[i].flits;
    }
}

void
dl_seastar_get_inside (const DlSeastar *sim, DlSeastarInside *inside)
{
  const guint node = sim->watch.node;
  const DlSeastarBlock *block = dl_seastar_block_of (sim, node);
  const DlSeastarNode *state = &sim->nodes[node];
  const DlAgeClock clock = clock_now (sim, state);
  const gboolean inhibited = dl_age_clock_inhibited (&clock, sim->now);

  *inside = (DlSeastarInside) {
    .node = node,
    .cycle = sim->now,
    .timestamp = clock.timestamp,
    .epoch = clock.epoch,
    .inhibited = inhibited,
    .packet_count = { clock.packet_count[0], clock.packet_count[1] },
    .next_tick = inhibited ? 0 : clock.next_cycle - sim->now,
    .input_buffer = sim->plan->router.input_buffer,
    .staging_buffer = sim->plan->router.staging_buffer,
    .waiting = state->births.n + dl_seastar_program_waiting (sim, node),
    .n_grants = sim->watch.n_grants,
    .n_kept = MIN (sim->watch.n_grants, DL_SEASTAR_GRANTS_KEPT),
  };
  for (guint queue = 0; queue < DL_SEASTAR_STAGED; queue++)
    {
      look_at_input (block, dl_seastar_input_first (state, queue), &clock, &inside->input[queue]);
      for (guint output = 0; output < DL_N_ROUTER_PORTS; output++)
        look_at_staged (block, state, output, queue, &clock, &inside->staged[output][queue]);
    }
  for (guint output = 0; output < DL_N_ROUTER_PORTS; output++)
    {
      inside->select[output] = state->output[output].grants;
      for (guint vc = 0; vc < DL_SIM_VCS; vc++)
        inside->credits[output][vc] = state->output[output].credits[vc];
    }
  for (guint i = 0; i < inside->n_kept; i++)
    inside->grants[i] = sim->watch.grants[(sim->watch.n_grants - 1 - i) % DL_SEASTAR_GRANTS_KEPT];
}

/* The interface that all routers have ---------------------------------------------------------- */

static const DlInsideKind seastar = { g_free };

const DlSeastarInside *
dl_seastar_inside_of (const DlRouterInside *inside)
{
  return dl_router_inside_get (inside, &seastar);
}

DlRouterInside *
dl_seastar_get_router_inside (const DlSeastar *sim)
{
  DlSeastarInside *inside;

  if (sim->watch.node == DL_NO_NODE)
    return NULL;
  inside = g_new (DlSeastarInside, 1);
  dl_seastar_get_inside (sim, inside);
  return dl_router_inside_new (&seastar, inside->node, inside->cycle, inside);
}

/* Packets -------------------------------------------------------------------------------------- */

/* Packets of a torus at work. */

/* The link by which packets come to @port of @node. */
static guint32
link_into (const DlSeastar *sim, guint node, guint port)
{
  const DlTorusNetwork *network = sim->plan->routes->network;

  if (port == DL_SEASTAR_PROCESSOR)
    return DL_FLIGHT_NO_LINK;
  return dl_torus_network_link (network,
                                network->link_to[dl_torus_network_link (network, node, port)],
                                dl_torus_port_opposite (port));
}

static guint32
link_out_of (const DlSeastar *sim, guint node, guint port)
{
  return port == DL_SEASTAR_PROCESSOR
             ? DL_FLIGHT_NO_LINK
             : dl_torus_network_link (sim->plan->routes->network, node, port);
}

/* A block's packets with something to come, and where they are put. */
typedef struct
{
  const DlSeastar *sim;
  const DlSeastarBlock *block;
  const DlFlightsAt *at; /* nullable */
  GArray *flights;
} Coming;

static DlFlight
flight_of (const DlSeastar *sim, const DlSeastarPacket *packet, guint node, DlFlightPlace place,
           guint vc)
{
  DlFlight flight = DL_FLIGHT_OF (packet, node, place, vc);

  flight.created = dl_seastar_whole_cycle (sim->now, packet->created);
  flight.injected = dl_seastar_whole_cycle (sim->now, packet->injected);
  return flight;
}

/* Add a packet's event @left slots from now. */
static void
add_event (const DlSimEvent *event, guint left, gpointer data)
{
  const Coming *coming = data;
  const DlSeastar *sim = coming->sim;
  const guint node = coming->block->first_node + event->node;
  const DlSeastarPacket *packet = &coming->block->packets[event->packet];
  DlFlight flight = { 0 };

  /* One that arrives may have left another one. */
  if (event->kind != DL_SEASTAR_ARRIVE && !dl_flights_at (coming->at, node))
    return;
  switch ((DlSeastarEventKind) event->kind)
    {
    case DL_SEASTAR_ARRIVE:
      if (!dl_flights_at (coming->at, node)
          && !dl_flights_at (coming->at, link_into (sim, node, event->port)
                                             / sim->plan->routes->network->n_ports))
        return;
      flight = flight_of (sim, packet, node, DL_FLIGHT_LINK, packet->vc);
      flight.out = link_into (sim, node, event->port);
      flight.router = flight.out / sim->plan->routes->network->n_ports;
      flight.of = sim->plan->router.link_cycles;
      break;
    case DL_SEASTAR_STAGE:
      flight = flight_of (sim, packet, node, DL_FLIGHT_CROSSBAR, packet->vc);
      flight.in = link_into (sim, node, event->queue / DL_SIM_VCS);
      flight.out = link_out_of (sim, node, event->port);
      flight.of = sim->plan->router.crossbar_cycles;
      break;
    case DL_SEASTAR_DELIVER:
      flight = flight_of (sim, packet, node, DL_FLIGHT_EJECTED, packet->vc);
      break;
    case DL_SEASTAR_INPUT_DONE:
    case DL_SEASTAR_OUTPUT_DONE:
    case DL_SEASTAR_CREDIT:
    case DL_SEASTAR_ROOM:
    case DL_SEASTAR_DISCARDED:
    case DL_SEASTAR_WAKE_SOURCE:
    case DL_SEASTAR_WAKE_INJECTOR:
      return;
    }
  flight.left = flight.of > 0 ? left / DL_SEASTAR_LANES : 0;
  g_array_append_val (coming->flights, flight);
}

static void
add_input (const DlSeastar *sim, guint node, guint queue, GArray *flights)
{
  const DlSeastarBlock *block = dl_seastar_block_of (sim, node);
  guint rank = 0;

  for (guint16 i = dl_seastar_input_first (&sim->nodes[node], queue); i != DL_SEASTAR_NO_PACKET;
       i = block->packets[i].next)
    {
      const DlSeastarPacket *packet = &block->packets[i];
      DlFlight flight = flight_of (sim, packet, node, DL_FLIGHT_INPUT, queue % DL_SIM_VCS);

      flight.in = link_into (sim, node, queue / DL_SIM_VCS);
      flight.out = link_out_of (sim, node, packet->port);
      flight.rank = rank++;
      g_array_append_val (flights, flight);
    }
}

/* Staged at @output, from input port @from, or DL_TORUS_PORT_NONE where that is not known any more.
 */
static void
add_staged (const DlSeastar *sim, guint node, guint output, guint from, guint16 first,
            GArray *flights)
{
  const DlSeastarBlock *block = dl_seastar_block_of (sim, node);
  guint rank = 0;

  for (guint16 i = first; i != DL_SEASTAR_NO_PACKET; i = block->packets[i].next)
    {
      const DlSeastarPacket *packet = &block->packets[i];
      DlFlight flight = flight_of (sim, packet, node, DL_FLIGHT_OUTPUT, packet->vc);

      if (from != DL_TORUS_PORT_NONE)
        flight.in = link_into (sim, node, from);
      flight.out = link_out_of (sim, node, output);
      flight.rank = rank++;
      g_array_append_val (flights, flight);
    }
}

void
dl_seastar_list_flights (const DlSeastar *sim, const DlFlightsAt *at, GArray *flights)
{
  const guint n_nodes = sim->plan->routes->network->n_nodes;

  g_array_set_size (flights, 0);
  for (guint i = 0; i < sim->n_blocks; i++)
    {
      Coming coming = { sim, &sim->blocks[i], at, flights };

      dl_sim_wheel_foreach_ahead (&sim->blocks[i].wheel, dl_seastar_slot (sim->now, 0), add_event,
                                  &coming);
    }
  for (guint node = 0; node < n_nodes; node++)
    {
      const DlSeastarNode *state = &sim->nodes[node];

      if (!dl_flights_at (at, node))
        continue;
      for (guint queue = 0; queue < DL_SEASTAR_STAGED; queue++)
        {
          add_input (sim, node, queue, flights);
          for (guint output = 0; output < DL_N_ROUTER_PORTS; output++)
            add_staged (sim, node, output, queue / DL_SIM_VCS,
                        state->output[output].staged[queue].queue.first, flights);
        }
      for (guint output = 0; output < DL_TORUS_N_NETWORK_PORTS && sim->links != NULL; output++)
        add_staged (sim, node, output, DL_TORUS_PORT_NONE,
                    dl_seastar_link_of (sim, node, output)->held.first, flights);
    }
}

void
dl_seastar_get_flights (const DlSeastar *sim, GArray *flights)
{
  dl_seastar_list_flights (sim, NULL, flights);
  dl_flights_sort (flights);
}

/* Waiting packets ------------------------------------------------------------------------------ */

/* The port by which packets come over @link, DL_FLIGHT_NO_LINK: from the processor. */
static guint
port_into (const DlSeastar *sim, guint32 link)
{
  const DlTorusNetwork *network = sim->plan->routes->network;

  return link == DL_FLIGHT_NO_LINK ? DL_SEASTAR_PROCESSOR
                                   : dl_torus_port_opposite (link % network->n_ports);
}

static gboolean
is_packet (const DlSeastar *sim, const DlSeastarPacket *packet, const DlFlight *flight)
{
  const DlFlight it = flight_of (sim, packet, 0, DL_FLIGHT_INPUT, 0);

  return dl_flight_compare (&it, flight) == 0;
}

/* Is @flight in the queue that begins with packet @first? @wait gets the first one ahead of it, if
 * there is one. */
static gboolean
find_in_queue (const DlSeastar *sim, guint node, guint16 first, const DlFlight *flight,
               DlFlightWait *wait)
{
  const DlSeastarBlock *block = dl_seastar_block_of (sim, node);

  for (guint16 i = first; i != DL_SEASTAR_NO_PACKET; i = block->packets[i].next)
    if (is_packet (sim, &block->packets[i], flight))
      {
        if (i == first)
          return TRUE;
        wait->by = DL_HELD_QUEUE;
        wait->has_other = TRUE;
        wait->other = flight_of (sim, &block->packets[first], node, DL_FLIGHT_INPUT, 0);
        return TRUE;
      }
  return FALSE;
}

/* In an input queue: the one before it, or no room, or its input sends another. */
static void
get_wait_at_input (const DlSeastar *sim, const DlFlight *flight, const DlFlightPassage *crossed,
                   DlFlightWait *wait)
{
  const DlSeastarNode *state = &sim->nodes[flight->router];
  const guint input = port_into (sim, flight->in);
  const guint16 first = dl_seastar_input_first (state, DL_SIM_VCS * input + flight->vc);
  const DlSeastarInput *in = &state->input[input];
  const gboolean taken = crossed->known && crossed->cycle == sim->now - 1;
  const DlSeastarPacket *packet;

  if (!find_in_queue (sim, flight->router, first, flight, wait) || wait->by != DL_HELD_NOT)
    return;
  packet = &dl_seastar_block_of (sim, flight->router)->packets[first];
  if (flight->rank > 0) /* the one before it has just left */
    wait->by = DL_HELD_QUEUE;
  else if (in->vc[flight->vc].room[packet->port] >= packet->flits
           || (!taken && in->free_at >= sim->now))
    wait->by = DL_HELD_SWITCH;
  else
    wait->by = DL_HELD_ROOM;
  if (taken || wait->by == DL_HELD_SWITCH)
    dl_flight_wait_for (wait, crossed);
}

/* Staged at its output. */
static void
get_wait_at_output (const DlSeastar *sim, const DlFlight *flight, const DlFlightPassage *last,
                    DlFlightWait *wait)
{
  const DlTorusNetwork *network = sim->plan->routes->network;
  const guint output
      = flight->out == DL_FLIGHT_NO_LINK ? DL_SEASTAR_PROCESSOR : flight->out % network->n_ports;
  const guint input = port_into (sim, flight->in);
  const DlSeastarOutput *out = &sim->nodes[flight->router].output[output];
  const guint credits = output == DL_SEASTAR_PROCESSOR ? G_MAXUINT : out->credits[flight->vc];
  gboolean found = FALSE;

  for (guint vc = 0; vc < DL_SIM_VCS && !found; vc++)
    found = find_in_queue (sim, flight->router, out->staged[DL_SIM_VCS * input + vc].queue.first,
                           flight, wait);
  if (!found)
    wait->by = DL_HELD_ERROR;
  else if (wait->by == DL_HELD_NOT)
    dl_flight_wait_at_output (wait, last, sim->now - 1, out->free_at >= sim->now, flight->vc,
                              credits, sim->threshold);
  if (found && flight->rank > 0)
    wait->by = DL_HELD_QUEUE;
}

void
dl_seastar_get_wait (const DlSeastar *sim, const DlFlight *flight, const DlFlightPassage *out,
                     const DlFlightPassage *crossed, DlFlightWait *wait)
{
  if (flight->place == DL_FLIGHT_INPUT)
    get_wait_at_input (sim, flight, crossed, wait);
  else
    get_wait_at_output (sim, flight, out, wait);
}
