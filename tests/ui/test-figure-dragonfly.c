/* Figures of dragonflies, and the metrics that they show: drawn in every format and width, the same
 * to the byte, and what the CSV has is what the analysis has. */
#include "dl-dragonfly-map-private.h"
#include "dl-dragonfly-metric.h"
#include "dl-evaluate.h"
#include "dl-figure-sweep.h"
#include "dl-figure.h"
#include "dl-scenario-file.h"
#include "metric-fixture.h"

#include <math.h>
#include <string.h>

static const char *const presets[] = { "cascade-2", "edison", "generic-33", "cascade-64" };

typedef struct
{
  DlScenario *scenario;
  DlDragonflyAnalysis *analysis;
} Test;

static void
test_init (Test *test, const char *preset, const char *edit)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;

  test->scenario = dl_preset_load (preset, &error);
  g_assert_no_error (error);
  if (edit != NULL)
    dl_edits_parse_assignment (edits, edit, &error);
  g_assert_no_error (error);
  dl_scenario_apply (test->scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  test->analysis = dl_dragonfly_evaluate (test->scenario, NULL, NULL, &error);
  g_assert_no_error (error);
}

static void
test_clear (Test *test)
{
  dl_dragonfly_analysis_unref (test->analysis);
  dl_scenario_free (test->scenario);
}

/* Mean demand on the blue links that leave @group, or come @in: link by link. */
static double
mean_over_links (const DlDragonfly *net, const DlDragonflyShown *shown, guint group, gboolean in)
{
  double sum = 0;
  guint n = 0;

  for (guint link = 0; link < net->n_links; link++)
    if (net->link_class[link] == DL_LINK_BLUE && dl_dragonfly_link_group (net, link, in) == group)
      {
        sum += isnan (shown->values[link]) ? 0 : shown->values[link];
        n++;
      }
  return sum / n;
}

/* Edison, one group to the next: each group has one of its 14 pairs at ten times what it carries,
 * and thirteen idle ones. A pair tells what all its links are asked for, and so do the bars: the
 * mean over links that the page of loads has. */
