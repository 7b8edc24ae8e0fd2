/* A simulation over time: its counters at points in time. */
#pragma once

#include "dl-sim-counters.h"

G_BEGIN_DECLS

/* Counters since cycle 0 as they were when @cycle was next; rates are differences of two. */
typedef struct
{
  guint64 cycle;
  guint64 created, injected, delivered; /* packets */
  guint64 delivered_flits;              /* of these */
  guint64 dropped;                      /* packets in the network that were lost */
  guint64 flit_hops, latency_sum;
  guint64 total_latency_sum; /* from creation */
  guint64 nonminimal;        /* of @injected, those sent by way of a root; 0 of a torus */
  guint64 waits[DL_N_WAITS]; /* DlSimCounters.waits */
} DlSimPoint;

/* Flits a node and cycle that were created and delivered between two points, and the mean latency
 * of the packets that were delivered; NAN where there is nothing to divide by. */
double dl_sim_points_offered (const DlSimPoint *from, const DlSimPoint *to, guint packet_flits,
                              guint n_nodes);
double dl_sim_points_accepted (const DlSimPoint *from, const DlSimPoint *to, guint n_nodes);
double dl_sim_points_latency (const DlSimPoint *from, const DlSimPoint *to);
/* Flits that waited for @wait between them, the mean of all cycles; NAN likewise. */
double dl_sim_points_waiting (const DlSimPoint *from, const DlSimPoint *to, DlWait wait);
/* Share of the packets injected between them that were sent non-minimally. */
double dl_sim_points_nonminimal (const DlSimPoint *from, const DlSimPoint *to);

G_END_DECLS
