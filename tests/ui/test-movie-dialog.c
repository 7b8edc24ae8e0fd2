/* The dialog that exports an animation: of the line that is shown, up to its cycle, in a run of its
 * own; what is stopped leaves nothing. */
#include "dl-movie-dialog.h"
#include "dl-panel-list.h"
#include "dl-session-edits.h"
#include "dl-ui.h"
#include "export-fixture.h"
#include "ui-fixture.h"
#include "window-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

static DlLive *
live_of (WindowFixture *fixture)
{
  return dl_view_get_live (fixture->window->view);
}

static void
catch_up (WindowFixture *fixture)
{
  dl_live_sync (live_of (fixture));
  ui_settle (fixture->session);
  dl_live_sync (live_of (fixture));
  ui_draw ();
}

static void
run_to (WindowFixture *fixture, guint64 end, guint64 shown)
{
  dl_live_step (live_of (fixture), end);
  catch_up (fixture);
  dl_live_seek (live_of (fixture), shown);
  catch_up (fixture);
}

static GtkWidget *
open_dialog (WindowFixture *fixture)
{
  GtkWindow *dialog;

  ui_act (fixture->window, "export-animation", NULL);
  ui_idle ();
  dialog = window_find_beside (fixture);
  g_assert_true (DL_IS_MOVIE_DIALOG (dialog));
  return GTK_WIDGET (dialog);
}

static double
value (GtkWidget *dialog, const char *name)
{
  return gtk_spin_button_get_value (ui_part (dialog, name));
}

static void
set_value (GtkWidget *dialog, const char *name, double value)
{
  gtk_spin_button_set_value (ui_part (dialog, name), value);
}

static void
choose (GtkWidget *dialog, const char *name, guint index)
{
  gtk_drop_down_set_selected (ui_part (dialog, name), index);
}

/* Frames of 320 by 240. */
static void
choose_small (GtkWidget *dialog)
{
  choose (dialog, "size", 5);
  set_value (dialog, "width", 320);
  set_value (dialog, "height", 240);
}

static const char *
label (GtkWidget *dialog, const char *name)
{
  return gtk_label_get_label (ui_part (dialog, name));
}

static gboolean
can_export (GtkWidget *dialog)
{
  return gtk_widget_get_sensitive (ui_part (dialog, "export_button"));
}

static void
write_to (WindowFixture *fixture, GtkWidget *dialog, const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  dl_movie_dialog_write (DL_MOVIE_DIALOG (dialog), file);
}

static gboolean
exists (WindowFixture *fixture, const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* No file whose name begins like that. */
static gboolean
is_empty_of (WindowFixture *fixture, const char *prefix)
{
  g_autoptr (GDir) folder = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_prefix (name, prefix))
      return FALSE;
  return TRUE;
}

static GBytes *
contents (WindowFixture *fixture, const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  char *data;
  gsize length;

  g_assert_true (g_file_get_contents (path, &data, &length, NULL));
  return g_bytes_new_take (data, length);
}

/* How often a GIF shows its control block. */
static guint
count_frames (GBytes *gif)
{
  gsize length;
  const guint8 *data = g_bytes_get_data (gif, &length);
  guint n = 0;

  g_assert_cmpmem (data, 6, "GIF89a", 6);
  for (gsize i = 0; i + 8 < length; i++)
    n += memcmp (data + i, "\x21\xf9\x04", 3) == 0 && data[i + 7] == 0;
  return n;
}

static void export(WindowFixture *fixture, GtkWidget *dialog, const char *name)
{
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  write_to (fixture, dialog, name);
  ui_wait_for (dialog == NULL);
}

