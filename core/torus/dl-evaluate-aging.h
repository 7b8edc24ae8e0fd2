/* From a scenario to the age paper's equations for it. */
#pragma once

#include "dl-aging-model.h"
#include "dl-analysis.h"
#include "dl-scenario.h"

G_BEGIN_DECLS

/* What the equations take from @scenario, and from its @analysis. */
DlAgingOptions dl_evaluate_aging_options (const DlScenario *scenario, const DlAnalysis *analysis);

G_END_DECLS
