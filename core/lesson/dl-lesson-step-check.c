/* Keys of a lesson's step that go together, found wrong without a network. */
#include "dl-lesson-private.h"

#include "dl-lesson-text.h"

#include <glib/gi18n-lib.h>

#include <string.h>

static gboolean
has_fact (const GPtrArray *facts, const DlFact *fact)
{
  for (guint i = 0; i < facts->len; i++)
    if (strcmp (((const DlFact *) facts->pdata[i])->name, fact->name) == 0)
      return TRUE;
  return FALSE;
}

/* Does @text show it? Blanks in it say nothing. */
static gboolean
shows (const char *text, const char *fact)
{
  g_auto (GStrv) shown = text != NULL ? dl_lesson_text_placeholders (text) : NULL;
  gboolean found = FALSE;

  for (guint i = 0; shown != NULL && shown[i] != NULL && !found; i++)
    {
      g_auto (GStrv) parts = g_strsplit (shown[i], ", ", -1);
      g_autofree char *name = g_strjoinv (",", parts);

      found = strcmp (name, fact) == 0;
    }
  return found;
}

/* The value with which a condition compares its fact, if that is one of then: shown in the
 * explanation, or above it, where facts are of the beginning. */
static gboolean
shows_operand (const DlLessonStep *step, const DlCondition *condition)
{
  const gboolean start = condition->operand == DL_OPERAND_START;
  g_autofree char *then = g_strconcat (condition->fact->name, start ? " start" : " before", NULL);

  if ((!start && condition->operand != DL_OPERAND_BEFORE)
      || dl_fact_type (condition->fact) == DL_FACT_FLAG)
    return TRUE;
  return shows (step->explain, then) || shows (step->say, then) || shows (step->ask, then)
         || (!start
             && (shows (step->say, condition->fact->name)
                 || shows (step->ask, condition->fact->name)));
}

/* Is the fact that a choice compares said to decide, and are its numbers in the explanation? Yes
 * and no are said in words. NULL: all is well. Free with g_free. */
static char *
find_undecided (const DlLessonStep *step, const DlCondition *condition)
{
  const DlFact *const facts[] = { condition->fact, condition->other };

  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    if (facts[i] != NULL && !has_fact (step->decides, facts[i]))
      return g_strdup_printf (_ ("a choice depends on %s, too (add it to decides:)"),
                              facts[i]->name);
    else if (facts[i] != NULL && dl_fact_type (facts[i]) != DL_FACT_FLAG
             && !shows (step->explain, facts[i]->name))
      return g_strdup_printf (_ ("the explanation does not show %s, which decides the answer (add "
                                 "{%s} to explain:)"),
                              facts[i]->name, facts[i]->name);
  if (!shows_operand (step, condition))
    return g_strdup_printf (_ ("nothing shows what %s was, with which the choices compare it (add "
                               "{%s %s} to explain:)"),
                            condition->fact->name, condition->fact->name,
                            condition->operand == DL_OPERAND_START ? "start" : "before");
  return NULL;
}

/* Deciding facts: the choices compare them, and the explanation is about one of them. */
static void
check_decided (const DlLessonStep *step, DlProblems *problems)
{
  g_autoptr (GHashTable) said = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  if ((step->decides->len > 0 || step->right_line > 0) && step->choices->len == 0)
    dl_problems_add (problems, MAX (step->decides_line, step->right_line),
                     _ ("decides: and right: need choices (add choice: lines)"));
  if (step->right > step->choices->len && step->choices->len > 0)
    dl_problems_add (problems, step->right_line,
                     _ ("the step %s has no choice %u (expected 1 to %u)"), step->id, step->right,
                     step->choices->len);
  for (guint i = 0; i < step->choices->len && step->decides->len > 0; i++)
    {
      const DlLessonChoice *choice = g_ptr_array_index (step->choices, i);

      for (guint k = 0; k < choice->conditions->len; k++)
        {
          char *problem = find_undecided (step, g_ptr_array_index (choice->conditions, k));

          if (problem != NULL && g_hash_table_add (said, problem))
            dl_problems_add (problems, step->decides_line, "%s", problem);
        }
    }
}

