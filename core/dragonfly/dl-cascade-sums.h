/* Counters of a Cascade beside the machine: how much of it they cover, and their sums by class of
 * links, by group, by job. */
#pragma once

#include "dl-counters-cascade.h"

G_BEGIN_DECLS

/* The link of @machine that each row is of, G_MAXUINT32 where it has none of that class.
 * (links->len), free with g_free. */
guint32 *dl_counters_find_links (const DlCounters *counters, const DlDragonfly *machine);

/* How much of a Cascade a file is about. */
typedef struct
{
  guint links[DL_N_LINK_CLASSES];   /* covered */
  guint machine[DL_N_LINK_CLASSES]; /* of the machine; of blue ones 0 without it */
  guint nodes, machine_nodes;       /* likewise */
  guint n_outside;                  /* links or nodes that the machine does not have */
} DlCountersCoverage;

/* @machine is nullable: without it, the named groups count as whole, and their blue links are
 * unknown. Rows for links that @machine does not have are noted in @counters.
 * DL_COUNTERS_ERROR_MACHINE if it has none of them. */
gboolean dl_counters_cover (DlCounters *counters, const DlDragonfly *machine,
                            DlCountersCoverage *coverage, GError **error);

/* Sums of counters over some links. */
typedef struct
{
  guint links, idle_links; /* idle: without flits */
  guint64 flits, stalls;
  guint64 vc_flits[DL_ARIES_VCS], vc_stalls[DL_ARIES_VCS];
  double balance_sum; /* of dl_cascade_balance, over links that have one: */
  guint balance_links;
} DlCascadeSums;

/* Mean dl_cascade_balance of the links; NAN if none has one. */
double dl_cascade_sums_balance_mean (const DlCascadeSums *sums);
/* One more link; @sums start zeroed. */
void dl_cascade_sums_add (DlCascadeSums *sums, const DlCascadeCount *count);
/* Stalls a flit; NAN without flits. */
double dl_stalls_per_flit (guint64 flits, guint64 stalls);
/* Flits of requests (virtual channels 0 to 3) or responses (4 to 7). */
guint64 dl_vc_half (const guint64 vc_flits[DL_ARIES_VCS], gboolean responses);
/* |requests - responses| / (requests + responses), as VC_balance has it for two virtual channels
 * (VC paper, section 4); NAN without flits on either. */
double dl_cascade_balance (const guint64 vc_flits[DL_ARIES_VCS]);
/* Share of the virtual channel that has most of @vc_flits (n); NAN without flits. */
double dl_vc_largest_share (const double *vc_flits, guint n);

/* All links of a class. */
void dl_cascade_sums_of_class (const DlCounters *counters, DlLinkClass class, DlCascadeSums *sums);

typedef struct
{
  guint16 group;
  DlCascadeSums sums; /* of the links that leave its routers */
} DlGroupSums;

/* Groups with links that leave them, most flits first; free the array. */
GArray *dl_group_sums_new (const DlCounters *counters);
/* Positions of links in the links of @counters, most flits first; free it. */
guint32 *dl_cascade_busiest (const DlCounters *counters);

typedef struct
{
  guint64 job;
  guint nodes, routers;
  guint shared_routers; /* on which other jobs have nodes, too */
  GArray *groups;       /* guint16, sorted */
} DlJobSums;

/* Jobs, most nodes first; g_ptr_array_unref frees them, too. */
GPtrArray *dl_job_sums_new (const DlCounters *counters);

G_END_DECLS
