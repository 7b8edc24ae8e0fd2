/* Engines and the analysis of their routes, on hundreds of random fabrics with faults, against a
 * walk of every pair; what is known of the answers beside. */
#include "dl-fabric-analysis.h"
#include "dl-fabric-engine.h"
#include "dl-verdict.h"
#include "fabric-fixture.h"
#include "fabric-naive.h"
#include "test-rounds.h"

#include <math.h>
#include <string.h>

#define SEEDS TEST_ROUNDS (350)
#define DATA  "../shared/data/fabric/"

static DlFabricRoutes *
route (DlFabric *fabric, const char *engine, guint layers, GError **error)
{
  DlFabricEngineOptions options = dl_fabric_engine_options_default ();

  options.layers = layers;
  return dl_fabric_route (fabric, dl_fabric_engine_find (engine), &options, NULL, error);
}

static DlDemand *
random_demand (const DlFabric *fabric, guint64 seed)
{
  DlDemand *demand = g_new0 (DlDemand, 1);
  DlRng rng;

  dl_rng_init (&rng, seed);
  demand->flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
  for (guint a = 0; a < fabric->n_hosts; a++)
    for (guint b = 0; b < fabric->n_hosts; b++)
      {
        const DlFlow flow = { a, b, 1 + (double) dl_rng_below (&rng, 5) };

        if (a != b && dl_rng_below (&rng, 3) == 0 && dl_fabric_host_works (fabric, a)
            && dl_fabric_host_works (fabric, b))
          g_array_append_val (demand->flows, flow);
      }
  return demand;
}

static void
compare (const DlFabricAnalysis *analysis, const Naive *naive)
{
  const DlFabric *fabric = analysis->routes->fabric;
  const guint C = fabric->n_channels;

  g_assert_cmpuint (analysis->n_pairs, ==, naive->n_pairs);
  g_assert_cmpuint (analysis->n_unreachable, ==, naive->n_unreachable);
  g_assert_cmpuint (analysis->max_hops, >=, naive->max_hops);
  if (analysis->routes->kind != DL_FABRIC_DETOURS)
    g_assert_cmpuint (analysis->max_hops, ==, naive->max_hops);
  g_assert_cmpfloat_with_epsilon (analysis->weight, naive->weight, 1e-6);
  if (naive->weight > 0)
    g_assert_cmpfloat_with_epsilon (analysis->mean_hops, naive->hops / naive->weight, 1e-9);
  for (guint layer = 0; layer < analysis->routes->n_layers; layer++)
    {
      for (guint c = 0; c < C; c++)
        g_assert_cmpfloat_with_epsilon (dl_fabric_analysis_layer_load (analysis, c, layer),
                                        naive->load[layer * C + c], 1e-6);
      const DlVerdict *verdict = analysis->verdicts[layer];

      for (guint c = 0; c < C; c++)
        for (guint d = 0; d < C; d++)
          {
            const guint port = fabric->channel_from_port[d] - 1;
            const gboolean has
                = fabric->channel_from[d] == fabric->channel_to[c]
                  && (analysis->follows[((gsize) layer * C + c) * analysis->n_words + port / 64]
                          >> port % 64
                      & 1)
                         != 0;

            if (has != naive->follows[((gsize) layer * C + c) * C + d])
              g_error ("layer %u: channel %u after %u: %d", layer, d, c, has);
          }
      g_assert_cmpuint (verdict->n_cycle, ==, naive_cycle (naive, layer));
      g_assert_cmpint (verdict->deadlock_free, ==, verdict->n_cycle == 0);
      for (guint i = 0; i < verdict->n_cycle; i++)
        g_assert_true (naive->follows[((gsize) layer * C + verdict->cycle[i]) * C
                                      + verdict->cycle[(i + 1) % verdict->n_cycle]]);
    }
}

