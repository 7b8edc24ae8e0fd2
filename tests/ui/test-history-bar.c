/* The history below the map: what it says and shows of each state, by pointer, keys and buttons. */
#include "dl-history-strip.h"

#include "../core/toggle-fixture.h"
#include "dl-canvas.h"
#include "dl-scenario-file.h"
#include "dl-thumbnail.h"
#include "dl-ui.h"
#include "dl-window-private.h"
#include "metric-fixture.h"
#include "ui-fixture.h"

#include <string.h>

/* A window with the bar alone ------------------------------------------------------------------ */

static DlHistoryStrip *
strip (UiFixture *fixture)
{
  return dl_history_bar_get_strip (DL_HISTORY_BAR (fixture->pane));
}

static DlHistoryPictures *
pictures (UiFixture *fixture)
{
  return dl_history_strip_get_pictures (strip (fixture));
}

static const DlHistory *
history (UiFixture *fixture)
{
  return dl_session_get_history (fixture->session);
}

static guint
position (UiFixture *fixture)
{
  return dl_history_position (history (fixture));
}

static guint
cursor (UiFixture *fixture)
{
  return dl_history_strip_get_cursor (strip (fixture));
}

static void
set_up (UiFixture *fixture, gconstpointer data)
{
  const char *preset = data;

  fixture->session = dl_session_new (NULL);
  dl_session_open_new (fixture->session,
                       dl_preset_load (preset != NULL ? preset : "torus-5x5x5", NULL));
  ui_settle (fixture->session);
  ui_fixture_open (fixture, dl_history_bar_new, 1000, 120);
  ui_wait_for (gtk_widget_get_width (GTK_WIDGET (strip (fixture))) > 0);
}

static void
tear_down (UiFixture *fixture, gconstpointer data)
{
  ui_fixture_close (fixture);
}

/* Steps that show: nodes broken one after the other. */
static void
break_nodes (UiFixture *fixture, guint n)
{
  for (guint i = 0; i < n; i++)
    toggle_node (fixture->session, (DlTorusCoord) { { i % 5, i / 5 % 5, 2 } });
  ui_settle (fixture->session);
}

static double
middle_of (UiFixture *fixture, guint at)
{
  graphene_rect_t cell;

  dl_history_strip_get_cell (strip (fixture), at, &cell);
  return cell.origin.x + cell.size.width / 2;
}

static void
assert_named (UiFixture *fixture)
{
  g_autofree char *name = dl_history_describe (history (fixture), cursor (fixture));
  g_autofree char *wrong = gtk_test_accessible_check_property (GTK_ACCESSIBLE (strip (fixture)),
                                                               GTK_ACCESSIBLE_PROPERTY_LABEL, name);

  g_assert_null (wrong);
  g_assert_true (ui_says (fixture->pane, name));
}

/* The expected picture of a state, made here and now. */
static GdkTexture *
expected_picture (UiFixture *fixture, guint at)
{
  g_autoptr (DlScenario) there
      = dl_history_scenario_at (history (fixture), dl_session_get_scenario (fixture->session), at);
  g_autoptr (DlEvaluation) result = dl_evaluation_new (there, 0, NULL, NULL, NULL);
  DlThumbnailOptions options = { dl_view_get_metric (fixture->view), DL_HISTORY_PICTURE_WIDTH,
                                 DL_HISTORY_PICTURE_HEIGHT, 1, dl_view_theme (fixture->pane) };

  g_assert_nonnull (result);
  return dl_canvas_texture_new (dl_thumbnail_draw (result, &options));
}

static gboolean
same_picture (GdkTexture *a, GdkTexture *b)
{
  const gsize stride = DL_HISTORY_PICTURE_WIDTH * 4, size = stride * DL_HISTORY_PICTURE_HEIGHT;
  g_autofree guchar *pixels_a = g_malloc (size);
  g_autofree guchar *pixels_b = g_malloc (size);

  g_assert_cmpint (gdk_texture_get_width (a), ==, DL_HISTORY_PICTURE_WIDTH);
  g_assert_cmpint (gdk_texture_get_height (b), ==, DL_HISTORY_PICTURE_HEIGHT);
  gdk_texture_download (a, pixels_a, stride);
  gdk_texture_download (b, pixels_b, stride);
  return memcmp (pixels_a, pixels_b, size) == 0;
}

