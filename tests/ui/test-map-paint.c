/* Pixels of a map and of its overlay, for shapes of all kinds. */
#include "map-fixture.h"
#include "metric-fixture.h"
#include "pixels.h"

#include <math.h>

static const gint map_no_dateline[DL_TORUS_N_DIMS]
    = { DL_NO_DATELINE, DL_NO_DATELINE, DL_NO_DATELINE };

/* Painting -------------------------------------------------------------------------------------
 */

/* Values in all of the scale, each third link idle. */
static float *
make_values (const DlTorusNetwork *network)
{
  float *values = g_new (float, network->n_links);

  for (guint link = 0; link < network->n_links; link++)
    values[link] = link % 3 == 0 ? NAN : link % 257 / 256.0f;
  return values;
}

/* Mean of a node whose links have no color each. */
static double
node_mean (const DlTorusNetwork *network, const float *values, guint node)
{
  double sum = 0;
  guint n = 0;

  for (guint link = node * network->n_ports; link < (node + 1) * network->n_ports; link++)
    if (network->link_state[link] == DL_LINK_UP && !isnan (values[link]))
      {
        sum += values[link];
        n++;
      }
  return n > 0 ? sum / n : NAN;
}

static void
check_colors (const DlTorusNetwork *network, const DlMap *map)
{
  const DlTheme *theme = dl_theme_dark ();
  g_autofree float *values = make_values (network);
  const DlMapOptions *options = dl_map_options (map);
  DlScale scale;

  dl_scale_init (&scale, torus_metric ("balance"), 0, dl_theme_light ());
  cairo_surface_t *image = dl_map_paint (map, network, values, &scale, theme, NULL);
  g_assert_cmpint (cairo_image_surface_get_width (image), ==,
                   ceil (options->width * options->scale));
  g_assert_cmpint (cairo_image_surface_get_height (image), ==,
                   ceil (options->height * options->scale));
  for (guint link = 0; link < network->n_links; link++)
    {
      DlRect rect;
      if (!dl_map_link_rect (map, link, &rect) || !map_has_pixel (map, &rect))
        continue;
      const guint32 pixel = pixel_at (image, rect.x + rect.width / 2, rect.y + rect.height / 2);
      const guint32 rgb = pixel & 0xffffff;

      g_assert_cmphex (pixel >> 24, ==, 0xff);
      if (dl_map_has_node_means (map))
        {
          const guint node = link / network->n_ports;
          const double mean = node_mean (network, values, node);

          if (network->node_up[node] && !isnan (mean))
            g_assert_cmphex (rgb, ==, dl_scale_rgb (&scale, mean));
        }
      else if (network->link_state[link] == DL_LINK_BROKEN)
        g_assert_cmphex (rgb, ==, rgb_of (theme->background));
      else if (isnan (values[link]))
        g_assert_true (rgb == rgb_of (theme->idle[0]) || rgb == rgb_of (theme->idle[1]));
      else
        g_assert_cmphex (rgb, ==, dl_scale_rgb (&scale, values[link]));
    }
  cairo_surface_destroy (image);
}

/* A cube of 32 to a side in a window of the usual size, and in a smaller one, has planes in one
 * color each where its links are alike, whatever the directions are: no lanes that come and go, and
 * no white between. */
static void
test_no_moire (void)
{
  static const double sizes[][2] = { { 738, 540 }, { 482, 440 }, { 900, 400 }, { 560, 360 } };
  const MapShape shape = { { 32, 32, 32 }, { TRUE, TRUE, TRUE } };
  DlRng rng;
  g_autoptr (DlTorusNetwork) network = map_build (&shape, 0, &rng);
  g_autofree float *values = g_new (float, network->n_links);
  DlScale scale;

  for (guint link = 0; link < network->n_links; link++)
    values[link] = (link % 6) / 5.0f;
  dl_scale_init (&scale, torus_metric ("balance"), 0, dl_theme_light ());
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint slice = 0; slice < DL_TORUS_N_DIMS; slice++)
      {
        const DlMapOptions options = { DL_MAP_PLANES, slice, sizes[i][0], sizes[i][1], 1 };
        g_autoptr (DlMap) map = dl_map_new (network, &options);
        cairo_surface_t *image
            = dl_map_paint (map, network, values, &scale, dl_theme_light (), NULL);
        const guint u = slice == DL_X ? DL_Y : DL_X, v = slice == DL_Z ? DL_Y : DL_Z;

        g_assert_true (dl_map_has_node_means (map));
        for (guint plane = 0; plane < 32; plane += 5)
          {
            const guint first = plane * network->torus.stride[slice];
            DlRect low, high;

            g_assert_true (dl_map_node_rect (map, first + 31 * network->torus.stride[v],
                                             &low)); /* v runs up */
            g_assert_true (dl_map_node_rect (map, first + 31 * network->torus.stride[u], &high));
            for (double y = low.y + .5; y < high.y + high.height; y++)
              for (double x = low.x + .5; x < high.x + high.width; x++)
                g_assert_cmphex (pixel_at (image, x, y) & 0xffffff, ==, dl_scale_rgb (&scale, 0.5));
          }
        cairo_surface_destroy (image);
      }
}

