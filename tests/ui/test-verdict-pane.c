/* The verdict on deadlock in the window: status, banner, page and ways out. */
#include "dl-window-private.h"

#include "../core/toggle-fixture.h"
#include "dl-route-pane.h"
#include "dl-torus-actions.h"
#include "dl-ui.h"
#include "dl-verdict-pane.h"
#include "ui-fixture.h"

typedef struct
{
  DlSession *session;
  DlWindow *window;
} Fixture;

static const char *
banner (Fixture *fixture)
{
  return dl_verdict_banner_get_message (fixture->window->verdict_banner);
}

/* The banner comes and goes in its own time. */
static void
wait_for_banner (Fixture *fixture, gboolean shown)
{
  ui_wait_for ((banner (fixture) != NULL) == shown);
}

static gboolean
enabled (Fixture *fixture, const char *name)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), name);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->session = ui_session_new (5, 5, 5);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    dl_session_set_number (fixture->session, "torus.datelines", dim, 0, TRUE);
  fixture->window
      = dl_window_new (GTK_APPLICATION (g_application_get_default ()), fixture->session, NULL);
  gtk_window_present (GTK_WINDOW (fixture->window));
  ui_settle (fixture->session);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_idle ();
  g_object_unref (fixture->session);
}

static DlStepList *
steps (Fixture *fixture)
{
  GtkWidget *pane = ui_find (GTK_WIDGET (fixture->window->evidence), DL_TYPE_VERDICT_PANE, 0);

  g_assert_nonnull (pane);
  ui_wait_for (gtk_widget_get_mapped (pane));
  return ui_find (pane, DL_TYPE_STEP_LIST, 0);
}

/* Whoever tells may do so a little after the result is there. */
static void
wait_until_toast_says (Fixture *fixture, const char *text)
{
  ui_wait_for (ui_says (GTK_WIDGET (dl_results_bar_get_toast (fixture->window->results)), text));
}

static void
wait_until_banner_is (Fixture *fixture, const char *text)
{
  ui_wait_for (g_strcmp0 (banner (fixture), text) == 0);
}

static void
assert_status (Fixture *fixture, const char *text)
{
  g_assert_cmpstr (
      gtk_button_get_label (ui_part (GTK_WIDGET (fixture->window->results), "deadlock")), ==, text);
}

/* Datelines off and on again: 5^3 with ties positive has 200 cyclic components, the shortest cycle
 * of 5 (model 3). */
static void
test_datelines_off (Fixture *fixture, gconstpointer data)
{
  DlMapPath path;
  DlStepList *list;

  assert_status (fixture, "✓ deadlock-free");
  g_assert_null (banner (fixture));
  g_assert_false (enabled (fixture, "show-cycle"));

  dl_torus_set_datelines (fixture->session, FALSE);
  ui_settle (fixture->session);
  assert_status (fixture, "✗ can deadlock: cycle of 5");
  wait_until_banner_is (fixture,
                        "Routes can deadlock: 200 cyclic components, shortest cycle of 5 channels");
  ui_wait_for (ui_says (GTK_WIDGET (fixture->window->verdict_banner), "Switch Datelines On"));
  g_assert_false (ui_says (GTK_WIDGET (fixture->window->verdict_banner), "Past the Fault"));
  wait_until_toast_says (fixture, "can\u00a0deadlock");

  ui_act (fixture->window, "show-cycle", NULL);
  g_assert_cmpstr (dl_evidence_pages_get_shown (fixture->window->evidence), ==, "deadlock");
  g_assert_cmpint (dl_view_get_path_kind (fixture->window->view), ==, DL_PATH_CYCLE);
  list = steps (fixture);
  g_assert_cmpuint (dl_step_list_get_n (list), ==, 5);
  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *text = dl_step_list_describe (list, i);
      g_assert_nonnull (strstr (text, "waits for "));
      g_assert_null (strstr (text, "illegal")); /* without datelines every turn is legal */
    }
  ui_act (fixture->window, "path-next", NULL);
  g_assert_cmpuint (dl_step_list_get_selected (list), ==, 0);
  ui_act (fixture->window, "path-next", NULL);
  ui_act (fixture->window, "path-previous", NULL);
  ui_act (fixture->window, "path-previous", NULL); /* none */
  ui_act (fixture->window, "path-previous", NULL); /* the last */
  g_assert_cmpuint (dl_step_list_get_selected (list), ==, 4);
  g_assert_true (dl_view_get_path (fixture->window->view, &path));
  g_assert_cmpuint (path.step, ==, 4);

  ui_act (fixture->window, "datelines-on", NULL);
  ui_settle (fixture->session);
  assert_status (fixture, "✓ deadlock-free");
  wait_for_banner (fixture, FALSE);
  wait_until_toast_says (fixture, "deadlock-free\u00a0again");
  g_assert_cmpint (dl_view_get_path_kind (fixture->window->view), ==, DL_PATH_NONE);
  g_assert_cmpuint (dl_step_list_get_n (list), ==, 0);
}

