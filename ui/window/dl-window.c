#include "dl-window.h"

#include "compat.h"
#include "dl-appearance.h"
#include "dl-beside-bar.h"
#include "dl-evidence-actions.h"
#include "dl-family-rooms.h"
#include "dl-faults-panel.h"
#include "dl-file-jobs.h"
#include "dl-file-kind.h"
#include "dl-flight-view.h"
#include "dl-goto-box.h"
#include "dl-history-strip.h"
#include "dl-legend.h"
#include "dl-lesson-actions.h"
#include "dl-library-window.h"
#include "dl-map-zoomer.h"
#include "dl-place-text.h"
#include "dl-presenter.h"
#include "dl-route-pane.h"
#include "dl-scenario-actions.h"
#include "dl-scenario-file.h"
#include "dl-shell.h"
#include "dl-simulation-pane.h"
#include "dl-study-actions.h"
#include "dl-tab-group.h"
#include "dl-thumbnail.h"
#include "dl-toy-actions.h"
#include "dl-window-private.h"
#include "dl-row-layout.h"
#include "dl-wrap-layout.h"

#include <glib/gi18n-lib.h>

/* The window's own actions, on what it shows; those of its rooms are added here, too. */

/* Views -------------------------------------------------------------------------------------------
 */

static void
change_view (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  const char *id = dl_window_show_view (user_data, g_variant_get_string (state, NULL));

  /* Its button is the chosen one, whatever was asked for. */
  g_simple_action_set_state (action, g_variant_new_string (id));
  /* Whoever asks for a view wants to see it. */
  dl_shell_change_state (user_data, "expand-page", g_variant_new_boolean (FALSE));
}

static void
change_configuration (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  DlWindow *self = user_data;
  const gboolean show = g_variant_get_boolean (state);

  g_simple_action_set_state (action, state);
  gtk_revealer_set_reveal_child (self->configuration_revealer, show);
  if (self->settings != NULL && !dl_side_layout_is_narrow (self->side))
    g_settings_set_boolean (self->settings, "show-configuration", show);
}

/* A window that has no room for all panes shows the configuration over the map, and only while it
 * is asked for. */
static void
on_narrow (DlWindow *self)
{
  GtkWidget *over = gtk_revealer_get_child (self->configuration_revealer);

  if (dl_side_layout_is_narrow (self->side))
    {
      self->shown_beside = gtk_revealer_get_reveal_child (self->configuration_revealer);
      gtk_widget_add_css_class (over, "dl-over");
      dl_shell_change_state (DL_SHELL (self), "show-configuration", g_variant_new_boolean (FALSE));
      return;
    }
  gtk_widget_remove_css_class (over, "dl-over");
  if (self->shown_beside)
    dl_shell_change_state (DL_SHELL (self), "show-configuration", g_variant_new_boolean (TRUE));
}

/* The link that is full first. */
static void
select_busiest (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  const DlEvaluation *result = dl_session_get_result (self->session);

  if (result != NULL && result->limit.link != G_MAXUINT32)
    dl_view_select (self->view, dl_place_link (result->limit.link));
}

/* One more action of the window is an entry in the dl-*-actions.c of the room that it acts on;
 * in a new file of this kind, also a line in add_actions. What it needs of the window
 * it asks of the DlShell. Lessons can name it if it has a row in dl-feature.c. Its keys are in
 * app/dateline.c, letters below, and all of them in the list of ui/help/dl-help-window.c. */
static const GActionEntry entries[] = {
  { .name = "select-busiest", .activate = select_busiest },
  { .name = "show-view",
    .parameter_type = "s",
    .state = "'ring-matrix'",
    .change_state = change_view },
  { .name = "show-configuration", .state = "true", .change_state = change_configuration },
};

