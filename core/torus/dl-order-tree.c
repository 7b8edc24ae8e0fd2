#include "dl-order-tree.h"

/* One position of a ring or row on its way to the destination's. */
typedef struct
{
  guint16 at;
  guint16 next;
  guint8 port;
  guint8 crosses;
} Step;

void
dl_order_tree_init (DlOrderTree *tree, const DlNetwork *network)
{
  const guint *radix = network->torus.radix;

  tree->port = g_new (guint8, network->n_nodes);
  tree->hops = g_new (guint16, network->n_nodes);
  tree->crosses = g_new (guint8, network->n_nodes);
  tree->clear = g_new (guint8, network->n_nodes);
  tree->steps = g_new (Step, MAX (radix[DL_X], MAX (radix[DL_Y], radix[DL_Z])));
}

void
dl_order_tree_clear (DlOrderTree *tree)
{
  g_clear_pointer (&tree->port, g_free);
  g_clear_pointer (&tree->hops, g_free);
  g_clear_pointer (&tree->crosses, g_free);
  g_clear_pointer (&tree->clear, g_free);
  g_clear_pointer (&tree->steps, g_free);
}

/* The positions of @dim with their ways to @dest's, nearer ones first in either direction: those
 * that go one way lie one behind the other. Returns how many. */
static guint
lay_steps (const DlRoutes *routes, guint dest, guint dim, Step *steps)
{
  const DlTorus *torus = &routes->network->torus;
  const guint k = torus->radix[dim], to = torus->coord[dest].at[dim];
  guint n = 0;

  for (guint port = 2 * dim; port < 2 * dim + 2; port++)
    {
      const gboolean minus = dl_port_is_minus (port);
      gboolean crosses = FALSE;
      guint next = to;

      for (;;)
        {
          if (!torus->ring[dim] && next == (minus ? k - 1 : 0))
            break;
          const guint at = (next + (minus ? 1 : k - 1)) % k;
          const guint node = dest + (at - to) * torus->stride[dim];
          if (at == to || dl_routes_minimal_port (routes, node, dest, dim) != port)
            break;
          crosses |= (gint) at == routes->spec.dateline[dim];
          steps[n++] = (Step) { at, next, port, crosses };
          next = at;
        }
    }
  return n;
}

void
dl_order_tree_build (DlOrderTree *tree, const DlRoutes *routes, const guint8 *bad, guint dest)
{
  const DlNetwork *network = routes->network;
  const DlTorus *torus = &network->torus;
  Step *steps = tree->steps;

  tree->port[dest] = DL_PORT_PROCESSOR;
  tree->hops[dest] = 0;
  tree->crosses[dest] = FALSE;
  tree->clear[dest] = TRUE;
  /* The last dimension of a route first: what X leads to is then known. */
  for (guint dim = DL_N_DIMS; dim-- > 0;)
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
                  = tree->clear[next] & !bad[dl_network_link (network, node, step.port)];
            }
        }
    }
}

void
dl_order_marks_init (DlOrderMarks *marks, const DlNetwork *network)
{
  const guint *radix = network->torus.radix;

  marks->plane = g_new0 (guint8, radix[DL_X]);
  marks->line = g_new0 (guint8, radix[DL_X] * radix[DL_Y]);
  marks->node = g_new0 (guint8, network->n_nodes);
}

void
dl_order_marks_clear (DlOrderMarks *marks)
{
  g_clear_pointer (&marks->plane, g_free);
  g_clear_pointer (&marks->line, g_free);
  g_clear_pointer (&marks->node, g_free);
}

void
dl_order_marks_add (DlOrderMarks *marks, const DlRoutes *routes, guint link)
{
  const DlNetwork *network = routes->network;
  const DlTorus *torus = &network->torus;
  const guint node = link / network->n_ports, port = link % network->n_ports;
  const DlDim dim = dl_port_dim (port);
  const guint stride = torus->stride[dim], from = torus->coord[node].at[dim];
  guint8 *marked[] = { marks->plane, marks->line, marks->node };

  for (guint to = 0; to < torus->radix[dim]; to++)
    {
      const guint dest = node + (to - from) * stride;
      if (to != from && dl_routes_minimal_port (routes, node, dest, dim) == port)
        marked[dim][dest / stride] = TRUE;
    }
}

guint
dl_order_port (const DlRoutes *routes, guint node, guint dest)
{
  const DlCoord *coord = routes->network->torus.coord;
  guint dim = DL_X;

  while (coord[node].at[dim] == coord[dest].at[dim])
    dim++;
  return dl_routes_minimal_port (routes, node, dest, dim);
}

gboolean
dl_order_is_clear (const DlRoutes *routes, guint node, guint dest)
{
  const DlNetwork *network = routes->network;

  while (node != dest)
    {
      const guint link = dl_network_link (network, node, dl_order_port (routes, node, dest));
      if (network->link_state[link] != DL_LINK_UP)
        return FALSE;
      node = network->link_to[link];
    }
  return TRUE;
}

guint
dl_order_distance (const DlTorus *torus, guint a, guint b)
{
  guint hops = 0;

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    {
      const guint p = torus->coord[a].at[dim], q = torus->coord[b].at[dim];
      const guint straight = p > q ? p - q : q - p;
      hops += torus->ring[dim] ? MIN (straight, torus->radix[dim] - straight) : straight;
    }
  return hops;
}
