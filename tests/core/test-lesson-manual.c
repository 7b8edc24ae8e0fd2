/* Lessons and the manual: what a lesson links to is there, in every language that it is in, each
 * term by a link where it is first said in bold, and a choice has no marks that nobody would
 * render. */
#include "dl-lesson-text.h"
#include "dl-lessons.h"
#include "dl-manual.h"

#include <string.h>

typedef void (*OnText) (const char *text, gpointer data);

static void
each_text (const DlLesson *lesson, OnText on_text, gpointer data)
{
  for (guint i = 0; i < lesson->steps->len; i++)
    {
      const DlLessonStep *step = dl_lesson_step (lesson, i);
      const char *const texts[] = { step->say, step->ask, step->task, step->explain };

      for (guint k = 0; k < G_N_ELEMENTS (texts); k++)
        if (texts[k] != NULL)
          on_text (texts[k], data);
      for (guint k = 0; k < step->hints->len; k++)
        on_text (step->hints->pdata[k], data);
      for (guint k = 0; k < step->do_hints->len; k++)
        on_text (step->do_hints->pdata[k], data);
      for (guint k = 0; k < step->wrongs->len; k++)
        on_text (((DlLessonWrong *) step->wrongs->pdata[k])->text, data);
    }
}

typedef struct
{
  const DlManual *manual;
  const DlLesson *lesson;
  guint n_links;
} Links;

static void
check_target (Links *links, const char *target)
{
  const DlManualPage *page = dl_manual_find (links->manual, target, NULL);
  const char *hash = strchr (target, '#');

  if (page == NULL || (hash != NULL && dl_manual_page_find (page, hash + 1) < 0))
    g_error ("%s (%s): the manual has no %s", links->lesson->id,
             links->lesson->language != NULL ? links->lesson->language : "as written", target);
  links->n_links++;
}

static void
check_links (const char *text, gpointer data)
{
  g_auto (GStrv) links = dl_lesson_text_links (text);
  g_autofree char *plain = dl_lesson_text_plain (text);

  for (guint i = 0; links[i] != NULL; i++)
    check_target (data, links[i]);
  /* A link that is none stays as it was written. */
  if (strstr (plain, "](") != NULL)
    g_error ("%s", plain);
}

static void
test_links (void)
{
  const char *const languages[] = { "en", "de", "es", "zh_CN" };
  g_auto (GStrv) ids = dl_lessons_list ();

  for (guint i = 0; ids[i] != NULL; i++)
    for (guint k = 0; k < G_N_ELEMENTS (languages); k++)
      {
        const char *const language[] = { languages[k], NULL };
        g_autoptr (GError) error = NULL;
        g_autoptr (DlLesson) lesson = dl_lessons_load (ids[i], language, &error);
        g_autoptr (DlManual) manual = dl_manual_new (language);
        Links links = { .manual = manual, .lesson = lesson };

        g_assert_no_error (error);
        each_text (lesson, check_links, &links);
        if (lesson->language == NULL)
          g_assert_cmpuint (links.n_links, >, 0);
      }
}

/* No term of the glossary stands in bold without a link. */
static void
check_bold (const char *text, gpointer data)
{
  GHashTable *terms = data;
  g_autoptr (GPtrArray) blocks = dl_markdown_read (text, strlen (text));

  for (guint i = 0; i < blocks->len; i++)
    {
      const GPtrArray *spans = ((const DlMarkdownBlock *) blocks->pdata[i])->spans;

      for (guint k = 0; k < spans->len; k++)
        {
          const DlMarkdownSpan *span = spans->pdata[k];

          if ((span->style & DL_MARKDOWN_STRONG) != 0 && span->link == NULL
              && g_hash_table_contains (terms, span->text))
            g_error ("%s is a term: **[%s](glossary#...)**", span->text, span->text);
        }
    }
}

static void
test_terms (void)
{
  const char *const english[] = { "en", NULL };
  g_autoptr (DlManual) manual = dl_manual_new (english);
  const DlManualPage *glossary = dl_manual_find (manual, "glossary", NULL);
  g_autoptr (GHashTable) terms = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (GStrv) ids = dl_lessons_list ();

  for (guint i = 0; i < glossary->blocks->len; i++)
    {
      const DlMarkdownBlock *block = dl_manual_page_block (glossary, i);

      if (block->kind == DL_MARKDOWN_HEADING && block->anchor != NULL)
        {
          char *term = g_strdelimit (g_strdup (block->anchor), "-", ' ');

          g_hash_table_add (terms, g_strconcat (term, "s", NULL));
          g_hash_table_add (terms, term);
        }
    }
  g_assert_true (g_hash_table_contains (terms, "dateline"));
  for (guint i = 0; ids[i] != NULL; i++)
    {
      g_autoptr (DlLesson) lesson = dl_lessons_load (ids[i], NULL, NULL);

      each_text (lesson, check_bold, terms);
    }
}

/* @text as it is shown: per cent goes with its number. */
static char *
in_one_line (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, " %", -1);

  return g_strjoinv ("\xc2\xa0%", parts);
}

/* Choices are plain: buttons show them as they stand. */
static void
test_choices (void)
{
  g_auto (GStrv) ids = dl_lessons_list ();

  for (guint i = 0; ids[i] != NULL; i++)
    {
      g_autoptr (DlLesson) lesson = dl_lessons_load (ids[i], NULL, NULL);

      for (guint k = 0; k < lesson->steps->len; k++)
        {
          const DlLessonStep *step = dl_lesson_step (lesson, k);

          for (guint n = 0; n < step->choices->len; n++)
            {
              const char *text = ((DlLessonChoice *) step->choices->pdata[n])->text;
              g_autoptr (GPtrArray) blocks = dl_lesson_text_blocks (text);
              g_autofree char *whole = in_one_line (text);

              g_assert_cmpuint (blocks->len, ==, 1);
              g_assert_cmpstr (((DlLessonBlock *) blocks->pdata[0])->plain, ==, whole);
            }
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lesson-manual/links", test_links);
  g_test_add_func ("/lesson-manual/terms", test_terms);
  g_test_add_func ("/lesson-manual/choices", test_choices);
  return g_test_run ();
}
