/* A, B and A - B on maps and in figures: the same scales for what is compared, zero for a scenario
 * with itself, and pictures that show the difference and nothing else. */
#include "dl-dragonfly-metric.h"

#include "dl-evaluate.h"
#include "dl-figure.h"
#include "dl-map.h"
#include "dl-rng.h"
#include "dl-scenario-file.h"
#include "metric-fixture.h"

#include <math.h>
#include <string.h>

/* A scenario with whatever maps show of it; what is simulated is made up. */
typedef struct
{
  DlScenario *scenario;
  DlEvaluation *result;
  DlCritical *critical;
  DlSimFigure simulation;
} Side;

static void
make_up (DlLinkUse *links, guint n, guint64 seed)
{
  DlRng rng;

  dl_rng_init (&rng, seed);
  *links = (DlLinkUse) { n, g_new (float, n + 1), g_new (float, n + 1), g_new (float, n + 1) };
  for (guint link = 0; link < n; link++)
    {
      const gboolean busy = dl_rng_below (&rng, 9) > 0;

      links->load[link] = busy ? dl_rng_below (&rng, 1000) / 1000.0f : 0;
      links->stalls[link] = busy ? dl_rng_below (&rng, 1000) / 30.0f : NAN;
      links->occupancy[link] = dl_rng_below (&rng, 1000) / 1000.0f;
    }
}

/* @preset with @edits, lines as dl_edits_from_text reads them. */
static Side *
side_new (const char *preset, const char *edits, guint64 seed)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) list = dl_edits_from_text (edits, &error);
  Side *side = g_new0 (Side, 1);

  g_assert_no_error (error);
  side->scenario = dl_preset_load (preset, &error);
  g_assert_no_error (error);
  dl_scenario_apply (side->scenario, list, NULL, NULL, &error);
  g_assert_no_error (error);
  side->result = dl_evaluation_new (side->scenario, 0, NULL, NULL, &error);
  g_assert_no_error (error);
  make_up (&side->simulation.links,
           dl_evaluation_torus (side->result) != NULL
               ? dl_evaluation_torus (side->result)->network->n_links
               : dl_evaluation_dragonfly (side->result)->dragonfly->n_links,
           seed);
  side->simulation.points = g_array_new (FALSE, FALSE, 1);
  return side;
}

static void
side_free (Side *side)
{
  dl_link_use_clear (&side->simulation.links);
  g_array_unref (side->simulation.points);
  dl_critical_unref (side->critical);
  dl_evaluation_unref (side->result);
  dl_scenario_free (side->scenario);
  g_free (side);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Side, side_free)

static DlFigureInput
input_of (const Side *side)
{
  DlFigureInput input = dl_figure_input_default (side->scenario, side->result->analysis_of_family);

  input.critical = side->critical;
  input.simulation = &side->simulation;
  return input;
}

static DlMetricInput
torus_of (const Side *side)
{
  DlMetricInput input = dl_metric_input (&dl_family_torus, dl_evaluation_torus (side->result));

  input.critical = side->critical;
  input.simulated = &side->simulation.links;
  return input;
}

static DlMetricInput
dragonfly_of (const Side *side)
{
  DlMetricInput input
      = dl_metric_input (&dl_family_dragonfly, dl_evaluation_dragonfly (side->result));

  input.load = 0.3;
  input.simulated = &side->simulation.links;
  return input;
}

#define SMALL "torus.radix=4;5;6\ntorus.datelines=3;4;5\n"
#define OTHER                                                                                      \
  "torus.radix=4;5;6\ntorus.datelines=1;2;3\ntorus.broken-links=1,2,3:x+\n"                        \
  "torus.broken-nodes=3,3,3\n"
#define BROKEN "torus.radix=4;5;6\ntorus.datelines=3;4;5\ntorus.broken-links=0,0,0:y+\n"

/* A - B --------------------------------------------------------------------------------------- */

