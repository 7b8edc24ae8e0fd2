/* The rules of doing a lesson, by small lessons made for them. */
#include "dl-hand-in.h"
#include "dl-lesson-attempt-text.h"
#include "dl-lesson-check.h"

#include "lesson-fixture.h"

#include <math.h>
#include <string.h>

/* Rules ---------------------------------------------------------------------------------------- */

#define HEAD                                                                                       \
  "lesson: A lesson\nformat: 1\nstart: preset:ring-8\n"                                            \
  "step: one\nsay: One.\n"

static DlLessonDriver *
drive (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlLesson) lesson = dl_lesson_parse (text, -1, "test.lesson", NULL, &error);
  DlLessonDriver *driver;

  g_assert_no_error (error);
  driver = dl_lesson_driver_new (lesson, TRUE, NULL, &error);
  g_assert_no_error (error);
  return driver;
}

static void
refuse (DlLessonDriver *driver, const char *command, GQuark domain)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (dl_lesson_driver_command (driver, command, &error));
  g_assert_nonnull (error);
  g_assert_cmpint (error->domain, ==, domain);
}

static void
test_expect_fails (void)
{
  g_autoptr (DlLessonDriver) driver = drive (HEAD "ask: Why?\n");

  lesson_play_lines (driver, "expect predict\nexpect unanswered\n");
  refuse (driver, "expect done", DL_SCRIPT_ERROR);
  refuse (driver, "expect right", DL_SCRIPT_ERROR);
  refuse (driver, "expect said x", DL_SCRIPT_ERROR);
  refuse (driver, "expect finished", DL_SCRIPT_ERROR);
  refuse (driver, "expect explained x", DL_SCRIPT_ERROR);
  refuse (driver, "expect step two", DL_SCRIPT_ERROR);
  refuse (driver, "expect that radix(x) = 9", DL_SCRIPT_ERROR);
  refuse (driver, "expect that nonsense = 9", DL_FACT_ERROR);
  refuse (driver, "next", DL_SCRIPT_ERROR);
  refuse (driver, "back", DL_SCRIPT_ERROR);
  refuse (driver, "hint", DL_SCRIPT_ERROR);
  refuse (driver, "undo", DL_SCRIPT_ERROR);
  refuse (driver, "dance", DL_SCRIPT_ERROR);
  refuse (driver, "set torus.radix=x", DL_SCENARIO_ERROR);
}

/* A prediction is not answered by what stands above it; what the explanation says can be asked. */
static void
test_expect_texts (void)
{
  g_autoptr (DlLessonDriver) driver
      = drive (HEAD "ask: Why?\nexplain: There are {radix(x)} nodes.\n");

  lesson_play_lines (driver, "expect untold On\nexpect untold ne\nexpect explained There are \n");
  refuse (driver, "expect untold One", DL_SCRIPT_ERROR);
  refuse (driver, "expect explained {radix(x)}", DL_SCRIPT_ERROR);
}

/* The text of the hint that was opened last, or NULL. */
static const char *
last_hint (const DlLessonDriver *driver)
{
  guint open;
  const GPtrArray *hints = dl_lesson_attempt_helpful_hints (driver->attempt, &open);

  return open > 0 ? hints->pdata[open - 1] : NULL;
}

/* Hints at the question help until it is answered, those at the doing from then on; what is handed
 * in replays to the same. */
static void
test_hints (void)
{
  g_autoptr (DlLessonDriver) driver
      = drive (HEAD "ask: How many?\nnumber: radix(x)\ndo: Make it 4.\n"
                    "until: torus.radix = 4;1;1\nhint: Count.\nhint: Eight.\nhint-do: Radix.\n"
                    "step: two\nsay: Two.\nask: Which?\nnumber: radix(x)\ndo: Make it 5.\n"
                    "until: torus.radix = 5;1;1\nhint: Only one.\nhint: Too late.\n");
  g_autoptr (DlHandIn) hand_in = NULL;
  g_autoptr (DlGrade) grade = NULL;
  g_autoptr (GError) error = NULL;
  DlLessonScore score;

  lesson_play_lines (driver, "hint\n");
  g_assert_cmpstr (last_hint (driver), ==, "Count.");
  lesson_play_lines (driver, "answer 4\n");
  g_assert_null (last_hint (driver));
  lesson_play_lines (driver, "hint\n");
  g_assert_cmpstr (last_hint (driver), ==, "Radix.");
  g_assert_cmpuint (dl_lesson_attempt_get_hints (driver->attempt), ==, 2);
  refuse (driver, "hint", DL_SCRIPT_ERROR);
  lesson_play_lines (driver, "set torus.radix=4;1;1\nexpect done\nnext\nanswer 4\n");
  /* Where nothing is said of the doing they stay. */
  lesson_play_lines (driver, "hint\n");
  g_assert_cmpstr (last_hint (driver), ==, "Only one.");
  /* A step that is done has no hint. */
  lesson_play_lines (driver, "set torus.radix=5;1;1\nexpect done\n");
  g_assert_false (dl_lesson_attempt_has_hint (driver->attempt));
  refuse (driver, "hint", DL_SCRIPT_ERROR);

  hand_in = dl_hand_in_new (driver->attempt, NULL);
  grade = dl_grade_new (hand_in, dl_lesson_attempt_get_lesson (driver->attempt), NULL, &error);
  g_assert_no_error (error);
  g_assert_true (grade->holds);
  dl_lesson_attempt_get_score (driver->attempt, &score);
  g_assert_cmpuint (score.hints, ==, 3);
  lesson_check_same_score (&grade->score, &score);
}

