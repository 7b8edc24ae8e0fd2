#include "dl-lesson-attempt-private.h"

#include "dl-lesson-judge.h"

#include <glib/gi18n-lib.h>

G_DEFINE_FINAL_TYPE (DlLessonAttempt, dl_lesson_attempt, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

void
dl_lesson_attempt_emit_changed (DlLessonAttempt *self)
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
  const DlLessonStep *step = dl_lesson_attempt_at (self);
  DlStepRecord *record = dl_lesson_attempt_record (self);

  if (record->verdict != DL_ANSWER_WAITS)
    return;
  record->verdict
      = step->question == DL_QUESTION_NUMBER
            ? dl_lesson_judge_number (step, self->world, record->number)
            : dl_lesson_judge_choice (step, self->world, record->before,
                                      dl_lesson_attempt_first_world (self), record->choice);
}

static void
log_simulated (DlLessonAttempt *self)
{
  g_autofree char *cycles = g_strdup_printf ("%" G_GUINT64_FORMAT, self->world->cycles);

  /* A simulation that goes on has just been edited: there is nothing of it yet. */
  if (self->world->cycles == 0)
    return;
  dl_lesson_log_add (&self->log, DL_EVENT_SIMULATED, cycles);
}

static void
finish_step (DlLessonAttempt *self)
{
  const DlLessonStep *step = dl_lesson_attempt_at (self);
  DlStepRecord *record = dl_lesson_attempt_record (self);

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
  dl_lesson_log_seal (&self->log); /* what did it must be there when it is replayed */
}

/* Is it to be said? Not of what the step began with: that is nobody's doing, until it has ceased to
 * hold once. */
static gboolean
is_to_blame (DlLessonAttempt *self, guint i)
{
  const DlLessonWrong *wrong = g_ptr_array_index (dl_lesson_attempt_at (self)->wrongs, i);
  DlStepRecord *record = dl_lesson_attempt_record (self);
  const guint64 bit = G_GUINT64_CONSTANT (1) << i;

  switch (dl_condition_judge (wrong->condition, self->world, record->before,
                              dl_lesson_attempt_first_world (self)))
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

G_STATIC_ASSERT (DL_LESSON_MAX_ITEMS <= 64);

/* What has to be said, and whether it is new. */
static void
judge_wrongs (DlLessonAttempt *self)
{
  const DlLessonStep *step = dl_lesson_attempt_at (self);
  DlStepRecord *record = dl_lesson_attempt_record (self);
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

void
dl_lesson_attempt_judge (DlLessonAttempt *self)
{
  const DlLessonStep *step = dl_lesson_attempt_at (self);
  DlStepRecord *record = dl_lesson_attempt_record (self);

  if (self->world == NULL || self->expecting || self->left != NULL)
    return;
  if (record->phase == DL_PHASE_DO
      && dl_conditions_judge (step->until, self->world, record->before,
                              dl_lesson_attempt_first_world (self))
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

/* What the step began with, as much of it as comes to be known before something is changed. */
static void
follow_beginning (DlLessonAttempt *self)
{
  DlStepRecord *record = dl_lesson_attempt_record (self);
  const DlScenario *scenario = self->world->scenario;

  if (record->begin == NULL)
    record->begin = dl_scenario_copy (scenario);
  record->touched = record->touched || !dl_scenario_same_values (scenario, record->begin);
  if (!record->touched && !is_poorer (self->world, record))
    set_world_pointer (&record->before, self->world);
}

/* The world is about to be another one: a replay must know that it was simulated. */
static void
log_beginning (DlLessonAttempt *self, const DlWorld *next)
{
  const DlWorld *world = self->world;

  if (world != NULL && world->simulated && !dl_lesson_attempt_record (self)->touched
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
  const DlLessonPhase phase = dl_lesson_attempt_record (self)->phase;
  const gint wrong = self->wrong;

  /* What was simulated before the step's own edits is not its beginning. */
  if (self->left == NULL && !self->expecting)
    log_beginning (self, world);
  set_world_pointer (&self->world, world);
  /* While the owner is still to make edits this is the world before them. */
  if (self->pending != NULL)
    return;
  /* A replay must tell the lesson's edits from those that are made next. */
  if (self->expecting)
    dl_lesson_log_settle (&self->log, world->scenario);
  else if (dl_lesson_log_follow (&self->log, world->scenario))
    self->work++;
  self->expecting = FALSE;
  if (self->left == NULL)
    follow_beginning (self);
  dl_lesson_attempt_judge (self);
  if (news || dl_lesson_attempt_record (self)->phase != phase || self->wrong != wrong)
    dl_lesson_attempt_emit_changed (self);
}

DlWorld *
dl_lesson_attempt_get_world (DlLessonAttempt *self)
{
  return self->world;
}

/* What the scenario is as far as is known. */
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
                                       : dl_lesson_attempt_establish (self, to));
  self->step = to;
  self->wrong = -1;
  if (!record->seen)
    record->phase = first_phase (dl_lesson_attempt_at (self), record);
  record->seen = TRUE;
  record->touched = FALSE;
  record->excused = 0;
  dl_lesson_log_add (&self->log, DL_EVENT_STEP, dl_lesson_attempt_at (self)->id);
}

gboolean
dl_lesson_attempt_go_to (DlLessonAttempt *self, guint step)
{
  if (step > dl_lesson_attempt_get_reach (self))
    return FALSE;
  dl_lesson_log_settle (&self->log, scenario_now (self));
  g_clear_pointer (&self->left, dl_scenario_free); /* the step itself ends free play */
  self->reach = MAX (self->reach, step);
  enter (self, step);
  dl_lesson_attempt_emit_changed (self);
  return TRUE;
}

void
dl_lesson_attempt_reset (DlLessonAttempt *self)
{
  DlStepRecord *record = dl_lesson_attempt_record (self);

  if (record->begin == NULL)
    return;
  dl_lesson_log_settle (&self->log, scenario_now (self));
  dl_lesson_log_add (&self->log, DL_EVENT_RESET, "");
  ask_for (self, dl_scenario_copy (record->begin));
  record->phase = first_phase (dl_lesson_attempt_at (self), record);
  record->touched = FALSE;
  record->excused = 0;
  self->wrong = -1;
  dl_lesson_attempt_emit_changed (self);
}

void
dl_lesson_attempt_leave (DlLessonAttempt *self)
{
  if (self->left != NULL)
    return;
  dl_lesson_log_settle (&self->log, scenario_now (self));
  dl_lesson_log_add (&self->log, DL_EVENT_LEAVE, "");
  self->left = dl_scenario_copy (scenario_now (self));
  dl_lesson_attempt_emit_changed (self);
}

void
dl_lesson_attempt_return (DlLessonAttempt *self)
{
  if (self->left == NULL)
    return;
  dl_lesson_log_settle (&self->log, scenario_now (self));
  dl_lesson_log_add (&self->log, DL_EVENT_RETURN, "");
  ask_for (self, g_steal_pointer (&self->left));
  dl_lesson_attempt_emit_changed (self);
}

/* The object ----------------------------------------------------------------------------------- */

static void
dl_lesson_attempt_init (DlLessonAttempt *self)
{
  self->wrong = -1;
}

static void
dl_lesson_attempt_finalize (GObject *object)
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
  G_OBJECT_CLASS (class)->finalize = dl_lesson_attempt_finalize;
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
