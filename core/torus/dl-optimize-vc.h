/* The search behind policy `optimized` (VC paper 3.6): which virtual channel each run takes that no
 * rule binds, so that the links' VCs carry alike under the loads that there are.
 *
 * Minimized is the mean over the links with traffic of VC_balance = |P0 - P1| / (P0 + P1). What a
 * run loads lies within one line of the network and one direction, so that these can be solved one
 * by one. Where the packets of a line's free runs come in equal lots, the runs' shares of VC1 are a
 * flow of least cost and the answer is exact; elsewhere it is a start that a local search improves,
 * and the dual of the flow remains as the proven bound. */
#pragma once

#include "dl-pattern.h"
#include "dl-progress.h"
#include "dl-torus-routes.h"
#include "dl-vc-table.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Means over the links with traffic, NAN where there are none. */
typedef struct
{
  DlVcTable *table;
  double balance_before[DL_TORUS_N_DIMS];     /* by the policy of the routes as they were given */
  double balance_after[DL_TORUS_N_DIMS];      /* by policy `optimized` with the table */
  double bound[DL_TORUS_N_DIMS];              /* lower bound for any assignment of the free runs */
  double mean_before, mean_after, mean_bound; /* the same over all dimensions' links */
  gboolean deadlock_free; /* whether the routes with the table have no cycle of channels: always so
                             where output-crossing has none, for free choices stay inside the
                             legality relation */
} DlVcOptimum;

/* Optimise for @demand, whose pairs all weigh the same (dl_demand_is_weighted), on @routes, whose
 * network, engine, datelines and tie are kept; their policy is what is compared with. The same for
 * the same arguments on every machine. @progress is nullable. NULL if @cancellable was canceled.
 */
DlVcOptimum *dl_optimize_vc (DlTorusRoutes *routes, const DlDemand *demand, guint64 seed,
                             DlProgressFunc progress, gpointer progress_data,
                             GCancellable *cancellable);
void dl_vc_optimum_free (DlVcOptimum *optimum);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlVcOptimum, dl_vc_optimum_free)

G_END_DECLS
