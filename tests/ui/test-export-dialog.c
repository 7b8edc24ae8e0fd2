/* The export dialog: what is chosen is what is shown, written and copied as a command. */
#include "dl-export-dialog.h"
#include "dl-figure-command.h"
#include "dl-figure-jobs.h"
#include "dl-panel-list.h"
#include "dl-scenario-file.h"
#include "dl-toast-overlay.h"
#include "dl-ui.h"
#include "ui-fixture.h"

typedef struct
{
  char *folder;
  DlSession *session;
  GtkWidget *window;
  DlToastOverlay *toasts;
  GtkWidget *dialog;
  char *exported; /* path */
} Fixture;

static void
on_exported (DlExportDialog *dialog, const char *path, Fixture *fixture)
{
  g_free (fixture->exported);
  fixture->exported = g_strdup (path);
}

static void
open_view (Fixture *fixture, const char *figure, DlFigureInput view)
{
  fixture->dialog = GTK_WIDGET (
      dl_export_dialog_present (GTK_WINDOW (fixture->window), fixture->session, figure, &view));
  g_object_add_weak_pointer (G_OBJECT (fixture->dialog), (gpointer *) &fixture->dialog);
  g_signal_connect (fixture->dialog, "exported", G_CALLBACK (on_exported), fixture);
}

static void
open_dialog (Fixture *fixture, const char *figure, DlMetric metric, DlDim dim, guint node)
{
  open_view (fixture, figure,
             (DlFigureInput) { .metric = metric, .dim = dim, .node = node, .slice = DL_Z });
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("dateline-export-XXXXXX", NULL);
  fixture->session = dl_session_new (NULL);
  fixture->window = gtk_window_new ();
  fixture->toasts = DL_TOAST_OVERLAY (dl_toast_overlay_new ());
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->toasts));
  gtk_window_present (GTK_WINDOW (fixture->window));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  if (fixture->dialog != NULL)
    gtk_window_destroy (GTK_WINDOW (fixture->dialog));
  ui_wait_for (fixture->dialog == NULL); /* a job may still hold it */
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_settle (fixture->session);
  g_assert_finalize_object (fixture->session);
  ui_remove_folder (fixture->folder);
  g_free (fixture->exported);
}

static GtkWidget *
part (Fixture *fixture, const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (fixture->dialog, DL_TYPE_EXPORT_DIALOG, name));
}

static void
choose (Fixture *fixture, const char *name, guint index)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (part (fixture, name)), index);
}

static const char *
label (Fixture *fixture, const char *name)
{
  return gtk_label_get_label (GTK_LABEL (part (fixture, name)));
}

static gboolean
is_ready (Fixture *fixture)
{
  return gtk_widget_get_sensitive (part (fixture, "export_button"));
}

/* The figure's number in the drop-down. */
static guint
figure_index (const char *id)
{
  guint n;
  const DlFigure *const *figures = dl_figures (&n);

  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (figures[i]->id, id) == 0)
      return i;
  g_assert_not_reached ();
}

static void
write_to (Fixture *fixture, const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  dl_export_dialog_write (DL_EXPORT_DIALOG (fixture->dialog), file);
}

static char *
read_file (Fixture *fixture, const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autoptr (GError) error = NULL;
  char *contents;

  g_file_get_contents (path, &contents, NULL, &error);
  g_assert_no_error (error);
  return contents;
}

static void
test_figures (Fixture *fixture, gconstpointer data)
{
  const DlResult *result;

  open_dialog (fixture, "ring-balance", DL_METRIC_BALANCE, DL_Y, 3);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (part (fixture, "figure"))), ==,
                    figure_index ("ring-balance"));
  ui_wait_for (is_ready (fixture));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (part (fixture, "pages"))), ==,
                   "preview");

  /* This one has to be computed first. */
  choose (fixture, "figure", figure_index ("balance-histograms"));
  g_assert_cmpstr (label (fixture, "description"), ==,
                   dl_figure_find ("balance-histograms")->description);
  g_assert_false (is_ready (fixture));
  ui_wait_for (is_ready (fixture));
  gtk_test_accessible_assert_property (part (fixture, "preview"), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Preview: VC balance histograms");

  /* And again for another scenario. */
  result = dl_session_get_result (fixture->session);
  dl_session_set_radix (fixture->session, DL_X, 5);
  ui_wait_for (dl_session_get_result (fixture->session) != result && is_ready (fixture));
}