/* The program's number of a virtual channel. */
static void
test_virtual_channel (void)
{
  g_autoptr (DlLessonDriver) driver
      = drive (HEAD "ask: Which?\nnumber: vc_on(0,0,0>2,0,0, 0,0,0:x+)\n"
                    "step: two\nsay: Two.\nask: How many?\nnumber: radix(x)\n");
  g_autoptr (GError) error = NULL;

  g_assert_false (dl_lesson_attempt_answer (driver->attempt, "VC", NULL));
  g_assert_true (dl_lesson_attempt_answer (driver->attempt, " vc 1", NULL));
  g_assert_cmpstr (dl_lesson_attempt_get_answer (driver->attempt, 0), ==, "1");
  lesson_play_lines (driver, "next\n");
  g_assert_false (dl_lesson_attempt_answer (driver->attempt, "VC8", &error));
  g_assert_nonnull (strstr (error->message, "such as 8 or 0.25"));
}

static void
test_answers (void)
{
  g_autoptr (DlLessonDriver) driver
      = drive (HEAD "ask: How many?\nnumber: radix(x)\n"
                    "step: two\nsay: Two.\nask: Which?\n"
                    "choice: A | radix(x) = 8\nchoice: B | radix(x) > 4\n"
                    "step: three\nsay: Three.\nask: Why?\n"
                    "step: four\nsay: Four.\nask: How much?\nnumber: radix(x)\nwithin: 50 %\n");

  refuse (driver, "answer many", DL_LESSON_ERROR);
  lesson_play_lines (driver, "expect predict\nanswer 8\nexpect right\nexpect done\n");
  refuse (driver, "answer 8", DL_LESSON_ERROR); /* once */
  lesson_play_lines (driver, "next\n");
  refuse (driver, "answer 0", DL_LESSON_ERROR);
  refuse (driver, "answer 3", DL_LESSON_ERROR);
  /* Both hold: the lesson cannot judge. */
  lesson_play_lines (driver, "answer 1\nexpect unjudged\nexpect done\n");
  lesson_play_lines (driver, "next\nanswer Because.\nexpect kept\nexpect done\n");
  lesson_play_lines (driver, "next\nanswer 11.9\nexpect right\nexpect finished\n");

  driver->stale = TRUE;
  lesson_play_lines (driver, "back\nback\nback\nexpect step one\nexpect right\n");
}

/* The first text is about the network that the step began with, the last one about the changed
 * network. */
static void
test_first (void)
{
  static const char text[] = "{hops(0,0,0>5,0,0)} of {hops(0,0,0>5,0,0) before}";
  g_autoptr (DlLessonDriver) driver
      = drive (HEAD "ask: How many?\nchoice: {pairs} | pairs = 56\nchoice: B | pairs = 30\n"
                    "do: Shrink.\nuntil: radix(x) = 6\n"
                    "step: two\nset: torus.radix=7;1;1\nsay: Two.\n");
  g_autofree char *first = NULL;
  g_autofree char *last = NULL;
  g_autofree char *choice = NULL;
  g_autofree char *next = NULL;

  lesson_play_lines (driver, "answer 2\nset torus.radix=6;1;1\nexpect done\n");
  first = lesson_plain (dl_lesson_attempt_fill_first (driver->attempt, text));
  last = lesson_plain (dl_lesson_attempt_fill (driver->attempt, text));
  choice = dl_lesson_attempt_choice (driver->attempt, 0);
  g_assert_cmpstr (first, ==, "3 of 3");
  g_assert_cmpstr (last, ==, "1 of 3");
  g_assert_cmpstr (choice, ==, "56");
  lesson_play_lines (driver, "next\n");
  next = lesson_plain (
      dl_lesson_attempt_fill_first (driver->attempt, "{pairs}, {pairs before}, {pairs start}"));
  g_assert_cmpstr (next, ==, "42, 42, 56");
}

/* A script that goes wrong says what is missing. */
static void
test_awaited (void)
{
  g_autoptr (DlLessonDriver) driver
      = drive (HEAD "do: Break it.\nuntil: radix(x) = start\nuntil: broken_cables = 1\n"
                    "until: link_broken(3,0,0:x+) = yes\n");
  g_autoptr (GError) error = NULL;

  lesson_play_lines (driver, "set torus.broken-links=7,0,0:x+\n");
  g_assert_false (dl_lesson_driver_command (driver, "expect done", &error));
  g_assert_error (error, DL_SCRIPT_ERROR, DL_SCRIPT_ERROR_EXPECT);
  g_assert_nonnull (strstr (error->message, "link_broken(3,0,0:x+) = yes"));
}

