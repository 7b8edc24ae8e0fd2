/* The input-queued router held to BookSim 2, cycle for cycle, where nothing is drawn: sources that
 * always have one more packet, one destination each, routes without ties. Then both programs must
 * deliver the same packets to the same nodes in the same cycles. (Random traffic:
 * tests/validation.)
 *
 * BookSim 2 at 28f4329, sim_type=throughput, injection_rate=1, warmup_periods=1, use_noc_latency=0
 * (1 for long channels), stopping thresholds 1e9, the rest as in the settings here; what it prints
 * as accepted_packets, times the cycles. */
#include "dl-edit.h"
#include "dl-family.h"
#include "dl-iq-machine.h"
#include "dl-torus.h"

typedef struct
{
  const char *name;
  const char *sets[10];
  guint period;     /* cycles: of the warm-up; three more are measured */
  guint taken[125]; /* (nodes) packets that each got, x fastest */
} Case;

/* clang-format off */
static const Case cases[] = {
  { "transpose",
    { "torus.radix=8;8;1", "torus.wrap=false;false;false", "input-queued.vcs=4", "input-queued.buffer-flits=8", "traffic.packet-flits=1", "traffic.pattern=transpose" },
    200,
    { 600, 600, 299, 149, 72, 38, 19, 7, 299, 600, 300, 149, 77, 40, 18, 10, 148, 299, 600, 299, 148, 71, 41, 19, 71, 148, 299, 600, 299, 148, 71, 41, 41, 71, 148, 299, 600, 299, 148, 71, 19, 41, 71, 148, 299, 600, 299, 148, 10, 18, 40, 77, 149, 300, 600, 299, 7, 19, 38, 72, 149, 299, 600, 600 } },
  { "bit-complement, long packets",
    { "torus.radix=4;4;1", "torus.wrap=false;false;false", "input-queued.vcs=2", "input-queued.buffer-flits=4", "traffic.packet-flits=9", "traffic.pattern=bit-complement" },
    300,
    { 48, 47, 47, 48, 46, 46, 46, 46, 46, 46, 46, 46, 48, 47, 47, 48 } },
  { "one flit of buffer",
    { "torus.radix=4;4;1", "torus.wrap=false;false;false", "input-queued.vcs=4", "input-queued.buffer-flits=1", "traffic.packet-flits=1", "traffic.pattern=transpose" },
    200,
    { 400, 267, 134, 66, 133, 400, 136, 66, 66, 136, 400, 133, 66, 134, 267, 400 } },
  { "tornado in three dimensions",
    { "torus.radix=5;5;5", "torus.wrap=true;true;true", "torus.vc-policy=wrap-partition", "input-queued.vcs=4", "input-queued.buffer-flits=8", "traffic.packet-flits=5", "traffic.pattern=tornado" },
    200,
    { 23, 45, 17, 27, 41, 26, 45, 10, 19, 41, 18, 34, 9, 18, 32, 18, 38, 10, 18, 37, 22, 45, 17, 26, 50, 22, 45, 11, 21, 44, 24, 46, 15, 28, 44, 12, 25, 6, 15, 27, 27, 34, 10, 20, 39, 24, 46, 10, 23, 46, 22, 46, 11, 21, 41, 24, 47, 12, 25, 47, 13, 24, 7, 15, 24, 20, 38, 10, 19, 39, 21, 43, 10, 19, 40, 31, 46, 14, 27, 49, 27, 49, 12, 24, 47, 16, 32, 6, 13, 27, 17, 39, 10, 20, 39, 24, 47, 8, 18, 42, 24, 47, 11, 22, 49, 23, 49, 12, 23, 49, 16, 31, 9, 16, 31, 20, 42, 10, 20, 40, 24, 48, 14, 26, 46 } },
  { "eight virtual channels",
    { "torus.radix=8;8;1", "torus.wrap=false;false;false", "input-queued.vcs=8", "input-queued.buffer-flits=4", "traffic.packet-flits=20", "traffic.pattern=transpose" },
    300,
    { 36, 31, 23, 13, 12, 12, 11, 9, 12, 36, 22, 11, 9, 9, 6, 6, 5, 14, 36, 20, 7, 6, 5, 4, 4, 4, 14, 36, 16, 5, 4, 3, 3, 4, 5, 16, 36, 14, 4, 4, 4, 5, 6, 7, 20, 36, 14, 5, 6, 6, 9, 9, 11, 22, 36, 12, 9, 11, 12, 12, 13, 23, 31, 36 } },
  { "slow routing",
    { "torus.radix=8;8;1", "torus.wrap=false;false;false", "input-queued.vcs=4", "input-queued.buffer-flits=8", "traffic.packet-flits=3", "traffic.pattern=transpose", "input-queued.routing-delay=3" },
    200,
    { 200, 160, 82, 51, 26, 11, 2, 1, 99, 200, 82, 49, 25, 15, 8, 2, 47, 92, 200, 98, 49, 25, 13, 8, 24, 45, 98, 200, 98, 49, 25, 15, 15, 25, 49, 98, 200, 98, 45, 24, 8, 13, 25, 49, 98, 200, 92, 47, 2, 8, 15, 25, 49, 82, 200, 99, 1, 2, 11, 26, 51, 82, 160, 200 } },
  { "slow switch",
    { "torus.radix=8;8;1", "torus.wrap=false;false;false", "input-queued.vcs=4", "input-queued.buffer-flits=8", "traffic.packet-flits=3", "traffic.pattern=bit-complement", "input-queued.switch-traversal-delay=4" },
    200,
    { 9, 6, 14, 31, 31, 14, 6, 9, 5, 4, 9, 25, 25, 9, 4, 5, 11, 8, 18, 47, 47, 18, 8, 11, 24, 18, 44, 88, 88, 44, 18, 24, 24, 18, 44, 88, 88, 44, 18, 24, 11, 8, 18, 47, 47, 18, 8, 11, 5, 4, 9, 25, 25, 9, 4, 5, 9, 6, 14, 31, 31, 14, 6, 9 } },
  { "late credits",
    { "torus.radix=5;5;1", "torus.wrap=true;true;true", "torus.vc-policy=wrap-partition", "input-queued.vcs=2", "input-queued.buffer-flits=4", "traffic.packet-flits=2", "traffic.pattern=tornado", "input-queued.credit-delay=5" },
    200,
    { 25, 50, 12, 25, 50, 25, 50, 12, 25, 50, 17, 34, 8, 17, 33, 16, 34, 8, 17, 33, 34, 67, 17, 33, 67 } },
  { "long channels",
    { "torus.radix=5;5;1", "torus.wrap=true;true;true", "torus.vc-policy=wrap-partition", "input-queued.vcs=4", "input-queued.buffer-flits=8", "traffic.packet-flits=4", "traffic.pattern=tornado", "input-queued.channel-delay=2" },
    200,
    { 28, 57, 13, 26, 56, 28, 63, 12, 27, 58, 24, 51, 12, 24, 52, 22, 50, 12, 25, 52, 34, 70, 12, 30, 62 } },
  { "three iterations",
    { "torus.radix=8;8;1", "torus.wrap=false;false;false", "input-queued.vcs=4", "input-queued.buffer-flits=8", "traffic.packet-flits=2", "traffic.pattern=transpose", "input-queued.allocator-iterations=3" },
    200,
    { 300, 300, 148, 75, 38, 21, 9, 5, 149, 300, 150, 73, 35, 17, 8, 5, 74, 149, 300, 149, 74, 36, 21, 7, 36, 74, 149, 300, 149, 74, 36, 21, 21, 36, 74, 149, 300, 149, 74, 36, 7, 21, 36, 74, 149, 300, 149, 74, 5, 8, 17, 35, 73, 150, 300, 149, 5, 9, 21, 38, 75, 148, 300, 300 } },
};
/* clang-format on */

