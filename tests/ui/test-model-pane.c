/* The page of the equations: it says what the command line says, and applies what it recommends. */
#include "dl-evaluate-aging.h"
#include "dl-live.h"
#include "dl-model-pane.h"
#include "dl-ui.h"
#include "ui-fixture.h"

#include <math.h>

static void
set_up (UiFixture *fixture, gconstpointer data)
{
  fixture->session = ui_session_new (8, 9, 10);
  ui_fixture_open (fixture, dl_model_pane_new, 280, 600);
}

/* The first rows are there with the page, so that it comes at once, and each other one later. */
static void
test_later (UiFixture *fixture, gconstpointer data)
{
  DlView *view = dl_pane_get_view (DL_PANE (fixture->pane));
  GtkWidget *pane = dl_model_pane_new (view), *window, *list;
  guint n = 0;

  list = ui_find (pane, DL_TYPE_MODEL_LIST, 0);
  g_object_ref_sink (pane);
  for (DlAgingId id = 0; id < DL_AGING_N_RECORDS; id++)
    n += gtk_widget_get_visible (dl_model_list_get_row (DL_MODEL_LIST (list), id));
  g_assert_cmpuint (n, >=, 4);
  g_assert_cmpuint (n, <=, 10);
  window = ui_window_new (pane, 300, 400);
  ui_wait_for (gtk_widget_get_visible (
      dl_model_list_get_row (DL_MODEL_LIST (list), DL_AGING_N_RECORDS - 1)));
  for (DlAgingId id = 0; id < DL_AGING_N_RECORDS; id++)
    g_assert_true (gtk_widget_get_visible (dl_model_list_get_row (DL_MODEL_LIST (list), id)));
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (pane);
}

static void
tear_down (UiFixture *fixture, gconstpointer data)
{
  ui_fixture_close (fixture);
}

static const DlScenario *
scenario (UiFixture *fixture)
{
  return dl_session_get_scenario (fixture->session);
}

static DlAgingModel *
new_model (UiFixture *fixture)
{
  return dl_aging_model_new (dl_evaluate_aging_options (
      scenario (fixture), dl_evaluation_torus (dl_session_get_result (fixture->session))));
}

static GtkWidget *
row_of (UiFixture *fixture, DlAgingId id)
{
  /* The last rows come some frames later. */
  ui_wait_for (gtk_widget_get_visible (
      dl_model_list_get_row (ui_find (fixture->pane, DL_TYPE_MODEL_LIST, 0), id)));
  return dl_model_list_get_row (ui_find (fixture->pane, DL_TYPE_MODEL_LIST, 0), id);
}

static gboolean
row_says (UiFixture *fixture, DlAgingId id, double value)
{
  g_autofree char *text = dl_aging_value_text (value);

  return ui_says (row_of (fixture, id), text);
}

/* Every record, with each of its values, after each change of the scenario. */
static void
assert_follows (UiFixture *fixture)
{
  g_autoptr (DlAgingModel) model = new_model (fixture);

  for (DlAgingId id = 0; id < DL_AGING_N_RECORDS; id++)
    {
      const DlAgingRecord *record = &model->records[id];

      g_assert_true (ui_says (row_of (fixture, id), record->info->symbol));
      g_assert_true (ui_says (row_of (fixture, id), record->info->title));
      if (!isnan (record->value))
        g_assert_true (row_says (fixture, id, record->value));
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        if (!isnan (record->dim[dim]))
          g_assert_true (row_says (fixture, id, record->dim[dim]));
      g_assert_cmpint (ui_says (row_of (fixture, id), "assumption"), ==, record->broken != 0);
    }
}

static void
test_records (UiFixture *fixture, gconstpointer data)
{
  assert_follows (fixture);
  g_assert_false (ui_says (fixture->pane, "assumption"));
  dl_session_set (fixture->session, "traffic.load", "0.123", FALSE);
  assert_follows (fixture);
  dl_session_set_pattern (fixture->session, dl_pattern_find ("tornado"));
  ui_settle (fixture->session);
  assert_follows (fixture);
  g_assert_true (ui_says (fixture->pane, "assumption"));
  dl_session_set (fixture->session, "traffic.load", "saturated", FALSE);
  dl_session_set_number (fixture->session, "torus.wrap", DL_Y, FALSE, FALSE);
  ui_settle (fixture->session);
  assert_follows (fixture);
  dl_session_undo (fixture->session);
  ui_settle (fixture->session);
  assert_follows (fixture);
}

/* The pages of evidence are 280 wide (ui/families/dl-evidence-pages.c): none may need more. */
static void
test_width (UiFixture *fixture, gconstpointer data)
{
  gint minimum;

  dl_session_set (fixture->session, "router.age-clock-period", "4294967295", FALSE);
  dl_live_step (dl_view_get_live (fixture->view), 1000);
  dl_live_sync (dl_view_get_live (fixture->view));
  gtk_widget_measure (fixture->pane, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, 280);
}

