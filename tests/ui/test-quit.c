/* The window and a library that is gone, full or another one: nothing is lost unasked. */
#include "dl-scenario-file.h"
#include "dl-session-edits.h"
#include "dl-session.h"
#include "dl-ui.h"
#include "ui-fixture.h"
#include "window-fixture.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "../core/toggle-fixture.h"
#include "dl-banner.h"
#include "dl-file-jobs.h"
#include "dl-store-thread.h"
#include "dl-store.h"

#define CANCEL  "_Cancel"
#define RETRY   "_Try Again"
#define DISCARD "_Discard and Quit"

/* The window becomes NULL when it has gone. It is not kept: pictures that are still to be made of
 * one that is would realize it again. */
static void
watch (WindowFixture *fixture)
{
  g_object_add_weak_pointer (G_OBJECT (fixture->window), (gpointer *) &fixture->window);
}

static gboolean
is_closed (WindowFixture *fixture)
{
  return fixture->window == NULL;
}

/* Ctrl+Q, and a bit of time for what follows. */
static void
quit (WindowFixture *fixture)
{
  gtk_window_close (GTK_WINDOW (fixture->window));
  ui_idle ();
}

static void
edit (WindowFixture *fixture, guint x)
{
  toggle_node (fixture->session, (DlTorusCoord) { { x, 1, 1 } });
}

static const char *
library_path (WindowFixture *fixture)
{
  return dl_library_get_path (fixture->library);
}

/* How many nodes the open scenario has broken, as the library at @path has it. */
static guint
count_stored (WindowFixture *fixture, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStore) store = dl_store_open_read_only (path, &error);
  g_autoptr (DlStoreRecord) record = NULL;

  g_assert_no_error (error);
  record = dl_store_load (store, dl_session_get_scenario_id (fixture->session), &error);
  g_assert_no_error (error);
  return dl_history_n_steps (record->history);
}

static void
wait_for_failure (WindowFixture *fixture)
{
  ui_wait_for (dl_session_get_save_state (fixture->session) == DL_SAVE_FAILED);
  ui_idle ();
}

/* Nothing to lose ------------------------------------------------------------------------------ */

/* Edits still being written are waited for without a question, whether the result is there before
 * or after. */
static void
test_saved (WindowFixture *fixture, gconstpointer data)
{
  watch (fixture);
  edit (fixture, 1);
  g_assert_cmpint (dl_session_get_save_state (fixture->session), ==, DL_SAVE_PENDING);
  gtk_window_close (GTK_WINDOW (fixture->window));
  g_object_notify (G_OBJECT (fixture->session), "result");
  ui_wait_for (is_closed (fixture));
  g_assert_null (window_find_question (fixture));
  g_assert_cmpuint (count_stored (fixture, library_path (fixture)), ==, 1);
}

/* Gone ----------------------------------------------------------------------------------------- */

/* The edit is being written when the window is to close: it fails, and is asked about. */
static void
test_removed (WindowFixture *fixture, gconstpointer data)
{
  watch (fixture);
  g_assert_cmpint (g_unlink (library_path (fixture)), ==, 0);
  edit (fixture, 1);
  quit (fixture);
  ui_wait_for (window_find_question (fixture) != NULL);
  ui_assert_explained (GTK_WIDGET (window_find_question (fixture)));
  window_answer (fixture, CANCEL);
  g_assert_false (is_closed (fixture));
  g_assert_null (window_find_question (fixture));
  g_assert_cmpint (dl_session_get_save_state (fixture->session), ==, DL_SAVE_FAILED);

  /* A new library, with all that was in the old one. */
  quit (fixture);
  window_answer (fixture, RETRY);
  ui_wait_for (is_closed (fixture));
  g_assert_cmpuint (count_stored (fixture, library_path (fixture)), ==, 1);
  {
    g_autoptr (DlStore) store = dl_store_open_read_only (library_path (fixture), NULL);
    g_autoptr (GPtrArray) entries = dl_store_list (store, NULL, NULL, NULL);

    g_assert_cmpuint (entries->len, ==, 2);
  }
}

