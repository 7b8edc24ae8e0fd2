/* Facts against what is counted here by hand: distances, loads, cycles, shares. */
#include "lesson-fixture.h"

#include <math.h>
#include <string.h>

static double
number_of (const DlWorld *world, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlFact) fact = dl_fact_parse (name, &error);
  g_auto (DlFactValue) value = { 0 };

  g_assert_no_error (error);
  return dl_fact_get (fact, world, &value) ? value.number : NAN;
}

static char *
text_of (const DlWorld *world, const char *name)
{
  g_autoptr (DlFact) fact = dl_fact_parse (name, NULL);

  g_assert_nonnull (fact);
  return dl_fact_format (fact, world);
}

static void expect_number (const DlWorld *world, double expected, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

static void
expect_number (const DlWorld *world, double expected, const char *format, ...)
{
  g_autofree char *name = NULL;
  va_list args;
  double is;

  va_start (args, format);
  name = g_strdup_vprintf (format, args);
  va_end (args);
  is = number_of (world, name);
  if (!(isnan (is) && isnan (expected)) && !(fabs (is - expected) <= 1e-9 * fmax (1, fabs (is))))
    g_error ("%s is %g, not %g", name, is, expected);
}

/* Distances ------------------------------------------------------------------------------------ */

static guint
distance (guint a, guint b, guint k, gboolean ring)
{
  const guint d = a > b ? a - b : b - a;

  return ring ? MIN (d, k - d) : d;
}

/* A network without faults: dimension order takes the shortest path, and crosses the dateline where
 * that lies between. */
static void
test_distances (void)
{
  for (guint round = 0; round < 20; round++)
    {
      const guint k[DL_TORUS_N_DIMS] = { g_test_rand_int_range (1, 7), g_test_rand_int_range (1, 7),
                                         g_test_rand_int_range (1, 5) };
      const gboolean wrap[DL_TORUS_N_DIMS]
          = { g_test_rand_bit (), g_test_rand_bit (), g_test_rand_bit () };
      g_autofree char *radix = g_strdup_printf ("torus.radix=%u;%u;%u", k[0], k[1], k[2]);
      g_autofree char *wraps
          = g_strdup_printf ("torus.wrap=%s;%s;%s", wrap[0] ? "true" : "false",
                             wrap[1] ? "true" : "false", wrap[2] ? "true" : "false");
      const char *const sets[] = { radix, wraps, NULL };
      g_autoptr (DlScenario) scenario = lesson_scenario_with ("ring-8", sets);
      g_autoptr (DlWorld) world = lesson_world_of (scenario);
      guint links = 0, longest = 0;

      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        {
          const gboolean ring = wrap[dim] && k[dim] > 2;
          const guint cables = ring ? k[dim] : k[dim] - 1;

          links += 2 * cables * k[0] * k[1] * k[2] / k[dim];
          longest += ring ? k[dim] / 2 : k[dim] - 1;
          expect_number (world, k[dim], "radix(%s)", dl_torus_dim_name (dim));
          expect_number (world, ring ? (double) k[dim] - 1 : -1, "dateline(%s)",
                         dl_torus_dim_name (dim));
        }
      expect_number (world, links, "working_links");
      expect_number (world, k[0] * k[1] * k[2] > 1 ? longest : 0, "max_hops");
      for (guint pair = 0; pair < 20; pair++)
        {
          guint a[DL_TORUS_N_DIMS], b[DL_TORUS_N_DIMS], hops = 0;

          for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
            {
              a[dim] = g_test_rand_int_range (0, k[dim]);
              b[dim] = g_test_rand_int_range (0, k[dim]);
              hops += distance (a[dim], b[dim], k[dim], wrap[dim] && k[dim] > 2);
            }
          expect_number (world, hops > 0 ? hops : NAN, "hops(%u,%u,%u>%u,%u,%u)", a[0], a[1], a[2],
                         b[0], b[1], b[2]);
          expect_number (world, hops > 0 ? 1 : NAN, "delivered( %u,%u,%u > %u,%u,%u )", a[0], a[1],
                         a[2], b[0], b[1], b[2]);
        }
    }
}

/* A run from @a to @b on that ring: the virtual channel on which it leaves @at (VC paper, 3
 * and 3.4).
 */
static gint
dateline_vc (guint a, guint b, gboolean plus, guint at)
{
  gboolean crosses = FALSE, past = FALSE;

  for (guint node = a; node != b; node = plus ? (node + 1) % 8 : (node + 7) % 8)
    {
      crosses = crosses || node == 5;
      if (node == at)
        past = crosses;
    }
  if (crosses)
    return past;
  /* The first node behind the line takes VC0 (3.2), all others their parity (3.1). */
  return a == (plus ? 6 : 4) ? 0 : (a ^ b) & 1;
}

/* On a ring of 8 with its dateline at 5: who leaves node 5 crosses it. */
static void
test_crossings (void)
{
  const char *const sets[] = { "torus.datelines=5;-1;-1", NULL };
  g_autoptr (DlScenario) scenario = lesson_scenario_with ("ring-8", sets);
  g_autoptr (DlWorld) world = lesson_world_of (scenario);
  g_autofree char *route = text_of (world, "route(3,0,0>7,0,0)");

  for (guint a = 0; a < 8; a++)
    for (guint b = 0; b < 8; b++)
      {
        const guint forward = (b + 8 - a) % 8;
        const gboolean plus = forward <= 4; /* ties go positive */
        const guint hops = plus ? forward : 8 - forward;
        guint crossings = 0;

        for (guint i = 0; i < hops; i++)
          crossings += (plus ? a + i : a + 8 - i) % 8 == 5;
        if (a == b)
          continue;
        for (guint at = 0; at < 8; at++)
          {
            const guint behind = plus ? (at + 8 - a) % 8 : (a + 8 - at) % 8;
            const char *sign = plus ? "+" : "-";

            expect_number (world, behind < hops, "uses(%u,0,0>%u,0,0,%u,0,0:x%s)", a, b, at, sign);
            expect_number (world, 0, "uses(%u>%u, %u,0,0:x%s)", a, b, at, plus ? "-" : "+");
            expect_number (world, behind < hops ? dateline_vc (a, b, plus, at) : NAN,
                           "vc_on(%u,0,0>%u,0,0, %u,0,0:x%s)", a, b, at, sign);
          }
        expect_number (world, crossings, "crosses(%u,0,0>%u,0,0, x)", a, b);
        expect_number (world, 0, "crosses(%u,0,0>%u,0,0,y)", a, b);
        /* A packet that is injected at the dateline is on VC1 at once. */
        expect_number (world, crossings > 0 && a != 5 ? 1 : 0, "vc_changes(%u,0,0>%u,0,0)", a, b);
      }
  g_assert_cmpstr (route, ==, "X+.0 X+.0 X+.1 X+.1");
}

/* A route with detours has as many links as hops. */
static void
test_links_of_route (void)
{
  const char *const sets[]
      = { "torus.datelines=0;0;0", "torus.broken-links=1,2,2:x+;2,1,2:y+", NULL };
  g_autoptr (DlScenario) scenario = lesson_scenario_with ("torus-5x5x5", sets);
  g_autoptr (DlWorld) world = lesson_world_of (scenario);
  const DlTorusNetwork *network = dl_evaluation_torus (world->result)->network;
  guint used = 0;

  for (guint link = 0; link < network->n_links; link++)
    {
      g_autofree char *name = dl_torus_link_at_to_string (dl_torus_network_link_at (network, link));
      g_autofree char *fact = g_strdup_printf ("uses(0,2,2>2,2,2, %s)", name);

      used += (guint) number_of (world, fact);
    }
  expect_number (world, used, "hops(0,2,2>2,2,2)");
  expect_number (world, 1, "uses(0,2,2>2,2,2,1,2,2:y+)");
  expect_number (world, 0, "uses(0,2,2>2,2,2,1,2,2:x+)");
  expect_number (world, 1, "vc_on(0,2,2>2,2,2,2,3,2:y-)");
  expect_number (world, NAN, "vc_on(0,2,2>2,2,2,1,2,2:x+)");
  expect_number (world, NAN, "uses(0,2,2>2,2,2,9,9,9:x+)");
  expect_number (world, NAN, "uses(0,2,2>0,2,2,1,2,2:x+)");
}

/* The age paper's example: 3 3 + 3 2 + 4 1. */
static void
test_bias_and_format (void)
{
  const char *const sets[] = { NULL };
  const char *const none[] = { "router.request-age-bias=0;0;0;1", NULL };
  g_autoptr (DlScenario) scenario = lesson_scenario_with ("xt3-11x12x16", sets);
  g_autoptr (DlWorld) world = lesson_world_of (scenario);
  g_autoptr (DlScenario) other = lesson_scenario_with ("xt3-11x12x16", none);
  g_autoptr (DlWorld) unbiased = lesson_world_of (other);
  g_autoptr (DlScenario) small = lesson_scenario_with ("ring-8", sets);
  g_autoptr (DlWorld) ring = lesson_world_of (small);
  g_autofree char *whole = text_of (world, "bias_age");
  g_autofree char *long_one = text_of (world, "mean_hops");
  g_autofree char *short_one = text_of (ring, "link_balance(6,0,0:x+)");

  expect_number (world, 19, "bias_age");
  g_assert_cmpstr (whole, ==, "19");
  g_assert_cmpstr (short_one, ==, "0.6");
  g_assert_cmpstr (long_one, ==, "9.732");
  expect_number (unbiased, 0, "bias_age");
}

/* Loads ---------------------------------------------------------------------------------------- */

static void
check_loads (const DlScenario *scenario)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlTorusNetwork) network
      = dl_torus_network_new (&dl_torus_options (scenario)->spec, &error);
  const DlTorusRouting spec = dl_torus_routing (scenario);
  g_autoptr (DlTorusRoutes) routes = dl_torus_routes_new (network, &spec);
  g_autoptr (DlDemand) demand = dl_torus_demand (scenario, network);
  g_autoptr (DlTorusAnalysis) naive = dl_torus_analysis_new_naive (routes, demand);
  g_autoptr (DlWorld) world = lesson_world_of (scenario);
  guint links[DL_TORUS_N_DIMS] = { 0 }, idle[DL_TORUS_N_DIMS] = { 0 },
        even[DL_TORUS_N_DIMS] = { 0 }, up = 0;
  double sum[DL_TORUS_N_DIMS] = { 0 }, peak = 0;

  for (guint link = 0; link < network->n_links; link++)
    {
      g_autofree char *name = dl_torus_link_at_to_string (dl_torus_network_link_at (network, link));
      const double *load = &naive->vc_load[2 * link];
      const guint dim = dl_torus_port_dim (link % network->n_ports);

      if (network->link_state[link] == DL_LINK_ABSENT)
        {
          expect_number (world, NAN, "link_load(%s)", name);
          continue;
        }
      expect_number (world, load[0] + load[1], "link_load(%s)", name);
      expect_number (world, load[0], "link_vc0(%s)", name);
      expect_number (world, load[1], "link_vc1(%s)", name);
      expect_number (world, dl_vc_balance (load[0], load[1]), "link_balance(%s)", name);
      expect_number (world, network->link_state[link] == DL_LINK_BROKEN, "link_broken(%s)", name);
      if (network->link_state[link] != DL_LINK_UP)
        continue;
      up++;
      links[dim]++;
      idle[dim] += load[0] + load[1] == 0;
      even[dim] += load[0] == load[1] && load[0] > 0;
      sum[dim] += load[0] + load[1];
      peak = fmax (peak, load[0] + load[1]);
    }
  expect_number (world, up, "working_links");
  expect_number (world, peak, "peak_load");
  expect_number (world, naive->unreachable_pairs, "unreachable_pairs");
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const char *name = dl_torus_dim_name (dim);

      expect_number (world, idle[dim], "idle_links(%s)", name);
      expect_number (world, links[dim] > 0 ? (double) idle[dim] / links[dim] : NAN,
                     "idle_share(%s)", name);
      expect_number (world,
                     links[dim] > idle[dim] ? (double) even[dim] / (links[dim] - idle[dim]) : NAN,
                     "balanced_share(%s)", name);
      expect_number (world, links[dim] > 0 ? sum[dim] / links[dim] : NAN, "mean_load(%s)", name);
    }
}

