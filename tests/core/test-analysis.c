/* The fast analysis, the naive one and the oracle agree link by link and VC by VC, whatever the
 * shape, faults, datelines, policy and traffic. */
#include "dl-families.h"
#include "oracle.h"

#include "dl-torus-analysis.h"
#include "test-rounds.h"

#include <math.h>

/* A matrix or a program says what is sent. */
static gboolean
needs_file (const DlPattern *pattern)
{
  return pattern->needs_matrix || pattern->needs_program;
}

#define N_SCENARIOS TEST_ROUNDS (300)

static guint
n_scenarios (guint n)
{
  return g_test_thorough () ? 20 * n : n;
}

static gboolean
same_double (double a, double b)
{
  return (isnan (a) && isnan (b)) || fabs (a - b) <= 1e-9 * MAX (1, fabs (b));
}

static gboolean
same_dimension (const DlTorusDimensionStats *a, const OracleDimension *b)
{
  gboolean same = a->links == (guint) b->links && a->idle_links == (guint) b->idle_links
                  && a->balanced_links == (guint) b->balanced_links
                  && same_double (a->balance_mean, b->balance_mean)
                  && same_double (a->load_mean, b->load_mean)
                  && same_double (a->load_max, b->load_max);

  for (guint bin = 0; bin < DL_BALANCE_BINS; bin++)
    same = same && a->bins[bin] == (guint) b->bins[bin];
  return same;
}

/* Fails the test with the first difference; @name says what is being compared and where. */
static gboolean
check_analysis (const DlTorusAnalysis *a, const OracleLoads *o, const char *name)
{
  for (guint i = 0; i < DL_TORUS_VCS * a->network->n_links; i++)
    if (a->vc_load[i] != o->load[i])
      {
        g_autofree char *link
            = dl_torus_link_at_to_string (dl_torus_network_link_at (a->network, i / DL_TORUS_VCS));
        g_test_fail_printf ("%s: %g packets on %s VC%u, the oracle has %g", name, a->vc_load[i],
                            link, i % DL_TORUS_VCS, o->load[i]);
        return FALSE;
      }
  if (a->pairs != o->pairs || a->unreachable_pairs != o->unreachable
      || a->dropped_pairs != o->dropped || a->illegal_pairs != o->illegal)
    {
      g_test_fail_printf ("%s: of %" G_GUINT64_FORMAT " pairs %" G_GUINT64_FORMAT
                          " unreachable, %" G_GUINT64_FORMAT " dropped, %" G_GUINT64_FORMAT
                          " illegal; the oracle has %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT
                          ", %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT,
                          name, a->pairs, a->unreachable_pairs, a->dropped_pairs, a->illegal_pairs,
                          o->pairs, o->unreachable, o->dropped, o->illegal);
      return FALSE;
    }
  if (a->delivered != o->delivered)
    {
      g_test_fail_printf ("%s: %g packets delivered, the oracle has %g", name, a->delivered,
                          o->delivered);
      return FALSE;
    }
  if (!same_double (a->hops_mean, o->hops_mean) || a->hops_max != (guint) o->hops_max)
    {
      g_test_fail_printf ("%s: hops mean %g max %u, the oracle has %g and %d", name, a->hops_mean,
                          a->hops_max, o->hops_mean, o->hops_max);
      return FALSE;
    }
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (!same_dimension (&a->dims[dim], &o->dims[dim]))
      {
        g_test_fail_printf ("%s: figures of dimension %s differ from the oracle's", name,
                            dl_torus_dim_name (dim));
        return FALSE;
      }
  return TRUE;
}

/* All pairs are counted whatever the demand. */
static gboolean
check_all (const Oracle *oracle, const DlTorusAnalysis *a, const char *name)
{
  g_autoptr (OracleLoads) all = oracle_loads_uniform (oracle);

  if (a->all.pairs == all->pairs && a->all.unreachable == all->unreachable
      && a->all.dropped == all->dropped && a->all.illegal == all->illegal)
    return TRUE;
  g_test_fail_printf ("%s: of all pairs other ones are unreachable, dropped or illegal than the "
                      "oracle's",
                      name);
  return FALSE;
}