/* Walks by the routes' own function agree with the tables, and so with the naive ones. */
static void
check_walks (const DlFabricRoutes *routes, const DlFabricAnalysis *analysis)
{
  const DlFabric *fabric = routes->fabric;
  g_autofree guint32 *channels = g_new (guint32, 2 * fabric->n_switches + 4);
  guint64 n_unreachable = 0;

  for (guint a = 0; a < fabric->n_hosts; a++)
    for (guint b = 0; b < fabric->n_hosts; b++)
      {
        guint n, layer;
        DlFabricFate fate;

        if (a == b || !dl_fabric_host_works (fabric, a) || !dl_fabric_host_works (fabric, b))
          continue;
        fate = dl_fabric_routes_walk (routes, a, b, a + b, channels, &n, &layer);
        n_unreachable += fate != DL_FABRIC_DELIVERED;
        if (fate != DL_FABRIC_DELIVERED)
          continue;
        g_assert_cmpuint (n, <=, analysis->max_hops + 2);
        g_assert_cmpuint (fabric->channel_from[channels[0]], ==, a);
        g_assert_cmpuint (fabric->channel_to[channels[n - 1]], ==, b);
        for (guint i = 1; i < n; i++)
          g_assert_cmpuint (fabric->channel_from[channels[i]], ==,
                            fabric->channel_to[channels[i - 1]]);
      }
  g_assert_cmpuint (n_unreachable, ==, analysis->n_unreachable);
}

/* An engine of fewest hops finds a shortest path wherever there is one; others reach as many pairs
 * where ranks let them. */
static void
check_reach (const DlFabricRoutes *routes)
{
  const DlFabric *fabric = routes->fabric;
  const guint S = fabric->n_switches, H = fabric->n_hosts;
  g_autofree guint *hops = naive_hops (fabric);
  g_autofree guint32 *channels = g_new (guint32, 2 * S + 4);
  const char *id = routes->engine->id;
  const gboolean least = g_str_equal (id, "min-hop") || g_str_equal (id, "dor")
                         || g_str_equal (id, "lash") || g_str_equal (id, "dfsssp")
                         || g_str_equal (id, "dijkstra");
  gboolean one_way = FALSE;

  for (guint c = 0; c < fabric->n_channels; c++)
    one_way |= fabric->link_state[c] == DL_LINK_UP
               && (fabric->channel_back[c] == DL_FABRIC_NONE
                   || fabric->link_state[fabric->channel_back[c]] != DL_LINK_UP);
  for (guint a = 0; a < H; a++)
    for (guint b = 0; b < H; b++)
      {
        const guint32 out = dl_fabric_host_sends (fabric, a);
        const guint32 in = dl_fabric_host_receives (fabric, b);
        guint n, least_hops;
        DlFabricFate fate;

        if (a == b || out == DL_FABRIC_NONE || in == DL_FABRIC_NONE
            || fabric->link_state[out] != DL_LINK_UP || fabric->link_state[in] != DL_LINK_UP)
          continue;
        least_hops = hops[(fabric->channel_to[out] - H) * S + fabric->channel_from[in] - H];
        fate = dl_fabric_routes_walk (routes, a, b, 0, channels, &n, NULL);
        if (least_hops == G_MAXUINT)
          g_assert_cmpint (fate, !=, DL_FABRIC_DELIVERED);
        else if (least)
          {
            g_assert_cmpint (fate, ==, DL_FABRIC_DELIVERED);
            g_assert_cmpuint (n, ==, least_hops + 2);
          }
        else if (fate == DL_FABRIC_DELIVERED && routes->kind != DL_FABRIC_DETOURS)
          g_assert_cmpuint (n, >=, least_hops + 2);
        else if (routes->kind == DL_FABRIC_DETOURS
                 || (!one_way && !fabric->leveled && g_str_equal (id, "up-down")))
          g_assert_cmpint (fate, ==, DL_FABRIC_DELIVERED);
      }
}

static void
check_share (const DlFabricRoutes *routes, const DlFabricAnalysis *analysis)
{
  const DlFabric *fabric = routes->fabric;
  const double best = dl_fabric_analysis_max_load (analysis, NULL);

  g_assert_true (analysis->detour_share >= 0 && analysis->detour_share <= 1);
  for (guint i = 0; i <= 4; i++)
    {
      Naive *naive = naive_new (routes, NULL, i / 4.0);
      double most = 0;

      for (guint c = 0; c < fabric->n_channels; c++)
        if (fabric->channel_from[c] >= fabric->n_hosts && fabric->channel_to[c] >= fabric->n_hosts)
          most = MAX (most, naive->load[c] + naive->load[fabric->n_channels + c]);
      g_assert_cmpfloat (best, <=, most + 1e-6);
      naive_free (naive);
    }
}

