/* First state of the window, and files opened in it: colors for which there is data, its last size,
 * the content of a file; and parts that must not move or stay behind. */
#include "window-fixture.h"

#include "dl-scenario-file.h"
#include "dl-transfer.h"
#include "dl-ui.h"
#include "ui-fixture.h"
#include "metric-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

/* Colors --------------------------------------------------------------------------------------- */

static DlWindow *
window_with (WindowFixture *fixture, GSettings *settings)
{
  DlWindow *window;

  ui_draw ();
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_draw ();
  window
      = dl_window_new (GTK_APPLICATION (g_application_get_default ()), fixture->session, settings);
  fixture->window = window;
  gtk_window_present (GTK_WINDOW (window));
  ui_settle (fixture->session);
  return window;
}

static void
step (DlWindow *window)
{
  dl_live_step (dl_view_get_live (window->view), 200);
  dl_live_sync (dl_view_get_live (window->view));
  ui_idle ();
}

static void
open_preset (WindowFixture *fixture, const char *name)
{
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_preset_load (name, &error);
  guint64 before, after;

  g_assert_no_error (error);
  g_object_get (fixture->session, "generation", &before, NULL);
  dl_session_open_new (fixture->session, scenario);
  do /* the earlier state is saved first */
    {
      ui_wait_ms (2);
      g_object_get (fixture->session, "generation", &after, NULL);
    }
  while (after == before);
  ui_settle (fixture->session);
}

/* A simulated coloring waits for the first run, with an analyzed one in its place. */
static void
test_metric (WindowFixture *fixture, gconstpointer preset)
{
  const gboolean dragonfly
      = dl_session_get_scenario (fixture->session)->family == &dl_family_dragonfly;
  const char *key = dragonfly ? "dragonfly-metric" : "metric";
  const DlFamily *family = dl_session_get_scenario (fixture->session)->family;
  const DlMetric *analyzed = dl_family_metric (family, 0);
  g_autoptr (GSettings) settings = g_settings_new ("org.dateline.Dateline");
  g_autofree char *kept = NULL;
  DlWindow *window;

  g_settings_set_string (settings, key, "sim-stalls");
  window = window_with (fixture, settings);
  g_assert_true (dl_view_get_metric (window->view) == analyzed);
  /* Next time it is still what was chosen. */
  kept = dl_window_kept (window, dl_session_get_scenario (fixture->session)->family, "metric");
  g_assert_cmpstr (kept, ==, "sim-stalls");
  step (window);
  g_assert_true (dl_view_get_metric (window->view) == metric_in (family, "sim-stalls"));

  open_preset (fixture, dragonfly ? "cascade-8" : "ring-8");
  g_assert_true (dl_view_get_metric (window->view) == analyzed);
  step (window);
  g_assert_true (dl_view_get_metric (window->view) == metric_in (family, "sim-stalls"));

  /* A metric that the user chooses is not taken away. */
  open_preset (fixture, preset);
  g_object_set (window->view, "metric", metric_in (family, "load"), NULL);
  step (window);
  g_assert_true (dl_view_get_metric (window->view) == metric_in (family, "load"));
  g_settings_reset (settings, key);
  g_settings_reset (settings, "metrics");
}

/* Where packets may take any virtual channel, maps show loads; elsewhere what was shown there. */
static void
test_any_vc (WindowFixture *fixture, gconstpointer preset)
{
  DlWindow *window = window_with (fixture, NULL);

  g_assert_true (dl_view_get_metric (window->view) == torus_metric ("load"));
  open_preset (fixture, "cascade-2");
  g_assert_true (dl_view_get_metric (window->view) == dragonfly_metric ("use"));
  open_preset (fixture, "ring-8");
  g_assert_true (dl_view_get_metric (window->view) == torus_metric ("balance"));
  open_preset (fixture, preset);
  g_assert_true (dl_view_get_metric (window->view) == torus_metric ("load"));
  step (window);
  g_assert_true (dl_view_get_metric (window->view) == torus_metric ("load"));
}

