/* The chart of a sweep: where values lie, what is under a point, marks filled and hollow, cells
 * counted again, walking over it, and nothing outside of its rectangle, however much is known. */
#include "dl-chart-private.h"
#include "dl-edit.h"
#include "dl-figure.h"
#include "dl-sweep-layout.h"

#include <math.h>
#include <string.h>

#define MARGIN 24

static DlSweepSpec *
new_spec (const char *first, const char *second, guint n_seeds)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  DlSweepSpec *spec = dl_sweep_spec_new (scenario);
  g_autoptr (GError) error = NULL;

  spec->n_seeds = n_seeds;
  dl_sweep_spec_vary (spec, first, &error);
  g_assert_no_error (error);
  if (second != NULL)
    dl_sweep_spec_vary (spec, second, &error);
  g_assert_no_error (error);
  return spec;
}

/* Results as they might be, of some of the points. */
static DlSweepPoints *
random_points (GRand *rand, const DlSweepSpec *spec, double share)
{
  DlSweepPoints *points = dl_sweep_points_new (spec);

  for (guint i = 0; i < points->n_points; i++)
    {
      DlSweepResult result;

      if (g_rand_double (rand) >= share)
        continue;
      dl_sweep_result_init (&result, &dl_family_torus);
      result.point = i;
      result.seed = i % spec->n_seeds + 1;
      result.cycles = 1000;
      result.latency_mean = g_rand_double_range (rand, 10, 5000);
      result.accepted = g_rand_double (rand);
      result.state = g_rand_boolean (rand) ? DL_SIM_CONVERGED : DL_SIM_NOT_CONVERGED;
      result.converged = result.state == DL_SIM_CONVERGED;
      result.deadlocked = g_rand_int_range (rand, 0, 10) == 0;
      result.found.hops_mean = 3;
      result.found.deadlock_free = TRUE;
      dl_sweep_points_add (points, &result);
    }
  return points;
}

static const DlMeasure *
measure (const char *id)
{
  const DlMeasure *it = dl_measure_find (id);

  g_assert_nonnull (it);
  return it;
}

/* Axes ----------------------------------------------------------------------------------------- */

static void
test_axis (void)
{
  static const struct
  {
    const char *varied;
    DlSweepScale scale;
  } cases[] = {
    { "router.age-clock-period=2:4096:*2", DL_SWEEP_FACTORS },
    { "router.age-clock-period=2,4,9,17,33", DL_SWEEP_NUMBERS },
    { "router.link-error-rate=1e-4:0.1:*10", DL_SWEEP_FACTORS },
    { "router.age-clock-period=2,4", DL_SWEEP_NUMBERS },
    { "router.age-clock-period=64,8,16,32", DL_SWEEP_FACTORS },
    { "traffic.load=0.1:0.4:0.1", DL_SWEEP_NUMBERS },
    { "traffic.load=0.1,0.2,saturated", DL_SWEEP_CATEGORIES },
    { "torus.vc-policy=initial,output-crossing", DL_SWEEP_CATEGORIES },
    { "torus.datelines=1;1;1,2;2;2,3;3;3", DL_SWEEP_CATEGORIES },
    /* Digits that count nothing. */
    { "router.age-rr-select=0,1,2", DL_SWEEP_CATEGORIES },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DlSweepSpec) spec = new_spec (cases[i].varied, NULL, 1);
      const DlSweepKey *key = g_ptr_array_index (spec->keys, 0);
      g_auto (DlSweepAxis) axis = { 0 };
      g_autofree guint *order = NULL;

      dl_sweep_axis_init (&axis, key);
      g_assert_cmpint (axis.scale, ==, cases[i].scale);
      order = dl_sweep_axis_order (&axis);
      for (guint j = 0; j < axis.n; j++)
        {
          g_assert_cmpfloat (axis.at[j], >, 0);
          g_assert_cmpfloat (axis.at[j], <, 1);
          g_assert_cmpfloat (dl_sweep_axis_find (&axis, axis.texts[j]), ==, axis.at[j]);
          if (j > 0)
            g_assert_cmpfloat (axis.at[order[j]], >, axis.at[order[j - 1]]);
          /* Doubling values are equally far apart, and so are words. */
          if (j > 1 && axis.scale != DL_SWEEP_NUMBERS)
            g_assert_cmpfloat_with_epsilon (axis.at[order[j]] - axis.at[order[j - 1]],
                                            axis.at[order[1]] - axis.at[order[0]], 0.02);
        }
    }
}

