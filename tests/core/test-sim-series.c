/* When a simulation counts as settled. */
#include "dl-sim-series.h"

#include <math.h>

#define N      80
#define STRIDE 100 /* cycles between points */

/* Rates at a time between 0 and 1 of the series. */
typedef double (*Rate) (double time);

typedef struct
{
  Rate created, accepted, latency; /* packets a cycle, packets a cycle, cycles */
} Shape;

static double
one (double time)
{
  return 1;
}

static double
hundred (double time)
{
  return 100;
}

static double
ramp (double time)
{
  return time < 0.4 ? time / 0.4 : 1;
}

static double
slow (double time)
{
  return time < 0.95 ? 0.5 + time / 2 : 1;
}

static double
climbing (double time)
{
  return 100 + 100 * time;
}

static double
rare (double time)
{
  return 0.02;
}

static double
a_little_less (double time)
{
  return 0.95;
}

static gboolean
settled (Shape shape, guint n, guint64 since, gboolean saturated)
{
  DlSimPoint points[N] = { 0 };
  double created = 0, delivered = 0, latency_sum = 0;

  for (guint i = 1; i < N; i++)
    {
      const double time = (double) i / N;
      const double more = shape.accepted (time) * STRIDE;

      created += shape.created (time) * STRIDE;
      delivered += more;
      latency_sum += more * shape.latency (time);
      points[i] = (DlSimPoint) {
        .cycle = i * STRIDE,
        .created = created,
        .injected = delivered,
        .delivered = delivered,
        .delivered_flits = 9 * delivered,
        .latency_sum = latency_sum,
      };
    }
  return dl_sim_series_converged (points, n, since, saturated);
}

static void
test_settled (void)
{
  const Shape steady = { one, one, hundred };

  g_assert_true (settled (steady, N, 0, FALSE));
  g_assert_true (settled (steady, 8, 0, FALSE));
  g_assert_false (settled (steady, 7, 0, FALSE));
  g_assert_false (settled (steady, 0, 0, FALSE));
  g_assert_true (settled (steady, N, 40 * STRIDE, FALSE));
  g_assert_false (settled (steady, N, (N - 7) * STRIDE, FALSE));
  g_assert_false (settled (steady, N, G_MAXUINT64, FALSE));
  /* The way to it does not count, unless it is most of it. */
  g_assert_true (settled ((Shape) { ramp, ramp, hundred }, N, 0, FALSE));
  g_assert_false (settled ((Shape) { slow, slow, hundred }, N, 0, FALSE));
  g_assert_false (settled ((Shape) { one, one, climbing }, N, 0, FALSE));
  /* More is created than the network takes. */
  g_assert_false (settled ((Shape) { one, a_little_less, hundred }, N, 0, FALSE));
  g_assert_true (settled ((Shape) { one, a_little_less, hundred }, N, 0, TRUE));
  /* What had piled up is still on its way. */
  g_assert_false (settled ((Shape) { a_little_less, one, hundred }, N, 0, FALSE));
  /* Too few to tell. */
  g_assert_false (settled ((Shape) { rare, rare, hundred }, N, 0, FALSE));
}

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
  g_test_add_func ("/sim-series/settled", test_settled);
  g_test_add_func ("/sim-series/rates", test_rates);
  return g_test_run ();
}
