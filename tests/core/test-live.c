/* A simulation that runs while its scenario is being edited. */
#include "dl-live.h"
#include "dl-scenario-file.h"
#include "dl-seastar-inside.h"
#include "dl-session-edits.h"
#include "dl-session.h"
#include "dl-simulate.h"
#include "picture-own.h"
#include "toggle-fixture.h"

#include <math.h>

typedef struct
{
  DlSession *session;
  DlLive *live;
} Fixture;

static void
set (DlSession *session, const char *name, const char *value)
{
  dl_session_set (session, name, value, FALSE);
}

static void
setup (Fixture *fixture, gconstpointer data)
{
  fixture->session = dl_session_new (NULL);
  /* It opens what is there, and that is nothing, in its own time. */
  while (g_main_context_iteration (NULL, FALSE))
    ;
  set (fixture->session, "torus.radix", "4;4;5");
  set (fixture->session, "torus.datelines", "3;3;4");
  set (fixture->session, "traffic.load", "0.25");
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

typedef gboolean (*Condition) (DlLive *live);

/* Let it run until @condition holds. */
static void
wait_for (DlLive *live, Condition condition)
{
  const gint64 end_us = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;

  while (!condition (live))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end_us);
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (1000);
    }
}

static const DlLivePicture *
picture (Fixture *fixture)
{
  dl_live_sync (fixture->live);
  g_assert_nonnull (dl_live_get_picture (fixture->live));
  return dl_live_get_picture (fixture->live);
}

/* However soon it stopped: its series ends where it stands. */
static void
assert_series_ends (Fixture *fixture)
{
  const guint64 cycle = picture (fixture)->cycle;
  guint n;
  const DlSimPoint *points = dl_live_get_points (fixture->live, &n);

  g_assert_cmpuint (n, >=, 2);
  g_assert_cmpuint (points[n - 1].cycle, ==, cycle);
}

static gboolean
is_paused (DlLive *live)
{
  return dl_live_get_state (live) == DL_LIVE_PAUSED;
}

typedef struct
{
  const char *warmup, *stop;
} Length;

/* The scenario's own run, of which the picture measures what its results do; it can go on. */
static void
test_repeat (Fixture *fixture, gconstpointer data)
{
  const DlScenario *scenario;
  DlSimulateOptions options;
  g_autoptr (DlSimulation) simulation = NULL;
  const DlLivePicture *seen;

  const Length *length = data;

  set (fixture->session, "simulation.cycles", "40000");
  set (fixture->session, "simulation.warmup-cycles", length->warmup);
  set (fixture->session, "simulation.stop", length->stop);
  scenario = dl_session_get_scenario (fixture->session);
  options = dl_simulate_options (scenario);
  simulation = dl_simulate (scenario, &options, NULL, NULL);
  dl_live_set_speed (fixture->live, 1); /* it takes no time for that */
  dl_live_step (fixture->live, 100);
  dl_live_sync (fixture->live);
  dl_live_repeat (fixture->live);
  g_assert_cmpint (dl_live_get_state (fixture->live), ==, DL_LIVE_RUNNING);
  wait_for (fixture->live, is_paused);
  seen = dl_live_get_picture (fixture->live);
  g_assert_cmpuint (seen->cycle, ==, simulation->cycles);
  if (g_str_equal (length->stop, "cycles"))
    g_assert_cmpuint (seen->cycle, ==, 40000);
  else
    g_assert_cmpuint (seen->cycle, <, 40000);
  if (!g_str_equal (length->warmup, "auto"))
    g_assert_cmpuint (simulation->options.warmup_cycles, ==, 2100);
  g_assert_cmpuint (seen->recent_cycles, ==, seen->cycle - simulation->options.warmup_cycles);
  g_assert_cmpint (seen->verdict.state, ==, simulation->verdict.state);
  g_assert_cmpint (seen->verdict.reason, ==, simulation->verdict.reason);
  g_assert_cmphex (seen->digest, ==, simulation->counters.digest);
  g_assert_cmpfloat (seen->accepted, ==, simulation->accepted_load);
  g_assert_cmpfloat (seen->latency_mean, ==, dl_latency_mean (&simulation->stats.network));
  for (guint link = 0; link < seen->links.n_links; link++)
    g_assert_cmpfloat (seen->links.load[link], ==, simulation->links.load[link]);

  dl_live_step (fixture->live, 6000);
  seen = picture (fixture);
  g_assert_cmpuint (seen->cycle, ==, simulation->cycles + 6000);
}

