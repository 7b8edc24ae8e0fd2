/* What a run of a dragonfly has beside what all runs have. */
#pragma once

#include "dl-machine-run.h"
#include "dl-units.h"

G_BEGIN_DECLS

typedef struct
{
  DlShared shared;
  DlDragonfly *network; /* the plan's */
  DlUnits units;
  DlLinkCounts links;          /* of the whole run; and: */
  DlLinkCounts measured_links; /* after the warm-up; of these no @taken */
  guint64 *vc_flits;           /* (n_links x DL_ARIES_SIM_VCS) of the whole run */
  double bandwidth_GBps;       /* payload that was delivered, a node that sends; NAN */
  guint n_shifts, all_shifts;  /* of an all to all: simulated, and those there are */
} DlDragonflyRun;

G_END_DECLS
