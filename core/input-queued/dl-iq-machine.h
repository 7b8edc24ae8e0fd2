/* The input-queued router as a simulation of any kind (dl-machine-run.h). */
#pragma once

#include "dl-iq.h"
#include "dl-machine-run.h"

G_BEGIN_DECLS

/* @plan is taken over; @shape is the network, that the routing's data keeps. */
DlMachinePlan *dl_iq_plan_to_machine (DlIqPlan *plan, gpointer routes);
/* Borrowed; NULL if it is of another kind of router. */
DlIqPlan *dl_iq_plan_of (const DlMachinePlan *plan);
DlIq *dl_iq_of (const DlMachineRun *run);

G_END_DECLS
