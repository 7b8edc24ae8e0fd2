/* The measured counters of a machine beside what the program computes for it, link by link: packets
 * of a torus' links, flits and stalls of a dragonfly's. Each is a share of its own total over the
 * links that were measured, so that one scale fits all. */
#pragma once

#include "dl-counters.h"
#include "dl-family.h"
#include "dl-jobs.h"
#include "dl-shared.h"
#include "dl-sim-tally.h"

G_BEGIN_DECLS

/* Parts of a network, such as directions and classes of links; and virtual channels of its links,
 * measured and analyzed. */
#define DL_MEASURED_PARTS 6
#define DL_MEASURED_VCS   8

/* How alike two lists of shares are; NAN where that is not known (dl-correlation.h). */
typedef struct
{
  double pearson, rank;
} DlCorrelation;

/* Correlation of measured with computed values. */
typedef struct
{
  DlCorrelation analysis;   /* flits, or packets, and the analysis' load */
  DlCorrelation simulation; /* the same and the simulated load */
  DlCorrelation stalls;     /* stalls and the simulated stalls */
} DlMeasuredCorrelation;

/* The links of a direction, or of a class. */
typedef struct
{
  guint links, machine; /* measured, and present in the network, broken ones included */
  guint64 count, max_count;
  guint64 stalls;
  double measured, analyzed, simulated, stalled; /* shares; NAN without such a list */
  DlMeasuredCorrelation correlation;

  /* Virtual channels, where they were measured. */
  guint64 vc_count[DL_MEASURED_VCS];   /* (n_vcs) the first half of requests, then of responses */
  double vc_balance;                   /* mean over links of how unlike these halves are; NAN */
  double vc_share;                     /* mean of the largest share of one VC, over links */
  double analyzed_vc[DL_MEASURED_VCS]; /* (n_analyzed_vcs) share of the analyzed load */
  double analyzed_vc_share;            /* as @vc_share */
} DlMeasuredPart;

/* The links from one group to another. */
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
  const DlCountersKind *kind;
  const DlFamily *family; /* of the network, whose shape is: */
  gpointer shape;
  guint n;              /* links measured */
  guint n_machine;      /* links that the network has, broken ones included */
  guint n_outside;      /* rows of links that it does not have: left aside */
  guint n_vcs;          /* that counters of such a machine may tell apart; 0: they never do */
  guint n_analyzed_vcs; /* that its analysis tells apart; likewise */
  gboolean has_vcs;     /* flits by virtual channel */
  guint64 total;        /* packets, or flits */
  guint64 total_stalls;
  guint32 *link;            /* (n) of the network, rising */
  guint8 *part;             /* (n) of @parts */
  guint64 *count;           /* (n) packets, or flits */
  guint64 *stalls;          /* (n) nullable: not measured */
  double *measured;         /* (n) share of @total; NAN if that is 0 */
  double *analyzed;         /* (n) share of the analysis' load */
  double *simulated;        /* (n) share of the simulated load; nullable */
  double *stalled;          /* (n) share of @total_stalls; nullable */
  double *simulated_stalls; /* (n) share of the simulated stalls; nullable */
  DlMeasuredCorrelation correlation;
  guint32 *busiest;   /* (n) most packets or flits first */
  guint32 *different; /* (n) those first whose share differs most from the simulated one, or
                         the analyzed one without a simulation */
  guint n_parts;
  DlMeasuredPart parts[DL_MEASURED_PARTS]; /* (n_parts) by direction, or by class */
  GArray *pairs; /* DlMeasuredPair that were measured, most flits first; NULL without groups */
} DlMeasured;

/* Counters of code region @region (nullable: all of them together; of a file that has such) beside
 * @analysis, of a network whose family reads them, and @simulated values (nullable, of the same
 * network). Errors: DL_COUNTERS_ERROR_MACHINE if the network is not of such a machine; links that
 * it does not have, where others are, are counted. */
DlMeasured *dl_measured_new (const DlCounters *counters, const gint32 *region,
                             gconstpointer analysis, const DlLinkUse *simulated, GError **error);
DL_SHARED (DlMeasured, dl_measured)

/* How far the measured share is above what @different goes by. */
double dl_measured_difference (const DlMeasured *measured, guint i);
/* The link as files and options have it: "1,2,2:x+", "0.0.4-3.0.0#0". */
char *dl_measured_link_to_string (const DlMeasured *measured, guint i);
/* "x+", "green"; and for people, translated: "X+", "Green". */
const char *dl_measured_part_name (const DlMeasured *measured, guint part);
const char *dl_measured_part_title (const DlMeasured *measured, guint part);
/* Shares (n_vcs) of a part's counts by virtual channel; NAN without any, or where these were not
 * measured. Returns that of the first half, requests. */
