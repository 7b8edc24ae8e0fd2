/* Toy networks in the window: there and back is as if nothing had been, and packets are drawn where
 * the simulation has them. */
#include "dl-flight-map.h"
#include "dl-flight-text.h"
#include "dl-flight-view.h"
#include "dl-simulate.h"
#include "dl-scenario-file.h"
#include "dl-session-visit.h"
#include "dl-toy.h"
#include "dl-ui.h"
#include "dl-window.h"
#include "ui-fixture.h"
#include "../core/toggle-fixture.h"

#include <math.h>
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
  ui_wait_ms (100);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_idle ();
  g_clear_object (&fixture->application);
  g_assert_finalize_object (fixture->session);
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
static DlFlightView *
packets_of (Fixture *fixture)
{
  DlFlightView *view;

  for (guint n = 0; (view = ui_find (fixture->window, DL_TYPE_FLIGHT_VIEW, n)) != NULL; n++)
    if (gtk_widget_get_mapped (GTK_WIDGET (view)))
      return view;
  return NULL;
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
  DlDim dim;

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
                          dl_view_get_selected_node (view));
  dl_view_get_ring (view, &ring, &dim);
  if (dl_session_get_scenario (fixture->session)->family != &dl_family_torus)
    ring = dim = 0; /* none is seen */
  g_string_append_printf (text, "; ring %u %u; metric %u, cut %u", ring, dim,
                          dl_view_get_metric (view), dl_view_get_cut (view));
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
  dl_view_select (view_of (fixture), dl_place_link (5 * DL_N_NETWORK_PORTS + DL_PORT_Y_MINUS));
  dl_live_step (live_of (fixture), 400);
  ui_wait_ms (50);
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

  toggle_node (fixture->session, (DlCoord) { { 1, 1, 1 } });
  dl_session_set (fixture->session, "traffic.load", "0.2", FALSE);
  dl_session_set (fixture->session, "torus.vc-policy", "initial", FALSE);
  dl_session_undo (fixture->session);
  ui_settle (fixture->session);
  ui_act (fixture->window, "show-view", "planes");
  ui_act (fixture->window, "slice", "y");
  g_object_set (view_of (fixture), "metric", DL_METRIC_LOAD, NULL);
  dl_view_select (view_of (fixture), dl_place_link (5 * DL_N_NETWORK_PORTS + DL_PORT_Y_MINUS));
  dl_view_show_route (view_of (fixture), 0, 41, 0);
  dl_view_set_path_step (view_of (fixture), 1);
  ui_act (fixture->window, "evidence-page", "flows");
  dl_live_step (live_of (fixture), 400);
  digest = picture_of (fixture)->digest;
  ui_wait_ms (50);
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
      if (dl_scenario_kind (dl_session_get_scenario (fixture->session)) == DL_KIND_TORUS)
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
  ui_wait_ms (50);
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

/* Who leaves a scenario for something else than a toy is not disturbed. */
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
  ui_wait_ms (50);
  g_assert_nonnull (picture_of (fixture)->flights);
  ui_act (fixture->window, "show-view", "planes");
  ui_wait_ms (50);
  g_assert_null (picture_of (fixture)->flights);
}

/* The keys go from packet to packet; the marked one is followed from cycle to cycle until it is
 * gone, in the line below the view. */
static void
test_marked (Fixture *fixture, gconstpointer data)
{
  DlFlightView *view;
  g_autofree char *first = NULL;
  const GArray *flights;
  guint n = 0;

  ui_act (fixture->window, "toy", "torus-4x4");
  ui_settle (fixture->session);
  view = packets_of (fixture);
  g_assert_null (dl_flight_view_get_note (view));
  dl_live_step (live_of (fixture), 100);
  flights = picture_of (fixture)->flights;
  g_assert_cmpuint (flights->len, >, 2);
  g_assert_true (ui_press (view, GDK_KEY_Right, 0));
  first = dl_flight_story (picture_of (fixture), &g_array_index (flights, DlFlight, 0));
  g_assert_cmpstr (dl_flight_view_get_note (view), ==, first);
  ui_wait_for (ui_says (fixture->window, first));
  g_assert_true (ui_press (view, GDK_KEY_Down, 0));
  g_assert_true (ui_press (view, GDK_KEY_Down, 0));
  g_assert_true (ui_press (view, GDK_KEY_Left, 0));
  g_assert_true (ui_press (view, GDK_KEY_Up, 0));
  g_assert_cmpstr (dl_flight_view_get_note (view), ==, first);
  g_assert_true (ui_press (view, GDK_KEY_Left, 0)); /* round and round */
  g_clear_pointer (&first, g_free);
  first = dl_flight_story (picture_of (fixture),
                           &g_array_index (flights, DlFlight, flights->len - 1));
  g_assert_cmpstr (dl_flight_view_get_note (view), ==, first);
  for (; dl_flight_view_get_note (view) != NULL; n++)
    {
      g_assert_cmpuint (n, <, 500);
      g_assert_true (g_str_has_prefix (dl_flight_view_get_note (view), "Packet ("));
      dl_live_step (live_of (fixture), 1);
      picture_of (fixture);
      ui_wait_ms (2);
    }
  g_assert_true (ui_press (view, GDK_KEY_Right, 0));
  g_assert_true (ui_press (view, GDK_KEY_Escape, 0));
  g_assert_null (dl_flight_view_get_note (view));
  g_assert_true (ui_press (view, GDK_KEY_Right, 0)); /* and the window is closed */
}

