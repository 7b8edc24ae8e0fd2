/* Charts: what is under a point, and that every size, theme and network can be drawn. */
#include "test-figure-fixture.h"

#include "dl-chart.h"
#include "dl-plot.h"
#include "pixels.h"

#include <math.h>

/* The links met from left to right along each panel, with how many points found each. */
static GArray *
scan (const DlRingChart *chart, DlRect rect, double y, double step)
{
  GArray *links = g_array_new (FALSE, FALSE, sizeof (guint));

  for (double x = rect.x - 10; x < rect.x + rect.width + 10; x += step)
    {
      const guint link = dl_ring_chart_hit (rect, chart, x, y);

      if (link != DL_NO_LINK
          && (links->len == 0 || g_array_index (links, guint, links->len - 1) != link))
        g_array_append_val (links, link);
    }
  return links;
}

static void
check_ring (const TestFigure *test, DlTorusDim dim, guint node)
{
  const DlTorusNetwork *network = test->analysis->network;
  const DlRingChart chart = { .analysis = test->analysis,
                              .node = node,
                              .dim = dim,
                              .selected_link = DL_NO_LINK,
                              .hovered_link = DL_NO_LINK };
  const DlRect rect = { 20, 30, 700, 500 };
  const guint k = network->torus.radix[dim];
  const guint n = network->torus.ring[dim] ? k : k - 1;
  DlTorusCoord coord = network->torus.coord[node];

  for (guint minus = 0; minus < 2; minus++)
    {
      g_autoptr (GArray) links = scan (&chart, rect, minus ? 450 : 200, 0.25);

      /* From left to right the links between nodes 0 and 1, 1 and 2, ... */
      g_assert_cmpuint (links->len, ==, n);
      for (guint i = 0; i < n; i++)
        {
          coord.at[dim] = (guint16) ((i + minus) % k);
          g_assert_cmpuint (g_array_index (links, guint, i), ==,
                            dl_torus_network_link (network,
                                                   dl_torus_network_node_at (network, coord),
                                                   2 * dim + minus));
        }
    }
  g_assert_cmpuint (dl_ring_chart_hit (rect, &chart, 10, 200), ==, DL_NO_LINK);
  g_assert_cmpuint (dl_ring_chart_hit (rect, &chart, 300, 20), ==, DL_NO_LINK);
  g_assert_cmpuint (dl_ring_chart_hit (rect, &chart, 300, 531), ==, DL_NO_LINK);
}

static void
test_ring_hit (void)
{
  static const char *const mesh[] = { "torus.wrap=false;true;true", "torus.broken-nodes=1,2,3",
                                      "torus.broken-links=0,0,0:z+", NULL };
  g_autoptr (TestFigure) torus = test_figure_new ("xt3-11x12x16", NULL);
  g_autoptr (TestFigure) half_mesh = test_figure_new ("torus-5x5x5", mesh);

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      check_ring (torus, dim, 0);
      check_ring (torus, dim, 1234);
      check_ring (half_mesh, dim, 0);
      check_ring (half_mesh, dim, 38);
    }
}

/* No links, no hits. */
static void
test_ring_of_one (void)
{
  static const char *const edits[] = { "torus.radix=1;4;1", NULL };
  g_autoptr (TestFigure) test = test_figure_new ("torus-5x5x5", edits);
  const DlRingChart chart = { .analysis = test->analysis, .dim = DL_X };
  const DlRect rect = { 0, 0, 300, 300 };

  for (guint i = 0; i < 300; i += 7)
    g_assert_cmpuint (dl_ring_chart_hit (rect, &chart, i, i), ==, DL_NO_LINK);
}

/* Edges are smoothed over a pixel. */
static gboolean
is_near (DlRect rect, const DlRingChart *chart, double x, double y)
{
  for (gint dx = -1; dx <= 1; dx++)
    for (gint dy = -1; dy <= 1; dy++)
      if (dl_ring_chart_hit (rect, chart, x + dx, y + dy) == chart->hovered_link)
        return TRUE;
  return FALSE;
}