static void
test_loads (void)
{
  for (guint round = 0; round < 8; round++)
    {
      const char *const sets[]
          = { "torus.radix=4;3;5",
              round % 2 ? "torus.wrap=true;false;true" : "torus.wrap=true;true;true",
              round % 3 ? "traffic.pattern=tornado" : "traffic.pattern=uniform",
              round < 4 ? "torus.broken-links=" : "torus.broken-links=1,1,1:x+;2,0,0:z+",
              round == 5 ? "torus.broken-nodes=0,2,3" : "torus.broken-nodes=",
              NULL };
      g_autoptr (DlScenario) scenario = lesson_scenario_with ("torus-5x5x5", sets);
      g_autoptr (DlWorld) world = lesson_world_of (scenario);

      check_loads (scenario);
      expect_number (world, round < 4 ? 0 : 2, "broken_cables");
      expect_number (world, round == 5, "broken_nodes");
      expect_number (world, 0, "broken_channels");
    }
}

#define MAX_RING 9

/* Channels of a ring without a dateline that reach themselves, in parts that reach each other: from
 * all runs, each on the virtual channel of its ends' parity (VC paper 3.1), ties positive. */
static guint
count_cyclic (guint k)
{
  gboolean reach[MAX_RING * 4][MAX_RING * 4] = { 0 };
  const guint n = 4 * k;
  guint parts = 0;

  for (guint a = 0; a < k; a++)
    for (guint b = 0; b < k; b++)
      {
        const guint forward = (b + k - a) % k;
        const gboolean minus = 2 * forward > k;
        const guint hops = minus ? k - forward : forward, vc = (a ^ b) & 1;

        for (guint i = 0; i + 1 < hops; i++)
          {
            const guint at = minus ? (a + k - i) % k : (a + i) % k;
            const guint next = minus ? (at + k - 1) % k : (at + 1) % k;

            reach[4 * at + 2 * minus + vc][4 * next + 2 * minus + vc] = TRUE;
          }
      }
  for (guint via = 0; via < n; via++)
    for (guint i = 0; i < n; i++)
      for (guint j = 0; j < n; j++)
        reach[i][j] = reach[i][j] || (reach[i][via] && reach[via][j]);
  for (guint i = 0; i < n; i++)
    {
      gboolean first = reach[i][i];

      for (guint j = 0; j < i; j++)
        first = first && !(reach[i][j] && reach[j][i]);
      parts += first;
    }
  return parts;
}

