/* The window with a dragonfly: its views and pages, what a click and the keys break, a route, and
 * the way back to a torus. */
#include "dl-canvas.h"
#include "dl-dragonfly-view.h"
#include "dl-route-pane.h"
#include "dl-scenario-file.h"
#include "dl-session-edits.h"
#include "dl-ui.h"
#include "dl-verdict-pane.h"
#include "dl-window-private.h"
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

static DlPlaces *
places_of (Fixture *fixture)
{
  return dl_view_get_places (dl_window_get_view (DL_WINDOW (fixture->window)));
}

static const DlDragonflyAnalysis *
analysis_of (Fixture *fixture)
{
  return dl_evaluation_dragonfly (
      dl_session_get_result_of (fixture->session, &dl_family_dragonfly));
}

/* Is a map of a dragonfly what is seen? */
static gboolean
shows_map (Fixture *fixture)
{
  static const char *const maps[] = { "groups", "group", "chord", NULL };

  return g_strv_contains (maps,
                          gtk_stack_get_visible_child_name (ui_part (fixture->window, "views")));
}

/* Is there anything of @type that can be seen? */
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
  g_assert_true (shows_map (fixture));
  g_assert_true (shows (fixture, g_type_from_name ("DlLoadPane")));
  g_assert_true (ui_says (fixture->window, "2 groups"));
  g_assert_true (ui_says (fixture->window, "Saturation, analyzed"));
  for (guint view = 0; view < 4; view++)
    {
      static const char *const names[] = { "group", "chord", "table", "groups" };

      ui_act (fixture->window, "show-view", names[view]);
      ui_draw ();
      g_assert_true (shows_map (fixture) == (view != 2));
    }
}

/* The button of the view that is shown is the chosen one, also where another was asked for: one of
 * other families, one by a former name, and what settings have of a family that was never seen. */
static void
test_chosen (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *asked, *label;
  } views[]
      = { { "chord", "Chord" }, { "ring", "Groups" }, { "links", "Table" }, { "", "Groups" } };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      dl_shell_show_view (DL_SHELL (fixture->window), views[i].asked);
      ui_draw ();
      g_assert_true (gtk_toggle_button_get_active (
          ui_find_button (GTK_WIDGET (fixture->window), views[i].label)));
    }
}

/* The group that is shown inside can be changed with the mouse: in the map's menu. It is the one
 * that is selected when the view is opened. */
static void
test_turn_group (Fixture *fixture, gconstpointer data)
{
  GtkWidget *inside = NULL;

  dl_view_select (view_of (fixture), dl_place_pair (1, 0));
  ui_act (fixture->window, "show-view", "group");
  ui_draw ();
  for (guint n = 0; inside == NULL || !gtk_widget_get_mapped (inside); n++)
    {
      inside = ui_find (fixture->window, DL_TYPE_CANVAS, n);
      g_assert_nonnull (inside);
    }
  g_assert_cmpuint (dl_view_get_group (view_of (fixture)), ==, 1);
  g_assert_true (gtk_widget_activate_action (inside, "group.turn", "i", 1));
  g_assert_cmpuint (dl_view_get_group (view_of (fixture)), ==, 0);
  g_assert_true (gtk_widget_activate_action (inside, "group.turn", "i", -1));
  g_assert_cmpuint (dl_view_get_group (view_of (fixture)), ==, 1);
}

/* The map that is seen. */
static GtkWidget *
find_map (Fixture *fixture)
{
  GtkWidget *map = NULL;

  for (guint n = 0; map == NULL || !gtk_widget_get_mapped (map); n++)
    {
      map = ui_find (fixture->window, DL_TYPE_CANVAS, n);
      g_assert_nonnull (map);
    }
  return map;
}

static void
open_groups (Fixture *fixture, const char *groups)
{
  dl_session_set (fixture->session, "dragonfly.groups", groups, TRUE);
  ui_settle (fixture->session);
  ui_draw ();
}

/* Beside the view there is a picker, where the view shows one group: the previous and the next one,
 * and a list. It and the map follow each other. */
