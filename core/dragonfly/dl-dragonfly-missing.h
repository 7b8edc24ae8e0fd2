/* Pairs of routers of a damaged dragonfly without a plain path, and so roots that do not fit. */
#pragma once

#include "dl-dragonfly-path-loads.h"
#include "dl-findings.h"

G_BEGIN_DECLS

typedef struct
{
  const DlDragonflyRoutes *routes;
  gboolean any;
  /* Without any, NULL. */
  guint16 *to;        /* (n_routers x n_groups) working routers of the group without a plain path to
                         them, of a working one */
  guint16 *from;      /* (n_routers x n_groups) and from them */
  guint8 *router_any; /* (n_routers) gboolean: one of these */
  guint32 *pair;      /* (n_groups x n_groups) pairs of routers without a plain path */
  guint64 *sent;      /* (2 x n_groups) these of all pairs from a group, then without cut ones */
  guint64 *got;       /* (2 x n_groups) and to it */
} DlDragonflyMissing;

void dl_dragonfly_missing_init (DlDragonflyMissing *missing, const DlDragonflyRoutes *routes,
                                DlDragonflyPathLoads *ways);
void dl_dragonfly_missing_clear (DlDragonflyMissing *missing);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlDragonflyMissing, dl_dragonfly_missing_clear)

static inline guint
dl_dragonfly_missing_to (const DlDragonflyMissing *missing, guint router, guint group)
{
  return missing->any ? missing->to[(gsize) router * missing->routes->dragonfly->n_groups + group]
                      : 0;
}

static inline guint
dl_dragonfly_missing_from (const DlDragonflyMissing *missing, guint router, guint group)
{
  return missing->any ? missing->from[(gsize) router * missing->routes->dragonfly->n_groups + group]
                      : 0;
}

/* Roots in @group that do not fit a packet from @source to @dest, of different groups. */
guint dl_dragonfly_missing_unfit (const DlDragonflyMissing *missing, guint source, guint dest,
                                  guint group);
/* Do all roots in @group fit every pair of routers of these two groups? FALSE as of
 * dl_dragonfly_missing_all_fit. */
static inline gboolean
dl_dragonfly_missing_all_fit_in (const DlDragonflyMissing *missing, guint from, guint to,
                                 guint group)
{
  const guint n_groups = missing->routes->dragonfly->n_groups;

  return !missing->any
         || (missing->pair[from * n_groups + group] == 0
             && missing->pair[group * n_groups + to] == 0);
}

/* Do all roots fit every pair of routers of these two groups? With @but_cut not counting those in
 * groups that are cut off from the one or the other. FALSE may also be of a pair that is its own
 * only root. */
gboolean dl_dragonfly_missing_all_fit (const DlDragonflyMissing *missing, guint from, guint to,
                                       gboolean but_cut);
/* The roots of a pair of routers of these groups that are in such groups. */
guint dl_dragonfly_missing_cut (const DlDragonflyMissing *missing, guint from, guint to);

/* How the routes of all ordered pairs of working nodes end. */
DlPairCounts dl_dragonfly_missing_all_pairs (const DlDragonflyMissing *missing);

/* How packets between two groups that draw roots share them. */
typedef struct
{
  guint n;         /* roots that packets are spread over; 0: none */
  gboolean detour; /* there is no path but through roots, and all pairs of routers have the same */
} DlRootChoice;
DlRootChoice dl_dragonfly_missing_choice (const DlDragonflyMissing *missing, guint from, guint to);

/* Is there no blue link from the one group to the other? */
static inline gboolean
dl_dragonfly_is_cut (const DlDragonflyRoutes *routes, guint from, guint to)
{
  const guint pair = from * routes->dragonfly->n_groups + to;

  return from != to && routes->pair_first[pair] == routes->pair_first[pair + 1];
}

/* Working routers of a group. */
static inline guint
dl_dragonfly_working (const DlDragonflyRoutes *routes, guint group)
{
  return routes->working_first[group + 1] - routes->working_first[group];
}

/* Roots in @group of a packet between routers of groups @a and @b, and all of them:
 * dl_dragonfly_root lists them. */
static inline guint
dl_dragonfly_roots_in (const DlDragonflyRoutes *routes, guint a, guint b, guint group)
{
  const guint working = dl_dragonfly_working (routes, group);

  return working > 0 ? working - (group == a) - (group == b) : 0;
}

static inline guint
dl_dragonfly_roots_between (const DlDragonflyRoutes *routes, guint a, guint b)
{
  return routes->working_first[routes->dragonfly->n_groups] - (dl_dragonfly_working (routes, a) > 0)
         - (dl_dragonfly_working (routes, b) > 0);
}

G_END_DECLS
