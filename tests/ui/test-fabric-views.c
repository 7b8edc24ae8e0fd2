/* The window with a fabric: levels that are opened and folded, what the pointer and the keys find
 * there, what breaks, a route; switches by switches in each order. */
#include "dl-fabric-views.h"
#include "dl-levels-map.h"
#include "dl-session-edits.h"
#include "dl-fabric-scenario.h"
#include "dl-scenario-file.h"
#include "dl-ui.h"
#include "picture-fixture.h"
#include "ui-fixture.h"
#include "window-fixture.h"

#include <gdk/gdkkeysyms.h>
#include <glib/gstdio.h>

#include <string.h>

static const DlFabric *
fabric_of (WindowFixture *fixture)
{
  return dl_session_get_result (fixture->session)->net.shape;
}

static DlView *
view_of (WindowFixture *fixture)
{
  return dl_window_get_view (fixture->window);
}

/* The view of that id, shown and drawn. */
static gpointer
show (WindowFixture *fixture, const char *id)
{
  GtkWidget *view;

  ui_settle (fixture->session);
  ui_act (fixture->window, "show-view", id);
  ui_draw ();
  g_assert_cmpstr (gtk_stack_get_visible_child_name (fixture->window->views), ==, id);
  view = gtk_stack_get_visible_child (fixture->window->views);
  gtk_widget_grab_focus (view);
  return view;
}

static const DlLevelsMap *
map_of (DlCanvas *levels)
{
  g_assert_true (dl_canvas_ensure (levels));
  return levels->layout;
}

/* Where a box, or the middle of a bundle, is. */
static void
middle_of (DlCanvas *levels, DlLevelsHit hit, double *x, double *y)
{
  DlRect rect;

  g_assert_true (dl_levels_map_rect (map_of (levels), hit, &rect));
  *x = rect.x + rect.width / 2;
  *y = rect.y + rect.height / 2;
}

/* A click with the left button: each of the gestures gets it. */
static void
click (GtkWidget *widget, double x, double y)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_CLICK (controller))
        {
          g_signal_emit_by_name (controller, "pressed", 1, x, y);
          g_signal_emit_by_name (controller, "released", 1, x, y);
        }
    }
  ui_idle ();
}

static guint
count_boxes (DlCanvas *levels)
{
  return dl_levels_map_layout (map_of (levels))->n_boxes;
}

/* A click opens a folded box, another one selects a switch in it, Esc folds them again. */
static void
test_folds (WindowFixture *fixture, gconstpointer data)
{
  DlCanvas *levels = show (fixture, "levels");
  const guint n = count_boxes (levels);
  const DlLevelsHit leaf = dl_levels_map_find (map_of (levels), dl_place_router (0));
  double x, y;

  g_assert_cmpuint (n, ==, 1 + 16 + 16 + 16);
  middle_of (levels, leaf, &x, &y);
  click (GTK_WIDGET (levels), x, y);
  g_assert_cmpuint (count_boxes (levels), ==, n + 2 * 7);
  g_assert_cmpuint (dl_view_get_selected (view_of (fixture)).kind, ==, DL_PLACE_NOTHING);
  middle_of (levels, dl_levels_map_find (map_of (levels), dl_place_router (3)), &x, &y);
  click (GTK_WIDGET (levels), x, y);
  g_assert_true (dl_place_equal (dl_view_get_selected (view_of (fixture)), dl_place_router (3)));
  g_assert_true (ui_says (GTK_WIDGET (fixture->window), "Switch L1-3"));
  /* A broken switch leaves the boxes unchanged. */
  ui_act (fixture->window, "break", NULL);
  ui_settle (fixture->session);
  g_assert_false (fabric_of (fixture)->switch_up[3]);
  g_assert_cmpuint (count_boxes (levels), ==, n + 2 * 7);
  ui_act (fixture->window, "undo", NULL);
  ui_settle (fixture->session);
  g_assert_true (fabric_of (fixture)->switch_up[3]);
  g_assert_true (ui_press (levels, GDK_KEY_Escape, 0));
  g_assert_cmpuint (count_boxes (levels), ==, n);
  g_assert_false (dl_place_equal (dl_view_get_selected (view_of (fixture)), dl_place_router (3)));
}

