/* A router from inside, in the window: which one, which output, which grant. */
#include "../core/picture-own.h"
#include "dl-inside-text.h"
#include "dl-inside-view.h"
#include "dl-rows.h"
#include "ui-fixture.h"

#include <string.h>

/* Node (2,2,2) of a 5x5x5 torus. */
#define NODE 62

static DlLive *
live_of (UiFixture *fixture)
{
  return dl_view_get_live (fixture->view);
}

/* Everything that was asked for is done, and seen. */
static void
catch_up (UiFixture *fixture)
{
  dl_live_sync (live_of (fixture));
  ui_idle ();
}

static void
set_up (UiFixture *fixture, gconstpointer data)
{
  fixture->session = ui_session_new (5, 5, 5);
  dl_session_set (fixture->session, "traffic.load", ".5", FALSE);
  ui_settle (fixture->session);
  ui_fixture_open (fixture, dl_inside_view_new, 760, 700);
}

static void
tear_down (UiFixture *fixture, gconstpointer data)
{
  ui_fixture_close (fixture);
}

static GtkDropDown *
outputs (UiFixture *fixture)
{
  return ui_find (fixture->pane, GTK_TYPE_DROP_DOWN, 0);
}

static GtkWidget *
chart (UiFixture *fixture)
{
  return ui_find (fixture->pane, GTK_TYPE_DRAWING_AREA, 0);
}

/* Or how to begin? */
static gboolean
shows_router (UiFixture *fixture)
{
  return gtk_widget_get_mapped (chart (fixture));
}

static GtkSingleSelection *
grants (UiFixture *fixture)
{
  GtkColumnView *table = ui_find (fixture->pane, GTK_TYPE_COLUMN_VIEW, 0);
  return GTK_SINGLE_SELECTION (gtk_column_view_get_model (table));
}

static const DlSeastarInside *
inside_of (UiFixture *fixture)
{
  const DlLivePicture *picture = dl_live_get_picture (live_of (fixture));

  g_assert_nonnull (picture);
  g_assert_nonnull (dl_seastar_inside_of (picture->inside));
  return dl_seastar_inside_of (picture->inside);
}

/* The page says how to begin; then it watches the selected router. */
static void
test_begins (UiFixture *fixture, gconstpointer data)
{
  g_assert_false (shows_router (fixture));
  g_assert_true (ui_says (fixture->pane, "No simulation yet"));
  g_assert_cmpuint (dl_live_get_watched (live_of (fixture)), ==, 0);
  g_assert_cmpint (dl_live_get_state (live_of (fixture)), ==, DL_LIVE_STOPPED);

  dl_live_step_to_grant (live_of (fixture));
  catch_up (fixture);
  g_assert_true (shows_router (fixture));
  g_assert_cmpuint (inside_of (fixture)->node, ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (grants (fixture))), >, 0);
  g_assert_true (ui_says (fixture->pane, "granted"));
}

/* The router is that of the selection, and a link's is the one that it leaves. */
static void
test_follows_selection (UiFixture *fixture, gconstpointer data)
{
  dl_live_step (live_of (fixture), 500);
  dl_view_select (fixture->view, dl_place_node (NODE));
  g_assert_cmpuint (dl_live_get_watched (live_of (fixture)), ==, NODE);
  dl_live_step (live_of (fixture), 100);
  catch_up (fixture);
  g_assert_cmpuint (inside_of (fixture)->node, ==, NODE);
  dl_view_select (fixture->view,
                  dl_place_link (7 * DL_TORUS_N_NETWORK_PORTS + DL_TORUS_PORT_Y_MINUS));
  g_assert_cmpuint (dl_live_get_watched (live_of (fixture)), ==, 7);

  /* The shown router stays when nothing is selected. */
  dl_view_select (fixture->view, DL_NOWHERE);
  g_assert_cmpuint (dl_live_get_watched (live_of (fixture)), ==, 7);

  /* Nobody looks, nobody is bothered; then at once. */
  gtk_widget_set_visible (fixture->pane, FALSE);
  dl_view_select (fixture->view, dl_place_node (9));
  g_assert_cmpuint (dl_live_get_watched (live_of (fixture)), ==, 7);
  gtk_widget_set_visible (fixture->pane, TRUE);
  ui_wait_for (gtk_widget_get_mapped (fixture->pane));
  g_assert_cmpuint (dl_live_get_watched (live_of (fixture)), ==, 9);
}

