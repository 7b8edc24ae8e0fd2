/* Fabrics in the input-queued router: each packet alone takes the time of its route, channels carry
 * what the analysis expects, and routes lock up only where their dependencies have a cycle. */
#include "dl-fabric-analysis.h"
#include "dl-fabric-engine.h"
#include "dl-fabric-plan.h"
#include "fabric-fixture.h"
#include "iq-fixture.h"
#include "test-rounds.h"

#include <math.h>
#include <string.h>

static DlFabricRoutes *
route (DlFabric *fabric, const char *engine)
{
  DlFabricEngineOptions options = dl_fabric_engine_options_default ();
  g_autoptr (GError) error = NULL;
  DlFabricRoutes *routes
      = dl_fabric_route (fabric, dl_fabric_engine_find (engine), &options, NULL, &error);

  g_assert_no_error (error);
  return routes;
}

static DlIqPlanOptions
plan_options (const DlDemand *demand, guint vcs, double load)
{
  return (DlIqPlanOptions) {
    .spec = fabric_iq_spec (vcs),
    .sent.demand = demand,
    .packet_flits = 3,
    .sent.burst = 1,
    .load = load,
    .seed = 1,
  };
}

static DlIqPlan *
new_plan (DlFabricRoutes *routes, const DlDemand *demand, guint vcs, double load)
{
  DlIqPlanOptions options = plan_options (demand, vcs, load);
  g_autoptr (GError) error = NULL;
  DlIqPlan *plan = fabric_iq_plan (routes, &options, &error);

  g_assert_no_error (error);
  return plan;
}

static void
test_alone (void)
{
  const DlDemand nobody = { .flows = g_array_new (FALSE, FALSE, sizeof (DlFlow)) };
  const DlFabricEngine *const *engines;
  guint n;

  engines = dl_fabric_engines (&n);
  for (guint64 seed = 0; seed < (TEST_SANITIZED ? 10 : 28); seed++)
    for (guint i = 1; i < n; i++)
      {
        g_autoptr (DlFabric) fabric = fabric_random (seed);
        g_autofree guint32 *channels = g_new (guint32, 2 * fabric->n_switches + 4);
        DlFabricEngineOptions options = dl_fabric_engine_options_default ();
        g_autoptr (DlFabricRoutes) routes
            = dl_fabric_route (fabric, engines[i], &options, NULL, NULL);
        g_autoptr (DlIqPlan) plan = NULL;
        g_autoptr (DlIq) iq = NULL;
        guint steps;

        if (routes == NULL)
          continue;
        plan = new_plan (routes, &nobody, 4, 0);
        iq = dl_iq_new (plan, 0);
        for (guint a = 0; a < fabric->n_hosts; a += 3)
          for (guint b = seed % 2; b < fabric->n_hosts; b += 2)
            {
              DlSimCounters before, after;
              DlSimStats was = { 0 }, is = { 0 };
              DlFabricFate fate;

              if (a == b)
                continue;
              fate = dl_fabric_routes_walk (routes, a, b, 0, channels, &steps, NULL);
              dl_iq_get_counters (iq, &before);
              dl_iq_get_stats (iq, &was);
              dl_iq_send (iq, a, b);
              dl_iq_run (iq, 200);
              dl_iq_get_counters (iq, &after);
              dl_iq_get_stats (iq, &is);
              if (fate != DL_FABRIC_DELIVERED)
                g_assert_cmpuint (after.created, ==, before.created);
              else
                {
                  const guint hops = (guint) (is.hops - was.hops);

                  g_assert_cmpuint (after.delivered, ==, before.delivered + 1);
                  g_assert_cmpuint (after.latency_sum - before.latency_sum, ==,
                                    5 * (hops + 1) + 1 + 3);
                  if (routes->kind != DL_FABRIC_DETOURS)
                    g_assert_cmpuint (hops, ==, steps - 2);
                }
              dl_sim_stats_clear (&was);
              dl_sim_stats_clear (&is);
            }
      }
  g_array_unref (nobody.flows);
}

/* Channels take the cycles that their file states, those of hosts, too: alone, a packet takes them
 * beside 5 h + 1 + L; under load credits stay whole, and one that waits for no other is as quick as
 * with the same cycles everywhere. */
