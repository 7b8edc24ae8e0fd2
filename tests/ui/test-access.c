/* Access: maps say what the cursor is on; the keyboard reaches every control once, in an order that
 * the eye follows, and in the windows beside the main one, too. */
#include "dl-canvas.h"
#include "dl-help.h"
#include "dl-tab-group.h"
#include "dl-ui.h"
#include "picture-fixture.h"
#include "ui-fixture.h"
#include "window-fixture.h"

static GtkApplication *application; /* one per process */

/* The cursor ----------------------------------------------------------------------------------- */

static void
assert_says (gpointer map, const char *text)
{
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (map), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       text);
}

/* Each view of a torus, while the cursor goes from link to link. */
static void
test_cursor (WindowFixture *fixture, gconstpointer data)
{
  static const char *const views[] = { "ring-matrix", "planes", "isometric", "ring" };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      GtkWidget *map;

      ui_act (fixture->window, "show-view", views[i]);
      ui_idle ();
      map = gtk_stack_get_child_by_name (fixture->window->views, views[i]);
      for (guint link = i; link < 700; link += 97)
        {
          g_autofree char *text = NULL;

          dl_view_select (fixture->window->view, dl_place_link (link));
          text = dl_view_describe (fixture->window->view, dl_place_link (link));
          g_assert_nonnull (text);
          assert_says (map, text);
        }
      dl_view_select (fixture->window->view, DL_NOWHERE);
      g_assert_true (gtk_test_accessible_has_role (GTK_ACCESSIBLE (map), GTK_ACCESSIBLE_ROLE_IMG));
      g_assert_true (
          gtk_test_accessible_has_property (GTK_ACCESSIBLE (map), GTK_ACCESSIBLE_PROPERTY_LABEL));
    }
}

static void
test_cursor_dragonfly (WindowFixture *fixture, gconstpointer data)
{
  static const char *const views[] = { "groups", "group", "chord" };
  DlView *view = fixture->window->view;

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      GtkWidget *map;

      ui_act (fixture->window, "show-view", views[i]);
      ui_idle ();
      map = gtk_stack_get_child_by_name (fixture->window->views, views[i]);
      for (guint router = 0; router < dl_places_get_network (dl_view_get_places (view))->n_routers;
           router += 3)
        {
          const DlPlace place = dl_place_router (router);
          g_autofree char *text = dl_view_describe (view, place);

          g_assert_nonnull (text);
          dl_view_select (view, place);
          assert_says (map, text);
        }
    }
}

/* The keyboard --------------------------------------------------------------------------------- */

/* Does Tab go to it or into it? What GTK's own widgets do inside is theirs. */
static gboolean
takes_keys (GtkWidget *widget)
{
  return gtk_widget_get_focusable (widget) && gtk_widget_get_can_focus (widget)
         && gtk_widget_is_sensitive (widget) && gtk_widget_get_mapped (widget);
}

/* Arrows go on inside it, as in every list. */
static gboolean
is_list (GtkWidget *widget)
{
  return GTK_IS_LIST_BOX (widget) || GTK_IS_COLUMN_VIEW (widget) || GTK_IS_LIST_VIEW (widget)
         || GTK_IS_FLOW_BOX (widget) || GTK_IS_GRID_VIEW (widget);
}