static void
add_actions (DlWindow *self)
{
  DlShell *shell = DL_SHELL (self);

  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
  dl_window_add_page_actions (self);
  dl_window_add_panes (self);
  dl_fault_actions_add (shell);
  dl_pin_actions_add (shell);
  dl_zoom_actions_add (shell, self->zoom_box);
  dl_toy_actions_add (shell, self->toys_menu, self->toy_banner);
  dl_route_actions_add (shell);
  dl_simulation_actions_add (shell);
  dl_timeline_actions_add (shell, self->timeline);
  dl_evidence_actions_add (shell);
  dl_family_actions_add (shell, self->verdict_banner);
  dl_scenario_actions_add (shell);
  dl_history_actions_add (shell, self->history);
  dl_library_actions_add (shell);
  dl_study_actions_add (shell);
  dl_figure_actions_add (shell);
  dl_report_actions_add (shell);
  dl_window_add_kind_actions (self);
  dl_lesson_actions_add (shell, self->ring, self->stage);
  dl_goto_actions_add (shell, self->goto_box, self->panels);
}

/* Keys --------------------------------------------------------------------------------------------
 */

static const struct
{
  const char *trigger;
  const char *action;
  const char *target; /* nullable */
} letters[] = {
  { "b", "win.break", NULL },
  { "<Shift>b", "win.break-direction", NULL },
  { "n", "win.break-node", NULL },
  { "t", "win.break-tool", NULL },
  { "x", "win.slice", "x" },
  { "y", "win.slice", "y" },
  { "z", "win.slice", "z" },
  { "Delete", "win.break", NULL },
  { "e", "win.explain-route", NULL },
  { "c", "win.show-cycle", NULL },
  { "s", "win.sort-groups", NULL },
  { "1", "win.show-beside", "a" },
  { "2", "win.show-beside", "b" },
  { "3", "win.show-beside", "difference" },
  { "4", "win.show-beside", "sides" },
  { "period", "win.path-next", NULL },
  { "comma", "win.path-previous", NULL },
};

/* Keys that are letters, for the middle of the window only: elsewhere they are typed. */
static void
add_keys (DlWindow *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
    {
      GtkShortcut *shortcut
          = gtk_shortcut_new (gtk_shortcut_trigger_parse_string (letters[i].trigger),
                              gtk_named_action_new (letters[i].action));
      if (letters[i].target != NULL)
        gtk_shortcut_set_arguments (shortcut, g_variant_new_string (letters[i].target));
      gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys), shortcut);
    }
  gtk_widget_add_controller (self->centre, keys);
}

/* The way out of the window: no edit that the library did not take is lost unasked. */

enum
{
  CANCEL,
  RETRY,
  COPY,
  DISCARD
};

static gboolean
is_writing (DlWindow *self)
{
  return dl_session_get_save_state (self->session) == DL_SAVE_PENDING;
}

static void
leave (DlWindow *self)
{
  dl_session_discard_unsaved (self->session);
  gtk_window_close (GTK_WINDOW (self));
}

/* Writing has ended, well or not. */
static void
on_save_state (DlWindow *self)
{
  if (is_writing (self))
    return;
  g_clear_signal_handler (&self->quitting, self->session);
  gtk_window_close (GTK_WINDOW (self));
}

static void
wait (DlWindow *self)
{
  if (self->quitting == 0)
    self->quitting = g_signal_connect_object (self->session, "notify::save-state",
                                              G_CALLBACK (on_save_state), self, G_CONNECT_SWAPPED);
}

static void
on_copied (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlWindow) self = user_data;
  g_autoptr (GError) error = NULL;

  if (self->session == NULL)
    return;
  if (dl_write_file_finish (result, &error))
    leave (self);
  else
    dl_banner_set_message (self->message_banner, error->message);
}

static void
on_copy_chosen (GFile *file, gpointer owner)
{
  const DlScenario *scenario = dl_session_get_unsaved (DL_WINDOW (owner)->session);

  if (scenario != NULL)
    dl_save_scenario_async (scenario, file, on_copied, g_object_ref (owner));
}

static void
save_copy (DlWindow *self)
{
  const DlScenario *scenario = dl_session_get_unsaved (self->session);
  g_autofree char *name = NULL;

  if (scenario == NULL)
    return;
  name = g_strdup_printf ("%s.dateline", scenario->name);
  dl_compat_save_file (GTK_WINDOW (self), _ ("Save a Copy"), name, on_copy_chosen, self);
}

static void
on_answer (guint choice, gpointer owner)
{
  DlWindow *self = owner;

  if (self->session == NULL)
    return;
  if (choice == RETRY)
    {
      wait (self);
      dl_session_retry_save (self->session);
    }
  else if (choice == COPY)
    save_copy (self);
  else if (choice == DISCARD)
    leave (self);
}

