/* What the files of the loads by sets and pairs share. */
#pragma once

#include "dl-dragonfly-loads-private.h"
#include "dl-dragonfly-router-pairs.h"

G_BEGIN_DECLS

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
  return !b->task->lacks.any
         || dl_dragonfly_lacks_unfit (&b->task->lacks, pair->source, pair->dest, group) == 0;
}

/* What each root gets of a pair's packets. */
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
/* Put on their ways inside @group the packets that come to roots there from inside, or leave them
 * for another router of it. */
void dl_pairs_add_own_roots (DlPairsBuilder *b, guint group);
/* Raise @hops_max to the longest route through a root. */
void dl_pairs_find_longest (DlPairsBuilder *b);

G_END_DECLS