/* While a past cycle is shown: up to that, and nothing of the run changes. */
static void
test_past (WindowFixture *fixture, gconstpointer preset)
{
  GtkWidget *dialog;
  guint64 digest;
  g_autoptr (GBytes) gif = NULL, page = NULL;
  g_autofree char *command = NULL;

  run_to (fixture, 900, 600);
  digest = dl_live_get_picture (live_of (fixture))->digest;
  dialog = open_dialog (fixture);
  ui_assert_explained (dialog);
  g_assert_cmpfloat (value (dialog, "from"), ==, 0);
  g_assert_cmpfloat (value (dialog, "to"), ==, 600);
  g_assert_cmpfloat (value (dialog, "every"), ==, 6);
  g_assert_cmpstr (label (dialog, "length"), ==, "100 frames, 5.0 s");
  set_value (dialog, "from", 100);
  g_assert_cmpfloat (value (dialog, "every"), ==, 5);
  set_value (dialog, "every", 100);
  g_assert_cmpstr (label (dialog, "length"), ==, "5 frames, 0.2 s");
  command = export_copy_command (dialog);
  g_assert_cmpstr (command, ==,
                   "dateline-cli animate FILE.dateline ring-matrix --metric sim-load --from 100 "
                   "--to 600 --every 100 -o Torus-5x5x5-ring-matrix.gif");
  choose_small (dialog);
  export(fixture, dialog, "it.gif");
  gif = contents (fixture, "it.gif");
  g_assert_cmpuint (count_frames (gif), >=, 5);
  g_assert_cmpuint (count_frames (gif), <, 8); /* in what is compressed there may be one more */

  catch_up (fixture);
  g_assert_cmpuint (dl_live_get_picture (live_of (fixture))->cycle, ==, 600);
  g_assert_cmpuint (dl_live_get_picture (live_of (fixture))->digest, ==, digest);
  g_assert_true (dl_live_is_past (live_of (fixture)));

  dialog = open_dialog (fixture);
  set_value (dialog, "every", 100);
  export(fixture, dialog, "it.html");
  page = contents (fixture, "it.html");
  g_assert_nonnull (
      g_strstr_len (g_bytes_get_data (page, NULL), g_bytes_get_size (page), "[recording]"));
}

/* Without a run, the one that the scenario states; numbered pictures, and those in the way. */
static void
test_stated (WindowFixture *fixture, gconstpointer preset)
{
  GtkWidget *dialog = open_dialog (fixture);

  g_assert_cmpfloat (value (dialog, "to"), ==,
                     dl_session_get_scenario (fixture->session)->simulation.cycles);
  g_assert_nonnull (strstr (label (dialog, "note"), "F8"));
  set_value (dialog, "to", 300);
  set_value (dialog, "every", 100);
  choose_small (dialog);
  choose (dialog, "format", 5);
  export(fixture, dialog, "it.png");
  g_assert_true (exists (fixture, "it-0003.png"));
  g_assert_false (exists (fixture, "it-0004.png"));

  dialog = open_dialog (fixture);
  write_to (fixture, dialog, "it.png");
  g_assert_nonnull (strstr (label (dialog, "error"), "it-0001.png” already exists"));
  gtk_window_close (GTK_WINDOW (dialog));
}

static void
test_stopped (WindowFixture *fixture, gconstpointer preset)
{
  GtkWidget *dialog;

  run_to (fixture, 300, 300);
  dialog = open_dialog (fixture);
  set_value (dialog, "every", 1);
  write_to (fixture, dialog, "stopped.png");
  g_assert_false (can_export (dialog));
  ui_wait_for (exists (fixture, "stopped-0002.png"));
  g_signal_emit_by_name (ui_part (dialog, "stop_button"), "clicked");
  g_assert_true (can_export (dialog));
  ui_wait_for (is_empty_of (fixture, "stopped"));

  /* Closed while it is made. */
  write_to (fixture, dialog, "closed.png");
  ui_wait_for (exists (fixture, "closed-0002.png"));
  gtk_window_close (GTK_WINDOW (dialog));
  ui_wait_for (window_find_beside (fixture) == NULL);
  ui_wait_for (is_empty_of (fixture, "closed"));
}