static void
check_routes (DlFabricRoutes *routes, guint64 seed)
{
  g_autoptr (DlFabricAnalysis) analysis = dl_fabric_analysis_new (routes, NULL, NULL);
  double share = isnan (analysis->detour_share) ? 1 : analysis->detour_share;
  Naive *naive = naive_new (routes, NULL, share);

  compare (analysis, naive);
  naive_free (naive);
  check_walks (routes, analysis);
  if (routes->engine != &dl_fabric_lft)
    check_reach (routes);
  if (routes->engine->acyclic)
    g_assert_true (analysis->deadlock_free);
  if (routes->engine == &dl_fabric_ugal && seed % 4 == 0)
    check_share (routes, analysis);
  if (seed % 3 == 0)
    {
      g_autoptr (DlDemand) demand = random_demand (routes->fabric, seed);
      g_autoptr (DlFabricAnalysis) second = dl_fabric_analysis_new (routes, demand, NULL);

      share = isnan (second->detour_share) ? 1 : second->detour_share;
      naive = naive_new (routes, demand->flows, share);
      compare (second, naive);
      naive_free (naive);
    }
}

/* Waves end early and list the edges that they come by: as a search that does neither. */
static void
check_wave (const DlFabricGraph *graph, guint to)
{
  const guint S = graph->S, n_words = (graph->fabric->n_ports + 63) / 64;
  g_autofree guint16 *hops = g_new (guint16, S);
  g_autofree guint64 *takes = g_new (guint64, (gsize) S * n_words);
  DlFabricWave least, listing;
  gboolean moved = TRUE;
  guint n = 0;

  for (guint s = 0; s < S; s++)
    hops[s] = s == to ? 0 : DL_FABRIC_FAR;
  for (guint step = 1; moved; step++)
    {
      moved = FALSE;
      for (guint e = 0; e < graph->n_edges; e++)
        if (hops[graph->from[e]] == DL_FABRIC_FAR && hops[graph->to[e]] == step - 1)
          {
            hops[graph->from[e]] = (guint16) step;
            moved = TRUE;
          }
    }
  dl_fabric_wave_init (&least, S);
  dl_fabric_wave_init (&listing, S);
  dl_fabric_wave_min (&least, graph, to);
  dl_fabric_wave_min_takes (&listing, graph, to, takes, n_words);
  for (guint s = 0; s < S; s++)
    {
      n += hops[s] != DL_FABRIC_FAR;
      g_assert_cmpuint (least.hops[s], ==, hops[s]);
      g_assert_cmpuint (listing.hops[s], ==, hops[s]);
      for (guint e = graph->first[s]; e < graph->first[s + 1]; e++)
        {
          const guint bit = e - graph->first[s];

          g_assert_cmpuint (takes[s * n_words + bit / 64] >> bit % 64 & 1, ==,
                            s != to && hops[s] != DL_FABRIC_FAR
                                && hops[graph->to[e]] + 1 == hops[s]);
        }
    }
  g_assert_cmpuint (least.n, ==, n);
  g_assert_cmpuint (listing.n, ==, n);
  g_assert_cmpmem (least.queue, n * sizeof (guint32), listing.queue, n * sizeof (guint32));
  dl_fabric_wave_clear (&least);
  dl_fabric_wave_clear (&listing);
}

static void
test_waves (void)
{
  for (guint64 seed = 0; seed < SEEDS; seed++)
    {
      g_autoptr (DlFabric) fabric = fabric_random (seed);
      g_autoptr (DlFabric) broken = fabric_break_some (fabric, seed % 9, seed);
      g_autoptr (DlFabricGraph) graph = dl_fabric_graph_new (broken);

      for (guint to = 0; to < graph->S; to++)
        check_wave (graph, to);
    }
}

/* All lines of a file wrong leave switches and hosts without a cable. */
static void
test_bare (void)
{
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  g_autoptr (DlFabric) bare = NULL;
  g_autoptr (DlFabric) broken = NULL;
  const DlFabricEngine *const *engines;
  DlCycles none = { 0 };
  guint n;

  for (guint i = 0; i < 2; i++)
    {
      dl_fabric_builder_add_switch (builder, NULL, 0, 4);
      dl_fabric_builder_add_host (builder, NULL, 0);
    }
  bare = dl_fabric_builder_finish (builder, NULL, NULL);
  g_assert_cmpuint (bare->n_channels, ==, 0);
  broken
      = dl_fabric_new_broken (bare, &(DlFabricFaults) { .hosts = (guint32[]) { 1 }, .n_hosts = 1 });
  engines = dl_fabric_engines (&n);
  for (guint i = 1; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlFabricRoutes) routes = route (broken, engines[i]->id, 15, &error);
      g_autoptr (DlFabricAnalysis) analysis = NULL;
      DlFabricBisection bisection;

      if (routes == NULL)
        continue;
      analysis = dl_fabric_analysis_new (routes, NULL, NULL);
      g_assert_true (analysis->deadlock_free);
      g_assert_cmpuint (analysis->n_pairs, ==, 0);
      dl_fabric_bisection (routes, 2, 1, &bisection, NULL);
      g_assert_true (isnan (bisection.mean));
    }
  g_assert_true (dl_cycles_find (&(DlCycleGraph) { 0 }, &none, NULL));
  g_assert_cmpuint (none.components, ==, 0);
}