/* Steps make the very run that the command line makes. */
static void
test_step (Fixture *fixture, gconstpointer data)
{
  DlSimulateOptions options = dl_simulate_options (dl_session_get_scenario (fixture->session));
  g_autoptr (DlSimulation) simulation = NULL;
  const DlLivePicture *seen;
  guint n;

  g_assert_cmpint (dl_live_get_state (fixture->live), ==, DL_LIVE_STOPPED);
  g_assert_null (dl_live_get_picture (fixture->live));
  dl_live_step (fixture->live, 1);
  g_assert_cmpuint (picture (fixture)->cycle, ==, 1);
  g_assert_cmpint (dl_live_get_state (fixture->live), ==, DL_LIVE_PAUSED);
  dl_live_step (fixture->live, 999);
  dl_live_sync (fixture->live);
  dl_live_step (fixture->live, 1500);
  seen = picture (fixture);
  g_assert_cmpuint (seen->cycle, ==, 2500);

  /* The warm-up is the same, too. */
  options.cycles = 2500;
  options.warmup_cycles = DL_WARMUP_AUTO;
  options.stop = DL_STOP_CYCLES;
  simulation = dl_simulate (dl_session_get_scenario (fixture->session), &options, NULL, NULL);
  g_assert_cmpuint (seen->created, ==, simulation->counters.created);
  g_assert_cmpuint (seen->injected, ==, simulation->counters.injected);
  g_assert_cmpuint (seen->delivered, ==, simulation->counters.delivered);
  g_assert_cmphex (seen->digest, ==, simulation->counters.digest);
  g_assert_cmpuint (seen->in_flight, ==, dl_simulation_in_flight (simulation));
  g_assert_true (seen->verdict.found);
  g_assert_cmpuint (seen->verdict.cut, ==, simulation->options.warmup_cycles);
  g_assert_cmpuint (seen->recent_cycles, ==, 2500 - seen->verdict.cut);
  g_assert_cmpint (seen->verdict.state, ==, simulation->verdict.state);
  g_assert_cmpfloat (seen->verdict.latency.standard_error, ==,
                     simulation->verdict.latency.standard_error);
  g_assert_cmpfloat (seen->latency_mean, ==, dl_latency_mean (&simulation->stats.network));
  g_assert_cmpfloat (seen->latency_p99, ==, dl_latency_quantile (&simulation->stats.network, 0.99));
  g_assert_cmpfloat (seen->accepted, ==, simulation->accepted_load);
  g_assert_cmpmem (seen->age, sizeof seen->age, simulation->measured.age, sizeof seen->age);
  for (guint port = 0; port < 6; port++)
    {
      g_assert_cmpfloat (seen->stalls[DL_STALL_OUTPUT][port], ==,
                         dl_simulation_stalled_output (simulation, port));
      g_assert_cmpfloat (seen->stalls[DL_STALL_INPUT][port], ==,
                         dl_simulation_stalled_input (simulation, port));
      g_assert_cmpfloat (seen->stalls[DL_STALL_HEAD_WAIT][port], ==,
                         dl_simulation_head_wait (simulation, port));
    }
  g_assert_cmpuint (seen->links.n_links, ==, 80 * 6);
  for (guint link = 0; link < seen->links.n_links; link++)
    {
      g_assert_cmpfloat (seen->links.load[link], ==, simulation->links.load[link]);
      g_assert_cmpfloat (seen->links.occupancy[link], >=, 0);
      g_assert_cmpfloat (seen->links.occupancy[link], <=, 1);
    }
  dl_live_get_points (fixture->live, &n);
  g_assert_cmpuint (n, >=, 3);
}

static gboolean
has_run_on (DlLive *live)
{
  return dl_live_get_picture (live) != NULL && dl_live_get_picture (live)->cycle > 20000;
}

static gboolean
has_converged (DlLive *live)
{
  return dl_live_get_picture (live) != NULL
         && dl_live_get_picture (live)->verdict.state == DL_SIM_CONVERGED;
}

