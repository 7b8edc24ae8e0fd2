/* Where a machine was hot: its measured counters by group, router, link or job, those with the most
 * stalls per flit first, and whose jobs are there. */
#pragma once

#include "dl-jobs.h"
#include "dl-measured.h"
#include "dl-shared.h"

G_BEGIN_DECLS

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
  guint nodes, n_groups;  /* of a job; of a group or router those that it has, and 0 */
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
/* Those of @jobs whose routes use @link of the network of @scenario, whose counters are of @kind,
 * under its mode of routing, when each node sends to all others of its job, and how many packets of
 * each: DlJobPart, most first. NULL if canceled. */
GArray *dl_measured_link_jobs (const DlCountersKind *kind, const DlJobs *jobs,
                               const DlScenario *scenario, gconstpointer analysis, guint link,
                               GCancellable *cancellable);

G_END_DECLS