/* The banner's button does the same. */
static void
test_try_again (WindowFixture *fixture, gconstpointer data)
{
  g_assert_cmpint (g_unlink (library_path (fixture)), ==, 0);
  edit (fixture, 1);
  wait_for_failure (fixture);
  ui_act (fixture->window, "retry-save", NULL);
  ui_wait_for (dl_session_get_save_state (fixture->session) == DL_SAVE_DONE);
  g_assert_cmpuint (count_stored (fixture, library_path (fixture)), ==, 1);
  edit (fixture, 2);
  ui_wait_for (dl_session_get_save_state (fixture->session) == DL_SAVE_DONE);
  g_assert_cmpuint (count_stored (fixture, library_path (fixture)), ==, 2);
}

static void
test_discarded (WindowFixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  watch (fixture);
  g_assert_cmpint (g_unlink (library_path (fixture)), ==, 0);
  edit (fixture, 1);
  wait_for_failure (fixture);
  quit (fixture);
  window_answer (fixture, DISCARD);
  ui_wait_for (is_closed (fixture));
  ui_settle (fixture->session);
  /* It is not complained about again. */
  g_assert_true (dl_library_close (fixture->library, &error));
  g_assert_no_error (error);
  g_assert_false (g_file_test (library_path (fixture), G_FILE_TEST_EXISTS));
}

/* A lesson or a toy is open instead: what was left for it is asked about. */
static void
test_left (WindowFixture *fixture, gconstpointer data)
{
  watch (fixture);
  g_assert_cmpint (g_unlink (library_path (fixture)), ==, 0);
  edit (fixture, 1);
  wait_for_failure (fixture);
  ui_act (fixture->window, "toy", "ring-8");
  ui_settle (fixture->session);
  g_assert_nonnull (dl_session_get_left (fixture->session));
  g_assert_true (dl_session_get_unsaved (fixture->session)
                 == dl_session_get_left (fixture->session));
  quit (fixture);
  window_answer (fixture, RETRY);
  ui_wait_for (is_closed (fixture));
  g_assert_true (g_file_test (library_path (fixture), G_FILE_TEST_EXISTS));
}

/* Told to end -----------------------------------------------------------------------------------
 */

static char *
find_file (WindowFixture *fixture, const char *prefix, const char *suffix)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, prefix) && g_str_has_suffix (name, suffix))
      return g_build_filename (fixture->folder, name, NULL);
  return NULL;
}

static void
end (WindowFixture *fixture)
{
  dl_window_end_all (GTK_APPLICATION (g_application_get_default ()));
  ui_wait_for (is_closed (fixture));
  g_assert_null (window_find_question (fixture));
}

/* End as by SIGTERM: edits being written are waited for. */
static void
test_ended (WindowFixture *fixture, gconstpointer data)
{
  watch (fixture);
  edit (fixture, 1);
  g_assert_cmpint (dl_session_get_save_state (fixture->session), ==, DL_SAVE_PENDING);
  end (fixture);
  g_assert_cmpuint (count_stored (fixture, library_path (fixture)), ==, 1);
  g_assert_null (find_file (fixture, "library-unsaved-", ""));
}

/* Edits that cannot be written are kept in a file, even while the user is asked about them. */
static void
test_ended_unsaved (WindowFixture *fixture, gconstpointer data)
{
  g_autoptr (DlScenario) kept = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL, *text = NULL;

  watch (fixture);
  g_assert_cmpint (g_unlink (library_path (fixture)), ==, 0);
  edit (fixture, 1);
  quit (fixture);
  ui_wait_for (window_find_question (fixture) != NULL);
  end (fixture);
  path = find_file (fixture, "library-unsaved-", ".dateline");
  g_assert_nonnull (path);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  kept = dl_scenario_parse (text, -1, path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (dl_torus_options (kept)->spec.broken_nodes->len, ==, 1);
}

static gboolean
has_selected_label (GtkWidget *root)
{
  if (GTK_IS_LABEL (root) && gtk_label_get_selection_bounds (GTK_LABEL (root), NULL, NULL))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_selected_label (child))
      return TRUE;
  return FALSE;
}

