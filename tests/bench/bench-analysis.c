/* How long the steps between an edit and its picture take: network, routes, analysis. Prints tables
 * in ms of processor time, which other programs on the machine disturb least; all steps run on one
 * thread. Asserts no time. --quick only runs everything once, on a small network. */
#include "dl-families.h"
#include "dl-torus-analysis.h"

#include "dl-memory.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* A matrix or a program says what is sent. */
static gboolean
needs_file (const DlPattern *pattern)
{
  return pattern->needs_matrix || pattern->needs_program;
}

/* One machine, and what a measured step needs. */
typedef struct
{
  DlTorusSpec spec; /* nothing broken */
  DlTorusRouting routing;
  const DlPattern *pattern;
  DlTorusNetwork *network;
  DlTorusRoutes *routes;
  DlDemand *uniform;
  guint n_sources;         /* of the naive walk, spread over the machine */
  DlTorusAnalysis *before; /* uniform, nothing broken */
  DlTorusLinkAt cable;
  guint runs_before; /* of the step, to vary what it does */
} Bench;

typedef void (*StepFunc) (Bench *bench);

static gboolean quick;

static double
now_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

static gint
compare_doubles (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

static void
print_row (const char *name, double median, double min, const char *note)
{
  printf ("| %-38s | %10.3f | %10.3f | %s |\n", name, median, min, note);
  fflush (stdout);
}

/* Repeats @step for half a second, at least 5 and at most 200 times, and prints a row. Returns the
 * median times @scale, in ms. */
static double
measure (Bench *bench, const char *name, StepFunc step, double scale, const char *note)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  const guint at_least = quick ? 1 : 5, at_most = quick ? 1 : 200;
  const double start = now_ms ();
  g_autofree char *runs = NULL;

  bench->runs_before = 0;
  while (times->len < at_least || (times->len < at_most && now_ms () - start < 500))
    {
      const double from = now_ms ();
      step (bench);
      const double took = scale * (now_ms () - from);
      g_array_append_val (times, took);
      bench->runs_before++;
    }
  g_array_sort (times, compare_doubles);

  const double *sorted = (const double *) times->data;
  const guint n = times->len;
  const double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  runs = g_strdup_printf ("%u times%s%s", n, *note != '\0' ? "; " : "", note);
  print_row (name, median, sorted[0], runs);
  return median;
}

static DlTorusNetwork *
build_network (const DlTorusSpec *spec)
{
  g_autoptr (GError) error = NULL;
  DlTorusNetwork *network = dl_torus_network_new (spec, &error);

  if (network == NULL)
    g_error ("%s", error->message);
  return network;
}

static void
step_network (Bench *bench)
{
  dl_torus_network_unref (build_network (&bench->spec));
}

static void
step_routes (Bench *bench)
{
  dl_torus_routes_unref (dl_torus_routes_new (bench->network, &bench->routing));
}

static void
step_uniform (Bench *bench)
{
  dl_torus_analysis_unref (dl_torus_analysis_new (bench->routes, bench->uniform, NULL));
}

/* The least that loads cost pair by pair: their routes, and nothing of a verdict. */
static void
step_naive (Bench *bench)
{
  const guint n = bench->network->n_nodes;
  g_autofree double *load = g_new0 (double, 2 * bench->network->n_links);
  g_auto (DlTorusRoute) route = { 0 };

  for (guint i = 0; i < bench->n_sources; i++)
    for (guint dest = 0; dest < n; dest++)
      {
        dl_torus_routes_walk (bench->routes, (guint64) i * n / bench->n_sources, dest, &route);
        for (guint hop = 0; hop < route.n_hops; hop++)
          load[2 * route.hops[hop].link + route.hops[hop].vc]++;
      }
}

/* An edit with everything that follows from it: network, routes, uniform loads, and how many pairs
 * were rerouted. */
static void
apply_edit (const DlTorusSpec *spec, const DlTorusRouting *routing, const DlDemand *demand,
            const DlTorusAnalysis *before)
{
  g_autoptr (DlTorusNetwork) network = build_network (spec);
  g_autoptr (DlTorusRoutes) routes = dl_torus_routes_new (network, routing);
  g_autoptr (DlTorusAnalysis) after = dl_torus_analysis_new (routes, demand, NULL);
  guint64 rerouted;

  dl_torus_analysis_rerouted_pairs (before, after, demand, &rerouted, NULL);
}

/* Another cable of the same direction each time. */
static void
step_cable (Bench *bench)
{
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    bench->cable.from.at[dim] = bench->runs_before * 7 % bench->spec.radix[dim];
  g_array_append_val (bench->spec.broken_cables, bench->cable);
  apply_edit (&bench->spec, &bench->routing, bench->uniform, bench->before);
  g_array_set_size (bench->spec.broken_cables, 0);
}

