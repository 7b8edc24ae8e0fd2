/* Lessons that come with the program, done in a session with a simulation that goes on while its
 * scenario is edited, as in the window: what their scripts expect of a simulation that is repeated
 * holds there, too. */
#include "dl-condition.h"
#include "dl-hand-in.h"
#include "dl-lesson-attempt-text.h"
#include "dl-lessons.h"
#include "dl-live.h"

#include <string.h>

/* A network that drains before it goes on: it must come to an end. */
#define MAX_STEPS  1000
#define STEP       500
#define MAX_CYCLES 100000

typedef struct
{
  DlSession *session;
  DlLive *live;
  DlLessonAttempt *attempt;
  const char *where; /* in the script */
} Class;

/* The window's reaction to any change. */
static void
tell (Class *class)
{
  g_autofree char *label = NULL;
  g_autoptr (GPtrArray) edits = dl_lesson_attempt_take_edits (class->attempt, &label);
  g_autoptr (DlWorld) world = NULL;
  g_autoptr (GError) error = NULL;

  if (edits != NULL)
    dl_session_edit (class->session, edits, label, NULL, &error);
  g_assert_no_error (error);
  while (dl_session_get_result (class->session) == NULL
         || dl_session_get_result (class->session)->generation
                != dl_session_get_generation (class->session))
    g_main_context_iteration (NULL, TRUE);
  dl_live_sync (class->live);
  world = dl_world_new (dl_session_get_scenario (class->session),
                        dl_session_get_result (class->session), dl_live_get_picture (class->live));
  dl_lesson_attempt_set_world (class->attempt, world);
}

static gboolean
has_run (const DlLivePicture *picture, guint64 cycles)
{
  return picture != NULL && !picture->draining && picture->cycle - picture->since >= cycles;
}

/* On from where it is, or to that cycle of what the step has recorded. */
static void
simulate (Class *class, guint64 cycles)
{
  const DlLessonStep *step = dl_lesson_step (dl_lesson_attempt_get_lesson (class->attempt),
                                             dl_lesson_attempt_get_step (class->attempt));
  guint steps = 0;

  if (step->recording != NULL)
    {
      dl_live_show_recording (class->live, step->recording, cycles);
      dl_live_sync (class->live);
      return;
    }
  do
    {
      dl_live_step (class->live, STEP);
      dl_live_sync (class->live);
      g_assert_cmpuint (++steps, <, MAX_STEPS);
    }
  while (!has_run (dl_live_get_picture (class->live), cycles));
}

static void
set (Class *class, const char *assignment)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;

  dl_edits_parse_assignment (edits, assignment, &error);
  g_assert_no_error (error);
  dl_session_edit (class->session, edits, "", NULL, &error);
  g_assert_no_error (error);
}

static void
expect (Class *class, const char *what)
{
  static const char *const phases[] = { "predict", "do", "done" };
  static const char *const verdicts[]
      = { "unanswered", "kept", "waits", "right", "wrong", "unjudged" };
  const guint step = dl_lesson_attempt_get_step (class->attempt);
  const char *phase = phases[dl_lesson_attempt_get_phase (class->attempt)];
  const char *verdict = verdicts[dl_lesson_attempt_get_verdict (class->attempt, step)];
  const char *id = dl_lesson_step (dl_lesson_attempt_get_lesson (class->attempt), step)->id;
  g_autofree char *wrong = dl_lesson_attempt_wrong (class->attempt);
  g_autofree char *said = wrong != NULL ? dl_lesson_text_plain (wrong) : NULL;
  g_autofree char *wanted
      = dl_lesson_text_plain (g_str_has_prefix (what, "said ") ? what + strlen ("said ") : "");
  gboolean holds;

  if (g_str_has_prefix (what, "that "))
    {
      g_autoptr (DlCondition) condition = dl_condition_parse (what + strlen ("that "), NULL);

      holds
          = dl_condition_judge (condition, dl_lesson_attempt_get_world (class->attempt), NULL, NULL)
            == DL_JUDGED_YES;
    }
  else if (g_str_has_prefix (what, "untold ") || g_str_has_prefix (what, "explained "))
    return; /* about texts, which are the same whoever runs the lesson: test-lesson-attempt */
  else if (g_str_has_prefix (what, "said "))
    holds = said != NULL && strstr (said, wanted) != NULL;
  else
    holds = g_str_has_prefix (what, "step ") ? g_str_equal (what + strlen ("step "), id)
            : g_str_equal (what, "fine")     ? said == NULL
            : g_str_equal (what, "finished")
                ? dl_lesson_attempt_is_finished (class->attempt)
                : g_str_equal (what, phase) || g_str_equal (what, verdict);
  if (!holds)
    g_error ("%s: expected “%s” in step %s, which is “%s”, its answer “%s”: %s", class->where, what,
             id, phase, verdict, said != NULL ? said : "");
}

