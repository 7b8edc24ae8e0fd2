#include "dl-graph.h"

#include "dl-memory.h"

static guint32 *
new_routers (gsize n)
{
  guint32 *routers = g_new (guint32, n);

  dl_fill (routers, 0xff, n * sizeof *routers); /* DL_NO_NODE */
  return routers;
}

static guint8 *
new_up (gsize n)
{
  guint8 *up = g_new (guint8, n);

  dl_fill (up, TRUE, n);
  return up;
}

static void
free_wires (DlGraph *graph)
{
  g_free (graph->link_from);
  g_free (graph->link_to);
  g_free (graph->link_port);
  g_free (graph->peer_port);
  g_free (graph->link_cycles);
  g_free (graph->link_class);
  g_free (graph->first_link);
  g_free (graph->router_group);
  g_free (graph->inject_router);
  g_free (graph->eject_router);
  g_free (graph->inject_port);
  g_free (graph->eject_port);
  g_free (graph->node_cycles);
}

static void
graph_free (gpointer data)
{
  DlGraph *graph = data;

  if (graph->whole != NULL)
    {
      if (graph->link_cycles != graph->whole->link_cycles)
        g_free (graph->link_cycles);
      if (graph->node_cycles != graph->whole->node_cycles)
        g_free (graph->node_cycles);
      dl_graph_unref (graph->whole);
    }
  else
    free_wires (graph);
  g_free (graph->link_capacity);
  g_free (graph->link_rate);
  g_free (graph->link_state);
  g_free (graph->router_up);
  g_free (graph->node_up);
  g_free (graph);
}

DlGraph *
dl_graph_new (guint n_nodes, guint n_routers, guint n_links, guint n_ports)
{
  DlGraph *graph = g_new0 (DlGraph, 1);

  dl_shared_init (&graph->shared, graph_free);
  graph->n_nodes = n_nodes;
  graph->n_routers = n_routers;
  graph->n_links = n_links;
  graph->n_ports = n_ports;
  graph->link_from = new_routers (n_links);
  graph->link_to = new_routers (n_links);
  graph->link_port = g_new0 (guint16, n_links);
  graph->peer_port = g_new0 (guint16, n_links);
  graph->link_cycles = g_new0 (guint16, n_links);
  graph->link_class = g_new0 (guint8, n_links);
  graph->first_link = g_new0 (guint32, n_routers + 1);
  graph->inject_router = new_routers (n_nodes);
  graph->eject_router = new_routers (n_nodes);
  graph->inject_port = g_new0 (guint16, n_nodes);
  graph->eject_port = g_new0 (guint16, n_nodes);
  graph->node_cycles = g_new (guint16, n_nodes);
  for (guint node = 0; node < n_nodes; node++)
    graph->node_cycles[node] = 1;
  graph->link_state = g_new (guint8, n_links);
  dl_fill (graph->link_state, DL_LINK_ABSENT, n_links);
  graph->router_up = new_up (n_routers);
  graph->node_up = new_up (n_nodes);
  return graph;
}

DlGraph *
dl_graph_new_states (DlGraph *graph)
{
  DlGraph *copy = g_memdup2 (graph, sizeof *graph);

  dl_shared_init (&copy->shared, graph_free);
  copy->whole = dl_graph_ref (graph->whole != NULL ? graph->whole : graph);
  if (graph->link_cycles != copy->whole->link_cycles)
    copy->link_cycles = g_memdup2 (graph->link_cycles, graph->n_links * sizeof *graph->link_cycles);
  if (graph->node_cycles != copy->whole->node_cycles)
    copy->node_cycles = g_memdup2 (graph->node_cycles, graph->n_nodes * sizeof *graph->node_cycles);
  copy->link_capacity = g_memdup2 (
      graph->link_capacity, graph->link_capacity != NULL ? graph->n_links * sizeof (double) : 0);
  copy->link_rate = g_memdup2 (graph->link_rate,
                               graph->link_rate != NULL ? graph->n_links * sizeof (DlRate) : 0);
  copy->link_state = g_memdup2 (graph->link_state, graph->n_links);
  copy->router_up = g_memdup2 (graph->router_up, graph->n_routers);
  copy->node_up = g_memdup2 (graph->node_up, graph->n_nodes);
  return copy;
}

void
dl_graph_set_node (DlGraph *graph, guint node, guint router, guint port)
{
  graph->inject_router[node] = graph->eject_router[node] = router;
  graph->inject_port[node] = graph->eject_port[node] = port;
}

void
dl_graph_set_link (DlGraph *graph, guint link, guint from, guint out, guint to, guint in)
{
  graph->link_from[link] = from;
  graph->link_port[link] = out;
  graph->link_to[link] = to;
  graph->peer_port[link] = in;
  graph->link_state[link] = DL_LINK_UP;
}

void
dl_graph_index (DlGraph *graph)
{
  guint link = 0;

  while (link < graph->n_links && graph->link_from[link] == DL_NO_NODE)
    link++;
  for (guint router = 0; router < graph->n_routers; router++)
    {
      graph->first_link[router] = link;
      while (link < graph->n_links && graph->link_from[link] == router)
        link++;
    }
  graph->first_link[graph->n_routers] = link;
  g_assert (link == graph->n_links); /* they are by the router that they leave */
}

guint
dl_graph_back (const DlGraph *graph, guint link)
{
  const guint from = graph->link_from[link], to = graph->link_to[link];
  const guint first = to != DL_NO_NODE ? graph->first_link[to] : 0;
  const guint end = graph->first_link[to != DL_NO_NODE ? to + 1 : 0];

  for (guint back = first; back < end; back++)
    if (graph->link_to[back] == from && graph->link_port[back] == graph->peer_port[link]
        && graph->peer_port[back] == graph->link_port[link])
      return back;
  return DL_NO_LINK;
}

