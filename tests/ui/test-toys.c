/* Toy networks in the window: there and back is as if nothing had been, and packets are drawn where
 * the simulation has them. */
#include "../core/toggle-fixture.h"
#include "dl-flight-view.h"
#include "dl-preset.h"
#include "dl-scenario-file.h"
#include "dl-session.h"
#include "dl-simulate.h"
#include "dl-ui.h"
#include "dl-window.h"
#include "metric-fixture.h"
#include "ui-fixture.h"

#include <string.h>

typedef struct
{
  DlSession *session;
  GtkApplication *application;
  GtkWidget *window;
} Fixture;

/* There can be one in a program. */
static GtkApplication *application;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->session = ui_session_new (5, 4, 3);
  if (data != NULL)
    {
      dl_session_open_new (fixture->session, dl_preset_load (data, NULL));
      ui_settle (fixture->session);
    }
  fixture->application = g_object_ref (application);
  fixture->window = GTK_WIDGET (dl_window_new (fixture->application, fixture->session, NULL));
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1100, 750);
  gtk_window_present (GTK_WINDOW (fixture->window));
  ui_settle (fixture->session);
  ui_draw ();
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_idle ();
  g_clear_object (&fixture->application);
  ui_assert_finalize (fixture->session);
}

static DlView *
view_of (Fixture *fixture)
{
  return dl_window_get_view (DL_WINDOW (fixture->window));
}

static DlLive *
live_of (Fixture *fixture)
{
  return dl_view_get_live (view_of (fixture));
}

static const DlLivePicture *
picture_of (Fixture *fixture)
{
  dl_live_sync (live_of (fixture));
  return dl_live_get_picture (live_of (fixture));
}

static char *
state_of (Fixture *fixture, const char *action)
{
  g_autoptr (GVariant) state
      = g_action_group_get_action_state (G_ACTION_GROUP (fixture->window), action);

  return g_variant_print (state, FALSE);
}

/* The view of packets that is seen; NULL if none is. */
static DlCanvas *
packets_of (Fixture *fixture)
{
  GtkStack *views = ui_part (fixture->window, "views");
  const char *id = gtk_stack_get_visible_child_name (views);

  return g_str_equal (id, "packets") ? DL_CANVAS (gtk_stack_get_visible_child (views)) : NULL;
}

/* All that can be seen of what is shown, in words. */
static char *
describe (Fixture *fixture)
{
  DlView *view = view_of (fixture);
  const DlHistory *history = dl_session_get_history (fixture->session);
  GString *text = g_string_new (dl_session_get_scenario (fixture->session)->name);
  guint source = DL_NO_NODE, dest = DL_NO_NODE, ring;
  DlMapPath path = { .step = 0 };
  DlTorusDim dim;

  static const char *const actions[] = { "show-view", "evidence-page", "sim-speed", "slice" };
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_autofree char *state = state_of (fixture, actions[i]);
      g_string_append_printf (text, "; %s %s", actions[i], state);
    }
  for (guint i = 0; i < dl_history_n_steps (history); i++)
    g_string_append_printf (text, "; %s", dl_history_step (history, i)->label);
  g_string_append_printf (text, "; at %u", dl_history_position (history));
  g_string_append_printf (text, "; link %u node %u", dl_view_get_selected_link (view),
                          dl_place_number (dl_view_get_selected (view), DL_PLACE_NODE));
  dl_view_get_ring (view, &ring, &dim);
  if (dl_session_get_scenario (fixture->session)->family != &dl_family_torus)
    ring = dim = 0; /* none is seen */
  g_string_append_printf (text, "; ring %u %u; metric %s, cut %u", ring, dim,
                          dl_view_get_metric (view)->id, dl_view_get_cut (view));
  dl_view_get_path (view, &path);
  dl_view_get_route (view, &source, &dest);
  g_string_append_printf (text, "; path %u, %u to %u, step %u", dl_view_get_path_kind (view),
                          source, dest, path.step);
  g_string_append_printf (text, "; place %u %u; group %u, sorted %d; packet %u",
                          dl_view_get_selected (view).kind, dl_view_get_selected (view).a,
                          dl_view_get_group (view), dl_view_get_sorted (view),
                          dl_view_get_which (view));
  return g_string_free (text, FALSE);
}

