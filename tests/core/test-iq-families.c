/* Input-queued routers with the families' own routes: what a packet takes alone, bounds that hold
 * without any simulator, threads, faults, and live edits. */
#include "dl-edit.h"
#include "dl-family.h"
#include "dl-iq-machine.h"
#include "dl-sim-tally.h"
#include "dl-torus-plan.h"

#include <string.h>

#define DRAGONFLY                                                                                  \
  "scenario.kind=dragonfly dragonfly.shape=generic dragonfly.groups=9 "                            \
  "dragonfly.routers-per-group=4 dragonfly.nodes-per-router=2 dragonfly.global-per-router=2 "

static DlScenario *
new_scenario (const char *sets)
{
  DlScenario *scenario = dl_scenario_new ();
  g_auto (GStrv) each = g_strsplit (sets, " ", -1);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;

  dl_edits_parse_assignment (edits, "router.model=input-queued", &error);
  for (guint i = 0; each[i] != NULL; i++)
    if (*each[i] != '\0')
      dl_edits_parse_assignment (edits, each[i], &error);
  g_assert_no_error (error);
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  return scenario;
}

static DlMachinePlan *
new_plan (const char *sets)
{
  g_autoptr (DlScenario) scenario = new_scenario (sets);
  g_autoptr (GError) error = NULL;
  DlMachinePlan *plan = dl_scenario_plan (scenario, 1, NULL, NULL, &error);

  g_assert_no_error (error);
  return plan;
}

/* Accepted flits/node/cycle of the second half of @cycles. */
static double
accepted (const char *sets, guint64 cycles)
{
  g_autoptr (DlMachinePlan) plan = new_plan (sets);
  g_autoptr (DlMachineRun) run = dl_machine_run_new (plan);
  DlSimPoint half, end;

  dl_machine_run_go (run, cycles / 2);
  dl_machine_run_get_point (run, &half);
  dl_machine_run_go (run, cycles / 2);
  dl_machine_run_get_point (run, &end);
  g_assert_null (dl_machine_run_find_deadlock (run));
  return dl_sim_points_accepted (&half, &end, plan->n_working_nodes);
}

/* Each pair takes 5 cycles per router, 1, and its flits. */
static void
test_alone (gconstpointer data)
{
  g_autoptr (DlMachinePlan) plan = new_plan (data);
  g_autoptr (DlMachineRun) run = dl_machine_run_new (plan);
  DlIq *iq = dl_iq_of (run);

  for (guint source = 0; source < plan->n_nodes; source += 3)
    for (guint dest = 0; dest < plan->n_nodes; dest++)
      {
        DlSimCounters before, after;
        DlSimStats was, is;

        dl_iq_get_counters (iq, &before);
        dl_iq_get_stats (iq, &was);
        dl_iq_send (iq, source, dest);
        dl_iq_run (iq, 300);
        dl_iq_get_counters (iq, &after);
        dl_iq_get_stats (iq, &is);
        g_assert_cmpuint (after.delivered, ==, before.delivered + 1);
        g_assert_cmpuint (after.latency_sum - before.latency_sum, ==,
                          5 * (is.hops - was.hops + 1) + 1 + plan->packet_flits);
        dl_sim_stats_clear (&was);
        dl_sim_stats_clear (&is);
      }
}

/* All of a group sends to the next one, over one link: a p nodes share it, and Valiant routes use
 * the links to all groups, each twice. */
