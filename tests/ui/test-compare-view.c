/* The compare page: scenarios come and go, follow edits, are simulated and stopped; columns, order,
 * the base, and what is copied. */
#include "dl-compare-view.h"
#include "dl-scenario-file.h"
#include "dl-pin.h"
#include "dl-rows.h"
#include "dl-session-edits.h"
#include "dl-session-pin.h"
#include "dl-store-runs.h"
#include "dl-ui.h"
#include "ui-fixture.h"

#include <math.h>
#include <string.h>

typedef struct
{
  char *folder;
  DlLibrary *library;
  DlSession *session;
  GtkWidget *view;
  GtkWidget *window;
  DlCompare *compare;
  char *told;
} Fixture;

static void
on_told (DlCompareView *view, const char *message, Fixture *fixture)
{
  g_free (fixture->told);
  fixture->told = g_strdup (message);
}

static gboolean
is_open (Fixture *fixture, const char *name)
{
  return g_strcmp0 (dl_session_get_scenario (fixture->session)->name, name) == 0
         && dl_session_get_scenario_id (fixture->session) != 0;
}

static void
open_preset (Fixture *fixture, const char *id, const char *name)
{
  DlScenario *scenario = dl_preset_load (id, NULL);

  scenario->simulation.cycles = 900;
  scenario->simulation.warmup_cycles = 100;
  dl_session_open_new (fixture->session, scenario);
  ui_wait_for (is_open (fixture, name));
}

static const DlComparisonRow *
row (Fixture *fixture, guint i)
{
  const DlComparison *comparison = dl_compare_get_comparison (fixture->compare);

  return i < comparison->rows->len ? dl_comparison_row (comparison, i) : NULL;
}

static gint64
find (Fixture *fixture, const char *name)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (fixture->library)); i++)
    {
      g_autoptr (DlLibraryItem) item = g_list_model_get_item (G_LIST_MODEL (fixture->library), i);
      if (g_strcmp0 (dl_library_item_get_name (item), name) == 0)
        return dl_library_item_get_id (item);
    }
  return 0;
}

static guint
n_rows (Fixture *fixture)
{
  return dl_compare_get_comparison (fixture->compare)->rows->len;
}

/* Columns are remembered from test to test, too. */
static void
forget_columns (void)
{
  g_autoptr (GSettings) settings = g_settings_new ("org.dateline.Dateline");

  g_settings_reset (settings, "compare-measures");
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = NULL;

  forget_columns ();

  fixture->folder = g_dir_make_tmp ("dateline-compare-XXXXXX", NULL);
  path = g_build_filename (fixture->folder, "library.db", NULL);
  fixture->library = dl_library_new (path);
  fixture->session = dl_session_new (fixture->library);
  ui_wait_for (is_open (fixture, "XT3 11x12x16"));
  open_preset (fixture, "generic-33", "Dragonfly 33 groups");
  open_preset (fixture, "mesh-4x4", "Mesh 4x4");
  open_preset (fixture, "ring-8", "Ring of 8");
  ui_wait_for (g_list_model_get_n_items (G_LIST_MODEL (fixture->library)) == 4);
  fixture->view = dl_compare_view_new (fixture->session);
  fixture->compare = dl_compare_view_get_compare (DL_COMPARE_VIEW (fixture->view));
  fixture->window = ui_window_new (fixture->view, 1000, 480);
  g_signal_connect (fixture->view, "told", G_CALLBACK (on_told), fixture);
  ui_wait_for (row (fixture, 0)->evaluated);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_settle (fixture->session);
  dl_library_close (fixture->library, NULL);
  ui_idle ();
  ui_assert_finalize (fixture->session);
  ui_assert_finalize (fixture->library);
  g_free (fixture->told);
  ui_remove_folder (fixture->folder);
}

static void
add (Fixture *fixture, const char *name)
{
  const guint n = n_rows (fixture);

  dl_compare_add (fixture->compare, find (fixture, name));
  ui_wait_for (n_rows (fixture) == n + 1 && row (fixture, n)->evaluated);
}

static GtkColumnViewColumn *
column (Fixture *fixture, const char *title)
{
  GListModel *columns
      = gtk_column_view_get_columns (ui_find (fixture->view, GTK_TYPE_COLUMN_VIEW, 0));

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) at = g_list_model_get_item (columns, i);

      if (g_strcmp0 (gtk_column_view_column_get_title (at), title) == 0)
        return at;
    }
  return NULL;
}