static void
set_all (DlScenario *scenario, const char *const *sets)
{
  static const char *const common[]
      = { "router.model=input-queued", "traffic.load=saturated", "traffic.self=true", NULL };
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; common[i] != NULL; i++)
    dl_edits_parse_assignment (edits, common[i], &error);
  for (guint i = 0; sets[i] != NULL; i++)
    dl_edits_parse_assignment (edits, sets[i], &error);
  g_assert_no_error (error);
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
}

/* The destination of a node, as a number among BookSim's nodes. */
static guint
place_of_dest (const DlTorusNetwork *network, const char *pattern, guint node)
{
  const guint *radix = network->torus.radix;
  DlTorusCoord to = network->torus.coord[node];

  if (g_str_has_suffix (pattern, "transpose"))
    {
      to.at[DL_X] = network->torus.coord[node].at[DL_Y];
      to.at[DL_Y] = network->torus.coord[node].at[DL_X];
    }
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (g_str_has_suffix (pattern, "complement"))
      to.at[dim] = radix[dim] - 1 - to.at[dim];
    else if (g_str_has_suffix (pattern, "tornado"))
      to.at[dim] = (to.at[dim] + (radix[dim] + 1) / 2 - 1) % radix[dim];
  return (to.at[DL_Z] * radix[DL_Y] + to.at[DL_Y]) * radix[DL_X] + to.at[DL_X];
}

static const char *
pattern_of (const Case *it)
{
  for (guint i = 0;; i++)
    if (g_str_has_prefix (it->sets[i], "traffic.pattern="))
      return it->sets[i];
}

static void
test_case (gconstpointer data)
{
  const Case *it = data;
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (DlMachinePlan) plan = NULL;
  g_autoptr (DlMachineRun) run = NULL;
  g_autoptr (GError) error = NULL;
  DlSimStats stats, early;
  guint64 sum = 0;

  set_all (scenario, it->sets);
  plan = dl_scenario_plan (scenario, 1, NULL, NULL, &error);
  g_assert_no_error (error);
  run = dl_machine_run_new (plan);
  dl_machine_run_go (run, it->period);
  dl_iq_get_stats (dl_iq_of (run), &early);
  dl_machine_run_go (run, 3 * it->period);
  dl_iq_get_stats (dl_iq_of (run), &stats);
  dl_sim_stats_subtract (&stats, &early, plan->n_nodes);
  for (guint node = 0; node < plan->n_nodes; node++)
    {
      const guint place = place_of_dest (plan->shape, pattern_of (it), node);

      g_assert_cmpuint (stats.sources[node], ==, it->taken[place]);
      sum += stats.sources[node];
    }
  g_assert_cmpuint (sum, >, 0);
  dl_sim_stats_clear (&early);
  dl_sim_stats_clear (&stats);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/iq-booksim/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
