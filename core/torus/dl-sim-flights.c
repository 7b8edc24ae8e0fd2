/* Packets of a torus at work. */
#include "dl-flights-private.h"
#include "dl-sim-private.h"

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

/* A block's packets with something to come, and where they are put. */
typedef struct
{
  const DlSim *sim;
  const DlSimBlock *block;
  GArray *flights;
} Coming;

static DlFlight
flight_of (const DlSim *sim, const DlSimPacket *packet, guint node, DlFlightPlace place, guint vc)
{
  DlFlight flight = DL_FLIGHT_OF (packet, node, place, vc);

  flight.created = dl_sim_whole_cycle (sim->now, packet->created);
  flight.injected = dl_sim_whole_cycle (sim->now, packet->injected);
  return flight;
}

/* What happens to a packet @left slots from now. */
static void
add_event (const DlSimEvent *event, guint left, gpointer data)
{
  const Coming *coming = data;
  const DlSim *sim = coming->sim;
  const guint node = coming->block->first_node + event->node;
  const DlSimPacket *packet = &coming->block->packets[event->packet];
  DlFlight flight = { 0 };

  switch ((DlSimEventKind) event->kind)
    {
    case DL_SIM_ARRIVE:
      flight = flight_of (sim, packet, node, DL_FLIGHT_LINK, packet->vc);
      flight.out = link_into (sim, node, event->port);
      flight.router = flight.out / sim->plan->routes->network->n_ports;
      flight.of = sim->plan->router.link_cycles;
      break;
    case DL_SIM_STAGE:
      flight = flight_of (sim, packet, node, DL_FLIGHT_CROSSBAR, packet->vc);
      flight.in = link_into (sim, node, event->queue / DL_SIM_VCS);
      flight.out = link_out_of (sim, node, event->port);
      flight.of = sim->plan->router.crossbar_cycles;
      break;
    case DL_SIM_DELIVER:
      flight = flight_of (sim, packet, node, DL_FLIGHT_EJECTED, packet->vc);
      break;
    case DL_SIM_INPUT_DONE:
    case DL_SIM_OUTPUT_DONE:
    case DL_SIM_CREDIT:
    case DL_SIM_ROOM:
    case DL_SIM_DISCARDED:
    case DL_SIM_WAKE_SOURCE:
    case DL_SIM_WAKE_INJECTOR:
      return;
    }
  flight.left = flight.of > 0 ? left / DL_SIM_LANES : 0;
  g_array_append_val (coming->flights, flight);
}

static void
add_input (const DlSim *sim, guint node, guint queue, GArray *flights)
{
  const DlSimBlock *block = dl_sim_block_of (sim, node);
  guint rank = 0;

  for (guint16 i = dl_sim_input_first (&sim->nodes[node], queue); i != DL_SIM_NO_PACKET;
       i = block->packets[i].next)
    {
      const DlSimPacket *packet = &block->packets[i];
      DlFlight flight = flight_of (sim, packet, node, DL_FLIGHT_INPUT, queue % DL_SIM_VCS);

      flight.in = link_into (sim, node, queue / DL_SIM_VCS);
      flight.out = link_out_of (sim, node, packet->port);
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
      const DlSimPacket *packet = &block->packets[i];
      DlFlight flight = flight_of (sim, packet, node, DL_FLIGHT_OUTPUT, packet->vc);

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
    {
      Coming coming = { sim, &sim->blocks[i], flights };

      dl_sim_wheel_foreach_ahead (&sim->blocks[i].wheel, dl_sim_slot (sim->now, 0), add_event,
                                  &coming);
    }
  for (guint node = 0; node < n_nodes; node++)
    {
      const DlSimNode *state = &sim->nodes[node];

      for (guint queue = 0; queue < DL_SIM_STAGED; queue++)
        {
          add_input (sim, node, queue, flights);
          for (guint output = 0; output < DL_N_ROUTER_PORTS; output++)
            add_staged (sim, node, output, queue / DL_SIM_VCS,
                        state->output[output].staged[queue].queue.first, flights);
        }
      for (guint output = 0; output < DL_N_NETWORK_PORTS && sim->links != NULL; output++)
        add_staged (sim, node, output, DL_PORT_NONE, dl_sim_link_of (sim, node, output)->held.first,
                    flights);
    }
  dl_flights_sort (flights);
}
