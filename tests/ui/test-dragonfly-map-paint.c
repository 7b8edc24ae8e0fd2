/* Maps of a dragonfly: what the values of links come to, and what is painted; for machines of all
 * shapes. */
#include "dragonfly-fixture.h"
#include "pixels.h"
#include "metric-fixture.h"

#include <math.h>

/* Sums -----------------------------------------------------------------------------------------
 */

static void
assert_near (double value, double expected)
{
  if (isnan (expected))
    g_assert_true (isnan (value));
  else
    g_assert_cmpfloat_with_epsilon (value, expected, 1e-4);
}

/* Against sums that look at each pair by itself. */
static void
test_sums (void)
{
  for (guint i = 0; i < DRAGONFLY_N_MACHINES; i++)
    {
      g_autoptr (DlDragonfly) dragonfly = dragonfly_machine (i);
      g_autoptr (DragonflyValues) made = dragonfly_values_new (dragonfly);
      const guint n = dragonfly->n_groups;

      for (guint a = 0; a < n; a += 1 + n / 8)
        {
          double out = 0, in = 0;
          guint n_out = 0, n_in = 0, busy_out = 0, busy_in = 0;

          for (guint b = 0; b < n; b++)
            {
              double sum = 0;
              guint links = 0, busy = 0;

              for (guint link = 0; link < dragonfly->n_links; link++)
                {
                  const guint from = dragonfly->router[dragonfly->link_from[link]].group;
                  const guint to = dragonfly->router[dragonfly->link_to[link]].group;
                  const double value = isnan (made->values[link]) ? 0 : made->values[link];

                  if (dragonfly->link_class[link] != DL_LINK_BLUE
                      || dragonfly->link_state[link] != DL_LINK_UP)
                    continue;
                  if (from == a && to == b)
                    {
                      links++;
                      sum += value;
                      busy += !isnan (made->values[link]);
                    }
                  if (from == b && to == a)
                    {
                      n_in++;
                      in += value;
                      busy_in += !isnan (made->values[link]);
                    }
                }
              assert_near (made->group_value[a * n + b], busy > 0 ? sum / links : NAN);
              out += sum;
              n_out += links;
              busy_out += busy;
            }
          assert_near (made->group_out[a], busy_out > 0 ? out / n_out : NAN);
          assert_near (made->group_in[a], busy_in > 0 ? in / n_in : NAN);
        }
    }
}

static void
test_order (void)
{
  g_autoptr (DlDragonfly) dragonfly = dragonfly_aries (15, 0, 6, 0);
  g_autoptr (DragonflyValues) made = dragonfly_values_new (dragonfly);
  guint16 order[15];
  guint seen = 0;

  dl_dragonfly_values_order (&made->sums, 15, order);
  for (guint i = 0; i < 15; i++)
    {
      seen |= 1u << order[i];
      if (i > 0)
        g_assert_cmpfloat (made->group_out[order[i]] + made->group_in[order[i]], <=,
                           made->group_out[order[i - 1]] + made->group_in[order[i - 1]]);
    }
  g_assert_cmphex (seen, ==, 0x7fff);

  /* The rows of a sorted map are in that order, those of another one by number. */
  for (guint sorted = 0; sorted < 2; sorted++)
    {
      const DlDragonflyMapOptions options
          = { .width = 722, .height = 560, .scale = 1, .sorted = sorted, .label_scale = 1 };
      g_autoptr (DlDragonflyMap) map = dl_dragonfly_map_new (dragonfly, &options, order);
      double last = 0;

      for (guint i = 0; i < 15; i++)
        {
          const guint group = sorted ? order[i] : i;
          DlRect rect;

          g_assert_true (dl_dragonfly_map_rect (map, dl_place_pair (group, 0), &rect));
          g_assert_cmpfloat (rect.y, >, last);
          last = rect.y;
        }
    }
}

/* Painting -------------------------------------------------------------------------------------
 */

/* The color of some links: of their mean, the hatching of idle ones, which a chord does not show,
 * or the background. */
