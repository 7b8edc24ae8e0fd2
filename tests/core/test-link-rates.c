/* Rates and delays of single links by hand, in networks of every family: loads over capacity, what
 * a step of edits does and undoes, and links of their own in the input-queued router. */
#include "dl-edit.h"
#include "dl-evaluate.h"
#include "dl-link-changes.h"
#include "dl-simulate.h"
#include "dl-slow-links.h"
#include "test-rounds.h"

#include <math.h>
#include <string.h>

static DlScenario *
make (const char *settings, const char *more, GError **error)
{
  DlScenario *scenario = dl_scenario_new ();
  g_autofree char *all = g_strdup_printf ("%s %s", settings, more);
  g_auto (GStrv) items = g_strsplit (all, " ", -1);
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  for (guint i = 0; items[i] != NULL; i++)
    if (*items[i] != '\0')
      g_assert_true (dl_edits_parse_assignment (edits, items[i], NULL));
  if (!dl_scenario_apply (scenario, edits, NULL, NULL, error))
    g_clear_pointer (&scenario, dl_scenario_free);
  return scenario;
}

static DlEvaluation *
evaluate (const char *settings, const char *more)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) scenario = make (settings, more, &error);
  DlEvaluation *result;

  g_assert_no_error (error);
  result = dl_evaluation_new (scenario, 0, NULL, NULL, &error);
  g_assert_no_error (error);
  return result;
}

static const struct
{
  const char *settings, *key, *link, *other_name; /* of the same link */
} networks[] = {
  { "scenario.kind=torus torus.radix=4;3;5", "torus.link-", "1,2,2:x+", "2,2,2:x-" },
  { "scenario.kind=torus torus.radix=4;4;1 torus.wrap=false;false;false", "torus.link-", "0,1,0:y+",
    "0,2,0:y-" },
  { "scenario.kind=torus torus.radix=4;3;5 traffic.pattern=tornado torus.tie=random "
    "router.model=input-queued",
    "torus.link-", "3,0,0:x+", "0,0,0:x-" },
  { "scenario.kind=dragonfly dragonfly.shape=generic dragonfly.groups=9 "
    "dragonfly.routers-per-group=4 dragonfly.nodes-per-router=2 dragonfly.global-per-router=2 "
    "dragonfly.routing=min-hash",
    "dragonfly.link-", "0.0.1-0.0.2#0", "0.0.2-0.0.1#0" },
  { "scenario.kind=dragonfly dragonfly.shape=aries dragonfly.groups=3 dragonfly.chassis=2 "
    "dragonfly.blades=4 dragonfly.cables-per-pair=2 dragonfly.routing=valiant",
    "dragonfly.link-", "0.0.1-0.1.1#2", "0.1.1-0.0.1#2" },
  { "scenario.kind=fabric fabric.children=4;4 fabric.parents=1;4", "fabric.link-", "L1-0:5",
    "L2-0:1" },
  { "scenario.kind=fabric fabric.source=hyperx fabric.size=3;3 fabric.engine=dor "
    "fabric.hosts-per-switch=2",
    "fabric.link-", "X0.0:3", "X1.0:3" },
};

/* The item of a list of @network's: "torus.link-rates=1,2,2:x+=50%". */
static char *
item_of (guint network, const char *what, const char *link, const char *value)
{
  g_autofree char *key = g_strconcat (networks[network].key, what, NULL);

  return g_strdup_printf ("%s=%s=%s", key, link, value);
}

static double
load_of (const DlEvaluation *result, guint link)
{
  double load = 0;

  for (guint vc = 0; vc < result->net.n_vcs; vc++)
    load += result->findings.vc_load[(gsize) link * result->net.n_vcs + vc];
  return load;
}

static double
busiest (const DlEvaluation *result)
{
  double most = 0;

  for (guint link = 0; link < result->net.graph->n_links; link++)
    most = MAX (most, load_of (result, link));
  return most;
}

/* The cable at a quarter of its rate has four times the load in both directions, all others what
 * they had; so has the largest load, and so have flows. */