/* Is a copy of a text told of by the first window that comes, and not by the second? */
static void
test_told_next (WindowFixture *fixture, gconstpointer data)
{
  static const char said[] = "not everything could be saved; a copy is in";
  g_autoptr (GSettings) settings = g_settings_new ("org.dateline.Dateline");
  g_autofree char *path = NULL;

  watch (fixture);
  fixture->window->settings = g_object_ref (settings);
  g_assert_cmpint (g_unlink (library_path (fixture)), ==, 0);
  edit (fixture, 1);
  end (fixture);
  path = find_file (fixture, "library-unsaved-", ".dateline");
  for (guint i = 0; i < 2; i++)
    {
      fixture->window = dl_window_new (GTK_APPLICATION (g_application_get_default ()),
                                       fixture->session, settings);
      gtk_window_present (GTK_WINDOW (fixture->window));
      ui_settle (fixture->session);
      g_assert_cmpint (ui_says (GTK_WIDGET (fixture->window), said), ==, i == 0);
      g_assert_cmpint (ui_says (GTK_WIDGET (fixture->window), path), ==, i == 0);
      g_assert_false (has_selected_label (GTK_WIDGET (fixture->window)));
      if (i == 0)
        gtk_window_destroy (GTK_WINDOW (fixture->window));
      ui_idle ();
    }
}

/* A copy that somebody put elsewhere is not asked for. */
static void
test_told_gone (WindowFixture *fixture, gconstpointer data)
{
  g_autoptr (GSettings) settings = g_settings_new ("org.dateline.Dateline");
  g_autofree char *path = g_build_filename (fixture->folder, "copy.dateline", NULL);
  const char *const paths[] = { path, NULL };

  g_settings_set_strv (settings, "rescued", paths);
  g_assert_null (dl_rescue_tell (settings));
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  g_assert_null (dl_rescue_tell (settings));
}

/* Full ----------------------------------------------------------------------------------------- */

/* No file may grow: as on a full disk. */
static void
test_full (WindowFixture *fixture, gconstpointer data)
{
  struct rlimit limit, none;
  g_autofree char *log = g_strconcat (library_path (fixture), "-wal", NULL);
  GStatBuf info;

  watch (fixture);
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (g_stat (log, &info), ==, 0);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  none = limit;
  none.rlim_cur = 1;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &none), ==, 0);
  edit (fixture, 1);
  wait_for_failure (fixture);
  quit (fixture);
  window_answer (fixture, RETRY);
  ui_wait_for (window_find_question (fixture) != NULL); /* again */
  g_assert_false (is_closed (fixture));
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  window_answer (fixture, RETRY);
  ui_wait_for (is_closed (fixture));
  g_assert_cmpuint (count_stored (fixture, library_path (fixture)), ==, 1);
}

/* Replaced ------------------------------------------------------------------------------------- */

#define N_IN_BACKUP 40

static void
replace (WindowFixture *fixture)
{
  g_autofree char *backup = g_build_filename (fixture->folder, "backup.db", NULL);
  g_autoptr (DlStore) store = dl_store_open (backup, NULL);

  for (guint i = 0; i < N_IN_BACKUP; i++)
    {
      g_autoptr (DlScenario) scenario = dl_preset_load ("ring-8", NULL);
      gint64 id;

      g_assert_true (dl_store_add (store, scenario, &id, NULL));
    }
  g_clear_pointer (&store, dl_store_close);
  g_assert_cmpint (g_rename (backup, library_path (fixture)), ==, 0);
}

static void
assert_backup (WindowFixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlStore) store = dl_store_open_read_only (library_path (fixture), &error);
  g_autoptr (GPtrArray) entries = NULL;

  g_assert_no_error (error);
  entries = dl_store_list (store, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (entries->len, ==, N_IN_BACKUP);
}

static char *
find_replaced (WindowFixture *fixture)
{
  return find_file (fixture, "library-replaced-", ".db");
}

static gboolean
says_replaced (GtkWidget *widget)
{
  return ui_says (widget, "was replaced by another file while it was open");
}

/* Closing without an edit leaves the backup as it is. */
static void
test_replaced_closed (WindowFixture *fixture, gconstpointer data)
{
  g_autofree char *earlier = NULL;

  edit (fixture, 1);
  ui_settle (fixture->session);
  replace (fixture);
  watch (fixture);
  quit (fixture);
  ui_wait_for (is_closed (fixture));
  ui_settle (fixture->session);
  dl_library_close (fixture->library, NULL);
  assert_backup (fixture);
  earlier = find_replaced (fixture);
  g_assert_nonnull (earlier);
  g_assert_cmpuint (count_stored (fixture, earlier), ==, 1);
}

