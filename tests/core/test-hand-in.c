/* Hand-ins: written and read back, replayed, tampered with in every way that pays, cut off
 * anywhere, and from a newer program. */
#include "dl-hand-in-story.h"
#include "dl-lesson-text.h"
#include "dl-lessons.h"

#include "lesson-fixture.h"
#include "test-files.h"
#include "test-rounds.h"

#include <glib/gstdio.h>

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char lesson_text[]
    = "lesson: L\nformat: 1\nstart: preset:ring-8\n"
      "step: one\nsay: x\nask: How many?\nnumber: cycle_length\ndo: Take the dateline away.\n"
      "until: dateline(x) = -1\nuntil: deadlock_free = no\nhint: h\nwrong: radix(x) = 4 | w\n"
      "step: two\nset: traffic.load=0.2\nsay: y\nask: Why?\n"
      "step: three\nsay: z\nask: Which?\nchoice: A | deadlock_free = yes\n"
      "choice: *None* of {radix(x)} | deadlock_free = no\ndo: Grow.\nuntil: radix(x) > before\n"
      "step: four\nsay: s\ndo: Simulate.\nuntil: accepted_load > 0.1\nuntil: sim_cycles >= 1500\n";

static const char script[]
    = "set torus.radix=4;1;1\nundo\nhint\nanswer 8\nset torus.datelines=-1;-1;-1\nexpect done\n"
      "leave\nset torus.radix=5;5;1\nreturn\nnext\nanswer Because of\nnext\nanswer 2\n"
      "set torus.radix=9;1;1\nexpect done\nreset\nset torus.radix=6;1;1\nback\nnext\nnext\n"
      "simulate 2000\nexpect finished\n";

static DlLesson *
make_lesson (void)
{
  g_autoptr (GError) error = NULL;
  DlLesson *lesson = dl_lesson_parse (lesson_text, -1, "own.lesson", NULL, &error);

  g_assert_no_error (error);
  return lesson;
}

static DlHandIn *
make_hand_in (DlLesson *lesson)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlLessonDriver) driver = dl_lesson_driver_new (lesson, TRUE, NULL, &error);

  g_assert_no_error (error);
  lesson_play (driver, script, "script");
  return dl_hand_in_new (driver->attempt, " A\nStudent ");
}

static char *
make_text (DlLesson *lesson)
{
  g_autoptr (DlHandIn) hand_in = make_hand_in (lesson);

  return dl_hand_in_to_text (hand_in);
}

static DlHandIn *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  DlHandIn *hand_in = dl_hand_in_parse (text, -1, "x.handin", &error);

  g_assert_no_error (error);
  return hand_in;
}

static DlGrade *
grade_text (DlLesson *lesson, const char *text)
{
  g_autoptr (DlHandIn) hand_in = parse (text);
  g_autoptr (GError) error = NULL;
  DlGrade *grade = dl_grade_new (hand_in, lesson, NULL, &error);

  g_assert_no_error (error);
  return grade;
}

static void
test_round_trip (void)
{
  g_autoptr (DlLesson) lesson = make_lesson ();
  g_autofree char *text = make_text (lesson);
  g_autoptr (DlHandIn) hand_in = parse (text);
  g_autofree char *again = dl_hand_in_to_text (hand_in);
  g_autoptr (DlGrade) grade = grade_text (lesson, text);

  g_assert_cmpstr (text, ==, again);
  g_assert_cmpstr (hand_in->name, ==, "A Student");
  g_assert_cmpstr (hand_in->lesson, ==, "own");
  g_assert_true (hand_in->complete);
  /* Nothing that was not typed. */
  g_assert_null (strstr (text, g_get_user_name ()));
  g_assert_null (strstr (text, g_get_host_name ()));
  g_assert_null (strstr (text, "202"));
  if (grade->notes->len > (grade->score.shown > 0))
    g_error ("%s", (char *) grade->notes->pdata[0]);
  g_assert_true (grade->holds);
  g_assert_cmpuint (grade->claimed, ==, 4);
  g_assert_cmpuint (grade->score.done, ==, 4);
  g_assert_cmpuint (grade->score.asked, ==, 2);
  g_assert_cmpuint (grade->score.right, ==, 2);
  g_assert_cmpuint (grade->score.kept, ==, 1);
  g_assert_cmpuint (grade->score.hints, ==, 1);
  g_assert_cmpuint (grade->score.slips, ==, 1);
}