static void
test_oracle (gconstpointer data)
{
  const DlFabricEngine *engine = data;
  guint n = 0;

  for (guint64 seed = 0; seed < SEEDS; seed++)
    {
      g_autoptr (DlFabric) fabric = fabric_random (seed);
      g_autoptr (DlFabric) broken = fabric_break_some (fabric, seed % 7, seed);
      g_autoptr (GError) error = NULL;
      g_autoptr (DlFabricRoutes) routes = route (broken, engine->id, 15, &error);

      if (routes == NULL)
        {
          g_assert_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER);
          g_assert_true (engine == &dl_fabric_ftree && !fabric->leveled);
          continue;
        }
      n++;
      check_routes (routes, seed);
    }
  g_assert_cmpuint (n, >=, engine == &dl_fabric_ftree ? SEEDS / 7 : SEEDS);
}

/* Tables that were read, of the whole fabric, some entries of which are wrong: they end, lead
 * elsewhere and go round. */
static void
test_lft (void)
{
  guint n_cyclic = 0;

  for (guint64 seed = 0; seed < SEEDS; seed++)
    {
      g_autoptr (DlFabric) fabric = fabric_random (seed);
      g_autoptr (DlFabric) broken = fabric_break_some (fabric, seed % 7, seed);
      g_autoptr (DlFabricRoutes) whole = route (fabric, "min-hop", 4, NULL), routes = NULL;
      g_autoptr (DlFabricTables) tables = dl_fabric_routes_tables (whole);
      g_autoptr (DlFabricAnalysis) analysis = NULL;
      DlFabricEngineOptions options = dl_fabric_engine_options_default ();
      DlRng rng;

      dl_rng_init (&rng, seed);
      for (guint i = 0; i < seed % 5 * fabric->n_switches; i++)
        tables->port[dl_rng_below (&rng, fabric->n_hosts * fabric->n_switches)]
            = (guint8) dl_rng_below (&rng, fabric->n_ports + 2);
      g_assert_null (dl_fabric_route (broken, &dl_fabric_lft, &options, NULL, NULL));
      options.tables = tables;
      routes = dl_fabric_route (broken, &dl_fabric_lft, &options, NULL, NULL);
      check_routes (routes, seed);
      analysis = dl_fabric_analysis_new (routes, NULL, NULL);
      n_cyclic += !analysis->deadlock_free;
    }
  g_assert_cmpuint (n_cyclic, >, SEEDS / 10);
}

/* Zahavi 2010: on a tree of constant bisection no shift of the hosts uses a channel twice. */
static void
test_d_mod_k (void)
{
  static const char *const trees[] = {
    "4,4/1,4", "3,3,3/1,3,3", "2,2,2,2/1,2,2,2", "4,8/1,2/1,2", "6,4,2/1,3,4/1,2,2",
  };

  for (guint i = 0; i < G_N_ELEMENTS (trees); i++)
    {
      g_autoptr (DlFabric) fabric = fabric_tree (trees[i]);
      g_autoptr (DlFabricRoutes) routes = route (fabric, "ftree", 1, NULL);
      const guint H = fabric->n_hosts;

      for (guint shift = 1; shift < H; shift++)
        {
          g_autoptr (DlDemand) demand = g_new0 (DlDemand, 1);
          g_autoptr (DlFabricAnalysis) analysis = NULL;

          demand->flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
          for (guint h = 0; h < H; h++)
            g_array_append_vals (demand->flows, &(DlFlow) { h, (h + shift) % H, 1 }, 1);
          analysis = dl_fabric_analysis_new (routes, demand, NULL);
          g_assert_cmpuint (analysis->n_unreachable, ==, 0);
          g_assert_cmpfloat (dl_fabric_analysis_max_load (analysis, NULL), <=, 1);
        }
    }
}

