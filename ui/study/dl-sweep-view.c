#include "dl-sweep-view.h"

#include "dl-accessible.h"
#include "dl-edit.h"
#include "dl-export-dialog.h"
#include "dl-field.h"
#include "dl-figure-command.h"
#include "dl-pane.h"
#include "dl-results.h"
#include "dl-session-pin.h"
#include "dl-sweep-private.h"
#include "dl-wrap-layout.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* The figure of a sweep as a file, and the command that makes it. */

static void tell_removed (DlSweepView *self, gint64 id);

/* The export dialog, with the figure of its current state. */
static void
sweep_export_ask (DlSweepView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWindow *dialog = dl_export_dialog_present (GTK_WINDOW (root), self->session, "sweep",
                                                &(DlFigureInput) { NULL });

  dl_export_dialog_show_alone (DL_EXPORT_DIALOG (dialog));
  dl_export_dialog_set_sweep (DL_EXPORT_DIALOG (dialog), dl_sweep_curves_get_chart (self->curves));
}

char *
dl_sweep_export_command (DlSweepView *self, const char *output)
{
  const DlFigureInput view = { .sweep = dl_sweep_curves_get_chart (self->curves) };
  g_autofree char *scenario = dl_figure_command_scenario (self->session);

  return dl_figure_command (dl_figure_find ("sweep"), &view, scenario,
                            dl_session_get_scenario (self->session), output, DL_WIDTH_PAGE_IN,
                            DL_DPI_DEFAULT);
}

/* A sweep's plan and progress in words. */

/* Speed of one thread, in nodes times cycles per second, until the first point says better. */
#define NODE_CYCLES_A_SECOND 8e6

static double
guess_seconds (DlSweepView *self, const DlSweepSpec *spec)
{
  const DlEvaluation *result = dl_session_get_result (self->session);
  const double analysis = result != NULL ? result->elapsed_us / 1e6 : 0;
  const guint n = dl_sweep_n_points (spec);
  const double nodes = spec->scenario->family->cost (spec->scenario).nodes;
  double seconds;

  seconds = analysis * n / spec->n_seeds;
  if (!spec->only_static)
    seconds += n * nodes * spec->scenario->simulation.cycles / NODE_CYCLES_A_SECOND;
  return seconds / (MAX (g_get_num_processors (), 2) - 1);
}

/* "36 points, about 4 min" and "12 of 36 points · about 2 min left", NULL where there is nothing
 * to say. Free with g_free. */
static char *
sweep_plan_to_text (DlSweepView *self, const DlSweepSpec *spec)
{
  const guint n = dl_sweep_n_points (spec);
  g_autofree char *time = dl_duration_text (guess_seconds (self, spec));

  /* Translators: how many points a sweep has, and how long it may take */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u point, %s", "%u points, %s", n), n,
                          time);
}

static char *
sweep_status_to_text (DlSweepView *self)
{
  const DlSweepPoints *points = dl_sweep_job_get_points (self->job);
  const double left = dl_sweep_job_get_seconds_left (self->job);
  g_autofree char *count = NULL;
  g_autofree char *time = NULL;

  if (dl_sweep_job_get_state (self->job) == DL_SWEEP_LOADING)
    return g_strdup (_ ("Reading the sweep…"));
  if (points == NULL)
    return NULL;
  count = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u of %u point", "%u of %u points", points->n_points),
      points->n_known, points->n_points);
  switch (dl_sweep_job_get_state (self->job))
    {
    case DL_SWEEP_RUNNING:
      if (isnan (left))
        return g_steal_pointer (&count);
      time = dl_duration_text (left);
      /* Translators: points that are there, and a duration */
      return g_strdup_printf (_ ("%s · %s left"), count, time);
    case DL_SWEEP_PAUSED:
      return g_strdup_printf (_ ("%s · paused"), count);
    case DL_SWEEP_STOPPED:
      return g_strdup_printf (_ ("%s · stopped, can be continued"), count);
    default:
      return g_strdup_printf (_ ("%s · done"), count);
    }
}

/* Measures that the page of sweeps shows. */

