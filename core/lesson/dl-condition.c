#include "dl-condition.h"

#include "dl-lesson-judge.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Two numbers that differ by less of themselves are the same: one of them may have been computed
 * in another order. */
#define SAME 1e-9

void
dl_condition_free (DlCondition *condition)
{
  if (condition == NULL)
    return;
  g_free (condition->source);
  g_free (condition->text);
  dl_fact_free (condition->fact);
  dl_fact_free (condition->other);
  g_free (condition);
}

/* Parsing -------------------------------------------------------------------------------------- */

static const struct
{
  const char *sign;
  DlConditionOp op;
} ops[] = {
  /* Longer ones first. */
  { "!=", DL_CONDITION_IS_NOT }, { "<=", DL_CONDITION_AT_MOST }, { ">=", DL_CONDITION_AT_LEAST },
  { "=", DL_CONDITION_IS },      { "<", DL_CONDITION_BELOW },    { ">", DL_CONDITION_ABOVE },
};

static gboolean
take_op (DlCondition *condition, const char **at, GError **error)
{
  while (g_ascii_isspace (**at))
    (*at)++;
  for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
    if (g_str_has_prefix (*at, ops[i].sign))
      {
        condition->op = ops[i].op;
        *at += strlen (ops[i].sign);
        return TRUE;
      }
  g_set_error (error, DL_FACT_ERROR, DL_FACT_ERROR_SYNTAX,
               _ ("a comparison is missing after %s (expected =, !=, <, <=, > or >= and a value)"),
               condition->fact->name);
  return FALSE;
}

/* "before", "start" or a fact, perhaps a part of it. */
static gboolean
take_reference (DlCondition *condition, const char *text, GError **error)
{
  const char *star = strchr (text, '*');
  g_autofree char *factor = star != NULL ? g_strndup (text, star - text) : NULL;
  const char *name = star != NULL ? star + 1 : text;
  const gboolean is_number = dl_fact_type (condition->fact) != DL_FACT_TEXT
                             && dl_fact_type (condition->fact) != DL_FACT_FLAG;

  while (g_ascii_isspace (*name))
    name++;
  condition->factor = 1;
  if (factor != NULL
      && (!(is_number || condition->fact->field != NULL)
          || !dl_lesson_answer_parse (g_strstrip (factor), &condition->factor)))
    {
      g_autofree char *quoted = dl_value_quote (text);

      g_set_error (error, DL_FACT_ERROR, DL_FACT_ERROR_SYNTAX,
                   _ ("%s is not a multiple of a number (expected a form such as 0.5 * before)"),
                   quoted);
      return FALSE;
    }
  if (strcmp (name, "before") == 0)
    condition->operand = DL_OPERAND_BEFORE;
  else if (strcmp (name, "start") == 0)
    condition->operand = DL_OPERAND_START;
  else
    {
      condition->operand = DL_OPERAND_FACT;
      condition->other = dl_fact_parse (name, error);
      return condition->other != NULL;
    }
  return TRUE;
}

/* A value of the key, as the scenario would have it. */
static gboolean
take_key_value (DlCondition *condition, const char *text, GError **error)
{
  const DlField *field = condition->fact->field;
  g_autoptr (DlScenario) scenario = dl_scenario_new ();

  if (!dl_field_set (field, scenario, text, error))
    return FALSE;
  condition->text = dl_field_get (field, scenario);
  if (!dl_lesson_answer_parse (condition->text, &condition->number))
    condition->number = NAN;
  return TRUE;
}

static gboolean
is_reference (const char *text)
{
  return strcmp (text, "before") == 0 || strcmp (text, "start") == 0 || strchr (text, '*') != NULL;
}

static gboolean
fail_value (const DlCondition *condition, const char *text, GError **error)
{
  g_autofree char *quoted = dl_value_quote (text);

  g_set_error (error, DL_FACT_ERROR, DL_FACT_ERROR_SYNTAX,
               dl_fact_type (condition->fact) == DL_FACT_FLAG
                   ? _ ("%s is not a possible value of %s (expected yes, no, before, start or a "
                        "different fact)")
                   : _ ("%s is not a possible value of %s (expected a number, before, start or a "
                        "different fact)"),
               quoted, condition->fact->name);
  return FALSE;
}

