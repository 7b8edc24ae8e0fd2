/* From a scenario to its analysis: the way the data goes, in one call. */
#pragma once

#include "dl-analysis.h"
#include "dl-critical.h"
#include "dl-dragonfly-analysis.h"
#include "dl-families.h"

G_BEGIN_DECLS

/* Network, routes, demand and analysis of @scenario. Errors: DL_NETWORK_ERROR for a scenario that
 * dl_scenario_check refuses, G_IO_ERROR_CANCELLED. Any thread; @scenario must not change meanwhile.
 */
DlAnalysis *dl_evaluate (const DlScenario *scenario, GCancellable *cancellable, GError **error);

/* The same on @routes (nullable), which are known to be @scenario's (dl_plan_same_routes). */
DlAnalysis *dl_evaluate_on (const DlScenario *scenario, DlRoutes *routes, GCancellable *cancellable,
                            GError **error);

/* Does @policy say something of its own of @scenario? A policy that reads a table does not where
 * the scenario has none: there it is another policy. */
gboolean dl_evaluate_knows_policy (const DlScenario *scenario, const DlVcPolicy *policy);
/* The same under another VC policy, on the same network: for figures that compare policies. */
DlAnalysis *dl_evaluate_policy (const DlScenario *scenario, const DlVcPolicy *policy,
                                GCancellable *cancellable, GError **error);

/* The critical links of @scenario (dl_critical_new). Errors and threads as dl_evaluate. */
DlCritical *dl_evaluate_critical (const DlScenario *scenario, DlCriticalOptions options,
                                  GCancellable *cancellable, GError **error);

/* The same for a scenario of a dragonfly. @previous (nullable): of a state before, from which
 * answers may be taken over. */
DlDragonflyAnalysis *dl_evaluate_dragonfly (const DlScenario *scenario,
                                            const DlDragonflyAnalysis *previous,
                                            GCancellable *cancellable, GError **error);
/* What the links and nodes of @dragonfly, its network, carry. */
DlDragonflyRates dl_evaluate_rates (const DlScenario *scenario, const DlDragonfly *dragonfly);

/* What a step did: its analysis beside the one before. */
typedef struct
{
  gboolean rerouted_known; /* FALSE where the networks cannot be compared */
  guint64 rerouted_pairs;
  double hops_before, hops_after;                /* mean; NAN without pairs */
  double peak_before, peak_after;                /* load of the busiest link, packets */
  double balance_before, balance_after;          /* mean VC balance over links with traffic */
  guint64 unreachable_before, unreachable_after; /* pairs; dropped ones included */
  gboolean deadlock_free_before, deadlock_free_after;
  double bound_before, bound_after; /* dragonfly: the load that saturates a link; else NAN */
} DlEffect;

/* One line for people, translated: "1,204 pairs rerouted, mean balance .267 to .281, ...". */
char *dl_effect_to_text (const DlEffect *effect);

/* The result of one state of a session: immutable, shared by reference. */
typedef struct _DlResult
{
  gatomicrefcount refs;
  guint64 generation;             /* of the session when it was asked for */
  DlScenario *scenario;           /* the state it belongs to */
  DlAnalysis *analysis;           /* of a torus; else NULL */
  DlDragonflyAnalysis *dragonfly; /* of a dragonfly; else NULL */
  gboolean has_effect;
  DlEffect effect;   /* of the last step */
  gint64 elapsed_us; /* to compute it */
} DlResult;

DlResult *dl_result_ref (DlResult *result);
void dl_result_unref (DlResult *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlResult, dl_result_unref)

/* @scenario is copied; @before (nullable, of any scenario) is what an effect is measured against,
 * and what answers may be taken over from. */
DlResult *dl_result_new (const DlScenario *scenario, guint64 generation, const DlResult *before,
                         GCancellable *cancellable, GError **error);

G_END_DECLS