static gboolean
is_shown (Fixture *fixture, const char *title)
{
  return column (fixture, title) != NULL
         && gtk_column_view_column_get_visible (column (fixture, title));
}

/* The names of the rows, as they are sorted now. */
static char *
order (Fixture *fixture)
{
  GListModel *model
      = G_LIST_MODEL (gtk_column_view_get_model (ui_find (fixture->view, GTK_TYPE_COLUMN_VIEW, 0)));
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (DlRow) at = g_list_model_get_item (model, i);

      g_string_append_printf (
          text, "%s%s", i > 0 ? "|" : "",
          dl_comparison_find (dl_compare_get_comparison (fixture->compare), dl_row_get_index (at))
              ->name);
    }
  return g_string_free (text, FALSE);
}

static void
test_rows (Fixture *fixture, gconstpointer data)
{
  const DlMeasure *hops = dl_measure_find ("mean_hops");
  double before;

  ui_assert_explained (fixture->view);
  g_assert_cmpuint (n_rows (fixture), ==, 1);
  g_assert_cmpstr (row (fixture, 0)->name, ==, "Ring of 8");
  g_assert_true (is_shown (fixture, "Mean hops"));
  g_assert_false (is_shown (fixture, "Saturation load\nflits/node/cycle"));
  add (fixture, "Mesh 4x4");
  add (fixture, "Dragonfly 33 groups");
  g_assert_true (is_shown (fixture, "Saturation load\nflits/node/cycle"));
  ui_idle ();
  g_assert_true (ui_says (fixture->view, "Mesh 4x4"));
  g_assert_true (ui_says (fixture->view, "★ 2.286"));
  g_assert_true (ui_says (fixture->view, "2.667"));
  /* Not twice. */
  dl_compare_add (fixture->compare, find (fixture, "Mesh 4x4"));
  ui_idle ();
  g_assert_cmpuint (n_rows (fixture), ==, 3);

  /* The open one follows its edits; the others stay. */
  before = dl_comparison_get (row (fixture, 0), hops).mean;
  dl_session_set_number (fixture->session, "torus.wrap", DL_X, FALSE, FALSE);
  ui_wait_for (row (fixture, 0)->evaluated
               && dl_comparison_get (row (fixture, 0), hops).mean > before);
  g_assert_cmpfloat (dl_comparison_get (row (fixture, 0), hops).mean, ==, 3);
  dl_session_rename (fixture->session, "Line of 8");
  ui_settle (fixture->session);
  g_assert_true (ui_says (fixture->view, "Line of 8"));
  g_assert_cmpstr (row (fixture, 1)->name, ==, "Mesh 4x4");

  /* Another one is open: the row stays what it was. */
  dl_session_open (fixture->session, find (fixture, "Mesh 4x4"));
  ui_wait_for (is_open (fixture, "Mesh 4x4"));
  ui_settle (fixture->session);
  g_assert_cmpstr (row (fixture, 0)->name, ==, "Line of 8");
  g_assert_cmpuint (n_rows (fixture), ==, 3);

  gtk_widget_activate_action (fixture->view, "compare.remove", NULL);
  ui_idle ();
  g_assert_cmpuint (n_rows (fixture), ==, 2);
  g_assert_cmpstr (row (fixture, 0)->name, ==, "Mesh 4x4");
  gtk_widget_activate_action (fixture->view, "compare.remove", NULL);
  gtk_widget_activate_action (fixture->view, "compare.remove", NULL);
  gtk_widget_activate_action (fixture->view, "compare.remove", NULL);
  ui_idle ();
  g_assert_cmpuint (n_rows (fixture), ==, 0);
}

static void
sort_by (Fixture *fixture, const char *title, GtkSortType type)
{
  gtk_column_view_sort_by_column (ui_find (fixture->view, GTK_TYPE_COLUMN_VIEW, 0),
                                  column (fixture, title), type);
}

static void
assert_order (Fixture *fixture, const char *expected)
{
  g_autofree char *names = order (fixture);

  g_assert_cmpstr (names, ==, expected);
}

