/* Input-queued routers while their network is edited: at any cycle, anything breaks and is mended,
 * and nothing is lost that is not counted. */
#include "dl-edit.h"
#include "dl-family.h"
#include "dl-iq-machine.h"
#include "iq-fixture.h"
#include "test-rounds.h"

#define DRAGONFLY                                                                                  \
  "scenario.kind=dragonfly dragonfly.shape=generic dragonfly.groups=5 "                            \
  "dragonfly.routers-per-group=4 dragonfly.nodes-per-router=2 dragonfly.global-per-router=1 "

/* Networks, each with what may be done to them; "": nothing is broken. */
typedef struct
{
  const char *name, *sets;
  const char *edits[8];
} Case;

static const Case cases[] = {
  { "torus",
    "torus.radix=4;4;4 torus.engine=xt+legal traffic.load=0.4 traffic.packet-flits=5",
    { "", "torus.broken-links=1,2,2:x+", "torus.broken-nodes=2,2,2",
      "torus.broken-channels=0,1,2:y-;3,3,3:z+", "torus.broken-links=1,2,2:x+;1,2,3:y+",
      "traffic.load=0.1" } },
  { "slow stages",
    "torus.radix=4;3;2 torus.engine=legal traffic.load=0.3 input-queued.routing-delay=2 "
    "input-queued.vc-allocation-delay=3 input-queued.switch-allocation-delay=2 "
    "input-queued.switch-traversal-delay=3 traffic.packet-flits=9",
    { "", "torus.broken-links=1,1,0:x+", "torus.broken-links=0,1,1:y-;2,1,1:x+",
      "torus.broken-nodes=1,2,1" } },
  { "saturated",
    "torus.radix=5;5;1 torus.engine=up-down traffic.load=saturated input-queued.buffer-flits=3 "
    "traffic.packet-flits=7",
    { "", "torus.broken-links=1,1,0:x+;3,3,0:y+", "torus.broken-nodes=4,4,0;0,0,0",
      "torus.broken-channels=2,2,0:x-" } },
  /* Without datelines packets lock, and are given up for the edit. */
  { "deadlock",
    "torus.radix=5;5;1 torus.datelines=-1;-1;-1 traffic.load=saturated traffic.packet-flits=9",
    { "", "torus.broken-links=1,1,0:x+", "torus.datelines=2;2;0" } },
  { "minimal",
    DRAGONFLY "dragonfly.routing=min input-queued.vcs=2 traffic.load=0.4",
    { "", "dragonfly.broken-links=0.0.1-0.0.2#0", "dragonfly.broken-cables=0-3#0",
      "dragonfly.broken-routers=2.0.1" } },
  { "adaptive",
    DRAGONFLY "dragonfly.routing=adaptive-1 input-queued.vcs=8 traffic.load=0.5",
    { "", "dragonfly.broken-links=0.0.1-0.0.2#0;1.0.0-1.0.3#0", "dragonfly.broken-cables=0-3#0",
      "dragonfly.broken-routers=2.0.1" } },
};

static DlMachinePlan *
new_plan (const char *sets, const char *edit)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autofree char *all = g_strconcat ("router.model=input-queued ", sets, " ", edit, NULL);
  g_auto (GStrv) each = g_strsplit (all, " ", -1);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;
  DlMachinePlan *plan;

  for (guint i = 0; each[i] != NULL; i++)
    if (*each[i] != '\0')
      dl_edits_parse_assignment (edits, each[i], &error);
  g_assert_no_error (error);
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  plan = dl_scenario_plan (scenario, 1, NULL, NULL, &error);
  g_assert_no_error (error);
  return plan;
}

static GPtrArray *
new_plans (const Case *it)
{
  GPtrArray *plans = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_machine_plan_unref);

  for (guint i = 0; it->edits[i] != NULL; i++)
    g_ptr_array_add (plans, new_plan (it->sets, it->edits[i]));
  return plans;
}

/* Until nothing is left, or for 30,000 cycles: what has locked stays. */
static void
drain (DlMachineRun *run, DlSimCounters *counters)
{
  for (guint i = 0; i < 60; i++)
    {
      dl_machine_run_go (run, 500);
      dl_iq_get_counters (dl_iq_of (run), counters);
      if (counters->delivered + counters->dropped_link + counters->dropped_deadlock
                  + counters->dropped_source
              == counters->created
          && !dl_machine_run_is_draining (run))
        return;
    }
}