static void
test_cycles (void)
{
  for (guint k = 4; k <= MAX_RING; k++)
    {
      g_autofree char *radix = g_strdup_printf ("torus.radix=%u;1;1", k);
      const char *const sets[] = { radix, "torus.datelines=-1;-1;-1", NULL };
      g_autoptr (DlScenario) scenario = lesson_scenario_with ("ring-8", sets);
      g_autoptr (DlWorld) world = lesson_world_of (scenario);
      const guint parts = count_cyclic (k);

      expect_number (world, parts, "cyclic_components");
      expect_number (world, parts > 0 ? k : 0, "cycle_length");
      expect_number (world, parts == 0, "deadlock_free");
    }
}

/* Dragonflies ---------------------------------------------------------------------------------- */

static void
add_length (const DlDragonflyRoute *route, double probability, gpointer data)
{
  *(guint *) data |= 1u << route->n_steps;
}

static void
test_dragonfly (void)
{
  const char *const sets[] = { "dragonfly.groups=4", "dragonfly.broken-cables=0-1#0",
                               "traffic.pattern=group-shift", "dragonfly.routing=min-hash", NULL };
  g_autoptr (DlScenario) scenario = lesson_scenario_with ("cascade-2", sets);
  g_autoptr (DlWorld) world = lesson_world_of (scenario);
  const DlDragonflyAnalysis *analysis = dl_evaluation_dragonfly (world->result);
  const DlDragonfly *net = analysis->dragonfly;
  guint links[DL_N_LINK_CLASSES] = { 0 };
  g_autofree double *loads = g_new0 (double, net->n_groups * net->n_groups);
  g_autofree guint *counts = g_new0 (guint, net->n_groups * net->n_groups);

  for (guint link = 0; link < net->n_links; link++)
    {
      const guint a = net->router[net->link_from[link]].group;
      const guint b = net->router[net->link_to[link]].group;
      const double load = dl_dragonfly_analysis_load (analysis, link);

      if (net->link_state[link] != DL_LINK_UP)
        continue;
      links[net->link_class[link]]++;
      if (net->link_class[link] != DL_LINK_BLUE)
        continue;
      loads[a * net->n_groups + b] += load;
      counts[a * net->n_groups + b]++;
    }
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    expect_number (world, links[class], "class_links(%s)", dl_link_class_name (class));
  expect_number (world, links[0] + links[1] + links[2], "working_links");
  for (guint a = 0; a < net->n_groups; a++)
    for (guint b = 0; b < net->n_groups; b++)
      {
        expect_number (world, loads[a * net->n_groups + b], "group_load(%u>%u)", a, b);
        expect_number (world, counts[a * net->n_groups + b], "group_links(%u>%u)", a, b);
      }
  g_assert_cmpfloat (number_of (world, "group_load(0>1)"), >, 0);
  g_assert_cmpfloat (number_of (world, "group_load(1>0)"), ==, 0);
  expect_number (world, NAN, "group_load(0>9)");
  expect_number (world, 1, "broken_cables");

  for (guint i = 0; i < 40; i++)
    {
      const guint from = g_test_rand_int_range (0, net->n_nodes);
      const guint to = g_test_rand_int_range (0, net->n_nodes);
      const guint per = net->nodes_per_router;
      g_autofree char *hops = g_strdup_printf ("hops(%u>%u)", from, to);
      guint lengths = 0;

      /* Minimal routes of a pair may differ in length (Cascade paper 3). */
      g_assert_true (dl_dragonfly_paths (analysis->routes, from / per, to / per, DL_NO_NODE,
                                         add_length, &lengths));
      g_assert_cmpuint (lengths >> (guint) number_of (world, hops) & 1, ==, 1);
      expect_number (world, 1, "delivered(%u>%u)", from, to);
    }
}

