#include "dl-iq-inside.h"

#include "dl-iq-private.h"
#include "dl-iq-watch.h"
#include "dl-machine-run.h"

/* Packets that wait for each other now, not packets that could. An input's virtual channel is alive
 * if it can send, if something is on its way to it that may let it send, or if it waits for one
 * that is alive: for any that holds a virtual channel it may take, for the one that keeps its
 * downstream buffer full, or for the rest of its packet. All others wait for each other for
 * ever. */

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

/* Is anything coming in a ring to @place, on @vc? */
static gboolean
is_coming (const DlIq *iq, const guint8 *ring, guint n_rows, guint place, guint vc)
{
  for (guint i = 0; i < n_rows; i++)
    if (dl_iq_row_has (iq, ring + i * iq->row_stride, place, vc))
      return TRUE;
  return FALSE;
}

/* Channel past the link of the output's virtual channel at @out, if that stands still and does not
 * go on. */
static guint32
waits_for_far (const DlIq *iq, const guint8 *alive, guint out, guint vc)
{
  const DlIqPort *port = &iq->plan->ports[out];
  guint far;

  if (port->hearer != DL_IQ_NONE || is_coming (iq, iq->credits, iq->credit_ring, out, vc)
      || is_coming (iq, iq->flits, iq->flit_ring, port->far_port, vc))
    return NOTHING;
  far = dl_iq_at (iq, port->far_port, vc);
  return alive[far] ? NOTHING : far;
}

/* Channel waited for to take the free @vc of @choice at @router; NOTHING if it can be taken. */
static guint32
waits_for_room (const DlIq *iq, const guint8 *alive, guint router, const DlIqChoice *choice,
                guint vc)
{
  const guint out = router * iq->n_ports + choice->port;

  return dl_iq_n_credits (iq, dl_iq_at (iq, out, vc)) >= choice->room
             ? NOTHING
             : waits_for_far (iq, alive, out, vc);
}

/* Channel waited for in VC allocation, any of several: the first that is not @alive, NOTHING if one
 * can be taken or is alive. */
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

          const guint32 waits = owner == DL_IQ_NO_VC
                                    ? waits_for_room (iq, alive, number / iq->n_places, choice, vc)
                                : alive[base + owner] ? NOTHING
                                                      : base + owner;

          if (waits == NOTHING)
            return NOTHING;
          if (first == NOTHING)
            first = waits;
        }
    }
  return first;
}

/* Channel waited for without a credit: the one past the link. */
static guint32
waits_for_credit (const DlIq *iq, const guint8 *alive, guint number)
{
  const guint out
      = place_of (iq, number / iq->n_places * iq->n_places + dl_iq_hold (iq, number)->out);

  return waits_for_far (iq, alive, out, vc_of (iq, dl_iq_hold (iq, number)->out));
}

/* Channel waited for with the rest of a packet sent in part. */
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

/* The packets that wait for a channel in the cycle through @start. */
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
          > 0) /* a head, not the rest of a packet, waits for a channel */
        g_array_append_val (waits, wait);
      number = waits_for (iq, alive, number);
    }
  while (number != start);
  return waits;
}

/* Channels that are alive, until no more are found. */
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

static gboolean
has (guint64 mask, guint place)
{
  return mask >> place % 64 & 1;
}

static DlIqStage
stage_of (const DlIqRouter *router, guint place)
{
  const DlIqMasks *masks = &router->masks[place / 64];

  if (has (masks->routing, place))
    return DL_IQ_ROUTING;
  if (has (masks->waiting, place))
    return DL_IQ_VC_ALLOCATION;
  return has (masks->holding, place) ? DL_IQ_SWITCH_ALLOCATION : DL_IQ_IDLE;
}

static void
look_at_ports (const DlIq *iq, DlIqInside *inside)
{
  for (guint port = 0; port < iq->n_ports; port++)
    {
      const DlIqPort *of = &iq->plan->ports[inside->router * iq->n_ports + port];

      inside->ports[port] = (DlIqPortInside) {
        .link_in = of->near_port != DL_IQ_NONE ? iq->plan->ports[of->near_port].link : DL_IQ_NONE,
        .link_out = of->link,
        .node = of->sender != DL_IQ_NONE ? of->sender : of->hearer,
      };
    }
}

/* A packet that has not been routed yet has no choices: those there are were another's. */
static void
copy_choices (const DlIq *iq, gsize at, DlIqInside *inside, DlIqInputInside *input)
{
  input->first_choice = inside->n_choices;
  if (input->stage != DL_IQ_VC_ALLOCATION && input->stage != DL_IQ_SWITCH_ALLOCATION)
    return;
  input->n_choices = iq->in[at].n_choices;
  memcpy (inside->choices + inside->n_choices, iq->choices + at * iq->most_choices,
          input->n_choices * sizeof *inside->choices);
  inside->n_choices += input->n_choices;
}

