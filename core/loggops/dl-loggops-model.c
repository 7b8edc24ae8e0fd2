/* LogGOPS as a router model: programs of messages alone, on a network of which nothing counts but
 * who is on it. A cycle is a ns. */
#include "dl-loggops.h"

#include "dl-family.h"
#include "dl-field-type.h"
#include "dl-next.h"
#include "dl-rng.h"
#include "dl-router-model.h"
#include "dl-scenario-check.h"

#include <glib/gi18n-lib.h>

#include <string.h>

extern const DlRouterModel dl_router_model_loggops;

/* At work -------------------------------------------------------------------------------------- */

typedef struct
{
  DlShared shared;
  DlWorkload *workload;
  gpointer routes; /* DlRouted *: they hold the network */
  DlLogGops parameters;
} Plan;

typedef struct
{
  Plan *plan;
  DlLogGopsRun *run;
  guint64 now;
} Sim;

static void
plan_free (gpointer data)
{
  Plan *plan = data;

  dl_workload_unref (plan->workload);
  dl_shared_unref (plan->routes);
  g_free (plan);
}

static double
link_rate (gconstpointer plan, guint link)
{
  return 1;
}

static guint
link_buffers (gconstpointer plan, guint link)
{
  return 1;
}

static gpointer
sim_new (gpointer data)
{
  Plan *plan = data;
  Sim *sim = g_new0 (Sim, 1);

  sim->plan = dl_shared_ref (plan);
  sim->run = dl_loggops_run_new (plan->workload->spec.program, plan->parameters);
  return sim;
}

static void
sim_free (gpointer data)
{
  Sim *sim = data;

  dl_loggops_run_free (sim->run);
  dl_shared_unref (sim->plan);
  g_free (sim);
}

/* Events are one after the other. */
static void
set_threads (gpointer sim, guint n)
{
}

static guint64
cycle (gconstpointer sim)
{
  return ((const Sim *) sim)->now;
}

static void
run (gpointer data, guint64 cycles)
{
  Sim *sim = data;

  sim->now += cycles;
  dl_loggops_run_until (sim->run, sim->now);
}

static guint64
rank_done (gconstpointer sim, guint rank)
{
  const Sim *self = sim;

  return dl_loggops_run_is_done (self->run, rank) ? dl_loggops_run_finish (self->run, rank)
                                                  : G_MAXUINT64;
}

static guint64
done (gconstpointer sim)
{
  const Sim *self = sim;
  guint64 last = 0;

  for (guint rank = 0; rank < self->plan->workload->n_ranks; rank++)
    last = MAX (last, rank_done (sim, rank));
  return last;
}

static gboolean
fits (gconstpointer sim, gconstpointer plan)
{
  return FALSE;
}

static void
change (gpointer sim, gpointer plan)
{
  g_assert_not_reached (); /* none fits */
}

static gboolean
is_draining (gconstpointer sim)
{
  return FALSE;
}

static void
walk (gpointer data, DlSimWalk *walk)
{
  Sim *sim = data;

  dl_sim_walk_value (walk, &sim->now);
  dl_loggops_run_walk (sim->run, walk);
}

static void
get_point (gconstpointer data, DlSimPoint *point)
{
  const Sim *sim = data;

  *point = (DlSimPoint) { .cycle = sim->now };
  point->created = point->injected = dl_loggops_run_sent (sim->run);
  point->delivered = dl_loggops_run_received (sim->run);
}

/* Messages count as packets; nothing is known of flits. */
static void
get_state (gconstpointer data, DlMachineState *state)
{
  const Sim *sim = data;
  DlSimCounters *counters = &state->counters;

  *counters = (DlSimCounters) { 0 };
  counters->created = counters->injected = dl_loggops_run_sent (sim->run);
  counters->delivered = dl_loggops_run_received (sim->run);
  for (guint rank = 0; rank < sim->plan->workload->n_ranks; rank++)
    counters->digest += dl_rng_mix (dl_rng_mix (counters->delivered, rank),
                                    dl_loggops_run_finish (sim->run, rank));
}

static void
list_flights (gconstpointer sim, const DlFlightsAt *at, GArray *flights)
{
}

