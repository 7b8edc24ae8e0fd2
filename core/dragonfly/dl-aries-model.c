/* The Aries as a model of routers: its keys, its plan, and what only its runs count. */
#include "dl-aries.h"
#include "dl-dragonfly-plan.h"
#include "dl-field-type.h"
#include "dl-machine.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define AT(member) G_STRUCT_OFFSET (DlAriesOptions, member)

/* clang-format off */
static const DlField fields[] = {
  /* Fields of shape=aries: values that the paper does not state are assumed. */
  { DL_KEY ("router", "aries-buffer"), N_ ("Input buffer"), N_ ("flits"), &dl_field_type_uint,
    AT (buffer), "128", 1, G_MAXUINT16, .simulated = TRUE, .carries_over = TRUE,
    .topic = "glossary#input-buffer", .reported = DL_REPORTED_SIMULATED,
    .tooltip = N_ ("Input buffer: flits per virtual channel of an input port, at least one "
                   "packet. Default 128 (assumed; not in the Cascade paper)") },
  { DL_KEY ("router", "aries-hop-ns"), N_ ("Hop delay"), N_ ("ns"), &dl_field_type_double,
    AT (hop_ns), "100", .min = 1, .max = 100000, .simulated = TRUE, .carries_over = TRUE,
    .topic = "glossary#hop", .reported = DL_REPORTED_SIMULATED,
    .tooltip = N_ ("Hop delay: nanoseconds from router to router, 1 to 100000. Default 100 "
                   "(Cascade paper, section VIII)") },
  { DL_KEY ("router", "aries-payload-bytes"), N_ ("Payload per packet"), N_ ("bytes"),
    &dl_field_type_uint, AT (payload_bytes), "64", 8, 1024, .simulated = TRUE,
    .carries_over = TRUE, .topic = "glossary#packet", .reported = DL_REPORTED_SIMULATED,
    .tooltip = N_ ("Payload of a full packet: bytes, 8 to 1024. Default 64 (assumed; not in the "
                   "Cascade paper)") },
  { DL_KEY ("router", "aries-outstanding"), N_ ("Outstanding packets per node"), NULL,
    &dl_field_type_uint, AT (outstanding), "1024", 1, G_MAXUINT16, .simulated = TRUE,
    .carries_over = TRUE, .topic = "configuration#router", .reported = DL_REPORTED_SIMULATED,
    .tooltip = N_ ("Outstanding packets: maximum number of a node’s packets in the network, at "
                   "least 1. Default 1024 (Cascade paper, section VIII)") },
  { DL_KEY ("router", "payload-efficiency"), N_ ("Payload efficiency"), NULL,
    &dl_field_type_double, AT (efficiency), "0.64", .min = 0.05, .max = 1, .simulated = TRUE,
    .carries_over = TRUE, .topic = "glossary#payload-efficiency",
    .reported = DL_REPORTED_SIMULATED,
    .tooltip = N_ ("Payload efficiency: the payload share of a link’s traffic, 0.05 to 1. Default "
                   "0.64, which makes 7.5 of 11.7 GB/s (Cascade paper, section VIII)") },
  { NULL },
};
/* clang-format on */

/* Fields of shape=generic. */
static const char *const shares[] = { "router.input-buffer", "router.link-cycles", NULL };

static const char *
load_unit (const DlScenario *scenario)
{
  return dl_dragonfly_options (scenario)->spec.shape == DL_DRAGONFLY_ARIES
             ? N_ ("of 10 GB/s of payload per node")
             : NULL;
}

static DlMachinePlan *
make_plan (const DlScenario *scenario, guint64 seed, gpointer routes, GError **error)
{
  DlAriesPlan *plan = dl_dragonfly_plan_new (scenario, seed, routes, NULL, error);

  return plan != NULL ? dl_aries_plan_to_machine (plan, dl_units (scenario).cycle_ns) : NULL;
}

static void
run_free (gpointer data)
{
  DlAriesRun *self = data;

  g_free (self->vc_flits);
  g_free (self);
}

static gpointer
count_run (const DlMachineRun *run, const DlMachineState *end, const DlMachineState *warmup)
{
  const DlMachinePlan *plan = run->plan;
  const DlUnits units = { .cycle_ns = plan->cycle_ns };
  const guint64 bytes = end->counters.delivered_bytes - warmup->counters.delivered_bytes;
  DlAriesRun *self = g_new (DlAriesRun, 1);

  dl_shared_init (&self->shared, run_free);
  self->vc_flits = g_new0 (guint64, (gsize) plan->n_links * DL_ARIES_SIM_VCS);
  dl_aries_get_links (dl_aries_of (run), &(DlAriesLinkCounters) { .vc_flits = self->vc_flits });
  self->bandwidth_GBps
      = plan->n_senders > 0
            ? dl_units_GBps (&units, bytes / (double) plan->n_senders, end->cycle - warmup->cycle)
            : NAN;
  return self;
}

static double
bandwidth_GBps (gconstpointer counts)
{
  return ((const DlAriesRun *) counts)->bandwidth_GBps;
}

const DlRouterModel dl_router_model_aries = {
  .id = "aries",
  .title = N_ ("Aries"),
  .description = N_ ("The router of the Cray XC (Cascade paper, section III)"),
  .family = &dl_family_dragonfly,
  .most_flits = DL_ARIES_MAX_FLITS,
  .fields = fields,
  .options_size = sizeof (DlAriesOptions),
  .shares = shares,
  .load_unit = load_unit,
  .plan = make_plan,
  .count_run = count_run,
  .bandwidth_GBps = bandwidth_GBps,
};
