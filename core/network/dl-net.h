/* A network as all networks are seen, and what a family's own networks, routes and analyses begin
 * with. */
#pragma once

#include "dl-graph.h"
#include "dl-shared.h"

G_BEGIN_DECLS

/* A plain value that borrows the family's own. */
typedef struct
{
  gconstpointer shape; /* the family's, which begins with a DlShape */
  const DlGraph *graph;
  guint n_vcs;
  guint n_groups;             /* 0: there are none */
  guint middle;               /* the node in the middle; 0: half way to the last */
  gboolean routers_are_nodes; /* a router and its one node are the same place, a node */
} DlNet;

/* The head of a family's network. */
typedef struct
{
  DlShared shared;
  DlNet net;
} DlShape;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlShape, dl_shared_unref)

/* The head of the routes of a network. */
typedef struct
{
  DlShared shared;
  gpointer shape; /* the family's network, which it holds */
} DlRouted;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlRouted, dl_shared_unref)

/* The head of any analysis of routes. */
typedef struct
{
  DlShared shared;
  gpointer routes; /* the family's, which it holds */
} DlAnalyzed;

/* The net of a family's network. */
static inline const DlNet *
dl_shape_net (gconstpointer shape)
{
  return &((const DlShape *) shape)->net;
}

/* The network of a family's analysis, borrowed. */
static inline gpointer
dl_analyzed_shape (gconstpointer analysis)
{
  return ((const DlRouted *) ((const DlAnalyzed *) analysis)->routes)->shape;
}

/* Is there such a place, by its number? */
static inline gboolean
dl_net_has_place (const DlNet *net, DlPlace place)
{
  const guint numbers[] = {
    [DL_PLACE_NODE] = net->graph->n_nodes, [DL_PLACE_ROUTER] = net->graph->n_routers,
    [DL_PLACE_LINK] = net->graph->n_links, [DL_PLACE_GROUP] = net->n_groups,
    [DL_PLACE_PAIR] = net->n_groups,
  };

  return place.a < numbers[place.kind] && (place.kind != DL_PLACE_PAIR || place.b < net->n_groups);
}

/* The node at @place, or the first of its nodes; DL_NO_NODE: it has none. */
guint dl_shape_node_at (gconstpointer shape, DlPlace place);
/* The router at @place, or that it leaves, which breaks with all its links, as the place that it
 * is; DL_NOWHERE: of a group, or of a node without a cable. */
DlPlace dl_shape_router_at (gconstpointer shape, DlPlace place);
/* The group that @place lies in, or leaves; G_MAXUINT: none. */
guint dl_shape_group_at (gconstpointer shape, DlPlace place);

/* How a packet goes from one node to another, all else idle. */
typedef struct
{
  gboolean delivered;
  guint n_hops; /* as far as it comes */
  char *line;   /* in one line, as it is written for people; NULL without a hop; free with g_free */
} DlPairRoute;

G_END_DECLS
