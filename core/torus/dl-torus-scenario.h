/* Settings of a torus in a scenario, from which its parts are made. */
#pragma once

#include "dl-family.h"
#include "dl-torus-patterns.h"
#include "dl-torus-routing.h"
#include "dl-vc-table.h"

G_BEGIN_DECLS

extern const DlFamily dl_family_torus;

/* [torus] */
typedef struct
{
  DlTorusSpec spec;
  DlTorusRouting routing; /* read the datelines with dl_torus_routing: unset ones are k - 1 */
  DlVcTable *vc_table;    /* shared, or NULL */
} DlTorusOptions;

static inline DlTorusOptions *
dl_torus_options (const DlScenario *scenario)
{
  return dl_scenario_options (scenario, &dl_family_torus);
}

/* Datelines resolved (unset: k - 1; mesh: none). The table of virtual channels is the scenario's.
 */
DlTorusRouting dl_torus_routing (const DlScenario *scenario);
/* The target's node index in @network, which was built from @scenario; -1 without a target. */
DlTorusTraffic dl_torus_traffic (const DlScenario *scenario, const DlTorusNetwork *network);
/* Demand in @network, which was built from @scenario. */
DlDemand *dl_torus_demand (const DlScenario *scenario, const DlTorusNetwork *network);
/* The same with nodes that send to themselves, if the scenario asks for them (traffic.self): they
 * load no link, but take part in what nodes inject and eject. */
DlDemand *dl_torus_sent_demand (const DlScenario *scenario, const DlTorusNetwork *network);
/* DlFamily.sends: that demand or, of a program, a workload. */
gboolean dl_torus_sends (const DlScenario *scenario, gpointer shape, guint64 seed, DlSent *sent,
                         GError **error);
/* Is that every working node to every other, as much to each? */
gboolean dl_torus_is_uniform (const DlScenario *scenario, const DlTorusNetwork *network);

G_END_DECLS
