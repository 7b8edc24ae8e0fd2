#include "dl-plan.h"

#include "dl-field.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

static gboolean
refuse (GError **error, const char *key, const char *what)
{
  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_UNSUPPORTED,
               _ ("%s: %s is not simulated in this version (a pattern such as uniform, at a load)"),
               key, what);
  return FALSE;
}

static gboolean
check_traffic (const DlTrafficOptions *traffic, GError **error)
{
  if (strcmp (traffic->pattern->id, "all-to-all") == 0
      || (!traffic->pattern->uniform && traffic->pattern->append == NULL))
    return refuse (error, "traffic.pattern", traffic->pattern->id);
  if (*traffic->message_bytes != '\0')
    return refuse (error, "traffic.message-bytes", traffic->message_bytes);
  if (traffic->random_order)
    return refuse (error, "traffic.order", "random");
  if (*traffic->placement != '\0')
    return refuse (error, "traffic.placement", traffic->placement);
  if (*traffic->matrix != '\0')
    return refuse (error, "traffic.matrix", traffic->matrix);
  return TRUE;
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
  DlSimPlanOptions options;

  if (!check_traffic (&scenario->traffic, error))
    return NULL;
  own = routes != NULL ? dl_routes_ref (routes) : make_routes (scenario, cancellable, error);
  if (own == NULL)
    return NULL;
  demand = dl_scenario_demand (scenario, own->network);
  options = (DlSimPlanOptions) {
    .routes = own,
    .demand = demand,
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
