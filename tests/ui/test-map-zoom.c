/* Maps that are zoomed: what is in the window is what the larger map has there, and nothing of it
 * depends on where the window is. */
#include "map-fixture.h"

#include "dl-chart-private.h"
#include "dl-dragonfly-map.h"
#include "dl-evaluate.h"
#include "dl-matrix-map.h"
#include "dl-scenario-file.h"
#include "metric-fixture.h"

#include <math.h>

#define WIDTH  600
#define HEIGHT 420

static const gint no_dateline[DL_TORUS_N_DIMS] = { DL_NO_DATELINE, DL_NO_DATELINE, DL_NO_DATELINE };

/* Places of the window, of links that it shows wholly. */
static gboolean
is_inside (const DlRect *rect)
{
  return rect->x >= 0 && rect->y >= 0 && rect->x + rect->width <= WIDTH
         && rect->y + rect->height <= HEIGHT;
}

static DlMapOptions
options_of (DlMapKind kind, double by, double x, double y)
{
  return (DlMapOptions) { .kind = kind,
                          .slice = DL_Z,
                          .width = WIDTH,
                          .height = HEIGHT,
                          .scale = 1,
                          .cut = 2,
                          .zoom = { by, x, y } };
}

/* Cells are where they were less the way that the window was moved, and are hit there; those that
 * the window shows have their own color. */
static void
test_window_moves (void)
{
  const MapShape shape = { { 8, 8, 8 }, { TRUE, TRUE, TRUE } };
  DlRng rng;
  g_autoptr (DlTorusNetwork) network = map_build (&shape, 0, &rng);
  g_autofree float *values = g_new (float, network->n_links);
  DlScale scale;

  dl_scale_init (&scale, torus_metric ("balance"), 0, dl_theme_light ());
  for (guint link = 0; link < network->n_links; link++)
    values[link] = (link * 37 % 256) / 255.0;
  for (DlMapKind kind = 0; kind < DL_N_MAPS; kind++)
    {
      const DlMapOptions first = options_of (kind, 6, 0, 0), moved = options_of (kind, 6, 900, 700);
      g_autoptr (DlMap) a = dl_map_new (network, &first);
      g_autoptr (DlMap) b = dl_map_new (network, &moved);
      cairo_surface_t *image = dl_map_paint (b, network, values, &scale, dl_theme_light (), NULL);
      const guchar *data = cairo_image_surface_get_data (image);
      const gint stride = cairo_image_surface_get_stride (image);
      guint n_inside = 0;

      g_assert_cmpint (cairo_image_surface_get_width (image), ==, WIDTH);
      for (guint link = 0; link < network->n_links; link++)
        {
          DlRect in_a, in_b;

          if (!dl_map_link_rect (a, link, &in_a))
            continue;
          g_assert_true (dl_map_link_rect (b, link, &in_b));
          g_assert_cmpfloat_with_epsilon (in_a.x - in_b.x, 900, 1e-6);
          g_assert_cmpfloat_with_epsilon (in_a.y - in_b.y, 700, 1e-6);
          if (!is_inside (&in_b))
            continue;
          const double x = in_b.x + in_b.width / 2, y = in_b.y + in_b.height / 2;
          const DlHit hit = dl_map_hit (b, x, y, no_dateline);
          const guint32 pixel = *(const guint32 *) (data + (gint) y * stride + 4 * (gint) x);

          n_inside++;
          g_assert_cmpint (hit.kind, ==, DL_HIT_LINK);
          g_assert_cmpuint (hit.link, ==, link);
          g_assert_cmphex (pixel & 0xffffff, ==, dl_scale_rgb (&scale, values[link]));
        }
      g_assert_cmpuint (n_inside, >, 4);
      cairo_surface_destroy (image);
    }
}

/* Cells get larger with the map, planes stay in their rows, and the window stays on the map. */
static void
test_grows (void)
{
  const MapShape shape = { { 11, 12, 16 }, { TRUE, TRUE, TRUE } };
  DlRng rng;
  g_autoptr (DlTorusNetwork) network = map_build (&shape, 0, &rng);

  for (DlMapKind kind = 0; kind < DL_N_MAPS; kind++)
    {
      const guint link
          = dl_torus_network_link (network, network->n_nodes - 1, DL_TORUS_PORT_Y_PLUS);
      const DlMapOptions small = options_of (kind, 0, 0, 0), large = options_of (kind, 4, 0, 0);
      const DlMapOptions far = options_of (kind, 4, 1e9, 1e9);
      g_autoptr (DlMap) a = dl_map_new (network, &small);
      g_autoptr (DlMap) b = dl_map_new (network, &large);
      g_autoptr (DlMap) c = dl_map_new (network, &far);
      DlRect in_a, in_b, in_c;

      if (kind == DL_MAP_ISOMETRIC)
        continue; /* that node is cut away */
      g_assert_true (dl_map_link_rect (a, link, &in_a));
      g_assert_true (dl_map_link_rect (b, link, &in_b));
      g_assert_true (dl_map_link_rect (c, link, &in_c));
      g_assert_cmpfloat (in_b.width * in_b.height, >, 6 * in_a.width * in_a.height);
      g_assert_cmpfloat (in_b.x / (4 * WIDTH), >, in_a.x / WIDTH - 0.15);
      g_assert_cmpfloat (in_b.x / (4 * WIDTH), <, in_a.x / WIDTH + 0.15);
      g_assert_cmpfloat_with_epsilon (in_b.x - in_c.x, 3 * WIDTH, 1e-6);
      g_assert_cmpfloat_with_epsilon (in_b.y - in_c.y, 3 * HEIGHT, 1e-6);
    }
}