/* Hops of a pair without a route are not waited for: nothing brings them. */
static void
test_never (void)
{
  g_autoptr (DlLessonDriver) number
      = drive (HEAD "ask: How many hops?\nnumber: hops(0,0,0>7,0,0)\ndo: Break it.\n"
                    "until: broken_cables = 1\n"
                    "step: two\nsay: Two.\nask: How long?\nnumber: latency_mean\nwithin: 1\n");
  g_autoptr (DlLessonDriver) choice
      = drive (HEAD "ask: How far?\nchoice: Far | hops(0,0,0>7,0,0) = 7\n"
                    "choice: Near | hops(0,0,0>7,0,0) = 1\ndo: Break it.\n"
                    "until: broken_cables = 1\n");

  lesson_play_lines (number, "answer 7\nexpect do\nset torus.broken-links=7,0,0:x+\nexpect done\n"
                             "expect unjudged\n");
  /* A simulation that is needed is waited for. */
  lesson_play_lines (number, "next\nanswer 10\nexpect do\nexpect waits\n");
  lesson_play_lines (
      choice, "answer 1\nset torus.broken-links=7,0,0:x+\nexpect unjudged\nexpect finished\n");
}

/* An unknown value does not meet a condition. */
static void
test_not_yet (void)
{
  g_autoptr (DlLessonDriver) driver
      = drive (HEAD "do: Simulate.\nuntil: latency_mean > 0\nuntil: latency_mean < 100000\n"
                    "wrong: latency_mean < 1 | Too fast.\n");

  lesson_play_lines (driver, "expect do\nexpect fine\nsimulate 2000\nexpect done\n");
  lesson_play_lines (driver, "set traffic.load=0.1\nexpect done\n");
}

/* Facts of before: of the step and of the lesson. */
static void
test_before (void)
{
  g_autoptr (DlLessonDriver) driver
      = drive (HEAD "do: Grow.\nuntil: radix(x) > before\n"
                    "step: two\nsay: Two.\ndo: Shrink.\nuntil: radix(x) < before\n"
                    "until: radix(x) = start\nexplain: {radix(x) before} {radix(x) start} "
                    "{radix(x)} {answer}\n"
                    "step: three\nsay: 3.\ndo: More.\nuntil: radix(x) >= 0.5 * start\n"
                    "until: radix(x) != start\n");
  g_autofree char *text = NULL;

  lesson_play_lines (
      driver, "expect do\nset torus.radix=6;1;1\nexpect do\nset torus.radix=12;1;1\nexpect done\n"
              "next\nexpect do\nset torus.radix=7;1;1\nexpect do\nset torus.radix=8;1;1\n"
              "expect done\nset torus.radix=20;1;1\n");
  text = lesson_plain (dl_lesson_attempt_fill (
      driver->attempt,
      dl_lesson_step (dl_lesson_attempt_get_lesson (driver->attempt), 1)->explain));
  g_assert_cmpstr (text, ==, "12 8 8 –");
  lesson_play_lines (driver,
                     "set torus.radix=8;1;1\nnext\nexpect do\nset torus.radix=3;1;1\nexpect do\n"
                     "set torus.radix=4;1;1\nexpect done\nreset\nexpect do\n");
}

/* A simulation before an edit, and one after it, also when it is replayed. */
static void
test_before_simulated (void)
{
  g_autoptr (DlLessonDriver) driver
      = drive (HEAD "do: Faster.\nuntil: latency_mean < 0.9 * before\n");
  g_autoptr (DlHandIn) hand_in = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlGrade) grade = NULL;

  lesson_play_lines (
      driver, "simulate 3000\nexpect do\nset router.link-cycles=5\nexpect do\nsimulate 3000\n"
              "expect done\n");
  hand_in = dl_hand_in_new (driver->attempt, NULL);
  grade = dl_grade_new (hand_in, dl_lesson_attempt_get_lesson (driver->attempt), NULL, &error);
  g_assert_no_error (error);
  g_assert_true (grade->holds);
  g_assert_cmpuint (grade->score.done, ==, 1);
}

/* The lesson's own edits: on what the step before was done with, whatever was changed since. */
static void
test_own_edits (void)
{
  g_autoptr (DlLessonDriver) driver
      = drive (HEAD "step: two\nset: torus.broken-links+=4,0,0:x+\nsay: Two.\n"
                    "step: three\nset: traffic.load=0.5\nsay: Three.\n");

  lesson_play_lines (driver,
                     "set traffic.load=0.2\nnext\nexpect that broken_cables = 1\n"
                     "expect that traffic.load = 0.34\nback\nexpect that broken_cables = 0\n"
                     "expect that traffic.load = 0.34\nnext\nexpect that broken_cables = 1\n"
                     "undo\nexpect that broken_cables = 0\nredo\nnext\n"
                     "expect that traffic.load = 0.5\nback\nexpect that broken_cables = 1\n");

  g_clear_pointer (&driver, dl_lesson_driver_free);
  driver = drive (HEAD "step: two\nset: torus.broken-links+=4,0,0:x+\nsay: Two.\n");
  /* A network without such a link was not what the step was done with. */
  lesson_play_lines (driver, "set torus.radix=3;1;1\nnext\nexpect that broken_cables = 1\n"
                             "expect that radix(x) = 8\n");
}

/* A step that is skipped is done by its keys and its solution, and one that is done stays as it was
 * done. */
