#include "dl-optimize-vc-private.h"

#include "dl-analysis.h"

#include <math.h>
#include <string.h>

/* In longer dimensions free legs keep what output-crossing says: there are as many kinds of them as
 * the square. */
#define LONGEST_SEARCHED 128

/* What the progress is divided into. */
#define COLLECT_UNTIL 0.4
#define SOLVE_UNTIL   0.6

void
dl_vc_report (double fraction, gpointer data)
{
  const DlVcOptimizer *o = data;

  if (o->progress != NULL)
    o->progress (o->progress_from + fraction * (o->progress_to - o->progress_from),
                 o->progress_data);
}

static gboolean
foreach_run (DlVcOptimizer *o, DlWeightedLegFunc func, double from, double to)
{
  o->progress_from = from;
  o->progress_to = to;
  return dl_leg_weights_foreach (o->routes, o->demand, func, o, dl_vc_report, o, o->cancellable);
}

/* Filling the table */

/* What legs would take that no packet of this demand goes along: the parities of VC paper 3.1 and
 * 3.3. */
static void
fill_parity (DlVcTable *table, const DlNetwork *network)
{
  const DlTorus *torus = &network->torus;

  for (guint entry = 0; entry < network->n_nodes; entry++)
    {
      const guint own = dl_vc_region_of (torus, entry);

      for (guint region = 0; region < torus->n_regions; region++)
        {
          const guint first = torus->region_low[region] * torus->stride[DL_X];

          if (region != own)
            dl_vc_table_set (table, entry, first, 1, 1);
          else
            for (guint dest = first; dest < (torus->region_high[region] + 1) * torus->stride[DL_X];
                 dest++)
              dl_vc_table_set (table, entry, dest, torus->nid[dest],
                               (torus->nid[entry] ^ torus->nid[dest]) & 1);
        }
    }
}

/* Hand the group's VC1 to its items evenly, by weight, as they come. */
static guint
next_of_group (const DlVcGroup *group, gint64 *owed, guint packets)
{
  *owed += (gint64) packets * group->on;
  if (2 * *owed < (gint64) packets * group->items || group->on == 0)
    return 0;
  *owed -= (gint64) packets * group->items;
  return 1;
}

static void
fill (const DlLeg *leg, guint dest, guint packets, gpointer data)
{
  DlVcOptimizer *o = data;
  const DlTorus *torus = &o->routes->network->torus;
  const DlDim dim = dl_port_dim (leg->port);
  const guint line = dl_vc_line_index (torus, leg->entry, dim, dl_port_is_minus (leg->port));
  guint vc;

  if (leg->vc_rule != DL_VC_RULE_TABLE
      || dl_vc_region_of (torus, dest) != dl_vc_region_of (torus, leg->entry))
    return;
  if (o->groups[dim] == NULL || o->keep[dim][line])
    vc = dl_vc_policy_start (o->crossing, leg, dest, NULL);
  else
    {
      const gsize i = dl_vc_leg_index (torus, leg);
      vc = next_of_group (&o->groups[dim][i], &o->owed[dim][i], packets);
    }
  if (o->heaviest != NULL)
    {
      /* Packets that come from elsewhere take another leg with the same bit. */
      if (o->heaviest_dest != dest)
        memset (o->heaviest, 0, o->routes->network->n_nodes * sizeof *o->heaviest);
      o->heaviest_dest = dest;
      if (o->heaviest[leg->entry] >= packets)
        return;
      o->heaviest[leg->entry] = packets;
    }
  dl_vc_table_set (o->table, leg->entry, dest, torus->nid[dest], vc);
}

/* Looking at the result */

static DlRoutes *
routes_with (DlRoutes *routes, const char *policy, DlVcTable *table, GCancellable *cancellable)
{
  DlRoutingSpec spec = routes->spec;

  spec.vc_policy = dl_vc_policy_find (policy);
  spec.vc_table = table;
  return dl_routes_new_from (routes->network, &spec, routes, cancellable);
}

