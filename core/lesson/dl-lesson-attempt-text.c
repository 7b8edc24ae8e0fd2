#include "dl-lesson-attempt-text.h"

#include "dl-lesson-attempt-private.h"
#include "dl-lesson-judge.h"

#include <glib/gi18n-lib.h>

#include <locale.h>
#include <string.h>

/* Aims ----------------------------------------------------------------------------------------- */

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
  const guint64 held = self->world != NULL ? dl_lesson_attempt_holding (self, FALSE)
                                                 | dl_lesson_attempt_holding (self, TRUE)
                                           : 0;

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

/* Unforeseen changes --------------------------------------------------------------------------- */

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
  const guint64 held = dl_lesson_attempt_holding (self, FALSE);

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
  if (foreseen && record->phase == DL_PHASE_DO
      && (dl_lesson_attempt_holding (self, FALSE) & ~record->begun) == 0 && is_open (self))
    return g_strdup (_ ("That is a change, but not yet the one that this step waits for."));
  return NULL;
}

/* Texts with facts ----------------------------------------------------------------------------- */

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

/* Explanation of a step that is done. */
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
        /* The number in the user's locale: files have a decimal point. */
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
