/* Random ties: the analysis against the oracle with each of all sets of coins, pair by pair, and
 * against itself where the oracle does not know the engine. */
#include "dl-families.h"
#include "oracle.h"

#include "dl-rng.h"
#include "dl-torus-flows.h"
#include "dl-torus-routes.h"
#include "test-rounds.h"

#include <math.h>
#include <string.h>

#define N_COINS   8
#define N_UNIFORM (TEST_SANITIZED ? 60 : 150)
#define MAX_NODES 160

/* A pair's routes by all sets of coins. */
typedef struct
{
  Oracle *oracle[N_COINS];
  OracleRoute route[N_COINS];
  OracleStatus status; /* of the first that is not delivered */
  gboolean legal;
  int n_hops; /* of the longest */
} Coins;

static void
coins_init (Coins *coins, OracleTorus torus)
{
  memset (coins, 0, sizeof *coins);
  for (int i = 0; i < N_COINS; i++)
    {
      torus.tie_minus = i;
      coins->oracle[i] = oracle_new (&torus);
    }
}

static void
coins_clear (Coins *coins)
{
  for (int i = 0; i < N_COINS; i++)
    {
      oracle_route_clear (&coins->route[i]);
      oracle_free (coins->oracle[i]);
    }
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Coins, coins_clear)

static void
coins_walk (Coins *coins, int source, int dest)
{
  const Oracle *oracle = coins->oracle[0];

  coins->status = ORACLE_DELIVERED;
  coins->legal = TRUE;
  coins->n_hops = 0;
  for (int i = 0; i < N_COINS; i++)
    {
      oracle_walk (coins->oracle[i], oracle_node (oracle, source), oracle_node (oracle, dest),
                   &coins->route[i]);
      if (coins->status == ORACLE_DELIVERED)
        coins->status = coins->route[i].status;
      coins->legal &= coins->route[i].legal;
      coins->n_hops = MAX (coins->n_hops, (int) coins->route[i].hops->len);
    }
}

static const OracleHop *
hop_at (const Coins *coins, int i, guint hop)
{
  return &g_array_index (coins->route[i].hops, OracleHop, hop);
}

static guint
channel_at (const Coins *coins, int i, guint hop)
{
  const OracleHop *at = hop_at (coins, i, hop);

  return (oracle_index (coins->oracle[0], at->node) * 6 + at->port) * 2 + at->vc;
}

/* All pairs of working nodes. */
static gboolean
next_pair (const Coins *coins, int *source, int *dest)
{
  const Oracle *oracle = coins->oracle[0];

  do
    {
      if (++*dest == oracle->n_nodes)
        {
          *dest = 0;
          ++*source;
        }
      if (*source == oracle->n_nodes)
        return FALSE;
    }
  while (*source == *dest || !oracle->node_up[*source] || !oracle->node_up[*dest]);
  return TRUE;
}

static DlTorusRoutes *
build (const OracleTorus *torus)
{
  g_autoptr (DlTorusRoutes) drawn = oracle_torus_build (torus);
  DlTorusRouting spec = drawn->spec;

  spec.tie = DL_TORUS_TIE_RANDOM;
  return dl_torus_routes_new (drawn->network, &spec);
}

/* A small one, more often than not with an even ring; FALSE if @seed has none. */
static gboolean
draw (OracleTorus *torus, guint32 seed, int max_faults)
{
  oracle_torus_random (torus, seed, max_faults);
  torus->tie_parity = FALSE;
  return torus->radix[0] * torus->radix[1] * torus->radix[2] <= MAX_NODES;
}

/* Loads, counts and the verdict --------------------------------------------------------------- */

/* Is the graph (n x n bytes) free of cycles? Takes away what has nothing before it. */
static gboolean
is_acyclic (const guint8 *graph, guint n)
{
  g_autofree guint *before = g_new0 (guint, n);
  g_autofree guint *ready = g_new (guint, n);
  guint n_ready = 0;

  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++)
      before[b] += graph[a * n + b];
  for (guint a = 0; a < n; a++)
    if (before[a] == 0)
      ready[n_ready++] = a;
  for (guint i = 0; i < n_ready; i++)
    for (guint b = 0; b < n; b++)
      if (graph[ready[i] * n + b] && --before[b] == 0)
        ready[n_ready++] = b;
  return n_ready == n;
}