static void
ask (DlWindow *self)
{
  const DlAskChoice choices[] = {
    [CANCEL] = { _ ("_Cancel"), _ ("Close nothing (Esc)") },
    [RETRY] = { _ ("_Try Again"), _ ("Write the changes into the library, then quit") },
    [COPY] = { _ ("_Save a Copy…"), _ ("Write the scenario to a file, then quit") },
    [DISCARD] = { _ ("_Discard and Quit"), _ ("Quit without the changes") },
  };
  g_autofree char *message = NULL;
  /* Translators: %s is the name of a scenario */
  g_autofree char *question = g_strdup_printf (_ ("Discard the unsaved changes to “%s”?"),
                                               dl_session_get_unsaved (self->session)->name);

  g_object_get (self->session, "save-message", &message, NULL);
  g_set_weak_pointer (&self->quit_question,
                      dl_ask (GTK_WINDOW (self), question,
                              message != NULL ? message : _ ("The library could not be written."),
                              choices, G_N_ELEMENTS (choices), on_answer, self));
}

/* The library could not take it, and the user cannot be asked. It is tried again as the library is
 * closed. */
static void
rescue (DlWindow *self)
{
  const DlScenario *scenario = dl_session_get_unsaved (self->session);
  g_autofree char *text = dl_scenario_to_text (scenario, FALSE);

  dl_rescue_text (self->settings, dl_session_get_library (self->session), ".dateline",
                  scenario->name, text);
}

/* Whether the window has to stay: the library is being written, or could not be, and the user is
 * asked: dl-window.c. */
static gboolean
hold_for_saving (DlWindow *self)
{
  if (self->session == NULL)
    return FALSE;
  if (is_writing (self))
    {
      wait (self);
      return TRUE;
    }
  if (dl_session_get_unsaved (self->session) == NULL)
    return FALSE;
  if (self->ending)
    {
      rescue (self);
      return FALSE;
    }
  if (self->quit_question != NULL)
    gtk_window_present (self->quit_question);
  else
    ask (self);
  return TRUE;
}

static void
end_quitting (DlWindow *self)
{
  if (self->session != NULL)
    g_clear_signal_handler (&self->quitting, self->session);
  g_clear_weak_pointer (&self->quit_question);
}

/* The title, and the text beside it: whether all is saved, and the step that can be undone. */

static char *
subtitle (DlWindow *self)
{
  const guint changes = dl_history_position (dl_session_get_history (self->session));

  switch (dl_session_get_save_state (self->session))
    {
    case DL_SAVE_NOWHERE:
      return g_strdup (_ ("not in the library"));
    case DL_SAVE_FAILED:
      return g_strdup (_ ("not saved"));
    case DL_SAVE_PENDING:
    case DL_SAVE_DONE:
      break;
    }
  if (changes == 0)
    return g_strdup (_ ("initial state"));
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%'u change, saved", "%'u changes, saved", changes), changes);
}

/* Title: scenario, whether it is saved, can be undone, is simulated: dl-window.c. */
static void
update_title (DlWindow *self)
{
  const DlScenario *scenario = dl_session_get_scenario (self->session);
  g_autofree char *text = subtitle (self);
  g_autofree char *undo = NULL;
  g_autofree char *redo = NULL;
  g_autofree char *undo_tip = NULL;
  g_autofree char *redo_tip = NULL;
  const char *title = self->lesson != NULL ? self->lesson : scenario->name;

  gtk_label_set_text (self->title_label, title);
  gtk_window_set_title (GTK_WINDOW (self), title);
  /* While a write is on its way, the line stays: it would only flicker. */
  if (self->lesson != NULL)
    gtk_label_set_text (self->subtitle_label, _ ("Lesson"));
  else if (dl_session_get_save_state (self->session) != DL_SAVE_PENDING)
    gtk_label_set_text (self->subtitle_label, text);

  g_object_get (self->session, "undo-label", &undo, "redo-label", &redo, NULL);
  undo_tip = undo != NULL ? g_strdup_printf (_ ("Undo: %s (Ctrl+Z)"), undo)
                          : g_strdup (_ ("Nothing to undo"));
  redo_tip = redo != NULL ? g_strdup_printf (_ ("Redo: %s (Shift+Ctrl+Z)"), redo)
                          : g_strdup (_ ("Nothing to redo"));
  gtk_widget_set_tooltip_text (self->undo_button, undo_tip);
  gtk_widget_set_tooltip_text (self->redo_button, redo_tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->undo_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  undo_tip, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->redo_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  redo_tip, -1);
}