static void
test_overload (void)
{
  Test test;
  DlMetricInput input;
  DlDragonflyValue value;
  guint32 blue;

  test_init (&test, "edison", "traffic.pattern=group-shift");
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_assert_true (dl_edits_parse_assignment (edits, "dragonfly.routing=min-hash", NULL));
  g_assert_true (dl_scenario_apply (test.scenario, edits, NULL, NULL, NULL));
  dl_dragonfly_analysis_unref (test.analysis);
  test.analysis = dl_dragonfly_evaluate (test.scenario, NULL, NULL, NULL);
  const DlDragonfly *net = test.analysis->dragonfly;
  const guint n = net->n_groups;

  input = dl_metric_input (&dl_family_dragonfly, test.analysis);
  g_autoptr (DlDragonflyShown) shown = dl_dragonfly_shown_new (dragonfly_metric ("use"), &input);
  g_assert_cmpfloat (dl_dragonfly_analysis_group_use (test.analysis, 0, 1, 1), >, 5);
  for (guint group = 0; group < n; group++)
    {
      const guint links = test.analysis->group_links[group * n + (group + 1) % n];

      g_assert_cmpfloat_with_epsilon (shown->group_out[group],
                                      mean_over_links (net, shown, group, 0), 1e-6);
      g_assert_cmpfloat_with_epsilon (shown->group_in[group],
                                      mean_over_links (net, shown, group, 1), 1e-6);
      g_assert_cmpfloat_with_epsilon (
          shown->group_value[group * n + (group + 1) % n],
          dl_dragonfly_analysis_group_use (test.analysis, group, (group + 1) % n, 1), 1e-3);
      g_assert_cmpuint (shown->sums.pair_over[group * n + (group + 1) % n], ==, links);
      g_assert_true (dl_dragonfly_shown_value (shown, net, dl_place_group (group), TRUE, &value));
      g_assert_cmpuint (value.n_over, ==, links);
    }
  /* A link keeps what it is asked for. */
  for (blue = 0; net->link_class[blue] != DL_LINK_BLUE || !(shown->values[blue] > 0);)
    blue++;
  g_assert_cmpfloat (shown->values[blue], >, 5);

  /* And it is seen: a map with the marks is another one. */
  const DlDragonflyMapOptions options = {
    .kind = DL_DRAGONFLY_MAP_GROUPS, .width = 700, .height = 560, .scale = 1, .label_scale = 1
  };
  g_autoptr (DlDragonflyMap) map = dl_dragonfly_map_new (test.analysis->dragonfly, &options, NULL);
  DlDragonflyValues without = shown->sums;
  cairo_surface_t *drawn[2];
  DlScale scale;

  without.pair_over = without.out_over = without.in_over = NULL;
  dl_scale_init (&scale, dragonfly_metric ("use"), 0, dl_theme_light ());
  for (guint i = 0; i < 2; i++)
    {
      const DlOverlay overlay = { .net = dl_shape_net (net), .scale = &scale };
      const DlDragonflyPicture picture = { .values = i == 0 ? &shown->sums : &without };
      cairo_t *cr;

      drawn[i] = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 700, 560);
      cr = cairo_create (drawn[i]);
      dl_dragonfly_map_draw_overlay (map, cr, &overlay, &picture, dl_theme_light ());
      cairo_destroy (cr);
      cairo_surface_flush (drawn[i]);
    }
  /* Beside each bar, beyond the end of its scale. */
  for (guint group = 0; group < n; group++)
    {
      DlRect cell;
      guint differ = 0;

      g_assert_true (dl_dragonfly_map_rect (map, dl_place_pair (group, n - 1), &cell));
      for (gint y = ceil (cell.y); y < floor (cell.y + cell.height); y++)
        differ += memcmp (cairo_image_surface_get_data (drawn[0])
                              + y * cairo_image_surface_get_stride (drawn[0])
                              + 4 * (gint) (cell.x + cell.width + 8),
                          cairo_image_surface_get_data (drawn[1])
                              + y * cairo_image_surface_get_stride (drawn[1])
                              + 4 * (gint) (cell.x + cell.width + 8),
                          4 * (700 - (gint) (cell.x + cell.width + 8)))
                  != 0;
      g_assert_cmpuint (differ, >=, 3);
    }
  for (guint i = 0; i < 2; i++)
    cairo_surface_destroy (drawn[i]);
  test_clear (&test);
}

/* Figures -------------------------------------------------------------------------------------- */

static void
test_registry (void)
{
  static const char *const names[]
      = { "groups",     "group",      "chord",      "jobs",      "sizes",
          "latency",    "throughput", "choices",    "waits",     "load-latency",
          "router",     "packets",    "sweep",      "measured",  "cascade-9",
          "cascade-10", "cascade-11", "cascade-12", "cascade-13" };
  static const char *const both[]
      = { "latency", "throughput", "waits", "load-latency", "router", "packets",
          "sweep",   "measured",   NULL };
  guint n, n_torus;
  const DlFigure *const *figures = dl_family_figures (&dl_family_dragonfly, &n);
  const DlFigure *const *torus = dl_family_figures (&dl_family_torus, &n_torus);

  g_assert_cmpuint (n, ==, G_N_ELEMENTS (names));
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpstr (figures[i]->id, ==, names[i]);
      g_assert_true (dl_family_figure_find (&dl_family_dragonfly, names[i]) == figures[i]);
      g_assert_true (dl_family_figure_find (&dl_family_torus, names[i])
                     == (g_strv_contains (both, names[i]) ? figures[i] : NULL));
    }
  for (guint i = 0; i < n_torus; i++)
    g_assert_true ((dl_family_figure_find (&dl_family_dragonfly, torus[i]->id) != NULL)
                   == g_strv_contains (both, torus[i]->id));
}

static GBytes *
render (const DlFigure *figure, const DlFigureInput *input, DlFigureFormat format, double width)
{
  g_autoptr (GError) error = NULL;
  GBytes *bytes = dl_figure_render (figure, input, format, width, 60, &error);

  g_assert_no_error (error);
  return bytes;
}

