/* Scenarios of dragonflies as they are simulated: units, what adds up in whole runs, links against
 * the analysis, programs, sweeps and load curves. */
#include "dl-dragonfly-plan.h"
#include "dl-evaluate.h"
#include "dl-field.h"
#include "dl-load-sweep.h"
#include "dl-machine.h"
#include "dl-rng.h"
#include "dl-scenario-file.h"
#include "dl-simulate.h"

#include <math.h>

static void
set (DlScenario *scenario, const char *name, const char *value)
{
  const DlField *field = dl_field_find_name (name);
  GError *error = NULL;

  g_assert_nonnull (field);
  dl_field_set (field, scenario, value, &error);
  g_assert_no_error (error);
}

static DlScenario *
load (const char *preset)
{
  GError *error = NULL;
  DlScenario *scenario = dl_preset_load (preset, &error);

  g_assert_no_error (error);
  return scenario;
}

static DlSimulation *
simulate (const DlScenario *scenario, guint64 cycles, guint64 warmup)
{
  DlSimulateOptions options = dl_simulate_options (scenario);
  GError *error = NULL;
  DlSimulation *run;

  options.cycles = cycles;
  options.stop = DL_STOP_CYCLES;
  options.warmup_cycles = warmup;
  run = dl_simulate (scenario, &options, NULL, &error);
  g_assert_no_error (error);
  return run;
}

/* By hand, from model.md 5: 64 bytes in 9 flits at 64% are 100 bytes on the link, which a green one
 * of 5.25 GB/s carries in 19.05 ns. */
static void
test_units (void)
{
  g_autoptr (DlScenario) aries = load ("cascade-8");
  g_autoptr (DlScenario) generic = load ("generic-33");
  const DlUnits units = dl_units (aries), plain = dl_units (generic);
  const DlAriesRouter router = dl_units_router (aries), router_33 = dl_units_router (generic);

  g_assert_cmpfloat_with_epsilon (9 * units.flit_bytes, 100, 1e-9);
  g_assert_cmpfloat_with_epsilon (9 * units.cycle_ns, 100 / 5.25, 1e-9);
  g_assert_cmpfloat_with_epsilon (units.load_flits * units.flit_bytes / units.cycle_ns, 10 / .64,
                                  1e-9);
  g_assert_cmpuint (units.header_flits, ==, 3);
  g_assert_cmpfloat_with_epsilon (dl_units_GBps (&units, 1000, 1000), 1 / units.cycle_ns, 1e-12);
  g_assert_cmpuint (router.link_cycles, ==, 47); /* 100 ns of 2.116 */
  g_assert_cmpfloat (router.rate[DL_LINK_GREEN], ==, 1);
  g_assert_cmpfloat (router.rate[DL_LINK_BLACK], ==, 1);
  g_assert_cmpfloat_with_epsilon (router.rate[DL_LINK_BLUE], 12.5 / 14, 1e-12);
  g_assert_cmpuint (router.outstanding, ==, 1024);

  g_assert_true (isnan (plain.cycle_ns) && isnan (dl_units_GBps (&plain, 1000, 1000)));
  g_assert_cmpfloat (plain.load_flits, ==, 1);
  g_assert_cmpuint (router_33.link_cycles, ==, 18);
  g_assert_cmpuint (router_33.input_buffer, ==, 96);
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    g_assert_cmpfloat (router_33.rate[class], ==, 1);
  g_assert_cmpfloat (router_33.node_rate, ==, 1);

  /* A longer hop than can be simulated is named by its key. */
  {
    g_autoptr (GError) error = NULL;

    set (aries, "router.aries-hop-ns", "100000");
    g_assert_null (dl_dragonfly_plan_new (aries, 1, NULL, NULL, &error));
    g_assert_error (error, DL_SIM_ERROR, DL_SIM_ERROR_LIMIT);
    g_assert_true (g_str_has_prefix (error->message, "router.aries-hop-ns: "));
  }
}

static guint64
sum (const guint64 *counts, gsize n)
{
  guint64 all = 0;

  for (gsize i = 0; i < n; i++)
    all += counts[i];
  return all;
}