/* Step by step, forward: the states in their order. */
static void
test_replay (void)
{
  g_autoptr (DlLesson) lesson = make_lesson ();
  g_autoptr (DlHandIn) hand_in = make_hand_in (lesson);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlReplay) replay = dl_replay_new (hand_in, lesson, NULL, &error);
  guint n = 0, largest = 0;

  g_assert_no_error (error);
  while (dl_replay_next (replay, &error))
    {
      g_assert_cmpuint (replay->n_done, ==, ++n);
      largest = MAX (largest, dl_torus_options (replay->driver->scenario)->spec.radix[DL_X]);
    }
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, hand_in->events->len);
  g_assert_cmpuint (largest, ==, 9);
  /* The last step begins with what the one before was done with. */
  g_assert_cmpuint (dl_torus_options (replay->driver->scenario)->spec.radix[DL_X], ==, 9);
}

static void
test_tampered (void)
{
  static const struct
  {
    const char *from, *to;
    guint done, right;
  } cases[] = {
    /* The edit that counts is another one: nothing of its step is done. */
    { "edit: torus.datelines=-1;-1;-1", "edit: torus.datelines=3;-1;-1", 3, 1 },
    { "edit: torus.radix=9;1;1", "edit: torus.radix=7;1;1", 3, 1 },
    { "edit: torus.radix=9;1;1", "edit: torus.radix=x", 2, 1 },
    { "edit: torus.radix=9;1;1", "edit: torus.radux=9;1;1", 2, 1 },
    /* It begins with what it should come to. */
    { "  radix=8;1;1", "  radix=8;1;1\n  datelines=-1;-1;-1", 4, 2 },
    /* The lesson's own edits are others. */
    { "edit: traffic.load=0.2", "edit: traffic.load=0.3", 1, 1 },
    { "step: two", "step: three", 1, 1 },
    { "step: two", "step: five", 1, 1 },
    { "answer: 8", "answer: eight", 0, 0 },
    { "answer: 8", "hint: 1", 3, 1 },
    { "simulated: 2000", "simulated: 0", 3, 2 },
    { "simulated: 2000", "simulated: 1499", 3, 2 },
    { "simulated: 2000", "hint: 1", 3, 2 },
    { "simulated: 2000", "simulated: 99999999999999999999999", 3, 2 },
  };
  g_autoptr (DlLesson) lesson = make_lesson ();
  g_autofree char *text = make_text (lesson);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *tampered = test_replace (text, cases[i].from, cases[i].to);
      g_autoptr (DlGrade) grade = grade_text (lesson, tampered);

      if (grade->holds || grade->notes->len == 0)
        g_error ("“%s” as “%s” is not found out", cases[i].from, cases[i].to);
      if (grade->score.done > cases[i].done || grade->score.right > cases[i].right)
        g_error ("“%s” as “%s”: %u done, %u right", cases[i].from, cases[i].to, grade->score.done,
                 grade->score.right);
      for (guint k = 0; k < grade->notes->len; k++)
        g_assert_true (g_utf8_validate (grade->notes->pdata[k], -1, NULL));
    }
}

/* Differences that are only notes. */
static void
test_notes (void)
{
  g_autoptr (DlLesson) lesson = make_lesson ();
  g_autofree char *text = make_text (lesson);
  g_autofree char *old = test_replace (text, "program: ", "program: 0.0.0-");
  g_autofree char *other = test_replace (text, "digest: ", "digest: 0");
  g_autofree char *wrong_answer = test_replace (text, "answer: 8", "answer: 7");
  g_autofree char *early = test_replace (text, "done: four", "hint: 9");
  g_autoptr (DlGrade) of_old = grade_text (lesson, old);
  g_autoptr (DlGrade) of_other = grade_text (lesson, other);
  g_autoptr (DlGrade) of_wrong = grade_text (lesson, wrong_answer);
  g_autoptr (DlGrade) of_early = grade_text (lesson, early);

  g_assert_true (of_old->holds);
  g_assert_cmpuint (of_old->notes->len, ==, 1);
  g_assert_true (of_other->holds);
  g_assert_cmpuint (of_other->notes->len, ==, 1);
  g_assert_true (of_wrong->holds);
  g_assert_cmpuint (of_wrong->score.right, ==, 1);
  /* More is done than it says: that is no lie. */
  g_assert_true (of_early->holds);
  g_assert_cmpuint (of_early->claimed, ==, 3);
  g_assert_cmpuint (of_early->score.done, ==, 4);
}

