/* The ranking of dateline positions against evaluating each of them, and datelines past the faults
 * against the oracle. */
#include "oracle.h"

#include "dl-optimize-datelines.h"
#include "dl-past-faults.h"

#include <math.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define N_SCENARIOS 40
#else
#define N_SCENARIOS 150
#endif

static DlDemand *
new_demand (const DlNetwork *network, const char *pattern, guint64 seed)
{
  return dl_demand_new (
      network,
      &(DlTrafficSpec) { .pattern = dl_pattern_find (pattern), .target = -1, .seed = seed });
}

/* A position and its figures, found out without the search. */
typedef struct
{
  int dateline[3];
  guint64 undelivered, illegal;
  gboolean cyclic;
  double balance;
  int edge;  /* 0: one-plane region, 1: edge, 2: inside */
  int moved; /* datelines that are elsewhere now */
} Plain;

static gint
compare_plain (gconstpointer a, gconstpointer b)
{
  const Plain *x = a, *y = b;

  if (x->undelivered != y->undelivered)
    return x->undelivered < y->undelivered ? -1 : 1;
  if (x->cyclic != y->cyclic)
    return x->cyclic ? 1 : -1;
  if (x->illegal != y->illegal)
    return x->illegal < y->illegal ? -1 : 1;
  if (fabs (x->balance - y->balance) > 1e-8)
    return x->balance < y->balance ? -1 : 1;
  if (x->edge != y->edge)
    return x->edge - y->edge;
  if (x->moved != y->moved)
    return x->moved - y->moved;
  for (int dim = 0; dim < 3; dim++)
    if (x->dateline[dim] != y->dateline[dim])
      return x->dateline[dim] - y->dateline[dim];
  return 0;
}

/* Mean VC balance over all links with traffic, 0 without any. */
static double
mean_balance (const DlAnalysis *analysis)
{
  double sum = 0;
  guint n = 0;

  for (guint link = 0; link < analysis->network->n_links; link++)
    {
      const double p0 = analysis->vc_load[2 * link], p1 = analysis->vc_load[2 * link + 1];

      if (p0 + p1 > 0)
        {
          sum += fabs (p0 - p1) / (p0 + p1);
          n++;
        }
    }
  return n > 0 ? sum / n : 0;
}

/* Of the plane at @x: regions hold whole planes, from x = 0 on. */
static int
edge_of (const OracleTorus *torus, int x)
{
  const int planes = torus->region_nodes / (torus->radix[1] * torus->radix[2]);
  const int low = x / planes * planes;
  const int high = MIN (low + planes, torus->radix[0]) - 1;

  return low == high ? 0 : x == low || x == high ? 1 : 2;
}

static void
evaluate_plain (Plain *plain, const OracleTorus *torus, DlRoutes *at, const DlDemand *demand)
{
  DlRoutingSpec spec = at->spec;
  g_autoptr (DlRoutes) routes = NULL;
  g_autoptr (DlAnalysis) analysis = NULL;

  memcpy (spec.dateline, plain->dateline, sizeof spec.dateline);
  routes = dl_routes_new (at->network, &spec);
  analysis = dl_analysis_new_naive (routes, demand);
  plain->undelivered = analysis->unreachable_pairs + analysis->dropped_pairs;
  plain->illegal = analysis->illegal_pairs;
  plain->cyclic = !analysis->verdict->deadlock_free;
  plain->balance = mean_balance (analysis);
  plain->edge = plain->dateline[0] < 0 ? 2 : edge_of (torus, plain->dateline[0]);
  plain->moved = 0;
  for (int dim = 0; dim < 3; dim++)
    plain->moved += plain->dateline[dim] != at->spec.dateline[dim];
}

