/* Programs of messages at work: on a network of nothing but delays, in each of the routers, and
 * against closed forms on one switch. */
#include "dl-goal.h"
#include "dl-preset.h"
#include "dl-scenario-check.h"
#include "dl-sim-program.h"
#include "dl-simulate.h"
#include "test-rounds.h"

#include <math.h>
#include <string.h>

static DlWorkload *
workload_of (DlProgram *program, double cycle_ns)
{
  g_autofree guint32 *nodes = g_new (guint32, program->n_ranks);
  g_autoptr (DlPlacement) placement = NULL;
  DlWorkload *workload;

  for (guint i = 0; i < program->n_ranks; i++)
    nodes[i] = i;
  placement = dl_placement_new_nodes (program->n_ranks, nodes, program->n_ranks);
  workload = dl_workload_new (&(DlWorkloadSpec) { .kind = &dl_workload_program,
                                                  .placement = placement,
                                                  .program = program,
                                                  .packet = { 4, 0, 64, cycle_ns } },
                              NULL);
  g_assert_nonnull (workload);
  return workload;
}

static DlWorkload *
workload_of_text (const char *text, double cycle_ns)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlProgram) program = dl_goal_parse (text, -1, "text", &error);

  g_assert_no_error (error);
  return workload_of (program, cycle_ns);
}

/* Computations of a CPU come one after the other, those of two at once, and each at its time,
 * however late somebody looks. */
static void
test_compute (void)
{
  g_autoptr (DlWorkload) workload = workload_of_text ("num_ranks 1\n"
                                                      "rank 0 {\n"
                                                      "a: calc 100\n"
                                                      "b: calc 51\n"
                                                      "c: calc 7 cpu 1\n"
                                                      "d: calc 3 cpu 1\n"
                                                      "d requires a\n"
                                                      "}\n",
                                                      2);
  DlSimRanks *ranks = dl_sim_ranks_new (workload, 1, 32);
  DlSimSend send;

  g_assert_false (dl_sim_ranks_next (ranks, 0, 0, FALSE, &send));
  g_assert_cmpuint (send.due, ==, 4);
  g_assert_false (dl_sim_ranks_next (ranks, 0, 10, FALSE, &send));
  g_assert_cmpuint (send.due, ==, 50);
  g_assert_cmpuint (dl_sim_ranks_step (ranks, 0), ==, 1);
  g_assert_false (dl_sim_ranks_next (ranks, 0, 1000, FALSE, &send));
  g_assert_cmpuint (send.due, ==, G_MAXUINT64);
  g_assert_true (dl_sim_ranks_is_over (ranks, 0));
  g_assert_cmpuint (dl_sim_ranks_done_at (ranks, 0), ==, 76);
  dl_sim_ranks_free (ranks);
}

static double
sum_of (const DlSimPhase *phase)
{
  double sum = 0;

  for (guint i = 0; i < DL_SIM_PHASE_SLICES; i++)
    sum += phase->cycles[i];
  return sum;
}

/* Time by what a rank does, in slices that are as short as the time that has passed allows. */
static void
test_phases (void)
{
  g_autoptr (DlWorkload) workload = workload_of_text ("num_ranks 2\n"
                                                      "rank 0 {\n"
                                                      "a: calc 100\n"
                                                      "b: calc 52\n"
                                                      "c: calc 8 cpu 1\n"
                                                      "d: send 200b to 1\n"
                                                      "d requires a\n"
                                                      "}\n"
                                                      "rank 1 {\n"
                                                      "recv 200b from 0\n"
                                                      "}\n",
                                                      2);
  DlSimRanks *ranks = dl_sim_ranks_new (workload, 2, 32);
  const DlSimProgram *program = dl_sim_ranks_get_program (ranks);
  DlSimPhase computing, sending;
  DlSimSend send;

  /* Operations under way count. */
  g_assert_false (dl_sim_ranks_next (ranks, 0, 10, FALSE, &send));
  dl_sim_program_get_phases (program, 0, 10, &computing, &sending);
  g_assert_cmpuint (computing.shift, ==, 0);
  g_assert_cmpfloat (computing.cycles[3], ==, 2);
  g_assert_cmpfloat (computing.cycles[4], ==, 1);
  g_assert_cmpfloat (computing.cycles[9], ==, 1);
  g_assert_cmpfloat (computing.cycles[10], ==, 0);
  g_assert_cmpfloat (sum_of (&sending), ==, 0);

  g_assert_true (dl_sim_ranks_next (ranks, 0, 60, FALSE, &send));
  dl_sim_program_get_phases (program, 0, 70, &computing, &sending);
  g_assert_cmpfloat (sum_of (&computing), ==, 50 + 20 + 4);
  g_assert_cmpfloat (sum_of (&sending), ==, 10);
  g_assert_cmpfloat (sending.cycles[60], ==, 1);
  for (guint i = 0; i < 4; i++)
    dl_sim_ranks_sent (ranks, 0);
  g_assert_false (dl_sim_ranks_next (ranks, 0, 300, FALSE, &send));
  g_assert_cmpuint (dl_sim_ranks_done_at (ranks, 0), ==, 300);

  dl_sim_program_get_phases (program, 0, 1000, &computing, &sending);
  g_assert_cmpuint (computing.shift, ==, 2);
  g_assert_cmpuint (sending.shift, ==, 2);
  g_assert_cmpfloat (computing.cycles[0], ==, 8);
  g_assert_cmpfloat (sum_of (&computing), ==, 76 + 4);
  g_assert_cmpfloat (sum_of (&sending), ==, 240);
  g_assert_cmpfloat (sending.cycles[74], ==, 4);
  g_assert_cmpfloat (sending.cycles[75], ==, 0);
  dl_sim_program_get_phases (program, 1, 1000, &computing, &sending);
  g_assert_cmpfloat (sum_of (&computing) + sum_of (&sending), ==, 0);
  dl_sim_ranks_free (ranks);
}

