/* Programs on a dragonfly at work: every rank comes to its end, each message arrives as the program
 * says, whatever ways its packets take, and no step begins before what it waits for is there, nor
 * later. */
#include "aries-fixture.h"
#include "dl-aries-private.h"
#include "dl-dragonfly-demand.h"
#include "dl-dragonfly-sites.h"
#include "dl-workload.h"
#include "test-rounds.h"

#include <math.h>
#include <string.h>

#define N_SEEDS    TEST_ROUNDS (40)
#define MAX_CYCLES 400000

/* Deliveries ----------------------------------------------------------------------------------- */

typedef struct
{
  guint source, dest, tag, flits, payload, hops;
  guint64 created, injected, delivered;
} Delivery;

/* Packets delivered in the next cycle. */
static void
trace_cycle (const DlAries *sim, GArray *trace)
{
  for (guint i = 0; i < sim->n_blocks; i++)
    {
      const DlAriesBlock *block = &sim->blocks[i];
      const DlSimWheel *wheel = &block->wheels[DL_ARIES_WHEELS - 1];

      for (const DlSimChunk *chunk = dl_sim_wheel_first (wheel, sim->now); chunk != NULL;
           chunk = dl_sim_wheel_next (wheel, chunk))
        for (guint e = 0; e < chunk->n; e++)
          if (chunk->events[e].kind == DL_ARIES_DELIVER)
            {
              const DlAriesPacket *packet = &block->packets[chunk->events[e].packet32];
              const Delivery delivery = { packet->source,  packet->dest,     packet->tag,
                                          packet->flits,   packet->payload,  packet->hops,
                                          packet->created, packet->injected, sim->now };

              g_array_append_val (trace, delivery);
            }
    }
}

/* A node sends one packet per cycle at most here. */
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
run_traced (DlAries *sim, const char *text)
{
  GArray *trace = g_array_new (FALSE, FALSE, sizeof (Delivery));

  while (dl_aries_program_done (sim) == G_MAXUINT64)
    {
      trace_cycle (sim, trace);
      dl_aries_run (sim, 1);
      if (dl_aries_cycle (sim) % 199 == 0)
        aries_check (sim, text);
      if (dl_aries_cycle (sim) > MAX_CYCLES)
        g_error ("the program does not end: %s", text);
    }
  aries_check (sim, text);
  g_array_sort (trace, compare_injected);
  return trace;
}

/* The oracle ----------------------------------------------------------------------------------- */

/* When the last packet with @tag came to node @dest, and how many bytes there were in all. */
static guint64
when_arrived (const GArray *trace, guint dest, guint tag, guint64 *bytes)
{
  guint64 last = 0;

  *bytes = 0;
  for (guint i = 0; i < trace->len; i++)
    {
      const Delivery *delivery = &g_array_index (trace, Delivery, i);

      if (delivery->dest != dest || delivery->tag != tag)
        continue;
      last = MAX (last, delivery->delivered);
      *bytes += delivery->payload;
    }
  return last;
}

/* Bytes that the program sends to @to with @tag. */
static guint64
bytes_for (const DlWorkload *workload, guint to, guint tag)
{
  guint64 bytes = 0;
  DlWorkloadStep step;

  for (guint rank = 0; rank < workload->n_ranks; rank++)
    for (guint i = 0; dl_workload_step (workload, rank, i, &step); i++)
      if (step.send_to == to && step.tag == tag)
        bytes += step.bytes;
  return bytes;
}

/* A rank whose steps are followed. */
typedef struct
{
  const DlAriesPlanOptions *options;
  const GArray *trace;
  guint rank;
  guint at;         /* its next packet in @trace */
  guint64 now;      /* cycle in which its step begins */
  guint64 free;     /* time from which on its node can send */
  guint64 overtook; /* packets that came before one sent earlier */
} Follower;

