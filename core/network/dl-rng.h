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

G_END_DECLS
