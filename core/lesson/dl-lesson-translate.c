/* A lesson in another language: the same steps, with the texts of a file of their own beside it. */
#include "dl-lesson-private.h"

#include "dl-lesson-check.h"
#include "dl-lesson-text.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* A lesson of its own, whose texts may be replaced ----------------------------------------------
 */

static GPtrArray *
copy_conditions (const GPtrArray *conditions)
{
  GPtrArray *copy = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_condition_free);

  for (guint i = 0; i < conditions->len; i++)
    {
      const DlCondition *condition = g_ptr_array_index (conditions, i);

      g_ptr_array_add (copy, dl_condition_parse (condition->source, NULL));
    }
  return copy;
}

static void
copy_strings (GPtrArray *to, const GPtrArray *from)
{
  for (guint i = 0; i < from->len; i++)
    g_ptr_array_add (to, g_strdup (g_ptr_array_index (from, i)));
}

static void
copy_places (GPtrArray *to, const GPtrArray *from)
{
  for (guint i = 0; i < from->len; i++)
    {
      DlLessonPlace *place = g_memdup2 (g_ptr_array_index (from, i), sizeof (DlLessonPlace));

      place->what = g_strdup (place->what);
      g_ptr_array_add (to, place);
    }
}

static void
copy_lines (GArray *to, const GArray *from)
{
  g_array_append_vals (to, from->data, from->len);
}

static DlLessonStep *
copy_step (const DlLessonStep *step)
{
  DlLessonStep *copy = dl_lesson_step_new (step->id, step->line);

  copy->title = g_strdup (step->title);
  copy->say = g_strdup (step->say);
  copy->ask = g_strdup (step->ask);
  copy->task = g_strdup (step->task);
  copy->explain = g_strdup (step->explain);
  copy->question = step->question;
  copy->within = step->within;
  copy->of_value = step->of_value;
  copy->number_line = step->number_line;
  copy->decides_line = step->decides_line;
  copy->right = step->right;
  copy->right_line = step->right_line;
  copy->recording = step->recording != NULL ? dl_recording_copy (step->recording) : NULL;
  copy->at = step->at;
  copy->at_line = step->at_line;
  for (guint i = 0; i < step->decides->len; i++)
    g_ptr_array_add (copy->decides,
                     dl_fact_parse (((const DlFact *) step->decides->pdata[i])->name, NULL));
  if (step->number != NULL)
    copy->number = dl_fact_parse (step->number->name, NULL);
  copy_strings (copy->sets, step->sets);
  copy_strings (copy->solution, step->solution);
  copy_strings (copy->hints, step->hints);
  copy_strings (copy->do_hints, step->do_hints);
  copy_places (copy->shows, step->shows);
  copy_places (copy->points, step->points);
  copy_places (copy->marks, step->marks);
  copy_places (copy->thens, step->thens);
  copy_lines (copy->set_lines, step->set_lines);
  copy_lines (copy->until_lines, step->until_lines);
  copy_lines (copy->solution_lines, step->solution_lines);
  copy_lines (copy->hint_lines, step->hint_lines);
  copy_lines (copy->do_hint_lines, step->do_hint_lines);
  g_ptr_array_unref (copy->until);
  copy->until = copy_conditions (step->until);
  for (guint i = 0; i < step->choices->len; i++)
    {
      const DlLessonChoice *from = g_ptr_array_index (step->choices, i);
      DlLessonChoice *choice = dl_lesson_choice_new (from->text, from->line);

      g_ptr_array_unref (choice->conditions);
      choice->conditions = copy_conditions (from->conditions);
      choice->reply = g_strdup (from->reply);
      choice->reply_line = from->reply_line;
      g_ptr_array_add (copy->choices, choice);
    }
  for (guint i = 0; i < step->wrongs->len; i++)
    {
      const DlLessonWrong *from = g_ptr_array_index (step->wrongs, i);
      DlLessonWrong *wrong = dl_lesson_wrong_new (from->text, from->line);

      wrong->condition = dl_condition_parse (from->condition->source, NULL);
      g_ptr_array_add (copy->wrongs, wrong);
    }
  return copy;
}

static DlLesson *
copy_lesson (const DlLesson *lesson)
{
  DlLesson *copy = dl_lesson_new ();

  copy->id = g_strdup (lesson->id);
  copy->language = g_strdup (lesson->language);
  copy->digest = g_strdup (lesson->digest);
  copy->title = g_strdup (lesson->title);
  copy->summary = g_strdup (lesson->summary);
  copy->minutes = lesson->minutes;
  copy->start = g_strdup (lesson->start);
  copy->start_line = lesson->start_line;
  copy_strings (copy->sets, lesson->sets);
  copy_lines (copy->set_lines, lesson->set_lines);
  for (guint i = 0; i < lesson->steps->len; i++)
    g_ptr_array_add (copy->steps, copy_step (g_ptr_array_index (lesson->steps, i)));
  return copy;
}

/* The texts ------------------------------------------------------------------------------------ */

/* How many texts of one key there are. */
static guint
count_key (const GArray *slots, const char *key)
{
  guint n = 0;

  for (guint i = 0; i < slots->len; i++)
    {
      const DlLessonSlot *slot = &g_array_index (slots, DlLessonSlot, i);

      n += strcmp (slot->key, key) == 0 && *slot->text != NULL;
    }
  return n;
}

static const DlLessonSlot *
nth_of_key (const GArray *slots, const char *key, guint nth)
{
  for (guint i = 0; i < slots->len; i++)
    {
      const DlLessonSlot *slot = &g_array_index (slots, DlLessonSlot, i);

      if (strcmp (slot->key, key) == 0 && *slot->text != NULL && nth-- == 0)
        return slot;
    }
  return NULL;
}

