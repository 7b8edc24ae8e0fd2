/* How many packets take each leg: routes for one destination soon run together, so that a leg is
 * followed once for all sources that share it. */
#pragma once

#include "dl-pattern.h"
#include "dl-progress.h"
#include "dl-torus-routes.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* @packets of the demand, a packet per pair whatever its weight, all of which arrive, take @leg
 * towards @dest. */
typedef void (*DlWeightedLegFunc) (const DlTorusLeg *leg, guint dest, guint packets, gpointer data);

/* Hands each leg that packets take to @func, destination by destination in ascending order; each
 * once for every state in which it can be entered. @progress is nullable. FALSE if canceled. */
gboolean dl_torus_leg_weights_foreach (const DlTorusRoutes *routes, const DlDemand *demand,
                                       DlWeightedLegFunc func, gpointer data,
                                       DlProgressFunc progress, gpointer progress_data,
                                       GCancellable *cancellable);

/* Legs of a network without a fault, found once: between the same positions of a dimension they are
 * the same but for where they are. */

/* Leg in short, for a packet. */
typedef struct
{
  guint8 port;
  guint8 vc;        /* it starts on; unless: */
  guint8 by_parity; /* gboolean: the exclusive or of the lowest bits of both ends' NIDs, the leg's
                       entry and the destination (VC paper 3.1) */
  guint16 length, to_dateline; /* hops, as in DlTorusLeg */
} DlTorusShortLeg;

/* All of a network, by dimension: from one position to another, radix * from + to. */
typedef struct
{
  const DlTorus *torus;         /* of the routes */
  guint first[DL_TORUS_N_DIMS]; /* of each dimension's, in: */
  DlTorusShortLeg legs[];
} DlTorusLegMemo;

/* NULL where legs depend on more: of routes that are disturbed (dl_torus_routes_are_undisturbed),
 * of several regions, or where a table says the virtual channel. NULL too where rows are long.
 * @routes must outlive it. */
DlTorusLegMemo *dl_torus_leg_memo_new (const DlTorusRoutes *routes);
void dl_torus_leg_memo_free (DlTorusLegMemo *memo);

/* The leg that begins at @node on the way to @dest, another node; its @vc is the one. The same as
 * dl_torus_routes_undisturbed_leg. */
static inline DlTorusShortLeg
dl_torus_leg_memo_get (const DlTorusLegMemo *memo, guint node, guint dest)
{
  const DlTorus *torus = memo->torus;
  const DlTorusCoord *from = &torus->coord[node], *to = &torus->coord[dest];
  DlTorusShortLeg leg;
  guint dim = 0;

  while (from->at[dim] == to->at[dim])
    dim++;
  leg = memo->legs[memo->first[dim] + torus->radix[dim] * from->at[dim] + to->at[dim]];
  if (leg.by_parity)
    leg.vc = (torus->nid[node] ^ torus->nid[dest]) & 1;
  return leg;
}

G_END_DECLS
