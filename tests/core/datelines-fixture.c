#include "datelines-fixture.h"

#include "dl-families.h"

#include <math.h>

DlDemand *
datelines_demand (const DlTorusNetwork *network, const char *pattern, guint64 seed)
{
  return dl_torus_demand_new (
      network,
      &(DlTorusTraffic) { .pattern = dl_pattern_find (pattern), .target = -1, .seed = seed });
}

static gint
compare_plain (gconstpointer a, gconstpointer b)
{
  const PlainDatelines *x = a, *y = b;

  if (x->undelivered != y->undelivered)
    return x->undelivered < y->undelivered ? -1 : 1;
  if (x->cyclic != y->cyclic)
    return x->cyclic ? 1 : -1;
  if (x->illegal != y->illegal)
    return x->illegal < y->illegal ? -1 : 1;
  if (fabs (x->balance - y->balance) > 1e-8)
    return x->balance < y->balance ? -1 : 1;
  if (x->edge != y->edge)
    return x->edge - y->edge;
  if (x->moved != y->moved)
    return x->moved - y->moved;
  for (int dim = 0; dim < 3; dim++)
    if (x->dateline[dim] != y->dateline[dim])
      return x->dateline[dim] - y->dateline[dim];
  return 0;
}

/* Mean VC balance over all links with traffic, 0 without any. */
static double
mean_balance (const DlTorusAnalysis *analysis)
{
  double sum = 0;
  guint n = 0;

  for (guint link = 0; link < analysis->network->n_links; link++)
    {
      const double p0 = analysis->vc_load[2 * link], p1 = analysis->vc_load[2 * link + 1];

      if (p0 + p1 > 0)
        {
          sum += fabs (p0 - p1) / (p0 + p1);
          n++;
        }
    }
  return n > 0 ? sum / n : 0;
}

/* The edge of the region of the plane at @x: regions hold whole planes, from x = 0 on. */
static int
edge_of (const OracleTorus *torus, int x)
{
  const int planes = torus->region_nodes / (torus->radix[1] * torus->radix[2]);
  const int low = x / planes * planes;
  const int high = MIN (low + planes, torus->radix[0]) - 1;

  return low == high ? 0 : x == low || x == high ? 1 : 2;
}

static void
evaluate_plain (PlainDatelines *plain, const OracleTorus *torus, DlTorusRoutes *at,
                const DlDemand *demand)
{
  DlTorusRouting spec = at->spec;
  g_autoptr (DlTorusRoutes) routes = NULL;
  g_autoptr (DlTorusAnalysis) analysis = NULL;

  memcpy (spec.dateline, plain->dateline, sizeof spec.dateline);
  routes = dl_torus_routes_new (at->network, &spec);
  analysis = dl_torus_analysis_new_naive (routes, demand);
  plain->undelivered = analysis->unreachable_pairs + analysis->dropped_pairs;
  plain->illegal = analysis->illegal_pairs;
  plain->cyclic = !analysis->verdict->deadlock_free;
  plain->balance = mean_balance (analysis);
  plain->edge = plain->dateline[0] < 0 ? 2 : edge_of (torus, plain->dateline[0]);
  plain->moved = 0;
  for (int dim = 0; dim < 3; dim++)
    plain->moved += plain->dateline[dim] != at->spec.dateline[dim];
}

GArray *
datelines_rank_plainly (const OracleTorus *torus, DlTorusRoutes *at, const DlDemand *demand)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (PlainDatelines));
  int n[3], first[3];

  for (int dim = 0; dim < 3; dim++)
    {
      const gboolean ring = torus->wrap[dim] && torus->radix[dim] > 2;

      n[dim] = ring ? torus->radix[dim] : 1;
      first[dim] = ring ? 0 : -1;
    }
  for (int x = 0; x < n[0]; x++)
    for (int y = 0; y < n[1]; y++)
      for (int z = 0; z < n[2]; z++)
        {
          PlainDatelines plain = { .dateline = { first[0] + x, first[1] + y, first[2] + z } };

          evaluate_plain (&plain, torus, at, demand);
          g_array_append_val (all, plain);
        }
  g_array_sort (all, compare_plain);
  return all;
}

gboolean
datelines_are_few (const OracleTorus *torus)
{
  const int nodes = torus->radix[0] * torus->radix[1] * torus->radix[2];

  return nodes <= 100;
}