static double
line_balance (const DlAnalysis *analysis, guint dim, guint index)
{
  const DlNetwork *network = analysis->network;
  double sum = 0;

  for (guint at = 0; at < network->torus.radix[dim]; at++)
    {
      const guint node = dl_vc_line_node (&network->torus, index, dim, at);
      const guint link = dl_network_link (network, node, 2 * dim + (index & 1));
      if (dl_analysis_link_load (analysis, link) > 0)
        sum += dl_analysis_link_balance (analysis, link);
    }
  return sum;
}

/* Lines whose items are not equally heavy may end worse than they began. */
static gboolean
mark_worse (DlVcOptimizer *o, const DlAnalysis *before, const DlAnalysis *after)
{
  const DlNetwork *network = after->network;
  gboolean any = FALSE;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    for (guint i = 0; o->keep[dim] != NULL && i < dl_vc_n_lines (&network->torus, network, dim);
         i++)
      if (line_balance (after, dim, i) > line_balance (before, dim, i) + 1e-9)
        any |= o->keep[dim][i] = TRUE;
  return any;
}

static void
keep_all (DlVcOptimizer *o)
{
  const DlNetwork *network = o->routes->network;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (o->keep[dim] != NULL)
      memset (o->keep[dim], TRUE, dl_vc_n_lines (&network->torus, network, dim));
}

static double
mean_of (const DlAnalysis *analysis, double balance[DL_N_DIMS])
{
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    balance[dim] = analysis->dims[dim].balance_mean;
  return dl_analysis_balance_mean (analysis);
}

static double
mean_bound (const DlAnalysis *analysis, const double sums[DL_N_DIMS], double bound[DL_N_DIMS])
{
  double sum = 0;
  guint busy = 0;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      const guint n = dl_dimension_stats_n_balances (&analysis->dims[dim]);
      bound[dim] = n > 0 ? sums[dim] / n : NAN;
      sum += sums[dim];
      busy += n;
    }
  return busy > 0 ? sum / busy : NAN;
}

static void
optimizer_init (DlVcOptimizer *o)
{
  const DlNetwork *network = o->routes->network;
  const DlTorus *torus = &network->torus;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      const gsize k = torus->radix[dim], n = dl_vc_n_lines (torus, network, dim);

      if (k > LONGEST_SEARCHED)
        continue;
      o->groups[dim] = g_new0 (DlVcGroup, n * k * k);
      o->owed[dim] = g_new0 (gint64, n * k * k);
      o->keep[dim] = g_new0 (guint8, n);
      if (dim == DL_X && torus->n_regions > 1)
        o->blocks = g_new0 (guint32, 2 * n * k * k);
    }
  o->forced = g_new0 (gint64, network->n_links);
  o->total = g_new0 (gint64, network->n_links);
  o->slack = g_new0 (gint64, network->n_links);
  o->solved = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref,
                                     (GDestroyNotify) g_bytes_unref);
  if (o->routes->spec.engine->by_arrival)
    o->heaviest = g_new0 (guint32, network->n_nodes);
}

static void
optimizer_clear (DlVcOptimizer *o)
{
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      g_free (o->groups[dim]);
      g_free (o->owed[dim]);
      g_free (o->keep[dim]);
    }
  g_free (o->blocks);
  g_free (o->forced);
  g_free (o->total);
  g_free (o->slack);
  g_clear_pointer (&o->solved, g_hash_table_unref);
  g_clear_pointer (&o->table, dl_vc_table_unref);
  g_free (o->heaviest);
}