/* The second message of a tag arrives first, and waits; one of another tag does not. */
static void
test_order (void)
{
  g_autoptr (DlWorkload) workload = workload_of_text ("num_ranks 2\n"
                                                      "rank 0 {\n"
                                                      "send 100b to 1 tag 3\n"
                                                      "send 1b to 1 tag 3\n"
                                                      "send 1b to 1 tag 4\n"
                                                      "}\n"
                                                      "rank 1 {\n"
                                                      "recv 100b from 0 tag 3\n"
                                                      "recv 1b from 0 tag 3\n"
                                                      "recv 1b from 0 tag 4\n"
                                                      "}\n",
                                                      2);
  /* Three messages on their way need both bits of a tag. */
  DlSimRanks *ranks = dl_sim_ranks_new (workload, 2, 2);
  guint tags[4];
  DlSimSend send;

  for (guint i = 0; i < 4; i++)
    {
      g_assert_true (dl_sim_ranks_next (ranks, 0, i, FALSE, &send));
      tags[i] = send.tag;
      dl_sim_ranks_sent (ranks, 0);
    }
  g_assert_cmpuint (tags[0], ==, tags[1]);
  g_assert_false (dl_sim_ranks_receive (ranks, 1, 0, tags[2], 10));
  g_assert_cmpuint (dl_sim_ranks_step (ranks, 1), ==, 0);
  g_assert_true (dl_sim_ranks_receive (ranks, 1, 0, tags[3], 11));
  g_assert_cmpuint (dl_sim_ranks_step (ranks, 1), ==, 1);
  g_assert_false (dl_sim_ranks_receive (ranks, 1, 0, tags[0], 12));
  g_assert_true (dl_sim_ranks_receive (ranks, 1, 0, tags[1], 13));
  g_assert_cmpuint (dl_sim_ranks_step (ranks, 1), ==, 3);
  g_assert_cmpuint (dl_sim_ranks_done_at (ranks, 1), ==, 13);
  dl_sim_ranks_free (ranks);
}

typedef struct
{
  guint64 at;
  guint from, to, tag;
} Flying;

/* Every packet takes a time drawn at random; nodes are looked at when they are due or hear. Returns
 * the packets. */
static guint64
fly (DlSimRanks *ranks, const DlWorkload *workload, GRand *rand)
{
  const guint n = workload->n_ranks;
  g_autoptr (GArray) flying = g_array_new (FALSE, FALSE, sizeof (Flying));
  g_autofree guint64 *look = g_new0 (guint64, n);
  guint64 n_packets = 0;

  for (guint64 now = 0; dl_sim_ranks_all_done_at (ranks) == G_MAXUINT64; now++)
    {
      g_assert_cmpuint (now, <, 100000);
      for (guint i = flying->len; i-- > 0;)
        {
          const Flying packet = g_array_index (flying, Flying, i);

          if (packet.at != now)
            continue;
          g_array_remove_index_fast (flying, i);
          if (dl_sim_ranks_receive (ranks, packet.to, packet.from, packet.tag, now))
            look[packet.to] = now;
        }
      for (guint node = 0; node < n; node++)
        if (look[node] <= now)
          {
            DlSimSend send;

            look[node] = now + 1;
            if (!dl_sim_ranks_next (ranks, node, now, FALSE, &send))
              look[node] = send.due;
            else
              {
                const Flying packet
                    = { now + (guint64) g_rand_int_range (rand, 1, 40), node, send.dest, send.tag };

                g_array_append_val (flying, packet);
                dl_sim_ranks_sent (ranks, node);
                n_packets++;
              }
          }
    }
  g_assert_cmpuint (flying->len, ==, 0);
  return n_packets;
}

