/* Routes that were disturbed by a fault soon run together: their rest from a node to a destination
 * is the same for all packets. It is followed once and counted for all. */
#pragma once

#include "dl-torus-dependency.h"

G_BEGIN_DECLS

#define DL_NO_TAIL G_MAXUINT32

typedef struct
{
  guint32 node; /* where a leg begins */
  guint32 dest;
  DlTorusArrival arrival; /* how packets come there, if the engine looks at it */
  DlTorusRouteStatus status;
  gboolean legal; /* within the tail */
  guint32 n_hops;
  DlTorusLeg first; /* its first leg; no hops if @node is @dest or no path leads on */
  guint32 next;     /* the tail after that leg; DL_NO_TAIL if there is none */
  guint64 packets;  /* that begin here */
} DlTorusTail;

typedef struct _DlTorusTails DlTorusTails;

DlTorusTails *dl_torus_tails_new (const DlTorusRoutes *routes);
void dl_torus_tails_free (DlTorusTails *tails);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlTorusTails, dl_torus_tails_free)

/* The tail of routes for @dest that begin a leg at @node. Valid until the next call. */
DlTorusTail *dl_torus_tails_get (DlTorusTails *tails, guint node, DlTorusArrival arrival,
                                 guint dest);

/* Add @packets to the loads (n_links x DL_TORUS_VCS) of the links of @leg. */
void dl_torus_leg_add_load (const DlTorusNetwork *network, const DlTorusLeg *leg, double packets,
                            double *vc_load);
/* Add the packets on the tails to @vc_load and @turns (nullable), and forget the tails. */
void dl_torus_tails_flush (DlTorusTails *tails, double *vc_load, DlTorusTurns *turns);

G_END_DECLS
