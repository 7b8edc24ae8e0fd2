/* Which blue links the packets between two groups take: how many of those of each router, and of
 * those to each router. */
#pragma once

#include "dl-dragonfly-classes.h"

G_BEGIN_DECLS

/* Packets between two groups over each of their blue runs. Rows are classes of routers; a row is
 * what a router sends that sends one packet where another gets one, to all who get any, or gets
 * from all who send. */
typedef struct
{
  guint n_runs, n_near, n_far;
  double *near; /* (n_near x n_runs) */
  double *far;  /* (n_far x n_runs) */
} DlDragonflyShares;

/* Shares by what they depend on: most pairs of groups are wired alike. */
typedef struct _DlSharesCache DlSharesCache;

DlSharesCache *dl_shares_cache_new (const DlDragonflyRoutes *routes);
void dl_shares_cache_free (DlSharesCache *cache);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlSharesCache, dl_shares_cache_free)

/* Of a packet from each router of @from to each of @to, for which @near and @far are the classes.
 * Both groups are whole. Owned by @cache. */
const DlDragonflyShares *dl_shares_cache_get (DlSharesCache *cache, guint from, guint to,
                                              const DlDragonflyClasses *near,
                                              const DlDragonflyClasses *far);
/* Where routers of each class send @sent (near->n) in all and get @got (far->n): the product of
 * what the one sends and the other gets goes between two routers, if they have a plain way. Any
 * groups. Free with dl_dragonfly_shares_free. */
DlDragonflyShares *dl_dragonfly_shares_new (const DlDragonflyRoutes *routes, guint from, guint to,
                                            const DlDragonflyClasses *near,
                                            const DlDragonflyClasses *far, const double *sent,
                                            const double *got);
void dl_dragonfly_shares_free (DlDragonflyShares *shares);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlDragonflyShares, dl_dragonfly_shares_free)

G_END_DECLS