static void
test_pick_group (Fixture *fixture, gconstpointer data)
{
  GtkWidget *picker = ui_find (fixture->window, DL_TYPE_GROUP_PICKER, 0);
  GtkDropDown *list = ui_find (picker, GTK_TYPE_DROP_DOWN, 0);
  GtkWidget *previous = gtk_widget_get_first_child (gtk_widget_get_first_child (picker));
  GtkWidget *next = gtk_widget_get_last_child (gtk_widget_get_first_child (picker));

  ui_act (fixture->window, "show-view", "groups");
  ui_idle ();
  g_assert_false (gtk_widget_get_mapped (picker));
  ui_act (fixture->window, "show-view", "chord");
  ui_idle ();
  g_assert_false (gtk_widget_get_mapped (picker)); /* it shows them all */
  open_groups (fixture, "12");
  ui_act (fixture->window, "show-view", "group");
  ui_draw ();
  g_assert_true (gtk_widget_get_mapped (picker));
  ui_assert_explained (picker);
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (list)), ==, 12);
  g_assert_true (ui_says (picker, "Group 0"));

  g_signal_emit_by_name (next, "clicked");
  g_assert_cmpuint (dl_view_get_group (view_of (fixture)), ==, 1);
  ui_idle ();
  g_assert_true (ui_says (picker, "Group 1"));
  for (guint i = 0; i < 2; i++)
    g_signal_emit_by_name (previous, "clicked");
  g_assert_cmpuint (dl_view_get_group (view_of (fixture)), ==, 11);
  gtk_drop_down_set_selected (list, 7);
  g_assert_cmpuint (dl_view_get_group (view_of (fixture)), ==, 7);

  /* The map's menu and keys. */
  g_assert_true (gtk_widget_activate_action (find_map (fixture), "group.turn", "i", 1));
  g_assert_cmpuint (gtk_drop_down_get_selected (list), ==, 8);
  g_assert_true (ui_press (find_map (fixture), GDK_KEY_Page_Up, 0));
  g_assert_cmpuint (gtk_drop_down_get_selected (list), ==, 7);
  ui_idle ();
  g_assert_true (ui_says (picker, "Group 7"));

  /* Another network has other groups. */
  open_groups (fixture, "3");
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (list)), ==, 3);
  g_assert_cmpuint (gtk_drop_down_get_selected (list), ==, 0);
  g_assert_cmpuint (dl_view_get_group (view_of (fixture)), ==, 0);
  ui_act (fixture->window, "show-view", "chord");
  dl_session_open_new (fixture->session, preset ("generic-33"));
  ui_settle (fixture->session);
  ui_draw ();
  g_assert_cmpuint (dl_places_get_network (places_of (fixture))->n_groups, ==, 33);
  g_assert_true (gtk_widget_get_mapped (picker)); /* of so many it shows one */
}

/* A real click of the right button at (@x, @y) of @widget; FALSE where there is no xdotool. */
static gboolean
right_click (GtkWidget *widget, double x, double y)
{
  GtkNative *native = gtk_widget_get_native (widget);
  g_autofree char *command = NULL;
  graphene_point_t in;
  double left, top;
  int status;

  gtk_native_get_surface_transform (native, &left, &top);
  if (!gtk_widget_compute_point (widget, GTK_WIDGET (native), &GRAPHENE_POINT_INIT (x, y), &in))
    return FALSE;
  command
      = g_strdup_printf ("xdotool mousemove %.0f %.0f sleep 0.1 click 3", left + in.x, top + in.y);
  if (!g_spawn_command_line_sync (command, NULL, NULL, &status, NULL))
    return FALSE;
  ui_wait_ms (200);
  return status == 0;
}

/* From the menu at a cell of the groups, of the chord: the inside of the group that was clicked,
 * whatever was selected or shown before. */