/* All positions, the best first. */
static GArray *
rank_plainly (const OracleTorus *torus, DlRoutes *at, const DlDemand *demand)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Plain));
  int n[3], first[3];

  for (int dim = 0; dim < 3; dim++)
    {
      const gboolean ring = torus->wrap[dim] && torus->radix[dim] > 2;

      n[dim] = ring ? torus->radix[dim] : 1;
      first[dim] = ring ? 0 : -1;
    }
  for (int x = 0; x < n[0]; x++)
    for (int y = 0; y < n[1]; y++)
      for (int z = 0; z < n[2]; z++)
        {
          Plain plain = { .dateline = { first[0] + x, first[1] + y, first[2] + z } };

          evaluate_plain (&plain, torus, at, demand);
          g_array_append_val (all, plain);
        }
  g_array_sort (all, compare_plain);
  return all;
}

static void
compare_rankings (const DlDatelineRanking *ranking, const GArray *plain, const char *name)
{
  g_assert_cmpuint (ranking->combinations, ==, plain->len);
  g_assert_cmpuint (ranking->ranked, ==, plain->len);
  g_assert_cmpuint (ranking->evaluated, <=, plain->len);
  for (guint i = 0; i < ranking->n_candidates; i++)
    {
      const DlDatelineCandidate *a = &ranking->candidates[i];
      const Plain *b = &g_array_index (plain, Plain, i);

      if (memcmp (a->dateline, b->dateline, sizeof a->dateline) == 0
          && a->unreachable_pairs + a->dropped_pairs == b->undelivered
          && a->illegal_pairs == b->illegal && a->deadlock_free == !b->cyclic
          && (isnan (a->balance_mean) ? b->balance == 0
                                      : fabs (a->balance_mean - b->balance) < 1e-8))
        continue;
      g_test_fail_printf (
          "%s: number %u is %d,%d,%d (%" G_GUINT64_FORMAT " not delivered, %" G_GUINT64_FORMAT
          " illegal, balance %.12g), should be %d,%d,%d (%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT
          ", %.12g)",
          name, i, a->dateline[0], a->dateline[1], a->dateline[2],
          a->unreachable_pairs + a->dropped_pairs, a->illegal_pairs, a->balance_mean,
          b->dateline[0], b->dateline[1], b->dateline[2], b->undelivered, b->illegal, b->balance);
      return;
    }
}

/* Where the datelines are now, if it is said. */
static void
compare_current (const DlDatelineRanking *ranking, const GArray *plain, const char *name)
{
  guint place = 0;

  for (guint i = 0; i < plain->len; i++)
    if (memcmp (g_array_index (plain, Plain, i).dateline, ranking->current.dateline,
                sizeof ranking->current.dateline)
        == 0)
      place = i + 1;
  if (place > 0 && place <= ranking->n_candidates)
    g_assert_cmpuint (ranking->current_rank, ==, place);
  else if (ranking->current_rank != 0 && ranking->current_rank != place)
    g_test_fail_printf ("%s: now it is number %u, not %u", name, place, ranking->current_rank);
}

static gboolean
is_small (const OracleTorus *torus)
{
  const int nodes = torus->radix[0] * torus->radix[1] * torus->radix[2];

  return nodes <= 100;
}

static void
check_ranking (const OracleTorus *torus, const DlEngine *engine, const char *pattern, guint n,
               guint32 seed)
{
  g_autoptr (DlRoutes) built = oracle_torus_build (torus);
  DlRoutingSpec spec = built->spec;
  g_autoptr (DlRoutes) at = NULL;
  g_autoptr (DlDemand) demand = new_demand (built->network, pattern, seed);
  DlDatelineOptions options = dl_dateline_options_default ();
  g_autoptr (DlDatelineRanking) ranking = NULL;
  g_autoptr (GArray) plain = NULL;
  g_autofree char *text = oracle_torus_to_string (torus);
  g_autofree char *name = g_strdup_printf ("seed %u %s %s %s", seed, engine->id, pattern, text);

  spec.engine = engine;
  at = dl_routes_new (built->network, &spec);
  plain = rank_plainly (torus, at, demand);
  options.n_candidates = n;
  options.n_threads = 1 + seed % 3;
  options.max_seconds = 1e9;
  ranking = dl_optimize_datelines (built->network, &at->spec, demand, options, NULL);
  g_assert_cmpuint (ranking->n_candidates, ==, MIN (n, plain->len));
  compare_rankings (ranking, plain, name);
  compare_current (ranking, plain, name);
}

