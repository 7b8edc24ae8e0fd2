/* Lessons as text: every broken part with its file and line, translations that fit and do not. */
#include "dl-lesson-check.h"
#include "dl-lesson-text.h"
#include "dl-lessons.h"

#include <glib/gstdio.h>
#include <string.h>

/* Line 1 to 4, and 5 to 13. */
#define HEAD "lesson: L\nformat: 1\nsummary: S\nstart: preset:ring-8\n"
#define STEP                                                                                       \
  "step: one\ntitle: T\nsay:\n  One {radix(x)}.\nask: Q\nnumber: radix(x)\ndo: D\n"                \
  "until: radix(x) = 6\nhint: H\n"

static DlProblems *
problems_of (const char *text)
{
  DlProblems *problems = dl_problems_new ("x.lesson");
  g_autoptr (GError) error = NULL;
  g_autoptr (DlLesson) lesson = dl_lesson_parse (text, -1, "x.lesson", problems, &error);

  if (lesson != NULL)
    dl_lesson_check (lesson, NULL, problems);
  else
    {
      g_assert_cmpint (error->domain, ==, DL_LESSON_ERROR);
      g_assert_cmpstr (error->message, ==, problems->messages->pdata[0]);
    }
  return problems;
}

/* One problem only, of line @line, that says @what. */
static void
refuse (const char *text, guint line, const char *what)
{
  g_autoptr (DlProblems) problems = problems_of (text);
  g_autofree char *place = g_strdup_printf ("x.lesson:%u: ", line);
  const char *message;

  if (problems->n != 1)
    g_error ("%u problems in “%s”, not one: %s", problems->n, text,
             problems->n > 0 ? (char *) problems->messages->pdata[problems->n - 1] : "");
  message = problems->messages->pdata[0];
  if (!g_str_has_prefix (message, place) || strstr (message, what) == NULL
      || strchr (message, '\n') != NULL || !g_utf8_validate (message, -1, NULL))
    g_error ("“%s” should be of line %u and say “%s”", message, line, what);
}

