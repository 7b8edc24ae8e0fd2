/* Access: maps say what the cursor is on; the keyboard reaches every control once, in an order that
 * the eye follows; text twice as large fits. */
#include "dl-dragonfly-view.h"
#include "dl-flight-view-private.h"
#include "dl-help.h"
#include "dl-lessons.h"
#include "dl-map-parts.h"
#include "dl-map-view-private.h"
#include "dl-ring-view.h"
#include "dl-router-chart.h"
#include "dl-text-size.h"
#include "dl-ui.h"
#include "picture-fixture.h"
#include "ui-fixture.h"
#include "window-fixture.h"

static GtkApplication *application; /* one a process */

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

          dl_view_select_link (fixture->window->view, link);
          text = dl_view_describe_link (fixture->window->view, link);
          g_assert_nonnull (text);
          assert_says (map, text);
        }
      dl_view_clear_selection (fixture->window->view);
      g_assert_true (gtk_test_accessible_has_role (GTK_ACCESSIBLE (map), GTK_ACCESSIBLE_ROLE_IMG));
      g_assert_true (
          gtk_test_accessible_has_property (GTK_ACCESSIBLE (map), GTK_ACCESSIBLE_PROPERTY_LABEL));
    }
}

static void
test_cursor_dragonfly (WindowFixture *fixture, gconstpointer data)
{
  static const char *const views[] = { "groups", "group", "chord" };
  DlPlaces *places = dl_view_get_places (fixture->window->view);

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      GtkWidget *map;

      ui_act (fixture->window, "show-view", views[i]);
      ui_idle ();
      map = gtk_stack_get_child_by_name (fixture->window->views, views[i]);
      for (guint router = 0; router < dl_places_get_network (places)->n_routers; router += 3)
        {
          const DlDragonflyPlace place = { .kind = DL_PLACE_ROUTER, .router = router };
          g_autofree char *text = dl_places_describe (places, place);

          g_assert_nonnull (text);
          dl_places_select (places, place);
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
          || gtk_widget_has_css_class (widget, "dl-chart") || DL_IS_MAP_VIEW (widget)
          || DL_IS_DRAGONFLY_VIEW (widget)))
    g_hash_table_add (wanted, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect (child, wanted);
}

static void
describe (GtkWidget *widget, const char *why)
{
  g_autoptr (GString) text = g_string_new (why);

  for (guint i = 0; i < 6 && widget != NULL; i++, widget = gtk_widget_get_parent (widget))
    g_string_append_printf (text, " %s (%s)", G_OBJECT_TYPE_NAME (widget),
                            gtk_widget_get_name (widget));
  g_test_message ("%s", text->str);
}

/* Which part of the window it is in, in the order in which a person reads them. */
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

/* From the first to the first again: each once, no trap, part by part. */
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

      gtk_widget_child_focus (root, GTK_DIR_TAB_FORWARD);
      focus = gtk_window_get_focus (GTK_WINDOW (root));
      g_assert_nonnull (focus);
      if (focus == first)
        break;
      if (first == NULL)
        first = focus;
      if (!g_hash_table_add (seen, focus))
        describe (focus, "twice:");
      if (part_of (fixture->window, focus) != part)
        n_changes++;
      part = part_of (fixture->window, focus);
      g_assert_cmpuint (i, <, 399); /* a trap */
    }
  g_hash_table_iter_init (&iter, wanted);
  while (g_hash_table_iter_next (&iter, &missing, NULL))
    if (!g_hash_table_contains (seen, missing))
      {
        describe (missing, "not reached:");
        n_missing++;
      }
  g_test_message ("%u stops, %u changes of part", g_hash_table_size (seen), n_changes);
  g_assert_cmpuint (n_missing, ==, 0);
  /* Header, configuration, map, evidence, status. */
  g_assert_cmpuint (n_changes, <=, 5);
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

      ui_wait_ms (30);
      before = picture_new (root);
      gtk_widget_child_focus (root, GTK_DIR_TAB_FORWARD);
      gtk_window_set_focus_visible (GTK_WINDOW (root), TRUE);
      focus = gtk_window_get_focus (GTK_WINDOW (root));
      if (focus == first)
        break;
      if (first == NULL)
        first = focus;
      if (!comes_to_show (root, focus, before))
        {
          describe (focus, "does not show:");
          n_hidden++;
        }
    }
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  g_assert_cmpuint (n, >, 30);
  g_assert_cmpuint (n_hidden, ==, 0);
}

/* Large text ----------------------------------------------------------------------------------- */