static void
step_node (Bench *bench)
{
  DlTorusCoord node;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    node.at[dim] = bench->runs_before * 7 % bench->spec.radix[dim];
  g_array_append_val (bench->spec.broken_nodes, node);
  apply_edit (&bench->spec, &bench->routing, bench->uniform, bench->before);
  g_array_set_size (bench->spec.broken_nodes, 0);
}

static void
step_dateline (Bench *bench)
{
  DlTorusRouting routing = bench->routing;
  const guint dim = bench->runs_before % DL_TORUS_N_DIMS;

  routing.dateline[dim] = bench->runs_before % bench->spec.radix[dim];
  apply_edit (&bench->spec, &routing, bench->uniform, bench->before);
}

static void
step_pattern (Bench *bench)
{
  const DlTorusTraffic traffic
      = { .pattern = bench->pattern, .target = bench->network->n_nodes / 2, .seed = 1 };
  g_autoptr (DlDemand) demand = dl_torus_demand_new (bench->network, &traffic);

  dl_torus_analysis_unref (dl_torus_analysis_new (bench->routes, demand, NULL));
}

static void
bench_init (Bench *bench, const guint *radix)
{
  *bench = (Bench) { .routing = { .engine = dl_torus_engine_find ("xt"),
                                  .vc_policy = dl_vc_policy_find ("output-crossing") } };
  dl_torus_spec_init (&bench->spec);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      bench->spec.radix[dim] = radix[dim];
      bench->routing.dateline[dim] = radix[dim] - 1;
    }
  bench->network = build_network (&bench->spec);
  bench->routes = dl_torus_routes_new (bench->network, &bench->routing);
  bench->uniform = dl_torus_demand_new (
      bench->network, &(DlTorusTraffic) { .pattern = dl_pattern_find ("uniform"), .target = -1 });
  bench->before = dl_torus_analysis_new (bench->routes, bench->uniform, NULL);
}

static void
bench_clear (Bench *bench)
{
  dl_torus_analysis_unref (bench->before);
  dl_demand_free (bench->uniform);
  dl_torus_routes_unref (bench->routes);
  dl_torus_network_unref (bench->network);
  dl_torus_spec_clear (&bench->spec);
}

/* The uniform loads, and the walk of the same pairs, or of those of some sources where all of them
 * would take minutes. */
static void
bench_uniform (Bench *bench)
{
  const guint n = bench->network->n_nodes;
  const guint n_sources = n <= 4096 ? n : 64;
  g_autofree char *note = n_sources == n
                              ? g_strdup ("all pairs")
                              : g_strdup_printf ("estimated from %u of %u sources", n_sources, n);

  const double fast = measure (bench, "uniform loads", step_uniform, 1, "");
  bench->n_sources = n_sources;
  const double naive = measure (bench, "the same by a walk of each pair", step_naive,
                                (double) n / n_sources, note);
  printf ("| walk / fast | %.0f | | |\n", naive / fast);
}

static void
bench_machine (const guint *radix)
{
  Bench bench;
  const guint n_patterns = dl_family_n_patterns (&dl_family_torus);

  bench_init (&bench, radix);
  printf ("\n%ux%ux%u torus, %u nodes\n\n", radix[DL_X], radix[DL_Y], radix[DL_Z],
          bench.network->n_nodes);
  printf ("| %-38s | median, ms |    min, ms | |\n|---|---|---|---|\n", "");
  measure (&bench, "network", step_network, 1, "");
  measure (&bench, "routes", step_routes, 1, "");
  bench_uniform (&bench);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      g_autofree char *name
          = g_strdup_printf ("break a cable in %s, everything", dl_torus_dim_name (dim));
      bench.cable.port = 2 * dim;
      measure (&bench, name, step_cable, 1, "");
    }
  measure (&bench, "break a node, everything", step_node, 1, "");
  measure (&bench, "move a dateline, everything", step_dateline, 1, "");
  for (guint i = 0; i < n_patterns; i++)
    if (!dl_torus_patterns[i].pattern->uniform && !needs_file (dl_torus_patterns[i].pattern))
      {
        bench.pattern = dl_torus_patterns[i].pattern;
        measure (&bench, dl_torus_patterns[i].pattern->id, step_pattern, 1, "");
      }
  bench_clear (&bench);
}

int
main (int argc, char **argv)
{
  static const guint machines[][DL_TORUS_N_DIMS]
      = { { 11, 12, 16 }, { 25, 16, 24 }, { 32, 32, 32 } };
  static const guint small[DL_TORUS_N_DIMS] = { 4, 5, 3 };

  dl_memory_keep ();
  quick = argc > 1 && strcmp (argv[1], "--quick") == 0;
  if (argc > 1 + quick)
    {
      fprintf (stderr, "Usage: %s [--quick]\n", argv[0]);
      return 2;
    }
  if (quick)
    bench_machine (small);
  else
    for (guint i = 0; i < G_N_ELEMENTS (machines); i++)
      bench_machine (machines[i]);
  return 0;
}
