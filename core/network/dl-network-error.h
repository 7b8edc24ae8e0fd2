/* What all networks have in common before there is one: errors about their parts, states of links.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  DL_NETWORK_ERROR_LIMIT,   /* a size past what the network's name space holds */
  DL_NETWORK_ERROR_OUTSIDE, /* a node or link that is not in the network */
  DL_NETWORK_ERROR_TWICE,   /* the same fault named twice */
  DL_NETWORK_ERROR_SYNTAX   /* text that names no node or link */
} DlNetworkError;

#define DL_NETWORK_ERROR (dl_network_error_quark ())
GQuark dl_network_error_quark (void);

typedef enum
{
  DL_LINK_ABSENT, /* the edge of a mesh */
  DL_LINK_BROKEN, /* the link or a node at either end */
  DL_LINK_UP
} DlLinkState;

#define DL_NO_NODE G_MAXUINT32

G_END_DECLS
