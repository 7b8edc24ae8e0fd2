/* The Aries' simulation (dl-aries.h) as one of those that there are. */
#pragma once

#include "dl-aries.h"
#include "dl-machine-run.h"

G_BEGIN_DECLS

/* Takes @plan, whose cycle is so long; NAN: no time belongs to it. */
DlMachinePlan *dl_aries_plan_to_machine (DlAriesPlan *plan, double cycle_ns);
/* NULL if it is another kind's. */
DlAriesPlan *dl_aries_plan_of (const DlMachinePlan *plan);
DlAries *dl_aries_of (const DlMachineRun *run);

G_END_DECLS