static void
assert_color (DlDragonflyMapKind kind, guint32 pixel, guint n_links, guint n_working, double value,
              const DlScale *scale, const DlTheme *theme)
{
  const guint32 rgb = pixel & 0xffffff;

  g_assert_cmphex (pixel >> 24, ==, 0xff);
  if (n_links == 0)
    g_assert_cmphex (rgb, ==, rgb_of (theme->absent));
  else if (n_working == 0)
    g_assert_cmphex (rgb, ==, rgb_of (theme->background));
  else if (isnan (value) && kind == DL_DRAGONFLY_MAP_CHORD)
    g_assert_cmphex (rgb, ==, rgb_of (theme->background));
  else if (isnan (value))
    g_assert_true (rgb == rgb_of (theme->idle[0]) || rgb == rgb_of (theme->idle[1]));
  else
    {
      /* The mean may be rounded to the step beside. */
      const guint32 colors[] = { dl_scale_rgb (scale, value), dl_scale_rgb (scale, value - 1e-4),
                                 dl_scale_rgb (scale, value + 1e-4) };
      g_assert_true (rgb == colors[0] || rgb == colors[1] || rgb == colors[2]);
    }
}

static void
check_colors (DlDragonfly *dragonfly, const DlDragonflyMap *map)
{
  const DlDragonflyMapOptions *options = dl_dragonfly_map_options (map);
  const DlTheme *theme = dl_theme_dark ();
  g_autoptr (DragonflyValues) made = dragonfly_values_new (dragonfly);
  const guint n = dragonfly->n_groups;
  g_autofree guint *links = g_new0 (guint, n * n);
  g_autofree guint *working = g_new0 (guint, n * n);
  DlScale scale;

  dl_scale_init (&scale, dragonfly_metric ("sim-load"), 0, dl_theme_light ());
  cairo_surface_t *image
      = dl_dragonfly_map_paint (map, dragonfly, &made->sums, &scale, theme, NULL);
  g_assert_cmpint (cairo_image_surface_get_width (image), ==,
                   ceil (options->width * options->scale - 1e-6));
  for (guint link = 0; link < dragonfly->n_links; link++)
    {
      const guint pair = dragonfly->router[dragonfly->link_from[link]].group * n
                         + dragonfly->router[dragonfly->link_to[link]].group;
      DlRect rect;
      guint all = 1, up = dragonfly->link_state[link] == DL_LINK_UP;
      double sum = made->values[link];

      links[pair] += dragonfly->link_class[link] == DL_LINK_BLUE;
      working[pair] += dragonfly->link_class[link] == DL_LINK_BLUE && up;
      if (!dl_dragonfly_map_rect (map, dl_place_link (link), &rect)
          || !dragonfly_has_pixel (map, &rect))
        continue;
      if (dragonfly->link_class[link] != DL_LINK_BLUE)
        {
          if (dragonfly->link_parallel[link] != 0)
            continue;
          guint busy = 0;
          sum = 0;
          for (all = up = 0; link + all < dragonfly->first_link[dragonfly->link_from[link] + 1]
                             && dragonfly->link_to[link + all] == dragonfly->link_to[link];
               all++)
            if (dragonfly->link_state[link + all] == DL_LINK_UP)
              {
                up++;
                busy += !isnan (made->values[link + all]);
                sum += isnan (made->values[link + all]) ? 0 : made->values[link + all];
              }
          sum = busy > 0 ? sum / up : NAN;
        }
      assert_color (options->kind,
                    pixel_at (image, rect.x + rect.width / 2, rect.y + rect.height / 2), all, up,
                    sum, &scale, theme);
    }
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      {
        DlRect rect;

        if (dl_dragonfly_map_rect (map, dl_place_pair (a, b), &rect)
            && dragonfly_has_pixel (map, &rect))
          assert_color (
              options->kind, pixel_at (image, rect.x + rect.width / 2, rect.y + rect.height / 2),
              links[a * n + b], working[a * n + b], made->group_value[a * n + b], &scale, theme);
      }
  cairo_surface_destroy (image);
}

