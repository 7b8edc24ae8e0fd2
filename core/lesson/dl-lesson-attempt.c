#include "dl-lesson-attempt-private.h"
#include "dl-lesson-judge.h"

#include <glib/gi18n-lib.h>

#include <locale.h>
#include <string.h>

G_STATIC_ASSERT (DL_LESSON_MAX_ITEMS <= 64); /* a bit each */

guint64
dl_lesson_attempt_holding (DlLessonAttempt *self, gboolean simulated)
{
  const GPtrArray *until = step_of (self)->until;
  guint64 held = 0;

  for (guint i = 0; i < until->len; i++)
    if (dl_condition_is_simulated (until->pdata[i]) == simulated
        && dl_condition_judge (until->pdata[i], self->world, record_of (self)->before,
                               first_world_of (self))
               == DL_JUDGED_YES)
      held |= G_GUINT64_CONSTANT (1) << i;
  return held;
}

static void emit_changed (DlLessonAttempt *self);
static void lesson_attempt_judge (DlLessonAttempt *self);

/* Initial state of a step, whatever was done or skipped before it. */

/* FALSE and nothing changed if they do not apply. */
static gboolean
apply_sets (DlScenario *scenario, const DlLessonStep *step)
{
  g_autoptr (GPtrArray) edits = dl_lesson_edits (step->sets, NULL, NULL);

  return edits != NULL
         && (edits->len == 0 || dl_scenario_apply (scenario, edits, NULL, NULL, NULL));
}

/* The scenario of the lesson itself: as if each step before @to had been done as its lines say. */
static DlScenario *
as_written (DlLessonAttempt *self, guint to)
{
  DlScenario *scenario = dl_scenario_copy (self->start);

  for (guint i = 0; i <= to; i++)
    {
      const DlLessonStep *step = dl_lesson_step (self->lesson, i);

      apply_sets (scenario, step);
      if (i < to)
        dl_lesson_step_solve (step, scenario);
    }
  return scenario;
}

/* Does @condition hold when a step begins with @scenario? As far as that is known without an
 * analysis. */
static DlJudged
judge (DlLessonAttempt *self, const DlCondition *condition, const DlScenario *scenario)
{
  g_autoptr (DlWorld) world = dl_world_new (scenario, NULL, NULL);

  return dl_condition_judge (condition, world, world, first_world_of (self));
}

/* Is @scenario as good a beginning as the one that is @written: nothing else is wrong in it? */
static gboolean
fits (DlLessonAttempt *self, const DlLessonStep *step, const DlScenario *scenario,
      const DlScenario *written)
{
  for (guint i = 0; i < step->wrongs->len; i++)
    {
      const DlLessonWrong *wrong = g_ptr_array_index (step->wrongs, i);

      if (judge (self, wrong->condition, scenario) == DL_JUDGED_YES
          && judge (self, wrong->condition, written) != DL_JUDGED_YES)
        return FALSE;
    }
  return TRUE;
}

/* Where the step before ended: with what it was done, or, if it was skipped, as it would have been
 * done. */
static DlScenario *
end_of (DlLessonAttempt *self, guint i)
{
  const DlStepRecord *record = &self->records[i];
  DlScenario *scenario;

  if (record->at_done != NULL)
    {
      const DlScenario *done = record->at_done->scenario;

      /* Which keys are stated may be otherwise by now, and says nothing. */
      return dl_scenario_copy (self->world != NULL
                                       && dl_scenario_same_values (self->world->scenario, done)
                                   ? self->world->scenario
                                   : done);
    }
  scenario = record->begin != NULL ? dl_scenario_copy (record->begin) : as_written (self, i);
  dl_lesson_step_solve (dl_lesson_step (self->lesson, i), scenario);
  return scenario;
}