typedef struct
{
  guint64 pairs, unreachable, dropped, illegal;
  guint hops_max;
  double hops;
  gboolean acyclic;
  double *load; /* (n_nodes x 6 x 2) */
} Expected;

static void
expected_clear (Expected *expected)
{
  g_free (expected->load);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Expected, expected_clear)

static void
expect (Coins *coins, Expected *expected)
{
  const guint n = coins->oracle[0]->n_nodes * 12;
  g_autofree guint8 *graph = g_new0 (guint8, n * n);
  int source = 0, dest = -1;

  *expected = (Expected) { .load = g_new0 (double, n) };
  while (next_pair (coins, &source, &dest))
    {
      coins_walk (coins, source, dest);
      expected->pairs++;
      expected->unreachable += coins->status == ORACLE_UNREACHABLE;
      expected->dropped += coins->status == ORACLE_DROPPED;
      if (coins->status != ORACLE_DELIVERED)
        continue;
      expected->illegal += !coins->legal;
      expected->hops_max = MAX (expected->hops_max, (guint) coins->n_hops);
      for (int i = 0; i < N_COINS; i++)
        for (guint hop = 0; hop < coins->route[i].hops->len; hop++)
          {
            expected->load[channel_at (coins, i, hop)] += 1. / N_COINS;
            expected->hops += 1. / N_COINS;
            if (hop > 0)
              graph[channel_at (coins, i, hop - 1) * n + channel_at (coins, i, hop)] = 1;
          }
    }
  expected->acyclic = is_acyclic (graph, n);
}

static gboolean
same_double (double a, double b)
{
  return (isnan (a) && isnan (b)) || fabs (a - b) <= 1e-9 * MAX (1, fabs (b));
}

static void
check_analysis (const DlTorusAnalysis *a, const Expected *e, const char *name)
{
  const double delivered = e->pairs - e->unreachable - e->dropped;

  for (guint i = 0; i < DL_TORUS_VCS * a->network->n_links; i++)
    if (a->vc_load[i] != e->load[i])
      g_error ("%s: %g packets on link %u VC%u, not %g", name, a->vc_load[i], i / 2, i % 2,
               e->load[i]);
  if (a->pairs != e->pairs || a->unreachable_pairs != e->unreachable
      || a->dropped_pairs != e->dropped || a->illegal_pairs != e->illegal)
    g_error ("%s: of %u pairs %u unreachable, %u dropped, %u illegal; not %u: %u, %u, %u", name,
             (guint) a->pairs, (guint) a->unreachable_pairs, (guint) a->dropped_pairs,
             (guint) a->illegal_pairs, (guint) e->pairs, (guint) e->unreachable, (guint) e->dropped,
             (guint) e->illegal);
  if (a->hops_max != e->hops_max || a->delivered != delivered
      || !same_double (a->hops_mean, delivered > 0 ? e->hops / delivered : NAN))
    g_error ("%s: %g packets, hops mean %g max %u; not %g, %g, %u", name, a->delivered,
             a->hops_mean, a->hops_max, delivered, e->hops / delivered, e->hops_max);
  if (a->verdict->deadlock_free != e->acyclic)
    g_error ("%s: the verdict is wrong", name);
}

