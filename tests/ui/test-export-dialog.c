/* The export dialog: what is chosen is what is shown, written and copied as a command. */
#include "dl-figure-command.h"
#include "dl-panel-list.h"
#include "dl-ui.h"
#include "export-fixture.h"
#include "metric-fixture.h"

static void
test_figures (ExportFixture *fixture, gconstpointer data)
{
  const DlEvaluation *result;

  export_open_ring (fixture, "ring-balance", torus_metric ("balance"), DL_Y, 3);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (export_part (fixture, "figure"))),
                    ==, export_index (&dl_family_torus, "ring-balance"));
  ui_wait_for (export_is_ready (fixture));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (export_part (fixture, "pages"))),
                   ==, "preview");

  /* This one has to be computed first. */
  export_choose (fixture, "figure", export_index (&dl_family_torus, "balance-histograms"));
  g_assert_cmpstr (export_label (fixture, "description"), ==,
                   dl_family_figure_find (&dl_family_torus, "balance-histograms")->description);
  g_assert_false (export_is_ready (fixture));
  ui_wait_for (export_is_ready (fixture));
  gtk_test_accessible_assert_property (export_part (fixture, "preview"),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Preview: VC balance histograms");

  /* And again for another scenario. */
  result = dl_session_get_result (fixture->session);
  dl_session_set_number (fixture->session, "torus.radix", DL_X, 5, TRUE);
  ui_wait_for (dl_session_get_result (fixture->session) != result && export_is_ready (fixture));
}

static void
test_sizes (ExportFixture *fixture, gconstpointer data)
{
  export_open_ring (fixture, "ring-matrix", torus_metric ("balance"), DL_X, 0);
  ui_wait_for (export_is_ready (fixture));

  export_choose (fixture, "format", DL_FIGURE_PDF);
  export_choose (fixture, "width", 1);
  g_assert_false (gtk_widget_get_visible (export_part (fixture, "inches_row")));
  g_assert_false (gtk_widget_get_visible (export_part (fixture, "dpi_row")));
  g_assert_true (g_str_has_prefix (export_label (fixture, "size"), "182 × "));
  g_assert_true (g_str_has_suffix (export_label (fixture, "size"), " mm"));
  g_assert_true (g_str_has_prefix (export_label (fixture, "caption"), "7.16 × "));

  /* A width of one's own begins at the one before. */
  export_choose (fixture, "width", 3);
  g_assert_true (gtk_widget_get_visible (export_part (fixture, "inches_row")));
  g_assert_true (g_str_has_prefix (export_label (fixture, "caption"), "7.16 × "));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (export_part (fixture, "inches")), 5);
  g_assert_true (g_str_has_prefix (export_label (fixture, "caption"), "5.00 × "));

  export_choose (fixture, "format", DL_FIGURE_PNG);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (export_part (fixture, "dpi")), 100);
  g_assert_true (gtk_widget_get_visible (export_part (fixture, "dpi_row")));
  g_assert_true (g_str_has_prefix (export_label (fixture, "size"), "500 × "));
  g_assert_true (g_str_has_suffix (export_label (fixture, "size"), " pixels"));

  export_choose (fixture, "format", DL_FIGURE_CSV);
  g_assert_false (gtk_widget_get_sensitive (export_part (fixture, "width_row")));
  g_assert_cmpstr (export_label (fixture, "size"), ==, "Exactly the plotted numbers");
}

static void
test_writes (ExportFixture *fixture, gconstpointer data)
{
  g_autofree char *contents = NULL;
  g_autofree char *path = g_build_filename (fixture->folder, "figure.csv", NULL);

  export_open_ring (fixture, "ring-balance", torus_metric ("balance"), DL_Z, 0);
  export_choose (fixture, "format", DL_FIGURE_CSV);
  ui_wait_for (export_is_ready (fixture));
  export_write_to (fixture, "figure"); /* the format's ending is added */
  g_assert_false (export_is_ready (fixture));
  g_assert_cmpstr (export_label (fixture, "caption"), ==, "Writing…");
  ui_wait_for (fixture->dialog == NULL);
  g_assert_cmpstr (fixture->exported, ==, path);
  g_assert_cmpstr (dl_toast_get_title (fixture->toasts), ==, "Exported “figure.csv”");
  contents = export_read_file (fixture, "figure.csv");
  g_assert_true (g_str_has_prefix (contents, "direction,x,y,z,"));
}

