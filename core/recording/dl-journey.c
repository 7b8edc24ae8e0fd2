#include "dl-journey.h"

#include <math.h>

/* Before a packet is injected it is followed so long who goes by each output: of these, one may
 * still be sending then. */
#define RUN_UP 64

typedef struct
{
  DlTape *tape;
  DlJourney *journey;
  DlFlight wanted;
  GArray *flights; /* DlFlight, after the cycle that was simulated last, in any order */
  gboolean is_there, was_there; /* the packet is, or was before that cycle, in the network: */
  DlFlight now, before;
  guint n_links;
  DlFlightPassage *out;      /* (n_links + n_nodes) by link or node */
  DlFlightPassage *crossed;  /* likewise, by where a packet came from */
  guint *newest;             /* (2 x (n_links + n_nodes)) scratch: flights there; 0: none */
  GArray *taken_in;          /* DlFlight, by the node that the packet goes to */
  DlFlightsAt at, at_before; /* routers that are looked at, now and before the last cycle */
  const DlGraph *graph;
  guint watched;
  gboolean seen; /* it has been in the network */
} Follow;

/* Making ------------------------------------------------------------------------------------- */

static void
journey_free (gpointer data)
{
  DlJourney *self = data;

  g_array_unref (self->steps);
  g_array_unref (self->others);
  dl_sim_choice_list_clear (&self->choices);
  g_free (self);
}

static DlJourney *
journey_new (void)
{
  DlJourney *self = g_new0 (DlJourney, 1);

  dl_shared_init (&self->shared, journey_free);
  self->steps = g_array_new (FALSE, FALSE, sizeof (DlJourneyStep));
  self->others = g_array_new (FALSE, FALSE, sizeof (DlJourneyOther));
  dl_sim_choice_list_init (&self->choices);
  return self;
}

static const DlFlight *
find (const GArray *flights, const DlFlight *wanted)
{
  for (guint i = 0; i < flights->len; i++)
    {
      const DlFlight *it = &g_array_index (flights, DlFlight, i);

      if (it->source == wanted->source && dl_flight_compare (it, wanted) == 0)
        return it;
    }
  return NULL;
}

/* Routers that count in the next cycle: where @now (nullable: it is not injected yet) is, where it
 * goes to, and its destination's. */
static DlFlightsAt
around (const DlGraph *graph, const DlFlight *wanted, const DlFlight *now)
{
  return (DlFlightsAt) { { now != NULL ? now->router : graph->inject_router[wanted->source],
                           now != NULL && now->out != DL_FLIGHT_NO_LINK ? graph->link_to[now->out]
                                                                        : DL_FLIGHT_NO_LINK,
                           graph->eject_router[wanted->dest] } };
}

/* Passages --------------------------------------------------------------------------------- */

/* The place of a link, or of a node where there is none. */
static guint
place_of (const Follow *self, guint32 link, guint node)
{
  return link != DL_FLIGHT_NO_LINK ? link : self->n_links + node;
}

/* The packet at @place that came last: on a link, or in the crossbar, packets keep their order. */
static void
note_newest (const Follow *self, guint *place, guint i)
{
  const DlFlight *it = &g_array_index (self->flights, DlFlight, i);

  if (*place == 0 || g_array_index (self->flights, DlFlight, *place - 1).left < it->left)
    *place = i + 1;
}

/* Note that @packet went there in @cycle, unless it was there before; the cycle is unknown for a
 * router that was not watched before. */
static void
note_passage (const Follow *self, DlFlightPassage *passage, const DlFlight *packet, guint64 cycle)
{
  const gboolean looked = dl_flights_at (&self->at_before, packet->router);

  if (!passage->known || dl_flight_compare (&passage->packet, packet) != 0)
    *passage = (DlFlightPassage) { TRUE, looked ? cycle : G_MAXUINT64, *packet };
}

