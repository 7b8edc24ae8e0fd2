/* The free runs of a line as a flow: the lower bound, and the exact answer where runs come in equal
 * lots.
 *
 * Say u_r of a run's lots take VC1 and y_l is the sum of u_r over the runs across link l. Then
 * y_l - y_(l-1) is what begins at position l less what ends there: u goes up the runs and y comes
 * back down the links, and a choice of VCs is a circulation whose cost, the sum of |P0 - P1| / (P0
 * + P1), is convex in y and lies on the links alone. Such a flow of least cost is found in whole
 * lots, and its potentials prove that there is none better: for any price per link, the links'
 * least cost less the price plus the runs' least price is a lower bound, whatever the runs are made
 * of. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint k;
  gint64 lot;           /* packets */
  const gint64 *forced; /* (k) by link: packets of bound runs on VC0 less those on VC1 */
  const gint64 *total;  /* (k) by link: packets; where it is 0 there are no runs */
  const gint64 *lots;   /* (k x k) of the runs from a position to another */
} DlVcFlow;

/* @on (k x k) gets the lots that take VC1 in a flow of least cost; on a ring without dateline it
 * need not be the best assignment. Returns a lower bound for the sum of |P0 - P1| / (P0 + P1) over
 * the links with traffic, valid for every choice of whole lots. */
double dl_vc_flow_solve (const DlVcFlow *flow, gint64 *on);

G_END_DECLS
