/* The lessons that come with the program, each from first to last step: by a script, as it is
 * written, and with steps that are skipped. */
#include "dl-hand-in.h"
#include "dl-lesson-attempt-text.h"
#include "dl-lesson-check.h"
#include "dl-lesson-judge.h"
#include "dl-lessons.h"

#include "lesson-fixture.h"

#include <math.h>
#include <string.h>

/* By scripts ------------------------------------------------------- */

static DlLessonDriver *
run_script (const char *id)
{
  g_autofree char *name = g_strconcat (id, ".script", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "lessons", name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlLesson) lesson = dl_lessons_load (id, NULL, &error);
  g_autoptr (DlLessonDriver) driver = NULL;
  g_autofree char *script = NULL;

  g_assert_no_error (error);
  driver = dl_lesson_driver_new (lesson, TRUE, NULL, &error);
  g_assert_no_error (error);
  g_file_get_contents (path, &script, NULL, &error);
  g_assert_no_error (error);
  lesson_play (driver, script, path);
  return g_steal_pointer (&driver);
}

static void
check_texts (DlLessonAttempt *attempt)
{
  const DlLesson *lesson = dl_lesson_attempt_get_lesson (attempt);

  for (guint i = 0; i < lesson->steps->len; i++)
    {
      const DlLessonStep *step = dl_lesson_step (lesson, i);
      g_autofree char *explain = NULL;

      g_assert_true (dl_lesson_attempt_go_to (attempt, i));
      if (step->explain == NULL)
        continue;
      /* Every step is done: all its facts are known. */
      explain = lesson_plain (dl_lesson_attempt_fill (attempt, step->explain));
      if (strstr (explain, "–") != NULL || strpbrk (explain, "{}") != NULL)
        g_error ("%s, step %s: %s", lesson->id, step->id, explain);
    }
}

static void
test_lesson (gconstpointer data)
{
  const char *id = data;
  g_autoptr (DlLessonDriver) driver = run_script (id);
  const DlLesson *lesson = dl_lesson_attempt_get_lesson (driver->attempt);
  g_autoptr (DlProblems) problems = dl_problems_new (id);
  g_autoptr (DlHandIn) hand_in = dl_hand_in_new (driver->attempt, "A. Student");
  g_autoptr (GError) error = NULL;
  g_autoptr (DlGrade) grade = NULL;
  DlLessonScore score;

  dl_lesson_check (lesson, NULL, problems);
  if (problems->n > 0)
    g_error ("%s", (char *) problems->messages->pdata[0]);
  g_assert_true (dl_lesson_attempt_is_finished (driver->attempt));
  dl_lesson_attempt_get_score (driver->attempt, &score);
  g_assert_cmpuint (score.done, ==, score.steps);
  g_assert_cmpuint (score.answered, ==, score.asked);
  g_assert_cmpuint (score.right, >, 0);
  g_assert_cmpuint (score.right, <, score.asked);
  g_assert_cmpuint (score.slips, >, 0);

  /* The hand-in replays to the same score. */
  grade = dl_grade_new (hand_in, dl_lesson_attempt_get_lesson (driver->attempt), NULL, &error);
  g_assert_no_error (error);
  if (grade->notes->len > 0)
    g_error ("%s", (char *) grade->notes->pdata[0]);
  g_assert_true (grade->holds);
  g_assert_cmpuint (grade->claimed, ==, score.done);
  lesson_check_same_score (&grade->score, &score);
  check_texts (driver->attempt);
}

/* Done as they are written ----------------------------------------------------------------------
 */

static const DlLessonStep *
step_of (DlLessonDriver *driver)
{
  return dl_lesson_step (dl_lesson_attempt_get_lesson (driver->attempt),
                         dl_lesson_attempt_get_step (driver->attempt));
}

static void
play_line (DlLessonDriver *driver, const char *line)
{
  lesson_play (driver, line, step_of (driver)->id);
}