static void
test_exhaustive (void)
{
  OracleTorus torus;
  guint n = 0;

  for (guint32 seed = 1; n < N_SCENARIOS; seed++)
    {
      oracle_torus_random (&torus, seed, 3);
      if (!is_small (&torus))
        continue;
      n++;
      check_ranking (&torus, dl_engine_find ("xt"), n % 3 == 0 ? "random-permutation" : "uniform",
                     n % 4 == 0 ? G_MAXUINT : 5, seed);
    }
}

/* Engines of every scope. */
static void
test_engines (void)
{
  guint n_engines;
  const DlEngine *const *engines = dl_engines (&n_engines);
  OracleTorus torus;

  for (guint i = 0; i < n_engines; i++)
    {
      guint n = 0;

      if (!engines[i]->needs_datelines)
        continue;
      for (guint32 seed = 5001; n < 8; seed++)
        {
          oracle_torus_random (&torus, seed, 2);
          if (!is_small (&torus))
            continue;
          n++;
          check_ranking (&torus, engines[i], "uniform", 5, seed);
        }
    }
}

/* What is known from others is not analysed: with one fault a few positions say it all. */
static void
test_few_analyses (void)
{
  for (int port = 0; port < 6; port += 2)
    {
      const OracleTorus torus = { .radix = { 5, 6, 7 },
                                  .wrap = { TRUE, TRUE, TRUE },
                                  .dateline = { 4, 5, 6 },
                                  .policy = ORACLE_OUTPUT_CROSSING,
                                  .region_nodes = DL_TORUS_REGION_NODES,
                                  .n_cables = 1,
                                  .cables = { { { { 2, 2, 1 } }, port } } };
      g_autoptr (DlRoutes) routes = oracle_torus_build (&torus);
      g_autoptr (DlDemand) demand = new_demand (routes->network, "uniform", 1);
      g_autoptr (DlDatelineRanking) ranking = dl_optimize_datelines (
          routes->network, &routes->spec, demand, dl_dateline_options_default (), NULL);

      g_test_message ("%s cable: %u of %u analysed", dl_port_name (port), ranking->evaluated,
                      ranking->combinations);
      g_assert_cmpuint (ranking->ranked, ==, 210);
      g_assert_cmpuint (ranking->evaluated, <=, 40);
    }
}

/* An engine that does without datelines leaves nothing to choose. */
static void
test_no_choice (void)
{
  guint n_engines, n = 0;
  const DlEngine *const *engines = dl_engines (&n_engines);

  for (guint i = 0; i < n_engines; i++)
    if (!engines[i]->needs_datelines)
      {
        const OracleTorus torus = { .radix = { 4, 4, 4 },
                                    .wrap = { TRUE, TRUE, TRUE },
                                    .region_nodes = DL_TORUS_REGION_NODES };
        g_autoptr (DlRoutes) routes = oracle_torus_build (&torus);
        g_autoptr (DlDemand) demand = new_demand (routes->network, "uniform", 1);
        DlRoutingSpec spec = routes->spec;
        g_autoptr (DlDatelineRanking) ranking = NULL;

        spec.engine = engines[i];
        ranking = dl_optimize_datelines (routes->network, &spec, demand,
                                         dl_dateline_options_default (), NULL);
        g_assert_cmpuint (ranking->combinations, ==, 1);
        g_assert_cmpuint (ranking->n_candidates, ==, 1);
        n++;
      }
  if (n == 0)
    g_test_skip ("there is no engine without datelines");
}

