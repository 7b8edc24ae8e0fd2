/* All families of networks, for what is theirs. */
#pragma once

#include "dl-counters-cascade.h"
#include "dl-counters-torus.h"
#include "dl-dragonfly-edits.h"
#include "dl-dragonfly-plan.h"
#include "dl-dragonfly-run.h"
#include "dl-engine.h"
#include "dl-fabric-scenario.h"
#include "dl-field.h"
#include "dl-routes.h"
#include "dl-torus-edits.h"
#include "dl-torus-plan.h"
#include "dl-vc-policy.h"

G_BEGIN_DECLS

/* What a DlEvaluation, or a DlSimulation, has of a family; NULL of another one's. For the families'
 * own files. */
#define dl_evaluation_torus(result) ((DlAnalysis *) dl_evaluation_of ((result), &dl_family_torus))
#define dl_evaluation_dragonfly(result)                                                            \
  ((DlDragonflyAnalysis *) dl_evaluation_of ((result), &dl_family_dragonfly))
#define dl_evaluation_fabric(result)                                                               \
  ((DlFabricAnalysis *) dl_evaluation_of ((result), &dl_family_fabric))
#define dl_simulation_torus(simulation)                                                            \
  ((const DlTorusRun *) dl_simulation_of ((simulation), &dl_family_torus))
#define dl_simulation_dragonfly(simulation)                                                        \
  ((const DlDragonflyRun *) dl_simulation_of ((simulation), &dl_family_dragonfly))

G_END_DECLS
