/* Shares of the blue links in the packets between two groups, by classes of routers. */
#pragma once

#include "dl-dragonfly-routes.h"

G_BEGIN_DECLS

/* Routers of a group that are alike for the blue links to another one: only chassis and blades that
 * such a link has are told apart, and in a damaged group the paths to them that are left. A result
 * for one router of each class holds for all. */

typedef struct
{
  guint n;          /* classes */
  guint n_routers;  /* of the group */
  guint n_blades;   /* of them told apart */
  guint16 *of;      /* (n_routers) class; of a broken router, n */
  guint32 *example; /* (n) router */
  guint16 *count;   /* (n) routers of the class, 0 without an example */
  guint16 *chassis; /* (routes->n_chassis) number, in the order of the blue links */
  guint16 *blade;   /* (routes->n_blades) the same */
  guint n_signs;    /* of a damaged group, else 0 */
  guint16 *sign;    /* (n x n_signs) what tells the classes apart */
} DlDragonflyClasses;

/* Room for the classes of any group. */
void dl_dragonfly_classes_init (DlDragonflyClasses *classes, const DlDragonflyRoutes *routes);
void dl_dragonfly_classes_clear (DlDragonflyClasses *classes);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlDragonflyClasses, dl_dragonfly_classes_clear)

/* The classes of @group towards @other, or with @from those of routers that packets from @other go
 * to. */
void dl_dragonfly_classes_sort (DlDragonflyClasses *classes, const DlDragonflyRoutes *routes,
                                guint group, guint other, gboolean from);

/* For each class of senders and each of receivers the blue bundles between the groups that packets
 * take, each with its probability. Immutable, shared by reference between threads. */
typedef struct
{
  DlShared shared;
  guint n_bundles, n_near, n_far;
  gboolean plain;   /* there is a plain path between all that are there */
  guint32 *first;   /* (n_near x n_far + 1) where those of a pair of classes begin */
  guint16 *bundle;  /* (first[n_near x n_far]) */
  double *part;     /* likewise */
  guint8 *hops;     /* (n_near x n_far) of the plain path; DL_DRAGONFLY_FAR without one */
  guint hops_max;   /* of them; 0 if there are none */
  guint8 *near_max; /* (n_near + 1) the longest path of a sender; 0: of a broken one */
  guint8 *far_max;  /* (n_far + 1) of a receiver */
  double *near; /* (n_near + 1 x n_bundles) what a router sends that sends a packet to each; 0 of
                   broken routers, the class after the others */
  double *far;  /* (n_far + 1 x n_bundles) what one gets that gets a packet from each */
} DlDragonflyShares;

/* Where routers of each class send @sent (n_near) in all and get @got (n_far), and the product of
 * what the one sends and the other gets goes between two routers: @near (n_near + 1 x n_bundles) of
 * a router that sends 1, and @far (n_far + 1 x n_bundles) of one that gets 1. Either is nullable,
 * and then so is what it comes from. */
void dl_dragonfly_shares_apply (const DlDragonflyShares *shares, const double *sent,
                                const double *got, double *near, double *far);

/* Shares by what they depend on: most pairs of groups are wired alike. */
typedef struct _DlSharesCache DlSharesCache;

/* @previous (nullable) may be of other routes: what fits is taken over. It is only read. */
DlSharesCache *dl_shares_cache_new (const DlDragonflyRoutes *routes, const DlSharesCache *previous);
/* Keep only entries that have been looked up. */
void dl_shares_cache_forget_previous (DlSharesCache *cache);
void dl_shares_cache_free (DlSharesCache *cache);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlSharesCache, dl_shares_cache_free)

/* Shares from group @from to group @to, for which @near and @far are the classes. Owned by
 * @cache. */
const DlDragonflyShares *dl_shares_cache_get (DlSharesCache *cache, guint from, guint to,
                                              const DlDragonflyClasses *near,
                                              const DlDragonflyClasses *far);

G_END_DECLS
