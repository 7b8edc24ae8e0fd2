/* Recordings in lessons: those that come with the program go to the cycle in which it was decided,
 * steps wait for it, and what is wrong with one gets its line and a remedy. */
#include "dl-journey.h"
#include "dl-lesson-check.h"
#include "dl-lessons.h"
#include "lesson-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

static DlLesson *
load (const char *id)
{
  g_autoptr (GError) error = NULL;
  DlLesson *lesson = dl_lessons_load (id, NULL, &error);

  g_assert_no_error (error);
  return lesson;
}

static const DlLessonStep *
step_of (const DlLesson *lesson, const char *id)
{
  return dl_lesson_step (lesson, dl_lesson_find_step (lesson, id));
}

static DlTape *
replay (const DlRecording *recording, guint64 cycle)
{
  g_autoptr (GError) error = NULL;
  DlTape *tape = dl_tape_new (recording, (DlTapeOptions) { .budget = 1 << 24 }, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (dl_tape_seek (tape, cycle, NULL, &error));
  return tape;
}

/* Lesson 3: its recording ends in a deadlock that was noticed, and the step waits for the cycle in
 * which it closed. */
static void
test_lock (void)
{
  g_autoptr (DlLesson) lesson = load ("03-deadlock");
  const DlLessonStep *step = step_of (lesson, "when-it-closed");
  g_autoptr (DlTape) tape = NULL;
  guint64 wanted, closed;

  g_assert_nonnull (step->recording);
  g_assert_cmpuint (step->at, ==, G_MAXUINT64);
  g_assert_true (dl_lesson_step_waits_for_cycle (step, &wanted));
  tape = replay (step->recording, step->recording->end);
  g_assert_nonnull (dl_tape_get_deadlock (tape));
  g_assert_true (dl_tape_find_lock (tape, &closed, NULL, NULL));
  g_assert_cmpuint (closed, ==, wanted);
}

static const DlLessonPlace *
place_of (const DlLessonStep *step, DlLessonShow kind)
{
  for (guint i = 0; i < step->shows->len; i++)
    if (((const DlLessonPlace *) step->shows->pdata[i])->kind == kind)
      return step->shows->pdata[i];
  return NULL;
}

/* Lesson 10: the packet that it shows is in its recording, and the cycle is that in which its last
 * wait for arbitration at node 6 begins, where a packet of node 6 goes first. */
static void
test_decided (void)
{
  g_autoptr (DlLesson) lesson = load ("10-age-and-its-clock");
  const DlLessonStep *step = step_of (lesson, "decided");
  g_autoptr (DlTape) tape = replay (step->recording, step->recording->end);
  const DlFamily *family = step->recording->scenario->family;
  const DlNet *net = dl_shape_net (dl_tape_get_plan (tape)->shape);
  g_autoptr (DlJourney) journey = NULL;
  const DlJourneyStep *last = NULL;
  DlFlight packet;
  guint64 wanted;

  g_assert_true (
      dl_lesson_packet (family, net, place_of (step, DL_LESSON_SHOW_PACKET)->what, &packet, NULL));
  g_assert_true (dl_lesson_step_waits_for_cycle (step, &wanted));
  g_assert_cmpuint (step->at, <, wanted);
  journey = dl_journey_new (tape, &packet, NULL, NULL);
  g_assert_nonnull (journey);
  for (guint i = 0; i < journey->steps->len; i++)
    {
      const DlJourneyStep *it = &g_array_index (journey->steps, DlJourneyStep, i);

      if (it->kind == DL_STEP_WAIT && it->by == DL_HELD_SWITCH && it->router == 6)
        last = it;
    }
  g_assert_nonnull (last);
  g_assert_cmpuint (last->from, ==, wanted);
  g_assert_cmpuint (
      g_array_index (journey->others, DlJourneyOther, last->first_other).packet.source, ==, 6);
}

/* All translations have the recording, too. */
static void
test_translated (void)
{
  static const char *const languages[] = { "de", "es", "zh_CN" };

  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    {
      const char *const one[] = { languages[i], NULL };
      g_autoptr (DlLesson) lesson = dl_lessons_load ("10-age-and-its-clock", one, NULL);
      const DlLessonStep *step = step_of (lesson, "decided");

      g_assert_cmpstr (lesson->language, ==, languages[i]);
      g_assert_nonnull (step->recording);
      g_assert_cmpuint (step->at, ==, 1600);
    }
}

#define HEAD "lesson: L\nformat: 1\nstart: preset:ring-8\nset: traffic.load=0.3\n"
#define RECORDING                                                                                  \
  "[scenario]\nformat=1\nname=R\n[torus]\nradix=8;1;1\n[traffic]\nload=0.3\n[recording]\n"         \
  "results=1\nend=500\n"

/* A lesson with files beside it. */
static char *
write_lesson (const char *folder, const char *text, const char *recording)
{
  g_autofree char *beside = g_build_filename (folder, "r.dateline", NULL);
  char *path = g_build_filename (folder, "x.lesson", NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_unlink (beside);
  if (recording != NULL)
    g_assert_true (g_file_set_contents (beside, recording, -1, NULL));
  return path;
}

static void
test_bad (void)
{
  static const struct
  {
    const char *step, *recording;
    guint line;
    const char *said, *remedy;
  } cases[] = {
    { "show: recording r\nat: cycle 500\ndo: D\nuntil: cycle 123\n", RECORDING, 0, NULL, NULL },
    { "show: recording r\n", NULL, 7, "cannot be read", "expected the file r.dateline" },
    { "show: recording r\n", "nonsense", 7, "r.dateline:1", "expected the file r.dateline" },
    { "show: recording r\nat: cycle 501\n", RECORDING, 8, "no cycle 501", "at most 500" },
    { "show: recording r\ndo: D\nuntil: cycle 9999\n", RECORDING, 5, "no cycle 9999",
      "at most 500" },
    { "show: recording r\nat: 12\n", RECORDING, 8, "“12” is not a cycle", "expected at: cycle" },
    { "show: recording r\nat: cycle -1\n", RECORDING, 8, "not a cycle", "from 0 to" },
    { "show: recording r\nat: cycle 1\nat: cycle 2\n", RECORDING, 9, "occurs twice", "once" },
    { "at: cycle 12\n", NULL, 7, "needs a recording", "add show: recording" },
    { "do: D\nuntil: cycle 12\n", NULL, 5, "shows none", "add show: recording" },
    { "do: D\nshow: recording r\nuntil: cycle x\n", RECORDING, 9, "not a cycle",
      "expected until: cycle" },
    { "show: recording r\nshow: recording r\n", RECORDING, 8, "two recordings", "one of them" },
    { "then: recording r\n", RECORDING, 7, "when a step begins", "use show:" },
    { "show: recording ../r\n", RECORDING, 7, "not the name of a recording", "expected a-z" },
    { "show: recording\n", RECORDING, 7, "not a place", "recording" },
    { "set: traffic.load=0.2\nshow: recording r\n", RECORDING, 8, "different scenario",
      "with set:" },
    { "show: packet 0,0,0 > 7,0,0\n", NULL, 7, "not a packet", "created CYCLE injected CYCLE" },
    { "show: packet 0,0,0 > 9,0,0 created 1 injected 2\n", NULL, 7, "9,0,0", "expected" },
  };
  g_autofree char *folder = g_dir_make_tmp ("dateline-lesson-XXXXXX", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strconcat (HEAD "step: one\nsay: S\n", cases[i].step, NULL);
      g_autofree char *path = write_lesson (folder, text, cases[i].recording);
      g_autoptr (DlProblems) problems = dl_problems_new ("x.lesson");
      g_autofree char *place = g_strdup_printf ("x.lesson:%u: ", cases[i].line);
      g_autoptr (GError) error = NULL;
      const char *message;

      g_assert_true (dl_lessons_check_file (path, NULL, problems, &error));
      g_assert_no_error (error);
      g_test_message ("%s", problems->n > 0 ? (char *) problems->messages->pdata[0] : "");
      g_assert_cmpuint (problems->n, ==, cases[i].line > 0);
      if (cases[i].line == 0)
        continue;
      message = problems->messages->pdata[0];
      g_assert_nonnull (strstr (message, place));
      g_assert_nonnull (strstr (message, cases[i].said));
      g_assert_nonnull (strstr (message, cases[i].remedy));
      g_assert_null (strchr (message, '\n'));
    }
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *path = g_build_filename (folder, i == 0 ? "x.lesson" : "r.dateline", NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

/* A step is done at its cycle, neither before nor after it. */
static void
test_waits (void)
{
  g_autofree char *folder = g_dir_make_tmp ("dateline-lesson-XXXXXX", NULL);
  g_autofree char *path = write_lesson (folder,
                                        HEAD "step: one\nsay: S\nshow: recording r\ndo: D\n"
                                             "until: cycle 300\nexplain: E\n",
                                        RECORDING);
  g_autofree char *beside = g_build_filename (folder, "r.dateline", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlLesson) lesson = dl_lessons_load_file (path, NULL, NULL, &error);
  g_autoptr (DlLessonDriver) driver = NULL;

  g_assert_no_error (error);
  driver = dl_lesson_driver_new (lesson, TRUE, NULL, &error);
  g_assert_no_error (error);
  lesson_play_lines (driver, "expect do\nsimulate 299\nexpect do\nsimulate 301\nexpect do\n"
                             "simulate 300\nexpect done\nexpect finished\n");
  g_unlink (path);
  g_unlink (beside);
  g_rmdir (folder);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lesson-recording/lock", test_lock);
  g_test_add_func ("/lesson-recording/decided", test_decided);
  g_test_add_func ("/lesson-recording/translated", test_translated);
  g_test_add_func ("/lesson-recording/bad", test_bad);
  g_test_add_func ("/lesson-recording/waits", test_waits);
  return g_test_run ();
}
