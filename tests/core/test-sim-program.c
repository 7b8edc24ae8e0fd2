/* Programs in the simulator: every rank comes to its end, each message is what the program says,
 * and no step begins before what it waits for is there, nor later. */
#include "dl-seastar-private.h"
#include "dl-torus-analysis.h"
#include "placement-fixture.h"
#include "sim-fixture.h"

#include <math.h>
#include <string.h>

#define MAX_NODES 72

/* Deliveries ----------------------------------------------------------------------------------- */

typedef struct
{
  guint source, dest, tag, flits;
  gboolean last; /* of its message, as the oracle counts them */
  guint64 created, injected, delivered;
} Delivery;

static void
trace_event (const DlSeastar *sim, const DlSeastarBlock *block, const DlSimEvent *event,
             GArray *trace)
{
  const DlSeastarPacket *packet;
  Delivery delivery;

  if (event->kind != DL_SEASTAR_DELIVER)
    return;
  packet = &block->packets[event->packet];
  delivery = (Delivery) { packet->source, packet->dest,    packet->tag,      packet->flits,
                          FALSE,          packet->created, packet->injected, sim->now };
  g_assert_cmpuint (packet->dest, ==, block->first_node + event->node);
  g_array_append_val (trace, delivery);
}

/* Packets delivered in the next cycle. */
static void
trace_cycle (const DlSeastar *sim, GArray *trace)
{
  for (guint i = 0; i < sim->n_blocks; i++)
    {
      const DlSeastarBlock *block = &sim->blocks[i];
      const guint64 slot = dl_seastar_slot (sim->now, dl_seastar_lane (DL_SEASTAR_DELIVER));

      for (const DlSimChunk *chunk = dl_sim_wheel_first (&block->wheel, slot); chunk != NULL;
           chunk = dl_sim_wheel_next (&block->wheel, chunk))
        for (guint e = 0; e < chunk->n; e++)
          trace_event (sim, block, &chunk->events[e], trace);
    }
}

static gint
compare_injected (gconstpointer a, gconstpointer b)
{
  const Delivery *x = a, *y = b;

  if (x->source != y->source)
    return x->source < y->source ? -1 : 1;
  return x->injected < y->injected ? -1 : x->injected > y->injected;
}

/* (Delivery) of the whole program, by source in the order of sending. */
static GArray *
run_traced (DlSeastar *sim, const char *text)
{
  GArray *trace = g_array_new (FALSE, FALSE, sizeof (Delivery));

  while (dl_seastar_program_done (sim) == G_MAXUINT64)
    {
      trace_cycle (sim, trace);
      dl_seastar_run (sim, 1);
      if (dl_seastar_cycle (sim) % 997 == 0)
        {
          sim_check (sim, text);
          sim_check_no_deadlock (sim, text);
        }
      if (dl_seastar_cycle (sim) > 3000000)
        g_error ("the program does not end: %s", text);
    }
  g_array_sort (trace, compare_injected);
  return trace;
}

/* The oracle ----------------------------------------------------------------------------------- */

/* When the @n-th message with @tag came to @dest whole. */
static guint64
when_arrived (const GArray *trace, guint dest, guint tag, guint n)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < trace->len; i++)
    {
      const Delivery *delivery = &g_array_index (trace, Delivery, i);
      guint at = times->len;

      if (delivery->dest != dest || delivery->tag != tag || !delivery->last)
        continue;
      while (at > 0 && g_array_index (times, guint64, at - 1) > delivery->delivered)
        at--;
      g_array_insert_val (times, at, delivery->delivered);
    }
  g_assert_cmpuint (times->len, >=, n);
  return g_array_index (times, guint64, n - 1);
}

/* Mark the packets that are the last of their messages, of all that @rank's node sends from
 * @trace's @i-th on. Returns the index of the next rank's first packet. */
static guint
mark_last (const DlWorkload *workload, GArray *trace, guint i, guint rank)
{
  const guint payload = 8 * (workload->spec.packet.flits - 1);
  DlWorkloadStep step;

  for (guint s = 0; dl_workload_step (workload, rank, s, &step); s++)
    if (step.send_to != DL_NO_RANK)
      {
        i += (step.bytes + payload - 1) / payload;
        g_assert_cmpuint (i, <=, trace->len);
        g_array_index (trace, Delivery, i - 1).last = TRUE;
      }
  return i;
}