/* The simulation ------------------------------------------------------------------------------- */

static void
on_simulation_state (DlWindow *self)
{
  const gboolean running = dl_live_get_state (dl_view_get_live (self->view)) == DL_LIVE_RUNNING;

  gtk_button_set_icon_name (self->run_button, running ? "media-playback-pause-symbolic"
                                                      : "media-playback-start-symbolic");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->run_button),
                               running ? _ ("Pause the simulation (F8)")
                                       : _ ("Simulate the network, cycle by cycle (F8)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->run_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  running ? _ ("Pause the simulation") : _ ("Run the simulation"),
                                  -1);
}

/* Beside the button that runs it. */
static void
on_speed (DlWindow *self)
{
  g_autoptr (GVariant) state = dl_shell_get_state (DL_SHELL (self), "sim-speed");
  const int speed = g_variant_get_int32 (state);
  /* Translators: of the simulation, cycles a second */
  g_autofree char *text
      = speed > 0 ? g_strdup_printf (_ ("%'d/s"), speed) : g_strdup (_ ("Fastest"));

  gtk_menu_button_set_label (self->speed_button, text);
}

static void
follow_simulation (DlWindow *self)
{
  g_signal_connect_object (self, "action-state-changed::sim-speed", G_CALLBACK (on_speed), self,
                           G_CONNECT_SWAPPED);
  on_speed (self);
  g_signal_connect_object (dl_view_get_live (self->view), "notify::state",
                           G_CALLBACK (on_simulation_state), self, G_CONNECT_SWAPPED);
  on_simulation_state (self);
}

/* The main windows of an application, among all that it has. */

DlWindow *
dl_window_find (GtkApplication *application)
{
  for (GList *at = gtk_application_get_windows (application); at != NULL; at = at->next)
    if (DL_IS_WINDOW (at->data))
      return at->data;
  return NULL;
}

/* @ending: without a question. */
static void
close_all (GtkApplication *application, gboolean ending)
{
  g_autoptr (GPtrArray) windows = g_ptr_array_new_with_free_func (g_object_unref);

  for (GList *at = gtk_application_get_windows (application); at != NULL; at = at->next)
    if (DL_IS_WINDOW (at->data))
      g_ptr_array_add (windows, g_object_ref (at->data));
  for (guint i = 0; i < windows->len; i++)
    {
      DL_WINDOW (windows->pdata[i])->ending |= ending;
      gtk_window_close (windows->pdata[i]);
    }
}

void
dl_window_close_all (GtkApplication *application)
{
  close_all (application, FALSE);
}

void
dl_window_end_all (GtkApplication *application)
{
  close_all (application, TRUE);
}

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
      g_autoptr (GBytes) png = dl_thumbnail_to_png (result, THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT);
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

/* Shell interface ------------------------------------------------------------------------------ */

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
note (DlShell *shell, const char *message)
{
  dl_banner_set_note (DL_WINDOW (shell)->message_banner, message);
}

static void
set_lesson (DlShell *shell, const char *title)
{
  DlWindow *self = DL_WINDOW (shell);

  g_free (self->lesson);
  self->lesson = g_strdup (title);
  update_title (self);
}

static void
withhold (DlShell *shell, gboolean withhold)
{
  dl_results_bar_withhold (DL_WINDOW (shell)->results, withhold);
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
  iface->note = note;
  iface->set_lesson = set_lesson;
  iface->withhold = withhold;
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
      || hold_for_saving (DL_WINDOW (window)))
    return TRUE;
  return GTK_WINDOW_CLASS (dl_window_parent_class)->close_request (window);
}