/* By counters, as faults make it: on a whole tree as good as D-Mod-K, whose loads are all the same.
 */
static void
test_ftree_counters (void)
{
  static const char *const trees[] = { "4,4/1,4", "3,3,3/1,3,3", "8,8,4/1,8,8" };

  for (guint i = 0; i < G_N_ELEMENTS (trees); i++)
    {
      g_autoptr (DlFabric) fabric = fabric_tree (trees[i]);
      /* A host without a cable, of one more port: the structure is not whole. */
      const guint32 host = fabric->n_hosts - 1;
      g_autoptr (DlFabric) broken
          = dl_fabric_new_broken (fabric, &(DlFabricFaults) { .hosts = &host, .n_hosts = 1 });
      g_autoptr (DlFabricRoutes) whole = route (fabric, "ftree", 1, NULL);
      g_autoptr (DlFabricRoutes) counted = route (broken, "ftree", 1, NULL);
      g_autoptr (DlFabricAnalysis) a = dl_fabric_analysis_new (whole, NULL, NULL);
      g_autoptr (DlFabricAnalysis) b = dl_fabric_analysis_new (counted, NULL, NULL);

      g_assert_cmpuint (b->n_unreachable, ==, 0);
      g_assert_cmpfloat (dl_fabric_analysis_max_load (b, NULL), <=,
                         dl_fabric_analysis_max_load (a, NULL));
    }
}

static void
test_known (void)
{
  static const struct
  {
    const char *folder, *tables;
    gboolean deadlock_free;
    double max_load;       /* 0: not stated */
    guint64 n_unreachable; /* of the torus: one host is in no table */
  } known[] = {
    { "fat-tree-16", "minhop", TRUE, 24, 0 }, { "fat-tree-16", "updn", TRUE, 24, 0 },
    { "fat-tree-16", "ftree", TRUE, 14, 0 },  { "torus-4x4x2", "minhop", FALSE, 0, 31 },
    { "torus-4x4x2", "dor", TRUE, 0, 31 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_autofree char *topology = g_test_build_filename (G_TEST_DIST, "../..", DATA,
                                                         known[i].folder, "topology.txt", NULL);
      g_autofree char *name = g_strdup_printf ("tables-%s.txt", known[i].tables);
      g_autofree char *file
          = g_test_build_filename (G_TEST_DIST, "../..", DATA, known[i].folder, name, NULL);
      g_autofree char *text = NULL, *tables_text = NULL;
      g_autoptr (DlFabric) fabric = NULL;
      g_autoptr (DlFabricTables) tables = NULL;
      g_autoptr (DlFabricRoutes) routes = NULL, own = NULL;
      g_autoptr (DlFabricAnalysis) analysis = NULL, own_analysis = NULL;
      DlFabricEngineOptions options = dl_fabric_engine_options_default ();

      if (!g_file_get_contents (topology, &text, NULL, NULL)
          || !g_file_get_contents (file, &tables_text, NULL, NULL))
        {
          g_test_skip ("there is no " DATA " (fabrics of ibsim with OpenSM's tables)");
          return;
        }
      fabric = dl_fabric_ibnetdiscover.read (text, -1, "F", NULL, NULL, NULL);
      tables = dl_fabric_tables_read (fabric, tables_text, -1, "T", NULL, NULL);
      options.tables = tables;
      routes = dl_fabric_route (fabric, &dl_fabric_lft, &options, NULL, NULL);
      analysis = dl_fabric_analysis_new (routes, NULL, NULL);
      g_assert_cmpint (analysis->deadlock_free, ==, known[i].deadlock_free);
      g_assert_cmpuint (analysis->n_unreachable, ==, known[i].n_unreachable);
      if (known[i].max_load > 0)
        g_assert_cmpfloat (dl_fabric_analysis_max_load (analysis, NULL), ==, known[i].max_load);
      own = route (fabric, known[i].tables, 4, NULL);
      own_analysis = dl_fabric_analysis_new (own, NULL, NULL);
      g_test_message ("%s %s: %g and %g by our own, mean hops %g and %g", known[i].folder,
                      known[i].tables, dl_fabric_analysis_max_load (analysis, NULL),
                      dl_fabric_analysis_max_load (own_analysis, NULL), analysis->mean_hops,
                      own_analysis->mean_hops);
      g_assert_cmpuint (own_analysis->n_unreachable, ==, 0);
      g_assert_cmpint (own_analysis->deadlock_free, ==, known[i].deadlock_free);
    }
}

/* An engine that needs more layers says how many; given as many it does. */
static void
test_layers (void)
{
  g_autoptr (DlFabric) torus = fabric_torus (2, (const guint[]) { 6, 6 }, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlFabricRoutes) none = route (torus, "lash", 1, &error), some = NULL;
  g_autoptr (DlFabricAnalysis) min_hop = NULL, lash = NULL;
  g_autoptr (DlFabricRoutes) least = route (torus, "minhop", 1, NULL);
  g_autofree char *needed = NULL;

  g_assert_null (none);
  g_assert_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT);
  some = route (torus, "lash", 4, NULL);
  g_assert_cmpuint (some->n_layers, >, 1);
  needed = g_strdup_printf ("%u layers", some->n_layers);
  g_assert_nonnull (strstr (error->message, needed));
  lash = dl_fabric_analysis_new (some, NULL, NULL);
  min_hop = dl_fabric_analysis_new (least, NULL, NULL);
  g_assert_true (lash->deadlock_free);
  g_assert_false (min_hop->deadlock_free);
  g_assert_cmpuint (dl_fabric_analysis_cyclic_layer (lash), ==, G_MAXUINT);
  g_assert_cmpuint (dl_fabric_analysis_cyclic_layer (min_hop), ==, 0);
  g_clear_error (&error);
  g_assert_null (route (torus, "valiant", 1, &error));
  g_assert_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT);
}