/* Views and pages ------------------------------------------------------------------------------ */

static gboolean
is_kept (GSettings *settings, const char *key, const char *value)
{
  g_autofree char *kept = g_settings_get_string (settings, key);

  return g_str_equal (kept, value);
}

static gboolean
keeps_view (DlWindow *window, const char *view)
{
  g_autofree char *kept = dl_window_kept (window, &dl_family_torus, "view");

  return g_str_equal (kept, view);
}

/* Pages that a lesson shows are not kept for the next start; pages that the user chooses meanwhile
 * are. */
static void
test_lesson (WindowFixture *fixture, gconstpointer preset)
{
  g_autoptr (GSettings) settings = g_settings_new ("org.dateline.Dateline");
  DlWindow *window = window_with (fixture, settings);

  ui_act (window, "show-view", "planes");
  ui_act (window, "evidence-page", "flows");
  ui_act (window, "lesson", "03-deadlock");
  ui_wait_for (g_str_equal (gtk_stack_get_visible_child_name (window->views), "packets"));
  g_assert_cmpstr (dl_evidence_pages_get_shown (window->evidence), ==, "deadlock");
  g_assert_true (keeps_view (window, "planes"));
  g_assert_true (is_kept (settings, "evidence-page", "flows"));
  ui_act (window, "show-view", "table");
  g_assert_true (keeps_view (window, "table"));
  g_settings_reset (settings, "views");
  g_settings_reset (settings, "evidence-page");
}

/* Size ----------------------------------------------------------------------------------------- */

/* The window's size is saved when it changes: there may be no time later. */
static void
test_size (WindowFixture *fixture, gconstpointer preset)
{
  g_autoptr (GSettings) settings = g_settings_new ("org.dateline.Dateline");
  DlWindow *window = window_with (fixture, settings);

  gtk_window_set_default_size (GTK_WINDOW (window), 1111, 722);
  ui_draw ();
  g_assert_cmpint (g_settings_get_int (settings, "window-width"), ==, 1111);
  g_assert_cmpint (g_settings_get_int (settings, "window-height"), ==, 722);
  g_settings_reset (settings, "window-width");
  g_settings_reset (settings, "window-height");
}

/* The message of a first start ------------------------------------------------------------------
 */

static gboolean
is_seen (GtkWidget *widget)
{
  return gtk_widget_get_mapped (widget) && gtk_widget_get_width (widget) > 0;
}

/* One that comes before the window has a size, and goes by itself, leaves the line under it. */
static void
test_message (WindowFixture *fixture, gconstpointer preset)
{
  static const char *const parts[] = { "network", "balance", "time" };
  g_autoptr (GSettings) settings = g_settings_new ("org.dateline.Dateline");
  DlWindow *window = fixture->window;
  DlToast *toast;
  GtkWidget *line;

  gtk_window_destroy (GTK_WINDOW (window));
  ui_draw ();
  g_settings_set_int (settings, "window-width", 1024);
  g_settings_set_int (settings, "window-height", 700);
  window
      = dl_window_new (GTK_APPLICATION (g_application_get_default ()), fixture->session, settings);
  fixture->window = window;
  toast = dl_results_bar_get_toast (window->results);
  dl_toast_show (toast, "New to this?", "The lessons start at the beginning", "_Lessons",
                 "win.lessons", NULL);
  gtk_window_present (GTK_WINDOW (window));
  ui_settle (fixture->session);
  line = ui_part (GTK_WIDGET (window->results), "status");
  ui_wait_for (is_seen (GTK_WIDGET (toast)));
  g_assert_false (gtk_widget_get_mapped (line));
  ui_wait_for (dl_toast_get_title (toast) == NULL);
  ui_wait_for (is_seen (line));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (toast)));
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    ui_wait_for (is_seen (ui_part (line, parts[i])));
  g_settings_reset (settings, "window-width");
  g_settings_reset (settings, "window-height");
}

/* Tabs and drop-downs -------------------------------------------------------------------------- */