/* A step is one cycle, a grant is shown as the last one, in words that name it. */
static void
test_steps (UiFixture *fixture, gconstpointer data)
{
  guint64 cycle;

  dl_view_select (fixture->view, dl_place_node (NODE));
  dl_live_step (live_of (fixture), 1500);
  catch_up (fixture);
  cycle = inside_of (fixture)->cycle;
  dl_live_step (live_of (fixture), 1);
  catch_up (fixture);
  g_assert_cmpuint (inside_of (fixture)->cycle, ==, cycle + 1);

  for (guint i = 0; i < 40; i++)
    {
      dl_live_step_to_grant (live_of (fixture));
      catch_up (fixture);

      const DlSeastarInside *inside = inside_of (fixture);
      g_autofree char *text = dl_inside_grant_text (
          inside, picture_torus (dl_live_get_picture (live_of (fixture))), &inside->grants[0]);
      g_assert_cmpuint (inside->grants[0].cycle + 1, ==, inside->cycle);
      g_assert_true (ui_says (fixture->pane, text));
    }
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (grants (fixture))), ==,
                    DL_SEASTAR_GRANTS_KEPT);
}

/* A grant that is chosen stays while the router goes on, until it is forgotten. */
static void
test_chosen_grant (UiFixture *fixture, gconstpointer data)
{
  g_autofree char *text = NULL;
  guint64 cycle;

  dl_view_select (fixture->view, dl_place_node (NODE));
  dl_live_step (live_of (fixture), 1500);
  catch_up (fixture);
  gtk_single_selection_set_selected (grants (fixture), 5);
  cycle = inside_of (fixture)->grants[5].cycle;
  text = g_strdup_printf ("In cycle %'lu, output %s", (gulong) cycle,
                          dl_inside_port_name (inside_of (fixture)->grants[5].output));
  g_assert_true (ui_says (fixture->pane, text));

  dl_live_step_to_grant (live_of (fixture));
  catch_up (fixture);
  g_assert_true (ui_says (fixture->pane, text));
  const guint row = gtk_single_selection_get_selected (grants (fixture));
  g_assert_cmpuint (row, >, 5);
  g_assert_cmpuint (inside_of (fixture)->grants[row].cycle, ==, cycle);

  dl_live_step (live_of (fixture), 1000);
  catch_up (fixture);
  g_assert_false (ui_says (fixture->pane, text));
  g_assert_cmpuint (gtk_single_selection_get_selected (grants (fixture)), ==,
                    GTK_INVALID_LIST_POSITION);
}

static void
test_keys (UiFixture *fixture, gconstpointer data)
{
  dl_view_select (fixture->view, dl_place_node (NODE));
  dl_live_step (live_of (fixture), 2000);
  catch_up (fixture);

  const guint last = inside_of (fixture)->grants[0].output;

  g_assert_cmpuint (gtk_drop_down_get_selected (outputs (fixture)), ==, 0);
  g_assert_true (ui_press (chart (fixture), GDK_KEY_Down, 0));
  g_assert_cmpuint (gtk_drop_down_get_selected (outputs (fixture)), ==,
                    1 + (last + 1) % DL_N_ROUTER_PORTS);
  g_assert_true (ui_press (chart (fixture), GDK_KEY_Up, 0));
  g_assert_cmpuint (gtk_drop_down_get_selected (outputs (fixture)), ==, 1 + last);

  /* Enter explains the last grant of the output, again the one before. */
  g_assert_true (ui_press (chart (fixture), GDK_KEY_Return, 0));
  g_assert_cmpuint (gtk_single_selection_get_selected (grants (fixture)), ==, 0);
  g_assert_true (ui_press (chart (fixture), GDK_KEY_Return, 0));
  const guint before = gtk_single_selection_get_selected (grants (fixture));
  g_assert_cmpuint (before, >, 0);
  g_assert_cmpuint (inside_of (fixture)->grants[before].output, ==, last);
  g_assert_true (ui_press (chart (fixture), GDK_KEY_Left, 0));
  g_assert_cmpuint (gtk_single_selection_get_selected (grants (fixture)), ==, before + 1);
  g_assert_true (ui_press (chart (fixture), GDK_KEY_Right, 0));
  g_assert_cmpuint (gtk_single_selection_get_selected (grants (fixture)), ==, before);

  g_assert_true (ui_press (chart (fixture), GDK_KEY_Escape, 0));
  g_assert_cmpuint (gtk_drop_down_get_selected (outputs (fixture)), ==, 0);
  g_assert_cmpuint (gtk_single_selection_get_selected (grants (fixture)), ==,
                    GTK_INVALID_LIST_POSITION);
}

