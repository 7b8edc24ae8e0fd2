#include "dl-simulate.h"

#include "dl-field.h"
#include "dl-sim-observer.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Points of a series, apart from the first. */
#define SERIES_POINTS 200
/* Cycles at most between looks for a deadlock. */
#define MAX_STRETCH 2000
/* Cycles at most between looks at whether the user has had enough, times nodes: of a large network
 * even a few hundred take long. */
#define SLICE_NODE_CYCLES (8 << 20)
#define MIN_SLICE         16

DlSimulateOptions
dl_simulate_options (const DlScenario *scenario)
{
  return (DlSimulateOptions) {
    .seed = scenario->seed,
    .cycles = scenario->simulation.cycles,
    .warmup_cycles = DL_SIMULATE_OWN_WARMUP,
    .stop = scenario->simulation.stop,
    .precision = scenario->simulation.precision,
    .threads = scenario->simulation.threads,
  };
}

guint64
dl_simulate_own_warmup (const DlScenario *scenario, guint64 cycles)
{
  const guint64 stated = scenario->simulation.warmup_cycles;

  const gboolean program = dl_scenario_is_program (scenario);

  if (stated == DL_WARMUP_AUTO)
    return program ? 0 : DL_WARMUP_AUTO;
  if (dl_field_is_set (dl_field_find ("simulation", "warmup-cycles"), scenario))
    return stated;
  if (program)
    return 0; /* its beginning is a part of it */
  return stated < cycles ? stated : DL_WARMUP_AUTO;
}

/* The warm-up as it will be, and where the run may end; FALSE if the one leaves nothing, or the
 * other never comes. */
static gboolean
choose_limits (const DlScenario *scenario, DlSimulateOptions *options, GError **error)
{
  if (options->warmup_cycles == DL_SIMULATE_OWN_WARMUP)
    options->warmup_cycles = dl_simulate_own_warmup (scenario, options->cycles);
  if (dl_scenario_is_program (scenario))
    {
      options->stop = DL_STOP_CYCLES;
      if (options->warmup_cycles == DL_WARMUP_AUTO)
        options->warmup_cycles = 0;
    }
  if (options->warmup_cycles == DL_WARMUP_AUTO || options->warmup_cycles < options->cycles)
    return TRUE;
  g_set_error (
      error, DL_SIM_ERROR, DL_SIM_ERROR_LIMIT,
      _ ("simulation.warmup-cycles: after %lu cycles nothing remains to measure (use fewer than "
         "the %lu cycles of the run)"),
      (gulong) options->warmup_cycles, (gulong) options->cycles);
  return FALSE;
}

/* Running -------------------------------------------------------------------------------------- */

static void
add_point (DlSimulation *it, const DlMachineRun *run)
{
  DlSimPoint point;

  dl_machine_run_get_point (run, &point);
  g_array_append_val (it->series, point);
}

/* Where the next stretch ends: at a point of the series or where the observer looks, and soon. */
static guint64
next_stop (const DlSimulateOptions *options, guint64 now, guint64 due)
{
  const guint64 interval = MAX (options->cycles / SERIES_POINTS, 1);
  const guint64 stop = MIN (now / interval * interval + interval, options->cycles);

  return MIN (stop, now + MIN (due, MAX_STRETCH));
}

/* FALSE if canceled. */
static gboolean
go_until (DlSimulation *it, DlMachineRun *run, guint64 stop, GCancellable *cancellable)
{
  const DlSimulateOptions *options = &it->options;
  const guint64 slice = MAX (SLICE_NODE_CYCLES / MAX (it->plan->n_nodes, 1), MIN_SLICE);

  while (dl_machine_run_cycle (run) < stop)
    {
      dl_machine_run_go (run, MIN (slice, stop - dl_machine_run_cycle (run)));
      if (options->progress != NULL)
        options->progress ((double) dl_machine_run_cycle (run) / options->cycles,
                           options->progress_data);
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
    }
  return TRUE;
}