static void
test_sizes (Fixture *fixture, gconstpointer data)
{
  open_dialog (fixture, "ring-matrix", DL_METRIC_BALANCE, DL_X, 0);
  ui_wait_for (is_ready (fixture));

  choose (fixture, "format", DL_FIGURE_PDF);
  choose (fixture, "width", 1);
  g_assert_false (gtk_widget_get_visible (part (fixture, "inches_row")));
  g_assert_false (gtk_widget_get_visible (part (fixture, "dpi_row")));
  g_assert_true (g_str_has_prefix (label (fixture, "size"), "182 × "));
  g_assert_true (g_str_has_suffix (label (fixture, "size"), " mm"));
  g_assert_true (g_str_has_prefix (label (fixture, "caption"), "7.16 × "));

  /* A width of one's own begins at the one before. */
  choose (fixture, "width", 3);
  g_assert_true (gtk_widget_get_visible (part (fixture, "inches_row")));
  g_assert_true (g_str_has_prefix (label (fixture, "caption"), "7.16 × "));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (part (fixture, "inches")), 5);
  g_assert_true (g_str_has_prefix (label (fixture, "caption"), "5.00 × "));

  choose (fixture, "format", DL_FIGURE_PNG);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (part (fixture, "dpi")), 100);
  g_assert_true (gtk_widget_get_visible (part (fixture, "dpi_row")));
  g_assert_true (g_str_has_prefix (label (fixture, "size"), "500 × "));
  g_assert_true (g_str_has_suffix (label (fixture, "size"), " pixels"));

  choose (fixture, "format", DL_FIGURE_CSV);
  g_assert_false (gtk_widget_get_sensitive (part (fixture, "width_row")));
  g_assert_cmpstr (label (fixture, "size"), ==, "Exactly the numbers that are drawn");
}

static void
test_writes (Fixture *fixture, gconstpointer data)
{
  g_autofree char *contents = NULL;
  g_autofree char *path = g_build_filename (fixture->folder, "figure.csv", NULL);

  open_dialog (fixture, "ring-balance", DL_METRIC_BALANCE, DL_Z, 0);
  choose (fixture, "format", DL_FIGURE_CSV);
  ui_wait_for (is_ready (fixture));
  write_to (fixture, "figure"); /* the format's ending is added */
  g_assert_false (is_ready (fixture));
  g_assert_cmpstr (label (fixture, "caption"), ==, "Writing…");
  ui_wait_for (fixture->dialog == NULL);
  g_assert_cmpstr (fixture->exported, ==, path);
  g_assert_cmpstr (dl_toast_overlay_get_title (fixture->toasts), ==, "Exported “figure.csv”");
  contents = read_file (fixture, "figure.csv");
  g_assert_true (g_str_has_prefix (contents, "direction,x,y,z,"));
}

/* The format follows an ending that was typed, whatever the drop-down says. */
static void
test_writes_ending (Fixture *fixture, gconstpointer data)
{
  g_autofree char *contents = NULL;

  open_dialog (fixture, "ring-matrix", DL_METRIC_LOAD, DL_Z, 0);
  choose (fixture, "format", DL_FIGURE_PDF);
  ui_wait_for (is_ready (fixture));
  write_to (fixture, "figure.SVG");
  ui_wait_for (fixture->dialog == NULL);
  contents = read_file (fixture, "figure.SVG");
  g_assert_nonnull (strstr (contents, "<svg"));
}