static void
look_at_input (const DlIq *iq, guint number, DlIqInside *inside)
{
  const DlIqRouter router = dl_iq_router (iq, inside->router);
  const guint place = dl_iq_place_of (iq, number);
  const gsize at = (gsize) inside->router * iq->n_places + place;
  const DlIqHold *hold = &router.hold[place];
  DlIqInputInside *input = &inside->inputs[number];

  *input = (DlIqInputInside) {
    .stage = stage_of (&router, place),
    .has_packet = hold->left > 0,
    .n_flits = router.n_flits[place],
    .left = hold->left,
    .here = MIN (hold->left, router.n_flits[place]),
    .out = hold->out != DL_IQ_NO_VC ? dl_iq_number_of (iq, hold->out) : DL_IQ_NOBODY,
  };
  input->arrives = dl_iq_arrives (iq, iq->flits, iq->flit_ring, number);
  if (input->has_packet)
    input->packet = dl_iq_look_at_packet (iq, iq->in[at].packet);
  else if (input->arrives)
    {
      /* Its route is computed in the cycle in which it comes. */
      input->has_packet = TRUE;
      input->stage = DL_IQ_ROUTING;
      input->packet = dl_iq_look_at_packet (iq, *dl_iq_queued (iq, at, iq->in[at].first));
      input->left = input->packet.flits;
    }
  if (input->out != DL_IQ_NOBODY)
    inside->outputs[input->out].owner = number;
  copy_choices (iq, at, inside, input);
}

/* The last of several flits of one input is shown. */
static void
look_at_crossings (const DlIq *iq, DlIqInside *inside)
{
  for (guint i = 0; i < iq->watch->crossings->len; i++)
    {
      const DlIqCrossing *crossing = &g_array_index (iq->watch->crossings, DlIqCrossing, i);
      DlIqInputInside *input = &inside->inputs[crossing->input];

      input->leaves = TRUE;
      input->leaving = crossing->packet;
      input->leaving_flit = crossing->flit;
      input->leaving_out = crossing->output;
      if (input->stage != DL_IQ_IDLE)
        continue;
      input->stage = DL_IQ_SWITCH_TRAVERSAL;
      input->packet = crossing->packet;
    }
}

DlIqInside *
dl_iq_get_inside (const DlIq *iq)
{
  const DlIqSpec *spec = &iq->plan->options.spec;
  const guint n = iq->n_ports * iq->vcs;
  DlIqInside *inside = g_new0 (DlIqInside, 1);

  g_assert (iq->watch != NULL);
  inside->router = iq->watch->router;
  inside->cycle = iq->now;
  inside->n_ports = iq->n_ports;
  inside->vcs = iq->vcs;
  inside->buffer_flits = spec->buffer_flits;
  inside->iterations = spec->allocator_iterations;
  inside->ports = g_new0 (DlIqPortInside, iq->n_ports);
  inside->inputs = g_new0 (DlIqInputInside, n);
  inside->outputs = g_new0 (DlIqOutputInside, n);
  inside->choices = g_new0 (DlIqChoice, n * iq->most_choices);
  look_at_ports (iq, inside);
  for (guint number = 0; number < n; number++)
    inside->outputs[number] = (DlIqOutputInside) {
      .owner = DL_IQ_NOBODY,
      .credits = dl_iq_router (iq, inside->router).n_credits[dl_iq_place_of (iq, number)],
    };
  for (guint number = 0; number < n; number++)
    look_at_input (iq, number, inside);
  look_at_crossings (iq, inside);
  dl_iq_allocation_copy (&inside->vc, &iq->watch->vc);
  dl_iq_allocation_copy (&inside->sw, &iq->watch->sw);
  dl_iq_watch_read_turns (iq, inside);
  return inside;
}

void
dl_iq_inside_free (DlIqInside *inside)
{
  if (inside == NULL)
    return;
  g_free (inside->ports);
  g_free (inside->inputs);
  g_free (inside->outputs);
  g_free (inside->choices);
  dl_iq_allocation_clear (&inside->vc);
  dl_iq_allocation_clear (&inside->sw);
  g_free (inside);
}

gboolean
dl_iq_inside_is_blocked (const DlIqInside *inside, guint input)
{
  const DlIqInputInside *of = &inside->inputs[input];

  return of->stage == DL_IQ_SWITCH_ALLOCATION && of->here > 0
         && inside->outputs[of->out].credits == 0;
}

/* Waiting packets ------------------------------------------------------------------------------ */

static gboolean
is_packet (const DlIqPacketInside *packet, const DlFlight *flight)
{
  const DlFlight it = DL_FLIGHT_KNOWN (packet);

  return dl_flight_compare (&it, flight) == 0;
}

static void
set_held (DlFlightWait *wait, DlFlightHeld by, const DlIqPacketInside *other)
{
  *wait = (DlFlightWait) { .by = by };
  if (other == NULL)
    return;
  wait->has_other = TRUE;
  wait->other = DL_FLIGHT_KNOWN (other);
}