static void
note_newest_of (Follow *self, guint n, guint64 cycle)
{
  for (guint place = 0; place < 2 * n; place++)
    {
      DlFlightPassage *passages = place < n ? self->out : self->crossed;

      if (self->newest[place] == 0)
        continue;
      note_passage (self, &passages[place % n],
                    &g_array_index (self->flights, DlFlight, self->newest[place] - 1), cycle);
      self->newest[place] = 0;
    }
}

/* The node that the packet goes to takes in several at once, for some time. */
static void
note_taken_in (Follow *self, guint64 cycle)
{
  DlFlightPassage *passage = &self->out[place_of (self, DL_FLIGHT_NO_LINK, self->wanted.dest)];
  g_autoptr (GArray) before = g_steal_pointer (&self->taken_in);

  self->taken_in = g_array_new (FALSE, FALSE, sizeof (DlFlight));
  for (guint i = 0; i < self->flights->len; i++)
    {
      const DlFlight *it = &g_array_index (self->flights, DlFlight, i);

      if (it->place != DL_FLIGHT_EJECTED || it->dest != self->wanted.dest)
        continue;
      g_array_append_vals (self->taken_in, it, 1);
      if (find (before, it) == NULL)
        *passage = (DlFlightPassage) { TRUE, cycle, *it };
    }
}

/* Packets that went by each link, into the packet's node, and into each crossbar. */
static void
note_moves (Follow *self, guint n, guint64 cycle)
{
  for (guint i = 0; i < self->flights->len; i++)
    {
      const DlFlight *it = &g_array_index (self->flights, DlFlight, i);

      if (it->place == DL_FLIGHT_LINK)
        note_newest (self, &self->newest[it->out], i);
      else if (it->place == DL_FLIGHT_CROSSBAR)
        note_newest (self, &self->newest[n + place_of (self, it->in, it->source)], i);
    }
  note_newest_of (self, n, cycle);
  note_taken_in (self, cycle);
}

/* Steps -------------------------------------------------------------------------------------- */

static gboolean
waits_in (const DlFlight *it)
{
  return it->place == DL_FLIGHT_INPUT || it->place == DL_FLIGHT_OUTPUT;
}

/* Add the step of one cycle, or extend the step before if both are alike. */
static void
add_step (DlJourney *journey, const DlJourneyStep *step)
{
  DlJourneyStep *last = journey->steps->len > 0 ? &g_array_index (journey->steps, DlJourneyStep,
                                                                  journey->steps->len - 1)
                                                : NULL;
  DlJourneyStep next = *step;

  if (last != NULL && last->kind == step->kind && last->by == step->by
      && last->router == step->router && last->out == step->out)
    {
      last->to = step->to;
      return;
    }
  next.first_other = journey->others->len;
  g_array_append_val (journey->steps, next);
}

static void
add_other (DlJourney *journey, const DlFlight *packet, guint64 cycle)
{
  DlJourneyStep *step = &g_array_index (journey->steps, DlJourneyStep, journey->steps->len - 1);
  const DlJourneyOther other = { cycle, DL_FLIGHT_KNOWN (packet) };

  for (guint i = 0; i < step->n_others; i++)
    if (dl_flight_compare (
            &g_array_index (journey->others, DlJourneyOther, step->first_other + i).packet, packet)
        == 0)
      return;
  g_array_append_val (journey->others, other);
  step->n_others++;
}

static DlJourneyStepKind
kind_of (const DlFlight *it)
{
  switch ((DlFlightPlace) it->place)
    {
    case DL_FLIGHT_LINK:
      return DL_STEP_LINK;
    case DL_FLIGHT_CROSSBAR:
      return DL_STEP_CROSSBAR;
    case DL_FLIGHT_EJECTED:
      return DL_STEP_EJECTED;
    case DL_FLIGHT_INPUT:
    case DL_FLIGHT_OUTPUT:
    case DL_N_FLIGHT_PLACES:
      break;
    }
  return DL_STEP_ROUTER;
}