static void
test_refused (WindowFixture *fixture, gconstpointer preset)
{
  g_autofree char *path = g_strdup (g_getenv ("PATH"));
  GtkWidget *dialog;

  run_to (fixture, 300, 300);
  dialog = open_dialog (fixture);
  choose_small (dialog);
  set_value (dialog, "every", 100);
  write_to (fixture, dialog, "none/it.gif");
  ui_wait_for (gtk_widget_get_visible (ui_part (dialog, "error")));
  g_assert_nonnull (strstr (label (dialog, "error"), "none/it.gif"));
  g_assert_true (can_export (dialog));

  set_value (dialog, "to", 100);
  set_value (dialog, "from", 200);
  g_assert_false (can_export (dialog));
  g_assert_nonnull (strstr (label (dialog, "length"), "no cycles from"));
  set_value (dialog, "from", 0);
  g_assert_true (can_export (dialog));

  g_setenv ("PATH", fixture->folder, TRUE);
  choose (dialog, "format", 2);
  g_assert_false (can_export (dialog));
  g_assert_nonnull (strstr (label (dialog, "length"), "ffmpeg"));
  g_setenv ("PATH", path, TRUE);
  choose (dialog, "format", 0);
  g_assert_true (can_export (dialog));
  gtk_window_close (GTK_WINDOW (dialog));
}

/* Two lines of a run: beside each other, or their difference. */
static void
test_lines (WindowFixture *fixture, gconstpointer preset)
{
  GtkWidget *dialog;
  g_autoptr (GBytes) both = NULL, difference = NULL;
  g_autofree char *command = NULL;

  run_to (fixture, 600, 300);
  dl_session_set (fixture->session, "traffic.load", "0.05", FALSE);
  catch_up (fixture);
  dl_live_step (live_of (fixture), 300);
  catch_up (fixture);
  for (guint line = 2; line <= 3; line++)
    {
      dialog = open_dialog (fixture);
      g_assert_true (gtk_widget_get_visible (ui_part (dialog, "line_row")));
      choose (dialog, "line", line);
      choose_small (dialog);
      set_value (dialog, "every", 200);
      g_clear_pointer (&command, g_free);
      command = export_copy_command (dialog);
      g_assert_nonnull (strstr (command, line == 2 ? " panels --against B.dateline --panel 'ring-"
                                                   : "--show difference --from 0 "));
      g_assert_nonnull (strstr (command, " --width 3.333 --height 2.5 -o "));
      export(fixture, dialog, line == 2 ? "both.gif" : "difference.gif");
    }
  both = contents (fixture, "both.gif");
  difference = contents (fixture, "difference.gif");
  g_assert_false (g_bytes_equal (both, difference));
}

/* A page of the panels that were collected. */
static void
test_panels (WindowFixture *fixture, gconstpointer preset)
{
  GtkWidget *dialog;
  g_autoptr (GBytes) page = NULL;

  run_to (fixture, 600, 600);
  ui_act (fixture->window, "add-to-figure", NULL);
  ui_act (fixture->window, "add-to-figure", NULL);
  ui_idle ();
  dialog = open_dialog (fixture);
  dl_panel_list_set_used (ui_part (dialog, "panels"), TRUE);
  g_assert_false (gtk_widget_get_sensitive (ui_part (dialog, "figure_row")));
  choose_small (dialog);
  set_value (dialog, "every", 300);
  g_assert_true (can_export (dialog));
  export(fixture, dialog, "page.gif");
  page = contents (fixture, "page.gif");
  g_assert_cmpuint (count_frames (page), >=, 2);
}

static void
drop (WindowFixture *fixture, const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  GValue value = G_VALUE_INIT;
  gboolean taken = FALSE;

  g_value_init (&value, G_TYPE_FILE);
  g_value_take_object (&value, g_file_new_for_path (path));
  g_signal_emit_by_name (ui_controller (fixture->window, GTK_TYPE_DROP_TARGET), "drop", &value, 9.0,
                         9.0, &taken);
  g_assert_true (taken);
  g_value_unset (&value);
}

