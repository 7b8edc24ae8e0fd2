/* Packets of a dragonfly at work. */
#include "dl-aries-private.h"
#include "dl-flights.h"

static DlFlight
look_at (const DlAriesPacket *packet, guint router, DlFlightPlace place)
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
    .vc = packet->buffer,
    .flits = packet->flits,
  };
}

/* The link by which packets come to @port of @router, a link of its own or its node's. */
static guint32
link_into (const DlAries *sim, guint router, guint port)
{
  return port < sim->routers[router].n_links
             ? sim->dragonfly->link_back[sim->dragonfly->first_link[router] + port]
             : DL_FLIGHT_NO_LINK;
}

static void
add_arrivals (const DlAries *sim, const DlAriesBlock *block, GArray *flights)
{
  const DlSimWheel *wheel = &block->wheels[DL_ARIES_ARRIVE];

  for (guint left = 0; left < wheel->size; left++)
    for (const DlSimChunk *chunk = dl_sim_wheel_first (wheel, sim->now + left); chunk != NULL;
         chunk = dl_sim_wheel_next (wheel, chunk))
      for (guint i = 0; i < chunk->n; i++)
        {
          const guint to = block->first_router + chunk->events[i].node;
          const DlAriesPacket *packet = &block->packets[chunk->events[i].packet32];
          DlFlight flight = look_at (packet, to, DL_FLIGHT_LINK);

          flight.out = link_into (sim, to, packet->in);
          flight.router = sim->dragonfly->link_from[flight.out];
          /* A packet may begin in the course of a cycle: then its head needs a little longer. */
          flight.of = MAX (sim->link_cycles, left);
          flight.left = left;
          g_array_append_val (flights, flight);
        }
}

static void
add_deliveries (const DlAries *sim, const DlAriesBlock *block, GArray *flights)
{
  const DlSimWheel *wheel = &block->wheels[dl_aries_wheel_of (DL_ARIES_DELIVER)];

  for (guint left = 0; left < wheel->size; left++)
    for (const DlSimChunk *chunk = dl_sim_wheel_first (wheel, sim->now + left); chunk != NULL;
         chunk = dl_sim_wheel_next (wheel, chunk))
      for (guint i = 0; i < chunk->n; i++)
        if (chunk->events[i].kind == DL_ARIES_DELIVER)
          {
            const DlFlight flight
                = look_at (&block->packets[chunk->events[i].packet32],
                           block->first_router + chunk->events[i].node, DL_FLIGHT_EJECTED);
            g_array_append_val (flights, flight);
          }
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
      DlFlight flight = look_at (packet, router, DL_FLIGHT_INPUT);

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
      add_arrivals (sim, &sim->blocks[i], flights);
      add_deliveries (sim, &sim->blocks[i], flights);
    }
  for (guint router = 0; router < sim->dragonfly->n_routers; router++)
    for (guint in = 0; in < sim->routers[router].n_ports; in++)
      for (guint vc = 0; vc < DL_ARIES_SIM_VCS; vc++)
        add_queue (sim, router, in, vc, flights);
  dl_flights_sort (flights);
}
