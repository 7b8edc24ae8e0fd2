/* How long the analysis of a dragonfly takes, loads, mixture and verdict on deadlock: of a new
 * network, and after a link is cut or mended, with its network and routes. Beside it uniform loads
 * by following every route of every pair, through every root, in the same run: measured on some and
 * scaled to all; and the verdict by the whole channel graph. Prints the least of some repeats, in
 * ms of processor time on one thread. Asserts no time. --quick only runs everything once, on small
 * networks. */
#include "dl-dragonfly-analysis.h"
#include "dl-dragonfly-dependency.h"
#include "dl-memory.h"
#include "dl-rng.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define SAMPLES 200 /* pairs that are followed */

static const char *const mode_ids[] = { "min-adaptive", "valiant", "adaptive-0" };

static double
now_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

static DlDragonfly *
build (guint groups, guint cables)
{
  g_autoptr (GError) error = NULL;
  DlDragonflySpec spec;
  DlDragonfly *net;

  dl_dragonfly_spec_init (&spec);
  spec.groups = groups;
  spec.cables_per_pair = cables;
  net = dl_dragonfly_new (&spec, &error);
  if (net == NULL)
    g_error ("%s", error->message);
  dl_dragonfly_spec_clear (&spec);
  return net;
}

/* Traffic -------------------------------------------------------------------------------------- */

static DlDragonflyDemand *
permutation (DlDragonfly *net)
{
  return dl_dragonfly_demand_new_permutation (net, 1);
}

/* Jobs of 250 nodes each, all over the machine. */
static DlDragonflyDemand *
jobs (DlDragonfly *net)
{
  const guint n_sets = net->n_nodes / 250;
  guint32 *set = g_new (guint32, net->n_nodes);
  DlRng rng;

  dl_rng_init (&rng, 1);
  for (guint node = 0; node < net->n_nodes; node++)
    set[node] = dl_rng_below (&rng, n_sets);
  return dl_dragonfly_demand_new_sets (net, set, n_sets);
}

static const struct
{
  const char *name;
  DlDragonflyDemand *(*make) (DlDragonfly *);
} patterns[] = {
  { "uniform", dl_dragonfly_demand_new_uniform },
  { "group shift", dl_dragonfly_demand_new_group_shift },
  { "in group", dl_dragonfly_demand_new_in_group },
  { "permutation", permutation },
  { "jobs", jobs },
};

/* The naive way -------------------------------------------------------------------------------- */

static void
count_path (const DlDragonflyRoute *route, double probability, gpointer data)
{
  double *hops = data;

  *hops += probability * route->n_steps;
}

/* Time for uniform loads, estimated from some of their pairs, in ms. */
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
      const guint root
          = n_roots > 0 ? dl_dragonfly_root (routes, source, dest, dl_rng_below (&rng, n_roots))
                        : DL_NO_NODE;
      const double before = now_ms ();

      /* One root stands for all of them. */
      dl_dragonfly_paths (routes, source, dest, root, count_path, &hops);
      total += (now_ms () - before) * MAX (n_roots, 1);
    }
  return total / SAMPLES * n * n;
}

static double
whole_verdict_ms (const DlDragonflyRoutes *routes, const DlDragonflyMode *mode)
{
  const double start = now_ms ();
  g_autoptr (DlDragonflyDependencies) d = dl_dragonfly_dependencies_new (routes, mode, NULL);
  g_autoptr (DlVerdict) verdict = dl_dragonfly_verdict_new (d, NULL);

  g_assert_true (verdict->deadlock_free);
  return now_ms () - start;
}

/* The analysis --------------------------------------------------------------------------------- */

static double
analysis_ms (DlDragonflyRoutes *routes, const DlDragonflyMode *mode, DlDragonflyDemand *demand,
             guint repeats)
{
  double best = G_MAXDOUBLE;

  for (guint i = 0; i < repeats; i++)
    {
      const double start = now_ms ();
      g_autoptr (DlDragonflyAnalysis) analysis = dl_dragonfly_analysis_new (
          routes, mode, demand, dl_dragonfly_rates_for (routes->dragonfly), NULL, NULL, NULL);
      best = MIN (best, now_ms () - start);
    }
  return best;
}

