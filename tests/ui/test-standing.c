/* Old is never shown as new: while a scenario is analyzed for long, nothing in the window looks
 * like a result of it; what is awaited says how far it is and can be canceled. */
#include "window-fixture.h"

#include "dl-session.h"
#include "dl-ui.h"
#include "ui-fixture.h"

#include <string.h>

/* 26,896 hosts, whose analysis takes many seconds: a test cancels it. */
static DlScenario *
load_slow (void)
{
  static const char *const values[][3] = {
    { "fabric", "q", "41" },
    { "fabric", "hosts-per-switch", "8" },
    { "fabric", "engine", "min-hop" },
    { "scenario", "name", "Slow" },
  };
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_preset_load ("slim-fly-17", &error);

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      dl_field_set (dl_field_find (values[i][0], values[i][1]), scenario, values[i][2], &error);
      g_assert_no_error (error);
    }
  return scenario;
}

static void
open (WindowFixture *fixture, DlScenario *scenario)
{
  const guint64 before = dl_session_get_generation (fixture->session);

  dl_session_open_new (fixture->session, scenario);
  ui_wait_for (dl_session_get_generation (fixture->session) != before);
}

static gboolean
has_class_above (GtkWidget *widget, const char *css_class)
{
  for (; widget != NULL; widget = gtk_widget_get_parent (widget))
    if (gtk_widget_has_css_class (widget, css_class))
      return TRUE;
  return FALSE;
}