static void
assert_pictured (UiFixture *fixture, guint at)
{
  g_autoptr (GdkTexture) expected = expected_picture (fixture, at);

  ui_wait_for (dl_history_pictures_get (pictures (fixture), at) != NULL);
  g_assert_true (same_picture (dl_history_pictures_get (pictures (fixture), at), expected));
}

/* Each state has its name, its time and its own picture. */
static void
test_states (UiFixture *fixture, gconstpointer data)
{
  g_autofree char *text = NULL;

  ui_assert_explained (fixture->pane);
  g_assert_cmpuint (cursor (fixture), ==, 0);
  assert_named (fixture);
  g_assert_true (ui_says (fixture->pane, "Initial state: nothing has been changed yet"));
  g_assert_false (gtk_widget_is_sensitive (ui_find (fixture->pane, GTK_TYPE_SCALE, 0)));

  break_nodes (fixture, 4);
  g_assert_cmpuint (cursor (fixture), ==, 4);
  assert_named (fixture);
  g_assert_true (ui_says (fixture->pane, "Step 4 of 4: Broke the node (3,0,2), "));
  dl_session_undo (fixture->session);
  ui_settle (fixture->session);
  g_assert_cmpuint (cursor (fixture), ==, 3);
  assert_named (fixture);
  text = dl_history_describe (history (fixture), 4);
  g_assert_true (g_str_has_prefix (text, "Step 4 of 4, undone: Broke the node (3,0,2), "));
  for (guint at = 0; at <= 4; at++)
    assert_pictured (fixture, at);
  g_assert_false (same_picture (dl_history_pictures_get (pictures (fixture), 0),
                                dl_history_pictures_get (pictures (fixture), 1)));

  /* Another step drops an undone one, and its picture. */
  toggle_node (fixture->session, (DlTorusCoord) { { 4, 4, 4 } });
  g_assert_null (dl_history_pictures_get (pictures (fixture), 4));
  g_assert_nonnull (dl_history_pictures_get (pictures (fixture), 3));
  ui_settle (fixture->session);
  assert_pictured (fixture, 4);

  /* A drag changes its step as it goes. */
  for (gint at = 0; at < 3; at++)
    dl_session_set_number (fixture->session, "torus.datelines", DL_X, at, TRUE);
  ui_settle (fixture->session);
  g_assert_cmpuint (cursor (fixture), ==, 5);
  assert_pictured (fixture, 5);
  dl_session_set_number (fixture->session, "torus.datelines", DL_X, 3, TRUE);
  g_assert_null (dl_history_pictures_get (pictures (fixture), 5));
  ui_settle (fixture->session);
  assert_pictured (fixture, 5);

  /* Another scenario, another history. */
  dl_session_open_new (fixture->session, dl_preset_load ("ring-8", NULL));
  ui_settle (fixture->session);
  g_assert_cmpuint (cursor (fixture), ==, 0);
  assert_pictured (fixture, 0);
}

/* Once another one than @before is made of it. */
static void
assert_pictured_anew (UiFixture *fixture, guint at, GdkTexture *before)
{
  ui_wait_for (dl_history_pictures_get (pictures (fixture), at) != NULL
               && dl_history_pictures_get (pictures (fixture), at) != before);
  assert_pictured (fixture, at);
}

