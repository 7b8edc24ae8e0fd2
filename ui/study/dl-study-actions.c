#include "dl-study-actions.h"

#include "dl-compare-view.h"
#include "dl-export-dialog.h"
#include "dl-family-rooms.h"
#include "dl-movie-dialog.h"
#include "dl-output.h"
#include "dl-panel-list.h"
#include "dl-papers-view.h"
#include "dl-report-dialog.h"
#include "dl-router-view.h"
#include "dl-sweep-view.h"
#include "dl-table-window.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* The critical cables, if they are those of the current scenario. */
static DlCritical *
current_critical (DlView *view)
{
  DlCriticalJob *job = dl_view_get_critical_job (view);

  return dl_critical_job_is_stale (job) ? NULL : dl_critical_job_get_results (job);
}

/* State of the window's simulation now; NULL if it shows nothing. */
static DlSimFigure *
current_simulation (DlView *view)
{
  DlLive *live = dl_view_get_live (view);
  const DlLivePicture *picture = dl_live_get_picture (live);
  const guint64 seed = dl_session_get_scenario (dl_view_get_session (view))->seed;
  guint n_points;
  const DlSimPoint *points = dl_live_get_points (live, &n_points);

  return picture == NULL ? NULL : dl_sim_figure_new_live (picture, seed, points, n_points);
}

/* The load curve of the current scenario; NULL if there is none. */
static DlLoadCurve *
current_load_curve (DlView *view)
{
  DlCurveJob *job = dl_view_get_curve_job (view);
  DlLoadCurve *curve = dl_curve_job_get_curve (job);

  return curve != NULL && curve->n_runs > 0 && !dl_curve_job_is_stale (job) ? curve : NULL;
}

/* Counters of a machine of this family. */
static const DlCounters *
current_counters (DlShell *self)
{
  DlCountersSource *source = dl_view_get_counters (dl_shell_get_view (self));
  const DlCounters *counters = dl_counters_source_get_counters (source);

  return counters != NULL && dl_family_reads_counters (dl_shell_get_family (self), counters->kind)
             ? counters
             : NULL;
}

/* State of the maps. */
static DlFigureInput
current_input (DlShell *self)
{
  DlView *view = dl_shell_get_view (self);
  DlCountersSource *source = dl_view_get_counters (view);
  GtkWidget *router = gtk_stack_get_child_by_name (dl_shell_get_views (self), "router");
  const gint32 *region = dl_counters_source_get_region (source);
  DlFigureInput input = {
    .critical = current_critical (view),
    .counters = current_counters (self),
    .measured = dl_counters_source_get_measured (source),
    .has_region = region != NULL,
    .region = region != NULL ? *region : 0,
    .show = dl_beside_get_show (dl_view_get_beside (view)),
    .metric = dl_view_get_metric (view),
    .slice = dl_view_get_slice (view),
    .group = dl_view_get_group (view),
    .sorted = dl_view_get_sorted (view),
    .look = dl_router_view_get_look (DL_ROUTER_VIEW (router)),
  };

  dl_view_get_ring (view, &input.node, &input.dim);
  if (dl_view_get_selected_router (view) != DL_NO_NODE)
    input.router = dl_view_get_selected_router (view);
  return input;
}

/* The figure that shows what the view shows. */
static const char *
figure_of_view (DlShell *self, const char *id)
{
  const DlMaker *maker = dl_maker_find (DL_FEATURE_VIEW, id);

  return maker != NULL && maker->figure != NULL
             ? maker->figure
             : dl_family_maker (dl_shell_get_family (self), DL_FEATURE_VIEW, 0)->figure;
}

/* The figure of the shown page of evidence, if that has one, or of the view. */
static const char *
current_figure (DlShell *self, const DlLoadCurve *load_curve, const DlFigureInput *input)
{
  const char *page = dl_shell_get_page (self);

  if (g_strcmp0 (page, "curve") == 0 && load_curve != NULL)
    return "load-latency";
  if (g_strcmp0 (page, "measured") == 0 && input->measured != NULL)
    return "measured";
  if (g_strcmp0 (page, "jobs") == 0)
    return "jobs";
  if (g_strcmp0 (page, "model") == 0)
    return "equations";
  if (g_strcmp0 (page, "sizes") == 0)
    return "sizes";
  return figure_of_view (self, gtk_stack_get_visible_child_name (dl_shell_get_views (self)));
}