/* A run proceeds by itself, follows edits without beginning again, and comes to rest. */
static void
test_run (Fixture *fixture, gconstpointer data)
{
  guint64 cycle, since;
  const DlSimPoint *points;
  guint n;

  dl_live_run (fixture->live);
  g_assert_cmpint (dl_live_get_state (fixture->live), ==, DL_LIVE_RUNNING);
  wait_for (fixture->live, has_run_on);
  wait_for (fixture->live, has_converged);
  set (fixture->session, "router.age-clock-period", "4096");
  set (fixture->session, "traffic.load", "0.1");
  dl_live_pause (fixture->live);
  cycle = picture (fixture)->cycle;
  since = picture (fixture)->since;
  g_assert_cmpint (dl_live_get_state (fixture->live), ==, DL_LIVE_PAUSED);
  g_assert_cmpuint (since, >, 20000);
  g_assert_cmpuint (since, <=, cycle);
  g_assert_true (isnan (picture (fixture)->cycles_per_second));
  g_usleep (20000);
  g_assert_cmpuint (picture (fixture)->cycle, ==, cycle);
  g_assert_cmpuint (picture (fixture)->generation, ==,
                    dl_session_get_generation (fixture->session));

  /* A new name is no change. */
  dl_session_rename (fixture->session, "Another name");
  g_assert_cmpuint (picture (fixture)->since, ==, since);
  /* Another load is: what is recent is of it alone. */
  dl_live_step (fixture->live, 20000);
  g_assert_cmpfloat_with_epsilon (picture (fixture)->accepted, 0.1, 0.01);
  points = dl_live_get_points (fixture->live, &n);
  for (guint i = 1; i < n; i++)
    g_assert_cmpuint (points[i].cycle, >=, points[i - 1].cycle);

  dl_live_restart (fixture->live);
  g_assert_cmpuint (picture (fixture)->cycle, ==, 0);
  dl_live_get_points (fixture->live, &n);
  g_assert_cmpuint (n, ==, 1);
}

/* A cable breaks under a running simulation. */
static void
test_break (Fixture *fixture, gconstpointer data)
{
  const DlTorusLinkAt link = { { { 1, 1, 1 } }, 0 };
  guint64 dropped;

  dl_live_step (fixture->live, 3000);
  g_assert_cmpuint (picture (fixture)->dropped_link, ==, 0);
  toggle_link (fixture->session, link, FALSE);
  g_assert_true (picture (fixture)->draining);
  g_assert_cmpuint (picture (fixture)->cycle, ==, 3000);
  dl_live_step (fixture->live, 10000);
  g_assert_false (picture (fixture)->draining);
  dropped = picture (fixture)->dropped_link;
  g_assert_cmpuint (dropped, >, 0);
  g_assert_cmpuint (picture_torus (picture (fixture))->n_working_links, ==, 480 - 2);
  g_assert_cmpuint (picture (fixture)->since, >, 3000);
  g_assert_cmpfloat_with_epsilon (picture (fixture)->accepted, 0.25, 0.03);
  dl_session_undo (fixture->session);
  dl_live_step (fixture->live, 10000);
  g_assert_cmpuint (picture_torus (picture (fixture))->n_working_links, ==, 480);
  g_assert_cmpuint (picture (fixture)->dropped_link, ==, dropped);
}

/* A scenario that cannot be simulated has a problem, until it can be again. */
static void
test_problem (Fixture *fixture, gconstpointer data)
{
  dl_live_step (fixture->live, 100);
  g_assert_cmpuint (picture (fixture)->cycle, ==, 100);
  /* More packets than a router's can be numbered. */
  set (fixture->session, "router.input-buffer", "60000");
  dl_live_sync (fixture->live);
  g_assert_nonnull (dl_live_get_problem (fixture->live));
  g_assert_null (dl_live_get_picture (fixture->live));
  dl_live_step (fixture->live, 10);
  dl_live_step_to_grant (fixture->live);
  dl_live_run (fixture->live);
  dl_live_pause (fixture->live);
  dl_live_sync (fixture->live);
  g_assert_null (dl_live_get_picture (fixture->live));
  dl_session_undo (fixture->session);
  g_assert_cmpuint (picture (fixture)->cycle, ==, 0);
  g_assert_null (dl_live_get_problem (fixture->live));
}

static const DlSeastarInside *
inside_of (Fixture *fixture)
{
  return dl_seastar_inside_of (picture (fixture)->inside);
}

static void
test_watch (Fixture *fixture, gconstpointer data)
{
  guint64 grants;

  dl_live_step_to_grant (fixture->live);
  g_assert_nonnull (picture (fixture)->inside);
  g_assert_cmpuint (inside_of (fixture)->node, ==, 0);
  g_assert_cmpuint (inside_of (fixture)->n_grants, >=, 1);
  dl_live_watch (fixture->live, 7);
  g_assert_cmpuint (inside_of (fixture)->node, ==, 7);
  grants = inside_of (fixture)->n_grants;
  g_assert_cmpuint (grants, ==, 0);
  for (guint i = 0; i < 20; i++)
    {
      dl_live_step_to_grant (fixture->live);
      g_assert_cmpuint (inside_of (fixture)->n_grants, >, grants);
      grants = inside_of (fixture)->n_grants;
      g_assert_cmpuint (inside_of (fixture)->grants[0].cycle, ==, picture (fixture)->cycle - 1);
    }
}