guint
dl_graph_cable_back (const DlGraph *graph, guint link)
{
  const guint32 from = graph->link_from[link], to = graph->link_to[link];

  if (from != DL_NO_NODE && to != DL_NO_NODE)
    return dl_graph_back (graph, link);
  if (from == DL_NO_NODE && to != DL_NO_NODE)
    for (guint out = graph->first_link[to]; out < graph->first_link[to + 1]; out++)
      if (graph->link_port[out] == graph->peer_port[link] && graph->link_to[out] == DL_NO_NODE)
        return out;
  /* Links that leave nodes come first. */
  for (guint in = 0; to == DL_NO_NODE && in < graph->first_link[0]; in++)
    if (graph->link_to[in] == from && graph->peer_port[in] == graph->link_port[link])
      return in;
  return DL_NO_LINK;
}

/* Rates ---------------------------------------------------------------------------------------- */

static void
change_cycles (DlGraph *graph, guint link, guint cycles)
{
  const guint32 from = graph->link_from[link], to = graph->link_to[link];

  if (graph->whole != NULL && graph->link_cycles == graph->whole->link_cycles)
    graph->link_cycles
        = g_memdup2 (graph->link_cycles, graph->n_links * sizeof *graph->link_cycles);
  if (graph->whole != NULL && graph->node_cycles == graph->whole->node_cycles)
    graph->node_cycles
        = g_memdup2 (graph->node_cycles, graph->n_nodes * sizeof *graph->node_cycles);
  graph->link_cycles[link] = cycles;
  for (guint node = 0; node < graph->n_nodes && (from == DL_NO_NODE || to == DL_NO_NODE); node++)
    if ((from == DL_NO_NODE && graph->inject_router[node] == to
         && graph->inject_port[node] == graph->peer_port[link])
        || (to == DL_NO_NODE && graph->eject_router[node] == from
            && graph->eject_port[node] == graph->link_port[link]))
      graph->node_cycles[node] = cycles;
}

/* The fastest rate; 0: none is stated. */
static double
find_fastest (const DlRate *rates, guint n)
{
  double fastest = 0;

  for (guint link = 0; link < n; link++)
    fastest = MAX (fastest, rates[link].gbps);
  return fastest;
}

/* NULL where all are 1. */
static double *
keep_capacities (double *capacity, guint n)
{
  for (guint link = 0; link < n; link++)
    if (capacity[link] != 1)
      return capacity;
  g_free (capacity);
  return NULL;
}

/* The shares of those with a rate follow from it. FALSE: @link is faster than the reference. */
static gboolean
find_shares (const DlRate *rates, double *share, guint n, double reference, guint *link)
{
  for (guint i = 0; i < n; i++)
    {
      if (rates[i].gbps == 0)
        continue;
      share[i] = rates[i].gbps / reference;
      *link = i;
      if (share[i] > 1)
        return FALSE;
    }
  return TRUE;
}

gboolean
dl_graph_set_rates (DlGraph *graph, const DlRate *rates, const DlLinkChange *changes, guint n,
                    double reference, guint *link)
{
  const guint n_links = graph->n_links;
  g_autofree double *share = g_new (double, n_links);
  g_autofree DlRate *own = g_new0 (DlRate, n_links);
  double fastest;

  if (rates != NULL)
    dl_copy (own, rates, n_links * sizeof *rates);
  for (guint i = 0; i < n_links; i++)
    share[i] = 1;
  for (guint i = 0; i < n; i++)
    {
      if (changes[i].rate.gbps > 0)
        own[changes[i].link] = changes[i].rate;
      if (changes[i].cycles > 0)
        change_cycles (graph, changes[i].link, changes[i].cycles);
    }
  fastest = find_fastest (own, n_links);
  for (guint i = 0; i < n; i++)
    {
      DlRate *rate = &own[changes[i].link];

      if (rate->gbps > 0 && changes[i].share < 1)
        *rate = (DlRate) { rate->gbps * changes[i].share, 0, 0 };
      else
        share[changes[i].link] = changes[i].share;
    }
  if (!find_shares (own, share, n_links, reference > 0 ? reference : fastest, link))
    return FALSE;
  g_free (graph->link_capacity);
  g_free (graph->link_rate);
  graph->link_capacity = keep_capacities (g_steal_pointer (&share), n_links);
  graph->link_rate = fastest > 0 ? g_steal_pointer (&own) : NULL;
  return TRUE;
}

gboolean
dl_graph_same_wires (const DlGraph *a, const DlGraph *b)
{
  if (a->n_nodes != b->n_nodes || a->n_routers != b->n_routers || a->n_links != b->n_links
      || a->n_ports != b->n_ports)
    return FALSE;
  for (guint link = 0; link < a->n_links && a->link_capacity != b->link_capacity; link++)
    if (dl_graph_capacity (a, link) != dl_graph_capacity (b, link))
      return FALSE;
  if (a->link_from == b->link_from && a->link_cycles == b->link_cycles
      && a->node_cycles == b->node_cycles)
    return TRUE;
#define SAME(member, n) dl_same_bytes (a->member, b->member, (gsize) (n) * sizeof *a->member)
  return SAME (link_from, a->n_links) && SAME (link_to, a->n_links) && SAME (link_port, a->n_links)
         && SAME (peer_port, a->n_links) && SAME (link_cycles, a->n_links)
         && SAME (link_class, a->n_links) && SAME (inject_router, a->n_nodes)
         && SAME (eject_router, a->n_nodes) && SAME (inject_port, a->n_nodes)
         && SAME (eject_port, a->n_nodes) && SAME (node_cycles, a->n_nodes);
#undef SAME
}
