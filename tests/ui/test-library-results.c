/* The library's results in the window: sweeps with their points and runs, tags, the note, disk use,
 * and files that carry all of it. */
#include "dl-library-view.h"
#include "dl-pin.h"
#include "dl-results-view.h"
#include "dl-scenario-file.h"
#include "dl-space-dialog.h"
#include "dl-store-share.h"
#include "dl-store-space.h"
#include "dl-sweep-store.h"
#include "dl-tag-box.h"
#include "dl-toast.h"
#include "dl-transfer.h"
#include "dl-ui.h"
#include "ui-fixture.h"

typedef struct
{
  char *folder;
  char *path;
  DlStore *elsewhere; /* another program */
  gint64 ring, mesh;
  gint64 sweep_id;
  DlLibrary *library;
  DlSession *session;
  GtkWidget *view;
  GtkWidget *toasts;
  GtkWidget *window;
  guint n_done;
  gint64 removed_id;
  char *told;
} Fixture;

#define N_POINTS 4

/* A sweep whose points were never simulated: what they came to is made up. */
static gint64
add_sweep (DlStore *store, gint64 id, const DlScenario *scenario, const char *varied)
{
  g_autoptr (DlSweepSpec) spec = dl_sweep_spec_new (scenario);
  g_autoptr (DlStoreSweep) sweep = NULL;
  g_autofree gboolean *known = NULL;
  g_auto (GStrv) digests = NULL;
  gint64 sweep_id = 0;
  guint n;

  spec->n_seeds = 2;
  g_assert_true (dl_sweep_spec_vary (spec, varied, NULL));
  n = dl_sweep_n_points (spec);
  digests = dl_sweep_digests (spec);
  known = g_new0 (gboolean, n);
  sweep = dl_sweep_store_new (spec, (const char *const *) digests, id);
  g_assert_true (
      dl_store_begin_sweep (store, sweep, (const char *const *) digests, &sweep_id, known, NULL));
  for (guint i = 0; i < n; i++)
    {
      DlSweepResult result;
      g_autoptr (DlStoreRun) run = NULL;

      dl_sweep_result_init (&result, scenario->family);
      result.point = i;
      result.seed = scenario->seed + i % 2;
      result.cycles = 1000;
      result.latency_mean = 100 + i;
      run = dl_sweep_store_run (spec, (const char *const *) digests, id, &result);
      g_assert_true (dl_store_add_point (store, sweep_id, i, run, NULL));
    }
  g_assert_true (dl_store_end_sweep (store, sweep_id, DL_STORE_SWEEP_STOPPED, NULL));
  return sweep_id;
}

/* A run of the scenario itself. */
static void
add_run (DlStore *store, gint64 id, const DlScenario *scenario, guint64 seed)
{
  g_autofree char *digest = dl_sweep_digest (scenario, seed);
  g_autoptr (DlStoreRun) run = dl_store_run_new (digest, seed, "0.0.1");
  const DlStoreRun *one[] = { run };

  run->scenario_id = id;
  run->text = dl_scenario_to_text (scenario, FALSE);
  run->settings = g_strdup ("");
  dl_store_run_add_value (run, "latency_mean", 77);
  g_assert_true (dl_store_add_runs (store, one, 1, NULL));
}

static gint64
add_preset (DlStore *store, const char *preset)
{
  g_autoptr (DlScenario) scenario = dl_preset_load (preset, NULL);
  gint64 id = 0;

  g_assert_true (dl_store_add (store, scenario, &id, NULL));
  return id;
}

static void
on_done (DlLibraryView *view, Fixture *fixture)
{
  fixture->n_done++;
}

static void
on_sweep_removed (DlLibraryView *view, gint64 id, const char *what, Fixture *fixture)
{
  fixture->removed_id = id;
}

static void
on_told (DlLibraryView *view, const char *message, Fixture *fixture)
{
  g_free (fixture->told);
  fixture->told = g_strdup (message);
}

