/* Zooming in the window's maps: by keys and actions, what stays in sight, one plane alone, the
 * pickers of rings. */
#include "dl-canvas.h"
#include "dl-map-zoomer.h"
#include "dl-ui.h"
#include "ui-fixture.h"
#include "window-fixture.h"

typedef WindowFixture Fixture;

static GtkWidget *
show (Fixture *fixture, const char *view)
{
  ui_act (fixture->window, "show-view", view);
  ui_draw ();
  return gtk_stack_get_visible_child (fixture->window->views);
}

static double
level_of (GtkWidget *map)
{
  double level;

  g_object_get (dl_map_zoomer_of (map), "level", &level, NULL);
  return level;
}

static gboolean
is_in_sight (GtkWidget *map, const DlRect *rect)
{
  return rect->x >= 0 && rect->y >= 0 && rect->x + rect->width <= gtk_widget_get_width (map)
         && rect->y + rect->height <= gtk_widget_get_height (map);
}

/* Every map has keys and actions for it, and keeps what is selected. */
static void
test_keys (Fixture *fixture, gconstpointer data)
{
  static const char *const views[] = { "ring-matrix", "planes", "isometric", "ring", "packets" };
  GtkWidget *box = ui_find (GTK_WIDGET (fixture->window), DL_TYPE_ZOOM_BOX, 0);

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      GtkWidget *map = show (fixture, views[i]);

      dl_view_select (fixture->window->view, dl_place_link (7));
      g_assert_true (gtk_widget_get_visible (box));
      g_assert_true (ui_press (map, GDK_KEY_plus, 0));
      g_assert_cmpfloat (level_of (map), ==, DL_MAP_ZOOM_STEP);
      ui_act (fixture->window, "zoom-in", NULL);
      g_assert_cmpfloat (level_of (map), ==, DL_MAP_ZOOM_STEP * DL_MAP_ZOOM_STEP);
      ui_wait_for (ui_says (box, "225%"));
      g_assert_true (ui_press (map, GDK_KEY_minus, 0));
      g_assert_cmpfloat (level_of (map), ==, DL_MAP_ZOOM_STEP);
      g_assert_true (ui_press (map, GDK_KEY_Escape, 0));
      g_assert_cmpfloat (level_of (map), ==, 1);
      g_assert_cmpuint (dl_view_get_selected_link (fixture->window->view), ==, 7);
      g_assert_false (dl_map_zoomer_is_zoomed (map));
    }
  show (fixture, "table");
  g_assert_false (gtk_widget_get_visible (box));
}

/* The selection comes into sight, however it is made; arrow keys with Ctrl move the map. */
static void
test_reveal (Fixture *fixture, gconstpointer data)
{
  DlView *view = fixture->window->view;
  GtkWidget *map = show (fixture, "ring-matrix");
  DlRect rect;
  DlNet net;

  g_assert_true (dl_view_get_net (view, &net));
  dl_view_select (view, dl_place_link (0));
  for (guint i = 0; i < 5; i++)
    ui_press (map, GDK_KEY_plus, 0);
  for (guint link = 0; link < net.graph->n_links; link += net.graph->n_links / 29)
    {
      dl_view_select (view, dl_place_link (link));
      g_assert_true (dl_canvas_locate (DL_CANVAS (map), dl_place_link (link), &rect));
      g_assert_true (is_in_sight (map, &rect));
    }

  const DlMapZoom before = dl_map_zoomer_get (map, 1);
  g_assert_true (ui_press (map, GDK_KEY_Left, GDK_CONTROL_MASK));
  g_assert_cmpfloat (dl_map_zoomer_get (map, 1).x, <, before.x);
  g_assert_true (ui_press (map, GDK_KEY_0, 0));
  g_assert_false (ui_press (map, GDK_KEY_Left, GDK_CONTROL_MASK));
}

