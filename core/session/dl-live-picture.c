#include "dl-live-picture.h"

#include "dl-program-result.h"

#include <math.h>

static void
take_counts (DlLivePicture *picture, const DlSimCounters *counters)
{
  picture->created = counters->created;
  picture->injected = counters->injected;
  picture->delivered = counters->delivered;
  picture->in_flight = counters->injected - counters->delivered - counters->dropped_link
                       - counters->dropped_deadlock;
  picture->waiting = counters->created - counters->injected - counters->dropped_source;
  picture->dropped_link = counters->dropped_link;
  picture->dropped_deadlock = counters->dropped_deadlock;
  picture->dropped_source = counters->dropped_source;
  picture->unreachable = counters->unreachable;
  picture->at_dateline = counters->at_dateline;
  picture->digest = counters->digest;
}

/* The latencies of @now are spent: what came before goes from them, and the picture keeps the rest.
 */
static void
take_latency (DlLivePicture *picture, DlMachineState *now, const DlMachineState *before)
{
  DlLatency *network = &now->stats.network, *total = &now->stats.total;

  dl_latency_subtract (network, &before->stats.network);
  dl_latency_subtract (total, &before->stats.total);
  picture->latency_mean = dl_latency_mean (network);
  picture->latency_sd = dl_latency_sd (network);
  picture->latency_p50 = dl_latency_quantile (network, 0.5);
  picture->latency_p99 = dl_latency_quantile (network, 0.99);
  picture->latency_max = network->count > 0 ? network->max : NAN;
  picture->total_latency_mean = dl_latency_mean (total);
  dl_latency_clear (&picture->latency);
  picture->latency = *network;
  *network = (DlLatency) { 0 };
}

static double
ratio (double cycles, double packets)
{
  return packets > 0 ? cycles / packets : NAN;
}

static void
take_stalls (DlLivePicture *picture, const DlSimCounters *now, const DlSimCounters *before)
{
  double packets[DL_N_LINK_PORTS] = { 0 };

  for (guint port = 0; port < DL_N_LINK_PORTS; port++)
    for (guint vc = 0; vc < DL_SIM_VCS; vc++)
      packets[port] += now->packets[port][vc] - before->packets[port][vc];
  for (guint port = 0; port < DL_N_LINK_PORTS; port++)
    {
      /* Packets from the +x neighbor have left it by its output x-. */
      const double arrived = packets[dl_sim_opposite_port (port)];

      picture->stalls[DL_STALL_OUTPUT][port]
          = ratio (now->stalled_output[port] - before->stalled_output[port], packets[port]);
      picture->stalls[DL_STALL_INPUT][port]
          = ratio (now->stalled_input[port] - before->stalled_input[port], arrived);
      picture->stalls[DL_STALL_HEAD_WAIT][port]
          = ratio (now->head_wait[port] - before->head_wait[port], arrived);
    }
}

static void
take_waits (DlLivePicture *picture, const DlSimCounters *now, const DlSimCounters *before,
            const DlMachinePlan *plan)
{
  const double packets = now->delivered - before->delivered;

  for (guint wait = 0; wait < DL_N_WAITS; wait++)
    picture->waits[wait]
        = plan->class->counts_waits ? ratio (now->waits[wait] - before->waits[wait], packets) : NAN;
}

static void
take_rates (DlLivePicture *picture, const DlSimCounters *now, const DlSimCounters *before,
            const DlMachinePlan *plan)
{
  const double load_cycles
      = (double) picture->recent_cycles * plan->n_working_nodes * plan->load_flits;
  const guint64 created = now->created - before->created + now->unreachable - before->unreachable
                          + now->at_dateline - before->at_dateline;

  picture->offered
      = picture->saturated ? NAN : ratio ((double) created * plan->packet_flits, load_cycles);
  picture->accepted = ratio (now->delivered_flits - before->delivered_flits, load_cycles);
}

static void
drop_network (DlLivePicture *picture)
{
  if (picture->shape != NULL)
    dl_shared_unref (g_steal_pointer (&picture->shape));
}