/* From a toy into a lesson, into another one, and back: what was left for the toy is as it was. */
static void
test_lesson (Fixture *fixture, gconstpointer data)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  ui_act (fixture->window, "show-view", "planes");
  ui_act (fixture->window, "evidence-page", "flows");
  dl_view_select (view_of (fixture),
                  dl_place_link (5 * DL_TORUS_N_NETWORK_PORTS + DL_TORUS_PORT_Y_MINUS));
  dl_live_step (live_of (fixture), 400);
  ui_draw ();
  before = describe (fixture);
  ui_act (fixture->window, "toy", "ring-8");
  ui_settle (fixture->session);
  ui_act (fixture->window, "lesson", "01-torus");
  ui_settle (fixture->session);
  ui_act (fixture->window, "lesson", "03-deadlock");
  ui_settle (fixture->session);
  g_assert_true (gtk_widget_activate_action (fixture->window, "lesson.close", NULL));
  ui_settle (fixture->session);
  g_assert_null (dl_session_get_left (fixture->session));
  after = describe (fixture);
  g_assert_cmpstr (after, ==, before);
}

/* A toy is said to be one, also when somebody's hand-in was looked at before. */
static void
test_handed_in (Fixture *fixture, gconstpointer data)
{
  static const char text[]
      = "hand-in: 1\nprogram: 0\nlesson: 01-torus\ndigest: 0\nstart:\n  [scenario]\n"
        "  format=1\n  name=Mesh\n\n  [torus]\n  radix=4;4;1\n  wrap=false;false;false\n"
        "step: nodes-and-links\nend: 1\n";
  g_autofree char *folder = g_dir_make_tmp ("toys-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "one.handin", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  dl_window_open_file (DL_WINDOW (fixture->window), file);
  ui_wait_for (ui_says (fixture->window, "Handed in"));
  ui_settle (fixture->session);
  g_assert_true (gtk_widget_activate_action (fixture->window, "lesson.close", NULL));
  ui_settle (fixture->session);
  ui_act (fixture->window, "toy", "ring-8");
  ui_settle (fixture->session);
  ui_wait_for (ui_says (fixture->window, "A toy network"));
  ui_act (fixture->window, "toy-back", NULL);
  ui_settle (fixture->session);
  ui_remove_folder (g_steal_pointer (&folder));
}

/* To each toy and back, from a torus with a route, a selection, a history and a simulation. */
static void
test_torus_identity (Fixture *fixture, gconstpointer data)
{
  guint n;
  const DlToy *toys = dl_toys (&n);
  g_autofree char *before = NULL;
  guint64 digest;

  toggle_node (fixture->session, (DlTorusCoord) { { 1, 1, 1 } });
  dl_session_set (fixture->session, "traffic.load", "0.2", FALSE);
  dl_session_set (fixture->session, "torus.vc-policy", "initial", FALSE);
  dl_session_undo (fixture->session);
  ui_settle (fixture->session);
  ui_act (fixture->window, "show-view", "planes");
  ui_act (fixture->window, "slice", "y");
  g_object_set (view_of (fixture), "metric", torus_metric ("load"), NULL);
  dl_view_select (view_of (fixture),
                  dl_place_link (5 * DL_TORUS_N_NETWORK_PORTS + DL_TORUS_PORT_Y_MINUS));
  dl_view_show_route (view_of (fixture), 0, 41, 0);
  dl_view_set_path_step (view_of (fixture), 1);
  ui_act (fixture->window, "evidence-page", "flows");
  dl_live_step (live_of (fixture), 400);
  digest = picture_of (fixture)->digest;
  ui_draw ();
  before = describe (fixture);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *after = NULL;

      g_assert_false (
          g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "toy-back"));
      ui_act (fixture->window, "toy", toys[i].id);
      ui_settle (fixture->session);
      g_assert_nonnull (packets_of (fixture));
      g_assert_nonnull (dl_session_get_left (fixture->session));
      ui_wait_for (ui_says (fixture->window, "A toy network"));
      dl_live_step (live_of (fixture), 50);
      g_assert_cmpuint (picture_of (fixture)->cycle, ==, 50);
      if (dl_session_get_scenario (fixture->session)->family == &dl_family_torus)
        dl_view_select (view_of (fixture), dl_place_link (3));
      ui_act (fixture->window, "evidence-page", "simulation");
      ui_act (fixture->window, i % 2 ? "toy-back" : "toy-toggle", NULL);
      ui_settle (fixture->session);
      after = describe (fixture);
      g_assert_cmpstr (after, ==, before);
      g_assert_false (ui_says (fixture->window, "A toy network"));
      g_assert_null (packets_of (fixture));
      g_assert_cmpuint (picture_of (fixture)->cycle, ==, 400);
      g_assert_cmphex (picture_of (fixture)->digest, ==, digest);
    }
}

