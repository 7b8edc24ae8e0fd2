/* The simulator's counters of ports and virtual channels, against a router that is looked at in
 * every cycle. */
#include "dl-seastar-inside.h"
#include "dl-seastar-model.h"
#include "dl-seastar-private.h"
#include "dl-sim-tally.h"
#include "sim-fixture.h"

#include <math.h>

/* Counts of an onlooker at one router. */
typedef struct
{
  DlSeastarPortCounters ports[DL_N_ROUTER_PORTS];
  guint64 busy_until[DL_N_ROUTER_PORTS]; /* cycle from which on the output can grant again */
} Onlooker;

/* Cycle @cycle is over, in which @n_grants were added to what is seen inside. */
static void
look (Onlooker *onlooker, const DlSeastarInside *inside, guint n_grants, guint64 cycle)
{
  for (guint i = 0; i < n_grants; i++)
    {
      const DlSeastarGrant *grant = &inside->grants[i];
      DlSeastarPortCounters *port = &onlooker->ports[grant->output];

      g_assert_cmpuint (grant->cycle, ==, cycle);
      port->packets[grant->packet.vc]++;
      port->flits[grant->packet.vc] += grant->packet.flits;
      onlooker->busy_until[grant->output] = cycle + grant->packet.flits;
    }
  for (guint output = 0; output < DL_TORUS_N_NETWORK_PORTS; output++)
    {
      gboolean blocked[DL_SIM_VCS] = { FALSE }, any = FALSE;

      if (onlooker->busy_until[output] > cycle)
        continue;
      for (guint queue = 0; queue < DL_SEASTAR_N_STAGED; queue++)
        if (inside->staged[output][queue].n > 0)
          {
            /* Or it would have been granted. */
            g_assert_false (inside->staged[output][queue].has_credits);
            blocked[inside->staged[output][queue].first.vc] = any = TRUE;
          }
      for (guint vc = 0; vc < DL_SIM_VCS; vc++)
        onlooker->ports[output].blocked[vc] += blocked[vc];
      onlooker->ports[output].stalled_output += any;
    }
}

static void
assert_seen (const DlSeastar *sim, const Onlooker *onlooker)
{
  for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
    {
      const DlSeastarPortCounters *seen = &onlooker->ports[port];
      DlSeastarPortCounters counters;

      dl_seastar_get_port_counters (sim, dl_seastar_watched (sim), port, &counters);
      g_assert_cmpmem (counters.packets, sizeof counters.packets, seen->packets,
                       sizeof seen->packets);
      g_assert_cmpmem (counters.flits, sizeof counters.flits, seen->flits, sizeof seen->flits);
      g_assert_cmpmem (counters.blocked, sizeof counters.blocked, seen->blocked,
                       sizeof seen->blocked);
      g_assert_cmpuint (counters.stalled_output, ==, seen->stalled_output);
    }
}

static void
test_virtual_channels (void)
{
  const DlDemand uniform = { .uniform = TRUE };
  g_autofree DlSeastarInside *inside = g_new (DlSeastarInside, 1);
  guint64 blocked = 0, stalled = 0, flits = 0;

  for (guint run = 0; run < 8; run++)
    {
      const OracleTorus torus = sim_torus (4, 3 + run % 2, 5);
      g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
      DlRouterSpec router = sim_default_router ();
      Onlooker onlooker = { 0 };
      guint64 seen = 0;

      router.input_buffer = 12 + 9 * run;
      router.age_rr_select = run % 3 == 0 ? 0 : G_MAXUINT64;
      const DlSeastarPlanOptions options = {
        .routes = routes,
        .sent.demand = &uniform,
        .router = router,
        .packet_flits = 9 - run % 4,
        .sent.burst = 1,
        .load = run % 4 == 1 ? 0.3 : INFINITY,
        .response_share = 0.4,
        .seed = run,
      };
      g_autoptr (DlSeastarPlan) plan = dl_seastar_plan_new (&options, NULL);
      g_autoptr (DlSeastar) sim = dl_seastar_new (plan, 0);

      dl_seastar_watch (sim, 7 * run);
      for (guint64 cycle = 0; cycle < 3000; cycle++)
        {
          dl_seastar_run (sim, 1);
          dl_seastar_get_inside (sim, inside);
          look (&onlooker, inside, inside->n_grants - seen, cycle);
          seen = inside->n_grants;
          if (cycle % 500 == 499)
            assert_seen (sim, &onlooker);
        }
      for (guint port = 0; port < DL_TORUS_N_NETWORK_PORTS; port++)
        {
          stalled += onlooker.ports[port].stalled_output;
          for (guint vc = 0; vc < DL_SIM_VCS; vc++)
            {
              blocked += onlooker.ports[port].blocked[vc];
              flits += onlooker.ports[port].flits[vc];
            }
        }
    }
  g_assert_cmpuint (stalled, >, 1000);
  g_assert_cmpuint (blocked, >, stalled);
  g_assert_cmpuint (flits, >, 10000);
}

