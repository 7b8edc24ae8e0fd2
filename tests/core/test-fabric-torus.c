/* Twisted tori: the distances that their papers state, routes that are shortest and change layers
 * at datelines, and what twists are worth. */
#include "dl-fabric-analysis.h"
#include "dl-fabric-engine.h"
#include "dl-fabric-explain.h"
#include "dl-fabric-plan.h"
#include "dl-general.h"
#include "fabric-fixture.h"
#include "iq-fixture.h"
#include "test-rounds.h"

#include <math.h>
#include <string.h>

static DlFabric *
torus_new (guint n, const guint *size, const guint *twists, guint hosts)
{
  DlFabricSpec spec = { .n_dimensions = n, .hosts_per_switch = hosts };
  g_autoptr (GError) error = NULL;
  DlFabric *fabric;

  for (guint i = 0; i < n; i++)
    spec.size[i] = size[i];
  spec.n_twists = twists != NULL ? n * (n - 1) / 2 : 0;
  for (guint i = 0; i < spec.n_twists; i++)
    spec.twists[i] = twists[i];
  fabric = dl_fabric_generate ("torus", &spec, &error);
  g_assert_no_error (error);
  return fabric;
}

static DlFabricRoutes *
route (DlFabric *fabric)
{
  DlFabricEngineOptions options = dl_fabric_engine_options_default ();
  g_autoptr (GError) error = NULL;
  DlFabricRoutes *routes
      = dl_fabric_route (fabric, dl_fabric_engine_find ("dateline"), &options, NULL, &error);

  g_assert_no_error (error);
  return routes;
}

/* Distances ----------------------------------------------------------------------------------- */

/* Sum of the hops from @from to all others; *@most: the most. */
static guint64
sum_hops (const DlFabric *fabric, guint from, guint *most)
{
  g_autofree guint16 *hops = g_new (guint16, fabric->n_switches);
  g_autofree guint32 *queue = g_new (guint32, fabric->n_switches);
  const guint n = dl_fabric_distances (fabric, from, TRUE, hops, queue);
  guint64 sum = 0;

  g_assert_cmpuint (n, ==, fabric->n_switches);
  *most = hops[queue[n - 1]];
  for (guint s = 0; s < n; s++)
    sum += hops[s];
  return sum;
}

/* From each switch the same. */
static void
assert_distances (guint n, const guint *size, const guint *twists, guint diameter, double mean)
{
  g_autoptr (DlFabric) fabric = torus_new (n, size, twists, 1);
  guint most;

  fabric_check (fabric);
  for (guint s = 0; s < fabric->n_switches; s++)
    {
      const guint64 sum = sum_hops (fabric, s, &most);

      g_assert_cmpuint (most, ==, diameter);
      g_assert_cmpfloat_with_epsilon ((double) sum / (fabric->n_switches - 1), mean, 1e-12);
    }
}

/* Rectangular of 2a x a with a twist of a, prismatic of 2a x a x a with two of them (which is the
 * face-centered lattice), and of 2a x 2a x a with both in the shortest dimension (the body-centered
 * one): Cámara et al. 2010; Camarero, Martínez & Beivide, Lattice graphs for high-scale
 * interconnection topologies, IEEE TPDS 26 (9), 2015. */
static void
test_distances (void)
{
  for (guint a = 2; a <= 6; a++)
    {
      const double a2 = a * a, a3 = a2 * a, a4 = a2 * a2;
      const gboolean odd = a % 2;

      assert_distances (2, (const guint[]) { 2 * a, a }, (const guint[]) { a }, a,
                        a * (4 * a2 - 1) / (3 * (2 * a2 - 1)));
      assert_distances (3, (const guint[]) { 2 * a, a, a }, (const guint[]) { a, a, 0 }, 3 * a / 2,
                        (7 * a4 - 2 * a2 - odd) / (4 * (2 * a3 - 1)));
      assert_distances (3, (const guint[]) { 2 * a, 2 * a, a }, (const guint[]) { 0, a, a },
                        3 * a / 2, (35 * a4 - (odd ? 14 * a2 - 3 : 8 * a2)) / (8 * (4 * a3 - 1)));
      /* Without twists: half of each ring. */
      if (!odd)
        assert_distances (2, (const guint[]) { 2 * a, a }, NULL, a + a / 2,
                          2 * a2 * (a / 2. + a / 4.) / (2 * a2 - 1));
    }
}

