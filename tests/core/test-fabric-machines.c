/* Machines of several ports: how they are found, what they are called, their faults, patterns by a
 * walk of all pairs, generated ones, and what Slurm is told of them. */
#include "dl-edit.h"
#include "dl-evaluate.h"
#include "dl-fabric-machines.h"
#include "dl-fabric-patterns.h"
#include "dl-fabric-rails.h"
#include "dl-fabric-scenario.h"
#include "fabric-fixture.h"
#include "fabric-naive.h"
#include "test-rounds.h"

#include <string.h>

#define SWITCH "Switch\t30 \"S-a1\"\t\t# \"leaf\" base port 0 lid 1 lmc 0\n"

static DlFabric *
read_hosts (const char *const *names)
{
  g_autoptr (GString) text = g_string_new (SWITCH);
  DlFabric *fabric;

  for (guint i = 0; names[i] != NULL; i++)
    g_string_append_printf (text, "[%u]\t\"H-%x\"[1](%x)\t\t# \"%s\" lid 1 4xNDR\n", i + 1,
                            0xc0 + i, 0xc0 + i, names[i]);
  fabric = dl_fabric_ibnetdiscover.read (text->str, -1, "hosts", NULL, NULL, NULL);
  g_assert_nonnull (fabric);
  return fabric;
}

/* "a:0 a:1 b:0": each host's machine and rail, in the order of hosts; "-": none has several. */
static char *
found (const char *const *names, const char *pattern)
{
  g_autoptr (DlFabric) fabric = read_hosts (names);
  DlFabricMachines *machines = dl_fabric_machines_find (fabric, pattern);
  GString *text = g_string_new (machines == NULL ? "-" : NULL);

  for (guint h = 0; machines != NULL && h < fabric->n_hosts; h++)
    {
      g_autofree char *name = dl_fabric_machine_port_name (machines, h);

      g_string_append_printf (text, "%s%s", h > 0 ? " " : "", name);
      g_assert_cmpuint (dl_fabric_machine_port (machines, name), ==, h);
    }
  dl_fabric_machines_free (machines);
  return g_string_free (text, FALSE);
}

