/* A network as all networks are seen: numbers of nodes and links, and what state they are in. A
 * plain value that borrows the family's own network. */
#pragma once

#include "dl-network-error.h"

G_BEGIN_DECLS

typedef struct
{
  gconstpointer shape; /* the family's */
  guint n_nodes, n_routers, n_links, n_vcs;
  const guint8 *link_state; /* (n_links) DlLinkState */
  const guint8 *router_up;  /* (n_routers) gboolean */
} DlNet;

/* How a packet goes from one node to another, all else idle. */
typedef struct
{
  gboolean delivered;
  guint n_hops; /* as far as it comes */
  char *line;   /* in one line, as it is written for people; NULL without a hop; free with g_free */
} DlPairRoute;

G_END_DECLS