static void
test_tabs (WindowFixture *fixture, gconstpointer preset)
{
  static const char *const views[] = { "planes", "isometric", "ring", "table", "ring-matrix" };
  GtkWidget *last = gtk_widget_get_last_child (fixture->window->view_bar);
  graphene_rect_t before, after;

  ui_draw ();
  while (!gtk_widget_get_mapped (last))
    last = gtk_widget_get_prev_sibling (last);
  g_assert_true (gtk_widget_compute_bounds (last, fixture->window->view_bar, &before));
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      ui_act (fixture->window, "show-view", views[i]);
      ui_draw ();
      g_assert_true (gtk_widget_compute_bounds (last, fixture->window->view_bar, &after));
      g_assert_cmpfloat (after.origin.x, ==, before.origin.x);
    }
}

/* The menu of a control takes the pointer away from it. */
static void
test_menu (WindowFixture *fixture, gconstpointer preset)
{
  GtkWidget *down = ui_key (GTK_WIDGET (fixture->window), "torus.engine");
  GtkWidget *button = gtk_widget_get_first_child (down);
  GtkWidget *panel = down;
  GtkGesture *click = NULL;
  graphene_point_t at;

  for (; panel != NULL && click == NULL; panel = gtk_widget_get_parent (panel))
    {
      g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (panel);

      for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
        {
          g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

          if (GTK_IS_GESTURE_CLICK (controller)
              && gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (controller))
                     == GDK_BUTTON_SECONDARY)
            click = GTK_GESTURE (controller);
        }
    }
  g_assert_nonnull (click);
  panel = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (click));
  g_assert_true (gtk_widget_compute_point (button, panel, &GRAPHENE_POINT_INIT (10, 10), &at));
  gtk_widget_set_state_flags (button, GTK_STATE_FLAG_PRELIGHT | GTK_STATE_FLAG_ACTIVE, FALSE);
  g_signal_emit_by_name (click, "pressed", 1, (double) at.x, (double) at.y);
  ui_draw ();
  g_assert_cmphex (gtk_widget_get_state_flags (button)
                       & (GTK_STATE_FLAG_PRELIGHT | GTK_STATE_FLAG_ACTIVE),
                   ==, 0);
}

/* A scenario with its results ------------------------------------------------------------------ */

static void
on_failed (gpointer owner, const char *message)
{
  g_error ("%s", message);
}

