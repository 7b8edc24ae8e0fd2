/* The library's list: searching, opening, renaming, duplicating, deleting and taking that back. */
#include "dl-library-view.h"
#include "dl-scenario-file.h"
#include "dl-side-window.h"
#include "dl-toast.h"
#include "dl-ui.h"
#include "ui-fixture.h"

typedef struct
{
  char *folder;
  DlLibrary *library;
  DlSession *session;
  GtkWidget *view;
  GtkWidget *window;
  guint n_done;
  gint64 deleted_id;
  char *deleted_name;
} Fixture;

static void
on_done (DlLibraryView *view, Fixture *fixture)
{
  fixture->n_done++;
}

static void
on_deleted (DlLibraryView *view, gint64 id, const char *name, Fixture *fixture)
{
  fixture->deleted_id = id;
  g_free (fixture->deleted_name);
  fixture->deleted_name = g_strdup (name);
}

static guint
n_items (Fixture *fixture)
{
  return g_list_model_get_n_items (G_LIST_MODEL (fixture->library));
}

/* Id of the scenario @name, or 0 if it is not in the list. */
static gint64
find (Fixture *fixture, const char *name)
{
  for (guint i = 0; i < n_items (fixture); i++)
    {
      g_autoptr (DlLibraryItem) item = g_list_model_get_item (G_LIST_MODEL (fixture->library), i);
      if (g_strcmp0 (dl_library_item_get_name (item), name) == 0)
        return dl_library_item_get_id (item);
    }
  return 0;
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
  dl_session_open_new (fixture->session, dl_preset_load (id, NULL));
  ui_wait_for (is_open (fixture, name));
}

static void
show (Fixture *fixture)
{
  fixture->view = dl_library_view_new (fixture->session);
  fixture->window = ui_window_new (fixture->view, 560, 480);
  g_signal_connect (fixture->view, "done", G_CALLBACK (on_done), fixture);
  g_signal_connect (fixture->view, "deleted", G_CALLBACK (on_deleted), fixture);
}

static void
set_up_empty (Fixture *fixture, gconstpointer garbage)
{
  g_autofree char *path = NULL;

  fixture->folder = g_dir_make_tmp ("dateline-library-XXXXXX", NULL);
  path = g_build_filename (fixture->folder, "library.db", NULL);
  if (garbage != NULL)
    g_assert_true (g_file_set_contents (path, garbage, -1, NULL));
  fixture->library = dl_library_new (path);
  fixture->session = dl_session_new (fixture->library);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  set_up_empty (fixture, NULL);
  ui_wait_for (is_open (fixture, "XT3 11x12x16"));
  open_preset (fixture, "mesh-4x4", "Mesh 4x4");
  open_preset (fixture, "ring-8", "Ring of 8");
  show (fixture);
  ui_wait_for (n_items (fixture) == 3);
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
  g_free (fixture->deleted_name);
  ui_remove_folder (fixture->folder);
}

static GtkWidget *
part (Fixture *fixture, const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (fixture->view, DL_TYPE_LIBRARY_VIEW, name));
}

static const char *
page (Fixture *fixture)
{
  return gtk_stack_get_visible_child_name (GTK_STACK (part (fixture, "pages")));
}

static const char *
label (Fixture *fixture, const char *name)
{
  return gtk_label_get_label (GTK_LABEL (part (fixture, name)));
}

static void
act (Fixture *fixture, const char *action, gint64 id)
{
  g_assert_true (gtk_widget_activate_action (fixture->view, action, "x", id));
}

/* Labels of @text inside @widget that show. */
static guint
count_labels (GtkWidget *widget, const char *text)
{
  guint n = GTK_IS_LABEL (widget) && gtk_widget_get_visible (widget)
            && g_strcmp0 (gtk_label_get_label (GTK_LABEL (widget)), text) == 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_labels (child, text);
  return n;
}

static void
test_list (Fixture *fixture, gconstpointer data)
{
  GtkWidget *list = part (fixture, "list");

  g_assert_cmpstr (page (fixture), ==, "list");
  ui_wait_for (count_labels (list, "Mesh 4x4") == 1);
  g_assert_cmpuint (count_labels (list, "just now"), ==, 3);
  g_assert_cmpuint (count_labels (list, "open"), ==, 1);
  g_assert_cmpstr (label (fixture, "count"), ==, "3 scenarios");
}

