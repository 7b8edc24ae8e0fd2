/* Sweeps in the window: begun from a control's menu, the same as the command line's, opened,
 * pinned, kept, removed and put back. */
#include "dl-sweep-private.h"
#include "dl-window-private.h"

#include "../core/toggle-fixture.h"
#include "dl-edit.h"
#include "dl-figure.h"
#include "dl-panel-list.h"
#include "dl-pin.h"
#include "dl-scenario-file.h"
#include "dl-ui.h"
#include "export-fixture.h"

#include <math.h>
#include <string.h>

typedef struct
{
  char *folder, *path;
  DlLibrary *library;
  DlSession *session;
  DlWindow *window;
} Fixture;

static gboolean
is_open (Fixture *fixture, const char *name)
{
  return g_strcmp0 (dl_session_get_scenario (fixture->session)->name, name) == 0
         && dl_session_get_scenario_id (fixture->session) != 0;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("dateline-sweep-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "library.db", NULL);
  fixture->library = dl_library_new (fixture->path);
  fixture->session = dl_session_new (fixture->library);
  ui_wait_for (is_open (fixture, "XT3 11x12x16"));
  dl_session_open_new (fixture->session, dl_preset_load ("ring-8", NULL));
  ui_wait_for (is_open (fixture, "Ring of 8"));
  fixture->window
      = dl_window_new (GTK_APPLICATION (g_application_get_default ()), fixture->session, NULL);
  gtk_window_present (GTK_WINDOW (fixture->window));
  ui_settle (fixture->session);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_wait_ms (50); /* a canceled job comes to its end */
  ui_settle (fixture->session);
  g_assert_true (dl_library_close (fixture->library, NULL));
  ui_idle ();
  g_object_unref (fixture->session);
  g_object_unref (fixture->library);
  g_free (fixture->path);
  ui_remove_folder (fixture->folder);
}

static DlSweepView *
view_of (Fixture *fixture)
{
  return dl_sweep_window_get_view (
      dl_sweep_window_present (GTK_WINDOW (fixture->window), fixture->session));
}

static DlSweepPoints *
points_of (Fixture *fixture)
{
  return dl_sweep_job_get_points (dl_sweep_view_get_job (view_of (fixture)));
}

static gboolean
is_done (Fixture *fixture)
{
  return dl_sweep_job_get_state (dl_sweep_view_get_job (view_of (fixture))) == DL_SWEEP_DONE;
}

/* The menu at a control ------------------------------------------------------------------------ */

static GtkWidget *
panel_of (Fixture *fixture)
{
  return gtk_revealer_get_child (fixture->window->configuration_revealer);
}

static GtkPopover *
menu_of (GtkWidget *panel)
{
  for (GtkWidget *child = gtk_widget_get_first_child (panel); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_POPOVER_MENU (child))
      return GTK_POPOVER (child);
  g_assert_not_reached ();
}

/* Where text is typed in @widget, not in a list that it would open; NULL: nowhere. */
static GtkText *
text_in (GtkWidget *widget)
{
  GtkText *text = GTK_IS_TEXT (widget) && gtk_widget_get_mapped (widget) ? GTK_TEXT (widget) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); text == NULL && child != NULL;
       child = gtk_widget_get_next_sibling (child))
    text = text_in (child);
  return text;
}

/* Is @widget what is in its middle, @at? */
static gboolean
is_at (GtkWidget *panel, GtkWidget *widget, graphene_point_t *at)
{
  GtkWidget *picked;

  if (!gtk_widget_compute_point (widget, panel,
                                 &GRAPHENE_POINT_INIT (gtk_widget_get_width (widget) / 2.0f,
                                                       gtk_widget_get_height (widget) / 2.0f),
                                 at))
    return FALSE;
  picked = gtk_widget_pick (panel, at->x, at->y, GTK_PICK_INSENSITIVE);
  return picked != NULL && (picked == widget || gtk_widget_is_ancestor (picked, widget));
}

/* Key that the menu of @control asks for: ours, or the last section of an entry's own. NULL:
 * none. */
