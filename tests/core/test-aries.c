/* The simulator of a dragonfly: nothing is lost, nothing depends on blocks and threads, delays are
 * exact, what can be computed comes out. */
#include "aries-fixture.h"
#include "dl-dragonfly-demand.h"
#include "dl-dragonfly-loads.h"

#include <math.h>

#define N_RANDOM 12

static const DlDragonflyMode *
draw_mode (DlRng *rng)
{
  guint n;
  const DlDragonflyMode *const *modes = dl_dragonfly_modes (&n);

  return modes[dl_rng_below (rng, n)];
}

static DlDragonflyDemand *
draw_demand (DlDragonfly *net, DlRng *rng)
{
  switch (dl_rng_below (rng, 4))
    {
    case 0:
      return dl_dragonfly_demand_new_group_shift (net);
    case 1:
      return dl_dragonfly_demand_new_in_group (net);
    case 2:
      return dl_dragonfly_demand_new_permutation (net, dl_rng_next (rng));
    default:
      return dl_dragonfly_demand_new_uniform (net);
    }
}

/* Anything that a router could be. */
static DlAriesPlanOptions
draw_options (DlDragonflyRoutes *routes, DlDragonflyDemand *demand, DlRng *rng)
{
  DlAriesPlanOptions options = aries_options (routes, demand);
  static const double loads[] = { 0.1, 0.4, 1.3, INFINITY };

  options.mode = draw_mode (rng);
  options.packet_flits = 1 + dl_rng_below (rng, DL_ARIES_MAX_FLITS);
  options.router.input_buffer = options.packet_flits * (1 + dl_rng_below (rng, 6));
  options.router.link_cycles = 1 + dl_rng_below (rng, 12);
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    options.router.rate[class] = (1 + dl_rng_below (rng, 20)) / 20.0;
  options.router.node_rate = (1 + dl_rng_below (rng, 30)) / 10.0;
  options.router.outstanding = dl_rng_below (rng, 3) * 5;
  options.load = loads[dl_rng_below (rng, G_N_ELEMENTS (loads))];
  options.response_share = dl_rng_below (rng, 3) / 4.0;
  options.seed = dl_rng_next (rng);
  return options;
}

static void
test_conservation (void)
{
  for (guint seed = 1; seed <= 3 * N_RANDOM; seed++)
    {
      g_autofree char *text = NULL;
      g_autoptr (DlDragonfly) net = fixture_random (seed, seed % 3, &text);
      g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
      DlRng rng;

      dl_rng_init (&rng, seed);
      g_autoptr (DlDragonflyDemand) demand = draw_demand (net, &rng);
      const DlAriesPlanOptions options = draw_options (routes, demand, &rng);
      g_autoptr (DlAries) sim = aries_new (&options, 1 + seed % 4, 1);
      for (guint i = 0; i < 12; i++)
        {
          aries_check (sim, text);
          dl_aries_run (sim, 1 + dl_rng_below (&rng, 90));
        }
      aries_drain (sim, text);
    }
}

static void
test_threads_and_blocks (void)
{
  static const struct
  {
    guint block, threads;
  } ways[] = { { 1, 1 }, { 3, 2 }, { 2, 3 }, { 1, 8 }, { G_MAXUINT, 1 } };

  for (guint seed = 1; seed <= N_RANDOM / 2; seed++)
    {
      g_autofree char *text = NULL;
      g_autoptr (DlDragonfly) net = fixture_random (seed, seed % 2, &text);
      g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
      DlRng rng;

      dl_rng_init (&rng, seed);
      g_autoptr (DlDragonflyDemand) demand = draw_demand (net, &rng);
      const DlAriesPlanOptions options = draw_options (routes, demand, &rng);
      g_autoptr (DlAries) first = aries_new (&options, 0, 1);
      dl_aries_run (first, 300);
      for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
        {
          g_autoptr (DlAries) sim = aries_new (&options, ways[i].block, ways[i].threads);

          /* Cut anywhere. */
          for (guint64 left = 300, part; left > 0; left -= part)
            {
              part = 1 + dl_rng_below (&rng, 150);
              part = MIN (part, left);
              dl_aries_run (sim, part);
            }
          aries_assert_same (first, sim, text);
        }
    }
}

/* Zero load ------------------------------------------------------------------------------------ */

/* One node sends to another, and nobody else. */
static DlDragonflyDemand *
one_flow (DlDragonfly *net, guint source, guint dest)
{
  guint32 *first = g_new (guint32, net->n_nodes + 1);
  guint32 *to = g_new (guint32, 1);

  for (guint node = 0; node <= net->n_nodes; node++)
    first[node] = node > source;
  to[0] = dest;
  return dl_dragonfly_demand_new_flows (net, first, to, NULL);
}