/* Pictures show the metric of the maps, where an analysis has it. */
static void
test_metric (UiFixture *fixture, gconstpointer data)
{
  g_autoptr (GdkTexture) balance = NULL;

  break_nodes (fixture, 2);
  assert_pictured (fixture, 1);
  balance = g_object_ref (dl_history_pictures_get (pictures (fixture), 1));
  g_object_set (fixture->view, "metric", torus_metric ("load"), NULL);
  assert_pictured_anew (fixture, 1, balance);
  g_assert_false (same_picture (dl_history_pictures_get (pictures (fixture), 1), balance));
  g_object_set (fixture->view, "metric", torus_metric ("sim-load"), NULL);
  ui_idle ();
  ui_wait_for (dl_history_pictures_get (pictures (fixture), 1) != NULL
               && same_picture (dl_history_pictures_get (pictures (fixture), 1), balance));
}

/* A click goes there; a drag goes through all that it meets, and the map follows. */
static void
test_pointer (UiFixture *fixture, gconstpointer data)
{
  gpointer drag = ui_controller (strip (fixture), GTK_TYPE_GESTURE_DRAG);
  double from;

  break_nodes (fixture, 6);
  from = middle_of (fixture, 2);
  g_signal_emit_by_name (drag, "drag-begin", from, 30.0);
  g_assert_cmpuint (position (fixture), ==, 2);
  g_assert_cmpuint (cursor (fixture), ==, 2);
  g_assert_cmpuint (
      dl_torus_options (dl_session_get_scenario (fixture->session))->spec.broken_nodes->len, ==, 2);
  for (guint at = 3; at <= 6; at++)
    {
      g_signal_emit_by_name (drag, "drag-update", middle_of (fixture, at) - from, 0.0);
      g_assert_cmpuint (position (fixture), ==, at);
      g_assert_cmpuint (dl_history_n_steps (history (fixture)), ==, 6);
    }
  g_signal_emit_by_name (drag, "drag-update", -2 * from, 0.0); /* past the edge */
  g_assert_cmpuint (position (fixture), ==, 0);
  g_signal_emit_by_name (drag, "drag-end", -2 * from, 0.0);
  ui_settle (fixture->session);
  g_assert_cmpuint (
      dl_evaluation_torus (dl_session_get_result (fixture->session))->network->n_working_nodes, ==,
      125);

  /* The slider does the same; its value is the position. */
  GtkRange *scrubber = ui_find (fixture->pane, GTK_TYPE_SCALE, 0);
  gboolean handled;
  for (guint at = 0; at <= 6; at++)
    {
      g_signal_emit_by_name (scrubber, "change-value", GTK_SCROLL_JUMP, at + 0.3, &handled);
      g_assert_true (handled);
      g_assert_cmpuint (position (fixture), ==, at);
      g_assert_cmpfloat (gtk_range_get_value (scrubber), ==, at);
    }
  g_signal_emit_by_name (scrubber, "change-value", GTK_SCROLL_JUMP, 99.0, &handled);
  g_assert_cmpuint (position (fixture), ==, 6);
  g_signal_emit_by_name (scrubber, "change-value", GTK_SCROLL_JUMP, -5.0, &handled);
  g_assert_cmpuint (position (fixture), ==, 0);
}

/* A cell at the edge, half in sight, is what a click goes to even if the hand trembles; only then
 * it comes into sight. */
static void
test_edge (UiFixture *fixture, gconstpointer data)
{
  gpointer drag = ui_controller (strip (fixture), GTK_TYPE_GESTURE_DRAG);
  const double right = gtk_widget_get_width (GTK_WIDGET (strip (fixture)));
  graphene_rect_t cell;
  guint edge = 0;

  break_nodes (fixture, 20);
  g_assert_true (ui_press (strip (fixture), GDK_KEY_Home, 0));
  while (dl_history_strip_get_cell (strip (fixture), edge, &cell)
         && cell.origin.x + cell.size.width <= right)
    edge++;
  g_assert_cmpfloat (cell.origin.x, <, right);
  g_signal_emit_by_name (drag, "drag-begin", cell.origin.x + 2.0, 30.0);
  g_assert_cmpuint (position (fixture), ==, edge);
  g_signal_emit_by_name (drag, "drag-update", 2.0, 1.0);
  g_assert_cmpuint (position (fixture), ==, edge);
  g_signal_emit_by_name (drag, "drag-end", 2.0, 1.0);
  g_assert_true (dl_history_strip_get_cell (strip (fixture), edge, &cell));
  g_assert_cmpfloat (cell.origin.x + cell.size.width, <=, right);

  /* And on past the edge, as far as it is dragged. */
  g_signal_emit_by_name (drag, "drag-begin", middle_of (fixture, edge), 30.0);
  g_signal_emit_by_name (drag, "drag-update", 3 * (middle_of (fixture, 1) - middle_of (fixture, 0)),
                         0.0);
  g_assert_cmpuint (position (fixture), ==, edge + 3);
  g_assert_true (dl_history_strip_get_cell (strip (fixture), edge + 3, &cell));
  g_signal_emit_by_name (drag, "drag-end", 0.0, 0.0);
}