static void
test_colors (void)
{
  map_foreach (check_colors, 8);
}

static void
test_colors_large (void)
{
  map_foreach_large (check_colors);
}

/* Large idle areas show both colors of the hatching. */
static void
test_hatching (void)
{
  const DlMapOptions options = { DL_MAP_RING_MATRIX, DL_Z, 722, 520, 1 };
  const DlTheme *theme = dl_theme_light ();
  DlRng rng;
  g_autoptr (DlTorusNetwork) network = map_build (&map_shapes[1], 0, &rng);
  g_autoptr (DlMap) map = dl_map_new (network, &options);
  g_autofree float *values = g_new (float, network->n_links);
  DlScale scale;
  DlRect rect;

  for (guint link = 0; link < network->n_links; link++)
    values[link] = NAN;
  dl_scale_init (&scale, torus_metric ("load"), 0, dl_theme_light ());
  cairo_surface_t *image = dl_map_paint (map, network, values, &scale, theme, NULL);
  for (guint link = 0; link < network->n_links; link++)
    {
      guint seen[2] = { 0 };

      g_assert_true (dl_map_link_rect (map, link, &rect));
      for (double y = rect.y + 0.5; y < rect.y + rect.height; y++)
        for (double x = rect.x + 0.5; x < rect.x + rect.width; x++)
          {
            const guint32 rgb = pixel_at (image, x, y) & 0xffffff;
            for (guint i = 0; i < 2; i++)
              seen[i] += rgb == rgb_of (theme->idle[i]);
          }
      g_assert_cmpuint (seen[0], >, 20);
      g_assert_cmpuint (seen[1], >, 20);
      g_assert_cmpuint (seen[0] + seen[1], ==, rect.width * rect.height);
    }
  cairo_surface_destroy (image);
}

static void
test_reuse (void)
{
  DlRng rng;
  g_autoptr (DlTorusNetwork) network = map_build (&map_shapes[1], 0, &rng);
  const DlMapOptions options = { DL_MAP_PLANES, DL_X, 400, 300, 1 };
  const DlMapOptions other_options = { DL_MAP_PLANES, DL_X, 400, 301, 1 };
  g_autoptr (DlMap) map = dl_map_new (network, &options);
  g_autoptr (DlMap) other = dl_map_new (network, &other_options);
  g_autofree float *values = make_values (network);
  DlScale scale;

  dl_scale_init (&scale, torus_metric ("signed"), 0, dl_theme_light ());
  cairo_surface_t *image = dl_map_paint (map, network, values, &scale, dl_theme_dark (), NULL);
  g_assert_true (dl_map_paint (map, network, values, &scale, dl_theme_light (), image) == image);
  g_assert_cmphex (pixel_at (image, 0, 0), ==, 0xffffffff);
  image = dl_map_paint (other, network, values, &scale, dl_theme_light (), image);
  g_assert_cmpint (cairo_image_surface_get_height (image), ==, 301);
  cairo_surface_destroy (image);
}

/* The overlay ----------------------------------------------------------------------------------
 */

static DlDatelines
datelines_for (const DlTorusNetwork *network)
{
  DlDatelines datelines = { .dragged = -1 };

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    datelines.at[dim] = network->torus.ring[dim] ? (gint) network->torus.radix[dim] - 1 : -1;
  return datelines;
}

/* Nothing is drawn past the map's edge. */
static void
check_inside (const DlTorusNetwork *network, const DlMap *map)
{
  const DlMapOptions *options = dl_map_options (map);
  DlOverlay overlay = { .net = dl_shape_net (network) };
  DlDatelines datelines = datelines_for (network);
  double x, y, width, height, minimum_width, minimum_height;

  dl_map_minimum_size (network, options->kind, &minimum_width, &minimum_height);
  if (options->slice != DL_Z || options->width < minimum_width || options->height < minimum_height)
    return;
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
  cairo_t *cr = cairo_create (surface);
  dl_map_draw_overlay (map, cr, &overlay, &datelines, dl_theme_light ());
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_recording_surface_ink_extents (surface, &x, &y, &width, &height);
  if (width > 0)
    {
      g_assert_cmpfloat (x, >=, -1);
      g_assert_cmpfloat (y, >=, -1);
      g_assert_cmpfloat (x + width, <=, options->width + 1);
      g_assert_cmpfloat (y + height, <=, options->height + 1);
    }
  cairo_surface_destroy (surface);
}