static void
test_colors (void)
{
  dragonfly_foreach_map (check_colors);
}

static cairo_surface_t *
draw (DlDragonfly *dragonfly, const DlDragonflyMap *map, const DragonflyValues *made,
      DlOverlay overlay, const guint32 *job, cairo_surface_t *reuse)
{
  const DlDragonflyPicture picture = { .values = &made->sums, .job = job };
  DlScale scale;

  dl_scale_init (&scale, dragonfly_metric ("sim-load"), 0, dl_theme_light ());
  overlay.net = dl_shape_net (dragonfly);
  overlay.scale = &scale;
  cairo_surface_t *image
      = dl_dragonfly_map_paint (map, dragonfly, &made->sums, &scale, dl_theme_light (), reuse);
  cairo_t *cr = cairo_create (image);
  dl_dragonfly_map_draw_overlay (map, cr, &overlay, &picture, dl_theme_light ());
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (image);
  return image;
}

static guint
count_color (cairo_surface_t *image, DlColor color)
{
  const gint width = cairo_image_surface_get_width (image);
  const gint height = cairo_image_surface_get_height (image);
  guint n = 0;

  for (gint y = 0; y < height; y++)
    {
      const guint32 *row = (const guint32 *) (cairo_image_surface_get_data (image)
                                              + (gsize) y * cairo_image_surface_get_stride (image));
      for (gint x = 0; x < width; x++)
        n += (row[x] & 0xffffff) == rgb_of (color);
    }
  return n;
}

/* The number of rows and columns of pixels at the border that something is written into. */
static gboolean
is_border_clear (cairo_surface_t *image)
{
  const gint width = cairo_image_surface_get_width (image);
  const gint height = cairo_image_surface_get_height (image);
  const guint32 background = rgb_of (dl_theme_light ()->background);

  for (gint y = 0; y < height; y++)
    {
      const guint32 *row = (const guint32 *) (cairo_image_surface_get_data (image)
                                              + (gsize) y * cairo_image_surface_get_stride (image));
      for (gint x = 0; x < width; x++)
        if ((x == 0 || y == 0 || x == width - 1 || y == height - 1)
            && (row[x] & 0xffffff) != background)
          return FALSE;
    }
  return TRUE;
}

/* Nothing is clipped at the map's border from its minimum size on. */
static void
test_minimum_size (void)
{
  for (guint i = 0; i < DRAGONFLY_N_MACHINES; i++)
    for (guint kind = 0; kind < DL_N_DRAGONFLY_MAPS; kind++)
      for (guint larger = 0; larger < 2; larger++)
        {
          g_autoptr (DlDragonfly) dragonfly = dragonfly_machine (i);
          g_autoptr (DragonflyValues) made = dragonfly_values_new (dragonfly);
          DlDragonflyMapOptions options = { .kind = kind, .scale = 1, .label_scale = 1 };

          dl_dragonfly_map_minimum_size (dragonfly, kind, &options.width, &options.height);
          g_assert_cmpfloat (options.width, >=, 260);
          g_assert_cmpfloat (options.width, <=, 640);
          g_assert_cmpfloat (options.height, <=, 600);
          if (larger)
            {
              options.width = 640;
              options.height = 480;
            }
          g_autoptr (DlDragonflyMap) map = dl_dragonfly_map_new (dragonfly, &options, NULL);
          cairo_surface_t *image = draw (dragonfly, map, made, (DlOverlay) { 0 }, NULL, NULL);
          if (!is_border_clear (image))
            g_error ("machine %u, map %u, %gx%g: clipped", i, kind, options.width, options.height);
          cairo_surface_destroy (image);
        }
}

