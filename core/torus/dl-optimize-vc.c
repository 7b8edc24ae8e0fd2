#include "dl-optimize-vc.h"

#include "dl-torus-analysis.h"
#include "dl-torus-legs.h"
#include "dl-vc-line.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const DlTorusRoutes
      *routes;             /* with a table of zeros, so that free legs can be told by their rule */
  DlTorusRoutes *crossing; /* by output-crossing */
  const DlDemand *demand;
  guint64 seed;
  GCancellable *cancellable;
  DlProgressFunc progress;
  gpointer progress_data;
  double progress_from, progress_to;

  /* By line and direction, see line_index; NULL for dimensions that are not searched. */
  DlVcGroup *groups[DL_TORUS_N_DIMS]; /* (lines x k x k) by entry's and end's coordinate */
  gint64 *owed[DL_TORUS_N_DIMS];      /* (lines x k x k) while the table is filled */
  guint8 *keep[DL_TORUS_N_DIMS];      /* (lines) gboolean: leave it as output-crossing has it */
  guint32 *blocks; /* (X lines x k x k x 2) packets towards other regions, by entry, end and
                      bottom bit; NULL with one region */
  gint64 *forced;  /* (n_links) packets of bound legs on VC0 less those on VC1 */
  gint64 *total;   /* (n_links) */
  gint64 *slack;   /* (n_links) packets by which @forced may be wrong */

  GHashTable
      *solved; /* lines that look like others: GBytes of the problem to those of the answer */
  DlVcTable *table;
  guint32 *heaviest; /* (n_nodes) packets of the leg that decided on the entry's bit, for the
                        destination at hand; NULL where an entry has one leg for it */
  guint heaviest_dest;
} DlVcOptimizer;

/* How many lines there are in dimension @dim: each twice, once per direction. */
static inline guint
count_lines (const DlTorus *torus, const DlTorusNetwork *network, guint dim)
{
  return 2 * network->n_nodes / torus->radix[dim];
}

/* The line in dimension @dim on which @node lies, and the direction. */
static inline guint
line_index (const DlTorus *torus, guint node, guint dim, gboolean minus)
{
  const guint stride = torus->stride[dim];

  return 2 * (node / (stride * torus->radix[dim]) * stride + node % stride) + minus;
}

static inline guint
line_node (const DlTorus *torus, guint line, guint dim, guint at)
{
  const guint stride = torus->stride[dim], base = line / 2;

  return base / stride * stride * torus->radix[dim] + at * stride + base % stride;
}

/* Where a leg's group, or pair of a block's counts, is. */
static inline gsize
leg_index (const DlTorus *torus, const DlTorusLeg *leg)
{
  const DlTorusDim dim = dl_torus_port_dim (leg->port);
  const gsize k = torus->radix[dim];

  return (line_index (torus, leg->entry, dim, dl_torus_port_is_minus (leg->port)) * k
          + torus->coord[leg->entry].at[dim])
             * k
         + torus->coord[leg->end].at[dim];
}

static inline guint
region_of (const DlTorus *torus, guint node)
{
  return torus->region_of_x[torus->coord[node].at[DL_X]];
}

static void vc_report (double fraction, gpointer data);

/* Line by line: what runs along it, and how many of them go on each virtual channel. */

static void
collect_group (DlVcGroup *group, guint packets, guint before)
{
  group->least = group->items == 0 ? packets : MIN (group->least, packets);
  group->most = MAX (group->most, packets);
  group->packets += packets;
  group->items++;
  group->before += before;
}

