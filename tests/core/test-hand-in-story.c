/* Stories of hand-ins: after random work, each moment has the network that the edits up to it make,
 * and the last one that of the live attempt; and stories of hostile files end where they cannot
 * have happened. */
#include "dl-hand-in-story.h"
#include "dl-lesson-attempt-text.h"
#include "dl-lessons.h"

#include "lesson-fixture.h"
#include "test-files.h"
#include "test-rounds.h"

#include <glib/gstdio.h>

#include <string.h>

static const char lesson_text[]
    = "lesson: Rings\nformat: 1\nstart: preset:ring-8\n"
      "step: one\ntitle: First\nsay: x\nask: How many?\nnumber: cycle_length\ndo: Off.\n"
      "until: dateline(x) = -1\nhint: a\nhint: b\nwrong: radix(x) = 4 | w\n"
      "step: two\nset: traffic.load=0.2\nsay: y\nask: Why?\n"
      "step: three\nset: torus.radix=8;1;1\nsay: z\nask: Which?\nchoice: Some | deadlock_free = "
      "yes\n"
      "choice: None of {radix(x)} | deadlock_free = no\ndo: Grow.\nuntil: radix(x) > before\n"
      "step: four\nsay: s\ndo: Break.\nuntil: broken_cables > 0\nwrong: scenario.seed = 3 | w\n"
      "wrong: radix(x) = 7 | v\n";

static DlLesson *
parse_lesson (const char *text)
{
  g_autoptr (GError) error = NULL;
  DlLesson *lesson = dl_lesson_parse (text, -1, "rings.lesson", NULL, &error);

  g_assert_no_error (error);
  return lesson;
}

static DlHandIn *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  DlHandIn *hand_in = dl_hand_in_parse (text, -1, "x.handin", &error);

  g_assert_no_error (error);
  return hand_in;
}

static DlStory *
tell (const char *text, DlLesson *lesson)
{
  g_autoptr (GError) error = NULL;
  DlStory *story = dl_story_new (parse (text), lesson, NULL, &error);

  g_assert_no_error (error);
  return story;
}

/* At random ------------------------------------------------------------------------------------ */

static const char *const lines[] = {
  "set torus.datelines=-1;-1;-1",
  "set torus.datelines=3;-1;-1",
  "set torus.datelines=7;0;0",
  "set torus.radix=4;1;1",
  "set torus.radix=7;1;1",
  "set torus.radix=9;1;1",
  "set torus.radix=3;2;1",
  "set torus.broken-links=0,0,0:x+",
  "set torus.broken-links=",
  "set traffic.load=0.3",
  "set traffic.load=saturated",
  "set scenario.seed=3",
  "set scenario.seed=4",
  "set scenario.name=A name",
  "undo",
  "undo",
  "redo",
  "answer 8",
  "answer 1",
  "answer 2",
  "answer Because\nof that",
  "hint",
  "next",
  "next",
  "next",
  "back",
  "reset",
  "leave",
  "return",
};

/* Whatever a person may do, as far as it is possible where they do it. */
static DlLessonDriver *
live (DlLesson *lesson, guint n)
{
  g_autoptr (GError) error = NULL;
  DlLessonDriver *driver = dl_lesson_driver_new (lesson, TRUE, NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < n; i++)
    dl_lesson_driver_command (driver, lines[g_test_rand_int_range (0, G_N_ELEMENTS (lines))], NULL);
  return driver;
}

/* The scenario after @n events, by their edits alone. */
static DlScenario *
by_hand (const DlHandIn *hand_in, guint n)
{
  DlScenario *scenario = dl_scenario_copy (hand_in->start);

  for (guint i = 0; i < n; i++)
    {
      const DlLessonEvent *event = g_ptr_array_index (hand_in->events, i);
      g_autoptr (GPtrArray) edits = NULL;
      g_autoptr (GError) error = NULL;

      if (event->kind != DL_EVENT_EDIT)
        continue;
      edits = dl_edits_from_text (event->text, &error);
      g_assert_no_error (error);
      dl_scenario_apply (scenario, edits, NULL, NULL, &error);
      g_assert_no_error (error);
    }
  return scenario;
}

