/* A dragonfly that is simulated while its scenario is being edited. */
#include "dl-live.h"
#include "dl-scenario-file.h"
#include "dl-session-edits.h"
#include "dl-simulate.h"
#include "toggle-fixture.h"
#include "picture-own.h"

#include <math.h>

typedef struct
{
  DlSession *session;
  DlLive *live;
} Fixture;

static void
set (Fixture *fixture, const char *name, const char *value)
{
  dl_session_set (fixture->session, name, value, FALSE);
}

static void
setup (Fixture *fixture, gconstpointer data)
{
  DlScenario *scenario = dl_preset_load ("cascade-2", NULL);

  fixture->session = dl_session_new (NULL);
  /* It opens what is there, and that is nothing, in its own time. */
  while (g_main_context_iteration (NULL, FALSE))
    ;
  dl_session_open_new (fixture->session, scenario);
  /* A third group, that packets may go round by. */
  set (fixture, "dragonfly.groups", "3");
  set (fixture, "traffic.load", "0.1");
  fixture->live = dl_live_new (fixture->session);
}

static void
teardown (Fixture *fixture, gconstpointer data)
{
  g_clear_object (&fixture->live);
  g_clear_object (&fixture->session);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static const DlLivePicture *
picture (Fixture *fixture)
{
  dl_live_sync (fixture->live);
  g_assert_nonnull (dl_live_get_picture (fixture->live));
  return dl_live_get_picture (fixture->live);
}

/* Steps make the very run that the command line makes. */
static void
test_step (Fixture *fixture, gconstpointer data)
{
  DlSimulateOptions options = dl_simulate_options (dl_session_get_scenario (fixture->session));
  g_autoptr (DlSimulation) simulation = NULL;
  const DlLivePicture *seen;

  dl_live_step (fixture->live, 700);
  dl_live_sync (fixture->live);
  dl_live_step (fixture->live, 1800);
  seen = picture (fixture);
  g_assert_cmpuint (seen->cycle, ==, 2500);

  options.cycles = 2500;
  options.warmup_cycles = DL_WARMUP_AUTO;
  options.stop = DL_STOP_CYCLES;
  simulation = dl_simulate (dl_session_get_scenario (fixture->session), &options, NULL, NULL);
  g_assert_cmphex (seen->digest, ==, simulation->counters.digest);
  g_assert_cmpuint (seen->created, ==, simulation->counters.created);
  g_assert_cmpuint (seen->injected, ==, simulation->counters.injected);
  g_assert_cmpuint (seen->in_flight, ==, dl_simulation_in_flight (simulation));
  g_assert_cmpuint (seen->created, ==, seen->waiting + seen->delivered + seen->in_flight);
  g_assert_true (seen->verdict.found);
  g_assert_cmpuint (seen->recent_cycles, ==, 2500 - simulation->options.warmup_cycles);
  g_assert_cmpuint (seen->minimal, ==, simulation->measured.minimal);
  g_assert_cmpuint (seen->nonminimal, ==, simulation->measured.nonminimal);
  g_assert_cmpfloat (seen->accepted, ==, simulation->accepted_load);
  g_assert_cmpfloat (seen->offered, ==, simulation->offered_load);
  g_assert_cmpfloat (seen->bandwidth_GBps, ==, dl_simulation_bandwidth_GBps (simulation));
  g_assert_cmpfloat (seen->latency_mean, ==, dl_latency_mean (&simulation->stats.network));
  g_assert_cmpfloat (seen->minimal_latency, ==, dl_latency_mean (&simulation->stats.minimal));
  g_assert_cmpfloat_with_epsilon (seen->accepted, .1, .02);
  g_assert_null (picture_torus (seen));
  g_assert_null (seen->inside);
  g_assert_cmpuint (seen->links.n_links, ==, picture_dragonfly (seen)->n_links);
  g_assert_cmpmem (seen->links.load, seen->links.n_links * sizeof (float), simulation->links.load,
                   simulation->links.n_links * sizeof (float));
}

/* Load, mode and pattern at once: it goes on, and what is recent is of them alone. */
static void
test_edits (Fixture *fixture, gconstpointer data)
{
  const char *const edits[][2] = { { "dragonfly.routing", "valiant" },
                                   { "traffic.load", "0.05" },
                                   { "traffic.pattern", "group-shift" },
                                   { "dragonfly.routing", "min-hash" } };
  guint64 cycle = 3000;

  dl_live_step (fixture->live, cycle);
  g_assert_cmpuint (picture (fixture)->minimal, >, 0);
  for (guint i = 0; i < G_N_ELEMENTS (edits); i++)
    {
      set (fixture, edits[i][0], edits[i][1]);
      g_assert_cmpuint (picture (fixture)->since, ==, cycle);
      g_assert_false (picture (fixture)->draining);
      g_assert_cmpuint (picture (fixture)->recent_cycles, ==, 0);
      dl_live_step (fixture->live, 4000);
      cycle += 4000;
      g_assert_cmpuint (picture (fixture)->cycle, ==, cycle);
      if (i < 3) /* but for packets in the queues */
        g_assert_cmpuint (picture (fixture)->nonminimal, >, 20 * picture (fixture)->minimal);
      else
        g_assert_cmpuint (picture (fixture)->nonminimal, ==, 0);
      g_assert_cmpfloat_with_epsilon (picture (fixture)->accepted, i == 0 ? .1 : .05, .01);
    }
  /* Group shift: nobody sends within the own group, so each packet takes a blue link. */
  g_assert_cmpfloat (picture (fixture)->links.load[0], >=, 0);

  /* Other routers cannot go on. */
  set (fixture, "router.aries-hop-ns", "50");
  g_assert_cmpuint (picture (fixture)->cycle, ==, 0);
}

/* A cable breaks under it: its links carry nothing more, and do again when it is back. */
static void
test_break (Fixture *fixture, gconstpointer data)
{
  guint64 lost;
  guint n_broken = 0;

  dl_live_step (fixture->live, 3000);
  g_assert_cmpuint (picture (fixture)->dropped_link, ==, 0);
  toggle_blue_cable (fixture->session, 0, 1, 2);
  g_assert_cmpuint (picture (fixture)->cycle, ==, 3000);
  dl_live_step (fixture->live, 5000);
  g_assert_false (picture (fixture)->draining);
  for (guint link = 0; link < picture_dragonfly (picture (fixture))->n_links; link++)
    if (picture_dragonfly (picture (fixture))->link_state[link] != DL_LINK_UP)
      {
        n_broken++;
        g_assert_cmpfloat (picture (fixture)->links.load[link], ==, 0);
      }
  g_assert_cmpuint (n_broken, ==, 8);
  g_assert_cmpfloat_with_epsilon (picture (fixture)->accepted, .1, .01);
  lost = picture (fixture)->dropped_link;
  g_assert_cmpuint (picture (fixture)->created, ==,
                    picture (fixture)->waiting + picture (fixture)->in_flight
                        + picture (fixture)->delivered + lost + picture (fixture)->dropped_source);

  dl_session_undo (fixture->session);
  dl_live_step (fixture->live, 5000);
  g_assert_cmpuint (picture (fixture)->cycle, ==, 13000);
  g_assert_cmpuint (picture (fixture)->dropped_link, ==, lost);
  for (guint link = 0; link < picture_dragonfly (picture (fixture))->n_links; link++)
    g_assert_cmpint (picture_dragonfly (picture (fixture))->link_state[link], ==, DL_LINK_UP);

  /* A router: its nodes are gone, so the tables are swapped when the network is empty. */
  dl_session_toggle (fixture->session, dl_place_router (3), FALSE);
  dl_live_step (fixture->live, 20000);
  g_assert_false (picture (fixture)->draining);
  g_assert_false (picture_dragonfly (picture (fixture))->router_up[3]);
  g_assert_cmpuint (picture (fixture)->n_working_nodes, ==, 92);
  g_assert_cmpfloat_with_epsilon (picture (fixture)->accepted, .1, .01);
}

/* Functions for a torus alone do no harm. */
static void
test_watch (Fixture *fixture, gconstpointer data)
{
  dl_live_watch (fixture->live, 5);
  dl_live_step_to_grant (fixture->live);
  g_assert_cmpuint (picture (fixture)->cycle, ==, 1);
  g_assert_false (picture (fixture)->shows_inside);
  g_assert_null (picture (fixture)->inside);
  dl_live_watch (fixture->live, DL_NO_NODE);
  dl_live_step_to_grant (fixture->live);
  g_assert_cmpuint (picture (fixture)->cycle, ==, 2);
}

/* From one kind to the other and back while it runs. */
static void
test_kinds (Fixture *fixture, gconstpointer data)
{
  set (fixture, "torus.radix", "4;4;4");
  set (fixture, "torus.datelines", "3;3;3");
  dl_live_step (fixture->live, 500);
  g_assert_nonnull (picture_dragonfly (picture (fixture)));
  set (fixture, "scenario.kind", "torus");
  dl_live_step (fixture->live, 500);
  g_assert_cmpuint (picture (fixture)->cycle, ==, 500);
  g_assert_nonnull (picture_torus (picture (fixture)));
  g_assert_null (picture_dragonfly (picture (fixture)));
  g_assert_cmpuint (picture (fixture)->links.n_links, ==, 64 * 6);
  set (fixture, "scenario.kind", "dragonfly");
  dl_live_step (fixture->live, 700);
  g_assert_cmpuint (picture (fixture)->cycle, ==, 700);
  g_assert_null (picture_torus (picture (fixture)));
  g_assert_cmpuint (picture (fixture)->links.n_links, ==,
                    picture_dragonfly (picture (fixture))->n_links);
}

/* All to all without a length cannot be simulated, and says why. */
static void
test_problem (Fixture *fixture, gconstpointer data)
{
  dl_live_step (fixture->live, 100);
  set (fixture, "traffic.pattern", "all-to-all");
  dl_live_sync (fixture->live);
  g_assert_null (dl_live_get_picture (fixture->live));
  g_assert_true (g_str_has_prefix (dl_live_get_problem (fixture->live), "traffic.message-bytes: "));
  set (fixture, "traffic.message-bytes", "64");
  dl_live_step (fixture->live, 20000);
  dl_live_sync (fixture->live);
  g_assert_null (dl_live_get_problem (fixture->live));
  g_assert_cmpuint (picture (fixture)->delivered, ==, 96 * 95);
  g_assert_cmpuint (picture (fixture)->in_flight, ==, 0);
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/live-dragonfly/step", test_step);
  ADD ("/live-dragonfly/edits", test_edits);
  ADD ("/live-dragonfly/break", test_break);
  ADD ("/live-dragonfly/watch", test_watch);
  ADD ("/live-dragonfly/kinds", test_kinds);
  ADD ("/live-dragonfly/problem", test_problem);
  return g_test_run ();
}