/* Count the packets of a leg, by its group or block, and by link: a DlWeightedLegFunc. */
static void
vc_collect (const DlTorusLeg *leg, guint dest, guint packets, gpointer data)
{
  DlVcOptimizer *o = data;
  const DlTorusNetwork *network = o->routes->network;
  const DlTorus *torus = &network->torus;
  const DlTorusDim dim = dl_torus_port_dim (leg->port);
  const guint region = region_of (torus, dest);
  gboolean free = leg->vc_rule == DL_VC_RULE_TABLE, odd = FALSE;
  guint before = leg->vc;

  if (free)
    {
      before = dl_vc_policy_start (o->crossing, leg, dest, NULL);
      if (o->groups[dim] == NULL)
        odd = TRUE;
      else if (region == region_of (torus, leg->entry))
        collect_group (&o->groups[dim][leg_index (torus, leg)], packets, before);
      else if (dim == DL_X && region == region_of (torus, leg->end))
        o->blocks[2 * leg_index (torus, leg) + (torus->nid[dest] & 1)] += packets;
      else
        odd = TRUE; /* a detour for which a bit decides that others use */
    }
  for (guint i = 0, node = leg->entry; i < leg->length; i++)
    {
      const guint link = dl_torus_network_link (network, node, leg->port);
      const guint vc = free ? before : dl_torus_leg_vc (leg, i);

      o->total[link] += packets;
      if (!free || odd)
        o->forced[link] += vc == 0 ? (gint64) packets : -(gint64) packets;
      if (odd)
        o->slack[link] += 2 * (gint64) packets;
      node = network->link_to[link];
    }
}

static guint
along (guint k, gboolean minus, guint at)
{
  return minus ? k - 1 - at : at;
}

/* The blocks of the line: for each entry, region and bottom bit. */
static void
take_blocks (DlVcOptimizer *o, guint index, GArray *blocks)
{
  const DlTorus *torus = &o->routes->network->torus;
  const guint k = torus->radix[DL_X];

  for (guint entry = 0; entry < k; entry++)
    for (guint region = 0; region < torus->n_regions; region++)
      for (guint bit = 0; bit < 2; bit++)
        {
          DlVcBlock block = { .entry = along (k, index & 1, entry),
                              .before = bit,
                              .packets = g_new0 (guint32, k) };
          for (guint end = torus->region_low[region]; end <= torus->region_high[region]; end++)
            block.packets[along (k, index & 1, end)]
                = o->blocks[2 * (((gsize) index * k + entry) * k + end) + bit];
          g_array_append_val (blocks, block);
        }
}

/* All that the answer depends on, to be compared with other lines. */
static GBytes *
line_key (const DlVcLine *line)
{
  GByteArray *key = g_byte_array_new ();
  const guint k = line->k;

  g_byte_array_append (key, (const guint8 *) &line->k, sizeof line->k);
  g_byte_array_append (key, (const guint8 *) line->forced, k * sizeof *line->forced);
  g_byte_array_append (key, (const guint8 *) line->total, k * sizeof *line->total);
  g_byte_array_append (key, (const guint8 *) line->slack, k * sizeof *line->slack);
  for (guint i = 0; i < k * k; i++)
    {
      const DlVcGroup *group = &line->groups[i];
      const guint32 numbers[]
          = { group->packets, group->items, group->least, group->most, group->before };
      g_byte_array_append (key, (const guint8 *) numbers, sizeof numbers);
    }
  for (guint i = 0; i < line->n_blocks; i++)
    g_byte_array_append (key, (const guint8 *) line->blocks[i].packets, k * sizeof (guint32));
  return g_byte_array_free_to_bytes (key);
}

/* The answer, in the order of groups and blocks; the bound comes first. */
static GBytes *
line_answer (const DlVcLine *line)
{
  GByteArray *answer = g_byte_array_new ();

  g_byte_array_append (answer, (const guint8 *) &line->bound, sizeof line->bound);
  for (guint i = 0; i < line->k * line->k; i++)
    g_byte_array_append (answer, (const guint8 *) &line->groups[i].on, sizeof (guint16));
  for (guint i = 0; i < line->n_blocks; i++)
    g_byte_array_append (answer, &line->blocks[i].on, 1);
  return g_byte_array_free_to_bytes (answer);
}