/* Where packets are: those of the same run made by hand, and only for whoever asks. */
static void
test_flights (Fixture *fixture, gconstpointer data)
{
  const DlScenario *scenario = dl_session_get_scenario (fixture->session);
  g_autoptr (DlMachinePlan) plan = dl_scenario_plan (scenario, scenario->seed, NULL, NULL, NULL);
  g_autoptr (DlMachineRun) run = dl_machine_run_new (plan);
  g_autoptr (GArray) due = g_array_new (FALSE, FALSE, sizeof (DlFlight));

  dl_live_step (fixture->live, 200);
  g_assert_null (picture (fixture)->flights);
  dl_live_show_flights (fixture->live, TRUE);
  dl_machine_run_go (run, 200);
  for (guint i = 0; i < 30; i++)
    {
      const GArray *flights = picture (fixture)->flights;

      dl_machine_run_get_flights (run, due);
      g_assert_cmpuint (flights->len, ==, picture (fixture)->in_flight);
      g_assert_cmpuint (flights->len, >, 0);
      g_assert_cmpuint (flights->len, ==, due->len);
      for (guint k = 0; k < due->len; k++)
        {
          const DlFlight *a = &g_array_index (flights, DlFlight, k);
          const DlFlight *b = &g_array_index (due, DlFlight, k);

          g_assert_cmpint (dl_flight_compare (a, b), ==, 0);
          g_assert_true (a->place == b->place && a->router == b->router && a->out == b->out
                         && a->left == b->left && a->vc == b->vc);
        }
      dl_live_step (fixture->live, 1);
      dl_machine_run_go (run, 1);
    }
  set (fixture->session, "torus.radix", "8;8;8");
  g_assert_null (picture (fixture)->flights);
  set (fixture->session, "torus.radix", "4;4;5");
  g_assert_nonnull (picture (fixture)->flights);
  dl_live_show_flights (fixture->live, FALSE);
  g_assert_null (picture (fixture)->flights);
}

/* A visit elsewhere does not touch what was simulated: it goes on as if nothing had been. */
static void
test_visit (Fixture *fixture, gconstpointer data)
{
  const DlScenario *scenario = dl_session_get_scenario (fixture->session);
  g_autoptr (DlMachinePlan) plan = dl_scenario_plan (scenario, scenario->seed, NULL, NULL, NULL);
  g_autoptr (DlMachineRun) run = dl_machine_run_new (plan);
  DlSimCounters counters;
  guint n_points;

  dl_live_step (fixture->live, 1500);
  g_assert_cmpuint (picture (fixture)->cycle, ==, 1500);
  dl_session_visit (fixture->session, dl_preset_load ("ring-8", NULL));
  g_assert_cmpint (dl_live_get_state (fixture->live), ==, DL_LIVE_STOPPED);
  g_assert_null (dl_live_get_picture (fixture->live));
  dl_live_step (fixture->live, 70);
  g_assert_cmpuint (picture (fixture)->cycle, ==, 70);
  g_assert_cmpuint (picture_torus (picture (fixture))->n_nodes, ==, 8);
  dl_session_visit (fixture->session, dl_preset_load ("cascade-2", NULL));
  dl_live_step (fixture->live, 20);
  g_assert_cmpuint (picture (fixture)->cycle, ==, 20);

  dl_session_return (fixture->session);
  g_assert_cmpint (dl_live_get_state (fixture->live), ==, DL_LIVE_PAUSED);
  g_assert_cmpuint (picture (fixture)->cycle, ==, 1500);
  g_assert_cmpuint (picture (fixture)->generation, ==,
                    dl_session_get_generation (fixture->session));
  dl_live_get_points (fixture->live, &n_points);
  g_assert_cmpuint (n_points, >=, 2);
  dl_live_step (fixture->live, 500);
  dl_machine_run_go (run, 2000);
  dl_seastar_get_counters (dl_seastar_of (run), &counters);
  g_assert_cmphex (picture (fixture)->digest, ==, counters.digest);
  /* For good: nothing waits any more. */
  dl_session_visit (fixture->session, dl_preset_load ("ring-8", NULL));
  dl_session_return (fixture->session);
  dl_session_open_new (fixture->session, dl_preset_load ("mesh-4x4", NULL));
  g_assert_cmpint (dl_live_get_state (fixture->live), ==, DL_LIVE_STOPPED);
  dl_live_step (fixture->live, 10);
  g_assert_cmpuint (picture (fixture)->cycle, ==, 10);
}