/* The packets of one message, from @trace's @i-th on: each as long as it should be, in order at the
 * destination, too. Their number. */
static guint
check_message (const DlWorkload *workload, const GArray *trace, guint i, guint rank,
               const DlWorkloadStep *step, guint64 created)
{
  const guint payload = 8 * (workload->spec.packet.flits - 1);
  guint64 rest = step->bytes, before = 0;
  guint n = 0;

  do
    {
      const Delivery *packet = &g_array_index (trace, Delivery, i + n);
      const guint64 data = MIN (rest, payload);

      g_assert_cmpuint (i + n, <, trace->len);
      g_assert_cmpuint (packet->source, ==, dl_workload_node (workload, rank));
      g_assert_cmpuint (packet->dest, ==, dl_workload_node (workload, step->send_to));
      g_assert_cmpuint (packet->tag, ==, step->tag);
      g_assert_cmpuint (packet->created, ==, created);
      g_assert_cmpuint (packet->injected, >=, created);
      g_assert_cmpuint (packet->flits, ==, 1 + (data + 7) / 8);
      g_assert_cmpuint (packet->delivered, >, before);
      before = packet->delivered;
      rest -= data;
      n++;
      g_assert_true (packet->last == (rest == 0));
    }
  while (rest > 0);
  return n;
}

/* Each rank's steps one after the other, each as soon as the one before is over. */
static void
check_trace (const DlSeastar *sim, const DlWorkload *workload, GArray *trace)
{
  guint n_checked = 0, n_marked = 0;
  guint64 last = 0;

  for (guint node = 0; node < workload->spec.placement->n_nodes; node++)
    if (workload->spec.placement->rank[node] < workload->n_ranks)
      n_marked = mark_last (workload, trace, n_marked, workload->spec.placement->rank[node]);
  for (guint node = 0; node < workload->spec.placement->n_nodes; node++)
    {
      const guint rank = workload->spec.placement->rank[node];
      guint64 now = 0;
      DlWorkloadStep step;

      if (rank >= workload->n_ranks)
        continue;
      for (guint i = 0; dl_workload_step (workload, rank, i, &step); i++)
        {
          if (step.send_to != DL_NO_RANK)
            {
              const Delivery *tail;

              n_checked += check_message (workload, trace, n_checked, rank, &step, now);
              tail = &g_array_index (trace, Delivery, n_checked - 1);
              now = tail->injected + tail->flits;
            }
          if (step.n_wait > 0)
            now = MAX (now, when_arrived (trace, node, step.tag, step.n_wait));
        }
      g_assert_cmpuint (dl_sim_ranks_done_at (sim->ranks, rank), ==, now);
      g_assert_cmpuint (dl_sim_ranks_step (sim->ranks, rank), ==,
                        dl_workload_n_steps (workload, rank));
      last = MAX (last, now);
    }
  g_assert_cmpuint (n_checked, ==, trace->len);
  g_assert_cmpuint (n_checked, ==, workload->n_packets);
  g_assert_cmpuint (dl_seastar_program_done (sim), ==, last);
}

/* Programs ------------------------------------------------------------------------------------- */

static DlMatrix *
random_matrix (guint n_ranks, GRand *rand)
{
  g_autoptr (GString) text = g_string_new ("src,dst,bytes\n");
  g_autoptr (GError) error = NULL;
  DlMatrix *matrix;

  for (guint i = 0; i < 3 * n_ranks; i++)
    g_string_append_printf (text, "%d,%d,%d\n", g_rand_int_range (rand, 0, n_ranks),
                            g_rand_int_range (rand, 0, n_ranks), g_rand_int_range (rand, 1, 400));
  matrix = dl_matrix_parse (text->str, -1, "test", &error);
  g_assert_no_error (error);
  return matrix;
}

