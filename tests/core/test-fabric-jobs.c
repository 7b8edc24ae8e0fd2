/* Jobs on a fabric: where rules and names place them, what pairs of a job load, held to walks of
 * each, what a run delivers, and what becomes of a placement that is written, read and reshaped. */
#include "dl-edit.h"
#include "dl-evaluate.h"
#include "dl-fabric-critical.h"
#include "dl-fabric-engine.h"
#include "dl-fabric-explain.h"
#include "dl-fabric-family-private.h"
#include "dl-fabric-places.h"
#include "dl-fabric-plan.h"
#include "dl-families.h"
#include "dl-field.h"
#include "dl-jobs.h"
#include "fabric-fixture.h"
#include "fabric-naive.h"
#include "test-rounds.h"

#include <math.h>
#include <string.h>

#define SEEDS 120

static DlJobs *
parse (const DlFabric *fabric, const char *text, guint64 seed)
{
  const DlSites sites = dl_fabric_sites (fabric);
  g_autoptr (GError) error = NULL;
  DlJobs *jobs = dl_jobs_parse (&sites, text, seed, NULL, &error);

  g_assert_no_error (error);
  return jobs;
}

/* Placement -------------------------------------------------------------------------------------
 */

/* Over leaf switches: an even share of the least used ones, whichever of the switches these are. */
static void
test_leaves (void)
{
  g_autoptr (DlFabric) fabric = fabric_tree ("4,4/1,4");
  const DlSites sites = dl_fabric_sites (fabric);
  g_autoptr (DlJobs) jobs = parse (fabric, "a:6:2 b:6:3 c:1:linear", 1);
  g_autofree guint *n_leaves = dl_jobs_count_groups (jobs, &sites);
  static const guint expected[3][4] = { { 3, 3, 0, 0 }, { 0, 1, 2, 3 }, { 1, 0, 0, 0 } };
  guint here[3][4] = { 0 };

  g_assert_cmpuint (jobs->n_jobs, ==, 3);
  g_assert_cmpuint (n_leaves[0], ==, 2);
  g_assert_cmpuint (n_leaves[1], ==, 3);
  for (guint h = 0; h < fabric->n_hosts; h++)
    if (jobs->job[h] != DL_NO_SET)
      here[jobs->job[h]][h / 4]++;
  /* Only two leaves have room for two of b: it also gets the one free host of a third. */
  g_assert_cmpmem (here, sizeof here, expected, sizeof expected);
}

/* Hosts of random fabrics are in any order of switches, some without a cable, some broken. */
static void
test_rules (void)
{
  guint n_spread = 0;

  for (guint64 seed = 0; seed < SEEDS; seed++)
    {
      g_autoptr (DlFabric) whole = fabric_random (seed);
      g_autoptr (DlFabric) fabric = fabric_break_some (whole, seed % 7, seed);
      const guint n = dl_fabric_count_working_hosts (fabric);
      g_autoptr (GHashTable) leaves = g_hash_table_new (NULL, NULL);
      g_autoptr (DlJobs) all = parse (fabric, "", seed), jobs = NULL;
      g_autofree char *text = NULL;
      guint over;

      for (guint h = 0; h < fabric->n_hosts; h++)
        {
          g_assert_cmpint (all->job[h] == 0, ==, dl_fabric_host_works (fabric, h));
          if (dl_fabric_host_works (fabric, h))
            g_hash_table_add (leaves, GUINT_TO_POINTER (fabric->host_switch[h]));
        }
      over = MIN (g_hash_table_size (leaves), n / 3);
      if (over == 0)
        continue;
      text = g_strdup_printf ("a:%u:%u b:%u:random c:%u:linear", over, over, n / 3,
                              n - over - n / 3);
      if (n - over - n / 3 == 0)
        continue;
      jobs = parse (fabric, text, seed);
      n_spread++;
      g_hash_table_remove_all (leaves);
      for (guint h = 0; h < fabric->n_hosts; h++)
        {
          g_assert_cmpint (jobs->job[h] != DL_NO_SET, ==, dl_fabric_host_works (fabric, h));
          if (jobs->job[h] == 0)
            g_assert_true (g_hash_table_add (leaves, GUINT_TO_POINTER (fabric->host_switch[h])));
        }
      g_assert_cmpuint (g_hash_table_size (leaves), ==, over);
      g_assert_cmpuint (jobs->jobs[1].n_nodes, ==, n / 3);
    }
  g_assert_cmpuint (n_spread, >, SEEDS / 2);
}