/* @known: there is something to compare. */
static void
assert_zero (const DlDifference *difference, gboolean known)
{
  g_assert_cmpuint (difference->n_changed, ==, 0);
  g_assert_cmpuint (difference->n_outliers, ==, 0);
  g_assert_cmpuint (difference->n_only[0] + difference->n_only[1], ==, 0);
  g_assert_cmpfloat (difference->extent, ==, 0);
  for (guint i = 0; i < difference->n; i++)
    {
      g_assert_true (!known || difference->change[i] != DL_CHANGE_UNKNOWN);
      g_assert_true (difference->change[i] != DL_CHANGE_VALUE || difference->values[i] == 0);
    }
}

/* Each metric, with and without faults. */
static void
test_itself_torus (void)
{
  static const char *const edits[] = { SMALL, OTHER, BROKEN };
  const DlMetric *metric;

  for (guint i = 0; i < G_N_ELEMENTS (edits); i++)
    {
      g_autoptr (Side) a = side_new ("xt3-11x12x16", edits[i], 5);
      g_autoptr (Side) b = side_new ("xt3-11x12x16", edits[i], 5);

      a->critical = dl_torus_critical (a->scenario, dl_critical_options_default (), NULL, NULL);
      b->critical = dl_torus_critical (b->scenario, dl_critical_options_default (), NULL, NULL);
      for (guint m = 0; (metric = dl_family_metric (&dl_family_torus, m)) != NULL; m++)
        {
          const DlMetricInput from = torus_of (a), to = torus_of (b);
          g_autoptr (DlContrast) contrast = dl_contrast_new (metric, &from, &to);

          assert_zero (contrast->links, !dl_metric_is_measured (metric));
          if (!dl_metric_is_measured (metric)) /* there are no counters */
            g_assert_cmpuint (contrast->links->n_compared, >, 500);
        }
    }
}

static void
test_itself_dragonfly (void)
{
  static const char *const presets[] = { "cascade-8", "generic-33" };
  static const char *const edits[]
      = { "dragonfly.broken-cables=0-1#0\ndragonfly.broken-routers=2.0.1\n",
          "dragonfly.broken-routers=2.0.1\n" };
  const DlMetric *metric;

  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    {
      g_autoptr (Side) a = side_new (presets[i], edits[i], 5);
      g_autoptr (Side) b = side_new (presets[i], edits[i], 5);

      for (guint m = 0; (metric = dl_family_metric (&dl_family_dragonfly, m)) != NULL; m++)
        {
          const DlMetricInput from = dragonfly_of (a), to = dragonfly_of (b);
          g_autoptr (DlDragonflyContrast) contrast = dl_dragonfly_contrast_new (metric, &from, &to);

          const gboolean known = dl_metric_is_known (metric, &from);
          assert_zero (contrast->head.links, known);
          assert_zero (contrast->pairs, known);
          for (guint group = 0; group < dl_evaluation_dragonfly (a->result)->dragonfly->n_groups;
               group++)
            {
              g_assert_true (!(contrast->shown->group_out[group] != 0)
                             || isnan (contrast->shown->group_out[group]));
              g_assert_true (!(contrast->shown->group_in[group] != 0)
                             || isnan (contrast->shown->group_in[group]));
            }
        }
    }
}

