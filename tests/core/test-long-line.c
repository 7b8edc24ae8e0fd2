/* Lines in closed form against the same entry by entry: loads, channels and the longest paths. */
#include "dl-families.h"
#include "dl-torus-analysis.h"
#include "dl-torus-lines.h"
#include "oracle.h"
#include "test-rounds.h"

typedef struct
{
  guint32 (*first)[2][2 * DL_TORUS_VCS]; /* (k) */
} Seen;

static void
note_first (guint entry, const DlTorusLineEnds *ends, gpointer data)
{
  Seen *seen = data;

  memcpy (seen->first[entry], ends->first, sizeof ends->first);
}

/* A line of @dim from node @base of @routes, with counts and destinations drawn. */
static void
compare_line (const DlTorusRoutes *routes, guint dim, guint base, GRand *rand, const char *name)
{
  const DlTorus *torus = &routes->network->torus;
  const guint k = torus->radix[dim], stride = torus->stride[dim],
              size = dl_torus_line_load_size (k);
  g_autofree guint32 *dests = g_new0 (guint32, 2 * k), *like = g_new0 (guint32, 2 * k);
  g_autofree guint32 *count = g_new (guint32, k);
  g_autofree gint32 *hops = g_new (gint32, k), *new_hops = g_new (gint32, k);
  g_autofree double *load = g_new0 (double, size), *expected = g_new0 (double, size);
  g_autofree double *scratch = g_new (double, 2 * size + 4);
  g_autofree guint32 *arrived = g_new0 (guint32, 2 * k * 2 * DL_TORUS_VCS);
  g_autofree guint32 *ended = g_new0 (guint32, 2 * k * 2 * DL_TORUS_VCS);
  g_autofree guint8 *last = g_new (guint8, 2 * k);
  g_autofree gint32 *longest = g_new (gint32, k);
  Seen seen = { g_malloc0_n (k, sizeof *seen.first) };
  const DlTorusLineView view
      = { .dim = dim, .k = k, .base = base, .dests = dests, .dest_like = like };
  const DlTorusLongLine line = { .count = count,
                                 .hops = hops,
                                 .load = load,
                                 .arrived = arrived,
                                 .new_hops = new_hops,
                                 .first = note_first,
                                 .first_data = &seen };

  for (guint i = 0; i < k; i++)
    {
      const guint node = (base / stride + i) * stride; /* the first one behind the position */

      count[i] = g_rand_int_range (rand, 0, 4) == 0 ? 0 : g_rand_int_range (rand, 1, 50);
      hops[i] = count[i] > 0 ? g_rand_int_range (rand, 0, 3 * k) : -1;
      longest[i] = count[i] > 0 ? hops[i] : -1;
      for (guint at = node; at < node + stride; at++)
        if (g_rand_int_range (rand, 0, 5) > 0)
          {
            const guint at_bit = 2 * i + (torus->nid[at] & 1);

            dests[at_bit]++;
            like[at_bit] = at;
          }
    }
  for (guint entry = 0; entry < k; entry++)
    {
      DlTorusLineEnds ends = { .last = last };

      if (count[entry] == 0)
        continue;
      dl_torus_line_add_entry (routes, &view, entry, count[entry], expected, scratch, NULL, &ends);
      for (guint end = 0; end < k; end++)
        longest[end]
            = MAX (longest[end],
                   hops[entry] + (gint32) dl_torus_line_distance (routes, &view, entry, end));
      for (guint i = 0; i < 2 * k; i++)
        if (last[i] != DL_LINE_NO_CHANNEL)
          ended[2 * DL_TORUS_VCS * i + last[i]] += count[entry];
    }
  g_assert_true (dl_torus_long_line_add (routes, &view, &line));
  for (guint entry = 0; entry < k; entry++)
    if (count[entry] > 0)
      {
        g_autofree double *none = g_new0 (double, size);
        DlTorusLineEnds ends = { .last = last };

        dl_torus_line_add_entry (routes, &view, entry, 1, none, scratch, NULL, &ends);
        if (memcmp (ends.first, seen.first[entry], sizeof ends.first) != 0)
          g_error ("%s: dimension %u, entry %u: begins on other channels", name, dim, entry);
      }
  for (guint i = 0; i < size; i++)
    if (load[i] != expected[i])
      g_error ("%s: dimension %u, channel %u, position %u: load %g, should be %g", name, dim, i / k,
               i % k, load[i], expected[i]);
  for (guint i = 0; i < 2 * k * 2 * DL_TORUS_VCS; i++)
    if (arrived[i] != ended[i])
      g_error ("%s: dimension %u, position %u: %u packets end, should be %u", name, dim,
               i / (4 * DL_TORUS_VCS), arrived[i], ended[i]);
  for (guint i = 0; i < k; i++)
    g_assert_cmpint (new_hops[i], ==, longest[i]);
  g_free (seen.first);
}

