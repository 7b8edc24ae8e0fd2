/* Rates of links: what files and keys say, loads over capacity by a walk of every pair, links that
 * are slower than their neighbors, and slower links in the input-queued router. */
#include "dl-edit.h"
#include "dl-evaluate.h"
#include "dl-fabric-engine.h"
#include "dl-fabric-family-private.h"
#include "dl-fabric-scenario.h"
#include "dl-link-changes.h"
#include "dl-slow-links.h"
#include "fabric-fixture.h"
#include "fabric-naive.h"
#include "iq-fixture.h"
#include "test-rounds.h"

#include <math.h>
#include <string.h>

/* Texts ---------------------------------------------------------------------------------------- */

static void
test_texts (void)
{
  static const struct
  {
    const char *text;
    double gbps; /* 0: it is not a rate */
    const char *key, *shown;
  } cases[] = {
    { "4xEDR", 100, "4xEDR", "4xEDR" },
    { "2xHDR", 100, "2xHDR", "2xHDR" },
    { "4xDDR", 16, "4xDDR", "4xDDR" },
    { "1xSDR", 2, "1xSDR", "1xSDR" },
    { "4xFDR10", 40, "4xFDR10", "4xFDR10" },
    { "4xFDR", 54.56, "4xFDR", "4xFDR" },
    { "12xQDR", 96, "12xQDR", "12xQDR" },
    { "8xXDR", 1600, "8xXDR", "8xXDR" },
    { "4xndr", 400, "4xNDR", "4xNDR" },
    { "100", 100, "100", "100 Gb/s" },
    { "12.5", 12.5, "12.5", "12.5 Gb/s" },
    { "0", 0 },
    { "-4", 0 },
    { "4x", 0 },
    { "4xZDR", 0 },
    { "3xEDR", 0 },
    { "", 0 },
    { "100G", 0 },
    { "4xEDR ", 0 },
    { "1e9", 0 },
    { "nan", 0 },
    { "EDR", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DlRate rate = { 0 };
      const gboolean good = dl_rate_parse (cases[i].text, &rate);
      g_autofree char *key = dl_rate_key (rate);
      g_autofree char *shown = dl_rate_text (rate);

      g_assert_cmpint (good, ==, cases[i].gbps > 0);
      g_assert_cmpfloat_with_epsilon (rate.gbps, cases[i].gbps, 1e-12);
      g_assert_cmpstr (key, ==, good ? cases[i].key : "");
      g_assert_cmpstr (shown, ==, cases[i].shown);
    }
}

/* Files ---------------------------------------------------------------------------------------- */

#define LINE(port, far, far_port, name, rate)                                                      \
  "[" port "]\t\"" far "\"[" far_port "]\t\t# \"" name "\" lid 1" rate "\n"
#define LEFT  "Switch\t8 \"S-a1\"\t\t# \"left\" base port 0 lid 1 lmc 0\n"
#define RIGHT "Switch\t8 \"S-b1\"\t\t# \"right\" base port 0 lid 2 lmc 0\n"

static DlFabric *
read_fabric (const char *text, DlFabricReport *report)
{
  g_autoptr (GError) error = NULL;
  DlFabric *fabric = dl_fabric_ibnetdiscover.read (text, -1, "rates", NULL, report, &error);

  g_assert_no_error (error);
  return fabric;
}

static guint
channel_of (const DlFabric *fabric, const char *name)
{
  guint channel;

  g_assert_true (dl_fabric_parse_channel (fabric, name, &channel, NULL));
  return channel;
}

/* Both directions have the slower of what their ends state, hosts without a section what the other
 * end does; a fabric whose cables are all as fast is as one without rates. */
static void
test_read (void)
{
  static const char text[] = LEFT LINE ("1", "H-c1", "1", "h1 x", " 4xEDR")
      LINE ("2", "H-c2", "1", "h2 x", " 4xZDR") LINE ("7", "S-b1", "7", "right", " 4xEDR")
          RIGHT LINE ("1", "H-c3", "1", "h3 x", "") LINE ("7", "S-a1", "7", "left", " 4xDDR");
  static const char even[]
      = LEFT LINE ("1", "H-c1", "1", "h1 x", " 4xEDR") LINE ("2", "H-c2", "1", "h2 x", " 2xHDR");
  DlFabricReport report = { 0 };
  g_autoptr (DlFabric) fabric = read_fabric (text, &report);
  g_autoptr (DlFabric) same = read_fabric (even, NULL);
  const DlGraph *graph = fabric->graph;
  guint n_rates = 0;

  g_assert_cmpfloat (dl_graph_capacity (graph, channel_of (fabric, "left:7")), ==, 0.16);
  g_assert_cmpfloat (dl_graph_capacity (graph, channel_of (fabric, "right:7")), ==, 0.16);
  g_assert_cmpfloat (dl_graph_capacity (graph, channel_of (fabric, "h1 x:1")), ==, 1);
  g_assert_cmpfloat (graph->link_rate[channel_of (fabric, "h1 x:1")].gbps, ==, 100);
  /* Not known, and not stated. */
  g_assert_cmpfloat (graph->link_rate[channel_of (fabric, "left:2")].gbps, ==, 0);
  g_assert_cmpfloat (dl_graph_capacity (graph, channel_of (fabric, "left:2")), ==, 1);
  g_assert_cmpfloat (dl_graph_capacity (graph, channel_of (fabric, "h3 x:1")), ==, 1);
  for (guint i = 0; i < report.notes->len; i++)
    n_rates += strstr (g_array_index (report.notes, DlFabricNote, i).problem, "xZDR") != NULL
               || strstr (g_array_index (report.notes, DlFabricNote, i).problem, "4xDDR") != NULL;
  g_assert_cmpuint (n_rates, ==, 2);
  g_assert_null (same->graph->link_capacity);
  g_assert_cmpfloat (same->graph->link_rate[0].gbps, ==, 100);
  dl_fabric_report_clear (&report);
}

/* Loads ---------------------------------------------------------------------------------------- */

/* Some channels of @fabric slower, cables in both directions; a share for each. */
static DlFabric *
slow_down (DlFabric *fabric, guint64 seed)
{
  static const double shares[] = { 1, 1, 1, 0.5, 0.25, 0.16, 0.75 };
  DlFabric *copy = dl_fabric_new_broken (fabric, &(DlFabricFaults) { 0 });
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (DlLinkChange));
  DlRng rng;

  dl_rng_init (&rng, seed);
  for (guint c = 0; c < fabric->n_channels; c++)
    {
      DlLinkChange change = { .link = c, .share = shares[dl_rng_below (&rng, 7)] };

      if (fabric->channel_back[c] != DL_FABRIC_NONE && fabric->channel_back[c] < c)
        change.share = g_array_index (changes, DlLinkChange, fabric->channel_back[c]).share;
      g_array_append_val (changes, change);
    }
  g_assert_true (dl_link_changes_apply (copy->graph, NULL, changes, 0, NULL));
  return copy;
}

