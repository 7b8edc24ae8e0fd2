/* Traffic patterns of a fabric. Ranks are its working hosts in their order. */
#pragma once

#include "dl-fabric.h"
#include "dl-family.h"

G_BEGIN_DECLS

/* Patterns of fabrics only: neighbors in rank order, half of the ranks further, and the hosts of
 * each leaf switch to all those of the next one, which is the worst case of minimal routes. */
extern const DlPattern dl_fabric_rank_neighbor, dl_fabric_half_shift, dl_fabric_leaf_shift,
    dl_fabric_rail_uniform, dl_fabric_rail_shift, dl_fabric_machine_uniform;

/* Patterns for DlFamily. */
extern const DlFamilyPattern dl_fabric_patterns[];
/* The demand of one that is neither a program nor jobs, weight 1 for each pair. @target: a working
 * host, of a pattern that needs one. @self: hosts that bit-complement, transpose, tornado and
 * neighbor send to themselves do so; else they are silent. */
DlDemand *dl_fabric_demand (const DlFabric *fabric, const DlPattern *pattern, guint target,
                            guint64 seed, gboolean self);

G_END_DECLS