/* Controls that Tab should stop at, outside of lists, menus and the frame of the window. */
static void
collect (GtkWidget *widget, GHashTable *wanted)
{
  if (!gtk_widget_get_mapped (widget) || !gtk_widget_is_sensitive (widget) || is_list (widget)
      || GTK_IS_POPOVER (widget) || GTK_IS_WINDOW_CONTROLS (widget))
    return;
  if (takes_keys (widget) && !GTK_IS_SCROLLED_WINDOW (widget)
      && (GTK_IS_BUTTON (widget) || GTK_IS_TEXT (widget) || GTK_IS_RANGE (widget)
          || GTK_IS_SWITCH (widget) || GTK_IS_CHECK_BUTTON (widget)
          || gtk_widget_has_css_class (widget, "dl-chart") || DL_IS_CANVAS (widget)))
    g_hash_table_add (wanted, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect (child, wanted);
}

/* Part of the window that @widget is in, in reading order. */
static guint
part_of (DlWindow *self, GtkWidget *widget)
{
  GtkWidget *const parts[]
      = { GTK_WIDGET (self->configuration_revealer), self->centre, GTK_WIDGET (self->evidence) };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (gtk_widget_is_ancestor (widget, parts[i]))
      return i;
  return G_N_ELEMENTS (parts);
}

static GtkWidget *
press_tab (GtkWidget *root)
{
  gtk_widget_child_focus (root, GTK_DIR_TAB_FORWARD);
  return gtk_window_get_focus (GTK_WINDOW (root));
}

/* The bar that @widget is in; NULL: it is in none. */
static GtkWidget *
bar_of (GtkWidget *widget)
{
  GtkWidget *group = gtk_widget_get_ancestor (widget, DL_TYPE_TAB_GROUP);

  return group != NULL && !gtk_widget_get_focusable (group) ? group : NULL;
}

/* All controls of the bar that has the keyboard: arrows reach them. */
static void
walk_bar (GtkWidget *root, GHashTable *seen)
{
  GtkWidget *start = gtk_window_get_focus (GTK_WINDOW (root)), *focus = start;

  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *last = NULL;

      while (bar_of (focus) == bar_of (start) && focus != last)
        {
          g_hash_table_add (seen, focus);
          last = focus;
          gtk_widget_child_focus (bar_of (start), i == 0 ? GTK_DIR_RIGHT : GTK_DIR_LEFT);
          focus = gtk_window_get_focus (GTK_WINDOW (root));
        }
      gtk_widget_grab_focus (start);
      focus = start;
    }
}

/* From the first to the first again: each once, no trap, part by part. Enter goes into a group of
 * the configuration, arrows along a bar. */
static void
test_focus (WindowFixture *fixture, gconstpointer data)
{
  GtkWidget *root = GTK_WIDGET (fixture->window);
  g_autoptr (GHashTable) wanted = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer missing;
  GtkWidget *first = NULL;
  guint part = 0, n_changes = 0, n_missing = 0;

  collect (root, wanted);
  g_assert_cmpuint (g_hash_table_size (wanted), >, 30);
  gtk_window_set_focus (GTK_WINDOW (root), NULL);
  for (guint i = 0; i < 400; i++)
    {
      GtkWidget *focus;

      focus = press_tab (root);
      g_assert_nonnull (focus);
      if (focus == first)
        break;
      if (first == NULL)
        first = focus;
      if (!g_hash_table_add (seen, focus))
        window_tell_of (focus, "twice:");
      if (bar_of (focus) != NULL)
        walk_bar (root, seen);
      if (DL_IS_TAB_GROUP (focus) && dl_tab_group_enter (DL_TAB_GROUP (focus)))
        {
          focus = gtk_window_get_focus (GTK_WINDOW (root));
          g_hash_table_add (seen, focus);
        }
      if (part_of (fixture->window, focus) != part)
        n_changes++;
      part = part_of (fixture->window, focus);
      g_assert_cmpuint (i, <, 399); /* a trap */
    }
  g_hash_table_iter_init (&iter, wanted);
  while (g_hash_table_iter_next (&iter, &missing, NULL))
    if (!g_hash_table_contains (seen, missing))
      {
        window_tell_of (missing, "not reached:");
        n_missing++;
      }
  g_test_message ("%u stops, %u changes of part", g_hash_table_size (seen), n_changes);
  g_assert_cmpuint (n_missing, ==, 0);
  /* Header, configuration, map, evidence, status. */
  g_assert_cmpuint (n_changes, <=, 5);
}