#define SMALL_WIDTH  1280
#define SMALL_HEIGHT 800

/* Where words may be cut: names that people give, and what says the same as something else. */
static gboolean
may_be_cut (DlWindow *self, GtkWidget *label)
{
  return label == GTK_WIDGET (self->title_label) || label == GTK_WIDGET (self->subtitle_label)
         || label == GTK_WIDGET (self->status_time)
         || gtk_widget_get_tooltip_text (label) != NULL /* which says all of it */
         || gtk_widget_get_ancestor (label, GTK_TYPE_LIST_VIEW) != NULL
         || gtk_widget_get_ancestor (label, GTK_TYPE_COLUMN_VIEW) != NULL;
}

static gboolean
is_cut (GtkWidget *label)
{
  PangoLayout *layout = gtk_label_get_layout (GTK_LABEL (label));
  int width, height;

  pango_layout_get_pixel_size (layout, &width, &height);
  return pango_layout_is_ellipsized (layout) || width > gtk_widget_get_width (label) + 1
         || height > gtk_widget_get_height (label) + 1;
}

/* Labels in @widget that can be seen, and whose words are not all there. */
static guint
count_cut (DlWindow *self, GtkWidget *widget)
{
  guint n = 0;

  if (!gtk_widget_get_mapped (widget))
    return 0;
  if (GTK_IS_LABEL (widget) && is_cut (widget) && !may_be_cut (self, widget))
    {
      describe (widget, gtk_label_get_text (GTK_LABEL (widget)));
      n++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_cut (self, child);
  return n;
}

/* Is there room for @window on a small screen? */
static gboolean
is_too_large (GtkWidget *window, const char *what)
{
  int width, height;

  gtk_widget_measure (window, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  gtk_widget_measure (window, GTK_ORIENTATION_VERTICAL, MAX (width, SMALL_WIDTH), &height, NULL,
                      NULL, NULL);
  g_test_message ("%s: %d x %d", what, width, height);
  return width > SMALL_WIDTH || height > SMALL_HEIGHT;
}

/* Is any of the map's surroundings pushed out of its place? */
static gboolean
is_pushed_out (DlWindow *self, const char *what)
{
  graphene_rect_t box;
  GtkWidget *last = gtk_widget_get_last_child (self->centre);
  double bottom;

  g_assert_true (gtk_widget_compute_bounds (last, self->centre, &box));
  bottom = box.origin.y + box.size.height;
  if (bottom <= gtk_widget_get_height (self->centre) + 1)
    return FALSE;
  g_test_message ("%s: down to %.0f of %d", what, bottom, gtk_widget_get_height (self->centre));
  return TRUE;
}

/* Text twice as large as it is, or that again. */
static void
enlarge (gboolean large)
{
  static gint dpi;
  GtkSettings *settings = gtk_settings_get_default ();

  if (large)
    g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", large ? 2 * (dpi > 0 ? dpi : 96 * 1024) : dpi, NULL);
  g_assert_true (dl_text_size_is_large () == large);
  ui_idle ();
}

/* In each view and on each page the window is no larger than a small screen, and words are whole.
 */
static void
test_large (WindowFixture *fixture, gconstpointer data)
{
  DlWindow *self = fixture->window;
  g_autoptr (GListModel) views = G_LIST_MODEL (gtk_stack_get_pages (self->views));
  guint n_pages, n_cut = 0, n_wide = 0;
  const DlEvidencePage *pages = dl_evidence_page_table (&n_pages);

  enlarge (TRUE);
  ui_act (self, "sim-step", NULL);
  ui_wait_for (dl_live_get_picture (dl_view_get_live (self->view)) != NULL);
  ui_wait_ms (300);
  for (guint i = 0; i < n_pages; i++)
    if (pages[i].kinds >> self->kind & 1)
      {
        dl_evidence_pages_show (self->evidence, pages[i].id);
        ui_wait_ms (60);
        n_wide += is_too_large (GTK_WIDGET (self), pages[i].id);
        n_wide += is_pushed_out (self, pages[i].id);
        n_cut += count_cut (self, GTK_WIDGET (self));
      }
  for (guint i = 0; i < g_list_model_get_n_items (views); i++)
    {
      g_autoptr (GObject) page = g_list_model_get_item (views, i);
      const char *name = gtk_stack_page_get_name (GTK_STACK_PAGE (page));

      dl_window_show_view (self, name);
      ui_wait_ms (60);
      n_wide += is_too_large (GTK_WIDGET (self), name);
      n_wide += is_pushed_out (self, name);
      n_cut += count_cut (self, GTK_WIDGET (self));
    }
  ui_act (self, "show-history", NULL);
  ui_wait_ms (100);
  n_wide += is_too_large (GTK_WIDGET (self), "history");
  n_wide += is_pushed_out (self, "history");
  n_cut += count_cut (self, GTK_WIDGET (self));
  enlarge (FALSE);
  g_assert_cmpuint (n_wide, ==, 0);
  g_assert_cmpuint (n_cut, ==, 0);
}

/* The configuration leaves its place to the map, all of it. */
static void
test_hidden (WindowFixture *fixture, gconstpointer data)
{
  DlWindow *self = fixture->window;
  graphene_rect_t box;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  ui_act (self, "show-configuration", NULL);
  ui_wait_ms (100);
  g_assert_true (
      gtk_widget_compute_bounds (self->centre, gtk_window_get_child (GTK_WINDOW (self)), &box));
  g_assert_cmpfloat (box.origin.x, <, 2);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
}

/* Each lesson at its first step, beside the rest of the window. */
static void
test_large_lessons (WindowFixture *fixture, gconstpointer data)
{
  g_auto (GStrv) ids = dl_lessons_list ();
  DlWindow *self = fixture->window;
  guint n_cut = 0, n_wide = 0;

  enlarge (TRUE);
  ui_act (self, "lessons", NULL);
  ui_wait_ms (400);
  n_wide += is_too_large (GTK_WIDGET (self), "lessons");
  n_cut += count_cut (self, GTK_WIDGET (self));
  for (guint i = 0; i < g_strv_length (ids); i++)
    {
      ui_act (self, "lesson", ids[i]);
      ui_settle (fixture->session);
      ui_wait_ms (60);
      n_wide += is_too_large (GTK_WIDGET (self), ids[i]);
      n_wide += is_pushed_out (self, ids[i]);
      n_cut += count_cut (self, GTK_WIDGET (self));
    }
  enlarge (FALSE);
  g_assert_cmpuint (n_wide, ==, 0);
  g_assert_cmpuint (n_cut, ==, 0);
}

/* The button that does @action; NULL: there is none. */
static GtkWidget *
find_action (DlWindow *self, const char *action)
{
  GtkWidget *button;

  for (guint i = 0; (button = ui_find (GTK_WIDGET (self), GTK_TYPE_BUTTON, i)) != NULL; i++)
    if (g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (button)), action) == 0)
      return button;
  return NULL;
}