static gboolean
take_value (DlCondition *condition, const char *text, GError **error)
{
  const DlFactType type = dl_fact_type (condition->fact);
  g_autoptr (GError) key_error = NULL;

  if (is_reference (text))
    return take_reference (condition, text, error);
  if (condition->fact->field != NULL)
    {
      if (take_key_value (condition, text, &key_error) || take_reference (condition, text, NULL))
        return TRUE;
      g_propagate_error (error, g_steal_pointer (&key_error));
      return FALSE;
    }
  if (type == DL_FACT_FLAG && (strcmp (text, "yes") == 0 || strcmp (text, "no") == 0))
    {
      condition->number = *text == 'y';
      return TRUE;
    }
  if (type != DL_FACT_FLAG && type != DL_FACT_TEXT
      && dl_lesson_answer_parse (text, &condition->number))
    return TRUE;
  if (type == DL_FACT_TEXT && *text != '\0')
    {
      condition->text = g_strdup (text);
      return TRUE;
    }
  return take_reference (condition, text, NULL) || fail_value (condition, text, error);
}

/* Words have no order, and compare with words only. */
static gboolean
check_types (const DlCondition *condition, GError **error)
{
  const DlFactType type = dl_fact_type (condition->fact);
  const gboolean ordered = condition->op != DL_CONDITION_IS && condition->op != DL_CONDITION_IS_NOT;
  const gboolean is_word
      = type == DL_FACT_FLAG
        || (type == DL_FACT_TEXT && condition->text != NULL && isnan (condition->number));

  if (ordered && (is_word || (type == DL_FACT_TEXT && condition->fact->field == NULL)))
    {
      g_set_error (error, DL_FACT_ERROR, DL_FACT_ERROR_SYNTAX, _ ("%s has no order (use = or !=)"),
                   condition->fact->name);
      return FALSE;
    }
  if (condition->other != NULL
      && (type == DL_FACT_FLAG) != (dl_fact_type (condition->other) == DL_FACT_FLAG))
    return fail_value (condition, condition->other->name, error);
  return TRUE;
}

DlCondition *
dl_condition_parse (const char *text, GError **error)
{
  g_autoptr (DlCondition) condition = g_new0 (DlCondition, 1);
  g_autofree char *value = NULL;
  const char *at;

  condition->source = g_strstrip (g_strdup (text));
  condition->number = NAN;
  condition->factor = 1;
  at = condition->source;
  condition->fact = dl_fact_parse_prefix (condition->source, &at, error);
  if (condition->fact == NULL || !take_op (condition, &at, error))
    return NULL;
  value = g_strstrip (g_strdup (at));
  return take_value (condition, value, error) && check_types (condition, error)
             ? g_steal_pointer (&condition)
             : NULL;
}

gboolean
dl_condition_is_simulated (const DlCondition *condition)
{
  return dl_fact_is_simulated (condition->fact)
         || (condition->other != NULL && dl_fact_is_simulated (condition->other));
}

/* Judging -------------------------------------------------------------------------------------- */

static gboolean
compare_numbers (DlConditionOp op, double a, double b)
{
  const gboolean same = a == b || fabs (a - b) <= SAME * fmax (fabs (a), fabs (b));

  switch (op)
    {
    case DL_CONDITION_IS:
      return same;
    case DL_CONDITION_IS_NOT:
      return !same;
    case DL_CONDITION_BELOW:
      return a < b && !same;
    case DL_CONDITION_AT_MOST:
      return a < b || same;
    case DL_CONDITION_ABOVE:
      return a > b && !same;
    case DL_CONDITION_AT_LEAST:
      return a > b || same;
    }
  g_return_val_if_reached (FALSE);
}

