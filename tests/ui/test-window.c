/* The window as a whole: what it shows of a session, and its actions. */
#include "dl-window-private.h"

#include "../core/toggle-fixture.h"
#include "dl-figure.h"
#include "dl-library-view.h"
#include "dl-side-window.h"
#include "dl-ui.h"
#include "ui-fixture.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct
{
  char *folder;
  DlLibrary *library;
  DlSession *session;
  DlWindow *window;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = NULL;

  fixture->folder = g_dir_make_tmp ("dateline-window-XXXXXX", NULL);
  path = g_build_filename (fixture->folder, "library.db", NULL);
  fixture->library = dl_library_new (path);
  fixture->session = dl_session_new (fixture->library);
  fixture->window
      = dl_window_new (GTK_APPLICATION (g_application_get_default ()), fixture->session, NULL);
  gtk_window_present (GTK_WINDOW (fixture->window));
  ui_settle (fixture->session);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_true (dl_library_close (fixture->library, NULL));
  ui_idle ();
  g_object_unref (fixture->session);
  g_object_unref (fixture->library);
  ui_remove_folder (fixture->folder);
}

static guint
n_broken_cables (Fixture *fixture)
{
  return dl_torus_options (dl_session_get_scenario (fixture->session))->spec.broken_cables->len;
}

static void
test_first_start (Fixture *fixture, gconstpointer data)
{
  g_assert_cmpstr (gtk_label_get_text (fixture->window->title_label), ==, "XT3 11x12x16");
  g_assert_cmpstr (gtk_label_get_text (ui_part (GTK_WIDGET (fixture->window->results), "balance")),
                   ==, "VC balance X 0.27 Y 0.27 Z 0.30");
  g_assert_cmpstr (gtk_button_get_label (ui_part (GTK_WIDGET (fixture->window->results), "reach")),
                   ==, "✓ all pairs reachable");
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "undo"));

  dl_session_set (fixture->session, "torus.vc-policy", "initial", FALSE);
  ui_settle (fixture->session);
  g_assert_cmpstr (gtk_label_get_text (ui_part (GTK_WIDGET (fixture->window->results), "balance")),
                   ==, "VC balance X 0.42 Y 0.42 Z 0.41");
}

/* The router's view says what can be done there: run the simulation, and then step through it. */
static void
test_hint (Fixture *fixture, gconstpointer data)
{
  DlLive *live = dl_view_get_live (fixture->window->view);
  GtkLabel *details = fixture->window->details;

  ui_act (fixture->window, "show-view", "router");
  g_assert_nonnull (strstr (gtk_label_get_text (details), "F8 runs the simulation"));
  dl_live_step (live, 10);
  dl_live_sync (live);
  ui_idle ();
  g_assert_null (strstr (gtk_label_get_text (details), "F8"));
  g_assert_nonnull (strstr (gtk_label_get_text (details), "F7 simulates one cycle"));
}

static void
test_break (Fixture *fixture, gconstpointer data)
{
  const DlTorusLinkAt at = { { { 3, 4, 5 } }, DL_TORUS_PORT_X_PLUS };
  const guint link = ((3 * 12 + 4) * 16 + 5) * 6 + at.port;

  /* Nothing selected: it says so and breaks nothing. */
  ui_act (fixture->window, "break", NULL);
  g_assert_cmpuint (n_broken_cables (fixture), ==, 0);

  dl_view_select (fixture->window->view, dl_place_link (link));
  g_assert_nonnull (
      strstr (gtk_label_get_text (fixture->window->details), "X+ of (3,4,5) → (4,4,5)"));
  ui_act (fixture->window, "break", NULL);
  ui_settle (fixture->session);
  g_assert_cmpuint (n_broken_cables (fixture), ==, 1);
  g_assert_cmpstr (dl_toast_get_title (dl_results_bar_get_toast (fixture->window->results)), ==,
                   "Broke the cable X+ of (3,4,5)");
  g_assert_nonnull (strstr (gtk_label_get_text (fixture->window->details_rest), "broken"));
  g_assert_cmpstr (gtk_label_get_text (fixture->window->subtitle_label), ==, "1 change, saved");

  ui_act (fixture->window, "undo", NULL);
  ui_settle (fixture->session);
  g_assert_cmpuint (n_broken_cables (fixture), ==, 0);
  g_assert_cmpstr (dl_toast_get_title (dl_results_bar_get_toast (fixture->window->results)), ==,
                   "Undone: Broke the cable X+ of (3,4,5)");
  g_assert_nonnull (
      ui_find_button (GTK_WIDGET (dl_results_bar_get_toast (fixture->window->results)), "_Redo"));
  ui_act (fixture->window, "redo", NULL);
  ui_settle (fixture->session);
  g_assert_cmpuint (n_broken_cables (fixture), ==, 1);

  ui_act (fixture->window, "break-node", NULL);
  ui_settle (fixture->session);
  g_assert_cmpuint (
      dl_torus_options (dl_session_get_scenario (fixture->session))->spec.broken_nodes->len, ==, 1);
  ui_act (fixture->window, "restore-all", NULL);
  ui_settle (fixture->session);
  g_assert_cmpuint (n_broken_cables (fixture), ==, 0);
  g_assert_false (
      g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "restore-all"));
}

