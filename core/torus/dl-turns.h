/* Where packets go from each channel: what the channel dependency graph is made of. Counted, and
 * not only noted, so that what was counted for packets that take another way can be taken back. */
#pragma once

#include "dl-dependency.h"

G_BEGIN_DECLS

/* Channels that leave a node, numbered DL_TORUS_VCS * port + vc. */
#define DL_NODE_CHANNELS (DL_TORUS_VCS * DL_N_NETWORK_PORTS)

typedef struct
{
  const DlRoutes *routes;
  guint32 *turn;    /* (n_channels x DL_NODE_CHANNELS) packets that turn from a channel into one of
                       the node where it ends; those that go straight on are not among them */
  guint32 *ejected; /* (n_channels) packets that end there */
} DlTurns;

DlTurns *dl_turns_new (const DlRoutes *routes);
void dl_turns_free (DlTurns *turns);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlTurns, dl_turns_free)

/* The number, at the node it leaves, of a leg's first channel. */
static inline guint
dl_leg_first_channel (const DlLeg *leg)
{
  return DL_TORUS_VCS * leg->port + dl_leg_vc (leg, 0);
}

/* The number, at the node it leaves, of a leg's last channel. */
static inline guint
dl_leg_last_channel (const DlLeg *leg)
{
  return DL_TORUS_VCS * leg->port + dl_leg_vc (leg, leg->length - 1);
}

/* The channel that arrives at @node and has number @channel at the node it comes from. */
static inline guint
dl_channel_into (const DlNetwork *network, guint node, guint channel)
{
  const guint back = dl_network_link (network, node, (channel / DL_TORUS_VCS) ^ 1);
  return network->link_to[back] * DL_NODE_CHANNELS + channel;
}

/* (DL_NODE_CHANNELS) the turns of those that end a leg by @from at @node. */
static inline guint32 *
dl_turns_from (DlTurns *turns, guint node, guint from)
{
  return turns->turn
         + (gsize) dl_channel_into (turns->routes->network, node, from) * DL_NODE_CHANNELS;
}

/* @packets, which may be taken back, end a leg by @from at @node and turn into @to. */
static inline void
dl_turns_add (DlTurns *turns, guint node, guint from, guint to, guint32 packets)
{
  dl_turns_from (turns, node, from)[to] += packets;
}

static inline void
dl_turns_add_ejected (DlTurns *turns, guint node, guint from, guint32 packets)
{
  turns->ejected[dl_channel_into (turns->routes->network, node, from)] += packets;
}

/* The graph: what neither turns nor ends goes straight on. @vc_load: (n_links x DL_TORUS_VCS)
 * packets of the same routes. */
DlDependencies *dl_turns_to_dependencies (const DlTurns *turns, const double *vc_load);

G_END_DECLS