static void
test_inside (void)
{
  map_foreach (check_inside, 15);
}

/* A cross is seen on each broken link, also where its cell is less than a pixel. */
static void
check_crosses (const DlTorusNetwork *network, const DlMap *map)
{
  const DlMapOptions *options = dl_map_options (map);
  const DlTheme *theme = dl_theme_light ();
  DlOverlay overlay = { .net = dl_shape_net (network) };
  DlDatelines datelines = datelines_for (network);
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_RGB24, ceil (options->width * options->scale),
                                    ceil (options->height * options->scale));
  cairo_surface_set_device_scale (surface, options->scale, options->scale);
  cairo_t *cr = cairo_create (surface);

  dl_map_draw_overlay (map, cr, &overlay, &datelines, theme);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  for (guint link = 0; link < network->n_links; link++)
    {
      DlRect rect;
      if (network->link_state[link] != DL_LINK_BROKEN || !dl_map_link_rect (map, link, &rect))
        continue;
      const guint32 rgb
          = pixel_at (surface, rect.x + rect.width / 2, rect.y + rect.height / 2) & 0xffffff;
      for (guint shift = 0; shift < 24; shift += 8)
        g_assert_cmpint (
            ABS ((gint) (rgb >> shift & 255) - (gint) (rgb_of (theme->broken) >> shift & 255)), <,
            64);
    }
  cairo_surface_destroy (surface);
}

static void
test_crosses (void)
{
  map_foreach (check_crosses, 10);
}

static void
test_crosses_large (void)
{
  map_foreach_large (check_crosses);
}

/* Every selection can be drawn, whether it is there or not. */
static void
check_selection (const DlTorusNetwork *network, const DlMap *map)
{
  DlOverlay overlay = { .net = dl_shape_net (network) };
  DlDatelines datelines = datelines_for (network);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 100, 100);
  cairo_t *cr = cairo_create (surface);

  overlay.focused = TRUE;
  overlay.hovered = dl_place_link (network->n_links - 1);
  for (guint i = 0; i < 8; i++)
    {
      overlay.selected
          = i % 2 == 0 ? dl_place_node (network->n_nodes * (i / 2) / 3)
                       : dl_place_link (i == 7 ? G_MAXUINT32 - 1 : network->n_links * (i / 2) / 3);
      datelines.dragged = (gint) (i / 2) - 1;
      datelines.at[DL_X] = network->torus.radix[DL_X] + i / 2; /* outside */
      dl_map_draw_overlay (map, cr, &overlay, &datelines, dl_theme_dark ());
    }
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_selection (void)
{
  map_foreach (check_selection, 5);
}

/* Extremes ------------------------------------------------------------------------------------- */

static void
test_extremes (void)
{
  static const double sizes[][3] = {
    { 0, 0, 1 },     { 1, 1, 1 },     { 0.5, 1000, 1 }, { 1000, 3, 2 },    { 40, 40, 1 },
    { 262, 152, 3 }, { 3000, 20, 1 }, { 20, 3000, 1 },  { 300, 160, 0.3 },
  };
  DlRng rng;

  for (guint i = 0; i < MAP_N_SHAPES + MAP_N_LARGE_SHAPES; i++)
    {
      const MapShape *shape
          = i < MAP_N_SHAPES ? &map_shapes[i] : &map_large_shapes[i - MAP_N_SHAPES];
      dl_rng_init (&rng, i);
      g_autoptr (DlTorusNetwork) network = map_build (shape, 5, &rng);
      g_autofree float *values = make_values (network);
      DlScale scale;

      dl_scale_init (&scale, torus_metric ("load"), 1, dl_theme_light ());
      for (guint size = 0; size < G_N_ELEMENTS (sizes); size++)
        for (guint kind = 0; kind < 2; kind++)
          {
            const DlMapOptions options
                = { kind, i % DL_TORUS_N_DIMS, sizes[size][0], sizes[size][1], sizes[size][2] };
            g_autoptr (DlMap) map = dl_map_new (network, &options);
            cairo_surface_t *image
                = dl_map_paint (map, network, values, &scale, dl_theme_light (), NULL);

            check_selection (network, map);
            cairo_surface_destroy (image);
            dl_map_step (map, DL_NO_LINK, 1, 1);
            dl_map_step (map, network->n_links, 1, 0);
            g_assert_cmpint (dl_map_hit (map, NAN, 5, map_no_dateline).kind, ==, DL_HIT_NOTHING);
            g_assert_cmpint (dl_map_hit (map, 1e300, -1e300, map_no_dateline).kind, ==,
                             DL_HIT_NOTHING);
            g_assert_cmpint (dl_map_hit (map, -5, -5, map_no_dateline).kind, ==, DL_HIT_NOTHING);
          }
    }
}