/* Every view can be drawn, whatever the shape of the network. */
static void
test_views (Fixture *fixture, gconstpointer data)
{
  static const char *const views[] = { "ring-matrix", "planes", "isometric", "ring", "table" };
  static const char *const shapes[]
      = { "1;1;1", "2;2;2", "8;1;1", "32768;1;1", "5;5;5", "27;16;24" };

  for (guint shape = 0; shape < G_N_ELEMENTS (shapes); shape++)
    {
      g_auto (GStrv) radix = g_strsplit (shapes[shape], ";", 3);

      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        dl_session_set_number (fixture->session, "torus.radix", DL_TORUS_N_DIMS - 1 - dim, 1, TRUE);
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        dl_session_set_number (fixture->session, "torus.radix", dim, atoi (radix[dim]), TRUE);
      if (shape == 3) /* a ring of 32,768 takes its time: drawn with the result before */
        continue;
      ui_settle (fixture->session);
      for (guint view = 0; view < G_N_ELEMENTS (views); view++)
        {
          g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
          g_autoptr (GdkPaintable) paintable = NULL;

          ui_act (fixture->window, "show-view", views[view]);
          for (guint i = 0; i < 20; i++)
            g_main_context_iteration (NULL, FALSE);
          paintable = gtk_widget_paintable_new (GTK_WIDGET (fixture->window->views));
          gdk_paintable_snapshot (paintable, GDK_SNAPSHOT (snapshot), 640, 480);
        }
    }
  ui_act (fixture->window, "slice", "x");
  ui_act (fixture->window, "show-view", "planes");
  g_assert_true (gtk_widget_get_visible (fixture->window->slices));
}

static void
test_selection_follows_shape (Fixture *fixture, gconstpointer data)
{
  dl_view_select (fixture->window->view, dl_place_link (12671));
  dl_session_set_number (fixture->session, "torus.radix", DL_X, 4, TRUE);
  ui_settle (fixture->session);
  g_assert_cmpuint (dl_view_get_selected_link (fixture->window->view), ==, DL_NO_LINK);
}

