/* The SeaStar as a model of routers: its keys, what it refuses, its plan, and how it is run. */
#include "dl-seastar-model.h"

#include "dl-evaluate-aging.h"
#include "dl-field-type.h"
#include "dl-flights.h"
#include "dl-scenario-check.h"
#include "dl-seastar-inside.h"
#include "dl-seastar-private.h"
#include "dl-torus-scenario.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* At work -------------------------------------------------------------------------------------- */

static void
unref_plan (gpointer plan)
{
  dl_seastar_plan_unref (plan);
}

static double
link_rate (gconstpointer plan, guint link)
{
  return 1;
}

static guint
link_buffers (gconstpointer plan, guint link)
{
  return DL_SIM_VCS * ((const DlSeastarPlan *) plan)->router.input_buffer;
}

DL_SIM_CLASS_FORWARD (dl_seastar)

static void
get_point (gconstpointer sim, DlSimPoint *point)
{
  dl_seastar_get_point (sim, point);
}

static GArray *
find_deadlock (gconstpointer sim)
{
  return dl_seastar_find_deadlock (sim);
}

static void
get_link (const DlSeastar *sim, const DlSeastarPortCounters *counters, guint link,
          DlLinkCounts *links)
{
  const guint n_ports = sim->plan->routes->network->n_ports;

  links->flits[link] = links->packets[link] = 0;
  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    {
      links->flits[link] += counters->flits[vc];
      links->packets[link] += counters->packets[vc];
    }
  links->stalls[link] = counters->stalled_output;
  links->taken[link] = dl_seastar_get_occupancy (sim, link / n_ports, link % n_ports);
  links->sending[link] = counters->sending;
}

/* Read the ports' counters once, for both. */
static void
get_ports (const DlSeastar *sim, DlMachineState *state)
{
  const DlTorusNetwork *network = sim->plan->routes->network;

  for (guint node = 0; node < network->n_nodes; node++)
    for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
      {
        DlSeastarPortCounters counters;

        dl_seastar_get_port_counters (sim, node, port, &counters);
        dl_seastar_add_port (&state->counters, port, &counters);
        if (port < network->n_ports)
          get_link (sim, &counters, dl_torus_network_link (network, node, port), &state->links);
      }
}

static void
get_state (gconstpointer sim, DlMachineState *state)
{
  dl_sim_tallies_get_counters (&((const DlSeastar *) sim)->tallies, &state->counters);
  dl_seastar_get_stats (sim, &state->stats);
  get_ports (sim, state);
}

static void
list_flights (gconstpointer sim, const DlFlightsAt *at, GArray *flights)
{
  dl_seastar_list_flights (sim, at, flights);
}

static void
get_wait (gconstpointer sim, const DlFlight *flight, const DlFlightPassage *out,
          const DlFlightPassage *crossed, DlFlightWait *wait)
{
  dl_seastar_get_wait (sim, flight, out, crossed, wait);
}

static void
watch (gpointer sim, guint router)
{
  dl_seastar_watch (sim, router);
}

static gboolean
run_to_grant (gpointer sim, guint64 cycles)
{
  return dl_seastar_run_to_grant (sim, cycles);
}

static DlRouterInside *
get_inside (gconstpointer sim)
{
  return dl_seastar_get_router_inside (sim);
}

/* 500 MHz (age paper 2). */
#define CYCLE_NS 2.0

static const DlSimRanks *
ranks (gconstpointer sim)
{
  return ((const DlSeastar *) sim)->ranks;
}

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
  .ranks = ranks,
  .fits = fits,
  .change = change,
  .is_draining = is_draining,
  .walk = walk,
  .find_deadlock = find_deadlock,
  .get_point = get_point,
  .get_state = get_state,
  .list_flights = list_flights,
  .get_wait = get_wait,
  .watch = watch,
  .run_to_grant = run_to_grant,
  .get_inside = get_inside,
};

/* Working nodes that have a destination. */
static guint
count_senders (const DlSeastarPlan *plan)
{
  const DlTorusNetwork *network = plan->routes->network;
  guint n = 0;

  if (plan->sources.first == NULL)
    return network->n_working_nodes;
  for (guint node = 0; node < network->n_nodes; node++)
    n += plan->sources.first[node] < plan->sources.first[node + 1];
  return n;
}

