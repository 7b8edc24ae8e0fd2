/* The loads that uniform traffic puts on one line (a ring or row of the torus in one dimension) by
 * dimension-order legs, for all its entries and ends at once. */
#pragma once

#include "dl-torus-table-legs.h"

G_BEGIN_DECLS

/* Lines up to this radix are computed by superposing what one packet an entry loads. */
#define DL_TORUS_LINE_MAX_SUPERPOSED 128

/* View of a line from where a packet enters: all that its loads depend on beside how many packets
 * enter where. */
typedef struct
{
  guint dim;
  guint k;
  guint base;               /* node at position 0 */
  const guint32 *dests;     /* (k x 2) working destinations past a position, by NID bottom bit */
  const guint32 *dest_like; /* (k x 2) one of them, where there are any */
  const guint8 *suspect;    /* (n_links) or NULL if the line has none */
  DlTorusTableLegs *table_runs; /* NULL if there is no table that tells destinations apart */
} DlTorusLineView;

/* Loads by direction (plus, minus), VC and position: (2 x DL_TORUS_VCS x k) doubles. */
static inline guint
dl_torus_line_load_size (guint k)
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
} DlTorusLineEnds;

/* Add the loads of @count packets entering at position @entry for each destination past each other
 * position; legs over a suspect link are left out. @scratch: 2 dl_torus_line_load_size (k) + 4
 * doubles. @clean (k, nullable) gets which positions are reached by a leg without suspects, @ends
 * (nullable) the channels. */
void dl_torus_line_add_entry (const DlTorusRoutes *routes, const DlTorusLineView *view, guint entry,
                              double count, double *load, double *scratch, guint8 *clean,
                              DlTorusLineEnds *ends);

/* Hops of the dimension-order leg between two positions of a line; 0 for the same. */
guint dl_torus_line_distance (const DlTorusRoutes *routes, const DlTorusLineView *view, guint entry,
                              guint end);

/* The dimension-order leg from @entry towards @dest, which differ in @dim, with its VC, whatever is
 * broken on the way. */
DlTorusLeg dl_torus_line_leg (const DlTorusRoutes *routes, guint entry, guint dest, guint dim);

/* Closed form of dl_torus_line_add_entry for every entry of a line: the time goes with the line's
 * length and not with its square. */

typedef struct
{
  guint32 *count;   /* (k) packets that enter at a position for each destination; in */
  gint32 *hops;     /* (k) the longest path of any of them so far, -1: none; in */
  double *load;     /* dl_torus_line_load_size (k), to which theirs are added */
  guint32 *arrived; /* (k x 2 x 2 DL_TORUS_VCS) by position, bottom bit of the destination and
                       channel of the dimension, packets that end there; added to */
  gint32 *new_hops; /* (k) hops of the longest route among those there afterwards; -1: none; out */
  /* Gets for each entry with packets on which channels its runs begin; @ends.last is NULL. */
  void (*first) (guint entry, const DlTorusLineEnds *ends, gpointer data);
  gpointer first_data;
  GCancellable *cancellable; /* nullable */
} DlTorusLongLine;

/* All entries of a line without suspects or a table. FALSE if canceled.
 *
 * Seen from an entry the ends fall into a few pieces: the destination's region, the direction and
 * the side of the dateline are the same in each, and so, for one bottom bit, is the virtual
 * channel. The packets of a piece pass the links before it all together; within it they leave one
 * by one, as the sums of destinations along the line say. Both are differences at the ends of a
 * range, summed up once for all entries. */
gboolean dl_torus_long_line_add (const DlTorusRoutes *routes, const DlTorusLineView *view,
                                 const DlTorusLongLine *line);

G_END_DECLS