static void
open_text (Fixture *fixture, const char *text)
{
  g_autofree char *path = g_build_filename (fixture->folder, "given.dateline", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  dl_window_open_file (fixture->window, file);
}

static void
test_open_preset (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg ("preset:ring-8");
  g_autoptr (GFile) none = g_file_new_for_commandline_arg ("preset:ring-9");

  dl_window_open_file (fixture->window, file);
  ui_wait_for (g_str_equal (gtk_label_get_text (fixture->window->title_label), "Ring of 8"));
  dl_window_open_file (fixture->window, none);
  ui_wait_for (dl_banner_get_message (fixture->window->message_banner) != NULL);
  g_assert_nonnull (strstr (dl_banner_get_message (fixture->window->message_banner), "ring-9"));
}

/* A good file takes the place of the scenario; a bad one changes nothing and says why. */
static void
test_open_file (Fixture *fixture, gconstpointer data)
{
  const gint64 first = dl_session_get_scenario_id (fixture->session);

  open_text (fixture, "[scenario]\nformat=1\nname=Given\n[torus]\nradix=5;5;5\n");
  while (dl_session_get_scenario_id (fixture->session) == first)
    g_main_context_iteration (NULL, TRUE);
  ui_settle (fixture->session);
  g_assert_cmpstr (gtk_label_get_text (fixture->window->title_label), ==, "Given");

  open_text (fixture, "[scenario]\nformat=1\n[torus]\nradix=5;5;nonsense\n");
  while (dl_banner_get_message (fixture->window->message_banner) == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (
      strstr (dl_banner_get_message (fixture->window->message_banner), "given.dateline:4:"));
  g_assert_cmpstr (gtk_label_get_text (fixture->window->title_label), ==, "Given");
}

/* An unknown key is a note at the end of the page, until it is closed; an error that follows it
 * looks like one. */
static void
test_open_noted (Fixture *fixture, gconstpointer data)
{
  DlBanner *banner = fixture->window->message_banner;
  graphene_rect_t at, page;

  open_text (fixture, "[scenario]\nformat=1\nname=Given\n[torus]\nradix=5;5;5\nradixes=5\n");
  ui_wait_for (dl_banner_get_message (banner) != NULL);
  ui_settle (fixture->session);
  ui_draw ();
  g_assert_nonnull (strstr (dl_banner_get_message (banner), "radixes"));
  g_assert_cmpstr (gtk_label_get_text (fixture->window->title_label), ==, "Given");
  g_assert_true (dl_banner_shows_note (banner));
  g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (banner), fixture->window->stage, &at));
  g_assert_true (gtk_widget_compute_bounds (dl_evidence_pages_get_place (fixture->window->evidence),
                                            fixture->window->stage, &page));
  g_assert_cmpfloat (at.origin.y, >, page.origin.y + page.size.height / 2);

  open_text (fixture, "nonsense\n");
  ui_wait_for (!dl_banner_shows_note (banner));
  ui_wait_for (dl_banner_get_message (banner) != NULL);
}

/* Counters are known by what is in them, whatever the file is called: they go to their page, and
 * the scenario stays. */
static void
test_open_counters (Fixture *fixture, gconstpointer data)
{
  DlCountersSource *source = dl_view_get_counters (fixture->window->view);
  const gint64 first = dl_session_get_scenario_id (fixture->session);

  open_text (fixture, "sg,sr,sc,dg,dr,dc,color,flits\n0,0,0,0,0,1,g,5\n");
  ui_wait_for (dl_counters_source_get_counters (source) != NULL);
  ui_settle (fixture->session);
  g_assert_cmpstr (dl_evidence_pages_get_shown (fixture->window->evidence), ==, "measured");
  g_assert_cmpint (dl_session_get_scenario_id (fixture->session), ==, first);
  g_assert_null (dl_banner_get_message (fixture->window->message_banner));
  ui_wait_for (dl_counters_source_get_misfit (source) != NULL);
}

/* @files: of GFile. */
static void
drop (GtkWidget *on, GSList *files)
{
  GValue value = G_VALUE_INIT;
  gboolean taken = FALSE;

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_set_boxed (&value, files);
  g_signal_emit_by_name (ui_controller (on, GTK_TYPE_DROP_TARGET), "drop", &value, 9.0, 9.0,
                         &taken);
  g_value_unset (&value);
  g_assert_true (taken);
}

/* @texts: (2) files, dropped at once. */
static void
drop_both (Fixture *fixture, GtkWidget *on, const char *const *texts)
{
  g_autoslist (GFile) files = NULL;

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *name = g_strdup_printf ("dropped-%u", i);
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

      g_assert_true (g_file_set_contents (path, texts[i], -1, NULL));
      files = g_slist_append (files, g_file_new_for_path (path));
    }
  drop (on, files);
}

static const char *const given_and_counters[]
    = { "[scenario]\nformat=1\nname=Given\n[torus]\nradix=5;5;5\n",
        "sg,sr,sc,dg,dr,dc,color,flits\n0,0,0,0,0,1,g,5\n" };

/* Files dropped together are opened, each where it belongs. */
static void
test_drop_several (Fixture *fixture, gconstpointer data)
{
  DlCountersSource *source = dl_view_get_counters (fixture->window->view);

  drop_both (fixture, GTK_WIDGET (fixture->window), given_and_counters);
  ui_wait_for (dl_counters_source_get_counters (source) != NULL);
  ui_wait_for (g_str_equal (gtk_label_get_text (fixture->window->title_label), "Given"));
  ui_settle (fixture->session);
  g_assert_null (dl_banner_get_message (fixture->window->message_banner));
}