static void
check_moments (const DlStory *story)
{
  const DlHandIn *hand_in = story->hand_in;
  guint step = 0;

  g_assert_cmpuint (story->moments->len, ==, hand_in->events->len);
  for (guint i = 0; i < story->moments->len; i++)
    {
      const DlMoment *moment = g_ptr_array_index (story->moments, i);
      const DlLessonEvent *event = g_ptr_array_index (hand_in->events, i);
      g_autoptr (DlScenario) expected = by_hand (hand_in, i + 1);

      if (event->kind == DL_EVENT_STEP)
        step = dl_lesson_find_step (story->lesson, event->text);
      g_assert_cmpint (moment->kind, ==, event->kind);
      g_assert_cmpuint (moment->step, ==, step);
      g_assert_cmpstr (moment->text, !=, "");
      if (!dl_scenario_same_values (moment->scenario, expected))
        g_error ("moment %u, %s %s, has another network", i, dl_lesson_event_name (event->kind),
                 event->text);
    }
}

static void
check_score (const DlStory *story, DlLessonAttempt *attempt)
{
  const DlLessonScore *told = &story->grade->score;
  DlLessonScore score;

  dl_lesson_attempt_get_score (attempt, &score);
  g_assert_cmpuint (told->steps, ==, score.steps);
  g_assert_cmpuint (told->done, ==, score.done);
  g_assert_cmpuint (told->answered, ==, score.answered);
  g_assert_cmpuint (told->right, ==, score.right);
  g_assert_cmpuint (told->kept, ==, score.kept);
  g_assert_cmpuint (told->hints, ==, score.hints);
  g_assert_cmpuint (told->slips, ==, score.slips);
}

/* Where it ends it can be gone on with, as if nothing had been in between. */
static void
check_run (const DlStory *story, const DlLessonDriver *driver, const char *text)
{
  g_autoptr (DlHandIn) again = dl_hand_in_new (story->attempt, NULL);
  g_autofree char *text_again = dl_hand_in_to_text (again);
  g_autofree char *wrong = dl_lesson_attempt_wrong (driver->attempt);
  g_autofree char *wrong_again = dl_lesson_attempt_wrong (story->attempt);

  g_assert_cmpstr (text_again, ==, text);
  g_assert_true (dl_scenario_same_values (story->last, driver->scenario));
  g_assert_cmpuint (dl_lesson_attempt_get_step (story->attempt), ==,
                    dl_lesson_attempt_get_step (driver->attempt));
  g_assert_cmpint (dl_lesson_attempt_get_phase (story->attempt), ==,
                   dl_lesson_attempt_get_phase (driver->attempt));
  g_assert_cmpuint (dl_lesson_attempt_get_reach (story->attempt), ==,
                    dl_lesson_attempt_get_reach (driver->attempt));
  g_assert_cmpstr (wrong_again, ==, wrong);
}

static void
check_attempt (DlLesson *lesson, const DlLessonDriver *driver)
{
  g_autoptr (DlHandIn) hand_in = dl_hand_in_new (driver->attempt, NULL);
  g_autofree char *text = dl_hand_in_to_text (hand_in);
  g_autoptr (DlStory) story = tell (text, lesson);
  const DlMoment *last = story->moments->pdata[story->moments->len - 1];

  if (!story->grade->holds || story->grade->notes->len > (story->grade->score.shown > 0))
    g_error ("%s\n%s",
             story->grade->notes->len > 0 ? (char *) story->grade->notes->pdata[0] : "holds not",
             text);
  check_moments (story);
  g_assert_true (dl_scenario_same_values (last->scenario, driver->scenario));
  check_score (story, driver->attempt);
  check_run (story, driver, text);
}

