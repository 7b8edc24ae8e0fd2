/* The SeaStar's simulation (dl-sim.h) as one of those that there are. */
#pragma once

#include "dl-router-model.h"
#include "dl-sim.h"

G_BEGIN_DECLS

extern const DlRouterModel dl_router_model_seastar;

/* What a run of it has beside what all runs have. */
typedef struct
{
  DlShared shared;
  DlSimPortCounters *ports; /* (n_nodes x DL_N_ROUTER_PORTS), of the whole run */
} DlSeastarRun;

/* Takes @plan. */
DlMachinePlan *dl_sim_plan_to_machine (DlSimPlan *plan);
/* NULL if it is another kind's. */
DlSimPlan *dl_sim_plan_of (const DlMachinePlan *plan);
DlSim *dl_sim_of (const DlMachineRun *run);

G_END_DECLS
