/* The search for virtual channels: what it reaches, that it breaks nothing, and that its bound is
 * one, held against every assignment where there are few. */
#include "dl-families.h"
#include "dl-optimize-vc.h"

#include "dl-rng.h"
#include "dl-torus-analysis.h"
#include "dl-vc-line.h"
#include "oracle.h"
#include "test-rounds.h"

#include <math.h>
#include <string.h>

#define EPSILON 1e-9

static DlDemand *
demand_of (const DlTorusNetwork *network, const char *pattern, guint64 seed)
{
  gint64 target = 0;

  while (target < network->n_nodes && !network->node_up[target])
    target++;
  return dl_torus_demand_new (network,
                              &(DlTorusTraffic) { dl_pattern_find (pattern), target, seed });
}

static DlTorusRoutes *
with_policy (const DlTorusRoutes *routes, const char *policy, DlVcTable *table)
{
  DlTorusRouting spec = routes->spec;

  spec.vc_policy = dl_vc_policy_find (policy);
  spec.vc_table = table;
  return dl_torus_routes_new (routes->network, &spec);
}

static double
mean_of (const DlTorusAnalysis *analysis)
{
  double sum = 0;
  guint busy = 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const guint n = analysis->dims[dim].links - analysis->dims[dim].idle_links;
      sum += n > 0 ? n * analysis->dims[dim].balance_mean : 0;
      busy += n;
    }
  return busy > 0 ? sum / busy : NAN;
}

static void
assert_same (double a, double b, const char *what)
{
  if (isnan (a) != isnan (b) || fabs (a - b) > EPSILON)
    g_error ("%s: %.12g, should be %.12g", what, a, b);
}

/* The fast analysis of routes with a table, and its verdict, against the plain ones, which are
 * returned. */
static DlTorusAnalysis *
check_analysis (DlTorusRoutes *routes, const DlDemand *demand, const char *what)
{
  g_autoptr (DlTorusAnalysis) naive = dl_torus_analysis_new_naive (routes, demand);
  g_autoptr (DlTorusAnalysis) fast = dl_torus_analysis_new (routes, demand, NULL);

  if (memcmp (naive->vc_load, fast->vc_load,
              DL_TORUS_VCS * naive->network->n_links * sizeof (double))
          != 0
      || fast->illegal_pairs != naive->illegal_pairs || fast->hops_max != naive->hops_max
      || fast->unreachable_pairs != naive->unreachable_pairs || fast->dropped_pairs != 0)
    g_error ("%s: the fast analysis is not the naive one", what);
  if (fast->verdict->cyclic_components != naive->verdict->cyclic_components
      || fast->verdict->n_cycle != naive->verdict->n_cycle
      || (naive->verdict->n_cycle > 0
          && memcmp (fast->verdict->cycle, naive->verdict->cycle,
                     naive->verdict->n_cycle * sizeof *naive->verdict->cycle)
                 != 0))
    g_error ("%s: %u cyclic components and a cycle of %u, should be %u and %u", what,
             fast->verdict->cyclic_components, fast->verdict->n_cycle,
             naive->verdict->cyclic_components, naive->verdict->n_cycle);
  return g_steal_pointer (&naive);
}