/* The packets of the step's message: as long as they should be, one after the other. */
static void
follow_message (Follower *it, const DlWorkloadStep *step)
{
  const DlWorkload *workload = it->options->workload;
  const DlPacketShape *shape = &workload->spec.packet;
  const guint64 flit_time
      = nearbyint (ldexp (1 / it->options->router.node_rate, DL_ARIES_FRACTION));
  guint64 rest = step->bytes, latest = 0;

  while (rest > 0)
    {
      const Delivery *packet = &g_array_index (it->trace, Delivery, it->at++);
      const guint64 data = MIN (rest, shape->payload_bytes);
      const double share = (double) data / shape->payload_bytes;

      g_assert_cmpuint (it->at, <=, it->trace->len);
      g_assert_cmpuint (packet->source, ==, dl_workload_node (workload, it->rank));
      g_assert_cmpuint (packet->dest, ==, dl_workload_node (workload, step->send_to));
      g_assert_cmpuint (packet->tag, ==, step->tag);
      g_assert_cmpuint (packet->payload, ==, data);
      g_assert_cmpuint (
          packet->flits, ==,
          MAX (shape->header_flits + ceil (share * (shape->flits - shape->header_flits) - 1e-9),
               1));
      g_assert_cmpuint (packet->injected, >=, packet->created);
      /* Packets in the network may be as many as there can, or not. */
      if (it->options->router.outstanding == 0)
        g_assert_cmpuint (packet->created, ==, it->now);
      else
        g_assert_cmpuint (packet->created, >=, it->now);
      it->free = MAX (it->free, dl_aries_time (packet->injected)) + packet->flits * flit_time;
      it->overtook += packet->delivered < latest;
      latest = MAX (latest, packet->delivered);
      rest -= data;
    }
}

/* Each rank's steps one after the other, each as soon as the one before is over. */
static guint64
check_trace (const DlAries *sim, const DlAriesPlanOptions *options, const GArray *trace)
{
  const DlWorkload *workload = options->workload;
  const DlPlacement *placement = workload->spec.placement;
  Follower it = { .options = options, .trace = trace };
  guint64 last = 0;

  for (guint node = 0; node < placement->n_nodes; node++)
    {
      DlWorkloadStep step;

      it.rank = placement->rank[node];
      it.now = it.free = 0;
      if (it.rank >= workload->n_ranks)
        continue;
      for (guint i = 0; dl_workload_step (workload, it.rank, i, &step); i++)
        {
          if (step.send_to != DL_NO_RANK)
            {
              follow_message (&it, &step);
              it.now = dl_aries_floor (it.free);
            }
          if (step.n_wait > 0)
            {
              guint64 bytes;

              it.now = MAX (it.now, when_arrived (trace, node, step.tag, &bytes));
              g_assert_cmpuint (bytes, ==, bytes_for (workload, it.rank, step.tag));
            }
        }
      if (options->router.outstanding == 0)
        g_assert_cmpuint (dl_sim_ranks_done_at (sim->ranks, it.rank), ==, it.now);
      g_assert_cmpuint (dl_sim_ranks_step (sim->ranks, it.rank), ==,
                        dl_workload_n_steps (workload, it.rank));
    }
  g_assert_cmpuint (it.at, ==, trace->len);
  g_assert_cmpuint (it.at, ==, workload->n_packets);
  for (guint i = 0; i < trace->len; i++)
    last = MAX (last, g_array_index (trace, Delivery, i).delivered);
  g_assert_cmpuint (dl_aries_program_done (sim), ==, last);
  return it.overtook;
}

/* Programs ------------------------------------------------------------------------------------- */

static DlMatrix *
random_matrix (guint n_ranks, DlRng *rng)
{
  g_autoptr (GString) text = g_string_new ("src,dst,bytes\n");
  g_autoptr (GError) error = NULL;
  DlMatrix *matrix;

  for (guint i = 0; i < 3 * n_ranks; i++)
    {
      const guint from = dl_rng_below (rng, n_ranks), to = dl_rng_below (rng, n_ranks);

      g_string_append_printf (text, "%u,%u,%u\n", from, to, 1 + (guint) dl_rng_below (rng, 400));
    }
  matrix = dl_matrix_parse (text->str, -1, "test", &error);
  g_assert_no_error (error);
  return matrix;
}

static DlWorkload *
random_workload (const DlDragonfly *net, guint packet_flits, DlRng *rng)
{
  const DlSites sites = dl_sites_of_dragonfly (net);
  guint n_kinds;
  const DlWorkloadKind *const *kinds = dl_workload_kinds (&n_kinds);
  const DlWorkloadKind *kind = kinds[dl_rng_below (rng, n_kinds)];
  const guint n_ranks = 1 + dl_rng_below (rng, sites.n_working);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlPlacement) placement
      = dl_rng_below (rng, 2) == 0
            ? dl_placement_new_linear_on (&sites, n_ranks, &error)
            : dl_placement_new_random_on (&sites, n_ranks, dl_rng_next (rng), &error);
  g_autoptr (DlMatrix) matrix = kind->has_matrix ? random_matrix (n_ranks, rng) : NULL;
  const DlWorkloadSpec spec = {
    .kind = kind,
    .placement = placement,
    .matrix = matrix,
    .random_order = dl_rng_below (rng, 2),
    .seed = dl_rng_next (rng),
    .message_bytes = 1 + dl_rng_below (rng, 300),
    .packet = { packet_flits, packet_flits / 3, 64 },
  };
  DlWorkload *workload;

  g_assert_no_error (error);
  workload = dl_workload_new (&spec, &error);
  g_assert_no_error (error);
  return workload;
}

