/* How far a search has come. */
#pragma once

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

G_END_DECLS
