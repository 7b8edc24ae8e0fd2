/* What of a dragonfly is analyzed and simulated, from its scenario. */
#include "dl-dragonfly-plan.h"

#include "dl-dragonfly-family-private.h"
#include "dl-dragonfly-flows.h"
#include "dl-dragonfly-input-queued.h"
#include "dl-dragonfly-name.h"
#include "dl-scenario-check.h"
#include "dl-units.h"

#include <glib/gi18n-lib.h>

#include <math.h>

static DlDragonflyRoutes *
make_routes (const DlScenario *scenario, GError **error)
{
  g_autoptr (DlDragonfly) dragonfly = dl_scenario_dragonfly (scenario, error);

  return dragonfly != NULL
             ? dl_dragonfly_routes_new (dragonfly, dl_dragonfly_options (scenario)->minimal)
             : NULL;
}

/* Analysis ------------------------------------------------------------------------------------- */

DlDragonflyRates
dl_dragonfly_rates_of (const DlScenario *scenario, const DlDragonfly *dragonfly)
{
  DlDragonflyRates rates = dl_dragonfly_rates_for (dragonfly);

  if (dragonfly->shape == DL_DRAGONFLY_ARIES)
    rates.efficiency = dl_aries_options (scenario)->efficiency;
  rates.alike |= dl_scenario_is_input_queued (scenario);
  return rates;
}

/* A router's blue links to a group, of which some are broken. */
static guint
count_lost (const DlDragonfly *net, guint router, guint group, guint *n_left)
{
  guint n_lost = 0;

  *n_left = 0;
  for (guint link = net->first_link[router]; link < net->first_link[router + 1]; link++)
    if (net->link_class[link] == DL_LINK_BLUE && net->router[net->link_to[link]].group == group)
      {
        *n_left += net->link_state[link] == DL_LINK_UP;
        n_lost += net->link_state[link] != DL_LINK_UP;
      }
  return n_lost;
}

/* Where the busiest link leaves a router that has lost another one to the same group, and packets
 * leave by the exit that is nearest to them: why the loss of one link can cost more than that of
 * the whole cable, with which the exit is gone. */
static void
note_lost_exit (DlDragonflyAnalysis *analysis)
{
  const DlDragonfly *net = analysis->dragonfly;
  const guint link = analysis->bound_link;
  g_autofree char *router = NULL;
  guint from, group, n_lost, n_left;

  if (link == G_MAXUINT32 || net->link_class[link] != DL_LINK_BLUE
      || !analysis->routes->minimal->counts_near)
    return;
  from = net->link_from[link];
  group = net->router[net->link_to[link]].group;
  n_lost = count_lost (net, from, group, &n_left);
  if (n_lost == 0)
    return;
  router = dl_dragonfly_router_to_string (net, from);
  analysis->basis_note = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE,
                   /* Translators: what loads are (“exact: …”); a router; links that are left, and
                    * of how many; a group; a rule of routing, “nearest-exit” */
                   "%s; router %s has %u of its %u blue links to group %u left, and all traffic "
                   "that is nearest to this router leaves by that one (%s), so that one broken "
                   "link can cost more than its whole cable",
                   "%s; router %s has %u of its %u blue links to group %u left, and all traffic "
                   "that is nearest to this router leaves by those (%s), so that one broken link "
                   "can cost more than its whole cable",
                   n_left),
      dl_dragonfly_basis_text (analysis->basis), router, n_left, n_left + n_lost, group,
      analysis->routes->minimal->id);
}

/* Has a class of the input-queued router one virtual channel? Those of BookSim's modes always. */
static gboolean
has_lone_vcs (const DlScenario *scenario)
{
  return dl_scenario_is_input_queued (scenario)
         && (dl_dragonfly_options (scenario)->mode->phases > 0
             || scenario->input_queued.vcs / dl_dragonfly_least_vcs (scenario) == 1);
}

/* Of the busiest virtual channel, where each is one of its class and loads are those of the mode
 * itself. */
static double
find_held_load (const DlScenario *scenario, const DlDragonflyAnalysis *analysis)
{
  const DlTrafficOptions *traffic = &scenario->traffic;
  const gsize n = (gsize) analysis->dragonfly->n_links * DL_DRAGONFLY_VCS;
  const double share = (double) traffic->packet_flits
                       / dl_iq_hold_cycles (&scenario->input_queued, traffic->packet_flits);
  /* Requests and responses have classes of their own. */
  const double of_class = fmax (traffic->response_share, 1 - traffic->response_share);
  double most = 0;

  if (!has_lone_vcs (scenario) || analysis->bound_link == G_MAXUINT32
      || analysis->basis == DL_BASIS_BOUND || analysis->basis == DL_BASIS_EVEN)
    return NAN;
  for (gsize i = 0; i < n; i++)
    most = fmax (most, analysis->vc_load[i]);
  return analysis->bound_load * share * dl_dragonfly_analysis_load (analysis, analysis->bound_link)
         / (most * of_class);
}

static void
note_held_load (const DlScenario *scenario, DlDragonflyAnalysis *analysis)
{
  g_autofree char *basis = analysis->basis_note;

  analysis->held_load = find_held_load (scenario, analysis);
  if (!(analysis->held_load < analysis->bound_load))
    {
      analysis->basis_note = g_steal_pointer (&basis);
      return;
    }
  analysis->basis_note = dl_iq_hold_note (
      basis != NULL ? basis : dl_dragonfly_basis_text (analysis->basis), &scenario->input_queued,
      scenario->traffic.packet_flits, analysis->held_load);
}