/* All shapes, regions, datelines, ties and policies. */
static void
test_lines (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (39);

  for (guint32 seed = 1; seed <= TEST_ROUNDS (600); seed++)
    {
      OracleTorus torus;

      oracle_torus_random (&torus, seed, 0);
      g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
      g_autofree char *name = oracle_torus_to_string (&torus);
      const DlTorus *shape = &routes->network->torus;

      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        for (guint node = 0; node < routes->network->n_nodes; node++)
          if (shape->radix[dim] > 1 && shape->coord[node].at[dim] == 0
              && g_rand_int_range (rand, 0, 4) == 0)
            compare_line (routes, dim, node, rand, name);
    }
}

/* Whole networks whose lines are long enough, against every pair's route. */
static void
test_networks (void)
{
  static const int shapes[][3] = { { 150, 1, 1 }, { 131, 2, 1 }, { 1, 140, 1 }, { 2, 1, 133 } };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (shapes); i++)
    {
      const int *shape = shapes[i / 2];
      OracleTorus torus = oracle_torus_of (shape[0], shape[1], shape[2]);

      torus.tie_parity = i % 2;
      torus.policy = i % ORACLE_N_POLICIES;
      torus.region_nodes = i % 2 ? 4096 : MAX (shape[1] * shape[2], 35);
      torus.wrap[DL_X] = i != 1;
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        torus.dateline[dim] = (int) (i * 37) % torus.radix[dim];
      g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
      g_autoptr (DlDemand) demand = dl_torus_demand_new (
          routes->network, &(DlTorusTraffic) { dl_pattern_find ("uniform"), -1, 0 });
      g_autoptr (DlTorusAnalysis) fast = dl_torus_analysis_new (routes, demand, NULL);
      g_autoptr (DlTorusAnalysis) naive = dl_torus_analysis_new_naive (routes, demand);

      for (guint at = 0; at < DL_TORUS_VCS * routes->network->n_links; at++)
        g_assert_cmpfloat (fast->vc_load[at], ==, naive->vc_load[at]);
      g_assert_cmpuint (fast->hops_max, ==, naive->hops_max);
      g_assert_cmpfloat_with_epsilon (fast->hops_mean, naive->hops_mean, 1e-9);
      g_assert_cmpint (!fast->verdict->deadlock_free, ==, !naive->verdict->deadlock_free);
      g_assert_cmpuint (fast->verdict->cyclic_components, ==, naive->verdict->cyclic_components);
    }
}

/* The longest ring that there is: entry by entry this was three minutes. */
static void
test_longest (void)
{
  OracleTorus torus = oracle_torus_of (DL_TORUS_MAX_NODES, 1, 1);
  const double k = DL_TORUS_MAX_NODES;

  torus.dateline[DL_X] = torus.radix[DL_X] - 1;
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  g_autoptr (DlDemand) demand = dl_torus_demand_new (
      routes->network, &(DlTorusTraffic) { dl_pattern_find ("uniform"), -1, 0 });
  g_autoptr (DlTorusAnalysis) analysis = dl_torus_analysis_new (routes, demand, NULL);

  g_assert_cmpfloat (analysis->delivered, ==, k * (k - 1));
  g_assert_cmpuint (analysis->unreachable_pairs + analysis->dropped_pairs, ==, 0);
  g_assert_true (analysis->verdict->deadlock_free);
  g_assert_cmpuint (analysis->hops_max, >=, k / 2);
}

static void
test_cancelled (void)
{
  OracleTorus torus = oracle_torus_of (200, 1, 1);
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  g_autoptr (DlDemand) demand = dl_torus_demand_new (
      routes->network, &(DlTorusTraffic) { dl_pattern_find ("uniform"), -1, 0 });
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_null (dl_torus_analysis_new (routes, demand, cancellable));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/long-line/lines", test_lines);
  g_test_add_func ("/long-line/networks", test_networks);
  g_test_add_func ("/long-line/longest", test_longest);
  g_test_add_func ("/long-line/cancelled", test_cancelled);
  return g_test_run ();
}