/* Arrows move the cursor and nothing else; Enter goes to it, Escape back. */
static void
test_keys (UiFixture *fixture, gconstpointer data)
{
  guint64 generation;

  break_nodes (fixture, 20);
  generation = dl_session_get_generation (fixture->session);
  g_assert_true (ui_press (strip (fixture), GDK_KEY_Left, 0));
  g_assert_true (ui_press (strip (fixture), GDK_KEY_Left, 0));
  g_assert_cmpuint (cursor (fixture), ==, 18);
  assert_named (fixture);
  g_assert_true (ui_press (strip (fixture), GDK_KEY_Home, 0));
  g_assert_true (ui_press (strip (fixture), GDK_KEY_Left, 0));
  g_assert_cmpuint (cursor (fixture), ==, 0);
  g_assert_true (ui_press (strip (fixture), GDK_KEY_Page_Down, 0));
  g_assert_cmpuint (cursor (fixture), ==, 8);
  g_assert_true (ui_press (strip (fixture), GDK_KEY_End, 0));
  g_assert_true (ui_press (strip (fixture), GDK_KEY_Right, 0));
  g_assert_cmpuint (cursor (fixture), ==, 20);
  g_assert_cmpuint (position (fixture), ==, 20);
  g_assert_cmpuint (dl_session_get_generation (fixture->session), ==, generation);

  g_assert_true (ui_press (strip (fixture), GDK_KEY_Page_Up, 0));
  g_assert_true (ui_press (strip (fixture), GDK_KEY_Return, 0));
  g_assert_cmpuint (position (fixture), ==, 12);
  g_assert_cmpuint (dl_session_get_generation (fixture->session), ==, generation + 1);
  g_assert_true (ui_press (strip (fixture), GDK_KEY_Right, 0));
  g_assert_cmpuint (cursor (fixture), ==, 13);
  g_assert_true (ui_press (strip (fixture), GDK_KEY_Escape, 0));
  g_assert_cmpuint (cursor (fixture), ==, 12);

  /* Wherever the cursor is, it can be seen. */
  for (guint i = 0; i < 30; i++)
    {
      graphene_rect_t cell;

      g_assert_true (ui_press (strip (fixture), i % 7 == 6 ? GDK_KEY_Page_Up : GDK_KEY_Right, 0));
      g_assert_true (dl_history_strip_get_cell (strip (fixture), cursor (fixture), &cell));
      g_assert_cmpfloat (cell.origin.x, >=, 0);
      g_assert_cmpfloat (cell.origin.x + cell.size.width, <=,
                         gtk_widget_get_width (GTK_WIDGET (strip (fixture))));
    }
}

static gboolean
is_button_sensitive (UiFixture *fixture, const char *label)
{
  return gtk_widget_is_sensitive (ui_find_button (fixture->pane, label));
}

