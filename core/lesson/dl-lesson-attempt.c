#include "dl-lesson-attempt.h"

#include "dl-lesson-driver.h"
#include "dl-lesson-judge.h"

#include <glib/gi18n-lib.h>

#include <locale.h>
#include <string.h>

/* Record of a step. */
typedef struct
{
  gboolean seen;
  gboolean done;
  DlLessonPhase phase;
  DlScenario *begin; /* what it began with, when it first did; NULL before the world is known */
  DlWorld *before;   /* the world then, as long as nothing was changed in it */
  gboolean touched;  /* something was */
  guint64 excused;   /* wrongs, a bit each, that held when it began and have held since */
  guint64 begun;     /* until: conditions that do not look at a simulation, likewise */
  gboolean was_open; /* not all until: conditions held since the step was entered */
  gboolean shown;    /* the answer, before it was given */
  DlWorld *at_done;  /* the world with which it was done last */
  char *answer;
  double number; /* of an answer that is one */
  guint choice;  /* from 0, likewise */
  DlAnswer verdict;
  guint hints, do_hints; /* that are open */
  guint slips;
} DlStepRecord;

struct _DlLessonAttempt
{
  GObject parent;
  DlLesson *lesson;
  DlScenario *start;
  DlStepRecord *records; /* (n_steps) */
  guint n_steps, step, reach;
  DlScenario *pending; /* what the owner is asked to make of the scenario; NULL: nothing */
  gboolean expecting;  /* a world after that */
  DlWorld *world;      /* NULL at first */
  DlScenario *left;    /* where free play began; NULL outside of it */
  gint wrong;          /* what is said at the moment, or -1 */
  DlLessonLog log;
  guint work;
};

/* That of the step that it is at. */
static inline DlStepRecord *
record_of (DlLessonAttempt *self)
{
  return &self->records[self->step];
}

static inline const DlLessonStep *
step_of (DlLessonAttempt *self)
{
  return dl_lesson_step (self->lesson, self->step);
}

/* The world when the lesson began. */
static inline DlWorld *
first_world_of (DlLessonAttempt *self)
{
  return self->records[0].before;
}

G_STATIC_ASSERT (DL_LESSON_MAX_ITEMS <= 64); /* a bit each */

/* The until: conditions of the step that hold; only those that look at a simulation, or do not. */
static guint64
holding (DlLessonAttempt *self, gboolean simulated)
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

/* As long as the steps so far ask for. */
static guint64
usual_cycles (const DlLesson *lesson, guint step)
{
  guint64 cycles = 0;

  for (guint i = 0; i <= step; i++)
    cycles = MAX (cycles, dl_lesson_step_cycles (dl_lesson_step (lesson, i)));
  return cycles > 0 ? cycles : DEFAULT_CYCLES;
}

/* That of the step of which a simulation is missing; NULL: of none. */
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
  g_autofree char *cycles = g_strdup_printf ("%" G_GUINT64_FORMAT, self->world->cycles);

  /* A simulation that goes on has just been edited: there is nothing of it yet. */
  if (self->world->cycles == 0)
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
  dl_lesson_log_seal (&self->log); /* what did it must be there when it is replayed */
}

/* Is it to be said? Not of what the step began with: that is nobody's doing, until it has ceased to
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
    record->begun = holding (self, FALSE);
}

/* Does the network come to show the answer before that is given, as to somebody who does the step
 * first? Not where it did when the step began. */
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
  const guint64 held = self->world != NULL ? holding (self, TRUE) : 0;

  /* A simulation before the step's own edits is not its beginning. */
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
  watch_answer (self);
  lesson_attempt_judge (self);
  if (news || record_of (self)->phase != phase || self->wrong != wrong
      || holding (self, TRUE) != held)
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

/* Dialog of an attempt: answers, hints, texts, and its progress. */

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

/* Of the answer that was logged last. */
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

/* What is still open in the step, and what was foreseen in it. */

static void
aim_free (gpointer data)
{
  g_free (((DlLessonAim *) data)->text);
  g_free (data);
}

