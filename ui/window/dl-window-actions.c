#include "dl-window-private.h"

#include "compat.h"
#include "dl-compare-view.h"
#include "dl-export-dialog.h"
#include "dl-papers-view.h"
#include "dl-file-jobs.h"
#include "dl-inside-view.h"
#include "dl-library-view.h"
#include "dl-random-dialog.h"
#include "dl-session-edits.h"
#include "dl-sweep-view.h"
#include "dl-table-window.h"

#include <glib/gi18n-lib.h>

/* Edits ------------------------------------------------------------------------------------------
 */

static void
undo (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_session_undo (DL_WINDOW (user_data)->session);
}

static void
redo (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_session_redo (DL_WINDOW (user_data)->session);
}

static void
break_selected (DlWindow *self, gboolean other)
{
  const DlPlace place = dl_view_get_selected (self->view);

  if (place.kind != DL_PLACE_NOTHING)
    dl_view_toggle (self->view, place, other);
  else
    dl_window_toast (self, _ ("Select a node or a link first: click it, or use the arrow keys"),
                     NULL, FALSE);
}

static void
break_cable (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  break_selected (user_data, FALSE);
}

static void
break_direction (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  break_selected (user_data, TRUE);
}

/* That of the selected place; a pair of groups has none. */
static void
break_node (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlView *view = DL_WINDOW (user_data)->view;

  dl_view_toggle (view, dl_view_router_at (view, dl_view_get_selected (view)), FALSE);
}

static void
break_random (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;

  dl_random_dialog_present (GTK_WINDOW (self), self->session);
}

static void
restore_all (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_session_restore_all (DL_WINDOW (user_data)->session);
}

static void
find_worst (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;

  dl_window_show_evidence (self, "critical");
  dl_view_find_critical (self->view);
}

/* Library, files, figures -------------------------------------------------------------------------
 */

static void
library (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;

  dl_library_window_present (GTK_WINDOW (self), self->session);
}

static void
compare (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;

  dl_compare_window_present (GTK_WINDOW (self), self->session);
}

static void
papers (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;

  dl_papers_window_present (GTK_WINDOW (self), self->session);
}

static void
unremove (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;

  dl_library_unremove (dl_session_get_library (self->session), g_variant_get_int64 (parameter));
}

static void
retry_save (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_session_retry_save (DL_WINDOW (user_data)->session);
}

static void
keep_as_new (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_session_keep_as_new (DL_WINDOW (user_data)->session);
}

static void
on_open_chosen (GFile *file, gpointer owner)
{
  dl_window_open_file (owner, file);
}

static void
open_file (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (
      filter, _ ("Scenarios, libraries, figures that carry one, cabling and counters of machines"));
  gtk_file_filter_add_pattern (filter, "*.dateline");
  gtk_file_filter_add_pattern (filter, "*.db");
  gtk_file_filter_add_pattern (filter, "*.png");
  gtk_file_filter_add_pattern (filter, "*.svg");
  gtk_file_filter_add_pattern (filter, "*.pdf");
  gtk_file_filter_add_pattern (filter, "*.txt");
  gtk_file_filter_add_pattern (filter, "*.csv");
  gtk_file_filter_add_pattern (filter, "*.yaml");
  dl_compat_open_file (user_data, _ ("Open a Scenario"), filter, on_open_chosen, user_data);
}

static void
on_copy_saved (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *place = dl_write_file_place (result);

  if (dl_write_file_finish (result, &error))
    dl_window_toast (self, _ ("Copy saved"), place, FALSE);
  else
    dl_banner_set_message (self->message_banner, error->message);
}

static void
on_copy_chosen (GFile *file, gpointer owner)
{
  dl_save_scenario_async (dl_session_get_scenario (DL_WINDOW (owner)->session), file, on_copy_saved,
                          g_object_ref (owner));
}

static void
save_copy (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  g_autofree char *name
      = g_strdup_printf ("%s.dateline", dl_session_get_scenario (self->session)->name);

  dl_compat_save_file (GTK_WINDOW (self), _ ("Save a Copy"), name, on_copy_chosen, self);
}

/* The critical cables, if they are those of the scenario as it is. */
static DlCritical *
current_critical (DlWindow *self)
{
  DlCriticalJob *job = dl_view_get_critical_job (self->view);

  return dl_critical_job_is_stale (job) ? NULL : dl_critical_job_get_results (job);
}

/* What the window's simulation shows now; NULL if it shows nothing. */
static DlSimFigure *
current_simulation (DlWindow *self)
{
  DlLive *live = dl_view_get_live (self->view);
  const DlLivePicture *picture = dl_live_get_picture (live);
  guint n_points;
  const DlSimPoint *points = dl_live_get_points (live, &n_points);

  return picture == NULL
             ? NULL
             : dl_sim_figure_new_live (picture, dl_session_get_scenario (self->session)->seed,
                                       points, n_points);
}