static void
test_find (void)
{
  static const struct
  {
    const char *names[6], *pattern, *machines;
  } cases[] = {
    { { "gpu1 mlx5_0", "gpu1 mlx5_3", "gpu2 mlx5_3" }, "auto", "gpu1:0 gpu1:3 gpu2:3" },
    { { "n1 r1", "n1 r0", "n2 r0" }, "auto", "n1:1 n1:0 n2:0" },
    { { "n1 HCA-1", "n2 HCA-1" }, "auto", "-" },
    { { "n1 HCA-1", "n1 HCA-1", "n2 HCA-1" }, "auto", "n1:1 n1:0 n2:1" }, /* by GUID, then place */
    { { "node 1", "node 2" }, "auto", "-" },
    { { "gpu1 mlx5_0", "gpu1 mlx5_1" }, "none", "-" },
    { { "gpu1-ib0", "gpu1-ib1", "gpu2-ib0", "mgmt" }, "*-ib?", "gpu1:0 gpu1:1 gpu2:0 mgmt:0" },
    { { "gpu1-ib0", "gpu1-ib1" }, "auto", "-" },
    { { "ib0.gpu1", "ib1.gpu1" }, "ib?.*", "gpu1:0 gpu1:1" },
    { { "a+b x1", "a+b x2" }, "a+* x?", "b:1 b:2" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = found (cases[i].names, cases[i].pattern);

      if (i == 3)
        g_assert_nonnull (strstr (text, "n2:"));
      else
        g_assert_cmpstr (text, ==, cases[i].machines);
    }
}

static void
test_adapters (void)
{
  static const char *const are[] = { "mlx5_0", "HCA-1", "r1", "HCA-1/P2", "hfi1_0" };
  static const char *const are_not[]
      = { "Technologies", "Technologies/P2", "1", "HCA-1/P\u00e9", "HCA-1/P", "" };

  for (guint i = 0; i < G_N_ELEMENTS (are); i++)
    g_assert_true (dl_fabric_is_adapter (are[i]));
  for (guint i = 0; i < G_N_ELEMENTS (are_not); i++)
    g_assert_false (dl_fabric_is_adapter (are_not[i]));
}

/* Adapters that say no more than who made them: by the GUID of their system. */
static void
test_system (void)
{
  static const char text[]
      = SWITCH "[1]\t\"H-c0\"[1](c0)\t\t# \"ConnectX Technologies\" lid 1 4xNDR\n"
               "[2]\t\"H-c1\"[1](c1)\t\t# \"ConnectX Technologies\" lid 2 4xNDR\n"
               "[3]\t\"H-c2\"[1](c2)\t\t# \"ConnectX Technologies\" lid 3 4xNDR\n"
               "[4]\t\"H-c2\"[2](c3)\t\t# \"ConnectX Technologies\" lid 4 4xNDR\n"
               "\nsysimgguid=0xe0\ncaguid=0xc0\nCa\t1 \"H-c0\"\t\t# \"ConnectX Technologies\"\n"
               "\nsysimgguid=0xe0\ncaguid=0xc1\nCa\t1 \"H-c1\"\t\t# \"ConnectX Technologies\"\n"
               "\nsysimgguid=0xe2\ncaguid=0xc2\nCa\t2 \"H-c2\"\t\t# \"ConnectX Technologies\"\n";
  g_autoptr (DlFabric) fabric = dl_fabric_ibnetdiscover.read (text, -1, "hosts", NULL, NULL, NULL);
  DlFabricMachines *machines = dl_fabric_machines_find (fabric, "auto");

  g_assert_nonnull (machines);
  g_assert_cmpuint (machines->n_machines, ==, 2);
  g_assert_cmpuint (machines->n_rails, ==, 2);
  for (guint h = 0; h < fabric->n_hosts; h++)
    {
      const guint own = machines->machine[h], other = machines->machine[fabric->n_hosts - 1 - h];
      const gboolean of_two = fabric->guid[h] < 0xc2;

      g_assert_cmpuint (dl_fabric_machine_size (machines, own), ==, 2);
      g_assert_cmpuint (machines->rail[h], ==,
                        of_two ? fabric->guid[h] - 0xc0 : fabric->guid[h] - 0xc2);
      g_assert_true (own != other);
    }
  dl_fabric_machines_free (machines);
  g_assert_null (dl_fabric_machines_find (fabric, "none"));
}

/* Scenarios ------------------------------------------------------------------------------------ */

static DlScenario *
make (const char *settings, GError **error)
{
  DlScenario *scenario = dl_scenario_new ();
  g_auto (GStrv) items = g_strsplit (settings, " ", -1);
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  for (guint i = 0; items[i] != NULL; i++)
    g_assert_true (dl_edits_parse_assignment (edits, items[i], NULL));
  if (!dl_scenario_apply (scenario, edits, NULL, NULL, error))
    g_clear_pointer (&scenario, dl_scenario_free);
  return scenario;
}

static DlFabric *
build (const DlScenario *scenario)
{
  return scenario->family->build (scenario, NULL);
}

/* Four leaf switches of three hosts, machines of two ports. */
#define SMALL                                                                                      \
  "scenario.kind=fabric fabric.children=3;4 fabric.parents=1;2 fabric.engine=min-hop "             \
  "fabric.ports-per-host=2 fabric.rail-leaves="

static void
test_generated (void)
{
  g_autoptr (DlScenario) optimized = make (SMALL "optimized", NULL);
  g_autoptr (DlScenario) mixed = make (SMALL "mixed", NULL);
  const DlScenario *scenarios[] = { optimized, mixed };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (scenarios); i++)
    {
      g_autoptr (DlFabric) fabric = build (scenarios[i]);
      const DlFabricMachines *machines = fabric->machines;

      g_assert_cmpuint (machines->n_machines, ==, 6);
      g_assert_cmpuint (machines->n_rails, ==, 2);
      for (guint m = 0; m < 6; m++)
        for (guint rail = 0; rail < 2; rail++)
          {
            const guint h = machines->hosts[machines->first[m] + rail];

            g_assert_cmpuint (machines->machine[h], ==, m);
            g_assert_cmpuint (machines->rail[h], ==, rail);
            /* Optimized, a leaf switch has one rail; mixed, ports are beside each other. */
            if (i == 0)
              g_assert_cmpuint ((fabric->host_switch[h] - fabric->n_hosts) % 2, ==, rail);
            else
              g_assert_cmpuint (h, ==, 2 * m + rail);
          }
    }
  g_assert_null (make ("scenario.kind=fabric fabric.children=3;3 fabric.parents=1;2 "
                       "fabric.ports-per-host=2",
                       &error));
  g_assert_nonnull (strstr (error->message, "fabric.ports-per-host: "));
  g_clear_error (&error);
  g_assert_null (make ("scenario.kind=fabric fabric.children=2;3 fabric.parents=1;2 "
                       "fabric.ports-per-host=2",
                       &error));
  g_assert_nonnull (strstr (error->message, "rail-leaves=mixed"));
}