static void
go_by (Class *class, gint steps)
{
  g_assert_true (dl_lesson_attempt_go_to (
      class->attempt, dl_lesson_attempt_get_step (class->attempt) + (guint) steps));
}

static void
do_line (Class *class, const char *line)
{
  const char *blank = strchr (line, ' ');
  const char *rest = blank != NULL ? blank + 1 : "";
  g_autofree char *command = g_strndup (line, strcspn (line, " "));
  g_autoptr (GError) error = NULL;

  if (*line == '\0' || *line == '#')
    return;
  if (g_str_equal (command, "expect"))
    {
      expect (class, rest);
      return;
    }
  if (g_str_equal (command, "set"))
    set (class, rest);
  else if (g_str_equal (command, "undo"))
    dl_session_undo (class->session);
  else if (g_str_equal (command, "simulate"))
    simulate (class, MIN (g_ascii_strtoull (rest, NULL, 10), MAX_CYCLES));
  else if (g_str_equal (command, "answer"))
    dl_lesson_attempt_answer_plain (class->attempt, rest, &error);
  else if (g_str_equal (command, "next"))
    go_by (class, 1);
  else if (g_str_equal (command, "back"))
    go_by (class, -1);
  else if (g_str_equal (command, "hint"))
    dl_lesson_attempt_hint (class->attempt);
  else if (g_str_equal (command, "reset"))
    dl_lesson_attempt_reset (class->attempt);
  else if (g_str_equal (command, "leave"))
    dl_lesson_attempt_leave (class->attempt);
  else if (g_str_equal (command, "return"))
    dl_lesson_attempt_return (class->attempt);
  else
    g_error ("%s: %s", class->where, line);
  g_assert_no_error (error);
  tell (class);
}

/* A hand-in is replayed with new simulations: the score is the same. */
static void
check_grade (DlLessonAttempt *attempt)
{
  g_autoptr (DlHandIn) hand_in = dl_hand_in_new (attempt, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlGrade) grade
      = dl_grade_new (hand_in, dl_lesson_attempt_get_lesson (attempt), NULL, &error);
  DlLessonScore score;

  g_assert_no_error (error);
  if (grade->notes->len > 0)
    g_error ("%s", (char *) grade->notes->pdata[0]);
  g_assert_true (grade->holds);
  dl_lesson_attempt_get_score (attempt, &score);
  g_assert_cmpuint (grade->score.done, ==, score.done);
  g_assert_cmpuint (grade->score.right, ==, score.right);
}

static void
test_lesson (gconstpointer data)
{
  const char *id = data;
  g_autofree char *name = g_strconcat (id, ".script", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "lessons", name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlLesson) lesson = dl_lessons_load (id, NULL, &error);
  g_autoptr (DlSession) session = dl_session_new (NULL);
  g_autoptr (DlLive) live = NULL;
  g_autoptr (DlLessonAttempt) attempt = dl_lesson_attempt_new (lesson, &error);
  Class class = { .session = session, .attempt = attempt };
  g_autofree char *script = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_no_error (error);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  dl_session_open_new (session, dl_scenario_copy (dl_lesson_attempt_get_start (attempt)));
  class.live = live = dl_live_new (session);
  g_file_get_contents (path, &script, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (script, "\n", -1);
  tell (&class);
  tell (&class);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *where = g_strdup_printf ("%s:%u", name, i + 1);

      class.where = where;
      do_line (&class, lines[i]);
    }
  g_assert_true (dl_lesson_attempt_is_finished (attempt));
  check_grade (attempt);
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) ids = dl_lessons_list ();

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; ids[i] != NULL; i++)
    {
      g_autofree char *path = g_strconcat ("/lesson-live/", ids[i], NULL);

      g_test_add_data_func (path, ids[i], test_lesson);
    }
  return g_test_run ();
}
