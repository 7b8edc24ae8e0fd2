/* Nodes that ranks and jobs can be placed on, of whatever kind of network: which of them work, what
 * they are called, and which group each is in. A plain value that borrows the network. */
#pragma once

#include "dl-site-words.h"

G_BEGIN_DECLS

#define DL_NO_GROUP G_MAXUINT32

typedef struct
{
  gconstpointer network; /* borrowed */
  guint n_nodes, n_working;
  gboolean (*is_up) (gconstpointer network, guint node);
  /* Errors: DL_NETWORK_ERROR_SYNTAX, DL_NETWORK_ERROR_OUTSIDE. */
  gboolean (*parse) (gconstpointer network, const char *text, guint *node, GError **error);
  char *(*name) (gconstpointer network, guint node);
  /* What jobs are spread over. Numbers of groups are below n_groups, and a group may have no node.
   * 0, NULL: there are none. */
  guint n_groups;
  guint32 (*group) (gconstpointer network, guint node); /* DL_NO_GROUP: none */
  char *(*group_name) (gconstpointer network, guint32 group);
  /* A node, or what is broken with it and a cell of the map of jobs, as people read it where it is
   * pointed at: "Router 0.1.3". Free with g_free. */
  char *(*tell) (gconstpointer network, guint node);
  const DlSiteWords *words;
  /* Nodes are called anything, and are placed by name, too: a backslash comes before what would end
   * a name in a list. */
  gboolean free_names;
} DlSites;

G_END_DECLS