static void
test_formats (gconstpointer preset)
{
  static const double widths[] = { DL_WIDTH_COLUMN_IN, DL_WIDTH_PAGE_IN, DL_WIDTH_SLIDE_IN };
  guint n;
  const DlFigure *const *figures = dl_family_figures (&dl_family_dragonfly, &n);
  Test test;

  test_init (&test, preset, NULL);
  for (guint i = 0; i < n; i++)
    for (guint format = DL_FIGURE_PDF; format <= DL_FIGURE_CSV; format++)
      /* All widths in one format: the others are the same drawing. */
      for (guint w = 0; w < (format == DL_FIGURE_PDF ? G_N_ELEMENTS (widths) : 1); w++)
        {
          DlFigureInput input = dl_figure_input_default (test.scenario, test.analysis);
          input.sorted = w == 1;
          input.group = w;
          g_autoptr (GBytes) bytes = render (figures[i], &input, format, widths[w]);
          g_autoptr (GBytes) again = render (figures[i], &input, format, widths[w]);
          g_autoptr (GError) error = NULL;
          gsize length;
          const guint8 *data = g_bytes_get_data (bytes, &length);
          const double height = dl_figure_height (figures[i], &input, widths[w] * 72);
          g_autofree char *text = dl_figure_read_scenario (data, length, &error);

          g_assert_no_error (error);
          g_assert_nonnull (strstr (text, "kind=dragonfly"));
          g_assert_true (g_bytes_equal (bytes, again));
          g_assert_cmpfloat (height, <=, w == 2 ? 7.5 * 72 : 9 * 72);
        }
  test_clear (&test);
}

/* Opened again, a figure of a machine's own cabling is of the same machine; and it has a size to be
 * sent around. */
static void
check_figure (const char *figure, DlFigureFormat format, const DlScenario *scenario,
              const DlDragonflyAnalysis *analysis)
{
  const DlFigureInput input = dl_figure_input_default (scenario, analysis);
  g_autoptr (GBytes) bytes = render (dl_family_figure_find (&dl_family_dragonfly, figure), &input,
                                     format, DL_WIDTH_COLUMN_IN);
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) again
      = dl_figure_parse_scenario (data, size, "figure", (DlScenarioFiles) { 0 }, NULL, &error);
  g_autoptr (DlDragonfly) net = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (size, <=, dl_figure_load_limit (data, size));
  g_assert_cmpuint (size, <, 320 * 1000);
  g_assert_true (dl_scenario_equal (scenario, again));
  net = dl_scenario_dragonfly (again, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (net->n_links, ==, analysis->dragonfly->n_links);
  for (guint group = 0; group < net->n_groups; group++)
    g_assert_cmpuint (net->group_name[group], ==, analysis->dragonfly->group_name[group]);
}

static DlScenario *
edit_machine (const DlScenario *scenario, const char *const *assignments)
{
  DlScenario *edited = dl_scenario_copy (scenario);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; assignments[i] != NULL; i++)
    dl_edits_parse_assignment (edits, assignments[i], &error);
  g_assert_no_error (error);
  g_assert_true (dl_scenario_apply (edited, edits, NULL, NULL, &error));
  return edited;
}

static void
check_machine (const char *content, gsize length, const char *name)
{
  static const char *const figures[] = { "groups", "group", "chord" };
  /* Most ribbons are idle, and not drawn. */
  static const char *const idle[]
      = { "traffic.pattern=group-shift", "dragonfly.routing=min-hash", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) scenario = dl_figure_parse_scenario (
      (const guint8 *) content, length, name, (DlScenarioFiles) { 0 }, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (DlScenario) shift = edit_machine (scenario, idle);
  g_autoptr (DlDragonflyAnalysis) analysis = dl_dragonfly_evaluate (scenario, NULL, NULL, &error);
  g_autoptr (DlDragonflyAnalysis) shifted = dl_dragonfly_evaluate (shift, NULL, NULL, &error);

  g_assert_no_error (error);
  check_figure ("groups", DL_FIGURE_CSV, scenario, analysis);
  check_figure ("groups", DL_FIGURE_PNG, scenario, analysis);
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    check_figure (figures[i], DL_FIGURE_PDF, scenario, analysis);
  check_figure ("chord", DL_FIGURE_SVG, shift, shifted);
}

static void
test_machine (void)
{
  static const char cabling[] = "c0-0c0s0a0l00(0:0:0) green -> c0-0c0s1a0l00(0:0:1)\n"
                                "c0-0c0s1a0l00(0:0:1) green -> c0-0c0s0a0l00(0:0:0)\n"
                                "c0-0c0s0a0l01(0:0:0) blue -> c2-0c0s0a0l01(7:0:0)\n"
                                "c2-0c0s0a0l01(7:0:0) blue -> c0-0c0s0a0l01(0:0:0)\n";

  check_machine (cabling, strlen (cabling), "small.txt");
}

static void
test_edison (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "..", "..", "shared", "data",
                                                 "edison-interconnect.txt", NULL);
  g_autofree char *text = NULL;
  gsize length;

  if (g_file_get_contents (path, &text, &length, NULL))
    check_machine (text, length, path);
  else
    g_test_skip ("there is no ../shared/data/edison-interconnect.txt (Edison’s cabling)");
}

