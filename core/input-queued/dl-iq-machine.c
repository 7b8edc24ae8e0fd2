#include "dl-iq-machine.h"

#include "dl-iq-inside.h"
#include "dl-iq-private.h"

#include <math.h>
#include <string.h>

static void
unref_plan (gpointer plan)
{
  dl_iq_plan_unref (plan);
}

static double
link_rate (gconstpointer plan, guint link)
{
  return 1;
}

static guint
link_buffers (gconstpointer plan, guint link)
{
  const DlIqSpec *spec = &((const DlIqPlan *) plan)->options.spec;

  return spec->vcs * spec->buffer_flits;
}

static gpointer
sim_new (gpointer plan)
{
  return dl_iq_new (plan, 0);
}

static void
sim_free (gpointer sim)
{
  dl_iq_free (sim);
}

static void
set_threads (gpointer sim, guint n_threads)
{
  dl_iq_set_threads (sim, n_threads);
}

static guint64
cycle (gconstpointer sim)
{
  return dl_iq_cycle (sim);
}

static void
run (gpointer sim, guint64 cycles)
{
  dl_iq_run (sim, cycles);
}

static guint64
done (gconstpointer sim)
{
  return dl_iq_program_done (sim);
}

static gboolean
fits (gconstpointer sim, gconstpointer plan)
{
  return dl_iq_fits (sim, plan);
}

static void
change (gpointer sim, gpointer plan)
{
  dl_iq_change (sim, plan);
}

static gboolean
is_draining (gconstpointer sim)
{
  return dl_iq_is_draining (sim);
}

static GArray *
find_deadlock (gconstpointer sim)
{
  return dl_iq_find_deadlock (sim);
}

static void
get_point (gconstpointer sim, DlSimPoint *point)
{
  dl_iq_get_point (sim, point);
}

static void
get_vcs (const DlIq *iq, guint place, guint link, DlLinkCounts *links)
{
  for (guint vc = 0; vc < links->n_vcs; vc++)
    {
      DlIqVcCounters counters;

      dl_iq_get_vc (iq, place / iq->n_ports, place % iq->n_ports, vc, &counters);
      links->vc_flits[(gsize) link * links->n_vcs + vc] = counters.flits;
      links->vc_taken[(gsize) link * links->n_vcs + vc] = counters.taken;
    }
}

static void
get_links (const DlIq *iq, DlLinkCounts *links)
{
  const DlGraph *graph = iq->plan->options.graph;

  memset (links->flits, 0, links->n_links * sizeof *links->flits);
  memset (links->packets, 0, links->n_links * sizeof *links->packets);
  memset (links->stalls, 0, links->n_links * sizeof *links->stalls);
  memset (links->taken, 0, links->n_links * sizeof *links->taken);
  memset (links->sending, 0, links->n_links * sizeof *links->sending);
  dl_link_counts_set_vcs (links, iq->vcs);
  memset (links->vc_flits, 0, (gsize) links->n_links * iq->vcs * sizeof *links->vc_flits);
  memset (links->vc_taken, 0, (gsize) links->n_links * iq->vcs * sizeof *links->vc_taken);
  for (guint place = 0; place < graph->n_routers * graph->n_ports; place++)
    {
      const guint link = iq->plan->ports[place].link;
      DlIqPortCounters counters;

      if (link == DL_IQ_NONE)
        continue;
      dl_iq_get_port (iq, place / graph->n_ports, place % graph->n_ports, &counters);
      links->flits[link] = counters.flits;
      links->packets[link] = counters.packets;
      links->stalls[link] = counters.stalls;
      links->taken[link] = counters.taken;
      get_vcs (iq, place, link, links);
    }
}

/* What each output counted, of all routers. */
static void
add_outputs (const DlIq *iq, DlSimCounters *counters)
{
  const DlGraph *graph = iq->plan->options.graph;

  for (guint place = 0; place < graph->n_routers * graph->n_ports; place++)
    {
      const guint port = place % graph->n_ports;
      DlIqPortCounters of;

      if (port >= DL_N_ROUTER_PORTS)
        continue;
      dl_iq_get_port (iq, place / graph->n_ports, port, &of);
      counters->packets[port][0] += of.packets;
      counters->flits[port][0] += of.flits;
      counters->stalled_output[port] += of.stalls;
    }
}

static void
get_state (gconstpointer sim, DlMachineState *state)
{
  dl_iq_get_counters (sim, &state->counters);
  add_outputs (sim, &state->counters);
  dl_iq_get_stats (sim, &state->stats);
  get_links (sim, &state->links);
}

static void
get_flights (gconstpointer sim, GArray *flights)
{
  dl_iq_get_flights (sim, flights);
}

static void
watch (gpointer sim, guint router)
{
  dl_iq_watch (sim, router);
}

static gboolean
run_to_grant (gpointer sim, guint64 cycles)
{
  return dl_iq_run_to_grant (sim, cycles);
}

static DlRouterInside *
get_inside (gconstpointer sim)
{
  return dl_iq_get_router_inside (sim);
}

static const DlSimClass input_queued = {
  .counts_waits = TRUE,
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

DlMachinePlan *
dl_iq_plan_to_machine (DlIqPlan *plan, gpointer routes)
{
  const DlIqPlanOptions *options = &plan->options;
  DlMachinePlan *self = dl_machine_plan_new (&input_queued, plan, routes);

  self->n_nodes = options->graph->n_nodes;
  self->n_routers = options->graph->n_routers;
  self->n_working_nodes = self->n_senders = plan->n_working_nodes;
  self->n_links = options->graph->n_links;
  self->packet_flits = options->packet_flits;
  self->seed = options->seed;
  self->workload = options->workload;
  self->saturated = self->workload != NULL || isinf (options->load);
  self->load_flits = 1;
  self->cycle_ns = NAN;
  return self;
}

DlIqPlan *
dl_iq_plan_of (const DlMachinePlan *plan)
{
  return plan->class == &input_queued ? plan->plan : NULL;
}

DlIq *
dl_iq_of (const DlMachineRun *run)
{
  return run->plan->class == &input_queued ? run->sim : NULL;
}
