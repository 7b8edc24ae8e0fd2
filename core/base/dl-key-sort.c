#include "dl-key-sort.h"

#include <math.h>
#include <string.h>

/* Radix sort, the lowest digit first: each pass is stable. The bits of a double are in the order of
 * the numbers once those of negative ones are turned, and the sign of the others is set. */
#define DIGIT_BITS 11
#define N_DIGITS   (1 << DIGIT_BITS)

typedef struct
{
  guint64 bits; /* in whose order the rows go */
  guint32 from; /* where it was */
} Key;

static guint64
bits_of (double key, gboolean descending)
{
  const guint64 sign = G_GUINT64_CONSTANT (1) << 63;
  guint64 bits;

  if (isnan (key))
    return G_MAXUINT64;
  key += 0.0; /* -0 is 0 */
  memcpy (&bits, &key, sizeof bits);
  bits = (bits & sign) != 0 ? ~bits : bits | sign;
  return descending ? ~bits : bits;
}

/* Sort by digit @pass of the keys, from @in to @out; FALSE if all keys have the same digit. */
static gboolean
sort_by_digit (const Key *in, Key *out, guint n, guint pass, guint *begin)
{
  const guint shift = pass * DIGIT_BITS;
  guint at = 0;

  memset (begin, 0, N_DIGITS * sizeof *begin);
  for (guint i = 0; i < n; i++)
    begin[in[i].bits >> shift & (N_DIGITS - 1)]++;
  if (begin[in[0].bits >> shift & (N_DIGITS - 1)] == n)
    return FALSE;
  for (guint digit = 0; digit < N_DIGITS; digit++)
    {
      const guint count = begin[digit];

      begin[digit] = at;
      at += count;
    }
  for (guint i = 0; i < n; i++)
    out[begin[in[i].bits >> shift & (N_DIGITS - 1)]++] = in[i];
  return TRUE;
}

void
dl_sort_by_keys (guint32 *items, double *keys, guint n, gboolean descending)
{
  g_autofree Key *in = g_new (Key, n), *out = g_new (Key, n);
  g_autofree guint32 *old_items = g_memdup2 (items, n * sizeof *items);
  g_autofree double *old_keys = g_memdup2 (keys, n * sizeof *keys);
  g_autofree guint *begin = g_new (guint, N_DIGITS);

  if (n < 2)
    return;
  for (guint i = 0; i < n; i++)
    in[i] = (Key) { bits_of (keys[i], descending), i };
  for (guint pass = 0; pass * DIGIT_BITS < 64; pass++)
    if (sort_by_digit (in, out, n, pass, begin))
      {
        Key *sorted = out;

        out = in;
        in = sorted;
      }
  for (guint i = 0; i < n; i++)
    {
      items[i] = old_items[in[i].from];
      keys[i] = old_keys[in[i].from];
    }
}
