/* The page of the load curve: points come in, cancel keeps them, a change of the scenario marks
 * them, and chart, table and text say the same. */
#include "dl-load-latency.h"
#include "dl-rows.h"
#include "dl-ui.h"
#include "ui-fixture.h"

#include <math.h>

static void
set_up (UiFixture *fixture, gconstpointer data)
{
  fixture->session = ui_session_new (3, 3, 2);
  ui_fixture_open_page (fixture, "curve", 280, 900);
}

static void
tear_down (UiFixture *fixture, gconstpointer data)
{
  dl_curve_job_cancel (dl_view_get_curve_job (fixture->view));
  ui_fixture_close (fixture);
}

static DlCurveJob *
job_of (UiFixture *fixture)
{
  return dl_view_get_curve_job (fixture->view);
}

static GtkWidget *
find_button (GtkWidget *root, const char *label)
{
  if (GTK_IS_BUTTON (root) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (root)), label) == 0)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, label);
      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
click (UiFixture *fixture, const char *label)
{
  GtkWidget *button = find_button (fixture->pane, label);

  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
}

static void
choose (UiFixture *fixture, guint seeds, guint cycles)
{
  gtk_drop_down_set_selected (ui_find (fixture->pane, GTK_TYPE_DROP_DOWN, 0), seeds);
  gtk_drop_down_set_selected (ui_find (fixture->pane, GTK_TYPE_DROP_DOWN, 1), cycles);
}

static GListModel *
table_of (UiFixture *fixture)
{
  GtkColumnView *view = ui_find (fixture->pane, GTK_TYPE_COLUMN_VIEW, 0);

  return G_LIST_MODEL (gtk_column_view_get_model (view));
}

static guint
n_points (const DlLoadCurve *curve)
{
  return curve->series[0].points->len + curve->series[1].points->len;
}

static void
test_sweep (UiFixture *fixture, gconstpointer data)
{
  const DlLoadCurve *curve;
  GtkWidget *chart = ui_find (fixture->pane, GTK_TYPE_DRAWING_AREA, 0);
  g_autofree char *failure = NULL;
  char *text[3];

  g_assert_false (gtk_widget_get_mapped (chart));
  g_assert_true (ui_says (fixture->pane, "rising offered loads"));
  choose (fixture, 1, 1);
  click (fixture, "_Sweep the Load");
  g_assert_true (dl_curve_job_is_running (job_of (fixture)));
  g_assert_nonnull (find_button (fixture->pane, "_Cancel"));
  ui_wait_for (dl_curve_job_get_curve (job_of (fixture)) != NULL
               && dl_curve_job_get_curve (job_of (fixture))->n_runs > 0);
  g_assert_true (gtk_widget_get_mapped (chart));
  ui_wait_for (!dl_curve_job_is_running (job_of (fixture)));
  ui_idle ();

  curve = dl_curve_job_get_curve (job_of (fixture));
  g_assert_cmpuint (curve->n_runs, ==, curve->n_all_runs);
  g_assert_cmpuint (curve->n_seeds, ==, 3);
  g_assert_cmpuint (curve->cycles, ==, 6000);
  g_assert_cmpuint (curve->series[0].points->len, ==, curve->n_loads);
  g_assert_cmpuint (curve->series[1].points->len, ==, curve->n_loads);
  g_assert_cmpuint (g_list_model_get_n_items (table_of (fixture)), ==, 2 * curve->n_loads);
  g_assert_nonnull (find_button (fixture->pane, "_Sweep the Load"));
  g_assert_false (ui_says (fixture->pane, "rising offered loads"));
  for (guint i = 0; i < 2; i++)
    {
      const DlLoadSeries *series = &curve->series[i];
      g_autofree char *loads = dl_load_saturation_text (series);

      text[i] = isnan (series->saturation)
                    ? g_strdup_printf ("%s: not saturated.", series->label)
                    : g_strdup_printf ("%s: saturates at %s.", series->label, loads);
    }
  text[2] = g_strdup_printf ("%s %s", text[0], text[1]);
  failure = gtk_test_accessible_check_property (GTK_ACCESSIBLE (chart),
                                                GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text[2]);
  g_assert_cmpstr (failure, ==, NULL);
  for (guint i = 0; i < 3; i++)
    g_free (text[i]);

  /* The table in the chart's place. */
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_button (fixture->pane, "_Table")), TRUE);
  ui_idle ();
  g_assert_false (gtk_widget_get_mapped (chart));
  g_assert_true (gtk_widget_get_mapped (ui_find (fixture->pane, GTK_TYPE_COLUMN_VIEW, 0)));
}