static void
test_between (void)
{
  g_autoptr (DlSweepSpec) doubling = new_spec ("router.age-clock-period=4:64:*4", NULL, 1);
  g_autoptr (DlSweepSpec) even = new_spec ("traffic.load=0.1:0.3:0.1", NULL, 1);
  g_autoptr (DlSweepSpec) words = new_spec ("torus.tie=positive,parity", NULL, 1);
  g_auto (DlSweepAxis) a = { 0 }, b = { 0 }, c = { 0 };

  dl_sweep_axis_init (&a, g_ptr_array_index (doubling->keys, 0));
  dl_sweep_axis_init (&b, g_ptr_array_index (even->keys, 0));
  dl_sweep_axis_init (&c, g_ptr_array_index (words->keys, 0));
  g_assert_cmpfloat_with_epsilon (dl_sweep_axis_find (&a, "8"), (a.at[0] + a.at[1]) / 2, 1e-9);
  g_assert_cmpfloat_with_epsilon (dl_sweep_axis_find (&b, "0.15"), (b.at[0] + b.at[1]) / 2, 1e-9);
  g_assert_true (isnan (dl_sweep_axis_find (&a, "4096")));
  g_assert_true (isnan (dl_sweep_axis_find (&a, "0")));
  g_assert_true (isnan (dl_sweep_axis_find (&b, "saturated")));
  g_assert_true (isnan (dl_sweep_axis_find (&c, "none")));
}

/* Cells ---------------------------------------------------------------------------------------- */

