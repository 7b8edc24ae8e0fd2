/* A place of a network, which can be selected, pointed at, broken, explained. The same type for all
 * families; which kinds of places a network has is its family's. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define DL_NO_LINK G_MAXUINT32

typedef enum
{
  DL_PLACE_NOTHING,
  DL_PLACE_NODE,
  DL_PLACE_ROUTER,
  DL_PLACE_LINK,
  DL_PLACE_GROUP, /* of routers */
  DL_PLACE_PAIR   /* from group a to group b; a == b: the inside of a group */
} DlPlaceKind;

/* A plain value. */
typedef struct
{
  DlPlaceKind kind;
  guint32 a; /* its number in the network; of a pair that of the first group */
  guint32 b; /* of a pair, the other group; else 0 */
} DlPlace;

#define DL_NOWHERE ((DlPlace) { DL_PLACE_NOTHING, 0, 0 })

static inline DlPlace
dl_place_node (guint node)
{
  return (DlPlace) { DL_PLACE_NODE, node, 0 };
}

static inline DlPlace
dl_place_router (guint router)
{
  return (DlPlace) { DL_PLACE_ROUTER, router, 0 };
}

static inline DlPlace
dl_place_link (guint link)
{
  return (DlPlace) { DL_PLACE_LINK, link, 0 };
}

static inline DlPlace
dl_place_group (guint group)
{
  return (DlPlace) { DL_PLACE_GROUP, group, 0 };
}

static inline DlPlace
dl_place_pair (guint from, guint to)
{
  return (DlPlace) { DL_PLACE_PAIR, from, to };
}

static inline gboolean
dl_place_equal (DlPlace a, DlPlace b)
{
  return a.kind == b.kind && (a.kind == DL_PLACE_NOTHING || (a.a == b.a && a.b == b.b));
}

/* The number of a place of @kind; DL_NO_LINK, which is DL_NO_NODE, of any other. */
static inline guint
dl_place_number (DlPlace place, DlPlaceKind kind)
{
  return place.kind == kind ? place.a : DL_NO_LINK;
}

/* Definitions common to all networks: errors about their parts, states of links. */

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