/* Pairs of @fabric one by one: what is on each channel over its capacity. */
static void
test_loads (void)
{
  const DlFabricEngine *const *engines;
  guint n, n_tried = 0;

  engines = dl_fabric_engines (&n);
  for (guint64 seed = 0; seed < (TEST_SANITIZED ? 6 : 24); seed++)
    for (guint i = 1; i < n; i++)
      {
        g_autoptr (DlFabric) whole = fabric_random (seed);
        g_autoptr (DlFabric) slower = slow_down (whole, seed);
        g_autoptr (DlFabric) fabric
            = seed % 2 > 0 ? fabric_break_some (slower, 2, seed) : dl_fabric_ref (slower);
        DlFabricEngineOptions options = dl_fabric_engine_options_default ();
        g_autoptr (DlFabricRoutes) routes
            = dl_fabric_route (fabric, engines[i], &options, NULL, NULL);
        g_autoptr (DlFabricAnalysis) analysis = NULL;
        double most = 0;
        Naive *naive;

        if (routes == NULL || engines[i] == &dl_fabric_ugal || engines[i] == &dl_fabric_adaptive_up)
          continue; /* their loads are bounds */
        analysis = dl_fabric_analysis_new (routes, NULL, NULL);
        naive = naive_new (routes, NULL, 1);
        n_tried++;
        for (guint c = 0; c < fabric->n_channels; c++)
          {
            double load = 0;

            for (guint layer = 0; layer < routes->n_layers; layer++)
              load += naive->load[layer * fabric->n_channels + c];
            load /= dl_graph_capacity (slower->graph, c);
            g_assert_cmpfloat_with_epsilon (dl_fabric_analysis_load (analysis, c), load, 1e-6);
            most = MAX (most, load);
          }
        g_assert_cmpfloat_with_epsilon (dl_fabric_analysis_full_at (analysis, NULL),
                                        most > 0 ? MIN (analysis->sent / most, 1) : INFINITY, 1e-9);
        naive_free (naive);
      }
  g_assert_cmpuint (n_tried, >, 20);
}