/* Where a network is too large, Enter in the view is the way to a toy. */
static void
test_large (Fixture *fixture, gconstpointer data)
{
  DlFlightView *view;

  ui_act (fixture->window, "show-view", "packets");
  ui_wait_ms (50);
  view = packets_of (fixture);
  dl_session_set (fixture->session, "torus.radix", "6;6;6", FALSE);
  ui_settle (fixture->session);
  g_assert_null (dl_flight_view_get_note (view));
  g_assert_true (ui_press (view, GDK_KEY_Return, 0));
  ui_settle (fixture->session);
  g_assert_cmpstr (dl_session_get_scenario (fixture->session)->name, ==, "Torus 4x4");
  ui_act (fixture->window, "toy-toggle", NULL);
  ui_settle (fixture->session);
  g_assert_cmpuint (dl_torus_options (dl_session_get_scenario (fixture->session))->spec.radix[DL_Z],
                    ==, 6);
}

/* The pieces ----------------------------------------------------------------------------------- */

static DlNetwork *
network_of (guint x, guint y, guint z, gboolean wrap)
{
  DlTorusSpec spec;
  DlNetwork *network;

  dl_torus_spec_init (&spec);
  spec.radix[DL_X] = x;
  spec.radix[DL_Y] = y;
  spec.radix[DL_Z] = z;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    spec.wrap[dim] = wrap;
  network = dl_network_new_torus (&spec, NULL);
  dl_torus_spec_clear (&spec);
  return network;
}

/* Routers lie apart, inside, and nothing else is under their middle; each lane leads from the one's
 * edge to the other's, and is what is under its own points. */
static void
check_layout (const DlFlightMap *map, guint n_routers, double width, double height)
{
  const double radius = dl_flight_map_router_radius (map);

  for (guint i = 0; i < n_routers; i++)
    {
      double x, y;

      dl_flight_map_router_at (map, i, &x, &y);
      g_assert_cmpfloat (x, >=, radius);
      g_assert_cmpfloat (x, <=, width - radius);
      g_assert_cmpfloat (y, >=, radius);
      g_assert_cmpfloat (y, <=, height - radius);
      g_assert_cmpuint (dl_flight_map_hit_router (map, x, y), ==, i);
      for (guint k = 0; k < i; k++)
        {
          double other_x, other_y;

          dl_flight_map_router_at (map, k, &other_x, &other_y);
          g_assert_cmpfloat (hypot (x - other_x, y - other_y), >, 1.9 * radius);
        }
    }
}

static void
test_layout (void)
{
  static const guint shapes[][DL_N_DIMS] = { { 8, 1, 1 }, { 1, 5, 1 }, { 4, 4, 1 }, { 3, 1, 6 },
                                             { 5, 5, 5 }, { 2, 3, 4 }, { 1, 1, 1 } };
  static const double sizes[][2] = { { 720, 560 }, { 380, 480 }, { 1400, 900 } };

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (guint k = 0; k < 2 * G_N_ELEMENTS (sizes); k++)
      {
        g_autoptr (DlNetwork) network
            = network_of (shapes[i][0], shapes[i][1], shapes[i][2], k % 2);
        g_autoptr (DlFlightMap) map
            = dl_flight_map_new_torus (network, sizes[k / 2][0], sizes[k / 2][1]);

        check_layout (map, network->n_nodes, sizes[k / 2][0], sizes[k / 2][1]);
      }
  for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
    {
      g_autoptr (DlScenario) scenario = dl_preset_load ("cascade-2", NULL);
      g_autoptr (DlDragonfly) net = dl_scenario_dragonfly (scenario, NULL);
      g_autoptr (DlFlightMap) map = dl_flight_map_new_dragonfly (net, sizes[k][0], sizes[k][1]);

      check_layout (map, net->n_routers, sizes[k][0], sizes[k][1]);
    }
}