/* Everything that is opened by hand is folded by the menu. */
static void
test_fold_all (WindowFixture *fixture, gconstpointer data)
{
  DlCanvas *levels = show (fixture, "levels");
  const guint n = count_boxes (levels);

  for (guint i = 0; i < 3; i++)
    dl_levels_view_turn (levels, i * 9);
  g_assert_cmpuint (count_boxes (levels), >, n);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (levels), "levels.fold", NULL));
  g_assert_cmpuint (count_boxes (levels), >, n);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (levels), "levels.fold-all", NULL));
  g_assert_cmpuint (count_boxes (levels), ==, n);
}

/* With the keys: to a folded box, Enter opens it, down to a cable, which B breaks. */
static void
test_keys (WindowFixture *fixture, gconstpointer data)
{
  DlCanvas *levels = show (fixture, "levels");
  const guint n = count_boxes (levels);
  DlPlace place;

  g_assert_true (ui_press (levels, GDK_KEY_Right, 0));
  g_assert_cmpuint (dl_view_get_selected (view_of (fixture)).kind, ==, DL_PLACE_NOTHING);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (levels), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "64 switches, L3-0 to L3-63\nClick or Enter opens it");
  /* The spines open to those that are alike, and these to switches. */
  g_assert_true (ui_press (levels, GDK_KEY_Return, 0));
  g_assert_cmpuint (count_boxes (levels), ==, n + 7);
  g_assert_cmpuint (dl_view_get_selected (view_of (fixture)).kind, ==, DL_PLACE_NOTHING);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (levels), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "8 switches, L3-0 to L3-56\nClick or Enter opens it");
  g_assert_true (ui_press (levels, GDK_KEY_Return, 0));
  g_assert_cmpuint (count_boxes (levels), ==, n + 14);
  place = dl_view_get_selected (view_of (fixture));
  g_assert_cmpuint (place.kind, ==, DL_PLACE_ROUTER);
  g_assert_true (ui_press (levels, GDK_KEY_Down, 0));
  place = dl_view_get_selected (view_of (fixture));
  g_assert_cmpuint (place.kind, ==, DL_PLACE_LINK);
  ui_act (fixture->window, "break", NULL);
  ui_settle (fixture->session);
  g_assert_cmpuint (fabric_of (fixture)->link_state[place.a], ==, DL_LINK_BROKEN);
  g_assert_cmpuint (fabric_of (fixture)->n_broken, ==, 2);
  /* The selection is still there, and leads on to the box below. */
  g_assert_true (ui_press (levels, GDK_KEY_Down, 0));
  g_assert_cmpuint (dl_view_get_selected (view_of (fixture)).kind, ==, DL_PLACE_NOTHING);
  g_assert_true (ui_press (levels, GDK_KEY_Escape, 0));
  g_assert_cmpuint (count_boxes (levels), ==, n + 7);
  g_assert_true (ui_press (levels, GDK_KEY_Escape, 0));
  g_assert_cmpuint (count_boxes (levels), ==, n);
}

/* A click on a bundle selects the busiest of its cables in that direction. */
static void
test_bundles (WindowFixture *fixture, gconstpointer data)
{
  DlCanvas *levels = show (fixture, "levels");
  const DlFabric *fabric = fabric_of (fixture);
  const DlLevelsMap *map = map_of (levels);
  const DlLevelsHit hit
      = dl_levels_map_find (map, dl_place_link (fabric->first[fabric->n_hosts] + 8));
  const DlFabricAnalysis *analysis = dl_session_get_result (fixture->session)->analysis_of_family;
  DlPlace place;
  double x, y;

  g_assert_cmpuint (hit.kind, ==, DL_LEVELS_BUNDLE);
  middle_of (levels, hit, &x, &y);
  click (GTK_WIDGET (levels), x, y);
  place = dl_view_get_selected (view_of (fixture));
  g_assert_cmpuint (place.kind, ==, DL_PLACE_LINK);
  g_assert_cmpuint (dl_levels_map_find (map, place).index, ==, hit.index);
  g_assert_true (dl_levels_map_find (map, place).back == hit.back);
  for (guint c = 0; c < fabric->n_channels; c++)
    if (dl_levels_map_find (map, dl_place_link (c)).index == hit.index
        && dl_levels_map_find (map, dl_place_link (c)).back == hit.back)
      g_assert_cmpfloat (dl_fabric_analysis_load (analysis, c), <=,
                         dl_fabric_analysis_load (analysis, place.a));
}