DlDragonflyAnalysis *
dl_dragonfly_analyze (const DlScenario *scenario, DlDragonflyRoutes *known,
                      const DlDragonflyAnalysis *previous, GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (DlDragonflyRoutes) routes
      = known != NULL ? dl_dragonfly_routes_ref (known) : make_routes (scenario, error);
  g_autoptr (DlDragonflyDemand) demand = NULL;
  DlDragonflyAnalysis *analysis;

  if (routes == NULL)
    return NULL;
  demand = dl_scenario_dragonfly_demand (scenario, routes->dragonfly, NULL, error);
  if (demand == NULL)
    return NULL;
  analysis = dl_dragonfly_analysis_new (routes, dl_dragonfly_options (scenario)->mode, demand,
                                        dl_dragonfly_rates_of (scenario, routes->dragonfly),
                                        &scenario->seed, previous, cancellable);
  if (analysis == NULL)
    {
      dl_scenario_fail_cancelled (NULL, _ ("The analysis was canceled"), error);
      return NULL;
    }
  note_lost_exit (analysis);
  note_held_load (scenario, analysis);
  return analysis;
}

gpointer
dl_dragonfly_family_analyze (const DlScenario *scenario, gpointer routes, gconstpointer before,
                             GCancellable *cancellable, GError **error)
{
  return dl_dragonfly_analyze (scenario, routes, before, cancellable, error);
}

DlLinkFlows *
dl_dragonfly_family_flows (const DlScenario *scenario, gconstpointer data, guint link,
                           GCancellable *cancellable)
{
  const DlDragonflyAnalysis *analysis = data;
  g_autoptr (DlDragonflyDemand) demand
      = dl_scenario_dragonfly_demand (scenario, analysis->dragonfly, NULL, NULL);

  g_assert (demand != NULL); /* @analysis is of it */
  return dl_dragonfly_flows_new (analysis, demand, scenario->seed, link, DL_NO_NODE, cancellable);
}

static double
peak_load (const DlDragonflyAnalysis *analysis)
{
  double peak = NAN;

  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    peak = fmax (peak, analysis->classes[class].load_max);
  return peak;
}

void
dl_dragonfly_find (gconstpointer data, DlFindings *findings)
{
  const DlDragonflyAnalysis *analysis = data;
  const DlDragonfly *dragonfly = analysis->dragonfly;

  *findings = (DlFindings) {
    .pairs = analysis->pairs,
    .unreachable_pairs = analysis->unreachable_pairs,
    .all = analysis->all,
    .pattern = { analysis->pairs, analysis->unreachable_pairs, 0, 0 },
    .hops_mean = analysis->hops_mean,
    .hops_max = analysis->hops_max,
    .deadlock_free = analysis->verdict->deadlock_free,
    .verdict = analysis->verdict,
    .vc_load = analysis->vc_load,
    .peak_load = peak_load (analysis),
    .full_link = analysis->bound_link,
    .balance_mean = NAN,
    .bound_load = analysis->bound_load,
    .is_bound = dl_dragonfly_analysis_is_bound (analysis),
    .basis = dl_dragonfly_analysis_basis (analysis),
  };
  for (guint router = 0; router < dragonfly->n_routers; router++)
    findings->working_nodes += dragonfly->router_up[router] ? dragonfly->nodes_per_router : 0;
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    {
      findings->working_links += analysis->classes[class].links;
      findings->class_load_max[class] = analysis->classes[class].load_max;
      findings->class_balance_mean[class] = NAN;
    }
}

/* Simulation ----------------------------------------------------------------------------------- */

static gboolean
check_delay (const DlScenario *scenario, const DlAriesRouter *router, GError **error)
{
  if (router->link_cycles <= DL_ARIES_MAX_LINK_CYCLES)
    return TRUE;
  g_set_error (error, DL_SIM_ERROR, DL_SIM_ERROR_LIMIT,
               _ ("%s: a link delay of %u cycles is too long (at "
                  "most %u)"),
               dl_dragonfly_options (scenario)->spec.shape == DL_DRAGONFLY_ARIES
                   ? "router.aries-hop-ns"
                   : "router.link-cycles",
               router->link_cycles, DL_ARIES_MAX_LINK_CYCLES);
  return FALSE;
}

DlAriesPlan *
dl_dragonfly_plan_new (const DlScenario *scenario, guint64 seed, DlDragonflyRoutes *routes,
                       GCancellable *cancellable, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;
  const DlUnits units = dl_units (scenario);
  g_autoptr (DlDragonflyRoutes) own = NULL;
  g_autoptr (DlDragonflyDemand) demand = NULL;
  g_autoptr (DlWorkload) workload = NULL;
  DlAriesPlanOptions options = {
    .mode = dl_dragonfly_options (scenario)->mode,
    .router = dl_units_router (scenario),
    .packet_flits = traffic->packet_flits,
    .payload_bytes = dl_aries_options (scenario)->payload_bytes,
    .load = traffic->saturated ? INFINITY : traffic->load * units.load_flits,
    .response_share = traffic->response_share,
    .seed = seed,
  };

  if (!dl_scenario_check_bytes (scenario, error) || !check_delay (scenario, &options.router, error))
    return NULL;
  own = routes != NULL ? dl_dragonfly_routes_ref (routes) : make_routes (scenario, error);
  if (own == NULL || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  demand = dl_scenario_dragonfly_demand (scenario, own->dragonfly, NULL, error);
  if (demand == NULL)
    return NULL;
  if (dl_scenario_is_program (scenario))
    {
      workload = dl_scenario_dragonfly_workload (scenario, own->dragonfly, demand, seed, error);
      if (workload == NULL)
        return NULL;
    }
  options.routes = own;
  options.demand = demand;
  options.workload = workload;
  return dl_aries_plan_new (&options, error);
}

gpointer
dl_dragonfly_route (const DlScenario *scenario, GCancellable *cancellable, GError **error)
{
  return make_routes (scenario, error);
}
