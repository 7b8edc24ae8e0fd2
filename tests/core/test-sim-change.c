/* A simulation whose plan changes while it runs, and the router that is watched meanwhile. */
#include "dl-seastar-inside.h"
#include "dl-torus-analysis.h"
#include "sim-fixture.h"

#include <math.h>

static const DlDemand uniform = { .uniform = TRUE };

static DlSeastarPlan *
make_plan (DlTorusRoutes *routes, double load, DlRouterSpec router)
{
  const DlSeastarPlanOptions options = {
    .routes = routes,
    .sent.demand = &uniform,
    .router = router,
    .packet_flits = 9,
    .sent.burst = 1,
    .load = load,
    .response_share = 0.2,
    .seed = 7,
  };
  return dl_seastar_plan_new (&options, NULL);
}

static guint64
dropped (const DlSimCounters *counters)
{
  return counters->dropped_link + counters->dropped_deadlock + counters->dropped_source;
}

/* Routes of a torus like @torus with other faults, that cannot deadlock; NULL if these can. */
static DlTorusRoutes *
other_routes (const OracleTorus *torus, GRand *rand)
{
  OracleTorus other = *torus;
  g_autoptr (DlTorusRoutes) routes = NULL;
  g_autoptr (DlTorusAnalysis) analysis = NULL;

  other.n_cables = g_rand_int_range (rand, 0, 4);
  other.n_channels = 0;
  other.n_nodes = g_rand_int_range (rand, 0, 2);
  for (int i = 0; i < other.n_cables; i++)
    {
      OracleLink *cable = &other.cables[i];
      /* One a row, so that none is named twice. */
      for (int dim = 0; dim < 3; dim++)
        cable->from.at[dim] = g_rand_int_range (rand, 0, other.radix[dim]);
      cable->from.at[2] = i;
      cable->port = 0;
    }
  for (int dim = 0; dim < 3; dim++)
    other.nodes[0].at[dim] = g_rand_int_range (rand, 0, other.radix[dim]);
  routes = oracle_torus_build (&other);
  analysis = dl_torus_analysis_new (routes, &uniform, NULL);
  return analysis->verdict->deadlock_free ? g_steal_pointer (&routes) : NULL;
}

/* Anything may change at any time: packets are conserved, buffers hold, nothing is stuck, and it is
 * the same whatever the blocks and threads. */
static void
test_random (void)
{
  GRand *rand = g_rand_new_with_seed (41);
  guint64 all_dropped = 0, swaps = 0;

  for (guint run = 0; run < 12; run++)
    {
      OracleTorus torus = sim_torus (4 + run % 3, 4, 5);
      DlSimCounters counters;

      g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
      g_autoptr (DlSeastarPlan) first = make_plan (routes, 0.25, sim_default_router ());
      g_autoptr (DlSeastar) sim = dl_seastar_new (first, 0);
      g_autoptr (DlSeastar) other = dl_seastar_new (first, 1 + run);

      dl_seastar_set_threads (other, 2 + run % 2);
      for (guint step = 0; step < 8; step++)
        {
          DlRouterSpec router = sim_default_router ();
          const double load = run % 3 == 0 && step % 4 == 2 ? INFINITY
                              : step == 5                   ? 0
                                                            : g_rand_double_range (rand, 0, 0.4);
          const guint cycles = g_rand_int_range (rand, 50, 900);

          router.age_clock_period = 1 << g_rand_int_range (rand, 0, 30);
          router.age_rr_select = step % 2 ? 0 : G_MAXUINT64;
          if (step % 2 == 0)
            {
              DlTorusRoutes *changed = other_routes (&torus, rand);
              if (changed != NULL)
                {
                  dl_torus_routes_unref (routes);
                  routes = changed;
                  swaps++;
                }
            }
          g_autoptr (DlSeastarPlan) plan = make_plan (routes, load, router);

          g_assert_true (dl_seastar_fits (sim, plan));
          dl_seastar_change (sim, plan);
          dl_seastar_change (other, plan);
          for (guint i = 0; i < 4; i++)
            {
              dl_seastar_run (sim, cycles);
              sim_check (sim, "after a change");
            }
          dl_seastar_run (other, 4 * cycles);
          sim_check (other, "after a change");
          g_assert_cmpint (dl_seastar_is_draining (sim), ==, dl_seastar_is_draining (other));
        }
      DlSimCounters theirs;
      dl_seastar_get_counters (sim, &counters);
      dl_seastar_get_counters (other, &theirs);
      g_assert_cmpmem (&counters, sizeof counters, &theirs, sizeof theirs);

      dl_seastar_stop_sources (sim);
      for (guint i = 0; i < 500; i++)
        {
          dl_seastar_run (sim, 1000);
          dl_seastar_get_counters (sim, &counters);
          if (counters.created == counters.delivered + dropped (&counters))
            break;
        }
      sim_check (sim, "at the end");
      g_assert_cmpuint (counters.created, ==, counters.delivered + dropped (&counters));
      g_assert_false (dl_seastar_is_draining (sim));
      all_dropped += dropped (&counters);
    }
  g_assert_cmpuint (swaps, >, 20);
  g_assert_cmpuint (all_dropped, >, 100);
  g_rand_free (rand);
}