/* One link or cable more that is broken, another each time, or mended again with @mend: everything
 * that an edit takes, after the analysis before it. */
static double
edit_ms (DlDragonfly *whole, const DlDragonflyMode *mode, gboolean cable, gboolean mend,
         guint repeats)
{
  g_autoptr (DlDragonflyAnalysis) previous = NULL;
  double best = G_MAXDOUBLE;
  DlDragonflySpec spec;

  dl_dragonfly_spec_init (&spec);
  for (guint i = 0; i <= 2 * repeats; i++)
    {
      const guint16 group = i % whole->n_groups;
      const DlDragonflyLinkAt green = { { group, 1, 2 }, { group, 1, 3 + i % 10 }, 0 };
      const DlCableAt blue = { MIN (group, whole->n_groups - 2), whole->n_groups - 1, 0 };

      g_array_set_size (spec.broken_links, 0);
      g_array_set_size (spec.broken_cables, 0);
      if (i % 2 == 1 && cable)
        g_array_append_val (spec.broken_cables, blue);
      else if (i % 2 == 1)
        g_array_append_val (spec.broken_links, green);

      const double start = now_ms ();
      g_autoptr (DlDragonfly) net = dl_dragonfly_new_broken (whole, &spec, NULL);
      g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);
      g_autoptr (DlDragonflyDemand) demand = dl_dragonfly_demand_new_uniform (net);
      DlDragonflyAnalysis *next = dl_dragonfly_analysis_new (
          routes, mode, demand, dl_dragonfly_rates_for (net), NULL, previous, NULL);
      if (i > 0 && (i % 2 == 0) == mend)
        best = MIN (best, now_ms () - start);
      dl_dragonfly_analysis_unref (previous);
      previous = next;
    }
  dl_dragonfly_spec_clear (&spec);
  return best;
}

static void
measure (guint groups, guint cables, guint repeats)
{
  g_autoptr (DlDragonfly) net = build (groups, cables);
  const double start = now_ms ();
  g_autoptr (DlDragonflyRoutes) routes = dl_dragonfly_routes_new (net, NULL);

  printf ("routes: %.2f ms\n\n%u groups, %u cables per pair\n\n| mode |", now_ms () - start, groups,
          cables);
  for (guint j = 0; j < G_N_ELEMENTS (patterns); j++)
    printf (" %s |", patterns[j].name);
  printf (" cut a link | mend it | cut a cable | mend it | naive, times | graph, times |\n"
          "|--|--|--|--|--|--|--|--|--|--|--|--|\n");
  for (guint i = 0; i < G_N_ELEMENTS (mode_ids); i++)
    {
      const DlDragonflyMode *mode = dl_dragonfly_mode_find (mode_ids[i]);
      double uniform = 0;

      printf ("| %s |", mode->id);
      for (guint j = 0; j < G_N_ELEMENTS (patterns); j++)
        {
          g_autoptr (DlDragonflyDemand) demand = patterns[j].make (net);
          const double ms = analysis_ms (routes, mode, demand, repeats);

          printf (" %.2f |", ms);
          if (j == 0)
            uniform = ms;
        }
      for (guint cable = 0; cable < 2; cable++)
        for (guint mend = 0; mend < 2; mend++)
          printf (" %.2f |", edit_ms (net, mode, cable, mend, repeats));

      const double naive = naive_ms (routes, mode->nonminimal > 0);
      const double verdict = whole_verdict_ms (routes, mode);
      printf (" %.0f | %.1f |\n", naive / uniform, verdict / uniform);
    }
}

int
main (int argc, char **argv)
{
  dl_memory_keep ();
  setvbuf (stdout, NULL, _IOLBF, 0);
  if (argc > 1 && strcmp (argv[1], "--quick") == 0)
    {
      measure (3, 4, 1);
      return 0;
    }
  measure (8, 34, 7);
  measure (15, 6, 7);
  measure (64, 3, 7);
  measure (241, 1, 2);
  return 0;
}