/* Show the measures of the sweep, unless they were chosen by hand. */
static void
sweep_measures_choose (DlSweepView *self)
{
  DlSweepPoints *points = dl_sweep_job_get_points (self->job);
  guint n;
  g_autofree const DlMeasure **measures = NULL;

  if (self->is_customized || points == NULL)
    return;
  measures = dl_sweep_points_measures (points, &n);
  memset (self->chosen, 0, self->n_measures * sizeof *self->chosen);
  for (guint i = 0; i < n; i++)
    self->chosen[measures[i] - self->measures] = TRUE;
}

/* Is @measure chosen, and does the sweep have it? */
static gboolean
shows (DlSweepView *self, guint measure)
{
  const DlSweepPoints *points = dl_sweep_job_get_points (self->job);
  const DlMeasure *it = &self->measures[measure];

  return points != NULL && self->chosen[measure]
         && dl_measure_is_for (it, points->spec->scenario->family)
         && !(it->simulated && points->spec->only_static);
}

/* Show the chosen measures. */
static void
sweep_measures_update (DlSweepView *self)
{
  g_autofree const DlMeasure **shown = g_new (const DlMeasure *, self->n_measures);
  guint n = 0;

  for (guint i = 0; i < self->n_measures; i++)
    if (shows (self, i))
      shown[n++] = &self->measures[i];
  dl_sweep_curves_set_measures (self->curves, shown, n);
  dl_sweep_table_update (self);
}

void
dl_sweep_view_show_measures (DlSweepView *self, const char *const *ids)
{
  self->is_customized = ids != NULL;
  for (guint i = 0; ids != NULL && i < self->n_measures; i++)
    self->chosen[i] = g_strv_contains (ids, self->measures[i].id);
  sweep_measures_choose (self);
  sweep_measures_update (self);
}

static void
on_measure (GtkCheckButton *check, DlSweepView *self)
{
  const DlMeasure *measure = g_object_get_data (G_OBJECT (check), "dl-measure");

  self->is_customized = TRUE;
  self->chosen[measure - self->measures] = gtk_check_button_get_active (check);
  sweep_measures_update (self);
}

static GtkWidget *
measures_box (DlSweepView *self, gboolean simulated)
{
  const DlSweepPoints *points = dl_sweep_job_get_points (self->job);
  const DlScenario *scenario
      = points != NULL ? points->spec->scenario : dl_session_get_scenario (self->session);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkLabel *title = dl_pane_add_label (box, "dl-group-title", FALSE);

  gtk_label_set_text (title, simulated ? _ ("Simulated") : _ ("Analyzed"));
  for (guint i = 0; i < self->n_measures; i++)
    {
      const DlMeasure *measure = &self->measures[i];
      GtkWidget *check;

      if (measure->simulated != simulated || !dl_measure_is_for (measure, scenario->family))
        continue;
      check = gtk_check_button_new_with_label (_ (measure->title));
      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), self->chosen[i]);
      gtk_widget_set_sensitive (check, !simulated || points == NULL || !points->spec->only_static);
      gtk_widget_set_tooltip_text (check, _ ("A separate panel"));
      g_object_set_data (G_OBJECT (check), "dl-measure", (gpointer) measure);
      g_signal_connect (check, "toggled", G_CALLBACK (on_measure), self);
      gtk_box_append (GTK_BOX (box), check);
    }
  return box;
}

/* Measures to choose from depend on the sweep. */
static void
on_measures_shown (GtkPopover *popover, DlSweepView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 24);

  gtk_box_append (GTK_BOX (box), measures_box (self, TRUE));
  gtk_box_append (GTK_BOX (box), measures_box (self, FALSE));
  gtk_popover_set_child (popover, box);
}

static GtkWidget *
sweep_measures_popover_new (DlSweepView *self)
{
  GtkWidget *popover = gtk_popover_new ();

  g_signal_connect (popover, "show", G_CALLBACK (on_measures_shown), self);
  return popover;
}

/* The scenario's sweeps in the library: opened, continued, removed. */

static void
activate (DlSweepView *self, const char *action, gint64 id)
{
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->list_button));
  gtk_widget_activate_action (GTK_WIDGET (self), action, "x", id);
}

static void
on_activated (GtkListBox *list, GtkListBoxRow *row, DlSweepView *self)
{
  activate (self, "sweep.open-stored", *(gint64 *) g_object_get_data (G_OBJECT (row), "dl-id"));
}