static gboolean
has_paused (DlLive *live)
{
  return dl_live_get_state (live) == DL_LIVE_PAUSED;
}

static void
edit_once (DlLive *live, GParamSpec *pspec, gpointer data)
{
  Fixture *fixture = data;

  if (dl_live_get_picture (live) == NULL)
    return;
  g_signal_handlers_disconnect_by_func (live, edit_once, data);
  set (fixture->session, "traffic.load", "0.4");
}

static gboolean
is_shown (Fixture *fixture)
{
  const DlLivePicture *seen = dl_live_get_picture (fixture->live);

  return seen != NULL && seen->generation == dl_session_get_generation (fixture->session);
}

/* A handler that changes the scenario on a picture gets the next one too, though nothing runs. */
static void
test_edit_on_picture (Fixture *fixture, gconstpointer data)
{
  const gint64 end_us = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;
  const guint64 before = dl_session_get_generation (fixture->session);

  g_signal_connect (fixture->live, "notify::picture", G_CALLBACK (edit_once), fixture);
  dl_live_step (fixture->live, 10);
  while (dl_session_get_generation (fixture->session) == before || !is_shown (fixture))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end_us);
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (1000);
    }
  g_assert_cmpuint (dl_live_get_picture (fixture->live)->cycle, ==, 10);
}

static void
restart_once (DlLive *live, GParamSpec *pspec, gpointer data)
{
  Fixture *fixture = data;

  if (dl_live_get_picture (live) == NULL)
    return;
  g_signal_handlers_disconnect_by_func (live, restart_once, data);
  dl_session_visit (fixture->session, dl_preset_load ("ring-8", NULL));
  dl_live_step (live, 20);
}

static gboolean
shows_ring (DlLive *live)
{
  const DlLivePicture *seen = dl_live_get_picture (live);

  return seen != NULL && picture_torus (seen)->n_nodes == 8 && seen->cycle == 20;
}

/* Opening and simulating another scenario then ends the look-out for the first. */
static void
test_open_on_picture (Fixture *fixture, gconstpointer data)
{
  g_signal_connect (fixture->live, "notify::picture", G_CALLBACK (restart_once), fixture);
  dl_live_step (fixture->live, 10);
  wait_for (fixture->live, shows_ring);
  dl_session_return (fixture->session);
  dl_session_open_new (fixture->session, dl_preset_load ("mesh-4x4", NULL));
  for (guint i = 0; i < 100; i++)
    {
      g_usleep (1000);
      g_main_context_iteration (NULL, FALSE);
    }
  g_assert_null (dl_live_get_picture (fixture->live));
}

static gboolean
has_gone_past (DlLive *live)
{
  return dl_live_get_picture (live)->cycle > 2 * 3210;
}

/* Without datelines it runs until it locks, and says so. */
static void
test_deadlock (Fixture *fixture, gconstpointer data)
{
  set (fixture->session, "torus.datelines", "-1;-1;-1");
  set (fixture->session, "traffic.load", "saturated");
  dl_live_run (fixture->live);
  wait_for (fixture->live, has_paused);
  g_assert_nonnull (picture (fixture)->deadlock);
  g_assert_cmpuint (picture (fixture)->deadlock->len, >=, 2);
  assert_series_ends (fixture);
  set (fixture->session, "torus.datelines", "3;3;4");
  dl_live_step (fixture->live, 20000);
  g_assert_null (picture (fixture)->deadlock);
  g_assert_cmpuint (picture (fixture)->dropped_deadlock, >, 0);
  g_assert_cmpfloat (picture (fixture)->accepted, >, 0.1);
}

