/* What of a torus is analyzed, from its scenario. */
#include "dl-torus-plan.h"

#include "dl-scenario-check.h"
#include "dl-torus-critical.h"
#include "dl-torus-private.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Analysis ------------------------------------------------------------------------------------- */

/* NULL without an error where it was canceled. */
static DlRoutes *
make_routes (const DlScenario *scenario, const DlVcPolicy *policy, DlRoutes *before,
             GCancellable *cancellable, GError **error)
{
  g_autoptr (DlNetwork) network = dl_network_new_torus (&dl_torus_options (scenario)->spec, error);
  DlRoutingSpec spec;

  if (network == NULL)
    return NULL;
  spec = dl_scenario_routing (scenario);
  spec.vc_policy = policy;
  return dl_routes_new_from (network, &spec, before, cancellable);
}

DlAnalysis *
dl_torus_analyze (const DlScenario *scenario, const DlVcPolicy *policy, DlRoutes *routes,
                  const DlAnalysis *before, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (DlRoutes) own
      = routes != NULL ? dl_routes_ref (routes)
                       : make_routes (scenario, policy, before != NULL ? before->routes : NULL,
                                      cancellable, &local);
  g_autoptr (DlDemand) demand = NULL;
  DlAnalysis *analysis = NULL;

  if (own != NULL)
    {
      demand = dl_scenario_demand (scenario, own->network);
      analysis = dl_analysis_new (own, demand, cancellable);
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
find_link (const DlAnalysis *analysis, double load)
{
  for (guint link = 0; load > 0 && link < analysis->network->n_links; link++)
    if (dl_analysis_link_load (analysis, link) == load)
      return link;
  return G_MAXUINT32;
}

void
dl_torus_find (gconstpointer data, DlFindings *findings)
{
  const DlAnalysis *analysis = data;

  *findings = (DlFindings) {
    .pairs = analysis->pairs,
    .unreachable_pairs = analysis->unreachable_pairs,
    .illegal_pairs = analysis->illegal_pairs,
    .dropped_pairs = analysis->dropped_pairs,
    .all = analysis->all,
    .pattern = dl_analysis_pattern_counts (analysis),
    .hops_mean = analysis->hops_mean,
    .hops_max = analysis->hops_max,
    .deadlock_free = analysis->verdict->deadlock_free,
    .verdict = analysis->verdict,
    .vc_load = analysis->vc_load,
    .working_nodes = analysis->network->n_working_nodes,
    .working_links = analysis->network->n_working_links,
    .peak_load = dl_analysis_max_channel_load (analysis),
    .full_link = find_link (analysis, dl_analysis_max_channel_load (analysis)),
    .balance_mean = dl_analysis_balance_mean (analysis),
    .bound_load = NAN,
  };
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      findings->class_load_max[dim] = analysis->dims[dim].load_max;
      findings->class_balance_mean[dim] = analysis->dims[dim].balance_mean;
    }
}

gboolean
dl_torus_count_rerouted (const DlScenario *scenario, gconstpointer before, gconstpointer after,
                         guint64 *pairs, GCancellable *cancellable)
{
  const DlAnalysis *now = after;
  g_autoptr (DlDemand) demand = dl_scenario_demand (scenario, now->network);

  return dl_analysis_rerouted_pairs (before, now, demand, pairs, cancellable);
}

DlAnalysis *
dl_torus_evaluate (const DlScenario *scenario, GCancellable *cancellable, GError **error)
{
  return dl_torus_family_analyze (scenario, NULL, NULL, cancellable, error);
}

gboolean
dl_torus_knows_policy (const DlScenario *scenario, const DlVcPolicy *policy)
{
  if (policy->wrap_partition && !dl_scenario_is_input_queued (scenario))
    return FALSE;
  return !policy->table || dl_torus_options (scenario)->vc_table != NULL;
}

DlCritical *
dl_torus_critical (const DlScenario *scenario, DlCriticalOptions options, GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (DlAnalysis) analysis = dl_torus_evaluate (scenario, cancellable, error);
  g_autoptr (DlDemand) demand = NULL;
  DlCritical *critical;

  if (analysis == NULL)
    return NULL;
  demand = dl_scenario_demand (scenario, analysis->network);
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
  DlRoutes *routes = make_routes (scenario, dl_torus_options (scenario)->routing.vc_policy, NULL,
                                  cancellable, &local);

  if (routes == NULL)
    dl_scenario_fail_cancelled (g_steal_pointer (&local), _ ("The analysis was canceled"), error);
  return routes;
}
