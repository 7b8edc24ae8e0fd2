/* The shape of a 3-D torus or mesh and its faults, as a person states them. */
#pragma once

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
  DL_N_DIMS
} DlDim;

/* Output and input ports of a router, named by where they face. */
typedef enum
{
  DL_PORT_X_PLUS,
  DL_PORT_X_MINUS,
  DL_PORT_Y_PLUS,
  DL_PORT_Y_MINUS,
  DL_PORT_Z_PLUS,
  DL_PORT_Z_MINUS,
  DL_N_NETWORK_PORTS,
  DL_PORT_PROCESSOR = DL_N_NETWORK_PORTS,
  DL_PORT_NONE
} DlPort;

static inline DlDim
dl_port_dim (guint port)
{
  return (DlDim) (port >> 1);
}

static inline gboolean
dl_port_is_minus (guint port)
{
  return port & 1;
}

static inline guint
dl_port_opposite (guint port)
{
  return port ^ 1;
}

/* "x+", "y-"; "p" for the processor port. */
const char *dl_port_name (guint port);
/* "x", "y", "z" */
const char *dl_dim_name (guint dim);

/* A node by its coordinates (x, y, z). */
typedef struct
{
  guint16 at[DL_N_DIMS];
} DlCoord;

/* A directed link by the node it leaves and the port it leaves by. */
typedef struct
{
  DlCoord from;
  guint16 port; /* DlPort, a network port */
} DlLinkAt;

/* Parse "x,y,z" or "x,y,z:x+"; the whole string must match. */
gboolean dl_coord_parse (const char *text, DlCoord *coord);
gboolean dl_link_at_parse (const char *text, DlLinkAt *link);
char *dl_coord_to_string (DlCoord coord);
char *dl_link_at_to_string (DlLinkAt link);
/* By x, then y, then z, then port. */
gint dl_coord_compare (gconstpointer a, gconstpointer b);
gint dl_link_at_compare (gconstpointer a, gconstpointer b);

/* What the user asks of a torus. A plain value but for the arrays, which whoever embeds the struct
 * owns (dl_torus_spec_clear). */
typedef struct
{
  guint radix[DL_N_DIMS];   /* nodes in x, y, z, each at least 1 */
  gboolean wrap[DL_N_DIMS]; /* torus (or mesh) in each dimension */
  GArray *broken_cables;    /* DlLinkAt: both directions; by their plus end, sorted, unique */
  GArray *broken_channels;  /* DlLinkAt: one direction only; sorted, unique */
  GArray *broken_nodes;     /* DlCoord; sorted, unique */
  guint region_nodes;       /* nodes of a region at most; DL_TORUS_REGION_NODES but in tests */
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
gboolean dl_torus_spec_has_link (const DlTorusSpec *spec, DlLinkAt link);
/* The node at the far end of a link that is there. */
DlCoord dl_torus_spec_far_end (const DlTorusSpec *spec, DlLinkAt link);
/* The name a cable is kept under: by whichever of its ends leaves by a plus port. */
DlLinkAt dl_torus_spec_cable (const DlTorusSpec *spec, DlLinkAt link);

/* "x,y,z" or an NID (decimal or 0x) in a network of this shape.
 * Errors: DL_NETWORK_ERROR_SYNTAX, DL_NETWORK_ERROR_OUTSIDE. */
gboolean dl_torus_spec_parse_node (const DlTorusSpec *spec, const char *text, DlCoord *coord,
                                   GError **error);

/* Radices and regions within the limits: at most 32,768 nodes, ky kz at most a region's nodes, at
 * most 8 regions. DL_NETWORK_ERROR_LIMIT names the limit and what would fit. */
gboolean dl_torus_spec_check_shape (const DlTorusSpec *spec, GError **error);
/* The shape, and each fault inside it, none named twice. */
gboolean dl_torus_spec_check (const DlTorusSpec *spec, GError **error);

G_END_DECLS