/* Management: routes to switches are judged apart, and of up-down have no cycle, either. */
static void
test_management (void)
{
  DlFabricEngineOptions options = dl_fabric_engine_options_default ();

  options.to_switches = TRUE;
  for (guint64 seed = 0; seed < TEST_ROUNDS (70); seed++)
    {
      g_autoptr (DlFabric) fabric = fabric_random (seed);
      g_autoptr (DlFabricRoutes) hosts = route (fabric, "up-down", 1, NULL);
      g_autoptr (DlFabricRoutes) routes
          = dl_fabric_route (fabric, &dl_fabric_up_down, &options, NULL, NULL);
      g_autoptr (DlVerdict) verdict = dl_fabric_management_verdict (routes, NULL);

      g_assert_null (dl_fabric_management_verdict (hosts, NULL));
      g_assert_true (verdict->deadlock_free);
      /* Beside them, routes between hosts stay as they are. */
      g_assert_cmpmem (routes->port, fabric->n_hosts * fabric->n_switches, hosts->port,
                       fabric->n_hosts * fabric->n_switches);
    }
}

/* The port of @fabric's switch @from to the switch @to, by the table of the host there. */
static guint
port_towards (const DlFabricRoutes *routes, const char *from, const char *host)
{
  const DlFabric *fabric = routes->fabric;

  return routes->port[(gsize) dl_fabric_find (fabric, host) * fabric->n_switches
                      + dl_fabric_find (fabric, from) - fabric->n_hosts];
}

/* The ties of BookSim 2's anynet.cpp, by hand. From router 0 to node 1 there are two ways as short,
 * by routers 1 and 4, and by 2 and 3: of the routers before the last one, 3 is settled before 4,
 * although the other way begins with the lower router. Back, 1 is settled before 2. */
static void
test_dijkstra_ties (void)
{
  static const char text[] = "router 0 node 0 router 1 router 2\nrouter 1 router 4\n"
                             "router 2 router 3\nrouter 3 router 5\nrouter 4 router 5\n"
                             "router 5 node 1\n";
  g_autoptr (DlFabric) fabric = dl_fabric_anynet.read (text, -1, "ties", NULL, NULL, NULL);
  const DlFabricEngineOptions options = dl_fabric_engine_options_default ();
  g_autoptr (DlFabricRoutes) routes
      = dl_fabric_route (fabric, &dl_fabric_dijkstra, &options, NULL, NULL);
  g_autoptr (DlFabricRoutes) dor = dl_fabric_route (fabric, &dl_fabric_dor, &options, NULL, NULL);

  g_assert_true (dl_fabric_engine_find ("min") == &dl_fabric_dijkstra);
  g_assert_cmpuint (port_towards (routes, "router0", "node1"), ==, 3);
  g_assert_cmpuint (port_towards (dor, "router0", "node1"), ==, 2);
  g_assert_cmpuint (port_towards (routes, "router5", "node0"), ==, 3);
}