static void
refuse (const char *text, gssize length, const char *what)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlHandIn) hand_in = dl_hand_in_parse (text, length, "x.handin", &error);

  g_assert_null (hand_in);
  g_assert_error (error, DL_LESSON_ERROR, DL_LESSON_ERROR_SYNTAX);
  if (!g_str_has_prefix (error->message, "x.handin") || strstr (error->message, what) == NULL
      || strchr (error->message, '\n') != NULL)
    g_error ("“%s” should say “%s”", error->message, what);
}

/* Whatever is typed as a name, what is written reads back. */
static void
test_names (void)
{
  static const char *const names[][2] = {
    { "", NULL },
    { " \t\n", NULL },
    { "\x01", NULL },
    { "\xe2\x80\xae\xe2\x81\xa6", NULL },
    { "\xff\xfe", "\xef\xbf\xbd\xef\xbf\xbd" },
    { " Ada: # [x] ", "Ada: # [x]" },
  };
  g_autoptr (DlLesson) lesson = make_lesson ();
  g_autoptr (GError) error = NULL;
  g_autoptr (DlLessonAttempt) attempt = dl_lesson_attempt_new (lesson, &error);
  g_autofree char *word = g_strnfill (255, 'n');
  g_autofree char *long_name = g_strconcat (word, " and more", NULL);

  g_assert_no_error (error);
  for (guint i = 0; i <= G_N_ELEMENTS (names); i++)
    {
      const gboolean listed = i < G_N_ELEMENTS (names);
      g_autoptr (DlHandIn) hand_in = dl_hand_in_new (attempt, listed ? names[i][0] : long_name);
      g_autofree char *text = dl_hand_in_to_text (hand_in);
      g_autoptr (DlHandIn) again = parse (text);

      g_assert_cmpstr (hand_in->name, ==, listed ? names[i][1] : word);
      g_assert_cmpstr (again->name, ==, hand_in->name);
    }
}

static void
test_refused (void)
{
  g_autoptr (DlLesson) lesson = make_lesson ();
  g_autofree char *text = make_text (lesson);
  g_autofree char *newer = test_replace (text, "hand-in: 1", "hand-in: 2");
  g_autofree char *enormous
      = test_replace (text, "hand-in: 1", "hand-in: 99999999999999999999999999");
  g_autofree char *no_lesson = test_replace (text, "lesson: own\n", "");
  g_autofree char *no_start = test_replace (text, "start:", "name:");
  g_autofree char *no_word = test_replace (text, "digest: ", "digest: \x01\nx: ");
  g_autofree char *bad_start = test_replace (text, "  radix=8;1;1", "  radix=8;1");
  g_autofree char *bad_end = test_replace (text, "end: ", "end: 1");
  g_autofree char *behind = g_strconcat (text, "hint: 1\n", NULL);
  g_autofree char *strange = test_replace (text, "hint: 1", "rm: 1");
  g_autofree char *huge = g_strnfill (DL_HAND_IN_MAX_BYTES + 1, 'a');
  g_autoptr (GString) many = g_string_new ("hand-in: 1\n");

  refuse ("", -1, "not a hand-in");
  refuse (lesson_text, -1, "not a hand-in");
  refuse ("\x89PNG\r\n", -1, "UTF-8");
  refuse ("hand-in: 1\n\0x", 13, "UTF-8");
  refuse (newer, -1, "newer version");
  refuse (enormous, -1, "format");
  refuse (no_lesson, -1, "head");
  refuse (no_start, -1, "name");
  refuse (no_word, -1, "digest");
  refuse (bad_start, -1, "radix");
  refuse (bad_end, -1, "events");
  refuse (behind, -1, "follows the end");
  refuse (strange, -1, "rm");
  refuse (huge, -1, "bytes");
  for (guint i = 0; i < DL_LESSON_MAX_EVENTS + 5; i++)
    g_string_append (many, "hint: 1\n");
  refuse (many->str, -1, "too many events");
}

/* Cut off anywhere: refused, or read up to there and said to be so. */
static void
test_truncated (void)
{
  g_autoptr (DlLesson) lesson = make_lesson ();
  g_autofree char *text = make_text (lesson);
  const gsize length = strlen (text);
  guint read = 0;

  for (gsize n = 0; n + 2 < length; n++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlHandIn) hand_in = dl_hand_in_parse (text, (gssize) n, "x", &error);

      g_assert_true ((hand_in == NULL) == (error != NULL));
      if (hand_in == NULL)
        continue;
      g_assert_false (hand_in->complete);
      if (read++ % (TEST_SANITIZED ? 16 : 1) == 0)
        {
          g_autoptr (DlGrade) grade = dl_grade_new (hand_in, lesson, NULL, &error);

          g_assert_no_error (error);
          g_assert_cmpuint (grade->notes->len, >, 0);
          g_assert_true (grade->holds); /* nobody said what is not so */
        }
    }
  g_assert_cmpuint (read, >, 100);
}

