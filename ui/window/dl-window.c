#include "dl-window-private.h"

#include "compat.h"
#include "dl-file-drop.h"
#include "dl-file-jobs.h"
#include "dl-flight-view.h"
#include "dl-legend.h"
#include "dl-lesson-actions.h"
#include "dl-standing.h"
#include "dl-text-size.h"
#include "dl-wrap-layout.h"
#include "dl-view-family.h"

#include <glib/gi18n-lib.h>

/* How long after the last change a thumbnail is made, in milliseconds. */
#define THUMBNAIL_DELAY_MS 1500
#define THUMBNAIL_WIDTH    192
#define THUMBNAIL_HEIGHT   120

static void shell_init (DlShellInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (DlWindow, dl_window, GTK_TYPE_APPLICATION_WINDOW,
                               G_IMPLEMENT_INTERFACE (DL_TYPE_SHELL, shell_init))

/* Results ----------------------------------------------------------------------------------------
 */

static gboolean
make_thumbnail (gpointer user_data)
{
  DlWindow *self = user_data;
  DlEvaluation *result = dl_session_get_result (self->session);
  const gint64 id = dl_session_get_scenario_id (self->session);

  self->thumbnail_timeout = 0;
  if (id != 0 && result != NULL && result->generation == dl_session_get_generation (self->session))
    {
      g_autoptr (GBytes) png = dl_view_family (result->scenario->family)
                                   ->thumbnail (result, THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT);
      dl_library_set_thumbnail (dl_session_get_library (self->session), id, png);
    }
  return G_SOURCE_REMOVE;
}

/* A view that has nothing to draw takes no place among the others, unless it is shown. */
static void
show_packets_button (DlWindow *self, DlEvaluation *result)
{
  if (self->packets_button != NULL)
    gtk_widget_set_visible (GTK_WIDGET (self->packets_button),
                            dl_flight_view_suits (result)
                                || gtk_toggle_button_get_active (self->packets_button));
}

static void
on_result (DlWindow *self)
{
  DlEvaluation *result = dl_session_get_result (self->session);

  dl_window_update_details (self);
  if (result == NULL)
    return;
  show_packets_button (self, result);
  dl_window_show_tools (self);

  g_clear_handle_id (&self->thumbnail_timeout, g_source_remove);
  self->thumbnail_timeout = g_timeout_add (THUMBNAIL_DELAY_MS, make_thumbnail, self);
}

/* Messages ---------------------------------------------------------------------------------------
 */

static void
on_save_message (DlWindow *self)
{
  g_autofree char *message = NULL;

  g_object_get (self->session, "save-message", &message, NULL);
  dl_banner_set_message (self->save_banner, message);
  if (message != NULL && g_strcmp0 (message, dl_banner_get_message (self->message_banner)) == 0)
    dl_banner_set_message (self->message_banner, NULL); /* said once is enough */
}

static void
on_failed (DlWindow *self, const char *message)
{
  dl_shell_toast (DL_SHELL (self), message, NULL);
}

static void
on_problem (DlWindow *self)
{
  const char *problem = dl_library_get_problem (dl_session_get_library (self->session));

  if (problem != NULL && g_strcmp0 (problem, dl_banner_get_message (self->save_banner)) != 0)
    dl_banner_set_message (self->message_banner, problem);
}

static void
on_notice (DlWindow *self, const char *message)
{
  dl_banner_set_message (self->message_banner, message);
}

static void
on_replaced (DlWindow *self, const char *message)
{
  dl_banner_set_message (self->library_banner, message);
}

/* What rooms ask of it ---------------------------------------------------------------------------
 */

static DlView *
get_view (DlShell *shell)
{
  return DL_WINDOW (shell)->view;
}

static GSettings *
get_settings (DlShell *shell)
{
  return DL_WINDOW (shell)->settings;
}

static GtkStack *
get_views (DlShell *shell)
{
  return DL_WINDOW (shell)->views;
}

static GtkWidget *
get_page (DlShell *shell, const char **id)
{
  DlEvidencePages *pages = DL_WINDOW (shell)->evidence;

  *id = dl_evidence_pages_get_shown (pages);
  return dl_evidence_pages_get_page (pages);
}

static DlToast *
get_toast (DlShell *shell)
{
  return dl_results_bar_get_toast (DL_WINDOW (shell)->results);
}

static void
say (DlShell *shell, const char *message)
{
  dl_banner_set_message (DL_WINDOW (shell)->message_banner, message);
}

static void
set_lesson (DlShell *shell, const char *title)
{
  DlWindow *self = DL_WINDOW (shell);

  g_free (self->lesson);
  self->lesson = g_strdup (title);
  dl_window_update_title (self);
}

static void
open_file (DlShell *shell, GFile *file)
{
  dl_window_open_file (DL_WINDOW (shell), file);
}

static void
shell_init (DlShellInterface *iface)
{
  iface->get_view = get_view;
  iface->get_settings = get_settings;
  iface->get_views = get_views;
  iface->get_page = get_page;
  iface->get_toast = get_toast;
  iface->say = say;
  iface->set_lesson = set_lesson;
  iface->open_file = open_file;
}

/* Files ------------------------------------------------------------------------------------------
 */

static void
on_dropped (GtkWidget *self, GFile *const *files, guint n)
{
  dl_window_open_files (DL_WINDOW (self), files, n);
}

/* Object -----------------------------------------------------------------------------------------
 */

static void
remember_size (DlWindow *self)
{
  int width, height;

  if (self->settings == NULL || dl_compat_is_browser (gtk_widget_get_display (GTK_WIDGET (self))))
    return;
  g_settings_set_boolean (self->settings, "window-maximized",
                          gtk_window_is_maximized (GTK_WINDOW (self)));
  if (!gtk_window_is_maximized (GTK_WINDOW (self)))
    {
      gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
      if (width <= 0 || height <= 0)
        return;
      g_settings_set_int (self->settings, "window-width", width);
      g_settings_set_int (self->settings, "window-height", height);
    }
}

static gboolean
close_request (GtkWindow *window)
{
  if (dl_lesson_desk_hold (DL_SHELL (window), !DL_WINDOW (window)->ending)
      || dl_window_hold_for_saving (DL_WINDOW (window)))
    return TRUE;
  return GTK_WINDOW_CLASS (dl_window_parent_class)->close_request (window);
}

static void
dispose (GObject *object)
{
  DlWindow *self = DL_WINDOW (object);

  dl_shell_close (DL_SHELL (self)); /* first: the session goes back to what was open */
  dl_window_end_quitting (self);
  g_clear_handle_id (&self->thumbnail_timeout, g_source_remove);
  g_clear_handle_id (&self->split_idle, g_source_remove);
  g_clear_object (&self->view);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->lesson, g_free);
  g_clear_pointer (&self->tools, g_ptr_array_unref);
  G_OBJECT_CLASS (dl_window_parent_class)->dispose (object);
}

