/* Bubble flow control (Puente et al. 2001) in tori of input-queued routers: what it says of
 * deadlock is what a graph of whole rings says, and no such torus locks, however full, with a
 * virtual channel for each class; without the bubble it does. */
#include "dl-edit.h"
#include "dl-family.h"
#include "dl-iq-machine.h"
#include "dl-rng.h"
#include "dl-torus-dependency.h"
#include "dl-torus-plan.h"
#include "iq-fixture.h"
#include "test-rounds.h"

#include <string.h>

static DlScenario *
new_scenario (const char *sets, GError **error)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autofree char *all = g_strconcat (
      "router.model=input-queued torus.vc-policy=bubble traffic.packet-flits=3 ", sets, NULL);
  g_auto (GStrv) each = g_strsplit (all, " ", -1);
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  for (guint i = 0; each[i] != NULL; i++)
    if (*each[i] != '\0')
      g_assert_true (dl_edits_parse_assignment (edits, each[i], NULL));
  return dl_scenario_apply (scenario, edits, NULL, NULL, error) ? g_steal_pointer (&scenario)
                                                                : NULL;
}

/* A random torus with random faults; NULL where they do not fit together. */
static DlScenario *
random_torus (DlRng *rng, const char *sets)
{
  static const char *const engines[] = { "xt", "legal", "xt+legal", "up-down", "ring" };
  g_autoptr (GString) text = g_string_new (sets);
  guint radix[3];

  for (guint dim = 0; dim < 3; dim++)
    radix[dim] = 1 + dl_rng_below (rng, 5);
  g_string_append_printf (text, " torus.radix=%u;%u;%u torus.engine=%s", radix[0], radix[1],
                          radix[2], engines[dl_rng_below (rng, G_N_ELEMENTS (engines))]);
  g_string_append_printf (text, " torus.wrap=%s;%s;%s", dl_rng_below (rng, 4) ? "true" : "false",
                          dl_rng_below (rng, 4) ? "true" : "false",
                          dl_rng_below (rng, 4) ? "true" : "false");
  for (guint n = dl_rng_below (rng, 4), i = 0; i < n; i++)
    g_string_append_printf (text, "%s%u,%u,%u:%c+", i == 0 ? " torus.broken-links=" : ";",
                            (guint) dl_rng_below (rng, radix[0]),
                            (guint) dl_rng_below (rng, radix[1]),
                            (guint) dl_rng_below (rng, radix[2]), "xyz"[dl_rng_below (rng, 3)]);
  return new_scenario (text->str, NULL);
}

/* The verdict -------------------------------------------------------------------------------- */

/* The ring of @link by its coordinates, if all of it works; else the link itself. */
static guint
ring_of (const DlTorusNetwork *network, guint link)
{
  const guint node = link / network->n_ports, port = link % network->n_ports;
  const guint dim = dl_torus_port_dim (port);
  guint first = G_MAXUINT;

  if (!network->torus.ring[dim])
    return link;
  for (guint at = 0; at < network->torus.radix[dim]; at++)
    {
      DlTorusCoord coord = network->torus.coord[node];
      guint other;

      coord.at[dim] = at;
      other = dl_torus_network_node_at (network, coord);
      if (!dl_torus_network_link_up (network, other, port))
        return link;
      first = MIN (first, other * network->n_ports + port);
    }
  return first;
}

/* Whom each waits for, by whole rings: (n_links x n_links) gboolean. */
static guint8 *
wait_graph (const DlTorusRoutes *routes)
{
  const DlTorusNetwork *network = routes->network;
  const gsize n = network->n_links;
  g_autoptr (DlTorusDependencies) all = dl_torus_dependencies_new_naive (routes, NULL);
  guint8 *waits = g_new0 (guint8, n * n);

  for (guint link = 0; link < n; link++)
    for (guint port = 0; port < network->n_ports; port++)
      if ((all->next[dl_torus_channel (link, 0)] & dl_torus_channel_bit (port, 0)) != 0)
        {
          const guint to = network->link_to[link] * network->n_ports + port;

          if (ring_of (network, link) != ring_of (network, to))
            waits[ring_of (network, link) * n + ring_of (network, to)] = TRUE;
        }
  return waits;
}

/* Whoever waits for nobody is taken away, until nobody is left or all wait. */
static gboolean
is_acyclic (guint8 *waits, gsize n)
{
  g_autofree guint8 *gone = g_new0 (guint8, n);
  guint n_gone = 0;
  gboolean found = TRUE;

  while (found)
    {
      found = FALSE;
      for (guint i = 0; i < n; i++)
        {
          gboolean idle = !gone[i];

          for (guint j = 0; j < n && idle; j++)
            idle = gone[j] || !waits[i * n + j];
          if (!idle)
            continue;
          gone[i] = found = TRUE;
          n_gone++;
        }
    }
  return n_gone == n;
}

/* Each channel of the cycle leads to the next: by a route, or around a ring. */
static void
check_cycle (const DlTorusRoutes *routes, const DlVerdict *verdict)
{
  const DlTorusNetwork *network = routes->network;
  g_autoptr (DlTorusDependencies) all = dl_torus_dependencies_new_naive (routes, NULL);

  for (guint i = 0; i < verdict->n_cycle; i++)
    {
      const guint link = dl_torus_channel_link (verdict->cycle[i]);
      const guint to = dl_torus_channel_link (verdict->cycle[(i + 1) % verdict->n_cycle]);
      const guint port = to % network->n_ports;

      g_assert_cmpuint (network->link_to[link], ==, to / network->n_ports);
      g_assert_true ((all->next[dl_torus_channel (link, 0)] & dl_torus_channel_bit (port, 0)) != 0
                     || ring_of (network, link) == ring_of (network, to));
    }
}