/* Names that hold what ends a name elsewhere, and such that look like something else. */
static DlFabric *
build_named (void)
{
  static const char *const names[] = { "plain",   "with blank", "a,b", "c:d;e", "back\\slash",
                                       "at@home", "12",         "0-1", "#x",    "n-1" };
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  const guint leaf = dl_fabric_builder_add_switch (builder, "leaf", 0, 0);
  g_autoptr (GError) error = NULL;
  DlFabric *fabric;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const DlFabricEnd end
          = { dl_fabric_builder_add_host (builder, names[i], i == 0 ? 0x1234 : 0), TRUE, 0 };

      g_assert_true (
          dl_fabric_builder_add_cable (builder, end, (DlFabricEnd) { leaf, FALSE, 0 }, &error));
    }
  fabric = dl_fabric_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return fabric;
}

static void
test_names (void)
{
  g_autoptr (DlFabric) fabric = build_named ();
  const DlSites sites = dl_fabric_sites (fabric);
  g_autoptr (DlJobs) jobs = parse (fabric,
                                   "a@plain,with\\ blank,a\\,b;b@c\\:d\\;e,back\\\\slash "
                                   "c@at@home,\\12,\\0-1 d@#x\ne@n-1\n",
                                   1);
  static const guint expected[] = { 0, 0, 0, 1, 1, 2, 2, 2, 3, 4 };
  g_autofree char *text = dl_jobs_to_text (jobs);
  g_autoptr (DlJobs) again = parse (fabric, text, 1);
  g_autoptr (DlJobs) guid = parse (fabric, "a@0x1234,1-3,9", 1);

  g_assert_cmpuint (jobs->n_jobs, ==, 5);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_assert_cmpuint (jobs->job[i], ==, expected[i]);
      g_assert_cmpuint (again->job[i], ==, expected[i]);
      g_assert_cmpuint (guid->job[i], ==, i < 4 || i == 9 ? 0 : DL_NO_SET);
    }
  /* Names of hosts are read as such, also with the signs of jobs. */
  g_assert_true (dl_jobs_are_ranks (&sites, "at@home\nplain\n"));
  g_assert_true (dl_jobs_are_ranks (&sites, "# some\nc\\:d\\;e\n"));
  g_assert_true (dl_jobs_are_ranks (&sites, "c:d;e\n"));
  g_assert_true (dl_jobs_are_ranks (&sites, "random"));
  g_assert_false (dl_jobs_are_ranks (&sites, "a@at@home\n"));
  g_assert_false (dl_jobs_are_ranks (&sites, "a:1:linear"));
  g_assert_false (dl_jobs_are_ranks (&sites, ""));
}

static void
test_bad (void)
{
  static const struct
  {
    const char *text;
    gint code;
    const char *part;
  } cases[] = {
    { "job", DL_JOBS_ERROR_SYNTAX, "“job” is not a job (expected job:384:48" },
    { "a@", DL_JOBS_ERROR_SYNTAX, "“a@”" },
    { "a@plain,", DL_JOBS_ERROR_SYNTAX, "“a@plain,”" },
    { "a@,plain", DL_JOBS_ERROR_SYNTAX, "“a@,plain”" },
    { "a\\ b:1:1", DL_JOBS_ERROR_SYNTAX, "is not a job" },
    { "a@2-1", DL_JOBS_ERROR_SYNTAX, "“a@2-1”" },
    { "a@nobody", DL_JOBS_ERROR_OUTSIDE, "does not have host “nobody”" },
    { "a@leaf", DL_JOBS_ERROR_OUTSIDE, "does not have host “leaf”" },
    { "a@1-2-3", DL_JOBS_ERROR_OUTSIDE, "does not have host “1-2-3”" },
    { "a@plain\\", DL_JOBS_ERROR_OUTSIDE, "does not have host" },
    { "a@10", DL_JOBS_ERROR_OUTSIDE, "no host 10 (expected 0 to 9)" },
    { "a@plain b@with\\ blank,0", DL_JOBS_ERROR_TWICE, "host 0 (plain) already has job “a”" },
    { "a@plain,plain", DL_JOBS_ERROR_TWICE, "already has job" },
    { "a:11:linear", DL_JOBS_ERROR_COUNT, "needs 11 hosts and only 10" },
    { "a:2:2", DL_JOBS_ERROR_COUNT, "needs 2 leaf switches and there are only 1" },
  };
  g_autoptr (DlFabric) fabric = build_named ();
  const DlSites sites = dl_fabric_sites (fabric);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlJobs) jobs = dl_jobs_parse (&sites, cases[i].text, 1, "f", &error);

      g_assert_null (jobs);
      g_assert_error (error, DL_JOBS_ERROR, cases[i].code);
      g_assert_true (g_str_has_prefix (error->message, "f:1: "));
      if (strstr (error->message, cases[i].part) == NULL)
        g_error ("%s: “%s”, not “%s”", cases[i].text, error->message, cases[i].part);
    }
}