static void
test_tells_errors (Fixture *fixture, gconstpointer data)
{
  g_autofree char *contents = NULL;

  open_dialog (fixture, "ring-balance", DL_METRIC_BALANCE, DL_Z, 0);
  choose (fixture, "format", DL_FIGURE_CSV);
  ui_wait_for (is_ready (fixture));
  write_to (fixture, "no-such-folder/figure.csv");
  ui_wait_for (is_ready (fixture));
  g_assert_true (gtk_widget_get_visible (part (fixture, "error")));
  g_assert_nonnull (strstr (label (fixture, "error"), "no-such-folder"));
  g_assert_null (fixture->exported);

  /* The file dialog did not ask about the file with the ending. */
  {
    g_autofree char *path = g_build_filename (fixture->folder, "kept.csv", NULL);
    g_assert_true (g_file_set_contents (path, "kept", -1, NULL));
  }
  write_to (fixture, "kept");
  g_assert_nonnull (strstr (label (fixture, "error"), "kept.csv"));
  g_assert_true (is_ready (fixture));
  contents = read_file (fixture, "kept.csv");
  g_assert_cmpstr (contents, ==, "kept");

  write_to (fixture, "kept.csv");
  g_assert_false (gtk_widget_get_visible (part (fixture, "error")));
  ui_wait_for (fixture->dialog == NULL);
}

/* A figure on its way is finished when the dialog is closed. */
static void
test_closed_meanwhile (Fixture *fixture, gconstpointer data)
{
  g_autofree char *contents = NULL;

  open_dialog (fixture, "ring-balance", DL_METRIC_BALANCE, DL_Z, 0);
  ui_wait_for (is_ready (fixture));
  write_to (fixture, "figure.csv");
  gtk_window_close (GTK_WINDOW (fixture->dialog));
  ui_wait_for (fixture->dialog == NULL);
  contents = read_file (fixture, "figure.csv");
  g_assert_cmpstr (dl_toast_overlay_get_title (fixture->toasts), ==, "Exported “figure.csv”");
}

static GtkWidget *
find_button (GtkWidget *widget, const char *text)
{
  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), text) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, text);
      if (found != NULL)
        return found;
    }
  return NULL;
}

#define assert_command(fixture, command)                                                           \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *copied = copy_command (fixture);                                              \
    g_assert_cmpstr (copied, ==, command);                                                         \
  }                                                                                                \
  G_STMT_END

static void
on_read (GObject *clipboard, GAsyncResult *result, gpointer user_data)
{
  *(char **) user_data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
}

static char *
copy_command (Fixture *fixture)
{
  char *text = NULL;

  g_signal_emit_by_name (find_button (fixture->dialog, "C_opy Command"), "clicked");
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (fixture->dialog), NULL, on_read, &text);
  ui_wait_for (text != NULL);
  return text;
}

static void
test_command (Fixture *fixture, gconstpointer data)
{
  open_dialog (fixture, "ring-matrix", DL_METRIC_BALANCE, DL_Y, 13);
  choose (fixture, "format", DL_FIGURE_PDF);
  choose (fixture, "width", 0);
  ui_wait_for (is_ready (fixture));
  assert_command (fixture,
                  "dateline-cli figure ring-matrix FILE.dateline -o XT3-11x12x16-ring-matrix.pdf");
  choose (fixture, "figure", figure_index ("ring-balance"));
  choose (fixture, "width", 1);
  assert_command (fixture, "dateline-cli figure ring-balance FILE.dateline --dimension y --node "
                           "0,0,13 -o XT3-11x12x16-ring-balance.pdf --width 7.16");
  choose (fixture, "format", DL_FIGURE_CSV);
  choose (fixture, "figure", figure_index ("channel-load"));
  assert_command (
      fixture, "dateline-cli figure channel-load FILE.dateline -o XT3-11x12x16-channel-load.csv");
}

/* What no shell may read as something else. */
static void
test_command_quotes (void)
{
  const DlFigureInput view = { .metric = DL_METRIC_SIGNED };
  g_autofree char *command = dl_figure_command (dl_figure_find ("ring-matrix"), &view,
                                                "library:it's; rm -r", NULL, "a b.png", 3.5, 150);

  g_assert_cmpstr (command, ==,
                   "dateline-cli figure ring-matrix 'library:it'\\''s; rm -r' --metric signed "
                   "-o 'a b.png' --dpi 150");
}