/* Everything that must hold of any result. */
static void
check_optimum (DlTorusRoutes *routes, const DlDemand *demand, const DlVcOptimum *optimum,
               const char *what)
{
  g_autoptr (DlTorusRoutes) optimized = with_policy (routes, "optimized", optimum->table);
  g_autoptr (DlTorusRoutes) crossing = with_policy (routes, "output-crossing", NULL);
  g_autoptr (DlTorusAnalysis) old = dl_torus_analysis_new_naive (crossing, demand);
  g_autoptr (DlTorusAnalysis) given = routes->spec.vc_policy == crossing->spec.vc_policy
                                          ? dl_torus_analysis_ref (old)
                                          : dl_torus_analysis_new_naive (routes, demand);
  g_autoptr (DlTorusAnalysis) naive = check_analysis (optimized, demand, what);

  g_assert_true (optimized->spec.vc_table == optimum->table);
  /* Nothing but virtual channels has changed. */
  g_assert_cmpuint (naive->pairs, ==, old->pairs);
  g_assert_cmpuint (naive->unreachable_pairs, ==, old->unreachable_pairs);
  g_assert_cmpuint (naive->dropped_pairs, ==, 0);
  g_assert_cmpuint (naive->illegal_pairs, ==, old->illegal_pairs);
  for (guint link = 0; link < naive->network->n_links; link++)
    {
      g_assert_cmpfloat (dl_torus_analysis_link_load (naive, link), ==,
                         dl_torus_analysis_link_load (old, link));
    }
  g_assert_cmpint (naive->verdict->deadlock_free, ==, optimum->deadlock_free);
  if (old->illegal_pairs == 0 && old->unreachable_pairs == 0)
    {
      gboolean datelines = TRUE;
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        datelines
            &= !routes->network->torus.ring[dim] || routes->spec.dateline[dim] != DL_NO_DATELINE;
      if (datelines && demand->uniform)
        g_assert_true (optimum->deadlock_free);
    }

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      assert_same (optimum->balance_before[dim], given->dims[dim].balance_mean, what);
      assert_same (optimum->balance_after[dim], naive->dims[dim].balance_mean, what);
      if (optimum->balance_after[dim] > old->dims[dim].balance_mean + EPSILON)
        g_error ("%s: dimension %s became worse, %g after %g", what, dl_torus_dim_name (dim),
                 optimum->balance_after[dim], old->dims[dim].balance_mean);
      if (optimum->bound[dim] > optimum->balance_after[dim] + EPSILON)
        g_error ("%s: dimension %s is below its bound, %.12g < %.12g", what,
                 dl_torus_dim_name (dim), optimum->balance_after[dim], optimum->bound[dim]);
      g_assert_false (optimum->bound[dim] < -EPSILON);
    }
  assert_same (optimum->mean_before, mean_of (given), what);
  assert_same (optimum->mean_after, mean_of (naive), what);
  g_assert_false (optimum->mean_bound > optimum->mean_after + EPSILON);
}

static void
count_progress (double fraction, gpointer data)
{
  double *last = data;

  g_assert_cmpfloat (fraction, >=, *last);
  g_assert_cmpfloat (fraction, <=, 1);
  *last = fraction;
}

static DlTorusRoutes *
build_torus (guint x, guint y, guint z, const char *cable)
{
  DlTorusRouting routing = { .engine = dl_torus_engine_find ("xt"),
                             .vc_policy = dl_vc_policy_find ("output-crossing"),
                             .tie = DL_TORUS_TIE_POSITIVE,
                             .dateline = { x - 1, y - 1, z - 1 } };
  g_autoptr (DlTorusNetwork) network = NULL;
  g_autoptr (GError) error = NULL;
  DlTorusSpec spec;

  dl_torus_spec_init (&spec);
  spec.radix[DL_X] = x;
  spec.radix[DL_Y] = y;
  spec.radix[DL_Z] = z;
  if (cable != NULL)
    {
      DlTorusLinkAt link;
      g_assert_true (dl_torus_link_at_parse (cable, &link));
      g_array_append_val (spec.broken_cables, link);
    }
  network = dl_torus_network_new (&spec, &error);
  g_assert_no_error (error);
  dl_torus_spec_clear (&spec);
  return dl_torus_routes_new (network, &routing);
}

/* At most 0.16 in every dimension of the machine of the paper, and none can do better. */
static void
test_xt3 (void)
{
  g_autoptr (DlTorusRoutes) routes = build_torus (11, 12, 16, NULL);
  g_autoptr (DlDemand) demand = demand_of (routes->network, "uniform", 1);
  double progress = 0;
  g_autoptr (DlVcOptimum) optimum
      = dl_optimize_vc (routes, demand, 1, count_progress, &progress, NULL);

  g_test_message ("%.4f %.4f %.4f, bound %.4f %.4f %.4f, %" G_GSIZE_FORMAT " characters",
                  optimum->balance_after[DL_X], optimum->balance_after[DL_Y],
                  optimum->balance_after[DL_Z], optimum->bound[DL_X], optimum->bound[DL_Y],
                  optimum->bound[DL_Z], strlen (dl_vc_table_text (optimum->table)));
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      g_assert_cmpfloat (optimum->balance_after[dim], <=, .16);
      assert_same (optimum->bound[dim], optimum->balance_after[dim], "bound on 11x12x16");
    }
  g_assert_true (optimum->deadlock_free);
  g_assert_cmpfloat (progress, >, .9);
  g_assert_cmpuint (strlen (dl_vc_table_text (optimum->table)), <, 100000);
  check_optimum (routes, demand, optimum, "11x12x16");
}

