/* The window with a dragonfly: its views and pages, what a click and the keys break, a route, and
 * the way back to a torus. */
#include "dl-dragonfly-view.h"
#include "dl-scenario-file.h"
#include "dl-session-dragonfly.h"
#include "dl-trip-pane.h"
#include "dl-ui.h"
#include "dl-window.h"
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

static DlScenario *
preset (const char *id)
{
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_preset_load (id, &error);

  g_assert_no_error (error);
  return scenario;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->session = ui_session_new (4, 4, 4);
  dl_session_open_new (fixture->session, preset ("cascade-2"));
  ui_settle (fixture->session);
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

static DlPlaces *
places_of (Fixture *fixture)
{
  return dl_view_get_places (dl_window_get_view (DL_WINDOW (fixture->window)));
}

static const DlDragonflyAnalysis *
analysis_of (Fixture *fixture)
{
  return dl_session_get_dragonfly_result (fixture->session)->dragonfly;
}

/* Is there a map of a dragonfly, or of anything else of @type, that can be seen? */
static gboolean
shows (Fixture *fixture, GType type)
{
  GtkWidget *widget;

  for (guint n = 0; (widget = ui_find (fixture->window, type, n)) != NULL; n++)
    if (gtk_widget_get_mapped (widget))
      return TRUE;
  return FALSE;
}

static void
test_shown (Fixture *fixture, gconstpointer data)
{
  g_assert_true (shows (fixture, DL_TYPE_DRAGONFLY_VIEW));
  g_assert_true (shows (fixture, DL_TYPE_TRIP_PANE));
  g_assert_true (ui_says (fixture->window, "2 groups"));
  g_assert_true (ui_says (fixture->window, "saturates at load"));
  for (guint view = 0; view < 4; view++)
    {
      static const char *const names[] = { "group", "chord", "links", "groups" };

      ui_act (fixture->window, "show-view", names[view]);
      ui_wait_ms (60);
      g_assert_true (shows (fixture, DL_TYPE_DRAGONFLY_VIEW) == (view != 2));
    }
}

/* The next cable of two groups breaks, and comes back with undo. */
static void
test_break (Fixture *fixture, gconstpointer data)
{
  const guint links = analysis_of (fixture)->group_links[1];

  dl_places_select (places_of (fixture),
                    (DlDragonflyPlace) { .kind = DL_PLACE_PAIR, .a = 0, .b = 1 });
  ui_act (fixture->window, "break", NULL);
  ui_settle (fixture->session);
  g_assert_cmpuint (analysis_of (fixture)->group_links[1], ==, links - DL_CASCADE_CABLE);
  g_assert_cmpuint (dl_session_get_scenario (fixture->session)->dragonfly.broken_cables->len, ==,
                    1);
  ui_act (fixture->window, "undo", NULL);
  ui_settle (fixture->session);
  g_assert_cmpuint (analysis_of (fixture)->group_links[1], ==, links);

  for (guint i = 0; i < links / DL_CASCADE_CABLE; i++)
    {
      ui_act (fixture->window, "break", NULL);
      ui_settle (fixture->session);
    }
  g_assert_cmpuint (analysis_of (fixture)->group_links[1], ==, 0);
  g_assert_cmpuint (analysis_of (fixture)->unreachable_pairs, >, 0);
  ui_act (fixture->window, "restore-all", NULL);
  ui_settle (fixture->session);
  g_assert_cmpuint (analysis_of (fixture)->unreachable_pairs, ==, 0);
}

static void
test_break_router (Fixture *fixture, gconstpointer data)
{
  dl_places_select (places_of (fixture),
                    (DlDragonflyPlace) { .kind = DL_PLACE_ROUTER, .router = 3 });
  ui_act (fixture->window, "break-node", NULL);
  ui_settle (fixture->session);
  g_assert_false (analysis_of (fixture)->dragonfly->router_up[3]);
  g_assert_cmpuint (dl_session_get_scenario (fixture->session)->dragonfly.broken_routers->len, ==,
                    1);
}

/* A route, its hops one by one; another packet; the route follows what breaks. */
static void
test_route (Fixture *fixture, gconstpointer data)
{
  DlPlaces *places = places_of (fixture);
  const DlDragonflyTrip *trip;
  guint source, dest;
  GtkWidget *pane = ui_find (fixture->window, DL_TYPE_TRIP_PANE, 0);

  dl_places_select (places, (DlDragonflyPlace) { .kind = DL_PLACE_ROUTER, .router = 0 });
  ui_act (fixture->window, "explain-route", NULL);
  g_assert_cmpuint (dl_places_get_origin (places), ==, 0);
  dl_places_select (places, (DlDragonflyPlace) { .kind = DL_PLACE_ROUTER, .router = 13 });
  ui_act (fixture->window, "explain-route", NULL);
  ui_idle ();
  trip = dl_places_get_trip (places, &source, &dest);
  g_assert_nonnull (trip);
  g_assert_cmpuint (source, ==, 0);
  g_assert_cmpuint (dest, ==, 13 * DL_CASCADE_NODES);
  g_assert_true (trip->route.delivered);
  g_assert_true (ui_says (pane, "VC0"));
  g_assert_true (ui_says (pane, "minimal, by"));

  ui_act (fixture->window, "path-next", NULL);
  g_assert_cmpuint (dl_places_get_step (places), ==, 0);
  ui_act (fixture->window, "path-previous", NULL);
  g_assert_cmpuint (dl_places_get_step (places), ==, DL_NO_STEP);

  dl_session_toggle_dragonfly_link (fixture->session, trip->route.steps[0].link);
  ui_settle (fixture->session);
  trip = dl_places_get_trip (places, NULL, NULL);
  g_assert_nonnull (trip);
  g_assert_cmpint (analysis_of (fixture)->dragonfly->link_state[trip->route.steps[0].link], ==,
                   DL_LINK_UP);
  ui_act (fixture->window, "hide-path", NULL);
  g_assert_null (dl_places_get_trip (places, NULL, NULL));
}

/* Places of one network are nowhere in another. */
static void
test_other_network (Fixture *fixture, gconstpointer data)
{
  DlPlaces *places = places_of (fixture);

  dl_places_select (places, (DlDragonflyPlace) { .kind = DL_PLACE_LINK, .link = 100 });
  dl_session_reshape_dragonfly (fixture->session, "groups", "3");
  ui_settle (fixture->session);
  g_assert_cmpuint (dl_places_get_selected (places).kind, ==, DL_PLACE_NOTHING);
  ui_act (fixture->window, "undo", NULL);
  ui_settle (fixture->session);

  dl_session_open_new (fixture->session, preset ("torus-5x5x5"));
  ui_settle (fixture->session);
  ui_wait_ms (60);
  g_assert_false (shows (fixture, DL_TYPE_DRAGONFLY_VIEW));
  g_assert_false (shows (fixture, DL_TYPE_TRIP_PANE));
  g_assert_true (ui_says (fixture->window, "125 nodes"));
  g_assert_null (dl_places_get_network (places));

  dl_session_open_new (fixture->session, preset ("cascade-2"));
  ui_settle (fixture->session);
  ui_wait_ms (60);
  g_assert_true (shows (fixture, DL_TYPE_DRAGONFLY_VIEW));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  dl_ui_init ();
  application = ui_application_new ();
#define ADD(name, func)                                                                            \
  g_test_add ("/window-dragonfly/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("shown", test_shown);
  ADD ("break", test_break);
  ADD ("break-router", test_break_router);
  ADD ("route", test_route);
  ADD ("other-network", test_other_network);
  const int status = g_test_run ();
  g_object_unref (application);
  return status;
}