/* Rows of a CSV, without its header and its notes. */
static char **
csv_rows (const DlFigure *figure, const DlFigureInput *input, const char *header)
{
  GString *csv = g_string_new (NULL);

  dl_figure_append_csv (csv, figure, input);
  g_assert_true (g_str_has_prefix (csv->str, header));
  g_assert_cmpint (csv->str[strlen (header)], ==, '\n');
  g_strchomp (csv->str);
  char **rows = g_strsplit (csv->str + strlen (header) + 1, "\n", -1);
  g_string_free (csv, TRUE);
  return rows;
}

/* Uses of pairs are those that the analysis has for them. */
static void
test_csv_groups (void)
{
  Test test;

  test_init (&test, "edison", "dragonfly.broken-cables=0-3#2;1-2#0");
  const DlFigureInput input = dl_figure_input_default (test.scenario, test.analysis);
  const DlDragonfly *dragonfly = test.analysis->dragonfly;
  const guint n = dragonfly->n_groups;
  g_auto (GStrv) rows = csv_rows (dl_family_figure_find (&dl_family_dragonfly, "groups"), &input,
                                  "from,to,links,working,use");
  g_auto (GStrv) ribbons = csv_rows (dl_family_figure_find (&dl_family_dragonfly, "chord"), &input,
                                     "from,to,links,working,use");
  guint at = 0;

  g_assert_cmpuint (g_strv_length (rows), ==, n * (n - 1) + 2 * n);
  g_assert_cmpuint (g_strv_length (ribbons), ==, n * (n - 1));
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      {
        if (a == b)
          continue;
        g_auto (GStrv) fields = g_strsplit (rows[at], ",", -1);

        g_assert_cmpstr (rows[at], ==, ribbons[at]);
        g_assert_cmpuint (strtoul (fields[0], NULL, 10), ==, dragonfly->group_name[a]);
        g_assert_cmpuint (strtoul (fields[1], NULL, 10), ==, dragonfly->group_name[b]);
        g_assert_cmpuint (strtoul (fields[2], NULL, 10), ==, 24);
        g_assert_cmpuint (strtoul (fields[3], NULL, 10), ==, test.analysis->group_links[a * n + b]);
        g_assert_cmpfloat_with_epsilon (
            g_ascii_strtod (fields[4], NULL),
            dl_dragonfly_analysis_group_use (test.analysis, a, b, test.scenario->traffic.load),
            1e-5);
        at++;
      }
  test_clear (&test);
}

