#include "dl-rng.h"

/* Fewer bits a half, or fewer rounds, and small permutations come out unevenly. */
#define MIN_HALF_BITS 3
#define N_ROUNDS      6
#define GOLDEN_RATIO  G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

guint32 *
dl_random_order_new (guint n, guint64 seed)
{
  guint32 *order = g_new (guint32, n);
  DlRng rng;

  for (guint i = 0; i < n; i++)
    order[i] = i;
  dl_rng_init (&rng, seed);
  for (guint i = n; i-- > 1;)
    {
      const guint j = dl_rng_below (&rng, i + 1);
      const guint32 swap = order[i];

      order[i] = order[j];
      order[j] = swap;
    }
  return order;
}

/* The finalizer of splitmix64: every bit of the result depends on every bit of @z. */
static guint64
mix (guint64 z)
{
  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

guint64
dl_random_order_key (guint64 seed, guint i)
{
  return mix (mix (seed + GOLDEN_RATIO) + i);
}

/* A Feistel network permutes 0 .. 4^h - 1 whatever its rounds mix; following a value until it comes
 * back below n permutes those below n. */
guint32
dl_random_order_at (guint n, guint64 key, guint i)
{
  guint half = MIN_HALF_BITS;
  guint64 value = i;

  g_assert (i < n);
  while (G_GUINT64_CONSTANT (1) << (2 * half) < n)
    half++;
  const guint64 mask = (G_GUINT64_CONSTANT (1) << half) - 1;

  do
    {
      guint64 left = value >> half, right = value & mask;

      for (guint round = 0; round < N_ROUNDS; round++)
        {
          const guint64 mixed
              = left ^ (mix (key + GOLDEN_RATIO * (right * N_ROUNDS + round)) & mask);
          left = right;
          right = mixed;
        }
      value = left << half | right;
    }
  while (value >= n);
  return value;
}

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
  /* Reject the lowest values, so that the rest is a whole multiple of n. */
  const guint64 threshold = -n % n;
  guint64 r;
  do
    r = dl_rng_next (rng);
  while (r < threshold);
  return r % n;
}
