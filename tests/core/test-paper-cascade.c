/* The Cascade paper's checks: what a run measures against dl_simulate, the bounds against the
 * configuration arithmetic; each check on a small network, for its rows and curves. */
#include "dl-aries.h"
#include "dl-cascade-model.h"
#include "dl-field.h"
#include "dl-paper-cascade.h"
#include "dl-rng.h"
#include "dl-scenario-file.h"

#include <math.h>
#include <string.h>

static DlScenario *
load (const char *const *settings)
{
  DlScenario *scenario = dl_preset_load ("cascade-2", NULL);
  GError *error = NULL;

  for (; *settings != NULL; settings++)
    {
      g_auto (GStrv) parts = g_strsplit (*settings, "=", 2);

      dl_field_set (dl_field_find_name (parts[0]), scenario, parts[1], &error);
      g_assert_no_error (error);
    }
  return scenario;
}

static void
measure (const DlScenario *scenario, double *values)
{
  const DlSimulateOptions options = dl_simulate_options (scenario);
  GError *error = NULL;

  g_assert_true (dl_paper_cascade_run (scenario, &options, NULL, values, &error));
  g_assert_no_error (error);
}

static DlSimulation *
simulate (const DlScenario *scenario, gboolean whole)
{
  DlSimulateOptions options = dl_simulate_options (scenario);
  GError *error = NULL;
  DlSimulation *run;

  if (whole)
    options.warmup_cycles = 0;
  run = dl_simulate (scenario, &options, NULL, &error);
  g_assert_no_error (error);
  return run;
}

/* A window, or all of it, is what another way of counting finds: bytes delivered in that time, of
 * all there are. */
static void
test_windows (void)
{
  static const char *const modes[] = { "min-hash", "valiant", "adaptive-0", "tuned" };
  DlRng rng;

  dl_rng_init (&rng, 3);
  for (guint i = 0; i < 16; i++)
    {
      const gboolean whole = i % 2 == 0;
      const guint bytes = 64 * (1 + dl_rng_below (&rng, 30));
      g_autofree char *mode = g_strconcat ("dragonfly.routing=", modes[i / 2 % 4], NULL);
      g_autofree char *length = g_strdup_printf ("traffic.message-bytes=%u", bytes);
      g_autofree char *seed = g_strdup_printf ("scenario.seed=%u", i + 1);
      const char *const settings[]
          = { mode,
              length,
              seed,
              i % 3 == 0 ? "traffic.order=rotating" : "traffic.order=random",
              "traffic.pattern=all-to-all",
              "simulation.warmup-cycles=150",
              whole ? "simulation.cycles=500000" : "simulation.cycles=310",
              NULL };
      g_autoptr (DlScenario) scenario = load (settings);
      g_autoptr (DlSimulation) run = simulate (scenario, whole);
      const double n = run->plan->n_nodes, all = n * (n - 1) * bytes;
      double values[DL_CASCADE_N_VALUES];

      measure (scenario, values);
      g_test_message ("%s, %u bytes: %g GB/s a node, share %g", modes[i / 2 % 4], bytes,
                      values[DL_CASCADE_GBPS], values[DL_CASCADE_SHARE]);
      if (whole)
        g_assert_cmpuint (run->counters.delivered_bytes, ==, (guint64) all);
      else
        g_assert_cmpuint (run->completion_cycles, ==, DL_SIMULATE_NOT_DONE);
      g_assert_cmpfloat_with_epsilon (values[DL_CASCADE_SHARE], run->measured.delivered_bytes / all,
                                      1e-12);
      g_assert_cmpfloat_with_epsilon (values[DL_CASCADE_GBPS], dl_simulation_bandwidth_GBps (run),
                                      1e-9);
      g_assert_cmpfloat_with_epsilon (values[DL_CASCADE_NONMINIMAL],
                                      (double) run->counters.nonminimal / run->counters.injected,
                                      1e-12);
    }
}

