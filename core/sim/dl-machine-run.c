#include "dl-machine-run.h"

#include <math.h>

/* Plans ---------------------------------------------------------------------------------------- */

DlMachinePlan *
dl_machine_plan_new_torus (DlSimPlan *plan)
{
  const DlNetwork *network = plan->routes->network;
  DlMachinePlan *self = g_new0 (DlMachinePlan, 1);

  g_atomic_ref_count_init (&self->refs);
  self->torus = plan;
  self->n_nodes = network->n_nodes;
  self->n_working_nodes = self->n_senders = network->n_working_nodes;
  self->n_links = network->n_links;
  self->packet_flits = plan->packet_flits;
  self->seed = plan->seed;
  self->program = plan->workload != NULL;
  self->saturated = self->program || isinf (plan->load);
  self->load_flits = 1;
  return self;
}

DlMachinePlan *
dl_machine_plan_new_dragonfly (DlAriesPlan *plan)
{
  const DlAriesPlanOptions *options = &plan->options;
  const DlDragonfly *net = options->routes->dragonfly;
  DlMachinePlan *self = g_new0 (DlMachinePlan, 1);

  g_atomic_ref_count_init (&self->refs);
  self->dragonfly = plan;
  self->n_nodes = net->n_nodes;
  for (guint node = 0; node < net->n_nodes; node++)
    {
      self->n_working_nodes += dl_dragonfly_node_up (net, node);
      self->n_senders += dl_dragonfly_demand_sent (options->demand, node) > 0;
    }
  self->n_links = net->n_links;
  self->packet_flits = options->packet_flits;
  self->seed = options->seed;
  self->program = options->kind != DL_ARIES_LOAD;
  self->saturated = self->program || isinf (options->load);
  self->load_flits = options->router.node_rate;
  return self;
}

DlMachinePlan *
dl_machine_plan_ref (DlMachinePlan *plan)
{
  g_atomic_ref_count_inc (&plan->refs);
  return plan;
}

void
dl_machine_plan_unref (DlMachinePlan *plan)
{
  if (plan == NULL || !g_atomic_ref_count_dec (&plan->refs))
    return;
  g_clear_pointer (&plan->torus, dl_sim_plan_unref);
  g_clear_pointer (&plan->dragonfly, dl_aries_plan_unref);
  g_free (plan);
}

double
dl_machine_plan_link_rate (const DlMachinePlan *plan, guint link)
{
  const DlAriesPlanOptions *options;

  if (plan->torus != NULL)
    return 1;
  options = &plan->dragonfly->options;
  return options->router.rate[options->routes->dragonfly->link_class[link]];
}

guint
dl_machine_plan_link_buffers (const DlMachinePlan *plan)
{
  return plan->torus != NULL ? DL_SIM_VCS * plan->torus->router.input_buffer
                             : DL_ARIES_SIM_VCS * plan->dragonfly->options.router.input_buffer;
}

/* Running -------------------------------------------------------------------------------------- */

DlMachineRun *
dl_machine_run_new (DlMachinePlan *plan)
{
  DlMachineRun *run = g_new0 (DlMachineRun, 1);

  run->plan = dl_machine_plan_ref (plan);
  if (plan->torus != NULL)
    run->torus = dl_sim_new (plan->torus, 0);
  else
    run->dragonfly = dl_aries_new (plan->dragonfly, 0);
  return run;
}

void
dl_machine_run_free (DlMachineRun *run)
{
  if (run == NULL)
    return;
  dl_sim_free (run->torus);
  dl_aries_free (run->dragonfly);
  dl_machine_plan_unref (run->plan);
  g_free (run);
}

void
dl_machine_run_set_threads (DlMachineRun *run, guint n_threads)
{
  if (run->torus != NULL)
    dl_sim_set_threads (run->torus, n_threads);
  else
    dl_aries_set_threads (run->dragonfly, n_threads);
}

void
dl_machine_run_measure_from (DlMachineRun *run, guint64 cycle)
{
  if (run->torus != NULL)
    dl_sim_measure_from (run->torus, cycle);
  else
    dl_aries_measure_from (run->dragonfly, cycle);
}

guint64
dl_machine_run_cycle (const DlMachineRun *run)
{
  return run->torus != NULL ? dl_sim_cycle (run->torus) : dl_aries_cycle (run->dragonfly);
}

void
dl_machine_run_go (DlMachineRun *run, guint64 cycles)
{
  if (run->torus != NULL)
    dl_sim_run (run->torus, cycles);
  else
    dl_aries_run (run->dragonfly, cycles);
}

guint64
dl_machine_run_done (const DlMachineRun *run)
{
  return run->torus != NULL ? dl_sim_program_done (run->torus) : dl_aries_done (run->dragonfly);
}

gboolean
dl_machine_run_fits (const DlMachineRun *run, const DlMachinePlan *plan)
{
  if (run->torus != NULL)
    return plan->torus != NULL && dl_sim_fits (run->torus, plan->torus);
  return plan->dragonfly != NULL && dl_aries_fits (run->dragonfly, plan->dragonfly);
}