/* A stop is exact, at any speed, and counts from the last edit; who goes on goes past it. */
static void
test_stop (Fixture *fixture, gconstpointer data)
{
  guint64 digest;

  dl_live_set_stop (fixture->live, 3210);
  dl_live_run (fixture->live);
  wait_for (fixture->live, has_paused);
  g_assert_cmpuint (picture (fixture)->cycle, ==, 3210);
  digest = picture (fixture)->digest;
  dl_live_restart (fixture->live);
  dl_live_set_speed (fixture->live, 20000);
  dl_live_run (fixture->live);
  wait_for (fixture->live, has_paused);
  g_assert_cmpuint (picture (fixture)->cycle, ==, 3210);
  g_assert_cmphex (picture (fixture)->digest, ==, digest);
  dl_live_set_speed (fixture->live, 0);
  set (fixture->session, "traffic.load", "0.2");
  dl_live_run (fixture->live);
  wait_for (fixture->live, has_paused);
  g_assert_cmpuint (picture (fixture)->cycle - picture (fixture)->since, ==, 3210);
  dl_live_run (fixture->live);
  wait_for (fixture->live, has_gone_past);
  dl_live_pause (fixture->live);
}

/* A stop at what the scenario asks for: its precision, or its cycles; whoever goes on goes past. */
static void
test_enough (Fixture *fixture, gconstpointer data)
{
  guint64 precise_at = 0;

  set (fixture->session, "traffic.load", "0.1");
  set (fixture->session, "simulation.stop", "precision");
  set (fixture->session, "simulation.precision", "0.1");
  dl_live_set_stop (fixture->live, DL_LIVE_STOP_ENOUGH);
  for (guint i = 0; i < 2; i++)
    {
      dl_live_restart (fixture->live);
      dl_live_run (fixture->live);
      wait_for (fixture->live, has_paused);
      g_assert_true (picture (fixture)->is_precise);
      g_assert_cmpuint (picture (fixture)->cycle, ==, picture (fixture)->enough_at);
      if (i == 1)
        g_assert_cmpuint (picture (fixture)->cycle, ==, precise_at);
      precise_at = picture (fixture)->cycle;
    }
  set (fixture->session, "simulation.stop", "cycles");
  set (fixture->session, "simulation.cycles", "2345");
  dl_live_restart (fixture->live);
  dl_live_run (fixture->live);
  wait_for (fixture->live, has_paused);
  g_assert_cmpuint (picture (fixture)->cycle, ==, 2345);
  dl_live_run (fixture->live);
  wait_for (fixture->live, has_gone_past);
  dl_live_pause (fixture->live);
}

/* No faster than asked for. */
static void
test_speed (Fixture *fixture, gconstpointer data)
{
  const gint64 begin_us = g_get_monotonic_time ();
  double elapsed_s;

  dl_live_set_speed (fixture->live, 500);
  dl_live_run (fixture->live);
  while (g_get_monotonic_time () - begin_us < 500 * 1000)
    g_main_context_iteration (NULL, FALSE);
  dl_live_pause (fixture->live);
  dl_live_sync (fixture->live);
  elapsed_s = (g_get_monotonic_time () - begin_us) / (double) G_USEC_PER_SEC;
  g_assert_cmpfloat (picture (fixture)->cycle, <=, 500 * elapsed_s + 1);
  g_assert_cmpuint (picture (fixture)->cycle, >, 0);
  assert_series_ends (fixture);
}

/* Freeing does not wait for a busy worker. */
static void
test_gone (Fixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (DlLive) live = dl_live_new (fixture->session);

      dl_live_run (live);
      if (i % 2)
        g_usleep (3000);
      if (i % 3)
        set (fixture->session, "traffic.load", i % 4 ? "0.2" : "0.3");
    }
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, setup, func, teardown)

int
main (int argc, char **argv)
{
  static const Length lengths[] = {
    { "2100", "cycles" }, { "2100", "precision" }, { "auto", "cycles" }, { "auto", "precision" }
  };

  g_test_init (&argc, &argv, NULL);
  ADD ("/live/step", test_step);
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autofree char *path
          = g_strdup_printf ("/live/repeat/%s-%s", lengths[i].warmup, lengths[i].stop);

      g_test_add (path, Fixture, &lengths[i], setup, test_repeat, teardown);
    }
  ADD ("/live/run", test_run);
  ADD ("/live/break", test_break);
  ADD ("/live/problem", test_problem);
  ADD ("/live/watch", test_watch);
  ADD ("/live/flights", test_flights);
  ADD ("/live/edit-on-picture", test_edit_on_picture);
  ADD ("/live/open-on-picture", test_open_on_picture);
  ADD ("/live/visit", test_visit);
  ADD ("/live/deadlock", test_deadlock);
  ADD ("/live/stop", test_stop);
  ADD ("/live/enough", test_enough);
  ADD ("/live/speed", test_speed);
  ADD ("/live/gone", test_gone);
  return g_test_run ();
}
