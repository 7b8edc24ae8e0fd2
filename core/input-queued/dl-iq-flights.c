/* Where packets are, read from the buffers and rings as they are between two cycles. */
#include "dl-iq-private.h"

#include "dl-flights-private.h"

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

/* Packets with flits in the ring of an input's virtual channel: the last one ends where whoever
 * fills it goes on. */
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

      /* Of a packet that is dropped what is left is shown where it was to go on. */
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
dl_iq_get_flights (const DlIq *iq, GArray *flights)
{
  const DlGraph *graph = iq->plan->options.graph;

  g_array_set_size (flights, 0);
  for (guint place = 0; place < graph->n_routers * graph->n_ports; place++)
    for (guint vc = 0; vc < iq->vcs; vc++)
      add_queued (iq, flights, place, vc);
  for (guint i = 0; i < iq->n_blocks; i++)
    for (guint slot = 0; slot < iq->eject_ring; slot++)
      for (guint j = 0; j < iq->blocks[i].ejected[slot].n; j++)
        add_ejected (iq, flights, iq->blocks[i].ejected[slot].items[j]);
  dl_flights_sort (flights);
}
