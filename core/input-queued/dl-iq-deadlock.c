/* Packets that wait for each other now, not those that could. An input's virtual channel is alive
 * if it can send, if something is on its way to it that may let it send, or if it waits for one
 * that is alive: for any of those that hold the virtual channels it may take, for the one that
 * holds its buffer behind the link full, or for the rest of its packet. All others wait for each
 * other for ever. */
#include "dl-iq-private.h"

#include "dl-machine-run.h"

#define NOTHING G_MAXUINT32

/* @number is of all virtual channels of inputs, dl_iq_at. */
static guint
place_of (const DlIq *iq, guint number)
{
  return number / iq->n_places * iq->n_ports + (number % iq->n_places >> iq->shift);
}

static guint
vc_of (const DlIq *iq, guint number)
{
  return number & (iq->span - 1);
}

/* What is on its way in a ring to @place, on @vc. */
static gboolean
is_coming (const DlIq *iq, const guint8 *ring, guint n_rows, guint place, guint vc)
{
  for (guint i = 0; i < n_rows; i++)
    if (dl_iq_row_has (iq, ring + i * iq->row_stride, place, vc))
      return TRUE;
  return FALSE;
}

/* Who waits in VC allocation, for any of several: the first of them that is not @alive, NOTHING if
 * one can be taken or is alive. */
static guint32
waits_for_vc (const DlIq *iq, const guint8 *alive, guint number)
{
  const guint base = number / iq->n_places * iq->n_places;
  const DlIqIn *in = &iq->in[number];
  guint32 first = NOTHING;

  for (guint i = 0; i < in->n_choices; i++)
    {
      const DlIqChoice *choice = &iq->choices[number * iq->most_choices + i];

      for (guint vc = choice->first_vc; vc < choice->first_vc + choice->n_vcs; vc++)
        {
          const guint owner = iq->out[base + (choice->port << iq->shift) + vc].owner;

          if (owner == DL_IQ_NO_VC || alive[base + owner])
            return NOTHING;
          if (first == NOTHING)
            first = base + owner;
        }
    }
  return first;
}

/* Who has no credit: for the virtual channel behind its link. */
static guint32
waits_for_credit (const DlIq *iq, const guint8 *alive, guint number)
{
  const guint out
      = place_of (iq, number / iq->n_places * iq->n_places + dl_iq_hold (iq, number)->out);
  const DlIqPort *port = &iq->plan->ports[out];
  const guint vc = vc_of (iq, dl_iq_hold (iq, number)->out);
  guint far;

  if (port->hearer != DL_IQ_NONE || is_coming (iq, iq->credits, iq->credit_ring, out, vc)
      || is_coming (iq, iq->flits, iq->flit_ring, port->far_port, vc))
    return NOTHING;
  far = dl_iq_at (iq, port->far_port, vc);
  return alive[far] ? NOTHING : far;
}

/* Who has sent all that it has of its packet: for who has the rest. */
static guint32
waits_for_rest (const DlIq *iq, const guint8 *alive, guint number)
{
  const guint place = place_of (iq, number), vc = vc_of (iq, number);
  const guint near = iq->plan->ports[place].near_port;
  guint owner, base;

  if (near == DL_IQ_NONE || is_coming (iq, iq->flits, iq->flit_ring, place, vc))
    return NOTHING;
  owner = iq->out[dl_iq_at (iq, near, vc)].owner;
  if (owner == DL_IQ_NO_VC)
    return NOTHING;
  base = near / iq->n_ports * iq->n_places;
  return alive[base + owner] ? NOTHING : base + owner;
}

/* One that is not alive and stands in the way; NOTHING if it can go on. */
static guint32
waits_for (const DlIq *iq, const guint8 *alive, guint number)
{
  if (!DL_IQ_HAS (iq, current, number))
    return NOTHING;
  if (DL_IQ_HAS (iq, waiting, number))
    return waits_for_vc (iq, alive, number);
  if (DL_IQ_HAS (iq, filled, number) && DL_IQ_HAS (iq, holding, number)
      && !DL_IQ_HAS (iq, funded, number))
    return waits_for_credit (iq, alive, number);
  if (dl_iq_n_flits (iq, number) == 0)
    return waits_for_rest (iq, alive, number);
  return NOTHING; /* it is ready, or its route is computed */
}

/* The packets that wait for a channel in the circle through @start. */
static GArray *
list_waits (const DlIq *iq, const guint8 *alive, guint32 start)
{
  GArray *waits = g_array_new (FALSE, FALSE, sizeof (DlSimWait));
  guint32 number = start;

  do
    {
      const guint place = place_of (iq, number);
      const guint out = dl_iq_hold (iq, number)->out;
      const DlIqPacket *packet = dl_iq_packet (iq, iq->in[number].packet);
      const gboolean holds = out != DL_IQ_NO_VC;
      const DlIqChoice *choice = &iq->choices[number * iq->most_choices];
      const DlSimWait wait = {
        .node = place / iq->n_ports,
        .port = holds ? out >> iq->shift : choice->port,
        .vc = holds ? vc_of (iq, out) : choice->first_vc,
        .source = packet->head.source,
        .dest = packet->head.dest,
        .created = packet->created,
        .injected = packet->injected,
      };

      if (dl_iq_n_flits (iq, number)
          > 0) /* who waits for the rest of a packet waits for no channel */
        g_array_append_val (waits, wait);
      number = waits_for (iq, alive, number);
    }
  while (number != start);
  return waits;
}

/* Who is alive, until nobody is found to be any more. */
static guint8 *
find_alive (const DlIq *iq, guint n)
{
  guint8 *alive = g_new0 (guint8, n);
  gboolean found = TRUE;

  while (found)
    {
      found = FALSE;
      for (guint number = 0; number < n; number++)
        if (!alive[number] && waits_for (iq, alive, number) == NOTHING)
          alive[number] = found = TRUE;
    }
  return alive;
}

GArray *
dl_iq_find_deadlock (const DlIq *iq)
{
  const DlGraph *graph = iq->plan->options.graph;
  const guint n = graph->n_routers * iq->n_places;
  g_autofree guint8 *alive = find_alive (iq, n);
  g_autofree guint8 *seen = g_new0 (guint8, n);
  guint32 number = 0;

  while (number < n && alive[number])
    number++;
  if (number == n)
    return NULL;
  for (; !seen[number]; number = waits_for (iq, alive, number))
    seen[number] = TRUE;
  return list_waits (iq, alive, number);
}
