#include "dl-torus-table-legs.h"

#include "dl-vc-table.h"

#include <string.h>

/* The channels of a leg, numbered DL_TORUS_VCS * minus + vc in its dimension. */
typedef struct
{
  guint8 first;
  guint8 last;
  guint8 state; /* RunState */
} Channels;

typedef enum
{
  NO_RUN,
  BOUND, /* the channels are as they are */
  FREE   /* their VCs are the table's, 0 here */
} RunState;

#define LINE_CHANNELS (2 * DL_TORUS_VCS)

struct _DlTorusTableLegs
{
  const DlTorusRoutes *routes;
  const guint8 *node_up;
  DlTorusTurns *turns;
  guint64 *up;                         /* (n_nodes) bits of @node_up, with a word to spare */
  guint64 *odd;                        /* (n_nodes) bottom bits of the NIDs, likewise */
  Channels *channels[DL_TORUS_N_DIMS]; /* (n_nodes x k x 2) by entry, end and bottom bit */
  guint32 *count[DL_TORUS_N_DIMS]; /* (n_nodes) packets that enter the dimension, a destination */
};

DlTorusTableLegs *
dl_torus_table_legs_new (const DlTorusRoutes *routes, const guint8 *node_up, DlTorusTurns *turns)
{
  const DlTorusNetwork *network = routes->network;
  const gsize n = network->n_nodes;
  DlTorusTableLegs *legs = g_new0 (DlTorusTableLegs, 1);

  legs->routes = routes;
  legs->node_up = node_up;
  legs->turns = turns;
  legs->up = g_new0 (guint64, n / 64 + 2);
  legs->odd = g_new0 (guint64, n / 64 + 2);
  for (guint node = 0; node < n; node++)
    {
      legs->up[node / 64] |= (guint64) (node_up[node] != FALSE) << node % 64;
      legs->odd[node / 64] |= (guint64) (network->torus.nid[node] & 1) << node % 64;
    }
  for (guint dim = 0; dim < DL_TORUS_N_DIMS && turns != NULL; dim++)
    {
      legs->channels[dim] = g_new0 (Channels, 2 * n * network->torus.radix[dim]);
      legs->count[dim] = g_new0 (guint32, n);
    }
  return legs;
}

void
dl_torus_table_legs_free (DlTorusTableLegs *legs)
{
  if (legs == NULL)
    return;
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      g_free (legs->channels[dim]);
      g_free (legs->count[dim]);
    }
  g_free (legs->up);
  g_free (legs->odd);
  g_free (legs);
}

/* 64 bits from bit @first on, of an array with a word to spare. */
static inline guint64
bits_at (const guint64 *bits, guint first)
{
  const guint shift = first % 64;

  return shift == 0 ? bits[first / 64]
                    : bits[first / 64] >> shift | bits[first / 64 + 1] << (64 - shift);
}

static inline guint64
low_bits (guint n)
{
  return n < 64 ? (G_GUINT64_CONSTANT (1) << n) - 1 : ~G_GUINT64_CONSTANT (0);
}

guint
dl_torus_table_legs_count (const DlTorusTableLegs *legs, guint entry, guint first, guint n)
{
  guint count = 0;

  for (guint i = 0; i < n; i += 64)
    count += __builtin_popcountll (dl_vc_table_bits (legs->routes->spec.vc_table, entry, first + i)
                                   & bits_at (legs->up, first + i) & low_bits (n - i));
  return count;
}

static Channels *
channels_of (const DlTorusTableLegs *legs, DlTorusDim dim, guint entry, guint end, guint bit)
{
  const guint k = legs->routes->network->torus.radix[dim];

  return &legs->channels[dim][2 * ((gsize) entry * k + end) + bit];
}

