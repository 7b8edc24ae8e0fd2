/* Legs of a network without a fault, found once: between the same positions of a dimension they are
 * the same but for where they are. */
#pragma once

#include "dl-routes.h"

G_BEGIN_DECLS

/* What a packet takes of a leg. */
typedef struct
{
  guint8 port;
  guint8 vc;        /* it starts on; unless: */
  guint8 by_parity; /* gboolean: the exclusive or of the lowest bits of both ends' NIDs, the leg's
                       entry and the destination (VC paper 3.1) */
  guint16 length, to_dateline; /* hops, as in DlLeg */
} DlShortLeg;

/* All of a network, by dimension: from one position to another, radix * from + to. */
typedef struct
{
  const DlTorus *torus;   /* of the routes */
  guint first[DL_N_DIMS]; /* of each dimension's, in: */
  DlShortLeg legs[];
} DlLegMemo;

/* NULL where legs depend on more: of routes that are disturbed (dl_routes_are_undisturbed), of
 * several regions, or where a table says the virtual channel. NULL too where rows are long. @routes
 * must outlive it. */
DlLegMemo *dl_leg_memo_new (const DlRoutes *routes);
void dl_leg_memo_free (DlLegMemo *memo);

/* The leg that begins at @node on the way to @dest, another node; its @vc is the one. The same as
 * dl_routes_undisturbed_leg. */
static inline DlShortLeg
dl_leg_memo_get (const DlLegMemo *memo, guint node, guint dest)
{
  const DlTorus *torus = memo->torus;
  const DlCoord *from = &torus->coord[node], *to = &torus->coord[dest];
  DlShortLeg leg;
  guint dim = 0;

  while (from->at[dim] == to->at[dim])
    dim++;
  leg = memo->legs[memo->first[dim] + torus->radix[dim] * from->at[dim] + to->at[dim]];
  if (leg.by_parity)
    leg.vc = (torus->nid[node] ^ torus->nid[dest]) & 1;
  return leg;
}

G_END_DECLS