/* The pointer and the arrow keys read the curve's values. */
static void
test_read (UiFixture *fixture, gconstpointer data)
{
  GtkWidget *chart = ui_find (fixture->pane, GTK_TYPE_DRAWING_AREA, 0);
  const DlLoadCurve *curve;
  const guint keys[] = { GDK_KEY_Right, GDK_KEY_Right, GDK_KEY_Down, GDK_KEY_Left };
  const DlLoadPlace places[] = { { 0, 0 }, { 0, 1 }, { 1, 1 }, { 1, 0 } };

  choose (fixture, 1, 1);
  click (fixture, "_Sweep the Load");
  ui_wait_for (dl_curve_job_get_curve (job_of (fixture)) != NULL
               && !dl_curve_job_is_running (job_of (fixture)));
  ui_idle ();
  curve = dl_curve_job_get_curve (job_of (fixture));
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const DlLoadPoint *point = dl_load_latency_at (curve, places[i]);
      g_autofree char *latency = dl_number_text (point->latency, 1);
      g_autofree char *head = g_strdup_printf (
          "%s at %.3f: latency %s ± ", curve->series[places[i].series].label, point->load, latency);

      g_assert_true (ui_press (chart, keys[i], 0));
      g_test_message ("%s", head);
      g_assert_true (ui_says (fixture->pane, head));
    }
}

static void
test_cancel (UiFixture *fixture, gconstpointer data)
{
  const DlLoadCurve *curve;

  choose (fixture, 2, 3);
  click (fixture, "_Sweep the Load");
  ui_wait_for (dl_curve_job_get_curve (job_of (fixture)) != NULL
               && dl_curve_job_get_curve (job_of (fixture))->n_runs >= 2);
  click (fixture, "_Cancel");
  ui_wait_for (!dl_curve_job_is_running (job_of (fixture)));
  ui_wait_ms (100);
  curve = dl_curve_job_get_curve (job_of (fixture));
  g_assert_nonnull (curve);
  g_assert_cmpuint (curve->n_runs, >=, 2);
  g_assert_cmpuint (curve->n_runs, <, curve->n_all_runs);
  g_assert_cmpuint (g_list_model_get_n_items (table_of (fixture)), ==, n_points (curve));
  g_assert_null (dl_curve_job_get_problem (job_of (fixture)));
}

/* Keys that the curve depends on, and others: loads, lengths and both arbitrations are its own. */
static void
test_stale (UiFixture *fixture, gconstpointer data)
{
  choose (fixture, 0, 1);
  click (fixture, "_Sweep the Load");
  ui_wait_for (dl_curve_job_get_curve (job_of (fixture)) != NULL
               && !dl_curve_job_is_running (job_of (fixture)));
  dl_session_set (fixture->session, "traffic.load", "0.2", FALSE);
  dl_session_set (fixture->session, "router.age-rr-select", "0", FALSE);
  dl_session_set (fixture->session, "simulation.cycles", "60000", FALSE);
  ui_settle (fixture->session);
  g_assert_false (dl_curve_job_is_stale (job_of (fixture)));
  dl_session_set (fixture->session, "router.age-clock-period", "64", FALSE);
  ui_settle (fixture->session);
  g_assert_true (dl_curve_job_is_stale (job_of (fixture)));
  g_assert_true (ui_says (fixture->pane, "Out of date: the scenario has changed"));
  dl_session_undo (fixture->session);
  ui_settle (fixture->session);
  g_assert_false (dl_curve_job_is_stale (job_of (fixture)));
  g_assert_false (ui_says (fixture->pane, "Out of date: the scenario has changed"));
  /* A mixture is a curve more. */
  dl_session_set (fixture->session, "router.age-rr-select", "0xff", FALSE);
  ui_settle (fixture->session);
  g_assert_true (dl_curve_job_is_stale (job_of (fixture)));
  click (fixture, "_Sweep the Load");
  g_assert_false (dl_curve_job_is_stale (job_of (fixture)));
  ui_wait_for (dl_curve_job_get_curve (job_of (fixture)) != NULL
               && !dl_curve_job_is_running (job_of (fixture)));
  g_assert_cmpuint (dl_curve_job_get_curve (job_of (fixture))->n_series, ==, 3);
  g_assert_cmpstr (dl_curve_job_get_curve (job_of (fixture))->series[2].label, ==,
                   "8 of 64 age-based");

  /* A change cancels one that runs. */
  choose (fixture, 2, 3);
  click (fixture, "_Sweep the Load");
  dl_session_set (fixture->session, "router.age-clock-period", "9", FALSE);
  ui_settle (fixture->session);
  g_assert_false (dl_curve_job_is_running (job_of (fixture)));
}