static void
take_answer (DlVcLine *line, GBytes *answer)
{
  const guint8 *at = g_bytes_get_data (answer, NULL);

  memcpy (&line->bound, at, sizeof line->bound);
  at += sizeof line->bound;
  for (guint i = 0; i < line->k * line->k; i++, at += sizeof (guint16))
    memcpy (&line->groups[i].on, at, sizeof (guint16));
  for (guint i = 0; i < line->n_blocks; i++)
    line->blocks[i].on = *at++;
}

/* Returns the line's bound. */
static double
solve_line (DlVcOptimizer *o, guint dim, guint index)
{
  const DlTorusNetwork *network = o->routes->network;
  const DlTorus *torus = &network->torus;
  const guint k = torus->radix[dim];
  const gboolean minus = index & 1;
  const gsize first = (gsize) index * k * k;
  g_autofree gint64 *numbers = g_new0 (gint64, 3 * (gsize) k);
  g_autofree DlVcGroup *groups = g_new (DlVcGroup, (gsize) k * k);
  g_autoptr (GArray) blocks = g_array_new (FALSE, FALSE, sizeof (DlVcBlock));
  g_autoptr (GBytes) key = NULL;
  GBytes *answer;
  DlVcLine line = {
    .k = k,
    .forced = numbers,
    .total = numbers + k,
    .slack = numbers + 2 * (gsize) k,
    .groups = groups,
  };

  for (guint a = 0; a < k; a++)
    {
      const guint node = line_node (torus, index, dim, a);
      const guint link = dl_torus_network_link (network, node, 2 * dim + minus);
      const guint p = along (k, minus, a);

      line.forced[p] = o->forced[link];
      line.total[p] = o->total[link];
      line.slack[p] = o->slack[link];
      for (guint b = 0; b < k; b++)
        groups[p * k + along (k, minus, b)] = o->groups[dim][first + a * k + b];
    }
  if (dim == DL_X && o->blocks != NULL)
    take_blocks (o, index, blocks);
  line.blocks = (DlVcBlock *) blocks->data;
  line.n_blocks = blocks->len;

  key = line_key (&line);
  answer = g_hash_table_lookup (o->solved, key);
  if (answer != NULL)
    take_answer (&line, answer);
  else
    {
      dl_vc_line_solve (&line, o->seed);
      g_hash_table_insert (o->solved, g_bytes_ref (key), line_answer (&line));
    }

  for (guint a = 0; a < k; a++)
    for (guint b = 0; b < k; b++)
      o->groups[dim][first + a * k + b].on
          = groups[along (k, minus, a) * k + along (k, minus, b)].on;
  for (guint i = 0; i < line.n_blocks; i++)
    {
      const DlVcBlock *block = &line.blocks[i];
      const guint entry = line_node (torus, index, dim, along (k, minus, block->entry));
      gboolean used = FALSE;

      for (guint end = 0; end < k; end++)
        used |= block->packets[end] > 0;
      if (used && !o->keep[dim][index])
        {
          const guint region = i / 2 % torus->n_regions;
          const guint dest = torus->region_low[region] * torus->stride[DL_X];
          dl_vc_table_set (o->table, entry, dest, i % 2, block->on);
        }
      g_free (block->packets);
    }
  return line.bound;
}

/* Lower bound of any assignment on the links of a dimension that is not searched. */
static double
bound_links (const DlVcOptimizer *o, guint dim)
{
  const DlTorusNetwork *network = o->routes->network;
  double bound = 0;

  for (guint node = 0; node < network->n_nodes; node++)
    for (guint minus = 0; minus < 2; minus++)
      {
        const guint link = dl_torus_network_link (network, node, 2 * dim + minus);
        bound += dl_vc_link_bound (o->forced[link], o->slack[link], o->total[link]);
      }
  return bound;
}

/* Solve the lines of dimension @dim: how many of each group go on VC1, and in the table what
 * packets towards other regions do. FALSE if canceled. @bound gets the sum over the dimension's
 * links. */
