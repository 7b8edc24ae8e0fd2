#include "dl-lesson-run.h"

#include "dl-lesson-answer.h"
#include "dl-lesson-judge.h"
#include "dl-lesson-log.h"

#include <glib/gi18n-lib.h>

#include <locale.h>
#include <string.h>

/* What a number may be beside the right one, whatever the lesson says: it was rounded for people.
 */
#define ROUNDED 1e-9

/* What is known of a step. */
typedef struct
{
  gboolean seen;
  gboolean done;
  DlLessonPhase phase;
  DlScenario *begin; /* what it began with, when it first did; NULL before the world is known */
  DlWorld *before;   /* the world then, as long as nothing was changed in it */
  gboolean touched;  /* something was */
  DlWorld *at_done;  /* the world with which it was done last */
  char *answer;
  double number; /* of an answer that is one */
  guint choice;  /* from 0, likewise */
  DlAnswer verdict;
  guint hints, do_hints; /* that are open */
  guint slips;
} Record;

struct _DlLessonRun
{
  GObject parent;
  DlLesson *lesson;
  DlScenario *start;
  Record *records; /* (n_steps) */
  guint n_steps, step, reach;
  DlScenario *pending; /* what the owner is asked to make of the scenario; NULL: nothing */
  gboolean expecting;  /* a world after that */
  DlWorld *world;      /* NULL at first */
  DlScenario *left;    /* where free play began; NULL outside of it */
  gint wrong;          /* what is said at the moment, or -1 */
  DlLessonLog log;
};