/* The input's virtual channel that @flight came by; DL_IQ_NOBODY. */
static guint
input_of (const DlIqInside *inside, const DlFlight *flight)
{
  for (guint port = 0; port < inside->n_ports; port++)
    {
      const DlIqPortInside *of = &inside->ports[port];

      if (flight->in != DL_FLIGHT_NO_LINK ? of->link_in == flight->in
                                          : of->link_in == DL_IQ_NONE && of->node == flight->source)
        return port * inside->vcs + flight->vc;
    }
  return DL_IQ_NOBODY;
}

/* The packet of which the input's virtual channel has just sent a flit. */
static const DlIqPacketInside *
sent_by (const DlIqInside *inside, guint input)
{
  const DlIqInputInside *of = &inside->inputs[input];

  return of->leaves ? &of->leaving : of->has_packet ? &of->packet : NULL;
}

/* A request of @allocation that was granted, for @output or if that is DL_IQ_NOBODY by the input
 * port @port; NULL. */
static const DlIqRequest *
find_grant (const DlIqAllocation *allocation, guint output, guint port, guint vcs)
{
  for (guint i = 0; i < allocation->n_requests; i++)
    {
      const DlIqRequest *request = &allocation->requests[i];

      if (request->answer == DL_IQ_GRANTED
          && (output != DL_IQ_NOBODY ? request->output == output : request->input / vcs == port))
        return request;
    }
  return NULL;
}

/* In VC allocation: the one that was granted what it asked for, else the one that holds it. */
static void
get_wait_for_vc (const DlIqInside *inside, guint input, DlFlightWait *wait)
{
  const DlIqPacketInside *holder = NULL;

  for (guint i = 0; i < inside->vc.n_requests; i++)
    {
      const DlIqRequest *request = &inside->vc.requests[i];
      const DlIqRequest *grant;

      if (request->input != input)
        continue;
      grant = find_grant (&inside->vc, request->output, 0, inside->vcs);
      if (grant != NULL)
        {
          set_held (wait, DL_HELD_VC, &inside->inputs[grant->input].packet);
          return;
        }
      if (holder == NULL && inside->outputs[request->output].owner != DL_IQ_NOBODY)
        holder = &inside->inputs[inside->outputs[request->output].owner].packet;
      set_held (wait, DL_HELD_VC, holder);
    }
}

/* In switch allocation: no credit, or the one that was granted the output, or the input. */
static void
get_wait_for_switch (const DlIqInside *inside, guint input, DlFlightWait *wait)
{
  for (guint i = 0; i < inside->sw.n_requests; i++)
    {
      const DlIqRequest *request = &inside->sw.requests[i];
      const gboolean at_input
          = request->answer == DL_IQ_HELD_BACK || request->answer == DL_IQ_OFFERED;
      const DlIqRequest *grant;

      if (request->input != input)
        continue;
      grant = find_grant (&inside->sw, at_input ? DL_IQ_NOBODY : request->output,
                          input / inside->vcs, inside->vcs);
      set_held (wait, request->answer == DL_IQ_REFUSED ? DL_HELD_CREDIT : DL_HELD_SWITCH,
                grant != NULL ? sent_by (inside, grant->input) : NULL);
      return;
    }
}

void
dl_iq_get_wait (const DlIq *iq, const DlFlight *flight, DlFlightWait *wait)
{
  g_autoptr (DlIqInside) inside = NULL;
  const DlIqInputInside *of;
  guint input;

  if (iq->watch == NULL || iq->watch->router != flight->router)
    return;
  inside = dl_iq_get_inside (iq);
  input = input_of (inside, flight);
  if (input == DL_IQ_NOBODY)
    return;
  of = &inside->inputs[input];
  if (flight->rank > 0)
    set_held (wait, DL_HELD_QUEUE,
              of->has_packet && !is_packet (&of->packet, flight) ? &of->packet
              : of->leaves                                       ? &of->leaving
                                                                 : NULL);
  else if (of->stage == DL_IQ_VC_ALLOCATION && dl_iq_allocation_is_new (&inside->vc, inside->cycle))
    get_wait_for_vc (inside, input, wait);
  else if (of->stage == DL_IQ_SWITCH_ALLOCATION
           && dl_iq_allocation_is_new (&inside->sw, inside->cycle))
    get_wait_for_switch (inside, input, wait);
}

/* The interface that all routers have ---------------------------------------------------------- */

static void
free_inside (gpointer inside)
{
  dl_iq_inside_free (inside);
}

static const DlInsideKind input_queued = { free_inside };

const DlIqInside *
dl_iq_inside_of (const DlRouterInside *inside)
{
  return dl_router_inside_get (inside, &input_queued);
}

DlRouterInside *
dl_iq_get_router_inside (const DlIq *iq)
{
  DlIqInside *inside;

  if (iq->watch == NULL)
    return NULL;
  inside = dl_iq_get_inside (iq);
  return dl_router_inside_new (&input_queued, inside->router, inside->cycle, inside);
}
