/* Critical cables of a torus. */
#pragma once

#include "dl-critical.h"
#include "dl-torus-analysis.h"

G_BEGIN_DECLS

/* Break every cable of @torus, from which the network of @routes was built, under @demand. Cables
 * that are known to do the same (dl-torus-critical.h) are evaluated once. NULL if @cancellable
 * was canceled. */
DlCritical *dl_torus_critical_new (const DlTorusSpec *torus, DlTorusRoutes *routes,
                                   const DlDemand *demand, DlCriticalOptions options,
                                   GCancellable *cancellable);

G_END_DECLS
