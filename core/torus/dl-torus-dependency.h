/* The channel dependency graph of the routes, and what it says about deadlock: routes cannot
 * deadlock if it has no cycle (VC paper 2.2.1). A channel is a directed link with one of its
 * virtual channels, numbered link * DL_TORUS_VCS + vc; there is a dependency from one to the next
 * where a packet of any pair of working nodes, on a route that arrives, goes from the first to the
 * second.
 */
#pragma once

#include "dl-torus-routes.h"
#include "dl-verdict.h"

G_BEGIN_DECLS

typedef struct
{
  guint n_channels; /* n_links x DL_TORUS_VCS */
  guint16 *next; /* (n_channels) bit DL_TORUS_VCS * port + vc: that channel of the node where this
                    one ends is depended on */
} DlTorusDependencies;

void dl_torus_dependencies_free (DlTorusDependencies *dependencies);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlTorusDependencies, dl_torus_dependencies_free)

/* The graph from following every pair's route on its own: the oracle, and the fallback where there
 * is no faster method. NULL if canceled. */
DlTorusDependencies *dl_torus_dependencies_new_naive (const DlTorusRoutes *routes,
                                                      GCancellable *cancellable);

static inline guint
dl_torus_channel (guint link, guint vc)
{
  return link * DL_TORUS_VCS + vc;
}

static inline guint
dl_torus_channel_link (guint channel)
{
  return channel / DL_TORUS_VCS;
}

static inline guint
dl_torus_channel_vc (guint channel)
{
  return channel % DL_TORUS_VCS;
}

/* The bit of a channel that leaves a node by @port. */
static inline guint16
dl_torus_channel_bit (guint port, guint vc)
{
  return 1 << (port * DL_TORUS_VCS + vc);
}

/* Verdict of the graph, and first step of its cycle outside the legality relation. NULL if
 * canceled. */
DlVerdict *dl_verdict_new (const DlTorusRoutes *routes, const DlTorusDependencies *dependencies,
                           GCancellable *cancellable);

/* Turns of packets from each channel, which make the channel dependency graph. They are counted,
 * and not only noted, so that counts of packets that are rerouted can be taken back. */

/* Channels that leave a node, numbered DL_TORUS_VCS * port + vc. */
#define DL_TORUS_NODE_CHANNELS (DL_TORUS_VCS * DL_TORUS_N_NETWORK_PORTS)

typedef struct
{
  const DlTorusRoutes *routes;
  guint32 *turn; /* (n_channels x DL_TORUS_NODE_CHANNELS) packets that turn from a channel into one
                    of the node where it ends; without packets that go straight on */
  guint32 *ejected; /* (n_channels) packets that end there */
} DlTorusTurns;

DlTorusTurns *dl_torus_turns_new (const DlTorusRoutes *routes);
void dl_torus_turns_free (DlTorusTurns *turns);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlTorusTurns, dl_torus_turns_free)

/* The number, at the node it leaves, of a leg's first channel. */
static inline guint
dl_torus_leg_first_channel (const DlTorusLeg *leg)
{
  return DL_TORUS_VCS * leg->port + dl_torus_leg_vc (leg, 0);
}

/* The number, at the node it leaves, of a leg's last channel. */
static inline guint
dl_torus_leg_last_channel (const DlTorusLeg *leg)
{
  return DL_TORUS_VCS * leg->port + dl_torus_leg_vc (leg, leg->length - 1);
}

/* The channel that arrives at @node and has number @channel at the node it comes from. */
static inline guint
dl_torus_channel_into (const DlTorusNetwork *network, guint node, guint channel)
{
  const guint back = dl_torus_network_link (network, node, (channel / DL_TORUS_VCS) ^ 1);
  return network->link_to[back] * DL_TORUS_NODE_CHANNELS + channel;
}

/* (DL_TORUS_NODE_CHANNELS) the turns of packets that end a leg by @from at @node. */
static inline guint32 *
dl_torus_turns_from (DlTorusTurns *turns, guint node, guint from)
{
  return turns->turn
         + (gsize) dl_torus_channel_into (turns->routes->network, node, from)
               * DL_TORUS_NODE_CHANNELS;
}

/* @packets, which may be taken back, end a leg by @from at @node and turn into @to. */
static inline void
dl_torus_turns_add (DlTorusTurns *turns, guint node, guint from, guint to, guint32 packets)
{
  dl_torus_turns_from (turns, node, from)[to] += packets;
}

static inline void
dl_torus_turns_add_ejected (DlTorusTurns *turns, guint node, guint from, guint32 packets)
{
  turns->ejected[dl_torus_channel_into (turns->routes->network, node, from)] += packets;
}

/* The graph: what neither turns nor ends goes straight on. @vc_load: (n_links x DL_TORUS_VCS)
 * packets of the same routes. */
DlTorusDependencies *dl_torus_turns_to_dependencies (const DlTorusTurns *turns,
                                                     const double *vc_load);

G_END_DECLS
