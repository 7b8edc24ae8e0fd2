/* How far a search has come. */
#pragma once

#include <gio/gio.h>
#include <glib.h>

#include <math.h>

G_BEGIN_DECLS

/* @fraction of the work is done, 0..1, never falling. Called on the thread that searches, now and
 * then; a window hands it on to its main loop. */
typedef void (*DlProgressFunc) (double fraction, gpointer data);

/* How many seconds are left when @fraction took @seconds; NAN before that can be told. */
static inline double
dl_progress_seconds_left (double seconds, double fraction)
{
  return fraction < 0.01 ? NAN : seconds / fraction * (1 - fraction);
}

/* How far work is that is given a cancellable: the maker of the cancellable follows the work by it,
 * so that each function on the way hands on one thing. */

/* @func is told of the work that gets @cancellable. Before that begins; @data stays until it ends.
 */
void dl_stage_follow (GCancellable *cancellable, DlProgressFunc func, gpointer data);
/* Begin the part from @from to @to of the work, 0..1. */
void dl_stage_begin (GCancellable *cancellable, double from, double to);
/* @fraction of this part is done, 0..1. Does nothing if nothing follows the work, or @cancellable
 * is NULL. */
void dl_stage_note (GCancellable *cancellable, double fraction);

G_END_DECLS