static void
test_group_shift (void)
{
  const double minimal = 1. / (4 * 2);
  const char *rest = "traffic.pattern=group-shift traffic.load=saturated traffic.packet-flits=4 "
                     "input-queued.buffer-flits=32 ";
  g_autofree char *min
      = g_strconcat (DRAGONFLY, rest, "dragonfly.routing=min input-queued.vcs=2", NULL);
  g_autofree char *hash
      = g_strconcat (DRAGONFLY, rest, "dragonfly.routing=min-hash input-queued.vcs=8", NULL);
  g_autofree char *ugal = g_strconcat (DRAGONFLY, rest,
                                       "dragonfly.routing=ugal input-queued.vcs=3 "
                                       /* Room for queues to differ by 30. */
                                       "input-queued.buffer-flits=256",
                                       NULL);
  g_autofree char *valiant
      = g_strconcat (DRAGONFLY, rest, "dragonfly.routing=valiant input-queued.vcs=8", NULL);
  const double by_min = accepted (min, 20000), by_hash = accepted (hash, 20000);
  const double by_valiant = accepted (valiant, 20000);

  /* The rate of one link, and a few flits that were ahead. */
  g_assert_cmpfloat (by_min, <=, minimal * 1.001);
  g_assert_cmpfloat (by_min, >, minimal * 0.6);
  g_assert_cmpfloat (by_hash, <=, minimal * 1.001);
  g_assert_cmpfloat (by_hash, >, minimal * 0.9);
  g_assert_cmpfloat (by_valiant, <=, 0.5 * 1.001);
  g_assert_cmpfloat (by_valiant, >, 2 * minimal);
  g_assert_cmpfloat (accepted (ugal, 20000), >, 1.1 * minimal);
}

typedef struct
{
  const char *sets;
  double share; /* of the bound by links, as the router's delays have it; 1: that is the only one */
  double nearly; /* so much of it is accepted */
} Held;

/* Where a class has one virtual channel, a packet holds it at an input while it goes through the
 * stages of the router: that bounds the load, too, and what is accepted comes near to it. */
static void
test_held (gconstpointer data)
{
  const Held *held = data;
  g_autofree char *sets
      = g_strconcat (held->sets, " traffic.load=saturated input-queued.buffer-flits=32", NULL);
  g_autoptr (DlScenario) scenario = new_scenario (sets);
  g_autoptr (GError) error = NULL;
  gpointer analysis = scenario->family->analyze (scenario, NULL, NULL, NULL, &error);
  const double got = accepted (sets, 20000);
  DlFindings findings;
  double bound;

  g_assert_no_error (error);
  scenario->family->find (analysis, &findings);
  bound = held->share * findings.bound_load;
  if (held->share < 1)
    {
      g_autofree char *stated = g_strdup_printf ("≤ %.4f", bound);

      g_assert_nonnull (strstr (findings.basis, stated));
      g_assert_cmpfloat (got, <=, 1.005 * bound);
    }
  else
    g_assert_true (findings.basis == NULL || strstr (findings.basis, "≤") == NULL);
  g_assert_cmpfloat (got, >=, held->nearly * bound);
  dl_shared_unref (analysis);
}

/* Uniform traffic is never above 8 / k of a torus, 8 k / (k^2 - 1) with k odd, and 4 / k of a mesh.
 */
