/* The ways out of a lesson: another one, a file, closing it, closing the window. Whatever was
 * answered or done in it is lost by none of them unasked, and nobody is asked about nothing. */
#include "dl-hand-in.h"
#include "dl-lesson-desk.h"
#include "dl-session.h"
#include "dl-ui.h"
#include "dl-window-private.h"
#include "lesson-fixture.h"

#include <string.h>

#define LESSON "03-deadlock"
#define STAY   "_Back to the Lesson"
#define SAVE   "_Save Hand-In…"
#define LEAVE  "_Close the Lesson"

#define OWN "lesson: Own\nformat: 1\nstart: preset:ring-8\nstep: a\nsay: A.\n"

static char *folder;
static char *own_path, *hand_in_path;

/* The ways ------------------------------------------------------------------------------------- */

static void
from_list (LessonFixture *fixture)
{
  GtkWidget *list;

  lesson_act (fixture, "win.lessons", NULL);
  list = ui_find (GTK_WIDGET (fixture->pane), GTK_TYPE_LIST_BOX, 0);
  g_signal_emit_by_name (list, "row-activated",
                         gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 4));
}

static void
same_again (LessonFixture *fixture)
{
  lesson_act (fixture, "win.lesson", LESSON);
}

/* The button at the end of a lesson. */
static void
next_lesson (LessonFixture *fixture)
{
  lesson_act (fixture, "lesson.end", NULL);
  lesson_act (fixture, "win.lesson", "04-datelines");
}

static void
open_own (LessonFixture *fixture)
{
  g_autoptr (GFile) file = g_file_new_for_path (own_path);

  dl_window_open_file (fixture->window, file);
}

static void
open_hand_in (LessonFixture *fixture)
{
  g_autoptr (GFile) file = g_file_new_for_path (hand_in_path);

  dl_window_open_file (fixture->window, file);
}

static void
close_lesson (LessonFixture *fixture)
{
  lesson_act (fixture, "lesson.close", NULL);
}

static void
close_window (LessonFixture *fixture)
{
  gtk_window_close (GTK_WINDOW (fixture->window));
}

static const struct
{
  const char *name;
  void (*go) (LessonFixture *fixture);
} ways[] = {
  { "another of the list", from_list },   { "the same again", same_again },
  { "the next one", next_lesson },        { "a lesson's file", open_own },
  { "what was handed in", open_hand_in }, { "closing the lesson", close_lesson },
  { "closing the window", close_window },
};

/* Is what was begun over? */
static gboolean
is_over (LessonFixture *fixture, DlLessonAttempt *attempt)
{
  if (!gtk_widget_get_realized (GTK_WIDGET (fixture->window)))
    return TRUE; /* with the window */
  return dl_lesson_pane_get_guide (fixture->pane) == NULL || lesson_attempt_of (fixture) != attempt;
}

/* An attempt and a window that are looked at when they may have gone. */
static DlLessonAttempt *
begin (LessonFixture *fixture)
{
  lesson_open_window (fixture);
  g_object_ref (fixture->window);
  lesson_begin (fixture, LESSON);
  lesson_act (fixture, "lesson.next", NULL);
  lesson_act (fixture, "lesson.next", NULL);
  return g_object_ref (lesson_attempt_of (fixture));
}

static void
finish (LessonFixture *fixture, DlLessonAttempt *attempt)
{
  g_object_unref (attempt);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_object_unref (fixture->window);
  ui_settle (fixture->session);
  ui_assert_finalize (fixture->session);
}

/* Nothing to lose ------------------------------------------------------------------------------ */

static void
test_nothing (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      LessonFixture fixture;
      DlLessonAttempt *attempt = begin (&fixture);

      g_test_message ("%s", ways[i].name);
      /* The fourth step makes edits of its own, and is begun again. */
      lesson_act (&fixture, "lesson.next", NULL);
      lesson_act (&fixture, "lesson.hint", NULL);
      lesson_act (&fixture, "lesson.reset", NULL);
      lesson_act (&fixture, "lesson.back", NULL);
      g_assert_cmpuint (dl_lesson_attempt_get_work (attempt), ==, 0);
      ways[i].go (&fixture);
      ui_wait_for (is_over (&fixture, attempt));
      g_assert_null (lesson_question (&fixture));
      finish (&fixture, attempt);
    }
}

/* Something to lose ---------------------------------------------------------------------------- */

static void
answer (LessonFixture *fixture)
{
  lesson_act (fixture, "lesson.answer", "4");
}