/* Work that would take for ever is not done. */
static void
test_budget (void)
{
  g_autoptr (DlLesson) lesson = make_lesson ();
  g_autoptr (DlHandIn) hand_in = make_hand_in (lesson);
  const DlLessonEventKind kinds[] = { DL_EVENT_SIMULATED, DL_EVENT_EDIT };

  for (guint round = 0; round < G_N_ELEMENTS (kinds); round++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlReplay) replay = NULL;

      g_ptr_array_set_size (hand_in->events, 1);
      for (guint i = 0; i < 2000; i++)
        {
          const char *edit = i % 2 ? "torus.radix=8;8;8" : "torus.radix=8;8;7";
          const char *text = kinds[round] == DL_EVENT_EDIT ? edit : "1000";

          g_ptr_array_add (hand_in->events, dl_lesson_event_new (kinds[round], text));
        }
      replay = dl_replay_new (hand_in, lesson, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (replay->driver->budget, >, 0);
      replay->driver->budget = 2000;
      while (dl_replay_next (replay, &error))
        ;
      g_assert_error (error, DL_SCRIPT_ERROR, DL_SCRIPT_ERROR_BUDGET);
      g_assert_cmpuint (replay->n_done, >, 1);
      g_assert_cmpuint (replay->n_done, <, 2000);
    }
}

/* The budget of an analysis is in hops: a ring has few nodes and long routes. */
static void
test_long_rings (void)
{
  g_autoptr (DlLesson) lesson = make_lesson ();
  const struct
  {
    const char *edit;
    gboolean done;
  } table[] = { { "torus.radix=16;16;16", TRUE }, { "torus.radix=4096;1;1", FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (DlHandIn) hand_in = make_hand_in (lesson);
      g_autoptr (DlReplay) replay = NULL;
      g_autoptr (GError) error = NULL;

      g_ptr_array_set_size (hand_in->events, 1);
      g_ptr_array_add (hand_in->events, dl_lesson_event_new (DL_EVENT_EDIT, table[i].edit));
      replay = dl_replay_new (hand_in, lesson, NULL, &error);
      g_assert_no_error (error);
      while (dl_replay_next (replay, &error))
        ;
      if (error == NULL)
        dl_replay_sync (replay, &error);
      if (table[i].done)
        g_assert_no_error (error);
      else
        g_assert_error (error, DL_SCRIPT_ERROR, DL_SCRIPT_ERROR_BUDGET);
    }
}

/* A story of thousands of moments has as many networks as there were, and nothing that the program
 * does not know. */
static void
test_story (void)
{
  g_autoptr (DlLesson) lesson = make_lesson ();
  g_autoptr (GString) text = g_string_new ("hand-in: 1\nprogram: 1\nlesson: own\ndigest: x\n"
                                           "start:\n  [scenario]\n  [strange]\n  a=");
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStory) story = NULL;
  guint n = 0;

  for (guint i = 0; i < 1000; i++)
    g_string_append (text, "strange ");
  g_string_append (text, "\nstep: one\n");
  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (text, i % 1000 == 999 ? "edit: torus.radix=%u;1;1\n" : "hint: 1\n",
                            3 + i / 1000);
  story = dl_story_new (parse (text->str), lesson, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (story->moments->len, ==, 3001);
  g_assert_cmpuint (story->scenarios->len, ==, 4);
  g_assert_nonnull (story->hand_in->start->extras);
  for (guint i = 0; i < story->moments->len; i++)
    {
      const DlMoment *moment = story->moments->pdata[i];

      g_assert_null (moment->scenario->extras);
      n += i > 0 && moment->scenario != ((const DlMoment *) story->moments->pdata[i - 1])->scenario;
      g_assert_cmpuint (dl_torus_options (moment->scenario)->spec.radix[DL_X], ==,
                        n == 0 ? 11 : 2 + n);
    }
  g_assert_cmpuint (n, ==, 3);
}

/* A choice is told in words, as it was read. */
static void
test_words (void)
{
  g_autoptr (DlLesson) lesson = make_lesson ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStory) story = dl_story_new (make_hand_in (lesson), lesson, NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < story->moments->len; i++)
    g_string_append_printf (text, "%s\n", ((const DlMoment *) story->moments->pdata[i])->text);
  g_assert_nonnull (strstr (text->str, "How many?\nAnswered: 8\n"));
  g_assert_nonnull (strstr (text->str, "Why?\nAnswered: Because of\n"));
  g_assert_nonnull (strstr (text->str, "Which?\nAnswered: None of 8\n"));
  g_assert_nonnull (strstr (text->str, "Done; the answer is right\n"));
}