static void
test_cycles (void)
{
  static const char text[] = "router 0 node 0 5 node 1 router 1 15 router 2\n"
                             "router 1 node 2 2 router 2 7 router 0 3\n"
                             "router 2 router 0 4 node 3 6 router 3 90\n"
                             "router 3 node 4 router 2 2\n";
  g_autoptr (DlFabric) fabric = dl_fabric_anynet.read (text, -1, "cycles", NULL, NULL, NULL);
  g_autoptr (DlFabricRoutes) routes = route (fabric, "dijkstra");
  const DlDemand nobody = { .flows = g_array_new (FALSE, FALSE, sizeof (DlFlow)) };
  const DlDemand uniform = { .uniform = TRUE };
  g_autoptr (DlIqPlan) plan = new_plan (routes, &nobody, 4, 0);
  g_autoptr (DlIqPlan) busy_plan = new_plan (routes, &uniform, 4, 0.2);
  g_autoptr (DlIq) iq = dl_iq_new (plan, 0), busy = dl_iq_new (busy_plan, 0);
  guint32 channels[16];

  for (guint a = 0; a < fabric->n_hosts; a++)
    for (guint b = 0; b < fabric->n_hosts; b++)
      {
        DlSimCounters before, after;
        guint n, cycles = 0;

        if (a == b)
          continue;
        g_assert_cmpint (dl_fabric_routes_walk (routes, a, b, 0, channels, &n, NULL), ==,
                         DL_FABRIC_DELIVERED);
        for (guint i = 0; i < n; i++)
          cycles += MAX (fabric->channel_cycles[channels[i]], 1) - 1u;
        dl_iq_get_counters (iq, &before);
        dl_iq_send (iq, a, b);
        dl_iq_run (iq, 1200);
        dl_iq_get_counters (iq, &after);
        g_assert_cmpuint (after.delivered, ==, before.delivered + 1);
        g_assert_cmpuint (after.latency_sum - before.latency_sum, ==, 5 * (n - 1) + 1 + 3 + cycles);
      }
  for (guint i = 0; i < 300; i++)
    {
      dl_iq_run (busy, 7);
      iq_check (busy, FALSE);
    }
  dl_iq_stop_sources (busy);
  dl_iq_run (busy, 20000);
  iq_check (busy, TRUE);
  g_array_unref (nobody.flows);
}

/* At a low load each channel carries its expected share of the flits. */
static void
test_loads (void)
{
  static const struct
  {
    const char *engine;
    gboolean torus;
  } cases[] = {
    { "min-hop", FALSE }, { "ftree", FALSE }, { "up-down", TRUE }, { "random-up", FALSE },
    { "lash", TRUE },     { "dfsssp", TRUE }, { "valiant", TRUE }, { "valiant", FALSE },
  };
  const DlDemand uniform = { .uniform = TRUE };
  const guint64 cycles = 60000;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DlFabric) fabric = cases[i].torus ? fabric_torus (2, (const guint[]) { 4, 3 }, 1)
                                                   : fabric_tree ("3,3/1,3");
      g_autoptr (DlFabricRoutes) routes = route (fabric, cases[i].engine);
      g_autoptr (DlFabricAnalysis) analysis = dl_fabric_analysis_new (routes, NULL, NULL);
      const double load = 0.15;
      g_autoptr (DlIqPlan) plan = new_plan (routes, &uniform, 4, load);
      g_autoptr (DlIq) iq = dl_iq_new (plan, 0);

      dl_iq_run (iq, cycles);
      g_assert_null (dl_iq_find_deadlock (iq));
      for (guint c = 0; c < fabric->n_channels; c++)
        {
          const double expected
              = cycles * load / (fabric->n_hosts - 1) * dl_fabric_analysis_load (analysis, c);
          DlIqPortCounters counters;

          if (fabric->channel_from[c] < fabric->n_hosts)
            continue;
          dl_iq_get_port (iq, fabric->channel_from[c] - fabric->n_hosts,
                          fabric->channel_from_port[c] - 1, &counters);
          /* Five standard deviations of so many packets of three flits. */
          g_assert_cmpfloat (fabs (counters.flits - expected), <=, 5 * sqrt (3 * expected) + 20);
        }
    }
}

/* Saturated with little room, minimal routes of a torus lock up; in layers they do not. */
static void
test_deadlock (void)
{
  g_autoptr (DlFabric) torus = fabric_torus (2, (const guint[]) { 5, 5 }, 1);
  g_autoptr (DlFabricRoutes) minimal = route (torus, "min-hop"), layered = route (torus, "lash");
  const DlDemand uniform = { .uniform = TRUE };

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (DlIqPlan) plan = new_plan (i == 0 ? minimal : layered, &uniform,
                                            i == 0 ? 1 : layered->n_layers, INFINITY);
      g_autoptr (DlIq) iq = dl_iq_new (plan, 0);
      g_autoptr (GArray) waits = NULL;
      DlSimCounters half, end;

      dl_iq_run (iq, 10000);
      dl_iq_get_counters (iq, &half);
      dl_iq_run (iq, 10000);
      dl_iq_get_counters (iq, &end);
      waits = dl_iq_find_deadlock (iq);
      g_assert_cmpint (waits != NULL, ==, i == 0);
      g_assert_cmpint (end.delivered > half.delivered, ==, i == 1);
    }
}