static void
test_capacity (void)
{
  const struct
  {
    const char *sets;
    double most;
  } cases[] = {
    { "torus.radix=16;1;1 torus.wrap=true;true;true torus.vc-policy=wrap-partition "
      "torus.tie=random",
      8. / 16 },
    { "torus.radix=15;1;1 torus.wrap=true;true;true torus.vc-policy=wrap-partition",
      8. * 15 / (15 * 15 - 1) },
    { "torus.radix=8;8;1 torus.wrap=false;false;false", 4. / 8 },
    { "torus.radix=6;6;1 torus.wrap=true;true;true", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *sets
          = g_strconcat (cases[i].sets,
                         " traffic.load=saturated traffic.self=true traffic.packet-flits=2 "
                         "input-queued.vcs=8 input-queued.buffer-flits=16",
                         NULL);
      const double got = accepted (sets, 20000);

      g_assert_cmpfloat (got, <=, cases[i].most * 1.01);
      g_assert_cmpfloat (got, >, cases[i].most * 0.3);
    }
}

static guint64
digest_of (const DlMachinePlan *plan, guint n_threads)
{
  g_autoptr (DlMachineRun) run = dl_machine_run_new ((DlMachinePlan *) plan);
  DlMachineState state = { 0 };
  guint64 digest;

  dl_machine_run_set_threads (run, n_threads);
  dl_machine_run_go (run, 1500);
  dl_machine_run_get_state (run, &state);
  g_assert_cmpuint (state.counters.delivered, >, 0);
  digest = state.counters.digest;
  dl_machine_state_clear (&state);
  return digest;
}

static const char *const varied[] = {
  "torus.radix=5;4;3 traffic.load=0.5 traffic.packet-flits=5",
  "torus.radix=4;4;4 torus.tie=random traffic.load=0.4 traffic.response-share=0.3",
  "torus.radix=6;6;1 torus.wrap=true;false;true torus.engine=legal torus.broken-links=1,2,0:x+",
  "torus.radix=5;5;5 torus.engine=up-down input-queued.vcs=1 traffic.load=0.05",
  "torus.radix=4;4;4 traffic.pattern=allreduce traffic.message-bytes=64",
  DRAGONFLY "dragonfly.routing=ugal input-queued.vcs=3 input-queued.global-channel-delay=20",
  DRAGONFLY "dragonfly.routing=adaptive-1 traffic.load=0.5",
  DRAGONFLY "dragonfly.routing=valiant dragonfly.broken-links=0.0.1-0.0.2#0",
  "scenario.kind=dragonfly dragonfly.groups=2 dragonfly.routing=tuned traffic.load=0.2",
};

static void
test_threads (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (varied); i++)
    {
      g_autoptr (DlMachinePlan) plan = new_plan (varied[i]);
      const guint64 digest = digest_of (plan, 1);

      g_assert_cmpuint (digest_of (plan, 2), ==, digest);
      g_assert_cmpuint (digest_of (plan, 3), ==, digest);
      g_assert_cmpuint (digest_of (plan, 8), ==, digest);
    }
}

/* A cable breaks while packets are on their way, and is mended again: sources pause, all arrive but
 * for those on their way to it, and the new routes are followed. */
static void
test_change (void)
{
  const char *sets = "torus.radix=5;5;5 traffic.load=0.3";
  g_autofree char *broken_sets = g_strconcat (sets, " torus.broken-links=1,2,2:x+", NULL);
  g_autoptr (DlMachinePlan) plan = new_plan (sets);
  g_autoptr (DlMachinePlan) broken = new_plan (broken_sets);
  g_autoptr (DlMachinePlan) wider = new_plan ("torus.radix=5;5;5 input-queued.vcs=6");
  g_autoptr (DlMachineRun) run = dl_machine_run_new (plan);
  DlSimCounters counters;
  DlIqPortCounters before, after;

  g_assert_false (dl_machine_run_fits (run, wider));
  for (guint round = 0; round < 6; round++)
    {
      const guint node = 1 * 25 + 2 * 5 + 2;

      dl_machine_run_go (run, 300);
      g_assert_false (dl_machine_run_is_draining (run));
      g_assert_true (dl_machine_run_fits (run, round % 2 ? plan : broken));
      dl_machine_run_change (run, round % 2 ? plan : broken);
      g_assert_true (dl_machine_run_is_draining (run));
      dl_machine_run_go (run, 500);
      g_assert_false (dl_machine_run_is_draining (run));
      dl_iq_get_port (dl_iq_of (run), node, 0, &before);
      dl_machine_run_go (run, 500);
      dl_iq_get_port (dl_iq_of (run), node, 0, &after);
      if (round % 2)
        g_assert_cmpuint (after.flits, >, before.flits);
      else
        g_assert_cmpuint (after.flits, ==, before.flits);
    }
  dl_iq_stop_sources (dl_iq_of (run));
  dl_machine_run_go (run, 5000);
  dl_iq_get_counters (dl_iq_of (run), &counters);
  g_assert_cmpuint (counters.delivered + counters.dropped_link + counters.dropped_source, ==,
                    counters.created);
  g_assert_cmpuint (counters.dropped_link, >, 0);
}

/* Packets are told apart by the way that was chosen at their source, all of them, and with them the
 * latencies: minimal ones by min, others by Valiant but to their own router and group, both by what
 * is adaptive. */
