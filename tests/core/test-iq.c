/* The input-queued router: what a packet takes alone, what must always hold, that threads change
 * nothing, a queue that is known exactly, and deadlock where it must come and where it cannot. */
#include "iq-fixture.h"

#include "dl-machine-run.h"
#include "dl-rng.h"
#include "test-rounds.h"

#include <math.h>

/* Alone -------------------------------------------------------------------------------------- */

/* Cycles from creation to the tail's ejection, all else idle. */
static guint64
latency_alone (DlIq *iq, guint source, guint dest)
{
  DlSimCounters before, after;

  dl_iq_get_counters (iq, &before);
  dl_iq_send (iq, source, dest);
  dl_iq_run (iq, 3000);
  dl_iq_get_counters (iq, &after);
  g_assert_cmpuint (after.delivered, ==, before.delivered + 1);
  return after.latency_sum - before.latency_sum;
}

/* Each router takes its stages and a channel, the node's last channel included; flits follow each
 * other as the slowest stage that all of them pass lets them. */
static void
assert_alone (IqNet *net, const DlIqPlanOptions *options)
{
  const DlIqSpec *spec = &options->spec;
  const guint router = spec->routing_delay + spec->vc_allocation_delay
                       + spec->switch_allocation_delay + spec->switch_traversal_delay;
  g_autoptr (DlIqPlan) plan = iq_net_plan (options);
  g_autoptr (DlIq) iq = dl_iq_new (plan, 0);

  for (guint source = 0; source < net->n_nodes; source++)
    for (guint dest = 0; dest < net->n_nodes; dest++)
      {
        const guint pair = source * net->n_routers + dest;
        const guint h = net->hops[pair] + 1;

        g_assert_cmpuint (latency_alone (iq, source, dest), ==,
                          2 + h * router + 1 + net->delays[pair]
                              + (options->packet_flits - 1) * spec->switch_allocation_delay);
      }
  iq_check (iq, TRUE);
}