/* Solve every line and write the table down. FALSE if canceled. */
static gboolean
make_table (DlVcOptimizer *o, double bound[DL_N_DIMS])
{
  DlVcTable *table = dl_vc_table_new (o->routes->network);

  g_clear_pointer (&o->table, dl_vc_table_unref);
  o->table = table;
  fill_parity (table, o->routes->network);
  o->progress_from = COLLECT_UNTIL;
  o->progress_to = SOLVE_UNTIL;
  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (!dl_vc_solve_dimension (o, dim, &bound[dim]))
      return FALSE;
  if (!foreach_run (o, fill, SOLVE_UNTIL, 1))
    return FALSE;
  dl_vc_table_finish (table);
  return TRUE;
}

/* The loads with the table as it is; NULL if canceled. */
static DlAnalysis *
look (const DlVcOptimizer *o, DlRoutes *routes)
{
  g_autoptr (DlRoutes) optimized = routes_with (routes, "optimized", o->table, o->cancellable);

  return optimized != NULL ? dl_analysis_new (optimized, o->demand, o->cancellable) : NULL;
}

/* The same after lines were marked to be kept. */
static gboolean
look_again (DlVcOptimizer *o, DlRoutes *routes, double bound[DL_N_DIMS], DlAnalysis **analysis)
{
  g_clear_pointer (analysis, dl_analysis_unref);
  if (!make_table (o, bound))
    return FALSE;
  *analysis = look (o, routes);
  return *analysis != NULL;
}

static DlVcOptimum *
optimize (DlVcOptimizer *o, DlRoutes *routes)
{
  g_autoptr (DlAnalysis) given = dl_analysis_new (routes, o->demand, o->cancellable);
  g_autoptr (DlAnalysis) crossing = dl_analysis_new (o->crossing, o->demand, o->cancellable);
  g_autoptr (DlAnalysis) after = NULL;
  g_autoptr (DlVcOptimum) optimum = g_new0 (DlVcOptimum, 1);
  double sums[DL_N_DIMS];

  if (given == NULL || crossing == NULL || !foreach_run (o, dl_vc_collect, 0, COLLECT_UNTIL)
      || !make_table (o, sums) || (after = look (o, routes)) == NULL)
    return NULL;
  if (mark_worse (o, crossing, after) && !look_again (o, routes, sums, &after))
    return NULL;
  /* Routes outside the legality relation may have been without a cycle by luck. */
  if (!after->verdict->deadlock_free && crossing->verdict->deadlock_free)
    {
      keep_all (o);
      if (!look_again (o, routes, sums, &after))
        return NULL;
    }
  optimum->table = dl_vc_table_ref (o->table);
  optimum->mean_before = mean_of (given, optimum->balance_before);
  optimum->mean_after = mean_of (after, optimum->balance_after);
  optimum->mean_bound = mean_bound (after, sums, optimum->bound);
  optimum->deadlock_free = after->verdict->deadlock_free;
  return g_steal_pointer (&optimum);
}

DlVcOptimum *
dl_optimize_vc (DlRoutes *routes, const DlDemand *demand, guint64 seed, DlProgressFunc progress,
                gpointer progress_data, GCancellable *cancellable)
{
  g_autoptr (DlVcTable) zeros = dl_vc_table_new (routes->network);
  g_autoptr (DlRoutes) free = routes_with (routes, "optimized", zeros, cancellable);
  g_autoptr (DlRoutes) crossing = routes_with (routes, "output-crossing", NULL, cancellable);
  DlVcOptimizer o = {
    .routes = free,
    .crossing = crossing,
    .demand = demand,
    .seed = seed,
    .cancellable = cancellable,
    .progress = progress,
    .progress_data = progress_data,
  };
  DlVcOptimum *optimum;

  g_assert (!dl_demand_is_weighted (demand)); /* it counts a packet a pair */
  if (free == NULL || crossing == NULL)
    return NULL;
  optimizer_init (&o);
  optimum = optimize (&o, routes);
  optimizer_clear (&o);
  return optimum;
}

void
dl_vc_optimum_free (DlVcOptimum *optimum)
{
  if (optimum == NULL)
    return;
  dl_vc_table_unref (optimum->table);
  g_free (optimum);
}