/* A broken cable shows as crosses, and a route as outlines, in every map. */
static void
test_marks (void)
{
  g_autoptr (DlDragonfly) whole = dragonfly_aries (8, 0, 12, 0);
  g_autoptr (DlDragonfly) broken = dragonfly_aries (8, 0, 12, 20);
  g_autoptr (DragonflyValues) whole_values = dragonfly_values_new (whole);
  g_autoptr (DragonflyValues) broken_values = dragonfly_values_new (broken);
  const DlTheme *theme = dl_theme_light ();
  guint32 path[3] = { 0, 0, 0 };
  guint32 job[8 * 384];

  for (guint node = 0; node < G_N_ELEMENTS (job); node++)
    job[node] = node % 3 == 0 ? G_MAXUINT32 : node / 100;
  for (guint link = 0; link < whole->first_link[96]; link++)
    path[whole->link_class[link]] = link * dl_shape_net (whole)->n_vcs;
  for (guint kind = 0; kind < DL_N_DRAGONFLY_MAPS; kind++)
    {
      const DlDragonflyMapOptions options
          = { .kind = kind, .width = 722, .height = 560, .scale = 1, .label_scale = 1 };
      g_autoptr (DlDragonflyMap) map = dl_dragonfly_map_new (whole, &options, NULL);
      const DlMapPath hops = { .channels = path, .n = 3, .step = DL_NO_STEP };
      const DlOverlay plain = { 0 }, way = { .path = &hops };
      DlOverlay selected = { 0 };
      cairo_surface_t *image = draw (whole, map, whole_values, plain, NULL, NULL);

      g_assert_cmpuint (count_color (image, theme->broken), ==, 0);
      g_assert_cmpuint (count_color (image, theme->path), ==, 0);
      const guint accent = count_color (image, theme->accent);
      const guint series = count_color (image, theme->series[1]);

      image = draw (broken, map, broken_values, plain, NULL, image);
      g_assert_cmpuint (count_color (image, theme->broken), >, 10);
      image = draw (whole, map, whole_values, way, NULL, image);
      g_assert_cmpuint (count_color (image, theme->path), >, 20);
      image = draw (whole, map, whole_values, plain, job, image);
      g_assert_true ((count_color (image, theme->series[1]) > series)
                     == (kind == DL_DRAGONFLY_MAP_GROUP));
      selected.selected = dl_dragonfly_map_step (map, selected.selected, 0, 0);
      image = draw (whole, map, whole_values, selected, NULL, image);
      g_assert_cmpuint (count_color (image, theme->accent), >, accent + 10);
      cairo_surface_destroy (image);
    }
}

/* Thumbnails have no text; the same image is painted again, and another where it does not fit. */
static void
test_reuse (void)
{
  g_autoptr (DlDragonfly) dragonfly = dragonfly_aries (15, 0, 6, 0);
  g_autoptr (DragonflyValues) made = dragonfly_values_new (dragonfly);

  for (guint kind = 0; kind < DL_N_DRAGONFLY_MAPS; kind++)
    {
      const DlDragonflyMapOptions options
          = { .kind = kind, .width = 300, .height = 200, .scale = 1, .label_scale = 1 };
      DlDragonflyMapOptions small = options;
      small.width = 200;
      g_autoptr (DlDragonflyMap) map = dl_dragonfly_map_new (dragonfly, &options, NULL);
      g_autoptr (DlDragonflyMap) bare = dl_dragonfly_map_new (dragonfly, &small, NULL);
      cairo_surface_t *image = draw (dragonfly, map, made, (DlOverlay) { 0 }, NULL, NULL);
      cairo_surface_t *again = draw (dragonfly, map, made, (DlOverlay) { 0 }, NULL, image);

      g_assert_true (again == image);
      g_assert_cmpuint (count_color (image, dl_theme_light ()->foreground), >, 0);
      again = draw (dragonfly, bare, made, (DlOverlay) { 0 }, NULL, image);
      g_assert_cmpint (cairo_image_surface_get_width (again), ==, 200);
      g_assert_cmpuint (count_color (again, dl_theme_light ()->foreground), ==, 0);
      cairo_surface_destroy (again);
    }
}

#define SCALE 4 /* pixels per unit */

/* How much two images of a size differ: the mean of a channel, and the share of pixels that do so
 * by far. */
