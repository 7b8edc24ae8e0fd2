/* Small networks of input-queued routers that are no family's: rows and grids by dimension order,
 * one-way rings on which packets may lock, and random graphs with shortest up*, down* routes. */
#pragma once

#include "dl-iq.h"

G_BEGIN_DECLS

typedef struct
{
  guint n_routers, n_nodes, n_ports;
  GArray *wires; /* wires of the graph */
  DlGraph *graph;
  guint32 *node_router, *node_port; /* (n_nodes) where they hear, and mostly send to */
  guint32 *link_at;                 /* (n_routers x n_ports) that leaves there, or DL_NO_LINK */
  /* (2 x n_routers x n_routers) ports by which a packet for a router may go on from another, bits;
   * second half: once it has gone down */
  guint64 *ways;
  guint8
      *down;   /* (n_routers x n_ports) the link leads down; nobody looks at it but random graphs */
  guint *hops; /* (n_routers x n_routers) from the first to the second */
  guint
      *delays; /* (n_routers x n_routers) sum of the delays of these links, where routes are one */
  guint vcs;   /* of the latest plan */
  gboolean halves; /* packets change to the second half of the virtual channels at router 0 */
} IqNet;

/* A grid of @width x @height routers with a node each, link delays 1 .. @most_delay. */
IqNet *iq_net_new_grid (guint width, guint height, guint most_delay);
/* A one-way ring of @n routers with a node each. */
IqNet *iq_net_new_ring (guint n, gboolean dateline);
/* 2 to 8 routers and about as many nodes, some routers with more than one. */
IqNet *iq_net_new_random (guint64 seed, guint most_delay);
/* Let each node send to where the next one hears, of a net without a plan. */
void iq_net_part_nodes (IqNet *net);
void iq_net_free (IqNet *net);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IqNet, iq_net_free)

/* Defaults of the router, uniform traffic with packets of @flits, @load flits/node/cycle. */
DlIqPlanOptions iq_net_options (IqNet *net, guint flits, double load);
/* The plan of @options, whose demand is uniform. */
DlIqPlan *iq_net_plan (const DlIqPlanOptions *options);

/* iq-check.c: asserts what must hold between any two cycles; @drained: that nothing is left, too.
 */
void iq_check (const DlIq *iq, gboolean drained);
/* Run from now on as on a processor without optional instructions. */
void iq_be_plain (DlIq *iq);

G_END_DECLS
