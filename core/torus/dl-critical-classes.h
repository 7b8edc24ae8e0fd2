/* Which cables of a torus do the same once they are broken, so that one of them is enough. */
#pragma once

#include "dl-analysis.h"

G_BEGIN_DECLS

/* Sets of dimensions, a bit each (1 << DlDim), by the dimension of the broken cable. */
typedef struct
{
  guint8 always[DL_N_DIMS];     /* along them the whole machine can be moved and stays the same */
  guint8 if_unmoved[DL_N_DIMS]; /* along them the cable's place makes no difference if the detours
                                   around one leave what their links carry as it is */
} DlCriticalClasses;

/* What is known of @before, the analysis of @demand on the network of @torus, without an
 * evaluation. Nothing unless the network is whole, the demand uniform and the engine's rules are
 * the same everywhere (DlEngine.same_everywhere).
 *
 * Moved along a dimension D, a cable of dimension F does the same in these two cases. In both, the
 * virtual channels of free runs must not change: they follow the parity of two NIDs, the entry's
 * and the destination's. The move leaves the parity's exclusive or as it is if D's coordinate does
 * not count in it, if D has an even number of nodes, or if runs in F and after it begin in the
 * destination's coordinate of D (D before F, since routes go X, Y, Z).
 *
 * Always: D is a ring without a dateline, without ties broken by parity, and, if it is X, within
 * one region. The move is then a symmetry of network, routes and virtual channels.
 *
 * If unmoved: the engine says that detours around F take no hop in D (DlEngine.unmoved). Runs in D
 * are then those of the whole network, wherever the cable is, and so are their loads, dateline or
 * not; the rest of each route does not know where D's dateline is. Turns go into D from the others
 * or the other way round, never both, so cycles through F's detours are the same too. An engine may
 * do this for some cables only (XT: if there is a safe Y+); packets that take another hop in D or
 * are not delivered change what the links of D carry, which dl_critical_classes_hold looks at.
 */
DlCriticalClasses dl_critical_classes_new (const DlTorusSpec *torus, const DlAnalysis *before,
                                           const DlDemand *demand);

/* The cable that stands for that of @link, which leaves by a plus port: itself, or another one of
 * the same dimension. */
guint32 dl_critical_classes_first (const DlCriticalClasses *classes, const DlNetwork *network,
                                   guint32 link);

/* Whether @after, the analysis without the cable of @link, shows that all cables that have the same
 * first one do the same. */
gboolean dl_critical_classes_hold (const DlCriticalClasses *classes, const DlAnalysis *before,
                                   const DlAnalysis *after, guint32 link);

G_END_DECLS