/* A figure has its own height until another is asked for. */
static void
test_height (ExportFixture *fixture, gconstpointer data)
{
  GtkSpinButton *height;

  export_open_ring (fixture, "ring-balance", torus_metric ("balance"), DL_Z, 0);
  ui_wait_for (export_is_ready (fixture));
  height = GTK_SPIN_BUTTON (export_part (fixture, "height"));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (height)), ==, "Automatic");
  gtk_editable_set_text (GTK_EDITABLE (height), "3");
  gtk_spin_button_update (height);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (height)), ==, "3.00");
  ui_wait_for (g_strcmp0 (export_label (fixture, "size"), "89 × 76 mm") == 0);
  gtk_editable_set_text (GTK_EDITABLE (height), "");
  gtk_spin_button_update (height);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (height)), ==, "Automatic");
  g_assert_cmpfloat (gtk_spin_button_get_value (height), ==, 0);
}

/* The format follows an ending that was typed, whatever the drop-down says. */
static void
test_writes_ending (ExportFixture *fixture, gconstpointer data)
{
  g_autofree char *contents = NULL;

  export_open_ring (fixture, "ring-matrix", torus_metric ("load"), DL_Z, 0);
  export_choose (fixture, "format", DL_FIGURE_PDF);
  ui_wait_for (export_is_ready (fixture));
  export_write_to (fixture, "figure.SVG");
  ui_wait_for (fixture->dialog == NULL);
  contents = export_read_file (fixture, "figure.SVG");
  g_assert_nonnull (strstr (contents, "<svg"));
}

static void
test_tells_errors (ExportFixture *fixture, gconstpointer data)
{
  g_autofree char *contents = NULL;

  export_open_ring (fixture, "ring-balance", torus_metric ("balance"), DL_Z, 0);
  export_choose (fixture, "format", DL_FIGURE_CSV);
  ui_wait_for (export_is_ready (fixture));
  export_write_to (fixture, "no-such-folder/figure.csv");
  ui_wait_for (export_is_ready (fixture));
  g_assert_true (gtk_widget_get_visible (export_part (fixture, "error")));
  g_assert_nonnull (strstr (export_label (fixture, "error"), "no-such-folder"));
  g_assert_null (fixture->exported);

  /* The file dialog did not ask about the file with the ending. */
  {
    g_autofree char *path = g_build_filename (fixture->folder, "kept.csv", NULL);
    g_assert_true (g_file_set_contents (path, "kept", -1, NULL));
  }
  export_write_to (fixture, "kept");
  g_assert_nonnull (strstr (export_label (fixture, "error"), "kept.csv"));
  g_assert_true (export_is_ready (fixture));
  contents = export_read_file (fixture, "kept.csv");
  g_assert_cmpstr (contents, ==, "kept");

  export_write_to (fixture, "kept.csv");
  g_assert_false (gtk_widget_get_visible (export_part (fixture, "error")));
  ui_wait_for (fixture->dialog == NULL);
}

/* A figure on its way is finished when the dialog is closed. */
static void
test_closed_meanwhile (ExportFixture *fixture, gconstpointer data)
{
  g_autofree char *contents = NULL;

  export_open_ring (fixture, "ring-balance", torus_metric ("balance"), DL_Z, 0);
  ui_wait_for (export_is_ready (fixture));
  export_write_to (fixture, "figure.csv");
  gtk_window_close (GTK_WINDOW (fixture->dialog));
  ui_wait_for (fixture->dialog == NULL);
  contents = export_read_file (fixture, "figure.csv");
  g_assert_cmpstr (dl_toast_get_title (fixture->toasts), ==, "Exported “figure.csv”");
}

static void
test_command (ExportFixture *fixture, gconstpointer data)
{
  export_open_ring (fixture, "ring-matrix", torus_metric ("balance"), DL_Y, 13);
  export_choose (fixture, "format", DL_FIGURE_PDF);
  export_choose (fixture, "width", 0);
  ui_wait_for (export_is_ready (fixture));
  export_assert_command (
      fixture, "dateline-cli figure ring-matrix FILE.dateline -o XT3-11x12x16-ring-matrix.pdf");
  export_choose (fixture, "figure", export_index (&dl_family_torus, "ring-balance"));
  export_choose (fixture, "width", 1);
  export_assert_command (fixture,
                         "dateline-cli figure ring-balance FILE.dateline --dimension y --node "
                         "0,0,13 -o XT3-11x12x16-ring-balance.pdf --width 7.16");
  export_choose (fixture, "format", DL_FIGURE_CSV);
  export_choose (fixture, "figure", export_index (&dl_family_torus, "channel-load"));
  export_assert_command (
      fixture, "dateline-cli figure channel-load FILE.dateline -o XT3-11x12x16-channel-load.csv");
}