/* Hovering over a link changes the pixels where that link is found. */
static void
test_ring_hit_is_drawn (void)
{
  g_autoptr (TestFigure) test = test_figure_new ("ring-8", NULL);
  DlRingChart chart = {
    .analysis = test->analysis, .dim = DL_X, .selected_link = DL_NO_LINK, .hovered_link = DL_NO_LINK
  };
  const DlRect rect = { 0, 0, 400, 300 };
  cairo_surface_t *plain = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 400, 300);
  cairo_surface_t *marked = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 400, 300);
  cairo_surface_t *const surfaces[] = { plain, marked };
  guint n_changed = 0;

  chart.hovered_link = DL_NO_LINK;
  for (guint i = 0; i < 2; i++)
    {
      cairo_t *cr = cairo_create (surfaces[i]);
      if (i == 1)
        chart.hovered_link
            = dl_torus_network_link (test->analysis->network, 3, DL_TORUS_PORT_X_MINUS);
      dl_color_set (cr, &dl_theme_light ()->background);
      cairo_paint (cr);
      dl_ring_chart_draw (cr, rect, &chart, dl_theme_light ());
      cairo_destroy (cr);
      cairo_surface_flush (surfaces[i]);
    }
  for (gint y = 0; y < 300; y++)
    for (gint x = 0; x < 400; x++)
      {
        const gsize at = (gsize) (y * cairo_image_surface_get_stride (plain) + 4 * x);
        const guint32 before
            = *(guint32 *) (gpointer) (cairo_image_surface_get_data (plain) + at) & 0xffffff;
        const guint32 after
            = *(guint32 *) (gpointer) (cairo_image_surface_get_data (marked) + at) & 0xffffff;

        if (before != after)
          {
            n_changed++;
            g_assert_true (is_near (rect, &chart, x + 0.5, y + 0.5));
          }
      }
  g_assert_cmpuint (n_changed, >, 500);
  cairo_surface_destroy (plain);
  cairo_surface_destroy (marked);
}

/* Rows of pixels of @surface with at least @least pixels of @color. */
static guint
count_rows (cairo_surface_t *surface, DlColor color, guint least)
{
  const guint32 wanted = rgb_of (color);
  const gint width = cairo_image_surface_get_width (surface);
  guint n_rows = 0;

  for (gint y = 0; y < cairo_image_surface_get_height (surface); y++)
    {
      guint n = 0;

      for (gint x = 0; x < width; x++)
        n += (pixel_at (surface, x, y) & 0xffffff) == wanted;
      n_rows += n >= least;
    }
  return n_rows;
}

/* A rule of an axis or of the grid fills a row of pixels in its own color wherever the chart
 * begins; one that lay across two rows would fill neither. */
static void
test_rules (void)
{
  static const double origins[] = { 0, 0.25, 0.5, 0.8 };
  g_autoptr (TestFigure) test = test_figure_new ("torus-5x5x5", NULL);
  const DlTheme *theme = dl_theme_light ();
  const DlTorusAnalysis *own = test->analysis;
  const DlHistogram histogram = { .series = &own, .n_series = 1, .dim = DL_X };
  const DlRingChart ring = {
    .analysis = test->analysis, .dim = DL_X, .selected_link = DL_NO_LINK, .hovered_link = DL_NO_LINK
  };

  for (guint i = 0; i < 4 * G_N_ELEMENTS (origins); i++)
    {
      const double origin = origins[i % G_N_ELEMENTS (origins)];
      const DlRect rect = { 3 + origin, 5 + origin, 320.3, 240.7 };
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 340, 260);
      cairo_t *cr = cairo_create (surface);

      dl_color_set (cr, &theme->background);
      cairo_paint (cr);
      switch (i / G_N_ELEMENTS (origins))
        {
        case 0:
          dl_histogram_draw_scaled (cr, rect, &histogram, theme);
          break;
        case 1:
          dl_load_curve_draw (cr, rect, test->analysis, theme);
          break;
        case 2:
          dl_ring_chart_draw (cr, rect, &ring, theme);
          break;
        default:
          dl_plot_draw_y (&(DlPlot) { cr, theme, rect, rect, .y = dl_axis_shares (1e-3, 1, 4) });
        }
      cairo_destroy (cr);
      cairo_surface_flush (surface);
      g_assert_cmpuint (count_rows (surface, theme->grid, 30), >=, 1);
      if (i / G_N_ELEMENTS (origins) < 3)
        g_assert_cmpuint (count_rows (surface, theme->muted, 30), >=, 1);
      cairo_surface_destroy (surface);
    }
}

