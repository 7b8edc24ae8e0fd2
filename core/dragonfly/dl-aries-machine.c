#include "dl-aries-machine.h"

#include "dl-flights.h"

#include <math.h>

static void
unref_plan (gpointer plan)
{
  dl_aries_plan_unref (plan);
}

static double
link_rate (gconstpointer plan, guint link)
{
  const DlAriesPlanOptions *options = &((const DlAriesPlan *) plan)->options;

  return options->router.rate[options->routes->dragonfly->link_class[link]];
}

static guint
link_buffers (gconstpointer plan, guint link)
{
  return DL_ARIES_SIM_VCS * ((const DlAriesPlan *) plan)->options.router.input_buffer;
}

static gpointer
sim_new (gpointer plan)
{
  return dl_aries_new (plan, 0);
}

static void
sim_free (gpointer sim)
{
  dl_aries_free (sim);
}

static void
set_threads (gpointer sim, guint n_threads)
{
  dl_aries_set_threads (sim, n_threads);
}

static guint64
cycle (gconstpointer sim)
{
  return dl_aries_cycle (sim);
}

static void
run (gpointer sim, guint64 cycles)
{
  dl_aries_run (sim, cycles);
}

static guint64
done (gconstpointer sim)
{
  return dl_aries_completion_cycle (sim);
}

static gboolean
fits (gconstpointer sim, gconstpointer plan)
{
  return dl_aries_fits (sim, plan);
}

static void
change (gpointer sim, gpointer plan)
{
  dl_aries_change (sim, plan);
}

static gboolean
is_draining (gconstpointer sim)
{
  return dl_aries_is_draining (sim);
}

static void
get_point (gconstpointer sim, DlSimPoint *point)
{
  dl_aries_get_point (sim, point);
}

static void
get_state (gconstpointer sim, DlMachineState *state)
{
  const DlAriesLinkCounters links = { .flits = state->links.flits,
                                      .packets = state->links.packets,
                                      .stalls = state->links.stalls,
                                      .taken = state->links.taken,
                                      .sending = state->links.sending };

  dl_aries_get_counters (sim, &state->counters);
  dl_aries_get_links (sim, &links);
  dl_aries_get_stats (sim, &state->stats);
}

static void
get_flights (gconstpointer sim, GArray *flights)
{
  dl_aries_get_flights (sim, flights);
}

static const DlSimClass aries = {
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
  .get_point = get_point,
  .get_state = get_state,
  .get_flights = get_flights,
};

DlMachinePlan *
dl_aries_plan_to_machine (DlAriesPlan *plan, double cycle_ns)
{
  const DlAriesPlanOptions *options = &plan->options;
  const DlDragonfly *net = options->routes->dragonfly;
  DlMachinePlan *self = dl_machine_plan_new (&aries, plan, options->routes);

  self->n_nodes = net->n_nodes;
  self->n_routers = net->n_routers;
  for (guint node = 0; node < net->n_nodes; node++)
    {
      self->n_working_nodes += dl_dragonfly_node_up (net, node);
      self->n_senders += dl_dragonfly_demand_sent (options->demand, node) > 0;
    }
  self->n_links = net->n_links;
  self->packet_flits = options->packet_flits;
  self->seed = options->seed;
  self->workload = options->workload;
  self->saturated = self->workload != NULL || isinf (options->load);
  self->load_flits = options->router.node_rate;
  self->cycle_ns = cycle_ns;
  return self;
}

DlAriesPlan *
dl_aries_plan_of (const DlMachinePlan *plan)
{
  return plan->class == &aries ? plan->plan : NULL;
}

DlAries *
dl_aries_of (const DlMachineRun *run)
{
  return run->plan->class == &aries ? run->sim : NULL;
}
