/* MSER-5, batch means and Student's t, held to sums written out and to series whose answer is
 * known. */
#include "dl-rng.h"
#include "dl-steady-state.h"

#include <math.h>

#define N_RANDOM 300

static double
uniform (DlRng *rng)
{
  return (dl_rng_next (rng) >> 11) * 0x1p-53;
}

/* A normal number of mean 0 and deviation 1. */
static double
normal (DlRng *rng)
{
  return sqrt (-2 * log (1 - uniform (rng))) * cos (2 * G_PI * uniform (rng));
}

/* Sums and weights ----------------------------------------------------------------------------- */

typedef struct
{
  guint n;
  double *sums, *weights;
} Series;

static Series
series_new (guint n)
{
  return (Series) { n, g_new0 (double, n), g_new0 (double, n) };
}

static void
series_clear (Series *series)
{
  g_free (series->sums);
  g_free (series->weights);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Series, series_clear)

/* First-order autoregression with coefficient @phi around @mean, in which the first @n_start
 * observations are too low by @bias. Weights of 1 to 3. */
static Series
series_random (DlRng *rng, guint n, double phi, double mean, guint n_start, double bias)
{
  Series series = series_new (n);
  double value = normal (rng);

  for (guint i = 0; i < n; i++)
    {
      value = phi * value + sqrt (1 - phi * phi) * normal (rng);
      series.weights[i] = 1 + dl_rng_below (rng, 3);
      series.sums[i] = series.weights[i] * (mean + value - (i < n_start ? bias : 0));
    }
  return series;
}

/* Warm-up ------------------------------------------------------------------------------------- */

/* The same as it is written: for each truncation all that comes after it, summed up again. */
static gboolean
oracle_mser (const Series *series, guint *cut)
{
  const guint n = series->n / 5;
  g_autofree double *means = g_new (double, n);
  double least[2] = { INFINITY, INFINITY }; /* in the first half, and after it */
  guint at = 0;

  for (guint i = 0; i < n; i++)
    {
      double sum = 0, weight = 0;

      for (guint j = 0; j < 5; j++)
        {
          sum += series->sums[5 * i + j];
          weight += series->weights[5 * i + j];
        }
      means[i] = weight > 0 ? sum / weight : i > 0 ? means[i - 1] : 0;
    }
  *cut = 0;
  if (n < 20)
    return FALSE;
  for (guint d = 0; n - d >= 0.25 * n && n - d >= 8; d++)
    {
      double mean = 0, error = 0;

      for (guint i = d; i < n; i++)
        mean += means[i] / (n - d);
      for (guint i = d; i < n; i++)
        error += (means[i] - mean) * (means[i] - mean);
      error /= (double) (n - d) * (n - d);
      if (error >= least[2 * d > n] * (1 - 1e-12))
        continue;
      least[2 * d > n] = error;
      if (2 * d <= n)
        at = d;
    }
  *cut = 5 * at;
  return least[1] >= 0.9 * least[0];
}

static void
test_mser_oracle (void)
{
  DlRng rng;

  dl_rng_init (&rng, 1);
  for (guint i = 0; i < N_RANDOM; i++)
    {
      const guint n = 50 + dl_rng_below (&rng, 400);
      g_auto (Series) series = series_random (&rng, n, 0.9 * uniform (&rng), 100 * uniform (&rng),
                                              dl_rng_below (&rng, n), 10 * uniform (&rng));
      guint cut, wanted;
      gboolean found, to_be_found;

      for (guint j = 0; j < n; j++)
        if (dl_rng_below (&rng, 4) == 0)
          series.sums[j] = series.weights[j] = 0;
      found = dl_mser_5 (series.sums, series.weights, n, &cut);
      to_be_found = oracle_mser (&series, &wanted);
      g_assert_cmpuint (cut, ==, wanted);
      g_assert_cmpint (found, ==, to_be_found);
    }
}