/* FALSE if canceled. */
static gboolean
go (DlSimulation *it, DlMachineRun *run, DlRunObserver *observer, GCancellable *cancellable)
{
  const DlSimulateOptions *options = &it->options;
  const guint64 interval = MAX (options->cycles / SERIES_POINTS, 1);
  guint64 checked = 0;
  gboolean precise = FALSE;

  add_point (it, run);
  while (dl_machine_run_cycle (run) < options->cycles && it->deadlock == NULL && !precise
         && dl_machine_run_completion_cycle (run) == DL_SIMULATE_NOT_DONE)
    {
      const guint64 now = dl_machine_run_cycle (run);
      const guint64 stop = next_stop (options, now, dl_run_observer_due (observer, run));

      if (!go_until (it, run, stop, cancellable))
        return FALSE;
      if (stop % interval == 0 || stop == options->cycles)
        add_point (it, run);
      precise = dl_run_observer_follow (observer, run) && options->stop == DL_STOP_PRECISION
                && dl_run_observer_is_precise (observer);
      if (stop - checked >= MAX_STRETCH || stop == options->cycles)
        {
          it->deadlock = dl_machine_run_find_deadlock (run);
          checked = stop;
        }
    }
  return TRUE;
}

/* A program's run ends with it, whenever that was noticed: nothing has happened since. */
static void
end (DlSimulation *it, const DlMachineRun *run)
{
  DlSimPoint *last;

  it->completion_cycles = dl_machine_run_completion_cycle (run);
  it->cycles = MIN (dl_machine_run_cycle (run), it->completion_cycles);
  if (it->cycles == dl_machine_run_cycle (run))
    return;
  add_point (it, run);
  last = &g_array_index (it->series, DlSimPoint, it->series->len - 1);
  last->cycle = it->cycles;
  /* Points that say the same as the last one, later. */
  while (it->series->len > 1 && last[-1].cycle >= last->cycle)
    {
      last[-1] = *last;
      g_array_set_size (it->series, it->series->len - 1);
      last--;
    }
}

/* Take over from @state the counts since @warmup and the measurements. */
static void
take_counts (DlSimulation *it, const DlMachineRun *run, DlMachineState *state,
             const DlMachineState *warmup)
{
  it->counters = it->measured = state->counters;
  it->stats = state->stats;
  state->stats = (DlSimStats) { 0 };
  dl_sim_stats_subtract (&it->stats, &warmup->stats, it->plan->n_nodes);
  /* It has counted idle cycles after a program's end. */
  state->cycle = it->cycles;
  dl_link_use_take (&it->links, it->plan, warmup, state);
  if (it->router->count_run != NULL)
    it->run_of_router = it->router->count_run (run, state, warmup);
  it->measured_counts = dl_link_counts_since (&warmup->links, &state->links);
  it->link_counts = state->links;
  state->links = (DlLinkCounts) { 0 };
  dl_sim_counters_subtract (&it->measured, &warmup->counters);
}

static void
take_loads (DlSimulation *it)
{
  const guint64 cycles = it->cycles - MIN (it->options.warmup_cycles, it->cycles);
  const double load_cycles = (double) cycles * it->plan->n_working_nodes * it->plan->load_flits;

  it->offered_load = it->accepted_load = NAN;
  if (load_cycles == 0)
    return;
  if (!it->saturated)
    it->offered_load = (it->measured.created + it->measured.unreachable + it->measured.at_dateline)
                       * it->packet_flits / load_cycles;
  it->accepted_load = it->measured.delivered_flits / load_cycles;
}

static void
take_flights (DlSimulation *it, const DlMachineRun *run)
{
  if (it->plan->n_routers > DL_FLIGHTS_MOST_ROUTERS)
    return;
  it->flights = g_array_new (FALSE, FALSE, sizeof (DlFlight));
  dl_machine_run_get_flights (run, it->flights);
}

/* The points of a run that ended when it was precise are too few: those of its windows instead. */
static void
take_series (DlSimulation *it, const DlMachineRun *run, const DlRunObserver *observer)
{
  const DlSimPoint *points;
  guint n;

  points = dl_run_observer_points (observer, &n);
  if (it->options.stop == DL_STOP_PRECISION && it->series->len <= MIN (SERIES_POINTS / 2, n))
    {
      g_array_set_size (it->series, 0);
      g_array_append_vals (it->series, points, n);
    }
  if (g_array_index (it->series, DlSimPoint, it->series->len - 1).cycle
      < dl_machine_run_cycle (run))
    add_point (it, run);
}