static void
test_solution (void)
{
  static const char text[]
      = HEAD "do: Break a cable.\nuntil: broken_cables = 1\nuntil: traffic.load = 0.2\n"
             "solution: torus.broken-links=3,0,0:x+\n"
             "step: two\nsay: {broken_cables} is broken.\nset: scenario.seed=7\n"
             "do: Mend it.\nuntil: broken_cables = 0\nsolution: torus.broken-links=\n"
             "wrong: traffic.load != 0.2 | Not that load.\n"
             "wrong: torus.broken-links = | It was mended.\n";
  g_autoptr (DlLessonDriver) driver = drive (text);

  lesson_play_lines (
      driver, "next\nexpect that link_broken(3,0,0:x+) = yes\nexpect that traffic.load = 0.2\n"
              "expect that scenario.seed = 7\nexpect fine\nset traffic.load=0.5\n"
              "expect said Not that load\nback\nexpect that broken_cables = 0\nexpect do\n"
              "next\nexpect fine\nexpect that traffic.load = 0.2\n");
  g_clear_pointer (&driver, dl_lesson_driver_free);

  /* Work begun in a skipped step is not taken along. */
  driver = drive (text);
  lesson_play_lines (driver,
                     "set traffic.load=0.7\nset torus.radix=6;1;1\nnext\nexpect that radix(x) = 8\n"
                     "expect that traffic.load = 0.2\nexpect that broken_cables = 1\n");
  g_clear_pointer (&driver, dl_lesson_driver_free);

  driver = drive (text);
  lesson_play_lines (driver, "set torus.broken-links=5,0,0:x+\nset traffic.load=0.2\nexpect done\n"
                             "set traffic.load=0.9\nnext\nexpect that link_broken(5,0,0:x+) = yes\n"
                             "expect that traffic.load = 0.2\nexpect fine\n");
}

/* A mistake in the state that a step begins with does not count, until it was otherwise once. */
static void
test_excused (void)
{
  g_autoptr (DlLessonDriver) driver
      = drive (HEAD "do: Shrink it.\nuntil: radix(x) = 4\nwrong: radix(x) = 8 | Still eight.\n"
                    "wrong: radix(x) = 9 | Nine.\n");

  lesson_play_lines (driver,
                     "expect fine\nset traffic.load=0.2\nexpect fine\nset torus.radix=9;1;1\n"
                     "expect said Nine\nset torus.radix=8;1;1\nexpect said Still eight\nreset\n"
                     "expect fine\n");
}

/* A simulation that a step compares with, and that nobody made, is made by the lesson; one that a
 * person makes before anything is changed counts more. */
static void
test_missing (void)
{
  static const char text[]
      = HEAD "do: Run.\nuntil: sim_cycles >= 3000\n"
             "step: two\nsay: {latency_mean}\nset: router.link-cycles=6\nask: How?\n"
             "choice: Faster | latency_mean < before\nchoice: Slower | latency_mean >= before\n"
             "do: Change it.\nuntil: router.link-cycles = 30\nuntil: sim_cycles >= 2000\n"
             "step: three\nsay: {latency_mean start}\n";
  g_autoptr (DlLessonDriver) driver = drive (text);
  g_autofree char *say = NULL;

  lesson_play_lines (driver,
                     "next\nanswer 2\nset router.link-cycles=30\nsimulate 3000\nexpect done\n"
                     "expect right\n");
  say = lesson_plain (dl_lesson_attempt_fill_first (driver->attempt, "{latency_mean}"));
  g_assert_null (strstr (say, "–"));
  lesson_play_lines (driver, "next\n");
  g_free (say);
  say = lesson_plain (dl_lesson_attempt_fill_first (driver->attempt, "{latency_mean start}"));
  g_assert_null (strstr (say, "–"));
}

/* An explanation that is about another choice than is right gives way to the facts. */
static void
test_other_answer (void)
{
  g_autoptr (DlLessonDriver) driver
      = drive (HEAD "ask: How many?\nchoice: Six | radix(x) = 6\nchoice: More | radix(x) > 6\n"
                    "decides: radix(x)\nright: 1\ndo: Shrink it.\nuntil: radix(x) < 8\n"
                    "explain: Only {radix(x)}.\n");
  g_autofree char *six = NULL;
  g_autofree char *seven = NULL;

  g_assert_null (dl_lesson_attempt_explain (driver->attempt));
  lesson_play_lines (driver, "answer 1\nset torus.radix=7;1;1\nexpect wrong\n");
  seven = lesson_plain (dl_lesson_attempt_explain (driver->attempt));
  g_assert_null (strstr (seven, "Only"));
  g_assert_nonnull (strstr (seven, "radix(x): 7"));
  g_clear_pointer (&driver, dl_lesson_driver_free);
  driver = drive (HEAD "ask: How many?\nchoice: Six | radix(x) = 6\nchoice: More | radix(x) > 6\n"
                       "decides: radix(x)\nright: 1\ndo: Shrink it.\nuntil: radix(x) < 8\n"
                       "explain: Only {radix(x)}.\n");
  lesson_play_lines (driver, "answer 1\nset torus.radix=6;1;1\nexpect right\n");
  six = lesson_plain (dl_lesson_attempt_explain (driver->attempt));
  g_assert_cmpstr (six, ==, "Only 6.");
}

/* Aims in one line: "[x] Radix: 4;4;4", with a bar between them. */
static char *
aims_of (const DlLessonDriver *driver)
{
  g_autoptr (GPtrArray) aims = dl_lesson_attempt_aims (driver->attempt);
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < aims->len; i++)
    {
      const DlLessonAim *aim = aims->pdata[i];

      g_string_append_printf (all, "%s[%s] %s", i > 0 ? " | " : "", aim->holds ? "x" : " ",
                              aim->text);
    }
  return g_string_free (all, FALSE);
}

