/* Analyzed parts of a torus, from its scenario. */
#include "dl-torus-plan.h"

#include "dl-scenario-check.h"
#include "dl-torus-critical.h"
#include "dl-torus-private.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Packets of the demand, with those to the own node, which load no link. */
typedef struct
{
  double mean; /* that a working node sends, delivered or not */
  double sent; /* by the node that sends the most */
  double got;  /* by the processor that takes the most */
} Packets;

static Packets
count_packets (const DlScenario *scenario, const DlTorusAnalysis *analysis)
{
  const DlTorusNetwork *network = analysis->network;
  const double dests = MAX (network->n_working_nodes, 1) - !scenario->traffic.self;
  g_autoptr (DlDemand) demand = dl_torus_sent_demand (scenario, network);
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
dl_torus_load_bound (const DlScenario *scenario, const DlTorusAnalysis *analysis)
{
  const Packets packets = count_packets (scenario, analysis);
  const double peak = dl_torus_analysis_max_channel_load (analysis);
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

/* Analysis ------------------------------------------------------------------------------------- */

/* NULL without an error where it was canceled. */
static DlTorusRoutes *
make_routes (const DlScenario *scenario, const DlVcPolicy *policy, DlTorusRoutes *before,
             GCancellable *cancellable, GError **error)
{
  g_autoptr (DlTorusNetwork) network
      = dl_torus_network_new (&dl_torus_options (scenario)->spec, error);
  DlTorusRouting spec;

  if (network == NULL)
    return NULL;
  spec = dl_torus_routing (scenario);
  spec.vc_policy = policy;
  return dl_torus_routes_new_from (network, &spec, before, cancellable);
}

DlTorusAnalysis *
dl_torus_analyze (const DlScenario *scenario, const DlVcPolicy *policy, DlTorusRoutes *routes,
                  const DlTorusAnalysis *before, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (DlTorusRoutes) own
      = routes != NULL ? dl_torus_routes_ref (routes)
                       : make_routes (scenario, policy, before != NULL ? before->routes : NULL,
                                      cancellable, &local);
  g_autoptr (DlDemand) demand = NULL;
  DlTorusAnalysis *analysis = NULL;

  if (own != NULL)
    {
      demand = dl_torus_demand (scenario, own->network);
      analysis = dl_torus_analysis_new (own, demand, cancellable);
    }
  if (analysis == NULL)
    dl_scenario_fail_cancelled (g_steal_pointer (&local), _ ("The analysis was canceled"), error);
  return analysis;
}

gpointer
dl_torus_family_analyze (const DlScenario *scenario, gpointer routes, gconstpointer before,
                         GCancellable *cancellable, GError **error)
{
  return dl_torus_analyze (scenario, dl_torus_options (scenario)->routing.vc_policy, routes, before,
                           cancellable, error);
}

/* The first one that carries @load. */
static guint32
find_link (const DlTorusAnalysis *analysis, double load)
{
  for (guint link = 0; load > 0 && link < analysis->network->n_links; link++)
    if (dl_torus_analysis_link_load (analysis, link) == load)
      return link;
  return G_MAXUINT32;
}

void
dl_torus_find (gconstpointer data, DlFindings *findings)
{
  const DlTorusAnalysis *analysis = data;

  *findings = (DlFindings) {
    .pairs = analysis->pairs,
    .unreachable_pairs = analysis->unreachable_pairs,
    .illegal_pairs = analysis->illegal_pairs,
    .dropped_pairs = analysis->dropped_pairs,
    .all = analysis->all,
    .pattern = dl_torus_analysis_pattern_counts (analysis),
    .hops_mean = analysis->hops_mean,
    .hops_max = analysis->hops_max,
    .deadlock_free = analysis->verdict->deadlock_free,
    .verdict = analysis->verdict,
    .vc_load = analysis->vc_load,
    .working_nodes = analysis->network->n_working_nodes,
    .working_links = analysis->network->n_working_links,
    .peak_load = dl_torus_analysis_max_channel_load (analysis),
    .full_link = find_link (analysis, dl_torus_analysis_max_channel_load (analysis)),
    .balance_mean = dl_torus_analysis_balance_mean (analysis),
    .bound_load = NAN,
  };
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      findings->class_load_max[dim] = analysis->dims[dim].load_max;
      findings->class_balance_mean[dim] = analysis->dims[dim].balance_mean;
    }
}

gboolean
dl_torus_count_rerouted (const DlScenario *scenario, gconstpointer before, gconstpointer after,
                         guint64 *pairs, GCancellable *cancellable)
{
  const DlTorusAnalysis *now = after;
  g_autoptr (DlDemand) demand = dl_torus_demand (scenario, now->network);

  return dl_torus_analysis_rerouted_pairs (before, now, demand, pairs, cancellable);
}

DlTorusAnalysis *
dl_torus_evaluate (const DlScenario *scenario, GCancellable *cancellable, GError **error)
{
  return dl_torus_family_analyze (scenario, NULL, NULL, cancellable, error);
}

/* Does @policy say something of its own of @scenario? A policy that reads a table does not where
 * the scenario has none: there it is another policy. One that looks at no datelines is the
 * input-queued router's. */
static gboolean
knows_policy (const DlScenario *scenario, const DlVcPolicy *policy)
{
  if (dl_vc_policy_without_datelines (policy) && !dl_scenario_is_input_queued (scenario))
    return FALSE;
  return !policy->table || dl_torus_options (scenario)->vc_table != NULL;
}

GPtrArray *
dl_torus_analyze_policies (const DlScenario *scenario, const char *const *names,
                           GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) analyses
      = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_torus_analysis_unref);
  guint n;
  const DlVcPolicy *const *all = dl_vc_policies (&n);

  for (guint i = 0; names != NULL ? names[i] != NULL : i < n; i++)
    {
      const DlVcPolicy *policy = names != NULL ? dl_vc_policy_find (names[i]) : all[i];
      DlTorusAnalysis *analysis;

      if (names == NULL && !knows_policy (scenario, policy))
        continue;
      analysis = dl_torus_analyze (scenario, policy, NULL, NULL, cancellable, error);
      if (analysis == NULL)
        return NULL;
      g_ptr_array_add (analyses, analysis);
    }
  return g_steal_pointer (&analyses);
}

DlCritical *
dl_torus_critical (const DlScenario *scenario, DlCriticalOptions options, GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (DlTorusAnalysis) analysis = dl_torus_evaluate (scenario, cancellable, error);
  g_autoptr (DlDemand) demand = NULL;
  DlCritical *critical;

  if (analysis == NULL)
    return NULL;
  demand = dl_torus_demand (scenario, analysis->network);
  critical = dl_torus_critical_new (&dl_torus_options (scenario)->spec, analysis->routes, demand,
                                    options, cancellable);
  if (critical == NULL)
    dl_scenario_fail_cancelled (NULL, _ ("The search was canceled"), error);
  return critical;
}

gpointer
dl_torus_route (const DlScenario *scenario, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;
  DlTorusRoutes *routes = make_routes (scenario, dl_torus_options (scenario)->routing.vc_policy,
                                       NULL, cancellable, &local);

  if (routes == NULL)
    dl_scenario_fail_cancelled (g_steal_pointer (&local), _ ("The analysis was canceled"), error);
  return routes;
}