static DlWorkload *
random_workload (const DlTorusNetwork *network, guint packet_flits, GRand *rand)
{
  guint n_kinds;
  const DlWorkloadKind *const *kinds = dl_workload_kinds (&n_kinds);
  const DlWorkloadKind *kind = kinds[g_rand_int_range (rand, 0, n_kinds)];
  const guint n_ranks = g_rand_int_range (rand, 1, network->n_working_nodes + 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlPlacement) placement
      = g_rand_boolean (rand)
            ? dl_placement_new_linear (network, n_ranks, &error)
            : dl_placement_new_random (network, n_ranks, g_rand_int (rand), &error);
  g_autoptr (DlMatrix) matrix = kind->has_matrix ? random_matrix (n_ranks, rand) : NULL;
  const DlWorkloadSpec spec = {
    .kind = kind,
    .placement = placement,
    .matrix = matrix,
    .random_order = g_rand_boolean (rand),
    .seed = g_rand_int (rand),
    .message_bytes = g_rand_int_range (rand, 1, 300),
    .packet = dl_packet_shape_seastar (packet_flits),
  };
  DlWorkload *workload;

  g_assert_no_error (error);
  workload = dl_workload_new (&spec, &error);
  g_assert_no_error (error);
  return workload;
}

static DlSeastarPlan *
plan_new (DlTorusRoutes *routes, DlWorkload *workload, const DlRouterSpec *router, GError **error)
{
  const DlSeastarPlanOptions options = {
    .routes = routes,
    .sent.workload = workload,
    .router = *router,
    .packet_flits = workload->spec.packet.flits,
    .sent.burst = 1,
    .seed = 3,
  };

  return dl_seastar_plan_new (&options, error);
}

/* Whether every pair that exchanges messages has a way. */
static gboolean
all_reachable (DlTorusRoutes *routes, const DlWorkload *workload)
{
  g_autoptr (DlDemand) demand = dl_workload_demand (workload);
  g_auto (DlTorusRoute) route = { 0 };

  for (guint i = 0; i < demand->flows->len; i++)
    {
      const DlFlow *flow = &g_array_index (demand->flows, DlFlow, i);

      dl_torus_routes_walk (routes, flow->source, flow->dest, &route);
      if (route.status != DL_TORUS_ROUTE_DELIVERED)
        return FALSE;
    }
  return TRUE;
}

/* The same to the last count, whoever shares the work. */
static void
check_shared_out (DlSeastarPlan *plan, const DlSeastar *sim, guint seed, const char *text)
{
  for (guint n_threads = 1; n_threads <= 3; n_threads++)
    {
      g_autoptr (DlSeastar) other = dl_seastar_new (plan, 1 + (seed + 3 * n_threads) % 11);

      dl_seastar_set_threads (other, n_threads);
      dl_seastar_run (other, dl_seastar_cycle (sim) / 3);
      sim_check (other, text);
      dl_seastar_run (other, dl_seastar_cycle (sim) - dl_seastar_cycle (other));
      sim_assert_same (sim, other);
      for (guint rank = 0; rank < plan->workload->n_ranks; rank++)
        g_assert_cmpuint (dl_sim_ranks_done_at (sim->ranks, rank), ==,
                          dl_sim_ranks_done_at (other->ranks, rank));
    }
}

/* In torn networks too: a program either comes to its end as it should, or is refused since a rank
 * cannot reach another. */
static void
test_random (void)
{
  const DlDemand uniform = { .uniform = TRUE };
  GRand *rand = g_rand_new_with_seed (4096);
  guint n_refused = 0;

  for (guint32 seed = 0, n = 0; n < 60; seed++)
    {
      OracleTorus torus;

      oracle_torus_random (&torus, seed, seed % 4);
      g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
      g_autoptr (DlTorusAnalysis) analysis = dl_torus_analysis_new (routes, &uniform, NULL);
      if (!analysis->verdict->deadlock_free || routes->network->n_nodes > MAX_NODES
          || routes->network->n_working_nodes == 0)
        continue;
      n++;

      DlRouterSpec router = sim_default_router ();
      router.link_cycles = g_rand_int_range (rand, 1, 40);
      router.crossbar_cycles = g_rand_int_range (rand, 1, 12);
      router.input_buffer = g_rand_int_range (rand, 9, 60);
      router.staging_buffer = g_rand_int_range (rand, 9, 33);
      router.ejection_rate = g_rand_double_range (rand, 0.3, 1);
      router.age_rr_select = n % 2 == 0 ? 0 : G_MAXUINT64;
      router.link_error_rate = n % 5 == 0 ? 0.01 : 0;
      g_autoptr (DlWorkload) workload
          = random_workload (routes->network, g_rand_int_range (rand, 2, 10), rand);
      g_autoptr (GError) error = NULL;
      g_autoptr (DlSeastarPlan) plan = plan_new (routes, workload, &router, &error);
      g_autofree char *text = oracle_torus_to_string (&torus);
      if (!all_reachable (routes, workload))
        {
          g_assert_error (error, DL_SIM_ERROR, DL_SIM_ERROR_UNREACHABLE);
          n_refused++;
          continue;
        }
      g_assert_no_error (error);

      g_autoptr (DlSeastar) sim = dl_seastar_new (plan, 0);
      g_autoptr (GArray) trace = run_traced (sim, text);

      check_trace (sim, workload, trace);
      sim_check (sim, text);
      check_shared_out (plan, sim, seed, text);
      sim_drain (sim, text);
    }
  g_test_message ("%u programs refused", n_refused);
  g_assert_cmpuint (n_refused, >, 0);
  g_rand_free (rand);
}