/* Messages that do not fill their last packet, to the end: each byte of them once. */
static void
test_odd_lengths (void)
{
  static const char *const settings[]
      = { "traffic.pattern=all-to-all", "traffic.message-bytes=200",    "traffic.order=random",
          "simulation.cycles=100000",   "simulation.warmup-cycles=100", NULL };
  g_autoptr (DlScenario) scenario = load (settings);
  g_autoptr (DlSimulation) run = simulate (scenario, TRUE);
  double values[DL_CASCADE_N_VALUES];

  measure (scenario, values);
  g_assert_cmpfloat (values[DL_CASCADE_SHARE], ==, 1);
  g_assert_cmpfloat_with_epsilon (values[DL_CASCADE_GBPS], dl_simulation_bandwidth_GBps (run),
                                  1e-9);
}

/* Only the first of two jobs is measured: each in turn, they make up all nodes' bandwidth. */
static void
test_jobs (void)
{
  const char *settings[] = {
    "traffic.placement=a:20:2;b:44:linear", "traffic.pattern=jobs",  "traffic.message-bytes=4096",
    "simulation.warmup-cycles=200",         "simulation.cycles=600", NULL
  };
  g_autoptr (DlScenario) first = load (settings);
  g_autoptr (DlSimulation) run = simulate (first, FALSE);
  const DlWorkload *workload = dl_aries_plan_of (run->plan)->options.workload;
  const guint32 *team_first = workload->spec.teams.first;
  g_autoptr (GString) swapped = g_string_new ("traffic.placement=");
  g_autoptr (DlScenario) second = NULL;
  double a[DL_CASCADE_N_VALUES], b[DL_CASCADE_N_VALUES];
  guint n[2];

  g_assert_cmpuint (workload->spec.teams.n_teams, ==, 2);
  for (guint job = 2; job-- > 0;)
    {
      n[job] = team_first[job + 1] - team_first[job];
      g_string_append_printf (swapped, "%c@", 'a' + job);
      for (guint i = 0; i < n[job]; i++)
        g_string_append_printf (swapped, "%s%u", i > 0 ? "," : "",
                                dl_workload_node (workload, team_first[job] + i));
      g_string_append_c (swapped, ';');
    }
  settings[0] = swapped->str;
  second = load (settings);
  measure (first, a);
  measure (second, b);
  g_assert_cmpuint (n[0], ==, 20);
  g_assert_cmpuint (n[1], ==, 44);
  g_assert_cmpfloat (a[DL_CASCADE_GBPS], !=, b[DL_CASCADE_GBPS]);
  g_assert_cmpfloat_with_epsilon ((n[0] * a[DL_CASCADE_GBPS] + n[1] * b[DL_CASCADE_GBPS])
                                      / (n[0] + n[1]),
                                  dl_simulation_bandwidth_GBps (run), 1e-9);
}

/* Two whole groups, and one shift by a group: minimal routes have the cables between them, and come
 * close to what the configuration arithmetic says of them. */
static void
test_bound (void)
{
  static const char *const settings[] = { "dragonfly.groups=2",
                                          "dragonfly.chassis=6",
                                          "dragonfly.blades=16",
                                          "dragonfly.cables-per-pair=12",
                                          "traffic.pattern=all-to-all",
                                          "traffic.message-bytes=131072",
                                          "dragonfly.routing=min-adaptive",
                                          "simulation.shifts=1",
                                          "simulation.warmup-cycles=1500",
                                          "simulation.cycles=5500",
                                          NULL };
  const DlDragonflyRates rates = dl_dragonfly_rates_default ();
  const DlCascadeModel model = dl_cascade_model (2, 12, &rates);
  const double bound = model.worst_GBps * rates.efficiency;
  g_autoptr (DlScenario) scenario = load (settings);
  double values[DL_CASCADE_N_VALUES];

  measure (scenario, values);
  g_test_message ("%g GB/s a node, bound %g", values[DL_CASCADE_GBPS], bound);
  /* The tolerance: packets, of 400 of a link, in the downstream buffers at either end. */
  g_assert_cmpfloat (values[DL_CASCADE_GBPS], <=, bound * 1.01);
  g_assert_cmpfloat (values[DL_CASCADE_GBPS], >=, bound * 0.9);
  g_assert_cmpfloat (values[DL_CASCADE_NONMINIMAL], ==, 0);
}

/* The checks ----------------------------------------------------------------------------------- */

/* Small enough to be run here. */
static const char *const small[] = { "dragonfly.groups=3",
                                     "dragonfly.chassis=2",
                                     "dragonfly.blades=4",
                                     "dragonfly.cables-per-pair=10",
                                     "simulation.cycles=400",
                                     "simulation.warmup-cycles=200",
                                     NULL };