/* The imported scenario is shown, like a scenario's own file. */
static void
test_import (WindowFixture *fixture, gconstpointer preset)
{
  g_autofree char *path = g_build_filename (fixture->folder, "carried.db", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *name = g_strdup (dl_session_get_scenario (fixture->session)->name);

  dl_transfer_export (GTK_WINDOW (fixture->window), fixture->library,
                      dl_session_get_scenario_id (fixture->session), file, on_failed,
                      fixture->window);
  ui_wait_for (ui_says (GTK_WIDGET (fixture->window), "Wrote"));
  open_preset (fixture, "ring-8");
  ui_wait_for (strcmp (dl_session_get_scenario (fixture->session)->name, name) != 0);
  dl_window_open_file (fixture->window, file);
  ui_wait_for (strcmp (dl_session_get_scenario (fixture->session)->name, name) == 0);
}

/* Programs ------------------------------------------------------------------------------------- */

static GFile *write_file (WindowFixture *fixture, const char *name, const char *text);

/* A GOAL file goes into the scenario that is open, if it fits. */
static void
test_open_program (WindowFixture *fixture, gconstpointer preset)
{
  g_autoptr (GFile) two = write_file (fixture, "renamed.txt",
                                      "// by hand\nnum_ranks 2\nrank 0 {\nsend 64b to 1 tag 3\n}\n"
                                      "rank 1 {\nrecv 64b from 0 tag 3\n}\n");
  g_autoptr (GFile) bad = write_file (fixture, "bad.goal", "num_ranks 2\nrank 0 {\nmoon\n}\n");
  g_autoptr (GFile) large
      = write_file (fixture, "large.goal", "num_ranks 9\nrank 8 {\ncalc 5\n}\n");
  g_autoptr (GFile) scenario = write_file (
      fixture, "given.dateline",
      "[scenario]\nformat=1\nname=Given\n[torus]\nradix=8;1;1\nwrap=true;false;false\n");
  GFile *const both[] = { two, scenario };
  const char *content;

  dl_window_open_file (fixture->window, two);
  ui_wait_for (dl_session_get_scenario (fixture->session)->traffic.program != NULL);
  content = dl_session_get_scenario (fixture->session)->traffic.program->text;
  g_assert_true (g_str_has_prefix (content, "// by hand"));
  g_assert_true (dl_session_get_scenario (fixture->session)->traffic.pattern
                 == &dl_pattern_program);
  ui_settle (fixture->session);

  dl_window_open_file (fixture->window, bad);
  ui_wait_for (ui_says (GTK_WIDGET (fixture->window), "bad.goal:3:"));
  dl_window_open_file (fixture->window, large);
  ui_wait_for (ui_says (GTK_WIDGET (fixture->window), "the program has 9 ranks"));
  g_assert_true (g_str_has_prefix (
      dl_session_get_scenario (fixture->session)->traffic.program->text, "// by hand"));

  dl_window_open_files (fixture->window, both, 2);
  ui_wait_for (g_str_equal (dl_session_get_scenario (fixture->session)->name, "Given"));
  g_assert_null (dl_session_get_scenario (fixture->session)->traffic.program);
  ui_settle (fixture->session);
}

/* Measured counters ---------------------------------------------------------------------------- */

#define RING_HEAD                                                                                  \
  "---\nkey: OURS\n---\n- [sx]\n- [sy]\n- [sz]\n- [tx]\n- [ty]\n- [tz]\n- [code_region]\n"         \
  "- [packets]\n...\n"
/* The links of a ring of 8 that lead to higher positions. */
#define RING                                                                                       \
  RING_HEAD "0 0 0 1 0 0 1 10\n1 0 0 2 0 0 1 10\n2 0 0 3 0 0 1 70\n3 0 0 4 0 0 1 10\n"             \
            "4 0 0 5 0 0 1 10\n5 0 0 6 0 0 1 10\n6 0 0 7 0 0 1 10\n7 0 0 0 0 0 1 10\n"

static GFile *
write_file (WindowFixture *fixture, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return g_file_new_for_path (path);
}

static DlCountersSource *
source_of (WindowFixture *fixture)
{
  return dl_view_get_counters (fixture->window->view);
}

static gboolean
is_measured (WindowFixture *fixture)
{
  return dl_counters_source_get_measured (source_of (fixture)) != NULL;
}

static gboolean
is_busy (WindowFixture *fixture)
{
  gboolean busy;

  g_object_get (source_of (fixture), "busy", &busy, NULL);
  return busy;
}

static void
open_again (WindowFixture *fixture, gint64 id)
{
  guint64 before, after;

  g_object_get (fixture->session, "generation", &before, NULL);
  dl_session_open (fixture->session, id);
  ui_wait_for ((g_object_get (fixture->session, "generation", &after, NULL), after != before));
  ui_settle (fixture->session);
  ui_wait_for (!is_busy (fixture));
  ui_idle ();
}

/* Counters leave with their scenario and come with it, also in the next window; a file that has
 * gone is told and stays remembered until it is forgotten. */
static void
test_counters (WindowFixture *fixture, gconstpointer preset)
{
  g_autoptr (GSettings) settings = g_settings_new ("org.dateline.Dateline");
  g_autoptr (GFile) file = write_file (fixture, "ring.yaml", RING);
  const gint64 id = dl_session_get_scenario_id (fixture->session);

  window_with (fixture, settings);
  dl_window_open_file (fixture->window, file);
  ui_wait_for (is_measured (fixture));
  open_preset (fixture, "mesh-4x4");
  g_assert_null (dl_counters_source_get_counters (source_of (fixture)));
  open_again (fixture, id);
  ui_wait_for (is_measured (fixture));
  window_with (fixture, settings);
  ui_wait_for (is_measured (fixture));

  g_assert_true (g_file_delete (file, NULL, NULL));
  open_again (fixture, id);
  g_assert_null (dl_counters_source_get_counters (source_of (fixture)));
  g_assert_null (dl_banner_get_message (fixture->window->message_banner));
  g_assert_true (ui_says (GTK_WIDGET (fixture->window), "could not be opened again"));
  g_assert_true (ui_says (GTK_WIDGET (fixture->window), "ring.yaml"));
  g_object_unref (write_file (fixture, "ring.yaml", RING));
  open_again (fixture, id);
  ui_wait_for (is_measured (fixture));

  dl_counters_source_forget (source_of (fixture));
  open_again (fixture, id);
  g_assert_null (dl_counters_source_get_counters (source_of (fixture)));
  g_settings_reset (settings, "measured-files");
}

/* Counters that did not fit, or came at once with the scenario, are its own from then on. */
static void
test_carried_counters (WindowFixture *fixture, gconstpointer preset)
{
  g_autoptr (GSettings) settings = g_settings_new ("org.dateline.Dateline");
  g_autoptr (GFile) counters = write_file (fixture, "ring.yaml", RING);
  g_autoptr (GFile) scenario = write_file (
      fixture, "given.dateline",
      "[scenario]\nformat=1\nname=Given\n[torus]\nradix=8;1;1\nwrap=true;false;false\n");
  GFile *const both[] = { counters, scenario };
  const gint64 mesh = dl_session_get_scenario_id (fixture->session);
  gint64 ring;

  window_with (fixture, settings);
  dl_window_open_file (fixture->window, counters);
  ui_wait_for (dl_counters_source_get_misfit (source_of (fixture)) != NULL);
  open_preset (fixture, "ring-8");
  ring = dl_session_get_scenario_id (fixture->session);
  ui_wait_for (is_measured (fixture));

  /* At once with one of the same machine, to which they go. */
  dl_window_open_files (fixture->window, both, 2);
  ui_wait_for (g_str_equal (gtk_label_get_text (fixture->window->title_label), "Given"));
  ui_settle (fixture->session);
  ui_wait_for (is_measured (fixture));
  ui_idle ();
  const gint64 given = dl_session_get_scenario_id (fixture->session);

  open_again (fixture, mesh);
  g_assert_null (dl_counters_source_get_counters (source_of (fixture)));
  open_again (fixture, ring);
  ui_wait_for (is_measured (fixture));
  open_again (fixture, given);
  ui_wait_for (is_measured (fixture));
  g_settings_reset (settings, "measured-files");
}

/* Asked for when the program starts, they are of the scenario that is opened with them, whatever
 * was remembered with the last one, which comes between. */
static void
test_counters_at_start (WindowFixture *fixture, gconstpointer preset)
{
  g_autoptr (GSettings) settings = g_settings_new ("org.dateline.Dateline");
  g_autoptr (GFile) first = write_file (fixture, "ring.yaml", RING);
  g_autoptr (GFile) second = write_file (fixture, "second.yaml", RING);
  g_autoptr (GFile) scenario = write_file (
      fixture, "given.dateline",
      "[scenario]\nformat=1\nname=Given\n[torus]\nradix=8;1;1\nwrap=true;false;false\n");
  GFile *const both[] = { scenario, second };
  g_auto (GStrv) paths = NULL;

  window_with (fixture, settings);
  dl_window_open_file (fixture->window, first);
  ui_wait_for (is_measured (fixture));
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_settle (fixture->session);
  ui_assert_finalize (fixture->session);

  fixture->session = dl_session_new (fixture->library);
  fixture->window
      = dl_window_new (GTK_APPLICATION (g_application_get_default ()), fixture->session, settings);
  dl_window_open_files (fixture->window, both, 2);
  gtk_window_present (GTK_WINDOW (fixture->window));
  ui_wait_for (g_str_equal (gtk_label_get_text (fixture->window->title_label), "Given"));
  ui_settle (fixture->session);
  ui_wait_for (is_measured (fixture) && !is_busy (fixture));
  ui_wait_ms (100);
  paths = dl_counters_source_get_paths (source_of (fixture));
  g_assert_cmpuint (g_strv_length (paths), ==, 1);
  g_assert_true (g_str_has_suffix (paths[0], "second.yaml"));
  g_settings_reset (settings, "measured-files");
}

/* From the table of links to a map, and from one map to none other. */
static void
test_show_measured (WindowFixture *fixture, gconstpointer preset)
{
  g_autoptr (GFile) file = write_file (fixture, "ring.yaml", RING);
  GtkWidget *button;

  ui_act (fixture->window, "show-view", "table");
  dl_window_open_file (fixture->window, file);
  ui_wait_for (is_measured (fixture));
  ui_wait_ms (100); /* the list */
  button = ui_find_button (GTK_WIDGET (fixture->window->evidence), "_Show on the Map");
  g_signal_emit_by_name (button, "clicked");
  ui_settle (fixture->session);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (fixture->window->views), ==, "ring-matrix");
  g_assert_true (dl_view_get_metric (fixture->window->view) == torus_metric ("measured"));
  ui_wait_for (dl_view_get_selected_link (fixture->window->view)
               == 2 * DL_TORUS_N_NETWORK_PORTS + DL_TORUS_PORT_X_PLUS);
  ui_act (fixture->window, "show-view", "planes");
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (fixture->window->views), ==, "planes");
}

