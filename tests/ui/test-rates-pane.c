/* The page of rates: the cable that is selected gets one, those that are slower than their
 * neighbors are listed with what they cost, and get their neighbors' rate. */
#include "dl-live-entry.h"
#include "dl-preset.h"
#include "dl-ui.h"
#include "ui-fixture.h"

static void
set_up (UiFixture *fixture, gconstpointer data)
{
  fixture->session = ui_session_new (4, 4, 4);
  ui_fixture_open_page (fixture, "rates", 320, 600);
}

static void
tear_down (UiFixture *fixture, gconstpointer data)
{
  ui_fixture_close (fixture);
}

static GtkEditable *
entry (UiFixture *fixture, guint n)
{
  return ui_find (fixture->pane, DL_TYPE_LIVE_ENTRY, n);
}

static GtkSelectionModel *
rows (UiFixture *fixture)
{
  return gtk_column_view_get_model (ui_find (fixture->pane, GTK_TYPE_COLUMN_VIEW, 0));
}

static guint
n_rows (UiFixture *fixture)
{
  return g_list_model_get_n_items (G_LIST_MODEL (rows (fixture)));
}

static char *
value_of (UiFixture *fixture, const char *key)
{
  return dl_field_get (dl_field_find_name (key), dl_session_get_scenario (fixture->session));
}

static void
test_cable (UiFixture *fixture, gconstpointer data)
{
  g_autofree char *rate = NULL, *delay = NULL, *none = NULL;

  g_assert_true (ui_says (fixture->pane, "Select a link"));
  g_assert_true (ui_says (fixture->pane, "No link is slower"));
  dl_view_select (fixture->view, dl_place_link (DL_TORUS_PORT_X_PLUS));
  g_assert_true (ui_says (fixture->pane, "X+ (0,0,0)"));
  gtk_editable_set_text (entry (fixture, 0), "50%");
  ui_settle (fixture->session);
  rate = value_of (fixture, "torus.link-rates");
  g_assert_cmpstr (rate, ==, "0,0,0:x+=50%");
  g_assert_true (ui_says (fixture->pane, "1 cable is slower"));
  g_assert_cmpuint (n_rows (fixture), ==, 1);
  /* Its row is the selected link's, and says what its neighbors' rate would bring. */
  g_assert_true (gtk_selection_model_is_selected (rows (fixture), 0));
  g_assert_true (ui_says (fixture->pane, "At 100%: maximum channel load"));

  gtk_editable_set_text (entry (fixture, 1), "20");
  ui_settle (fixture->session);
  delay = value_of (fixture, "torus.link-delays");
  g_assert_cmpstr (delay, ==, "0,0,0:x+=20");
  /* A value that is typed over is gone; an impossible one is reported, and changes nothing. */
  gtk_editable_set_text (entry (fixture, 0), "4xEDR");
  g_assert_true (ui_says (fixture->pane, "cannot be compared"));
  g_free (rate);
  rate = value_of (fixture, "torus.link-rates");
  g_assert_cmpstr (rate, ==, "");
  dl_session_undo (fixture->session);
  g_free (rate);
  rate = value_of (fixture, "torus.link-rates");
  g_assert_cmpstr (rate, ==, "0,0,0:x+=50%");
  dl_session_undo (fixture->session);
  dl_session_undo (fixture->session);
  ui_settle (fixture->session);
  none = value_of (fixture, "torus.link-rates");
  g_assert_cmpstr (none, ==, "");
  g_assert_cmpuint (n_rows (fixture), ==, 0);
}

static void
test_list (UiFixture *fixture, gconstpointer data)
{
  g_autofree char *before = NULL, *after = NULL;

  dl_session_open_new (fixture->session, dl_preset_load ("rails-32x8", NULL));
  ui_settle (fixture->session);
  dl_session_set (fixture->session, "fabric.link-rates", "L1-0:33=4xDDR", FALSE);
  ui_settle (fixture->session);
  g_assert_cmpuint (n_rows (fixture), ==, 1);
  gtk_selection_model_select_item (rows (fixture), 0, TRUE);
  g_assert_true (ui_says (fixture->pane, "At 4xNDR: saturation load"));
  g_assert_cmpuint (dl_view_get_selected_link (fixture->view), !=, DL_NO_LINK);
  g_signal_emit_by_name (ui_find (fixture->pane, GTK_TYPE_COLUMN_VIEW, 0), "activate", 0);
  ui_settle (fixture->session);
  after = value_of (fixture, "fabric.link-rates");
  g_assert_cmpstr (after, ==, "L1-0:33=4xNDR");
  g_assert_cmpuint (n_rows (fixture), ==, 0);
  dl_session_undo (fixture->session);
  ui_settle (fixture->session);
  before = value_of (fixture, "fabric.link-rates");
  g_assert_cmpstr (before, ==, "L1-0:33=4xDDR");
  g_assert_cmpuint (n_rows (fixture), ==, 1);
}

static void
test_explained (UiFixture *fixture, gconstpointer data)
{
  dl_view_select (fixture->view, dl_place_link (DL_TORUS_PORT_X_PLUS));
  ui_assert_explained (fixture->pane);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
  g_test_add ("/rates-pane/cable", UiFixture, NULL, set_up, test_cable, tear_down);
  g_test_add ("/rates-pane/list", UiFixture, NULL, set_up, test_list, tear_down);
  g_test_add ("/rates-pane/explained", UiFixture, NULL, set_up, test_explained, tear_down);
  return g_test_run ();
}