static char *
ask (Fixture *fixture, GtkWidget *control)
{
  GtkWidget *panel = panel_of (fixture);
  GtkPopover *menu = menu_of (panel);
  GtkText *text = text_in (control);
  GtkWidget *under = text != NULL ? GTK_WIDGET (text) : control;
  GMenuModel *model;
  g_autoptr (GMenuModel) items = NULL;
  g_autoptr (GVariant) target = NULL;
  graphene_point_t at;

  ui_wait_for (is_at (panel, under, &at)); /* a new widget has no place yet */
  g_signal_emit_by_name (ui_controller (panel, GTK_TYPE_GESTURE_CLICK), "pressed", 1, (double) at.x,
                         (double) at.y);
  /* One of the two, never both. */
  g_assert_false (text != NULL && gtk_widget_get_visible (GTK_WIDGET (menu)));
  if (text == NULL && !gtk_widget_get_visible (GTK_WIDGET (menu)))
    return NULL;
  model = text != NULL ? gtk_text_get_extra_menu (text)
                       : gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (menu));
  items = g_menu_model_get_item_link (model, 0, G_MENU_LINK_SECTION);
  target = g_menu_model_get_item_attribute_value (items, 0, G_MENU_ATTRIBUTE_TARGET, NULL);
  gtk_popover_popdown (menu);
  return g_variant_dup_string (target, NULL);
}

/* Key that the last section of the list's own menu asks for. */
static char *
ask_own (GtkWidget *list)
{
  GtkPopoverMenu *menu = ui_find (list, GTK_TYPE_POPOVER_MENU, 0);
  GMenuModel *model;
  g_autoptr (GMenuModel) items = NULL;
  g_autoptr (GVariant) target = NULL;

  gtk_widget_activate_action (list, "faults.menu", NULL);
  model = gtk_popover_menu_get_menu_model (menu);
  items = g_menu_model_get_item_link (model, g_menu_model_get_n_items (model) - 1,
                                      G_MENU_LINK_SECTION);
  target = g_menu_model_get_item_attribute_value (items, 0, G_MENU_ATTRIBUTE_TARGET, NULL);
  gtk_popover_popdown (GTK_POPOVER (menu));
  return g_variant_dup_string (target, NULL);
}

/* Every control of the panel that is of a key, and no name is of none. */
static guint
count_named (GtkWidget *root)
{
  const char *name = gtk_widget_get_name (root);
  g_autofree char *key = g_strndup (name, strcspn (name, "/"));
  guint n = dl_field_find_name (key) != NULL;

  g_assert_true (strchr (name, '/') == NULL || n == 1);
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_named (child);
  return n;
}

static void
test_menu (Fixture *fixture, gconstpointer data)
{
  static const char *const names[]
      = { "torus.radix/x",    "torus.wrap/x", "torus.datelines/x", "torus.vc-policy/choice",
          "torus.tie/choice", "torus.engine", "traffic.pattern" };
  GtkWidget *panel = panel_of (fixture);
  g_autofree char *broken = NULL;

  g_assert_cmpuint (count_named (panel), >, 25);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *asked = ask (fixture, ui_part (panel, names[i]));

      g_assert_cmpstr (asked, ==, names[i]);
    }
  /* The list of faults, once there are some. */
  toggle_link (fixture->session, (DlTorusLinkAt) { { { 1, 0, 0 } }, DL_TORUS_PORT_X_PLUS }, FALSE);
  ui_settle (fixture->session);
  broken = ask_own (ui_part (panel, "torus.broken-links"));
  g_assert_cmpstr (broken, ==, "torus.broken-links");
  g_assert_null (ask (fixture, ui_part (panel, "torus.broken-links")));
  /* A title sets nothing. */
  g_assert_null (ask (fixture, ui_part (panel, "topology_title")));
}

/* Beside the command line ---------------------------------------------------------------------- */

static void
run_command (const char *command)
{
  g_autofree char *said = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  g_spawn_command_line_sync (command, NULL, &said, &status, &error);
  g_assert_no_error (error);
  if (status != 0)
    g_test_message ("%s: %s", command, said);
  g_assert_cmpint (status, ==, 0);
}