static void
check_sums (const DlSimulation *run)
{
  const DlAriesRun *aries = dl_simulation_run_of (run, &dl_router_model_aries);
  const DlDragonfly *net = run->plan->shape;
  const DlSimPoint *last = &g_array_index (run->series, DlSimPoint, run->series->len - 1);
  guint64 measured = 0;

  g_assert_null (dl_simulation_run_of (run, &dl_router_model_seastar));
  g_assert_cmpuint (run->counters.injected, ==,
                    run->counters.delivered + dl_simulation_in_flight (run));
  g_assert_cmpuint (run->counters.minimal + run->counters.nonminimal, ==, run->counters.injected);
  g_assert_cmpuint (last->injected, ==, run->counters.injected);
  g_assert_cmpuint (last->nonminimal, ==, run->counters.nonminimal);
  g_assert_cmpuint (sum (run->link_counts.flits, net->n_links), ==, run->counters.flit_hops);
  g_assert_cmpuint (sum (aries->vc_flits, (gsize) net->n_links * DL_ARIES_SIM_VCS), ==,
                    run->counters.flit_hops);
  g_assert_cmpuint (run->stats.minimal.count + run->stats.nonminimal.count, ==,
                    run->stats.network.count);
  g_assert_cmpuint (run->stats.minimal.sum + run->stats.nonminimal.sum, ==, run->stats.network.sum);
  for (guint link = 0; link < net->n_links; link++)
    {
      const double flits = run->links.load[link] * dl_machine_plan_link_rate (run->plan, link)
                           * (run->cycles - run->options.warmup_cycles);

      measured += run->measured_counts.flits[link];
      /* But for what is still to leave of the last packet, at the end and before. */
      g_assert_cmpfloat_with_epsilon (flits, run->measured_counts.flits[link],
                                      2 * run->plan->packet_flits);
      g_assert_cmpfloat (run->links.occupancy[link], <=, 1);
      if (net->link_state[link] != DL_LINK_UP)
        g_assert_cmpuint (run->link_counts.flits[link], ==, 0);
    }
  g_assert_cmpuint (measured, ==, run->measured.flit_hops);
}

/* Whatever is simulated: what went in came out or is inside, and links, virtual channels, points
 * and the two kinds of ways add up to the same. */
static void
test_sums (void)
{
  static const char *const modes[]
      = { "min-hash", "min-adaptive", "valiant", "adaptive-0", "adaptive-3", "tuned" };
  static const char *const patterns[] = { "uniform", "group-shift", "in-group" };
  static const char *const broken[] = { "", "0.0.1-0.0.2#0", "0.0.0-1.0.0#0" };
  DlRng rng;

  dl_rng_init (&rng, 5);
  for (guint i = 0; i < 12; i++)
    {
      g_autoptr (DlScenario) scenario = load (i % 3 == 2 ? "generic-33" : "cascade-2");
      g_autofree char *traffic = g_strdup_printf ("0.%03u", 50 + (guint) dl_rng_below (&rng, 300));
      g_autofree char *seed = g_strdup_printf ("%u", i + 1);
      g_autoptr (DlSimulation) run = NULL;
      g_autoptr (DlSimulation) threaded = NULL;

      if (i % 3 == 2)
        set (scenario, "dragonfly.groups", "5");
      set (scenario, "scenario.seed", seed);
      set (scenario, "dragonfly.routing", modes[i % G_N_ELEMENTS (modes)]);
      set (scenario, "traffic.pattern", patterns[dl_rng_below (&rng, 3)]);
      set (scenario, "traffic.load", i == 7 ? "saturated" : traffic);
      if (i % 3 != 2)
        set (scenario, "dragonfly.broken-links", broken[i % 2]);
      if (i % 4 == 1)
        set (scenario, "traffic.response-share", "0.5");
      run = simulate (scenario, 2500, 700);
      check_sums (run);
      g_assert_cmpuint (run->counters.delivered, >, 100);
      g_assert_true (isnan (run->offered_load) == (i == 7));
      set (scenario, "simulation.threads", "3");
      threaded = simulate (scenario, 2500, 700);
      g_assert_cmphex (run->counters.digest, ==, threaded->counters.digest);
    }
}

