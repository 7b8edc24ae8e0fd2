/* Nodes that ranks can be placed on, of whatever kind of network: which of them work, and what they
 * are called. A plain value that borrows the network. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  gconstpointer network; /* borrowed */
  guint n_nodes, n_working;
  gboolean (*is_up) (gconstpointer network, guint node);
  /* Errors: DL_NETWORK_ERROR_SYNTAX, DL_NETWORK_ERROR_OUTSIDE. */
  gboolean (*parse) (gconstpointer network, const char *text, guint *node, GError **error);
  char *(*name) (gconstpointer network, guint node);
} DlSites;

G_END_DECLS