static void
check_aims (const DlLessonDriver *driver, const char *expected)
{
  g_autofree char *aims = aims_of (driver);

  g_assert_cmpstr (aims, ==, expected);
}

/* In words what is open: not what held from the beginning, as long as it does, and not what the
 * question asks for. */
static void
test_aims (void)
{
  g_autoptr (DlLessonDriver) driver
      = drive (HEAD "ask: How many?\nnumber: max_hops\ndo: Do it.\nuntil: torus.radix = 6;1;1\n"
                    "until: traffic.pattern != uniform\nuntil: broken_cables = 0\n"
                    "until: max_hops <= 3\nuntil: sim_cycles >= 100\n"
                    "until: mean_hops < 0.9 * before\n");

  lesson_play_lines (driver, "answer 3\n");
  check_aims (driver, "[ ] Radix in X, Y, Z: 6;1;1 | [ ] Traffic pattern: not Uniform | "
                      "[ ] Cycles simulated since the last edit: at least 100 | "
                      "[ ] Mean hops: below 2.057");
  lesson_play_lines (driver, "set torus.radix=6;1;1\nset torus.broken-links=1,0,0:x+\n");
  check_aims (driver, "[x] Radix in X, Y, Z: 6;1;1 | [ ] Traffic pattern: not Uniform | "
                      "[ ] Broken cables: 0 | "
                      "[ ] Cycles simulated since the last edit: at least 100 | "
                      "[x] Mean hops: below 2.057");
  lesson_play_lines (driver, "undo\nset traffic.pattern=tornado\nset traffic.pattern=transpose\n"
                             "set traffic.pattern=nearest-neighbor\nsimulate 200\nexpect done\n");
  check_aims (driver, "[x] Radix in X, Y, Z: 6;1;1 | [x] Traffic pattern: not Uniform | "
                      "[x] Cycles simulated since the last edit: at least 100 | "
                      "[x] Mean hops: below 2.057");
}

/* Each change gets a word: one that the step does not foresee, one that meets nothing yet, and what
 * is done before its question is answered. */
static void
test_unforeseen (void)
{
  g_autoptr (DlLessonDriver) driver
      = drive (HEAD "ask: How many?\nnumber: max_hops\ndo: Do it.\nuntil: torus.radix = 6;1;1\n"
                    "solution: torus.radix=6;1;1\nwrong: traffic.load > 0.9 | Too much.\n");
  DlLessonScore score;

  lesson_play_lines (
      driver, "expect fine\nset torus.tie=parity\n"
              "expect said This step does not ask for a change of “Ties between directions”.\n"
              "undo\nexpect fine\nset torus.radix=6;1;1\n"
              "expect said The question comes first\nanswer 3\nexpect done\n"
              "expect fine\nreset\nset torus.radix=7;1;1\n"
              "expect said not yet the one that this step waits for\n"
              "set traffic.load=0.95\nexpect said Too much.\n");
  dl_lesson_attempt_get_score (driver->attempt, &score);
  g_assert_cmpuint (score.slips, ==, 1); /* only what the lesson says to be wrong */
  g_clear_pointer (&driver, dl_lesson_driver_free);
  /* Keys of its own say what is foreseen, facts do not. */
  driver = drive (HEAD "do: Do it.\nuntil: torus.radix = 6;1;1\nuntil: sim_cycles >= 10\n");
  lesson_play_lines (driver, "set traffic.load=0.1\nexpect said change of “Offered load”\n");
  g_clear_pointer (&driver, dl_lesson_driver_free);
  driver
      = drive (HEAD "do: Do it.\nuntil: torus.wrap = true;true;true\nuntil: broken_cables = 2\n");
  lesson_play_lines (driver, "set torus.broken-links=0,0,0:x+\nexpect fine\n");
}

static DlGrade *
grade_of (const DlLessonDriver *driver, gboolean is_noted)
{
  g_autoptr (DlHandIn) hand_in = dl_hand_in_new (driver->attempt, NULL);
  g_autofree char *text = dl_hand_in_to_text (hand_in);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlHandIn) again = dl_hand_in_parse (text, -1, "x", &error);
  DlGrade *grade;

  g_assert_no_error (error);
  g_assert_true ((strstr (text, "\n# answered after it was shown\n") != NULL) == is_noted);
  grade = dl_grade_new (again, dl_lesson_attempt_get_lesson (driver->attempt), NULL, &error);
  g_assert_no_error (error);
  g_assert_true (grade->holds);
  return grade;
}

#define SHOWN                                                                                      \
  HEAD "ask: How many?\nnumber: max_hops\ndo: Do it.\nuntil: torus.radix = 6;1;1\n"                \
       "step: two\nsay: Two.\nask: How many?\nnumber: max_hops\n"

/* Answered after the step was passed, or done: the hand-in and its grade say so, whatever the file
 * itself says. */