static void
test_cells (void)
{
  /* Quantiles of Student's t for 1 to 3 degrees of freedom. */
  static const double t[] = { NAN, 12.706, 4.303, 3.182 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  g_autoptr (DlSweepSpec) spec
      = new_spec ("traffic.load=0.1,0.2,0.3", "router.age-clock-period=2,8", 4);
  g_autoptr (DlSweepPoints) points = random_points (rand, spec, 0.7);
  const DlMeasure *latency = measure ("latency_mean"), *hops = measure ("mean_hops");

  g_assert_cmpuint (dl_sweep_points_n_cells (points), ==, 6);
  for (guint first = 0; first < 3; first++)
    for (guint second = 0; second < 2; second++)
      {
        const guint cell = dl_sweep_points_cell_at (points, (const guint[]) { first, second });
        const DlSweepCell it = dl_sweep_points_get (points, cell, latency);
        double sum = 0, squares = 0;
        guint n = 0, n_not_converged = 0;

        g_assert_cmpuint (dl_sweep_points_value_at (points, cell, 0), ==, first);
        g_assert_cmpuint (dl_sweep_points_value_at (points, cell, 1), ==, second);
        g_assert_cmpstr (dl_sweep_value (spec, cell * 4, 0), ==,
                         ((const char *[]) { "0.1", "0.2", "0.3" })[first]);
        for (guint point = cell * 4; point < cell * 4 + 4; point++)
          if (points->known[point])
            {
              n++;
              sum += points->results[point].latency_mean;
              n_not_converged += points->results[point].state != DL_SIM_CONVERGED;
            }
        g_assert_cmpuint (it.n, ==, n);
        g_assert_cmpuint (dl_sweep_cell_n_not_converged (&it), ==, n_not_converged);
        if (n == 0)
          {
            g_assert_true (isnan (it.mean));
            continue;
          }
        for (guint point = cell * 4; point < cell * 4 + 4; point++)
          if (points->known[point])
            squares += pow (points->results[point].latency_mean - sum / n, 2);
        g_assert_cmpfloat_with_epsilon (it.mean, sum / n, 1e-9);
        if (n == 1)
          g_assert_true (isnan (it.reach));
        else
          g_assert_cmpfloat_with_epsilon (it.reach, t[n - 1] * sqrt (squares / (n - 1) / n),
                                          1e-6 * it.reach);
        /* An exact value has no interval. */
        g_assert_cmpfloat (dl_sweep_points_get (points, cell, hops).mean, ==, 3);
        g_assert_true (isnan (dl_sweep_points_get (points, cell, hops).reach));
      }
}

/* The chart ------------------------------------------------------------------------------------ */

static cairo_surface_t *
draw (const DlSweepChart *chart, DlRect rect, const DlTheme *theme)
{
  cairo_surface_t *surface = cairo_image_surface_create (
      CAIRO_FORMAT_RGB24, (int) rect.width + 2 * MARGIN, (int) rect.height + 2 * MARGIN);
  cairo_t *cr = cairo_create (surface);

  dl_color_set (cr, &theme->background);
  cairo_paint (cr);
  dl_sweep_chart_draw (cr, rect, chart, theme);
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

static void
test_inside (void)
{
  const DlMeasure *const measures[]
      = { measure ("latency_mean"), measure ("accepted_load"), measure ("settled"),
          measure ("mean_hops"), measure ("latency_p99") };
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  const DlTheme *theme = dl_theme_light ();

  for (guint round = 0; round < 24; round++)
    {
      static const char *const firsts[]
          = { "router.age-clock-period=2:4096:*2", "traffic.load=0.1:0.9:0.1",
              "torus.vc-policy=initial,neighbors,global-table,output-crossing" };
      const gboolean two = g_rand_boolean (rand);
      g_autoptr (DlSweepSpec) spec
          = new_spec (firsts[round % 3], two ? "router.age-rr-select=0,0xaaaaaaaaaaaaaaaa" : NULL,
                      g_rand_int_range (rand, 1, 4));
      g_autoptr (DlSweepPoints) points = random_points (rand, spec, (round % 5) / 4.0);
      const DlSweepChart chart = { points, measures, 1 + round % G_N_ELEMENTS (measures),
                                   spec->scenario, DL_NO_SWEEP_PLACE };
      const double width = g_rand_int_range (rand, 300, 1100);
      const DlRect rect = { MARGIN, MARGIN, width, ceil (dl_sweep_chart_height (&chart, width)) };
      cairo_surface_t *surface = draw (&chart, rect, theme);
      guint n_drawn = 0;

      for (int y = 0; y < rect.height + 2 * MARGIN; y++)
        for (int x = 0; x < rect.width + 2 * MARGIN; x++)
          if (pixel (surface, x, y) != rgb (&theme->background))
            {
              n_drawn++;
              /* Letters reach a pixel beyond what they take. */
              g_assert_cmpint (x, >=, MARGIN - 2);
              g_assert_cmpint (y, >=, MARGIN - 2);
              g_assert_cmpint (x, <, MARGIN + rect.width + 2);
              g_assert_cmpint (y, <, MARGIN + rect.height + 2);
            }
      g_assert_cmpuint (n_drawn, >, 500);
      cairo_surface_destroy (surface);
    }
}

static gboolean
same (DlSweepPlace a, DlSweepPlace b)
{
  return a.panel == b.panel && a.cell == b.cell;
}

/* Each mark answers where it is drawn, in its color or hollow. */
static void
test_hit (void)
{
  const DlMeasure *const measures[] = { measure ("latency_mean"), measure ("accepted_load") };
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autoptr (DlSweepSpec) spec = new_spec ("router.age-clock-period=2:32:*2", NULL, 1);
  g_autoptr (DlSweepPoints) points = random_points (rand, spec, 1);
  const DlSweepChart chart = { points, measures, 2, NULL, DL_NO_SWEEP_PLACE };
  const DlRect rect = { MARGIN, MARGIN, 700, 260 };
  const DlTheme *theme = dl_theme_light ();
  cairo_surface_t *surface = draw (&chart, rect, theme);
  double sum_x[2][5] = { 0 }, sum_y[2][5] = { 0 };
  guint n[2][5] = { 0 }, seen = 0;

  for (int y = MARGIN; y < MARGIN + rect.height; y++)
    for (int x = MARGIN; x < MARGIN + rect.width; x++)
      {
        const DlSweepPlace hit = dl_sweep_chart_hit (rect, &chart, x + 0.5, y + 0.5);

        if (same (hit, DL_NO_SWEEP_PLACE))
          continue;
        sum_x[hit.panel][hit.cell] += x + 0.5;
        sum_y[hit.panel][hit.cell] += y + 0.5;
        n[hit.panel][hit.cell]++;
      }
  for (guint panel = 0; panel < 2; panel++)
    for (guint cell = 0; cell < 5; cell++)
      {
        guint32 color;

        g_assert_cmpuint (n[panel][cell], >, 200);
        color = pixel (surface, (int) (sum_x[panel][cell] / n[panel][cell]),
                       (int) (sum_y[panel][cell] / n[panel][cell]));
        if (points->results[cell].deadlocked)
          continue; /* crossed */
        g_assert_cmphex (
            color, ==,
            rgb (points->results[cell].converged ? &theme->series[0] : &theme->background));
        seen |= points->results[cell].converged ? 1 : 2;
      }
  g_assert_cmpuint (seen, ==, 3);
  g_assert_cmpuint (dl_sweep_chart_hit (rect, &chart, 0, 0).panel, ==, DL_NO_SWEEP_PLACE.panel);
  cairo_surface_destroy (surface);
}

/* Over what is not known yet; never to what has no value. */
static void
test_step (void)
{
  const DlMeasure *const measures[] = { measure ("latency_mean"), measure ("accepted_load") };
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);

  for (guint round = 0; round < 50; round++)
    {
      g_autoptr (DlSweepSpec) spec
          = new_spec ("traffic.load=0.3,0.1,0.2,0.4", "router.age-clock-period=2,8,32", 2);
      g_autoptr (DlSweepPoints) points = random_points (rand, spec, round / 49.0);
      const DlSweepChart chart = { points, measures, 2, NULL, DL_NO_SWEEP_PLACE };
      DlSweepPlace at = dl_sweep_chart_step (&chart, DL_NO_SWEEP_PLACE, 1, 0, 0);

      if (points->n_known == 0)
        {
          g_assert_true (same (at, DL_NO_SWEEP_PLACE));
          continue;
        }
      for (guint i = 0; i < 60; i++)
        {
          const int way = g_rand_int_range (rand, 0, 6);
          const int right = way == 0   ? 1
                            : way == 1 ? -1
                                       : 0,
                    down = way == 2   ? 1
                           : way == 3 ? -1
                                      : 0;
          const int panels = way == 4 ? 1 : way == 5 ? -1 : 0;
          const DlSweepPlace to = dl_sweep_chart_step (&chart, at, right, down, panels);
          g_autofree char *text = dl_sweep_chart_describe (&chart, to);

          g_assert_nonnull (text);
          g_assert_nonnull (strstr (text, "traffic.load=0."));
          g_assert_true (isfinite (dl_sweep_points_get (points, to.cell, measures[to.panel]).mean));
          /* And back again, over the same gap. */
          if (!same (to, at))
            g_assert_true (same (dl_sweep_chart_step (&chart, to, -right, -down, -panels), at));
          at = to;
        }
    }
}

/* Undelivered pairs ---------------------------------------------------------------------------- */

/* The mean of each engine's only run. */
static DlSweepPoints *
new_engines (const DlSweepSpec *spec, guint64 unreachable, gboolean deadlock_free)
{
  static const double loads[] = { 5760, 2880, 4992 };
  DlSweepPoints *points = dl_sweep_points_new (spec);

  for (guint i = 0; i < points->n_points; i++)
    {
      DlSweepResult result;

      dl_sweep_result_init (&result, &dl_family_torus);
      result.point = i;
      result.found.class_load_max[DL_X] = loads[i];
      result.found.deadlock_free = i != 1 || deadlock_free;
      result.found.unreachable_pairs = i == 1 ? unreachable : 0;
      dl_sweep_points_add (points, &result);
    }
  return points;
}

/* Pixels of @color in columns @from to @to, above @bottom. */
static guint
count_pixels (cairo_surface_t *surface, const DlColor *color, int from, int to, int bottom)
{
  guint n = 0;

  for (int y = 0; y < bottom; y++)
    for (int x = from; x < to; x++)
      n += pixel (surface, x, y) == rgb (color);
  return n;
}

/* The analysis of adaptive modes is a bound over shares, of hashed ones over hashes. */
static void
test_bound (void)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (DlSweepSpec) spec = NULL;
  g_autoptr (DlSweepPoints) points = NULL;
  const DlMeasure *const shown[] = { measure ("bound_load"), measure ("accepted_load") };
  DlSweepChart chart = { NULL, shown, 2, NULL, DL_NO_SWEEP_PLACE };

  dl_edits_add (edits, DL_EDIT_SET, "scenario.kind", "dragonfly");
  g_assert_true (dl_scenario_apply (scenario, edits, NULL, NULL, NULL));
  spec = dl_sweep_spec_new (scenario);
  g_assert_true (dl_sweep_spec_vary (spec, "dragonfly.routing=valiant,min-hash,adaptive-1", NULL));
  points = dl_sweep_points_new (spec);
  for (guint i = 0; i < points->n_points; i++)
    {
      DlSweepResult result;

      g_assert_cmpint (dl_sweep_points_any_bound (points, shown, 2), ==, i > 1);
      dl_sweep_result_init (&result, &dl_family_dragonfly);
      result.point = i;
      result.found.bound_load = 0.25;
      result.accepted = 0.2;
      result.cycles = 1000;
      result.state = DL_SIM_CONVERGED;
      result.found.deadlock_free = TRUE;
      dl_sweep_points_add (points, &result);
      g_assert_cmpint (dl_sweep_points_get (points, i, shown[0]).bound, ==, i > 0);
      g_assert_false (dl_sweep_points_get (points, i, shown[1]).bound);
    }
  g_assert_true (dl_sweep_points_any_bound (points, shown, 2));
  g_assert_false (dl_sweep_points_any_bound (points, shown + 1, 1));
  chart.points = points;
  for (guint cell = 0; cell < 3; cell++)
    for (guint panel = 0; panel < 2; panel++)
      {
        g_autofree char *text = dl_sweep_chart_describe (&chart, (DlSweepPlace) { panel, cell });

        g_assert_cmpint (strstr (text, "A bound (") != NULL, ==, panel == 0 && cell > 0);
      }
}

