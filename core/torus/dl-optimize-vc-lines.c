/* Line by line: what runs along it, and how many of them go on each virtual channel. */
#include "dl-optimize-vc-private.h"

#include <string.h>

static void
collect_group (DlVcGroup *group, guint packets, guint before)
{
  group->least = group->items == 0 ? packets : MIN (group->least, packets);
  group->most = MAX (group->most, packets);
  group->packets += packets;
  group->items++;
  group->before += before;
}

void
dl_vc_collect (const DlLeg *leg, guint dest, guint packets, gpointer data)
{
  DlVcOptimizer *o = data;
  const DlNetwork *network = o->routes->network;
  const DlTorus *torus = &network->torus;
  const DlDim dim = dl_port_dim (leg->port);
  const guint region = dl_vc_region_of (torus, dest);
  gboolean free = leg->vc_rule == DL_VC_RULE_TABLE, odd = FALSE;
  guint before = leg->vc;

  if (free)
    {
      before = dl_vc_policy_start (o->crossing, leg, dest, NULL);
      if (o->groups[dim] == NULL)
        odd = TRUE;
      else if (region == dl_vc_region_of (torus, leg->entry))
        collect_group (&o->groups[dim][dl_vc_leg_index (torus, leg)], packets, before);
      else if (dim == DL_X && region == dl_vc_region_of (torus, leg->end))
        o->blocks[2 * dl_vc_leg_index (torus, leg) + (torus->nid[dest] & 1)] += packets;
      else
        odd = TRUE; /* a detour for which a bit decides that others use */
    }
  for (guint i = 0, node = leg->entry; i < leg->length; i++)
    {
      const guint link = dl_network_link (network, node, leg->port);
      const guint vc = free ? before : dl_leg_vc (leg, i);

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
  const DlNetwork *network = o->routes->network;
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
      const guint node = dl_vc_line_node (torus, index, dim, a);
      const guint link = dl_network_link (network, node, 2 * dim + minus);
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
      const guint entry = dl_vc_line_node (torus, index, dim, along (k, minus, block->entry));
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

/* What no assignment can go below on the links of a dimension that is not searched. */
static double
bound_links (const DlVcOptimizer *o, guint dim)
{
  const DlNetwork *network = o->routes->network;
  double bound = 0;

  for (guint node = 0; node < network->n_nodes; node++)
    for (guint minus = 0; minus < 2; minus++)
      {
        const guint link = dl_network_link (network, node, 2 * dim + minus);
        bound += dl_vc_link_bound (o->forced[link], o->slack[link], o->total[link]);
      }
  return bound;
}

gboolean
dl_vc_solve_dimension (DlVcOptimizer *o, guint dim, double *bound)
{
  const DlNetwork *network = o->routes->network;
  const guint n = dl_vc_n_lines (&network->torus, network, dim);

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
      dl_vc_report ((dim + (double) index / n) / DL_N_DIMS, o);
    }
  return TRUE;
}
