/* The measured counters of a torus beside what the program computes for it, link by link. Each is a
 * share of its own total over the links that were measured, so that one scale fits all. */
#pragma once

#include "dl-analysis.h"
#include "dl-counters.h"
#include "dl-simulate.h"

G_BEGIN_DECLS

/* How alike two lists of shares are; NAN where that is not known (dl-correlation.h). */
typedef struct
{
  double pearson, rank;
} DlLikeness;

/* Of the links of a direction. */
typedef struct
{
  guint links; /* measured */
  guint64 packets, max_packets;
  double measured, analysed, simulated; /* shares; simulated NAN without a simulation */
} DlMeasuredDirection;

/* Links by their place in the lists, 0..n-1. */
typedef struct
{
  DlNetwork *network;
  guint n;                                   /* links measured */
  guint n_machine;                           /* links that the network has, broken ones included */
  guint64 total;                             /* packets */
  guint32 *link;                             /* (n) of the network, rising */
  guint64 *packets;                          /* (n) */
  double *measured;                          /* (n) share of @total; NAN if that is 0 */
  double *analysed;                          /* (n) share of the analysis' load */
  double *simulated;                         /* (n) share of the simulated load; nullable */
  DlLikeness with_analysis, with_simulation; /* of what was measured */
  guint32 *busiest;                          /* (n) most packets first */
  guint32 *different; /* (n) those first whose share differs most from the simulated one, or the
                         analysed one without a simulation */
  DlMeasuredDirection directions[DL_N_NETWORK_PORTS];
} DlMeasured;

/* Has @network the links of @counters, which are a torus'? DL_COUNTERS_ERROR_MACHINE if it is of
 * another radix, or a mesh where the file has links round the ring. */
gboolean dl_measured_check (const DlCounters *counters, const DlNetwork *network, GError **error);
/* Those of code region @region (nullable: all of them together) beside @analysis and @simulation
 * (nullable, of the same network). Errors: those of dl_measured_check. */
DlMeasured *dl_measured_new (const DlCounters *counters, const gint32 *region,
                             const DlAnalysis *analysis, const DlSimulation *simulation,
                             GError **error);
void dl_measured_free (DlMeasured *measured);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlMeasured, dl_measured_free)

/* How far the measured share is above what @different goes by. */
double dl_measured_difference (const DlMeasured *measured, guint i);

G_END_DECLS