/* Do the step's own solution, and give its right answer. */
static void
do_as_written (DlLessonDriver *driver)
{
  const DlLessonStep *step = step_of (driver);
  const guint at = dl_lesson_attempt_get_step (driver->attempt);
  g_autoptr (DlScenario) solved = dl_scenario_copy (driver->scenario);
  g_autoptr (GPtrArray) edits = NULL;
  g_autoptr (GError) error = NULL;
  const guint64 cycles = dl_lesson_driver_cycles (step);

  if (step->question != DL_QUESTION_NONE
      && dl_lesson_attempt_get_answer (driver->attempt, at) == NULL)
    {
      g_autofree char *answer = g_strdup_printf ("answer %u", MAX (1, step->right));

      play_line (driver, answer);
    }
  dl_lesson_step_solve (step, solved);
  edits = dl_edits_between (driver->scenario, solved);
  if (edits->len > 0 && !dl_lesson_driver_edit (driver, edits, &error))
    g_error ("%s: %s", step->id, error->message);
  if (cycles > 0 && !dl_lesson_driver_simulate (driver, cycles, &error))
    g_error ("%s: %s", step->id, error->message);
  if (!dl_lesson_driver_tell (driver, &error))
    g_error ("%s: %s", step->id, error->message);
  play_line (driver, "expect done\nexpect fine");
}

/* A fact as a person reads it in the explanation or above it, and as a number: yes is 1. */
static double
number_read (DlLessonDriver *driver, const char *fact, const char *when)
{
  g_autofree char *placeholder = g_strdup_printf ("{%s%s}", fact, when);
  g_autofree char *text = lesson_plain (dl_lesson_attempt_fill (driver->attempt, placeholder));
  g_autofree char *number = dl_lesson_answer_normalize (text, ".");
  double value;

  if (strcmp (text, "yes") == 0 || strcmp (text, "no") == 0)
    return *text == 'y';
  if (number == NULL || !dl_lesson_answer_parse (number, &value))
    g_error ("%s: %s is “%s”", step_of (driver)->id, placeholder, text);
  return value;
}

static gboolean
holds_as_read (DlLessonDriver *driver, const DlCondition *condition)
{
  const double is = number_read (driver, condition->fact->name, "");
  const double should
      = condition->operand == DL_OPERAND_VALUE ? condition->number
        : condition->operand == DL_OPERAND_FACT
            ? condition->factor * number_read (driver, condition->other->name, "")
            : condition->factor
                  * number_read (driver, condition->fact->name,
                                 condition->operand == DL_OPERAND_START ? " start" : " before");
  const gboolean same = fabs (is - should) < 1e-9;

  switch (condition->op)
    {
    case DL_CONDITION_IS:
      return same;
    case DL_CONDITION_IS_NOT:
      return !same;
    case DL_CONDITION_BELOW:
      return is < should && !same;
    case DL_CONDITION_AT_MOST:
      return is < should || same;
    case DL_CONDITION_ABOVE:
      return is > should && !same;
    case DL_CONDITION_AT_LEAST:
      return is > should || same;
    }
  g_assert_not_reached ();
}

/* The numbers that are read lead to one choice, and it is the one that the lesson says and judges
 * right. */
static void
check_choice (DlLessonDriver *driver, const DlLessonStep *step)
{
  g_autofree char *explain = lesson_plain (dl_lesson_attempt_explain (driver->attempt));
  g_autofree char *reply
      = dl_lesson_attempt_reply (driver->attempt, dl_lesson_attempt_get_step (driver->attempt));
  guint n_right = 0;

  if (reply == NULL)
    g_error ("%s does not reply", step->id);
  if (step->decides->len == 0 || step->right == 0)
    g_error ("%s does not state what decides its answer", step->id);
  for (guint i = 0; i < step->choices->len; i++)
    {
      const DlLessonChoice *choice = g_ptr_array_index (step->choices, i);
      gboolean holds = TRUE;

      for (guint k = 0; k < choice->conditions->len; k++)
        holds = holds_as_read (driver, g_ptr_array_index (choice->conditions, k)) && holds;
      n_right += holds;
      if (holds != (i + 1 == step->right))
        g_error ("%s: choice %u is %s by its numbers: %s", step->id, i + 1,
                 holds ? "right" : "wrong", explain);
    }
  g_assert_cmpuint (n_right, ==, 1);
  for (guint i = 0; i < step->decides->len; i++)
    {
      const DlFact *fact = g_ptr_array_index (step->decides, i);
      g_autofree char *shown = dl_fact_format (fact, dl_lesson_attempt_get_world (driver->attempt));

      if (dl_fact_type (fact) != DL_FACT_FLAG && strstr (explain, shown) == NULL)
        g_error ("%s does not show that %s is %s: %s", step->id, fact->name, shown, explain);
    }
}