/* On any scale of the screen a rule is of whole pixels; on paper it is where its value is. */
static void
test_rule_scales (void)
{
  static const double scales[] = { 1, 1.3, 1.5, 2, 3 };

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    for (double at = 10; at < 11; at += 0.1)
      {
        cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 100, 100);
        cairo_t *cr = cairo_create (surface);
        const guint pixels = (guint) round (scales[i]);

        cairo_set_source_rgb (cr, 1, 1, 1);
        cairo_scale (cr, scales[i], scales[i]);
        dl_chart_rule (cr, dl_theme_light (), 0, at, 100, 0);
        g_assert_cmpuint (count_rows (surface, (DlColor) { 1, 1, 1 }, 100), ==, pixels);
        g_assert_cmpuint (count_rows (surface, (DlColor) { 0, 0, 0 }, 100), ==, 100 - pixels);
        cairo_destroy (cr);
        cairo_surface_destroy (surface);
      }
}

static void
test_draw_everything (void)
{
  static const char *const faulty[]
      = { "torus.broken-links=1,2,2:x+;2,2,1:z+", "torus.broken-nodes=3,3,3", NULL };
  static const char *const silent[]
      = { "traffic.pattern=all-to-one", "traffic.target=0,0,0", "torus.radix=2;1;1", NULL };
  static const char *const lone[] = { "torus.radix=1;1;1", NULL };
  static const double sizes[][2]
      = { { 1, 1 }, { 20, 15 }, { 280, 130 }, { 90, 400 }, { 1200, 40 }, { 3000, 2000 } };
  const DlTheme *const themes[] = { dl_theme_light (), dl_theme_dark (), dl_theme_paper () };
  TestFigure *const tests[] = {
    test_figure_new ("torus-5x5x5", faulty),
    test_figure_new ("torus-5x5x5", silent),
    test_figure_new ("torus-5x5x5", lone),
    test_figure_new ("red-storm-27x16x24", NULL),
  };

  for (guint i = 0; i < G_N_ELEMENTS (tests) * G_N_ELEMENTS (sizes); i++)
    {
      const TestFigure *test = tests[i / G_N_ELEMENTS (sizes)];
      const double *size = sizes[i % G_N_ELEMENTS (sizes)];
      const DlRect rect = { 3, 5, size[0], size[1] };
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1300, 500);
      cairo_t *cr = cairo_create (surface);

      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        {
          const DlTheme *theme = themes[dim];
          const DlTorusAnalysis *own = test->analysis;
          const DlHistogram one = { .series = &own, .n_series = 1, .dim = dim };
          const DlHistogram policies = { .series = (const DlTorusAnalysis *const *) test->policies,
                                         .n_series = test->n_policies,
                                         .dim = dim };
          const DlRingChart ring = { .analysis = test->analysis,
                                     .node = test->analysis->network->n_nodes - 1,
                                     .dim = dim,
                                     .selected_link = 0,
                                     .hovered_link = 1 };
          double x, y;

          cairo_move_to (cr, 1, 2);
          dl_histogram_draw_scaled (cr, rect, &one, theme);
          dl_histogram_draw_scaled (cr, rect, &policies, theme);
          dl_load_curve_draw (cr, rect, test->analysis, theme);
          dl_ring_chart_draw (cr, rect, &ring, theme);
          /* The caller's drawing goes on as it was. */
          cairo_get_dash (cr, NULL, NULL);
          g_assert_cmpint (cairo_get_dash_count (cr), ==, 0);
          cairo_get_current_point (cr, &x, &y);
          x = y = 7;
          cairo_user_to_device (cr, &x, &y);
          g_assert_cmpfloat (x, ==, 7);
          g_assert_cmpfloat (y, ==, 7);
        }
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    test_figure_free (tests[i]);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart/ring-hit", test_ring_hit);
  g_test_add_func ("/chart/ring-of-one", test_ring_of_one);
  g_test_add_func ("/chart/ring-hit-is-drawn", test_ring_hit_is_drawn);
  g_test_add_func ("/chart/draw-everything", test_draw_everything);
  g_test_add_func ("/chart/rules", test_rules);
  g_test_add_func ("/chart/rule-scales", test_rule_scales);
  return g_test_run ();
}