/* Add a wait: the packet stays where it is in @cycle. */
static void
add_wait (Follow *self, const DlFlight *before, const DlFlight *now, guint64 cycle)
{
  DlJourneyStep step
      = { .from = cycle, .to = cycle + 1, .router = now->router, .out = now->out, .vc = now->vc };
  DlFlightWait wait;

  dl_machine_run_get_wait (dl_tape_get_run (self->tape), before,
                           &self->out[place_of (self, now->out, now->dest)],
                           &self->crossed[place_of (self, now->in, now->source)], &wait);
  step.kind = wait.by == DL_HELD_NOT ? DL_STEP_ROUTER : DL_STEP_WAIT;
  step.by = wait.by;
  add_step (self->journey, &step);
  if (wait.has_other)
    add_other (self->journey, &wait.other, cycle);
}

/* Add a move in @cycle: from where the packet waited, or on a link. @before: nullable, it was
 * injected. */
static void
add_move (Follow *self, const DlFlight *before, const DlFlight *now, guint64 cycle)
{
  const DlFlight *it = before == NULL || waits_in (before) ? now : before;
  const DlJourneyStep step = { .kind = kind_of (it),
                               .from = cycle,
                               .to = cycle + 1,
                               .router = it->router,
                               .out = it->out,
                               .vc = it->vc };

  add_step (self->journey, &step);
}

/* Add the end: the packet has left the network. */
static void
add_end (Follow *self, const DlFlight *before, guint64 cycle)
{
  const DlJourneyStep way = { .kind = kind_of (before),
                              .from = cycle,
                              .to = cycle + 1,
                              .router = before->router,
                              .out = before->out,
                              .vc = before->vc };
  const DlJourneyStep end
      = { .kind = before->place == DL_FLIGHT_EJECTED ? DL_STEP_DELIVERED : DL_STEP_LOST,
          .from = cycle + 1,
          .to = cycle + 1,
          .router = before->router,
          .out = DL_FLIGHT_NO_LINK };

  add_step (self->journey, &way);
  add_step (self->journey, &end);
  self->journey->left = TRUE;
}

static void
add_source (Follow *self, const DlFlight *packet)
{
  const DlJourneyStep step = { .kind = DL_STEP_SOURCE,
                               .from = packet->created,
                               .to = packet->injected,
                               .router = packet->router,
                               .out = DL_FLIGHT_NO_LINK };

  self->journey->packet = *packet;
  if (step.to > step.from)
    add_step (self->journey, &step);
}

/* Following ---------------------------------------------------------------------------------- */

/* The router in which it waits is watched, where that tells why. */
static void
watch (Follow *self, const DlFlight *it)
{
  DlMachineRun *run = dl_tape_get_run (self->tape);
  const guint router = it != NULL && waits_in (it) ? it->router : DL_NO_NODE;

  if (router == DL_NO_NODE || router == self->watched)
    return;
  if (dl_machine_plan_shows_inside (dl_tape_get_plan (self->tape)))
    dl_machine_run_watch (run, router);
  self->watched = router;
}

static void
add_cycle (Follow *self, guint64 cycle)
{
  const DlFlight *before = self->was_there ? &self->before : NULL;
  const DlFlight *now = self->is_there ? &self->now : NULL;

  if (now != NULL && !self->seen)
    add_source (self, now);
  self->seen |= now != NULL;
  if (before != NULL && now == NULL)
    add_end (self, before, cycle);
  else if (before != NULL && waits_in (before) && before->place == now->place
           && before->router == now->router)
    add_wait (self, before, now, cycle);
  else if (now != NULL)
    add_move (self, before, now, cycle);
}

/* Look at the state, after @cycle. */
static void
read_state (Follow *self, guint n, guint64 cycle)
{
  const DlFlight *now;

  dl_machine_run_list_flights (dl_tape_get_run (self->tape), &self->at, self->flights);
  note_moves (self, n, cycle);
  now = find (self->flights, &self->wanted);
  self->was_there = self->is_there;
  self->before = self->now;
  self->is_there = now != NULL;
  if (now != NULL)
    self->now = *now;
  self->at_before = self->at;
  self->at = around (self->graph, &self->wanted, now);
}