static void
test_uniform (void)
{
  const DlDemand demand = { .uniform = TRUE };
  guint n_failed = 0, n_illegal = 0, n_cyclic = 0, n_several = 0;

  for (guint32 seed = 1, n = 0; n < N_UNIFORM; seed++)
    {
      OracleTorus torus;

      if (!draw (&torus, seed, 5))
        continue;
      n++;

      g_autoptr (DlTorusRoutes) routes = build (&torus);
      g_auto (Coins) coins = { 0 };
      g_auto (Expected) expected = { 0 };
      g_autoptr (DlTorusAnalysis) fast = dl_torus_analysis_new (routes, &demand, NULL);
      g_autoptr (DlTorusAnalysis) naive = dl_torus_analysis_new_naive (routes, &demand);
      g_autofree char *text = oracle_torus_to_string (&torus);
      g_autofree char *fast_name = g_strdup_printf ("fast, seed %u, %s", seed, text);
      g_autofree char *naive_name = g_strdup_printf ("naive, seed %u, %s", seed, text);

      coins_init (&coins, torus);
      expect (&coins, &expected);
      check_analysis (naive, &expected, naive_name);
      check_analysis (fast, &expected, fast_name);
      n_several += routes->n_variants > 1;
      n_failed += routes->n_variants > 1 && expected.unreachable + expected.dropped > 0;
      n_illegal += routes->n_variants > 1 && expected.illegal > 0;
      n_cyclic += routes->n_variants > 1 && !expected.acyclic;
    }
  g_test_message ("%u with ties, of these %u with failed pairs, %u with illegal ones, %u cyclic",
                  n_several, n_failed, n_illegal, n_cyclic);
  g_assert_cmpuint (n_several, >, N_UNIFORM / 4);
  g_assert_cmpuint (n_failed, >, 0);
  g_assert_cmpuint (n_illegal, >, 0);
  g_assert_cmpuint (n_cyclic, >, 0);
}

/* Any engine: the fast way, and from routes before an edit, is the naive one. */
static void
test_engine (gconstpointer data)
{
  const DlTorusEngine *engine = data;
  const DlDemand uniform = { .uniform = TRUE };

  for (guint32 seed = 1, n = 0; n < TEST_ROUNDS (40); seed++)
    {
      OracleTorus torus;
      GRand *rand;

      if (!draw (&torus, seed, 3))
        continue;
      n++;
      rand = g_rand_new_with_seed (seed);

      g_autoptr (DlTorusRoutes) drawn = build (&torus);
      DlTorusRouting spec = drawn->spec;
      spec.engine = engine;
      g_autoptr (DlTorusRoutes) before = dl_torus_routes_new (drawn->network, &spec);
      oracle_torus_toggle_random (&torus, rand);
      g_rand_free (rand);
      g_autoptr (DlTorusRoutes) edited = build (&torus);
      g_autoptr (DlTorusRoutes) routes
          = dl_torus_routes_new_from (edited->network, &spec, before, NULL);
      g_autoptr (DlTorusRoutes) alone = dl_torus_routes_new (edited->network, &spec);
      g_autoptr (DlTorusAnalysis) fast = dl_torus_analysis_new (routes, &uniform, NULL);
      g_autoptr (DlTorusAnalysis) naive = dl_torus_analysis_new_naive (alone, &uniform);
      const gsize size = DL_TORUS_VCS * routes->network->n_links * sizeof (double);

      g_assert_cmpmem (fast->vc_load, size, naive->vc_load, size);
      g_assert_cmpuint (fast->unreachable_pairs, ==, naive->unreachable_pairs);
      g_assert_cmpuint (fast->dropped_pairs, ==, naive->dropped_pairs);
      g_assert_cmpuint (fast->illegal_pairs, ==, naive->illegal_pairs);
      g_assert_cmpuint (fast->hops_max, ==, naive->hops_max);
      g_assert_cmpint (fast->verdict->deadlock_free, ==, naive->verdict->deadlock_free);
      g_assert_cmpuint (fast->verdict->n_cycle, ==, naive->verdict->n_cycle);
    }
}

/* Rerouted pairs and who loads a link -------------------------------------------------------- */

static gboolean
same_hops (const Coins *a, const Coins *b)
{
  for (int i = 0; i < N_COINS; i++)
    {
      if (a->route[i].status != b->route[i].status
          || a->route[i].hops->len != b->route[i].hops->len)
        return FALSE;
      for (guint hop = 0; hop < a->route[i].hops->len; hop++)
        if (hop_at (a, i, hop)->port != hop_at (b, i, hop)->port)
          return FALSE;
    }
  return TRUE;
}