/* Each link of a dragonfly has the severity of its cable, and of several the worst one counts. */
static void
test_dragonfly_critical (void)
{
  g_autoptr (Side) side = side_new (
      "generic-33", "dragonfly.groups=5\ndragonfly.blades=3\ndragonfly.broken-routers=2.0.1\n", 5);
  DlMetricInput input = dragonfly_of (side);
  const DlDragonfly *net = input.net.shape;
  const guint n = net->n_groups;
  g_autofree float *worst = g_new (float, n *n);
  g_autofree float *values = g_new (float, net->n_links);

  g_assert_false (dl_metric_is_known (dragonfly_metric ("critical"), &input));
  side->critical = side->scenario->family->critical (side->scenario, dl_critical_options_default (),
                                                     NULL, NULL);
  input.critical = side->critical;
  g_assert_true (dl_metric_is_known (dragonfly_metric ("critical"), &input));
  dl_critical_values (side->critical, values);
  for (guint pair = 0; pair < n * n; pair++)
    worst[pair] = NAN;

  g_autoptr (DlDragonflyShown) shown
      = dl_dragonfly_shown_new (dragonfly_metric ("critical"), &input);
  for (guint link = 0; link < net->n_links; link++)
    {
      const guint pair
          = net->router[net->link_from[link]].group * n + net->router[net->link_to[link]].group;

      if (net->link_state[link] != DL_LINK_UP)
        {
          g_assert_true (isnan (shown->values[link]));
          continue;
        }
      g_assert_cmpfloat (shown->values[link], ==, values[link]);
      if (net->link_class[link] == DL_LINK_BLUE)
        worst[pair] = fmaxf (worst[pair], values[link]);
    }
  g_assert_true (shown->sums.is_worst);
  for (guint pair = 0; pair < n * n; pair++)
    g_assert_true (isnan (worst[pair]) ? isnan (shown->group_value[pair])
                                       : shown->group_value[pair] == worst[pair]);
}

/* A value simulated for one side alone is not a change to or from 0. */
static void
test_unknown (void)
{
  g_autoptr (Side) a = side_new ("xt3-11x12x16", SMALL, 5);
  g_autoptr (Side) c = side_new ("cascade-8", "", 5);
  const DlMetricInput from = torus_of (a);
  DlMetricInput to = from;
  const DlMetricInput eight = dragonfly_of (c);
  DlMetricInput other = eight;
  static const char *const simulated[] = { "sim-load", "sim-stalls", "sim-occupancy" };

  to.simulated = NULL;
  to.critical = NULL;
  other.simulated = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (simulated); i++)
    {
      const DlMetric *metric = torus_metric (simulated[i]);
      g_autoptr (DlContrast) there = dl_contrast_new (metric, &from, &to);
      g_autoptr (DlContrast) back = dl_contrast_new (metric, &to, &from);
      g_autoptr (DlDragonflyContrast) contrast = dl_dragonfly_contrast_new (metric, &other, &eight);

      g_assert_cmpuint (there->links->n_compared + back->links->n_compared, ==, 0);
      g_assert_cmpuint (contrast->head.links->n_compared + contrast->pairs->n_compared, ==, 0);
      g_assert_true (isnan (contrast->shown->group_out[0]));
    }
}

/* Pairs of groups show the difference of their values in A and B. */
static void
test_pairs (void)
{
  g_autoptr (Side) a = side_new ("cascade-8", "", 5);
  g_autoptr (Side) b = side_new ("cascade-8", "dragonfly.broken-cables=0-1#0;0-1#1;2-3#1\n", 6);
  const DlMetricInput from = dragonfly_of (a), to = dragonfly_of (b);
  const guint n = from.net.n_groups;
  const DlMetric *metric;
  guint n_differ = 0;

  for (guint m = 0; (metric = dl_family_metric (&dl_family_dragonfly, m)) != NULL; m++)
    {
      g_autoptr (DlDragonflyContrast) contrast = dl_dragonfly_contrast_new (metric, &from, &to);
      g_autoptr (DlDragonflyShown) shown_a = dl_dragonfly_shown_new (metric, &from);
      g_autoptr (DlDragonflyShown) shown_b = dl_dragonfly_shown_new (metric, &to);

      for (guint pair = 0; pair < n * n; pair++)
        {
          const float value_a = shown_a->group_value[pair], value_b = shown_b->group_value[pair];

          if (!isfinite (value_a) || !isfinite (value_b))
            continue;
          g_assert_cmpint (contrast->pairs->change[pair], ==, DL_CHANGE_VALUE);
          g_assert_cmpfloat_with_epsilon (contrast->shown->group_value[pair],
                                          (double) value_a - value_b,
                                          2e-6 * (fabsf (value_a) + fabsf (value_b)) + 2e-6);
          n_differ += value_a != value_b;
        }
    }
  g_assert_cmpuint (n_differ, >, 50);
}

