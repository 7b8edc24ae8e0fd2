/* What the files of the loads share. */
#pragma once

#include "dl-dragonfly-loads.h"

G_BEGIN_DECLS

/* Without packets on links yet. */
DlDragonflyLoads *dl_dragonfly_loads_new_empty (DlDragonflyRoutes *routes, gboolean nonminimal);
/* All that follows from the packets on links; delivered has what is lost, below 0, until then. */
void dl_dragonfly_loads_sum_up (DlDragonflyLoads *loads, const DlDragonflyDemand *demand);

/* The same for @loads whose packets draw roots as @more has them in @share of all cases. */
void dl_dragonfly_loads_mix (DlDragonflyLoads *loads, const DlDragonflyLoads *more, double share);

/* Put @packets of a pair of routers on all of its routes through @root (DL_NO_NODE: the minimal
 * ones). FALSE if there are none. */
gboolean dl_dragonfly_loads_add_routes (DlDragonflyLoads *loads, guint source, guint dest,
                                        guint root, double packets);
/* Of minimal ones; what has none is lost, with its @pairs of nodes, which is asked once of each. */
void dl_dragonfly_loads_add_minimal (DlDragonflyLoads *loads, guint source, guint dest,
                                     double packets, guint64 pairs);

/* The hops of the longest plain way of a demand by groups, those through roots included where
 * @by_root (n_groups x n_groups) has packets between two groups draw one. */
guint dl_dragonfly_longest_plain (const DlDragonflyRoutes *routes, const double *groups,
                                  const guint8 *by_root, gboolean nonminimal);

G_END_DECLS