/* Text that a shell must not read as something else. */
static void
test_command_quotes (void)
{
  const DlFigureInput view = { .metric = torus_metric ("signed") };
  g_autofree char *command
      = dl_figure_command (dl_family_figure_find (&dl_family_torus, "ring-matrix"), &view,
                           "library:it's; rm -r", NULL, "a b.png", 3.5, 150);

  g_assert_cmpstr (command, ==,
                   "dateline-cli figure ring-matrix 'library:it'\\''s; rm -r' --metric signed "
                   "-o 'a b.png' --dpi 150");
}

/* Panels, and what is written around figures ----------------------------------------------------
 */

static DlPanelList *
panel_list (ExportFixture *fixture)
{
  return DL_PANEL_LIST (export_part (fixture, "panels"));
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
click_in_panels (ExportFixture *fixture, guint button)
{
  g_signal_emit_by_name (nth_of (GTK_WIDGET (panel_list (fixture)), GTK_TYPE_BUTTON, &button),
                         "clicked");
}

static void
add_panel (ExportFixture *fixture, const char *figure)
{
  export_choose (fixture, "figure", export_index (&dl_family_torus, figure));
  g_signal_emit_by_name (export_part (fixture, "add_button"), "clicked");
  ui_wait_for (export_is_ready (fixture));
}

static void
type (ExportFixture *fixture, const char *name, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (export_part (fixture, name)), text);
}

static void
test_style (ExportFixture *fixture, gconstpointer data)
{
  g_autofree char *svg = NULL;

  export_open_ring (fixture, "ring-matrix", torus_metric ("balance"), DL_Y, 13);
  ui_wait_for (export_is_ready (fixture));
  export_choose (fixture, "format", DL_FIGURE_SVG);
  export_choose (fixture, "width", 0);
  type (fixture, "title", "It's mine");
  gtk_check_button_set_active (GTK_CHECK_BUTTON (export_part (fixture, "with_legend")), FALSE);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (export_part (fixture, "with_caption")), FALSE);
  export_choose (fixture, "metric", 2);
  export_assert_command (fixture,
                         "dateline-cli figure ring-matrix FILE.dateline --metric load --title "
                         "'It'\\''s mine' --no-legend --no-caption -o "
                         "XT3-11x12x16-ring-matrix.svg");
  export_write_to (fixture, "styled.svg");
  ui_wait_for (fixture->dialog == NULL);
  svg = export_read_file (fixture, "styled.svg");
  g_assert_nonnull (strstr (svg, "<title>It&apos;s mine: XT3 11x12x16</title>"));
}

/* Missing data is reported for a metric, too; planes are typed. */
static void
test_choices (ExportFixture *fixture, gconstpointer data)
{
  export_open_ring (fixture, "planes", torus_metric ("balance"), DL_Y, 13);
  ui_wait_for (export_is_ready (fixture));
  export_choose (fixture, "format", DL_FIGURE_PDF);
  export_choose (fixture, "width", 0);
  export_choose (fixture, "metric", 4);
  g_assert_false (export_is_ready (fixture));
  g_assert_cmpstr (export_label (fixture, "busy_label"), ==, "Run the simulation first (F8)");
  export_choose (fixture, "metric", 7);
  g_assert_false (export_is_ready (fixture));
  export_choose (fixture, "metric", 3);
  g_assert_false (export_is_ready (fixture));
  export_choose (fixture, "metric", 1);
  g_assert_true (export_is_ready (fixture));
  type (fixture, "planes", "3-5");
  export_assert_command (fixture,
                         "dateline-cli figure planes FILE.dateline --metric signed --planes 3-5 "
                         "-o XT3-11x12x16-planes.pdf");
  type (fixture, "planes", "16");
  g_assert_true (gtk_widget_get_visible (export_part (fixture, "error")));
  type (fixture, "planes", "");
  g_assert_false (gtk_widget_get_visible (export_part (fixture, "error")));
  g_assert_false (gtk_widget_get_visible (export_part (fixture, "show_row")));
  ui_assert_explained (
      gtk_widget_get_ancestor (export_part (fixture, "figure"), GTK_TYPE_SCROLLED_WINDOW));
}

