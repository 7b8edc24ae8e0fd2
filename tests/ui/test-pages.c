/* The pages on the right: their menu, the divider beside them, and those that take the map's place.
 */
#include "dl-family-rooms.h"
#include "dl-page-menu.h"
#include "dl-torus-scenario.h"
#include "dl-ui.h"
#include "ui-fixture.h"
#include "window-fixture.h"

static GSettings *settings;

static void
set_up (WindowFixture *fixture, gconstpointer preset)
{
  g_settings_reset (settings, "page-width");
  g_settings_reset (settings, "show-page");
  g_settings_reset (settings, "evidence-page");
  g_settings_reset (settings, "show-configuration");
  window_set_up (fixture, preset);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_idle ();
  fixture->window
      = dl_window_new (GTK_APPLICATION (g_application_get_default ()), fixture->session, settings);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1280, 800);
  gtk_window_present (GTK_WINDOW (fixture->window));
  ui_settle (fixture->session);
  ui_draw ();
}

static const DlFamily *
family_of (WindowFixture *fixture)
{
  return dl_session_get_scenario (fixture->session)->family;
}

static GtkWidget *
evidence_of (WindowFixture *fixture)
{
  return GTK_WIDGET (fixture->window->evidence);
}

static int
width_of (WindowFixture *fixture)
{
  return gtk_widget_get_width (evidence_of (fixture));
}

/* The menu ------------------------------------------------------------------------------------- */

/* Opened, with all that is in it. */
static GtkWidget *
open_menu (WindowFixture *fixture)
{
  GtkWidget *menu = ui_find (evidence_of (fixture), DL_TYPE_PAGE_MENU, 0);
  GtkWidget *button = ui_find (menu, GTK_TYPE_MENU_BUTTON, 0);
  GtkWidget *popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));

  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  ui_wait_for (gtk_widget_get_mapped (popover));
  ui_draw ();
  return popover;
}

/* The item of @page; NULL without one. */
static GtkToggleButton *
item_of (GtkWidget *popover, const char *page)
{
  GtkWidget *item;

  for (guint i = 0; (item = ui_find (popover, GTK_TYPE_TOGGLE_BUTTON, i)) != NULL; i++)
    if (g_str_equal (g_variant_get_string (
                         gtk_actionable_get_action_target_value (GTK_ACTIONABLE (item)), NULL),
                     page))
      return GTK_TOGGLE_BUTTON (item);
  return NULL;
}

/* Each page is in it once, seen without scrolling, under the heading of its group, the shown one is
 * marked, and has the keyboard. */
static void
test_menu (WindowFixture *fixture, gconstpointer preset)
{
  GtkWidget *popover, *scroll;
  GtkAdjustment *down;
  const DlMaker *page;
  guint n = 0;

  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1024, 700);
  ui_act (fixture->window, "evidence-page", "route");
  ui_draw ();
  popover = open_menu (fixture);
  scroll = ui_find (popover, GTK_TYPE_SCROLLED_WINDOW, 0);
  down = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroll));
  g_assert_cmpfloat (gtk_adjustment_get_upper (down), <=, gtk_adjustment_get_page_size (down));
  for (; (page = dl_family_maker (family_of (fixture), DL_FEATURE_PAGE, n)) != NULL; n++)
    {
      GtkToggleButton *item = item_of (popover, page->id);
      graphene_rect_t bounds;

      g_assert_nonnull (item);
      g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (item)));
      g_assert_true (ui_says (GTK_WIDGET (item), page->title));
      g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (item), scroll, &bounds));
      g_assert_cmpfloat (bounds.origin.x + bounds.size.width, <=, gtk_widget_get_width (scroll));
      g_assert_cmpint (gtk_toggle_button_get_active (item), ==, g_str_equal (page->id, "route"));
      g_assert_true (ui_says (popover, dl_page_group_title (page->group)));
    }
  g_assert_null (ui_find (popover, GTK_TYPE_TOGGLE_BUTTON, n));
  g_assert_true (gtk_widget_is_focus (GTK_WIDGET (item_of (popover, "route"))));

  /* One is chosen, and the menu goes. */
  g_signal_emit_by_name (item_of (popover, "flows"), "clicked");
  ui_wait_for (!gtk_widget_get_mapped (popover));
  g_assert_cmpstr (dl_evidence_pages_get_shown (fixture->window->evidence), ==, "flows");
  g_assert_true (ui_says (ui_find (evidence_of (fixture), GTK_TYPE_MENU_BUTTON, 0), "Flows"));
}

