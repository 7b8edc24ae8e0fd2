/* Shares of sources: known answers, and random ones against the definitions. */
#include "dl-rng.h"
#include "dl-sim-tally.h"

#include <math.h>

#define N_ROUNDS 200

static void
test_known (void)
{
  const guint64 equal[] = { 5, 5, 0, 5, 5 }; /* the third is the destination */
  const guint64 one[] = { 0, 12, 0, 0, 0 };
  const guint64 none[] = { 0, 0, 0, 0, 0 };
  DlFairness fairness;

  dl_fairness_init (&fairness, equal, 5, 4);
  g_assert_cmpuint (fairness.n, ==, 4);
  g_assert_cmpuint (fairness.n_starved, ==, 0);
  g_assert_cmpfloat (fairness.jain, ==, 1);
  g_assert_cmpfloat (fairness.least, ==, 1);
  g_assert_cmpfloat (fairness.most, ==, 1);

  dl_fairness_init (&fairness, one, 5, 4);
  g_assert_cmpuint (fairness.n_starved, ==, 3);
  g_assert_cmpfloat (fairness.jain, ==, 0.25);
  g_assert_cmpfloat (fairness.least, ==, 0);
  g_assert_cmpfloat (fairness.most, ==, 4);

  dl_fairness_init (&fairness, none, 5, 4);
  g_assert_cmpuint (fairness.n, ==, 4);
  g_assert_true (isnan (fairness.jain));
  g_assert_true (isnan (fairness.least));
  g_autoptr (GArray) shares = dl_fairness_sorted (&fairness, none, 5);
  g_assert_cmpuint (shares->len, ==, 0);
}

/* The parking lot of the age paper's figure 1: each router halves what comes from behind. */
static void
test_parking_lot (void)
{
  const guint64 packets[] = { 8, 4, 2, 1, 1, 0 };
  const guint16 distance[] = { 1, 2, 3, 4, 4, DL_FAIRNESS_NO_DISTANCE };
  DlFairness fairness;

  dl_fairness_init (&fairness, packets, 6, 5);
  g_autoptr (GArray) bars = dl_fairness_by_distance (&fairness, packets, distance, 6);
  g_assert_cmpuint (bars->len, ==, 4);
  for (guint i = 0; i < 4; i++)
    {
      const DlFairnessBar bar = g_array_index (bars, DlFairnessBar, i);

      g_assert_cmpuint (bar.distance, ==, i + 1);
      g_assert_cmpuint (bar.n, ==, i < 3 ? 1 : 2);
      g_assert_cmpfloat_with_epsilon (bar.mean, packets[i] * 5 / 16.0, 1e-12);
    }
  g_assert_cmpfloat_with_epsilon (fairness.jain, 256.0 / (5 * 86), 1e-12);
}

static void
test_random (void)
{
  DlRng rng;

  dl_rng_init (&rng, 22);
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      const guint n = 1 + dl_rng_below (&rng, 60);
      guint64 packets[60];
      guint16 distance[60];
      double sum = 0, squares = 0, total = 0, weighted = 0;
      guint n_senders = 0, n_in_bars = 0;
      DlFairness fairness;

      for (guint node = 0; node < n; node++)
        {
          const gboolean sends = dl_rng_below (&rng, 4) > 0;

          packets[node] = sends ? dl_rng_below (&rng, 9) : 0;
          distance[node] = sends ? dl_rng_below (&rng, 7) : DL_FAIRNESS_NO_DISTANCE;
          n_senders += sends;
          sum += packets[node];
          squares += (double) packets[node] * packets[node];
        }
      dl_fairness_init (&fairness, packets, n, n_senders);
      g_autoptr (GArray) bars = dl_fairness_by_distance (&fairness, packets, distance, n);
      g_autoptr (GArray) shares = dl_fairness_sorted (&fairness, packets, n);

      g_assert_cmpuint (fairness.n, ==, n_senders);
      g_assert_cmpfloat (fairness.packets, ==, sum);
      if (sum == 0)
        {
          g_assert_cmpuint (bars->len + shares->len, ==, 0);
          continue;
        }
      g_assert_cmpfloat_with_epsilon (fairness.jain, sum * sum / (n_senders * squares), 1e-12);
      g_assert_cmpfloat (fairness.jain, <=, 1 + 1e-12);
      g_assert_cmpfloat (fairness.jain, >=, 1.0 / n_senders - 1e-12);
      g_assert_cmpuint (shares->len, ==, n_senders);
      for (guint i = 0; i < shares->len; i++)
        {
          total += g_array_index (shares, double, i);
          g_assert_true (
              i == 0 || g_array_index (shares, double, i) <= g_array_index (shares, double, i - 1));
        }
      g_assert_cmpfloat_with_epsilon (total, n_senders, 1e-9);
      g_assert_cmpfloat_with_epsilon (g_array_index (shares, double, 0), fairness.most, 1e-12);
      g_assert_cmpfloat_with_epsilon (g_array_index (shares, double, shares->len - 1),
                                      fairness.least, 1e-12);
      for (guint i = 0; i < bars->len; i++)
        {
          const DlFairnessBar bar = g_array_index (bars, DlFairnessBar, i);

          n_in_bars += bar.n;
          weighted += bar.n * bar.mean;
          g_assert_cmpfloat (bar.least, <=, bar.mean + 1e-12);
          g_assert_cmpfloat (bar.mean, <=, bar.most + 1e-12);
        }
      g_assert_cmpuint (n_in_bars, ==, n_senders);
      g_assert_cmpfloat_with_epsilon (weighted, n_senders, 1e-9);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fairness/known", test_known);
  g_test_add_func ("/fairness/parking-lot", test_parking_lot);
  g_test_add_func ("/fairness/random", test_random);
  return g_test_run ();
}