static void
check_number (DlLessonDriver *driver, const DlLessonStep *step)
{
  g_autofree char *explain = lesson_plain (dl_lesson_attempt_explain (driver->attempt));
  g_autofree char *right = dl_lesson_attempt_right_answer (
      driver->attempt, dl_lesson_attempt_get_step (driver->attempt));

  g_assert_nonnull (right);
  if (strstr (explain, right) == NULL)
    g_error ("%s does not show %s: %s", step->id, right, explain);
}

static DlLessonDriver *
drive_own (const char *id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlLesson) lesson = dl_lessons_load (id, NULL, &error);
  DlLessonDriver *driver;

  g_assert_no_error (error);
  driver = dl_lesson_driver_new (lesson, TRUE, NULL, &error);
  g_assert_no_error (error);
  return driver;
}

/* Every question of every lesson: what is judged right is what the facts decide. */
static void
test_decided (gconstpointer data)
{
  g_autoptr (DlLessonDriver) driver = drive_own (data);
  const guint n = dl_lesson_attempt_get_lesson (driver->attempt)->steps->len;

  for (guint i = 0; i < n; i++)
    {
      const DlLessonStep *step = step_of (driver);

      do_as_written (driver);
      if (step->question == DL_QUESTION_CHOICE)
        {
          play_line (driver, "expect right");
          check_choice (driver, step);
        }
      else if (step->question == DL_QUESTION_NUMBER)
        check_number (driver, step);
      if (i + 1 < n)
        play_line (driver, "next");
    }
  play_line (driver, "expect finished");
}

/* Whatever was skipped, each step begins with all that it speaks of, blames nobody, and can be
 * done: every @which of two is skipped, or, for 2, all. */
static void
check_skipped (const char *id, guint which)
{
  g_autoptr (DlLessonDriver) driver = drive_own (id);
  const guint n = dl_lesson_attempt_get_lesson (driver->attempt)->steps->len;

  for (guint i = 0; i < n; i++)
    {
      const DlLessonStep *step = step_of (driver);
      g_autofree char *say
          = lesson_plain (dl_lesson_attempt_fill_first (driver->attempt, step->say));
      g_autofree char *ask = lesson_plain (
          dl_lesson_attempt_fill_first (driver->attempt, step->ask != NULL ? step->ask : ""));

      play_line (driver, "expect fine");
      if (strstr (say, "–") != NULL || strstr (ask, "–") != NULL)
        g_error ("%s, step %s: %s %s", id, step->id, say, ask);
      if (which < 2 && i % 2 != which)
        do_as_written (driver);
      if (i + 1 < n)
        play_line (driver, "next");
    }
}

static void
test_skipped (gconstpointer data)
{
  for (guint which = 0; which <= 2; which++)
    check_skipped (data, which);
}

/* Case 08: going back keeps the numbers with which the step was done. */
static void
test_back (void)
{
  g_autoptr (DlLessonDriver) driver = drive_own ("10-age-and-its-clock");
  g_autofree char *there = NULL;
  g_autofree char *again = NULL;

  lesson_play_lines (driver,
                     "simulate 10000\nnext\nanswer 3\nset router.age-rr-select=0xffffffffffffffff\n"
                     "simulate 20000\nexpect done\n");
  there = lesson_plain (dl_lesson_attempt_explain (driver->attempt));
  lesson_play_lines (driver, "next\nback\nexpect done\n");
  again = lesson_plain (dl_lesson_attempt_explain (driver->attempt));
  g_assert_cmpstr (again, ==, there);
  g_assert_null (strstr (again, "–"));
  lesson_play_lines (driver, "back\nexpect done\nnext\nexpect done\n");
  g_free (again);
  again = lesson_plain (dl_lesson_attempt_explain (driver->attempt));
  g_assert_cmpstr (again, ==, there);
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) ids = NULL;

  g_test_init (&argc, &argv, NULL);
  ids = dl_lessons_list ();
  g_assert_cmpuint (g_strv_length (ids), >, 0);
  for (guint i = 0; ids[i] != NULL; i++)
    {
      g_autofree char *path = g_strconcat ("/lesson-shipped/lesson/", ids[i], NULL);

      g_autofree char *decided = g_strconcat ("/lesson-shipped/decided/", ids[i], NULL);
      g_autofree char *skipped = g_strconcat ("/lesson-shipped/skipped/", ids[i], NULL);

      g_test_add_data_func (path, ids[i], test_lesson);
      g_test_add_data_func (decided, ids[i], test_decided);
      g_test_add_data_func (skipped, ids[i], test_skipped);
    }
  g_test_add_func ("/lesson-shipped/back", test_back);
  return g_test_run ();
}