/* Are the fast and the naive analysis of @demand what the oracle says? */
static gboolean
check_demand (const Oracle *oracle, DlTorusRoutes *routes, const DlDemand *demand, const char *name)
{
  g_autoptr (DlTorusAnalysis) fast = dl_torus_analysis_new (routes, demand, NULL);
  g_autoptr (DlTorusAnalysis) naive = dl_torus_analysis_new_naive (routes, demand);
  g_autoptr (OracleLoads) loads
      = demand->uniform
            ? oracle_loads_uniform (oracle)
            : oracle_loads (oracle, (const DlFlow *) demand->flows->data, demand->flows->len);
  g_autofree char *fast_name = g_strconcat ("fast, ", name, NULL);
  g_autofree char *naive_name = g_strconcat ("naive, ", name, NULL);

  return check_analysis (naive, loads, naive_name) && check_analysis (fast, loads, fast_name)
         && check_all (oracle, fast, fast_name) && check_all (oracle, naive, naive_name);
}

static void
check_uniform (const OracleTorus *torus, guint32 seed)
{
  g_autoptr (Oracle) oracle = oracle_new (torus);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (torus);
  g_autoptr (DlDemand) demand = dl_torus_demand_new (
      routes->network, &(DlTorusTraffic) { .pattern = dl_pattern_find ("uniform"), .target = -1 });
  g_autofree char *text = oracle_torus_to_string (torus);
  g_autofree char *name = g_strdup_printf ("seed %u, uniform, %s", seed, text);

  check_demand (oracle, routes, demand, name);
}

static void
test_uniform (void)
{
  OracleTorus torus;

  for (guint32 seed = 1; seed <= n_scenarios (N_SCENARIOS); seed++)
    {
      oracle_torus_random (&torus, seed, 4);
      check_uniform (&torus, seed);
    }
}

static void
test_many_faults (void)
{
  OracleTorus torus;

  for (guint32 seed = 1; seed <= n_scenarios (N_SCENARIOS / 4); seed++)
    {
      oracle_torus_random (&torus, 1000000 + seed, ORACLE_MAX_FAULTS);
      check_uniform (&torus, seed);
    }
}

/* A wall in X that no packet gets past, some of it missing, and often no dateline that would stop
 * those who look for a way along it: loops. */
static void
random_wall (OracleTorus *torus, GRand *rand)
{
  const int x = g_rand_int_range (rand, 0, 4);

  *torus = (OracleTorus) { .radix
                           = { 5, g_rand_int_range (rand, 1, 5), g_rand_int_range (rand, 1, 5) },
                           .tie_parity = g_rand_boolean (rand),
                           .policy = g_rand_int_range (rand, 0, ORACLE_N_POLICIES),
                           .region_nodes = DL_TORUS_REGION_NODES };
  for (int dim = 0; dim < 3; dim++)
    {
      torus->wrap[dim] = g_rand_int_range (rand, 0, 4) > 0;
      torus->dateline[dim] = g_rand_int_range (rand, -1, torus->radix[dim]);
      if (g_rand_boolean (rand))
        torus->dateline[dim] = -1;
    }
  for (int y = 0; y < torus->radix[DL_Y]; y++)
    for (int z = 0; z < torus->radix[DL_Z]; z++)
      torus->cables[torus->n_cables++] = (OracleLink) { { { x, y, z } }, DL_TORUS_PORT_X_PLUS };
  if (g_rand_boolean (rand))
    torus->n_cables--;
}

static void
test_walls (void)
{
  for (guint32 seed = 1; seed <= n_scenarios (N_SCENARIOS / 4); seed++)
    {
      GRand *rand = g_rand_new_with_seed (seed);
      OracleTorus torus;

      random_wall (&torus, rand);
      check_uniform (&torus, seed);
      g_rand_free (rand);
    }
}