/* In a language that breaks between any two characters, the button above the lessons does not. */
static void
test_unbroken (WindowFixture *fixture, gconstpointer data)
{
  DlWindow *self = fixture->window;
  GtkWidget *button;

  ui_act (self, "lesson", "01-torus");
  ui_settle (fixture->session);
  ui_act (self, "lessons", NULL);
  ui_wait_ms (200);
  button = find_action (self, "lesson.resume");
  g_assert_true (gtk_widget_get_mapped (button));
  gtk_button_set_label (GTK_BUTTON (button), "\u7ee7\u7eed(_O)");
  ui_wait_ms (200);
  g_assert_cmpint (pango_layout_get_line_count (gtk_label_get_layout (
                       GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))))),
                   ==, 1);
}

/* Maps grow as far as there is room, and what is drawn at a place is what is found there. */
static void
test_large_maps (WindowFixture *fixture, gconstpointer data)
{
  static const char *const views[] = { "ring-matrix", "planes" };
  DlWindow *self = fixture->window;

  enlarge (TRUE);
  gtk_revealer_set_reveal_child (self->configuration_revealer, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      DlMapView *map = DL_MAP_VIEW (gtk_stack_get_child_by_name (self->views, views[i]));
      guint n = 0;

      ui_act (self, "show-view", views[i]);
      ui_wait_for (dl_map_words_scale (GTK_WIDGET (map)) > 1.2);
      ui_wait_ms (100);
      for (guint link = 0; link < 750; link += 31)
        {
          DlRect rect;
          DlHit hit;

          if (!dl_map_view_locate (map, link, DL_NO_NODE, &rect))
            continue;
          g_assert_cmpfloat (rect.x + rect.width, <=, gtk_widget_get_width (GTK_WIDGET (map)) + 1);
          g_assert_cmpfloat (rect.y + rect.height, <=,
                             gtk_widget_get_height (GTK_WIDGET (map)) + 1);
          hit = dl_map_view_hit (map, rect.x + rect.width / 2, rect.y + rect.height / 2);
          g_assert_cmpint (hit.kind, ==, DL_HIT_LINK);
          g_assert_cmpuint (hit.link, ==, link);
          n++;
        }
      g_assert_cmpuint (n, >, 10);
    }
  enlarge (FALSE);
}

