/* What an attempt says and is told: answers, hints, texts, and how it stands. */
#include "dl-lesson-attempt-private.h"

#include "dl-lesson-answer.h"
#include "dl-lesson-judge.h"

#include <glib/gi18n-lib.h>

#include <locale.h>
#include <string.h>

/* Answers and hints ---------------------------------------------------------------------------- */

gboolean
dl_lesson_attempt_answer (DlLessonAttempt *self, const char *text, GError **error)
{
  const DlLessonStep *step = dl_lesson_attempt_at (self);
  g_autofree char *number = step->question == DL_QUESTION_NUMBER ? dl_lesson_answer_normalize (
                                dl_lesson_answer_number (step, text), localeconv ()->decimal_point)
                                                                 : NULL;

  return dl_lesson_attempt_answer_plain (self, number != NULL ? number : text, error);
}

gboolean
dl_lesson_attempt_answer_plain (DlLessonAttempt *self, const char *text, GError **error)
{
  const DlLessonStep *step = dl_lesson_attempt_at (self);
  g_autofree char *answer = dl_lesson_answer_clean (text);
  DlStepRecord *record = dl_lesson_attempt_record (self);

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
  self->work++;
  record->answer = g_steal_pointer (&answer);
  record->verdict = step->question == DL_QUESTION_FREE ? DL_ANSWER_KEPT : DL_ANSWER_WAITS;
  if (record->phase == DL_PHASE_PREDICT)
    record->phase = DL_PHASE_DO;
  dl_lesson_attempt_judge (self);
  dl_lesson_attempt_emit_changed (self);
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

guint
dl_lesson_attempt_count_holding (DlLessonAttempt *self, guint *n)
{
  const GPtrArray *until = dl_lesson_attempt_at (self)->until;
  guint holding = 0;

  *n = until->len;
  for (guint i = 0; i < until->len && self->world != NULL; i++)
    holding += dl_condition_judge (g_ptr_array_index (until, i), self->world,
                                   dl_lesson_attempt_record (self)->before,
                                   dl_lesson_attempt_first_world (self))
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
    .start = dl_lesson_attempt_first_world (self),
    .answer = record->answer,
  };

  return dl_lesson_text_fill (text, &facts);
}

/* What was said first stays true when the student has changed what it speaks of. */
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
      && dl_lesson_find_choice (of, record->at_done, record->before,
                                dl_lesson_attempt_first_world (self), &choice)
      && choice != G_MAXUINT)
    return fill_choice (self, step, choice);
  return NULL;
}

static gboolean
can_hint (DlLessonAttempt *self, const GPtrArray *hints, guint open)
{
  return dl_lesson_attempt_get_phase (self) != DL_PHASE_DONE && open < hints->len;
}

/* What was asked has its answer: from then on only hints at what is to be done help. */
static const GPtrArray *
helpful_hints (DlLessonAttempt *self, guint **open)
{
  const DlLessonStep *step = dl_lesson_attempt_at (self);
  DlStepRecord *record = dl_lesson_attempt_record (self);
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
      dl_lesson_attempt_emit_changed (self);
    }
  return dl_lesson_attempt_get_hints (self);
}

guint
dl_lesson_attempt_get_hints (DlLessonAttempt *self)
{
  return dl_lesson_attempt_record (self)->hints + dl_lesson_attempt_record (self)->do_hints;
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
  const DlStepRecord *record = dl_lesson_attempt_record (self);

  return fill (self, self->step, text,
               record->phase == DL_PHASE_DONE && record->at_done != NULL ? record->at_done
                                                                         : self->world);
}

/* Is another choice right than the explanation is about? */
static gboolean
is_other (DlLessonAttempt *self)
{
  const DlLessonStep *step = dl_lesson_attempt_at (self);
  const DlStepRecord *record = dl_lesson_attempt_record (self);
  guint choice;

  return step->right > 0 && record->at_done != NULL
         && dl_lesson_find_choice (step, record->at_done, record->before,
                                   dl_lesson_attempt_first_world (self), &choice)
         && choice != step->right - 1;
}

char *
dl_lesson_attempt_explain (DlLessonAttempt *self)
{
  const DlLessonStep *step = dl_lesson_attempt_at (self);
  g_autoptr (GString) text = NULL;

  if (dl_lesson_attempt_get_phase (self) != DL_PHASE_DONE || step->explain == NULL)
    return NULL;
  if (!is_other (self))
    return dl_lesson_attempt_fill (self, step->explain);
  text = g_string_new (_ ("The explanation of this step is about a different answer and does not "
                          "hold in your network. The answer follows from these facts:"));
  g_string_append (text, "\n\n");
  for (guint i = 0; i < step->decides->len; i++)
    {
      const char *name = ((const DlFact *) step->decides->pdata[i])->name;

      g_string_append_printf (text, "- `%s`: {%s}\n", name, name);
    }
  return dl_lesson_attempt_fill (self, text->str);
}

char *
dl_lesson_attempt_fill_first (DlLessonAttempt *self, const char *text)
{
  return fill_first (self, self->step, text);
}

char *
dl_lesson_attempt_wrong (DlLessonAttempt *self)
{
  const DlLessonStep *step = dl_lesson_attempt_at (self);

  if (self->wrong < 0)
    return NULL;
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
  return dl_lesson_attempt_record (self)->phase;
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
