/* The page of routing tables: those of what is selected, of the last result, while somebody looks.
 */
#include "dl-ui.h"
#include "ui-fixture.h"

static void
set_up (UiFixture *fixture, gconstpointer data)
{
  fixture->session = ui_session_new (4, 4, 4);
  ui_fixture_open_page (fixture, "tables", 280, 700);
}

static void
tear_down (UiFixture *fixture, gconstpointer data)
{
  ui_fixture_close (fixture);
}

/* Until a label says @text: what is read comes from another thread. */
static void
wait_for_text (UiFixture *fixture, const char *text)
{
  ui_wait_for (ui_says (fixture->pane, text));
}

static gboolean
can_export (UiFixture *fixture)
{
  return gtk_widget_get_mapped (ui_find (fixture->pane, GTK_TYPE_BUTTON, 0));
}

static guint
n_rows (UiFixture *fixture)
{
  GtkColumnView *table = ui_find (fixture->pane, GTK_TYPE_COLUMN_VIEW, 0);

  return gtk_widget_get_mapped (GTK_WIDGET (table))
             ? g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (table)))
             : 0;
}

static void
test_follows_selection (UiFixture *fixture, gconstpointer data)
{
  wait_for_text (fixture, "Select a node");
  g_assert_false (can_export (fixture));
  g_assert_cmpuint (n_rows (fixture), ==, 0);

  dl_view_select (fixture->view, dl_place_node (1 * 16 + 2 * 4 + 3));
  wait_for_text (fixture, "Router (1,2,3) · NID 27 · region 0 of 1");
  g_assert_cmpuint (n_rows (fixture), ==, 64);
  wait_for_text (fixture, "Local table: 64 of");
  wait_for_text (fixture, "64 of 64 working routers");
  g_assert_true (can_export (fixture));

  /* A link stands for the router that it leaves. */
  dl_view_select (fixture->view,
                  dl_place_link (5 * DL_TORUS_N_NETWORK_PORTS + DL_TORUS_PORT_Z_MINUS));
  wait_for_text (fixture, "Router (0,1,1)");
  dl_view_select (fixture->view, DL_NOWHERE);
  wait_for_text (fixture, "Select a node");
}

static void
test_follows_result (UiFixture *fixture, gconstpointer data)
{
  dl_view_select (fixture->view, dl_place_node (0));
  wait_for_text (fixture, "Local table: 64 of");
  dl_view_toggle (fixture->view, dl_place_node (21), FALSE);
  wait_for_text (fixture, "Local table: 63 of");
  g_assert_cmpuint (n_rows (fixture), ==, 64); /* the broken one too: it has no port */
  dl_view_toggle (fixture->view, dl_place_node (0), FALSE);
  wait_for_text (fixture, "broken");
  wait_for_text (fixture, "Local table: 0 of");
  wait_for_text (fixture, "62 of 62 working routers");

  /* Not while nobody looks, but then at once. */
  gtk_widget_set_visible (fixture->pane, FALSE);
  dl_view_toggle (fixture->view, dl_place_node (0), FALSE);
  ui_settle (fixture->session);
  gtk_widget_set_visible (fixture->pane, TRUE);
  wait_for_text (fixture, "Local table: 63 of");
}

/* A dragonfly in the same page: other columns, a row in full, a route; and back. */
static void
test_dragonfly (UiFixture *fixture, gconstpointer data)
{
  GtkColumnView *table = ui_find (fixture->pane, GTK_TYPE_COLUMN_VIEW, 0);
  GtkSelectionModel *rows = gtk_column_view_get_model (table);
  guint source, dest;

  dl_view_select (fixture->view, dl_place_node (3));
  wait_for_text (fixture, "NID");
  dl_session_open_new (fixture->session, dl_preset_load ("cascade-2", NULL));
  ui_settle (fixture->session);
  wait_for_text (fixture, "Select a router");
  dl_view_select (fixture->view, dl_place_router (1));
  wait_for_text (fixture, "Router 0.0.1");
  g_assert_false (ui_says (fixture->pane, "Local table"));
  g_assert_cmpuint (n_rows (fixture), >, 2);
  g_assert_true (can_export (fixture));
  gtk_selection_model_select_item (rows, 0, TRUE);
  wait_for_text (fixture, "To 0.0.0, 1 router");
  g_assert_true (ui_says (fixture->pane, "green to 0.0.0, 1×"));
  gtk_selection_model_unselect_item (rows, 0);
  g_assert_false (ui_says (fixture->pane, "To 0.0.0"));
  g_signal_emit_by_name (table, "activate", 0);
  g_assert_nonnull (dl_view_get_route (fixture->view, &source, &dest));
  g_assert_cmpuint (source, ==, 4);
  g_assert_cmpuint (dest, ==, 0);

  dl_session_open_new (fixture->session, dl_preset_load ("mesh-4x4", NULL));
  ui_settle (fixture->session);
  dl_view_select (fixture->view, dl_place_node (1));
  wait_for_text (fixture, "Local table: 16 of");
}

/* Closing in the midst of it. */
static void
test_closed (UiFixture *fixture, gconstpointer data)
{
  dl_view_select (fixture->view, dl_place_node (1));
  dl_view_select (fixture->view, dl_place_node (2));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gtk_init ();
  dl_ui_init ();
  g_test_add ("/tables-pane/follows-selection", UiFixture, NULL, set_up, test_follows_selection,
              tear_down);
  g_test_add ("/tables-pane/follows-result", UiFixture, NULL, set_up, test_follows_result,
              tear_down);
  g_test_add ("/tables-pane/dragonfly", UiFixture, NULL, set_up, test_dragonfly, tear_down);
  g_test_add ("/tables-pane/closed", UiFixture, NULL, set_up, test_closed, tear_down);
  return g_test_run ();
}