/* Too little time for all: fewer are ranked, it says so, and nothing gets worse. */
static void
test_restricted (void)
{
  OracleTorus torus = { .radix = { 5, 5, 5 },
                        .wrap = { TRUE, TRUE, TRUE },
                        .dateline = { 1, 2, 3 },
                        .policy = ORACLE_OUTPUT_CROSSING,
                        .region_nodes = DL_TORUS_REGION_NODES,
                        .n_cables = 1,
                        .cables = { { { { 2, 2, 1 } }, DL_PORT_Z_PLUS } } };
  g_autoptr (DlRoutes) routes = oracle_torus_build (&torus);
  g_autoptr (DlDemand) demand = new_demand (routes->network, "uniform", 1);
  DlDatelineOptions options = dl_dateline_options_default ();
  g_autoptr (DlDatelineRanking) ranking = NULL;

  options.max_seconds = 1e-3;
  ranking = dl_optimize_datelines (routes->network, &routes->spec, demand, options, NULL);
  g_assert_cmpuint (ranking->combinations, ==, 125);
  g_assert_cmpuint (ranking->ranked, <, 125);
  g_assert_cmpuint (ranking->ranked, >=, 8);
  g_assert_false (dl_dateline_ranking_is_exhaustive (ranking));
  g_assert_cmpint (dl_dateline_candidate_compare (&ranking->candidates[0], &ranking->current,
                                                  routes->spec.dateline),
                   <=, 0);
}

static void
note_progress (double fraction, gpointer data)
{
  double *last = data;

  g_assert_cmpfloat (fraction, >=, *last);
  g_assert_cmpfloat (fraction, <=, 1);
  *last = fraction;
}

static void
cancel_on_progress (double fraction, gpointer data)
{
  if (fraction < 1)
    g_cancellable_cancel (data);
}

