#include "dl-tape.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <time.h>

/* Plans end their draining at multiples of this (dl-seastar.h). */
#define DRAIN_EVERY 64
/* Cycles after which it is looked whether packets wait for each other for ever. */
#define LOOK_FOR_DEADLOCK 2000
/* Cycles at most in one stretch, so that it can be canceled. */
#define MOST_STRETCH 1000
/* States are kept so seldom that this many times their cost passes in between. */
#define STATE_TIMES 50
/* States grow apart with their distance to the cycle at hand, the farthest ones by so much. */
#define SPREAD 8
/* Halving the way to a cycle that is gone back to ends at so many cycles. */
#define LEAST_STRIDE 16
/* Points of the series at most; then every other one goes. */
#define MOST_POINTS  2048
#define POINT_CYCLES 16
/* Plans kept for edits that are passed again. */
#define MOST_PLANS 256

/* State of a run beside its simulator's. */
typedef struct
{
  guint n_edits; /* applied */
  DlMachinePlan *at_work;
  DlRunObserver *observer;
  guint64 begun, looked, enough;
  gboolean precise;
  GArray *deadlock; /* DlSimWait; nullable */
} State;

/* A whole state; immutable, shared by branches. */
typedef struct
{
  DlShared shared;
  DlSimImage *image;
  State state;
} Mark;

struct _DlTape
{
  DlTapeOptions options;
  DlRecording *recording;
  GPtrArray *plans; /* (edits) DlMachinePlan that each led to; NULL where it is not kept */
  DlScenario *scenario;
  DlMachineRun *run;
  State state;
  guint64 seen;
  GPtrArray *marks;    /* Mark, in the order of time; the first one is at cycle 0 */
  gsize size;          /* of all of them */
  gboolean keeps_none; /* no more of them than it has */
  gint64 mark_us;      /* of this thread's time, before which no state is kept */
  GArray *points;      /* DlSimPoint */
  guint64 point_cycles;
  GArray *events; /* DlTapeEvent */
};

