/* Traffic patterns of a torus (manual, traffic). */
#pragma once

#include "dl-family.h"
#include "dl-torus.h"

G_BEGIN_DECLS

typedef struct
{
  const DlPattern *pattern;
  gint64 target; /* node index for the patterns that need one, else -1 */
  guint64 seed;
  gboolean self;        /* nodes that a pattern maps to themselves send to themselves */
  DlWorkload *workload; /* for the patterns that are programs; nullable, borrowed */
} DlTorusTraffic;

/* Patterns for DlFamily. */
extern const DlFamilyPattern dl_torus_patterns[];

/* The demand of @spec. A program's is all packets that it sends; without a workload, those of a
 * program with a rank on every working node and messages of one packet. All to all among all
 * working nodes is uniform: its weights are for one packet per message. */
DlDemand *dl_torus_demand_new (const DlTorusNetwork *network, const DlTorusTraffic *spec);

G_END_DECLS