/* The literal rules with the cable (2,2,1)Z+ cut and the dateline at z=1 (model 3): the cycle's
 * illegal turns are named, and datelines past the fault end it. */
static void
test_past_the_fault (Fixture *fixture, gconstpointer data)
{
  guint n_illegal = 0;
  const DlTorusAnalysis *analysis;
  DlStepList *list;

  toggle_link (fixture->session, (DlTorusLinkAt) { { { 2, 2, 1 } }, DL_TORUS_PORT_Z_PLUS }, FALSE);
  dl_session_set_number (fixture->session, "torus.datelines", DL_Z, 1, TRUE);
  dl_session_set (fixture->session, "torus.engine", "xt-literal", FALSE);
  ui_settle (fixture->session);
  assert_status (fixture, "✗ can deadlock: cycle of 7");
  wait_until_banner_is (fixture, "Routes can deadlock: 1 cyclic component, shortest cycle of 7 "
                                 "channels · 75 pairs on illegal turns");
  ui_wait_for (ui_says (GTK_WIDGET (fixture->window->verdict_banner), "Past the Fault"));

  ui_act (fixture->window, "evidence-page", "deadlock");
  list = steps (fixture);
  g_assert_cmpuint (dl_step_list_get_n (list), ==, 7);
  for (guint i = 0; i < 7; i++)
    {
      g_autofree char *text = dl_step_list_describe (list, i);
      n_illegal += strstr (text, "illegal turn: ") != NULL;
    }
  g_assert_cmpuint (n_illegal, >=, 1);

  ui_act (fixture->window, "datelines-past-faults", NULL);
  while (!dl_evaluation_torus (dl_session_get_result (fixture->session))->verdict->deadlock_free)
    g_main_context_iteration (NULL, TRUE);
  ui_settle (fixture->session);
  analysis = dl_evaluation_torus (dl_session_get_result (fixture->session));
  g_assert_cmpuint (analysis->unreachable_pairs + analysis->illegal_pairs, ==, 0);
  wait_until_toast_says (fixture, "Datelines past the fault");
  wait_for_banner (fixture, FALSE);

  /* One step to take back. */
  ui_act (fixture->window, "undo", NULL);
  ui_settle (fixture->session);
  assert_status (fixture, "✗ can deadlock: cycle of 7");
}

/* Nine faults that no position of the datelines serves: the toast says so together with what moving
 * them did, and what to try; and it does when there is nothing left to move. */
static void
test_not_served (Fixture *fixture, gconstpointer data)
{
  static const char *const said[] = { "packets can deadlock", "The shortest cycle has 7 channels",
                                      "Try the routing engine up-down", "Use up-down" };
  DlSession *session = fixture->session;

  dl_session_set (session, "torus.datelines", "4;4;4", FALSE);
  dl_session_set (
      session, "torus.broken-links",
      "0,3,1:z+;1,2,1:z+;1,2,2:z+;1,3,2:x+;2,0,2:z+;3,3,1:y+;3,4,0:x+;3,4,3:z+;4,3,4:z+", FALSE);
  ui_settle (session);
  for (guint time = 0; time < 2; time++)
    {
      GtkWidget *toasts = GTK_WIDGET (dl_results_bar_get_toast (fixture->window->results));

      dl_toast_dismiss (dl_results_bar_get_toast (fixture->window->results));
      ui_act (fixture->window, "datelines-past-faults", NULL);
      ui_wait_for (dl_toast_get_title (dl_results_bar_get_toast (fixture->window->results))
                   != NULL);
      ui_settle (session);
      g_assert_cmpstr (dl_toast_get_title (dl_results_bar_get_toast (fixture->window->results)), ==,
                       "Datelines cannot deliver every pair");
      for (guint i = 0; i < G_N_ELEMENTS (said); i++)
        ui_wait_for (ui_says (toasts, said[i]));
      g_assert_cmpint (dl_torus_options (dl_session_get_scenario (session))->routing.dateline[DL_Y],
                       ==, 1);
      /* The effect of moving them stands beside it. */
      g_assert_cmpint (ui_says (toasts, "unreachable\u00a0pairs"), ==, time == 0);
    }
}