/* Pages of a group stand together, so that keys go down the menu; every group has a title. */
static void
test_groups (void)
{
  guint n_families;
  const DlFamily *const *families = dl_families (&n_families);
  const DlMaker *page;

  for (guint family = 0; family < n_families; family++)
    {
      DlPageGroup group = DL_PAGE_NETWORK;

      for (guint i = 0; (page = dl_family_maker (families[family], DL_FEATURE_PAGE, i)) != NULL;
           i++)
        {
          g_assert_cmpuint (page->group, >=, group);
          group = page->group;
        }
    }
  for (guint group = 0; group < DL_N_PAGE_GROUPS; group++)
    g_assert_nonnull (dl_page_group_title (group));
}

/* The first page of a family is what its networks begin with, and what menus mark then. */
static void
test_first (WindowFixture *fixture, gconstpointer preset)
{
  g_autoptr (GVariant) state = NULL;

  g_assert_cmpstr (dl_evidence_pages_get_shown (fixture->window->evidence), ==, "load");
  state = g_action_group_get_action_state (G_ACTION_GROUP (fixture->window), "evidence-page");
  g_assert_cmpstr (g_variant_get_string (state, NULL), ==, "load");
}

/* The divider ---------------------------------------------------------------------------------- */

static void
resize (WindowFixture *fixture, int by)
{
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "resize-page",
                                  g_variant_new_int32 (by));
  ui_draw ();
}

/* The divider moves by keys, no further than there is room, and the next window restores it. */
static void
test_divider (WindowFixture *fixture, gconstpointer preset)
{
  const int least = width_of (fixture);
  int wide;

  resize (fixture, -1);
  g_assert_cmpint (width_of (fixture), ==, least);
  resize (fixture, 2);
  wide = width_of (fixture);
  g_assert_cmpint (wide, >, least + 50);
  g_assert_cmpint (g_settings_get_int (settings, "page-width"), ==, wide);

  /* A window with less room leaves it as wide as can be, and one with more as wide as it was. */
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1024, 700);
  ui_draw ();
  g_assert_cmpint (g_settings_get_int (settings, "page-width"), ==, wide);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1400, 800);
  ui_draw ();
  g_assert_cmpint (width_of (fixture), ==, wide);

  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_idle ();
  fixture->window
      = dl_window_new (GTK_APPLICATION (g_application_get_default ()), fixture->session, settings);
  gtk_window_present (GTK_WINDOW (fixture->window));
  ui_settle (fixture->session);
  ui_draw ();
  g_assert_cmpint (width_of (fixture), ==, wide);
}

/* Larger than the screen, too. */
static void
set_size (WindowFixture *fixture, int width, int height)
{
  gtk_widget_set_size_request (GTK_WIDGET (fixture->window), width, height);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), width, height);
  ui_draw ();
}

static int
third_of (WindowFixture *fixture)
{
  return gtk_widget_get_width (GTK_WIDGET (fixture->window)) / 3;
}

/* Until it is moved it has a share of the window: a third of a wide one, the least of a narrow one.
 */
static void
test_share (WindowFixture *fixture, gconstpointer preset)
{
  const int least = width_of (fixture);
  int wide;

  set_size (fixture, 1920, 1080);
  ui_wait_for (width_of (fixture) == third_of (fixture));
  set_size (fixture, 1600, 900);
  ui_wait_for (width_of (fixture) > least + 50 && width_of (fixture) < third_of (fixture));
  set_size (fixture, 1280, 800);
  ui_wait_for (width_of (fixture) == least);
  g_assert_cmpint (g_settings_get_int (settings, "page-width"), ==, 0);

  /* The map comes and goes. */
  set_size (fixture, 1920, 1080);
  ui_act (fixture->window, "evidence-page", "critical");
  ui_wait_for (width_of (fixture) == third_of (fixture));
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "expand-page", NULL);
  ui_draw ();
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "expand-page", NULL);
  ui_wait_for (width_of (fixture) == third_of (fixture));

  /* The user's width stays. */
  resize (fixture, -1);
  wide = width_of (fixture);
  g_assert_cmpint (wide, <, third_of (fixture));
  g_assert_cmpint (g_settings_get_int (settings, "page-width"), ==, wide);
  set_size (fixture, 1800, 1000);
  ui_draw ();
  ui_wait_for (width_of (fixture) == wide);
}

/* In the map's place --------------------------------------------------------------------------- */

static gboolean
is_enabled (WindowFixture *fixture, const char *action)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), action);
}

static gboolean
is_expanded (WindowFixture *fixture)
{
  return !gtk_widget_get_mapped (fixture->window->centre);
}

static void
expand (WindowFixture *fixture)
{
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "expand-page", NULL);
  ui_draw ();
}

/* Searches of a torus cannot be asked for elsewhere, where they have no page. */
static void
test_searches (WindowFixture *fixture, gconstpointer preset)
{
  static const char *const searches[] = { "find-datelines", "optimize-vc" };
  const gboolean torus = dl_session_get_scenario (fixture->session)->family == &dl_family_torus;

  for (guint i = 0; i < G_N_ELEMENTS (searches); i++)
    {
      g_assert_true (is_enabled (fixture, searches[i]) == torus);
      /* The key's action. */
      if (!torus)
        gtk_widget_activate_action (GTK_WIDGET (fixture->window),
                                    i == 0 ? "win.find-datelines" : "win.optimize-vc", NULL);
    }
  ui_settle (fixture->session);
}

