/* The window on a family that it has no row for: its views and pages, what a click and the keys
 * break, a route, the verdict, what is pinned beside. */
#include "dl-canvas.h"
#include "dl-evidence-pages.h"
#include "dl-mesh.h"
#include "dl-session-pin.h"
#include "dl-ui.h"
#include "dl-verdict-pane.h"
#include "ui-fixture.h"
#include "window-fixture.h"

static void
open_mesh (WindowFixture *fixture)
{
  static const char text[]
      = "[scenario]\nformat=1\nname=Mesh\nkind=full-mesh\n\n[full-mesh]\nrouters=6\n";
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_scenario_parse (text, -1, "mesh", NULL, &error);

  g_assert_no_error (error);
  dl_session_open_new (fixture->session, scenario);
  ui_wait_for (dl_session_get_scenario (fixture->session)->family == &dl_family_mesh);
  ui_settle (fixture->session);
}

static void
set_up (WindowFixture *fixture, gconstpointer preset)
{
  window_set_up (fixture, preset);
  open_mesh (fixture);
}

static const DlEvaluation *
result_of (WindowFixture *fixture)
{
  ui_settle (fixture->session);
  return dl_session_get_result (fixture->session);
}

static const char *
shown_view (WindowFixture *fixture)
{
  return gtk_stack_get_visible_child_name (ui_part (GTK_WIDGET (fixture->window), "views"));
}

/* From a torus to a mesh and back, the views, pages and keys are those of each. */
static void
test_views (WindowFixture *fixture, gconstpointer preset)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);
  const DlFeature *page;

  g_assert_cmpstr (shown_view (fixture), ==, "matrix");
  ui_act (window, "show-view", "table");
  ui_draw ();
  g_assert_cmpstr (shown_view (fixture), ==, "table");
  ui_act (window, "show-view", "ring-matrix"); /* of another family: the first of this one */
  g_assert_cmpstr (shown_view (fixture), ==, "matrix");
  g_assert_nonnull (ui_key (window, "full-mesh.routers"));
  for (guint i = 0; (page = dl_family_feature (&dl_family_mesh, DL_FEATURE_PAGE, i)) != NULL; i++)
    {
      ui_act (window, "evidence-page", page->id);
      ui_draw ();
    }
  dl_session_open_new (fixture->session, dl_preset_new_scenario ("cascade-2"));
  ui_wait_for (g_str_equal (shown_view (fixture), "groups"));
}

/* The cell of a link is selected by a key, broken and restored. */
static void
test_break (WindowFixture *fixture, gconstpointer preset)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);
  DlView *view = fixture->window->view;
  GtkWidget *map = gtk_stack_get_visible_child (fixture->window->views);

  ui_wait_for (gtk_widget_get_width (map) > 0);
  ui_draw ();
  g_assert_true (ui_press (map, GDK_KEY_Right, 0)); /* the first one */
  g_assert_cmpuint (dl_view_get_selected_link (view), ==, 0);
  g_assert_true (ui_press (map, GDK_KEY_Right, 0));
  g_assert_cmpuint (dl_view_get_selected_link (view), ==, 1);
  ui_act (window, "break", NULL);
  g_assert_cmpuint (result_of (fixture)->net.graph->link_state[1], ==, DL_LINK_BROKEN);
  g_assert_cmpfloat (result_of (fixture)->findings.peak_load, ==, 2);
  g_autofree char *text = dl_view_describe (view, dl_place_link (1));
  g_assert_cmpstr (text, ==, "0-2\nbroken");
  ui_act (window, "undo", NULL);
  g_assert_cmpuint (result_of (fixture)->net.graph->link_state[1], ==, DL_LINK_UP);
}

/* A route around a broken cable, hop by hop, and a cycle. */
static void
test_route (WindowFixture *fixture, gconstpointer preset)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);
  DlView *view = fixture->window->view;
  const DlExplained *route;

  dl_session_set (fixture->session, "full-mesh.broken-cables", "0-1", FALSE);
  ui_settle (fixture->session);
  dl_view_show_route (view, 0, 1, 0);
  ui_draw ();
  route = dl_view_get_route (view, NULL, NULL);
  g_assert_nonnull (route);
  g_assert_cmpstr (route->line, ==, "0-2.0 2-1.1");
  g_assert_cmpstr (dl_evidence_pages_get_shown (fixture->window->evidence), ==, "route");

  /* Each goes by the next one, and so round and round. */
  dl_session_set (fixture->session, "full-mesh.routers", "4", FALSE);
  dl_session_set (fixture->session, "full-mesh.detours", "same-vc", FALSE);
  dl_session_set (fixture->session, "full-mesh.broken-cables", "0-2;1-3", FALSE);
  ui_settle (fixture->session);
  g_assert_false (result_of (fixture)->findings.deadlock_free);
  ui_act (window, "evidence-page", "deadlock");
  ui_draw ();
  g_assert_nonnull (ui_find (window, DL_TYPE_VERDICT_PANE, 0));
}

/* The earlier state is pinned beside, link by link. */
static void
test_beside (WindowFixture *fixture, gconstpointer preset)
{
  DlBeside *beside = dl_view_get_beside (fixture->window->view);
  const DlDifference *difference;

  dl_session_pin_now (fixture->session, NULL, NULL);
  dl_session_set (fixture->session, "full-mesh.broken-cables", "0-1", FALSE);
  ui_settle (fixture->session);
  g_assert_true (dl_beside_compares (beside, NULL));
  dl_beside_set_show (beside, DL_SHOW_DIFFERENCE);
  difference = dl_beside_get_difference (beside);
  g_assert_nonnull (difference);
  g_assert_cmpuint (difference->n_only[1], ==, 2); /* both directions work in B alone */
  ui_draw ();                                      /* it is drawn */
}

int
main (int argc, char *argv[])
{
  g_autoptr (GtkApplication) application = NULL;

  ui_test_init (&argc, &argv);
  application = ui_application_new ();
  dl_ui_init ();
  g_test_add ("/mesh-window/views", WindowFixture, "ring-8", set_up, test_views, window_tear_down);
  g_test_add ("/mesh-window/break", WindowFixture, "ring-8", set_up, test_break, window_tear_down);
  g_test_add ("/mesh-window/route", WindowFixture, "ring-8", set_up, test_route, window_tear_down);
  g_test_add ("/mesh-window/beside", WindowFixture, "ring-8", set_up, test_beside,
              window_tear_down);
  return g_test_run ();
}