static const char *const small_jobs[] = { "dragonfly.groups=3",
                                          "dragonfly.chassis=2",
                                          "dragonfly.blades=4",
                                          "dragonfly.cables-per-pair=10",
                                          "simulation.cycles=400",
                                          "simulation.warmup-cycles=200",
                                          "traffic.placement=job:24:3;rest:72:linear",
                                          NULL };

static const struct
{
  const char *id;
  const char *const *settings;
  guint n_rows, n_curves, n_points;
} cases[] = {
  { "cascade-9", small, 7 + 2 + 1 + 1, 7, 5 }, { "cascade-10", small, 5 + 1 + 1, 5, 5 },
  { "cascade-11", small_jobs, 4 + 1, 4, 4 },   { "cascade-12", small_jobs, 4 + 1, 4, 4 },
  { "cascade-13", small, 3 + 3 + 1, 3, 3 },
};

static DlPaperResult *
run_check (guint i, guint threads)
{
  const DlPaperOptions options = { .settings = cases[i].settings, .threads = threads };
  GError *error = NULL;
  DlPaperResult *result
      = dl_paper_check_run (dl_paper_check_find (cases[i].id), &options, NULL, &error);

  g_assert_no_error (error);
  return result;
}

static void
check_curve (const DlPaperCurve *curve, guint n_points)
{
  g_assert_cmpuint (strlen (curve->label), >, 0);
  g_assert_cmpuint (curve->points->len, ==, n_points);
  for (guint i = 0; i < n_points; i++)
    {
      const DlPaperPoint *point = dl_paper_curve_point (curve, i);

      g_assert_cmpfloat (point->GBps, >, 0);
      /* The rate of a node, and the packet under way at either end. */
      g_assert_cmpfloat (point->GBps, <, 10.5);
      g_assert_true (point->share > 0 && point->share <= 1);
      g_assert_true (point->nonminimal >= 0 && point->nonminimal <= 1);
      g_assert_true (i == 0 || point->bytes > dl_paper_curve_point (curve, i - 1)->bytes);
    }
  g_assert_cmpfloat (dl_paper_curve_point (curve, 0)->share, >,
                     dl_paper_curve_point (curve, n_points - 1)->share);
}

/* Shapes are of the points: the maximum, and a ratio. */
static void
check_values (const DlPaperResult *result)
{
  double most = 0;
  guint n_found = 0;

  for (guint c = 0; c < result->curves->len; c++)
    for (guint i = 0; i < dl_paper_result_curve (result, c)->points->len; i++)
      most = MAX (most, dl_paper_curve_point (dl_paper_result_curve (result, c), i)->GBps);
  for (guint i = 0; i < result->rows->len; i++)
    n_found += dl_paper_result_row (result, i)->computed == most
               && dl_paper_result_row (result, i)->bound == 7.5;
  g_assert_cmpuint (n_found, ==, 1);
  if (result->curves->len > 4) /* by mode */
    for (guint c = 0; c < result->curves->len; c++)
      {
        const DlPaperCurve *curve = dl_paper_result_curve (result, c);

        g_assert_cmpstr (dl_paper_result_row (result, c)->what, ==, curve->label);
        g_assert_cmpfloat (dl_paper_result_row (result, c)->computed, ==,
                           dl_paper_curve_point (curve, 4)->GBps
                               / dl_paper_curve_point (curve, 0)->GBps);
      }
}

