/* The page of fairness: what it says of sources while they are simulated. */
#include "dl-rows.h"
#include "dl-ui.h"
#include "ui-fixture.h"

#include <string.h>

static void
set_up (UiFixture *fixture, gconstpointer data)
{
  fixture->session = ui_session_new (8, 1, 1);
  dl_session_set (fixture->session, "torus.wrap", "false;false;false", FALSE);
  dl_session_set (fixture->session, "traffic.target", "7,0,0", FALSE);
  dl_session_set (fixture->session, "traffic.pattern", "all-to-one", FALSE);
  dl_session_set (fixture->session, "traffic.load", "saturated", FALSE);
  dl_session_set (fixture->session, "traffic.source-vc", "0", FALSE);
  dl_session_set (fixture->session, "router.age-rr-select", "0", FALSE);
  ui_settle (fixture->session);
  ui_fixture_open_page (fixture, "fairness", 300, 600);
}

static void
tear_down (UiFixture *fixture, gconstpointer data)
{
  ui_fixture_close (fixture);
}

static GListModel *
rows_of (UiFixture *fixture)
{
  GtkColumnView *table = ui_find (fixture->pane, GTK_TYPE_COLUMN_VIEW, 0);

  return G_LIST_MODEL (gtk_column_view_get_model (table));
}

static void
run (UiFixture *fixture, guint64 cycles)
{
  DlLive *live = dl_view_get_live (fixture->view);

  dl_live_step (live, cycles);
  dl_live_sync (live);
  ui_idle ();
}

/* Figure 4(a) of the age paper: the nearest source has half, the two furthest 1/64 each, so that
 * shares of an equal one are 7/2 and 7/64. */
static void
test_parking_lot (UiFixture *fixture, gconstpointer data)
{
  const DlLivePicture *picture;
  double sum = 0;

  g_assert_true (ui_says (fixture->pane, "F8"));
  run (fixture, 60000);
  picture = dl_live_get_picture (dl_view_get_live (fixture->view));
  g_assert_cmpuint (picture->n_senders, ==, 7);
  g_assert_false (ui_says (fixture->pane, "F8"));
  g_assert_true (ui_says (fixture->pane, "of 7 sources"));
  for (guint node = 0; node < 8; node++)
    sum += picture->sources_since[node];
  g_assert_cmpuint (picture->sources_since[7], ==, 0);
  g_assert_cmpfloat_with_epsilon (picture->sources_since[6] / sum, 0.5, 0.02);
  g_assert_cmpfloat_with_epsilon (picture->sources_since[0] / sum, 1 / 64.0, 0.005);
  /* 64^2 / (7 (32^2 + 16^2 + 8^2 + 4^2 + 2^2 + 1 + 1)) */
  g_assert_true (ui_says (fixture->pane, "Jain’s index 0.42")
                 || ui_says (fixture->pane, "Jain’s index 0.43"));
  ui_wait_for (g_list_model_get_n_items (rows_of (fixture)) == 7);
}

/* Other traffic has no one destination; what was before is forgotten. */
static void
test_uniform (UiFixture *fixture, gconstpointer data)
{
  run (fixture, 5000);
  dl_session_set (fixture->session, "traffic.load", "0.05", FALSE);
  dl_session_set (fixture->session, "traffic.pattern", "uniform", FALSE);
  ui_settle (fixture->session);
  run (fixture, 1);
  run (fixture, 60000);
  ui_wait_for (ui_says (fixture->pane, "of 8 sources"));
  ui_wait_for (g_list_model_get_n_items (rows_of (fixture)) == 8);
  g_assert_true (ui_says (fixture->pane, "Jain’s index 0.9")
                 || ui_says (fixture->pane, "Jain’s index 1.0"));
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
#define ADD(name, func)                                                                            \
  g_test_add ("/fairness-pane/" name, UiFixture, NULL, set_up, func, tear_down)
  ADD ("parking-lot", test_parking_lot);
  ADD ("uniform", test_uniform);
  return g_test_run ();
}