/* Packets on a link follow from the offered load and what the analysis counts. So many of them at
 * random are off by the root of their number; where all packets of a pair go the same way, by more:
 * L pairs with m packets each have a variance of m L (1 + m). No mode here has a larger one. */
static void
check_loads (const char *preset, const char *mode, const char *pattern, const char *load_text)
{
  g_autoptr (DlScenario) scenario = load (preset);
  g_autoptr (DlDragonflyAnalysis) analysis = NULL;
  g_autoptr (DlSimulation) run = NULL;
  const DlDragonfly *net;
  const double offered = g_ascii_strtod (load_text, NULL);
  double more; /* m */
  double simulated[DL_N_LINK_CLASSES] = { 0 }, expected[DL_N_LINK_CLASSES] = { 0 };
  guint n_far = 0, n_used = 0;

  set (scenario, "dragonfly.routing", mode);
  set (scenario, "traffic.pattern", pattern);
  set (scenario, "traffic.load", load_text);
  analysis = dl_dragonfly_evaluate (scenario, NULL, NULL, NULL);
  run = simulate (scenario, 12000, 2000);
  net = run->plan->shape;
  g_assert_cmpuint (net->n_links, ==, analysis->dragonfly->n_links);
  more = (double) run->measured.created / analysis->pairs;
  for (guint link = 0; link < net->n_links; link++)
    {
      const double use = dl_dragonfly_analysis_use (analysis, link, offered);
      const double packets
          = use * dl_machine_plan_link_rate (run->plan, link) * 10000 / run->packet_flits;

      simulated[net->link_class[link]] += run->measured_counts.packets[link];
      expected[net->link_class[link]] += packets;
      n_used += packets > 0;
      if (packets == 0)
        g_assert_cmpuint (run->measured_counts.packets[link], ==, 0);
      n_far += fabs (run->measured_counts.packets[link] - packets)
               > 4 * sqrt (packets * (1 + more)) + 2;
    }
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    g_assert_cmpfloat (fabs (simulated[class] - expected[class]), <=,
                       4 * sqrt (expected[class] * (1 + more)) + .005 * expected[class]);
  /* One in 16,000 independent links would be. */
  g_assert_cmpuint (n_used, >, 20);
  g_assert_cmpuint (n_far, <=, n_used / 100);
}

static void
test_loads (void)
{
  check_loads ("cascade-2", "min-hash", "uniform", "0.1");
  check_loads ("cascade-2", "valiant", "uniform", "0.08");
  check_loads ("cascade-2", "valiant", "group-shift", "0.06");
  check_loads ("generic-33", "min-hash", "uniform", "0.15");
}

/* All to all comes to its end, delivers each byte, and a window of it its share. */
static void
test_program (void)
{
  g_autoptr (DlScenario) scenario = load ("cascade-2");
  g_autoptr (DlSimulation) all = NULL;
  g_autoptr (DlSimulation) some = NULL;
  g_autoptr (GError) error = NULL;
  guint n_all;

  set (scenario, "traffic.pattern", "all-to-all");
  g_assert_null (dl_dragonfly_plan_new (scenario, 1, NULL, NULL, &error));
  g_assert_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT);
  g_assert_true (g_str_has_prefix (error->message, "traffic.message-bytes: "));
  set (scenario, "traffic.message-bytes", "200");
  all = simulate (scenario, 100000, 0);
  g_assert_true (all->program && isnan (all->offered_load));
  g_assert_cmpuint (all->completion_cycles, ==, all->cycles);
  g_assert_cmpuint (all->counters.delivered_bytes, ==, 64 * 63 * 200);
  g_assert_cmpuint (all->counters.delivered, ==, 64 * 63 * 4); /* 64 + 64 + 64 + 8 bytes */
  g_assert_cmpuint (dl_workload_count_shifts (all->plan->workload, &n_all), ==, 63);
  g_assert_cmpuint (n_all, ==, 63);
  g_assert_cmpfloat_with_epsilon (dl_simulation_bandwidth_GBps (all),
                                  63 * 200 / (all->cycles * all->plan->cycle_ns), 1e-9);
  check_sums (all);

  set (scenario, "simulation.shifts", "7");
  some = simulate (scenario, 100000, 0);
  g_assert_cmpuint (dl_workload_count_shifts (some->plan->workload, &n_all), ==, 7);
  g_assert_cmpuint (n_all, ==, 63);
  g_assert_cmpuint (some->counters.delivered_bytes, ==, 64 * 7 * 200);
  /* Shifts 29 to 35 of 64 nodes in two groups: nobody sends within the own chassis of 16. */
  g_assert_cmpuint (dl_aries_plan_of (some->plan)->options.workload->spec.teams.first_shift, ==,
                    29);
}