/* Figures of a simulation wait for one, and show the one they are given, whatever happens to the
 * scenario. */
static void
test_simulation (Fixture *fixture, gconstpointer data)
{
  const DlScenario *scenario = dl_session_get_scenario (fixture->session);
  DlSimulateOptions options = dl_simulate_options (scenario);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlSimulation) run = NULL;
  g_autoptr (DlSimFigure) simulation = NULL;
  g_autofree char *csv = NULL, *expected = NULL;

  open_dialog (fixture, "ring-balance", DL_METRIC_BALANCE, DL_Y, 3);
  ui_wait_for (is_ready (fixture));
  choose (fixture, "figure", figure_index ("age-histogram"));
  ui_idle ();
  g_assert_false (is_ready (fixture));
  g_assert_cmpstr (label (fixture, "busy_label"), ==, "Run the simulation first (F8)");

  options.cycles = 300;
  run = dl_simulate (scenario, &options, NULL, &error);
  g_assert_no_error (error);
  simulation = dl_sim_figure_new_run (run);
  dl_export_dialog_set_simulation (DL_EXPORT_DIALOG (fixture->dialog), simulation);
  g_assert_true (is_ready (fixture));
  dl_session_set_radix (fixture->session, DL_X, 5);
  ui_settle (fixture->session);
  ui_wait_for (is_ready (fixture));
  write_to (fixture, "ages.csv");
  ui_wait_for (fixture->exported != NULL);
  csv = read_file (fixture, "ages.csv");
  expected = g_strdup_printf ("\n2,%lu,", (gulong) run->measured.age[2]);
  g_assert_cmpuint (run->measured.age[2], >, 0);
  g_assert_nonnull (strstr (csv, expected));
}

/* The load curve is swept if there is none, which can be stopped; one that is there is shown. */
static void
test_load_curve (Fixture *fixture, gconstpointer data)
{
  const DlLoadSweepOptions options = { .n_seeds = 2, .cycles = 500 };
  g_autoptr (DlLoadCurve) curve = NULL;
  g_autofree char *csv = NULL, *expected = NULL;
  const DlResult *result;

  open_dialog (fixture, "ring-balance", DL_METRIC_BALANCE, DL_Y, 3);
  ui_wait_for (is_ready (fixture));
  choose (fixture, "figure", figure_index ("load-latency"));
  ui_idle ();
  g_assert_false (is_ready (fixture));
  g_assert_cmpstr (label (fixture, "busy_label"), ==, "Simulating at rising loads…");
  g_assert_true (gtk_widget_get_visible (part (fixture, "progress")));
  g_signal_emit_by_name (part (fixture, "stop_button"), "clicked");
  g_assert_false (is_ready (fixture));
  g_assert_false (gtk_widget_get_visible (part (fixture, "progress")));

  dl_session_set_radix (fixture->session, DL_X, 3);
  dl_session_set_radix (fixture->session, DL_Y, 3);
  dl_session_set_radix (fixture->session, DL_Z, 2);
  ui_settle (fixture->session);
  result = dl_session_get_result (fixture->session);
  curve
      = dl_load_curve_run (result->scenario, result->analysis, &options, 1, NULL, NULL, NULL, NULL);
  g_assert_nonnull (curve);
  dl_export_dialog_set_load_curve (DL_EXPORT_DIALOG (fixture->dialog), curve);
  g_assert_true (is_ready (fixture));
  write_to (fixture, "curve.csv");
  ui_wait_for (fixture->exported != NULL);
  csv = read_file (fixture, "curve.csv");
  expected = g_strdup_printf ("\nRound robin,0x0,%g,2,",
                              g_array_index (curve->series[0].points, DlLoadPoint, 0).load);
  g_assert_nonnull (strstr (csv, expected));
  g_assert_nonnull (strstr (csv, ",500,150,"));
}