static void
test_ways (void)
{
  static const struct
  {
    const char *mode;
    double least, most; /* share of minimal ones */
  } modes[] = { { "min-hash", 1, 1 },
                { "min", 1, 1 },
                { "valiant", 0, 0.15 },
                { "adaptive-0", 0.1, 0.9 },
                { "ugal", 0.1, 0.99 } };

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_autofree char *sets = g_strdup_printf (
          DRAGONFLY "traffic.pattern=group-shift traffic.load=0.4 traffic.packet-flits=4 "
                    "input-queued.vcs=24 input-queued.buffer-flits=256 dragonfly.routing=%s",
          modes[i].mode);
      g_autoptr (DlMachinePlan) plan = new_plan (sets);
      g_autoptr (DlMachineRun) run = dl_machine_run_new (plan);
      DlMachineState state = { 0 };
      double share;

      dl_machine_run_go (run, 3000);
      dl_iq_stop_sources (dl_iq_of (run));
      dl_machine_run_go (run, 60000);
      dl_machine_run_get_state (run, &state);
      share = (double) state.counters.minimal / state.counters.injected;
      g_test_message ("%s: %.3f minimal", modes[i].mode, share);
      g_assert_cmpuint (state.counters.injected, ==, state.counters.delivered);
      g_assert_cmpuint (state.counters.minimal + state.counters.nonminimal, ==,
                        state.counters.injected);
      g_assert_cmpfloat (share, >=, modes[i].least);
      g_assert_cmpfloat (share, <=, modes[i].most);
      g_assert_cmpuint (state.stats.minimal.count, ==, state.counters.minimal);
      g_assert_cmpuint (state.stats.nonminimal.count, ==, state.counters.nonminimal);
      g_assert_cmpuint (state.stats.network.count, ==, state.counters.delivered);
      dl_machine_state_clear (&state);
    }
}

/* All wait for channels that their routes use. */
static void
check_waits (const DlFamily *family, const DlTorusAnalysis *analysis, const GArray *waits)
{
  for (guint i = 0; i < waits->len; i++)
    {
      const guint32 channel = family->wait_channel (analysis, &g_array_index (waits, DlSimWait, i));

      g_assert_cmpuint (channel, <, analysis->network->n_links * DL_TORUS_VCS);
      g_assert_cmpfloat (analysis->vc_load[channel], >, 0);
    }
}

/* Random rings and small tori, with and without datelines: packets lock only where the dependency
 * graph of their routes has a cycle, and there saturation drives them into it. */
static void
test_deadlock (void)
{
  guint n_locked = 0, n_free = 0, n_cyclic = 0;
  DlRng rng;

  dl_rng_init (&rng, 17);
  for (guint i = 0; i < 40; i++)
    {
      const guint x = 3 + dl_rng_below (&rng, 5), y = 1 + dl_rng_below (&rng, 5);
      g_autofree char *sets = g_strdup_printf (
          "torus.radix=%u;%u;1 torus.datelines=%d;%d;0 torus.tie=%s traffic.load=saturated "
          "traffic.packet-flits=%u input-queued.vcs=%u input-queued.buffer-flits=%u",
          x, y, dl_rng_below (&rng, 2) ? -1 : (int) dl_rng_below (&rng, x),
          dl_rng_below (&rng, 2) ? -1 : (int) dl_rng_below (&rng, y),
          dl_rng_below (&rng, 2) ? "positive" : "parity", (guint) (4 + dl_rng_below (&rng, 9)),
          i % 3 == 2 ? 5 : 2, (guint) (1 + dl_rng_below (&rng, 4)));
      g_autoptr (DlScenario) scenario = new_scenario (sets);
      g_autoptr (DlTorusAnalysis) analysis = dl_torus_evaluate (scenario, NULL, NULL);
      g_autoptr (DlMachinePlan) plan = new_plan (sets);
      g_autoptr (DlMachineRun) run = dl_machine_run_new (plan);
      g_autoptr (GArray) waits = NULL;

      for (guint stretch = 0; stretch < 40 && waits == NULL; stretch++)
        {
          dl_machine_run_go (run, 500);
          waits = dl_machine_run_find_deadlock (run);
        }
      if (analysis->verdict->deadlock_free)
        g_assert_null (waits);
      if (waits != NULL)
        check_waits (scenario->family, analysis, waits);
      n_free += analysis->verdict->deadlock_free;
      n_cyclic += !analysis->verdict->deadlock_free;
      n_locked += waits != NULL;
    }
  g_test_message ("%u without a cycle, %u with one, %u locked", n_free, n_cyclic, n_locked);
  g_assert_cmpuint (n_free, >, 5);
  g_assert_cmpuint (n_cyclic, >, 5);
  g_assert_cmpuint (2 * n_locked, >, n_cyclic);
}

