/* Input-queued routers never deliver more than the static analysis allows: the busiest channel
 * carries a flit per cycle at most, and what loads it is known without any simulation. Networks at
 * random, always one packet more at each source. */
#include "dl-edit.h"
#include "dl-evaluate.h"
#include "dl-rng.h"
#include "dl-simulate.h"

#include <math.h>

#define CYCLES 6000
/* Flits that were ahead when the measurement began, as a share of what it counts. */
#define AHEAD 0.01

static DlScenario *
new_scenario (const char *sets)
{
  DlScenario *scenario = dl_scenario_new ();
  g_auto (GStrv) each = g_strsplit (sets, " ", -1);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;

  dl_edits_parse_assignment (edits, "router.model=input-queued", &error);
  for (guint i = 0; each[i] != NULL; i++)
    dl_edits_parse_assignment (edits, each[i], &error);
  g_assert_no_error (error);
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  return scenario;
}

static DlSimulation *
simulate (const DlScenario *scenario)
{
  DlSimulateOptions options = dl_simulate_options (scenario);
  g_autoptr (GError) error = NULL;
  DlSimulation *simulation;

  options.warmup_cycles = CYCLES / 3;
  options.cycles = CYCLES;
  options.stop = DL_STOP_CYCLES;
  simulation = dl_simulate (scenario, &options, NULL, &error);
  g_assert_no_error (error);
  return simulation;
}

/* No link carries more than a flit per cycle. */
static void
check_links (const DlSimulation *simulation)
{
  g_assert_cmpuint (simulation->links.n_links, >, 0);
  for (guint link = 0; link < simulation->links.n_links; link++)
    g_assert_cmpfloat (simulation->links.load[link], <=, 1);
}

/* The offered load is the bound and a little more: sources stay even, so that accepted throughput
 * cannot pass it. */
static void
check_bound (const char *sets)
{
  g_autoptr (DlScenario) scenario = new_scenario (sets);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlEvaluation) result = dl_evaluation_new (scenario, 0, NULL, NULL, &error);
  g_autoptr (DlSimulation) simulation = NULL;
  double bound;

  g_assert_no_error (error);
  bound = result->limit.full_at;
  g_assert_true (bound > 0);
  scenario->traffic.load = MIN (1, 1.3 * bound);
  simulation = simulate (scenario);
  g_test_message ("%s: accepts %g of at most %g", sets, simulation->accepted_load, bound);
  check_links (simulation);
  g_assert_cmpfloat (simulation->accepted_load, <=, MIN (1, bound) * (1 + AHEAD));
  g_assert_cmpfloat (simulation->accepted_load, >, 0.2 * MIN (1, bound));
}

/* Every node sends alike to all others: the bound is 8 / k of the longest dimension or so. */
static void
test_tori (void)
{
  DlRng rng;

  dl_rng_init (&rng, 22);
  for (guint i = 0; i < 12; i++)
    {
      const guint x = 3 + dl_rng_below (&rng, 8), y = 1 + dl_rng_below (&rng, 5);
      const guint z = 1 + dl_rng_below (&rng, 3), flits = 1 + dl_rng_below (&rng, 9);
      const char *wrap = dl_rng_below (&rng, 2) ? "true;true;true" : "false;false;false";
      const char *self = dl_rng_below (&rng, 2) ? "true" : "false";
      g_autofree char *sets = g_strdup_printf (
          "torus.radix=%u;%u;%u torus.wrap=%s traffic.packet-flits=%u traffic.self=%s "
          "input-queued.vcs=8 input-queued.buffer-flits=16",
          x, y, z, wrap, flits, self);

      check_bound (sets);
    }
}

/* Uniform traffic to all nodes, the own one too, as the textbook counts: 4 / k flits/node/cycle of
 * a mesh, 8 / k of a torus with k even, 8 k / (k^2 - 1) with k odd (Dally & Towles 2004, chapter 3;
 * BookSim 2). Nothing without links in which packets meet: one flit. */
