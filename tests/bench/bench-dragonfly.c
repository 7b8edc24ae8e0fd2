/* How long the routes of a dragonfly, its loads and its verdict on deadlock take, healthy and with
 * a link cut. Beside it the loads by following every route of every pair, through every root, in
 * the same run: measured on some and scaled to all. Prints ms of processor time on
 * one thread. Asserts no time. --quick only runs everything once, on small networks. */
#include "dl-dragonfly-dependency.h"
#include "dl-dragonfly-loads.h"
#include "dl-rng.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define REPEATS 5
#define SAMPLES 200 /* pairs that are followed */

static double
now_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

static DlDragonfly *
build (guint groups, guint cables, gboolean cut)
{
  const DlDragonflyLinkAt green = { { 0, 0, 0 }, { 0, 0, 5 }, 0 };
  g_autoptr (GError) error = NULL;
  DlDragonflySpec spec;
  DlDragonfly *net;

  dl_dragonfly_spec_init (&spec);
  spec.groups = groups;
  spec.cables_per_pair = cables;
  if (cut)
    g_array_append_val (spec.broken_links, green);
  net = dl_dragonfly_new (&spec, &error);
  if (net == NULL)
    g_error ("%s", error->message);
  dl_dragonfly_spec_clear (&spec);
  return net;
}

static void
count_path (const DlDragonflyRoute *route, double probability, gpointer data)
{
  double *hops = data;

  *hops += probability * route->n_steps;
}

/* The naive way to uniform loads, from some of its pairs. */
static double
naive_ms (const DlDragonflyRoutes *routes, gboolean nonminimal)
{
  const double n = routes->dragonfly->n_routers;
  double hops = 0, total = 0;
  DlRng rng;

  dl_rng_init (&rng, 1);
  for (guint i = 0; i < SAMPLES; i++)
    {
      const guint source = dl_rng_below (&rng, n), dest = dl_rng_below (&rng, n);
      const guint n_roots = nonminimal ? dl_dragonfly_n_roots (routes, source, dest) : 0;

      /* One root stands for all of them. */
      if (n_roots > 0)
        {
          const double before = now_ms ();
          dl_dragonfly_paths (
              routes, source, dest,
              dl_dragonfly_root (routes, source, dest, dl_rng_below (&rng, n_roots)), count_path,
              &hops);
          total += (now_ms () - before) * n_roots;
        }
      else
        {
          const double before = now_ms ();
          dl_dragonfly_paths (routes, source, dest, DL_NO_NODE, count_path, &hops);
          total += now_ms () - before;
        }
    }
  return total / SAMPLES * n * n;
}

static double
loads_ms (DlDragonflyRoutes *routes, DlDragonflyDemand *(*pattern) (DlDragonfly *),
          gboolean nonminimal)
{
  g_autoptr (DlDragonflyDemand) demand = pattern (routes->dragonfly);
  double best = G_MAXDOUBLE;

  for (guint i = 0; i < REPEATS; i++)
    {
      const double start = now_ms ();
      g_autoptr (DlDragonflyLoads) loads
          = dl_dragonfly_loads_new (routes, demand, nonminimal, NULL);
      best = MIN (best, now_ms () - start);
    }
  return best;
}

static void
measure (guint groups, guint cables, gboolean cut)
{
  g_autoptr (DlDragonfly) net = build (groups, cables, cut);
  double start = now_ms ();
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net);

  printf ("%u groups, %u cables a pair%s\n", groups, cables, cut ? ", a green link cut" : "");
  printf ("  routes %.2f ms\n", now_ms () - start);
  for (guint nonminimal = 0; nonminimal < 2; nonminimal++)
    {
      const double uniform = loads_ms (routes, dl_dragonfly_demand_new_uniform, nonminimal);
      const double naive = naive_ms (routes, nonminimal);

      printf ("  %s: uniform %.2f ms, group shift %.2f, in group %.2f; naive, uniform %.0f: "
              "%.0f times as long\n",
              nonminimal ? "valiant" : "minimal", uniform,
              loads_ms (routes, dl_dragonfly_demand_new_group_shift, nonminimal),
              loads_ms (routes, dl_dragonfly_demand_new_in_group, nonminimal), naive,
              naive / uniform);
    }
  for (guint nonminimal = 0; nonminimal < 2; nonminimal++)
    {
      const DlDragonflyMode *mode
          = dl_dragonfly_mode_find (nonminimal ? "adaptive-0" : "min-adaptive");

      start = now_ms ();
      g_autoptr (DlDragonflyDependencies) d = dl_dragonfly_dependencies_new (routes, mode, NULL);
      const double built = now_ms ();
      g_autoptr (DlVerdict) verdict = dl_dragonfly_verdict_new (d, NULL);
      printf ("  %s: dependencies %.1f ms, verdict %.1f (%s)\n", mode->id, built - start,
              now_ms () - built, verdict->deadlock_free ? "deadlock-free" : "can deadlock");
    }
}

int
main (int argc, char **argv)
{
  setvbuf (stdout, NULL, _IOLBF, 0);
  if (argc > 1 && strcmp (argv[1], "--quick") == 0)
    {
      measure (3, 4, FALSE);
      measure (3, 4, TRUE);
      return 0;
    }
  for (guint cut = 0; cut < 2; cut++)
    {
      measure (8, 34, cut);
      measure (15, 6, cut);
      measure (64, 3, cut);
      measure (241, 1, cut);
    }
  return 0;
}
