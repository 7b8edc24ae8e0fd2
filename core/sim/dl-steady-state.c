#include "dl-steady-state.h"

#include <math.h>

#define LEAST_MEANS 20
/* Means of 5 that a truncation must leave: this share of them, and so many. */
#define TAIL       0.25
#define LEAST_KEPT 8
/* A truncation after the first half is a better one if its error is less than this share. */
#define BETTER           0.9
#define MOST_CORRELATION 0.1
/* What is corrected for; a larger one is a trend. */
#define MOST_CORRECTED 0.6

/* Student's t ---------------------------------------------------------------------------------- */

double
dl_student_t (guint freedom)
{
  static const double table[]
      = { 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
          2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
          2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042 };

  g_assert (freedom > 0);
  /* Beyond, the first terms of its series, right to a thousandth. */
  return freedom <= G_N_ELEMENTS (table) ? table[freedom - 1]
                                         : 1.95996 + 2.3723 / freedom + 2.8225 / freedom / freedom;
}

double
dl_student_t_one_sided (guint freedom)
{
  g_assert (freedom > 0);
  return 1.64485 + 1.5238 / freedom + 1.4202 / freedom / freedom;
}

/* Warm-up ------------------------------------------------------------------------------------- */

/* Means of 5 observations, (n / 5). */
static double *
means_of_5 (const double *sums, const double *weights, guint n)
{
  const guint n_means = n / DL_MSER_MEANS_OF;
  double *means = g_new (double, n_means);

  for (guint i = 0; i < n_means; i++)
    {
      double sum = 0, weight = 0;

      for (guint j = DL_MSER_MEANS_OF * i; j < DL_MSER_MEANS_OF * (i + 1); j++)
        {
          sum += sums[j];
          weight += weights[j];
        }
      means[i] = weight > 0 ? sum / weight : i > 0 ? means[i - 1] : 0;
    }
  return means;
}

gboolean
dl_mser_5 (const double *sums, const double *weights, guint n, guint *cut)
{
  const guint n_means = n / DL_MSER_MEANS_OF;
  g_autofree double *means = NULL;
  double sum = 0, squares = 0, least = INFINITY, least_later = INFINITY, origin;
  guint at = n_means;

  *cut = 0;
  if (n_means < LEAST_MEANS)
    return FALSE;
  means = means_of_5 (sums, weights, n);
  /* Squares are of what differs from the last one, so that few digits are lost. */
  origin = means[n_means - 1];
  for (guint i = n_means; i-- > 0;)
    {
      const double kept = n_means - i, mean = means[i] - origin;
      double error;

      sum += mean;
      squares += mean * mean;
      if (kept < MAX (TAIL * n_means, LEAST_KEPT))
        continue;
      error = MAX (squares - sum * sum / kept, 0) / (kept * kept);
      if (2 * i > n_means)
        least_later = MIN (least_later, error);
      else if (error <= least) /* of equal ones the first */
        {
          least = error;
          at = i;
        }
    }
  *cut = DL_MSER_MEANS_OF * at;
  return least_later >= BETTER * least;
}

/* Batch means ---------------------------------------------------------------------------------- */

/* Batches of @size observations, the last ones. */
static void
take_batches (const double *sums, const double *weights, guint n, guint size, DlBatchMeans *means)
{
  const guint k = n / size, first = n - k * size;
  double sum = 0, weight = 0, squares = 0, products = 0, before = 0, ratio, r;

  for (guint i = first; i < n; i++)
    {
      sum += sums[i];
      weight += weights[i];
    }
  ratio = weight > 0 ? sum / weight : 0;
  for (guint batch = 0; batch < k; batch++)
    {
      double residual = 0;

      for (guint i = first + batch * size; i < first + (batch + 1) * size; i++)
        residual += sums[i] - ratio * weights[i];
      squares += residual * residual;
      products += batch > 0 ? residual * before : 0;
      before = residual;
    }
  r = (squares > 0 ? products / squares : 0) + (squares > 0 ? 1.0 / k : 0);
  means->n_batches = k;
  means->batch = size;
  means->correlation = r;
  r = CLAMP (r, 0, MOST_CORRECTED);
  means->standard_error
      = weight > 0 ? sqrt (squares / (k - 1.0) / k * (1 + r) / (1 - r)) / (weight / k) : NAN;
}

void
dl_batch_means (const double *sums, const double *weights, guint n, DlBatchMeans *means)
{
  double sum = 0, weight = 0;

  for (guint i = 0; i < n; i++)
    {
      sum += sums[i];
      weight += weights[i];
    }
  *means = (DlBatchMeans) { .mean = weight > 0 ? sum / weight : NAN,
                            .standard_error = NAN,
                            .half_width = NAN,
                            .correlation = NAN,
                            .correlated = TRUE };
  for (guint size = 1; n / size >= DL_LEAST_BATCHES; size *= 2)
    {
      take_batches (sums, weights, n, size, means);
      if (means->correlation < MOST_CORRELATION)
        means->correlated = FALSE;
    }
  if (means->correlation < MOST_CORRECTED)
    means->correlated = FALSE;
  if (means->n_batches > 0 && !means->correlated)
    means->half_width = dl_student_t (means->n_batches - 1) * means->standard_error;
}

gboolean
dl_batch_means_exceed (const DlBatchMeans *means, double limit)
{
  return means->n_batches > 0
         && means->mean - dl_student_t_one_sided (means->n_batches - 1) * means->standard_error
                > limit;
}
