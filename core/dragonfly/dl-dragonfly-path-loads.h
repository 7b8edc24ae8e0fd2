/* Packets on plain ways, gathered for all pairs of groups and put on the links once. A path between
 * groups is a near part, to a blue link and over it, and a far part on the next virtual channel;
 * one inside a group is like either. */
#pragma once

#include "dl-dragonfly-shares.h"

G_BEGIN_DECLS

/* Lanes counted apart: packets that go minimally or draw roots, of two loads at once. The near part
 * of a first phase is on VC0, of one after a root in the packet's own group on VC1 and of one after
 * a root elsewhere on VC2, the far parts on the next one. */
enum
{
  DL_PATH_FIRST,  /* minimal, or up to a root */
  DL_PATH_MIDDLE, /* down from a root in the packet's own group */
  DL_PATH_SECOND, /* down from a root in another one */
  DL_PATH_PHASES,
  DL_PATH_LANES = 2 * DL_PATH_PHASES
};

/* Packets of each lane. */
typedef struct
{
  double lane[DL_PATH_LANES];
} DlPathWeight;

typedef struct _DlDragonflyPathLoads DlDragonflyPathLoads;

/* @previous: as of dl_shares_cache_new. */
DlDragonflyPathLoads *dl_dragonfly_path_loads_new (const DlDragonflyRoutes *routes,
                                                   const DlSharesCache *previous);
void dl_dragonfly_path_loads_free (DlDragonflyPathLoads *ways);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlDragonflyPathLoads, dl_dragonfly_path_loads_free)

/* Look at the paths from group @from to group @to, to which the next functions add. */
const DlDragonflyShares *dl_dragonfly_path_loads_between (DlDragonflyPathLoads *ways, guint from,
                                                          guint to);
/* The class of a working router of either group of them. */
guint dl_dragonfly_path_loads_near_class (const DlDragonflyPathLoads *ways, guint router);
guint dl_dragonfly_path_loads_far_class (const DlDragonflyPathLoads *ways, guint router);
/* Hops of the plain path from one of its routers to another; 0 if there is none. */
guint dl_dragonfly_path_loads_hops (const DlDragonflyPathLoads *ways, guint source, guint dest);
/* The longest path from each router of the one group, @out, and to each of the other, @in, by place
 * in the group. */
void dl_dragonfly_path_loads_longest (const DlDragonflyPathLoads *ways, guint8 *out, guint8 *in);

/* @weight packets from each router to each. */
void dl_dragonfly_path_loads_add_each (DlDragonflyPathLoads *ways, DlPathWeight weight);
/* Add @sent[i] @got[j] packets from router i of the one to router j of the other, each by its place
 * in its group; NULL: 1. */
void dl_dragonfly_path_loads_add_product (DlDragonflyPathLoads *ways, const double *sent,
                                          const double *got, guint lane);
/* FALSE if there is no minimal path between these routers. */
gboolean dl_dragonfly_path_loads_add_pair (DlDragonflyPathLoads *ways, guint source, guint dest,
                                           double packets, guint lane);
/* Take away packets that were added before. */
void dl_dragonfly_path_loads_take_pair (DlDragonflyPathLoads *ways, guint source, guint dest,
                                        double packets, guint lane);

/* Routers of one group, and numbers of their nodes. */
typedef struct
{
  guint n;
  const guint32 *router, *nodes; /* (n) */
} DlGroupRouters;

/* The same for many pairs of the two groups, which are put on their paths together, before a look
 * at other ones. */
gboolean dl_dragonfly_path_loads_gather (DlDragonflyPathLoads *ways, guint source, guint dest,
                                         double packets);
/* Gather packets from each of @sources to each of @dests, @times the product of their nodes, where
 * all paths are plain. */
void dl_dragonfly_path_loads_gather_product (DlDragonflyPathLoads *ways, DlGroupRouters sources,
                                             DlGroupRouters dests, double times);
/* Returns the longest gathered path, or @known, if that is longer. */
guint dl_dragonfly_path_loads_add_gathered (DlDragonflyPathLoads *ways, guint lane, guint known);

/* Add @sent[i] packets from router i of the one to each router of the other in lane @sent_lane, and
 * from each to router j of the other @got[j] in lane @got_lane, both less the packets gathered for
 * each pair. */
void dl_dragonfly_path_loads_add_but_gathered (DlDragonflyPathLoads *ways, const double *sent,
                                               guint sent_lane, const double *got, guint got_lane);

/* Inside a group, from a router to another to which there is a plain path. */
void dl_dragonfly_path_loads_add_near (DlDragonflyPathLoads *ways, guint source, guint dest,
                                       double packets, guint lane);
void dl_dragonfly_path_loads_add_far (DlDragonflyPathLoads *ways, guint source, guint dest,
                                      double packets, guint lane);
/* The same in @group, which is whole, from router i to each other @sent[i], or from each other to
 * router j @got[j], by place in the group; one of them is NULL. */
void dl_dragonfly_path_loads_add_near_each (DlDragonflyPathLoads *ways, guint group,
                                            const double *sent, const double *got, guint lane);
/* @near and @far packets on the parts of paths from each router to each other of @group, which is
 * whole. */
void dl_dragonfly_path_loads_add_inside_each (DlDragonflyPathLoads *ways, guint group, double near,
                                              double far, guint lane);

/* Links side by side, and what each of them that works has of either load. */
typedef struct
{
  const DlLinkBundle *links;
  double packets[2][DL_DRAGONFLY_VCS];
} DlBundlePackets;

typedef void (*DlBundlePacketsFunc) (const DlBundlePackets *links, gpointer data);

/* All links that work, each once. */
void dl_dragonfly_path_loads_foreach (const DlDragonflyPathLoads *ways, DlBundlePacketsFunc func,
                                      gpointer data);
/* The shares that have been looked up. */
DlSharesCache *dl_dragonfly_path_loads_steal_cache (DlDragonflyPathLoads *ways);

G_END_DECLS