static void
on_remove (GtkWidget *button, DlSweepView *self)
{
  activate (self, "sweep.remove-stored",
            *(gint64 *) g_object_get_data (G_OBJECT (button), "dl-id"));
}

static GtkWidget *
new_row (gpointer item, gpointer user_data)
{
  const DlStoreSweep *sweep = dl_result_item_get_sweep (item);
  g_autofree char *title = dl_result_item_title (item);
  g_autofree char *detail = dl_result_item_detail (item);
  g_autofree char *everything = dl_result_item_everything (item);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *remove = gtk_button_new_from_icon_name ("user-trash-symbolic");
  GtkLabel *labels[2];

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      labels[i] = dl_pane_add_label (lines, i == 0 ? "dl-library-name" : "dl-description", FALSE);
      gtk_label_set_text (labels[i], i == 0 ? title : detail);
      gtk_label_set_ellipsize (labels[i], PANGO_ELLIPSIZE_END);
    }
  gtk_widget_set_hexpand (lines, TRUE);
  gtk_widget_set_valign (remove, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (remove, "flat");
  gtk_widget_set_tooltip_text (remove, _ ("Remove this sweep and its runs"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (remove), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Remove"), -1);
  g_object_set_data_full (G_OBJECT (remove), "dl-id", g_memdup2 (&sweep->id, sizeof sweep->id),
                          g_free);
  g_object_set_data_full (G_OBJECT (row), "dl-id", g_memdup2 (&sweep->id, sizeof sweep->id),
                          g_free);
  g_signal_connect (remove, "clicked", G_CALLBACK (on_remove), user_data);
  gtk_box_append (GTK_BOX (box), lines);
  gtk_box_append (GTK_BOX (box), remove);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_tooltip_text (row, everything);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  return row;
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  DlSweepView *self = user_data; /* while it is not canceled */
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStoreAnswer) answer = dl_store_call_finish (result, &error);
  DlLibrary *library;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  library = dl_session_get_library (self->session);
  g_list_store_remove_all (self->stored);
  while (answer != NULL && answer->sweeps->len > 0)
    {
      g_autoptr (DlStoreSweep) sweep = g_ptr_array_steal_index (answer->sweeps, 0);
      g_autoptr (DlResultItem) item = NULL;

      if (dl_library_is_hidden (library, sweep->id))
        continue;
      item = dl_result_item_new (g_steal_pointer (&sweep), NULL, FALSE);
      g_list_store_append (self->stored, item);
    }
  gtk_label_set_text (GTK_LABEL (self->stored_note),
                      error != NULL ? error->message : _ ("No sweep of this scenario yet."));
  gtk_widget_set_visible (self->stored_note,
                          g_list_model_get_n_items (G_LIST_MODEL (self->stored)) == 0);
}

void
dl_sweep_list_update (DlSweepView *self)
{
  DlLibrary *library = dl_session_get_library (self->session);

  if (library == NULL || dl_library_get_thread (library) == NULL)
    return;
  g_cancellable_cancel (self->listing);
  g_clear_object (&self->listing);
  self->listing = g_cancellable_new ();
  dl_store_call_async (dl_library_get_thread (library), DL_STORE_LIST_SWEEPS,
                       (DlStoreArgs) { .id = dl_session_get_scenario_id (self->session) },
                       self->listing, on_listed, self);
}

static void
sweep_list_remove (DlSweepView *self, gint64 id, gboolean remove)
{
  DlLibrary *library = dl_session_get_library (self->session);

  if (library == NULL)
    return;
  if (remove)
    {
      /* Nothing may be added to what goes. */
      if (dl_sweep_job_get_sweep_id (self->job) == id)
        dl_sweep_job_cancel (self->job);
      dl_library_hide_sweep (library, id);
      tell_removed (self, id);
    }
  else
    dl_library_unhide_sweep (library, id);
  dl_sweep_list_update (self);
}

static GtkWidget *
sweep_list_button_new (DlSweepView *self)
{
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *list = gtk_list_box_new ();
  GtkWidget *scrolled;

  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("_Sweeps of This Scenario"));
  gtk_menu_button_set_use_underline (GTK_MENU_BUTTON (button), TRUE);
  gtk_widget_set_tooltip_text (button, _ ("Sweeps in the library: open, continue or remove them"));
  gtk_widget_set_sensitive (button, dl_session_get_library (self->session) != NULL);
  self->stored = g_list_store_new (DL_TYPE_RESULT_ITEM);
  gtk_list_box_bind_model (GTK_LIST_BOX (list), G_LIST_MODEL (self->stored), new_row, self, NULL);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "dl-library-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Sweeps of this scenario in the library"), -1);
  g_signal_connect (list, "row-activated", G_CALLBACK (on_activated), self);
  self->stored_note = GTK_WIDGET (dl_pane_add_label (box, "dim-label", TRUE));
  scrolled = dl_pane_scrolled (list);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 340);
  gtk_widget_set_size_request (scrolled, 420, -1);
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  g_signal_connect_swapped (popover, "show", G_CALLBACK (dl_sweep_list_update), self);
  return button;
}

