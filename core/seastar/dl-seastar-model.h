/* The SeaStar's simulation (dl-seastar.h) as a DlSimClass. */
#pragma once

#include "dl-router-model.h"
#include "dl-seastar.h"

G_BEGIN_DECLS

extern const DlRouterModel dl_router_model_seastar;

/* Counts of a run which only a SeaStar has. */
typedef struct
{
  DlShared shared;
  DlSeastarPortCounters *ports; /* (n_nodes x DL_N_ROUTER_PORTS), of the whole run */
} DlSeastarRun;

/* Takes @plan. */
DlMachinePlan *dl_seastar_plan_to_machine (DlSeastarPlan *plan);
/* NULL if it is another kind's. */
DlSeastarPlan *dl_seastar_plan_of (const DlMachinePlan *plan);
DlSeastar *dl_seastar_of (const DlMachineRun *run);

G_END_DECLS