#define MOST_TABS 12

/* From the top of the configuration the map is not far; back from it neither. */
static void
test_tabs (WindowFixture *fixture, gconstpointer data)
{
  GtkWidget *root = GTK_WIDGET (fixture->window), *focus, *group;
  guint n = 0;

  gtk_widget_child_focus (GTK_WIDGET (fixture->window->panels), GTK_DIR_TAB_FORWARD);
  group = focus = gtk_window_get_focus (GTK_WINDOW (root));
  g_assert_true (DL_IS_TAB_GROUP (focus));
  while (!gtk_widget_is_ancestor (focus, GTK_WIDGET (fixture->window->views)))
    {
      focus = press_tab (root);
      g_assert_cmpuint (++n, <=, MOST_TABS);
    }
  g_test_message ("%u Tabs to the map", n);
  while (focus != group)
    {
      gtk_widget_child_focus (root, GTK_DIR_TAB_BACKWARD);
      focus = gtk_window_get_focus (GTK_WINDOW (root));
      g_assert_cmpuint (n--, >, 0);
    }
  /* Enter goes into a group, Tab on in it, and Escape out of it. */
  g_assert_true (ui_press (group, GDK_KEY_Return, 0));
  focus = gtk_window_get_focus (GTK_WINDOW (root));
  g_assert_true (focus != group && gtk_widget_is_ancestor (focus, group));
  g_assert_true (press_tab (root) != focus);
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (root)), group));
  g_assert_true (ui_press (group, GDK_KEY_Escape, 0));
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (root)) == group);
}

/* A mark of so many pixels can be seen. */
#define LEAST_SIGN 12

/* Does the picture change where @focus is? Pages are scrolled to it in their own time. */
static gboolean
comes_to_show (GtkWidget *window, GtkWidget *focus, const Picture *before)
{
  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (Picture) after = NULL;
      graphene_rect_t box;

      ui_wait_ms (20 + 20 * i);
      after = picture_new (window);
      g_assert_true (gtk_widget_compute_bounds (focus, window, &box));
      if (picture_count_changed (before, after, &box, 6) >= LEAST_SIGN)
        return TRUE;
    }
  return FALSE;
}

/* Wherever the keyboard is, it shows. */
static void
test_focus_visible (WindowFixture *fixture, gconstpointer data)
{
  GtkWidget *root = GTK_WIDGET (fixture->window), *first = NULL;
  guint n = 0, n_hidden = 0;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  gtk_window_set_focus (GTK_WINDOW (root), NULL);
  for (;; n++)
    {
      g_autoptr (Picture) before = NULL;
      GtkWidget *focus;

      ui_draw ();
      before = picture_new (root);
      focus = gtk_window_get_focus (GTK_WINDOW (root));
      if (!DL_IS_TAB_GROUP (focus) || !dl_tab_group_enter (DL_TAB_GROUP (focus)))
        press_tab (root);
      gtk_window_set_focus_visible (GTK_WINDOW (root), TRUE);
      focus = gtk_window_get_focus (GTK_WINDOW (root));
      if (focus == first)
        break;
      g_assert_cmpuint (n, <, 400); /* a trap */
      if (first == NULL)
        first = focus;
      if (!comes_to_show (root, focus, before))
        {
          window_tell_of (focus, "does not show:");
          n_hidden++;
        }
    }
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  g_assert_cmpuint (n, >, 30);
  g_assert_cmpuint (n_hidden, ==, 0);
}

/* Windows beside it -----------------------------------------------------------------------------
 */

static void
on_activated (GSimpleAction *action, GVariant *parameter, guint *n)
{
  (*n)++;
}