/* A route is drawn through folded boxes, and Esc takes it away before it folds. */
static void
test_route (WindowFixture *fixture, gconstpointer data)
{
  DlCanvas *levels = show (fixture, "levels");
  const guint n = count_boxes (levels);
  DlMapPath path;

  dl_levels_view_turn (levels, 0);
  dl_view_show_route (view_of (fixture), 0, 1023, 0);
  ui_draw ();
  g_assert_true (dl_view_get_path (view_of (fixture), &path));
  g_assert_cmpuint (path.n, ==, 6);
  g_assert_true (ui_press (levels, GDK_KEY_Escape, 0));
  g_assert_false (dl_view_get_path (view_of (fixture), &path));
  g_assert_cmpuint (count_boxes (levels), ==, n + 7);
  g_assert_true (ui_press (levels, GDK_KEY_Escape, 0));
  g_assert_cmpuint (count_boxes (levels), ==, n);
}

/* Beside a pinned state each of A, B and A - B is drawn, with the same boxes. */
static void
test_pinned (WindowFixture *fixture, gconstpointer data)
{
  static const char *const views[] = { "levels", "switches" };
  static const char *const shows[] = { "a", "b", "difference" };
  const guint cable = fabric_of (fixture)->first[fabric_of (fixture)->n_hosts] + 8;

  ui_act (fixture->window, "pin", NULL);
  dl_view_select (view_of (fixture), dl_place_link (cable));
  ui_act (fixture->window, "break", NULL);
  ui_settle (fixture->session);
  dl_view_select (view_of (fixture), DL_NOWHERE);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      GtkWidget *map = show (fixture, views[i]);
      g_autoptr (Picture) last = NULL;
      graphene_rect_t box;

      g_assert_true (gtk_widget_compute_bounds (map, GTK_WIDGET (fixture->window), &box));
      for (guint k = 0; k < G_N_ELEMENTS (shows); k++)
        {
          ui_act (fixture->window, "show-beside", shows[k]);
          ui_draw ();
          g_autoptr (Picture) picture = picture_new (GTK_WIDGET (fixture->window));

          if (last != NULL)
            g_assert_cmpuint (picture_count_changed (last, picture, &box, 0), >, 20);
          g_clear_pointer (&last, picture_free);
          last = g_steal_pointer (&picture);
        }
      if (i == 0)
        g_assert_cmpuint (count_boxes (DL_CANVAS (map)), ==, 1 + 16 + 16 + 16);
    }
}

/* Another fabric is folded again, and a network of a different kind has views of its own. */
static void
test_other (WindowFixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  DlCanvas *levels = show (fixture, "levels");
  DlScenario *slim_fly, *torus;

  dl_levels_view_turn (levels, 0);
  slim_fly = dl_preset_load ("dragonfly-plus-9", &error);
  g_assert_no_error (error);
  dl_session_open_new (fixture->session, slim_fly);
  levels = show (fixture, "levels");
  g_assert_cmpuint (count_boxes (levels), ==, 3 * 9);
  torus = dl_preset_load ("torus-5x5x5", &error);
  g_assert_no_error (error);
  dl_session_open_new (fixture->session, torus);
  ui_settle (fixture->session);
  ui_draw ();
  g_assert_cmpstr (gtk_stack_get_visible_child_name (fixture->window->views), !=, "levels");
}

/* Where the first channel of a switch is in the matrix. */
static double
row_of (DlCanvas *matrix, guint channel)
{
  DlRect rect;

  g_assert_true (dl_canvas_locate (matrix, dl_place_link (channel), &rect));
  return rect.y;
}