static const char *const chart_page = "chart", *const table_page = "table",
                         *const empty_page = "empty";

G_DEFINE_FINAL_TYPE (DlSweepView, dl_sweep_view, GTK_TYPE_WIDGET)

static guint told_signal, removed_signal;

static void
tell (DlSweepView *self, const char *message)
{
  g_signal_emit (self, told_signal, 0, message);
}

static void
tell_removed (DlSweepView *self, gint64 id)
{
  g_signal_emit (self, removed_signal, 0, id);
}

DlSweepJob *
dl_sweep_view_get_job (DlSweepView *self)
{
  return self->job;
}

static gboolean
is_under_way (DlSweepView *self)
{
  const DlSweepState state = dl_sweep_job_get_state (self->job);

  return state == DL_SWEEP_RUNNING || state == DL_SWEEP_PAUSED || state == DL_SWEEP_LOADING;
}

/* The plan ------------------------------------------------------------------------------------- */

static void
update_plan (DlSweepView *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlSweepSpec) spec = dl_sweep_setup_get_spec (self->setup, &error);
  g_autofree char *text = spec != NULL ? sweep_plan_to_text (self, spec) : NULL;

  dl_pane_show_text (self->error, error != NULL ? error->message : NULL);
  gtk_widget_set_sensitive (self->run, spec != NULL);
  dl_pane_show_text (self->plan, text);
}

/* Display -------------------------------------------------------------------------------------- */

static void
update_title (DlSweepView *self)
{
  const DlSweepPoints *points = dl_sweep_job_get_points (self->job);
  const char *name = points != NULL ? points->spec->scenario->name : NULL;
  g_autofree char *text
      = name == NULL ? NULL
        : self->is_stranger
            /* Translators: a scenario’s name */
            ? g_strdup_printf (_ ("Sweep of “%s”, which is not the open scenario"), name)
            : g_strdup_printf (_ ("Sweep of “%s”"), name);

  dl_pane_show_text (self->title, text);
}

static void
update_page (DlSweepView *self)
{
  const gboolean table = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->table_button));

  gtk_stack_set_visible_child_name (self->stack, dl_sweep_job_get_points (self->job) == NULL
                                                     ? empty_page
                                                 : table ? table_page
                                                         : chart_page);
}

/* Another scenario's values are not this sweep's. */
static void
show_now (DlSweepView *self)
{
  dl_sweep_curves_set_now (self->curves, self->is_stranger
                                             ? dl_sweep_job_get_points (self->job)->spec->scenario
                                             : dl_session_get_scenario (self->session));
}

/* The sweep stays, and says whose it is. */
static void
on_session_opened (DlSweepView *self)
{
  const gint64 id = dl_session_get_scenario_id (self->session);

  self->is_stranger = dl_sweep_job_get_points (self->job) != NULL
                      && (id == 0 || id != dl_sweep_job_get_scenario_id (self->job));
  update_title (self);
  show_now (self);
}

static void
on_points (DlSweepView *self)
{
  DlSweepPoints *points = dl_sweep_job_get_points (self->job);

  self->is_stranger
      = points != NULL
        && dl_sweep_job_get_scenario_id (self->job) != dl_session_get_scenario_id (self->session);
  update_title (self);
  show_now (self);
  sweep_measures_choose (self);
  dl_sweep_curves_set_points (self->curves, points);
  sweep_measures_update (self);
  update_page (self);
}