/* Shares of the packets that were injected in each stretch: together all of the run's. */
static void
test_csv_choices (void)
{
  Test test;

  test_init (&test, "cascade-2", "dragonfly.chassis=1");

  DlSimulateOptions options = dl_simulate_options (test.scenario);
  options.cycles = 3000;
  options.warmup_cycles = 0;
  options.stop = DL_STOP_CYCLES;
  g_autoptr (DlSimulation) run = dl_simulate (test.scenario, &options, NULL, NULL);
  g_autoptr (DlSimFigure) figure = dl_sim_figure_new_run (run);
  DlFigureInput input = dl_figure_input_default (test.scenario, test.analysis);
  const DlSimPoint *points = (const DlSimPoint *) (gpointer) run->series->data;
  double detours[DL_N_DETOURS] = { 0 }, regretted = 0;

  input.simulation = figure;
  g_auto (GStrv) rows = csv_rows (
      dl_family_figure_find (&dl_family_dragonfly, "choices"), &input,
      "from_cycle,to_cycle,nonminimal_mode,nonminimal_queue,nonminimal_downstream,regret_share");
  g_assert_cmpuint (g_strv_length (rows), ==, run->series->len - 1);
  for (guint i = 0; rows[i] != NULL; i++)
    {
      g_auto (GStrv) fields = g_strsplit (rows[i], ",", -1);
      const double injected = points[i + 1].injected - points[i].injected;

      for (DlDetour detour = DL_DETOUR_MODE; detour < DL_N_DETOURS; detour++)
        detours[detour] += injected * g_ascii_strtod (fields[1 + detour], NULL);
      regretted += (points[i + 1].judged - points[i].judged) * g_ascii_strtod (fields[5], NULL);
    }
  for (DlDetour detour = DL_DETOUR_MODE; detour < DL_N_DETOURS; detour++)
    g_assert_cmpfloat_with_epsilon (detours[detour], run->counters.detours[detour], 1e-6);
  g_assert_cmpfloat (detours[DL_DETOUR_QUEUE], >, 0);
  g_assert_cmpfloat_with_epsilon (regretted, run->counters.regretted, 1e-6);
  g_assert_cmpfloat (regretted, >, 0);
  test_clear (&test);
}

static void
test_csv_group (void)
{
  Test test;

  test_init (&test, "generic-33", "dragonfly.broken-links=2.0.1-2.0.3#0");
  DlFigureInput input = dl_figure_input_default (test.scenario, test.analysis);
  const DlDragonfly *dragonfly = test.analysis->dragonfly;
  const guint first = dragonfly->first_link[dragonfly->group_first[2]];

  input.group = 2;
  input.metric = dragonfly_metric ("load");
  g_auto (GStrv) rows = csv_rows (dl_family_figure_find (&dl_family_dragonfly, "group"), &input,
                                  "from,to,index,class,state,load");
  guint broken = 0;

  /* 8 routers with 7 green and 4 blue links each. */
  g_assert_cmpuint (g_strv_length (rows), ==, 8 * 11);
  for (guint i = 0; rows[i] != NULL; i++)
    {
      g_auto (GStrv) fields = g_strsplit (rows[i], ",", -1);
      const double load = dl_dragonfly_analysis_load (test.analysis, first + i);

      g_assert_true (g_str_has_prefix (fields[0], "2.0."));
      g_assert_cmpstr (fields[3], ==, dl_link_class_name (dragonfly->link_class[first + i]));
      broken += strcmp (fields[4], "broken") == 0;
      if (fields[5][0] != '\0')
        g_assert_cmpfloat_with_epsilon (g_ascii_strtod (fields[5], NULL), load, 1e-4 * load);
      else
        g_assert_true (load == 0 || strcmp (fields[4], "broken") == 0);
    }
  g_assert_cmpuint (broken, ==, 2);
  test_clear (&test);
}

/* Metrics -------------------------------------------------------------------------------------- */

static void
test_names (void)
{
  static const char *const names[]
      = { "use",        "load",          "vc-share",       "critical",       "sim-load",
          "sim-stalls", "sim-occupancy", "measured-flits", "measured-stalls" };
  static const char *const also_of_tori[]
      = { "load", "critical", "sim-load", "sim-stalls", "sim-occupancy", NULL };
  g_auto (GStrv) sorted = dl_family_metric_names (&dl_family_dragonfly);
  g_autofree char *joined = g_strjoinv (",", sorted);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const DlMetric *metric = dl_family_metric (&dl_family_dragonfly, i);

      g_assert_cmpstr (metric->id, ==, names[i]);
      g_assert_true (dl_family_metric_find (&dl_family_dragonfly, metric->id) == metric);
      g_assert_cmpuint (strlen (dl_metric_title (metric)), >, 0);
      g_assert_cmpuint (strlen (dl_metric_formula (metric)), >, 0);
      g_assert_true ((dl_family_metric_find (&dl_family_torus, metric->id) != NULL)
                     == g_strv_contains (also_of_tori, metric->id));
    }
  g_assert_null (dl_family_metric (&dl_family_dragonfly, G_N_ELEMENTS (names)));
  g_assert_null (dl_family_metric_find (&dl_family_dragonfly, "balance"));
  /* The order that all families have, whichever offers which first. */
  g_assert_cmpstr (joined, ==,
                   "load,critical,sim-load,sim-stalls,sim-occupancy,use,vc-share,measured-flits,"
                   "measured-stalls");
}