/* Scenarios ------------------------------------------------------------------------------------ */

static DlEvaluation *
evaluate (const char *const *settings, GError **error)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  for (guint i = 0; settings[i] != NULL; i++)
    g_assert_true (dl_edits_parse_assignment (edits, settings[i], NULL));
  return dl_scenario_apply (scenario, edits, NULL, NULL, error)
             ? dl_evaluation_new (scenario, 0, NULL, NULL, error)
             : NULL;
}

#define TREE                                                                                       \
  "scenario.kind=fabric", "fabric.source=fat-tree", "fabric.children=4;4", "fabric.parents=1;4"

static void
test_keys (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlEvaluation) plain = evaluate ((const char *[]) { TREE, NULL }, NULL);
  g_autoptr (DlEvaluation) by_level
      = evaluate ((const char *[]) { TREE, "fabric.rates=4xHDR;4xNDR", NULL }, NULL);
  g_autoptr (DlEvaluation) even
      = evaluate ((const char *[]) { TREE, "fabric.rates=4xHDR", NULL }, NULL);
  g_autoptr (DlEvaluation) against = evaluate (
      (const char *[]) { TREE, "fabric.rates=4xHDR", "fabric.reference-rate=4xNDR", NULL }, NULL);
  g_autoptr (DlEvaluation) cable
      = evaluate ((const char *[]) { TREE, "fabric.link-rates=L1-0:5=50%", NULL }, NULL);

  for (guint c = 0; c < plain->net.graph->n_links; c++)
    {
      const double load = plain->findings.vc_load[(gsize) c * plain->net.n_vcs];
      const gboolean host = plain->net.graph->link_class[c] == DL_FABRIC_OF_HOSTS;

      g_assert_cmpfloat (by_level->findings.vc_load[(gsize) c * plain->net.n_vcs], ==,
                         host ? 2 * load : load);
      g_assert_cmpfloat (even->findings.vc_load[(gsize) c * plain->net.n_vcs], ==, load);
      g_assert_cmpfloat (against->findings.vc_load[(gsize) c * plain->net.n_vcs], ==, 2 * load);
    }
  g_assert_cmpfloat (by_level->findings.bound_load, ==, 0.5);
  g_assert_cmpfloat (cable->findings.bound_load, ==, 0.625);
  g_assert_null (
      evaluate ((const char *[]) { TREE, "fabric.link-rates=L1-0:5=4xDDR", NULL }, &error));
  g_assert_nonnull (strstr (error->message, "fabric.link-rates: "));
  g_clear_error (&error);
  g_assert_null (evaluate (
      (const char *[]) { TREE, "fabric.rates=4xHDR", "fabric.reference-rate=4xEDR", NULL },
      &error));
  g_assert_nonnull (strstr (error->message, "fabric.reference-rate: "));
  g_clear_error (&error);
  g_assert_null (evaluate (
      (const char *[]) { TREE, "fabric.link-rates=L1-0:5=50%;L2-0:1=25%", NULL }, &error));
  g_assert_nonnull (strstr (error->message, "occurs twice"));
}

