/* Preparation time of engines with a table for each input port: per destination, for a machine with
 * faults, and after one more fault beside preparing all again. Times in ms of processor time, on
 * one thread. Asserts no time. --quick only runs everything once, on a small network. */
#include "dl-memory.h"
#include "dl-rng.h"
#include "dl-torus-engine-legal.h"
#include "dl-torus-legal.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static gboolean quick;

static double
now_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

static DlTorusRoutes *
build (const DlTorusSpec *spec, const char *engine, const DlTorusRoutes *previous)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlTorusNetwork) network = dl_torus_network_new (spec, &error);
  DlTorusRouting routing = { .engine = dl_torus_engine_find (engine),
                             .vc_policy = dl_vc_policy_find ("output-crossing") };

  if (network == NULL)
    g_error ("%s", error->message);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    routing.dateline[dim] = spec->radix[dim] - 1;
  return dl_torus_routes_new_from (network, &routing, previous, NULL);
}

/* One more cable, unless it is cut already. */
static void
cut_cable (DlTorusSpec *spec, DlTorusLinkAt cable)
{
  for (guint i = 0; i < spec->broken_cables->len; i++)
    if (dl_torus_link_at_compare (&g_array_index (spec->broken_cables, DlTorusLinkAt, i), &cable)
        == 0)
      return;
  g_array_append_val (spec->broken_cables, cable);
  g_array_sort (spec->broken_cables, dl_torus_link_at_compare);
}

static void
cut_random (DlTorusSpec *spec, DlRng *rng)
{
  DlTorusLinkAt cable = { .port = 2 * dl_rng_below (rng, DL_TORUS_N_DIMS) };

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    cable.from.at[dim] = dl_rng_below (rng, spec->radix[dim]);
  cut_cable (spec, cable);
}

static void
bench_search (const DlTorusRoutes *routes)
{
  g_autoptr (DlTorusLegalSearch) search = dl_torus_legal_search_new (routes);
  const guint n = routes->network->n_nodes;
  double times[2];

  for (guint complete = 0; complete < 2; complete++)
    {
      const double from = now_ms ();
      for (guint dest = 0; dest < n; dest++)
        dl_torus_legal_search_run (search, dest, complete);
      times[complete] = (now_ms () - from) / n;
    }
  printf ("| search, a destination | %.4f | %.4f to the end |\n", times[0], times[1]);
}

/* One more cable in @dim of @spec, of which @before are the routes; and without it again. */
static void
bench_edit (const DlTorusSpec *spec, const char *engine, const DlTorusRoutes *before, double anew,
            guint dim)
{
  DlTorusSpec edited;
  DlTorusLinkAt cable = { .port = 2 * dim };

  for (guint d = 0; d < DL_TORUS_N_DIMS; d++)
    cable.from.at[d] = spec->radix[d] / 2;
  dl_torus_spec_copy (spec, &edited);
  cut_cable (&edited, cable);

  double from = now_ms ();
  g_autoptr (DlTorusRoutes) full = build (&edited, engine, NULL);
  const double full_ms = now_ms () - from;
  from = now_ms ();
  g_autoptr (DlTorusRoutes) cut = build (&edited, engine, before);
  const double cut_ms = now_ms () - from;
  from = now_ms ();
  g_autoptr (DlTorusRoutes) mended = build (spec, engine, cut);
  const double mended_ms = now_ms () - from;

  DlTorusLegalStats stats = dl_torus_engine_legal_stats (cut);
  printf ("| %s, cut a cable in %s | %.3f | %.3f anew: %.1f times; %u of %u tables kept |\n",
          engine, dl_torus_dim_name (dim), cut_ms, full_ms, full_ms / cut_ms, stats.n_shared,
          stats.n_tables);
  stats = dl_torus_engine_legal_stats (mended);
  printf ("| %s, mend it | %.3f | %.3f anew: %.1f times; %u of %u tables kept |\n", engine,
          mended_ms, anew, anew / mended_ms, stats.n_shared, stats.n_tables);
  dl_torus_spec_clear (&edited);
}

static void
bench_engine (const DlTorusSpec *spec, const char *engine)
{
  const double from = now_ms ();
  g_autoptr (DlTorusRoutes) routes = build (spec, engine, NULL);
  const double anew = now_ms () - from;
  const DlTorusLegalStats stats = dl_torus_engine_legal_stats (routes);

  printf ("| %s, network and routes | %.3f | %u tables, %" G_GSIZE_FORMAT " entries |\n", engine,
          anew, stats.n_tables, stats.n_entries);
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    bench_edit (spec, engine, routes, anew, dim);
}

static void
bench_faults (const guint *radix, guint n_cuts)
{
  DlTorusSpec spec;
  DlRng rng;

  dl_rng_init (&rng, n_cuts);
  dl_torus_spec_init (&spec);
  memcpy (spec.radix, radix, sizeof spec.radix);
  for (guint i = 0; i < n_cuts; i++)
    cut_random (&spec, &rng);

  printf ("\n%ux%ux%u torus, %u cables cut\n\n", radix[DL_X], radix[DL_Y], radix[DL_Z],
          spec.broken_cables->len);
  printf ("| | ms | |\n|---|---|---|\n");
  const double from = now_ms ();
  g_autoptr (DlTorusRoutes) xt = build (&spec, "xt", NULL);
  printf ("| xt, network and routes | %.3f | |\n", now_ms () - from);
  bench_search (xt);
  bench_engine (&spec, "legal");
  bench_engine (&spec, "xt+legal");
  dl_torus_spec_clear (&spec);
}

int
main (int argc, char **argv)
{
  static const guint xt3[DL_TORUS_N_DIMS] = { 11, 12, 16 }, small[DL_TORUS_N_DIMS] = { 4, 5, 3 };
  static const guint cuts[] = { 1, 5, 50, 500 };

  dl_memory_keep ();
  quick = argc > 1 && strcmp (argv[1], "--quick") == 0;
  if (argc > 1 + quick)
    {
      fprintf (stderr, "Usage: %s [--quick]\n", argv[0]);
      return 2;
    }
  for (guint i = 0; i < (quick ? 2 : G_N_ELEMENTS (cuts)); i++)
    bench_faults (quick ? small : xt3, cuts[i]);
  return 0;
}
