/* Packets of several lengths: how lists are read, how often each length is drawn, and what the
 * routers make of them. */
#include "dl-edit.h"
#include "dl-field.h"
#include "dl-router-model.h"
#include "dl-scenario-file.h"
#include "dl-simulate.h"

#include <math.h>

static void
test_text (void)
{
  static const struct
  {
    const char *text, *kept; /* NULL: refused */
  } cases[] = {
    { "", "" },
    { "9", "9:1" },
    { " 1:3 ; 5:0.25;9 ", "1:3;5:0.25;9:1" },
    { "1;", "1:1" },
    { "0:1", NULL },
    { "65", NULL },
    { "3:0", NULL },
    { "3:-1", NULL },
    { "3:inf", NULL },
    { "3:1;3:2", NULL },
    { "3:1:1", NULL },
    { "3:;9", NULL },
    { ";", "" },
    { "1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17", NULL },
  };
  const DlField *field = dl_field_find_name ("traffic.packet-lengths");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DlScenario) scenario = dl_scenario_new ();
      g_autoptr (GError) error = NULL;
      const gboolean set = dl_field_set (field, scenario, cases[i].text, &error);
      g_autofree char *kept = dl_field_get (field, scenario);

      g_test_message ("%s: %s", cases[i].text, set ? kept : error->message);
      g_assert_true (set == (cases[i].kept != NULL));
      g_assert_cmpstr (kept, ==, set ? cases[i].kept : "");
    }
}

/* At most five standard errors from the weights. */
static void
test_draw (void)
{
  enum
  {
    N = 200000
  };
  const DlPacketLengths lengths = { 3, { 9, 1, 4 }, { 0.5, 3, 1.5 } };
  guint64 count[10] = { 0 };
  double mean = 0;
  DlRng rng;

  dl_rng_init (&rng, 11);
  for (guint i = 0; i < N; i++)
    {
      const guint flits = dl_packet_lengths_draw (&lengths, &rng);

      g_assert_cmpuint (flits, <, G_N_ELEMENTS (count));
      count[flits]++;
      mean += flits / (double) N;
    }
  for (guint i = 0; i < lengths.n; i++)
    {
      const double share = lengths.weight[i] / 5;

      g_assert_cmpfloat_with_epsilon (count[lengths.flits[i]], N * share,
                                      5 * sqrt (N * share * (1 - share)));
    }
  g_assert_cmpfloat_with_epsilon (dl_packet_lengths_mean (&lengths, 99), 2.7, 1e-12);
  g_assert_cmpfloat_with_epsilon (mean, 2.7, 0.03);
  g_assert_cmpuint (dl_packet_lengths_least (&lengths, 99), ==, 1);
}

static DlScenario *
scenario_of (const char *preset, const char *more)
{
  DlScenario *scenario = dl_preset_load (preset, NULL);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_auto (GStrv) sets = g_strsplit (more, " ", -1);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; sets[i] != NULL; i++)
    dl_edits_parse_assignment (edits, sets[i], &error);
  g_assert_no_error (error);
  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  return scenario;
}

static DlSimulation *
simulate (const char *preset, const char *more, guint threads)
{
  g_autoptr (DlScenario) scenario = scenario_of (preset, more);
  DlSimulateOptions options = dl_simulate_options (scenario);
  g_autoptr (GError) error = NULL;
  DlSimulation *run;

  options.warmup_cycles = 2000;
  options.cycles = 8000;
  options.stop = DL_STOP_CYCLES;
  options.threads = threads;
  run = dl_simulate (scenario, &options, NULL, &error);
  g_assert_no_error (error);
  return run;
}

static const struct
{
  const char *preset, *sets;
} routers[] = {
  { "torus-5x5x5", "traffic.load=0.2" },
  { "mesh-8x8", "traffic.load=0.2 traffic.packet-flits=9" },
  { "cascade-2", "dragonfly.chassis=1 traffic.load=0.2" },
};

/* Load counts flits, at any packet length; the mean length of packets is that of the weights;
 * threads agree. */
static void
test_routers (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (routers); i++)
    {
      g_autofree char *sets
          = g_strconcat (routers[i].sets, " traffic.packet-lengths=1:3;9:1", NULL);
      g_autoptr (DlSimulation) run = simulate (routers[i].preset, sets, 1);
      g_autoptr (DlSimulation) other = simulate (routers[i].preset, sets, 2);
      const DlSimCounters *counters = &run->measured;

      g_test_message ("%s: %.4g flits a packet, offered %.4f, accepted %.4f", routers[i].preset,
                      counters->delivered_flits / (double) counters->delivered, run->offered_load,
                      run->accepted_load);
      g_assert_cmpfloat (run->packet_flits, ==, 3);
      g_assert_cmpfloat_with_epsilon (counters->delivered_flits / (double) counters->delivered, 3,
                                      0.1);
      g_assert_cmpfloat_with_epsilon (run->offered_load, 0.2, 0.01);
      g_assert_cmpfloat_with_epsilon (run->accepted_load, 0.2, 0.01);
      g_assert_cmpuint (run->counters.digest, ==, other->counters.digest);
    }
}

/* A list of the full length alone changes nothing, flit for flit. */
static void
test_full (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (routers); i++)
    {
      g_autofree char *sets = g_strconcat (routers[i].sets, " traffic.packet-lengths=9", NULL);
      g_autoptr (DlSimulation) run = simulate (routers[i].preset, sets, 1);
      g_autoptr (DlSimulation) plain = simulate (routers[i].preset, routers[i].sets, 1);

      g_assert_cmpuint (run->counters.digest, ==, plain->counters.digest);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/packet-lengths/text", test_text);
  g_test_add_func ("/packet-lengths/draw", test_draw);
  g_test_add_func ("/packet-lengths/routers", test_routers);
  g_test_add_func ("/packet-lengths/full", test_full);
  return g_test_run ();
}