static DlWorkload *
program_on (const DlTorusRoutes *routes, const char *kind, guint n_ranks, guint64 bytes)
{
  g_autoptr (DlPlacement) placement = dl_placement_new_linear (routes->network, n_ranks, NULL);
  const DlWorkloadSpec spec = {
    .kind = dl_workload_kind_find (kind),
    .placement = placement,
    .message_bytes = bytes,
    .packet = dl_packet_shape_seastar (9),
  };

  return dl_workload_new (&spec, NULL);
}

/* Allreduce in a row of nodes, where no packet meets another at an output: a packet takes 25 cycles
 * per hop, 7 through the last crossbar and 22 for its 9 flits to be taken. */
static void
test_allreduce (void)
{
  static const struct
  {
    guint n_ranks;
    guint64 bytes, done;
  } cases[] = {
    { 1, 64, 0 },
    { 2, 64, 25 + 7 + 22 },
    { 2, 8, 25 + 7 + 5 },
    /* The second packet is 9 cycles behind, and has to wait until the first is taken. */
    { 2, 128, 25 + 7 + 44 },
    { 4, 64, 25 + 7 + 22 + 2 * 25 + 7 + 22 },
  };
  const DlRouterSpec router = sim_default_router ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      OracleTorus torus = sim_torus (MAX (cases[i].n_ranks, 2), 1, 1);

      torus.wrap[0] = FALSE;
      g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
      g_autoptr (DlWorkload) workload
          = program_on (routes, "allreduce", cases[i].n_ranks, cases[i].bytes);
      g_autoptr (DlSeastarPlan) plan = plan_new (routes, workload, &router, NULL);
      g_autoptr (DlSeastar) sim = dl_seastar_new (plan, 0);

      dl_seastar_run (sim, MAX (cases[i].done, 1));
      if (cases[i].done > 0)
        g_assert_cmpuint (dl_seastar_program_done (sim), ==, G_MAXUINT64);
      if (cases[i].n_ranks == 4)
        {
          /* All are in their second step: with the rank that is two away. */
          for (guint rank = 0; rank < 4; rank++)
            g_assert_cmpuint (dl_sim_ranks_step (sim->ranks, rank), ==, 1);
        }
      dl_seastar_run (sim, 1);
      for (guint rank = 0; rank < cases[i].n_ranks; rank++)
        g_assert_cmpuint (dl_sim_ranks_done_at (sim->ranks, rank), ==, cases[i].done);
      g_assert_cmpuint (dl_seastar_program_done (sim), ==, cases[i].done);
    }
}

/* Programs that would wait for ever are refused. */
static void
test_refused (void)
{
  OracleTorus torus = sim_torus (4, 1, 1);
  const DlRouterSpec router = sim_default_router ();
  g_autoptr (GError) error = NULL;

  torus.wrap[0] = FALSE;
  torus.cables[0] = (OracleLink) { { { 1, 0, 0 } }, DL_TORUS_PORT_X_PLUS };
  torus.n_cables = 1;
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  g_autoptr (DlWorkload) four = program_on (routes, "allreduce", 4, 64);
  g_autoptr (DlWorkload) two = program_on (routes, "allreduce", 2, 64);
  g_autoptr (DlSeastarPlan) none = plan_new (routes, four, &router, &error);
  g_autoptr (DlSeastarPlan) plan = plan_new (routes, two, &router, NULL);

  g_assert_null (none);
  g_assert_error (error, DL_SIM_ERROR, DL_SIM_ERROR_UNREACHABLE);
  g_assert_nonnull (strstr (error->message, "rank 0 on node 0,0,0 cannot reach rank 2 on node 2"));
  g_assert_nonnull (plan);
}

