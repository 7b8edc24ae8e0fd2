#include "dl-live-worker.h"

#include "dl-live-lines.h"
#include "dl-live-picture.h"

#include <math.h>
#include <time.h>

/* A stretch of cycles takes about so long, so that orders need not wait; but simulators are much
 * slower by single cycles: it is of so many, unless these take too long. */
#define STRETCH_US      (4 * 1000)
#define STRETCH_CYCLES  16
#define MOST_STRETCH_US (50 * 1000)
/* Between two pictures; of the thread's own time so many times what the last one took, so that
 * those of a large network, and on busy processors, leave the simulation its speed. */
#define PICTURE_US    (33 * 1000)
#define PICTURE_TIMES 15
/* Between two points of the series, at least, and of wall time at least. */
#define POINT_CYCLES 100
#define POINT_US     (40 * 1000)
/* The speed is that of so long at least, and of twice to ten times as long at most. */
#define SPEED_US (250 * 1000)
/* All of a run, played back as fast as it goes, has so many pictures. */
#define BACKWARD_STEPS 200
/* The next grant, and a packet's delivery, is not waited for longer than this. */
#define MAX_CYCLES_TO_GRANT 200000
/* Before and after a cycle, to find what changed at it. */
#define CHANGE_CYCLES 200

typedef struct
{
  DlLiveOrderKind kind;
  double cycles;
  guint node;
  DlFlight packet;
  guint asked; /* number of the question */
} Order;

struct _DlLiveWorker
{
  gatomicrefcount refs; /* the owner's and the thread's */
  GAsyncQueue *orders;  /* Order */
  GAsyncQueue *news;    /* DlLiveEvent */
  DlMailbox pictures;   /* DlLivePicture */
  guint n_ordered;      /* the owner's */
  gint n_done;          /* atomic */

  GMutex lock;
  DlScenario *next; /* the latest one that was set and not taken yet; nullable */
  char *next_label; /* of the step that led to it; nullable */
  guint64 next_generation, next_own_generation;
  guint64 next_at;        /* the cycle that it was made of */
  gboolean next_follows;  /* it is the one that is simulated at its cycle */
  DlRecording *recording; /* to be played; nullable; */
  guint64 recording_at;   /* from here */
  GCancellable *building; /* of a plan that is being made, or a cycle gone to; nullable */
  guint n_asked[2];       /* questions about packets, and changes, of which the last counts */

  /* The thread's own from here on. */
  DlScenario *scenario; /* the latest one; nullable */
  guint64 generation;
  guint64 own_generation; /* of: */
  DlScenario *own;        /* the latest one that is not looked back at */
  DlLines lines;
  DlTape *tape;           /* A's; nullable: nothing can be simulated */
  DlMachineState state;   /* of the latest picture, to be filled again; */
  DlMachineState state_b; /* and of B's */
  gint64 point_us;
  guint64 last_point;
  guint told_edits, told_events; /* that the owner knows of */
  gboolean told_past;            /* it looks at a scenario that is not its own; */
  const DlTape *told_tape;       /* the line of the scenario told last, */
  guint told_n;                  /* after so many edits */
  const DlTape *told_b;          /* the same of B */
  guint told_b_n;
  guint64 told_end; /* that the line at hand has come to */
  gboolean running, backward;
  gboolean replays;   /* it runs through cycles already seen; */
  gboolean hurries;   /* and the speed does not matter */
  gboolean lines_due; /* they are to be told with the next picture */
  guint64 settled;    /* cycle */
  guint64 until;      /* the end of the run that is repeated; 0: none is */
  guint64 stop_after; /* cycles since the last edit; 0: nowhere */
  double speed;
  guint watched;
  gboolean flights;
  gboolean again;    /* the order at hand was put off, after the others */
  guint64 stretch;   /* cycles */
  gint64 picture_us; /* when the last one was sent */
  gint64 spare_us;   /* of the thread's own time, before which there is no next one */
  gint64 run_us;     /* since when and which cycle the speed is measured and kept */
  guint64 run_from;
  double measured_speed; /* cycles/s */
};

void
dl_live_event_free (DlLiveEvent *news)
{
  if (news == NULL)
    return;
  g_free (news->text);
  g_clear_pointer (&news->lines, g_array_unref);
  g_clear_pointer (&news->journey, dl_journey_unref);
  dl_scenario_free (news->scenario);
  g_free (news);
}