static void
test_capacity (void)
{
  static const struct
  {
    guint k;
    const char *wrap;
    double capacity;
  } known[] = { { 8, "false", 4. / 8 },
                { 10, "false", 4. / 10 },
                { 16, "true", 8. / 16 },
                { 9, "true", 8. * 9 / (9 * 9 - 1) },
                { 13, "true", 8. * 13 / (13 * 13 - 1) },
                { 5, "true", 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_autofree char *sets = g_strdup_printf (
          "torus.radix=%u;%u;1 torus.wrap=%s;%s;true torus.tie=random traffic.self=true",
          known[i].k, known[i].k, known[i].wrap, known[i].wrap);
      g_autoptr (DlScenario) scenario = new_scenario (sets);
      g_autoptr (GError) error = NULL;
      g_autoptr (DlEvaluation) result = dl_evaluation_new (scenario, 0, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpfloat_with_epsilon (result->limit.full_at, known[i].capacity, 1e-9);
    }
}

/* The links of a Cascade in the textbook's router carry a flit per cycle, as its nodes do, whatever
 * the machine's own rates are. */
static void
test_aries (void)
{
  const char *const sets
      = "scenario.kind=dragonfly dragonfly.shape=aries dragonfly.groups=3 dragonfly.chassis=2 "
        "dragonfly.blades=4 dragonfly.cables-per-pair=1 dragonfly.routing=min-hash "
        "traffic.pattern=group-shift input-queued.vcs=8 input-queued.buffer-flits=16";
  g_autoptr (DlScenario) scenario = new_scenario (sets);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlEvaluation) result = dl_evaluation_new (scenario, 0, NULL, NULL, &error);
  const DlNet *net = &result->net;
  double most = 0;

  g_assert_no_error (error);
  for (guint link = 0; link < net->graph->n_links; link++)
    most = fmax (most, scenario->family->utilization (result->analysis_of_family, link, 1));
  g_assert_cmpfloat_with_epsilon (result->limit.full_at, 1 / most, 1e-9);
  /* A cable has four links, which share what the 32 nodes of a group send. */
  g_assert_cmpfloat_with_epsilon (result->limit.full_at, 4. / 32, 1e-9);
  check_bound (sets);
}

/* A group sends to the next one over one link, which a p nodes share: 1 / (a p); Valiant routes use
 * the links to all groups twice: half of the capacity. */
static void
test_dragonflies (void)
{
  for (guint p = 1; p <= 2; p++)
    for (guint a = 2; a <= 4; a++)
      {
        const guint groups = a * p + 1;
        g_autofree char *shape = g_strdup_printf (
            "scenario.kind=dragonfly dragonfly.shape=generic dragonfly.groups=%u "
            "dragonfly.routers-per-group=%u dragonfly.nodes-per-router=%u "
            "dragonfly.global-per-router=%u traffic.pattern=group-shift traffic.packet-flits=4 "
            "input-queued.buffer-flits=32 input-queued.vcs=8",
            groups, a, p, p);
        g_autofree char *min = g_strconcat (shape, " dragonfly.routing=min", NULL);
        g_autofree char *valiant = g_strconcat (shape, " dragonfly.routing=valiant", NULL);
        g_autoptr (DlScenario) minimal = new_scenario (min);
        g_autoptr (DlScenario) random = new_scenario (valiant);
        g_autoptr (DlSimulation) by_min = NULL, by_valiant = NULL;

        minimal->traffic.load = random->traffic.load = 1;
        by_min = simulate (minimal);
        by_valiant = simulate (random);
        check_links (by_min);
        check_links (by_valiant);
        g_assert_cmpfloat (by_min->accepted_load, <=, (1 + AHEAD) / (a * p));
        g_assert_cmpfloat (by_min->accepted_load, >, 0.6 / (a * p));
        g_assert_cmpfloat (by_valiant->accepted_load, <=, 0.5 * (1 + AHEAD));
        check_bound (min);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/iq-bounds/tori", test_tori);
  g_test_add_func ("/iq-bounds/capacity", test_capacity);
  g_test_add_func ("/iq-bounds/aries", test_aries);
  g_test_add_func ("/iq-bounds/dragonflies", test_dragonflies);
  return g_test_run ();
}
