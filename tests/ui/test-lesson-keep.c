/* A lesson outlives the program: what was answered and done in it is there for the next one, until
 * the lesson is closed. */
#include "dl-hand-in.h"
#include "dl-lesson-desk.h"
#include "dl-ui.h"
#include "lesson-fixture.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/file.h>
#include <unistd.h>

#define LESSON "01-torus"

typedef struct
{
  LessonFixture lesson;
  DlLibrary *library;
  char *folder, *path, *kept;
} Fixture;

/* The program, as far as lessons see it. */
static void
start (Fixture *fixture)
{
  GtkApplication *application = GTK_APPLICATION (g_application_get_default ());

  fixture->library = dl_library_new (fixture->path);
  fixture->lesson.session = dl_session_new (fixture->library);
  fixture->lesson.window = dl_window_new (application, fixture->lesson.session, NULL);
  gtk_window_set_default_size (GTK_WINDOW (fixture->lesson.window), 1280, 800);
  gtk_window_present (GTK_WINDOW (fixture->lesson.window));
  ui_wait_for (dl_session_get_scenario_id (fixture->lesson.session) != 0);
  ui_settle (fixture->lesson.session);
  fixture->lesson.pane = ui_find (GTK_WIDGET (fixture->lesson.window), DL_TYPE_LESSON_PANE, 0);
}

