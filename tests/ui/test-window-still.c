/* Nothing that appears moves what is there, keys mean the same in each family, and the map turns to
 * what is simulated. */
#include "window-fixture.h"

#include "dl-family-rooms.h"
#include "dl-session-edits.h"
#include "dl-toast.h"
#include "dl-ui.h"
#include "ui-fixture.h"

/* Where the map is in the window. */
static graphene_rect_t
map_place (WindowFixture *fixture)
{
  graphene_rect_t bounds;

  ui_settle (fixture->session);
  ui_draw ();
  g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (fixture->window->views),
                                            GTK_WIDGET (fixture->window), &bounds));
  return bounds;
}

#define assert_still(fixture, before)                                                              \
  G_STMT_START                                                                                     \
  {                                                                                                \
    const graphene_rect_t now = map_place (fixture);                                               \
    g_assert_cmpfloat (now.origin.x, ==, (before).origin.x);                                       \
    g_assert_cmpfloat (now.origin.y, ==, (before).origin.y);                                       \
    g_assert_cmpfloat (now.size.width, ==, (before).size.width);                                   \
    g_assert_cmpfloat (now.size.height, ==, (before).size.height);                                 \
  }                                                                                                \
  G_STMT_END

static void
resize (WindowFixture *fixture, int width, int height)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);

  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  /* A server may lay it out a little later. */
  ui_wait_for (gtk_widget_get_width (window) <= width
               && gtk_widget_get_width (window) > width - 40);
}

static void
break_first (WindowFixture *fixture)
{
  dl_view_select (fixture->window->view, dl_place_link (0));
  ui_act (fixture->window, "break", NULL);
}

/* The map stays where it is when something breaks, is pinned, is said, or can deadlock. */
static void
test_map (WindowFixture *fixture, gconstpointer preset)
{
  graphene_rect_t before;

  resize (fixture, 1024, 700);
  before = map_place (fixture);
  break_first (fixture);
  assert_still (fixture, before);
  ui_act (fixture->window, "pin", NULL);
  assert_still (fixture, before);
  ui_act (fixture->window, "unpin", NULL);
  assert_still (fixture, before);
  dl_banner_set_message (fixture->window->message_banner, "A message of some length, which stays");
  assert_still (fixture, before);
  g_assert_true (ui_says (GTK_WIDGET (fixture->window->banners), "A message of some length"));
  dl_banner_set_message (fixture->window->message_banner, NULL);
  assert_still (fixture, before);
}

/* The alarm lies over the page, not over the map; a page that tells of it has it not. */
static void
test_alarm (WindowFixture *fixture, gconstpointer preset)
{
  const graphene_rect_t before = map_place (fixture);
  DlVerdictBanner *banner = fixture->window->verdict_banner;
  graphene_rect_t card;

  dl_session_set (fixture->session, "torus.datelines", "-1;-1;-1", FALSE);
  ui_wait_for (dl_verdict_banner_get_message (banner) != NULL);
  assert_still (fixture, before);
  g_assert_true (
      gtk_widget_compute_bounds (fixture->window->banners, GTK_WIDGET (fixture->window), &card));
  g_assert_cmpfloat (card.origin.x, >=, before.origin.x + before.size.width);
  ui_act (fixture->window, "evidence-page", "deadlock");
  g_assert_null (dl_verdict_banner_get_message (banner));
  ui_act (fixture->window, "evidence-page", "load");
  ui_wait_for (dl_verdict_banner_get_message (banner) != NULL);
}

/* One row, however narrow, and what it has no room for in a menu. */
static void
test_toolbar (WindowFixture *fixture, gconstpointer preset)
{
  GtkWidget *toolbar = gtk_widget_get_parent (fixture->window->view_bar);
  GtkWidget *rest = gtk_widget_get_last_child (toolbar);
  const DlMaker *view;
  int height;

  resize (fixture, 1280, 800);
  ui_act (fixture->window, "show-page", NULL); /* away */
  map_place (fixture);
  height = gtk_widget_get_height (toolbar);
  g_assert_false (gtk_widget_get_child_visible (rest));
  ui_act (fixture->window, "show-page", NULL);
  resize (fixture, 1024, 700);
  map_place (fixture);
  g_assert_cmpint (gtk_widget_get_height (toolbar), ==, height);
  g_assert_true (gtk_widget_get_child_visible (rest));
  /* The button of the view that is shown is there, whichever it is. */
  for (guint i = 0; (view = dl_family_maker (fixture->window->family, DL_FEATURE_VIEW, i)) != NULL;
       i++)
    {
      GtkWidget *button = gtk_widget_get_first_child (fixture->window->view_bar);

      ui_act (fixture->window, "show-view", view->id);
      map_place (fixture);
      for (guint before = 0; before < i; before++)
        button = gtk_widget_get_next_sibling (button);
      g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button)));
      g_assert_true (gtk_widget_get_mapped (button));
      g_assert_cmpint (gtk_widget_get_height (toolbar), ==, height);
    }
}

