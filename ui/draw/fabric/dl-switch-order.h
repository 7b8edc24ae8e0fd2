/* In which order a matrix has the switches of a fabric, and what their runs are called. */
#pragma once

#include "dl-fabric-layout.h"
#include "dl-matrix-map.h"

G_BEGIN_DECLS

typedef struct
{
  DlMatrixOrder order; /* of what follows */
  guint32 *routers;
  GArray *bands; /* DlMatrixBand */
} DlSwitchOrder;

/* @values: (n_channels) by which the busiest are first, DL_FABRIC_BY_LOAD; else nullable. */
DlSwitchOrder *dl_switch_order_new (const DlFabricRows *rows, DlFabricOrder by,
                                    const float *values);
void dl_switch_order_free (DlSwitchOrder *order);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlSwitchOrder, dl_switch_order_free)

G_END_DECLS