/* Rows without a value come last in both directions. */
static void
test_blanks (Fixture *fixture, gconstpointer data)
{
  const GtkSortType types[] = { GTK_SORT_DESCENDING, GTK_SORT_ASCENDING };

  dl_compare_simulate (fixture->compare, 1);
  ui_wait_for (!dl_compare_is_simulating (fixture->compare));
  add (fixture, "Mesh 4x4");
  add (fixture, "XT3 11x12x16");
  dl_compare_view_show_measure (DL_COMPARE_VIEW (fixture->view), dl_measure_find ("latency_mean"),
                                TRUE);
  sort_by (fixture, "Scenario", GTK_SORT_DESCENDING);
  assert_order (fixture, "XT3 11x12x16|Ring of 8|Mesh 4x4");
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *names = NULL;

      sort_by (fixture, "Mean network latency", types[i]);
      names = order (fixture);
      g_assert_true (g_str_has_prefix (names, "Ring of 8|"));
    }
  sort_by (fixture, "Scenario", GTK_SORT_ASCENDING);
  assert_order (fixture, "Mesh 4x4|Ring of 8|XT3 11x12x16");
}

static void
test_order (Fixture *fixture, gconstpointer data)
{
  add (fixture, "Mesh 4x4");
  add (fixture, "XT3 11x12x16");
  assert_order (fixture, "Ring of 8|Mesh 4x4|XT3 11x12x16");
  sort_by (fixture, "Mean hops", GTK_SORT_DESCENDING);
  assert_order (fixture, "XT3 11x12x16|Mesh 4x4|Ring of 8");
  sort_by (fixture, "Scenario", GTK_SORT_ASCENDING);
  assert_order (fixture, "Mesh 4x4|Ring of 8|XT3 11x12x16");
  /* The order follows values as they come: a mesh in one dimension is not a ring any more. */
  sort_by (fixture, "Mean hops", GTK_SORT_ASCENDING);
  assert_order (fixture, "Ring of 8|Mesh 4x4|XT3 11x12x16");
  dl_session_set_number (fixture->session, "torus.wrap", DL_X, FALSE, FALSE);
  ui_wait_for (row (fixture, 0)->evaluated);
  ui_settle (fixture->session);
  assert_order (fixture, "Mesh 4x4|Ring of 8|XT3 11x12x16");

  dl_compare_view_show_measure (DL_COMPARE_VIEW (fixture->view), dl_measure_find ("mean_hops"),
                                FALSE);
  g_assert_false (is_shown (fixture, "Mean hops"));
}

static void
test_base (Fixture *fixture, gconstpointer data)
{
  g_autofree char *all = NULL;

  add (fixture, "Mesh 4x4");
  ui_idle ();
  g_assert_false (ui_says (fixture->view, "+16.7%"));
  dl_compare_view_set_base (DL_COMPARE_VIEW (fixture->view), row (fixture, 0)->id);
  ui_idle ();
  /* 8/3 hops against 16/7. */
  g_assert_true (ui_says (fixture->view, "+16.7%, worse"));
  g_assert_true (ui_says (fixture->view, "excludes 0"));
  all = dl_compare_view_to_text (DL_COMPARE_VIEW (fixture->view), "markdown");
  g_assert_nonnull (strstr (all, "2.667 (+16.7 %\\*)"));
  /* It goes with its scenario. */
  gtk_widget_activate_action (fixture->view, "compare.remove", NULL);
  ui_idle ();
  g_assert_false (ui_says (fixture->view, "excludes 0"));
}

static void
test_simulate (Fixture *fixture, gconstpointer data)
{
  const DlMeasure *latency = dl_measure_find ("latency_mean");
  GtkWidget *simulate = ui_find_button (fixture->view, "Si_mulate");
  GtkWidget *cancel = ui_find_button (fixture->view, "_Cancel");
  double runs[3], mean = 0, squares = 0;

  add (fixture, "Mesh 4x4");
  g_assert_true (gtk_widget_get_visible (simulate) && !gtk_widget_get_visible (cancel));
  g_signal_emit_by_name (simulate, "clicked");
  g_assert_true (!gtk_widget_get_visible (simulate) && gtk_widget_get_visible (cancel));
  ui_wait_for (!dl_compare_is_simulating (fixture->compare));
  ui_idle ();
  g_assert_true (gtk_widget_get_visible (simulate) && !gtk_widget_get_visible (cancel));
  for (guint i = 0; i < 2; i++)
    g_assert_cmpuint (row (fixture, i)->runs->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      runs[i] = dl_measure_get (latency, &g_array_index (row (fixture, 1)->runs, DlSweepResult, i));
      mean += runs[i] / 3;
    }
  for (guint i = 0; i < 3; i++)
    squares += (runs[i] - mean) * (runs[i] - mean);
  {
    g_autofree char *text
        = dl_measure_format_interval (latency, mean, 4.303 * sqrt (squares / 2 / 3), FALSE);

    g_assert_nonnull (strstr (text, " ± "));
    g_assert_true (ui_says (fixture->view, text));
  }
  g_assert_true (ui_says (fixture->view, "3 runs"));
  /* Nothing is run twice. */
  g_signal_emit_by_name (simulate, "clicked");
  g_assert_cmpstr (fixture->told, ==, "All these runs already exist");

  /* An edit takes its results away, and no others. */
  dl_session_set (fixture->session, "traffic.load", "0.1", FALSE);
  ui_settle (fixture->session);
  g_assert_cmpuint (row (fixture, 0)->runs->len, ==, 0);
  g_assert_cmpuint (row (fixture, 1)->runs->len, ==, 3);
}

