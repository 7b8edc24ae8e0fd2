#include "dl-iq-watch.h"

#include "dl-iq-here.h"

/* State of the router -------------------------------------------------------------------------- */

static gsize
first_place (const DlIq *iq)
{
  return (gsize) iq->watch->router * iq->n_places;
}

static gboolean
has (const guint64 *mask, guint place)
{
  return *mask >> place % 64 & 1;
}

/* The input where an output's round begins; a round past the last begins with the first. */
static guint
switch_output_turn (const DlIq *iq, guint port)
{
  const DlIqRouter router = dl_iq_router (iq, iq->watch->router);
  guint turn = router.ports[port].grant;

  if (iq->one_word)
    turn = router.rounds[port].round != 0 ? __builtin_ctzll (router.rounds[port].round) >> iq->shift
                                          : 0;
  return turn < iq->n_ports ? turn : 0;
}

static guint
switch_input_turn (const DlIq *iq, guint port)
{
  const guint turn = dl_iq_router (iq, iq->watch->router).ports[port].accept;

  return turn < iq->n_ports ? turn : 0;
}

static guint
switch_vc_turn (const DlIq *iq, guint port)
{
  const guint turn = dl_iq_router (iq, iq->watch->router).ports[port].turn;

  return turn < iq->vcs ? turn : 0;
}

static void
read_vc_turns (const DlIq *iq, guint16 *outputs, guint16 *inputs)
{
  for (guint number = 0; number < iq->n_ports * iq->vcs; number++)
    {
      const gsize at = first_place (iq) + dl_iq_place_of (iq, number);

      outputs[number] = dl_iq_number_of (iq, iq->out[at].grant);
      inputs[number] = dl_iq_number_of (iq, iq->in[at].accept);
    }
}

static void
read_switch_turns (const DlIq *iq, guint16 *outputs, guint16 *inputs)
{
  for (guint port = 0; port < iq->n_ports; port++)
    {
      outputs[port] = switch_output_turn (iq, port);
      inputs[port] = switch_input_turn (iq, port);
    }
}

void
dl_iq_watch_read_turns (const DlIq *iq, DlIqInside *inside)
{
  read_vc_turns (iq, inside->vc.output_next, inside->vc.input_next);
  read_switch_turns (iq, inside->sw.output_next, inside->sw.input_next);
}

DlIqPacketInside
dl_iq_look_at_packet (const DlIq *iq, guint32 packet)
{
  const DlIqPacket *it = dl_iq_packet (iq, packet);

  return (DlIqPacketInside) {
    .created = it->created,
    .injected = it->injected,
    .source = it->head.source,
    .dest = it->head.dest,
    .flits = it->flits,
    .class = it->head.class,
  };
}

/* Allocations ---------------------------------------------------------------------------------- */

static void
allocation_init (DlIqAllocation *allocation, guint n)
{
  *allocation = (DlIqAllocation) {
    .cycle = DL_IQ_NO_ACTION,
    .until = DL_IQ_NO_ACTION,
    .n_outputs = n,
    .n_inputs = n,
    .output_turn = g_new0 (guint16, n),
    .input_turn = g_new0 (guint16, n),
    .output_next = g_new0 (guint16, n),
    .input_next = g_new0 (guint16, n),
    .vc_turn = g_new0 (guint16, n),
  };
}

void
dl_iq_allocation_clear (DlIqAllocation *allocation)
{
  g_free (allocation->requests);
  g_free (allocation->output_turn);
  g_free (allocation->input_turn);
  g_free (allocation->output_next);
  g_free (allocation->input_next);
  g_free (allocation->vc_turn);
}

void
dl_iq_allocation_copy (DlIqAllocation *to, const DlIqAllocation *from)
{
  const gsize outputs = from->n_outputs * sizeof (guint16);
  const gsize inputs = from->n_inputs * sizeof (guint16);

  *to = *from;
  to->requests = g_memdup2 (from->requests, from->n_requests * sizeof *from->requests);
  to->output_turn = g_memdup2 (from->output_turn, outputs);
  to->input_turn = g_memdup2 (from->input_turn, inputs);
  to->output_next = g_memdup2 (from->output_next, outputs);
  to->input_next = g_memdup2 (from->input_next, inputs);
  to->vc_turn = g_memdup2 (from->vc_turn, inputs);
}

