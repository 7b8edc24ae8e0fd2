/* The Aries' simulation (dl-aries.h) as one of those that there are. */
#pragma once

#include "dl-aries.h"
#include "dl-machine-run.h"

G_BEGIN_DECLS

/* What a run of it has beside what all runs have. */
typedef struct
{
  DlShared shared;
  guint64 *vc_flits; /* (n_links x DL_ARIES_SIM_VCS) of the whole run */
  double
      bandwidth_GBps; /* payload that was delivered after the warm-up, per node that sends; NAN */
} DlAriesRun;

/* Takes @plan, whose cycle is so long; NAN: no time belongs to it. */
DlMachinePlan *dl_aries_plan_to_machine (DlAriesPlan *plan, double cycle_ns);
/* NULL if it is another kind's. */
DlAriesPlan *dl_aries_plan_of (const DlMachinePlan *plan);
DlAries *dl_aries_of (const DlMachineRun *run);

G_END_DECLS