static void
test_faults (void)
{
  static const struct
  {
    const char *faults;
    guint n_down;
    const char *message;
  } cases[] = {
    { "fabric.broken-machines=M1", 2, NULL },
    { "fabric.broken-rails=1", 6, NULL },
    { "fabric.broken-machines=M1;M2 fabric.broken-rails=0", 8, NULL },
    { "fabric.broken-hosts=M1:1", 1, NULL },
    { "fabric.broken-machines=M9", 0, "fabric.broken-machines: “M9” is not a machine" },
    { "fabric.broken-rails=2", 0, "fabric.broken-rails: no machine has a port" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *settings = g_strdup_printf (SMALL "optimized %s", cases[i].faults);
      g_autoptr (GError) error = NULL;
      g_autoptr (DlScenario) scenario = make (settings, &error);
      g_autoptr (DlFabric) fabric = scenario != NULL ? build (scenario) : NULL;
      guint n_down = 0;

      if (cases[i].message != NULL)
        {
          g_assert_null (scenario);
          g_assert_nonnull (strstr (error->message, cases[i].message));
          continue;
        }
      for (guint h = 0; h < fabric->n_hosts; h++)
        n_down += !dl_fabric_host_works (fabric, h);
      g_assert_cmpuint (n_down, ==, cases[i].n_down);
    }
}

/* Patterns ------------------------------------------------------------------------------------- */

/* Packets that @from sends @to by the words of the patterns, of machines, found by a walk of its
 * own. */
static double
sends (const DlFabric *fabric, const DlPattern *pattern, guint from, guint to)
{
  const DlFabricMachines *machines = fabric->machines;
  const guint m = machines->machine[from], n = machines->n_machines;

  if (!dl_fabric_host_works (fabric, from) || !dl_fabric_host_works (fabric, to))
    return 0;
  if (pattern == &dl_pattern_uniform)
    return from != to;
  if (m == machines->machine[to])
    return 0;
  if (pattern == &dl_fabric_machine_uniform)
    return 1;
  if (machines->rail[from] != machines->rail[to])
    return 0;
  if (pattern == &dl_fabric_rail_uniform)
    return 1;
  /* The next machine, around, whose port on the rail works. */
  for (guint k = 1; k < n; k++)
    for (guint i = machines->first[(m + k) % n]; i < machines->first[(m + k) % n + 1]; i++)
      if (machines->rail[machines->hosts[i]] == machines->rail[from]
          && dl_fabric_host_works (fabric, machines->hosts[i]))
        return machines->hosts[i] == to;
  return 0;
}

/* One pair. */
static void
share (const DlFabric *fabric, guint a, guint b, double packets, DlFabricShares *shares)
{
  const gboolean machine = fabric->machines->machine[a] == fabric->machines->machine[b];
  const gboolean rail = !machine && fabric->machines->rail[a] == fabric->machines->rail[b];
  const gboolean leaf = fabric->host_switch[a] == fabric->host_switch[b];

  shares->all += packets;
  shares->at_leaf += leaf ? packets : 0;
  shares->on_rail += rail ? packets : 0;
  shares->at_machine += machine ? packets : 0;
  shares->crosses += !leaf && !machine ? packets : 0;
  shares->crosses_on_rail += !leaf && rail ? packets : 0;
}

static void
assert_same (const DlFabricShares *a, const DlFabricShares *b)
{
  g_assert_cmpfloat (a->all, ==, b->all);
  g_assert_cmpfloat (a->at_leaf, ==, b->at_leaf);
  g_assert_cmpfloat (a->on_rail, ==, b->on_rail);
  g_assert_cmpfloat (a->at_machine, ==, b->at_machine);
  g_assert_cmpfloat (a->crosses, ==, b->crosses);
  g_assert_cmpfloat (a->crosses_on_rail, ==, b->crosses_on_rail);
}

static void
check_pattern (const DlFabric *fabric, const DlPattern *pattern)
{
  const guint H = fabric->n_hosts;
  g_autofree double *weight = g_new0 (double, (gsize) H *H);
  g_autoptr (DlDemand) demand = dl_fabric_demand (fabric, pattern, 0, 1, FALSE);
  g_autofree DlFabricShares *rails = dl_fabric_rail_shares (fabric, demand);
  DlFabricShares shares = dl_fabric_shares_sum (fabric, rails), own = { 0 };
  DlFabricShares by_rail[2] = { { 0 } };

  for (guint i = 0; i < demand->flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);

      weight[flow->source * H + flow->dest] += flow->weight;
    }
  for (guint a = 0; a < H; a++)
    for (guint b = 0; b < H; b++)
      {
        const double packets = sends (fabric, pattern, a, b);

        if (dl_demand_has_sets (demand) && a != b && demand->set[a] != DL_NO_SET
            && demand->set[a] == demand->set[b])
          weight[a * H + b] += demand->set_weight;
        if (demand->uniform)
          weight[a * H + b] = packets;
        g_assert_cmpfloat (weight[a * H + b], ==, packets);
        share (fabric, a, b, packets, &own);
        share (fabric, a, b, packets, &by_rail[fabric->machines->rail[a]]);
      }
  assert_same (&shares, &own);
  for (guint rail = 0; rail < 2; rail++)
    assert_same (&rails[rail], &by_rail[rail]);
}

