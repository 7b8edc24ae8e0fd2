/* The command of a figure writes the same file as the window does, to the byte. */
#include "dl-family-rooms.h"
#include "dl-figure-command.h"
#include "dl-figure-jobs.h"
#include "dl-scenario-file.h"
#include "metric-fixture.h"

#include <glib/gstdio.h>

#include <string.h>

/* Their places in dl_families. */
enum
{
  TORUS,
  DRAGONFLY
};

typedef struct
{
  char *folder;
  char *scenario; /* file */
  DlFigureData *data;
} Fixture;

static char *
in_folder (const Fixture *fixture, const char *name)
{
  return g_build_filename (fixture->folder, name, NULL);
}

static DlScenario *
load (const char *preset, const char *const *settings)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_preset_load (preset, &error);

  g_assert_no_error (error);
  for (guint i = 0; settings[i] != NULL; i++)
    {
      dl_edits_parse_assignment (edits, settings[i], &error);
      g_assert_no_error (error);
    }
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  return scenario;
}

static DlSimFigure *
simulate (const DlScenario *scenario)
{
  DlSimulateOptions options = dl_simulate_options (scenario);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlSimulation) run = NULL;

  options.watches = TRUE;
  options.watched = 57;
  run = dl_simulate (scenario, &options, NULL, &error);
  g_assert_no_error (error);
  return dl_sim_figure_new_run (run);
}

static DlCritical *
find_critical (const DlScenario *scenario)
{
  g_autoptr (GError) error = NULL;
  DlCritical *critical
      = scenario->family->critical (scenario, dl_critical_options_default (), NULL, &error);

  g_assert_no_error (error);
  return critical;
}