static void
test_group_of_menu (Fixture *fixture, gconstpointer data)
{
  static const char *const views[] = { "groups", "chord" };
  const DlPlace clicked = dl_place_pair (9, 4);

  open_groups (fixture, "12");
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      const DlPlace place = i == 0 ? clicked : dl_place_group (9);
      GtkWidget *map, *menu;
      DlRect at;

      ui_act (fixture->window, "show-view", views[i]);
      ui_draw ();
      dl_view_select (view_of (fixture), dl_place_pair (2, 3));
      g_object_set (view_of (fixture), "group", 5, NULL);
      map = find_map (fixture);
      g_assert_true (dl_canvas_locate (DL_CANVAS (map), place, &at));
      if (!right_click (map, at.x + at.width / 2, at.y + at.height / 2))
        {
          g_test_skip ("xdotool is not here");
          return;
        }
      menu = ui_find (map, GTK_TYPE_POPOVER_MENU, 0);
      g_assert_true (gtk_widget_get_mapped (menu));
      g_assert_true (gtk_widget_activate_action (menu, "win.show-view", "s", "group"));
      gtk_popover_popdown (GTK_POPOVER (menu));
      ui_draw ();
      g_assert_cmpuint (dl_view_get_group (view_of (fixture)), ==, 9);
      g_assert_true (ui_says (ui_find (fixture->window, DL_TYPE_GROUP_PICKER, 0), "Group 9"));
    }
}

/* The next cable of two groups breaks, and comes back with undo. */
static void
test_break (Fixture *fixture, gconstpointer data)
{
  const guint links = analysis_of (fixture)->group_links[1];

  dl_view_select (view_of (fixture), dl_place_pair (0, 1));
  ui_act (fixture->window, "break", NULL);
  ui_settle (fixture->session);
  g_assert_cmpuint (analysis_of (fixture)->group_links[1], ==, links - DL_CASCADE_CABLE);
  g_assert_cmpuint (
      dl_dragonfly_options (dl_session_get_scenario (fixture->session))->spec.broken_cables->len,
      ==, 1);
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
  dl_view_select (view_of (fixture), dl_place_router (3));
  ui_act (fixture->window, "break-node", NULL);
  ui_settle (fixture->session);
  g_assert_false (analysis_of (fixture)->dragonfly->router_up[3]);
  g_assert_cmpuint (
      dl_dragonfly_options (dl_session_get_scenario (fixture->session))->spec.broken_routers->len,
      ==, 1);
}

static guint
step_of (Fixture *fixture)
{
  DlMapPath path;

  g_assert_true (dl_view_get_path (view_of (fixture), &path));
  return path.step;
}

/* A route, its hops one by one; another packet; the route follows what breaks. */
static void
test_route (Fixture *fixture, gconstpointer data)
{
  const DlExplained *route;
  guint source, dest;
  GtkWidget *pane;

  ui_act (fixture->window, "evidence-page", "route");
  pane = ui_find (fixture->window, DL_TYPE_ROUTE_PANE, 0);
  dl_view_select (view_of (fixture), dl_place_router (0));
  ui_act (fixture->window, "explain-route", NULL);
  g_assert_cmpuint (dl_view_get_route_origin (view_of (fixture)), ==, 0);
  dl_view_select (view_of (fixture), dl_place_router (13));
  ui_act (fixture->window, "explain-route", NULL);
  ui_idle ();
  route = dl_view_get_route (view_of (fixture), &source, &dest);
  g_assert_nonnull (route);
  g_assert_cmpuint (source, ==, 0);
  g_assert_cmpuint (dest, ==, 13 * DL_CASCADE_NODES);
  g_assert_true (route->good);
  g_assert_true (ui_says (pane, "VC0"));
  g_assert_true (ui_says (pane, "minimal, by"));

  ui_act (fixture->window, "path-next", NULL);
  g_assert_cmpuint (step_of (fixture), ==, 0);
  ui_act (fixture->window, "path-previous", NULL);
  g_assert_cmpuint (step_of (fixture), ==, DL_NO_STEP);

  dl_session_toggle (fixture->session, dl_place_link (route->channels[0] / DL_DRAGONFLY_VCS),
                     FALSE);
  ui_settle (fixture->session);
  route = dl_view_get_route (view_of (fixture), NULL, NULL);
  g_assert_nonnull (route);
  g_assert_cmpint (
      analysis_of (fixture)->dragonfly->link_state[route->channels[0] / DL_DRAGONFLY_VCS], ==,
      DL_LINK_UP);
  ui_act (fixture->window, "hide-path", NULL);
  g_assert_null (dl_view_get_route (view_of (fixture), NULL, NULL));
}