/* The simulation ------------------------------------------------------------------------------- */

/* Figure 4(a) of the age paper: merging traffic by turns halves at every router. */
static void
test_sources (void)
{
  const char *const sets[] = { "torus.wrap=false;false;false",
                               "traffic.pattern=all-to-one",
                               "traffic.target=7,0,0",
                               "traffic.load=saturated",
                               "router.age-rr-select=0",
                               "traffic.source-vc=0",
                               NULL };
  const double shares[] = { 1. / 64, 1. / 64, 1. / 32, 1. / 16, 1. / 8, 1. / 4, 1. / 2 };
  g_autoptr (DlScenario) scenario = lesson_scenario_with ("ring-8", sets);
  DlSimulateOptions options = dl_simulate_options (scenario);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlSimulation) simulation = NULL;
  g_autoptr (DlEvaluation) result = dl_evaluation_new (scenario, 0, NULL, NULL, &error);
  g_autoptr (DlWorld) world = NULL;
  double ages = 0;
  guint64 packets = 0;

  options.cycles = 60000;
  options.stop = DL_STOP_CYCLES;
  options.warmup_cycles = 10000;
  simulation = dl_simulate (scenario, &options, NULL, &error);
  g_assert_no_error (error);
  world = dl_world_new_simulated (scenario, result, simulation);
  for (guint node = 0; node < G_N_ELEMENTS (shares); node++)
    {
      g_autofree char *name = g_strdup_printf ("source_share(%u,0,0)", node);

      g_assert_cmpfloat (fabs (number_of (world, name) / shares[node] - 1), <, 0.05);
    }
  expect_number (world, 0, "source_share(7,0,0)");
  expect_number (world, NAN, "source_share(8,0,0)");
  expect_number (world, 60000, "sim_cycles");
  expect_number (world, simulation->counters.delivered, "sim_delivered");
  expect_number (world, dl_simulation_stalled_output (simulation, DL_TORUS_PORT_X_PLUS),
                 "stalled(x+)");
  expect_number (world, NAN, "stalled(y-)");
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *name = g_strdup_printf ("age_share(%u)", i);

      ages += number_of (world, name);
    }
  g_assert_cmpfloat (fabs (ages - 1), <, 1e-12);
  for (guint i = 0; i < G_N_ELEMENTS (simulation->measured.age); i++)
    packets += simulation->measured.age[i];
  expect_number (world, (double) simulation->measured.age[255] / packets, "saturated_age_share");
}

