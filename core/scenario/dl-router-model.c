#include "dl-router-model.h"

#include "dl-family.h"
#include "dl-field-type.h"
#include "dl-iq-machine.h"
#include "dl-iq-plan.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* All models ----------------------------------------------------------------------------------- */

guint
dl_router_model_index (const DlRouterModel *model)
{
  guint n;
  const DlRouterModel *const *models = dl_router_models (&n);

  for (guint i = 0; i < n; i++)
    if (models[i] == model)
      return i;
  g_assert_not_reached ();
}

gboolean
dl_router_model_routes (const DlRouterModel *model, const DlFamily *family)
{
  return model->family == NULL || model->family == family;
}

const DlRouterModel *
dl_router_model_of_family (const DlFamily *family)
{
  guint n;
  const DlRouterModel *const *models = dl_router_models (&n);

  for (guint i = 0; i < n; i++)
    if (dl_router_model_routes (models[i], family))
      return models[i];
  g_assert_not_reached ();
}

/* A scenario's --------------------------------------------------------------------------------- */

const DlRouterModel *
dl_scenario_router (const DlScenario *scenario)
{
  return dl_router_model_routes (scenario->router_model, scenario->family)
             ? scenario->router_model
             : dl_router_model_of_family (scenario->family);
}

gboolean
dl_scenario_is_input_queued (const DlScenario *scenario)
{
  return dl_scenario_router (scenario) == &dl_router_model_input_queued;
}

gboolean
dl_scenario_takes_units (const DlScenario *scenario)
{
  return scenario->traffic.pattern->needs_program && dl_scenario_is_input_queued (scenario);
}

/* Rate of links that state none: 100 Gb/s. */
#define RATE_GBPS 12.5

DlPacketLengths
dl_scenario_packet_lengths (const DlScenario *scenario)
{
  return scenario->traffic.pattern->program ? (DlPacketLengths) { 0 } : scenario->traffic.lengths;
}

double
dl_scenario_mean_flits (const DlScenario *scenario)
{
  const DlPacketLengths lengths = dl_scenario_packet_lengths (scenario);

  return dl_packet_lengths_mean (&lengths, scenario->traffic.packet_flits);
}

DlPacketShape
dl_scenario_packet_shape (const DlScenario *scenario)
{
  const DlInputQueuedSpec *spec = &scenario->input_queued;
  const guint flits = scenario->traffic.packet_flits;

  return (DlPacketShape) { flits, 0, flits * spec->flit_bytes,
                           spec->cycle_ns > 0 ? spec->cycle_ns : spec->flit_bytes / RATE_GBPS };
}

const char *
dl_scenario_load_unit (const DlScenario *scenario)
{
  const DlRouterModel *router = dl_scenario_router (scenario);

  return router->load_unit != NULL ? router->load_unit (scenario) : NULL;
}

/* The input-queued router ---------------------------------------------------------------------- */

#define FIELD(key, member, title, unit, fallback, least, most, ...)                                \
  {                                                                                                \
    DL_KEY ("input-queued", key), title, unit, &dl_field_type_uint,                                \
        G_STRUCT_OFFSET (DlScenario, input_queued.member), fallback, least, most,                  \
        .simulated = TRUE, .carries_over = TRUE, .topic = "configuration#router",                  \
        .reported = DL_REPORTED_SIMULATED, __VA_ARGS__                                             \
  }

