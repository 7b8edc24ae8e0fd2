/* Up*, down* routing. A breadth-first tree gives every node a level. A hop to a lower level is up,
 * a hop to a higher one is down; between nodes of the same level, up is towards the lower index. A
 * route goes up, then down, and never up again: the hops up are in the order of (level, index), so
 * are the hops down, and nothing leads back from down to up. That is free of cycles on a single
 * virtual channel, on any network. Only cables whole in both directions count: a hop up needs its
 * way back down.
 *
 * Up to DL_UP_DOWN_TABLE_NODES nodes each pair goes the shortest such way, over any link and not
 * only the tree's, from tables of a byte for each pair. A table of 32,768 x 32,768 would be 1 GiB:
 * larger networks go by the tree, with intervals that say which destinations are below a node. */
#include "dl-torus-engine-up-down.h"

#include <glib/gi18n-lib.h>

/* One position of a ring or row on its way to the destination's. */
typedef struct
{
  guint16 at;
  guint16 next;
  guint8 port;
  guint8 crosses;
} Step;

void
dl_torus_order_tree_init (DlTorusOrderTree *tree, const DlTorusNetwork *network)
{
  const guint *radix = network->torus.radix;

  tree->port = g_new (guint8, network->n_nodes);
  tree->hops = g_new (guint16, network->n_nodes);
  tree->crosses = g_new (guint8, network->n_nodes);
  tree->clear = g_new (guint8, network->n_nodes);
  tree->steps = g_new (Step, MAX (radix[DL_X], MAX (radix[DL_Y], radix[DL_Z])));
}

void
dl_torus_order_tree_clear (DlTorusOrderTree *tree)
{
  g_clear_pointer (&tree->port, g_free);
  g_clear_pointer (&tree->hops, g_free);
  g_clear_pointer (&tree->crosses, g_free);
  g_clear_pointer (&tree->clear, g_free);
  g_clear_pointer (&tree->steps, g_free);
}

/* The positions of @dim with their paths to @dest's, nearer ones first in either direction:
 * positions of one direction are adjacent. Returns how many. */
static guint
lay_steps (const DlTorusRoutes *routes, guint dest, guint dim, Step *steps)
{
  const DlTorus *torus = &routes->network->torus;
  const guint k = torus->radix[dim], to = torus->coord[dest].at[dim];
  guint n = 0;

  for (guint port = 2 * dim; port < 2 * dim + 2; port++)
    {
      const gboolean minus = dl_torus_port_is_minus (port);
      gboolean crosses = FALSE;
      guint next = to;

      for (;;)
        {
          if (!torus->ring[dim] && next == (minus ? k - 1 : 0))
            break;
          const guint at = (next + (minus ? 1 : k - 1)) % k;
          const guint node = dest + (at - to) * torus->stride[dim];
          if (at == to || dl_torus_routes_minimal_port (routes, node, dest, dim) != port)
            break;
          crosses |= (gint) at == routes->spec.dateline[dim];
          steps[n++] = (Step) { at, next, port, crosses };
          next = at;
        }
    }
  return n;
}

void
dl_torus_order_tree_build (DlTorusOrderTree *tree, const DlTorusRoutes *routes, const guint8 *bad,
                           guint dest)
{
  const DlTorusNetwork *network = routes->network;
  const DlTorus *torus = &network->torus;
  Step *steps = tree->steps;

  tree->port[dest] = DL_TORUS_PORT_PROCESSOR;
  tree->hops[dest] = 0;
  tree->crosses[dest] = FALSE;
  tree->clear[dest] = TRUE;
  /* The last dimension of a route first: what X leads to is then known. */
  for (guint dim = DL_TORUS_N_DIMS; dim-- > 0;)
    {
      const guint stride = torus->stride[dim];
      const guint base = dest - dest % (stride * torus->radix[dim]);
      const guint n_steps = lay_steps (routes, dest, dim, steps);

      for (guint i = 0; i < n_steps; i++)
        {
          const Step step = steps[i];
          guint next = base + step.next * stride;
          for (guint node = base + step.at * stride, n = 0; n < stride; n++, node++, next++)
            {
              tree->port[node] = step.port;
              tree->hops[node] = tree->hops[next] + 1;
              tree->crosses[node] = step.crosses;
              tree->clear[node]
                  = tree->clear[next] & !bad[dl_torus_network_link (network, node, step.port)];
            }
        }
    }
}