/* Ranks that are told to stop finish what they have begun; nobody takes up another program. */
static void
test_stopped (void)
{
  const OracleTorus torus = sim_torus (3, 3, 1);
  const DlRouterSpec router = sim_default_router ();
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  g_autoptr (DlWorkload) workload = program_on (routes, "all-to-all", 9, 1000);
  g_autoptr (DlSeastarPlan) plan = plan_new (routes, workload, &router, NULL);
  g_autoptr (DlSeastar) sim = dl_seastar_new (plan, 0);
  DlSimCounters counters;

  dl_seastar_run (sim, 100);
  g_assert_false (dl_seastar_fits (sim, plan));
  sim_drain (sim, "stopped");
  dl_seastar_get_counters (sim, &counters);
  g_assert_cmpuint (counters.delivered, ==, 9 * 16); /* a message each, of 16 packets */
  g_assert_cmpuint (dl_seastar_program_done (sim), ==, G_MAXUINT64);
}

/* Random destinations ---------------------------------------------------------------------------
 */

static DlSeastar *
sim_of_flows (DlTorusRoutes *routes, const DlFlow *flows, guint n, guint64 cycles)
{
  g_autoptr (GArray) array = g_array_new (FALSE, FALSE, sizeof (DlFlow));
  const DlDemand demand = { .flows = array };
  const DlSeastarPlanOptions options = {
    .routes = routes,
    .sent.demand = &demand,
    .router = sim_default_router (),
    .packet_flits = 4,
    .sent.burst = 1,
    .load = 0.3,
    .seed = 5,
  };
  DlSeastar *sim;

  g_array_append_vals (array, flows, n);
  g_autoptr (DlSeastarPlan) plan = dl_seastar_plan_new (&options, NULL);
  sim = dl_seastar_new (plan, 0);
  dl_seastar_run (sim, cycles);
  return sim;
}

/* Packets are drawn by the flows' weights, within five standard deviations; with equal ones as
 * without. */
static void
test_weights (void)
{
  const OracleTorus torus = sim_torus (5, 1, 1);
  const DlFlow flows[] = { { 0, 1, 1 }, { 0, 4, 7 }, { 2, 1, 5 }, { 2, 3, 5 } };
  const DlFlow equal[] = { { 0, 1, 9 }, { 0, 4, 9 }, { 2, 1, 9 }, { 2, 3, 9 } };
  const DlFlow plain[] = { { 0, 1, 1 }, { 0, 4, 1 }, { 2, 1, 1 }, { 2, 3, 1 } };
  g_autoptr (DlTorusRoutes) routes = oracle_torus_build (&torus);
  g_autoptr (DlSeastar) weighted = sim_of_flows (routes, flows, 4, 200000);
  g_autoptr (DlSeastar) a = sim_of_flows (routes, equal, 4, 5000);
  g_autoptr (DlSeastar) b = sim_of_flows (routes, plain, 4, 5000);
  const double shares[] = { 1 / 8.0, 7 / 8.0, 0.5, 0.5 };

  for (guint i = 0; i < 4; i++)
    {
      /* Every packet goes one hop. */
      const guint out = (flows[i].dest + 5 - flows[i].source) % 5 == 1 ? DL_TORUS_PORT_X_PLUS
                                                                       : DL_TORUS_PORT_X_MINUS;
      guint64 n[2] = { 0, 0 };
      double sd;

      for (guint way = 0; way < 2; way++)
        {
          DlSeastarPortCounters counters;

          dl_seastar_get_port_counters (weighted, flows[i].source,
                                        way == 0 ? out : dl_torus_port_opposite (out), &counters);
          for (guint vc = 0; vc < DL_SIM_VCS; vc++)
            n[way] += counters.packets[vc];
        }
      sd = sqrt ((n[0] + n[1]) * shares[i] * (1 - shares[i]));
      g_assert_cmpuint (n[0] + n[1], >, 10000);
      g_assert_cmpfloat (fabs (n[0] - (n[0] + n[1]) * shares[i]), <, 5 * sd);
    }
  sim_assert_same (a, b);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim-program/random", test_random);
  g_test_add_func ("/sim-program/allreduce", test_allreduce);
  g_test_add_func ("/sim-program/refused", test_refused);
  g_test_add_func ("/sim-program/stopped", test_stopped);
  g_test_add_func ("/sim-program/weights", test_weights);
  return g_test_run ();
}