/* Dragonflies ---------------------------------------------------------------------------------- */

static void
show_dragonfly (Fixture *fixture, const char *preset)
{
  g_autoptr (GError) error = NULL;

  dl_session_open_new (fixture->session, dl_preset_load (preset, &error));
  g_assert_no_error (error);
  ui_settle (fixture->session);
}

static guint
n_offered (Fixture *fixture)
{
  return g_list_model_get_n_items (
      gtk_drop_down_get_model (GTK_DROP_DOWN (part (fixture, "figure"))));
}

static guint
dragonfly_index (const char *id)
{
  guint n;
  const DlFigure *const *figures = dl_dragonfly_figures (&n);

  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (figures[i]->id, id) == 0)
      return i;
  g_assert_not_reached ();
}

/* The group and the order that the window shows, in the file and in the command. */
static void
test_dragonfly (Fixture *fixture, gconstpointer data)
{
  g_autofree char *csv = NULL;
  g_autofree char *scenario = NULL;
  g_autoptr (GError) error = NULL;
  guint n;

  show_dragonfly (fixture, "cascade-2");
  dl_dragonfly_figures (&n);
  open_view (fixture, "group",
             (DlFigureInput) { .metric = DL_METRIC_VC_SHARE, .group = 1, .sorted = TRUE });
  ui_wait_for (is_ready (fixture));
  g_assert_cmpuint (n_offered (fixture), ==, n);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (part (fixture, "figure"))), ==,
                    dragonfly_index ("group"));
  choose (fixture, "format", DL_FIGURE_CSV);
  assert_command (fixture, "dateline-cli figure group FILE.dateline --metric vc-share --group 1 "
                           "-o Cascade-2-small-groups-group.csv");
  choose (fixture, "figure", dragonfly_index ("groups"));
  assert_command (fixture, "dateline-cli figure groups FILE.dateline --metric vc-share --sorted "
                           "-o Cascade-2-small-groups-groups.csv");
  choose (fixture, "figure", dragonfly_index ("group"));
  write_to (fixture, "group.csv");
  ui_wait_for (fixture->dialog == NULL);
  csv = read_file (fixture, "group.csv");
  g_assert_true (g_str_has_prefix (csv, "from,to,index,class,state,vc_share\n1.0.0,"));
  g_assert_null (strstr (csv, "\n0.0.0,"));
  scenario = dl_figure_read_scenario ((const guint8 *) csv, strlen (csv), &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (scenario, "kind=dragonfly"));
}

static DlSimFigure *
simulate (const DlScenario *scenario, guint64 cycles)
{
  DlSimulateOptions options = dl_simulate_options (scenario);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlSimulation) run = NULL;

  options.cycles = cycles;
  run = dl_simulate (scenario, &options, NULL, &error);
  g_assert_no_error (error);
  return dl_sim_figure_new_run (run);
}

/* What the map shows of a run waits for one; what is there of it is drawn, link by link. */
static void
test_dragonfly_simulation (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DlSimFigure) simulation = NULL;
  g_autofree char *csv = NULL;
  g_auto (GStrv) rows = NULL;
  const DlDragonfly *net;

  show_dragonfly (fixture, "cascade-2");
  open_view (fixture, "group", (DlFigureInput) { .metric = DL_METRIC_SIM_LOAD });
  ui_idle ();
  g_assert_false (is_ready (fixture));
  g_assert_cmpstr (label (fixture, "busy_label"), ==, "Run the simulation first (F8)");
  choose (fixture, "figure", dragonfly_index ("throughput"));
  g_assert_false (is_ready (fixture));
  choose (fixture, "figure", dragonfly_index ("group"));

  simulation = simulate (dl_session_get_scenario (fixture->session), 1500);
  dl_export_dialog_set_simulation (DL_EXPORT_DIALOG (fixture->dialog), simulation);
  g_assert_true (is_ready (fixture));
  choose (fixture, "figure", dragonfly_index ("throughput"));
  g_assert_true (is_ready (fixture));
  choose (fixture, "figure", dragonfly_index ("group"));
  write_to (fixture, "group.csv");
  ui_wait_for (fixture->dialog == NULL);

  csv = read_file (fixture, "group.csv");
  rows = g_strsplit (csv, "\n", -1);
  net = dl_session_get_dragonfly_result (fixture->session)->dragonfly->dragonfly;
  g_assert_cmpuint (simulation->links.n_links, ==, net->n_links);
  for (guint link = 0; link < net->first_link[net->group_first[1]]; link++)
    {
      const double shown = g_ascii_strtod (strrchr (rows[1 + link], ',') + 1, NULL);

      g_assert_cmpfloat_with_epsilon (shown, simulation->links.load[link], 1e-6);
    }
}