/* Scales -------------------------------------------------------------------------------------- */

static void
test_scales (void)
{
  g_autoptr (Side) a = side_new ("xt3-11x12x16", SMALL, 5);
  g_autoptr (Side) b = side_new ("xt3-11x12x16", OTHER, 6);
  const DlMetricInput from = torus_of (a), to = torus_of (b);
  const DlMetric *metric;

  for (guint m = 0; (metric = dl_family_metric (&dl_family_torus, m)) != NULL; m++)
    {
      const DlMetricRange a_range = dl_metric_range (metric, &from);
      const DlMetricRange b_range = dl_metric_range (metric, &to);
      g_autoptr (DlContrast) contrast = dl_contrast_new (metric, &from, &to);
      const DlDifference *difference = contrast->links;
      g_autofree float *values = g_new (float, difference->n);
      DlScale one, other, both;

      /* Whichever is A: one range, that holds every value of both. */
      dl_contrast_shared_scale (&one, metric, a_range, b_range, dl_theme_light ());
      dl_contrast_shared_scale (&other, metric, b_range, a_range, dl_theme_light ());
      g_assert_cmpfloat (one.min, ==, other.min);
      g_assert_cmpfloat (one.max, ==, other.max);
      g_assert_cmpmem (one.rgb, sizeof one.rgb, other.rgb, sizeof other.rgb);
      for (guint i = 0; i < 2; i++)
        {
          dl_metric_values (metric, i == 0 ? &from : &to, values);
          for (guint link = 0; link < difference->n; link++)
            g_assert_true (!isfinite (values[link])
                           || (values[link] >= one.min && values[link] <= one.max));
        }

      dl_scale_init_difference (&both, metric, difference->extent, dl_theme_light ());
      g_assert_true (both.is_difference);
      g_assert_cmpfloat (both.min, ==, -both.max);
      g_assert_cmpfloat (both.max, >=, difference->extent);
      g_assert_cmpfloat (both.max, >, 0);
    }
}

/* Pictures ------------------------------------------------------------------------------------ */

/* The middle of each cell has the color of A - B, or what says that there is none. */
static void
test_painted (void)
{
  g_autoptr (Side) a = side_new ("xt3-11x12x16", SMALL, 5);
  g_autoptr (Side) b = side_new ("xt3-11x12x16", OTHER, 6);
  const DlMetricInput from = torus_of (a), to = torus_of (b);
  const DlTorusNetwork *network = dl_evaluation_torus (a->result)->network;
  const DlMapOptions options
      = { .kind = DL_MAP_RING_MATRIX, .width = 900, .height = 620, .scale = 1 };
  g_autoptr (DlMap) map = dl_map_new (network, &options);
  g_autoptr (DlContrast) contrast = dl_contrast_new (torus_metric ("balance"), &from, &to);
  const DlDifference *difference = contrast->links;
  g_autofree float *values = g_new (float, difference->n);
  cairo_surface_t *image;
  DlScale scale;
  guint n_seen[2] = { 0 };

  dl_scale_init_difference (&scale, torus_metric ("balance"), difference->extent,
                            dl_theme_light ());
  dl_contrast_values (difference, values);
  image = dl_map_paint (map, network, values, &scale, dl_theme_light (), NULL);
  for (guint link = 0; link < difference->n; link++)
    {
      const double balance_a = dl_torus_analysis_link_balance (from.analysis, link);
      const double balance_b = dl_torus_analysis_link_balance (to.analysis, link);
      const guchar *data = cairo_image_surface_get_data (image);
      guint32 pixel, wanted;
      DlRect rect;

      g_assert_true (dl_map_link_rect (map, link, &rect));
      memcpy (&pixel,
              data + (gsize) (rect.y + rect.height / 2) * cairo_image_surface_get_stride (image)
                  + 4 * (gsize) (rect.x + rect.width / 2),
              sizeof pixel);
      if (to.net.graph->link_state[link] != DL_LINK_UP)
        {
          g_assert_cmpint (difference->change[link], ==, DL_CHANGE_ONLY_A);
          continue;
        }
      wanted = dl_scale_rgb (&scale, (float) ((float) balance_a - (double) (float) balance_b));
      g_assert_cmphex (pixel & 0xffffff, ==, wanted);
      n_seen[0] += balance_b > balance_a;
      n_seen[1] += balance_b < balance_a;
    }
  g_assert_cmpuint (n_seen[0], >, 50);
  g_assert_cmpuint (n_seen[1], >, 50);
  cairo_surface_destroy (image);
}