/* A zoomed map's middle button acts as it is released, since it may move the map. */
static void
test_middle_button (Fixture *fixture, gconstpointer data)
{
  GtkWidget *map = show (fixture, "ring-matrix");

  g_assert_false (dl_map_zoomer_waits (map, GDK_BUTTON_MIDDLE));
  dl_map_zoomer_zoom (dl_map_zoomer_of (map), 4);
  g_assert_true (dl_map_zoomer_waits (map, GDK_BUTTON_MIDDLE));
  g_assert_false (dl_map_zoomer_waits (map, GDK_BUTTON_PRIMARY));
  dl_map_zoomer_fit (dl_map_zoomer_of (map));
}

/* P shows one plane alone, which follows what is selected, and Esc all of them. */
static void
test_plane (Fixture *fixture, gconstpointer data)
{
  DlView *view = fixture->window->view;
  GtkWidget *map = show (fixture, "planes");
  DlRect small, large;

  dl_view_select (view, dl_place_node (0));
  g_assert_true (dl_canvas_locate (DL_CANVAS (map), dl_place_node (0), &small));
  g_assert_true (ui_press (map, GDK_KEY_p, 0));
  g_assert_true (dl_canvas_locate (DL_CANVAS (map), dl_place_node (0), &large));
  g_assert_cmpfloat (large.width, >, 2 * small.width);
  g_assert_false (dl_canvas_locate (DL_CANVAS (map), dl_place_node (1), &large));
  dl_view_select (view, dl_place_node (1)); /* of the next plane */
  g_assert_true (dl_canvas_locate (DL_CANVAS (map), dl_place_node (1), &large));
  g_assert_true (ui_press (map, GDK_KEY_Escape, 0));
  g_assert_true (dl_canvas_locate (DL_CANVAS (map), dl_place_node (0), &large));
  g_assert_cmpfloat (large.width, ==, small.width);
  g_assert_cmpuint (dl_place_number (dl_view_get_selected (view), DL_PLACE_NODE), ==, 1);
}

/* The one tool that is shown. */
static GtkWidget *
ring_picker (Fixture *fixture)
{
  const GPtrArray *tools = fixture->window->tools;
  GtkWidget *shown = NULL;

  for (guint i = 0; i < tools->len; i++)
    if (gtk_widget_get_visible (tools->pdata[i]))
      {
        g_assert_null (shown);
        shown = tools->pdata[i];
      }
  return shown;
}

/* The picker goes from ring to ring, round and round, and back to where it began. */
static void
test_ring_picker (Fixture *fixture, gconstpointer data)
{
  DlView *view = fixture->window->view;
  GtkWidget *map = show (fixture, "ring");
  GtkWidget *picker = ring_picker (fixture);
  GtkDropDown *axis = ui_find (picker, GTK_TYPE_DROP_DOWN, 0);
  GtkWidget *next = gtk_widget_get_last_child (picker);
  DlTorusDim dim;
  guint node, first;

  g_assert_true (gtk_widget_get_mapped (picker));
  ui_assert_explained (picker);
  gtk_drop_down_set_selected (axis, DL_Y);
  dl_view_get_ring (view, &first, &dim);
  g_assert_cmpuint (dim, ==, DL_Y);
  for (guint i = 0; i < 16 * 11; i++)
    {
      g_signal_emit_by_name (next, "clicked");
      dl_view_get_ring (view, &node, &dim);
      g_assert_cmpuint (dim, ==, DL_Y);
      g_assert_true ((node == first) == (i == 16 * 11 - 1));
    }
  g_assert_true (ui_press (map, GDK_KEY_Page_Up, 0));
  dl_view_get_ring (view, &node, &dim);
  g_assert_cmpuint (node, !=, first);
  show (fixture, "planes");
  g_assert_false (gtk_widget_get_mapped (picker));
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
  GtkApplication *application = ui_application_new ();
#define ADD(name, func)                                                                            \
  g_test_add ("/zoom-view/" name, Fixture, "xt3-11x12x16", window_set_up, func, window_tear_down)
  ADD ("keys", test_keys);
  ADD ("reveal", test_reveal);
  ADD ("middle-button", test_middle_button);
  ADD ("plane", test_plane);
  ADD ("ring-picker", test_ring_picker);
  const int status = g_test_run ();
  g_object_unref (application);
  return status;
}