/* The load curve of the scenario as it is; NULL if there is none. */
static DlLoadCurve *
current_load_curve (DlWindow *self)
{
  DlCurveJob *job = dl_view_get_curve_job (self->view);
  DlLoadCurve *curve = dl_curve_job_get_curve (job);

  return curve != NULL && curve->n_runs > 0 && !dl_curve_job_is_stale (job) ? curve : NULL;
}

/* Counters of a machine of this family. */
static const DlCounters *
current_counters (DlWindow *self)
{
  const DlCounters *counters = dl_counters_source_get_counters (dl_view_get_counters (self->view));

  return counters != NULL && dl_family_reads_counters (self->family, counters->kind) ? counters
                                                                                     : NULL;
}

/* What the maps show. */
static DlFigureInput
current_view (DlWindow *self)
{
  DlCountersSource *source = dl_view_get_counters (self->view);
  const gint32 *region = dl_counters_source_get_region (source);
  DlFigureInput view = {
    .critical = current_critical (self),
    .counters = current_counters (self),
    .measured = dl_counters_source_get_measured (source),
    .has_region = region != NULL,
    .region = region != NULL ? *region : 0,
    .show = dl_beside_get_show (dl_view_get_beside (self->view)),
    .metric = dl_view_get_metric (self->view),
    .slice = dl_view_get_slice (self->view),
    .group = dl_view_get_group (self->view),
    .sorted = dl_view_get_sorted (self->view),
    .look = dl_inside_view_get_look (
        DL_INSIDE_VIEW (gtk_stack_get_child_by_name (self->views, "router"))),
  };

  dl_view_get_ring (self->view, &view.node, &view.dim);
  return view;
}

/* The figure of what is looked at: of the page of evidence, if that has one, or of the view. */
static const char *
current_figure (DlWindow *self, const DlLoadCurve *load_curve, const DlFigureInput *view)
{
  const char *page = dl_evidence_pages_get_shown (self->evidence);

  if (g_strcmp0 (page, "curve") == 0 && load_curve != NULL)
    return "load-latency";
  if (g_strcmp0 (page, "measured") == 0 && view->measured != NULL)
    return "measured";
  if (g_strcmp0 (page, "jobs") == 0)
    return "jobs";
  if (g_strcmp0 (page, "model") == 0)
    return "equations";
  if (g_strcmp0 (page, "sizes") == 0)
    return "sizes";
  return dl_window_view_figure (self, gtk_stack_get_visible_child_name (self->views));
}

/* What there is to show now. */
static DlFigureData *
current_data (GtkWindow *window, DlFigureInput *view)
{
  DlWindow *self = DL_WINDOW (window);
  DlEvaluation *result = dl_session_get_result (self->session);
  g_autoptr (DlSimFigure) simulation = current_simulation (self);
  DlFigureData *data;

  *view = current_view (self);
  if (result == NULL)
    return NULL;
  data = dl_figure_data_new (result, (DlCritical *) view->critical, simulation,
                             current_load_curve (self), (DlCounters *) view->counters,
                             (DlMeasured *) view->measured);
  dl_figure_data_set_pin (data, dl_session_get_pin (self->session));
  return data;
}

/* The figure of that name as a table; "": that of what is looked at. */
static void
show_table (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  const char *figure = g_variant_get_string (parameter, NULL);
  const DlFigureInput view = current_view (self);

  dl_table_window_present (
      GTK_WINDOW (self), self->session,
      *figure != '\0' ? figure : current_figure (self, current_load_curve (self), &view),
      current_data);
}

static void
export_figure (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlWindow *self = user_data;
  DlLoadCurve *load_curve = current_load_curve (self);
  const DlFigureInput view = current_view (self);
  const DlSweepChart *sweep = dl_sweep_window_get_chart (GTK_WINDOW (self));
  g_autoptr (DlSimFigure) simulation = current_simulation (self);
  GtkWindow *dialog = dl_export_dialog_present (GTK_WINDOW (self), self->session,
                                                current_figure (self, load_curve, &view), &view);

  dl_export_dialog_set_simulation (DL_EXPORT_DIALOG (dialog), simulation);
  dl_export_dialog_set_load_curve (DL_EXPORT_DIALOG (dialog), load_curve);
  if (sweep != NULL)
    dl_export_dialog_set_sweep (DL_EXPORT_DIALOG (dialog), sweep);
}

/* Views -------------------------------------------------------------------------------------------
 */

static void
change_view (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  g_simple_action_set_state (action, state);
  dl_window_show_view (user_data, g_variant_get_string (state, NULL));
}

static void
change_evidence_page (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  DlWindow *self = user_data;
  const char *shown;

  dl_evidence_pages_show (self->evidence, g_variant_get_string (state, NULL));
  shown = dl_evidence_pages_get_shown (self->evidence);
  g_simple_action_set_state (action, g_variant_new_string (shown));
  if (self->settings != NULL)
    g_settings_set_string (self->settings, "evidence-page", shown);
}

