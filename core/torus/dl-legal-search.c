#include "dl-legal-search.h"

/* Bits of @allowed for each port, from the rules in the header. */
static void
lay_rules (DlLegalSearch *search)
{
  const DlTorus *torus = &search->routes->network->torus;

  for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
    {
      const DlDim dim = dl_port_dim (port);
      guint16 allowed = 1 << DL_LEGAL_INJECTED | 1 << (2 * port);

      for (guint from = 0; from < DL_N_NETWORK_PORTS; from++)
        {
          if (dl_port_dim (from) < dim)
            allowed |= 3 << (2 * from);
          else if (dl_port_dim (from) > dim && !dl_port_is_minus (from))
            allowed |= (torus->ring[dl_port_dim (from)] ? 1 : 3) << (2 * from);
        }
      search->allowed[port] = allowed;
    }
}

static void
lay_links (DlLegalSearch *search)
{
  const DlNetwork *network = search->routes->network;

  for (guint link = 0; link < network->n_links; link++)
    {
      search->broken[link] = network->link_state[link] == DL_LINK_BROKEN;
      if (network->link_state[link] == DL_LINK_UP)
        search->arrive[network->link_to[link]] |= 1 << link % network->n_ports;
    }
  for (guint node = 0; node < network->n_nodes; node++)
    for (guint dim = 0; dim < DL_N_DIMS; dim++)
      search->dateline[node] |= dl_routes_at_dateline (search->routes, node, dim) << dim;
}

DlLegalSearch *
dl_legal_search_new (const DlRoutes *routes)
{
  const DlNetwork *network = routes->network;
  const guint n = network->n_nodes;
  DlLegalSearch *search = g_new0 (DlLegalSearch, 1);

  search->routes = routes;
  dl_order_tree_init (&search->tree, network);
  search->ordered = g_new (guint16, n);
  search->settled = g_new (guint16, n);
  search->hops = g_new (guint16, 16 * n);
  search->broken = g_new (guint8, network->n_links);
  search->arrive = g_new0 (guint8, n);
  search->dateline = g_new0 (guint8, n);
  for (guint i = 0; i < 2; i++)
    {
      search->wave[i] = g_new (guint16, n);
      search->nodes[i] = g_new (guint32, n);
    }
  search->at_hops = g_new (guint32, n);
  search->same_hops = g_new (guint32, n);
  lay_rules (search);
  lay_links (search);
  return search;
}

void
dl_legal_search_free (DlLegalSearch *search)
{
  if (search == NULL)
    return;
  dl_order_tree_clear (&search->tree);
  g_free (search->ordered);
  g_free (search->settled);
  g_free (search->hops);
  g_free (search->broken);
  g_free (search->arrive);
  g_free (search->dateline);
  for (guint i = 0; i < 2; i++)
    {
      g_free (search->wave[i]);
      g_free (search->nodes[i]);
    }
  g_free (search->at_hops);
  g_free (search->same_hops);
  g_free (search);
}

/* The states that go on in dimension order, and the nodes that have some by their hops. Returns how
 * many nodes those are. */
static guint
start_waves (DlLegalSearch *search)
{
  const DlNetwork *network = search->routes->network;
  const DlOrderTree *tree = &search->tree;
  guint n_ordered = 0;

  search->n_disturbed = 0;
  memset (search->at_hops, 0xff, network->n_nodes * sizeof *search->at_hops);
  for (guint node = 0; node < network->n_nodes; node++)
    {
      guint16 ordered = 0;

      if (tree->port[node] == DL_PORT_PROCESSOR)
        ordered = (1 << DL_LEGAL_STATES) - 1;
      else if (!tree->clear[node])
        search->n_disturbed += network->node_up[node];
      else
        ordered = search->allowed[tree->port[node]]
                  | !tree->crosses[node] << (2 * tree->port[node] + 1);
      search->ordered[node] = search->settled[node] = ordered;
      if (ordered != 0)
        {
          search->same_hops[node] = search->at_hops[tree->hops[node]];
          search->at_hops[tree->hops[node]] = node;
          n_ordered++;
        }
    }
  return n_ordered;
}

/* The states of the node before @node, from where a hop by @port leads into @states (the two of
 * that port) there. */