/* Edits by hand, and undone. */
static void
test_edits (void)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (DlScenario) before = NULL;
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GPtrArray) inverse = NULL, back = NULL, again = NULL, lost = NULL;
  g_autofree char *value = NULL, *none = NULL, *label = NULL;

  g_assert_true (dl_edits_parse_assignment (edits, "scenario.kind=fabric", NULL));
  g_assert_true (dl_edits_parse_assignment (edits, "fabric.children=4;4", NULL));
  g_assert_true (dl_edits_parse_assignment (edits, "fabric.parents=1;4", NULL));
  g_assert_true (dl_scenario_apply (scenario, edits, NULL, NULL, NULL));
  before = dl_scenario_copy (scenario);
  back = dl_link_changes_edits (scenario, "fabric.link-rates", "L1-0:5", NULL, "50%");
  g_assert_true (dl_scenario_apply (scenario, back, &inverse, NULL, NULL));
  again = dl_link_changes_edits (scenario, "fabric.link-rates", "L2-0:1", "L1-0:5", "25%");
  g_assert_true (dl_scenario_apply (scenario, again, NULL, NULL, NULL));
  value = dl_link_changes_value (scenario, "fabric.link-rates", "L2-0:1", "L1-0:5");
  g_assert_cmpstr (value, ==, "25%");
  g_assert_true (dl_scenario_apply (scenario, inverse, NULL, NULL, NULL));
  g_assert_true (dl_scenario_equal (scenario, before));
  /* A smaller tree does not have the cable. */
  g_assert_true (dl_scenario_apply (scenario, back, NULL, NULL, NULL));
  lost = dl_fabric_reshape (scenario, dl_field_find ("fabric", "children"), "4;1", &label);
  g_assert_true (dl_scenario_apply (scenario, lost, NULL, NULL, NULL));
  none = dl_field_get (dl_field_find ("fabric", "link-rates"), scenario);
  g_assert_cmpstr (none, ==, "L1-0:5=50%");
  g_clear_pointer (&lost, g_ptr_array_unref);
  g_clear_pointer (&none, g_free);
  lost = dl_fabric_reshape (scenario, dl_field_find ("fabric", "source"), "hyperx", &label);
  g_assert_true (dl_scenario_apply (scenario, lost, NULL, NULL, NULL));
  none = dl_field_get (dl_field_find ("fabric", "link-rates"), scenario);
  g_assert_cmpstr (none, ==, "");
}

/* Slower than their neighbors ------------------------------------------------------------------ */

static gboolean
faster_neighbors (const DlFabric *fabric, guint c)
{
  guint n = 0, faster = 0;

  for (guint other = 0; other < fabric->n_channels; other++)
    {
      const guint ends[] = { fabric->channel_from[c], fabric->channel_to[c] };

      if (other == c || other == fabric->channel_back[c] || fabric->link_state[other] != DL_LINK_UP)
        continue;
      for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
        if (!dl_fabric_is_host (fabric, ends[i]) && fabric->channel_from[other] == ends[i])
          {
            n++;
            faster
                += dl_graph_capacity (fabric->graph, other) > dl_graph_capacity (fabric->graph, c);
          }
    }
  return 2 * faster > n;
}

/* The largest load of all channels if channel @c and its other direction had @capacity. */
static double
peak_with (const DlFabricAnalysis *analysis, guint c, double capacity)
{
  const DlFabric *fabric = analysis->routes->fabric;
  double most = 0;

  for (guint other = 0; other < fabric->n_channels; other++)
    {
      double load = dl_fabric_analysis_load (analysis, other);

      if (other == c || other == fabric->channel_back[c])
        load *= dl_graph_capacity (fabric->graph, other) / capacity;
      most = MAX (most, load);
    }
  return most;
}

static void
check_slow (const DlFabricAnalysis *analysis, const GArray *slow)
{
  const DlFabric *fabric = analysis->routes->fabric;
  g_autofree guint8 *listed = g_new0 (guint8, fabric->n_channels);

  for (guint i = 0; i < slow->len; i++)
    {
      const DlSlowLink *of = &g_array_index (slow, DlSlowLink, i);

      g_assert_cmpfloat (of->usual, >, of->capacity);
      g_assert_cmpfloat (of->usual, ==, dl_graph_capacity (fabric->graph, of->neighbor));
      g_assert_cmpfloat_with_epsilon (of->usual_peak, peak_with (analysis, of->link, of->usual),
                                      1e-6);
      g_assert_cmpfloat_with_epsilon (
          of->usual_bound, of->usual_peak > 0 ? MIN (analysis->sent / of->usual_peak, 1) : INFINITY,
          1e-9);
      listed[of->link] = TRUE;
      if (fabric->channel_back[of->link] != DL_FABRIC_NONE)
        listed[fabric->channel_back[of->link]] = TRUE;
    }
  for (guint c = 0; c < fabric->n_channels; c++)
    if (fabric->link_state[c] == DL_LINK_UP && fabric->channel_back[c] != DL_FABRIC_NONE)
      g_assert_cmpint (listed[c], ==, faster_neighbors (fabric, c));
}