static void
test_shown (void)
{
  static const char *const shown[]
      = { "next\nback\nanswer 3\nset torus.radix=6;1;1\nexpect right\n",
          "set torus.radix=6;1;1\nanswer 3\nexpect right\n",
          "leave\nset torus.radix=6;1;1\nreturn\nanswer 3\n"
          "set torus.radix=6;1;1\nexpect right\n" };
  static const char before[] = "answer 3\nset torus.radix=6;1;1\nexpect right\nnext\nanswer 3\n";
  g_autoptr (DlLessonDriver) driver = drive (SHOWN);
  g_autoptr (DlGrade) none = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      g_autoptr (DlLessonDriver) one = drive (SHOWN);
      g_autoptr (DlGrade) grade = NULL;

      lesson_play_lines (one, shown[i]);
      g_assert_true (dl_lesson_attempt_was_shown (one->attempt, 0));
      grade = grade_of (one, TRUE);
      g_assert_cmpuint (grade->score.shown, ==, 1);
      g_assert_cmpuint (grade->score.right, ==, 1);
      g_assert_true (((const DlGradeQuestion *) grade->questions->pdata[0])->shown);
      g_assert_cmpstr (grade->notes->pdata[grade->notes->len - 1], ==,
                       "answered after it was shown: one");
    }
  lesson_play_lines (driver, before);
  none = grade_of (driver, FALSE);
  g_assert_cmpuint (none->score.shown, ==, 0);
  g_assert_cmpuint (none->notes->len, ==, 0);
}

/* The same where a simulation shows it. */
static void
test_shown_simulated (void)
{
  g_autoptr (DlLessonDriver) driver
      = drive (HEAD "ask: How much?\nnumber: accepted_load\nwithin: 0.1\ndo: Run it.\n"
                    "until: sim_cycles >= 2000\n");
  g_autoptr (DlGrade) grade = NULL;

  lesson_play_lines (driver, "simulate 2000\nanswer 0.3\nexpect done\n");
  grade = grade_of (driver, TRUE);
  g_assert_cmpuint (grade->score.shown, ==, 1);
  g_assert_cmpuint (grade->score.done, ==, 1);
}

#define REPLIES                                                                                    \
  HEAD "ask: How many?\nchoice: Six | radix(x) = 6\nreply: Yes, {radix(x)}.\n"                     \
       "choice: More | radix(x) > 6\nreply: No, only {radix(x)} of {radix(x) before}.\n"           \
       "decides: radix(x)\nright: 1\ndo: Shrink it.\nuntil: radix(x) < 8\nexplain: {radix(x)}.\n"

/* Each choice is replied to once it is judged, and not where another one is right than the replies
 * are about. */
static void
test_replies (void)
{
  g_autoptr (DlLessonDriver) driver = drive (REPLIES);

  lesson_play_lines (driver, "answer 1\n");
  g_assert_null (dl_lesson_attempt_reply (driver->attempt, 0));
  lesson_play_lines (driver, "set torus.radix=6;1;1\nexpect right\nexpect replied Yes, 6.\n");
  refuse (driver, "expect replied No", DL_SCRIPT_ERROR);
  g_clear_pointer (&driver, dl_lesson_driver_free);
  driver = drive (REPLIES);
  lesson_play_lines (driver, "answer 2\nset torus.radix=6;1;1\nexpect wrong\n"
                             "expect replied No, only 6 of 8.\n");
  g_clear_pointer (&driver, dl_lesson_driver_free);
  driver = drive (REPLIES);
  lesson_play_lines (driver, "answer 2\nset torus.radix=7;1;1\nexpect right\n");
  g_assert_null (dl_lesson_attempt_reply (driver->attempt, 0));
}

/* Changes of one key in a row are one in the log; an answer between them parts them. */
static void
test_log (void)
{
  g_autoptr (DlLessonDriver) driver = drive (HEAD "ask: Why?\n");
  const GPtrArray *log = dl_lesson_attempt_get_log (driver->attempt);
  const char *const expected[] = { "step one", "edit traffic.load=0.3", "answer So.",
                                   "edit traffic.load=0.5", "edit scenario.seed=2" };

  lesson_play_lines (
      driver, "set traffic.load=0.1\nset traffic.load=0.2\nset traffic.load=0.3\nanswer So.\n"
              "set traffic.load=0.4\nset traffic.load=0.5\nset scenario.seed=2\n"
              "set router.link-cycles=5\nset router.link-cycles=18\n");
  for (guint i = 0, k = 0; i < log->len; i++)
    {
      const DlLessonEvent *event = log->pdata[i];
      g_autofree char *text = NULL;

      if (event->kind == DL_EVENT_DONE)
        continue;
      text
          = g_strchomp (g_strdup_printf ("%s %s", dl_lesson_event_name (event->kind), event->text));
      g_assert_cmpuint (k, <, G_N_ELEMENTS (expected));
      g_assert_cmpstr (text, ==, expected[k++]);
    }
}

/* The user's work counts, but not the lesson's own edits, or steps that are only read. */
static void
test_work (void)
{
  g_autoptr (DlLessonDriver) driver
      = drive (HEAD "ask: Why?\nhint: h\nstep: two\nset: traffic.load=0.2\nsay: s\n"
                    "step: three\nset: traffic.load=0.3\nsay: s\ndo: d\nuntil: radix(x) = 6\n");
  static const struct
  {
    const char *line;
    guint work;
  } cases[]
      = { { "hint", 0 },  { "next", 0 },  { "next", 0 },
          { "back", 0 },  { "back", 0 },  { "answer So.", 1 },
          { "next", 1 },  { "next", 1 },  { "set torus.radix=7;1;1", 2 },
          { "undo", 3 },  { "reset", 3 }, { "set torus.radix=6;1;1", 5 }, /* which does the step */
          { "reset", 5 }, { "leave", 5 }, { "set torus.radix=5;1;1", 6 },
          { "return", 6 } };

  g_assert_cmpuint (dl_lesson_attempt_get_work (driver->attempt), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      lesson_play_lines (driver, cases[i].line);
      g_test_message ("%s", cases[i].line);
      g_assert_cmpuint (dl_lesson_attempt_get_work (driver->attempt), ==, cases[i].work);
    }
}

