#include "dl-torus-curve.h"

#include "dl-torus-scenario.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

/* Packets of the demand, with those to the own node, which load no link. */
typedef struct
{
  double mean; /* that a working node sends, delivered or not */
  double sent; /* by the node that sends the most */
  double got;  /* by the processor that takes the most */
} Packets;

static Packets
count_packets (const DlScenario *scenario, const DlAnalysis *analysis)
{
  const DlNetwork *network = analysis->network;
  const double dests = MAX (network->n_working_nodes, 1) - !scenario->traffic.self;
  g_autoptr (DlDemand) demand = dl_scenario_sent_demand (scenario, network);
  g_autofree double *sent = g_new0 (double, MAX (network->n_nodes, 1));
  g_autofree double *got = g_new0 (double, MAX (network->n_nodes, 1));
  Packets packets = { 0 };

  if (demand->uniform)
    return (Packets) { dests, dests, dests };
  for (guint i = 0; i < demand->flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);

      sent[flow->source] += flow->weight;
      got[flow->dest] += flow->weight;
      packets.mean += flow->weight / MAX (network->n_working_nodes, 1);
      packets.sent = MAX (packets.sent, sent[flow->source]);
      packets.got = MAX (packets.got, got[flow->dest]);
    }
  return packets;
}

/* Flits per cycle that a node takes. */
static double
ejection_rate (const DlScenario *scenario)
{
  return dl_scenario_is_input_queued (scenario) ? 1 : scenario->router.ejection_rate;
}

double
dl_torus_load_bound (const DlScenario *scenario, const DlAnalysis *analysis)
{
  const Packets packets = count_packets (scenario, analysis);
  const double peak = dl_analysis_max_channel_load (analysis);
  double bound = 1;

  if (!(packets.mean > 0))
    return bound;
  if (peak > 0)
    bound = MIN (bound, packets.mean / peak);
  bound = MIN (bound, packets.mean / packets.sent);
  return MIN (bound, ejection_rate (scenario) * packets.mean / packets.got);
}

static double
full_at (const DlScenario *scenario, gconstpointer analysis)
{
  return dl_torus_load_bound (scenario, analysis);
}

static double
bound (const DlScenario *scenario, GStrv values, gconstpointer analysis, GCancellable *cancellable,
       GError **error)
{
  /* Arbitration chooses between packets, not ways. */
  return dl_torus_load_bound (scenario, analysis);
}

/* An all to all of which nothing but the pattern is known is the load of uniform traffic. */
static gboolean
has_load (const DlScenario *scenario)
{
  const DlTrafficOptions *traffic = &scenario->traffic;

  return *traffic->message_bytes == '\0'
         && (traffic->pattern->uniform || !traffic->pattern->program);
}

static char *
value_of (const DlScenario *scenario)
{
  return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", scenario->router.age_rr_select);
}

static char *
title (const char *value)
{
  guint64 select = 0;
  guint ages = 0;

  dl_value_parse_uint (value, 0, G_MAXUINT64, &select, NULL);
  for (guint bit = 0; bit < 64; bit++)
    ages += select >> bit & 1;
  if (ages == 0)
    return g_strdup (_ ("Round robin"));
  if (ages == 64)
    return g_strdup (_ ("Age-based"));
  return g_strdup_printf (_ ("%u of 64 age-based"), ages);
}

static const char *const both[] = { "0", "0xffffffffffffffff", NULL };

const DlFamilyCurve dl_torus_curve = {
  .key = "router.age-rr-select",
  .values = both,
  .summary = N_ ("Simulates this scenario at rising offered loads under round robin and age-based "
                 "arbitration. Shows latency and accepted throughput as the runs finish."),
  .columns = "arbitration,age_rr_select",
  .n_seeds = 3,
  .cycles = 15000,
  .value = value_of,
  /* Age-based arbitration is the SeaStar's. */
  .is_one = dl_scenario_is_input_queued,
  .has_load = has_load,
  .full_at = full_at,
  .bound = bound,
  .title = title,
};
