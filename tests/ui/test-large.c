/* Access: text twice as large fits a small screen, in every view, on every page and in every
 * window, with all its words. */
#include "dl-appearance.h"
#include "dl-canvas.h"
#include "dl-help.h"
#include "dl-lessons.h"
#include "dl-router-chart.h"
#include "dl-ui.h"
#include "picture-fixture.h"
#include "ui-fixture.h"
#include "window-fixture.h"

static GtkApplication *application; /* one per process */

#define SMALL_WIDTH  1280
#define SMALL_HEIGHT 800

/* The choice in a drop-down: its tooltip and its list have all of it. */
static gboolean
is_chosen_and_told (GtkWidget *label)
{
  GtkWidget *down = gtk_widget_get_ancestor (label, GTK_TYPE_DROP_DOWN);
  const char *tooltip = down != NULL ? gtk_widget_get_tooltip_text (down) : NULL;

  return tooltip != NULL && strstr (tooltip, gtk_label_get_text (GTK_LABEL (label))) != NULL;
}

/* Where words may be cut: names that people give, and what says the same as something else. */
static gboolean
may_be_cut (DlWindow *self, GtkWidget *label)
{
  return label == GTK_WIDGET (self->title_label) || label == GTK_WIDGET (self->subtitle_label)
         || label == ui_part (GTK_WIDGET (self->results), "time")
         || gtk_widget_get_tooltip_text (label) != NULL /* which says all of it */
         || is_chosen_and_told (label)
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

  /* A tooltip comes where the pointer happens to be, with the size of the one before at first. */
  if (!gtk_widget_get_mapped (widget)
      || g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkTooltipWindow"))
    return 0;
  if (GTK_IS_LABEL (widget) && is_cut (widget) && !may_be_cut (self, widget))
    {
      window_tell_of (widget, gtk_label_get_text (GTK_LABEL (widget)));
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
  for (GtkWidget *child = gtk_widget_get_first_child (self->centre); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int least;

      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width (child), &least,
                          NULL, NULL, NULL);
      g_test_message ("  %s, %d high, %d at least", G_OBJECT_TYPE_NAME (child),
                      gtk_widget_get_height (child), least);
    }
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
  const DlFeature *page;
  guint n_cut = 0, n_wide = 0;

  enlarge (TRUE);
  ui_act (self, "sim-step", NULL);
  ui_wait_for (dl_live_get_picture (dl_view_get_live (self->view)) != NULL);
  ui_draw ();
  for (guint i = 0; (page = dl_family_feature (self->family, DL_FEATURE_PAGE, i)) != NULL; i++)
    {
      dl_evidence_pages_show (self->evidence, page->id);
      ui_draw ();
      n_wide += is_too_large (GTK_WIDGET (self), page->id);
      n_wide += is_pushed_out (self, page->id);
      n_cut += count_cut (self, GTK_WIDGET (self));
    }
  for (guint i = 0; i < g_list_model_get_n_items (views); i++)
    {
      g_autoptr (GObject) view = g_list_model_get_item (views, i);
      const char *name = gtk_stack_page_get_name (GTK_STACK_PAGE (view));

      dl_window_show_view (self, name);
      ui_draw ();
      n_wide += is_too_large (GTK_WIDGET (self), name);
      n_wide += is_pushed_out (self, name);
      n_cut += count_cut (self, GTK_WIDGET (self));
    }
  ui_act (self, "show-history", NULL);
  ui_draw (); /* it comes in */
  n_wide += is_too_large (GTK_WIDGET (self), "history");
  n_wide += is_pushed_out (self, "history");
  n_cut += count_cut (self, GTK_WIDGET (self));
  enlarge (FALSE);
  g_assert_cmpuint (n_wide, ==, 0);
  g_assert_cmpuint (n_cut, ==, 0);
}

/* Ends of @widget in the window. */
static void
find_ends (DlWindow *self, GtkWidget *widget, double *left, double *right)
{
  graphene_rect_t box;

  g_assert_true (
      gtk_widget_compute_bounds (widget, gtk_window_get_child (GTK_WINDOW (self)), &box));
  *left = box.origin.x;
  *right = box.origin.x + box.size.width;
}

/* In the smallest window text twice as large leaves map and page their room: the configuration
 * lies over the map while it is asked for, which the map does not move for. Words in map and
 * charts are as much larger as there is room. */
static void
test_narrow (WindowFixture *fixture, gconstpointer data)
{
  DlWindow *self = fixture->window;
  DlCanvas *map = DL_CANVAS (gtk_stack_get_visible_child (self->views));
  double left, right, map_left, map_right, width;

  enlarge (TRUE);
  gtk_window_set_default_size (GTK_WINDOW (self), 1024, 700);
  ui_wait_for (dl_side_layout_is_narrow (self->side)
               && gtk_widget_get_width (GTK_WIDGET (self)) <= 1024);
  ui_wait_for (!gtk_revealer_get_child_revealed (self->configuration_revealer));
  ui_draw ();
  width = gtk_widget_get_width (gtk_window_get_child (GTK_WINDOW (self)));
  find_ends (self, GTK_WIDGET (self->evidence), &left, &right);
  g_assert_cmpfloat (right, <=, width + 1);
  find_ends (self, self->centre, &map_left, &map_right);
  g_assert_cmpfloat (map_left, <, 2);
  g_assert_cmpfloat (map_right, <=, left + 1);
  g_assert_true (dl_canvas_ensure (map));
  g_assert_cmpfloat (map->size.unit, >, 1);
  g_assert_cmpuint (count_cut (self, GTK_WIDGET (self)), ==, 0);

  ui_act (self, "show-configuration", NULL);
  ui_wait_for (gtk_revealer_get_child_revealed (self->configuration_revealer));
  ui_draw ();
  find_ends (self, GTK_WIDGET (self->panels), &left, &right);
  g_assert_cmpfloat (left, <, 2);
  g_assert_cmpfloat (right, >, 300);
  find_ends (self, self->centre, &left, &right);
  g_assert_cmpfloat (left, ==, map_left);
  g_assert_cmpfloat (right, ==, map_right);
  g_assert_cmpuint (count_cut (self, GTK_WIDGET (self)), ==, 0);
  ui_act (self, "show-configuration", NULL);

  enlarge (FALSE);
  ui_wait_for (!dl_side_layout_is_narrow (self->side)
               && gtk_revealer_get_child_revealed (self->configuration_revealer));
}

/* The configuration leaves its place to the map, all of it. */
static void
test_hidden (WindowFixture *fixture, gconstpointer data)
{
  DlWindow *self = fixture->window;
  graphene_rect_t box;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  ui_act (self, "show-configuration", NULL);
  ui_draw ();
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
  ui_draw ();
  n_wide += is_too_large (GTK_WIDGET (self), "lessons");
  n_cut += count_cut (self, GTK_WIDGET (self));
  for (guint i = 0; i < g_strv_length (ids); i++)
    {
      ui_act (self, "lesson", ids[i]);
      ui_settle (fixture->session);
      ui_draw ();
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
  ui_draw ();
  button = find_action (self, "lesson.resume");
  g_assert_true (gtk_widget_get_mapped (button));
  gtk_button_set_label (GTK_BUTTON (button), "\u7ee7\u7eed(_O)");
  ui_draw ();
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
      DlCanvas *map = DL_CANVAS (gtk_stack_get_child_by_name (self->views, views[i]));
      guint n = 0;

      ui_act (self, "show-view", views[i]);
      ui_wait_for (dl_canvas_ensure (map) && map->size.unit > 1.2);
      ui_draw ();
      for (guint link = 0; link < 750; link += 31)
        {
          DlRect rect;
          DlPlace hit;

          if (!dl_canvas_locate (map, dl_place_link (link), &rect))
            continue;
          g_assert_cmpfloat (rect.x + rect.width, <=, gtk_widget_get_width (GTK_WIDGET (map)) + 1);
          g_assert_cmpfloat (rect.y + rect.height, <=,
                             gtk_widget_get_height (GTK_WIDGET (map)) + 1);
          hit = dl_canvas_hit (map, rect.x + rect.width / 2, rect.y + rect.height / 2);
          g_assert_true (dl_place_equal (hit, dl_place_link (link)));
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
  ui_wait_for (legend_height (fixture->window, 1200) >= 2 * wide - 1); /* in the next frame */
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
  DlCanvas *ring;
  DlRect before, after;
  guint n = 0;

  ui_act (self, "show-view", "ring");
  gtk_revealer_set_reveal_child (self->configuration_revealer, FALSE);
  ui_draw ();
  ring = DL_CANVAS (gtk_stack_get_child_by_name (self->views, "ring"));
  g_assert_true (dl_canvas_locate (ring, dl_place_node (0), &before));
  enlarge (TRUE);
  ui_draw ();
  g_assert_true (dl_canvas_locate (ring, dl_place_node (0), &after));
  g_assert_cmpfloat (after.width, >, 1.2 * before.width); /* of a coordinate below the axis */
  for (guint link = 0; link < 750; link++)
    {
      DlRect rect;

      if (!dl_canvas_locate (ring, dl_place_link (link), &rect))
        continue;
      g_assert_true (
          dl_place_equal (dl_canvas_hit (ring, rect.x + rect.width / 2, rect.y + rect.height / 2),
                          dl_place_link (link)));
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
  DlCanvas *view;
  gpointer click;

  ui_act (self, "show-view", "packets");
  gtk_revealer_set_reveal_child (self->configuration_revealer, FALSE);
  view = DL_CANVAS (gtk_stack_get_visible_child (self->views));
  enlarge (TRUE);
  ui_wait_for (dl_canvas_ensure (view) && view->size.unit > 1.2);
  click = ui_controller (view, GTK_TYPE_GESTURE_CLICK);
  for (guint router = 0; router < 125; router += 7)
    {
      DlRect at;

      g_assert_true (dl_canvas_locate (view, dl_place_router (router), &at));
      g_assert_cmpfloat (at.x + at.width / 2, <, gtk_widget_get_width (GTK_WIDGET (view)));
      g_assert_cmpfloat (at.y + at.height / 2, <, gtk_widget_get_height (GTK_WIDGET (view)));
      g_signal_emit_by_name (click, "pressed", 1, at.x + at.width / 2, at.y + at.height / 2);
      g_assert_cmpuint (dl_place_number (dl_view_get_selected (self->view), DL_PLACE_NODE), ==,
                        router);
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
      ui_draw ();
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

int
main (int argc, char **argv)
{
  int result;

  ui_test_init (&argc, &argv);
  dl_ui_init ();
  application = ui_application_new ();
  dl_help_init (application);
  g_test_add ("/large/torus", WindowFixture, "xt3-11x12x16", window_set_up, test_large,
              window_tear_down);
  g_test_add ("/large/dragonfly", WindowFixture, "cascade-2", window_set_up, test_large,
              window_tear_down);
  g_test_add ("/large/narrow", WindowFixture, "xt3-11x12x16", window_set_up, test_narrow,
              window_tear_down);
  g_test_add ("/large/maps", WindowFixture, "torus-5x5x5", window_set_up, test_large_maps,
              window_tear_down);
  g_test_add ("/large/beside", WindowFixture, "torus-5x5x5", window_set_up, test_large_beside,
              window_tear_down);
  g_test_add ("/large/lessons", WindowFixture, "torus-5x5x5", window_set_up, test_large_lessons,
              window_tear_down);
  g_test_add ("/large/legend", WindowFixture, "torus-5x5x5", window_set_up, test_large_legend,
              window_tear_down);
  g_test_add ("/large/ring", WindowFixture, "torus-5x5x5", window_set_up, test_large_ring,
              window_tear_down);
  g_test_add ("/large/packets", WindowFixture, "torus-5x5x5", window_set_up, test_large_packets,
              window_tear_down);
  g_test_add ("/large/router", WindowFixture, "torus-5x5x5", window_set_up, test_large_router,
              window_tear_down);
  g_test_add ("/large/hidden", WindowFixture, "torus-5x5x5", window_set_up, test_hidden,
              window_tear_down);
  g_test_add ("/large/unbroken", WindowFixture, "torus-5x5x5", window_set_up, test_unbroken,
              window_tear_down);
  result = g_test_run ();
  g_object_unref (application);
  return result;
}
