/* The shape of a 3-D torus or mesh and its faults, as a person states them. */
#pragma once

#include "dl-graph.h"
#include "dl-net.h"

#include <glib.h>

G_BEGIN_DECLS

/* Limits of the Cray XT's node name space: destination[14:0] in the packet header, 8 regions of
 * destination[11:0] (VC paper, 2.1 and 2.2). */
#define DL_TORUS_MAX_NODES    32768
#define DL_TORUS_REGION_NODES 4096
#define DL_TORUS_MAX_REGIONS  8

typedef enum
{
  DL_X,
  DL_Y,
  DL_Z,
  DL_TORUS_N_DIMS
} DlTorusDim;

/* Output and input ports of a router, named by where they face. */
typedef enum
{
  DL_TORUS_PORT_X_PLUS,
  DL_TORUS_PORT_X_MINUS,
  DL_TORUS_PORT_Y_PLUS,
  DL_TORUS_PORT_Y_MINUS,
  DL_TORUS_PORT_Z_PLUS,
  DL_TORUS_PORT_Z_MINUS,
  DL_TORUS_N_NETWORK_PORTS,
  DL_TORUS_PORT_PROCESSOR = DL_TORUS_N_NETWORK_PORTS,
  DL_TORUS_PORT_NONE
} DlTorusPort;

static inline DlTorusDim
dl_torus_port_dim (guint port)
{
  return (DlTorusDim) (port >> 1);
}

static inline gboolean
dl_torus_port_is_minus (guint port)
{
  return port & 1;
}

static inline guint
dl_torus_port_opposite (guint port)
{
  return port ^ 1;
}

/* "x+", "y-"; "p" for the processor port. */
const char *dl_torus_port_name (guint port);
/* "x", "y", "z" */
const char *dl_torus_dim_name (guint dim);

/* A node by its coordinates (x, y, z). */
typedef struct
{
  guint16 at[DL_TORUS_N_DIMS];
} DlTorusCoord;

/* A directed link by the node it leaves and the port it leaves by. */
typedef struct
{
  DlTorusCoord from;
  guint16 port; /* DlTorusPort, a network port */
} DlTorusLinkAt;

/* Parse "x,y,z" or "x,y,z:x+"; the whole string must match. */
gboolean dl_torus_coord_parse (const char *text, DlTorusCoord *coord);
gboolean dl_torus_link_at_parse (const char *text, DlTorusLinkAt *link);
char *dl_torus_coord_to_string (DlTorusCoord coord);
char *dl_torus_link_at_to_string (DlTorusLinkAt link);
/* Compare by x, then y, then z, then port. */
gint dl_torus_coord_compare (gconstpointer a, gconstpointer b);
gint dl_torus_link_at_compare (gconstpointer a, gconstpointer b);

/* Torus that the user asks for. A plain value but for the arrays, which the embedding struct owns
 * (dl_torus_spec_clear). */
typedef struct
{
  guint radix[DL_TORUS_N_DIMS];   /* nodes in x, y, z, each at least 1 */
  gboolean wrap[DL_TORUS_N_DIMS]; /* torus (or mesh) in each dimension */
  GArray *broken_cables;   /* DlTorusLinkAt: both directions; by their plus end, sorted, unique */
  GArray *broken_channels; /* DlTorusLinkAt: one direction only; sorted, unique */
  GArray *broken_nodes;    /* DlTorusCoord; sorted, unique */
  GArray *link_rates, *link_delays; /* cables=VALUE (dl-link-changes.h); nullable */
  guint region_nodes; /* nodes of a region at most; DL_TORUS_REGION_NODES but in tests */
} DlTorusSpec;

/* 8x8x8, all torus, nothing broken. */
void dl_torus_spec_init (DlTorusSpec *spec);
void dl_torus_spec_clear (DlTorusSpec *spec);
/* @copy is taken as uninitialised. */
void dl_torus_spec_copy (const DlTorusSpec *spec, DlTorusSpec *copy);

/* Whether dimension @dim is a ring: it wraps and its radix is above 2 (VC paper 2.2: a torus of
 * radix 2 or less is a mesh). */
gboolean dl_torus_spec_is_ring (const DlTorusSpec *spec, guint dim);

/* Is the link there at all in a network of this shape, broken or not? */
gboolean dl_torus_spec_has_link (const DlTorusSpec *spec, DlTorusLinkAt link);
/* The node at the far end of a link that is there. */
DlTorusCoord dl_torus_spec_far_end (const DlTorusSpec *spec, DlTorusLinkAt link);
/* The name a cable is kept under: by whichever of its ends leaves by a plus port. */
DlTorusLinkAt dl_torus_spec_cable (const DlTorusSpec *spec, DlTorusLinkAt link);