static void
test_analysis (void)
{
  Test test;

  test_init (&test, "edison", "dragonfly.broken-links=0.0.4-0.0.5#0");
  const DlDragonfly *dragonfly = test.analysis->dragonfly;
  DlMetricInput input = dl_metric_input (&dl_family_dragonfly, test.analysis);
  g_autofree float *use = g_new (float, dragonfly->n_links);
  g_autofree float *share = g_new (float, dragonfly->n_links);
  g_autofree float *load = g_new (float, dragonfly->n_links);
  guint broken = 0;

  input.load = 0.4;
  dl_metric_values (dragonfly_metric ("use"), &input, use);
  dl_metric_values (dragonfly_metric ("vc-share"), &input, share);
  dl_metric_values (dragonfly_metric ("load"), &input, load);
  for (guint link = 0; link < dragonfly->n_links; link++)
    {
      const double *vc = test.analysis->vc_load + (gsize) link * DL_DRAGONFLY_VCS;
      const double packets = vc[0] + vc[1] + vc[2] + vc[3];

      broken += dragonfly->link_state[link] != DL_LINK_UP;
      if (dragonfly->link_state[link] != DL_LINK_UP || packets == 0)
        {
          g_assert_true (isnan (use[link]) && isnan (share[link]) && isnan (load[link]));
          continue;
        }
      g_assert_cmpfloat_with_epsilon (load[link], packets, 1e-5 * packets);
      g_assert_cmpfloat_with_epsilon (use[link],
                                      dl_dragonfly_analysis_use (test.analysis, link, 0.4), 1e-5);
      g_assert_cmpfloat (share[link], >=, 0.25 - 1e-6);
      g_assert_cmpfloat (share[link], <=, 1 + 1e-6);
      g_assert_cmpfloat_with_epsilon (share[link] * packets,
                                      MAX (MAX (vc[0], vc[1]), MAX (vc[2], vc[3])), 1e-4 * packets);
    }
  g_assert_cmpuint (broken, ==, 2);
  test_clear (&test);
}

/* Values simulated or measured on another machine do not count, and this one's are on its own
 * links. */