static void
test_dragonfly_identity (Fixture *fixture, gconstpointer data)
{
  DlView *view = view_of (fixture);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  ui_act (fixture->window, "show-view", "group");
  g_object_set (view, "group", 3, NULL);
  dl_view_select (view, dl_place_router (17));
  dl_view_show_route (view, 5, 700, 1);
  dl_view_set_path_step (view, 1);
  ui_draw ();
  before = describe (fixture);
  ui_act (fixture->window, "toy-toggle", NULL);
  ui_settle (fixture->session);
  g_assert_cmpstr (dl_session_get_scenario (fixture->session)->name, ==, "Cascade 2 small groups");
  ui_act (fixture->window, "toy", "ring-8");
  ui_settle (fixture->session);
  ui_act (fixture->window, "toy-toggle", NULL);
  ui_settle (fixture->session);
  after = describe (fixture);
  g_assert_cmpstr (after, ==, before);
}

/* Leaving a scenario for something else than a toy asks nothing. */
static void
test_others (Fixture *fixture, gconstpointer data)
{
  GActionGroup *actions = G_ACTION_GROUP (fixture->window);

  dl_session_visit (fixture->session, dl_preset_load ("mesh-4x4", NULL));
  ui_settle (fixture->session);
  g_assert_false (ui_says (fixture->window, "A toy network"));
  g_assert_false (g_action_group_get_action_enabled (actions, "toy"));
  g_assert_false (g_action_group_get_action_enabled (actions, "toy-back"));
  dl_session_return (fixture->session);
  ui_act (fixture->window, "toy", "ring-8");
  ui_wait_for (ui_says (fixture->window, "A toy network"));
  dl_session_visit (fixture->session, dl_preset_load ("mesh-4x4", NULL));
  g_assert_false (ui_says (fixture->window, "A toy network"));
  dl_session_return (fixture->session);
  ui_settle (fixture->session);
  g_assert_cmpuint (dl_torus_options (dl_session_get_scenario (fixture->session))->spec.radix[DL_X],
                    ==, 5);
  g_assert_true (g_action_group_get_action_enabled (actions, "toy"));
}

/* Packets are looked up only while they are seen. */
static void
test_watched (Fixture *fixture, gconstpointer data)
{
  dl_live_step (live_of (fixture), 100);
  g_assert_null (picture_of (fixture)->flights);
  ui_act (fixture->window, "show-view", "packets");
  ui_draw ();
  g_assert_nonnull (picture_of (fixture)->flights);
  ui_act (fixture->window, "show-view", "planes");
  ui_draw ();
  g_assert_null (picture_of (fixture)->flights);
}

