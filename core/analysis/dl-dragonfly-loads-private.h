/* What the files of the loads share. */
#pragma once

#include "dl-dragonfly-loads.h"

G_BEGIN_DECLS

/* Without packets on links yet. */
DlDragonflyLoads *dl_dragonfly_loads_new_empty (DlDragonflyRoutes *routes, gboolean nonminimal);
/* All that follows from the packets on links; delivered has what is lost, below 0, until then. */
void dl_dragonfly_loads_sum_up (DlDragonflyLoads *loads, const double *demand);

G_END_DECLS