static inline guint16
states_before (const DlLegalSearch *search, guint before, guint port, guint states)
{
  if (search->dateline[before] >> dl_port_dim (port) & 1)
    return states & 2 ? search->allowed[port] : 0;
  return (states & 1 ? search->allowed[port] : 0) | (states & 2) << 2 * port;
}

/* Settle @states of @node at @hops. Returns whether a disturbed node now has its way. */
static inline gboolean
settle (DlLegalSearch *search, guint node, guint16 states, guint hops)
{
  search->settled[node] |= states;
  for (guint left = states; left != 0; left &= left - 1)
    search->hops[16 * node + __builtin_ctz (left)] = hops;
  return states >> DL_LEGAL_INJECTED & 1;
}

/* A wave as one of the two in turn. */
typedef struct
{
  guint16 *states; /* (n_nodes) */
  guint32 *nodes;  /* (n) */
  guint n;
} Wave;

static inline void
wave_add (Wave *wave, guint node, guint16 states)
{
  if (wave->states[node] == 0)
    wave->nodes[wave->n++] = node;
  wave->states[node] |= states;
}

/* Settle at @hops all that leads into @now, and empty it; that is @next. Returns how many disturbed
 * nodes have their way now. */
static guint
spread (DlLegalSearch *search, Wave *now, Wave *next, guint hops)
{
  const DlNetwork *network = search->routes->network;
  guint n_found = 0;

  for (guint i = 0; i < now->n; i++)
    {
      const guint node = now->nodes[i];
      guint states = now->states[node];

      now->states[node] = 0;
      for (guint port = 0; port < DL_N_NETWORK_PORTS; port++, states >>= 2)
        {
          if ((states & 3) == 0 || !(search->arrive[node] >> port & 1))
            continue;
          const guint before
              = network->link_to[dl_network_link (network, node, dl_port_opposite (port))];
          const guint16 fresh
              = states_before (search, before, port, states & 3) & ~search->settled[before];
          if (fresh == 0)
            continue;
          n_found += settle (search, before, fresh, hops);
          wave_add (next, before, fresh);
        }
    }
  now->n = 0;
  return n_found;
}

gboolean
dl_legal_search_run (DlLegalSearch *search, guint dest, gboolean complete)
{
  const guint n = search->routes->network->n_nodes;
  Wave now = { search->wave[0], search->nodes[0], 0 };
  Wave next = { search->wave[1], search->nodes[1], 0 };
  guint n_ordered, n_waiting;

  search->dest = dest;
  dl_order_tree_build (&search->tree, search->routes, search->broken, dest);
  n_ordered = start_waves (search);
  n_waiting = search->n_disturbed;
  memset (now.states, 0, n * sizeof *now.states);
  memset (next.states, 0, n * sizeof *next.states);

  /* Wave by wave away from the destination. A route has fewer hops than there are nodes. */
  for (guint hops = 0; hops + 1 < n; hops++)
    {
      if (!complete && n_waiting == 0)
        break;
      for (guint node = search->at_hops[hops]; node != DL_NO_NODE; node = search->same_hops[node])
        {
          wave_add (&now, node, search->ordered[node]);
          n_ordered--;
        }
      if (now.n == 0 && n_ordered == 0)
        break;
      n_waiting -= spread (search, &now, &next, hops + 1);

      const Wave emptied = now;
      now = next;
      next = emptied;
    }
  return search->n_disturbed > 0;
}

/* Does the hop by @port, if it is legal, lead to where the destination is @hops away? */
static gboolean
leads_on (const DlLegalSearch *search, guint node, guint state, guint port, guint hops)
{
  const DlNetwork *network = search->routes->network;
  const guint link = dl_network_link (network, node, port);
  guint after;

  return network->link_state[link] == DL_LINK_UP
         && dl_legal_search_allows (search, node, state, port, &after)
         && dl_legal_search_hops (search, network->link_to[link], after) == hops;
}

guint
dl_legal_search_port (const DlLegalSearch *search, guint node, guint state)
{
  const guint ordered = search->tree.port[node];
  const guint hops = dl_legal_search_hops (search, node, state) - 1;
  guint port = state / 2;

  if (leads_on (search, node, state, ordered, hops))
    return ordered;
  if (state != DL_LEGAL_INJECTED && leads_on (search, node, state, port, hops))
    return port;
  for (port = 0; !leads_on (search, node, state, port, hops); port++)
    g_assert (port + 1 < DL_N_NETWORK_PORTS);
  return port;
}