/* The time of the slowest stretch of @flits on the way. */
static double
slowest (const DlAriesPlanOptions *options, gboolean global, guint hops)
{
  const DlAriesRouter *router = &options->router;
  double rate = router->node_rate;

  if (global)
    rate = MIN (rate, router->rate[DL_LINK_BLUE]);
  if (hops > (global ? 1 : 0))
    rate = MIN (rate, router->rate[DL_LINK_GREEN]);
  return options->packet_flits / rate;
}

/* One packet at a time: each begins when the source knows that the one before has arrived. */
static void
check_alone (DlDragonflyRoutes *routes, guint source, guint dest, DlRng *rng, const char *text)
{
  const DlDragonfly *net = routes->dragonfly;
  const guint from = source / net->nodes_per_router, to = dest / net->nodes_per_router;
  const guint hops = dl_dragonfly_cost (routes, from, to);
  const gboolean global = dl_dragonfly_group (routes, from) != dl_dragonfly_group (routes, to);
  g_autoptr (DlDragonflyDemand) demand = one_flow (routes->dragonfly, source, dest);
  DlAriesPlanOptions options = aries_options (routes, demand);
  guint64 latency, period, cycles = 5000;
  DlSimCounters counters;

  options.packet_flits = 1 + dl_rng_below (rng, DL_ARIES_MAX_FLITS);
  options.router.link_cycles = 1 + dl_rng_below (rng, 30);
  options.router.rate[DL_LINK_GREEN] = options.router.rate[DL_LINK_BLACK]
      = 1.0 / (1 + dl_rng_below (rng, 3));
  options.router.node_rate = (1 + dl_rng_below (rng, 16)) / 4.0;
  options.router.outstanding = 1;
  options.load = INFINITY;
  g_autoptr (DlAries) sim = aries_new (&options, 2, 1);
  latency = hops * options.router.link_cycles
            + (guint64) ceil (slowest (&options, global, hops) - 1e-6);
  period = latency + MAX (hops, 1) * options.router.link_cycles;
  /* Nor faster than the node sends. */
  g_assert_cmpfloat (period, >=, options.packet_flits / options.router.node_rate);
  dl_aries_run (sim, cycles);
  dl_aries_get_counters (sim, &counters);
  g_test_message ("%s: node %u to %u, %u hops", text, source, dest, hops);
  g_assert_cmpuint (counters.latency_max, ==, latency);
  g_assert_cmpuint (counters.latency_sum, ==, counters.delivered * latency);
  g_assert_cmpuint (counters.delivered, ==, (cycles - 1 - latency) / period + 1);
  g_assert_cmpuint (counters.flit_hops, >=, counters.delivered * hops * options.packet_flits);
  g_assert_cmpuint (counters.flit_hops, <=, counters.injected * hops * options.packet_flits);
  aries_check (sim, text);
}

static void
test_zero_load (void)
{
  for (guint seed = 1; seed <= N_RANDOM; seed++)
    {
      g_autofree char *text = NULL;
      g_autoptr (DlDragonfly) net = fixture_random (seed, 0, &text);
      guint n_minimals;
      /* Shortest: all routes of a pair have the same number of hops, so the latency is known. */
      g_autoptr (DlDragonflyRoutes) routes
          = dl_dragonfly_routes_new (net, dl_dragonfly_minimals (&n_minimals)[2]);
      DlRng rng;

      dl_rng_init (&rng, seed);
      for (guint i = 0; i < 8; i++)
        {
          const guint source = dl_rng_below (&rng, net->n_nodes);
          const guint dest = dl_rng_below (&rng, net->n_nodes);
          if (source != dest)
            check_alone (routes, source, dest, &rng, text);
        }
    }
}

/* A link carries what its rate says, without drift. */
static void
test_rates (void)
{
  g_autoptr (DlDragonfly) net = fixture_cascade (2, 1);
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
  const guint64 cycles = 28000;
  guint link = 0;

  while (net->link_class[link] != DL_LINK_BLUE)
    link++;
  /* Two nodes of its router to two of the other one: both links of the cable, by hash, or one. */
  g_autoptr (DlDragonflyDemand) demand
      = one_flow (net, net->link_from[link] * net->nodes_per_router,
                  net->link_to[link] * net->nodes_per_router);
  DlAriesPlanOptions options = aries_options (routes, demand);
  options.load = INFINITY;
  options.router.input_buffer = 64;
  g_autoptr (DlAries) sim = aries_new (&options, 0, 1);
  DlSimCounters before, after;

  dl_aries_run (sim, 1000);
  dl_aries_get_counters (sim, &before);
  dl_aries_run (sim, cycles);
  dl_aries_get_counters (sim, &after);
  /* 25 flits in 28 cycles, to within the packet that is under way at either end. */
  g_assert_cmpfloat (fabs ((double) (after.flit_hops - before.flit_hops) - cycles * 25 / 28.0), <=,
                     options.packet_flits);
}

