/* What of a fabric is analyzed and simulated, from its scenario. */
#include "dl-fabric-critical.h"
#include "dl-fabric-family-private.h"
#include "dl-fabric-input-queued.h"
#include "dl-scenario-check.h"
#include "dl-stage.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* Routes and analysis ----------------------------------------------------------------------------
 */

gpointer
dl_fabric_family_route (const DlScenario *scenario, GCancellable *cancellable, GError **error)
{
  const DlFabricOptions *options = dl_fabric_options (scenario);
  const DlFabricWork work = { .cancellable = cancellable };
  g_autoptr (DlFabric) fabric = NULL;
  g_autoptr (GError) why = NULL;
  DlFabricRoutes *routes = NULL;
  const char *key = "source";

  fabric = dl_fabric_options_build (options, &key, &why);
  if (fabric != NULL)
    routes = dl_fabric_options_route (options, fabric, &work, &key, &why);
  if (routes == NULL && (why == NULL || why->domain == G_IO_ERROR))
    dl_scenario_fail_cancelled (g_steal_pointer (&why), _ ("The analysis was canceled"), error);
  else if (routes == NULL)
    {
      g_autofree char *name = g_strconcat ("fabric.", key, NULL);

      dl_scenario_fail (name, NULL, error, "%s", why->message);
    }
  return routes;
}

/* New references. */
static DlFabricRoutes *
routes_for (const DlScenario *scenario, gpointer known, GCancellable *cancellable, GError **error)
{
  return known != NULL ? dl_fabric_routes_ref (known)
                       : dl_fabric_family_route (scenario, cancellable, error);
}

/* The busiest virtual channel into a switch that is the only one of its layer, and of its class of
 * requests or responses. */
static double
find_lone_load (const DlFabricAnalysis *analysis, guint vcs, double response_share)
{
  const DlFabric *fabric = analysis->routes->fabric;
  const guint n = analysis->routes->n_layers;
  double most = 0;

  for (guint class = 0; class < (response_share > 0 ? 2 : 1); class ++)
    for (guint layer = 0; layer < n; layer++)
      {
        const double of_class = response_share == 0 ? 1
                                : class == 0        ? 1 - response_share
                                                    : response_share;

        if (dl_fabric_count_vcs (vcs, response_share > 0, class, layer, n) != 1)
          continue;
        for (guint c = 0; c < fabric->n_channels; c++)
          if (dl_fabric_link_class (fabric, c) == DL_FABRIC_BETWEEN_SWITCHES)
            most = fmax (most, of_class * dl_fabric_analysis_layer_load (analysis, c, layer));
      }
  return most;
}

static void
note_held_load (const DlScenario *scenario, DlFabricAnalysis *analysis)
{
  const DlFabricEngine *engine = analysis->routes->engine;
  const DlTrafficOptions *traffic = &scenario->traffic;
  const double most
      = find_lone_load (analysis, scenario->input_queued.vcs, traffic->response_share);

  analysis->held_load = NAN;
  /* Loads of engines that adapt are not what they lead to. */
  if (most == 0 || engine == &dl_fabric_ugal || engine == &dl_fabric_adaptive_up)
    return;
  analysis->held_load = analysis->sent / most * traffic->packet_flits
                        / dl_iq_hold_cycles (&scenario->input_queued, traffic->packet_flits);
  if (analysis->held_load < dl_fabric_analysis_full_at (analysis, NULL))
    analysis->basis_note
        = dl_iq_hold_note (engine->expects != NULL ? _ (engine->expects) : NULL,
                           &scenario->input_queued, traffic->packet_flits, analysis->held_load);
  else
    analysis->held_load = NAN;
}

gpointer
dl_fabric_family_analyze (const DlScenario *scenario, gpointer known, gconstpointer before,
                          GCancellable *cancellable, GError **error)
{
  g_autoptr (DlFabricRoutes) routes = NULL;
  g_autoptr (DlDemand) demand = NULL;
  DlFabricAnalysis *analysis;

  dl_stage_begin (cancellable, 0, DL_FABRIC_ROUTED);
  routes = routes_for (scenario, known, cancellable, error);
  if (routes == NULL)
    return NULL;
  demand = dl_scenario_fabric_demand (scenario, routes->fabric, NULL, error);
  if (demand == NULL)
    return NULL;
  analysis = dl_fabric_analysis_new (routes, demand, cancellable);
  if (analysis == NULL)
    dl_scenario_fail_cancelled (NULL, _ ("The analysis was canceled"), error);
  else
    note_held_load (scenario, analysis);
  return analysis;
}

/* Pairs of working hosts without a way, whatever the demand. */
static DlPairCounts
count_all_pairs (const DlFabricAnalysis *analysis)
{
  const guint64 n = analysis->n_working;

  return (DlPairCounts) { .pairs = n * (n - MIN (n, 1)), .unreachable = analysis->all_unreachable };
}