/* By level the top ones are first, by subtree each leaf is beside its switches, by load the busiest
 * one is first. */
static void
test_orders (WindowFixture *fixture, gconstpointer data)
{
  DlCanvas *matrix = show (fixture, "switches");
  const DlFabric *fabric = fabric_of (fixture);
  const guint leaf = fabric->first[fabric->n_hosts] + 8, other = fabric->first[fabric->n_hosts + 1],
              top = fabric->first[fabric->n_hosts + fabric->n_switches - 1];
  double first;

  g_assert_cmpfloat (row_of (matrix, top), <, row_of (matrix, leaf));
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (matrix), "switches.order", "s", "subtree"));
  ui_draw ();
  g_assert_cmpfloat (row_of (matrix, top), >, row_of (matrix, leaf));
  ui_act (fixture->window, "sort-groups", NULL);
  ui_draw ();
  first = row_of (matrix, leaf);
  /* The load that a switch takes over from a broken one brings it to the front. */
  dl_view_select (view_of (fixture), dl_place_link (leaf));
  ui_act (fixture->window, "break", NULL);
  ui_settle (fixture->session);
  ui_draw ();
  g_assert_cmpfloat (row_of (matrix, other), !=, first);
  for (guint s = 0; s < fabric->n_switches; s++)
    g_assert_cmpfloat (row_of (matrix, fabric->first[fabric->n_hosts + s]), >=, 0);
}

/* The arrow keys go from cell to cell, B breaks. */
static void
test_matrix_keys (WindowFixture *fixture, gconstpointer data)
{
  DlCanvas *matrix = show (fixture, "switches");
  DlPlace place;

  g_assert_true (ui_press (matrix, GDK_KEY_Right, 0));
  place = dl_view_get_selected (view_of (fixture));
  g_assert_cmpuint (place.kind, ==, DL_PLACE_LINK);
  g_assert_true (ui_press (matrix, GDK_KEY_Up, 0));
  g_assert_false (dl_place_equal (place, dl_view_get_selected (view_of (fixture))));
  place = dl_view_get_selected (view_of (fixture));
  ui_act (fixture->window, "break", NULL);
  ui_settle (fixture->session);
  g_assert_cmpuint (fabric_of (fixture)->link_state[place.a], ==, DL_LINK_BROKEN);
}

/* A switch without hosts has a table, too. */
static void
test_table (WindowFixture *fixture, gconstpointer data)
{
  show (fixture, "levels");
  ui_act (fixture->window, "evidence-page", "tables");
  dl_view_select (view_of (fixture), dl_place_router (fabric_of (fixture)->n_switches - 1));
  ui_wait_for (ui_says (GTK_WIDGET (fixture->window), "hosts known"));
  g_assert_cmpuint (dl_view_get_selected_place (view_of (fixture)), ==, DL_NO_NODE);
}

/* Jobs are placed by their rules in the panel, and told where a host is. */
static void
test_jobs (WindowFixture *fixture, gconstpointer data)
{
  const DlScenario *scenario;
  g_autofree char *text = NULL, *link = NULL, *other = NULL;
  GtkWidget *entry, *problem;

  show (fixture, "levels");
  g_assert_null (ui_key (GTK_WIDGET (fixture->window), "traffic.placement"));
  dl_session_set_pattern (fixture->session, dl_pattern_find ("jobs"));
  ui_settle (fixture->session);
  entry = ui_key (GTK_WIDGET (fixture->window), "traffic.placement");
  g_assert_nonnull (entry);
  gtk_widget_grab_focus (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), "a@H0,H3-5");
  ui_settle (fixture->session);
  scenario = dl_session_get_scenario (fixture->session);
  g_assert_cmpstr (scenario->traffic.placement, ==, "");
  problem = gtk_widget_get_last_child (gtk_widget_get_parent (gtk_widget_get_parent (entry)));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (problem)), "does not have host “H3-5”"));
  gtk_editable_set_text (GTK_EDITABLE (entry), "a@H0,3-5");
  ui_settle (fixture->session);
  scenario = dl_session_get_scenario (fixture->session);
  g_assert_cmpstr (scenario->traffic.placement, ==, "a@H0,3-5");
  text = dl_view_describe (view_of (fixture), dl_place_node (4));
  g_assert_nonnull (strstr (text, "job a"));
  link = dl_view_describe (view_of (fixture),
                           dl_place_link (dl_fabric_host_receives (fabric_of (fixture), 4)));
  g_assert_nonnull (strstr (link, "job a"));
  other = dl_view_describe (view_of (fixture), dl_place_node (6));
  g_assert_null (strstr (other, "job"));
}