/* Messages ------------------------------------------------------------------------------------- */

/* Packets of a message. */
static guint64
packets_of (const DlAriesPlanOptions *options)
{
  return (options->workload->spec.message_bytes + options->payload_bytes - 1)
         / options->payload_bytes;
}

/* All to all in the sets of @demand, with the packets of @options. */
static DlWorkload *
shifts_new (const DlDragonflyDemand *demand, const DlAriesPlanOptions *options, DlWorkloadSpec spec)
{
  g_auto (DlTeams) teams = { 0 };
  g_autoptr (GError) error = NULL;
  DlWorkload *workload;

  dl_dragonfly_teams_init (&teams, demand);
  spec.packet = (DlPacketShape) { options->packet_flits, 1, options->payload_bytes };
  workload = dl_teams_shifts (&teams, spec, &error);
  g_assert_no_error (error);
  return workload;
}

/* Two sets, with nodes that take no part between them. */
static DlDragonflyDemand *
two_sets (DlDragonfly *net, guint every)
{
  guint32 *set = g_new (guint32, net->n_nodes);

  for (guint node = 0; node < net->n_nodes; node++)
    set[node] = node % every == 0 ? DL_NO_SET : node % every % 2;
  return dl_dragonfly_demand_new_sets (net, set, 2);
}

/* Each node got each message of its set once. */
static void
check_all_to_all (const DlAries *sim, const DlAriesPlanOptions *options, guint64 unreachable,
                  const char *text)
{
  const DlDragonflyDemand *demand = options->demand;
  const DlWorkloadTeams *teams = &options->workload->spec.teams;
  const guint n_nodes = demand->dragonfly->n_nodes;
  g_autofree guint64 *sent = g_new (guint64, n_nodes);
  g_autofree guint64 *got = g_new (guint64, n_nodes);
  guint64 messages = 0;
  DlSimCounters counters;

  dl_aries_get_nodes (sim, sent, got);
  dl_aries_get_counters (sim, &counters);
  for (guint node = 0; node < n_nodes; node++)
    {
      const guint set = demand->set[node];
      guint n = 0;

      if (set != DL_NO_SET)
        {
          const guint others = demand->set_first[set + 1] - demand->set_first[set] - 1;
          n = others >= teams->first_shift ? others - teams->first_shift + 1 : 0;
          if (teams->n_shifts > 0)
            n = MIN (n, teams->n_shifts);
        }
      messages += n;
      if (unreachable == 0)
        {
          g_assert_cmpuint (sent[node], ==, n * packets_of (options));
          g_assert_cmpuint (got[node], ==, n * packets_of (options));
        }
    }
  g_test_message ("%s: %" G_GUINT64_FORMAT " messages", text, messages);
  g_assert_cmpuint (counters.unreachable, ==, unreachable * packets_of (options));
  g_assert_cmpuint (counters.delivered, ==, (messages - unreachable) * packets_of (options));
  g_assert_cmpuint (counters.delivered_bytes, ==,
                    (messages - unreachable) * options->workload->spec.message_bytes);
}

/* Every shift from 1 on has one place in its set's order, and the orders differ from what rises. */
static void
check_order (const DlWorkload *workload)
{
  const DlWorkloadTeams *teams = &workload->spec.teams;
  guint n_all = 0, n_moved = 0;

  for (guint team = 0; team < teams->n_teams; team++)
    {
      const guint32 *shift = workload->team_shift + teams->first[team];
      const guint n = teams->first[team + 1] - teams->first[team];
      g_autofree gboolean *seen = g_new0 (gboolean, n);

      for (guint i = 0; i < n; i++)
        {
          g_assert_cmpuint (shift[i], <, n);
          g_assert_false (seen[shift[i]]);
          seen[shift[i]] = TRUE;
          n_moved += shift[i] != i;
        }
      g_assert_true (n == 0 || shift[0] == 0);
      n_all += n;
    }
  g_assert_true (n_all < 40 || n_moved > n_all / 2);
}

