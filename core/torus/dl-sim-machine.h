/* The SeaStar's simulation (dl-sim.h) as one of those that there are. */
#pragma once

#include "dl-machine-run.h"
#include "dl-sim.h"

G_BEGIN_DECLS

/* Takes @plan. */
DlMachinePlan *dl_sim_plan_to_machine (DlSimPlan *plan);
/* NULL if it is another kind's. */
DlSimPlan *dl_sim_plan_of (const DlMachinePlan *plan);
DlSim *dl_sim_of (const DlMachineRun *run);

G_END_DECLS