static gboolean
is_about (const DlCondition *condition, const DlFact *fact)
{
  return strcmp (condition->fact->name, fact->name) == 0
         || (condition->other != NULL && strcmp (condition->other->name, fact->name) == 0);
}

/* Is it on what the question asks for? */
static gboolean
tells_answer (const DlLessonStep *step, const DlCondition *condition)
{
  if (step->number != NULL && is_about (condition, step->number))
    return TRUE;
  for (guint i = 0; i < step->choices->len; i++)
    {
      const DlLessonChoice *choice = step->choices->pdata[i];

      for (guint k = 0; k < choice->conditions->len; k++)
        if (is_about (condition, ((const DlCondition *) choice->conditions->pdata[k])->fact))
          return TRUE;
    }
  return FALSE;
}

GPtrArray *
dl_lesson_attempt_aims (DlLessonAttempt *self)
{
  GPtrArray *aims = g_ptr_array_new_with_free_func (aim_free);
  const DlLessonStep *step = step_of (self);
  const DlStepRecord *record = record_of (self);
  const gboolean done = record->phase == DL_PHASE_DONE;
  const guint64 held = self->world != NULL ? holding (self, FALSE) | holding (self, TRUE) : 0;

  for (guint i = 0; i < step->until->len && self->world != NULL; i++)
    {
      const DlCondition *condition = step->until->pdata[i];
      const guint64 bit = G_GUINT64_CONSTANT (1) << i;
      const gboolean holds = done || (held & bit) != 0;
      DlLessonAim *aim;
      char *text;

      if ((holds && (record->begun & bit) != 0) || tells_answer (step, condition))
        continue;
      text = dl_condition_describe (condition, self->world, record->before, first_world_of (self));
      if (text == NULL)
        continue;
      aim = g_new (DlLessonAim, 1);
      *aim = (DlLessonAim) { text, holds };
      g_ptr_array_add (aims, aim);
    }
  return aims;
}

static gboolean
has_key (const GPtrArray *conditions, const DlField *field)
{
  for (guint i = 0; i < conditions->len; i++)
    if (((const DlCondition *) conditions->pdata[i])->fact->field == field)
      return TRUE;
  return FALSE;
}

/* Keys that the step names: what it waits for, and what it has a word on. */
static gboolean
foresees (const DlLessonStep *step, const GPtrArray *solution, const DlField *field)
{
  if (has_key (step->until, field))
    return TRUE;
  for (guint i = 0; i < solution->len; i++)
    if (((const DlEdit *) solution->pdata[i])->field == field)
      return TRUE;
  for (guint i = 0; i < step->wrongs->len; i++)
    if (((const DlLessonWrong *) step->wrongs->pdata[i])->condition->fact->field == field)
      return TRUE;
  return FALSE;
}

/* Does the step name the keys that do it? Facts that are to change by themselves say nothing of
 * them. */
static gboolean
knows_keys (DlLessonAttempt *self, const GPtrArray *solution)
{
  const GPtrArray *until = step_of (self)->until;

  for (guint i = 0; i < until->len && solution->len == 0; i++)
    {
      const DlCondition *condition = until->pdata[i];

      if (condition->fact->field == NULL && !dl_condition_is_simulated (condition)
          && (record_of (self)->begun >> i & 1) == 0)
        return FALSE;
    }
  return TRUE;
}

/* A key that was changed in the step, and the scenario says so itself: others follow from those. */
static gboolean
was_changed (const DlLessonAttempt *self, const DlScenario *begin, const DlField *field)
{
  return dl_field_is_set (field, self->world->scenario)
         && !dl_field_same_value (field, begin, self->world->scenario)
         && strcmp (field->key, "name") != 0;
}

/* Does the step wait for something that no simulation brings? */
static gboolean
is_open (DlLessonAttempt *self)
{
  const GPtrArray *until = step_of (self)->until;
  const guint64 held = holding (self, FALSE);

  for (guint i = 0; i < until->len; i++)
    if (!dl_condition_is_simulated (until->pdata[i]) && (held >> i & 1) == 0)
      return TRUE;
  return FALSE;
}

/* On a change that nothing in the step foresees, or that meets nothing of what it waits for. Free
 * with g_free; NULL: there is none. */