void
dl_fabric_find_all (gconstpointer data, DlFindings *findings)
{
  const DlFabricAnalysis *analysis = data;
  const DlFabric *fabric = analysis->routes->fabric;
  guint32 full;
  const double bound = dl_fabric_analysis_full_at (analysis, &full);

  *findings = (DlFindings) {
    .pairs = analysis->n_pairs,
    .unreachable_pairs = analysis->n_unreachable,
    .all = count_all_pairs (analysis),
    .pattern = { .pairs = analysis->n_pairs, .unreachable = analysis->n_unreachable },
    .hops_mean = analysis->mean_hops,
    .hops_max = analysis->max_hops,
    .deadlock_free = analysis->deadlock_free,
    .verdict = analysis->verdict,
    .vc_load = analysis->load,
    .working_nodes = analysis->n_working,
    .working_links = fabric->n_channels - fabric->n_broken,
    .peak_load = full != G_MAXUINT32 ? dl_fabric_analysis_load (analysis, full) : NAN,
    .full_link = full,
    .balance_mean = NAN,
    .bound_load = bound,
    .is_bound = dl_fabric_engine_is_bound (analysis->routes->engine),
    .basis = analysis->basis_note != NULL                ? analysis->basis_note
             : analysis->routes->engine->expects != NULL ? _ (analysis->routes->engine->expects)
                                                         : NULL,
    .class_load_max = { NAN, NAN, NAN },
    .class_balance_mean = { NAN, NAN, NAN },
  };
  for (guint c = 0; c < fabric->n_channels; c++)
    if (fabric->link_state[c] == DL_LINK_UP)
      {
        double *most = &findings->class_load_max[dl_fabric_link_class (fabric, c)];

        *most = fmax (*most, dl_fabric_analysis_load (analysis, c));
      }
}

DlCritical *
dl_fabric_family_critical (const DlScenario *scenario, DlCriticalOptions options,
                           GCancellable *cancellable, GError **error)
{
  g_autoptr (DlFabricAnalysis) analysis
      = dl_fabric_family_analyze (scenario, NULL, NULL, cancellable, error);
  g_autoptr (DlDemand) demand = NULL;
  DlCritical *critical;

  if (analysis == NULL)
    return NULL;
  demand = dl_scenario_fabric_demand (scenario, analysis->routes->fabric, NULL, error);
  if (demand == NULL)
    return NULL;
  critical = dl_fabric_critical (analysis, demand, options, cancellable);
  if (critical == NULL)
    dl_scenario_fail_cancelled (NULL, _ ("The search was canceled"), error);
  return critical;
}

/* Simulation ----------------------------------------------------------------------------------- */

gboolean
dl_fabric_queue (const DlScenario *scenario, gpointer data, DlIqPlanOptions *options,
                 GError **error)
{
  DlFabricRoutes *routes = data;

  if (dl_scenario_is_program (scenario))
    options->workload = dl_fabric_workload (scenario, routes->fabric, options->seed, NULL, error);
  else
    options->demand = dl_scenario_fabric_sent_demand (scenario, routes->fabric, NULL, error);
  return (options->workload != NULL || options->demand != NULL)
         && dl_fabric_iq_options (routes, options, error);
}

guint32
dl_fabric_wait_channel (gconstpointer data, const DlSimWait *wait)
{
  const DlFabricAnalysis *analysis = data;
  const DlFabric *fabric = analysis->routes->fabric;
  const guint32 channel
      = wait->node < fabric->n_switches
            ? dl_fabric_port_channel (fabric, fabric->n_hosts + wait->node, wait->port + 1)
            : DL_FABRIC_NONE;

  return channel != DL_FABRIC_NONE ? channel * analysis->n_lanes : G_MAXUINT32;
}

/* Latency against load ---------------------------------------------------------------------------
 */

static gboolean
has_load (const DlScenario *scenario)
{
  return *scenario->traffic.message_bytes == '\0'
         && (scenario->traffic.pattern->uniform || !scenario->traffic.pattern->program);
}

static double
curve_full_at (const DlScenario *scenario, gconstpointer analysis)
{
  return dl_fabric_analysis_full_at (analysis, NULL);
}

/* Of the best engine; one that refuses the fabric has no curve. */
static double
bound (const DlScenario *scenario, GStrv values, gconstpointer analysis, GCancellable *cancellable,
       GError **error)
{
  g_autoptr (DlScenario) other = dl_scenario_copy (scenario);
  double best = 0;

  for (guint i = 0; values[i] != NULL; i++)
    {
      const DlFabricEngine *engine = dl_fabric_engine_find (values[i]);
      g_autoptr (DlFabricAnalysis) found = NULL;
      g_autoptr (GError) why = NULL;

      dl_fabric_options (other)->engine = engine;
      found = engine == dl_fabric_options (scenario)->engine
                  ? dl_fabric_analysis_ref ((DlFabricAnalysis *) analysis)
                  : dl_fabric_family_analyze (other, NULL, NULL, cancellable, &why);
      if (g_error_matches (why, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          g_propagate_error (error, g_steal_pointer (&why));
          return NAN;
        }
      if (found != NULL)
        best = MAX (best, curve_full_at (other, found));
    }
  return MIN (best, 1);
}

static char *
value_of (const DlScenario *scenario)
{
  return g_strdup (dl_fabric_options (scenario)->engine->id);
}

static char *
title (const char *value)
{
  return g_strdup (_ (dl_fabric_engine_find (value)->title));
}

/* Both route any fabric. */
static const char *const engines[] = { "min-hop", "up-down", NULL };

const DlFamilyCurve dl_fabric_curve = {
  .key = "fabric.engine",
  .values = engines,
  .summary = N_ ("Simulates this scenario at rising offered loads under shortest routes, Up*/down* "
                 "and its own routing engine. Shows latency and accepted throughput as the runs "
                 "finish."),
  .columns = "title,engine",
  .n_seeds = 1,
  .cycles = 5000,
  .value = value_of,
  .has_load = has_load,
  .full_at = curve_full_at,
  .bound = bound,
  .title = title,
};
