/* What dl_line_add_entry does for every entry of a line, in closed form: the time goes with the
 * line's length and not with its square. */
#pragma once

#include "dl-line.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 *count;   /* (k) packets that enter at a position for each destination; in */
  gint32 *hops;     /* (k) the longest way of any of them so far, -1: none; in */
  double *load;     /* dl_line_load_size (k), to which theirs are added */
  guint32 *arrived; /* (k x 2 x 2 DL_TORUS_VCS) by position, bottom bit of the destination and
                       channel of the dimension, packets that end there; added to */
  gint32 *new_hops; /* (k) the longest way of those that are there afterwards; -1: none; out */
  /* Gets for each entry with packets on which channels its runs begin; @ends.last is NULL. */
  void (*first) (guint entry, const DlLineEnds *ends, gpointer data);
  gpointer first_data;
  GCancellable *cancellable; /* nullable */
} DlLongLine;

/* All entries of a line without suspects or a table. FALSE if canceled.
 *
 * Seen from an entry the ends fall into a few pieces: the destination's region, the direction and
 * the side of the dateline are the same in each, and so, for one bottom bit, is the virtual
 * channel. The packets of a piece pass the links before it all together; within it they leave one
 * by one, as the sums of destinations along the line say. Both are differences at the ends of a
 * range, summed up once for all entries. */
gboolean dl_long_line_add (const DlRoutes *routes, const DlLineView *view, const DlLongLine *line);

G_END_DECLS