static DlAriesPlanOptions
random_options (DlDragonflyRoutes *routes, DlRng *rng)
{
  DlAriesPlanOptions options = aries_options (routes, NULL);
  guint n_modes;
  const DlDragonflyMode *const *modes = dl_dragonfly_modes (&n_modes);

  options.mode = modes[dl_rng_below (rng, n_modes)];
  options.packet_flits = 1 + dl_rng_below (rng, DL_ARIES_MAX_FLITS);
  options.router.input_buffer = options.packet_flits * (1 + dl_rng_below (rng, 4));
  options.router.link_cycles = 1 + dl_rng_below (rng, 12);
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    options.router.rate[class] = (1 + dl_rng_below (rng, 20)) / 20.0;
  options.router.node_rate = (1 + dl_rng_below (rng, 10)) / 10.0;
  options.router.outstanding = dl_rng_below (rng, 3) == 0 ? 4 : 0;
  options.seed = dl_rng_next (rng);
  return options;
}

/* Whether every pair that exchanges messages has a way. */
static gboolean
all_reachable (const DlDragonflyRoutes *routes, const DlDragonflyDemand *demand)
{
  const guint p = demand->dragonfly->nodes_per_router;

  for (guint node = 0; node < demand->dragonfly->n_nodes; node++)
    for (guint i = demand->first_flow[node]; i < demand->first_flow[node + 1]; i++)
      {
        DlDragonflyPacket packet;

        if (!dl_dragonfly_inject (routes, node / p, demand->dest[i] / p, FALSE, 0, &packet))
          return FALSE;
      }
  return TRUE;
}

/* The same to the last count, whoever shares the work. */
static void
check_shared_out (const DlAriesPlanOptions *options, const DlAries *sim, const char *text)
{
  static const struct
  {
    guint block, threads;
  } ways[] = { { 1, 2 }, { 3, 3 }, { 2, 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autoptr (DlAries) other = aries_new (options, ways[i].block, ways[i].threads);

      dl_aries_run (other, dl_aries_cycle (sim));
      aries_assert_same (sim, other, text);
      g_assert_cmpuint (dl_aries_program_done (other), ==, dl_aries_program_done (sim));
      for (guint rank = 0; rank < options->workload->n_ranks; rank++)
        g_assert_cmpuint (dl_sim_ranks_done_at (sim->ranks, rank), ==,
                          dl_sim_ranks_done_at (other->ranks, rank));
    }
}

static void
test_random (void)
{
  guint n_refused = 0, n_run = 0;
  guint64 overtook = 0;

  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      g_autofree char *shape = NULL;
      g_autofree char *text = NULL;
      g_autoptr (DlDragonfly) net = fixture_random (seed, seed % 3 == 0 ? 20 : 0, &shape);
      g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
      g_autoptr (DlWorkload) workload = NULL;
      g_autoptr (DlDragonflyDemand) demand = NULL;
      g_autoptr (DlAriesPlan) plan = NULL;
      g_autoptr (GArray) trace = NULL;
      g_autoptr (GError) error = NULL;
      DlAriesPlanOptions options;
      DlSimCounters counters;
      guint64 bytes = 0;
      DlRng rng;

      if (dl_sites_of_dragonfly (net).n_working == 0)
        continue;
      dl_rng_init (&rng, seed);
      options = random_options (routes, &rng);
      options.workload = workload = random_workload (net, options.packet_flits, &rng);
      options.demand = demand = dl_dragonfly_demand_new_workload (net, workload);
      text = g_strdup_printf ("%s; %s of %u ranks, %s", shape, workload->spec.kind->id,
                              workload->n_ranks, options.mode->id);
      plan = dl_aries_plan_new (&options, &error);
      if (!all_reachable (routes, demand))
        {
          g_assert_null (plan);
          g_assert_error (error, DL_SIM_ERROR, DL_SIM_ERROR_UNREACHABLE);
          g_assert_nonnull (strstr (error->message, "so the program would never end ("));
          n_refused++;
          continue;
        }
      g_assert_no_error (error);
      g_autoptr (DlAries) sim = dl_aries_new (plan, 1 + seed % 4);
      g_assert_false (dl_aries_fits (sim, plan)); /* nobody takes up another's work */
      trace = run_traced (sim, text);
      overtook += check_trace (sim, &options, trace);
      dl_aries_get_counters (sim, &counters);
      for (guint i = 0; i < trace->len; i++)
        bytes += g_array_index (trace, Delivery, i).payload;
      g_assert_cmpuint (counters.created, ==, workload->n_packets);
      g_assert_cmpuint (counters.injected, ==, counters.delivered);
      g_assert_cmpuint (counters.delivered, ==, workload->n_packets);
      g_assert_cmpuint (counters.delivered_bytes, ==, bytes);
      g_assert_cmpuint (counters.unreachable + counters.dropped_link, ==, 0);
      check_shared_out (&options, sim, text);
      n_run++;
    }
  g_test_message ("%u run, %u refused, %" G_GUINT64_FORMAT " packets overtook others", n_run,
                  n_refused, overtook);
  g_assert_cmpuint (n_run, >, N_SEEDS / 2);
  if (!TEST_SANITIZED)
    {
      g_assert_cmpuint (n_refused, >, 0);
      g_assert_cmpuint (overtook, >, 0);
    }
}