/* A fault disturbs the loads of many lines; what is reached stays near the bound. */
static void
test_fault (void)
{
  g_autoptr (DlTorusRoutes) routes = build_torus (7, 6, 8, "2,3,4:y+");
  g_autoptr (DlDemand) demand = demand_of (routes->network, "uniform", 1);
  g_autoptr (DlVcOptimum) optimum = dl_optimize_vc (routes, demand, 1, NULL, NULL, NULL);

  check_optimum (routes, demand, optimum, "7x6x8 with a cable cut");
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    g_assert_cmpfloat (optimum->balance_after[dim], <, optimum->bound[dim] + .01);
}

/* Pairs that send as much as each other: how much that is makes no difference. */
static void
test_weights (void)
{
  g_autoptr (DlTorusRoutes) routes = build_torus (5, 4, 6, "2,3,4:y+");
  g_autoptr (DlDemand) demand = demand_of (routes->network, "allreduce", 1);
  g_autoptr (DlVcOptimum) one = dl_optimize_vc (routes, demand, 1, NULL, NULL, NULL);

  for (guint i = 0; i < demand->flows->len; i++)
    g_array_index (demand->flows, DlFlow, i).weight = 70000;
  g_autoptr (DlVcOptimum) many = dl_optimize_vc (routes, demand, 1, NULL, NULL, NULL);
  check_optimum (routes, demand, many, "allreduce");
  g_assert_cmpstr (dl_vc_table_text (one->table), ==, dl_vc_table_text (many->table));
  assert_same (one->mean_before, many->mean_before, "before");
  assert_same (one->mean_after, many->mean_after, "after");
  assert_same (one->mean_bound, many->mean_bound, "bound");
}

static void
test_random (void)
{
  static const char *const patterns[]
      = { "uniform", "random-permutation", "nearest-neighbor", "tornado", "all-to-one" };
  const guint n = g_test_thorough () ? 2000 : TEST_ROUNDS (120);

  for (guint seed = 0; seed < n; seed++)
    {
      const char *pattern = patterns[seed % 2 == 0 ? 0 : seed / 2 % G_N_ELEMENTS (patterns)];
      OracleTorus torus;
      g_autoptr (DlTorusRoutes) routes = NULL;
      g_autoptr (DlDemand) demand = NULL;
      g_autoptr (DlVcOptimum) optimum = NULL;
      g_autofree char *torus_text = NULL;
      g_autofree char *what = NULL;

      oracle_torus_random (&torus, 1000 + seed, seed % 3 == 0 ? 0 : 5);
      routes = oracle_torus_build (&torus);
      if (routes->network->n_working_nodes == 0)
        continue;
      demand = demand_of (routes->network, pattern, seed);
      optimum = dl_optimize_vc (routes, demand, seed, NULL, NULL, NULL);
      torus_text = oracle_torus_to_string (&torus);
      what = g_strdup_printf ("seed %u, %s, %s", seed, pattern, torus_text);
      check_optimum (routes, demand, optimum, what);
    }
}

/* Any table at all: the analysis counts what the table says, turn by turn. */
static void
test_random_tables (void)
{
  const guint n = g_test_thorough () ? 3000 : TEST_ROUNDS (200);

  for (guint seed = 0; seed < n; seed++)
    {
      OracleTorus torus;
      g_autoptr (DlTorusRoutes) base = NULL;
      g_autoptr (DlTorusRoutes) routes = NULL;
      g_autoptr (DlDemand) demand = NULL;
      g_autoptr (DlVcTable) table = NULL;
      g_autofree char *what = NULL;
      DlRng rng;

      oracle_torus_random (&torus, 70000 + seed, seed % 4 == 0 ? 0 : 5);
      base = oracle_torus_build (&torus);
      table = dl_vc_table_new (base->network);
      dl_rng_init (&rng, seed);
      for (guint entry = 0; entry < base->network->n_nodes; entry++)
        for (guint dest = 0; dest < base->network->n_nodes; dest++)
          dl_vc_table_set (table, entry, dest, base->network->torus.nid[dest],
                           dl_rng_below (&rng, 1 + seed % 5) > 0);
      routes = with_policy (base, "optimized", table);
      demand = demand_of (base->network, "uniform", 1);
      what = oracle_torus_to_string (&torus);
      dl_torus_analysis_unref (check_analysis (routes, demand, what));
    }
}

