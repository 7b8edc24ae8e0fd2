/* Settings of a fabric in a scenario, and parts made of them. */
#pragma once

#include "dl-fabric-analysis.h"
#include "dl-fabric-options.h"
#include "dl-family.h"

G_BEGIN_DECLS

extern const DlFamily dl_family_fabric;

static inline DlFabricOptions *
dl_fabric_options (const DlScenario *scenario)
{
  return dl_scenario_options (scenario, &dl_family_fabric);
}

/* Demand in @fabric, which was built from @scenario; of a program, in all. Errors: those of
 * dl_scenario_workload, each beginning with its key, whose field @field (nullable) gets. */
DlDemand *dl_scenario_fabric_demand (const DlScenario *scenario, const DlFabric *fabric,
                                     const DlField **field, GError **error);
/* The same, with what hosts send to themselves where traffic.self says that they do. */
DlDemand *dl_scenario_fabric_sent_demand (const DlScenario *scenario, const DlFabric *fabric,
                                          const DlField **field, GError **error);
/* The name of the job that @host of @fabric has, where the traffic is one of jobs; else NULL. Free
 * with g_free. */
char *dl_scenario_fabric_job (const DlScenario *scenario, const DlFabric *fabric, guint host);

G_END_DECLS