static void
test_all_to_all (void)
{
  for (guint seed = 1; seed <= N_RANDOM; seed++)
    {
      g_autofree char *text = NULL;
      g_autoptr (DlDragonfly) net = fixture_random (seed, 0, &text);
      g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
      g_autoptr (DlDragonflyDemand) demand = two_sets (net, 3 + seed % 5);
      g_autoptr (DlWorkload) workload = NULL;
      DlAriesPlanOptions options = aries_options (routes, demand);
      DlWorkloadSpec spec = { .seed = seed };
      DlRng rng;

      dl_rng_init (&rng, seed);
      options.mode = draw_mode (&rng);
      spec.message_bytes = 1 + dl_rng_below (&rng, 300);
      spec.teams.first_shift = 1 + dl_rng_below (&rng, 4);
      spec.teams.n_shifts = dl_rng_below (&rng, 6);
      spec.random_order = dl_rng_below (&rng, 2);
      options.workload = workload = shifts_new (demand, &options, spec);
      if (spec.random_order)
        check_order (workload);
      g_autoptr (DlAries) sim = aries_new (&options, 2, 1 + seed % 2);
      g_autoptr (DlAries) other = aries_new (&options, 1, 1);
      g_assert_cmpuint (dl_aries_program_done (sim), ==, G_MAXUINT64);
      for (guint i = 0; i < 2000 && dl_aries_program_done (sim) == G_MAXUINT64; i++)
        {
          dl_aries_run (sim, 50);
          aries_check (sim, text);
        }
      g_assert_cmpuint (dl_aries_program_done (sim), <, dl_aries_cycle (sim));
      dl_aries_run (other, dl_aries_cycle (sim));
      aries_assert_same (sim, other, text);
      g_assert_cmpuint (dl_aries_program_done (other), ==, dl_aries_program_done (sim));
      check_all_to_all (sim, &options, 0, text);
    }
}

/* Messages between nodes that damage has cut off, against the loads' count of such pairs. */
static void
test_unreachable (void)
{
  guint64 all = 0;

  for (guint seed = 1; seed <= 2 * N_RANDOM; seed++)
    {
      g_autofree char *text = NULL;
      g_autoptr (DlDragonfly) net = fixture_random (seed, 8, &text);
      g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
      guint32 *one_set = g_new0 (guint32, net->n_nodes);
      g_autoptr (DlDragonflyDemand) demand = dl_dragonfly_demand_new_sets (net, one_set, 1);
      g_autoptr (DlDragonflyLoads) loads = fixture_loads (routes, demand, FALSE);
      DlAriesPlanOptions options = aries_options (routes, demand);
      const DlWorkloadSpec spec = { .message_bytes = 64, .teams.first_shift = 1 };
      g_autoptr (DlWorkload) workload = shifts_new (demand, &options, spec);

      options.workload = workload;
      g_autoptr (DlAries) sim = aries_new (&options, 2, 1);
      for (guint i = 0; i < 4000 && dl_aries_program_done (sim) == G_MAXUINT64; i++)
        dl_aries_run (sim, 50);
      g_assert_cmpuint (dl_aries_program_done (sim), !=, G_MAXUINT64);
      check_all_to_all (sim, &options, loads->unreachable_pairs, text);
      all += loads->unreachable_pairs;
    }
  /* Else this says nothing. */
  g_assert_cmpuint (all, >, 0);
}

/* Refusals ------------------------------------------------------------------------------------- */

static void
test_limits (void)
{
  g_autoptr (DlDragonfly) net = fixture_cascade (2, 1);
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
  g_autoptr (DlDragonflyDemand) demand = dl_dragonfly_demand_new_uniform (net);

  for (guint i = 0; i < 9; i++)
    {
      DlAriesPlanOptions options = aries_options (routes, demand);
      g_autoptr (GError) error = NULL;
      g_autoptr (DlAriesPlan) plan = NULL;

      if (i == 0)
        options.packet_flits = 0;
      else if (i == 1)
        options.packet_flits = DL_ARIES_MAX_FLITS + 1;
      else if (i == 2)
        options.router.input_buffer = options.packet_flits - 1;
      else if (i == 3)
        options.router.link_cycles = 0;
      else if (i == 4)
        options.router.rate[DL_LINK_BLUE] = 1.01;
      else if (i == 5)
        options.router.node_rate = 0;
      else if (i == 6)
        options.load = NAN;
      else if (i == 7)
        options.response_share = -0.1;
      else
        options.payload_bytes = 0;
      plan = dl_aries_plan_new (&options, &error);
      g_assert_null (plan);
      g_assert_nonnull (error);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/aries/conservation", test_conservation);
  g_test_add_func ("/aries/threads-and-blocks", test_threads_and_blocks);
  g_test_add_func ("/aries/zero-load", test_zero_load);
  g_test_add_func ("/aries/rates", test_rates);
  g_test_add_func ("/aries/all-to-all", test_all_to_all);
  g_test_add_func ("/aries/unreachable", test_unreachable);
  g_test_add_func ("/aries/limits", test_limits);
  return g_test_run ();
}