static void
test_mser_known (void)
{
  g_auto (Series) series = series_new (200);
  guint cut;

  /* A step: where it is, rounded up to a mean of 5. */
  for (guint i = 0; i < 200; i++)
    {
      series.weights[i] = 1;
      series.sums[i] = (i < 57 ? 10 : 100) + i % 2;
    }
  g_assert_true (dl_mser_5 (series.sums, series.weights, 200, &cut));
  g_assert_cmpuint (cut, ==, 60);
  /* It is not over in the first half of what there is then. */
  g_assert_false (dl_mser_5 (series.sums, series.weights, 100, &cut));
  /* Too little to say. */
  g_assert_false (dl_mser_5 (series.sums, series.weights, 99, &cut));
  /* Nothing changes, nothing is cut off. */
  for (guint i = 0; i < 200; i++)
    series.sums[i] = 7;
  g_assert_true (dl_mser_5 (series.sums, series.weights, 200, &cut));
  g_assert_cmpuint (cut, ==, 0);
  /* A series that grows without end has no steady state. */
  for (guint i = 0; i < 200; i++)
    series.sums[i] = i;
  g_assert_false (dl_mser_5 (series.sums, series.weights, 200, &cut));
}

/* A warm-up that is large beside the noise goes, and little else. */
static void
test_mser_start (void)
{
  DlRng rng;
  guint n_found = 0;

  dl_rng_init (&rng, 2);
  for (guint i = 0; i < N_RANDOM; i++)
    {
      g_auto (Series) series = series_random (&rng, 600, 0.5, 50, 100, 20);
      guint cut;

      if (!dl_mser_5 (series.sums, series.weights, series.n, &cut))
        continue;
      n_found++;
      g_assert_cmpuint (cut, >=, 100);
    }
  g_assert_cmpuint (n_found, >=, 0.95 * N_RANDOM);
}

/* Batch means ---------------------------------------------------------------------------------- */

/* The squared standard error of the mean, as it is written: the larger one of that by batches and
 * that by the sum of the autocovariances up to the window; *@n_batches of them. */
static double
oracle_error (const Series *series, guint *n_batches)
{
  const guint n = series->n;
  g_autofree double *residual = g_new (double, n);
  double sum = 0, weight = 0, total, first, by_batches = 0;
  guint window = 0, size;

  for (guint i = 0; i < n; i++)
    {
      sum += series->sums[i];
      weight += series->weights[i];
    }
  for (guint i = 0; i < n; i++)
    residual[i] = series->sums[i] - sum / weight * series->weights[i];
  first = total = 0;
  for (guint lag = 0; lag < n / 3 || lag == 1; lag++)
    {
      double covariance = 0;

      for (guint i = lag; i < n; i++)
        covariance += residual[i] * residual[i - lag] / (n - lag);
      if (lag == 0)
        first = covariance;
      total += (lag == 0 ? 1 : 2) * covariance;
      window = lag;
      /* Ten times half of the sum by the variance, which is at least a half. */
      if (lag > 0 && lag >= 10 * MAX (total / first / 2, 0.5))
        break;
      window = n / 3;
    }
  total = MAX (total * (1 + (2.0 * window + 1) / n), first) * n;
  *n_batches = MAX (n / (2 * window + 1), 2);
  size = n / *n_batches;
  for (guint batch = 0; batch < *n_batches; batch++)
    {
      double value = 0;

      for (guint i = 0; i < size; i++)
        value += residual[n - *n_batches * size + batch * size + i];
      by_batches += value * value;
    }
  /* Variance of the sum of all observations; the batches' is that of a part of them. */
  by_batches *= (double) *n_batches / (*n_batches - 1) * n / (*n_batches * size);
  return MAX (total, by_batches) / weight / weight;
}

static void
test_batches_oracle (void)
{
  DlRng rng;

  dl_rng_init (&rng, 3);
  for (guint i = 0; i < N_RANDOM; i++)
    {
      const guint n = 20 + dl_rng_below (&rng, 1000);
      g_auto (Series) series = series_random (&rng, n, 0.95 * uniform (&rng), 10, 0, 0);
      DlBatchMeans means;
      double sum = 0, weight = 0, error;
      guint n_batches;

      for (guint j = 0; j < n; j++)
        {
          sum += series.sums[j];
          weight += series.weights[j];
        }
      error = sqrt (oracle_error (&series, &n_batches));
      dl_batch_means (series.sums, series.weights, n, &means);
      g_assert_cmpfloat_with_epsilon (means.mean, sum / weight, 1e-9);
      g_assert_cmpuint (means.n_batches, ==, n_batches);
      g_assert_cmpuint (means.batch, ==, n / n_batches);
      g_assert_cmpfloat_with_epsilon (means.standard_error, error, 1e-9 * error);
      g_assert_cmpint (means.correlated, ==, n_batches < DL_LEAST_BATCHES);
      g_assert_cmpint (isnan (means.half_width), ==, n_batches < 3);
      if (n_batches >= 3)
        g_assert_cmpfloat_with_epsilon (means.half_width, dl_student_t (n_batches - 1) * error,
                                        1e-9 * error);
    }
}