/* Allreduce of two neighbors on an idle network: the time of one packet. */
static void
test_allreduce (void)
{
  g_autoptr (DlDragonfly) net = fixture_cascade (2, 1);
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
  const guint32 nodes[] = { 0, net->nodes_per_router };
  g_autoptr (DlPlacement) placement = dl_placement_new_nodes (net->n_nodes, nodes, 2);
  DlAriesPlanOptions options = aries_options (routes, NULL);
  const DlWorkloadSpec spec = {
    .kind = &dl_workload_allreduce,
    .placement = placement,
    .message_bytes = 64,
    .packet = { options.packet_flits, 1, options.payload_bytes },
  };
  g_autoptr (DlWorkload) workload = dl_workload_new (&spec, NULL);
  g_autoptr (DlDragonflyDemand) demand = dl_dragonfly_demand_new_workload (net, workload);
  /* One hop over a green link, which carries a flit per cycle; the node is faster. */
  const guint64 latency = options.router.link_cycles + options.packet_flits;

  options.workload = workload;
  options.demand = demand;
  g_autoptr (DlAries) sim = aries_new (&options, 0, 1);
  dl_aries_run (sim, latency);
  g_assert_cmpuint (dl_aries_program_done (sim), ==, G_MAXUINT64);
  dl_aries_run (sim, 1);
  g_assert_cmpuint (dl_aries_program_done (sim), ==, latency);
  for (guint rank = 0; rank < 2; rank++)
    g_assert_cmpuint (dl_sim_ranks_done_at (sim->ranks, rank), ==, latency);
}

/* Ranks that are told to stop finish what they have begun. */
static void
test_stopped (void)
{
  g_autoptr (DlDragonfly) net = fixture_random (3, 0, NULL);
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
  const DlSites sites = dl_sites_of_dragonfly (net);
  g_autoptr (DlPlacement) placement = dl_placement_new_linear_on (&sites, 0, NULL);
  DlAriesPlanOptions options = aries_options (routes, NULL);
  const DlWorkloadSpec spec = {
    .kind = &dl_workload_all_to_all,
    .placement = placement,
    .message_bytes = 64 * 20,
    .packet = { options.packet_flits, 1, options.payload_bytes },
  };
  g_autoptr (DlWorkload) workload = dl_workload_new (&spec, NULL);
  g_autoptr (DlDragonflyDemand) demand = dl_dragonfly_demand_new_workload (net, workload);
  DlSimCounters counters;

  options.workload = workload;
  options.demand = demand;
  g_autoptr (DlAries) sim = aries_new (&options, 0, 1);
  dl_aries_run (sim, 10);
  aries_drain (sim, "stopped");
  dl_aries_get_counters (sim, &counters);
  g_assert_cmpuint (counters.delivered, ==, net->n_nodes * 20);
  g_assert_cmpuint (dl_aries_program_done (sim), ==, G_MAXUINT64);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/aries-program/random", test_random);
  g_test_add_func ("/aries-program/allreduce", test_allreduce);
  g_test_add_func ("/aries-program/stopped", test_stopped);
  return g_test_run ();
}
