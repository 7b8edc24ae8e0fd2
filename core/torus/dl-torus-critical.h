/* Critical cables of a torus. */
#pragma once

#include "dl-analysis.h"
#include "dl-critical.h"

G_BEGIN_DECLS

/* Break every cable of @torus, from which the network of @routes was built, under @demand. Cables
 * that are known to do the same (dl-critical-classes.h) are evaluated once. NULL if @cancellable
 * was canceled. */
DlCritical *dl_torus_critical_new (const DlTorusSpec *torus, DlRoutes *routes,
                                   const DlDemand *demand, DlCriticalOptions options,
                                   GCancellable *cancellable);

G_END_DECLS