static void
edit (LessonFixture *fixture)
{
  lesson_set_key (fixture, "torus.datelines=-1;-1;-1");
}

static void
play (LessonFixture *fixture)
{
  lesson_act (fixture, "lesson.free", NULL);
  lesson_set_key (fixture, "torus.radix=6;1;1");
}

static void
edit_and_undo (LessonFixture *fixture)
{
  lesson_set_key (fixture, "torus.radix=6;1;1");
  lesson_act (fixture, "win.undo", NULL);
}

/* Press @key in @window, if the key is its own. */
static void
press (GtkWindow *window, guint key)
{
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (GTK_WIDGET (window));

  for (guint i = 0; i < g_list_model_get_n_items (all); i++)
    {
      g_autoptr (GtkEventController) it = g_list_model_get_item (all, i);

      for (guint k = 0;
           GTK_IS_SHORTCUT_CONTROLLER (it) && k < g_list_model_get_n_items (G_LIST_MODEL (it)); k++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (it), k);
          GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);

          if (GTK_IS_KEYVAL_TRIGGER (trigger)
              && gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) == key)
            {
              g_assert_true (gtk_shortcut_action_activate (
                  gtk_shortcut_get_action (shortcut), GTK_SHORTCUT_ACTION_EXCLUSIVE,
                  GTK_WIDGET (window), gtk_shortcut_get_arguments (shortcut)));
              return;
            }
        }
    }
  g_assert_not_reached ();
}

static void
by_button (LessonFixture *fixture, GtkWindow *question)
{
  lesson_answer (fixture, STAY);
}

static void
by_enter (LessonFixture *fixture, GtkWindow *question)
{
  GtkWidget *focus = gtk_window_get_focus (question);

  g_assert_true (focus == gtk_window_get_default_widget (question));
  g_assert_true (focus == ui_find_button (GTK_WIDGET (question), STAY));
  g_assert_true (gtk_widget_activate (focus));
}

static void
by_escape (LessonFixture *fixture, GtkWindow *question)
{
  press (question, GDK_KEY_Escape);
}

static void
by_closing (LessonFixture *fixture, GtkWindow *question)
{
  gtk_window_close (question);
}

static void
test_asked (void)
{
  static void (*const works[]) (LessonFixture *) = { answer, edit, play, edit_and_undo };
  static void (*const stays[]) (LessonFixture *, GtkWindow *)
      = { by_button, by_enter, by_escape, by_closing };

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      LessonFixture fixture;
      DlLessonAttempt *attempt = begin (&fixture);
      guint n_events;

      g_test_message ("%s", ways[i].name);
      works[i % G_N_ELEMENTS (works)](&fixture);
      n_events = dl_lesson_attempt_get_log (attempt)->len;
      for (guint k = i % 2; k < G_N_ELEMENTS (stays); k += 2)
        {
          GtkWindow *question;

          ways[i].go (&fixture);
          ui_wait_for (lesson_question (&fixture) != NULL);
          ui_settle (fixture.session);
          question = lesson_question (&fixture);
          g_assert_true (gtk_window_get_modal (question));
          g_assert_true (ui_says (GTK_WIDGET (question), "Why a ring deadlocks"));
          g_assert_true (ui_says (GTK_WIDGET (question), "will be lost"));
          ui_assert_explained (GTK_WIDGET (question));
          g_assert_false (is_over (&fixture, attempt));
          stays[k](&fixture, question);
          ui_wait_for (lesson_question (&fixture) == NULL); /* Enter lets the button be seen */
          ui_settle (fixture.session);
          g_assert_false (is_over (&fixture, attempt));
          g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (fixture.pane)));
          g_assert_cmpint (dl_lesson_pane_get_page (fixture.pane), ==,
                           ways[i].go == next_lesson ? DL_LESSON_PANE_END : DL_LESSON_PANE_STEP);
          g_assert_cmpuint (dl_lesson_attempt_get_log (attempt)->len, ==, n_events);
          g_assert_nonnull (dl_session_get_left (fixture.session));
        }
      ways[i].go (&fixture);
      ui_wait_for (lesson_question (&fixture) != NULL);
      lesson_answer (&fixture, ways[i].go == close_window ? "_Quit" : LEAVE);
      ui_wait_for (is_over (&fixture, attempt));
      g_assert_null (lesson_question (&fixture));
      finish (&fixture, attempt);
    }
}

