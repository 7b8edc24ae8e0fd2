#include "window-fixture.h"

#include "dl-scenario-file.h"
#include "ui-fixture.h"

#include <string.h>

void
window_set_up (WindowFixture *fixture, gconstpointer preset)
{
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_preset_load (preset, &error);
  g_autofree char *path = NULL;

  g_assert_no_error (error);
  fixture->folder = g_dir_make_tmp ("dateline-window-XXXXXX", NULL);
  path = g_build_filename (fixture->folder, "library.db", NULL);
  fixture->library = dl_library_new (path);
  fixture->session = dl_session_new (fixture->library);
  /* The one that a library begins with. */
  ui_wait_for (dl_session_get_scenario_id (fixture->session) != 0);
  dl_session_open_new (fixture->session, scenario);
  ui_settle (fixture->session);
  ui_wait_for (g_list_model_get_n_items (G_LIST_MODEL (fixture->library)) == 2);
  fixture->window
      = dl_window_new (GTK_APPLICATION (g_application_get_default ()), fixture->session, NULL);
  gtk_window_present (GTK_WINDOW (fixture->window));
  ui_settle (fixture->session);
}

void
window_tear_down (WindowFixture *fixture, gconstpointer data)
{
  if (fixture->window != NULL)
    gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_settle (fixture->session);
  dl_library_close (fixture->library, NULL);
  ui_idle ();
  ui_assert_finalize (fixture->session);
  ui_assert_finalize (fixture->library);
  ui_remove_folder (fixture->folder);
}

GtkWindow *
window_find_beside (WindowFixture *fixture)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (window != GTK_WINDOW (fixture->window) && gtk_widget_get_visible (GTK_WIDGET (window)))
        return window;
    }
  return NULL;
}

GtkWindow *
window_find_question (WindowFixture *fixture)
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
window_answer (WindowFixture *fixture, const char *label)
{
  GtkWindow *question = window_find_question (fixture);
  GtkWidget *button;

  g_assert_nonnull (question);
  button = ui_find_button (GTK_WIDGET (question), label);
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
  ui_idle ();
}

void
window_tell_of (GtkWidget *widget, const char *why)
{
  g_autoptr (GString) text = g_string_new (why);

  for (guint i = 0; i < 6 && widget != NULL; i++, widget = gtk_widget_get_parent (widget))
    g_string_append_printf (text, " %s (%s)", G_OBJECT_TYPE_NAME (widget),
                            gtk_widget_get_name (widget));
  g_test_message ("%s", text->str);
}