/* Nodes of planes are whole pixels, so that they are all alike, at any zoom. */
static void
test_planes_are_even (void)
{
  const MapShape shape = { { 32, 32, 32 }, { TRUE, TRUE, TRUE } };
  DlRng rng;
  g_autoptr (DlTorusNetwork) network = map_build (&shape, 0, &rng);

  for (double by = 1; by < 20; by *= 1.17)
    {
      const DlMapOptions options = options_of (DL_MAP_PLANES, by, 0, 0);
      g_autoptr (DlMap) map = dl_map_new (network, &options);
      DlRect first, next;

      for (guint node = 0; node + 1 < 32; node++)
        {
          const guint stride = network->torus.stride[DL_X];

          g_assert_true (dl_map_node_rect (map, node * stride, &first));
          g_assert_true (dl_map_node_rect (map, (node + 1) * stride, &next));
          g_assert_cmpfloat (first.width, ==, next.width);
          if (next.x - first.x >= 2)
            g_assert_cmpfloat (next.x - first.x, ==, floor (next.x - first.x));
        }
    }
}

/* The title of a plane is found, in sight as long as its plane is. */
static void
test_plane_titles (void)
{
  const MapShape shape = { { 6, 6, 4 }, { TRUE, TRUE, TRUE } };
  DlRng rng;
  g_autoptr (DlTorusNetwork) network = map_build (&shape, 0, &rng);

  for (guint by = 1; by <= 5; by += 2)
    {
      const DlMapOptions options = options_of (DL_MAP_PLANES, by, 200, 150);
      g_autoptr (DlMap) map = dl_map_new (network, &options);
      guint found = 0;

      for (guint y = 0; y < HEIGHT; y += 4)
        for (guint x = 0; x < WIDTH; x += 4)
          {
            gboolean title;
            guint plane;

            if (!dl_map_plane_at (map, x, y, &plane, &title))
              continue;
            g_assert_cmpuint (plane, <, 4);
            found += title;
          }
      g_assert_cmpuint (found, >, 0);
    }
}

/* Groups, the inside of one, the chord: what is hit at a place's middle is that place. */
static void
test_dragonfly (void)
{
  g_autoptr (DlScenario) scenario = dl_preset_load ("edison", NULL);
  g_autoptr (DlDragonflyAnalysis) analysis = dl_dragonfly_evaluate (scenario, NULL, NULL, NULL);

  for (DlDragonflyMapKind kind = 0; kind < DL_N_DRAGONFLY_MAPS; kind++)
    {
      DlDragonflyMapOptions options = {
        .kind = kind, .width = WIDTH, .height = HEIGHT, .scale = 1, .label_scale = 1, .zoom = { 5 }
      };
      const DlPlace place
          = kind == DL_DRAGONFLY_MAP_GROUP ? dl_place_router (17) : dl_place_pair (3, 7);
      DlRect rect;

      g_autoptr (DlDragonflyMap) corner
          = dl_dragonfly_map_new (analysis->dragonfly, &options, NULL);
      g_assert_true (dl_dragonfly_map_rect (corner, place, &rect));
      options.zoom.x = rect.x - WIDTH / 2;
      options.zoom.y = rect.y - HEIGHT / 2;

      g_autoptr (DlDragonflyMap) there = dl_dragonfly_map_new (analysis->dragonfly, &options, NULL);
      g_assert_true (dl_dragonfly_map_rect (there, place, &rect));
      g_assert_true (is_inside (&rect));
      g_assert_true (dl_place_equal (
          dl_dragonfly_map_hit (there, rect.x + rect.width / 2, rect.y + rect.height / 2), place));
    }
}

/* Pixels of @image (A8) inside of @rect that are drawn on. */
static guint
count_ink (cairo_surface_t *image, const DlRect *rect)
{
  const guchar *data = cairo_image_surface_get_data (image);
  const gint stride = cairo_image_surface_get_stride (image);
  guint n = 0;

  for (gint y = floor (rect->y); y < rect->y + rect->height; y++)
    for (gint x = floor (rect->x); x < rect->x + rect->width; x++)
      n += data[y * stride + x] > 0;
  return n;
}

static double
luminance (const DlColor *color)
{
  const double parts[] = { color->r, color->g, color->b }, weights[] = { 0.2126, 0.7152, 0.0722 };
  double sum = 0;

  for (guint i = 0; i < 3; i++)
    sum += weights[i]
           * (parts[i] <= 0.04045 ? parts[i] / 12.92 : pow ((parts[i] + 0.055) / 1.055, 2.4));
  return sum;
}