/* Pairs that send more than others, as a matrix has them; what is not delivered loads nothing. */
static void
test_weights (void)
{
  for (guint32 seed = 1; seed <= n_scenarios (N_SCENARIOS / 2); seed++)
    {
      GRand *rand = g_rand_new_with_seed (seed);
      OracleTorus torus;

      oracle_torus_random (&torus, seed, seed % 4 == 0 ? ORACLE_MAX_FAULTS : 4);
      g_autoptr (Oracle) oracle = oracle_new (&torus);
      g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
      const DlTorusNetwork *network = routes->network;
      g_autoptr (DlDemand) demand = dl_torus_demand_new (
          network, &(DlTorusTraffic) { .pattern = dl_pattern_find ("nearest-neighbor") });
      g_autofree char *text = oracle_torus_to_string (&torus);
      g_autofree char *name = g_strdup_printf ("seed %u, weights, %s", seed, text);

      g_array_set_size (demand->flows, 0);
      for (guint source = 0; source < network->n_nodes; source++)
        for (guint dest = 0; dest < network->n_nodes; dest++)
          if (source != dest && network->node_up[source] && network->node_up[dest]
              && g_rand_int_range (rand, 0, network->n_nodes) < 4)
            {
              const int bits = g_rand_int_range (rand, 0, 30);
              const DlFlow flow = { source, dest, g_rand_int_range (rand, 0, 1 << bits) + 1 };

              g_array_append_val (demand->flows, flow);
            }
      check_demand (oracle, routes, demand, name);
      g_rand_free (rand);
    }
}

/* Lines too long to superpose, and the longest that are not. */
static void
test_long_lines (void)
{
  static const int radices[][3] = { { 130, 2, 1 }, { 2, 129, 1 }, { 1, 2, 150 }, { 1, 128, 2 } };

  for (guint i = 0; i < TEST_ROUNDS (G_N_ELEMENTS (radices)); i++)
    for (guint faults = 0; faults < 2; faults++)
      {
        const int *k = radices[i];
        OracleTorus torus = { .radix = { k[0], k[1], k[2] },
                              .wrap = { TRUE, i != 3, TRUE },
                              .dateline = { k[0] / 3, k[1] - 1, k[2] / 2 },
                              .policy = ORACLE_OUTPUT_CROSSING,
                              .region_nodes = i == 0 ? 80 : DL_TORUS_REGION_NODES };

        if (faults)
          {
            const OracleNode near = { { k[0] / 2, k[1] / 2, k[2] / 2 } };
            torus.nodes[torus.n_nodes++] = near;
            for (int dim = 0; dim < 3; dim++)
              if (k[dim] > 2)
                torus.cables[torus.n_cables++] = (OracleLink) { { { 0, 0, 0 } }, 2 * dim };
          }
        check_uniform (&torus, i);
      }
}

/* A working node for the patterns that need one; FALSE if none works. */
static gboolean
find_target (const DlTorusNetwork *network, guint32 seed, gint64 *target)
{
  for (guint i = 0; i < network->n_nodes; i++)
    {
      *target = (seed + i) % network->n_nodes;
      if (network->node_up[*target])
        return TRUE;
    }
  return FALSE;
}

static void
check_pattern_scenario (guint32 seed)
{
  OracleTorus torus;
  const guint n_patterns = dl_family_n_patterns (&dl_family_torus);
  DlTorusTraffic spec = { .seed = seed };

  oracle_torus_random (&torus, 2000000 + seed, 6);
  g_autoptr (Oracle) oracle = oracle_new (&torus);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  g_autofree char *text = oracle_torus_to_string (&torus);

  for (guint i = 0; i < n_patterns; i++)
    {
      g_autofree char *name
          = g_strdup_printf ("seed %u, %s, %s", seed, dl_torus_patterns[i].pattern->id, text);

      spec.pattern = dl_torus_patterns[i].pattern;
      if (dl_torus_patterns[i].pattern->uniform || needs_file (dl_torus_patterns[i].pattern)
          || !find_target (routes->network, seed, &spec.target))
        continue;
      g_autoptr (DlDemand) demand = dl_torus_demand_new (routes->network, &spec);
      check_demand (oracle, routes, demand, name);
    }
}