#define CONVERGES(set)                                                                             \
  "lesson: L\nformat: 1\nstart: preset:ring-8\n" set                                               \
  "step: one\nsay: One.\ndo: Run it.\nuntil: settled = yes\nexplain: {latency_mean}.\n"

/* A step that waits for a simulation that converges is done by one as long as the scenario asks
 * for; where that stops after its cycles, the lesson is wrong. */
static void
test_precision (void)
{
  static const char *const texts[]
      = { CONVERGES ("set: simulation.precision=0.1\nset: traffic.load=0.1\n"),
          CONVERGES ("set: simulation.stop=cycles\n") };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (DlLessonDriver) driver = drive (texts[i]);
      g_autoptr (DlProblems) problems = dl_problems_new ("x");
      g_autoptr (GError) error = NULL;

      dl_lesson_check (dl_lesson_attempt_get_lesson (driver->attempt), NULL, problems);
      g_assert_cmpuint (problems->n, ==, i);
      if (i == 1)
        {
          g_assert_nonnull (strstr (problems->messages->pdata[0], "simulation.stop"));
          continue;
        }
      lesson_play_lines (driver, "simulate 100\nexpect do\n");
      g_assert_true (dl_lesson_driver_simulate (driver, DL_LESSON_ENOUGH, &error)
                     && dl_lesson_driver_tell (driver, &error));
      g_assert_no_error (error);
      lesson_play_lines (driver, "expect done\n");
    }
}

/* A dragonfly has lessons as a torus has. */
static void
test_dragonfly (void)
{
  static const char text[]
      = "lesson: L\nformat: 1\nstart: preset:cascade-2\nstep: one\nsay: One.\n"
        "show: view groups\nshow: page trip\npoint: group 1\npoint: link 0.0.0-0.0.1#0\n"
        "point: node 0.1.2.3\nask: How many hops?\nnumber: hops(0.0.0.0>0.0.1.0)\n"
        "do: Break cables.\nuntil: group_links(0>1) < before\nuntil: broken_cables >= 1\n"
        "explain: {group_links(0>1)} of {group_links(0>1) before}, "
        "{class_links(green)}, {route(0.0.0.0>0.0.1.0)}\n";
  g_autoptr (DlLessonDriver) driver = drive (text);
  g_autoptr (DlProblems) problems = dl_problems_new ("x");
  const DlLesson *lesson = dl_lesson_attempt_get_lesson (driver->attempt);
  g_autofree char *explain = NULL;

  dl_lesson_check (lesson, NULL, problems);
  if (problems->n > 0)
    g_error ("%s", (char *) problems->messages->pdata[0]);
  lesson_play_lines (driver,
                     "answer 1\nset dragonfly.broken-cables=0-1#0\nexpect done\nexpect right\n");
  explain = lesson_plain (
      dl_lesson_attempt_fill (driver->attempt, dl_lesson_step (lesson, 0)->explain));
  g_assert_null (strstr (explain, "–"));
  g_assert_nonnull (strstr (explain, "green.0"));
}

static void
on_changed (DlLessonAttempt *attempt, guint *n)
{
  (*n)++;
}

/* The window's order: worlds without results first, edits asked for in between. */
static void
test_owner (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlLesson) lesson
      = dl_lesson_parse ("lesson: L\nformat: 1\nstart: preset:ring-8\nstep: one\nsay: x\n"
                         "set: torus.radix=6;1;1\ndo: y\nuntil: mean_hops < before\n",
                         -1, "x", NULL, &error);
  g_autoptr (DlLessonAttempt) attempt = dl_lesson_attempt_new (lesson, &error);
  g_autoptr (DlScenario) scenario = dl_scenario_copy (dl_lesson_attempt_get_start (attempt));
  g_autoptr (DlWorld) first = dl_world_new (scenario, NULL, NULL);
  g_autoptr (GPtrArray) edits = NULL;
  g_autofree char *label = NULL;
  guint n = 0;

  g_signal_connect (attempt, "changed", G_CALLBACK (on_changed), &n);
  dl_lesson_attempt_set_world (attempt, first); /* not yet what the lesson asks for */
  g_assert_cmpint (dl_lesson_attempt_get_phase (attempt), ==, DL_PHASE_DO);
  edits = dl_lesson_attempt_take_edits (attempt, &label);
  g_assert_nonnull (edits);
  g_assert_nonnull (strstr (label, "L"));
  g_assert_true (dl_scenario_apply (scenario, edits, NULL, NULL, &error));

  for (guint radix = 6; radix >= 4; radix -= 2)
    {
      g_autoptr (DlWorld) bare = NULL;
      g_autoptr (DlEvaluation) result = NULL;
      g_autoptr (DlWorld) known = NULL;
      g_autoptr (GPtrArray) change = dl_edits_new ();

      if (radix == 4)
        {
          dl_edits_add (change, DL_EDIT_SET, "torus.radix", "4;1;1");
          g_assert_true (dl_scenario_apply (scenario, change, NULL, NULL, &error));
        }
      bare = dl_world_new (scenario, NULL, NULL);
      dl_lesson_attempt_set_world (attempt, bare);
      g_assert_cmpint (dl_lesson_attempt_get_phase (attempt), ==, DL_PHASE_DO);
      result = dl_evaluation_new (scenario, 0, NULL, NULL, &error);
      known = dl_world_new (scenario, result, NULL);
      dl_lesson_attempt_set_world (attempt, known);
    }
  g_assert_cmpint (dl_lesson_attempt_get_phase (attempt), ==, DL_PHASE_DONE);
  g_assert_cmpuint (n, >=, 4);
}