static DlLoadCurve *
sweep_load (const DlEvaluation *result)
{
  const DlLoadSweepOptions options = { .n_seeds = 2, .cycles = 300 };
  g_autoptr (GError) error = NULL;
  DlLoadCurve *curve = dl_load_curve_run (result, &options, 2, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return curve;
}

static gboolean
take_point (const DlSweepResult *result, gpointer points, GError **error)
{
  dl_sweep_points_add (points, result);
  return TRUE;
}

/* A sweep of another scenario than the one that is open. */
static DlSweepFigure *
sweep (const DlScenario *scenario)
{
  static const char *const of_torus[]
      = { "torus.datelines=1;2;3,0;-1;2", "torus.tie=positive,parity" };
  static const char *const of_dragonfly[] = { "dragonfly.routing=min-hash,valiant" };
  const gboolean is_torus = scenario->family == &dl_family_torus;
  DlSweepOptions options = { .n_jobs = 1, .on_point = take_point };
  g_autoptr (DlScenario) other = dl_scenario_copy (scenario);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (DlSweepSpec) spec = NULL;
  g_autoptr (DlSweepPoints) points = NULL;
  g_autofree const DlMeasure **measures = NULL;
  guint n_measures;

  dl_edits_parse_assignment (edits, "router.input-buffer=48", &error);
  g_assert_no_error (error);
  dl_edits_parse_assignment (edits, "scenario.name=Swept; it's $other", &error);
  g_assert_no_error (error);
  dl_scenario_apply (other, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  spec = dl_sweep_spec_new (other);
  spec->only_static = is_torus;
  spec->n_seeds = is_torus ? 1 : 2;
  for (guint i = 0; i < (is_torus ? G_N_ELEMENTS (of_torus) : G_N_ELEMENTS (of_dragonfly)); i++)
    {
      dl_sweep_spec_vary (spec, is_torus ? of_torus[i] : of_dragonfly[i], &error);
      g_assert_no_error (error);
    }
  points = dl_sweep_points_new (spec);
  options.on_point_data = points;
  dl_sweep_run (points->spec, &options, NULL, &error);
  g_assert_no_error (error);
  measures = dl_sweep_points_measures (points, &n_measures);
  return dl_sweep_figure_new (
      &(DlSweepChart) { .points = points, .measures = measures, .n_measures = n_measures });
}

static DlCounters *
write_counters (const Fixture *fixture, guint kind)
{
  static const char torus[]
      = "---\nkey: OURS\n---\n- [linkid, int32]\n- [sx, int32]\n- [sy, int32]\n- [sz, int32]\n"
        "- [tx, int32]\n- [ty, int32]\n- [tz, int32]\n- [code_region, int32]\n- [packets, int32]\n"
        "...\n0 0 0 0 1 0 0 -2 500\n1 4 4 4 4 4 3 -2 300\n2 2 2 2 2 3 2 7 900\n";
  static const char dragonfly[] = "sg,sr,sc,dg,dr,dc,color,flits,stalls\n"
                                  "0,0,0,0,0,1,g,400,10\n0,0,0,0,0,2,g,100,40\n";
  const char *text = kind == TORUS ? torus : dragonfly;
  g_autofree char *name = in_folder (fixture, kind == TORUS ? "our links.yaml" : "our links.csv");
  g_autoptr (GError) error = NULL;
  DlCounters *counters;

  g_file_set_contents (name, text, -1, &error);
  g_assert_no_error (error);
  counters = dl_counters_read (text, -1, name, &error);
  g_assert_no_error (error);
  return counters;
}

/* All that figures of either kind of network can show, short runs and a B. */
static void
set_up (Fixture *fixture, gconstpointer kind)
{
  static const char *const of_torus[] = {
    "torus.broken-links=1,2,2:x+",  "scenario.name=It's <5> & \"so\"",    "simulation.cycles=1500",
    "simulation.warmup-cycles=500", "scenario.seed=18446744073709551615", NULL
  };
  static const char *const of_dragonfly[] = { "dragonfly.broken-cables=0-1#1",
                                              "traffic.pattern=jobs",
                                              "traffic.placement=one:30:2;two:20:random",
                                              "simulation.cycles=1200",
                                              "simulation.warmup-cycles=400",
                                              NULL };
  const gboolean is_torus = GPOINTER_TO_UINT (kind) == TORUS;
  g_autoptr (DlScenario) scenario
      = is_torus ? load ("torus-5x5x5", of_torus) : load ("cascade-2", of_dragonfly);
  g_autoptr (DlScenario) b = dl_scenario_copy (scenario);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (DlEvaluation) result = dl_evaluation_new (scenario, 1, NULL, NULL, &error);
  g_autoptr (DlEvaluation) result_b = NULL;
  g_autoptr (DlSimFigure) simulation_b = NULL;
  g_autoptr (DlCritical) critical_b = NULL;
  g_autoptr (DlSimFigure) simulation = NULL;
  g_autoptr (DlSweepFigure) swept = sweep (scenario);
  g_autoptr (DlLoadCurve) curve = NULL;
  g_autoptr (DlCounters) counters = NULL;
  g_autoptr (DlMeasured) measured = NULL;
  g_autoptr (DlCritical) critical = NULL;
  g_autoptr (DlPin) pin = NULL;
  g_autofree char *text = dl_scenario_to_text (scenario, FALSE);

  g_assert_no_error (error);
  fixture->folder = g_dir_make_tmp ("figure-command-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->scenario = in_folder (fixture, "A & B.dateline");
  g_file_set_contents (fixture->scenario, text, -1, &error);
  g_assert_no_error (error);

  dl_edits_parse_assignment (
      edits, is_torus ? "torus.datelines=1;2;3" : "dragonfly.routing=valiant", &error);
  g_assert_no_error (error);
  dl_scenario_apply (b, edits, NULL, NULL, &error);
  g_assert_no_error (error);

  simulation = simulate (scenario);
  curve = sweep_load (result);
  counters = write_counters (fixture, dl_family_index (scenario->family));
  if (is_torus)
    {
      const gint32 region = 7;

      measured = dl_measured_new (counters, &region, dl_evaluation_torus (result), NULL, &error);
    }
  else
    measured = dl_measured_new (counters, NULL, dl_evaluation_dragonfly (result), NULL, &error);
  g_assert_no_error (error);
  critical = find_critical (scenario);
  critical_b = find_critical (b);
  fixture->data = dl_figure_data_new (result, critical, simulation, curve, counters, measured);
  result_b = dl_evaluation_new (b, 1, NULL, NULL, &error);
  g_assert_no_error (error);
  simulation_b = simulate (b);
  pin = dl_pin_new ("B", result_b,
                    &(DlPinned) { .critical = critical_b,
                                  .links = &simulation_b->links,
                                  .from = simulation_b->from,
                                  .to = simulation_b->to });
  dl_figure_data_set_pin (fixture->data, pin);
  dl_figure_data_set_sweep (fixture->data, swept);
}

static void
tear_down (Fixture *fixture, gconstpointer kind)
{
  g_autoptr (GDir) folder = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  dl_figure_data_unref (fixture->data);
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = in_folder (fixture, name);
      g_unlink (path);
    }
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->scenario);
}

static void
on_completed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Fixture *fixture = user_data;
  g_autoptr (GError) error = NULL;
  DlFigureData *data = dl_figure_data_complete_finish (result, &error);

  g_assert_no_error (error);
  dl_figure_data_unref (fixture->data);
  fixture->data = data;
}

