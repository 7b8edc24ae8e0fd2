/* Counters of a Cascade. Its links, as CSV: sg,sr,sc,dg,dr,dc (group, row and column of the routers
 * at both ends) and color (g, k for black, b); flits, stalls, flits_vc_0..7 and stalls_vc_0..7 in
 * any order. Its jobs, as CSV: g,r,c,n,jobid (or group,row,column,node,job). */
#pragma once

#include "dl-dragonfly-jobs.h"
#include "dl-measured.h"

G_BEGIN_DECLS

/* Virtual channels of an Aries: the first half for requests, the others for responses. */
#define DL_ARIES_VCS 8

/* A directed link; groups by their number on the machine. */
typedef struct
{
  DlRouterAt from, to;
  guint8 class;    /* DlLinkClass */
  guint8 parallel; /* which of those between these routers, in the order of the file */
  guint line;
  guint64 flits, stalls;
  guint64 vc_flits[DL_ARIES_VCS], vc_stalls[DL_ARIES_VCS];
} DlCascadeCount;

typedef struct
{
  GArray *links; /* DlCascadeCount, by from, to and parallel; none in a file of jobs */
  gboolean has_stalls, has_vc_flits, has_vc_stalls;
  GArray *jobs;   /* DlJobNode, by router and node; none in a file of links */
  GArray *groups; /* guint16, sorted: all that are named, at either end */
} DlCascadeCounters;

extern const DlCountersKind dl_counters_kind_cascade, dl_counters_kind_jobs;

/* Contents of @counters of these kinds. */
static inline const DlCascadeCounters *
dl_cascade_counters (const DlCounters *counters)
{
  g_assert (counters->kind == &dl_counters_kind_cascade
            || counters->kind == &dl_counters_kind_jobs);
  return counters->data;
}

/* dl-counters-measured.c: DlCountersKind's measure, jobs and link_jobs. */
DlMeasured *dl_cascade_measure (const DlCounters *counters, const gint32 *region,
                                gconstpointer analysis, const DlLinkUse *simulated, GError **error);
DlJobs *dl_cascade_place_jobs (const DlCounters *jobs, gconstpointer shape, GError **error);
GArray *dl_cascade_link_jobs (const DlJobs *jobs, const DlScenario *scenario,
                              gconstpointer analysis, guint link, GCancellable *cancellable);

G_END_DECLS