static void
change_slice (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  DlWindow *self = user_data;
  const char *name = g_variant_get_string (state, NULL);

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (g_str_equal (name, dl_dim_name (dim)))
      {
        g_simple_action_set_state (action, state);
        g_object_set (self->view, "slice", dim, NULL);
      }
}

static void
change_break_tool (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  g_simple_action_set_state (action, state);
  g_object_set (DL_WINDOW (user_data)->view, "break-tool", g_variant_get_boolean (state), NULL);
}

static void
change_configuration (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  DlWindow *self = user_data;
  const gboolean show = g_variant_get_boolean (state);

  g_simple_action_set_state (action, state);
  gtk_revealer_set_reveal_child (self->configuration_revealer, show);
  if (self->settings != NULL)
    g_settings_set_boolean (self->settings, "show-configuration", show);
}

static const GActionEntry entries[] = {
  { .name = "undo", .activate = undo },
  { .name = "redo", .activate = redo },
  { .name = "break", .activate = break_cable },
  { .name = "break-direction", .activate = break_direction },
  { .name = "break-node", .activate = break_node },
  { .name = "break-random", .activate = break_random },
  { .name = "restore-all", .activate = restore_all },
  { .name = "find-worst", .activate = find_worst },
  { .name = "library", .activate = library },
  { .name = "compare", .activate = compare },
  { .name = "papers", .activate = papers },
  { .name = "unremove", .activate = unremove, .parameter_type = "x" },
  { .name = "retry-save", .activate = retry_save },
  { .name = "keep-as-new", .activate = keep_as_new },
  { .name = "open-file", .activate = open_file },
  { .name = "save-copy", .activate = save_copy },
  { .name = "export", .activate = export_figure },
  { .name = "show-table", .activate = show_table, .parameter_type = "s" },
  { .name = "show-view",
    .parameter_type = "s",
    .state = "'ring-matrix'",
    .change_state = change_view },
  { .name = "evidence-page",
    .parameter_type = "s",
    .state = "'evidence'",
    .change_state = change_evidence_page },
  { .name = "slice", .parameter_type = "s", .state = "'z'", .change_state = change_slice },
  { .name = "break-tool", .state = "false", .change_state = change_break_tool },
  { .name = "show-configuration", .state = "true", .change_state = change_configuration },
};

void
dl_window_add_actions (DlWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  dl_window_add_path_actions (self);
  dl_window_add_torus_actions (self);
  dl_window_add_search_actions (self);
  dl_window_add_sim_actions (self);
  dl_window_add_counters_actions (self);
  dl_window_add_library_actions (self);
  dl_window_add_pin_actions (self);
  dl_window_add_report_actions (self);
  dl_window_add_sweep_actions (self);
  dl_window_add_history_actions (self);
  dl_window_add_presenter_actions (self);
  dl_window_add_toy_actions (self);
  dl_window_add_kind_actions (self);
  dl_window_add_lesson_actions (self);
}

void
dl_window_set_enabled (DlWindow *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

void
dl_window_update_actions (DlWindow *self)
{
  const DlScenario *scenario = dl_session_get_scenario (self->session);
  g_autoptr (GPtrArray) restore = dl_edits_restore_all (scenario);
  const DlPlace router = dl_view_router_at (self->view, dl_view_get_selected (self->view));
  gboolean can_undo, can_redo;

  g_object_get (self->session, "can-undo", &can_undo, "can-redo", &can_redo, NULL);
  dl_window_set_enabled (self, "undo", can_undo);
  dl_window_set_enabled (self, "redo", can_redo);
  dl_window_set_enabled (self, "break-node", router.kind != DL_PLACE_NOTHING);
  dl_window_set_enabled (self, "restore-all", restore->len > 0);
  dl_window_set_enabled (self, "find-worst",
                         dl_family_has_feature (self->family, DL_FEATURE_ACTION, "find-worst"));
  dl_window_set_enabled (self, "library", dl_session_get_library (self->session) != NULL);
  dl_window_set_enabled (self, "export-results", dl_session_get_library (self->session) != NULL);
  dl_window_update_path_actions (self);
  dl_window_update_torus_actions (self);
}

/* Keys --------------------------------------------------------------------------------------------
 */

static const struct
{
  const char *trigger;
  const char *action;
  const char *target; /* nullable */
} letters[] = {
  { "b", "win.break", NULL },          { "<Shift>b", "win.break-direction", NULL },
  { "n", "win.break-node", NULL },     { "t", "win.break-tool", NULL },
  { "x", "win.slice", "x" },           { "y", "win.slice", "y" },
  { "z", "win.slice", "z" },           { "Delete", "win.break", NULL },
  { "e", "win.explain-route", NULL },  { "c", "win.show-cycle", NULL },
  { "s", "win.sort-groups", NULL },    { "1", "win.show-beside", "a" },
  { "2", "win.show-beside", "b" },     { "3", "win.show-beside", "difference" },
  { "period", "win.path-next", NULL }, { "comma", "win.path-previous", NULL },
};

void
dl_window_add_keys (DlWindow *self)
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