static void
take_ranks (DlSimulation *it, const DlMachineRun *run)
{
  const DlWorkload *workload = it->plan->workload;

  if (workload == NULL)
    return;
  it->rank_done = g_new (guint64, workload->n_ranks);
  for (guint rank = 0; rank < workload->n_ranks; rank++)
    it->rank_done[rank] = dl_machine_run_rank_done (run, rank);
}

static void
sum_up (DlSimulation *it, const DlMachineRun *run, const DlRunObserver *observer)
{
  DlMachineState state = { 0 };

  dl_run_observer_judge (observer, &it->verdict);
  if (it->deadlock != NULL)
    dl_sim_verdict_set_deadlock (&it->verdict);
  it->found_warmup = it->options.warmup_cycles != it->verdict.cut;
  it->options.warmup_cycles = it->verdict.cut;
  take_series (it, run, observer);
  end (it, run);
  dl_machine_run_get_state (run, &state);
  take_counts (it, run, &state, dl_run_observer_start (observer, &it->verdict));
  dl_machine_state_clear (&state);
  take_loads (it);
  take_ranks (it, run);
  take_flights (it, run);
  it->inside = dl_machine_run_get_inside (run);
}

static DlSimulation *
simulation_new (const DlScenario *scenario, const DlSimulateOptions *options, DlMachinePlan *plan)
{
  DlSimulation *it = g_new0 (DlSimulation, 1);

  it->plan = dl_machine_plan_ref (plan);
  it->options = *options;
  it->options.routes = plan->routes;
  it->family = scenario->family;
  it->router = dl_scenario_router (scenario);
  it->packet_flits = plan->packet_flits;
  it->program = plan->workload != NULL;
  it->saturated = plan->saturated;
  it->series = g_array_new (FALSE, FALSE, sizeof (DlSimPoint));
  return it;
}

DlSimulation *
dl_simulation_of_run (const DlScenario *scenario, const DlMachineRun *run, DlMachinePlan *plan,
                      const DlRunObserver *observer, GArray *deadlock, double elapsed_s)
{
  DlSimulateOptions options = dl_simulate_options (scenario);
  DlSimulation *it;
  const DlSimPoint *points;
  guint n;

  options.cycles = dl_machine_run_cycle (run);
  options.warmup_cycles = dl_simulate_own_warmup (scenario, G_MAXUINT64);
  it = simulation_new (scenario, &options, plan);
  if (deadlock != NULL)
    it->deadlock = g_array_ref (deadlock);
  points = dl_run_observer_points (observer, &n);
  g_array_append_vals (it->series, points, n);
  sum_up (it, run, observer);
  it->elapsed_s = elapsed_s;
  return it;
}

DlSimulation *
dl_simulate (const DlScenario *scenario, const DlSimulateOptions *options,
             GCancellable *cancellable, GError **error)
{
  const gint64 start_us = g_get_monotonic_time ();
  g_autoptr (DlSimulation) it = NULL;
  g_autoptr (DlMachinePlan) plan = NULL;
  g_autoptr (DlMachineRun) run = NULL;
  g_autoptr (DlRunObserver) observer = NULL;
  DlSimulateOptions chosen = *options;
  gboolean done;

  if (!choose_limits (scenario, &chosen, error))
    return NULL;
  plan = dl_scenario_plan (scenario, chosen.seed, chosen.routes, cancellable, error);
  if (plan == NULL)
    return NULL;

  it = simulation_new (scenario, &chosen, plan);
  run = dl_machine_run_new (plan);
  dl_machine_run_set_threads (run, chosen.threads);
  observer = dl_run_observer_new (run, chosen.precision, chosen.warmup_cycles);
  if (chosen.watches)
    dl_machine_run_watch (run, dl_shape_router_at (plan->shape, dl_place_node (chosen.watched)).a);
  done = go (it, run, observer, cancellable);
  it->interrupted = !done && chosen.keeps && dl_machine_run_cycle (run) > 0;
  done = done || it->interrupted;
  if (done)
    sum_up (it, run, observer);
  else
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                         _ ("The simulation was canceled"));
  it->elapsed_s = (g_get_monotonic_time () - start_us) / (double) G_USEC_PER_SEC;
  return done ? g_steal_pointer (&it) : NULL;
}