static void
test_good (void)
{
  static const char text[]
      = "\xef\xbb\xbf# A comment\r\nlesson: L\r\nformat: 1\r\nsummary:\r\n  In\r\n  one line.\r\n"
        "minutes: 8\r\nstart: preset:ring-8\r\nset: torus.radix=6;1;1\r\n\r\nstep: one\r\nsay:\r\n"
        "  First.\r\n\r\n  Second,\r\n\twith a tab.\r\n\r\nshow: page deadlock\r\nshow: live "
        "run\r\nshow: ages\r\nshow: speed fastest\r\nshow: route 0,0,0>3,0,0\r\n"
        "mark: link 1,0,0:x+\r\nmark: node 5,0,0\r\nthen: route 0,0,0 > 2,0,0\r\n"
        "point: link 2,0,0:x+\r\npoint: control torus.datelines\r\npoint: action undo\r\n"
        "ask: Which?\r\nchoice: A | radix(x) = 6; deadlock_free = yes\r\n"
        "choice: B | c with a bar | radix(x) = 7\r\n"
        "wrong: torus.radix != 6;1;1 | Not | so.\r\nhint: One\r\nhint: Two\r\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (DlLesson) lesson = dl_lesson_parse (text, -1, "/a/b/7-x.lesson", NULL, &error);
  g_autoptr (DlScenario) start = NULL;
  const DlLessonStep *step;

  g_assert_no_error (error);
  g_assert_cmpstr (lesson->id, ==, "7-x");
  g_assert_cmpstr (lesson->summary, ==, "In one line.");
  g_assert_cmpuint (lesson->minutes, ==, 8);
  g_assert_cmpuint (lesson->steps->len, ==, 1);
  step = dl_lesson_step (lesson, 0);
  g_assert_cmpstr (step->say, ==, "First.\n\nSecond,\nwith a tab.");
  g_assert_cmpint (step->question, ==, DL_QUESTION_CHOICE);
  g_assert_cmpstr (((DlLessonChoice *) step->choices->pdata[1])->text, ==, "B | c with a bar");
  g_assert_cmpstr (((DlLessonWrong *) step->wrongs->pdata[0])->text, ==, "Not | so.");
  g_assert_cmpuint (step->hints->len, ==, 2);
  g_assert_cmpuint (step->points->len, ==, 3);
  g_assert_cmpuint (step->shows->len, ==, 5);
  g_assert_cmpint (((DlLessonPlace *) step->shows->pdata[2])->kind, ==, DL_LESSON_SHOW_AGES);
  g_assert_cmpstr (((DlLessonPlace *) step->shows->pdata[2])->what, ==, "");
  g_assert_cmpuint (step->marks->len, ==, 2);
  g_assert_cmpstr (((DlLessonPlace *) step->thens->pdata[0])->what, ==, "0,0,0 > 2,0,0");
  g_assert_cmpstr (dl_lesson_step_title (lesson, 0), ==, "L");
  start = dl_lesson_start (lesson, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (dl_torus_options (start)->spec.radix[DL_X], ==, 6);
}

static void
test_broken (void)
{
  g_autofree char *long_text = g_strnfill (DL_LESSON_MAX_TEXT + 1, 'x');
  g_autofree char *too_long = g_strconcat (HEAD STEP "explain: ", long_text, "\n", NULL);
  g_autofree char *heading = g_strnfill (301, 'x');
  g_autofree char *title
      = g_strconcat (HEAD STEP "step: two\nsay: x\ntitle: ", heading, "\n", NULL);

  refuse ("format: 1\nstart: preset:ring-8\n" STEP, 1, "no name");
  refuse ("lesson: L\nstart: preset:ring-8\n" STEP, 1, "format is missing");
  refuse ("lesson: L\nformat: 2\nstart: preset:ring-8\n" STEP, 2, "format");
  refuse ("lesson: L\nformat: 1\n" STEP, 1, "start is missing");
  refuse (HEAD, 1, "no step");
  refuse ("lesson: L\nformat: 1\nstart: preset:rung-8\n" STEP, 3, "no preset");
  refuse ("lesson: L\nformat: 1\nstart: ring-8\n" STEP, 3, "is not a start");
  refuse ("lesson: L\nlesson: M\nformat: 1\nstart: preset:ring-8\n" STEP, 2, "occurs twice");
  refuse (HEAD "minutes: 0\n" STEP, 5, "range");
  refuse (HEAD "minutes: soon\n" STEP, 5, "whole number");
  refuse (HEAD "say: x\n" STEP, 5, "before the first step");
  refuse (HEAD "set: torus.radix=x\n" STEP, 5, "torus.radix");
  refuse (HEAD "set: torus.radux=8;1;1\n" STEP, 5, "radux");
  refuse (HEAD "set: torus.broken-links+=7,7,7:x+\n" STEP, 5, "torus.broken-links");
  refuse (HEAD STEP "nonsense\n", 14, "is not a line of this format");
  refuse (HEAD STEP " say: x\n", 14, "starts with one space");
  refuse ("  say\n" HEAD STEP, 1, "nothing to continue");
  refuse (HEAD STEP "explan: x\n", 14, "explain");
  refuse (HEAD STEP "format: 1\n", 14, "a step has no line format");
  refuse (HEAD STEP "say: y\n", 14, "occurs twice");
  refuse (HEAD STEP "explain:\n", 14, "empty");
  refuse (too_long, 14, "too long");
  refuse (title, 16, "title is too long (at most 300 bytes)");
  refuse (HEAD STEP "explain: {radix(x)\n", 14, "not closed");
  refuse (HEAD STEP "explain: radix(x)}\n", 14, "has no matching {");
  refuse (HEAD STEP "explain: {radux(x)}\n", 14, "radux");
  refuse (HEAD STEP "hint: {}\n", 14, "no fact");
  refuse (HEAD STEP "hint-do: {}\n", 14, "no fact");
  refuse (HEAD STEP "hint-do: {hops(9>1)}\n", 14, "9");
  refuse (HEAD STEP "hint-do: {7.}\n", 14, "7.");
  refuse (HEAD STEP "hint-do: {.5}\n", 14, ".5");
  refuse (HEAD STEP "hint-do: {1,5}\n", 14, "1,5");
  refuse (HEAD STEP "hint-do: {1234567890123456}\n", 14, "1234567890123456");
  refuse (HEAD "step: one\nsay: S\ndo: D\nuntil: radix(x) = 6\nhint-do: H\n", 9, "both ask: and");
  refuse (HEAD "step: one\nsay: S\nask: Q\nhint-do: H\n", 8, "both ask: and");
  refuse (HEAD STEP "until: radix(x) = many\n", 14, "many");
  refuse (HEAD STEP "until: radix(q) = 1\n", 14, "radix");
  refuse (HEAD STEP "wrong: radix(x) = 1\n", 14, "has no condition");
  refuse (HEAD STEP "wrong: | Text\n", 14, "no fact");
  refuse (HEAD STEP "wrong: radix(x) = 1 |\n", 14, "has no text");
  refuse (HEAD STEP "within: -1\n", 14, "range");
  refuse (HEAD STEP "within: 101 %\n", 14, "range");
  refuse (HEAD STEP "number: radix(y)\n", 14, "occurs twice");
  refuse (HEAD STEP "show: page\n", 14, "is not a place");
  refuse (HEAD STEP "show: moon bright\n", 14, "is not a place");
  refuse (HEAD STEP "show: page deadlok\n", 14, "deadlock");
  refuse (HEAD STEP "show: view groups\n", 14, "ring-matrix");
  refuse (HEAD STEP "show: live faster\n", 14, "pause");
  refuse (HEAD STEP "show: ages 3\n", 14, "is not a place");
  refuse (HEAD STEP "show: speed 0/s\n", 14, "is not a speed");
  refuse (HEAD STEP "show: speed 1000001/s\n", 14, "is not a speed");
  refuse (HEAD STEP "show: speed 200\n", 14, "200/s");
  refuse (HEAD STEP "show: route 0,0,0\n", 14, "is not a route");
  refuse (HEAD STEP "show: route 0,0,0 > 0,0,1\n", 14, "outside");
  refuse (HEAD STEP "show: route > 1,0,0\n", 14, "node");
  refuse (HEAD STEP "show: link 0,0,0:y+\n", 14, "no link");
  refuse (HEAD STEP "then: view groups\n", 14, "ring-matrix");
  refuse (HEAD STEP "mark: page deadlock\n", 14, "is not a place");
  refuse (HEAD STEP "mark: node 9,0,0\n", 14, "outside");
  refuse (HEAD STEP "point: control torus.nothing\n", 14, "no key");
  refuse (HEAD STEP "point: link 0,0,0:y+\n", 14, "no link");
  refuse (HEAD STEP "point: link here\n", 14, "no link");
  refuse (HEAD STEP "point: node 0,0,1\n", 14, "outside");
  refuse (HEAD STEP "point: group 1\n", 14, "group");
  refuse (HEAD STEP "point: action explode\n", 14, "undo");
  refuse (HEAD STEP "until: link_load(0,0,0:y+) = 1\n", 14, "no link");
  refuse (HEAD STEP "until: hops(0,0,0>0,0,1) = 1\n", 14, "outside");
  refuse (HEAD STEP "until: group_links(0>1) = 1\n", 14,
          "is not a fact of this kind of network (Torus)");
  refuse (HEAD STEP "step: one\nsay: x\n", 14, "step one already");
  refuse (HEAD STEP "step: Two\nsay: x\n", 14, "is not a name for a step");
  refuse (HEAD STEP "step: two\n", 14, "has no text");
  refuse (HEAD STEP "step: two\nsay: x\nnumber: radix(x)\n", 14, "no question");
  refuse (HEAD STEP "step: two\nsay: x\nask: ?\nchoice: A | radix(x) = 1\n", 14, "one choice");
  refuse (HEAD STEP "step: two\nsay: x\nask: ?\nchoice: A\n", 17, "has no condition");
  refuse (HEAD STEP "step: two\nsay: x\nask: ?\nchoice: | radix(x) = 1\n"
                    "choice: B | radix(x) = 2\n",
          17, "has no text");
  refuse (HEAD STEP "step: two\nsay: x\nuntil: radix(x) = 1\n", 14, "does not say");
  refuse (HEAD STEP "step: two\nsay: x\nask: ?\nnumber: deadlock_free\n", 17, "is not a number");
  refuse (HEAD STEP "step: two\nsay: x\nask: ?\nnumber: radix(x)\nchoice: A | radix(x) = 1\n"
                    "choice: B | radix(x) = 2\n",
          14, "both a number and a choice");
  refuse (HEAD STEP "step: two\nsay: x\nask: ?\nnumber: mean_hops\n", 17, "needs a tolerance");
  refuse (HEAD STEP "explain: \xff\n", 14, "UTF-8");
  /* The line of the one that is wrong, not of the first. */
  refuse (HEAD "set: torus.radix=6;1;1\nset: torus.datelines=5;-1;-1\n"
               "set: torus.broken-links+=7,0,0:x+\nset: torus.tie=parity\n" STEP,
          7, "7,0,0:x+");
  /* By lesson check: links into the manual, choices that hold together. */
  refuse (HEAD STEP "explain: A [dateline](glossary#datelin).\n", 5, "mean glossary#dateline");
  refuse (HEAD STEP "hint: A [dateline](glossary#dateline), a [ring](xyz).\n", 14,
          "no “xyz” (expected a");
  refuse (HEAD STEP "step: two\nsay: x\nask: ?\nchoice: A | radix(x) = 1; radix(y) = 1\n"
                    "choice: B | radix(x) = 1\nchoice: C | radix(x) = 1;radix(y) = 1\n",
          19, "the same conditions");
}

/* The deciding fact is one that the choices compare; the explanation shows it and is about one of
 * them. */
static void
test_decides (void)
{
#define PLAIN HEAD "step: one\nsay: x\n"
#define ASK   PLAIN "ask: q\nchoice: a | radix(x) = 6\nchoice: b | radix(x) > before\n"
#define SHOWN "explain: {radix(x)} and {radix(x) before}\n"
  g_autoptr (DlProblems) good = problems_of (ASK "decides: radix(x)\nright: 2\n" SHOWN);

  g_assert_cmpuint (good->n, ==, 0);
  refuse (ASK "decides: radix(y)\n" SHOWN, 10, "depends on radix(x), too");
  refuse (ASK "decides: radix(x)\nexplain: {radix(x) before}\n", 10, "does not show radix(x),");
  refuse (ASK "decides: radix(x)\nexplain: {radix(x)}\n", 10, "what radix(x) was");
  refuse (ASK "decides: radix(x); nonsense\n" SHOWN, 10, "nonsense");
  refuse (ASK "right: 3\n" SHOWN, 10, "no choice 3");
  refuse (ASK "right: 0\n" SHOWN, 10, "0");
  refuse (PLAIN "ask: q\nnumber: radix(x)\nright: 1\n", 9, "need choices");
  refuse (PLAIN "solution: torus.radix=6;1;1\n", 7, "needs a step with until:");
  refuse (PLAIN "do: d\nuntil: radix(x) = 6\nsolution: torus.radix=x\n", 9, "x");
#undef PLAIN
#undef ASK
#undef SHOWN
}

/* Replies stand below their choices, at all or none, and say which choice they take to be right. */
static void
test_replies (void)
{
#define ASK "step: one\nsay: x\nask: q\nchoice: a | radix(x) = 6\n"
  static const char text[] = HEAD ASK "reply:\n  No, {radix(x)}.\n\n  Really.\n"
                                      "choice: b | radix(x) = 8\nreply: Yes.\nright: 2\n";
  static const char german[] = "lesson: L\nformat: 1\nsummary: S\nstep: one\nsay: x\nask: f\n"
                               "choice: A\nreply: Nein, {radix(x)}.\nchoice: B\nreply: Ja.\n";
  g_autoptr (DlProblems) good = problems_of (text);
  g_autoptr (DlLesson) lesson = dl_lesson_parse (text, -1, "x.lesson", NULL, NULL);
  g_autoptr (DlProblems) none = dl_problems_new ("x.de.lesson");
  g_autoptr (DlProblems) missing = dl_problems_new ("x.de.lesson");
  g_autoptr (DlLesson) other = NULL;
  g_autoptr (DlLesson) part = NULL;

  g_assert_cmpuint (good->n, ==, 0);
  refuse (HEAD ASK "choice: b | radix(x) = 8\nreply: Yes.\nright: 2\n", 8, "has no reply");
  refuse (HEAD ASK "reply: No.\nchoice: b | radix(x) = 8\nreply: Yes.\n", 9, "add right:");
  refuse (HEAD ASK "reply: No.\nreply: No.\nchoice: b | radix(x) = 8\nreply: Y\nright: 2\n", 10,
          "occurs twice");
  refuse (HEAD STEP "reply: No.\n", 14, "no choice above it");
  refuse (HEAD ASK "reply: {group_links(0>1)}\nchoice: b | radix(x) = 8\nreply: Y\nright: 2\n", 9,
          "is not a fact of this kind");
  other = dl_lesson_translate (lesson, "de", german, -1, none);
  g_assert_cmpuint (none->n, ==, 0);
  g_assert_cmpstr (((DlLessonChoice *) dl_lesson_step (other, 0)->choices->pdata[1])->reply, ==,
                   "Ja.");
  part = dl_lesson_translate (lesson, "de", german, (gssize) strlen (german) - 11, missing);
  g_assert_cmpuint (missing->n, ==, 1);
  g_assert_nonnull (strstr (missing->messages->pdata[0], "1 lines reply"));
#undef ASK
}

/* A network that is too large for what is to be shown, and an answer that is shown too early. */
static void
test_shows (void)
{
#define LARGE "lesson: L\nformat: 1\nstart: preset:xt3-11x12x16\nstep: one\nsay: x\n"
  refuse (LARGE "show: view packets\n", 6, "2112 routers is too large to show packets");
  refuse (LARGE "show: ages\n", 6, "too large");
  refuse (LARGE "show: view groups\n", 6, "ring-matrix");
  refuse (HEAD "step: one\nsay: x\nask: ?\nnumber: hops(0,0,0>2,0,0)\nshow: route 0,0,0 > 2,0,0\n",
          9, "shows the answer before");
#undef LARGE
}

/* One problem only, of line @line, that says @what, which doing the lesson finds. */
static void
refuse_model (const char *text, guint line, const char *what)
{
  g_autoptr (DlProblems) problems = dl_problems_new ("x.lesson");
  g_autoptr (GError) error = NULL;
  g_autoptr (DlLesson) lesson = dl_lesson_parse (text, -1, "x.lesson", problems, &error);
  g_autofree char *place = g_strdup_printf ("x.lesson:%u: ", line);

  g_assert_no_error (error);
  dl_lesson_check (lesson, NULL, problems);
  g_assert_cmpuint (problems->n, ==, 0);
  dl_lesson_check_model (lesson, problems, NULL);
  if (what == NULL)
    {
      if (problems->n > 0)
        g_error ("%s", (char *) problems->messages->pdata[0]);
      return;
    }
  g_assert_cmpuint (problems->n, ==, 1);
  if (!g_str_has_prefix (problems->messages->pdata[0], place)
      || strstr (problems->messages->pdata[0], what) == NULL)
    g_error ("%s", (char *) problems->messages->pdata[0]);
}

/* Explanations that do not hold in the model, and blame without a deed. */
static void
test_model (void)
{
#define ASK  HEAD "step: one\nsay: x\nask: ?\nchoice: a | hops(0,0,0>5,0,0) = 3\n"
#define TO_6 "do: d\nuntil: torus.radix = 6;1;1\n"

  refuse_model (ASK "choice: b | hops(0,0,0>5,0,0) != 3\nright: 1\n", 0, NULL);
  refuse_model (ASK "choice: b | hops(0,0,0>5,0,0) != 3\nright: 2\n", 10, "“a” is right");
  /* The state when the step is done. */
  refuse_model (ASK "choice: b | hops(0,0,0>5,0,0) != 3\nright: 1\n" TO_6, 10, "“b” is right");
  refuse_model (ASK "choice: b | hops(0,0,0>5,0,0) = 4\nright: 1\n" TO_6, 8, "none of its choices");
  refuse_model (ASK "choice: b | hops(0,0,0>5,0,0) > 2\n", 8, "or more than one");
  refuse_model (HEAD "step: one\nsay: x\nask: ?\nnumber: max_hops\nexplain: These are 5.\n", 8,
                "the answer is 4 when");
  refuse_model (HEAD "step: one\nsay: x\nask: ?\nnumber: max_hops\nexplain: These are 4.\n", 0,
                NULL);
  refuse_model (HEAD "step: one\nsay: x\nask: ?\nnumber: max_hops\nexplain: Half a ring.\n", 0,
                NULL);
  refuse_model (HEAD "set: torus.broken-links=0,0,0:x+;1,0,0:x+\nset: torus.engine=xt\nstep: one\n"
                     "say: x\nask: ?\nnumber: hops(0,0,0>1,0,0)\n",
                10, "is not known when");
  refuse_model (HEAD "step: one\nsay: x\nexplain: {accepted_load}\n", 5, "{accepted_load} in the");
  refuse_model (HEAD "step: one\nsay: x\n" TO_6
                     "step: two\nsay: y\ndo: d\nuntil: broken_cables = 1\n"
                     "solution: torus.broken-links=0,0,0:x+\nwrong: torus.radix = 6;1;1 | No.\n",
                14, "holds already when the step two begins");
#undef ASK
#undef TO_6
}

/* All of them are found, and not more than anybody reads. */
static void
test_many (void)
{
  g_autoptr (GString) text = g_string_new (HEAD STEP);
  g_autoptr (DlProblems) few
      = problems_of (HEAD STEP "one\ntwo: x\nhint:\nset: a\nshow: x\nuntil: y\n");
  g_autoptr (DlProblems) many = NULL;
  g_autoptr (DlProblems) large = NULL;
  g_autofree char *huge = g_strnfill (DL_LESSON_MAX_BYTES + 1, '\n');

  g_assert_cmpuint (few->n, ==, 6);
  for (guint i = 0; i < 6; i++)
    {
      g_autofree char *place = g_strdup_printf ("x.lesson:%u: ", 14 + i);

      g_assert_true (g_str_has_prefix (few->messages->pdata[i], place));
    }
  for (guint i = 0; i < 1000; i++)
    g_string_append (text, "until: radix(x) = 6\nstep: x\n");
  many = problems_of (text->str);
  g_assert_cmpuint (many->n, >, 1000);
  g_assert_cmpuint (many->messages->len, ==, DL_PROBLEMS_MAX);
  large = problems_of (huge);
  g_assert_nonnull (strstr (large->messages->pdata[0], "bytes"));
}

/* Translations --------------------------------------------------------------------------------- */

#define BASE                                                                                       \
  HEAD STEP "wrong: radix(x) = 1 | Small {radix(x)}.\nstep: two\nsay: Two.\nask: Which?\n"         \
            "choice: A | radix(x) = 6\nchoice: B | radix(x) = 7\n"
#define GERMAN_HEAD "lesson: Lektion\nformat: 1\nsummary: Kurz\n"
#define GERMAN_ONE                                                                                 \
  "step: one\ntitle: Titel\nsay: Eins {radix(x)}.\nask: Frage\ndo: Tu\nhint: Tipp\n"               \
  "wrong: Klein {radix(x)}.\n"
#define GERMAN_TWO "step: two\nsay: Zwei.\nask: Was?\nchoice: A-de\nchoice: B-de\n"

static DlLesson *
translated (const char *text, DlProblems *problems)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlLesson) base = dl_lesson_parse (BASE, -1, "x.lesson", NULL, &error);

  g_assert_no_error (error);
  return dl_lesson_translate (base, "de", text, -1, problems);
}

