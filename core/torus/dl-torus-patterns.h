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

/* As DlFamily has them. */
extern const DlFamilyPattern dl_torus_patterns[];

/* Of a program all packets that it sends; without a workload, of one with a rank on every working
 * node and messages of a packet. All to all among all working nodes is uniform: its weights are for
 * a packet of each message. */
DlDemand *dl_torus_demand_new (const DlTorusNetwork *network, const DlTorusTraffic *spec);

G_END_DECLS