/* One cycle more, and what the packet does in it. */
static gboolean
follow (Follow *self, guint n, GCancellable *cancellable, GError **error)
{
  const guint64 cycle = dl_tape_get_cycle (self->tape);

  watch (self, self->is_there ? &self->now : NULL);
  if (!dl_tape_go (self->tape, 1, cancellable, error))
    return FALSE;
  read_state (self, n, cycle);
  add_cycle (self, cycle);
  return TRUE;
}

/* The packet has left, or never was in the network, or the recording ends. */
static gboolean
is_over (const Follow *self, guint64 end)
{
  const guint64 cycle = dl_tape_get_cycle (self->tape);

  return self->journey->left || cycle >= end || (!self->seen && cycle > self->wanted.injected + 1);
}

/* A packet may be of another network. */
static gboolean
has_nodes (const DlTape *tape, const DlFlight *packet)
{
  const guint n_nodes = dl_tape_get_plan (tape)->n_nodes;

  return packet->source < n_nodes && packet->dest < n_nodes;
}

/* The latest are judged after it has left, if the recording is so long: the cycle in which they are
 * is simulated, too. */
static gboolean
add_choices (Follow *self, guint64 end, GCancellable *cancellable, GError **error)
{
  const guint64 cycle = dl_tape_get_cycle (self->tape);
  DlMachineRun *run = dl_tape_get_run (self->tape);

  if (dl_tape_get_plan (self->tape)->chooses && self->seen && cycle < end
      && !dl_tape_go (self->tape, MIN (end - cycle, DL_SIM_JUDGED_AFTER + 1), cancellable, error))
    return FALSE;
  dl_machine_run_get_choices (run, &self->journey->choices);
  dl_machine_run_watch_packet (run, NULL);
  return TRUE;
}

static gboolean
follow_all (Follow *self, guint n, GCancellable *cancellable, GError **error)
{
  const guint64 injected = self->wanted.injected;
  const guint64 end
      = MIN (dl_tape_get_recording (self->tape)->end, injected + DL_JOURNEY_MOST_CYCLES);

  if (injected >= end || !has_nodes (self->tape, &self->wanted))
    return TRUE;
  self->at = self->at_before = around (self->graph, &self->wanted, NULL);
  if (!dl_tape_seek (self->tape, injected - MIN (injected, RUN_UP), cancellable, error))
    return FALSE;
  dl_machine_run_watch_packet (dl_tape_get_run (self->tape), &self->wanted);
  read_state (self, n, 0);
  while (!is_over (self, end))
    if (!follow (self, n, cancellable, error))
      return FALSE;
  self->journey->until = dl_tape_get_cycle (self->tape);
  return add_choices (self, end, cancellable, error);
}

DlJourney *
dl_journey_new (DlTape *tape, const DlFlight *packet, GCancellable *cancellable, GError **error)
{
  const DlMachinePlan *plan = dl_tape_get_plan (tape);
  const guint n = plan->n_links + plan->n_nodes;
  g_autoptr (DlJourney) journey = journey_new ();
  g_autofree DlFlightPassage *out = g_new0 (DlFlightPassage, n);
  g_autofree DlFlightPassage *crossed = g_new0 (DlFlightPassage, n);
  g_autofree guint *newest = g_new0 (guint, 2 * n);
  Follow self = { .tape = tape,
                  .journey = journey,
                  .wanted = *packet,
                  .flights = g_array_new (FALSE, FALSE, sizeof (DlFlight)),
                  .taken_in = g_array_new (FALSE, FALSE, sizeof (DlFlight)),
                  .n_links = plan->n_links,
                  .out = out,
                  .crossed = crossed,
                  .newest = newest,
                  .graph = dl_shape_net (plan->shape)->graph,
                  .watched = DL_NO_NODE };
  const gboolean done = follow_all (&self, n, cancellable, error);

  g_array_unref (self.flights);
  g_array_unref (self.taken_in);
  return done && self.seen ? g_steal_pointer (&journey) : NULL;
}

