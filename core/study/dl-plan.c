#include "dl-plan.h"

#include "dl-torus-sites.h"
#include "dl-field.h"
#include "dl-units.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

static gboolean
check_bytes (const DlScenario *scenario, GError **error)
{
  if (*scenario->traffic.message_bytes != '\0' || !scenario->traffic.pattern->needs_bytes)
    return TRUE;
  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT,
               _ ("traffic.message-bytes: pattern %s needs the length of its messages (such as "
                  "64)"),
               scenario->traffic.pattern->id);
  return FALSE;
}

/* What ranks send; FALSE with an error where the scenario does not say enough. */
static gboolean
make_workload (const DlScenario *scenario, guint64 seed, const DlNetwork *network,
               DlWorkload **workload, GError **error)
{
  const DlSites sites = dl_sites_of_torus (network);

  if (!check_bytes (scenario, error))
    return FALSE;
  *workload = dl_scenario_workload (scenario, &sites, seed, NULL, error);
  return *workload != NULL;
}

static DlRoutes *
make_routes (const DlScenario *scenario, GCancellable *cancellable, GError **error)
{
  g_autoptr (DlNetwork) network = dl_network_new_torus (&dl_torus_options (scenario)->spec, error);
  DlRoutingSpec routing;
  DlRoutes *routes;

  if (network == NULL)
    return NULL;
  routing = dl_scenario_routing (scenario);
  routes = dl_routes_new_from (network, &routing, NULL, cancellable);
  if (routes == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                         _ ("The simulation was cancelled"));
  return routes;
}

DlSimPlan *
dl_plan_new (const DlScenario *scenario, guint64 seed, DlRoutes *routes, GCancellable *cancellable,
             GError **error)
{
  g_autoptr (DlRoutes) own = NULL;
  g_autoptr (DlDemand) demand = NULL;
  g_autoptr (DlWorkload) workload = NULL;
  DlSimPlanOptions options;

  own = routes != NULL ? dl_routes_ref (routes) : make_routes (scenario, cancellable, error);
  if (own == NULL)
    return NULL;
  if (!scenario->traffic.pattern->program)
    demand = dl_scenario_demand (scenario, own->network);
  else if (!make_workload (scenario, seed, own->network, &workload, error))
    return NULL;
  options = (DlSimPlanOptions) {
    .routes = own,
    .demand = demand,
    .workload = workload,
    .router = scenario->router,
    .packet_flits = scenario->traffic.packet_flits,
    .burst = scenario->traffic.burst_messages,
    .load = scenario->traffic.saturated ? INFINITY : scenario->traffic.load,
    .response_share = scenario->traffic.response_share,
    .seed = seed,
  };
  return dl_sim_plan_new (&options, error);
}

/* Dragonflies ---------------------------------------------------------------------------------- */

gboolean
dl_plan_is_program (const DlScenario *scenario)
{
  const DlTrafficOptions *traffic = &scenario->traffic;

  if (dl_scenario_kind (scenario) == DL_KIND_TORUS)
    return traffic->pattern->program;
  /* A matrix says how much, not when: its packets are drawn at random. */
  return (traffic->pattern->program && !traffic->pattern->needs_matrix)
         || (traffic->pattern->takes_bytes && *traffic->message_bytes != '\0');
}

static DlDragonflyRoutes *
make_dragonfly_routes (const DlScenario *scenario, GError **error)
{
  g_autoptr (DlDragonfly) dragonfly = dl_scenario_dragonfly (scenario, error);

  return dragonfly != NULL
             ? dl_dragonfly_routes_new (dragonfly, dl_dragonfly_options (scenario)->minimal)
             : NULL;
}

/* The most nodes that exchange messages with each other. */
static guint
largest_team (const DlDragonflyDemand *demand)
{
  guint most = 0;

  if (demand->set != NULL)
    for (guint set = 0; set < demand->n_sets; set++)
      most = MAX (most, demand->set_first[set + 1] - demand->set_first[set]);
  else
    for (guint node = 0; node < demand->dragonfly->n_nodes; node++)
      most += dl_dragonfly_demand_sent (demand, node) > 0;
  return most;
}

/* Which of the shifts, from 1 to one less than there are nodes. */
static void
choose_shifts (const DlScenario *scenario, DlAriesPlanOptions *options)
{
  const guint team = largest_team (options->demand), all = team > 0 ? team - 1 : 0;

  options->first_shift = 1;
  options->n_shifts = 0;
  if (dl_dragonfly_options (scenario)->shifts == 0
      || dl_dragonfly_options (scenario)->shifts >= all)
    return;
  options->n_shifts = dl_dragonfly_options (scenario)->shifts;
  options->first_shift = 1 + (all - options->n_shifts) / 2;
}