static GtkWindow *
find_chooser (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (GTK_IS_FILE_CHOOSER (window) && gtk_widget_get_mapped (GTK_WIDGET (window)))
        return window;
    }
  return NULL;
}

/* One dialog opens counters and jobs, together or one by one. */
static void
test_choose_counters (WindowFixture *fixture, gconstpointer preset)
{
  g_autoptr (GFile) file = write_file (fixture, "ring.yaml", RING);
  GtkWindow *chooser;

#ifdef __SANITIZE_ADDRESS__
  g_test_skip ("the file chooser loses what its providers of folders gave it");
  return;
#endif
  ui_act (fixture->window, "open-counters", NULL);
  ui_wait_for (find_chooser () != NULL);
  chooser = find_chooser ();
  g_assert_true (gtk_file_chooser_get_select_multiple (GTK_FILE_CHOOSER (chooser)));
  gtk_file_chooser_set_file (GTK_FILE_CHOOSER (chooser), file, NULL);
  ui_wait_ms (300); /* the folder is read */
  g_signal_emit_by_name (ui_find_button (GTK_WIDGET (chooser), "_Open"), "clicked");
  ui_wait_for (is_measured (fixture));
  ui_wait_for (find_chooser () == NULL);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
  GtkApplication *application = ui_application_new ();
#define ADD(name, preset, func)                                                                    \
  g_test_add ("/window-start/" name, WindowFixture, preset, window_set_up, func, window_tear_down)
  ADD ("metric/torus", "torus-5x5x5", test_metric);
  ADD ("metric/dragonfly", "cascade-2", test_metric);
  ADD ("metric/any-vc", "mesh-8x8", test_any_vc);
  ADD ("lesson", "torus-5x5x5", test_lesson);
  ADD ("size", "torus-5x5x5", test_size);
  ADD ("message", "torus-5x5x5", test_message);
  ADD ("tabs", "torus-5x5x5", test_tabs);
  ADD ("menu", "torus-5x5x5", test_menu);
  ADD ("import", "torus-5x5x5", test_import);
  ADD ("program", "ring-8", test_open_program);
  ADD ("counters/remembered", "ring-8", test_counters);
  ADD ("counters/carried", "mesh-4x4", test_carried_counters);
  ADD ("counters/at-start", "ring-8", test_counters_at_start);
  ADD ("counters/chosen", "ring-8", test_choose_counters);
  ADD ("counters/show", "ring-8", test_show_measured);
  const int status = g_test_run ();
  g_object_unref (application);
  return status;
}
