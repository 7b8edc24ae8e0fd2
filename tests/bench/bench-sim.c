/* How fast the simulator is: cycles and packet-hops per second of processor time, and memory per
 * node. Each row is measured on one thread in blocks of the size that is chosen by itself, and
 * again with the whole network in as few blocks as can be, and by the clock on two threads against
 * one. Prints Markdown; asserts no time. --quick only runs everything once, on a small network. */
#include "dl-seastar.h"

#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef struct
{
  guint radix[DL_TORUS_N_DIMS];
  double load; /* INFINITY: saturated */
  gboolean parity;
  guint64 warmup, cycles;
} Case;

static double
now_s (clockid_t id)
{
  struct timespec time;

  clock_gettime (id, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static DlSeastarPlan *
build_plan (const Case *it)
{
  const DlDemand uniform = { .uniform = TRUE };
  DlTorusRouting routing = { .engine = dl_torus_engine_find ("xt"),
                             .vc_policy = dl_vc_policy_find ("output-crossing") };
  g_autoptr (GError) error = NULL;
  DlTorusSpec spec;

  dl_torus_spec_init (&spec);
  routing.tie = it->parity ? DL_TORUS_TIE_PARITY : DL_TORUS_TIE_POSITIVE;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      spec.radix[dim] = it->radix[dim];
      routing.dateline[dim] = it->radix[dim] - 1;
    }
  g_autoptr (DlTorusNetwork) network = dl_torus_network_new (&spec, &error);
  if (network == NULL)
    g_error ("%s", error->message);
  dl_torus_spec_clear (&spec);
  g_autoptr (DlTorusRoutes) routes = dl_torus_routes_new (network, &routing);
  const DlSeastarPlanOptions options = {
    .routes = routes,
    .sent.demand = &uniform,
    .router = {
      .input_buffer = 96,
      .staging_buffer = 16,
      .link_cycles = 18,
      .crossbar_cycles = 7,
      .ejection_rate = 5.0 / 12,
      .request_age_bias = { 3, 3, 2, 2, 1, 1, 1 },
      .response_age_bias = { 3, 3, 2, 2, 1, 1, 1 },
      .age_clock_period = 8,
      .age_rr_select = G_MAXUINT64,
    },
    .packet_flits = 9,
    .sent.burst = 1,
    .load = it->load,
    .seed = 1,
  };
  return dl_seastar_plan_new (&options, NULL);
}

typedef struct
{
  double cycles, hops; /* a second of processor time */
  double node_bytes;
  double accepted;
  double elapsed_s;
} Speed;

static Speed
measure (const Case *it, DlSeastarPlan *plan, guint block_nodes, guint n_threads)
{
  const guint n_nodes = plan->routes->network->n_nodes;
  const gsize before = mallinfo2 ().uordblks + mallinfo2 ().hblkhd;
  g_autoptr (DlSeastar) sim = dl_seastar_new (plan, block_nodes);
  DlSimCounters from, to;
  double start, start_clock;

  dl_seastar_set_threads (sim, n_threads);
  dl_seastar_run (sim, it->warmup);
  dl_seastar_get_counters (sim, &from);
  start = now_s (CLOCK_PROCESS_CPUTIME_ID);
  start_clock = now_s (CLOCK_MONOTONIC);
  dl_seastar_run (sim, it->cycles);
  const double took = now_s (CLOCK_PROCESS_CPUTIME_ID) - start;
  const double elapsed_s = now_s (CLOCK_MONOTONIC) - start_clock;
  dl_seastar_get_counters (sim, &to);
  return (Speed) {
    .cycles = it->cycles / took,
    .hops = (to.flit_hops - from.flit_hops) / 9.0 / took,
    .node_bytes = (double) (mallinfo2 ().uordblks + mallinfo2 ().hblkhd - before) / n_nodes,
    .accepted = (to.delivered - from.delivered) * 9.0 / n_nodes / it->cycles,
    .elapsed_s = elapsed_s,
  };
}

int
main (int argc, char **argv)
{
  static const Case cases[] = {
    { { 11, 12, 16 }, 0.2, TRUE, 5000, 10000 },
    { { 11, 12, 16 }, 0.34, TRUE, 5000, 6000 },
    { { 11, 12, 16 }, INFINITY, TRUE, 5000, 5000 },
    { { 8, 8, 8 }, 0.3, TRUE, 5000, 20000 },
  };
  const gboolean quick = argc > 1 && strcmp (argv[1], "--quick") == 0;

  if (argc > 1 + quick)
    {
      fprintf (stderr, "Usage: %s [--quick]\n", argv[0]);
      return 2;
    }
  printf ("| network, load | accepted | cycles/s | packet-hops/s | a node, bytes | "
          "few blocks / many | two threads / one |\n|---|---|---|---|---|---|---|\n");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Case it = cases[i];

      if (quick)
        {
          it.radix[DL_X] = it.radix[DL_Y] = it.radix[DL_Z] = 3;
          it.warmup = it.cycles = 200;
        }
      g_autoptr (DlSeastarPlan) plan = build_plan (&it);
      const Speed speed = measure (&it, plan, 0, 1);
      const Speed whole = measure (&it, plan, G_MAXUINT, 1);
      const Speed two = measure (&it, plan, 0, 2);

      printf ("| %ux%ux%u %.2f | %.3f | %.0f | %.0f | %.0f | %.2f | %.2f |\n", it.radix[DL_X],
              it.radix[DL_Y], it.radix[DL_Z], it.load, speed.accepted, speed.cycles, speed.hops,
              speed.node_bytes, whole.cycles / speed.cycles, speed.elapsed_s / two.elapsed_s);
      fflush (stdout);
    }
  return 0;
}