/* The last question is the one answered. */
static void
test_asked_twice (void)
{
  LessonFixture fixture;
  DlLessonAttempt *attempt = begin (&fixture);

  answer (&fixture);
  close_lesson (&fixture);
  g_assert_nonnull (lesson_question (&fixture));
  same_again (&fixture);
  lesson_answer (&fixture, LEAVE);
  g_assert_null (lesson_question (&fixture));
  g_assert_nonnull (dl_lesson_pane_get_guide (fixture.pane));
  g_assert_true (lesson_attempt_of (&fixture) != attempt);
  /* The new one has nothing to lose yet. */
  close_lesson (&fixture);
  g_assert_null (lesson_question (&fixture));
  g_assert_null (dl_lesson_pane_get_guide (fixture.pane));
  finish (&fixture, attempt);
}

/* With another scenario in between the lesson waits, and is asked about all the same. */
static void
test_away (void)
{
  LessonFixture fixture;
  DlLessonAttempt *attempt = begin (&fixture);

  answer (&fixture);
  dl_session_return (fixture.session);
  ui_settle (fixture.session);
  g_assert_true (dl_lesson_guide_is_away (dl_lesson_pane_get_guide (fixture.pane)));
  close_lesson (&fixture);
  lesson_answer (&fixture, STAY);
  g_assert_true (dl_lesson_guide_is_away (dl_lesson_pane_get_guide (fixture.pane)));
  close_lesson (&fixture);
  lesson_answer (&fixture, LEAVE);
  g_assert_true (is_over (&fixture, attempt));
  finish (&fixture, attempt);
}

/* A window that goes without being closed by the user asks nobody. */
static void
test_destroyed (void)
{
  LessonFixture fixture;
  DlLessonAttempt *attempt = begin (&fixture);

  answer (&fixture);
  close_window (&fixture);
  g_assert_nonnull (lesson_question (&fixture));
  finish (&fixture, attempt);
  g_assert_null (lesson_question (&fixture));
}

/* The event that answered it holds the question. */
static void
test_question_is_held (void)
{
  LessonFixture fixture;
  DlLessonAttempt *attempt = begin (&fixture);
  g_autoptr (GtkWindow) question = NULL;

  answer (&fixture);
  close_window (&fixture);
  question = g_object_ref (lesson_question (&fixture));
  lesson_answer (&fixture, "_Quit");
  g_assert_true (is_over (&fixture, attempt));
  finish (&fixture, attempt);
}

/* Saved ---------------------------------------------------------------------------------------- */

/* Save, with @path chosen. */
static void
save (LessonFixture *fixture, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  dl_lesson_desk_save_hand_in (DL_SHELL (fixture->window), file);
}

static gboolean
is_saved (LessonFixture *fixture)
{
  return dl_lesson_desk_of (DL_SHELL (fixture->window))->kept
         == dl_lesson_attempt_get_work (lesson_attempt_of (fixture));
}

/* Work in a hand-in is not lost; later work is. */
static void
test_saved (void)
{
  g_autofree char *path = g_build_filename (folder, "saved.handin", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (ways); i += 3)
    {
      LessonFixture fixture;
      DlLessonAttempt *attempt = begin (&fixture);

      g_test_message ("%s", ways[i].name);
      answer (&fixture);
      save (&fixture, path);
      ui_wait_for (is_saved (&fixture));
      ui_wait_for (ui_says (GTK_WIDGET (fixture.window), "Hand-in saved"));
      g_assert_true (ui_says (GTK_WIDGET (fixture.window), path));
      edit (&fixture);
      ways[i].go (&fixture);
      ui_wait_for (lesson_question (&fixture) != NULL);
      lesson_answer (&fixture, STAY);
      save (&fixture, path);
      ui_wait_for (is_saved (&fixture));
      g_assert_false (is_over (&fixture, attempt)); /* it was not saved in order to leave */
      ways[i].go (&fixture);
      ui_wait_for (is_over (&fixture, attempt));
      g_assert_null (lesson_question (&fixture));
      finish (&fixture, attempt);
    }
}

static gboolean
is_chooser (GtkWindow *window)
{
  return GTK_IS_FILE_CHOOSER (window) && gtk_widget_get_mapped (GTK_WIDGET (window));
}

static GtkWindow *
find_chooser (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (is_chooser (window))
        return window;
    }
  return NULL;
}

/* Up to where a file is to be chosen. */
static void
choose_to_save (LessonFixture *fixture, void (*go) (LessonFixture *fixture))
{
  go (fixture);
  ui_wait_for (lesson_question (fixture) != NULL);
  lesson_answer (fixture, SAVE);
  ui_wait_for (find_chooser () != NULL);
  gtk_window_close (find_chooser ());
  ui_wait_for (find_chooser () == NULL);
}

