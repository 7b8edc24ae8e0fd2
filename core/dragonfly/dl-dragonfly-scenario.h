/* Settings of a dragonfly in a scenario, from which its parts are made. */
#pragma once

#include "dl-aries-options.h"
#include "dl-dragonfly-demand.h"
#include "dl-dragonfly-jobs.h"
#include "dl-dragonfly-modes.h"
#include "dl-family.h"
#include "dl-machine.h"

G_BEGIN_DECLS

extern const DlFamily dl_family_dragonfly;

/* [dragonfly] */
typedef struct
{
  DlDragonflySpec spec;              /* groups in faults as on the machine */
  const DlDragonflyMode *mode;       /* routing */
  const DlDragonflyMinimal *minimal; /* minimal */
  DlMachine *machine;                /* interconnect: shared, or NULL */
  guint shifts;                      /* simulation.shifts: of an all to all; 0: all there are */
} DlDragonflyOptions;

static inline DlDragonflyOptions *
dl_dragonfly_options (const DlScenario *scenario)
{
  return dl_scenario_options (scenario, &dl_family_dragonfly);
}

extern const DlRouterModel dl_router_model_aries;

static inline DlAriesOptions *
dl_aries_options (const DlScenario *scenario)
{
  return dl_scenario_router_options (scenario, &dl_router_model_aries);
}

/* The network, with its faults. Errors: DL_NETWORK_ERROR for a scenario that dl_scenario_check
 * refuses. */
DlDragonfly *dl_scenario_dragonfly (const DlScenario *scenario, GError **error);
/* The jobs that traffic.placement states, on @dragonfly, which was built from @scenario, whatever
 * the pattern. Errors: those of dl_dragonfly_jobs_parse. */
DlJobs *dl_scenario_jobs (const DlScenario *scenario, const DlDragonfly *dragonfly, GError **error);
/* Demand in @dragonfly, which was built from @scenario; of a program, in all. Errors: those of
 * DL_JOBS and of dl_scenario_workload, each beginning with its key, whose field @field (nullable)
 * gets. */
DlDragonflyDemand *dl_scenario_dragonfly_demand (const DlScenario *scenario, DlDragonfly *dragonfly,
                                                 const DlField **field, GError **error);
/* Workload of its nodes, of a program. All to all, and jobs with a length of messages, are shifts,
 * of which simulation.shifts limits the number to those around the middle, where nearly all go to
 * other groups; traffic.order=random draws their order with @seed. @demand: as above. Errors as
 * above. */
DlWorkload *dl_scenario_dragonfly_workload (const DlScenario *scenario,
                                            const DlDragonfly *dragonfly,
                                            const DlDragonflyDemand *demand, guint64 seed,
                                            GError **error);

G_END_DECLS
