/* Comparisons of the results bar: a network with faults with the same one without them, however
 * they came about; one without any with the state before the last change; all with the pin, once
 * there is one. */
#include "window-fixture.h"

#include "dl-ui.h"
#include "dl-wrap-layout.h"
#include "picture-fixture.h"
#include "ui-fixture.h"

#include <math.h>

static void
edit (WindowFixture *fixture, const char *assignment)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;

  dl_edits_parse_assignment (edits, assignment, &error);
  g_assert_no_error (error);
  dl_session_edit (fixture->session, edits, "A step", NULL, &error);
  g_assert_no_error (error);
  ui_settle (fixture->session);
}

/* Limit of the open scenario with @assignment, by an analysis of its own. */
static DlLimit
limit_with (WindowFixture *fixture, const char *assignment)
{
  g_autoptr (DlScenario) scenario = dl_scenario_copy (dl_session_get_scenario (fixture->session));
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (DlEvaluation) result = NULL;
  g_autoptr (GError) error = NULL;

  dl_edits_parse_assignment (edits, assignment, &error);
  g_assert_no_error (error);
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  result = dl_evaluation_new (scenario, 0, NULL, NULL, &error);
  g_assert_no_error (error);
  return result->limit;
}

/* "(+89%)" */
static char *
change_of (double before, double now)
{
  const double percent = 100 * (now / before - 1);

  return g_strdup_printf ("(%s%.*f%%)", percent < 0 ? "−" : "+", fabs (percent) < 10 ? 1 : 0,
                          fabs (percent));
}

static gboolean
bar_says (WindowFixture *fixture, const char *text)
{
  return ui_says (GTK_WIDGET (fixture->window->results), text);
}

/* One fault after the other: each time against the network without any. */
static void
test_intact (WindowFixture *fixture, gconstpointer data)
{
  static const char *const faults[] = {
    "torus.broken-links=0,0,0:x+",
    "torus.broken-links=0,0,0:x+;0,1,0:x+",
    "torus.broken-nodes=2,2,2",
  };
  const double whole = dl_session_get_result (fixture->session)->limit.full_at;

  g_assert_null (dl_session_get_intact (fixture->session));
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      double load;
      g_autofree char *change = NULL;

      edit (fixture, faults[i]);
      ui_wait_for (dl_session_get_intact (fixture->session) != NULL);
      load = dl_session_get_result (fixture->session)->limit.full_at;
      g_assert_cmpfloat (load, <, whole);
      change = change_of (whole, load);
      g_assert_cmpfloat (dl_session_get_intact (fixture->session)->full_at, ==, whole);
      ui_wait_for (bar_says (fixture, change));
      g_assert_true (bar_says (fixture, "% against intact)"));
      g_assert_false (bar_says (fixture, "last change"));
    }
}

/* Other keys have their current values: the limit is found again. */
static void
test_other_keys (WindowFixture *fixture, gconstpointer data)
{
  DlLimit whole;

  edit (fixture, "torus.broken-links=0,0,0:x+");
  edit (fixture, "traffic.pattern=transpose");
  whole = limit_with (fixture, "torus.broken-links=");
  ui_wait_for (dl_session_get_intact (fixture->session) != NULL);
  g_assert_cmpfloat (dl_session_get_intact (fixture->session)->channel_load, ==,
                     whole.channel_load);
  g_assert_cmpfloat (dl_session_get_intact (fixture->session)->full_at, ==, whole.full_at);
  /* Another one is asked for while that is on its way. */
  edit (fixture, "traffic.pattern=tornado");
  edit (fixture, "traffic.pattern=uniform");
  whole = limit_with (fixture, "torus.broken-links=");
  ui_wait_for (dl_session_get_intact (fixture->session) != NULL);
  ui_draw ();
  g_assert_cmpfloat (dl_session_get_intact (fixture->session)->full_at, ==, whole.full_at);
}

/* Without faults it is the state before. */
static void
test_last_change (WindowFixture *fixture, gconstpointer data)
{
  const double before = dl_session_get_result (fixture->session)->limit.full_at;
  g_autofree char *change = NULL;

  edit (fixture, "traffic.pattern=transpose");
  change = change_of (before, dl_session_get_result (fixture->session)->limit.full_at);
  g_assert_null (dl_session_get_intact (fixture->session));
  g_assert_true (bar_says (fixture, change));
  g_assert_true (bar_says (fixture, "% by the last change)"));
}