/* Ranks wait for each other: the run ends when the last of them has what it needs, whatever the
 * threads. Each of the programs with a whole machine and with some of its nodes. */
static void
test_ranks (void)
{
  static const struct
  {
    const char *pattern, *placement;
    guint64 packets; /* of 200 bytes: 4 packets per message */
  } cases[] = {
    { "allreduce", "", 64 * 6 * 4 },
    { "allreduce", "random", 64 * 6 * 4 },
    { "allreduce", "3\n60\n0.0.1.2\n", (1 + 2 + 1) * 4 },
    { "fft", "", 64 * (7 + 7) * 4 },
    { "all-to-all", "linear", 64 * 63 * 4 },
    { "all-to-all", "random", 64 * 63 * 4 },
    { "all-to-all", "3\n60\n0.0.1.2\n", 3 * 2 * 4 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DlScenario) scenario = load ("cascade-2");
      g_autoptr (DlSimulation) run = NULL, other = NULL;
      g_autoptr (DlDragonflyAnalysis) analysis = NULL;
      guint n_all;

      set (scenario, "traffic.pattern", cases[i].pattern);
      set (scenario, "traffic.placement", cases[i].placement);
      set (scenario, "traffic.message-bytes", "200");
      run = simulate (scenario, 100000, 0);
      g_assert_true (run->program && isnan (run->offered_load));
      g_assert_cmpuint (run->completion_cycles, ==, run->cycles);
      g_assert_cmpuint (run->counters.delivered, ==, cases[i].packets);
      g_assert_cmpuint (run->counters.delivered_bytes, ==, cases[i].packets / 4 * 200);
      g_assert_cmpuint (dl_workload_count_shifts (run->plan->workload, &n_all) > 0, ==,
                        g_str_equal (cases[i].pattern, "all-to-all"));
      check_sums (run);
      set (scenario, "simulation.threads", "3");
      other = simulate (scenario, 100000, 0);
      g_assert_cmphex (other->counters.digest, ==, run->counters.digest);
      g_assert_cmpuint (other->completion_cycles, ==, run->completion_cycles);
      analysis = dl_dragonfly_evaluate (scenario, NULL, NULL, NULL);
      g_assert_cmpuint (analysis->unreachable_pairs, ==, 0);
    }
}

/* A matrix is a program, too: each message once, and then an end. */
static void
test_matrix (void)
{
  g_autoptr (DlScenario) scenario = load ("cascade-2");
  g_autoptr (DlSimulation) run = NULL;
  g_autoptr (DlDragonflyAnalysis) analysis = NULL;
  double load = 0;

  set (scenario, "traffic.pattern", "matrix");
  set (scenario, "traffic.matrix", "0,1,640\n1,2,65\n2,0,1\n");
  set (scenario, "traffic.placement", "0\n40\n0.0.1.2\n");
  set (scenario, "dragonfly.routing", "min-hash");
  run = simulate (scenario, 100000, 0);
  g_assert_true (run->program);
  g_assert_cmpuint (run->counters.delivered, ==, 10 + 2 + 1);
  g_assert_cmpuint (run->counters.delivered_bytes, ==, 640 + 65 + 1);
  g_assert_cmpuint (run->completion_cycles, ==, run->cycles);
  g_assert_false (scenario->family->curve->has_load (scenario));
  /* The analysis counts the same packets on the same number of links. */
  analysis = dl_dragonfly_evaluate (scenario, NULL, NULL, NULL);
  g_assert_cmpuint (analysis->pairs, ==, 3);
  for (guint i = 0; i < 4 * analysis->dragonfly->n_links; i++)
    load += analysis->vc_load[i];
  g_assert_cmpfloat_with_epsilon (load, analysis->hops_mean * 13, 1e-9);
}