static void
dl_window_class_init (DlWindowClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  GTK_WINDOW_CLASS (class)->close_request = close_request;
  g_type_ensure (DL_TYPE_ANALYSIS_BOX);
  g_type_ensure (DL_TYPE_BANNER);
  g_type_ensure (DL_TYPE_EVIDENCE_PAGES);
  g_type_ensure (DL_TYPE_GOTO_BOX);
  g_type_ensure (DL_TYPE_LEGEND);
  g_type_ensure (DL_TYPE_LESSON_RING);
  g_type_ensure (DL_TYPE_RESULTS_BAR);
  g_type_ensure (DL_TYPE_VERDICT_BANNER);
  g_type_ensure (DL_TYPE_WRAP_LAYOUT);
  g_type_ensure (DL_TYPE_ZOOM_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/dateline/Dateline/dl-window.ui");
  gtk_widget_class_bind_template_child (widget_class, DlWindow, save_banner);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, message_banner);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, toy_banner);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, library_banner);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, verdict_banner);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, undo_button);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, redo_button);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, title_label);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, subtitle_label);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, configuration_revealer);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, panels);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, panes);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, view_bar);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, sort_button);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, zoom_box);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, centre);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, slices);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, goto_box);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, metric_box);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, metric_dropdown);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, run_button);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, menu_button);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, views);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, analysis_box);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, ring);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, legend);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, details);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, details_rest);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, results);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, split);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, evidence);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, page_menu);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, view_menu);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, toys_menu);
}

/* What stands in one line of a small text wraps in a large one, into lines that are kept free
 * for it: the map above stays where it is. */
static void
on_text_size (DlWindow *self)
{
  const gboolean large = dl_text_size_is_large ();
  GtkLabel *lines[] = { self->details, self->details_rest };

  dl_window_reserve_bold (self);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      gtk_label_set_single_line_mode (lines[i], !large);
      gtk_label_set_wrap (lines[i], large);
      gtk_label_set_lines (lines[i], large ? 3 : -1);
    }
  if (self->view != NULL)
    dl_window_update_details (self);
}

/* The place in a menu that was chosen keeps the keyboard although nobody sees it any more. */
static void
on_menu_closed (GtkPopover *popover, DlWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (popover)))
    gtk_widget_grab_focus (GTK_WIDGET (self->menu_button));
}

static void
dl_window_init (DlWindow *self)
{
  guint n_families;

  self->family = dl_families (&n_families)[0];
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (gtk_menu_button_get_popover (self->menu_button), "closed",
                    G_CALLBACK (on_menu_closed), self);
  dl_file_drop_add (GTK_WIDGET (self), on_dropped);

  gtk_widget_set_tooltip_text (
      dl_banner_add_button (self->save_banner, _ ("_Try Again"), "win.retry-save"),
      _ ("Write the unsaved changes to the library"));
  gtk_widget_set_tooltip_text (
      dl_banner_add_button (self->save_banner, _ ("_Keep as New Scenario"), "win.keep-as-new"),
      _ ("Keep the scenario in the library unchanged and continue with a new one"));
  gtk_widget_set_tooltip_text (
      dl_banner_add_button (self->save_banner, _ ("_Save a Copy…"), "win.save-copy"),
      _ ("Write the open scenario to a file (Ctrl+S)"));
  dl_banner_add_close (self->message_banner);
  gtk_widget_set_tooltip_text (
      dl_banner_add_button (self->library_banner, _ ("Show _Library"), "win.library"),
      _ ("Show the scenarios that the library has now (Ctrl+L)"));
  dl_banner_add_close (self->library_banner);
  /* What has become of the library explains why an edit is not saved; both come before the rest. */
  dl_banner_set_next (self->library_banner, self->save_banner);
  dl_banner_set_next (self->save_banner, self->message_banner);
  dl_banner_set_next (self->message_banner, dl_verdict_banner_get_banner (self->verdict_banner));
  dl_banner_set_next (dl_verdict_banner_get_banner (self->verdict_banner), self->toy_banner);
  dl_text_size_follow (GTK_WIDGET (self), G_CALLBACK (on_text_size), self);
}

