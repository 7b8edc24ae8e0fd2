/* A demand by sets or pair by pair as packets between routers, pairs of groups at a time. */
#pragma once

#include "dl-dragonfly-demand.h"

G_BEGIN_DECLS

/* From the nodes of one router to those of another one, or of one set to it. */
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

void dl_router_pairs_init (DlRouterPairs *pairs, const DlDragonflyDemand *demand);
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

/* The parts of one set in two groups. */
void dl_router_pairs_of_parts (const DlRouterPairs *pairs, const DlSetPart *from,
                               const DlSetPart *to, DlRouterPairFunc func, gpointer data);
/* The parts of the same set in groups @from and @to, from the @i-th of @from (at first 0) on; FALSE
 * if there are no more. */
gboolean dl_router_pairs_next_parts (const DlRouterPairs *pairs, guint from, guint to, guint *i,
                                     const DlSetPart **a, const DlSetPart **b);
gboolean dl_router_pairs_any (const DlRouterPairs *pairs, guint from, guint to);

G_END_DECLS