static gboolean
vc_solve_dimension (DlVcOptimizer *o, guint dim, double *bound)
{
  const DlTorusNetwork *network = o->routes->network;
  const guint n = count_lines (&network->torus, network, dim);

  if (o->groups[dim] == NULL)
    {
      *bound = bound_links (o, dim);
      return TRUE;
    }
  *bound = 0;
  for (guint index = 0; index < n; index++)
    {
      if (g_cancellable_is_cancelled (o->cancellable))
        return FALSE;
      *bound += solve_line (o, dim, index);
      vc_report ((dim + (double) index / n) / DL_TORUS_N_DIMS, o);
    }
  return TRUE;
}

/* In longer dimensions free legs keep what output-crossing says: there are as many kinds of them as
 * the square. */
#define LONGEST_SEARCHED 128

/* Parts of the progress. */
#define COLLECT_UNTIL 0.4
#define SOLVE_UNTIL   0.6

/* How much of the part between @progress_from and @progress_to is done; @data: DlVcOptimizer. */
static void
vc_report (double fraction, gpointer data)
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
  return dl_torus_leg_weights_foreach (o->routes, o->demand, func, o, vc_report, o, o->cancellable);
}

/* Filling the table */

/* Fill legs that no packet of this demand goes along by the parities of VC paper 3.1 and 3.3. */
static void
fill_parity (DlVcTable *table, const DlTorusNetwork *network)
{
  const DlTorus *torus = &network->torus;

  for (guint entry = 0; entry < network->n_nodes; entry++)
    {
      const guint own = region_of (torus, entry);

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
fill (const DlTorusLeg *leg, guint dest, guint packets, gpointer data)
{
  DlVcOptimizer *o = data;
  const DlTorus *torus = &o->routes->network->torus;
  const DlTorusDim dim = dl_torus_port_dim (leg->port);
  const guint line = line_index (torus, leg->entry, dim, dl_torus_port_is_minus (leg->port));
  guint vc;

  if (leg->vc_rule != DL_VC_RULE_TABLE || region_of (torus, dest) != region_of (torus, leg->entry))
    return;
  if (o->groups[dim] == NULL || o->keep[dim][line])
    vc = dl_vc_policy_start (o->crossing, leg, dest, NULL);
  else
    {
      const gsize i = leg_index (torus, leg);
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

static DlTorusRoutes *
routes_with (DlTorusRoutes *routes, const char *policy, DlVcTable *table, GCancellable *cancellable)
{
  DlTorusRouting spec = routes->spec;

  spec.vc_policy = dl_vc_policy_find (policy);
  spec.vc_table = table;
  return dl_torus_routes_new_from (routes->network, &spec, routes, cancellable);
}

static double
line_balance (const DlTorusAnalysis *analysis, guint dim, guint index)
{
  const DlTorusNetwork *network = analysis->network;
  double sum = 0;

  for (guint at = 0; at < network->torus.radix[dim]; at++)
    {
      const guint node = line_node (&network->torus, index, dim, at);
      const guint link = dl_torus_network_link (network, node, 2 * dim + (index & 1));
      if (dl_torus_analysis_link_load (analysis, link) > 0)
        sum += dl_torus_analysis_link_balance (analysis, link);
    }
  return sum;
}

/* Lines whose items are not equally heavy may end worse than they began. */
static gboolean
mark_worse (DlVcOptimizer *o, const DlTorusAnalysis *before, const DlTorusAnalysis *after)
{
  const DlTorusNetwork *network = after->network;
  gboolean any = FALSE;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    for (guint i = 0; o->keep[dim] != NULL && i < count_lines (&network->torus, network, dim); i++)
      if (line_balance (after, dim, i) > line_balance (before, dim, i) + 1e-9)
        any |= o->keep[dim][i] = TRUE;
  return any;
}

static void
keep_all (DlVcOptimizer *o)
{
  const DlTorusNetwork *network = o->routes->network;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (o->keep[dim] != NULL)
      memset (o->keep[dim], TRUE, count_lines (&network->torus, network, dim));
}

static double
mean_of (const DlTorusAnalysis *analysis, double balance[DL_TORUS_N_DIMS])
{
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    balance[dim] = analysis->dims[dim].balance_mean;
  return dl_torus_analysis_balance_mean (analysis);
}

static double
mean_bound (const DlTorusAnalysis *analysis, const double sums[DL_TORUS_N_DIMS],
            double bound[DL_TORUS_N_DIMS])
{
  double sum = 0;
  guint busy = 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const guint n = dl_torus_dimension_stats_n_balances (&analysis->dims[dim]);
      bound[dim] = n > 0 ? sums[dim] / n : NAN;
      sum += sums[dim];
      busy += n;
    }
  return busy > 0 ? sum / busy : NAN;
}

static void
optimizer_init (DlVcOptimizer *o)
{
  const DlTorusNetwork *network = o->routes->network;
  const DlTorus *torus = &network->torus;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const gsize k = torus->radix[dim], n = count_lines (torus, network, dim);

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
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
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
make_table (DlVcOptimizer *o, double bound[DL_TORUS_N_DIMS])
{
  DlVcTable *table = dl_vc_table_new (o->routes->network);

  g_clear_pointer (&o->table, dl_vc_table_unref);
  o->table = table;
  fill_parity (table, o->routes->network);
  o->progress_from = COLLECT_UNTIL;
  o->progress_to = SOLVE_UNTIL;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    if (!vc_solve_dimension (o, dim, &bound[dim]))
      return FALSE;
  if (!foreach_run (o, fill, SOLVE_UNTIL, 1))
    return FALSE;
  dl_vc_table_finish (table);
  return TRUE;
}

/* The loads with the current table; NULL if canceled. */
static DlTorusAnalysis *
look (const DlVcOptimizer *o, DlTorusRoutes *routes)
{
  g_autoptr (DlTorusRoutes) optimized = routes_with (routes, "optimized", o->table, o->cancellable);

  return optimized != NULL ? dl_torus_analysis_new (optimized, o->demand, o->cancellable) : NULL;
}

/* The same after lines were marked to be kept. */
static gboolean
look_again (DlVcOptimizer *o, DlTorusRoutes *routes, double bound[DL_TORUS_N_DIMS],
            DlTorusAnalysis **analysis)
{
  g_clear_pointer (analysis, dl_torus_analysis_unref);
  if (!make_table (o, bound))
    return FALSE;
  *analysis = look (o, routes);
  return *analysis != NULL;
}

static DlVcOptimum *
optimize (DlVcOptimizer *o, DlTorusRoutes *routes)
{
  g_autoptr (DlTorusAnalysis) given = dl_torus_analysis_new (routes, o->demand, o->cancellable);
  g_autoptr (DlTorusAnalysis) crossing
      = dl_torus_analysis_new (o->crossing, o->demand, o->cancellable);
  g_autoptr (DlTorusAnalysis) after = NULL;
  g_autoptr (DlVcOptimum) optimum = g_new0 (DlVcOptimum, 1);
  double sums[DL_TORUS_N_DIMS];

  if (given == NULL || crossing == NULL || !foreach_run (o, vc_collect, 0, COLLECT_UNTIL)
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
dl_optimize_vc (DlTorusRoutes *routes, const DlDemand *demand, guint64 seed,
                DlProgressFunc progress, gpointer progress_data, GCancellable *cancellable)
{
  g_autoptr (DlVcTable) zeros = dl_vc_table_new (routes->network);
  g_autoptr (DlTorusRoutes) free = routes_with (routes, "optimized", zeros, cancellable);
  g_autoptr (DlTorusRoutes) crossing = routes_with (routes, "output-crossing", NULL, cancellable);
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

  g_assert (!dl_demand_is_weighted (demand)); /* it counts a packet per pair */
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