/* Routes -------------------------------------------------------------------------------------- */

/* Every pair in least hops, whatever the twists; without a cycle in two layers, and with one in
 * one. */
static void
check_routes (DlFabric *fabric)
{
  g_autoptr (DlFabricRoutes) routes = route (fabric);
  g_autoptr (DlFabricAnalysis) analysis = dl_fabric_analysis_new (routes, NULL, NULL);
  const guint hosts = fabric->n_hosts / fabric->n_switches;
  guint most;
  const guint64 sum = sum_hops (fabric, 0, &most);

  g_assert_cmpuint (routes->n_layers, ==, 2);
  g_assert_cmpuint (analysis->n_unreachable, ==, 0);
  g_assert_true (analysis->deadlock_free && analysis->verdict->deadlock_free);
  g_assert_cmpuint (analysis->max_hops, ==, most);
  g_assert_cmpfloat_with_epsilon (analysis->mean_hops, (double) sum * hosts / (fabric->n_hosts - 1),
                                  1e-9);
}

static void
test_routes (void)
{
  DlRng rng;

  dl_rng_init (&rng, 5);
  for (guint round = 0; round < (TEST_SANITIZED ? 10 : 40); round++)
    {
      const guint n = 1 + round % 4;
      guint size[4], twists[6];

      for (guint i = 0; i < n; i++)
        size[i] = 2 + dl_rng_below (&rng, n < 3 ? 6 : 3);
      for (guint j = 1; j < n; j++)
        for (guint i = 0; i < j; i++)
          twists[j * (j - 1) / 2 + i] = dl_rng_below (&rng, size[i]);
      g_autoptr (DlFabric) fabric = torus_new (n, size, twists, 1 + round % 2);
      check_routes (fabric);
    }
}

/* The analysis, which adds up by destination, equals the sum over pairs by the answers of
 * next(). */
static void
check_loads (DlFabricRoutes *routes, const DlDemand *demand)
{
  const DlNext next = dl_fabric_next (routes);
  g_autoptr (DlGeneral) general = dl_general_new (&next, demand, NULL);
  g_autoptr (DlFabricAnalysis) analysis = dl_fabric_analysis_new (routes, demand, NULL);

  g_assert_cmpuint (general->n_vcs, ==, analysis->n_lanes);
  for (guint i = 0; i < routes->fabric->n_channels * general->n_vcs; i++)
    g_assert_cmpfloat_with_epsilon (analysis->load[i], general->vc_load[i], 1e-6);
  g_assert_cmpint (general->verdict->deadlock_free, ==, analysis->deadlock_free);
  g_assert_cmpuint (general->verdict->n_cycle, ==, analysis->verdict->n_cycle);
  g_assert_cmpuint (general->hops_max, ==, analysis->max_hops);
  g_assert_cmpfloat_with_epsilon (general->hops_mean, analysis->mean_hops, 1e-9);
  g_assert_cmpuint (general->pattern.unreachable, ==, analysis->n_unreachable);
  g_assert_cmpuint (general->all.unreachable, ==, analysis->all_unreachable);
}

