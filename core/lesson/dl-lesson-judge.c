#include "dl-lesson-judge.h"

#include "dl-lesson-text.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <locale.h>
#include <math.h>
#include <string.h>

/* 1<sign>204<sign>000: groups of three, and no zero in front. */
static gboolean
is_grouped (const char *text, char sign)
{
  gsize digits = strspn (text, "0123456789");

  if (digits < 1 || digits > 3 || *text == '0' || text[digits] != sign)
    return FALSE;
  for (text += digits; *text == sign; text += 4)
    if (strspn (text + 1, "0123456789") < 3)
      return FALSE;
  return *text == '\0';
}

static void
remove_sign (char *text, char sign)
{
  char *to = text;

  for (; *text != '\0'; text++)
    if (*text != sign)
      *to++ = *text;
  *to = '\0';
}

/* Remove the sign, comma or point, that separates thousands; the other becomes the point. */
static void
settle_signs (char *text, const char *decimal)
{
  const char *digits = *text == '-' || *text == '+' ? text + 1 : text;
  const char *comma = strrchr (text, ','), *point = strrchr (text, '.');

  if (comma != NULL && point != NULL)
    remove_sign (text, comma > point ? '.' : ',');
  else if (comma != NULL && *decimal != ',' && is_grouped (digits, ','))
    remove_sign (text, ',');
  else if (point != NULL && *decimal == ',' && is_grouped (digits, '.'))
    remove_sign (text, '.');
  g_strdelimit (text, ",", '.');
}

/* Blanks and apostrophes between thousands, a minus as it is printed. */
static char *
without_blanks (const char *text)
{
  GString *out = g_string_new (NULL);

  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    {
      const gunichar u = g_utf8_get_char (c);

      if (u == 0x2212)
        g_string_append_c (out, '-');
      else if (!g_unichar_isspace (u) && u != 0xa0 && u != 0x202f && u != '\'' && u != 0x2019)
        g_string_append_unichar (out, u);
    }
  return g_string_free (out, FALSE);
}

char *
dl_lesson_answer_normalize (const char *text, const char *decimal)
{
  g_autofree char *digits = without_blanks (text);
  const gboolean percent = g_str_has_suffix (digits, "%");
  g_autofree char *shortest = NULL;
  double number;

  if (percent)
    digits[strlen (digits) - 1] = '\0';
  settle_signs (digits, decimal);
  if (!dl_value_parse_double (digits, -G_MAXDOUBLE, G_MAXDOUBLE, &number, NULL))
    return NULL;
  shortest = dl_value_format_double (number);
  return percent ? g_strconcat (shortest, " %", NULL) : g_steal_pointer (&shortest);
}

gboolean
dl_lesson_answer_parse (const char *text, double *number)
{
  g_autofree char *digits = g_strdup (text);
  const gboolean percent = g_str_has_suffix (digits, "%");

  if (percent)
    digits[strlen (digits) - 1] = '\0';
  if (!dl_value_parse_double (digits, -G_MAXDOUBLE, G_MAXDOUBLE, number, NULL))
    return FALSE;
  if (percent)
    *number /= 100;
  return TRUE;
}

const char *
dl_lesson_answer_number (const DlLessonStep *step, const char *text)
{
  const char *at = text + strspn (text, " ");

  if (step->number->info == NULL || strcmp (step->number->info->name, "vc_on") != 0
      || g_ascii_strncasecmp (at, "VC", strlen ("VC")) != 0)
    return text;
  return at + strlen ("VC");
}

static gboolean
fail_number (const DlLessonStep *step, const char *text, GError **error)
{
  g_autofree char *quoted = dl_value_quote (text);
  g_autofree char *quarter = g_strdup_printf ("0%s25", localeconv ()->decimal_point);

  if (dl_fact_type (step->number) == DL_FACT_SHARE)
    g_set_error (error, DL_LESSON_ERROR, DL_LESSON_ERROR_SYNTAX,
                 _ ("%s is not a number (expected a form such as %s or 25%%)"), quoted, quarter);
  else
    g_set_error (error, DL_LESSON_ERROR, DL_LESSON_ERROR_SYNTAX,
                 _ ("%s is not a number (expected a form such as 8 or %s)"), quoted, quarter);
  return FALSE;
}

gboolean
dl_lesson_answer_read (const DlLessonStep *step, const char *text, double *number, guint *choice,
                       GError **error)
{
  guint64 from_1;

  switch (step->question)
    {
    case DL_QUESTION_NUMBER:
      return dl_lesson_answer_parse (text, number) || fail_number (step, text, error);
    case DL_QUESTION_CHOICE:
      if (!dl_value_parse_uint (text, 1, step->choices->len, &from_1, NULL))
        {
          g_autofree char *quoted = dl_value_quote (text);

          g_set_error (error, DL_LESSON_ERROR, DL_LESSON_ERROR_SYNTAX,
                       _ ("%s is not a choice (expected 1 to %u)"), quoted, step->choices->len);
          return FALSE;
        }
      *choice = (guint) from_1 - 1;
      return TRUE;
    default:
      return TRUE;
    }
}

char *
dl_lesson_answer_clean (const char *text)
{
  char *clean = g_utf8_make_valid (text, -1);

  for (char *c = clean; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c) && *c != '\n')
      *c = ' ';
  return g_strstrip (clean);
}

/* Least tolerance of a number, whatever the lesson says: both sides went through texts. */
#define ROUNDED 1e-9

/* A value not known now: an analysis or a simulation still to come brings it. Else nothing will, as
 * a pair without a route has no hops, and the user should not wait. */
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
  /* First texts are of the beginning. */
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