/* Issue 19: right-click Engine, Sweep This; "ring" looked best and had cut off 10,752 pairs. */
static void
test_shortfall (void)
{
  static const struct
  {
    guint64 unreachable;
    gboolean deadlock_free;
    const char *more, *said;
  } cases[] = { { 0, TRUE, "", "2880." },
                { 10752, TRUE, "unreachable_pairs", "10752 pairs unreachable." },
                { 0, FALSE, "deadlock_free", "can deadlock." },
                { 3, FALSE, "unreachable_pairs deadlock_free", "unreachable · can deadlock." } };
  const DlMeasure *const shown[] = { measure ("max_load_x") };
  const DlTheme *theme = dl_theme_light ();
  g_autoptr (DlSweepSpec) spec = new_spec ("torus.engine=xt,ring,legal", NULL, 1);
  guint marked[G_N_ELEMENTS (cases)];

  spec->only_static = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DlSweepPoints) points
          = new_engines (spec, cases[i].unreachable, cases[i].deadlock_free);
      const DlSweepChart chart = { points, shown, 1, NULL, DL_NO_SWEEP_PLACE };
      const DlRect rect = { MARGIN, MARGIN, 600, 300 };
      g_autofree char *text = dl_sweep_chart_describe (&chart, (DlSweepPlace) { 0, 1 });
      g_autofree const DlMeasure **measures = NULL;
      g_auto (DlSweepLayout) layout = { 0 };
      g_autoptr (GString) more = g_string_new (NULL);
      cairo_surface_t *surface = draw (&chart, rect, theme);
      guint n;

      measures = dl_sweep_points_measures (points, &n);
      for (guint j = 0; j < n; j++)
        if (measures[j]->tells_delivery)
          g_string_append_printf (more, "%s%s", more->len > 0 ? " " : "", measures[j]->id);
      g_assert_cmpstr (more->str, ==, cases[i].more);
      if (!g_str_has_suffix (text, cases[i].said))
        g_error ("“%s” does not end with “%s”", text, cases[i].said);

      /* Nothing between two marks, and of the color of what is broken only where it says so. */
      dl_sweep_layout_init (&layout, rect, &chart, FALSE);
      for (guint value = 0; value + 1 < layout.axis.n; value++)
        {
          const double x = dl_plot_x (&layout.panels[0].plot, layout.axis.at[value]);
          const double next = dl_plot_x (&layout.panels[0].plot, layout.axis.at[value + 1]);

          g_assert_cmpuint (count_pixels (surface, &theme->series[0], (int) (x + 12),
                                          (int) (next - 12), (int) rect.height),
                            ==, 0);
        }
      marked[i] = count_pixels (surface, &theme->broken, 0, 600 + 2 * MARGIN, 300 + 2 * MARGIN);
      cairo_surface_destroy (surface);
    }
  g_assert_cmpuint (marked[0], ==, 0);
  g_assert_cmpuint (marked[1], >, 0);
  g_assert_cmpuint (marked[2], >, 0);
  g_assert_cmpuint (marked[3], >, marked[1]);
}