/* A table takes the map's place and gives it back with the width that it had; other pages, and
 * whoever asks for a view, give it back, too. */
static void
test_expand (WindowFixture *fixture, gconstpointer preset)
{
  int width;

  ui_act (fixture->window, "evidence-page", "route");
  g_assert_false (is_enabled (fixture, "expand-page"));
  ui_act (fixture->window, "evidence-page", "critical");
  resize (fixture, 1);
  width = width_of (fixture);
  g_assert_true (is_enabled (fixture, "expand-page"));
  expand (fixture);
  g_assert_true (is_expanded (fixture));
  g_assert_cmpint (width_of (fixture), >, 2 * width);
  g_assert_false (is_enabled (fixture, "resize-page"));
  g_assert_cmpint (g_settings_get_int (settings, "page-width"), ==, width);
  expand (fixture);
  g_assert_false (is_expanded (fixture));
  g_assert_cmpint (width_of (fixture), ==, width);

  expand (fixture);
  ui_act (fixture->window, "evidence-page", "difference");
  g_assert_true (is_expanded (fixture));
  ui_act (fixture->window, "evidence-page", "route");
  ui_draw ();
  g_assert_false (is_expanded (fixture));

  ui_act (fixture->window, "evidence-page", "critical");
  expand (fixture);
  g_assert_true (is_expanded (fixture));
  ui_act (fixture->window, "show-view", "table");
  ui_draw ();
  g_assert_false (is_expanded (fixture));
}

static gboolean
has_focus (WindowFixture *fixture, GtkWidget *widget)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));

  return focus != NULL && gtk_widget_is_ancestor (focus, widget);
}

/* The keyboard goes to what is left. */
static void
test_focus (WindowFixture *fixture, gconstpointer preset)
{
  ui_act (fixture->window, "evidence-page", "critical");
  dl_shell_focus_view (DL_SHELL (fixture->window));
  g_assert_true (has_focus (fixture, fixture->window->centre));
  expand (fixture);
  g_assert_true (has_focus (fixture, evidence_of (fixture)));
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "show-page", NULL);
  ui_draw ();
  g_assert_true (has_focus (fixture, fixture->window->centre));
}

/* The map, or the table of links, takes the page's place; a page that is asked for comes back. */
static void
test_hide (WindowFixture *fixture, gconstpointer preset)
{
  const int width = gtk_widget_get_width (fixture->window->centre);

  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "show-page", NULL);
  ui_draw ();
  g_assert_false (gtk_widget_get_mapped (evidence_of (fixture)));
  g_assert_cmpint (gtk_widget_get_width (fixture->window->centre), >, width + 200);
  g_assert_false (g_settings_get_boolean (settings, "show-page"));
  ui_act (fixture->window, "evidence-page", "critical");
  ui_draw ();
  g_assert_true (gtk_widget_get_mapped (evidence_of (fixture)));

  /* One of both is there always. */
  expand (fixture);
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "show-page", NULL);
  ui_draw ();
  g_assert_false (gtk_widget_get_mapped (evidence_of (fixture)));
  g_assert_false (is_expanded (fixture));
  expand (fixture);
  g_assert_true (gtk_widget_get_mapped (evidence_of (fixture)));
  g_assert_true (is_expanded (fixture));
}

int
main (int argc, char *argv[])
{
  g_autoptr (GtkApplication) application = NULL;
  int status;

  ui_test_init (&argc, &argv);
  dl_ui_init ();
  application = ui_application_new ();
  settings = g_settings_new ("org.dateline.Dateline");

#define ADD(name, preset, function)                                                                \
  g_test_add ("/pages/" name, WindowFixture, preset, set_up, function, window_tear_down)
  g_test_add_func ("/pages/groups", test_groups);
  ADD ("menu/torus", "torus-5x5x5", test_menu);
  ADD ("menu/dragonfly", "cascade-2", test_menu);
  ADD ("first", "cascade-2", test_first);
  ADD ("divider", "torus-5x5x5", test_divider);
  ADD ("share", "torus-5x5x5", test_share);
  ADD ("expand", "torus-5x5x5", test_expand);
  ADD ("focus", "torus-5x5x5", test_focus);
  ADD ("hide", "torus-5x5x5", test_hide);
  ADD ("searches/torus", "torus-5x5x5", test_searches);
  ADD ("searches/dragonfly", "cascade-2", test_searches);
  ADD ("searches/fabric", "fat-tree-16", test_searches);
  status = g_test_run ();
  g_object_unref (settings);
  return status;
}