/* Counters are kept while they are drawn, whatever happens to those of the window. */
static void
test_dragonfly_counters (Fixture *fixture, gconstpointer data)
{
  static const char *const text = "sg,sr,sc,dg,dr,dc,color,flits,stalls\n"
                                  "0,0,0,0,0,1,g,400,10\n"
                                  "0,0,0,0,0,2,g,100,40\n";
  g_autoptr (GError) error = NULL;
  DlCounters *counters = dl_counters_read (text, -1, "two links.csv", &error);
  g_autofree char *csv = NULL;

  g_assert_no_error (error);
  show_dragonfly (fixture, "cascade-2");
  open_view (fixture, "group", (DlFigureInput) { .metric = DL_METRIC_MEASURED_FLITS });
  ui_idle ();
  g_assert_false (is_ready (fixture));
  g_assert_cmpstr (label (fixture, "busy_label"), ==,
                   "Open a file of measured counters first (Ctrl+O)");
  gtk_window_destroy (GTK_WINDOW (fixture->dialog));
  ui_wait_for (fixture->dialog == NULL);

  open_view (fixture, "group",
             (DlFigureInput) { .metric = DL_METRIC_MEASURED_FLITS, .counters = counters });
  dl_counters_unref (counters);
  choose (fixture, "format", DL_FIGURE_CSV);
  ui_wait_for (is_ready (fixture));
  assert_command (fixture, "dateline-cli figure group FILE.dateline --metric measured-flits "
                           "--counters 'two links.csv' -o "
                           "Cascade-2-small-groups-group.csv");
  write_to (fixture, "group.csv");
  ui_wait_for (fixture->dialog == NULL);
  csv = read_file (fixture, "group.csv");
  g_assert_nonnull (strstr (csv, "\n0.0.0,0.0.1,0,green,up,1\n"));
  g_assert_nonnull (strstr (csv, "\n0.0.0,0.0.2,0,green,up,0.25\n"));
}

/* A scenario of the other kind has other figures, of which one that both have stays chosen; a
 * metric of the other kind means nothing. */
static void
test_other_kind (Fixture *fixture, gconstpointer data)
{
  guint n;

  open_dialog (fixture, "load-latency", DL_METRIC_SIGNED, DL_Y, 3);
  show_dragonfly (fixture, "cascade-2");
  dl_dragonfly_figures (&n);
  g_assert_cmpuint (n_offered (fixture), ==, n);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (part (fixture, "figure"))), ==,
                    dragonfly_index ("load-latency"));
  choose (fixture, "figure", dragonfly_index ("groups"));
  g_assert_cmpstr (label (fixture, "description"), ==,
                   dl_dragonfly_figure_find ("groups")->description);
  ui_wait_for (is_ready (fixture));
  choose (fixture, "format", DL_FIGURE_CSV);
  assert_command (fixture,
                  "dateline-cli figure groups FILE.dateline -o Cascade-2-small-groups-groups.csv");
  show_dragonfly (fixture, "ring-8");
  dl_figures (&n);
  g_assert_cmpuint (n_offered (fixture), ==, n);
  ui_wait_for (is_ready (fixture));
}

/* Panels, and what is written around figures ----------------------------------------------------
 */