static void
test_translation (void)
{
  g_autoptr (DlProblems) problems = dl_problems_new ("x.de.lesson");
  g_autoptr (DlLesson) lesson = translated (GERMAN_HEAD GERMAN_TWO GERMAN_ONE, problems);
  const DlLessonStep *one = dl_lesson_step (lesson, 0), *two = dl_lesson_step (lesson, 1);

  if (problems->n > 0)
    g_error ("%s", (char *) problems->messages->pdata[0]);
  g_assert_cmpstr (lesson->language, ==, "de");
  g_assert_cmpstr (lesson->title, ==, "Lektion");
  g_assert_cmpstr (lesson->summary, ==, "Kurz");
  g_assert_cmpstr (one->say, ==, "Eins {radix(x)}.");
  g_assert_cmpstr (((DlLessonWrong *) one->wrongs->pdata[0])->text, ==, "Klein {radix(x)}.");
  g_assert_nonnull (((DlLessonWrong *) one->wrongs->pdata[0])->condition);
  g_assert_cmpstr (one->hints->pdata[0], ==, "Tipp");
  g_assert_cmpuint (one->until->len, ==, 1);
  g_assert_cmpstr (((DlLessonChoice *) two->choices->pdata[1])->text, ==, "B-de");
  g_assert_cmpuint (((DlLessonChoice *) two->choices->pdata[1])->conditions->len, ==, 1);
}