/* @requests is emptied into it. */
static void
take_requests (DlIqAllocation *allocation, GArray *requests)
{
  gsize n;

  g_free (allocation->requests);
  allocation->requests = (DlIqRequest *) (gpointer) g_array_steal (requests, &n);
  allocation->n_requests = n;
}

static void
add_request (GArray *requests, guint input, guint output, DlIqAnswer answer)
{
  const DlIqRequest request = { input, output, answer };

  g_array_append_val (requests, request);
}

/* How far @at is in a round of @n that begins at @from. */
static guint
in_round (guint at, guint from, guint n)
{
  return at >= from ? at - from : at + n - from;
}

/* Each output grants the first that asks, in its round over inputs or, with @vcs, their ports. */
static void
offer (DlIqAllocation *allocation, guint vcs)
{
  g_autofree guint16 *first = g_new (guint16, allocation->n_outputs);

  memset (first, 0xff, allocation->n_outputs * sizeof *first); /* DL_IQ_NOBODY */
  for (guint i = 0; i < allocation->n_requests; i++)
    {
      const DlIqRequest *request = &allocation->requests[i];
      const guint turn = allocation->output_turn[request->output];
      guint16 *best = &first[request->output];

      if (request->answer == DL_IQ_ASKED
          && (*best == DL_IQ_NOBODY
              || in_round (request->input / vcs, turn, allocation->n_inputs)
                     < in_round (*best / vcs, turn, allocation->n_inputs)))
        *best = request->input;
    }
  for (guint i = 0; i < allocation->n_requests; i++)
    if (allocation->requests[i].answer == DL_IQ_ASKED
        && allocation->requests[i].input == first[allocation->requests[i].output])
      allocation->requests[i].answer = DL_IQ_OFFERED;
}

/* Requests ------------------------------------------------------------------------------------- */

/* Each head asks for all virtual channels that its route lets it take. */
static void
ask_for_vcs (const DlIq *iq, DlIqAllocation *allocation)
{
  const DlIqRouter router = dl_iq_router (iq, iq->watch->router);
  GArray *requests = g_array_new (FALSE, FALSE, sizeof (DlIqRequest));

  for (guint number = 0; number < iq->n_ports * iq->vcs; number++)
    {
      const guint place = dl_iq_place_of (iq, number);
      const gsize at = first_place (iq) + place;

      if (!has (&router.masks[place / 64].waiting, place))
        continue;
      for (guint i = 0; i < iq->in[at].n_choices; i++)
        {
          const DlIqChoice *choice = &iq->choices[at * iq->most_choices + i];

          for (guint vc = choice->first_vc; vc < choice->first_vc + choice->n_vcs; vc++)
            {
              const guint to = (guint) choice->port << iq->shift | vc;

              add_request (requests, number, choice->port * iq->vcs + vc,
                           has (&router.masks[to / 64].free, to) ? DL_IQ_ASKED : DL_IQ_REFUSED);
            }
        }
    }
  take_requests (allocation, requests);
  g_array_unref (requests);
  read_vc_turns (iq, allocation->output_turn, allocation->input_turn);
  offer (allocation, 1);
}

/* Is there a flit whose packet holds an output's virtual channel, and a credit for it, with what
 * arrives in this cycle? */
static gboolean
contends (const DlIq *iq, guint number)
{
  const guint place = dl_iq_place_of (iq, number);

  return has (&dl_iq_router (iq, iq->watch->router).masks[place / 64].holding, place)
         && iq->watch->n_flits[number] > 0;
}

static gboolean
has_credit (const DlIq *iq, guint number)
{
  const guint out = dl_iq_router (iq, iq->watch->router).hold[dl_iq_place_of (iq, number)].out;

  return dl_iq_n_credits (iq, first_place (iq) + out) > 0
         || dl_iq_arrives (iq, iq->credits, iq->credit_ring, dl_iq_number_of (iq, out));
}

static guint
output_of (const DlIq *iq, guint number)
{
  return dl_iq_router (iq, iq->watch->router).hold[dl_iq_place_of (iq, number)].out >> iq->shift;
}

/* Does another virtual channel of the input ask for that output before @number? */
static gboolean
is_held_back (const DlIq *iq, guint number)
{
  const guint first = number / iq->vcs * iq->vcs, vc = number - first;
  const guint turn = switch_vc_turn (iq, number / iq->vcs);

  for (guint other = 0; other < iq->vcs; other++)
    if (in_round (other, turn, iq->vcs) < in_round (vc, turn, iq->vcs)
        && contends (iq, first + other) && has_credit (iq, first + other)
        && output_of (iq, first + other) == output_of (iq, number))
      return TRUE;
  return FALSE;
}