static GBytes *
render (const DlFigure *figure, const DlFigureInput *input, DlFigureFormat format)
{
  g_autoptr (GError) error = NULL;
  GBytes *bytes = dl_figure_render (figure, input, format, DL_WIDTH_COLUMN_IN, 60, &error);

  g_assert_no_error (error);
  return bytes;
}

/* Figures that compare, in every format: the same to the byte, with A inside, and all three
 * different pictures; what says nothing of comparing is as without B. */
static void
check_figures (const Side *a, const Side *b, const DlFigure *const *figures, guint n,
               const DlMetric *metric, const char *changes)
{
  guint n_compare = 0;

  for (guint i = 0; i < n; i++)
    for (guint format = DL_FIGURE_PDF; figures[i]->compares && format <= DL_FIGURE_CSV; format++)
      {
        DlFigureInput against = input_of (b), input = input_of (a);
        GBytes *shown[DL_N_SHOWS];

        n_compare++;
        input.metric = metric;
        input.against = &against;
        for (guint show = 0; show < DL_N_SHOWS; show++)
          {
            g_autoptr (GBytes) again = NULL;
            g_autofree char *text = NULL;
            gsize length;
            const guint8 *data;

            input.show = show;
            shown[show] = render (figures[i], &input, format);
            again = render (figures[i], &input, format);
            g_assert_true (g_bytes_equal (shown[show], again));
            data = g_bytes_get_data (shown[show], &length);
            text = dl_figure_read_scenario (data, length, NULL);
            g_assert_nonnull (text);
            g_assert_nonnull (strstr (text, a->scenario->name));
            if (format == DL_FIGURE_CSV || format == DL_FIGURE_SVG)
              g_assert_nonnull (g_strstr_len ((const char *) data, length, changes));
          }
        g_assert_false (g_bytes_equal (shown[DL_SHOW_A], shown[DL_SHOW_B]));
        g_assert_false (g_bytes_equal (shown[DL_SHOW_A], shown[DL_SHOW_DIFFERENCE]));
        for (guint show = 0; show < DL_N_SHOWS; show++)
          g_bytes_unref (shown[show]);
      }
  g_assert_cmpuint (n_compare, >=, 3 * 4); /* three figures in four formats */
}

static void
test_figures_torus (void)
{
  g_autoptr (Side) a = side_new ("xt3-11x12x16", SMALL, 5);
  g_autoptr (Side) b = side_new ("xt3-11x12x16", OTHER "scenario.name=Second\n", 6);
  guint n;
  const DlFigure *const *figures = dl_family_figures (&dl_family_torus, &n);

  check_figures (a, b, figures, n, torus_metric ("load"), "B: Second (torus.datelines=1;2;3");
  check_figures (a, b, figures, n, torus_metric ("sim-stalls"), "torus.broken-nodes=3,3,3");
}

static void
test_figures_dragonfly (void)
{
  g_autoptr (Side) a = side_new ("cascade-8", "", 5);
  g_autoptr (Side) b
      = side_new ("cascade-8", "dragonfly.broken-cables=0-1#0;2-3#1\nscenario.name=Second\n", 6);
  guint n;
  const DlFigure *const *figures = dl_family_figures (&dl_family_dragonfly, &n);

  check_figures (a, b, figures, n, dragonfly_metric ("use"),
                 "B: Second (dragonfly.broken-cables=0-1#0");
  check_figures (a, b, figures, n, dragonfly_metric ("sim-load"), "B: Second");
}

