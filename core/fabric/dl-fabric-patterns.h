/* Who sends to whom in a fabric. Ranks are its working hosts in their order. */
#pragma once

#include "dl-fabric.h"
#include "dl-pattern.h"

G_BEGIN_DECLS

/* Patterns of fabrics only: neighbors in rank order, half of the ranks further, and the hosts of
 * each leaf switch to all those of the next one, which is the worst case of minimal routes. */
extern const DlPattern dl_fabric_rank_neighbor, dl_fabric_half_shift, dl_fabric_leaf_shift;

/* The patterns that a fabric has, in the order of a drop-down; NULL: no more. */
const DlPattern *dl_fabric_pattern (guint i);
/* What it is by the numbers of hosts, translatable; NULL: as its row says. */
const char *dl_fabric_describe_pattern (const DlPattern *pattern);
/* The demand of one that is neither a program nor jobs, weight 1 for each pair. @target: a working
 * host, of a pattern that needs one. @self: hosts that bit-complement, transpose, tornado and
 * neighbor send to themselves do so; else they are silent. */
DlDemand *dl_fabric_demand (const DlFabric *fabric, const DlPattern *pattern, guint target,
                            guint64 seed, gboolean self);

G_END_DECLS
