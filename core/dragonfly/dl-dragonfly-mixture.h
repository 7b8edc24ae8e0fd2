/* The share of non-minimal packets with which the busiest link is least busy: what a network whose
 * packets choose by load can come to at best (manual, dragonfly). */
#pragma once

#include "dl-dragonfly-loads.h"
#include "dl-dragonfly-ways.h"

G_BEGIN_DECLS

/* The smallest s in [0, 1] that makes the greatest of (1 - s) minimal + s nonminimal over the rate
 * of its link as small as can be. Either is a load of @ways and what is beside them. 0 without
 * traffic. */
double dl_dragonfly_best_share (const DlDragonflyWays *ways, const DlDragonflyLoads *minimal,
                                const DlDragonflyLoads *nonminimal, const DlDragonflyRates *rates);

G_END_DECLS