static char *
find_unforeseen (DlLessonAttempt *self)
{
  const DlLessonStep *step = step_of (self);
  const DlStepRecord *record = record_of (self);
  g_autoptr (GPtrArray) solution = NULL;
  g_autoptr (GPtrArray) edits = NULL;
  gboolean foreseen = FALSE;

  if (self->world == NULL || self->expecting || self->left != NULL || !record->touched
      || record->phase == DL_PHASE_DONE || step->question == DL_QUESTION_FREE)
    return NULL;
  solution = dl_lesson_edits (step->solution, NULL, NULL);
  edits = dl_edits_between (record->begin, self->world->scenario);
  for (guint i = 0; solution != NULL && i < edits->len; i++)
    {
      const DlField *field = ((const DlEdit *) edits->pdata[i])->field;
      const char *title = dl_field_title (field);

      if (!was_changed (self, record->begin, field))
        continue;
      if (foresees (step, solution, field))
        foreseen = TRUE;
      else if (knows_keys (self, solution))
        /* Translators: in a lesson; %s is a setting, such as “Input buffer” */
        return g_strdup_printf (_ ("This step does not ask for a change of “%s”. Undo (Ctrl+Z) "
                                   "restores it."),
                                title != NULL ? title : field->key);
    }
  if (foreseen && record->phase == DL_PHASE_PREDICT && !is_open (self))
    return g_strdup (_ ("The question comes first: answer it, and the step continues."));
  if (foreseen && record->phase == DL_PHASE_DO && (holding (self, FALSE) & ~record->begun) == 0
      && is_open (self))
    return g_strdup (_ ("That is a change, but not yet the one that this step waits for."));
  return NULL;
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

/* A text of @step with its facts, which are those of @now. */
static char *
fill (DlLessonAttempt *self, guint step, const char *text, const DlWorld *now)
{
  const DlStepRecord *record = &self->records[step];
  const DlLessonFacts facts = {
    .now = now,
    .before = record->before,
    .start = first_world_of (self),
    .answer = record->answer,
  };

  return dl_lesson_text_fill (text, &facts);
}

/* First texts stay true when the student has changed the network. */
static char *
fill_first (DlLessonAttempt *self, guint step, const char *text)
{
  const DlWorld *before = self->records[step].before;

  return fill (self, step, text, before != NULL ? before : self->world);
}

static char *
fill_choice (DlLessonAttempt *self, guint step, guint choice)
{
  const GPtrArray *choices = dl_lesson_step (self->lesson, step)->choices;
  g_autofree char *text
      = fill_first (self, step, ((const DlLessonChoice *) choices->pdata[choice])->text);

  return dl_lesson_text_plain (text);
}

char *
dl_lesson_attempt_choice (DlLessonAttempt *self, guint choice)
{
  return fill_choice (self, self->step, choice);
}

char *
dl_lesson_attempt_right_answer (DlLessonAttempt *self, guint step)
{
  const DlLessonStep *of = dl_lesson_step (self->lesson, step);
  const DlStepRecord *record = &self->records[step];
  guint choice;

  if (record->at_done == NULL)
    return NULL;
  if (of->question == DL_QUESTION_NUMBER)
    return dl_fact_format (of->number, record->at_done);
  if (of->question == DL_QUESTION_CHOICE
      && dl_lesson_find_choice (of, record->at_done, record->before, first_world_of (self), &choice)
      && choice != G_MAXUINT)
    return fill_choice (self, step, choice);
  return NULL;
}

static gboolean
can_hint (DlLessonAttempt *self, const GPtrArray *hints, guint open)
{
  return dl_lesson_attempt_get_phase (self) != DL_PHASE_DONE && open < hints->len;
}

/* Hints that help now: after the answer, only those at what is to be done. */
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

/* Texts ---------------------------------------------------------------------------------------- */

char *
dl_lesson_attempt_fill (DlLessonAttempt *self, const char *text)
{
  const DlStepRecord *record = record_of (self);

  return fill (self, self->step, text,
               record->phase == DL_PHASE_DONE && record->at_done != NULL ? record->at_done
                                                                         : self->world);
}

/* Is another choice right than the explanation is about? */
static gboolean
is_other (DlLessonAttempt *self, guint step)
{
  const DlLessonStep *of = dl_lesson_step (self->lesson, step);
  const DlStepRecord *record = &self->records[step];
  guint choice;

  return of->right > 0 && record->at_done != NULL
         && dl_lesson_find_choice (of, record->at_done, record->before, first_world_of (self),
                                   &choice)
         && choice != of->right - 1;
}

/* Of a step that is done. */
static char *
explain_of (DlLessonAttempt *self, guint step)
{
  const DlLessonStep *of = dl_lesson_step (self->lesson, step);
  const DlWorld *at_done = self->records[step].at_done;
  g_autoptr (GString) text = NULL;

  if (at_done == NULL || of->explain == NULL)
    return NULL;
  if (!is_other (self, step))
    return fill (self, step, of->explain, at_done);
  text = g_string_new (_ ("The explanation of this step is about a different answer and does not "
                          "hold in your network. The answer follows from these facts:"));
  g_string_append (text, "\n\n");
  for (guint i = 0; i < of->decides->len; i++)
    {
      const char *name = ((const DlFact *) of->decides->pdata[i])->name;

      g_string_append_printf (text, "- `%s`: {%s}\n", name, name);
    }
  return fill (self, step, text->str, at_done);
}

char *
dl_lesson_attempt_explain (DlLessonAttempt *self)
{
  return dl_lesson_attempt_get_phase (self) == DL_PHASE_DONE ? explain_of (self, self->step) : NULL;
}

char *
dl_lesson_attempt_reply (DlLessonAttempt *self, guint step)
{
  const DlLessonStep *of = dl_lesson_step (self->lesson, step);
  const DlStepRecord *record = &self->records[step];
  const DlLessonChoice *choice;

  if (of->question != DL_QUESTION_CHOICE || record->at_done == NULL
      || (record->verdict != DL_ANSWER_RIGHT && record->verdict != DL_ANSWER_WRONG)
      || is_other (self, step))
    return NULL;
  choice = of->choices->pdata[record->choice];
  return choice->reply != NULL ? fill (self, step, choice->reply, record->at_done) : NULL;
}

char *
dl_lesson_attempt_asked (DlLessonAttempt *self, guint step)
{
  const char *ask = dl_lesson_step (self->lesson, step)->ask;
  g_autofree char *filled = ask != NULL ? fill_first (self, step, ask) : NULL;

  return filled != NULL ? dl_lesson_text_plain (filled) : NULL;
}

char *
dl_lesson_attempt_given (DlLessonAttempt *self, guint step)
{
  const DlStepRecord *record = &self->records[step];

  if (record->answer == NULL)
    return NULL;
  switch (dl_lesson_step (self->lesson, step)->question)
    {
    case DL_QUESTION_CHOICE:
      return fill_choice (self, step, record->choice);
    case DL_QUESTION_NUMBER:
      {
        /* As it is written here: files have a point. */
        g_auto (GStrv) parts = g_strsplit (record->answer, ".", -1);

        return g_strjoinv (localeconv ()->decimal_point, parts);
      }
    default:
      return g_strdup (record->answer);
    }
}

char *
dl_lesson_attempt_why (DlLessonAttempt *self, guint step)
{
  char *text = dl_lesson_attempt_reply (self, step);
  char *end;

  if (text == NULL)
    text = explain_of (self, step);
  /* Facts in a list belong to what comes before them. */
  end = text != NULL && !is_other (self, step) ? strstr (text, "\n\n") : NULL;
  if (end != NULL)
    *end = '\0';
  return text;
}

char *
dl_lesson_attempt_fill_first (DlLessonAttempt *self, const char *text)
{
  return fill_first (self, self->step, text);
}

char *
dl_lesson_attempt_wrong (DlLessonAttempt *self)
{
  const DlLessonStep *step = step_of (self);

  if (self->wrong < 0)
    return find_unforeseen (self);
  return dl_lesson_attempt_fill (
      self, ((const DlLessonWrong *) g_ptr_array_index (step->wrongs, (guint) self->wrong))->text);
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