/* Pixels of the overlay over a single plane that differ with and without values. */
static guint
count_value_pixels (const DlTorusNetwork *network, double width, double height)
{
  const DlMapOptions options = { .kind = DL_MAP_PLANES,
                                 .slice = DL_Z,
                                 .width = width,
                                 .height = height,
                                 .scale = 1,
                                 .n_planes = 1 };
  g_autoptr (DlMap) map = dl_map_new (network, &options);
  g_autofree float *values = g_new (float, network->n_links);
  const DlDatelines datelines = { .at = { -1, -1, -1 }, .dragged = -1 };
  cairo_surface_t *images[2];
  guint n = 0;
  DlScale scale;

  for (guint link = 0; link < network->n_links; link++)
    values[link] = 0.5;
  dl_scale_init (&scale, torus_metric ("balance"), 0, dl_theme_light ());
  for (guint i = 0; i < 2; i++)
    {
      const DlOverlay overlay
          = { .net = dl_shape_net (network), .scale = &scale, .values = i == 0 ? NULL : values };
      cairo_t *cr;

      images[i] = dl_map_paint (map, network, values, &scale, dl_theme_light (), NULL);
      cr = cairo_create (images[i]);
      dl_map_draw_overlay (map, cr, &overlay, &datelines, dl_theme_light ());
      cairo_destroy (cr);
      cairo_surface_flush (images[i]);
    }
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      n += pixel_at (images[0], x, y) != pixel_at (images[1], x, y);
  cairo_surface_destroy (images[0]);
  cairo_surface_destroy (images[1]);
  return n;
}

/* Values stand in the cells of a plane with few nodes, and not in those of many. */
static void
test_plane_values (void)
{
  const MapShape few = { { 5, 5, 5 }, { TRUE, TRUE, TRUE } };
  const MapShape many = { { 11, 12, 16 }, { TRUE, TRUE, TRUE } };
  DlRng rng;

  dl_rng_init (&rng, 1);
  g_autoptr (DlTorusNetwork) small = map_build (&few, 0, &rng);
  g_autoptr (DlTorusNetwork) large = map_build (&many, 0, &rng);

  /* 25 nodes with six ports each. */
  g_assert_cmpuint (count_value_pixels (small, 722, 520), >, 25 * 6 * 10);
  g_assert_cmpuint (count_value_pixels (large, 722, 520), ==, 0);
}

static void
test_minimum_size (void)
{
  DlRng rng;

  for (guint i = 0; i < MAP_N_LARGE_SHAPES; i++)
    for (guint kind = 0; kind < 2; kind++)
      {
        g_autoptr (DlTorusNetwork) network = map_build (&map_large_shapes[i], 0, &rng);
        double width, height;

        dl_map_minimum_size (network, kind, &width, &height);
        g_assert_cmpfloat (width, >=, 260);
        g_assert_cmpfloat (height, >=, 150);
        g_assert_cmpfloat (width, <=, 1600);
        g_assert_cmpfloat (height, <=, 1200);
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/map-paint/colors", test_colors);
  g_test_add_func ("/map-paint/colors-large", test_colors_large);
  g_test_add_func ("/map-paint/no-moire", test_no_moire);
  g_test_add_func ("/map-paint/hatching", test_hatching);
  g_test_add_func ("/map-paint/reuse", test_reuse);
  g_test_add_func ("/map-paint/inside", test_inside);
  g_test_add_func ("/map-paint/crosses", test_crosses);
  g_test_add_func ("/map-paint/crosses-large", test_crosses_large);
  g_test_add_func ("/map-paint/selection", test_selection);
  g_test_add_func ("/map-paint/extremes", test_extremes);
  g_test_add_func ("/map-paint/plane-values", test_plane_values);
  g_test_add_func ("/map-paint/minimum-size", test_minimum_size);
  return g_test_run ();
}