double dl_measured_vc_shares (const DlMeasured *measured, const DlMeasuredPart *part,
                              double shares[DL_MEASURED_VCS]);

/* For kinds of counters: by link of the network, (n) each. */
typedef struct
{
  guint n;
  const guint8 *covered;      /* gboolean: measured */
  const guint64 *counts;      /* of covered links */
  const guint64 *stalls;      /* likewise; nullable */
  const double *loads;        /* of the analysis */
  const DlLinkUse *simulated; /* nullable */
  const double *capacity;     /* the unit of its load; nullable: the same of all links */
  guint (*part) (gconstpointer shape, guint link); /* of @parts */
} DlMeasuredLinks;

/* All zero, with its first reference, of the network @shape, which gets another one. */
DlMeasured *dl_measured_alloc (const DlCounters *counters, const DlFamily *family,
                               gconstpointer shape);
/* Fill in all but the data of one kind of network. */
void dl_measured_fill (DlMeasured *measured, const DlMeasuredLinks *links);

/* Where a machine was hot: its measured counters by group, router, link or job, those with the most
 * stalls per flit first, and whose jobs are there. */

typedef enum
{
  DL_HEAT_GROUPS,
  DL_HEAT_ROUTERS,
  DL_HEAT_LINKS,
  DL_HEAT_JOBS,
  DL_N_HEAT_LEVELS
} DlHeatLevel;

typedef struct
{
  guint32 number; /* of the group or router of the network, of the link's place in the lists of the
                     DlMeasured, or of the job */
  guint links;    /* measured: that leave its routers, of a job those on which it has nodes */
  guint64 count, stalls;  /* of these, as in DlMeasured */
  guint32 job, job_nodes; /* of a group or router: the job with most nodes there, and how many;
                             DL_NO_SET: none */
  guint nodes, n_groups;  /* of a job; of a group or router its own nodes, and 0 */
} DlHeatRow;

/* Immutable once built, shared by reference between threads. */
typedef struct
{
  DlShared shared;
  DlMeasured *measured;
  DlJobs *jobs; /* nullable */
  DlHeatLevel level;
  guint n;
  DlHeatRow *rows; /* (n) the hottest first; without stalls, those with the highest counts */
} DlHeat;

/* FALSE: networks of its kind do not have such places, or there are no @jobs (nullable). */
gboolean dl_heat_has_level (const DlMeasured *measured, const DlJobs *jobs, DlHeatLevel level);
/* @level must be there. */
DlHeat *dl_heat_new (DlMeasured *measured, DlJobs *jobs, DlHeatLevel level);
DL_SHARED (DlHeat, dl_heat)

/* Stalls per flit; NAN without stalls that were measured, or without flits. */
double dl_heat_ratio (const DlHeat *heat, guint i);
/* Where row @i is; DL_NOWHERE of a job. */
DlPlace dl_heat_place (const DlHeat *heat, guint i);
/* The routers and groups on which @job of @heat has nodes: DlPlace. */
GArray *dl_heat_job_places (const DlHeat *heat, guint32 job);

/* A job's part of something. */
typedef struct
{
  guint32 job;
  double part; /* nodes, or packets */
} DlJobPart;

/* Most first. */
void dl_job_parts_sort (GArray *parts);

/* Jobs with nodes in the group, or on the router, of row @i, and how many: DlJobPart, most first.
 */
GArray *dl_heat_jobs_at (const DlHeat *heat, guint i);

/* The jobs of a machine's file, of a kind that has them, on the network of @measured. Errors:
 * DL_JOBS_ERROR_OUTSIDE. */
DlJobs *dl_measured_jobs (const DlMeasured *measured, const DlCounters *jobs, GError **error);
/* Jobs of @jobs whose routes use @link of the network of @scenario, whose counters are of @kind,
 * under its mode of routing, when each node sends to all others of its job, and how many packets of
 * each: DlJobPart, most first. NULL if canceled. */
GArray *dl_measured_link_jobs (const DlCountersKind *kind, const DlJobs *jobs,
                               const DlScenario *scenario, gconstpointer analysis, guint link,
                               GCancellable *cancellable);

G_END_DECLS