/* Edits at random cycles; @check: all that must hold does, in each cycle. Then all that is created
 * has arrived, or is counted as dropped. */
static DlSimCounters
run_edits (const GPtrArray *plans, guint64 seed, guint n_threads, gboolean check)
{
  g_autoptr (DlMachineRun) run = dl_machine_run_new (plans->pdata[0]);
  DlIq *iq = dl_iq_of (run);
  DlSimCounters counters;
  DlRng rng;

  dl_rng_init (&rng, seed);
  dl_machine_run_set_threads (run, n_threads);
  for (guint edit = 0; edit < 12; edit++)
    {
      const guint cycles = 1 + dl_rng_below (&rng, edit % 4 == 0 ? 400 : 120);

      for (guint i = 0; check && i < cycles; i++)
        {
          dl_machine_run_go (run, 1);
          iq_check (iq, FALSE);
        }
      if (!check)
        dl_machine_run_go (run, cycles);
      dl_machine_run_change (run, plans->pdata[dl_rng_below (&rng, plans->len)]);
      if (check)
        iq_check (iq, FALSE);
    }
  dl_iq_stop_sources (iq);
  drain (run, &counters);
  g_assert_false (dl_machine_run_is_draining (run));
  return counters;
}

static void
test_edits (gconstpointer data)
{
  const Case *it = data;
  g_autoptr (GPtrArray) plans = new_plans (it);
  const gboolean locks = g_str_equal (it->name, "deadlock");
  guint64 dropped = 0;

  for (guint seed = 1; seed <= (TEST_SANITIZED ? 2 : 4); seed++)
    {
      const DlSimCounters counters = run_edits (plans, seed, 1, TRUE);
      const DlSimCounters again = run_edits (plans, seed, 3, FALSE);
      const guint64 gone = counters.delivered + counters.dropped_link + counters.dropped_deadlock
                           + counters.dropped_source;

      g_assert_cmpuint (counters.digest, ==, again.digest);
      g_assert_cmpuint (counters.dropped_link, ==, again.dropped_link);
      g_assert_cmpuint (counters.delivered, >, 0);
      if (!locks) /* else the last plan may have locked, too */
        {
          g_assert_cmpuint (gone, ==, counters.created);
          g_assert_cmpuint (counters.dropped_deadlock, ==, 0);
        }
      else
        g_assert_cmpuint (gone, <=, counters.created);
      dropped += counters.dropped_link;
    }
  g_assert_cmpuint (dropped, >, 0);
}

/* Dropped packets: packets whose heads have not come to the broken cable, and no others. */
static void
test_one_packet (void)
{
  g_autoptr (DlMachinePlan) whole
      = new_plan ("torus.radix=8;1;1 torus.wrap=false;false;false traffic.load=0 "
                  "traffic.packet-flits=20",
                  "");
  g_autoptr (DlMachinePlan) broken
      = new_plan ("torus.radix=8;1;1 torus.wrap=false;false;false traffic.load=0 "
                  "traffic.packet-flits=20",
                  "torus.broken-links=3,0,0:x+");
  /* Alone, the head is switched at the router of node n in cycle 4 + 5 n. */
  const guint passes = 4 + 5 * 3;

  for (guint cycle = 1; cycle <= 40; cycle++)
    {
      g_autoptr (DlMachineRun) run = dl_machine_run_new (whole);
      DlIq *iq = dl_iq_of (run);
      DlSimCounters counters;
      DlIqPortCounters port;

      dl_iq_send (iq, 0, 7);
      dl_machine_run_go (run, cycle);
      dl_machine_run_change (run, broken);
      for (guint i = 0; i < 100; i++)
        {
          dl_machine_run_go (run, 1);
          iq_check (iq, FALSE);
        }
      dl_iq_get_counters (iq, &counters);
      dl_iq_get_port (iq, 3, 0, &port);
      g_assert_cmpuint (counters.dropped_link, ==, cycle <= passes);
      g_assert_cmpuint (counters.delivered, ==, cycle > passes);
      g_assert_cmpuint (port.flits, ==, cycle > passes ? 20 : 0);
      dl_machine_run_go (run, 200);
      g_assert_false (dl_machine_run_is_draining (run));
      iq_check (iq, FALSE);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/iq-change/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_edits);
    }
  g_test_add_func ("/iq-change/one packet", test_one_packet);
  return g_test_run ();
}
