#include "oracle-legal.h"

/* The network looked up rather than computed each time. */
typedef struct
{
  const Oracle *o;
  int *far;           /* (n_nodes x 6) the node that a port faces, -1 past the edge of a mesh */
  gboolean *dateline; /* (n_nodes x 3) at that dimension's dateline */
  gboolean *channel;  /* (n_nodes x 6 x 2) a packet may be on it */
} Map;

/* A channel by the node it leaves, its port and VC. */
typedef struct
{
  int node, port, vc;
} Channel;

static gboolean
is_torus (const Oracle *o, int dim)
{
  return o->torus.wrap[dim] && o->torus.radix[dim] >= 3;
}

/* The node that @port of @node faces, -1 past the edge of a mesh. */
static int
node_at_port (const Oracle *o, int node, int port)
{
  const int dim = port / 2, k = o->torus.radix[dim];
  OracleNode at = oracle_node (o, node);

  at.at[dim] += port % 2 == 0 ? 1 : -1;
  if (at.at[dim] < 0 || at.at[dim] >= k)
    {
      if (!is_torus (o, dim))
        return -1;
      at.at[dim] = (at.at[dim] + k) % k;
    }
  return oracle_index (o, at);
}

/* Is the step from @a to @b, which leaves where @a arrives, in L? */
static gboolean
is_legal (const Map *map, Channel a, Channel b)
{
  const int dim_a = a.port / 2, dim_b = b.port / 2;
  const gboolean minus = a.port % 2 == 1;

  if (dim_a == dim_b)
    {
      if (a.port != b.port)
        return FALSE; /* 180 degrees */
      if (map->dateline[3 * b.node + dim_b])
        return a.vc == 0 && b.vc == 1;
      return a.vc == b.vc;
    }
  if (dim_a == 1 && minus && dim_b == 0)
    return FALSE; /* Y- never to X */
  if (dim_a == 2 && minus)
    return FALSE; /* Z- never to X or Y */
  if (dim_b < dim_a && a.vc == 1 && is_torus (map->o, dim_a))
    return FALSE; /* VC1 of a torus never to a higher dimension */
  return TRUE;
}

static int
number (Channel c)
{
  return 12 * c.node + 2 * c.port + c.vc;
}

static void
map_init (Map *map, const Oracle *o)
{
  map->o = o;
  map->far = g_new (int, 6 * o->n_nodes);
  map->dateline = g_new (gboolean, 3 * o->n_nodes);
  map->channel = g_new (gboolean, 12 * o->n_nodes);
  for (int i = 0; i < 6 * o->n_nodes; i++)
    map->far[i] = node_at_port (o, i / 6, i % 6);
  for (int i = 0; i < 3 * o->n_nodes; i++)
    map->dateline[i]
        = is_torus (o, i % 3) && oracle_node (o, i / 3).at[i % 3] == o->torus.dateline[i % 3];
  /* "A packet that leaves the dateline node in that dimension is on VC1." */
  for (int i = 0; i < 12 * o->n_nodes; i++)
    map->channel[i] = o->link_up[i / 2] && (i % 2 == 1 || !map->dateline[i / 4]);
}

static void
map_clear (Map *map)
{
  g_free (map->far);
  g_free (map->dateline);
  g_free (map->channel);
}

void
oracle_legal_hops (const Oracle *o, int dest, int *hops)
{
  const int n_channels = 12 * o->n_nodes;
  g_autofree int *left = g_new (int, n_channels); /* hops left when a packet is on the channel */
  g_autofree Channel *queue = g_new (Channel, n_channels);
  int head = 0, tail = 0;
  Map map;

  map_init (&map, o);
  for (int i = 0; i < n_channels; i++)
    left[i] = -1;
  for (int i = 0; i < n_channels; i++)
    if (map.channel[i] && map.far[i / 2] == dest)
      {
        left[i] = 1;
        queue[tail++] = (Channel) { i / 12, i / 2 % 6, i % 2 };
      }
  while (head < tail)
    {
      const Channel b = queue[head++];

      for (int port = 0; port < 6; port++)
        for (int vc = 0; vc < 2; vc++)
          {
            const Channel a = { map.far[6 * b.node + (port ^ 1)], port, vc };

            if (a.node < 0 || left[number (a)] >= 0 || !map.channel[number (a)]
                || !is_legal (&map, a, b))
              continue;
            left[number (a)] = left[number (b)] + 1;
            queue[tail++] = a;
          }
    }
  map_clear (&map);

  for (int node = 0; node < o->n_nodes; node++)
    {
      hops[node] = node == dest ? 0 : -1;
      for (int i = 12 * node; node != dest && i < 12 * (node + 1); i++)
        if (left[i] >= 0 && (hops[node] < 0 || left[i] < hops[node]))
          hops[node] = left[i];
    }
}