void
dl_torus_table_legs_add (DlTorusTableLegs *legs, const DlTorusLeg *leg, guint bit, guint32 count)
{
  const DlTorusDim dim = dl_torus_port_dim (leg->port);
  const guint end = legs->routes->network->torus.coord[leg->end].at[dim];
  const guint channel = DL_TORUS_VCS * dl_torus_port_is_minus (leg->port);
  const guint8 *region_of_x = legs->routes->network->torus.region_of_x;
  const DlTorusCoord *coord = legs->routes->network->torus.coord;
  const gboolean free
      = leg->vc_rule == DL_VC_RULE_TABLE
        && region_of_x[coord[leg->entry].at[DL_X]] == region_of_x[coord[leg->end].at[DL_X]];

  if (legs->turns == NULL)
    return;
  legs->count[dim][leg->entry] = count;
  *channels_of (legs, dim, leg->entry, end, bit) = (Channels) {
    .first = channel + (free ? 0 : dl_torus_leg_vc (leg, 0)),
    .last = channel + (free ? 0 : dl_torus_leg_vc (leg, leg->length - 1)),
    .state = free ? FREE : BOUND,
  };
}

void
dl_torus_table_legs_arrived (const DlTorusTableLegs *legs, guint node, guint dest, guint dim,
                             guint32 *arrived)
{
  const DlTorus *torus = &legs->routes->network->torus;
  const guint nid = torus->nid[dest];

  memset (arrived, 0, DL_TORUS_NODE_CHANNELS * sizeof *arrived);
  for (guint d = 0; d < dim; d++)
    {
      const guint at = torus->coord[node].at[d];
      const guint base = node - at * torus->stride[d];

      for (guint position = 0; position < torus->radix[d]; position++)
        {
          const guint entry = base + position * torus->stride[d];
          const Channels *channels = channels_of (legs, d, entry, at, nid & 1);

          if (position != at && channels->state != NO_RUN)
            {
              const guint vc = channels->state == FREE
                                   ? dl_vc_table_get (legs->routes->spec.vc_table, entry, dest, nid)
                                   : 0;
              arrived[LINE_CHANNELS * d + channels->last + vc] += legs->count[d][entry];
            }
        }
    }
}

/* Destinations of a row, by whether the incoming leg has bit 1 in the table and whether the
 * outgoing one has. Only those in @odd, or all. */
static void
count_row (const DlTorusTableLegs *legs, gboolean split, guint bit, guint source,
           gboolean from_free, guint entry, gboolean to_free, guint first, guint n,
           guint32 counts[2][2])
{
  const DlVcTable *table = legs->routes->spec.vc_table;
  guint all = 0, from_ones = 0, to_ones = 0, both = 0;

  for (guint i = 0; i < n; i += 64)
    {
      guint64 mask = bits_at (legs->up, first + i) & low_bits (n - i);

      if (split)
        mask &= bit ? bits_at (legs->odd, first + i) : ~bits_at (legs->odd, first + i);
      const guint64 from = from_free ? dl_vc_table_bits (table, source, first + i) & mask : 0;
      const guint64 to = to_free ? dl_vc_table_bits (table, entry, first + i) & mask : 0;

      all += __builtin_popcountll (mask);
      from_ones += __builtin_popcountll (from);
      to_ones += __builtin_popcountll (to);
      both += __builtin_popcountll (from & to);
    }
  counts[1][1] = both;
  counts[1][0] = from_ones - both;
  counts[0][1] = to_ones - both;
  counts[0][0] = all - from_ones - to_ones + both;
}

/* Turns at @entry, from X, into the leg to position @end of dimension Y: whole rows of destinations
 * at once. */