/* A pattern is told by hosts. */
static void
test_pattern (WindowFixture *fixture, gconstpointer data)
{
  GtkWidget *row, *down;

  show (fixture, "levels");
  dl_session_set_pattern (fixture->session, dl_pattern_find ("transpose"));
  ui_settle (fixture->session);
  row = ui_key (GTK_WIDGET (fixture->window), "traffic.pattern");
  g_assert_nonnull (row);
  down = GTK_IS_DROP_DOWN (row) ? row : ui_find (row, GTK_TYPE_DROP_DOWN, 0);
  g_assert_nonnull (down);
  g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (down), "square of hosts"));
  g_assert_null (strstr (gtk_widget_get_tooltip_text (down), "(x"));
}

/* Tables as read whose cycle layers may break: nowhere is that called a deadlock. */
static void
test_unknown_layers (WindowFixture *fixture, gconstpointer data)
{
  g_autofree char *folder
      = g_test_build_filename (G_TEST_DIST, "..", "golden", "fabric", "ring", NULL);
  g_autofree char *topology = g_build_filename (folder, "topology.txt", NULL);
  g_autofree char *dump = g_build_filename (folder, "tables-lash.txt", NULL);
  g_autofree char *fabric = NULL, *tables = NULL, *text = NULL;
  g_autoptr (DlFabricFile) file = NULL, table_file = NULL;
  g_autoptr (GError) error = NULL;
  DlScenario *scenario;
  const char *headline = "? The tables have a cycle in one layer; whether the machine’s layers "
                         "break it is not in them";

  g_assert_true (g_file_get_contents (topology, &fabric, NULL, NULL));
  g_assert_true (g_file_get_contents (dump, &tables, NULL, NULL));
  *strstr (tables, "PathRecord") = '\0';
  file = dl_fabric_file_new (fabric, strlen (fabric));
  table_file = dl_fabric_file_new (tables, strlen (tables));
  text = g_strdup_printf ("[scenario]\nformat=1\nkind=fabric\n[fabric]\nsource=file\nfile=%s\n"
                          "engine=lft\ntables=%s\n",
                          file->text, table_file->text);
  scenario = dl_scenario_parse (text, -1, "ring", NULL, &error);
  g_assert_no_error (error);
  dl_session_open_new (fixture->session, scenario);
  ui_settle (fixture->session);
  ui_act (fixture->window, "evidence-page", "deadlock");
  ui_wait_for (ui_says (GTK_WIDGET (fixture->window->evidence), headline));
  g_assert_true (
      ui_says (GTK_WIDGET (fixture->window->evidence), "The tables do not state layers"));
  g_assert_false (ui_says (GTK_WIDGET (fixture->window->evidence), "Routes can"));
  g_assert_true (g_str_has_prefix (
      gtk_button_get_label (ui_part (GTK_WIDGET (fixture->window->results), "deadlock")),
      "? cycle of "));
  /* The page tells of it; on others the banner does. */
  ui_act (fixture->window, "evidence-page", "load");
  ui_wait_for (dl_verdict_banner_get_message (fixture->window->verdict_banner) != NULL);
  g_assert_cmpstr (dl_verdict_banner_get_message (fixture->window->verdict_banner), ==,
                   headline + strlen ("? "));
  ui_act (fixture->window, "evidence-page", "deadlock");
  /* An engine with layers of its own. */
  dl_session_set (fixture->session, "fabric.engine", "lash", FALSE);
  ui_settle (fixture->session);
  ui_wait_for (ui_says (GTK_WIDGET (fixture->window->evidence), "✓ Routes cannot deadlock"));
}