static void
test_sparse_patterns (void)
{
  for (guint32 seed = 1; seed <= n_scenarios (N_SCENARIOS / (TEST_SANITIZED ? 6 : 2)); seed++)
    check_pattern_scenario (seed);
}

/* Is the way of a pair another one? Two that do not arrive have none, whatever became of them. */
static gboolean
is_rerouted (const Oracle *before, const Oracle *after, guint source, guint dest, OracleRoute *a,
             OracleRoute *b)
{
  oracle_walk (before, oracle_node (before, source), oracle_node (before, dest), a);
  oracle_walk (after, oracle_node (after, source), oracle_node (after, dest), b);
  if (a->status != ORACLE_DELIVERED || b->status != ORACLE_DELIVERED)
    return a->status == ORACLE_DELIVERED || b->status == ORACLE_DELIVERED;
  if (a->hops->len != b->hops->len)
    return TRUE;
  for (guint i = 0; i < a->hops->len; i++)
    if (g_array_index (a->hops, OracleHop, i).port != g_array_index (b->hops, OracleHop, i).port)
      return TRUE;
  return FALSE;
}

static guint64
count_rerouted (const Oracle *before, const Oracle *after, const DlDemand *demand)
{
  g_auto (OracleRoute) a = { 0 };
  g_auto (OracleRoute) b = { 0 };
  const int n = before->n_nodes;
  guint64 pairs = 0;

  if (demand->uniform)
    for (int s = 0; s < n; s++)
      for (int d = 0; d < n; d++)
        {
          const gboolean was = before->node_up[s] && before->node_up[d];
          const gboolean is = after->node_up[s] && after->node_up[d];
          if (s != d && (was || is))
            pairs += was && is && is_rerouted (before, after, s, d, &a, &b);
        }
  for (guint i = 0; i < demand->flows->len; i++)
    {
      const DlFlow flow = g_array_index (demand->flows, DlFlow, i);
      pairs += before->node_up[flow.source] && before->node_up[flow.dest]
               && is_rerouted (before, after, flow.source, flow.dest, &a, &b);
    }
  return pairs;
}

static void
check_rerouted (const OracleTorus *torus_before, const OracleTorus *torus_after,
                const DlPattern *pattern, guint32 seed)
{
  DlTorusTraffic traffic = { .pattern = pattern, .seed = seed };
  g_autoptr (Oracle) before = oracle_new (torus_before);
  g_autoptr (Oracle) after = oracle_new (torus_after);
  g_autoptr (DlTorusRoutes) routes_before = oracle_torus_build (torus_before);
  g_autoptr (DlTorusRoutes) routes_after = oracle_torus_build (torus_after);
  guint64 pairs;

  if (!find_target (routes_after->network, seed, &traffic.target))
    return;
  g_autoptr (DlDemand) demand = dl_torus_demand_new (routes_after->network, &traffic);
  g_autoptr (DlTorusAnalysis) analysis_before = dl_torus_analysis_new (routes_before, demand, NULL);
  g_autoptr (DlTorusAnalysis) analysis_after = dl_torus_analysis_new (routes_after, demand, NULL);

  g_assert_true (
      dl_torus_analysis_rerouted_pairs (analysis_before, analysis_after, demand, &pairs, NULL));
  const guint64 expected = count_rerouted (before, after, demand);
  if (pairs != expected)
    {
      g_autofree char *from = oracle_torus_to_string (torus_before);
      g_autofree char *to = oracle_torus_to_string (torus_after);
      g_test_fail_printf ("seed %u, %s: %" G_GUINT64_FORMAT
                          " pairs rerouted, the oracle has %" G_GUINT64_FORMAT "; from %s to %s",
                          seed, pattern->id, pairs, expected, from, to);
    }
}

/* One to three edits of faults, and now and then a dateline moved, which moves safe detours. */
static void
edit_random (OracleTorus *torus, GRand *rand)
{
  for (int n = g_rand_int_range (rand, 1, 4); n > 0; n--)
    oracle_torus_toggle_random (torus, rand);
  if (g_rand_int_range (rand, 0, 4) == 0)
    torus->dateline[DL_Z] = g_rand_int_range (rand, 0, torus->radix[DL_Z]);
}