DlMachinePlan *
dl_seastar_plan_to_machine (DlSeastarPlan *plan)
{
  const DlTorusNetwork *network = plan->routes->network;
  DlMachinePlan *self = dl_machine_plan_new (&seastar, plan, plan->routes);

  self->n_nodes = self->n_routers = network->n_nodes;
  self->n_working_nodes = network->n_working_nodes;
  self->n_senders = count_senders (plan);
  self->n_links = network->n_links;
  self->packet_flits = dl_seastar_mean_flits (plan);
  self->seed = plan->seed;
  self->workload = plan->workload;
  self->saturated = self->workload != NULL || isinf (plan->load);
  self->load_flits = 1;
  self->cycle_ns = CYCLE_NS;
  return self;
}

DlSeastarPlan *
dl_seastar_plan_of (const DlMachinePlan *plan)
{
  return plan->class == &seastar ? plan->plan : NULL;
}

DlSeastar *
dl_seastar_of (const DlMachineRun *run)
{
  return run->plan->class == &seastar ? run->sim : NULL;
}

/* The model ------------------------------------------------------------------------------------ */

#define AT(member) G_STRUCT_OFFSET (DlScenario, member)

/* clang-format off */
static const DlField fields[] = {
  { DL_KEY ("router", "input-buffer"), N_ ("Input buffer"), N_ ("flits"), &dl_field_type_uint,
    AT (router.input_buffer), "96", 1, G_MAXUINT16, .simulated = TRUE, .carries_over = TRUE,
    .topic = "glossary#input-buffer", .reported = DL_REPORTED_SIMULATED,
    .tooltip = N_ ("Input buffer: flits per virtual channel of an input port, at least one "
                   "packet. Default 96 (age paper, section 1.2)") },
  { DL_KEY ("router", "staging-buffer"), N_ ("Staging buffer"), N_ ("flits"), &dl_field_type_uint,
    AT (router.staging_buffer), "16", 1, G_MAXUINT16, .simulated = TRUE, .carries_over = TRUE,
    .topic = "glossary#staging-buffer", .reported = DL_REPORTED_SIMULATED,
    .tooltip = N_ ("Staging buffer: flits at an output per input port and virtual channel, at "
                   "least one packet. Default 16 (age paper, section 1.2)") },
  { DL_KEY ("router", "link-cycles"), N_ ("Link delay"), N_ ("cycles"), &dl_field_type_uint,
    AT (router.link_cycles), "18", 1, 10000, .simulated = TRUE, .carries_over = TRUE,
    .topic = "configuration#router", .reported = DL_REPORTED_SIMULATED,
    .tooltip = N_ ("Link delay: cycles of 2 ns from router to router. Default 18, which with the "
                   "crossbar makes a hop of 25 cycles (age paper, section 2, footnote 4)") },
  { DL_KEY ("router", "crossbar-cycles"), N_ ("Crossbar delay"), N_ ("cycles"),
    &dl_field_type_uint, AT (router.crossbar_cycles), "7", 1, 10000, .simulated = TRUE,
    .carries_over = TRUE, .topic = "glossary#crossbar", .reported = DL_REPORTED_SIMULATED,
    .tooltip = N_ ("Crossbar delay: cycles of 2 ns from input buffer to staging buffer. Default 7 "
                   "(age paper, section 2, footnote 4)") },
  { DL_KEY ("router", "ejection-rate"), N_ ("Ejection rate"), N_ ("flits/cycle"),
    &dl_field_type_double, AT (router.ejection_rate), "0.416667", .min = 0.001, .max = 1,
    .simulated = TRUE, .carries_over = TRUE, .topic = "glossary#ejection-rate",
    .reported = DL_REPORTED_SIMULATED,
    .tooltip = N_ ("Ejection rate: flits/cycle to a processor, 0.001 to 1. Default 0.416667, 2 of "
                   "a link’s 4.8 GB/s (age paper, section 3.1, footnote 7)") },
  { DL_KEY ("router", "link-error-rate"), N_ ("Link error rate"), NULL, &dl_field_type_double,
    AT (router.link_error_rate), "0", .min = 0, .max = 0.5, .simulated = TRUE, .carries_over = TRUE,
    .topic = "glossary#go-back-n", .reported = DL_REPORTED_SIMULATED,
    .tooltip = N_ ("Link error rate: share of flits that arrive damaged and are retransmitted by "
                   "go back N, 0 to 0.5. Default 0 (age paper, section 1.2)") },
  { DL_KEY ("router", "request-age-bias"), N_ ("Age bias of requests"), NULL, &dl_field_type_bias,
    AT (router.request_age_bias), "3;2;1;1", 0, 7, .simulated = TRUE, .carries_over = TRUE,
    .topic = "ages#bias", .reported = DL_REPORTED_SIMULATED },
  { DL_KEY ("router", "response-age-bias"), N_ ("Age bias of responses"), NULL, &dl_field_type_bias,
    AT (router.response_age_bias), "3;2;1;1", 0, 7, .simulated = TRUE, .carries_over = TRUE,
    .topic = "ages#bias", .reported = DL_REPORTED_SIMULATED },
  { DL_KEY ("router", "age-clock-period"), N_ ("Age clock period"), N_ ("cycles"),
    &dl_field_type_uint, AT (router.age_clock_period), "8", 1, G_MAXUINT32, .simulated = TRUE,
    .carries_over = TRUE, .proposal = "2:4096:*2", .topic = "ages#clock",
    .reported = DL_REPORTED_SIMULATED },
  { DL_KEY ("router", "age-rr-select"), N_ ("Age-based grants"), NULL, &dl_field_type_mask,
    AT (router.age_rr_select), "0xffffffffffffffff", 0, G_MAXUINT64, .simulated = TRUE,
    .carries_over = TRUE, .topic = "ages#mix", .reported = DL_REPORTED_SIMULATED,
    .tooltip = N_ ("AGE_RR_SELECT as a 64-bit number, 0x for hexadecimal: bit n selects the "
                   "arbitration of grant n of an output, 1 for age-based, 0 for round robin. "
                   "Default all ones (age paper, section 2.1)") },
  { NULL },
};
/* clang-format on */