static void
test_loads (void)
{
  DlRng rng;

  dl_rng_init (&rng, 7);
  for (guint64 seed = 0; seed < 20; seed++)
    {
      const guint size[] = { 3 + seed % 4, 2 + seed % 3, 2 },
                  twists[] = { seed % 3, (seed + 1) % 3, seed % 2 };
      g_autoptr (DlFabric) whole = torus_new (2 + seed % 2, size, twists, 1 + seed % 3);
      const DlFabricFaults faults
          = { .channels = (const guint32[]) { whole->n_channels - 1 }, .n_channels = seed % 2 };
      g_autoptr (DlFabric) fabric = dl_fabric_new_broken (whole, &faults);
      g_autoptr (DlFabricRoutes) routes = route (fabric);
      g_autoptr (GArray) flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
      const DlDemand uniform = { .uniform = TRUE }, some = { .flows = flows };
      guint32 *set = g_new (guint32, fabric->n_hosts);
      g_autoptr (DlDemand) sets = NULL;

      for (guint from = 0; from < fabric->n_hosts; from++)
        for (guint to = 0; to < fabric->n_hosts; to++)
          if (from != to && dl_rng_below (&rng, 3) == 0)
            g_array_append_val (flows,
                                ((DlFlow) { .source = from, .dest = to, .weight = 1 + to % 3 }));
      check_loads (routes, &uniform);
      check_loads (routes, &some);
      for (guint h = 0; h < fabric->n_hosts; h++)
        set[h] = h % 4 < 3 ? h % 4 : DL_NO_SET;
      sets = dl_demand_new_sets (set, fabric->n_hosts, 3, 2);
      check_loads (routes, sets);
      /* Without the dateline there are cycles, of the same lengths. */
      memset (routes->ring, 0, fabric->n_channels);
      for (guint c = 0; c < fabric->n_channels; c++)
        if (dl_fabric_link_class (fabric, c) == DL_FABRIC_OF_HOSTS)
          routes->ring[c] = DL_FABRIC_NO_RING;
      check_loads (routes, &uniform);
    }
}

/* The same tables in one layer. */
static void
test_dateline (void)
{
  g_autoptr (DlFabric) fabric = torus_new (2, (const guint[]) { 8, 4 }, (const guint[]) { 4 }, 1);
  g_autoptr (DlFabricRoutes) routes = route (fabric);

  g_clear_pointer (&routes->ring, g_free);
  routes->n_layers = 1;
  g_autoptr (DlFabricAnalysis) analysis = dl_fabric_analysis_new (routes, NULL, NULL);
  g_assert_false (analysis->deadlock_free);
  g_assert_cmpuint (analysis->verdict->n_cycle, ==, 8); /* around a ring */
}

/* Faults cut off what goes over them, and nothing else. */
static void
test_faults (void)
{
  for (guint64 seed = 0; seed < 20; seed++)
    {
      g_autoptr (DlFabric) whole
          = torus_new (2, (const guint[]) { 6, 3 }, (const guint[]) { 3 }, 2);
      g_autoptr (DlFabric) broken = fabric_break_some (whole, 1 + seed % 4, seed);
      g_autoptr (DlFabricRoutes) before = route (whole), after = route (broken);
      g_autoptr (DlFabricAnalysis) analysis = dl_fabric_analysis_new (after, NULL, NULL);
      g_autofree guint32 *channels = g_new (guint32, 2 * whole->n_switches + 4);
      guint64 delivered = 0;

      for (guint from = 0; from < whole->n_hosts; from++)
        for (guint to = 0; to < whole->n_hosts; to++)
          {
            gboolean good = from != to;
            guint n;

            dl_fabric_routes_walk (before, from, to, 0, channels, &n, NULL);
            for (guint i = 0; i < n; i++)
              good &= broken->link_state[channels[i]] == DL_LINK_UP;
            delivered += good;
          }
      g_assert_cmpuint (analysis->n_pairs - analysis->n_unreachable, ==, delivered);
      g_assert_true (analysis->deadlock_free);
    }
}

/* Explanations equal the answers of next(), layer by layer. */
static void
test_explain (void)
{
  g_autoptr (DlFabric) fabric
      = torus_new (3, (const guint[]) { 4, 2, 3 }, (const guint[]) { 2, 1, 1 }, 1);
  g_autoptr (DlFabricRoutes) routes = route (fabric);
  const DlNext next = dl_fabric_next (routes);
  guint n_changes = 0;

  for (guint from = 0; from < fabric->n_hosts; from++)
    for (guint to = 0; to < fabric->n_hosts; to++)
      {
        g_autoptr (DlExplained) explained = dl_fabric_explain (routes, from, to, 0);
        g_autoptr (GArray) channels = g_array_new (FALSE, FALSE, sizeof (guint32));

        g_assert_true (dl_next_walk (&next, from, to, 0, channels));
        g_assert_cmpuint (explained->n_hops, ==, channels->len);
        g_assert_cmpmem (explained->channels, channels->len * 4, channels->data, channels->len * 4);
        for (guint i = 0; i < channels->len; i++)
          n_changes += g_array_index (channels, guint32, i) % next.n_vcs;
      }
  g_assert_cmpuint (n_changes, >, 0);
}