static void
test_patterns (void)
{
  static const DlPattern *const patterns[] = { &dl_fabric_rail_uniform, &dl_fabric_rail_shift,
                                               &dl_fabric_machine_uniform, &dl_pattern_uniform };
  static const char *const faults[] = { "", " fabric.broken-hosts=M2:0;M3:1",
                                        " fabric.broken-machines=M0;M5", " fabric.broken-rails=1" };

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    for (guint k = 0; k < 2; k++)
      {
        g_autofree char *settings
            = g_strconcat (SMALL, k == 0 ? "optimized" : "mixed", faults[i], NULL);
        g_autoptr (DlScenario) scenario = make (settings, NULL);
        g_autoptr (DlFabric) fabric = build (scenario);

        for (guint p = 0; p < G_N_ELEMENTS (patterns); p++)
          check_pattern (fabric, patterns[p]);
      }
}

/* Loads of the patterns by a walk of each pair. */
static void
test_loads (void)
{
  static const char *const patterns[] = { "rail-uniform", "rail-shift", "machine-uniform" };

  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    {
      g_autofree char *settings = g_strdup_printf (
          SMALL "mixed traffic.pattern=%s fabric.broken-hosts=M1:0", patterns[i]);
      g_autoptr (DlScenario) scenario = make (settings, NULL);
      g_autoptr (DlEvaluation) result = dl_evaluation_new (scenario, 0, NULL, NULL, NULL);
      const DlFabricAnalysis *analysis = dl_evaluation_of (result, &dl_family_fabric);
      const DlFabric *fabric = analysis->routes->fabric;
      g_autoptr (GArray) flows = g_array_new (FALSE, FALSE, sizeof (DlFlow));
      Naive *naive;

      for (guint a = 0; a < fabric->n_hosts; a++)
        for (guint b = 0; b < fabric->n_hosts; b++)
          {
            const DlFlow flow = { a, b, sends (fabric, scenario->traffic.pattern, a, b) };

            if (flow.weight > 0)
              g_array_append_val (flows, flow);
          }
      naive = naive_new (analysis->routes, flows, 1);
      for (guint c = 0; c < fabric->n_channels; c++)
        g_assert_cmpfloat_with_epsilon (dl_fabric_analysis_load (analysis, c), naive->load[c],
                                        1e-9);
      naive_free (naive);
    }
}

