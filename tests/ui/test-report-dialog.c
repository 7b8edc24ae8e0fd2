/* The report dialog: what is chosen is what is made, written and copied as a command. */
#include "dl-figure-jobs.h"
#include "dl-library.h"
#include "dl-report-choices.h"
#include "dl-report-data.h"
#include "dl-report-dialog.h"
#include "dl-scenario-file.h"
#include "dl-session-edits.h"
#include "dl-session-pin.h"
#include "dl-store-runs.h"
#include "dl-store.h"
#include "dl-sweep.h"
#include "dl-toast.h"
#include "dl-ui.h"
#include "ui-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  char *folder;
  DlLibrary *library;
  DlSession *session;
  GtkWidget *window;
  GtkWidget *dialog;
  char *written; /* path */
} Fixture;

static void
on_written (DlReportDialog *dialog, const char *path, Fixture *fixture)
{
  g_free (fixture->written);
  fixture->written = g_strdup (path);
}

static void
open_dialog (Fixture *fixture)
{
  fixture->dialog = GTK_WIDGET (
      dl_report_dialog_present (GTK_WINDOW (fixture->window), fixture->session, NULL, NULL));
  g_object_add_weak_pointer (G_OBJECT (fixture->dialog), (gpointer *) &fixture->dialog);
  g_signal_connect (fixture->dialog, "written", G_CALLBACK (on_written), fixture);
  ui_idle ();
}

static gboolean
is_open (Fixture *fixture, const char *name)
{
  return g_strcmp0 (dl_session_get_scenario (fixture->session)->name, name) == 0
         && dl_session_get_scenario_id (fixture->session) != 0;
}

/* A library with the first machine and two small scenarios, of which the last is open. */
static void
set_up (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *id, *name;
  } presets[] = { { "mesh-4x4", "Mesh 4x4" }, { "ring-8", "Ring of 8" } };
  g_autofree char *path = NULL;

  fixture->folder = g_dir_make_tmp ("dateline-report-XXXXXX", NULL);
  path = g_build_filename (fixture->folder, "library.db", NULL);
  fixture->library = dl_library_new (path);
  fixture->session = dl_session_new (fixture->library);
  ui_wait_for (is_open (fixture, "XT3 11x12x16"));
  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    {
      dl_session_open_new (fixture->session, dl_preset_load (presets[i].id, NULL));
      ui_wait_for (is_open (fixture, presets[i].name));
    }
  ui_wait_for (g_list_model_get_n_items (G_LIST_MODEL (fixture->library)) == 3);
  fixture->window = gtk_window_new ();
  gtk_window_set_child (GTK_WINDOW (fixture->window), dl_toast_new ());
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
  dl_library_close (fixture->library, NULL);
  ui_idle ();
  ui_assert_finalize (fixture->session);
  ui_assert_finalize (fixture->library);
  ui_remove_folder (fixture->folder);
  g_free (fixture->written);
}

static GtkWidget *
part (Fixture *fixture, const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (fixture->dialog, DL_TYPE_REPORT_DIALOG, name));
}

static DlReportChoices *
choices (Fixture *fixture)
{
  return ui_find (fixture->dialog, DL_TYPE_REPORT_CHOICES, 0);
}

static void
check (Fixture *fixture, const char *name, gboolean active)
{
  gtk_check_button_set_active (GTK_CHECK_BUTTON (ui_part (fixture->dialog, name)), active);
}

static void
write_to (Fixture *fixture, const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  dl_report_dialog_write (DL_REPORT_DIALOG (fixture->dialog), file);
}

static GBytes *
contents (const char *path)
{
  char *data;
  gsize length;

  g_assert_true (g_file_get_contents (path, &data, &length, NULL));
  return g_bytes_new_take (data, length);
}

/* The other small scenario of the library. */
static gint64
other_id (Fixture *fixture)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (fixture->library));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (DlLibraryItem) item = g_list_model_get_item (G_LIST_MODEL (fixture->library), i);

      if (g_str_equal (dl_library_item_get_name (item), "Mesh 4x4"))
        return dl_library_item_get_id (item);
    }
  g_assert_not_reached ();
}

