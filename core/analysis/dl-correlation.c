#include "dl-correlation.h"

#include <math.h>
#include <stdlib.h>

void
dl_normalize (double *values, guint n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += values[i];
  for (guint i = 0; i < n; i++)
    values[i] = sum > 0 ? values[i] / sum : NAN;
}

/* Rounding would make a little variance of none. */
static gboolean
is_constant (const double *values, guint n)
{
  for (guint i = 1; i < n; i++)
    if (values[i] != values[0])
      return FALSE;
  return TRUE;
}

static double
mean_of (const double *values, guint n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += values[i];
  return sum / n;
}

double
dl_correlation (const double *a, const double *b, guint n)
{
  double mean_a, mean_b, ab = 0, aa = 0, bb = 0;

  if (n < 2 || is_constant (a, n) || is_constant (b, n))
    return NAN;
  mean_a = mean_of (a, n);
  mean_b = mean_of (b, n);
  for (guint i = 0; i < n; i++)
    {
      const double da = a[i] - mean_a, db = b[i] - mean_b;

      ab += da * db;
      aa += da * da;
      bb += db * db;
    }
  return CLAMP (ab / sqrt (aa) / sqrt (bb), -1, 1);
}

typedef struct
{
  double value;
  guint index;
} Ranked;

static gint
compare_ranked (gconstpointer a, gconstpointer b)
{
  const Ranked *x = a, *y = b;

  return (x->value > y->value) - (x->value < y->value);
}

static double *
rank (const double *values, guint n)
{
  g_autofree Ranked *sorted = g_new (Ranked, n);
  double *ranks = g_new (double, n);

  for (guint i = 0; i < n; i++)
    sorted[i] = (Ranked) { values[i], i };
  qsort (sorted, n, sizeof *sorted, compare_ranked);
  for (guint first = 0, end; first < n; first = end)
    {
      for (end = first + 1; end < n && sorted[end].value == sorted[first].value; end++)
        ;
      for (guint i = first; i < end; i++)
        ranks[sorted[i].index] = (first + end - 1) / 2.;
    }
  return ranks;
}

double
dl_rank_correlation (const double *a, const double *b, guint n)
{
  g_autofree double *ranks_a = NULL, *ranks_b = NULL;

  if (n < 2 || isnan (mean_of (a, n)) || isnan (mean_of (b, n)))
    return NAN;
  ranks_a = rank (a, n);
  ranks_b = rank (b, n);
  return dl_correlation (ranks_a, ranks_b, n);
}