static GArray *
new_array (gsize size)
{
  return g_array_new (FALSE, TRUE, size);
}

/* What waits at a router, and how many more wait, is inside the picture, also at the edges of a row
 * in a narrow view: that of lesson 9. */
static void
test_queues_inside (void)
{
  static const guint shapes[][3] = { { 8, 1, 1 }, { 4, 4, 1 }, { 5, 5, 5 }, { 2, 3, 4 } };
  static const double sizes[][2] = { { 398, 590 }, { 720, 560 }, { 1400, 900 } };

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
      {
        const double width = sizes[k][0], height = sizes[k][1];
        g_autoptr (DlNetwork) network
            = network_of (shapes[i][0], shapes[i][1], shapes[i][2], FALSE);
        g_autoptr (DlFlightMap) map = dl_flight_map_new_torus (network, width, height);
        g_autoptr (GArray) flights = new_array (sizeof (DlFlight));
        g_autoptr (GArray) spots = new_array (sizeof (DlFlightSpot));
        g_autoptr (GArray) more = new_array (sizeof (DlFlightMore));

        for (guint n = 0; n < 6 * network->n_nodes; n++)
          {
            const DlFlight flight = { .router = n / 6,
                                      .rank = n % 6,
                                      .place = DL_FLIGHT_INPUT,
                                      .out = DL_FLIGHT_NO_LINK,
                                      .in = DL_FLIGHT_NO_LINK };
            g_array_append_val (flights, flight);
          }
        dl_flight_map_place (map, flights, spots, more);
        for (guint n = 0; n < spots->len; n++)
          {
            const DlFlightSpot *spot = &g_array_index (spots, DlFlightSpot, n);

            g_assert_cmpfloat (spot->x, >=, 3);
            g_assert_cmpfloat (spot->y, <=, height - 3);
          }
        g_assert_cmpuint (more->len, ==, network->n_nodes);
        for (guint n = 0; n < more->len; n++)
          g_assert_cmpfloat (g_array_index (more, DlFlightMore, n).x, >=, 8);
        for (guint n = 0; n < network->n_nodes; n++)
          {
            double x, y;

            dl_flight_map_router_at (map, n, &x, &y);
            g_assert_cmpfloat (x, <=, width);
          }
      }
}

/* A packet on a link goes from the one router to the other, on the right; half-way it is half-way.
 * What waits beside the link's end is near it, the first nearest; each has a place of its own. */
static void
test_places (void)
{
  g_autoptr (DlNetwork) network = network_of (8, 1, 1, TRUE);
  g_autoptr (DlFlightMap) map = dl_flight_map_new_torus (network, 720, 560);
  g_autoptr (GArray) flights = new_array (sizeof (DlFlight));
  g_autoptr (GArray) spots = new_array (sizeof (DlFlightSpot));
  g_autoptr (GArray) more = new_array (sizeof (DlFlightMore));
  const double radius = dl_flight_map_router_radius (map);
  guint n_hidden = 0, n_more = 0;
  double x0, y0, x1, y1, before = -1;

  dl_flight_map_router_at (map, 2, &x0, &y0);
  dl_flight_map_router_at (map, 3, &x1, &y1);
  for (guint left = 0; left <= 18; left += 9)
    {
      const DlFlight flight = { .router = 2,
                                .place = DL_FLIGHT_LINK,
                                .out = 2 * network->n_ports,
                                .in = DL_FLIGHT_NO_LINK,
                                .left = 18 - left,
                                .of = 18 };
      g_array_set_size (flights, 0);
      g_array_append_val (flights, flight);
      dl_flight_map_place (map, flights, spots, more);
      const DlFlightSpot spot = g_array_index (spots, DlFlightSpot, 0);
      const double along = hypot (spot.x - x0, spot.y - y0);

      g_assert_cmpuint (spot.lane, ==, 2 * network->n_ports);
      g_assert_cmpfloat_with_epsilon (spot.along, left / 18.0, 1e-9);
      g_assert_cmpfloat (along, >, before);
      before = along;
      g_assert_cmpuint (dl_flight_map_hit_packet (map, spots, spot.x, spot.y), ==, 0);
      if (left == 9)
        {
          g_assert_cmpuint (dl_flight_map_hit_link (map, spot.x, spot.y), ==, 2 * network->n_ports);
          g_assert_cmpfloat_with_epsilon (hypot (spot.x - x1, spot.y - y1), along, 1e-6);
          /* On the right of the way, where y goes down. */
          g_assert_cmpfloat ((x1 - x0) * (spot.y - y0) - (y1 - y0) * (spot.x - x0), >, 0);
        }
    }
  g_assert_cmpfloat (hypot (x1 - x0, y1 - y0) - before, <, 1.1 * radius);

  g_array_set_size (flights, 0);
  for (guint i = 0; i < 12; i++)
    {
      const DlFlight flight = { .source = i,
                                .router = 3,
                                .place = DL_FLIGHT_INPUT,
                                .in = 2 * network->n_ports,
                                .out = DL_FLIGHT_NO_LINK,
                                .rank = i };
      g_array_append_val (flights, flight);
    }
  dl_flight_map_place (map, flights, spots, more);
  before = 0;
  for (guint i = 0; i < 12; i++)
    {
      const DlFlightSpot *spot = &g_array_index (spots, DlFlightSpot, i);
      const double away = hypot (spot->x - x1, spot->y - y1);

      if (spot->hidden)
        {
          n_hidden++;
          continue;
        }
      g_assert_cmpuint (n_hidden, ==, 0);
      g_assert_cmpfloat (away, >, before);
      before = away;
    }
  for (guint i = 0; i < more->len; i++)
    n_more += g_array_index (more, DlFlightMore, i).n;
  g_assert_cmpuint (n_hidden, >, 0);
  g_assert_cmpuint (n_hidden, <, 11);
  g_assert_cmpuint (n_more, ==, n_hidden);
}