/* Loads -----------------------------------------------------------------------------------------
 */

/* Some hosts in none, some sets of one host or of none. */
static DlDemand *
draw_sets (const DlFabric *fabric, guint64 seed, double weight)
{
  guint32 *set = g_new (guint32, fabric->n_hosts);
  const guint n_sets = seed % 9 == 0 ? 1 : 1 + seed % 5;
  DlRng rng;

  dl_rng_init (&rng, seed);
  for (guint h = 0; h < fabric->n_hosts; h++)
    set[h] = dl_fabric_host_works (fabric, h) && (seed % 9 == 0 || dl_rng_below (&rng, 6) > 0)
                 ? dl_rng_below (&rng, n_sets)
                 : DL_NO_SET;
  return dl_demand_new_sets (set, fabric->n_hosts, n_sets, weight);
}

/* The same pair by pair. */
static DlDemand *
list_pairs (const DlDemand *sets, guint n_hosts)
{
  DlDemand *demand = g_new0 (DlDemand, 1);

  demand->flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
  for (guint a = 0; a < n_hosts; a++)
    for (guint b = 0; b < n_hosts; b++)
      if (a != b && sets->set[a] != DL_NO_SET && sets->set[a] == sets->set[b])
        g_array_append_vals (demand->flows, &(DlFlow) { a, b, sets->set_weight }, 1);
  return demand;
}

static void
compare_to_walks (const DlFabricAnalysis *analysis, const DlDemand *pairs)
{
  const DlFabricRoutes *routes = analysis->routes;
  const guint C = routes->fabric->n_channels;
  Naive *naive = naive_new (routes, pairs->flows,
                            isnan (analysis->detour_share) ? 1 : analysis->detour_share);

  g_assert_cmpuint (analysis->n_pairs, ==, pairs->flows->len);
  g_assert_cmpuint (analysis->n_pairs, ==, naive->n_pairs);
  g_assert_cmpuint (analysis->n_unreachable, ==, naive->n_unreachable);
  g_assert_cmpfloat_with_epsilon (analysis->weight, naive->weight, 1e-6);
  if (naive->weight > 0)
    g_assert_cmpfloat_with_epsilon (analysis->mean_hops, naive->hops / naive->weight, 1e-9);
  if (routes->kind != DL_FABRIC_DETOURS)
    g_assert_cmpuint (analysis->max_hops, ==, naive->max_hops);
  for (guint layer = 0; layer < routes->n_layers; layer++)
    for (guint c = 0; c < C; c++)
      g_assert_cmpfloat_with_epsilon (dl_fabric_analysis_layer_load (analysis, c, layer),
                                      naive->load[layer * C + c], 1e-6);
  naive_free (naive);
}