/* Every engine, those that look at how a packet came included. */
static void
test_engines (void)
{
  g_autoptr (DlTorusRoutes) base = build_torus (4, 5, 3, "1,2,1:x+");
  guint n;
  const DlTorusEngine *const *engines = dl_torus_engines (&n);

  for (guint i = 0; i < n; i++)
    {
      DlTorusRouting spec = base->spec;
      g_autoptr (DlTorusRoutes) routes = NULL;
      g_autoptr (DlDemand) demand = demand_of (base->network, "uniform", 1);
      g_autoptr (DlVcOptimum) optimum = NULL;

      spec.engine = engines[i];
      routes = dl_torus_routes_new (base->network, &spec);
      optimum = dl_optimize_vc (routes, demand, 1, NULL, NULL, NULL);
      check_optimum (routes, demand, optimum, engines[i]->id);
    }
}

/* The cells of the table that anything depends on, as pairs that address them. */
static guint
free_cells (const DlTorusRoutes *routes, const DlDemand *demand, DlFlow *cells, guint max)
{
  const DlTorusNetwork *network = routes->network;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (DlVcTable) zeros = dl_vc_table_new (network);
  g_autoptr (DlTorusRoutes) free = with_policy (routes, "optimized", zeros);
  guint n = 0;
  g_auto (DlTorusRoute) route = { 0 };

  for (guint source = 0; source < network->n_nodes; source++)
    for (guint dest = 0; dest < network->n_nodes; dest++)
      {
        gboolean sent = demand->uniform && source != dest && network->node_up[source]
                        && network->node_up[dest];

        for (guint i = 0; i < demand->flows->len; i++)
          {
            const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);
            sent |= flow->source == source && flow->dest == dest;
          }
        if (!sent)
          continue;
        dl_torus_routes_walk (free, source, dest, &route);
        for (guint i = 0; route.status == DL_TORUS_ROUTE_DELIVERED && i < route.n_hops; i++)
          if (route.hops[i].vc_rule == DL_VC_RULE_TABLE
              && (i == 0 || route.hops[i].link % 6 != route.hops[i - 1].link % 6))
            {
              const guint entry = route.hops[i].link / 6;
              const guint16 *nid = network->torus.nid;
              const guint cell = nid[entry] >> 12 == nid[dest] >> 12
                                     ? dest
                                     : network->n_nodes + 2 * (nid[dest] >> 12) + (nid[dest] & 1);
              const guint key = 1 + entry * (network->n_nodes + 16) + cell;

              if (!g_hash_table_add (seen, GUINT_TO_POINTER (key)))
                continue;
              if (n < max)
                cells[n] = (DlFlow) { entry, dest };
              n++;
            }
      }
  return n;
}

/* Every assignment of few cells: none is below the bound, and none better where runs are alike. */
static guint
check_by_force (DlTorusRoutes *routes, const DlDemand *demand, const char *what)
{
  const DlTorusNetwork *network = routes->network;
  DlFlow cells[12];
  const guint n = free_cells (routes, demand, cells, G_N_ELEMENTS (cells));
  g_autoptr (DlVcOptimum) optimum = NULL;
  double best[DL_TORUS_N_DIMS], best_mean = INFINITY;

  if (n == 0 || n > G_N_ELEMENTS (cells))
    return 0;
  optimum = dl_optimize_vc (routes, demand, 1, NULL, NULL, NULL);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    best[dim] = INFINITY;
  for (guint assignment = 0; assignment < 1u << n; assignment++)
    {
      g_autoptr (DlVcTable) table = dl_vc_table_new (network);
      g_autoptr (DlTorusRoutes) assigned = NULL;
      g_autoptr (DlTorusAnalysis) analysis = NULL;

      for (guint i = 0; i < n; i++)
        dl_vc_table_set (table, cells[i].source, cells[i].dest, network->torus.nid[cells[i].dest],
                         assignment >> i & 1);
      assigned = with_policy (routes, "optimized", table);
      analysis = dl_torus_analysis_new_naive (assigned, demand);
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        if (analysis->dims[dim].balance_mean < best[dim])
          best[dim] = analysis->dims[dim].balance_mean;
      best_mean = MIN (best_mean, mean_of (analysis));
    }
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (optimum->bound[dim] > best[dim] + EPSILON)
      g_error ("%s: bound %.12g in %s, but there is %.12g", what, optimum->bound[dim],
               dl_torus_dim_name (dim), best[dim]);
  g_assert_cmpfloat (optimum->mean_bound, <=, best_mean + EPSILON);
  g_assert_cmpfloat (optimum->mean_after, >=, best_mean - EPSILON);
  return fabs (optimum->mean_after - best_mean) < EPSILON ? 2 : 1;
}