static void
test_slow (void)
{
  guint n_found = 0;

  for (guint64 seed = 0; seed < (TEST_SANITIZED ? 8 : 40); seed++)
    {
      g_autoptr (DlFabric) whole = fabric_random (seed);
      g_autoptr (DlFabric) fabric = slow_down (whole, seed + 100);
      DlFabricEngineOptions options = dl_fabric_engine_options_default ();
      g_autoptr (DlFabricRoutes) routes
          = dl_fabric_route (fabric, dl_fabric_engine_find ("min-hop"), &options, NULL, NULL);
      g_autoptr (DlFabricAnalysis) analysis = dl_fabric_analysis_new (routes, NULL, NULL);
      g_autofree double *load = g_new0 (double, (gsize) fabric->n_channels * fabric->n_lanes);
      DlFindings findings = { .vc_load = load };
      g_autoptr (GArray) slow = NULL;

      for (guint c = 0; c < fabric->n_channels; c++)
        load[(gsize) c * fabric->n_lanes] = dl_fabric_analysis_load (analysis, c);
      findings.bound_load = dl_fabric_analysis_full_at (analysis, NULL);
      slow = dl_slow_links_find (&fabric->head.net, &findings);
      n_found += slow->len;
      check_slow (analysis, slow);
    }
  g_assert_cmpuint (n_found, >, 10);
}

/* In the router -------------------------------------------------------------------------------- */

/* Two switches with two hosts each, the cable between them at @share. */
static DlFabric *
two_switches (double share, double host_share)
{
  g_autoptr (DlFabric) tree = fabric_tree ("2,2/1,1");
  DlFabric *copy = dl_fabric_new_broken (tree, &(DlFabricFaults) { .n_lanes = 1 });
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (DlLinkChange));

  for (guint c = 0; c < copy->n_channels; c++)
    {
      const gboolean host = dl_fabric_link_class (copy, c) == DL_FABRIC_OF_HOSTS;
      const DlLinkChange change = { .link = c, .share = host ? host_share : share };

      g_array_append_val (changes, change);
    }
  g_assert_true (dl_link_changes_apply (copy->graph, NULL, changes, 0, NULL));
  return copy;
}

static DlIqPlan *
new_plan (DlFabric *fabric, const DlDemand *demand, guint flits, guint vcs, double load,
          guint stage)
{
  DlFabricEngineOptions options = dl_fabric_engine_options_default ();
  g_autoptr (DlFabricRoutes) routes
      = dl_fabric_route (fabric, dl_fabric_engine_find ("min-hop"), &options, NULL, NULL);
  DlIqPlanOptions plan = {
    .spec = fabric_iq_spec (vcs),
    .sent.demand = demand,
    .packet_flits = flits,
    .sent.burst = 1,
    .load = load,
    .seed = 3,
  };

  plan.spec.switch_allocation_delay = stage;
  return fabric_iq_plan (routes, &plan, NULL);
}

/* Alone, a packet is as quick at its head, and its other flits follow at the rate of the slowest
 * link. */
static void
test_alone (void)
{
  const DlDemand nobody = { .flows = g_array_new (FALSE, FALSE, sizeof (DlFlow)) };

  for (guint interval = 1; interval <= 7; interval++)
    for (guint at_hosts = 0; at_hosts < 2; at_hosts++)
      {
        const double share = 1.0 / interval;
        g_autoptr (DlFabric) fabric = two_switches (at_hosts ? 1 : share, at_hosts ? share : 1);
        g_autoptr (DlIqPlan) plan = new_plan (fabric, &nobody, 5, 2, 0, 1);
        g_autoptr (DlIq) iq = dl_iq_new (plan, 0);
        DlSimCounters counters;

        dl_iq_send (iq, 0, 3);
        dl_iq_run (iq, 300);
        dl_iq_get_counters (iq, &counters);
        g_assert_cmpuint (counters.delivered, ==, 1);
        /* Behind a slow link flits come when the head has gone, and do not wait for its route and
         * virtual channel, a cycle each. */
        g_assert_cmpuint (counters.latency_sum, ==,
                          5 * 3 + 1 + 5 + 4 * (interval - 1) - (interval > 1 && !at_hosts ? 2 : 0));
      }
  g_array_unref (nobody.flows);
}

