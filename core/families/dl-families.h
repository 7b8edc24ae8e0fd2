/* All families of networks, for the features that each has. */
#pragma once

#include "dl-aries.h"
#include "dl-counters-cascade.h"
#include "dl-counters-torus.h"
#include "dl-dragonfly-edits.h"
#include "dl-dragonfly-plan.h"
#include "dl-fabric-scenario.h"
#include "dl-field.h"
#include "dl-seastar-model.h"
#include "dl-torus-edits.h"
#include "dl-torus-engine.h"
#include "dl-torus-plan.h"
#include "dl-torus-routes.h"
#include "dl-vc-policy.h"

G_BEGIN_DECLS

/* Results of a DlEvaluation, of a family; NULL of another one's. For the families' own files. */
#define dl_evaluation_torus(result)                                                                \
  ((DlTorusAnalysis *) dl_evaluation_of ((result), &dl_family_torus))
#define dl_evaluation_dragonfly(result)                                                            \
  ((DlDragonflyAnalysis *) dl_evaluation_of ((result), &dl_family_dragonfly))
#define dl_evaluation_fabric(result)                                                               \
  ((DlFabricAnalysis *) dl_evaluation_of ((result), &dl_family_fabric))

G_END_DECLS
