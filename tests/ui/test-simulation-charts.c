/* Charts of a simulation: what is under a point is what is drawn there, bars and curves are as high
 * as their values, and a figure's CSV holds what the simulation counted. */
#include "test-figure-fixture.h"

#include "dl-edit.h"
#include "dl-scenario-file.h"
#include "dl-wait-chart.h"

#include <math.h>
#include <string.h>

/* Pictures ------------------------------------------------------------------------------------- */

typedef struct
{
  cairo_surface_t *surface;
  cairo_t *cr;
  gint width, height;
} Picture;

static Picture
picture_new (gint width, gint height)
{
  Picture picture = { .width = width, .height = height };

  picture.surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  picture.cr = cairo_create (picture.surface);
  dl_color_set (picture.cr, &dl_theme_light ()->background);
  cairo_paint (picture.cr);
  return picture;
}

static void
picture_clear (Picture *picture)
{
  g_assert_cmpint (cairo_status (picture->cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (picture->cr);
  cairo_surface_destroy (picture->surface);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Picture, picture_clear)

static guint32
pixel (const Picture *picture, gint x, gint y)
{
  const guint8 *data;

  cairo_surface_flush (picture->surface);
  data = cairo_image_surface_get_data (picture->surface);
  return ((const guint32
               *) (gconstpointer) (data + y * cairo_image_surface_get_stride (picture->surface)))[x]
         & 0xffffff;
}

static guint32
rgb_of (const DlColor *color)
{
  return (guint32) (color->r * 255 + 0.5) << 16 | (guint32) (color->g * 255 + 0.5) << 8
         | (guint32) (color->b * 255 + 0.5);
}

/* The highest pixel of @color in column @x from @top on, or the height. */
static gint
top_of (const Picture *picture, gint x, gint top, const DlColor *color)
{
  gint y = top;

  while (y < picture->height && pixel (picture, x, y) != rgb_of (color))
    y++;
  return y;
}

/* Ages ----------------------------------------------------------------------------------------- */

/* Ages as wide as 4 pixels. */
static const DlRect age_rect = { 10, 20, 34 + 5 + 1024, 300 };

static gint
middle_of_age (gint age)
{
  gint first = -1, last = -1;

  for (gint x = 0; x < 1100; x++)
    if (dl_age_chart_hit (age_rect, x + 0.5, 200) == age)
      {
        first = first < 0 ? x : first;
        last = x;
      }
  g_assert_cmpint (first, >=, 0);
  return (first + last) / 2;
}

static void
test_age_hit (void)
{
  gint last = -1;

  for (double x = 0; x < 1100; x += 0.25)
    {
      const gint age = dl_age_chart_hit (age_rect, x, 200);

      g_assert_true (age == last || age == last + 1 || (last == DL_N_AGES - 1 && age == -1));
      if (age == -1 && last == DL_N_AGES - 1)
        return;
      last = age;
    }
  g_assert_not_reached ();
}

static void
test_age_bars (void)
{
  const DlTheme *theme = dl_theme_light ();
  /* A decade apart each; what is left has the rest of 1. */
  static const struct
  {
    gint age;
    guint64 grants;
  } bars[] = { { 20, 900000 }, { 100, 90000 }, { 180, 9000 }, { 230, 900 } };
  guint64 age[DL_N_AGES] = { 0 };
  const DlAgeChart chart = { .age = age, .hovered = -1 };
  g_auto (Picture) picture = picture_new (1100, 340);
  gint tops[G_N_ELEMENTS (bars)];

  for (guint i = 0; i < G_N_ELEMENTS (bars); i++)
    age[bars[i].age] = bars[i].grants;
  dl_age_chart_draw (picture.cr, age_rect, &chart, theme);
  for (guint i = 0; i < G_N_ELEMENTS (bars); i++)
    {
      const gint x = middle_of_age (bars[i].age);

      tops[i] = top_of (&picture, x, 75, &theme->series[0]);
      g_assert_cmpint (tops[i], <, picture.height);
      /* Its neighbors have none. */
      g_assert_cmpint (top_of (&picture, x - 4, 75, &theme->series[0]), ==, picture.height);
      g_assert_cmpint (top_of (&picture, x + 4, 75, &theme->series[0]), ==, picture.height);
    }
  g_assert_cmpint (tops[1] - tops[0], >, 10);
  for (guint i = 2; i < G_N_ELEMENTS (bars); i++)
    g_assert_cmpint (ABS ((tops[i] - tops[i - 1]) - (tops[1] - tops[0])), <=, 1);
}

/* A full counter is told apart, and is seen however narrow the chart. */
static void
test_age_full (void)
{
  const DlTheme *theme = dl_theme_light ();
  guint64 age[DL_N_AGES] = { [3] = 50, [DL_N_AGES - 1] = 50 };
  const DlAgeChart chart = { .age = age, .hovered = -1 };
  const DlRect rect = { 0, 0, 120, 150 };
  g_auto (Picture) picture = picture_new (120, 150);
  guint n_columns = 0;

  dl_age_chart_draw (picture.cr, rect, &chart, theme);
  for (gint x = 0; x < 120; x++)
    if (top_of (&picture, x, 55, &theme->series[1]) < picture.height)
      {
        n_columns++;
        g_assert_cmpint (dl_age_chart_hit (rect, x + 0.5, 100), ==, DL_N_AGES - 1);
      }
  g_assert_cmpuint (n_columns, >=, 2); /* others are hatched from top to bottom */
}

static void
test_age_groups (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  guint64 age[DL_N_AGES], sums[DL_N_AGE_GROUPS] = { 0 }, total = 0;

  for (guint i = 0; i < DL_N_AGES; i++)
    {
      age[i] = g_rand_int (rand);
      total += age[i];
      sums[i < 64 ? 0 : i < 128 ? 1 : i < 192 ? 2 : 3] += age[i];
    }
  g_assert_cmpuint (dl_age_total (age), ==, total);
  for (guint group = 0; group < DL_N_AGE_GROUPS; group++)
    g_assert_cmpuint (dl_age_group (age, group), ==, sums[group]);
}

static void
test_share_text (void)
{
  static const struct
  {
    guint64 part, whole;
    const char *text;
  } shares[] = {
    { 0, 0, "–" },          { 0, 5, "0%" },
    { 5, 5, "100%" },       { 1, 4, "25.0%" },
    { 1, 1000, "0.10%" },   { 1, 10000000, "< 0.01%" },
    { 1, 10000, "0.01%" },  { 99999, 100000, "99.9%" },
    { 123, 1000, "12.3%" }, { 9999999, 10000000, "99.9%" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
    {
      g_autofree char *text = dl_share_text (shares[i].part, shares[i].whole);
      g_assert_cmpstr (text, ==, shares[i].text);
    }
}

/* Over time ------------------------------------------------------------------------------------ */

static GArray *
make_points (guint n, guint seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  GArray *points = g_array_new (FALSE, FALSE, sizeof (DlSimPoint));
  DlSimPoint point = { 0 };

  for (guint i = 0; i < n; i++)
    {
      g_array_append_val (points, point);
      point.cycle += g_rand_int_range (rand, 1, 100);
      point.created += g_rand_int_range (rand, 0, 100);
      point.delivered += g_rand_int_range (rand, 0, 100);
      point.delivered_flits = 9 * point.delivered;
      point.latency_sum += g_rand_int_range (rand, 0, 10000);
    }
  return points;
}

static DlTimeChart
time_chart (GArray *points)
{
  return (DlTimeChart) { .points = (const DlSimPoint *) (gpointer) points->data,
                         .n_points = points->len,
                         .packet_flits = 9,
                         .n_nodes = 64,
                         .hovered = DL_NO_INTERVAL };
}

static void
test_time_hit (void)
{
  const DlRect rect = { 15, 5, 700, 300 };

  for (guint seed = 0; seed < 20; seed++)
    {
      g_autoptr (GArray) points = make_points (2 + 7 * seed, seed);
      const DlTimeChart chart = time_chart (points);
      guint last = DL_NO_INTERVAL;
      gint from = 0;

      g_assert_cmpuint (dl_time_chart_hit (rect, &chart, 14, 100), ==, DL_NO_INTERVAL);
      g_assert_cmpuint (dl_time_chart_hit (rect, &chart, 716, 100), ==, DL_NO_INTERVAL);
      g_assert_cmpuint (dl_time_chart_hit (rect, &chart, 300, 306), ==, DL_NO_INTERVAL);
      for (gint x = 0; x < 800; x++)
        {
          const guint interval = dl_time_chart_hit (rect, &chart, x, 100);

          if (interval != DL_NO_INTERVAL && last == DL_NO_INTERVAL)
            {
              from = x;
              g_assert_cmpuint (interval, ==, 0);
            }
          else if (interval != DL_NO_INTERVAL)
            g_assert_cmpuint (interval, >=, last);
          else if (last != DL_NO_INTERVAL)
            {
              /* Pixels in proportion to cycles. */
              const double cycles = chart.points[chart.n_points - 1].cycle;

              g_assert_cmpuint (last, ==, chart.n_points - 2);
              for (guint i = 0; i + 1 < chart.n_points; i++)
                {
                  const double middle
                      = (chart.points[i].cycle + chart.points[i + 1].cycle) / 2.0 / cycles;
                  const double at = from + middle * (x - from);
                  const double width
                      = (chart.points[i + 1].cycle - chart.points[i].cycle) / cycles * (x - from);

                  if (width > 4)
                    g_assert_cmpuint (dl_time_chart_hit (rect, &chart, at, 100), ==, i);
                }
            }
          last = interval;
        }
    }
}

static void
test_time_values (void)
{
  g_autoptr (GArray) points = make_points (30, 3);
  DlTimeChart chart = time_chart (points);

  for (guint i = 0; i + 1 < chart.n_points; i++)
    {
      const DlSimPoint *a = &chart.points[i], *b = &chart.points[i + 1];
      const DlTimeValues values = dl_time_chart_values (&chart, i);
      const double node_cycles = 64.0 * (b->cycle - a->cycle);

      g_assert_cmpuint (values.from, ==, a->cycle);
      g_assert_cmpuint (values.to, ==, b->cycle);
      g_assert_cmpfloat_with_epsilon (values.offered, 9.0 * (b->created - a->created) / node_cycles,
                                      1e-12);
      g_assert_cmpfloat_with_epsilon (values.accepted,
                                      9.0 * (b->delivered - a->delivered) / node_cycles, 1e-12);
    }
  chart.saturated = TRUE;
  g_assert_true (isnan (dl_time_chart_values (&chart, 0).offered));
}

/* However many points: a steady flow is a level line from end to end. Taking intervals together
 * must neither lose packets nor count them twice. */
static void
test_time_thinned (void)
{
  const DlTheme *theme = dl_theme_light ();
  const DlRect rect = { 0, 0, 280, 220 };
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (DlSimPoint));
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  g_auto (Picture) picture = picture_new (280, 220);
  DlTimeChart chart;
  DlSimPoint point = { 0 };
  gint low = G_MAXINT, high = G_MININT, first = G_MAXINT, last = 0;

  /* 2 packets per cycle, points in any distance. */
  for (guint i = 0; i < 20000; i++)
    {
      g_array_append_val (points, point);
      point.cycle += g_rand_int_range (rand, 1, 50);
      point.created = point.delivered = 2 * point.cycle;
      point.delivered_flits = 9 * point.delivered;
      point.latency_sum = 100 * point.delivered;
    }
  chart = time_chart (points);
  dl_time_chart_draw (picture.cr, rect, &chart, theme);
  /* The latency's curve is the only thing in its color. */
  for (gint x = 0; x < 280; x++)
    for (gint y = 0; y < 220; y++)
      if (pixel (&picture, x, y) == rgb_of (&theme->series[2]))
        {
          low = MIN (low, y);
          high = MAX (high, y);
          first = MIN (first, x);
          last = MAX (last, x);
        }
  g_assert_cmpint (high - low, <=, 2);
  g_assert_cmpint (first, <=, 46);
  g_assert_cmpint (last, >=, 270);
}

/* Stalls --------------------------------------------------------------------------------------- */

/* The bar of each reading is where it is found, and as high as its value. */
static void
test_stall_bars (void)
{
  const DlTheme *theme = dl_theme_light ();
  const DlRect rect = { 10, 10, 600, 300 };
  double stalls[DL_N_STALLS][DL_TORUS_N_NETWORK_PORTS];

  for (guint stall = 0; stall < DL_N_STALLS; stall++)
    for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
      stalls[stall][port] = 10 * (stall + 1) + port;
  for (guint reading = 0; reading <= DL_ALL_STALLS; reading++)
    {
      const DlStallChart chart = { .stalls = stalls, .reading = reading };
      const guint first = reading == DL_ALL_STALLS ? 0 : reading;
      const guint n = reading == DL_ALL_STALLS ? DL_N_STALLS : 1;
      double unit = 0;
      g_auto (Picture) picture = picture_new (620, 320);

      dl_stall_chart_draw (picture.cr, rect, &chart, theme);
      for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
        for (guint stall = first; stall < first + n; stall++)
          {
            gint top = picture.height, bottom = 0;
            double height;

            for (gint x = 10; x < 610; x++)
              for (gint y = 60; y < 300; y++)
                {
                  guint hit_port;
                  DlStall hit_stall;

                  if (pixel (&picture, x, y) != rgb_of (&theme->series[stall])
                      || !dl_stall_chart_hit (rect, &chart, x + 0.5, y + 0.5, &hit_port,
                                              &hit_stall))
                    continue;
                  g_assert_cmpuint (hit_stall, ==, stall);
                  if (hit_port == port)
                    {
                      top = MIN (top, y);
                      bottom = MAX (bottom, y);
                    }
                }
            height = bottom + 1 - top;
            g_assert_cmpfloat (height, >, 10);
            if (unit == 0)
              unit = height / stalls[stall][port];
            g_assert_cmpfloat (fabs (height - unit * stalls[stall][port]), <=, 4.5);
          }
    }
}

static void
test_stall_hit_outside (void)
{
  const double stalls[DL_N_STALLS][DL_TORUS_N_NETWORK_PORTS] = { { 0 } };
  const DlStallChart chart = { .stalls = stalls, .reading = DL_STALL_INPUT };
  const DlRect rect = { 10, 10, 120, 100 };
  guint port;
  DlStall stall;

  g_assert_false (dl_stall_chart_hit (rect, &chart, 9, 60, &port, &stall));
  g_assert_false (dl_stall_chart_hit (rect, &chart, 130, 60, &port, &stall));
  g_assert_false (dl_stall_chart_hit (rect, &chart, 60, 111, &port, &stall));
  for (guint i = 0; i < DL_TORUS_N_NETWORK_PORTS; i++)
    {
      g_assert_true (dl_stall_chart_hit (rect, &chart, 10 + 20 * i + 10, 60, &port, &stall));
      g_assert_cmpuint (port, ==, i);
      g_assert_cmpuint (stall, ==, DL_STALL_INPUT);
    }
}

/* Waits of flits ------------------------------------------------------------------------------- */

/* The bar of each is where it is found, and as long as its value. */
static void
test_wait_bars (void)
{
  static const double waits[DL_N_WAITS] = { 4, 1, 2 };
  const DlTheme *theme = dl_theme_light ();
  const DlRect rect = { 10, 10, 400, 100 };
  double unit = 0;
  g_auto (Picture) picture = picture_new (420, 120);
  DlWait wait;

  dl_wait_chart_draw (picture.cr, rect, waits, 0, theme);
  for (guint expected = 0; expected < DL_N_WAITS; expected++)
    {
      gint left = picture.width, right = 0;

      for (gint y = 0; y < picture.height; y++)
        for (gint x = 0; x < picture.width; x++)
          {
            if (pixel (&picture, x, y) != rgb_of (&theme->series[expected]))
              continue;
            g_assert_true (dl_wait_chart_hit (rect, y + 0.5, &wait));
            g_assert_cmpuint (wait, ==, expected);
            left = MIN (left, x);
            right = MAX (right, x);
          }
      g_assert_cmpint (right - left, >, 20);
      if (unit == 0)
        unit = (right + 1 - left) / waits[expected];
      g_assert_cmpfloat (fabs (right + 1 - left - unit * waits[expected]), <=, 4.5);
    }
  g_assert_false (dl_wait_chart_hit (rect, 9, &wait));
  g_assert_false (dl_wait_chart_hit (rect, 111, &wait));
}

/* All of them ---------------------------------------------------------------------------------- */

static void
test_draw_everything (void)
{
  static const double sizes[][2]
      = { { 1, 1 }, { 20, 15 }, { 280, 130 }, { 90, 400 }, { 1200, 40 }, { 3000, 2000 } };
  const DlTheme *const themes[] = { dl_theme_light (), dl_theme_dark (), dl_theme_paper () };
  const guint64 none[DL_N_AGES] = { 0 };
  const DlTimeMark marks[] = { { 0, "Begin" },
                               { 5, "Round robin" },
                               { 5, "Age clock period: 16" },
                               { 300, "Broke the cable X+ of (5,5,11)" },
                               { 1000000, "Undone: Broke the cable X+ of (5,5,11)" } };
  guint64 some[DL_N_AGES] = { 1 };
  double stalls[DL_N_STALLS][DL_TORUS_N_NETWORK_PORTS] = { { NAN, 0, 1e9, 1e-9, 3, 100 } };

  some[DL_N_AGES - 1] = G_MAXUINT32;
  for (guint i = 0; i < G_N_ELEMENTS (sizes) * G_N_ELEMENTS (themes); i++)
    {
      const double *size = sizes[i % G_N_ELEMENTS (sizes)];
      const DlTheme *theme = themes[i / G_N_ELEMENTS (sizes)];
      const DlRect rect = { 3, 5, size[0], size[1] };
      g_auto (Picture) picture = picture_new (1300, 500);

      for (guint hovered = 0; hovered < 3; hovered++)
        for (guint set = 0; set < 4; set++)
          {
            const DlAgeChart ages = { .age = set & 1 ? some : none,
                                      .reference = set & 2 ? some : NULL,
                                      .reference_label = "before",
                                      .hovered = 255 * (gint) hovered / 2 - (hovered == 0) };
            const DlStallChart bars = { .stalls = stalls, .reading = set };
            g_autoptr (GArray) points = make_points (set == 3 ? 3000 : set, i);
            DlTimeChart chart = time_chart (points);

            chart.marks = marks;
            chart.n_marks = G_N_ELEMENTS (marks);
            chart.draining = hovered == 1;
            chart.hovered = hovered == 2 ? DL_NO_INTERVAL : hovered;
            chart.saturated = set == 2;
            chart.choices = set & 1;
            dl_age_chart_draw (picture.cr, rect, &ages, theme);
            dl_stall_chart_draw (picture.cr, rect, &bars, theme);
            dl_wait_chart_draw (picture.cr, rect, stalls[set % DL_N_STALLS], 0, theme);
            dl_time_chart_draw (picture.cr, rect, &chart, theme);
            g_assert_cmpint (cairo_get_dash_count (picture.cr), ==, 0);
          }
    }
}

/* Figures of a run ----------------------------------------------------------------------------- */

static GPtrArray *
read_rows (const char *figure, const DlFigureInput *input)
{
  g_autoptr (GString) csv = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);

  dl_figure_append_csv (csv, dl_family_figure_find (&dl_family_torus, figure), input);
  lines = g_strsplit (csv->str, "\n", -1);
  for (guint i = 1; lines[i][0] != '\0'; i++)
    g_ptr_array_add (rows, g_strsplit (lines[i], ",", -1));
  return rows;
}

static double
field (GPtrArray *rows, guint row, guint column)
{
  const char *text = ((char **) g_ptr_array_index (rows, row))[column];

  return text[0] != '\0' ? g_ascii_strtod (text, NULL) : NAN;
}

static void
test_run (void)
{
  static const char *const edits[] = { "simulation.cycles=6000", "simulation.warmup-cycles=1000",
                                       "traffic.load=0.5", "torus.broken-nodes=1,1,1", NULL };
  g_autoptr (TestFigure) test = test_figure_new ("torus-5x5x5", edits);
  const DlSimulateOptions options = dl_simulate_options (test->scenario);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlSimulation) run = dl_simulate (test->scenario, &options, NULL, &error);
  g_autoptr (DlSimFigure) figure = NULL;
  DlFigureInput input = dl_figure_input_default (test->scenario, test->analysis);
  double share = 0, delivered = 0;

  g_assert_no_error (error);
  figure = dl_sim_figure_new_run (run);
  input.simulation = figure;
  {
    g_autoptr (GPtrArray) rows = read_rows ("age-histogram", &input);
    g_assert_cmpuint (rows->len, ==, DL_N_AGES);
    for (guint i = 0; i < DL_N_AGES; i++)
      {
        g_assert_cmpfloat (field (rows, i, 0), ==, i);
        g_assert_cmpfloat (field (rows, i, 1), ==, run->measured.age[i]);
        share += field (rows, i, 2);
      }
    g_assert_cmpfloat_with_epsilon (share, 1, 1e-12);
  }
  {
    g_autoptr (GPtrArray) rows = read_rows ("stalls", &input);
    g_assert_cmpuint (rows->len, ==, DL_TORUS_N_NETWORK_PORTS);
    for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
      {
        g_assert_cmpfloat (field (rows, port, 1), ==, dl_simulation_stalled_output (run, port));
        g_assert_cmpfloat (field (rows, port, 2), ==, dl_simulation_stalled_input (run, port));
        g_assert_cmpfloat (field (rows, port, 3), ==, dl_simulation_head_wait (run, port));
      }
  }
  {
    g_autoptr (GPtrArray) rows = read_rows ("throughput", &input);
    for (guint i = 0; i < rows->len; i++)
      delivered += field (rows, i, 3) * (field (rows, i, 1) - field (rows, i, 0));
    g_assert_cmpfloat_with_epsilon (delivered * 124 / 9, run->counters.delivered, 1e-3);
  }
}

static void
test_run_input_queued (void)
{
  static const char *const edits[] = { "simulation.cycles=4000", "simulation.warmup-cycles=1000",
                                       "simulation.stop=cycles", NULL };
  g_autoptr (TestFigure) test = test_figure_new ("mesh-8x8", edits);
  const DlSimulateOptions options = dl_simulate_options (test->scenario);
  g_autoptr (DlSimulation) run = dl_simulate (test->scenario, &options, NULL, NULL);
  g_autoptr (DlSimFigure) figure = dl_sim_figure_new_run (run);
  DlFigureInput input = dl_figure_input_default (test->scenario, test->analysis);
  g_autoptr (GPtrArray) rows = NULL;

  input.simulation = figure;
  rows = read_rows ("waits", &input);
  g_assert_cmpuint (rows->len, ==, DL_N_WAITS);
  for (guint wait = 0; wait < DL_N_WAITS; wait++)
    g_assert_cmpfloat (field (rows, wait, 1), ==, dl_simulation_wait (run, wait));
  g_assert_cmpfloat (field (rows, DL_WAIT_SWITCH, 1), >, 0.1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/simulation-charts/age-hit", test_age_hit);
  g_test_add_func ("/simulation-charts/wait-bars", test_wait_bars);
  g_test_add_func ("/simulation-charts/run-input-queued", test_run_input_queued);
  g_test_add_func ("/simulation-charts/age-bars", test_age_bars);
  g_test_add_func ("/simulation-charts/age-full", test_age_full);
  g_test_add_func ("/simulation-charts/age-groups", test_age_groups);
  g_test_add_func ("/simulation-charts/share-text", test_share_text);
  g_test_add_func ("/simulation-charts/time-hit", test_time_hit);
  g_test_add_func ("/simulation-charts/time-values", test_time_values);
  g_test_add_func ("/simulation-charts/time-thinned", test_time_thinned);
  g_test_add_func ("/simulation-charts/stall-bars", test_stall_bars);
  g_test_add_func ("/simulation-charts/stall-hit-outside", test_stall_hit_outside);
  g_test_add_func ("/simulation-charts/draw-everything", test_draw_everything);
  g_test_add_func ("/simulation-charts/run", test_run);
  return g_test_run ();
}