#define SHIFT DRAGONFLY "dragonfly.routing=min input-queued.vcs=2 traffic.pattern=group-shift "
/* Four leaves of four hosts below one spine; hosts of a leaf send to those of another. */
#define LEAVES                                                                                     \
  "scenario.kind=fabric fabric.source=fat-tree fabric.children=4;4 fabric.parents=1;1 "            \
  "fabric.cables=1;1 fabric.engine=min-hop traffic.pattern=bit-complement "

static const Held held_cases[] = {
  { SHIFT "traffic.packet-flits=1", 1. / 3, 0.98 },
  { SHIFT "traffic.packet-flits=9", 9. / 11, 0.98 },
  { SHIFT "traffic.packet-flits=4 input-queued.routing-delay=3", 4. / 8, 0.8 },
  { SHIFT "traffic.packet-flits=4 input-queued.vc-allocation-delay=2", 4. / 7, 0.8 },
  { SHIFT "traffic.packet-flits=4 input-queued.switch-allocation-delay=2", 4. / 10, 0.8 },
  { SHIFT "traffic.packet-flits=4 input-queued.switch-traversal-delay=3", 4. / 6, 0.8 },
  { LEAVES "input-queued.vcs=1 traffic.packet-flits=1", 1. / 3, 0.95 },
  { LEAVES "input-queued.vcs=1 traffic.packet-flits=6", 6. / 8, 0.95 },
  { LEAVES "input-queued.vcs=4 traffic.packet-flits=6", 1, 0.95 },
};

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/iq-families/alone/mesh",
                        "torus.radix=4;3;2 torus.wrap=false;false;false traffic.load=0 "
                        "traffic.packet-flits=7",
                        test_alone);
  g_test_add_data_func ("/iq-families/alone/torus",
                        "torus.radix=5;4;3 torus.tie=random traffic.load=0 "
                        "torus.vc-policy=wrap-partition traffic.packet-flits=3",
                        test_alone);
  g_test_add_data_func ("/iq-families/alone/faults",
                        "torus.radix=4;4;4 torus.datelines=2;3;3 "
                        "torus.broken-links=1,2,2:x+ traffic.load=0",
                        test_alone);
  g_test_add_data_func ("/iq-families/alone/dragonfly",
                        DRAGONFLY "dragonfly.routing=min traffic.load=0 traffic.packet-flits=1",
                        test_alone);
  g_test_add_data_func ("/iq-families/alone/valiant",
                        DRAGONFLY "dragonfly.routing=valiant traffic.load=0", test_alone);
  g_test_add_func ("/iq-families/group-shift", test_group_shift);
  g_test_add_func ("/iq-families/ways", test_ways);
  g_test_add_func ("/iq-families/capacity", test_capacity);
  g_test_add_func ("/iq-families/threads", test_threads);
  g_test_add_func ("/iq-families/change", test_change);
  g_test_add_func ("/iq-families/deadlock", test_deadlock);
  for (guint i = 0; i < G_N_ELEMENTS (held_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/iq-families/held/%u", i);

      g_test_add_data_func (path, &held_cases[i], test_held);
    }
  return g_test_run ();
}