/* Stopped: the window lets go at once, and what was finished stays. */
static void
test_cancel (Fixture *fixture, gconstpointer data)
{
  GtkWidget *simulate = ui_find_button (fixture->view, "Si_mulate");
  GtkWidget *cancel = ui_find_button (fixture->view, "_Cancel");

  add (fixture, "XT3 11x12x16");
  g_signal_emit_by_name (simulate, "clicked");
  ui_wait_for (row (fixture, 0)->runs->len > 0);
  g_assert_true (dl_compare_is_simulating (fixture->compare));
  g_signal_emit_by_name (cancel, "clicked");
  g_assert_false (dl_compare_is_simulating (fixture->compare));
  g_assert_true (gtk_widget_get_visible (simulate));
  g_assert_cmpuint (row (fixture, 0)->runs->len, >=, 1);
  g_assert_cmpuint (row (fixture, 1)->runs->len, <, 3);
}

static void
test_copy (Fixture *fixture, gconstpointer data)
{
  g_autofree char *csv = NULL, *latex = NULL;

  add (fixture, "Mesh 4x4");
  csv = dl_compare_view_to_text (DL_COMPARE_VIEW (fixture->view), "csv");
  /* The shown columns, and nothing else. */
  g_assert_true (g_str_has_prefix (csv,
                                   "scenario,from,kind,runs,accepted_load,latency_mean,latency_p99,"
                                   "unreachable_pairs,mean_hops,deadlock_free,vc_balance_mean_x,"
                                   "vc_balance_mean_y,vc_balance_mean_z\n"
                                   "Ring of 8,library:Ring of 8,torus,0,"));
  latex = dl_compare_view_to_text (DL_COMPARE_VIEW (fixture->view), "latex");
  g_assert_nonnull (strstr (latex, "\\toprule"));
  gtk_widget_activate_action (fixture->view, "compare.copy", "s", "csv");
  g_assert_cmpstr (fixture->told, ==, "Copied the table");
}

/* The runs of the library in @path, by digest: what a new window would find. */
static guint
n_stored (Fixture *fixture)
{
  g_autofree char *path = g_build_filename (fixture->folder, "library.db", NULL);
  g_autoptr (DlStore) store = dl_store_open_read_only (path, NULL);
  g_autoptr (GPtrArray) runs
      = dl_store_list_runs (store, dl_session_get_scenario_id (fixture->session), NULL);

  for (guint i = 0; i < runs->len; i++)
    {
      const DlStoreRun *run = g_ptr_array_index (runs, i);

      /* The values that a sweep would keep. */
      g_assert_false (isnan (dl_store_run_value (run, "latency_mean")));
      g_assert_false (isnan (dl_store_run_value (run, "mean_hops")));
      g_assert_nonnull (run->outcome);
    }
  return runs->len;
}

static void
reopen (Fixture *fixture)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_idle ();
  fixture->view = dl_compare_view_new (fixture->session);
  fixture->compare = dl_compare_view_get_compare (DL_COMPARE_VIEW (fixture->view));
  fixture->window = ui_window_new (fixture->view, 1000, 480);
}