/* The formula and the note of the row that is selected, of no other. */
static void
test_more (UiFixture *fixture, gconstpointer data)
{
  const DlAgingInfo *info = dl_aging_info (DL_AGING_Q_SERVICES);
  GtkWidget *row = row_of (fixture, DL_AGING_Q_SERVICES);
  GtkWidget *list = gtk_widget_get_parent (row);

  g_assert_false (ui_says (row, info->formula));
  gtk_list_box_select_row (GTK_LIST_BOX (list), GTK_LIST_BOX_ROW (row));
  g_assert_true (ui_says (row, info->formula));
  g_assert_true (ui_says (row, "M/D/1"));
  gtk_list_box_select_row (GTK_LIST_BOX (list), GTK_LIST_BOX_ROW (row_of (fixture, DL_AGING_BIAS)));
  g_assert_false (ui_says (row, info->formula));
  g_assert_nonnull (gtk_widget_get_tooltip_text (row));
}

static GtkWidget *
use_button (UiFixture *fixture)
{
  GtkWidget *button = ui_find (fixture->pane, GTK_TYPE_BUTTON, 0);

  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (button)), ==, "_Use These");
  return button;
}

static void
test_use (UiFixture *fixture, gconstpointer data)
{
  g_autoptr (DlAgingModel) model = new_model (fixture);
  const DlRouterSpec *router = &scenario (fixture)->router;
  const DlHistory *history = dl_session_get_history (fixture->session);
  g_autofree char *bias = dl_age_bias_text (model->bias);
  const guint32 before = router->age_clock_period;
  const guint n_steps = dl_history_position (history);

  g_assert_cmpuint (model->age_clock_period, !=, 0);
  dl_session_set (fixture->session, "router.request-age-bias", "7;6;5;4;3;2;1", FALSE);
  g_assert_true (ui_says (fixture->pane, bias));
  g_assert_true (gtk_widget_get_sensitive (use_button (fixture)));
  g_signal_emit_by_name (use_button (fixture), "clicked");
  g_assert_cmpuint (router->age_clock_period, ==, model->age_clock_period);
  g_assert_cmpmem (router->request_age_bias, sizeof router->request_age_bias, model->bias,
                   sizeof model->bias);
  g_assert_cmpmem (router->response_age_bias, sizeof router->response_age_bias, model->bias,
                   sizeof model->bias);
  g_assert_cmpuint (dl_history_position (history), ==, n_steps + 2);
  g_assert_false (gtk_widget_get_sensitive (use_button (fixture)));
  assert_follows (fixture);
  dl_session_undo (fixture->session);
  g_assert_cmpuint (router->age_clock_period, ==, before);
  g_assert_cmpuint (router->request_age_bias[DL_TORUS_PORT_X_PLUS], ==, 7);
  g_assert_true (gtk_widget_get_sensitive (use_button (fixture)));
}

/* Results of the simulation stand beside it, with their state. */
static void
test_simulated (UiFixture *fixture, gconstpointer data)
{
  DlLive *live = dl_view_get_live (fixture->view);
  const DlLivePicture *picture;
  g_autofree char *latency = NULL;

  g_assert_true (ui_says (fixture->pane, "Nothing is simulated yet"));
  dl_session_set (fixture->session, "traffic.load", "0.2", FALSE);
  dl_live_step (live, 3000);
  dl_live_sync (live);
  picture = dl_live_get_picture (live);
  g_assert_cmpuint (picture->cycle, ==, 3000);
  latency = g_strdup_printf ("%.0f", picture->latency_mean);
  g_assert_true (ui_says (fixture->pane, latency));
  g_assert_true (ui_says (fixture->pane, dl_sim_state_title (picture->verdict.state)));
  g_assert_false (ui_says (fixture->pane, "Nothing is simulated yet"));
  /* The equations are for loads below saturation, where all that is offered is accepted. */
  g_assert_true (ui_says (fixture->pane, "0.200"));
}

/* While nobody looks it costs nothing, and then it is up to date. */
static void
test_hidden (UiFixture *fixture, gconstpointer data)
{

  gtk_widget_set_visible (fixture->pane, FALSE);
  dl_session_set (fixture->session, "router.age-clock-period", "1000", FALSE);
  ui_idle ();
  gtk_widget_set_visible (fixture->pane, TRUE);
  ui_idle ();
  assert_follows (fixture);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
#define ADD(path, test) g_test_add ("/model-pane/" path, UiFixture, NULL, set_up, test, tear_down)
  ADD ("records", test_records);
  ADD ("later", test_later);
  ADD ("width", test_width);
  ADD ("more", test_more);
  ADD ("use", test_use);
  ADD ("simulated", test_simulated);
  ADD ("hidden", test_hidden);
  return g_test_run ();
}