/* The policies compared, if that is what it shows. */
static void
complete (Fixture *fixture, const DlFigure *figure, const DlFigureInput *view)
{
  DlFigureData *before = fixture->data;

  if (dl_figure_data_suits (before, figure, view))
    return;
  dl_figure_data_complete_async (before, figure, view, NULL, NULL, NULL, NULL, on_completed,
                                 fixture);
  while (fixture->data == before)
    g_main_context_iteration (NULL, TRUE);
}

static void
run (const char *command)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) argv = NULL;
  g_autofree char *messages = NULL;
  int status;

  g_shell_parse_argv (command, NULL, &argv, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (argv[0], ==, "dateline-cli");
  g_free (argv[0]);
  argv[0] = g_strdup (g_getenv ("DATELINE_CLI"));
  g_spawn_sync (NULL, argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, &messages, &status, &error);
  g_assert_no_error (error);
  if (!g_spawn_check_wait_status (status, &error))
    g_error ("%s\n%s", command, messages);
}

/* Both files, which are the same. */
static void
check (Fixture *fixture, const DlFigure *figure, const DlFigureInput *view, const char *ending,
       double width_in, double dpi)
{
  g_autofree char *mine = g_strdup_printf ("%s/window.%s", fixture->folder, ending);
  g_autofree char *theirs = g_strdup_printf ("%s/it's theirs.%s", fixture->folder, ending);
  g_autoptr (DlFigureDrawing) drawing = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *command = NULL;
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;
  gsize length_a, length_b;

  complete (fixture, figure, view);
  g_assert_null (dl_figure_data_missing (fixture->data, figure, view));
  drawing = dl_figure_drawing_new (fixture->data, figure, view);
  command = dl_figure_command (figure, &drawing->input, fixture->scenario,
                               fixture->data->result->scenario, theirs, width_in, dpi);
  g_test_message ("%s", command);
  dl_figure_export (drawing->figure, &drawing->input, mine, width_in, dpi, &error);
  g_assert_no_error (error);
  run (command);
  g_file_get_contents (mine, &a, &length_a, &error);
  g_assert_no_error (error);
  g_file_get_contents (theirs, &b, &length_b, &error);
  g_assert_no_error (error);
  if (length_a != length_b || memcmp (a, b, length_a) != 0)
    g_error ("not the same: %s", command);
}

static const DlFigure *const *
figures_of (gconstpointer kind, guint *n)
{
  guint n_families;

  return dl_family_figures (dl_families (&n_families)[GPOINTER_TO_UINT (kind)], n);
}

/* Figures whose simulations take minutes. */
static gboolean
is_left_out (const DlFigure *figure)
{
  const gboolean left_out = figure->paper_check != NULL || g_str_has_prefix (figure->id, "paper");

  if (left_out)
    g_test_message ("%s is left out: its runs take too long", figure->id);
  return left_out;
}