static void
test_rerouted (void)
{
  const DlDemand uniform = { .uniform = TRUE };
  guint64 n_rerouted = 0;

  for (guint32 seed = 1, n = 0; n < TEST_ROUNDS (80); seed++)
    {
      OracleTorus torus, edited;
      GRand *rand;
      g_auto (Coins) before = { 0 };
      g_auto (Coins) after = { 0 };
      guint64 expected = 0, pairs;
      int source = 0, dest = -1;

      if (!draw (&torus, seed, 3))
        continue;
      n++;
      edited = torus;
      rand = g_rand_new_with_seed (seed);
      oracle_torus_toggle_random (&edited, rand);
      g_rand_free (rand);

      g_autoptr (DlTorusRoutes) routes_before = build (&torus);
      g_autoptr (DlTorusRoutes) routes_after = build (&edited);
      g_autoptr (DlTorusAnalysis) a = dl_torus_analysis_new (routes_before, &uniform, NULL);
      g_autoptr (DlTorusAnalysis) b = dl_torus_analysis_new (routes_after, &uniform, NULL);
      g_autofree char *text = oracle_torus_to_string (&edited);

      coins_init (&before, torus);
      coins_init (&after, edited);
      while (next_pair (&after, &source, &dest))
        {
          if (!before.oracle[0]->node_up[source] || !before.oracle[0]->node_up[dest])
            continue;
          coins_walk (&before, source, dest);
          coins_walk (&after, source, dest);
          expected += (before.status == ORACLE_DELIVERED || after.status == ORACLE_DELIVERED)
                      && !same_hops (&before, &after);
        }
      g_assert_true (dl_torus_analysis_rerouted_pairs (a, b, &uniform, &pairs, NULL));
      if (pairs != expected)
        g_error ("seed %u, %s: %u pairs rerouted, not %u", seed, text, (guint) pairs,
                 (guint) expected);
      n_rerouted += expected;
    }
  g_assert_cmpuint (n_rerouted, >, 0);
}

static void
test_flows (void)
{
  const DlDemand uniform = { .uniform = TRUE };
  DlRng rng;

  dl_rng_init (&rng, 3);
  for (guint32 seed = 1, n = 0; n < TEST_ROUNDS (60); seed++)
    {
      OracleTorus torus;
      g_auto (Coins) coins = { 0 };

      if (!draw (&torus, seed, 5))
        continue;
      n++;

      g_autoptr (DlTorusRoutes) routes = build (&torus);
      const guint link = dl_rng_below (&rng, routes->network->n_links);
      g_autoptr (DlLinkFlows) flows = dl_torus_flows_new (routes, &uniform, link, NULL);
      g_autoptr (DlLinkFlows) naive = dl_torus_flows_new_naive (routes, &uniform, link);
      g_autofree double *by_source = g_new0 (double, flows->n_ends);
      g_autofree double *by_dest = g_new0 (double, flows->n_ends);
      int source = 0, dest = -1;

      coins_init (&coins, torus);
      while (next_pair (&coins, &source, &dest))
        {
          coins_walk (&coins, source, dest);
          for (int i = 0; i < N_COINS && coins.status == ORACLE_DELIVERED; i++)
            for (guint hop = 0; hop < coins.route[i].hops->len; hop++)
              if (channel_at (&coins, i, hop) / 2 == link)
                {
                  by_source[source] += 1. / N_COINS;
                  by_dest[dest] += 1. / N_COINS;
                }
        }
      for (guint end = 0; end < flows->n_ends; end++)
        {
          g_assert_cmpfloat (flows->by_source[end], ==, by_source[end]);
          g_assert_cmpfloat (flows->by_dest[end], ==, by_dest[end]);
          g_assert_cmpfloat (naive->by_source[end], ==, by_source[end]);
        }
    }
}