static void
test_delays (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());
  guint n_all;
  const DlCollective *const *all = dl_collectives (&n_all);

  for (guint i = 0; i < TEST_ROUNDS (60); i++)
    {
      g_autoptr (DlProgram) program
          = dl_collective_program (all[i % n_all], (guint) g_rand_int_range (rand, 1, 20),
                                   (guint64) g_rand_int_range (rand, 1, 3000), NULL);
      g_autoptr (DlWorkload) workload = workload_of (program, 2);
      DlSimRanks *ranks = dl_sim_ranks_new (workload, program->n_ranks, 8);

      g_assert_cmpuint (fly (ranks, workload, rand), ==, workload->n_packets);
      for (guint rank = 0; rank < program->n_ranks; rank++)
        g_assert_cmpuint (dl_sim_ranks_step (ranks, rank), ==, program->n[rank]);
      dl_sim_ranks_free (ranks);
    }
}

static DlScenario *
scenario_of (const char *preset, const char *const *sets)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) scenario = dl_preset_load (preset, &error);

  g_assert_no_error (error);
  for (guint i = 0; sets[i] != NULL; i += 2)
    {
      dl_field_set (dl_field_find_name (sets[i]), scenario, sets[i + 1], &error);
      g_assert_no_error (error);
    }
  dl_field_set (dl_field_find_name ("traffic.pattern"), scenario, "program", &error);
  dl_field_set (dl_field_find_name ("simulation.cycles"), scenario, "3000000", &error);
  dl_field_set (dl_field_find_name ("simulation.stop"), scenario, "cycles", &error);
  dl_scenario_check (scenario, NULL, &error);
  g_assert_no_error (error);
  return g_steal_pointer (&scenario);
}

static DlSimulation *
simulate (const DlScenario *scenario, guint n_threads)
{
  DlSimulateOptions options = dl_simulate_options (scenario);
  g_autoptr (GError) error = NULL;
  DlSimulation *simulation;

  options.threads = n_threads;
  simulation = dl_simulate (scenario, &options, NULL, &error);
  g_assert_no_error (error);
  return simulation;
}

/* In each router, to the end: all packets are there, whoever shares the work. */
static void
test_routers (void)
{
  static const char *const networks[][5] = {
    { "torus-5x5x5", NULL }, { "torus-5x5x5", "router.model", "input-queued", NULL },
    { "mesh-8x8", NULL },    { "fat-tree-16", NULL },
    { "generic-33", NULL },  { "generic-33", "router.model", "input-queued", NULL },
  };
  guint n_all;
  const DlCollective *const *all = dl_collectives (&n_all);

  for (guint i = 0; i < G_N_ELEMENTS (networks); i++)
    for (guint c = i; c < n_all; c += TEST_SANITIZED ? 20 : 5)
      {
        g_autoptr (DlScenario) scenario = scenario_of (networks[i][0], networks[i] + 1);
        g_autoptr (DlSimulation) one = NULL;

        dl_field_set (dl_field_find_name ("traffic.collective"), scenario, all[c]->id, NULL);
        dl_field_set (dl_field_find_name ("traffic.bytes"), scenario,
                      TEST_SANITIZED ? "100" : "900", NULL);
        one = simulate (scenario, 1);
        g_assert_cmpuint (one->completion_cycles, <, one->options.cycles);
        g_assert_cmpuint (one->counters.delivered, ==, one->plan->workload->n_packets);
        for (guint n_threads = 2; n_threads <= (TEST_SANITIZED ? 2 : 3); n_threads++)
          {
            g_autoptr (DlSimulation) other = simulate (scenario, n_threads);

            g_assert_cmpuint (other->completion_cycles, ==, one->completion_cycles);
            g_assert_cmphex (other->counters.digest, ==, one->counters.digest);
          }
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/messages/compute", test_compute);
  g_test_add_func ("/messages/phases", test_phases);
  g_test_add_func ("/messages/order", test_order);
  g_test_add_func ("/messages/delays", test_delays);
  g_test_add_func ("/messages/routers", test_routers);
  return g_test_run ();
}