static DlResultsView *
results_view (Fixture *fixture)
{
  return ui_find (fixture->view, DL_TYPE_RESULTS_VIEW, 0);
}

static DlResults *
results (Fixture *fixture)
{
  return dl_results_view_get_results (results_view (fixture));
}

static guint
n_results (Fixture *fixture)
{
  return results (fixture) != NULL ? g_list_model_get_n_items (G_LIST_MODEL (results (fixture)))
                                   : 0;
}

static guint
n_scenarios (Fixture *fixture)
{
  return g_list_model_get_n_items (G_LIST_MODEL (fixture->library));
}

/* Select a scenario in the list. */
static void
select_scenario (Fixture *fixture, gint64 id)
{
  GtkListView *list = ui_part (fixture->view, "list");
  GtkSelectionModel *model = gtk_list_view_get_model (list);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (model)); i++)
    {
      g_autoptr (DlLibraryItem) item = g_list_model_get_item (G_LIST_MODEL (model), i);

      if (dl_library_item_get_id (item) == id)
        gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (model), i);
    }
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DlScenario) ring = dl_preset_load ("ring-8", NULL);
  GtkWidget *box;

  fixture->folder = g_dir_make_tmp ("dateline-results-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "library.db", NULL);
  fixture->elsewhere = dl_store_open (fixture->path, NULL);
  fixture->mesh = add_preset (fixture->elsewhere, "mesh-4x4");
  fixture->ring = add_preset (fixture->elsewhere, "ring-8");
  fixture->sweep_id = add_sweep (fixture->elsewhere, fixture->ring, ring, "traffic.load=0.1,0.2");
  add_run (fixture->elsewhere, fixture->ring, ring, 9);
  g_assert_true (dl_store_set_note (fixture->elsewhere, fixture->ring, "As it was", NULL));
  g_assert_true (dl_store_add_tag (fixture->elsewhere, fixture->ring, "paper", NULL));
  g_assert_true (dl_store_add_tag (fixture->elsewhere, fixture->mesh, "teaching", NULL));

  fixture->library = dl_library_new (fixture->path);
  fixture->session = dl_session_new (fixture->library);
  ui_wait_for (dl_session_get_scenario_id (fixture->session) != 0);
  ui_settle (fixture->session);
  fixture->view = dl_library_view_new (fixture->session);
  g_signal_connect (fixture->view, "done", G_CALLBACK (on_done), fixture);
  g_signal_connect (fixture->view, "sweep-removed", G_CALLBACK (on_sweep_removed), fixture);
  g_signal_connect (fixture->view, "told", G_CALLBACK (on_told), fixture);
  fixture->toasts = dl_toast_new ();
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_vexpand (fixture->view, TRUE);
  gtk_box_append (GTK_BOX (box), fixture->view);
  gtk_box_append (GTK_BOX (box), fixture->toasts);
  fixture->window = ui_window_new (box, 900, 700);
  ui_wait_for (n_scenarios (fixture) >= 2);
  select_scenario (fixture, fixture->ring);
  ui_wait_for (n_results (fixture) == 2);
}

static void
close_window (Fixture *fixture)
{
  if (fixture->window != NULL)
    gtk_window_destroy (GTK_WINDOW (fixture->window));
  fixture->window = NULL;
  ui_idle ();
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  close_window (fixture);
  ui_settle (fixture->session);
  dl_library_close (fixture->library, NULL);
  ui_idle ();
  ui_assert_finalize (fixture->session);
  ui_assert_finalize (fixture->library);
  dl_store_close (fixture->elsewhere);
  g_free (fixture->told);
  g_free (fixture->path);
  ui_remove_folder (fixture->folder);
}

static guint
count_stored (Fixture *fixture)
{
  g_autoptr (GPtrArray) runs = dl_store_list_runs (fixture->elsewhere, fixture->ring, NULL);

  return runs->len;
}