static void
dispose (GObject *object)
{
  DlWindow *self = DL_WINDOW (object);

  dl_shell_close (DL_SHELL (self)); /* first: the session goes back to the earlier scenario */
  end_quitting (self);
  g_clear_handle_id (&self->thumbnail_timeout, g_source_remove);
  g_clear_handle_id (&self->split_idle, g_source_remove);
  g_clear_object (&self->view);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->lesson, g_free);
  g_clear_pointer (&self->keep_problem, g_free);
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
  g_type_ensure (DL_TYPE_TIMELINE);
  g_type_ensure (DL_TYPE_VERDICT_BANNER);
  g_type_ensure (DL_TYPE_ROW_LAYOUT);
  g_type_ensure (DL_TYPE_SIDE_LAYOUT);
  g_type_ensure (DL_TYPE_TAB_GROUP);
  g_type_ensure (DL_TYPE_WRAP_LAYOUT);
  g_type_ensure (DL_TYPE_ZOOM_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/dateline/Dateline/dl-window.ui");
  gtk_widget_class_bind_template_child (widget_class, DlWindow, stage);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, banners);
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
  gtk_widget_class_bind_template_child (widget_class, DlWindow, side);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, panels);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, view_bar);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, sort_button);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, zoom_box);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, timeline);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, centre);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, state_bar);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, slices);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, goto_box);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, metric_dropdown);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, run_button);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, speed_button);
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
  gtk_widget_class_bind_template_child (widget_class, DlWindow, rest_views);
  gtk_widget_class_bind_template_child (widget_class, DlWindow, toys_menu);
}

/* Least width of the quantity's drop-down. */
#define LEAST_METRIC 108
#define LARGE_METRIC 270

/* A line of a small text wraps in a large one, into lines that are kept free for it: the map above
 * stays where it is. */
static void
on_text_size (DlWindow *self)
{
  const gboolean large = dl_text_size_is_large ();
  GtkLabel *lines[] = { self->details, self->details_rest };

  dl_window_reserve_bold (self);
  /* Large words are not cut: the configuration lies over the map first. */
  gtk_widget_set_size_request (GTK_WIDGET (self->metric_dropdown),
                               large ? LARGE_METRIC : LEAST_METRIC, -1);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      gtk_label_set_single_line_mode (lines[i], !large);
      gtk_label_set_wrap (lines[i], large);
      gtk_label_set_lines (lines[i], large ? 3 : -1);
    }
  if (self->view != NULL)
    dl_window_update_details (self);
}

/* The chosen item of a menu keeps the keyboard although it is not visible any more. */
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

  dl_window_add_banners (self);
  g_signal_connect_object (self->side, "notify::narrow", G_CALLBACK (on_narrow), self,
                           G_CONNECT_SWAPPED);
  dl_text_size_follow (GTK_WIDGET (self), G_CALLBACK (on_text_size), self);
}

static void
follow_session (DlWindow *self)
{
  g_signal_connect_object (self->session, "notify::result", G_CALLBACK (on_result), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::generation", G_CALLBACK (dl_window_follow_kind),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::generation", G_CALLBACK (update_title), self,
                           G_CONNECT_SWAPPED);
  dl_standing_follow (self->legend, self->session, DL_STANDING_HIDES);
  dl_standing_follow (gtk_widget_get_parent (GTK_WIDGET (self->details)), self->session,
                      DL_STANDING_DIMS);
  dl_analysis_box_set_session (self->analysis_box, self->session);
  g_signal_connect_object (self->session, "notify::save-state", G_CALLBACK (update_title), self,
                           G_CONNECT_SWAPPED);
  dl_window_follow_banners (self);
  dl_window_follow_details (self);
  follow_simulation (self);
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
  restore_switch (self, "show-timeline");
  dl_live_set_budget (dl_view_get_live (self->view),
                      (gsize) g_settings_get_uint (self->settings, "rewind-megabytes") << 20);
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
  /* It puts the content into another widget, which takes long once there is much of it. */
  dl_presenter_actions_add (DL_SHELL (self));
  dl_window_add_views (self);
  dl_window_add_metrics (self);
  dl_evidence_pages_set_view (self->evidence, self->view);
  dl_verdict_banner_set_view (self->verdict_banner, self->view);
  dl_results_bar_set_view (self->results, self->view);
  add_actions (self);
  add_keys (self);
  follow_session (self);
  dl_window_restore_divider (self);
  restore_settings (self);
  dl_window_settle_metric (self);
  update_title (self);
  dl_window_update_details (self);
  dl_window_follow_kind (self);
  on_result (self);
  return self;
}