static char *
contents (const char *path)
{
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

/* The command line's columns but for digests. */
static void
assert_same_rows (const char *of_window, const char *of_command)
{
  g_auto (GStrv) a = g_strsplit (of_window, "\n", -1);
  g_auto (GStrv) b = g_strsplit (of_command, "\n", -1);
  g_auto (GStrv) head = g_strsplit (b[0], ",", -1);

  g_assert_cmpuint (g_strv_length (a), ==, g_strv_length (b));
  for (guint row = 0; a[row] != NULL && a[row][0] != '\0'; row++)
    {
      g_auto (GStrv) x = g_strsplit (a[row], ",", -1);
      g_auto (GStrv) y = g_strsplit (b[row], ",", -1);
      guint at = 0;

      for (guint i = 0; y[i] != NULL; i++)
        if (!g_str_equal (head[i], "digest") && !g_str_equal (head[i], "point"))
          g_assert_cmpstr (x[at++], ==, y[i]);
      g_assert_null (x[at]);
    }
}

/* From the control's menu to the command's rows. */
static void
test_from_control (Fixture *fixture, gconstpointer data)
{
  const char *cli = g_getenv ("DATELINE_CLI");
  g_autofree char *asked = ask (fixture, ui_part (panel_of (fixture), "torus.datelines/x"));
  g_autofree char *file = g_build_filename (fixture->folder, "rows.csv", NULL);
  g_autofree char *line = NULL, *command = NULL, *rows = NULL, *csv = NULL;
  DlSweepView *view;

  ui_act (fixture->window, "sweep-key", asked);
  view = view_of (fixture);
  dl_sweep_view_run (view);
  ui_wait_for (is_done (fixture));
  g_assert_cmpuint (points_of (fixture)->n_points, ==, 8);
  g_assert_true (points_of (fixture)->spec->only_static);
  line = dl_sweep_spec_assignment (points_of (fixture)->spec, 0);
  g_assert_cmpstr (line, ==,
                   "torus.datelines=0;-1;-1,1;-1;-1,2;-1;-1,3;-1;-1,4;-1;-1,5;-1;-1,6;-1;-1,7;-1;"
                   "-1");
  command = g_strdup_printf ("%s sweep preset:ring-8 --static --vary '%s' -o %s", cli, line, file);
  run_command (command);
  rows = contents (file);
  csv = dl_sweep_points_to_csv (points_of (fixture));
  assert_same_rows (csv, rows);
}

static void
choose_short (Fixture *fixture)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  dl_edits_add (edits, DL_EDIT_SET, "simulation.cycles", "600");
  dl_edits_add (edits, DL_EDIT_SET, "simulation.warmup-cycles", "100");
  g_assert_true (dl_session_edit (fixture->session, edits, "Short", NULL, NULL));
  ui_settle (fixture->session);
  dl_sweep_view_choose (view_of (fixture), dl_field_find ("traffic", "burst-messages"), G_MAXUINT);
}

/* "Copy command" gives the line that makes the same figure, also when the scenario has changed. */
static void
test_command (Fixture *fixture, gconstpointer data)
{
  const char *cli = g_getenv ("DATELINE_CLI");
  static const char *const measures[] = { "latency_mean", "mean_hops", NULL };
  g_autofree char *file = g_build_filename (fixture->folder, "figure.csv", NULL);
  g_autofree char *command = NULL, *line = NULL, *figure = NULL;
  g_autoptr (GString) csv = g_string_new (NULL);
  DlFigureInput input = { 0 };

  choose_short (fixture);
  dl_sweep_view_run (view_of (fixture));
  ui_wait_for (is_done (fixture));
  dl_sweep_view_show_measures (view_of (fixture), measures);
  g_assert_cmpuint (points_of (fixture)->spec->n_seeds, ==, 3);
  dl_session_set (fixture->session, "router.input-buffer", "48", FALSE);
  ui_settle (fixture->session);

  command = dl_sweep_export_command (view_of (fixture), file);
  g_assert_true (g_str_has_prefix (command, "dateline-cli "));
  line = g_strdup_printf ("%s --database %s %s", cli, fixture->path,
                          command + strlen ("dateline-cli "));
  run_command (line);
  figure = contents (file);
  input.scenario = points_of (fixture)->spec->scenario;
  input.sweep = dl_sweep_curves_get_chart (view_of (fixture)->curves);
  g_assert_cmpuint (input.sweep->n_measures, ==, 2);
  dl_figure_append_csv (csv, dl_family_figure_find (&dl_family_torus, "sweep"), &input);
  g_assert_cmpuint (csv->len, >, 200);
  g_assert_true (g_str_has_prefix (figure, csv->str));
}

static GtkWidget *
export_dialog (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *at = windows; at != NULL; at = at->next)
    if (DL_IS_EXPORT_DIALOG (at->data))
      return at->data;
  return NULL;
}