/* Nothing said, of A alone and beside B; and everything that can be said otherwise. */
static void
test_figures (Fixture *fixture, gconstpointer kind)
{
  static const char *const title = "Another one, \"it's\" $so; `x` & 5 % – ☃";
  guint n;
  const DlFigure *const *figures = figures_of (kind, &n);
  g_autoptr (DlPin) pin = dl_pin_ref (fixture->data->pin);

  for (guint i = 0; i < n; i++)
    {
      const DlFigureInput plain = {
        .slice = DL_Z, .dim = DL_Z, .show = DL_SHOW_DIFFERENCE, .has_region = TRUE, .region = 7
      };
      const DlFigureInput other = { .metric = torus_metric ("load"),
                                    .dim = DL_Y,
                                    .node = 57,
                                    .look = { .has_output = TRUE, .output = DL_TORUS_PORT_Z_MINUS },
                                    .slice = DL_X,
                                    .first_plane = 1,
                                    .n_planes = 2,
                                    .has_region = TRUE,
                                    .region = 7,
                                    .group = 1,
                                    .sorted = TRUE,
                                    .show = DL_SHOW_B,
                                    .style = { .title = title, .no_legend = TRUE } };
      DlFigureInput bare = other;

      if (is_left_out (figures[i]))
        continue;
      if (GPOINTER_TO_UINT (kind) == DRAGONFLY && g_str_equal (figures[i]->id, "router"))
        {
          /* The Aries is not shown from inside. */
          g_assert_nonnull (dl_figure_data_missing (fixture->data, figures[i], &plain));
          continue;
        }
      bare.style = (DlFigureStyle) { .no_title = TRUE, .no_caption = TRUE };
      bare.show = DL_SHOW_A;
      bare.look.has_output = FALSE;
      check (fixture, figures[i], &plain, "pdf", DL_WIDTH_COLUMN_IN, DL_DPI_DEFAULT);
      check (fixture, figures[i], &other, "svg", 5.25, 72);
      check (fixture, figures[i], &bare, "png", DL_WIDTH_PAGE_IN, 77);
      check (fixture, figures[i], &other, "csv", 5.25, 72);
    }
}

/* The input-queued router from inside. */
static void
test_router (Fixture *fixture, gconstpointer kind)
{
  const DlFamily *family = fixture->data->result->scenario->family;
  const DlFigure *figure = dl_family_figure_find (family, "router");
  const DlFigureInput view = { .node = 57 };
  const DlFigureInput styled
      = { .node = 57, .style = { .title = "It's \"one\"", .no_legend = TRUE } };
  static const char *const settings[] = { "router.model=input-queued", "traffic.pattern=uniform",
                                          "traffic.placement=", "simulation.cycles=700", NULL };
  g_autoptr (DlScenario) scenario
      = load (GPOINTER_TO_UINT (kind) == TORUS ? "torus-5x5x5" : "cascade-2", settings);
  g_autofree char *text = dl_scenario_to_text (scenario, FALSE);
  g_autoptr (DlSimFigure) simulation = simulate (scenario);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlEvaluation) result = dl_evaluation_new (scenario, 1, NULL, NULL, &error);

  g_assert_no_error (error);
  g_file_set_contents (fixture->scenario, text, -1, &error);
  g_assert_no_error (error);
  dl_figure_data_unref (fixture->data);
  fixture->data = dl_figure_data_new (result, NULL, simulation, NULL, NULL, NULL);
  check (fixture, figure, &view, "pdf", DL_WIDTH_COLUMN_IN, DL_DPI_DEFAULT);
  check (fixture, figure, &styled, "svg", 5.25, 72);
  check (fixture, figure, &view, "csv", DL_WIDTH_COLUMN_IN, DL_DPI_DEFAULT);
}

