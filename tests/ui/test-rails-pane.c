/* The page of rails: packets that cross the spines, and fabrics without rails. */
#include "dl-preset.h"
#include "dl-ui.h"
#include "ui-fixture.h"

static void
set_up (UiFixture *fixture, gconstpointer data)
{
  fixture->session = ui_session_new (4, 4, 4);
  dl_session_open_new (fixture->session, dl_preset_load ("rails-32x8", NULL));
  ui_settle (fixture->session);
  ui_fixture_open_page (fixture, "rails", 320, 600);
}

static void
tear_down (UiFixture *fixture, gconstpointer data)
{
  ui_fixture_close (fixture);
}

static guint
n_rows (UiFixture *fixture)
{
  GtkColumnView *view = ui_find (fixture->pane, GTK_TYPE_COLUMN_VIEW, 0);

  return g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (view)));
}

static void
test_shares (UiFixture *fixture, gconstpointer data)
{
  g_assert_true (ui_says (fixture->pane, "0.0% cross the spines"));
  g_assert_true (ui_says (fixture->pane, "32 machines, 8 rails"));
  g_assert_cmpuint (n_rows (fixture), ==, 8);
  /* 7 of 255 destinations are in the own machine, 31 at the own leaf switch. */
  dl_session_set (fixture->session, "traffic.pattern", "uniform", FALSE);
  ui_settle (fixture->session);
  g_assert_true (ui_says (fixture->pane, "85.1% cross the spines"));
  g_assert_true (
      ui_says (fixture->pane, "12.2% of the packets stay at a leaf switch, 2.7% inside"));
  dl_session_set (fixture->session, "fabric.broken-rails", "7", FALSE);
  ui_settle (fixture->session);
  g_assert_true (ui_says (fixture->pane, "83.4% cross the spines"));
}

static void
test_none (UiFixture *fixture, gconstpointer data)
{
  dl_session_open_new (fixture->session, dl_preset_load ("fat-tree-16", NULL));
  ui_settle (fixture->session);
  g_assert_true (ui_says (fixture->pane, "No rails"));
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
  g_test_add ("/rails-pane/shares", UiFixture, NULL, set_up, test_shares, tear_down);
  g_test_add ("/rails-pane/none", UiFixture, NULL, set_up, test_none, tear_down);
  return g_test_run ();
}