static void
test_alone (void)
{
  g_autoptr (IqNet) unit = iq_net_new_grid (4, 3, 1);
  g_autoptr (IqNet) far = iq_net_new_grid (3, 3, 20);
  const guint flits[] = { 1, 2, 5, 9, 64 };
  const DlIqSpec slow[] = {
    { 4, 64, 2, 1, 1, 1, 1, 1, 0, 1 }, { 4, 64, 1, 3, 1, 1, 1, 1, 0, 2 },
    { 4, 64, 1, 1, 2, 1, 1, 1, 3, 1 }, { 4, 64, 7, 5, 3, 1, 1, 1, 9, 1 },
    { 2, 64, 1, 1, 1, 1, 1, 1, 0, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (flits); i += TEST_SANITIZED ? 2 : 1)
    {
      DlIqPlanOptions options = iq_net_options (unit, flits[i], 0);

      /* 5 h + 1 + L at unit delays. */
      assert_alone (unit, &options);
      for (guint j = 0; j < G_N_ELEMENTS (slow); j++)
        {
          options = iq_net_options (far, flits[i], 0);
          options.spec = slow[j];
          assert_alone (far, &options);
        }
    }
  for (guint delay = 2; delay < 12; delay += 3)
    {
      DlIqPlanOptions options = iq_net_options (far, 1, 0);

      options.spec.switch_traversal_delay = delay;
      assert_alone (far, &options);
    }
}

/* Always ------------------------------------------------------------------------------------- */

static DlIqSpec
random_spec (DlRng *rng)
{
  const gboolean slow = dl_rng_below (rng, 3) == 0;

  return (DlIqSpec) {
    .vcs = 1 + dl_rng_below (rng, 6),
    .buffer_flits = 1 + dl_rng_below (rng, 9),
    .routing_delay = 1 + (slow ? dl_rng_below (rng, 3) : 0),
    .vc_allocation_delay = 1 + (slow ? dl_rng_below (rng, 3) : 0),
    .switch_allocation_delay = 1 + (slow ? dl_rng_below (rng, 3) : 0),
    .switch_traversal_delay = 1 + (slow ? dl_rng_below (rng, 4) : 0),
    .credit_delay = dl_rng_below (rng, 3),
    .allocator_iterations = 1 + dl_rng_below (rng, 3),
  };
}

static DlIqPlanOptions
random_options (IqNet *net, DlRng *rng)
{
  DlIqPlanOptions options = iq_net_options (net, 1 + dl_rng_below (rng, 12), 0);

  options.spec = random_spec (rng);
  options.load = dl_rng_below (rng, 4) == 0 ? INFINITY : (1 + dl_rng_below (rng, 10)) / 10.;
  options.random_inject_vc = dl_rng_below (rng, 2);
  options.self = dl_rng_below (rng, 2);
  options.sent.burst = 1 + dl_rng_below (rng, 3);
  options.seed = dl_rng_next (rng);
  if (options.packet_flits > 1 && dl_rng_below (rng, 3) == 0)
    options.lengths = (DlPacketLengths) { 2, { 1, options.packet_flits }, { 2, 1 } };
  return options;
}

static void
drain (DlIq *iq)
{
  DlSimCounters counters;

  dl_iq_stop_sources (iq);
  for (guint i = 0; i < 1000; i++)
    {
      dl_iq_run (iq, 500);
      dl_iq_get_counters (iq, &counters);
      if (counters.delivered == counters.created)
        break;
    }
  g_assert_cmpuint (counters.delivered, ==, counters.created);
  iq_check (iq, TRUE);
}

static void
test_always (void)
{
  const guint n = TEST_ROUNDS (60);

  for (guint seed = 1; seed <= 3 * n / 2; seed++)
    {
      g_autoptr (IqNet) net = iq_net_new_random (seed, 1 + seed % 4);
      g_autoptr (DlIqPlan) plan = NULL;
      g_autoptr (DlIq) iq = NULL;
      DlIqPlanOptions options;
      DlRng rng;

      if (seed > n)
        iq_net_part_nodes (net);
      dl_rng_init (&rng, 1000 + seed);
      options = random_options (net, &rng);
      plan = iq_net_plan (&options);
      iq = dl_iq_new (plan, 1 + seed % 3);
      for (guint cycle = 0; cycle < 250; cycle++)
        {
          dl_iq_run (iq, 1);
          iq_check (iq, FALSE);
        }
      dl_iq_run (iq, 1500);
      g_assert_null (dl_iq_find_deadlock (iq));
      drain (iq);
    }
}

/* Threads ------------------------------------------------------------------------------------ */

static guint64
digest_of (DlIqPlan *plan, guint block_routers, guint n_threads, guint64 stretch, gboolean plain)
{
  g_autoptr (DlIq) iq = dl_iq_new (plan, block_routers);
  DlSimCounters counters;

  if (plain)
    iq_be_plain (iq);
  dl_iq_set_threads (iq, n_threads);
  while (dl_iq_cycle (iq) < 2000)
    dl_iq_run (iq, MIN (stretch, 2000 - dl_iq_cycle (iq)));
  dl_iq_get_counters (iq, &counters);
  g_assert_cmpuint (counters.delivered, >, 0);
  return counters.digest;
}

static void
test_threads (void)
{
  for (guint seed = 1; seed <= TEST_ROUNDS (16); seed++)
    {
      g_autoptr (IqNet) net
          = seed % 2 ? iq_net_new_random (seed, 3) : iq_net_new_grid (5, 4, 1 + seed % 3);
      g_autoptr (DlIqPlan) plan = NULL;
      DlIqPlanOptions options;
      DlRng rng;
      guint64 digest;

      if (seed > 12)
        iq_net_part_nodes (net);
      dl_rng_init (&rng, 2000 + seed);
      options = random_options (net, &rng);
      plan = iq_net_plan (&options);
      digest = digest_of (plan, 0, 1, 2000, FALSE);
      g_assert_cmpuint (digest_of (plan, 0, 1, 2000, TRUE), ==, digest);
      for (guint threads = 1; threads <= 8; threads += threads < 3 ? 1 : 5)
        for (guint block = 1; block <= 7; block += 2)
          g_assert_cmpuint (digest_of (plan, block, threads, 7 + 100 * block, FALSE), ==, digest);
      options.seed++;
      g_clear_pointer (&plan, dl_iq_plan_unref);
      plan = iq_net_plan (&options);
      g_assert_cmpuint (digest_of (plan, 0, 1, 2000, FALSE), !=, digest);
    }
}

/* A queue ------------------------------------------------------------------------------------ */

/* Packets of L flits from one node, each cycle one with probability rho / E[L], queue for L cycles
 * each: Geo/G/1, whose mean wait is rho E[L (L - 1)] / (2 E[L] (1 - rho)), also where L is drawn.
 * After that nothing is in the way of any. */
static void
test_queue (void)
{
  const struct
  {
    guint flits;
    double load;
    DlPacketLengths lengths;
  } cases[] = { { 9, 0.5, { 2, { 1, 9 }, { 3, 1 } } },
                { 4, 0.3, { 0 } },
                { 1, 0.5, { 0 } },
                { 9, 0.5, { 0 } },
                { 20, 0.4, { 0 } },
                { 20, 0.6, { 3, { 20, 2, 5 }, { 0.5, 2, 1 } } } };

  for (guint i = 0; i < (TEST_SANITIZED ? 2 : G_N_ELEMENTS (cases)); i++)
    {
      g_autoptr (IqNet) net = iq_net_new_grid (2, 1, 1);
      DlIqPlanOptions options = iq_net_options (net, cases[i].flits, cases[i].load);
      const DlPacketLengths *lengths = &cases[i].lengths;
      const double mean = dl_packet_lengths_mean (lengths, cases[i].flits);
      double wait = cases[i].load * (cases[i].flits - 1) / (2 * (1 - cases[i].load));
      g_autoptr (DlIqPlan) plan = NULL;
      g_autoptr (DlIq) iq = NULL;
      DlSimStats stats, early;

      if (lengths->n > 0)
        {
          double sum = 0, weight = 0;

          for (guint k = 0; k < lengths->n; k++)
            {
              sum += lengths->weight[k] * lengths->flits[k] * (lengths->flits[k] - 1);
              weight += lengths->weight[k];
            }
          wait = cases[i].load * sum / weight / (2 * mean * (1 - cases[i].load));
        }
      options.lengths = *lengths;
      /* Two that send to each other use nothing in common. */
      options.spec.buffer_flits = 64;
      plan = iq_net_plan (&options);
      iq = dl_iq_new (plan, 0);
      dl_iq_run (iq, 1000);
      dl_iq_get_stats (iq, &early);
      /* Where packets never wait, few say as much. */
      dl_iq_run (iq, wait > 0 ? 3000000 : 300000);
      dl_iq_get_stats (iq, &stats);
      dl_sim_stats_subtract (&stats, &early, 0);
      g_assert_cmpfloat_with_epsilon (dl_latency_mean (&stats.network), 5 * 2 + 1 + mean,
                                      lengths->n > 0 ? 0.005 * mean : 1e-9);
      g_assert_cmpfloat_with_epsilon (dl_latency_mean (&stats.total)
                                          - dl_latency_mean (&stats.network),
                                      wait, MAX (0.02 * wait, 1e-9));
      dl_sim_stats_clear (&early);
      dl_sim_stats_clear (&stats);
    }
}

/* Deadlock ----------------------------------------------------------------------------------- */

static void
test_deadlock (void)
{
  for (guint vcs = 2; vcs <= 4; vcs += 2)
    for (guint dateline = 0; dateline < 2; dateline++)
      {
        g_autoptr (IqNet) net = iq_net_new_ring (6, dateline);
        DlIqPlanOptions options = iq_net_options (net, 9, INFINITY);
        g_autoptr (DlIqPlan) plan = NULL;
        g_autoptr (DlIq) iq = NULL;
        g_autoptr (GArray) waits = NULL;
        DlSimCounters counters;

        options.spec.vcs = vcs;
        plan = iq_net_plan (&options);
        iq = dl_iq_new (plan, 0);
        for (guint i = 0; i < 200 && waits == NULL; i++)
          {
            dl_iq_run (iq, 100);
            iq_check (iq, FALSE);
            waits = dl_iq_find_deadlock (iq);
          }
        if (dateline)
          {
            g_assert_null (waits);
            drain (iq);
            continue;
          }
        g_assert_nonnull (waits);
        g_assert_cmpuint (waits->len, >=, 2);
        for (guint i = 0; i < waits->len; i++)
          g_assert_cmpuint (g_array_index (waits, DlSimWait, i).port, ==, 0);
        /* It is as found: nothing moves any more. */
        dl_iq_run (iq, 5000);
        dl_iq_get_counters (iq, &counters);
        dl_iq_run (iq, 5000);
        {
          DlSimCounters after;

          dl_iq_get_counters (iq, &after);
          g_assert_cmpuint (after.flit_hops, ==, counters.flit_hops);
          g_assert_cmpuint (after.delivered, ==, counters.delivered);
        }
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/iq/alone", test_alone);
  g_test_add_func ("/iq/always", test_always);
  g_test_add_func ("/iq/threads", test_threads);
  g_test_add_func ("/iq/queue", test_queue);
  g_test_add_func ("/iq/deadlock", test_deadlock);
  return g_test_run ();
}
