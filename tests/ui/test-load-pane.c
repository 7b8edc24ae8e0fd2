/* The page of channel load: what it says of each class, and where its buttons lead. */
#include "dl-scenario-file.h"
#include "dl-ui.h"
#include "ui-fixture.h"

#include <math.h>

static void
set_up (UiFixture *fixture, gconstpointer preset)
{
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_preset_load (preset, &error);

  g_assert_no_error (error);
  fixture->session = ui_session_new (3, 3, 3);
  dl_session_open_new (fixture->session, scenario);
  ui_settle (fixture->session);
  ui_fixture_open_page (fixture, "load", 280, 700);
  ui_draw ();
}

static void
tear_down (UiFixture *fixture, gconstpointer preset)
{
  ui_fixture_close (fixture);
}

static guint
n_seen (UiFixture *fixture, GType type)
{
  GtkWidget *widget;
  guint n = 0;

  for (guint i = 0; (widget = ui_find (fixture->pane, type, i)) != NULL; i++)
    n += gtk_widget_get_mapped (widget);
  return n;
}

static void
click (UiFixture *fixture, guint i)
{
  g_signal_emit_by_name (ui_find (fixture->pane, GTK_TYPE_BUTTON, i), "clicked");
  ui_idle ();
}

/* The load that saturates a link, and that link. */
static void
test_dragonfly (UiFixture *fixture, gconstpointer preset)
{
  const DlDragonflyAnalysis *analysis
      = dl_evaluation_dragonfly (dl_session_get_result_of (fixture->session, &dl_family_dragonfly));
  g_autofree char *headline = g_strdup_printf (
      "Saturates at load %s%.3f", dl_dragonfly_analysis_is_bound (analysis) ? "≤ " : "",
      analysis->bound_load);

  g_assert_true (ui_says (fixture->pane, headline));
  g_assert_cmpuint (n_seen (fixture, GTK_TYPE_DRAWING_AREA), ==, 3);
  g_assert_cmpuint (n_seen (fixture, GTK_TYPE_BUTTON), ==, 4);
  click (fixture, 0);
  g_assert_cmpuint (dl_view_get_selected_link (fixture->view), ==, analysis->bound_link);
  /* The busiest of each class. */
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    {
      guint link;

      click (fixture, 1 + class);
      link = dl_view_get_selected_link (fixture->view);
      g_assert_cmpuint (analysis->dragonfly->link_class[link], ==, class);
      g_assert_cmpfloat_with_epsilon (dl_dragonfly_analysis_load (analysis, link),
                                      analysis->classes[class].load_max, 1e-6);
    }
  ui_assert_explained (fixture->pane);
}

/* Packets, and no class that the network does not have; the page follows edits. */
static void
test_torus (UiFixture *fixture, gconstpointer preset)
{
  const DlEvaluation *result = dl_session_get_result (fixture->session);
  g_autofree char *headline
      = g_strdup_printf ("Maximum channel load: %.0f packets", result->findings.peak_load);

  g_assert_true (ui_says (fixture->pane, headline));
  g_assert_cmpuint (n_seen (fixture, GTK_TYPE_DRAWING_AREA), ==, 2);
  dl_session_set (fixture->session, "torus.radix", "8;1;1", FALSE);
  ui_settle (fixture->session);
  ui_draw ();
  g_assert_cmpuint (n_seen (fixture, GTK_TYPE_DRAWING_AREA), ==, 1);
  click (fixture, 0);
  g_assert_cmpfloat_with_epsilon (
      dl_torus_analysis_link_load (dl_evaluation_torus (dl_session_get_result (fixture->session)),
                                   dl_view_get_selected_link (fixture->view)),
      dl_session_get_result (fixture->session)->findings.peak_load, 1e-6);
}

int
main (int argc, char *argv[])
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
  g_test_add ("/load-pane/dragonfly", UiFixture, "cascade-2", set_up, test_dragonfly, tear_down);
  g_test_add ("/load-pane/torus", UiFixture, "mesh-4x4", set_up, test_torus, tear_down);
  return g_test_run ();
}