static void
test_search (Fixture *fixture, gconstpointer data)
{
  GtkEditable *search = GTK_EDITABLE (part (fixture, "search"));

  gtk_editable_set_text (search, "MESH");
  ui_wait_for (n_items (fixture) == 1);
  g_assert_cmpint (find (fixture, "Mesh 4x4"), !=, 0);
  gtk_editable_set_text (search, "no such thing");
  ui_wait_for (n_items (fixture) == 0);
  g_assert_cmpstr (page (fixture), ==, "message");
  g_assert_cmpstr (label (fixture, "message_title"), ==, "No scenario matches “no such thing”");
  g_assert_true (gtk_widget_get_visible (part (fixture, "clear_button")));
  g_signal_emit_by_name (part (fixture, "clear_button"), "clicked");
  ui_wait_for (n_items (fixture) == 3);
  g_assert_cmpstr (page (fixture), ==, "list");

  /* Escape clears first, and leaves then. */
  gtk_editable_set_text (search, "ring");
  g_signal_emit_by_name (search, "stop-search");
  g_assert_cmpstr (gtk_editable_get_text (search), ==, "");
  g_assert_cmpuint (fixture->n_done, ==, 0);
  g_signal_emit_by_name (search, "stop-search");
  g_assert_cmpuint (fixture->n_done, ==, 1);
}

/* Enter in the search opens what it found. */
static void
test_open (Fixture *fixture, gconstpointer data)
{
  gtk_editable_set_text (GTK_EDITABLE (part (fixture, "search")), "xt3");
  ui_wait_for (n_items (fixture) == 1);
  g_signal_emit_by_name (part (fixture, "search"), "activate");
  g_assert_cmpuint (fixture->n_done, ==, 1);
  ui_wait_for (is_open (fixture, "XT3 11x12x16"));
}

/* A button opens what is selected. */
static void
test_open_button (Fixture *fixture, gconstpointer data)
{
  GtkSelectionModel *model = gtk_list_view_get_model (GTK_LIST_VIEW (part (fixture, "list")));
  GtkWidget *button = ui_find_button (fixture->view, "_Open");

  g_assert_nonnull (button);
  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (model), 1);
  ui_idle ();
  g_assert_true (gtk_widget_get_mapped (button));
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpuint (fixture->n_done, ==, 1);
  ui_wait_for (is_open (fixture, "Mesh 4x4"));
}

static void
test_duplicate (Fixture *fixture, gconstpointer data)
{
  act (fixture, "library.duplicate", find (fixture, "Mesh 4x4"));
  ui_wait_for (n_items (fixture) == 4);
  g_assert_cmpstr (label (fixture, "count"), ==, "4 scenarios");
  g_assert_true (is_open (fixture, "Ring of 8"));
}

static void
test_delete (Fixture *fixture, gconstpointer data)
{
  const gint64 id = find (fixture, "Mesh 4x4");

  act (fixture, "library.delete", id);
  g_assert_cmpint (fixture->deleted_id, ==, id);
  g_assert_cmpstr (fixture->deleted_name, ==, "Mesh 4x4");
  ui_wait_for (n_items (fixture) == 2);
  dl_library_unremove (fixture->library, id);
  ui_wait_for (n_items (fixture) == 3);
}

/* The window's scenario is in the library. */
static void
test_delete_open (Fixture *fixture, gconstpointer data)
{
  act (fixture, "library.delete", dl_session_get_scenario_id (fixture->session));
  ui_wait_for (n_items (fixture) == 2 && find (fixture, "Ring of 8") == 0);
  ui_wait_for (is_open (fixture, "Mesh 4x4"));
  act (fixture, "library.delete", dl_session_get_scenario_id (fixture->session));
  ui_wait_for (is_open (fixture, "XT3 11x12x16"));
  act (fixture, "library.delete", dl_session_get_scenario_id (fixture->session));
  /* Never empty. */
  ui_wait_for (n_items (fixture) == 1
               && find (fixture, "XT3 11x12x16") == dl_session_get_scenario_id (fixture->session));
}

