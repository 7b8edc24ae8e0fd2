/* Packets of a dragonfly at work. */
#include "dl-aries-private.h"
#include "dl-flights-private.h"

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
  GArray *flights;
} Coming;

/* What happens to a packet in @left cycles. */
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
dl_aries_get_flights (const DlAries *sim, GArray *flights)
{
  g_array_set_size (flights, 0);
  for (guint i = 0; i < sim->n_blocks; i++)
    {
      Coming coming = { sim, &sim->blocks[i], flights };

      for (guint wheel = 0; wheel < DL_ARIES_WHEELS; wheel++)
        dl_sim_wheel_foreach_ahead (&sim->blocks[i].wheels[wheel], sim->now, add_event, &coming);
    }
  for (guint router = 0; router < sim->dragonfly->n_routers; router++)
    for (guint in = 0; in < sim->routers[router].n_ports; in++)
      for (guint vc = 0; vc < DL_ARIES_SIM_VCS; vc++)
        add_queue (sim, router, in, vc, flights);
  dl_flights_sort (flights);
}