/* The pin is the state at the cursor; nothing moves. */
static void
test_pin (UiFixture *fixture, gconstpointer data)
{
  const DlPin *pin;

  break_nodes (fixture, 5);
  g_assert_false (is_button_sensitive (fixture, "Open"));
  g_assert_false (is_button_sensitive (fixture, "Branch")); /* there is no library */
  g_assert_true (ui_press (strip (fixture), GDK_KEY_Home, 0));
  g_assert_true (ui_press (strip (fixture), GDK_KEY_Right, 0));
  g_assert_true (ui_press (strip (fixture), GDK_KEY_Right, 0));
  g_assert_true (is_button_sensitive (fixture, "Open"));
  g_assert_true (ui_press (strip (fixture), GDK_KEY_p, 0));
  ui_wait_for (dl_session_get_pin (fixture->session) != NULL);
  pin = dl_session_get_pin (fixture->session);
  g_assert_cmpuint (dl_torus_options (pin->result->scenario)->spec.broken_nodes->len, ==, 2);
  g_assert_cmpuint (position (fixture), ==, 5);
  g_assert_cmpuint (cursor (fixture), ==, 2);
}

/* Thousands of steps: only what is seen is made, wherever that is. */
static void
test_many (UiFixture *fixture, gconstpointer data)
{
  const guint n = 4000, seen = 1000 / DL_HISTORY_PICTURE_WIDTH + 2;
  guint made;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *seed = g_strdup_printf ("%u", i + 2);
      dl_session_set (fixture->session, "scenario.seed", seed, FALSE);
    }
  ui_settle (fixture->session);
  ui_wait_for (dl_history_pictures_get (pictures (fixture), n) != NULL);
  ui_wait_for (dl_history_pictures_get (pictures (fixture), n - 5) != NULL);
  ui_draw ();
  made = dl_history_pictures_get_n (pictures (fixture));
  g_assert_cmpuint (made, <=, seen + 1); /* that of before the first step too */
  g_assert_null (dl_history_pictures_get (pictures (fixture), 1));
  g_assert_null (dl_history_pictures_get (pictures (fixture), n / 2));
  g_assert_true (ui_press (strip (fixture), GDK_KEY_Home, 0));
  assert_pictured (fixture, 0);
  assert_pictured (fixture, 3);
  ui_draw ();
  g_assert_cmpuint (dl_history_pictures_get_n (pictures (fixture)), <=, made + seen);
  g_assert_true (ui_press (strip (fixture), GDK_KEY_Return, 0));
  g_assert_cmpuint (position (fixture), ==, 0);
  g_assert_cmpuint (dl_session_get_scenario (fixture->session)->seed, ==, 1);
  dl_session_go_to (fixture->session, n / 2);
  g_assert_cmpuint (cursor (fixture), ==, n / 2);
  g_assert_cmpuint (dl_session_get_scenario (fixture->session)->seed, ==, n / 2 + 1);
  assert_pictured (fixture, n / 2);
}

/* Not seen, not made. */
static void
test_hidden (UiFixture *fixture, gconstpointer data)
{
  guint made;

  ui_wait_for (dl_history_pictures_get (pictures (fixture), 0) != NULL);
  gtk_widget_set_visible (fixture->pane, FALSE);
  break_nodes (fixture, 3);
  made = dl_history_pictures_get_n (pictures (fixture));
  ui_draw ();
  g_assert_cmpuint (dl_history_pictures_get_n (pictures (fixture)), ==, made);
  gtk_widget_set_visible (fixture->pane, TRUE);
  assert_pictured (fixture, 2);
}

static void
test_dragonfly (UiFixture *fixture, gconstpointer data)
{
  g_autoptr (GdkTexture) use = NULL;

  dl_session_toggle (fixture->session, dl_place_pair (0, 1), FALSE);
  dl_session_toggle (fixture->session, dl_place_router (3), FALSE);
  dl_session_set (fixture->session, "dragonfly.routing", "valiant", FALSE);
  ui_settle (fixture->session);
  for (guint at = 0; at <= 3; at++)
    assert_pictured (fixture, at);
  use = g_object_ref (dl_history_pictures_get (pictures (fixture), 0));
  g_object_set (fixture->view, "metric", dragonfly_metric ("vc-share"), NULL);
  assert_pictured_anew (fixture, 0, use);
  for (guint at = 1; at <= 3; at++)
    assert_pictured (fixture, at);
}