/* The scenario that step @to begins with when it is first seen. */
static DlScenario *
lesson_attempt_establish (DlLessonAttempt *self, guint to)
{
  const DlLessonStep *step = dl_lesson_step (self->lesson, to);
  g_autoptr (DlScenario) scenario = to > 0 ? end_of (self, to - 1) : dl_scenario_copy (self->start);
  g_autoptr (DlScenario) written = as_written (self, to);

  return apply_sets (scenario, step) && fits (self, step, scenario, written)
             ? g_steal_pointer (&scenario)
             : g_steal_pointer (&written);
}

/* Missing simulations ------------------------------------------------------------------------ */

/* Where a lesson does not say how long. */
#define DEFAULT_CYCLES 10000

/* Cycles that the steps so far ask for. */
static guint64
usual_cycles (const DlLesson *lesson, guint step)
{
  guint64 cycles = 0;

  for (guint i = 0; i <= step; i++)
    cycles = MAX (cycles, dl_lesson_step_cycles (dl_lesson_step (lesson, i)));
  return cycles > 0 ? cycles : DEFAULT_CYCLES;
}

/* Record of the step of which a simulation is missing; NULL: none is. */
static DlStepRecord *
find_missing (DlLessonAttempt *self)
{
  DlStepRecord *const of[] = { record_of (self), &self->records[0] };
  const DlLessonStep *step = step_of (self);

  if (self->world == NULL || self->expecting || self->left != NULL)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (of); i++)
    if (of[i]->begin != NULL && of[i]->before != NULL && !of[i]->before->simulated
        && dl_lesson_step_needs (step, i == 1))
      return of[i];
  return NULL;
}

const DlScenario *
dl_lesson_attempt_get_missing (DlLessonAttempt *self, guint64 *cycles)
{
  const DlStepRecord *record = find_missing (self);

  *cycles = usual_cycles (self->lesson, self->step);
  return record != NULL ? record->begin : NULL;
}

void
dl_lesson_attempt_set_missing (DlLessonAttempt *self, DlWorld *world)
{
  DlStepRecord *record = find_missing (self);

  if (record == NULL || !world->simulated
      || !dl_scenario_same_values (record->begin, world->scenario))
    return;
  dl_world_unref (record->before);
  record->before = dl_world_ref (world);
  lesson_attempt_judge (self);
  emit_changed (self);
}