/* Collected, put in order, named, removed; and still there the next time. */
static void
test_panels (ExportFixture *fixture, gconstpointer data)
{
  GtkWidget *entry;
  guint n, first = 0, second = 1;
  const DlFigurePanel *panels;
  g_autofree char *csv = NULL;

  export_open_ring (fixture, "ring-matrix", torus_metric ("load"), DL_Y, 13);
  ui_wait_for (export_is_ready (fixture));
  export_choose (fixture, "format", DL_FIGURE_PDF);
  export_choose (fixture, "width", 1);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (panel_list (fixture))));
  add_panel (fixture, "ring-matrix");
  add_panel (fixture, "balance-histograms");
  add_panel (fixture, "ring-balance");
  ui_assert_explained (
      gtk_widget_get_ancestor (export_part (fixture, "figure"), GTK_TYPE_SCROLLED_WINDOW));
  panels = dl_panel_list_get (panel_list (fixture), &n);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpstr (panels[1].figure->id, ==, "balance-histograms");
  export_assert_command (
      fixture, "dateline-cli figure panels FILE.dateline --panel 'ring-matrix --metric load' "
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
  ui_wait_for (export_is_ready (fixture));
  export_write_to (fixture, "panels.csv");
  ui_wait_for (fixture->dialog == NULL);
  csv = export_read_file (fixture, "panels.csv");
  g_assert_true (g_str_has_prefix (csv, "# Panel (a): balance-histograms, Under each policy\n"));
  g_assert_nonnull (
      strstr (csv, "\n# Panel (b): ring-matrix, Ring matrix\ndirection,x,y,z,state,"));

  export_open_ring (fixture, "isometric", torus_metric ("balance"), DL_Y, 13);
  ui_wait_for (export_is_ready (fixture));
  /* It opens on what is looked at, with the panels kept for later. */
  dl_panel_list_get (panel_list (fixture), &n);
  g_assert_cmpuint (n, ==, 0);
  export_assert_command (
      fixture, "dateline-cli figure isometric FILE.dateline -o XT3-11x12x16-isometric.pdf "
               "--width 7.16");
  dl_panel_list_set_used (panel_list (fixture), TRUE);
  dl_panel_list_get (panel_list (fixture), &n);
  g_assert_cmpuint (n, ==, 2);
  click_in_panels (fixture, 1);
  click_in_panels (fixture, 1);
  dl_panel_list_get (panel_list (fixture), &n);
  g_assert_cmpuint (n, ==, 0);
  export_choose (fixture, "width", 0);
  export_assert_command (
      fixture, "dateline-cli figure isometric FILE.dateline -o XT3-11x12x16-isometric.pdf");
}

/* Another scenario is opened, before the dialog or while it is open: nothing of the one before is
 * left in it. */
static void
test_other_scenario (ExportFixture *fixture, gconstpointer data)
{
  guint n;

  export_open_ring (fixture, "ring-matrix", torus_metric ("load"), DL_X, 0);
  ui_wait_for (export_is_ready (fixture));
  add_panel (fixture, "ring-matrix");
  gtk_window_destroy (GTK_WINDOW (fixture->dialog));
  ui_wait_for (fixture->dialog == NULL);

  export_show_preset (fixture, "cascade-2");
  export_open (fixture, "groups", (DlFigureInput) { .metric = dragonfly_metric ("use") });
  ui_wait_for (export_is_ready (fixture));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (panel_list (fixture))));
  g_signal_emit_by_name (export_part (fixture, "add_button"), "clicked");
  gtk_editable_set_text (GTK_EDITABLE (export_part (fixture, "title")), "Of the Cascade");

  export_show_preset (fixture, "fat-tree-16");
  ui_wait_for (export_is_ready (fixture));
  dl_panel_list_get (panel_list (fixture), &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (panel_list (fixture))));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (export_part (fixture, "title"))), ==, "");
  g_autofree char *command = export_copy_command (fixture->dialog);
  g_assert_null (strstr (command, "Cascade"));
  g_assert_nonnull (strstr (command, "figure levels"));
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
  EXPORT_TEST ("/export-dialog/figures", test_figures);
  EXPORT_TEST ("/export-dialog/sizes", test_sizes);
  EXPORT_TEST ("/export-dialog/height", test_height);
  EXPORT_TEST ("/export-dialog/writes", test_writes);
  EXPORT_TEST ("/export-dialog/writes-ending", test_writes_ending);
  EXPORT_TEST ("/export-dialog/tells-errors", test_tells_errors);
  EXPORT_TEST ("/export-dialog/closed-meanwhile", test_closed_meanwhile);
  EXPORT_TEST ("/export-dialog/command", test_command);
  EXPORT_TEST ("/export-dialog/style", test_style);
  EXPORT_TEST ("/export-dialog/choices", test_choices);
  EXPORT_TEST ("/export-dialog/panels", test_panels);
  EXPORT_TEST ("/export-dialog/other-scenario", test_other_scenario);
  g_test_add_func ("/export-dialog/command-quotes", test_command_quotes);
  return g_test_run ();
}
