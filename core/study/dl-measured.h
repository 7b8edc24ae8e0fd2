/* The measured counters of a machine beside what the program computes for it, link by link: packets
 * of a torus' links, flits and stalls of a dragonfly's. Each is a share of its own total over the
 * links that were measured, so that one scale fits all. */
#pragma once

#include "dl-analysis.h"
#include "dl-counters-sums.h"
#include "dl-dragonfly-analysis.h"
#include "dl-family.h"
#include "dl-link-use.h"
#include "dl-shared.h"

G_BEGIN_DECLS

/* How alike two lists of shares are; NAN where that is not known (dl-correlation.h). */
typedef struct
{
  double pearson, rank;
} DlLikeness;

/* Of what was measured with what was computed. */
typedef struct
{
  DlLikeness analysis;   /* flits, or packets, and the analysis' load */
  DlLikeness simulation; /* the same and the simulated load */
  DlLikeness stalls;     /* stalls and the simulated stalls */
} DlMeasuredLikeness;

/* The links of a direction of a torus, or of a class of a dragonfly. */
typedef struct
{
  guint links, machine; /* measured, and those that the network has, broken ones included */
  guint64 count, max_count;
  guint64 stalls;
  double measured, analyzed, simulated, stalled; /* shares; NAN without such a list */
  DlMeasuredLikeness likeness;

  /* Of a dragonfly whose virtual channels were measured. */
  DlCascadeSums sums;
  double vc_share;                      /* mean of the largest share of one VC, over links */
  double analyzed_vc[DL_DRAGONFLY_VCS]; /* share of the analyzed load, as of requests */
  double analyzed_vc_share;             /* as @vc_share */
} DlMeasuredPart;

/* The blue links from one group of a dragonfly to another. */
typedef struct
{
  guint16 a, b;         /* groups, numbered from 0 */
  guint links, machine; /* as of DlMeasuredPart */
  guint64 count, stalls;
  double measured, analyzed, simulated, stalled;
} DlMeasuredPair;

/* Immutable once built, shared by reference between threads. Links by their place in the lists,
 * 0..n-1. */
typedef struct
{
  DlShared shared;
  const DlFamily *family; /* of the network, whose shape is: */
  gconstpointer shape;
  DlNetwork *network;     /* of a torus; else NULL */
  DlDragonfly *dragonfly; /* of a dragonfly; else NULL */
  guint n;                /* links measured */
  guint n_machine;        /* links that the network has, broken ones included */
  guint n_outside;        /* rows of links that it does not have: left aside */
  guint n_vcs;            /* that counters of such a machine may tell apart; 0: they never do */
  gboolean has_vcs;       /* flits by virtual channel */
  guint64 total;          /* packets, or flits */
  guint64 total_stalls;
  guint32 *link;            /* (n) of the network, rising */
  guint64 *count;           /* (n) packets, or flits */
  guint64 *stalls;          /* (n) nullable: not measured */
  double *measured;         /* (n) share of @total; NAN if that is 0 */
  double *analyzed;         /* (n) share of the analysis' load */
  double *simulated;        /* (n) share of the simulated load; nullable */
  double *stalled;          /* (n) share of @total_stalls; nullable */
  double *simulated_stalls; /* (n) share of the simulated stalls; nullable */
  DlMeasuredLikeness likeness;
  guint32 *busiest;   /* (n) most packets or flits first */
  guint32 *different; /* (n) those first whose share differs most from the simulated one, or
                         the analyzed one without a simulation */
  guint n_parts;
  DlMeasuredPart parts[DL_N_NETWORK_PORTS]; /* (n_parts) by direction, or by class */
  GArray *pairs; /* of a dragonfly: DlMeasuredPair that were measured, most flits first; NULL */
} DlMeasured;

/* Has @network the links of @counters, which are a torus'? DL_COUNTERS_ERROR_MACHINE if it is of
 * another radix, or a mesh where the file has links round the ring. */
gboolean dl_measured_check (const DlCounters *counters, const DlNetwork *network, GError **error);
/* Those of code region @region (nullable: all of them together) beside @analysis and what was
 * @simulated (nullable, of the same network). Errors: those of dl_measured_check. */
DlMeasured *dl_measured_new (const DlCounters *counters, const gint32 *region,
                             const DlAnalysis *analysis, const DlLinkUse *simulated,
                             GError **error);
/* The same of a Cascade's counters. Errors: DL_COUNTERS_ERROR_MACHINE if it has none of the links;
 * those that it has not are counted. */
DlMeasured *dl_measured_new_dragonfly (const DlCounters *counters,
                                       const DlDragonflyAnalysis *analysis,
                                       const DlLinkUse *simulated, GError **error);
DL_SHARED (DlMeasured, dl_measured)

/* How far the measured share is above what @different goes by. */
double dl_measured_difference (const DlMeasured *measured, guint i);
/* The link as files and options have it: "1,2,2:x+", "0.0.4-3.0.0#0". */
char *dl_measured_link_to_string (const DlMeasured *measured, guint i);
/* "x+", "green" */
const char *dl_measured_part_name (const DlMeasured *measured, guint part);

G_END_DECLS