/* The application's keys, in a window beside the main one. */
static gboolean
press (GtkWindow *window, guint keyval, GdkModifierType modifiers)
{
  const char *accel[] = { gtk_accelerator_name (keyval, modifiers), NULL };
  g_auto (GStrv) actions = gtk_application_get_actions_for_accel (application, accel[0]);
  gboolean done = FALSE;

  for (guint i = 0; actions[i] != NULL && !done; i++)
    done = gtk_widget_activate_action (GTK_WIDGET (window), actions[i], NULL);
  g_free ((char *) accel[0]);
  return done;
}

/* Side windows are the application's, are never taken for the main one, and close with it. */
static void
test_side_windows (WindowFixture *fixture, gconstpointer data)
{
  static const char *const windows[] = { "compare", "papers", "sweep", "library" };
  static const char *const keys[] = { "<Control>q", NULL }, *const close[] = { "<Control>w", NULL };
  g_autoptr (GSimpleAction) quit = g_simple_action_new ("quit", NULL);
  guint n_quit = 0;

  g_signal_connect (quit, "activate", G_CALLBACK (on_activated), &n_quit);
  g_action_map_add_action (G_ACTION_MAP (application), G_ACTION (quit));
  gtk_application_set_accels_for_action (application, "app.quit", keys);
  gtk_application_set_accels_for_action (application, "window.close", close);
  for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
    {
      GtkWindow *window;

      ui_act (fixture->window, windows[i], NULL);
      ui_draw ();
      window = window_find_beside (fixture);
      g_assert_nonnull (window);
      g_assert_true (gtk_window_get_application (window) == application);
      g_assert_true (dl_window_find (application) == fixture->window);
      g_assert_true (press (window, GDK_KEY_q, GDK_CONTROL_MASK));
      g_assert_cmpuint (n_quit, ==, i + 1);
      g_assert_true (press (window, GDK_KEY_w, GDK_CONTROL_MASK));
      ui_draw ();
      g_assert_null (window_find_beside (fixture));
    }
  g_action_map_remove_action (G_ACTION_MAP (application), "quit");

  /* Windows that are only hidden do not keep the program. */
  ui_act (fixture->window, "papers", NULL);
  ui_draw ();
  dl_window_close_all (application);
  fixture->window = NULL;
  ui_idle ();
  g_assert_null (dl_window_find (application));
  g_assert_null (gtk_application_get_windows (application));
}

int
main (int argc, char **argv)
{
  int result;

  ui_test_init (&argc, &argv);
  dl_ui_init ();
  application = ui_application_new ();
  dl_help_init (application);
  g_test_add ("/access/cursor", WindowFixture, "torus-5x5x5", window_set_up, test_cursor,
              window_tear_down);
  g_test_add ("/access/cursor-dragonfly", WindowFixture, "cascade-2", window_set_up,
              test_cursor_dragonfly, window_tear_down);
  g_test_add ("/access/focus", WindowFixture, "torus-5x5x5", window_set_up, test_focus,
              window_tear_down);
  g_test_add ("/access/focus-dragonfly", WindowFixture, "cascade-2", window_set_up, test_focus,
              window_tear_down);
  g_test_add ("/access/tabs", WindowFixture, "xt3-11x12x16", window_set_up, test_tabs,
              window_tear_down);
  g_test_add ("/access/tabs-dragonfly", WindowFixture, "cascade-2", window_set_up, test_tabs,
              window_tear_down);
  g_test_add ("/access/tabs-fabric", WindowFixture, "fat-tree-16", window_set_up, test_tabs,
              window_tear_down);
  g_test_add ("/access/focus-visible", WindowFixture, "torus-5x5x5", window_set_up,
              test_focus_visible, window_tear_down);
  g_test_add ("/access/focus-visible-dragonfly", WindowFixture, "cascade-2", window_set_up,
              test_focus_visible, window_tear_down);
  g_test_add ("/access/side-windows", WindowFixture, "torus-5x5x5", window_set_up,
              test_side_windows, window_tear_down);
  result = g_test_run ();
  g_object_unref (application);
  return result;
}
