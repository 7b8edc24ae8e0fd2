#include "dl-fabric-bisection.h"
#include "dl-fabric-analysis.h"
#include "dl-fill.h"
#include "dl-rng.h"
#include "dl-steady-state.h"

#include <math.h>

typedef struct
{
  const DlFabricRoutes *routes;
  guint32 *hosts; /* (n) working */
  guint n;        /* even */
  guint32 *load;  /* (n_channels) */
  GArray *ways;   /* guint32, channels of all pairs one after the other */
  guint32 *end;   /* (n / 2) of each pair in ways; an empty one is lost */
  guint32 *channels;
  DlRng rng;
} Trial;

static double
run_trial (Trial *t)
{
  const guint n_pairs = t->n / 2;
  double sum = 0;
  guint at = 0;

  for (guint i = t->n; i-- > 1;)
    {
      const guint j = (guint) dl_rng_below (&t->rng, i + 1);
      const guint32 swapped = t->hosts[i];

      t->hosts[i] = t->hosts[j];
      t->hosts[j] = swapped;
    }
  dl_fill (t->load, 0, t->routes->fabric->n_channels * sizeof *t->load);
  g_array_set_size (t->ways, 0);
  for (guint i = 0; i < n_pairs; i++)
    {
      guint n;

      if (dl_fabric_routes_walk (t->routes, t->hosts[i], t->hosts[n_pairs + i],
                                 (guint) (dl_rng_next (&t->rng) >> 33), t->channels, &n, NULL)
          == DL_FABRIC_DELIVERED)
        g_array_append_vals (t->ways, t->channels, n);
      t->end[i] = t->ways->len;
    }
  for (guint i = 0; i < t->ways->len; i++)
    t->load[g_array_index (t->ways, guint32, i)]++;
  for (guint i = 0; i < n_pairs; i++)
    {
      guint most = 0;

      for (; at < t->end[i]; at++)
        most = MAX (most, t->load[g_array_index (t->ways, guint32, at)]);
      sum += most > 0 ? 1.0 / most : 0;
    }
  return sum / n_pairs;
}

gboolean
dl_fabric_bisection (const DlFabricRoutes *routes, guint n_trials, guint64 seed,
                     DlFabricBisection *bisection, GCancellable *cancellable)
{
  const DlFabric *fabric = routes->fabric;
  Trial t = { .routes = routes };
  double sum = 0, squares = 0;
  gboolean going = TRUE;

  *bisection = (DlFabricBisection) { .mean = NAN, .least = NAN, .sd = NAN, .half = NAN };
  t.hosts = g_new (guint32, fabric->n_hosts);
  for (guint h = 0; h < fabric->n_hosts; h++)
    if (dl_fabric_host_works (fabric, h))
      t.hosts[t.n++] = h;
  t.load = g_new (guint32, fabric->n_channels);
  t.ways = g_array_new (FALSE, FALSE, sizeof (guint32));
  t.end = g_new (guint32, t.n / 2 + 1);
  t.channels = g_new (guint32, 2 * fabric->n_switches + 4);
  dl_rng_init (&t.rng, seed);
  for (guint i = 0; i < n_trials && t.n > 1 && going; i++)
    {
      const guint all = t.n;
      double mean;

      t.n &= ~1u;
      if (all > t.n)
        {
          /* A different one stays out each time. */
          const guint out = (guint) dl_rng_below (&t.rng, all);
          const guint32 swapped = t.hosts[out];

          t.hosts[out] = t.hosts[all - 1];
          t.hosts[all - 1] = swapped;
        }
      mean = run_trial (&t);
      t.n = all;
      sum += mean;
      squares += mean * mean;
      bisection->least = i == 0 ? mean : MIN (bisection->least, mean);
      bisection->n_trials = i + 1;
      going = !g_cancellable_is_cancelled (cancellable);
    }
  if (bisection->n_trials > 0)
    {
      const guint n = bisection->n_trials;

      bisection->mean = sum / n;
      bisection->sd = n > 1 ? sqrt (MAX (squares - sum * sum / n, 0) / (n - 1)) : 0;
      bisection->half = n > 1 ? dl_student_t (n - 1) * bisection->sd / sqrt (n) : NAN;
    }
  g_free (t.hosts);
  g_free (t.load);
  g_array_unref (t.ways);
  g_free (t.end);
  g_free (t.channels);
  return going;
}
