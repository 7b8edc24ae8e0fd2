/* What of a torus is analyzed and simulated, from its scenario. */
#pragma once

#include "dl-analysis.h"
#include "dl-sim-machine.h"
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

/* As DlFamily.plan. */
DlSimPlan *dl_torus_plan_new (const DlScenario *scenario, guint64 seed, DlRoutes *routes,
                              GCancellable *cancellable, GError **error);

/* What a run of a torus has beside what all runs have. */
typedef struct
{
  DlShared shared;
  DlNetwork *network;       /* the plan's */
  DlSimPortCounters *ports; /* (n_nodes x DL_N_ROUTER_PORTS), of the whole run */
} DlTorusRun;

G_END_DECLS