static void
worker_unref (DlLiveWorker *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_async_queue_unref (self->orders);
  g_async_queue_unref (self->news);
  for (guint i = 0; i < G_N_ELEMENTS (self->pictures.slots); i++)
    dl_live_picture_free (self->pictures.slots[i]);
  dl_scenario_free (self->next);
  g_free (self->next_label);
  dl_recording_free (self->recording);
  g_clear_object (&self->building);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* News ----------------------------------------------------------------------------------------- */

static void
push (DlLiveWorker *self, const DlLiveEvent *event)
{
  g_async_queue_push (self->news, g_memdup2 (event, sizeof *event));
}

static void
tell (DlLiveWorker *self, DlLiveEventKind kind, const char *text)
{
  push (self, &(DlLiveEvent) { .kind = kind, .text = g_strdup (text) });
}

static guint64
now (const DlLiveWorker *self)
{
  return dl_tape_get_cycle (self->tape);
}

static void
add_point (DlLiveWorker *self)
{
  DlLiveEvent news = { .kind = DL_LIVE_EVENT_POINT };

  dl_machine_run_get_point (dl_tape_get_run (self->tape), &news.point);
  self->last_point = news.point.cycle;
  self->point_us = g_get_monotonic_time ();
  push (self, &news);
}

/* Edits and events that it was not told of yet. */
static void
tell_marks (DlLiveWorker *self)
{
  static const DlLiveMarkKind kinds[] = { [DL_TAPE_ENOUGH] = DL_LIVE_MARK_ENOUGH,
                                          [DL_TAPE_SATURATED] = DL_LIVE_MARK_SATURATED,
                                          [DL_TAPE_DEADLOCK] = DL_LIVE_MARK_DEADLOCK };
  const GPtrArray *edits = dl_tape_get_recording (self->tape)->edits;
  guint n_events;
  const DlTapeEvent *events = dl_tape_get_events (self->tape, &n_events);

  for (; self->told_edits < edits->len; self->told_edits++)
    {
      const DlRecordedEdit *edit = g_ptr_array_index (edits, self->told_edits);

      push (self, &(DlLiveEvent) { .kind = DL_LIVE_EVENT_MARK,
                                   .mark = DL_LIVE_MARK_EDIT,
                                   .cycle = edit->cycle,
                                   .text = g_strdup (edit->label) });
    }
  for (; self->told_events < n_events; self->told_events++)
    push (self, &(DlLiveEvent) { .kind = DL_LIVE_EVENT_MARK,
                                 .mark = kinds[events[self->told_events].kind],
                                 .cycle = events[self->told_events].cycle });
}

/* The scenario at this cycle, if it has changed. */
static void
tell_scenario (DlLiveWorker *self)
{
  const guint n = dl_tape_get_n_edits (self->tape);
  gboolean past;

  if (self->told_tape == self->tape && self->told_n == n)
    return;
  past = n < dl_tape_get_recording (self->tape)->edits->len
         || !dl_simulate_same (dl_tape_get_scenario (self->tape), self->own);
  self->told_tape = self->tape;
  self->told_n = n;
  if (!past && !self->told_past)
    return;
  self->told_past = past;
  push (self, &(DlLiveEvent) {
                  .kind = DL_LIVE_EVENT_LOOK,
                  .generation = self->own_generation,
                  .scenario = past ? dl_scenario_copy (dl_tape_get_scenario (self->tape)) : NULL });
}

/* The same of the line that is compared with. */
static void
tell_scenario_of_b (DlLiveWorker *self)
{
  const DlTape *tape = self->lines.b != NULL ? self->lines.b->tape : NULL;
  const guint n = tape != NULL ? dl_tape_get_n_edits (tape) : 0;

  if (self->told_b == tape && self->told_b_n == n)
    return;
  self->told_b = tape;
  self->told_b_n = n;
  if (tape != NULL)
    push (self, &(DlLiveEvent) { .kind = DL_LIVE_EVENT_B,
                                 .scenario = dl_scenario_copy (dl_tape_get_scenario (tape)) });
}

/* All lines, the one at hand and what came of the others. */
static void
tell_lines (DlLiveWorker *self)
{
  self->lines_due = FALSE;
  push (self,
        &(DlLiveEvent) { .kind = DL_LIVE_EVENT_LINES, .lines = dl_lines_tell (&self->lines) });
}

/* How far the line at hand is. Later than its edits, so that the keeper has them. */
static void
tell_end (DlLiveWorker *self)
{
  const guint64 end = dl_tape_get_recording (self->tape)->end;

  if (end != self->told_end)
    push (self,
          &(DlLiveEvent) { .kind = DL_LIVE_EVENT_END, .line = self->lines.a->id, .cycle = end });
  self->told_end = end;
}

/* The run is another one: events told are of the one before, with which it has @shared cycles in
 * common. */
static void
tell_all (DlLiveWorker *self, guint64 shared)
{
  guint n;
  const DlSimPoint *points = dl_tape_get_points (self->tape, &n);

  push (self, &(DlLiveEvent) { .kind = DL_LIVE_EVENT_RESTART, .cycle = shared });
  self->told_edits = self->told_events = 0;
  for (guint i = 0; i < n; i++)
    push (self, &(DlLiveEvent) { .kind = DL_LIVE_EVENT_POINT, .point = points[i] });
  self->last_point = points[n - 1].cycle;
  if (now (self) > self->last_point)
    add_point (self);
  tell_marks (self);
}

/* Where each packet is, if a view wants them and could tell them apart. */
static void
take_flights (const DlLiveWorker *self, DlLivePicture *picture, const DlTape *tape)
{
  if (!self->flights || dl_tape_get_plan (tape)->n_routers > DL_FLIGHTS_MOST_ROUTERS)
    {
      g_clear_pointer (&picture->flights, g_array_unref);
      return;
    }
  if (picture->flights == NULL)
    picture->flights = g_array_new (FALSE, FALSE, sizeof (DlFlight));
  dl_machine_run_get_flights (dl_tape_get_run (tape), picture->flights);
}

/* Microseconds of processor time that this thread has taken. */
static gint64
own_time (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

/* @state is filled on the way. */
static void
take_picture (DlLiveWorker *self, DlLivePicture *picture, const DlTape *tape, DlMachineState *state)
{
  GArray *deadlock = dl_tape_get_deadlock (tape);

  picture->generation = self->generation;
  g_clear_pointer (&picture->deadlock, g_array_unref);
  picture->deadlock = deadlock != NULL ? g_array_ref (deadlock) : NULL;
  picture->enough_at = dl_tape_get_enough (tape, &picture->is_precise);
  picture->seen = dl_tape_get_recording (tape)->end;
  picture->cycles_per_second = self->running ? self->measured_speed : NAN;
  dl_live_picture_take (picture, dl_tape_get_run (tape), dl_tape_get_plan (tape),
                        dl_tape_get_scenario (tape), dl_tape_get_observer (tape), state);
  if (deadlock != NULL)
    dl_sim_verdict_set_deadlock (&picture->verdict);
  picture->load_unit = dl_scenario_load_unit (self->scenario);
  take_flights (self, picture, tape);
}

static void
take_picture_of_b (DlLiveWorker *self, DlLivePicture *picture)
{
  if (self->lines.b == NULL)
    {
      g_clear_pointer (&picture->b, dl_live_picture_free);
      return;
    }
  if (picture->b == NULL)
    picture->b = g_new0 (DlLivePicture, 1);
  take_picture (self, picture->b, self->lines.b->tape, &self->state_b);
}

/* Something that may take long, and that the next order ends. */
static GCancellable *
begin_building (DlLiveWorker *self)
{
  GCancellable *cancellable = g_cancellable_new ();

  g_mutex_lock (&self->lock);
  g_set_object (&self->building, cancellable);
  g_mutex_unlock (&self->lock);
  return cancellable;
}

static void
end_building (DlLiveWorker *self)
{
  g_mutex_lock (&self->lock);
  g_clear_object (&self->building);
  g_mutex_unlock (&self->lock);
}

/* B to the cycle of A. FALSE if an order ended that. */
static gboolean
follow_b (DlLiveWorker *self)
{
  g_autoptr (GCancellable) cancellable = NULL;
  gboolean done;

  if (self->lines.b == NULL)
    {
      self->told_b = NULL;
      return TRUE;
    }
  cancellable = begin_building (self);
  /* One that came just before has not ended it. */
  done = g_async_queue_length (self->orders) <= 0 && dl_lines_follow (&self->lines, cancellable);
  end_building (self);
  if (done)
    tell_scenario_of_b (self);
  return done;
}

static void
send_picture (DlLiveWorker *self)
{
  DlLivePicture *picture = dl_mailbox_writable (&self->pictures);
  gint64 begin;

  self->picture_us = g_get_monotonic_time ();
  if (self->tape == NULL || !follow_b (self))
    return;
  begin = own_time ();
  take_picture (self, picture, self->tape, &self->state);
  take_picture_of_b (self, picture);
  dl_lines_note_end (&self->lines, picture);
  if (self->lines_due)
    tell_lines (self);
  tell_end (self);
  dl_mailbox_post (&self->pictures);
  self->spare_us = own_time () + PICTURE_TIMES * (own_time () - begin);
}

/* Keep the values at the end of the line that is left. */
static void
leave_end (DlLiveWorker *self)
{
  DlLivePicture *scratch = dl_mailbox_writable (&self->pictures);

  self->running = FALSE;
  if (dl_lines_has_noted_end (&self->lines))
    return;
  take_picture (self, scratch, self->tape, &self->state);
  dl_lines_note_end (&self->lines, scratch);
}

static gboolean
picture_is_due (const DlLiveWorker *self)
{
  return g_get_monotonic_time () - self->picture_us >= PICTURE_US && own_time () >= self->spare_us;
}

/* The simulation ------------------------------------------------------------------------------- */

static void
keep_time (DlLiveWorker *self)
{
  self->run_us = g_get_monotonic_time ();
  self->run_from = self->tape != NULL ? now (self) : 0;
}

static void
drop_tape (DlLiveWorker *self)
{
  dl_lines_drop (&self->lines);
  self->tape = NULL;
  self->told_tape = self->told_b = NULL;
  dl_machine_state_clear (&self->state);
  dl_machine_state_clear (&self->state_b);
  self->until = 0;
}

static void
watch (DlLiveWorker *self)
{
  if (self->tape != NULL
      && (self->watched == DL_NO_NODE || self->watched < dl_tape_get_plan (self->tape)->n_routers))
    dl_machine_run_watch (dl_tape_get_run (self->tape), self->watched);
}

/* The line that is A now continues from here. @shared: cycles that it has in common with the one at
 * hand. */
static void
set_tape (DlLiveWorker *self, guint64 shared)
{
  self->tape = self->lines.a->tape;
  self->told_end = 0;
  self->until = 0;
  self->replays = !dl_tape_is_at_end (self->tape);
  self->hurries = FALSE;
  watch (self);
  self->stretch = 1;
  keep_time (self);
  tell_all (self, shared);
  tell_lines (self);
}

/* @tape, taken, is another line, and continues. */
static void
add_line (DlLiveWorker *self, DlTape *tape, guint64 left_at)
{
  dl_lines_add (&self->lines, tape, left_at);
  set_tape (self, left_at);
}

/* At the last cycle it has the state in which it was left, with the edits made there. */
static void
finish (DlLiveWorker *self)
{
  if (now (self) == dl_tape_get_recording (self->tape)->end)
    dl_tape_finish (self->tape, NULL, NULL);
}

/* Show line @id at the current cycle, or at its nearest one. */
static void
show_line (DlLiveWorker *self, guint id)
{
  DlLine *line = dl_lines_find (&self->lines, id);
  const guint64 at = self->tape != NULL ? now (self) : 0;

  if (line == NULL || line == self->lines.a)
    return;
  leave_end (self);
  dl_tape_seek (line->tape, MIN (at, dl_tape_get_recording (line->tape)->end), NULL, NULL);
  dl_lines_show (&self->lines, line);
  set_tape (self, 0);
  finish (self);
  tell_scenario (self);
}

/* The one at hand stays. */
static void
remove_line (DlLiveWorker *self, guint id)
{
  DlLine *line = dl_lines_find (&self->lines, id);

  if (line == NULL || line == self->lines.a)
    return;
  dl_lines_remove (&self->lines, line);
  tell_lines (self);
}

static void
compare (DlLiveWorker *self, guint id)
{
  DlLine *line = dl_lines_find (&self->lines, id);

  if (line == self->lines.a || line == self->lines.b)
    return;
  self->lines.b = line;
  tell_lines (self);
}

/* From cycle 0 of @recording. FALSE if that was canceled. */
static gboolean
begin_recording (DlLiveWorker *self, const DlRecording *recording)
{
  g_autoptr (GCancellable) cancellable = begin_building (self);
  g_autoptr (GError) error = NULL;
  DlTape *tape = dl_tape_new (recording, (DlTapeOptions) { .budget = self->lines.budget },
                              cancellable, &error);

  end_building (self);
  if (tape != NULL)
    {
      tell (self, DL_LIVE_EVENT_PROBLEM, NULL);
      drop_tape (self);
      add_line (self, tape, 0);
      tell_scenario (self);
      return TRUE;
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return FALSE;
  drop_tape (self);
  tell (self, DL_LIVE_EVENT_PROBLEM, error->message);
  return TRUE;
}

/* The same of the scenario. */
static gboolean
new_tape (DlLiveWorker *self)
{
  g_autoptr (DlRecording) recording = dl_recording_new (self->scenario);

  return begin_recording (self, recording);
}

static void
play (DlLiveWorker *self)
{
  g_autoptr (DlRecording) recording = NULL;
  guint64 at;

  g_mutex_lock (&self->lock);
  recording = g_steal_pointer (&self->recording);
  at = self->recording_at;
  g_mutex_unlock (&self->lock);
  if (recording == NULL)
    return;
  recording->results = DL_SIM_RESULTS; /* it is simulated here */
  if (begin_recording (self, recording) && self->tape != NULL && at > 0)
    {
      self->running = FALSE;
      dl_tape_seek (self->tape, MIN (at, recording->end), NULL, NULL);
      finish (self);
      tell_scenario (self);
    }
}

/* A run at an earlier cycle takes a different path from there: the one so far stays as it is. */
static void
branch (DlLiveWorker *self, guint64 at)
{
  if (now (self) != at)
    dl_tape_seek (self->tape, at, NULL, NULL);
  add_line (self, dl_tape_branch (self->tape), at);
}

/* Continue the run with the edited scenario, or restart it where that is impossible. FALSE if that
 * was canceled. */
static gboolean
edit (DlLiveWorker *self, const char *label, guint64 at)
{
  g_autoptr (GCancellable) cancellable = begin_building (self);
  g_autoptr (GError) error = NULL;
  gboolean done;

  if (!dl_tape_is_at_end (self->tape))
    branch (self, MIN (at, now (self)));
  add_point (self);
  done = dl_tape_edit (self->tape, self->scenario, label, cancellable, &error);
  end_building (self);
  if (!done && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return FALSE;
  if (!done && !g_error_matches (error, DL_SIM_ERROR, DL_SIM_ERROR_FIXED))
    {
      drop_tape (self);
      tell (self, DL_LIVE_EVENT_PROBLEM, error->message);
      return TRUE;
    }
  if (!done)
    return new_tape (self);
  self->until = 0;
  tell (self, DL_LIVE_EVENT_PROBLEM, NULL);
  tell_marks (self);
  tell_lines (self);
  tell_scenario (self);
  return TRUE;
}

static void
take_scenario (DlLiveWorker *self)
{
  g_autoptr (DlScenario) before = g_steal_pointer (&self->scenario);
  g_autofree char *label = NULL;
  gboolean follows, same, done = TRUE;
  guint64 at;

  g_mutex_lock (&self->lock);
  self->scenario = g_steal_pointer (&self->next);
  label = g_steal_pointer (&self->next_label);
  at = self->next_at;
  follows = self->next_follows;
  self->generation = self->next_generation;
  self->own_generation = self->next_own_generation;
  g_mutex_unlock (&self->lock);
  if (self->scenario == NULL) /* taken already */
    {
      self->scenario = g_steal_pointer (&before);
      return;
    }
  if (follows && self->tape != NULL)
    return;
  same = self->own != NULL && dl_simulate_same (self->own, self->scenario);
  g_clear_pointer (&self->own, dl_scenario_free);
  self->own = dl_scenario_copy (self->scenario);
  if (same && self->tape != NULL)
    {
      /* Nothing was edited; a look back is told again. */
      self->told_tape = NULL;
      tell_scenario (self);
      return;
    }
  if (self->tape == NULL)
    done = new_tape (self);
  else if (before == NULL || before->seed == self->scenario->seed)
    done = edit (self, label, at);
  else
    done = new_tape (self);
  if (done)
    return;
  /* There is a newer one; the running plan is of the one before. */
  dl_scenario_free (self->scenario);
  self->scenario = g_steal_pointer (&before);
  if (self->scenario == NULL)
    return;
  dl_scenario_free (self->own);
  self->own = dl_scenario_copy (self->scenario);
}

/* Follow up on simulated cycles. */
static void
follow (DlLiveWorker *self)
{
  tell_marks (self);
  tell_scenario (self);
  if (now (self) >= self->last_point + POINT_CYCLES
      && g_get_monotonic_time () - self->point_us >= POINT_US)
    add_point (self);
}

/* The series goes to where the simulation stands, however short it ran. */
static void
stop (DlLiveWorker *self)
{
  self->running = FALSE;
  if (self->tape == NULL)
    return;
  if (now (self) > self->last_point)
    add_point (self);
  self->lines_due = TRUE;
}

static void
pause_by_itself (DlLiveWorker *self)
{
  stop (self);
  tell (self, DL_LIVE_EVENT_PAUSED, NULL);
}

static gboolean
is_locked (const DlLiveWorker *self)
{
  return dl_tape_get_deadlock (self->tape) != NULL;
}

/* @cycles more, unless an order comes. */
static void
step (DlLiveWorker *self, guint64 cycles, gboolean to_grant)
{
  gboolean granted = FALSE;

  self->until = 0;
  while (self->tape != NULL && cycles > 0 && !granted && g_async_queue_length (self->orders) <= 0)
    {
      const gboolean locked = is_locked (self);
      const guint64 stretch = MIN (cycles, MIN (dl_tape_due (self->tape), 200));
      const guint64 from = now (self);

      if (to_grant)
        dl_tape_go_to_grant (self->tape, stretch, &granted, NULL, NULL);
      else
        dl_tape_go (self->tape, stretch, NULL, NULL);
      cycles -= now (self) - from;
      follow (self);
      if ((is_locked (self) && !locked) || now (self) == from)
        break;
    }
  pause_by_itself (self);
}

/* Go to @cycle, unless an order for another one comes. */
static void
seek (DlLiveWorker *self, guint64 cycle)
{
  g_autoptr (GCancellable) cancellable = NULL;

  self->running = FALSE;
  self->until = 0;
  if (self->tape == NULL)
    return;
  leave_end (self);
  cancellable = begin_building (self);
  dl_tape_seek (self->tape, MIN (cycle, dl_tape_get_recording (self->tape)->end), cancellable,
                NULL);
  end_building (self);
  finish (self);
  tell_scenario (self);
}

/* Cycle in which packets were first seen to wait for each other forever; 0: none were. */
static guint64
lock_seen (const DlLiveWorker *self)
{
  guint n;
  const DlTapeEvent *events = dl_tape_get_events (self->tape, &n);

  for (guint i = 0; i < n; i++)
    if (events[i].kind == DL_TAPE_DEADLOCK)
      return events[i].cycle;
  return 0;
}

/* Go to the clock cycle in which the cycle of waiting packets closed, also if it is earlier. */
static void
seek_lock (DlLiveWorker *self)
{
  g_autoptr (GCancellable) cancellable = NULL;
  guint64 cycle;

  self->running = FALSE;
  if (self->tape == NULL)
    return;
  leave_end (self);
  cancellable = begin_building (self);
  if (dl_tape_get_deadlock (self->tape) == NULL && lock_seen (self) > 0)
    dl_tape_seek (self->tape, lock_seen (self), cancellable, NULL);
  dl_tape_find_lock (self->tape, &cycle, cancellable, NULL);
  end_building (self);
  tell_scenario (self);
}

/* Questions ------------------------------------------------------------------------------------ */

/* A question whose answer was canceled by another order is asked again after that, unless it was by
 * a later question. */
static void
put_off (DlLiveWorker *self, const Order *order)
{
  gboolean latest;

  g_mutex_lock (&self->lock);
  latest = order->asked == self->n_asked[order->kind == DL_LIVE_ORDER_CHANGE];
  g_mutex_unlock (&self->lock);
  if (!latest || self->tape == NULL)
    return;
  g_async_queue_push (self->orders, g_memdup2 (order, sizeof *order));
  self->again = TRUE;
}

/* Answer a question by a copy of the current line, which stays where it is. */
static void
answer (DlLiveWorker *self, const Order *order)
{
  g_autoptr (GCancellable) cancellable = NULL;
  g_autoptr (DlTape) copy = NULL;
  g_autoptr (GError) error = NULL;
  DlLiveEvent news = { .kind = DL_LIVE_EVENT_JOURNEY, .packet = order->packet };

  if (self->tape == NULL)
    return;
  cancellable = begin_building (self);
  copy = dl_tape_copy (self->tape);
  if (order->kind == DL_LIVE_ORDER_JOURNEY)
    news.journey = dl_journey_new (copy, &order->packet, cancellable, &error);
  else
    {
      news.kind = DL_LIVE_EVENT_CHANGE;
      dl_tape_find_change (copy, (guint64) order->cycles, CHANGE_CYCLES, &news.change, cancellable,
                           &error);
    }
  end_building (self);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    put_off (self, order);
  else
    push (self, &news);
}

/* On until the packet has left the network. */
static void
go_to_delivery (DlLiveWorker *self, const DlFlight *packet)
{
  g_autoptr (GCancellable) cancellable = NULL;
  gboolean left;

  self->until = 0;
  if (self->tape == NULL)
    return;
  leave_end (self);
  cancellable = begin_building (self);
  dl_journey_go_to_end (self->tape, packet, MAX_CYCLES_TO_GRANT, &left, cancellable, NULL);
  end_building (self);
  finish (self);
  follow (self);
  pause_by_itself (self);
}

/* Prepare a paused run for single cycles back from here, also in a large network, where states are
 * far apart. */
static void
settle (DlLiveWorker *self)
{
  g_autoptr (GCancellable) cancellable = NULL;

  if (self->tape == NULL || g_async_queue_length (self->orders) > 0
      || dl_tape_get_plan (self->tape)->n_routers <= DL_FLIGHTS_MOST_ROUTERS
      || dl_tape_get_cycle (self->tape) == self->settled)
    return;
  cancellable = begin_building (self);
  dl_tape_settle (self->tape, cancellable, NULL);
  if (self->lines.b != NULL && dl_lines_follow (&self->lines, cancellable))
    dl_tape_settle (self->lines.b->tape, cancellable, NULL);
  end_building (self);
  self->settled = dl_tape_get_cycle (self->tape);
}

/* Cycles that may be simulated now to keep the speed. */
static guint64
due (const DlLiveWorker *self)
{
  const double elapsed_s = (g_get_monotonic_time () - self->run_us) / (double) G_USEC_PER_SEC;
  const double done = fabs ((double) now (self) - (double) self->run_from);

  return MAX (elapsed_s * self->speed - done, 0);
}

/* From cycle 0 on. */
static void
repeat (DlLiveWorker *self)
{
  if (!new_tape (self) || self->tape == NULL)
    return;
  self->until = self->scenario->simulation.cycles;
  self->running = TRUE;
}

static gboolean
run_is_over (const DlLiveWorker *self)
{
  gboolean precise;

  dl_tape_get_enough (self->tape, &precise);
  return self->until > 0
         && (now (self) >= self->until || precise
             || dl_machine_run_completion_cycle (dl_tape_get_run (self->tape))
                    != DL_SIMULATE_NOT_DONE);
}

/* The stretch after one of @cycles that took @took_us. */
static guint64
next_stretch (guint64 cycles, gint64 took_us)
{
  const guint64 most = MIN (cycles * MOST_STRETCH_US / took_us, STRETCH_CYCLES);

  return CLAMP (MAX (cycles * STRETCH_US / took_us, most), 1, 2 * cycles + 1);
}

/* Has there been as much as the scenario's own run takes? @precise: by its precision. */
static gboolean
has_enough (const DlLiveWorker *self, gboolean *precise)
{
  return dl_tape_get_enough (self->tape, precise) > 0;
}

/* Cycles that are left until it is to stop; G_MAXUINT64 past that, and without. */
static guint64
until_order (const DlLiveWorker *self)
{
  const guint64 done = now (self) - dl_tape_get_begun (self->tape);
  const gboolean own = self->stop_after == DL_LIVE_STOP_ENOUGH;
  const guint64 after = own ? self->scenario->simulation.cycles : self->stop_after;

  return after > done && !(own && has_enough (self, NULL)) ? after - done : G_MAXUINT64;
}

/* The same; and the seen cycles end where it ends: new cycles begin by themselves, not at the end
 * of a replay. */
static guint64
until_stop (const DlLiveWorker *self)
{
  const guint64 left = until_order (self);

  return self->replays ? MIN (left, dl_tape_get_recording (self->tape)->end - now (self)) : left;
}

/* Was the run to stop at its precision, and has it reached that since? */
static gboolean
is_precise_now (const DlLiveWorker *self, gboolean had_enough)
{
  gboolean precise;

  return self->stop_after == DL_LIVE_STOP_ENOUGH && !had_enough && has_enough (self, &precise)
         && precise;
}

/* FALSE: nothing is to be done for now. */
static gboolean
run_stretch (DlLiveWorker *self)
{
  const guint64 left = until_stop (self), begun = dl_tape_get_begun (self->tape);
  const guint64 from = now (self);
  const gboolean locked = is_locked (self);
  const gboolean had_enough = has_enough (self, NULL);
  guint64 cycles = self->stretch;
  gint64 begin_us, took_us;
  gboolean replayed;

  if (self->until > 0)
    cycles = MIN (cycles, self->until - now (self));
  else if (self->speed > 0 && !self->hurries)
    cycles = MIN (cycles, due (self));
  cycles = MIN (MIN (cycles, left), dl_tape_due (self->tape));
  if (cycles == 0)
    return FALSE;
  begin_us = g_get_monotonic_time ();
  dl_tape_go (self->tape, cycles, NULL, NULL);
  replayed = self->replays && now (self) == dl_tape_get_recording (self->tape)->end;
  if (replayed)
    finish (self);
  follow (self);
  took_us = MAX (g_get_monotonic_time () - begin_us, 1);
  if (cycles == self->stretch)
    self->stretch = next_stretch (cycles, took_us);
  if ((is_locked (self) && !locked) || run_is_over (self) || now (self) == from || replayed
      || (cycles == left && begun == dl_tape_get_begun (self->tape))
      || is_precise_now (self, had_enough))
    {
      /* Whoever is told finds the picture, of what stands still. */
      stop (self);
      send_picture (self);
      pause_by_itself (self);
    }
  return TRUE;
}

/* The same into the past. As fast as it goes, all of it takes some seconds. */
static gboolean
run_backward (DlLiveWorker *self)
{
  const guint64 most = MAX (dl_tape_get_recording (self->tape)->end / BACKWARD_STEPS, 1);
  const guint64 cycles = MIN (self->speed > 0 ? due (self) : most, now (self));

  if (cycles == 0 && now (self) > 0)
    return FALSE;
  dl_tape_seek (self->tape, now (self) - cycles, NULL, NULL);
  tell_scenario (self);
  if (now (self) > 0)
    return TRUE;
  self->running = FALSE;
  send_picture (self);
  tell (self, DL_LIVE_EVENT_PAUSED, NULL);
  return TRUE;
}

/* Speed of the last moments, cycles/s. */
static void
measure_speed (DlLiveWorker *self)
{
  const gint64 elapsed_us = g_get_monotonic_time () - self->run_us;

  if (elapsed_us > SPEED_US)
    self->measured_speed = fabs ((double) now (self) - (double) self->run_from)
                           * (double) G_USEC_PER_SEC / elapsed_us;
  if (elapsed_us > 10 * SPEED_US)
    keep_time (self);
}

/* Run from here, forward or back. Cycles seen before are replayed to their end, and no farther. */
static void
run (DlLiveWorker *self, gboolean backward)
{
  if (self->tape != NULL && backward)
    leave_end (self);
  self->running = TRUE;
  self->backward = backward;
  self->hurries = FALSE;
  if (self->tape == NULL)
    return;
  if (!backward)
    finish (self);
  self->replays = !dl_tape_is_at_end (self->tape);
  if (run_is_over (self))
    self->until = 0;
  keep_time (self);
}

static void
catch_up (DlLiveWorker *self)
{
  run (self, FALSE);
  self->hurries = self->replays;
  if (self->tape == NULL || !self->replays)
    pause_by_itself (self);
}

/* Orders --------------------------------------------------------------------------------------- */

/* FALSE to end. */
static gboolean
carry_out (DlLiveWorker *self, const Order *order)
{
  switch (order->kind)
    {
    case DL_LIVE_ORDER_SCENARIO:
      take_scenario (self);
      break;
    case DL_LIVE_ORDER_RUN:
      run (self, order->cycles < 0);
      break;
    case DL_LIVE_ORDER_PLAY:
      play (self);
      break;
    case DL_LIVE_ORDER_CATCH_UP:
      catch_up (self);
      break;
    case DL_LIVE_ORDER_SEEK:
      seek (self, order->cycles);
      break;
    case DL_LIVE_ORDER_LOCK:
      seek_lock (self);
      break;
    case DL_LIVE_ORDER_DELIVERY:
      go_to_delivery (self, &order->packet);
      break;
    case DL_LIVE_ORDER_JOURNEY:
    case DL_LIVE_ORDER_CHANGE:
      answer (self, order);
      break;
    case DL_LIVE_ORDER_LINE:
      show_line (self, order->node);
      break;
    case DL_LIVE_ORDER_REMOVE_LINE:
      remove_line (self, order->node);
      break;
    case DL_LIVE_ORDER_COMPARE:
      compare (self, order->node);
      break;
    case DL_LIVE_ORDER_LINES:
      tell_lines (self);
      break;
    case DL_LIVE_ORDER_PAUSE:
      stop (self);
      settle (self);
      break;
    case DL_LIVE_ORDER_STEP:
      step (self, order->cycles, FALSE);
      break;
    case DL_LIVE_ORDER_GRANT:
      if (self->tape != NULL && !dl_machine_plan_shows_inside (dl_tape_get_plan (self->tape)))
        step (self, 1, FALSE);
      else
        step (self, MAX_CYCLES_TO_GRANT, TRUE);
      break;
    case DL_LIVE_ORDER_RESTART:
      new_tape (self);
      break;
    case DL_LIVE_ORDER_REPEAT:
      repeat (self);
      break;
    case DL_LIVE_ORDER_SPEED:
      self->speed = order->cycles;
      keep_time (self);
      break;
    case DL_LIVE_ORDER_STOP:
      self->stop_after = (guint64) order->cycles;
      break;
    case DL_LIVE_ORDER_WATCH:
      self->watched = order->node;
      watch (self);
      break;
    case DL_LIVE_ORDER_FLIGHTS:
      self->flights = order->cycles != 0;
      break;
    case DL_LIVE_ORDER_QUIT:
      return FALSE;
    }
  return TRUE;
}

/* The next order; NULL if there is something else to do. */
static Order *
next_order (DlLiveWorker *self, gboolean busy)
{
  if (!self->running || self->tape == NULL)
    return g_async_queue_pop (self->orders);
  /* Where the speed is kept, a moment. */
  return busy ? g_async_queue_try_pop (self->orders)
              : g_async_queue_timeout_pop (self->orders, 2000);
}

static gpointer
work (gpointer data)
{
  DlLiveWorker *self = data;
  gboolean busy = TRUE, goes_on = TRUE;

  while (goes_on)
    {
      g_autofree Order *order = next_order (self, busy);

      if (order != NULL)
        {
          self->again = FALSE;
          goes_on = carry_out (self, order);
          if (g_async_queue_length (self->orders) <= 0)
            send_picture (self);
          if (!self->again)
            g_atomic_int_inc (&self->n_done);
          continue;
        }
      busy = self->backward ? run_backward (self) : run_stretch (self);
      if (picture_is_due (self) || !self->running)
        {
          measure_speed (self);
          send_picture (self);
        }
    }
  drop_tape (self);
  dl_lines_clear (&self->lines);
  dl_scenario_free (self->scenario);
  dl_scenario_free (self->own);
  worker_unref (self);
  return NULL;
}

/* The owner's side ----------------------------------------------------------------------------- */

DlLiveWorker *
dl_live_worker_new (gsize budget)
{
  DlLiveWorker *self = g_new0 (DlLiveWorker, 1);

  g_atomic_ref_count_init (&self->refs);
  g_mutex_init (&self->lock);
  self->orders = g_async_queue_new_full (g_free);
  self->news = g_async_queue_new_full ((GDestroyNotify) dl_live_event_free);
  dl_mailbox_init (&self->pictures, g_new0 (DlLivePicture, 1), g_new0 (DlLivePicture, 1),
                   g_new0 (DlLivePicture, 1));
  dl_lines_init (&self->lines, budget);
  self->watched = DL_NO_NODE;
  g_atomic_ref_count_inc (&self->refs);
  g_thread_unref (g_thread_new ("dl-live", work, self));
  return self;
}

void
dl_live_worker_free (DlLiveWorker *self)
{
  if (self == NULL)
    return;
  g_mutex_lock (&self->lock);
  g_cancellable_cancel (self->building);
  g_mutex_unlock (&self->lock);
  dl_live_worker_order (self, DL_LIVE_ORDER_QUIT, 0, DL_NO_NODE);
  worker_unref (self);
}

/* Send an order. @ends_others: questions without a listener end. */
static void
send_order (DlLiveWorker *self, Order *order, gboolean ends_others)
{
  if (ends_others)
    {
      g_mutex_lock (&self->lock);
      if (order->kind != DL_LIVE_ORDER_SEEK)
        order->asked = ++self->n_asked[order->kind == DL_LIVE_ORDER_CHANGE];
      g_cancellable_cancel (self->building);
      g_mutex_unlock (&self->lock);
    }
  self->n_ordered++;
  g_async_queue_push (self->orders, g_memdup2 (order, sizeof *order));
}

void
dl_live_worker_order (DlLiveWorker *self, DlLiveOrderKind kind, double cycles, guint node)
{
  Order order = { .kind = kind, .cycles = cycles, .node = node };

  send_order (self, &order, kind == DL_LIVE_ORDER_SEEK || kind == DL_LIVE_ORDER_CHANGE);
}

void
dl_live_worker_ask (DlLiveWorker *self, DlLiveOrderKind kind, const DlFlight *packet)
{
  Order order = { .kind = kind, .node = DL_NO_NODE, .packet = *packet };

  send_order (self, &order, kind == DL_LIVE_ORDER_JOURNEY);
}

void
dl_live_worker_set_scenario (DlLiveWorker *self, const DlScenario *scenario, guint64 generation,
                             const char *label, guint64 at, gboolean follows)
{
  g_mutex_lock (&self->lock);
  /* One that was not taken yet is part of this one. */
  self->next_follows = follows && (self->next == NULL || self->next_follows);
  dl_scenario_free (self->next);
  self->next = dl_scenario_copy (scenario);
  g_free (self->next_label);
  self->next_label = g_strdup (label);
  self->next_generation = generation;
  if (!follows)
    self->next_own_generation = generation;
  self->next_at = at;
  if (!follows)
    g_cancellable_cancel (self->building);
  g_mutex_unlock (&self->lock);
  dl_live_worker_order (self, DL_LIVE_ORDER_SCENARIO, 0, DL_NO_NODE);
}

void
dl_live_worker_play (DlLiveWorker *self, const DlRecording *recording, guint64 cycle)
{
  g_mutex_lock (&self->lock);
  self->recording_at = cycle;
  dl_recording_free (self->recording);
  self->recording = dl_recording_copy (recording);
  g_mutex_unlock (&self->lock);
  dl_live_worker_order (self, DL_LIVE_ORDER_PLAY, 0, DL_NO_NODE);
}

gboolean
dl_live_worker_is_idle (DlLiveWorker *self)
{
  return (guint) g_atomic_int_get (&self->n_done) == self->n_ordered;
}

const DlLivePicture *
dl_live_worker_fetch (DlLiveWorker *self)
{
  return dl_mailbox_fetch (&self->pictures);
}

DlLiveEvent *
dl_live_worker_next_event (DlLiveWorker *self)
{
  return g_async_queue_try_pop (self->news);
}