static gboolean
check_delay (const DlScenario *scenario, const DlAriesRouter *router, GError **error)
{
  if (router->link_cycles <= DL_ARIES_MAX_LINK_CYCLES)
    return TRUE;
  g_set_error (
      error, DL_SIM_ERROR, DL_SIM_ERROR_LIMIT, _ ("%s: a link delay of %u cycles (at most %u)"),
      dl_dragonfly_options (scenario)->spec.shape == DL_DRAGONFLY_ARIES ? "router.aries-hop-ns"
                                                                        : "router.link-cycles",
      router->link_cycles, DL_ARIES_MAX_LINK_CYCLES);
  return FALSE;
}

DlAriesPlan *
dl_plan_new_dragonfly (const DlScenario *scenario, guint64 seed, DlDragonflyRoutes *routes,
                       GCancellable *cancellable, GError **error)
{
  const DlTrafficOptions *traffic = &scenario->traffic;
  const DlUnits units = dl_units (scenario);
  g_autoptr (DlDragonflyRoutes) own = NULL;
  g_autoptr (DlDragonflyDemand) demand = NULL;
  DlAriesPlanOptions options = {
    .mode = dl_dragonfly_options (scenario)->mode,
    .kind = dl_plan_is_program (scenario) ? DL_ARIES_ALL_TO_ALL : DL_ARIES_LOAD,
    .router = dl_units_router (scenario),
    .packet_flits = traffic->packet_flits,
    .header_flits = units.header_flits,
    .payload_bytes = dl_dragonfly_options (scenario)->aries.payload_bytes,
    .load = traffic->saturated ? INFINITY : traffic->load * units.load_flits,
    .response_share = traffic->response_share,
    .random_order = traffic->random_order,
    .seed = seed,
  };

  if (!check_bytes (scenario, error) || !check_delay (scenario, &options.router, error))
    return NULL;
  own = routes != NULL ? dl_dragonfly_routes_ref (routes) : make_dragonfly_routes (scenario, error);
  if (own == NULL || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  demand = dl_scenario_dragonfly_demand (scenario, own->dragonfly, NULL, error);
  if (demand == NULL)
    return NULL;
  options.routes = own;
  options.demand = demand;
  if (options.kind == DL_ARIES_ALL_TO_ALL)
    {
      if (!dl_value_parse_uint (traffic->message_bytes, 1, G_MAXUINT64, &options.message_bytes,
                                error))
        return NULL;
      choose_shifts (scenario, &options);
    }
  return dl_aries_plan_new (&options, error);
}

/* Either kind ---------------------------------------------------------------------------------- */

DlMachinePlan *
dl_plan_new_machine (const DlScenario *scenario, guint64 seed, DlRoutes *routes,
                     DlDragonflyRoutes *dragonfly_routes, GCancellable *cancellable, GError **error)
{
  DlAriesPlan *dragonfly;
  DlSimPlan *torus;

  if (dl_scenario_kind (scenario) == DL_KIND_DRAGONFLY)
    {
      dragonfly = dl_plan_new_dragonfly (scenario, seed, dragonfly_routes, cancellable, error);
      return dragonfly != NULL ? dl_aries_plan_to_machine (dragonfly) : NULL;
    }
  torus = dl_plan_new (scenario, seed, routes, cancellable, error);
  return torus != NULL ? dl_sim_plan_to_machine (torus) : NULL;
}

/* In every key of @group but @except (nullable). */
static gboolean
same_group (const DlScenario *a, const DlScenario *b, const char *group, const char *except)
{
  guint n;
  const DlField *fields = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    if (strcmp (fields[i].group, group) == 0 && g_strcmp0 (fields[i].key, except) != 0)
      {
        g_autofree char *of_a = dl_field_get (&fields[i], a);
        g_autofree char *of_b = dl_field_get (&fields[i], b);

        if (strcmp (of_a, of_b) != 0)
          return FALSE;
      }
  return TRUE;
}

gboolean
dl_plan_same_routes (const DlScenario *a, const DlScenario *b)
{
  if (dl_scenario_kind (a) != dl_scenario_kind (b))
    return FALSE;
  /* A dragonfly's modes choose from the same ways. */
  return dl_scenario_kind (a) == DL_KIND_TORUS ? same_group (a, b, "torus", NULL)
                                               : same_group (a, b, "dragonfly", "routing");
}

gboolean
dl_plan_same (const DlScenario *a, const DlScenario *b)
{
  return a->seed == b->seed && dl_scenario_kind (a) == dl_scenario_kind (b)
         && dl_dragonfly_options (a)->mode == dl_dragonfly_options (b)->mode
         && dl_dragonfly_options (a)->shifts == dl_dragonfly_options (b)->shifts
         && dl_plan_same_routes (a, b) && same_group (a, b, "router", NULL)
         && same_group (a, b, "traffic", NULL);
}
