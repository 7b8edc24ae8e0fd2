/* A live run that goes back: what is shown at a cycle is what was shown there, the session looks at
 * the scenario of that time, and an edit there begins another run from that cycle. */
#include "dl-edit.h"
#include "dl-scenario-file.h"
#include "dl-session-pin.h"
#include "dl-tape.h"

#include <math.h>

static DlSession *
open (const char *preset, const char *load)
{
  DlSession *session = dl_session_new (NULL);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  DlScenario *scenario = dl_preset_load (preset, NULL);

  dl_edits_add (edits, DL_EDIT_SET, "traffic.load", load);
  g_assert_true (dl_scenario_apply (scenario, edits, NULL, NULL, NULL));
  dl_session_open_new (session, scenario);
  return session;
}

static const DlLivePicture *
picture (DlLive *live)
{
  dl_live_sync (live);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  dl_live_sync (live); /* the session may have been told something, and says so */
  return dl_live_get_picture (live);
}

static void
edit (DlSession *session, const char *name, const char *value, const char *label)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;

  dl_edits_add (edits, DL_EDIT_SET, name, value);
  dl_session_edit (session, edits, label, NULL, &error);
  g_assert_no_error (error);
}

static char *
value (DlSession *session, const char *name)
{
  return dl_field_get (dl_field_find_name (name), dl_session_get_scenario (session));
}

#define CABLE "1,2,3:x+"

static void
assert_broken (DlSession *session, const char *cables)
{
  g_autofree char *broken = value (session, "torus.broken-links");

  g_assert_cmpstr (broken, ==, cables);
}

typedef struct
{
  guint64 digest, in_flight;
  double latency;
  float load;
} Seen;

static Seen
look (const DlLivePicture *picture)
{
  return (Seen) { picture->digest, picture->in_flight, picture->latency_mean,
                  picture->links.load[100] };
}

static void
assert_seen (const DlLivePicture *picture, const Seen *seen)
{
  g_assert_cmphex (picture->digest, ==, seen->digest);
  g_assert_cmpuint (picture->in_flight, ==, seen->in_flight);
  g_assert_cmpfloat (picture->links.load[100], ==, seen->load);
  if (!isnan (seen->latency) || !isnan (picture->latency_mean))
    g_assert_cmpfloat (picture->latency_mean, ==, seen->latency);
}

static guint
count_marks (DlLive *live, DlLiveMarkKind kind)
{
  guint n, found = 0;
  const DlLiveMark *marks = dl_live_get_marks (live, &n);

  for (guint i = 0; i < n; i++)
    found += marks[i].kind == kind;
  return found;
}

/* The picture at @cycle; it is of the session's scenario. */
static const DlLivePicture *
seek (DlLive *live, DlSession *session, guint64 cycle)
{
  const DlLivePicture *it;

  dl_live_seek (live, cycle);
  it = picture (live);
  g_assert_cmpuint (it->cycle, ==, cycle);
  g_assert_cmpuint (it->generation, ==, dl_session_get_generation (session));
  return it;
}

static void
test_back (void)
{
  g_autoptr (DlSession) session = open ("torus-5x5x5", "0.3");
  g_autoptr (DlLive) live = dl_live_new (session);
  Seen seen[5];

  for (guint i = 0; i < 5; i++)
    {
      if (i == 3)
        edit (session, "torus.broken-links", CABLE, "Broke it");
      dl_live_step (live, 500);
      seen[i] = look (picture (live));
      g_assert_cmpuint (dl_live_get_picture (live)->cycle, ==, 500 * (i + 1));
      g_assert_false (dl_live_is_past (live));
    }
  g_assert_cmpuint (count_marks (live, DL_LIVE_MARK_EDIT), ==, 1);
  for (gint i = 4; i >= 0; i--)
    {
      const DlLivePicture *it = seek (live, session, 500 * (i + 1));

      assert_seen (it, &seen[i]);
      g_assert_cmpuint (it->seen, ==, 2500);
      assert_broken (session, i >= 3 ? CABLE : "");
      g_assert_true (dl_session_looks_back (session) == (i < 3));
      g_assert_true (dl_live_is_past (live) == (i < 4));
    }
  /* The edit at 1500 is made when it goes on. */
  seek (live, session, 1500);
  assert_broken (session, "");
  dl_live_step (live, 500);
  assert_seen (picture (live), &seen[3]);
  assert_broken (session, CABLE);
  g_assert_false (dl_session_looks_back (session));
  dl_live_seek_end (live);
  assert_seen (picture (live), &seen[4]);
  g_assert_cmpuint (dl_history_n_steps (dl_session_get_history (session)), ==, 1);
  g_assert_cmpuint (count_marks (live, DL_LIVE_MARK_EDIT), ==, 1);
}