guint
dl_journey_find (const DlJourney *journey, guint64 cycle)
{
  guint i = 0;

  while (i < journey->steps->len)
    {
      const DlJourneyStep *step = &g_array_index (journey->steps, DlJourneyStep, i);

      if (cycle < MAX (step->to, step->from + 1))
        break;
      i++;
    }
  return i;
}

gboolean
dl_journey_go_to_end (DlTape *tape, const DlFlight *packet, guint64 cycles, gboolean *left,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) flights = g_array_new (FALSE, FALSE, sizeof (DlFlight));
  const DlGraph *graph = dl_shape_net (dl_tape_get_plan (tape)->shape)->graph;
  DlFlightsAt at = { 0 };
  gboolean known = FALSE;

  *left = !has_nodes (tape, packet);
  for (; cycles > 0 && !*left; cycles--)
    {
      const DlFlight *it;

      dl_machine_run_list_flights (dl_tape_get_run (tape), known ? &at : NULL, flights);
      it = find (flights, packet);
      *left = dl_tape_get_cycle (tape) > packet->injected && it == NULL;
      if (*left || dl_tape_get_deadlock (tape) != NULL)
        return TRUE;
      known = TRUE;
      at = around (graph, packet, it);
      if (!dl_tape_go (tape, 1, cancellable, error))
        return FALSE;
    }
  return TRUE;
}

/* Changes ------------------------------------------------------------------------------------ */

/* Flits that went by each link up to @cycle, which it goes to. */
static gboolean
read_links (DlTape *tape, guint64 cycle, DlMachineState *state, GCancellable *cancellable,
            GError **error)
{
  if (!dl_tape_seek (tape, cycle, cancellable, error))
    return FALSE;
  dl_machine_run_get_state (dl_tape_get_run (tape), state);
  return TRUE;
}

/* Flits on their way are counted when they are granted: of these, some are still to leave. */
static double
flits_up_to (const DlMachineState *state, guint link)
{
  return (double) state->links.flits[link] - state->links.sending[link];
}

static void
find_largest (const DlMachinePlan *plan, const DlMachineState states[3], DlTapeChange *change)
{
  double largest = 0;

  for (guint link = 0; link < plan->n_links; link++)
    {
      const double rate = dl_machine_plan_link_rate (plan, link);
      const double at = flits_up_to (&states[1], link);
      const double from = (at - flits_up_to (&states[0], link)) / (rate * change->before);
      const double to = (flits_up_to (&states[2], link) - at) / (rate * change->after);

      if (!(fabs (to - from) > largest))
        continue;
      largest = fabs (to - from);
      change->link = link;
      change->from = from;
      change->to = to;
    }
}

gboolean
dl_tape_find_change (DlTape *tape, guint64 cycle, guint64 window, DlTapeChange *change,
                     GCancellable *cancellable, GError **error)
{
  const guint64 end = dl_tape_get_recording (tape)->end;
  DlMachineState states[3] = { 0 };
  gboolean done;

  *change = (DlTapeChange) { .link = DL_FLIGHT_NO_LINK,
                             .cycle = cycle,
                             .before = MIN (window, cycle),
                             .after = MIN (window, end - MIN (cycle, end)) };
  if (change->before == 0 || change->after == 0)
    return TRUE;
  done = read_links (tape, cycle - change->before, &states[0], cancellable, error)
         && read_links (tape, cycle, &states[1], cancellable, error)
         && read_links (tape, cycle + change->after, &states[2], cancellable, error);
  if (done)
    find_largest (dl_tape_get_plan (tape), states, change);
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    dl_machine_state_clear (&states[i]);
  return done;
}