/* The same bytes as without a window. */
static void
test_write (Fixture *fixture, gconstpointer data)
{
  g_autofree char *command = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) expected = NULL;
  g_autoptr (DlReportData) report_data = NULL;
  g_autoptr (DlReport) report = NULL;
  DlReportOptions options = dl_report_options_default ();
  DlReportLook look = { .title = "A title", .sheet = DL_SHEET_LETTER };
  DlComparison *comparison = dl_comparison_new ();
  g_autofree char *origin = NULL;
  g_autofree char *of_texts = NULL;
  const char *scenarios[2] = { NULL };

  open_dialog (fixture);
  gtk_editable_set_text (GTK_EDITABLE (part (fixture, "title")), "  A title ");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (part (fixture, "paper")), DL_SHEET_LETTER);
  check (fixture, "map", FALSE);
  check (fixture, "equations", TRUE);
  command = dl_report_dialog_command (DL_REPORT_DIALOG (fixture->dialog));
  write_to (fixture, "a");
  ui_wait_for (fixture->written != NULL);
  g_assert_true (g_str_has_suffix (fixture->written, "/a.pdf"));
  ui_wait_for (fixture->dialog == NULL);

  options.parts ^= DL_REPORT_MAP | DL_REPORT_EQUATIONS;
  look.command = command;
  origin = g_strconcat ("library:", dl_session_get_scenario (fixture->session)->name, NULL);
  dl_comparison_add (comparison, dl_session_get_scenario (fixture->session)->name, origin,
                     dl_session_get_scenario (fixture->session));
  scenarios[0] = origin;
  of_texts = dl_report_command_of_texts (&(DlReportCommand) {
      .scenarios = scenarios, .title = "A title", .paper = "letter", .options = options });
  g_assert_true (g_str_has_prefix (of_texts, "dateline-cli report scenario-1.dateline "));
  look.command_of_texts = of_texts;
  report_data = dl_report_data_new (comparison, &options, NULL, NULL, NULL, NULL);
  report = dl_report_new (report_data, &look);
  expected = dl_report_render (report, NULL, NULL, NULL, NULL);
  bytes = contents (fixture->written);
  g_assert_true (g_bytes_equal (bytes, expected));
}

/* A user who chose "b" was asked about "b", not about "b.pdf". */
static void
test_there_already (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "b.pdf", NULL);
  g_autofree char *kept = NULL;

  g_assert_true (g_file_set_contents (path, "mine", -1, NULL));
  open_dialog (fixture);
  write_to (fixture, "b");
  g_assert_true (ui_says (GTK_WIDGET (fixture->dialog), "already exists"));
  ui_settle (fixture->session);
  g_assert_null (fixture->written);
  g_assert_true (g_file_get_contents (path, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, "mine");
  write_to (fixture, "b.pdf");
  ui_wait_for (fixture->written != NULL);
  ui_wait_for (fixture->dialog == NULL);
}

static void
test_choices (Fixture *fixture, gconstpointer data)
{
  g_autofree char *both = NULL;
  g_autofree char *none = NULL;
  g_autofree char *other = NULL;
  g_autofree char *with_pin = NULL;
  GtkWidget *open;

  dl_session_pin_now (fixture->session, NULL, NULL);
  ui_wait_for (dl_session_get_pin (fixture->session) != NULL);
  open_dialog (fixture);
  ui_settle (fixture->session);
  ui_assert_explained (part (fixture, "choices_and_contents"));

  /* The open one and B. */
  g_assert_cmpuint (dl_report_choices_n_chosen (choices (fixture)), ==, 2);
  g_assert_null (with_pin = dl_report_dialog_command (DL_REPORT_DIALOG (fixture->dialog)));
  g_assert_false (gtk_widget_get_sensitive (part (fixture, "copy_button")));
  g_assert_true (gtk_widget_get_sensitive (part (fixture, "make_button")));

  open = ui_find (GTK_WIDGET (choices (fixture)), GTK_TYPE_CHECK_BUTTON, 0);
  gtk_check_button_set_active (ui_find (GTK_WIDGET (choices (fixture)), GTK_TYPE_CHECK_BUTTON, 1),
                               FALSE);
  g_assert_true (gtk_widget_get_sensitive (part (fixture, "copy_button")));
  dl_report_choices_choose (choices (fixture), other_id (fixture), TRUE);
  g_assert_cmpuint (dl_report_choices_n_chosen (choices (fixture)), ==, 2);
  both = dl_report_dialog_command (DL_REPORT_DIALOG (fixture->dialog));
  g_assert_nonnull (strstr (both, "'library:Ring of 8' 'library:Mesh 4x4' "));

  /* Nothing. */
  dl_report_choices_choose (choices (fixture), other_id (fixture), FALSE);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (open), FALSE);
  g_assert_cmpuint (dl_report_choices_n_chosen (choices (fixture)), ==, 0);
  g_assert_false (gtk_widget_get_sensitive (part (fixture, "make_button")));
  g_assert_null (none = dl_report_dialog_command (DL_REPORT_DIALOG (fixture->dialog)));

  /* That of the library alone. */
  dl_report_choices_choose (choices (fixture), other_id (fixture), TRUE);
  write_to (fixture, "other.PDF");
  ui_wait_for (fixture->written != NULL);
  g_assert_true (g_str_has_suffix (fixture->written, "/other.PDF"));
  {
    g_autoptr (GBytes) bytes = contents (fixture->written);
    gsize length;
    const guint8 *start_of = g_bytes_get_data (bytes, &length);

    other = dl_figure_read_scenario (start_of, length, NULL);
    g_assert_nonnull (strstr (other, "\nname=Mesh 4x4\n"));
  }
}