/* How high the legend is where it is @width wide. */
static int
legend_height (DlWindow *self, int width)
{
  int height;

  gtk_widget_measure (self->legend, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
  return height;
}

/* The legend grows with them; where there is no room, it does not. */
static void
test_large_legend (WindowFixture *fixture, gconstpointer data)
{
  const int wide = legend_height (fixture->window, 1200);
  const int narrow = legend_height (fixture->window, 300);

  enlarge (TRUE);
  g_assert_cmpint (legend_height (fixture->window, 1200), >=, 2 * wide - 1);
  g_assert_cmpint (legend_height (fixture->window, 300), ==, narrow);
  g_assert_cmpint (gtk_widget_get_height (fixture->window->legend), >=,
                   legend_height (fixture->window, gtk_widget_get_width (fixture->window->legend)));
  enlarge (FALSE);
}

/* The ring: each bar is found where it is. */
static void
test_large_ring (WindowFixture *fixture, gconstpointer data)
{
  DlWindow *self = fixture->window;
  DlRingView *ring;
  DlRect before, after;
  guint n = 0;

  ui_act (self, "show-view", "ring");
  gtk_revealer_set_reveal_child (self->configuration_revealer, FALSE);
  ui_wait_ms (400);
  ring = DL_RING_VIEW (gtk_stack_get_child_by_name (self->views, "ring"));
  g_assert_true (dl_ring_view_locate (ring, DL_NO_LINK, 0, &before));
  enlarge (TRUE);
  ui_wait_ms (100);
  g_assert_true (dl_ring_view_locate (ring, DL_NO_LINK, 0, &after));
  g_assert_cmpfloat (after.width, >, 1.2 * before.width); /* of a coordinate below the axis */
  for (guint link = 0; link < 750; link++)
    {
      DlRect rect;

      if (!dl_ring_view_locate (ring, link, DL_NO_NODE, &rect))
        continue;
      g_assert_cmpuint (dl_ring_view_hit (ring, rect.x + rect.width / 2, rect.y + rect.height / 2),
                        ==, link);
      g_assert_cmpfloat (rect.x + rect.width, <=, gtk_widget_get_width (GTK_WIDGET (ring)));
      g_assert_cmpfloat (rect.y + rect.height, <=, gtk_widget_get_height (GTK_WIDGET (ring)));
      n++;
    }
  g_assert_cmpuint (n, ==, 10); /* of a ring of 5, both ways */
  enlarge (FALSE);
}

/* Packets: each router is found where it is, in a layout that is as much smaller as it is drawn
 * larger. */
static void
test_large_packets (WindowFixture *fixture, gconstpointer data)
{
  DlWindow *self = fixture->window;
  DlFlightView *view;
  GtkGesture *click = NULL;
  g_autoptr (GListModel) controllers = NULL;

  ui_act (self, "show-view", "packets");
  gtk_revealer_set_reveal_child (self->configuration_revealer, FALSE);
  view = DL_FLIGHT_VIEW (gtk_stack_get_visible_child (self->views));
  enlarge (TRUE);
  ui_wait_for (view->map != NULL && view->words > 1.2);
  controllers = gtk_widget_observe_controllers (GTK_WIDGET (view));
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) it = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_CLICK (it))
        click = GTK_GESTURE (it);
    }
  for (guint router = 0; router < 125; router += 7)
    {
      double x, y;

      dl_flight_map_router_at (view->map, router, &x, &y);
      x *= view->words;
      y *= view->words;
      g_assert_cmpfloat (x, <, gtk_widget_get_width (GTK_WIDGET (view)));
      g_assert_cmpfloat (y, <, gtk_widget_get_height (GTK_WIDGET (view)));
      g_signal_emit_by_name (click, "pressed", 1, x, y);
      g_assert_cmpuint (dl_view_get_selected_node (self->view), ==, router);
    }
  enlarge (FALSE);
}

/* A router from inside: its words are as large as the user's, and what there is no room for
 * scrolls. */