/* "x,y,z" or an NID (decimal or 0x) in a network of this shape.
 * Errors: DL_NETWORK_ERROR_SYNTAX, DL_NETWORK_ERROR_OUTSIDE. */
gboolean dl_torus_spec_parse_node (const DlTorusSpec *spec, const char *text, DlTorusCoord *coord,
                                   GError **error);

/* Radices and regions within the limits: at most 32,768 nodes, ky kz at most a region's nodes, at
 * most 8 regions. DL_NETWORK_ERROR_LIMIT names the limit and what would fit. */
gboolean dl_torus_spec_check_shape (const DlTorusSpec *spec, GError **error);
/* The links (guint32), both directions, of a cable as files call it. A DlLinkFind. */
gboolean dl_torus_find_cable (gconstpointer network, const char *cable, GArray *links,
                              GError **error);
/* Are its rates and delays of links that are there, and none twice? Else *@key: "rates" or
 * "delays". Of a shape and faults that were checked. */
gboolean dl_torus_spec_check_links (const DlTorusSpec *spec, const char **key, GError **error);
/* The shape, and each fault inside it, none named twice. */
gboolean dl_torus_spec_check (const DlTorusSpec *spec, GError **error);

/* The network as flat arrays: nodes, ports and directed links. Immutable once built, shared by
 * reference between threads. */

/* Parts of a torus beside nodes and links. */
typedef struct
{
  guint radix[DL_TORUS_N_DIMS];
  gboolean ring[DL_TORUS_N_DIMS]; /* a torus dimension, of radix 3 or more */
  guint
      stride[DL_TORUS_N_DIMS]; /* node = x stride[0] + y stride[1] + z stride[2]; stride[2] is 1 */
  DlTorusCoord *coord;         /* (n_nodes) */
  guint16 *nid;                /* (n_nodes) region << 12 | index in the region (VC paper 2.2) */
  guint region_planes;         /* YZ planes a region */
  guint n_regions;
  guint8 *region_of_x;                     /* (radix[DL_X]) */
  guint region_low[DL_TORUS_MAX_REGIONS];  /* first x of each region */
  guint region_high[DL_TORUS_MAX_REGIONS]; /* last x of each region */
} DlTorus;

/* Virtual channels of requests on a link of the torus; responses use VC2/VC3 the same way. */
#define DL_TORUS_VCS 2

typedef struct _DlTorusNetwork
{
  DlShape head;
  guint n_nodes; /* broken ones included */
  guint n_ports; /* network ports per router */
  guint n_links; /* link slots, n_nodes x n_ports; the edge of a mesh leaves absent ones */
  guint n_working_nodes;
  guint n_working_links;
  DlGraph *graph; /* a router's last port is its node's */
  /* Arrays of it. */
  guint8 *node_up;    /* (n_nodes) gboolean */
  guint8 *link_state; /* (n_nodes x n_ports) DlLinkState, at node * n_ports + port */
  guint32 *link_to;   /* (n_nodes x n_ports) node at the far end, DL_NO_NODE if absent */
  DlTorus torus;
} DlTorusNetwork;

/* Build a torus or mesh (VC paper 2.2). Errors: those of dl_torus_spec_check. */
DlTorusNetwork *dl_torus_network_new (const DlTorusSpec *spec, GError **error);
DL_SHARED (DlTorusNetwork, dl_torus_network)

static inline guint
dl_torus_network_link (const DlTorusNetwork *network, guint node, guint port)
{
  return node * network->n_ports + port;
}

static inline gboolean
dl_torus_network_link_up (const DlTorusNetwork *network, guint node, guint port)
{
  return network->link_state[node * network->n_ports + port] == DL_LINK_UP;
}

/* The node at @coord; the coordinate must be inside. */
guint dl_torus_network_node_at (const DlTorusNetwork *network, DlTorusCoord coord);
gboolean dl_torus_network_has_coord (const DlTorusNetwork *network, DlTorusCoord coord);
DlTorusLinkAt dl_torus_network_link_at (const DlTorusNetwork *network, guint link);

/* Links are numbered alike: the same radices, whatever is broken, wrapped or not. */
gboolean dl_torus_network_same_links (const DlTorusNetwork *a, const DlTorusNetwork *b);

G_END_DECLS