/* Why its routes cannot deadlock is a page, as of a torus; there is nothing to be done about it. */
static void
test_deadlock_page (Fixture *fixture, gconstpointer data)
{
  GtkWidget *pane;

  ui_act (fixture->window, "evidence-page", "deadlock");
  ui_draw ();
  pane = ui_find (fixture->window, DL_TYPE_VERDICT_PANE, 0);
  g_assert_true (gtk_widget_get_mapped (pane));
  g_assert_true (ui_says (pane, "Routes cannot deadlock"));
  g_assert_true (ui_says (pane, "No channel can wait for itself"));
  g_assert_false (ui_says (pane, "Possible remedies"));
  g_assert_false (
      g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), "show-cycle"));
}

/* Places of one network are nowhere in another. */
static void
test_other_network (Fixture *fixture, gconstpointer data)
{
  dl_view_select (view_of (fixture), dl_place_link (100));
  dl_session_set (fixture->session, "dragonfly.groups", "3", TRUE);
  ui_settle (fixture->session);
  g_assert_cmpuint (dl_view_get_selected (view_of (fixture)).kind, ==, DL_PLACE_NOTHING);
  ui_act (fixture->window, "undo", NULL);
  ui_settle (fixture->session);

  dl_session_open_new (fixture->session, preset ("torus-5x5x5"));
  ui_settle (fixture->session);
  ui_draw ();
  g_assert_false (shows_map (fixture));
  g_assert_true (ui_says (fixture->window, "125 nodes"));
  g_assert_null (dl_places_get_network (places_of (fixture)));

  dl_session_open_new (fixture->session, preset ("cascade-2"));
  ui_settle (fixture->session);
  ui_draw ();
  g_assert_true (shows_map (fixture));
}

/* Metrics in words ----------------------------------------------------------------------------- */

/* Is @text all that an inscription in @root says, that can be seen? */
static gboolean
inscribed (GtkWidget *root, const char *text)
{
  if (GTK_IS_INSCRIPTION (root) && gtk_widget_get_mapped (root)
      && g_strcmp0 (gtk_inscription_get_text (GTK_INSCRIPTION (root)), text) == 0)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (inscribed (child, text))
      return TRUE;
  return FALSE;
}

/* The details and the tooltip say @expected of @place. */
static void
assert_told (Fixture *fixture, DlPlace place, const char *expected)
{
  DlWindow *window = DL_WINDOW (fixture->window);
  g_autofree char *text = dl_view_describe (view_of (fixture), place);
  g_autofree char *details = NULL;

  g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, expected));
  dl_view_select (view_of (fixture), place);
  ui_idle ();
  details = g_strdup_printf ("%s\n%s", gtk_label_get_text (window->details),
                             gtk_label_get_text (window->details_rest));
  g_assert_nonnull (strstr (details, expected));
}

static void
assert_link_told (Fixture *fixture, guint link, const char *title, const char *number)
{
  const gboolean has_number = strpbrk (number, "0123456789") != NULL;
  g_autofree char *expected = g_strdup_printf (has_number ? "%s %s" : "%s: %s", title, number);

  assert_told (fixture, dl_place_link (link), expected);
  if (link >= 20)
    return;
  ui_act (fixture->window, "show-view", "table"); /* its first rows */
  ui_draw ();
  g_assert_true (inscribed (fixture->window, number));
  g_assert_true (ui_says (fixture->window, title)); /* of the column */
  ui_act (fixture->window, "show-view", "groups");
  ui_idle ();
}

static guint
first_blue (const DlDragonfly *net)
{
  guint link = 0;

  while (net->link_class[link] != DL_LINK_BLUE)
    link++;
  return link;
}

