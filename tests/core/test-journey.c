/* A packet's story against following it, cycle by cycle, in a second run from the start: where it
 * is in each cycle, what it waits for by the counters of its link, and who went instead. */
#include "dl-journey.h"
#include "tape-fixture.h"
#include "test-rounds.h"

#define END   900
#define BEGIN 300 /* packets are looked for from here on */

/* All that a run from the start shows of each cycle. */
typedef struct
{
  guint n_links;
  GPtrArray *flights;      /* (END + 1) of DlFlight */
  guint64 *flits, *stalls; /* ((END + 1) x n_links) */
} History;

static History *
history_new (const DlRecording *recording)
{
  g_autoptr (DlTape) tape = tape_new (recording, (DlTapeOptions) { .threads = 1 });
  History *self = g_new0 (History, 1);
  DlMachineState state = { 0 };

  self->n_links = dl_tape_get_plan (tape)->n_links;
  self->flights = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->flits = g_new0 (guint64, (gsize) (END + 1) * self->n_links);
  self->stalls = g_new0 (guint64, (gsize) (END + 1) * self->n_links);
  for (guint cycle = 0; cycle <= END; cycle++)
    {
      GArray *flights = g_array_new (FALSE, FALSE, sizeof (DlFlight));
      const gsize at = (gsize) cycle * self->n_links;

      tape_seek (tape, cycle);
      dl_machine_run_get_flights (dl_tape_get_run (tape), flights);
      g_ptr_array_add (self->flights, flights);
      dl_machine_run_get_state (dl_tape_get_run (tape), &state);
      memcpy (self->flits + at, state.links.flits, self->n_links * sizeof *self->flits);
      memcpy (self->stalls + at, state.links.stalls, self->n_links * sizeof *self->stalls);
    }
  dl_machine_state_clear (&state);
  return self;
}