static double
difference (cairo_surface_t *a, cairo_surface_t *b, double *far)
{
  const gint width = cairo_image_surface_get_width (a), height = cairo_image_surface_get_height (a);
  double sum = 0;
  guint n_far = 0;

  g_assert_cmpint (width, ==, cairo_image_surface_get_width (b));
  g_assert_cmpint (height, ==, cairo_image_surface_get_height (b));
  for (gint y = 0; y < height; y++)
    for (gint x = 0; x < width; x++)
      {
        const double at[] = { (x + 0.5) / SCALE, (y + 0.5) / SCALE };
        const guint32 pixels[] = { pixel_at (a, at[0], at[1]), pixel_at (b, at[0], at[1]) };
        gint most = 0;

        for (guint shift = 0; shift < 24; shift += 8)
          {
            const gint away
                = abs ((gint) (pixels[0] >> shift & 0xff) - (gint) (pixels[1] >> shift & 0xff));

            sum += away / 3.0;
            most = MAX (most, away);
          }
        n_far += most > 32;
      }
  *far = (double) n_far / ((double) width * height);
  return sum / ((double) width * height);
}

/* Vectors in a file look like pixels on the screen: ribbons with values, and none where links are
 * idle or broken. Other colors in any other place are found. */
static void
test_vectors (void)
{
  const DlTheme *theme = dl_theme_light ();
  guint n_chords = 0;

  for (guint i = 0; i < DRAGONFLY_N_MACHINES; i++)
    for (guint kind = 0; kind < DL_N_DRAGONFLY_MAPS; kind++)
      {
        g_autoptr (DlDragonfly) dragonfly = dragonfly_machine (i);
        g_autoptr (DragonflyValues) made = dragonfly_values_new (dragonfly);
        const guint n_pairs = dragonfly->n_groups * dragonfly->n_groups;
        const DlDragonflyMapOptions options
            = { .kind = kind, .width = 240, .height = 230, .scale = SCALE, .label_scale = 1 };
        g_autoptr (DlDragonflyMap) map = dl_dragonfly_map_new (dragonfly, &options, NULL);
        cairo_surface_t *vectors
            = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 240 * SCALE, 230 * SCALE);
        cairo_surface_set_device_scale (vectors, SCALE, SCALE);
        cairo_t *cr = cairo_create (vectors);
        double far;
        DlScale scale;

        for (guint pair = 0; pair < n_pairs; pair += 2)
          made->group_value[pair] = NAN;
        dl_scale_init (&scale, dragonfly_metric ("sim-load"), 0, dl_theme_light ());
        const gboolean has
            = dl_dragonfly_map_paint_vectors (map, cr, dragonfly, &made->sums, &scale, theme);
        g_assert_true (has == (kind == DL_DRAGONFLY_MAP_CHORD));
        cairo_destroy (cr);
        cairo_surface_flush (vectors);
        if (has)
          {
            cairo_surface_t *image
                = dl_dragonfly_map_paint (map, dragonfly, &made->sums, &scale, theme, NULL);

            /* Edges are smoothed in two ways, and most machines have many. */
            g_assert_cmpfloat (difference (image, vectors, &far), <, 5);
            g_assert_cmpfloat (far, <, 0.05);
            n_chords++;
            cairo_surface_destroy (image);
          }
        cairo_surface_destroy (vectors);
      }
  g_assert_cmpuint (n_chords, ==, DRAGONFLY_N_MACHINES);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dragonfly-map-paint/sums", test_sums);
  g_test_add_func ("/dragonfly-map-paint/order", test_order);
  g_test_add_func ("/dragonfly-map-paint/colors", test_colors);
  g_test_add_func ("/dragonfly-map-paint/minimum-size", test_minimum_size);
  g_test_add_func ("/dragonfly-map-paint/marks", test_marks);
  g_test_add_func ("/dragonfly-map-paint/reuse", test_reuse);
  g_test_add_func ("/dragonfly-map-paint/vectors", test_vectors);
  return g_test_run ();
}