static void
take_network (DlLivePicture *picture, const DlMachinePlan *plan, const DlFamily *family)
{
  if (picture->shape == plan->shape)
    return;
  drop_network (picture);
  picture->family = family;
  picture->shape = dl_shared_ref (plan->shape);
}

/* *@sources becomes the packets delivered between both. */
static void
take_sources (guint64 **sources, guint n_nodes, const guint64 *now, const guint64 *before)
{
  if (now == NULL || before == NULL)
    {
      g_clear_pointer (sources, g_free);
      return;
    }
  *sources = g_renew (guint64, *sources, n_nodes);
  for (guint node = 0; node < n_nodes; node++)
    (*sources)[node] = now[node] - before[node];
}

/* Choices of packets at their source, and the payload that they carry. */
static void
take_choices (DlLivePicture *picture, const DlMachinePlan *plan, DlMachineState *now,
              const DlMachineState *before)
{
  const double ns = picture->recent_cycles * plan->cycle_ns;
  const double delivered_bytes = now->counters.delivered_bytes - before->counters.delivered_bytes;

  dl_latency_subtract (&now->stats.minimal, &before->stats.minimal);
  dl_latency_subtract (&now->stats.nonminimal, &before->stats.nonminimal);
  picture->minimal = now->counters.minimal - before->counters.minimal;
  picture->nonminimal = now->counters.nonminimal - before->counters.nonminimal;
  picture->minimal_latency = dl_latency_mean (&now->stats.minimal);
  picture->nonminimal_latency = dl_latency_mean (&now->stats.nonminimal);
  picture->bandwidth_GBps
      = plan->n_senders > 0 && ns != 0 ? delivered_bytes / plan->n_senders / ns : NAN;
}

void
dl_live_picture_take_since (DlLivePicture *picture, const DlMachineRun *run,
                            const DlMachinePlan *plan, const DlFamily *family,
                            const DlMachineState *before, DlMachineState *now)
{
  const DlSimCounters *counters = &now->counters;

  take_network (picture, plan, family);
  picture->cycle = now->cycle;
  picture->since = before->cycle;
  picture->packet_flits = plan->packet_flits;
  picture->n_nodes = plan->n_nodes;
  picture->n_working_nodes = plan->n_working_nodes;
  picture->n_senders = plan->n_senders;
  picture->saturated = plan->saturated; /* no load is offered */
  picture->load_flits = plan->load_flits;
  picture->cycle_ns = plan->cycle_ns;
  picture->draining = dl_machine_run_is_draining (run);
  picture->recent_cycles = picture->cycle - before->cycle;
  take_counts (picture, counters);
  take_rates (picture, counters, &before->counters, plan);
  take_latency (picture, now, before);
  for (guint age = 0; age < G_N_ELEMENTS (picture->age); age++)
    picture->age[age] = counters->age[age] - before->counters.age[age];
  take_stalls (picture, counters, &before->counters);
  take_waits (picture, counters, &before->counters, plan);
  take_sources (&picture->sources, picture->n_nodes, now->stats.sources, before->stats.sources);
  take_choices (picture, plan, now, before);
  dl_link_use_take (&picture->links, plan, before, now);
  picture->shows_inside = dl_machine_plan_shows_inside (plan);
  dl_router_inside_unref (picture->inside);
  picture->inside = dl_machine_run_get_inside (run);
}

static void
take_result (DlLiveProgram *program, const DlScenario *scenario, const DlMachineRun *run,
             const DlMachinePlan *plan, const DlMachineState *now)
{
  g_auto (DlProgramResult) result = { 0 };

  program->has_messages = dl_program_result_init_of_run (&result, scenario, run, plan, now);
  if (!program->has_messages)
    return;
  program->completion_ns = result.completion_ns;
  program->algorithm_GBps = result.algorithm_GBps;
  program->bus_GBps = result.bus_GBps;
  program->links_ns = result.links_ns;
  program->latency_ns = result.latency_ns;
  program->contention = result.contention;
  program->slowest = result.slowest;
  program->slowest_node = dl_workload_node (plan->workload, result.slowest);
  program->busiest = result.busiest;
}

