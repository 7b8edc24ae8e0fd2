#include "dl-simulate.h"

#include "dl-field.h"
#include "dl-plan.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Points of a series, apart from the first. */
#define SERIES_POINTS 200
/* Cycles at most between looks at whether the user has had enough. */
#define MAX_STRETCH 2000
/* Of a run too short for the default warm-up: as much of it as that is of the default run. */
#define WARMUP_SHARE 0.3

DlSimulateOptions
dl_simulate_options (const DlScenario *scenario)
{
  return (DlSimulateOptions) {
    .seed = scenario->seed,
    .cycles = scenario->simulation.cycles,
    .warmup_cycles = DL_SIMULATE_OWN_WARMUP,
    .threads = scenario->simulation.threads,
  };
}

/* The warm-up as it will be; FALSE if it leaves nothing. */
static gboolean
settle_warmup (const DlScenario *scenario, DlSimulateOptions *options, GError **error)
{
  if (options->warmup_cycles == DL_SIMULATE_OWN_WARMUP)
    {
      const DlField *field = dl_field_find ("simulation", "warmup-cycles");

      options->warmup_cycles = scenario->simulation.warmup_cycles;
      if (!dl_field_is_set (field, scenario) && scenario->traffic.pattern->program)
        options->warmup_cycles = 0; /* its beginning is a part of it */
      else if (!dl_field_is_set (field, scenario) && options->warmup_cycles >= options->cycles)
        options->warmup_cycles = WARMUP_SHARE * options->cycles;
    }
  if (options->warmup_cycles < options->cycles)
    return TRUE;
  g_set_error (
      error, DL_SIM_ERROR, DL_SIM_ERROR_LIMIT,
      _ ("simulation.warmup-cycles: %lu cycles leave nothing to measure (fewer than the %lu "
         "cycles of the run)"),
      (gulong) options->warmup_cycles, (gulong) options->cycles);
  return FALSE;
}

/* Running -------------------------------------------------------------------------------------- */

static void
add_point (DlSimulation *it, const DlSim *sim, DlSimCounters *counters)
{
  DlSimPoint point;

  dl_sim_get_counters (sim, counters);
  point = (DlSimPoint) {
    .cycle = dl_sim_cycle (sim),
    .created = counters->created,
    .injected = counters->injected,
    .delivered = counters->delivered,
    .delivered_flits = counters->delivered_flits,
    .flit_hops = counters->flit_hops,
    .latency_sum = counters->latency_sum,
  };
  g_array_append_val (it->series, point);
}

/* Where the next stretch ends: at a point of the series or at the end of the warm-up, and soon. */
static guint64
next_stop (const DlSimulateOptions *options, guint64 now)
{
  const guint64 interval = MAX (options->cycles / SERIES_POINTS, 1);
  guint64 stop = MIN (now / interval * interval + interval, options->cycles);

  if (now < options->warmup_cycles)
    stop = MIN (stop, options->warmup_cycles);
  return MIN (stop, now + MAX_STRETCH);
}

/* What was counted when the warm-up was over; zero if there was none. */
typedef struct
{
  DlSimCounters counters;
  DlSimPortCounters *ports; /* (n_nodes x DL_N_ROUTER_PORTS) */
} Warmup;

/* FALSE if cancelled. */
static gboolean
run (DlSimulation *it, DlSim *sim, Warmup *warmup, GCancellable *cancellable)
{
  const DlSimulateOptions *options = &it->options;
  const guint64 interval = MAX (options->cycles / SERIES_POINTS, 1);
  guint64 checked = 0;

  add_point (it, sim, &it->counters);
  while (dl_sim_cycle (sim) < options->cycles && it->deadlock == NULL
         && dl_sim_program_done (sim) == DL_SIMULATE_NOT_DONE)
    {
      const guint64 now = dl_sim_cycle (sim);
      const guint64 stop = next_stop (options, now);

      if (now == options->warmup_cycles)
        {
          dl_sim_get_counters (sim, &warmup->counters);
          dl_sim_get_all_ports (sim, warmup->ports);
        }
      dl_sim_run (sim, stop - now);
      if (stop % interval == 0 || stop == options->cycles)
        add_point (it, sim, &it->counters);
      if (stop - checked >= MAX_STRETCH || stop == options->cycles)
        {
          it->deadlock = dl_sim_find_deadlock (sim);
          checked = stop;
        }
      if (options->progress != NULL)
        options->progress ((double) stop / options->cycles, options->progress_data);
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
    }
  return TRUE;
}

#define SUBTRACT(member) to->member -= from->member

/* What came after @from. The sums only: digest and largest latency stay as they are. */
static void
subtract (DlSimCounters *to, const DlSimCounters *from)
{
  SUBTRACT (created);
  SUBTRACT (injected);
  SUBTRACT (delivered);
  SUBTRACT (delivered_flits);
  SUBTRACT (unreachable);
  SUBTRACT (at_dateline);
  SUBTRACT (flit_hops);
  SUBTRACT (retransmitted_packets);
  SUBTRACT (retransmitted_flits);
  SUBTRACT (latency_sum);
  for (guint age = 0; age < G_N_ELEMENTS (to->age); age++)
    SUBTRACT (age[age]);
  for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
    {
      for (guint vc = 0; vc < DL_SIM_VCS; vc++)
        {
          SUBTRACT (packets[port][vc]);
          SUBTRACT (flits[port][vc]);
          SUBTRACT (blocked[port][vc]);
        }
      SUBTRACT (stalled_output[port]);
      SUBTRACT (stalled_input[port]);
      SUBTRACT (head_wait[port]);
    }
}