static void
test_by_force (void)
{
  guint checked = 0, best = 0;

  for (guint seed = 0; checked < TEST_ROUNDS (80); seed++)
    {
      OracleTorus torus;
      g_autoptr (DlTorusRoutes) routes = NULL;
      g_autoptr (DlDemand) demand = NULL;
      g_autofree char *what = NULL;
      guint found;

      g_assert_cmpuint (seed, <, 20000);
      oracle_torus_random (&torus, 5000 + seed, 3);
      if (torus.radix[0] * torus.radix[1] * torus.radix[2] > 40)
        continue;
      routes = oracle_torus_build (&torus);
      if (routes->network->n_working_nodes < 2)
        continue;
      demand = demand_of (routes->network, seed % 2 == 0 ? "uniform" : "random-permutation", seed);
      what = oracle_torus_to_string (&torus);
      found = check_by_force (routes, demand, what);
      checked += found > 0;
      best += found > 1;
    }
  g_test_message ("the best of all assignments in %u of %u", best, checked);
  g_assert_cmpuint (best, >, checked * 9 / 10);
}

/* One line with runs of any weight: the bound against every choice for every single run. */
typedef struct
{
  guint entry, end;
  gint64 packets;
} Item;

static double
sum_of_balance (const Item *items, guint n, guint choice, guint k, const gint64 *forced,
                const gint64 *total)
{
  gint64 lean[8];
  double sum = 0;

  memcpy (lean, forced, k * sizeof *lean);
  for (guint i = 0; i < n; i++)
    for (guint link = items[i].entry; link != items[i].end; link = (link + 1) % k)
      lean[link] += choice >> i & 1 ? -items[i].packets : items[i].packets;
  for (guint link = 0; link < k; link++)
    if (total[link] > 0)
      sum += (double) ABS (lean[link]) / (double) total[link];
  return sum;
}

static void
check_line (guint64 seed, guint *n_best)
{
  DlVcGroup groups[64] = { 0 };
  gint64 forced[8] = { 0 }, total[8] = { 0 }, slack[8] = { 0 };
  DlVcLine line = { .forced = forced, .total = total, .slack = slack, .groups = groups };
  Item items[12];
  double best = INFINITY;
  guint n, k;
  DlRng rng;

  dl_rng_init (&rng, seed);
  line.k = k = 2 + dl_rng_below (&rng, 6);
  n = 1 + dl_rng_below (&rng, G_N_ELEMENTS (items));
  const gint64 lot = 1 + dl_rng_below (&rng, 20);
  const gboolean alike = dl_rng_below (&rng, 2), path = dl_rng_below (&rng, 2);
  for (guint link = 0; link < k; link++)
    {
      total[link] = dl_rng_below (&rng, 3) == 0 ? 0 : dl_rng_below (&rng, 100);
      forced[link] = total[link] - 2 * (gint64) dl_rng_below (&rng, total[link] + 1);
    }
  for (guint i = 0; i < n; i++)
    {
      guint a = dl_rng_below (&rng, k), b = (a + 1 + dl_rng_below (&rng, k - 1)) % k;
      if (path && a > b)
        {
          const guint c = a;
          a = b;
          b = c;
        }
      items[i] = (Item) { a, b, alike ? lot : 1 + (gint64) dl_rng_below (&rng, 40) };
      DlVcGroup *group = &groups[a * k + b];
      group->least = group->items == 0 ? items[i].packets : MIN (group->least, items[i].packets);
      group->most = MAX (group->most, items[i].packets);
      group->packets += items[i].packets;
      group->items++;
      for (guint link = a; link != b; link = (link + 1) % k)
        total[link] += items[i].packets;
    }
  for (guint choice = 0; choice < 1u << n; choice++)
    best = MIN (best, sum_of_balance (items, n, choice, k, forced, total));

  dl_vc_line_solve (&line, seed);
  if (line.bound > best + EPSILON)
    g_error ("seed %" G_GUINT64_FORMAT ": bound %.12g, but there is %.12g", seed, line.bound, best);
  if (alike)
    {
      g_assert_cmpfloat (line.after, >=, best - EPSILON);
      /* On a path, a flow of equal lots is the answer. */
      if (path)
        assert_same (line.after, best, "a path of equal lots");
      *n_best += line.after < best + EPSILON;
    }
  g_assert_cmpfloat (line.after, <=, line.before + EPSILON);
  for (guint i = 0; i < k * k; i++)
    g_assert_cmpuint (groups[i].on, <=, groups[i].items);
}

