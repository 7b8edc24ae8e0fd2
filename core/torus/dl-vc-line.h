/* Virtual channels of the free runs on one line of the network in one direction: the part of the
 * search for a table (dl-optimize-vc) that is independent, since no link of another line or
 * direction depends on the choices here. Positions count along the direction of travel, 0 to k - 1,
 * and link l leads from position l to l + 1 (mod k). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The free runs from one position to another, each with a destination of its own. */
typedef struct
{
  guint32 packets; /* on all of them */
  guint16 items;   /* runs */
  guint16 least;   /* packets of the lightest */
  guint16 most;    /* of the heaviest */
  guint16 before;  /* items on VC1 to begin with */
  guint16 on;      /* out: items to put on VC1 */
} DlVcGroup;

/* Free runs from one position that one bit of the global table decides about together. */
typedef struct
{
  guint32 entry;
  guint32 *packets; /* (k) by the position where they end */
  guint8 before;    /* VC to begin with */
  guint8 on;        /* out: VC */
} DlVcBlock;

typedef struct
{
  guint k;
  gint64 *forced;    /* (k) by link: packets of bound runs on VC0 less those on VC1 */
  gint64 *total;     /* (k) by link: packets of all runs; 0: idle or absent */
  gint64 *slack;     /* (k) by link: packets by which @forced may be wrong */
  DlVcGroup *groups; /* (k x k) by entry, then end */
  guint n_blocks;
  DlVcBlock *blocks; /* (n_blocks) */

  /* Results of dl_vc_line_solve: sums of VC_balance over the line's links with traffic. */
  double before;
  double after;
  double bound; /* for every assignment */
} DlVcLine;

/* Choose groups[].on and blocks[].on so that the sum of VC_balance is low. The groups' items are
 * taken as equally heavy, which is exact where they are. The same for the same input. */
void dl_vc_line_solve (DlVcLine *line, guint64 seed);

/* Lower bound of any choice of VCs for the free packets where each link is looked at alone. */
double dl_vc_link_bound (gint64 forced, gint64 free, gint64 total);

G_END_DECLS
