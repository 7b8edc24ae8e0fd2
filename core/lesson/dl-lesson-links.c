#include "dl-lesson-links.h"

#include "dl-lesson-private.h"
#include "dl-lesson-text.h"
#include "dl-manual.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

typedef struct
{
  GPtrArray *targets; /* char *, ends with NULL; NULL before the first link */
  DlProblems *problems;
} Checker;

/* Every "topic" and "topic#anchor" that there is. */
static GPtrArray *
all_targets (void)
{
  GPtrArray *targets = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (DlManual) manual = dl_manual_new (NULL);

  for (guint i = 0; i < dl_manual_n_pages (manual); i++)
    {
      const DlManualPage *page = dl_manual_page (manual, i);

      g_ptr_array_add (targets, g_strdup (page->id));
      for (guint k = 0; k < page->blocks->len; k++)
        {
          const char *anchor = dl_manual_page_block (page, k)->anchor;

          if (anchor != NULL)
            g_ptr_array_add (targets, g_strconcat (page->id, "#", anchor, NULL));
        }
    }
  g_ptr_array_add (targets, NULL);
  return targets;
}

static void
check_target (const Checker *checker, const char *target, guint line)
{
  const char *const *names = (const char *const *) checker->targets->pdata;
  g_autofree char *quoted = NULL;
  const char *near;

  /* To look for a name that is near takes its time: of thousands nobody reads. */
  if (g_strv_contains (names, target) || checker->problems->n >= DL_PROBLEMS_MAX)
    return;
  quoted = dl_value_quote (target);
  near = dl_value_nearest (target, names);
  if (near != NULL)
    dl_problems_add (checker->problems, line, _ ("the manual has no %s (did you mean %s?)"), quoted,
                     near);
  else
    dl_problems_add (checker->problems, line,
                     _ ("the manual has no %s (a topic and its part, as in glossary#dateline)"),
                     quoted);
}

static void
check_text (Checker *checker, const char *text, guint line)
{
  g_auto (GStrv) links = NULL;

  if (text == NULL || strstr (text, "](") == NULL)
    return;
  if (checker->targets == NULL)
    checker->targets = all_targets ();
  links = dl_lesson_text_links (text);
  for (guint i = 0; links[i] != NULL; i++)
    check_target (checker, links[i], line);
}

static void
check_slots (Checker *checker, DlLesson *lesson, DlLessonStep *step)
{
  g_autoptr (GArray) slots = dl_lesson_slots (lesson, step);

  for (guint i = 0; i < slots->len; i++)
    {
      const DlLessonSlot *slot = &g_array_index (slots, DlLessonSlot, i);

      check_text (checker, *slot->text, slot->line);
    }
}

void
dl_lesson_check_links (const DlLesson *lesson, DlProblems *problems)
{
  Checker checker = { .problems = problems };

  if (problems == NULL)
    return;
  /* The slots are where translations are written to; nothing is, here. */
  for (guint i = 0; i < lesson->steps->len; i++)
    check_slots (&checker, (DlLesson *) lesson, g_ptr_array_index (lesson->steps, i));
  g_clear_pointer (&checker.targets, g_ptr_array_unref);
}