/* A session with a simulation that runs: what it says becomes known, and without a flood. */
static void
test_live (void)
{
  g_autoptr (DlSession) session = dl_session_new (NULL);
  g_autoptr (DlLive) live = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlLesson) lesson = dl_lesson_parse (
      HEAD "do: Run.\nuntil: sim_cycles >= 3000\nuntil: source_share(2,0,0) > 0\n"
           "until: latency_mean > 0\n",
      -1, "x", NULL, &error);
  g_autoptr (DlLessonAttempt) attempt = NULL;
  double all = 0;
  guint n = 0;

  g_assert_no_error (error);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  attempt = dl_lesson_attempt_new (lesson, &error);
  dl_session_open_new (session, dl_scenario_copy (dl_lesson_attempt_get_start (attempt)));
  while (dl_session_get_result (session) == NULL
         || dl_session_get_result (session)->generation != dl_session_get_generation (session))
    g_main_context_iteration (NULL, TRUE);
  live = dl_live_new (session);
  g_signal_connect (attempt, "changed", G_CALLBACK (on_changed), &n);
  for (guint i = 0; i < 10; i++)
    {
      const DlScenario *scenario = dl_session_get_scenario (session);
      g_autofree char *label = NULL;
      g_autoptr (GPtrArray) edits = dl_lesson_attempt_take_edits (attempt, &label);
      g_autoptr (DlWorld) world = NULL;

      g_assert_null (edits);
      if (i > 0)
        {
          dl_live_step (live, 500);
          dl_live_sync (live);
        }
      world = dl_world_new (scenario, dl_session_get_result (session), dl_live_get_picture (live));
      dl_lesson_attempt_set_world (attempt, world);
      g_assert_cmpint (dl_lesson_attempt_get_phase (attempt), ==,
                       i < 6 ? DL_PHASE_DO : DL_PHASE_DONE);
    }
  /* When it is known, when it is simulated, when it is done. */
  g_assert_cmpuint (n, ==, 3);
  for (guint node = 0; node < 8; node++)
    {
      g_autofree char *name = g_strdup_printf ("source_share(%u,0,0)", node);
      g_autoptr (DlFact) fact = dl_fact_parse (name, &error);
      g_auto (DlFactValue) value = { 0 };

      g_assert_true (dl_fact_get (fact, dl_lesson_attempt_get_world (attempt), &value));
      all += value.number;
    }
  g_assert_cmpfloat (fabs (all - 1), <, 1e-9);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lesson-attempt/expect-fails", test_expect_fails);
  g_test_add_func ("/lesson-attempt/expect-texts", test_expect_texts);
  g_test_add_func ("/lesson-attempt/hints", test_hints);
  g_test_add_func ("/lesson-attempt/virtual-channel", test_virtual_channel);
  g_test_add_func ("/lesson-attempt/answers", test_answers);
  g_test_add_func ("/lesson-attempt/first", test_first);
  g_test_add_func ("/lesson-attempt/awaited", test_awaited);
  g_test_add_func ("/lesson-attempt/never", test_never);
  g_test_add_func ("/lesson-attempt/not-yet", test_not_yet);
  g_test_add_func ("/lesson-attempt/before", test_before);
  g_test_add_func ("/lesson-attempt/before-simulated", test_before_simulated);
  g_test_add_func ("/lesson-attempt/own-edits", test_own_edits);
  g_test_add_func ("/lesson-attempt/solution", test_solution);
  g_test_add_func ("/lesson-attempt/excused", test_excused);
  g_test_add_func ("/lesson-attempt/missing", test_missing);
  g_test_add_func ("/lesson-attempt/other-answer", test_other_answer);
  g_test_add_func ("/lesson-attempt/replies", test_replies);
  g_test_add_func ("/lesson-attempt/aims", test_aims);
  g_test_add_func ("/lesson-attempt/unforeseen", test_unforeseen);
  g_test_add_func ("/lesson-attempt/shown", test_shown);
  g_test_add_func ("/lesson-attempt/shown-simulated", test_shown_simulated);
  g_test_add_func ("/lesson-attempt/log", test_log);
  g_test_add_func ("/lesson-attempt/work", test_work);
  g_test_add_func ("/lesson-attempt/precision", test_precision);
  g_test_add_func ("/lesson-attempt/dragonfly", test_dragonfly);
  g_test_add_func ("/lesson-attempt/owner", test_owner);
  g_test_add_func ("/lesson-attempt/live", test_live);
  return g_test_run ();
}
