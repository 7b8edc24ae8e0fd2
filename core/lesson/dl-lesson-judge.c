#include "dl-lesson-judge.h"

#include "dl-lesson-text.h"

#include <math.h>
#include <string.h>

/* What a number may be beside the right one, whatever the lesson says: both went through texts. */
#define ROUNDED 1e-9

/* What is not known now: an analysis or a simulation that there is none of yet brings it. Without
 * that nothing will, as there are no hops of a pair without a route, and nobody should wait. */
static DlAnswer
wait_for (const DlWorld *now, gboolean simulated)
{
  return now->result == NULL || simulated ? DL_ANSWER_WAITS : DL_ANSWER_UNJUDGED;
}

DlAnswer
dl_lesson_judge_number (const DlLessonStep *step, const DlWorld *now, double answer)
{
  g_auto (DlFactValue) value = { 0 };
  double reach;

  if (!dl_fact_get (step->number, now, &value) || isnan (value.number))
    return wait_for (now, dl_fact_is_simulated (step->number));
  reach = step->of_value ? step->within * fabs (value.number) : step->within;
  return fabs (answer - value.number) <= reach + ROUNDED * fmax (1, fabs (value.number))
             ? DL_ANSWER_RIGHT
             : DL_ANSWER_WRONG;
}

/* Is there one about a simulation, and, if @compares, one that compares it with another? */
static gboolean
any_simulated (const GPtrArray *conditions, gboolean compares)
{
  for (guint i = 0; i < conditions->len; i++)
    {
      const DlCondition *condition = g_ptr_array_index (conditions, i);

      if (dl_condition_is_simulated (condition)
          && (!compares || condition->operand == DL_OPERAND_BEFORE
              || condition->operand == DL_OPERAND_START))
        return TRUE;
    }
  return FALSE;
}

static gboolean
choices_are_simulated (const DlLessonStep *step, gboolean compares)
{
  for (guint i = 0; i < step->choices->len; i++)
    if (any_simulated (((const DlLessonChoice *) step->choices->pdata[i])->conditions, compares))
      return TRUE;
  return FALSE;
}

gboolean
dl_lesson_find_choice (const DlLessonStep *step, const DlWorld *now, const DlWorld *before,
                       const DlWorld *start, guint *choice)
{
  guint n = 0;

  *choice = G_MAXUINT;
  for (guint i = 0; i < step->choices->len; i++)
    {
      const DlLessonChoice *one = g_ptr_array_index (step->choices, i);

      switch (dl_conditions_judge (one->conditions, now, before, start))
        {
        case DL_JUDGED_NOT_YET:
          return FALSE;
        case DL_JUDGED_YES:
          *choice = n++ == 0 ? i : G_MAXUINT;
          break;
        case DL_JUDGED_NO:
          break;
        }
    }
  return TRUE;
}

DlAnswer
dl_lesson_judge_choice (const DlLessonStep *step, const DlWorld *now, const DlWorld *before,
                        const DlWorld *start, guint answer)
{
  guint right;

  if (!dl_lesson_find_choice (step, now, before, start, &right))
    return wait_for (now, choices_are_simulated (step, FALSE));
  if (right == G_MAXUINT)
    return DL_ANSWER_UNJUDGED;
  return right == answer ? DL_ANSWER_RIGHT : DL_ANSWER_WRONG;
}

static gboolean
step_has_simulated (const DlLessonStep *step, gboolean compares)
{
  return any_simulated (step->until, compares) || choices_are_simulated (step, compares);
}

gboolean
dl_lesson_step_is_simulated (const DlLessonStep *step)
{
  return step_has_simulated (step, FALSE)
         || (step->number != NULL && dl_fact_is_simulated (step->number));
}

/* Is there a fact of a simulation in @text that ends in @when, " before" or " start", or, where
 * that is NULL, a fact of the moment? */
static gboolean
tells_simulated (const char *text, const char *when)
{
  g_auto (GStrv) names = text != NULL ? dl_lesson_text_placeholders (text) : NULL;

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      g_autofree char *name = g_strdup (names[i]);
      g_autoptr (DlFact) fact = NULL;

      if (when != NULL && !g_str_has_suffix (name, when))
        continue;
      if (when != NULL)
        name[strlen (name) - strlen (when)] = '\0';
      fact = dl_fact_parse (name, NULL);
      if (fact != NULL && dl_fact_is_simulated (fact))
        return TRUE;
    }
  return FALSE;
}

static gboolean
compares_with (const GPtrArray *conditions, DlOperand operand)
{
  for (guint i = 0; i < conditions->len; i++)
    {
      const DlCondition *condition = g_ptr_array_index (conditions, i);

      if (condition->operand == operand && dl_condition_is_simulated (condition))
        return TRUE;
    }
  return FALSE;
}

gboolean
dl_lesson_step_needs (const DlLessonStep *step, gboolean start)
{
  const DlOperand operand = start ? DL_OPERAND_START : DL_OPERAND_BEFORE;
  const char *when = start ? " start" : " before";
  gboolean needs = compares_with (step->until, operand);

  for (guint i = 0; i < step->choices->len && !needs; i++)
    {
      const DlLessonChoice *choice = g_ptr_array_index (step->choices, i);

      needs = compares_with (choice->conditions, operand) || tells_simulated (choice->text, when)
              || (!start && tells_simulated (choice->text, NULL));
    }
  /* What is said first is of the beginning. */
  return needs || tells_simulated (step->say, when) || tells_simulated (step->ask, when)
         || tells_simulated (step->explain, when)
         || (!start && (tells_simulated (step->say, NULL) || tells_simulated (step->ask, NULL)));
}

gboolean
dl_lesson_looks_back (const DlLesson *lesson)
{
  for (guint i = 0; i < lesson->steps->len; i++)
    if (step_has_simulated (dl_lesson_step (lesson, i), TRUE))
      return TRUE;
  return FALSE;
}