static void
test_progress (void)
{
  OracleTorus torus = { .radix = { 4, 5, 6 },
                        .wrap = { TRUE, TRUE, TRUE },
                        .policy = ORACLE_OUTPUT_CROSSING,
                        .region_nodes = DL_TORUS_REGION_NODES,
                        .n_nodes = 1,
                        .nodes = { { { 1, 1, 1 } } } };
  g_autoptr (DlRoutes) routes = oracle_torus_build (&torus);
  g_autoptr (DlDemand) demand = new_demand (routes->network, "uniform", 1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  DlDatelineOptions options = dl_dateline_options_default ();
  g_autoptr (DlDatelineRanking) one = NULL, three = NULL;
  double last = 0;

  options.progress = note_progress;
  options.progress_data = &last;
  options.n_threads = 1;
  one = dl_optimize_datelines (routes->network, &routes->spec, demand, options, NULL);
  g_assert_cmpfloat (last, ==, 1);
  options.progress = NULL;
  options.n_threads = 3;
  three = dl_optimize_datelines (routes->network, &routes->spec, demand, options, NULL);
  g_assert_cmpmem (one->candidates, one->n_candidates * sizeof *one->candidates, three->candidates,
                   three->n_candidates * sizeof *three->candidates);
  g_assert_cmpuint (one->evaluated, ==, three->evaluated);

  options.progress = cancel_on_progress;
  options.progress_data = cancellable;
  g_assert_null (
      dl_optimize_datelines (routes->network, &routes->spec, demand, options, cancellable));
  g_assert_null (
      dl_datelines_past_faults (routes->network, &routes->spec, demand, options, cancellable));
}

static void
test_reasons (void)
{
  /* Regions x 0-1, 2-3, 4. */
  OracleTorus torus = { .radix = { 5, 4, 4 },
                        .wrap = { TRUE, TRUE, TRUE },
                        .dateline = { 4, 2, 3 },
                        .policy = ORACLE_OUTPUT_CROSSING,
                        .region_nodes = 32,
                        .n_channels = 1,
                        .channels = { { { { 2, 1, 2 } }, DL_PORT_Y_MINUS } } };
  g_autoptr (DlRoutes) routes = oracle_torus_build (&torus);
  g_autoptr (DlDemand) demand = new_demand (routes->network, "uniform", 1);
  g_autoptr (GArray) sites = dl_fault_sites (routes->network);
  DlRoutingSpec spec = routes->spec;
  DlDatelineCandidate candidate;

  g_assert_cmpuint (sites->len, ==, 1);
  g_assert_true (dl_dateline_candidate_evaluate (&candidate, routes->network, &spec, demand, NULL));
  g_assert_cmpuint (candidate.reasons, ==,
                    DL_DATELINES_ONE_PLANE_REGION | DL_DATELINES_PAST_FAULT | DL_DATELINES_CURRENT);
  spec.dateline[DL_X] = 3;
  spec.dateline[DL_Y] = 1;
  g_assert_true (dl_dateline_candidate_evaluate (&candidate, routes->network, &spec, demand, NULL));
  g_assert_cmpuint (candidate.reasons, ==, DL_DATELINES_REGION_EDGE | DL_DATELINES_CURRENT);
  for (guint i = 0; i < DL_DATELINES_N_REASONS; i++)
    {
      g_assert_true (g_str_has_prefix (dl_dateline_reason_section (1 << i), "VC paper "));
      g_assert_cmpuint (strlen (dl_dateline_reason_text (1 << i)), >, 0);
    }
}

/* Datelines past the faults */

static DlPastFaults *
find_past (const OracleTorus *torus)
{
  g_autoptr (DlRoutes) routes = oracle_torus_build (torus);
  g_autoptr (DlDemand) demand = new_demand (routes->network, "uniform", 1);

  return dl_datelines_past_faults (routes->network, &routes->spec, demand,
                                   dl_dateline_options_default (), NULL);
}

/* With the datelines one past its node the XT serves whatever single fault there is; X stays. */
static void
check_single (const OracleTorus *torus, OracleNode at, gboolean with_oracle)
{
  g_autoptr (DlPastFaults) past = find_past (torus);
  g_autofree char *text = oracle_torus_to_string (torus);

  if (!past->served || past->best.unreachable_pairs + past->best.dropped_pairs > 0
      || past->best.illegal_pairs > 0 || !past->best.deadlock_free)
    g_test_fail_printf ("%s is not served", text);
  if (past->tried > 2)
    g_test_fail_printf ("%s takes a search", text);
  if (dl_past_faults_moves (past)
      && (past->best.dateline[0] != torus->dateline[0]
          || past->best.dateline[1] != (at.at[1] + 1) % torus->radix[1]
          || past->best.dateline[2] != (at.at[2] + 1) % torus->radix[2]))
    g_test_fail_printf ("%s: %d,%d,%d is not one past the fault", text, past->best.dateline[0],
                        past->best.dateline[1], past->best.dateline[2]);
  if (with_oracle)
    {
      OracleTorus moved = *torus;
      g_autoptr (Oracle) oracle = NULL;
      g_autoptr (OracleLoads) loads = NULL;

      /* One past the fault also where the datelines could stay. */
      moved.dateline[1] = (at.at[1] + 1) % torus->radix[1];
      moved.dateline[2] = (at.at[2] + 1) % torus->radix[2];
      oracle = oracle_new (&moved);
      loads = oracle_loads_uniform (oracle);
      if (loads->unreachable + loads->dropped + loads->illegal > 0)
        g_test_fail_printf ("%s: the oracle does not find it served", text);
    }
}

static void
check_single_faults (int kx, int ky, int kz, gboolean with_oracle)
{
  for (int node = 0; node < kx * ky * kz; node++)
    {
      const OracleNode at = { { node / (ky * kz), node / kz % ky, node % kz } };
      /* Now at the fault: about as bad as it gets. */
      const OracleTorus whole = { .radix = { kx, ky, kz },
                                  .wrap = { TRUE, TRUE, TRUE },
                                  .dateline = { node % kx, at.at[1], at.at[2] },
                                  .tie_parity = node % 2,
                                  .policy = ORACLE_OUTPUT_CROSSING,
                                  .region_nodes = DL_TORUS_REGION_NODES };
      OracleTorus torus = whole;

      torus.n_nodes = 1;
      torus.nodes[0] = at;
      check_single (&torus, at, with_oracle);
      for (int port = 0; port < 6; port++)
        {
          torus = whole;
          torus.n_channels = 1;
          torus.channels[0] = (OracleLink) { at, port };
          check_single (&torus, at, with_oracle);
          if (port % 2 == 1)
            continue;
          torus = whole;
          torus.n_cables = 1;
          torus.cables[0] = (OracleLink) { at, port };
          check_single (&torus, at, with_oracle);
        }
    }
}

static void
test_single_faults (void)
{
  check_single_faults (4, 4, 4, TRUE);
  check_single_faults (3, 4, 6, TRUE);
  check_single_faults (5, 5, 5, FALSE);
}

/* Model 3's case: 75 pairs unreachable with dateline z=1. */
static void
test_known (void)
{
  const OracleTorus torus = { .radix = { 5, 5, 5 },
                              .wrap = { TRUE, TRUE, TRUE },
                              .dateline = { 0, 0, 1 },
                              .policy = ORACLE_OUTPUT_CROSSING,
                              .region_nodes = DL_TORUS_REGION_NODES,
                              .n_cables = 1,
                              .cables = { { { { 2, 2, 1 } }, DL_PORT_Z_PLUS } } };
  g_autoptr (DlPastFaults) past = find_past (&torus);
  g_autofree char *text = dl_past_faults_to_text (past);

  g_assert_cmpuint (past->current.unreachable_pairs, ==, 75);
  g_assert_true (past->current.deadlock_free);
  g_assert_true (past->served);
  g_assert_true (dl_past_faults_moves (past));
  g_assert_cmpint (past->best.dateline[DL_X], ==, 0);
  g_assert_cmpint (past->best.dateline[DL_Y], ==, 3);
  g_assert_cmpint (past->best.dateline[DL_Z], ==, 2);
  g_assert_cmpuint (past->best.reasons & DL_DATELINES_PAST_FAULT, !=, 0);
  g_assert_null (past->engine);
  g_assert_nonnull (strstr (text, "0;3;2"));
}

/* Several faults: as good as the best of all positions, and if that is not good enough, the first
 * engine of the table that is. */
static void
test_several (void)
{
  guint n_engines, n_served = 0, n_moved = 0, n = 0;
  const DlEngine *const *engines = dl_engines (&n_engines);
  OracleTorus torus;

  for (guint32 seed = 20001; n < N_SCENARIOS / 4; seed++)
    {
      oracle_torus_random (&torus, seed, 4);
      if (!is_small (&torus))
        continue;
      n++;

      g_autoptr (DlPastFaults) past = find_past (&torus);
      g_autoptr (DlRoutes) at = oracle_torus_build (&torus);
      g_autoptr (DlDemand) demand = new_demand (at->network, "uniform", 1);
      g_autoptr (GArray) plain = rank_plainly (&torus, at, demand);
      const Plain *best = &g_array_index (plain, Plain, 0);
      g_autofree char *text = oracle_torus_to_string (&torus);
      g_autofree char *words = dl_past_faults_to_text (past);
      const DlEngine *engine = NULL;

      n_served += past->served;
      n_moved += dl_past_faults_moves (past);
      g_assert_cmpuint (strlen (words), >, 0);
      if (past->served != (best->undelivered == 0 && best->illegal == 0 && !best->cyclic))
        g_test_fail_printf ("seed %u, %s: served %d", seed, text, past->served);
      if (past->served)
        continue;
      if (past->best.unreachable_pairs + past->best.dropped_pairs != best->undelivered
          || past->best.illegal_pairs != best->illegal)
        g_test_fail_printf ("seed %u, %s: not the best", seed, text);
      for (guint i = 0; i < n_engines && engine == NULL; i++)
        {
          DlRoutingSpec spec = at->spec;
          g_autoptr (DlRoutes) routes = NULL;
          g_autoptr (DlAnalysis) analysis = NULL;

          if (engines[i] == spec.engine)
            continue;
          for (int dim = 0; dim < 3; dim++)
            if (torus.wrap[dim] && torus.radix[dim] > 2 && spec.dateline[dim] < 0)
              spec.dateline[dim] = torus.radix[dim] - 1;
          spec.engine = engines[i];
          routes = dl_routes_new (at->network, &spec);
          analysis = dl_analysis_new_naive (routes, demand);
          if (analysis->unreachable_pairs + analysis->dropped_pairs == 0
              && analysis->verdict->deadlock_free)
            engine = engines[i];
        }
      if (past->engine != engine)
        g_test_fail_printf ("seed %u, %s: engine %s, should be %s", seed, text,
                            past->engine != NULL ? past->engine->id : "none",
                            engine != NULL ? engine->id : "none");
    }
  g_assert_cmpuint (n_served, >, 0);
  g_assert_cmpuint (n_served, <, n);
  g_assert_cmpuint (n_moved, >, 0);
}

static void
test_mesh (void)
{
  const OracleTorus torus = { .radix = { 5, 5, 5 },
                              .wrap = { TRUE, TRUE, FALSE },
                              .dateline = { 4, 4, -1 },
                              .policy = ORACLE_OUTPUT_CROSSING,
                              .region_nodes = DL_TORUS_REGION_NODES,
                              .n_cables = 1,
                              .cables = { { { { 2, 2, 1 } }, DL_PORT_Z_PLUS } } };
  g_autoptr (DlPastFaults) past = find_past (&torus);
  g_autofree char *text = dl_past_faults_to_text (past);

  g_assert_false (past->served);
  g_assert_cmpuint (past->obstacles, ==, DL_OBSTACLE_MESH_Z);
  g_assert_nonnull (strstr (text, "Z is a mesh"));
  if (past->engine != NULL)
    g_assert_nonnull (strstr (text, past->engine->id));
}

static void
test_nothing_broken (void)
{
  OracleTorus torus = { .radix = { 4, 4, 4 },
                        .wrap = { TRUE, TRUE, TRUE },
                        .dateline = { 1, 1, 1 },
                        .policy = ORACLE_OUTPUT_CROSSING,
                        .region_nodes = DL_TORUS_REGION_NODES };
  g_autoptr (DlPastFaults) fine = find_past (&torus);
  g_autoptr (DlPastFaults) off = NULL;

  g_assert_true (fine->served);
  g_assert_false (dl_past_faults_moves (fine));
  g_assert_cmpuint (fine->obstacles, ==, DL_OBSTACLE_NOTHING_BROKEN);

  /* No datelines at all: any will do. */
  for (int dim = 0; dim < 3; dim++)
    torus.dateline[dim] = -1;
  off = find_past (&torus);
  g_assert_false (off->current.deadlock_free);
  g_assert_true (off->served);
  g_assert_true (dl_past_faults_moves (off));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/optimize-datelines/exhaustive", test_exhaustive);
  g_test_add_func ("/optimize-datelines/engines", test_engines);
  g_test_add_func ("/optimize-datelines/few-analyses", test_few_analyses);
  g_test_add_func ("/optimize-datelines/no-choice", test_no_choice);
  g_test_add_func ("/optimize-datelines/restricted", test_restricted);
  g_test_add_func ("/optimize-datelines/progress", test_progress);
  g_test_add_func ("/optimize-datelines/reasons", test_reasons);
  g_test_add_func ("/past-faults/single-faults", test_single_faults);
  g_test_add_func ("/past-faults/known", test_known);
  g_test_add_func ("/past-faults/several", test_several);
  g_test_add_func ("/past-faults/mesh", test_mesh);
  g_test_add_func ("/past-faults/nothing-broken", test_nothing_broken);
  return g_test_run ();
}
