/* Latency against load in a torus: round robin beside age-based arbitration. */
#pragma once

#include "dl-analysis.h"
#include "dl-family.h"

G_BEGIN_DECLS

/* The load that no arbitration gets past, in flits/node/cycle, the mean over working nodes, each of
 * which sends in proportion to its pairs' weights: that of the busiest link of @analysis (of
 * @scenario), of the node that sends the most, 1 flit per cycle, and of the processor that takes
 * the most, at the ejection rate; at most 1. */
double dl_torus_load_bound (const DlScenario *scenario, const DlAnalysis *analysis);

extern const DlFamilyCurve dl_torus_curve;

G_END_DECLS
