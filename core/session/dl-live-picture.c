#include "dl-live-picture.h"

#include <math.h>

/* Recent is what happened in the last one to two times so many cycles. */
#define WINDOW_CYCLES 2500

static void
base_take (DlLiveBase *base, const DlSim *sim, guint n_nodes)
{
  DlSimStats stats;

  base->cycle = dl_sim_cycle (sim);
  dl_sim_get_counters (sim, &base->counters);
  dl_sim_get_stats (sim, &stats);
  dl_latency_clear (&base->network);
  dl_latency_clear (&base->total);
  dl_latency_merge (&base->network, &stats.network);
  dl_latency_merge (&base->total, &stats.total);
  dl_sim_stats_clear (&stats);
  if (base->ports == NULL)
    base->ports = g_new (DlSimPortCounters, n_nodes * DL_N_ROUTER_PORTS);
  dl_sim_get_all_ports (sim, base->ports);
}

static void
base_clear (DlLiveBase *base)
{
  dl_latency_clear (&base->network);
  dl_latency_clear (&base->total);
  g_clear_pointer (&base->ports, g_free);
}

void
dl_live_window_clear (DlLiveWindow *window)
{
  base_clear (&window->older);
  base_clear (&window->newer);
}

void
dl_live_window_begin (DlLiveWindow *window, const DlSim *sim, guint n_nodes)
{
  dl_live_window_clear (window);
  window->n_nodes = n_nodes;
  window->since = dl_sim_cycle (sim);
  base_take (&window->older, sim, n_nodes);
  base_take (&window->newer, sim, n_nodes);
}

void
dl_live_window_follow (DlLiveWindow *window, const DlSim *sim)
{
  DlLiveBase spare;

  if (dl_sim_cycle (sim) - window->newer.cycle < WINDOW_CYCLES)
    return;
  spare = window->older;
  window->older = window->newer;
  window->newer = spare;
  base_take (&window->newer, sim, window->n_nodes);
}

/* Pictures ------------------------------------------------------------------------------------- */

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
}

static void
take_latency (DlLivePicture *picture, const DlSim *sim, const DlLiveBase *base)
{
  DlSimStats stats;

  dl_sim_get_stats (sim, &stats);
  dl_latency_subtract (&stats.network, &base->network);
  dl_latency_subtract (&stats.total, &base->total);
  picture->latency_mean = dl_latency_mean (&stats.network);
  picture->latency_sd = dl_latency_sd (&stats.network);
  picture->latency_p50 = dl_latency_quantile (&stats.network, 0.5);
  picture->latency_p99 = dl_latency_quantile (&stats.network, 0.99);
  picture->latency_max = stats.network.count > 0 ? stats.network.max : NAN;
  picture->total_latency_mean = dl_latency_mean (&stats.total);
  dl_sim_stats_clear (&stats);
}

static double
ratio (double cycles, double packets)
{
  return packets > 0 ? cycles / packets : NAN;
}

static void
take_stalls (DlLivePicture *picture, const DlSimCounters *now, const DlSimCounters *before)
{
  double packets[DL_N_ROUTER_PORTS - 1] = { 0 };

  for (guint port = 0; port < DL_PORT_PROCESSOR; port++)
    for (guint vc = 0; vc < DL_SIM_VCS; vc++)
      packets[port] += now->packets[port][vc] - before->packets[port][vc];
  for (guint port = 0; port < DL_PORT_PROCESSOR; port++)
    {
      /* What arrives from the +x neighbour has left by that one's output x-. */
      const double arrived = packets[dl_port_opposite (port)];

      picture->stalls[DL_STALL_OUTPUT][port]
          = ratio (now->stalled_output[port] - before->stalled_output[port], packets[port]);
      picture->stalls[DL_STALL_INPUT][port]
          = ratio (now->stalled_input[port] - before->stalled_input[port], arrived);
      picture->stalls[DL_STALL_HEAD_WAIT][port]
          = ratio (now->head_wait[port] - before->head_wait[port], arrived);
    }
}

static void
take_rates (DlLivePicture *picture, const DlSimCounters *now, const DlSimCounters *before,
            const DlSimPlan *plan)
{
  const double node_cycles
      = (double) picture->recent_cycles * plan->routes->network->n_working_nodes;
  const guint64 created = now->created - before->created + now->unreachable - before->unreachable
                          + now->at_dateline - before->at_dateline;

  picture->offered
      = picture->saturated ? NAN : ratio ((double) created * plan->packet_flits, node_cycles);
  picture->accepted = ratio (now->delivered_flits - before->delivered_flits, node_cycles);
}

void
dl_live_picture_take (DlLivePicture *picture, const DlSim *sim, const DlSimPlan *plan,
                      const DlLiveWindow *window)
{
  const DlLiveBase *base = &window->older;
  DlSimCounters now;

  if (picture->network != plan->routes->network)
    {
      g_clear_pointer (&picture->network, dl_network_unref);
      picture->network = dl_network_ref (plan->routes->network);
    }
  dl_sim_get_counters (sim, &now);
  picture->cycle = dl_sim_cycle (sim);
  picture->since = window->since;
  picture->packet_flits = plan->packet_flits;
  picture->saturated = isinf (plan->load) || plan->workload != NULL; /* no load is offered */
  picture->draining = dl_sim_is_draining (sim);
  picture->recent_cycles = picture->cycle - base->cycle;
  take_counts (picture, &now);
  take_rates (picture, &now, &base->counters, plan);
  take_latency (picture, sim, base);
  for (guint age = 0; age < G_N_ELEMENTS (picture->age); age++)
    picture->age[age] = now.age[age] - base->counters.age[age];
  take_stalls (picture, &now, &base->counters);
  dl_link_use_take (&picture->links, sim, base->ports, base->cycle);
  picture->has_inside = dl_sim_watched (sim) != DL_NO_NODE;
  if (picture->has_inside)
    dl_sim_get_inside (sim, &picture->inside);
}

void
dl_live_picture_free (DlLivePicture *picture)
{
  g_clear_pointer (&picture->network, dl_network_unref);
  g_clear_pointer (&picture->deadlock, g_array_unref);
  dl_link_use_clear (&picture->links);
  g_free (picture);
}