void
dl_torus_order_marks_init (DlTorusOrderMarks *marks, const DlTorusNetwork *network)
{
  const guint *radix = network->torus.radix;

  marks->plane = g_new0 (guint8, radix[DL_X]);
  marks->line = g_new0 (guint8, radix[DL_X] * radix[DL_Y]);
  marks->node = g_new0 (guint8, network->n_nodes);
}

void
dl_torus_order_marks_clear (DlTorusOrderMarks *marks)
{
  g_clear_pointer (&marks->plane, g_free);
  g_clear_pointer (&marks->line, g_free);
  g_clear_pointer (&marks->node, g_free);
}

void
dl_torus_order_marks_add (DlTorusOrderMarks *marks, const DlTorusRoutes *routes, guint link)
{
  const DlTorusNetwork *network = routes->network;
  const DlTorus *torus = &network->torus;
  const guint node = link / network->n_ports, port = link % network->n_ports;
  const DlTorusDim dim = dl_torus_port_dim (port);
  const guint stride = torus->stride[dim], from = torus->coord[node].at[dim];
  guint8 *marked[] = { marks->plane, marks->line, marks->node };

  for (guint to = 0; to < torus->radix[dim]; to++)
    {
      const guint dest = node + (to - from) * stride;
      if (to != from && dl_torus_routes_minimal_port (routes, node, dest, dim) == port)
        marked[dim][dest / stride] = TRUE;
    }
}

guint
dl_torus_order_port (const DlTorusRoutes *routes, guint node, guint dest)
{
  const DlTorusCoord *coord = routes->network->torus.coord;
  guint dim = DL_X;

  while (coord[node].at[dim] == coord[dest].at[dim])
    dim++;
  return dl_torus_routes_minimal_port (routes, node, dest, dim);
}

gboolean
dl_torus_order_is_clear (const DlTorusRoutes *routes, guint node, guint dest)
{
  const DlTorusNetwork *network = routes->network;

  while (node != dest)
    {
      const guint link
          = dl_torus_network_link (network, node, dl_torus_order_port (routes, node, dest));
      if (network->link_state[link] != DL_LINK_UP)
        return FALSE;
      node = network->link_to[link];
    }
  return TRUE;
}

guint
dl_torus_order_distance (const DlTorus *torus, guint a, guint b)
{
  guint hops = 0;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const guint p = torus->coord[a].at[dim], q = torus->coord[b].at[dim];
      const guint straight = p > q ? p - q : q - p;
      hops += torus->ring[dim] ? MIN (straight, torus->radix[dim] - straight) : straight;
    }
  return hops;
}

#define NO_LEVEL  G_MAXUINT32
#define NO_WAY    G_MAXUINT16
#define LANDMARKS 16 /* nodes, of each component, that the choice of a root looks at */

typedef enum
{
  PHASE_UP, /* so far, or just injected */
  PHASE_DOWN
} Phase;

typedef struct
{
  guint32 *level; /* (n_nodes) hops to the root, NO_LEVEL for a broken node */
  guint32 *root;  /* (n_nodes) of the node's component */
  guint8 *up;     /* (n_nodes) bits of the ports whose hop is up */
  guint8 *down;   /* (n_nodes) bits of the ports whose hop is down */
  guint32 *order; /* (n_ordered) working nodes by level, then index: up is towards the front */
  guint n_ordered;
  /* In tables: */
  guint8 *table; /* (n_nodes x n_nodes) at dest * n_nodes + node, port after up in the low and after
                    down in the high nibble, DL_TORUS_PORT_NONE without a path; or NULL */
  /* By the tree: */
  guint8 *parent; /* (n_nodes) port towards the root, DL_TORUS_PORT_NONE at it */
  guint32 *first; /* (n_nodes) number of the node in an order where its subtree follows it */
  guint32 *size;  /* (n_nodes) nodes of the subtree, this one included */
} UpDown;

/* The other end of a cable that is whole in both directions, or DL_NO_NODE. */
static inline guint32
neighbor (const DlTorusNetwork *network, guint node, guint port)
{
  const guint32 next = network->link_to[dl_torus_network_link (network, node, port)];

  if (!dl_torus_network_link_up (network, node, port)
      || !dl_torus_network_link_up (network, next, dl_torus_port_opposite (port)))
    return DL_NO_NODE;
  return next;
}

/* ---- The tree ---- */