static void
test_rows (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);
  g_autoptr (DlPaperResult) result = run_check (i, 1);
  g_autoptr (DlPaperResult) threaded = run_check (i, 3);

  g_assert_cmpuint (dl_family_dragonfly.cost (result->scenario).nodes, ==, 3 * 2 * 4 * 4);
  g_assert_nonnull (strstr (dl_paper_check_section (result->check), "Cascade paper"));
  g_assert_nonnull (strstr (dl_paper_check_choices (result->check), "does not have the values"));
  g_assert_cmpuint (result->rows->len, ==, cases[i].n_rows);
  g_assert_cmpuint (result->curves->len, ==, cases[i].n_curves);
  for (guint c = 0; c < result->curves->len; c++)
    check_curve (dl_paper_result_curve (result, c), cases[i].n_points);
  for (guint row = 0; row < result->rows->len; row++)
    {
      const DlPaperRow *it = dl_paper_result_row (result, row);

      g_test_message ("%s: %s: %g: %s", it->group, it->what, it->computed,
                      dl_paper_verdict_id (it->verdict));
      /* Shapes, never values. */
      g_assert_true (isnan (it->expected) && it->rule != DL_PAPER_VALUE);
      g_assert_true (isfinite (it->computed));
      g_assert_cmpint (it->verdict, ==, dl_paper_verdict (it));
      g_assert_true (it->why != NULL && g_str_has_suffix (it->why, "."));
      g_assert_cmpfloat (it->computed, ==, dl_paper_result_row (threaded, row)->computed);
    }
  for (guint limit = 0; limit < result->limits->len; limit++)
    g_assert_cmpfloat (g_array_index (result->limits, DlPaperLimit, limit).GBps, >, 0);
  check_values (result);
}

/* Another order of the shifts is another run. */
static void
test_seeds (void)
{
  const char *settings[G_N_ELEMENTS (small) + 1];
  const DlPaperOptions options = { .settings = settings, .threads = 1 };
  g_autoptr (DlPaperResult) one = run_check (4, 1), other = NULL;

  memcpy (settings, small, sizeof small);
  settings[G_N_ELEMENTS (small) - 1] = "scenario.seed=99";
  settings[G_N_ELEMENTS (small)] = NULL;
  other = dl_paper_check_run (dl_paper_check_find ("cascade-13"), &options, NULL, NULL);
  g_assert_nonnull (other);
  g_assert_cmpfloat (dl_paper_result_row (one, 3)->computed, !=,
                     dl_paper_result_row (other, 3)->computed);
}

typedef struct
{
  GCancellable *cancellable;
  double last;
  guint n;
} Watch;

static void
cancel_soon (double fraction, gpointer data)
{
  Watch *watch = data;

  g_assert_cmpfloat (fraction, >=, watch->last);
  g_assert_cmpfloat (fraction, <=, 1);
  watch->last = fraction;
  watch->n++;
  if (fraction > 0.1)
    g_cancellable_cancel (watch->cancellable);
}

static void
test_cancel (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Watch watch = { cancellable };
  const DlPaperOptions options
      = { .settings = small, .threads = 2, .progress = cancel_soon, .progress_data = &watch };
  g_autoptr (GError) error = NULL;

  g_assert_null (
      dl_paper_check_run (dl_paper_check_find ("cascade-9"), &options, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (watch.n, >, 2);
  g_assert_cmpfloat (watch.last, <, 0.5);
}

static void
test_no_window (void)
{
  static const char *const settings[] = { "simulation.cycles=100", NULL };
  static const char *const bad[] = { "dragonfly.groups=0", NULL };
  const DlPaperOptions options = { .settings = settings, .threads = 1 };
  const DlPaperOptions worse = { .settings = bad, .threads = 1 };
  g_autoptr (GError) error = NULL;

  g_assert_null (dl_paper_check_run (dl_paper_check_find ("cascade-9"), &options, NULL, &error));
  g_assert_error (error, DL_SIM_ERROR, DL_SIM_ERROR_LIMIT);
  g_assert_true (g_str_has_prefix (error->message, "simulation.warmup-cycles: "));
  g_clear_error (&error);
  g_assert_null (dl_paper_check_run (dl_paper_check_find ("cascade-9"), &worse, NULL, &error));
  g_assert_nonnull (error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/paper-cascade/windows", test_windows);
  g_test_add_func ("/paper-cascade/odd-lengths", test_odd_lengths);
  g_test_add_func ("/paper-cascade/jobs", test_jobs);
  g_test_add_func ("/paper-cascade/bound", test_bound);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *rows = g_strconcat ("/paper-cascade/rows/", cases[i].id, NULL);

      g_test_add_data_func (rows, GUINT_TO_POINTER (i), test_rows);
    }
  g_test_add_func ("/paper-cascade/seeds", test_seeds);
  g_test_add_func ("/paper-cascade/cancel", test_cancel);
  g_test_add_func ("/paper-cascade/no-window", test_no_window);
  return g_test_run ();
}
