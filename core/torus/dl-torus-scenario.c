#include "dl-torus-scenario.h"

#include "dl-field.h"
#include "dl-torus-sites.h"

DlRoutingSpec
dl_scenario_routing (const DlScenario *scenario)
{
  const DlTorusOptions *options = dl_torus_options (scenario);
  const gboolean stated = dl_field_is_set (dl_field_find ("torus", "datelines"), scenario);
  DlRoutingSpec routing = options->routing;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (!dl_torus_spec_is_ring (&options->spec, dim))
      routing.dateline[dim] = DL_NO_DATELINE;
    else if (!stated)
      routing.dateline[dim] = options->spec.radix[dim] - 1;
  routing.vc_table = options->vc_table;
  routing.source_vc_zero = scenario->traffic.source_vc_zero;
  /* The SeaStar's are its own. */
  routing.vcs = dl_scenario_router (scenario)->family == NULL ? scenario->input_queued.vcs : 0;
  /* What ranks send are requests. */
  routing.response_share
      = scenario->traffic.pattern->program ? 0 : scenario->traffic.response_share;
  return routing;
}

DlTrafficSpec
dl_scenario_traffic (const DlScenario *scenario, const DlNetwork *network)
{
  DlTrafficSpec traffic = { scenario->traffic.pattern, -1, scenario->seed };
  DlCoord target;

  if (*scenario->traffic.target != '\0'
      && dl_torus_spec_parse_node (&dl_torus_options (scenario)->spec, scenario->traffic.target,
                                   &target, NULL))
    traffic.target = dl_network_node_at (network, target);
  return traffic;
}

DlWorkload *
dl_torus_workload (const DlScenario *scenario, const DlNetwork *network, guint64 order_seed,
                   GError **error)
{
  const DlSites sites = dl_sites_of_torus (network);

  return dl_scenario_workload (scenario, &sites,
                               dl_packet_shape_seastar (scenario->traffic.packet_flits), order_seed,
                               NULL, error);
}

gboolean
dl_scenario_is_uniform (const DlScenario *scenario, const DlNetwork *network)
{
  g_autoptr (DlWorkload) workload = NULL;

  if (!scenario->traffic.pattern->uniform || !dl_scenario_has_program (scenario))
    return scenario->traffic.pattern->uniform;
  workload = dl_torus_workload (scenario, network, scenario->seed, NULL);
  return workload != NULL && workload->n_ranks == network->n_working_nodes;
}

static DlDemand *
make_demand (const DlScenario *scenario, const DlNetwork *network, gboolean self)
{
  DlTrafficSpec traffic = dl_scenario_traffic (scenario, network);
  g_autoptr (DlWorkload) workload = NULL;

  traffic.self = self;
  if (dl_scenario_has_program (scenario))
    {
      g_autoptr (GError) error = NULL;

      traffic.workload = workload = dl_torus_workload (scenario, network, scenario->seed, &error);
      g_assert_no_error (error); /* dl_scenario_check has seen it */
    }
  return dl_demand_new (network, &traffic);
}

DlDemand *
dl_scenario_demand (const DlScenario *scenario, const DlNetwork *network)
{
  return make_demand (scenario, network, FALSE);
}

DlDemand *
dl_scenario_sent_demand (const DlScenario *scenario, const DlNetwork *network)
{
  return make_demand (scenario, network, scenario->traffic.self);
}

gboolean
dl_torus_sent (const DlScenario *scenario, const DlNetwork *network, guint64 seed,
               const DlDemand **demand, DlWorkload **workload, GError **error)
{
  *demand = NULL;
  *workload = NULL;
  if (!dl_scenario_is_program (scenario))
    *demand = dl_scenario_sent_demand (scenario, network);
  else
    *workload = dl_torus_workload (scenario, network, seed, error);
  return *demand != NULL || *workload != NULL;
}