/* Beside what walks say, all else that is said of the pairs one by one. */
static void
compare_to_pairs (const DlFabricAnalysis *analysis, const DlDemand *sets, const DlDemand *pairs)
{
  DlFabricRoutes *routes = analysis->routes;
  const DlFabric *fabric = routes->fabric;
  g_autoptr (DlFabricAnalysis) listed = dl_fabric_analysis_new (routes, pairs, NULL);
  double most = 0;

  g_assert_cmpfloat_with_epsilon (analysis->unreachable_weight, listed->unreachable_weight, 1e-6);
  /* The load is that of the hosts that send the most; of lists it is the mean host's. */
  for (guint h = 0; h < fabric->n_hosts; h++)
    {
      double sent = 0;

      for (guint i = 0; i < pairs->flows->len; i++)
        if (g_array_index (pairs->flows, DlFlow, i).source == h)
          sent += g_array_index (pairs->flows, DlFlow, i).weight;
      most = fmax (most, sent);
    }
  g_assert_cmpfloat_with_epsilon (analysis->sent, most, 1e-9);
  g_assert_cmpuint (analysis->all_unreachable, ==, listed->all_unreachable);
  g_assert_cmpint (analysis->deadlock_free, ==, listed->deadlock_free);
  for (guint c = 0; c < fabric->n_channels && routes->kind == DL_FABRIC_TABLES; c += 3)
    {
      g_autoptr (DlLinkFlows) a = dl_fabric_flows (routes, sets, c, NULL);
      g_autoptr (DlLinkFlows) b = dl_fabric_flows (routes, pairs, c, NULL);
      double sum = 0;

      for (guint h = 0; h < fabric->n_hosts; h++)
        {
          g_assert_cmpfloat (a->by_source[h], ==, b->by_source[h]);
          g_assert_cmpfloat (a->by_dest[h], ==, b->by_dest[h]);
          sum += a->by_dest[h];
        }
      g_assert_cmpfloat_with_epsilon (sum, dl_fabric_analysis_load (analysis, c), 1e-6);
    }
}

static void
test_loads (gconstpointer data)
{
  const DlFabricEngine *engine = data;
  guint n = 0, n_lost = 0;

  for (guint64 seed = 0; seed < SEEDS; seed++)
    {
      g_autoptr (DlFabric) fabric = fabric_random (seed);
      g_autoptr (DlFabric) broken = fabric_break_some (fabric, seed % 7, seed);
      DlFabricEngineOptions options = dl_fabric_engine_options_default ();
      g_autoptr (DlFabricRoutes) routes = NULL;
      g_autoptr (DlDemand) sets = draw_sets (broken, seed, 1 + seed % 3), pairs = NULL;
      g_autoptr (DlFabricAnalysis) analysis = NULL;

      options.layers = 15;
      routes = dl_fabric_route (broken, engine, &options, NULL, NULL);
      if (routes == NULL)
        continue;
      n++;
      pairs = list_pairs (sets, broken->n_hosts);
      analysis = dl_fabric_analysis_new (routes, sets, NULL);
      compare_to_walks (analysis, pairs);
      compare_to_pairs (analysis, sets, pairs);
      n_lost += analysis->n_unreachable > 0;
    }
  g_assert_cmpuint (n, >=, SEEDS / 7);
  if (engine != &dl_fabric_ftree)
    g_assert_cmpuint (n_lost, >, 0);
}

/* One job on all hosts is uniform traffic; without any job there is none. */
static void
test_extremes (void)
{
  g_autoptr (DlFabric) fabric = fabric_hyperx (2, (const guint[]) { 3, 3 }, 1, 2);
  const DlSites sites = dl_fabric_sites (fabric);
  const char *const engines[] = { "dor", "valiant", "random-up" };
  g_autoptr (DlJobs) all = parse (fabric, "", 1), none = parse (fabric, "# none\n", 1);
  g_autoptr (DlDemand) one = dl_jobs_demand (all, &sites), nobody = dl_jobs_demand (none, &sites);

  g_assert_cmpuint (one->n_sets, ==, 1);
  g_assert_cmpuint (nobody->n_sets, ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (engines); i++)
    {
      const DlFabricEngineOptions options = dl_fabric_engine_options_default ();
      g_autoptr (DlFabricRoutes) routes
          = dl_fabric_route (fabric, dl_fabric_engine_find (engines[i]), &options, NULL, NULL);
      g_autoptr (DlFabricAnalysis) a = dl_fabric_analysis_new (routes, one, NULL);
      g_autoptr (DlFabricAnalysis) b = dl_fabric_analysis_new (routes, NULL, NULL);
      g_autoptr (DlFabricAnalysis) c = dl_fabric_analysis_new (routes, nobody, NULL);

      g_assert_cmpuint (a->n_pairs, ==, b->n_pairs);
      g_assert_cmpuint (c->n_pairs, ==, 0);
      g_assert_cmpfloat (c->sent, ==, 0);
      for (guint channel = 0; channel < fabric->n_channels; channel++)
        {
          g_assert_cmpfloat_with_epsilon (dl_fabric_analysis_load (a, channel),
                                          dl_fabric_analysis_load (b, channel), 1e-9);
          g_assert_cmpfloat (dl_fabric_analysis_load (c, channel), ==, 0);
        }
    }
}

