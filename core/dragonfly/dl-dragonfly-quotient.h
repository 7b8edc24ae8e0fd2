/* A small image of the channel dependency graph of a dragonfly, by classes of links: which can
 * follow which, as the rules of the routes have it. Without a cycle in it there is none in the
 * graph, whatever is wired and broken, as each cycle there would be one here (Cascade paper 3,
 * manual, dragonfly). */
#pragma once

#include "dl-dragonfly-dependency.h"

G_BEGIN_DECLS

#define DL_DRAGONFLY_QUOTIENT (DL_N_LINK_CLASSES * DL_DRAGONFLY_VCS)

typedef struct
{
  /* Bit class * DL_DRAGONFLY_VCS + vc: links of that class on that virtual channel may follow. */
  guint16 next[DL_DRAGONFLY_QUOTIENT];
} DlDragonflyQuotient;

/* All that packets can do with the working links of @routes' network, in any mode. */
void dl_dragonfly_quotient_init (DlDragonflyQuotient *quotient, const DlDragonflyRoutes *routes);

/* The verdict on what packets of @mode can do, of all pairs and roots: without a cycle in
 * @quotient at once, else from the whole graph. NULL if canceled. */
DlVerdict *dl_dragonfly_verdict_new_quick (const DlDragonflyRoutes *routes,
                                           const DlDragonflyMode *mode,
                                           const DlDragonflyQuotient *quotient,
                                           GCancellable *cancellable);

G_END_DECLS