/* Played from an earlier cycle, it pauses where it had come to; and at 0 into the past. */
static void
test_replay (void)
{
  g_autoptr (DlSession) session = open ("torus-5x5x5", "0.3");
  g_autoptr (DlLive) live = dl_live_new (session);
  Seen end;

  dl_live_step (live, 3000);
  end = look (picture (live));
  seek (live, session, 100);
  dl_live_run (live);
  while (dl_live_get_state (live) == DL_LIVE_RUNNING)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (picture (live)->cycle, ==, 3000);
  assert_seen (picture (live), &end);
  dl_live_run_backward (live);
  g_assert_true (dl_live_is_backward (live));
  while (dl_live_get_state (live) == DL_LIVE_RUNNING)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (dl_live_is_backward (live));
  g_assert_cmpuint (picture (live)->cycle, ==, 0);
  /* At its end it goes on. */
  dl_live_seek_end (live);
  dl_live_step (live, 10);
  g_assert_cmpuint (picture (live)->cycle, ==, 3010);
}

/* The line that was left is unchanged; showing it changes nothing. */
static void
check_lines (DlLive *live, DlSession *session, const Seen *at_2000)
{
  guint n;
  const DlLiveLine *lines = dl_live_get_lines (live, &n);
  g_autofree char *load = NULL;
  const guint first = lines[0].id, second = lines[1].id;

  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (lines[0].end, ==, 2000);
  g_assert_cmpuint (lines[1].left_at, ==, 800);
  g_assert_cmpuint (lines[1].end, ==, 1500);
  g_assert_false (lines[0].is_shown);
  g_assert_true (lines[1].is_shown);
  dl_live_show_line (live, first);
  g_assert_cmpuint (picture (live)->cycle, ==, 1500);
  assert_broken (session, CABLE);
  g_assert_true (dl_session_looks_back (session));
  dl_live_seek_end (live);
  assert_seen (picture (live), at_2000);
  dl_live_show_line (live, second);
  g_assert_cmpuint (picture (live)->cycle, ==, 1500);
  g_assert_false (dl_session_looks_back (session));
  assert_broken (session, "");
  load = value (session, "traffic.load");
  g_assert_cmpstr (load, ==, "0.05");
  dl_live_remove_line (live, second); /* it is shown */
  dl_live_remove_line (live, first);
  picture (live);
  dl_live_get_lines (live, &n);
  g_assert_cmpuint (n, ==, 1);
}

/* An edit of the past is one step of the history, from the state at hand to what it makes of the
 * one that was looked at. */
static void
test_other_turn (void)
{
  g_autoptr (DlSession) session = open ("torus-5x5x5", "0.3");
  g_autoptr (DlLive) live = dl_live_new (session);
  g_autofree char *load = NULL, *undone = NULL;
  Seen at_800, lines[1];

  dl_live_step (live, 800);
  at_800 = look (picture (live));
  dl_live_step (live, 200);
  picture (live); /* an edit would end it */
  edit (session, "torus.broken-links", CABLE, "Broke it");
  dl_live_step (live, 1000);
  g_assert_cmpuint (picture (live)->cycle, ==, 2000);
  lines[0] = look (picture (live));
  seek (live, session, 800);
  edit (session, "traffic.load", "0.05", "Less");
  g_assert_false (dl_session_looks_back (session));
  assert_broken (session, "");
  load = value (session, "traffic.load");
  g_assert_cmpstr (load, ==, "0.05");
  g_assert_cmpuint (picture (live)->cycle, ==, 800);
  g_assert_cmpuint (picture (live)->seen, ==, 800);
  g_assert_cmphex (picture (live)->digest, ==, at_800.digest);
  dl_live_step (live, 700);
  g_assert_cmpuint (picture (live)->cycle, ==, 1500);
  g_assert_false (dl_live_is_past (live));
  g_assert_cmpuint (count_marks (live, DL_LIVE_MARK_EDIT), ==, 1);
  check_lines (live, session, lines);
  dl_session_undo (session);
  undone = value (session, "traffic.load");
  g_assert_cmpstr (undone, ==, "0.3");
  assert_broken (session, CABLE);
}