/* The part of jobs that one more broken cable or host leaves is the part of their pairs. */
static void
test_without (void)
{
  g_autoptr (DlFabric) fabric = fabric_tree ("3,3/1,2");
  const DlFabricEngineOptions options = dl_fabric_engine_options_default ();
  g_autoptr (DlFabricRoutes) routes
      = dl_fabric_route (fabric, &dl_fabric_ftree, &options, NULL, NULL);

  for (guint64 seed = 0; seed < TEST_ROUNDS (20); seed++)
    {
      g_autoptr (DlDemand) sets = draw_sets (fabric, seed, 1);
      g_autoptr (DlDemand) pairs = list_pairs (sets, fabric->n_hosts);
      g_autoptr (DlFabricAnalysis) analysis = dl_fabric_analysis_new (routes, sets, NULL);
      const guint32 host = seed % fabric->n_hosts, channel = seed * 3 % fabric->n_channels;
      const DlFabricFaults more = { .hosts = &host,
                                    .n_hosts = seed % 2,
                                    .channels = &channel,
                                    .n_channels = 1,
                                    .whole_cables = TRUE };
      DlCriticalFigures a, b;

      g_assert_true (dl_fabric_figures_without (analysis, sets, &more, &a, NULL));
      g_assert_true (dl_fabric_figures_without (analysis, pairs, &more, &b, NULL));
      g_assert_cmpuint (a.unreachable_pairs, ==, b.unreachable_pairs);
      g_assert_cmpfloat_with_epsilon (a.load_max, b.load_max, 1e-9);
      g_assert_true ((isnan (a.hops_mean) && isnan (b.hops_mean))
                     || fabs (a.hops_mean - b.hops_mean) < 1e-9);
    }
}

/* Simulated -------------------------------------------------------------------------------------
 */

static DlIqPlanOptions
plan_options (double load)
{
  return (DlIqPlanOptions) {
    .spec = fabric_iq_spec (4),
    .packet_flits = 3,
    .sent.burst = 1,
    .load = load,
    .seed = 1,
  };
}

static guint64
count_flits (DlIq *iq, const DlFabric *fabric, guint channel)
{
  DlIqPortCounters port;

  dl_iq_get_port (iq, fabric->channel_from[channel] - fabric->n_hosts,
                  fabric->channel_from_port[channel] - 1, &port);
  return port.flits;
}

/* Packets stay in their job, none is lost, and channels carry what the analysis expects. */
static void
test_simulated (void)
{
  g_autoptr (DlFabric) fabric = fabric_tree ("3,3/1,3");
  const DlSites sites = dl_fabric_sites (fabric);
  const DlFabricEngineOptions route_options = dl_fabric_engine_options_default ();
  g_autoptr (DlFabricRoutes) routes
      = dl_fabric_route (fabric, &dl_fabric_ftree, &route_options, NULL, NULL);
  g_autoptr (DlJobs) jobs = parse (fabric, "a@H0,H3,H6,H7 b@1,4,5 c@8", 1);
  g_autoptr (DlDemand) demand = dl_jobs_demand (jobs, &sites);
  g_autoptr (DlFabricAnalysis) analysis = dl_fabric_analysis_new (routes, demand, NULL);
  DlIqPlanOptions options = plan_options (0.1);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlIqPlan) plan = NULL;
  g_autoptr (DlIq) iq = NULL;
  const guint64 cycles = 60000;
  DlSimCounters counters;
  guint64 ejected = 0;

  options.sent.demand = demand;
  plan = fabric_iq_plan (routes, &options, &error);
  g_assert_no_error (error);
  iq = dl_iq_new (plan, 0);
  dl_iq_run (iq, cycles);
  dl_iq_get_counters (iq, &counters);
  for (guint c = 0; c < fabric->n_channels; c++)
    {
      const double expected
          = cycles * options.load / analysis->sent * dl_fabric_analysis_load (analysis, c);

      if (fabric->channel_from[c] < fabric->n_hosts)
        continue;
      if (fabric->channel_to[c] < fabric->n_hosts)
        ejected += count_flits (iq, fabric, c);
      /* Five standard deviations of so many packets of three flits. */
      if (expected == 0)
        g_assert_cmpuint (count_flits (iq, fabric, c), ==, 0);
      else
        g_assert_cmpfloat (fabs (count_flits (iq, fabric, c) - expected), <=,
                           5 * sqrt (3 * expected) + 20);
    }
  g_assert_cmpuint (counters.delivered, >, 1000);
  g_assert_cmpuint (counters.unreachable, ==, 0);
  /* Packets that have left are delivered, but for one at each host. */
  g_assert_cmpuint (ejected, >=, 3 * counters.delivered);
  g_assert_cmpuint (ejected, <=, 3 * (counters.delivered + fabric->n_hosts));
}

