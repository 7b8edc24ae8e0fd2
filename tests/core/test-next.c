/* The one question of routing (dl-next.h): what is found by asking it pair by pair is what each
 * family's own forms find faster, on random networks with faults: loads of all links and virtual
 * channels, pairs that arrive, hops, the verdict on deadlock, and who loads a link. */
#include "break-fixture.h"
#include "dl-evaluate.h"
#include "dl-families.h"
#include "dl-general.h"
#include "dl-rng.h"
#include "dl-scenario-file.h"
#include "test-rounds.h"

#include <math.h>

static DlScenario *
scenario_of (const char *text)
{
  g_autofree char *whole = g_strconcat ("[scenario]\nformat=1\nname=Random\n", text, NULL);
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_scenario_parse (whole, -1, "random", NULL, &error);

  g_assert_no_error (error);
  return scenario;
}

/* Up to @n of what the family breaks. */
static void
break_some (DlScenario *scenario, guint n, guint64 seed)
{
  const DlFamily *family = scenario->family;
  gpointer shape = family->build (scenario, NULL);
  const char *id = nth_breakable (family, seed);
  g_autoptr (GPtrArray) edits = dl_break_at_random (
      scenario, shape, id, MIN (n, dl_break_count (family, shape, id) / 2), seed);
  g_autoptr (GError) error = NULL;

  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  dl_shared_unref (shape);
}

/* Whom @scenario's packets go to, where that is uniform. */
static const DlDemand uniform = { .uniform = TRUE };

static void
check_loads (const DlEvaluation *result, const DlGeneral *general)
{
  const DlFindings *findings = &result->findings;
  const DlGraph *graph = result->net.graph;

  g_assert_cmpuint (general->n_vcs, ==, result->net.n_vcs);
  for (guint channel = 0; channel < graph->n_links * general->n_vcs; channel++)
    g_assert_cmpfloat_with_epsilon (general->vc_load[channel], findings->vc_load[channel], 1e-6);
}

static void
check_flows (const DlEvaluation *result, const DlNext *next, const DlGeneral *general, DlRng *rng)
{
  const DlFamily *family = result->scenario->family;
  const guint link = dl_rng_below (rng, result->net.graph->n_links);
  g_autoptr (DlLinkFlows) flows = dl_general_flows (next, &uniform, link, NULL);
  g_autoptr (DlLinkFlows) own = NULL;
  double from = 0, to = 0;

  for (guint node = 0; node < flows->n_ends; node++)
    {
      from += flows->by_source[node];
      to += flows->by_dest[node];
    }
  g_assert_cmpfloat_with_epsilon (flows->packets, dl_general_link_load (general, link), 1e-6);
  g_assert_cmpfloat_with_epsilon (from, flows->packets, 1e-6);
  g_assert_cmpfloat_with_epsilon (to, flows->packets, 1e-6);
  if (family->flows == NULL)
    return;
  own = family->flows (result->scenario, result->analysis_of_family, link, NULL);
  g_assert_cmpfloat_with_epsilon (own->packets, flows->packets, 1e-6);
  for (guint node = 0; own->ends == DL_PLACE_NODE && node < own->n_ends; node++)
    {
      g_assert_cmpfloat_with_epsilon (own->by_source[node], flows->by_source[node], 1e-6);
      g_assert_cmpfloat_with_epsilon (own->by_dest[node], flows->by_dest[node], 1e-6);
    }
}

static void
check (const DlScenario *scenario, DlRng *rng)
{
  const DlFamily *family = scenario->family;
  g_autoptr (GError) error = NULL;
  g_autoptr (DlEvaluation) result = dl_evaluation_new (scenario, 0, NULL, NULL, &error);
  DlNext next;

  g_assert_no_error (error);
  next = family->next (scenario, ((const DlAnalyzed *) result->analysis_of_family)->routes);
  g_autoptr (DlGeneral) general = dl_general_new (&next, &uniform, NULL);
  const DlFindings *findings = &result->findings;
  g_autofree char *text = dl_scenario_to_text (scenario, FALSE);

  g_test_message ("%s", text);
  g_assert_cmpuint (general->all.pairs, ==, findings->all.pairs);
  g_assert_cmpuint (general->all.unreachable, ==,
                    findings->all.unreachable + findings->all.dropped);
  g_assert_true (general->verdict->deadlock_free == findings->deadlock_free);
  g_assert_cmpuint (general->verdict->n_cycle, ==, findings->verdict->n_cycle);
  if (isfinite (findings->hops_mean))
    g_assert_cmpfloat_with_epsilon (general->hops_mean, findings->hops_mean, 1e-9);
  check_loads (result, general);
  check_flows (result, &next, general, rng);
}

static guint
below (DlRng *rng, guint n)
{
  return dl_rng_below (rng, n);
}

static const char *
one_of (DlRng *rng, const char *const *texts, guint n)
{
  return texts[below (rng, n)];
}

#define ONE_OF(rng, texts) one_of (rng, texts, G_N_ELEMENTS (texts))