static void
test_rerouted (void)
{
  const guint n_patterns = dl_family_n_patterns (&dl_family_torus);

  for (guint32 seed = 1; seed <= n_scenarios (N_SCENARIOS / 2); seed++)
    {
      GRand *rand = g_rand_new_with_seed (seed);
      OracleTorus before, after;

      oracle_torus_random (&before, 3000000 + seed, 3);
      after = before;
      edit_random (&after, rand);
      check_rerouted (&before, &after, dl_pattern_find ("uniform"), seed);
      if (!needs_file (dl_torus_patterns[seed % n_patterns].pattern))
        check_rerouted (&before, &after, dl_torus_patterns[seed % n_patterns].pattern, seed);
      g_rand_free (rand);
    }
}

/* Between going round for ever and being stuck there is no difference: there is no route. */
static void
test_rerouted_walls (void)
{
  for (guint32 seed = 1; seed <= n_scenarios (N_SCENARIOS / 2); seed++)
    {
      GRand *rand = g_rand_new_with_seed (seed);
      OracleTorus before, after;

      random_wall (&before, rand);
      after = before;
      edit_random (&after, rand);
      check_rerouted (&before, &after, dl_pattern_find ("uniform"), seed);
      g_rand_free (rand);
    }
}

/* 5x5x5, all torus, datelines 0,0,0. */
static OracleTorus
torus_5x5x5 (void)
{
  return (OracleTorus) { .radix = { 5, 5, 5 },
                         .wrap = { TRUE, TRUE, TRUE },
                         .policy = ORACLE_OUTPUT_CROSSING,
                         .region_nodes = 4096 };
}

static DlTorusAnalysis *
analyze (const OracleTorus *torus, DlDemand **demand)
{
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (torus);

  *demand = dl_torus_demand_new (
      routes->network, &(DlTorusTraffic) { .pattern = dl_pattern_find ("uniform"), .target = -1 });
  return dl_torus_analysis_new (routes, *demand, NULL);
}

/* Where dimension order itself means something else, how many pairs moved is not known. */
static void
test_rerouted_unknown (void)
{
  g_autoptr (DlDemand) demand = NULL;
  OracleTorus torus = torus_5x5x5 ();
  g_autoptr (DlTorusAnalysis) base = analyze (&torus, &demand);
  guint64 pairs;

  torus.radix[DL_Y] = 4;
  g_autoptr (DlDemand) demand_radix = NULL;
  g_autoptr (DlTorusAnalysis) radix = analyze (&torus, &demand_radix);
  g_assert_false (dl_torus_analysis_rerouted_pairs (base, radix, demand_radix, &pairs, NULL));

  torus = torus_5x5x5 ();
  torus.wrap[DL_Z] = FALSE;
  g_autoptr (DlDemand) demand_wrap = NULL;
  g_autoptr (DlTorusAnalysis) wrap = analyze (&torus, &demand_wrap);
  g_assert_false (dl_torus_analysis_rerouted_pairs (base, wrap, demand_wrap, &pairs, NULL));

  torus = torus_5x5x5 ();
  torus.tie_parity = TRUE;
  g_autoptr (DlDemand) demand_tie = NULL;
  g_autoptr (DlTorusAnalysis) tie = analyze (&torus, &demand_tie);
  g_assert_false (dl_torus_analysis_rerouted_pairs (base, tie, demand_tie, &pairs, NULL));

  /* A policy and a dateline change virtual channels, not links. */
  torus = torus_5x5x5 ();
  torus.policy = ORACLE_INITIAL;
  torus.dateline[DL_X] = 3;
  g_autoptr (DlDemand) demand_vc = NULL;
  g_autoptr (DlTorusAnalysis) vc = analyze (&torus, &demand_vc);
  g_assert_true (dl_torus_analysis_rerouted_pairs (base, vc, demand_vc, &pairs, NULL));
  g_assert_cmpuint (pairs, ==, 0);
}