/* Every metric of a map, alone and beside B. */
static void
test_metrics (Fixture *fixture, gconstpointer kind)
{
  guint n_families;
  const DlFamily *family = dl_families (&n_families)[GPOINTER_TO_UINT (kind)];
  const DlFigure *figure = dl_figure_find (dl_family_maker (family, DL_FEATURE_VIEW, 0)->figure);
  const DlMetric *metric;

  for (guint i = 0, region = 0; (metric = dl_family_metric (family, i)) != NULL; i++)
    {
      const DlFigureInput view = { .metric = metric,
                                   .has_region = region < 2,
                                   .region = region == 0 ? DL_COUNTERS_WHOLE : 7,
                                   .show = i % 3 };

      check (fixture, figure, &view, "csv", DL_WIDTH_COLUMN_IN, 300);
      check (fixture, figure, &view, "pdf", DL_WIDTH_COLUMN_IN, 300);
      /* Each code region that can be meant. */
      if (view.metric == torus_metric ("measured") && ++region < 3)
        i--;
    }
}

/* Panels, each with something else to say. */
static void
test_panels (Fixture *fixture, gconstpointer kind)
{
  const gboolean is_torus = GPOINTER_TO_UINT (kind) == TORUS;
  static const char *const of_torus[]
      = { "ring-matrix", "planes", "balance-histograms", "latency", "load-latency", "measured" };
  static const char *const of_dragonfly[]
      = { "groups", "group", "jobs", "chord", "throughput", "measured" };
  DlFigurePanel panels[G_N_ELEMENTS (of_torus)];
  DlFigureInput view = { .panels = panels, .n_panels = G_N_ELEMENTS (panels) };

  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    panels[i] = (DlFigurePanel) {
      is_torus ? dl_family_figure_find (&dl_family_torus, of_torus[i])
               : dl_family_figure_find (&dl_family_dragonfly, of_dragonfly[i]),
      { .metric = metric_in (is_torus ? &dl_family_torus : &dl_family_dragonfly,
                             i % 2 == 0 ? "load" : "sim-load"),
        .slice = DL_Y,
        .n_planes = 3,
        .group = 1,
        .has_region = TRUE,
        .region = 7,
        .show = i % 3,
        .style = { .title = i == 1 ? "It's \"one\"" : NULL, .no_legend = i == 2 } },
    };
  check (fixture, &dl_figure_panels, &view, "pdf", DL_WIDTH_PAGE_IN, 300);
  view.n_columns = 3;
  view.style = (DlFigureStyle) { .title = "All's here", .no_caption = TRUE, .dark = TRUE };
  check (fixture, &dl_figure_panels, &view, "svg", DL_WIDTH_SLIDE_IN, 300);
  view.style = (DlFigureStyle) { .no_title = TRUE, .no_legend = TRUE };
  check (fixture, &dl_figure_panels, &view, "png", DL_WIDTH_PAGE_IN, 60);
  check (fixture, &dl_figure_panels, &view, "csv", DL_WIDTH_PAGE_IN, 60);
}

/* Nothing is pinned: policies are compared, and no command says anything of B. */
static void
test_alone (Fixture *fixture, gconstpointer kind)
{
  DlFigureData *with = fixture->data;
  guint n;
  const DlFigure *const *figures = figures_of (kind, &n);
  const DlFigureInput view = { .slice = DL_Z, .has_region = TRUE, .region = 7 };

  fixture->data = dl_figure_data_new (with->result, with->critical, with->simulation,
                                      with->load_curve, with->counters, with->measured);
  dl_figure_data_unref (with);
  for (guint i = 0; i < n; i++)
    if (figures[i]->compares)
      check (fixture, figures[i], &view, "csv", DL_WIDTH_COLUMN_IN, 300);
}

int
main (int argc, char **argv)
{
  static const char *const names[] = { "torus", "dragonfly" };

  g_test_init (&argc, &argv, NULL);
  for (guint kind = 0; kind < G_N_ELEMENTS (names); kind++)
    {
      const struct
      {
        const char *name;
        void (*func) (Fixture *fixture, gconstpointer kind);
      } tests[] = {
        { "figures", test_figures }, { "router", test_router }, { "metrics", test_metrics },
        { "panels", test_panels },   { "alone", test_alone },
      };

      for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
        {
          g_autofree char *path
              = g_strdup_printf ("/figure-command/%s/%s", names[kind], tests[i].name);
          g_test_add (path, Fixture, GUINT_TO_POINTER (kind), set_up, tests[i].func, tear_down);
        }
    }
  return g_test_run ();
}