/* Scenarios -------------------------------------------------------------------------------------
 */

static DlScenario *
new_scenario (const char *traffic)
{
  g_autofree char *text = g_strconcat ("[scenario]\nformat=1\nkind=fabric\n[fabric]\nchildren=4;4\n"
                                       "parents=1;4\n[traffic]\n",
                                       traffic, NULL);
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_scenario_parse (text, -1, "test", NULL, &error);

  g_assert_no_error (error);
  return scenario;
}

static guint64
count_pairs (const DlScenario *scenario)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlEvaluation) result = dl_evaluation_new (scenario, 0, NULL, NULL, &error);

  g_assert_no_error (error);
  return result->findings.pairs;
}

static void
test_written (void)
{
  static const struct
  {
    const char *traffic;
    guint64 pairs;
  } cases[] = {
    { "pattern=jobs\n", 16 * 15 },
    { "pattern=jobs\nplacement=a:4:2;b:3:random\n", 4 * 3 + 3 * 2 },
    { "pattern=jobs\nplacement=a@H0,\\\\H1,H2 b@8-10\n", 3 * 2 + 3 * 2 },
    { "pattern=jobs\nplacement=a:4:2\nmessage-bytes=64\n", 4 * 3 },
    { "pattern=all-to-all\nplacement=a:4:2 b@15,H14\nmessage-bytes=64\n", 4 * 3 + 2 },
    { "pattern=all-to-all\nplacement=H3\\nH1\\nH2\\n\nmessage-bytes=64\n", 3 * 2 },
    { "pattern=allreduce\nplacement=H3\\nH1\\n\nmessage-bytes=64\n", 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DlScenario) scenario = new_scenario (cases[i].traffic);
      g_autofree char *text = dl_scenario_to_text (scenario, FALSE);
      g_autoptr (GError) error = NULL;
      g_autoptr (DlScenario) back = dl_scenario_parse (text, -1, "test", NULL, &error);

      g_assert_no_error (error);
      g_assert_true (dl_scenario_equal (back, scenario));
      g_assert_cmpuint (count_pairs (scenario), ==, cases[i].pairs);
      g_assert_cmpuint (count_pairs (back), ==, cases[i].pairs);
    }
}

/* All to all of ranks: as many packets per pair as the program itself sends. */
static void
test_weights (void)
{
  g_autoptr (DlScenario) scenario = new_scenario (
      "pattern=all-to-all\nplacement=H3\\nH1\\nH9\\n\nmessage-bytes=100\npacket-flits=5\n");
  g_autoptr (DlFabric) fabric = dl_family_fabric.build (scenario, NULL);
  const DlSites sites = dl_fabric_sites (fabric);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlWorkload) workload
      = dl_scenario_workload (scenario, &sites, dl_packet_shape_seastar (5), 1, NULL, &error);
  g_autoptr (DlDemand) listed = dl_workload_demand (workload);
  g_autoptr (DlDemand) demand = dl_scenario_fabric_demand (scenario, fabric, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (listed->flows->len, ==, dl_demand_count_set_pairs (demand));
  for (guint i = 0; i < listed->flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (listed->flows, DlFlow, i);

      /* Four flits of 8 bytes each. */
      g_assert_cmpfloat (flow->weight, ==, 4);
      g_assert_cmpfloat (demand->set_weight, ==, 4);
      g_assert_true (demand->set[flow->source] == 0 && demand->set[flow->dest] == 0);
    }
}