/* Both windows' export dialogs have the sweep that is shown, and the same command. */
static void
test_export (Fixture *fixture, gconstpointer data)
{
  g_autofree char *command = NULL, *from_window = NULL, *from_main = NULL;
  GtkWidget *dialog;

  choose_short (fixture);
  dl_sweep_view_run (view_of (fixture));
  ui_wait_for (is_done (fixture));
  command = dl_sweep_export_command (view_of (fixture), "Ring-of-8-sweep.pdf");

  gtk_widget_activate_action (GTK_WIDGET (view_of (fixture)), "sweep.export", NULL);
  dialog = export_dialog ();
  g_assert_nonnull (dialog);
  gtk_drop_down_set_selected (
      GTK_DROP_DOWN (gtk_widget_get_template_child (dialog, DL_TYPE_EXPORT_DIALOG, "width")), 1);
  from_window = export_copy_command (dialog);
  g_assert_cmpstr (from_window, ==, command);
  gtk_window_destroy (GTK_WINDOW (dialog));
  ui_wait_for (export_dialog () == NULL);

  ui_act (fixture->window, "export", NULL);
  dialog = export_dialog ();
  gtk_drop_down_set_selected (
      GTK_DROP_DOWN (gtk_widget_get_template_child (dialog, DL_TYPE_EXPORT_DIALOG, "width")), 1);
  gtk_drop_down_set_selected (
      GTK_DROP_DOWN (gtk_widget_get_template_child (dialog, DL_TYPE_EXPORT_DIALOG, "figure")),
      export_index (&dl_family_torus, "sweep"));
  from_main = export_copy_command (dialog);
  g_assert_cmpstr (from_main, ==, command);
  gtk_window_destroy (GTK_WINDOW (dialog));
  ui_wait_for (export_dialog () == NULL);
}

/* Issue 19: panels that were collected before are not what is shown of a sweep, and stay for
 * later. */
static void
test_export_alone (Fixture *fixture, gconstpointer data)
{
  g_autofree char *command = NULL, *alone = NULL, *page = NULL;
  GtkWidget *dialog, *panels;

  choose_short (fixture);
  dl_sweep_view_run (view_of (fixture));
  ui_wait_for (is_done (fixture));
  command = dl_sweep_export_command (view_of (fixture), "Ring-of-8-sweep.pdf");

  ui_act (fixture->window, "export", NULL);
  dialog = export_dialog ();
  g_signal_emit_by_name (
      gtk_widget_get_template_child (dialog, DL_TYPE_EXPORT_DIALOG, "add_button"), "clicked");
  gtk_window_destroy (GTK_WINDOW (dialog));
  ui_wait_for (export_dialog () == NULL);

  gtk_widget_activate_action (GTK_WIDGET (view_of (fixture)), "sweep.export", NULL);
  dialog = export_dialog ();
  gtk_drop_down_set_selected (
      GTK_DROP_DOWN (gtk_widget_get_template_child (dialog, DL_TYPE_EXPORT_DIALOG, "width")), 1);
  alone = export_copy_command (dialog);
  g_assert_cmpstr (alone, ==, command);
  panels = GTK_WIDGET (gtk_widget_get_template_child (dialog, DL_TYPE_EXPORT_DIALOG, "panels"));
  g_assert_true (gtk_widget_get_visible (panels));
  dl_panel_list_set_used (DL_PANEL_LIST (panels), TRUE);
  page = export_copy_command (dialog);
  g_assert_nonnull (strstr (page, "dateline-cli figure panels "));
  gtk_window_destroy (GTK_WINDOW (dialog));
  ui_wait_for (export_dialog () == NULL);
}

/* Points --------------------------------------------------------------------------------------- */

static guint64
burst (Fixture *fixture)
{
  return dl_session_get_scenario (fixture->session)->traffic.burst_messages;
}

static void
test_points (Fixture *fixture, gconstpointer data)
{
  DlSweepView *view = view_of (fixture);
  const guint64 before = burst (fixture);
  guint cell = 0;

  choose_short (fixture);
  dl_sweep_view_run (view);
  ui_wait_for (is_done (fixture));
  while (strtoul (dl_sweep_value (points_of (fixture)->spec, 3 * cell, 0), NULL, 10) == before)
    cell++;
  gtk_widget_activate_action (GTK_WIDGET (view), "sweep.open-point", "u", cell);
  ui_settle (fixture->session);
  g_assert_cmpuint (burst (fixture), ==,
                    strtoul (dl_sweep_value (points_of (fixture)->spec, 3 * cell, 0), NULL, 10));
  dl_session_undo (fixture->session);
  ui_settle (fixture->session);
  g_assert_cmpuint (burst (fixture), ==, before);

  g_assert_null (dl_session_get_pin (fixture->session));
  gtk_widget_activate_action (GTK_WIDGET (view), "sweep.pin-point", "u", cell);
  ui_wait_for (dl_session_get_pin (fixture->session) != NULL);
  g_assert_cmpuint (burst (fixture), ==, before);
}