/* Undoing while it looks back undoes the last step that was made. */
static void
test_undo (void)
{
  g_autoptr (DlSession) session = open ("torus-5x5x5", "0.3");
  g_autoptr (DlLive) live = dl_live_new (session);

  dl_live_step (live, 500);
  picture (live);
  edit (session, "torus.broken-links", CABLE, "Broke it");
  dl_live_step (live, 500);
  picture (live);
  seek (live, session, 200);
  g_assert_true (dl_session_looks_back (session));
  dl_session_undo (session);
  g_assert_false (dl_session_looks_back (session));
  assert_broken (session, "");
  g_assert_cmpuint (picture (live)->generation, ==, dl_session_get_generation (session));
}

/* A ring that locks: back to the cycle in which it did, where its packets are known. */
static void
test_lock (void)
{
  g_autoptr (DlSession) session = open ("ring-8", "saturated");
  g_autoptr (DlLive) live = dl_live_new (session);
  guint64 found, closed;

  edit (session, "torus.datelines", "-1;-1;-1", "Off");
  dl_live_run (live);
  while (dl_live_get_state (live) == DL_LIVE_RUNNING)
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (picture (live)->deadlock);
  found = picture (live)->cycle;
  g_assert_cmpuint (count_marks (live, DL_LIVE_MARK_DEADLOCK), ==, 1);
  dl_live_seek_lock (live);
  g_assert_cmpuint (picture (live)->cycle, <=, found);
  g_assert_cmpuint (picture (live)->cycle + 4000, >, found);
  g_assert_nonnull (picture (live)->deadlock);
  closed = picture (live)->cycle;
  dl_live_seek (live, closed - 1);
  g_assert_null (picture (live)->deadlock);
  /* From before it, and from the mark, as well. */
  dl_live_seek (live, 100);
  dl_live_seek_lock (live);
  g_assert_cmpuint (picture (live)->cycle, ==, closed);
  dl_live_seek (live, found);
  g_assert_nonnull (picture (live)->deadlock);
  dl_live_seek_lock (live);
  g_assert_cmpuint (picture (live)->cycle, ==, closed);
}

/* A packet that is in the network now. */
static DlFlight
any_packet (DlLive *live)
{
  DlFlight packet;

  picture (live);
  dl_live_show_flights (live, TRUE);
  g_assert_cmpuint (picture (live)->flights->len, >, 0);
  packet = g_array_index (dl_live_get_picture (live)->flights, DlFlight, 0);
  dl_live_show_flights (live, FALSE);
  return packet;
}

/* The journey of a packet is told beside the run, which stays where it is; again when more of it
 * was simulated, and in another line; and not in another scenario. */
static void
test_journey (void)
{
  g_autoptr (DlSession) session = open ("torus-5x5x5", "0.3");
  g_autoptr (DlLive) live = dl_live_new (session);
  const DlJourney *journey;
  DlFlight packet;

  dl_live_step (live, 1000);
  packet = any_packet (live);
  dl_live_ask_journey (live, &packet);
  g_assert_true (dl_live_is_asking (live));
  g_assert_cmpuint (picture (live)->cycle, ==, 1000);
  journey = dl_live_get_journey (live);
  g_assert_nonnull (journey);
  g_assert_false (dl_live_is_asking (live));
  g_assert_false (journey->left);
  g_assert_cmpuint (journey->until, ==, 1000);
  g_assert_cmpint (dl_flight_compare (&journey->packet, &packet), ==, 0);
  dl_live_seek_delivery (live, &packet);
  picture (live);
  journey = dl_live_get_journey (live);
  g_assert_true (journey->left);
  g_assert_cmpuint (journey->until, ==, dl_live_get_picture (live)->cycle);
  seek (live, session, packet.injected + 2);
  dl_live_seek_delivery (live, &packet);
  g_assert_cmpuint (picture (live)->cycle, ==, journey->until);
  seek (live, session, 500);
  edit (session, "torus.broken-links", CABLE, "Broke it");
  dl_live_step (live, 100);
  picture (live);
  g_assert_null (dl_live_get_journey (live)); /* it is not in this line, which ends before */
  dl_live_show_line (live, 0);
  picture (live);
  g_assert_nonnull (dl_live_get_journey (live));
  dl_live_ask_journey (live, NULL);
  g_assert_null (dl_live_get_journey (live));
  dl_live_ask_journey (live, &packet);
  picture (live);
  dl_session_open_new (session, dl_preset_load ("ring-8", NULL));
  g_assert_null (dl_live_get_journey (live));
}

