/* A network as all networks are seen. A plain value that borrows the family's own. */
#pragma once

#include "dl-graph.h"

G_BEGIN_DECLS

typedef struct
{
  gconstpointer shape; /* the family's */
  const DlGraph *graph;
  guint n_vcs;
  guint n_groups; /* 0: there are none */
} DlNet;

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

/* How a packet goes from one node to another, all else idle. */
typedef struct
{
  gboolean delivered;
  guint n_hops; /* as far as it comes */
  char *line;   /* in one line, as it is written for people; NULL without a hop; free with g_free */
} DlPairRoute;

G_END_DECLS