static void
update_status (DlSweepView *self)
{
  g_autofree char *text = sweep_status_to_text (self);

  dl_pane_show_text (self->status, text);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress),
                                 dl_sweep_job_get_progress (self->job));
}

static void
update_problem (DlSweepView *self)
{
  const char *problem = dl_sweep_job_get_problem (self->job);
  const char *library = dl_sweep_job_get_library_problem (self->job);
  g_autofree char *text
      = problem != NULL ? g_strdup (problem)
        : library != NULL
            ? g_strdup_printf (_ ("The points are not kept in the library: %s"), library)
            : NULL;

  dl_pane_show_text (self->problem, text);
}

static void
on_state (DlSweepView *self)
{
  const DlSweepState state = dl_sweep_job_get_state (self->job);
  const gboolean can_go_on = state == DL_SWEEP_PAUSED || state == DL_SWEEP_STOPPED;
  DlLibrary *library = dl_session_get_library (self->session);

  gtk_widget_set_sensitive (GTK_WIDGET (self->setup), !is_under_way (self));
  gtk_widget_set_visible (self->run, !is_under_way (self));
  gtk_widget_set_visible (self->pause, state == DL_SWEEP_RUNNING || can_go_on);
  gtk_button_set_label (GTK_BUTTON (self->pause), can_go_on ? _ ("Res_ume") : _ ("Pa_use"));
  gtk_widget_set_visible (self->cancel, is_under_way (self));
  gtk_widget_set_visible (self->progress, is_under_way (self));
  update_status (self);
  if (library != NULL && !is_under_way (self) && dl_sweep_job_get_points (self->job) != NULL)
    dl_library_results_changed (library);
  if (state == DL_SWEEP_DONE && !gtk_widget_get_mapped (GTK_WIDGET (self)))
    tell (self, _ ("The sweep is done"));
}

/* With the first point that delivers less a panel comes that shows it. */
static void
on_n_done (DlSweepView *self)
{
  dl_sweep_curves_set_points (self->curves, dl_sweep_job_get_points (self->job));
  sweep_measures_choose (self);
  sweep_measures_update (self);
  update_status (self);
}

static void
on_generation (DlSweepView *self)
{
  show_now (self);
  update_plan (self);
}

/* Actions -------------------------------------------------------------------------------------- */

void
dl_sweep_view_choose (DlSweepView *self, const DlField *field, guint part)
{
  if (is_under_way (self))
    tell (self, _ ("A sweep is running: cancel it before starting a new one"));
  else
    dl_sweep_setup_choose (self->setup, field, part);
}

void
dl_sweep_view_run (DlSweepView *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlSweepSpec) spec = dl_sweep_setup_get_spec (self->setup, &error);

  dl_pane_show_text (self->error, error != NULL ? error->message : NULL);
  if (spec != NULL)
    dl_sweep_job_start (self->job, spec);
}

static void
on_pause (DlSweepView *self)
{
  if (dl_sweep_job_get_state (self->job) == DL_SWEEP_RUNNING)
    dl_sweep_job_pause (self->job);
  else
    dl_sweep_job_resume (self->job);
}

static void
on_cancel (DlSweepView *self)
{
  dl_sweep_job_cancel (self->job);
}

static guint
point_of (DlSweepView *self, GVariant *cell)
{
  return g_variant_get_uint32 (cell) * dl_sweep_job_get_points (self->job)->spec->n_seeds;
}

static void
open_point (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlSweepView *self = DL_SWEEP_VIEW (widget);
  DlSweepPoints *points = dl_sweep_job_get_points (self->job);
  g_autoptr (GPtrArray) edits = dl_sweep_point_edits (points->spec, point_of (self, parameter));
  g_autofree char *settings = dl_sweep_points_settings (points, g_variant_get_uint32 (parameter));
  g_autoptr (GError) error = NULL;

  /* The session tells why not in the main window, which may be behind this one. */
  if (self->is_stranger)
    {
      g_autofree char *message
          /* Translators: a scenario’s name */
          = g_strdup_printf (_ ("The sweep is of “%s”: open that scenario, or pin the point as B"),
                             points->spec->scenario->name);

      tell (self, message);
    }
  else if (dl_session_edit (self->session, edits, settings, NULL, &error))
    tell (self, settings);
  else
    tell (self, error->message);
}