/* Another engine, from the page. */
static void
test_try_engine (Fixture *fixture, gconstpointer data)
{
  toggle_link (fixture->session, (DlTorusLinkAt) { { { 2, 2, 1 } }, DL_TORUS_PORT_Z_PLUS }, FALSE);
  dl_session_set_number (fixture->session, "torus.datelines", DL_Z, 1, TRUE);
  ui_settle (fixture->session);
  assert_status (fixture, "✓ deadlock-free");
  wait_until_banner_is (fixture, "75 pairs unreachable");
  /* All pairs count, also those without traffic. */
  dl_session_set (fixture->session, "traffic.pattern", "transpose", FALSE);
  wait_until_banner_is (fixture, "75 pairs unreachable (0 of the pattern’s 100)");
  g_assert_cmpstr (gtk_button_get_label (ui_part (GTK_WIDGET (fixture->window->results), "reach")),
                   ==, "✗ 75 pairs unreachable");
  ui_act (fixture->window, "try-engine", "ring");
  ui_settle (fixture->session);
  wait_for_banner (fixture, FALSE);
  g_assert_cmpstr (
      dl_torus_options (dl_session_get_scenario (fixture->session))->routing.engine->id, ==,
      "ring");
}

/* The key E: from here, to there. */
static void
test_explain_by_key (Fixture *fixture, gconstpointer data)
{
  DlView *view = fixture->window->view;
  guint source, dest;

  ui_act (fixture->window, "explain-route", NULL); /* nothing is selected: it says so */
  g_assert_cmpuint (dl_view_get_route_origin (view), ==, DL_NO_NODE);
  dl_view_select (view, dl_place_node (31));
  ui_act (fixture->window, "explain-route", NULL);
  g_assert_cmpuint (dl_view_get_route_origin (view), ==, 31);
  g_assert_nonnull (strstr (gtk_label_get_text (fixture->window->details), "Route from (1,1,1)"));
  dl_view_select (view, dl_place_link (95 * 6 + DL_TORUS_PORT_Y_PLUS)); /* the node it leaves */
  ui_act (fixture->window, "explain-route", NULL);
  g_assert_nonnull (dl_view_get_route (view, &source, &dest));
  g_assert_cmpuint (source, ==, 31);
  g_assert_cmpuint (dest, ==, 95);
  g_assert_cmpuint (dl_view_get_route_origin (view), ==, DL_NO_NODE);
  g_assert_cmpstr (dl_evidence_pages_get_shown (fixture->window->evidence), ==, "route");

  /* From the same source to another place. */
  dl_view_select (view, dl_place_node (7));
  g_assert_true (enabled (fixture, "route-to"));
  ui_act (fixture->window, "route-to", NULL);
  g_assert_nonnull (dl_view_get_route (view, &source, &dest));
  g_assert_cmpuint (source, ==, 31);
  g_assert_cmpuint (dest, ==, 7);

  /* A page chosen by hand stays while the steps change. */
  ui_act (fixture->window, "evidence-page", "evidence");
  ui_act (fixture->window, "path-next", NULL);
  g_assert_cmpstr (dl_evidence_pages_get_shown (fixture->window->evidence), ==, "evidence");
  ui_act (fixture->window, "hide-path", NULL);
  g_assert_false (enabled (fixture, "path-next"));
}

int
main (int argc, char **argv)
{
  g_autoptr (GtkApplication) application = NULL;

  ui_test_init (&argc, &argv);
  application = ui_application_new ();
  dl_ui_init ();
#define ADD(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)
  ADD ("/verdict/datelines-off", test_datelines_off);
  ADD ("/verdict/past-the-fault", test_past_the_fault);
  ADD ("/verdict/not-served", test_not_served);
  ADD ("/verdict/try-engine", test_try_engine);
  ADD ("/verdict/explain-by-key", test_explain_by_key);
  return g_test_run ();
}