/* The keys go from packet to packet; the marked one is followed from cycle to cycle until it is
 * gone, in the line below the view. */
static void
test_marked (Fixture *fixture, gconstpointer data)
{
  DlCanvas *view;
  g_autofree char *first = NULL;
  const GArray *flights;
  guint n = 0;

  ui_act (fixture->window, "toy", "torus-4x4");
  ui_settle (fixture->session);
  ui_draw (); /* keys are of what is seen */
  view = packets_of (fixture);
  g_assert_null (dl_canvas_get_story (view));
  dl_live_step (live_of (fixture), 100);
  flights = picture_of (fixture)->flights;
  g_assert_cmpuint (flights->len, >, 2);
  g_assert_true (ui_press (view, GDK_KEY_Right, 0));
  first = dl_flight_story (picture_of (fixture), &g_array_index (flights, DlFlight, 0));
  g_assert_cmpstr (dl_canvas_get_story (view), ==, first);
  ui_wait_for (ui_says (fixture->window, first));
  g_assert_true (ui_press (view, GDK_KEY_Down, 0));
  g_assert_true (ui_press (view, GDK_KEY_Down, 0));
  g_assert_true (ui_press (view, GDK_KEY_Left, 0));
  g_assert_true (ui_press (view, GDK_KEY_Up, 0));
  g_assert_cmpstr (dl_canvas_get_story (view), ==, first);
  g_assert_true (ui_press (view, GDK_KEY_Left, 0)); /* round and round */
  g_clear_pointer (&first, g_free);
  first = dl_flight_story (picture_of (fixture),
                           &g_array_index (flights, DlFlight, flights->len - 1));
  g_assert_cmpstr (dl_canvas_get_story (view), ==, first);
  for (; dl_canvas_get_story (view) != NULL; n++)
    {
      g_assert_cmpuint (n, <, 500);
      g_assert_true (g_str_has_prefix (dl_canvas_get_story (view), "Packet ("));
      dl_live_step (live_of (fixture), 1);
      picture_of (fixture);
      ui_wait_ms (2);
    }
  g_assert_true (ui_press (view, GDK_KEY_Right, 0));
  g_assert_true (ui_press (view, GDK_KEY_Escape, 0));
  g_assert_null (dl_canvas_get_story (view));
  g_assert_true (ui_press (view, GDK_KEY_Right, 0)); /* and the window is closed */
}

/* Where a network is too large, Enter in the view is the way to a toy. */
static void
test_large (Fixture *fixture, gconstpointer data)
{
  DlCanvas *view;

  ui_act (fixture->window, "show-view", "packets");
  ui_draw ();
  view = packets_of (fixture);
  dl_session_set (fixture->session, "torus.radix", "6;6;6", FALSE);
  ui_settle (fixture->session);
  g_assert_null (dl_canvas_get_story (view));
  g_assert_true (ui_press (view, GDK_KEY_Return, 0));
  ui_settle (fixture->session);
  g_assert_cmpstr (dl_session_get_scenario (fixture->session)->name, ==, "Torus 4x4");
  ui_act (fixture->window, "toy-toggle", NULL);
  ui_settle (fixture->session);
  g_assert_cmpuint (dl_torus_options (dl_session_get_scenario (fixture->session))->spec.radix[DL_Z],
                    ==, 6);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
  application = ui_application_new ();
#define ADD(name, preset, func) g_test_add ("/toys/" name, Fixture, preset, set_up, func, tear_down)
  ADD ("torus-identity", NULL, test_torus_identity);
  ADD ("dragonfly-identity", "generic-33", test_dragonfly_identity);
  ADD ("lesson", NULL, test_lesson);
  ADD ("handed-in", NULL, test_handed_in);
  ADD ("others", NULL, test_others);
  ADD ("watched", NULL, test_watched);
  ADD ("marked", NULL, test_marked);
  ADD ("large", NULL, test_large);
  const int status = g_test_run ();
  g_object_unref (application);
  return status;
}