/* Effect of twists ----------------------------------------------------------------------------- */

/* Packets on the busiest channel between switches, one for each pair. */
static double
max_load (DlFabric *fabric)
{
  g_autoptr (DlFabricRoutes) routes = route (fabric);
  g_autoptr (DlFabricAnalysis) analysis = dl_fabric_analysis_new (routes, NULL, NULL);

  return dl_fabric_analysis_max_load (analysis, NULL);
}

/* Cables between the switches of @side and the others. */
static guint
count_cut (const DlFabric *fabric, const guint8 *side)
{
  const guint H = fabric->n_hosts;
  guint n = 0;

  for (guint c = 0; c < fabric->n_channels; c++)
    if (fabric->channel_from[c] >= H && fabric->channel_to[c] >= H)
      n += side[fabric->channel_from[c] - H] > side[fabric->channel_to[c] - H];
  return n;
}

/* The fewest cables over random bisections, improved by exchanges of two switches while these help:
 * no bisection has been found with fewer. */
static guint
find_bisection (const DlFabric *fabric, guint tries)
{
  const guint n = fabric->n_switches;
  g_autofree guint8 *side = g_new (guint8, n);
  guint best = G_MAXUINT;
  DlRng rng;

  dl_rng_init (&rng, 1);
  for (guint round = 0; round < tries; round++)
    {
      g_autofree guint16 *hops = g_new (guint16, n);
      g_autofree guint32 *queue = g_new (guint32, n);
      gboolean better = TRUE;
      guint cut;

      /* A ball, whose last switches are drawn. */
      dl_fabric_distances (fabric, dl_rng_below (&rng, n), FALSE, hops, queue);
      for (guint i = n; i-- > 1;)
        {
          const guint k = dl_rng_below (&rng, i + 1), other = queue[k];

          if (hops[other] != hops[queue[i]])
            continue;
          queue[k] = queue[i];
          queue[i] = other;
        }
      for (guint i = 0; i < n; i++)
        side[queue[i]] = i < n / 2;
      cut = count_cut (fabric, side);
      while (better)
        {
          better = FALSE;
          for (guint a = 0; a < n; a++)
            for (guint b = 0; b < n; b++)
              if (side[a] && !side[b])
                {
                  side[a] = 0;
                  side[b] = 1;
                  const guint now = count_cut (fabric, side);
                  if (now < cut)
                    {
                      cut = now;
                      better = TRUE;
                      break;
                    }
                  side[a] = 1;
                  side[b] = 0;
                }
        }
      best = MIN (best, cut);
    }
  return best;
}

/* TPU v4's slice of 4 x 4 x 8 (Jouppi et al., ISCA 2023, 2.8): a network can send from one half to
 * the other no more than the cables between them take, and no more than the busiest takes. */
static void
test_tpu (void)
{
  const guint size[] = { 8, 4, 4 }, twists[] = { 4, 4, 0 };
  g_autoptr (DlFabric) plain = torus_new (3, size, NULL, 1);
  g_autoptr (DlFabric) twisted = torus_new (3, size, twists, 1);
  const double before = max_load (plain), after = max_load (twisted);
  const double least = 128 * 440. / (6 * 128); /* hops of all pairs, evenly on all channels */
  g_autofree guint8 *side = g_new (guint8, 128);

  g_test_message ("loads %g and %g, at least %g", before, after, least);
  /* Half of each ring of eight: (8 / 4) / 2 of 128 packets. */
  g_assert_cmpfloat_with_epsilon (before, 128, 1e-9);
  g_assert_cmpfloat_with_epsilon (least, 73 + 1. / 3, 1e-9);
  g_assert_cmpfloat_with_epsilon (after, 76, 1e-9);
  /* Across the long dimension there are two cables per line; with twists there are the wraps of the
   * other dimensions, too, and a cut across one of these is better. */
  for (guint s = 0; s < 128; s++)
    side[s] = s % 8 < 4;
  g_assert_cmpuint (count_cut (plain, side), ==, 32);
  g_assert_cmpuint (count_cut (twisted, side), ==, 96);
  for (guint s = 0; s < 128; s++)
    side[s] = s < 64;
  g_assert_cmpuint (count_cut (twisted, side), ==, 64);
  g_assert_cmpuint (find_bisection (plain, TEST_SANITIZED ? 1 : 4), >=, 32);
  g_assert_cmpuint (find_bisection (twisted, TEST_SANITIZED ? 1 : 4), >=, 64);
  /* No bisection has fewer than the packets across it over the load of the busiest channel. */
  g_assert_cmpfloat (64 * 64 / after, >, 53);
}