/* Runs are there in the next window, and are not simulated again; nor are a sweep's. */
static void
test_kept (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DlSweepSpec) spec = NULL;
  g_auto (GStrv) digests = NULL;
  DlSweepResult first;

  dl_compare_simulate (fixture->compare, 2);
  g_assert_true (dl_compare_is_simulating (fixture->compare));
  ui_wait_for (!dl_compare_is_simulating (fixture->compare));
  g_assert_cmpuint (row (fixture, 0)->runs->len, ==, 2);
  first = g_array_index (row (fixture, 0)->runs, DlSweepResult, 0);
  ui_wait_for (n_stored (fixture) == 2);

  reopen (fixture);
  ui_wait_for (row (fixture, 0)->runs->len == 2);
  g_assert_false (dl_compare_is_simulating (fixture->compare));
  g_assert_cmpfloat (g_array_index (row (fixture, 0)->runs, DlSweepResult, 0).latency_mean, ==,
                     first.latency_mean);
  dl_compare_simulate (fixture->compare, 2);
  g_assert_false (dl_compare_is_simulating (fixture->compare));

  /* A sweep knows them by the same digests. */
  spec = dl_sweep_spec_new (dl_session_get_scenario (fixture->session));
  spec->n_seeds = 2;
  digests = dl_sweep_digests (spec);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, "library.db", NULL);
      g_autoptr (DlStore) store = dl_store_open_read_only (path, NULL);
      g_autoptr (DlStoreRun) run = dl_store_find_run (store, digests[i], NULL);

      g_assert_nonnull (run);
    }
}

/* Another program has made it meanwhile: its result is taken, even if it is another. */
static void
test_never_twice (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "library.db", NULL);
  g_autoptr (DlStore) store = dl_store_open (path, NULL);
  const DlScenario *scenario = dl_session_get_scenario (fixture->session);
  g_autofree char *digest = dl_sweep_digest (scenario, scenario->seed);
  g_autoptr (DlStoreRun) run = dl_store_run_new (digest, scenario->seed, "0");
  const DlStoreRun *one[] = { run };

  dl_store_run_add_value (run, "latency_mean", 4711);
  dl_store_run_add_value (run, "cycles", 900);
  run->outcome = g_strdup ("0");
  g_assert_true (dl_store_add_runs (store, one, 1, NULL));
  dl_compare_simulate (fixture->compare, 2);
  ui_wait_for (!dl_compare_is_simulating (fixture->compare));
  g_assert_cmpuint (row (fixture, 0)->runs->len, ==, 2);
  g_assert_cmpfloat (g_array_index (row (fixture, 0)->runs, DlSweepResult, 0).latency_mean, ==,
                     4711);
  g_assert_cmpfloat (g_array_index (row (fixture, 0)->runs, DlSweepResult, 1).latency_mean, <,
                     4711);
}

static void
test_pinned (Fixture *fixture, gconstpointer data)
{
  GtkWidget *button = ui_find_button (fixture->view, "Add _B");

  g_assert_false (gtk_widget_get_sensitive (button));
  dl_session_pin_now (fixture->session, NULL, NULL);
  ui_wait_for (dl_session_get_pin (fixture->session) != NULL);
  g_assert_true (gtk_widget_get_sensitive (button));
  dl_session_set (fixture->session, "traffic.load", "0.1", FALSE);
  ui_settle (fixture->session);
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpuint (n_rows (fixture), ==, 2);
  ui_wait_for (row (fixture, 1)->evaluated);
  g_assert_cmpstr (row (fixture, 1)->name, ==, dl_session_get_pin (fixture->session)->label);
  /* It stays what it was, and stands there once. */
  dl_session_set (fixture->session, "traffic.load", "0.2", FALSE);
  ui_settle (fixture->session);
  g_assert_cmpfloat (row (fixture, 1)->scenario->traffic.load, !=, .2);
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpuint (n_rows (fixture), ==, 2);
  g_assert_cmpstr (fixture->told, ==, "The pinned state is already in the table");
}

static void
test_run_of_library (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "library.db", NULL);
  g_autoptr (DlStore) store = NULL;
  g_autoptr (GPtrArray) runs = NULL;

  dl_compare_simulate (fixture->compare, 1);
  ui_wait_for (!dl_compare_is_simulating (fixture->compare) && n_stored (fixture) == 1);
  store = dl_store_open_read_only (path, NULL);
  runs = dl_store_list_runs (store, dl_session_get_scenario_id (fixture->session), NULL);
  dl_compare_add_run (fixture->compare, ((const DlStoreRun *) runs->pdata[0])->id, "as it was");
  ui_wait_for (n_rows (fixture) == 2 && row (fixture, 1)->runs->len == 1);
  g_assert_cmpstr (row (fixture, 1)->name, ==, "Ring of 8 (as it was)");
  dl_compare_add_run (fixture->compare, 4711, "");
  ui_wait_for (fixture->told != NULL);
}