void
dl_simulation_free (DlSimulation *simulation)
{
  if (simulation == NULL)
    return;
  dl_shared_unref (simulation->run_of_router);
  dl_link_counts_clear (&simulation->link_counts);
  dl_link_counts_clear (&simulation->measured_counts);
  dl_sim_stats_clear (&simulation->stats);
  g_clear_pointer (&simulation->flights, g_array_unref);
  dl_router_inside_unref (simulation->inside);
  dl_link_use_clear (&simulation->links);
  g_clear_pointer (&simulation->series, g_array_unref);
  g_clear_pointer (&simulation->deadlock, g_array_unref);
  dl_machine_plan_unref (simulation->plan);
  g_free (simulation->rank_done);
  g_free (simulation->slowest);
  g_free (simulation);
}

gconstpointer
dl_simulation_run_of (const DlSimulation *simulation, const DlRouterModel *router)
{
  return simulation->router == router ? simulation->run_of_router : NULL;
}

double
dl_simulation_bandwidth_GBps (const DlSimulation *simulation)
{
  const DlRouterModel *router = simulation->router;

  return router->bandwidth_GBps != NULL ? router->bandwidth_GBps (simulation->run_of_router) : NAN;
}

/* Do keys that all families share determine what is simulated? */
static gboolean
is_simulated (const DlField *field)
{
  static const char *const groups[] = { "router", "traffic", NULL };

  return field->model != NULL || g_strv_contains (groups, field->group);
}

gboolean
dl_simulate_same (const DlScenario *a, const DlScenario *b)
{
  guint n;
  const DlField *fields = dl_fields (&n);

  if (a->family != b->family || a->seed != b->seed)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const DlField *field = &fields[i];
      const gboolean matters
          = field->family != NULL ? field->family == a->family : is_simulated (field);

      if (matters && !dl_field_same_value (field, a, b))
        return FALSE;
    }
  return TRUE;
}

/* Figures -------------------------------------------------------------------------------------- */

guint64
dl_simulation_in_flight (const DlSimulation *simulation)
{
  return simulation->counters.injected - simulation->counters.delivered;
}

guint64
dl_simulation_dropped (const DlSimulation *simulation)
{
  return simulation->counters.unreachable + simulation->counters.at_dateline;
}

/* Packets that left by output @port after the warm-up. */
static guint64
output_packets (const DlSimulation *simulation, guint port)
{
  guint64 packets = 0;

  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    packets += simulation->measured.packets[port][vc];
  return packets;
}

static double
per_packet (guint64 cycles, guint64 packets)
{
  return packets > 0 ? (double) cycles / packets : NAN;
}

double
dl_simulation_stalled_output (const DlSimulation *simulation, guint port)
{
  return per_packet (simulation->measured.stalled_output[port], output_packets (simulation, port));
}

double
dl_simulation_stalled_input (const DlSimulation *simulation, guint port)
{
  return simulation->plan->class->counts_waits
             ? NAN
             : per_packet (simulation->measured.stalled_input[port],
                           output_packets (simulation, dl_sim_opposite_port (port)));
}

double
dl_simulation_head_wait (const DlSimulation *simulation, guint port)
{
  return simulation->plan->class->counts_waits
             ? NAN
             : per_packet (simulation->measured.head_wait[port],
                           output_packets (simulation, dl_sim_opposite_port (port)));
}

double
dl_simulation_detour_share (const DlSimulation *simulation, DlDetour detour)
{
  const DlSimCounters *measured = &simulation->measured;
  const double all = (double) measured->minimal + measured->nonminimal;
  const guint64 packets = detour < DL_N_DETOURS ? measured->detours[detour] : measured->nonminimal;

  return simulation->plan->chooses && all > 0 ? packets / all : NAN;
}

double
dl_simulation_regret_share (const DlSimulation *simulation)
{
  const DlSimCounters *measured = &simulation->measured;

  return measured->judged > 0 ? (double) measured->regretted / measured->judged : NAN;
}

double
dl_simulation_wait (const DlSimulation *simulation, DlWait wait)
{
  return simulation->plan->class->counts_waits
             ? per_packet (simulation->measured.waits[wait], simulation->measured.delivered)
             : NAN;
}
