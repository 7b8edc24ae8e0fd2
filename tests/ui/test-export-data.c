/* The export dialog with what is not of the scenario alone: simulations, load curves, counters,
 * sweeps, and networks of the other kind. */
#include "dl-edit.h"
#include "dl-scenario-file.h"
#include "dl-sweep-chart.h"
#include "dl-ui.h"
#include "export-fixture.h"
#include "metric-fixture.h"

/* Figures of a simulation wait for one, and show the one they are given, whatever happens to the
 * scenario. */
static void
test_simulation (ExportFixture *fixture, gconstpointer data)
{
  const DlScenario *scenario = dl_session_get_scenario (fixture->session);
  DlSimulateOptions options = dl_simulate_options (scenario);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlSimulation) run = NULL;
  g_autoptr (DlSimFigure) simulation = NULL;
  g_autofree char *csv = NULL, *expected = NULL;

  export_open_ring (fixture, "ring-balance", torus_metric ("balance"), DL_Y, 3);
  ui_wait_for (export_is_ready (fixture));
  export_choose (fixture, "figure", export_index (&dl_family_torus, "age-histogram"));
  ui_idle ();
  g_assert_false (export_is_ready (fixture));
  g_assert_cmpstr (export_label (fixture, "busy_label"), ==, "Run the simulation first (F8)");

  options.cycles = 300;
  run = dl_simulate (scenario, &options, NULL, &error);
  g_assert_no_error (error);
  simulation = dl_sim_figure_new_run (run);
  dl_export_dialog_set_simulation (DL_EXPORT_DIALOG (fixture->dialog), simulation);
  g_assert_true (export_is_ready (fixture));
  dl_session_set_number (fixture->session, "torus.radix", DL_X, 5, TRUE);
  ui_settle (fixture->session);
  ui_wait_for (export_is_ready (fixture));
  export_write_to (fixture, "ages.csv");
  ui_wait_for (fixture->exported != NULL);
  csv = export_read_file (fixture, "ages.csv");
  expected = g_strdup_printf ("\n2,%lu,", (gulong) run->measured.age[2]);
  g_assert_cmpuint (run->measured.age[2], >, 0);
  g_assert_nonnull (strstr (csv, expected));
}

/* A router is shown as somebody looked at it, with the output that is explained. */
static void
test_router (ExportFixture *fixture, gconstpointer data)
{
  DlSimulateOptions options;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlSimulation) unwatched = NULL, watched = NULL;
  g_autoptr (DlSimFigure) without = NULL, with = NULL;
  g_autofree char *csv = NULL;

  export_show_preset (fixture, "torus-5x5x5");
  export_open (fixture, "router",
               (DlFigureInput) { .node = 7, .look = { .has_output = TRUE, .output = 4 } });
  export_choose (fixture, "format", DL_FIGURE_CSV);
  ui_idle ();
  g_assert_cmpstr (export_label (fixture, "busy_label"), ==, "Run the simulation first (F8)");
  options = dl_simulate_options (dl_session_get_scenario (fixture->session));
  options.cycles = 400;
  unwatched = dl_simulate (dl_session_get_scenario (fixture->session), &options, NULL, &error);
  g_assert_no_error (error);
  without = dl_sim_figure_new_run (unwatched);
  dl_export_dialog_set_simulation (DL_EXPORT_DIALOG (fixture->dialog), without);
  g_assert_false (export_is_ready (fixture));
  g_assert_cmpstr (export_label (fixture, "busy_label"), ==,
                   "Look at a router from inside first (the view Router)");

  options.watches = TRUE;
  options.watched = 31;
  watched = dl_simulate (dl_session_get_scenario (fixture->session), &options, NULL, &error);
  g_assert_no_error (error);
  with = dl_sim_figure_new_run (watched);
  dl_export_dialog_set_simulation (DL_EXPORT_DIALOG (fixture->dialog), with);
  g_assert_true (export_is_ready (fixture));
  export_assert_command (fixture, "dateline-cli figure router FILE.dateline --node 1,1,1 --port z+ "
                                  "-o Torus-5x5x5-router.csv");
  /* The scenario may change: the router stays that of its own network. */
  dl_session_set_number (fixture->session, "torus.radix", DL_X, 2, TRUE);
  ui_settle (fixture->session);
  ui_wait_for (export_is_ready (fixture));
  export_write_to (fixture, "router.csv");
  ui_wait_for (fixture->dialog == NULL);
  csv = export_read_file (fixture, "router.csv");
  g_assert_nonnull (strstr (csv, "\ncycle,,,,,,,,,,,,,,,,,400\n"));
}

