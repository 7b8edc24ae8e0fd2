/* The loads that uniform traffic puts on one line (a ring or row of the torus in one dimension) by
 * dimension-order legs, for all its entries and ends at once. */
#pragma once

#include "dl-table-legs.h"

G_BEGIN_DECLS

/* Lines up to this radix are computed by superposing what one packet an entry loads. */
#define DL_LINE_MAX_SUPERPOSED 128

/* What a line looks like from where a packet enters: all that its loads depend on beside how many
 * packets enter where. */
typedef struct
{
  guint dim;
  guint k;
  guint base;               /* node at position 0 */
  const guint32 *dests;     /* (k x 2) working destinations behind a position, by NID bottom bit */
  const guint32 *dest_like; /* (k x 2) one of them, where there are any */
  const guint8 *suspect;    /* (n_links) or NULL if the line has none */
  DlTableLegs *table_runs;  /* NULL if there is no table that tells destinations apart */
} DlLineView;

/* Loads by direction (plus, minus), VC and position: (2 x DL_TORUS_VCS x k) doubles. */
static inline guint
dl_line_load_size (guint k)
{
  return 2 * DL_TORUS_VCS * k;
}

#define DL_LINE_NO_CHANNEL 0xff

/* The channels at both ends of the undisturbed legs from one entry of a line, by the bottom bit of
 * the destination's NID; numbered 2 * DL_TORUS_VCS a dimension, DL_TORUS_VCS * minus + vc. */
typedef struct
{
  guint32 first[2][2 * DL_TORUS_VCS]; /* (bit, channel) destinations whose leg begins on it */
  guint8 *last;                       /* (k x 2) channel on which legs to a position end, by
                                         position and bit; DL_LINE_NO_CHANNEL if there are none */
} DlLineEnds;

/* Add the loads of @count packets entering at position @entry for each destination behind each
 * other position; legs over a suspect link are left out. @scratch: 2 dl_line_load_size (k) + 4
 * doubles. @clean (k, nullable) gets which positions are reached by a leg without suspects, @ends
 * (nullable) the channels. */
void dl_line_add_entry (const DlRoutes *routes, const DlLineView *view, guint entry, double count,
                        double *load, double *scratch, guint8 *clean, DlLineEnds *ends);

/* Hops of the dimension-order leg between two positions of a line; 0 for the same. */
guint dl_line_distance (const DlRoutes *routes, const DlLineView *view, guint entry, guint end);

/* A leg by @port between two positions of a line, without a VC. */
DlLeg dl_line_make_leg (const DlRoutes *routes, const DlLineView *view, guint port, guint entry,
                        guint end);

/* The dimension-order leg from @entry towards @dest, which differ in @dim, with its VC, whatever is
 * broken on the way. */
DlLeg dl_line_leg (const DlRoutes *routes, guint entry, guint dest, guint dim);

G_END_DECLS
