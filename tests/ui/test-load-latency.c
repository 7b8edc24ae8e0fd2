/* The chart of latency against load: what is under a point, marks filled and hollow, and nothing
 * outside of its rectangle, however much of it is known. */
#include "dl-load-latency.h"

#include "test-figure-fixture.h"

#include <math.h>

#define WIDTH  300
#define HEIGHT 420
#define MARGIN 20

static cairo_surface_t *
draw (const DlLoadCurve *curve, DlRect rect, DlLoadPlace hovered, const DlTheme *theme)
{
  cairo_surface_t *surface = cairo_image_surface_create (
      CAIRO_FORMAT_RGB24, rect.width + 2 * MARGIN, rect.height + 2 * MARGIN);
  cairo_t *cr = cairo_create (surface);
  const DlLoadLatency chart = { curve, hovered };

  dl_color_set (cr, &theme->background);
  cairo_paint (cr);
  dl_load_latency_draw (cr, rect, &chart, theme);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static guint32
pixel (cairo_surface_t *surface, int x, int y)
{
  const guint8 *data = cairo_image_surface_get_data (surface);

  return ((const guint32 *) (data + y * cairo_image_surface_get_stride (surface)))[x] & 0xffffff;
}

static guint32
rgb (const DlColor *color)
{
  return (guint32) (color->r * 255 + 0.5) << 16 | (guint32) (color->g * 255 + 0.5) << 8
         | (guint32) (color->b * 255 + 0.5);
}

/* The middle of what the point's mark answers to, in the lower panel (the upper one with @upper);
 * FALSE if it is nowhere. */
static gboolean
find (DlRect rect, const DlLoadCurve *curve, DlLoadPlace place, gboolean upper, double *x,
      double *y)
{
  double sum_x = 0, sum_y = 0;
  guint n = 0;

  for (int at_y = rect.y; at_y < rect.y + rect.height; at_y++)
    for (int at_x = rect.x; at_x < rect.x + rect.width; at_x++)
      {
        const DlLoadPlace hit = dl_load_latency_hit (rect, curve, at_x + 0.5, at_y + 0.5);

        if (hit.series != place.series || hit.point != place.point
            || (at_y < rect.y + rect.height / 2) != upper)
          continue;
        sum_x += at_x + 0.5;
        sum_y += at_y + 0.5;
        n++;
      }
  *x = sum_x / n;
  *y = sum_y / n;
  return n > 0;
}

/* One curve, far from itself, so that no mark lies on another. */
static DlLoadCurve *
one_curve (void)
{
  DlLoadCurve *curve = dl_load_curve_alloc ();

  *curve = (DlLoadCurve) { .shared = curve->shared,
                           .n_series = 1,
                           .series = g_new0 (DlLoadSeries, 1),
                           .max_load = 0.5,
                           .n_loads = 5,
                           .n_seeds = 1,
                           .cycles = 1000,
                           .n_runs = 5,
                           .n_all_runs = 5 };
  curve->series[0].label = g_strdup ("Round robin");
  curve->series[0].saturation = 0.4;
  curve->series[0].carried = 0.3;
  curve->series[0].points = g_array_new (FALSE, FALSE, sizeof (DlLoadPoint));
  for (guint i = 0; i < 5; i++)
    {
      const DlLoadPoint point = { .load = 0.1 * (i + 1),
                                  .n_runs = 1,
                                  .state = i < 3 ? DL_SIM_CONVERGED : DL_SIM_NOT_CONVERGED,
                                  .n_in[DL_SIM_CONVERGED] = i < 3,
                                  .offered = 0.1 * (i + 1),
                                  .accepted = 0.1 * MIN (i + 1, 3.5),
                                  .accepted_reach = NAN,
                                  .latency = 200 * (i + 1),
                                  .latency_reach = NAN };

      g_array_append_val (curve->series[0].points, point);
    }
  return curve;
}

static void
test_marks (void)
{
  const DlTheme *const themes[] = { dl_theme_light (), dl_theme_dark (), dl_theme_paper () };
  g_autoptr (DlLoadCurve) curve = one_curve ();
  const DlRect rect = { MARGIN, MARGIN, WIDTH, HEIGHT };

  for (guint t = 0; t < G_N_ELEMENTS (themes); t++)
    {
      cairo_surface_t *surface = draw (curve, rect, DL_NO_LOAD_PLACE, themes[t]);
      double last_x = 0, last_y = HEIGHT;

      for (guint i = 0; i < 5; i++)
        for (guint upper = 0; upper < 2; upper++)
          {
            const DlLoadPlace place = { 0, i };
            double x, y;

            g_assert_true (find (rect, curve, place, upper != 0, &x, &y));
            /* Filled if it has converged, and hollow if not. */
            g_assert_cmphex (pixel (surface, x, y), ==,
                             rgb (i < 3 ? &themes[t]->series[0] : &themes[t]->background));
            if (!upper)
              continue;
            g_assert_cmpfloat (x, >, last_x);
            g_assert_cmpfloat (y, <, last_y);
            last_x = x;
            last_y = y;
          }
      cairo_surface_destroy (surface);
    }
}

static void
test_hit (void)
{
  g_autoptr (TestFigure) test = test_figure_new ("torus-5x5x5", NULL);
  g_autoptr (DlLoadCurve) curve = one_curve ();
  const DlRect rect = { MARGIN, MARGIN, WIDTH, HEIGHT };
  double x, y;

  g_assert_null (dl_load_latency_at (curve, DL_NO_LOAD_PLACE));
  g_assert_null (dl_load_latency_at (NULL, (DlLoadPlace) { 0, 0 }));
  g_assert_null (dl_load_latency_at (curve, (DlLoadPlace) { 0, 5 }));
  g_assert_cmpfloat (dl_load_latency_at (curve, (DlLoadPlace) { 0, 4 })->latency, ==, 1000);
  g_assert_null (
      dl_load_latency_at (curve, dl_load_latency_hit (rect, curve, rect.x + 1, rect.y + 1)));
  /* Whatever is hit exists. */
  for (y = 0; y < HEIGHT + 2 * MARGIN; y += 3)
    for (x = 0; x < WIDTH + 2 * MARGIN; x += 3)
      {
        const DlLoadPlace place = dl_load_latency_hit (rect, test->load_curve, x, y);

        g_assert_true (place.series == G_MAXUINT
                       || dl_load_latency_at (test->load_curve, place) != NULL);
      }
}

/* The frame around the chart stays empty, for narrow and wide ones, and for nothing known yet. */
static void
test_inside (void)
{
  static const DlRect rects[] = { { MARGIN, MARGIN, 252, 330 },
                                  { MARGIN, MARGIN, 800, 500 },
                                  { MARGIN, MARGIN, 180, 200 } };
  g_autoptr (TestFigure) test = test_figure_new ("torus-5x5x5", NULL);
  g_autoptr (DlSweepSpec) spec = NULL;
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (DlSweepResult));
  g_autoptr (DlLoadCurve) empty = NULL;
  const DlLoadSweepOptions options = dl_load_sweep_options_for (test->scenario);
  g_autoptr (DlEvaluation) result = dl_evaluation_new (test->scenario, 0, NULL, NULL, NULL);

  spec = dl_load_sweep_new (result, &options, NULL, NULL);
  empty = dl_load_curve_new (spec, none);
  for (guint i = 0; i < 2 * G_N_ELEMENTS (rects); i++)
    {
      const DlRect rect = rects[i / 2];
      cairo_surface_t *surface = draw (i % 2 == 0 ? test->load_curve : empty, rect,
                                       (DlLoadPlace) { 0, 0 }, dl_theme_paper ());
      const int width = rect.width + 2 * MARGIN, height = rect.height + 2 * MARGIN;

      for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
          if (x < MARGIN - 2 || y < MARGIN - 2 || x >= width - MARGIN + 2
              || y >= height - MARGIN + 2)
            g_assert_cmphex (pixel (surface, x, y), ==, 0xffffff);
      cairo_surface_destroy (surface);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/load-latency/marks", test_marks);
  g_test_add_func ("/load-latency/hit", test_hit);
  g_test_add_func ("/load-latency/inside", test_inside);
  return g_test_run ();
}
