/* The channel dependency graph of the routes, and what it says about deadlock: routes cannot
 * deadlock if it has no cycle (VC paper 2.2.1). A channel is a directed link with one of its
 * virtual channels, numbered link * DL_TORUS_VCS + vc; there is a dependency from one to the next
 * where a packet of any pair of working nodes, on a route that arrives, goes from the first to the
 * second.
 */
#pragma once

#include "dl-routes.h"
#include "dl-verdict.h"

G_BEGIN_DECLS

typedef struct
{
  guint n_channels; /* n_links x DL_TORUS_VCS */
  guint16 *next; /* (n_channels) bit DL_TORUS_VCS * port + vc: that channel of the node where this
                    one ends is depended on */
} DlDependencies;

DlDependencies *dl_dependencies_new (const DlNetwork *network);
void dl_dependencies_free (DlDependencies *dependencies);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlDependencies, dl_dependencies_free)

/* The graph from following every pair's route on its own: the oracle, and what is left where there
 * is no faster way. NULL if canceled. */
DlDependencies *dl_dependencies_new_naive (const DlRoutes *routes, GCancellable *cancellable);

/* Make of dependencies between halves what they are where packets take any virtual channel on each
 * hop: of both halves alike (dl_vc_has_halves). */
void dl_dependencies_join_halves (DlDependencies *dependencies, const DlRoutes *routes);

static inline guint
dl_channel (guint link, guint vc)
{
  return link * DL_TORUS_VCS + vc;
}

static inline guint
dl_channel_link (guint channel)
{
  return channel / DL_TORUS_VCS;
}

static inline guint
dl_channel_vc (guint channel)
{
  return channel % DL_TORUS_VCS;
}

/* The bit of a channel that leaves a node by @port. */
static inline guint16
dl_channel_bit (guint port, guint vc)
{
  return 1 << (port * DL_TORUS_VCS + vc);
}

/* What the graph says, and the first step of its cycle outside the legality relation. NULL if
 * canceled. */
DlVerdict *dl_verdict_new (const DlRoutes *routes, const DlDependencies *dependencies,
                           GCancellable *cancellable);

G_END_DECLS