/* The description tells what is drawn. */
static void
test_description (UiFixture *fixture, gconstpointer data)
{
  dl_view_select (fixture->view, dl_place_node (NODE));
  dl_live_step (live_of (fixture), 1500);
  dl_live_step_to_grant (live_of (fixture));
  catch_up (fixture);

  const DlSeastarInside *inside = inside_of (fixture);
  DlInsideContest contest;
  dl_inside_contest_init (&contest, inside, 0, 0);
  g_autofree char *expected = dl_inside_describe (
      inside, picture_torus (dl_live_get_picture (live_of (fixture))), &contest);
  g_autofree char *wrong = gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (chart (fixture)), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, expected);
  g_assert_null (wrong);
}

/* While it runs it is shown, and the run button pauses. */
static void
test_runs (UiFixture *fixture, gconstpointer data)
{
  GtkButton *run = ui_find (fixture->pane, GTK_TYPE_BUTTON, 2);
  g_assert_cmpstr (gtk_button_get_label (run), ==, "_Run");
  dl_live_run (live_of (fixture));
  g_assert_cmpstr (gtk_button_get_label (run), ==, "_Pause");
  ui_wait_for (shows_router (fixture));
  ui_wait_for (inside_of (fixture)->n_grants > 100);
  dl_live_pause (live_of (fixture));
  g_assert_cmpstr (gtk_button_get_label (run), ==, "_Run");
  catch_up (fixture);

  /* Another network: what was watched is gone. */
  dl_view_select (fixture->view, dl_place_node (124));
  dl_session_set_number (fixture->session, "torus.radix", DL_X, 3, TRUE);
  ui_settle (fixture->session);
  dl_live_step (live_of (fixture), 300);
  catch_up (fixture);
  g_assert_cmpuint (inside_of (fixture)->node, <, 75);
}

/* A scenario that cannot be simulated has a reason: a router could hold more packets than can be
 * numbered. */
static void
test_problem (UiFixture *fixture, gconstpointer data)
{
  dl_live_step (live_of (fixture), 10);
  catch_up (fixture);
  g_assert_true (shows_router (fixture));
  dl_session_set (fixture->session, "router.input-buffer", "60000", FALSE);
  ui_settle (fixture->session);
  dl_live_step (live_of (fixture), 10);
  catch_up (fixture);
  g_assert_nonnull (dl_live_get_problem (live_of (fixture)));
  g_assert_false (shows_router (fixture));
  g_assert_true (ui_says (fixture->pane, dl_live_get_problem (live_of (fixture))));
}

/* The view leaves room for its neighbors in a window of 1024 x 700. */
static void
test_size (UiFixture *fixture, gconstpointer data)
{
  int width, height;

  dl_view_select (fixture->view, dl_place_node (NODE));
  dl_live_step (live_of (fixture), 1500);
  catch_up (fixture);
  gtk_widget_measure (fixture->pane, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  g_assert_cmpint (width, <=, 480);
  gtk_widget_measure (fixture->pane, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
  g_assert_cmpint (height, <=, 520);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
#define ADD(path, func) g_test_add (path, UiFixture, NULL, set_up, func, tear_down)
  ADD ("/inside-view/begins", test_begins);
  ADD ("/inside-view/follows-selection", test_follows_selection);
  ADD ("/inside-view/steps", test_steps);
  ADD ("/inside-view/chosen-grant", test_chosen_grant);
  ADD ("/inside-view/keys", test_keys);
  ADD ("/inside-view/description", test_description);
  ADD ("/inside-view/runs", test_runs);
  ADD ("/inside-view/problem", test_problem);
  ADD ("/inside-view/size", test_size);
#undef ADD
  return g_test_run ();
}