/* Each row of a difference: A's number less B's. */
static void
test_csv (void)
{
  g_autoptr (Side) a = side_new ("xt3-11x12x16", SMALL, 5);
  g_autoptr (Side) b = side_new ("xt3-11x12x16", OTHER, 6);
  DlFigureInput against = input_of (b), input = input_of (a);
  g_autoptr (GString) csv = g_string_new (NULL);
  guint n_rows = 0, n_only = 0;

  input.metric = torus_metric ("load");
  input.against = &against;
  input.show = DL_SHOW_DIFFERENCE;
  dl_figure_append_csv (csv, dl_family_figure_find (&dl_family_torus, "ring-matrix"), &input);
  g_auto (GStrv) lines = g_strsplit (csv->str, "\n", -1);
  g_assert_cmpstr (lines[0], ==,
                   "direction,x,y,z,state_a,state_b,load_a,load_b,difference,outlier");
  for (guint i = 1; lines[i][0] != '\0'; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], ",", -1);

      n_rows++;
      if (strcmp (cells[4], cells[5]) != 0)
        {
          g_assert_cmpstr (cells[5], ==, "broken");
          g_assert_cmpstr (cells[8], ==, "");
          n_only++;
          continue;
        }
      g_assert_cmpfloat_with_epsilon (
          g_ascii_strtod (cells[8], NULL),
          g_ascii_strtod (cells[6], NULL) - g_ascii_strtod (cells[7], NULL), 1e-3);
    }
  g_assert_cmpuint (n_rows, ==, 4 * 5 * 6 * 6);
  g_assert_cmpuint (n_only, ==, 2 + 12); /* a cable, and a node's cables */

  /* B alone is as the figure of B. */
  g_autoptr (GString) shown = g_string_new (NULL);
  g_autoptr (GString) own = g_string_new (NULL);
  input.show = DL_SHOW_B;
  against.metric = torus_metric ("load");
  dl_figure_append_csv (shown, dl_family_figure_find (&dl_family_torus, "ring-matrix"), &input);
  dl_figure_append_csv (own, dl_family_figure_find (&dl_family_torus, "ring-matrix"), &against);
  g_assert_cmpstr (shown->str, ==, own->str);
}

/* Networks whose links do not compare. */
static void
test_misfits (void)
{
  g_autoptr (Side) a = side_new ("xt3-11x12x16", SMALL, 5);
  g_autoptr (Side) b = side_new ("xt3-11x12x16", "torus.radix=4;5;5\n", 6);
  g_autoptr (Side) c = side_new ("cascade-8", "", 6);
  g_autoptr (Side) d = side_new ("cascade-2", "", 6);
  const DlMetricInput from = torus_of (a), to = torus_of (b);
  const DlMetricInput eight = dragonfly_of (c), two = dragonfly_of (d);

  g_assert_null (dl_contrast_new (torus_metric ("load"), &from, &to));
  g_assert_null (dl_dragonfly_contrast_new (dragonfly_metric ("use"), &eight, &two));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/contrast/itself/torus", test_itself_torus);
  g_test_add_func ("/contrast/itself/dragonfly", test_itself_dragonfly);
  g_test_add_func ("/contrast/unknown", test_unknown);
  g_test_add_func ("/contrast/dragonfly-critical", test_dragonfly_critical);
  g_test_add_func ("/contrast/pairs", test_pairs);
  g_test_add_func ("/contrast/scales", test_scales);
  g_test_add_func ("/contrast/painted", test_painted);
  g_test_add_func ("/contrast/figures/torus", test_figures_torus);
  g_test_add_func ("/contrast/figures/dragonfly", test_figures_dragonfly);
  g_test_add_func ("/contrast/csv", test_csv);
  g_test_add_func ("/contrast/misfits", test_misfits);
  return g_test_run ();
}
