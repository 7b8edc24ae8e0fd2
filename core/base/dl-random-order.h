/* Random orders that files keep as a seed: the same ones in every version. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* All of 0 .. n-1, each permutation as likely; (n). */
guint32 *dl_random_order_new (guint n, guint64 seed);
/* The same thing without an array: where @i (below @n, at least 1) goes in the permutation of
 * 0 .. n-1 that @key draws. One of 2^64, so not every permutation can come up. Constant memory, a
 * few dozen operations. */
guint32 dl_random_order_at (guint n, guint64 key, guint i);
/* A key for the @i-th of several orders of one seed. */
guint64 dl_random_order_key (guint64 seed, guint i);

G_END_DECLS