static gboolean
take_point (const DlSweepResult *result, gpointer points, GError **error)
{
  dl_sweep_points_add (points, result);
  return TRUE;
}

/* A sweep of @scenario, with a name of its own (nullable), analyzed with each rule for ties. */
static DlSweepFigure *
sweep (const DlScenario *scenario, const char *name)
{
  DlSweepOptions options = { .n_jobs = 1, .on_point = take_point };
  g_autoptr (DlScenario) own = dl_scenario_copy (scenario);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlSweepSpec) spec = NULL;
  g_autoptr (DlSweepPoints) points = NULL;
  g_autofree const DlMeasure **measures = NULL;
  guint n;

  if (name != NULL)
    {
      g_autoptr (GPtrArray) edits = dl_edits_new ();

      dl_edits_add (edits, DL_EDIT_SET, "scenario.name", name);
      dl_scenario_apply (own, edits, NULL, NULL, &error);
      g_assert_no_error (error);
    }
  spec = dl_sweep_spec_new (own);
  spec->only_static = TRUE;
  dl_sweep_spec_vary (spec, "torus.tie=positive,parity", &error);
  g_assert_no_error (error);
  points = dl_sweep_points_new (spec);
  options.on_point_data = points;
  dl_sweep_run (points->spec, &options, NULL, &error);
  g_assert_no_error (error);
  measures = dl_sweep_points_measures (points, &n);
  return dl_sweep_figure_new (
      &(DlSweepChart) { .points = points, .measures = measures, .n_measures = n });
}

static DlFigure const *
chosen_figure (ExportFixture *fixture)
{
  guint n;
  const DlFigure *const *figures = dl_family_figures (&dl_family_torus, &n);

  return figures[gtk_drop_down_get_selected (GTK_DROP_DOWN (export_part (fixture, "figure")))];
}

/* A sweep brings its own scenario, which is analyzed first and goes into the file; its command
 * says how that differs from the one that is open. */
static void
test_sweep (ExportFixture *fixture, gconstpointer data)
{
  g_autoptr (DlSweepFigure) other = NULL;
  g_autofree char *csv = NULL, *scenario = NULL;
  g_autoptr (GString) rows = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  DlFigureInput input = { 0 };

  export_show_preset (fixture, "torus-5x5x5");
  export_open (fixture, "sweep", (DlFigureInput) { .slice = DL_Z });
  export_choose (fixture, "format", DL_FIGURE_CSV);
  ui_idle ();
  g_assert_false (export_is_ready (fixture));
  g_assert_cmpstr (export_label (fixture, "busy_label"), ==,
                   "Run a sweep first, or open one (Ctrl+G)");
  other = sweep (dl_session_get_scenario (fixture->session), "What was swept");
  dl_export_dialog_set_sweep (DL_EXPORT_DIALOG (fixture->dialog), &other->chart);
  ui_wait_for (export_is_ready (fixture));
  g_assert_true (g_str_equal (chosen_figure (fixture)->id, "sweep"));
  export_assert_command (fixture,
                         "dateline-cli figure sweep FILE.dateline --set 'scenario.name=What was "
                         "swept' --vary torus.tie=positive,parity --static --measures "
                         "vc_balance_mean_x,vc_balance_mean_y,vc_balance_mean_z,max_load_x,max_"
                         "load_y,max_load_z -o Torus-5x5x5-sweep.csv");
  export_write_to (fixture, "sweep.csv");
  ui_wait_for (fixture->dialog == NULL);
  csv = export_read_file (fixture, "sweep.csv");
  input.sweep = &other->chart;
  dl_figure_append_csv (rows, dl_family_figure_find (&dl_family_torus, "sweep"), &input);
  g_assert_true (g_str_has_prefix (csv, rows->str));
  scenario = dl_figure_read_scenario ((const guint8 *) csv, strlen (csv), &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (scenario, "name=What was swept\n"));
}