/* Between two cycles each packet is on the straight way, or on its lane; at the end where it is. */
static void
test_blend (void)
{
  g_autoptr (DlNetwork) network = network_of (4, 4, 1, TRUE);
  g_autoptr (DlFlightMap) map = dl_flight_map_new_torus (network, 720, 560);
  g_autoptr (GArray) before = new_array (sizeof (DlFlight));
  g_autoptr (GArray) now = new_array (sizeof (DlFlight));
  g_autoptr (GArray) from = new_array (sizeof (DlFlightSpot));
  g_autoptr (GArray) spots = new_array (sizeof (DlFlightSpot));
  g_autoptr (GArray) shown = new_array (sizeof (DlFlightSpot));
  g_autoptr (GArray) more = new_array (sizeof (DlFlightMore));
  /* Round the edge: node 12 is the last of its row. */
  DlFlight flight = { .source = 1,
                      .router = 12,
                      .place = DL_FLIGHT_LINK,
                      .in = DL_FLIGHT_NO_LINK,
                      .out = 12 * network->n_ports + DL_PORT_X_PLUS,
                      .left = 10,
                      .of = 18 };
  const DlFlight other = { .source = 0,
                           .router = 5,
                           .place = DL_FLIGHT_INPUT,
                           .in = DL_FLIGHT_NO_LINK,
                           .out = DL_FLIGHT_NO_LINK };
  g_array_append_val (before, flight);
  flight.left = 8;
  g_array_append_val (now, other); /* it has just come */
  g_array_append_val (now, flight);
  dl_flight_map_place (map, before, from, more);
  dl_flight_map_place (map, now, spots, more);
  for (guint i = 0; i <= 4; i++)
    {
      const DlFlightSpot *due = &g_array_index (spots, DlFlightSpot, 1);
      const DlFlightSpot *spot;

      g_array_set_size (shown, 0);
      g_array_append_vals (shown, spots->data, spots->len);
      dl_flight_map_blend (map, before, from, now, shown, i / 4.0);
      spot = &g_array_index (shown, DlFlightSpot, 1);
      g_assert_cmpfloat_with_epsilon (spot->along, (8 + i / 2.0) / 18, 1e-9);
      if (i == 4)
        g_assert_cmpfloat_with_epsilon (hypot (spot->x - due->x, spot->y - due->y), 0, 1e-6);
      spot = &g_array_index (shown, DlFlightSpot, 0);
      due = &g_array_index (spots, DlFlightSpot, 0);
      g_assert_true (spot->x == due->x && spot->y == due->y);
    }
}

/* How many pixels of @color there are within @radius of a point. */
static guint
count_pixels (cairo_surface_t *surface, double x, double y, double radius, const DlColor *color)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  const int stride = cairo_image_surface_get_stride (surface);
  const guint r = color->r * 255 + 0.5, g = color->g * 255 + 0.5, b = color->b * 255 + 0.5;
  guint n = 0;

  for (int py = MAX (y - radius, 0);
       py <= y + radius && py < cairo_image_surface_get_height (surface); py++)
    for (int px = MAX (x - radius, 0);
         px <= x + radius && px < cairo_image_surface_get_width (surface); px++)
      {
        const guint32 pixel = ((const guint32 *) (gconstpointer) (data + py * stride))[px];

        n += (pixel & 0xffffff) == (r << 16 | g << 8 | b);
      }
  return n;
}