/* Cycles of channels, each direction its own, are what it makes least: compared with relaxing all
 * channels until nothing changes. */
static void
test_dijkstra_cycles (void)
{
  for (guint64 seed = 0; seed < TEST_ROUNDS (40); seed++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      const guint n = 6 + (guint) seed % 10;
      const DlFabricEngineOptions options = dl_fabric_engine_options_default ();
      g_autofree guint *best = g_new (guint, n);
      DlRng rng;

      dl_rng_init (&rng, seed);
      for (guint r = 0; r < n; r++)
        g_string_append_printf (text, "router %u node %u router %u %u router %u\n", r, r,
                                (r + 1) % n, 1 + (guint) dl_rng_below (&rng, 9),
                                (r + 2 + (guint) dl_rng_below (&rng, n - 3)) % n);
      g_autoptr (DlFabric) fabric
          = dl_fabric_anynet.read (text->str, -1, "cycles", NULL, NULL, NULL);
      g_autoptr (DlFabricRoutes) routes
          = dl_fabric_route (fabric, &dl_fabric_dijkstra, &options, NULL, NULL);
      g_autofree guint32 *channels = g_new (guint32, 2 * n + 4);

      for (guint from = 0; from < n; from++)
        {
          for (guint r = 0; r < n; r++)
            best[r] = r == from ? 0 : G_MAXUINT / 2;
          for (guint round = 0; round < n; round++)
            for (guint c = 0; c < fabric->n_channels; c++)
              if (dl_fabric_link_class (fabric, c) == DL_FABRIC_BETWEEN_SWITCHES)
                {
                  const guint a = fabric->channel_from[c] - n, b = fabric->channel_to[c] - n;

                  best[b] = MIN (best[b], best[a] + MAX (fabric->channel_cycles[c], 1));
                }
          for (guint to = 0; to < n; to++)
            {
              guint n_channels, cycles = 0;

              g_assert_cmpint (
                  dl_fabric_routes_walk (routes, from, to, 0, channels, &n_channels, NULL), ==,
                  DL_FABRIC_DELIVERED);
              for (guint i = 1; i + 1 < n_channels; i++)
                cycles += MAX (fabric->channel_cycles[channels[i]], 1);
              g_assert_cmpuint (cycles, ==, best[to]);
            }
        }
    }
}

/* Is there a cable that works from the switch of host @a to that of host @b, both of a level? */
static gboolean
is_beside (const DlFabric *fabric, guint a, guint b)
{
  const guint from = fabric->host_switch[a], to = fabric->host_switch[b];

  for (guint c = fabric->first[from]; c < fabric->first[from + 1]; c++)
    if (fabric->channel_to[c] == to && fabric->link_state[c] == DL_LINK_UP)
      return fabric->level[from - fabric->n_hosts] == fabric->level[to - fabric->n_hosts];
  return FALSE;
}

/* Every pair goes as in the tree without the cables inside levels, or by one of these alone. */
static void
check_beside (const DlFabricRoutes *routes, const DlFabricRoutes *tree)
{
  const guint H = routes->fabric->n_hosts;
  g_autofree guint32 *channels = g_new (guint32, 2 * routes->fabric->n_switches + 4);

  for (guint a = 0; a < H; a++)
    for (guint b = 0; b < H; b++)
      {
        guint n, n_tree;

        if (a == b)
          continue;
        g_assert_cmpint (dl_fabric_routes_walk (tree, a, b, 0, channels, &n_tree, NULL), ==,
                         DL_FABRIC_DELIVERED);
        g_assert_cmpint (dl_fabric_routes_walk (routes, a, b, 0, channels, &n, NULL), ==,
                         DL_FABRIC_DELIVERED);
        g_assert_cmpuint (n, ==, is_beside (routes->fabric, a, b) ? 3 : n_tree);
      }
}

/* Fat trees with some cables more inside levels, also parallel ones and rings of them; whole, and
 * with faults. */
