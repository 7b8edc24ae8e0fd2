/* Effective bisection bandwidth, and what breaking cables and switches does. */
#include "dl-fabric-analysis.h"
#include "dl-fabric-critical.h"
#include "dl-fabric-engine.h"
#include "fabric-fixture.h"

#include <math.h>
#include <string.h>

static DlFabricRoutes *
route (DlFabric *fabric, const char *engine)
{
  DlFabricEngineOptions options = dl_fabric_engine_options_default ();
  g_autoptr (GError) error = NULL;
  DlFabricRoutes *routes
      = dl_fabric_route (fabric, dl_fabric_engine_find (engine), &options, NULL, &error);

  g_assert_no_error (error);
  return routes;
}

/* One switch is a crossbar; one cable between two halves is shared by all pairs that cross it; in a
 * tree it lies in between, as Hoefler et al. found. The same for a seed. */
static void
test_bisection (void)
{
  static const struct
  {
    const char *tree;
    double least, most;
  } trees[] = {
    { "8/1", 1, 1 },
    { "4,4/1,4", 0.55, 0.999 },
    { "4,4/1,1", 0.2, 0.7 }, /* tapered 4:1 */
    { "8,8,4/1,8,8", 0.4, 0.8 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (trees); i++)
    {
      g_autoptr (DlFabric) fabric = fabric_tree (trees[i].tree);
      g_autoptr (DlFabricRoutes) routes = route (fabric, "ftree"), random = NULL;
      DlFabricBisection a, b;

      g_assert_true (dl_fabric_bisection (routes, 200, 7, &a, NULL));
      g_assert_true (dl_fabric_bisection (routes, 200, 7, &b, NULL));
      g_test_message ("%s: %g, least %g, sd %g", trees[i].tree, a.mean, a.least, a.sd);
      g_assert_cmpuint (a.n_trials, ==, 200);
      g_assert_cmpfloat (a.mean, ==, b.mean);
      g_assert_cmpfloat (a.mean, >=, trees[i].least);
      g_assert_cmpfloat (a.mean, <=, trees[i].most);
      g_assert_cmpfloat (a.least, <=, a.mean);
    }
}

/* Two switches, two hosts each, one cable: of the six ways to halve them, two send both pairs over
 * the cable in one direction (1/2 each), and of the other four, half of the matchings send one pair
 * each way, half none: 1/3 x 1/2 + 2/3 x 1. */
static void
test_bisection_exact (void)
{
  g_autoptr (DlFabric) fabric = fabric_hyperx (1, (const guint[]) { 2 }, 1, 2);
  g_autoptr (DlFabricRoutes) routes = route (fabric, "min-hop");
  DlFabricBisection found;

  g_assert_true (dl_fabric_bisection (routes, 40000, 1, &found, NULL));
  g_assert_cmpfloat_with_epsilon (found.mean, 5.0 / 6, 0.01);
}

/* All bisections --------------------------------------------------------------------------------
 */

#define MOST 8 /* hosts whose permutations are gone through */

/* The routes from one host to another, as many as there are picks. */
typedef struct
{
  guint n;
  guint32 channels[16];
} Way;

typedef struct
{
  const DlFabric *fabric;
  guint n, n_picks;  /* working hosts; routes per pair */
  Way *ways;         /* (n x n x n_picks) */
  guint32 *load;     /* (n_channels) */
  guint order[MOST]; /* a permutation: the first half sends to the second */
  guint picks[MOST]; /* of each pair */
  double sum, squares, least;
  guint64 n_trials;
} Every;

/* Share of a pair: 1 over the most pairs on a channel of its route; the mean over pairs. */
static void
judge (Every *every)
{
  const guint n_pairs = every->n / 2;
  double mean = 0;

  for (guint pass = 0; pass < 3; pass++)
    for (guint i = 0; i < n_pairs; i++)
      {
        const guint pair = every->order[i] * every->n + every->order[n_pairs + i];
        const Way *way = &every->ways[pair * every->n_picks + every->picks[i]];
        guint most = 0;

        for (guint k = 0; k < way->n; k++)
          if (pass == 0)
            every->load[way->channels[k]]++;
          else if (pass == 1)
            most = MAX (most, every->load[way->channels[k]]);
          else
            every->load[way->channels[k]] = 0;
        if (most > 0)
          mean += 1.0 / most / n_pairs;
      }
  every->sum += mean;
  every->squares += mean * mean;
  every->least = MIN (every->least, mean);
  every->n_trials++;
}

static void
pick_all (Every *every, guint pair)
{
  if (pair == every->n / 2)
    {
      judge (every);
      return;
    }
  for (every->picks[pair] = 0; every->picks[pair] < every->n_picks; every->picks[pair]++)
    pick_all (every, pair + 1);
}

/* All permutations that keep the first @at places. */
static void
permute_all (Every *every, guint at)
{
  if (at == every->n)
    {
      pick_all (every, 0);
      return;
    }
  for (guint i = at; i < every->n; i++)
    {
      const guint first = every->order[at], other = every->order[i];

      every->order[at] = other;
      every->order[i] = first;
      permute_all (every, at + 1);
      every->order[at] = first;
      every->order[i] = other;
    }
}

static void
find_ways (Every *every, const DlFabricRoutes *routes)
{
  const DlFabric *fabric = routes->fabric;
  g_autofree guint32 *channels = g_new (guint32, 2 * fabric->n_switches + 4);
  guint hosts[MOST];

  for (guint h = 0; h < fabric->n_hosts; h++)
    if (dl_fabric_host_works (fabric, h))
      {
        g_assert_cmpuint (every->n, <, MOST);
        every->order[every->n] = every->n;
        hosts[every->n++] = h;
      }
  every->ways = g_new0 (Way, every->n * every->n * every->n_picks);
  for (guint i = 0; i < every->n * every->n * every->n_picks; i++)
    {
      const guint pair = i / every->n_picks;
      Way *way = &every->ways[i];

      if (pair / every->n == pair % every->n)
        continue;
      if (dl_fabric_routes_walk (routes, hosts[pair / every->n], hosts[pair % every->n],
                                 i % every->n_picks, channels, &way->n, NULL)
          != DL_FABRIC_DELIVERED)
        way->n = 0;
      g_assert_cmpuint (way->n, <=, G_N_ELEMENTS (way->channels));
      memcpy (way->channels, channels, way->n * sizeof *channels);
    }
}

/* A copy of @fabric with all hosts broken but the first. */
static DlFabric *
thin_out (DlFabric *fabric)
{
  g_autofree guint32 *hosts = g_new (guint32, fabric->n_hosts);
  guint n = 0;

  for (guint h = MOST; h < fabric->n_hosts; h++)
    hosts[n++] = h;
  return dl_fabric_new_broken (fabric, &(DlFabricFaults) { .hosts = hosts, .n_hosts = n });
}

/* The mean over random bisections is that over every permutation of the hosts and every choice of
 * routes, within five standard errors of the mean; and none is worse than the worst. */
static void
test_bisection_oracle (void)
{
  static const struct
  {
    const char *name, *engine;
    guint n_picks; /* routes per pair at most, all as likely */
  } cases[] = {
    { "4,2/1,2", "ftree", 1 },     { "2,4/1,1", "ftree", 1 },       { "7,1/1,2", "min-hop", 1 },
    { "2,2,2/1,2,2", "ftree", 1 }, { "2,2,2/1,2,1", "up-down", 1 }, { "2,3/1,2", "random-up", 2 },
    { "3,2/1,3", "random-up", 3 }, { "slim-fly", "min-hop", 1 },    { "slim-fly", "lash", 1 },
    { "random", "min-hop", 1 },    { "random", "up-down", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const gboolean slim = g_str_equal (cases[i].name, "slim-fly");
      const DlFabricSpec fly = { .q = 5, .hosts_per_switch = 3 };
      const DlFabricSpec random = { .switches = 7, .degree = 4, .hosts_per_switch = 1, .seed = 3 };
      g_autoptr (DlFabric) whole = slim ? dl_fabric_generate ("slim-fly", &fly, NULL)
                                   : g_str_equal (cases[i].name, "random")
                                       ? dl_fabric_generate ("random-regular", &random, NULL)
                                       : fabric_tree (cases[i].name);
      g_autoptr (DlFabric) fabric = thin_out (whole);
      g_autoptr (DlFabricRoutes) routes = route (fabric, cases[i].engine);
      Every every = { .fabric = fabric, .n_picks = cases[i].n_picks, .least = 1 };
      DlFabricBisection found;
      double mean, error;

      every.load = g_new0 (guint32, fabric->n_channels);
      find_ways (&every, routes);
      permute_all (&every, 0);
      g_assert_true (dl_fabric_bisection (routes, 4000, 1, &found, NULL));
      mean = every.sum / every.n_trials;
      error = sqrt (MAX (every.squares / every.n_trials - mean * mean, 0) / 4000);
      g_test_message ("%s, %s, %u hosts: %g, of all %g (standard error %g), least %g of %g",
                      cases[i].name, cases[i].engine, every.n, found.mean, mean, error, found.least,
                      every.least);
      g_assert_cmpfloat (fabs (found.mean - mean), <=, 5 * error + 1e-9);
      g_assert_cmpfloat (found.least, >=, every.least - 1e-9);
      g_assert_cmpfloat_with_epsilon (found.sd, error * sqrt (4000), 0.05);
      g_free (every.ways);
      g_free (every.load);
    }
}

static void
test_critical (void)
{
  /* A chain of three switches: every cable and the middle switch cut it. */
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  g_autoptr (DlFabric) chain = NULL, tree = fabric_tree ("4,4/1,2");
  g_autoptr (DlFabricRoutes) routes = NULL, tree_routes = route (tree, "up-down");
  g_autoptr (DlFabricAnalysis) analysis = NULL, tree_analysis = NULL;
  g_autoptr (DlCritical) critical = NULL, mild = NULL, switches = NULL;
  DlCriticalOptions of_switches = dl_critical_options_default ();

  for (guint s = 0; s < 3; s++)
    {
      dl_fabric_builder_add_switch (builder, NULL, 0, 0);
      dl_fabric_builder_add_host (builder, NULL, 0);
      dl_fabric_builder_add_cable (builder, (DlFabricEnd) { s, FALSE, 0 },
                                   (DlFabricEnd) { s, TRUE, 0 }, NULL);
      if (s > 0)
        dl_fabric_builder_add_cable (builder, (DlFabricEnd) { s - 1, FALSE, 0 },
                                     (DlFabricEnd) { s, FALSE, 0 }, NULL);
    }
  chain = dl_fabric_builder_finish (builder, NULL, NULL);
  routes = route (chain, "min-hop");
  analysis = dl_fabric_analysis_new (routes, NULL, NULL);
  critical = dl_fabric_critical (analysis, NULL, dl_critical_options_default (), NULL);
  g_assert_cmpuint (critical->n_cables, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpint (critical->cables[i].class, ==, DL_CRITICAL_CUT);
      g_assert_cmpint (critical->cables[i].undelivered_more, ==, 4);
    }
  of_switches.of = DL_CRITICAL_ROUTERS;
  switches = dl_fabric_critical (analysis, NULL, of_switches, NULL);
  g_assert_cmpuint (switches->n_cables, ==, 3);
  g_assert_cmpuint (switches->cables[0].link, ==, 1);
  g_assert_cmpint (switches->cables[0].undelivered_more, ==, 2);
  g_assert_cmpint (switches->cables[1].undelivered_more, ==, 0);
  g_assert_cmpuint (switches->cables[1].figures.nodes_lost, ==, 1);
  g_assert_true (dl_critical_find_place (switches, dl_place_router (1)) == &switches->cables[0]);
  g_assert_null (dl_critical_find_place (switches, dl_place_link (0)));
  g_assert_null (dl_critical_find (switches, 0));

  tree_analysis = dl_fabric_analysis_new (tree_routes, NULL, NULL);
  mild = dl_fabric_critical (tree_analysis, NULL, dl_critical_options_default (), NULL);
  g_assert_cmpuint (mild->n_cables, ==, 8);
  for (guint i = 0; i < mild->n_cables; i++)
    {
      g_assert_cmpint (mild->cables[i].class, ==, DL_CRITICAL_LOAD);
      g_assert_cmpfloat (mild->cables[i].figures.load_max, >, mild->base.load_max);
    }
}

/* An engine that refuses without the cable delivers nothing then: that of some, not of all. */
static void
test_refused (void)
{
  g_autoptr (DlFabric) torus = fabric_torus (2, (const guint[]) { 4, 4 }, 1);
  g_autoptr (DlFabricRoutes) least = route (torus, "lash"), exact = NULL;
  DlFabricEngineOptions options = dl_fabric_engine_options_default ();
  g_autoptr (DlFabricAnalysis) analysis = NULL;
  guint n_refused = 0, n_cables = 0;

  options.layers = least->n_layers;
  exact = dl_fabric_route (torus, &dl_fabric_lash, &options, NULL, NULL);
  analysis = dl_fabric_analysis_new (exact, NULL, NULL);
  for (guint32 c = 0; c < torus->n_channels; c++)
    {
      const DlFabricFaults more = { .channels = &c, .n_channels = 1, .whole_cables = TRUE };
      g_autoptr (DlFabric) broken = NULL;
      g_autoptr (DlFabricRoutes) again = NULL;
      DlCriticalFigures figures;

      if (torus->channel_from[c] < torus->n_hosts || torus->channel_to[c] < torus->n_hosts)
        continue;
      broken = dl_fabric_new_broken (torus, &more);
      again = dl_fabric_route (broken, &dl_fabric_lash, &options, NULL, NULL);
      g_assert_true (dl_fabric_figures_without (analysis, NULL, &more, &figures, NULL));
      g_assert_true (figures.deadlock_free);
      g_assert_cmpuint (figures.unreachable_pairs, ==, again == NULL ? analysis->n_pairs : 0);
      n_refused += again == NULL;
      n_cables++;
    }
  g_assert_cmpuint (n_refused, >, 0);
  g_assert_cmpuint (n_refused, <, n_cables);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fabric-breaks/bisection", test_bisection);
  g_test_add_func ("/fabric-breaks/bisection-exact", test_bisection_exact);
  g_test_add_func ("/fabric-breaks/bisection-oracle", test_bisection_oracle);
  g_test_add_func ("/fabric-breaks/critical", test_critical);
  g_test_add_func ("/fabric-breaks/refused", test_refused);
  return g_test_run ();
}