/* If two files belong beside the map, the first is opened, and the other one named. */
static void
test_drop_lessons (Fixture *fixture, gconstpointer data)
{
  static const char *const hand_ins[] = { "hand-in: 1\n", "hand-in: 1\n" };

  drop_both (fixture, GTK_WIDGET (fixture->window), hand_ins);
  ui_wait_for (dl_banner_get_message (fixture->window->message_banner) != NULL);
  g_assert_cmpstr (dl_banner_get_message (fixture->window->message_banner), ==,
                   "One lesson or hand-in is shown at a time. Not opened: dropped-1");
  /* The first is refused, and says so itself. */
  ui_wait_for (ui_says (GTK_WIDGET (fixture->window), "dropped-0"));
}

/* The library takes libraries; the first of the others that comes sends it away, and they all go to
 * the window behind. */
static void
test_drop_on_library (Fixture *fixture, gconstpointer data)
{
  DlCountersSource *source = dl_view_get_counters (fixture->window->view);
  GtkWindow *library = dl_library_window_present (GTK_WINDOW (fixture->window), fixture->session);

  g_object_add_weak_pointer (G_OBJECT (library), (gpointer *) &library);
  drop_both (fixture, dl_side_window_get_view (library), given_and_counters);
  ui_wait_for (dl_counters_source_get_counters (source) != NULL);
  ui_wait_for (g_str_equal (gtk_label_get_text (fixture->window->title_label), "Given"));
  ui_settle (fixture->session);
  ui_wait_for (library == NULL);
  g_assert_null (dl_banner_get_message (fixture->window->message_banner));
}

/* Does this program have locks on the file? Asked by another one: opening and closing it in this
 * one would drop them. */
static gboolean
is_locked (const char *path)
{
  const pid_t child = fork ();
  int status;

  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
      const int fd = open (path, O_RDWR);

      _exit (fd < 0 || fcntl (fd, F_GETLK, &lock) != 0 ? 2 : lock.l_type == F_UNLCK ? 1 : 0);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) != 2);
  return WEXITSTATUS (status) == 0;
}

/* The library's own file, under its name and others, is not opened as something else: that would
 * drop the locks that keep other programs out. It is said, and the other files are opened. */
static void
test_drop_own_library (Fixture *fixture, gconstpointer data)
{
  const char *path = dl_library_get_path (fixture->library);
  g_autofree char *index = g_strconcat (path, "-shm", NULL);
  g_autofree char *linked = g_build_filename (fixture->folder, "linked.db", NULL);
  g_autofree char *given = g_build_filename (fixture->folder, "given.dateline", NULL);
  GtkWindow *library;

  toggle_node (fixture->session, (DlTorusCoord) { { 1, 2, 3 } });
  ui_settle (fixture->session);
  g_assert_true (is_locked (path));
  g_assert_true (is_locked (index));
  g_assert_cmpint (symlink (path, linked), ==, 0);
  for (guint i = 0; i < 3; i++)
    {
      g_autoslist (GFile) files = g_slist_append (NULL, g_file_new_for_path (i == 0   ? path
                                                                             : i == 1 ? linked
                                                                                      : index));

      drop (GTK_WIDGET (fixture->window), files);
      ui_wait_for (ui_says (GTK_WIDGET (fixture->window),
                            i == 0   ? "“library.db” is the open library"
                            : i == 1 ? "“linked.db” is the open library"
                                     : "“library.db-shm” is the open library"));
      ui_draw ();
      g_assert_true (is_locked (path));
      g_assert_true (is_locked (index));
      g_assert_null (dl_banner_get_message (fixture->window->message_banner));
    }

  library = dl_library_window_present (GTK_WINDOW (fixture->window), fixture->session);
  {
    g_autoslist (GFile) files = g_slist_append (NULL, g_file_new_for_path (path));

    drop (dl_side_window_get_view (library), files);
    ui_wait_for (ui_says (GTK_WIDGET (library), "“library.db” is the open library"));
    ui_draw ();
    g_assert_true (is_locked (path));
  }
  gtk_window_destroy (library);

  g_assert_true (g_file_set_contents (given, given_and_counters[0], -1, NULL));
  {
    g_autoslist (GFile) files = g_slist_append (g_slist_append (NULL, g_file_new_for_path (path)),
                                                g_file_new_for_path (given));

    drop (GTK_WIDGET (fixture->window), files);
    ui_wait_for (g_str_equal (gtk_label_get_text (fixture->window->title_label), "Given"));
    ui_settle (fixture->session);
    g_assert_true (is_locked (path));
  }
}

