#include "dl-live-picture.h"

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

/* *@sources becomes what was delivered between both. */
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
dl_live_picture_take (DlLivePicture *picture, const DlMachineRun *run, const DlMachinePlan *plan,
                      const DlFamily *family, DlRunObserver *observer, DlMachineState *now)
{
  const DlMachineState *first = dl_run_observer_first (observer), *base;
  const DlSimCounters *counters = &now->counters;

  dl_machine_run_get_state (run, now);
  /* A halted run is judged by its current state. */
  if (isnan (picture->cycles_per_second))
    dl_run_observer_judge (observer, &picture->verdict);
  else
    dl_run_observer_watch (observer, &picture->verdict);
  base = dl_run_observer_start (observer, &picture->verdict);
  take_network (picture, plan, family);
  picture->cycle = now->cycle;
  picture->since = first->cycle;
  picture->packet_flits = plan->packet_flits;
  picture->n_nodes = plan->n_nodes;
  picture->n_working_nodes = plan->n_working_nodes;
  picture->n_senders = plan->n_senders;
  picture->saturated = plan->saturated; /* no load is offered */
  picture->load_flits = plan->load_flits;
  picture->cycle_ns = plan->cycle_ns;
  picture->draining = dl_machine_run_is_draining (run);
  picture->recent_cycles = picture->cycle - base->cycle;
  take_counts (picture, counters);
  take_rates (picture, counters, &base->counters, plan);
  take_latency (picture, now, base);
  for (guint age = 0; age < G_N_ELEMENTS (picture->age); age++)
    picture->age[age] = counters->age[age] - base->counters.age[age];
  take_stalls (picture, counters, &base->counters);
  take_waits (picture, counters, &base->counters, plan);
  take_sources (&picture->sources, picture->n_nodes, now->stats.sources, base->stats.sources);
  take_sources (&picture->sources_since, picture->n_nodes, now->stats.sources,
                first->stats.sources);
  take_choices (picture, plan, now, base);
  dl_link_use_take (&picture->links, plan, base, now);
  picture->shows_inside = dl_machine_plan_shows_inside (plan);
  dl_router_inside_unref (picture->inside);
  picture->inside = dl_machine_run_get_inside (run);
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
  g_free (picture->sources);
  g_free (picture->sources_since);
  g_free (picture);
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
}