/* Under overload the analysis says more than 1 of links that the simulation finds at less. */
static void
test_told_simulated (Fixture *fixture, gconstpointer data)
{
  const DlDragonfly *net = analysis_of (fixture)->dragonfly;
  DlLive *live = dl_view_get_live (dl_window_get_view (DL_WINDOW (fixture->window)));
  const guint blue = first_blue (net);
  const DlPlace pair = dl_place_pair (0, 1);
  double sum = 0;
  guint n = 0;

  dl_session_set (fixture->session, "traffic.load", "0.9", FALSE);
  ui_settle (fixture->session);
  g_object_set (view_of (fixture), "metric", dragonfly_metric ("sim-load"), NULL);
  dl_live_step (live, 600);
  dl_live_sync (live);
  ui_idle ();
  const DlLivePicture *picture = dl_live_get_picture (live);

  for (guint link = 0; link < net->n_links; link++)
    if (net->link_class[link] == DL_LINK_BLUE && net->router[net->link_from[link]].group == 0)
      {
        sum += picture->links.load[link];
        n++;
      }
  g_autofree char *mean = g_strdup_printf ("Simulated load %.4f", sum / n);
  g_autofree char *first = g_strdup_printf ("%.4f", picture->links.load[0]);
  g_autofree char *last = g_strdup_printf ("%.4f", picture->links.load[blue]);
  g_autofree char *stalls = g_strdup_printf ("%.2f", picture->links.stalls[0]);

  assert_told (fixture, pair, mean);
  assert_told (fixture, dl_place_group (0), mean + strlen ("Simulated load "));
  assert_link_told (fixture, blue, "Simulated load", last);
  assert_link_told (fixture, 0, "Simulated load", first);
  g_object_set (view_of (fixture), "metric", dragonfly_metric ("sim-stalls"), NULL);
  assert_link_told (fixture, 0, "Simulated stalls", stalls);

  /* It is told of the latest cycles while it runs. */
  g_object_set (view_of (fixture), "metric", dragonfly_metric ("sim-load"), NULL);
  dl_view_select (view_of (fixture), pair);
  dl_live_step (live, 4000);
  dl_live_sync (live);
  ui_idle ();
  g_assert_false (ui_says (fixture->window, mean));
}

/* A run of the library is simulated to its end, and maps show what it measured. */
static void
test_run_opened (Fixture *fixture, gconstpointer data)
{
  DlLive *live = dl_view_get_live (view_of (fixture));

  dl_session_set (fixture->session, "simulation.cycles", "900", FALSE);
  dl_session_set (fixture->session, "simulation.warmup-cycles", "300", FALSE);
  ui_settle (fixture->session);
  g_assert_true (dl_view_get_metric (view_of (fixture)) != dragonfly_metric ("sim-load"));
  g_signal_emit_by_name (fixture->session, "run-opened");
  ui_wait_for (dl_live_get_state (live) == DL_LIVE_PAUSED);
  g_assert_cmpuint (dl_live_get_picture (live)->cycle, ==, 900);
  g_assert_cmpuint (dl_live_get_picture (live)->recent_cycles, ==, 600);
  g_assert_true (dl_view_get_metric (view_of (fixture)) == dragonfly_metric ("sim-load"));
}

