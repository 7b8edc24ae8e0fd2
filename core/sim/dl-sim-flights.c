/* Packets of a torus at work, and what both kinds share. */
#include "dl-flights.h"

#include "dl-sim-private.h"

gint
dl_flight_compare (gconstpointer a, gconstpointer b)
{
  const DlFlight *x = a, *y = b;

  if (x->source != y->source)
    return x->source < y->source ? -1 : 1;
  if (x->injected != y->injected)
    return x->injected < y->injected ? -1 : 1;
  if (x->dest != y->dest)
    return x->dest < y->dest ? -1 : 1;
  return (x->created > y->created) - (x->created < y->created);
}

/* Packets that are alike in all that is asked above: by where they are. */
static gint
compare_all (gconstpointer a, gconstpointer b)
{
  const DlFlight *x = a, *y = b;
  const gint by_packet = dl_flight_compare (a, b);

  if (by_packet != 0)
    return by_packet;
  if (x->router != y->router)
    return x->router < y->router ? -1 : 1;
  if (x->place != y->place)
    return x->place < y->place ? -1 : 1;
  if (x->in != y->in)
    return x->in < y->in ? -1 : 1;
  if (x->out != y->out)
    return x->out < y->out ? -1 : 1;
  if (x->vc != y->vc)
    return x->vc < y->vc ? -1 : 1;
  return x->left != y->left ? x->left - y->left : x->rank - y->rank;
}

void
dl_flights_sort (GArray *flights)
{
  g_array_sort (flights, compare_all);
}

static DlFlight
look_at (const DlSimPacket *packet, guint router, DlFlightPlace place)
{
  return (DlFlight) {
    .created = packet->created,
    .injected = packet->injected,
    .source = packet->source,
    .dest = packet->dest,
    .router = router,
    .in = DL_FLIGHT_NO_LINK,
    .out = DL_FLIGHT_NO_LINK,
    .place = place,
    .vc = packet->vc,
    .flits = packet->flits,
  };
}

/* The link by which packets come to @port of @node. */
static guint32
link_into (const DlSim *sim, guint node, guint port)
{
  const DlNetwork *network = sim->plan->routes->network;

  if (port == DL_SIM_PROCESSOR)
    return DL_FLIGHT_NO_LINK;
  return dl_network_link (network, network->link_to[dl_network_link (network, node, port)],
                          dl_port_opposite (port));
}

static guint32
link_out_of (const DlSim *sim, guint node, guint port)
{
  return port == DL_SIM_PROCESSOR ? DL_FLIGHT_NO_LINK
                                  : dl_network_link (sim->plan->routes->network, node, port);
}

/* What happens to a packet in @left cycles. */
static void
add_event (const DlSim *sim, const DlSimBlock *block, const DlSimEvent *event, guint left,
           GArray *flights)
{
  const guint node = block->first_node + event->node;
  const DlSimPacket *packet = &block->packets[event->packet];
  DlFlight flight;

  switch ((DlSimEventKind) event->kind)
    {
    case DL_SIM_ARRIVE:
      flight = look_at (packet, node, DL_FLIGHT_LINK);
      flight.out = link_into (sim, node, event->port);
      flight.router = flight.out / sim->plan->routes->network->n_ports;
      flight.of = sim->plan->router.link_cycles;
      break;
    case DL_SIM_STAGE:
      flight = look_at (packet, node, DL_FLIGHT_CROSSBAR);
      flight.in = link_into (sim, node, event->queue / DL_SIM_VCS);
      flight.out = link_out_of (sim, node, event->port);
      flight.of = sim->plan->router.crossbar_cycles;
      break;
    case DL_SIM_DELIVER:
      flight = look_at (packet, node, DL_FLIGHT_EJECTED);
      break;
    case DL_SIM_INPUT_DONE:
    case DL_SIM_OUTPUT_DONE:
    case DL_SIM_CREDIT:
    case DL_SIM_RELEASE:
    case DL_SIM_DISCARDED:
    case DL_SIM_WAKE_SOURCE:
    case DL_SIM_WAKE_INJECTOR:
      return;
    }
  flight.left = flight.of > 0 ? left : 0;
  g_array_append_val (flights, flight);
}

static void
add_events (const DlSim *sim, const DlSimBlock *block, GArray *flights)
{
  const DlSimWheel *wheel = &block->wheel;

  for (guint left = 0; left < wheel->size; left++)
    for (const DlSimChunk *chunk = dl_sim_wheel_first (wheel, sim->now + left); chunk != NULL;
         chunk = dl_sim_wheel_next (wheel, chunk))
      for (guint i = 0; i < chunk->n; i++)
        add_event (sim, block, &chunk->events[i], left, flights);
}

static void
add_input (const DlSim *sim, guint node, guint queue, GArray *flights)
{
  const DlSimBlock *block = dl_sim_block_of (sim, node);
  guint rank = 0;

  for (guint16 i = sim->nodes[node].input[queue].first; i != DL_SIM_NO_PACKET;
       i = block->packets[i].next)
    {
      DlFlight flight = look_at (&block->packets[i], node, DL_FLIGHT_INPUT);

      flight.in = link_into (sim, node, queue / DL_SIM_VCS);
      flight.out = link_out_of (sim, node, block->packets[i].port);
      flight.vc = queue % DL_SIM_VCS;
      flight.rank = rank++;
      g_array_append_val (flights, flight);
    }
}

/* Staged at @output, from input port @from, or DL_PORT_NONE where that is not known any more. */
static void
add_staged (const DlSim *sim, guint node, guint output, guint from, guint16 first, GArray *flights)
{
  const DlSimBlock *block = dl_sim_block_of (sim, node);
  guint rank = 0;

  for (guint16 i = first; i != DL_SIM_NO_PACKET; i = block->packets[i].next)
    {
      DlFlight flight = look_at (&block->packets[i], node, DL_FLIGHT_OUTPUT);

      if (from != DL_PORT_NONE)
        flight.in = link_into (sim, node, from);
      flight.out = link_out_of (sim, node, output);
      flight.rank = rank++;
      g_array_append_val (flights, flight);
    }
}

void
dl_sim_get_flights (const DlSim *sim, GArray *flights)
{
  const guint n_nodes = sim->plan->routes->network->n_nodes;

  g_array_set_size (flights, 0);
  for (guint i = 0; i < sim->n_blocks; i++)
    add_events (sim, &sim->blocks[i], flights);
  for (guint node = 0; node < n_nodes; node++)
    {
      const DlSimNode *state = &sim->nodes[node];

      for (guint queue = 0; queue < DL_SIM_STAGED; queue++)
        {
          add_input (sim, node, queue, flights);
          for (guint output = 0; output < DL_N_ROUTER_PORTS; output++)
            add_staged (sim, node, output, queue / DL_SIM_VCS, state->staged[output][queue].first,
                        flights);
        }
      for (guint output = 0; output < DL_N_NETWORK_PORTS && sim->links != NULL; output++)
        add_staged (sim, node, output, DL_PORT_NONE, dl_sim_link_of (sim, node, output)->held.first,
                    flights);
    }
  dl_flights_sort (flights);
}

void
dl_machine_run_get_flights (const DlMachineRun *run, GArray *flights)
{
  if (run->torus != NULL)
    dl_sim_get_flights (run->torus, flights);
  else
    dl_aries_get_flights (run->dragonfly, flights);
}