/* Where much is asked at once, the last answer counts, and each order is carried out. */
static void
test_questions (void)
{
  g_autoptr (DlSession) session = open ("torus-5x5x5", "0.3");
  g_autoptr (DlLive) live = dl_live_new (session);
  DlFlight packet, other;

  dl_live_step (live, 2000);
  packet = any_packet (live);
  dl_live_show_flights (live, TRUE);
  other = g_array_index (picture (live)->flights, DlFlight, picture (live)->flights->len - 1);
  dl_live_ask_journey (live, &packet);
  dl_live_ask_change (live, 700);
  dl_live_ask_journey (live, &other);
  for (guint i = 0; i < 20; i++)
    dl_live_seek (live, 100 * i);
  g_assert_cmpuint (picture (live)->cycle, ==, 1900);
  g_assert_nonnull (dl_live_get_journey (live));
  g_assert_cmpint (dl_flight_compare (&dl_live_get_journey (live)->packet, &other), ==, 0);
  g_assert_nonnull (dl_live_get_change (live));
  g_assert_cmpuint (dl_live_get_change (live)->cycle, ==, 700);
  g_assert_cmpuint (dl_live_get_change (live)->after, ==, 200);
  dl_live_show_flights (live, FALSE);
}

/* A recording is opened: it plays to its end, and can be gone back in. */
static void
test_play (void)
{
  g_autoptr (DlSession) session = open ("torus-5x5x5", "0.3");
  g_autoptr (DlLive) live = dl_live_new (session);
  g_autofree char *text = NULL;
  g_autoptr (DlRecording) recording = NULL;
  Seen end;
  guint n;

  dl_live_step (live, 600);
  picture (live);
  edit (session, "torus.broken-links", CABLE, "Broke it");
  dl_live_step (live, 900);
  end = look (picture (live));
  text = dl_recording_to_text (dl_live_get_lines (live, &n)[0].recording);
  recording = dl_recording_parse_in (text, -1, "t", (DlScenarioFiles) { 0 }, NULL, NULL);
  g_assert_cmpuint (recording->end, ==, 1500);
  dl_live_play_next (live, recording);
  dl_session_open_new (session, dl_scenario_copy (recording->scenario));
  while (dl_live_get_state (live) == DL_LIVE_RUNNING)
    g_main_context_iteration (NULL, TRUE);
  assert_seen (picture (live), &end);
  g_assert_cmpuint (picture (live)->cycle, ==, 1500);
  assert_broken (session, CABLE);
  g_assert_cmpuint (count_marks (live, DL_LIVE_MARK_EDIT), ==, 1);
  seek (live, session, 300);
  assert_broken (session, "");
}

/* Near a cycle that was seen the picture is there at once, and then the exact one; other lines and
 * other scenarios have their own. */