/* The first run below the sweep, which is expanded for it. */
static gint64
first_point (Fixture *fixture)
{
  GtkListView *list = ui_find (GTK_WIDGET (results_view (fixture)), GTK_TYPE_LIST_VIEW, 0);
  GListModel *rows = G_LIST_MODEL (gtk_list_view_get_model (list));
  g_autoptr (GtkTreeListRow) sweep = g_list_model_get_item (rows, 0);
  g_autoptr (GtkTreeListRow) row = NULL;
  g_autoptr (DlResultItem) item = NULL;
  gint64 id;

  gtk_tree_list_row_set_expanded (sweep, TRUE);
  ui_wait_for (g_list_model_get_n_items (rows) == 2 + N_POINTS);
  row = g_list_model_get_item (rows, 1);
  item = gtk_tree_list_row_get_item (row);
  id = dl_result_item_get_run (item)->id;
  ui_wait_for (dl_results_view_find (results_view (fixture), id, FALSE) != NULL);
  return id;
}

static void
act (Fixture *fixture, const char *action, gint64 id)
{
  g_assert_true (gtk_widget_activate_action (fixture->view, action, "x", id));
}

static void
test_shown (Fixture *fixture, gconstpointer data)
{
  ui_wait_for (ui_says (fixture->view, "traffic.load = 0.1, 0.2"));
  g_assert_true (ui_says (fixture->view, "4 points · 2 seeds · Done"));
  g_assert_true (ui_says (fixture->view, "A run of the scenario"));
  g_assert_true (ui_says (fixture->view, "Mean network latency 77.00 cycles"));
  g_assert_true (ui_says (fixture->view, "1 sweep, 5 runs"));
  first_point (fixture);
  ui_wait_for (ui_says (fixture->view, "traffic.load = 0.1 · seed 1"));
  g_assert_true (ui_says (fixture->view, "Mean network latency 100.0 cycles"));
  ui_assert_explained (GTK_WIDGET (results_view (fixture)));
  select_scenario (fixture, fixture->mesh);
  ui_wait_for (ui_says (fixture->view, "No sweeps or runs yet"));
}

static void
on_run_opened (DlSession *session, guint *n_opened)
{
  ++*n_opened;
}

static void
test_open_run (Fixture *fixture, gconstpointer data)
{
  const gint64 before = dl_session_get_scenario_id (fixture->session);
  const DlScenario *scenario;
  guint n_opened = 0;

  g_signal_connect (fixture->session, "run-opened", G_CALLBACK (on_run_opened), &n_opened);

  act (fixture, "library.run-open", first_point (fixture));
  g_assert_cmpuint (fixture->n_done, ==, 1);
  ui_wait_for (dl_session_get_scenario_id (fixture->session) != before);
  scenario = dl_session_get_scenario (fixture->session);
  g_assert_cmpstr (scenario->name, ==, "Ring of 8 (traffic.load = 0.1 · seed 1)");
  g_assert_cmpfloat (scenario->traffic.load, ==, 0.1);
  g_assert_cmpuint (n_opened, ==, 1);
  dl_session_open (fixture->session, before);
  ui_wait_for (dl_session_get_scenario_id (fixture->session) == before);
  g_assert_cmpuint (n_opened, ==, 1);
  g_signal_handlers_disconnect_by_data (fixture->session, &n_opened);
}

static void
test_pin_run (Fixture *fixture, gconstpointer data)
{
  const gint64 before = dl_session_get_scenario_id (fixture->session);

  act (fixture, "library.run-pin", first_point (fixture));
  ui_wait_for (dl_session_get_pin (fixture->session) != NULL);
  g_assert_cmpfloat (dl_session_get_pin (fixture->session)->result->scenario->traffic.load, ==,
                     0.1);
  g_assert_cmpint (dl_session_get_scenario_id (fixture->session), ==, before);
}