/* Hints at a question and at what follows are each other's translations, whatever their order. */
static void
test_two_kinds_of_hints (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlLesson) base
      = dl_lesson_parse (HEAD STEP "hint-do: I\n", -1, "x.lesson", NULL, &error);
  g_autoptr (DlProblems) problems = dl_problems_new ("x.de.lesson");
  g_autoptr (DlProblems) missing = dl_problems_new ("x.de.lesson");
  const char german[] = GERMAN_HEAD "step: one\ntitle: Titel\nsay: Eins {radix(x)}.\nask: Frage\n"
                                    "do: Tu\nhint-do: Griff\nhint: Tipp\n";
  g_autoptr (DlLesson) lesson = NULL;
  g_autoptr (DlLesson) part = NULL;

  g_assert_no_error (error);
  lesson = dl_lesson_translate (base, "de", german, -1, problems);
  g_assert_cmpuint (problems->n, ==, 0);
  g_assert_cmpstr (dl_lesson_step (lesson, 0)->hints->pdata[0], ==, "Tipp");
  g_assert_cmpstr (dl_lesson_step (lesson, 0)->do_hints->pdata[0], ==, "Griff");
  part = dl_lesson_translate (base, "de", german, (gssize) (strstr (german, "hint-do") - german),
                              missing);
  g_assert_cmpuint (missing->n, ==, 2);
  g_assert_cmpstr (dl_lesson_step (part, 0)->do_hints->pdata[0], ==, "I");
}