/* A figure dropped on the window gives back the scenario it was made from. */
static void
test_open_figure (Fixture *fixture, gconstpointer data)
{
  const gint64 first = dl_session_get_scenario_id (fixture->session);
  g_autofree char *path = g_build_filename (fixture->folder, "figure.png", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (DlScenario) drawn = NULL;
  DlEvaluation *result;

  ui_act (fixture->window, "show-view", "planes");
  toggle_node (fixture->session, (DlTorusCoord) { { 1, 2, 3 } });
  ui_settle (fixture->session);
  result = dl_session_get_result (fixture->session);
  drawn = dl_scenario_copy (result->scenario);
  const DlFigureInput input
      = dl_figure_input_default (result->scenario, result->analysis_of_family);
  g_assert_true (dl_figure_export (dl_family_figure_find (&dl_family_torus, "ring-matrix"), &input,
                                   path, DL_WIDTH_COLUMN_IN, 100, NULL));

  dl_session_restore_all (fixture->session);
  dl_window_open_file (fixture->window, file);
  while (dl_session_get_scenario_id (fixture->session) == first)
    g_main_context_iteration (NULL, TRUE);
  ui_settle (fixture->session);
  g_assert_true (dl_scenario_equal (dl_session_get_scenario (fixture->session), drawn));
}

/* A choice in a menu does not keep the keyboard when the menu is gone. */
static void
test_menu_gives_back_keys (Fixture *fixture, gconstpointer data)
{
  GtkWidget *popover = GTK_WIDGET (gtk_menu_button_get_popover (fixture->window->menu_button));
  GtkWidget *inside = ui_find (popover, GTK_TYPE_SCROLLED_WINDOW, 0);
  GtkWidget *focus;

  gtk_menu_button_popup (fixture->window->menu_button);
  ui_wait_for (gtk_widget_get_mapped (popover));
  gtk_window_set_focus (GTK_WINDOW (fixture->window), inside);
  gtk_menu_button_popdown (fixture->window->menu_button);
  ui_wait_for (!gtk_widget_get_mapped (popover));
  ui_idle ();
  focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
  g_assert_nonnull (focus);
  g_assert_true (gtk_widget_get_mapped (focus));
}

/* Packets are a view where they can be drawn. */
static void
test_packets_button (Fixture *fixture, gconstpointer data)
{
  GtkWidget *button = GTK_WIDGET (fixture->window->packets_button);

  g_assert_false (gtk_widget_get_visible (button));
  dl_session_set (fixture->session, "torus.radix", "4;4;4", FALSE);
  ui_settle (fixture->session);
  g_assert_true (gtk_widget_get_visible (button));
  ui_act (fixture->window, "show-view", "packets");
  dl_session_set (fixture->session, "torus.radix", "11;12;16", FALSE);
  ui_settle (fixture->session);
  g_assert_true (gtk_widget_get_visible (button)); /* it is shown, and says what is wrong */
}

int
main (int argc, char **argv)
{
  g_autoptr (GtkApplication) application = NULL;

  ui_test_init (&argc, &argv);
  application = ui_application_new ();
  dl_ui_init ();
#define ADD(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)
  ADD ("/window/first-start", test_first_start);
  ADD ("/window/hint", test_hint);
  ADD ("/window/break", test_break);
  ADD ("/window/views", test_views);
  ADD ("/window/selection-follows-shape", test_selection_follows_shape);
  ADD ("/window/menu-gives-back-keys", test_menu_gives_back_keys);
  ADD ("/window/packets-button", test_packets_button);
  ADD ("/window/open-file", test_open_file);
  ADD ("/window/open-noted", test_open_noted);
  ADD ("/window/open-preset", test_open_preset);
  ADD ("/window/open-counters", test_open_counters);
  ADD ("/window/drop-several", test_drop_several);
  ADD ("/window/drop-lessons", test_drop_lessons);
  ADD ("/window/drop-on-library", test_drop_on_library);
  ADD ("/window/drop-own-library", test_drop_own_library);
  ADD ("/window/open-figure", test_open_figure);
  return g_test_run ();
}