static void
test_trouble (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_build_filename (fixture->folder, "f.pdf", NULL);

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  open_dialog (fixture);
  write_to (fixture, "f.pdf");
  ui_wait_for (gtk_widget_get_visible (part (fixture, "error")));
  g_assert_nonnull (
      strstr (gtk_label_get_label (GTK_LABEL (part (fixture, "error"))), "that is a folder"));
  g_assert_true (gtk_widget_get_sensitive (part (fixture, "make_button")));
  g_assert_null (fixture->written);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* Stopped, and closed while it runs: nothing is written. */
static void
test_stop (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "s.pdf", NULL);

  dl_session_set (fixture->session, "simulation.cycles", "1000000000", FALSE);
  ui_settle (fixture->session);
  for (guint close = 0; close < 2; close++)
    {
      open_dialog (fixture);
      check (fixture, "simulate", TRUE);
      write_to (fixture, "s.pdf");
      ui_wait_for (gtk_widget_get_visible (part (fixture, "busy")));
      g_assert_false (gtk_widget_get_sensitive (part (fixture, "make_button")));
      ui_wait_ms (100);
      if (close == 0)
        {
          g_signal_emit_by_name (ui_find_button (fixture->dialog, "S_top"), "clicked");
          g_assert_false (gtk_widget_get_visible (part (fixture, "busy")));
          g_assert_true (gtk_widget_get_sensitive (part (fixture, "make_button")));
        }
      gtk_window_destroy (GTK_WINDOW (fixture->dialog));
      ui_wait_for (fixture->dialog == NULL);
    }
  g_assert_null (fixture->written);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

/* A run that the library has is not made again: its numbers are the report's. */
static void
test_stored_runs (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "made.pdf", "stored.pdf" };
  g_autofree char *path = g_build_filename (fixture->folder, "library.db", NULL);
  g_autoptr (DlStore) store = NULL;
  g_autoptr (GBytes) made = NULL;
  g_autoptr (GBytes) stored = NULL;
  guint64 seed;

  dl_session_set (fixture->session, "simulation.warmup-cycles", "100", FALSE);
  dl_session_set (fixture->session, "simulation.cycles", "500", FALSE);
  ui_settle (fixture->session);
  seed = dl_session_get_scenario (fixture->session)->seed + 1;
  store = dl_store_open (path, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_clear_pointer (&fixture->written, g_free);
      open_dialog (fixture);
      check (fixture, "simulate", TRUE);
      gtk_spin_button_set_value (GTK_SPIN_BUTTON (part (fixture, "seeds")), 2);
      write_to (fixture, names[i]);
      ui_wait_for (fixture->written != NULL);
      *(i == 0 ? &made : &stored) = contents (fixture->written);
      ui_wait_for (fixture->dialog == NULL);
      if (i == 0)
        {
          g_autofree char *digest
              = dl_sweep_digest (dl_session_get_scenario (fixture->session), seed);
          g_autoptr (DlStoreRun) run = dl_store_run_new (digest, seed, "0");
          const DlStoreRun *one[] = { run };

          dl_store_run_add_value (run, "latency_mean", 4711);
          dl_store_run_add_value (run, "cycles", 500);
          run->outcome = g_strdup ("0");
          g_assert_true (dl_store_add_runs (store, one, 1, NULL));
        }
    }
  g_assert_false (g_bytes_equal (made, stored));
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
  g_test_add ("/report-dialog/write", Fixture, NULL, set_up, test_write, tear_down);
  g_test_add ("/report-dialog/there-already", Fixture, NULL, set_up, test_there_already, tear_down);
  g_test_add ("/report-dialog/choices", Fixture, NULL, set_up, test_choices, tear_down);
  g_test_add ("/report-dialog/trouble", Fixture, NULL, set_up, test_trouble, tear_down);
  g_test_add ("/report-dialog/stored-runs", Fixture, NULL, set_up, test_stored_runs, tear_down);
  g_test_add ("/report-dialog/stop", Fixture, NULL, set_up, test_stop, tear_down);
  return g_test_run ();
}