/* clang-format off */
static const DlField fields[] = {
  FIELD ("vcs", vcs, N_ ("Virtual channels"), NULL, "4", 1, 32,
    .routed = TRUE,
    .tooltip = N_ ("Virtual channels per port, 1 to 32. Default 4 (Dally & Towles 2004, chapter "
                   "16)")),
  FIELD ("buffer-flits", buffer_flits,
    N_ ("Buffer of a virtual channel"), N_ ("flits"), "8", 1, 4096,
    .tooltip = N_ ("Buffer: flits per virtual channel of an input port, 1 to 4096. Default 8 "
                   "(BookSim 2)")),
  FIELD ("routing-delay", routing_delay, N_ ("Routing delay"), N_ ("cycles"), "1", 1, 100,
    .tooltip = N_ ("Routing delay: cycles of route computation, 1 to 100. Default 1 (Dally & "
                   "Towles 2004, 16.1)")),
  FIELD ("vc-allocation-delay", vc_allocation_delay,
    N_ ("VC allocation delay"), N_ ("cycles"), "1", 1, 100,
    .tooltip = N_ ("VC allocation delay: cycles, 1 to 100. Default 1 (Dally & Towles 2004, 16.1)")),
  FIELD ("switch-allocation-delay", switch_allocation_delay,
    N_ ("Switch allocation delay"), N_ ("cycles"), "1", 1, 100,
    .tooltip = N_ ("Switch allocation delay: cycles, 1 to 100. Default 1 (Dally & Towles 2004, "
                   "16.1)")),
  FIELD ("switch-traversal-delay", switch_traversal_delay,
    N_ ("Switch traversal delay"), N_ ("cycles"), "1", 1, 100,
    .tooltip = N_ ("Switch traversal delay: cycles through the crossbar, 1 to 100. Default 1 "
                   "(Dally & Towles 2004, 16.1)")),
  FIELD ("channel-delay", channel_delay,
    N_ ("Channel delay"), N_ ("cycles"), "1", 1, 1000,
    .tooltip = N_ ("Channel delay: cycles from router to router, 1 to 1000. Default 1 (BookSim "
                   "2)")),
  FIELD ("global-channel-delay", global_channel_delay,
    N_ ("Global channel delay"), N_ ("cycles"), "1", 1, 1000,
    .tooltip = N_ ("Global channel delay: cycles on links between groups, 1 to 1000. Default 1 "
                   "(BookSim 2)")),
  FIELD ("credit-delay", credit_delay, N_ ("Credit delay"), N_ ("cycles"), "0", 0, 1000,
    .tooltip = N_ ("Credit delay: cycles that a credit takes in addition to the channel, 0 to "
                   "1000. Default 0 (BookSim 2)")),
  FIELD ("allocator-iterations", allocator_iterations,
    N_ ("Allocator iterations"), NULL, "1", 1, 64,
    .tooltip = N_ ("Iterations of iSLIP per cycle, in both allocators, 1 to 64. Default 1 "
                   "(McKeown 1999)")),
  FIELD ("flit-bytes", flit_bytes, N_ ("Bytes of a flit"), N_ ("bytes"), "64", 1, 65536,
    .tooltip = N_ ("Bytes of a flit: payload, for programs of messages, 1 to 65536. Default 64 "
                   "(this program’s own)")),
  { DL_KEY ("input-queued", "cycle-ns"), N_ ("Cycle"), N_ ("ns"), &dl_field_type_double,
    G_STRUCT_OFFSET (DlScenario, input_queued.cycle_ns), "0", .min = 0, .max = 1000000,
    .simulated = TRUE, .carries_over = TRUE, .topic = "configuration#router",
    .reported = DL_REPORTED_SIMULATED,
    .tooltip = N_ ("Cycle: ns, for programs of messages; 0: what the fastest link takes for a "
                   "flit, of 100 Gb/s where no rate is stated. Default 0 (this program’s own)") },
  { NULL },
};
/* clang-format on */

static gboolean
route (const DlScenario *scenario, gpointer routes, DlIqPlanOptions *options, GError **error)
{
  const DlFamily *family = scenario->family;
  DlNext next;

  if (family->queue != NULL)
    return family->queue (scenario, routes, options, error);
  next = family->next (scenario, routes);
  dl_iq_options_route (options, &next);
  return TRUE;
}

static DlMachinePlan *
plan_input_queued (const DlScenario *scenario, guint64 seed, gpointer routes, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;
  DlIqPlanOptions options = {
    .most_choices = 1,
    .spec = scenario->input_queued,
    .self = traffic->self,
    .packet_flits = traffic->packet_flits,
    .lengths = dl_scenario_packet_lengths (scenario),
    .load = traffic->saturated ? INFINITY : traffic->load,
    .response_share = traffic->response_share,
    .seed = seed,
  };
  DlIqPlan *plan = NULL;

  for (guint i = 0; i < DL_IQ_MAX_CLASSES; i++)
    options.class_cycles[i] = scenario->input_queued.channel_delay;
  if (scenario->family->sends (scenario, ((DlRouted *) routes)->shape, seed, &options.sent, error)
      && route (scenario, routes, &options, error))
    plan = dl_iq_plan_new (&options, error);
  dl_sent_clear (&options.sent);
  return plan != NULL ? dl_iq_plan_to_machine (plan, routes) : NULL;
}

const DlRouterModel dl_router_model_input_queued = {
  .id = "input-queued",
  .title = N_ ("Input-queued"),
  .description
  = N_ ("The input-queued router with virtual channels (Dally & Towles 2004, chapter 16)"),
  .sends_self = TRUE,
  .fields = fields,
  .plan = plan_input_queued,
};