/* A panel keeps the sweep that it was added with; beside it one of another scenario may stand. */
static void
test_sweep_panels (ExportFixture *fixture, gconstpointer data)
{
  g_autoptr (DlSweepFigure) other = NULL, same = NULL;
  g_autofree char *csv = NULL;

  export_show_preset (fixture, "torus-5x5x5");
  export_open (fixture, "sweep", (DlFigureInput) { .slice = DL_Z });
  other = sweep (dl_session_get_scenario (fixture->session), "What was swept");
  same = sweep (dl_session_get_scenario (fixture->session), NULL);
  dl_export_dialog_set_sweep (DL_EXPORT_DIALOG (fixture->dialog), &same->chart);
  g_assert_true (export_is_ready (fixture));
  g_signal_emit_by_name (export_part (fixture, "add_button"), "clicked");
  export_choose (fixture, "figure", export_index (&dl_family_torus, "channel-load"));
  g_signal_emit_by_name (export_part (fixture, "add_button"), "clicked");
  g_assert_true (export_is_ready (fixture));
  dl_export_dialog_set_sweep (DL_EXPORT_DIALOG (fixture->dialog), &other->chart);
  g_assert_true (export_is_ready (fixture));
  export_choose (fixture, "figure", export_index (&dl_family_torus, "sweep"));
  g_signal_emit_by_name (export_part (fixture, "add_button"), "clicked");
  ui_wait_for (export_is_ready (fixture));
  export_choose (fixture, "format", DL_FIGURE_CSV);
  export_write_to (fixture, "sweeps.csv");
  ui_wait_for (fixture->dialog == NULL);
  csv = export_read_file (fixture, "sweeps.csv");
  g_assert_nonnull (strstr (csv, "# Panel (c): sweep, "));
  g_assert_nonnull (strstr (csv, "What was swept"));
}

/* The load curve is swept if there is none, which can be stopped; one that is there is shown. */
static void
test_load_curve (ExportFixture *fixture, gconstpointer data)
{
  const DlLoadSweepOptions options = { .n_seeds = 2, .cycles = 500 };
  g_autoptr (DlLoadCurve) curve = NULL;
  g_autofree char *csv = NULL, *expected = NULL;
  const DlEvaluation *result;

  export_open_ring (fixture, "ring-balance", torus_metric ("balance"), DL_Y, 3);
  ui_wait_for (export_is_ready (fixture));
  export_choose (fixture, "figure", export_index (&dl_family_torus, "load-latency"));
  ui_idle ();
  g_assert_false (export_is_ready (fixture));
  g_assert_cmpstr (export_label (fixture, "busy_label"), ==, "Simulating at rising loads…");
  g_assert_true (gtk_widget_get_visible (export_part (fixture, "progress")));
  g_signal_emit_by_name (export_part (fixture, "stop_button"), "clicked");
  g_assert_false (export_is_ready (fixture));
  g_assert_false (gtk_widget_get_visible (export_part (fixture, "progress")));

  dl_session_set_number (fixture->session, "torus.radix", DL_X, 3, TRUE);
  dl_session_set_number (fixture->session, "torus.radix", DL_Y, 3, TRUE);
  dl_session_set_number (fixture->session, "torus.radix", DL_Z, 2, TRUE);
  ui_settle (fixture->session);
  result = dl_session_get_result (fixture->session);
  curve = dl_load_curve_run (result, &options, 1, NULL, NULL, NULL, NULL);
  g_assert_nonnull (curve);
  dl_export_dialog_set_load_curve (DL_EXPORT_DIALOG (fixture->dialog), curve);
  g_assert_true (export_is_ready (fixture));
  export_write_to (fixture, "curve.csv");
  ui_wait_for (fixture->exported != NULL);
  csv = export_read_file (fixture, "curve.csv");
  expected = g_strdup_printf ("\nRound robin,0x0,%g,2,",
                              g_array_index (curve->series[0].points, DlLoadPoint, 0).load);
  g_assert_nonnull (strstr (csv, expected));
  /* Too short to say more of a run than how long it was, and how its interval is made. */
  g_assert_nonnull (strstr (csv, ",500,"));
  g_assert_nonnull (strstr (csv, ",not-converged,too-short,seeds\n"));
}

/* Dragonflies ---------------------------------------------------------------------------------- */

