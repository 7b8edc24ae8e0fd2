/* The verdict on deadlock in the window: status, banner, page and ways out. */
#include "dl-window-private.h"

#include "dl-session-edits.h"
#include "dl-step-list.h"
#include "dl-ui.h"
#include "dl-verdict-pane.h"

typedef struct
{
  DlSession *session;
  DlWindow *window;
} Fixture;

static gboolean
is_settled (Fixture *fixture)
{
  gboolean busy;

  g_object_get (fixture->session, "busy", &busy, NULL);
  return !busy && dl_session_get_result (fixture->session) != NULL
         && dl_session_get_result (fixture->session)->generation
                == dl_session_get_generation (fixture->session);
}

static void
settle (Fixture *fixture)
{
  do
    g_main_context_iteration (NULL, TRUE);
  while (!is_settled (fixture));
}

static const char *
banner (Fixture *fixture)
{
  return dl_verdict_banner_get_message (fixture->window->verdict_banner);
}

/* The banner comes and goes in its own time. */
static void
wait_for_banner (Fixture *fixture, gboolean shown)
{
  while ((banner (fixture) != NULL) != shown)
    g_main_context_iteration (NULL, TRUE);
}

static void
act (Fixture *fixture, const char *name, const char *target)
{
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), name,
                                  target != NULL ? g_variant_new_string (target) : NULL);
}

static gboolean
enabled (Fixture *fixture, const char *name)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), name);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->session = dl_session_new (NULL);
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      dl_session_set_radix (fixture->session, dim, 5);
      dl_session_move_dateline (fixture->session, dim, 0);
    }
  fixture->window
      = dl_window_new (GTK_APPLICATION (g_application_get_default ()), fixture->session, NULL);
  gtk_window_present (GTK_WINDOW (fixture->window));
  settle (fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_object_unref (fixture->session);
}

static GtkWidget *
find (GtkWidget *widget, GType type)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, type);
      if (found != NULL)
        return found;
    }
  return NULL;
}

static DlStepList *
steps (Fixture *fixture)
{
  GtkWidget *pane = find (GTK_WIDGET (fixture->window->evidence), DL_TYPE_VERDICT_PANE);

  g_assert_nonnull (pane);
  while (!gtk_widget_get_mapped (pane))
    g_main_context_iteration (NULL, TRUE);
  return DL_STEP_LIST (find (pane, DL_TYPE_STEP_LIST));
}

static gboolean
says (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget)
      && strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (says (child, text))
      return TRUE;
  return FALSE;
}

/* Whoever tells may do so a little after the result is there. */
static void
wait_until_toast_says (Fixture *fixture, const char *text)
{
  while (!says (GTK_WIDGET (fixture->window->toasts), text))
    g_main_context_iteration (NULL, TRUE);
}

static void
wait_until_banner_is (Fixture *fixture, const char *text)
{
  while (g_strcmp0 (banner (fixture), text) != 0)
    g_main_context_iteration (NULL, TRUE);
}

static void
assert_status (Fixture *fixture, const char *text)
{
  g_assert_cmpstr (gtk_button_get_label (fixture->window->status_deadlock), ==, text);
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

  dl_session_set_datelines (fixture->session, FALSE);
  settle (fixture);
  assert_status (fixture, "✗ can deadlock: cycle of 5");
  wait_until_banner_is (fixture,
                        "Routes can deadlock: 200 cyclic components, shortest cycle of 5 channels");
  while (!says (GTK_WIDGET (fixture->window->verdict_banner), "Switch Datelines On"))
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (says (GTK_WIDGET (fixture->window->verdict_banner), "Past the Fault"));
  wait_until_toast_says (fixture, "can\u00a0deadlock");

  act (fixture, "show-cycle", NULL);
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
  act (fixture, "path-next", NULL);
  g_assert_cmpuint (dl_step_list_get_selected (list), ==, 0);
  act (fixture, "path-next", NULL);
  act (fixture, "path-previous", NULL);
  act (fixture, "path-previous", NULL); /* none */
  act (fixture, "path-previous", NULL); /* the last */
  g_assert_cmpuint (dl_step_list_get_selected (list), ==, 4);
  g_assert_true (dl_view_get_path (fixture->window->view, &path));
  g_assert_cmpuint (path.step, ==, 4);

  act (fixture, "datelines-on", NULL);
  settle (fixture);
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
  const DlAnalysis *analysis;
  DlStepList *list;

  dl_session_toggle_link (fixture->session, (DlLinkAt) { { { 2, 2, 1 } }, DL_PORT_Z_PLUS }, FALSE);
  dl_session_move_dateline (fixture->session, DL_Z, 1);
  dl_session_set (fixture->session, "torus.engine", "xt-literal", FALSE);
  settle (fixture);
  assert_status (fixture, "✗ can deadlock: cycle of 7");
  wait_until_banner_is (fixture, "Routes can deadlock: 1 cyclic component, shortest cycle of 7 "
                                 "channels · 75 pairs on illegal turns");
  while (!says (GTK_WIDGET (fixture->window->verdict_banner), "Past the Fault"))
    g_main_context_iteration (NULL, TRUE);

  act (fixture, "evidence-page", "deadlock");
  list = steps (fixture);
  g_assert_cmpuint (dl_step_list_get_n (list), ==, 7);
  for (guint i = 0; i < 7; i++)
    {
      g_autofree char *text = dl_step_list_describe (list, i);
      n_illegal += strstr (text, "illegal turn: ") != NULL;
    }
  g_assert_cmpuint (n_illegal, >=, 1);

  act (fixture, "datelines-past-faults", NULL);
  while (!dl_session_get_result (fixture->session)->analysis->verdict->deadlock_free)
    g_main_context_iteration (NULL, TRUE);
  settle (fixture);
  analysis = dl_session_get_result (fixture->session)->analysis;
  g_assert_cmpuint (analysis->unreachable_pairs + analysis->illegal_pairs, ==, 0);
  wait_until_toast_says (fixture, "Datelines past the fault");
  wait_for_banner (fixture, FALSE);

  /* One step to take back. */
  act (fixture, "undo", NULL);
  settle (fixture);
  assert_status (fixture, "✗ can deadlock: cycle of 7");
}