static gboolean
take (const DlSweepResult *result, gpointer data, GError **error)
{
  g_array_append_vals (data, result, 1);
  return TRUE;
}

/* Each point is the run by itself. */
static void
test_sweep (void)
{
  g_autoptr (DlScenario) scenario = load ("generic-33");
  g_autoptr (DlSweepSpec) spec = NULL;
  g_autoptr (GArray) results = g_array_new (FALSE, FALSE, sizeof (DlSweepResult));
  const DlSweepOptions options = { .n_jobs = 2, .on_point = take, .on_point_data = results };
  double accepted[3] = { 0 };
  GError *error = NULL;

  set (scenario, "dragonfly.groups", "9");
  set (scenario, "traffic.pattern", "group-shift");
  set (scenario, "traffic.load", "0.3");
  set (scenario, "simulation.cycles", "6000");
  set (scenario, "simulation.warmup-cycles", "2000");
  set (scenario, "simulation.stop", "cycles");
  spec = dl_sweep_spec_new (scenario);
  g_assert_false (dl_sweep_spec_vary (spec, "scenario.kind=torus,dragonfly", &error));
  g_clear_error (&error);
  dl_sweep_spec_vary (spec, "dragonfly.routing=min-hash,valiant,adaptive-0", &error);
  g_assert_no_error (error);
  dl_sweep_run (spec, &options, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (results->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      const DlSweepResult *result = &g_array_index (results, DlSweepResult, i);
      g_autoptr (DlScenario) point = dl_sweep_point (spec, result->point, NULL, NULL);
      g_autoptr (DlSimulation) run = simulate (point, 6000, 2000);

      g_assert_cmphex (result->digest, ==, run->counters.digest);
      g_assert_cmpfloat (result->accepted, ==, run->accepted_load);
      g_assert_cmpuint (result->found.pairs, ==, 9 * 32 * 32);
      g_assert_true (result->found.deadlock_free);
      accepted[result->point] = result->accepted;
      if (result->point < 2)
        g_assert_cmpfloat (result->minimal_share, ==, 1 - result->point);
      else
        g_assert_true (result->minimal_share > 0 && result->minimal_share < 1);
    }
  /* The worst case of minimal routes is at most what the 4 links to the next group carry of 32
   * nodes; the other ways are many. */
  g_assert_cmpfloat (accepted[0], <, 4 / 32.0 + .01);
  g_assert_cmpfloat (accepted[1], >, 1.5 * accepted[0]);
  g_assert_cmpfloat (accepted[2], >, 1.5 * accepted[0]);
}

/* The manual, "Load of unequal senders": the load is that of the node that sends most, in the
 * analysis and in the simulation. */
static void
test_unequal_senders (void)
{
  static const struct
  {
    const char *placement;
    double sent; /* in units of what the busiest node sends */
  } cases[] = {
    /* In a group, where each pair has one minimal route. */
    { "a@0,4,8\n", 3 },            /* all others are silent */
    { "a@0,4,8\nb@1,13\n", 3 + 1 } /* by the sum of its pairs' weights */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DlScenario) scenario = load ("generic-33");
      g_autoptr (DlDragonflyAnalysis) analysis = NULL;
      g_autoptr (DlSimulation) run = NULL;
      guint used = 0;

      set (scenario, "dragonfly.groups", "9");
      set (scenario, "dragonfly.routing", "min-hash");
      set (scenario, "traffic.pattern", "jobs");
      set (scenario, "traffic.placement", cases[i].placement);
      set (scenario, "traffic.load", "0.4");
      analysis = dl_dragonfly_evaluate (scenario, NULL, NULL, NULL);
      run = simulate (scenario, 60000, 2000);
      g_assert_cmpfloat_with_epsilon (run->offered_load * 9 * 32, .4 * cases[i].sent, .03);
      for (guint link = 0; link < analysis->dragonfly->n_links; link++)
        {
          const double use = dl_dragonfly_analysis_use (analysis, link, .4);

          used += use > 0;
          g_assert_cmpfloat_with_epsilon (run->links.load[link], use, .02);
        }
      g_assert_cmpuint (used, >, 1);
    }
}

