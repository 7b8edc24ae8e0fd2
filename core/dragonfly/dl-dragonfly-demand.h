/* Demand of a dragonfly, between nodes: by groups, by sets of nodes, or pair by pair. Node n is one
 * of router n / nodes_per_router. Immutable once built, shared by reference between threads. */
#pragma once

#include "dl-dragonfly.h"
#include "dl-pattern.h"
#include "dl-rng.h"
#include "dl-shared.h"
#include "dl-workload.h"

G_BEGIN_DECLS

typedef struct
{
  DlShared shared;
  DlDragonfly *dragonfly;
  /* One of three forms; what belongs to the others is NULL. */

  /* By groups: packets from each working node of a group to each working node of another, none to
   * itself (n_groups x n_groups). */
  double *groups;

  /* By sets: each node to all others of its set. */
  guint n_sets;
  guint32 *set;       /* (n_nodes) DL_NO_SET: none, as of broken ones */
  guint32 *set_first; /* (n_sets + 1) where each set's nodes begin */
  guint32 *set_node;  /* (set_first[n_sets]) rising in each set */

  /* Pair by pair. */
  guint32 *first_flow; /* (n_nodes + 1) where each source's flows begin */
  guint32 *dest;       /* (first_flow[n_nodes]) nodes, working, not the source */
  double *weight;      /* likewise, packets, whole numbers; NULL: 1 each */

  guint own; /* packets of each node to itself beside these, which load no link */

  struct _DlDragonflyDraw *draw; /* private */
} DlDragonflyDemand;

/* Takes @groups, (n_groups x n_groups) as above. */
DlDragonflyDemand *dl_dragonfly_demand_new_groups (DlDragonfly *dragonfly, double *groups);
/* Takes @set, (n_nodes) as above; those of broken nodes are cleared. */
DlDragonflyDemand *dl_dragonfly_demand_new_sets (DlDragonfly *dragonfly, guint32 *set,
                                                 guint n_sets);
/* Takes the three arrays; @weight is nullable. */
DlDragonflyDemand *dl_dragonfly_demand_new_flows (DlDragonfly *dragonfly, guint32 *first_flow,
                                                  guint32 *dest, double *weight);
DL_SHARED (DlDragonflyDemand, dl_dragonfly_demand)

/* The patterns (dateline-scenario(5)): uniform, group-shift, in-group. */
DlDragonflyDemand *dl_dragonfly_demand_new_uniform (DlDragonfly *dragonfly);
DlDragonflyDemand *dl_dragonfly_demand_new_group_shift (DlDragonfly *dragonfly);
DlDragonflyDemand *dl_dragonfly_demand_new_in_group (DlDragonfly *dragonfly);
/* random-permutation: of the working nodes, fixed points send nothing. */
DlDragonflyDemand *dl_dragonfly_demand_new_permutation (DlDragonfly *dragonfly, guint64 seed);
/* all-to-one: every other working node to @target, which is one. */
DlDragonflyDemand *dl_dragonfly_demand_new_to_one (DlDragonfly *dragonfly, guint target);

static inline gboolean
dl_dragonfly_node_up (const DlDragonfly *dragonfly, guint node)
{
  return dragonfly->router_up[node / dragonfly->nodes_per_router];
}

/* Weight of what @source sends in all; 0 for a node that is broken or sends nothing. */
double dl_dragonfly_demand_sent (const DlDragonflyDemand *demand, guint source);
/* A destination of @source, which sends, each as likely as its weight. Constant time, or the
 * logarithm of its flows. */
guint dl_dragonfly_demand_draw (const DlDragonflyDemand *demand, guint source, DlRng *rng);

/* Demand of one router's nodes to another's, a row or a column at a time. */

typedef struct _DlRouterDemand DlRouterDemand;

/* @demand must outlive it. */
DlRouterDemand *dl_router_demand_new (const DlDragonflyDemand *demand);
void dl_router_demand_free (DlRouterDemand *demand);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlRouterDemand, dl_router_demand_free)

/* The packets of all pairs of nodes from @source to each other router, or to @dest from each other
 * one, into @packets (n_routers). None to itself. */
void dl_router_demand_row (const DlRouterDemand *demand, guint source, double *packets);
void dl_router_demand_column (const DlRouterDemand *demand, guint dest, double *packets);

/* Programs of messages (dl-workload.h) on a dragonfly: what they send in all, and the all to all of
 * its nodes and jobs. */

/* Demand of @workload, whose ranks are on nodes of @dragonfly, in all: pair by pair, weights are
 * packets. */
DlDragonflyDemand *dl_dragonfly_demand_new_workload (DlDragonfly *dragonfly,
                                                     const DlWorkload *workload);

/* The sets of @demand, or all nodes that send as one, each a team. */
void dl_dragonfly_teams_init (DlTeams *teams, const DlDragonflyDemand *demand);

G_END_DECLS