/* Saved first, and then left; not where nobody chooses a file, nor where it cannot be written. */
static void
test_save_and_leave (void)
{
  g_autofree char *path = g_build_filename (folder, "left.handin", NULL);
  g_autofree char *nowhere = g_build_filename (folder, "no", "such", "folder.handin", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (ways); i += 2)
    {
      LessonFixture fixture;
      DlLessonAttempt *attempt = begin (&fixture);
      g_autoptr (DlHandIn) hand_in = NULL;
      g_autofree char *text = NULL;

      g_test_message ("%s", ways[i].name);
      answer (&fixture);
      /* The chooser is canceled. */
      choose_to_save (&fixture, ways[i].go);
      g_assert_false (is_over (&fixture, attempt));
      g_assert_true (dl_lesson_pane_get_page (fixture.pane) == DL_LESSON_PANE_STEP
                     || dl_lesson_pane_get_page (fixture.pane) == DL_LESSON_PANE_END);
      /* The disk does not take it. */
      choose_to_save (&fixture, ways[i].go);
      save (&fixture, nowhere);
      ui_wait_for (dl_banner_get_message (fixture.window->message_banner) != NULL);
      ui_settle (fixture.session);
      g_assert_false (is_over (&fixture, attempt));
      g_assert_null (lesson_question (&fixture));
      /* It does. */
      choose_to_save (&fixture, ways[i].go);
      save (&fixture, path);
      ui_wait_for (is_over (&fixture, attempt));
      g_assert_null (lesson_question (&fixture));
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      hand_in = dl_hand_in_new (attempt, NULL);
      g_assert_nonnull (strstr (text, "\nanswer: 4\n"));
      g_assert_cmpuint (hand_in->events->len, ==, dl_lesson_attempt_get_log (attempt)->len);
      finish (&fixture, attempt);
    }
}

/* A file that is no lesson takes nothing away. */
static void
test_bad_files (void)
{
  g_autofree char *lesson = lesson_write_file (folder, "bad.lesson", "lesson: B\n");
  g_autofree char *hand_in = lesson_write_file (folder, "bad.handin", "hand-in: 7\n");
  const char *const paths[] = { lesson, hand_in };
  LessonFixture fixture;
  DlLessonAttempt *attempt = begin (&fixture);

  answer (&fixture);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      lesson_open_file (&fixture, paths[i], DL_LESSON_PANE_PROBLEMS);
      g_assert_null (lesson_question (&fixture));
      g_assert_false (is_over (&fixture, attempt));
      lesson_click (&fixture, ui_find_button (GTK_WIDGET (fixture.pane), "C_ontinue"));
      g_assert_cmpint (dl_lesson_pane_get_page (fixture.pane), ==, DL_LESSON_PANE_STEP);
    }
  finish (&fixture, attempt);
}

/* Somebody else's hand-in, for the window to open. */
static char *
write_hand_in (void)
{
  g_autofree char *path = g_build_filename (folder, "other.handin", NULL);
  LessonFixture fixture;
  DlLessonAttempt *attempt = begin (&fixture);

  answer (&fixture);
  save (&fixture, path);
  ui_wait_for (is_saved (&fixture));
  finish (&fixture, attempt);
  return g_steal_pointer (&path);
}

int
main (int argc, char **argv)
{
  int status;

  ui_test_init (&argc, &argv);
  dl_ui_init ();
  folder = g_dir_make_tmp ("dateline-test-XXXXXX", NULL);
  own_path = lesson_write_file (folder, "own.lesson", OWN);
  hand_in_path = write_hand_in ();
  g_test_add_func ("/lesson-leave/nothing", test_nothing);
  g_test_add_func ("/lesson-leave/asked", test_asked);
  g_test_add_func ("/lesson-leave/asked-twice", test_asked_twice);
  g_test_add_func ("/lesson-leave/away", test_away);
  g_test_add_func ("/lesson-leave/destroyed", test_destroyed);
  g_test_add_func ("/lesson-leave/question-is-held", test_question_is_held);
  g_test_add_func ("/lesson-leave/saved", test_saved);
  g_test_add_func ("/lesson-leave/save-and-leave", test_save_and_leave);
  g_test_add_func ("/lesson-leave/bad-files", test_bad_files);
  status = g_test_run ();
  ui_remove_folder (folder);
  g_free (own_path);
  g_free (hand_in_path);
  return status;
}