static void
count_rows (DlTorusTableLegs *legs, guint entry, guint end, const Channels *onward,
            guint32 turns[DL_TORUS_NODE_CHANNELS][LINE_CHANNELS])
{
  const DlTorus *torus = &legs->routes->network->torus;
  const guint at = torus->coord[entry].at[DL_X], n = torus->stride[DL_Y];
  const guint first = at * torus->stride[DL_X] + end * n;
  const guint base = entry - at * torus->stride[DL_X];

  for (guint x = 0; x < torus->radix[DL_X]; x++)
    {
      const guint source = base + x * torus->stride[DL_X];
      const Channels *way = channels_of (legs, DL_X, source, at, 0);
      /* From another region the bottom bit decides for all destinations at once. */
      const gboolean split = way[0].state != way[1].state || way[0].last != way[1].last;

      for (guint bit = 0; x != at && bit < (split ? 2u : 1u); bit++)
        {
          guint32 counts[2][2];

          if (way[bit].state == NO_RUN)
            continue;
          count_row (legs, split, bit, source, way[bit].state == FREE, entry, onward->state == FREE,
                     first, n, counts);
          for (guint i = 0; i < 4; i++)
            if (counts[i >> 1][i & 1] > 0)
              turns[way[bit].last + (i >> 1)][onward->first + (i & 1)]
                  += counts[i >> 1][i & 1] * legs->count[DL_X][source];
        }
    }
}

/* The same destination by destination. */
static void
count_dest (DlTorusTableLegs *legs, guint entry, guint dest, DlTorusDim dim, const Channels *onward,
            guint32 turns[DL_TORUS_NODE_CHANNELS][LINE_CHANNELS])
{
  const guint nid = legs->routes->network->torus.nid[dest];
  const guint vc
      = onward->state == FREE ? dl_vc_table_get (legs->routes->spec.vc_table, entry, dest, nid) : 0;
  guint32 arrived[DL_TORUS_NODE_CHANNELS];

  if (!legs->node_up[dest])
    return;
  dl_torus_table_legs_arrived (legs, entry, dest, dim, arrived);
  for (guint from = 0; from < LINE_CHANNELS * dim; from++)
    turns[from][onward->first + vc] += arrived[from];
}

void
dl_torus_table_legs_count_turns (DlTorusTableLegs *legs, guint entry, DlTorusDim dim)
{
  const DlTorus *torus = &legs->routes->network->torus;
  const guint stride = torus->stride[dim], at = torus->coord[entry].at[dim];
  guint32 turns[DL_TORUS_NODE_CHANNELS][LINE_CHANNELS] = { 0 };

  if (legs->turns == NULL || dim == DL_X)
    return;
  for (guint end = 0; end < torus->radix[dim]; end++)
    {
      const guint dest = (entry / stride - at + end) * stride;
      const Channels *onward[2]
          = { channels_of (legs, dim, entry, end, 0), channels_of (legs, dim, entry, end, 1) };
      /* Past X nothing but the table tells the bottom bits apart. */
      const Channels *either = onward[0]->state != NO_RUN ? onward[0] : onward[1];

      if (end == at || either->state == NO_RUN)
        continue;
      if (dim == DL_Y)
        count_rows (legs, entry, end, either, turns);
      else
        count_dest (legs, entry, dest, dim, either, turns);
    }
  for (guint from = 0; from < LINE_CHANNELS * dim; from++)
    for (guint to = 0; to < LINE_CHANNELS; to++)
      if (turns[from][to] > 0)
        dl_torus_turns_add (legs->turns, entry, from, LINE_CHANNELS * dim + to, turns[from][to]);
}

void
dl_torus_table_legs_count_ejected (DlTorusTableLegs *legs)
{
  const guint n = legs->routes->network->n_nodes;
  guint32 arrived[DL_TORUS_NODE_CHANNELS];

  for (guint node = 0; node < n; node++)
    if (legs->node_up[node])
      {
        dl_torus_table_legs_arrived (legs, node, node, DL_TORUS_N_DIMS, arrived);
        for (guint from = 0; from < DL_TORUS_NODE_CHANNELS; from++)
          if (arrived[from] > 0)
            dl_torus_turns_add_ejected (legs->turns, node, from, arrived[from]);
      }
}
