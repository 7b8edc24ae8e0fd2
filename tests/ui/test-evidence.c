/* The page VC balance: histograms where legs keep to halves of the virtual channels, and elsewhere
 * why not, with what each virtual channel got. */
#include "dl-evidence.h"
#include "dl-scenario-file.h"
#include "dl-ui.h"
#include "ui-fixture.h"

static void
set_up (UiFixture *fixture, gconstpointer data)
{
  fixture->session = ui_session_new (4, 4, 4);
  dl_session_open_new (fixture->session, dl_preset_load (data, NULL));
  ui_settle (fixture->session);
  ui_fixture_open (fixture, dl_evidence_pane_new, 280, 800);
}

static void
tear_down (UiFixture *fixture, gconstpointer data)
{
  ui_fixture_close (fixture);
}

static gboolean
shows_histogram (UiFixture *fixture, guint dim)
{
  return gtk_widget_get_visible (ui_find (fixture->pane, GTK_TYPE_DRAWING_AREA, dim));
}

static void
test_halves (UiFixture *fixture, gconstpointer data)
{
  for (guint dim = 0; dim < 3; dim++)
    g_assert_true (shows_histogram (fixture, dim));
  g_assert_false (ui_says (fixture->pane, "any virtual channel"));
}

static void
test_any (UiFixture *fixture, gconstpointer data)
{
  DlLive *live = dl_view_get_live (fixture->view);

  g_assert_true (ui_says (fixture->pane, "In X, Y packets may take any virtual channel"));
  g_assert_true (ui_says (fixture->pane, "Run the simulation (F8)"));
  for (guint dim = 0; dim < 3; dim++)
    g_assert_false (shows_histogram (fixture, dim));
  dl_live_step (live, 2000);
  dl_live_sync (live);
  ui_idle ();
  g_assert_true (ui_says (fixture->pane, "Simulated share of the flits: VC0 "));
  g_assert_true (ui_says (fixture->pane, ", VC3 "));

  dl_session_set (fixture->session, "torus.wrap", "true;false;false", FALSE);
  ui_settle (fixture->session);
  g_assert_true (shows_histogram (fixture, 0));
  g_assert_false (shows_histogram (fixture, 1));
  g_assert_true (ui_says (fixture->pane, "In Y packets may take any virtual channel"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gtk_init ();
  dl_ui_init ();
  g_test_add ("/evidence/halves", UiFixture, "torus-5x5x5", set_up, test_halves, tear_down);
  g_test_add ("/evidence/any", UiFixture, "mesh-8x8", set_up, test_any, tear_down);
  return g_test_run ();
}