static void
test_samples (void)
{
  g_autoptr (DlSession) session = open ("torus-5x5x5", "0.3");
  g_autoptr (DlLive) live = dl_live_new (session);
  Seen at_1000;

  for (guint i = 0; i < 20; i++)
    {
      dl_live_step (live, 100);
      g_assert_nonnull (picture (live));
      if (i == 9)
        at_1000 = look (picture (live));
    }
  dl_live_seek (live, 1049);
  g_assert_cmpuint (dl_live_get_picture (live)->cycle, ==, 1000);
  g_assert_cmpuint (dl_live_get_picture (live)->seen, ==, 2000);
  assert_seen (dl_live_get_picture (live), &at_1000);
  g_assert_cmpuint (picture (live)->cycle, ==, 1049);
  /* The shown cycle is nearer. */
  dl_live_seek (live, 1048);
  g_assert_cmpuint (dl_live_get_picture (live)->cycle, ==, 1049);
  g_assert_cmpuint (picture (live)->cycle, ==, 1048);
  edit (session, "torus.broken-links", CABLE, "Broke it");
  g_assert_cmpuint (picture (live)->cycle, ==, 1048);
  dl_live_step (live, 500);
  g_assert_cmpuint (picture (live)->cycle, ==, 1548);
  /* A state before the edit: only the exact one. */
  dl_live_seek (live, 500);
  g_assert_cmpuint (dl_live_get_picture (live)->cycle, ==, 1548);
  g_assert_cmpuint (picture (live)->cycle, ==, 500);
  dl_live_seek (live, 905);
  g_assert_cmpuint (dl_live_get_picture (live)->cycle, ==, 900);
  /* The other line went past this one. */
  dl_live_seek_end (live);
  g_assert_cmpuint (dl_live_get_picture (live)->cycle, <=, 1048);
  g_assert_cmpuint (picture (live)->cycle, ==, 1548);
}

/* Digest of a new run of line @line at @cycle. */
static guint64
digest_of (DlLive *live, guint line, guint64 cycle)
{
  guint n;
  const DlLiveLine *lines = dl_live_get_lines (live, &n);
  g_autoptr (DlTape) tape = dl_tape_new (lines[line].recording, (DlTapeOptions) { 0 }, NULL, NULL);
  DlMachineState state = { 0 };
  guint64 digest;

  g_assert_true (dl_tape_seek (tape, cycle, NULL, NULL));
  dl_machine_run_get_state (dl_tape_get_run (tape), &state);
  g_assert_cmpuint (state.cycle, ==, cycle);
  digest = state.counters.digest;
  dl_machine_state_clear (&state);
  return digest;
}

/* Both pictures, and what is pinned. */
static void
assert_both (DlLive *live, DlSession *session, guint64 cycle, guint64 cycle_b)
{
  const DlLivePicture *a = picture (live), *b;
  const DlPin *pin;

  while (dl_job_is_running (dl_session_get_pin_job (session)))
    g_main_context_iteration (NULL, TRUE);
  a = picture (live);
  b = dl_live_get_picture_b (live);
  pin = dl_session_get_pin (session);
  g_assert_nonnull (b);
  g_assert_cmpuint (a->cycle, ==, cycle);
  g_assert_cmpuint (b->cycle, ==, cycle_b);
  g_assert_cmphex (a->digest, ==, digest_of (live, 1, cycle));
  g_assert_cmphex (b->digest, ==, digest_of (live, 0, cycle_b));
  g_assert_true (pin != NULL && pin->follows && pin->simulated);
  g_assert_cmpuint (pin->to, ==, cycle_b);
  g_assert_cmpuint (pin->end, ==, 2000);
  g_assert_cmpfloat (pin->links.load[100], ==, b->links.load[100]);
}

/* Two lines, the second of which left the first one at 800, where it broke a cable at 1000. */
static DlLive *
two_lines (DlSession *session)
{
  DlLive *live = dl_live_new (session);

  dl_live_step (live, 1000);
  picture (live);
  edit (session, "torus.broken-links", CABLE, "Broke it");
  dl_live_step (live, 1000);
  picture (live);
  g_assert_null (dl_live_get_picture_b (live));
  seek (live, session, 800);
  edit (session, "traffic.load", "0.05", "Less");
  picture (live);
  return live;
}