/* The same sparse demand, pair by pair. */
static void
test_pattern (void)
{
  for (guint32 seed = 1, n = 0; n < TEST_ROUNDS (60); seed++)
    {
      const DlTorusTraffic traffic
          = { .pattern = dl_pattern_find ("random-permutation"), .target = -1, .seed = seed };
      OracleTorus torus;
      g_auto (Coins) coins = { 0 };
      guint64 unreachable = 0, dropped = 0, illegal = 0;

      if (!draw (&torus, seed, 4))
        continue;
      n++;

      g_autoptr (DlTorusRoutes) routes = build (&torus);
      g_autoptr (DlDemand) demand = dl_torus_demand_new (routes->network, &traffic);
      g_autoptr (DlTorusAnalysis) analysis = dl_torus_analysis_new (routes, demand, NULL);
      const guint n_channels = DL_TORUS_VCS * routes->network->n_links;
      g_autofree double *load = g_new0 (double, n_channels);

      coins_init (&coins, torus);
      for (guint f = 0; f < demand->flows->len; f++)
        {
          const DlFlow *flow = &g_array_index (demand->flows, DlFlow, f);

          coins_walk (&coins, flow->source, flow->dest);
          unreachable += coins.status == ORACLE_UNREACHABLE;
          dropped += coins.status == ORACLE_DROPPED;
          illegal += coins.status == ORACLE_DELIVERED && !coins.legal;
          for (int i = 0; i < N_COINS && coins.status == ORACLE_DELIVERED; i++)
            for (guint hop = 0; hop < coins.route[i].hops->len; hop++)
              load[channel_at (&coins, i, hop)] += flow->weight / N_COINS;
        }
      g_assert_cmpuint (analysis->unreachable_pairs, ==, unreachable);
      g_assert_cmpuint (analysis->dropped_pairs, ==, dropped);
      g_assert_cmpuint (analysis->illegal_pairs, ==, illegal);
      for (guint i = 0; i < n_channels; i++)
        g_assert_true (same_double (analysis->vc_load[i], load[i]));
    }
}

/* Routes by coins @a and @b are the same: hops or, where neither arrives, how they end. */
static gboolean
same_route (const Coins *coins, int a, int b)
{
  if (coins->route[a].status != coins->route[b].status
      || coins->route[a].hops->len != coins->route[b].hops->len)
    return FALSE;
  for (guint hop = 0; hop < coins->route[a].hops->len; hop++)
    if (channel_at (coins, a, hop) != channel_at (coins, b, hop))
      return FALSE;
  return TRUE;
}

/* Each different route once, with its share; all of them are shown in turn, one that fails first.
 */
static void
check_choices (Coins *coins, const DlTorusRoutes *routes, int source, int dest, guint64 seed)
{
  DlTorusRouteChoices choices;
  guint shown = 0;

  coins_walk (coins, source, dest);
  dl_torus_route_choices (routes, source, dest, &choices);
  g_assert_cmpint (choices.failed == choices.n, ==, coins->status == ORACLE_DELIVERED);
  for (guint which = 0; which < choices.n; which++)
    {
      const guint at = dl_torus_route_choices_pick (&choices, seed, which);
      const guint minus = routes->variants[choices.variant[at]]->spec.tie_minus;
      guint like = 0;

      g_assert_cmpuint (shown & 1 << at, ==, 0);
      shown |= 1 << at;
      if (which == 0 && choices.failed < choices.n)
        g_assert_cmpuint (at, ==, choices.failed);
      for (int i = 0; i < N_COINS; i++)
        like += same_route (coins, minus, i);
      if (coins->status == ORACLE_DELIVERED)
        g_assert_cmpuint (choices.coins[at] * N_COINS, ==, like * choices.n_coins);
    }
}

static void
test_choices (void)
{
  DlRng rng;

  dl_rng_init (&rng, 4);
  for (guint32 seed = 1, n = 0; n < TEST_ROUNDS (60); seed++)
    {
      OracleTorus torus;
      g_auto (Coins) coins = { 0 };

      if (!draw (&torus, seed, 5))
        continue;
      n++;
      coins_init (&coins, torus);
      g_autoptr (DlTorusRoutes) routes = build (&torus);
      for (guint i = 0; i < 100; i++)
        {
          const int source = dl_rng_below (&rng, coins.oracle[0]->n_nodes);
          const int dest = dl_rng_below (&rng, coins.oracle[0]->n_nodes);

          if (source != dest && coins.oracle[0]->node_up[source] && coins.oracle[0]->node_up[dest])
            check_choices (&coins, routes, source, dest, seed);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ties/uniform", test_uniform);
  g_test_add_func ("/ties/rerouted", test_rerouted);
  g_test_add_func ("/ties/flows", test_flows);
  g_test_add_func ("/ties/pattern", test_pattern);
  g_test_add_func ("/ties/choices", test_choices);
  oracle_add_engine_tests ("/ties/engine", test_engine);
  return g_test_run ();
}