/* One cable of 5x5x5: in its own ring of 5, 1 + 2 of the 10 pairs of each direction cross it; the
 * rest of the route lies in the planes (X), columns (Y) or nodes (Z) around. */
static void
test_rerouted_cable (void)
{
  g_autoptr (DlDemand) demand = NULL;
  g_autoptr (DlDemand) demand_cut = NULL;
  OracleTorus torus = torus_5x5x5 ();
  g_autoptr (DlTorusAnalysis) base = analyze (&torus, &demand);
  guint64 pairs;

  torus.cables[torus.n_cables++] = (OracleLink) { { { 1, 2, 2 } }, DL_TORUS_PORT_X_PLUS };
  g_autoptr (DlTorusAnalysis) cut = analyze (&torus, &demand_cut);
  g_assert_true (dl_torus_analysis_rerouted_pairs (base, cut, demand_cut, &pairs, NULL));
  g_assert_cmpuint (pairs, ==, 2 * 3 * 25);
  /* And back again. */
  g_assert_true (dl_torus_analysis_rerouted_pairs (cut, base, demand, &pairs, NULL));
  g_assert_cmpuint (pairs, ==, 2 * 3 * 25);
  g_assert_true (dl_torus_analysis_rerouted_pairs (cut, cut, demand_cut, &pairs, NULL));
  g_assert_cmpuint (pairs, ==, 0);
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  OracleTorus torus = torus_5x5x5 ();
  const guint n_patterns = dl_family_n_patterns (&dl_family_torus);
  guint64 pairs;

  torus.cables[torus.n_cables++] = (OracleLink) { { { 1, 2, 2 } }, DL_TORUS_PORT_X_PLUS };
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  g_cancellable_cancel (cancellable);
  for (guint i = 0; i < n_patterns; i++)
    {
      if (needs_file (dl_torus_patterns[i].pattern))
        continue;

      g_autoptr (DlDemand) demand = dl_torus_demand_new (
          routes->network,
          &(DlTorusTraffic) { .pattern = dl_torus_patterns[i].pattern, .target = 7, .seed = 1 });
      g_assert_null (dl_torus_analysis_new (routes, demand, cancellable));

      g_autoptr (DlTorusAnalysis) done = dl_torus_analysis_new (routes, demand, NULL);
      if (demand->uniform)
        g_assert_false (dl_torus_analysis_rerouted_pairs (done, done, demand, &pairs, cancellable));
    }

  /* One that is not canceled changes nothing. */
  g_autoptr (GCancellable) idle = g_cancellable_new ();
  g_autoptr (DlDemand) demand = dl_torus_demand_new (
      routes->network, &(DlTorusTraffic) { .pattern = dl_pattern_find ("uniform"), .target = -1 });
  g_autoptr (DlTorusAnalysis) with = dl_torus_analysis_new (routes, demand, idle);
  g_autoptr (DlTorusAnalysis) without = dl_torus_analysis_new (routes, demand, NULL);
  g_assert_cmpmem (with->vc_load, with->network->n_links * 2 * sizeof (double), without->vc_load,
                   without->network->n_links * 2 * sizeof (double));
}

/* At the size of a real machine: a cable lost in each dimension, a direction and a node. */
static void
test_xt3 (void)
{
  OracleTorus torus = { .radix = { 11, 12, 16 },
                        .wrap = { TRUE, TRUE, TRUE },
                        .dateline = { 10, 11, 15 },
                        .policy = ORACLE_OUTPUT_CROSSING,
                        .region_nodes = DL_TORUS_REGION_NODES,
                        .n_cables = 3,
                        .n_channels = 1,
                        .n_nodes = 1,
                        .cables = { { { { 3, 4, 5 } }, DL_TORUS_PORT_X_PLUS },
                                    { { { 7, 2, 9 } }, DL_TORUS_PORT_Y_PLUS },
                                    { { { 1, 8, 15 } }, DL_TORUS_PORT_Z_PLUS } },
                        .channels = { { { { 9, 9, 9 } }, DL_TORUS_PORT_Z_MINUS } },
                        .nodes = { { { 5, 6, 3 } } } };
  g_autoptr (DlTorusAnalysis) fast = NULL, naive = NULL;
  g_autoptr (DlDemand) demand = NULL;

  if (TEST_SANITIZED)
    {
      g_test_skip ("too long under the sanitizers, which see the same on small machines");
      return;
    }
  fast = analyze (&torus, &demand);
  naive = dl_torus_analysis_new_naive (fast->routes, demand);
  g_assert_cmpuint (fast->pairs, ==, 2111 * 2110);
  g_assert_cmpuint (fast->unreachable_pairs, ==, naive->unreachable_pairs);
  g_assert_cmpuint (fast->illegal_pairs, ==, naive->illegal_pairs);
  g_assert_cmpuint (fast->hops_max, ==, naive->hops_max);
  g_assert_cmpmem (fast->vc_load, fast->network->n_links * 2 * sizeof (double), naive->vc_load,
                   naive->network->n_links * 2 * sizeof (double));
}