/* The language of x.lesson for who prefers @languages, as g_get_language_names has them. */
static void
preferred (const char *folder, const char *languages, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (folder, "x.lesson", NULL);
  g_auto (GStrv) names = g_strsplit (languages, " ", -1);
  g_autoptr (DlLesson) lesson
      = dl_lessons_load_file (path, (const char *const *) names, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (lesson->language, ==, expected);
}

/* English is what there is without a translation: nobody who prefers it gets another language. */
static void
test_preferred (void)
{
  g_autofree char *folder = g_dir_make_tmp ("dateline-lesson-XXXXXX", NULL);
  g_autofree char *base = g_build_filename (folder, "x.lesson", NULL);
  g_autofree char *german = g_build_filename (folder, "x.de.lesson", NULL);

  g_assert_true (g_file_set_contents (base, BASE, -1, NULL));
  g_assert_true (g_file_set_contents (german, GERMAN_HEAD GERMAN_ONE GERMAN_TWO, -1, NULL));
  preferred (folder, "de_DE.UTF-8 de_DE de C", "de");
  preferred (folder, "es de C", "de");
  preferred (folder, "en_GB.UTF-8 en_GB en de C", NULL);
  preferred (folder, "es C", NULL);
  g_assert_no_errno (g_remove (german));
  g_assert_no_errno (g_remove (base));
  g_assert_no_errno (g_rmdir (folder));
}

static void
misfit (const char *text, const char *what, guint line)
{
  g_autoptr (DlProblems) problems = dl_problems_new ("x.de.lesson");
  g_autoptr (DlLesson) lesson = translated (text, problems);
  g_autofree char *place
      = line > 0 ? g_strdup_printf ("x.de.lesson:%u: ", line) : g_strdup ("x.de.lesson: ");

  if (problems->n == 0)
    g_error ("“%s” is taken for a translation", text);
  if (strstr (problems->messages->pdata[0], what) == NULL
      || !g_str_has_prefix (problems->messages->pdata[0], place))
    g_error ("“%s” should say “%s” of line %u", (char *) problems->messages->pdata[0], what, line);
  g_assert_cmpuint (lesson->steps->len, ==, 2);
}

static void
test_misfits (void)
{
  g_autoptr (DlLesson) part = translated ("step: two\nsay: Zwei.\nask: Was?\nchoice: A-de\n"
                                          "step: one\nsay: Eins {radix(y)}.\ntitle: Titel\n",
                                          NULL);
  const DlLessonStep *one = dl_lesson_step (part, 0), *two = dl_lesson_step (part, 1);

  misfit (GERMAN_HEAD GERMAN_ONE, "step two is missing", 0);
  misfit (GERMAN_HEAD GERMAN_ONE GERMAN_TWO "step: three\nsay: Drei.\n", "no step three", 16);
  misfit (GERMAN_HEAD GERMAN_ONE "step: two\nsay: Zwei.\nask: Was?\nchoice: A-de\n", "choice", 11);
  misfit (GERMAN_HEAD GERMAN_ONE "step: two\nsay: Zwei {radix(x)}.\nask: Was?\nchoice: A\n"
                                 "choice: B\n",
          "none there", 11);
  misfit (GERMAN_HEAD GERMAN_ONE GERMAN_TWO "hint: Mehr\n", "hint", 16);
  misfit (GERMAN_HEAD GERMAN_ONE GERMAN_TWO "hint-do: Mehr\n", "hint-do", 16);
  misfit (GERMAN_HEAD GERMAN_ONE GERMAN_TWO "explain: Mehr\n", "explain", 11);
  misfit (GERMAN_HEAD GERMAN_ONE GERMAN_TWO "until: radix(x) = 6\n", "until", 16);
  misfit (GERMAN_HEAD GERMAN_ONE "step: two\nsay: Zwei.\nask: Was?\nchoice: A | x | y\n"
                                 "choice: B | radix(x) = 7; radix(y) = 1\n",
          "must not have a condition", 15);
  misfit (GERMAN_HEAD "step: one\ntitle: T\nsay: {radix(x)}.\nask: F\ndo: Tu\nhint: Tipp\n"
                      "wrong: radix(x) = 1 | Klein {radix(x)}.\n" GERMAN_TWO,
          "wrong must not have a condition", 10);
  misfit (GERMAN_HEAD GERMAN_ONE "step: two\nsay: [Zwei](glossary#zwei).\nask: Was?\n"
                                 "choice: A\nchoice: B\n",
          "glossary#zwei", 11);
  misfit ("start: preset:ring-8\n" GERMAN_HEAD GERMAN_ONE GERMAN_TWO, "start", 1);
  misfit (GERMAN_HEAD GERMAN_ONE "step: two\nsay: [Zwei](glossary#hop).\nask: Was?\nchoice: A\n"
                                 "choice: B\n",
          "none there", 11);

  /* Text by text, what fits is taken. */
  g_assert_cmpstr (part->title, ==, "L");
  g_assert_cmpstr (one->title, ==, "Titel");
  g_assert_cmpstr (one->say, ==, "One {radix(x)}.");
  g_assert_cmpstr (one->ask, ==, "Q");
  g_assert_cmpstr (two->say, ==, "Zwei.");
  g_assert_cmpstr (((DlLessonChoice *) two->choices->pdata[0])->text, ==, "A");
}

/* Files, found by language. */
static void
test_languages (void)
{
  const char *const languages[] = { "de_AT", "de", "C", NULL };
  g_autofree char *folder = g_dir_make_tmp ("lessons-XXXXXX", NULL);
  g_autofree char *base = g_build_filename (folder, "x.lesson", NULL);
  g_autofree char *german = g_build_filename (folder, "x.de.lesson", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlLesson) first = NULL;
  g_autoptr (DlLesson) second = NULL;
  g_autoptr (DlProblems) problems = dl_problems_new ("x");

  g_file_set_contents (base, BASE, -1, &error);
  g_assert_no_error (error);
  first = dl_lessons_load_any (base, languages, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (first->title, ==, "L");
  g_assert_null (first->language);
  g_file_set_contents (german, GERMAN_HEAD GERMAN_ONE GERMAN_TWO, -1, &error);
  second = dl_lessons_load_any (base, languages, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (second->title, ==, "Lektion");
  g_assert_cmpstr (second->language, ==, "de");
  g_assert_cmpstr (second->digest, ==, first->digest);
  g_assert_true (dl_lessons_check_file (base, NULL, problems, &error));
  g_assert_true (dl_lessons_check_file (german, NULL, problems, &error));
  g_assert_cmpuint (problems->n, ==, 0);
  g_file_set_contents (german, GERMAN_HEAD GERMAN_ONE, -1, &error);
  g_assert_true (dl_lessons_check_file (german, NULL, problems, &error));
  g_assert_cmpuint (problems->n, ==, 1);
  g_assert_null (dl_lessons_load_any ("nowhere", NULL, &error));
  g_assert_error (error, DL_LESSON_ERROR, DL_LESSON_ERROR_NOT_FOUND);
  g_assert_cmpint (g_remove (base) + g_remove (german) + g_rmdir (folder), ==, 0);
}

/* The links of a translation are those of the lesson, in whatever order and words. */
static void
test_translated_links (void)
{
  static const char *const base
      = HEAD "step: a\nsay: [Rings](glossary#deadlock) and [hops](glossary#hop).\nhint: Plain\n";
  static const struct
  {
    const char *text, *problem; /* NULL: none */
  } cases[] = {
    { "step: a\nsay: [Hops](glossary#hop), [Ringe](glossary#deadlock), "
      "[Ring](glossary#deadlock).\nhint: H\n",
      NULL },
    { "step: a\nsay: [Hops](glossary#hop), [Ringe](glossary#channel).\nhint: H\n",
      "x.de.lesson:1: say has different links (expected glossary#deadlock, glossary#hop)" },
    { "step: a\nsay: Ringe, [Hops](glossary#hop).\nhint: H\n",
      "x.de.lesson:1: say has different links (expected glossary#deadlock, glossary#hop)" },
    { "step: a\nsay: [Hops](glossary#hop), [Ringe](glossary#deadlock).\nhint: [H](glossary)\n",
      "x.de.lesson:3: hint has links, but the lesson has none there (remove them)" },
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (DlLesson) lesson = dl_lesson_parse (base, -1, "x.lesson", NULL, &error);
  g_auto (GStrv) links = dl_lesson_text_links ("[b](y) [a](x#z)\n\n- **[c](y)** [](n) `[d](code)`");

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DlProblems) problems = dl_problems_new ("x.de.lesson");
      g_autoptr (DlLesson) german = dl_lesson_translate (lesson, "de", cases[i].text, -1, problems);
      guint n = 0;

      for (guint k = 0; k < problems->messages->len; k++)
        n += strstr (problems->messages->pdata[k], "links") != NULL;
      g_assert_cmpuint (n, ==, cases[i].problem != NULL);
      if (n > 0)
        g_assert_cmpstr (problems->messages->pdata[problems->messages->len - 1], ==,
                         cases[i].problem);
      /* It is read all the same. */
      g_assert_cmpint (dl_lesson_step (german, 0)->say[0], !=, '\0');
      g_assert_null (strstr (dl_lesson_step (german, 0)->say, "Rings"));
    }
  g_assert_cmpstr (links[0], ==, "x#z");
  g_assert_cmpstr (links[1], ==, "y");
  g_assert_null (links[2]);
}

/* Lines ---------------------------------------------------------------------------------------- */

/* Written lines read back. */
static void
test_lines (void)
{
  static const char *const values[]
      = { "", "a", "a: b", "# a", "a\nb", "a\n\n  b", " a", "\ta", "a\n# b", "a\nkey: b", "ö" };
  g_autoptr (GString) text = g_string_new ("# Comment\n");
  g_autoptr (DlProblems) problems = dl_problems_new ("x");
  g_autoptr (GPtrArray) lines = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    dl_lesson_lines_append (text, "key-a", values[i]);
  lines = dl_lesson_lines_read (text->str, text->len, 100000, problems);
  g_assert_cmpuint (problems->n, ==, 0);
  g_assert_cmpuint (lines->len, ==, G_N_ELEMENTS (values));
  for (guint i = 0; i < lines->len; i++)
    {
      g_assert_cmpstr (((DlLessonLine *) lines->pdata[i])->key, ==, "key-a");
      g_assert_cmpstr (((DlLessonLine *) lines->pdata[i])->value, ==, values[i]);
    }
}

/* A file is known by its first key, whatever its name. */
static void
test_first_key (void)
{
  static const struct
  {
    const char *text;
    gboolean is;
  } files[] = {
    { "lesson: One", TRUE },
    { "\xef\xbb\xbf# By hand\r\n\r\n \nlesson:\n  One\n", TRUE },
    { "# lesson: One\n#\nlesson: Two", TRUE },
    { "", FALSE },
    { "\n#", FALSE },
    { "lesson", FALSE },
    { "lessons: One\n", FALSE },
    { "lesso: One\n", FALSE },
    { " lesson: One\n", FALSE },
    { "hand-in: 1\nlesson: torus\n", FALSE },
    { "[scenario]\nlesson: One\n", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      const gsize length = strlen (files[i].text);
      g_autofree char *bare = g_memdup2 (files[i].text, length); /* without its end */

      g_assert_cmpint (dl_lesson_lines_begin_with (bare, length, "lesson"), ==, files[i].is);
    }
  g_assert_false (dl_lesson_lines_begin_with ("\0lesson: One", 12, "lesson"));
}

/* Whoever writes a lesson finds there what it can turn to and point at. */
static void
test_readme (void)
{
  static const char *const rows[DL_N_FEATURES] = { [DL_FEATURE_PAGE] = "page ID",
                                                   [DL_FEATURE_VIEW] = "view ID",
                                                   [DL_FEATURE_LIVE] = "live ID",
                                                   [DL_FEATURE_ACTION] = "action NAME" };
  g_autofree char *name
      = g_test_build_filename (G_TEST_DIST, "..", "..", "data", "lessons", "README.md", NULL);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (name, &text, NULL, NULL));
  for (guint kind = 0; kind < DL_N_FEATURES; kind++)
    {
      g_autoptr (GString) row = g_string_new (NULL);
      guint n;
      const DlFamily *const *families = dl_families (&n);

      g_string_printf (row, "| `%s` |", rows[kind]);
      for (guint i = 0; i < n; i++)
        {
          g_autofree char *names = dl_family_feature_names (families[i], kind);

          g_string_append_printf (row, " %s |", names);
        }
      g_string_append_c (row, '\n');
      if (strstr (text, row->str) == NULL)
        g_error ("%s is to have the line %s", name, row->str);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lesson-file/good", test_good);
  g_test_add_func ("/lesson-file/broken", test_broken);
  g_test_add_func ("/lesson-file/many", test_many);
  g_test_add_func ("/lesson-file/decides", test_decides);
  g_test_add_func ("/lesson-file/replies", test_replies);
  g_test_add_func ("/lesson-file/shows", test_shows);
  g_test_add_func ("/lesson-file/model", test_model);
  g_test_add_func ("/lesson-file/translation", test_translation);
  g_test_add_func ("/lesson-file/two-kinds-of-hints", test_two_kinds_of_hints);
  g_test_add_func ("/lesson-file/misfits", test_misfits);
  g_test_add_func ("/lesson-file/preferred", test_preferred);
  g_test_add_func ("/lesson-file/languages", test_languages);
  g_test_add_func ("/lesson-file/translated-links", test_translated_links);
  g_test_add_func ("/lesson-file/lines", test_lines);
  g_test_add_func ("/lesson-file/first-key", test_first_key);
  g_test_add_func ("/lesson-file/readme", test_readme);
  return g_test_run ();
}
