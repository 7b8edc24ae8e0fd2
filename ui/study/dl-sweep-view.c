#include "dl-sweep-private.h"

#include "dl-choices.h"
#include "dl-edit.h"
#include "dl-pane.h"
#include "dl-session-pin.h"
#include "dl-wrap-layout.h"

#include <glib/gi18n-lib.h>

static const char *const chart_page = "chart", *const table_page = "table",
                         *const empty_page = "empty";

G_DEFINE_FINAL_TYPE (DlSweepView, dl_sweep_view, GTK_TYPE_WIDGET)

static guint told_signal, removed_signal;

static void
tell (DlSweepView *self, const char *message)
{
  g_signal_emit (self, told_signal, 0, message);
}

void
dl_sweep_view_tell_removed (DlSweepView *self, gint64 id)
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
  g_autofree char *text = spec != NULL ? dl_sweep_plan_to_text (self, spec) : NULL;

  dl_pane_show_text (self->error, error != NULL ? error->message : NULL);
  gtk_widget_set_sensitive (self->run, spec != NULL);
  dl_pane_show_text (self->plan, text);
}

/* What is shown -------------------------------------------------------------------------------- */

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

/* What another scenario has is no value of this sweep's. */
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
  dl_sweep_measures_choose (self);
  dl_sweep_curves_set_points (self->curves, points);
  dl_sweep_measures_update (self);
  update_page (self);
}

static void
update_status (DlSweepView *self)
{
  g_autofree char *text = dl_sweep_status_to_text (self);

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
  dl_sweep_measures_choose (self);
  dl_sweep_measures_update (self);
  update_status (self);
}

static void
on_generation (DlSweepView *self)
{
  show_now (self);
  update_plan (self);
}

/* What is done --------------------------------------------------------------------------------- */

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
    dl_sweep_export_ask (self);
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
  dl_sweep_list_remove (DL_SWEEP_VIEW (widget), g_variant_get_int64 (parameter),
                        g_str_equal (action_name, "sweep.remove-stored"));
}

/* A sweep of the library has been read: show what it varies. */
static void
on_opened (DlSweepView *self)
{
  const DlSweepPoints *points = dl_sweep_job_get_points (self->job);
  const gint64 id = dl_sweep_job_get_sweep_id (self->job);
  DlLibrary *library = dl_session_get_library (self->session);

  /* One that was removed, and is run once more. */
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
  self->list_button = dl_sweep_list_button_new (self);
  gtk_box_prepend (self->bar, self->list_button);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->measures_button),
                               dl_sweep_measures_popover_new (self));
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