static void
pin_point (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlSweepView *self = DL_SWEEP_VIEW (widget);
  DlSweepPoints *points = dl_sweep_job_get_points (self->job);
  g_autofree char *settings = dl_sweep_points_settings (points, g_variant_get_uint32 (parameter));
  g_autofree char *label = g_strdup_printf ("%s (%s)", points->spec->scenario->name, settings);
  g_autoptr (DlScenario) scenario
      = dl_sweep_point (points->spec, point_of (self, parameter), NULL, NULL);

  if (scenario == NULL)
    return;
  dl_session_pin_scenario (self->session, scenario, label);
  tell (self, _ ("Pinned as B in the window"));
}

static void
copy (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlSweepView *self = DL_SWEEP_VIEW (widget);
  const DlSweepPoints *points = dl_sweep_job_get_points (self->job);
  g_autofree char *csv = points != NULL ? dl_sweep_points_to_csv (points) : NULL;

  if (csv == NULL)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), csv);
  tell (self, _ ("Copied all points"));
}

static void
copy_command (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlSweepView *self = DL_SWEEP_VIEW (widget);
  g_autofree char *command = NULL;

  if (dl_sweep_job_get_points (self->job) == NULL)
    return;
  command = dl_sweep_export_command (self, "sweep.pdf");
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), command);
  tell (self, _ ("Copied the command"));
}

static void
export_figure (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlSweepView *self = DL_SWEEP_VIEW (widget);

  if (dl_sweep_job_get_points (self->job) != NULL)
    sweep_export_ask (self);
}

static void
open_stored (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  DlSweepView *self = DL_SWEEP_VIEW (widget);

  if (dl_session_get_library (self->session) != NULL)
    dl_sweep_job_open_stored (self->job, g_variant_get_int64 (parameter));
}

static void
remove_stored (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  sweep_list_remove (DL_SWEEP_VIEW (widget), g_variant_get_int64 (parameter),
                     g_str_equal (action_name, "sweep.remove-stored"));
}

/* A sweep of the library has been read: show what it varies. */
static void
on_opened (DlSweepView *self)
{
  const DlSweepPoints *points = dl_sweep_job_get_points (self->job);
  const gint64 id = dl_sweep_job_get_sweep_id (self->job);
  DlLibrary *library = dl_session_get_library (self->session);

  /* One that was removed, and is run again. */
  if (id != 0 && library != NULL && dl_library_is_hidden (library, id))
    dl_library_unhide_sweep (library, id);
  if (points != NULL && !is_under_way (self) && id != 0
      && points->spec->scenario->family == dl_session_get_scenario (self->session)->family)
    dl_sweep_setup_show (self->setup, points->spec);
}