static const DlSimClass loggops = {
  .unref_plan = dl_shared_unref,
  .link_rate = link_rate,
  .link_buffers = link_buffers,
  .new = sim_new,
  .free = sim_free,
  .set_threads = set_threads,
  .cycle = cycle,
  .run = run,
  .done = done,
  .rank_done = rank_done,
  .fits = fits,
  .change = change,
  .is_draining = is_draining,
  .walk = walk,
  .get_point = get_point,
  .get_state = get_state,
  .list_flights = list_flights,
};

/* The model ------------------------------------------------------------------------------------ */

#define MOST_NS G_GUINT64_CONSTANT (1000000000)

#define FIELD(key, member, title, unit, fallback, ...)                                             \
  {                                                                                                \
    DL_KEY ("loggops", key), title, unit, &dl_field_type_uint64,                                   \
        G_STRUCT_OFFSET (DlLogGops, member), fallback, 0, MOST_NS,                                 \
        .simulated = TRUE, .topic = "traffic#workloads", .reported = DL_REPORTED_SIMULATED,        \
        __VA_ARGS__                                                                                \
  }

/* clang-format off */
static const DlField fields[] = {
  FIELD ("L", L, N_ ("Latency, L"), N_ ("ns"), "2500",
    .tooltip = N_ ("L: ns until a message’s first byte is there. Default 2500 (LogGOPSim)")),
  FIELD ("o", o, N_ ("Overhead, o"), N_ ("ns"), "1500",
    .tooltip = N_ ("o: ns that a message takes of the CPU at either end. Default 1500 (LogGOPSim)")),
  FIELD ("g", g, N_ ("Gap, g"), N_ ("ns"), "1000",
    .tooltip = N_ ("g: ns between two messages of a NIC. Default 1000 (LogGOPSim)")),
  FIELD ("G", G, N_ ("Gap of a byte, G"), N_ ("ns"), "6",
    .tooltip = N_ ("G: ns of a NIC for each byte after the first. Default 6 (LogGOPSim)")),
  FIELD ("O", O, N_ ("Overhead of a byte, O"), N_ ("ns"), "0",
    .tooltip = N_ ("O: ns of the CPU for each byte after the first. Default 0 (LogGOPSim)")),
  FIELD ("S", S, N_ ("Rendezvous above, S"), N_ ("bytes"), "65535",
    .tooltip = N_ ("S: a longer message waits until its receive is posted. Default 65535 "
                   "(LogGOPSim)")),
  { NULL },
};
/* clang-format on */

static gboolean
check (const DlScenario *scenario, const DlField **field, GError **error)
{
  return scenario->traffic.pattern->needs_program
         || dl_scenario_fail (
             "router.model", field, error,
             _ ("%s runs programs of messages alone (set traffic.pattern=program)"),
             dl_router_model_loggops.id);
}

/* The routes are not asked: only the nodes of the network count. */
static DlMachinePlan *
plan_loggops (const DlScenario *scenario, guint64 seed, gpointer routes, GError **error)
{
  const DlGraph *graph = scenario->family->next (scenario, routes).graph;
  g_auto (DlSent) sent = { 0 };
  DlMachinePlan *machine;
  Plan *plan;

  if (!scenario->family->sends (scenario, ((DlRouted *) routes)->shape, seed, &sent, error))
    return NULL;
  plan = g_new0 (Plan, 1);
  dl_shared_init (&plan->shared, plan_free);
  plan->routes = dl_shared_ref (routes);
  plan->workload = g_steal_pointer (&sent.workload);
  plan->parameters
      = *(const DlLogGops *) dl_scenario_router_options (scenario, &dl_router_model_loggops);
  machine = dl_machine_plan_new (&loggops, plan, routes);
  machine->n_nodes = graph->n_nodes;
  machine->n_routers = graph->n_routers;
  machine->n_links = graph->n_links;
  for (guint node = 0; node < graph->n_nodes; node++)
    machine->n_working_nodes += graph->node_up[node] != FALSE;
  machine->n_senders = machine->n_working_nodes;
  machine->packet_flits = scenario->traffic.packet_flits;
  machine->seed = seed;
  machine->workload = plan->workload;
  machine->saturated = TRUE;
  machine->load_flits = 1;
  machine->cycle_ns = 1;
  return machine;
}

const DlRouterModel dl_router_model_loggops = {
  .id = "loggops",
  .title = N_ ("LogGOPS"),
  .description = N_ ("No routers: programs of messages on a network without contention (Hoefler et "
                     "al. 2010)"),
  .fields = fields,
  .options_size = sizeof (DlLogGops),
  .check = check,
  .plan = plan_loggops,
};
