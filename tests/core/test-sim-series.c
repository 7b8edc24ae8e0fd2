/* Rates between two points of a series. */
#include "dl-sim-counters.h"

#include <math.h>

/* Rates are of what came between two points. */
static void
test_rates (void)
{
  const DlSimPoint from = { .cycle = 100, .created = 10, .delivered = 4, .latency_sum = 400 };
  const DlSimPoint to
      = { .cycle = 300, .created = 30, .delivered = 8, .delivered_flits = 36, .latency_sum = 1000 };

  g_assert_cmpfloat (dl_sim_points_offered (&from, &to, 9, 5), ==, 20 * 9 / 200.0 / 5);
  g_assert_cmpfloat (dl_sim_points_accepted (&from, &to, 5), ==, 36 / 200.0 / 5);
  g_assert_cmpfloat (dl_sim_points_latency (&from, &to), ==, 150);
  g_assert_true (isnan (dl_sim_points_latency (&from, &from)));
  g_assert_true (isnan (dl_sim_points_accepted (&from, &from, 5)));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim-series/rates", test_rates);
  return g_test_run ();
}