/* A program has no load: it says so, and the next sweep does not. */
static void
test_problem (UiFixture *fixture, gconstpointer data)
{
  dl_session_set (fixture->session, "traffic.message-bytes", "64", FALSE);
  dl_session_set (fixture->session, "traffic.pattern", "allreduce", FALSE);
  ui_settle (fixture->session);
  click (fixture, "_Sweep the Load");
  ui_wait_for (dl_curve_job_get_problem (job_of (fixture)) != NULL);
  ui_wait_for (!dl_curve_job_is_running (job_of (fixture)));
  g_assert_true (ui_says (fixture->pane, "traffic.pattern: allreduce"));
  g_assert_null (dl_curve_job_get_curve (job_of (fixture)));
  dl_session_set (fixture->session, "traffic.pattern", "uniform", FALSE);
  dl_session_set (fixture->session, "traffic.message-bytes", "", FALSE);
  ui_settle (fixture->session);
  choose (fixture, 0, 1);
  click (fixture, "_Sweep the Load");
  g_assert_null (dl_curve_job_get_problem (job_of (fixture)));
  g_assert_false (ui_says (fixture->pane, "traffic.pattern"));
}

/* Curves of another scenario leave, also where it is loaded alike, and so does a sweep of it. */
static void
test_opened (UiFixture *fixture, gconstpointer data)
{
  GtkWidget *chart = ui_find (fixture->pane, GTK_TYPE_DRAWING_AREA, 0);

  choose (fixture, 0, 1);
  click (fixture, "_Sweep the Load");
  ui_wait_for (dl_curve_job_get_curve (job_of (fixture)) != NULL
               && !dl_curve_job_is_running (job_of (fixture)));
  ui_idle ();
  g_assert_true (gtk_widget_get_mapped (chart));
  dl_session_open_new (fixture->session,
                       dl_scenario_copy (dl_session_get_scenario (fixture->session)));
  ui_settle (fixture->session);
  g_assert_null (dl_curve_job_get_curve (job_of (fixture)));
  g_assert_false (dl_curve_job_is_stale (job_of (fixture)));
  g_assert_false (gtk_widget_get_mapped (chart));
  g_assert_true (ui_says (fixture->pane, "rising offered loads"));

  click (fixture, "_Sweep the Load");
  ui_wait_for (dl_curve_job_get_curve (job_of (fixture)) != NULL);
  dl_session_open_new (fixture->session,
                       dl_scenario_copy (dl_session_get_scenario (fixture->session)));
  ui_settle (fixture->session);
  ui_wait_for (!dl_curve_job_is_running (job_of (fixture)));
  ui_wait_ms (100);
  g_assert_null (dl_curve_job_get_curve (job_of (fixture)));
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
  g_test_add ("/curve-pane/sweep", UiFixture, NULL, set_up, test_sweep, tear_down);
  g_test_add ("/curve-pane/read", UiFixture, NULL, set_up, test_read, tear_down);
  g_test_add ("/curve-pane/cancel", UiFixture, NULL, set_up, test_cancel, tear_down);
  g_test_add ("/curve-pane/stale", UiFixture, NULL, set_up, test_stale, tear_down);
  g_test_add ("/curve-pane/opened", UiFixture, NULL, set_up, test_opened, tear_down);
  g_test_add ("/curve-pane/problem", UiFixture, NULL, set_up, test_problem, tear_down);
  return g_test_run ();
}