static void
test_verdict (void)
{
  guint n_free = 0, n_cyclic = 0;
  DlRng rng;

  dl_rng_init (&rng, 38);
  for (guint round = 0; round < TEST_ROUNDS (120); round++)
    {
      g_autoptr (DlScenario) scenario = random_torus (&rng, "input-queued.buffer-flits=6");
      g_autoptr (DlTorusAnalysis) analysis = NULL;
      g_autofree guint8 *waits = NULL;

      if (scenario == NULL)
        continue;
      analysis = dl_torus_evaluate (scenario, NULL, NULL);
      g_assert_nonnull (analysis);
      waits = wait_graph (analysis->routes);
      g_assert_cmpint (is_acyclic (waits, analysis->network->n_links), ==,
                       analysis->verdict->deadlock_free);
      g_assert_true (analysis->verdict->deadlock_free == (analysis->verdict->why != NULL));
      check_cycle (analysis->routes, analysis->verdict);
      n_free += analysis->verdict->deadlock_free;
      n_cyclic += !analysis->verdict->deadlock_free;
    }
  g_test_message ("%u free, %u cyclic", n_free, n_cyclic);
  /* Which networks are drawn depends on the compiler, too, in the order of arguments. */
  g_assert_cmpuint (n_free, >, TEST_SANITIZED ? 2 : 5);
  g_assert_cmpuint (n_cyclic, >, 0);
}

/* At work ------------------------------------------------------------------------------------ */

/* TRUE if it locked; what is checked in each of the first cycles holds. */
static gboolean
locks (const DlScenario *scenario, guint64 seed)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlMachinePlan) plan = dl_scenario_plan (scenario, seed, NULL, NULL, &error);
  g_autoptr (DlMachineRun) run = NULL;
  g_autoptr (GArray) waits = NULL;
  DlSimCounters counters;

  g_assert_no_error (error);
  run = dl_machine_run_new (plan);
  for (guint i = 0; i < 200; i++)
    {
      dl_machine_run_go (run, 1);
      iq_check (dl_iq_of (run), FALSE);
    }
  dl_machine_run_go (run, 5000);
  dl_iq_stop_sources (dl_iq_of (run));
  dl_machine_run_go (run, 20000);
  dl_iq_get_counters (dl_iq_of (run), &counters);
  waits = dl_machine_run_find_deadlock (run);
  /* Packets outside a cycle have arrived. */
  g_assert_cmpint (counters.injected > counters.delivered, ==, waits != NULL);
  return waits != NULL;
}

static void
test_never_locks (void)
{
  static const char *const classes[] = {
    "traffic.load=saturated input-queued.vcs=1 input-queued.buffer-flits=6",
    "traffic.load=saturated input-queued.vcs=1 input-queued.buffer-flits=8",
    "traffic.load=0.6 traffic.response-share=0.4 input-queued.vcs=2 input-queued.buffer-flits=6",
    "traffic.load=saturated input-queued.vcs=3 input-queued.buffer-flits=7",
  };
  guint n = 0;
  DlRng rng;

  dl_rng_init (&rng, 2001);
  for (guint round = 0; round < TEST_ROUNDS (60); round++)
    {
      g_autoptr (DlScenario) scenario
          = random_torus (&rng, classes[round % G_N_ELEMENTS (classes)]);
      g_autoptr (DlTorusAnalysis) analysis = NULL;

      if (scenario == NULL)
        continue;
      analysis = dl_torus_evaluate (scenario, NULL, NULL);
      if (!analysis->verdict->deadlock_free)
        continue;
      g_assert_false (locks (scenario, round));
      n++;
    }
  g_assert_cmpuint (n, >, TEST_SANITIZED ? 1 : 3);
}

/* With room for one packet a ring fills up, and stands still. */
static void
test_rule_broken (void)
{
  g_autoptr (DlScenario) scenario
      = new_scenario ("torus.radix=8;1;1 traffic.load=saturated input-queued.vcs=1 "
                      "input-queued.buffer-flits=6 torus.bubble-packets=1",
                      NULL);
  g_autoptr (DlTorusAnalysis) analysis = dl_torus_evaluate (scenario, NULL, NULL);
  guint n_locked = 0;

  g_assert_false (analysis->verdict->deadlock_free);
  for (guint seed = 1; seed <= 4; seed++)
    n_locked += locks (scenario, seed);
  g_assert_cmpuint (n_locked, ==, 4);
}

/* Refused ------------------------------------------------------------------------------------ */

static void
assert_refused (const char *sets, const char *said)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) scenario = new_scenario (sets, &error);

  if (scenario != NULL)
    {
      g_autoptr (DlMachinePlan) plan = dl_scenario_plan (scenario, 1, NULL, NULL, &error);
      g_assert_null (plan);
    }
  g_assert_nonnull (error);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, said));
}

static void
test_refused (void)
{
  assert_refused ("input-queued.buffer-flits=5", "at least 6");
  assert_refused ("input-queued.buffer-flits=6 torus.bubble-packets=3", "at least 9");
  assert_refused ("input-queued.buffer-flits=6 router.model=seastar", "router.model=input-queued");
  assert_refused ("input-queued.buffer-flits=6 torus.radix=3;3;3 traffic.pattern=allreduce "
                  "traffic.message-bytes=40",
                  "message-bytes");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/iq-bubble/verdict", test_verdict);
  g_test_add_func ("/iq-bubble/never-locks", test_never_locks);
  g_test_add_func ("/iq-bubble/rule-broken", test_rule_broken);
  g_test_add_func ("/iq-bubble/refused", test_refused);
  return g_test_run ();
}
