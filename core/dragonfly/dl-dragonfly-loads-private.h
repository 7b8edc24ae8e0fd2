/* Shared parts of the loads. */
#pragma once

#include "dl-dragonfly-loads.h"
#include "dl-dragonfly-missing.h"

G_BEGIN_DECLS

/* Loads without packets on links yet. Those that are put on routes one by one are kept aside, by
 * router (beside, n_routers, NULL where there are none: links x DL_DRAGONFLY_VCS). */
DlDragonflyLoads *dl_dragonfly_loads_new_empty (DlDragonflyRoutes *routes, gboolean nonminimal);
/* Loads of @link (DL_DRAGONFLY_VCS); NULL: none. */
static inline const double *
dl_dragonfly_loads_beside (const DlDragonflyLoads *loads, guint link)
{
  const DlDragonfly *net = loads->routes->dragonfly;
  const guint router = net->link_from[link];
  const double *links = loads->beside[router];

  return links != NULL ? links + (link - net->first_link[router]) * DL_DRAGONFLY_VCS : NULL;
}
/* Compute all that follows from the packets on links; until then, delivered counts the lost
 * packets, below 0. */
void dl_dragonfly_loads_sum_up (DlDragonflyLoads *loads, const DlDragonflyDemand *demand);
/* Sum up their classes and mean hops, without the demand. */
void dl_dragonfly_loads_sum_links (DlDragonflyLoads *loads);

/* Add @packets on minimal routes; where there is none they are lost, with @pairs of nodes. Call it
 * once per pair of routers. */
void dl_dragonfly_loads_add_minimal (DlDragonflyLoads *loads, guint source, guint dest,
                                     double packets, guint64 pairs);

/* Shared task of load methods. */
typedef struct
{
  DlDragonflyRoutes *routes;
  const DlDragonflyDemand *demand;
  DlDragonflyLoads *loads[2]; /* minimal, and non-minimal; NULL: not wanted */
  DlDragonflyPathLoads *ways;
  DlDragonflyMissing missing;
  GCancellable *cancellable;
} DlLoadsTask;

/* Put the packets of a demand by groups, or by sets or pairs, on paths and detours, and find the
 * longest route. FALSE if canceled. */
gboolean dl_dragonfly_loads_by_groups (DlLoadsTask *task);
gboolean dl_dragonfly_loads_by_pairs (DlLoadsTask *task);

/* Add @packets (routers x routers) from router i of @group to router j, of @pairs (likewise) of
 * nodes. */
void dl_dragonfly_loads_add_local (DlLoadsTask *task, guint load, guint group,
                                   const double *packets, const guint64 *pairs);

/* Fill the loads of minimal or of non-minimal routes (the other one is NULL), without the sums over
 * links. With both, @minimal gets the loads of modes that choose by load, and @share the share of
 * non-minimal packets that is best for @rates. @previous (nullable): the cache of earlier routes;
 * @cache (nullable): set to the cache of these routes. FALSE if canceled. */
gboolean dl_dragonfly_loads_fill (DlDragonflyRoutes *routes, const DlDragonflyDemand *demand,
                                  DlDragonflyLoads *minimal, DlDragonflyLoads *nonminimal,
                                  const DlDragonflyRates *rates, double *share,
                                  const DlSharesCache *previous, DlSharesCache **cache,
                                  GCancellable *cancellable);

/* The longest plain paths between routers and groups, of which those through roots are made. */
typedef struct
{
  const DlDragonflyRoutes *routes;
  guint8 *in;  /* (n_groups x n_routers) from any router of the group to this one; 0: none */
  guint8 *out; /* (n_groups x n_routers) from this one to any of the group */
} DlLongest;

void dl_longest_init (DlLongest *longest, const DlDragonflyRoutes *routes);
void dl_longest_clear (DlLongest *longest);
/* Look at routes between the groups of @ways. */
void dl_longest_look (DlLongest *longest, const DlDragonflyPathLoads *ways, guint from, guint to);
/* Look inside @group. */
void dl_longest_look_inside (DlLongest *longest, guint group);
/* The longest routes through roots, where the paths of all senders and of all receivers meet;
 * between two groups, with one of these roots in @at (nullable), and of all where @by_root
 * (n_groups x n_groups). */
guint dl_longest_by_root (const DlLongest *longest, const guint8 *by_root);
/* Between different routers of @group that have packets (rows and columns by place in the group;
 * NULL: all), by a root where there is one with @nonminimal; or @known, if that is longer. */
guint dl_longest_inside (const DlDragonflyRoutes *routes, guint group, const double *packets,
                         gboolean nonminimal, guint known);

G_END_DECLS