/* A cable breaks: sources pause, what was on its way over it is lost, and then no packet uses it,
 * while traffic goes on. */
static void
test_break (void)
{
  OracleTorus torus = sim_torus (5, 5, 5);
  DlSimCounters before, drained, after;
  DlSeastarPortCounters then, now;
  guint cable, cycles = 0;

  g_autoptr (DlTorusRoutes) whole = oracle_torus_build (&torus);
  g_autoptr (DlSeastarPlan) plan = make_plan (whole, 0.3, sim_default_router ());
  g_autoptr (DlSeastar) sim = dl_seastar_new (plan, 0);
  torus.n_cables = 1;
  torus.cables[0] = (OracleLink) { { { 1, 2, 3 } }, 2 };
  g_autoptr (DlTorusRoutes) broken = oracle_torus_build (&torus);
  g_autoptr (DlSeastarPlan) changed = make_plan (broken, 0.3, sim_default_router ());

  cable = dl_torus_network_node_at (whole->network, (DlTorusCoord) { { 1, 2, 3 } });
  g_assert_false (dl_torus_network_link_up (broken->network, cable, 2));
  dl_seastar_run (sim, 5000);
  dl_seastar_get_counters (sim, &before);
  g_assert_cmpuint (dropped (&before), ==, 0);
  dl_seastar_change (sim, changed);
  for (; dl_seastar_is_draining (sim) && cycles < 20000; cycles++)
    {
      dl_seastar_run (sim, 1);
      sim_check (sim, "draining");
    }
  dl_seastar_get_counters (sim, &drained);
  g_assert_cmpuint (cycles, >, 50);
  g_assert_cmpuint (cycles, <, 20000);
  g_assert_cmpuint (dl_seastar_cycle (sim) % 64, ==, 0);
  g_assert_cmpuint (drained.injected, ==, before.injected);
  g_assert_cmpuint (drained.injected, ==, drained.delivered + drained.dropped_link);
  g_assert_cmpuint (drained.dropped_link, >, 0);
  g_assert_cmpuint (drained.dropped_source, ==, 0); /* every pair still has a way */

  dl_seastar_get_port_counters (sim, cable, 2, &then);
  dl_seastar_run (sim, 5000);
  sim_check (sim, "after the swap");
  dl_seastar_get_port_counters (sim, cable, 2, &now);
  dl_seastar_get_counters (sim, &after);
  for (guint vc = 0; vc < DL_SIM_VCS; vc++)
    g_assert_cmpuint (then.packets[vc], ==, now.packets[vc]);
  g_assert_cmpuint (after.dropped_link, ==, drained.dropped_link);
  /* Packets that waited meanwhile go out, too. */
  g_assert_cmpuint (after.delivered - drained.delivered, >=, 0.97 * 0.3 / 9 * 125 * 5000);
}

/* Changes of arbitration and sources alone apply from the next cycle. */
static void
test_at_once (void)
{
  OracleTorus torus = sim_torus (4, 4, 4);
  DlRouterSpec by_turn = sim_default_router ();
  DlSimCounters a, b;

  by_turn.age_rr_select = 0;
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  g_autoptr (DlSeastarPlan) busy = make_plan (routes, INFINITY, sim_default_router ());
  g_autoptr (DlSeastarPlan) silent = make_plan (routes, 0, by_turn);
  g_autoptr (DlSeastar) sim = dl_seastar_new (busy, 0);

  dl_seastar_watch (sim, 21);
  dl_seastar_run (sim, 3000);
  dl_seastar_get_counters (sim, &a);
  dl_seastar_change (sim, silent);
  g_assert_false (dl_seastar_is_draining (sim));
  dl_seastar_run (sim, 100);
  g_autofree DlSeastarInside *inside = g_new (DlSeastarInside, 1);
  dl_seastar_get_inside (sim, inside);
  for (guint i = 0; i < inside->n_kept; i++)
    if (inside->grants[i].cycle >= 3000)
      g_assert_cmpuint (inside->grants[i].rule, ==, DL_SEASTAR_GRANT_BY_TURN);
  dl_seastar_run (sim, 20000);
  dl_seastar_get_counters (sim, &b);
  g_assert_cmpuint (b.created, <=, a.created + 64);
  g_assert_cmpuint (b.delivered, ==, b.created);

  /* A long period that has begun does not outlast a short one. */
  DlRouterSpec slow = sim_default_router ();
  slow.age_clock_period = G_MAXUINT32;
  g_autoptr (DlSeastarPlan) slowly = make_plan (routes, 0.2, slow);
  dl_seastar_change (sim, slowly);
  dl_seastar_run (sim, 1000);
  dl_seastar_get_inside (sim, inside);
  const guint stamp = inside->timestamp;
  g_autoptr (DlSeastarPlan) fast = make_plan (routes, 0.2, sim_default_router ());
  dl_seastar_change (sim, fast);
  dl_seastar_run (sim, 80);
  dl_seastar_get_inside (sim, inside);
  g_assert_cmpuint ((inside->timestamp - stamp) & 255, ==, 10);
}