/* Data for figures now. */
static DlFigureData *
current_data (GtkWindow *window, DlFigureInput *input)
{
  DlShell *self = DL_SHELL (window);
  DlView *view = dl_shell_get_view (self);
  DlSession *session = dl_view_get_session (view);
  DlEvaluation *result = dl_session_get_result (session);
  g_autoptr (DlSimFigure) simulation = current_simulation (view);
  DlFigureData *data;

  *input = current_input (self);
  if (result == NULL)
    return NULL;
  data = dl_figure_data_new (result, (DlCritical *) input->critical, simulation,
                             current_load_curve (view), (DlCounters *) input->counters,
                             (DlMeasured *) input->measured);
  dl_figure_data_set_pin (data, dl_session_get_pin (session));
  return data;
}

/* The figure of that name as a table; "": that of the shown page or view. */
static void
show_table (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlShell *self = user_data;
  const char *figure = g_variant_get_string (parameter, NULL);
  const DlFigureInput input = current_input (self);
  DlLoadCurve *load_curve = current_load_curve (dl_shell_get_view (self));

  dl_table_window_present (GTK_WINDOW (self), dl_shell_get_session (self),
                           *figure != '\0' ? figure : current_figure (self, load_curve, &input),
                           current_data);
}

/* Panels of the shown page or view: of two maps beside each other, both. Returns how many there are
 * then, 0 if there is no room. */
static guint
add_panels (DlShell *self, DlFigureData *data, const DlFigure *figure, DlFigureInput input)
{
  DlView *view = dl_shell_get_view (self);
  DlSession *session = dl_view_get_session (view);
  guint n = dl_panels_add (session, data, figure, &input);

  input.show = DL_SHOW_B;
  return n > 0 && dl_beside_get_sides (dl_view_get_beside (view))
             ? dl_panels_add (session, data, figure, &input)
             : n;
}

static const DlFigure *
figure_shown (DlShell *self, const DlFigureInput *input)
{
  DlLoadCurve *load_curve = current_load_curve (dl_shell_get_view (self));

  return dl_family_figure_find (dl_shell_get_family (self),
                                current_figure (self, load_curve, input));
}

/* The dialog begins with both maps, unless other panels were collected. */
static void
take_both_maps (DlShell *self)
{
  DlView *view = dl_shell_get_view (self);
  DlFigureInput input;
  g_autoptr (DlFigureData) data = NULL;

  if (!dl_beside_get_sides (dl_view_get_beside (view))
      || dl_panels_count (dl_view_get_session (view)) > 0)
    return;
  data = current_data (GTK_WINDOW (self), &input);
  if (data != NULL)
    add_panels (self, data, figure_shown (self, &input), input);
}

static void
export_figure (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlShell *self = user_data;
  DlView *view = dl_shell_get_view (self);
  DlLoadCurve *load_curve = current_load_curve (view);
  const DlFigureInput input = current_input (self);
  const DlSweepChart *sweep = dl_sweep_window_get_chart (GTK_WINDOW (self));
  g_autoptr (DlSimFigure) simulation = current_simulation (view);
  GtkWindow *dialog;

  take_both_maps (self);
  dialog = dl_export_dialog_present (GTK_WINDOW (self), dl_view_get_session (view),
                                     current_figure (self, load_curve, &input), &input);
  dl_export_dialog_set_simulation (DL_EXPORT_DIALOG (dialog), simulation);
  dl_export_dialog_set_load_curve (DL_EXPORT_DIALOG (dialog), load_curve);
  if (sweep != NULL)
    dl_export_dialog_set_sweep (DL_EXPORT_DIALOG (dialog), sweep);
}

static void
export_animation (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlShell *self = user_data;
  DlFigureInput input;
  g_autoptr (DlFigureData) data = current_data (GTK_WINDOW (self), &input);

  dl_movie_dialog_present (GTK_WINDOW (self), dl_view_get_live (dl_shell_get_view (self)),
                           current_figure (self, NULL, &input), &input, data);
}

static void
add_to_figure (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlShell *self = user_data;
  const DlFigure *figure;
  DlFigureInput input;
  g_autoptr (DlFigureData) data = current_data (GTK_WINDOW (self), &input);
  g_autofree char *title = NULL;
  guint n;

  if (data == NULL)
    return;
  figure = figure_shown (self, &input);
  n = add_panels (self, data, figure, input);
  if (n == 0)
    {
      dl_shell_toast (self, _ ("The figure has no room for another panel"),
                      _ ("Export it (Ctrl+E), or remove panels there"));
      return;
    }
  /* Translators: the letter of a panel, and what it shows: “Panel (b): Ring matrix” */
  title = g_strdup_printf (_ ("Panel (%c): %s"), (char) ('a' + n - 1), _ (figure->title));
  dl_toast_show (dl_shell_get_toast (self), title, NULL, _ ("_Export Figure"), "win.export", NULL);
}