static void
history_free (History *self)
{
  g_ptr_array_unref (self->flights);
  g_free (self->flits);
  g_free (self->stalls);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (History, history_free)

static const DlFlight *
find (const History *self, guint64 cycle, const DlFlight *wanted)
{
  const GArray *flights = g_ptr_array_index (self->flights, cycle);

  for (guint i = 0; i < flights->len; i++)
    if (dl_flight_compare (&g_array_index (flights, DlFlight, i), wanted) == 0)
      return &g_array_index (flights, DlFlight, i);
  return NULL;
}

static gboolean
is_on (const DlFlight *it, guint32 out, guint dest)
{
  return it != NULL
         && (out != DL_FLIGHT_NO_LINK ? it->place == DL_FLIGHT_LINK && it->out == out
                                      : it->place == DL_FLIGHT_EJECTED && it->dest == dest);
}

/* Any packet that began in @cycle to go by the same output as @waits; NULL. */
static const DlFlight *
find_instead (const History *self, guint64 cycle, const DlFlight *waits)
{
  const GArray *flights = g_ptr_array_index (self->flights, cycle + 1);

  for (guint i = 0; i < flights->len; i++)
    {
      const DlFlight *it = &g_array_index (flights, DlFlight, i);

      if (is_on (it, waits->out, waits->dest)
          && !is_on (find (self, cycle, it), waits->out, waits->dest))
        return it;
    }
  return NULL;
}

static gboolean
has_other (const DlJourney *journey, const DlJourneyStep *step, const DlFlight *other)
{
  for (guint i = 0; i < step->n_others; i++)
    if (dl_flight_compare (
            &g_array_index (journey->others, DlJourneyOther, step->first_other + i).packet, other)
        == 0)
      return TRUE;
  return FALSE;
}

/* An output that passes whole packets; flit by flit it is looked at below. */
static void
check_whole (const History *self, const DlJourney *journey, const DlJourneyStep *step,
             guint64 cycle, const DlFlight *it)
{
  const DlFlight *instead = find_instead (self, cycle, it);
  const gsize at = cycle * self->n_links + it->out;

  if (instead != NULL)
    g_assert_true (has_other (journey, step, instead));
  else if (it->out != DL_FLIGHT_NO_LINK)
    g_assert_cmpuint (self->stalls[at + self->n_links] - self->stalls[at], ==,
                      step->by == DL_HELD_CREDIT);
  else
    g_assert_cmpint (step->by, ==, DL_HELD_SWITCH);
}

/* Packets at the router that hold virtual channels of the same output. */
static guint
count_holders (const History *self, guint64 cycle, const DlFlight *it)
{
  const GArray *flights = g_ptr_array_index (self->flights, cycle);
  guint n = 0;

  for (guint i = 0; i < flights->len; i++)
    {
      const DlFlight *other = &g_array_index (flights, DlFlight, i);

      n += other->place == DL_FLIGHT_INPUT && other->router == it->router && other->out == it->out
           && other->rank == 0;
    }
  return n;
}

/* An input-queued router: an output that sends nothing, and that only one packet has a virtual
 * channel of, has no credit for that; and where the switch was not granted, it or the input has
 * sent another flit. */
static void
check_flits (const History *self, const DlJourneyStep *step, guint64 cycle, const DlFlight *it)
{
  const gsize at = cycle * self->n_links + it->out;
  const gboolean sent = self->flits[at + self->n_links] != self->flits[at];

  if (step->by == DL_HELD_SWITCH)
    g_assert_cmpuint (step->n_others, >, 0);
  if (!sent && count_holders (self, cycle, it) == 1)
    g_assert_cmpuint (self->stalls[at + self->n_links] - self->stalls[at], ==,
                      step->by == DL_HELD_CREDIT);
}

static void
check_wait (const History *self, const DlJourney *journey, const DlJourneyStep *step, guint64 cycle,
            const DlFlight *it, gboolean by_flits)
{
  for (guint i = 0; i < step->n_others; i++)
    {
      const DlJourneyOther *other
          = &g_array_index (journey->others, DlJourneyOther, step->first_other + i);

      g_assert_cmpint (dl_flight_compare (&other->packet, &journey->packet), !=, 0);
      g_assert_cmpuint (other->cycle, <, step->to);
    }
  switch (step->by)
    {
    case DL_HELD_QUEUE:
      g_assert_cmpuint (it->rank, >, 0);
      g_assert_cmpuint (step->n_others, >, 0);
      break;
    case DL_HELD_VC:
      g_assert_true (by_flits && it->out == DL_FLIGHT_NO_LINK);
      break;
    case DL_HELD_CREDIT:
    case DL_HELD_SWITCH:
      if (by_flits && it->out != DL_FLIGHT_NO_LINK)
        check_flits (self, step, cycle, it);
      else if (!by_flits && (it->place == DL_FLIGHT_OUTPUT || step->by == DL_HELD_CREDIT))
        check_whole (self, journey, step, cycle, it);
      break;
    case DL_HELD_ROOM:
      g_assert_cmpint (it->place, ==, DL_FLIGHT_INPUT);
      g_assert_cmpuint (it->rank, ==, 0);
      break;
    case DL_HELD_ERROR:
    case DL_HELD_NOT:
    case DL_N_HELD:
      g_assert_not_reached ();
    }
}

/* Step of the journey in @cycle, between two states. */
static void
check_cycle (const History *self, const DlJourney *journey, guint64 cycle, gboolean by_flits)
{
  static const DlJourneyStepKind kinds[] = { [DL_FLIGHT_LINK] = DL_STEP_LINK,
                                             [DL_FLIGHT_INPUT] = DL_STEP_ROUTER,
                                             [DL_FLIGHT_CROSSBAR] = DL_STEP_CROSSBAR,
                                             [DL_FLIGHT_OUTPUT] = DL_STEP_ROUTER,
                                             [DL_FLIGHT_EJECTED] = DL_STEP_EJECTED };
  const DlFlight *before = find (self, cycle, &journey->packet);
  const DlFlight *after = find (self, cycle + 1, &journey->packet);
  const DlJourneyStep *step
      = &g_array_index (journey->steps, DlJourneyStep, dl_journey_find (journey, cycle));
  const gboolean waited
      = before != NULL && (before->place == DL_FLIGHT_INPUT || before->place == DL_FLIGHT_OUTPUT);
  const DlFlight *it = before == NULL || (waited && after != NULL) ? after : before;

  g_assert_cmpuint (step->from, <=, cycle);
  g_assert_cmpuint (step->to, >, cycle);
  g_assert_cmpuint (step->router, ==, it->router);
  if (waited && after != NULL && after->place == before->place && after->router == before->router
      && step->kind == DL_STEP_WAIT)
    check_wait (self, journey, step, cycle, before->rank > 0 ? before : after, by_flits);
  else
    g_assert_cmpint (step->kind, ==, kinds[it->place]);
}

static void
check_journey (const History *self, const DlJourney *journey, gboolean by_flits)
{
  const DlFlight *packet = &journey->packet;
  const DlJourneyStep *steps = (const DlJourneyStep *) journey->steps->data;
  const guint n = journey->steps->len;
  guint64 last = packet->injected;

  while (last < END && find (self, last + 1, packet) != NULL)
    last++;
  g_assert_cmpint (journey->left, ==, last < END);
  g_assert_cmpuint (journey->until, ==, last < END ? last + 1 : END);
  for (guint i = 1; i < n; i++)
    g_assert_cmpuint (steps[i].from, ==, steps[i - 1].to);
  g_assert_cmpuint (steps[0].from, ==, packet->created);
  g_assert_cmpint (steps[0].kind == DL_STEP_SOURCE, ==, packet->created < packet->injected);
  for (guint64 cycle = packet->injected; cycle < journey->until; cycle++)
    check_cycle (self, journey, cycle, by_flits);
  if (journey->left)
    g_assert_cmpint (steps[n - 1].kind, ==,
                     find (self, last, packet)->place == DL_FLIGHT_EJECTED ? DL_STEP_DELIVERED
                                                                           : DL_STEP_LOST);
}

/* In the order of time; without edits the one taken is where the packet went. */
static void
check_choices (const DlJourney *journey, gboolean edited)
{
  const DlSimChoiceList *list = &journey->choices;

  for (guint i = 0; i < list->choices->len; i++)
    {
      const DlSimChoice *it = dl_sim_choice_at (list, i);
      const DlSimCandidate *candidates = dl_sim_choice_candidates (list, it);

      g_assert_cmpuint (it->cycle, >=, journey->packet.injected);
      g_assert_cmpuint (it->cycle, <=, journey->until);
      g_assert_cmpuint (it->taken, <, it->n);
      if (i > 0)
        g_assert_cmpuint (it->cycle, >=, dl_sim_choice_at (list, i - 1)->cycle);
      if (!edited)
        g_assert_cmpint (it->judged, ==, it->cycle + DL_SIM_JUDGED_AFTER < END);
      for (guint k = 0; k < journey->steps->len && !edited; k++)
        {
          const DlJourneyStep *step = &g_array_index (journey->steps, DlJourneyStep, k);

          if (step->kind == DL_STEP_LINK && step->router == it->router)
            g_assert_cmpuint (step->out, ==, candidates[it->taken].link);
        }
    }
}

static DlJourney *
ask (const DlTape *tape, const DlFlight *packet)
{
  g_autoptr (DlTape) copy = dl_tape_copy (tape);
  g_autoptr (GError) error = NULL;
  DlJourney *journey = dl_journey_new (copy, packet, NULL, &error);

  g_assert_no_error (error);
  return journey;
}

static guint64
digest (const DlTape *tape)
{
  DlMachineState state = { 0 };
  guint64 digest;

  dl_machine_run_get_state (dl_tape_get_run (tape), &state);
  digest = state.counters.digest;
  dl_machine_state_clear (&state);
  return digest;
}

static void
assert_same (const DlJourney *a, const DlJourney *b)
{
  g_assert_cmpuint (a->steps->len, ==, b->steps->len);
  g_assert_cmpuint (a->others->len, ==, b->others->len);
  g_assert_cmpuint (a->choices.choices->len, ==, b->choices.choices->len);
  for (guint i = 0; i < a->steps->len; i++)
    {
      const DlJourneyStep *x = &g_array_index (a->steps, DlJourneyStep, i);
      const DlJourneyStep *y = &g_array_index (b->steps, DlJourneyStep, i);

      g_assert_true (x->kind == y->kind && x->by == y->by && x->from == y->from && x->to == y->to
                     && x->n_others == y->n_others);
    }
}

#define N_PACKETS TEST_ROUNDS (10)

static void
test_follow (gconstpointer data)
{
  guint n_waits[DL_N_HELD] = { 0 }, n_left = 0, n_choices = 0;
  gboolean chooses = FALSE;
  DlRng rng;

  dl_rng_init (&rng, 3);
  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (DlRecording) recording = tape_random_recording (data, 2 * round, END, &rng);
      g_autoptr (DlTape) tape
          = tape_new (recording, (DlTapeOptions) { .budget = 1 << 22, .every = 100 + 50 * round });
      g_autoptr (History) history = history_new (recording);
      const gboolean by_flits = dl_tape_get_plan (tape)->class->counts_waits;
      guint64 before;

      tape_seek (tape, END);
      tape_seek (tape, 700);
      before = digest (tape);
      for (guint i = 0; i < N_PACKETS; i++)
        {
          const guint64 cycle = BEGIN + dl_rng_below (&rng, END - BEGIN);
          const GArray *flights = g_ptr_array_index (history->flights, cycle);
          g_autoptr (DlJourney) journey = NULL, again = NULL;

          if (flights->len == 0)
            continue;
          journey
              = ask (tape, &g_array_index (flights, DlFlight, dl_rng_below (&rng, flights->len)));
          g_assert_nonnull (journey);
          check_journey (history, journey, by_flits);
          check_choices (journey, round > 0);
          n_choices += journey->choices.choices->len;
          chooses |= dl_tape_get_plan (tape)->chooses;
          again = ask (tape, &journey->packet);
          assert_same (journey, again);
          n_left += journey->left;
          for (guint k = 0; k < journey->steps->len; k++)
            n_waits[g_array_index (journey->steps, DlJourneyStep, k).by]++;
        }
      g_assert_cmpuint (dl_tape_get_cycle (tape), ==, 700);
      g_assert_cmpuint (digest (tape), ==, before);
    }
  g_test_message ("%u left; steps held by queue %u, room %u, VC %u, credit %u, switch %u", n_left,
                  n_waits[DL_HELD_QUEUE], n_waits[DL_HELD_ROOM], n_waits[DL_HELD_VC],
                  n_waits[DL_HELD_CREDIT], n_waits[DL_HELD_SWITCH]);
  g_assert_cmpuint (n_waits[DL_HELD_QUEUE] + n_waits[DL_HELD_VC] + n_waits[DL_HELD_CREDIT]
                        + n_waits[DL_HELD_SWITCH],
                    >, 0);
  g_assert_cmpint (n_choices > 0, ==, chooses);
}

