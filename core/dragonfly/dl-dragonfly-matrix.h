/* A communication matrix as the demand of a dragonfly. */
#pragma once

#include "dl-dragonfly-demand.h"
#include "dl-matrix.h"
#include "dl-placement.h"

G_BEGIN_DECLS

/* Each rank's bytes to each other one, in packets of up to @payload_bytes (at least 1), between the
 * nodes that @placement, made for @dragonfly, puts them on: pair by pair, weights are packets. A
 * matrix of fewer ranks takes the first. Errors: DL_PLACEMENT_ERROR_COUNT for one of more. */
DlDragonflyDemand *dl_dragonfly_demand_new_matrix (DlDragonfly *dragonfly,
                                                   const DlPlacement *placement,
                                                   const DlMatrix *matrix, guint payload_bytes,
                                                   GError **error);

G_END_DECLS