/* Stop like a killed program: without a question, and without cleaning up. */
static void
stop (Fixture *fixture)
{
  if (fixture->lesson.window != NULL)
    gtk_window_destroy (GTK_WINDOW (fixture->lesson.window));
  ui_settle (fixture->lesson.session);
  dl_library_close (fixture->library, NULL);
  ui_idle ();
  ui_assert_finalize (fixture->lesson.session);
  ui_assert_finalize (fixture->library);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("dateline-keep-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "library.db", NULL);
  fixture->kept = g_strconcat (fixture->path, ".lesson.handin", NULL);
  start (fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  stop (fixture);
  ui_remove_folder (fixture->folder);
  g_free (fixture->path);
  g_free (fixture->kept);
}

static gboolean
is_kept (Fixture *fixture)
{
  return g_file_test (fixture->kept, G_FILE_TEST_EXISTS);
}

/* Is what is done so far in the file? */
static gboolean
is_all_kept (Fixture *fixture)
{
  g_autoptr (DlHandIn) hand_in = dl_hand_in_new (lesson_attempt_of (&fixture->lesson), NULL);
  g_autofree char *text = dl_hand_in_to_text (hand_in);
  g_autofree char *written = NULL;

  return g_file_get_contents (fixture->kept, &written, NULL, NULL) && g_str_equal (written, text);
}

/* To the fourth step, with an answer in it and in the step before, and a change. */
static void
do_some (Fixture *fixture)
{
  lesson_begin (&fixture->lesson, LESSON);
  g_assert_false (is_kept (fixture)); /* nothing was done */
  lesson_act (&fixture->lesson, "lesson.next", NULL);
  lesson_act (&fixture->lesson, "lesson.next", NULL);
  lesson_act (&fixture->lesson, "lesson.answer", "5");
  lesson_act (&fixture->lesson, "lesson.next", NULL);
  lesson_act (&fixture->lesson, "lesson.answer", "2");
  lesson_set_key (&fixture->lesson, "torus.wrap=true;false;false");
  ui_wait_for (is_all_kept (fixture));
}

static void
test_go_on (Fixture *fixture, gconstpointer data)
{
  g_autofree char *written = NULL;
  DlLessonAttempt *attempt;

  do_some (fixture);
  stop (fixture);
  g_assert_true (is_kept (fixture));
  start (fixture);
  ui_wait_for (lesson_question (&fixture->lesson) != NULL);
  g_assert_true (ui_says (GTK_WIDGET (lesson_question (&fixture->lesson)), "What a torus is"));
  lesson_answer (&fixture->lesson, "_Continue");
  ui_settle (fixture->lesson.session);

  attempt = lesson_attempt_of (&fixture->lesson);
  g_assert_cmpuint (dl_lesson_attempt_get_step (attempt), ==, 3);
  g_assert_cmpint (dl_lesson_attempt_get_verdict (attempt, 2), ==, DL_ANSWER_WRONG);
  g_assert_cmpstr (dl_lesson_attempt_get_answer (attempt, 3), ==, "2");
  g_assert_true (
      dl_torus_options (dl_session_get_scenario (fixture->lesson.session))->spec.wrap[DL_X]);
  g_assert_true (ui_says (GTK_WIDGET (fixture->lesson.pane), "Your answer: 4 hops"));
  g_assert_true (is_kept (fixture)); /* it may end again at once */
  /* And it goes on. */
  lesson_set_key (&fixture->lesson, "torus.wrap=true;true;false");
  g_assert_cmpint (dl_lesson_attempt_get_phase (attempt), ==, DL_PHASE_DONE);
  g_assert_cmpint (dl_lesson_attempt_get_verdict (attempt, 3), ==, DL_ANSWER_RIGHT);
  ui_wait_for (is_all_kept (fixture));

  lesson_act (&fixture->lesson, "lesson.close", NULL);
  g_assert_true (is_kept (fixture)); /* while it is asked */
  lesson_answer (&fixture->lesson, "_Close the Lesson");
  g_assert_false (is_kept (fixture));
}

/* The window becomes NULL when it has gone. */
static void
watch (Fixture *fixture)
{
  g_object_add_weak_pointer (G_OBJECT (fixture->lesson.window),
                             (gpointer *) &fixture->lesson.window);
}

/* Closing the window keeps it, too, and asks nobody: also what was answered just now. */
static void
test_window_closed (Fixture *fixture, gconstpointer data)
{
  g_autofree char *text = NULL, *written = NULL;

  do_some (fixture);
  lesson_set_key (&fixture->lesson, "torus.wrap=true;true;false");
  lesson_act (&fixture->lesson, "lesson.hint", NULL);
  {
    g_autoptr (DlHandIn) hand_in = dl_hand_in_new (lesson_attempt_of (&fixture->lesson), NULL);

    text = dl_hand_in_to_text (hand_in);
  }
  watch (fixture);
  gtk_window_close (GTK_WINDOW (fixture->lesson.window));
  ui_wait_for (fixture->lesson.window == NULL);
  g_assert_true (g_file_get_contents (fixture->kept, &written, NULL, NULL));
  g_assert_cmpstr (written, ==, text);
  stop (fixture);
  start (fixture);
  ui_wait_for (lesson_question (&fixture->lesson) != NULL);
  lesson_answer (&fixture->lesson, "_Continue");
  ui_settle (fixture->lesson.session);
  g_assert_cmpint (dl_lesson_attempt_get_verdict (lesson_attempt_of (&fixture->lesson), 3), ==,
                   DL_ANSWER_RIGHT);
}

/* Where it cannot be kept the user is asked, unless the program is told to end: then it gets a file
 * of its own. */
static void
test_cannot_be_kept (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;
  guint n_found = 0;

  lesson_begin (&fixture->lesson, LESSON);
  lesson_act (&fixture->lesson, "lesson.next", NULL);
  lesson_act (&fixture->lesson, "lesson.next", NULL);
  g_assert_cmpint (g_mkdir (fixture->kept, 0700), ==, 0);
  lesson_act (&fixture->lesson, "lesson.answer", "5");
  watch (fixture);
  gtk_window_close (GTK_WINDOW (fixture->lesson.window));
  ui_wait_for (lesson_question (&fixture->lesson) != NULL);
  g_assert_nonnull (fixture->lesson.window);
  dl_window_end_all (GTK_APPLICATION (g_application_get_default ()));
  ui_wait_for (fixture->lesson.window == NULL);
  dir = g_dir_open (fixture->folder, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    n_found += g_str_has_prefix (name, "library-unsaved-") && g_str_has_suffix (name, ".handin");
  g_assert_cmpuint (n_found, ==, 1);
  stop (fixture);
  g_assert_cmpint (g_rmdir (fixture->kept), ==, 0);
  start (fixture);
}

/* Quitting keeps it as being killed does, without a question, and what was done last as well. */
static void
test_quit (Fixture *fixture, gconstpointer data)
{
  g_autofree char *written = NULL;

  do_some (fixture);
  lesson_set_key (&fixture->lesson, "torus.wrap=true;true;false");
  g_object_add_weak_pointer (G_OBJECT (fixture->lesson.window),
                             (gpointer *) &fixture->lesson.window);
  gtk_window_close (GTK_WINDOW (fixture->lesson.window));
  ui_wait_for (fixture->lesson.window == NULL
               || !gtk_widget_get_visible (GTK_WIDGET (fixture->lesson.window)));
  ui_settle (fixture->lesson.session);
  dl_library_close (fixture->library, NULL);
  ui_idle ();
  ui_assert_finalize (fixture->lesson.session);
  ui_assert_finalize (fixture->library);

  g_assert_true (g_file_get_contents (fixture->kept, &written, NULL, NULL));
  g_assert_nonnull (strstr (written, "torus.wrap=true;true;false"));
  start (fixture);
  ui_wait_for (lesson_question (&fixture->lesson) != NULL);
  lesson_answer (&fixture->lesson, "_Continue");
  ui_wait_for (dl_lesson_pane_get_guide (fixture->lesson.pane) != NULL);
  g_assert_true (dl_lesson_attempt_is_step_done (lesson_attempt_of (&fixture->lesson), 3));
}

static void
test_closed (Fixture *fixture, gconstpointer data)
{
  do_some (fixture);
  lesson_act (&fixture->lesson, "lesson.hint", NULL);
  lesson_act (&fixture->lesson, "lesson.close", NULL);
  ui_wait_ms (220);
  lesson_answer (&fixture->lesson, "_Close the Lesson");
  ui_wait_ms (400);
  g_assert_false (is_kept (fixture));
  stop (fixture);
  start (fixture);
  ui_wait_ms (200);
  g_assert_null (lesson_question (&fixture->lesson));
}

static void
test_not_now (Fixture *fixture, gconstpointer data)
{
  do_some (fixture);
  for (guint i = 0; i < 2; i++)
    {
      stop (fixture);
      start (fixture);
      ui_wait_for (lesson_question (&fixture->lesson) != NULL);
      lesson_answer (&fixture->lesson, "_Not Now");
      ui_idle ();
      g_assert_true (is_kept (fixture));
      g_assert_null (dl_lesson_pane_get_guide (fixture->lesson.pane));
    }
  stop (fixture);
  start (fixture);
  ui_wait_for (lesson_question (&fixture->lesson) != NULL);
  lesson_answer (&fixture->lesson, "_Discard");
  g_assert_false (is_kept (fixture));
}

/* Work that was not continued is not overwritten by the next lesson, even the same one. */
static void
check_set_aside (Fixture *fixture, const char *before)
{
  g_autofree char *aside = g_strconcat (fixture->path, ".lesson.before.handin", NULL);
  g_autofree char *written = NULL;

  lesson_begin (&fixture->lesson, LESSON);
  lesson_act (&fixture->lesson, "lesson.next", NULL);
  lesson_act (&fixture->lesson, "lesson.next", NULL);
  lesson_act (&fixture->lesson, "lesson.answer", "4");
  ui_wait_for (is_all_kept (fixture));
  g_assert_true (g_file_get_contents (aside, &written, NULL, NULL));
  g_assert_cmpstr (written, ==, before);
  ui_wait_for (ui_says (GTK_WIDGET (fixture->lesson.window), aside));
}

static void
test_set_aside (Fixture *fixture, gconstpointer data)
{
  g_autofree char *before = NULL;

  do_some (fixture);
  stop (fixture);
  g_assert_true (g_file_get_contents (fixture->kept, &before, NULL, NULL));
  start (fixture);
  ui_wait_for (lesson_question (&fixture->lesson) != NULL);
  lesson_answer (&fixture->lesson, "_Not Now");
  ui_idle ();
  check_set_aside (fixture, before);
}

static void
test_broken_set_aside (Fixture *fixture, gconstpointer data)
{
  static const char text[] = "hand-in: 1\nlesson: none\n";

  stop (fixture);
  g_assert_true (g_file_set_contents (fixture->kept, text, -1, NULL));
  start (fixture);
  ui_wait_for (ui_says (GTK_WIDGET (fixture->lesson.window), "cannot be continued"));
  check_set_aside (fixture, text);
}

/* Beside another program with the same library, which holds the lock: its lesson was not left, and
 * what is kept of it stays as it is. */
static void
test_another (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_strconcat (fixture->path, ".lesson.lock", NULL);
  g_autofree char *before = NULL, *after = NULL;
  int lock;

  do_some (fixture);
  stop (fixture);
  lock = g_open (path, O_RDWR | O_CLOEXEC, 0);
  g_assert_no_errno (lock);
  g_assert_no_errno (flock (lock, LOCK_EX | LOCK_NB));
  g_assert_true (g_file_get_contents (fixture->kept, &before, NULL, NULL));

  start (fixture);
  ui_wait_ms (100);
  g_assert_null (lesson_question (&fixture->lesson));
  lesson_begin (&fixture->lesson, "02-dimension-order");
  lesson_act (&fixture->lesson, "lesson.answer", "1");
  ui_wait_ms (400);
  lesson_act (&fixture->lesson, "lesson.close", NULL);
  lesson_answer (&fixture->lesson, "_Close the Lesson");
  g_assert_true (g_file_get_contents (fixture->kept, &after, NULL, NULL));
  g_assert_cmpstr (after, ==, before);
  close (lock);
}

/* Whatever is in the file. */
static void
test_broken (Fixture *fixture, gconstpointer data)
{
  stop (fixture);
  g_assert_true (g_file_set_contents (fixture->kept, "hand-in: 1\nlesson: none\n", -1, NULL));
  start (fixture);
  ui_wait_for (ui_says (GTK_WIDGET (fixture->lesson.window), "cannot be continued"));
  g_assert_true (ui_says (GTK_WIDGET (fixture->lesson.window), fixture->kept));
  g_assert_null (lesson_question (&fixture->lesson));
  g_assert_true (is_kept (fixture));
}

/* A hand-in can be continued, too. */
static void
test_hand_in (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "some.handin", NULL);
  g_autofree char *written = NULL;
  DlLessonAttempt *attempt;

  do_some (fixture);
  g_assert_true (g_file_get_contents (fixture->kept, &written, NULL, NULL));
  g_assert_true (g_file_set_contents (path, written, -1, NULL));
  lesson_act (&fixture->lesson, "lesson.close", NULL);
  lesson_answer (&fixture->lesson, "_Close the Lesson");
  lesson_open_file (&fixture->lesson, path, DL_LESSON_PANE_STORY);
  lesson_act (&fixture->lesson, "lesson.go-on-with", NULL);
  attempt = lesson_attempt_of (&fixture->lesson);
  g_assert_cmpint (dl_lesson_pane_get_page (fixture->lesson.pane), ==, DL_LESSON_PANE_STEP);
  g_assert_cmpuint (dl_lesson_attempt_get_step (attempt), ==, 3);
  g_assert_cmpstr (dl_lesson_attempt_get_answer (attempt, 3), ==, "2");
  ui_wait_for (is_all_kept (fixture));
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
  ui_application_new ();
#define ADD(name, test) g_test_add ("/lesson-keep/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("go-on", test_go_on);
  ADD ("quit", test_quit);
  ADD ("closed", test_closed);
  ADD ("window-closed", test_window_closed);
  ADD ("cannot-be-kept", test_cannot_be_kept);
  ADD ("not-now", test_not_now);
  ADD ("set-aside", test_set_aside);
  ADD ("broken-set-aside", test_broken_set_aside);
  ADD ("another", test_another);
  ADD ("broken", test_broken);
  ADD ("hand-in", test_hand_in);
  return g_test_run ();
}