/* At a known cycle of a known run each packet is seen where it is, in the colour of its channel. */
static void
test_drawn (void)
{
  const DlTheme *theme = dl_theme_light ();
  g_autoptr (DlScenario) scenario = dl_toy_new_scenario (dl_toy_find ("ring-8"), NULL);
  g_autoptr (DlMachinePlan) plan
      = scenario->family->plan (scenario, scenario->seed, NULL, NULL, NULL);
  g_autoptr (DlMachineRun) run = dl_machine_run_new (plan);
  DlNetwork *network = dl_sim_plan_of (plan)->routes->network;
  g_autoptr (DlFlightMap) map = dl_flight_map_new_torus (network, 720, 560);
  g_autoptr (GArray) flights = new_array (sizeof (DlFlight));
  g_autoptr (GArray) spots = new_array (sizeof (DlFlightSpot));
  g_autoptr (GArray) more = new_array (sizeof (DlFlightMore));
  guint n_seen[2] = { 0 };

  for (guint i = 0; i < 40; i++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 720, 560);
      cairo_t *cr = cairo_create (surface);
      DlFlightScene scene = { .kind = &dl_flight_torus,
                              .scenario = scenario,
                              .selected_link = DL_NO_LINK,
                              .hovered_link = DL_NO_LINK,
                              .selected_router = DL_NO_NODE,
                              .flights = flights,
                              .spots = spots,
                              .more = more,
                              .marked = G_MAXUINT };

      scenario->family->view (network, &scene.net);
      dl_machine_run_go (run, 11);
      dl_machine_run_get_flights (run, flights);
      dl_flight_map_place (map, flights, spots, more);
      dl_flight_map_draw_network (map, cr, &scene, theme);
      dl_flight_map_draw_packets (map, cr, &scene, theme);
      cairo_surface_flush (surface);
      for (guint k = 0; k < flights->len; k++)
        {
          const DlFlight *flight = &g_array_index (flights, DlFlight, k);
          const DlFlightSpot *spot = &g_array_index (spots, DlFlightSpot, k);

          if (flight->place != DL_FLIGHT_LINK)
            continue; /* others may be partly over each other */
          g_assert_cmpuint (count_pixels (surface, spot->x, spot->y,
                                          dl_flight_map_packet_radius (map),
                                          &theme->vc[flight->vc]),
                            >, 60);
          n_seen[flight->vc]++;
        }
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
  g_assert_cmpuint (n_seen[0], >, 10);
  g_assert_cmpuint (n_seen[1], >, 5);
}

/* What is said of them is what was counted. */
static void
test_text (void)
{
  g_autoptr (GArray) flights = new_array (sizeof (DlFlight));
  g_autoptr (DlNetwork) network = network_of (8, 1, 1, TRUE);
  const DlFlight on_link = { .injected = 100,
                             .source = 1,
                             .dest = 4,
                             .place = DL_FLIGHT_LINK,
                             .left = 7,
                             .of = 18,
                             .vc = 1,
                             .flits = 9 };
  const DlFlight waiting = { .place = DL_FLIGHT_INPUT, .rank = 2, .injected = 119 };
  const DlLivePicture picture = {
    .family = &dl_family_torus, .shape = network, .cycle = 120, .flights = flights, .waiting = 5
  };
  g_autofree char *summary = NULL;
  g_autofree char *story = NULL;

  g_array_append_val (flights, on_link);
  g_array_append_val (flights, waiting);
  summary = dl_flights_summary (&picture);
  g_assert_cmpstr (
      summary, ==,
      "Cycle 120 · 2 packets in flight · 1 waits in a router · 5 wait at their sources");
  story = dl_flight_story (&picture, &on_link);
  g_assert_cmpstr (
      story, ==,
      "Packet (1,0,0) → (4,0,0), VC1 · on a link, 7 cycles from its end · 20 cycles in "
      "the network · 9 flits");
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  dl_ui_init ();
  application = ui_application_new ();
#define ADD(name, preset, func) g_test_add ("/toys/" name, Fixture, preset, set_up, func, tear_down)
  g_test_add_func ("/toys/layout", test_layout);
  g_test_add_func ("/toys/places", test_places);
  g_test_add_func ("/toys/queues-inside", test_queues_inside);
  g_test_add_func ("/toys/blend", test_blend);
  g_test_add_func ("/toys/drawn", test_drawn);
  g_test_add_func ("/toys/text", test_text);
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