/* A program's run ends with it, whenever that was noticed: nothing has happened since. */
static void
end (DlSimulation *it, const DlSim *sim)
{
  DlSimPoint *last;

  it->completion_cycles = dl_sim_program_done (sim);
  it->cycles = MIN (dl_sim_cycle (sim), it->completion_cycles);
  if (it->cycles == dl_sim_cycle (sim))
    return;
  add_point (it, sim, &it->counters);
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

static void
sum_up (DlSimulation *it, const DlSim *sim, const Warmup *warmup)
{
  const guint n_nodes = it->network->n_nodes;
  double node_cycles;

  end (it, sim);
  dl_sim_get_counters (sim, &it->counters);
  dl_sim_get_stats (sim, &it->stats);
  it->ports = g_new (DlSimPortCounters, n_nodes * DL_N_ROUTER_PORTS);
  dl_sim_get_all_ports (sim, it->ports);
  dl_link_use_take (&it->links, sim, warmup->ports,
                    it->cycles > it->options.warmup_cycles ? it->options.warmup_cycles : 0);
  /* It has counted idle cycles after a program's end. */
  if (it->cycles < dl_sim_cycle (sim) && it->cycles > it->options.warmup_cycles)
    for (guint link = 0; link < it->links.n_links; link++)
      it->links.load[link] *= (double) (dl_sim_cycle (sim) - it->options.warmup_cycles)
                              / (it->cycles - it->options.warmup_cycles);

  it->settled = it->deadlock == NULL
                && dl_sim_series_settled ((const DlSimPoint *) it->series->data, it->series->len,
                                          it->options.warmup_cycles, it->saturated);
  it->measured = it->counters;
  it->offered_load = it->accepted_load = NAN;
  if (it->cycles <= it->options.warmup_cycles)
    {
      subtract (&it->measured, &it->counters); /* it locked before */
      return;
    }
  subtract (&it->measured, &warmup->counters);
  node_cycles = (double) (it->cycles - it->options.warmup_cycles) * it->network->n_working_nodes;
  if (node_cycles == 0)
    return;
  if (!it->saturated)
    it->offered_load = (it->measured.created + it->measured.unreachable + it->measured.at_dateline)
                       * it->packet_flits / node_cycles;
  it->accepted_load = it->measured.delivered_flits / node_cycles;
}

DlSimulation *
dl_simulate (const DlScenario *scenario, const DlSimulateOptions *options,
             GCancellable *cancellable, GError **error)
{
  const gint64 start_us = g_get_monotonic_time ();
  g_autofree DlSimPortCounters *ports = NULL;
  Warmup warmup = { 0 };
  g_autoptr (DlSimulation) it = NULL;
  g_autoptr (DlSimPlan) plan = NULL;
  g_autoptr (DlSim) sim = NULL;
  DlSimulateOptions settled = *options;

  if (!settle_warmup (scenario, &settled, error))
    return NULL;
  plan = dl_plan_new (scenario, settled.seed, settled.routes, cancellable, error);
  if (plan == NULL)
    return NULL;

  it = g_new0 (DlSimulation, 1);
  it->routes = dl_routes_ref (plan->routes);
  it->network = it->routes->network;
  it->options = settled;
  it->options.routes = it->routes;
  it->packet_flits = plan->packet_flits;
  it->program = plan->workload != NULL;
  it->saturated = it->program || isinf (plan->load);
  it->series = g_array_new (FALSE, FALSE, sizeof (DlSimPoint));
  sim = dl_sim_new (plan, 0);
  dl_sim_set_threads (sim, settled.threads);
  dl_sim_measure_from (sim, settled.warmup_cycles);
  ports = warmup.ports = g_new0 (DlSimPortCounters, it->network->n_nodes * DL_N_ROUTER_PORTS);
  if (!run (it, sim, &warmup, cancellable))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                           _ ("The simulation was cancelled"));
      return NULL;
    }
  sum_up (it, sim, &warmup);
  it->elapsed_s = (g_get_monotonic_time () - start_us) / (double) G_USEC_PER_SEC;
  return g_steal_pointer (&it);
}

void
dl_simulation_free (DlSimulation *simulation)
{
  if (simulation == NULL)
    return;
  dl_routes_unref (simulation->routes);
  dl_sim_stats_clear (&simulation->stats);
  g_free (simulation->ports);
  dl_link_use_clear (&simulation->links);
  g_clear_pointer (&simulation->series, g_array_unref);
  g_clear_pointer (&simulation->deadlock, g_array_unref);
  g_free (simulation);
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

/* What arrives from the +x neighbour has left by that one's output x-. */

double
dl_simulation_stalled_input (const DlSimulation *simulation, guint port)
{
  return per_packet (simulation->measured.stalled_input[port],
                     output_packets (simulation, dl_port_opposite (port)));
}

double
dl_simulation_head_wait (const DlSimulation *simulation, guint port)
{
  return per_packet (simulation->measured.head_wait[port],
                     output_packets (simulation, dl_port_opposite (port)));
}
