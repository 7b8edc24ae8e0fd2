/* A demand by sets or pair by pair as packets between routers, pairs of groups at a time. */
#pragma once

#include "dl-dragonfly-demand.h"
#include "dl-dragonfly-loads-private.h"

G_BEGIN_DECLS

/* Packets from the nodes of one router to those of another one, or of one set to it. */
typedef struct
{
  guint32 source, dest; /* routers */
  double packets;
  guint64 pairs; /* of nodes */
} DlRouterPair;

/* The nodes of a set in a group: entries by router. */
typedef struct
{
  guint32 set;
  guint32 first, n; /* entries */
  guint32 nodes;
} DlSetPart;

typedef struct
{
  const DlDragonfly *net;

  /* By sets; else NULL. */
  guint n_sets;
  guint32 *part_first; /* (n_groups + 1) */
  DlSetPart *part;     /* (part_first[n_groups]) an empty one, then by group and set; of those of 2
                          nodes or more */
  guint32 *part_at;    /* (n_groups x n_sets) which part; 0: the empty one */
  guint32 *entry_router; /* entries */
  guint32 *entry_nodes;

  /* Pair by pair; else NULL. */
  guint32 *flow_first; /* (n_groups x n_groups + 1) */
  DlRouterPair *flow;  /* by pair of groups, each pair of routers once */
} DlRouterPairs;

void dl_router_pairs_clear (DlRouterPairs *pairs);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlRouterPairs, dl_router_pairs_clear)

typedef void (*DlRouterPairFunc) (const DlRouterPair *pair, gpointer data);

/* All from group @from to group @to, but none from a router to itself. By sets the same two routers
 * may come more than once. */
void dl_router_pairs_foreach (const DlRouterPairs *pairs, guint from, guint to,
                              DlRouterPairFunc func, gpointer data);
/* The nodes of @set in @group. */
static inline const DlSetPart *
dl_router_pairs_part (const DlRouterPairs *pairs, guint set, guint group)
{
  return &pairs->part[pairs->part_at[(gsize) group * pairs->n_sets + set]];
}

/* Shared parts of the loads by sets and pairs. */

/* Groups without a blue link from the one to the other. */
typedef struct
{
  guint16 from, to;
} DlGroupCut;

typedef struct
{
  DlLoadsTask *task;
  DlDragonflyLoads *out;
  const DlDragonflyRoutes *routes;
  const DlDragonfly *net;
  const DlRouterPairs *pairs;
  guint lane;       /* of the first phase */
  guint8 *by_root;  /* (n_groups x n_groups) gboolean: its packets draw roots */
  guint32 *n_roots; /* (n_groups x n_groups) so many */
  GArray *cuts;     /* DlGroupCut */
  double minimal;   /* part of the packets that is put on minimal ways */
  gboolean any_root;
  double *up;       /* (n_groups x n_routers) from a router to each root of the other group, one for
                       which that is the packet's end too */
  double *down;     /* (n_groups x n_routers) to it from each, of packets from elsewhere */
  double *own_up;   /* (n_routers) from a router to each root of its own group */
  double *own_down; /* (n_routers) to it from each, of packets from other groups */
  DlLongest longest;
  guint root, bound;  /* looked at for the longest route, and how long it can be at most */
  double *sent, *got; /* (routers of a group) */
  double *middle; /* (routers of a group) to each from each root of the other group, which sent it
                   */
  double *whole;  /* (n_groups x routers of a group) */
} DlPairsBuilder;

/* Do all roots in @group fit a pair? */
static inline gboolean
dl_pairs_all_fit_in (const DlPairsBuilder *b, const DlRouterPair *pair, guint group)
{
  return !b->task->missing.any
         || dl_dragonfly_missing_unfit (&b->task->missing, pair->source, pair->dest, group) == 0;
}

/* Packets of a pair for each of its roots. */
static inline double
dl_pairs_root_share (const DlPairsBuilder *b, const DlRouterPair *pair)
{
  return pair->packets
         / b->n_roots[b->net->router[pair->source].group * b->net->n_groups
                      + b->net->router[pair->dest].group];
}

/* dl-dragonfly-loads-roots.c: fill @up, @down, @own_up and @own_down. */
void dl_pairs_spread_roots (DlPairsBuilder *b);
/* Pairs that lack some roots: put the packets for these on minimal ways, and the others for roots
 * in the same groups on theirs. */
void dl_pairs_add_unfit (DlPairsBuilder *b);
/* Put on their paths inside @group the packets that reach roots there from inside, or leave them
 * for another router of it. */
void dl_pairs_add_own_roots (DlPairsBuilder *b, guint group);
/* Raise @hops_max to the longest route through a root. */
void dl_pairs_find_longest (DlPairsBuilder *b);

G_END_DECLS
