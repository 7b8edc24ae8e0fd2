/* What the files of the ways share. */
#pragma once

#include "dl-dragonfly-ways.h"

G_BEGIN_DECLS

/* The packets of a lane on the links that are alike. Inside a group the first hop of a way is known
 * by its router and the blade it goes to, the second by its router's chassis and where it ends. */
typedef struct
{
  double *near_green; /* (n_groups x n_blades x routers of the group) to that blade, from each */
  double *near_black; /* (n_routers x n_chassis) to each, from that chassis */
  double *far_green;  /* (n_routers x n_blades) from each, to that blade */
  double *far_black;  /* (n_groups x n_chassis x routers of the group) from that chassis, to each */
  double *blue;       /* (blue bundles) */
} DlWayLane;

/* What some routers of a group have in common: a row of what they send or get, and a chassis or a
 * blade. */
typedef struct
{
  guint16 row, key;
  double times; /* that row, of all of them */
} DlWayCell;

struct _DlDragonflyWays
{
  const DlDragonflyRoutes *routes;
  const DlDragonfly *net;
  guint most;                    /* routers of a group */
  guint8 *chassis, *blade;       /* (n_routers) */
  guint16 *each;                 /* (most) 0, 1, 2 and so on: a row of each router */
  DlWayLane lanes[DL_WAY_LANES]; /* NULL without packets */
  DlSharesCache *cache;

  /* The pair of groups looked at. */
  guint from, to;
  DlDragonflyClasses near, far;
  const DlDragonflyShares *shares;
  const DlBlueBundle *bundles;
  double *sent_sum, *got_sum;   /* (most) by class */
  double *near_rows, *far_rows; /* (most + 1 x most bundles of a pair) */
  double *row;                  /* (most + 1 x MAX (n_chassis, n_blades)) */
  double *packets;              /* (most) */
  double *sum;                  /* (MAX (n_chassis, n_blades) x most bundles of a pair) */
  guint16 *cell_at;             /* (most + 1 x MAX (n_chassis, n_blades)) and 1; 0: none */
  DlWayCell *cells;             /* (most) */
  gboolean gathered;
  double *to_class, *from_class;   /* (most x most) gathered, of each router; else 0 */
  guint16 *near_order, *far_order; /* (2 x most + 2) where classes begin, then their routers */
  /* Rows of each router, as large as the others. */
  double *gathered_near, *gathered_far, *rest_near, *rest_far;
};

static inline gsize
dl_dragonfly_ways_near_green_at (const DlDragonflyWays *ways, guint group, guint blade)
{
  const guint first = ways->net->group_first[group];

  return (gsize) first * ways->routes->n_blades
         + (gsize) blade * (ways->net->group_first[group + 1] - first);
}

static inline gsize
dl_dragonfly_ways_far_black_at (const DlDragonflyWays *ways, guint group, guint chassis)
{
  const guint first = ways->net->group_first[group];

  return (gsize) first * ways->routes->n_chassis
         + (gsize) chassis * (ways->net->group_first[group + 1] - first);
}

/* That of a lane that gets packets. */
DlWayLane *dl_dragonfly_ways_lane (DlDragonflyWays *ways, guint i);

G_END_DECLS
