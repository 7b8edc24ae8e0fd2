/* What of a torus is analyzed, from its scenario. */
#pragma once

#include "dl-analysis.h"
#include "dl-torus-scenario.h"

G_BEGIN_DECLS

/* As DlFamily.analyze, under another policy of virtual channels: for figures that compare them. */
DlAnalysis *dl_torus_analyze (const DlScenario *scenario, const DlVcPolicy *policy,
                              DlRoutes *routes, const DlAnalysis *before, GCancellable *cancellable,
                              GError **error);
/* Under its own, from the beginning. */
DlAnalysis *dl_torus_evaluate (const DlScenario *scenario, GCancellable *cancellable,
                               GError **error);
/* Does @policy say something of its own of @scenario? A policy that reads a table does not where
 * the scenario has none: there it is another policy. One that looks at no datelines is the
 * input-queued router's. */
gboolean dl_torus_knows_policy (const DlScenario *scenario, const DlVcPolicy *policy);
/* As DlFamily.critical. */
DlCritical *dl_torus_critical (const DlScenario *scenario, DlCriticalOptions options,
                               GCancellable *cancellable, GError **error);

G_END_DECLS