static DlPanelList *
panel_list (Fixture *fixture)
{
  return DL_PANEL_LIST (part (fixture, "panels"));
}

/* The @index-th widget of @type below @root, in order. */
static GtkWidget *
nth_of (GtkWidget *root, GType type, guint *index)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (root, type) && (*index)-- == 0)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = nth_of (child, type, index);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
click_in_panels (Fixture *fixture, guint button)
{
  g_signal_emit_by_name (nth_of (GTK_WIDGET (panel_list (fixture)), GTK_TYPE_BUTTON, &button),
                         "clicked");
}

static void
add_panel (Fixture *fixture, const char *figure)
{
  choose (fixture, "figure", figure_index (figure));
  g_signal_emit_by_name (part (fixture, "add_button"), "clicked");
  ui_wait_for (is_ready (fixture));
}

static void
type (Fixture *fixture, const char *name, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (part (fixture, name)), text);
}

static void
test_style (Fixture *fixture, gconstpointer data)
{
  g_autofree char *svg = NULL;

  open_dialog (fixture, "ring-matrix", DL_METRIC_BALANCE, DL_Y, 13);
  ui_wait_for (is_ready (fixture));
  choose (fixture, "format", DL_FIGURE_SVG);
  choose (fixture, "width", 0);
  type (fixture, "title", "It's mine");
  gtk_check_button_set_active (GTK_CHECK_BUTTON (part (fixture, "with_legend")), FALSE);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (part (fixture, "with_caption")), FALSE);
  choose (fixture, "metric", DL_METRIC_LOAD);
  assert_command (fixture, "dateline-cli figure ring-matrix FILE.dateline --metric load --title "
                           "'It'\\''s mine' --no-legend --no-caption -o "
                           "XT3-11x12x16-ring-matrix.svg");
  write_to (fixture, "styled.svg");
  ui_wait_for (fixture->dialog == NULL);
  svg = read_file (fixture, "styled.svg");
  g_assert_nonnull (strstr (svg, "<title>It&apos;s mine: XT3 11x12x16</title>"));
}

/* What is missing is said of a metric, too; planes are typed. */
static void
test_choices (Fixture *fixture, gconstpointer data)
{
  open_dialog (fixture, "planes", DL_METRIC_BALANCE, DL_Y, 13);
  ui_wait_for (is_ready (fixture));
  choose (fixture, "format", DL_FIGURE_PDF);
  choose (fixture, "width", 0);
  choose (fixture, "metric", DL_METRIC_SIM_LOAD);
  g_assert_false (is_ready (fixture));
  g_assert_cmpstr (label (fixture, "busy_label"), ==, "Run the simulation first (F8)");
  choose (fixture, "metric", DL_METRIC_MEASURED);
  g_assert_false (is_ready (fixture));
  choose (fixture, "metric", DL_METRIC_CRITICAL);
  g_assert_false (is_ready (fixture));
  choose (fixture, "metric", DL_METRIC_SIGNED);
  g_assert_true (is_ready (fixture));
  type (fixture, "planes", "3-5");
  assert_command (fixture, "dateline-cli figure planes FILE.dateline --metric signed --planes 3-5 "
                           "-o XT3-11x12x16-planes.pdf");
  type (fixture, "planes", "16");
  g_assert_true (gtk_widget_get_visible (part (fixture, "error")));
  type (fixture, "planes", "");
  g_assert_false (gtk_widget_get_visible (part (fixture, "error")));
  g_assert_false (gtk_widget_get_visible (part (fixture, "show_row")));
  ui_assert_explained (
      gtk_widget_get_ancestor (part (fixture, "figure"), GTK_TYPE_SCROLLED_WINDOW));
}

