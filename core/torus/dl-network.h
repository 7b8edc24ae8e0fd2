/* The network as flat arrays: nodes, ports and directed links. Immutable once built, shared by
 * reference between threads. */
#pragma once

#include "dl-graph.h"
#include "dl-torus.h"
#include "dl-net.h"

G_BEGIN_DECLS

/* What a torus has beside nodes and links. */
typedef struct
{
  guint radix[DL_N_DIMS];
  gboolean ring[DL_N_DIMS]; /* a torus dimension, of radix 3 or more */
  guint stride[DL_N_DIMS];  /* node = x stride[0] + y stride[1] + z stride[2]; stride[2] is 1 */
  DlCoord *coord;           /* (n_nodes) */
  guint16 *nid;             /* (n_nodes) region << 12 | index in the region (VC paper 2.2) */
  guint region_planes;      /* YZ planes a region */
  guint n_regions;
  guint8 *region_of_x;                     /* (radix[DL_X]) */
  guint region_low[DL_TORUS_MAX_REGIONS];  /* first x of each region */
  guint region_high[DL_TORUS_MAX_REGIONS]; /* last x of each region */
} DlTorus;

/* Virtual channels of requests on a link of the torus; responses use VC2/VC3 the same way. */
#define DL_TORUS_VCS 2

typedef struct _DlNetwork
{
  DlShape head;
  guint n_nodes; /* broken ones included */
  guint n_ports; /* network ports a router */
  guint n_links; /* link slots, n_nodes x n_ports; the edge of a mesh leaves absent ones */
  guint n_working_nodes;
  guint n_working_links;
  DlGraph *graph; /* a router's last port is its node's */
  /* Arrays of it. */
  guint8 *node_up;    /* (n_nodes) gboolean */
  guint8 *link_state; /* (n_nodes x n_ports) DlLinkState, at node * n_ports + port */
  guint32 *link_to;   /* (n_nodes x n_ports) node at the far end, DL_NO_NODE if absent */
  DlTorus torus;
} DlNetwork;

/* Build a torus or mesh (VC paper 2.2). Errors: those of dl_torus_spec_check. */
DlNetwork *dl_network_new_torus (const DlTorusSpec *spec, GError **error);
DL_SHARED (DlNetwork, dl_network)

static inline guint
dl_network_link (const DlNetwork *network, guint node, guint port)
{
  return node * network->n_ports + port;
}

static inline gboolean
dl_network_link_up (const DlNetwork *network, guint node, guint port)
{
  return network->link_state[node * network->n_ports + port] == DL_LINK_UP;
}

/* The node at @coord; the coordinate must be inside. */
guint dl_network_node_at (const DlNetwork *network, DlCoord coord);
gboolean dl_network_has_coord (const DlNetwork *network, DlCoord coord);
DlLinkAt dl_network_link_at (const DlNetwork *network, guint link);

/* Links are numbered alike: the same radices, whatever is broken, wrapped or not. */
gboolean dl_network_same_links (const DlNetwork *a, const DlNetwork *b);

G_END_DECLS