/* Numbers are read on each color of each scale: a contrast of 4.5. */
static void
test_contrast (void)
{
  static const char *const ids[] = { "balance", "signed", "load" };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (ids); i++)
    {
      DlScale scale;

      dl_scale_init (&scale, torus_metric (ids[i / 2]), 1,
                     i % 2 == 0 ? dl_theme_light () : dl_theme_dark ());
      for (gint k = -128; k <= 128; k++)
        {
          const DlColor fill = dl_chart_scale_color (&scale, k / 128.0);
          const DlColor ink = dl_chart_ink (&fill);
          const double a = luminance (&fill), b = luminance (&ink);

          g_assert_cmpfloat ((MAX (a, b) + 0.05) / (MIN (a, b) + 0.05), >=, 4.5);
        }
    }
}

/* A number stays in its cell, and clear of the corner that the mark of what is broken takes. */
static void
test_values (void)
{
  const DlRect all = { 0, 0, 120, 80 };
  guint n_shown = 0, n_corners = 0;
  DlScale scale;

  dl_scale_init (&scale, torus_metric ("balance"), 0, dl_theme_light ());
  for (guint width = 8; width <= 100; width += 4)
    for (guint height = 8; height <= 60; height += 3)
      {
        const DlRect cell = { 10, 10, width, height };
        cairo_surface_t *image
            = cairo_image_surface_create (CAIRO_FORMAT_A8, all.width, all.height);
        cairo_t *cr = cairo_create (image);
        DlCellValues *values = dl_cell_values_new (cr, &scale, width, height);
        DlRect corner;
        const gboolean has_corner = dl_cell_values_corner (&scale, &cell, &corner);

        g_assert_true ((values != NULL) == dl_cell_values_fit (&scale, &cell));
        g_assert_true (values != NULL || !has_corner);
        if (values != NULL)
          {
            dl_cell_values_add (values, &cell, 0.88);
            dl_cell_values_draw (values);
            cairo_surface_flush (image);
            g_assert_cmpuint (count_ink (image, &cell), >, 20);
            g_assert_cmpuint (count_ink (image, &cell), ==, count_ink (image, &all));
            n_shown++;
          }
        if (has_corner)
          {
            g_assert_cmpuint (count_ink (image, &corner), ==, 0);
            n_corners++;
          }
        dl_cell_values_free (values);
        cairo_destroy (cr);
        cairo_surface_destroy (image);
      }
  g_assert_cmpuint (n_shown, >, n_corners);
  g_assert_cmpuint (n_corners, >, 0);
}

/* The map of rings with or without numbers. */
static cairo_surface_t *
draw_rings (const DlTorusNetwork *network, double by, const float *values)
{
  const DlMapOptions options = options_of (DL_MAP_RING_MATRIX, by, 0, 0);
  g_autoptr (DlMap) map = dl_map_new (network, &options);
  DlScale scale;
  const DlOverlay overlay = { .net = dl_shape_net (network), .values = values, .scale = &scale };
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_A8, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (image);

  dl_scale_init (&scale, torus_metric ("balance"), 0, dl_theme_light ());
  dl_map_draw_overlay (map, cr, &overlay, &DL_NO_DATELINES, dl_theme_light ());
  cairo_destroy (cr);
  cairo_surface_flush (image);
  return image;
}

/* Cells have numbers once they are large enough. */
static void
test_rings_have_values (void)
{
  const MapShape shape = { { 11, 12, 16 }, { TRUE, TRUE, TRUE } };
  const DlRect all = { 0, 0, WIDTH, HEIGHT };
  DlRng rng;
  g_autoptr (DlTorusNetwork) network = map_build (&shape, 0, &rng);
  g_autofree float *values = g_new0 (float, network->n_links);

  for (guint by = 1; by <= 12; by += 11)
    {
      cairo_surface_t *with = draw_rings (network, by, values);
      cairo_surface_t *without = draw_rings (network, by, NULL);

      if (by == 1)
        g_assert_cmpuint (count_ink (with, &all), ==, count_ink (without, &all));
      else
        g_assert_cmpuint (count_ink (with, &all), >, count_ink (without, &all) + 500);
      cairo_surface_destroy (with);
      cairo_surface_destroy (without);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/map-zoom/contrast", test_contrast);
  g_test_add_func ("/map-zoom/window-moves", test_window_moves);
  g_test_add_func ("/map-zoom/grows", test_grows);
  g_test_add_func ("/map-zoom/planes-are-even", test_planes_are_even);
  g_test_add_func ("/map-zoom/plane-titles", test_plane_titles);
  g_test_add_func ("/map-zoom/dragonfly", test_dragonfly);
  g_test_add_func ("/map-zoom/values", test_values);
  g_test_add_func ("/map-zoom/rings-have-values", test_rings_have_values);
  return g_test_run ();
}