/* Another engine, from the page. */
static void
test_try_engine (Fixture *fixture, gconstpointer data)
{
  dl_session_toggle_link (fixture->session, (DlLinkAt) { { { 2, 2, 1 } }, DL_PORT_Z_PLUS }, FALSE);
  dl_session_move_dateline (fixture->session, DL_Z, 1);
  settle (fixture);
  assert_status (fixture, "✓ deadlock-free");
  wait_until_banner_is (fixture, "75 pairs unreachable");
  act (fixture, "try-engine", "ring");
  settle (fixture);
  wait_for_banner (fixture, FALSE);
  g_assert_cmpstr (dl_session_get_scenario (fixture->session)->routing.engine->id, ==, "ring");
}

/* The key E: from here, to there. */
static void
test_explain_by_key (Fixture *fixture, gconstpointer data)
{
  DlView *view = fixture->window->view;
  guint source, dest;

  act (fixture, "explain-route", NULL); /* nothing is selected: it says so */
  g_assert_cmpuint (dl_view_get_route_origin (view), ==, DL_NO_NODE);
  dl_view_select_node (view, 31);
  act (fixture, "explain-route", NULL);
  g_assert_cmpuint (dl_view_get_route_origin (view), ==, 31);
  g_assert_nonnull (strstr (gtk_label_get_text (fixture->window->details), "Route from (1,1,1)"));
  dl_view_select_link (view, 95 * 6 + DL_PORT_Y_PLUS); /* the node it leaves */
  act (fixture, "explain-route", NULL);
  g_assert_nonnull (dl_view_get_route (view, &source, &dest));
  g_assert_cmpuint (source, ==, 31);
  g_assert_cmpuint (dest, ==, 95);
  g_assert_cmpuint (dl_view_get_route_origin (view), ==, DL_NO_NODE);
  g_assert_cmpstr (dl_evidence_pages_get_shown (fixture->window->evidence), ==, "route");

  /* From the same source to another place. */
  dl_view_select_node (view, 7);
  g_assert_true (enabled (fixture, "route-to"));
  act (fixture, "route-to", NULL);
  g_assert_nonnull (dl_view_get_route (view, &source, &dest));
  g_assert_cmpuint (source, ==, 31);
  g_assert_cmpuint (dest, ==, 7);

  /* A page chosen by hand stays while the steps change. */
  act (fixture, "evidence-page", "evidence");
  act (fixture, "path-next", NULL);
  g_assert_cmpstr (dl_evidence_pages_get_shown (fixture->window->evidence), ==, "evidence");
  act (fixture, "hide-path", NULL);
  g_assert_false (enabled (fixture, "path-next"));
}

int
main (int argc, char **argv)
{
  g_autoptr (GtkApplication) application = NULL;

  gtk_test_init (&argc, &argv, NULL);
  application = gtk_application_new ("org.dateline.Test", G_APPLICATION_NON_UNIQUE);
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));
  g_application_set_default (G_APPLICATION (application));
  dl_ui_init ();
#define ADD(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)
  ADD ("/verdict/datelines-off", test_datelines_off);
  ADD ("/verdict/past-the-fault", test_past_the_fault);
  ADD ("/verdict/try-engine", test_try_engine);
  ADD ("/verdict/explain-by-key", test_explain_by_key);
  return g_test_run ();
}