/* Value to compare the fact with; FALSE: not known. */
static gboolean
get_operand (const DlCondition *condition, const DlWorld *now, const DlWorld *before,
             const DlWorld *start, DlFactValue *value)
{
  const DlWorld *then = condition->operand == DL_OPERAND_BEFORE  ? before
                        : condition->operand == DL_OPERAND_START ? start
                                                                 : now;
  const DlFact *fact = condition->other != NULL ? condition->other : condition->fact;

  if (condition->operand == DL_OPERAND_VALUE)
    {
      value->number = condition->number;
      value->text = g_strdup (condition->text);
      return TRUE;
    }
  if (then == NULL || !dl_fact_get (fact, then, value))
    return FALSE;
  value->number *= condition->factor;
  return TRUE;
}

DlJudged
dl_condition_judge (const DlCondition *condition, const DlWorld *now, const DlWorld *before,
                    const DlWorld *start)
{
  g_auto (DlFactValue) is = { 0 };
  g_auto (DlFactValue) should = { .number = NAN };
  gboolean same;

  if (!dl_fact_get (condition->fact, now, &is)
      || !get_operand (condition, now, before, start, &should))
    return DL_JUDGED_NOT_YET;
  if (!isnan (is.number) && !isnan (should.number))
    return compare_numbers (condition->op, is.number, should.number) ? DL_JUDGED_YES : DL_JUDGED_NO;
  /* Words are the same or not; anything else of them does not hold. */
  same = g_strcmp0 (is.text, should.text) == 0;
  return (condition->op == DL_CONDITION_IS && same)
                 || (condition->op == DL_CONDITION_IS_NOT && !same)
             ? DL_JUDGED_YES
             : DL_JUDGED_NO;
}

DlJudged
dl_conditions_judge (const GPtrArray *conditions, const DlWorld *now, const DlWorld *before,
                     const DlWorld *start)
{
  DlJudged all = DL_JUDGED_YES;

  for (guint i = 0; i < conditions->len; i++)
    {
      const DlJudged one = dl_condition_judge (conditions->pdata[i], now, before, start);

      if (one == DL_JUDGED_NO)
        return DL_JUDGED_NO;
      if (one == DL_JUDGED_NOT_YET)
        all = DL_JUDGED_NOT_YET;
    }
  return all;
}

static char *
describe_with (const char *title, DlConditionOp op, const char *value)
{
  switch (op)
    {
    case DL_CONDITION_IS:
      /* Translators: what a step of a lesson waits for, as in “Radix: 4;4;4” */
      return g_strdup_printf (_ ("%s: %s"), title, value);
    case DL_CONDITION_IS_NOT:
      return g_strdup_printf (_ ("%s: not %s"), title, value);
    case DL_CONDITION_BELOW:
      return g_strdup_printf (_ ("%s: below %s"), title, value);
    case DL_CONDITION_AT_MOST:
      return g_strdup_printf (_ ("%s: at most %s"), title, value);
    case DL_CONDITION_ABOVE:
      return g_strdup_printf (_ ("%s: above %s"), title, value);
    case DL_CONDITION_AT_LEAST:
      return g_strdup_printf (_ ("%s: at least %s"), title, value);
    }
  g_return_val_if_reached (NULL);
}

char *
dl_condition_describe (const DlCondition *condition, const DlWorld *now, const DlWorld *before,
                       const DlWorld *start)
{
  g_auto (DlFactValue) should = { .type = dl_fact_type (condition->fact), .number = NAN };
  g_autofree char *title = NULL;
  g_autofree char *value = NULL;

  if (!get_operand (condition, now, before, start, &should))
    return NULL;
  should.type = dl_fact_type (condition->fact);
  if (should.type == DL_FACT_TEXT && (should.text == NULL || condition->factor != 1))
    {
      if (isnan (should.number))
        return NULL;
      should.type = DL_FACT_REAL;
    }
  else if (should.type != DL_FACT_TEXT && isnan (should.number))
    return NULL;
  /* Nobody has less than none of it: −1 is such a case. */
  title = dl_fact_title (condition->fact, !(should.number < 0));
  value = dl_fact_format_value (condition->fact, &should);
  return describe_with (title, condition->op, value);
}