/* Replies: of all choices or of none, and they take one of them to be right. */
static void
check_replies (const DlLessonStep *step, DlProblems *problems)
{
  guint with = 0, first = 0;

  for (guint i = 0; i < step->choices->len; i++)
    {
      const DlLessonChoice *choice = g_ptr_array_index (step->choices, i);

      with += choice->reply != NULL;
      if (first == 0 && choice->reply != NULL)
        first = choice->reply_line;
    }
  if (with > 0 && step->right == 0)
    dl_problems_add (
        problems, first,
        _ ("the replies of the step %s need to know which choice they take to be right "
           "(add right: and its number)"),
        step->id);
  for (guint i = 0; i < step->choices->len && with > 0; i++)
    {
      const DlLessonChoice *choice = g_ptr_array_index (step->choices, i);

      if (choice->reply == NULL)
        dl_problems_add (problems, choice->line,
                         _ ("this choice has no reply, but others have (add reply: and a text)"));
    }
}

/* The shown recording, and its lines. */
static void
check_recording (const DlLessonStep *step, DlProblems *problems)
{
  const DlLessonPlace *shown = dl_lesson_step_recording (step);
  guint64 cycle;

  if (shown == NULL && step->at_line > 0)
    dl_problems_add (problems, step->at_line,
                     _ ("at: needs a recording (add show: recording and its name)"));
  if (shown == NULL && dl_lesson_step_waits_for_cycle (step, &cycle))
    dl_problems_add (problems, step->line,
                     _ ("the step %s waits for a cycle of a recording, but shows none (add show: "
                        "recording and its name)"),
                     step->id);
  if (shown != NULL && !dl_lesson_is_id (shown->what))
    dl_problems_add (problems, shown->line,
                     _ ("“%s” is not the name of a recording (expected a-z, 0-9 and -, as its file "
                        "beside the lesson without .dateline)"),
                     shown->what);
  for (guint i = 0, n = 0; i < step->shows->len; i++)
    {
      const DlLessonPlace *place = g_ptr_array_index (step->shows, i);

      n += place->kind == DL_LESSON_SHOW_RECORDING;
      if (n == 2)
        {
          dl_problems_add (problems, place->line,
                           _ ("the step %s shows two recordings (use one of them)"), step->id);
          break;
        }
    }
  for (guint i = 0; i < step->thens->len; i++)
    {
      const DlLessonPlace *place = g_ptr_array_index (step->thens, i);

      if (place->kind == DL_LESSON_SHOW_RECORDING)
        dl_problems_add (problems, place->line,
                         _ ("a recording is shown when a step begins (use show:)"));
    }
}

void
dl_lesson_step_check (const DlLessonStep *step, DlProblems *problems)
{
  const guint n_choices = step->choices->len;

  if (step->say == NULL)
    dl_problems_add (problems, step->line,
                     _ ("the step %s has no text (add say: and a "
                        "text)"),
                     step->id);
  if ((step->number != NULL || n_choices > 0) && step->ask == NULL)
    dl_problems_add (problems, step->line,
                     _ ("the step %s has an answer but no question (add ask: and a text)"),
                     step->id);
  if (step->number != NULL && n_choices > 0)
    dl_problems_add (problems, step->line,
                     _ ("the step %s asks for both a number and a choice (use one of them)"),
                     step->id);
  if (step->number != NULL && step->within == 0
      && (dl_fact_type (step->number) == DL_FACT_REAL
          || dl_fact_type (step->number) == DL_FACT_SHARE))
    dl_problems_add (problems, step->number_line,
                     _ ("%s needs a tolerance (add within: and the allowed deviation)"),
                     step->number->name);
  if (n_choices == 1)
    dl_problems_add (problems, step->line,
                     _ ("the step %s has only one choice (expected "
                        "two or more)"),
                     step->id);
  if (step->until->len > 0 && step->task == NULL)
    dl_problems_add (problems, step->line,
                     _ ("the step %s does not say what to do (add do: and a text)"), step->id);
  if (step->do_hints->len > 0 && (step->ask == NULL || step->until->len == 0))
    dl_problems_add (problems, g_array_index (step->do_hint_lines, guint, 0),
                     _ ("hint-do: needs a step with both ask: and until: (use hint:)"));
  if (step->solution->len > 0 && step->until->len == 0)
    dl_problems_add (problems, g_array_index (step->solution_lines, guint, 0),
                     _ ("solution: needs a step with until: (add the condition that it meets)"));
  check_decided (step, problems);
  check_replies (step, problems);
  check_recording (step, problems);
}