/* The pin comes first. */
static void
test_pinned (WindowFixture *fixture, gconstpointer data)
{
  ui_act (fixture->window, "pin", NULL);
  edit (fixture, "torus.broken-links=0,0,0:x+");
  ui_wait_for (dl_session_get_intact (fixture->session) != NULL);
  g_assert_true (bar_says (fixture, "% against B)"));
  g_assert_false (bar_says (fixture, "intact"));
}

/* Another network, such as a lesson's, is not compared with it. */
static void
test_pinned_other (WindowFixture *fixture, gconstpointer data)
{
  ui_act (fixture->window, "pin", NULL);
  dl_session_open_new (fixture->session, dl_preset_load ("ring-8", NULL));
  ui_settle (fixture->session);
  ui_draw ();
  g_assert_nonnull (dl_session_get_pin (fixture->session));
  g_assert_true (bar_says (fixture, "Max. channel load"));
  g_assert_false (bar_says (fixture, "against"));
}

/* A bound says that it is one, and which way it is known. */
static void
test_bound (WindowFixture *fixture, gconstpointer data)
{
  g_assert_true (dl_session_get_result (fixture->session)->findings.is_bound);
  g_assert_true (bar_says (fixture, "Saturation, analyzed ≤ "));
}

/* The result of a load curve stands beside the analysis, until the network changes. */
static void
test_simulated (WindowFixture *fixture, gconstpointer data)
{
  DlCurveJob *job = dl_view_get_curve_job (fixture->window->view);
  DlLoadSweepOptions options
      = dl_load_sweep_options_for (dl_session_get_scenario (fixture->session));

  g_assert_false (bar_says (fixture, "simulated"));
  options.cycles = 3000;
  dl_curve_job_start (job, options);
  ui_wait_for (!dl_curve_job_is_running (job));
  g_assert_true (bar_says (fixture, "Saturation, analyzed "));
  ui_wait_for (bar_says (fixture, " · simulated 0."));
  edit (fixture, "torus.broken-links=0,0,0:x+");
  ui_wait_for (!bar_says (fixture, "simulated"));
}

/* Its rows ------------------------------------------------------------------------------------- */

static gboolean
is_drawn (GtkWidget *widget)
{
  GskRenderNode *node = picture_node (widget);
  const gboolean drawn = node != NULL;

  g_clear_pointer (&node, gsk_render_node_unref);
  return drawn;
}

/* A row that was empty, or had only what is transparent, and then has a text. */
static void
test_row (void)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *hidden = gtk_label_new ("hidden"), *late = gtk_label_new ("");
  GtkWidget *window;

  gtk_widget_set_layout_manager (row, g_object_new (DL_TYPE_WRAP_LAYOUT, "shrink", TRUE, NULL));
  gtk_widget_set_opacity (hidden, 0);
  gtk_widget_set_hexpand (late, TRUE);
  gtk_box_append (GTK_BOX (row), hidden);
  gtk_box_append (GTK_BOX (row), late);
  window = ui_window_new (row, 100, 50);
  ui_draw ();
  g_assert_false (is_drawn (row));
  gtk_label_set_text (GTK_LABEL (late), "21 %");
  ui_draw ();
  g_assert_true (is_drawn (row));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_idle ();
}

int
main (int argc, char **argv)
{
  GtkApplication *application;
  int status;

  ui_test_init (&argc, &argv);
  dl_ui_init ();
  application = ui_application_new ();
  g_test_add ("/results-bar/intact", WindowFixture, "xt3-11x12x16", window_set_up, test_intact,
              window_tear_down);
  g_test_add ("/results-bar/other-keys", WindowFixture, "xt3-11x12x16", window_set_up,
              test_other_keys, window_tear_down);
  g_test_add ("/results-bar/last-change", WindowFixture, "xt3-11x12x16", window_set_up,
              test_last_change, window_tear_down);
  g_test_add ("/results-bar/pinned", WindowFixture, "xt3-11x12x16", window_set_up, test_pinned,
              window_tear_down);
  g_test_add ("/results-bar/pinned-other", WindowFixture, "torus-5x5x5", window_set_up,
              test_pinned_other, window_tear_down);
  g_test_add ("/results-bar/bound", WindowFixture, "cascade-2", window_set_up, test_bound,
              window_tear_down);
  g_test_add ("/results-bar/simulated", WindowFixture, "ring-8", window_set_up, test_simulated,
              window_tear_down);
  g_test_add_func ("/results-bar/row", test_row);
  status = g_test_run ();
  g_object_unref (application);
  return status;
}