static void
clear_phases (DlLivePhases *phases)
{
  g_free (phases->computing);
  g_free (phases->sending);
  g_free (phases->waiting);
  *phases = (DlLivePhases) { 0 };
}

/* Activity of @rank, one of @n of its row, in each slice. A rank waits when it neither computes nor
 * sends, until it is done. */
static void
add_phases (DlLivePhases *phases, guint row, guint n, const DlMachineRun *run, guint rank,
            guint64 now)
{
  const guint64 done = dl_machine_run_rank_done (run, rank);
  DlSimPhase computing, sending;

  dl_sim_program_get_phases (dl_machine_run_get_program (run), rank, now, &computing, &sending);
  for (guint i = 0; i < phases->n_slices; i++)
    {
      const guint64 begin = i * phases->slice, end = MIN (begin + phases->slice, now);
      const double length = end - begin;
      const double active = CLAMP ((double) MIN (done, end) - begin, 0, length) / length;
      const double computed = MIN (computing.cycles[i] / length, active);
      const double sent = CLAMP (sending.cycles[i] / length, 0, active - computed);
      const gsize at = (gsize) row * phases->n_slices + i;

      phases->computing[at] += computed / n;
      phases->sending[at] += sent / n;
      phases->waiting[at] += (active - computed - sent) / n;
    }
}

static void
take_phases (DlLivePhases *phases, const DlMachineRun *run, const DlMachinePlan *plan, guint64 now)
{
  const DlSimProgram *program = dl_machine_run_get_program (run);
  const guint n_ranks = plan->workload != NULL ? plan->workload->n_ranks : 0;
  DlSimPhase computing, sending;
  gsize n;

  clear_phases (phases);
  if (program == NULL || n_ranks == 0 || now == 0)
    return;
  dl_sim_program_get_phases (program, 0, now, &computing, &sending);
  phases->slice = (guint64) 1 << computing.shift;
  phases->n_slices = (now + phases->slice - 1) / phases->slice;
  phases->ranks_per_row = (n_ranks + DL_LIVE_MOST_PHASE_ROWS - 1) / DL_LIVE_MOST_PHASE_ROWS;
  phases->n_rows = (n_ranks + phases->ranks_per_row - 1) / phases->ranks_per_row;
  n = (gsize) phases->n_rows * phases->n_slices;
  phases->computing = g_new0 (float, n);
  phases->sending = g_new0 (float, n);
  phases->waiting = g_new0 (float, n);
  for (guint rank = 0; rank < n_ranks; rank++)
    {
      const guint row = rank / phases->ranks_per_row;
      const guint first = row * phases->ranks_per_row;

      add_phases (phases, row, MIN (n_ranks - first, phases->ranks_per_row), run, rank, now);
    }
}

/* The result of a program is found once. */
static void
take_program (DlLivePicture *picture, const DlScenario *scenario, const DlMachineRun *run,
              const DlMachinePlan *plan, const DlMachineState *now)
{
  DlLiveProgram *program = &picture->program;
  const guint64 done_at = dl_machine_run_completion_cycle (run);
  const guint n_ranks = plan->workload != NULL ? plan->workload->n_ranks : 0;

  if (done_at != DL_SIMULATE_NOT_DONE && program->n_ranks == n_ranks && program->done_at == done_at
      && program->generation == picture->generation)
    return;
  *program = (DlLiveProgram) { .n_ranks = n_ranks, .done_at = done_at };
  program->generation = picture->generation;
  for (guint rank = 0; rank < n_ranks; rank++)
    program->n_done += dl_machine_run_rank_done (run, rank) != DL_SIMULATE_NOT_DONE;
  if (n_ranks > 0 && done_at != DL_SIMULATE_NOT_DONE)
    take_result (program, scenario, run, plan, now);
}