/* Issue 19: after another scenario is opened the curves say whose they are, and its values are not
 * mixed with theirs. */
static void
test_stranger (Fixture *fixture, gconstpointer data)
{
  DlSweepView *view = view_of (fixture);
  const DlSweepChart *chart = dl_sweep_curves_get_chart (view->curves);
  const gint64 ring = dl_session_get_scenario_id (fixture->session);
  guint64 before;

  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (view->title)));
  choose_short (fixture);
  dl_sweep_view_run (view);
  ui_wait_for (is_done (fixture));
  g_assert_cmpstr (gtk_label_get_text (view->title), ==, "Sweep of “Ring of 8”");

  dl_session_open_new (fixture->session, dl_preset_load ("mesh-4x4", NULL));
  ui_wait_for (is_open (fixture, "Mesh 4x4"));
  ui_settle (fixture->session);
  g_assert_cmpstr (gtk_label_get_text (view->title), ==,
                   "Sweep of “Ring of 8”, which is not the open scenario");
  g_assert_cmpstr (chart->now->name, ==, "Ring of 8");
  before = burst (fixture);
  for (guint cell = 0; cell < dl_sweep_points_n_cells (points_of (fixture)); cell++)
    gtk_widget_activate_action (GTK_WIDGET (view), "sweep.open-point", "u", cell);
  ui_settle (fixture->session);
  g_assert_cmpuint (burst (fixture), ==, before);

  dl_session_open (fixture->session, ring);
  ui_wait_for (is_open (fixture, "Ring of 8"));
  ui_settle (fixture->session);
  g_assert_cmpstr (gtk_label_get_text (view->title), ==, "Sweep of “Ring of 8”");
}

/* The table is what the chart shows. */
static void
test_table (Fixture *fixture, gconstpointer data)
{
  static const char *const measures[] = { "latency_mean", "accepted_load", "mean_hops", NULL };
  DlSweepView *view = view_of (fixture);

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (view->rows)), ==, 0);
  choose_short (fixture);
  dl_sweep_view_run (view);
  ui_wait_for (is_done (fixture));
  dl_sweep_view_show_measures (view, measures);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (view->rows)), ==,
                    3 * dl_sweep_points_n_cells (points_of (fixture)));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (view->table_button), TRUE);
  ui_idle ();
  g_assert_true (gtk_widget_get_mapped (ui_find (GTK_WIDGET (view), GTK_TYPE_COLUMN_VIEW, 0)));
}

/* An impossible sweep is reported, and nothing begins. */
static void
test_bad_values (Fixture *fixture, gconstpointer data)
{
  DlSweepView *view = view_of (fixture);
  GtkEditable *values;

  dl_sweep_view_choose (view, dl_field_find ("router", "input-buffer"), G_MAXUINT);
  values = ui_find (GTK_WIDGET (view->setup), GTK_TYPE_ENTRY, 0);
  g_assert_true (gtk_widget_get_sensitive (view->run));
  gtk_editable_set_text (values, "8,many");
  g_assert_false (gtk_widget_get_sensitive (view->run));
  g_assert_true (ui_says (GTK_WIDGET (view), "router.input-buffer"));
  dl_sweep_view_run (view);
  g_assert_cmpint (dl_sweep_job_get_state (view->job), ==, DL_SWEEP_READY);
  gtk_editable_set_text (values, "8:4000:1");
  g_assert_false (gtk_widget_get_sensitive (view->run));
  g_assert_true (ui_says (GTK_WIDGET (view), "too many points"));
  gtk_editable_set_text (values, "16:128:*2");
  g_assert_true (gtk_widget_get_sensitive (view->run));
  g_assert_true (ui_says (GTK_WIDGET (view), "12 points"));
}

