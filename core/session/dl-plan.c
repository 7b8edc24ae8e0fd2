#include "dl-plan.h"

#include "dl-field.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* What ranks send; FALSE with an error where the scenario does not say enough. */
static gboolean
make_workload (const DlScenario *scenario, guint64 seed, const DlNetwork *network,
               DlWorkload **workload, GError **error)
{
  if (*scenario->traffic.message_bytes == '\0' && scenario->traffic.pattern->needs_bytes)
    {
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT,
                   _ ("traffic.message-bytes: pattern %s needs the length of its messages (such as "
                      "64)"),
                   scenario->traffic.pattern->id);
      return FALSE;
    }
  *workload = dl_scenario_workload (scenario, network, seed, NULL, error);
  return *workload != NULL;
}

static DlRoutes *
make_routes (const DlScenario *scenario, GCancellable *cancellable, GError **error)
{
  g_autoptr (DlNetwork) network = dl_network_new_torus (&scenario->torus, error);
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
    .source_vc_zero = scenario->traffic.source_vc_zero,
    .seed = seed,
  };
  return dl_sim_plan_new (&options, error);
}

/* In every key of @group. */
static gboolean
same_group (const DlScenario *a, const DlScenario *b, const char *group)
{
  guint n;
  const DlField *fields = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    if (strcmp (fields[i].group, group) == 0)
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
  return same_group (a, b, "torus");
}

gboolean
dl_plan_same (const DlScenario *a, const DlScenario *b)
{
  return a->seed == b->seed && same_group (a, b, "torus") && same_group (a, b, "router")
         && same_group (a, b, "traffic");
}