/* Taken back, nothing has gone; if it is not, it goes with the window. */
static void
test_remove_sweep (Fixture *fixture, gconstpointer data)
{
  ui_wait_for (dl_results_view_find (results_view (fixture), fixture->sweep_id, TRUE) != NULL);
  act (fixture, "library.sweep-remove", fixture->sweep_id);
  g_assert_cmpint (fixture->removed_id, ==, fixture->sweep_id);
  ui_wait_for (n_results (fixture) == 1);
  g_assert_cmpuint (count_stored (fixture), ==, 1 + N_POINTS);
  g_assert_true (gtk_widget_activate_action (fixture->view, "library.take-back", NULL));
  ui_wait_for (n_results (fixture) == 2);

  ui_wait_for (dl_results_view_find (results_view (fixture), fixture->sweep_id, TRUE) != NULL);
  act (fixture, "library.sweep-remove", fixture->sweep_id);
  close_window (fixture);
  ui_wait_for (count_stored (fixture) == 1);
}

static void
test_tags (Fixture *fixture, gconstpointer data)
{
  DlTagBox *tags = ui_find (fixture->view, DL_TYPE_TAG_BOX, 0);

  g_assert_true (ui_says (GTK_WIDGET (tags), "paper"));
  g_signal_emit_by_name (tags, "added", "draft");
  ui_wait_for (ui_says (GTK_WIDGET (tags), "draft"));
  ui_assert_explained (GTK_WIDGET (tags));
  g_signal_emit_by_name (tags, "removed", "paper");
  ui_wait_for (!ui_says (GTK_WIDGET (tags), "paper"));
  g_signal_emit_by_name (tags, "chosen", "draft");
  ui_wait_for (n_scenarios (fixture) == 1);
  g_assert_true (gtk_widget_get_visible (ui_part (fixture->view, "tag_button")));
  g_assert_true (gtk_widget_activate_action (fixture->view, "library.filter-tag", "s", "nobody"));
  ui_wait_for (ui_says (fixture->view, "No scenario with the tag “nobody”"));
  g_signal_emit_by_name (ui_part (fixture->view, "tag_button"), "clicked");
  ui_wait_for (n_scenarios (fixture) > 1);
}

/* Is @note the ring's note in @fixture's library, as another program reads it? */
static gboolean
is_noted (Fixture *fixture, const char *note)
{
  g_autofree char *found = dl_store_note (fixture->elsewhere, fixture->ring, NULL);

  return g_strcmp0 (found, note) == 0;
}

/* Both are found by the search, as its entry says. */
static void
test_note (Fixture *fixture, gconstpointer data)
{
  GtkTextView *text = ui_find (fixture->view, GTK_TYPE_TEXT_VIEW, 0);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (text);
  GtkEditable *search = ui_part (fixture->view, "search");

  ui_wait_for (gtk_text_view_get_editable (text));
  gtk_text_buffer_set_text (buffer, "Zanzibar is said here", -1);
  gtk_editable_set_text (search, "zanzibar");
  ui_wait_for (n_scenarios (fixture) == 0);
  ui_wait_for (is_noted (fixture, "Zanzibar is said here"));
  gtk_editable_set_text (search, "zanzi");
  ui_wait_for (n_scenarios (fixture) == 1);
  ui_wait_for (gtk_text_view_get_editable (text));
  gtk_text_buffer_set_text (buffer, "The last word", -1);
  close_window (fixture);
  dl_library_close (fixture->library, NULL);
  g_assert_true (is_noted (fixture, "The last word"));
}

static void
on_failed (gpointer owner, const char *message)
{
  Fixture *fixture = g_object_get_data (owner, "fixture");

  g_free (fixture->told);
  fixture->told = g_strdup (message);
}

