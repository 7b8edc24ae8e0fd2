/* Counts of the threads of a simulation, each by itself, and all together. */
#pragma once

#include "dl-machine-run.h"
#include "dl-sim-counters.h"
#include "dl-sim-crew.h"
#include "dl-sim-image.h"

#include <glib.h>

G_BEGIN_DECLS

/* Counts of one thread. */
typedef struct
{
  _Alignas(DL_SIM_APART) DlSimCounters counters; /* but for those by port, which routers keep */
  DlSimStats stats;      /* @network not of an Aries: it is minimal and non-minimal together */
  guint64 last_delivery; /* cycle of it, of an Aries the one after it */
} DlSimTally;

/* Counts of all threads that there ever were. Start zeroed. */
typedef struct
{
  guint n;
  DlSimTally *of; /* (n) */
} DlSimTallies;

/* At least @n_threads of them, with sources (DlSimStats) of @n_sources nodes; 0: without. */
void dl_sim_tallies_grow (DlSimTallies *tallies, guint n_threads, guint n_sources);
void dl_sim_tallies_clear (DlSimTallies *tallies);

/* All counts, whichever threads counted them. @n_sources as above. */
void dl_sim_tallies_walk (DlSimTallies *tallies, DlSimWalk *walk, guint n_sources);

/* Since cycle 0; counters by port are 0. */
void dl_sim_tallies_get_counters (const DlSimTallies *tallies, DlSimCounters *counters);
void dl_sim_tallies_get_point (const DlSimTallies *tallies, guint64 now, DlSimPoint *point);
/* @n_sources as above. Clear @stats at the end. */
void dl_sim_tallies_get_stats (const DlSimTallies *tallies, guint n_sources, DlSimStats *stats);

/* How evenly a network serves its sources: what each of them got through, beside an equal share
 * (age paper, section 2 and figure 4; Jain, Chiu and Hawe 1984). */

/* A node that sends nothing, or cannot reach the destination. */
#define DL_FAIRNESS_NO_DISTANCE G_MAXUINT16

/* Fairness over all sources. Shares are relative to an equal share, which is 1. */
typedef struct
{
  guint n;         /* sources, those of which nothing was delivered included */
  guint n_starved; /* of these, nothing was delivered of */
  guint64 packets; /* delivered */
  double jain;     /* (sum x)^2 / (n sum x^2): 1 when all have the same, 1/n when one has all; NAN
                      without packets */
  double least, most; /* shares; NAN without packets */
} DlFairness;

/* @packets (n_nodes): delivered from each node, of which @n_senders send, at least as many as have
 * packets. */
void dl_fairness_init (DlFairness *fairness, const guint64 *packets, guint n_nodes,
                       guint n_senders);

/* Sources that are so many hops from the destination. */
typedef struct
{
  guint distance;
  guint n;                  /* sources */
  double mean, least, most; /* shares */
} DlFairnessBar;

/* Bars by @distance (n_nodes), the nearest first, without distances that no source has; the shares
 * are of @fairness. Free with g_array_unref: DlFairnessBar. */
GArray *dl_fairness_by_distance (const DlFairness *fairness, const guint64 *packets,
                                 const guint16 *distance, guint n_nodes);

/* The shares of all sources, the largest first (@fairness.n doubles). Free with g_array_unref. */
GArray *dl_fairness_sorted (const DlFairness *fairness, const guint64 *packets, guint n_nodes);

/* Link utilization in a stretch of a simulation. */

/* Start zeroed; filled again and again, cleared at the end. */
typedef struct
{
  guint n_links;
  float *load;       /* (n_links) share of what it can carry, 0..1; of a torus flits/cycle */
  float *stalls;     /* (n_links) cycles/packet in which the output could not send (equation 17 of
                        the age paper); NAN without packets */
  float *occupancy;  /* (n_links) share of the downstream buffers that is taken at the end, 0..1 */
  guint n_vcs;       /* 0: not told of each virtual channel */
  float *vc_share;   /* (n_links x n_vcs) of the link's flits, 0..1; NAN without flits */
  guint32 *vc_taken; /* (n_links x n_vcs) flits in the downstream buffers at the end */
} DlLinkUse;

/* Use of links between the states @before and @after, of runs by @plan. @before may be zeroed: from
 * the beginning. */
void dl_link_use_take (DlLinkUse *links, const DlMachinePlan *plan, const DlMachineState *before,
                       const DlMachineState *after);
/* A value of a link in it as whole numbers: count / cycles / over. */
typedef enum
{
  DL_USE_LOAD,
  DL_USE_STALLS,
  DL_USE_OCCUPANCY
} DlUse;

typedef struct
{
  gint64 count;
  guint64 cycles;
  double over; /* 0: there is no value */
} DlUseRatio;

/* The same stretch as above, of its counts. */
DlUseRatio dl_link_use_ratio (DlUse use, const DlMachinePlan *plan, const DlLinkCounts *before,
                              const DlLinkCounts *after, guint64 cycles, guint link);
/* Counts of @link in every frame of a run are over the same: they differ from link to link alone.
 */
gboolean dl_use_is_over_constant (DlUse use);
void dl_link_use_copy (DlLinkUse *links, const DlLinkUse *from);
void dl_link_use_clear (DlLinkUse *links);

G_END_DECLS