static void
test_torus (void)
{
  static const char *const engines[]
      = { "xt", "xt-literal", "ring", "legal", "xt+legal", "up-down" };
  static const char *const ties[] = { "positive", "parity", "random" };
  DlRng rng;

  dl_rng_init (&rng, 34);
  for (guint round = 0; round < TEST_ROUNDS (90); round++)
    {
      const guint tie = below (&rng, G_N_ELEMENTS (ties));
      g_autofree char *text = g_strdup_printf (
          "kind=torus\n[torus]\nradix=%u;%u;%u\nwrap=%u;%u;%u\nengine=%s\ntie=%s\n"
          "[router]\nmodel=%s\n",
          1 + below (&rng, 4), 1 + below (&rng, 5), 2 + below (&rng, 4), below (&rng, 2),
          below (&rng, 2), below (&rng, 2), ONE_OF (&rng, engines), ties[tie],
          tie == 2 || below (&rng, 2) ? "input-queued" : "seastar");
      g_autoptr (DlScenario) scenario = scenario_of (text);

      break_some (scenario, below (&rng, 5), round);
      check (scenario, &rng);
    }
}

static void
test_dragonfly (void)
{
  static const char *const modes[] = { "min-hash", "min-adaptive", "valiant" };
  static const char *const shapes[] = { "shape=generic\nrouters-per-group=4\nglobal-per-router=3",
                                        "shape=aries\nchassis=2\nblades=4" };
  static const char *const minimals[] = { "nearest-exit", "direct", "shortest" };
  DlRng rng;

  dl_rng_init (&rng, 35);
  for (guint round = 0; round < (TEST_SANITIZED ? 2 : TEST_ROUNDS (24)); round++)
    {
      g_autofree char *text = g_strdup_printf (
          "kind=dragonfly\n[dragonfly]\n%s\ngroups=%u\nnodes-per-router=1\nrouting=%s\n"
          "minimal=%s\n",
          ONE_OF (&rng, shapes), 2 + below (&rng, 2), ONE_OF (&rng, modes),
          ONE_OF (&rng, minimals));
      g_autoptr (DlScenario) scenario = scenario_of (text);

      break_some (scenario, below (&rng, 3), round);
      check (scenario, &rng);
    }
}

/* Where queues decide, each of the ways arrives, minimal or by a root. */
static void
test_mixed (void)
{
  DlRng rng;

  dl_rng_init (&rng, 37);
  for (guint round = 0; round < TEST_ROUNDS (12); round++)
    {
      g_autoptr (DlScenario) scenario = scenario_of (
          "kind=dragonfly\n[dragonfly]\nshape=generic\ngroups=3\nrouters-per-group=4\n"
          "global-per-router=2\nnodes-per-router=1\nrouting=adaptive-0\n");
      g_autoptr (DlEvaluation) result = NULL;
      g_autoptr (GArray) channels = g_array_new (FALSE, FALSE, sizeof (guint32));
      guint n_long = 0;

      break_some (scenario, below (&rng, 3), round);
      result = dl_evaluation_new (scenario, 0, NULL, NULL, NULL);
      const DlNext next = scenario->family->next (
          scenario, ((const DlAnalyzed *) result->analysis_of_family)->routes);
      const guint8 *up = next.graph->node_up;

      for (guint i = 0; i < 300; i++)
        {
          const guint from = below (&rng, 12), to = below (&rng, 12);

          g_array_set_size (channels, 0);
          if (!up[from] || !up[to]
              || !dl_next_walk (&next, from, to, below (&rng, 100000), channels))
            continue;
          g_assert_true (from != to || channels->len == 0);
          for (guint k = 0; k < channels->len; k++)
            g_assert_cmpuint (
                next.graph->link_state[g_array_index (channels, guint32, k) / next.n_vcs], ==,
                DL_LINK_UP);
          n_long += dl_next_count_hops (&next, channels) > 3;
        }
      g_assert_cmpuint (n_long, >, 0);
    }
}

static void
test_fabric (void)
{
  static const char *const engines[]
      = { "min-hop",   "up-down",     "lash",    "dfsssp", "dijkstra",
          "random-up", "adaptive-up", "valiant", "ugal" };
  static const char *const sources[]
      = { "random-regular\nswitches=8\ndegree=3\nhosts-per-switch=2",
          "fat-tree\nchildren=4;4\nparents=1;4",
          "hyperx\nsize=3;3\nhosts-per-switch=2",
          "dragonfly-plus\ngroups=3\nleaves=2\nspines=2\nglobal-per-spine=1\nhosts-per-switch=2",
          "butterfly\nradix=2\nstages=3",
          "torus\nsize=4;2\ntwists=2\nhosts-per-switch=2" };
  DlRng rng;

  dl_rng_init (&rng, 36);
  for (guint round = 0; round < TEST_ROUNDS (120); round++)
    {
      g_autofree char *text = g_strdup_printf (
          "kind=fabric\nseed=%u\n[fabric]\nengine=%s\n"
          "layers=12\nsource=%s\n",
          round, round % 8 == 0 ? "dateline" : ONE_OF (&rng, engines),
          round % 8 == 0 ? sources[G_N_ELEMENTS (sources) - 1] : ONE_OF (&rng, sources));
      g_autoptr (DlScenario) scenario = scenario_of (text);

      break_some (scenario, below (&rng, 4), round);
      check (scenario, &rng);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/next/torus", test_torus);
  g_test_add_func ("/next/dragonfly", test_dragonfly);
  g_test_add_func ("/next/mixed", test_mixed);
  g_test_add_func ("/next/fabric", test_fabric);
  return g_test_run ();
}