G_DEFINE_FINAL_TYPE (DlLessonRun, dl_lesson_run, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* The world when the lesson began. */
static DlWorld *
first_world (DlLessonRun *self)
{
  return self->records[0].before;
}

static Record *
current (DlLessonRun *self)
{
  return &self->records[self->step];
}

static const DlLessonStep *
current_step (DlLessonRun *self)
{
  return dl_lesson_step (self->lesson, self->step);
}

static void
emit_changed (DlLessonRun *self)
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
judge_answer (DlLessonRun *self)
{
  const DlLessonStep *step = current_step (self);
  Record *record = current (self);

  if (record->verdict != DL_ANSWER_WAITS)
    return;
  record->verdict = step->question == DL_QUESTION_NUMBER
                        ? dl_lesson_judge_number (step, self->world, record->number)
                        : dl_lesson_judge_choice (step, self->world, record->before,
                                                  first_world (self), record->choice);
}

static void
log_simulated (DlLessonRun *self)
{
  g_autofree char *cycles = g_strdup_printf ("%" G_GUINT64_FORMAT, self->world->cycles);

  /* A simulation that goes on has just been edited: there is nothing of it yet. */
  if (self->world->cycles == 0)
    return;
  dl_lesson_log_add (&self->log, DL_EVENT_SIMULATED, cycles);
}

static void
finish_step (DlLessonRun *self)
{
  const DlLessonStep *step = current_step (self);
  Record *record = current (self);

  record->phase = DL_PHASE_DONE;
  set_world_pointer (&record->at_done, self->world);
  if (self->world->simulated && dl_lesson_step_is_simulated (step))
    log_simulated (self);
  if (!record->done)
    dl_lesson_log_add (&self->log, DL_EVENT_DONE, step->id);
  record->done = TRUE;
}

/* What has to be said, and whether it is new. */
static void
judge_wrongs (DlLessonRun *self)
{
  const DlLessonStep *step = current_step (self);
  Record *record = current (self);
  const gint was = self->wrong;

  self->wrong = -1;
  for (guint i = 0; i < step->wrongs->len && record->phase != DL_PHASE_DONE; i++)
    {
      const DlLessonWrong *wrong = g_ptr_array_index (step->wrongs, i);

      if (dl_condition_judge (wrong->condition, self->world, record->before, first_world (self))
          == DL_JUDGED_YES)
        {
          self->wrong = (gint) i;
          break;
        }
    }
  if (self->wrong >= 0 && self->wrong != was)
    {
      record->slips++;
      dl_lesson_log_seal (&self->log); /* so that it is there when it is replayed */
    }
}

static void
judge (DlLessonRun *self)
{
  const DlLessonStep *step = current_step (self);
  Record *record = current (self);

  if (self->world == NULL || self->expecting || self->left != NULL)
    return;
  if (record->phase == DL_PHASE_DO
      && dl_conditions_judge (step->until, self->world, record->before, first_world (self))
             == DL_JUDGED_YES)
    {
      judge_answer (self);
      if (record->verdict != DL_ANSWER_WAITS)
        finish_step (self);
    }
  judge_wrongs (self);
}

/* The world ------------------------------------------------------------------------------------ */

/* What the step began with, as much of it as comes to be known before something is changed. */
static void
follow_beginning (DlLessonRun *self)
{
  Record *record = current (self);
  const DlScenario *scenario = self->world->scenario;

  if (record->begin == NULL)
    record->begin = dl_scenario_copy (scenario);
  record->touched = record->touched || !dl_scenario_same_values (scenario, record->begin);
  if (!record->touched)
    set_world_pointer (&record->before, self->world);
}

/* The world is about to be another one: a replay must know that it was simulated. */
static void
log_beginning (DlLessonRun *self, const DlWorld *next)
{
  const DlWorld *world = self->world;

  if (world != NULL && world->simulated && !current (self)->touched
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
dl_lesson_run_set_world (DlLessonRun *self, DlWorld *world)
{
  const gboolean news = self->expecting || is_news (self->world, world);
  const DlLessonPhase phase = current (self)->phase;
  const gint wrong = self->wrong;

  /* What was simulated before the step's own edits is not its beginning. */
  if (self->left == NULL && !self->expecting)
    log_beginning (self, world);
  set_world_pointer (&self->world, world);
  /* While the owner is still to make edits this is the world before them. */
  if (self->pending != NULL)
    return;
  dl_lesson_log_follow (&self->log, world->scenario);
  /* A replay must tell the lesson's edits from those that are made next. */
  if (self->expecting)
    dl_lesson_log_seal (&self->log);
  self->expecting = FALSE;
  if (self->left == NULL)
    follow_beginning (self);
  judge (self);
  if (news || current (self)->phase != phase || self->wrong != wrong)
    emit_changed (self);
}

DlWorld *
dl_lesson_run_get_world (DlLessonRun *self)
{
  return self->world;
}

/* What the scenario is as far as is known. */
static const DlScenario *
scenario_now (DlLessonRun *self)
{
  return self->world != NULL ? self->world->scenario : self->start;
}

static void
ask_for (DlLessonRun *self, DlScenario *scenario)
{
  g_clear_pointer (&self->pending, dl_scenario_free);
  self->pending = scenario;
  self->expecting = TRUE;
}

GPtrArray *
dl_lesson_run_take_edits (DlLessonRun *self, char **label)
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

/* What step @to begins with when it is first seen: the scenario @now with the step's edits; if
 * they do not go with what was made of it, the lesson's own with all edits so far. */
static DlScenario *
scenario_for (DlLessonRun *self, guint to, const DlScenario *now)
{
  const DlLessonStep *step = dl_lesson_step (self->lesson, to);
  g_autoptr (GPtrArray) edits = dl_lesson_edits (step->sets, NULL, NULL);
  DlScenario *scenario = dl_scenario_copy (now);

  if (step->sets->len == 0 || edits == NULL
      || dl_scenario_apply (scenario, edits, NULL, NULL, NULL))
    return scenario;
  dl_scenario_free (scenario);
  scenario = dl_scenario_copy (self->start);
  for (guint i = 0; i <= to; i++)
    {
      g_autoptr (GPtrArray) some
          = dl_lesson_edits (dl_lesson_step (self->lesson, i)->sets, NULL, NULL);

      if (some != NULL)
        dl_scenario_apply (scenario, some, NULL, NULL, NULL);
    }
  return scenario;
}

static DlLessonPhase
first_phase (const DlLessonStep *step, const Record *record)
{
  return step->question != DL_QUESTION_NONE && record->answer == NULL ? DL_PHASE_PREDICT
                                                                      : DL_PHASE_DO;
}

static void
enter (DlLessonRun *self, guint to, const DlScenario *now)
{
  Record *record = &self->records[to];

  ask_for (self,
           record->begin != NULL ? dl_scenario_copy (record->begin) : scenario_for (self, to, now));
  self->step = to;
  self->wrong = -1;
  if (!record->seen)
    record->phase = first_phase (current_step (self), record);
  record->seen = TRUE;
  record->touched = FALSE;
  dl_lesson_log_add (&self->log, DL_EVENT_STEP, current_step (self)->id);
}

gboolean
dl_lesson_run_go_to (DlLessonRun *self, guint step)
{
  g_autoptr (DlScenario) left = NULL;

  if (step > dl_lesson_run_get_reach (self))
    return FALSE;
  left = g_steal_pointer (&self->left);
  if (left != NULL)
    dl_lesson_log_add (&self->log, DL_EVENT_RETURN, "");
  self->reach = MAX (self->reach, step);
  enter (self, step, left != NULL ? left : scenario_now (self));
  emit_changed (self);
  return TRUE;
}

void
dl_lesson_run_reset (DlLessonRun *self)
{
  Record *record = current (self);

  if (record->begin == NULL)
    return;
  dl_lesson_log_add (&self->log, DL_EVENT_RESET, "");
  ask_for (self, dl_scenario_copy (record->begin));
  record->phase = first_phase (current_step (self), record);
  record->touched = FALSE;
  self->wrong = -1;
  emit_changed (self);
}

void
dl_lesson_run_leave (DlLessonRun *self)
{
  if (self->left != NULL)
    return;
  dl_lesson_log_add (&self->log, DL_EVENT_LEAVE, "");
  self->left = dl_scenario_copy (scenario_now (self));
  emit_changed (self);
}

void
dl_lesson_run_return (DlLessonRun *self)
{
  if (self->left == NULL)
    return;
  dl_lesson_log_add (&self->log, DL_EVENT_RETURN, "");
  ask_for (self, g_steal_pointer (&self->left));
  emit_changed (self);
}

/* Answers and hints ---------------------------------------------------------------------------- */

gboolean
dl_lesson_run_answer (DlLessonRun *self, const char *text, GError **error)
{
  const DlLessonStep *step = current_step (self);
  g_autofree char *number = step->question == DL_QUESTION_NUMBER ? dl_lesson_answer_normalize (
                                dl_lesson_answer_number (step, text), localeconv ()->decimal_point)
                                                                 : NULL;

  return dl_lesson_run_answer_plain (self, number != NULL ? number : text, error);
}

gboolean
dl_lesson_run_answer_plain (DlLessonRun *self, const char *text, GError **error)
{
  const DlLessonStep *step = current_step (self);
  g_autofree char *answer = dl_lesson_answer_clean (text);
  Record *record = current (self);

  if (step->question == DL_QUESTION_NONE || record->answer != NULL)
    {
      g_set_error (error, DL_LESSON_ERROR, DL_LESSON_ERROR_SYNTAX,
                   step->question == DL_QUESTION_NONE ? _ ("this step asks nothing")
                                                      : _ ("this question has its answer"));
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
  dl_lesson_log_add (&self->log, DL_EVENT_ANSWER, answer);
  record->answer = g_steal_pointer (&answer);
  record->verdict = step->question == DL_QUESTION_FREE ? DL_ANSWER_KEPT : DL_ANSWER_WAITS;
  if (record->phase == DL_PHASE_PREDICT)
    record->phase = DL_PHASE_DO;
  judge (self);
  emit_changed (self);
  return TRUE;
}

const char *
dl_lesson_run_get_answer (DlLessonRun *self, guint step)
{
  return self->records[step].answer;
}

DlAnswer
dl_lesson_run_get_verdict (DlLessonRun *self, guint step)
{
  return self->records[step].verdict;
}

guint
dl_lesson_run_count_holding (DlLessonRun *self, guint *n)
{
  const GPtrArray *until = current_step (self)->until;
  guint holding = 0;

  *n = until->len;
  for (guint i = 0; i < until->len && self->world != NULL; i++)
    holding += dl_condition_judge (g_ptr_array_index (until, i), self->world,
                                   current (self)->before, first_world (self))
               == DL_JUDGED_YES;
  return holding;
}

/* A text of @step with its facts, which are those of @now. */
static char *
fill (DlLessonRun *self, guint step, const char *text, const DlWorld *now)
{
  const Record *record = &self->records[step];
  const DlLessonFacts facts = {
    .now = now,
    .before = record->before,
    .start = first_world (self),
    .answer = record->answer,
  };

  return dl_lesson_text_fill (text, &facts);
}

/* What was said first stays true when the student has changed what it speaks of. */
static char *
fill_first (DlLessonRun *self, guint step, const char *text)
{
  const DlWorld *before = self->records[step].before;

  return fill (self, step, text, before != NULL ? before : self->world);
}

static char *
fill_choice (DlLessonRun *self, guint step, guint choice)
{
  const GPtrArray *choices = dl_lesson_step (self->lesson, step)->choices;
  g_autofree char *text
      = fill_first (self, step, ((const DlLessonChoice *) choices->pdata[choice])->text);

  return dl_lesson_text_plain (text);
}

char *
dl_lesson_run_choice (DlLessonRun *self, guint choice)
{
  return fill_choice (self, self->step, choice);
}

char *
dl_lesson_run_right_answer (DlLessonRun *self, guint step)
{
  const DlLessonStep *of = dl_lesson_step (self->lesson, step);
  const Record *record = &self->records[step];
  guint choice;

  if (record->at_done == NULL)
    return NULL;
  if (of->question == DL_QUESTION_NUMBER)
    return dl_fact_format (of->number, record->at_done);
  if (of->question == DL_QUESTION_CHOICE
      && dl_lesson_find_choice (of, record->at_done, record->before, first_world (self), &choice)
      && choice != G_MAXUINT)
    return fill_choice (self, step, choice);
  return NULL;
}

/* What was asked has its answer: from then on only hints at what is to be done help. */
static const GPtrArray *
helpful_hints (DlLessonRun *self, guint **open)
{
  const DlLessonStep *step = current_step (self);
  Record *record = current (self);
  const gboolean doing = step->do_hints->len > 0 && record->answer != NULL;

  *open = doing ? &record->do_hints : &record->hints;
  return doing ? step->do_hints : step->hints;
}

guint
dl_lesson_run_hint (DlLessonRun *self)
{
  guint *open;
  const GPtrArray *hints = helpful_hints (self, &open);

  if (*open < hints->len)
    {
      g_autofree char *number = NULL;

      ++*open;
      number = g_strdup_printf ("%u", dl_lesson_run_get_hints (self));
      dl_lesson_log_add (&self->log, DL_EVENT_HINT, number);
      emit_changed (self);
    }
  return dl_lesson_run_get_hints (self);
}

guint
dl_lesson_run_get_hints (DlLessonRun *self)
{
  return current (self)->hints + current (self)->do_hints;
}

gboolean
dl_lesson_run_has_hint (DlLessonRun *self)
{
  guint *open;
  const GPtrArray *hints = helpful_hints (self, &open);

  return *open < hints->len;
}

const GPtrArray *
dl_lesson_run_helpful_hints (DlLessonRun *self, guint *open)
{
  guint *of;
  const GPtrArray *hints = helpful_hints (self, &of);

  *open = *of;
  return hints;
}

/* Texts ---------------------------------------------------------------------------------------- */

char *
dl_lesson_run_fill (DlLessonRun *self, const char *text)
{
  const Record *record = current (self);

  return fill (self, self->step, text,
               record->phase == DL_PHASE_DONE && record->at_done != NULL ? record->at_done
                                                                         : self->world);
}

char *
dl_lesson_run_fill_first (DlLessonRun *self, const char *text)
{
  return fill_first (self, self->step, text);
}

char *
dl_lesson_run_wrong (DlLessonRun *self)
{
  const DlLessonStep *step = current_step (self);

  if (self->wrong < 0)
    return NULL;
  return dl_lesson_run_fill (
      self, ((const DlLessonWrong *) g_ptr_array_index (step->wrongs, (guint) self->wrong))->text);
}

/* How it stands -------------------------------------------------------------------------------- */

DlLesson *
dl_lesson_run_get_lesson (DlLessonRun *self)
{
  return self->lesson;
}

void
dl_lesson_run_set_lesson (DlLessonRun *self, DlLesson *lesson)
{
  g_return_if_fail (strcmp (lesson->digest, self->lesson->digest) == 0);
  dl_lesson_ref (lesson);
  dl_lesson_unref (self->lesson);
  self->lesson = lesson;
  emit_changed (self);
}

const DlScenario *
dl_lesson_run_get_start (DlLessonRun *self)
{
  return self->start;
}

guint
dl_lesson_run_get_step (DlLessonRun *self)
{
  return self->step;
}

DlLessonPhase
dl_lesson_run_get_phase (DlLessonRun *self)
{
  return current (self)->phase;
}

gboolean
dl_lesson_run_is_step_done (DlLessonRun *self, guint step)
{
  return self->records[step].done;
}

gboolean
dl_lesson_run_is_finished (DlLessonRun *self)
{
  return self->records[self->n_steps - 1].done;
}

gboolean
dl_lesson_run_is_left (DlLessonRun *self)
{
  return self->left != NULL;
}

guint
dl_lesson_run_get_reach (DlLessonRun *self)
{
  return MIN (self->reach + 1, self->n_steps - 1);
}

void
dl_lesson_run_get_score (DlLessonRun *self, DlLessonScore *score)
{
  *score = (DlLessonScore) { .steps = self->n_steps };
  for (guint i = 0; i < self->n_steps; i++)
    {
      const DlQuestion question = dl_lesson_step (self->lesson, i)->question;
      const Record *record = &self->records[i];

      score->done += record->done;
      score->asked += question == DL_QUESTION_NUMBER || question == DL_QUESTION_CHOICE;
      score->answered += record->answer != NULL && record->verdict != DL_ANSWER_KEPT;
      score->right += record->verdict == DL_ANSWER_RIGHT;
      score->kept += record->verdict == DL_ANSWER_KEPT;
      score->hints += record->hints + record->do_hints;
      score->slips += record->slips;
    }
}

const GPtrArray *
dl_lesson_run_get_log (DlLessonRun *self)
{
  return self->log.events;
}

/* The object ----------------------------------------------------------------------------------- */

static void
dl_lesson_run_init (DlLessonRun *self)
{
  self->wrong = -1;
}

static void
dl_lesson_run_finalize (GObject *object)
{
  DlLessonRun *self = DL_LESSON_RUN (object);

  for (guint i = 0; i < self->n_steps; i++)
    {
      Record *record = &self->records[i];

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
  G_OBJECT_CLASS (dl_lesson_run_parent_class)->finalize (object);
}

static void
dl_lesson_run_class_init (DlLessonRunClass *class)
{
  G_OBJECT_CLASS (class)->finalize = dl_lesson_run_finalize;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

DlLessonRun *
dl_lesson_run_new (DlLesson *lesson, GError **error)
{
  g_autoptr (DlScenario) start = dl_lesson_start (lesson, error);
  DlLessonRun *self;

  if (start == NULL)
    return NULL;
  self = g_object_new (DL_TYPE_LESSON_RUN, NULL);
  self->lesson = dl_lesson_ref (lesson);
  self->start = g_steal_pointer (&start);
  self->n_steps = lesson->steps->len;
  self->records = g_new0 (Record, self->n_steps);
  dl_lesson_log_init (&self->log, self->start);
  enter (self, 0, self->start);
  return self;
}