/* Messages of a length: each pair of a job has its packets, once, and then nothing comes. */
static void
test_program (void)
{
  static const char *const traffic[]
      = { "pattern=jobs\nplacement=a:7:3 b:5:random\nmessage-bytes=40\npacket-flits=3\n",
          "pattern=all-to-all\nplacement=a:7:3 b:5:random\nmessage-bytes=40\npacket-flits=3\n"
          "order=random\n" };

  for (guint i = 0; i < G_N_ELEMENTS (traffic); i++)
    {
      g_autoptr (DlScenario) scenario = new_scenario (traffic[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (DlFabricRoutes) routes = dl_fabric_family_route (scenario, NULL, &error);
      g_autoptr (DlDemand) demand
          = dl_scenario_fabric_demand (scenario, routes->fabric, NULL, &error);
      g_autoptr (DlWorkload) workload
          = dl_fabric_workload (scenario, routes->fabric, 1, NULL, &error);
      DlIqPlanOptions options = plan_options (0);
      g_autoptr (DlIqPlan) plan = NULL;
      g_autoptr (DlIq) iq = NULL;
      DlSimCounters counters;

      g_assert_no_error (error);
      g_assert_true (dl_scenario_is_program (scenario));
      /* 16 bytes in each packet. */
      g_assert_cmpfloat (demand->set_weight, ==, 3);
      g_assert_cmpuint (dl_demand_count_set_pairs (demand), ==, 7 * 6 + 5 * 4);
      g_assert_cmpuint (workload->n_packets, ==, 3 * (7 * 6 + 5 * 4));
      options.sent.workload = workload;
      plan = fabric_iq_plan (routes, &options, &error);
      g_assert_no_error (error);
      iq = dl_iq_new (plan, 0);
      /* Nobody waits for packets, and yet the program is not over before the last one is there. */
      while (dl_iq_program_done (iq) == G_MAXUINT64 && dl_iq_cycle (iq) < 5000)
        dl_iq_run (iq, 1);
      dl_iq_get_counters (iq, &counters);
      g_assert_cmpuint (dl_iq_program_done (iq), ==, dl_iq_cycle (iq) - 1);
      g_assert_cmpuint (counters.delivered, ==, workload->n_packets);
      g_assert_cmpuint (counters.created, ==, workload->n_packets);
    }
}

/* Structures that have the hosts keep a placement, others do not. */
static void
test_reshaped (void)
{
  static const struct
  {
    const char *placement, *children;
    gboolean stays;
  } cases[] = {
    { "a:8:2", "4;8", TRUE },   { "a:8:4", "4;3", FALSE },    { "a:16:linear", "4;3", FALSE },
    { "a@H2,H3", "4;3", TRUE }, { "a@H2,H15", "4;3", FALSE }, { "a@0-11", "4;3", TRUE },
    { "a@0-12", "4;3", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *traffic
          = g_strdup_printf ("pattern=jobs\nplacement=%s\n", cases[i].placement);
      g_autoptr (DlScenario) scenario = new_scenario (traffic);
      const DlField *field = dl_field_find ("fabric", "children");
      g_autoptr (GPtrArray) edits
          = dl_family_fabric.reshape (scenario, field, cases[i].children, NULL);
      g_autoptr (GError) error = NULL;

      g_assert_true (dl_scenario_apply (scenario, edits, NULL, NULL, &error));
      g_assert_no_error (error);
      g_assert_cmpstr (scenario->traffic.placement, ==, cases[i].stays ? cases[i].placement : "");
    }
}

int
main (int argc, char **argv)
{
  const DlFabricEngine *const *engines;
  guint n;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fabric-jobs/leaves", test_leaves);
  g_test_add_func ("/fabric-jobs/rules", test_rules);
  g_test_add_func ("/fabric-jobs/names", test_names);
  g_test_add_func ("/fabric-jobs/bad", test_bad);
  engines = dl_fabric_engines (&n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("/fabric-jobs/loads/%s", engines[i]->id);

      /* Datelines are for tori only (test-fabric-torus.c). */
      if (engines[i] != &dl_fabric_lft && engines[i] != &dl_fabric_dateline)
        g_test_add_data_func (path, engines[i], test_loads);
    }
  g_test_add_func ("/fabric-jobs/extremes", test_extremes);
  g_test_add_func ("/fabric-jobs/without", test_without);
  g_test_add_func ("/fabric-jobs/simulated", test_simulated);
  g_test_add_func ("/fabric-jobs/written", test_written);
  g_test_add_func ("/fabric-jobs/weights", test_weights);
  g_test_add_func ("/fabric-jobs/program", test_program);
  g_test_add_func ("/fabric-jobs/reshaped", test_reshaped);
  return g_test_run ();
}
