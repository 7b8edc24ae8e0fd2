/* What a run has of a dragonfly beside what all runs have. Private to dl_simulate. */
#pragma once

#include "dl-simulate.h"

G_BEGIN_DECLS

DlSimulationDragonfly *dl_simulation_dragonfly_new (const DlScenario *scenario,
                                                    const DlAriesPlan *plan);
/* NULL-safe. */
void dl_simulation_dragonfly_free (DlSimulationDragonfly *self);
/* The counters of @state, whose arrays are taken over, and what came after @warmup. */
void dl_simulation_dragonfly_take (DlSimulationDragonfly *self, const DlMachinePlan *plan,
                                   DlMachineState *state, const DlMachineState *warmup);
void dl_simulation_dragonfly_take_channels (DlSimulationDragonfly *self, const DlAries *sim);

G_END_DECLS