static void
rename_to (Fixture *fixture, gint64 id, const char *name)
{
  act (fixture, "library.rename", id);
  gtk_editable_set_text (GTK_EDITABLE (part (fixture, "rename_entry")), name);
  g_signal_emit_by_name (part (fixture, "rename_button"), "clicked");
}

static void
test_rename (Fixture *fixture, gconstpointer data)
{
  const gint64 id = find (fixture, "Mesh 4x4");

  rename_to (fixture, id, "  My mesh ");
  ui_wait_for (find (fixture, "My mesh") == id);
  /* A name must be left. */
  act (fixture, "library.rename", id);
  gtk_editable_set_text (GTK_EDITABLE (part (fixture, "rename_entry")), "  ");
  g_assert_false (gtk_widget_get_sensitive (part (fixture, "rename_button")));
}

/* The open one is renamed as a step that can be undone. */
static void
test_rename_open (Fixture *fixture, gconstpointer data)
{
  const gint64 id = dl_session_get_scenario_id (fixture->session);

  rename_to (fixture, id, "My ring");
  g_assert_cmpstr (dl_session_get_scenario (fixture->session)->name, ==, "My ring");
  ui_wait_for (find (fixture, "My ring") == id);
  dl_session_undo (fixture->session);
  g_assert_cmpstr (dl_session_get_scenario (fixture->session)->name, ==, "Ring of 8");
}

static void
test_selection_stays (Fixture *fixture, gconstpointer data)
{
  GtkSelectionModel *model = gtk_list_view_get_model (GTK_LIST_VIEW (part (fixture, "list")));
  DlLibraryItem *item;

  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (model), 2);
  item = gtk_single_selection_get_selected_item (GTK_SINGLE_SELECTION (model));
  g_assert_cmpstr (dl_library_item_get_name (item), ==, "XT3 11x12x16");
  act (fixture, "library.duplicate", find (fixture, "Mesh 4x4"));
  ui_wait_for (n_items (fixture) == 4);
  item = gtk_single_selection_get_selected_item (GTK_SINGLE_SELECTION (model));
  g_assert_cmpstr (dl_library_item_get_name (item), ==, "XT3 11x12x16");
}

static void
test_problem (Fixture *fixture, gconstpointer data)
{
  show (fixture);
  ui_wait_for (g_strcmp0 (page (fixture), "message") == 0);
  g_assert_cmpstr (label (fixture, "message_title"), ==, "The library cannot be read");
  g_assert_cmpstr (label (fixture, "message_detail"), ==,
                   dl_library_get_problem (fixture->library));
  g_assert_true (gtk_widget_get_visible (part (fixture, "retry_button")));
}

/* The library has its own window, with its own toast. */
static void
test_window (Fixture *fixture, gconstpointer data)
{
  GtkWindow *window = dl_library_window_present (GTK_WINDOW (fixture->window), fixture->session);
  DlToast *toasts = dl_toast_find (GTK_WIDGET (window));
  GtkWidget *view = dl_side_window_get_view (window);
  const gint64 id = find (fixture, "Mesh 4x4");

  g_assert_true (gtk_window_get_modal (window));
  g_assert_true (gtk_widget_activate_action (view, "library.delete", "x", id));
  g_assert_cmpstr (dl_toast_get_title (toasts), ==, "Deleted “Mesh 4x4”");
  ui_wait_for (n_items (fixture) == 2);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (toasts), "win.unremove", "x", id));
  ui_wait_for (n_items (fixture) == 3);
  g_signal_emit_by_name (view, "done");
  ui_wait_for (!g_list_model_get_n_items (gtk_window_get_toplevels ())
               || g_list_model_get_n_items (gtk_window_get_toplevels ()) == 1);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();

#define ADD(name, func) g_test_add ("/library-view/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("list", test_list);
  ADD ("search", test_search);
  ADD ("open", test_open);
  ADD ("open-button", test_open_button);
  ADD ("duplicate", test_duplicate);
  ADD ("delete", test_delete);
  ADD ("delete-open", test_delete_open);
  ADD ("rename", test_rename);
  ADD ("rename-open", test_rename_open);
  ADD ("selection-stays", test_selection_stays);
  ADD ("window", test_window);
#undef ADD
  g_test_add ("/library-view/problem", Fixture, "This is no library at all", set_up_empty,
              test_problem, tear_down);
  return g_test_run ();
}