static void
check_round (DlLesson *lesson)
{
  g_autoptr (DlLessonDriver) driver = live (lesson, g_test_rand_int_range (1, 40));

  check_attempt (lesson, driver);
}

/* A key that is stated as it is by default, before the step is done and gone on from. */
static void
test_stated (void)
{
  static const char *const scripts[] = {
    "answer 8\nset torus.datelines=-1;-1;-1\nnext\nset torus.radix=7;1;1\n"
    "set torus.broken-links=\nanswer So.\nback\nnext\nnext\nset torus.datelines=3;-1;-1\n",
    "set torus.datelines=-1;-1;-1\nset torus.broken-links=\nanswer 8\nnext\nback\n"
    "set torus.radix=7;1;1\nnext\nset torus.datelines=3;-1;-1\n",
  };
  g_autoptr (DlLesson) lesson = parse_lesson (lesson_text);

  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlLessonDriver) driver = dl_lesson_driver_new (lesson, TRUE, NULL, &error);

      g_assert_no_error (error);
      lesson_play (driver, scripts[i], "script");
      check_attempt (lesson, driver);
    }
}

static void
test_random (void)
{
  g_autoptr (DlLesson) lesson = parse_lesson (lesson_text);

  for (guint round = 0; round < TEST_ROUNDS (600); round++)
    check_round (lesson);
}

/* The same with lessons of the program. */
static void
test_random_shipped (void)
{
  static const char *const ids[] = { "01-torus", "03-deadlock", "04-datelines" };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlLesson) lesson = dl_lessons_load (ids[i], NULL, &error);

      g_assert_no_error (error);
      for (guint round = 0; round < TEST_ROUNDS (6); round++)
        check_round (lesson);
    }
}

/* Hostile -------------------------------------------------------------------------------------- */

static const char script[] = "answer 8\nhint\nset torus.radix=4;1;1\nset torus.datelines=-1;-1;-1\n"
                             "next\nanswer So.\nnext\nanswer 2\nset torus.radix=9;1;1\nnext\n";

static char *
make_text (DlLesson *lesson)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlLessonDriver) driver = dl_lesson_driver_new (lesson, TRUE, NULL, &error);
  g_autoptr (DlHandIn) hand_in = NULL;

  g_assert_no_error (error);
  lesson_play (driver, script, "script");
  hand_in = dl_hand_in_new (driver->attempt, "Ada");
  return dl_hand_in_to_text (hand_in);
}

/* Up to where it is as in @whole it is told as that. */
static void
check_beginning (const DlStory *story, const DlStory *whole, guint n)
{
  g_assert_cmpuint (story->moments->len, >=, n);
  for (guint i = 0; i < n; i++)
    {
      const DlMoment *a = story->moments->pdata[i], *b = whole->moments->pdata[i];

      g_assert_cmpint (a->kind, ==, b->kind);
      g_assert_cmpuint (a->step, ==, b->step);
      g_assert_cmpstr (a->text, ==, b->text);
      g_assert_true (dl_scenario_same_values (a->scenario, b->scenario));
    }
}

/* The last event may be cut in its words; all before it are told. */
static void
test_truncated (void)
{
  g_autoptr (DlLesson) lesson = parse_lesson (lesson_text);
  g_autofree char *text = make_text (lesson);
  g_autoptr (DlStory) whole = tell (text, lesson);
  const gsize length = strlen (text);
  guint n_told = 0;

  for (gsize n = 0; n + 2 < length; n++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlStory) story = NULL;
      DlHandIn *hand_in = dl_hand_in_parse (text, (gssize) n, "x", &error);

      if (hand_in == NULL || hand_in->events->len == 0)
        {
          dl_hand_in_free (hand_in);
          continue;
        }
      story = dl_story_new (hand_in, lesson, NULL, &error);
      g_assert_no_error (error);
      g_assert_false (hand_in->complete);
      g_assert_cmpuint (story->grade->notes->len, >, 0);
      check_beginning (story, whole, hand_in->events->len - 1);
      n_told++;
    }
  g_assert_cmpuint (n_told, >, 150);
}