void
dl_machine_run_change (DlMachineRun *run, DlMachinePlan *plan)
{
  if (run->torus != NULL)
    dl_sim_change (run->torus, plan->torus);
  else
    dl_aries_change (run->dragonfly, plan->dragonfly);
  dl_machine_plan_ref (plan);
  dl_machine_plan_unref (run->plan);
  run->plan = plan;
}

gboolean
dl_machine_run_is_draining (const DlMachineRun *run)
{
  return run->torus != NULL ? dl_sim_is_draining (run->torus)
                            : dl_aries_is_draining (run->dragonfly);
}

GArray *
dl_machine_run_find_deadlock (const DlMachineRun *run)
{
  return run->torus != NULL ? dl_sim_find_deadlock (run->torus) : NULL;
}

void
dl_machine_run_get_point (const DlMachineRun *run, DlSimPoint *point)
{
  DlAriesCounters counters;

  if (run->torus != NULL)
    {
      dl_sim_get_point (run->torus, point);
      return;
    }
  dl_aries_get_point (run->dragonfly, point);
  dl_aries_get_counters (run->dragonfly, &counters);
  point->nonminimal = counters.nonminimal;
}

/* Counters ------------------------------------------------------------------------------------- */

static void
set_size (DlLinkCounts *links, guint n_links)
{
  if (links->n_links == n_links)
    return;
  links->n_links = n_links;
  links->flits = g_renew (guint64, links->flits, n_links);
  links->packets = g_renew (guint64, links->packets, n_links);
  links->stalls = g_renew (guint64, links->stalls, n_links);
  links->taken = g_renew (guint32, links->taken, n_links);
  links->sending = g_renew (guint32, links->sending, n_links);
}

void
dl_link_counts_clear (DlLinkCounts *links)
{
  g_free (links->flits);
  g_free (links->packets);
  g_free (links->stalls);
  g_free (links->taken);
  g_free (links->sending);
  *links = (DlLinkCounts) { 0 };
}

static void
get_torus_links (const DlSim *sim, guint n_ports, DlLinkCounts *links)
{
  for (guint link = 0; link < links->n_links; link++)
    {
      const guint node = link / n_ports, port = link % n_ports;
      DlSimPortCounters counters;

      dl_sim_get_port_counters (sim, node, port, &counters);
      links->flits[link] = links->packets[link] = 0;
      for (guint vc = 0; vc < DL_SIM_VCS; vc++)
        {
          links->flits[link] += counters.flits[vc];
          links->packets[link] += counters.packets[vc];
        }
      links->stalls[link] = counters.stalled_output;
      links->taken[link] = dl_sim_get_occupancy (sim, node, port);
      links->sending[link] = counters.sending;
    }
}

static void
get_torus_state (const DlSim *sim, guint n_ports, DlMachineState *state)
{
  dl_sim_get_counters (sim, &state->counters);
  dl_sim_stats_clear (&state->stats);
  dl_sim_get_stats (sim, &state->stats);
  get_torus_links (sim, n_ports, &state->links);
}

static void
get_dragonfly_state (const DlAries *sim, DlMachineState *state)
{
  const DlAriesLinkCounters links = { .flits = state->links.flits,
                                      .packets = state->links.packets,
                                      .stalls = state->links.stalls,
                                      .taken = state->links.taken,
                                      .sending = state->links.sending };
  DlAriesCounters *counters = &state->aries;
  DlAriesStats stats;

  dl_aries_get_counters (sim, counters);
  state->counters = (DlSimCounters) {
    .created = counters->created,
    .injected = counters->injected,
    .delivered = counters->delivered,
    .unreachable = counters->unreachable,
    .dropped_link = counters->dropped,
    .dropped_source = counters->dropped_source,
    .delivered_flits = counters->delivered_flits,
    .flit_hops = counters->flit_hops,
    .latency_sum = counters->latency_sum,
    .latency_max = counters->latency_max,
    .digest = counters->digest,
  };
  dl_aries_get_links (sim, &links);
  dl_aries_get_stats (sim, &stats);
  dl_sim_stats_clear (&state->stats);
  dl_latency_clear (&state->minimal_latency);
  dl_latency_clear (&state->nonminimal_latency);
  /* Their bins go over. */
  state->stats
      = (DlSimStats) { .network = stats.network, .total = stats.total, .hops = stats.hops };
  state->minimal_latency = stats.minimal;
  state->nonminimal_latency = stats.nonminimal;
}

void
dl_machine_run_get_state (const DlMachineRun *run, DlMachineState *state)
{
  state->cycle = dl_machine_run_cycle (run);
  set_size (&state->links, run->plan->n_links);
  if (run->torus != NULL)
    get_torus_state (run->torus, run->plan->torus->routes->network->n_ports, state);
  else
    get_dragonfly_state (run->dragonfly, state);
}

void
dl_machine_state_clear (DlMachineState *state)
{
  dl_sim_stats_clear (&state->stats);
  dl_latency_clear (&state->minimal_latency);
  dl_latency_clear (&state->nonminimal_latency);
  dl_link_counts_clear (&state->links);
  *state = (DlMachineState) { 0 };
}