/* Facts of fabrics, by the arithmetic of their structures. */
static void
test_fabric (void)
{
  /* A fat tree of 4 leaf switches with 4 hosts each and 4 roots, with faults. */
  const char *const broken[] = { "fabric.broken-cables=L1-0:5;H0:1", "fabric.broken-switches=L2-3",
                                 "fabric.broken-channels=L1-1:6", NULL };
  const char *const tapered[] = { "fabric.children=8;8", "fabric.parents=1;4", NULL };
  /* A ring of six switches: shortest routes close in both directions, two layers open them. */
  const char *const ring[]
      = { "fabric.source=random-regular", "fabric.switches=6",     "fabric.degree=2",
          "fabric.hosts-per-switch=2",    "fabric.engine=min-hop", NULL };
  const char *const layered[]
      = { "fabric.source=random-regular", "fabric.switches=6",  "fabric.degree=2",
          "fabric.hosts-per-switch=2",    "fabric.engine=lash", NULL };
  g_autoptr (DlScenario) a = lesson_scenario_with ("fat-tree-16", broken);
  g_autoptr (DlScenario) b = lesson_scenario_with ("fat-tree-16", tapered);
  g_autoptr (DlScenario) c = lesson_scenario_with ("fat-tree-16", ring);
  g_autoptr (DlScenario) d = lesson_scenario_with ("fat-tree-16", layered);
  g_autoptr (DlWorld) damaged = lesson_world_of (a);
  g_autoptr (DlWorld) tree = lesson_world_of (b);
  g_autoptr (DlWorld) loop = lesson_world_of (c);
  g_autoptr (DlWorld) layers = lesson_world_of (d);

  expect_number (damaged, 4 + 3, "switches");
  expect_number (damaged, 16 - 1 - 4, "switch_cables");
  expect_number (damaged, 2, "broken_cables");
  expect_number (damaged, 1, "link_broken(L1-0:5)");
  expect_number (tree, 8 + 4, "switches");
  expect_number (tree, 8 * 4, "switch_cables");
  expect_number (tree, 1, "layers");
  expect_number (tree, 2, "hops(H0>H63)");
  expect_number (tree, 0, "hops(H0>H7)");
  /* 8 hosts to 56 others over 4 cables, and 63 packets of each host. */
  expect_number (tree, 8 * 56 / 4, "link_load(L1-0:9)");
  expect_number (tree, 63.0 / 112, "bound_load");
  expect_number (loop, 6, "switches");
  expect_number (loop, 6, "switch_cables");
  expect_number (loop, 1, "layers");
  expect_number (loop, 6, "cycle_length");
  expect_number (layers, 2, "layers");
  expect_number (layers, 0, "cycle_length");
}