static void
test_loads (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (networks); i++)
    {
      g_autofree char *item = item_of (i, "rates", networks[i].link, "25%");
      g_autofree char *same = item_of (
          i, "rates", networks[i].other_name != NULL ? networks[i].other_name : networks[i].link,
          "25%");
      g_autoptr (DlEvaluation) even = evaluate (networks[i].settings, "");
      g_autoptr (DlEvaluation) slow = evaluate (networks[i].settings, item);
      g_autoptr (DlEvaluation) again = evaluate (networks[i].settings, same);
      const DlGraph *graph = slow->net.graph;
      double most = 0;
      guint n = 0;

      g_assert_true (dl_scenario_equal (slow->scenario, again->scenario));
      g_assert_null (even->net.graph->link_capacity);
      for (guint link = 0; link < graph->n_links; link++)
        {
          g_autoptr (DlLinkFlows) flows = NULL;
          const double load = load_of (even, link) / graph->link_capacity[link];

          most = MAX (most, load);
          g_assert_cmpfloat_with_epsilon (load_of (slow, link), load, 1e-9 * (1 + load));
          if (graph->link_capacity[link] == 1)
            continue;
          g_assert_cmpfloat (graph->link_capacity[link], ==, 0.25);
          n++;
          flows = slow->scenario->family->flows (slow->scenario, slow->analysis_of_family, link,
                                                 NULL);
          g_assert_cmpfloat_with_epsilon (flows->packets, load_of (slow, link), 1e-6);
        }
      g_assert_cmpuint (n, ==, 2);
      g_assert_cmpfloat_with_epsilon (busiest (slow), most, 1e-9 * (1 + most));
      g_assert_cmpfloat_with_epsilon (slow->findings.peak_load, most, 1e-9 * (1 + most));
      g_assert_cmpfloat (slow->findings.hops_mean, ==, even->findings.hops_mean);
      g_assert_cmpint (slow->findings.deadlock_free, ==, even->findings.deadlock_free);
    }
}

/* Where a bound is known, it follows the link that is full first, of adaptive modes, too, whose
 * share of detours turns away from it. */
static void
test_bounds (void)
{
  static const char *const modes[] = { "min-hash", "valiant", "adaptive-0", "tuned" };

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_autofree char *more = g_strdup_printf ("dragonfly.routing=%s", modes[i]);
      g_autofree char *rated = g_strdup_printf ("%s dragonfly.link-rates=0.0.1-0.0.2#0=10%%", more);
      g_autoptr (DlEvaluation) even = evaluate (networks[3].settings, more);
      g_autoptr (DlEvaluation) slow = evaluate (networks[3].settings, rated);
      const DlFamily *family = slow->scenario->family;
      double use = 0;

      g_assert_cmpfloat (slow->findings.bound_load, <=, even->findings.bound_load + 1e-12);
      for (guint link = 0; link < slow->net.graph->n_links; link++)
        use = MAX (use, family->utilization (slow->analysis_of_family, link, 1));
      g_assert_cmpfloat_with_epsilon (slow->findings.bound_load, 1 / use, 1e-9);
    }
}

/* A change is a step that can be undone; a network without the link forgets it. */
static void
test_steps (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (networks); i++)
    {
      static const char *const what[] = { "rates", "delays" };

      for (guint j = 0; j < G_N_ELEMENTS (what); j++)
        {
          g_autoptr (DlScenario) scenario = make (networks[i].settings, "", NULL);
          g_autoptr (DlScenario) before = dl_scenario_copy (scenario);
          g_autofree char *key = g_strconcat (networks[i].key, what[j], NULL);
          g_autoptr (GPtrArray) edits = dl_link_changes_edits (
              scenario, key, networks[i].other_name, networks[i].link, j == 0 ? "50%" : "20");
          g_autoptr (GPtrArray) inverse = NULL, none = NULL;
          g_autofree char *value = NULL;

          g_assert_true (dl_scenario_apply (scenario, edits, &inverse, NULL, NULL));
          value = dl_link_changes_value (scenario, key, networks[i].link, networks[i].other_name);
          g_assert_cmpstr (value, ==, j == 0 ? "50%" : "20");
          g_assert_true (dl_scenario_apply (scenario, inverse, NULL, NULL, NULL));
          g_assert_true (dl_scenario_equal (scenario, before));
          g_assert_true (dl_scenario_apply (scenario, edits, NULL, NULL, NULL));
          none = dl_link_changes_edits (scenario, key, networks[i].other_name, networks[i].link,
                                        NULL);
          g_assert_true (dl_scenario_apply (scenario, none, NULL, NULL, NULL));
          g_assert_true (dl_scenario_equal (scenario, before));
        }
    }
}

static void
test_reshape (void)
{
  static const struct
  {
    guint network;
    const char *key, *value;
    gboolean stays;
  } cases[] = {
    { 0, "torus.radix", "2;2;2", FALSE },         { 0, "torus.radix", "4;4;5", TRUE },
    { 0, "torus.wrap", "false;true;true", TRUE }, { 4, "dragonfly.chassis", "1", FALSE },
    { 3, "dragonfly.groups", "5", TRUE },         { 5, "fabric.parents", "1;2", TRUE },
    { 5, "fabric.children", "6;2", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *item
          = item_of (cases[i].network, "rates", networks[cases[i].network].link, "50%");
      g_autoptr (DlScenario) scenario = make (networks[cases[i].network].settings, item, NULL);
      g_autofree char *key = g_strconcat (networks[cases[i].network].key, "rates", NULL);
      g_autofree char *label = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) edits = scenario->family->reshape (
          scenario, dl_field_find_name (cases[i].key), cases[i].value, &label);
      g_autofree char *value = NULL;

      if (!dl_scenario_apply (scenario, edits, NULL, NULL, &error))
        g_error ("%s=%s: %s", cases[i].key, cases[i].value, error->message);
      value = dl_field_get (dl_field_find_name (key), scenario);
      if (cases[i].network == 5 && !cases[i].stays)
        continue; /* the port is another cable's, or a host's */
      g_assert_cmpint (*value != '\0', ==, cases[i].stays);
    }
}

