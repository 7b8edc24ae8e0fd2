#include "dl-sim-machine.h"

#include "dl-flights.h"
#include "dl-sim-inside.h"
#include "dl-sim-private.h"

#include <math.h>

static void
unref_plan (gpointer plan)
{
  dl_sim_plan_unref (plan);
}

static double
link_rate (gconstpointer plan, guint link)
{
  return 1;
}

static guint
link_buffers (gconstpointer plan, guint link)
{
  return DL_SIM_VCS * ((const DlSimPlan *) plan)->router.input_buffer;
}

static gpointer
sim_new (gpointer plan)
{
  return dl_sim_new (plan, 0);
}

static void
sim_free (gpointer sim)
{
  dl_sim_free (sim);
}

static void
set_threads (gpointer sim, guint n_threads)
{
  dl_sim_set_threads (sim, n_threads);
}

static guint64
cycle (gconstpointer sim)
{
  return dl_sim_cycle (sim);
}

static void
run (gpointer sim, guint64 cycles)
{
  dl_sim_run (sim, cycles);
}

static guint64
done (gconstpointer sim)
{
  return dl_sim_program_done (sim);
}

static gboolean
fits (gconstpointer sim, gconstpointer plan)
{
  return dl_sim_fits (sim, plan);
}

static void
change (gpointer sim, gpointer plan)
{
  dl_sim_change (sim, plan);
}

static gboolean
is_draining (gconstpointer sim)
{
  return dl_sim_is_draining (sim);
}

static GArray *
find_deadlock (gconstpointer sim)
{
  return dl_sim_find_deadlock (sim);
}

static void
get_point (gconstpointer sim, DlSimPoint *point)
{
  dl_sim_get_point (sim, point);
}

static void
get_link (const DlSim *sim, const DlSimPortCounters *counters, guint link, DlLinkCounts *links)
{
  const guint n_ports = sim->plan->routes->network->n_ports;

  links->flits[link] = links->packets[link] = 0;
  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    {
      links->flits[link] += counters->flits[vc];
      links->packets[link] += counters->packets[vc];
    }
  links->stalls[link] = counters->stalled_output;
  links->taken[link] = dl_sim_get_occupancy (sim, link / n_ports, link % n_ports);
  links->sending[link] = counters->sending;
}

/* What ports counted is read once, for both. */
static void
get_ports (const DlSim *sim, DlMachineState *state)
{
  const DlNetwork *network = sim->plan->routes->network;

  for (guint node = 0; node < network->n_nodes; node++)
    for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
      {
        DlSimPortCounters counters;

        dl_sim_get_port_counters (sim, node, port, &counters);
        dl_sim_add_port (&state->counters, port, &counters);
        if (port < network->n_ports)
          get_link (sim, &counters, dl_network_link (network, node, port), &state->links);
      }
}

static void
get_state (gconstpointer sim, DlMachineState *state)
{
  dl_sim_tallies_get_counters (&((const DlSim *) sim)->tallies, &state->counters);
  dl_sim_get_stats (sim, &state->stats);
  get_ports (sim, state);
}

static void
get_flights (gconstpointer sim, GArray *flights)
{
  dl_sim_get_flights (sim, flights);
}

static void
watch (gpointer sim, guint router)
{
  dl_sim_watch (sim, router);
}

static gboolean
run_to_grant (gpointer sim, guint64 cycles)
{
  return dl_sim_run_to_grant (sim, cycles);
}

static DlRouterInside *
get_inside (gconstpointer sim)
{
  return dl_sim_get_router_inside (sim);
}

/* 500 MHz (age paper 2). */
#define CYCLE_NS 2.0

static const DlSimClass seastar = {
  .unref_plan = unref_plan,
  .link_rate = link_rate,
  .link_buffers = link_buffers,
  .new = sim_new,
  .free = sim_free,
  .set_threads = set_threads,
  .cycle = cycle,
  .run = run,
  .done = done,
  .fits = fits,
  .change = change,
  .is_draining = is_draining,
  .find_deadlock = find_deadlock,
  .get_point = get_point,
  .get_state = get_state,
  .get_flights = get_flights,
  .watch = watch,
  .run_to_grant = run_to_grant,
  .get_inside = get_inside,
};

/* Working nodes that have somebody to send to. */
static guint
count_senders (const DlSimPlan *plan)
{
  const DlNetwork *network = plan->routes->network;
  guint n = 0;

  if (plan->uniform || plan->workload != NULL)
    return network->n_working_nodes;
  for (guint node = 0; node < network->n_nodes; node++)
    n += plan->first_dest[node] < plan->first_dest[node + 1];
  return n;
}

DlMachinePlan *
dl_sim_plan_to_machine (DlSimPlan *plan)
{
  const DlNetwork *network = plan->routes->network;
  DlMachinePlan *self = dl_machine_plan_new (&seastar, plan, plan->routes);

  self->n_nodes = self->n_routers = network->n_nodes;
  self->n_working_nodes = network->n_working_nodes;
  self->n_senders = count_senders (plan);
  self->n_links = network->n_links;
  self->packet_flits = plan->packet_flits;
  self->seed = plan->seed;
  self->workload = plan->workload;
  self->saturated = self->workload != NULL || isinf (plan->load);
  self->load_flits = 1;
  self->cycle_ns = CYCLE_NS;
  return self;
}

DlSimPlan *
dl_sim_plan_of (const DlMachinePlan *plan)
{
  return plan->class == &seastar ? plan->plan : NULL;
}

DlSim *
dl_sim_of (const DlMachineRun *run)
{
  return run->plan->class == &seastar ? run->sim : NULL;
}
