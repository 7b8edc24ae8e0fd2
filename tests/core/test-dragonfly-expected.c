/* Flits that wait at the links of a dragonfly, by the static analysis. */
#include "dl-dragonfly-analysis.h"
#include "dragonfly-fixture.h"

#include <math.h>
#include <string.h>

static const DlDragonflyTimes plain_times
    = { .load = 0.1, .packet_flits = 9, .buffer = 100, .class_flits = { 40, 40, 35 } };

static DlDragonflyAnalysis *
analyze (DlDragonfly *net, const char *mode)
{
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
  g_autoptr (DlDragonflyDemand) demand = dl_dragonfly_demand_new_group_shift (net);

  return dl_dragonfly_analysis_new (routes, dl_dragonfly_mode_find (mode), demand,
                                    dl_dragonfly_rates_for (net), NULL, NULL, NULL);
}

/* Flits in an M/D/1 queue by the sum over its states, found step by step: with arrivals a of one
 * service's time drawn by Poisson, the queue that a departure leaves behind is max (q - 1, 0) + a.
 * What waits beside the packet that is sent is the mean over time of that queue less one, which is
 * the mean number in the system less the use (Little). */
static double
queue_by_states (double use, guint packet_flits)
{
  enum
  {
    N = 400
  };
  double p[N] = { 1 }, arrivals[N], mean = 0;

  arrivals[0] = exp (-use);
  for (guint a = 1; a < N; a++)
    arrivals[a] = arrivals[a - 1] * use / a;
  for (guint round = 0; round < 3000; round++)
    {
      double next[N] = { 0 };

      for (guint q = 0; q < N; q++)
        for (guint a = 0; a < 30 && (q > 0 ? q - 1 : 0) + a < N; a++)
          next[(q > 0 ? q - 1 : 0) + a] += p[q] * arrivals[a];
      memcpy (p, next, sizeof p);
    }
  for (guint q = 0; q < N; q++)
    mean += q * p[q];
  return (mean - use) * packet_flits;
}

static void
test_queue (void)
{
  g_autoptr (DlDragonfly) net = fixture_cascade (3, 2);
  g_autoptr (DlDragonflyAnalysis) analysis = analyze (net, "min-hash");
  const guint busy = analysis->bound_link;
  DlDragonflyTimes times = plain_times;

  for (guint i = 1; i <= 8; i++)
    {
      g_autoptr (DlDragonflyExpected) expected = NULL;
      DlDragonflyLoad load;

      times.load = analysis->bound_load * i / 10;
      expected = dl_dragonfly_expected_new (analysis, times);
      load = dl_dragonfly_expected_load (busy, expected);
      g_assert_cmpfloat_with_epsilon (load.near_end, queue_by_states (i / 10.0, 9), 2e-3);
      g_assert_cmpfloat_with_epsilon (load.far_end,
                                      i / 10.0 * times.class_flits[net->link_class[busy]], 1e-3);
    }
}

/* Idle links wait for nothing, broken ones neither; those past what they carry are full; more load
 * is never lighter. */
static void
test_links (void)
{
  for (guint seed = 0; seed < 30; seed++)
    {
      g_autoptr (DlDragonfly) net = fixture_random (seed, seed % 5, NULL);
      g_autoptr (DlDragonflyAnalysis) analysis
          = analyze (net, seed % 2 == 0 ? "adaptive-0" : "min-adaptive");
      DlDragonflyTimes times = plain_times, more = plain_times, endless = plain_times;
      g_autoptr (DlDragonflyExpected) expected = NULL;
      g_autoptr (DlDragonflyExpected) heavier = NULL;
      g_autoptr (DlDragonflyExpected) full = NULL;

      more.load = 0.4;
      endless.load = INFINITY;
      expected = dl_dragonfly_expected_new (analysis, times);
      heavier = dl_dragonfly_expected_new (analysis, more);
      full = dl_dragonfly_expected_new (analysis, endless);
      for (guint link = 0; link < net->n_links; link++)
        {
          const DlDragonflyLoad a = dl_dragonfly_expected_load (link, expected);
          const DlDragonflyLoad b = dl_dragonfly_expected_load (link, heavier);
          const DlDragonflyLoad c = dl_dragonfly_expected_load (link, full);
          double least = INFINITY, most = 0;

          if (dl_dragonfly_analysis_load (analysis, link) == 0)
            g_assert_cmpfloat (a.near_end + a.far_end + c.near_end + c.far_end, ==, 0);
          else
            {
              g_assert_cmpfloat (a.far_end, >, 0);
              g_assert_cmpfloat (c.near_end, ==, 4 * 100);
            }
          g_assert_cmpfloat (a.near_end, <=, b.near_end);
          g_assert_cmpfloat (a.far_end, <=, b.far_end);
          g_assert_cmpfloat (b.near_end, <=, 4 * 100);
          for (guint next = net->first_link[net->link_to[link]];
               next < net->first_link[net->link_to[link] + 1]; next++)
            if (dl_dragonfly_analysis_load (analysis, next) > 0)
              {
                const double waits = dl_dragonfly_expected_load (next, expected).near_end;
                least = MIN (least, waits);
                most = MAX (most, waits);
              }
          if (isinf (least))
            g_assert_cmpfloat (a.downstream, ==, 0);
          else
            {
              g_assert_cmpfloat (a.downstream, >=, least - 1e-3);
              g_assert_cmpfloat (a.downstream, <=, most + 1e-3);
            }
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dragonfly-expected/queue", test_queue);
  g_test_add_func ("/dragonfly-expected/links", test_links);
  return g_test_run ();
}