/* The story ends before the event that cannot have been, which a note counts. */
static void
test_impossible (void)
{
  static const struct
  {
    const char *from, *to;
    guint n; /* moments that there are */
  } cases[] = {
    /* Edits that do not apply. */
    { "edit: torus.radix=4;1;1", "edit: torus.radix=999999;999999;999999", 3 },
    { "edit: torus.radix=4;1;1", "edit: torus.radix=48;48;48", 3 },
    { "edit: torus.radix=4;1;1", "edit: torus.radix=0;1;1", 3 },
    { "edit: torus.radix=4;1;1", "edit: no.such=1", 3 },
    { "edit: torus.radix=4;1;1", "edit: nonsense", 3 },
    { "edit: torus.radix=4;1;1", "edit: torus.broken-links=7,7,7:x+", 3 },
    /* An answer where nothing is asked, for the second time, or to no choice there is. */
    { "hint: 1", "answer: 8", 2 },
    { "answer: 8", "answer: many", 1 },
    { "answer: 2", "answer: 3", 12 },
    { "answer: 2", "answer: 99999999999999999999", 12 },
    { "answer: 2", "answer: -1", 12 },
    /* Steps that there are not, or not yet. */
    { "step: two", "step: five", 6 },
    { "step: two", "step: four", 6 },
    /* Simulated for ever, or not at all. */
    { "hint: 1", "simulated: 0", 2 },
    { "hint: 1", "simulated: 99999999999999999999999", 2 },
    { "hint: 1", "simulated: -5", 2 },
  };
  g_autoptr (DlLesson) lesson = parse_lesson (lesson_text);
  g_autofree char *text = make_text (lesson);
  g_autoptr (DlStory) whole = tell (text, lesson);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *tampered = test_replace (text, cases[i].from, cases[i].to);
      g_autoptr (DlStory) story = tell (tampered, lesson);
      g_autofree char *note = g_strdup_printf ("event %u is not possible", cases[i].n + 1);
      gboolean noted = FALSE;

      if (story->moments->len != cases[i].n)
        g_error ("“%s” as “%s”: %u moments, not %u", cases[i].from, cases[i].to,
                 story->moments->len, cases[i].n);
      check_beginning (story, whole, cases[i].n);
      for (guint k = 0; k < story->grade->notes->len; k++)
        noted |= g_str_has_prefix (story->grade->notes->pdata[k], note);
      if (story->grade->holds || !noted)
        g_error ("“%s” as “%s” is not noted", cases[i].from, cases[i].to);
    }
}

/* Counts of any size are words. */
static void
test_counts (void)
{
  g_autoptr (DlLesson) lesson = parse_lesson (lesson_text);
  g_autofree char *text = make_text (lesson);
  g_autofree char *hints = test_replace (text, "hint: 1", "hint: 99999999999999999999999999");
  g_autofree char *done = test_replace (text, "done: one", "done: nowhere");
  g_autofree char *end = test_replace (text, "end: ", "end: 9");
  g_autoptr (DlStory) of_hints = tell (hints, lesson);
  g_autoptr (DlStory) of_done = tell (done, lesson);
  g_autoptr (GError) error = NULL;

  g_assert_true (of_hints->grade->holds);
  g_assert_cmpuint (of_hints->grade->score.hints, ==, 1);
  g_assert_false (of_done->grade->holds);
  g_assert_null (dl_hand_in_parse (end, -1, "x", &error));
  g_assert_error (error, DL_LESSON_ERROR, DL_LESSON_ERROR_SYNTAX);
}