/* Nothing is known of what was not computed, and of another kind of network. */
static void
test_unknown (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) ring = dl_preset_load ("ring-8", &error);
  g_autoptr (DlScenario) other = dl_preset_load ("mesh-4x4", &error);
  g_autoptr (DlEvaluation) result = dl_evaluation_new (other, 0, NULL, NULL, &error);
  g_autoptr (DlWorld) bare = dl_world_new (ring, NULL, NULL);
  g_autoptr (DlWorld) foreign = dl_world_new (ring, result, NULL);
  g_autoptr (DlWorld) known = lesson_world_of (ring);
  guint n;
  const DlMeasure *measures = dl_measure_table (&n);

  for (guint i = 0; i < n; i++)
    {
      expect_number (bare, NAN, "%s", measures[i].id);
      expect_number (foreign, NAN, "%s", measures[i].id);
      g_assert_true (isnan (number_of (known, measures[i].id))
                     == (measures[i].simulated
                         || !dl_measure_is_for (&measures[i], &dl_family_torus)
                         || g_str_has_suffix (measures[i].id, "_y")
                         || g_str_has_suffix (measures[i].id, "_z")));
    }
  expect_number (bare, 8, "radix(x)");
  expect_number (bare, 0, "broken_cables");
  expect_number (bare, 0.34, "traffic.load");
  expect_number (bare, NAN, "hops(0,0,0>1,0,0)");
  expect_number (known, NAN, "hops(0,0,0>9,0,0)");
  expect_number (known, NAN, "link_load(0,0,0:y+)");
  expect_number (known, NAN, "group_links(0>1)");
  expect_number (known, NAN, "switches");
  expect_number (known, NAN, "source_share(0,0,0)");
}

