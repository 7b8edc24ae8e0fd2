/* What a scenario of a torus states, and what the torus' parts are made from. */
#pragma once

#include "dl-family.h"
#include "dl-routing-spec.h"
#include "dl-torus-patterns.h"
#include "dl-vc-table.h"

G_BEGIN_DECLS

extern const DlFamily dl_family_torus;

/* [torus] */
typedef struct
{
  DlTorusSpec spec;
  DlRoutingSpec routing; /* read the datelines with dl_scenario_routing: unset ones are k - 1 */
  DlVcTable *vc_table;   /* shared, or NULL */
} DlTorusOptions;

static inline DlTorusOptions *
dl_torus_options (const DlScenario *scenario)
{
  return dl_scenario_options (scenario, &dl_family_torus);
}

/* Datelines resolved (unset: k - 1; mesh: none). The table of virtual channels is the scenario's.
 */
DlRoutingSpec dl_scenario_routing (const DlScenario *scenario);
/* The target's node index in @network, which was built from @scenario; -1 without a target. */
DlTrafficSpec dl_scenario_traffic (const DlScenario *scenario, const DlNetwork *network);
/* What its ranks send in @network, as dl_scenario_workload. */
DlWorkload *dl_torus_workload (const DlScenario *scenario, const DlNetwork *network,
                               guint64 order_seed, GError **error);
/* Who sends to whom in @network, which was built from @scenario. */
DlDemand *dl_scenario_demand (const DlScenario *scenario, const DlNetwork *network);
/* The same with those that send to themselves, if the scenario asks for them (traffic.self): they
 * load no link, but take part in what nodes inject and eject. */
DlDemand *dl_scenario_sent_demand (const DlScenario *scenario, const DlNetwork *network);
/* What is simulated in it: that demand or, of a program, a workload whose order is drawn with
 * @seed; the other one is NULL. Errors: those of the workload. */
gboolean dl_torus_sent (const DlScenario *scenario, const DlNetwork *network, guint64 seed,
                        const DlDemand **demand, DlWorkload **workload, GError **error);
/* Is that every working node to every other, as much to each? */
gboolean dl_scenario_is_uniform (const DlScenario *scenario, const DlNetwork *network);

G_END_DECLS
