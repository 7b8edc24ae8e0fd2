#include "dl-steady-state.h"

#include <math.h>

#define LEAST_MEANS 20
/* Means of 5 that a truncation must leave: this share of them, and so many. */
#define TAIL       0.25
#define LEAST_KEPT 8
/* A truncation after the first half is a better one if its error is less than this share. */
#define BETTER 0.9
/* Observations without which nothing is said of their correlation. */
#define LEAST_OBSERVATIONS 20
/* Batches of which there is an interval, however wide. */
#define FEWEST_BATCHES 3
/* Integrated autocorrelation times that a window is long: what correlates beyond it is little. */
#define WINDOW_TIMES 10

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
  static const double table[] = { 6.314, 2.920, 2.353, 2.132, 2.015, 1.943, 1.895, 1.860, 1.833 };

  g_assert (freedom > 0);
  if (freedom <= G_N_ELEMENTS (table))
    return table[freedom - 1];
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

/* The sum of the autocovariances of @residuals (n) at all lags, by its window: the first lag of
 * WINDOW_TIMES integrated autocorrelation times, which goes to @window, and n / 3 if there is none.
 */
static double
sum_of_covariances (const double *residuals, guint n, guint *window)
{
  double none = 0, sum;

  for (guint i = 0; i < n; i++)
    none += residuals[i] * residuals[i] / n;
  sum = none;
  for (*window = 1; *window < n / 3; ++*window)
    {
      double product = 0;

      for (guint i = *window; i < n; i++)
        product += residuals[i - *window] * residuals[i];
      sum += 2 * product / (n - *window);
      if (2 * *window * none >= WINDOW_TIMES * MAX (sum, none))
        break;
    }
  /* Residuals are of the mean of the same observations (Wolff 2004, equation 49). */
  return MAX (sum * (1 + (2.0 * *window + 1) / n), none);
}

/* The squared standard error of the sum of batches of @size, the last ones, times the number of
 * observations in them. */
static double
error_of_batches (const double *residuals, guint n, guint size)
{
  const guint k = n / size;
  double squares = 0;

  for (guint batch = 0; batch < k; batch++)
    {
      double residual = 0;

      for (guint i = n - (batch + 1) * size; i < n - batch * size; i++)
        residual += residuals[i];
      squares += residual * residual;
    }
  return squares / (k - 1) / size;
}

void
dl_batch_means (const double *sums, const double *weights, guint n, DlBatchMeans *means)
{
  g_autofree double *residuals = g_new (double, n + 1);
  double sum = 0, weight = 0, error;
  guint window;

  for (guint i = 0; i < n; i++)
    {
      sum += sums[i];
      weight += weights[i];
    }
  *means = (DlBatchMeans) { .mean = weight > 0 ? sum / weight : NAN,
                            .standard_error = NAN,
                            .half_width = NAN,
                            .correlated = TRUE };
  if (n < LEAST_OBSERVATIONS || weight <= 0)
    return;
  for (guint i = 0; i < n; i++)
    residuals[i] = sums[i] - means->mean * weights[i];
  error = sum_of_covariances (residuals, n, &window);
  means->n_batches = MAX (n / (2 * window + 1), 2);
  means->batch = n / means->n_batches;
  error = MAX (error, error_of_batches (residuals, n, means->batch));
  means->standard_error = sqrt (error * n) / weight;
  means->correlated = means->n_batches < DL_LEAST_BATCHES;
  if (means->n_batches >= FEWEST_BATCHES)
    means->half_width = dl_student_t (means->n_batches - 1) * means->standard_error;
}

gboolean
dl_batch_means_exceed (const DlBatchMeans *means, double limit)
{
  return means->n_batches > 0
         && means->mean - dl_student_t_one_sided (means->n_batches - 1) * means->standard_error
                > limit;
}