/* A link that never rests carries what it can in any stretch of time, and not more: of the packet
 * that is being sent only the flits that have left. */
static void
test_utilization (void)
{
  OracleTorus torus = sim_torus (3, 1, 1);
  g_autoptr (GArray) flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
  const DlFlow flow = { 0, 2, 1 };
  const DlDemand demand = { .flows = flows };
  DlMachineState before = { 0 }, after = { 0 };
  DlLinkUse links = { 0 };

  torus.wrap[0] = FALSE;
  g_array_append_val (flows, flow);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  DlSeastarPlanOptions options = sim_options (routes);
  options.sent.demand = &demand;
  options.router.ejection_rate = 1;
  options.load = INFINITY;
  g_autoptr (DlMachinePlan) plan
      = dl_seastar_plan_to_machine (dl_seastar_plan_new (&options, NULL));
  g_autoptr (DlMachineRun) run = dl_machine_run_new (plan);

  dl_machine_run_go (run, 200);
  for (guint cycles = 1; cycles <= 40; cycles++)
    {
      dl_machine_run_get_state (run, &before);
      dl_machine_run_go (run, cycles);
      dl_machine_run_get_state (run, &after);
      dl_link_use_take (&links, plan, &before, &after);
      for (guint node = 0; node < 2; node++)
        g_assert_cmpfloat (
            links.load[dl_torus_network_link (routes->network, node, DL_TORUS_PORT_X_PLUS)], ==, 1);
    }
  dl_link_use_clear (&links);
  dl_machine_state_clear (&before);
  dl_machine_state_clear (&after);
}

/* An output counts its packets in 32 bits, and how often that wrapped; packets keep cycles so. */
static void
test_past_32_bits (void)
{
  const guint64 before = G_MAXUINT32 - 20;
  const OracleTorus torus = sim_torus (4, 3, 3);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  const DlSeastarPlanOptions options = sim_options (routes);
  g_autoptr (DlSeastar) sim = sim_new (&options);
  g_autoptr (DlSeastar) old = sim_new (&options);
  guint past = 0;

  for (guint node = 0; node < routes->network->n_nodes; node++)
    for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
      for (guint vc = 0; vc < DL_SIM_VCS; vc++)
        old->nodes[node].output[port].packets[vc] = before;
  dl_seastar_run (sim, 3000);
  dl_seastar_run (old, 3000);
  for (guint node = 0; node < routes->network->n_nodes; node++)
    for (guint port = 0; port < DL_N_ROUTER_PORTS; port++)
      {
        DlSeastarPortCounters counters, more;

        dl_seastar_get_port_counters (sim, node, port, &counters);
        dl_seastar_get_port_counters (old, node, port, &more);
        for (guint vc = 0; vc < DL_SIM_VCS; vc++)
          {
            g_assert_cmpuint (more.packets[vc], ==, counters.packets[vc] + before);
            g_assert_cmpuint (more.flits[vc], ==, counters.flits[vc] + 9 * before);
            past += more.packets[vc] > G_MAXUINT32;
          }
      }
  g_assert_cmpuint (past, >, 50);

  for (guint64 cycle = before; cycle < before + 40; cycle++)
    g_assert_cmpuint (dl_seastar_whole_cycle (before + 40, cycle), ==, cycle);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim-counters/virtual-channels", test_virtual_channels);
  g_test_add_func ("/sim-counters/utilization", test_utilization);
  g_test_add_func ("/sim-counters/past-32-bits", test_past_32_bits);
  return g_test_run ();
}