/* One that is not in this run, and one that the recording does not come to. */
static void
test_unknown (void)
{
  g_autoptr (DlRecording) recording = tape_random_recording (&tape_cases[0], 0, 200, NULL);
  g_autoptr (DlTape) tape = tape_new (recording, (DlTapeOptions) { .threads = 1 });
  const DlFlight none = { .source = 1, .dest = 2, .created = 50, .injected = 57 };
  const DlFlight later = { .source = 1, .dest = 2, .created = 50, .injected = 5700 };

  tape_seek (tape, 200);
  g_assert_null (ask (tape, &none));
  g_assert_null (ask (tape, &later));
}

static void
test_canceled (void)
{
  g_autoptr (DlRecording) recording = tape_random_recording (&tape_cases[0], 0, END, NULL);
  g_autoptr (DlTape) tape = tape_new (recording, (DlTapeOptions) { .threads = 1 });
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GArray) flights = g_array_new (FALSE, FALSE, sizeof (DlFlight));
  g_autoptr (DlTape) copy = NULL;
  g_autoptr (GError) error = NULL;

  tape_seek (tape, END);
  dl_machine_run_get_flights (dl_tape_get_run (tape), flights);
  copy = dl_tape_copy (tape);
  g_cancellable_cancel (cancellable);
  g_assert_null (dl_journey_new (copy, &g_array_index (flights, DlFlight, 0), cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* The ring that locks: a packet of the cycle waits for good, and its story ends with the
 * recording. */
static void
test_lock (void)
{
  const guint64 most = 200000;
  g_autoptr (DlRecording) recording = tape_random_recording (&tape_cases[1], 0, 0, NULL);
  g_autoptr (DlTape) tape = tape_new (recording, (DlTapeOptions) { .budget = 1 << 22 });
  g_autoptr (DlJourney) journey = NULL;
  const DlJourneyStep *last;
  const DlSimWait *wait;
  DlFlight packet;
  gboolean left;
  guint64 end;

  while (dl_tape_get_deadlock (tape) == NULL && dl_tape_get_cycle (tape) < most)
    dl_tape_go (tape, 1000, NULL, NULL);
  g_assert_nonnull (dl_tape_get_deadlock (tape));
  end = dl_tape_get_cycle (tape);
  wait = &g_array_index (dl_tape_get_deadlock (tape), DlSimWait, 0);
  packet = DL_FLIGHT_KNOWN (wait);
  journey = ask (tape, &packet);
  g_assert_nonnull (journey);
  last = &g_array_index (journey->steps, DlJourneyStep, journey->steps->len - 1);
  g_assert_false (journey->left);
  g_assert_cmpuint (journey->until, ==, end);
  g_assert_cmpint (last->kind, ==, DL_STEP_WAIT);
  g_assert_cmpuint (last->to, ==, end);
  g_assert_true (dl_journey_go_to_end (tape, &packet, 1000, &left, NULL, NULL));
  g_assert_false (left);
  g_assert_cmpuint (dl_tape_get_cycle (tape), ==, end);
}

/* To the cycle in which a packet has left, the first in which it is not there. */
static void
test_to_end (gconstpointer data)
{
  g_autoptr (DlRecording) recording = tape_random_recording (data, 0, END, NULL);
  g_autoptr (DlTape) tape = tape_new (recording, (DlTapeOptions) { .budget = 1 << 22 });
  g_autoptr (GArray) flights = g_array_new (FALSE, FALSE, sizeof (DlFlight));

  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (DlJourney) journey = NULL;
      DlFlight packet;
      gboolean left;

      tape_seek (tape, 100 + 150 * i);
      dl_machine_run_get_flights (dl_tape_get_run (tape), flights);
      if (flights->len == 0)
        continue;
      packet = g_array_index (flights, DlFlight, i % flights->len);
      g_assert_true (dl_journey_go_to_end (tape, &packet, 4000, &left, NULL, NULL));
      if (!left)
        continue; /* it locked */
      journey = ask (tape, &packet);
      g_assert_true (journey->left);
      g_assert_cmpuint (journey->until, ==, dl_tape_get_cycle (tape));
    }
}

/* Where there is much to wait for. */
static const TapeCase busy
    = { "aries-busy", "cascade-2", { "traffic.load=saturated", "dragonfly.chassis=1" } };

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tape_cases); i++)
    {
      g_autofree char *follow = g_strdup_printf ("/journey/%s", tape_cases[i].name);
      g_autofree char *to_end = g_strdup_printf ("/journey/%s/to-end", tape_cases[i].name);

      g_test_add_data_func (follow, &tape_cases[i], test_follow);
      g_test_add_data_func (to_end, &tape_cases[i], test_to_end);
    }
  g_test_add_data_func ("/journey/aries-busy", &busy, test_follow);
  g_test_add_func ("/journey/unknown", test_unknown);
  g_test_add_func ("/journey/canceled", test_canceled);
  g_test_add_func ("/journey/lock", test_lock);
  return g_test_run ();
}
