/* How fast the simulator of a dragonfly is: cycles and flit-hops per second of processor time, on
 * one thread in blocks of the size that is chosen by itself, and again with the whole network in as
 * few blocks as can be, and by the clock on two threads against one; and what the network takes in
 * memory. Prints Markdown; asserts no time. --quick only runs everything once, on small networks.
 * --generic MODE PATTERN LOAD CYCLES prints only what booksim-dragonfly.sh compares: cycles,
 * seconds of processor time, flit-hops and accepted load on the 33-group dragonfly; and the same
 * for two threads, with seconds by the clock. */
#include "dl-aries.h"

#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct
{
  const char *name;
  guint groups, cables; /* cables 0: generic, 33 groups of 8 routers with 4 nodes and 4 links */
  const char *mode, *pattern;
  double load; /* flits/node/cycle */
  guint packet_flits, buffer;
  guint64 warmup, cycles;
} Case;

typedef struct
{
  double cycles, hops; /* a second of processor time */
  double took_s, elapsed_s;
  double bytes, accepted;
  guint64 flit_hops;
} Speed;

static double
now_s (clockid_t id)
{
  struct timespec time;

  clock_gettime (id, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static DlDragonfly *
build (const Case *it)
{
  g_autoptr (GError) error = NULL;
  DlDragonflySpec spec;
  DlDragonfly *net;

  dl_dragonfly_spec_init (&spec);
  spec.groups = it->groups;
  if (it->cables > 0)
    spec.cables_per_pair = it->cables;
  else
    spec.shape = DL_DRAGONFLY_GENERIC;
  net = dl_dragonfly_new (&spec, &error);
  if (net == NULL)
    g_error ("%s", error->message);
  dl_dragonfly_spec_clear (&spec);
  return net;
}

/* Rates as of an Aries (model 5), or one flit per cycle everywhere. */
static DlAriesPlan *
build_plan (const Case *it)
{
  g_autoptr (DlDragonfly) net = build (it);
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
  g_autoptr (DlDragonflyDemand) demand = g_str_equal (it->pattern, "uniform")
                                             ? dl_dragonfly_demand_new_uniform (net)
                                             : dl_dragonfly_demand_new_group_shift (net);
  g_autoptr (GError) error = NULL;
  DlAriesPlan *plan;
  DlAriesPlanOptions options = {
    .routes = routes,
    .mode = dl_dragonfly_mode_find (it->mode),
    .demand = demand,
    .router = { .input_buffer = it->buffer, .link_cycles = 10, .node_rate = 1 },
    .packet_flits = it->packet_flits,
    .payload_bytes = 64,
    .load = it->load,
    .seed = 1,
  };

  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    options.router.rate[class] = 1;
  if (it->cables > 0)
    {
      options.router.link_cycles = 25;
      options.router.rate[DL_LINK_BLUE] = 12.5 / 14;
      options.router.node_rate = 10 / 0.64 / 5.25;
      options.router.outstanding = 1024;
    }
  plan = options.mode != NULL ? dl_aries_plan_new (&options, &error) : NULL;
  if (plan == NULL)
    g_error ("%s", error != NULL ? error->message : "no such mode");
  return plan;
}

static Speed
measure (const Case *it, DlAriesPlan *plan, guint block_routers, guint n_threads)
{
  const guint n_nodes = plan->options.routes->dragonfly->n_nodes;
  const gsize before = mallinfo2 ().uordblks + mallinfo2 ().hblkhd;
  g_autoptr (DlAries) sim = dl_aries_new (plan, block_routers);
  DlSimCounters from, to;
  double start, start_clock;
  Speed speed;

  dl_aries_set_threads (sim, n_threads);
  dl_aries_run (sim, it->warmup);
  dl_aries_get_counters (sim, &from);
  start = now_s (CLOCK_PROCESS_CPUTIME_ID);
  start_clock = now_s (CLOCK_MONOTONIC);
  dl_aries_run (sim, it->cycles);
  speed.took_s = now_s (CLOCK_PROCESS_CPUTIME_ID) - start;
  speed.elapsed_s = now_s (CLOCK_MONOTONIC) - start_clock;
  dl_aries_get_counters (sim, &to);
  speed.flit_hops = to.flit_hops - from.flit_hops;
  speed.cycles = it->cycles / speed.took_s;
  speed.hops = speed.flit_hops / speed.took_s;
  speed.bytes = (double) (mallinfo2 ().uordblks + mallinfo2 ().hblkhd - before);
  speed.accepted = (double) (to.delivered_flits - from.delivered_flits) / n_nodes / it->cycles;
  return speed;
}

static void
print_row (Case it, gboolean quick)
{
  if (quick)
    {
      it.groups = 3;
      it.warmup = it.cycles = 100;
    }
  g_autoptr (DlAriesPlan) plan = build_plan (&it);
  const Speed speed = measure (&it, plan, 0, 1);
  const Speed whole = measure (&it, plan, G_MAXUINT, 1);
  const Speed two = measure (&it, plan, 0, 2);

  printf ("| %s, %s, %s, %.2f | %.3f | %.0f | %.2f | %.1f | %.2f | %.2f |\n", it.name, it.mode,
          it.pattern, it.load, speed.accepted, speed.cycles, speed.hops * 1e-6,
          speed.bytes / (1 << 20), whole.cycles / speed.cycles, speed.elapsed_s / two.elapsed_s);
  fflush (stdout);
}

static int
print_generic (char **argv)
{
  const Case it = {
    .name = "generic",
    .groups = 33,
    .mode = argv[0],
    .pattern = argv[1],
    .load = atof (argv[2]),
    .packet_flits = 1,
    .buffer = 256,
    .warmup = 3000,
    .cycles = atoi (argv[3]),
  };
  g_autoptr (DlAriesPlan) plan = build_plan (&it);
  const Speed one = measure (&it, plan, 0, 1), two = measure (&it, plan, 0, 2);

  printf ("%" G_GUINT64_FORMAT " %.3f %" G_GUINT64_FORMAT " %.5f\n", it.cycles, one.took_s,
          one.flit_hops, one.accepted);
  printf ("%" G_GUINT64_FORMAT " %.3f %" G_GUINT64_FORMAT " %.5f\n", it.cycles, two.elapsed_s,
          two.flit_hops, two.accepted);
  return 0;
}

int
main (int argc, char **argv)
{
  /* Load 0.5 of an Aries node is half of its 10 GB/s of payload. */
  const double half = 0.5 * 10 / 0.64 / 5.25;
  const Case cases[] = {
    { "8 groups", 8, 34, "min-hash", "uniform", half, 9, 128, 1000, 2000 },
    { "8 groups", 8, 34, "adaptive-0", "uniform", half, 9, 128, 1000, 2000 },
    { "8 groups", 8, 34, "valiant", "uniform", half / 2, 9, 128, 1000, 2000 },
    { "64 groups", 64, 3, "adaptive-0", "uniform", half / 2, 9, 128, 300, 300 },
    { "33 groups", 33, 0, "min-hash", "uniform", 0.3, 1, 16, 3000, 20000 },
    { "33 groups", 33, 0, "adaptive-0", "uniform", 0.3, 1, 16, 3000, 10000 },
  };
  const gboolean quick = argc > 1 && strcmp (argv[1], "--quick") == 0;

  if (argc == 6 && strcmp (argv[1], "--generic") == 0)
    return print_generic (argv + 2);
  if (argc > 1 + quick)
    {
      fprintf (stderr, "Usage: %s [--quick | --generic MODE PATTERN LOAD CYCLES]\n", argv[0]);
      return 2;
    }
  printf ("| network, mode, pattern, load | accepted | cycles/s | million flit-hops/s | MiB | "
          "few blocks / many | two threads / one |\n|---|---|---|---|---|---|---|\n");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    print_row (cases[i], quick);
  return 0;
}