/* One pair without end: what is delivered is what the slowest link takes, of any kind of router. */
static void
test_throughput (void)
{
  static const double shares[] = { 1, 0.5, 0.4, 0.16, 1.0 / 3 };

  for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
    for (guint at_hosts = 0; at_hosts < 2; at_hosts++)
      for (guint kind = 0; kind < 3; kind++)
        {
          const DlFlow flow = { 0, 3, 1 };
          const DlDemand one = { .flows = g_array_new (FALSE, FALSE, sizeof (DlFlow)) };
          g_autoptr (DlFabric) fabric
              = two_switches (at_hosts ? 1 : shares[i], at_hosts ? shares[i] : 1);
          g_autoptr (DlIqPlan) plan = NULL;
          g_autoptr (DlIq) iq = NULL;
          DlSimCounters before, after;
          const guint vcs = kind == 1 ? 32 : 4; /* of places of more than a word, too */

          g_array_append_val (one.flows, flow);
          plan = new_plan (fabric, &one, 4, vcs, INFINITY, kind == 2 ? 2 : 1);
          iq = dl_iq_new (plan, 0);
          dl_iq_run (iq, 1000);
          dl_iq_get_counters (iq, &before);
          dl_iq_run (iq, 60000);
          dl_iq_get_counters (iq, &after);
          const double flits = (double) (after.delivered_flits - before.delivered_flits) / 60000;

          /* With two cycles for switch allocation, a link has a flit in every second one. */
          g_assert_cmpfloat_with_epsilon (flits, MIN (shares[i], kind == 2 ? 0.5 : 1),
                                          kind == 2 ? 0.1 : 2e-3);
          g_assert_cmpfloat (flits, <=, shares[i] + 1e-3);
          g_array_unref (one.flows);
        }
}

/* The same for every number of threads and size of blocks, and nothing is lost. */
static void
test_same (void)
{
  g_autoptr (DlFabric) whole = fabric_tree ("4,4/1,4");
  g_autoptr (DlFabric) fabric = slow_down (whole, 5);
  guint64 digest = 0;

  for (guint i = 0; i < 3; i++)
    {
      const DlDemand demand
          = { .uniform = TRUE, .flows = g_array_new (FALSE, FALSE, sizeof (DlFlow)) };
      g_autoptr (DlIqPlan) plan = new_plan (fabric, &demand, 3, 4, 0.1, 1);
      g_autoptr (DlIq) iq = dl_iq_new (plan, i == 2 ? 3 : 0);
      DlSimCounters counters;

      dl_iq_set_threads (iq, 1 + i);
      dl_iq_run (iq, 3000);
      dl_iq_stop_sources (iq);
      dl_iq_run (iq, 8000);
      dl_iq_get_counters (iq, &counters);
      g_assert_cmpuint (counters.delivered, ==, counters.created);
      g_assert_cmpuint (counters.delivered, >, 1000);
      g_assert_true (i == 0 || counters.digest == digest);
      digest = counters.digest;
      g_array_unref (demand.flows);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fabric-rates/texts", test_texts);
  g_test_add_func ("/fabric-rates/read", test_read);
  g_test_add_func ("/fabric-rates/loads", test_loads);
  g_test_add_func ("/fabric-rates/keys", test_keys);
  g_test_add_func ("/fabric-rates/edits", test_edits);
  g_test_add_func ("/fabric-rates/slow", test_slow);
  g_test_add_func ("/fabric-rates/alone", test_alone);
  g_test_add_func ("/fabric-rates/throughput", test_throughput);
  g_test_add_func ("/fabric-rates/same", test_same);
  return g_test_run ();
}
