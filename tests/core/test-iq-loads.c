/* Packets on each link and half of its virtual channels, in a simulation at low load, equal the
 * static analysis within five standard deviations. */
#include "dl-edit.h"
#include "dl-iq-machine.h"
#include "dl-torus-plan.h"
#include "test-rounds.h"

#include <math.h>

static DlScenario *
new_scenario (const char *sets)
{
  DlScenario *scenario = dl_scenario_new ();
  g_auto (GStrv) each = g_strsplit (sets, " ", -1);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;

  dl_edits_parse_assignment (edits, "router.model=input-queued", &error);
  dl_edits_parse_assignment (edits, "traffic.packet-flits=1", &error);
  for (guint i = 0; each[i] != NULL; i++)
    dl_edits_parse_assignment (edits, each[i], &error);
  g_assert_no_error (error);
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  return scenario;
}

/* Flits of @range at an output. */
static double
count_flits (const DlIq *iq, guint node, guint port, DlVcRange range)
{
  double flits = 0;

  for (guint vc = range.first; vc < range.first + range.n; vc++)
    {
      DlIqVcCounters counters;

      dl_iq_get_vc (iq, node, port, vc, &counters);
      flits += counters.flits;
    }
  return flits;
}

static void
test_loads (gconstpointer data)
{
  const guint64 cycles = 40000 * TEST_ROUNDS (4) / 4;
  g_autoptr (DlScenario) scenario = new_scenario (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlMachinePlan) plan = dl_scenario_plan (scenario, 7, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (DlTorusAnalysis) analysis = dl_torus_evaluate (scenario, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (DlMachineRun) run = dl_machine_run_new (plan);
  const DlTorusNetwork *network = analysis->network;
  const DlTorusRouting *spec = &analysis->routes->spec;
  const double share = spec->response_share;
  const double packets = scenario->traffic.load * cycles / (network->n_working_nodes - 1);
  guint n_checked = 0;

  dl_machine_run_go (run, cycles);
  for (guint link = 0; link < network->n_links; link++)
    for (guint class = 0; class < (share > 0 ? 2 : 1); class ++)
      for (guint half = 0; half < DL_TORUS_VCS; half++)
        {
          const guint node = link / network->n_ports, port = link % network->n_ports;
          const gboolean halves = dl_vc_has_halves (analysis->routes, dl_torus_port_dim (port));
          const DlVcRange range = dl_vc_range (spec, class);
          double expected = halves ? analysis->vc_load[DL_TORUS_VCS * link + half]
                                   : dl_torus_analysis_link_load (analysis, link);
          double counted;

          if (network->link_state[link] != DL_LINK_UP || (!halves && half > 0))
            continue;
          expected *= packets * (class == 1 ? share : 1 - share);
          counted = count_flits (dl_iq_of (run), node, port,
                                 halves ? dl_vc_range_half (range, half) : range);
          /* The last packets are still on their way. */
          if (fabs (counted - expected) > 5 * sqrt (expected) + (expected > 0 ? 3 : 0))
            g_error ("%.0f flits by link %u, class %u, half %u, not %.1f: %s", counted, link, class,
                     half, expected, (const char *) data);
          n_checked++;
        }
  g_assert_cmpuint (n_checked, >, 0);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name, *sets;
  } cases[] = {
    { "torus", "torus.radix=4;6;1 torus.wrap=true;true;true torus.tie=random "
               "torus.vc-policy=wrap-partition traffic.load=0.1" },
    { "cube", "torus.radix=4;4;4 torus.wrap=true;true;true torus.tie=random "
              "torus.vc-policy=wrap-partition input-queued.vcs=2 traffic.load=0.1" },
    { "eight", "torus.radix=8;3;1 torus.wrap=true;true;true torus.tie=random "
               "torus.vc-policy=wrap-partition input-queued.vcs=8 traffic.load=0.1" },
    { "datelines", "torus.radix=4;4;4 torus.wrap=true;true;true torus.tie=random "
                   "torus.datelines=1;2;3 input-queued.vcs=3 traffic.load=0.1" },
    { "faults", "torus.radix=4;4;4 torus.wrap=true;true;true torus.tie=random "
                "torus.datelines=2;3;3 torus.broken-links=1,2,2:x+;2,1,0:y+;3,3,1:z+ "
                "traffic.load=0.05" },
    { "responses", "torus.radix=4;4;1 torus.wrap=true;true;true torus.tie=random "
                   "torus.vc-policy=wrap-partition traffic.response-share=0.25 traffic.load=0.1" },
    { "mesh", "torus.radix=4;5;1 torus.wrap=false;false;false traffic.load=0.1" },
    { "mixed", "torus.radix=4;4;3 torus.wrap=false;true;true torus.tie=random traffic.load=0.1" },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/iq-loads/", cases[i].name, NULL);
      g_test_add_data_func (path, cases[i].sets, test_loads);
    }
  return g_test_run ();
}