/* All nodes but one lost, or all of them: nothing to count, and no division by zero. */
static void
test_nobody (void)
{
  for (guint lost = 1; lost <= 2; lost++)
    {
      g_autoptr (DlDemand) demand = NULL;
      OracleTorus torus = { .radix = { 1, 2, 1 }, .region_nodes = 4096 };

      for (guint i = 0; i < lost; i++)
        torus.nodes[torus.n_nodes++] = (OracleNode) { { 0, i, 0 } };
      g_autoptr (DlTorusAnalysis) analysis = analyze (&torus, &demand);
      g_autoptr (DlTorusAnalysis) naive = dl_torus_analysis_new_naive (analysis->routes, demand);
      g_assert_cmpuint (analysis->pairs, ==, 0);
      g_assert_cmpuint (naive->pairs, ==, 0);
      g_assert_true (isnan (analysis->hops_mean));
      g_assert_cmpuint (analysis->hops_max, ==, 0);
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        {
          g_assert_cmpuint (analysis->dims[dim].links, ==, 0);
          g_assert_true (isnan (analysis->dims[dim].balance_mean));
          g_assert_true (isnan (analysis->dims[dim].load_mean));
          g_assert_true (isnan (analysis->dims[dim].load_max));
        }
    }
}

/* VC paper section 4; the edges of the bins belong to the lower one (model 2). */
static void
test_balance (void)
{
  g_assert_true (isnan (dl_vc_balance (0, 0)));
  g_assert_cmpfloat (dl_vc_balance (7, 7), ==, 0);
  g_assert_cmpfloat (dl_vc_balance (0, 3), ==, 1);
  g_assert_cmpfloat (dl_vc_balance (3, 0), ==, 1);
  g_assert_cmpfloat (dl_vc_balance (3, 1), ==, .5);                     /* 0.5 means 3:1 ... */
  g_assert_cmpfloat_with_epsilon (dl_vc_balance (2, 1), 1. / 3, 1e-15); /* ... and not 2:1 */

  g_assert_cmpuint (dl_vc_balance_bin (0), ==, 0);
  g_assert_cmpuint (dl_vc_balance_bin (dl_vc_balance (5, 3)), ==, 0); /* 0.25 */
  g_assert_cmpuint (dl_vc_balance_bin (nextafter (.25, 1)), ==, 1);
  g_assert_cmpuint (dl_vc_balance_bin (dl_vc_balance (3, 1)), ==, 1); /* 0.5 */
  g_assert_cmpuint (dl_vc_balance_bin (nextafter (.5, 1)), ==, 2);
  g_assert_cmpuint (dl_vc_balance_bin (dl_vc_balance (1, 7)), ==, 2); /* 0.75 */
  g_assert_cmpuint (dl_vc_balance_bin (nextafter (.75, 1)), ==, 3);
  g_assert_cmpuint (dl_vc_balance_bin (1), ==, 3);
}

/* The traffic's own rules of virtual channels: free runs on VC0 whatever the policy, the fast way
 * as the naive one, and responses beside requests. */