/* A moment at which a step is done has the verdict on its answer. */
static void
test_verdicts (void)
{
  static const DlAnswer expected[] = { DL_ANSWER_WRONG, DL_ANSWER_KEPT, DL_ANSWER_RIGHT };
  g_autoptr (DlLesson) lesson = parse_lesson (lesson_text);
  g_autofree char *text = make_text (lesson);
  g_autofree char *lie = test_replace (text, "edit: torus.radix=9;1;1", "edit: torus.radix=6;1;1");
  g_autoptr (DlStory) story = tell (text, lesson);
  g_autoptr (DlStory) of_lie = tell (lie, lesson);
  guint n_done = 0;

  for (guint i = 0; i < story->moments->len; i++)
    {
      const DlMoment *moment = story->moments->pdata[i];

      g_assert_cmpint (moment->verdict, ==,
                       moment->kind == DL_EVENT_DONE ? expected[n_done] : DL_ANSWER_NONE);
      n_done += moment->kind == DL_EVENT_DONE;
    }
  g_assert_cmpuint (n_done, ==, G_N_ELEMENTS (expected));
  g_assert_cmpuint (story->grade->questions->len, ==, n_done);
  for (guint i = 0; i < n_done; i++)
    g_assert_cmpint (((DlGradeQuestion *) story->grade->questions->pdata[i])->verdict, ==,
                     expected[i]);
  /* A step that is only said to be done has no verdict. */
  for (guint i = 0; i < of_lie->moments->len; i++)
    if (!((DlMoment *) of_lie->moments->pdata[i])->is_true)
      {
        g_assert_cmpint (((DlMoment *) of_lie->moments->pdata[i])->verdict, ==, DL_ANSWER_NONE);
        return;
      }
  g_assert_not_reached ();
}

/* Text of a file stays text, in any terminal. */
static void
test_signs (void)
{
  g_autoptr (DlLesson) lesson = parse_lesson (lesson_text);
  g_autofree char *text = make_text (lesson);
  g_autofree char *tampered
      = test_replace (text, "answer: So.", "answer: \x1b[2J<b>%s</b>\x07\x7f");
  g_autoptr (DlStory) story = tell (tampered, lesson);

  g_assert_cmpuint (story->moments->len, ==, story->hand_in->events->len);
  for (guint i = 0; i < story->moments->len; i++)
    for (const char *c = ((DlMoment *) story->moments->pdata[i])->text; *c != '\0'; c++)
      g_assert_true (*c == '\n' || !g_ascii_iscntrl (*c));
}