/* Check that a scenario suits the SeaStar: its tables have one entry for each destination, and its
 * buffers take whole packets. */
static gboolean
check (const DlScenario *scenario, const DlField **field, GError **error)
{
  const guint packet = scenario->traffic.packet_flits;
  const struct
  {
    const char *key;
    guint flits;
  } buffers[] = {
    { "router.input-buffer", scenario->router.input_buffer },
    { "router.staging-buffer", scenario->router.staging_buffer },
  };

  if (dl_torus_options (scenario)->routing.tie == DL_TORUS_TIE_RANDOM)
    return dl_scenario_fail (
        "torus.tie", field, error,
        _ ("the routing tables of router.model=seastar cannot hold random ties "
           "(use positive or parity, or router.model=input-queued)"));
  for (guint i = 0; i < G_N_ELEMENTS (buffers); i++)
    if (packet > buffers[i].flits)
      return dl_scenario_fail (buffers[i].key, field, error,
                               _ ("a buffer of %u flits cannot hold a packet of %u flits (at "
                                  "least traffic.packet-flits)"),
                               buffers[i].flits, packet);
  return TRUE;
}

static char *
label (const DlField *field, const char *value)
{
  guint64 select;

  if (strcmp (field->name, "router.age-rr-select") != 0
      || !dl_value_parse_uint (value, 0, G_MAXUINT64, &select, NULL))
    return NULL;
  if (select == 0)
    return g_strdup (_ ("Arbitration: round robin"));
  if (select == G_MAXUINT64)
    return g_strdup (_ ("Arbitration: age-based"));
  return dl_age_select_text (select);
}

static DlMachinePlan *
make_plan (const DlScenario *scenario, guint64 seed, gpointer routes, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;
  DlSeastarPlanOptions options = {
    .routes = routes,
    .router = scenario->router,
    .packet_flits = traffic->packet_flits,
    .lengths = dl_scenario_packet_lengths (scenario),
    .load = traffic->saturated ? INFINITY : traffic->load,
    .response_share = traffic->response_share,
    .seed = seed,
  };
  DlSeastarPlan *plan = NULL;

  if (scenario->family->sends (scenario, options.routes->network, seed, &options.sent, error))
    plan = dl_seastar_plan_new (&options, error);
  dl_sent_clear (&options.sent);
  return plan != NULL ? dl_seastar_plan_to_machine (plan) : NULL;
}

static void
run_free (gpointer data)
{
  DlSeastarRun *self = data;

  g_free (self->ports);
  g_free (self);
}

static gpointer
count_run (const DlMachineRun *run, const DlMachineState *end, const DlMachineState *warmup)
{
  DlSeastarRun *self = g_new (DlSeastarRun, 1);

  dl_shared_init (&self->shared, run_free);
  self->ports = g_new0 (DlSeastarPortCounters, run->plan->n_nodes * DL_N_ROUTER_PORTS);
  dl_seastar_get_all_ports (dl_seastar_of (run), self->ports);
  return self;
}

const DlRouterModel dl_router_model_seastar = {
  .id = "seastar",
  .title = N_ ("SeaStar"),
  .description = N_ ("The router of the Cray XT (age paper, section 1.2)"),
  .family = &dl_family_torus,
  .most_flits = DL_SEASTAR_MAX_FLITS,
  .fields = fields,
  .check = check,
  .label = label,
  .plan = make_plan,
  .count_run = count_run,
};
