/* Any bytes as a lesson: refused with lines that say where and why, or read; what is read begins
 * somewhere, its texts are well-formed once they are filled in, and as a translation of itself it
 * changes nothing but what it may. */
#include "dl-lesson-attempt-text.h"
#include "dl-lesson-check.h"
#include "dl-lesson-text.h"

#include "fuzz-target.h"

#include <string.h>

static void
check_message (const char *message)
{
  g_assert_true (g_str_has_prefix (message, "fuzz.lesson"));
  g_assert_null (strchr (message, '\n'));
  g_assert_true (g_utf8_validate (message, -1, NULL));
}

static void
check_text (DlLessonAttempt *attempt, const char *text)
{
  g_autofree char *filled = NULL;
  g_autofree char *wrapped = NULL;
  g_autoptr (GPtrArray) blocks = NULL;

  if (text == NULL)
    return;
  filled = dl_lesson_attempt_fill (attempt, text);
  g_assert_true (g_utf8_validate (filled, -1, NULL));
  wrapped = dl_lesson_text_wrap (filled, 40, "");
  g_assert_true (g_utf8_validate (wrapped, -1, NULL));
  blocks = dl_lesson_text_blocks (filled);
  for (guint i = 0; i < blocks->len; i++)
    {
      const GMarkupParser parser = { 0 };
      g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, NULL, NULL);
      g_autofree char *whole
          = g_strconcat ("<p>", ((DlLessonBlock *) blocks->pdata[i])->markup, "</p>", NULL);
      g_autoptr (GError) error = NULL;

      g_markup_parse_context_parse (context, whole, -1, &error);
      /* Characters that no markup may hold are the file's own. */
      g_assert_true (error == NULL
                     || g_error_matches (error, G_MARKUP_ERROR, G_MARKUP_ERROR_BAD_UTF8)
                     || g_error_matches (error, G_MARKUP_ERROR, G_MARKUP_ERROR_PARSE));
    }
}

/* Read the whole of it, without doing anything. */
static void
walk (DlLesson *lesson)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlLessonAttempt) attempt = dl_lesson_attempt_new (lesson, &error);
  DlLessonScore score;

  if (attempt == NULL)
    return;
  for (guint i = 0; i < lesson->steps->len; i++)
    {
      const DlLessonStep *step = dl_lesson_step (lesson, i);
      g_autoptr (DlWorld) world = NULL;
      g_autoptr (GPtrArray) edits = NULL;
      g_autofree char *label = NULL;
      g_autofree char *wrong = NULL;
      const GPtrArray *hints;
      guint open;

      g_assert_true (dl_lesson_attempt_go_to (attempt, i));
      edits = dl_lesson_attempt_take_edits (attempt, &label);
      world = dl_world_new (dl_lesson_attempt_get_start (attempt), NULL, NULL);
      dl_lesson_attempt_set_world (attempt, world);
      dl_lesson_attempt_answer (attempt, "1", NULL);
      for (guint k = 0; k < step->hints->len + step->do_hints->len; k++)
        dl_lesson_attempt_hint (attempt);
      hints = dl_lesson_attempt_helpful_hints (attempt, &open);
      g_assert_cmpuint (open, <=, hints->len);
      for (guint k = 0; k < open; k++)
        check_text (attempt, hints->pdata[k]);
      wrong = dl_lesson_attempt_wrong (attempt);
      check_text (attempt, step->say);
      check_text (attempt, step->explain);
      for (guint k = 0; k < step->choices->len; k++)
        check_text (attempt, ((const DlLessonChoice *) step->choices->pdata[k])->reply);
    }
  dl_lesson_attempt_get_score (attempt, &score);
  g_assert_cmpuint (score.done, <=, score.steps);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (DlProblems) problems = dl_problems_new ("fuzz.lesson");
  g_autoptr (GError) error = NULL;
  g_autoptr (DlLesson) lesson
      = dl_lesson_parse ((const char *) data, (gssize) size, "fuzz.lesson", problems, &error);
  g_autoptr (DlLesson) translated = NULL;

  g_assert_true ((lesson == NULL) == (problems->n > 0));
  g_assert_true ((lesson == NULL) == (error != NULL));
  for (guint i = 0; i < problems->messages->len; i++)
    check_message (problems->messages->pdata[i]);
  (void) dl_lesson_lines_begin_with ((const char *) data, size, "lesson");
  if (lesson == NULL)
    return 0;
  g_assert_cmpuint (lesson->steps->len, >, 0);
  translated = dl_lesson_translate (lesson, "xx", (const char *) data, (gssize) size, problems);
  g_assert_cmpuint (translated->steps->len, ==, lesson->steps->len);
  g_assert_cmpstr (translated->title, ==, lesson->title);
  if (lesson->steps->len <= 4)
    walk (translated);
  return 0;
}
