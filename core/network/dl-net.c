#include "dl-net.h"

/* The node whose link leaves it for @router by @port. */
static guint
node_behind (const DlGraph *graph, guint router, guint port)
{
  for (guint node = 0; node < graph->n_nodes; node++)
    if (graph->inject_router[node] == router && graph->inject_port[node] == port)
      return node;
  return DL_NO_NODE;
}

/* The node that sends to @router by its first such port; where none does, that hears it so. */
static guint
first_node (const DlGraph *graph, guint router)
{
  guint first = DL_NO_NODE, hears = DL_NO_NODE;

  for (guint node = 0; node < graph->n_nodes; node++)
    {
      if (graph->inject_router[node] == router
          && (first == DL_NO_NODE || graph->inject_port[node] < graph->inject_port[first]))
        first = node;
      if (graph->eject_router[node] == router
          && (hears == DL_NO_NODE || graph->eject_port[node] < graph->eject_port[hears]))
        hears = node;
    }
  return first != DL_NO_NODE ? first : hears;
}

/* Or DL_NO_NODE. A link of a node is at its router. */
static guint
router_of (const DlGraph *graph, DlPlace place)
{
  switch (place.kind)
    {
    case DL_PLACE_ROUTER:
      return place.a;
    case DL_PLACE_NODE:
      return graph->inject_router[place.a];
    case DL_PLACE_LINK:
      return graph->link_from[place.a] != DL_NO_NODE ? graph->link_from[place.a]
                                                     : graph->link_to[place.a];
    default:
      return DL_NO_NODE;
    }
}

/* The first router of a group. */
static guint
first_router (const DlGraph *graph, guint group)
{
  for (guint router = 0; router < graph->n_routers; router++)
    if (graph->router_group[router] == group)
      return router;
  return DL_NO_NODE;
}

guint
dl_shape_node_at (gconstpointer shape, DlPlace place)
{
  const DlNet *net = dl_shape_net (shape);
  const DlGraph *graph = net->graph;
  guint router;

  if (place.kind == DL_PLACE_NODE || place.kind == DL_PLACE_NOTHING)
    return dl_place_number (place, DL_PLACE_NODE);
  if (place.kind == DL_PLACE_LINK && graph->link_from[place.a] == DL_NO_NODE)
    return node_behind (graph, graph->link_to[place.a], graph->peer_port[place.a]);
  router = place.kind == DL_PLACE_GROUP || place.kind == DL_PLACE_PAIR
               ? first_router (graph, place.a)
               : router_of (graph, place);
  return router == DL_NO_NODE || net->routers_are_nodes ? router : first_node (graph, router);
}

DlPlace
dl_shape_router_at (gconstpointer shape, DlPlace place)
{
  const DlNet *net = dl_shape_net (shape);
  const guint router = router_of (net->graph, place);

  return router == DL_NO_NODE     ? DL_NOWHERE
         : net->routers_are_nodes ? dl_place_node (router)
                                  : dl_place_router (router);
}

guint
dl_shape_group_at (gconstpointer shape, DlPlace place)
{
  const DlNet *net = dl_shape_net (shape);
  const guint router = router_of (net->graph, place);

  if (net->n_groups == 0)
    return G_MAXUINT;
  if (router != DL_NO_NODE)
    return net->graph->router_group[router];
  return place.kind == DL_PLACE_PAIR || place.kind == DL_PLACE_GROUP ? place.a : G_MAXUINT;
}