/* Counters: shares of the busiest link's. */
static void
test_told_measured (Fixture *fixture, gconstpointer data)
{
  const DlDragonfly *net = analysis_of (fixture)->dragonfly;
  DlCountersSource *source = dl_view_get_counters (view_of (fixture));
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileIOStream) stream = NULL;
  g_autoptr (GFile) file = g_file_new_tmp ("counters-XXXXXX.csv", &stream, &error);
  g_autofree char *text = NULL;
  GString *csv = g_string_new ("sg,sr,sc,dg,dr,dc,color,flits,stalls\n");

  for (guint i = 0; i < 2; i++)
    {
      const guint link = i == 0 ? 0 : first_blue (net);
      const DlRouterAt a = net->router[net->link_from[link]], b = net->router[net->link_to[link]];

      g_string_append_printf (csv, "%u,%u,%u,%u,%u,%u,%c,%u,%u\n", a.group, a.chassis, a.blade,
                              b.group, b.chassis, b.blade, "gkb"[net->link_class[link]],
                              i == 0 ? 25 : 100, i == 0 ? 80 : 20);
    }
  text = g_string_free (csv, FALSE);
  g_file_replace_contents (file, text, strlen (text), NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL,
                           &error);
  g_assert_no_error (error);
  dl_counters_source_open (source, file);
  ui_wait_for (dl_counters_source_get_counters (source) != NULL);
  g_object_set (view_of (fixture), "metric", dragonfly_metric ("measured-flits"), NULL);
  assert_link_told (fixture, 0, "Measured flits", "0.2500");
  assert_told (fixture, dl_place_pair (0, 1), "Measured flits 1.0000");
  g_object_set (view_of (fixture), "metric", dragonfly_metric ("measured-stalls"), NULL);
  assert_link_told (fixture, 0, "Measured stalls", "1.0000");
  assert_told (fixture, dl_place_pair (0, 1), "Measured stalls 0.2500");
  assert_link_told (fixture, 1, "Measured stalls", "not known");
  dl_counters_source_forget (source);
  g_file_delete (file, NULL, &error);
  g_assert_no_error (error);
}

/* Three digits of a value, for "%.*f". */
#define TIMES(value) (value) < 10 ? 2 : 1, (value)

/* A pair whose links are all asked for more than they carry says what they are asked for, and so do
 * the groups at its ends, which have no other links. */
static void
test_told_overload (Fixture *fixture, gconstpointer data)
{
  const DlDragonflyAnalysis *analysis;
  const DlPlace pair = dl_place_pair (0, 1);
  g_autofree char *offered = NULL, *of_group = NULL, *number = NULL;

  dl_session_set (fixture->session, "traffic.load", "1", FALSE);
  dl_session_set (fixture->session, "traffic.pattern", "group-shift", FALSE);
  dl_session_set (fixture->session, "dragonfly.cables-per-pair", "1", FALSE);
  ui_settle (fixture->session);
  analysis = analysis_of (fixture);
  offered = g_strdup_printf ("Link utilization %.*f times its bandwidth",
                             TIMES (dl_dragonfly_analysis_group_use (analysis, 0, 1, 1)));
  g_assert_cmpfloat (dl_dragonfly_analysis_group_use (analysis, 0, 1, 1), >, 1.01);
  assert_told (fixture, pair, "links overloaded");
  assert_told (fixture, pair, offered);
  of_group = g_strdup_printf ("out %.*f times its bandwidth, in %.*f times its bandwidth",
                              TIMES (dl_dragonfly_analysis_group_use (analysis, 0, 1, 1)),
                              TIMES (dl_dragonfly_analysis_group_use (analysis, 1, 0, 1)));
  assert_told (fixture, dl_place_group (0), of_group);
  const guint blue = first_blue (analysis->dragonfly);
  number = g_strdup_printf ("%.*f times its bandwidth",
                            TIMES (dl_dragonfly_analysis_use (analysis, blue, 1)));
  assert_link_told (fixture, blue, "Link utilization", number);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
  application = ui_application_new ();
#define ADD(name, func)                                                                            \
  g_test_add ("/window-dragonfly/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("shown", test_shown);
  ADD ("chosen", test_chosen);
  ADD ("turn-group", test_turn_group);
  ADD ("pick-group", test_pick_group);
  ADD ("group-of-menu", test_group_of_menu);
  ADD ("break", test_break);
  ADD ("break-router", test_break_router);
  ADD ("route", test_route);
  ADD ("deadlock-page", test_deadlock_page);
  ADD ("other-network", test_other_network);
  ADD ("told-simulated", test_told_simulated);
  ADD ("run-opened", test_run_opened);
  ADD ("told-measured", test_told_measured);
  ADD ("told-overload", test_told_overload);
  const int status = g_test_run ();
  g_object_unref (application);
  return status;
}