static void
test_source_vc (void)
{
  guint n_policies;
  const DlVcPolicy *const *policies = dl_vc_policies (&n_policies);

  for (guint i = 0; i < 2 * n_policies; i++)
    {
      OracleTorus torus = oracle_torus_of (5, 4, 6);
      const DlDemand demand = { .uniform = TRUE, .flows = NULL };
      double free_before = 0, free_after = 0;

      for (guint dim = 0; dim < 3; dim++)
        torus.dateline[dim] = 2;
      if (i >= n_policies)
        torus.cables[torus.n_cables++] = oracle_link_at (1, 2, 1, DL_TORUS_PORT_Y_PLUS);
      g_autoptr (DlTorusRoutes) built = oracle_torus_build (&torus);
      DlTorusRouting spec = built->spec;
      spec.vc_policy = policies[i % n_policies];
      g_autoptr (DlTorusRoutes) before = dl_torus_routes_new (built->network, &spec);
      spec.source_vc_zero = TRUE;
      spec.response_share = 0.25;
      g_autoptr (DlTorusRoutes) routes = dl_torus_routes_new (built->network, &spec);
      g_autoptr (DlTorusAnalysis) was = dl_torus_analysis_new (before, &demand, NULL);
      g_autoptr (DlTorusAnalysis) fast = dl_torus_analysis_new (routes, &demand, NULL);
      g_autoptr (DlTorusAnalysis) naive = dl_torus_analysis_new_naive (routes, &demand);
      g_auto (DlTorusRoute) route = { 0 };

      g_assert_cmpmem (fast->vc_load, fast->network->n_links * 2 * sizeof (double), naive->vc_load,
                       naive->network->n_links * 2 * sizeof (double));
      g_assert_cmpint (fast->verdict->deadlock_free, ==, naive->verdict->deadlock_free);
      g_assert_cmpuint (dl_torus_analysis_n_vcs (was), ==, 2);
      g_assert_cmpuint (dl_torus_analysis_n_vcs (fast), ==, 4);
      for (guint link = 0; link < fast->network->n_links; link++)
        {
          free_before += was->vc_load[2 * link + 1];
          free_after += fast->vc_load[2 * link + 1];
          for (guint vc = 0; vc < 4; vc++)
            g_assert_cmpfloat (dl_torus_analysis_channel_load (fast, link, vc), ==,
                               fast->vc_load[2 * link + vc % 2] * (vc < 2 ? 0.75 : 0.25));
        }
      if (spec.vc_policy->wrap_partition)
        g_assert_cmpfloat (free_after, ==, free_before); /* nothing is free */
      else
        g_assert_cmpfloat (free_after, <, free_before);
      /* VC1 only from a dateline on. */
      for (guint node = 0; node < 120; node += 7)
        {
          if (node == 60)
            continue;
          dl_torus_routes_walk (routes, node, 60, &route);
          for (guint hop = 0; hop < route.n_hops; hop++)
            if (route.hops[hop].vc_rule == DL_VC_RULE_SOURCE)
              g_assert_cmpuint (route.hops[hop].vc, ==, 0);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/balance", test_balance);
  g_test_add_func ("/analysis/oracle/uniform", test_uniform);
  g_test_add_func ("/analysis/oracle/many-faults", test_many_faults);
  g_test_add_func ("/analysis/oracle/walls", test_walls);
  g_test_add_func ("/analysis/oracle/long-lines", test_long_lines);
  g_test_add_func ("/analysis/oracle/sparse-patterns", test_sparse_patterns);
  g_test_add_func ("/analysis/oracle/weights", test_weights);
  g_test_add_func ("/analysis/rerouted/oracle", test_rerouted);
  g_test_add_func ("/analysis/rerouted/walls", test_rerouted_walls);
  g_test_add_func ("/analysis/rerouted/cable", test_rerouted_cable);
  g_test_add_func ("/analysis/rerouted/unknown", test_rerouted_unknown);
  g_test_add_func ("/analysis/cancelled", test_cancelled);
  g_test_add_func ("/analysis/xt3", test_xt3);
  g_test_add_func ("/analysis/nobody", test_nobody);
  g_test_add_func ("/analysis/source-vc", test_source_vc);
  return g_test_run ();
}