/* Every fact that is listed can be written as it is listed. */
static void
test_table (void)
{
  static const struct
  {
    const char *usage, *example;
  } examples[] = { { "x|y|z", "x" },         { "NODE>NODE, x|y|z", "0,0,0>1,0,0, x" },
                   { "x+", "x+" },           { "NODE>NODE", "0,0,0>1,0,0" },
                   { "NODE", "0,0,0" },      { "LINK", "0,0,0:x+" },
                   { "GROUP>GROUP", "0>1" }, { "green|black|blue", "green" },
                   { "0..3", "2" },          { "NODE>NODE, LINK", "0,0,0>1,0,0, 0,0,0:x+" } };
  guint n;
  const DlFactInfo *table = dl_fact_table (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *usage = dl_fact_info_usage (&table[i]);
      const char *open = strchr (usage, '(');
      g_autofree char *args = open != NULL ? g_strndup (open + 1, strlen (open) - 2) : NULL;
      g_autofree char *text = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (DlFact) fact = NULL;

      for (guint k = 0; args != NULL && k < G_N_ELEMENTS (examples); k++)
        if (g_str_equal (examples[k].usage, args))
          text = g_strdup_printf ("%s(%s)", table[i].name, examples[k].example);
      fact = dl_fact_parse (args == NULL ? usage : text, &error);
      g_assert_no_error (error);
      g_assert_true (fact->info == &table[i]);
      g_assert_null (dl_measure_find (table[i].name));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lesson-fact/distances", test_distances);
  g_test_add_func ("/lesson-fact/crossings", test_crossings);
  g_test_add_func ("/lesson-fact/links-of-route", test_links_of_route);
  g_test_add_func ("/lesson-fact/bias-and-format", test_bias_and_format);
  g_test_add_func ("/lesson-fact/loads", test_loads);
  g_test_add_func ("/lesson-fact/cycles", test_cycles);
  g_test_add_func ("/lesson-fact/dragonfly", test_dragonfly);
  g_test_add_func ("/lesson-fact/sources", test_sources);
  g_test_add_func ("/lesson-fact/fabric", test_fabric);
  g_test_add_func ("/lesson-fact/unknown", test_unknown);
  g_test_add_func ("/lesson-fact/table", test_table);
  return g_test_run ();
}
