#include "dl-rng.h"

/* xoshiro256** 1.0 by D. Blackman and S. Vigna (public domain algorithm), seeded by splitmix64. */

guint64
dl_rng_mix (guint64 hash, guint64 i)
{
  guint64 z = hash + (i + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static guint64
rotl (guint64 x, int k)
{
  return (x << k) | (x >> (64 - k));
}

void
dl_rng_init (DlRng *rng, guint64 seed)
{
  for (guint i = 0; i < 4; i++)
    rng->s[i] = dl_rng_mix (seed, i);
}

guint64
dl_rng_next (DlRng *rng)
{
  guint64 *s = rng->s;
  const guint64 result = rotl (s[1] * 5, 7) * 9;
  const guint64 t = s[1] << 17;

  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotl (s[3], 45);
  return result;
}

guint64
dl_rng_below (DlRng *rng, guint64 n)
{
  g_assert (n > 0);
  /* Reject the lowest values, so that what is left is a whole multiple of n. */
  const guint64 threshold = -n % n;
  guint64 r;
  do
    r = dl_rng_next (rng);
  while (r < threshold);
  return r % n;
}