/* Values that are longer than an entry takes are not shown, rather than half of them. */
static void
test_long_values (Fixture *fixture, gconstpointer data)
{
  DlSweepView *view = view_of (fixture);
  g_autoptr (DlSweepSpec) spec = dl_sweep_spec_new (dl_session_get_scenario (fixture->session));
  g_autoptr (DlSweepSpec) shown = NULL;
  g_autoptr (GError) error = NULL;
  GtkEditable *values;

  dl_sweep_view_choose (view, dl_field_find ("router", "input-buffer"), G_MAXUINT);
  values = ui_find (GTK_WIDGET (view->setup), GTK_TYPE_ENTRY, 0);
  gtk_editable_set_text (values, "16,32");
  spec->only_static = TRUE;
  g_assert_true (dl_sweep_spec_vary (spec, "traffic.load=0.10001:0.19999:0.00001", &error));
  dl_sweep_setup_show (view->setup, spec);
  g_assert_cmpstr (gtk_editable_get_text (values), ==, "16,32");
  g_clear_pointer (&spec, dl_sweep_spec_free);

  spec = dl_sweep_spec_new (dl_session_get_scenario (fixture->session));
  spec->only_static = TRUE;
  g_assert_true (dl_sweep_spec_vary (spec, "traffic.load=0.101:0.199:0.001", &error));
  dl_sweep_setup_show (view->setup, spec);
  shown = dl_sweep_setup_get_spec (view->setup, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (dl_sweep_n_points (shown), ==, dl_sweep_n_points (spec));
}

/* The library ---------------------------------------------------------------------------------- */

static guint
n_stored (Fixture *fixture)
{
  return g_list_model_get_n_items (G_LIST_MODEL (view_of (fixture)->stored));
}

static void
test_stored (Fixture *fixture, gconstpointer data)
{
  DlSweepView *view = view_of (fixture);
  gint64 id;

  choose_short (fixture);
  dl_sweep_view_run (view);
  ui_wait_for (is_done (fixture));
  id = dl_sweep_job_get_sweep_id (view->job);
  g_assert_cmpint (id, !=, 0);
  dl_sweep_view_choose (view, dl_field_find ("torus", "tie"), DL_TORUS_N_DIMS);
  dl_sweep_view_run (view);
  ui_wait_for (is_done (fixture) && dl_sweep_job_get_sweep_id (view->job) != id);
  dl_sweep_list_update (view);
  ui_wait_for (n_stored (fixture) == 2);

  /* Open it like the window's library. */
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "sweep-open",
                                  g_variant_new_int64 (id));
  ui_wait_for (dl_sweep_job_get_sweep_id (view->job) == id && is_done (fixture));
  g_assert_cmpuint (points_of (fixture)->n_known, ==, points_of (fixture)->n_points);
  g_assert_cmpuint (points_of (fixture)->spec->n_seeds, ==, 3);

  gtk_widget_activate_action (GTK_WIDGET (view), "sweep.remove-stored", "x", id);
  ui_wait_for (n_stored (fixture) == 1);
  gtk_widget_activate_action (GTK_WIDGET (view), "sweep.unremove-stored", "x", id);
  ui_wait_for (n_stored (fixture) == 2);
}

/* Closed, its sweep goes on; the same window comes back. */
static void
test_close (Fixture *fixture, gconstpointer data)
{
  GtkWindow *window = dl_sweep_window_present (GTK_WINDOW (fixture->window), fixture->session);

  choose_short (fixture);
  dl_sweep_view_run (view_of (fixture));
  gtk_window_close (window);
  ui_idle ();
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window)));
  ui_wait_for (dl_sweep_job_get_state (dl_sweep_view_get_job (dl_sweep_window_get_view (window)))
               == DL_SWEEP_DONE);
  ui_act (fixture->window, "sweep", NULL);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window)));
}

static void
test_explained (Fixture *fixture, gconstpointer data)
{
  choose_short (fixture);
  dl_sweep_view_run (view_of (fixture));
  ui_wait_for (is_done (fixture));
  ui_assert_explained (GTK_WIDGET (view_of (fixture)->setup));
}

int
main (int argc, char **argv)
{
  g_autoptr (GtkApplication) application = NULL;

  ui_test_init (&argc, &argv);
  dl_ui_init ();
  application = ui_application_new ();
#define ADD(name, func) g_test_add ("/sweep-window/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("menu", test_menu);
  ADD ("from-control", test_from_control);
  ADD ("command", test_command);
  ADD ("export", test_export);
  ADD ("export-alone", test_export_alone);
  ADD ("points", test_points);
  ADD ("stranger", test_stranger);
  ADD ("table", test_table);
  ADD ("bad-values", test_bad_values);
  ADD ("long-values", test_long_values);
  ADD ("stored", test_stored);
  ADD ("close", test_close);
  ADD ("explained", test_explained);
  return g_test_run ();
}