static void
ask_for_switch (const DlIq *iq, DlIqAllocation *allocation)
{
  GArray *requests = g_array_new (FALSE, FALSE, sizeof (DlIqRequest));

  for (guint number = 0; number < iq->n_ports * iq->vcs; number++)
    if (contends (iq, number))
      add_request (requests, number, output_of (iq, number),
                   !has_credit (iq, number)    ? DL_IQ_REFUSED
                   : is_held_back (iq, number) ? DL_IQ_HELD_BACK
                                               : DL_IQ_ASKED);
  take_requests (allocation, requests);
  g_array_unref (requests);
  read_switch_turns (iq, allocation->output_turn, allocation->input_turn);
  for (guint port = 0; port < iq->n_ports; port++)
    allocation->vc_turn[port] = switch_vc_turn (iq, port);
  offer (allocation, iq->vcs);
}

/* The flit that each virtual channel would send. */
static void
note_flits (DlIq *iq)
{
  const DlIqRouter router = dl_iq_router (iq, iq->watch->router);

  for (guint number = 0; number < iq->n_ports * iq->vcs; number++)
    {
      const guint place = dl_iq_place_of (iq, number);
      const DlIqHold *hold = &router.hold[place];
      DlIqCrossing *perhaps = &iq->watch->perhaps[number];

      iq->watch->n_flits[number]
          = router.n_flits[place] + dl_iq_arrives (iq, iq->flits, iq->flit_ring, number);
      perhaps->input = DL_IQ_NOBODY;
      if (!has (&router.masks[place / 64].holding, place))
        continue;
      perhaps->input = number;
      perhaps->output = dl_iq_number_of (iq, hold->out);
      perhaps->packet = dl_iq_look_at_packet (iq, iq->in[first_place (iq) + place].packet);
      perhaps->flit = perhaps->packet.flits - hold->left + 1;
    }
}

void
dl_iq_watch_before (DlIq *iq)
{
  const DlIqSpec *spec = &iq->plan->options.spec;
  const DlIqBatches *batches = iq->batches != NULL ? &iq->batches[iq->watch->router] : NULL;
  DlIqWatch *watch = iq->watch;

  watch->plan = iq->plan;
  note_flits (iq);
  watch->vc_begins = batches == NULL || batches->vc_end == DL_IQ_NO_BATCH;
  watch->sw_begins = batches == NULL || batches->switch_end == DL_IQ_NO_BATCH;
  if (watch->vc_begins)
    {
      watch->vc.cycle = iq->now;
      watch->vc.until = iq->now + spec->vc_allocation_delay - 1;
      ask_for_vcs (iq, &watch->vc);
    }
  if (watch->sw_begins)
    {
      watch->sw.cycle = iq->now;
      watch->sw.until = iq->now + spec->switch_allocation_delay - 1;
      ask_for_switch (iq, &watch->sw);
    }
}

/* Grants --------------------------------------------------------------------------------------- */

static void
find_vc_grants (const DlIq *iq, DlIqAllocation *allocation)
{
  const DlIqRouter router = dl_iq_router (iq, iq->watch->router);

  for (guint i = 0; i < allocation->n_requests; i++)
    {
      DlIqRequest *request = &allocation->requests[i];
      const guint out = router.hold[dl_iq_place_of (iq, request->input)].out;

      if (out != DL_IQ_NO_VC && dl_iq_number_of (iq, out) == request->output)
        request->answer = DL_IQ_GRANTED;
    }
}

/* Has a flit left the virtual channel? */
static gboolean
has_sent (const DlIq *iq, guint number)
{
  const gsize at = first_place (iq) + dl_iq_place_of (iq, number);

  return iq->watch->perhaps[number].input == number
         && dl_iq_n_flits (iq, at) + 1 == iq->watch->n_flits[number];
}

static void
find_switch_grants (const DlIq *iq, DlIqAllocation *allocation)
{
  const DlIqBatches *batches = iq->batches != NULL ? &iq->batches[iq->watch->router] : NULL;

  for (guint i = 0; i < allocation->n_requests; i++)
    {
      DlIqRequest *request = &allocation->requests[i];
      const guint port = request->input / iq->vcs;
      const gboolean won = batches == NULL ? has_sent (iq, request->input)
                                           : (batches->winners >> port & 1)
                                                 && batches->vc[port] == request->input % iq->vcs;

      if (won && request->answer >= DL_IQ_ASKED)
        request->answer = DL_IQ_GRANTED;
    }
}