/* A network that has locked is given up for tables that cannot. */
static void
test_deadlock (void)
{
  OracleTorus torus = sim_torus (6, 1, 1);
  DlSimCounters locked, after;
  guint cycles = 0;

  torus.dateline[0] = -1;
  g_autoptr (DlTorusRoutes) endless = oracle_torus_build (&torus);
  torus.dateline[0] = 5;
  g_autoptr (DlTorusRoutes) safe = oracle_torus_build (&torus);
  g_autoptr (DlSeastarPlan) plan = make_plan (endless, INFINITY, sim_default_router ());
  g_autoptr (DlSeastarPlan) changed = make_plan (safe, INFINITY, sim_default_router ());
  g_autoptr (DlSeastar) sim = dl_seastar_new (plan, 0);
  g_autoptr (GArray) waits = NULL;

  while (waits == NULL && cycles++ < 200)
    {
      dl_seastar_run (sim, 1000);
      waits = dl_seastar_find_deadlock (sim);
    }
  g_assert_nonnull (waits);
  dl_seastar_change (sim, changed);
  dl_seastar_run (sim, 10000);
  g_assert_false (dl_seastar_is_draining (sim));
  sim_check (sim, "unlocked");
  dl_seastar_get_counters (sim, &locked);
  g_assert_cmpuint (locked.dropped_deadlock, >=, waits->len);
  dl_seastar_run (sim, 5000);
  dl_seastar_get_counters (sim, &after);
  g_assert_cmpuint (after.delivered, >, locked.delivered + 100);
}

/* The inside of a router shows what it does: grants by the rule that they name, one for each packet
 * that it counts, and packets in queues that never hold more than they can. */
static void
test_inside (void)
{
  static const guint64 selects[] = { G_MAXUINT64, 0, 0x5555555555555555 };

  for (guint i = 0; i < G_N_ELEMENTS (selects); i++)
    {
      OracleTorus torus = sim_torus (4, 4, 4);
      DlRouterSpec router = sim_default_router ();
      g_autofree DlSeastarInside *inside = g_new (DlSeastarInside, 1);
      guint64 packets = 0, seen = 0;

      router.age_rr_select = selects[i];
      g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
      g_autoptr (DlSeastarPlan) plan = make_plan (routes, INFINITY, router);
      g_autoptr (DlSeastar) sim = dl_seastar_new (plan, 0);

      dl_seastar_watch (sim, 5);
      while (dl_seastar_cycle (sim) < 5000)
        {
          guint in_queues = 0;

          g_assert_true (dl_seastar_run_to_grant (sim, 5000));
          dl_seastar_get_inside (sim, inside);
          for (guint g = 0; g < inside->n_grants - seen; g++)
            {
              const DlSeastarGrant *grant = &inside->grants[g];
              const gboolean bit = selects[i] >> grant->select & 1;

              g_assert_cmpuint (grant->cycle, ==, inside->cycle - 1);
              g_assert_true (grant->candidates >> grant->winner & 1);
              g_assert_cmpuint (grant->candidates & grant->blocked, ==, 0);
              g_assert_cmpint (bit, ==, grant->rule != DL_SEASTAR_GRANT_BY_TURN);
              g_assert_cmpuint (grant->packet.port, ==, grant->output);
              g_assert_cmpuint (grant->packet.age, ==, grant->age[grant->winner]);
              for (guint queue = 0; queue < DL_SEASTAR_N_STAGED; queue++)
                if (grant->rule == DL_SEASTAR_GRANT_BY_AGE && grant->candidates >> queue & 1)
                  g_assert_cmpuint (grant->age[queue], <=, grant->packet.age);
            }
          seen = inside->n_grants;
          for (guint queue = 0; queue < DL_SEASTAR_N_STAGED; queue++)
            {
              g_assert_cmpuint (inside->input[queue].flits, <=, 96);
              g_assert_cmpuint (inside->input[queue].flits, ==, 9 * inside->input[queue].n);
              in_queues += inside->input[queue].n;
              for (guint output = 0; output < DL_N_ROUTER_PORTS; output++)
                {
                  g_assert_cmpuint (inside->staged[output][queue].flits, <=, 16);
                  in_queues += inside->staged[output][queue].n;
                }
            }
          /* The others are in the crossbar. */
          g_assert_cmpuint (in_queues, <=, inside->packet_count[0] + inside->packet_count[1]);
        }
      for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
        {
          DlSeastarPortCounters counters;

          dl_seastar_get_port_counters (sim, 5, port, &counters);
          for (guint vc = 0; vc < DL_SIM_VCS; vc++)
            packets += counters.packets[vc];
        }
      g_assert_cmpuint (inside->n_grants, ==, packets);
      g_assert_cmpuint (inside->n_grants, >, 500);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim-change/random", test_random);
  g_test_add_func ("/sim-change/break", test_break);
  g_test_add_func ("/sim-change/at-once", test_at_once);
  g_test_add_func ("/sim-change/deadlock", test_deadlock);
  g_test_add_func ("/sim-change/inside", test_inside);
  return g_test_run ();
}
