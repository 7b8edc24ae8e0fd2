/* How far a search has come. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @fraction of the work is done, 0..1, never falling. Called on the thread that searches, now and
 * then; a window hands it on to its main loop. */
typedef void (*DlProgressFunc) (double fraction, gpointer data);

G_END_DECLS