/* The only moment of @story of that kind and step. */
static const DlMoment *
find_moment (const DlStory *story, DlLessonEventKind kind, guint step)
{
  for (guint i = 0; i < story->moments->len; i++)
    {
      const DlMoment *moment = story->moments->pdata[i];

      if (moment->kind == kind && moment->step == step)
        return moment;
    }
  g_assert_not_reached ();
}

static guint
longest_word (const char *text)
{
  guint longest = 0;

  for (guint run = 0; *text != '\0'; text++)
    {
      run = *text == 'x' ? run + 1 : 0;
      longest = MAX (longest, run);
    }
  return longest;
}

/* Notes to the teacher on mistakes and on forged text. */
static void
test_wrong_words (void)
{
  g_autoptr (DlLesson) lesson = make_lesson ();
  g_autofree char *text = make_text (lesson);
  g_autofree char *endless = g_strnfill (1000, 'x');
  g_autofree char *essay = g_strconcat ("answer: ", endless, "\n", NULL);
  g_autofree char *wrong = test_replace (text, "answer: 8\n", "answer: 7\n");
  g_autofree char *named = test_replace (wrong, "A Student", "An\xe2\x80\xaena\xe2\x81\xa6");
  g_autofree char *typed = test_replace (named, "answer: Because of\n", essay);
  g_autofree char *made_up = test_replace (typed, "torus.datelines=-1", "torus.datelines=3");
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStory) story = dl_story_new (parse (typed), lesson, NULL, &error);
  g_autoptr (DlStory) lie = dl_story_new (parse (made_up), lesson, NULL, &error);
  const DlMoment *done = find_moment (story, DL_EVENT_DONE, 0);

  g_assert_no_error (error);
  g_assert_cmpstr (done->text, ==, "Done; the answer is wrong. The right answer is: 8");
  g_assert_true (done->is_true);
  g_assert_false (find_moment (lie, DL_EVENT_DONE, 0)->is_true);
  /* A window would lay out one word of a thousand letters for minutes. */
  g_assert_cmpuint (longest_word (find_moment (story, DL_EVENT_ANSWER, 1)->text), ==,
                    DL_LESSON_MAX_WORD);
  g_assert_cmpstr (story->hand_in->name, ==, "Anna"); /* and not turned round */
}

/* Reading something other than a file does not wait. */
static void
test_no_file (void)
{
  static const char *const none[] = { NULL };
  g_autofree char *folder = g_dir_make_tmp ("dateline-hand-in-XXXXXX", NULL);
  g_autofree char *pipe = g_build_filename (folder, "pipe.handin", NULL);
  g_autofree char *loop = g_build_filename (folder, "loop.handin", NULL);
  const char *const names[] = { pipe, loop, folder };

  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  g_assert_cmpint (symlink (loop, loop), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (dl_story_load (names[i], none, NULL, &error));
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, names[i]));
    }
  g_unlink (pipe);
  g_unlink (loop);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hand-in/round-trip", test_round_trip);
  g_test_add_func ("/hand-in/replay", test_replay);
  g_test_add_func ("/hand-in/tampered", test_tampered);
  g_test_add_func ("/hand-in/notes", test_notes);
  g_test_add_func ("/hand-in/names", test_names);
  g_test_add_func ("/hand-in/refused", test_refused);
  g_test_add_func ("/hand-in/truncated", test_truncated);
  g_test_add_func ("/hand-in/budget", test_budget);
  g_test_add_func ("/hand-in/long-rings", test_long_rings);
  g_test_add_func ("/hand-in/story", test_story);
  g_test_add_func ("/hand-in/words", test_words);
  g_test_add_func ("/hand-in/wrong-words", test_wrong_words);
  g_test_add_func ("/hand-in/no-file", test_no_file);
  return g_test_run ();
}