/* Widget --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlSweepView *self = DL_SWEEP_VIEW (object);

  g_cancellable_cancel (self->listing);
  g_clear_object (&self->listing);
  if (self->job != NULL)
    g_signal_handlers_disconnect_by_data (self->job, self);
  g_clear_object (&self->job);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->rows);
  g_clear_object (&self->stored);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (dl_sweep_view_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  g_free (DL_SWEEP_VIEW (object)->chosen);
  G_OBJECT_CLASS (dl_sweep_view_parent_class)->finalize (object);
}

static void
dl_sweep_view_class_init (DlSweepViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  told_signal = g_signal_new ("told", DL_TYPE_SWEEP_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                              G_TYPE_NONE, 1, G_TYPE_STRING);
  removed_signal = g_signal_new ("removed", DL_TYPE_SWEEP_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, G_TYPE_INT64);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  g_type_ensure (DL_TYPE_SWEEP_CURVES);
  g_type_ensure (DL_TYPE_WRAP_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-sweep-view.ui");
  gtk_widget_class_bind_template_child (widget_class, DlSweepView, box);
  gtk_widget_class_bind_template_child (widget_class, DlSweepView, side);
  gtk_widget_class_bind_template_child (widget_class, DlSweepView, bar);
  gtk_widget_class_bind_template_child (widget_class, DlSweepView, plan);
  gtk_widget_class_bind_template_child (widget_class, DlSweepView, error);
  gtk_widget_class_bind_template_child (widget_class, DlSweepView, run);
  gtk_widget_class_bind_template_child (widget_class, DlSweepView, pause);
  gtk_widget_class_bind_template_child (widget_class, DlSweepView, cancel);
  gtk_widget_class_bind_template_child (widget_class, DlSweepView, progress);
  gtk_widget_class_bind_template_child (widget_class, DlSweepView, status);
  gtk_widget_class_bind_template_child (widget_class, DlSweepView, problem);
  gtk_widget_class_bind_template_child (widget_class, DlSweepView, measures_button);
  gtk_widget_class_bind_template_child (widget_class, DlSweepView, table_button);
  gtk_widget_class_bind_template_child (widget_class, DlSweepView, export_button);
  gtk_widget_class_bind_template_child (widget_class, DlSweepView, title);
  gtk_widget_class_bind_template_child (widget_class, DlSweepView, stack);
  gtk_widget_class_bind_template_child (widget_class, DlSweepView, curves);
  gtk_widget_class_bind_template_callback (widget_class, dl_sweep_view_run);
  gtk_widget_class_bind_template_callback (widget_class, on_pause);
  gtk_widget_class_bind_template_callback (widget_class, on_cancel);
  gtk_widget_class_bind_template_callback (widget_class, update_page);
  gtk_widget_class_install_action (widget_class, "sweep.open-point", "u", open_point);
  gtk_widget_class_install_action (widget_class, "sweep.pin-point", "u", pin_point);
  gtk_widget_class_install_action (widget_class, "sweep.copy", NULL, copy);
  gtk_widget_class_install_action (widget_class, "sweep.copy-command", NULL, copy_command);
  gtk_widget_class_install_action (widget_class, "sweep.export", NULL, export_figure);
  gtk_widget_class_install_action (widget_class, "sweep.open-stored", "x", open_stored);
  gtk_widget_class_install_action (widget_class, "sweep.remove-stored", "x", remove_stored);
  gtk_widget_class_install_action (widget_class, "sweep.unremove-stored", "x", remove_stored);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "sweep.copy",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_e, GDK_CONTROL_MASK, "sweep.export",
                                       NULL);
}

static void
dl_sweep_view_init (DlSweepView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->measures = dl_measure_table (&self->n_measures);
  self->chosen = g_new0 (gboolean, self->n_measures);
}

GtkWidget *
dl_sweep_view_new (DlSession *session)
{
  DlSweepView *self = g_object_new (DL_TYPE_SWEEP_VIEW, NULL);

  self->session = g_object_ref (session);
  self->job = dl_sweep_job_new (session);
  self->setup = DL_SWEEP_SETUP (dl_sweep_setup_new (session));
  gtk_box_prepend (self->side, GTK_WIDGET (self->setup));
  self->list_button = sweep_list_button_new (self);
  gtk_box_prepend (self->bar, self->list_button);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->measures_button),
                               sweep_measures_popover_new (self));
  gtk_stack_add_named (self->stack, dl_sweep_table_new (self), table_page);

  g_signal_connect_swapped (self->setup, "changed", G_CALLBACK (update_plan), self);
  g_signal_connect_swapped (self->job, "notify::points", G_CALLBACK (on_points), self);
  g_signal_connect_swapped (self->job, "notify::n-done", G_CALLBACK (on_n_done), self);
  g_signal_connect_swapped (self->job, "notify::progress", G_CALLBACK (update_status), self);
  g_signal_connect_swapped (self->job, "notify::problem", G_CALLBACK (update_problem), self);
  g_signal_connect_swapped (self->job, "notify::library-problem", G_CALLBACK (update_problem),
                            self);
  g_signal_connect_swapped (self->job, "notify::state", G_CALLBACK (on_state), self);
  g_signal_connect_swapped (self->job, "notify::sweep-id", G_CALLBACK (on_opened), self);
  g_signal_connect_object (session, "opened", G_CALLBACK (on_session_opened), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::generation", G_CALLBACK (on_generation), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::result", G_CALLBACK (update_plan), self,
                           G_CONNECT_SWAPPED);
  on_generation (self);
  on_points (self);
  on_state (self);
  update_problem (self);
  return GTK_WIDGET (self);
}