/* The figure ----------------------------------------------------------------------------------- */

static void
test_figure (void)
{
  const DlMeasure *const measures[] = { measure ("latency_mean"), measure ("accepted_load") };
  g_autoptr (GRand) rand = g_rand_new_with_seed (21);
  g_autoptr (DlSweepSpec) spec
      = new_spec ("torus.vc-policy=initial,neighbors", "traffic.load=0.1,0.2", 3);
  g_autoptr (DlSweepPoints) points = random_points (rand, spec, 0.8);
  const DlSweepChart chart = { points, measures, 2, spec->scenario, DL_NO_SWEEP_PLACE };
  const DlFigure *figure = dl_family_figure_find (&dl_family_torus, "sweep");
  g_autoptr (GString) csv = g_string_new (NULL);
  const DlFigureInput input = { .scenario = spec->scenario, .sweep = &chart };
  g_auto (GStrv) lines = NULL;
  guint n = 0;

  g_assert_true (figure == dl_family_figure_find (&dl_family_dragonfly, "sweep"));
  dl_figure_append_csv (csv, figure, &input);
  lines = g_strsplit (csv->str, "\n", -1);
  g_assert_cmpstr (lines[0], ==,
                   "key,value,second_key,second_value,measure,runs,settled,deadlocked,mean,reach,"
                   "least,most,unreachable_pairs,dropped_pairs,deadlock_free");
  for (guint i = 0; i < 2; i++)
    for (guint cell = 0; cell < 4; cell++)
      {
        const DlSweepCell it = dl_sweep_points_get (points, cell, measures[i]);
        g_auto (GStrv) fields = NULL;

        if (it.n == 0)
          continue;
        fields = g_strsplit (lines[++n], ",", -1);
        g_assert_cmpuint (g_strv_length (fields), ==, 15);
        g_assert_cmpstr (fields[12], ==, "0");
        g_assert_cmpstr (fields[14], ==, "1");
        g_assert_cmpstr (fields[0], ==, "torus.vc-policy");
        g_assert_cmpstr (fields[1], ==, cell < 2 ? "initial" : "neighbors");
        g_assert_cmpstr (fields[3], ==, cell % 2 == 0 ? "0.1" : "0.2");
        g_assert_cmpstr (fields[4], ==, measures[i]->id);
        g_assert_cmpfloat (g_ascii_strtod (fields[8], NULL), ==, it.mean);
      }
  g_assert_cmpstr (lines[n + 1], ==, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sweep-chart/axis", test_axis);
  g_test_add_func ("/sweep-chart/between", test_between);
  g_test_add_func ("/sweep-chart/cells", test_cells);
  g_test_add_func ("/sweep-chart/inside", test_inside);
  g_test_add_func ("/sweep-chart/hit", test_hit);
  g_test_add_func ("/sweep-chart/step", test_step);
  g_test_add_func ("/sweep-chart/bound", test_bound);
  g_test_add_func ("/sweep-chart/shortfall", test_shortfall);
  g_test_add_func ("/sweep-chart/figure", test_figure);
  return g_test_run ();
}