static GFile *
write_file (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return g_file_new_for_path (path);
}

static gboolean
knows_layers (WindowFixture *fixture)
{
  const DlEvaluation *result = dl_session_get_result (fixture->session);
  const DlFabricAnalysis *analysis;

  if (result == NULL || result->scenario->family != &dl_family_fabric)
    return FALSE;
  analysis = result->analysis_of_family;
  return analysis->routes->host_layer != NULL && analysis->deadlock_free;
}

/* Opened again: there is no step yet. */
static gboolean
is_new (WindowFixture *fixture)
{
  gboolean can_undo, can_redo;

  g_object_get (fixture->session, "can-undo", &can_undo, "can-redo", &can_redo, NULL);
  return !can_undo && !can_redo;
}

/* Path records that are dropped: with all else, with tables on a topology, alone on a fabric with
 * tables, and on one without. */
static void
test_records (WindowFixture *fixture, gconstpointer data)
{
  g_autofree char *golden
      = g_test_build_filename (G_TEST_DIST, "..", "golden", "fabric", "ring", NULL);
  g_autofree char *topology = g_build_filename (golden, "topology.txt", NULL);
  g_autofree char *dump = g_build_filename (golden, "tables-lash.txt", NULL);
  g_autofree char *folder = g_dir_make_tmp ("dateline-XXXXXX", NULL);
  g_autofree char *text = NULL, *records = NULL;
  g_autoptr (GFile) network = g_file_new_for_path (topology), tables = NULL, paths = NULL;
  char *begin;

  g_assert_true (g_file_get_contents (dump, &text, NULL, NULL));
  begin = strstr (text, "PathRecord");
  records = g_strdup (begin);
  *begin = '\0';
  tables = write_file (folder, "tables.txt", text);
  paths = write_file (folder, "records.txt", records);

  dl_window_open_file (fixture->window, paths);
  ui_wait_for (ui_says (GTK_WIDGET (fixture->window), "path records without forwarding tables"));

  dl_window_open_files (fixture->window, (GFile *[]) { paths, network, tables }, 3);
  ui_wait_for (knows_layers (fixture));
  ui_settle (fixture->session);

  for (guint alone = 0; alone < 2; alone++)
    {
      dl_window_open_files (fixture->window, (GFile *[]) { network, tables }, 1 + alone);
      ui_wait_for (is_new (fixture) && !knows_layers (fixture));
      ui_settle (fixture->session);
      dl_window_open_files (fixture->window, (GFile *[]) { paths, tables }, 2 - alone);
      ui_wait_for (knows_layers (fixture));
      ui_settle (fixture->session);
      /* One step. */
      ui_act (fixture->window, "undo", NULL);
      ui_wait_for (!knows_layers (fixture));
      ui_settle (fixture->session);
    }
  g_file_delete (tables, NULL, NULL);
  g_file_delete (paths, NULL, NULL);
  g_rmdir (folder);
}

#define ADD(name, test)                                                                            \
  g_test_add ("/fabric-views/" name, WindowFixture, "fat-tree-1024", window_set_up, test,          \
              window_tear_down)

int
main (int argc, char **argv)
{
  g_autoptr (GtkApplication) application = NULL;

  ui_test_init (&argc, &argv);
  application = ui_application_new ();
  dl_ui_init ();
  ADD ("folds", test_folds);
  ADD ("fold-all", test_fold_all);
  ADD ("keys", test_keys);
  ADD ("bundles", test_bundles);
  ADD ("route", test_route);
  ADD ("pinned", test_pinned);
  ADD ("other", test_other);
  ADD ("orders", test_orders);
  ADD ("matrix-keys", test_matrix_keys);
  ADD ("table", test_table);
  ADD ("jobs", test_jobs);
  ADD ("pattern", test_pattern);
  ADD ("unknown-layers", test_unknown_layers);
  ADD ("records", test_records);
  return g_test_run ();
}