G_DEFINE_FINAL_TYPE (DlLessonAttempt, dl_lesson_attempt, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
emit_changed (DlLessonAttempt *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
set_world_pointer (DlWorld **at, DlWorld *world)
{
  DlWorld *old = *at;

  *at = world != NULL ? dl_world_ref (world) : NULL;
  dl_world_unref (old);
}

/* Judging -------------------------------------------------------------------------------------- */

/* The first judgement stays. */
static void
judge_answer (DlLessonAttempt *self)
{
  const DlLessonStep *step = step_of (self);
  DlStepRecord *record = record_of (self);

  if (record->verdict != DL_ANSWER_WAITS)
    return;
  record->verdict = step->question == DL_QUESTION_NUMBER
                        ? dl_lesson_judge_number (step, self->world, record->number)
                        : dl_lesson_judge_choice (step, self->world, record->before,
                                                  first_world_of (self), record->choice);
}

static void
log_simulated (DlLessonAttempt *self)
{
  guint64 asked;
  const guint64 n = dl_lesson_step_waits_for_cycle (step_of (self), &asked)
                        ? self->world->shown_cycle
                        : self->world->cycles;
  g_autofree char *cycles = g_strdup_printf ("%" G_GUINT64_FORMAT, n);

  /* A running simulation has just been edited: it has no results yet. */
  if (n == 0)
    return;
  dl_lesson_log_add (&self->log, DL_EVENT_SIMULATED, cycles);
}

static void
finish_step (DlLessonAttempt *self)
{
  const DlLessonStep *step = step_of (self);
  DlStepRecord *record = record_of (self);

  record->phase = DL_PHASE_DONE;
  dl_lesson_log_settle (&self->log, self->world->scenario);
  set_world_pointer (&record->at_done, self->world);
  if (self->world->simulated && dl_lesson_step_is_simulated (step))
    log_simulated (self);
  if (!record->done)
    {
      dl_lesson_log_add (&self->log, DL_EVENT_DONE, step->id);
      self->work += step->until->len > 0; /* others are only read */
    }
  record->done = TRUE;
  dl_lesson_log_seal (&self->log); /* the edits that did it must be there when it is replayed */
}

/* Is it to be shown? Not if the step began with it: the user did not do it, until it has ceased to
 * hold once. */
static gboolean
is_to_blame (DlLessonAttempt *self, guint i)
{
  const DlLessonWrong *wrong = g_ptr_array_index (step_of (self)->wrongs, i);
  DlStepRecord *record = record_of (self);
  const guint64 bit = G_GUINT64_CONSTANT (1) << i;

  switch (dl_condition_judge (wrong->condition, self->world, record->before, first_world_of (self)))
    {
    case DL_JUDGED_YES:
      if (!record->touched && !dl_condition_is_simulated (wrong->condition))
        record->excused |= bit;
      return (record->excused & bit) == 0;
    case DL_JUDGED_NO:
      record->excused &= ~bit;
      return FALSE;
    case DL_JUDGED_NOT_YET:
      return FALSE;
    }
  g_return_val_if_reached (FALSE);
}

/* Find the wrong: to say, which may be new. */
static void
judge_wrongs (DlLessonAttempt *self)
{
  const DlLessonStep *step = step_of (self);
  DlStepRecord *record = record_of (self);
  const gint was = self->wrong;

  self->wrong = -1;
  for (guint i = 0; i < step->wrongs->len && record->phase != DL_PHASE_DONE; i++)
    if (is_to_blame (self, i) && self->wrong < 0)
      self->wrong = (gint) i;
  if (self->wrong == was)
    return;
  record->slips += self->wrong >= 0;
  dl_lesson_log_seal (&self->log); /* so that it comes and goes when it is replayed */
}

/* Whether the step is done now, and what has to be said. */
static void
lesson_attempt_judge (DlLessonAttempt *self)
{
  const DlLessonStep *step = step_of (self);
  DlStepRecord *record = record_of (self);

  if (self->world == NULL || self->expecting || self->left != NULL)
    return;
  if (record->phase == DL_PHASE_DO
      && dl_conditions_judge (step->until, self->world, record->before, first_world_of (self))
             == DL_JUDGED_YES)
    {
      judge_answer (self);
      if (record->verdict != DL_ANSWER_WAITS)
        finish_step (self);
    }
  judge_wrongs (self);
}

/* The world ------------------------------------------------------------------------------------ */

/* Does @world know less of the beginning than is known? Whoever returns to a step finds the numbers
 * with which it was done, or that had been simulated. */
static gboolean
is_poorer (const DlWorld *world, const DlStepRecord *record)
{
  const DlWorld *known = record->before;

  return known != NULL && known->result != NULL
         && (record->phase == DL_PHASE_DONE
             || (known->simulated && !world->simulated
                 && dl_scenario_same_values (known->scenario, world->scenario)));
}

/* Initial state of the step, as far as it becomes known before something is changed. */
static void
follow_beginning (DlLessonAttempt *self)
{
  DlStepRecord *record = record_of (self);
  const DlScenario *scenario = self->world->scenario;

  if (record->begin == NULL)
    record->begin = dl_scenario_copy (scenario);
  record->touched = record->touched || !dl_scenario_same_values (scenario, record->begin);
  if (!record->touched && !is_poorer (self->world, record))
    set_world_pointer (&record->before, self->world);
  if (!record->touched)
    record->begun = dl_lesson_attempt_holding (self, FALSE);
}

/* Does the network show the answer before that is given, as to a user who does the step first? Not
 * if it did when the step began. */
static void
watch_answer (DlLessonAttempt *self)
{
  const DlLessonStep *step = step_of (self);
  DlStepRecord *record = record_of (self);

  if (record->phase != DL_PHASE_PREDICT || step->question == DL_QUESTION_FREE
      || step->until->len == 0 || self->world->result == NULL)
    return;
  if (dl_conditions_judge (step->until, self->world, record->before, first_world_of (self))
      != DL_JUDGED_YES)
    record->was_open = TRUE;
  else if (record->was_open && !record->shown)
    {
      record->shown = TRUE;
      if (self->world->simulated && dl_lesson_step_is_simulated (step))
        log_simulated (self);
      dl_lesson_log_seal (&self->log); /* a replay must find it, too */
    }
}

/* The world is about to be another one: a replay must know that it was simulated. */
static void
log_beginning (DlLessonAttempt *self, const DlWorld *next)
{
  const DlWorld *world = self->world;

  if (world != NULL && world->simulated && !record_of (self)->touched
      && dl_lesson_looks_back (self->lesson)
      && !dl_scenario_same_values (world->scenario, next->scenario))
    log_simulated (self);
}

/* Is there more than another picture of the same simulation? */
static gboolean
is_news (const DlWorld *was, const DlWorld *is)
{
  return was == NULL || was->result != is->result || was->simulated != is->simulated
         || !dl_scenario_same_values (was->scenario, is->scenario);
}

void
dl_lesson_attempt_set_world (DlLessonAttempt *self, DlWorld *world)
{
  const gboolean news = self->expecting || is_news (self->world, world);
  const DlLessonPhase phase = record_of (self)->phase;
  const gint wrong = self->wrong;
  const guint64 held = self->world != NULL ? dl_lesson_attempt_holding (self, TRUE) : 0;

  /* A simulation before the step's own edits is not its beginning. */
  if (self->left == NULL && !self->expecting)
    log_beginning (self, world);
  set_world_pointer (&self->world, world);
  /* While the owner is still to make edits this is the world before them. */
  if (self->pending != NULL)
    return;
  /* A replay must tell the lesson's edits from later ones. */
  if (self->expecting)
    dl_lesson_log_settle (&self->log, world->scenario);
  else if (dl_lesson_log_follow (&self->log, world->scenario))
    self->work++;
  self->expecting = FALSE;
  if (self->left == NULL)
    follow_beginning (self);
  watch_answer (self);
  lesson_attempt_judge (self);
  if (news || record_of (self)->phase != phase || self->wrong != wrong
      || dl_lesson_attempt_holding (self, TRUE) != held)
    emit_changed (self);
}

DlWorld *
dl_lesson_attempt_get_world (DlLessonAttempt *self)
{
  return self->world;
}

/* The scenario, as far as it is known. */
static const DlScenario *
scenario_now (DlLessonAttempt *self)
{
  return self->world != NULL ? self->world->scenario : self->start;
}

static void
ask_for (DlLessonAttempt *self, DlScenario *scenario)
{
  g_clear_pointer (&self->pending, dl_scenario_free);
  self->pending = scenario;
  self->expecting = TRUE;
}

GPtrArray *
dl_lesson_attempt_take_edits (DlLessonAttempt *self, char **label)
{
  g_autoptr (DlScenario) wanted = g_steal_pointer (&self->pending);
  GPtrArray *edits;

  *label = NULL;
  if (wanted == NULL)
    return NULL;
  edits = dl_edits_between (scenario_now (self), wanted);
  if (edits->len == 0)
    {
      g_ptr_array_unref (edits);
      return NULL;
    }
  /* Translators: a step of the history; the names of a lesson and of one of its steps */
  *label = g_strdup_printf (_ ("%s: %s"), self->lesson->title,
                            dl_lesson_step_title (self->lesson, self->step));
  return edits;
}

/* Steps ---------------------------------------------------------------------------------------- */

static DlLessonPhase
first_phase (const DlLessonStep *step, const DlStepRecord *record)
{
  return step->question != DL_QUESTION_NONE && record->answer == NULL ? DL_PHASE_PREDICT
                                                                      : DL_PHASE_DO;
}

static void
enter (DlLessonAttempt *self, guint to)
{
  DlStepRecord *record = &self->records[to];

  ask_for (self, record->begin != NULL ? dl_scenario_copy (record->begin)
                                       : lesson_attempt_establish (self, to));
  self->step = to;
  self->wrong = -1;
  if (!record->seen)
    record->phase = first_phase (step_of (self), record);
  record->seen = TRUE;
  record->was_open = FALSE;
  record->touched = FALSE;
  record->excused = 0;
  dl_lesson_log_add (&self->log, DL_EVENT_STEP, step_of (self)->id);
}

gboolean
dl_lesson_attempt_go_to (DlLessonAttempt *self, guint step)
{
  if (step > dl_lesson_attempt_get_reach (self))
    return FALSE;
  dl_lesson_log_settle (&self->log, scenario_now (self));
  g_clear_pointer (&self->left, dl_scenario_free); /* the step itself ends free play */
  /* The next one begins with what this one comes to. */
  if (step > self->step && step_of (self)->question != DL_QUESTION_FREE)
    record_of (self)->shown |= record_of (self)->phase == DL_PHASE_PREDICT;
  self->reach = MAX (self->reach, step);
  enter (self, step);
  emit_changed (self);
  return TRUE;
}

void
dl_lesson_attempt_reset (DlLessonAttempt *self)
{
  DlStepRecord *record = record_of (self);

  if (record->begin == NULL)
    return;
  dl_lesson_log_settle (&self->log, scenario_now (self));
  dl_lesson_log_add (&self->log, DL_EVENT_RESET, "");
  ask_for (self, dl_scenario_copy (record->begin));
  record->phase = first_phase (step_of (self), record);
  record->touched = FALSE;
  record->excused = 0;
  self->wrong = -1;
  emit_changed (self);
}

void
dl_lesson_attempt_leave (DlLessonAttempt *self)
{
  if (self->left != NULL)
    return;
  dl_lesson_log_settle (&self->log, scenario_now (self));
  dl_lesson_log_add (&self->log, DL_EVENT_LEAVE, "");
  self->left = dl_scenario_copy (scenario_now (self));
  emit_changed (self);
}

void
dl_lesson_attempt_return (DlLessonAttempt *self)
{
  if (self->left == NULL)
    return;
  dl_lesson_log_settle (&self->log, scenario_now (self));
  dl_lesson_log_add (&self->log, DL_EVENT_RETURN, "");
  ask_for (self, g_steal_pointer (&self->left));
  emit_changed (self);
}

/* The object ----------------------------------------------------------------------------------- */

static void
dl_lesson_attempt_init (DlLessonAttempt *self)
{
  self->wrong = -1;
}

static void
finalize (GObject *object)
{
  DlLessonAttempt *self = DL_LESSON_ATTEMPT (object);

  for (guint i = 0; i < self->n_steps; i++)
    {
      DlStepRecord *record = &self->records[i];

      dl_scenario_free (record->begin);
      dl_world_unref (record->before);
      dl_world_unref (record->at_done);
      g_free (record->answer);
    }
  g_free (self->records);
  dl_lesson_unref (self->lesson);
  dl_scenario_free (self->start);
  dl_scenario_free (self->pending);
  dl_scenario_free (self->left);
  dl_world_unref (self->world);
  dl_lesson_log_clear (&self->log);
  G_OBJECT_CLASS (dl_lesson_attempt_parent_class)->finalize (object);
}

static void
dl_lesson_attempt_class_init (DlLessonAttemptClass *class)
{
  G_OBJECT_CLASS (class)->finalize = finalize;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

DlLessonAttempt *
dl_lesson_attempt_new (DlLesson *lesson, GError **error)
{
  g_autoptr (DlScenario) start = dl_lesson_start (lesson, error);
  DlLessonAttempt *self;

  if (start == NULL)
    return NULL;
  self = g_object_new (DL_TYPE_LESSON_ATTEMPT, NULL);
  self->lesson = dl_lesson_ref (lesson);
  self->start = g_steal_pointer (&start);
  self->n_steps = lesson->steps->len;
  self->records = g_new0 (DlStepRecord, self->n_steps);
  dl_lesson_log_init (&self->log, self->start);
  enter (self, 0);
  return self;
}

/* Answers and hints ---------------------------------------------------------------------------- */

gboolean
dl_lesson_attempt_answer (DlLessonAttempt *self, const char *text, GError **error)
{
  const DlLessonStep *step = step_of (self);
  g_autofree char *number = step->question == DL_QUESTION_NUMBER ? dl_lesson_answer_normalize (
                                dl_lesson_answer_number (step, text), localeconv ()->decimal_point)
                                                                 : NULL;

  return dl_lesson_attempt_answer_plain (self, number != NULL ? number : text, error);
}

/* Add whether it was shown to the answer that was logged last. */
static void
log_shown (DlLessonAttempt *self)
{
  const GPtrArray *events = self->log.events;
  DlLessonEvent *last = events->pdata[events->len - 1];

  if (last->kind == DL_EVENT_ANSWER)
    last->shown = record_of (self)->shown;
}

gboolean
dl_lesson_attempt_answer_plain (DlLessonAttempt *self, const char *text, GError **error)
{
  const DlLessonStep *step = step_of (self);
  g_autofree char *answer = dl_lesson_answer_clean (text);
  DlStepRecord *record = record_of (self);

  if (step->question == DL_QUESTION_NONE || record->answer != NULL)
    {
      g_set_error (error, DL_LESSON_ERROR, DL_LESSON_ERROR_SYNTAX,
                   step->question == DL_QUESTION_NONE ? _ ("this step has no question")
                                                      : _ ("this question already has an answer"));
      return FALSE;
    }
  if (*answer == '\0' || strlen (answer) > DL_LESSON_MAX_TEXT)
    {
      g_set_error (error, DL_LESSON_ERROR, DL_LESSON_ERROR_SYNTAX,
                   *answer == '\0' ? _ ("the answer is empty") : _ ("the answer is too long"));
      return FALSE;
    }
  if (!dl_lesson_answer_read (step, answer, &record->number, &record->choice, error))
    return FALSE;
  if (self->world != NULL) /* the answer may be what the step waits for, which keeps it */
    dl_lesson_log_settle (&self->log, self->world->scenario);
  dl_lesson_log_add (&self->log, DL_EVENT_ANSWER, answer);
  log_shown (self);
  self->work++;
  record->answer = g_steal_pointer (&answer);
  record->verdict = step->question == DL_QUESTION_FREE ? DL_ANSWER_KEPT : DL_ANSWER_WAITS;
  if (record->phase == DL_PHASE_PREDICT)
    record->phase = DL_PHASE_DO;
  lesson_attempt_judge (self);
  emit_changed (self);
  return TRUE;
}

const char *
dl_lesson_attempt_get_answer (DlLessonAttempt *self, guint step)
{
  return self->records[step].answer;
}

DlAnswer
dl_lesson_attempt_get_verdict (DlLessonAttempt *self, guint step)
{
  return self->records[step].verdict;
}

gboolean
dl_lesson_attempt_was_shown (DlLessonAttempt *self, guint step)
{
  return self->records[step].answer != NULL && self->records[step].shown;
}

guint
dl_lesson_attempt_count_holding (DlLessonAttempt *self, guint *n)
{
  const GPtrArray *until = step_of (self)->until;
  guint holding = 0;

  *n = until->len;
  for (guint i = 0; i < until->len && self->world != NULL; i++)
    holding += dl_condition_judge (g_ptr_array_index (until, i), self->world,
                                   record_of (self)->before, first_world_of (self))
               == DL_JUDGED_YES;
  return holding;
}

static gboolean
can_hint (DlLessonAttempt *self, const GPtrArray *hints, guint open)
{
  return dl_lesson_attempt_get_phase (self) != DL_PHASE_DONE && open < hints->len;
}

/* Hints that help now: after the answer, only hints on the task. */
static const GPtrArray *
helpful_hints (DlLessonAttempt *self, guint **open)
{
  const DlLessonStep *step = step_of (self);
  DlStepRecord *record = record_of (self);
  const gboolean doing = step->do_hints->len > 0 && record->answer != NULL;

  *open = doing ? &record->do_hints : &record->hints;
  return doing ? step->do_hints : step->hints;
}

guint
dl_lesson_attempt_hint (DlLessonAttempt *self)
{
  guint *open;
  const GPtrArray *hints = helpful_hints (self, &open);

  if (can_hint (self, hints, *open))
    {
      g_autofree char *number = NULL;

      ++*open;
      number = g_strdup_printf ("%u", dl_lesson_attempt_get_hints (self));
      dl_lesson_log_add (&self->log, DL_EVENT_HINT, number);
      emit_changed (self);
    }
  return dl_lesson_attempt_get_hints (self);
}

guint
dl_lesson_attempt_get_hints (DlLessonAttempt *self)
{
  return record_of (self)->hints + record_of (self)->do_hints;
}

gboolean
dl_lesson_attempt_has_hint (DlLessonAttempt *self)
{
  guint *open;
  const GPtrArray *hints = helpful_hints (self, &open);

  return can_hint (self, hints, *open);
}

const GPtrArray *
dl_lesson_attempt_helpful_hints (DlLessonAttempt *self, guint *open)
{
  guint *of;
  const GPtrArray *hints = helpful_hints (self, &of);

  *open = *of;
  return hints;
}

/* How it stands -------------------------------------------------------------------------------- */

DlLesson *
dl_lesson_attempt_get_lesson (DlLessonAttempt *self)
{
  return self->lesson;
}

const DlScenario *
dl_lesson_attempt_get_start (DlLessonAttempt *self)
{
  return self->start;
}

guint
dl_lesson_attempt_get_step (DlLessonAttempt *self)
{
  return self->step;
}

DlLessonPhase
dl_lesson_attempt_get_phase (DlLessonAttempt *self)
{
  return record_of (self)->phase;
}

gboolean
dl_lesson_attempt_is_step_done (DlLessonAttempt *self, guint step)
{
  return self->records[step].done;
}

gboolean
dl_lesson_attempt_is_finished (DlLessonAttempt *self)
{
  return self->records[self->n_steps - 1].done;
}

gboolean
dl_lesson_attempt_is_left (DlLessonAttempt *self)
{
  return self->left != NULL;
}

guint
dl_lesson_attempt_get_reach (DlLessonAttempt *self)
{
  return MIN (self->reach + 1, self->n_steps - 1);
}

void
dl_lesson_attempt_get_score (DlLessonAttempt *self, DlLessonScore *score)
{
  *score = (DlLessonScore) { .steps = self->n_steps };
  for (guint i = 0; i < self->n_steps; i++)
    {
      const DlQuestion question = dl_lesson_step (self->lesson, i)->question;
      const DlStepRecord *record = &self->records[i];

      score->done += record->done;
      score->asked += question == DL_QUESTION_NUMBER || question == DL_QUESTION_CHOICE;
      score->answered += record->answer != NULL && record->verdict != DL_ANSWER_KEPT;
      score->right += record->verdict == DL_ANSWER_RIGHT;
      score->kept += record->verdict == DL_ANSWER_KEPT;
      score->hints += record->hints + record->do_hints;
      score->shown += dl_lesson_attempt_was_shown (self, i);
      score->slips += record->slips;
    }
}

void
dl_lesson_attempt_seal (DlLessonAttempt *self)
{
  dl_lesson_log_seal (&self->log);
}

const GPtrArray *
dl_lesson_attempt_get_log (DlLessonAttempt *self)
{
  return self->log.events;
}

guint
dl_lesson_attempt_get_work (DlLessonAttempt *self)
{
  return self->work;
}