/* Simulation ----------------------------------------------------------------------------------- */

static void
test_simulation (void)
{
  g_autoptr (DlFabric) fabric = torus_new (2, (const guint[]) { 8, 4 }, (const guint[]) { 4 }, 2);
  g_autoptr (DlFabricRoutes) routes = route (fabric);
  const DlDemand demand = { .uniform = TRUE };
  DlIqPlanOptions options = {
    .spec = fabric_iq_spec (2),
    .sent.demand = &demand,
    .packet_flits = 12,
    .sent.burst = 1,
    .load = INFINITY,
    .seed = 1,
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (DlIqPlan) plan = fabric_iq_plan (routes, &options, &error);
  g_autoptr (DlIq) iq = NULL;
  DlSimCounters counters;

  g_assert_no_error (error);
  iq = dl_iq_new (plan, 0);
  for (guint i = 0; i < 20; i++)
    {
      dl_iq_run (iq, 1000);
      g_assert_null (dl_iq_find_deadlock (iq));
      iq_check (iq, FALSE);
    }
  dl_iq_stop_sources (iq);
  dl_iq_run (iq, 20000);
  dl_iq_get_counters (iq, &counters);
  g_assert_cmpuint (counters.delivered, >, 1000);
  iq_check (iq, TRUE);
}

static void
test_refused (void)
{
  const struct
  {
    const char *key;
    DlFabricSpec spec;
  } cases[] = {
    { "size", { .n_dimensions = 0, .hosts_per_switch = 1 } },
    { "size", { .n_dimensions = 5, .size = { 2, 2, 2, 2, 2 }, .hosts_per_switch = 1 } },
    { "size", { .n_dimensions = 2, .size = { 4, 1 }, .hosts_per_switch = 1 } },
    { "size", { .n_dimensions = 3, .size = { 90, 90, 90 }, .hosts_per_switch = 1 } },
    { "hosts-per-switch", { .n_dimensions = 2, .size = { 4, 4 } } },
    { "hosts-per-switch", { .n_dimensions = 2, .size = { 4, 4 }, .hosts_per_switch = 251 } },
    { "twists", { .n_dimensions = 3, .size = { 4, 4, 4 }, .hosts_per_switch = 1, .n_twists = 2 } },
    { "twists",
      { .n_dimensions = 2,
        .size = { 4, 4 },
        .hosts_per_switch = 1,
        .n_twists = 1,
        .twists = { 4 } } },
  };
  g_autoptr (DlFabric) tree = fabric_tree ("2,2/1,2");
  g_autoptr (DlFabric) torus = torus_new (1, (const guint[]) { 4 }, NULL, 1);
  DlFabricEngineOptions options = dl_fabric_engine_options_default ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) why = NULL;
      const char *key = NULL;

      g_assert_false (dl_fabric_generator_find ("torus")->check (&cases[i].spec, &key, &why));
      g_assert_nonnull (why);
      g_assert_cmpstr (key, ==, cases[i].key);
    }
  g_assert_null (dl_fabric_route (tree, &dl_fabric_dateline, &options, NULL, &error));
  g_assert_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER);
  g_clear_error (&error);
  options.layers = 1;
  g_assert_null (dl_fabric_route (torus, &dl_fabric_dateline, &options, NULL, &error));
  g_assert_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fabric-torus/distances", test_distances);
  g_test_add_func ("/fabric-torus/routes", test_routes);
  g_test_add_func ("/fabric-torus/loads", test_loads);
  g_test_add_func ("/fabric-torus/dateline", test_dateline);
  g_test_add_func ("/fabric-torus/faults", test_faults);
  g_test_add_func ("/fabric-torus/explain", test_explain);
  g_test_add_func ("/fabric-torus/tpu", test_tpu);
  g_test_add_func ("/fabric-torus/simulation", test_simulation);
  g_test_add_func ("/fabric-torus/refused", test_refused);
  return g_test_run ();
}
