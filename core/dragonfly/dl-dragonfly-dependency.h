/* The channel dependency graph of a dragonfly's routes, and what it says about deadlock (Cascade
 * paper 3). A channel is a directed link with one of its virtual channels of requests,
 * numbered link * DL_DRAGONFLY_VCS + vc. */
#pragma once

#include "dl-verdict.h"
#include "dl-dragonfly-modes.h"
#include "dl-dragonfly-routes.h"

G_BEGIN_DECLS

typedef struct
{
  DlDragonfly *dragonfly;
  guint words;   /* of a set of a router's ports */
  guint64 *next; /* (n_links x DL_DRAGONFLY_VCS x DL_DRAGONFLY_VCS x words) after that link on that
                    channel, the ports that packets leave by on each channel */
} DlDragonflyDependencies;

/* What packets of @mode can do, of all pairs and roots. On a healthy network exactly that; with
 * damage there may be more: the ways to and from a root are joined without asking whether any pair
 * has drawn it. NULL if canceled. */
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

G_END_DECLS