static void
test_large_router (WindowFixture *fixture, gconstpointer data)
{
  DlWindow *self = fixture->window;
  GtkWidget *chart = NULL;

  ui_act (self, "show-view", "router");
  ui_act (self, "sim-grant", NULL);
  enlarge (TRUE);
  for (guint i = 0; chart == NULL || !gtk_widget_has_css_class (chart, "dl-router"); i++)
    chart = ui_find (gtk_stack_get_visible_child (self->views), GTK_TYPE_DRAWING_AREA, i);
  ui_wait_for (gtk_widget_get_width (chart) >= 2 * DL_ROUTER_CHART_WIDTH);
  g_assert_cmpint (gtk_widget_get_height (chart), >=, 2 * DL_ROUTER_CHART_HEIGHT);
  g_assert_false (is_too_large (GTK_WIDGET (self), "router"));
  enlarge (FALSE);
}

/* So are the windows beside it, and the manual. */
static void
test_large_beside (WindowFixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *action, *target;
  } windows[] = { { "compare", NULL }, { "papers", NULL },       { "sweep", NULL },
                  { "export", NULL },  { "show-table", "" },     { "report", NULL },
                  { "library", NULL }, { "break-random", NULL }, { "help", "" } };
  guint n_wide = 0, n_cut = 0;

  enlarge (TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
    {
      GtkWindow *window;

      if (g_str_equal (windows[i].action, "help"))
        ui_act (application, "help", "");
      else
        ui_act (fixture->window, windows[i].action, windows[i].target);
      ui_wait_ms (400);
      window = window_find_beside (fixture);
      g_assert_nonnull (window);
      n_wide += is_too_large (GTK_WIDGET (window), windows[i].action);
      n_cut += count_cut (fixture->window, GTK_WIDGET (window));
      gtk_window_destroy (window);
      ui_settle (fixture->session);
    }
  enlarge (FALSE);
  g_assert_cmpuint (n_wide, ==, 0);
  g_assert_cmpuint (n_cut, ==, 0);
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

/* They are the application's windows, are never taken for the main one, and go with it. */
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
      ui_wait_ms (100);
      window = window_find_beside (fixture);
      g_assert_nonnull (window);
      g_assert_true (gtk_window_get_application (window) == application);
      g_assert_true (dl_window_find (application) == fixture->window);
      g_assert_true (press (window, GDK_KEY_q, GDK_CONTROL_MASK));
      g_assert_cmpuint (n_quit, ==, i + 1);
      g_assert_true (press (window, GDK_KEY_w, GDK_CONTROL_MASK));
      ui_wait_ms (50);
      g_assert_null (window_find_beside (fixture));
    }
  g_action_map_remove_action (G_ACTION_MAP (application), "quit");

  /* Those that are only hidden do not keep the program. */
  ui_act (fixture->window, "papers", NULL);
  ui_wait_ms (50);
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

  gtk_test_init (&argc, &argv, NULL);
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
  g_test_add ("/access/focus-visible", WindowFixture, "torus-5x5x5", window_set_up,
              test_focus_visible, window_tear_down);
  g_test_add ("/access/focus-visible-dragonfly", WindowFixture, "cascade-2", window_set_up,
              test_focus_visible, window_tear_down);
  g_test_add ("/access/large", WindowFixture, "xt3-11x12x16", window_set_up, test_large,
              window_tear_down);
  g_test_add ("/access/large-dragonfly", WindowFixture, "cascade-2", window_set_up, test_large,
              window_tear_down);
  g_test_add ("/access/large-maps", WindowFixture, "torus-5x5x5", window_set_up, test_large_maps,
              window_tear_down);
  g_test_add ("/access/large-beside", WindowFixture, "torus-5x5x5", window_set_up,
              test_large_beside, window_tear_down);
  g_test_add ("/access/large-lessons", WindowFixture, "torus-5x5x5", window_set_up,
              test_large_lessons, window_tear_down);
  g_test_add ("/access/large-legend", WindowFixture, "torus-5x5x5", window_set_up,
              test_large_legend, window_tear_down);
  g_test_add ("/access/large-ring", WindowFixture, "torus-5x5x5", window_set_up, test_large_ring,
              window_tear_down);
  g_test_add ("/access/large-packets", WindowFixture, "torus-5x5x5", window_set_up,
              test_large_packets, window_tear_down);
  g_test_add ("/access/large-router", WindowFixture, "torus-5x5x5", window_set_up,
              test_large_router, window_tear_down);
  g_test_add ("/access/side-windows", WindowFixture, "torus-5x5x5", window_set_up,
              test_side_windows, window_tear_down);
  g_test_add ("/access/hidden", WindowFixture, "torus-5x5x5", window_set_up, test_hidden,
              window_tear_down);
  g_test_add ("/access/unbroken", WindowFixture, "torus-5x5x5", window_set_up, test_unbroken,
              window_tear_down);
  result = g_test_run ();
  g_object_unref (application);
  return result;
}