/* The list to add from is searched by itself. */
static void
test_own_search (Fixture *fixture, gconstpointer data)
{
  GtkMenuButton *button = ui_find (fixture->view, GTK_TYPE_MENU_BUTTON, 0);
  GtkPopover *popover = gtk_menu_button_get_popover (button);
  GtkEditable *search = ui_find (GTK_WIDGET (popover), GTK_TYPE_SEARCH_ENTRY, 0);
  GtkListView *list = ui_find (GTK_WIDGET (popover), GTK_TYPE_LIST_VIEW, 0);
  GListModel *model = G_LIST_MODEL (gtk_list_view_get_model (list));

  dl_library_set_search (fixture->library, "torus");
  gtk_popover_popup (popover);
  ui_wait_for (g_list_model_get_n_items (model) == 4);
  gtk_editable_set_text (search, "mesh");
  ui_wait_for (g_list_model_get_n_items (model) == 1);
  g_assert_cmpstr (dl_library_get_search (fixture->library), ==, "torus");
  gtk_popover_popdown (popover);
}

static void
test_columns_stay (Fixture *fixture, gconstpointer data)
{
  const DlMeasure *hops = dl_measure_find ("mean_hops");
  const DlMeasure *pairs = dl_measure_find ("pairs");

  g_assert_false (gtk_column_view_column_get_visible (column (fixture, pairs->title)));
  dl_compare_view_show_measure (DL_COMPARE_VIEW (fixture->view), hops, FALSE);
  dl_compare_view_show_measure (DL_COMPARE_VIEW (fixture->view), pairs, TRUE);
  reopen (fixture);
  g_assert_false (gtk_column_view_column_get_visible (column (fixture, hops->title)));
  g_assert_true (gtk_column_view_column_get_visible (column (fixture, pairs->title)));
}

/* The chart's numbers are the table's, and it is a figure. */
static void
test_chart (Fixture *fixture, gconstpointer data)
{
  char *folder = g_dir_make_tmp ("dateline-compare-XXXXXX", NULL);
  g_autofree char *csv_name = g_build_filename (folder, "chart.csv", NULL);
  g_autofree char *pdf_name = g_build_filename (folder, "chart.pdf", NULL);
  g_autofree char *csv = NULL;
  g_autofree char *pdf = NULL;
  g_autofree char *start = NULL;
  g_autoptr (GError) error = NULL;
  DlEstimate estimate;

  open_preset (fixture, "ring-8", "Ring of 8");
  ui_wait_for (row (fixture, 0) != NULL && row (fixture, 0)->evaluated);
  dl_compare_simulate (fixture->compare, 3);
  ui_wait_for (!dl_compare_is_simulating (fixture->compare));
  estimate = dl_comparison_get (row (fixture, 0), dl_measure_find ("latency_mean"));
  g_assert_cmpuint (estimate.n, ==, 3);
  g_assert_true (dl_compare_view_export_chart (DL_COMPARE_VIEW (fixture->view), csv_name, &error));
  g_assert_no_error (error);
  g_assert_true (dl_compare_view_export_chart (DL_COMPARE_VIEW (fixture->view), pdf_name, &error));
  g_file_get_contents (csv_name, &csv, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (csv, "scenario,measure,runs,mean,reach\n"));
  start = g_strdup_printf ("%s,latency_mean,3,", row (fixture, 0)->name);
  g_assert_nonnull (strstr (csv, start));
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (strstr (csv, start) + strlen (start), NULL),
                                  estimate.mean, 1e-9);
  g_file_get_contents (pdf_name, &pdf, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (pdf, "%PDF"));
  ui_remove_folder (folder);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
#define ADD(name, test) g_test_add ("/compare-view/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("rows", test_rows);
  ADD ("order", test_order);
  ADD ("blanks", test_blanks);
  ADD ("base", test_base);
  ADD ("simulate", test_simulate);
  ADD ("cancel", test_cancel);
  ADD ("copy", test_copy);
  ADD ("kept", test_kept);
  ADD ("never-twice", test_never_twice);
  ADD ("pinned", test_pinned);
  ADD ("run-of-library", test_run_of_library);
  ADD ("own-search", test_own_search);
  ADD ("columns-stay", test_columns_stay);
  ADD ("chart", test_chart);
  return g_test_run ();
}
