/* The channel dependency graph of a dragonfly's routes, and what it says about deadlock (Cascade
 * paper 3). A channel is a directed link with one of its virtual channels of requests,
 * numbered link * DL_DRAGONFLY_VCS + vc. */
#pragma once

#include "dl-dragonfly-modes.h"
#include "dl-dragonfly-routes.h"
#include "dl-verdict.h"

G_BEGIN_DECLS

typedef struct
{
  DlDragonfly *dragonfly;
  guint words;   /* of a set of a router's ports */
  guint64 *next; /* (n_links x DL_DRAGONFLY_VCS x DL_DRAGONFLY_VCS x words) after that link on that
                    channel, the ports that packets leave by on each channel */
} DlDragonflyDependencies;

/* Dependencies of packets of @mode, of all pairs and roots. Exact on a healthy network; with damage
 * there may be more: the paths to and from a root are joined without asking whether any pair has
 * drawn it. NULL if canceled. */
DlDragonflyDependencies *dl_dragonfly_dependencies_new (const DlDragonflyRoutes *routes,
                                                        const DlDragonflyMode *mode,
                                                        GCancellable *cancellable);
void dl_dragonfly_dependencies_free (DlDragonflyDependencies *dependencies);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlDragonflyDependencies, dl_dragonfly_dependencies_free)

static inline guint
dl_dragonfly_channel (guint link, guint vc)
{
  return link * DL_DRAGONFLY_VCS + vc;
}

static inline guint64 *
dl_dragonfly_dependencies_ports (const DlDragonflyDependencies *dependencies, guint channel,
                                 guint vc)
{
  return dependencies->next + ((gsize) channel * DL_DRAGONFLY_VCS + vc) * dependencies->words;
}

/* NULL if canceled. */
DlVerdict *dl_dragonfly_verdict_new (const DlDragonflyDependencies *dependencies,
                                     GCancellable *cancellable);

/* A small image of the channel dependency graph of a dragonfly, by classes of links: which can
 * follow which, by the rules of the routes. Without a cycle in it there is none in the graph,
 * whatever is wired and broken, as each cycle there would be one here (Cascade paper 3, manual,
 * dragonfly). */

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