static void
test_measured (void)
{
  static const char *const text = "sg,sr,sc,dg,dr,dc,color,flits,stalls\n"
                                  "0,0,0,0,0,1,g,400,10\n"
                                  "0,0,0,0,1,0,k,100,40\n"
                                  "0,0,0,0,1,0,k,0,0\n"
                                  "90,0,0,90,0,1,g,90000,3\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (DlCounters) counters = dl_counters_read (text, -1, "counters.csv", &error);
  Test test;

  g_assert_no_error (error);
  test_init (&test, "edison", NULL);
  const DlDragonfly *dragonfly = test.analysis->dragonfly;
  const guint green = dl_dragonfly_find_link (
      dragonfly, dl_dragonfly_router_at (dragonfly, (DlRouterAt) { 0, 0, 0 }),
      dl_dragonfly_router_at (dragonfly, (DlRouterAt) { 0, 0, 1 }), 0);
  const guint black = dl_dragonfly_find_link (
      dragonfly, dl_dragonfly_router_at (dragonfly, (DlRouterAt) { 0, 0, 0 }),
      dl_dragonfly_router_at (dragonfly, (DlRouterAt) { 0, 1, 0 }), 0);
  g_autofree float *values = g_new (float, dragonfly->n_links);
  float few[3] = { 1, 1, 1 };
  const DlLinkUse other = { .n_links = 3, .load = few, .stalls = few, .occupancy = few };
  DlMetricInput input = dl_metric_input (&dl_family_dragonfly, test.analysis);
  guint known = 0;

  input.counters = counters;
  input.simulated = &other;
  dl_metric_values (dragonfly_metric ("measured-flits"), &input, values);
  for (guint link = 0; link < dragonfly->n_links; link++)
    known += isfinite (values[link]);
  g_assert_cmpuint (known, ==, 2);
  g_assert_cmpfloat (values[green], ==, 1);
  g_assert_cmpfloat (values[black], ==, 0.25);
  dl_metric_values (dragonfly_metric ("measured-stalls"), &input, values);
  g_assert_cmpfloat (values[green], ==, 0.25);
  g_assert_cmpfloat (values[black], ==, 1);

  dl_metric_values (dragonfly_metric ("sim-load"), &input, values);
  for (guint link = 0; link < dragonfly->n_links; link++)
    g_assert_true (isnan (values[link]));
  g_assert_cmpfloat (dl_metric_max (dragonfly_metric ("sim-stalls"), &input), ==, 0);

  g_autofree float *load = g_new (float, dragonfly->n_links);
  for (guint link = 0; link < dragonfly->n_links; link++)
    load[link] = link % 5 / 4.0f;
  const DlLinkUse own
      = { .n_links = dragonfly->n_links, .load = load, .stalls = load, .occupancy = load };
  input.simulated = &own;
  dl_metric_values (dragonfly_metric ("sim-occupancy"), &input, values);
  for (guint link = 0; link < dragonfly->n_links; link++)
    if (load[link] > 0)
      g_assert_cmpfloat (values[link], ==, load[link]);
    else
      g_assert_true (isnan (values[link]));
  g_assert_cmpfloat (dl_metric_max (dragonfly_metric ("sim-stalls"), &input), ==, 1);
  test_clear (&test);
}

/* A share of a VC is summed up over links that have one, anything else over all. */
static void
test_shown (void)
{
  Test test;

  test_init (&test, "edison", NULL);
  const DlDragonfly *dragonfly = test.analysis->dragonfly;
  const DlMetricInput input = dl_metric_input (&dl_family_dragonfly, test.analysis);
  g_autoptr (DlDragonflyShown) share
      = dl_dragonfly_shown_new (dragonfly_metric ("vc-share"), &input);
  g_autoptr (DlDragonflyShown) load = dl_dragonfly_shown_new (dragonfly_metric ("load"), &input);
  const guint n = dragonfly->n_groups;

  for (guint pair = 0; pair < n * n; pair++)
    {
      if (pair / n == pair % n)
        {
          g_assert_true (isnan (share->group_value[pair]) && isnan (load->group_value[pair]));
          continue;
        }
      g_assert_cmpfloat (share->group_value[pair], >=, 0.25 - 1e-6);
      const double mean = test.analysis->group_load[pair] / test.analysis->group_links[pair];
      g_assert_cmpfloat_with_epsilon (load->group_value[pair], mean, 1e-4 * mean);
    }
  test_clear (&test);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure-dragonfly/registry", test_registry);
  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    {
      g_autofree char *path = g_strdup_printf ("/figure-dragonfly/formats/%s", presets[i]);
      g_test_add_data_func (path, presets[i], test_formats);
    }
  g_test_add_func ("/figure-dragonfly/csv-groups", test_csv_groups);
  g_test_add_func ("/figure-dragonfly/csv-group", test_csv_group);
  g_test_add_func ("/figure-dragonfly/csv-choices", test_csv_choices);
  g_test_add_func ("/figure-dragonfly/machine", test_machine);
  g_test_add_func ("/figure-dragonfly/edison", test_edison);
  g_test_add_func ("/figure-dragonfly/metric-names", test_names);
  g_test_add_func ("/figure-dragonfly/metric-analysis", test_analysis);
  g_test_add_func ("/figure-dragonfly/metric-measured", test_measured);
  g_test_add_func ("/figure-dragonfly/metric-shown", test_shown);
  g_test_add_func ("/figure-dragonfly/overload", test_overload);
  return g_test_run ();
}