/* Breadth first from @from: hops to each node it reaches into @hops, which has NO_LEVEL there, and
 * the nodes into @queue, nearest first. Returns their number. */
static guint
measure (const DlTorusNetwork *network, guint from, guint32 *hops, guint32 *queue)
{
  guint head = 0, tail = 0;

  hops[from] = 0;
  queue[tail++] = from;
  while (head < tail)
    {
      const guint node = queue[head++];

      for (guint port = 0; port < network->n_ports; port++)
        {
          const guint32 next = neighbor (network, node, port);

          if (next == DL_NO_NODE || hops[next] != NO_LEVEL)
            continue;
          hops[next] = hops[node] + 1;
          queue[tail++] = next;
        }
    }
  return tail;
}

/* The root of the component of @member, its lowest node: one of least distance to the farthest of a
 * few landmarks, each the node farthest from those before it; among such, of least distance to all
 * of them; then the lowest. In a mesh that is the middle; in a torus without faults any would do.
 * The exact centre would cost a search from every node. @hops is NO_LEVEL for the whole component,
 * and is again afterwards; @queue has room for it. */
static guint
choose_root (const DlTorusNetwork *network, guint member, guint32 *hops, guint32 *queue)
{
  const guint n = measure (network, member, hops, queue);
  g_autofree guint32 *nodes = g_memdup2 (queue, n * sizeof *nodes);
  g_autofree guint32 *nearest = g_new (guint32, n);   /* hops to the nearest landmark */
  g_autofree guint32 *farthest = g_new0 (guint32, n); /* and to the farthest */
  g_autofree guint64 *sum = g_new0 (guint64, n);
  guint landmark = nodes[n - 1], best = 0;

  for (guint i = 0; i < n; i++)
    nearest[i] = G_MAXUINT32;
  for (guint k = 0; k < MIN (LANDMARKS, n); k++)
    {
      guint next = 0;

      for (guint i = 0; i < n; i++)
        hops[nodes[i]] = NO_LEVEL;
      measure (network, landmark, hops, queue);
      for (guint i = 0; i < n; i++)
        {
          nearest[i] = MIN (nearest[i], hops[nodes[i]]);
          farthest[i] = MAX (farthest[i], hops[nodes[i]]);
          sum[i] += hops[nodes[i]];
          if (nearest[i] > nearest[next])
            next = i;
        }
      landmark = nodes[next];
    }
  for (guint i = 0; i < n; i++)
    {
      hops[nodes[i]] = NO_LEVEL;
      if (farthest[i] < farthest[best]
          || (farthest[i] == farthest[best]
              && (sum[i] < sum[best] || (sum[i] == sum[best] && nodes[i] < nodes[best]))))
        best = i;
    }
  return nodes[best];
}

/* A root, and levels, for each component. FALSE if canceled. */
static gboolean
measure_levels (const DlTorusNetwork *network, UpDown *data, GCancellable *cancellable)
{
  const guint n_nodes = network->n_nodes;
  g_autofree guint32 *queue = g_new (guint32, n_nodes);

  for (guint node = 0; node < n_nodes; node++)
    {
      data->level[node] = NO_LEVEL;
      data->root[node] = DL_NO_NODE;
    }
  for (guint node = 0; node < n_nodes; node++)
    {
      if (!network->node_up[node] || data->level[node] != NO_LEVEL)
        continue;
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;

      const guint root = choose_root (network, node, data->level, queue);
      const guint n = measure (network, root, data->level, queue);
      for (guint i = 0; i < n; i++)
        data->root[queue[i]] = root;
    }
  return TRUE;
}

static inline gboolean
is_above (const UpDown *data, guint a, guint b)
{
  return data->level[a] < data->level[b] || (data->level[a] == data->level[b] && a < b);
}

/* Sort the ports of each node into those that lead up and down. */
static void
sort_ports (const DlTorusNetwork *network, UpDown *data)
{
  for (guint node = 0; node < network->n_nodes; node++)
    for (guint port = 0; port < network->n_ports; port++)
      {
        const guint32 next = neighbor (network, node, port);

        if (next == DL_NO_NODE)
          continue;
        if (is_above (data, next, node))
          data->up[node] |= 1 << port;
        else
          data->down[node] |= 1 << port;
      }
}