static guint
n_offered (ExportFixture *fixture)
{
  return g_list_model_get_n_items (
      gtk_drop_down_get_model (GTK_DROP_DOWN (export_part (fixture, "figure"))));
}

/* The group and the order that the window shows, in the file and in the command. */
static void
test_dragonfly (ExportFixture *fixture, gconstpointer data)
{
  g_autofree char *csv = NULL;
  g_autofree char *scenario = NULL;
  g_autoptr (GError) error = NULL;
  guint n;

  export_show_preset (fixture, "cascade-2");
  dl_family_figures (&dl_family_dragonfly, &n);
  export_open (
      fixture, "group",
      (DlFigureInput) { .metric = dragonfly_metric ("vc-share"), .group = 1, .sorted = TRUE });
  ui_wait_for (export_is_ready (fixture));
  g_assert_cmpuint (n_offered (fixture), ==, n);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (export_part (fixture, "figure"))),
                    ==, export_index (&dl_family_dragonfly, "group"));
  export_choose (fixture, "format", DL_FIGURE_CSV);
  export_assert_command (fixture,
                         "dateline-cli figure group FILE.dateline --metric vc-share --group 1 "
                         "-o Cascade-2-small-groups-group.csv");
  export_choose (fixture, "figure", export_index (&dl_family_dragonfly, "groups"));
  export_assert_command (fixture,
                         "dateline-cli figure groups FILE.dateline --metric vc-share --sorted "
                         "-o Cascade-2-small-groups-groups.csv");
  export_choose (fixture, "figure", export_index (&dl_family_dragonfly, "group"));
  export_write_to (fixture, "group.csv");
  ui_wait_for (fixture->dialog == NULL);
  csv = export_read_file (fixture, "group.csv");
  g_assert_true (g_str_has_prefix (csv, "from,to,index,class,state,vc_share\n1.0.0,"));
  g_assert_null (strstr (csv, "\n0.0.0,"));
  scenario = dl_figure_read_scenario ((const guint8 *) csv, strlen (csv), &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (scenario, "kind=dragonfly"));
}

static DlSimFigure *
simulate (const DlScenario *scenario, guint64 cycles)
{
  DlSimulateOptions options = dl_simulate_options (scenario);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlSimulation) run = NULL;

  options.cycles = cycles;
  run = dl_simulate (scenario, &options, NULL, &error);
  g_assert_no_error (error);
  return dl_sim_figure_new_run (run);
}

/* A simulated metric waits for a run; the run's values are drawn, link by link. */
static void
test_dragonfly_simulation (ExportFixture *fixture, gconstpointer data)
{
  g_autoptr (DlSimFigure) simulation = NULL;
  g_autofree char *csv = NULL;
  g_auto (GStrv) rows = NULL;
  const DlDragonfly *net;

  export_show_preset (fixture, "cascade-2");
  export_open (fixture, "group", (DlFigureInput) { .metric = torus_metric ("sim-load") });
  ui_idle ();
  g_assert_false (export_is_ready (fixture));
  g_assert_cmpstr (export_label (fixture, "busy_label"), ==, "Run the simulation first (F8)");
  export_choose (fixture, "figure", export_index (&dl_family_dragonfly, "throughput"));
  g_assert_false (export_is_ready (fixture));
  export_choose (fixture, "figure", export_index (&dl_family_dragonfly, "group"));

  simulation = simulate (dl_session_get_scenario (fixture->session), 1500);
  dl_export_dialog_set_simulation (DL_EXPORT_DIALOG (fixture->dialog), simulation);
  g_assert_true (export_is_ready (fixture));
  export_choose (fixture, "figure", export_index (&dl_family_dragonfly, "throughput"));
  g_assert_true (export_is_ready (fixture));
  export_choose (fixture, "figure", export_index (&dl_family_dragonfly, "group"));
  export_write_to (fixture, "group.csv");
  ui_wait_for (fixture->dialog == NULL);

  csv = export_read_file (fixture, "group.csv");
  rows = g_strsplit (csv, "\n", -1);
  net = dl_evaluation_dragonfly (dl_session_get_result_of (fixture->session, &dl_family_dragonfly))
            ->dragonfly;
  g_assert_cmpuint (simulation->links.n_links, ==, net->n_links);
  for (guint link = 0; link < net->first_link[net->group_first[1]]; link++)
    {
      const double shown = g_ascii_strtod (strrchr (rows[1 + link], ',') + 1, NULL);

      g_assert_cmpfloat_with_epsilon (shown, simulation->links.load[link], 1e-6);
    }
}