/* Slurm ---------------------------------------------------------------------------------------- */

static void
test_slurm (void)
{
  g_autoptr (DlScenario) scenario = make (SMALL "optimized", NULL);
  g_autoptr (DlFabric) fabric = build (scenario);
  g_autofree char *conf = dl_fabric_slurm_write (fabric, FALSE, NULL, NULL);
  g_autofree char *yaml = dl_fabric_slurm_write (fabric, TRUE, NULL, NULL);

  g_assert_cmpstr (conf, ==,
                   "# topology.conf for TopologyPlugin=topology/tree\n"
                   "SwitchName=L1-0_L1-1 Nodes=M0,M1,M2\n"
                   "SwitchName=L1-2_L1-3 Nodes=M3,M4,M5\n"
                   "SwitchName=L2-0 Switches=L1-0_L1-1,L1-2_L1-3\n"
                   "SwitchName=L2-1 Switches=L1-0_L1-1,L1-2_L1-3\n");
  g_assert_cmpstr (yaml, ==,
                   "# topology.yaml for Slurm 25.05 or later\n"
                   "---\n"
                   "- topology: tree\n"
                   "  cluster_default: true\n"
                   "  tree:\n"
                   "    switches:\n"
                   "      - switch: L1-0_L1-1\n"
                   "        nodes: M0,M1,M2\n"
                   "      - switch: L1-2_L1-3\n"
                   "        nodes: M3,M4,M5\n"
                   "      - switch: L2-0\n"
                   "        children: L1-0_L1-1,L1-2_L1-3\n"
                   "      - switch: L2-1\n"
                   "        children: L1-0_L1-1,L1-2_L1-3\n"
                   "- topology: blocks\n"
                   "  cluster_default: false\n"
                   "  block:\n"
                   "    block_sizes:\n"
                   "      - 3\n"
                   "    blocks:\n"
                   "      - block: L1-0_L1-1\n"
                   "        nodes: M0,M1,M2\n"
                   "      - block: L1-2_L1-3\n"
                   "        nodes: M3,M4,M5\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fabric-machines/find", test_find);
  g_test_add_func ("/fabric-machines/adapters", test_adapters);
  g_test_add_func ("/fabric-machines/system", test_system);
  g_test_add_func ("/fabric-machines/generated", test_generated);
  g_test_add_func ("/fabric-machines/faults", test_faults);
  g_test_add_func ("/fabric-machines/patterns", test_patterns);
  g_test_add_func ("/fabric-machines/loads", test_loads);
  g_test_add_func ("/fabric-machines/slurm", test_slurm);
  return g_test_run ();
}
