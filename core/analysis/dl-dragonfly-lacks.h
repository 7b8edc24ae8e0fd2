/* Which routers of a damaged dragonfly have no plain way to which, and so which roots do not fit.
 */
#pragma once

#include "dl-dragonfly-ways.h"

G_BEGIN_DECLS

typedef struct
{
  const DlDragonflyRoutes *routes;
  gboolean any;
  /* Without any, NULL. */
  guint16 *to;        /* (n_routers x n_groups) working routers of the group without a plain way to
                         them, of a working one */
  guint16 *from;      /* (n_routers x n_groups) and from them */
  guint8 *router_any; /* (n_routers) gboolean: one of these, between groups */
  guint32 *pair;      /* (n_groups x n_groups) pairs of routers without a plain way */
  guint64 *sent;      /* (2 x n_groups) these of all pairs from a group, then without cut ones */
  guint64 *got;       /* (2 x n_groups) and to it */
} DlDragonflyLacks;

void dl_dragonfly_lacks_init (DlDragonflyLacks *lacks, const DlDragonflyRoutes *routes,
                              DlDragonflyWays *ways);
void dl_dragonfly_lacks_clear (DlDragonflyLacks *lacks);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlDragonflyLacks, dl_dragonfly_lacks_clear)

static inline guint
dl_dragonfly_lacks_to (const DlDragonflyLacks *lacks, guint router, guint group)
{
  return lacks->any ? lacks->to[(gsize) router * lacks->routes->dragonfly->n_groups + group] : 0;
}

static inline guint
dl_dragonfly_lacks_from (const DlDragonflyLacks *lacks, guint router, guint group)
{
  return lacks->any ? lacks->from[(gsize) router * lacks->routes->dragonfly->n_groups + group] : 0;
}

/* Roots in @group, a third one, that do not fit a packet from @source to @dest. */
guint dl_dragonfly_lacks_unfit (const DlDragonflyLacks *lacks, guint source, guint dest,
                                guint group);
/* Does every pair of routers of these two groups have all its roots in third ones? With @but_cut
 * not counting those in groups that are cut off from the one or the other. */
gboolean dl_dragonfly_lacks_all_fit (const DlDragonflyLacks *lacks, guint from, guint to,
                                     gboolean but_cut);
/* The roots of packets between these groups that are in such groups. */
guint dl_dragonfly_lacks_cut (const DlDragonflyLacks *lacks, guint from, guint to);

/* How packets between two groups that draw roots share them. */
typedef struct
{
  guint n;         /* roots that packets are spread over; 0: none */
  gboolean detour; /* there is no way but through roots, and all pairs of routers have the same */
} DlRootChoice;
DlRootChoice dl_dragonfly_lacks_choice (const DlDragonflyLacks *lacks, guint from, guint to);

/* Is there no blue link from the one group to the other? */
static inline gboolean
dl_dragonfly_cut (const DlDragonflyRoutes *routes, guint from, guint to)
{
  const guint pair = from * routes->dragonfly->n_groups + to;

  return routes->pair_first[pair] == routes->pair_first[pair + 1];
}

/* Working routers of a group, and of groups other than these two. */
static inline guint
dl_dragonfly_working (const DlDragonflyRoutes *routes, guint group)
{
  return routes->working_first[group + 1] - routes->working_first[group];
}

static inline guint
dl_dragonfly_thirds (const DlDragonflyRoutes *routes, guint a, guint b)
{
  return routes->working_first[routes->dragonfly->n_groups] - dl_dragonfly_working (routes, a)
         - dl_dragonfly_working (routes, b);
}

G_END_DECLS