static void
test_batches_known (void)
{
  g_auto (Series) series = series_new (2000);
  DlBatchMeans means;

  for (guint i = 0; i < 2000; i++)
    series.weights[i] = 1;
  /* All the same: nothing varies. */
  dl_batch_means (series.sums, series.weights, 2000, &means);
  g_assert_cmpfloat (means.half_width, ==, 0);
  g_assert_cmpfloat (means.mean, ==, 0);
  dl_batch_means (series.sums, series.weights, 19, &means);
  g_assert_cmpuint (means.n_batches, ==, 0);
  g_assert_true (isnan (means.half_width));
  dl_batch_means (series.sums, series.weights, 0, &means);
  g_assert_true (isnan (means.mean));
  /* One half is of one kind, the other of the other: no batches are without correlation. */
  for (guint i = 0; i < 2000; i++)
    series.sums[i] = i < 1000;
  dl_batch_means (series.sums, series.weights, 2000, &means);
  g_assert_cmpfloat (means.mean, ==, 0.5);
  g_assert_true (means.correlated && isnan (means.half_width));
}

/* The mean is where it is said to be, and a limit is exceeded by chance in 5% of the cases: also
 * where batches are still correlated. */
static void
test_coverage (gconstpointer data)
{
  const double phi = GPOINTER_TO_INT (data) / 100.0;
  DlRng rng;
  guint n = 0, held = 0, exceeded = 0;

  dl_rng_init (&rng, 4);
  for (guint i = 0; i < 4000; i++)
    {
      /* So long that there are enough batches. */
      g_auto (Series) series = series_random (&rng, phi > 0.8 ? 2500 : 800, phi, 10, 0, 0);
      DlBatchMeans means;

      dl_batch_means (series.sums, series.weights, series.n, &means);
      exceeded += dl_batch_means_exceed (&means, 10);
      g_assert_true (dl_batch_means_exceed (&means, 6));
      if (means.correlated)
        continue;
      n++;
      held += fabs (means.mean - 10) <= means.half_width;
    }
  g_test_message ("held %u of %u, exceeded %u", held, n, exceeded);
  g_assert_cmpuint (n, >=, 3900);
  g_assert_cmpfloat ((double) held / n, >=, 0.93);
  g_assert_cmpfloat ((double) held / n, <=, 0.97);
  g_assert_cmpfloat (exceeded / 4000.0, <=, 0.07);
  g_assert_cmpfloat (exceeded / 4000.0, >=, 0.02);
}

static void
test_student (void)
{
  const struct
  {
    guint freedom;
    double two_sided, one_sided; /* published tables */
  } rows[] = { { 10, 2.228, 1.812 }, { 19, 2.093, 1.729 },  { 30, 2.042, 1.697 },
               { 40, 2.021, 1.684 }, { 120, 1.980, 1.658 }, { 100000, 1.960, 1.645 } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_assert_cmpfloat_with_epsilon (dl_student_t (rows[i].freedom), rows[i].two_sided, 0.001);
      g_assert_cmpfloat_with_epsilon (dl_student_t_one_sided (rows[i].freedom), rows[i].one_sided,
                                      0.001);
    }
  g_assert_cmpfloat (dl_student_t (1), ==, 12.706);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/steady-state/mser-oracle", test_mser_oracle);
  g_test_add_func ("/steady-state/mser-known", test_mser_known);
  g_test_add_func ("/steady-state/mser-start", test_mser_start);
  g_test_add_func ("/steady-state/batches-oracle", test_batches_oracle);
  g_test_add_func ("/steady-state/batches-known", test_batches_known);
  g_test_add_data_func ("/steady-state/coverage/0", GINT_TO_POINTER (0), test_coverage);
  g_test_add_data_func ("/steady-state/coverage/0.6", GINT_TO_POINTER (60), test_coverage);
  g_test_add_data_func ("/steady-state/coverage/0.9", GINT_TO_POINTER (90), test_coverage);
  g_test_add_func ("/steady-state/student", test_student);
  return g_test_run ();
}