/* Does anything that is seen in full strength read @text? */
static gboolean
claims (GtkWidget *root, const char *text)
{
  if (GTK_IS_LABEL (root) && gtk_widget_get_mapped (root)
      && strstr (gtk_label_get_text (GTK_LABEL (root)), text) != NULL)
    {
      if (has_class_above (root, "dl-earlier") || has_class_above (root, "dl-no-result"))
        return FALSE;
      for (GtkWidget *above = root; above != NULL; above = gtk_widget_get_parent (above))
        g_test_message ("in %s", G_OBJECT_TYPE_NAME (above));
      return TRUE;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (claims (child, text))
      return TRUE;
  return FALSE;
}

static void
assert_claims_nothing (WindowFixture *fixture)
{
  static const char *const results[]
      = { "deadlock-free", "all pairs reachable", "Saturation, analyzed", "Max.", "nodes · " };

  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    if (claims (GTK_WIDGET (fixture->window), results[i]))
      g_error ("“%s” is said in full strength", results[i]);
}

/* Is the map, or the page, seen in full strength, dimmed, or not at all? */
static void
assert_stands (GtkWidget *shown, DlStanding standing)
{
  g_assert_nonnull (shown);
  g_assert_true (gtk_widget_has_css_class (shown, "dl-earlier")
                 == (standing == DL_STANDING_EARLIER));
  g_assert_true (gtk_widget_has_css_class (shown, "dl-no-result")
                 == (standing == DL_STANDING_NONE));
}

static GtkWidget *
map_of (WindowFixture *fixture)
{
  return gtk_stack_get_visible_child (fixture->window->views);
}

static GtkWidget *
page_of (WindowFixture *fixture)
{
  return dl_evidence_pages_get_page (fixture->window->evidence);
}

static GtkWidget *
box_of (WindowFixture *fixture)
{
  return GTK_WIDGET (fixture->window->analysis_box);
}

static gboolean
is_busy (DlSession *session)
{
  gboolean busy;

  g_object_get (session, "busy", &busy, NULL);
  return busy;
}

static void
click (GtkWidget *root, const char *label)
{
  GtkWidget *button = ui_find_button (root, label);

  g_assert_nonnull (button);
  g_assert_true (gtk_widget_get_mapped (button));
  g_signal_emit_by_name (button, "clicked");
}

/* Nothing that can be shown, and no key, needs a result. */
static void
look_everywhere (WindowFixture *fixture)
{
  static const guint keys[] = { GDK_KEY_b, GDK_KEY_Right, GDK_KEY_Return, GDK_KEY_Escape };
  static const char *const actions[]
      = { "select-busiest", "break",    "break-node", "show-cycle", "explain-route", "pin",
          "zoom-in",        "zoom-fit", "unpin" };
  DlWindow *window = fixture->window;
  const DlFeature *feature;

  for (guint i = 0; (feature = dl_family_feature (window->family, DL_FEATURE_VIEW, i)) != NULL; i++)
    {
      dl_shell_show_view (DL_SHELL (window), feature->id);
      for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
        ui_press (map_of (fixture), keys[k], 0);
      for (guint k = 0; k < G_N_ELEMENTS (actions); k++)
        ui_act (window, actions[k], NULL);
      ui_idle ();
      /* An edited scenario is analyzed again, and its result is there in the end. */
      if (dl_session_get_result (fixture->session) != NULL)
        return;
      assert_claims_nothing (fixture);
    }
  for (guint i = 0; (feature = dl_family_feature (window->family, DL_FEATURE_PAGE, i)) != NULL; i++)
    {
      /* It finds results of its own for this scenario. */
      if (g_str_equal (feature->id, "engines"))
        continue;
      dl_shell_show_page (DL_SHELL (window), feature->id);
      ui_idle ();
      /* An edited scenario is analyzed again, and its result is there in the end. */
      if (dl_session_get_result (fixture->session) != NULL)
        return;
      assert_claims_nothing (fixture);
    }
}

/* Over another family there is nothing, at once; over an earlier one of the family, in a moment. */
static void
test_opened (WindowFixture *fixture, gconstpointer preset)
{
  DlSession *session = fixture->session;
  const gboolean foreign = !g_str_equal (dl_session_get_scenario (session)->family->id, "fabric");

  assert_stands (map_of (fixture), DL_STANDING_CURRENT);
  g_assert_true (claims (GTK_WIDGET (fixture->window), "all pairs reachable"));
  open (fixture, load_slow ());
  if (foreign)
    {
      g_assert_null (dl_session_get_result (session));
      assert_claims_nothing (fixture);
    }
  ui_wait_for (dl_session_is_awaited (session));
  g_assert_null (dl_session_get_result (session));
  assert_stands (map_of (fixture), DL_STANDING_NONE);
  assert_stands (page_of (fixture), DL_STANDING_NONE);
  assert_stands (GTK_WIDGET (fixture->window->legend), DL_STANDING_NONE);
  assert_claims_nothing (fixture);
  g_assert_true (ui_says (box_of (fixture), "Analyzing Slow…"));
  ui_wait_for (dl_session_get_progress (session) > 0);

  click (box_of (fixture), "_Cancel");
  g_assert_true (ui_says (box_of (fixture), "The analysis was canceled"));
  ui_wait_for (!is_busy (session));
  look_everywhere (fixture);

  if (dl_session_get_result (session) == NULL)
    {
      click (box_of (fixture), "_Analyze");
      ui_wait_for (dl_session_is_awaited (session));
      g_assert_true (ui_says (box_of (fixture), "Analyzing Slow…"));
    }
  open (fixture, dl_preset_load (preset, NULL));
  ui_settle (session);
  assert_stands (map_of (fixture), DL_STANDING_CURRENT);
  assert_stands (page_of (fixture), DL_STANDING_CURRENT);
  g_assert_false (gtk_widget_get_visible (box_of (fixture)));
  g_assert_true (claims (GTK_WIDGET (fixture->window), "all pairs reachable"));
}

/* A change that takes long: what was before is there, and does not look new. */
static void
test_changed (WindowFixture *fixture, gconstpointer preset)
{
  DlSession *session = fixture->session;

  dl_session_set (session, "fabric.engine", "min-hop", FALSE);
  dl_session_set (session, "fabric.hosts-per-switch", "8", FALSE);
  ui_settle (session);
  dl_session_set (session, "fabric.q", "49", FALSE);
  ui_wait_for (dl_session_is_awaited (session));
  g_assert_nonnull (dl_session_get_result (session));
  assert_stands (map_of (fixture), DL_STANDING_EARLIER);
  assert_stands (page_of (fixture), DL_STANDING_EARLIER);
  assert_claims_nothing (fixture);
  dl_shell_show_page (DL_SHELL (fixture->window), "load"); /* made by now */
  assert_stands (page_of (fixture), DL_STANDING_EARLIER);
  click (box_of (fixture), "_Cancel");
  ui_idle ();
  assert_stands (map_of (fixture), DL_STANDING_EARLIER);
  assert_claims_nothing (fixture);

  dl_session_undo (session);
  ui_settle (session);
  assert_stands (map_of (fixture), DL_STANDING_CURRENT);
  assert_stands (page_of (fixture), DL_STANDING_CURRENT);
  g_assert_true (claims (GTK_WIDGET (fixture->window), "all pairs reachable"));
}

/* The network that was left for another comes back with its result. */
static void
test_visit (WindowFixture *fixture, gconstpointer preset)
{
  DlSession *session = fixture->session;
  DlEvaluation *before = dl_session_get_result (session);

  dl_session_visit (session, load_slow ());
  g_assert_null (dl_session_get_result (session));
  ui_wait_for (dl_session_is_awaited (session));
  dl_session_return (session);
  g_assert_true (dl_session_get_result (session) == before);
  assert_stands (map_of (fixture), DL_STANDING_CURRENT);
  ui_settle (session);
  assert_stands (map_of (fixture), DL_STANDING_CURRENT);
}

/* A scenario that cannot be analyzed does not keep the earlier result. */
static void
test_refused (WindowFixture *fixture, gconstpointer preset)
{
  DlSession *session = fixture->session;

  dl_session_set (session, "fabric.engine", "min-hop", FALSE);
  dl_session_set (session, "fabric.source", "slim-fly", FALSE);
  dl_session_set (session, "fabric.q", "5", FALSE);
  dl_session_set (session, "fabric.engine", "lash", FALSE);
  ui_settle (session);
  assert_stands (map_of (fixture), DL_STANDING_CURRENT);
  dl_session_set (session, "fabric.layers", "1", FALSE); /* too few for its engine */
  ui_wait_for (dl_session_get_analysis_problem (session) != NULL);
  assert_stands (map_of (fixture), DL_STANDING_EARLIER);
  assert_claims_nothing (fixture);
  g_assert_true (ui_says (box_of (fixture), dl_session_get_analysis_problem (session)));
  dl_session_undo (session);
  ui_settle (session);
  assert_stands (map_of (fixture), DL_STANDING_CURRENT);
}

int
main (int argc, char *argv[])
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
  GtkApplication *application = ui_application_new ();
#define TEST(name, preset, func)                                                                   \
  g_test_add ("/standing/" name, WindowFixture, preset, window_set_up, func, window_tear_down)
  TEST ("opened/torus", "ring-8", test_opened);
  TEST ("opened/dragonfly", "cascade-2", test_opened);
  TEST ("opened/fabric", "fat-tree-16", test_opened);
  TEST ("changed", "slim-fly-17", test_changed);
  TEST ("visit", "ring-8", test_visit);
  TEST ("refused", "fat-tree-16", test_refused);
  const int status = g_test_run ();
  g_object_unref (application);
  return status;
}
