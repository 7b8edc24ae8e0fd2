/* Fabrics in the input-queued router beside BookSim 2, at random traffic: a fat tree of 64 hosts
 * with routes up at random (its fattree, nca), and an irregular network (its anynet, min, which is
 * our dijkstra). Mean latencies from creation, of
 * three seeds each; longer runs: tests/validation.
 *
 * BookSim 2 at 28f4329, num_vcs=4, vc_buf_size=8, wait_for_tail_credit=0, use_noc_latency=0,
 * sim_type=latency, warmup_periods=3, sample_period=5000, injection_rate_uses_flits=1, the rest as
 * it is; what it prints as packet latency average. */
#include "dl-fabric-engine.h"
#include "dl-fabric-plan.h"
#include "fabric-fixture.h"

#include <math.h>

static const char anynet[] = "router 0 node 0 node 1 router 1 router 5\n"
                             "router 1 node 2 node 3 router 2\n"
                             "router 2 node 4 router 3 router 5\n"
                             "router 3 node 5 node 6 router 4\n"
                             "router 4 node 7 router 5\n"
                             "router 5 node 8\n";

typedef struct
{
  gboolean tree;
  double load;
  guint flits;
  double latency; /* BookSim's: mean of three seeds */
} Point;

static const Point points[] = {
  { FALSE, 0.01, 1, 14.08 }, { FALSE, 0.01, 5, 18.32 }, { FALSE, 0.1, 1, 14.35 },
  { FALSE, 0.1, 5, 19.35 },  { FALSE, 0.2, 1, 14.65 },  { FALSE, 0.2, 5, 20.86 },
  { FALSE, 0.3, 1, 15.25 },  { FALSE, 0.3, 5, 23.56 },  { FALSE, 0.4, 1, 16.84 },
  { FALSE, 0.4, 5, 28.59 },  { TRUE, 0.01, 1, 23.90 },  { TRUE, 0.01, 5, 28.06 },
  { TRUE, 0.1, 1, 24.28 },   { TRUE, 0.1, 5, 29.17 },   { TRUE, 0.3, 1, 25.78 },
  { TRUE, 0.3, 5, 33.73 },   { TRUE, 0.5, 1, 31.06 },
};

static double
simulate (const Point *point, DlFabricRoutes *routes, guint64 seed)
{
  const DlDemand uniform = { .uniform = TRUE };
  DlIqPlanOptions options = {
    .spec = fabric_iq_spec (4),
    .sent.demand = &uniform,
    .self = TRUE,
    .packet_flits = point->flits,
    .sent.burst = 1,
    .load = point->load,
    .seed = seed,
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (DlIqPlan) plan = fabric_iq_plan (routes, &options, &error);
  g_autoptr (DlIq) iq = NULL;
  DlSimStats stats, early;
  double mean;

  g_assert_no_error (error);
  iq = dl_iq_new (plan, 0);
  dl_iq_run (iq, 5000);
  dl_iq_get_stats (iq, &early);
  dl_iq_run (iq, 15000);
  dl_iq_get_stats (iq, &stats);
  dl_sim_stats_subtract (&stats, &early, 0);
  mean = (double) stats.total.sum / stats.total.count;
  dl_sim_stats_clear (&early);
  dl_sim_stats_clear (&stats);
  return mean;
}

static void
test_point (gconstpointer data)
{
  const Point *point = data;
  g_autoptr (DlFabric) fabric
      = point->tree ? fabric_tree ("4,4,4/1,4,4")
                    : dl_fabric_anynet.read (anynet, -1, "anynet", NULL, NULL, NULL);
  const DlFabricEngineOptions options = dl_fabric_engine_options_default ();
  g_autoptr (DlFabricRoutes) routes = dl_fabric_route (
      fabric, point->tree ? &dl_fabric_random_up : &dl_fabric_dijkstra, &options, NULL, NULL);
  double mean = 0;

  for (guint64 seed = 1; seed <= 3; seed++)
    mean += simulate (point, routes, seed) / 3;
  g_test_message ("%s, load %g, %u flits: %.2f, BookSim %.2f", point->tree ? "fat tree" : "anynet",
                  point->load, point->flits, mean, point->latency);
  /* Three seeds of either program differ by this. */
  g_assert_cmpfloat (fabs (mean / point->latency - 1), <, 0.02);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    {
      g_autofree char *path
          = g_strdup_printf ("/fabric-booksim/%s/%g/%u", points[i].tree ? "fat-tree" : "anynet",
                             points[i].load, points[i].flits);

      g_test_add_data_func (path, &points[i], test_point);
    }
  return g_test_run ();
}