static gint64
own_time (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

/* States ------------------------------------------------------------------------------------- */

static void
state_clear (State *state)
{
  g_clear_pointer (&state->at_work, dl_machine_plan_unref);
  g_clear_pointer (&state->observer, dl_run_observer_free);
  g_clear_pointer (&state->deadlock, g_array_unref);
}

static State
state_copy (const State *state)
{
  State copy = *state;

  dl_machine_plan_ref (copy.at_work);
  copy.observer = dl_run_observer_copy (state->observer);
  if (copy.deadlock != NULL)
    g_array_ref (copy.deadlock);
  return copy;
}

static void
mark_free (gpointer data)
{
  Mark *mark = data;

  dl_sim_image_unref (mark->image);
  state_clear (&mark->state);
  g_free (mark);
}

static Mark *
mark_at (const DlTape *self, guint i)
{
  return g_ptr_array_index (self->marks, i);
}

static guint64
cycle_of (const DlTape *self, guint i)
{
  return mark_at (self, i)->image->cycle;
}

static void
measure (DlTape *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  self->size = 0;
  for (guint i = 0; i < self->marks->len; i++)
    self->size += sizeof (Mark) + dl_sim_image_get_size (mark_at (self, i)->image)
                  + dl_run_observer_get_size (mark_at (self, i)->state.observer,
                                              self->run->plan->n_nodes, seen);
}

/* The cycles that lie between the neighbors of state @i, as seen from @now: the farther away, the
 * farther apart they may be. */
static double
gap_without (const DlTape *self, guint i, guint64 now)
{
  const double before = cycle_of (self, i - 1), at = cycle_of (self, i);
  const double after
      = i + 1 < self->marks->len ? (double) cycle_of (self, i + 1) : (double) MAX (self->seen, now);

  return (after - before) / (1 + (double) self->seen / SPREAD + fabs (at - (double) now));
}

/* States go, the least needed first, until the others are within the budget. The first one stays.
 */
static void
thin_out (DlTape *self)
{
  const guint64 now = dl_machine_run_cycle (self->run);

  measure (self);
  while (self->size > self->options.budget && self->marks->len > 1)
    {
      guint least = 1;

      for (guint i = 2; i < self->marks->len; i++)
        if (gap_without (self, i, now) < gap_without (self, least, now))
          least = i;
      g_ptr_array_remove_index (self->marks, least);
      measure (self);
    }
}

/* Among the others, where there is none yet of this cycle and edits. */
static void
keep_state (DlTape *self)
{
  const guint64 now = dl_machine_run_cycle (self->run);
  const gint64 begin = own_time ();
  guint at = self->marks->len;
  Mark *mark;

  if (self->keeps_none)
    return;
  while (at > 0 && cycle_of (self, at - 1) > now)
    at--;
  for (guint i = at; i > 0 && cycle_of (self, i - 1) == now; i--)
    if (mark_at (self, i - 1)->state.n_edits == self->state.n_edits)
      return;
  while (at > 0 && cycle_of (self, at - 1) == now
         && mark_at (self, at - 1)->state.n_edits > self->state.n_edits)
    at--;
  mark = g_new0 (Mark, 1);
  dl_shared_init (&mark->shared, mark_free);
  mark->image = dl_machine_run_save (self->run);
  mark->state = state_copy (&self->state);
  g_ptr_array_insert (self->marks, at, mark);
  thin_out (self);
  self->mark_us = own_time () + STATE_TIMES * (own_time () - begin);
}

/* Edits that are applied before the state at @cycle. */
static guint
edits_before (const DlTape *self, guint64 cycle)
{
  const GPtrArray *edits = self->recording->edits;
  guint n = 0;

  while (n < edits->len && ((const DlRecordedEdit *) edits->pdata[n])->cycle < cycle)
    n++;
  return n;
}

/* The latest state from which the one at @cycle comes. */
static const Mark *
mark_before (const DlTape *self, guint64 cycle)
{
  const guint n_edits = edits_before (self, cycle);
  guint i = self->marks->len - 1;

  while (i > 0 && (cycle_of (self, i) > cycle || mark_at (self, i)->state.n_edits > n_edits))
    i--;
  return mark_at (self, i);
}

static void
set_threads (DlTape *self)
{
  dl_machine_run_set_threads (self->run, self->options.threads > 0
                                             ? self->options.threads
                                             : self->scenario->simulation.threads);
}

static void
load_state (DlTape *self, const Mark *mark)
{
  if (mark->state.n_edits != self->state.n_edits)
    {
      dl_scenario_free (self->scenario);
      self->scenario = dl_recording_scenario (self->recording, mark->state.n_edits);
    }
  dl_machine_run_load (self->run, mark->image);
  set_threads (self);
  state_clear (&self->state);
  self->state = state_copy (&mark->state);
}

/* Statistics --------------------------------------------------------------------------------- */

static void
add_point (DlTape *self)
{
  DlSimPoint point;

  dl_machine_run_get_point (self->run, &point);
  g_array_append_val (self->points, point);
  if (self->points->len <= MOST_POINTS)
    return;
  for (guint i = 1; 2 * i < self->points->len; i++)
    g_array_index (self->points, DlSimPoint, i) = g_array_index (self->points, DlSimPoint, 2 * i);
  g_array_set_size (self->points, (self->points->len + 1) / 2);
  self->point_cycles *= 2;
}

/* After an edit or at the start. @cut: of the warm-up, see dl_run_observer_new. */
static void
begin_anew (DlTape *self, guint64 cut)
{
  State *state = &self->state;

  g_clear_pointer (&state->observer, dl_run_observer_free);
  state->observer = dl_run_observer_new (self->run, self->scenario->simulation.precision, cut);
  state->precise = FALSE;
  state->begun = state->looked = dl_machine_run_cycle (self->run);
  state->enough = 0;
  g_clear_pointer (&state->deadlock, g_array_unref);
}

static void
set_at_work (DlTape *self, DlMachinePlan *plan)
{
  dl_machine_plan_ref (plan);
  g_clear_pointer (&self->state.at_work, dl_machine_plan_unref);
  self->state.at_work = plan;
}

/* Add an event of this cycle, unless the cycle was seen before: then the event is known. */
static void
add_event (DlTape *self, DlTapeEventKind kind)
{
  const DlTapeEvent event = { kind, dl_machine_run_cycle (self->run) };

  if (event.cycle > self->seen)
    g_array_append_val (self->events, event);
}

static void
look_for_deadlock (DlTape *self)
{
  State *state = &self->state;
  const guint64 now = dl_machine_run_cycle (self->run);

  if (state->deadlock != NULL || dl_machine_run_is_draining (self->run)
      || now - state->looked < LOOK_FOR_DEADLOCK)
    return;
  state->looked = now;
  state->deadlock = dl_machine_run_find_deadlock (self->run);
  if (state->deadlock != NULL)
    add_event (self, DL_TAPE_DEADLOCK);
}

static gboolean
is_saturated (const DlTape *self)
{
  DlSimVerdict verdict;

  dl_run_observer_judge (self->state.observer, &verdict);
  return verdict.state == DL_SIM_SATURATED;
}

/* Is there as much as a run of the command line takes? Once there is it is not looked at again. */
static void
look_for_end (DlTape *self, gboolean window_ended)
{
  const DlSimulationSpec *spec = &self->scenario->simulation;
  const guint64 now = dl_machine_run_cycle (self->run);
  State *state = &self->state;

  if (state->enough > 0)
    return;
  if (window_ended && spec->stop == DL_STOP_PRECISION)
    state->precise = dl_run_observer_is_precise (state->observer);
  if (state->precise)
    state->enough = now;
  else if (now - state->begun >= spec->cycles)
    state->enough = state->begun + spec->cycles;
  if (state->enough > 0)
    add_event (self, is_saturated (self) ? DL_TAPE_SATURATED : DL_TAPE_ENOUGH);
}

static void
follow (DlTape *self)
{
  const guint64 now = dl_machine_run_cycle (self->run);

  if (self->state.at_work != self->run->plan && !dl_machine_run_is_draining (self->run))
    {
      /* The tables were swapped: from now on it is the scenario's network. */
      set_at_work (self, self->run->plan);
      begin_anew (self, DL_SIM_CUT_FOUND);
    }
  look_for_end (self, dl_run_observer_follow (self->state.observer, self->run));
  look_for_deadlock (self);
  if (now <= self->seen)
    return;
  self->seen = now;
  self->recording->end = MAX (self->recording->end, now);
  if (now % self->point_cycles == 0)
    add_point (self);
}

/* Edits -------------------------------------------------------------------------------------- */

static DlMachinePlan *
kept_plan (const DlTape *self, guint edit)
{
  return edit < self->plans->len ? g_ptr_array_index (self->plans, edit) : NULL;
}

static void
plan_unref (gpointer plan)
{
  dl_machine_plan_unref (plan);
}

static void
keep_plan (DlTape *self, guint edit, DlMachinePlan *plan)
{
  while (self->plans->len <= edit)
    g_ptr_array_add (self->plans, NULL);
  if (self->plans->pdata[edit] != NULL)
    return;
  self->plans->pdata[edit] = dl_machine_plan_ref (plan);
  if (edit >= MOST_PLANS)
    g_clear_pointer (&self->plans->pdata[edit - MOST_PLANS], plan_unref);
}

/* The plan by which it continues as @scenario, NULL on error. */
static DlMachinePlan *
make_plan (const DlTape *self, const DlScenario *scenario, GCancellable *cancellable,
           GError **error)
{
  const gboolean same = dl_scenario_same_routes (self->scenario, scenario);
  g_autoptr (DlMachinePlan) plan = dl_scenario_plan (
      scenario, scenario->seed, same ? self->run->plan->routes : NULL, cancellable, error);

  if (plan == NULL)
    return NULL;
  if (plan->seed == self->run->plan->seed && dl_machine_run_fits (self->run, plan))
    return g_steal_pointer (&plan);
  g_set_error_literal (error, DL_SIM_ERROR, DL_SIM_ERROR_FIXED,
                       _ ("this cannot change while a simulation runs (state it in the scenario "
                          "and start a new run)"));
  return NULL;
}

/* Goes on as @scenario by @plan; NULL: by the one at hand. */
static void
take (DlTape *self, const DlScenario *scenario, DlMachinePlan *plan)
{
  dl_scenario_free (self->scenario);
  self->scenario = dl_scenario_copy (scenario);
  self->state.n_edits++;
  if (plan != NULL)
    dl_machine_run_change (self->run, plan);
  set_threads (self);
  if (plan == NULL)
    return;
  if (!dl_machine_run_is_draining (self->run))
    set_at_work (self, plan);
  begin_anew (self, DL_SIM_CUT_FOUND);
}

/* "FILE:LINE: " and the edit's first key, where they are known. */
static void
place_error (const DlTape *self, const DlRecordedEdit *edit, GError **error)
{
  const DlEdit *first = g_ptr_array_index (edit->edits, 0);

  if (error == NULL || g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (!g_str_has_prefix ((*error)->message, first->field->name))
    g_prefix_error (error, "%s: ", first->field->name);
  if (self->recording->file_name != NULL && edit->line > 0)
    g_prefix_error (error, "%s:%u: ", self->recording->file_name, edit->line);
}

/* The next recorded edit. */
static gboolean
apply_next (DlTape *self, GCancellable *cancellable, GError **error)
{
  const guint i = self->state.n_edits;
  const DlRecordedEdit *edit = g_ptr_array_index (self->recording->edits, i);
  g_autoptr (DlScenario) scenario = dl_scenario_copy (self->scenario);
  DlMachinePlan *kept = kept_plan (self, i);
  g_autoptr (DlMachinePlan) plan = kept != NULL ? dl_machine_plan_ref (kept) : NULL;

  if (!dl_scenario_apply (scenario, edit->edits, NULL, NULL, error))
    {
      place_error (self, edit, error);
      return FALSE;
    }
  if (plan == NULL && !dl_simulate_same (self->scenario, scenario))
    {
      plan = make_plan (self, scenario, cancellable, error);
      if (plan == NULL)
        {
          place_error (self, edit, error);
          return FALSE;
        }
      keep_plan (self, i, plan);
    }
  take (self, scenario, plan);
  return TRUE;
}

gboolean
dl_tape_is_at_end (const DlTape *self)
{
  return dl_machine_run_cycle (self->run) == self->recording->end
         && self->state.n_edits == self->recording->edits->len;
}

gboolean
dl_tape_edit (DlTape *self, const DlScenario *scenario, const char *label,
              GCancellable *cancellable, GError **error)
{
  const guint64 now = dl_machine_run_cycle (self->run);
  g_autoptr (DlMachinePlan) plan = NULL;
  g_autoptr (GPtrArray) edits = NULL;
  g_autofree char *words = NULL;

  g_assert (dl_tape_is_at_end (self));
  if (dl_simulate_same (self->scenario, scenario))
    {
      dl_scenario_free (self->scenario);
      self->scenario = dl_scenario_copy (scenario);
      set_threads (self);
      return TRUE;
    }
  plan = make_plan (self, scenario, cancellable, error);
  if (plan == NULL)
    return FALSE;
  edits = dl_edits_between (self->scenario, scenario);
  keep_plan (self, self->recording->edits->len, plan);
  words = label == NULL ? dl_edits_describe (edits) : NULL;
  dl_recording_add (self->recording, now, label != NULL ? label : words, edits);
  take (self, scenario, plan);
  return TRUE;
}

/* Going -------------------------------------------------------------------------------------- */

static guint64
next_multiple (guint64 now, guint64 of)
{
  return of - now % of;
}

guint64
dl_tape_due (const DlTape *self)
{
  const guint64 now = dl_machine_run_cycle (self->run);
  guint64 due = dl_run_observer_due (self->state.observer, self->run);

  due = MIN (due, next_multiple (now, self->point_cycles));
  if (dl_machine_run_is_draining (self->run))
    due = MIN (due, next_multiple (now, DRAIN_EVERY));
  else if (self->state.deadlock == NULL)
    due = MIN (due, MAX (self->state.looked + LOOK_FOR_DEADLOCK, now + 1) - now);
  return MIN (due, MOST_STRETCH);
}

/* Cycles to the next recorded edit. */
static guint64
until_edit (const DlTape *self)
{
  const GPtrArray *edits = self->recording->edits;

  if (self->state.n_edits == edits->len)
    return G_MAXUINT64;
  return ((const DlRecordedEdit *) edits->pdata[self->state.n_edits])->cycle
         - dl_machine_run_cycle (self->run);
}

static gboolean
state_is_due (const DlTape *self)
{
  const guint64 now = dl_machine_run_cycle (self->run);

  if (self->options.budget == 0 || self->keeps_none)
    return FALSE;
  if (self->options.every > 0)
    return now % self->options.every == 0;
  return own_time () >= self->mark_us;
}

gboolean
dl_tape_finish (DlTape *self, GCancellable *cancellable, GError **error)
{
  while (until_edit (self) == 0)
    if (!apply_next (self, cancellable, error))
      return FALSE;
  return TRUE;
}

/* @granted: nullable; it ends with a grant of the watched router, or a stretch. */
static gboolean
go (DlTape *self, guint64 cycles, gboolean *granted, GCancellable *cancellable, GError **error)
{
  while (cycles > 0)
    {
      const guint64 from = dl_machine_run_cycle (self->run);

      guint64 stretch;

      if (!dl_tape_finish (self, cancellable, error))
        return FALSE;
      stretch = MIN (MIN (cycles, dl_tape_due (self)), until_edit (self));
      if (self->options.every > 0)
        stretch
            = MIN (stretch, next_multiple (dl_machine_run_cycle (self->run), self->options.every));
      if (granted != NULL)
        *granted = dl_machine_run_to_grant (self->run, stretch);
      else
        dl_machine_run_go (self->run, stretch);
      follow (self);
      cycles -= dl_machine_run_cycle (self->run) - from;
      if (state_is_due (self))
        keep_state (self);
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (granted != NULL)
        break;
    }
  return TRUE;
}

gboolean
dl_tape_go (DlTape *self, guint64 cycles, GCancellable *cancellable, GError **error)
{
  return go (self, cycles, NULL, cancellable, error);
}

gboolean
dl_tape_go_to_grant (DlTape *self, guint64 cycles, gboolean *granted, GCancellable *cancellable,
                     GError **error)
{
  *granted = FALSE;
  return go (self, cycles, granted, cancellable, error);
}

/* From a state far before @cycle, keeping others on the way: half of it, and half of the rest, so
 * that going back further from there takes as little. */
static gboolean
approach (DlTape *self, guint64 cycle, GCancellable *cancellable, GError **error)
{
  while (cycle - dl_machine_run_cycle (self->run) > LEAST_STRIDE)
    {
      const guint64 left = cycle - dl_machine_run_cycle (self->run);

      if (!go (self, left - left / 2, NULL, cancellable, error))
        return FALSE;
      if (self->options.budget > 0)
        keep_state (self);
    }
  return go (self, cycle - dl_machine_run_cycle (self->run), NULL, cancellable, error);
}

gboolean
dl_tape_seek (DlTape *self, guint64 cycle, GCancellable *cancellable, GError **error)
{
  const guint64 now = dl_machine_run_cycle (self->run);
  const Mark *mark = mark_before (self, cycle);

  /* At the cycle itself, edits may have been applied. */
  if (cycle < now || (cycle == now && self->state.n_edits > edits_before (self, cycle))
      || mark->image->cycle > now)
    load_state (self, mark);
  if (cycle > self->seen)
    return go (self, cycle - dl_machine_run_cycle (self->run), NULL, cancellable, error);
  return approach (self, cycle, cancellable, error);
}

gboolean
dl_tape_settle (DlTape *self, GCancellable *cancellable, GError **error)
{
  const guint64 now = dl_machine_run_cycle (self->run);
  const guint n_edits = self->state.n_edits;

  if (now == 0 || self->options.budget == 0)
    return TRUE;
  keep_state (self);
  load_state (self, mark_before (self, now - 1));
  if (!approach (self, now, cancellable, error))
    return FALSE;
  while (self->state.n_edits < n_edits)
    if (!apply_next (self, cancellable, error))
      return FALSE;
  return TRUE;
}

gboolean
dl_tape_find_lock (DlTape *self, guint64 *cycle, GCancellable *cancellable, GError **error)
{
  const GArray *found = self->state.deadlock;
  guint64 low = self->state.begun, high = dl_machine_run_cycle (self->run);

  *cycle = 0;
  if (found == NULL)
    return TRUE;
  /* At @low there is none, at @high there is, and it stays. */
  while (high - low > 1)
    {
      const guint64 middle = low + (high - low) / 2;
      g_autoptr (GArray) waits = NULL;

      if (!dl_tape_seek (self, middle, cancellable, error))
        return FALSE;
      waits = dl_machine_run_find_deadlock (self->run);
      if (waits != NULL)
        high = middle;
      else
        low = middle;
    }
  *cycle = high;
  if (!dl_tape_seek (self, high, cancellable, error))
    return FALSE;
  g_clear_pointer (&self->state.deadlock, g_array_unref);
  self->state.deadlock = dl_machine_run_find_deadlock (self->run);
  return TRUE;
}

/* Making ------------------------------------------------------------------------------------- */

DlTape *
dl_tape_new (const DlRecording *recording, DlTapeOptions options, GCancellable *cancellable,
             GError **error)
{
  const DlScenario *scenario = recording->scenario;
  g_autoptr (DlMachinePlan) plan
      = dl_scenario_plan (scenario, scenario->seed, NULL, cancellable, error);
  DlTape *self;

  if (plan == NULL)
    return NULL;
  self = g_new0 (DlTape, 1);
  self->options = options;
  self->recording = dl_recording_copy (recording);
  self->scenario = dl_scenario_copy (scenario);
  self->plans = g_ptr_array_new_with_free_func (plan_unref);
  self->run = dl_machine_run_new (plan);
  self->marks = g_ptr_array_new_with_free_func (dl_shared_unref);
  self->points = g_array_new (FALSE, FALSE, sizeof (DlSimPoint));
  self->events = g_array_new (FALSE, FALSE, sizeof (DlTapeEvent));
  self->point_cycles = POINT_CYCLES;
  set_threads (self);
  set_at_work (self, plan);
  begin_anew (self, dl_simulate_own_warmup (scenario, G_MAXUINT64));
  add_point (self);
  keep_state (self);
  return self;
}

static gpointer
mark_ref (gconstpointer mark, gpointer data)
{
  return dl_shared_ref (mark);
}

static gpointer
plan_ref (gconstpointer plan, gpointer data)
{
  return dl_machine_plan_ref (plan);
}

/* Drop marks, points and events later than this state. */
static void
forget_later (DlTape *self)
{
  const guint64 now = dl_machine_run_cycle (self->run);
  guint n = self->marks->len, n_points = self->points->len, n_events = self->events->len;

  while (n > 1
         && (cycle_of (self, n - 1) > now
             || mark_at (self, n - 1)->state.n_edits > self->state.n_edits))
    n--;
  g_ptr_array_set_size (self->marks, n);
  while (n_points > 1 && g_array_index (self->points, DlSimPoint, n_points - 1).cycle > now)
    n_points--;
  g_array_set_size (self->points, n_points);
  while (n_events > 0 && g_array_index (self->events, DlTapeEvent, n_events - 1).cycle > now)
    n_events--;
  g_array_set_size (self->events, n_events);
  g_ptr_array_set_size (self->plans, MIN (self->plans->len, self->state.n_edits));
  dl_recording_cut (self->recording, now, self->state.n_edits);
  self->seen = now;
}

DlTape *
dl_tape_copy (const DlTape *tape)
{
  DlTape *self = g_new0 (DlTape, 1);
  g_autoptr (DlSimImage) image = dl_machine_run_save (tape->run);

  self->options = tape->options;
  self->recording = dl_recording_copy (tape->recording);
  self->scenario = dl_scenario_copy (tape->scenario);
  self->plans = g_ptr_array_copy (tape->plans, plan_ref, NULL);
  g_ptr_array_set_free_func (self->plans, plan_unref);
  self->run = dl_machine_run_new_from (image);
  self->state = state_copy (&tape->state);
  self->marks = g_ptr_array_copy (tape->marks, mark_ref, NULL);
  g_ptr_array_set_free_func (self->marks, dl_shared_unref);
  self->points = g_array_copy (tape->points);
  self->events = g_array_copy (tape->events);
  self->point_cycles = tape->point_cycles;
  self->seen = tape->seen;
  self->keeps_none = TRUE;
  set_threads (self);
  return self;
}

DlTape *
dl_tape_branch (const DlTape *tape)
{
  DlTape *self = dl_tape_copy (tape);

  self->keeps_none = FALSE;
  forget_later (self);
  measure (self);
  return self;
}

void
dl_tape_free (DlTape *self)
{
  if (self == NULL)
    return;
  dl_recording_free (self->recording);
  dl_scenario_free (self->scenario);
  g_ptr_array_unref (self->plans);
  dl_machine_run_free (self->run);
  state_clear (&self->state);
  g_ptr_array_unref (self->marks);
  g_array_unref (self->points);
  g_array_unref (self->events);
  g_free (self);
}

/* Looking ------------------------------------------------------------------------------------ */

const DlRecording *
dl_tape_get_recording (const DlTape *self)
{
  return self->recording;
}

guint64
dl_tape_get_cycle (const DlTape *self)
{
  return dl_machine_run_cycle (self->run);
}

guint64
dl_tape_get_seen (const DlTape *self)
{
  return self->seen;
}

DlMachineRun *
dl_tape_get_run (const DlTape *self)
{
  return self->run;
}

DlMachinePlan *
dl_tape_get_plan (const DlTape *self)
{
  return self->state.at_work;
}

const DlScenario *
dl_tape_get_scenario (const DlTape *self)
{
  return self->scenario;
}

guint
dl_tape_get_n_edits (const DlTape *self)
{
  return self->state.n_edits;
}

DlRunObserver *
dl_tape_get_observer (const DlTape *self)
{
  return self->state.observer;
}

guint64
dl_tape_get_begun (const DlTape *self)
{
  return self->state.begun;
}

guint64
dl_tape_get_enough (const DlTape *self, gboolean *precise)
{
  if (precise != NULL)
    *precise = self->state.precise;
  return self->state.enough;
}

GArray *
dl_tape_get_deadlock (const DlTape *self)
{
  return self->state.deadlock;
}

const DlSimPoint *
dl_tape_get_points (const DlTape *self, guint *n_points)
{
  *n_points = self->points->len;
  return (const DlSimPoint *) self->points->data;
}

const DlTapeEvent *
dl_tape_get_events (const DlTape *self, guint *n_events)
{
  *n_events = self->events->len;
  return (const DlTapeEvent *) self->events->data;
}

void
dl_tape_set_budget (DlTape *self, gsize budget)
{
  self->options.budget = budget;
  thin_out (self);
}

gsize
dl_tape_get_size (const DlTape *self, guint *n_states)
{
  if (n_states != NULL)
    *n_states = self->marks->len;
  return self->size;
}