/* A series a mode, loads up to what the best of them could take. */
static void
test_load_sweep (void)
{
  g_autoptr (DlScenario) scenario = load ("generic-33");
  const DlLoadSweepOptions options = { .n_seeds = 1, .cycles = 4000 };
  g_autoptr (DlEvaluation) result = NULL;
  g_autoptr (DlEvaluation) program = NULL;
  g_autoptr (DlLoadCurve) curve = NULL;
  GError *error = NULL;

  set (scenario, "dragonfly.groups", "9");
  set (scenario, "traffic.pattern", "group-shift");
  set (scenario, "dragonfly.routing", "adaptive-2");
  result = dl_evaluation_new (scenario, 0, NULL, NULL, NULL);
  curve = dl_load_curve_run (result, &options, 2, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (curve->n_series, ==, 4);
  g_assert_cmpstr (curve->series[0].value, ==, "min-hash");
  g_assert_cmpstr (curve->series[1].value, ==, "valiant");
  g_assert_cmpstr (curve->series[2].value, ==, "adaptive-0");
  g_assert_cmpstr (curve->series[3].value, ==, "adaptive-2");
  g_assert_cmpuint (curve->n_runs, ==, curve->n_all_runs);
  /* Valiant's bound is far past that of minimal routes. */
  g_assert_cmpfloat (curve->max_load, >, .2);
  g_assert_cmpfloat (curve->max_load, <=, 1);
  /* Minimal ones are past theirs, 4 / 32, at the next step. */
  g_assert_cmpfloat (curve->series[0].saturation, >, 4 / 32.0);
  g_assert_cmpfloat (curve->series[0].saturation, <, .25);
  g_assert_cmpstr (curve->series[1].label, !=, curve->series[0].label);

  set (scenario, "traffic.pattern", "all-to-all");
  set (scenario, "traffic.message-bytes", "64");
  program = dl_evaluation_new (scenario, 0, NULL, NULL, NULL);
  g_assert_null (dl_load_sweep_new (program, &options, NULL, &error));
  g_assert_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT);
  g_error_free (error);
}

static void
stop_at_once (double fraction, gpointer data)
{
  GCancellable *cancellable = ((gpointer *) data)[0];
  double *reached = ((gpointer *) data)[1];

  g_assert_false (g_cancellable_is_cancelled (cancellable));
  *reached = fraction;
  g_cancellable_cancel (cancellable);
}

/* A large network is asked more often, in cycles, whether to stop. */
static void
test_stop (void)
{
  g_autoptr (DlScenario) scenario = dl_preset_load ("cascade-64", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (DlSimulation) simulation = NULL;
  g_autoptr (GError) error = NULL;
  DlSimulateOptions options;
  double reached = 0;

  g_assert_true (dl_field_set (dl_field_find ("traffic", "load"), scenario, "0.01", &error));
  g_assert_true (dl_field_set (dl_field_find ("simulation", "cycles"), scenario, "400000", &error));
  options = dl_simulate_options (scenario);
  options.progress = stop_at_once;
  options.progress_data = (gpointer[]) { cancellable, &reached };
  simulation = dl_simulate (scenario, &options, cancellable, &error);
  g_assert_null (simulation);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpfloat (reached, >, 0);
  g_assert_cmpfloat (reached * 400000, <, 500);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/simulate-dragonfly/units", test_units);
  g_test_add_func ("/simulate-dragonfly/sums", test_sums);
  g_test_add_func ("/simulate-dragonfly/loads", test_loads);
  g_test_add_func ("/simulate-dragonfly/program", test_program);
  g_test_add_func ("/simulate-dragonfly/ranks", test_ranks);
  g_test_add_func ("/simulate-dragonfly/matrix", test_matrix);
  g_test_add_func ("/simulate-dragonfly/sweep", test_sweep);
  g_test_add_func ("/simulate-dragonfly/unequal-senders", test_unequal_senders);
  g_test_add_func ("/simulate-dragonfly/load-sweep", test_load_sweep);
  g_test_add_func ("/simulate-dragonfly/stop", test_stop);
  return g_test_run ();
}