static void
test_refused (void)
{
  static const struct
  {
    guint network;
    const char *item, *message;
  } cases[] = {
    { 0, "torus.link-rates=9,2,2:x+=50%", "torus.link-rates: there is no link 9,2,2:x+" },
    { 0, "torus.link-delays=9,2,2:x+=5", "torus.link-delays: there is no link 9,2,2:x+" },
    { 0, "torus.link-rates=1,2,2:x+=4xEDR", "cannot be compared" },
    { 0, "torus.link-rates=1,2,2:x+=50%;2,2,2:x-=25%", "occurs twice" },
    { 1, "torus.link-rates=3,0,0:x+=50%", "torus.link-rates: there is no link 3,0,0:x+" },
    { 3, "dragonfly.link-rates=0.0.1-8.0.3#9=50%", "dragonfly.link-rates: there is no link" },
    { 3, "dragonfly.link-delays=0.0.1-8.0.3#9=50", "dragonfly.link-delays: there is no link" },
    { 5, "fabric.link-rates=L1-0:50=50%", "fabric.link-rates: no cable leaves" },
    { 5, "fabric.link-delays=L1-0:50=50", "fabric.link-delays: no cable leaves" },
  };
  static const char *const unread[] = { "0,0,0:x+", "0,0,0:x+=", "0,0,0:x+=0%",  "0,0,0:x+=101%",
                                        "=50%",     "0,0,0=50%", "0,0,0:x+=fast" };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (make (networks[cases[i].network].settings, cases[i].item, &error));
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, cases[i].message));
    }
  for (guint i = 0; i < G_N_ELEMENTS (unread); i++)
    {
      g_autoptr (DlScenario) scenario = dl_scenario_new ();
      g_autoptr (GError) error = NULL;

      g_assert_false (
          dl_field_set (dl_field_find ("torus", "link-rates"), scenario, unread[i], &error));
      g_assert_nonnull (strstr (error->message, "cannot read"));
    }
}

/* In the router ------------------------------------------------------------------------------- */

/* Two nodes and a cable. */
#define TWO                                                                                        \
  "scenario.kind=torus torus.radix=2;1;1 simulation.cycles=6000 simulation.warmup-cycles=1000 "    \
  "traffic.packet-flits=2"

static DlSimulation *
run (const char *more, GError **error)
{
  g_autoptr (DlScenario) scenario = make (TWO, more, NULL);
  const DlSimulateOptions options = dl_simulate_options (scenario);

  return dl_simulate (scenario, &options, NULL, error);
}

/* The input-queued router is slower by what the cable takes, and later by its delay; a router of a
 * machine says that it does not know of them. */
static void
test_router (void)
{
  static const char *const refused[]
      = { "torus.link-rates=0,0,0:x+=50%", "torus.link-delays=0,0,0:x+=5" };
  static const double shares[] = { 1, 0.5, 0.3 };
  g_autoptr (DlSimulation) quick = run ("router.model=input-queued traffic.load=0.01", NULL);
  g_autoptr (DlSimulation) late
      = run ("router.model=input-queued traffic.load=0.01 torus.link-delays=0,0,0:x+=20", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (run (refused[i], &error));
      g_assert_nonnull (strstr (error->message, "seastar does not simulate links"));
    }
  for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
    {
      g_autofree char *more = g_strdup_printf ("router.model=input-queued traffic.load=saturated "
                                               "torus.link-rates=0,0,0:x+=%g%%",
                                               100 * shares[i]);
      g_autoptr (DlSimulation) slow = run (more, NULL);

      g_assert_cmpfloat_with_epsilon (slow->accepted_load, shares[i], 0.03);
      g_assert_cmpfloat (slow->accepted_load, <=, shares[i] + 1e-3);
    }
  g_assert_cmpfloat_with_epsilon ((double) late->measured.latency_sum / late->measured.delivered
                                      - (double) quick->measured.latency_sum
                                            / quick->measured.delivered,
                                  19, 0.5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/link-rates/loads", test_loads);
  g_test_add_func ("/link-rates/bounds", test_bounds);
  g_test_add_func ("/link-rates/steps", test_steps);
  g_test_add_func ("/link-rates/reshape", test_reshape);
  g_test_add_func ("/link-rates/refused", test_refused);
  g_test_add_func ("/link-rates/router", test_router);
  return g_test_run ();
}