static void
test_lines (void)
{
  const guint n = g_test_thorough () ? 20000 : TEST_ROUNDS (3000);
  guint best = 0;

  for (guint seed = 0; seed < n; seed++)
    check_line (seed, &best);
  g_test_message ("the best for %u of about %u with equal lots", best, n / 2);
  g_assert_cmpuint (best, >, n / 4);
}

static void
test_again (void)
{
  g_autoptr (DlTorusRoutes) routes = build_torus (6, 5, 4, "1,1,1:z+");
  g_autoptr (DlDemand) demand = demand_of (routes->network, "uniform", 1);
  g_autoptr (DlVcOptimum) one = dl_optimize_vc (routes, demand, 3, NULL, NULL, NULL);
  g_autoptr (DlVcOptimum) two = dl_optimize_vc (routes, demand, 3, NULL, NULL, NULL);

  g_assert_cmpstr (dl_vc_table_text (one->table), ==, dl_vc_table_text (two->table));
}

typedef struct
{
  GCancellable *cancellable;
  double when;
} Cancel;

static void
cancel_at (double fraction, gpointer data)
{
  Cancel *cancel = data;

  if (fraction >= cancel->when)
    g_cancellable_cancel (cancel->cancellable);
}

static void
test_cancel (void)
{
  g_autoptr (DlTorusRoutes) routes = build_torus (6, 5, 4, NULL);
  g_autoptr (DlDemand) demand = demand_of (routes->network, "uniform", 1);

  for (guint i = 0; i < 8; i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      Cancel cancel = { cancellable, i / 10. };
      g_assert_null (dl_optimize_vc (routes, demand, 1, cancel_at, &cancel, cancellable));
    }
}

/* A table that was made for another network does nothing. */
static void
test_other_network (void)
{
  g_autoptr (DlTorusRoutes) small = build_torus (3, 3, 3, NULL);
  g_autoptr (DlTorusRoutes) large = build_torus (4, 3, 3, NULL);
  g_autoptr (DlDemand) demand = demand_of (small->network, "uniform", 1);
  g_autoptr (DlDemand) large_demand = demand_of (large->network, "uniform", 1);
  g_autoptr (DlVcOptimum) optimum = dl_optimize_vc (small, demand, 1, NULL, NULL, NULL);
  g_autoptr (DlTorusRoutes) routes = with_policy (large, "optimized", optimum->table);
  g_autoptr (DlTorusAnalysis) one = dl_torus_analysis_new (large, large_demand, NULL);
  g_autoptr (DlTorusAnalysis) two = dl_torus_analysis_new (routes, large_demand, NULL);

  g_assert_null (routes->spec.vc_table);
  g_assert_cmpmem (one->vc_load, 2 * large->network->n_links * sizeof (double), two->vc_load,
                   2 * large->network->n_links * sizeof (double));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/optimize-vc/lines", test_lines);
  g_test_add_func ("/optimize-vc/by-force", test_by_force);
  g_test_add_func ("/optimize-vc/again", test_again);
  g_test_add_func ("/optimize-vc/cancel", test_cancel);
  g_test_add_func ("/optimize-vc/other-network", test_other_network);
  g_test_add_func ("/optimize-vc/fault", test_fault);
  g_test_add_func ("/optimize-vc/weights", test_weights);
  g_test_add_func ("/optimize-vc/engines", test_engines);
  g_test_add_func ("/optimize-vc/random-tables", test_random_tables);
  g_test_add_func ("/optimize-vc/random", test_random);
  g_test_add_func ("/optimize-vc/xt3", test_xt3);
  return g_test_run ();
}