static gboolean
same_placeholders (const char *a, const char *b)
{
  g_auto (GStrv) of_a = dl_lesson_text_placeholders (a);
  g_auto (GStrv) of_b = dl_lesson_text_placeholders (b);

  return g_strv_equal ((const char *const *) of_a, (const char *const *) of_b);
}

/* A text that links elsewhere is a translation all the same. */
static void
check_links (const DlLessonSlot *to, const DlLessonSlot *from, DlProblems *problems)
{
  g_auto (GStrv) wanted = dl_lesson_text_links (*to->text);
  g_auto (GStrv) found = dl_lesson_text_links (*from->text);
  g_autofree char *list = g_strjoinv (", ", wanted);

  if (g_strv_equal ((const char *const *) wanted, (const char *const *) found))
    return;
  if (*list != '\0')
    dl_problems_add (problems, from->line, _ ("%s has different links (expected %s)"), to->key,
                     list);
  else
    dl_problems_add (problems, from->line,
                     _ ("%s has links, but the lesson has none there (remove them)"), to->key);
}

static void
translate_text (const DlLessonSlot *to, const DlLessonSlot *from, DlProblems *problems)
{
  if (!same_placeholders (*to->text, *from->text))
    {
      g_auto (GStrv) all = dl_lesson_text_placeholders (*to->text);
      g_autofree char *list = g_strjoinv ("}, {", all);

      if (*list != '\0')
        dl_problems_add (problems, from->line,
                         _ ("%s has different facts in braces (expected "
                            "{%s})"),
                         to->key, list);
      else
        dl_problems_add (problems, from->line,
                         _ ("%s has facts in braces, but the lesson has none there (remove them)"),
                         to->key);
      return;
    }
  check_links (to, from, problems);
  g_free (*to->text);
  *to->text = g_strdup (*from->text);
}

static void
add_count (DlProblems *problems, guint line, const char *step, const char *key, guint found,
           guint have)
{
  if (step != NULL)
    dl_problems_add (problems, line, _ ("step %s: %u lines %s (expected %u, as in the lesson)"),
                     step, found, key, have);
  else
    dl_problems_add (problems, line, _ ("%u lines %s (expected %u, as in the lesson)"), found, key,
                     have);
}

/* From @from, of a translation, to @to. @step is its name, NULL of the head. */
static void
translate_slots (const GArray *to, const GArray *from, const char *step, guint line,
                 DlProblems *problems)
{
  const char *done = "";
  guint nth = 0;

  for (guint i = 0; i < to->len; i++)
    {
      const DlLessonSlot *slot = &g_array_index (to, DlLessonSlot, i);
      const guint have = count_key (to, slot->key), found = count_key (from, slot->key);
      const DlLessonSlot *other;

      nth = strcmp (done, slot->key) == 0 ? nth + 1 : 0;
      if (nth == 0 && have != found)
        add_count (problems, line, step, slot->key, found, have);
      done = slot->key;
      other = have == found && *slot->text != NULL ? nth_of_key (from, slot->key, nth) : NULL;
      if (other != NULL)
        translate_text (slot, other, problems);
    }
}

/* Keys of @from of which @to has none at all: of a step that has no hints, a hint. */
static void
find_additional (const GArray *to, const GArray *from, const char *step, DlProblems *problems)
{
  for (guint i = 0; i < from->len; i++)
    {
      const DlLessonSlot *slot = &g_array_index (from, DlLessonSlot, i);
      gboolean known = FALSE;

      for (guint k = 0; k < to->len; k++)
        known |= strcmp (g_array_index (to, DlLessonSlot, k).key, slot->key) == 0;
      if (!known && *slot->text != NULL)
        dl_problems_add (problems, slot->line,
                         _ ("step %s has a line %s (the lesson has none; "
                            "remove it)"),
                         step, slot->key);
    }
}

DlLesson *
dl_lesson_translate (const DlLesson *lesson, const char *language, const char *text, gssize length,
                     DlProblems *problems)
{
  const gsize n = length >= 0 ? (gsize) length : strlen (text);
  g_autoptr (DlLesson) other = dl_lesson_read (text, n, TRUE, problems);
  DlLesson *copy = copy_lesson (lesson);
  g_autoptr (GArray) head = dl_lesson_slots (copy, NULL);
  g_autoptr (GArray) other_head = dl_lesson_slots (other, NULL);

  dl_lesson_check_links (other, problems);
  g_free (copy->language);
  copy->language = g_strdup (language);
  translate_slots (head, other_head, NULL, 1, problems);
  for (guint i = 0; i < copy->steps->len; i++)
    {
      DlLessonStep *step = g_ptr_array_index (copy->steps, i);
      const guint k = dl_lesson_find_step (other, step->id);
      g_autoptr (GArray) slots = NULL;
      g_autoptr (GArray) other_slots = NULL;

      if (k == G_MAXUINT)
        {
          dl_problems_add (problems, 0, _ ("the step %s is missing (add step: %s)"), step->id,
                           step->id);
          continue;
        }
      slots = dl_lesson_slots (copy, step);
      other_slots = dl_lesson_slots (other, g_ptr_array_index (other->steps, k));
      translate_slots (slots, other_slots, step->id, dl_lesson_step (other, k)->line, problems);
      find_additional (slots, other_slots, step->id, problems);
    }
  for (guint i = 0; i < other->steps->len; i++)
    {
      const DlLessonStep *step = dl_lesson_step (other, i);

      if (dl_lesson_find_step (lesson, step->id) == G_MAXUINT)
        dl_problems_add (problems, step->line,
                         _ ("the lesson has no step %s (use the steps of "
                            "the lesson)"),
                         step->id);
    }
  return copy;
}
