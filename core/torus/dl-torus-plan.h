/* Analyzed parts of a torus, from its scenario. */
#pragma once

#include "dl-family.h"
#include "dl-torus-analysis.h"
#include "dl-torus-scenario.h"

G_BEGIN_DECLS

/* Implements DlFamily.analyze, under another policy of virtual channels: for figures that compare
 * them. */
DlTorusAnalysis *dl_torus_analyze (const DlScenario *scenario, const DlVcPolicy *policy,
                                   DlTorusRoutes *routes, const DlTorusAnalysis *before,
                                   GCancellable *cancellable, GError **error);
/* The same under each policy that @names lists, NULL at the end (DlTorusAnalysis); NULL: under all
 * that say something of their own of @scenario. Unref with g_ptr_array_unref. */
GPtrArray *dl_torus_analyze_policies (const DlScenario *scenario, const char *const *names,
                                      GCancellable *cancellable, GError **error);
/* Under its own, from the beginning. */
DlTorusAnalysis *dl_torus_evaluate (const DlScenario *scenario, GCancellable *cancellable,
                                    GError **error);
/* Implements DlFamily.critical. */
DlCritical *dl_torus_critical (const DlScenario *scenario, DlCriticalOptions options,
                               GCancellable *cancellable, GError **error);

/* Latency against load in a torus: round robin beside age-based arbitration. */

/* The load that no arbitration gets past, in flits/node/cycle, the mean over working nodes, each of
 * which sends in proportion to its pairs' weights: that of the busiest link of @analysis (of
 * @scenario), of the node that sends the most, 1 flit per cycle, and of the processor that takes
 * the most, at the ejection rate; at most 1. */
double dl_torus_load_bound (const DlScenario *scenario, const DlTorusAnalysis *analysis);

extern const DlFamilyCurve dl_torus_curve;

G_END_DECLS