static gboolean
is_shown (DlBanner *banner)
{
  return gtk_widget_get_mapped (gtk_widget_get_first_child (GTK_WIDGET (banner)));
}

/* The next edit is not written into it; what is there can be opened. One banner is shown at a time.
 */
static void
test_replaced_edited (WindowFixture *fixture, gconstpointer data)
{
  g_autofree char *earlier = NULL;

  edit (fixture, 1);
  ui_settle (fixture->session);
  replace (fixture);
  edit (fixture, 2);
  wait_for_failure (fixture);
  ui_wait_for (dl_banner_get_message (fixture->window->library_banner) != NULL);
  /* The banner on the replaced library, and the place of the earlier one, comes first, and says
   * that there is more: a frame later. */
  ui_wait_for (ui_says (GTK_WIDGET (fixture->window->library_banner), "1 of 2"));
  g_assert_true (is_shown (fixture->window->library_banner));
  g_assert_false (is_shown (fixture->window->save_banner));
  g_assert_true (says_replaced (GTK_WIDGET (fixture->window)));
  g_assert_true (
      ui_says (GTK_WIDGET (fixture->window), "The earlier library is “library-replaced-"));
  ui_assert_explained (GTK_WIDGET (fixture->window->library_banner));
  g_assert_nonnull (ui_find_button (GTK_WIDGET (fixture->window->library_banner), "Show _Library"));
  ui_wait_for (g_list_model_get_n_items (G_LIST_MODEL (fixture->library)) == N_IN_BACKUP);
  assert_backup (fixture);
  earlier = find_replaced (fixture);
  g_assert_nonnull (earlier);
  g_assert_cmpuint (count_stored (fixture, earlier), ==, 1);

  /* It goes on there as a new one. */
  ui_act (fixture->window, "keep-as-new", NULL);
  ui_wait_for (dl_session_get_save_state (fixture->session) == DL_SAVE_DONE);
  ui_wait_for (g_list_model_get_n_items (G_LIST_MODEL (fixture->library)) == N_IN_BACKUP + 1);
  /* A banner that slides in is mapped a frame before its text. */
  ui_wait_for (says_replaced (GTK_WIDGET (fixture->window)));
  g_assert_false (ui_says (GTK_WIDGET (fixture->window->library_banner), "1 of"));
  g_assert_false (is_shown (fixture->window->save_banner));
}

/* Emptied: its log, which has all that was in it, has another name then, and the window says which.
 */
static void
test_truncated (WindowFixture *fixture, gconstpointer data)
{
  g_autofree char *log = NULL, *name = NULL;

  edit (fixture, 1);
  ui_settle (fixture->session);
  g_assert_cmpint (truncate (library_path (fixture), 0), ==, 0);
  edit (fixture, 2);
  wait_for_failure (fixture);
  ui_wait_for (ui_says (GTK_WIDGET (fixture->window->library_banner), "The log of the earlier"));
  log = find_file (fixture, "library.db-wal-replaced-", "");
  g_assert_nonnull (log);
  name = g_path_get_basename (log);
  g_assert_true (ui_says (GTK_WIDGET (fixture->window->library_banner), name));
}

#define add(name, func)                                                                            \
  g_test_add (name, WindowFixture, "torus-5x5x5", window_set_up, func, window_tear_down)

int
main (int argc, char **argv)
{
  GtkApplication *application;
  int status;

  ui_test_init (&argc, &argv);
  application = ui_application_new ();
  dl_ui_init ();
  add ("/quit/saved", test_saved);
  add ("/quit/removed", test_removed);
  add ("/quit/try-again", test_try_again);
  add ("/quit/discarded", test_discarded);
  add ("/quit/left", test_left);
  add ("/quit/ended", test_ended);
  add ("/quit/ended-unsaved", test_ended_unsaved);
  add ("/quit/told-next", test_told_next);
  add ("/quit/told-gone", test_told_gone);
  add ("/quit/full", test_full);
  add ("/quit/replaced/closed", test_replaced_closed);
  add ("/quit/replaced/edited", test_replaced_edited);
  add ("/quit/truncated", test_truncated);
  status = g_test_run ();
  g_object_unref (application);
  return status;
}