/* Counters are kept while they are drawn, whatever happens to those of the window. */
static void
test_dragonfly_counters (ExportFixture *fixture, gconstpointer data)
{
  static const char *const text = "sg,sr,sc,dg,dr,dc,color,flits,stalls\n"
                                  "0,0,0,0,0,1,g,400,10\n"
                                  "0,0,0,0,0,2,g,100,40\n";
  g_autoptr (GError) error = NULL;
  DlCounters *counters = dl_counters_read (text, -1, "two links.csv", &error);
  g_autofree char *csv = NULL;

  g_assert_no_error (error);
  export_show_preset (fixture, "cascade-2");
  export_open (fixture, "group", (DlFigureInput) { .metric = dragonfly_metric ("measured-flits") });
  ui_idle ();
  g_assert_false (export_is_ready (fixture));
  g_assert_cmpstr (export_label (fixture, "busy_label"), ==,
                   "Open a file of measured counters first (Ctrl+O)");
  gtk_window_destroy (GTK_WINDOW (fixture->dialog));
  ui_wait_for (fixture->dialog == NULL);

  export_open (
      fixture, "group",
      (DlFigureInput) { .metric = dragonfly_metric ("measured-flits"), .counters = counters });
  dl_counters_unref (counters);
  export_choose (fixture, "format", DL_FIGURE_CSV);
  ui_wait_for (export_is_ready (fixture));
  export_assert_command (fixture, "dateline-cli figure group FILE.dateline --metric measured-flits "
                                  "--counters 'two links.csv' -o "
                                  "Cascade-2-small-groups-group.csv");
  export_write_to (fixture, "group.csv");
  ui_wait_for (fixture->dialog == NULL);
  csv = export_read_file (fixture, "group.csv");
  g_assert_nonnull (strstr (csv, "\n0.0.0,0.0.1,0,green,up,1\n"));
  g_assert_nonnull (strstr (csv, "\n0.0.0,0.0.2,0,green,up,0.25\n"));
}

/* A scenario of the other kind has other figures, of which one that both have stays chosen; a
 * metric of the other kind means nothing. */
static void
test_other_kind (ExportFixture *fixture, gconstpointer data)
{
  guint n;

  export_open_ring (fixture, "load-latency", torus_metric ("signed"), DL_Y, 3);
  export_show_preset (fixture, "cascade-2");
  dl_family_figures (&dl_family_dragonfly, &n);
  g_assert_cmpuint (n_offered (fixture), ==, n);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (export_part (fixture, "figure"))),
                    ==, export_index (&dl_family_dragonfly, "load-latency"));
  export_choose (fixture, "figure", export_index (&dl_family_dragonfly, "groups"));
  g_assert_cmpstr (export_label (fixture, "description"), ==,
                   dl_family_figure_find (&dl_family_dragonfly, "groups")->description);
  ui_wait_for (export_is_ready (fixture));
  export_choose (fixture, "format", DL_FIGURE_CSV);
  export_assert_command (
      fixture, "dateline-cli figure groups FILE.dateline -o Cascade-2-small-groups-groups.csv");
  export_show_preset (fixture, "ring-8");
  dl_family_figures (&dl_family_torus, &n);
  g_assert_cmpuint (n_offered (fixture), ==, n);
  ui_wait_for (export_is_ready (fixture));
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
  EXPORT_TEST ("/export-data/simulation", test_simulation);
  EXPORT_TEST ("/export-data/router", test_router);
  EXPORT_TEST ("/export-data/sweep", test_sweep);
  EXPORT_TEST ("/export-data/sweep-panels", test_sweep_panels);
  EXPORT_TEST ("/export-data/load-curve", test_load_curve);
  EXPORT_TEST ("/export-data/dragonfly", test_dragonfly);
  EXPORT_TEST ("/export-data/dragonfly-simulation", test_dragonfly_simulation);
  EXPORT_TEST ("/export-data/dragonfly-counters", test_dragonfly_counters);
  EXPORT_TEST ("/export-data/other-kind", test_other_kind);
  return g_test_run ();
}