/* The window ----------------------------------------------------------------------------------- */

/* Hidden at first; a branch is told of with a button that opens it. */
static void
test_window (void)
{
  char *folder = g_dir_make_tmp ("dateline-history-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "library.db", NULL);
  DlLibrary *library = dl_library_new (path);
  DlSession *session = dl_session_new (library);
  DlWindow *window = dl_window_new (GTK_APPLICATION (g_application_get_default ()), session, NULL);
  GtkWidget *bar = GTK_WIDGET (window->history);
  gint64 id;

  gtk_window_set_default_size (GTK_WINDOW (window), 1024, 700);
  gtk_window_present (GTK_WINDOW (window));
  ui_settle (session);
  id = dl_session_get_scenario_id (session);
  g_assert_false (gtk_widget_get_mapped (bar));
  g_assert_cmpuint (dl_history_pictures_get_n (
                        dl_history_strip_get_pictures (dl_history_bar_get_strip (window->history))),
                    ==, 0);
  toggle_node (session, (DlTorusCoord) { { 1, 1, 1 } });
  toggle_node (session, (DlTorusCoord) { { 1, 1, 2 } });
  ui_settle (session);
  ui_act (window, "show-history", NULL);
  ui_wait_for (gtk_widget_get_mapped (bar) && gtk_widget_get_height (bar) > 0);
  g_assert_cmpint (gtk_widget_get_height (bar), <=, 110);
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (window)), bar));

  /* The message offers to undo what was done last; after a move it would be something else. */
  g_assert_cmpstr (dl_toast_get_title (dl_results_bar_get_toast (window->results)), ==,
                   "Broke the node (1,1,2)");
  dl_session_go_to (session, 1);
  ui_settle (session);
  g_assert_null (dl_toast_get_title (dl_results_bar_get_toast (window->results)));

  gtk_widget_activate_action (bar, "history.branch", NULL);
  ui_wait_for (dl_toast_get_title (dl_results_bar_get_toast (window->results)) != NULL);
  g_assert_cmpstr (dl_toast_get_title (dl_results_bar_get_toast (window->results)), ==,
                   "“XT3 11x12x16 (step 1)” is in the library");
  g_assert_cmpint (dl_session_get_scenario_id (session), ==, id);
  g_signal_emit_by_name (
      ui_find_button (GTK_WIDGET (dl_results_bar_get_toast (window->results)), "_Open"), "clicked");
  ui_wait_for (dl_session_get_scenario_id (session) != id);
  ui_settle (session);
  g_assert_cmpstr (dl_session_get_scenario (session)->name, ==, "XT3 11x12x16 (step 1)");
  g_assert_cmpuint (dl_torus_options (dl_session_get_scenario (session))->spec.broken_nodes->len,
                    ==, 1);
  g_assert_cmpuint (dl_history_n_steps (dl_session_get_history (session)), ==, 0);

  ui_act (window, "show-history", NULL);
  g_assert_false (gtk_widget_get_mapped (bar));
  g_assert_false (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (window)), bar));
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_true (dl_library_close (library, NULL));
  ui_idle ();
  g_object_unref (session);
  g_object_unref (library);
  ui_remove_folder (folder);
}

#define ADD(name, preset, func)                                                                    \
  g_test_add ("/history-bar/" name, UiFixture, preset, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_autoptr (GtkApplication) application = NULL;

  ui_test_init (&argc, &argv);
  application = ui_application_new ();
  dl_ui_init ();
  ADD ("states", NULL, test_states);
  ADD ("metric", NULL, test_metric);
  ADD ("pointer", NULL, test_pointer);
  ADD ("edge", NULL, test_edge);
  ADD ("keys", NULL, test_keys);
  ADD ("pin", NULL, test_pin);
  ADD ("many", NULL, test_many);
  ADD ("hidden", NULL, test_hidden);
  ADD ("dragonfly", "cascade-2", test_dragonfly);
  g_test_add_func ("/history-bar/window", test_window);
  return g_test_run ();
}