void
dl_live_picture_take (DlLivePicture *picture, const DlMachineRun *run, const DlMachinePlan *plan,
                      const DlScenario *scenario, DlRunObserver *observer, DlMachineState *now)
{
  const DlMachineState *first = dl_run_observer_first (observer);

  dl_machine_run_get_state (run, now);
  take_program (picture, scenario, run, plan, now);
  take_phases (&picture->phases, run, plan, now->cycle);
  /* A halted run is judged by its current state. */
  if (isnan (picture->cycles_per_second))
    dl_run_observer_judge (observer, &picture->verdict);
  else
    dl_run_observer_watch (observer, &picture->verdict);
  dl_live_picture_take_since (picture, run, plan, scenario->family,
                              dl_run_observer_start (observer, &picture->verdict), now);
  picture->since = first->cycle;
  take_sources (&picture->sources_since, picture->n_nodes, now->stats.sources,
                first->stats.sources);
}

void
dl_live_picture_free (DlLivePicture *picture)
{
  drop_network (picture);
  g_clear_pointer (&picture->deadlock, g_array_unref);
  g_clear_pointer (&picture->flights, g_array_unref);
  dl_router_inside_unref (picture->inside);
  dl_link_use_clear (&picture->links);
  dl_latency_clear (&picture->latency);
  clear_phases (&picture->phases);
  g_free (picture->sources);
  g_free (picture->sources_since);
  g_clear_pointer (&picture->b, dl_live_picture_free);
  g_free (picture);
}

DlLivePicture *
dl_live_picture_sample (const DlLivePicture *picture)
{
  DlLivePicture *sample = g_memdup2 (picture, sizeof *picture);
  const guint n = picture->links.n_links;

  if (sample->shape != NULL)
    dl_shared_ref (sample->shape);
  if (sample->deadlock != NULL)
    g_array_ref (sample->deadlock);
  sample->links = (DlLinkUse) {
    .n_links = n,
    .load = g_memdup2 (picture->links.load, n * sizeof *picture->links.load),
    .stalls = g_memdup2 (picture->links.stalls, n * sizeof *picture->links.stalls),
    .occupancy = g_memdup2 (picture->links.occupancy, n * sizeof *picture->links.occupancy),
  };
  sample->latency.bins
      = g_memdup2 (picture->latency.bins, picture->latency.n_bins * sizeof *picture->latency.bins);
  sample->sources = sample->sources_since = NULL;
  sample->inside = NULL;
  sample->phases = (DlLivePhases) { 0 };
  sample->flights = NULL;
  if (picture->b != NULL)
    sample->b = dl_live_picture_sample (picture->b);
  return sample;
}

gsize
dl_live_picture_sample_size (const DlLivePicture *sample)
{
  return sizeof *sample + sample->links.n_links * 3 * sizeof (float)
         + sample->latency.n_bins * sizeof (guint64)
         + (sample->b != NULL ? dl_live_picture_sample_size (sample->b) : 0);
}

void
dl_live_picture_add_scalars (const DlLivePicture *picture, DlSweepResult *scalars)
{
  const double injected = (double) picture->minimal + picture->nonminimal;

  scalars->offered = picture->saturated ? NAN : picture->offered;
  scalars->accepted = picture->accepted;
  scalars->latency_mean = picture->latency_mean;
  scalars->latency_sd = picture->latency_sd;
  scalars->latency_p50 = picture->latency_p50;
  scalars->latency_p99 = picture->latency_p99;
  scalars->latency_max = picture->latency_max;
  scalars->total_latency_mean = picture->total_latency_mean;
  dl_sweep_result_set_verdict (scalars, &picture->verdict);
  scalars->deadlocked = picture->deadlock != NULL;
  scalars->cycles = picture->cycle;
  scalars->digest = picture->digest;
  scalars->minimal_share = injected > 0 ? picture->minimal / injected : NAN;
  scalars->bandwidth_GBps = picture->bandwidth_GBps;
  if (!picture->program.has_messages)
    return;
  scalars->completion_ns = picture->program.completion_ns;
  scalars->algorithm_GBps = picture->program.algorithm_GBps;
  scalars->bus_GBps = picture->program.bus_GBps;
  scalars->contention = picture->program.contention;
}