static void
test_cancelled (void)
{
  g_autoptr (DlLesson) lesson = parse_lesson (lesson_text);
  g_autofree char *text = make_text (lesson);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (dl_story_new (parse (text), lesson, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Another version of the lesson: as far as it goes, with a note. */
static void
test_versions (void)
{
  g_autoptr (DlLesson) lesson = parse_lesson (lesson_text);
  g_autofree char *text = make_text (lesson);
  g_autofree char *renamed_text = test_replace (lesson_text, "step: three", "step: drei");
  g_autofree char *added_text
      = test_replace (lesson_text, "step: two", "step: new\nsay: n\nstep: two");
  g_autofree char *asked_text = test_replace (lesson_text, "ask: Why?", "hint: None.");
  g_autofree char *begun_text
      = test_replace (lesson_text, "start: preset:ring-8", "start: preset:torus-5x5x5");
  const struct
  {
    const char *text;
    guint n;
  } cases[] = { { renamed_text, 10 }, { added_text, 6 }, { asked_text, 8 }, { begun_text, 16 } };
  g_autoptr (DlStory) whole = tell (text, lesson);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DlLesson) other = parse_lesson (cases[i].text);
      g_autoptr (DlStory) story = tell (text, other);

      g_assert_cmpstr (story->grade->notes->pdata[0], ==,
                       "it is from a different version of the "
                       "lesson");
      g_assert_cmpuint (story->moments->len, ==, cases[i].n);
      if (strcmp (other->start, lesson->start) == 0)
        check_beginning (story, whole, cases[i].n);
      g_assert_false (story->grade->holds);
    }
}

/* Files ---------------------------------------------------------------------------------------- */

#define GERMAN                                                                                     \
  "lesson: Ringe\nformat: 1\nstep: one\ntitle: Erster\nsay: x\nask: Wie viele?\ndo: Aus.\n"        \
  "hint: a\nhint: b\nwrong: w\nstep: two\nsay: y\nask: Warum?\nstep: three\nsay: z\nask: Was?\n"   \
  "choice: Manche\nchoice: Keine von {radix(x)}\ndo: Wachsen.\nstep: four\nsay: s\ndo: Brich.\n"   \
  "wrong: w\nwrong: v\n"

static char *
write_file (const char *folder, const char *name, const char *text)
{
  char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static gboolean
says (const DlStory *story, const char *text)
{
  for (guint i = 0; i < story->moments->len; i++)
    if (g_str_has_suffix (((DlMoment *) story->moments->pdata[i])->text, text))
      return TRUE;
  return FALSE;
}

/* In the language of who reads it, with the networks that there were. */
static void
test_languages (void)
{
  static const char *const german[] = { "de_AT", "de", NULL }, *const none[] = { NULL };
  g_autofree char *folder = g_dir_make_tmp ("dateline-story-XXXXXX", NULL);
  g_autofree char *base = write_file (folder, "rings.lesson", lesson_text);
  g_autofree char *translated = write_file (folder, "rings.de.lesson", GERMAN);
  g_autoptr (DlLesson) lesson = parse_lesson (lesson_text);
  g_autofree char *text = make_text (lesson);
  g_autofree char *path = write_file (folder, "x.handin", text);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStory) original = dl_story_load (path, none, NULL, &error);
  g_autoptr (DlStory) story = NULL;

  g_assert_no_error (error);
  story = dl_story_load (path, german, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (original->lesson->title, ==, "Rings");
  g_assert_true (says (original, "Step 1: First"));
  g_assert_true (says (original, "Answered: None of 8"));
  g_assert_cmpstr (story->lesson->title, ==, "Ringe");
  g_assert_true (says (story, "Step 1: Erster"));
  g_assert_true (says (story, "Answered: Keine von 8"));
  g_assert_true (original->grade->holds && story->grade->holds);
  g_assert_cmpuint (story->grade->notes->len, ==, 0);
  g_assert_cmpuint (story->moments->len, ==, original->moments->len);
  for (guint i = 0; i < story->moments->len; i++)
    g_assert_true (dl_scenario_same_values (((DlMoment *) story->moments->pdata[i])->scenario,
                                            ((DlMoment *) original->moments->pdata[i])->scenario));
  g_unlink (base);
  g_unlink (translated);
  g_unlink (path);
  g_rmdir (folder);
}

/* The lesson is the one beside it, if that is the very one; its name leads nowhere else. */
static void
test_lesson_beside (void)
{
  static const char *const none[] = { NULL };
  static const struct
  {
    const char *lesson, *digest; /* NULL: its own */
    const char *title;           /* NULL: there is none */
  } cases[] = {
    { "rings", NULL, "Rings" },
    { "rings", "other", "Rings" },
    { "03-deadlock", "other", "Why a ring deadlocks" },
    { "../rings", NULL, NULL },
    { "inner/rings", NULL, NULL },
    { "..", NULL, NULL },
    { ".rings", NULL, NULL },
    { "nowhere", NULL, NULL },
  };
  g_autofree char *folder = g_dir_make_tmp ("dateline-story-XXXXXX", NULL);
  g_autofree char *inner = g_build_filename (folder, "inner", NULL);
  g_autoptr (DlLesson) lesson = parse_lesson (lesson_text);
  g_autofree char *text = make_text (lesson);
  g_autofree char *outer = NULL, *beside = NULL, *hidden = NULL, *other = NULL;

  g_assert_no_errno (g_mkdir (inner, 0700));
  outer = write_file (folder, "rings.lesson", lesson_text);
  beside = write_file (inner, "rings.lesson", lesson_text);
  hidden = write_file (inner, ".rings.lesson", lesson_text);
  other = write_file (inner, "03-deadlock.lesson", lesson_text);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_build_filename (inner, "x.handin", NULL);
      g_autoptr (DlHandIn) hand_in = parse (text);
      g_autoptr (GError) error = NULL;
      g_autoptr (DlLesson) found = NULL;

      g_free (hand_in->lesson);
      hand_in->lesson = g_strdup (cases[i].lesson);
      if (cases[i].digest != NULL)
        {
          g_free (hand_in->digest);
          hand_in->digest = g_strdup (cases[i].digest);
        }
      found = dl_hand_in_find_lesson (hand_in, path, none, &error);
      g_assert_cmpstr (found != NULL ? found->title : NULL, ==, cases[i].title);
      if (found == NULL)
        g_assert_error (error, DL_LESSON_ERROR, DL_LESSON_ERROR_NOT_FOUND);
    }
  g_unlink (outer);
  g_unlink (beside);
  g_unlink (hidden);
  g_unlink (other);
  g_rmdir (inner);
  g_rmdir (folder);
}

static void
test_summary (void)
{
  const DlLessonScore score
      = { .steps = 4, .done = 1, .asked = 2, .answered = 2, .right = 1, .kept = 1, .hints = 3 };
  const DlLessonScore little = { .steps = 1 };
  g_autoptr (DlLesson) lesson = parse_lesson (lesson_text);
  g_autofree char *text = make_text (lesson);
  g_autofree char *lying = test_replace (text, "hint: 1", "done: four");
  g_autoptr (DlStory) true_story = tell (text, lesson);
  g_autoptr (DlStory) lie = tell (lying, lesson);
  g_auto (GStrv) of_score = dl_score_summary (&score);
  g_auto (GStrv) of_little = dl_score_summary (&little);
  g_auto (GStrv) of_truth = dl_story_summary (true_story);
  g_auto (GStrv) of_lie = dl_story_summary (lie);
  const char *const score_lines[] = { "1 of 4 steps done", "1 of 2 predictions right",
                                      "1 free-text answer", "3 hints opened", NULL };
  const char *const little_lines[] = { "0 of 1 step done", NULL };

  g_assert_true (g_strv_equal ((const char *const *) of_score, score_lines));
  g_assert_true (g_strv_equal ((const char *const *) of_little, little_lines));
  g_assert_true (g_strv_contains ((const char *const *) of_truth,
                                  "Replayed; the result is the same as in the file"));
  g_assert_true (
      g_strv_contains ((const char *const *) of_lie, "Replayed; the result differs from the file"));
  g_assert_true (says (lie, "Recorded as done, but it is not done"));
  g_assert_false (says (true_story, "Recorded as done, but it is not done"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hand-in-story/stated", test_stated);
  g_test_add_func ("/hand-in-story/random", test_random);
  g_test_add_func ("/hand-in-story/random-shipped", test_random_shipped);
  g_test_add_func ("/hand-in-story/truncated", test_truncated);
  g_test_add_func ("/hand-in-story/impossible", test_impossible);
  g_test_add_func ("/hand-in-story/counts", test_counts);
  g_test_add_func ("/hand-in-story/verdicts", test_verdicts);
  g_test_add_func ("/hand-in-story/signs", test_signs);
  g_test_add_func ("/hand-in-story/cancelled", test_cancelled);
  g_test_add_func ("/hand-in-story/versions", test_versions);
  g_test_add_func ("/hand-in-story/languages", test_languages);
  g_test_add_func ("/hand-in-story/lesson-beside", test_lesson_beside);
  g_test_add_func ("/hand-in-story/summary", test_summary);
  return g_test_run ();
}