/* The line that was left is B, and goes where A goes: to its end. */
static void
test_b (void)
{
  g_autoptr (DlSession) session = open ("torus-5x5x5", "0.3");
  g_autoptr (DlLive) live = two_lines (session);
  g_autofree char *title = NULL, *broken = NULL;
  guint n;

  assert_both (live, session, 800, 800);
  dl_live_step (live, 400);
  assert_both (live, session, 1200, 1200);
  broken = dl_field_get (dl_field_find_name ("torus.broken-links"),
                         dl_session_get_pin (session)->result->scenario);
  g_assert_cmpstr (broken, ==, CABLE);
  assert_broken (session, "");
  dl_live_step (live, 1100);
  assert_both (live, session, 2300, 2000);
  title = dl_pin_title (dl_session_get_pin (session));
  g_assert_nonnull (strstr (title, "cycle 2000, its end"));
  for (guint i = 0; i < 3; i++)
    {
      const guint64 cycles[] = { 1999, 500, 1001 };

      dl_live_seek (live, cycles[i]);
      assert_both (live, session, cycles[i], cycles[i]);
    }
  dl_live_run_backward (live);
  while (dl_live_get_state (live) == DL_LIVE_RUNNING)
    g_main_context_iteration (NULL, TRUE);
  assert_both (live, session, 0, 0);
  dl_live_run (live);
  while (dl_live_get_state (live) == DL_LIVE_RUNNING)
    g_main_context_iteration (NULL, TRUE);
  assert_both (live, session, 2300, 2000);
  g_assert_cmpuint (dl_live_get_lines (live, &n)[0].at_end.cycles, ==, 2000);
  g_assert_cmpuint (dl_live_get_lines (live, &n)[1].at_end.cycles, ==, 2300);
  g_assert_cmpuint (dl_live_get_lines (live, &n)[1].left, ==, dl_live_get_lines (live, &n)[0].id);
}

/* Another one is B, or none; what is pinned by hand stays. */
static void
test_compare (void)
{
  g_autoptr (DlSession) session = open ("torus-5x5x5", "0.3");
  g_autoptr (DlLive) live = two_lines (session);
  guint n, first, second;
  const DlLiveLine *lines;

  assert_both (live, session, 800, 800);
  lines = dl_live_get_lines (live, &n);
  first = lines[0].id;
  second = lines[1].id;
  g_assert_true (lines[0].is_b && lines[1].is_shown);
  dl_live_name_line (live, first, "The cable");
  picture (live);
  lines = dl_live_get_lines (live, &n);
  g_assert_cmpstr (lines[0].name, ==, "The cable");
  g_assert_cmpstr (dl_session_get_pin (session)->label, ==, "The cable");
  /* The one that is shown in its place is B. */
  dl_live_show_line (live, first);
  picture (live);
  lines = dl_live_get_lines (live, &n);
  g_assert_true (lines[0].is_shown && lines[1].is_b);
  g_assert_cmpstr (lines[0].name, ==, "The cable");
  dl_session_set_pin (session, NULL);
  g_assert_null (picture (live)->b);
  dl_live_compare (live, second);
  picture (live);
  while (dl_job_is_running (dl_session_get_pin_job (session)))
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (picture (live)->b);
  g_assert_true (dl_session_get_pin (session)->follows);
  dl_live_remove_line (live, second);
  g_assert_null (picture (live)->b);
  g_assert_null (dl_session_get_pin (session));
  /* This cycle, held: it stays there. */
  while (dl_session_get_result (session) == NULL
         || dl_session_get_result (session)->generation != dl_session_get_generation (session))
    g_main_context_iteration (NULL, TRUE);
  seek (live, session, 700);
  dl_session_pin_now (session, dl_live_get_picture (live), NULL);
  while (dl_session_get_pin (session) == NULL)
    g_main_context_iteration (NULL, TRUE);
  seek (live, session, 300);
  edit (session, "traffic.load", "0.1", "More");
  dl_live_step (live, 100);
  g_assert_null (picture (live)->b);
  g_assert_false (dl_session_get_pin (session)->follows);
  g_assert_cmpuint (dl_session_get_pin (session)->to, ==, 700);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live-time/back", test_back);
  g_test_add_func ("/live-time/replay", test_replay);
  g_test_add_func ("/live-time/other-turn", test_other_turn);
  g_test_add_func ("/live-time/undo", test_undo);
  g_test_add_func ("/live-time/lock", test_lock);
  g_test_add_func ("/live-time/journey", test_journey);
  g_test_add_func ("/live-time/questions", test_questions);
  g_test_add_func ("/live-time/play", test_play);
  g_test_add_func ("/live-time/samples", test_samples);
  g_test_add_func ("/live-time/b", test_b);
  g_test_add_func ("/live-time/compare", test_compare);
  return g_test_run ();
}
