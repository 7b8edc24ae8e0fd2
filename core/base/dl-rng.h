/* xoshiro256** seeded by splitmix64: small, fast, and the same on every machine. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint64 s[4];
} DlRng;

void dl_rng_init (DlRng *rng, guint64 seed);
guint64 dl_rng_next (DlRng *rng);
/* Uniform in 0 .. n-1 without bias; n at least 1. */
guint64 dl_rng_below (DlRng *rng, guint64 n);

/* The @i-th of the uniform numbers that @hash stands for (splitmix64). */
guint64 dl_rng_mix (guint64 hash, guint64 i);
/* One of 0 .. n-1, n below 2^32, by a uniform @random: without bias but for what 32 bits leave. */
static inline guint
dl_rng_pick (guint64 random, guint n)
{
  return (random >> 32) * n >> 32;
}

/* Random orders that files keep as a seed: the same ones in every version. */

/* All of 0 .. n-1, each permutation as likely; (n). */
guint32 *dl_random_order_new (guint n, guint64 seed);
/* The same thing without an array: where @i (below @n, at least 1) goes in the permutation of
 * 0 .. n-1 that @key draws. One of 2^64, so not every permutation can come up. Constant memory, a
 * few dozen operations. */
guint32 dl_random_order_at (guint n, guint64 key, guint i);
/* A key for the @i-th of several orders of one seed. */
guint64 dl_random_order_key (guint64 seed, guint i);

G_END_DECLS
