/* How long the critical links of a machine take: each cable broken, once by the fast way and once
 * by walking every pair. Prints ms of processor time per cable, on one thread; the naive walk is
 * measured on a few cables only. Asserts no time. --quick only runs everything once, on a small
 * network. */
#include "dl-families.h"
#include "dl-torus-critical.h"

#include "dl-memory.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static double
now_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
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

/* One cable after the other, everything from nothing and every pair on its own; ms a cable. */
static double
measure_naive (DlTorusSpec *spec, const DlTorusRouting *routing, const DlDemand *demand, guint n)
{
  const double start = now_ms ();

  for (guint i = 0; i < n; i++)
    {
      DlTorusLinkAt cable = { .port = 2 * (i % DL_TORUS_N_DIMS) };

      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        cable.from.at[dim] = i * 7 % MAX (spec->radix[dim] - 1, 1);
      g_array_append_val (spec->broken_cables, cable);
      g_autoptr (DlTorusNetwork) network = build_network (spec);
      g_autoptr (DlTorusRoutes) routes = dl_torus_routes_new (network, routing);
      dl_torus_analysis_unref (dl_torus_analysis_new_naive (routes, demand));
      g_array_set_size (spec->broken_cables, 0);
    }
  return (now_ms () - start) / n;
}

static void
bench_engine (const guint *radix, const char *engine, guint n_naive)
{
  DlTorusRouting routing = { .engine = dl_torus_engine_find (engine),
                             .vc_policy = dl_vc_policy_find ("output-crossing") };
  DlTorusSpec spec;

  dl_torus_spec_init (&spec);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      spec.radix[dim] = radix[dim];
      routing.dateline[dim] = radix[dim] - 1;
    }
  g_autoptr (DlTorusNetwork) network = build_network (&spec);
  g_autoptr (DlTorusRoutes) routes = dl_torus_routes_new (network, &routing);
  g_autoptr (DlDemand) demand
      = dl_torus_demand_new (network, &(DlTorusTraffic) { dl_pattern_find ("uniform"), -1, 0 });

  const double start = now_ms ();
  g_autoptr (DlCritical) critical
      = dl_torus_critical_new (&spec, routes, demand, (DlCriticalOptions) { .n_threads = 1 }, NULL);
  const double all = now_ms () - start;
  const double naive = measure_naive (&spec, &routing, demand, n_naive);
  guint n[DL_N_CRITICAL] = { 0 };

  for (guint i = 0; i < critical->n_evaluated; i++)
    n[critical->cables[i].class]++;
  printf ("| %ux%ux%u %-10s | %u | %.1f | %.2f | %.0f (of %u cables) | %.0f | %u %u %u %u %u |\n",
          radix[DL_X], radix[DL_Y], radix[DL_Z], engine, critical->n_cables, all / 1e3,
          all / critical->n_cables, naive, n_naive, naive * critical->n_cables / all,
          n[DL_CRITICAL_CUT], n[DL_CRITICAL_DEADLOCK], n[DL_CRITICAL_ILLEGAL], n[DL_CRITICAL_LOAD],
          n[DL_CRITICAL_MILD]);
  fflush (stdout);
  dl_torus_spec_clear (&spec);
}

int
main (int argc, char **argv)
{
  static const char *const engines[] = { "xt", "xt-literal", "ring" };
  static const guint machine[DL_TORUS_N_DIMS] = { 11, 12, 16 };
  static const guint small[DL_TORUS_N_DIMS] = { 4, 5, 3 };
  const gboolean quick = argc > 1 && strcmp (argv[1], "--quick") == 0;

  dl_memory_keep ();
  if (argc > 1 + quick)
    {
      fprintf (stderr, "Usage: %s [--quick]\n", argv[0]);
      return 2;
    }
  printf ("| machine, engine | cables | all, s | a cable, ms | naive, ms a cable | naive / fast | "
          "cut, deadlock, illegal, load, mild |\n|---|---|---|---|---|---|---|\n");
  for (guint i = 0; i < G_N_ELEMENTS (engines); i++)
    bench_engine (quick ? small : machine, engines[i], quick ? 1 : 3);
  return 0;
}