/* Collected, put in order, named, removed; and still there the next time. */
static void
test_panels (Fixture *fixture, gconstpointer data)
{
  GtkWidget *entry;
  guint n, first = 0, second = 1;
  const DlFigurePanel *panels;
  g_autofree char *csv = NULL;

  open_dialog (fixture, "ring-matrix", DL_METRIC_LOAD, DL_Y, 13);
  ui_wait_for (is_ready (fixture));
  choose (fixture, "format", DL_FIGURE_PDF);
  choose (fixture, "width", 1);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (panel_list (fixture))));
  add_panel (fixture, "ring-matrix");
  add_panel (fixture, "balance-histograms");
  add_panel (fixture, "ring-balance");
  ui_assert_explained (
      gtk_widget_get_ancestor (part (fixture, "figure"), GTK_TYPE_SCROLLED_WINDOW));
  panels = dl_panel_list_get (panel_list (fixture), &n);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpstr (panels[1].figure->id, ==, "balance-histograms");
  assert_command (fixture,
                  "dateline-cli figure panels FILE.dateline --panel 'ring-matrix --metric load' "
                  "--panel balance-histograms --panel 'ring-balance --dimension y --node 0,0,13' "
                  "-o XT3-11x12x16-panels.pdf --width 7.16");

  /* Up, of the second row, and its title. */
  entry = nth_of (GTK_WIDGET (panel_list (fixture)), GTK_TYPE_ENTRY, &second);
  gtk_editable_set_text (GTK_EDITABLE (entry), "Under each policy");
  click_in_panels (fixture, 2);
  panels = dl_panel_list_get (panel_list (fixture), &n);
  g_assert_cmpstr (panels[0].figure->id, ==, "balance-histograms");
  g_assert_cmpstr (panels[0].input.style.title, ==, "Under each policy");
  g_assert_cmpstr (panels[1].figure->id, ==, "ring-matrix");
  entry = nth_of (GTK_WIDGET (panel_list (fixture)), GTK_TYPE_ENTRY, &first);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "Under each policy");
  /* Remove, of the last one. */
  click_in_panels (fixture, 5);
  dl_panel_list_get (panel_list (fixture), &n);
  g_assert_cmpuint (n, ==, 2);
  ui_wait_for (is_ready (fixture));
  write_to (fixture, "panels.csv");
  ui_wait_for (fixture->dialog == NULL);
  csv = read_file (fixture, "panels.csv");
  g_assert_true (g_str_has_prefix (csv, "# Panel (a): balance-histograms, Under each policy\n"));
  g_assert_nonnull (
      strstr (csv, "\n# Panel (b): ring-matrix, Ring matrix\ndirection,x,y,z,state,"));

  open_dialog (fixture, "isometric", DL_METRIC_BALANCE, DL_Y, 13);
  ui_wait_for (is_ready (fixture));
  dl_panel_list_get (panel_list (fixture), &n);
  g_assert_cmpuint (n, ==, 2);
  click_in_panels (fixture, 1);
  click_in_panels (fixture, 1);
  dl_panel_list_get (panel_list (fixture), &n);
  g_assert_cmpuint (n, ==, 0);
  choose (fixture, "width", 0);
  assert_command (fixture,
                  "dateline-cli figure isometric FILE.dateline -o XT3-11x12x16-isometric.pdf");
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  dl_ui_init ();

#define ADD(name, func) g_test_add ("/export-dialog/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("figures", test_figures);
  ADD ("sizes", test_sizes);
  ADD ("writes", test_writes);
  ADD ("writes-ending", test_writes_ending);
  ADD ("tells-errors", test_tells_errors);
  ADD ("closed-meanwhile", test_closed_meanwhile);
  ADD ("command", test_command);
  ADD ("simulation", test_simulation);
  ADD ("load-curve", test_load_curve);
  ADD ("dragonfly", test_dragonfly);
  ADD ("dragonfly-simulation", test_dragonfly_simulation);
  ADD ("dragonfly-counters", test_dragonfly_counters);
  ADD ("other-kind", test_other_kind);
  ADD ("style", test_style);
  ADD ("choices", test_choices);
  ADD ("panels", test_panels);
#undef ADD
  g_test_add_func ("/export-dialog/command-quotes", test_command_quotes);
  return g_test_run ();
}