/* The same digits for the same pages and views. */
static void
test_keys (void)
{
  static const struct
  {
    DlFeatureKind kind;
    char key;
    const char *id;
  } keys[] = {
    { DL_FEATURE_PAGE, '2', "route" },      { DL_FEATURE_PAGE, '3', "deadlock" },
    { DL_FEATURE_PAGE, '4', "engines" },    { DL_FEATURE_PAGE, '5', "flows" },
    { DL_FEATURE_PAGE, '6', "tables" },     { DL_FEATURE_PAGE, '7', "difference" },
    { DL_FEATURE_PAGE, '8', "simulation" }, { DL_FEATURE_PAGE, '9', "curve" },
    { DL_FEATURE_PAGE, '0', "critical" },   { DL_FEATURE_VIEW, '7', "table" },
    { DL_FEATURE_VIEW, '8', "router" },     { DL_FEATURE_VIEW, '9', "packets" },
  };
  guint n;
  const DlFamily *const *families = dl_families (&n);

  for (guint family = 0; family < n; family++)
    {
      const DlMaker *first = dl_family_maker_by_key (families[family], DL_FEATURE_PAGE, '1');

      g_assert_true (first == dl_family_maker (families[family], DL_FEATURE_PAGE, 0));
      for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
        g_assert_cmpstr (dl_family_maker_by_key (families[family], keys[i].kind, keys[i].key)->id,
                         ==, keys[i].id);
    }
}

static const char *
view_shown (WindowFixture *fixture)
{
  return gtk_stack_get_visible_child_name (fixture->window->views);
}

static void
press_back (WindowFixture *fixture)
{
  GtkWidget *back;

  ui_wait_for ((back = ui_find_button (GTK_WIDGET (dl_shell_get_toast (DL_SHELL (fixture->window))),
                                       "_Back"))
               != NULL);
  g_signal_emit_by_name (back, "clicked");
  ui_idle ();
}

/* A run in a small network is seen packet by packet, as slowly as eyes follow, until one goes back.
 */
static void
test_run_small (WindowFixture *fixture, gconstpointer preset)
{
  DlLive *live = dl_view_get_live (fixture->window->view);

  ui_act (fixture->window, "show-view", "ring-matrix");
  ui_act (fixture->window, "sim-run", NULL);
  ui_wait_for (g_str_equal (view_shown (fixture), "packets"));
  g_assert_cmpfloat (dl_live_get_speed (live), >, 0);
  press_back (fixture);
  g_assert_cmpstr (view_shown (fixture), ==, "ring-matrix");
  g_assert_cmpfloat (dl_live_get_speed (live), ==, 0);
  /* Whoever went back stays there. */
  dl_live_restart (live);
  ui_act (fixture->window, "sim-run", NULL);
  ui_idle ();
  g_assert_cmpstr (view_shown (fixture), ==, "ring-matrix");
}

/* In a large one its links are colored by what they carry. */
static void
test_run_large (WindowFixture *fixture, gconstpointer preset)
{
  const DlMetric *before = dl_view_get_metric (fixture->window->view);
  const char *view = view_shown (fixture);

  g_assert_false (dl_metric_is_simulated (before));
  ui_act (fixture->window, "sim-run", NULL);
  ui_wait_for (dl_metric_is_simulated (dl_view_get_metric (fixture->window->view)));
  g_assert_cmpstr (view_shown (fixture), ==, view);
  press_back (fixture);
  g_assert_true (dl_view_get_metric (fixture->window->view) == before);
}

static gboolean
has_focus (WindowFixture *fixture, gpointer pane)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));

  return focus != NULL && gtk_widget_is_ancestor (focus, pane);
}

/* From pane to pane and around, in both directions; one that is hidden is passed over. */
static void
test_panes (WindowFixture *fixture, gconstpointer preset)
{
  DlWindow *window = fixture->window;
  const gpointer panes[] = { window->panels, window->views, window->evidence, window->results };
  GActionGroup *actions = G_ACTION_GROUP (window);

  dl_shell_focus_view (DL_SHELL (window));
  for (guint i = 2; i < 10; i++)
    {
      g_action_group_activate_action (actions, "next-pane", g_variant_new_boolean (TRUE));
      g_assert_true (has_focus (fixture, panes[i % 4]));
    }
  for (guint i = 8; i > 0; i--)
    {
      g_action_group_activate_action (actions, "next-pane", g_variant_new_boolean (FALSE));
      g_assert_true (has_focus (fixture, panes[i % 4]));
    }
  ui_act (window, "show-page", NULL);
  dl_shell_focus_view (DL_SHELL (window));
  g_action_group_activate_action (actions, "next-pane", g_variant_new_boolean (TRUE));
  g_assert_true (has_focus (fixture, window->results));
}

int
main (int argc, char **argv)
{
  GtkApplication *application;

  ui_test_init (&argc, &argv);
  dl_ui_init ();
  application = ui_application_new ();
#define ADD(name, preset, func)                                                                    \
  g_test_add ("/window-still/" name, WindowFixture, preset, window_set_up, func, window_tear_down)
  ADD ("map/torus", "torus-5x5x5", test_map);
  ADD ("map/dragonfly", "cascade-2", test_map);
  ADD ("map/fabric", "fat-tree-16", test_map);
  ADD ("alarm", "torus-5x5x5", test_alarm);
  ADD ("toolbar/torus", "torus-5x5x5", test_toolbar);
  ADD ("toolbar/dragonfly", "cascade-2", test_toolbar);
  ADD ("toolbar/fabric", "fat-tree-16", test_toolbar);
  g_test_add_func ("/window-still/keys", test_keys);
  ADD ("panes", "torus-5x5x5", test_panes);
  ADD ("run/small", "ring-8", test_run_small);
  ADD ("run/large", "torus-5x5x5", test_run_large);
  const int status = g_test_run ();
  g_object_unref (application);
  return status;
}
