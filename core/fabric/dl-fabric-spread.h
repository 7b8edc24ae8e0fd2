/* Loads of engines whose packets choose: the expectation, or the bound that the engine states. */
#pragma once

#include "dl-fabric-analysis.h"
#include "dl-fabric-graph.h"
#include "dl-pattern.h"

G_BEGIN_DECLS

/* A demand by sets as routes count it: how many hosts of each set send to a switch, and hear it.
 * Pairs of a set are never listed: there may be 10^8. */

/* Switches of sets: set i has the entries first[i] up to first[i + 1], a switch each, and its hosts
 * of the set. */
typedef struct
{
  guint32 *first;   /* (n_sets + 1) */
  guint32 *at;      /* (first[n_sets]) numbers of switches */
  guint32 *n_hosts; /* likewise, at least 1 */
} DlFabricSetEnds;

typedef struct
{
  const DlDemand *demand; /* borrowed; by sets */
  DlFabricSetEnds from;   /* by the switch that a host sends to */
  DlFabricSetEnds to;     /* by the switch that a host hears */
  guint32 *own;           /* (n_hosts) the entry of from that counts a host, DL_FABRIC_NONE */
} DlFabricSets;

void dl_fabric_sets_init (DlFabricSets *sets, const DlFabricGraph *graph, const DlDemand *demand);
void dl_fabric_sets_clear (DlFabricSets *sets);

/* Hosts of @entry of from that send to @dest, which is of the same set: all but itself. */
static inline guint
dl_fabric_sets_sources (const DlFabricSets *sets, const DlFabricGraph *graph, guint entry,
                        guint dest)
{
  return sets->from.n_hosts[entry] - (graph->takes[dest] == sets->from.at[entry]);
}

/* Fills loads, dependencies and counts of @analysis. @demand: NULL: uniform. @sets: of a demand by
 * sets, for which one packet per pair is counted; else NULL. FALSE if canceled. */
gboolean dl_fabric_spread (DlFabricAnalysis *analysis, DlFabricGraph *graph, const DlDemand *demand,
                           const DlFabricSets *sets, GCancellable *cancellable);

G_END_DECLS