/* UGAL detours where the direct path is crowded, and hardly where nothing is. */
static void
test_ugal (void)
{
  g_autoptr (DlFabric) fabric = fabric_hyperx (1, (const guint[]) { 6 }, 1, 4);
  g_autoptr (DlFabricRoutes) ugal = route (fabric, "ugal"), minimal = route (fabric, "min-hop");
  g_autoptr (DlDemand) shift = g_new0 (DlDemand, 1);
  double accepted[2];

  /* Hosts of each switch all send to those of the next one, over one cable. */
  shift->flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
  for (guint h = 0; h < fabric->n_hosts; h++)
    g_array_append_vals (shift->flows, &(DlFlow) { h, (h + 4) % fabric->n_hosts, 1 }, 1);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (DlIqPlan) plan = new_plan (i == 0 ? minimal : ugal, shift, 4, INFINITY);
      g_autoptr (DlIq) iq = dl_iq_new (plan, 0);
      DlSimCounters half, end;

      dl_iq_run (iq, 5000);
      dl_iq_get_counters (iq, &half);
      dl_iq_run (iq, 10000);
      dl_iq_get_counters (iq, &end);
      accepted[i] = (double) (end.delivered_flits - half.delivered_flits) / 10000 / fabric->n_hosts;
    }
  g_test_message ("directly %g, by ugal %g", accepted[0], accepted[1]);
  g_assert_cmpfloat (accepted[0], <=, 0.2501);
  g_assert_cmpfloat (accepted[1], >, 1.3 * accepted[0]);
}

/* Accepted throughput of BookSim 2 with short packets at 0.9: nca 0.667, anca 0.659 (a 4-ary
 * 3-tree, packets of one flit): of two ports the shorter one is no worse than a random one, of all
 * ports the shortest is, since all packets of a cycle go there. */
static void
test_adaptive (void)
{
  g_autoptr (DlFabric) fabric = fabric_tree ("4,4,4/1,4,4");
  const DlDemand uniform = { .uniform = TRUE };
  const guint64 cycles = TEST_SANITIZED ? 2000 : 6000;
  double accepted[3];

  for (guint i = 0; i < 3; i++)
    {
      DlFabricEngineOptions options = dl_fabric_engine_options_default ();
      g_autoptr (DlFabricRoutes) routes = NULL;
      g_autoptr (DlIqPlan) plan = NULL;
      g_autoptr (DlIq) iq = NULL;
      DlIqPlanOptions of_plan = plan_options (&uniform, 4, 0.9);
      DlSimCounters half, end;

      options.compares_all = i == 2;
      routes
          = dl_fabric_route (fabric, dl_fabric_engine_find (i == 0 ? "random-up" : "adaptive-up"),
                             &options, NULL, NULL);
      of_plan.packet_flits = 1;
      plan = fabric_iq_plan (routes, &of_plan, NULL);
      iq = dl_iq_new (plan, 0);
      dl_iq_run (iq, 1500);
      dl_iq_get_counters (iq, &half);
      dl_iq_run (iq, cycles);
      dl_iq_get_counters (iq, &end);
      accepted[i]
          = (double) (end.delivered_flits - half.delivered_flits) / cycles / fabric->n_hosts;
    }
  g_test_message ("at random %g, of two %g, of all %g", accepted[0], accepted[1], accepted[2]);
  g_assert_cmpfloat (fabs (accepted[0] - 0.667), <, 0.01);
  g_assert_cmpfloat (accepted[1], >=, accepted[0]);
  g_assert_cmpfloat (accepted[2], <, 0.6);
}

static void
test_refused (void)
{
  g_autoptr (DlFabric) torus = fabric_torus (2, (const guint[]) { 5, 5 }, 1);
  g_autoptr (DlFabricRoutes) layered = route (torus, "lash"), detours = route (torus, "valiant");
  const DlDemand uniform = { .uniform = TRUE };
  DlIqPlanOptions options = plan_options (&uniform, 1, 0.1);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (dl_fabric_least_vcs (detours, FALSE), ==, 2);
  g_assert_cmpuint (dl_fabric_least_vcs (detours, TRUE), ==, 4);
  g_assert_null (fabric_iq_plan (layered, &options, &error));
  g_assert_error (error, DL_SIM_ERROR, DL_SIM_ERROR_LIMIT);
  g_assert_true (g_str_has_prefix (error->message, "input-queued.vcs: "));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fabric-iq/alone", test_alone);
  g_test_add_func ("/fabric-iq/cycles", test_cycles);
  g_test_add_func ("/fabric-iq/loads", test_loads);
  g_test_add_func ("/fabric-iq/deadlock", test_deadlock);
  g_test_add_func ("/fabric-iq/ugal", test_ugal);
  g_test_add_func ("/fabric-iq/adaptive", test_adaptive);
  g_test_add_func ("/fabric-iq/refused", test_refused);
  return g_test_run ();
}