/* data->order, by counting. */
static void
sort_nodes (const DlTorusNetwork *network, UpDown *data)
{
  g_autofree guint32 *start = g_new0 (guint32, network->n_nodes + 1); /* of each level */

  for (guint node = 0; node < network->n_nodes; node++)
    if (data->level[node] != NO_LEVEL)
      start[data->level[node] + 1]++;
  for (guint level = 0; level < network->n_nodes; level++)
    start[level + 1] += start[level];
  data->n_ordered = start[network->n_nodes];
  for (guint node = 0; node < network->n_nodes; node++)
    if (data->level[node] != NO_LEVEL)
      data->order[start[data->level[node]]++] = node;
}

/* ---- Shortest paths, in tables ---- */

/* The least of @hops over the nodes that @ports (bits) of @node lead to. */
static inline guint
least_behind (const DlTorusNetwork *network, guint node, guint ports, const guint16 *hops)
{
  const guint32 *link_to = &network->link_to[dl_torus_network_link (network, node, 0)];
  guint least = NO_WAY;

  for (; ports != 0; ports &= ports - 1)
    least = MIN (least, hops[link_to[__builtin_ctz (ports)]]);
  return least;
}

/* Hops to @dest from everywhere, by Phase; NO_WAY without a path. Nodes further down come first in
 * the one phase and nodes further up in the other, so that a pass each is enough. */
static void
measure_ways (const DlTorusNetwork *network, const UpDown *data, guint dest, guint16 *const hops[2])
{
  guint16 *const after_up = hops[PHASE_UP], *const after_down = hops[PHASE_DOWN];

  for (guint i = data->n_ordered; i-- > 0;)
    {
      const guint node = data->order[i];
      const guint least = least_behind (network, node, data->down[node], after_down);

      after_down[node] = node == dest ? 0 : MIN (least + 1, NO_WAY);
    }
  for (guint i = 0; i < data->n_ordered; i++)
    {
      const guint node = data->order[i];
      const guint least = least_behind (network, node, data->up[node], after_up);

      after_up[node] = MIN (after_down[node], least + 1);
    }
}

/* The ports among @ports (bits) that lead from @node to one with @to_go hops left in @hops. */
static inline guint
ports_with (const DlTorusNetwork *network, guint node, guint ports, const guint16 *hops,
            guint to_go)
{
  const guint32 *link_to = &network->link_to[dl_torus_network_link (network, node, 0)];
  guint found = 0;

  for (; ports != 0; ports &= ports - 1)
    {
      const guint port = __builtin_ctz (ports);
      if (hops[link_to[port]] == to_go)
        found |= 1 << port;
    }
  return found;
}

/* One of the shortest paths. Ties are spread by a hash of the pair: dimension order would send
 * nearly twice as much over the busiest link of 11x12x16. */
static guint
pick_port (const DlTorusNetwork *network, const UpDown *data, guint16 *const hops[2], guint node,
           guint dest, Phase phase)
{
  const guint to_go = hops[phase][node];
  guint candidates;

  if (to_go == NO_WAY || to_go == 0)
    return DL_TORUS_PORT_NONE;
  candidates = ports_with (network, node, data->down[node], hops[PHASE_DOWN], to_go - 1);
  if (phase == PHASE_UP)
    candidates |= ports_with (network, node, data->up[node], hops[PHASE_UP], to_go - 1);

  /* Multiplicative hashing; the high bits are the good ones. */
  const guint32 hash = (node * 0x9e3779b1u) ^ (dest * 0x85ebca6bu);
  for (guint skip = (hash >> 16) % __builtin_popcount (candidates); skip > 0; skip--)
    candidates &= candidates - 1;
  return __builtin_ctz (candidates);
}

/* FALSE if canceled. */
static gboolean
fill_tables (const DlTorusNetwork *network, UpDown *data, GCancellable *cancellable)
{
  const gsize n_nodes = network->n_nodes;
  g_autofree guint16 *after_up = g_new (guint16, n_nodes);
  g_autofree guint16 *after_down = g_new (guint16, n_nodes);
  guint16 *const hops[2] = { [PHASE_UP] = after_up, [PHASE_DOWN] = after_down };

  data->table = g_malloc (n_nodes * n_nodes);
  for (guint dest = 0; dest < n_nodes; dest++)
    {
      guint8 *table = &data->table[dest * n_nodes];

      if (!network->node_up[dest])
        continue;
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      measure_ways (network, data, dest, hops);
      for (guint i = 0; i < data->n_ordered; i++)
        {
          const guint node = data->order[i];
          table[node] = pick_port (network, data, hops, node, dest, PHASE_UP)
                        | pick_port (network, data, hops, node, dest, PHASE_DOWN) << 4;
        }
    }
  return TRUE;
}