void
dl_figure_actions_add (DlShell *shell)
{
  static const GActionEntry entries[] = {
    { .name = "export", .activate = export_figure },
    { .name = "export-animation", .activate = export_animation },
    { .name = "add-to-figure", .activate = add_to_figure },
    { .name = "show-table", .activate = show_table, .parameter_type = "s" },
  };

  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
}

static void
on_written (DlReportDialog *dialog, const char *path, DlShell *self)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *title = g_strdup_printf (_ ("Made the report “%s”"), name);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *shown = dl_file_name_show (folder);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

  dl_toast_show (dl_shell_get_toast (self), title, shown, _ ("_Open"), "win.open-report",
                 g_variant_new_string (uri != NULL ? uri : ""));
}

static void
report (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlShell *self = user_data;
  GtkWindow *dialog = dl_report_dialog_present (GTK_WINDOW (self), dl_shell_get_session (self),
                                                dl_view_get_live (dl_shell_get_view (self)),
                                                dl_compare_window_find (GTK_WINDOW (self)));

  g_signal_connect_object (dialog, "written", G_CALLBACK (on_written), self, 0);
}

static void
on_opened (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlShell) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!g_app_info_launch_default_for_uri_finish (result, &error))
    dl_shell_say (self, error->message);
}

/* With whatever program shows a PDF. */
static void
open_report (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlShell *self = user_data;
  g_autoptr (GdkAppLaunchContext) context
      = gdk_display_get_app_launch_context (gtk_widget_get_display (GTK_WIDGET (self)));

  g_app_info_launch_default_for_uri_async (g_variant_get_string (parameter, NULL),
                                           G_APP_LAUNCH_CONTEXT (context), NULL, on_opened,
                                           g_object_ref (self));
}

void
dl_report_actions_add (DlShell *shell)
{
  static const GActionEntry entries[] = {
    { .name = "report", .activate = report },
    { .name = "open-report", .activate = open_report, .parameter_type = "s" },
  };

  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
}

/* Sweeps ----------------------------------------------------------------------------------------
 */

static DlSweepView *
present (DlShell *self)
{
  return dl_sweep_window_get_view (
      dl_sweep_window_present (GTK_WINDOW (self), dl_shell_get_session (self)));
}

static void
sweep (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  present (user_data);
}

/* "torus.datelines/x": the key, and after the slash an item of a list: x, y or z. */
static void
sweep_key (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const char *name = g_variant_get_string (parameter, NULL);
  g_autofree char *key = g_strndup (name, strcspn (name, "/"));
  const DlField *field = dl_field_find_name (key);
  const char *slash = strchr (name, '/');
  guint part = G_MAXUINT;

  if (field == NULL)
    return;
  if (slash != NULL && slash[1] >= 'x' && slash[1] <= 'z')
    part = slash[1] - 'x';
  dl_sweep_view_choose (present (user_data), field, part);
}

static void
sweep_open (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  gtk_widget_activate_action_variant (GTK_WIDGET (present (user_data)), "sweep.open-stored",
                                      parameter);
}

/* Comparisons -----------------------------------------------------------------------------------
 */

static DlCompare *
present_compare (DlShell *self)
{
  GtkWindow *window = dl_compare_window_present (GTK_WINDOW (self), dl_shell_get_session (self));

  return dl_compare_view_get_compare (dl_compare_window_get_view (window));
}

static void
compare_scenario (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_compare_add (present_compare (user_data), g_variant_get_int64 (parameter));
}

static void
compare_run (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  const char *what;
  gint64 id;

  g_variant_get (parameter, "(x&s)", &id, &what);
  dl_compare_add_run (present_compare (user_data), id, what);
}

static void
compare (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  present_compare (user_data);
}

static void
papers (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_papers_window_present (user_data, dl_shell_get_session (user_data));
}

void
dl_study_actions_add (DlShell *shell)
{
  static const GActionEntry entries[] = {
    { .name = "sweep", .activate = sweep },
    { .name = "sweep-key", .activate = sweep_key, .parameter_type = "s" },
    { .name = "sweep-open", .activate = sweep_open, .parameter_type = "x" },
    { .name = "compare", .activate = compare },
    { .name = "compare-scenario", .activate = compare_scenario, .parameter_type = "x" },
    { .name = "compare-run", .activate = compare_run, .parameter_type = "(xs)" },
    { .name = "papers", .activate = papers },
  };

  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
}
