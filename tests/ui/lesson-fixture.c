#include "lesson-fixture.h"

void
lesson_open_window_of (LessonFixture *fixture, GSettings *settings, int width, int height)
{
  static GtkApplication *application; /* one per process */

  if (application == NULL)
    application = ui_application_new ();
  fixture->session = ui_session_new (4, 4, 4);
  fixture->window = dl_window_new (application, fixture->session, settings);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), width, height);
  gtk_window_present (GTK_WINDOW (fixture->window));
  ui_settle (fixture->session);
  fixture->pane = ui_find (GTK_WIDGET (fixture->window), DL_TYPE_LESSON_PANE, 0);
  g_assert_nonnull (fixture->pane);
}

void
lesson_open_window (LessonFixture *fixture)
{
  lesson_open_window_of (fixture, NULL, 1280, 800);
}

void
lesson_close_window (LessonFixture *fixture)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_settle (fixture->session);
  ui_assert_finalize (fixture->session);
}

DlLessonAttempt *
lesson_attempt_of (LessonFixture *fixture)
{
  return dl_lesson_guide_get_attempt (dl_lesson_pane_get_guide (fixture->pane));
}

void
lesson_act (LessonFixture *fixture, const char *action, const char *text)
{
  if (text != NULL)
    g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), action, "s", text));
  else
    g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->window), action, NULL));
  ui_settle (fixture->session);
}

void
lesson_begin (LessonFixture *fixture, const char *id)
{
  lesson_act (fixture, "win.lesson", id);
  g_assert_nonnull (dl_lesson_pane_get_guide (fixture->pane));
  g_assert_true (dl_lesson_guide_is_ready (dl_lesson_pane_get_guide (fixture->pane)));
}

void
lesson_set_key (LessonFixture *fixture, const char *assignment)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;

  dl_edits_parse_assignment (edits, assignment, &error);
  g_assert_no_error (error);
  dl_session_edit (fixture->session, edits, assignment, NULL, &error);
  g_assert_no_error (error);
  ui_settle (fixture->session);
}

void
lesson_click (LessonFixture *fixture, gpointer button)
{
  g_assert_nonnull (button);
  g_assert_true (gtk_widget_get_mapped (button));
  g_signal_emit_by_name (button, "clicked");
  ui_settle (fixture->session);
}

char *
lesson_write_file (const char *folder, const char *name, const char *text)
{
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return path;
}

void
lesson_open_file (LessonFixture *fixture, const char *path, DlLessonPanePage page)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  dl_window_open_file (fixture->window, file);
  ui_wait_for (gtk_widget_get_mapped (GTK_WIDGET (fixture->pane))
               && dl_lesson_pane_get_page (fixture->pane) == page);
  ui_settle (fixture->session);
}

GtkWindow *
lesson_question (LessonFixture *fixture)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (gtk_window_get_transient_for (window) == GTK_WINDOW (fixture->window)
          && gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (window))
                 == GTK_ACCESSIBLE_ROLE_ALERT_DIALOG)
        return window; /* it is shown, which keeps it */
    }
  return NULL;
}

void
lesson_answer (LessonFixture *fixture, const char *label)
{
  GtkWindow *question = lesson_question (fixture);

  g_assert_nonnull (question);
  lesson_click (fixture, ui_find_button (GTK_WIDGET (question), label));
}

gboolean
lesson_has_come_to (DlLive *live, guint64 cycles)
{
  const DlLivePicture *picture = dl_live_get_picture (live);

  return picture != NULL && (picture->cycle >= cycles || picture->deadlock != NULL);
}