static void
follow_session (DlWindow *self)
{
  DlLibrary *library = dl_session_get_library (self->session);

  g_signal_connect_object (self->session, "notify::result", G_CALLBACK (on_result), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::generation", G_CALLBACK (dl_window_follow_kind),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::generation", G_CALLBACK (dl_window_update_title),
                           self, G_CONNECT_SWAPPED);
  dl_standing_follow (self->legend, self->session, DL_STANDING_HIDES);
  dl_standing_follow (gtk_widget_get_parent (GTK_WIDGET (self->details)), self->session,
                      DL_STANDING_DIMS);
  dl_standing_follow (GTK_WIDGET (self->verdict_banner), self->session, DL_STANDING_HIDES);
  dl_analysis_box_set_session (self->analysis_box, self->session);
  g_signal_connect_object (self->session, "notify::save-state", G_CALLBACK (dl_window_update_title),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::save-message", G_CALLBACK (on_save_message),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "failed", G_CALLBACK (on_failed), self,
                           G_CONNECT_SWAPPED);
  dl_window_follow_details (self);
  dl_window_follow_simulation (self);
  if (library != NULL)
    {
      g_signal_connect_object (library, "notify::problem", G_CALLBACK (on_problem), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (library, "notice", G_CALLBACK (on_notice), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (library, "replaced", G_CALLBACK (on_replaced), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (library, "failed", G_CALLBACK (on_failed), self, G_CONNECT_SWAPPED);
    }
}

/* An action is as the setting of its name. */
static void
restore_switch (DlWindow *self, const char *action)
{
  g_autoptr (GVariant) state = g_settings_get_value (self->settings, action);

  dl_shell_change_state (DL_SHELL (self), action, state);
}

static void
restore_settings (DlWindow *self)
{
  g_autofree char *rescued = NULL;
  g_autofree char *view = NULL;
  g_autofree char *page = NULL;

  /* A page has nothing else to show, and no window manager: as large as it is. */
  if (dl_compat_is_browser (gtk_widget_get_display (GTK_WIDGET (self))))
    gtk_window_maximize (GTK_WINDOW (self));
  if (self->settings == NULL)
    {
      dl_window_show_view (self, "ring-matrix");
      return;
    }
  gtk_window_set_default_size (GTK_WINDOW (self),
                               g_settings_get_int (self->settings, "window-width"),
                               g_settings_get_int (self->settings, "window-height"));
  if (g_settings_get_boolean (self->settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  /* At once, not at the end: it may come without a warning. */
  g_signal_connect (self, "notify::default-width", G_CALLBACK (remember_size), NULL);
  g_signal_connect (self, "notify::default-height", G_CALLBACK (remember_size), NULL);
  g_signal_connect (self, "notify::maximized", G_CALLBACK (remember_size), NULL);
  dl_window_restore_metrics (self);
  view = dl_window_kept (self, self->family, "view");
  dl_shell_show_view (DL_SHELL (self), view);
  page = g_settings_get_string (self->settings, "evidence-page");
  dl_shell_show_page (DL_SHELL (self), page);
  restore_switch (self, "show-page");
  restore_switch (self, "show-configuration");
  restore_switch (self, "show-history");
  rescued = dl_rescue_tell (self->settings);
  if (rescued != NULL)
    dl_banner_set_message (self->message_banner, rescued);
}

DlView *
dl_window_get_view (DlWindow *self)
{
  return self->view;
}

DlWindow *
dl_window_new (GtkApplication *application, DlSession *session, GSettings *settings)
{
  DlWindow *self = g_object_new (DL_TYPE_WINDOW, "application", application, NULL);

  self->session = g_object_ref (session);
  self->settings = settings != NULL ? g_object_ref (settings) : NULL;
  self->view = dl_view_new (session);
  dl_window_add_views (self);
  dl_window_add_metrics (self);
  dl_evidence_pages_set_view (self->evidence, self->view);
  dl_verdict_banner_set_view (self->verdict_banner, self->view);
  dl_results_bar_set_view (self->results, self->view);
  dl_window_add_actions (self);
  dl_window_add_keys (self);
  follow_session (self);
  dl_window_restore_divider (self);
  restore_settings (self);
  dl_window_settle_metric (self);
  dl_window_update_title (self);
  dl_window_update_details (self);
  dl_window_follow_kind (self);
  on_result (self);
  return self;
}