/* Drop crossings that were sent, and add new ones. */
static void
follow_crossings (DlIq *iq)
{
  DlIqWatch *watch = iq->watch;

  for (guint i = watch->crossings->len; i > 0; i--)
    if (g_array_index (watch->crossings, DlIqCrossing, i - 1).sent < iq->now)
      g_array_remove_index (watch->crossings, i - 1);
  for (guint number = 0; number < iq->n_ports * iq->vcs; number++)
    if (has_sent (iq, number))
      {
        DlIqCrossing *crossing = &watch->perhaps[number];

        crossing->sent = iq->batches == NULL
                             ? iq->now
                             : iq->batches[watch->router].sent[crossing->output / iq->vcs];
        g_array_append_val (watch->crossings, *crossing);
      }
}

static void
forget (DlIqWatch *watch)
{
  g_array_set_size (watch->crossings, 0);
  watch->vc.n_requests = watch->sw.n_requests = 0;
  watch->vc.cycle = watch->sw.cycle = DL_IQ_NO_ACTION;
}

void
dl_iq_watch_after (DlIq *iq)
{
  DlIqWatch *watch = iq->watch;

  if (iq->plan != watch->plan)
    {
      /* Routes were swapped, and the network may have been emptied. */
      forget (watch);
      return;
    }
  if (watch->vc_begins)
    find_vc_grants (iq, &watch->vc);
  if (watch->sw_begins)
    find_switch_grants (iq, &watch->sw);
  follow_crossings (iq);
}

/* Which router --------------------------------------------------------------------------------- */

guint64
dl_iq_watch_cycles (const DlIq *iq)
{
  const DlIqSpec *spec = &iq->plan->options.spec;

  return iq->batches == NULL ? 1
                             : spec->vc_allocation_delay + spec->switch_allocation_delay
                                   + spec->switch_traversal_delay;
}

static void
free_watch (DlIqWatch *watch)
{
  if (watch == NULL)
    return;
  dl_iq_allocation_clear (&watch->vc);
  dl_iq_allocation_clear (&watch->sw);
  g_array_unref (watch->crossings);
  g_free (watch->n_flits);
  g_free (watch->perhaps);
  g_free (watch);
}

void
dl_iq_watch (DlIq *iq, guint router)
{
  const guint n = iq->n_ports * iq->vcs;

  g_assert (router == DL_IQ_NONE || router < iq->plan->options.graph->n_routers);
  if (router == dl_iq_watched (iq))
    return;
  g_clear_pointer (&iq->watch, free_watch);
  if (router == DL_IQ_NONE)
    return;
  iq->watch = g_new0 (DlIqWatch, 1);
  iq->watch->router = router;
  iq->watch->crossings = g_array_new (FALSE, FALSE, sizeof (DlIqCrossing));
  iq->watch->n_flits = g_new0 (guint16, n);
  iq->watch->perhaps = g_new0 (DlIqCrossing, n);
  allocation_init (&iq->watch->vc, n);
  allocation_init (&iq->watch->sw, iq->n_ports);
}

guint
dl_iq_watched (const DlIq *iq)
{
  return iq->watch != NULL ? iq->watch->router : DL_IQ_NONE;
}

gboolean
dl_iq_allocation_is_new (const DlIqAllocation *allocation, guint64 cycle)
{
  return allocation->cycle != DL_IQ_NO_ACTION && allocation->cycle + 1 == cycle;
}

static gboolean
grants (const DlIqAllocation *allocation, guint64 cycle)
{
  if (dl_iq_allocation_is_new (allocation, cycle))
    for (guint i = 0; i < allocation->n_requests; i++)
      if (allocation->requests[i].answer == DL_IQ_GRANTED)
        return TRUE;
  return FALSE;
}

gboolean
dl_iq_run_to_grant (DlIq *iq, guint64 cycles)
{
  g_assert (iq->watch != NULL);
  for (; cycles > 0; cycles--)
    {
      dl_iq_run (iq, 1);
      if (grants (&iq->watch->vc, iq->now) || grants (&iq->watch->sw, iq->now))
        return TRUE;
    }
  return FALSE;
}