/* ---- Ways along the tree ---- */

static void
number_nodes (const DlTorusNetwork *network, UpDown *data)
{
  g_autofree guint32 *next = g_new (guint32, network->n_nodes); /* number below each node */
  guint32 unused = 0;

  data->parent = g_new (guint8, network->n_nodes);
  data->first = g_new0 (guint32, network->n_nodes);
  data->size = g_new0 (guint32, network->n_nodes);
  for (guint i = 0; i < data->n_ordered; i++)
    {
      const guint node = data->order[i];

      data->size[node] = 1;
      data->parent[node] = DL_TORUS_PORT_NONE;
      for (guint port = 0; port < network->n_ports && data->parent[node] == DL_TORUS_PORT_NONE;
           port++)
        if (data->up[node] & 1 << port
            && data->level[neighbor (network, node, port)] < data->level[node])
          data->parent[node] = port;
    }
  for (guint i = data->n_ordered; i-- > 0;)
    {
      const guint node = data->order[i];
      if (data->parent[node] != DL_TORUS_PORT_NONE)
        data->size[neighbor (network, node, data->parent[node])] += data->size[node];
    }
  for (guint i = 0; i < data->n_ordered; i++)
    {
      const guint node = data->order[i];
      guint32 *number = data->parent[node] == DL_TORUS_PORT_NONE
                            ? &unused
                            : &next[neighbor (network, node, data->parent[node])];

      data->first[node] = *number;
      next[node] = *number + 1;
      *number += data->size[node];
    }
}

/* Is @dest @node or below it in the tree? */
static inline gboolean
is_below (const UpDown *data, guint dest, guint node)
{
  return data->first[dest] - data->first[node] < data->size[node];
}

/* Towards a neighbor that has @dest below it, the nearest if there are two, over any link; else up
 * the tree. From such a neighbor on it is down the tree. */
static guint
tree_port (const DlTorusNetwork *network, const UpDown *data, guint node, Phase phase, guint dest)
{
  const guint ports = data->down[node] | (phase == PHASE_UP ? data->up[node] : 0);
  guint best = DL_TORUS_PORT_NONE, best_level = 0;

  if (data->root[node] != data->root[dest])
    return DL_TORUS_PORT_NONE;
  for (guint port = 0; port < network->n_ports; port++)
    {
      const guint32 next = network->link_to[dl_torus_network_link (network, node, port)];

      if ((ports & 1 << port) && is_below (data, dest, next)
          && (best == DL_TORUS_PORT_NONE || data->level[next] > best_level))
        {
          best = port;
          best_level = data->level[next];
        }
    }
  return best == DL_TORUS_PORT_NONE && phase == PHASE_UP ? data->parent[node] : best;
}

/* ---- The engine ---- */

static Phase
phase_of (const UpDown *data, guint node, DlTorusArrival arrival)
{
  if (arrival.port >= DL_TORUS_N_NETWORK_PORTS)
    return PHASE_UP;
  /* It came down if the way back is up. */
  return data->up[node] & 1 << dl_torus_port_opposite (arrival.port) ? PHASE_DOWN : PHASE_UP;
}

static guint
port_for (const DlTorusNetwork *network, const UpDown *data, guint node, Phase phase, guint dest)
{
  if (data->table == NULL)
    return tree_port (network, data, node, phase, dest);
  return data->table[(gsize) dest * network->n_nodes + node] >> 4 * phase & 0xf;
}

static inline Phase
phase_behind (const UpDown *data, guint node, guint port)
{
  return data->up[node] & 1 << port ? PHASE_UP : PHASE_DOWN;
}

/* Hops to @dest, G_MAXUINT without a path. */
static guint
way_length (const DlTorusNetwork *network, const UpDown *data, guint node, Phase phase, guint dest)
{
  guint hops = 0;

  for (; node != dest; hops++)
    {
      const guint port = port_for (network, data, node, phase, dest);

      if (port == DL_TORUS_PORT_NONE)
        return G_MAXUINT;
      phase = phase_behind (data, node, port);
      node = network->link_to[dl_torus_network_link (network, node, port)];
    }
  return hops;
}