static void
count (guint *n)
{
  ++*n;
}

static gboolean
is_paused_at (WindowFixture *fixture, guint64 cycle)
{
  const DlLivePicture *picture = dl_live_get_picture (live_of (fixture));

  return picture != NULL && picture->cycle == cycle
         && dl_live_get_state (live_of (fixture)) == DL_LIVE_PAUSED;
}

/* A page that plays, a recording and a scenario, dropped on the window: the run is there again, and
 * goes on. */
static void
test_dropped (WindowFixture *fixture, gconstpointer preset)
{
  g_autofree char *path = g_build_filename (fixture->folder, "run.dateline", NULL);
  g_autofree char *other = g_build_filename (fixture->folder, "other.dateline", NULL);
  g_autofree char *recording = NULL, *scenario = NULL;
  GtkWidget *dialog;
  guint64 digest;
  guint n, opened = 0;

  run_to (fixture, 300, 300);
  dl_session_set (fixture->session, "traffic.load", "0.1", FALSE);
  catch_up (fixture);
  dl_live_step (live_of (fixture), 400);
  catch_up (fixture);
  digest = dl_live_get_picture (live_of (fixture))->digest;
  recording = dl_recording_to_text (dl_live_get_lines (live_of (fixture), &n)[0].recording);
  g_assert_true (g_file_set_contents (path, recording, -1, NULL));
  dialog = open_dialog (fixture);
  set_value (dialog, "every", 100);
  choose (dialog, "format", 4);
  export(fixture, dialog, "it.html");

  g_signal_connect_swapped (fixture->session, "opened", G_CALLBACK (count), &opened);
  drop (fixture, "it.html");
  ui_wait_for (opened == 1 && is_paused_at (fixture, 700));
  g_assert_cmpuint (dl_live_get_picture (live_of (fixture))->digest, ==, digest);
  dl_live_step (live_of (fixture), 50);
  catch_up (fixture);
  g_assert_true (is_paused_at (fixture, 750));

  drop (fixture, "run.dateline");
  ui_wait_for (opened == 2 && is_paused_at (fixture, 700));
  g_assert_cmpuint (dl_live_get_picture (live_of (fixture))->digest, ==, digest);

  scenario = g_strdup ("[scenario]\nformat=1\nname=Dropped\n[torus]\nradix=4;4;1\n");
  g_assert_true (g_file_set_contents (other, scenario, -1, NULL));
  drop (fixture, "other.dateline");
  ui_wait_for (opened == 3);
  g_assert_cmpstr (dl_session_get_scenario (fixture->session)->name, ==, "Dropped");
  catch_up (fixture);
}

#define MOVIE_TEST(name, preset, func)                                                             \
  g_test_add (name, WindowFixture, preset, window_set_up, func, window_tear_down)

int
main (int argc, char **argv)
{
  g_autoptr (GtkApplication) application = NULL;

  ui_test_init (&argc, &argv);
  dl_ui_init ();
  application = ui_application_new ();
  MOVIE_TEST ("/movie-dialog/past", "torus-5x5x5", test_past);
  MOVIE_TEST ("/movie-dialog/stated", "mesh-4x4", test_stated);
  MOVIE_TEST ("/movie-dialog/stopped", "torus-5x5x5", test_stopped);
  MOVIE_TEST ("/movie-dialog/refused", "mesh-4x4", test_refused);
  MOVIE_TEST ("/movie-dialog/lines", "torus-5x5x5", test_lines);
  MOVIE_TEST ("/movie-dialog/panels", "torus-5x5x5", test_panels);
  MOVIE_TEST ("/movie-dialog/dropped", "torus-5x5x5", test_dropped);
  return g_test_run ();
}