static void
test_carry (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "carried.db", NULL);
  g_autofree char *other_path = g_build_filename (fixture->folder, "other.db", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  DlLibrary *other = dl_library_new (other_path);
  GtkWindow *window = GTK_WINDOW (fixture->window);
  DlToast *toasts = DL_TOAST (fixture->toasts);

  g_object_set_data (G_OBJECT (window), "fixture", fixture);
  dl_transfer_export (window, fixture->library, fixture->ring, file, on_failed, window);
  ui_wait_for (g_strcmp0 (dl_toast_get_title (toasts), "Wrote “carried.db”") == 0);
  dl_transfer_import (window, other, file, on_failed, NULL, window);
  ui_wait_for (g_strcmp0 (dl_toast_get_title (toasts), "Imported “carried.db”") == 0);
  ui_wait_for (ui_says (fixture->toasts, "New: 1 scenario, 1 sweep, 5 runs"));
  ui_wait_for (g_list_model_get_n_items (G_LIST_MODEL (other)) == 1);
  dl_transfer_import (window, other, file, on_failed, NULL, window);
  ui_wait_for (ui_says (fixture->toasts, "were already here"));
  dl_library_close (other, NULL);
  g_assert_null (fixture->told);

  g_assert_true (g_file_set_contents (path, "SQLite format 3\0damaged", 24, NULL));
  dl_library_view_import (DL_LIBRARY_VIEW (fixture->view), file);
  ui_wait_for (fixture->told != NULL);
  g_assert_nonnull (strstr (fixture->told, "carried.db"));
  g_assert_cmpuint (count_stored (fixture), ==, 1 + N_POINTS);
  ui_idle ();
  ui_assert_finalize (other);
}

static void
test_space (Fixture *fixture, gconstpointer data)
{
  GtkWindow *dialog = dl_space_dialog_present (GTK_WINDOW (fixture->window), fixture->library);
  GtkCheckButton *old, *nobodys;
  GtkWidget *clean = ui_find_button (GTK_WIDGET (dialog), "_Clean Up");

  ui_wait_for (ui_says (GTK_WIDGET (dialog), "1 run"));
  old = ui_find (GTK_WIDGET (dialog), GTK_TYPE_CHECK_BUTTON, 0);
  nobodys = ui_find (GTK_WIDGET (dialog), GTK_TYPE_CHECK_BUTTON, 1);
  g_assert_true (gtk_widget_get_sensitive (GTK_WIDGET (old)));
  g_assert_false (gtk_widget_get_sensitive (GTK_WIDGET (nobodys)));
  g_assert_false (gtk_widget_get_sensitive (clean));
  gtk_check_button_set_active (old, TRUE);
  g_assert_true (gtk_widget_get_sensitive (clean));
  g_signal_emit_by_name (clean, "clicked");
  ui_wait_for (ui_says (GTK_WIDGET (dialog), "Removed permanently: 1 run"));
  g_assert_cmpuint (count_stored (fixture), ==, N_POINTS);
  ui_wait_for (!gtk_widget_get_sensitive (GTK_WIDGET (old)));
  ui_wait_for (n_results (fixture) == 1);
  gtk_window_destroy (dialog);
}

/* Changes of another program are seen. */
static void
test_elsewhere (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DlScenario) ring = dl_preset_load ("ring-8", NULL);

  first_point (fixture);
  add_sweep (fixture->elsewhere, fixture->ring, ring, "traffic.load=0.5,0.6");
  ui_wait_for (n_results (fixture) == 3);
  /* Expanded rows are still expanded. */
  g_assert_true (ui_says (fixture->view, "traffic.load = 0.1 · seed 1"));
  ui_wait_for (ui_says (fixture->view, "2 sweeps, 9 runs"));
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
#define ADD(name, func)                                                                            \
  g_test_add ("/library-results/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("shown", test_shown);
  ADD ("open-run", test_open_run);
  ADD ("pin-run", test_pin_run);
  ADD ("remove-sweep", test_remove_sweep);
  ADD ("tags", test_tags);
  ADD ("note", test_note);
  ADD ("carry", test_carry);
  ADD ("space", test_space);
  ADD ("elsewhere", test_elsewhere);
#undef ADD
  return g_test_run ();
}