/* Why not @port, a minimal direction? Without it there are @hops to go. */
static void
trace_port (const DlTorusNetwork *network, const UpDown *data, guint node, Phase phase, guint dest,
            guint port, guint hops, DlTorusTrace *trace)
{
  const guint link = dl_torus_network_link (network, node, port);
  const Phase behind = phase_behind (data, node, port);

  if (network->link_state[link] == DL_LINK_ABSENT)
    dl_torus_trace_reject (trace, port, DL_TORUS_REJECTED_ABSENT);
  else if (neighbor (network, node, port) == DL_NO_NODE)
    dl_torus_trace_reject (trace, port, DL_TORUS_REJECTED_BROKEN);
  else if (phase == PHASE_DOWN && behind == PHASE_UP)
    dl_torus_trace_reject (trace, port, DL_TORUS_REJECTED_ILLEGAL);
  else
    {
      const guint further = way_length (network, data, network->link_to[link], behind, dest);

      if (further == G_MAXUINT)
        dl_torus_trace_reject (trace, port, DL_TORUS_REJECTED_DEAD_END);
      else if (further + 1 > hops)
        dl_torus_trace_reject (trace, port, DL_TORUS_REJECTED_LONGER);
    }
}

static DlTorusDecision
up_down_next (const DlTorusRoutes *routes, guint node, DlTorusArrival arrival, guint dest,
              DlTorusTrace *trace)
{
  const DlTorusNetwork *network = routes->network;
  const UpDown *data = routes->engine_data;
  const Phase phase = phase_of (data, node, arrival);
  guint port;

  if (node == dest)
    return (DlTorusDecision) { DL_TORUS_PORT_PROCESSOR, DL_TORUS_RULE_EJECT };
  port = port_for (network, data, node, phase, dest);
  if (trace != NULL)
    {
      const guint hops = way_length (network, data, node, phase, dest);

      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        if (network->torus.coord[node].at[dim] != network->torus.coord[dest].at[dim])
          {
            const guint minimal = dl_torus_routes_minimal_port (routes, node, dest, dim);
            if (minimal != port)
              trace_port (network, data, node, phase, dest, minimal, hops, trace);
          }
    }
  if (port == DL_TORUS_PORT_NONE)
    return (DlTorusDecision) { DL_TORUS_PORT_NONE, DL_TORUS_RULE_UNREACHABLE };
  return (DlTorusDecision) { port, data->up[node] & 1 << port ? DL_TORUS_RULE_TREE_UP
                                                              : DL_TORUS_RULE_TREE_DOWN };
}

static gboolean
up_down_prepare (DlTorusRoutes *routes, const DlTorusRoutes *previous, GCancellable *cancellable)
{
  const DlTorusNetwork *network = routes->network;
  UpDown *data = g_new0 (UpDown, 1);

  routes->engine_data = data;
  data->level = g_new (guint32, network->n_nodes);
  data->root = g_new (guint32, network->n_nodes);
  data->up = g_new0 (guint8, network->n_nodes);
  data->down = g_new0 (guint8, network->n_nodes);
  data->order = g_new (guint32, network->n_nodes);
  for (guint link = 0; link < network->n_links; link++)
    routes->suspect[link] = network->link_state[link] != DL_LINK_ABSENT;
  if (!measure_levels (network, data, cancellable))
    return FALSE;
  sort_ports (network, data);
  sort_nodes (network, data);
  if (network->n_nodes <= DL_UP_DOWN_TABLE_NODES)
    return fill_tables (network, data, cancellable);
  number_nodes (network, data);
  return TRUE;
}

static void
up_down_unprepare (DlTorusRoutes *routes)
{
  UpDown *data = routes->engine_data;

  g_free (data->level);
  g_free (data->root);
  g_free (data->up);
  g_free (data->down);
  g_free (data->order);
  g_free (data->table);
  g_free (data->parent);
  g_free (data->first);
  g_free (data->size);
  g_free (data);
}

const DlTorusEngine dl_engine_up_down = {
  .id = "up-down",
  .title = N_ ("Up*/down* tree"),
  .description = N_ ("Up a tree, then down: delivers whenever a path exists, but congests the "
                     "root; above 4,096 nodes not always the shortest path"),
  .scope = DL_TORUS_SUSPECT_ALL,
  .by_arrival = TRUE,
  .needs_datelines = FALSE,
  .prepare = up_down_prepare,
  .unprepare = up_down_unprepare,
  .next = up_down_next,
};