static void
test_level_cables (void)
{
  static const char *const trees[]
      = { "2,5/1,2", "4,4/1,2", "2,3,3/1,2,3", "3,3,2/1,3,3", "4,3/1,2/1,2", "2,2,2,2/1,2,2,2" };

  for (guint64 seed = 0; seed < 90; seed++)
    {
      g_autoptr (DlFabric) plain = fabric_tree (trees[seed % G_N_ELEMENTS (trees)]);
      g_autoptr (DlFabric) fabric = dl_fabric_ref (plain), broken = NULL;
      g_autoptr (DlFabricRoutes) tree = route (plain, "ftree", 1, NULL), routes = NULL;
      g_autoptr (DlFabricRoutes) faulty = NULL;
      const gboolean ring = seed % 5 == 0;
      guint n_leaves = 0, n_more;
      DlRng rng;

      dl_rng_init (&rng, seed);
      while (n_leaves < plain->n_switches && plain->level[n_leaves] == 0)
        n_leaves++;
      n_more = ring ? n_leaves : 1 + (guint) dl_rng_below (&rng, 5);
      for (guint i = 0; i < n_more; i++)
        {
          guint s = ring ? i : (guint) dl_rng_below (&rng, plain->n_switches),
                t = (i + 1) % n_leaves;
          DlFabric *more;

          while (!ring && (t == s || plain->level[t] != plain->level[s]))
            {
              s = (guint) dl_rng_below (&rng, plain->n_switches);
              t = (guint) dl_rng_below (&rng, plain->n_switches);
            }
          more = fabric_with_cable (fabric, s, t);
          dl_fabric_unref (fabric);
          fabric = more;
        }
      fabric_check (fabric);
      g_assert_true (fabric->leveled);
      g_assert_cmpuint (fabric->n_level_cables, ==, n_more);
      g_assert_cmpmem (fabric->level, fabric->n_switches, plain->level, plain->n_switches);
      routes = route (fabric, "ftree", 1, NULL);
      check_routes (routes, seed);
      check_beside (routes, tree);
      broken = fabric_break_some (fabric, 1 + seed % 6, seed);
      faulty = route (broken, "ftree", 1, NULL);
      check_routes (faulty, seed);
    }
}

/* Without the cables inside levels these are in pieces, or have one level only. */
static void
test_no_tree (void)
{
  g_autoptr (DlFabric) hyperx = fabric_hyperx (2, (const guint[]) { 3, 4 }, 1, 2);
  g_autoptr (DlFabric) groups = dl_fabric_generate (
      "dragonfly-plus",
      &(DlFabricSpec) { .groups = 3, .leaves = 2, .spines = 2, .hosts_per_switch = 1 }, NULL);
  DlFabric *const fabrics[] = { hyperx, groups };

  for (guint i = 0; i < G_N_ELEMENTS (fabrics); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (fabrics[i]->leveled);
      g_assert_cmpuint (fabrics[i]->n_level_cables, ==, 0);
      g_assert_null (route (fabrics[i], "ftree", 1, &error));
      g_assert_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER);
    }
}

int
main (int argc, char **argv)
{
  const DlFabricEngine *const *engines;
  guint n;

  g_test_init (&argc, &argv, NULL);
  engines = dl_fabric_engines (&n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strconcat ("/fabric-engines/oracle/", engines[i]->id, NULL);

      g_assert_true (dl_fabric_engine_find (engines[i]->id) == engines[i]);
      /* Datelines are for tori only (test-fabric-torus.c). */
      if (engines[i] != &dl_fabric_lft && engines[i] != &dl_fabric_dateline)
        g_test_add_data_func (path, engines[i], test_oracle);
    }
  g_test_add_func ("/fabric-engines/oracle/lft", test_lft);
  g_test_add_func ("/fabric-engines/waves", test_waves);
  g_test_add_func ("/fabric-engines/bare", test_bare);
  g_test_add_func ("/fabric-engines/d-mod-k", test_d_mod_k);
  g_test_add_func ("/fabric-engines/ftree-counters", test_ftree_counters);
  g_test_add_func ("/fabric-engines/level-cables", test_level_cables);
  g_test_add_func ("/fabric-engines/no-tree", test_no_tree);
  g_test_add_func ("/fabric-engines/known", test_known);
  g_test_add_func ("/fabric-engines/dijkstra/ties", test_dijkstra_ties);
  g_test_add_func ("/fabric-engines/dijkstra/cycles", test_dijkstra_cycles);
  g_test_add_func ("/fabric-engines/layers", test_layers);
  g_test_add_func ("/fabric-engines/management", test_management);
  return g_test_run ();
}
